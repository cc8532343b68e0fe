use super::Value;
use std::fmt;

/// A linear function of a program's columns: column indices with their coefficients.
pub type Sum = Vec<(usize, i64)>;

/// The next decision, among all points that keep those before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aim {
    /// Minimise the sum.
    Least(Sum),
    /// Make the sum zero; if that is impossible, give up this aim and the aims of the tier that follow.
    ZeroOrGivenUp(Sum),
    /// At most one of these columns is 1: make it the first possible one.
    First(Vec<usize>),
}

impl Aim {
    /// The value of the aim at these columns: its sum, or the place of the first column that is 1.
    #[must_use]
    pub fn value(&self, columns: &[i64]) -> i64 {
        let total = |sum: &Sum| sum.iter().map(|(column, weight)| weight * columns[*column]).sum::<i64>();
        match self {
            Self::Least(sum) => total(sum),
            Self::ZeroOrGivenUp(sum) => total(sum).min(1),
            Self::First(list) => {
                let place = list.iter().position(|column| columns[*column] == 1);
                place.unwrap_or(list.len()) as i64
            }
        }
    }
}

/// An integer program in exact integers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Program {
    /// The variables.
    pub columns: Vec<Column>,
    /// The constraints.
    pub rows: Vec<Row>,
    /// The objective's tiers, the most important first, each to be maximised.
    pub tiers: Vec<Objective>,
}

/// A variable with its bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name, such as `X_12_3`.
    pub name: String,
    /// The least value.
    pub lower: i64,
    /// The greatest value; `None` is unbounded.
    pub upper: Option<i64>,
    /// Whether it must be whole.
    pub integer: bool,
}

/// A constraint `lower <= sum coefficient * column <= upper`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its name, such as `apart_3_7_2`.
    pub name: String,
    /// Column indices with their coefficients.
    pub coefficients: Vec<(usize, i64)>,
    /// The least value of the sum, if bounded.
    pub lower: Option<i64>,
    /// The greatest value of the sum, if bounded.
    pub upper: Option<i64>,
}

/// One tier of the objective, in tenths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Objective {
    /// Its name.
    pub name: String,
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
    #[must_use]
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
    #[must_use]
    pub fn size(&self) -> Size {
        Size {
            columns: self.columns.len() as u64,
            rows: self.rows.len() as u64,
            nonzeros: self.rows.iter().map(|row| row.coefficients.len() as u64).sum(),
        }
    }

    /// Add a binary variable; returns its index.
    pub fn binary(&mut self, name: String) -> usize {
        self.columns.push(Column { name, lower: 0, upper: Some(1), integer: true });
        self.columns.len() - 1
    }

    /// Add a continuous variable from 0 up; returns its index.
    pub fn nonnegative(&mut self, name: String) -> usize {
        self.columns.push(Column { name, lower: 0, upper: None, integer: false });
        self.columns.len() - 1
    }

    /// Add `sum = value`.
    pub fn equal(&mut self, name: String, coefficients: Vec<(usize, i64)>, value: i64) {
        self.rows.push(Row { name, coefficients, lower: Some(value), upper: Some(value) });
    }

    /// Add `sum <= value`.
    pub fn at_most(&mut self, name: String, coefficients: Vec<(usize, i64)>, value: i64) {
        self.rows.push(Row { name, coefficients, lower: None, upper: Some(value) });
    }

    /// Add `sum >= value`.
    pub fn at_least(&mut self, name: String, coefficients: Vec<(usize, i64)>, value: i64) {
        self.rows.push(Row { name, coefficients, lower: Some(value), upper: None });
    }
}

impl Objective {
    /// The tier's value at these column values.
    #[must_use]
    pub fn value(&self, columns: &[i64]) -> Value {
        self.coefficients.iter().map(|(column, weight)| Value::weighed(columns[*column], *weight)).sum()
    }
}
