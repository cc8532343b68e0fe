//! The least sum of some numbers over the matchings of a problem: a branching tree whose leaves are proven in integers.

use super::problem::{Branch, Ceiling, EvaluatedBound, Multipliers, PairIndex, Problem, is_greater, too_large};
use super::refined::{self, MatchingExcess};
use super::relaxed::{CappedRelaxation, LpPoint};
use super::{BranchStep, Tree, TreeLeaf};
use crate::model::Vertex;
use crate::solve::highs::NoOptimum;
use crate::solve::{Limits, SolveError};
use itertools::Itertools;
use num_integer::gcd;
use std::collections::BTreeMap;
use std::iter;
use std::rc::Rc;

/// Sums of the linear program this close to whole numbers are taken for whole.
const WHOLE: f64 = 1e-5;
/// Denominators that are tried for the multipliers, and the one that is taken if none fits.
const SCALES: [i128; 8] = [1, 2, 3, 4, 6, 12, 60, 2_520];
const ROUGH: i128 = 1 << 20;
/// The denominator of all steps together is no greater.
const MOST_COMMON: i128 = 1 << 40;
/// So many times odd sets are added in vain before the tree branches.
const IN_VAIN: usize = 2;
/// So many times multipliers are changed in exact numbers.
const REFINEMENTS: usize = 40;
/// So many times ceilings weigh more where a matching is above them.
const REPAIRS: usize = 3;

/// Vertices by class: pairs are branched on by the classes of their ends.
pub(super) struct Partition {
    pub class_of: Vec<usize>,
    /// Whether the classes are in order, so that those up to one of them are worth looking at together.
    pub is_ordered: bool,
}

/// A search for the least sum of `goal`.
pub(super) struct BranchSearch<'a> {
    problem: &'a Problem,
    goal: &'a [i64],
    /// Sums differ by multiples of this.
    step: i64,
    partitions: &'a [Partition],
    limits: Limits,
    /// `None` until it is needed.
    lp: Option<CappedRelaxation<'a>>,
    path: Vec<BranchStep>,
    branches: Vec<Rc<Branch>>,
    /// The best bound before any branch.
    root: EvaluatedBound,
    /// The best matching there is, and its sum.
    chosen: Vec<PairIndex>,
    value: i64,
    /// A sum that is good enough.
    enough: Option<i64>,
}

/// How a search ended.
pub(super) struct SearchResult {
    /// The best matching there is, and its sum.
    pub chosen: Vec<PairIndex>,
    pub value: i64,
    /// What no sum falls below.
    pub bound: i64,
    /// Sums differ by multiples of this.
    pub step: i64,
    /// The best bound before any branch.
    pub root: TreeLeaf,
    pub end: SearchEnd,
}

pub(super) enum SearchEnd {
    /// The value is the least; the tree proves it.
    Least(Tree),
    /// The value is good enough.
    Enough,
    Limit,
}

/// What is known of the cases of a path.
enum CaseBound {
    /// The bound does: nothing is less than the value found.
    Closed(TreeLeaf),
    /// The best bound, which does not, and an optimum of the linear program to branch on.
    Open(TreeLeaf, LpPoint),
}

/// Why a tree is not complete.
enum SearchStop {
    Enough,
    Limit,
    Failed(SolveError),
}

impl From<SolveError> for SearchStop {
    fn from(error: SolveError) -> Self {
        Self::Failed(error)
    }
}

impl<'a> BranchSearch<'a> {
    /// The least sum of `goal`, or one that is `enough`. `chosen` is a matching of the problem.
    pub fn run(
        problem: &'a Problem,
        goal: &'a [i64],
        partitions: &'a [Partition],
        chosen: Vec<PairIndex>,
        enough: Option<i64>,
        limits: Limits,
    ) -> Result<SearchResult, SolveError> {
        let root = problem.evaluate(goal, &[], Multipliers::none(problem))?;
        let mut search = Self {
            problem,
            goal,
            step: problem.step(goal),
            partitions,
            limits,
            lp: None,
            path: Vec::new(),
            branches: Vec::new(),
            root,
            value: Problem::sum(goal, &chosen),
            chosen,
            enough,
        };
        let explored = limits.try_for(|| search.explore()).unwrap_or(Err(SearchStop::Limit));
        let end = match explored {
            Ok(tree) => SearchEnd::Least(tree),
            Err(SearchStop::Enough) => SearchEnd::Enough,
            Err(SearchStop::Limit) => SearchEnd::Limit,
            Err(SearchStop::Failed(error)) => return Err(error),
        };
        let Self { chosen, value, step, root, .. } = search;
        let steps =
            (i128::from(value) * root.leaf.scale - root.leaf.bound).div_euclid(root.leaf.scale * i128::from(step));
        let below =
            if matches!(end, SearchEnd::Least(_)) { 0 } else { i64::try_from(steps).unwrap_or(i64::MAX / step) };
        Ok(SearchResult { bound: value - step * below, step, chosen, value, root: root.leaf, end })
    }

