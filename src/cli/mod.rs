//! The command line. Each subcommand is one file, with a few calls of the library.

mod batch;
mod beside;
mod check;
mod compare;
mod convert;
mod decisions;
mod engine;
mod exit;
mod explain;
mod generate;
mod info;
mod input;
mod lesson;
mod limits;
mod model;
mod new_file;
mod output;
mod page;
mod pair;
mod pareto;
mod prices;
mod progress;
mod repair;
mod rule;
mod seed;
mod simulate;
mod solve;
mod standings;
mod verify;
mod watch;
mod why;

use crate::batch::ENDINGS;
use crate::printable::{printable, shell_word};
use crate::report::ErrorReport;
use crate::solve::{Clock, hold, is_any_thread_left};
use crate::tasks::Inputs;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};
use exit::{Exit, Failure};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Pair a round of a Swiss tournament optimally, and prove it.
#[derive(Debug, Parser)]
#[command(name = "swiss-ilp", version, max_term_width = 100, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    output: output::Arguments,
}

const AFTER_HELP: &str =
    "As bbpPairings and JaVaFo are called: swiss-ilp --dutch FILE -p [OUT] | -c | -l; see swiss-ilp --dutch --help

Exit codes:
  0 done · 1 no legal pairing exists · 2 internal fault · 3 wrong request
  4 a limit came before a proof (the best pairing so far is printed)
  5 a file cannot be read or is not legal · 6 a discrepancy was found · 130 interrupted (as 4)";

#[derive(Debug, Subcommand)]
enum Command {
    /// Pair a round optimally, and prove and verify it
    Solve(solve::Arguments),
    /// Pair a round as a rule-based system would
    Pair(pair::Arguments),
    /// Set a round as systems and models pair it side by side, and count the price of the rules
    Compare(compare::Arguments),
    /// Replay every round of a tournament and compare it with what a system makes of it
    Check(check::Arguments),
    /// Give out seed numbers before round 1
    Seed(seed::Arguments),
    /// Rank the players
    Standings(standings::Arguments),
    /// Hold a pairing from anywhere to the rules of a model or system, and beside the optimum and the systems
    Verify(verify::Arguments),
    /// Say why a round is paired as it is: what each board counts, and each player's next-best opponent
    Explain(explain::Arguments),
    /// Say why two players do not meet, or do: the rule that forbids it, or the exact price of the other way
    Why(why::Arguments),
    /// List the pairings that no other one dominates between two criteria
    Pareto(pareto::Arguments),
    /// List what it costs to make fewer boards of a kind, such as those inside one federation
    Prices(prices::Arguments),
    /// Sum up a tournament file: who is absent, late or away, and what holds for the next round
    Info(info::Arguments),
    /// Write a tournament in another format
    Convert(convert::Arguments),
    /// Show a model: its rules, tiers and weights
    Model(model::Arguments),
    /// Pair the rounds of many files, one record a round
    Batch(batch::Arguments),
    #[command(name = batch::WORKER, hide = true)]
    BatchWorker,
    /// Play the tournaments of an experiment, paired by systems and models, and compare what they are worth
    Simulate(simulate::Arguments),
    /// Write the tournaments of an experiment
    Generate(generate::Arguments),
    /// Show what the course teaches, on any round
    Lesson(lesson::Arguments),
    /// Show what an id stands for, of a rule or of a message, or list them all
    Rule(rule::Arguments),
}

/// Run the program with its arguments, and return its exit code.
#[must_use]
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
/// use swiss_ilp::{cli, solve::Clock};
/// assert_eq!(cli::run_by(Clock::Machine, &["rule", "ilp.no-rematch"]), 0);
/// ```
#[must_use]
pub fn run_by(clock: Clock, arguments: &[&str]) -> u8 {
    limits::go_by(clock);
    let arguments: Vec<OsString> = ["swiss-ilp"].iter().chain(arguments).map(OsString::from).collect();
    run(&arguments) as u8
}

/// The names of the commands.
#[must_use]
pub fn commands() -> Vec<String> {
    let cli = Cli::command();
    cli.get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(|command| command.get_name().to_owned())
        .collect()
}

