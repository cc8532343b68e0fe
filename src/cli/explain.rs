use super::exit::{Exit, Failure};
use super::{beside, input, limits, output, repair};
use crate::page;
use crate::report::{ExplainReport, Format};
use crate::solve::{Options, Ties};
use crate::tasks;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Explain a round: what each board counts, and each player's next-best opponent.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    #[command(flatten)]
    tables: beside::Arguments,
    /// A model by name, or a model file
    #[arg(long, default_value = "pairs", value_name = "NAME|PATH")]
    model: String,
    /// Explain this board alone, with the price of every other opponent; the number after the last board is the bye
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    board: Option<u32>,
    /// Which of several equal optima: the canonical one, one by lot, or the one nearest to the fold
    #[arg(long, default_value_t, value_name = "canonical|random:SEED|fold")]
    ties: Ties,
    /// Write a page for a browser; it solves the round again by other weights and rules, so it needs --live
    #[arg(long, value_name = "PATH", requires = "live", conflicts_with_all = ["board", "ties"])]
    html: Option<PathBuf>,
    /// The page solves the round again as weights and rules are changed
    #[arg(long, requires = "html")]
    live: bool,
    /// Replace the file of --html, if it is there
    #[arg(long, requires = "html")]
    force: bool,
    #[command(flatten)]
    repair: repair::Arguments,
    #[command(flatten)]
    limits: limits::Arguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    if output.format() == Format::Pairs {
        let message = "an explanation is no list of boards; take --format table, json or csv";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let spec = input::objective(&arguments.model)?;
    arguments.input.decisions.check_model(&spec)?;
    let spec = arguments.repair.applied(spec)?;
    let options = Options { ties: arguments.ties, ..arguments.limits.start()? };
    let (opened, state) = arguments.input.load_beside(&arguments.tables, &[&spec], output)?;
    input::say_unheeded(&spec, &state, output);
    if let Some(path) = &arguments.html {
        let round = tasks::live(&opened.loaded.tournament.name, &state, &spec)
            .map_err(|error| arguments.input.file.failed(&opened, error))?;
        return write_page(path, arguments.force, &round);
    }
    let board = arguments.board.map(|number| number as usize);
    let explained =
        tasks::explain(&state, &spec, board, options).map_err(|error| arguments.input.file.failed(&opened, error))?;
    let name = &opened.loaded.tournament.name;
    let mut report = ExplainReport::new(name, &state, &spec.name, &explained, board.is_some());
    report.ties = arguments.ties;
    output.write(&report);
    Failure::of_explained(&explained, output.format())
}

fn write_page(path: &Path, force: bool, round: &tasks::LiveRound) -> anyhow::Result<Exit> {
    let page = page::live_round::page(round).map_err(|error| {
        Failure::error(Exit::InternalFault, format!("the page cannot be written: {error}; please report this"))
    })?;
    let write = |out: &mut dyn Write| out.write_all(page.as_bytes());
    tasks::write_new_file(path, force, write).map_err(Failure::of_page)?;
    Ok(Exit::Done)
}
