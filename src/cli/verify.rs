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
    #[arg(long, default_value = "pairs", value_name = "NAME|PATH")]
    model: String,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let spec = input::model(&arguments.model)?;
    if arguments.pairing == "-" && arguments.input.is_standard_input() {
        let message = "tournament and pairing cannot both be standard input; give one of them as a file";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let (loaded, state) = arguments.input.load(output)?;
    let bytes = input::read(&arguments.pairing)?;
    let pairing = pairs::read(&bytes).map_err(|faults| input::bad_file(&arguments.pairing, &faults))?;
    let verdict = verify::verify(&state, &spec, &pairing, None);
    output.write(&VerifyReport::new(&loaded.tournament.name, &state, &spec, &pairing, &verdict))?;
    if verdict.is_legal() {
        return Ok(Exit::Done);
    }
    Err(Failure::error(Exit::Discrepancy, format!("the pairing breaks {} rules", verdict.violations.len())))
}
