use super::{Leaf, Stage, Step, Tree};
use crate::graph::budget::spend;
use crate::graph::{CheapestMatching, MatchingDual, Prices};
use crate::model::Vertex;
use crate::solve::SolveError;
use fixedbitset::FixedBitSet;
use itertools::Itertools;
use num_integer::gcd;
use std::rc::Rc;

/// A pair, by its index.
pub(super) type Edge = usize;

const NO_EDGE: u32 = u32::MAX;
/// Sums of this many times as many numbers as there are players stay within 128 bits.
const LARGEST: f64 = (1_u128 << 100) as f64;
/// How many edges of each vertex a search for a matching begins with.
const PROMISING: usize = 24;

/// The chosen pairs' numbers may sum to so much at most: a cap, or a tier that is decided.
pub(super) struct Ceiling {
    pub numbers: Vec<i64>,
    pub most: i64,
    /// The sums of two matchings differ by a multiple of this.
    pub step: i64,
    /// A part of the numbers that every matching has, by vertex. The rest is smaller, which is easier for floating point.
    pub shift: Vec<i64>,
}

/// The perfect matchings of some edges that keep below the ceilings.
pub(super) struct Problem {
    pub vertices: usize,
    pub edges: Vec<(Vertex, Vertex)>,
    /// Whether the edge can still be in an optimum.
    pub alive: Vec<bool>,
    pub ceilings: Vec<Ceiling>,
    /// The edge of two vertices, row by row.
    index: Vec<u32>,
    /// Each vertex alone.
    classes: Vec<Vec<Vertex>>,
}

/// Some pairs to branch on: those with one vertex in `one` and the other in `other`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub one: FixedBitSet,
    pub other: FixedBitSet,
}

/// Multipliers of the ceilings and of the branches of a path, none negative, over a common denominator.
#[derive(Clone)]
pub(super) struct Multipliers {
    pub scale: i128,
    pub ceilings: Vec<i128>,
    pub branches: Vec<i128>,
    /// Dual values of the vertices, in halves, with which to begin.
    pub start: Vec<i128>,
}

/// A bound, `leaf.scale` times as large, with what proves it, and the matching that comes to it.
pub(super) struct Evaluated {
    pub bound: i128,
    pub leaf: Leaf,
    pub chosen: Vec<Edge>,
}

impl Branch {
    pub fn new(vertices: usize, one: &[Vertex], other: &[Vertex]) -> Self {
        let set = |list: &[Vertex]| {
            let mut set = FixedBitSet::with_capacity(vertices);
            set.extend(list.iter().copied());
            set
        };
        Self { one: set(one), other: set(other) }
    }

    pub fn holds(&self, (u, v): (Vertex, Vertex)) -> bool {
        (self.one.contains(u) && self.other.contains(v)) || (self.one.contains(v) && self.other.contains(u))
    }
}

impl Multipliers {
    pub fn none(problem: &Problem) -> Self {
        Self {
            scale: 1,
            ceilings: vec![0; problem.ceilings.len()],
            branches: Vec::new(),
            start: vec![0; problem.vertices],
        }
    }
}

impl Ceiling {
    pub fn eased(&self, edge: Edge, (u, v): (Vertex, Vertex)) -> i64 {
        self.numbers[edge] - self.shift[u] - self.shift[v]
    }

    pub fn eased_most(&self) -> i64 {
        self.most - self.shift.iter().sum::<i64>()
    }
}

impl Problem {
    pub fn new(vertices: usize, edges: Vec<(Vertex, Vertex)>) -> Self {
        let mut index = vec![NO_EDGE; vertices * vertices];
        for (edge, (u, v)) in (0..).zip(&edges) {
            index[u * vertices + v] = edge;
            index[v * vertices + u] = edge;
        }
        Self {
            vertices,
            alive: vec![true; edges.len()],
            edges,
            ceilings: Vec::new(),
            index,
            classes: (0..vertices).map(|v| vec![v]).collect(),
        }
    }

    pub fn edge(&self, u: Vertex, v: Vertex) -> Option<Edge> {
        spend(1);
        Some(self.index[u * self.vertices + v]).filter(|edge| *edge != NO_EDGE).map(|edge| edge as usize)
    }

