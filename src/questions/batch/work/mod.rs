mod round;

use round::{Priced, RoundWork};

use super::Plan;
use super::plan::AskedSystems;
use super::record::{ArchiveRecord, RecordStatus, SystemRefused, TierValue};
use super::serve::{HEAD, RECORD};
use super::source::{ArchiveSource, SourceReader, sha256};
use crate::files::request_field::{as_option, in_words};
use crate::files::{self, Loaded};
use crate::model::Model;
use crate::questions::AskError;
use crate::questions::in_force::{AskedSystem, ChosenSystem, NoEdition, NoEditionCause};
use crate::questions::registry::System;
use crate::questions::report::{FaultLine, FaultReport};
use crate::questions::solve::Answer;
use crate::questions::tasks::{self, Rules, Solved};
use crate::solve::worker::say;
use crate::solve::{self, Moment, Options, SolveError, check_proof_size, hold};
use crate::tournament::{Fault, RoundError, RoundRequest, RoundState, Tournament};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::io;
use std::time::Duration;

/// How the error of a file begins that could not be read.
pub(super) const CANNOT_BE_READ: &str = "cannot be read";

/// Does what a plan says with one file after the other.
pub(super) struct FileWorker {
    plan: Plan,
    pub(super) request: String,
    asked: RoundRequest,
    models: Vec<Model>,
    systems: AskedSystems,
    reader: SourceReader,
    pub(super) highs: String,
}

/// What is known of a file before its rounds are paired.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileHead {
    /// The name of the file.
    pub file: String,
    /// The SHA-256 of its bytes.
    pub sha256: Option<String>,
    /// The tournament's name.
    pub tournament: Option<String>,
    /// The number of planned rounds.
    pub rounds_planned: Option<u32>,
    /// Each record to come: its round and the place of its model in the plan.
    pub items: Vec<(u32, usize)>,
}

/// A tournament that was read, with what its records repeat.
struct OpenedTournament {
    head: FileHead,
    loaded: Loaded,
    notes: Vec<FaultLine>,
    /// The systems for this tournament.
    systems: Vec<SystemHere>,
    /// The systems that are asked for and none of them.
    without: Vec<SystemRefused>,
}

/// A system for a tournament.
#[derive(Clone)]
struct SystemHere {
    chosen: ChosenSystem,
    /// If it is that of `else=`, why no edition could be chosen.
    no_edition: Option<NoEditionCause>,
}

impl FileWorker {
    /// Be ready to follow `plan`.
    ///
    /// # Errors
    /// [`AskError`] if a model, a system or a table of the plan is none.
    pub(super) fn new(plan: Plan) -> Result<Self, AskError> {
        let systems = AskedSystems::of(&plan.systems).map_err(AskError::wrong)?;
        let (asked, models) = (plan.request()?, plan.open_models()?);
        Ok(Self {
            request: plan.id(),
            asked,
            plan,
            models,
            systems,
            reader: SourceReader::default(),
            highs: solve::highs_version(),
        })
    }

    /// Pair the rounds of `source`, and say the head, then each record as soon as it is known, but for the first `skip` items, which were
    /// said before. A file without an item has one record, and no head.
    pub(super) fn answer(&mut self, source: &ArchiveSource, skip: usize) -> io::Result<()> {
        let opened = match self.begin(source) {
            Ok(opened) => opened,
            Err(record) => return if skip == 0 { say(RECORD, &record) } else { Ok(()) },
        };
        say(HEAD, &opened.head)?;
        let tournament = opened.loaded.tournament.checked(self.plan.trust);
        let mut current: Option<RoundWork> = None;
        for (number, model) in opened.head.items.iter().skip(skip) {
            if current.as_ref().is_none_or(|round| round.number != *number) {
                current = Some(RoundWork::new(self, &opened, &tournament, *number));
            }
            let Some(round) = &current else { continue };
            let record = ArchiveRecord {
                systems: if *model == 0 { round.beside(self.plan.boards) } else { Vec::new() },
                systems_refused: if *model == 0 { round.without.clone() } else { Vec::new() },
                ..self.record(&opened.head, &opened.notes)
            };
            say(RECORD, &self.record_of(round, *model, record))?;
        }
        Ok(())
    }

