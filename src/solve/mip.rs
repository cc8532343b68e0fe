//! Integer programs in general: slots, and pairs with caps. HiGHS branches with both gaps 0. Tiers are solved one after
//! another, each with the earlier ones as constraints.

use super::clock::Moment;
use super::highs::{self, Ear, Ending, Heard, HighsAnswer, HighsFailure, How, Listener, SearchProgress, Task};
use super::infeasible::NoPairing;
use super::{
    Bound, CoursePoint, Evidence, Incumbent, Limit, Limits, Solution, SolveError, Termination, Timing, incumbent,
};
use crate::model::{LinearTier, Pair, PairModel, Program, ProgramRow, SlotModel, Value, values};
use itertools::Itertools;
use std::sync::Mutex;

/// HiGHS solves to 1e-6; coefficients are whole, so values this close to whole numbers are.
const ZERO: f64 = 1e-6;

/// The outcome of solving a program.
struct ProgramRun {
    stop: RunStop,
    /// The columns of the best point, rounded.
    columns: Option<Vec<i64>>,
    /// The proven bounds, tier by tier, up to the first not solved to the end (which may have none).
    bound: Vec<Option<Value>>,
    course: Vec<CoursePoint>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RunStop {
    Optimal,
    Infeasible,
    Limit,
}

/// Solve the slot model; the boards are those of its own optimum, not yet canonical.
pub(super) fn solve_slots(slots: &SlotModel, model: &PairModel<'_>, limits: Limits) -> Result<Solution, SolveError> {
    let (started, state) = (Moment::now(), model.state());
    let run = maximise(&slots.program, limits)?;
    let incumbent = match &run.columns {
        None => None,
        Some(columns) => {
            let pairing = slots
                .pairing(state, columns)
                .ok_or_else(|| SolveError::Internal("the slots' optimum is not a pairing".into()))?;
            // Not from the columns: a point that is not optimal may leave differences larger than they are.
            let values = values(state, model.objective(), &pairing);
            Some(Incumbent { pairing: pairing.in_board_order(state), values })
        }
    };
    solution(run, incumbent, model, started, limits)
}

/// Solve the pair model with its caps; the boards are those of any optimum.
pub(super) fn solve_pairs(model: &PairModel<'_>, limits: Limits) -> Result<Solution, SolveError> {
    let started = Moment::now();
    let pairs: Vec<Pair> = model.pairs().collect();
    let run = maximise(&model.program(), limits)?;
    let incumbent = run.columns.as_deref().map(|columns| {
        let chosen = columns.iter().zip(&pairs).filter(|(value, _)| **value == 1);
        let chosen: Vec<Pair> = chosen.map(|(_, pair)| *pair).collect();
        incumbent(model, &chosen)
    });
    solution(run, incumbent, model, started, limits)
}

fn solution(
    run: ProgramRun,
    incumbent: Option<Incumbent>,
    model: &PairModel<'_>,
    started: Moment,
    limits: Limits,
) -> Result<Solution, SolveError> {
    let termination = match run.stop {
        RunStop::Optimal => Termination::Optimal,
        RunStop::Limit => limits.termination(),
        RunStop::Infeasible if incumbent.is_none() && model.objective().has_caps() => {
            Termination::Infeasible(NoPairing::Caps)
        }
        RunStop::Infeasible => {
            return Err(SolveError::Internal("HiGHS found no point where there is a legal pairing".into()));
        }
    };
    let bound = |(tier, value): (usize, &Option<Value>)| match value {
        Some(value) => Bound { value: *value, evidence: Evidence::BranchAndBound },
        None => half_sum_of_best(model, tier),
    };
    Ok(Solution {
        incumbent,
        bounds: run.bound.iter().enumerate().map(bound).collect(),
        course: run.course,
        timing: Timing { optimise: started.elapsed(), ..Timing::default() },
        ..Solution::new(termination)
    })
}

/// An upper bound on a tier that needs no solver: half the best pair of each vertex is a dual solution.
pub(super) fn half_sum_of_best(model: &PairModel<'_>, tier: usize) -> Bound {
    let kinds = model.kinds().len();
    // By kinds, which is fast: it is asked for when there is no time left.
    let of_kinds = |index: usize| Some(model.kind_values(index / kinds, index % kinds)?[tier].units());
    let values: Vec<Option<i64>> = (0..kinds * kinds).map(of_kinds).collect();
    let mut best = vec![i64::MIN; model.vertices()];
    for [high, low] in (0..model.vertices()).array_combinations() {
        let Some(value) = values[model.kind(high) * kinds + model.kind(low)] else { continue };
        if model.is_apart(high, low) {
            continue;
        }
        let value = value + model.fold_weight(tier) * model.fold(high, low);
        for vertex in [high, low] {
            best[vertex] = best[vertex].max(value);
        }
    }
    Bound { value: model.units()[tier].value(best.iter().sum::<i64>().div_euclid(2)), evidence: Evidence::IntegerDual }
}

/// What HiGHS answers to a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MipAnswer {
    /// An optimum in all tiers.
    Optimal {
        /// The values of the columns, rounded; they keep every row in exact integers.
        columns: Vec<i64>,
        /// The values of the tiers.
        values: Vec<Value>,
    },
    /// No point keeps all rows.
    Infeasible,
    /// A limit came first.
    Stopped(Limit),
}

