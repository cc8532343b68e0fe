//! One aim after another, each on what those before it leave possible.

use crate::model::Program;
use crate::model::system::Aim;
use crate::solve::{Limits, SolveError, mip};

/// What was decided of one aim.
#[derive(Debug, Clone)]
pub(super) struct Decision {
    pub(super) tier: usize,
    pub(super) aim: Aim,
    pub(super) value: i64,
}

/// What an aim comes to at these columns: its sum, or the place of the first column that is 1.
pub(super) fn value(aim: &Aim, columns: &[i64]) -> i64 {
    let total = |sum: &[(usize, i64)]| sum.iter().map(|(column, weight)| weight * columns[*column]).sum::<i64>();
    match aim {
        Aim::Least(sum) => total(sum),
        Aim::ZeroOrGivenUp(sum) => total(sum).min(1),
        Aim::First(list) => {
            let place = list.iter().position(|column| columns[*column] == 1);
            place.unwrap_or(list.len()) as i64
        }
    }
}

/// A program, narrowed to what all decisions so far leave possible, and one point of it.
pub(super) struct Face {
    program: Program,
    pub(super) point: Vec<i64>,
    pub(super) decided: Vec<Decision>,
    limits: Limits,
}

impl Face {
    pub(super) fn new(program: Program, limits: Limits) -> Result<Option<Self>, SolveError> {
        let point = if program.columns.is_empty() {
            Some(Vec::new()).filter(|_| program.rows.iter().all(|row| row.lower.is_none_or(|lower| lower <= 0)))
        } else {
            mip::least(&program, &[], None, limits)?
        };
        Ok(point.map(|point| Self { program, point, decided: Vec::new(), limits }))
    }

    /// Decide the aims of `tier`, in order.
    pub(super) fn decide(&mut self, tier: usize, aims: Vec<Aim>) -> Result<(), SolveError> {
        self.start_near_first(&aims)?;
        let mut is_given_up = false;
        for aim in aims {
            match &aim {
                Aim::Least(sum) => self.keep_least(sum)?,
                Aim::ZeroOrGivenUp(_) if is_given_up => continue,
                Aim::ZeroOrGivenUp(sum) => {
                    let least = self.least(sum)?;
                    is_given_up = value(&aim, &least) > 0;
                    if !is_given_up {
                        self.point = least;
                        self.fix(sum, 0);
                    }
                }
                Aim::First(list) => self.keep_first(list)?,
            }
            let value = if is_given_up { 1 } else { value(&aim, &self.point) };
            self.decided.push(Decision { tier, aim, value });
        }
        Ok(())
    }

    /// Where players choose one after another, start from a point at which most of them have early choices, so that few
    /// have to be asked. It decides nothing.
    fn start_near_first(&mut self, aims: &[Aim]) -> Result<(), SolveError> {
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

    fn least(&self, sum: &[(usize, i64)]) -> Result<Vec<i64>, SolveError> {
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
        let lost = || SolveError::Internal("a point that was there was not found again".into());
        mip::least(&self.program, sum, Some(&self.point), self.limits)?.ok_or_else(lost)
    }

    fn keep_least(&mut self, sum: &[(usize, i64)]) -> Result<(), SolveError> {
        self.point = self.least(sum)?;
        let value = value(&Aim::Least(sum.to_vec()), &self.point);
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

    fn keep_first(&mut self, list: &[usize]) -> Result<(), SolveError> {
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
                self.close_beside(column);
            }
        }
        Ok(())
    }

    /// In a row where just one column is 1, and it is this one, the others are 0.
    fn close_beside(&mut self, chosen: usize) {
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
