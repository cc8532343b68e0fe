use super::exit::{Exit, Failure};
use super::pareto::Point;
use super::{beside, input, limits, output};
use crate::report::ParetoReport;
use crate::tasks;
use clap::Args;

/// List what it costs to make fewer boards of a kind.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    #[command(flatten)]
    tables: beside::Arguments,
    /// A model by name, or a model file; its tiers are the prices
    #[arg(long, default_value = "fair", value_name = "NAME|PATH")]
    model: String,
    /// What there is to be less of: same-federation, downfloats, or a term
    #[arg(long, value_name = "NAME")]
    of: String,
    #[command(flatten)]
    point: Point,
    #[command(flatten)]
    limits: limits::Arguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    arguments.point.check(output)?;
    let spec = input::objective(&arguments.model)?;
    arguments.input.decisions.check_model(&spec)?;
    let options = arguments.limits.start()?;
    let (opened, state) = arguments.input.load_beside(&arguments.tables, &[&spec], output)?;
    input::say_unheeded(&spec, &state, output);
    let failed = |error| arguments.input.file.failed(&opened, error);
    let prices = tasks::prices(&state, &spec, &arguments.of, arguments.point.are_wanted(), options).map_err(failed)?;
    let report = ParetoReport::price_list(&opened.loaded.tournament.name, &state, &spec.name, &prices);
    let exit = Failure::of_front(&prices.front.termination);
    arguments.point.write(report, &exit, output)?;
    exit
}
