use super::exit::{Exit, Failure};
use super::new_file::NewFile;
use super::solve::specs;
use super::{beside, input, limits, output};
use crate::model::export::FileFormat;
use crate::model::{Attribute, Erratum, Model, ModelError, SeedText, WrongKind};
use crate::nearest::did_you_mean;
use crate::report::{ErrataReport, ErratumReport, Format, ModelReport, ProgramsReport, latex};
use crate::tasks::{self, Choice};
use clap::Args;

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
    /// Of the model seed: list what is wrong in the text; with N, show erratum N in a small round; with FILE, show what the
    /// text answers there, as written and with erratum N or all errata repaired
    #[arg(long, value_name = "N", num_args = 0..=1, value_parser = erratum)]
    #[arg(conflicts_with_all = ["show", "latex", "write_model", "force", "stage", "tier"])]
    errata: Option<Option<Erratum>>,
    /// Write the program of the round for other solvers: .lp, .mps or .opb
    #[arg(long, value_name = "F.lp|.mps|.opb")]
    write_model: Option<NewFile>,
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
    tables: beside::Arguments,
    #[command(flatten)]
    limits: limits::Arguments,
}

fn erratum(text: &str) -> Result<Erratum, String> {
    let found = text.parse().ok().and_then(Erratum::numbered);
    found.ok_or_else(|| format!("there is no erratum '{text}'; write a number from 1 to {}", Erratum::ALL.len()))
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let model = input::model(&arguments.model)?;
    if let Some(erratum) = arguments.errata {
        return tell(arguments, model, erratum, output);
    }
    if arguments.latex && output.format() != Format::Table {
        return refuse("--latex writes LaTeX; leave out --format");
    }
    if !arguments.input.is_absent() {
        return of_round(arguments, &model, output);
    }
    if arguments.write_model.is_some()
        || arguments.input.asks_for_something()
        || arguments.tables.are_any()
        || arguments.limits.are_any()
    {
        return refuse("a program is one of a round: give a tournament after the model, or only --show or --latex");
    }
    if let Model::Objective(spec) = &model {
        for definition in &spec.define {
            for column in definition.own_columns() {
                let attributes = Attribute::ALL.iter().map(|attribute| attribute.name());
                output.say(format!(
                    "'{}' asks for '{column}', which a player has only by a column of --attributes or of the tournament{}",
                    definition.name(),
                    did_you_mean(column, attributes)
                ));
            }
        }
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
        Some(file) => {
            let Some(format) = FileFormat::of(file.path()) else {
                let path = file.path().display();
                return refuse(&format!("{path} is no program: let its name end in .lp, .mps or .opb"));
            };
            file.check(arguments.force, output, Failure::of_program_file)?;
            Some((file.path(), format))
        }
    };
    if let Model::Objective(spec) = model {
        arguments.input.decisions.check_model(spec)?;
    }
    let options = arguments.limits.start()?;
    let (_, state) = arguments.input.load_beside(&arguments.tables, &specs(model), output)?;
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
        tasks::write_program(&linear, format, path, arguments.force, &output.inputs)
            .map_err(Failure::of_program_file)?;
        let what = linear.title.iter().skip(1).take(2).cloned().collect::<Vec<_>>().join(" ");
        output.say(format!("the program is in {}. {what}", path.display()));
    }
    Ok(Exit::Done)
}

/// What is wrong in the student's text: all of it, or what it makes of a round.
fn tell(
    arguments: &Arguments,
    model: Model,
    erratum: Option<Erratum>,
    output: &output::Arguments,
) -> anyhow::Result<Exit> {
    let spec = SeedText::try_from(model);
    let mut spec = spec.map_err(|kind: WrongKind| Failure::of_model(ModelError::Kind(kind)))?;
    let is_absent = arguments.input.is_absent();
    if is_absent && arguments.input.asks_for_something() {
        return refuse("a round is one of a tournament: give a file after the model, or leave out what is asked of it");
    }
    let options = arguments.limits.start()?;
    let (name, state) = match erratum {
        None if is_absent => {
            output.write(&ErrataReport);
            return Ok(Exit::Done);
        }
        Some(erratum) if is_absent => {
            spec.readings = erratum.readings(spec.readings);
            let state = tasks::instance_of(erratum);
            let state = state.map_err(|error| Failure::error(Exit::InternalFault, error.to_string()))?;
            (erratum.instance().0.to_owned(), state)
        }
        _ => {
            let (opened, state) = arguments.input.load_beside(&arguments.tables, &[], output)?;
            (opened.loaded.tournament.name.clone(), state)
        }
    };
    let told = tasks::errata(&state, &spec, erratum, options).map_err(Failure::of_solver)?;
    let limit = told.limit();
    output.write(&ErratumReport::new(&name, &state, &spec, told));
    match limit {
        None => Ok(Exit::Done),
        Some(limit) => Err(Failure::of_limit(format!("{limit} came before an answer"))),
    }
}
