use super::exit::{Exit, Failure};
use super::{input, output};
use crate::registry::System;
use crate::report::PairReport;
use clap::Args;

/// Pair a round by a system's rules.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    #[arg(long, value_name = "ID", help = input::system_help())]
    system: System,
    /// Show how the pairing came about
    #[arg(long)]
    trace: bool,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let (opened, state) = arguments.input.load(output)?;
    let system = arguments.system;
    let paired = system
        .pair(&state)
        .map_err(|why| Failure::error(Exit::NoLegalPairing, format!("{system} finds no pairing: {why}")))?;
    let pairing = paired.pairing.clone();
    let report = PairReport::new(&opened.loaded.tournament.name, &state, system, paired, arguments.trace);
    output.write_round(&report, &opened, &state, Some(&pairing))?;
    Ok(Exit::Done)
}
