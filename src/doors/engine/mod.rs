//! The way in which bbpPairings and JaVaFo are called, so that a program that manages tournaments can use this one in
//! their place.

mod checklist;
mod files;
mod generate;
mod replayed;

use super::exit::{Exit, Failure};
use super::output;
use crate::files::printable::printable;
use crate::files::{Loaded, pairs};
use crate::questions::asked::{EncodingAsked, FileAsked, NewFile, TimeAsked, TrustAsked, Trusted};
use crate::questions::convert::Byes;
use crate::questions::in_force::{AUTO, AskedSystem, ChosenSystem, DUTCH_AND_AUTO, other_system};
use crate::questions::registry::{System, UnknownSystem};
use crate::questions::report::Format;
use crate::questions::tasks::{self, Rules, Unpaired};
use crate::questions::{AskError, Context, Opened, remarks};
use crate::solve::Options;
use crate::tournament::{RoundRequest, RoundState, Tournament};
use checklist::checklist;
use clap::{ArgGroup, Command, CommandFactory, Parser, ValueEnum};
use itertools::Itertools;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

/// The option that asks for this way of calling, and names an edition.
const DUTCH: &str = "--dutch";

/// The option by which forks of bbpPairings are asked for FIDE's rules for teams.
const TEAM: &str = "--team";

/// The options by which bbpPairings and its forks are asked for what this program does not do, each with what it asks for.
const OTHERS: [(&str, &str); 2] = [
    ("--burstein", "FIDE's Burstein system, by which this program does not pair"),
    ("--fast", "a pairing by simpler rules than FIDE's, by which this program does not pair"),
];

/// The variables of the environment that say what an option does not: a program that calls this one cannot be given an option.
const EDITION: &str = "SWISS_ILP_DUTCH";
const TRUST: &str = "SWISS_ILP_TRUST";
const EXIT_CODES: &str = "SWISS_ILP_EXIT_CODES";

/// The options that ask for this way of calling without [`DUTCH`], as JaVaFo is called. No command has them.
const SHORT: [&str; 5] = ["-p", "-c", "-g", "-l", "-r"];

/// The name and the version.
const RELEASE: &str = concat!("swiss-ilp ", env!("CARGO_PKG_VERSION"), "\n");

