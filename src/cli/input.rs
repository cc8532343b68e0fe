use super::exit::{Exit, Failure};
use super::limits::while_reading;
use super::{beside, decisions, output};
use crate::formats::{self, Encoding, Loaded, MOST_BYTES, pairs};
use crate::in_force::{AskedSystem, ChosenSystem};
use crate::model::{Model, Objective, WrongKind};
use crate::registry::System;
use crate::report::FaultReport;
use crate::solve::armed;
use crate::tasks::{Rules, TaskError};
use crate::tournament::{Fault, Pairing, RoundError, RoundRequest, RoundState, Tournament, Trust};
use clap::{Args, ValueEnum};
use std::io::Read;

/// The tournament file and the round.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub file: FileArguments,
    /// Pair this round from the rounds before it [default: the first round without games]
    #[arg(long, value_name = "R")]
    round: Option<u32>,
    #[command(flatten)]
    pub decisions: decisions::Arguments,
}

/// The tournament file, and how to read it.
#[derive(Debug, Args)]
pub(super) struct FileArguments {
    /// A tournament: TRF or the project's JSON; - is standard input
    file: String,
    #[command(flatten)]
    trust: TrustArguments,
    /// How many rounds the tournament has, where the file does not say (topscorers and transfers need to know the last
    /// one)
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    #[command(flatten)]
    encoding: EncodingArguments,
}

/// The encoding of reports.
#[derive(Debug, Clone, Args)]
pub(super) struct EncodingArguments {
    #[arg(long, value_name = "NAME", help = encoding_help(), value_parser = encoding)]
    pub encoding: Option<Encoding>,
}

fn encoding(name: &str) -> Result<Encoding, String> {
    name.parse().map_err(|_| format!("name one of {}", Encoding::names()))
}

fn encoding_help() -> String {
    format!("The encoding of a tournament report: one of {} [default: as its bytes show]", Encoding::names())
}

/// What to believe.
#[derive(Debug, Args)]
pub(super) struct TrustArguments {
    /// What to believe where points and results disagree
    #[arg(long, value_enum, default_value_t = TrustName::Nothing, value_name = "WHAT")]
    trust: TrustName,
}

/// The pairing of the round.
#[derive(Debug, Args)]
pub(super) struct PairingArguments {
    /// The pairing: the arbiters' form, CSV or JSON, or a tournament in which the round is paired; - is standard input
    /// [default: the one in FILE]
    #[arg(long, value_name = "P")]
    pairing: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum TrustName {
    /// Neither: it is a fault
    Nothing,
    /// The results; the points are computed anew
    Results,
}

/// A tournament, and the bytes of its file, from which the lines of faults are shown.
pub(super) struct Opened {
    pub loaded: Loaded,
    bytes: Vec<u8>,
}

impl Opened {
    /// The system that is asked for, as it is for this tournament.
    pub fn system(&self, asked: AskedSystem) -> anyhow::Result<ChosenSystem> {
        asked.of(&self.loaded).map_err(|error| Failure::error(Exit::WrongRequest, error.to_string()))
    }
}

impl Arguments {
    /// Read the file, and return the state before the round. Notes go to standard error.
    pub fn load(&self, output: &output::Arguments) -> anyhow::Result<(Opened, RoundState)> {
        let opened = self.file.load(output)?;
        let state = self.file.state(&opened, self.request())?;
        self.file.say_overruled(&opened, state.overruled(), output);
        Ok((opened, state))
    }

    /// The same with the organiser's tables, of which one of `models` must use each.
    pub fn load_beside(
        &self,
        tables: &beside::Arguments,
        models: &[&Objective],
        output: &output::Arguments,
    ) -> anyhow::Result<(Opened, RoundState)> {
        let request = tables.add_to(self.request(), models)?;
        let opened = self.file.load(output)?;
        let state = self.file.state(&opened, request)?;
        self.file.say_overruled(&opened, state.overruled(), output);
        Ok((opened, state))
    }

