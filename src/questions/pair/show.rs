use super::Answer;
use crate::questions::report::boards::boards_table;
use crate::questions::report::{Document, Show};

impl Show for Answer {
    fn show(&self) -> Document {
        let document = Document::of_round(&self.tournament, self.round, self.rounds_planned);
        let document = document.keyed("system", self.system.to_string());
        let mut document = document.keyed("status", self.status.to_string());
        let pairing = Some(&self.pairing).filter(|_| self.reason.is_none());
        document.list_boards(pairing);
        document.table(boards_table(&self.players, pairing));
        if let Some(reason) = &self.reason {
            document.say(format!("No pairing by {}: {reason}.", self.system));
            return document;
        }
        let by = self.edition_by.as_ref().map_or_else(String::new, |by| format!(", {by}"));
        let with = self.wishes.as_ref().filter(|kept| !kept.is_the_rules_own);
        let with = with.map_or("", |_| ", and by wishes of the organiser");
        document.say(format!("Paired by {}{by}{with}.", self.system));
        self.wishes.iter().for_each(|kept| kept.add_to(&mut document, self.system));
        if self.with_trace {
            self.trace.iter().for_each(|step| document.item(step));
        }
        document
    }
}
