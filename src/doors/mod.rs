//! The command line, a door: a command for each question, and a file for each command of its own.

mod batch;
mod completions;
mod engine;
pub(crate) mod exit;
mod input;
pub(crate) mod limits;
mod man;
mod new_file;
pub(crate) mod output;
pub(crate) mod progress;
mod replay;
pub(crate) mod simulate;

use crate::files::printable::{printable, shell_word};
use crate::files::request_field::{as_option, in_words};
use crate::questions::batch::ENDINGS;
use crate::questions::report::{ErrorReport, write_json};
use crate::questions::tasks::Inputs;
use crate::questions::{AskError, Heading, QUESTIONS, Question};
use crate::solve::{Clock, hold, is_any_thread_left};
use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use exit::{Exit, Failure};
use itertools::Itertools;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// The name of the program.
const NAME: &str = "swiss-ilp";

const AFTER_HELP: &str = "swiss-ilp COMMAND --help says what a command takes.
As bbpPairings and JaVaFo are called: swiss-ilp [--dutch] FILE -p [OUT] | -c | -l; see swiss-ilp --dutch --help

Exit codes:
  0 done · 1 no legal pairing exists · 2 internal fault · 3 wrong request
  4 a limit came before a proof (the best pairing so far is printed)
  5 a file cannot be read or is not legal · 6 a discrepancy was found · 130 interrupted (as 4)";

/// A command that is no question: it has files and processes of its own.
struct OtherCommand {
    name: &'static str,
    heading: Heading,
    augment: fn(Command) -> Command,
    parse: fn(&ArgMatches) -> Result<Run, clap::Error>,
}

/// What is to be done.
type Run = Box<dyn FnOnce(&output::OutputOptions) -> anyhow::Result<Exit>>;

/// The command of this name, with the type of its arguments and its `run` in a module.
macro_rules! other {
    ($name:literal, $heading:ident, $($module:ident)::+, $arguments:ident) => {
        OtherCommand {
            name: $name,
            heading: Heading::$heading,
            augment: $($module)::+::$arguments::augment_args,
            parse: |matches| {
                let arguments = $($module)::+::$arguments::from_arg_matches(matches)?;
                Ok(Box::new(move |output| $($module)::+::run(&arguments, output)))
            },
        }
    };
}

static OTHERS: &[OtherCommand] = &[
    other!("batch", Many, batch, BatchArguments),
    other!("simulate", Many, simulate, SimulateArguments),
    other!("completions", Behind, completions, CompletionsArguments),
    other!("man", Behind, man, ManArguments),
];

/// Every command that the help has, with its heading, in the order of the help.
fn grouped() -> Vec<(Heading, Command)> {
    let named = |name: &'static str, augment: fn(Command) -> Command| augment(Command::new(name));
    let questions = QUESTIONS.iter().map(|question| (question.heading, named(question.name, question.augment)));
    let others = OTHERS.iter().map(|other| (other.heading, named(other.name, other.augment)));
    questions.chain(others).sorted_by_key(|(heading, _)| *heading).collect()
}

/// The command line, with a command for each question and each of its own.
fn command() -> Command {
    let commands = grouped();
    let whole = Command::new(NAME).version(crate::VERSION).max_term_width(100).after_help(AFTER_HELP);
    let help = help_template(whole.get_styles(), &commands);
    let commands = commands.into_iter().map(|(_, command)| command);
    let whole = whole.help_template(help).subcommands(commands).subcommand(Command::new(batch::WORKER).hide(true));
    // The options of the output come last in every help.
    let whole = output::OutputOptions::augment_args(whole.subcommand_required(true).arg_required_else_help(true));
    whole.about("Pair a round of a Swiss tournament optimally, and prove it")
}

/// The help with the commands in their groups: clap has one list of commands.
fn help_template(styles: &Styles, commands: &[(Heading, Command)]) -> String {
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let names = commands.iter().map(|(_, command)| command.get_name().len());
    let width = names.max().unwrap_or_default();
    let line = |command: &Command| {
        let (name, about) = (command.get_name(), command.get_about().map(ToString::to_string).unwrap_or_default());
        format!("  {literal}{name}{literal:#}{:1$}  {about}\n", "", width - name.len())
    };
    let groups = commands.iter().chunk_by(|(heading, _)| heading);
    let groups = groups.into_iter().map(|(heading, commands)| {
        format!("{header}{heading}:{header:#}\n{}\n", commands.map(|(_, command)| line(command)).join(""))
    });
    let groups = groups.collect::<String>();
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}