    /// The same with the rules that are asked for: those of a system, or otherwise of a model.
    pub fn load_with_rules(
        &self,
        asked: Option<AskedSystem>,
        model: &str,
        tables: &beside::Arguments,
        output: &output::Arguments,
    ) -> anyhow::Result<(Opened, RoundState, Rules)> {
        let Some(asked) = asked else {
            let spec = objective(model)?;
            let (opened, state) = self.load_beside(tables, &[&spec], output)?;
            return Ok((opened, state, Rules::Model(spec)));
        };
        let (opened, state) = self.load_beside(tables, &[], output)?;
        let chosen = opened.system(asked)?;
        output.say_chosen(&chosen);
        Ok((opened, state, Rules::System(chosen.system)))
    }

    /// Whether no file is named, where none has to be.
    pub fn is_absent(&self) -> bool {
        self.file.file.is_empty()
    }

    /// Whether anything is asked of the round or of its file.
    pub fn asks_for_something(&self) -> bool {
        self.file.rounds.is_some() || self.file.encoding.encoding.is_some() || self.request() != RoundRequest::default()
    }

    /// What is asked of the round.
    pub fn request(&self) -> RoundRequest {
        self.decisions.add_to(self.file.request(self.round))
    }
}

impl FileArguments {
    /// Read the file; notes go to standard error.
    pub fn load(&self, output: &output::Arguments) -> anyhow::Result<Opened> {
        let (bytes, planned, encoding) = (read(&self.file)?, self.rounds, self.encoding.encoding);
        if encoding.is_some_and(|encoding| encoding != Encoding::Utf8) && formats::is_json(&bytes) {
            let message = format!("{} is JSON, which is in UTF-8; leave out --encoding", self.file);
            return Err(Failure::error(Exit::WrongRequest, message));
        }
        let parsed = armed().for_reading().within(move || (formats::read_in(&bytes, planned, encoding), bytes));
        let late = || Failure::of_limit(format!("{} came before {} was read", armed().reached(), self.file));
        let (loaded, bytes) = parsed.ok_or_else(late)?;
        // Lines are shown in the encoding that was named.
        let bytes = match encoding {
            None | Some(Encoding::Utf8) => bytes,
            Some(encoding) => encoding.decode(&bytes).into_owned().into_bytes(),
        };
        let mut loaded = loaded.map_err(|faults| bad_file(&self.file, &bytes, &faults))?;
        let planned = self.rounds.map_or(Ok(()), |rounds| loaded.tournament.plan(rounds));
        let opened = Opened { loaded, bytes };
        planned.map_err(|error| self.refused(&opened, error))?;
        output.note(&FaultReport::new(&self.file, &opened.bytes, &opened.loaded.notes));
        Ok(opened)
    }

    /// The request for `round`, or for the first round without games.
    pub fn request(&self, round: Option<u32>) -> RoundRequest {
        RoundRequest { round, trust: self.trust(), ..RoundRequest::default() }
    }

    /// The state before the round of `request`.
    pub fn state(&self, opened: &Opened, request: RoundRequest) -> anyhow::Result<RoundState> {
        RoundState::new(&opened.loaded.tournament, request).map_err(|error| self.refused(opened, error))
    }

    /// Report the players whose points were replaced by those of the results.
    pub fn say_overruled(&self, opened: &Opened, overruled: &[Fault], output: &output::Arguments) {
        let mut faults = opened.loaded.locate(overruled.to_vec());
        for fault in &mut faults {
            fault.what.push_str("; the results are trusted");
        }
        output.note(&FaultReport::new(&self.file, &opened.bytes, &faults));
    }

    /// The same for a tournament of which no round is paired.
    pub fn say_checked(&self, opened: &Opened, output: &output::Arguments) {
        let overruled = opened.loaded.tournament.checked(self.trust()).unwrap_or_default();
        self.say_overruled(opened, &overruled, output);
    }

    /// The arguments for `file`, to be read as it stands.
    pub fn of(file: String, encoding: EncodingArguments) -> Self {
        Self { file, trust: TrustArguments { trust: TrustName::Nothing }, rounds: None, encoding }
    }

    pub fn trust(&self) -> Trust {
        self.trust.trust()
    }

    /// The error of the command line for a task without an outcome.
    pub fn failed(&self, opened: &Opened, error: TaskError) -> anyhow::Error {
        match error {
            TaskError::Request(message) => Failure::error(Exit::WrongRequest, message),
            TaskError::Round(error) => self.refused(opened, error),
            TaskError::Solve(error) => Failure::of_solver(error),
        }
    }

