use super::exit::{Exit, Failure};
use super::{input, limits, output};
use crate::model::Model;
use crate::model::export::FileFormat;
use crate::report::{Format, ModelReport, ProgramsReport, latex};
use crate::tasks::{self, Choice};
use clap::Args;
use std::path::PathBuf;

/// Show a model, or the program of a round.
#[derive(Debug, Args)]
#[command(mut_arg("file", |file| file.required(false).default_value("").hide_default_value(true)))]
pub(super) struct Arguments {
    /// A model by name, or a model file
    #[arg(value_name = "NAME|PATH")]
    model: String,
    /// Show the meaning of every rule and term; with FILE, the program of the round
    #[arg(long)]
    show: bool,
    /// Write the formulation as LaTeX; with FILE, with the sizes of the round
    #[arg(long, conflicts_with = "show")]
    latex: bool,
    /// Write the program of the round for other solvers: .lp, .mps or .opb
    #[arg(long, value_name = "F.lp|.mps|.opb")]
    write_model: Option<PathBuf>,
    /// Replace the file of --write-model, if it is there
    #[arg(long, requires = "write_model")]
    force: bool,
    /// Write this program of a system's round; --show lists them
    #[arg(long, value_name = "S", requires = "write_model")]
    stage: Option<usize>,
    /// Write this tier, or this aim of a system, with the earlier ones held [default: the last one]
    #[arg(long, value_name = "K", requires = "write_model")]
    tier: Option<usize>,
    #[command(flatten)]
    input: input::Arguments,
    #[command(flatten)]
    limits: limits::Arguments,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let model = input::model(&arguments.model)?;
    if arguments.latex && output.format() != Format::Table {
        return refuse("--latex writes LaTeX; leave out --format");
    }
    if !arguments.input.is_absent() {
        return of_round(arguments, &model, output);
    }
    if arguments.write_model.is_some() || arguments.input.asks_for_something() || arguments.limits.are_any() {
        return refuse("a program is one of a round: give a tournament after the model, or only --show or --latex");
    }
    if arguments.latex {
        output.print(latex(&model, None).as_bytes());
    } else {
        output.write(&ModelReport::new(model, arguments.show));
    }
    Ok(Exit::Done)
}

fn refuse(what: &str) -> anyhow::Result<Exit> {
    Err(Failure::error(Exit::WrongRequest, what))
}

/// The program of a round: shown, unless it is only to be written.
fn of_round(arguments: &Arguments, model: &Model, output: &output::Arguments) -> anyhow::Result<Exit> {
    let target = match &arguments.write_model {
        None => None,
        Some(path) => {
            let Some(format) = FileFormat::of(path) else {
                let path = path.display();
                return refuse(&format!("{path} is no program: let its name end in .lp, .mps or .opb"));
            };
            tasks::check_program_file(path, arguments.force).map_err(Failure::of_program_file)?;
            Some((path, format))
        }
    };
    if let Model::Objective(spec) = model {
        arguments.input.decisions.check_model(spec)?;
    }
    let options = arguments.limits.start()?;
    let (_, state) = arguments.input.load(output)?;
    if let Model::Objective(spec) = model {
        input::say_unheeded(spec, &state, output);
    }
    let programs = tasks::programs(&state, model, options).map_err(Failure::of_no_program)?;
    if arguments.latex {
        output.print(latex(model, Some(&programs)).as_bytes());
    } else if arguments.show || target.is_none() {
        output.write(&ProgramsReport::new(&state, model.name(), &programs));
    }
    if let Some((path, format)) = target {
        let choice = Choice { stage: arguments.stage, tier: arguments.tier };
        let linear = tasks::linear(&state, model, programs, choice, options).map_err(Failure::of_no_program)?;
        tasks::write_program(&linear, format, path, arguments.force).map_err(Failure::of_program_file)?;
        let what = linear.title.iter().skip(1).take(2).cloned().collect::<Vec<_>>().join(" ");
        output.say(format!("the program is in {}. {what}", path.display()));
    }
    Ok(Exit::Done)
}
