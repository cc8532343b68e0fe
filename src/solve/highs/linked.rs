//! HiGHS, by the crates `highs` and `good_lp`.

use super::super::{Limits, ffi};
use super::{Ear, Ending, HighsAnswer, HighsFailure, LinearOptimum, NoOptimum, Task};
use good_lp::{Expression, ProblemVariables, SolverModel, Variable, constraint, variable};
use highs::{Col, ColProblem, HighsModelStatus, HighsSolutionStatus, HighsStatus, Model, Row, Sense};
use std::num::NonZeroU32;
use std::ops::RangeBounds;

/// A linear program to be minimised by the simplex method, rows and columns as they are given. No column is less than 0. Rows and
/// columns are numbered from 0, in the order in which they were added.
pub(in super::super) struct SimplexProgram {
    /// `None` only while HiGHS runs, or after it failed.
    model: Option<Model>,
    rows: Vec<Row>,
    /// How many columns there were at the beginning, which stay as they are; and those that came after them.
    first: usize,
    columns: Vec<Col>,
}

impl From<HighsStatus> for HighsFailure {
    fn from(status: HighsStatus) -> Self {
        Self(format!("{status:?}"))
    }
}

/// HiGHS has failed before.
fn lost() -> HighsFailure {
    HighsStatus::Error.into()
}

impl SimplexProgram {
    /// A program with rows of these bounds, and columns of these costs and cells, by row.
    pub fn new(
        rows: impl IntoIterator<Item = (f64, f64)>,
        columns: impl IntoIterator<Item = (f64, Vec<(usize, f64)>)>,
        limits: Limits,
    ) -> Result<Self, HighsFailure> {
        let mut problem = ColProblem::new();
        let rows: Vec<Row> = rows.into_iter().map(|(lower, upper)| problem.add_row(lower..=upper)).collect();
        let mut first = 0;
        for (cost, cells) in columns {
            problem.add_column(cost, 0.., cells.into_iter().map(|(row, factor)| (rows[row], factor)));
            first += 1;
        }
        let mut model = problem.try_optimise(Sense::Minimise)?;
        model.make_quiet();
        model.set_threads(NonZeroU32::new(limits.options.threads).unwrap_or(NonZeroU32::MIN));
        for (option, value) in [("presolve", "off"), ("solver", "simplex")] {
            model.try_set_option(option, value).map_err(|_| lost())?;
        }
        Ok(Self { model: Some(model), rows, first, columns: Vec::new() })
    }

    fn column(&self, number: usize) -> Col {
        self.columns[number - self.first]
    }

    /// Add a row with these cells, by column.
    pub fn add_row(
        &mut self,
        bounds: impl RangeBounds<f64>,
        cells: impl IntoIterator<Item = (usize, f64)>,
    ) -> Result<usize, HighsFailure> {
        let cells: Vec<(Col, f64)> = cells.into_iter().map(|(column, factor)| (self.column(column), factor)).collect();
        self.rows.push(self.model.as_mut().ok_or_else(lost)?.try_add_row(bounds, cells)?);
        Ok(self.rows.len() - 1)
    }

    /// Add a column with this cost and these cells, by row.
    pub fn add_column(
        &mut self,
        cost: f64,
        cells: impl IntoIterator<Item = (usize, f64)>,
    ) -> Result<usize, HighsFailure> {
        let cells: Vec<(Row, f64)> = cells.into_iter().map(|(row, factor)| (self.rows[row], factor)).collect();
        self.columns.push(self.model.as_mut().ok_or_else(lost)?.try_add_column(cost, 0.., cells)?);
        Ok(self.first + self.columns.len() - 1)
    }

    /// Set the cost of a column.
    pub fn set_cost(&mut self, column: usize, cost: f64) -> Result<(), HighsFailure> {
        let column = self.column(column);
        self.model.as_mut().ok_or_else(lost)?.change_column_cost(column, cost);
        Ok(())
    }

    /// From now on the column is 0.
    pub fn close_column(&mut self, column: usize) -> Result<(), HighsFailure> {
        let column = self.column(column);
        self.model.as_mut().ok_or_else(lost)?.change_column_bounds(column, 0..=0);
        Ok(())
    }

    /// Set the bounds of a row.
    pub fn set_row_bounds(&mut self, row: usize, lower: f64, upper: f64) -> Result<(), HighsFailure> {
        Ok(ffi::change_row_bounds(self.model.as_mut().ok_or_else(lost)?, row, lower, upper)?)
    }

