//! Replay a tournament.

mod answer;
mod replay;
mod request;
mod text;

pub use answer::{Answer, rounds_different};
pub use replay::{RoundCheck, check};
pub use request::Request;

use super::{Answered, Context, Ended};

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let chosen = opened.system(self.system.system)?;
        let answer = Answer::new(&opened.loaded.tournament, &chosen, opened.trust);
        let answer = answer.map_err(|error| opened.refused(error))?;
        context.note_overruled(&opened, opened.overruled());
        let different = answer.rounds_different;
        context.give(Answered::new(answer))?;
        if different == 0 { Ok(()) } else { Err(Ended::Discrepancy(rounds_different(different))) }
    }
}
