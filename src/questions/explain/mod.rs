//! Why a round is paired as it is.

mod explanation;
mod request;

pub use explanation::{Answer, ExplainedBoard, Instead, PricedOpponent};
pub use request::Request;

use super::asked::{default_model, model_or_default};
use super::{Answered, AskError, Context};
use crate::files::request_field::RequestField;
use crate::questions::report::Format;
use crate::solve::Options;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        if context.format() == Format::Pairs {
            let instead = format!("take {} table, json or csv", RequestField("format"));
            return Err(AskError::refused("an explanation is no list of boards", instead));
        }
        self.page.check(context)?;
        let spec = context.objective(model_or_default(self.model.as_deref()), &self.at.decisions)?;
        let repaired = self.repair.applied(spec.clone())?;
        let options = Options { ties: self.ties, ..context.start(&self.limits)? };
        let round = context.open(&self.at, &self.tables, &[&spec])?;
        let (state, spec, name) = (&round.state, &repaired, round.name());
        let answer = match self.page.is_drawn() {
            true => Answer::drawn(name, state, spec, options)?,
            false => Answer::new(name, state, spec, options)?,
        };
        let ended = answer.ended(context.format() == Format::Table);
        self.page.give(Answered::new(answer).headed(self.model.is_none().then(default_model)), context)?;
        ended
    }
}
