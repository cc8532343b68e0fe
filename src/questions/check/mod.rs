//! Replay a tournament.

mod answer;
mod replay;
mod request;
mod text;

pub use answer::{Answer, differences};
pub use replay::{RoundCheck, check};
pub use request::Request;

use super::{Answered, Context, Ended};
use crate::field::Field;
use crate::report::Format;
use crate::tasks::{self, TaskError};

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        if self.standings && !matches!(context.format(), Format::Table | Format::Json) {
            let [standings, format] = [Field("standings"), Field("format")];
            let instead = format!("leave out {standings}, or take {format} table or json");
            return Err(Ended::refused("ranks are shown in a table or in JSON", instead));
        }
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let chosen = opened.system(self.system.system)?;
        let answer = Answer::new(&opened.loaded.tournament, &chosen, opened.trust);
        let mut answer = answer.map_err(|error| opened.refused(error))?;
        if self.standings {
            let checked = tasks::check_standings(&opened.loaded, opened.trust);
            answer.standings = Some(checked.map_err(|error| match error {
                TaskError::Request(what) => Ended::refused(what, format!("leave out {}", Field("standings"))),
                error => opened.failed(error),
            })?);
        }
        context.note_overruled(&opened, opened.overruled());
        let wrong = answer.standings.as_ref().map_or(0, |standings| standings.wrong);
        let different = differences(answer.rounds_different, wrong);
        context.give(Answered::new(answer))?;
        different.map_or(Ok(()), |what| Err(Ended::Discrepancy(what)))
    }
}
