//! From a model and a round to a proven optimum; the only module that computes with `f64` for a solver, of which `highs` is the only part
//! that knows HiGHS.
//!
//! - Matchings (the pair model without caps): HiGHS proposes dual values (`relaxation`), and an exact search over priced
//!   pairs ends with an integer dual solution (`matching`). `matching_lp` is the linear program with odd-set rows as it is
//!   taught, for comparison.
//! - The student's text, by HiGHS (`as_written`).
//! - Slots: the optimum of pairs, which sits in slots as it is.
//! - Any program by [`answer`], and slots and caps on demand: HiGHS branches, with both gaps 0 and tiers one after another (`mip`).
//! - Rounds to keep open: the best pairing after which more rounds can follow, by a search over matchings (`keep_open`).
//!
//! Each result is rounded, re-evaluated in integers, and replaced by the *canonical* optimum: among
//! equal optima the one in which the first player in pairing order meets the highest opponent that any optimum
//! allows (the bye after all opponents), then the next player, and so on ([`Ties`] has other choices). So the boards depend on the round and
//! the model alone, not on solver version, machine or thread count.

mod as_written;
mod capped;
mod certify;
mod clock;
pub(crate) mod contraction;
mod cover;
mod equal_optima;
#[cfg(feature = "highs")]
mod ffi;
#[cfg_attr(not(feature = "highs"), allow(dead_code, reason = "what is asked of HiGHS, and what it tells"))]
mod highs;
mod infeasible;
mod keep_open;
mod limits;
mod matching;
pub(crate) mod matching_lp;
#[cfg_attr(target_arch = "wasm32", path = "memory_of_module.rs")]
mod memory;
pub(crate) mod mip;
pub(crate) mod odd_sets;
#[cfg(not(target_arch = "wasm32"))]
mod own_process;
mod pair_costs;
mod partners;
mod relaxation;
mod result;
mod tally;
mod ties;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod worker;

pub(crate) use as_written::check_program_of_text;
pub use as_written::{TextSolution, solve_text};
pub use capped::{CappedProof, CappedStage, Front, FrontCriterion, FrontPoint, Tree, TreeLeaf, front};
pub use certify::{certify, certify_only, check_proof_size, check_rule_proof_size};
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use clock::set_clock;
pub use clock::{Clock, Moment, TestClock};
pub(crate) use cover::DoubleCover;
pub use equal_optima::{Optima, OptimaRequest, UniquenessProof, optima};
pub use infeasible::{ForcedPair, NoPairing};
pub use keep_open::{ClosureEvidence, KeptOpen, NoOpenPairing, keep_open};
pub(crate) use limits::armed;
pub use limits::{Halt, Limit, Limits, Log, MatchingMethod, Options, hold, is_any_thread_left};
pub(crate) use matching::proves;
pub(crate) use matching_lp::{LpStep, steps_of_cuts};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use memory::be_ended_first;
pub use mip::{MipAnswer, answer};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use own_process::serve_program;
#[cfg(not(target_arch = "wasm32"))]
pub use own_process::solve_apart;
pub(crate) use pair_costs::PairCosts;
pub use partners::{Partner, Partners, Reach, impossible_beside, partners};
pub use result::{Bound, CoursePoint, DualSolution, Evidence, Incumbent, Solution, Termination, Timing};
pub use tally::{Tally, TallyCount};
pub use ties::Ties;

use crate::model::{Formulation, Objective, OutOfRange, Pair, PairModel, SlotModel, Value, Vertex};
use crate::tournament::{Pairing, RoundState, Seat};
use std::collections::BTreeSet;

/// Why there is no [`Solution`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The model cannot be asked of this round.
    #[error("{0}")]
    Request(String),
    /// This needs HiGHS, and the library was built without it.
    #[error("{0} needs HiGHS, which is not in this build; take the program with HiGHS")]
    WithoutHighs(String),
    /// An internal error; please report it.
    #[error("internal fault: {0}")]
    Internal(String),
}

