use super::exit::{Exit, Failure};
use super::output;
use crate::report::RuleReport;
use crate::rules::Rule;
use clap::Args;

/// Show a rule.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The rule, such as ilp.no-rematch; all are listed without it
    id: Option<String>,
}

pub(super) fn run(arguments: &Arguments, output: &output::Arguments) -> anyhow::Result<Exit> {
    let report = match &arguments.id {
        None => RuleReport::all(),
        Some(id) => RuleReport::one(Rule::find(id).ok_or_else(|| {
            Failure::error(Exit::WrongRequest, format!("there is no rule '{id}'; `swiss-ilp rule` lists them all"))
        })?),
    };
    output.write(&report)?;
    Ok(Exit::Done)
}