    /// The tree of the path: nothing on it is less than the value found.
    fn explore(&mut self) -> Result<Tree, SearchStop> {
        if self.path.is_empty() {
            let chosen = self.root.chosen.clone();
            self.take(&chosen)?;
            if self.is_enough() {
                return Err(SearchStop::Enough);
            }
            if self.closes(&self.root.leaf) {
                return Ok(Tree::Leaf(self.root.leaf.clone()));
            }
        }
        let (before, point) = match self.bounded()? {
            CaseBound::Closed(leaf) => return Ok(Tree::Leaf(leaf)),
            CaseBound::Open(before, point) => (Box::new(before), point),
        };
        let Some((branch, at_most)) = self.branch(&point) else { return Ok(Tree::Leaf(self.of_last_matching()?)) };
        let branch = self.known(branch);
        let is_more_likely = self.sum_of(&branch, &point) - at_most as f64 > 0.5;
        let mut explore = |is_more| -> Result<Box<Tree>, SearchStop> {
            self.path.push(BranchStep { branch: Rc::clone(&branch), at_most, is_more });
            let tree = self.explore()?;
            self.path.pop();
            Ok(Box::new(tree))
        };
        let first = explore(is_more_likely)?;
        let second = explore(!is_more_likely)?;
        let (fewer, more) = if is_more_likely { (second, first) } else { (first, second) };
        let [one, other] = [&branch.one, &branch.other].map(|set| set.ones().collect());
        Ok(Tree::Branch { one, other, at_most, before, fewer, more })
    }

    /// What the path is bounded by.
    fn bounded(&mut self) -> Result<CaseBound, SearchStop> {
        let mut best: Option<TreeLeaf> = None;
        let mut in_vain = 0;
        loop {
            let point = match self.point() {
                Ok(point) => point,
                Err(NoOptimum::Stopped) => return Err(SearchStop::Limit),
                // HiGHS comes to no result, as may be where numbers of very different size meet.
                Err(NoOptimum::Ended(_) | NoOptimum::Failed(_)) => {
                    // The next path begins with another program.
                    self.lp = None;
                    return self.bounded_without_point();
                }
            };
            self.take_if_whole(&point)?;
            let multipliers = self.multipliers(&point);
            let evaluated = self.evaluate(&multipliers)?;
            self.repair(&evaluated)?;
            let leaf = &evaluated.leaf;
            if self.path.is_empty() && leaf.is_above(&self.root.leaf) {
                self.root = EvaluatedBound { leaf: leaf.clone(), chosen: Vec::new() };
            }
            if self.closes(leaf) {
                return Ok(CaseBound::Closed(evaluated.leaf));
            }
            let raised =
                self.lp.as_mut().filter(|_| point.is_beyond).map_or(Ok(false), CappedRelaxation::raise_penalty);
            if raised.unwrap_or(false) {
                continue;
            }
            let is_better = best.as_ref().is_none_or(|best| leaf.is_above(best));
            in_vain = if is_better { 0 } else { in_vain + 1 };
            let is_cut = in_vain < IN_VAIN
                && self.lp.as_mut().is_some_and(|lp| lp.cut(&point, &leaf.dual.odd_sets).unwrap_or(false));
            let before = if is_better { leaf.clone() } else { best.take().unwrap_or_else(|| leaf.clone()) };
            if is_cut {
                best = Some(before);
                continue;
            }
            if self.is_worth_refining(&point)
                && let Some(leaf) = self.refined(multipliers, evaluated)?
            {
                return Ok(CaseBound::Closed(leaf));
            }
            return Ok(CaseBound::Open(before, point));
        }
    }

    /// The same where HiGHS comes to no result: the multipliers are found in integers alone.
    fn bounded_without_point(&mut self) -> Result<CaseBound, SearchStop> {
        let none = self.no_multipliers();
        let evaluated = self.evaluate(&none)?;
        let support = evaluated.chosen.iter().map(|edge| (*edge, 1.0)).collect();
        if self.closes(&evaluated.leaf) {
            return Ok(CaseBound::Closed(evaluated.leaf));
        }
        let before = evaluated.leaf.clone();
        Ok(match self.refined(none, evaluated)? {
            Some(leaf) => CaseBound::Closed(leaf),
            None => CaseBound::Open(before, LpPoint::of_matching(support)),
        })
    }

