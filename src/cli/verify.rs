use super::exit::{Exit, Failure};
use super::solve::failure as solve_failure;
use super::{compare, input, output, proof};
use crate::compare::{Claimed, Named, cross_check};
use crate::formats::pairs;
use crate::model::SystemSpec;
use crate::model::{Formulation, Spec};
use crate::programs;
use crate::report::{
    BesideReport, DistanceReport, Format, Lack, MissingReport, OptimumVerdict, ProofOutcome, ProofReport, VerifyReport,
};
use crate::solve::{self, SolveError};
use crate::systems::{self, System};
use crate::tournament::{Pairing, RoundState, Tournament};
use crate::verify::{self, Verdict};
use clap::Args;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::PathBuf;

/// Hold a pairing to the rules of a model, or of a system and to the optimum of its program.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    /// The pairing: the arbiters' form, CSV or JSON, or a tournament in which the round is paired; - is standard input
    /// [default: the one in FILE]
    #[arg(long, value_name = "P")]
    pairing: Option<String>,
    /// A model by name, or a model file
    #[arg(long, default_value = "pairs", value_name = "NAME|PATH", conflicts_with = "system")]
    model: String,
    /// A system, whose rules are asked instead of a model's: tcec, dutch-2012, dutch-1998 or dubov-1997
    #[arg(long, value_name = "ID")]
    system: Option<String>,
    /// The folder that `solve --proof` wrote: check that it proves the pairing optimal, or, without a pairing, that
    /// there is none
    #[arg(long, value_name = "DIR", conflicts_with = "system")]
    proof: Option<PathBuf>,
    #[command(flatten)]
    limit: input::LimitArguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let is_board_list = matches!(output.format(), Format::Pairs | Format::Csv);
    if arguments.pairing.as_deref() == Some("-") && arguments.input.is_standard_input() {
        let message = "tournament and pairing cannot both be standard input; give one of them as a file";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    if arguments.pairing.is_none() && arguments.proof.is_some() && is_board_list {
        let message = "a proof alone has no boards to list; give --pairing too, or take --format table or json";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let (loaded, state) = arguments.input.load(output)?;
    let name = &loaded.tournament.name;
    let pairing = pairing(arguments, &loaded.tournament, &state)?;
    let proof = match &arguments.proof {
        Some(dir) => {
            let spec = input::objective(&arguments.model)?;
            let checked = proof::check(dir, &state, &spec, pairing.as_ref())?;
            Some(ProofReport::new(name, &state, &spec, checked))
        }
        None => None,
    };
    let refused = proof.as_ref().and_then(|proof| match &proof.outcome {
        ProofOutcome::Refused(refusal) => Some(format!("the proof is refused: {refusal}")),
        ProofOutcome::Proven(_) => None,
    });
    let mut wrong: Vec<String> = refused.into_iter().collect();
    let mut is_late = false;
    match (&pairing, proof) {
        (Some(pairing), proof) => {
            let (rules, verdict) = verdict(arguments, &state, pairing)?;
            let mut report = VerifyReport::new(name, &state, &rules, pairing, &verdict, proof);
            // A list of boards says nothing of the optimum.
            let solved =
                if is_board_list { Ok(()) } else { find_optimum(arguments, &state, pairing, &verdict, &mut report) };
            if !is_board_list || arguments.system.is_some() {
                report.systems = beside(arguments, &state, pairing)?;
            }
            // Whatever became of the solver, the verdict is told.
            output.write(&report)?;
            solved?;
            is_late = report.missing.as_ref().is_some_and(|missing| missing.lacks == Lack::Proof);
            if !verdict.is_legal() {
                wrong.push(broken(&verdict));
            } else if !is_of_system(arguments, &report) {
                wrong.push(format!("the pairing is not the one of {rules}"));
            }
        }
        (None, Some(proof)) => output.write(&proof)?,
        // Without either, the round is the tournament's own.
        (None, None) => {}
    }
    match wrong[..] {
        [] if is_late => Err(solve_failure(SolveError::TimeLimit)),
        [] => Ok(Exit::Done),
        _ => Err(Failure::error(Exit::Discrepancy, wrong.join("; "))),
    }
}

/// Whether the pairing is what the system asked, if one was, and its program make of the round.
fn is_of_system(arguments: &Arguments, report: &VerifyReport) -> bool {
    arguments.system.is_none()
        || report.systems.iter().all(|beside| beside.differences.is_empty())
            && report.program.as_ref().is_none_or(|program| program.optimal)
}

fn broken(verdict: &Verdict) -> String {
    let rules: BTreeSet<&str> = verdict.violations.iter().map(|violation| violation.rule).collect();
    let rules: Vec<&str> = rules.into_iter().collect();
    format!("the pairing breaks {}", rules.join(", "))
}

/// The pairing to be verified: the one given, or that of the tournament's own round. A proof alone is of there being none.
fn pairing(arguments: &Arguments, tournament: &Tournament, state: &RoundState) -> anyhow::Result<Option<Pairing>> {
    let round = state.round();
    match (&arguments.pairing, &arguments.proof) {
        (Some(file), _) => {
            let bytes = input::read(file)?;
            let pairing = pairs::read_round(&bytes, round);
            pairing.map(Some).map_err(|faults| input::bad_file(file, &bytes, &faults))
        }
        (None, Some(_)) => Ok(None),
        (None, None) => match tournament.pairing(round) {
            Some(Ok(pairing)) => Ok(Some(pairing)),
            Some(Err(several)) => Err(Failure::error(Exit::Discrepancy, format!("round {round}: {several}"))),
            None => {
                let message = format!("round {round} is not paired in the file; give --pairing, or --round");
                Err(Failure::error(Exit::WrongRequest, message))
            }
        },
    }
}

/// The model or system asked, and what it has to say.
fn verdict(arguments: &Arguments, state: &RoundState, pairing: &Pairing) -> anyhow::Result<(String, Verdict)> {
    let Some(id) = &arguments.system else {
        let spec = input::objective(&arguments.model)?;
        let verdict = verify::verify(state, &spec, pairing, None);
        return Ok((format!("model {}", spec.name), verdict));
    };
    Ok((format!("system {id}"), by_system(state, input::system(id)?, pairing)?))
}

fn by_system(state: &RoundState, system: &dyn System, pairing: &Pairing) -> anyhow::Result<Verdict> {
    let id = system.id();
    verify::verify_system(state, id, pairing)
        .ok_or_else(|| Failure::error(Exit::WrongRequest, format!("the verifier does not know the rules of {id}")))
}

/// How the pairing differs from what the system asked, or else each of them, makes of the round.
fn beside(arguments: &Arguments, state: &RoundState, pairing: &Pairing) -> anyhow::Result<Vec<BesideReport>> {
    let systems = match &arguments.system {
        Some(id) => vec![input::system(id)?],
        None => systems::ALL.to_vec(),
    };
    let beside = systems.into_iter().map(|system| {
        let verdict = by_system(state, system, pairing)?;
        Ok(BesideReport::new(system.id(), &system.pair(state), pairing, &verdict))
    });
    beside.collect()
}

/// Set the optimum of the model, or of the system's program, beside the pairing in `report`, or else why there is none.
fn find_optimum(
    arguments: &Arguments,
    state: &RoundState,
    pairing: &Pairing,
    verdict: &Verdict,
    report: &mut VerifyReport,
) -> anyhow::Result<()> {
    let missing = match &arguments.system {
        Some(id) => program(arguments, state, input::system(id)?.id(), pairing, verdict)?
            .map(|program| report.program = Some(program)),
        None => distance(arguments, state, &input::objective(&arguments.model)?, pairing)?
            .map(|distance| report.distance = Some(distance)),
    };
    report.missing = missing.err();
    Ok(())
}

/// How far the pairing is from the optimum of the model. With caps finding that may take any time, so it is not looked for.
fn distance(
    arguments: &Arguments,
    state: &RoundState,
    spec: &Spec,
    pairing: &Pairing,
) -> anyhow::Result<Result<DistanceReport, MissingReport>> {
    let none = |lacks, reason: &str| Ok(Err(MissingReport::new(&spec.name, lacks, reason)));
    if solve::check_certifiable(spec).is_err() {
        return none(
            Lack::Optimum,
            "the model has caps, with which it may take any time to find; `solve` looks for it",
        );
    }
    // Without caps slots have the optimum of pairs, which is found at once.
    let spec = Spec { formulation: Formulation::Pairs, ..spec.clone() };
    let found = compare::find(state, &spec, arguments.limit.options())?;
    let given = Named { name: "the pairing".to_owned(), pairing: pairing.clone() };
    let check = cross_check(state, &[given], &[Claimed { spec: spec.clone(), claim: found.claim }]);
    if let Some(found) = check.discrepancies.first() {
        return Err(Failure::error(Exit::Discrepancy, format!("please report this: {}", found.what)));
    }
    match (DistanceReport::new(&check), found.missing) {
        (Some(distance), _) => Ok(Ok(distance)),
        (None, Some(missing)) => Ok(Err(missing)),
        (None, None) => none(Lack::Optimum, "the solver gives none"),
    }
}

/// How the pairing compares with the optimum of the system's program.
fn program(
    arguments: &Arguments,
    state: &RoundState,
    id: &str,
    pairing: &Pairing,
    verdict: &Verdict,
) -> anyhow::Result<Result<OptimumVerdict, MissingReport>> {
    let none = |lacks, reason: &dyn Display| Ok(Err(MissingReport::new(id, lacks, reason)));
    let Some(spec) = SystemSpec::of_system(id)? else {
        return none(Lack::Optimum, &"there is no program of its rules");
    };
    if !verdict.has_sound_structure() {
        return none(Lack::Optimum, &"it is not looked for, as this is no pairing of those to be paired");
    }
    match programs::solve(state, &spec, Some(pairing), arguments.limit.options()) {
        Ok(solution) => Ok(Ok(OptimumVerdict::new(state, solution.as_ref(), pairing))),
        Err(late @ SolveError::TimeLimit) => none(Lack::Proof, &late),
        Err(error) => Err(solve_failure(error)),
    }
}
