use super::document::{Document, Table, left, right};
use crate::model::Value;
use crate::proof::by_rules::{RuleStep, RuleTier};
use crate::proof::verify::TierVerdict;
use crate::tournament::PlayerId;
use itertools::Itertools;

/// Every value of every step, as numbered tiers of one objective.
pub(crate) fn objective(steps: &[RuleStep]) -> Vec<TierVerdict> {
    let tiers = steps.iter().flat_map(|step| &step.tiers);
    let values = tiers.flat_map(|tier| tier.values.iter().map(|value| (tier.count.clone(), Value::from_whole(*value))));
    values.zip(1..).map(|((name, value), tier)| TierVerdict { tier, name, value, terms: Vec::new() }).collect()
}

/// Show every step that decides something, with its tiers that are not 0.
pub(crate) fn show_steps(steps: &[RuleStep], document: &mut Document) {
    for (number, step) in (1_usize..).zip(steps).filter(|(_, step)| !step.tiers.is_empty()) {
        let title = format!("Step {number}, {}", step.heading());
        let tiers = step.tiers.iter().filter(|tier| tier.values.iter().any(|value| *value != 0));
        let row = |tier: &RuleTier| {
            let what = format!("{} [{}]", tier.count, tier.article);
            [number.into(), tier.values.iter().join(" ").into(), what.into()]
        };
        let columns = [right("Step").for_programs(), right("Least"), left("Tier")];
        let table = Table::new("steps", columns).rows(tiers.map(row));
        if table.rows.is_empty() { document.paragraph(title) } else { document.table(table.titled(title)) }
    }
    document.paragraph("Tiers that are 0 are not shown.");
}

impl RuleStep {
    /// What it is about, whom it pairs, and whom it leaves.
    pub(crate) fn heading(&self) -> String {
        let list = |before: &str, players: &[PlayerId]| match players {
            [] => String::new(),
            _ => format!("{before}{}", players.iter().join(", ")),
        };
        let Self { step, players, downfloaters, .. } = self;
        format!("{step}{}{}", list(": ", players), list("; downfloaters ", downfloaters))
    }
}
