//! CSV of a verdict. Each finding has a line, and so has each board: the kind, what it is about, and the value.

use super::{AgainstSystem, Answer, CheckedProof, ProofOutcome};
use crate::model::Value;
use crate::report::boards::{BOARD, board_cells};
use crate::tasks::Lack;

/// The columns before those of a board.
const FINDING: [&str; 9] = ["tournament", "round", "rules", "kind", "tier", "subject", "value", "price", "text"];

pub(super) fn header() -> impl Iterator<Item = &'static str> {
    FINDING.into_iter().chain(BOARD)
}

/// The rows of one verdict.
struct Rows {
    /// Tournament, round and rules, which are the same in all rows.
    key: [String; 3],
    rows: Vec<Vec<String>>,
}

impl Rows {
    fn add(&mut self, kind: &str, finding: [String; 5], board: Vec<String>) {
        self.rows.push([&self.key[..], &[kind.to_owned()], &finding, &board].concat());
    }

    /// A finding about `subject`: its value and a text.
    fn say(&mut self, kind: &str, subject: &str, value: &str, text: &str) {
        let finding = ["", subject, value, "", text].map(str::to_owned);
        self.add(kind, finding, vec![String::new(); BOARD.len()]);
    }

    /// The value of a tier or a term, and what it is worth more than in the optimum.
    fn count(&mut self, kind: &str, tier: usize, subject: &str, value: Value, price: Option<Value>) {
        let price = price.map(|price| price.to_string()).unwrap_or_default();
        let finding = [tier.to_string(), subject.to_owned(), value.to_string(), price, String::new()];
        self.add(kind, finding, vec![String::new(); BOARD.len()]);
    }

    fn proof(&mut self, checked: &CheckedProof) {
        self.say("proof", "", checked.outcome.name(), &checked.outcome.to_string());
    }

    fn system(&mut self, against: &AgainstSystem) {
        let system = against.system.to_string();
        let same = match against.pairs {
            None => "no-pairing",
            Some(_) if against.differences.is_empty() => "same",
            Some(_) => "different",
        };
        self.say("system", &system, same, "");
        if let Some(pairs) = against.pairs {
            let counts = [("pairs", pairs), ("same-pairs", against.same_pairs), ("same-colours", against.same_colours)];
            for (kind, count) in counts {
                self.say(&format!("system-{kind}"), &system, &count.to_string(), "");
            }
            self.say("system-same-bye", &system, if against.same_bye { "yes" } else { "no" }, "");
        }
        for violation in &against.violations {
            self.say("system-violation", &system, violation.rule, &violation.what);
        }
        for difference in &against.differences {
            self.say("system-difference", &system, "", difference);
        }
    }
}

/// Every finding on a pairing, and then its boards.
pub(super) fn rows(report: &Answer) -> Vec<Vec<String>> {
    let key = [report.tournament.clone(), report.round.to_string(), report.rules.clone()];
    let mut rows = Rows { key, rows: Vec::new() };
    rows.say("verdict", "", if report.legal { "legal" } else { "not-legal" }, "");
    for violation in &report.violations {
        rows.say("violation", violation.rule, "", &violation.what);
    }
    let prices = report.distance.as_ref().map(|distance| distance.price.as_slice()).unwrap_or_default();
    for (index, tier) in report.objective.iter().enumerate() {
        let price = prices.get(index);
        rows.count("tier", tier.tier, &tier.name, tier.value, price.map(|price| price.value));
        for (index, term) in tier.terms.iter().enumerate() {
            let price = price.and_then(|price| price.terms.get(index)).map(|term| term.value);
            rows.count("term", tier.tier, term.term.id(), term.value, price);
        }
    }
    if let Some(missing) = &report.missing {
        let lacks = match missing.lacks {
            Lack::Pairing => "pairing",
            Lack::Optimum => "optimum",
            Lack::Proof => "proof",
        };
        rows.say("missing", &missing.name, lacks, &missing.reason);
    }
    report.proof.iter().for_each(|proof| rows.proof(proof));
    if let Some(reading) = &report.second_reading {
        let verdict = if reading.dispute.is_some() { "disputed" } else { "same" };
        let text = reading.dispute.as_ref().map(ToString::to_string).unwrap_or_default();
        rows.say("second-reading", "", verdict, &text);
    }
    report.systems.iter().for_each(|against| rows.system(against));
    for (kind, board) in board_cells(&report.players, &report.pairing) {
        rows.add(kind, Default::default(), board);
    }
    rows.rows
}

/// The verdict on a proof alone, which has no pairing.
pub(super) fn proof_rows(checked: &CheckedProof) -> Vec<Vec<String>> {
    let key = [checked.tournament.clone(), checked.round.to_string(), format!("model {}", checked.model)];
    let mut rows = Rows { key, rows: Vec::new() };
    rows.proof(checked);
    rows.rows
}

impl ProofOutcome {
    /// The verdict in a word.
    const fn name(&self) -> &'static str {
        match self {
            Self::Proven(claim) => claim.name(),
            Self::PairedByRules => "paired-by-rules",
            Self::UnpairableByRules => "unpairable-by-rules",
            Self::Disputed { .. } => "disputed",
            Self::Refused(_) => "refused",
        }
    }
}
