//! The pairings that no other one dominates between two criteria, and what it costs to make fewer boards of a kind: a front between their
//! number and the tiers.

mod answer;
mod plot;
mod request;
mod text;

pub use answer::{Answer, Criterion, Point};
pub use request::{PointAsked, PricesRequest, Request};

use super::{Answered, Context, Ended};

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        self.check(context)?;
        if let Some(path) = &self.plot {
            // Before the search, which can take minutes.
            path.check(self.force, context.inputs(), PLOT)?;
        }
        let spec = context.objective(&self.model, &self.at.decisions)?;
        let options = context.start(&self.limits)?;
        let round = context.open(&self.at, &self.tables, &[&spec])?;
        let answer = Answer::front(round.name(), &round.state, &spec, &self.between, !self.point.values, options)?;
        let plot = self.plot.as_ref().map(|path| (path, answer.plot()));
        let ended = answer.ended();
        context.give(Answered::new(answer.showing(self.point.point)?))?;
        if let Some((path, svg)) = plot {
            let svg =
                svg.map_err(|what| Ended::Internal(format!("the plot cannot be drawn: {what}; please report this")))?;
            path.write(self.force, context.inputs(), PLOT, |out| out.write_all(svg.as_bytes()))?;
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

/// What is written.
const PLOT: &str = "the plot";
