//! The pair model with caps: the tiers one after another, each by a branching tree whose leaves are proven in integers.
//!
//! Caps, and the tiers before, are *ceilings*: sums over the chosen pairs that must not exceed a number. With multipliers for them
//! (Lagrange) they become a part of what pairs cost, and a cheapest perfect matching bounds the tier from below. The linear
//! program proposes the multipliers (`relaxed`). The matching is exact whatever they are (`problem`). Where the bound falls
//! short, the pairs between two sets of players are at most so many, or more: the tree branches (`search`).
//!
//! When a tier is decided, a pair is left out if its reduced cost at the root is greater than the gap: it is in no optimum.

mod front;
mod problem;
mod refined;
mod relaxed;
mod search;

use super::clock::Moment;
use super::ties::TieCosts;
use super::{
    Bound, Evidence, Incumbent, Limits, NoPairing, Optima, OptimaRequest, Solution, SolveError, Termination,
    UniquenessProof, incumbent, matching, vertex_pairs,
};
use crate::graph::{MatchingCount, MatchingDual};
use crate::model::{Cap, Pair, PairModel, Unit, Vertex};
use crate::tournament::RoundState;
pub use front::{Front, FrontCriterion, FrontPoint, front};
use problem::{Branch, Ceiling, Multipliers, PairIndex, Problem};
use search::{BranchSearch, Partition, SearchEnd, SearchResult};
use std::cmp::Reverse;
use std::iter;
use std::rc::Rc;

/// So many caps are each searched for. Of more, such as one for each club, those that the pairing so far keeps are not.
const FEW_CAPS: usize = 8;

/// What proves the optimum of a model with caps, or that its caps leave no pairing. The costs of pairs are minus their values in the units of the tiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CappedProof {
    /// The tiers, in order.
    Optimal(Vec<CappedStage>),
    /// No pairing that keeps the caps before keeps the cap of this index.
    Infeasible(usize, CappedStage),
}

/// The least sum of some numbers over the pairings that keep the ceilings: a tier's costs, or what a cap counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CappedStage {
    /// The least sum.
    pub least: i64,
    /// All sums differ from it by multiples of this.
    pub step: i64,
    /// Bounds before any branch. Pairs whose reduced cost is greater than the gap of one are in no optimum, and are left out.
    pub roots: Vec<TreeLeaf>,
    /// What proves that it is the least.
    pub tree: Tree,
}

/// A branching tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree {
    /// The bound holds here.
    Leaf(TreeLeaf),
    /// It holds in both cases.
    Branch {
        /// Of the pairs with one vertex here
        one: Vec<Vertex>,
        /// and the other here
        other: Vec<Vertex>,
        /// there are so many at most, or more.
        at_most: i64,
        /// What was known before, which is not enough.
        before: Box<TreeLeaf>,
        /// What proves the bound if they are at most so many.
        fewer: Box<Tree>,
        /// What proves it if they are more.
        more: Box<Tree>,
    },
}

/// Multipliers, and the dual solution of the matching by the costs that they make: all numbers `scale` times as large.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeLeaf {
    /// The denominator.
    pub scale: i128,
    /// A multiplier for each ceiling: the caps in order, then the tiers before.
    pub ceilings: Vec<i128>,
    /// A multiplier for each branch taken, from the root.
    pub branches: Vec<i128>,
    /// What no sum falls below.
    pub bound: i128,
    /// The dual solution.
    pub dual: MatchingDual<i128>,
}

/// A branch taken: of its pairs there are at most so many, or more.
struct BranchStep {
    branch: Rc<Branch>,
    at_most: i64,
    is_more: bool,
}

