use super::exit::{Exit, Failure};
use super::output;
use crate::report::RuleReport;
use crate::rules::Entry;
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
        Some(id) => RuleReport::One(Entry::find(id).ok_or_else(|| {
            Failure::error(Exit::WrongRequest, format!("there is no id '{id}'; `swiss-ilp rule` lists them all"))
        })?),
    };
    output.write(&report);
    Ok(Exit::Done)
}
