//! Number the players before round 1.

mod request;

pub use request::{By, Request};

use super::{Answered, AskError, Context, Refusal};
use crate::files::json;
use crate::files::printable::printable_json;
use crate::files::request_field::RequestField;
use crate::questions::report::{Document, Render, Table, left, or_nothing, right};
use crate::questions::tasks::TaskError;
use crate::systems::tcec::{Seeding, advice, advised_groups, seeded};
use crate::tournament::{OrderKey, Player, Tournament, Trust};
use std::io;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        let (by, is_by_groups) = (RequestField("by"), self.by == By::TcecGroups);
        if self.groups.is_some() && !is_by_groups {
            let what = format!("{} has no effect without {by} tcec-groups", RequestField("groups"));
            return Err(Refusal::new(what, "leave it out").of(RequestField("groups")).into());
        }
        let opened = context.tournament(&self.file)?;
        let checked = opened.loaded.tournament.checked(opened.trust).map_err(|error| opened.refused(error))?;
        context.note_overruled(&opened, checked.overruled);
        context.note_columns(&opened.loaded);
        if opened.loaded.list_read.is_some() && opened.loaded.tournament.players.iter().all(|one| one.rating.is_none())
        {
            context.remark("nobody has a rating; if a column has them, its heading is rating or Elo");
        }
        let mut tournament = opened.loaded.tournament.trusting(opened.trust).into_owned();
        if let Some(name) = &self.name {
            tournament.name.clone_from(name);
        }
        if let Some(start) = &self.start {
            let day = start
                .parse()
                .map_err(|error| AskError::refused(format!("'{start}': {error}"), "write it as 2026-11-27"))?;
            tournament.start = Some(day);
        }
        let answer = match &self.by {
            By::Keys(keys) => Answer::by_keys(&tournament, keys),
            By::Lots => Answer::new(&tournament, Seeding::Random { seed: self.seed }),
            By::TcecGroups => {
                let groups = self.groups.and_then(|groups| usize::try_from(groups.get()).ok());
                let groups = groups.unwrap_or_else(|| advised_groups(tournament.players.len()));
                Answer::new(&tournament, Seeding::Group { groups })
            }
        };
        let answer = answer.map_err(|error| opened.failed(error))?;
        answer.advice.iter().for_each(|advice| context.remark(advice));
        context.give(Answered::new(answer))
    }
}

/// A tournament whose pairing numbers are the seed numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The tournament, its players in seed order.
    pub tournament: Tournament,
    /// A sentence for each recommendation of the text that the seeding does not follow.
    pub advice: Vec<String>,
}

impl Answer {
    /// Give out seed numbers before round 1 (TCEC, seeding).
    ///
    /// # Errors
    /// [`TaskError::Request`] if the tournament has rounds; [`TaskError::Round`] if it has faults.
    pub fn new(tournament: &Tournament, seeding: Seeding) -> Result<Self, TaskError> {
        check(tournament)?;
        Ok(Self { advice: advice(tournament, seeding), tournament: seeded(tournament.clone(), seeding) })
    }

    /// Number the players by `keys` (C.04.2, 2). Players who are equal in all of them stay in the order of the file.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn by_keys(tournament: &Tournament, keys: &[OrderKey]) -> Result<Self, TaskError> {
        check(tournament)?;
        let mut players = tournament.players.clone();
        players.sort_by(|one, other| OrderKey::compare(keys, one, other));
        Ok(Self { advice: Vec::new(), tournament: tournament.clone().renumbered(players) })
    }
}

/// Refuses a tournament that has rounds, or faults.
fn check(tournament: &Tournament) -> Result<(), TaskError> {
    if !tournament.rounds.is_empty() {
        let message = "seed numbers are given out before round 1, and this file has rounds; take them out";
        return Err(TaskError::Request(message.to_owned()));
    }
    tournament.checked(Trust::Nothing)?;
    Ok(())
}

impl Render for Answer {
    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(printable_json(&json::write(&self.tournament)).as_bytes())
    }

    fn document(&self) -> Document {
        let columns =
            [right("Seed"), left("Player").named("name"), right("Rating"), right("Strength").named("strength_rank")];
        let row = |player: &Player| {
            [player.id.into(), (&player.name).into(), or_nothing(player.rating), or_nothing(player.strength_rank)]
        };
        // Persons get the tournament, too.
        let mut document = Document::verbatim(printable_json(&json::write(&self.tournament)));
        let table = Table::new("players", columns).rows(self.tournament.players.iter().map(row));
        document.table(table.for_programs());
        document
    }
}
