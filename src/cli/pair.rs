use super::exit::{Exit, Failure};
use super::{input, limits, output};
use crate::in_force::AskedSystem;
use crate::report::{ChecklistReport, Format, PairReport};
use crate::tasks::{self, Unpaired};
use clap::Args;

/// Pair a round by a system's rules.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    #[arg(long, value_name = "ID", help = input::system_help())]
    system: AskedSystem,
    /// Show how the pairing came about
    #[arg(long)]
    trace: bool,
    /// Write the check-list of the round instead of its pairing: scores, colours, floats, opponents and byes
    #[arg(long, conflicts_with = "trace")]
    checklist: bool,
    #[command(flatten)]
    limits: limits::Arguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    if arguments.checklist && output.is_trf() {
        let message = "a check-list is no tournament report; take --format table, json or csv";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    if arguments.trace && (output.is_trf() || !matches!(output.format(), Format::Table | Format::Json)) {
        let message = "a trace is shown in a table or in JSON; leave out --trace, or take --format table or json";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let options = arguments.limits.start()?;
    let (opened, state) = arguments.input.load(output)?;
    let chosen = opened.system(arguments.system)?;
    let system = chosen.system;
    if arguments.checklist {
        output.say_chosen(&chosen);
        let list = tasks::checklist(&state, system);
        output.write(&ChecklistReport::new(&opened.loaded.tournament.name, &state, system, list));
        return Ok(Exit::Done);
    }
    let made = tasks::pair(&state, system, options);
    let mut report = PairReport::new(&opened.loaded.tournament.name, &state, system, made.as_ref(), arguments.trace);
    report.edition_by = chosen.because;
    let pairing = made.as_ref().ok().map(|paired| &paired.pairing);
    output.write_round(&report, &opened, arguments.input.request(), pairing)?;
    if let Err(Unpaired::Unpairable(_)) = &made {
        output.say("solve --repair finds the pairing that breaks the hard rules of a model as little as possible");
    }
    made.map(|_| Exit::Done).map_err(|why| Failure::of_unpaired(system, &why))
}
