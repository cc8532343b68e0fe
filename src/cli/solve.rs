use super::exit::{Exit, Failure};
use super::new_file::NewFolder;
use super::watch::{self, What};
use super::{beside, input, limits, output, repair};
use crate::model::{Model, Spec};
use crate::printable::shell_word;
use crate::report::{Format, SolveReport};
use crate::solve::Moment;
use crate::solve::{Method, NoPairing, Options, Termination, Ties, Wanted, check_proof_size};
use crate::tasks::{self, Folder, MOST_ROUNDS_AHEAD, Repaired};
use crate::tournament::{RoundState, Tournament};
use clap::Args;
use std::io::Write;

/// Pair a round optimally.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    #[command(flatten)]
    tables: beside::Arguments,
    /// A model by name, or a model file
    #[arg(long, default_value = "pairs", value_name = "NAME|PATH")]
    model: String,
    /// How to solve a model of pairs without caps: by an exact search, or by HiGHS alone; the result does not depend on it
    #[arg(long, default_value_t, value_name = "exact|highs")]
    method: Method,
    /// Which of several equal optima: the canonical one, one by lot, or the one nearest to the fold
    #[arg(long, default_value_t, value_name = "canonical|random:SEED|fold")]
    ties: Ties,
    #[command(flatten)]
    limits: limits::Arguments,
    /// Threads for the solver; the result does not depend on it
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Count the optima, unless some part of the field that affects no other has more than MOST [default: 100000]
    #[arg(long, value_name = "MOST", num_args = 0..=1, require_equals = true, default_missing_value = "100000")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    count_optima: Option<u64>,
    /// List the first K optima, in canonical order
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    all_optima: Option<u32>,
    /// Write what proves the optimum into this folder: a certificate in integers, and a proof for VeriPB
    #[arg(long, value_name = "DIR")]
    proof: Option<NewFolder>,
    /// Write the proof into a folder that has other files, too; they stay
    #[arg(long, requires = "proof")]
    force: bool,
    #[command(flatten)]
    repair: repair::Arguments,
    /// Find the best pairing that leaves K more rounds pairable by the rules on pairs, and show one way to pair them
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_ROUNDS_AHEAD)))]
    #[arg(conflicts_with_all = ALONE, conflicts_with_all = ["watch", "ties"])]
    keep_open: Option<u32>,
    /// Show the linear program of the pairs without odd sets: its value beside the optimum, and the odd circles of halves
    #[arg(long, group = "watch", conflicts_with_all = ALONE)]
    relax: bool,
    /// Show the linear program of the pairs step by step, with each odd set as it is added
    #[arg(long, group = "watch", conflicts_with_all = ALONE)]
    cuts: bool,
    /// Show tier after tier: what is decided, its evidence, and how many pairs are left
    #[arg(long, group = "watch", conflicts_with_all = ALONE)]
    trace_tiers: bool,
    /// Show the dual values that prove the optimum
    #[arg(long, group = "watch", conflicts_with_all = ALONE)]
    duals: bool,
    /// Write the log of HiGHS to standard error, and the course of branch and bound after the result
    #[arg(long)]
    log: bool,
}

/// What does not go with a result that is watched.
const ALONE: [&str; 6] = ["count_optima", "all_optima", "proof", "force", "log", "repair"];

impl Arguments {
    /// What is watched, if anything is.
    fn watched(&self) -> Option<What> {
        let asked = [self.relax, self.cuts, self.trace_tiers, self.duals];
        let all = [What::Relaxation, What::Cuts, What::Tiers, What::Duals];
        asked.into_iter().zip(all).find(|(is_asked, _)| *is_asked).map(|(_, what)| what)
    }

    /// Pair the round, repair it, or keep more rounds open, as it is asked.
    fn solve(
        &self,
        tournament: &Tournament,
        state: &RoundState,
        model: &Model,
        options: Options,
    ) -> anyhow::Result<Repaired> {
        let unrepaired = |solved| Repaired { solved, repair: None };
        let done = match (model, self.keep_open) {
            (Model::Objective(spec), Some(rounds)) => {
                tasks::keep_open(tournament, state, spec, rounds, options).map(unrepaired)
            }
            (Model::Objective(spec), None) => match self.repair.given_up(spec)? {
                Some(rules) => tasks::repair(state, spec, &rules, options),
                None => tasks::solve(state, model, options).map(unrepaired),
            },
            _ => tasks::solve(state, model, options).map(unrepaired),
        };
        done.map_err(Failure::of_solver)
    }

    /// Refuse what no system's program has.
    fn check_system(&self, model: &Model) -> anyhow::Result<()> {
        if Spec::try_from(model.clone()).is_ok() {
            return Ok(());
        }
        let refuse = |message: String| Err(Failure::error(Exit::WrongRequest, message));
        if self.repair.is_asked() {
            return refuse(repair::not_of(model.name()));
        }
        match self.keep_open {
            Some(_) => refuse(format!(
                "{} leaves one pairing, so none can be chosen that keeps rounds open; use a model with an objective",
                model.name()
            )),
            None => Ok(()),
        }
    }

