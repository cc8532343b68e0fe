//! Compare how systems and models pair a round.

mod request;
mod show;
mod side_by_side;

pub use request::Request;
pub use side_by_side::{AllRounds, Answer};

use super::{Answered, AskError, Context, Opened, remarks};
use crate::model::Objective;
use crate::questions::registry::System;
use crate::questions::tasks::Rules;
use crate::solve::Options;
use itertools::Itertools;
use std::slice;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        self.check()?;
        self.page.check(context)?;
        let models: Vec<Objective> =
            self.models.iter().map(|model| context.objective(model, &self.decisions)).try_collect()?;
        let asked = models.iter().collect_vec();
        let repaired: Vec<Objective> = models.iter().map(|model| self.repair.applied(model.clone())).try_collect()?;
        let options = Options { ties: self.ties, ..context.start(&self.limits)? };
        let opened = context.tournament(&self.file)?;
        let systems = self.systems(&opened, context)?;
        let tournament = &opened.loaded.tournament;
        let failed = |error| opened.failed(error);
        if self.all_rounds {
            let request = self.tables.read(self.file.request(None), Some(&asked), context)?;
            let answer = AllRounds::new(tournament, &request, &systems, &repaired, options).map_err(failed)?;
            note(&opened, &asked, &answer.rounds, context);
            let ended = answer.ended();
            self.page.give(Answered::new(answer), context)?;
            return ended;
        }
        let request = self.decisions.add_to(self.file.request(self.round));
        let late = request.late.clone();
        let state = opened.state(self.tables.read(request, Some(&asked), context)?)?;
        let rules = systems.iter().copied().map(Rules::System);
        for rules in rules.chain(models.iter().cloned().map(Rules::Model)) {
            context.check_bye(&state, &rules, opened.trust)?;
        }
        remarks(tournament, &state, &late).into_iter().for_each(|what| context.remark(what));
        let answer = Answer::new(tournament, state, &systems, &repaired, options).map_err(failed)?;
        note(&opened, &asked, slice::from_ref(&answer), context);
        let ended = answer.ended();
        self.page.give(Answered::new(answer), context)?;
        ended
    }
}

/// Note what the results overruled, and what the models leave unheeded in these rounds.
fn note(opened: &Opened, models: &[&Objective], rounds: &[Answer], context: &dyn Context) {
    if let Some(first) = rounds.first() {
        context.note_overruled(opened, first.state.overruled().to_vec());
    }
    context.note_unheeded(models, rounds.iter().map(|round| &round.state));
}

impl Request {
    /// The systems that are compared.
    fn systems(&self, opened: &Opened, context: &dyn Context) -> Result<Vec<System>, AskError> {
        if self.systems.is_empty() {
            let tournament = &opened.loaded.tournament;
            return Ok(System::usual(tournament.games_per_pairing, tournament.teams.is_some()).collect());
        }
        let chosen: Vec<_> = self.systems.iter().map(|asked| opened.system(*asked)).try_collect()?;
        chosen.iter().for_each(|chosen| context.note_chosen(chosen));
        Ok(chosen.into_iter().map(|chosen| chosen.system).collect())
    }
}
