//! The lesson on symmetry: one round by each set of variables, to be compared: how large the program is, what its linear relaxation
//! says, and how long branch and bound takes. The optimum must be that of the exact search.

mod record;
mod representatives;
mod rounds;

pub use record::{CellStatus, SymmetryReport, SymmetryRow};
pub use representatives::RepresentativeModel;
pub use rounds::{generate, symmetry};

use super::relax::relaxed;
use crate::model::{Formulation, Objective, PairModel, Program, Size, SlotModel, Unit, Value};
use crate::solve::parts::matching_lp::{self, LpSolution};
use crate::solve::parts::mip::{Prepared, ProgramRun, RunStop, bound_of, maximise_prepared};
use crate::solve::parts::slots::guided;
use crate::solve::parts::{Ending, How, Task, by_matching, check_numbers, no_perfect_matching, perform, require_highs};
use crate::solve::{Limits, Moment, Options, SolveError, Termination};
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
    /// Slots that can be exchanged, with what the dual solution of pairs says of them in rows, and the optimum to start from.
    SlotsGuided,
}

impl Variables {
    /// All of them: from those with the most symmetry on, and the first again with what is known of the last.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;
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
) -> Result<SymmetryRow, SolveError> {
    if state.players().len() < 2 {
        return Err(SolveError::Request("a round of fewer than two players has no pair to compare".into()));
    }
    if is_tried {
        require_highs("the solution of a formulation by branch and bound")?;
    }
    let limits = options.start();
    let objective = Objective { formulation: formulation(variables), ..objective.clone() };
    let largest = largest(state, &objective, variables);
    let not = |status| SymmetryRow::not_begun(state.players().len(), variables, largest, status);
    let what = format!("the program of {variables}, of up to {largest},");
    if limits.check_size(&what, largest.bytes(), "another set of variables").is_err() {
        return Ok(not(CellStatus::TooLarge));
    }
    let late = || if is_tried { not(CellStatus::Limit).after(Duration::ZERO) } else { not(CellStatus::NotTried) };
    let prepared = limits.try_for(|| {
        let model = PairModel::new(state, &objective);
        check_numbers(&objective, &model)?;
        let is_possible = no_perfect_matching(state, &model).is_none();
        Ok::<_, SolveError>((model, is_possible))
    });
    let Some((model, is_possible)) = prepared.transpose()? else { return Ok(late()) };
    if !is_possible {
        return Err(SolveError::Request("the round has no legal pairing, so there is nothing to compare".into()));
    }
    let (round, rules) = (state.clone(), objective.clone());
    let built = limits.within(move || program(&round, &rules, variables, limits)).transpose()?.flatten();
    let Some(prepared) = built.map(Arc::new) else { return Ok(late()) };
    let size = prepared.program.size();
    let measured = SymmetryRow::not_begun(state.players().len(), variables, size, CellStatus::NotTried);
    if !is_tried {
        return Ok(measured);
    }
    let measured = if variables == Variables::PairsWithOddSets {
        with_odd_sets(state, &objective, measured, limits)?
    } else {
        branched(&prepared, measured, limits)?
    };
    if let Some(value) = measured.optimum {
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
        Variables::Slots | Variables::SlotsGuided => Formulation::Slots,
        Variables::SlotsOrdered => Formulation::SlotsOrdered,
        Variables::Representatives | Variables::Pairs | Variables::PairsWithOddSets => Formulation::Pairs,
    }
}

/// The most that the program can be, found without building it.
fn largest(state: &RoundState, objective: &Objective, variables: Variables) -> Size {
    match variables {
        Variables::Slots | Variables::SlotsOrdered | Variables::SlotsGuided => SlotModel::size(state, objective),
        Variables::Representatives => RepresentativeModel::size(state),
        Variables::Pairs | Variables::PairsWithOddSets => PairModel::new(state, objective).program_size(),
    }
}

