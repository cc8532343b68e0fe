//! The format of pseudo-Boolean competitions: binaries `x1`, `x2` and so on, `>=` and `=`, and an objective to minimise.
//! Comments give the names: each column as a sum of binaries, and each row before it.

use super::{Linear, relations};
use crate::model::{HELD, Program, ProgramColumn};
use num_integer::Integer;
use std::io::{self, Write};

pub(super) fn write(linear: &Linear, out: &mut dyn Write) -> io::Result<()> {
    let refused = |what| format!("the program cannot be written as OPB: {what}");
    let digits = digits(linear).map_err(|what| io::Error::new(io::ErrorKind::InvalidInput, refused(what)))?;
    let program = &linear.program;
    let mut first = Vec::new();
    let mut variables = 0;
    for column in &digits {
        first.push(variables + 1);
        variables += column.len();
    }
    let at_least = |(column, _): &(&ProgramColumn, &Vec<i64>)| column.lower > 0;
    let lower = program.columns.iter().zip(&digits).filter(at_least).count();
    let rows: usize = program.rows.iter().map(|row| relations(row).count()).sum();
    writeln!(out, "* #variable= {variables} #constraint= {}", rows + lower)?;
    linear.head(-1).iter().try_for_each(|line| writeln!(out, "* {line}"))?;
    writeln!(out, "* OPB minimises: obj is minus what is to be maximised, weight by weight.")?;
    for ((column, weights), first) in program.columns.iter().zip(&digits).zip(&first) {
        write!(out, "* {} =", column.name)?;
        weights.iter().zip(*first..).try_for_each(|(weight, x)| write!(out, " +{weight} x{x}"))?;
        if !column.integer {
            let most: i64 = weights.iter().sum();
            write!(out, "; it need not be whole, but no optimum is lost: its rows ask for whole numbers up to {most}")?;
        }
        writeln!(out)?;
    }
    let write_sum = |sum: &[(usize, i64)], sign: i64, out: &mut dyn Write| -> io::Result<()> {
        let mut is_empty = true;
        for (column, factor) in sum {
            for (weight, x) in digits[*column].iter().zip(first[*column]..) {
                write!(out, "{:+} x{x} ", i128::from(sign) * i128::from(*factor) * i128::from(*weight))?;
                is_empty = false;
            }
        }
        if is_empty && variables > 0 { write!(out, "+0 x1 ") } else { Ok(()) }
    };
    write!(out, "min: ")?;
    write_sum(&linear.objective, -1, out)?;
    writeln!(out, ";")?;
    for (index, column) in program.columns.iter().enumerate().filter(|(_, column)| column.lower > 0) {
        writeln!(out, "* {} is at least {}", column.name, column.lower)?;
        write_sum(&[(index, 1)], 1, out)?;
        writeln!(out, ">= {} ;", column.lower)?;
    }
    for row in &program.rows {
        for (name, relation, bound) in relations(row) {
            writeln!(out, "* {name}")?;
            let (sign, relation) = if relation == "<=" { (-1, ">=") } else { (1, relation) };
            let bound = i128::from(sign) * i128::from(bound);
            write_sum(&row.coefficients, sign, out)?;
            writeln!(out, "{relation} {bound} ;")?;
        }
    }
    Ok(())
}

/// The columns of `linear` as sums of binaries with these weights ([`digits_of`]), which come to the greatest value. A column without an upper bound has one at some optimum, and a column that need not
/// be whole is, if each of its rows lets it be as small as a whole bound.
fn digits(linear: &Linear) -> Result<Vec<Vec<i64>>, String> {
    let program = &linear.program;
    let most = greatest(linear)?;
    let mut digits = Vec::new();
    for (column, most) in program.columns.iter().zip(most) {
        if column.lower < 0 {
            return Err(format!("{} may be below 0", column.name));
        }
        // Where no row asks for more than 0, the column is still there.
        let most = most.max(i64::from(column.upper.is_none()));
        digits.push(digits_of(most));
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
fn greatest(linear: &Linear) -> Result<Vec<i64>, String> {
    let program = &linear.program;
    let is_free = |column: usize| !program.columns[column].integer || program.columns[column].upper.is_none();
    let bounds = program.columns.iter().map(|column| column.upper.filter(|_| column.integer).unwrap_or(column.lower));
    let mut most: Vec<i64> = bounds.collect();
    let refuse = |name: &str, column: usize| {
        Err(format!("{name} does not make {} a whole number", program.columns[column].name))
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