    fn no_multipliers(&self) -> Multipliers {
        Multipliers { branches: vec![0; self.path.len()], ..Multipliers::none(self.problem) }
    }

    fn evaluate(&mut self, multipliers: &Multipliers) -> Result<EvaluatedBound, SearchStop> {
        let evaluated = self.problem.evaluate(self.goal, &self.path, multipliers.clone())?;
        self.take(&evaluated.chosen)?;
        Ok(evaluated)
    }

    /// Whether the linear program says that the bound does, but for floating point: it is whole, or comes to enough.
    fn is_worth_refining(&self, point: &LpPoint) -> bool {
        let is_whole = point.support.iter().all(|(_, x)| distance(*x) < WHOLE);
        let sum: f64 = point.support.iter().map(|(edge, x)| self.goal[*edge] as f64 * x).sum();
        is_whole || sum > (self.value - self.step) as f64
    }

    /// The leaf of the path, after exact changes of one multiplier at a time; `None` if the bound never does.
    fn refined(&mut self, multipliers: Multipliers, evaluated: EvaluatedBound) -> Result<Option<TreeLeaf>, SearchStop> {
        let mut lines = vec![self.line(&self.chosen), self.line(&evaluated.chosen)];
        let (mut multipliers, mut dual) = (multipliers, evaluated.leaf.dual.vertices);
        let mut bound = (evaluated.leaf.bound, multipliers.scale);
        for _ in 0..REFINEMENTS {
            if self.limits.are_nearly_reached() {
                return Err(SearchStop::Limit);
            }
            let Some(next) = refined::better(&multipliers, &lines, &dual, bound) else { return Ok(None) };
            if !self.problem.is_exact(self.goal, &next) {
                return Ok(None);
            }
            let found = self.evaluate(&next)?;
            if self.closes(&found.leaf) {
                return Ok(Some(found.leaf));
            }
            lines.push(self.line(&found.chosen));
            if is_greater((found.leaf.bound, next.scale), bound) {
                bound = (found.leaf.bound, next.scale);
                dual = found.leaf.dual.vertices;
                multipliers = next;
            }
        }
        Ok(None)
    }

    /// What a matching comes to, and how far it is beyond each ceiling and each step.
    fn line(&self, chosen: &[PairIndex]) -> MatchingExcess {
        let ceilings =
            self.problem.ceilings.iter().map(|ceiling| Problem::sum(&ceiling.numbers, chosen) - ceiling.most);
        let steps = self.path.iter().map(|step| {
            let count = chosen.iter().filter(|edge| step.branch.holds(self.problem.edges[**edge])).count() as i64;
            if step.is_more { step.at_most + 1 - count } else { count - step.at_most }
        });
        MatchingExcess { goal: Problem::sum(self.goal, chosen), beyond: ceilings.chain(steps).collect() }
    }

    fn point(&mut self) -> Result<LpPoint, NoOptimum> {
        let lp = match self.lp.take() {
            Some(lp) => lp,
            None => {
                // The first root has no multipliers of ceilings.
                let leaf = &self.root.leaf;
                let shift = shift(&leaf.dual.vertices, leaf.scale);
                let least = i64::try_from(leaf.bound.div_euclid(leaf.scale)).unwrap_or(i64::MIN);
                let range = self.value.saturating_sub(least);
                CappedRelaxation::new(self.problem, self.goal, &shift, range, &self.chosen, self.limits)?
            }
        };
        self.lp.insert(lp).solve(&self.path)
    }

    /// Whether nothing on the path is less than the value found.
    fn closes(&self, leaf: &TreeLeaf) -> bool {
        leaf.bound > leaf.scale * i128::from(self.value - self.step)
    }

    fn is_enough(&self) -> bool {
        self.enough.is_some_and(|enough| self.value <= enough)
    }

    fn take_if_whole(&mut self, point: &LpPoint) -> Result<(), SearchStop> {
        let chosen: Vec<PairIndex> =
            point.support.iter().filter(|(_, x)| *x > 1.0 - WHOLE).map(|(edge, _)| *edge).collect();
        if chosen.len() * 2 == self.problem.vertices { self.take(&chosen) } else { Ok(()) }
    }

    fn take(&mut self, chosen: &[PairIndex]) -> Result<(), SearchStop> {
        let value = Problem::sum(self.goal, chosen);
        if value < self.value && self.problem.allows(chosen) {
            self.value = value;
            self.chosen = chosen.to_vec();
            if self.is_enough() {
                return Err(SearchStop::Enough);
            }
        }
        Ok(())
    }

