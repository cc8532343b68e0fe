//! The command `lesson`.

use super::symmetry::{SymmetryReport, SymmetryRow, generate, symmetry};
use super::weights::WeightsReport;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::questions::asked::{EncodingAsked, FileAsked, LimitsAsked, NewFile, RoundAsked, TablesAsked, from_one};
use crate::questions::{Context, Ended, solve};
use crate::report::Format;
use crate::tasks::TaskError;
use crate::tournament::{RoundRequest, RoundState};
use clap::{Args, Subcommand};
use std::time::Duration;

/// Show what the course teaches, on any round
#[derive(Debug, Args)]
pub(crate) struct LessonArguments {
    #[command(subcommand)]
    lesson: Lesson,
}

#[derive(Debug, Subcommand)]
enum Lesson {
    /// The same round by slots, ordered slots, representatives, pairs, and pairs with odd sets
    Symmetry(Symmetry),
    /// Solve the tiers of a model one after another, and as one sum with large weights by HiGHS with its default settings
    Weights(Weights),
}

#[derive(Debug, Args)]
struct Symmetry {
    /// A tournament: TRF or the project's JSON; - is standard input [default: generated rounds]
    file: Option<String>,
    /// The round of FILE to pair [default: the first round without games]
    // clap waives what an option requires if that conflicts with another option that is given, so the others are named, too.
    #[arg(long, value_name = "R", value_parser = from_one::<u32>, requires = "file", conflicts_with_all = ["players", "seed"])]
    round: Option<u32>,
    #[command(flatten)]
    encoding: EncodingAsked,
    /// The numbers of players of generated rounds
    #[arg(long, value_name = "N,N", value_delimiter = ',', conflicts_with = "file")]
    #[arg(default_values_t = [6, 8, 10, 12, 14, 20, 30, 50, 94], value_parser = clap::value_parser!(u32).range(2..=2_000))]
    players: Vec<u32>,
    /// The seed of generated rounds
    #[arg(long, value_name = "SEED", default_value_t = 1, conflicts_with = "file")]
    seed: u64,
    #[command(flatten)]
    limits: LimitsAsked,
    /// Draw nodes and seconds against players, into this file, as SVG
    #[arg(long, value_name = "F.svg")]
    plot: Option<NewFile>,
    /// Replace the file of --plot, if it is there
    #[arg(long, requires = "plot")]
    force: bool,
}

#[derive(Debug, Args)]
struct Weights {
    #[command(flatten)]
    input: RoundAsked,
    /// A model with an objective by name, or a model file
    #[arg(long, default_value = "fair", value_name = "NAME|PATH")]
    model: String,
    /// The weight of each tier in the sum
    #[arg(long, value_delimiter = ',', default_value = "10000000,100000,1", value_name = "W,W,…")]
    #[arg(value_parser = clap::value_parser!(i64).range(1..))]
    weights: Vec<i64>,
    #[command(flatten)]
    limits: LimitsAsked,
}

/// The limit without `--time-limit`: slots of many players would take longer than a lesson.
const TIME: Duration = Duration::from_secs(60);

pub(crate) fn run(arguments: &LessonArguments, output: &output::OutputOptions) -> anyhow::Result<Exit> {
    match &arguments.lesson {
        Lesson::Symmetry(arguments) => arguments.run(output),
        Lesson::Weights(arguments) => arguments.run(output),
    }
}

impl Symmetry {
    fn run(&self, output: &output::OutputOptions) -> anyhow::Result<Exit> {
        if output.chosen_format() == Format::Pairs {
            let message = "a lesson is no list of boards; take the format table, json or csv";
            return Err(Failure::error(Exit::WrongRequest, message));
        }
        if self.file.is_none() && self.encoding.encoding.is_some() {
            let message = "generated rounds have no encoding; name a file, or leave out --encoding";
            return Err(Failure::error(Exit::WrongRequest, message));
        }
        if let Some(path) = &self.plot {
            // Before the lesson, which can take a minute.
            path.check(self.force, &output.inputs, NewFile::FIGURE)?;
        }
        let mut options = Context::start(output, &self.limits)?;
        options.time_limit = options.time_limit.or(Some(TIME));
        let (rounds, states) = self.rounds(output)?;
        let told = |cell: &SymmetryRow| {
            let seconds = cell.seconds.unwrap_or_default();
            output.say(format!("{} players by {}: {seconds:.1} s", cell.players, cell.variables));
        };
        let is_long = states.len() > 1;
        let cells = symmetry(&states, options, |cell| {
            if is_long {
                told(cell)
            }
        })
        .map_err(Ended::from)?;
        let report = SymmetryReport { rounds, cells };
        output.write(&report);
        if let Some(path) = &self.plot {
            path.write_figure(self.force, &output.inputs, report.plot())?;
        }
        Ok(Exit::Done)
    }

    /// What the rounds are, and the rounds.
    fn rounds(&self, output: &output::OutputOptions) -> anyhow::Result<(String, Vec<RoundState>)> {
        if let Some(file) = &self.file {
            let file = FileAsked::named(file.clone(), self.encoding.clone());
            let opened = Context::tournament(output, &file)?;
            let state = opened.state(file.request(self.round))?;
            let name = format!("{}, round {}", opened.loaded.tournament.name, state.round());
            return Ok((name, vec![state]));
        }
        let mut players = self.players.clone();
        players.sort_unstable();
        players.dedup();
        let failed = |error: TaskError| Failure::error(Exit::InternalFault, error.to_string());
        let state = |players: &u32| {
            let tournament = generate(*players, self.seed).map_err(failed)?;
            RoundState::new(&tournament, RoundRequest::default()).map_err(|error| failed(TaskError::Round(error)))
        };
        let states = players.iter().map(state).collect::<anyhow::Result<Vec<_>>>()?;
        Ok((format!("Generated rounds, seed {}", self.seed), states))
    }
}

impl Weights {
    fn run(&self, output: &output::OutputOptions) -> anyhow::Result<Exit> {
        if output.chosen_format() == Format::Pairs {
            let message = "a lesson has two pairings, so --format pairs cannot write it; use table, csv or json";
            return Err(Failure::error(Exit::WrongRequest, message));
        }
        let context: &dyn Context = output;
        let spec = context.objective(&self.model, &self.input.decisions)?;
        let options = context.start(&self.limits)?;
        let round = context.open(&self.input, &TablesAsked::default(), &[&spec])?;
        let lesson = WeightsReport::new(round.name(), &round.state, &spec, &self.weights, options);
        let (lesson, solved) = lesson.map_err(Ended::from)?;
        solve::ended(&solved, &[], false)?;
        output.write(&lesson);
        if lesson.highs_sum.is_none() {
            return Err(Failure::of_limit("a limit came before HiGHS ended"));
        }
        Ok(Exit::Done)
    }
}
