use super::{Answer, RoundCheck};
use crate::report::table::write_table;
use crate::report::{Written, write_csv};
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
        write!(out, "\n{checked} rounds checked by {}{by} {different} different.", self.system)?;
        let is_in_order = self.rounds.iter().all(|round| round.same_order);
        writeln!(out, "{}", if is_in_order { "" } else { " The order of boards does not count." })
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let rows = self.rounds.iter().map(|round| [row(round), vec![round.differences.join("; ")]].concat());
        write_csv(["round", "pairs", "colours", "bye", "order", "differences"], rows, out)
    }
}