/// Whether the arguments of a run ask for this way of calling: by `--dutch` or one of [`OTHERS`], or by an option of its own before any
/// command.
pub(super) fn asks(arguments: &[OsString], is_command: impl Fn(&OsStr) -> bool) -> bool {
    let given = arguments.get(1..).unwrap_or_default();
    let is_dutch = |argument: &OsString| {
        let rest = argument.to_str().and_then(|text| text.strip_prefix(DUTCH));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    if given.iter().any(|argument| argument == TEAM || OTHERS.iter().any(|(option, _)| argument == option)) {
        return !given.iter().any(|argument| is_command(argument));
    }
    let short = given.iter().position(|argument| SHORT.iter().any(|short| argument == short));
    given.iter().any(is_dutch) || short.is_some_and(|short| !given[..short].iter().any(|argument| is_command(argument)))
}

/// The arguments, as clap knows them.
pub(super) fn command() -> Command {
    // -q is an option of JaVaFo.
    EngineArguments::command().mut_arg("quiet", |quiet| quiet.short(None))
}

/// FIDE's Dutch system, by an edition that its year names.
fn edition(year: &str) -> Result<AskedSystem, String> {
    let id = if year.is_empty() { "dutch".to_owned() } else { format!("dutch-{year}") };
    let [others @ .., last] = Tournament::DUTCH_EDITIONS;
    id.parse().map_err(|_| format!("name the edition of {} or {last}", others.iter().join(", ")))
}

/// Pair or check a tournament by FIDE's Dutch rules, called as bbpPairings and JaVaFo are.
#[derive(Debug, Parser)]
#[command(
    name = "swiss-ilp",
    version,
    override_usage = "swiss-ilp [-r] [--dutch[=YEAR] | --team] [FILE] [-p [OUT] | -c [ROUND]] [-l [LIST]]
       swiss-ilp [-r] [--dutch[=YEAR]] [FILE] -g [CONFIG] -o OUT [-s SEED] [--set KEY=VALUE]… [-l [LIST]]"
)]
#[command(group = ArgGroup::new("what").args(["pair", "check", "generate", "list", "release", "burstein", "fast"]).required(true).multiple(true))]
pub(super) struct EngineArguments {
    /// By FIDE's Dutch rules: the edition of this year [default: that of the variable SWISS_ILP_DUTCH, or the one in force when the
    /// tournament began, or the latest]
    #[arg(long, value_name = "YEAR", value_parser = edition)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "")]
    dutch: Option<AskedSystem>,
    /// By FIDE's rules for teams; a report of teams is paired so if nothing is said
    #[arg(long, conflicts_with_all = ["dutch", "generate"])]
    team: bool,
    #[arg(long, value_name = "ID", conflicts_with_all = ["dutch", "team", "generate"])]
    #[arg(help = format!("By this system, or {DUTCH_AND_AUTO}"))]
    system: Option<AskedSystem>,
    /// Refused, as the next one is ([`OTHERS`])
    #[arg(long, hide = true)]
    burstein: bool,
    #[arg(long, hide = true)]
    fast: bool,
    /// A tournament report, or the project's JSON [default: standard input]
    file: Option<String>,
    /// Pair the next round, and write the number of pairs and then each pair to OUT or to standard output
    #[arg(short, value_name = "OUT", num_args = 0..=1)]
    pair: Option<Option<NewFile>>,
    /// Replay all rounds, or one, and list the boards that are different
    #[arg(short, value_name = "ROUND", num_args = 0..=1, conflicts_with = "pair")]
    check: Option<Option<String>>,
    /// Generate a random tournament by the settings of CONFIG, or one like FILE; what they do not say is drawn
    #[arg(short, value_name = "CONFIG", num_args = 0..=1, conflicts_with_all = ["pair", "check"])]
    generate: Option<Option<String>>,
    /// The file of the generated tournament
    #[arg(short, value_name = "OUT")]
    out: Option<NewFile>,
    /// The seed of the generated tournament [default: another one each time]
    #[arg(short, value_name = "SEED")]
    #[arg(value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// A setting of the generated tournament, as in CONFIG: PlayersNumber=40
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// How the generated tournament says that somebody was not paired in a round
    #[arg(long, value_enum, default_value_t, value_name = "LETTERS")]
    byes: Byes,
    /// Write the check-list to LIST [default: FILE ending in .list, or standard output without -p and -c]
    #[arg(short, value_name = "LIST", num_args = 0..=1)]
    list: Option<Option<NewFile>>,
    /// Say first which program and version this is
    #[arg(short)]
    release: bool,
    /// Accelerate by the Baku system, if the file accelerates nobody
    #[arg(short)]
    baku: bool,
    /// Is accepted and does nothing: JaVaFo's limit on the permutations that it tries
    #[arg(short = 'q', value_name = "N", num_args = 0..=1)]
    permutations: Option<Option<String>>,
    /// Is accepted and does nothing: JaVaFo's choice of a matching as its algorithm
    #[arg(short)]
    weighted: bool,
    #[command(flatten)]
    limits: TimeAsked,
    #[command(flatten)]
    encoding: EncodingAsked,
    #[command(flatten)]
    trust: TrustAsked,
    /// Whose exit codes the run has [default: that of the variable SWISS_ILP_EXIT_CODES, or own]
    #[arg(long, value_enum, value_name = "WHOSE")]
    exit_codes: Option<ExitCodes>,
    #[command(flatten)]
    pub output: output::OutputOptions,
}

/// Whose exit codes a run has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ExitCodes {
    /// Those of this program
    Own,
    /// Those of bbpPairings: 0 for a replay with differences, 3 for a file with faults
    #[value(name = "bbpPairings")]
    BbpPairings,
}

/// The value that the variable of this name has, if it is set.
fn variable<T: ValueEnum>(name: &str) -> anyhow::Result<Option<T>> {
    let Some(text) = std::env::var_os(name).filter(|text| !text.is_empty()) else { return Ok(None) };
    let known = || T::value_variants().iter().filter_map(|value| value.to_possible_value());
    let one_of = || {
        refuse(format!("the variable {name}: write {}", known().map(|value| value.get_name().to_owned()).join(" or ")))
    };
    T::from_str(&text.to_string_lossy(), false).map(Some).or_else(|_| one_of())
}

/// An error of the request.
fn refuse<T>(what: impl AsRef<str>) -> anyhow::Result<T> {
    Err(Failure::error(Exit::WrongRequest, what))
}

/// Run, and end with the exit codes that are asked for.
pub(super) fn run(arguments: &mut EngineArguments) -> anyhow::Result<Exit> {
    let codes = arguments.exit_codes.map_or_else(|| variable(EXIT_CODES), |codes| Ok(Some(codes)))?;
    let done = run_by_own_codes(arguments);
    if codes != Some(ExitCodes::BbpPairings) { done } else { done.or_else(|error| of_bbp_pairings(error, arguments)) }
}

