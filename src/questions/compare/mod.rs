//! Compare how systems and models pair a round.

mod request;

pub use request::Request;

use super::{Answered, Context, Ended, Opened};
use crate::model::Objective;
use crate::registry::System;
use crate::report::{CompareReport, CompareRoundsReport};
use crate::solve::Options;
use crate::tasks::{self, ComparedRounds, Conclusion};
use itertools::Itertools;
use std::sync::Arc;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
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
        let rounds = if self.all_rounds {
            let request = self.tables.add_to(self.file.request(None), &asked, context)?;
            tasks::compare_rounds(tournament, &request, &systems, &repaired, options).map_err(failed)?
        } else {
            let request = self.decisions.add_to(self.file.request(self.round));
            let state = opened.state(self.tables.add_to(request, &asked, context)?)?;
            let compared = tasks::compare(tournament, &state, &systems, &repaired, options).map_err(failed)?;
            ComparedRounds { compared: vec![(state, compared)], not_reached: Vec::new() }
        };
        if let Some((state, _)) = rounds.compared.first() {
            context.note_overruled(&opened, state.overruled().to_vec());
        }
        context.note_unheeded(&asked, rounds.compared.iter().map(|(state, _)| state));
        let conclusion = rounds.conclusion();
        if self.all_rounds {
            let mut answer = CompareRoundsReport::new(tournament, rounds);
            answer.rounds.iter_mut().for_each(|round| round.ties = self.ties);
            self.give(Answered::with_page(answer, crate::page::compare_rounds), context)?;
        } else {
            for (state, compared) in rounds.compared {
                let mut answer = CompareReport::new(&tournament.name, &state, compared);
                answer.ties = self.ties;
                let state = Arc::new(state);
                let draw = move |answer: &CompareReport| crate::page::compare(answer, &state);
                self.give(Answered::with_page(answer, draw), context)?;
            }
        }
        ended(conclusion)
    }
}

impl Request {
    /// The systems that are compared.
    fn systems(&self, opened: &Opened, context: &dyn Context) -> Result<Vec<System>, Ended> {
        if self.systems.is_empty() {
            return Ok(System::all().collect());
        }
        let chosen: Vec<_> = self.systems.iter().map(|asked| opened.system(*asked)).try_collect()?;
        chosen.iter().for_each(|chosen| context.note_chosen(chosen));
        Ok(chosen.into_iter().map(|chosen| chosen.system).collect())
    }

    /// Give the answer, and write its page.
    fn give(&self, answer: Answered<'_>, context: &dyn Context) -> Result<(), Ended> {
        let drawn = if self.page.is_wanted() { answer.page.as_ref().map(|draw| draw()) } else { None };
        context.give(answer)?;
        drawn.map_or(Ok(()), |page| self.page.write(context, || page))
    }
}

/// How it ended.
fn ended(conclusion: Conclusion) -> Result<(), Ended> {
    match conclusion {
        Conclusion::Complete => Ok(()),
        Conclusion::NoPairing => Err(Ended::NoPairing("no system and no model has a pairing".to_owned())),
        Conclusion::WithoutProof => {
            Err(Ended::Limit("a limit came before everything was paired and proven".to_owned()))
        }
        Conclusion::Discrepancy(found) => {
            Err(Ended::Discrepancy(format!("a proven optimum is none; please report this: {found}")))
        }
    }
}
