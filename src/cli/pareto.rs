use super::exit::{Exit, Failure};
use super::new_file::NewFile;
use super::{beside, input, limits, output};
use crate::report::{Format, ParetoReport};
use crate::tasks;
use clap::Args;

/// List the pairings that no other one dominates.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: input::Arguments,
    #[command(flatten)]
    tables: beside::Arguments,
    /// A model by name, or a model file; its rules hold
    #[arg(long, default_value = "fair", value_name = "NAME|PATH")]
    model: String,
    /// Two criteria: tiers of the model, terms, downfloats or same-federation
    #[arg(long, required = true, value_name = "A,B", value_delimiter = ',')]
    between: Vec<String>,
    #[command(flatten)]
    point: Point,
    /// Draw the points as SVG
    #[arg(long, value_name = "F.svg")]
    plot: Option<NewFile>,
    /// Replace the file of --plot, if it is there
    #[arg(long, requires = "plot")]
    force: bool,
    #[command(flatten)]
    limits: limits::Arguments,
}

/// The pairing that is shown.
#[derive(Debug, Args)]
pub(super) struct Point {
    /// Show the pairing of point N; with --format pairs, it alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    point: Option<u32>,
    /// Find the values alone, without their canonical pairings: in a large field this takes a fraction of the time
    #[arg(long, conflicts_with = "point")]
    values: bool,
}

impl Point {
    /// Whether the pairings are to be found.
    pub const fn are_wanted(&self) -> bool {
        !self.values
    }

    /// Refuse a list of boards without a point.
    pub fn check(&self, output: &output::Arguments) -> anyhow::Result<()> {
        if output.format() == Format::Pairs && self.point.is_none() {
            let message = "each point has a pairing; choose one with --point N, or take the format table, json or csv";
            return Err(Failure::error(Exit::WrongRequest, message));
        }
        Ok(())
    }

    /// Write the report, with the pairing. If nothing was found, the exit says why there is no such point.
    pub fn write(
        &self,
        report: ParetoReport,
        exit: &anyhow::Result<Exit>,
        output: &output::Arguments,
    ) -> anyhow::Result<()> {
        let is_any = exit.is_ok() || !report.points.is_empty();
        let Some(number) = self.point.filter(|_| is_any) else {
            output.write(&report);
            return Ok(());
        };
        let count = report.points.len();
        match report.showing(number as usize) {
            Some(report) => output.write(&report),
            None => {
                let message = format!("there is no point {number}; {count} were found");
                return Err(Failure::error(Exit::WrongRequest, message));
            }
        }
        Ok(())
    }
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    arguments.point.check(output)?;
    if let Some(path) = &arguments.plot {
        // Before the search, which can take minutes.
        path.check(arguments.force, output, Failure::of_plot)?;
    }
    let spec = input::objective(&arguments.model)?;
    arguments.input.decisions.check_model(&spec)?;
    let options = arguments.limits.start()?;
    let (opened, state) = arguments.input.load_beside(&arguments.tables, &[&spec], output)?;
    input::say_unheeded(&spec, &state, output);
    let failed = |error| arguments.input.file.failed(&opened, error);
    let pareto =
        tasks::pareto(&state, &spec, &arguments.between, arguments.point.are_wanted(), options).map_err(failed)?;
    let report = ParetoReport::new(&opened.loaded.tournament.name, &state, &spec.name, &pareto);
    let plot = arguments.plot.as_ref().map(|path| (path, report.plot()));
    let exit = Failure::of_front(&pareto.front.termination);
    arguments.point.write(report, &exit, output)?;
    if let Some((path, svg)) = plot {
        let svg = svg.map_err(|what| {
            Failure::error(Exit::InternalFault, format!("the plot cannot be drawn: {what}; please report this"))
        })?;
        path.write(arguments.force, output, |out| out.write_all(svg.as_bytes())).map_err(Failure::of_plot)?;
    }
    exit
}