/// Pair `state` optimally by `objective`.
///
/// # Errors
/// [`SolveError::Request`] if the model names players who are not in the round; [`SolveError::WithoutHighs`] for a model of slots or
/// the method HiGHS in a build without it; [`SolveError::Internal`] if HiGHS fails, or two ways to the optimum disagree.
///
/// # Examples
/// ```
/// use swiss_ilp::{model::Objective, solve, tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament}};
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let tournament = Tournament { players, ..Tournament::default() };
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let solution = solve::solve(&state, &Objective::load("pairs")?, solve::Options::default())?;
/// assert!(solution.is_optimal());
/// assert_eq!(solution.incumbent.map(|best| best.pairing.boards.len()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(state: &RoundState, objective: &Objective, options: Options) -> Result<Solution, SolveError> {
    solve_near(state, objective, None, options)
}

/// The same. Unless other ties are asked for, of equal optima the one that changes fewest pairs of `near` is wanted, if that is given.
pub(crate) fn solve_near(
    state: &RoundState,
    objective: &Objective,
    near: Option<&Pairing>,
    options: Options,
) -> Result<Solution, SolveError> {
    let (limits, started) = (options.start(), Moment::now());
    if !check_request(state, objective, limits)? {
        let timing = Timing { build: started.elapsed(), ..Timing::default() };
        return Ok(Solution { timing, ..Solution::new(limits.termination()) });
    }
    if state.players().is_empty() {
        return Ok(nobody_to_pair(objective));
    }
    let model = PairModel::new(state, objective).near(near);
    let built = started.elapsed();
    let is_exact = options.method == MatchingMethod::Exact;
    if !is_exact {
        highs::require(&format!("the method '{}'", options.method))?;
    }
    if !is_exact || objective.has_caps() {
        // An exact search has the program of pairs, also for slots.
        let formulation = if is_exact { Formulation::Pairs } else { objective.formulation };
        check_size(&model, formulation, limits)?;
    }
    if is_exact {
        let mut solution = by_pairs(&model, limits)?;
        solution.timing.build = built;
        return Ok(solution);
    }
    if objective.formulation != Formulation::Pairs || objective.has_caps() {
        check_numbers(&model)?;
    }
    let mut solution = apart(state, objective, limits, move |state, objective| by_highs(state, objective, limits))?;
    solution.timing.build += built;
    match &solution.termination {
        Termination::Infeasible(NoPairing::Caps) => {
            let found = by_pairs(&model, limits)?;
            if found.incumbent.is_some() {
                return Err(SolveError::Internal("two ways disagree on whether the caps leave a pairing".into()));
            }
            return Ok(found);
        }
        Termination::Infeasible(_) => {}
        Termination::Optimal => confirm(&model, limits, &mut solution)?,
        _ if objective.has_caps() && solution.bounds.is_empty() => {
            solution.bounds = vec![mip::half_sum_of_best(&model, 0)];
        }
        _ if objective.has_caps() => {}
        _ if solution.incumbent.is_none() => {
            let found = matching::solve(&model, limits)?;
            if let Termination::Infeasible(_) = found.termination {
                return Ok(found);
            }
            solution.incumbent = found.incumbent;
            if solution.bounds.is_empty() {
                solution.bounds = found.bounds;
            }
        }
        _ => {}
    }
    Ok(solution)
}

/// Solve the model of pairs exactly.
fn by_pairs(model: &PairModel<'_>, limits: Limits) -> Result<Solution, SolveError> {
    if model.objective().has_caps() { capped::solve(model, limits) } else { matching::solve(model, limits) }
}

/// Solve where the limits can end it: see [`Limits::attempt`].
fn apart(
    state: &RoundState,
    objective: &Objective,
    limits: Limits,
    work: impl FnOnce(&RoundState, &Objective) -> Result<Solution, SolveError> + Send + 'static,
) -> Result<Solution, SolveError> {
    let started = Moment::now();
    let (state, objective) = (state.clone(), objective.clone());
    let solved = limits.attempt(move || work(&state, &objective));
    solved.unwrap_or_else(|| {
        let timing = Timing { optimise: started.elapsed(), ..Timing::default() };
        Ok(Solution { timing, ..Solution::new(limits.termination()) })
    })
}

/// The version of HiGHS; "none" in a build without it.
pub fn highs_version() -> String {
    highs::version().unwrap_or_else(|| "none".to_owned())
}

