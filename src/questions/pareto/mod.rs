//! The pairings that no other one dominates between two criteria, and what it costs to make fewer boards of a kind: a front between their
//! number and the tiers.

mod front;
#[cfg_attr(target_arch = "wasm32", path = "plot_of_module.rs")]
mod plot;
mod request;

pub use front::{Answer, Criterion, HeldTier, Point};
pub use request::Request;

use super::asked::NewFile;
use super::{Answered, AskError, Context};

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        self.check(context)?;
        if let Some(path) = &self.plot {
            // Before the search, which can take minutes.
            path.check(self.force, context.inputs(), NewFile::FIGURE)?;
        }
        let spec = context.objective(&self.model, &self.at.decisions)?;
        let options = context.start(&self.limits)?;
        let round = context.open(&self.at, &self.tables, &[&spec])?;
        let (name, state, are_canonical) = (round.name(), &round.state, !self.values);
        let answer = match &self.of {
            Some(of) => Answer::price_list(name, state, &spec, of, &self.hold, are_canonical, options)?,
            None => Answer::front(name, state, &spec, &self.between, &self.hold, are_canonical, options)?,
        };
        let plot = self.plot.as_ref().map(|path| (path, answer.plot()));
        let ended = answer.ended();
        context.give(Answered::new(answer.showing(self.point)?))?;
        if let Some((path, svg)) = plot {
            path.write_figure(self.force, context.inputs(), svg)?;
        }
        ended
    }
}
