//! The least sum of some numbers over the matchings of a problem: a branching tree whose leaves are proven in integers.

use super::problem::{Branch, Ceiling, Edge, Evaluated, Multipliers, Problem};
use super::relaxed::{Point, Relaxed};
use super::{Leaf, Step, Tree};
use crate::model::Vertex;
use crate::solve::{Halt, Limits, SolveError};
use itertools::Itertools;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Sums of the linear program this close to whole numbers are taken for whole.
const WHOLE: f64 = 1e-5;
/// Denominators that are tried for the multipliers; the last is taken if none fits.
const SCALES: [i128; 9] = [1, 2, 3, 4, 6, 12, 60, 2_520, 1 << 20];
/// So many times odd sets are added in vain before the tree branches.
const IN_VAIN: usize = 2;
/// So many times ceilings weigh more where a matching is above them.
const REPAIRS: usize = 3;

/// Vertices by class: pairs are branched on by the classes of their ends.
pub(super) struct Partition {
    pub class_of: Vec<usize>,
    /// Whether the classes are in order, so that those up to one of them are worth looking at together.
    pub is_ordered: bool,
}

/// A search for the least sum of `goal`.
pub(super) struct Search<'a> {
    problem: &'a Problem,
    goal: &'a [i64],
    /// Sums differ by multiples of this.
    step: i64,
    partitions: &'a [Partition],
    limits: Limits,
    /// `None` until it is needed.
    lp: Option<Relaxed<'a>>,
    path: Vec<Step>,
    branches: Vec<Rc<Branch>>,
    /// The best bound before any branch.
    root: Evaluated,
    /// The best matching there is, and its sum.
    chosen: Vec<Edge>,
    value: i64,
    /// A sum that is good enough.
    enough: Option<i64>,
}

/// How a search ended.
pub(super) struct Found {
    /// The best matching there is, and its sum.
    pub chosen: Vec<Edge>,
    pub value: i64,
    /// What no sum falls below.
    pub bound: i64,
    /// The best bound before any branch.
    pub root: Leaf,
    pub end: End,
}

pub(super) enum End {
    /// The value is the least; the tree proves it.
    Least(Tree),
    /// The value is good enough.
    Enough,
    TimeLimit,
}

/// Why a tree is not complete.
enum Stop {
    Enough,
    Halt(Halt),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl From<SolveError> for Stop {
    fn from(error: SolveError) -> Self {
        Self::Halt(Halt::Failed(error))
    }
}

impl<'a> Search<'a> {
    /// The least sum of `goal`, or one that is `enough`. `chosen` is a matching of the problem.
    pub fn run(
        problem: &'a Problem,
        goal: &'a [i64],
        partitions: &'a [Partition],
        chosen: Vec<Edge>,
        enough: Option<i64>,
        limits: Limits,
    ) -> Result<Found, SolveError> {
        let without = Multipliers { scale: 1, ceilings: vec![0; problem.ceilings.len()], branches: Vec::new() };
        let mut search = Self {
            problem,
            goal,
            step: problem.step(goal),
            partitions,
            limits,
            lp: None,
            path: Vec::new(),
            branches: Vec::new(),
            root: problem.evaluate(goal, &[], without)?,
            value: Problem::sum(goal, &chosen),
            chosen,
            enough,
        };
        let end = match search.explore() {
            Ok(tree) => End::Least(tree),
            Err(Stop::Enough) => End::Enough,
            Err(Stop::Halt(Halt::TimeLimit)) => End::TimeLimit,
            Err(Stop::Halt(Halt::Failed(error))) => return Err(error),
        };
        let Self { chosen, value, step, root, .. } = search;
        let steps = (i128::from(value) * root.leaf.scale - root.bound).div_euclid(root.leaf.scale * i128::from(step));
        let below = if matches!(end, End::Least(_)) { 0 } else { i64::try_from(steps).unwrap_or(i64::MAX / step) };
        Ok(Found { bound: value - step * below, chosen, value, root: root.leaf, end })
    }

