//! From a model and a round to a proven optimum; the only module that knows HiGHS, and the only one with `f64`.
//!
//! - Matchings (the pair model without caps): HiGHS proposes dual values (`relaxation`), and an exact search over priced
//!   pairs ends with an integer dual solution (`matching`). `matching_lp` is the linear program with odd-set rows as it is
//!   taught, for comparison.
//! - Rule systems' programs: matchings with exits (`exits`), decided tier after tier (`face`) by an exact search over the optima
//!   of the tiers before (`optima`), without HiGHS.
//! - Anything else (slots, caps): HiGHS branches, with both gaps 0 and tiers one after another (`mip`).
//!
//! Each result is rounded, re-evaluated in integers, and replaced by the *canonical* optimum: among
//! equal optima the one in which the first player in pairing order meets the highest opponent that any optimum
//! allows (the bye after all opponents), then the next player, and so on. So the boards depend on the round and
//! the model alone, not on solver version, machine or thread count.

mod capped;
mod certify;
mod contraction;
mod exits;
mod face;
mod ffi;
mod infeasible;
mod matching;
mod matching_lp;
mod mip;
mod odd_sets;
mod optima;
mod prices;
mod relaxation;
mod result;

pub use capped::{CappedProof, Leaf, Stage, Tree};
pub use certify::certify;
pub use face::{Decision, Face};
pub use infeasible::NoPairing;
pub use result::{Bound, DualSolution, Evidence, Incumbent, Solution, Termination, Timing};

use crate::model::{Formulation, Pair, PairModel, SlotModel, Spec, Value};
use crate::tournament::{Pairing, PlayerId, RoundState};
use std::time::{Duration, Instant};
use strum::{Display, EnumString};

/// How to solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Stop looking for a proof after this long; the best pairing so far is still given.
    pub time_limit: Option<Duration>,
    /// Threads HiGHS may use; the result does not depend on it.
    pub threads: u32,
    /// How to solve a model of pairs without caps.
    pub method: Method,
}

/// How to solve a model of pairs without caps. The result does not depend on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Method {
    /// HiGHS proposes dual values, and an exact search ends with an integer dual solution.
    #[default]
    Exact,
    /// HiGHS alone, by the linear program with odd-set rows as it is taught; the exact search confirms the values.
    Highs,
}

impl Default for Options {
    fn default() -> Self {
        Self { time_limit: None, threads: 1, method: Method::Exact }
    }
}

/// The limits of a solver that has started.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    threads: u32,
    deadline: Option<Instant>,
    /// When to stop looking for an optimum, so that there is time to make a pairing of what there is.
    nearly: Option<Instant>,
}

impl Options {
    /// From now on.
    #[must_use]
    pub fn start(self) -> Limits {
        // A limit beyond the range of the clock is none.
        let now = Instant::now();
        let after = |limit: Duration| now.checked_add(limit);
        let deadline = self.time_limit.and_then(after);
        let reserve = |limit: Duration| (limit / 20).max(Duration::from_millis(400)).min(limit / 2);
        let nearly = self.time_limit.and_then(|limit| after(limit - reserve(limit)));
        Limits { threads: self.threads, deadline, nearly }
    }
}

impl Limits {
    fn are_reached(self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn are_nearly_reached(self) -> bool {
        self.nearly.is_some_and(|nearly| Instant::now() >= nearly)
    }

    /// As HiGHS counts them.
    fn seconds_left(self) -> f64 {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now()).as_secs_f64();
        self.deadline.map_or(f64::INFINITY, left)
    }
}

/// Why a solver stops without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// The time limit came first.
    TimeLimit,
    /// It failed.
    Failed(SolveError),
}

impl From<SolveError> for Halt {
    fn from(error: SolveError) -> Self {
        Self::Failed(error)
    }
}

/// Why there is no [`Solution`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The model cannot be asked of this round.
    #[error("{0}")]
    Request(String),
    /// An internal error; please report it.
    #[error("internal fault: {0}")]
    Internal(String),
}

