//! Why a round is paired as it is.

mod request;

pub use request::Request;

use super::{Answered, Context, Ended};
use crate::page::ExplainPage;
use crate::report::{ExplainReport, Format};
use crate::solve::Options;
use crate::tasks::{self, Explained, Explanation};

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        self.check(context)?;
        self.page.check(context)?;
        let spec = context.objective(&self.model, &self.at.decisions)?;
        let repaired = self.repair.applied(spec.clone())?;
        let options = Options { ties: self.ties, ..context.start(&self.limits)? };
        let round = context.open(&self.at, &self.tables, &[&spec])?;
        let (state, spec, name) = (&round.state, &repaired, round.name());
        let failed = |error| round.opened.failed(error);
        let board = self.board.map(|number| number.get() as usize);
        let picture =
            if self.page.is_wanted() { Some(tasks::picture(state, spec, options).map_err(failed)?) } else { None };
        let explained = match &picture {
            Some(picture) => picture.explained.clone(),
            None => tasks::explain(state, spec, board, options).map_err(failed)?,
        };
        let live = self.live.then(|| tasks::live(name, state, spec)).transpose().map_err(failed)?;
        let mut answer = ExplainReport::new(name, state, &spec.name, &explained, board.is_some());
        answer.ties = self.ties;
        context.give(Answered::new(answer.clone()))?;
        if let Some(picture) = &picture {
            let page = ExplainPage::new(answer, state, spec, picture);
            self.page.write(context, || crate::page::explain(&page, live.as_ref()))?;
        }
        ended(&explained, context.format() == Format::Table)
    }
}

/// How it ended.
fn ended(explained: &Explained, has_reason: bool) -> Result<(), Ended> {
    match (&explained.outcome, explained.limit) {
        (Explanation::NoPairing(why), _) => Err(Ended::of_no_pairing(why, has_reason)),
        (_, None) => Ok(()),
        (_, Some(limit)) => Err(Ended::before(limit, "everything was known")),
    }
}
