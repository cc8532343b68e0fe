//! The rows of a CSV: the findings, then the boards.

use super::answer::{Answer, OptimaCount};
use crate::model::Value;
use crate::report::boards::{BOARD, board_cells};
use crate::tournament::Seat;

const FINDING: [&str; 12] = [
    "tournament",
    "round",
    "rules",
    "status",
    "player",
    "opponent",
    "kind",
    "tier",
    "subject",
    "value",
    "price",
    "text",
];

/// The headings.
pub(super) fn header() -> impl Iterator<Item = &'static str> {
    FINDING.into_iter().chain(BOARD)
}

impl Answer {
    /// A row for each finding, then for each board.
    pub(super) fn rows(&self) -> Vec<Vec<String>> {
        let [one, other] = [self.white, self.black].map(|seat| u32::from(seat).to_string());
        let round = self.round.to_string();
        let keys = [self.tournament.clone(), round, self.rules_of.clone(), self.status.to_string(), one, other];
        let row = |kind: &str, finding: [String; 5], board: Vec<String>| {
            [&keys[..], &[kind.to_owned()], &finding, &board].concat()
        };
        let no_board = || vec![String::new(); BOARD.len()];
        let mut rows: Vec<Vec<String>> =
            self.findings().into_iter().map(|(kind, cells)| row(kind, cells, no_board())).collect();
        rows.extend(
            board_cells(&self.players, &self.pairing).map(|(kind, cells)| row(kind, Default::default(), cells)),
        );
        if rows.is_empty() {
            rows.push(row("none", Default::default(), no_board()));
        }
        rows
    }

    /// The kind of each finding, and its cells from `tier` to `text`.
    fn findings(&self) -> Vec<(&'static str, [String; 5])> {
        let none = String::new;
        let number = |seat: Seat| u32::from(seat).to_string();
        let mut found = Vec::new();
        for bar in &self.rules {
            found.push(("rule", [none(), bar.rule.to_owned(), none(), none(), bar.what.clone()]));
        }
        for (tier, now) in self.price.iter().zip(&self.objective) {
            let cells = |subject: &str, value: Value, price: Value| {
                [tier.tier.to_string(), subject.to_owned(), value.to_string(), price.to_string(), none()]
            };
            found.push(("tier", cells(&tier.name, now.value, tier.value)));
            let terms = tier.terms.iter().zip(&now.terms);
            found.extend(terms.map(|(term, now)| ("term", cells(term.term.id(), now.value, term.value))));
        }
        let no_price = || none();
        for tier in &self.board {
            let cells = |subject: &str, value: Value| {
                [tier.tier.to_string(), subject.to_owned(), value.to_string(), no_price(), none()]
            };
            found.push(("board-tier", cells(&tier.name, tier.value)));
            found.extend(tier.terms.iter().map(|term| ("board-term", cells(term.term.id(), term.value))));
        }
        if let Some(without) = &self.without {
            for (tier, now) in without.price.iter().zip(&without.objective) {
                let cells =
                    [tier.tier.to_string(), tier.name.clone(), now.value.to_string(), tier.value.to_string(), none()];
                found.push(("without-tier", cells));
            }
            for moved in &without.displaced {
                let cells = [none(), moved.player.to_string(), number(moved.after), none(), number(moved.before)];
                found.push(("without-displaced", cells));
            }
            found.extend(
                without.reason.iter().map(|reason| ("without-none", [none(), none(), none(), none(), reason.clone()])),
            );
        }
        for moved in &self.displaced {
            let cells = [none(), moved.player.to_string(), number(moved.after), none(), number(moved.before)];
            found.push(("displaced", cells));
        }
        for meets in &self.instead {
            let cells = [none(), number(meets.player), number(meets.opponent), none(), meets.rule.clone()];
            found.push(("instead", cells));
        }
        for (kind, optima) in [("optima", self.optima), ("optima-with-pair", self.optima_with_pair)] {
            let exact = |optima: OptimaCount| if optima.exact { "exact" } else { "at least" }.to_owned();
            found.extend(optima.map(|one| (kind, [none(), none(), one.count.to_string(), none(), exact(one)])));
        }
        let step = self.step.iter().map(|step| ("step", step.rule.clone().unwrap_or_default(), step.sentence()));
        let reason = self.reason.iter().map(|reason| ("reason", none(), reason.clone()));
        found.extend(step.chain(reason).map(|(kind, subject, text)| (kind, [none(), subject, none(), none(), text])));
        found
    }
}
