use super::asked::{
    DecisionsAsked, FileAsked, LimitsAsked, RepairAsked, RoundAsked, RulesAsked, TablesAsked, TimeAsked,
};
use super::{AskError, Opened, OpenedRound, cut_names, remarks};
use crate::files::Loaded;
use crate::files::new_file::Inputs;
use crate::files::request_field::as_parameter;
use crate::model::{Model, Objective};
use crate::questions::in_force::{AUTO, AskedSystem, ChosenSystem, DUTCH};
use crate::questions::registry::System;
use crate::questions::report::{Document, FaultReport, Format, Render};
use crate::questions::tasks::Rules;
use crate::solve::{Moment, Options};
use crate::tournament::{Fault, Pairing, RoundRequest, RoundState, Trust};
use itertools::Itertools;
use std::io;
use std::ops::Deref;
use std::sync::Arc;

/// What a door gives to a question besides the request: files, models, limits, and places for notes and for the answer. So the same
/// question runs in a terminal, in Python and in a browser, where there are no files.
pub trait Context {
    /// The tournament that is asked about.
    ///
    /// # Errors
    /// [`AskError::Faults`], [`AskError::BadFile`], [`AskError::Limit`].
    fn tournament(&self, file: &FileAsked) -> Result<Arc<Opened>, AskError>;

    /// The content of this name: on the command line the bytes of a file, or of standard input for `-`.
    ///
    /// # Errors
    /// [`AskError::BadFile`] if there is none, [`AskError::Limit`].
    fn bytes(&self, name: &str) -> Result<Vec<u8>, AskError>;

    /// The model of this name.
    ///
    /// # Errors
    /// [`AskError::Refused`] if there is none, [`AskError::BadFile`].
    fn model(&self, name: &str) -> Result<Model, AskError> {
        Ok(Model::load(name)?)
    }

    /// The limits, which hold from now on.
    ///
    /// # Errors
    /// [`AskError::Internal`] if an interruption cannot be noticed.
    fn start(&self, limits: &LimitsAsked) -> Result<Options, AskError>;

    /// The same, for a question that has no answer before its end: an interruption ends it at once.
    fn start_time(&self, limit: &TimeAsked) -> Options;

    /// Take note of something that is no part of the answer.
    fn note(&self, note: Note);

    /// In which format the answer is to be written.
    fn format(&self) -> Format;

    /// How sentences name the fields of a request.
    fn wording(&self) -> fn(&str) -> String {
        as_parameter
    }

    /// In which form the tournament that the question makes is to be written instead of the answer, if it is.
    fn tournament_form(&self) -> Option<TournamentForm> {
        None
    }

    /// Take the answer. It is given as soon as it is there: what comes after it, such as the making of a proof, cannot lose it.
    ///
    /// # Errors
    /// [`AskError::Refused`] if it cannot be written.
    fn give(&self, answer: Answered<'_>) -> Result<(), AskError>;

    /// The files of this run, none of which is written over.
    fn inputs(&self) -> &Inputs;

    /// Take note that a file could not be written after the answer was given. The run goes on.
    fn fail(&self, ended: &AskError);
}

/// Something that is no part of the answer.
#[derive(Debug, Clone)]
pub enum Note {
    /// What was lenient in the reading of a file.
    File(FaultReport),
    /// What the columns of a list of players were read as.
    Columns(String),
    /// Which edition `dutch` is, and why.
    Edition(String),
    /// What a model leaves unheeded in the round.
    Unheeded(String),
    /// What else may be useful to know.
    Remark(String),
}

/// The form of a tournament that is written instead of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TournamentForm {
    /// A tournament report.
    Report,
    /// That of the file; JSON, if it was a list.
    OfFile,
}

/// Writes the tournament of an answer in a form; `None` if there is none.
type TournamentWriter<'a> = Box<dyn Fn(TournamentForm) -> Result<Option<Vec<u8>>, AskError> + 'a>;

/// An answer, with what can be written instead of its record.
pub struct Answered<'a> {
    /// The record.
    pub record: Arc<dyn Render>,
    /// The tournament that was made, if the question makes one: with the new round in it, the ranks, or what was changed.
    pub tournament: Option<TournamentWriter<'a>>,
}

impl<'a> Answered<'a> {
    /// The answer with this record.
    pub fn new(record: impl Render + 'static) -> Self {
        Self { record: Arc::new(record), tournament: None }
    }

    /// The same, whose table has this line first, if there is one.
    pub(crate) fn headed(self, line: Option<String>) -> Self {
        Self { record: Arc::new(Headed(line, self.record)), ..self }
    }

    /// The same for a round that was paired.
    pub(crate) fn of_round(self, round: &'a OpenedRound, pairing: Option<&'a Pairing>) -> Self {
        self.with_tournament(move |form| pairing.map(|pairing| round.written_with(pairing, form)).transpose())
    }

    /// The same, with the tournament that was made.
    pub(crate) fn with_tournament(
        self,
        write: impl Fn(TournamentForm) -> Result<Option<Vec<u8>>, AskError> + 'a,
    ) -> Self {
        Self { tournament: Some(Box::new(write)), ..self }
    }
}

/// A record whose table has a line before it, if there is one.
pub(crate) struct Headed<R>(pub Option<String>, pub R);

