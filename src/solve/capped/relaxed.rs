//! The linear program of a matching with ceilings: degree rows, odd-set rows by separation, columns by pricing, and a row for
//! each ceiling and each branch. Its dual values propose multipliers. Nothing rests on it.

use super::super::highs::{NoOptimum, SimplexProgram};
use super::super::matching_lp::{cheapest_edges, worth_adding};
use super::super::{Limits, odd_sets};
use super::BranchStep;
use super::problem::{Branch, Ceiling, PairIndex, Problem};
use itertools::Itertools;
use std::ops::RangeBounds;
use std::rc::Rc;

/// HiGHS works best with costs up to here.
const GREATEST: f64 = 1e6;
/// A unit beyond a ceiling or a branch costs no more.
const MOST_PENALTY: f64 = 1e10;
/// HiGHS solves to 1e-7; what is smaller than this counts as zero.
const ZERO: f64 = 1e-6;
/// How many of the best pairs of each player are columns from the start; pricing finds the others.
const START_PER_VERTEX: usize = 8;
/// How many of the columns that pricing finds are added for each vertex at a time.
const PRICED_PER_VERTEX: usize = 3;

/// The program; columns, odd sets and branches are added as they are needed.
pub(super) struct CappedRelaxation<'a> {
    problem: &'a Problem,
    /// What is minimised: the goal without what every matching has of it.
    costs: Vec<i64>,
    shift: Vec<i64>,
    limits: Limits,
    /// The costs are so many times as large in the program, the numbers of ceilings so many times.
    scale: f64,
    factors: Vec<f64>,
    /// What a unit beyond a ceiling or a branch costs there, and the columns that count these units.
    penalty: f64,
    excess: Vec<usize>,
    /// Its rows are one a vertex, one a ceiling, then odd sets and branches.
    program: SimplexProgram,
    /// The columns of edges, by their numbers in the program.
    columns: Vec<(PairIndex, usize)>,
    is_column: Vec<bool>,
    branches: Vec<BranchRow>,
    sets: Vec<SetRow>,
}

struct SetRow {
    members: Vec<usize>,
    row: usize,
}

struct BranchRow {
    branch: Rc<Branch>,
    row: usize,
}

/// An optimum of the linear program.
pub(super) struct LpPoint {
    pub support: Vec<(PairIndex, f64)>,
    /// Whether it is beyond a ceiling or a branch.
    pub is_beyond: bool,
    /// The dual values of the vertices.
    pub vertices: Vec<f64>,
    /// The multipliers of the ceilings, and of the steps of the path.
    pub ceilings: Vec<f64>,
    pub steps: Vec<f64>,
}

impl LpPoint {
    /// One that says nothing but where to branch.
    pub fn of_matching(support: Vec<(PairIndex, f64)>) -> Self {
        Self { support, is_beyond: true, vertices: Vec::new(), ceilings: Vec::new(), steps: Vec::new() }
    }
}

impl<'a> CappedRelaxation<'a> {
    /// `shift` is a part of the goal by vertex, as of a ceiling. All matchings of interest come to `range` at most without it. `known` is a
    /// matching: with its columns there is a point.
    pub fn new(
        problem: &'a Problem,
        goal: &[i64],
        shift: &[i64],
        range: i64,
        known: &[PairIndex],
        limits: Limits,
    ) -> Result<Self, NoOptimum> {
        let ends = |edge: PairIndex| problem.edges[edge];
        let costs: Vec<i64> =
            goal.iter().zip(&problem.edges).map(|(cost, (u, v))| cost - shift[*u] - shift[*v]).collect();
        // One is the least difference that there is, if the greatest allows.
        let scale = |number: &dyn Fn(PairIndex) -> i64, step: i64| {
            let greatest = problem.alive().map(|edge| number(edge).unsigned_abs()).max().unwrap_or(0) as f64;
            (1.0 / step as f64).min(GREATEST / greatest.max(1.0))
        };
        let of_ceiling = |ceiling: &Ceiling| scale(&|edge| ceiling.eased(edge, ends(edge)), ceiling.step);
        let factors: Vec<f64> = problem.ceilings.iter().map(of_ceiling).collect();
        let scale = scale(&|edge| costs[edge], problem.step(goal));
        let of_vertices = (0..problem.vertices).map(|_| (1.0, 1.0));
        let of_ceilings = problem.ceilings.iter().zip(&factors);
        let of_ceilings =
            of_ceilings.map(|(ceiling, factor)| (f64::NEG_INFINITY, ceiling.eased_most() as f64 * factor));
        let mut program = SimplexProgram::new(of_vertices.chain(of_ceilings), [], limits)?;
        let penalty = 2.0 * range as f64 * scale + 10.0;
        let mut excess = Vec::new();
        for ceiling in 0..problem.ceilings.len() {
            excess.push(program.add_column(penalty, [(problem.vertices + ceiling, -1.0)])?);
        }
        let open: Vec<PairIndex> = problem.alive().collect();
        let priced = open.iter().map(|edge| (ends(*edge).0, ends(*edge).1, costs[*edge]));
        let start = cheapest_edges(problem.vertices, priced, START_PER_VERTEX).map(|place| open[place]).collect_vec();
        let mut lp = Self {
            problem,
            costs,
            shift: shift.to_vec(),
            limits,
            scale,
            factors,
            penalty,
            excess,
            program,
            columns: Vec::new(),
            is_column: vec![false; problem.edges.len()],
            branches: Vec::new(),
            sets: Vec::new(),
        };
        for edge in start.into_iter().chain(known.iter().copied()).sorted_unstable().dedup() {
            lp.add_column(edge)?;
        }
        Ok(lp)
    }

