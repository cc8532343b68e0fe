use super::asked::FileAsked;
use super::info::away_before;
use super::{AskError, TournamentForm};
use crate::files::printable::printable_json;
use crate::files::request_field::RequestField;
use crate::files::trf::{NAME_COLUMNS, ReportStyle};
use crate::files::{self, Encoding, Loaded, json};
use crate::questions::in_force::{AskedSystem, ChosenSystem};
use crate::questions::report::FaultReport;
use crate::questions::tasks::TaskError;
use crate::solve::armed;
use crate::tournament::{Fault, Pairing, Player, PlayerId, RoundError, RoundRequest, RoundState, Tournament, Trust};
use itertools::Itertools;
use std::sync::Arc;
use std::time::Duration;

/// A tournament, and the bytes of its file, from which the lines of faults are shown.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The name of the file, as messages have it.
    pub name: String,
    /// What was read.
    pub loaded: Loaded,
    /// Which is believed where points and results disagree.
    pub trust: Trust,
    bytes: Vec<u8>,
}

/// A round of a tournament, opened to be paired.
#[derive(Debug, Clone)]
pub struct OpenedRound {
    /// The tournament.
    pub opened: Arc<Opened>,
    /// What was asked of the round.
    pub request: RoundRequest,
    /// The state before it.
    pub state: RoundState,
    /// The time that reading took.
    pub reading: Duration,
}

impl OpenedRound {
    /// The tournament's name.
    pub(crate) fn name(&self) -> &str {
        &self.opened.loaded.tournament.name
    }

    /// The bytes of the tournament with the round paired so.
    ///
    /// # Errors
    /// [`AskError::Refused`] if the tournament would have faults.
    pub fn written_with(&self, pairing: &Pairing, form: TournamentForm) -> Result<Vec<u8>, AskError> {
        let Opened { loaded, .. } = &*self.opened;
        let wrong = |error| AskError::wrong(format!("the tournament cannot be written with the new round: {error}"));
        if form == TournamentForm::Report || loaded.report.is_some() {
            return Ok(loaded.with_round(self.request.clone(), pairing).map_err(wrong)?.to_bytes());
        }
        let after = loaded.tournament.with_round(self.request.clone(), pairing).map_err(wrong)?;
        Ok(printable_json(&json::write(&after)).into_bytes())
    }
}

impl Opened {
    /// Read the tournament in `bytes` as it is asked.
    ///
    /// # Errors
    /// [`AskError::Faults`]; [`AskError::Refused`] for an encoding of JSON, or planned rounds that cannot be; [`AskError::Limit`].
    pub fn read(name: String, bytes: Vec<u8>, asked: &FileAsked) -> Result<Self, AskError> {
        let (planned, encoding) = (asked.rounds, asked.encoding.encoding);
        if encoding.is_some_and(|encoding| encoding != Encoding::Utf8) && files::is_json(&bytes) {
            let what = format!("{name} is JSON, which is in UTF-8");
            return Err(AskError::refused(what, format!("leave out {}", RequestField("encoding"))));
        }
        let parsed = armed().for_reading().within(move || (files::read_in(&bytes, planned, encoding), bytes));
        let late = || AskError::before(armed().reached(), &format!("{name} was read"));
        let (loaded, bytes) = parsed.ok_or_else(late)?;
        // Lines are shown in the encoding that was named.
        let bytes = match encoding {
            None | Some(Encoding::Utf8) => bytes,
            Some(encoding) => encoding.decode(&bytes).into_owned().into_bytes(),
        };
        let loaded = loaded.map_err(|faults| AskError::Faults(Box::new(FaultReport::new(&name, &bytes, &faults))))?;
        let mut opened = Self { name, loaded, trust: asked.trust(), bytes };
        let planned = planned.map_or(Ok(()), |rounds| opened.loaded.tournament.plan(rounds));
        planned.map_err(|error| opened.refused(error))?;
        Ok(opened)
    }