/// Solve the pair model with its caps, to its canonical optimum. It must have a pairing without them.
pub(super) fn solve(model: &PairModel<'_>, limits: Limits) -> Result<Solution, SolveError> {
    let started = Moment::now();
    let free = matching::solve(model, limits)?;
    let Some(best) = &free.incumbent else { return Ok(free) };
    let prepared = limits.try_for(|| {
        let solver = CappedSolver::new(model, limits);
        let (caps, chosen) = (solver.caps(), solver.edges_of(&best.pairing));
        (solver, caps, chosen)
    });
    let Some((mut solver, caps, chosen)) = prepared else { return Ok(without_caps(&free, limits)) };
    if caps.iter().all(|cap| Problem::sum(&cap.numbers, &chosen) <= cap.most) {
        // It is the first of more optima than the caps leave, which may be one.
        let unique = free.unique.filter(|is_only| *is_only);
        return Ok(Solution { unique, ..free });
    }
    let mut solution = solver.solve(caps, chosen, &free)?;
    let canonical = solution.timing.canonical;
    solution.timing.optimise = started.elapsed() - canonical;
    Ok(solution)
}

/// The optima of the pair model with its caps; `best` is the canonical one.
///
/// They are looked for one by one, by a search for each pair that may be in the next.
pub(super) fn optima(
    model: &PairModel<'_>,
    best: &Incumbent,
    wanted: OptimaRequest,
    limits: Limits,
) -> Result<Optima, SolveError> {
    let found = limits.try_for(|| listed(model, best, wanted, limits));
    found.unwrap_or_else(|| Ok(Optima::late(best)))
}

/// The same, without regard to the time.
fn listed(
    model: &PairModel<'_>,
    best: &Incumbent,
    wanted: OptimaRequest,
    limits: Limits,
) -> Result<Optima, SolveError> {
    let mut solver = CappedSolver::new(model, limits);
    solver.problem.ceilings = solver.caps();
    let edges = solver.edges_of(&best.pairing);
    let mut chosen = edges.clone();
    let mut costs = solver.costs();
    let (mut stages, _) = solver.tiers(&costs, &mut chosen)?;
    if stages.len() < costs.len() {
        return Ok(Optima::late(best));
    }
    let (alive, decided) = (solver.problem.alive.clone(), solver.problem.ceilings.len());
    let not_chosen = (0..solver.problem.edges.len()).map(|edge| -i64::from(!edges.contains(&edge))).collect();
    costs.push(not_chosen);
    let (last, _) = solver.tiers(&costs[costs.len() - 1..], &mut chosen)?;
    let is_only = match &last[..] {
        [] => return Ok(Optima::late(best)),
        [stage, ..] => stage.least == 0,
    };
    if is_only {
        stages.extend(last);
        return Ok(Optima::only(best, UniquenessProof::Stages(stages)));
    }
    solver.problem.ceilings.truncate(decided);
    solver.problem.alive = alive;
    for (cost, stage) in costs.iter().zip(&stages) {
        solver.problem.narrow_by(cost, stage);
    }
    let most = wanted.count.max(wanted.list as u64);
    let (mut least, mut first) = (0, Vec::new());
    let is_exact = solver.every(0, edges, &mut |solver, found| {
        least += 1;
        if first.len() < wanted.list.max(1) {
            first.push(solver.incumbent(found));
        }
        least <= most && !limits.are_reached()
    })?;
    // There is another, even if it was not reached.
    let count = MatchingCount { least: least.max(2), is_exact };
    Ok(Optima { count, first, only: None, is_late: limits.are_reached() && !is_exact })
}

/// What is known at a limit before a pairing with the caps: none is better than the best without.
fn without_caps(free: &Solution, limits: Limits) -> Solution {
    let bounds = free.bounds.iter().take(1).copied().collect();
    Solution { bounds, ..Solution::new(limits.termination()) }
}

struct CappedSolver<'a> {
    model: &'a PairModel<'a>,
    limits: Limits,
    problem: Problem,
    partitions: Vec<Partition>,
}

