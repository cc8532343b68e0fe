use super::exit::{Exit, Failure};
use super::{input, output};
use crate::registry::{System, UnknownSystem};
use crate::report::{AroReport, StandingsReport};
use crate::tasks;
use clap::Args;

/// Rank the players, before a round or after all.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: input::FileArguments,
    /// Rank the players before this round [default: after the last round played]
    #[arg(long, value_name = "R")]
    round: Option<u32>,
    #[arg(long, value_name = "ID", help = standings_help())]
    system: Option<System>,
    /// List the average rating of everybody's opponents, exactly, with the due colours, the colour differences and the transfers (Dubov 9)
    #[arg(long, conflicts_with = "system")]
    aro: bool,
}

fn standings_help() -> String {
    format!("The system whose ranking it is: one of {} [default: {DEFAULT}]", System::ids_with_standings())
}

/// The system whose ranking it is if none is asked for. No file says it: the types of tournaments that FIDE knows say how
/// rounds are paired, by rules that have no ranking here.
const DEFAULT: &str = "tcec";

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let opened = arguments.file.load(output)?;
    let request = arguments.file.request(arguments.round);
    let failed = |error| arguments.file.failed(&opened, error);
    let tournament = &opened.loaded.tournament;
    if arguments.aro {
        let state = tasks::state_to_rank(tournament, request).map_err(failed)?;
        arguments.file.say_overruled(&opened, state.overruled(), output);
        output.write(&AroReport::new(&state));
        return Ok(Exit::Done);
    }
    let default =
        || DEFAULT.parse().map_err(|error: UnknownSystem| Failure::error(Exit::InternalFault, error.to_string()));
    let system = arguments.system.map_or_else(default, Ok)?;
    let (state, standings) = tasks::standings(tournament, system, request).map_err(failed)?;
    arguments.file.say_overruled(&opened, state.overruled(), output);
    if arguments.system.is_none() {
        let all = System::ids_with_standings();
        output.say(format!("ranked by the rules of {system}; choose others with --system, one of {all}"));
    }
    output.write(&StandingsReport::new(system, &state, &standings));
    Ok(Exit::Done)
}