    /// The bytes of the tournament in its format, after something was changed in it.
    ///
    /// # Errors
    /// [`AskError::Refused`] if the format cannot hold it.
    pub(crate) fn written(
        &self,
        after: &Tournament,
        form: TournamentForm,
        style: &ReportStyle,
    ) -> Result<Vec<u8>, AskError> {
        if form == TournamentForm::OfFile && self.loaded.report.is_none() {
            return Ok(printable_json(&json::write(after)).into_bytes());
        }
        let said = |faults: Vec<Fault>| {
            AskError::wrong(format!("a report cannot hold the tournament: {}", faults.iter().join("; ")))
        };
        Ok(self.loaded.changed(after, style).map_err(said)?.to_bytes())
    }

    /// The record of these faults.
    pub fn report(&self, faults: &[Fault]) -> FaultReport {
        FaultReport::new(&self.name, &self.bytes, faults)
    }

    /// The system that is asked for, as it is for this tournament.
    pub(crate) fn system(&self, asked: AskedSystem) -> Result<ChosenSystem, AskError> {
        asked.of(&self.loaded).map_err(|error| AskError::wrong(error.to_string()))
    }

    /// Refuse a list of players, who have no pairing numbers yet.
    pub(crate) fn check_numbers(&self) -> Result<(), AskError> {
        if self.loaded.list_read.is_some() {
            let what = format!("{} is a list of players without pairing numbers", self.name);
            return Err(AskError::refused(what, "make a tournament of it with swiss-ilp seed, and pair that"));
        }
        Ok(())
    }

    /// The state before the round of `request`.
    ///
    /// # Errors
    /// [`AskError::Refused`], [`AskError::Faults`].
    pub fn state(&self, request: RoundRequest) -> Result<RoundState, AskError> {
        self.check_numbers()?;
        RoundState::new(&self.loaded.tournament, request).map_err(|error| self.refused(error))
    }

    /// The end of a question about a tournament without a state.
    pub fn refused(&self, error: RoundError) -> AskError {
        match error {
            RoundError::Request(what) => AskError::wrong(what),
            RoundError::Faults(faults) => AskError::Faults(Box::new(self.report(&self.loaded.locate(faults)))),
        }
    }

    /// The end of a question without an answer.
    pub(crate) fn failed(&self, error: TaskError) -> AskError {
        match error {
            TaskError::Request(what) => AskError::wrong(what),
            TaskError::Round(error) => self.refused(error),
            TaskError::Solve(error) => error.into(),
        }
    }

    /// The players whose points were replaced by those of the results, in a tournament of which no round is paired.
    pub(crate) fn overruled(&self) -> Vec<Fault> {
        self.loaded.tournament.checked(self.trust).map_or_else(|_| Vec::new(), |checked| checked.overruled)
    }
}

/// Whose names a report cuts, in a sentence; `None` if it cuts none.
pub(crate) fn cut_names<'a>(players: impl IntoIterator<Item = &'a Player>) -> Option<String> {
    let too_long = players.into_iter().filter(|player| player.name.chars().count() > NAME_COLUMNS);
    let said = too_long.map(|player| format!("{} ({})", player.id, player.name)).join(", ");
    (!said.is_empty())
        .then(|| format!("cut: a report has {NAME_COLUMNS} columns for a name, too few for player {said}"))
}

/// What whoever has the next round paired may not have meant: nobody is paired, somebody is paired who was away in the last rounds, or
/// the bye is given already.
pub(crate) fn remarks(tournament: &Tournament, state: &RoundState, late: &[PlayerId]) -> Vec<String> {
    let round = state.round();
    let mut remarks = Vec::new();
    if state.players().is_empty() {
        remarks.push(format!("all {} players are absent from round {round}", state.absent().len()));
    }
    if let Some(bye) = state.preset_bye() {
        remarks.push(format!("player {bye} has the pairing-allocated bye of round {round}, and the others are paired"));
    }
    let is_next = round == tournament.next_round();
    let away = if is_next { away_before(tournament, round) } else { Vec::new() };
    let paired = away.iter().filter(|(player, _)| state.rank(*player).is_some() && !late.contains(player));
    let paired = paired.map(|(player, since)| format!("{player} (since round {since})")).join(", ");
    if !paired.is_empty() {
        remarks.push(format!(
            "who was away is paired again: {paired}; the file says who stays away, by record 240 or an absence in JSON"
        ));
    }
    remarks
}