fn run(arguments: &[OsString]) -> Exit {
    if arguments.iter().any(|argument| engine::asks(argument)) {
        return match parse::<engine::Arguments>(arguments) {
            Ok((mut arguments, inputs)) => {
                arguments.output.choose_colour();
                let known = inputs.map(|inputs| arguments.output.inputs = inputs);
                finish(known.and_then(|()| held(|| engine::run(&arguments))), &arguments.output)
            }
            Err(answer) => print(&answer, arguments),
        };
    }
    let (mut cli, inputs) = match parse::<Cli>(arguments) {
        Ok(parsed) => parsed,
        Err(answer) => return print(&answer, arguments),
    };
    cli.output.choose_colour();
    match inputs {
        Ok(inputs) => cli.output.inputs = inputs,
        Err(error) => return finish(Err(error), &cli.output),
    }
    if cli.output.is_trf() && !matches!(cli.command, Command::Solve(_) | Command::Pair(_)) {
        output::complain(
            "--format trf writes the tournament with a new round in it, so it goes with solve and pair only",
        );
        return Exit::WrongRequest;
    }
    let done = || match &cli.command {
        Command::Solve(arguments) => solve::run(arguments, &cli.output),
        Command::Pair(arguments) => pair::run(arguments, &cli.output),
        Command::Compare(arguments) => compare::run(arguments, &cli.output),
        Command::Check(arguments) => check::run(arguments, &cli.output),
        Command::Seed(arguments) => seed::run(arguments, &cli.output),
        Command::Standings(arguments) => standings::run(arguments, &cli.output),
        Command::Verify(arguments) => verify::run(arguments, &cli.output),
        Command::Explain(arguments) => explain::run(arguments, &cli.output),
        Command::Why(arguments) => why::run(arguments, &cli.output),
        Command::Pareto(arguments) => pareto::run(arguments, &cli.output),
        Command::Prices(arguments) => prices::run(arguments, &cli.output),
        Command::Info(arguments) => info::run(arguments, &cli.output),
        Command::Convert(arguments) => convert::run(arguments, &cli.output),
        Command::Model(arguments) => model::run(arguments, &cli.output),
        Command::Lesson(arguments) => lesson::run(arguments, &cli.output),
        Command::Rule(arguments) => rule::run(arguments, &cli.output),
        Command::Batch(arguments) => batch::run(arguments, &cli.output),
        Command::BatchWorker => batch::work(),
        Command::Simulate(arguments) => simulate::run(arguments, &cli.output),
        Command::Generate(arguments) => generate::run(arguments, &cli.output),
    };
    finish(held(done), &cli.output)
}

/// Run a command, and end it soon after the limits that it has started, wherever it is.
fn held(run: impl FnOnce() -> anyhow::Result<Exit>) -> anyhow::Result<Exit> {
    hold(run).unwrap_or_else(|limit| Err(Failure::of_limit(format!("{limit} came before the answer"))))
}

/// Report the error of a run, and return its exit code.
fn finish(done: anyhow::Result<Exit>, output: &output::Arguments) -> Exit {
    let exit = match done {
        Ok(exit) => exit,
        Err(error) => {
            let failure = error.downcast_ref::<Failure>();
            let exit = failure.map_or(Exit::InternalFault, Failure::exit);
            match failure {
                Some(Failure::BadFile(report)) => output.write_faults(report),
                _ => output.write_error(exit, &format!("{error:#}")),
            }
            exit
        }
    };
    output.exit(exit)
}

/// Every option that writes files, with the commands before it, as `["lesson", "symmetry", "--plot"]`; those of the call as
/// other engines are called after `--dutch`. The tests ask for each.
#[doc(hidden)]
#[must_use]
pub fn options_that_write() -> Vec<Vec<String>> {
    let engine = new_file::options_that_write(&engine::Arguments::command());
    let engine = engine.into_iter().map(|option| [vec!["--dutch".to_owned()], option].concat());
    new_file::options_that_write(&Cli::command()).into_iter().chain(engine).collect()
}

/// Every option without a value, with the commands before it. The tests ask whether each has an effect.
#[doc(hidden)]
#[must_use]
pub fn flags() -> Vec<Vec<String>> {
    new_file::flags(&Cli::command())
}

/// The arguments and the files that the run reads, or why there is no run; an error is what clap answers instead: the help, the
/// version or what is wrong.
fn parse<Arguments: Parser>(arguments: &[OsString]) -> Result<(Arguments, anyhow::Result<Inputs>), clap::Error> {
    let mut command = Arguments::command();
    let matched = command.try_get_matches_from_mut(arguments).and_then(|matches| {
        let parsed = Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Ok((parsed, new_file::inputs(&command, &matches)))
    });
    matched.map_err(|error| {
        // An error repeats the arguments. Printable ones are wrong in the same way.
        let arguments = arguments.iter().map(|argument| printable(&argument.to_string_lossy()));
        Arguments::try_parse_from(arguments).err().unwrap_or(error)
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
    if let Some(message) = file_in_place_of_a_command(answer) {
        output::complain(&message);
        if asks_for_json(arguments) {
            let record = ErrorReport::new(Exit::WrongRequest as u8, &message);
            if let Err(error) = output::print(|out| record.write_json(out)) {
                output::complain(output::not_written(&error));
            }
        }
        return Exit::WrongRequest;
    }
    if answer.use_stderr() {
        // If this cannot be printed, nothing else can be reported.
        let _ = answer.print();
        if asks_for_json(arguments) {
            let said = answer.to_string();
            let what = said.split("\n\n").next().unwrap_or_default();
            let record = ErrorReport::new(Exit::WrongRequest as u8, what.strip_prefix("error: ").unwrap_or(what));
            if let Err(error) = output::print(|out| record.write_json(out)) {
                output::complain(output::not_written(&error));
            }
        }
        return Exit::WrongRequest;
    }
    match output::unless_nobody_reads(answer.print().and_then(|()| io::stdout().flush())) {
        Ok(()) => Exit::Done,
        Err(error) => {
            output::complain(output::not_written(&error));
            Exit::WrongRequest
        }
    }
}
