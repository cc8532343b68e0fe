//! CPLEX's LP format. Names are never numbers or words of the format: each begins with the id of its kind.

use super::{Linear, is_binary, relations};
use crate::model::{Program, ProgramColumn};
use std::io::{self, Write};

/// How many terms a line has: some readers take no long lines.
const TERMS_OF_LINE: usize = 8;

pub(super) fn write(linear: &Linear, out: &mut dyn Write) -> io::Result<()> {
    let program = &linear.program;
    linear.head(1).iter().try_for_each(|line| writeln!(out, "\\ {line}"))?;
    writeln!(out, "Maximize")?;
    write!(out, " obj:")?;
    write_sum(program, &linear.objective, out)?;
    writeln!(out, "\nSubject To")?;
    for row in &program.rows {
        for (name, sign, bound) in relations(row) {
            write!(out, " {name}:")?;
            write_sum(program, &row.coefficients, out)?;
            writeln!(out, " {sign} {bound}")?;
        }
    }
    // Also what is bounded by default: a column that occurs nowhere else would be lost.
    let bounded = |column: &&ProgramColumn| !is_binary(column);
    if program.columns.iter().any(|column| bounded(&column)) {
        writeln!(out, "Bounds")?;
    }
    for ProgramColumn { name, lower, upper, .. } in program.columns.iter().filter(bounded) {
        match upper {
            Some(upper) if upper == lower => writeln!(out, " {name} = {upper}")?,
            Some(upper) => writeln!(out, " {lower} <= {name} <= {upper}")?,
            None => writeln!(out, " {name} >= {lower}")?,
        }
    }
    write_names("Generals", program.columns.iter().filter(|column| column.integer && !is_binary(column)), out)?;
    write_names("Binaries", program.columns.iter().filter(|column| is_binary(column)), out)?;
    writeln!(out, "End")
}

fn write_names<'c>(
    section: &str,
    columns: impl Iterator<Item = &'c ProgramColumn>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut columns = columns.peekable();
    if columns.peek().is_some() {
        writeln!(out, "{section}")?;
    }
    columns.try_for_each(|column| writeln!(out, " {}", column.name))
}

/// A sum without terms is 0 times the first column.
fn write_sum(program: &Program, sum: &[(usize, i64)], out: &mut dyn Write) -> io::Result<()> {
    if let (true, Some(column)) = (sum.is_empty(), program.columns.first()) {
        return write!(out, " 0 {}", column.name);
    }
    for (index, (column, weight)) in sum.iter().enumerate() {
        if index > 0 && index % TERMS_OF_LINE == 0 {
            write!(out, "\n ")?;
        }
        let name = &program.columns[*column].name;
        match (weight.signum(), weight.unsigned_abs()) {
            (-1, 1) => write!(out, " - {name}")?,
            (_, 1) if index == 0 => write!(out, " {name}")?,
            (_, 1) => write!(out, " + {name}")?,
            (-1, size) => write!(out, " - {size} {name}")?,
            (_, size) if index == 0 => write!(out, " {size} {name}")?,
            (_, size) => write!(out, " + {size} {name}")?,
        }
    }
    Ok(())
}