impl<'a> CappedSolver<'a> {
    fn new(model: &'a PairModel<'a>, limits: Limits) -> Self {
        let edges = model.without_colours().collect();
        let players = model.state().players();
        let by_score = classes(model, |v| players.get(v).map(|player| Reverse(player.score)));
        let mut partitions = vec![Partition { class_of: by_score, is_ordered: true }];
        if model.objective().side.max_same_federation.is_some() {
            let by_federation = classes(model, |v| players.get(v).and_then(|player| player.federation.as_ref()));
            partitions.push(Partition { class_of: by_federation, is_ordered: false });
        }
        partitions.push(Partition { class_of: classes(model, |v| model.kind(v)), is_ordered: false });
        Self { model, limits, problem: Problem::new(model.vertices(), edges), partitions }
    }

    fn caps(&self) -> Vec<Ceiling> {
        let of_cap = |cap: &Cap| {
            let numbers =
                self.problem.edges.iter().map(|pair| i64::from(counts(cap, self.model.state(), *pair))).collect();
            Ceiling { numbers, most: i64::from(cap.most()), step: 1, shift: vec![0; self.problem.vertices] }
        };
        self.model.objective().caps_in(self.model.state()).iter().map(|(cap, _)| of_cap(cap)).collect()
    }

    /// The costs of all pairs, tier by tier.
    fn costs(&self) -> Vec<Vec<i64>> {
        let mut costs = vec![Vec::with_capacity(self.problem.edges.len()); self.model.tiers()];
        for (u, v) in &self.problem.edges {
            let values = self.model.pair_values(*u, *v);
            costs.iter_mut().zip(values).for_each(|(costs, value)| costs.push(-value.units()));
        }
        costs
    }

    fn edges_of(&self, pairing: &crate::tournament::Pairing) -> Vec<PairIndex> {
        vertex_pairs(self.model, pairing).filter_map(|(u, v)| self.problem.edge(u, v)).collect()
    }

    /// The edges that are alive at a vertex.
    fn partners(&self, v: Vertex) -> Vec<PairIndex> {
        let at_v = |edge: &PairIndex| [self.problem.edges[*edge].0, self.problem.edges[*edge].1].contains(&v);
        self.problem.alive().filter(at_v).collect()
    }

    /// `chosen` is the free optimum, which does not keep the caps.
    fn solve(&mut self, caps: Vec<Ceiling>, chosen: Vec<PairIndex>, free: &Solution) -> Result<Solution, SolveError> {
        let (mut chosen, are_many) = (chosen, caps.len() > FEW_CAPS);
        for (index, cap) in caps.into_iter().enumerate() {
            if are_many && Problem::sum(&cap.numbers, &chosen) <= cap.most {
                self.problem.ceilings.push(cap);
                continue;
            }
            let found = self.limits.try_for(|| self.search(&cap.numbers, chosen, Some(cap.most)));
            let Some(found) = found.transpose()? else { return Ok(without_caps(free, self.limits)) };
            match found.end {
                SearchEnd::Enough => {}
                SearchEnd::Least(tree) => {
                    let mut solution = Solution::new(Termination::Infeasible(NoPairing::Caps));
                    let stage = CappedStage { least: found.value, step: found.step, roots: Vec::new(), tree };
                    solution.capped = Some(CappedProof::Infeasible(index, stage));
                    return Ok(solution);
                }
                SearchEnd::Limit => return Ok(without_caps(free, self.limits)),
            }
            chosen = found.chosen;
            self.problem.ceilings.push(cap);
        }
        let costs = self.limits.try_for(|| self.costs());
        let is_late = costs.is_none();
        let mut costs = costs.unwrap_or_default();
        let (mut stages, bounds) = self.tiers(&costs, &mut chosen)?;
        if is_late || stages.len() < costs.len() {
            let incumbent = Some(self.incumbent(&chosen));
            return Ok(Solution { bounds, incumbent, ..Solution::new(self.limits.termination()) });
        }
        let choosing = Moment::now();
        let proof = stages.clone();
        if let Some(ties) = TieCosts::new(self.limits.options.ties, self.model) {
            costs.push(self.problem.edges.iter().map(|(u, v)| ties.of(*u, *v)).collect());
            stages.extend(self.tiers(&costs[costs.len() - 1..], &mut chosen)?.0);
        }
        let is_chosen = stages.len() == costs.len() && self.first_of_equals(&mut chosen, &costs, &stages)?;
        let termination = if is_chosen { Termination::Optimal } else { self.limits.termination() };
        let mut solution = Solution { bounds, incumbent: Some(self.incumbent(&chosen)), ..Solution::new(termination) };
        solution.capped = Some(CappedProof::Optimal(proof));
        solution.timing.canonical = choosing.elapsed();
        Ok(solution)
    }

