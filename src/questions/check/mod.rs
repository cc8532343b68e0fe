//! Replay a tournament.

mod checked_rounds;
mod replay;
mod request;

pub use checked_rounds::Answer;
pub(crate) use checked_rounds::differences;
pub use replay::{RoundCheck, check};
pub use request::Request;

use super::asked::WishesAsked;
use super::wishes::pair_by_wishes;
use super::{Answered, AskError, Context, Opened};
use crate::files::request_field::RequestField;
use crate::questions::registry::System;
use crate::questions::tasks::{self, TaskError};
use crate::solve::Options;
use crate::systems::SystemPairing;
use crate::tournament::{RoundRequest, RoundState};
use replay::check_by;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let chosen = opened.system(self.system.system)?;
        if let Ok(state) = opened.state(RoundRequest::from(1)) {
            self.wishes.check_system(chosen.system, &state)?;
        }
        let mut answer = Answer::new(
            &chosen,
            self.rounds(&opened, chosen.system)?,
            !self.wishes.is_empty() || !opened.loaded.tournament.wishes.is_empty(),
        );
        answer.has_order = opened.loaded.report.is_none();
        if self.standings {
            let checked = tasks::check_standings(&opened.loaded, opened.trust);
            answer.standings = Some(checked.map_err(|error| match error {
                TaskError::Request(what) => AskError::refused(what, format!("leave out {}", RequestField("standings"))),
                error => opened.failed(error),
            })?);
        }
        context.note_overruled(&opened, opened.overruled());
        let wrong = answer.standings.as_ref().map_or(0, |standings| standings.wrong);
        let different = differences(answer.rounds_different, wrong);
        context.give(Answered::new(answer))?;
        different.map_or(Ok(()), |what| Err(AskError::Discrepancy(what)))
    }
}

impl Request {
    /// Every played round, compared with what the system makes of it, and of the wishes.
    fn rounds(&self, opened: &Opened, system: System) -> Result<Vec<RoundCheck>, AskError> {
        let (tournament, trust) = (&opened.loaded.tournament, opened.trust);
        if self.wishes.is_empty() && tournament.wishes.is_empty() {
            return check(tournament, system, trust).map_err(|error| opened.refused(error));
        }
        let mut failed = None;
        let rounds = check_by(tournament, trust, |state| {
            self.pair(opened, state, system, &mut failed).map_err(|why| format!("the system finds no pairing: {why}"))
        });
        failed.map_or_else(|| rounds.map_err(|error| opened.refused(error)), Err)
    }

    fn pair(
        &self,
        opened: &Opened,
        state: &RoundState,
        system: System,
        failed: &mut Option<AskError>,
    ) -> Result<SystemPairing, String> {
        let own = system.pair(state).map_err(|why| why.to_string())?;
        // What the file says goes by the round; without it and without a wish the round is the system's own.
        let of_file = opened.loaded.tournament.wishes.get(&state.round()).filter(|_| self.wishes.is_empty());
        let made = match of_file {
            Some(texts) => WishesAsked::of_texts(texts).and_then(|wishes| wishes.of_round(state)),
            None if self.wishes.is_empty() => return Ok(own),
            None => self.wishes.of_round(state),
        };
        let made = made.map_err(AskError::from);
        let made = made.and_then(|wishes| pair_by_wishes(state, system, &wishes, &own, Options::default()));
        made.map(|by_wishes| by_wishes.paired).map_err(|ended| {
            *failed = Some(ended);
            "by wishes".to_owned()
        })
    }
}
