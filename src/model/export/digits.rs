//! Columns as sums of binary digits.

use super::{ExportError, FileFormat, Linear, Sense};
use crate::model::{HELD, Program, ProgramColumn};

/// A column as a sum of weighted binaries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Digits {
    /// The greatest value, which is the sum of the weights.
    pub most: i64,
    /// The weights ([`digits_of`]).
    pub weights: Vec<i64>,
}

/// The columns of `linear` as digits. A column without an upper bound has one at some optimum, and a column that need not
/// be whole is, if each of its rows lets it be as small as a whole bound.
pub(super) fn digits(linear: &Linear) -> Result<Vec<Digits>, ExportError> {
    let refuse = |what: String| Err(ExportError { format: FileFormat::Opb, what });
    let program = &linear.program;
    let most = greatest(linear)?;
    let mut digits = Vec::new();
    for (column, most) in program.columns.iter().zip(most) {
        if column.lower < 0 {
            return refuse(format!("{} may be below 0", column.name));
        }
        let Some(most) = most else { return refuse(format!("{} has no upper bound", column.name)) };
        // Where no row asks for more than 0, the column is still there.
        let most = most.max(i64::from(column.upper.is_none()));
        digits.push(Digits { most, weights: digits_of(most) });
    }
    Ok(digits)
}

/// The weights of binaries whose sums are the numbers up to `most`: 1, 2, 4 and so on, and a last one that makes up `most`.
pub(crate) fn digits_of(most: i64) -> Vec<i64> {
    let mut weights = Vec::new();
    let (mut left, mut weight) = (most, 1_i64);
    while left > 0 {
        weights.push(weight.min(left));
        left -= weight.min(left);
        weight = weight.saturating_mul(2);
    }
    weights
}

/// The greatest value of each column, or for a column that need not be whole the greatest value that its rows ask for.
fn greatest(linear: &Linear) -> Result<Vec<Option<i64>>, ExportError> {
    let program = &linear.program;
    let mut most: Vec<Option<i64>> =
        program.columns.iter().map(|column| if column.integer { column.upper } else { Some(column.lower) }).collect();
    let refuse = |name: &str, column: usize| {
        let what = format!("{name} does not make {} a whole number", program.columns[column].name);
        Err(ExportError { format: FileFormat::Opb, what })
    };
    let is_free = |column: usize| !program.columns[column].integer;
    let is_better_small = |weight: i64| if linear.sense == Sense::Maximise { weight <= 0 } else { weight >= 0 };
    if let Some((column, _)) =
        linear.objective.iter().find(|(column, weight)| is_free(*column) && !is_better_small(*weight))
    {
        return refuse("the objective", *column);
    }
    for row in &program.rows {
        for (column, weight) in row.coefficients.iter().filter(|(column, _)| is_free(*column)) {
            let others = row.coefficients.iter().filter(|(other, _)| other != column);
            let is_alone = others.clone().all(|(other, _)| !is_free(*other));
            match (row.lower, row.upper) {
                // What holds an earlier tier only asks for small values.
                (Some(_), None) if *weight <= 0 && row.family == &HELD => {}
                (None, Some(_)) if *weight >= 0 => {}
                (Some(lower), None) if *weight == 1 && is_alone => {
                    let Some(least) = least_activity(program, others) else { return refuse(&row.name, *column) };
                    most[*column] = most[*column].map(|most| most.max(lower - least));
                }
                _ => return refuse(&row.name, *column),
            }
        }
    }
    // An upper bound of its own, if there is one, holds in any case.
    let bound = |(most, column): (Option<i64>, &ProgramColumn)| {
        if column.integer { most } else { most.map(|most| column.upper.map_or(most, |upper| upper.min(most))) }
    };
    Ok(most.into_iter().zip(&program.columns).map(bound).collect())
}

/// The least value of a sum of whole columns; `None` if it has none.
fn least_activity<'s>(program: &Program, mut sum: impl Iterator<Item = &'s (usize, i64)>) -> Option<i64> {
    sum.try_fold(0_i64, |least, (column, weight)| {
        let bounds = &program.columns[*column];
        let value = if *weight >= 0 { bounds.lower } else { bounds.upper? };
        least.checked_add(weight.checked_mul(value)?)
    })
}