/// Refuse what would take more memory than there may be.
fn check_size(model: &PairModel<'_>, formulation: Formulation, limits: Limits) -> Result<(), SolveError> {
    let (state, objective) = (model.state(), model.objective());
    let size = match (formulation, objective.has_caps()) {
        (Formulation::Pairs, false) => {
            let pairs = model.most_pairs();
            let what = format!("the linear program of round {}, of up to {pairs} pairs,", state.round());
            let bytes = pairs.saturating_mul(matching_lp::BYTES_PER_PAIR);
            return limits.check_size(&what, bytes, "the method 'exact'");
        }
        (Formulation::Pairs, true) => model.program_size(),
        (Formulation::Slots | Formulation::SlotsOrdered, _) => SlotModel::size(state, objective),
    };
    let what = format!("the program of round {} by {}, of up to {size},", state.round(), objective.name);
    limits.check_size(&what, size.bytes(), "a model of pairs without caps, such as 'pairs' or 'fair',")
}

/// Refuse a program that cannot be asked of this round, or would take more memory than there may be.
///
/// # Errors
/// [`Halt::Limit`], or [`SolveError::Request`], with the size.
pub fn check_program(state: &RoundState, objective: &Objective, options: Options) -> Result<(), Halt> {
    let limits = options.start();
    if !check_request(state, objective, limits)? {
        return Err(Halt::Limit);
    }
    let size = match objective.formulation {
        Formulation::Pairs => PairModel::new(state, objective).program_size(),
        Formulation::Slots | Formulation::SlotsOrdered => SlotModel::size(state, objective),
    };
    let what = format!("the program of round {} by {}, of up to {size},", state.round(), objective.name);
    Ok(limits.check_size(&what, size.bytes(), "a smaller round, or a model of pairs such as 'pairs' or 'fair',")?)
}

/// The greatest value of a pair, in the unit of the tier, for branch and bound. With values 10 to 100 times as large, HiGHS 1.15 was seen to end with
/// a wrong optimum.
const MOST_FOR_BRANCHING: i64 = 1_000_000_000;

/// Refuse a value in tenths that floating point cannot tell from others, as [`answer`] needs it.
///
/// # Errors
/// [`SolveError::Request`].
pub fn check_largest(tenths: i64, of: &str) -> Result<(), SolveError> {
    if tenths.abs() <= MOST_FOR_BRANCHING {
        return Ok(());
    }
    let (value, limit) = (Value::from_tenths(tenths), Value::from_tenths(MOST_FOR_BRANCHING));
    Err(SolveError::Request(format!(
        "{of} is worth up to {value}, and HiGHS's branch and bound is exact up to {limit} only; make weights or points smaller"
    )))
}

/// Refuse what floating point cannot tell apart.
fn check_numbers(model: &PairModel<'_>) -> Result<(), SolveError> {
    let values = model.without_colours().flat_map(|(high, low)| model.pair_values(high, low));
    let Some(most) = values.max_by_key(|value| value.units().abs()) else { return Ok(()) };
    if most.units().abs() <= MOST_FOR_BRANCHING {
        return Ok(());
    }
    let limit = most.unit().value(MOST_FOR_BRANCHING);
    Err(SolveError::Request(format!(
        "a pair is worth {most} by {}, and HiGHS's branch and bound is exact up to {limit} only; make weights or points smaller, \
         or use a model of pairs with the method 'exact', which has no such limit",
        model.objective().name
    )))
}

/// Solve by HiGHS, whatever the model is.
fn by_highs(state: &RoundState, objective: &Objective, limits: Limits) -> Result<Solution, SolveError> {
    let model = PairModel::new(state, objective);
    if let Some(why) = infeasible::no_perfect_matching(&model) {
        return Ok(Solution::new(Termination::Infeasible(why)));
    }
    match (objective.formulation, objective.has_caps()) {
        (Formulation::Pairs, false) => by_cuts(&model, limits),
        (Formulation::Pairs, true) => mip::solve_pairs(&model, limits),
        (Formulation::Slots | Formulation::SlotsOrdered, _) => {
            let building = Moment::now();
            let slots = SlotModel::new(state, objective);
            let build = building.elapsed();
            let mut solution = mip::solve_slots(&slots, &model, limits)?;
            solution.timing.build = build;
            Ok(solution)
        }
    }
}

