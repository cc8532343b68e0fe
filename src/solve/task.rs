//! An integer program for HiGHS, and what HiGHS answers: plain data, so that another process can do the work.

use super::ffi::{self, Ear};
use crate::model::{Program, ProgramRow};
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, constraint, variable};
use highs::{HighsModelStatus, HighsSolutionStatus};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::num::NonZeroU32;

/// What HiGHS is to maximise, and how.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Task<'a> {
    columns: Vec<Bounds>,
    rows: Vec<TaskRow<'a>>,
    objective: Cow<'a, [(usize, i64)]>,
    start: Option<Cow<'a, [i64]>>,
    how: HighsSettings,
}

/// The settings of HiGHS.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct HighsSettings {
    /// Whether columns need not be whole.
    pub is_relaxed: bool,
    /// Whether HiGHS stops only when nothing better is left. Else it stops when its own settings say so: within 1/10,000 of the
    /// bound.
    pub is_exact: bool,
    /// Whether HiGHS simplifies the program first.
    pub presolves: bool,
    /// The threads it may use.
    pub threads: u32,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Bounds {
    lower: i64,
    upper: Option<i64>,
    integer: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct TaskRow<'a> {
    coefficients: Cow<'a, [(usize, i64)]>,
    lower: Option<i64>,
    upper: Option<i64>,
}

/// How HiGHS ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum SolverEnding {
    Optimal,
    Infeasible,
    /// A limit came first.
    Stopped,
    /// In another way, which has this name.
    Otherwise(String),
}

/// What HiGHS answers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Answered {
    pub ending: SolverEnding,
    /// The columns of the best point, rounded.
    pub columns: Option<Vec<i64>>,
    /// The value of that point.
    pub value: Option<f64>,
    /// What no point exceeds, if it is known.
    pub bound: Option<f64>,
    pub nodes: u64,
}

impl Answered {
    /// What there is when the work was ended from outside.
    pub const fn stopped() -> Self {
        Self { ending: SolverEnding::Stopped, columns: None, value: None, bound: None, nodes: 0 }
    }
}

/// Why HiGHS has no answer: what it did, as the end of "HiGHS …".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SolverFailure(pub String);

impl<'a> Task<'a> {
    pub fn new(
        program: &'a Program,
        floors: &'a [ProgramRow],
        objective: &'a [(usize, i64)],
        start: Option<&'a [i64]>,
        how: HighsSettings,
    ) -> Self {
        let bounds = program.columns.iter().map(|c| Bounds { lower: c.lower, upper: c.upper, integer: c.integer });
        let line = |row: &'a ProgramRow| TaskRow {
            coefficients: Cow::Borrowed(&row.coefficients),
            lower: row.lower,
            upper: row.upper,
        };
        Self {
            columns: bounds.collect(),
            rows: program.rows.iter().chain(floors).map(line).collect(),
            objective: Cow::Borrowed(objective),
            start: start.map(Cow::Borrowed),
            how,
        }
    }

    /// How large it is: its columns and coefficients.
    pub fn size(&self) -> usize {
        self.columns.len() + self.rows.iter().map(|row| row.coefficients.len()).sum::<usize>()
    }

    /// Have HiGHS do it here. HiGHS has so many seconds by its own clock, and asks `is_over`; in some phases it asks neither.
    pub fn perform(
        &self,
        seconds: f64,
        is_over: &(dyn Fn() -> bool + Sync),
        ear: Ear<'_>,
    ) -> Result<Answered, SolverFailure> {
        let failed = |what: &str| SolverFailure(what.to_owned());
        let mut model = self.assemble()?;
        model.make_quiet();
        model.set_threads(NonZeroU32::new(self.how.threads).unwrap_or(NonZeroU32::MIN));
        let presolve = if self.how.presolves { "choose" } else { "off" };
        model.try_set_option("presolve", presolve).map_err(|_| failed("refused an option"))?;
        let gaps: &[_] = if self.how.is_exact { &[("mip_rel_gap", 0.0), ("mip_abs_gap", 0.0)] } else { &[] };
        for (option, value) in gaps.iter().chain(&[("time_limit", seconds)]) {
            model.try_set_option(*option, *value).map_err(|_| failed("refused an option"))?;
        }
        if let Some(start) = &self.start {
            let start: Vec<f64> = start.iter().map(|value| *value as f64).collect();
            let set = model.try_set_solution(Some(&start), None, None, None);
            set.map_err(|_| failed("refused a starting point"))?;
        }
        let mut solved = ffi::solve_within(model, is_over, ear).map_err(|_| failed("failed"))?;
        let nodes = ffi::nodes(&mut solved).unwrap_or(0);
        let ending = match solved.status() {
            HighsModelStatus::Optimal => SolverEnding::Optimal,
            HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible => SolverEnding::Infeasible,
            HighsModelStatus::ReachedTimeLimit | HighsModelStatus::ReachedInterrupt => SolverEnding::Stopped,
            status => SolverEnding::Otherwise(format!("{status:?}")),
        };
        let columns = (solved.primal_solution_status() == HighsSolutionStatus::Feasible)
            .then(|| solved.get_solution().columns().iter().map(|value| value.round() as i64).collect::<Vec<_>>());
        let value = columns.is_some().then(|| solved.objective_value()).filter(|value| value.is_finite());
        let bound = solved.double_info_value(c"mip_dual_bound").ok().filter(|bound| bound.is_finite());
        Ok(Answered { ending, columns, value, bound, nodes })
    }

    /// The program as a good_lp problem, then as a HiGHS model; its linear relaxation if it is one.
    fn assemble(&self) -> Result<highs::Model, SolverFailure> {
        let mut variables = ProblemVariables::new();
        let is_relaxed = self.how.is_relaxed;
        let columns: Vec<Variable> = self
            .columns
            .iter()
            .map(|column| {
                let upper = column.upper.map_or(f64::INFINITY, |upper| upper as f64);
                let definition = variable().min(column.lower as f64).max(upper);
                variables.add(if column.integer && !is_relaxed { definition.integer() } else { definition })
            })
            .collect();
        let sum = |coefficients: &[(usize, i64)]| -> Expression {
            coefficients.iter().map(|(column, coefficient)| columns[*column] * *coefficient as f64).sum()
        };
        let mut problem = variables.maximise(sum(&self.objective)).using(good_lp::highs);
        for row in &self.rows {
            let left = sum(&row.coefficients);
            match (row.lower, row.upper) {
                (Some(lower), Some(upper)) if lower == upper => {
                    problem.add_constraint(constraint::eq(left, upper as f64));
                }
                (lower, upper) => {
                    if let Some(lower) = lower {
                        problem.add_constraint(constraint::geq(left.clone(), lower as f64));
                    }
                    if let Some(upper) = upper {
                        problem.add_constraint(constraint::leq(left, upper as f64));
                    }
                }
            }
        }
        problem.try_into_inner().map_err(|error| SolverFailure(format!("refused the program: {error}")))
    }
}