    /// The hash of each model's file, and the model's name.
    pub(super) fn models(&self) -> Vec<(String, String)> {
        let named = self.plan.models.iter().zip(&self.models);
        named.map(|(text, model)| (text.sha256(), model.name().to_owned())).collect()
    }

    /// The records that `source` has, or the only one if there is no round to pair.
    pub(super) fn records(&mut self, source: &ArchiveSource) -> Result<FileHead, Box<ArchiveRecord>> {
        self.begin(source).map(|opened| opened.head)
    }

    /// The tournament of `source` and its rounds to come, or the only record that it has.
    fn begin(&mut self, source: &ArchiveSource) -> Result<OpenedTournament, Box<ArchiveRecord>> {
        let mut opened = self.open(source)?;
        let rounds = self.plan.rounds.of(&opened.loaded.tournament).map_err(|reason| {
            let record = self.record(&opened.head, &opened.notes);
            Box::new(ArchiveRecord { status: RecordStatus::NoRound, reason: Some(reason), ..record })
        })?;
        let of_round = |round| (0..self.models.len()).map(move |model| (round, model));
        opened.head.items = rounds.into_iter().flat_map(of_round).collect();
        Ok(opened)
    }

    /// The tournament of `source`, or the only record that it has.
    fn open(&mut self, source: &ArchiveSource) -> Result<OpenedTournament, Box<ArchiveRecord>> {
        let bytes = self.reader.read(source);
        let sha256 = bytes.as_ref().ok().map(|bytes| sha256(bytes));
        let head = FileHead { file: source.name.clone(), sha256, ..FileHead::default() };
        let failed = |error| Box::new(ArchiveRecord { error: Some(error), ..self.record(&head, &[]) });
        let bytes = bytes.map_err(|error| failed(format!("{CANNOT_BE_READ}: {error}")))?;
        let lines = |faults: &[Fault]| FaultReport::new(&source.name, &bytes, faults).faults;
        let refused = |faults: Vec<Fault>| {
            let first = faults.first().map_or_else(String::new, |fault| fault.what.clone());
            let error = match faults.len() {
                1 => first,
                count => format!("{count} faults, the first: {first}"),
            };
            Box::new(ArchiveRecord { faults: lines(&faults), ..*failed(error) })
        };
        let limits = self.plan.options().start().for_reading();
        let (text, encoding) = (bytes.clone(), self.plan.encoding);
        let read = limits.within(move || files::read_in(&text, None, encoding));
        let read = read.ok_or_else(|| failed(format!("{} came before it was read", limits.reached())))?;
        let loaded = read.map_err(refused)?;
        let checked = loaded.tournament.checked(self.plan.trust).map_err(|error| match error {
            RoundError::Faults(faults) => refused(loaded.locate(faults)),
            RoundError::Request(message) => failed(message),
        })?;
        let mut notes = lines(&loaded.notes);
        notes.extend(lines(&loaded.locate(checked.overruled)));
        let (systems, without) = self.systems_of(&loaded);
        let Tournament { name, rounds_planned, .. } = &loaded.tournament;
        let head = FileHead { tournament: Some(name.clone()), rounds_planned: *rounds_planned, ..head };
        Ok(OpenedTournament { head, loaded, notes, systems, without })
    }

    /// The systems for a tournament, each once, and a sentence for each that is not known.
    fn systems_of(&self, loaded: &Loaded) -> (Vec<SystemHere>, Vec<SystemRefused>) {
        let AskedSystems { systems, otherwise } = &self.systems;
        let here = |asked: &AskedSystem| match (asked.of(loaded), *otherwise) {
            (Ok(chosen), _) => Ok(SystemHere { chosen, no_edition: None }),
            (Err(NoEdition { why, cause }), Some(system)) => {
                let chosen = ChosenSystem { system, because: Some(format!("else: {why}")) };
                Ok(SystemHere { chosen, no_edition: Some(cause) })
            }
            (Err(error), None) => {
                Err(SystemRefused { system: asked.to_string(), cause: error.cause, reason: error.to_string() })
            }
        };
        let (systems, without): (Vec<SystemHere>, Vec<_>) = systems.iter().map(here).partition_result();
        (systems.into_iter().unique_by(|here| here.chosen.system.to_string()).collect(), without)
    }

