use super::exit::{Exit, Failure};
use super::{input, limits, output};
use crate::in_force::AskedSystem;
use crate::report::CheckReport;
use crate::tasks::{self, RoundCheck};
use clap::Args;

/// Replay a tournament.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: input::FileArguments,
    #[arg(long, value_name = "ID", help = input::system_help())]
    system: AskedSystem,
    #[command(flatten)]
    limits: limits::TimeArguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    arguments.limits.start();
    let opened = arguments.file.load(output)?;
    let chosen = opened.system(arguments.system)?;
    let rounds = tasks::check(&opened.loaded.tournament, chosen.system, arguments.file.trust())
        .map_err(|error| arguments.file.refused(&opened, error))?;
    arguments.file.say_checked(&opened, output);
    let different = rounds.iter().filter(|round: &&RoundCheck| round.is_different()).count();
    output.write(&CheckReport { edition_by: chosen.because, ..CheckReport::new(chosen.system, rounds) });
    match different {
        0 => Ok(Exit::Done),
        _ => Err(Failure::error(Exit::Discrepancy, crate::report::rounds_different(different))),
    }
}