/// The error with the exit code that it has in bbpPairings.
fn of_bbp_pairings(error: anyhow::Error, arguments: &EngineArguments) -> anyhow::Result<Exit> {
    let error = error.downcast::<AskError>().map_or_else(|error| error, |ended| Failure::from(ended).into());
    match error.downcast::<Failure>()? {
        Failure::Said(Exit::Discrepancy, what) => {
            arguments.output.say(what);
            Ok(Exit::Done)
        }
        Failure::BadFile(report) => {
            arguments.output.write_faults(&report);
            Ok(Exit::WrongRequest)
        }
        failure => Err(failure.into()),
    }
}

fn run_by_own_codes(arguments: &mut EngineArguments) -> anyhow::Result<Exit> {
    if arguments.trust.trust == Trusted::Nothing {
        arguments.trust.trust = variable(TRUST)?.unwrap_or_default();
    }
    let refused = [arguments.burstein, arguments.fast];
    if let Some((_, (option, what))) = refused.into_iter().zip(OTHERS).find(|(is_given, _)| *is_given) {
        return refuse(format!(
            "{option} asks for {what}; call another program, or take {DUTCH} for FIDE's Dutch system"
        ));
    }
    let round = arguments.round()?;
    if let Some(Some(limit)) = arguments.permutations.clone() {
        arguments.take_number_or_file("-q", limit)?;
    }
    let output = &arguments.output;
    if output.asked_form().is_some() || output.chosen_format() != Format::Table {
        return refuse("called as another program this one has formats of its own; leave out --format");
    }
    let of_generate = [
        ("-o", arguments.out.is_some()),
        ("-s", arguments.seed.is_some()),
        ("--set", !arguments.set.is_empty()),
        ("--byes", arguments.byes != Byes::default()),
    ];
    if let Some((option, _)) = of_generate.into_iter().find(|(_, is_given)| *is_given && arguments.generate.is_none()) {
        return refuse(format!("{option} is of a generated tournament; leave it out, or add -g"));
    }
    arguments.check_files()?;
    arguments.note_unneeded();
    if arguments.release {
        output.print(RELEASE.as_bytes());
    }
    if let Some(configuration) = &arguments.generate {
        return arguments.generate(configuration.as_deref());
    }
    if arguments.pair.is_none() && arguments.check.is_none() && arguments.list.is_none() {
        return Ok(Exit::Done);
    }
    let context: &dyn Context = output;
    let options = context.start_time(&arguments.limits);
    let opened = arguments.open()?;
    let chosen = arguments.edition(&opened.loaded)?;
    context.note_overruled(&opened, opened.overruled());
    context.note_chosen(&chosen);
    match round {
        Some(round) => arguments.replay(&opened, chosen.system, round),
        None => arguments.pair(&opened, chosen.system, options),
    }
}

impl EngineArguments {
    /// The file, if it is not standard input.
    fn path(&self) -> Option<&Path> {
        self.file.as_deref().filter(|file| *file != "-").map(Path::new)
    }

    /// The file, as messages have it.
    fn named(&self) -> String {
        self.path().map_or_else(|| "standard input".to_owned(), |path| printable(&path.display().to_string()))
    }

    /// The round to be replayed, and all rounds for `None`, if any are. `-c` may also be followed by the file.
    fn round(&mut self) -> anyhow::Result<Option<Option<u32>>> {
        match self.check.clone() {
            None => Ok(None),
            Some(None) => Ok(Some(None)),
            Some(Some(round)) => Ok(Some(self.take_number_or_file("-c", round)?)),
        }
    }

    /// The number that follows `option`; or the file, if none is named yet.
    fn take_number_or_file(&mut self, option: &str, text: String) -> anyhow::Result<Option<u32>> {
        match (text.parse(), &self.file) {
            (Ok(number), _) => Ok(Some(number)),
            (Err(_), None) => {
                self.file = Some(text);
                Ok(None)
            }
            (Err(_), Some(file)) => refuse(format!("'{text}' after {option} is no number, and the file is '{file}'")),
        }
    }

    /// Say which options change nothing.
    fn note_unneeded(&self) {
        if self.permutations.is_some() {
            self.output.say("-q is not needed: no permutations are tried one by one, so there is no limit on them");
        }
        if self.weighted {
            self.output.say("-w is not needed: there is one algorithm, which is a matching");
        }
    }

