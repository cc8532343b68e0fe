use super::RoundCheck;
use crate::questions::in_force::ChosenSystem;
use crate::questions::registry::System;
use crate::questions::report::{Cell, Document, Show, Table, left, or_nothing, right};
use crate::questions::tasks::{RankCheck, StandingsCheck};
use schemars::JsonSchema;
use serde::Serialize;

/// A tournament, every round of which a system paired again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CheckReport")]
pub struct Answer {
    /// The system's id.
    #[schemars(with = "String")]
    pub system: System,
    /// For `dutch` and `auto`, why it is this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition_by: Option<String>,
    /// Whether the rounds were paired with the fewest breaches of the organiser's wishes, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_wishes: bool,
    /// The number of rounds checked.
    pub rounds_checked: usize,
    /// The number of rounds in which pairs, colours or the bye differ.
    pub rounds_different: usize,
    /// The result for each round.
    pub rounds: Vec<RoundCheck>,
    /// Whether the file keeps the order of the boards, which a report does not.
    #[serde(skip)]
    pub(super) has_order: bool,
    /// The ranks of the file, if they were to be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standings: Option<StandingsCheck>,
}

/// How many rounds are different, and how many ranks are wrong, as a clause; `None` if none is.
pub(crate) fn differences(rounds: usize, ranks: usize) -> Option<String> {
    let clause = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let clauses = [
        clause(rounds, "round is different", "rounds are different"),
        clause(ranks, "rank is wrong", "ranks are wrong"),
    ];
    let clauses: Vec<String> = clauses.into_iter().flatten().collect();
    (!clauses.is_empty()).then(|| clauses.join("; "))
}

impl Answer {
    /// The record of these rounds.
    pub(super) fn new(chosen: &ChosenSystem, rounds: Vec<RoundCheck>, by_wishes: bool) -> Self {
        Self {
            system: chosen.system,
            edition_by: chosen.because.clone(),
            rounds_checked: rounds.len(),
            rounds_different: rounds.iter().filter(|round| round.is_different()).count(),
            rounds,
            by_wishes,
            has_order: true,
            standings: None,
        }
    }
}

impl Show for Answer {
    fn show(&self) -> Document {
        let mut document = Document::default();
        let order = if self.has_order { left("Order") } else { left("Order").for_programs() };
        let columns = [right("Round"), left("Pairs"), left("Colours"), left("Bye"), order];
        let columns = columns.into_iter().chain([left("Differences").for_programs()]);
        document.table(Table::new("rounds", columns).rows(self.rounds.iter().map(|round| row(round, self.has_order))));
        for round in self.rounds.iter().filter(|round| !round.differences.is_empty()) {
            document.paragraph(format!("Round {}:", round.round));
            round.differences.iter().for_each(|difference| document.item(difference));
        }
        for round in self.rounds.iter().filter(|round| round.only_as_last_round) {
            let number = round.round;
            document.paragraph(format!("Round {number} is the same as the last round, which the file leaves open."));
        }
        let (checked, different) = (self.rounds_checked, self.rounds_different);
        let by = self.edition_by.as_ref().map_or_else(|| ",".to_owned(), |by| format!(", {by};"));
        let with = if self.by_wishes { " and wishes of the organiser" } else { "" };
        let is_in_order = !self.has_order || self.rounds.iter().all(|round| round.same_order);
        let order = if is_in_order { "" } else { " The order of boards does not count." };
        let system = self.system;
        document.paragraph(format!("{checked} rounds checked by {system}{with}{by} {different} different.{order}"));
        if let Some(standings) = &self.standings {
            show_standings(standings, &mut document);
        }
        document
    }
}

/// The round, what of it is the same, and what differs.
fn row(round: &RoundCheck, has_order: bool) -> impl Iterator<Item = Cell> {
    let said = |same: bool| if same { "same" } else { "different" }.into();
    let same = [round.same_pairs, round.same_colours, round.same_bye].map(said);
    let order = if has_order { said(round.same_order) } else { Cell::Empty };
    [round.round.into()].into_iter().chain(same).chain([order]).chain([round.differences.join("; ").into()])
}

/// The ranks, each as it should be and as it is in the file.
fn show_standings(standings: &StandingsCheck, document: &mut Document) {
    let row = |rank: &RankCheck| {
        let due = if rank.last > rank.rank { format!("{}-{}", rank.rank, rank.last) } else { rank.rank.to_string() };
        let said = if rank.is_right { "right" } else { "wrong" };
        [rank.id.into(), (&rank.name).into(), due.into(), or_nothing(rank.in_file), said.into()]
    };
    let columns = [right("No."), left("Player"), right("Rank"), right("In the file"), left("").named("verdict")];
    document.table(Table::new("standings", columns).rows(standings.ranks.iter().map(row)));
    let (count, by) = (standings.ranks.len(), standings.tie_breaks.join(", "));
    document.say(format!("{count} ranks checked by {by}, {} wrong.", standings.wrong));
}
