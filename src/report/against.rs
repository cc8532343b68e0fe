use super::number::signed;
use super::table::write_table;
use crate::model::Value;
use crate::printable::printable;
use crate::registry::System;
use crate::tasks::{AgainstSystem, Distance};
use crate::verify::Violation;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// How far a pairing is from the optimum of a model, in the first tier that differs.
pub(crate) fn write_distance(distance: &Distance, is_legal: bool, out: &mut dyn io::Write) -> io::Result<()> {
    let decisive = distance.price.iter().find(|tier| tier.value != Value::ZERO);
    let Some(tier) = decisive else {
        return match is_legal {
            true => writeln!(out, "No legal pairing is worth more."),
            false => writeln!(out, "Worth as much as the best legal pairing."),
        };
    };
    let terms = tier.terms.iter().filter(|term| term.value != Value::ZERO);
    let terms: Vec<String> = terms.map(|term| format!("{} {}", term.term.id(), signed(term.value))).collect();
    let best = if is_legal { "the optimum" } else { "the best legal pairing" };
    let amount = signed(tier.value);
    let (amount, direction) = match (amount.strip_prefix('-'), amount.strip_prefix('+')) {
        (Some(less), _) => (less, "less"),
        (None, more) => (more.unwrap_or(&amount), "more"),
    };
    writeln!(out, "Worth {amount} {direction} than {best} in {}: {}.", printable(&tier.name), terms.join(", "))
}

/// How a pairing differs from a system's pairing of the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AgainstReport {
    /// The system's id.
    #[schemars(with = "String")]
    pub system: System,
    /// Every violation of the system's rules by the pairing.
    pub violations: Vec<Violation>,
    /// The number of the system's pairs; absent if the system finds no pairing.
    pub pairs: Option<usize>,
    /// The number of these pairs that also meet in the pairing.
    pub same_pairs: usize,
    /// The number of common pairs with the same colours.
    pub same_colours: usize,
    /// Whether both have the same bye, or both none.
    pub same_bye: bool,
    /// A sentence for each difference, with the rule behind the system's choice.
    pub differences: Vec<String>,
    /// The rules behind the differences.
    #[serde(skip)]
    rules: Vec<String>,
}

impl AgainstReport {
    pub(crate) fn new(against: &AgainstSystem) -> Self {
        let report = Self {
            system: against.system,
            violations: against.verdict.violations.clone(),
            pairs: None,
            same_pairs: 0,
            same_colours: 0,
            same_bye: false,
            differences: Vec::new(),
            rules: Vec::new(),
        };
        match &against.made {
            Err(why) => Self { differences: vec![why.to_string()], ..report },
            Ok((paired, differences)) => {
                let pairs = paired.pairing.boards.len();
                let same_pairs = pairs - differences.only_by_system.len();
                let of_pairs = differences.only_by_system.iter().map(|(_, rule)| rule.clone());
                let of_bye = differences.bye.iter().map(|(.., rule)| rule.clone());
                Self {
                    pairs: Some(pairs),
                    same_pairs,
                    same_colours: same_pairs - differences.reversed.len(),
                    same_bye: differences.bye.is_none(),
                    differences: differences.sentences(),
                    rules: of_pairs.chain(of_bye).filter(|rule| !rule.is_empty()).collect(),
                    ..report
                }
            }
        }
    }

    /// One line for each system. For a single system, every difference.
    pub(crate) fn write_all(reports: &[Self], out: &mut dyn io::Write) -> io::Result<()> {
        let headers = ["Compared with", ">Equal pairs", ">Equal colours", "Bye", "Rules behind", "Rules violated"];
        let row = |report: &Self| {
            let broken = report.violations.iter().map(|violation| violation.rule);
            let of = report.pairs.map(|pairs| format!("{} of {pairs}", report.same_pairs));
            [
                report.system.to_string(),
                of.unwrap_or_else(|| "no pairing".to_owned()),
                report.pairs.map(|_| report.same_colours.to_string()).unwrap_or_default(),
                report.pairs.map(|_| if report.same_bye { "same" } else { "other" }).unwrap_or_default().to_owned(),
                counted(report.rules.iter().map(String::as_str)),
                counted(broken),
            ]
        };
        writeln!(out)?;
        write_table(&headers, reports.iter().map(row), out)?;
        if let [report] = reports {
            report.differences.iter().try_for_each(|difference| writeln!(out, "  {difference}"))?;
        }
        Ok(())
    }
}

/// Each rule with its number of occurrences, without its system: `C6 12, C7 3`.
fn counted<'a>(rules: impl Iterator<Item = &'a str>) -> String {
    let counts = rules.map(|rule| rule.split_once('.').map_or(rule, |(_, article)| article)).counts();
    counts.into_iter().sorted().map(|(rule, count)| format!("{rule} {count}")).join(", ")
}