    /// The tree of the path: nothing on it is less than the value found.
    fn explore(&mut self) -> Result<Tree, Stop> {
        if self.path.is_empty() {
            let chosen = self.root.chosen.clone();
            self.take(&chosen)?;
            if self.is_enough() {
                return Err(Stop::Enough);
            }
            if self.closes(&self.root) {
                return Ok(Tree::Leaf(self.root.leaf.clone()));
            }
        }
        let point = match self.bounded()? {
            Ok(leaf) => return Ok(Tree::Leaf(leaf)),
            Err(point) => point,
        };
        let Some((branch, at_most)) = self.branch(&point) else { return Ok(Tree::Leaf(self.of_whole_point()?)) };
        let branch = self.known(branch);
        let is_more_likely = self.sum_of(&branch, &point) - at_most as f64 > 0.5;
        let mut explore = |is_more| -> Result<Box<Tree>, Stop> {
            self.path.push(Step { branch: Rc::clone(&branch), at_most, is_more });
            let tree = self.explore()?;
            self.path.pop();
            Ok(Box::new(tree))
        };
        let first = explore(is_more_likely)?;
        let second = explore(!is_more_likely)?;
        let (fewer, more) = if is_more_likely { (second, first) } else { (first, second) };
        let [one, other] = [&branch.one, &branch.other].map(|set| set.ones().collect());
        Ok(Tree::Branch { one, other, at_most, fewer, more })
    }

    /// The leaf of the path if its bound does, or an optimum of the linear program to branch on.
    fn bounded(&mut self) -> Result<Result<Leaf, Point>, Stop> {
        let mut best: Option<(i128, i128)> = None;
        let mut in_vain = 0;
        loop {
            let point = self.point()?;
            self.take_if_whole(&point)?;
            let multipliers = multipliers(&point.ceilings, &point.steps);
            let evaluated = self.problem.evaluate(self.goal, &self.path, multipliers.clone())?;
            self.take(&evaluated.chosen)?;
            self.repair(&multipliers, &evaluated.chosen)?;
            let Evaluated { bound, leaf, .. } = &evaluated;
            if self.path.is_empty() && bound * self.root.leaf.scale > self.root.bound * leaf.scale {
                self.root = Evaluated { bound: *bound, leaf: leaf.clone(), chosen: Vec::new() };
            }
            if self.closes(&evaluated) {
                return Ok(Ok(evaluated.leaf));
            }
            let is_better = best.is_none_or(|(best, scale)| bound * scale > best * leaf.scale);
            in_vain = if is_better { 0 } else { in_vain + 1 };
            if is_better {
                best = Some((*bound, leaf.scale));
            }
            let Some(lp) = self.lp.as_mut().filter(|_| in_vain < IN_VAIN) else { return Ok(Err(point)) };
            if !lp.cut(&point, &leaf.dual.odd_sets)? {
                return Ok(Err(point));
            }
        }
    }

    fn point(&mut self) -> Result<Point, Stop> {
        if self.lp.is_none() {
            // The first root has no multipliers of ceilings.
            let leaf = &self.root.leaf;
            let shift: Vec<i64> = leaf.dual.vertices.iter().map(|dual| whole(*dual, leaf.scale)).collect();
            let range = self.value.saturating_sub(whole(self.root.bound, leaf.scale));
            self.lp = Some(Relaxed::new(self.problem, self.goal, &shift, range, &self.chosen, self.limits)?);
        }
        let Some(lp) = &mut self.lp else { unreachable!("made above") };
        Ok(lp.solve(&self.path)?)
    }

    /// Whether nothing on the path is less than the value found.
    fn closes(&self, Evaluated { bound, leaf, .. }: &Evaluated) -> bool {
        *bound > leaf.scale * i128::from(self.value - self.step)
    }

    fn is_enough(&self) -> bool {
        self.enough.is_some_and(|enough| self.value <= enough)
    }

    fn take_if_whole(&mut self, point: &Point) -> Result<(), Stop> {
        let chosen: Vec<Edge> = point.support.iter().filter(|(_, x)| *x > 1.0 - WHOLE).map(|(edge, _)| *edge).collect();
        if chosen.len() * 2 == self.problem.vertices { self.take(&chosen) } else { Ok(()) }
    }

