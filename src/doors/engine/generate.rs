//! A random tournament, as bbpPairings and JaVaFo generate one for other programs to be tested with.

use super::super::exit::{Exit, Failure};
use super::{EngineArguments, RELEASE, checklist, refuse};
use crate::doors::simulate::until;
use crate::files::read_file::MOST_MODEL;
use crate::files::{self, Loaded};
use crate::questions::asked::NewFile;
use crate::questions::convert::Target;
use crate::questions::registry::System;
use crate::questions::simulate::{self, FileForm, Generated, RandomTournament};
use crate::questions::{AskError, Context};
use crate::tournament::RoundRequest;
use std::hash::{BuildHasher, RandomState};

/// A seed that nobody has asked for, another one each time.
fn any_seed() -> u64 {
    RandomState::new().hash_one("seed") >> 32
}

impl EngineArguments {
    /// Play a random tournament, and write it.
    pub(super) fn generate(&self, configuration: Option<&str>) -> anyhow::Result<Exit> {
        let out = self.out.as_ref().map(NewFile::path);
        let Some(out) = out else { return refuse("-g writes a tournament; name its file after -o") };
        let context: &dyn Context = &self.output;
        let mut asked = match &self.file {
            None => RandomTournament::default(),
            Some(_) => RandomTournament::like(&self.read()?.loaded.tournament)?,
        };
        if let Some(name) = configuration {
            let bytes = context.bytes(name)?;
            if bytes.len() as u64 > MOST_MODEL {
                let what = format!("{name} has more than {MOST_MODEL} bytes, and no setting needs so many");
                return Err(Failure::error(Exit::BadFile, what));
            }
            let read = asked.read(&String::from_utf8_lossy(files::without_bom(&bytes)));
            read.map_err(|error| Failure::error(Exit::BadFile, format!("{name}, {error}")))?;
        }
        let by_option = self.baku.then(|| "Acceleration=Baku".to_owned());
        for setting in by_option.iter().chain(&self.set) {
            asked.set(setting).or_else(|error| refuse(format!("--set: {error}")))?;
        }
        let system = self.edition(&Loaded::default())?.system;
        let seed = self.seed.unwrap_or_else(any_seed);
        let experiment = asked.experiment(seed, system)?;
        self.output.say(format!("the tournament is that of seed {seed}, paired by {system}"));
        let form = FileForm { to: Target::Trf, byes: self.byes };
        let until = until(self.limits.time_limit)?;
        let mut played = None;
        let told = simulate::generate(&experiment, &experiment.arms[0], 1, 1, form, until, |generated| {
            played = Some(generated);
            Ok(())
        });
        told.map_err(AskError::from)?;
        let Some(Generated { text, ended, .. }) = played else {
            return Err(Failure::of_limit("the limit came before the tournament was played"));
        };
        if self.list.is_some() {
            self.write_list(&(checklists(&text, system)? + RELEASE))?;
        }
        self.write(Some(out), &text)?;
        let Some(ended) = ended else { return Ok(Exit::Done) };
        self.output.complain_as_others(format!(
            "Error generating {}: No valid pairing exists for round {} of the generated tournament: {}.",
            out.display(),
            ended.round,
            ended.by
        ));
        Ok(Exit::NoLegalPairing)
    }
}

/// The check-lists of all rounds of the report.
fn checklists(report: &str, system: System) -> anyhow::Result<String> {
    let internal = |what: String| AskError::Internal(what);
    let loaded =
        files::read(report.as_bytes()).map_err(|_| internal("the tournament cannot be read again".to_owned()))?;
    let mut text = String::new();
    for (number, round) in loaded.tournament.played_rounds() {
        let state = crate::tournament::RoundState::new(&loaded.tournament, RoundRequest::from(number));
        let state = state.map_err(|error| internal(error.to_string()))?;
        text += &format!("Round #{number}.\n");
        text += &checklist(&state, system, round.pairing().ok().as_ref());
    }
    Ok(text)
}
