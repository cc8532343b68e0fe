use super::{Answer, RoundCheck};
use crate::report::table::write_table;
use crate::report::{Written, write_csv};
use crate::tasks::{RankCheck, StandingsCheck};
use std::io;

/// The round, and what of it is the same.
fn row(round: &RoundCheck) -> Vec<String> {
    let same = [round.same_pairs, round.same_colours, round.same_bye, round.same_order];
    let said = same.map(|same| if same { "same" } else { "different" }.to_owned());
    [&[round.round.to_string()], &said[..]].concat()
}

impl Written for Answer {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_table(&[">Round", "Pairs", "Colours", "Bye", "Order"], self.rounds.iter().map(row), out)?;
        for round in self.rounds.iter().filter(|round| !round.differences.is_empty()) {
            writeln!(out, "\nRound {}:", round.round)?;
            round.differences.iter().try_for_each(|difference| writeln!(out, "  {difference}"))?;
        }
        for round in self.rounds.iter().filter(|round| round.only_as_last_round) {
            writeln!(out, "\nRound {} is the same as the last round, which the file leaves open.", round.round)?;
        }
        let (checked, different) = (self.rounds_checked, self.rounds_different);
        let by = self.edition_by.as_ref().map_or_else(|| ",".to_owned(), |by| format!(", {by};"));
        let with = if self.by_wishes { " and wishes of the organiser" } else { "" };
        write!(out, "\n{checked} rounds checked by {}{with}{by} {different} different.", self.system)?;
        let is_in_order = self.rounds.iter().all(|round| round.same_order);
        writeln!(out, "{}", if is_in_order { "" } else { " The order of boards does not count." })?;
        self.standings.iter().try_for_each(|standings| write_standings(standings, out))
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let rows = self.rounds.iter().map(|round| [row(round), vec![round.differences.join("; ")]].concat());
        write_csv(["round", "pairs", "colours", "bye", "order", "differences"], rows, out)
    }
}

/// Write the ranks, each as it should be and as it is in the file.
fn write_standings(standings: &StandingsCheck, out: &mut dyn io::Write) -> io::Result<()> {
    let row = |rank: &RankCheck| {
        let due = if rank.last > rank.rank { format!("{}-{}", rank.rank, rank.last) } else { rank.rank.to_string() };
        let in_file = rank.in_file.map(|rank| rank.to_string()).unwrap_or_default();
        let said = if rank.is_right { "right" } else { "wrong" };
        [rank.id.to_string(), rank.name.clone(), due, in_file, said.to_owned()]
    };
    writeln!(out)?;
    write_table(&[">No.", "Player", ">Rank", ">In the file", ""], standings.ranks.iter().map(row), out)?;
    let (count, by) = (standings.ranks.len(), standings.tie_breaks.join(", "));
    writeln!(out, "\n{count} ranks checked by {by}, {} wrong.", standings.wrong)
}
