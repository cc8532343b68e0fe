//! One round by each set of variables, to be compared: how large the program is, what its linear relaxation says, and how long
//! branch and bound takes. The optimum must be that of the exact search.

use super::clock::Moment;
use super::mip::{ProgramRun, RunStop, maximise, root};
use super::relax::{by_matching, relaxed};
use super::{Limits, Options, SolveError, Termination, check_numbers, highs, infeasible, matching_lp};
use crate::model::{Formulation, Objective, PairModel, Program, RepresentativeModel, Size, SlotModel, Value};
use crate::tournament::RoundState;
use num_traits::ToPrimitive;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// The variables of a program.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema, strum::Display, strum::VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Variables {
    /// Players in slots that can be exchanged.
    Slots,
    /// Slots in the order of their highest players.
    SlotsOrdered,
    /// Slots named by their highest players.
    Representatives,
    /// One binary a pair, as an integer program.
    Pairs,
    /// The same as a linear program with odd sets.
    PairsWithOddSets,
}

impl Variables {
    /// All of them, from those with the most symmetry on.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;
}

/// A round that was solved by one set of variables, or was not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    /// The size of the program, or what it is at most if it is too large to be built.
    pub size: Size,
    /// Whether the size is that of the program.
    pub is_exact: bool,
    /// What the linear relaxation says that no pairing exceeds, rounded down to a unit of the tier; `None` if a limit came first.
    pub root: Option<Value>,
    /// How it ended.
    pub ended: Ended,
    /// The nodes of branch and bound, if it came to an end.
    pub nodes: Option<u64>,
    /// The time to solve the program, without its relaxation.
    pub time: Duration,
}

/// How the solve of a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// With the optimum, which is that of the exact search.
    Optimal(Value),
    /// At a limit, with the bound so far, if there is one.
    Limit(Option<Value>),
    /// Before it was built: it would take more memory than there may be.
    TooLarge,
    /// It was not begun.
    NotTried,
}

/// Solve the round of `state` by these variables and the hard rules and the first tier of `objective`, if it is to be solved.
///
/// # Errors
/// [`SolveError::Request`] if the round has no legal pairing, or numbers too large for floating point;
/// [`SolveError::WithoutHighs`] if it is to be solved in a build without HiGHS; [`SolveError::Internal`] if HiGHS fails
/// or finds another optimum than the exact search.
pub fn measure(
    state: &RoundState,
    objective: &Objective,
    variables: Variables,
    is_tried: bool,
    options: Options,
) -> Result<Measured, SolveError> {
    if state.players().len() < 2 {
        return Err(SolveError::Request("a round of fewer than two players has no pair to compare".into()));
    }
    if is_tried {
        highs::require("the solution of a formulation by branch and bound")?;
    }
    let limits = options.start();
    let objective = Objective { formulation: formulation(variables), ..objective.clone() };
    let largest = largest(state, &objective, variables);
    let not = |ended| Measured { size: largest, is_exact: false, root: None, ended, nodes: None, time: Duration::ZERO };
    let what = format!("the program of {variables}, of up to {largest},");
    if limits.check_size(&what, largest.bytes(), "another set of variables").is_err() {
        return Ok(not(Ended::TooLarge));
    }
    let late = || not(if is_tried { Ended::Limit(None) } else { Ended::NotTried });
    let prepared = limits.try_for(|| {
        let model = PairModel::new(state, &objective);
        check_numbers(&objective, &model)?;
        let is_possible = infeasible::no_perfect_matching(state, &model).is_none();
        Ok::<_, SolveError>((model, is_possible))
    });
    let Some((model, is_possible)) = prepared.transpose()? else { return Ok(late()) };
    if !is_possible {
        return Err(SolveError::Request("the round has no legal pairing, so there is nothing to compare".into()));
    }
    let (round, rules) = (state.clone(), objective.clone());
    let Some(program) = limits.within(move || program(&round, &rules, variables)) else {
        return Ok(late());
    };
    let program = Arc::new(program);
    let measured = Measured { size: program.size(), is_exact: true, ..not(Ended::NotTried) };
    if !is_tried {
        return Ok(measured);
    }
    let measured = if variables == Variables::PairsWithOddSets {
        with_odd_sets(state, &objective, measured, limits)?
    } else {
        branched(&program, measured, limits)?
    };
    if let Ended::Optimal(value) = measured.ended {
        let best = by_matching(state, &objective, &model, Options { time_limit: None, ..options }.start())?;
        let expected = best.incumbent.filter(|_| best.termination == Termination::Optimal).map(|best| best.values);
        if expected.is_some_and(|values| values.first() != Some(&value)) {
            return Err(SolveError::Internal(format!("{variables} and the exact search disagree on the optimum")));
        }
    }
    Ok(measured)
}

