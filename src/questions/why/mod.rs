//! Why two players do not meet, or what it is worth that they do.

mod by_system;
mod colours;
mod opponents;
mod reasons;
mod record;
mod request;
mod show;
mod who;

pub use colours::ColoursOfPair;
pub use opponents::{Opponents, PossibleOpponent};
pub use record::{Answer, FailingStep, MeetsInstead, OptimaCount, Price, WhyStatus, Without};
pub use request::Request;
use who::{pair_of, present};

use super::asked::{DEFAULT_MODEL, who};
use super::{Answered, AskError, Context, OpenedRound};
use crate::files::request_field::RequestField;
use crate::model::Objective;
use crate::questions::in_force::AskedSystem;
use crate::questions::registry::System;
use crate::questions::report::Format;
use crate::questions::tasks::{self, Rules};
use crate::solve::Options;
use crate::tournament::Seat;
use std::num::NonZero;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        self.check()?;
        if self.count_optima.is_some() && context.format() == Format::Pairs {
            let what = "a list of boards does not say how many optima there are";
            return Err(AskError::refused(
                what,
                format!("leave out {}, or take another format", RequestField("count_optima")),
            ));
        }
        let options = Options { ties: self.ties, ..context.start(&self.limits)? };
        let (round, rules, heading) = self.opened(options, context)?;
        let tournament = &round.opened.loaded.tournament;
        let one = who(tournament, &self.one)?;
        let Some(other) = &self.other else {
            present(tournament, &round.request, &round.state, one)?;
            return match &rules {
                Rules::Model(spec) => all_of(&round, spec, one, options, heading, context),
                Rules::System(system) => {
                    let what = format!("{system} has no prices, so that it is asked of two players, and one is named");
                    Err(AskError::refused(what, "name the other, or bye; or take a model"))
                }
            };
        };
        let other = who(tournament, other)?;
        let pair = pair_of(tournament, &round.request, &round.state, [one, other])?;
        let count = self.count_optima.map(NonZero::get);
        let answer = match &rules {
            Rules::Model(spec) => Answer::by_model(round.name(), &round.state, spec, pair, count, options)?,
            Rules::System(system) => {
                self.wishes.check_system(*system, &round.state)?;
                let wishes = self.wishes.of_round(&round.state)?;
                Answer::by_wishes(round.name(), &round.state, *system, &wishes, pair, options)?
            }
        };
        if context.format() == Format::Pairs && answer.has_no_pairing() {
            let table = format!("{} table", RequestField("format"));
            context.remark(format!("no pairing has these two, so there is none to list; {table} says why"));
        }
        let ended = answer.ended();
        context.give(Answered::new(answer).headed(heading))?;
        ended
    }
}

impl Request {
    /// The round, the rules, and what the table says first. Without rules that are named, those of the system that pairs the round as the
    /// file has it; otherwise the model that is asked if none is named.
    fn opened(
        &self,
        options: Options,
        context: &dyn Context,
    ) -> Result<(OpenedRound, Rules, Option<String>), AskError> {
        let is_of_model = self.other.is_none()
            || self.count_optima.is_some()
            || !self.ties.is_canonical()
            || self.tables.are_any()
            || self.repair.is_asked();
        if self.rules.is_named() || is_of_model {
            let (round, rules) = context.open_by(&self.at, &self.tables, &self.rules, &self.repair)?;
            return Ok((round, rules, self.rules.heading()));
        }
        let round = context.open(&self.at, &self.tables, &[])?;
        if let Some(system) = system_of_file(&round, options) {
            let (model, other) = (RequestField("model"), RequestField("system"));
            let heading = format!(
                "System {system} (it pairs the round as the file has it; {model} or {other} names other rules)"
            );
            return Ok((round, Rules::System(system), Some(heading)));
        }
        let spec = context.objective(DEFAULT_MODEL, &self.at.decisions)?;
        context.note_unheeded(&[&spec], [&round.state]);
        Ok((round, Rules::Model(spec), self.rules.heading()))
    }
}

/// The system that pairs the round as the file has it; of several the edition of FIDE's Dutch system in force, or the first.
fn system_of_file(round: &OpenedRound, options: Options) -> Option<System> {
    let OpenedRound { opened, state, .. } = round;
    let in_file = opened.loaded.tournament.pairing(state.round())?.ok()?.in_board_order(state);
    let in_force = opened.system(AskedSystem::Dutch).ok().map(|chosen| chosen.system);
    let others = System::usual(state.games_per_pairing(), state.team_type().is_some())
        .filter(|system| Some(*system) != in_force);
    let is_it = |system: &System| {
        tasks::pair(state, *system, options).is_ok_and(|made| made.pairing.in_board_order(state) == in_file)
    };
    in_force.into_iter().chain(others).find(is_it)
}

/// All others of one player.
fn all_of(
    round: &OpenedRound,
    spec: &Objective,
    one: Seat,
    options: Options,
    heading: Option<String>,
    context: &dyn Context,
) -> Result<(), AskError> {
    if context.format() == Format::Pairs {
        let (format, other) = (RequestField("format"), RequestField("other"));
        return Err(AskError::refused(
            "opponents are no list of boards",
            format!("take another {format}, or name {other}"),
        ));
    }
    let answer = Opponents::new(round.name(), &round.state, spec, one, options)?;
    let ended = answer.ended(context.format() == Format::Table);
    context.give(Answered::new(answer).headed(heading))?;
    ended
}
