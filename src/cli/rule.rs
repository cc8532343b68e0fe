use super::exit::{Exit, Failure};
use super::output;
use crate::nearest::did_you_mean;
use crate::report::RuleReport;
use crate::rules::{Entry, groups};
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
            let meant = did_you_mean(id, groups().into_iter().flat_map(|group| group.entries).map(|entry| entry.id()));
            Failure::error(Exit::WrongRequest, format!("there is no id '{id}'{meant}; `swiss-ilp rule` lists them all"))
        })?),
    };
    output.write(&report);
    Ok(Exit::Done)
}
