use super::exit::{Exit, Failure};
use super::{input, limits, output};
use crate::in_force::AskedSystem;
use crate::ranking::{self, TieBreak, TieBreakError};
use crate::registry::{System, UnknownSystem};
use crate::report::{AroReport, StandingsReport};
use crate::tasks;
use clap::Args;
use std::str::FromStr;

/// Rank the players, before a round or after all.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: input::FileArguments,
    /// Rank the players before this round [default: after the last round played]
    #[arg(long, value_name = "R")]
    round: Option<u32>,
    #[arg(long, value_name = "ID", help = standings_help())]
    system: Option<AskedSystem>,
    /// Rank by points and these tie-breaks of FIDE, such as BH-C1,BH,SB,DE; 'file' means those that the file names
    #[arg(long, value_name = "LIST", conflicts_with_all = ["system", "aro"])]
    tie_breaks: Option<TieBreaks>,
    /// List the average rating of everybody's opponents, exactly, with the due colours, the colour differences and the transfers (Dubov 9)
    #[arg(long, conflicts_with = "system")]
    aro: bool,
    #[command(flatten)]
    limits: limits::TimeArguments,
}

/// The tie-breaks that are asked for.
#[derive(Debug, Clone)]
enum TieBreaks {
    /// Those that the file names.
    OfFile,
    /// These.
    Named(Vec<TieBreak>),
}

impl FromStr for TieBreaks {
    type Err = TieBreakError;

    fn from_str(text: &str) -> Result<Self, TieBreakError> {
        if text == "file" { Ok(Self::OfFile) } else { ranking::tie_breaks(text).map(Self::Named) }
    }
}

fn standings_help() -> String {
    format!("The system whose ranking it is: one of {} [default: {DEFAULT}]", System::ids_with_standings())
}

/// The system whose ranking it is if none is asked for. No file says it: the types of tournaments that FIDE knows say how
/// rounds are paired, by rules that have no ranking here.
const DEFAULT: &str = "tcec";

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    arguments.limits.start();
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
    if let Some(tie_breaks) = &arguments.tie_breaks {
        let tie_breaks = match tie_breaks {
            TieBreaks::OfFile => tasks::tie_breaks_of(&opened.loaded).map_err(failed)?,
            TieBreaks::Named(tie_breaks) => tie_breaks.clone(),
        };
        let (state, ranked) = tasks::standings_by_tie_breaks(tournament, &tie_breaks, request).map_err(failed)?;
        arguments.file.say_overruled(&opened, state.overruled(), output);
        output.write(&StandingsReport::by_tie_breaks(&tie_breaks, &state, &ranked));
        return Ok(Exit::Done);
    }
    let default =
        || DEFAULT.parse().map_err(|error: UnknownSystem| Failure::error(Exit::InternalFault, error.to_string()));
    let chosen = arguments.system.map(|asked| opened.system(asked)).transpose()?;
    chosen.iter().for_each(|chosen| output.say_chosen(chosen));
    let system = chosen.map_or_else(default, |chosen| Ok(chosen.system))?;
    let (state, standings) = tasks::standings(tournament, system, request).map_err(failed)?;
    arguments.file.say_overruled(&opened, state.overruled(), output);
    if arguments.system.is_none() {
        let all = System::ids_with_standings();
        output.say(format!(
            "ranked by the rules of {system}; choose others with --system, one of {all}, or FIDE's with --tie-breaks"
        ));
    }
    output.write(&StandingsReport::new(system, &state, &standings));
    Ok(Exit::Done)
}
