//! Why two players do not meet, or what it is worth that they do.

mod answer;
mod by_system;
mod csv;
mod request;
mod text;
mod who;

pub use answer::{Answer, FailingStep, MeetsInstead, OptimaCount, WhyStatus, Without};
pub use request::Request;
pub use who::{BYE, pair_of, who};

use super::{Answered, Context, Ended};
use crate::field::Field;
use crate::report::Format;
use crate::solve::Options;
use crate::tasks::Rules;
use std::num::NonZero;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        self.check()?;
        if self.count_optima.is_some() && context.format() == Format::Pairs {
            let what = "a list of boards does not say how many optima there are";
            return Err(Ended::refused(what, format!("leave out {}, or take another format", Field("count_optima"))));
        }
        let options = Options { ties: self.ties, ..context.start(&self.limits)? };
        let (round, rules) = context.open_by(&self.at, &self.tables, &self.rules, &self.repair)?;
        let tournament = &round.opened.loaded.tournament;
        let failed = |error| round.opened.failed(error);
        let one = who(tournament, &self.one).map_err(failed)?;
        let other = who(tournament, &self.other).map_err(failed)?;
        let pair = pair_of(tournament, &round.request, &round.state, [one, other]).map_err(failed)?;
        let count = self.count_optima.map(NonZero::get);
        let answer = match &rules {
            Rules::Model(spec) => Answer::by_model(round.name(), &round.state, spec, pair, count, options)?,
            Rules::System(system) => Answer::by_system(round.name(), &round.state, *system, pair, options)?,
        };
        if context.format() == Format::Pairs && answer.has_no_pairing() {
            let table = format!("{} table", Field("format"));
            context.remark(format!("no pairing has these two, so there is none to list; {table} says why"));
        }
        let ended = answer.ended();
        context.give(Answered::new(answer))?;
        ended
    }
}
