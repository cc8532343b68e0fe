use super::exit::{Exit, Failure};
use super::{input, limits, output};
use crate::model::{Erratum, Model, ModelError, SeedSpec, WrongKind};
use crate::report::{ErrataReport, ErratumReport, ModelReport};
use crate::tasks;
use clap::Args;

/// Show a model.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A model by name, or a model file
    #[arg(value_name = "NAME|PATH")]
    model: String,
    /// A tournament for --errata: TRF or the project's JSON; - is standard input
    #[arg(requires = "errata")]
    file: Option<String>,
    /// Show it with the meaning of every rule and term
    #[arg(long, conflicts_with = "errata")]
    show: bool,
    /// Of the model seed: list what is wrong in the text; with N, show erratum N in a small round; with FILE, show what the
    /// text answers there, as written and with erratum N or all errata repaired
    #[arg(long, value_name = "N", num_args = 0..=1, value_parser = erratum)]
    errata: Option<Option<Erratum>>,
    /// The round of FILE [default: the first round without games]
    #[arg(long, value_name = "R", requires = "file")]
    round: Option<u32>,
    #[command(flatten)]
    limits: limits::Arguments,
}

fn erratum(text: &str) -> Result<Erratum, String> {
    let found = text.parse().ok().and_then(Erratum::numbered);
    found.ok_or_else(|| format!("there is no erratum '{text}'; write a number from 1 to {}", Erratum::ALL.len()))
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let model = input::model(&arguments.model)?;
    match arguments.errata {
        None => output.write(&ModelReport::new(model, arguments.show)),
        Some(erratum) => return arguments.tell(model, erratum, output),
    }
    Ok(Exit::Done)
}

impl Arguments {
    fn tell(&self, model: Model, erratum: Option<Erratum>, output: &output::Arguments) -> anyhow::Result<Exit> {
        let spec = SeedSpec::try_from(model);
        let mut spec = spec.map_err(|kind: WrongKind| Failure::of_model(ModelError::Kind(kind)))?;
        let options = self.limits.start()?;
        let (name, state) = match (&self.file, erratum) {
            (None, None) => {
                output.write(&ErrataReport);
                return Ok(Exit::Done);
            }
            (None, Some(erratum)) => {
                spec.readings = erratum.readings(spec.readings);
                let state = tasks::instance_of(erratum);
                let state = state.map_err(|error| Failure::error(Exit::InternalFault, error.to_string()))?;
                (erratum.instance().0.to_owned(), state)
            }
            (Some(file), _) => {
                let file = input::FileArguments::of(file.clone());
                let opened = file.load(output)?;
                let state = file.state(&opened, file.request(self.round))?;
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
}
