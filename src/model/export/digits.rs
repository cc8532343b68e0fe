//! Columns as sums of binary digits.

use super::{ExportError, FileFormat, Linear};
use crate::model::{HELD, Program};
use num_integer::Integer;

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
        // Where no row asks for more than 0, the column is still there.
        let most = most.max(i64::from(column.upper.is_none()));
        digits.push(Digits { most, weights: digits_of(most) });
    }
    Ok(digits)
}

/// The weights of binaries whose sums are the numbers up to `most`: 1, 2, 4 and so on, and a last one that makes up `most`.
fn digits_of(most: i64) -> Vec<i64> {
    let mut weights = Vec::new();
    let (mut left, mut weight) = (most, 1_i64);
    while left > 0 {
        weights.push(weight.min(left));
        left -= weight.min(left);
        weight = weight.saturating_mul(2);
    }
    weights
}

/// The greatest value of each column, or for a column that need not be whole or has no bound the greatest value that its rows ask for.
fn greatest(linear: &Linear) -> Result<Vec<i64>, ExportError> {
    let program = &linear.program;
    let is_free = |column: usize| !program.columns[column].integer || program.columns[column].upper.is_none();
    let bounds = program.columns.iter().map(|column| column.upper.filter(|_| column.integer).unwrap_or(column.lower));
    let mut most: Vec<i64> = bounds.collect();
    let refuse = |name: &str, column: usize| {
        let what = format!("{name} does not make {} a whole number", program.columns[column].name);
        Err(ExportError { format: FileFormat::Opb, what })
    };
    if let Some((column, _)) = linear.objective.iter().find(|(column, weight)| is_free(*column) && *weight > 0) {
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
                (Some(lower), None)
                    if is_alone && (*weight == 1 || *weight > 1 && program.columns[*column].integer) =>
                {
                    let Some(least) = least_activity(program, others) else { return refuse(&row.name, *column) };
                    most[*column] = most[*column].max(Integer::div_ceil(&(lower - least), weight));
                }
                _ => return refuse(&row.name, *column),
            }
        }
    }
    // An upper bound of its own, if there is one, holds in any case.
    let bounded = most.into_iter().zip(&program.columns);
    Ok(bounded.map(|(most, column)| column.upper.map_or(most, |upper| upper.min(most))).collect())
}

/// The least value of a sum of whole columns; `None` if it has none.
fn least_activity<'s>(program: &Program, mut sum: impl Iterator<Item = &'s (usize, i64)>) -> Option<i64> {
    sum.try_fold(0_i64, |least, (column, weight)| {
        let bounds = &program.columns[*column];
        let value = if *weight >= 0 { bounds.lower } else { bounds.upper? };
        least.checked_add(weight.checked_mul(value)?)
    })
}
