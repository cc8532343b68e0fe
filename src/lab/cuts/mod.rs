//! The cutting planes of the pair model, one step at a time, in exact fractions: what the lesson on odd sets does by hand.
//!
//! It begins with the corner of [`relax`](super::relax()). Each step looks for odd sets whose inequality the point violates
//! (Padberg and Rao 1982; and those that keep the pairs of reduced cost 0 from a pairing, Tutte 1947), adds them, and solves the program again by the exact [`Simplex`]. The columns are a few pairs of each
//! player; the others are priced by the dual values, and those that gain are added. It ends when the bound is the value of a
//! pairing: that of the exact search, whose dual values have been checked. Of the corners at which the program is optimal, this
//! pairing is then the last point. As long as the bound is greater, the point is no mean of pairings, and then an odd set is
//! violated (Edmonds 1965).
//!
//! With caps, which are rows from the start, the point may be a mean of pairings that keeps them while none of these does. Then no odd
//! set is violated, and the steps end above the optimum.

mod record;
mod simplex;

pub use record::{CutReport, CutStepReport, CutsReport};

use super::relax::{Relaxation, check_of_pairs, relaxed};
use crate::field::RequestField;
use crate::graph::{Graph, Matching, few_at_each, obstruction};
use crate::model::{Cap, ExactValue, Objective, Pair, PairModel, Vertex};
use crate::solve::parts::{by_matching, by_pairs, check_request, contraction, odd_sets, vertex_pairs};
use crate::solve::{Limits, Options, Solution, SolveError, Termination};
use crate::tournament::RoundState;
use itertools::Itertools;
use num_rational::Ratio;
use num_traits::{ToPrimitive, Zero};
use simplex::{Rational, Simplex, SimplexStop};
use std::collections::BTreeMap;

/// How many of the best pairs of each player are columns from the start, and how many are added each time they are priced.
const START: usize = 8;
const PRICED: usize = 3;
/// What a cell of the simplex method takes.
const BYTES_PER_CELL: u64 = 32;

/// A round solved by cutting planes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cutting {
    /// The optimum by the exact search, to which the last bound is compared.
    pub solution: Solution,
    /// The steps, in order; the last one adds no odd set, unless a limit came first.
    pub steps: Vec<CutStep>,
}

/// The pairs that are not 0, with their values.
pub type Point = Vec<(Pair, Ratio<i128>)>;

/// A solve of the linear program, and the odd sets that its point violates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutStep {
    /// The value of each tier: the bound.
    pub values: Vec<ExactValue>,
    /// The pairs that are not 0.
    pub point: Point,
    /// The odd sets that are added.
    pub cuts: Vec<Cut>,
}

/// An odd set whose inequality a point violates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Its members, in increasing order.
    pub members: Vec<Vertex>,
    /// The sum of the pairs within.
    pub inside: Rational,
    /// How many pairs a pairing can have within.
    pub room: usize,
}

impl Cut {
    /// How much more is within than there is room for.
    #[must_use]
    pub fn violation(&self) -> Rational {
        self.inside - Rational::from_integer(self.room as i128)
    }
}

impl Cutting {
    /// Whether the caps leave a mean of pairings that is worth more than any pairing, so that no odd set is left to add.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        !self.is_done() && self.steps.last().is_some_and(|step| step.cuts.is_empty())
    }

    /// Whether the last bound is the value of the optimum.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.steps.last().is_some_and(|step| self.is_optimum(&step.values))
    }

    fn is_optimum(&self, values: &[ExactValue]) -> bool {
        let best = self.solution.incumbent.as_ref();
        best.is_some_and(|best| best.values.iter().map(|value| ExactValue::from(*value)).eq(values.iter().copied()))
    }
}