    /// Refuse what is asked of HiGHS where it is not run.
    fn check_highs(&self, model: &Model) -> anyhow::Result<()> {
        let Model::System(spec) = model else { return Ok(()) };
        let (why, option) = match (self.log, self.method) {
            (true, _) => ("so there is no log", "--log"),
            (_, Method::Highs) => ("so it cannot be solved by HiGHS alone", "--method"),
            _ => return Ok(()),
        };
        let name = &spec.name;
        let message = format!(
            "{name} is a system's program, which is solved by exact searches without HiGHS, {why}; leave out {option}"
        );
        Err(Failure::error(Exit::WrongRequest, message))
    }

    /// What is asked of the optima, if anything is.
    fn wanted(&self, model: &Model, output: &output::Arguments) -> anyhow::Result<Option<Wanted>> {
        let refuse = |what: &str| Err(Failure::error(Exit::WrongRequest, what));
        if self.count_optima.is_none() && self.all_optima.is_none() {
            return Ok(None);
        }
        if matches!(model, Model::System(_)) {
            return refuse(
                "the optima of a system's program are not counted: its rules leave one; use a model with an objective",
            );
        }
        if output.is_trf() || !matches!(output.format(), Format::Table | Format::Json) {
            return refuse(
                "how many optima there are is said in a table or in JSON; leave out --format, or use --format json",
            );
        }
        Ok(Some(Wanted { count: self.count_optima.unwrap_or(0), list: self.all_optima.unwrap_or(0) as usize }))
    }
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let model = input::model_that_pairs(&arguments.model)?;
    if let (Some(_), Model::System(spec)) = (&arguments.proof, &model) {
        let message = format!(
            "--proof needs a model with an objective, and {} is a system's program, for which there is no certificate; \
             without --proof, --format json names the evidence for each tier",
            spec.name
        );
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    if let Model::Objective(spec) = &model {
        arguments.input.decisions.check_model(spec)?;
    }
    arguments.check_highs(&model)?;
    arguments.check_system(&model)?;
    let log = arguments.log.then_some(write_log as crate::solve::Log);
    let Arguments { threads, method, ties, .. } = *arguments;
    let options = Options { threads, method, ties, log, ..arguments.limits.start()? };
    if let Some(what) = arguments.watched() {
        return watch::run(what, (&arguments.input, &arguments.tables), &model, options, output);
    }
    let wanted = arguments.wanted(&model, output)?;
    let reading = Moment::now();
    let (opened, state) = arguments.input.load_beside(&arguments.tables, &specs(&model), output)?;
    let read = reading.elapsed();
    if let Model::Objective(spec) = &model {
        input::say_unheeded(spec, &state, output);
    }
    if let Some(dir) = &arguments.proof {
        check_proof_size(&state, options).map_err(Failure::of_solver)?;
        // Before the solve, so that no older proof is there if it comes to no end.
        Folder::clear(dir.path(), arguments.force, &output.inputs).map_err(Failure::of_proof_folder)?;
    }
    let tournament = &opened.loaded.tournament;
    let mut repaired = arguments.solve(tournament, &state, &model, options)?;
    // What is proven, and counted, is the model that was solved.
    let solved_by = repaired.repair.as_ref().map_or(model.clone(), |repair| Model::Objective(repair.spec.clone()));
    if let (Some(wanted), Model::Objective(spec)) = (wanted, &solved_by) {
        tasks::count_optima(&state, spec, &mut repaired.solved, wanted, options).map_err(Failure::of_solver)?;
    }
    let report = SolveReport::of_repaired(&tournament.name, &state, &model, &repaired, read);
    let solved = &repaired.solved;
    let best = solved.solution.incumbent.as_ref();
    let written = output.write_round(&report, &opened, arguments.input.request(), best.map(|best| &best.pairing));
    let mut is_proof_late = false;
    if let (Some(dir), Model::Objective(spec)) = (&arguments.proof, &solved_by) {
        if solved.is_provable() {
            let proven = options.in_time(|| {
                tasks::prove(&state, spec, solved).map(|proof| proof.write(dir.path(), arguments.force, &output.inputs))
            });
            match proven.transpose().map_err(Failure::of_solver)? {
                None => is_proof_late = true,
                Some(Err(error)) => output.fail(Failure::of_proof_folder(error).to_string()),
                Some(Ok(files)) => {
                    let [program, proof] = files.map(|path| shell_word(&path.display().to_string()));
                    output.say(format!(
                        "the proof is in {}; another checker: veripb {program} {proof}",
                        dir.path().display()
                    ));
                }
            }
        } else {
            output.say(format!("there is no proof to write to {}", dir.path().display()));
        }
    }
    written?;
    if is_proof_late {
        return Err(Failure::of_limit(format!("{} came before the proof was written", options.start().reached())));
    }
    if let (Termination::Infeasible(why), false) = (&solved.solution.termination, arguments.repair.is_asked())
        && !matches!(why, NoPairing::Closed(_))
        && matches!(model, Model::Objective(_))
    {
        output.say("--repair finds the pairing that breaks the rules as little as possible");
    }
    if repaired.repair.as_ref().is_some_and(|repair| repair.is_late) {
        return Err(Failure::of_limit("a limit came before the prices of all breaches"));
    }
    Failure::of_solved(solved, &report.problems, output.format())
}

/// The model, if it is one with an objective.
pub(super) fn specs(model: &Model) -> Vec<&Spec> {
    if let Model::Objective(spec) = model { vec![spec] } else { Vec::new() }
}

/// If the log cannot be written, there is no place to say so.
fn write_log(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
