use super::exit::{Exit, Failure};
use super::{input, output};
use crate::report::{AroReport, StandingsReport};
use crate::systems;
use clap::Args;

/// Rank the players, before a round or after all.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: input::FileArguments,
    /// The system whose ranking it is: tcec or dutch-1998
    #[arg(long, default_value = "tcec", value_name = "ID")]
    system: String,
    /// Rank them before this round [default: after all that was played]
    #[arg(long, value_name = "R")]
    round: Option<u32>,
    /// List the average rating of everybody's opponents, exactly, with the due colours, the colour differences and the transfers (Dubov 9)
    #[arg(long, conflicts_with = "system")]
    aro: bool,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let (system, ranking) = systems::ranking(&arguments.system).ok_or_else(|| {
        let message = format!("'{}' has no standings; name one of {}", arguments.system, systems::ranking_ids());
        Failure::error(Exit::WrongRequest, message)
    })?;
    let mut opened = arguments.file.load(output)?;
    // There is a ranking after the last round, too.
    opened.loaded.tournament.rounds_planned = None;
    let state = arguments.file.state(&opened, arguments.round)?;
    if arguments.aro {
        output.write(&AroReport::new(&state))?;
        return Ok(Exit::Done);
    }
    output.write(&StandingsReport::new(system, &state, &ranking(&state)))?;
    Ok(Exit::Done)
}