    /// Add a row with these pairs.
    fn add_row<B: RangeBounds<f64>>(
        &mut self,
        bounds: B,
        holds: impl Fn(usize, usize) -> bool,
    ) -> Result<usize, NoOptimum> {
        let edges = &self.problem.edges;
        let held = self.columns.iter().filter(|(edge, _)| holds(edges[*edge].0, edges[*edge].1));
        Ok(self.program.add_row(bounds, held.map(|(_, column)| (*column, 1.0)))?)
    }

    fn add_column(&mut self, edge: PairIndex) -> Result<(), NoOptimum> {
        let (u, v) = self.problem.edges[edge];
        let mut cells = vec![(u, 1.0), (v, 1.0)];
        for ((ceiling, factor), row) in self.problem.ceilings.iter().zip(&self.factors).zip(self.problem.vertices..) {
            cells.push((row, ceiling.eased(edge, (u, v)) as f64 * factor));
        }
        cells.retain(|(_, number)| *number != 0.0);
        cells.extend(self.sets.iter().filter(|set| set.holds(u, v)).map(|set| (set.row, 1.0)));
        cells.extend(self.branches.iter().filter(|branch| branch.branch.holds((u, v))).map(|branch| (branch.row, 1.0)));
        let cost = self.costs[edge] as f64 * self.scale;
        let column = self.program.add_column(cost, cells)?;
        self.is_column[edge] = true;
        self.columns.push((edge, column));
        Ok(())
    }

    /// Keep the steps of the path, and no others.
    fn follow(&mut self, path: &[BranchStep]) -> Result<(), NoOptimum> {
        for step in path {
            if self.branches.iter().any(|row| Rc::ptr_eq(&row.branch, &step.branch)) {
                continue;
            }
            let row = self.add_row(.., |u, v| step.branch.holds((u, v)))?;
            let penalty = self.penalty;
            for sign in [1.0, -1.0] {
                let column = self.program.add_column(penalty, [(row, sign)])?;
                self.excess.push(column);
            }
            self.branches.push(BranchRow { branch: Rc::clone(&step.branch), row });
        }
        let bounds: Vec<(usize, f64, f64)> = self
            .branches
            .iter()
            .map(|row| {
                let steps = || path.iter().filter(|step| Rc::ptr_eq(&step.branch, &row.branch));
                let lower = steps().filter(|step| step.is_more).map(|step| (step.at_most + 1) as f64);
                let upper = steps().filter(|step| !step.is_more).map(|step| step.at_most as f64);
                (row.row, lower.fold(f64::NEG_INFINITY, f64::max), upper.fold(f64::INFINITY, f64::min))
            })
            .collect();
        for (row, lower, upper) in bounds {
            self.program.set_row_bounds(row, lower, upper)?;
        }
        Ok(())
    }

    /// An optimum on this path, by the odd sets known so far.
    pub fn solve(&mut self, path: &[BranchStep]) -> Result<LpPoint, NoOptimum> {
        self.follow(path)?;
        loop {
            if self.limits.are_nearly_reached() {
                return Err(NoOptimum::Stopped);
            }
            let limits = self.limits;
            let optimum = self.program.solve(&|| limits.are_nearly_reached(), limits.ear())?;
            let (columns, duals) = (&optimum.columns, &optimum.duals);
            if self.price(duals)? {
                continue;
            }
            let at = |(edge, column): &(PairIndex, usize)| (*edge, columns[*column]);
            let support = self.columns.iter().map(at).filter(|(_, x)| *x > ZERO).collect();
            let is_beyond = self.excess.iter().any(|column| columns[*column] > ZERO);
            let rows = duals[self.problem.vertices..].iter().zip(&self.factors);
            let ceilings: Vec<f64> = rows.map(|(dual, factor)| (-dual * factor / self.scale).max(0.0)).collect();
            let steps = path.iter().map(|step| self.of_step(step, path, duals)).collect();
            let vertices = self.vertices(duals, &ceilings);
            return Ok(LpPoint { support, is_beyond, vertices, ceilings, steps });
        }
    }