/// Pair `state` optimally by `spec`.
///
/// # Errors
/// [`SolveError::Request`] if the model names players who are not in the round; [`SolveError::Internal`] if HiGHS
/// fails, or two ways to the optimum disagree.
///
/// # Examples
/// ```
/// use swiss_ilp::{model::Spec, solve, tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament}};
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let tournament = Tournament { players, ..Tournament::default() };
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let solution = solve::solve(&state, &Spec::load("pairs")?, solve::Options::default())?;
/// assert!(solution.is_optimal());
/// assert_eq!(solution.incumbent.map(|best| best.pairing.boards.len()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(state: &RoundState, spec: &Spec, options: Options) -> Result<Solution, SolveError> {
    check_request(state, spec)?;
    if state.players().is_empty() {
        return Ok(nobody_to_pair(spec));
    }
    let started = Instant::now();
    let limits = options.start();
    let model = PairModel::new(state, spec);
    let built = started.elapsed();
    let has_caps = spec.side.caps().next().is_some();
    let by_pairs = spec.formulation == Formulation::Pairs;
    if by_pairs && !has_caps && options.method == Method::Exact {
        let mut solution = matching::solve(state, &model, limits)?;
        solution.timing.build = built;
        return Ok(solution);
    }
    if let Some(why) = infeasible::no_perfect_matching(state, &model) {
        let mut solution = Solution::new(Termination::Infeasible(why));
        solution.timing.build = built;
        return Ok(solution);
    }
    let mut solution = match (by_pairs, options.method) {
        (true, Method::Highs) if !has_caps => by_cuts(&model, limits)?,
        (true, Method::Exact) => capped::solve(state, spec, &model, limits)?,
        (true, Method::Highs) => mip::solve_pairs(state, spec, &model, limits)?,
        (false, _) => {
            let building = Instant::now();
            let slots = SlotModel::new(state, spec);
            let build = building.elapsed();
            let mut solution = mip::solve_slots(state, spec, &slots, &model, limits)?;
            solution.timing.build = build;
            solution
        }
    };
    solution.timing.build += built;
    if solution.is_optimal() && !(by_pairs && has_caps && options.method == Method::Exact) {
        canonical_by_pairs(state, spec, &model, limits, &mut solution)?;
    } else if solution.incumbent.is_none() && !has_caps {
        solution.incumbent = matching::solve(state, &model, limits)?.incumbent;
    }
    Ok(solution)
}

/// Solve by the linear program with odd-set rows alone. Its values are to be confirmed.
fn by_cuts(model: &PairModel<'_>, limits: Limits) -> Result<Solution, SolveError> {
    let started = Instant::now();
    let (values, is_done) = matching_lp::solve(model, limits)?;
    let mut solution = Solution::new(if is_done { Termination::Optimal } else { Termination::TimeLimit });
    let bound = |value| Bound { value, evidence: Evidence::Nothing };
    solution.bounds = values.into_iter().map(bound).collect();
    solution.timing.optimise = started.elapsed();
    Ok(solution)
}

/// Another way has found the values. The exact search must agree on them, and has the canonical boards.
fn canonical_by_pairs(
    state: &RoundState,
    spec: &Spec,
    model: &PairModel<'_>,
    limits: Limits,
    solution: &mut Solution,
) -> Result<(), SolveError> {
    let choosing = Instant::now();
    let pairs = if spec.side.caps().next().is_some() {
        capped::solve(state, spec, model, limits)?
    } else {
        matching::solve(state, model, limits)?
    };
    solution.timing.canonical = choosing.elapsed();
    if pairs.termination == Termination::TimeLimit {
        solution.termination = Termination::TimeLimit;
        solution.incumbent = solution.incumbent.take().or(pairs.incumbent);
        return Ok(());
    }
    if pairs.bound_values() != solution.bound_values() {
        return Err(SolveError::Internal(format!(
            "two ways disagree on the optimum: {:?} against {:?}",
            solution.bound_values(),
            pairs.bound_values()
        )));
    }
    solution.incumbent = pairs.incumbent;
    solution.dual = pairs.dual;
    solution.capped = pairs.capped;
    if spec.formulation == Formulation::Pairs {
        // What floating point proposed is confirmed.
        solution.bounds = pairs.bounds;
    }
    Ok(())
}

/// With nobody present the empty pairing is the only one.
fn nobody_to_pair(spec: &Spec) -> Solution {
    let values = vec![Value::ZERO; spec.tiers.len()];
    Solution {
        termination: Termination::Optimal,
        bounds: values.iter().map(|value| Bound { value: *value, evidence: Evidence::IntegerDual }).collect(),
        incumbent: Some(Incumbent { pairing: Pairing::default(), values }),
        dual: None,
        capped: None,
        timing: Timing::default(),
    }
}

fn check_request(state: &RoundState, spec: &Spec) -> Result<(), SolveError> {
    let refuse = |message: String| Err(SolveError::Request(message));
    for id in spec.side.forced.iter().flatten() {
        if state.rank(PlayerId(*id)).is_none() {
            return refuse(format!(
                "the model forces a pair with player {id}, who is not to be paired in round {}; \
                 take the pair out of [side] forced",
                state.round()
            ));
        }
        if spec.side.forced.iter().flatten().filter(|other| *other == id).count() > 1 {
            return refuse(format!(
                "the model forces player {id} to meet two players, or himself; leave one pair with him"
            ));
        }
    }
    let known = |id: &u32| {
        let mut everybody = state.players().iter().chain(state.absent());
        everybody.any(|player| player.id.0 == *id)
    };
    if let Some(id) = spec.side.forbidden.iter().flatten().find(|id| !known(id)) {
        return refuse(format!(
            "the model forbids a pair with player {id}, who is not in the tournament; correct [side] forbidden"
        ));
    }
    Ok(())
}

/// The pairing of these pairs of the model, in board order.
fn pairing(state: &RoundState, chosen: &[Pair]) -> Pairing {
    let mut pairing = Pairing::default();
    for pair in chosen {
        match pair.board(state) {
            Some(board) => pairing.boards.push(board),
            None => pairing.bye = state.players().get(pair.high).map(|player| player.id),
        }
    }
    pairing.in_board_order(state)
}
