use super::exit::{Exit, Failure};
use super::{input, limits, output};
use crate::report::{Format, WeightsReport};
use crate::tasks;
use clap::{Args, Subcommand};

/// Show what the course teaches, on any round.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    lesson: Lesson,
}

#[derive(Debug, Subcommand)]
enum Lesson {
    /// Solve the tiers of a model one after another, and as one sum with large weights by HiGHS with its default settings
    Weights(Weights),
}

#[derive(Debug, Args)]
struct Weights {
    #[command(flatten)]
    input: input::Arguments,
    /// A model with an objective by name, or a model file
    #[arg(long, default_value = "fair", value_name = "NAME|PATH")]
    model: String,
    /// The weight of each tier in the sum
    #[arg(long, value_delimiter = ',', default_value = "10000000,100000,1", value_name = "W,W,…")]
    #[arg(value_parser = clap::value_parser!(i64).range(1..))]
    weights: Vec<i64>,
    #[command(flatten)]
    limits: limits::Arguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    match &arguments.lesson {
        Lesson::Weights(arguments) => weights(arguments, output),
    }
}

fn weights(arguments: &Weights, output: &output::Arguments) -> anyhow::Result<Exit> {
    if output.format() == Format::Pairs {
        let message = "a lesson has two pairings, so --format pairs cannot write it; use table, csv or json";
        return Err(Failure::error(Exit::WrongRequest, message));
    }
    let spec = input::objective(&arguments.model)?;
    arguments.input.decisions.check_model(&spec)?;
    let options = arguments.limits.start()?;
    let (opened, state) = arguments.input.load(output)?;
    input::say_unheeded(&spec, &state, output);
    let lesson = tasks::lesson_of_weights(&state, &spec, &arguments.weights, options).map_err(Failure::of_solver)?;
    let exit = Failure::of_solved(&lesson.solved, &[])?;
    output.write(&WeightsReport::new(&opened.loaded.tournament.name, &state, &spec, &lesson));
    if lesson.by_sum.is_none() {
        return Err(Failure::of_limit("a limit came before HiGHS ended"));
    }
    Ok(exit)
}
