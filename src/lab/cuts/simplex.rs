//! The simplex method in exact fractions (Dantzig 1951), for linear programs that are small enough to be watched.
//!
//! The objective has tiers, compared lexicographically, so one run maximises them all. That artificial columns are 0 is the
//! first tier. Columns and rows can be added: after a column the primal method goes on, after a row the dual method (Lemke
//! 1954). Which column enters and which one leaves depends on indices alone, so the same program always has the same answer.

use crate::solve::Limits;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, Zero};
use std::cmp::Ordering;

/// An exact fraction.
pub(super) type Rational = Ratio<i128>;

/// So many pivots in a row without a gain, and the first column that can enter does (Bland 1977): then no basis returns.
const MOST_WITHOUT_GAIN: usize = 40;

/// Why there is no optimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SimplexStop {
    /// A limit came first.
    Limit,
    /// A fraction is too large for exact arithmetic.
    Overflow,
    /// No point, or points without end.
    NoOptimum,
}

/// `sum cells[j] * x[j] = right`; of an aim, the gain of each column, and minus its value.
#[derive(Debug, Clone)]
struct TableauRow {
    cells: Vec<Rational>,
    right: Rational,
}

fn quotient(one: Rational, other: Rational) -> Option<Rational> {
    if one.is_zero() { Some(one) } else { one.checked_div(&other) }
}

/// A program `max c x` in equations with `x >= 0`, in the form in which its basic columns are solved for.
#[derive(Debug, Clone)]
pub(super) struct Simplex {
    rows: Vec<TableauRow>,
    /// The basic column of each row.
    basis: Vec<usize>,
    /// The artificial or slack column of each row: what it has become is the inverse of the basis.
    units: Vec<usize>,
    /// One line for each tier; the first one has the artificial columns.
    aims: Vec<TableauRow>,
    /// How many columns are artificial: these are the first ones.
    artificial: usize,
    limits: Limits,
}

impl TableauRow {
    fn zero(columns: usize) -> Self {
        Self { cells: vec![Rational::zero(); columns], right: Rational::zero() }
    }

    /// Subtract `factor` times `other`.
    fn subtract(&mut self, factor: &Rational, other: &Self) -> Option<()> {
        if factor.is_zero() {
            return Some(());
        }
        let less = |from: &Rational, cell: &Rational| from.checked_sub(&factor.checked_mul(cell)?);
        for (cell, of_other) in self.cells.iter_mut().zip(&other.cells).filter(|(_, cell)| !cell.is_zero()) {
            *cell = less(cell, of_other)?;
        }
        self.right = less(&self.right, &other.right)?;
        Some(())
    }

    fn divide(&mut self, by: &Rational) -> Option<()> {
        if by.is_one() {
            return Some(());
        }
        for cell in self.cells.iter_mut().filter(|cell| !cell.is_zero()) {
            *cell = cell.checked_div(by)?;
        }
        self.right = self.right.checked_div(by)?;
        Some(())
    }
}

impl Simplex {
    /// Equations `0 = 1`, so many of them, to which columns are to be added; the objective has so many tiers.
    pub(super) fn new(equations: usize, tiers: usize, limits: Limits) -> Self {
        let unit = |row: usize| {
            let mut line = TableauRow::zero(equations);
            line.cells[row] = Rational::one();
            line.right = Rational::one();
            line
        };
        let mut aims = vec![TableauRow::zero(equations); 1 + tiers];
        aims[0].right = Rational::from_integer(equations as i128);
        Self {
            rows: (0..equations).map(unit).collect(),
            basis: (0..equations).collect(),
            units: (0..equations).collect(),
            aims,
            artificial: equations,
            limits,
        }
    }

    /// The dual value of each row in a tier of the objective, from 0.
    pub(super) fn duals(&self, tier: usize) -> Vec<Rational> {
        self.multipliers(tier + 1)
    }

    /// The dual values of each row for the tier of the artificial columns.
    pub(super) fn artificial_duals(&self) -> Vec<Rational> {
        self.multipliers(0)
    }

    fn multipliers(&self, aim: usize) -> Vec<Rational> {
        let cost = |unit: usize| if aim == 0 && unit < self.artificial { -Rational::one() } else { Rational::zero() };
        self.units.iter().map(|unit| cost(*unit) - self.aims[aim].cells[*unit]).collect()
    }

