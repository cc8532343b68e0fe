use super::pair::pair_within;
use super::{TaskError, Unpaired};
use crate::compare::{ClaimedModel, CrossCheck, Discrepancy, NamedPairing, SolverClaim, cross_check};
use crate::model::Objective;
use crate::registry::System;
use crate::solve::{self, Limit, Options, SolveError, Termination};
use crate::tournament::{Pairing, RoundRequest, RoundState, Tournament};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// The name of the pairing in the file.
pub const PLAYED: &str = "played";

/// The pairings of one round, compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Every pairing, and the test of every claim.
    pub check: CrossCheck,
    /// The systems and models without a pairing or a proven optimum.
    pub missing: Vec<Missing>,
}

/// The conclusion of a comparison of one or more rounds, the most serious first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conclusion {
    /// A claim of an optimum is false, as this sentence says. The program has an error.
    Discrepancy(String),
    /// A limit came before a proof of every model, or before the pairing of every system.
    WithoutProof,
    /// No system and no model has a pairing.
    NoPairing,
    /// Everything was compared.
    Complete,
}

impl Conclusion {
    /// The conclusion of these rounds.
    #[must_use]
    pub fn of(rounds: &[(RoundState, Comparison)]) -> Self {
        let in_round = |(state, round): &(RoundState, Comparison)| {
            let sentence = |found: &Discrepancy| format!("round {}: {}", state.round(), found.what);
            round.check.discrepancies.iter().map(sentence).collect::<Vec<_>>()
        };
        let found = rounds.iter().flat_map(in_round).join("; ");
        if !found.is_empty() {
            Self::Discrepancy(found)
        } else if rounds.iter().any(|(_, round)| round.missing.iter().any(|missing| missing.lacks == Lack::Proof)) {
            Self::WithoutProof
        } else if rounds.iter().all(|(_, round)| round.check.pairings.iter().all(|pairing| pairing.name == PLAYED)) {
            Self::NoPairing
        } else {
            Self::Complete
        }
    }
}

/// What a system or model lacks for a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Missing {
    /// The system, the model, or `played`.
    pub name: String,
    /// What it lacks.
    pub lacks: Lack,
    /// The reason.
    pub reason: String,
}

/// The kind of result that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lack {
    /// A pairing.
    Pairing,
    /// An optimum that was not computed.
    Optimum,
    /// A proof or a system's pairing, since a limit came first.
    Proof,
}

impl Missing {
    /// A record that `name` lacks a result, and why.
    pub(super) fn new(name: impl ToString, lacks: Lack, reason: impl ToString) -> Self {
        Self { name: name.to_string(), lacks, reason: reason.to_string() }
    }

    /// The record that `name` has no proof, since this limit came first.
    pub(super) fn late(name: impl ToString, limit: Limit) -> Self {
        Self::new(name, Lack::Proof, format!("{limit} came before a proof"))
    }

    /// The record that a system has no pairing, since a limit came first.
    fn unfinished(system: System, limit: Limit) -> Self {
        Self::new(system, Lack::Proof, format!("{limit} came before its pairing"))
    }
}

/// Compare a round as `systems` and `models` pair it, and as it was played.
///
/// # Errors
/// [`TaskError::Request`] if two of them have the same name; [`TaskError::Solve`] if HiGHS fails.
///
/// ```
/// use swiss_ilp::compare::Metric;
/// use swiss_ilp::{formats, model::Objective, solve::Options, tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let models = [Objective::load("fair")?];
/// let compared = tasks::compare(&tournament, &state, &["dutch-2012".parse()?], &models, Options::default())?;
/// assert!(compared.check.discrepancies.is_empty());
/// let [dutch, fair] = &compared.check.pairings[..] else { panic!("two pairings") };
/// assert_eq!(dutch.metrics.get(Metric::ScoreDifference), fair.metrics.get(Metric::ScoreDifference));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(
    tournament: &Tournament,
    state: &RoundState,
    systems: &[System],
    models: &[Objective],
    options: Options,
) -> Result<Comparison, TaskError> {
    have_different_names(systems, models)?;
    let mut named = Vec::new();
    let mut claims = Vec::new();
    let mut missing = Vec::new();
    let options = options.started();
    let limits = options.start().for_work_before();
    for system in systems {
        match pair_within(state, *system, limits) {
            Err(Unpaired::Stopped(limit)) => missing.push(Missing::unfinished(*system, limit)),
            Err(Unpaired::Unpairable(why)) => missing.push(Missing::new(system, Lack::Pairing, why)),
            Ok(paired) => named.push(NamedPairing { name: system.to_string(), pairing: paired.pairing }),
        }
    }
    match tournament.pairing(state.round()) {
        Some(Ok(pairing)) => named.push(NamedPairing { name: PLAYED.into(), pairing }),
        Some(Err(why)) => missing.push(Missing::new(PLAYED, Lack::Pairing, why)),
        None => {}
    }
    for spec in models {
        let found = Found::of(state, spec, options)?;
        named.extend(found.incumbent.map(|pairing| NamedPairing { name: spec.name.clone(), pairing }));
        missing.extend(found.missing);
        claims.push(ClaimedModel { objective: spec.clone(), claim: found.claim });
    }
    Ok(Comparison { check: cross_check(state, &named, &claims), missing })
}

