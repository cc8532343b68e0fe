use super::exit::{Exit, Failure};
use super::{input, output};
use crate::formats::pairs;
use crate::report::VerifyReport;
use crate::verify;
use clap::Args;

/// Hold a pairing to the rules of a model.
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
    let (rules, verdict) = match &arguments.system {
        None => {
            let spec = input::model(&arguments.model)?;
            let verdict = verify::verify(&state, &spec, &pairing, None);
            (format!("model {}", spec.name), verdict)
        }
        Some(id) => {
            let system = input::system(id)?;
            let verdict = verify::verify_system(&state, system.id(), &pairing).ok_or_else(|| {
                Failure::error(Exit::WrongRequest, format!("the verifier does not know the rules of {id}"))
            })?;
            (format!("system {id}"), verdict)
        }
    };
    output.write(&VerifyReport::new(&loaded.tournament.name, &state, &rules, &pairing, &verdict))?;
    if verdict.is_legal() {
        return Ok(Exit::Done);
    }
    Err(Failure::error(Exit::Discrepancy, format!("the pairing breaks {} rules", verdict.violations.len())))
}