/// Solve the round of `state` by the linear program of `objective` and odd sets, added where the point violates them.
///
/// # Errors
/// [`SolveError::Request`] for a model of slots, if it names players who are not in the round, or if the program is
/// too large; [`SolveError::Internal`] if a check fails.
pub fn cut(state: &RoundState, objective: &Objective, options: Options) -> Result<Cutting, SolveError> {
    check_of_pairs(objective, "the loop that adds odd sets")?;
    let limits = options.start();
    if !check_request(state, objective, limits)? {
        return Ok(Cutting { solution: Solution::new(limits.termination()), steps: Vec::new() });
    }
    let model = PairModel::new(state, objective);
    check_size(state, &model, limits)?;
    let free = by_matching(state, objective, &model, limits)?;
    let has_caps = objective.has_caps() && free.termination == Termination::Optimal && !state.players().is_empty();
    let solution = if has_caps { by_pairs(state, objective, &model, limits)? } else { free.clone() };
    let mut cutting = Cutting { solution, steps: Vec::new() };
    if cutting.solution.termination != Termination::Optimal {
        return Ok(cutting);
    }
    let Some(first) = relaxed(state, &model, &free, limits)? else { return Ok(cutting) };
    if !has_caps {
        cutting.begin(&model, &first)?;
    }
    match cutting.go_on(state, &model, &first, limits) {
        Ok(()) | Err(CuttingFailure::Stop(SimplexStop::Limit)) => Ok(cutting),
        Err(CuttingFailure::Stop(SimplexStop::Overflow)) => Err(SolveError::Request(
            "the fractions of the linear program are too large to be exact; make weights or points smaller".into(),
        )),
        Err(CuttingFailure::Stop(SimplexStop::NoOptimum)) => {
            Err(SolveError::Internal("the linear program has no optimum".into()))
        }
        Err(CuttingFailure::Fault(error)) => Err(error),
    }
}

/// Why the steps end before the last one.
enum CuttingFailure {
    Stop(SimplexStop),
    Fault(SolveError),
}

impl From<SimplexStop> for CuttingFailure {
    fn from(stop: SimplexStop) -> Self {
        Self::Stop(stop)
    }
}

fn fault(what: &str) -> SolveError {
    SolveError::Internal(format!("cutting planes ended with {what}"))
}

/// Refuse what would take more memory than there may be.
fn check_size(state: &RoundState, model: &PairModel<'_>, limits: Limits) -> Result<(), SolveError> {
    let rows = model.vertices() as u64;
    let columns = rows.saturating_mul(1 + START as u64).min(rows + model.most_pairs());
    let what = format!("the linear program of round {} in exact fractions, of {rows} rows,", state.round());
    let instead = format!("solve without {}", RequestField("cuts"));
    limits.check_size(&what, rows.saturating_mul(columns).saturating_mul(BYTES_PER_CELL), &instead)
}

impl Cutting {
    /// The first step, at the corner of the relaxation.
    fn begin(&mut self, model: &PairModel<'_>, first: &Relaxation) -> Result<(), SolveError> {
        let value = |is_whole: bool| if is_whole { Rational::from_integer(1) } else { Rational::new(1, 2) };
        let point = first.point.iter().map(|(pair, is_whole)| (*pair, value(*is_whole))).collect();
        self.step(model, first.values.clone(), point, Vec::new())
    }

    /// Whether there is no step to come.
    fn is_ended(&self) -> bool {
        self.is_done() || self.is_mixed()
    }

    /// Add a step, with the odd sets that its point violates if its bound is not yet the optimum.
    fn step(
        &mut self,
        model: &PairModel<'_>,
        values: Vec<ExactValue>,
        point: Point,
        parts: Vec<Vec<Vertex>>,
    ) -> Result<(), SolveError> {
        check_point(model, &values, &point)?;
        if self.steps.last().is_some_and(|last| last.values < values) {
            return Err(fault("a greater bound than before"));
        }
        self.steps.push(CutStep { values, point, cuts: Vec::new() });
        let is_done = self.is_done();
        let Some(step) = self.steps.last_mut() else { return Ok(()) };
        if !is_done {
            step.cuts = cuts(model.vertices(), &step.point, parts);
            if step.cuts.is_empty() && !model.objective().has_caps() {
                return Err(fault("no odd set that separates a fractional matching"));
            }
        }
        Ok(())
    }

    fn go_on(
        &mut self,
        state: &RoundState,
        model: &PairModel<'_>,
        first: &Relaxation,
        limits: Limits,
    ) -> Result<(), CuttingFailure> {
        let best = self.solution.incumbent.as_ref().map(|best| best.pairing.clone()).unwrap_or_default();
        let made: Vec<(Vertex, Vertex)> =
            vertex_pairs(state, model, &best).map(|(one, other)| (one.min(other), one.max(other))).collect();
        if self.is_ended() {
            return Ok(());
        }
        let mut program = RestrictedMaster::new(model, first, &made, limits)?;
        let mut next = 0;
        program.add_caps()?;
        while !self.is_ended() {
            let cuts = self.steps.iter().skip(next).flat_map(|step| &step.cuts).map(|cut| cut.members.clone());
            for members in cuts.collect::<Vec<_>>() {
                program.add_odd_set(members)?;
            }
            next = self.steps.len();
            program.solve()?;
            let (values, mut point) = program.answer().map_err(CuttingFailure::Fault)?;
            if self.is_optimum(&values) {
                // The pairing is a corner, too, at which the program is optimal.
                let pairs = made.iter().filter_map(|(one, other)| model.pair(*one, *other));
                point = pairs.map(|pair| (pair, Rational::from_integer(1))).collect();
                point.sort_by_key(|(pair, _)| (pair.high, pair.low));
            }
            let parts = if self.is_optimum(&values) { Vec::new() } else { program.odd_parts() };
            self.step(model, values, point, parts).map_err(CuttingFailure::Fault)?;
        }
        Ok(())
    }
}

