use super::table::write_table;
use crate::model::Value;
use crate::proof::by_rules::{RuleStep, RuleTier};
use crate::tournament::PlayerId;
use crate::verify::TierVerdict;
use itertools::Itertools;
use std::io;

/// Every value of every step, as numbered tiers of one objective.
pub(crate) fn objective(steps: &[RuleStep]) -> Vec<TierVerdict> {
    let tiers = steps.iter().flat_map(|step| &step.tiers);
    let values = tiers.flat_map(|tier| tier.values.iter().map(|value| (tier.count.clone(), Value::from_whole(*value))));
    values.zip(1..).map(|((name, value), tier)| TierVerdict { tier, name, value, terms: Vec::new() }).collect()
}

/// Every step that decides something, with its tiers that are not 0.
pub(crate) fn write_steps(steps: &[RuleStep], out: &mut dyn io::Write) -> io::Result<()> {
    for (number, step) in (1..).zip(steps).filter(|(_, step)| !step.tiers.is_empty()) {
        writeln!(out, "Step {number}, {}", step.heading())?;
        let tiers = step.tiers.iter().filter(|tier| tier.values.iter().any(|value| *value != 0));
        let row = |tier: &RuleTier| [tier.values.iter().join(" "), format!("{} [{}]", tier.count, tier.article)];
        let tiers: Vec<_> = tiers.map(row).collect();
        if !tiers.is_empty() {
            write_table(&[">Least", "Tier"], tiers, out)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Tiers that are 0 are not shown.")
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
