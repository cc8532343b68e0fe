use super::exit::{Exit, Failure};
use super::output;
use crate::report::RuleReport;
use crate::rules::{Entry, UnknownId};
use clap::Args;

/// Show what an id stands for.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The id of a rule, such as ilp.no-rematch, or what a message has in brackets; all are listed without it
    id: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let report = match &arguments.id {
        None => RuleReport::All,
        Some(id) => {
            let unknown = |error: UnknownId| {
                Failure::error(Exit::WrongRequest, format!("{error}; `swiss-ilp rule` lists them all"))
            };
            RuleReport::One(Entry::named(id).map_err(unknown)?)
        }
    };
    output.write(&report);
    Ok(Exit::Done)
}
