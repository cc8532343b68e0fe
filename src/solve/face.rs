//! Aims decided one after another, each among the optima of those before it.

use super::{Halt, Limits, SolveError, mip};
use crate::model::{Aim, Program};

/// The decision on one aim.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The tier that the aim belongs to, as it was given.
    pub tier: usize,
    /// The aim.
    pub aim: Aim,
    /// The value that was decided.
    pub value: i64,
}

/// A program narrowed to the points that keep all decisions so far, and one of these points.
#[derive(Debug, Clone)]
pub struct Face {
    program: Program,
    /// A point of the program that keeps all decisions.
    pub point: Vec<i64>,
    /// The decisions so far.
    pub decided: Vec<Decision>,
    limits: Limits,
}

impl Face {
    /// All of `program`; `None` if it has no point.
    ///
    /// # Errors
    /// [`Halt`], at the time limit or if HiGHS fails.
    pub fn new(program: Program, limits: Limits) -> Result<Option<Self>, Halt> {
        let point = if program.columns.is_empty() {
            Some(Vec::new()).filter(|_| program.rows.iter().all(|row| row.lower.is_none_or(|lower| lower <= 0)))
        } else {
            mip::least(&program, &[], None, limits)?
        };
        Ok(point.map(|point| Self { program, point, decided: Vec::new(), limits }))
    }

    /// Decide the aims of `tier`, in order.
    ///
    /// # Errors
    /// As [`Face::new`].
    pub fn decide(&mut self, tier: usize, aims: Vec<Aim>) -> Result<(), Halt> {
        self.start_near_first(&aims)?;
        let mut is_given_up = false;
        for aim in aims {
            match &aim {
                Aim::Least(sum) => self.keep_least(sum)?,
                Aim::ZeroOrGivenUp(_) if is_given_up => continue,
                Aim::ZeroOrGivenUp(sum) => {
                    let least = self.least(sum)?;
                    is_given_up = aim.value(&least) > 0;
                    if !is_given_up {
                        self.point = least;
                        self.fix(sum, 0);
                    }
                }
                Aim::First(list) => self.keep_first(list)?,
            }
            let value = if is_given_up { 1 } else { aim.value(&self.point) };
            self.decided.push(Decision { tier, aim, value });
        }
        Ok(())
    }

    /// Where players choose one after another, start from a point at which most of them have early choices, so that few
    /// have to be asked. It decides nothing.
    fn start_near_first(&mut self, aims: &[Aim]) -> Result<(), Halt> {
        let mut sum = Vec::new();
        for aim in aims {
            let Aim::First(list) = aim else { continue };
            sum.extend((0..).zip(list).map(|(place, column)| (*column, i64::pow(place, 2))));
        }
        sum.retain(|(column, _)| self.program.columns[*column].upper != Some(0));
        if !sum.is_empty() {
            self.point = self.least(&sum)?;
        }
        Ok(())
    }

    fn least(&self, sum: &[(usize, i64)]) -> Result<Vec<i64>, Halt> {
        let least_there_can_be: i64 = sum
            .iter()
            .map(|(column, weight)| {
                let column = &self.program.columns[*column];
                let bound = if *weight < 0 { column.upper.unwrap_or(i64::MAX / 1_000_000) } else { column.lower };
                weight * bound
            })
            .sum();
        if sum.iter().map(|(column, weight)| weight * self.point[*column]).sum::<i64>() == least_there_can_be {
            return Ok(self.point.clone());
        }
        let lost = || Halt::Failed(SolveError::Internal("a point that was there was not found again".into()));
        mip::least(&self.program, sum, Some(&self.point), self.limits)?.ok_or_else(lost)
    }

    fn keep_least(&mut self, sum: &[(usize, i64)]) -> Result<(), Halt> {
        self.point = self.least(sum)?;
        let value = Aim::Least(sum.to_vec()).value(&self.point);
        self.fix(sum, value);
        Ok(())
    }

    /// Allow only points with this sum, which is the least there is.
    fn fix(&mut self, sum: &[(usize, i64)], value: i64) {
        if value == 0 && sum.iter().all(|(column, weight)| *weight > 0 && self.program.columns[*column].lower == 0) {
            sum.iter().for_each(|(column, _)| self.program.columns[*column].upper = Some(0));
        } else if !sum.is_empty() {
            self.program.equal(format!("tier_{}", self.program.rows.len()), sum.to_vec(), value);
        }
    }

    fn keep_first(&mut self, list: &[usize]) -> Result<(), Halt> {
        let open: Vec<usize> =
            list.iter().copied().filter(|column| self.program.columns[*column].upper != Some(0)).collect();
        if open.is_empty() {
            return Ok(());
        }
        if self.point[open[0]] != 1 {
            // Later columns are worth less, and none the least.
            let worth = (1..=open.len() as i64).rev().map(|worth| -worth);
            let sum: Vec<(usize, i64)> = open.iter().copied().zip(worth).collect();
            self.point = self.least(&sum)?;
        }
        for column in open {
            let value = self.point[column];
            self.program.columns[column].lower = value;
            self.program.columns[column].upper = Some(value);
            if value == 1 {
                self.fix_row_mates(column);
            }
        }
        Ok(())
    }

    /// Where this column is the only 1 of a row, fix the others of the row to 0.
    fn fix_row_mates(&mut self, chosen: usize) {
        for row in &self.program.rows {
            let is_choice = row.lower == Some(1) && row.upper == Some(1);
            if is_choice
                && row.coefficients.iter().all(|(_, weight)| *weight == 1)
                && row.coefficients.iter().any(|(column, _)| *column == chosen)
            {
                for (column, _) in row.coefficients.iter().filter(|(column, _)| *column != chosen) {
                    self.program.columns[*column].upper = Some(0);
                }
            }
        }
    }
}
