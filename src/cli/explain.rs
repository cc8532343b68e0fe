use super::exit::{Exit, Failure};
use super::{beside, input, limits, output, page, repair};
use crate::page::ExplainPage;
use crate::report::{ExplainReport, Format};
use crate::solve::{Options, Ties};
use crate::tasks;
use clap::Args;

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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "html")]
    board: Option<u32>,
    /// Which of several equal optima: the canonical one, one by lot, or the one nearest to the fold
    #[arg(long, default_value_t, value_name = "canonical|random:SEED|fold")]
    ties: Ties,
    #[command(flatten)]
    page: page::Arguments,
    /// Let the page of --html solve again in the browser, with other weights and rules
    #[arg(long, requires = "html", conflicts_with = "ties")]
    live: bool,
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
    arguments.page.check(output)?;
    let spec = input::objective(&arguments.model)?;
    arguments.input.decisions.check_model(&spec)?;
    let spec = arguments.repair.applied(spec)?;
    let options = Options { ties: arguments.ties, ..arguments.limits.start()? };
    let (opened, state) = arguments.input.load_beside(&arguments.tables, &[&spec], output)?;
    input::say_unheeded(&spec, &state, output);
    let board = arguments.board.map(|number| number as usize);
    let failed = |error| arguments.input.file.failed(&opened, error);
    let picture =
        if arguments.page.is_wanted() { Some(tasks::picture(&state, &spec, options).map_err(failed)?) } else { None };
    let explained = match &picture {
        Some(picture) => picture.explained.clone(),
        None => tasks::explain(&state, &spec, board, options).map_err(failed)?,
    };
    let name = &opened.loaded.tournament.name;
    let live = arguments.live.then(|| tasks::live(name, &state, &spec)).transpose().map_err(failed)?;
    let mut report = ExplainReport::new(name, &state, &spec.name, &explained, board.is_some());
    report.ties = arguments.ties;
    output.write(&report);
    if let Some(picture) = &picture {
        let page = ExplainPage::new(report, &state, &spec, picture);
        arguments.page.write(output, || crate::page::explain(&page, live.as_ref()))?;
    }
    Failure::of_explained(&explained, output.format())
}