    /// Solve it, until HiGHS is told that it is over.
    pub fn solve(&mut self, is_over: &(dyn Fn() -> bool + Sync), ear: Ear<'_>) -> Result<LinearOptimum, NoOptimum> {
        let model = self.model.take().ok_or_else(lost)?;
        let solved = ffi::solve_within(model, is_over, ear).map_err(HighsFailure::from)?;
        match solved.status() {
            HighsModelStatus::Optimal => {
                let (value, solution) = (solved.objective_value(), solved.get_solution());
                self.model = Some(solved.into());
                let [columns, duals] = [solution.columns(), solution.dual_rows()].map(<[f64]>::to_vec);
                Ok(LinearOptimum { value, columns, duals })
            }
            HighsModelStatus::ReachedInterrupt => {
                self.model = Some(solved.into());
                Err(NoOptimum::Stopped)
            }
            status => Err(NoOptimum::Ended(format!("{status:?}"))),
        }
    }
}

/// The version of HiGHS.
pub(in super::super) fn version() -> Option<String> {
    Some(ffi::version())
}

/// Have HiGHS do it here. HiGHS has so many seconds by its own clock, and asks `is_over`; in some phases it asks neither.
pub(in super::super) fn perform_here(
    task: &Task<'_>,
    seconds: f64,
    is_over: &(dyn Fn() -> bool + Sync),
    ear: Ear<'_>,
) -> Result<HighsAnswer, HighsFailure> {
    let failed = |what: &str| HighsFailure(what.to_owned());
    let mut model = assemble(task)?;
    model.make_quiet();
    model.set_threads(NonZeroU32::new(task.how.threads).unwrap_or(NonZeroU32::MIN));
    let presolve = if task.how.presolves { "choose" } else { "off" };
    model.try_set_option("presolve", presolve).map_err(|_| failed("refused an option"))?;
    // It stops only when nothing better is left.
    for (option, value) in [("mip_rel_gap", 0.0), ("mip_abs_gap", 0.0), ("time_limit", seconds)] {
        model.try_set_option(option, value).map_err(|_| failed("refused an option"))?;
    }
    if let Some(start) = &task.start {
        let start: Vec<f64> = start.iter().map(|value| *value as f64).collect();
        let set = model.try_set_solution(Some(&start), None, None, None);
        set.map_err(|_| failed("refused a starting point"))?;
    }
    let mut solved = ffi::solve_within(model, is_over, ear).map_err(|_| failed("failed"))?;
    let nodes = ffi::nodes(&mut solved).unwrap_or(0);
    let ending = match solved.status() {
        HighsModelStatus::Optimal => Ending::Optimal,
        HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible => Ending::Infeasible,
        HighsModelStatus::ReachedTimeLimit | HighsModelStatus::ReachedInterrupt => Ending::Stopped,
        status => Ending::Otherwise(format!("{status:?}")),
    };
    let columns = (solved.primal_solution_status() == HighsSolutionStatus::Feasible)
        .then(|| solved.get_solution().columns().iter().map(|value| value.round() as i64).collect::<Vec<_>>());
    let value = columns.is_some().then(|| solved.objective_value()).filter(|value| value.is_finite());
    let bound = solved.double_info_value(c"mip_dual_bound").ok().filter(|bound| bound.is_finite());
    Ok(HighsAnswer { ending, columns, value, bound, nodes })
}

/// The program as a good_lp problem, then as a HiGHS model.
fn assemble(task: &Task<'_>) -> Result<highs::Model, HighsFailure> {
    let mut variables = ProblemVariables::new();
    let columns: Vec<Variable> = task
        .columns
        .iter()
        .map(|column| {
            let upper = column.upper.map_or(f64::INFINITY, |upper| upper as f64);
            let definition = variable().min(column.lower as f64).max(upper);
            variables.add(if column.integer { definition.integer() } else { definition })
        })
        .collect();
    let sum = |coefficients: &[(usize, i64)]| -> Expression {
        coefficients.iter().map(|(column, coefficient)| columns[*column] * *coefficient as f64).sum()
    };
    let mut problem = variables.maximise(sum(&task.objective)).using(good_lp::highs);
    for row in &task.rows {
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
    problem.try_into_inner().map_err(|error| HighsFailure(format!("refused the program: {error}")))
}