    /// The tournament as it is in the file.
    fn read(&self) -> anyhow::Result<Arc<Opened>> {
        let name = self.file.clone().unwrap_or_else(|| "-".to_owned());
        let context: &dyn Context = &self.output;
        let asked = FileAsked { trust: self.trust, ..FileAsked::named(name, self.encoding.clone()) };
        Ok(context.tournament(&asked)?)
    }

    /// The tournament, accelerated if that is asked for.
    fn open(&self) -> anyhow::Result<Arc<Opened>> {
        let mut opened = self.read()?;
        if self.baku {
            if !opened.loaded.tournament.accelerations.is_empty() {
                self.output.say("-b is not needed: the file says by how much each player is accelerated");
            }
            let accelerated = Arc::make_mut(&mut opened).loaded.tournament.accelerate_by_baku();
            accelerated.or_else(|why| refuse(format!("-b: {why}")))?;
        }
        Ok(opened)
    }

    /// The edition by which the tournament is paired.
    fn edition(&self, loaded: &Loaded) -> anyhow::Result<ChosenSystem> {
        let by_option = self.system.or(self.dutch.filter(|asked| *asked != AskedSystem::Dutch));
        let is_asked = self.system.is_some() || self.dutch.is_some();
        let names_teams = loaded.tournament.teams.is_some() && !is_asked && std::env::var_os(EDITION).is_none();
        if self.team || names_teams {
            let system = "team-2026".parse().map_err(|error: UnknownSystem| AskError::Internal(error.to_string()))?;
            let because =
                if self.team { format!("named by {TEAM}") } else { "since the file is one of teams".to_owned() };
            return Ok(ChosenSystem { system, because: Some(because) });
        }
        let by_variable = || {
            let year = std::env::var_os(EDITION).filter(|year| !year.is_empty())?;
            let asked = if year == AUTO { Ok(AskedSystem::Auto) } else { edition(&year.to_string_lossy()) };
            Some(asked.map_err(|why| format!("the variable {EDITION}: {why}")))
        };
        let by_variable = if by_option.is_some() { None } else { by_variable().transpose().or_else(refuse)? };
        let other = other_system(loaded).filter(|_| !is_asked && by_variable.is_none());
        if let Some(other) = other {
            return refuse(format!(
                "record 192 names {other}, and this call pairs by FIDE's Dutch system; take {DUTCH} for it, or --system {AUTO} for \
                 the one that is named"
            ));
        }
        let asked = by_option.or(by_variable).unwrap_or(AskedSystem::Dutch);
        let mut chosen = asked.or_nearest(loaded).map_err(|error| AskError::wrong(error.to_string()))?;
        if by_variable.is_some() {
            chosen.because.get_or_insert_with(|| format!("named by the variable {EDITION}"));
        }
        Ok(chosen)
    }

    /// The state before a round.
    fn state(&self, opened: &Opened, round: Option<u32>) -> Result<RoundState, AskError> {
        opened.state(RoundRequest { round, trust: opened.trust, ..RoundRequest::default() })
    }

    /// Pair the next round, or write its check-list alone.
    fn pair(&self, opened: &Opened, system: System, options: Options) -> anyhow::Result<Exit> {
        let context: &dyn Context = &self.output;
        let state = self.state(opened, None)?;
        remarks(&opened.loaded.tournament, &state, &[]).into_iter().for_each(|what| self.output.say(what));
        context.check_bye(&state, &Rules::System(system), opened.trust)?;
        let made = self.pair.as_ref().map(|out| (out, tasks::pair(&state, system, options)));
        let list = |pairing| self.write_list(&(checklist(&state, system, pairing) + RELEASE));
        match made {
            None => list(None)?,
            Some((out, Ok(paired))) => {
                let pairing = state.whole(paired.pairing.in_board_order_by_points(&state));
                list(Some(&pairing))?;
                self.write(out.as_ref().map(NewFile::path), &pairs::write(&pairing))?;
            }
            // The file of the pairs is made, and stays empty.
            Some((out, Err(Unpaired::Unpairable(why)))) => {
                list(None)?;
                self.write(out.as_ref().map(NewFile::path), "")?;
                let what = format!("Error while pairing {}: No valid pairing exists: {why}.", self.named());
                self.output.complain_as_others(what);
                return Ok(Exit::NoLegalPairing);
            }
            Some((_, Err(why))) => return Err(why.ended(system).into()),
        }
        Ok(Exit::Done)
    }
}
