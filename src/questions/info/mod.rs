//! Sum up a tournament file.

mod request;
mod summary;

pub use request::Request;
pub(crate) use summary::away_before;
pub use summary::{AcceleratedRow, AdjustmentRow, Answer, AwayRow, LateRow};

use super::{Answered, AskError, Context};

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let answer = Answer::new(&opened.loaded, opened.trust).map_err(|error| opened.refused(error))?;
        context.note_overruled(&opened, opened.overruled());
        context.give(Answered::new(answer))
    }
}