    /// Look for a matching that keeps below the ceilings: among those that are as cheap with the multipliers of this bound as its own, and
    /// between them and the best one there is.
    fn repair(&mut self, evaluated: &EvaluatedBound) -> Result<(), SearchStop> {
        let ceilings = &self.problem.ceilings;
        let mut weights = vec![0; ceilings.len()];
        let mut chosen = evaluated.chosen.clone();
        for _ in 0..REPAIRS {
            let is_above = |ceiling: &Ceiling| Problem::sum(&ceiling.numbers, &chosen) > ceiling.most;
            let above = (0..ceilings.len()).filter(|place| is_above(&ceilings[*place])).collect_vec();
            if above.is_empty() {
                break;
            }
            above.into_iter().for_each(|place| weights[place] += 1);
            let mixed = self.problem.mixed(self.goal, &self.chosen, &chosen);
            self.take(&mixed)?;
            let eased = |edge: PairIndex| {
                let numbers = ceilings.iter().map(|ceiling| ceiling.eased(edge, self.problem.edges[edge]));
                numbers.zip(&weights).map(|(number, weight)| i128::from(number) * weight).sum()
            };
            let found = self.problem.among_cheapest(self.goal, &self.path, &evaluated.leaf, eased);
            let Some(found) = found else { break };
            self.take(&found)?;
            let mixed = self.problem.mixed(self.goal, &self.chosen, &chosen);
            self.take(&mixed)?;
            chosen = found;
        }
        Ok(())
    }