    fn take(&mut self, chosen: &[Edge]) -> Result<(), Stop> {
        let value = Problem::sum(self.goal, chosen);
        if value < self.value && self.problem.allows(chosen) {
            self.value = value;
            self.chosen = chosen.to_vec();
            if self.is_enough() {
                return Err(Stop::Enough);
            }
        }
        Ok(())
    }

    /// Look for a matching that keeps below the ceilings: among those that are as cheap as `chosen` with these multipliers, and between
    /// them and the best one there is.
    fn repair(&mut self, multipliers: &Multipliers, chosen: &[Edge]) -> Result<(), Stop> {
        let ceilings = &self.problem.ceilings;
        let mut weights = vec![0; ceilings.len()];
        let mut chosen = chosen.to_vec();
        for _ in 0..REPAIRS {
            let is_above = |ceiling: &Ceiling| Problem::sum(&ceiling.numbers, &chosen) > ceiling.most;
            let above = (0..ceilings.len()).filter(|place| is_above(&ceilings[*place])).collect_vec();
            if above.is_empty() {
                break;
            }
            above.into_iter().for_each(|place| weights[place] += 1);
            let mixed = self.problem.mixed(self.goal, &self.chosen, &chosen);
            self.take(&mixed)?;
            let eased = |edge: Edge| {
                let numbers = ceilings.iter().map(|ceiling| ceiling.eased(edge, self.problem.edges[edge]));
                numbers.zip(&weights).map(|(number, weight)| i128::from(number) * weight).sum()
            };
            let Some(found) = self.problem.among_cheapest(self.goal, &self.path, multipliers, eased) else { break };
            self.take(&found)?;
            let mixed = self.problem.mixed(self.goal, &self.chosen, &chosen);
            self.take(&mixed)?;
            chosen = found;
        }
        Ok(())
    }

    fn sum_of(&self, branch: &Branch, point: &Point) -> f64 {
        let edges = &self.problem.edges;
        point.support.iter().filter(|(edge, _)| branch.holds(edges[*edge])).map(|(_, x)| x).sum()
    }

    /// The branch itself, or the same one from before.
    fn known(&mut self, branch: Branch) -> Rc<Branch> {
        if let Some(known) = self.branches.iter().find(|known| ***known == branch) {
            return Rc::clone(known);
        }
        self.branches.push(Rc::new(branch));
        Rc::clone(&self.branches[self.branches.len() - 1])
    }

    /// Some pairs whose sum is not whole, with the whole number below it: of classes, then of a vertex, then any that may change.
    fn branch(&self, point: &Point) -> Option<(Branch, i64)> {
        let of_classes = self.partitions.iter().find_map(|partition| self.between_classes(partition, point));
        of_classes.or_else(|| self.at_vertex(point)).or_else(|| self.any_pair(point))
    }

    fn between_classes(&self, Partition { class_of, is_ordered }: &Partition, point: &Point) -> Option<(Branch, i64)> {
        let size = self.problem.vertices;
        let mut sums: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for (edge, x) in &point.support {
            let (u, v) = self.problem.edges[*edge];
            let (one, other) = (class_of[u], class_of[v]);
            *sums.entry((one.min(other), one.max(other))).or_default() += x;
        }
        let furthest = |sums: Vec<(f64, (usize, usize))>| {
            let open = sums.into_iter().filter(|(sum, _)| distance(*sum) > WHOLE);
            open.max_by(|(one, _), (other, _)| distance(*one).total_cmp(&distance(*other)))
        };
        let members = |is_in: &dyn Fn(usize) -> bool| (0..size).filter(|v| is_in(class_of[*v])).collect_vec();
        if *is_ordered {
            let last = class_of.iter().max().copied().unwrap_or(0);
            let up_to = |class| (sums.iter().filter(|((_, low), _)| *low <= class).map(|(_, x)| x).sum(), (class, class));
            if let Some((sum, (class, _))) = furthest((0..last).map(up_to).collect()) {
                let within = members(&|other| other <= class);
                return Some((Branch::new(size, &within, &within), sum.floor() as i64));
            }
        }
        let (sum, (one, other)) = furthest(sums.iter().map(|(classes, sum)| (*sum, *classes)).collect())?;
        let branch = Branch::new(size, &members(&|class| class == one), &members(&|class| class == other));
        Some((branch, sum.floor() as i64))
    }

