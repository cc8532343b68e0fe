use super::{BranchStep, CappedStage, Tree, TreeLeaf};
use crate::graph::budget::spend;
use crate::graph::{CheapestMatching, MatchingDual, Prices};
use crate::model::Vertex;
use crate::solve::SolveError;
use fixedbitset::FixedBitSet;
use itertools::Itertools;
use num_integer::gcd;
use num_rational::Ratio;
use std::rc::Rc;

/// A pair, by its index.
pub(super) type PairIndex = usize;

const NO_EDGE: u32 = u32::MAX;
/// What edges cost, with multipliers, times the square of the number of vertices is no more: see [`Problem::most_cost`].
const LARGEST: i128 = 1 << 118;
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

/// A bound with what proves it, and the matching that comes to it.
pub(super) struct EvaluatedBound {
    pub leaf: TreeLeaf,
    pub chosen: Vec<PairIndex>,
}

impl TreeLeaf {
    /// Whether the bound, as a fraction, is greater than another.
    pub(super) fn is_above(&self, other: &Self) -> bool {
        is_greater((self.bound, self.scale), (other.bound, other.scale))
    }
}

/// Whether one fraction is greater than another. Denominators are positive. Products of large ones would not be exact, so the
/// fractions are compared by division.
pub(super) fn is_greater((one, by): (i128, i128), (other, than): (i128, i128)) -> bool {
    Ratio::new_raw(one, by) > Ratio::new_raw(other, than)
}

