//! Aims decided one after another, each among the optima of those before it.
//!
//! The programs are matchings with exits ([`OptionalMatching`]), but for a few *switches*: columns without which the rows say who may be
//! matched with whom. Each way to set the switches is an alternative, and an alternative is a matching problem. So the least
//! value of an aim is that of the best alternative, which dual values prove ([`MatchingFace`]); where an alternative has no point, a
//! Tutte set does. Both are checked in integers. Nothing is rounded, because nothing is a floating-point number.

use super::matching_face::{MOST_AT_ONCE, MatchingFace};
use super::mip::satisfies;
use super::optional_matching::OptionalMatching;
use super::{Evidence, Halt, Limits, SolveError};
use crate::model::{Aim, Program, Sum};

/// More alternatives than any program of a system has.
const MOST_ALTERNATIVES: usize = 10_000;

/// The decision on one aim.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The tier that the aim belongs to, as it was given.
    pub tier: usize,
    /// The aim.
    pub aim: Aim,
    /// The value that was decided.
    pub value: i64,
    /// What proves that no point which keeps the decisions before has a smaller value.
    pub evidence: Evidence,
}

/// A program narrowed to the points that keep all decisions so far, and one of these points.
#[derive(Debug, Clone)]
pub struct Face {
    program: Program,
    /// Each with its values of the switches.
    alternatives: Vec<Alternative>,
    /// Whether, since the last decision, an alternative was found to have no point.
    is_any_refuted: bool,
    /// A point of the program that keeps all decisions.
    pub point: Vec<i64>,
    /// The decisions so far.
    pub decided: Vec<Decision>,
    limits: Limits,
}

/// The points with these values of the switches.
#[derive(Debug, Clone)]
struct Alternative {
    switches: Vec<(usize, i64)>,
    /// `None` as long as nobody has asked whether there is one.
    points: Option<MatchingPoints>,
}

#[derive(Debug, Clone)]
struct MatchingPoints {
    exits: OptionalMatching,
    optima: MatchingFace,
}

impl Face {
    /// All of `program`; `None` if it has no point. With values for the `switches` it must be a matching with exits.
    ///
    /// # Errors
    /// [`Halt`], at the time limit, if the program is another one, or if a check fails.
    pub fn new(program: Program, switches: &[usize], limits: Limits) -> Result<Option<Self>, Halt> {
        let mut alternatives = Vec::new();
        set_switches(&program, switches, &mut Vec::new(), &mut alternatives)?;
        let mut face =
            Self { program, alternatives, is_any_refuted: false, point: Vec::new(), decided: Vec::new(), limits };
        while !face.alternatives.is_empty() {
            if limits.are_reached() {
                return Err(Halt::Limit);
            }
            if face.alternatives[0].open(&face.program, limits)? {
                face.take_point()?;
                return Ok(Some(face));
            }
            face.alternatives.remove(0);
            face.is_any_refuted = true;
        }
        Ok(None)
    }

    /// Decide the aims of `tier`, in order.
    ///
    /// # Errors
    /// As [`Face::new`].
    pub fn decide(&mut self, tier: usize, aims: Vec<Aim>) -> Result<(), Halt> {
        let mut is_given_up = false;
        let mut aims = aims.into_iter().peekable();
        while let Some(aim) = aims.next() {
            if self.limits.are_reached() {
                return Err(Halt::Limit);
            }
            if is_all_or_nothing(&aim) && is_given_up {
                continue;
            }
            if is_all_or_nothing(&aim) || self.alternatives.len() > 1 {
                let value = self.keep_best(&aim)?;
                is_given_up = is_all_or_nothing(&aim) && value > 0;
                self.push(tier, aim, value);
                continue;
            }
            let points =
                self.alternatives[0].points.as_mut().ok_or_else(|| fault("an alternative that is not known"))?;
            if let Some(value) = points.keep_plain(&aim)? {
                self.push(tier, aim, value);
                continue;
            }
            // A search can decide the next ones, too.
            let next = std::iter::from_fn(|| aims.next_if(|aim| !is_all_or_nothing(aim)));
            let together: Vec<Aim> = std::iter::once(aim).chain(next.take(MOST_AT_ONCE - 1)).collect();
            let values = points.keep_least(&together, self.limits)?;
            together.into_iter().zip(values).for_each(|(aim, value)| self.push(tier, aim, value));
        }
        self.take_point()
    }