    pub fn alive(&self) -> impl Iterator<Item = Edge> + '_ {
        (0..self.edges.len()).filter(|edge| {
            spend(1);
            self.alive[*edge]
        })
    }

    pub fn sum(numbers: &[i64], chosen: &[Edge]) -> i64 {
        chosen.iter().map(|edge| numbers[*edge]).sum()
    }

    pub fn allows(&self, chosen: &[Edge]) -> bool {
        self.ceilings.iter().all(|ceiling| Self::sum(&ceiling.numbers, chosen) <= ceiling.most)
    }

    /// The sums of two matchings differ by a multiple of this.
    pub fn step(&self, numbers: &[i64]) -> i64 {
        let mut alive = self.alive().map(|edge| numbers[edge]);
        let Some(first) = alive.next() else { return 1 };
        alive.fold(0, |step, number| gcd(step, number - first)).max(1)
    }

    /// What an edge costs with these multipliers.
    fn cost(&self, goal: &[i64], path: &[Step], multipliers: &Multipliers, edge: Edge) -> i128 {
        let mut cost = multipliers.scale * i128::from(goal[edge]);
        for (ceiling, multiplier) in self.ceilings.iter().zip(&multipliers.ceilings) {
            cost += multiplier * i128::from(ceiling.numbers[edge]);
        }
        for (step, multiplier) in path.iter().zip(&multipliers.branches) {
            if *multiplier != 0 && step.branch.holds(self.edges[edge]) {
                cost += if step.is_more { -multiplier } else { *multiplier };
            }
        }
        cost
    }

    /// Whether the costs with these multipliers are so large that sums of them might not be exact.
    pub fn is_too_large(&self, goal: &[i64], multipliers: &Multipliers) -> bool {
        let most = |numbers: &[i64]| numbers.iter().map(|number| number.unsigned_abs()).max().unwrap_or(0) as f64;
        let ceilings = self.ceilings.iter().zip(&multipliers.ceilings);
        let of_ceilings: f64 = ceilings.map(|(ceiling, number)| most(&ceiling.numbers) * *number as f64).sum();
        let of_branches: f64 = multipliers.branches.iter().map(|number| *number as f64).sum();
        multipliers.scale as f64 * most(goal) + of_ceilings + of_branches > LARGEST
    }

    /// The bound of these multipliers on the sum of `goal`: with them, ceilings and branches become a part of what edges cost, and a
    /// cheapest matching does the rest. Checked in integers.
    pub fn evaluate(&self, goal: &[i64], path: &[Step], multipliers: Multipliers) -> Result<Evaluated, SolveError> {
        let fault = |what: &str| SolveError::Internal(format!("a bound of the capped program {what}"));
        let lost = || fault("has no matching");
        let matching = self
            .cheapest(|edge| self.cost(goal, path, &multipliers, edge), multipliers.start.clone())
            .ok_or_else(lost)?;
        let chosen = self.chosen(&matching);
        let Multipliers { scale, ceilings, branches, .. } = multipliers;
        let dual = MatchingDual::from_halves(matching.dual.vertices, matching.dual.odd_sets);
        let leaf = Leaf { scale, ceilings, branches, dual };
        let is_set = |(set, value): &(Vec<Vertex>, i128)| set.len() % 2 == 1 && *value >= 0;
        let reduced = self.reduced_costs(goal, path, &leaf);
        if !leaf.dual.odd_sets.iter().all(is_set) || self.alive().zip(reduced).any(|(_, reduced)| reduced < 0) {
            return Err(fault("rests on dual values that are not feasible"));
        }
        Ok(Evaluated { bound: self.bound(path, &leaf), leaf, chosen })
    }

    /// The bound that a leaf proves.
    pub fn bound(&self, path: &[Step], leaf: &Leaf) -> i128 {
        let inside = leaf.dual.odd_sets.iter().map(|(set, value)| (set.len() as i128 - 1) / 2 * value);
        let mut bound = leaf.dual.vertices.iter().sum::<i128>() - inside.sum::<i128>();
        for (ceiling, multiplier) in self.ceilings.iter().zip(&leaf.ceilings) {
            bound -= multiplier * i128::from(ceiling.most);
        }
        for (step, multiplier) in path.iter().zip(&leaf.branches) {
            let at = i128::from(step.at_most);
            bound += if step.is_more { multiplier * (at + 1) } else { -(multiplier * at) };
        }
        bound
    }

    /// The reduced cost of each edge that is alive.
    fn reduced_costs(&self, goal: &[i64], path: &[Step], leaf: &Leaf) -> impl Iterator<Item = i128> {
        let Leaf { scale, ceilings, branches, dual } = leaf;
        let multipliers =
            Multipliers { scale: *scale, ceilings: ceilings.clone(), branches: branches.clone(), start: Vec::new() };
        let mut sets_of: Vec<Vec<usize>> = vec![Vec::new(); self.vertices];
        for (number, (set, _)) in dual.odd_sets.iter().enumerate() {
            set.iter().for_each(|v| sets_of[*v].push(number));
        }
        self.alive().map(move |edge| {
            let (u, v) = self.edges[edge];
            let shared = sets_of[u].iter().filter(|set| sets_of[v].contains(set)).map(|set| dual.odd_sets[*set].1);
            self.cost(goal, path, &multipliers, edge) - dual.vertices[u] - dual.vertices[v] + shared.sum::<i128>()
        })
    }

    /// Leave out the edges whose reduced cost at the root is greater than the gap between its bound and `value`.
    pub fn narrow(&mut self, goal: &[i64], root: &Leaf, value: i64) {
        let gap = root.scale * i128::from(value) - self.bound(&[], root);
        let out: Vec<Edge> = self
            .alive()
            .zip(self.reduced_costs(goal, &[], root))
            .filter(|(_, cost)| *cost > gap)
            .map(|(edge, _)| edge)
            .collect();
        out.into_iter().for_each(|edge| self.alive[edge] = false);
    }

    /// Leave out the edges that no leaf of the stage's tree allows in a matching of its least sum. Of the ceilings it knew the first.
    pub fn narrow_by(&mut self, goal: &[i64], stage: &Stage) {
        let mut is_possible = FixedBitSet::with_capacity(self.edges.len());
        self.possible(goal, stage.least, &stage.tree, &mut Vec::new(), &mut is_possible);
        self.alive.iter_mut().enumerate().for_each(|(edge, alive)| *alive &= is_possible.contains(edge));
    }

    fn possible(&self, goal: &[i64], least: i64, tree: &Tree, path: &mut Vec<Step>, is_possible: &mut FixedBitSet) {
        match tree {
            Tree::Leaf(leaf) => {
                let gap = leaf.scale * i128::from(least) - self.bound(path, leaf);
                let within = self.alive().zip(self.reduced_costs(goal, path, leaf)).filter(|(_, cost)| *cost <= gap);
                is_possible.extend(within.map(|(edge, _)| edge));
            }
            Tree::Branch { one, other, at_most, fewer, more } => {
                let branch = Rc::new(Branch::new(self.vertices, one, other));
                for (is_more, tree) in [(false, fewer), (true, more)] {
                    path.push(Step { branch: Rc::clone(&branch), at_most: *at_most, is_more });
                    self.possible(goal, least, tree, path, is_possible);
                    path.pop();
                }
            }
        }
    }

    /// Among the matchings that are cheapest with these multipliers, one with the least sum of `rest`.
    pub fn among_cheapest(
        &self,
        goal: &[i64],
        path: &[Step],
        multipliers: &Multipliers,
        dual: &MatchingDual<i128>,
        rest: impl Fn(Edge) -> i128,
    ) -> Option<Vec<Edge>> {
        let most = self.alive().map(|edge| rest(edge).abs()).max().unwrap_or(0);
        let factor = most.checked_mul(self.vertices as i128 + 1)? + 1;
        let greatest = self.alive().map(|edge| self.cost(goal, path, multipliers, edge).abs()).max().unwrap_or(0);
        // Beyond this, costs would not be exact.
        greatest.checked_mul(factor).filter(|cost| *cost < 1 << 110)?;
        let start = dual.vertices.iter().map(|value| 2 * factor * value).collect();
        let matching = self.cheapest(|edge| factor * self.cost(goal, path, multipliers, edge) + rest(edge), start)?;
        Some(self.chosen(&matching))
    }

    /// The cheapest matching of the edges that are alive; `None` if there is none. The search begins with dual values near `start`, in
    /// halves.
    fn cheapest(&self, cost: impl Fn(Edge) -> i128, start: Vec<i128>) -> Option<CheapestMatching<i128>> {
        let mut dual = start;
        let mut at: Vec<Vec<(Edge, Vertex, i128)>> = vec![Vec::new(); self.vertices];
        for edge in self.alive() {
            let ((u, v), twice) = (self.edges[edge], 2 * cost(edge));
            at[u].push((edge, v, twice));
            at[v].push((edge, u, twice));
            let excess = dual[u] + dual[v] - twice;
            if excess > 0 {
                dual[u] -= excess - excess / 2;
                dual[v] -= excess / 2;
            }
        }
        let mut promising = Vec::new();
        for (u, edges) in at.iter().enumerate() {
            // As great as they can be.
            dual[u] += edges.iter().map(|(_, v, twice)| twice - dual[u] - dual[*v]).min().unwrap_or(0);
        }
        for (u, edges) in at.iter().enumerate() {
            let by_cost = edges.iter().map(|(edge, v, twice)| (twice - dual[u] - dual[*v], *edge));
            promising.extend(by_cost.k_smallest(PROMISING).map(|(_, edge)| edge));
        }
        let edges: Vec<(Vertex, Vertex)> =
            promising.into_iter().sorted_unstable().dedup().map(|edge| self.edges[edge]).collect();
        CheapestMatching::from_duals(&Priced { problem: self, cost }, dual, &edges, || false).ok()
    }

    fn chosen(&self, matching: &CheapestMatching<i128>) -> Vec<Edge> {
        let pairs = matching.mates.iter().enumerate().filter(|(v, mate)| v < *mate);
        pairs.filter_map(|(v, mate)| self.edge(v, *mate)).collect()
    }

    /// Another matching between two: where `chosen` differs from `other`, in cycles, those of `other` that make the sum of `goal` less and
    /// keep below the ceilings.
    pub fn mixed(&self, goal: &[i64], chosen: &[Edge], other: &[Edge]) -> Vec<Edge> {
        let mates = |edges: &[Edge]| {
            let mut mates = vec![0; self.vertices];
            for edge in edges {
                let (u, v) = self.edges[*edge];
                (mates[u], mates[v]) = (v, u);
            }
            mates
        };
        let (from, to) = (mates(chosen), mates(other));
        let mut seen = vec![false; self.vertices];
        let mut cycles = Vec::new();
        for start in 0..self.vertices {
            let (mut out, mut into) = (Vec::new(), Vec::new());
            let mut v = start;
            while !seen[v] && from[v] != to[v] {
                let mate = from[v];
                (seen[v], seen[mate]) = (true, true);
                out.extend(self.edge(v, mate));
                into.extend(self.edge(mate, to[mate]));
                v = to[mate];
            }
            let gain = Self::sum(goal, &into) - Self::sum(goal, &out);
            if gain < 0 {
                cycles.push((gain, out, into));
            }
        }
        cycles.sort_unstable();
        let mut mixed = chosen.to_vec();
        for (_, out, into) in cycles {
            let next: Vec<Edge> = mixed.iter().copied().filter(|edge| !out.contains(edge)).chain(into).collect();
            if self.allows(&next) {
                mixed = next;
            }
        }
        mixed
    }
}

/// The edges that are alive, each vertex a class of its own.
struct Priced<'a, C> {
    problem: &'a Problem,
    cost: C,
}

impl<C: Fn(Edge) -> i128> Prices for Priced<'_, C> {
    type Cost = i128;

    fn classes(&self) -> &[Vec<Vertex>] {
        &self.problem.classes
    }

    fn class(&self, v: Vertex) -> usize {
        v
    }

    fn least(&self, u: usize, v: usize) -> Option<i128> {
        self.problem.edge(u, v).filter(|edge| self.problem.alive[*edge]).map(&self.cost)
    }

    fn is_allowed(&self, u: Vertex, v: Vertex) -> bool {
        u != v
    }
}