/// The search needs numbers that are not exact in 128 bits.
pub(super) fn too_large(most: i128) -> SolveError {
    SolveError::Request(format!(
        "under these caps a bound needs costs of pairs beyond {most}, up to which sums of them are exact; make weights smaller, \
         give them fewer places, or put large terms into tiers of their own"
    ))
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
    /// Of a path without branches.
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
    pub fn eased(&self, edge: PairIndex, (u, v): (Vertex, Vertex)) -> i64 {
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

    pub fn edge(&self, u: Vertex, v: Vertex) -> Option<PairIndex> {
        spend(1);
        Some(self.index[u * self.vertices + v]).filter(|edge| *edge != NO_EDGE).map(|edge| edge as usize)
    }

    pub fn alive(&self) -> impl Iterator<Item = PairIndex> + '_ {
        (0..self.edges.len()).filter(|edge| {
            spend(1);
            self.alive[*edge]
        })
    }

    pub fn sum(numbers: &[i64], chosen: &[PairIndex]) -> i64 {
        chosen.iter().map(|edge| numbers[*edge]).sum()
    }

    pub fn allows(&self, chosen: &[PairIndex]) -> bool {
        self.ceilings.iter().all(|ceiling| Self::sum(&ceiling.numbers, chosen) <= ceiling.most)
    }

    /// The sums of two matchings differ by a multiple of this.
    pub fn step(&self, numbers: &[i64]) -> i64 {
        let mut alive = self.alive().map(|edge| numbers[edge]);
        let Some(first) = alive.next() else { return 1 };
        alive.fold(0, |step, number| gcd(step, number - first)).max(1)
    }

    /// The same where the numbers of edges say less: a part of them that every matching has, by vertex, is taken away first. So it
    /// is known, say, that in a score group two boards of equal colours come at a time, or none.
    ///
    /// Along a tree nothing is left of the edges. What is free is the part of its root: it is added at an even distance from it, and
    /// taken away at an odd one. An edge that closes an even cycle is left with a number, and one that closes an odd cycle with a
    /// number and twice what is free, which is chosen so that nothing is left of the first of these.
    pub fn parity_step(&self, numbers: &[i64]) -> i64 {
        let mut parts: Vec<Option<(i128, i128)>> = vec![None; self.vertices];
        let mut step = 0;
        for root in 0..self.vertices {
            if parts[root].is_some() {
                continue;
            }
            parts[root] = Some((0, 1));
            let (mut open, mut twice_free) = (vec![root], None);
            while let Some(u) = open.pop() {
                let Some((of_u, sign)) = parts[u] else { continue };
                for (v, part) in parts.iter_mut().enumerate() {
                    let Some(edge) = self.edge(u, v).filter(|edge| self.alive[*edge]) else { continue };
                    let left = i128::from(numbers[edge]) - of_u;
                    match *part {
                        None => {
                            *part = Some((left, -sign));
                            open.push(v);
                        }
                        Some((of_v, other)) if other != sign => step = gcd(step, left - of_v),
                        Some((of_v, _)) => {
                            let twice = sign * (left - of_v);
                            step = gcd(step, twice - *twice_free.get_or_insert(twice));
                        }
                    }
                }
            }
        }
        i64::try_from(step).unwrap_or(1).max(1)
    }

    /// What an edge costs with the multipliers of a leaf.
    fn cost(&self, goal: &[i64], path: &[BranchStep], leaf: &TreeLeaf, edge: PairIndex) -> i128 {
        let mut cost = leaf.scale * i128::from(goal[edge]);
        for (ceiling, multiplier) in self.ceilings.iter().zip(&leaf.ceilings) {
            cost += multiplier * i128::from(ceiling.numbers[edge]);
        }
        for (step, multiplier) in path.iter().zip(&leaf.branches) {
            if *multiplier != 0 && step.branch.holds(self.edges[edge]) {
                cost += if step.is_more { -multiplier } else { *multiplier };
            }
        }
        cost
    }

    /// The greatest cost of an edge, with multipliers, up to which everything about a matching is exact in 128 bits. It is
    /// R = 2^118 / n², for n vertices.
    ///
    /// The search for a matching has costs in halves, up to 2 R, and begins with dual values up to 8 R: see [`Self::cheapest`].
    /// As it goes on, the sum of dual values less those of odd sets grows by as much as time passes. It begins at -8 n R at least,
    /// and never exceeds a matching, which is n R at most. So there are 9 n R of time. No dual value changes faster than time,
    /// which leaves all of them within 9 n R + 8 R, and their sum within 9 n² R + 8 n R. The dual values of odd sets, each as often
    /// as it counts, are what is between this sum and that of the matching. All together that is less than 2^123, which is what
    /// [`proof`](crate::proof) asks of a certificate.
    ///
    /// The right sides of ceilings and branches, times their multipliers, are n R at most, and so is the scale times a sum of the
    /// goal: [`Self::is_exact`] looks at them.
    pub fn most_cost(&self) -> i128 {
        let size = (self.vertices as i128).max(1);
        LARGEST / (size * size)
    }

    /// Whether the costs with these multipliers are small enough for all sums of them to be exact.
    pub fn is_exact(&self, goal: &[i64], multipliers: &Multipliers) -> bool {
        let size = (self.vertices as i128).max(1);
        let most =
            |numbers: &[i64]| i128::from(self.alive().map(|edge| numbers[edge].unsigned_abs()).max().unwrap_or(0));
        let of_ceiling = |ceiling: &Ceiling| most(&ceiling.numbers).max(i128::from(ceiling.most).abs() / size + 1);
        let of_ceilings =
            self.ceilings.iter().zip(&multipliers.ceilings).map(|(ceiling, multiplier)| match multiplier {
                0 => Some(0),
                _ => multiplier.checked_mul(of_ceiling(ceiling)),
            });
        let of_goal = multipliers.scale.checked_mul(most(goal).max(1));
        let all = of_ceilings.chain([of_goal]).chain(multipliers.branches.iter().copied().map(Some));
        let sum = all.into_iter().try_fold(0_i128, |sum, number| sum.checked_add(number?));
        sum.is_some_and(|sum| sum <= self.most_cost())
    }

    /// The bound of these multipliers on the sum of `goal`: with them, ceilings and branches become a part of what edges cost, and a
    /// cheapest matching does the rest. Checked in integers.
    ///
    /// # Errors
    /// [`SolveError::Request`] if the costs are too large to be exact; [`SolveError::Internal`] if there is no matching.
    pub fn evaluate(
        &self,
        goal: &[i64],
        path: &[BranchStep],
        multipliers: Multipliers,
    ) -> Result<EvaluatedBound, SolveError> {
        let fault = |what: &str| SolveError::Internal(format!("a bound of the capped program {what}"));
        let lost = || fault("has no matching");
        if !self.is_exact(goal, &multipliers) {
            return Err(too_large(self.most_cost()));
        }
        let Multipliers { scale, ceilings, branches, start } = multipliers;
        let none = MatchingDual { vertices: Vec::new(), odd_sets: Vec::new() };
        let mut leaf = TreeLeaf { scale, ceilings, branches, bound: 0, dual: none };
        let matching = self.cheapest(|edge| self.cost(goal, path, &leaf, edge), start).ok_or_else(lost)?;
        let chosen = self.chosen(&matching);
        leaf.dual = MatchingDual::from_halves(matching.dual.vertices, matching.dual.odd_sets);
        leaf.bound = self.bound(path, &leaf);
        let is_set = |(set, value): &(Vec<Vertex>, i128)| set.len() % 2 == 1 && *value >= 0;
        let reduced = self.reduced_costs(goal, path, &leaf);
        if !leaf.dual.odd_sets.iter().all(is_set) || self.alive().zip(reduced).any(|(_, reduced)| reduced < 0) {
            return Err(fault("rests on dual values that are not feasible"));
        }
        Ok(EvaluatedBound { leaf, chosen })
    }

    /// The bound that a leaf proves.
    fn bound(&self, path: &[BranchStep], leaf: &TreeLeaf) -> i128 {
        let mut bound = leaf.dual.bound();
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
    fn reduced_costs(&self, goal: &[i64], path: &[BranchStep], leaf: &TreeLeaf) -> impl Iterator<Item = i128> {
        let TreeLeaf { dual, .. } = leaf;
        let mut sets_of: Vec<Vec<usize>> = vec![Vec::new(); self.vertices];
        for (number, (set, _)) in dual.odd_sets.iter().enumerate() {
            set.iter().for_each(|v| sets_of[*v].push(number));
        }
        self.alive().map(move |edge| {
            let (u, v) = self.edges[edge];
            let shared = sets_of[u].iter().filter(|set| sets_of[v].contains(set)).map(|set| dual.odd_sets[*set].1);
            self.cost(goal, path, leaf, edge) - dual.vertices[u] - dual.vertices[v] + shared.sum::<i128>()
        })
    }

    /// Leave out the edges whose reduced cost at the root is greater than the gap between its bound and `value`.
    pub fn narrow(&mut self, goal: &[i64], root: &TreeLeaf, value: i64) {
        let gap = root.scale * i128::from(value) - self.bound(&[], root);
        let out: Vec<PairIndex> = self
            .alive()
            .zip(self.reduced_costs(goal, &[], root))
            .filter(|(_, cost)| *cost > gap)
            .map(|(edge, _)| edge)
            .collect();
        out.into_iter().for_each(|edge| self.alive[edge] = false);
    }

    /// Leave out the edges that no leaf of the stage's tree allows in a matching of its least sum. Of the ceilings it knew the first.
    pub fn narrow_by(&mut self, goal: &[i64], stage: &CappedStage) {
        let mut is_possible = FixedBitSet::with_capacity(self.edges.len());
        self.possible(goal, stage.least, &stage.tree, &mut Vec::new(), &mut is_possible);
        self.alive.iter_mut().enumerate().for_each(|(edge, alive)| *alive &= is_possible.contains(edge));
    }

    fn possible(
        &self,
        goal: &[i64],
        least: i64,
        tree: &Tree,
        path: &mut Vec<BranchStep>,
        is_possible: &mut FixedBitSet,
    ) {
        match tree {
            Tree::Leaf(leaf) => {
                let gap = leaf.scale * i128::from(least) - leaf.bound;
                let within = self.alive().zip(self.reduced_costs(goal, path, leaf)).filter(|(_, cost)| *cost <= gap);
                is_possible.extend(within.map(|(edge, _)| edge));
            }
            Tree::Branch { one, other, at_most, fewer, more, .. } => {
                let branch = Rc::new(Branch::new(self.vertices, one, other));
                for (is_more, tree) in [(false, fewer), (true, more)] {
                    path.push(BranchStep { branch: Rc::clone(&branch), at_most: *at_most, is_more });
                    self.possible(goal, least, tree, path, is_possible);
                    path.pop();
                }
            }
        }
    }

    /// Among the matchings that are cheapest with the multipliers of a leaf, one with the least sum of `rest`.
    pub fn among_cheapest(
        &self,
        goal: &[i64],
        path: &[BranchStep],
        leaf: &TreeLeaf,
        rest: impl Fn(PairIndex) -> i128,
    ) -> Option<Vec<PairIndex>> {
        let most = self.alive().map(|edge| rest(edge).abs()).max().unwrap_or(0);
        let factor = most.checked_mul(self.vertices as i128 + 1)?.checked_add(1)?;
        let cost = |edge| self.cost(goal, path, leaf, edge);
        let greatest = self.alive().map(|edge| cost(edge).abs()).max().unwrap_or(0);
        // Beyond this, costs would not be exact.
        greatest.checked_mul(factor)?.checked_add(most).filter(|cost| *cost <= self.most_cost())?;
        let start = leaf.dual.vertices.iter().map(|value| value.saturating_mul(2).saturating_mul(factor)).collect();
        let matching = self.cheapest(|edge| factor * cost(edge) + rest(edge), start)?;
        Some(self.chosen(&matching))
    }

    /// The cheapest matching of the edges that are alive; `None` if there is none. The search begins with dual values near `start`, in
    /// halves.
    ///
    /// No cost is beyond R, which is [`Self::most_cost`]. The start is taken within 4 R. What makes it feasible leaves no value below
    /// -(4 R + 2 R): a value only falls to what the other end allows, which is 4 R at most. What raises it again leaves none above
    /// 4 R + 2 R + 2 R.
    fn cheapest(&self, cost: impl Fn(PairIndex) -> i128, start: Vec<i128>) -> Option<CheapestMatching<i128>> {
        let most = 4 * self.most_cost();
        let mut dual: Vec<i128> = start.into_iter().map(|value| value.clamp(-most, most)).collect();
        let mut at: Vec<Vec<(PairIndex, Vertex, i128)>> = vec![Vec::new(); self.vertices];
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
        CheapestMatching::from_duals(&PricedEdges { problem: self, cost }, dual, &edges, || false).ok()
    }

    fn chosen(&self, matching: &CheapestMatching<i128>) -> Vec<PairIndex> {
        let pairs = matching.mates.iter().enumerate().filter(|(v, mate)| v < *mate);
        pairs.filter_map(|(v, mate)| self.edge(v, *mate)).collect()
    }

    /// Another matching between two: where `chosen` differs from `other`, in cycles, those of `other` that make the sum of `goal` less and
    /// keep below the ceilings.
    pub fn mixed(&self, goal: &[i64], chosen: &[PairIndex], other: &[PairIndex]) -> Vec<PairIndex> {
        let mates = |edges: &[PairIndex]| {
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
            let next: Vec<PairIndex> = mixed.iter().copied().filter(|edge| !out.contains(edge)).chain(into).collect();
            if self.allows(&next) {
                mixed = next;
            }
        }
        mixed
    }
}

/// The edges that are alive, each vertex a class of its own.
struct PricedEdges<'a, C> {
    problem: &'a Problem,
    cost: C,
}

impl<C: Fn(PairIndex) -> i128> Prices for PricedEdges<'_, C> {
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
