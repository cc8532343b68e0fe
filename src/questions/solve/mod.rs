//! Pair a round optimally, prove it, and verify it.

mod as_written;
mod keep_open;
mod optima;
mod repair;
mod request;
mod show;
mod solved_round;
mod views;

pub use as_written::TextAnswer;
pub use keep_open::{KeepOpenReport, MOST_ROUNDS_AHEAD, keep_open};
pub use optima::OptimaReport;
pub use repair::{BreachReport, RepairReport, Repaired, repair};
pub use request::Request;
pub use solved_round::{Answer, CourseReport, Seconds};
pub use views::{CaseShown, CutShown, RelaxShown, Shown, StageShown, TierShown, TiersShown, View};

use super::asked::{NewFolder, NewTournament, default_model, model_or_default, without};
use super::rule_proof;
use super::{Answered, AskError, Context, OpenedRound};
use crate::files::printable::shell_word;
use crate::model::{Model, Objective};
use crate::proof::by_rules::ByRules;
use crate::proof::veripb::{Folder, lists_pairs};
use crate::questions::registry::System;
use crate::questions::report::Format;
use crate::questions::tasks::{self, Rules, Solved};
use crate::solve::{NoPairing, Options, Termination, check_proof_size};
use swiss_rule_proof::wishes::Wishes;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        self.check()?;
        if let Some(out) = &self.out {
            out.check(self.force, &self.at.file, context.inputs())?;
        }
        if let Model::AsWritten(text) = without(context.model(model_or_default(self.model.as_deref()))?, &self.without)?
        {
            return as_written::ask(self, &text, context);
        }
        if !self.show.is_empty() {
            return views::ask(self, context);
        }
        let (model, options) = self.begun(context)?;
        let round = context.open(&self.at, &self.tables, model.objective().as_slice())?;
        if let Model::System(system) = &model {
            context.check_bye(&round.state, &Rules::System(System::of(system.edition)), round.opened.trust)?;
        }
        if let Some(dir) = &self.proof {
            if model.objective().is_none_or(|spec| lists_pairs(&round.state, spec)) {
                check_proof_size(&round.state, options)?;
            }
            rule_proof::check_folder(dir, self.force, context)?;
        }
        let mut repaired = self.paired(&round, &model, options)?;
        // What is proven, and counted, is the model that was solved.
        let solved_by = repaired.repair.as_ref().map_or(model.clone(), |repair| Model::Objective(repair.spec.clone()));
        if let (Some(wanted), Model::Objective(spec)) = (self.wanted(), &solved_by) {
            tasks::count_optima(&round.state, spec, &mut repaired.solved, wanted, options)?;
        }
        let answer = Answer::of_repaired(&round, &model, &repaired);
        let problems = answer.problems.clone();
        let best = repaired.solved.solution.incumbent.as_ref().map(|best| &best.pairing);
        let answer = Answered::new(answer).headed(self.model.is_none().then(default_model)).of_round(&round, best);
        let written = NewTournament::write(self.out.as_ref(), self.force, &self.at.file, answer, context);
        let given = written.and_then(|answer| context.give(answer));
        let proven = match (&self.proof, &solved_by) {
            (Some(dir), Model::Objective(spec)) => self.prove(dir, &round, spec, &repaired.solved, options, context),
            (Some(dir), Model::System(system)) if repaired.solved.solution.termination.limit().is_none() => {
                let round = ByRules { state: &round.state, system: system.edition.id, wishes: &Wishes::default() };
                rule_proof::prove(&round, best, dir, self.force, options, context)
            }
            _ => Ok(()),
        };
        given?;
        proven?;
        self.end(&model, &repaired, &problems, context)
    }
}

impl Request {
    /// The round paired, repaired, or with more rounds kept open, as it is asked.
    fn paired(&self, round: &OpenedRound, model: &Model, options: Options) -> Result<Repaired, AskError> {
        let unrepaired = |solved| Repaired { solved, repair: None };
        let Model::Objective(spec) = model else {
            return Ok(unrepaired(tasks::solve(&round.state, model, options)?));
        };
        if let Some(rounds) = self.keep_open {
            let tournament = &round.opened.loaded.tournament;
            return Ok(unrepaired(keep_open(tournament, &round.state, spec, rounds, options)?));
        }
        Ok(match self.repair.given_up(spec)? {
            Some(rules) => repair(&round.state, spec, &rules, options)?,
            None => unrepaired(tasks::solve(&round.state, model, options)?),
        })
    }

    /// Write the proof, if there is something to prove.
    fn prove(
        &self,
        dir: &NewFolder,
        round: &OpenedRound,
        spec: &Objective,
        solved: &Solved,
        options: Options,
        context: &dyn Context,
    ) -> Result<(), AskError> {
        let folder = dir.path().display();
        if !solved.is_provable() {
            context.remark(format!("there is no proof to write to {folder}"));
            return Ok(());
        }
        let write = |proof: Folder| {
            let files = proof.write(dir.path(), self.force, context.inputs());
            files.map(|files| (files, proof.left_out))
        };
        match options.in_time(|| tasks::prove(&round.state, spec, solved).map(write)).transpose()? {
            None => return Err(AskError::before(options.start().reached(), "the proof was written")),
            Some(Err(error)) => context.fail(&AskError::not_written(rule_proof::PROOF, &error)),
            Some(Ok((files, left_out))) => {
                let another = files.map_or(String::new(), |files| {
                    let [program, proof] = files.map(|path| shell_word(&path.display().to_string()));
                    format!("; another checker: veripb {program} {proof}")
                });
                context.remark(format!("the proof is in {folder}{another}"));
                left_out.into_iter().for_each(|what| context.remark(what));
            }
        }
        Ok(())
    }

    /// How it ended.
    fn end(
        &self,
        model: &Model,
        repaired: &Repaired,
        problems: &[String],
        context: &dyn Context,
    ) -> Result<(), AskError> {
        let solved = &repaired.solved;
        if let (Termination::Infeasible(why), false) = (&solved.solution.termination, self.repair.is_asked())
            && !matches!(why, NoPairing::Closed(_))
            && matches!(model, Model::Objective(_))
        {
            let repair = crate::files::request_field::RequestField("repair");
            context.remark(format!("{repair} finds the pairing that breaks the rules as little as possible"));
        }
        if repaired.repair.as_ref().is_some_and(|repair| repair.is_late) {
            return Err(AskError::Limit("a limit came before the prices of all breaches".to_owned()));
        }
        ended(solved, problems, context.format() == Format::Table)
    }
}

/// How a solve ended. `has_reason` says that the answer has given the reason why there is no pairing.
pub(crate) fn ended(solved: &Solved, problems: &[String], has_reason: bool) -> Result<(), AskError> {
    let solution = &solved.solution;
    Err(match (&solution.termination, solution.termination.limit()) {
        _ if solution.incumbent.is_some() && !solved.is_verified() => {
            let what = problems.join("; ");
            AskError::Internal(format!("the verifier does not agree with the solver: {what}; please report this"))
        }
        (Termination::Infeasible(why), _) => AskError::of_no_pairing(why, has_reason),
        (_, None) if solved.optima.as_ref().is_some_and(|(optima, _)| optima.is_late) => {
            AskError::Limit("a limit came before the optima were counted".to_owned())
        }
        (_, None) => return Ok(()),
        (_, Some(limit)) if solved.is_optimal() => AskError::before(limit, "the choice among equal optima"),
        (_, Some(limit)) => AskError::before(limit, "a proof"),
    })
}
