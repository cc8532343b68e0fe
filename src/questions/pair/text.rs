use super::{Answer, Checklist, ChecklistRow};
use crate::formats::pairs;
use crate::report::boards::{write_board_csv, write_boards, write_heading};
use crate::report::number::signed_whole;
use crate::report::table::write_table;
use crate::report::{Written, write_csv};
use std::io;

impl Written for Answer {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        if let Some(reason) = &self.reason {
            return writeln!(out, "No pairing by {}: {reason}.", self.system);
        }
        write_boards(&self.players, &self.pairing, out)?;
        let by = self.edition_by.as_ref().map_or_else(String::new, |by| format!(", {by}"));
        let with = self.wishes.as_ref().filter(|kept| !kept.is_the_rules_own);
        let with = with.map_or("", |_| ", and by wishes of the organiser");
        writeln!(out, "\nPaired by {}{by}{with}.", self.system)?;
        let kept = self.wishes.iter().flat_map(|kept| kept.sentences(self.system));
        kept.into_iter().try_for_each(|sentence| writeln!(out, "{sentence}"))?;
        let steps = if self.with_trace { self.trace.as_slice() } else { &[] };
        steps.iter().try_for_each(|step| writeln!(out, "  {step}"))
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let keys = [
            ("tournament", self.tournament.clone()),
            ("round", self.round.to_string()),
            ("system", self.system.to_string()),
            ("status", self.status.to_string()),
        ];
        let pairing = self.reason.is_none().then_some(&self.pairing);
        write_board_csv(keys, &self.players, pairing, out)
    }

    fn pairs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        // Without a pairing there is no list of boards.
        if self.reason.is_some() {
            return Ok(());
        }
        out.write_all(pairs::write(&self.pairing).as_bytes())
    }
}

impl ChecklistRow {
    fn cells(&self) -> [String; 13] {
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let byes = self.byes.iter().map(|bye| format!("{} {}", bye.round, bye.kind)).collect::<Vec<_>>();
        let opponents = self.opponents.iter().map(ToString::to_string).collect::<Vec<_>>();
        [
            self.id.to_string(),
            self.title.iter().chain([&self.name]).map(String::as_str).collect::<Vec<_>>().join(" "),
            self.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            self.score_text.clone(),
            self.colours.clone(),
            text(self.due),
            text(self.strength),
            signed_whole(self.difference),
            text(self.last_float),
            text(self.float_before),
            if self.may_have_bye { "yes" } else { "no" }.to_owned(),
            opponents.join(" "),
            byes.join(", "),
        ]
    }
}

impl Written for Checklist {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let rows = self.players.iter().map(ChecklistRow::cells);
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        let headers = [
            ">No.", "Player", ">Rating", ">Score", "Colours", "Due", "Strength", ">W-B", "-1R", "-2R", "Bye?", "Met",
            "Byes",
        ];
        write_table(&headers, rows, out)?;
        let absent = self.absent.iter().map(ToString::to_string).collect::<Vec<_>>();
        if absent.is_empty() { Ok(()) } else { writeln!(out, "\nAbsent: {}.", absent.join(", ")) }
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let rows = self.players.iter().map(ChecklistRow::cells);
        let header = [
            "number",
            "name",
            "rating",
            "score",
            "colours",
            "due",
            "strength",
            "difference",
            "last_float",
            "float_before",
            "may_have_bye",
            "opponents",
            "byes",
        ];
        write_csv(header, rows, out)
    }
}
