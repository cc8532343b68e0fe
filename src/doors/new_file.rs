//! Files that are written. The arguments of a run say what it reads and what it writes, and nothing that it reads is written.

use super::exit::{Exit, Failure};
use crate::model::Model;
use crate::questions::asked::{NewFile, NewFolder, NewTournament};
use crate::questions::tasks::Inputs;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::any::TypeId;
use std::path::PathBuf;

/// Whether an option writes files.
fn writes(argument: &Arg) -> bool {
    let value = argument.get_value_parser().type_id();
    value == TypeId::of::<NewFile>() || value == TypeId::of::<NewFolder>()
}

/// The files that a run with these arguments reads. An argument that does not write may be the name of a file, whatever it
/// means. An error if one of the files to be written is among them.
pub(super) fn inputs(command: &Command, matches: &ArgMatches) -> anyhow::Result<Inputs> {
    let (mut inputs, mut written) = (Inputs::default(), Vec::new());
    inputs.add_standard_input();
    collect(command, matches, &mut inputs, &mut written);
    for path in &written {
        inputs.check(path).map_err(|error| Failure::error(Exit::WrongRequest, format!("cannot write {error}")))?;
    }
    Ok(inputs)
}

fn collect(command: &Command, matches: &ArgMatches, inputs: &mut Inputs, written: &mut Vec<PathBuf>) {
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        let is_given = matches!(matches.try_contains_id(id), Ok(true))
            && matches.value_source(id) == Some(ValueSource::CommandLine);
        // It may be what is read; its question looks at it.
        if argument.get_value_parser().type_id() == TypeId::of::<NewTournament>() {
            continue;
        }
        let Some(values) = is_given.then(|| matches.try_get_raw(id).ok().flatten()).flatten() else { continue };
        for path in values.map(PathBuf::from) {
            if writes(argument) {
                written.push(path);
                continue;
            }
            // A model may name another one.
            if let Some(other) = Model::named_in(&path) {
                inputs.add(other);
            }
            inputs.add(path);
        }
    }
    if let Some((name, matches)) = matches.subcommand()
        && let Some(command) = command.find_subcommand(name)
    {
        collect(command, matches, inputs, written);
    }
}