    fn push(&mut self, tier: usize, aim: Aim, value: i64) {
        let is_any_refuted = std::mem::take(&mut self.is_any_refuted);
        let evidence = if is_any_refuted { Evidence::Obstruction } else { Evidence::IntegerDual };
        self.decided.push(Decision { tier, aim, value, evidence });
    }

    fn take_point(&mut self) -> Result<(), Halt> {
        let points = self.alternatives.first().and_then(|alternative| alternative.points.as_ref());
        self.point = points.ok_or_else(|| fault("no alternative"))?.point();
        if !satisfies(&self.program, &[], &self.point) {
            return Err(fault("a point that breaks a row").into());
        }
        Ok(())
    }

    /// Keep the alternatives that are best for `aim`, and their points that are: the value of the aim.
    fn keep_best(&mut self, aim: &Aim) -> Result<i64, Halt> {
        if let Some(values) = self.values_by_switches(aim) {
            return self.keep_first_possible(&values);
        }
        let mut best: Option<i64> = None;
        let mut kept = Vec::new();
        for mut alternative in std::mem::take(&mut self.alternatives) {
            if self.limits.are_reached() {
                return Err(Halt::Limit);
            }
            if !alternative.open(&self.program, self.limits)? {
                self.is_any_refuted = true;
                continue;
            }
            let Some(all) = alternative.points.clone() else { continue };
            let Some(points) = &mut alternative.points else { continue };
            let mut value = match points.keep_plain(aim)? {
                Some(value) => value,
                None => points.keep_least(std::slice::from_ref(aim), self.limits)?.into_iter().sum(),
            };
            if is_all_or_nothing(aim) && value > 0 {
                value = 1;
                alternative.points = Some(all);
            }
            if best.is_none_or(|best| value < best) {
                kept.clear();
                best = Some(value);
            }
            if best == Some(value) {
                kept.push(alternative);
            }
        }
        self.alternatives = kept;
        Ok(best.ok_or_else(|| fault("no alternative"))?)
    }

    /// The value of `aim` at each alternative, if nothing else has a weight in it than switches and columns that are fixed.
    fn values_by_switches(&self, aim: &Aim) -> Option<Vec<i64>> {
        let (sum, constant) = linear(aim);
        let most = if is_all_or_nothing(aim) { 1 } else { i64::MAX };
        let value = |alternative: &Alternative| {
            let mut weighted = sum.iter().filter(|(_, weight)| *weight != 0);
            let total = weighted.try_fold(constant, |total, (column, weight)| {
                let switch = alternative.switches.iter().find(|(switch, _)| switch == column);
                let bounds = &self.program.columns[*column];
                let fixed = Some(bounds.lower).filter(|lower| bounds.upper == Some(*lower));
                total.checked_add(weight.checked_mul(switch.map(|(_, value)| *value).or(fixed)?)?)
            });
            total.map(|total| total.min(most))
        };
        self.alternatives.iter().map(value).collect()
    }

    /// Of alternatives with these values keep those with the least value for which one has a point.
    fn keep_first_possible(&mut self, values: &[i64]) -> Result<i64, Halt> {
        let mut ordered: Vec<(i64, Alternative)> =
            values.iter().copied().zip(std::mem::take(&mut self.alternatives)).collect();
        ordered.sort_by_key(|(value, _)| *value);
        let mut least = None;
        for (value, mut alternative) in ordered {
            if least.is_some_and(|least| least < value) {
                break;
            }
            if self.limits.are_reached() {
                return Err(Halt::Limit);
            }
            if alternative.open(&self.program, self.limits)? {
                least = Some(value);
                self.alternatives.push(alternative);
            } else {
                self.is_any_refuted = true;
            }
        }
        Ok(least.ok_or_else(|| fault("no alternative"))?)
    }
}