const fn formulation(variables: Variables) -> Formulation {
    match variables {
        Variables::Slots => Formulation::Slots,
        Variables::SlotsOrdered => Formulation::SlotsOrdered,
        Variables::Representatives | Variables::Pairs | Variables::PairsWithOddSets => Formulation::Pairs,
    }
}

/// The most that the program can be, found without building it.
fn largest(state: &RoundState, objective: &Objective, variables: Variables) -> Size {
    match variables {
        Variables::Slots | Variables::SlotsOrdered => SlotModel::size(state, objective),
        Variables::Representatives => RepresentativeModel::size(state),
        Variables::Pairs | Variables::PairsWithOddSets => PairModel::new(state, objective).program_size(),
    }
}

fn program(state: &RoundState, objective: &Objective, variables: Variables) -> Program {
    match variables {
        Variables::Slots | Variables::SlotsOrdered => SlotModel::new(state, objective).program,
        Variables::Representatives => RepresentativeModel::new(state, objective).program,
        Variables::Pairs | Variables::PairsWithOddSets => PairModel::new(state, objective).program(),
    }
}

/// The relaxation, and then branch and bound. Each of them may be left to itself at a limit, and what was found before stays.
fn branched(program: &Arc<Program>, measured: Measured, limits: Limits) -> Result<Measured, SolveError> {
    let of_root = Arc::clone(program);
    let root = limits.attempt(move || root(&of_root, limits)).transpose()?.flatten();
    let started = Moment::now();
    let of_run = Arc::clone(program);
    let run = limits.attempt(move || maximise(&of_run, limits)).transpose()?;
    let time = started.elapsed();
    let (ended, nodes) = match run {
        None => (Ended::Limit(None), None),
        Some(ProgramRun { stop: RunStop::Limit, bound, .. }) => (Ended::Limit(bound.first().copied().flatten()), None),
        Some(ProgramRun { stop: RunStop::Optimal, columns: Some(columns), nodes, .. }) => {
            let value = program.tiers.first().map(|tier| tier.value(&columns)).unwrap_or_default();
            (Ended::Optimal(value), Some(nodes))
        }
        Some(_) => return Err(SolveError::Internal("a program has no point where there is a pairing".into())),
    };
    Ok(Measured { root, ended, nodes, time, ..measured })
}

/// The linear program with odd sets, by HiGHS; there is nothing to branch on. The relaxation is the one without odd sets.
fn with_odd_sets(
    state: &RoundState,
    objective: &Objective,
    mut measured: Measured,
    limits: Limits,
) -> Result<Measured, SolveError> {
    let model = PairModel::new(state, objective);
    let (of_thread, thread_spec) = (state.clone(), objective.clone());
    let started = Moment::now();
    let found = limits.attempt(move || matching_lp::solve(&PairModel::new(&of_thread, &thread_spec), limits));
    measured.time = started.elapsed();
    measured.ended = Ended::Limit(None);
    let Some(matching_lp::LpSolution { values, is_done, odd_sets }) = found.transpose()? else { return Ok(measured) };
    measured.size.rows += odd_sets.len() as u64;
    for set in &odd_sets {
        let holds = |v: usize| set.binary_search(&v).is_ok();
        measured.size.nonzeros +=
            model.without_colours().filter(|(one, other)| holds(*one) && holds(*other)).count() as u64;
    }
    measured.ended = match values.first().copied() {
        Some(value) if is_done => Ended::Optimal(value),
        bound => Ended::Limit(bound),
    };
    measured.nodes = is_done.then_some(0);
    let best = by_matching(state, objective, &model, limits)?;
    let relaxed = relaxed(state, &model, &best, limits)?;
    let unit = model.units().first().copied().unwrap_or_default();
    let root = relaxed.and_then(|relaxed| relaxed.values.first()?.in_unit(unit).floor().to_integer().to_i64());
    measured.root = root.map(|root| unit.value(root));
    Ok(measured)
}