/// The rounds of a tournament, compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedRounds {
    /// Each round with its comparison, in order.
    pub compared: Vec<(RoundState, Comparison)>,
    /// The rounds before which a limit came. There is always a first one that was compared.
    pub not_reached: Vec<u32>,
}

impl ComparedRounds {
    /// The conclusion of all rounds: a round that was not reached has no proof.
    #[must_use]
    pub fn conclusion(&self) -> Conclusion {
        match Conclusion::of(&self.compared) {
            found @ Conclusion::Discrepancy(_) => found,
            _ if !self.not_reached.is_empty() => Conclusion::WithoutProof,
            reached => reached,
        }
    }
}

/// The same for every round that was played, each paired from the rounds before it. `request` holds for all of them; its round does
/// not matter.
///
/// # Errors
/// As [`compare`]; [`TaskError::Request`] if no round was played; [`TaskError::Round`] if the tournament has faults.
///
/// ```
/// use swiss_ilp::{formats, solve::Options, tasks::{self, Conclusion}, tournament::RoundRequest};
///
/// let file = std::fs::read("tests/data/oracle/dutch-2012/n10_r7_103.trf")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let rounds = tasks::compare_rounds(&tournament, &RoundRequest::default(), &["tcec".parse()?], &[], Options::default())?;
/// assert_eq!((rounds.compared.len(), rounds.not_reached.len()), (7, 0));
/// assert_eq!(rounds.conclusion(), Conclusion::Complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare_rounds(
    tournament: &Tournament,
    request: &RoundRequest,
    systems: &[System],
    models: &[Objective],
    options: Options,
) -> Result<ComparedRounds, TaskError> {
    tournament.checked(request.trust)?;
    let options = options.started();
    let limits = options.start().for_work_before();
    let mut rounds = ComparedRounds { compared: Vec::new(), not_reached: Vec::new() };
    for (round, _) in tournament.played_rounds() {
        if !rounds.compared.is_empty() && limits.leave_nothing() {
            rounds.not_reached.push(round);
            continue;
        }
        let state = RoundState::new(tournament, RoundRequest { round: Some(round), ..request.clone() })?;
        let compared = compare(tournament, &state, systems, models, options)?;
        rounds.compared.push((state, compared));
    }
    if rounds.compared.is_empty() {
        let message = "no round was played; leave out --all-rounds to pair the first one";
        return Err(TaskError::Request(message.to_owned()));
    }
    Ok(rounds)
}

fn have_different_names(systems: &[System], models: &[Objective]) -> Result<(), TaskError> {
    let named = systems.iter().map(ToString::to_string).chain(models.iter().map(|spec| spec.name.clone()));
    match std::iter::once(PLAYED.to_owned()).chain(named).duplicates().next() {
        None => Ok(()),
        Some(name) => Err(TaskError::Request(format!(
            "two columns would be called '{name}'; name each system and model once, or rename the model"
        ))),
    }
}

/// The solver's answer for a round.
pub(super) struct Found {
    pub claim: SolverClaim,
    /// The incumbent, if a limit came before a proof.
    pub incumbent: Option<Pairing>,
    /// The reason if there is no optimum.
    pub missing: Option<Missing>,
}

impl Found {
    pub fn of(state: &RoundState, spec: &Objective, options: Options) -> Result<Self, SolveError> {
        let none = |claim, missing| Self { claim, incumbent: None, missing: Some(missing) };
        let limits = options.start();
        if limits.leave_nothing() {
            return Ok(none(SolverClaim::Nothing, Missing::late(&spec.name, limits.reached())));
        }
        let solution = match solve::solve(state, spec, options) {
            Ok(solution) => solution,
            Err(SolveError::Request(message)) => {
                return Ok(none(SolverClaim::Nothing, Missing::new(&spec.name, Lack::Pairing, message)));
            }
            Err(error @ SolveError::WithoutHighs(_)) => {
                return Ok(none(SolverClaim::Nothing, Missing::new(&spec.name, Lack::Pairing, error.to_string())));
            }
            Err(SolveError::Internal(what)) => return Err(SolveError::Internal(format!("{}: {what}", spec.name))),
        };
        Ok(match (solution.termination, solution.incumbent) {
            (Termination::Optimal, Some(best)) => {
                Self { claim: SolverClaim::Optimum(best.pairing, best.values), incumbent: None, missing: None }
            }
            (Termination::Infeasible(why), _) => {
                none(SolverClaim::NoPairing, Missing::new(&spec.name, Lack::Pairing, why))
            }
            (stopped, best) => {
                let limit = stopped.limit().unwrap_or(Limit::Time);
                let missing = Missing::late(&spec.name, limit);
                Self { incumbent: best.map(|best| best.pairing), ..none(SolverClaim::Nothing, missing) }
            }
        })
    }
}