    /// The value of a tier at the current point.
    pub(super) fn value(&self, tier: usize) -> Rational {
        -self.aims[tier + 1].right
    }

    /// The columns that are not 0, with their values.
    pub(super) fn point(&self) -> impl Iterator<Item = (usize, Rational)> + '_ {
        self.basis
            .iter()
            .zip(&self.rows)
            .filter(|(_, row)| !row.right.is_zero())
            .map(|(column, row)| (*column, row.right))
    }

    /// Add a column that has 1 in these rows, and these values in the tiers; returns its index.
    pub(super) fn add_column(&mut self, rows: &[usize], values: &[i64]) -> Result<usize, SimplexStop> {
        if self.limits.are_reached() {
            return Err(SimplexStop::Limit);
        }
        let column = self.aims[0].cells.len();
        let mut gains = vec![Rational::zero(); self.aims.len()];
        for (aim, gain) in gains.iter_mut().enumerate() {
            let duals = self.multipliers(aim);
            let value = aim.checked_sub(1).map_or(0, |tier| values[tier]);
            *gain = Rational::from_integer(value.into());
            for row in rows {
                *gain = gain.checked_sub(&duals[*row]).ok_or(SimplexStop::Overflow)?;
            }
        }
        for line in &mut self.rows {
            let mut cell = Rational::zero();
            for row in rows {
                cell = cell.checked_add(&line.cells[self.units[*row]]).ok_or(SimplexStop::Overflow)?;
            }
            line.cells.push(cell);
        }
        self.aims.iter_mut().zip(gains).for_each(|(aim, gain)| aim.cells.push(gain));
        Ok(column)
    }

    /// Add the row that these columns sum to at most `most`; returns its index.
    pub(super) fn add_row(&mut self, columns: &[usize], most: i64) -> Result<usize, SimplexStop> {
        let slack = self.aims[0].cells.len();
        self.rows.iter_mut().chain(&mut self.aims).for_each(|line| line.cells.push(Rational::zero()));
        let mut line = TableauRow::zero(slack + 1);
        line.right = Rational::from_integer(most.into());
        columns.iter().chain([&slack]).for_each(|column| line.cells[*column] = Rational::one());
        for (row, basic) in self.rows.iter().zip(&self.basis) {
            let factor = line.cells[*basic];
            line.subtract(&factor, row).ok_or(SimplexStop::Overflow)?;
        }
        self.rows.push(line);
        self.basis.push(slack);
        self.units.push(slack);
        Ok(self.rows.len() - 1)
    }

    /// Make `column` basic in the row of `basic`, if it can be: a start that is known.
    pub(super) fn enter(&mut self, column: usize, basic: usize) -> Result<(), SimplexStop> {
        match self.basis.iter().position(|one| *one == basic) {
            Some(row) if !self.rows[row].cells[column].is_zero() => self.pivot(row, column),
            _ => Ok(()),
        }
    }

    fn pivot(&mut self, row: usize, column: usize) -> Result<(), SimplexStop> {
        if self.limits.are_reached() {
            return Err(SimplexStop::Limit);
        }
        let by = self.rows[row].cells[column];
        self.rows[row].divide(&by).ok_or(SimplexStop::Overflow)?;
        let pivot = self.rows[row].clone();
        let others = self.rows.iter_mut().enumerate().filter(|(other, _)| *other != row).map(|(_, line)| line);
        for line in others.chain(&mut self.aims) {
            let factor = line.cells[column];
            line.subtract(&factor, &pivot).ok_or(SimplexStop::Overflow)?;
        }
        self.basis[row] = column;
        Ok(())
    }

    /// What a column gains in each tier, compared lexicographically.
    fn compare_gains(&self, one: usize, other: usize) -> Ordering {
        let gains = |column: usize| self.aims.iter().map(move |aim| aim.cells[column]);
        gains(one).cmp(gains(other))
    }

    fn gains(&self, column: usize) -> bool {
        let first = self.aims.iter().map(|aim| &aim.cells[column]).find(|gain| !gain.is_zero());
        first.is_some_and(Signed::is_positive)
    }

    /// Maximise, from a point that keeps all rows.
    pub(super) fn maximise(&mut self) -> Result<(), SimplexStop> {
        let mut without_gain = 0;
        loop {
            let mut entering = (self.artificial..self.aims[0].cells.len()).filter(|column| self.gains(*column));
            let entering = if without_gain > MOST_WITHOUT_GAIN {
                entering.next()
            } else {
                // Of equals the first.
                entering.min_by(|one, other| self.compare_gains(*other, *one))
            };
            let Some(column) = entering else { return Ok(()) };
            let bounding = self.rows.iter().enumerate().filter(|(_, line)| line.cells[column].is_positive());
            let steps =
                bounding.map(|(row, line)| Some((quotient(line.right, line.cells[column])?, self.basis[row], row)));
            let steps = steps.collect::<Option<Vec<_>>>().ok_or(SimplexStop::Overflow)?;
            let (step, _, row) = steps.into_iter().min().ok_or(SimplexStop::NoOptimum)?;
            without_gain = if step.is_zero() { without_gain + 1 } else { 0 };
            self.pivot(row, column)?;
        }
    }

    /// Keep the rows again, from a point that would be an optimum if it kept them.
    pub(super) fn restore(&mut self) -> Result<(), SimplexStop> {
        loop {
            let broken = self.rows.iter().enumerate().filter(|(_, line)| line.right.is_negative());
            let Some(row) = broken.map(|(row, _)| (self.basis[row], row)).min().map(|(_, row)| row) else {
                return Ok(());
            };
            let line = &self.rows[row];
            let columns = (self.artificial..line.cells.len()).filter(|column| line.cells[*column].is_negative());
            let losses = columns.map(|column| {
                let loss = self.aims.iter().map(|aim| quotient(aim.cells[column], line.cells[column]));
                Some((loss.collect::<Option<Vec<_>>>()?, column))
            });
            let losses = losses.collect::<Option<Vec<_>>>().ok_or(SimplexStop::Overflow)?;
            let (_, entering) = losses.into_iter().min().ok_or(SimplexStop::NoOptimum)?;
            self.pivot(row, entering)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rational, Simplex, SimplexStop};
    use crate::solve::Options;

    fn half(halves: i128) -> Rational {
        Rational::new(halves, 2)
    }

    /// Two triangles with a line between them, as in the lesson: 150, and with an odd set 100.
    #[test]
    fn two_triangles() {
        let mut simplex = Simplex::new(6, 1, Options::default().start());
        let edges = [(0, 1, 500), (0, 2, 500), (1, 2, 500), (2, 3, 0), (3, 4, 500), (3, 5, 500), (4, 5, 500)];
        let columns: Vec<usize> =
            edges.iter().map(|(u, v, value)| simplex.add_column(&[*u, *v], &[*value]).expect("small")).collect();
        simplex.maximise().expect("an optimum");
        assert_eq!(simplex.value(0), Rational::from_integer(1500));
        assert!(simplex.point().all(|(_, value)| value == half(1)));
        assert_eq!(simplex.duals(0), vec![Rational::from_integer(250); 6]);
        simplex.add_row(&columns[..3], 1).expect("small");
        simplex.restore().expect("an optimum");
        assert_eq!(simplex.value(0), Rational::from_integer(1000));
        assert!(simplex.point().all(|(_, value)| value == half(2)));
        // A late column that is better.
        simplex.add_column(&[0, 3], &[1000]).expect("small");
        simplex.maximise().expect("an optimum");
        assert_eq!(simplex.value(0), Rational::from_integer(2000));
    }

    #[test]
    fn a_program_without_a_point_has_none() {
        let mut simplex = Simplex::new(3, 1, Options::default().start());
        simplex.add_column(&[0, 1], &[5]).expect("small");
        // Row 2 has no column: its artificial column stays.
        assert_eq!(simplex.maximise(), Ok(()));
        assert!(simplex.point().any(|(column, _)| column == 2));
        simplex.add_row(&[3], 0).expect("small");
        simplex.add_row(&[], -1).expect("small");
        assert_eq!(simplex.restore(), Err(SimplexStop::NoOptimum));
    }
}