/// Solve by the linear program with odd-set rows alone. Its values are to be confirmed.
fn by_cuts(model: &PairModel<'_>, limits: Limits) -> Result<Solution, SolveError> {
    let started = Moment::now();
    let matching_lp::LpSolution { values, is_done, .. } = matching_lp::solve(model, limits)?;
    let mut solution = Solution::new(if is_done { Termination::Optimal } else { limits.termination() });
    let bound = |value| Bound { value, evidence: Evidence::Nothing };
    solution.bounds = values.into_iter().map(bound).collect();
    solution.timing.optimise = started.elapsed();
    Ok(solution)
}

/// HiGHS has found the values. The exact search must agree on them, and has the canonical boards.
fn confirm(model: &PairModel<'_>, limits: Limits, solution: &mut Solution) -> Result<(), SolveError> {
    let choosing = Moment::now();
    let pairs = by_pairs(model, limits.unheard())?;
    solution.timing.canonical = choosing.elapsed();
    if pairs.termination.limit().is_some() {
        solution.termination = pairs.termination;
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
    solution.unique = pairs.unique;
    solution.dual = pairs.dual;
    solution.capped = pairs.capped;
    if model.objective().formulation == Formulation::Pairs {
        // What floating point proposed is confirmed.
        solution.bounds = pairs.bounds;
    }
    Ok(())
}

/// With nobody present the empty pairing is the only one.
fn nobody_to_pair(objective: &Objective) -> Solution {
    let values = vec![Value::ZERO; objective.tiers.len()];
    Solution {
        bounds: values.iter().map(|value| Bound { value: *value, evidence: Evidence::IntegerDual }).collect(),
        incumbent: Some(Incumbent { pairing: Pairing::default(), values }),
        unique: Some(true),
        ..Solution::new(Termination::Optimal)
    }
}

/// Who a vertex of a model is.
fn seat_at(state: &RoundState, vertex: Vertex) -> Seat {
    state.players().get(vertex).map_or(Seat::Bye, |player| Seat::Player(player.id))
}

/// Whether the model can be asked of this round; `false` if the limits were reached before that was known.
pub(crate) fn check_request(state: &RoundState, objective: &Objective, limits: Limits) -> Result<bool, SolveError> {
    let refuse = |message: String| Err(SolveError::Request(message));
    limits.check()?;
    match objective.check_range_until(state, &|| limits.are_reached()) {
        Ok(()) => {}
        Err(OutOfRange::Late) => return Ok(false),
        Err(beyond) => return refuse(beyond.to_string()),
    }
    let names = |pairs: &[[u32; 2]], id: u32| pairs.iter().flatten().filter(|other| **other == id).count();
    for id in objective.side.forced.iter().flatten() {
        if state.place(Seat::from(*id)).is_none() {
            return refuse(format!(
                "the model forces a pair with player {id}, who is not to be paired in round {}; \
                 take the pair out of [side] forced",
                state.round()
            ));
        }
        if names(&objective.side.forced, *id) > 1 {
            return refuse(format!(
                "the model forces player {id} to meet two players, or himself; leave one pair with him"
            ));
        }
    }
    let everybody: BTreeSet<u32> = state.players().iter().chain(state.absent()).map(|player| player.id.0).collect();
    if let Some(id) = objective.side.forbidden.iter().flatten().find(|id| **id != 0 && !everybody.contains(id)) {
        return refuse(format!(
            "the model forbids a pair with player {id}, who is not in the tournament; correct [side] forbidden"
        ));
    }
    let has_bye = |pairs: &[[u32; 2]]| pairs.iter().flatten().any(|id| *id == 0);
    if objective.formulation != Formulation::Pairs
        && (has_bye(&objective.side.forced) || has_bye(&objective.side.forbidden))
    {
        return refuse("slots have no side constraints on the bye; take a model of pairs".into());
    }
    Ok(true)
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

/// A pairing of these pairs of the model, with its values.
fn incumbent(model: &PairModel<'_>, chosen: &[Pair]) -> Incumbent {
    Incumbent { pairing: pairing(model.state(), chosen), values: model.values(chosen) }
}

/// The pairs of this pairing, as vertices of the model.
fn vertex_pairs(model: &PairModel<'_>, pairing: &Pairing) -> impl Iterator<Item = (Vertex, Vertex)> {
    let state = model.state();
    let boards = pairing.boards.iter().map(|board| [state.rank(board.white), state.rank(board.black)]);
    let bye = pairing.bye.map(|id| [state.rank(id), model.bye_vertex()]);
    boards.chain(bye).filter_map(|[one, other]| Some((one?, other?)))
}