    /// The canonical optimum of tiers with these costs, which are decided. Whether there was time.
    fn first_of_equals(
        &mut self,
        chosen: &mut Vec<PairIndex>,
        costs: &[Vec<i64>],
        stages: &[CappedStage],
    ) -> Result<bool, SolveError> {
        let limits = self.limits;
        limits.try_for(|| self.first_among(chosen, costs, stages)).unwrap_or(Ok(false))
    }

    /// The same, without regard to the time.
    fn first_among(
        &mut self,
        chosen: &mut Vec<PairIndex>,
        costs: &[Vec<i64>],
        stages: &[CappedStage],
    ) -> Result<bool, SolveError> {
        for (cost, stage) in costs.iter().zip(stages) {
            self.problem.narrow_by(cost, stage);
        }
        let is_face = |least: i64, root: &&TreeLeaf| root.bound == i128::from(least) * root.scale;
        let face = stages.last().and_then(|stage| stage.roots.last().filter(|root| is_face(stage.least, root)));
        self.choose_first(chosen, face)
    }

    /// Decide tiers with these costs of the pairs, one after another, and the bound of each. At a limit they are not all decided.
    fn tiers(
        &mut self,
        costs: &[Vec<i64>],
        chosen: &mut Vec<PairIndex>,
    ) -> Result<(Vec<CappedStage>, Vec<Bound>), SolveError> {
        let (mut stages, mut bounds) = (Vec::new(), Vec::new());
        // Bounds are those of the model's tiers; of costs beside them nobody asks for one.
        let units = self.model.units().iter().copied().chain(iter::repeat(Unit::TENTH));
        for (cost, unit) in costs.iter().zip(units) {
            let limits = self.limits;
            let found = limits.try_for(|| {
                // What costs more than the best there is allows is left out from the start, which keeps the numbers small.
                let root = self.problem.evaluate(cost, &[], Multipliers::none(&self.problem))?;
                self.problem.narrow(cost, &root.leaf, Problem::sum(cost, chosen));
                Ok::<_, SolveError>((self.search(cost, chosen.clone(), None)?, root))
            });
            let Some((found, root)) = found.transpose()? else { break };
            bounds.push(Bound { value: unit.value(-found.bound), evidence: Evidence::IntegerTree });
            *chosen = found.chosen;
            let SearchEnd::Least(tree) = found.end else { break };
            if limits.try_for(|| self.decide(cost.clone(), found.value, &found.root)).is_none() {
                break;
            }
            let (least, step) = (found.value, found.step);
            stages.push(CappedStage { least, step, roots: vec![root.leaf, found.root], tree });
        }
        Ok((stages, bounds))
    }

    fn search(&self, goal: &[i64], chosen: Vec<PairIndex>, enough: Option<i64>) -> Result<SearchResult, SolveError> {
        BranchSearch::run(&self.problem, goal, &self.partitions, chosen, enough, self.limits)
    }

    /// From now on the sum of `cost` is `value`.
    fn decide(&mut self, cost: Vec<i64>, value: i64, root: &TreeLeaf) {
        self.problem.narrow(&cost, root, value);
        let shift = search::shift(&root.dual.vertices, root.scale);
        let step = self.problem.step(&cost);
        self.problem.ceilings.push(Ceiling { numbers: cost, most: value, step, shift });
    }

