//! The linear program of a minimum-cost perfect matching: degree rows, odd-set rows by separation, columns by pricing.
//!
//! By Edmonds (1965) odd-set inequalities make it integral. After each solve, missing columns are priced by the dual
//! values. Cutting until the solver finds an integral vertex of the optimal face would be slow where many optima are
//! equal: hundreds of solves at 200 players. So a matching is sought among the edges of reduced cost 0. A perfect one that
//! fills every odd set of nonzero dual value is optimal by complementary slackness. If there is no perfect one, its odd
//! components are violated sets, and Padberg and Rao's separation finds the others. If there is one that leaves a full set
//! unfilled, the full sets are contracted first ([`contraction`]).

use super::highs::{HighsFailure, NoOptimum, SimplexProgram};
use super::{Limits, SolveError, contraction, highs, infeasible, odd_sets};
use crate::graph::{Graph, Matching, few_at_each, obstruction};
use crate::model::{Objective, Pair, PairModel, Value};
use crate::tournament::RoundState;
use itertools::Itertools;
use num_rational::Ratio;
use std::collections::BTreeMap;

/// HiGHS solves to 1e-7; what is smaller than this counts as zero.
const ZERO: f64 = 1e-6;
/// How many of the best pairs of each player are columns from the start; pricing finds the others.
const START_PER_VERTEX: usize = 12;
/// How many of the columns that pricing finds are added for each vertex at a time.
const PRICED_PER_VERTEX: usize = 3;

/// The memory that a pair takes, as an edge with its costs, measured at 10,000 players.
pub(super) const BYTES_PER_PAIR: u64 = 100;

/// An edge, by the index that the costs go by.
type Edge = usize;

/// The program over one graph. Costs change and the face shrinks; rows and columns stay.
struct MatchingLp<'a> {
    limits: Limits,
    vertices: usize,
    edges: &'a [(usize, usize)],
    /// Whether the edge is still in the face.
    alive: Vec<bool>,
    program: SimplexProgram,
    /// The columns, by their numbers in the program, whose first rows are those of the vertices.
    columns: Vec<(Edge, usize)>,
    column_of: Vec<Option<usize>>,
    sets: Vec<LpOddSet>,
    /// The odd sets each vertex is in.
    sets_of: Vec<Vec<usize>>,
    tier: usize,
    steps: Vec<LpStep>,
}

struct LpOddSet {
    members: Vec<usize>,
    row: usize,
    /// Whether the face requires it to hold with equality.
    tight: bool,
}

/// An optimal matching with its dual solution, in floating point.
struct LpOptimum {
    /// The edges of the matching, in increasing order.
    chosen: Vec<Edge>,
    cost: i64,
    dual: LpDual,
}

/// A dual value for each vertex and, not negative unless the set is kept full, for each odd set: an edge costs at least the
/// sum of its ends' less those of the sets that hold both, as in [`graph`](crate::graph). A certificate speaks of weights, which
/// are minus the costs, and so has minus the vertices' values.
struct LpDual {
    vertex: Vec<f64>,
    set: Vec<f64>,
}

/// The outcome of a solve.
enum LpOutcome {
    /// An optimum.
    Optimal(LpOptimum),
    /// A limit came first. A proven lower bound on the cost, if there is one yet.
    Stopped(Option<i64>),
}

/// What the program has found.
pub(crate) struct LpSolution {
    /// The bounds, up to the first tier not solved to the end.
    pub values: Vec<Value>,
    /// Whether all tiers were solved to the end.
    pub is_done: bool,
    /// The solves, in order.
    pub steps: Vec<LpStep>,
}

/// A solve of the program, and the odd sets that its point violates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LpStep {
    /// The tier, from 0.
    pub tier: usize,
    /// What no matching exceeds, in the unit of the tier: rounded to so many [parts](BOUND_PARTS).
    pub bound: Ratio<i128>,
    /// The odd sets that are added.
    pub odd_sets: Vec<Vec<usize>>,
}

/// Bounds of floating point are shown in so many parts of a unit.
const BOUND_PARTS: i128 = 10_000;

/// The steps of this program for `objective`; `None` if a limit comes first.
///
/// # Errors
/// [`SolveError::WithoutHighs`]; [`SolveError::Internal`] if HiGHS fails.
pub(crate) fn steps_of_cuts(
    state: &RoundState,
    objective: &Objective,
    limits: Limits,
) -> Result<Option<Vec<LpStep>>, SolveError> {
    highs::require("the linear program with odd sets")?;
    let (round, spec) = (state.clone(), objective.clone());
    let solved = limits.attempt(move || solve(&PairModel::new(&round, &spec), limits)).transpose()?;
    Ok(solved.filter(|solved| solved.is_done).map(|solved| solved.steps))
}

