//! The options and arguments of the program.

use clap::{Arg, Command};
use std::any::TypeId;
use swiss_ilp::doors::command_lines;
use swiss_ilp::questions::asked::{NewFile, NewFolder, NewTournament};

/// Whether the value of an option has this type.
pub fn is_a<T: 'static>(argument: &Arg) -> bool {
    argument.get_value_parser().type_id() == TypeId::of::<T>()
}

/// Whether an option writes files.
pub fn writes(argument: &Arg) -> bool {
    is_a::<NewFile>(argument) || is_a::<NewFolder>(argument) || is_a::<NewTournament>(argument)
}

/// Every option and argument that is `wanted`, with the commands before it, as `["simulate", "--out"]`; those of the call as other engines
/// are called after `--dutch`.
pub fn options(wanted: fn(&Arg) -> bool) -> Vec<Vec<String>> {
    let [own, engine] = command_lines();
    let found = |command, before: &[&str]| {
        let before: Vec<String> = before.iter().map(|word| (*word).to_owned()).collect();
        within(command, &before, wanted)
    };
    [found(&own, &[]), found(&engine, &["--dutch"])].concat()
}

fn within(command: &Command, before: &[String], wanted: fn(&Arg) -> bool) -> Vec<Vec<String>> {
    let name = |argument: &Arg| match (argument.get_long(), argument.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => argument.get_id().to_string(),
    };
    let with = |last: String| [before, &[last]].concat();
    let own = command.get_arguments().filter(|argument| wanted(argument)).map(|argument| with(name(argument)));
    let deeper = command.get_subcommands().flat_map(|one| within(one, &with(one.get_name().to_owned()), wanted));
    own.chain(deeper).collect()
}
