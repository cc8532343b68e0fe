//! Sum up a tournament file.

mod answer;
mod request;

pub(crate) use answer::away_before;
pub use answer::{AcceleratedRow, AdjustmentRow, Answer, AwayRow, LateRow};
pub use request::Request;

use super::{Answered, Context, Ended};

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let answer = Answer::new(&opened.loaded, opened.trust).map_err(|error| opened.refused(error))?;
        context.note_overruled(&opened, opened.overruled());
        context.give(Answered::new(answer))
    }
}
