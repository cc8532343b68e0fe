//! The format of pseudo-Boolean competitions: binaries `x1`, `x2` and so on, `>=` and `=`, and an objective to minimise.
//! Comments give the names: each column as a sum of binaries, and each row before it.

use super::digits::{Digits, digits};
use super::{Linear, Relation, relations};
use std::io::{self, Write};

pub(super) fn write(linear: &Linear, out: &mut dyn Write) -> io::Result<()> {
    let digits = digits(linear).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let program = &linear.program;
    let mut first = Vec::new();
    let mut variables = 0;
    for column in &digits {
        first.push(variables + 1);
        variables += column.weights.len();
    }
    let at_least = |(column, _): &(&crate::model::ProgramColumn, &Digits)| column.lower > 0;
    let lower = program.columns.iter().zip(&digits).filter(at_least).count();
    let rows: usize = program.rows.iter().map(|row| relations(row).count()).sum();
    writeln!(out, "* #variable= {variables} #constraint= {}", rows + lower)?;
    linear.head(-1).iter().try_for_each(|line| writeln!(out, "* {line}"))?;
    writeln!(out, "* OPB minimises: obj is minus what is to be maximised, weight by weight.")?;
    for ((column, Digits { most, weights }), first) in program.columns.iter().zip(&digits).zip(&first) {
        write!(out, "* {} =", column.name)?;
        weights.iter().zip(*first..).try_for_each(|(weight, x)| write!(out, " +{weight} x{x}"))?;
        if !column.integer {
            write!(out, "; it need not be whole, but no optimum is lost: its rows ask for whole numbers up to {most}")?;
        }
        writeln!(out)?;
    }
    let write_sum = |sum: &[(usize, i64)], sign: i64, out: &mut dyn Write| -> io::Result<()> {
        let mut is_empty = true;
        for (column, factor) in sum {
            for (weight, x) in digits[*column].weights.iter().zip(first[*column]..) {
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
        for (name, relation) in relations(row) {
            writeln!(out, "* {name}")?;
            let (sign, relation, bound) = match relation {
                Relation::Equal(bound) => (1, "=", i128::from(bound)),
                Relation::AtLeast(bound) => (1, ">=", i128::from(bound)),
                Relation::AtMost(bound) => (-1, ">=", -i128::from(bound)),
            };
            write_sum(&row.coefficients, sign, out)?;
            writeln!(out, "{relation} {bound} ;")?;
        }
    }
    Ok(())
}