    /// The vertex whose partner is the most open: the first half of its partners, or the others.
    fn at_vertex(&self, point: &Point) -> Option<(Branch, i64)> {
        let size = self.problem.vertices;
        let mut partners: Vec<Vec<(Vertex, f64)>> = vec![Vec::new(); size];
        for (edge, x) in point.support.iter().filter(|(_, x)| distance(*x) > WHOLE) {
            let (u, v) = self.problem.edges[*edge];
            partners[u].push((v, *x));
            partners[v].push((u, *x));
        }
        let likeliest = |v: &Vertex| partners[*v].iter().map(|(_, x)| *x).fold(0.0, f64::max);
        let open = (0..size).filter(|v| partners[*v].len() > 1);
        let v = open.min_by(|one, other| likeliest(one).total_cmp(&likeliest(other)))?;
        let mut list = partners[v].clone();
        list.sort_unstable_by_key(|(w, _)| *w);
        let first: Vec<Vertex> = (0..=list[(list.len() - 1) / 2].0).collect();
        Some((Branch::new(size, &[v], &first), 0))
    }

    /// The point is whole, but its bound does not do. One of its pairs, or without it.
    fn any_pair(&self, point: &Point) -> Option<(Branch, i64)> {
        let ends = |edge: Edge| self.problem.edges[edge];
        let is_open = |edge: &Edge| {
            let is_of_it = |step: &Step| {
                let sizes = [&step.branch.one, &step.branch.other].map(|set| set.count_ones(..));
                sizes == [1, 1] && step.branch.holds(ends(*edge))
            };
            !self.path.iter().any(is_of_it)
        };
        let (u, v) = ends(point.support.iter().map(|(edge, _)| *edge).find(is_open)?);
        Some((Branch::new(self.problem.vertices, &[u], &[v]), 0))
    }

    /// Only one matching is left on the path, and it is above a ceiling, or leaves a branch: a multiplier so great that this alone
    /// makes the bound.
    fn of_whole_point(&self) -> Result<Leaf, Stop> {
        let fault = || SolveError::Internal("a capped program cannot be bounded".into());
        let great = i128::from(self.value).abs() + self.root.bound.abs() / self.root.leaf.scale + 1;
        let range = |ceiling: &Ceiling| ceiling.numbers.iter().map(|number| i128::from(number.abs())).sum::<i128>();
        for (place, ceiling) in self.problem.ceilings.iter().enumerate() {
            let mut ceilings = vec![0; self.problem.ceilings.len()];
            ceilings[place] = great;
            let branches = vec![great.checked_mul(range(ceiling)).ok_or_else(fault)?; self.path.len()];
            let evaluated = self.problem.evaluate(self.goal, &self.path, Multipliers { scale: 1, ceilings, branches })?;
            if self.closes(&evaluated) {
                return Ok(evaluated.leaf);
            }
        }
        Err(fault().into())
    }
}

fn distance(sum: f64) -> f64 {
    (sum - sum.round()).abs()
}

/// The whole number next to a fraction.
fn whole(numerator: i128, denominator: i128) -> i64 {
    i64::try_from(numerator.div_euclid(denominator)).unwrap_or(0)
}

/// As fractions, of a small denominator if the numbers allow.
fn multipliers(ceilings: &[f64], branches: &[f64]) -> Multipliers {
    let all = || ceilings.iter().chain(branches);
    let fits = |scale: &i128| all().all(|value| distance(value * *scale as f64) < WHOLE);
    let scale = SCALES.into_iter().find(fits).unwrap_or(SCALES[SCALES.len() - 1]);
    let whole = |value: &f64| (value * scale as f64).round() as i128;
    Multipliers { scale, ceilings: ceilings.iter().map(whole).collect(), branches: branches.iter().map(whole).collect() }
}