/// The odd sets that the point violates, by exact sums: those of these `parts`, and those that separation finds. Of a set and
/// its complement, which say the same, there is the smaller one.
fn cuts(vertices: usize, point: &[(Pair, Rational)], parts: Vec<Vec<Vertex>>) -> Vec<Cut> {
    let support: Vec<(Vertex, Vertex, f64)> =
        point.iter().map(|(pair, x)| (pair.high, pair.low, x.to_f64().unwrap_or_default())).collect();
    let smaller = |part: Vec<Vertex>| {
        if part.len() * 2 <= vertices {
            part
        } else {
            (0..vertices).filter(|v| part.binary_search(v).is_err()).collect()
        }
    };
    let sets = parts.into_iter().map(smaller).chain(odd_sets::violated(vertices, &support));
    let sets = sets.sorted_unstable().dedup().filter(|members| members.len() >= 3).map(|members| {
        let holds = |v: Vertex| members.binary_search(&v).is_ok();
        let within = point.iter().filter(|(pair, _)| holds(pair.high) && holds(pair.low));
        let inside = within.map(|(_, x)| x).sum();
        Cut { inside, room: (members.len() - 1) / 2, members }
    });
    sets.filter(|cut| cut.violation() > Rational::zero()).collect()
}

/// Every vertex has 1, no pair less than 0, and the tiers are worth what is claimed.
fn check_point(model: &PairModel<'_>, values: &[ExactValue], point: &[(Pair, Rational)]) -> Result<(), SolveError> {
    let mut at = vec![Rational::zero(); model.vertices()];
    let mut worth = vec![Rational::zero(); model.tiers()];
    for (pair, x) in point {
        if *x <= Rational::zero() || model.pair(pair.high, pair.low).is_none() {
            return Err(fault("a pair that is not allowed"));
        }
        at[pair.high] += x;
        at[pair.low] += x;
        let of_pair = model.pair_values(pair.high, pair.low);
        worth.iter_mut().zip(of_pair).for_each(|(sum, value)| *sum += x * Rational::from_integer(value.units().into()));
    }
    let over = |cap: &CapRow<'_>| {
        let counted = point.iter().filter(|(pair, _)| cap.counts(pair.high, pair.low)).map(|(_, x)| x);
        counted.sum::<Rational>() > Rational::from_integer(cap.most.into())
    };
    if caps(model).iter().any(over) {
        return Err(fault("a point that does not keep the caps"));
    }
    let is_worth = worth.iter().zip(values).zip(model.units()).all(|((sum, value), unit)| *sum == value.in_unit(*unit));
    if at.iter().any(|sum| *sum != Ratio::from_integer(1)) || !is_worth {
        return Err(fault("a point that does not keep the rows"));
    }
    Ok(())
}

/// The linear program, with the pairs that are columns.
struct RestrictedMaster<'a> {
    model: &'a PairModel<'a>,
    simplex: Simplex,
    /// The pair of each column, by its index.
    pairs: BTreeMap<usize, (Vertex, Vertex)>,
    column_of: BTreeMap<(Vertex, Vertex), usize>,
    /// The members of each odd set, with its row.
    odd_sets: Vec<(Vec<Vertex>, usize)>,
    /// The caps, each with its row.
    caps: Vec<(CapRow<'a>, usize)>,
    limits: Limits,
}

/// A cap, and the players whom it looks at.
struct CapRow<'a> {
    cap: Cap,
    most: u32,
    model: &'a PairModel<'a>,
}

impl CapRow<'_> {
    fn counts(&self, high: Vertex, low: Vertex) -> bool {
        let players = self.model.state().players();
        players.get(low).is_some_and(|low| self.cap.counts(self.model.state(), &players[high], low))
    }
}