    /// The record of an error in a file with this head, to be completed.
    fn record(&self, head: &FileHead, notes: &[FaultLine]) -> ArchiveRecord {
        ArchiveRecord { notes: notes.to_vec(), ..ArchiveRecord::of_error(head, &self.request, &self.highs) }
    }

    /// The record of the round by the model at this place.
    fn record_of(&self, round: &RoundWork, place: usize, record: ArchiveRecord) -> ArchiveRecord {
        let model = &self.models[place];
        let named = ArchiveRecord {
            round: Some(round.number),
            model: Some(model.name().to_owned()),
            model_sha256: Some(self.plan.models[place].sha256()),
            ..record
        };
        let state = match &round.state {
            Err(error) => return ArchiveRecord { error: Some(error.clone()), ..named },
            Ok(state) => state,
        };
        let mut warnings = match model {
            Model::Objective(objective) => objective.unheeded(state),
            Model::System(_) | Model::AsWritten(_) => Vec::new(),
        };
        warnings.extend(round.remarks.iter().cloned());
        warnings.extend(round.without.iter().map(|refused| refused.reason.clone()));
        let named = ArchiveRecord {
            players: Some(state.players().len()),
            absent: Some(state.absent().len()),
            warnings,
            ..named
        };
        if let Some(what) = rules_of(model).and_then(|rules| rules.refusal_of_bye(state, self.plan.trust)) {
            return ArchiveRecord { error: Some(in_words(&what, as_option)), ..named };
        }
        let started = Moment::now();
        let options = self.plan.options();
        let solved = match hold(|| tasks::solve(state, model, options.armed())) {
            Err(limit) => {
                let reason = Some(format!("{limit} came before the answer"));
                return ArchiveRecord { status: limit.into(), reason, ..named };
            }
            Ok(Err(error)) => return ArchiveRecord { error: Some(in_words(&error.to_string(), as_option)), ..named },
            Ok(Ok(solved)) => solved,
        };
        let check = hold(|| checked(state, model, &solved, options.armed()));
        let (proof_checked, refusal) = match check.unwrap_or(Ok(None)) {
            Ok(checked) => (checked, None),
            Err(refusal) => (Some(false), Some(refusal)),
        };
        let seconds = started.elapsed();
        let report = Answer::new("", state, model, &solved, Duration::ZERO);
        let pairing = solved.solution.incumbent.as_ref().map(|best| &best.pairing);
        let Priced { played, prices, contradictions } = round.priced(state, model, &solved);
        let problems = report.problems.iter().cloned().chain(refusal).chain(contradictions).join("; ");
        let is_refuted = proof_checked == Some(false) || (report.problems.is_empty() && !problems.is_empty());
        ArchiveRecord {
            status: if is_refuted { RecordStatus::NotVerified } else { report.status.into() },
            optimal: report.optimal && !is_refuted,
            verified: report.verified,
            objective: TierValue::all(&report.objective),
            bound: report.bound,
            gap: report.gap,
            proof: Some(report.proof),
            proof_checked,
            played,
            prices,
            pairing: pairing.filter(|_| self.plan.boards).map(|pairing| state.whole(pairing.clone())),
            reason: report.reason,
            error: Some(problems).filter(|problems| !problems.is_empty()),
            seconds: self.plan.times.then(|| (seconds.as_secs_f64() * 1e6).round() / 1e6),
            ..named
        }
    }
}

/// The rules of a model that pairs.
fn rules_of(model: &Model) -> Option<Rules> {
    match model {
        Model::Objective(objective) => Some(Rules::Model(objective.clone())),
        Model::System(system) => Some(Rules::System(System::of(system.edition))),
        Model::AsWritten(_) => None,
    }
}

/// Whether the certificate of a solved round is accepted; `None` if there is none.
fn checked(state: &RoundState, model: &Model, solved: &Solved, options: Options) -> Result<Option<bool>, String> {
    let Model::Objective(objective) = model else { return Ok(None) };
    if !solved.is_provable() || check_proof_size(state, options).is_err() {
        return Ok(None);
    }
    match tasks::certify(state, objective, solved) {
        Ok(_) => Ok(Some(true)),
        // There is no certificate of such an optimum.
        Err(SolveError::Request(_) | SolveError::WithoutHighs(_)) => Ok(None),
        Err(SolveError::Internal(refusal)) => Err(refusal),
    }
}
