//! The pairings that no other one dominates between two criteria, and what it costs to make fewer boards of a kind: a front between their
//! number and the tiers.

mod answer;
mod plot;
mod request;
mod text;

pub use answer::{Answer, Criterion, Point};
pub use request::{PointAsked, PricesRequest, Request};

use super::asked::NewFile;
use super::{Answered, Context, Ended};

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        self.check(context)?;
        if let Some(path) = &self.plot {
            // Before the search, which can take minutes.
            path.check(self.force, context.inputs(), NewFile::FIGURE)?;
        }
        let spec = context.objective(&self.model, &self.at.decisions)?;
        let options = context.start(&self.limits)?;
        let round = context.open(&self.at, &self.tables, &[&spec])?;
        let answer = Answer::front(round.name(), &round.state, &spec, &self.between, !self.point.values, options)?;
        let plot = self.plot.as_ref().map(|path| (path, answer.plot()));
        let ended = answer.ended();
        context.give(Answered::new(answer.showing(self.point.point)?))?;
        if let Some((path, svg)) = plot {
            path.write_figure(self.force, context.inputs(), svg)?;
        }
        ended
    }
}

impl super::Request for PricesRequest {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        self.point.check(context)?;
        let spec = context.objective(&self.model, &self.at.decisions)?;
        let options = context.start(&self.limits)?;
        let round = context.open(&self.at, &self.tables, &[&spec])?;
        let answer = Answer::price_list(round.name(), &round.state, &spec, &self.of, !self.point.values, options)?;
        let ended = answer.ended();
        context.give(Answered::new(answer.showing(self.point.point)?))?;
        ended
    }
}
