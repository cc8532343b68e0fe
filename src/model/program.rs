use super::{Family, HELD, Unit, Value};
use crate::graph::budget::spend;
use crate::rules::Entry;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A linear function of a program's columns: column indices with their coefficients.
pub type Sum = Vec<(usize, i64)>;

/// An integer program in exact integers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Program {
    /// The variables.
    pub columns: Vec<ProgramColumn>,
    /// The constraints.
    pub rows: Vec<ProgramRow>,
    /// The objective's tiers, the most important first, each to be maximised.
    pub tiers: Vec<LinearTier>,
    /// The columns that a rule leaves out.
    pub absent: Vec<OmittedColumns>,
}

/// Columns that a rule leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AbsentReport")]
pub struct OmittedColumns {
    /// The rule.
    pub rule: &'static str,
    /// What it says.
    pub title: &'static str,
    /// How many columns it leaves out.
    pub count: usize,
    /// The name that the first of them would have.
    pub first: String,
}

/// A variable with its bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramColumn {
    /// Its name, such as `X_12_3`.
    pub name: String,
    /// What columns of its kind say.
    pub kind: &'static Family,
    /// The least value.
    pub lower: i64,
    /// The greatest value; `None` is unbounded.
    pub upper: Option<i64>,
    /// Whether it must be whole.
    pub integer: bool,
}

/// A constraint `lower <= sum coefficient * column <= upper`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramRow {
    /// Its name, such as `meets_once_3_7_2`.
    pub name: String,
    /// What rows of its family say.
    pub family: &'static Family,
    /// Column indices with their coefficients.
    pub coefficients: Vec<(usize, i64)>,
    /// The least value of the sum, if bounded.
    pub lower: Option<i64>,
    /// The greatest value of the sum, if bounded.
    pub upper: Option<i64>,
}

/// One tier of the objective, in its unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinearTier {
    /// Its name.
    pub name: String,
    /// What the coefficients count.
    pub unit: Unit,
    /// Column indices with their coefficients.
    pub coefficients: Vec<(usize, i64)>,
}

/// How large a program is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// The number of columns.
    pub columns: u64,
    /// The number of rows, without those of the tiers.
    pub rows: u64,
    /// The number of coefficients in these rows.
    pub nonzeros: u64,
}

impl Size {
    /// About how many bytes a program of this size takes when it is solved, with the solver's own copies.
    pub const fn bytes(self) -> u64 {
        let columns = self.columns.saturating_mul(BYTES_PER_COLUMN);
        let rows = self.rows.saturating_mul(BYTES_PER_ROW);
        columns.saturating_add(rows).saturating_add(self.nonzeros.saturating_mul(BYTES_PER_NONZERO))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows, nonzeros } = self;
        write!(f, "{columns} columns, {rows} rows and {nonzeros} coefficients")
    }
}

/// Measured: 94 players in slots, 2,000 in pairs with caps.
const BYTES_PER_COLUMN: u64 = 500;
const BYTES_PER_ROW: u64 = 500;
const BYTES_PER_NONZERO: u64 = 150;

impl Program {
    /// How large it is.
    pub fn size(&self) -> Size {
        Size {
            columns: self.columns.len() as u64,
            rows: self.rows.len() as u64,
            nonzeros: self.rows.iter().map(|row| row.coefficients.len() as u64).sum(),
        }
    }

    /// The kinds of columns, in the order of their first ones, with the indices of these columns.
    pub fn kinds(&self) -> Vec<(&'static Family, Vec<usize>)> {
        grouped(self.columns.iter().map(|column| column.kind))
    }

    /// The families of rows, in the order of their first ones, with the indices of these rows.
    pub fn families(&self) -> Vec<(&'static Family, Vec<usize>)> {
        grouped(self.rows.iter().map(|row| row.family))
    }

    /// Add a binary variable with these indices; returns its index.
    pub fn binary(&mut self, kind: &'static Family, indices: impl fmt::Display) -> usize {
        spend(4);
        self.columns.push(ProgramColumn { name: kind.name(indices), kind, lower: 0, upper: Some(1), integer: true });
        self.columns.len() - 1
    }

    /// Add a continuous variable from 0 up; returns its index.
    pub fn nonnegative(&mut self, kind: &'static Family, indices: impl fmt::Display) -> usize {
        self.columns.push(ProgramColumn { name: kind.name(indices), kind, lower: 0, upper: None, integer: false });
        self.columns.len() - 1
    }

    /// Add `sum = value`.
    pub fn equal(&mut self, family: &'static Family, indices: impl fmt::Display, sum: Sum, value: i64) {
        self.add_row(family, indices, sum, [Some(value), Some(value)]);
    }

    /// Add `sum <= value`.
    pub fn at_most(&mut self, family: &'static Family, indices: impl fmt::Display, sum: Sum, value: i64) {
        self.add_row(family, indices, sum, [None, Some(value)]);
    }

    /// Add `sum >= value`.
    pub fn at_least(&mut self, family: &'static Family, indices: impl fmt::Display, sum: Sum, value: i64) {
        self.add_row(family, indices, sum, [Some(value), None]);
    }

    fn add_row(
        &mut self,
        family: &'static Family,
        indices: impl fmt::Display,
        coefficients: Sum,
        [lower, upper]: [Option<i64>; 2],
    ) {
        spend(4 + coefficients.len());
        self.rows.push(ProgramRow { name: family.name(indices), family, coefficients, lower, upper });
    }

    /// Count a column that `rule` leaves out, and that would have this name.
    pub fn leave_out(&mut self, rule: &'static str, name: impl FnOnce() -> String) {
        match self.absent.iter_mut().find(|absent| absent.rule == rule) {
            Some(absent) => absent.count += 1,
            None => {
                let title = Entry::find(rule).map_or("", |entry| entry.title());
                self.absent.push(OmittedColumns { rule, title, count: 1, first: name() });
            }
        }
    }
}

impl LinearTier {
    /// The tier's value at these column values.
    pub fn value(&self, columns: &[i64]) -> Value {
        self.coefficients.iter().map(|(column, weight)| self.unit.value(*weight).times(columns[*column])).sum()
    }

    /// The row by which tier `number` is worth at least `least`.
    pub fn held(&self, number: usize, least: Value) -> ProgramRow {
        let (name, coefficients) = (HELD.name(number), self.coefficients.clone());
        ProgramRow { name, family: &HELD, coefficients, lower: Some(least.units()), upper: None }
    }
}

fn grouped(families: impl Iterator<Item = &'static Family>) -> Vec<(&'static Family, Vec<usize>)> {
    let mut groups: Vec<(&'static Family, Vec<usize>)> = Vec::new();
    for (index, family) in families.enumerate() {
        match groups.iter_mut().rev().find(|(other, _)| std::ptr::eq(*other, family)) {
            Some((_, members)) => members.push(index),
            None => groups.push((family, vec![index])),
        }
    }
    groups
}
