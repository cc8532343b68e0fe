use super::Plan;
use super::plan::AskedSystems;
use super::record::{
    ArchiveRecord, Legality, PlayedByModel, PlayedBySystem, RecordStatus, SystemPrice, SystemRecord, SystemRefused,
    TierValue, Unlike, Worth,
};
use super::source::{ArchiveSource, SourceReader, sha256};
use crate::files::request_field::{as_option, in_words};
use crate::files::{self, Loaded};
use crate::model::Model;
use crate::questions::in_force::{AskedSystem, ChosenSystem, NoEdition, NoEditionCause};
use crate::questions::metrics::{ClaimedModel, PLAYED, SolverClaim, judge};
use crate::questions::registry::System;
use crate::questions::report::{FaultLine, FaultReport};
use crate::questions::solve::Answer;
use crate::questions::tasks::{self, Rules, Solved, Unpaired};
use crate::questions::{AskError, pair, remarks};
use crate::solve::{self, Moment, Options, SolveError, Termination, check_proof_size, hold};
use crate::systems::Unpairable;
use crate::tournament::{Board, CheckedTournament, Fault, Pairing, RoundError, RoundRequest, RoundState, Tournament};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

/// How the error of a file begins that could not be read.
pub(super) const CANNOT_BE_READ: &str = "cannot be read";

