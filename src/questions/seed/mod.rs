//! Give out seed numbers.

mod answer;
mod request;

pub use answer::Answer;
pub use request::{Method, Request};

use super::{Answered, Context, Ended};
use crate::systems::tcec::{Seeding, advised_groups};

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
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