fn caps<'a>(model: &'a PairModel<'a>) -> Vec<CapRow<'a>> {
    let all = model.objective().caps();
    all.map(|(cap, _)| CapRow { most: cap.most(), cap, model }).collect()
}

/// The limits are asked once for so many pairs: a large round has millions.
const EVERY: usize = 4096;

impl<'a> RestrictedMaster<'a> {
    /// With the best pairs of each player, those of the corner, and those of a pairing.
    fn new(
        model: &'a PairModel<'a>,
        first: &Relaxation,
        made: &[(Vertex, Vertex)],
        limits: Limits,
    ) -> Result<Self, CuttingFailure> {
        let simplex = Simplex::new(model.vertices(), model.tiers(), limits);
        let (pairs, column_of) = (BTreeMap::new(), BTreeMap::new());
        let mut columns = Self { model, simplex, pairs, column_of, odd_sets: Vec::new(), caps: Vec::new(), limits };
        let mut all: Vec<(Vec<i64>, Vertex, Vertex)> = Vec::new();
        for (one, other) in model.without_colours() {
            columns.check_limits(all.len())?;
            let cost = model.pair_values(one, other).iter().map(|value| -value.units()).collect();
            all.push((cost, one, other));
        }
        all.sort_unstable();
        let best = few_at_each(model.vertices(), START, all, |(_, one, other)| (*one, *other));
        let corner = first.point.iter().map(|(pair, _)| (pair.high, pair.low));
        let pairs = corner.chain(made.iter().copied()).chain(best.into_iter().map(|(_, one, other)| (one, other)));
        for pair in pairs.sorted_unstable().dedup() {
            columns.add(pair)?;
        }
        // Begin at the corner: each pair in the row of one of its vertices.
        let halves: Vec<(Vertex, Vertex)> = first.circles.iter().flat_map(|circle| turned(circle)).collect();
        let whole = first.point.iter().filter(|(_, is_whole)| *is_whole).map(|(pair, _)| (pair.high, pair.low));
        for (one, other) in whole.chain(halves) {
            let column = columns.column_of[&(one.min(other), one.max(other))];
            columns.simplex.enter(column, one)?;
        }
        columns.solve()?;
        Ok(columns)
    }

    /// Whether to go on after so many pairs.
    fn check_limits(&self, pairs: usize) -> Result<(), SimplexStop> {
        if pairs.is_multiple_of(EVERY) && self.limits.are_reached() { Err(SimplexStop::Limit) } else { Ok(()) }
    }

    fn add(&mut self, (one, other): (Vertex, Vertex)) -> Result<(), SimplexStop> {
        let holds = |set: &[Vertex], v: Vertex| set.binary_search(&v).is_ok();
        let around = self.odd_sets.iter().filter(|(set, _)| holds(set, one) && holds(set, other)).map(|(_, row)| *row);
        let rows: Vec<usize> = [one, other].into_iter().chain(around).chain(self.cap_rows(one, other)).collect();
        let values: Vec<i64> = self.model.pair_values(one, other).iter().map(|value| value.units()).collect();
        let column = self.simplex.add_column(&rows, &values)?;
        self.pairs.insert(column, (one, other));
        self.column_of.insert((one, other), column);
        Ok(())
    }

    /// The rows of the caps that count a pair.
    fn cap_rows(&self, one: Vertex, other: Vertex) -> impl Iterator<Item = usize> {
        self.caps.iter().filter(move |(cap, _)| cap.counts(one, other)).map(|(_, row)| *row)
    }

    fn add_caps(&mut self) -> Result<(), SimplexStop> {
        for cap in caps(self.model) {
            let counted = self.pairs.iter().filter(|(_, (one, other))| cap.counts(*one, *other));
            let columns: Vec<usize> = counted.map(|(column, _)| *column).collect();
            let row = self.simplex.add_row(&columns, cap.most.into())?;
            self.caps.push((cap, row));
        }
        Ok(())
    }

    fn add_odd_set(&mut self, members: Vec<Vertex>) -> Result<(), SimplexStop> {
        let holds = |v: Vertex| members.binary_search(&v).is_ok();
        let within = self.pairs.iter().filter(|(_, (one, other))| holds(*one) && holds(*other));
        let columns: Vec<usize> = within.map(|(column, _)| *column).collect();
        let row = self.simplex.add_row(&columns, (members.len() as i64 - 1) / 2)?;
        self.odd_sets.push((members, row));
        Ok(())
    }

