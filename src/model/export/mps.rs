//! Free MPS. The objective is always minimised, since not every reader knows a section for its sense.

use super::{Linear, is_binary, relations};
use crate::model::{ProgramColumn, ProgramRow};
use std::io::{self, Write};

pub(super) fn write(linear: &Linear, out: &mut dyn Write) -> io::Result<()> {
    let program = &linear.program;
    linear.head(-1).iter().try_for_each(|line| writeln!(out, "* {line}"))?;
    writeln!(out, "* MPS minimises: obj is minus what is to be maximised, weight by weight.")?;
    writeln!(out, "NAME swiss_ilp FREE\nROWS\n N obj")?;
    let of_row = |row| relations(row).map(move |(name, sign, bound)| (row, name, sign, bound));
    let rows: Vec<(&ProgramRow, String, &str, i64)> = program.rows.iter().flat_map(of_row).collect();
    let mut entries: Vec<Vec<(&str, i64)>> = vec![Vec::new(); program.columns.len()];
    linear.objective.iter().for_each(|(column, weight)| entries[*column].push(("obj", -weight)));
    for (row, name, sign, _) in &rows {
        let letter = match *sign {
            "=" => 'E',
            ">=" => 'G',
            _ => 'L',
        };
        writeln!(out, " {letter} {name}")?;
        row.coefficients.iter().for_each(|(column, weight)| entries[*column].push((name, *weight)));
    }
    writeln!(out, "COLUMNS")?;
    let mut is_integer = false;
    for (column, entries) in program.columns.iter().zip(entries) {
        if column.integer != is_integer {
            writeln!(out, " MARKER 'MARKER' '{}'", if column.integer { "INTORG" } else { "INTEND" })?;
            is_integer = column.integer;
        }
        if entries.is_empty() {
            writeln!(out, " {} obj 0", column.name)?;
        }
        entries.iter().try_for_each(|(row, weight)| writeln!(out, " {} {row} {weight}", column.name))?;
    }
    if is_integer {
        writeln!(out, " MARKER 'MARKER' 'INTEND'")?;
    }
    writeln!(out, "RHS")?;
    for (_, name, _, bound) in &rows {
        if *bound != 0 {
            writeln!(out, " RHS {name} {bound}")?;
        }
    }
    writeln!(out, "BOUNDS")?;
    program.columns.iter().try_for_each(|column| write_bounds(column, out))?;
    writeln!(out, "ENDATA")
}

/// Every bound of an integer column is written: readers differ in what they take where there is none.
fn write_bounds(column: &ProgramColumn, out: &mut dyn Write) -> io::Result<()> {
    let ProgramColumn { name, lower, upper, integer, .. } = column;
    match (lower, upper) {
        _ if is_binary(column) => writeln!(out, " BV BND {name}"),
        (0, None) if !integer => Ok(()),
        (lower, None) => writeln!(out, " LO BND {name} {lower}\n PL BND {name}"),
        (lower, Some(upper)) if lower == upper => writeln!(out, " FX BND {name} {lower}"),
        (lower, Some(upper)) => writeln!(out, " LO BND {name} {lower}\n UP BND {name} {upper}"),
    }
}
