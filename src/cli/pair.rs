use super::exit::{Exit, Failure};
use super::{input, output};
use crate::report::PairReport;
use clap::Args;

/// Pair a round by a system's rules.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    /// The system: tcec, dutch-2012, dutch-1998 or dubov-1997, also by other readings (dubov-1997+exchange-rows)
    #[arg(long, value_name = "ID")]
    system: String,
    /// Tell how the pairing came about
    #[arg(long)]
    trace: bool,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let system = input::system(&arguments.system)?;
    let (loaded, state) = arguments.input.load(output)?;
    let paired = system
        .pair(&state)
        .map_err(|why| Failure::error(Exit::NoLegalPairing, format!("{} finds no pairing: {why}", system.id())))?;
    let pairing = paired.pairing.clone();
    let report = PairReport::new(&loaded.tournament.name, &state, system, paired, arguments.trace);
    output.write_round(&report, &loaded, state.round(), Some(&pairing))?;
    Ok(Exit::Done)
}