/// Maximise the tiers of `model`, which must have a perfect matching, one after another by this program alone. What is found
/// rests on floating point.
pub(crate) fn solve(model: &PairModel<'_>, limits: Limits) -> Result<LpSolution, SolveError> {
    let pairs: Vec<Pair> = model.pairs().collect();
    let edges: Vec<(usize, usize)> = pairs.iter().map(|pair| (pair.high, pair.low)).collect();
    let mut costs = vec![Vec::with_capacity(edges.len()); model.tiers()];
    for pair in &pairs {
        let values = model.pair_values(pair.high, pair.low);
        costs.iter_mut().zip(values).for_each(|(costs, value)| costs.push(-value.units()));
    }
    let any = Matching::maximum(&infeasible::graph(model));
    let pairs = (0..model.vertices()).filter_map(|v| Some((v, any.mate(v)?)));
    let mut chosen: Vec<Edge> = pairs.filter_map(|pair| edges.binary_search(&pair).ok()).collect();
    let priced = edges.iter().zip(&costs[0]).map(|((u, v), cost)| (*u, *v, *cost));
    let start: Vec<Edge> = cheapest_edges(model.vertices(), priced, START_PER_VERTEX).collect();
    let mut lp = MatchingLp::new(model.vertices(), &edges, &start, limits)?;
    let mut values = Vec::new();
    let mut is_done = true;
    for (tier, (costs, unit)) in costs.iter().zip(model.units()).enumerate() {
        lp.tier = tier;
        match lp.minimise(costs, &chosen)? {
            LpOutcome::Optimal(optimum) => {
                values.push(unit.value(-optimum.cost));
                lp.restrict_to_face(costs, &optimum)?;
                chosen = optimum.chosen;
            }
            LpOutcome::Stopped(bound) => {
                values.extend(bound.map(|cost| unit.value(-cost)));
                is_done = false;
                break;
            }
        }
    }
    Ok(LpSolution { values, is_done, steps: lp.steps })
}

/// For each vertex its `most` cheapest edges, the nearest in pairing order among equals; an edge can be named twice.
pub(super) fn cheapest_edges(
    vertices: usize,
    edges: impl IntoIterator<Item = (usize, usize, i64)>,
    most: usize,
) -> impl Iterator<Item = Edge> {
    let mut at: Vec<Vec<(i64, usize, Edge)>> = vec![Vec::new(); vertices];
    for (edge, (u, v, cost)) in edges.into_iter().enumerate() {
        for vertex in [u, v] {
            at[vertex].push((cost, u.abs_diff(v), edge));
        }
    }
    at.into_iter().flat_map(move |list| list.into_iter().k_smallest(most)).map(|(_, _, edge)| edge)
}

/// Of edges with these reduced costs those that cost less than nothing, the worst first and a few at each vertex.
pub(super) fn worth_adding(
    vertices: usize,
    few: usize,
    edges: impl Iterator<Item = (f64, Edge)>,
    ends: impl Fn(Edge) -> (usize, usize),
) -> Vec<Edge> {
    let mut worth: Vec<(f64, Edge)> = edges.filter(|(reduced, _)| *reduced < -ZERO).collect();
    worth.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    few_at_each(vertices, few, worth, |(_, edge)| ends(*edge)).into_iter().map(|(_, edge)| edge).collect()
}

fn fault(HighsFailure(status): HighsFailure) -> SolveError {
    SolveError::Internal(format!("HiGHS returned {status} on the matching program"))
}

impl<'a> MatchingLp<'a> {
    /// The program on `edges`, with the columns `start` to begin with.
    fn new(vertices: usize, edges: &'a [(usize, usize)], start: &[Edge], limits: Limits) -> Result<Self, SolveError> {
        let program = SimplexProgram::new((0..vertices).map(|_| (1.0, 1.0)), [], limits).map_err(fault)?;
        let mut lp = Self {
            limits,
            vertices,
            edges,
            alive: vec![true; edges.len()],
            program,
            columns: Vec::new(),
            column_of: vec![None; edges.len()],
            sets: Vec::new(),
            sets_of: vec![Vec::new(); vertices],
            tier: 0,
            steps: Vec::new(),
        };
        for edge in start {
            if lp.column_of[*edge].is_none() {
                lp.add_column(*edge, 0)?;
            }
        }
        Ok(lp)
    }

