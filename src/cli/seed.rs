use super::exit::Exit;
use super::{input, output};
use crate::report::SeedReport;
use crate::systems::tcec::{Seeding, advised_groups};
use crate::tasks;
use clap::{Args, ValueEnum};

/// Give out seed numbers.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: input::FileArguments,
    /// From groups of like strength in turn, or by lot
    #[arg(long, value_enum, value_name = "METHOD")]
    method: Method,
    /// How many groups [default: the even number nearest to a seventh of the players]
    #[arg(long, value_name = "G", value_parser = clap::value_parser!(u32).range(1..))]
    groups: Option<u32>,
    /// The seed of the random generator (ChaCha8)
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    Group,
    Random,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let opened = arguments.file.load(output)?;
    let tournament = &opened.loaded.tournament;
    let groups = arguments.groups.and_then(|groups| usize::try_from(groups).ok());
    let seeding = match arguments.method {
        Method::Random => Seeding::Random { seed: arguments.seed },
        Method::Group => Seeding::Group { groups: groups.unwrap_or_else(|| advised_groups(tournament.players.len())) },
    };
    let seeded = tasks::seed(tournament.clone(), seeding).map_err(|error| arguments.file.failed(&opened, error))?;
    seeded.advice.iter().for_each(|advice| output.say(advice));
    output.write(&SeedReport(seeded.tournament));
    Ok(Exit::Done)
}