    /// The canonical optimum: each vertex in turn has the first partner that there is. Whether there was time.
    ///
    /// All optima are cheapest matchings by the costs that `face` makes of the last tier. So where the first partner among these
    /// keeps the ceilings, no search is needed.
    fn choose_first(&mut self, chosen: &mut Vec<PairIndex>, face: Option<&TreeLeaf>) -> Result<bool, SolveError> {
        let face = face.zip(self.problem.ceilings.last()).map(|(root, tier)| (root, tier.numbers.clone()));
        for v in 0..self.problem.vertices {
            if self.limits.are_reached() {
                return Ok(false);
            }
            let partners = self.partners(v);
            if !chosen.contains(&partners[0]) {
                let mut places = vec![0; self.problem.edges.len()];
                (0..).zip(&partners).for_each(|(place, edge)| places[*edge] = place);
                let first = face.as_ref().and_then(|(root, cost)| {
                    self.problem.among_cheapest(cost, &[], root, |edge| i128::from(places[edge]))
                });
                match first.filter(|first| self.problem.allows(first)) {
                    Some(first) => *chosen = first,
                    None => {
                        let found = self.search(&places, chosen.clone(), None)?;
                        *chosen = found.chosen;
                        if matches!(found.end, SearchEnd::Limit) {
                            return Ok(false);
                        }
                    }
                }
            }
            chosen.iter().copied().find(|edge| partners.contains(edge)).into_iter().for_each(|edge| self.keep(edge));
        }
        Ok(true)
    }

    /// From now on this pair is made.
    fn keep(&mut self, kept: PairIndex) {
        let (one, other) = self.problem.edges[kept];
        for (edge, (u, w)) in self.problem.edges.iter().enumerate() {
            let touches = [u, w].into_iter().any(|end| *end == one || *end == other);
            self.problem.alive[edge] &= !touches || edge == kept;
        }
    }

    /// Visit all optima that go with the pairs kept so far, in canonical order, until `visit` says that it is enough. `chosen` is one
    /// of them. Whether all were visited.
    fn every(
        &mut self,
        from: Vertex,
        chosen: Vec<PairIndex>,
        visit: &mut impl FnMut(&Self, &[PairIndex]) -> bool,
    ) -> Result<bool, SolveError> {
        let mut open = (from..self.problem.vertices).map(|v| (v, self.partners(v)));
        let Some((v, partners)) = open.find(|(_, partners)| partners.len() > 1) else {
            return Ok(visit(self, &chosen));
        };
        for partner in &partners {
            let others: Vec<i64> = (0..self.problem.edges.len())
                .map(|edge| i64::from(edge != *partner && partners.contains(&edge)))
                .collect();
            let found = self.search(&others, chosen.clone(), Some(0))?;
            match found.end {
                _ if found.value == 0 => {
                    let alive = self.problem.alive.clone();
                    self.keep(*partner);
                    let is_enough = !self.every(v + 1, found.chosen, visit)?;
                    self.problem.alive = alive;
                    if is_enough {
                        return Ok(false);
                    }
                }
                SearchEnd::Least(_) | SearchEnd::Enough => {}
                SearchEnd::Limit => return Ok(false),
            }
        }
        Ok(true)
    }

    fn incumbent(&self, chosen: &[PairIndex]) -> Incumbent {
        let ends = chosen.iter().map(|edge| self.problem.edges[*edge]);
        let pairs: Vec<Pair> = ends.filter_map(|(u, v)| self.model.pair(u, v)).collect();
        incumbent(self.model, &pairs)
    }
}

/// Whether a cap counts the board of these two, if it is one.
fn counts(cap: &Cap, state: &RoundState, (high, low): (Vertex, Vertex)) -> bool {
    let players = state.players();
    players.get(low).is_some_and(|low| cap.counts(state, &players[high], low))
}

/// Vertices by class, in the order of this key.
fn classes<K: Ord>(model: &PairModel<'_>, key: impl Fn(Vertex) -> K) -> Vec<usize> {
    let mut keys: Vec<K> = (0..model.vertices()).map(&key).collect();
    keys.sort_unstable();
    keys.dedup();
    (0..model.vertices()).map(|v| keys.binary_search(&key(v)).unwrap_or_default()).collect()
}
