use super::{Answer, RoundCheck};
use crate::questions::report::{Cell, Document, Show, Table, left, or_nothing, right};
use crate::questions::tasks::{RankCheck, StandingsCheck};

impl Show for Answer {
    fn show(&self) -> Document {
        let mut document = Document::default();
        let columns = [right("Round"), left("Pairs"), left("Colours"), left("Bye"), left("Order")];
        let columns = columns.into_iter().chain([left("Differences").for_programs()]);
        document.table(Table::new("rounds", columns).rows(self.rounds.iter().map(row)));
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
        let is_in_order = self.rounds.iter().all(|round| round.same_order);
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
fn row(round: &RoundCheck) -> impl Iterator<Item = Cell> {
    let same = [round.same_pairs, round.same_colours, round.same_bye, round.same_order];
    let said = same.map(|same| if same { "same" } else { "different" }.into());
    [round.round.into()].into_iter().chain(said).chain([round.differences.join("; ").into()])
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
