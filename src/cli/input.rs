use super::exit::{Exit, Failure};
use super::output;
use crate::formats::{self, Loaded};
use crate::model::{Spec, SpecError};
use crate::report::FaultReport;
use crate::tournament::{Fault, RoundError, RoundRequest, RoundState, Trust};
use clap::{Args, ValueEnum};
use std::io::Read;

/// Which round of which file.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A tournament: TRF or the project's JSON; - is standard input
    file: String,
    /// Pair this round from the rounds before it [default: the first round without games]
    #[arg(long, value_name = "R")]
    round: Option<u32>,
    /// What to believe where points and results disagree
    #[arg(long, value_enum, default_value_t = TrustName::Nothing, value_name = "WHAT")]
    trust: TrustName,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum TrustName {
    /// Neither: it is a fault
    Nothing,
    /// The results; the points are computed anew
    Results,
}

impl Arguments {
    /// Read the file and take its state before the round; notes go to standard error.
    pub fn load(&self, output: &output::Arguments) -> anyhow::Result<(Loaded, RoundState)> {
        let bytes = read(&self.file)?;
        let loaded = formats::read(&bytes).map_err(|faults| bad_file(&self.file, &faults))?;
        for note in FaultReport::new(&self.file, &loaded.notes).faults {
            output.say(note.told_of(&self.file));
        }
        let trust = match self.trust {
            TrustName::Nothing => Trust::Nothing,
            TrustName::Results => Trust::Results,
        };
        let state = RoundState::new(&loaded.tournament, RoundRequest { round: self.round, trust });
        let state = state.map_err(|error| match error {
            RoundError::Request(message) => Failure::new(Exit::WrongRequest, message),
            RoundError::Faults(faults) => bad_file(&self.file, &loaded.locate(faults)),
        })?;
        for fault in FaultReport::new(&self.file, &loaded.locate(state.overruled().to_vec())).faults {
            output.say(format!("{}: the results are trusted", fault.told_of(&self.file)));
        }
        Ok((loaded, state))
    }
}

/// The bytes of `file`, or of standard input for `-`.
pub(super) fn read(file: &str) -> anyhow::Result<Vec<u8>> {
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    bytes.map_err(|error| Failure::new(Exit::BadFile, format!("cannot read {file}: {error}")))
}

/// The model called so, or in the file called so.
pub(super) fn model(name_or_path: &str) -> anyhow::Result<Spec> {
    Spec::load(name_or_path).map_err(|error| {
        let exit = match error {
            SpecError::Unknown { .. } => Exit::WrongRequest,
            SpecError::Read { .. } | SpecError::Wrong { .. } => Exit::BadFile,
        };
        Failure::new(exit, error.to_string())
    })
}

/// All the faults of a file, each with line and column.
pub(super) fn bad_file(file: &str, faults: &[Fault]) -> anyhow::Error {
    Failure::BadFile(FaultReport::new(file, faults)).into()
}