/// Maximise the tiers of any program, one after another, by HiGHS with both gaps 0.
///
/// Of a column that is not integer, the value is rounded, too: the caller knows that an optimum has whole values.
///
/// # Errors
/// [`SolveError::WithoutHighs`]; [`SolveError::Internal`] if HiGHS fails.
pub fn answer(program: Program, limits: Limits) -> Result<MipAnswer, SolveError> {
    highs::require("a program of its own")?;
    if program.columns.is_empty() {
        // HiGHS takes no empty program.
        let values = vec![Value::ZERO; program.tiers.len()];
        let is_feasible = satisfies(&program, &[], &[]);
        return Ok(if is_feasible {
            MipAnswer::Optimal { columns: Vec::new(), values }
        } else {
            MipAnswer::Infeasible
        });
    }
    let solved = limits.attempt(move || maximise(&program, limits).map(|run| (run, program)));
    let Some(solved) = solved else { return Ok(MipAnswer::Stopped(limits.reached())) };
    let (run, program) = solved?;
    Ok(match (run.stop, run.columns) {
        (RunStop::Limit, _) => MipAnswer::Stopped(limits.reached()),
        (RunStop::Optimal, Some(columns)) => {
            MipAnswer::Optimal { values: program.tiers.iter().map(|tier| tier.value(&columns)).collect(), columns }
        }
        (RunStop::Optimal | RunStop::Infeasible, _) => MipAnswer::Infeasible,
    })
}

/// Maximise the tiers of `program` one after another.
fn maximise(program: &Program, limits: Limits) -> Result<ProgramRun, SolveError> {
    let mut run = ProgramRun { stop: RunStop::Optimal, columns: None, bound: Vec::new(), course: Vec::new() };
    let mut floors = Vec::new();
    let started = Moment::now();
    for (number, tier) in program.tiers.iter().enumerate() {
        let (floors_before, start) = (floors.as_slice(), run.columns.as_deref());
        let points = Mutex::default();
        let question = TierQuestion { program, floors: floors_before, number, tier, start, limits, started, points };
        let solved = question.ask()?;
        run.course.extend(question.points.into_inner().unwrap_or_default());
        if solved.columns.is_some() {
            run.columns = solved.columns;
        }
        run.bound.push(match (&run.columns, &solved.stop) {
            (Some(columns), RunStop::Optimal) => Some(tier.value(columns)),
            _ => solved.bound,
        });
        if solved.stop != RunStop::Optimal {
            run.stop = solved.stop;
            return Ok(run);
        }
        if let Some(columns) = &run.columns {
            floors.push(tier.held(floors.len() + 1, tier.value(columns)));
        }
    }
    Ok(run)
}

struct TierRun {
    stop: RunStop,
    columns: Option<Vec<i64>>,
    bound: Option<Value>,
}