/// What the arguments ask for, and whether the tournament with a new round can be written.
fn work(matches: &ArgMatches) -> Result<(Run, bool), clap::Error> {
    let Some((name, matches)) = matches.subcommand() else {
        return Err(clap::Error::new(ErrorKind::MissingSubcommand));
    };
    if let Some(question) = Question::named(name) {
        let request = (question.parse)(matches)?;
        return Ok((
            Box::new(move |output| Ok(request.ask(output).map(|()| Exit::Done)?)),
            question.makes_a_tournament,
        ));
    }
    match OTHERS.iter().find(|other| other.name == name) {
        Some(other) => Ok(((other.parse)(matches)?, false)),
        None => Ok((Box::new(|_| batch::work()), false)),
    }
}

/// Run the program with its arguments, and return its exit code.
pub fn main() -> ExitCode {
    let exit = run(&std::env::args_os().collect::<Vec<_>>());
    if is_any_thread_left() {
        // Without the handlers that run at an exit: they destroy what the thread still uses.
        signal_hook::low_level::exit(exit as i32);
    }
    exit.into()
}

/// As [`main`], in this process, with these arguments after the name of the program; the time limit goes by `clock`. Returns the exit
/// code.
///
/// ```
/// use swiss_ilp::{doors, solve::Clock};
/// assert_eq!(doors::run_by(Clock::Machine, &["rule", "ilp.no-rematch"]), 0);
/// ```
pub fn run_by(clock: Clock, arguments: &[&str]) -> u8 {
    limits::go_by(clock);
    let arguments: Vec<OsString> = [NAME].iter().chain(arguments).map(OsString::from).collect();
    run(&arguments) as u8
}

/// The names of the commands.
pub fn commands() -> Vec<String> {
    command()
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(|command| command.get_name().to_owned())
        .collect()
}

fn run(arguments: &[OsString]) -> Exit {
    if engine::asks(arguments, is_command) {
        let parsed = parse(arguments, engine::command(), engine::EngineArguments::from_arg_matches);
        return match parsed {
            Ok((mut arguments, inputs)) => {
                arguments.output.choose_colour();
                let known = inputs.map(|inputs| arguments.output.inputs = inputs);
                finish(known.and_then(|()| held(|| engine::run(&mut arguments))), &arguments.output)
            }
            Err(answer) => print(&answer, arguments),
        };
    }
    let parsed =
        parse(arguments, command(), |matches| Ok((output::OutputOptions::from_arg_matches(matches)?, work(matches)?)));
    let ((mut output, (run, makes_a_tournament)), inputs) = match parsed {
        Ok(parsed) => parsed,
        Err(answer) => return print(&answer, arguments),
    };
    output.choose_colour();
    match inputs {
        Ok(inputs) => output.inputs = inputs,
        Err(error) => return finish(Err(error), &output),
    }
    if let Some(refusal) = output.refusal() {
        output::complain(refusal);
        return Exit::WrongRequest;
    }
    if output.asked_form().is_some() && !makes_a_tournament {
        let making = QUESTIONS.iter().filter(|question| question.makes_a_tournament).map(|question| question.name);
        output::complain(format!(
            "--format trf and --format tournament write a tournament, so they go with {} only",
            making.format(", ")
        ));
        return Exit::WrongRequest;
    }
    finish(held(|| run(&output)), &output)
}

/// Whether an argument is the name of a command.
fn is_command(argument: &OsStr) -> bool {
    let names = QUESTIONS.iter().map(|question| question.name).chain(OTHERS.iter().map(|other| other.name));
    names.chain(["help", batch::WORKER]).any(|name| argument == name)
}

