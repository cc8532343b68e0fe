//! The pairings that no other one dominates between two criteria.

mod request;

pub use request::Request;

use super::{Answered, Context, Ended};
use crate::report::ParetoReport;
use crate::tasks;

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
        let pareto = tasks::pareto(&round.state, &spec, &self.between, self.point.are_wanted(), options);
        let pareto = pareto.map_err(|error| round.opened.failed(error))?;
        let answer = ParetoReport::new(round.name(), &round.state, &spec.name, &pareto);
        let plot = self.plot.as_ref().map(|path| (path, answer.plot()));
        let ended = super::asked::ended(&pareto.front.termination);
        let answer = self.point.shown(answer, ended.is_ok())?;
        context.give(Answered::new(answer))?;
        if let Some((path, svg)) = plot {
            let svg =
                svg.map_err(|what| Ended::Internal(format!("the plot cannot be drawn: {what}; please report this")))?;
            path.write(self.force, context.inputs(), PLOT, |out| out.write_all(svg.as_bytes()))?;
        }
        ended
    }
}

/// What is written.
const PLOT: &str = "the plot";
