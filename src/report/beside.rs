use super::number::signed;
use super::round::tiers;
use super::table::{table, write_table};
use super::{TierReport, ViolationReport};
use crate::compare::CrossCheck;
use crate::systems::{Differences, Paired, Unpairable};
use crate::tournament::Pairing;
use crate::verify::{TierVerdict, Verdict};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

/// How far a pairing is from the optimum of a model.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DistanceReport {
    /// What the optimum is worth, tier by tier.
    pub optimum: Vec<TierReport>,
    /// What the pairing is worth less that, number by number; in the first tier that is not 0 a legal pairing is worth
    /// less.
    pub price: Vec<TierReport>,
    #[serde(skip)]
    terms: Vec<TierVerdict>,
}

impl DistanceReport {
    /// The distance of the first pairing in `check` under its first model; `None` without an optimum.
    #[must_use]
    pub fn new(check: &CrossCheck) -> Option<Self> {
        let model = check.models.first()?;
        let price = model.pairings.first()?.price.as_ref()?;
        let optimum = tiers(&model.optimum.as_ref()?.objective);
        Some(Self { optimum, price: tiers(price), terms: price.clone() })
    }

    pub(super) fn write(&self, is_legal: bool, out: &mut dyn io::Write) -> io::Result<()> {
        let decisive = self.terms.iter().find(|tier| tier.value.tenths() != 0);
        let Some(tier) = decisive else {
            return match is_legal {
                true => writeln!(out, "No legal pairing is worth more."),
                false => writeln!(out, "Worth as much as the best legal pairing."),
            };
        };
        let terms = tier.terms.iter().filter(|term| term.value.tenths() != 0);
        let terms: Vec<String> = terms.map(|term| format!("{} {}", term.term.rule().id, signed(term.value))).collect();
        let best = if is_legal { "the optimum" } else { "the best legal pairing" };
        let amount = signed(tier.value);
        let (amount, direction) = match (amount.strip_prefix('-'), amount.strip_prefix('+')) {
            (Some(less), _) => (less, "less"),
            (None, more) => (more.unwrap_or(&amount), "more"),
        };
        writeln!(out, "Worth {amount} {direction} than {best} in {}: {}.", tier.name, terms.join(", "))
    }
}

/// How a pairing differs from what a system makes of the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BesideReport {
    /// The system's id.
    pub system: &'static str,
    /// Everything that the pairing breaks of the system's rules.
    pub violations: Vec<ViolationReport>,
    /// How many pairs the system makes; absent if it finds no pairing.
    pub pairs: Option<usize>,
    /// How many of them meet in the pairing, too.
    pub same_pairs: usize,
    /// How many of those have the same colours.
    pub same_colours: usize,
    /// Whether the same player, or nobody, has the bye.
    pub same_bye: bool,
    /// What differs, each in a sentence with the rule by which the system has it so.
    pub differences: Vec<String>,
    /// The rules by which the system has it so.
    #[serde(skip)]
    rules: Vec<String>,
}

impl BesideReport {
    /// The record of `pairing` beside what `system` made of the round, with what the verifier found by its rules.
    #[must_use]
    pub fn new(system: &'static str, made: &Result<Paired, Unpairable>, pairing: &Pairing, verdict: &Verdict) -> Self {
        let report = Self {
            system,
            violations: ViolationReport::all(verdict),
            pairs: None,
            same_pairs: 0,
            same_colours: 0,
            same_bye: false,
            differences: Vec::new(),
            rules: Vec::new(),
        };
        match made {
            Err(why) => Self { differences: vec![format!("the system finds no pairing: {why}")], ..report },
            Ok(paired) => {
                let differences = Differences::of(&pairing.boards, pairing.bye.as_slice(), paired);
                let pairs = paired.pairing.boards.len();
                let same_pairs = pairs - differences.only_by_system.len();
                let of_pairs = differences.only_by_system.iter().map(|(_, rule)| rule.clone());
                let of_bye = differences.bye.iter().map(|(.., rule)| rule.clone());
                Self {
                    pairs: Some(pairs),
                    same_pairs,
                    same_colours: same_pairs - differences.reversed.len(),
                    same_bye: differences.bye.is_none(),
                    differences: differences.told(),
                    rules: of_pairs.chain(of_bye).filter(|rule| !rule.is_empty()).collect(),
                    ..report
                }
            }
        }
    }

    /// One line a system; of a single one everything that differs.
    pub(super) fn write_all(reports: &[Self], out: &mut dyn io::Write) -> io::Result<()> {
        let mut lines = table(&["Beside", ">Pairs alike", ">Colours alike", "Bye", "Other by", "Breaks"]);
        for report in reports {
            let broken = report.violations.iter().map(|violation| violation.rule);
            let of = report.pairs.map(|pairs| format!("{} of {pairs}", report.same_pairs));
            lines.add_row([
                report.system.to_owned(),
                of.unwrap_or_else(|| "no pairing".to_owned()),
                report.pairs.map(|_| report.same_colours.to_string()).unwrap_or_default(),
                report.pairs.map(|_| if report.same_bye { "same" } else { "other" }).unwrap_or_default().to_owned(),
                counted(report.rules.iter().map(String::as_str)),
                counted(broken),
            ]);
        }
        writeln!(out)?;
        write_table(&lines, out)?;
        if let [report] = reports {
            report.differences.iter().try_for_each(|difference| writeln!(out, "  {difference}"))?;
        }
        Ok(())
    }
}

/// Each rule with how often it is there, without its system: `C6 12, C7 3`.
fn counted<'a>(rules: impl Iterator<Item = &'a str>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for rule in rules {
        *counts.entry(rule.split_once('.').map_or(rule, |(_, article)| article)).or_default() += 1;
    }
    counts.iter().map(|(rule, count)| format!("{rule} {count}")).collect::<Vec<_>>().join(", ")
}