impl<R: Deref<Target: Render> + Send + Sync> Render for Headed<R> {
    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.1.write_json(out)
    }

    fn document(&self) -> Document {
        self.1.document().headed(self.0.clone())
    }
}

impl dyn Context + '_ {
    /// The objective of this name, which keeps apart whom the arbiter keeps apart.
    pub(crate) fn objective(&self, name: &str, decisions: &DecisionsAsked) -> Result<Objective, AskError> {
        let objective = Objective::try_from(self.model(name)?)?;
        decisions.check_model(&objective)?;
        Ok(objective)
    }

    /// Open the round: the tournament, the arbiter's decisions, the organiser's tables, each of which one of `models` must use, and
    /// the notes on all of them. Every question about a round begins here.
    pub(crate) fn open(
        &self,
        asked: &RoundAsked,
        tables: &TablesAsked,
        models: &[&Objective],
    ) -> Result<OpenedRound, AskError> {
        let started = Moment::now();
        let request = tables.read(asked.request(), Some(models), self)?;
        let opened = self.tournament(&asked.file)?;
        let round =
            OpenedRound { state: self.state(&opened, request.clone())?, opened, request, reading: started.elapsed() };
        for model in models {
            self.check_bye(&round.state, &Rules::Model((*model).clone()), round.opened.trust)?;
        }
        self.note_names(&round.opened);
        let remarks = remarks(&round.opened.loaded.tournament, &round.state, &round.request.late);
        remarks.into_iter().for_each(|what| self.remark(what));
        self.note_unheeded(models, [&round.state]);
        Ok(round)
    }

    /// The same, by a system or by a model, whose breaches are counted if a repair is asked for.
    pub(crate) fn open_by(
        &self,
        asked: &RoundAsked,
        tables: &TablesAsked,
        rules: &RulesAsked,
        repair: &RepairAsked,
    ) -> Result<(OpenedRound, Rules), AskError> {
        if let Some(model) = rules.model()? {
            let objective = self.objective(model, &asked.decisions)?;
            let repaired = repair.applied(objective.clone())?;
            return Ok((self.open(asked, tables, &[&objective])?, Rules::Model(repaired)));
        }
        let Some(system) = rules.system else { return Err(AskError::wrong("name a model or a system")) };
        let round = self.open(asked, tables, &[])?;
        let system = self.system(&round.opened, system)?;
        repair.check_system(system)?;
        let rules = Rules::System(system);
        self.check_bye(&round.state, &rules, round.opened.trust)?;
        Ok((round, rules))
    }

    /// The state before the round of `request`. Points that were replaced by those of the results are noted.
    pub(crate) fn state(&self, opened: &Opened, request: RoundRequest) -> Result<RoundState, AskError> {
        let state = opened.state(request)?;
        self.note_overruled(opened, state.overruled().to_vec());
        Ok(state)
    }

    /// Refuse a bye that was given before the round is paired and that the rules forbid, unless it is trusted.
    pub(crate) fn check_bye(&self, state: &RoundState, rules: &Rules, trust: Trust) -> Result<(), AskError> {
        rules.refusal_of_bye(state, trust).map_or(Ok(()), |what| Err(AskError::wrong(what)))
    }

    /// Note the players whose points were replaced by those of the results.
    pub(crate) fn note_overruled(&self, opened: &Opened, overruled: Vec<Fault>) {
        let mut faults = opened.loaded.locate(overruled);
        for fault in &mut faults {
            fault.what.push_str("; the results are trusted");
        }
        self.note(Note::File(opened.report(&faults)));
    }

    /// Note whose names are cut, if a new report is to be written.
    pub(crate) fn note_names(&self, opened: &Opened) {
        let is_new = self.tournament_form() == Some(TournamentForm::Report) && opened.loaded.report.is_none();
        let cut = if is_new { cut_names(&opened.loaded.tournament.players) } else { None };
        cut.into_iter().for_each(|what| self.remark(what));
    }

    /// Note what `models` leave unheeded in these rounds.
    pub(crate) fn note_unheeded<'s>(&self, models: &[&Objective], states: impl IntoIterator<Item = &'s RoundState>) {
        let unheeded = states.into_iter().flat_map(|state| models.iter().flat_map(move |model| model.unheeded(state)));
        unheeded.unique().for_each(|what| self.note(Note::Unheeded(what)));
    }

    /// The system that is asked for, as it is for this tournament. What `dutch` or `auto` is, is noted.
    pub(crate) fn system(&self, opened: &Opened, asked: AskedSystem) -> Result<System, AskError> {
        let chosen = opened.system(asked)?;
        self.note_chosen(&chosen);
        Ok(chosen.system)
    }

    /// Note what `dutch` or `auto` is, and why.
    pub(crate) fn note_chosen(&self, chosen: &ChosenSystem) {
        if chosen.because.is_some() {
            let name = if chosen.is_dutch() { DUTCH } else { AUTO };
            self.note(Note::Edition(format!("{name} is {chosen}")));
        }
    }

    /// Note what the columns of a list were read as, if it is one.
    pub(crate) fn note_columns(&self, loaded: &Loaded) {
        loaded.list_read.iter().for_each(|columns| self.note(Note::Columns(format!("read: {columns}"))));
    }

    /// Note something that may be useful to know.
    pub(crate) fn remark(&self, what: impl Into<String>) {
        self.note(Note::Remark(what.into()));
    }
}
