//! Give out seed numbers.

mod request;

pub use request::{Method, Request};

use super::{Answered, AskError, Context};
use crate::files::json;
use crate::files::printable::printable_json;
use crate::questions::report::{Document, Render, Table, left, or_nothing, right};
use crate::questions::tasks::TaskError;
use crate::systems::tcec::{Seeding, advice, advised_groups, seeded};
use crate::tournament::{Player, Tournament, Trust};
use std::io;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        let opened = context.tournament(&self.file)?;
        let checked = opened.loaded.tournament.checked(opened.trust).map_err(|error| opened.refused(error))?;
        context.note_overruled(&opened, checked.overruled);
        let tournament = &*opened.loaded.tournament.trusting(opened.trust);
        let groups = self.groups.and_then(|groups| usize::try_from(groups.get()).ok());
        let seeding = match self.method {
            Method::Random => Seeding::Random { seed: self.seed },
            Method::Group => {
                Seeding::Group { groups: groups.unwrap_or_else(|| advised_groups(tournament.players.len())) }
            }
        };
        let answer = Answer::new(tournament, seeding).map_err(|error| opened.failed(error))?;
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
        if !tournament.rounds.is_empty() {
            let message = "seed numbers are given out before round 1, and this file has rounds; take them out";
            return Err(TaskError::Request(message.to_owned()));
        }
        tournament.checked(Trust::Nothing)?;
        Ok(Self { advice: advice(tournament, seeding), tournament: seeded(tournament.clone(), seeding) })
    }
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
        let mut document = Document::default();
        document.table(Table::new("players", columns).rows(self.tournament.players.iter().map(row)));
        document
    }
}
