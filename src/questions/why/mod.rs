//! Why two players do not meet, or what it is worth that they do.

mod answer;
mod by_system;
mod csv;
mod opponents;
mod request;
mod text;
mod who;

pub use answer::{Answer, FailingStep, MeetsInstead, OptimaCount, WhyStatus, Without};
pub use opponents::{Opponents, PossibleOpponent};
pub use request::Request;
pub use who::{BYE, pair_of, present, who};

use super::{Answered, Context, Ended, OpenedRound};
use crate::field::RequestField;
use crate::model::Objective;
use crate::report::Format;
use crate::solve::Options;
use crate::tasks::Rules;
use crate::tournament::Seat;
use std::num::NonZero;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        self.check()?;
        if self.count_optima.is_some() && context.format() == Format::Pairs {
            let what = "a list of boards does not say how many optima there are";
            return Err(Ended::refused(
                what,
                format!("leave out {}, or take another format", RequestField("count_optima")),
            ));
        }
        let options = Options { ties: self.ties, ..context.start(&self.limits)? };
        let (round, rules) = context.open_by(&self.at, &self.tables, &self.rules, &self.repair)?;
        let tournament = &round.opened.loaded.tournament;
        let failed = |error| round.opened.failed(error);
        let one = who(tournament, &self.one).map_err(failed)?;
        let Some(other) = &self.other else {
            present(tournament, &round.request, &round.state, one).map_err(failed)?;
            return match &rules {
                Rules::Model(spec) => all_of(&round, spec, one, options, context),
                Rules::System(system) => {
                    let what = format!("{system} has no prices, so that it is asked of two players, and one is named");
                    Err(Ended::refused(what, "name the other, or bye; or take a model"))
                }
            };
        };
        let other = who(tournament, other).map_err(failed)?;
        let pair = pair_of(tournament, &round.request, &round.state, [one, other]).map_err(failed)?;
        let count = self.count_optima.map(NonZero::get);
        let answer = match &rules {
            Rules::Model(spec) => Answer::by_model(round.name(), &round.state, spec, pair, count, options)?,
            Rules::System(system) => Answer::by_system(round.name(), &round.state, *system, pair, options)?,
        };
        if context.format() == Format::Pairs && answer.has_no_pairing() {
            let table = format!("{} table", RequestField("format"));
            context.remark(format!("no pairing has these two, so there is none to list; {table} says why"));
        }
        let ended = answer.ended();
        context.give(Answered::new(answer))?;
        ended
    }
}

/// All others of one player.
fn all_of(
    round: &OpenedRound,
    spec: &Objective,
    one: Seat,
    options: Options,
    context: &dyn Context,
) -> Result<(), Ended> {
    if context.format() == Format::Pairs {
        let (format, other) = (RequestField("format"), RequestField("other"));
        return Err(Ended::refused(
            "opponents are no list of boards",
            format!("take another {format}, or name {other}"),
        ));
    }
    let answer = Opponents::new(round.name(), &round.state, spec, one, options)?;
    let ended = answer.ended(context.format() == Format::Table);
    context.give(Answered::new(answer))?;
    ended
}
