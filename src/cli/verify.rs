use super::exit::{Exit, Failure};
use super::{compare, input, output, proof};
use crate::formats::pairs;
use crate::model::system::SystemSpec;
use crate::model::{Formulation, Spec};
use crate::report::{BesideReport, DistanceReport, OptimumVerdict, ProofOutcome, ProofReport, VerifyReport};
use crate::solve;
use crate::systems::{self, System};
use crate::tournament::{Pairing, RoundState};
use crate::verify::{self, Claimed, Named, Verdict, cross_check};
use clap::Args;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Hold a pairing to the rules of a model, or of a system and to the optimum of its program.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    /// The pairing: the arbiters' form or JSON, as `solve` writes them; - is standard input
    #[arg(long, value_name = "P", required_unless_present = "proof")]
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
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    if arguments.pairing.as_deref() == Some("-") && arguments.input.is_standard_input() {
        let message = "tournament and pairing cannot both be standard input; give one of them as a file";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let (loaded, state) = arguments.input.load(output)?;
    let name = &loaded.tournament.name;
    let pairing = arguments.pairing.as_deref().map(read_pairing).transpose()?;
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
    let mut wrong = refused;
    match (&pairing, proof) {
        (Some(pairing), proof) => {
            let (rules, verdict) = verdict(arguments, &state, pairing)?;
            let (distance, systems) = beside(arguments, &state, pairing)?;
            let program = match &arguments.system {
                Some(id) if verdict.has_sound_structure() => optimum(&state, input::system(id)?.id(), pairing)?,
                _ => None,
            };
            let is_of_system = arguments.system.is_none()
                || systems.iter().all(|beside| beside.differences.is_empty())
                    && program.as_ref().is_none_or(|program| program.optimal);
            let report = VerifyReport::new(name, &state, &rules, pairing, &verdict, proof, (distance, systems));
            output.write(&report.with_program(program))?;
            if !verdict.is_legal() {
                wrong = wrong.into_iter().chain([broken(&verdict)]).reduce(|one, other| format!("{one}; {other}"));
            } else if !is_of_system {
                wrong = Some(format!("the pairing is not the one of {rules}"));
            }
        }
        (None, Some(proof)) => output.write(&proof)?,
        // The command line asks for one of them.
        (None, None) => {}
    }
    match wrong {
        None => Ok(Exit::Done),
        Some(message) => Err(Failure::error(Exit::Discrepancy, message)),
    }
}

fn broken(verdict: &Verdict) -> String {
    let rules: BTreeSet<&str> = verdict.violations.iter().map(|violation| violation.rule).collect();
    let rules: Vec<&str> = rules.into_iter().collect();
    format!("the pairing breaks {}", rules.join(", "))
}

fn read_pairing(file: &str) -> anyhow::Result<Pairing> {
    let bytes = input::read(file)?;
    pairs::read(&bytes).map_err(|faults| input::bad_file(file, &faults))
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

/// How far the pairing is from the optimum of the model, and how it differs from systems.
fn beside(
    arguments: &Arguments,
    state: &RoundState,
    pairing: &Pairing,
) -> anyhow::Result<(Option<DistanceReport>, Vec<BesideReport>)> {
    let (distance, systems) = match &arguments.system {
        Some(id) => (None, vec![input::system(id)?]),
        None => (distance(state, &input::objective(&arguments.model)?, pairing)?, systems::ALL.to_vec()),
    };
    let beside = systems.into_iter().map(|system| {
        let verdict = by_system(state, system, pairing)?;
        Ok(BesideReport::new(system.id(), &system.pair(state), pairing, &verdict))
    });
    Ok((distance, beside.collect::<anyhow::Result<_>>()?))
}

/// How far the pairing is from the optimum. With caps finding that may take any time, so it is not looked for.
fn distance(state: &RoundState, spec: &Spec, pairing: &Pairing) -> anyhow::Result<Option<DistanceReport>> {
    if solve::check_certifiable(spec).is_err() {
        return Ok(None);
    }
    // Without caps slots have the optimum of pairs, which is found at once.
    let spec = Spec { formulation: Formulation::Pairs, ..spec.clone() };
    let (claim, _) = compare::claim(state, &spec)?;
    let given = Named { name: String::new(), pairing: pairing.clone() };
    let check = cross_check(state, &[given], &[Claimed { spec, claim }]);
    match check.discrepancies.first() {
        Some(found) => Err(Failure::error(Exit::Discrepancy, format!("please report this: {}", found.what))),
        None => Ok(DistanceReport::new(&check)),
    }
}

/// How the pairing compares with the optimum of the system's program, if it has one.
fn optimum(state: &RoundState, id: &str, pairing: &Pairing) -> anyhow::Result<Option<OptimumVerdict>> {
    let Some(spec) = SystemSpec::of_system(id)? else { return Ok(None) };
    let solution = solve::solve_system(state, &spec, Some(pairing), solve::Options::default())
        .map_err(|error| Failure::error(Exit::InternalFault, error.to_string()))?;
    Ok(Some(OptimumVerdict::new(state, solution.as_ref(), pairing)))
}
