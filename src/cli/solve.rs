use super::exit::{Exit, Failure};
use super::{input, output, proof};
use crate::model::Model;
use crate::model::SystemSpec;
use crate::programs;
use crate::report::{ProgramReport, RoundReport};
use crate::solve::{self, SolveError, Stop};
use crate::verify;
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;

/// Pair a round optimally.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    /// A model by name, or a model file
    #[arg(long, default_value = "pairs", value_name = "NAME|PATH")]
    model: String,
    #[command(flatten)]
    limit: input::LimitArguments,
    /// Threads for the solver; the result does not depend on it
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Write what proves the optimum into this folder: a certificate in integers, and a proof for VeriPB
    #[arg(long, value_name = "DIR")]
    proof: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let spec = match input::model(&arguments.model)? {
        Model::Objective(spec) => spec,
        Model::System(spec) => return run_system(arguments, &spec, output),
    };
    if arguments.proof.is_some() {
        solve::check_certifiable(&spec).map_err(failure)?;
    }
    let reading = Instant::now();
    let (loaded, state) = arguments.input.load(output)?;
    let read = reading.elapsed();
    let options = solve::Options { threads: arguments.threads, ..arguments.limit.options() };
    let solution = solve::solve(&state, &spec, options).map_err(failure)?;
    let verifying = Instant::now();
    let best = solution.incumbent.as_ref();
    let verdict = best.map(|best| verify::verify(&state, &spec, &best.pairing, Some(&best.values)));
    let times = (read, verifying.elapsed());
    let name = &loaded.tournament.name;
    let report = RoundReport::new(name, &state, &spec, &solution, verdict.as_ref(), times);
    output.write_round(&report, &loaded, state.round(), best.map(|best| &best.pairing))?;
    if verdict.is_some_and(|verdict| !verdict.is_verified()) {
        return Err(Failure::error(
            Exit::InternalFault,
            format!("the verifier does not agree with the solver: {}; please report this", report.problems.join("; ")),
        ));
    }
    if let Some(dir) = arguments.proof.as_ref().filter(|_| solution.stop != Stop::TimeLimit) {
        let certificate = solve::certify(&state, &spec, &solution).map_err(failure)?;
        proof::write(dir, &state, &spec, best.map(|best| &best.pairing), &certificate, output)?;
    }
    match &solution.stop {
        Stop::Optimal => Ok(Exit::Done),
        Stop::TimeLimit => Err(failure(SolveError::TimeLimit)),
        Stop::Infeasible(why) => Err(Failure::error(Exit::NoLegalPairing, format!("no legal pairing exists: {why}"))),
    }
}

pub(super) fn failure(error: SolveError) -> anyhow::Error {
    match error {
        SolveError::Request(message) => Failure::error(Exit::WrongRequest, message),
        SolveError::TimeLimit => Failure::error(Exit::LimitReached, error.to_string()),
        SolveError::Internal(_) => Failure::error(Exit::InternalFault, error.to_string()),
    }
}

/// Pair a round by the program of a system.
fn run_system(arguments: &Arguments, spec: &SystemSpec, output: &output::Arguments) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let (loaded, state) = arguments.input.load(output)?;
    let options = solve::Options { threads: arguments.threads, ..arguments.limit.options() };
    let solving = Instant::now();
    let solution = programs::solve(&state, spec, None, options).map_err(failure)?;
    let optimise = solving.elapsed();
    let verdict = solution.as_ref().and_then(|best| verify::verify_system(&state, spec.edition.id(), &best.pairing));
    let times = [optimise, started.elapsed()];
    let name = &loaded.tournament.name;
    let report = ProgramReport::new(name, &state, spec, solution.as_ref(), verdict.as_ref(), times);
    output.write_round(&report, &loaded, state.round(), solution.as_ref().map(|best| &best.pairing))?;
    match verdict {
        None => Err(Failure::error(Exit::NoLegalPairing, format!("{} leaves no pairing", spec.name))),
        Some(verdict) if !verdict.is_legal() => {
            let message = "the verifier does not agree with the solver; please report this";
            Err(Failure::error(Exit::InternalFault, message))
        }
        Some(_) => Ok(Exit::Done),
    }
}
