use super::exit::{Exit, Failure};
use super::{input, output};
use crate::formats::pairs;
use crate::model::Model;
use crate::model::system::SystemSpec;
use crate::report::{OptimumVerdict, VerifyReport};
use crate::tournament::{Pairing, RoundState};
use crate::{solve, verify};
use clap::Args;

/// Hold a pairing to the rules of a model, or of a system and to the optimum of its program.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    /// The pairing: the arbiters' form or JSON, as `solve` writes them; - is standard input
    #[arg(long, value_name = "P")]
    pairing: String,
    /// A model by name, or a model file
    #[arg(long, default_value = "pairs", value_name = "NAME|PATH", conflicts_with = "system")]
    model: String,
    /// A system, whose rules are asked instead of a model's
    #[arg(long, value_name = "ID")]
    system: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    if arguments.pairing == "-" && arguments.input.is_standard_input() {
        let message = "tournament and pairing cannot both be standard input; give one of them as a file";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let (loaded, state) = arguments.input.load(output)?;
    let bytes = input::read(&arguments.pairing)?;
    let pairing = pairs::read(&bytes).map_err(|faults| input::bad_file(&arguments.pairing, &faults))?;
    let (rules, verdict, program) = match &arguments.system {
        None => {
            let Model::Objective(spec) = input::model(&arguments.model)? else {
                let message =
                    format!("{0} is a system's program; ask for its rules with --system {0}", arguments.model);
                return Err(Failure::error(Exit::WrongRequest, message));
            };
            let verdict = verify::verify(&state, &spec, &pairing, None);
            (format!("model {}", spec.name), verdict, None)
        }
        Some(id) => {
            let system = input::system(id)?;
            let verdict = verify::verify_system(&state, system.id(), &pairing).ok_or_else(|| {
                Failure::error(Exit::WrongRequest, format!("the verifier does not know the rules of {id}"))
            })?;
            let program = if verdict.has_sound_structure() { optimum(&state, system.id(), &pairing)? } else { None };
            (format!("system {id}"), verdict, program)
        }
    };
    let is_optimum = program.as_ref().is_none_or(|program| program.optimal);
    let report = VerifyReport::new(&loaded.tournament.name, &state, &rules, &pairing, &verdict);
    output.write(&report.with_program(program))?;
    if !verdict.is_legal() {
        let message = format!("the pairing breaks {} rules", verdict.violations.len());
        return Err(Failure::error(Exit::Discrepancy, message));
    }
    if !is_optimum {
        return Err(Failure::error(Exit::Discrepancy, format!("the pairing is not the one of {rules}")));
    }
    Ok(Exit::Done)
}

/// How the pairing compares with the optimum of the system's program, if it has one.
fn optimum(state: &RoundState, id: &str, pairing: &Pairing) -> anyhow::Result<Option<OptimumVerdict>> {
    let Some(spec) = SystemSpec::of_system(id)? else { return Ok(None) };
    let solution = solve::solve_system(state, &spec, Some(pairing), solve::Options::default())
        .map_err(|error| Failure::error(Exit::InternalFault, error.to_string()))?;
    Ok(Some(OptimumVerdict::new(state, solution.as_ref(), pairing)))
}