/// Run a command, and end it soon after the limits that it has started, wherever it is.
fn held(run: impl FnOnce() -> anyhow::Result<Exit>) -> anyhow::Result<Exit> {
    hold(run).unwrap_or_else(|limit| Err(Failure::of_limit(format!("{limit} came before the answer"))))
}

/// Report the error of a run, and return its exit code.
fn finish(done: anyhow::Result<Exit>, output: &output::OutputOptions) -> Exit {
    output.end_watch();
    let exit = match done {
        Ok(exit) => exit,
        Err(error) => {
            let error = error.downcast::<AskError>().map_or_else(|error| error, |ended| Failure::from(ended).into());
            let failure = error.downcast_ref::<Failure>();
            let exit = failure.map_or(Exit::InternalFault, Failure::exit);
            match failure {
                Some(Failure::BadFile(report)) => output.write_faults(report),
                _ => output.write_error(exit, &in_words(&format!("{error:#}"), as_option)),
            }
            exit
        }
    };
    output.exit(exit)
}

/// The program's command line, and that of the call as other engines are called. The tests go through their options.
#[doc(hidden)]
pub fn command_lines() -> [Command; 2] {
    [command(), engine::command()]
}

/// What `read` makes of the arguments of `command`, and the files that the run reads, or why there is no run; an error is what clap
/// answers instead: the help, the version or what is wrong.
fn parse<T>(
    arguments: &[OsString],
    mut command: Command,
    read: impl Fn(&ArgMatches) -> Result<T, clap::Error>,
) -> Result<(T, anyhow::Result<Inputs>), clap::Error> {
    let matched = command.try_get_matches_from_mut(arguments).and_then(|matches| {
        let parsed = read(&matches).map_err(|error| error.format(&mut command))?;
        Ok((parsed, new_file::inputs(&command, &matches)))
    });
    matched.map_err(|error| {
        // An error repeats the arguments. Printable ones are wrong in the same way.
        let arguments = arguments.iter().map(|argument| printable(&argument.to_string_lossy()));
        command.try_get_matches_from_mut(arguments).err().unwrap_or(error)
    })
}

/// Whether the arguments, which could not be parsed, ask for JSON.
fn asks_for_json(arguments: &[OsString]) -> bool {
    let arguments: Vec<_> = arguments.iter().take_while(|argument| *argument != "--").collect();
    arguments.iter().any(|argument| *argument == "--format=json")
        || arguments.windows(2).any(|pair| pair[0] == "--format" && pair[1] == "json")
}

/// What to do with a tournament file that stands where a command should.
fn file_in_place_of_a_command(answer: &clap::Error) -> Option<String> {
    if answer.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let Some(ContextValue::String(name)) = answer.get(ContextKind::InvalidSubcommand) else { return None };
    let path = Path::new(name);
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    let is_file = path.is_file() || ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()));
    is_file.then(|| {
        let word = shell_word(name);
        format!("{name} is a file and no command; to pair its next round: swiss-ilp solve {word}; all commands: swiss-ilp --help")
    })
}

/// Print the help, the version or an error, and return the exit code.
fn print(answer: &clap::Error, arguments: &[OsString]) -> Exit {
    let what = if let Some(message) = file_in_place_of_a_command(answer) {
        output::complain(&message);
        message
    } else if answer.use_stderr() {
        // If this cannot be printed, nothing else can be reported.
        let _ = answer.print();
        let said = answer.to_string();
        let what = said.split("\n\n").next().unwrap_or_default();
        what.strip_prefix("error: ").unwrap_or(what).to_owned()
    } else {
        return exit_after(answer.print().and_then(|()| io::stdout().flush()), Exit::Done);
    };
    if !asks_for_json(arguments) {
        return Exit::WrongRequest;
    }
    let record = ErrorReport::new(Exit::WrongRequest as u8, what);
    exit_after(output::print(|out| write_json(&record, out)), Exit::WrongRequest)
}

/// `exit`, unless what was to be printed could not be.
fn exit_after(printed: io::Result<()>, exit: Exit) -> Exit {
    output::unless_nobody_reads(printed).map_or_else(
        |error| {
            output::complain(output::not_written(&error));
            Exit::WrongRequest
        },
        |()| exit,
    )
}