    /// A cheapest perfect matching of the face. `known` is some perfect matching of the face: with its columns the
    /// program is feasible whatever rows are added.
    fn minimise(&mut self, costs: &[i64], known: &[Edge]) -> Result<LpOutcome, SolveError> {
        for edge in known {
            if self.column_of[*edge].is_none() {
                self.add_column(*edge, costs[*edge])?;
            }
        }
        for (edge, column) in &self.columns {
            self.program.set_cost(*column, costs[*edge] as f64).map_err(fault)?;
        }
        let mut bound = None;
        loop {
            if self.limits.are_nearly_reached() {
                return Ok(LpOutcome::Stopped(bound));
            }
            let limits = self.limits;
            let optimum = match self.program.solve(&|| limits.are_nearly_reached(), limits.ear()) {
                Ok(optimum) => optimum,
                Err(NoOptimum::Stopped) => return Ok(LpOutcome::Stopped(bound)),
                Err(NoOptimum::Ended(status)) => {
                    return Err(SolveError::Internal(format!("HiGHS ended the matching program {status}")));
                }
                Err(NoOptimum::Failed(failed)) => return Err(fault(failed)),
            };
            let (vertex, set) = optimum.duals.split_at(self.vertices);
            let dual = LpDual { vertex: vertex.to_vec(), set: set.iter().map(|value| -value).collect() };

            if self.price(costs, &dual)? {
                continue;
            }
            bound = Some((optimum.value - ZERO).ceil() as i64);
            let support: Vec<(usize, usize, f64)> = self
                .columns
                .iter()
                .zip(&optimum.columns)
                .filter(|(_, x)| **x > ZERO)
                .map(|((edge, _), x)| (self.edges[*edge].0, self.edges[*edge].1, *x))
                .collect();
            let parts = Ratio::new(-(optimum.value * BOUND_PARTS as f64).round() as i128, BOUND_PARTS);
            self.steps.push(LpStep { tier: self.tier, bound: parts, odd_sets: Vec::new() });
            let (matching, mut cuts) = self.match_tight_edges(costs, &dual, &support);
            if let Some(chosen) = matching {
                let cost = chosen.iter().map(|edge| costs[*edge]).sum();
                return Ok(LpOutcome::Optimal(LpOptimum { chosen, cost, dual }));
            }
            cuts.extend(odd_sets::violated(self.vertices, &support));
            cuts.sort();
            cuts.dedup();
            if cuts.is_empty() {
                return Err(SolveError::Internal("no odd set separates a fractional matching".into()));
            }
            if let Some(step) = self.steps.last_mut() {
                step.odd_sets.clone_from(&cuts);
            }
            for members in cuts {
                self.add_odd_set(members)?;
            }
        }
    }

    /// Keep only what may be in an optimum: edges of reduced cost 0, odd sets of nonzero dual value full.
    fn restrict_to_face(&mut self, costs: &[i64], optimum: &LpOptimum) -> Result<(), SolveError> {
        for (edge, cost) in costs.iter().enumerate() {
            if self.alive[edge] && self.reduced_cost(*cost, edge, &optimum.dual) > ZERO {
                self.remove(edge)?;
            }
        }
        for (index, (set, dual)) in self.sets.iter_mut().zip(&optimum.dual.set).enumerate() {
            if dual.abs() > ZERO && !set.tight {
                set.tight = true;
                let full = set.capacity() as f64;
                self.program.set_row_bounds(self.vertices + index, full, full).map_err(fault)?;
            }
        }
        Ok(())
    }

    /// Take `edge` out of the face.
    fn remove(&mut self, edge: Edge) -> Result<(), SolveError> {
        self.alive[edge] = false;
        self.column_of[edge].map_or(Ok(()), |column| self.program.close_column(column)).map_err(fault)
    }

    fn reduced_cost(&self, cost: i64, edge: Edge, dual: &LpDual) -> f64 {
        let (u, v) = self.edges[edge];
        // Most dual values are 0, and to search the sets is what takes the time.
        let nonzero = self.sets_of[u].iter().filter(|set| dual.set[**set] != 0.0);
        let sets: f64 = nonzero.filter(|set| self.sets[**set].contains(v)).map(|set| dual.set[*set]).sum();
        cost as f64 - dual.vertex[u] - dual.vertex[v] + sets
    }

    /// Add edges whose reduced cost is negative; whether there were any.
    fn price(&mut self, costs: &[i64], dual: &LpDual) -> Result<bool, SolveError> {
        let missing = (0..self.edges.len()).filter(|edge| self.alive[*edge] && self.column_of[*edge].is_none());
        let reduced = missing.map(|edge| (self.reduced_cost(costs[edge], edge, dual), edge));
        let added = worth_adding(self.vertices, PRICED_PER_VERTEX, reduced, |edge| self.edges[edge]);
        for edge in &added {
            self.add_column(*edge, costs[*edge])?;
        }
        Ok(!added.is_empty())
    }