/// A tier to maximise over a program. It keeps the course of branch and bound, if the log is asked for, and passes on the log.
struct TierQuestion<'a> {
    program: &'a Program,
    /// Constraints in addition to those of the program.
    floors: &'a [ProgramRow],
    /// Which tier it is, from 0.
    number: usize,
    tier: &'a LinearTier,
    /// A point to start from.
    start: Option<&'a [i64]>,
    limits: Limits,
    /// When the first tier began.
    started: Moment,
    points: Mutex<Vec<CoursePoint>>,
}

impl Listener for TierQuestion<'_> {
    fn hear(&self, heard: Heard<'_>) {
        match heard {
            Heard::Log(_) => self.limits.hear(heard),
            Heard::Progress(progress) => self.note(progress),
        }
    }
}

impl TierQuestion<'_> {
    fn note(&self, SearchProgress { nodes, value, bound }: SearchProgress) {
        let value = value.is_finite().then(|| self.tier.unit.value(value.round() as i64));
        let (tier, time, nodes) = (self.number, self.started.elapsed(), u64::try_from(nodes).unwrap_or(0));
        let point = CoursePoint { tier, time, nodes, value, bound: self.bound(bound) };
        if let Ok(mut points) = self.points.lock() {
            let is_new = |last: &CoursePoint| CoursePoint { time, ..*last } != point;
            if points.last().is_none_or(is_new) {
                points.push(point);
            }
        }
    }

    /// What HiGHS says that no point exceeds: all values are whole units.
    fn bound(&self, bound: f64) -> Option<Value> {
        bound.is_finite().then(|| self.tier.unit.value((bound + ZERO).floor() as i64))
    }

    /// Where HiGHS fails, it is asked once more without its presolve, which now and then reduces an infeasible program to
    /// an empty one and then refuses its own point.
    fn ask(&self) -> Result<TierRun, SolveError> {
        self.run_highs(true).or_else(|_| self.run_highs(false))
    }

    fn run_highs(&self, presolves: bool) -> Result<TierRun, SolveError> {
        let Self { program, floors, limits, .. } = self;
        let fault = |what: &str| SolveError::Internal(format!("HiGHS {what} on the integer program"));
        if limits.are_nearly_reached() {
            return Ok(TierRun { stop: RunStop::Limit, columns: None, bound: None });
        }
        let how = How { presolves, threads: limits.options.threads };
        let task = Task::new(program, floors, &self.tier.coefficients, self.start, how);
        let ear: Ear<'_> = limits.options.log.is_some().then_some(self);
        let answered = highs::perform(&task, *limits, ear).map_err(|HighsFailure(what)| fault(&what))?;
        let HighsAnswer { ending, columns, value, bound, nodes } = answered;
        let stop = match ending {
            Ending::Optimal => RunStop::Optimal,
            Ending::Infeasible => RunStop::Infeasible,
            Ending::Stopped => RunStop::Limit,
            Ending::Otherwise(how) => {
                return Err(SolveError::Internal(format!("HiGHS ended the integer program {how}")));
            }
        };
        if let Some(columns) = &columns
            && !satisfies(program, floors, columns)
        {
            return Err(fault("returned a point that is not feasible in integers"));
        }
        if stop == RunStop::Optimal && columns.is_none() {
            return Err(fault("proved an optimum without a point"));
        }
        let bound = bound.unwrap_or(f64::INFINITY);
        if ear.is_some() {
            let value = value.unwrap_or(f64::INFINITY);
            self.note(SearchProgress { nodes: i64::try_from(nodes).unwrap_or(i64::MAX), value, bound });
        }
        Ok(TierRun { stop, columns, bound: self.bound(bound) })
    }
}

/// Whether the rounded point keeps every bound and row, in exact integers.
fn satisfies(program: &Program, floors: &[ProgramRow], columns: &[i64]) -> bool {
    let within = |value: i64, lower: Option<i64>, upper: Option<i64>| {
        lower.is_none_or(|lower| value >= lower) && upper.is_none_or(|upper| value <= upper)
    };
    let bounds = program.columns.iter().zip(columns).all(|(c, value)| within(*value, Some(c.lower), c.upper));
    let value = |row: &[(usize, i64)]| row.iter().map(|(column, factor)| factor * columns[*column]).sum();
    bounds && program.rows.iter().chain(floors).all(|row| within(value(&row.coefficients), row.lower, row.upper))
}
