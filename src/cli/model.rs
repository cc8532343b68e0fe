use super::exit::Exit;
use super::{input, output};
use crate::report::ModelReport;
use clap::Args;

/// Show a model.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A model by name, or a model file
    #[arg(value_name = "NAME|PATH")]
    model: String,
    /// Show it with the meaning of every rule and term
    #[arg(long)]
    show: bool,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    output.write(&ModelReport::new(input::model(&arguments.model)?, arguments.show));
    Ok(Exit::Done)
}