    /// Solve, and add the pairs that gain, until none does.
    fn solve(&mut self) -> Result<(), SimplexStop> {
        self.simplex.restore()?;
        loop {
            self.simplex.maximise()?;
            let gains = self.priced()?;
            if gains.is_empty() {
                return Ok(());
            }
            for (_, one, other) in few_at_each(self.model.vertices(), PRICED, gains, |(_, one, other)| (*one, *other)) {
                self.add((one, other))?;
            }
        }
    }

    /// What each of these pairs loses in each tier by the dual values, that of the artificial columns first.
    fn losses(
        &self,
        pairs: impl Iterator<Item = (Vertex, Vertex)>,
    ) -> impl Iterator<Item = (Vec<Rational>, Vertex, Vertex)> {
        let tiers = (0..self.model.tiers()).map(|tier| self.simplex.duals(tier));
        let duals: Vec<Vec<Rational>> = std::iter::once(self.simplex.artificial_duals()).chain(tiers).collect();
        let mut sets_of: Vec<Vec<usize>> = vec![Vec::new(); self.model.vertices()];
        for (set, (members, _)) in self.odd_sets.iter().enumerate() {
            members.iter().for_each(|v| sets_of[*v].push(set));
        }
        pairs.map(move |(one, other)| {
            let values = self.model.pair_values(one, other);
            let both = sets_of[one].iter().filter(|set| sets_of[other].contains(set));
            let sets = both.map(|set| self.odd_sets[*set].1);
            let rows: Vec<usize> = [one, other].into_iter().chain(sets).chain(self.cap_rows(one, other)).collect();
            let values = std::iter::once(0).chain(values.iter().map(|value| value.units()));
            let losses = duals.iter().zip(values).map(|(duals, value)| {
                rows.iter().map(|row| duals[*row]).sum::<Rational>() - Rational::from_integer(value.into())
            });
            (losses.collect(), one, other)
        })
    }

    /// The pairs that are no columns and gain, the greatest gain first, each with minus its gain in each tier.
    fn priced(&self) -> Result<Vec<(Vec<Rational>, Vertex, Vertex)>, SimplexStop> {
        let missing = self.model.without_colours().filter(|pair| !self.column_of.contains_key(pair));
        let mut gains = Vec::new();
        for (number, gain) in self.losses(missing).enumerate() {
            self.check_limits(number)?;
            if gain.0.iter().find(|loss| !loss.is_zero()).is_some_and(|loss| *loss < Rational::zero()) {
                gains.push(gain);
            }
        }
        gains.sort_unstable();
        Ok(gains)
    }

    /// Odd sets that keep the pairs of reduced cost 0 from a pairing that fills the sets of positive dual value. Some of them are
    /// violated wherever the program is optimal, so the same value does not come again and again.
    fn odd_parts(&self) -> Vec<Vec<Vertex>> {
        let tight = self.losses(self.model.without_colours());
        let tight = tight.filter(|(losses, ..)| losses.iter().all(Zero::is_zero)).map(|(_, one, other)| (one, other));
        let graph = Graph::new(self.model.vertices(), tight);
        let matching = Matching::maximum(&graph);
        if let Some(why) = obstruction(&graph, &matching) {
            return why.odd_components;
        }
        let duals: Vec<Vec<Rational>> = (0..self.model.tiers()).map(|tier| self.simplex.duals(tier)).collect();
        let is_full = |row: usize| duals.iter().any(|duals| !duals[row].is_zero());
        let full = self.odd_sets.iter().filter(|(_, row)| is_full(*row)).map(|(set, _)| set.as_slice());
        contraction::fill(&graph, &full.collect::<Vec<_>>()).err().unwrap_or_default()
    }

    /// The values of the tiers, and the point.
    fn answer(&self) -> Result<(Vec<ExactValue>, Point), SolveError> {
        let mut point = Vec::new();
        for (column, x) in self.simplex.point() {
            // A slack column is no pair.
            if let Some((one, other)) = self.pairs.get(&column) {
                point.push((self.model.pair(*one, *other).ok_or_else(|| fault("a pair that may not meet"))?, x));
            }
        }
        point.sort_by_key(|(pair, _)| (pair.high, pair.low));
        let values =
            (0..).zip(self.model.units()).map(|(tier, unit)| ExactValue::of_units(self.simplex.value(tier), *unit));
        Ok((values.collect(), point))
    }
}

/// The pairs of a circle, each from the vertex that it begins at.
fn turned(circle: &[Vertex]) -> impl Iterator<Item = (Vertex, Vertex)> + '_ {
    circle.iter().copied().zip(circle.iter().copied().cycle().skip(1))
}
