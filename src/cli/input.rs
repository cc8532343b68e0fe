use super::exit::{Exit, Failure};
use super::output;
use crate::formats::{self, Loaded};
use crate::model::{Model, ModelError, Spec, WrongKind};
use crate::report::FaultReport;
use crate::solve;
use crate::systems::{self, System};
use crate::tournament::{Fault, RoundError, RoundRequest, RoundState, Trust};
use clap::{Args, ValueEnum};
use std::io::Read;
use std::time::Duration;

/// Which round of which file.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    file: FileArguments,
    /// Pair this round from the rounds before it [default: the first round without games]
    #[arg(long, value_name = "R")]
    round: Option<u32>,
}

/// Which file, and what to believe of it.
#[derive(Debug, Args)]
pub(super) struct FileArguments {
    /// A tournament: TRF or the project's JSON; - is standard input
    file: String,
    /// What to believe where points and results disagree
    #[arg(long, value_enum, default_value_t = TrustName::Nothing, value_name = "WHAT")]
    trust: TrustName,
    /// How many rounds the tournament has, where the file does not say (topscorers and transfers need to know the last one)
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
}

/// How long the solver may look.
#[derive(Debug, Args)]
pub(super) struct LimitArguments {
    /// Stop looking for the proof of an optimum after so many seconds; choosing among equal optima is not limited
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_limit: Option<Duration>,
}

impl LimitArguments {
    pub fn options(&self) -> solve::Options {
        solve::Options { time_limit: self.time_limit, ..solve::Options::default() }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| format!("'{text}' is not a number of seconds"))?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum TrustName {
    /// Neither: it is a fault
    Nothing,
    /// The results; the points are computed anew
    Results,
}

impl Arguments {
    pub fn is_standard_input(&self) -> bool {
        self.file.file == "-"
    }

    /// Read the file and take its state before the round; notes go to standard error.
    pub fn load(&self, output: &output::Arguments) -> anyhow::Result<(Loaded, RoundState)> {
        let loaded = self.file.load(output)?;
        let state = self.file.state(&loaded, self.round)?;
        self.file.tell_overruled(&loaded, &state, output);
        Ok((loaded, state))
    }
}

impl FileArguments {
    /// Read the file; notes go to standard error.
    pub fn load(&self, output: &output::Arguments) -> anyhow::Result<Loaded> {
        let bytes = read(&self.file)?;
        let mut loaded = formats::read(&bytes).map_err(|faults| bad_file(&self.file, &faults))?;
        if let Some(rounds) = self.rounds {
            let said = *loaded.tournament.rounds_planned.get_or_insert(rounds);
            if said != rounds {
                let message = format!("{} says that there are {said} rounds, not {rounds}", self.file);
                return Err(Failure::error(Exit::WrongRequest, message));
            }
        }
        for note in FaultReport::new(&self.file, &loaded.notes).faults {
            output.say(note.told_of(&self.file));
        }
        Ok(loaded)
    }

    /// The state before `round`, or before the first round without games.
    pub fn state(&self, loaded: &Loaded, round: Option<u32>) -> anyhow::Result<RoundState> {
        let request = RoundRequest { round, trust: self.trust() };
        RoundState::new(&loaded.tournament, request).map_err(|error| self.refused(loaded, error))
    }

    /// Tell where the results were trusted against the points.
    pub fn tell_overruled(&self, loaded: &Loaded, state: &RoundState, output: &output::Arguments) {
        for fault in FaultReport::new(&self.file, &loaded.locate(state.overruled().to_vec())).faults {
            output.say(format!("{}: the results are trusted", fault.told_of(&self.file)));
        }
    }

    pub fn trust(&self) -> Trust {
        match self.trust {
            TrustName::Nothing => Trust::Nothing,
            TrustName::Results => Trust::Results,
        }
    }

    /// Why the tournament has no state, as an error of the command line.
    pub fn refused(&self, loaded: &Loaded, error: RoundError) -> anyhow::Error {
        match error {
            RoundError::Request(message) => Failure::error(Exit::WrongRequest, message),
            RoundError::Faults(faults) => bad_file(&self.file, &loaded.locate(faults)),
        }
    }
}

/// The system called so.
pub(super) fn system(id: &str) -> anyhow::Result<&'static dyn System> {
    systems::find(id).ok_or_else(|| {
        Failure::error(Exit::WrongRequest, format!("there is no system '{id}'; name one of {}", systems::ids()))
    })
}

/// The bytes of `file`, or of standard input for `-`.
pub(super) fn read(file: &str) -> anyhow::Result<Vec<u8>> {
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    bytes.map_err(|error| Failure::error(Exit::BadFile, format!("cannot read {file}: {error}")))
}

/// The model called so, or in the file called so.
pub(super) fn model(name_or_path: &str) -> anyhow::Result<Model> {
    Model::load(name_or_path).map_err(|error| {
        let exit = match error {
            ModelError::Unknown { .. } | ModelError::Kind(_) => Exit::WrongRequest,
            ModelError::Read { .. } | ModelError::Wrong { .. } => Exit::BadFile,
        };
        Failure::error(exit, error.to_string())
    })
}

/// The model with an objective called so, or in the file called so; a system's program has none.
pub(super) fn objective(name_or_path: &str) -> anyhow::Result<Spec> {
    let objective = model(name_or_path)?.try_into();
    objective.map_err(|kind: WrongKind| Failure::error(Exit::WrongRequest, kind.to_string()))
}

/// All the faults of a file, each with line and column.
pub(super) fn bad_file(file: &str, faults: &[Fault]) -> anyhow::Error {
    Failure::BadFile(FaultReport::new(file, faults)).into()
}