/// Does what a plan says with one file after the other.
pub struct FileWorker {
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
pub struct FileHead {
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

/// What is said of a file, in this order: the head, then a record for each of its items that is not skipped.
///
/// A file without an item has one record, and no head.
pub enum FileMessage {
    /// The rounds to come.
    Head(FileHead),
    /// A record.
    Record(Box<ArchiveRecord>),
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
    pub fn new(plan: Plan) -> Result<Self, AskError> {
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

    /// Pair the rounds of `source`, and tell each piece of news as soon as it is known, until `tell` breaks it off. The first
    /// `skip` items are left out: they were told before.
    pub fn answer(
        &mut self,
        source: &ArchiveSource,
        skip: usize,
        tell: &mut dyn FnMut(FileMessage) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let opened = match self.begin(source) {
            Ok(opened) => opened,
            Err(record) => {
                return if skip == 0 { tell(FileMessage::Record(record)) } else { ControlFlow::Continue(()) };
            }
        };
        tell(FileMessage::Head(opened.head.clone()))?;
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
            let record = self.record_of(round, *model, record);
            tell(FileMessage::Record(Box::new(record)))?;
        }
        ControlFlow::Continue(())
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

/// A round with all that does not depend on a model.
struct RoundWork {
    number: u32,
    state: Result<RoundState, String>,
    /// What may not have been meant.
    remarks: Vec<String>,
    played: Option<Pairing>,
    /// The boards of that pairing whose colours the file does not give.
    colourless: BTreeSet<Board>,
    systems: Vec<(SystemHere, Result<Pairing, Unpaired>)>,
    /// The systems that are asked for and none of them.
    without: Vec<SystemRefused>,
}

impl RoundWork {
    fn new(
        work: &FileWorker,
        opened: &OpenedTournament,
        checked: &Result<CheckedTournament<'_>, RoundError>,
        number: u32,
    ) -> Self {
        let tournament = &opened.loaded.tournament;
        let request = RoundRequest { round: Some(number), ..work.asked.clone() };
        let state = match checked {
            Ok(checked) => checked.state(&request).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let systems = match &state {
            Err(_) => Vec::new(),
            Ok(state) => {
                let pair = |here: &SystemHere| {
                    let system = here.chosen.system;
                    let made = match Rules::System(system).refusal_of_bye(state, work.plan.trust) {
                        Some(refusal) => {
                            let why = in_words(&refusal, as_option);
                            Err(Unpairable { rules: Vec::new(), why, impossible: None }.into())
                        }
                        None => tasks::pair(state, system, work.plan.options()).map(|paired| paired.pairing),
                    };
                    (here.clone(), made)
                };
                opened.systems.iter().map(pair).collect()
            }
        };
        let played = tournament.pairing(number).and_then(Result::ok);
        let colourless = tournament.colourless_in(number);
        let remarks = state.as_ref().map_or_else(|_| Vec::new(), |state| remarks(tournament, state, &[]));
        Self { number, state, remarks, played, colourless, systems, without: opened.without.clone() }
    }
}

/// The pairings of a round beside a model's.
struct Priced {
    played: Option<PlayedByModel>,
    prices: Vec<SystemPrice>,
    /// What is wrong with the model's answer, if one of them shows it.
    contradictions: Vec<String>,
}

impl RoundWork {
    /// What the systems make of the round, with their boards if these are asked for.
    fn beside(&self, boards: bool) -> Vec<SystemRecord> {
        let Ok(state) = &self.state else { return Vec::new() };
        let beside =
            |(SystemHere { chosen, no_edition }, made): &(SystemHere, Result<Pairing, Unpaired>)| SystemRecord {
                system: chosen.system.to_string(),
                edition_by: chosen.because.clone(),
                no_edition: *no_edition,
                status: made.as_ref().map_or_else(pair::PairStatus::from, |_| pair::PairStatus::Paired),
                reason: made.as_ref().err().map(ToString::to_string),
                rules: made.as_ref().err().into_iter().flat_map(Unpaired::rules).map(str::to_owned).collect(),
                played: self.played_by(state, &Rules::System(chosen.system)).map(|played| PlayedBySystem {
                    unlike: made.as_ref().ok().map(|made| Unlike::between(&self.like(&played, made), made)),
                    legality: Legality::of(&chosen.system.verify(state, &played)),
                }),
                pairing: made.as_ref().ok().filter(|_| boards).map(|made| state.whole(made.clone())),
            };
        self.systems.iter().map(beside).collect()
    }

    /// The pairing that was played, each board without colours in those that the rules like best.
    fn played_by(&self, state: &RoundState, rules: &Rules) -> Option<Pairing> {
        let played = state.without_preset(self.played.clone()?);
        Some(played.turned(&self.colourless, |turned| rules.cost(state, turned)))
    }

    /// The same in the colours of another pairing.
    fn like(&self, played: &Pairing, other: &Pairing) -> Pairing {
        let turned = self.colourless.iter().flat_map(|Board { white, black }| {
            [Board { white: *white, black: *black }, Board { white: *black, black: *white }]
        });
        played.clone().turned(&turned.collect(), |turned| turned.reversed_in(other))
    }

    /// What the pairing that was played and those of the systems are worth by the model that has solved the round.
    fn priced(&self, state: &RoundState, model: &Model, solved: &Solved) -> Priced {
        let best = solved.solution.incumbent.as_ref();
        let own = rules_of(model).and_then(|rules| self.played_by(state, &rules));
        let unlike = |other: &Pairing| best.map(|best| Unlike::between(&best.pairing, other));
        let played = own.as_ref().map(|pairing| (PLAYED.to_owned(), pairing));
        let made =
            self.systems.iter().filter_map(|(here, made)| Some((here.chosen.system.to_string(), made.as_ref().ok()?)));
        let pairings: Vec<(String, &Pairing)> = played.into_iter().chain(made).collect();
        let (worths, contradictions): (Vec<Worth>, Vec<String>) = match model {
            Model::Objective(objective) => {
                let claim = match (&solved.solution.termination, best) {
                    (Termination::Infeasible(_), _) => SolverClaim::NoPairing,
                    (_, Some(best)) if solved.is_optimal() => {
                        SolverClaim::Optimum(best.pairing.clone(), best.values.clone())
                    }
                    _ => SolverClaim::Nothing,
                };
                let columns: Vec<(&String, &Pairing)> =
                    pairings.iter().map(|(name, pairing)| (name, *pairing)).collect();
                let (check, found) = judge(state, &ClaimedModel { objective: objective.clone(), claim }, &columns);
                (check.pairings.iter().map(Worth::of).collect(), found.into_iter().map(|found| found.what).collect())
            }
            Model::System(system) => {
                let by_rules = |(_, pairing): &(String, &Pairing)| Worth {
                    legality: Legality::of(&System::of(system.edition).verify(state, pairing)),
                    objective: Vec::new(),
                    price: None,
                };
                (pairings.iter().map(by_rules).collect(), Vec::new())
            }
            Model::AsWritten(_) => (Vec::new(), Vec::new()),
        };
        let mut priced = Priced { played: None, prices: Vec::new(), contradictions };
        for ((system, pairing), worth) in pairings.into_iter().zip(worths) {
            if system == PLAYED {
                let unlike = best.map(|best| Unlike::between(&best.pairing, &self.like(pairing, &best.pairing)));
                priced.played = Some(PlayedByModel { unlike, worth });
            } else {
                priced.prices.push(SystemPrice { system, worth, model: unlike(pairing) });
            }
        }
        priced
    }
}