impl Alternative {
    /// Whether it has a point.
    fn open(&mut self, program: &Program, limits: Limits) -> Result<bool, Halt> {
        if self.points.is_none()
            && let Some(mut exits) = OptionalMatching::new(program, &self.switches)?
            && let Some(optima) = MatchingFace::new(exits.vertices, std::mem::take(&mut exits.edges), limits)?
        {
            self.points = Some(MatchingPoints { exits, optima });
        }
        Ok(self.points.is_some())
    }
}

impl MatchingPoints {
    fn point(&self) -> Vec<i64> {
        self.exits.point(self.optima.chosen())
    }

    /// Keep the points that are best for the first of these aims, among these those best for the second, and so on: the
    /// values of the aims.
    fn keep_least(&mut self, aims: &[Aim], limits: Limits) -> Result<Vec<i64>, Halt> {
        let costs = aims.iter().map(|aim| Ok(self.exits.weights(&linear(aim).0)?.0));
        let costs = costs.collect::<Result<Vec<_>, SolveError>>()?;
        self.optima.keep_least(&costs, limits)?;
        Ok(aims.iter().map(|aim| self.value(aim)).collect::<Result<Vec<_>, _>>()?)
    }

    /// The same for one aim that it takes no search to decide.
    fn keep_plain(&mut self, aim: &Aim) -> Result<Option<i64>, Halt> {
        let (cost, _) = self.exits.weights(&linear(aim).0)?;
        if !self.optima.keep_plain(&cost) {
            return Ok(None);
        }
        Ok(Some(self.value(aim)?))
    }

    /// The value of an aim, which dual values have proven for its linear function.
    fn value(&self, aim: &Aim) -> Result<i64, SolveError> {
        let (sum, constant) = linear(aim);
        let (cost, switched) = self.exits.weights(&sum)?;
        let proven = self.optima.chosen().map(|column| cost[column]).sum::<i64>() + switched + constant;
        let point = self.point();
        let is_equal = match aim {
            Aim::ZeroOrGivenUp(sum) => proven == Aim::Least(sum.clone()).value(&point),
            Aim::Least(_) | Aim::First(_) => proven == aim.value(&point),
        };
        is_equal.then_some(proven).ok_or_else(|| fault("a value that is not what it proved"))
    }
}

fn fault(what: &str) -> SolveError {
    SolveError::Internal(format!("deciding an aim ended with {what}"))
}

const fn is_all_or_nothing(aim: &Aim) -> bool {
    matches!(aim, Aim::ZeroOrGivenUp(_))
}

/// The aim as a linear function: the weights of columns, and a constant.
fn linear(aim: &Aim) -> (Sum, i64) {
    match aim {
        Aim::Least(sum) | Aim::ZeroOrGivenUp(sum) => (sum.clone(), 0),
        Aim::First(list) => {
            let places = list.len() as i64;
            (list.iter().copied().zip((0..).map(|place| place - places)).collect(), places)
        }
    }
}

/// All ways to set the switches after the first ones, which are set, as far as the rows of switches alone allow.
fn set_switches(
    program: &Program,
    switches: &[usize],
    set: &mut Vec<(usize, i64)>,
    found: &mut Vec<Alternative>,
) -> Result<(), SolveError> {
    let Some(switch) = switches.get(set.len()) else {
        if found.len() >= MOST_ALTERNATIVES {
            return Err(fault("more alternatives than it can try"));
        }
        found.push(Alternative { switches: set.clone(), points: None });
        return Ok(());
    };
    let column = &program.columns[*switch];
    let upper = column.upper.ok_or_else(|| fault("a switch without bounds"))?;
    for value in column.lower..=upper {
        set.push((*switch, value));
        let of_switch = |one: usize| set.iter().find(|(switch, _)| *switch == one).map(|(_, value)| *value);
        let keeps = program.rows.iter().all(|row| {
            let total = row
                .coefficients
                .iter()
                .try_fold(0_i64, |total, (column, weight)| total.checked_add(weight.checked_mul(of_switch(*column)?)?));
            let Some(total) = total else { return true };
            row.lower.is_none_or(|lower| total >= lower) && row.upper.is_none_or(|upper| total <= upper)
        });
        if keeps {
            set_switches(program, switches, set, found)?;
        }
        set.pop();
    }
    Ok(())
}