    /// The dual values of the vertices by the numbers as they are, of which the program has only a part.
    fn vertices(&self, duals: &[f64], ceilings: &[f64]) -> Vec<f64> {
        let of_vertex = |(v, dual): (usize, &f64)| {
            let shifts =
                self.problem.ceilings.iter().zip(ceilings).map(|(ceiling, value)| value * ceiling.shift[v] as f64);
            dual / self.scale + self.shift[v] as f64 + shifts.sum::<f64>()
        };
        duals[..self.problem.vertices].iter().enumerate().map(of_vertex).collect()
    }

    /// Let units beyond a ceiling or a branch cost more; whether that is possible.
    pub fn raise_penalty(&mut self) -> Result<bool, NoOptimum> {
        if self.penalty >= MOST_PENALTY {
            return Ok(false);
        }
        self.penalty *= 100.0;
        for column in &self.excess {
            self.program.set_cost(*column, self.penalty)?;
        }
        Ok(true)
    }

    /// Add the odd sets that the point violates; whether there are any. `likely` are tried first.
    pub fn cut(&mut self, point: &LpPoint, likely: &[(Vec<usize>, i128)]) -> Result<bool, NoOptimum> {
        let ends = |edge: PairIndex| self.problem.edges[edge];
        let support: Vec<(usize, usize, f64)> =
            point.support.iter().map(|(edge, x)| (ends(*edge).0, ends(*edge).1, *x)).collect();
        let size = self.problem.vertices;
        let is_violated = |set: &&Vec<usize>| odd_sets::is_violated(size, set, &support);
        let mut cuts: Vec<Vec<usize>> = likely.iter().map(|(set, _)| set).filter(is_violated).cloned().collect();
        if cuts.is_empty() {
            cuts = odd_sets::violated(size, &support);
        }
        let is_any = !cuts.is_empty();
        for members in cuts {
            let holds = |v: usize| members.binary_search(&v).is_ok();
            let row = self.add_row(..=((members.len() - 1) / 2) as f64, |u, v| holds(u) && holds(v))?;
            self.sets.push(SetRow { members, row });
        }
        Ok(is_any)
    }

    /// The multiplier of a step: of several with the same pairs, the tightest has it.
    fn of_step(&self, step: &BranchStep, path: &[BranchStep], duals: &[f64]) -> f64 {
        let Some(row) = self.branches.iter().find(|row| Rc::ptr_eq(&row.branch, &step.branch)) else { return 0.0 };
        let same = path.iter().filter(|other| Rc::ptr_eq(&other.branch, &step.branch) && other.is_more == step.is_more);
        let tightest =
            if step.is_more { same.map(|step| step.at_most).max() } else { same.map(|step| step.at_most).min() };
        if tightest != Some(step.at_most) {
            return 0.0;
        }
        let dual = duals[row.row] / self.scale;
        if step.is_more { dual.max(0.0) } else { (-dual).max(0.0) }
    }

    fn price(&mut self, duals: &[f64]) -> Result<bool, NoOptimum> {
        let problem = self.problem;
        let mut sets_of: Vec<Vec<&SetRow>> = vec![Vec::new(); problem.vertices];
        for set in self.sets.iter().filter(|set| duals[set.row] != 0.0) {
            set.members.iter().for_each(|v| sets_of[*v].push(set));
        }
        let branches = self.branches.iter().filter(|row| duals[row.row] != 0.0).collect_vec();
        let reduced = |edge: PairIndex| {
            let (u, v) = problem.edges[edge];
            let mut cost = self.costs[edge] as f64 * self.scale - duals[u] - duals[v];
            cost -= sets_of[u].iter().filter(|set| set.holds(u, v)).map(|set| duals[set.row]).sum::<f64>();
            let rows = duals[problem.vertices..].iter().zip(&self.factors);
            for (ceiling, (dual, factor)) in problem.ceilings.iter().zip(rows) {
                cost -= dual * ceiling.eased(edge, (u, v)) as f64 * factor;
            }
            cost - branches.iter().filter(|row| row.branch.holds((u, v))).map(|row| duals[row.row]).sum::<f64>()
        };
        let missing = problem.alive().filter(|edge| !self.is_column[*edge]).map(|edge| (reduced(edge), edge));
        let added = worth_adding(problem.vertices, PRICED_PER_VERTEX, missing, |edge| problem.edges[edge]);
        for edge in &added {
            self.add_column(*edge)?;
        }
        Ok(!added.is_empty())
    }
}

impl SetRow {
    fn holds(&self, u: usize, v: usize) -> bool {
        self.members.binary_search(&u).is_ok() && self.members.binary_search(&v).is_ok()
    }
}