    /// A perfect matching of tight edges that fills the odd sets of nonzero dual value, or violated odd sets.
    fn match_tight_edges(
        &self,
        costs: &[i64],
        dual: &LpDual,
        support: &[(usize, usize, f64)],
    ) -> (Option<Vec<Edge>>, Vec<Vec<usize>>) {
        let tight: BTreeMap<(usize, usize), Edge> = (0..self.edges.len())
            .filter(|edge| self.alive[*edge] && self.reduced_cost(costs[*edge], *edge, dual).abs() <= ZERO)
            .map(|edge| (self.edges[edge], edge))
            .collect();
        let graph = Graph::new(self.vertices, tight.keys().copied());
        let edges_of = |matching: &Matching| {
            let pairs = (0..self.vertices).filter_map(|u| Some((u, matching.mate(u)?)));
            let mut edges: Vec<Edge> = pairs.filter_map(|pair| tight.get(&pair).copied()).collect();
            edges.sort_unstable();
            edges
        };
        // What the solver found whole is the best start, and alone right where the face has full odd sets.
        let mut mates = vec![None; self.vertices];
        for (u, v, _) in support.iter().filter(|(_, _, x)| *x > 1.0 - ZERO) {
            mates[*u] = Some(*v);
            mates[*v] = Some(*u);
        }
        let matching = Matching::from_mates(mates).grown(&graph);
        if matching.is_perfect() {
            let to_fill = || self.sets.iter().zip(&dual.set).filter(|(set, dual)| dual.abs() > ZERO || set.tight);
            let fills = |matching: &Matching| to_fill().all(|(set, _)| set.is_full(&|v| matching.mate(v)));
            if fills(&matching) {
                return (Some(edges_of(&matching)), Vec::new());
            }
            let sets: Vec<&[usize]> = to_fill().map(|(set, _)| set.members.as_slice()).collect();
            return match contraction::fill(&graph, &sets) {
                Ok(mates) => {
                    let filled = Some(Matching::from_mates(mates)).filter(fills);
                    (filled.map(|matching| edges_of(&matching)), Vec::new())
                }
                Err(parts) => (None, self.violated_among(parts, support)),
            };
        }
        let Some(why) = obstruction(&graph, &matching) else { return (None, Vec::new()) };
        (None, self.violated_among(why.odd_components, support))
    }

    /// Those of the odd `parts` whose inequality the point violates.
    fn violated_among(&self, mut parts: Vec<Vec<usize>>, support: &[(usize, usize, f64)]) -> Vec<Vec<usize>> {
        parts.retain(|part| part.len() >= 3 && odd_sets::is_violated(self.vertices, part, support));
        parts
    }

    fn add_column(&mut self, edge: Edge, cost: i64) -> Result<(), SolveError> {
        let (u, v) = self.edges[edge];
        let sets = self.sets_of[u].iter().map(|set| &self.sets[*set]).filter(|set| set.contains(v));
        let rows = [u, v].into_iter().chain(sets.map(|set| set.row)).map(|row| (row, 1.0));
        let column = self.program.add_column(cost as f64, rows).map_err(fault)?;
        self.column_of[edge] = Some(column);
        self.columns.push((edge, column));
        Ok(())
    }

    fn add_odd_set(&mut self, members: Vec<usize>) -> Result<(), SolveError> {
        let inside = |edge: Edge| {
            let (u, v) = self.edges[edge];
            members.binary_search(&u).is_ok() && members.binary_search(&v).is_ok()
        };
        let columns = self.columns.iter().filter(|(edge, _)| inside(*edge)).map(|(_, column)| (*column, 1.0));
        let row = self.program.add_row(..=((members.len() - 1) / 2) as f64, columns).map_err(fault)?;
        for v in &members {
            self.sets_of[*v].push(self.sets.len());
        }
        self.sets.push(LpOddSet { members, row, tight: false });
        Ok(())
    }
}

impl LpOddSet {
    fn contains(&self, v: usize) -> bool {
        self.members.binary_search(&v).is_ok()
    }

    /// How many edges a matching can have inside.
    fn capacity(&self) -> usize {
        (self.members.len() - 1) / 2
    }

    /// Whether the matching has as many edges inside as it can.
    fn is_full(&self, mate: &impl Fn(usize) -> Option<usize>) -> bool {
        let inside = self.members.iter().filter(|v| mate(**v).is_some_and(|w| self.contains(w))).count();
        inside == 2 * self.capacity()
    }
}
