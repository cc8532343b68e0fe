//! Why a round is paired as it is.

mod answer;
mod page;
mod picture;
mod request;
mod text;

pub use super::drawing::{CardReport, WantedReport};
pub use answer::{Answer, ExplainedBoard, Instead, PricedOpponent};
pub use page::{Answers, ExplainPage, Reason, RuleText, page};
pub use picture::{MOST_PAIRS, PairStanding, Picture, SeenPair};
pub use request::Request;

use super::asked::{default_model, model_or_default};
use super::{Answered, Context, Ended};
use crate::report::Format;
use crate::solve::Options;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        self.check(context)?;
        self.page.check(context)?;
        let spec = context.objective(model_or_default(self.model.as_deref()), &self.at.decisions)?;
        let repaired = self.repair.applied(spec.clone())?;
        let options = Options { ties: self.ties, ..context.start(&self.limits)? };
        let round = context.open(&self.at, &self.tables, &[&spec])?;
        let (state, spec, name) = (&round.state, &repaired, round.name());
        let board = self.board.map(|number| number.get() as usize);
        let picture = self.page.is_drawn().then(|| Picture::new(name, state, spec, options)).transpose()?;
        let answer = match &picture {
            Some(picture) => picture.answer.clone(),
            None => Answer::new(name, state, spec, board, options)?,
        };
        let ended = answer.ended(context.format() == Format::Table);
        context.give(Answered::new(answer).headed(self.model.is_none().then(default_model)))?;
        if let Some(picture) = picture {
            let record = ExplainPage::new(state, spec, picture);
            self.page.write(context, || page::page(&record))?;
        }
        ended
    }
}
