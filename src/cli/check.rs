use super::exit::{Exit, Failure};
use super::{input, output};
use crate::report::CheckReport;
use crate::systems;
use clap::Args;

/// Replay a tournament.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: input::FileArguments,
    /// The system: tcec, dutch-2012, dutch-1998 or dubov-1997, also by other readings (dubov-1997+exchange-rows)
    #[arg(long, value_name = "ID")]
    system: String,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let system = input::system(&arguments.system)?;
    let opened = arguments.file.load(output)?;
    let checks = systems::check(&opened.loaded.tournament, system, arguments.file.trust())
        .map_err(|error| arguments.file.refused(&opened, error))?;
    let report = CheckReport::new(system, checks);
    output.write(&report)?;
    match report.rounds_different {
        0 => Ok(Exit::Done),
        different => Err(Failure::error(Exit::Discrepancy, format!("{different} rounds are different"))),
    }
}