    fn sum_of(&self, branch: &Branch, point: &LpPoint) -> f64 {
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
    fn branch(&self, point: &LpPoint) -> Option<(Branch, i64)> {
        // Numbers beyond what floating point can tell apart lead nowhere.
        let is_new = |(branch, at_most): &(Branch, i64)| {
            !self.path.iter().any(|step| *step.branch == *branch && step.at_most == *at_most)
        };
        let of_classes = self.partitions.iter().filter_map(|partition| self.between_classes(partition, point));
        let by_point = of_classes.chain(self.at_vertex(point)).find(is_new).filter(|_| !point.is_beyond);
        by_point.or_else(|| self.any_pair(point))
    }

    fn between_classes(
        &self,
        Partition { class_of, is_ordered }: &Partition,
        point: &LpPoint,
    ) -> Option<(Branch, i64)> {
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
            let up_to =
                |class| (sums.iter().filter(|((_, low), _)| *low <= class).map(|(_, x)| x).sum(), (class, class));
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
    fn at_vertex(&self, point: &LpPoint) -> Option<(Branch, i64)> {
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

    /// The point is whole, but its bound does not do. One of its pairs, or without it; any pair if all of them are decided.
    fn any_pair(&self, point: &LpPoint) -> Option<(Branch, i64)> {
        let ends = |edge: PairIndex| self.problem.edges[edge];
        let is_open = |edge: &PairIndex| {
            let is_of_it = |step: &BranchStep| {
                let sizes = [&step.branch.one, &step.branch.other].map(|set| set.count_ones(..));
                sizes == [1, 1] && step.branch.holds(ends(*edge))
            };
            !self.path.iter().any(is_of_it)
        };
        let likely = point.support.iter().map(|(edge, _)| *edge);
        let (u, v) = ends(likely.chain(self.problem.alive()).find(is_open)?);
        Some((Branch::new(self.problem.vertices, &[u], &[v]), 0))
    }

    /// At most one matching is left on the path, and it is worth no less, or above a ceiling. Multipliers so great that this alone makes
    /// the bound.
    ///
    /// Any other matching breaks a step that is one pair. It may be worth less, by `of_goal` at most, and below the ceiling. What it
    /// gains by that is `of_goal` for each unit, and `of_pair` is more than all of it.
    fn of_last_matching(&mut self) -> Result<TreeLeaf, SearchStop> {
        let Problem { ceilings, vertices, .. } = self.problem;
        // Ceilings are among the multipliers, so that the bound must hold without them.
        let least = |numbers: &[i64]| -> Result<i128, SolveError> {
            Ok(self.problem.evaluate(numbers, &[], Multipliers::none(self.problem))?.leaf.bound)
        };
        // Sums of a tier over a matching are within 2^53 of each other, and so are those of a ceiling: no product leaves 128 bits.
        let of_goal = i128::from(self.value) - least(self.goal)? + 1;
        // Where a step has more than one pair, its multiplier would reward those that keep it by more.
        let is_pair = |step: &BranchStep| {
            step.at_most == 0 && step.branch.one.count_ones(..) == 1 && step.branch.other.count_ones(..) == 1
        };
        let pairs = self.path.iter().map(is_pair).collect_vec();
        let wide = (0..self.path.len()).filter(|place| !pairs[*place]).map(|place| ceilings.len() + place);
        let mut is_beyond = None;
        for place in [None].into_iter().chain((0..ceilings.len()).chain(wide).map(Some)) {
            let mut of_ceilings = vec![0; ceilings.len()];
            let mut branches = vec![0; self.path.len()];
            let units = match place.map(|place| (place, ceilings.get(place))) {
                None => 0,
                Some((place, Some(ceiling))) => {
                    of_ceilings[place] = of_goal;
                    (i128::from(ceiling.most) - least(&ceiling.numbers)?).max(0)
                }
                Some((place, None)) => {
                    branches[place - ceilings.len()] = of_goal;
                    *vertices as i128
                }
            };
            let of_pair = of_goal * (units + 1);
            branches.iter_mut().zip(&pairs).filter(|(_, is_pair)| **is_pair).for_each(|(branch, _)| *branch = of_pair);
            let start = vec![0; *vertices];
            let multipliers = Multipliers { scale: 1, ceilings: of_ceilings, branches, start };
            if !self.problem.is_exact(self.goal, &multipliers) {
                is_beyond = Some(too_large(self.problem.most_cost()));
                continue;
            }
            let evaluated = self.problem.evaluate(self.goal, &self.path, multipliers)?;
            self.take(&evaluated.chosen)?;
            if self.closes(&evaluated.leaf) {
                return Ok(evaluated.leaf);
            }
        }
        Err(is_beyond.unwrap_or_else(|| SolveError::Internal("a capped program cannot be bounded".into())).into())
    }
}

fn distance(sum: f64) -> f64 {
    (sum - sum.round()).abs()
}

/// The dual values of vertices as whole numbers, or zeros where they are so great that sums of them would not be exact.
pub(super) fn shift(dual: &[i128], scale: i128) -> Vec<i64> {
    let part = |dual: &i128| i64::try_from(dual.div_euclid(scale)).ok().filter(|part| part.abs() < 1 << 48);
    dual.iter().map(part).collect::<Option<Vec<i64>>>().unwrap_or_else(|| vec![0; dual.len()])
}

impl BranchSearch<'_> {
    /// As fractions over one denominator. Where a step of a ceiling costs a simple fraction of a step of the goal, this is exact.
    /// Where the numbers would be too large, the denominator is smaller; where even that does not help, there are none.
    fn multipliers(&self, point: &LpPoint) -> Multipliers {
        let step = i128::from(self.step);
        let steps =
            || self.problem.ceilings.iter().map(|ceiling| i128::from(ceiling.step)).chain(self.path.iter().map(|_| 1));
        let values = || point.ceilings.iter().chain(&point.steps).zip(steps());
        let common = steps().try_fold(1_i128, |all, one| {
            let one = one / gcd(one, step);
            all.checked_mul(one / gcd(all, one)).filter(|all| *all < MOST_COMMON)
        });
        let common = common.unwrap_or(1);
        let in_steps = |(value, of_one): (&f64, i128)| value * of_one as f64 / step as f64;
        let fits = |scale: &i128| values().all(|value| distance(in_steps(value) * *scale as f64) < WHOLE);
        let simple = SCALES.into_iter().find(fits).filter(|_| common > 1 || steps().all(|one| step % one == 0));
        // What is too large for its type becomes the greatest of it, and is refused.
        let by_steps = |scale: i128| {
            let whole = |(value, of_one): (&f64, i128)| {
                let number = (in_steps((value, of_one)) * scale as f64).round() as i128;
                Some(number.checked_mul(step)?.checked_mul(common)? / of_one)
            };
            (scale * common, values().map(whole).collect::<Option<Vec<i128>>>())
        };
        let by_units = |scale: i128| {
            (scale, Some(values().map(|(value, _)| (value * scale as f64).round() as i128).collect::<Vec<i128>>()))
        };
        let smaller = iter::successors(Some(ROUGH), |scale| (*scale > 1).then_some(scale >> 4));
        let mut tried = simple.map(by_steps).into_iter().chain(smaller.map(by_units));
        let found = tried.find_map(|(scale, all)| {
            let mut ceilings = all?;
            let branches = ceilings.split_off(point.ceilings.len());
            let start = point.vertices.iter().map(|value| (2.0 * value * scale as f64) as i128).collect();
            Some(Multipliers { scale, ceilings, branches, start })
                .filter(|multipliers| self.problem.is_exact(self.goal, multipliers))
        });
        found.unwrap_or_else(|| self.no_multipliers())
    }
}