/// The program of these variables; `None` at a limit.
fn program(
    state: &RoundState,
    objective: &Objective,
    variables: Variables,
    limits: Limits,
) -> Result<Option<Prepared>, SolveError> {
    let program = match variables {
        Variables::Slots | Variables::SlotsOrdered => SlotModel::new(state, objective).program,
        Variables::Representatives => RepresentativeModel::new(state, objective).program,
        Variables::Pairs | Variables::PairsWithOddSets => PairModel::new(state, objective).program(),
        Variables::SlotsGuided => {
            let slots = SlotModel::new(state, objective);
            return guided(state, objective, &PairModel::new(state, objective), &slots, limits);
        }
    };
    Ok(Some(Prepared { program, start: None }))
}

/// What no point of the linear relaxation exceeds in the first tier; `None` at a limit.
fn root(program: &Program, limits: Limits) -> Result<Option<Value>, SolveError> {
    let fault = || SolveError::Internal("HiGHS failed on the linear relaxation".into());
    let first = program.tiers.first();
    let objective = first.map(|tier| tier.coefficients.as_slice()).unwrap_or_default();
    let unit = first.map_or(Unit::TENTH, |tier| tier.unit);
    let how = How { is_relaxed: true, is_exact: false, presolves: true, threads: limits.threads };
    let task = Task::new(program, &[], objective, None, how);
    let answered = perform(&task, limits, None).map_err(|_| fault())?;
    match (answered.ending, answered.value) {
        (Ending::Optimal, Some(value)) => Ok(bound_of(value, unit)),
        (Ending::Stopped, _) => Ok(None),
        _ => Err(fault()),
    }
}

/// The relaxation, and then branch and bound. Each of them may be left to itself at a limit, and what was found before stays.
fn branched(prepared: &Arc<Prepared>, measured: SymmetryRow, limits: Limits) -> Result<SymmetryRow, SolveError> {
    let of_root = Arc::clone(prepared);
    let root = limits.attempt(move || root(&of_root.program, limits)).transpose()?.flatten();
    let started = Moment::now();
    let of_run = Arc::clone(prepared);
    let run = limits.attempt(move || maximise_prepared(&of_run, limits)).transpose()?;
    let measured = SymmetryRow { root, ..measured }.after(started.elapsed());
    Ok(match run {
        None => measured.at_limit(None),
        Some(ProgramRun { stop: RunStop::Limit, bound, .. }) => measured.at_limit(bound.first().copied().flatten()),
        Some(ProgramRun { stop: RunStop::Optimal, columns: Some(columns), nodes, .. }) => {
            let value = prepared.program.tiers.first().map(|tier| tier.value(&columns)).unwrap_or_default();
            measured.optimal(value, nodes)
        }
        Some(_) => return Err(SolveError::Internal("a program has no point where there is a pairing".into())),
    })
}

/// The linear program with odd sets, by HiGHS; there is nothing to branch on. The relaxation is the one without odd sets.
fn with_odd_sets(
    state: &RoundState,
    objective: &Objective,
    measured: SymmetryRow,
    limits: Limits,
) -> Result<SymmetryRow, SolveError> {
    let model = PairModel::new(state, objective);
    let (of_thread, thread_spec) = (state.clone(), objective.clone());
    let started = Moment::now();
    let found = limits.attempt(move || matching_lp::solve(&PairModel::new(&of_thread, &thread_spec), limits));
    let mut measured = measured.after(started.elapsed());
    let Some(LpSolution { values, is_done, odd_sets }) = found.transpose()? else { return Ok(measured.at_limit(None)) };
    measured.rows += odd_sets.len() as u64;
    for set in &odd_sets {
        let holds = |v: usize| set.binary_search(&v).is_ok();
        measured.nonzeros += model.without_colours().filter(|(one, other)| holds(*one) && holds(*other)).count() as u64;
    }
    let best = by_matching(state, objective, &model, limits)?;
    let relaxed = relaxed(state, &model, &best, limits)?;
    let unit = model.units().first().copied().unwrap_or_default();
    let root = relaxed.and_then(|relaxed| relaxed.values.first()?.in_unit(unit).floor().to_integer().to_i64());
    measured.root = root.map(|root| unit.value(root));
    Ok(match values.first().copied() {
        Some(value) if is_done => measured.optimal(value, 0),
        bound => measured.at_limit(bound),
    })
}
