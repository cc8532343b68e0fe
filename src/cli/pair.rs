use super::exit::{Exit, Failure};
use super::{input, limits, output};
use crate::registry::System;
use crate::report::PairReport;
use crate::tasks;
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
    #[command(flatten)]
    limits: limits::Arguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let options = arguments.limits.start()?;
    let (opened, state) = arguments.input.load(output)?;
    let system = arguments.system;
    let made = tasks::pair(&state, system, options);
    let report = PairReport::new(&opened.loaded.tournament.name, &state, system, made.as_ref(), arguments.trace);
    let pairing = made.as_ref().ok().map(|paired| &paired.pairing);
    output.write_round(&report, &opened, &state, pairing)?;
    made.map(|_| Exit::Done).map_err(|why| Failure::of_unpaired(system, &why))
}