    /// The error of the command line for a tournament without a state.
    pub fn refused(&self, opened: &Opened, error: RoundError) -> anyhow::Error {
        match error {
            RoundError::Request(message) => Failure::error(Exit::WrongRequest, message),
            RoundError::Faults(faults) => bad_file(&self.file, &opened.bytes, &opened.loaded.locate(faults)),
        }
    }
}

impl TrustArguments {
    pub fn trust(&self) -> Trust {
        match self.trust {
            TrustName::Nothing => Trust::Nothing,
            TrustName::Results => Trust::Results,
        }
    }
}

impl Arguments {
    /// Whether the tournament is read from standard input.
    pub fn is_standard_input(&self) -> bool {
        self.file.file == "-"
    }
}

impl PairingArguments {
    pub fn is_given(&self) -> bool {
        self.pairing.is_some()
    }

    /// Standard input can be the tournament or the pairing.
    pub fn check_source(&self, tournament: &Arguments) -> anyhow::Result<()> {
        if self.pairing.as_deref() == Some("-") && tournament.is_standard_input() {
            let message = "tournament and pairing cannot both be standard input; give one of them as a file";
            return Err(Failure::error(Exit::WrongRequest, message));
        }
        Ok(())
    }

    /// The pairing that `--pairing` names, or that of the round in the tournament file.
    pub fn load(&self, tournament: &Tournament, state: &RoundState) -> anyhow::Result<Pairing> {
        let round = state.round();
        if let Some(file) = &self.pairing {
            let bytes = read(file)?;
            return pairs::read_round(&bytes, round).map_err(|faults| bad_file(file, &bytes, &faults));
        }
        match tournament.pairing(round) {
            Some(Ok(pairing)) => Ok(pairing),
            Some(Err(several)) => Err(Failure::error(Exit::Discrepancy, format!("round {round}: {several}"))),
            None => {
                let message = format!("round {round} is not paired in the file; give --pairing, or --round");
                Err(Failure::error(Exit::WrongRequest, message))
            }
        }
    }
}

/// The help text of `--system`, with the ids of all systems.
pub(super) fn system_help() -> String {
    format!("The system: one of {}, or dutch: FIDE's by the edition in force when the tournament began", System::ids())
}

/// The bytes of `file`, or of standard input for `-`.
pub(super) fn read(file: &str) -> anyhow::Result<Vec<u8>> {
    // What is beyond the limit is not read: the first byte of it is enough to refuse the file.
    let most = MOST_BYTES as u64 + 1;
    let name = file.to_owned();
    let read = move || {
        let mut bytes = Vec::new();
        let read = if name == "-" {
            std::io::stdin().lock().take(most).read_to_end(&mut bytes)
        } else {
            std::fs::File::open(name).and_then(|file| file.take(most).read_to_end(&mut bytes))
        };
        read.map(|_| bytes)
    };
    let bytes = while_reading(|| armed().for_reading().within(read));
    let bytes = bytes.ok_or_else(|| Failure::of_limit(format!("{} came before {file} was read", armed().reached())))?;
    bytes.map_err(|error| Failure::error(Exit::BadFile, format!("cannot read {file}: {error}")))
}

/// The built-in model of this name, or the model in the file of this name.
pub(super) fn model(name_or_path: &str) -> anyhow::Result<Model> {
    Model::load(name_or_path).map_err(Failure::of_model)
}

/// As [`model`], for models that pair rounds. The student's text does not and is an error.
pub(super) fn model_that_pairs(name_or_path: &str) -> anyhow::Result<Model> {
    model(name_or_path)?.that_pairs().map_err(|kind| Failure::of_model(kind.into()))
}

/// As [`model`], for models with an objective. A system's program has none and is an error.
pub(super) fn objective(name_or_path: &str) -> anyhow::Result<Objective> {
    let objective = model(name_or_path)?.try_into();
    objective.map_err(|kind: WrongKind| Failure::of_model(kind.into()))
}

/// Say what `model` leaves unheeded in this round.
pub(super) fn say_unheeded(model: &Objective, state: &RoundState, output: &output::Arguments) {
    model.unheeded(state).iter().for_each(|what| output.say(what));
}

/// The error of a file with these faults.
pub(super) fn bad_file(file: &str, bytes: &[u8], faults: &[Fault]) -> anyhow::Error {
    Failure::BadFile(FaultReport::new(file, bytes, faults)).into()
}
