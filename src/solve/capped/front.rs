//! The non-dominated pairings of two criteria, by the ε-constraint method: the second criterion is minimised under a ceiling on the
//! first, the ceiling goes below what was found, and so on. Each step is a solve with one more ceiling.
//!
//! A pair has one edge in its better colours, whatever counts. With two criteria, one order of colours may be better by the first, the
//! other by the second. Such a pair has a second way, over two vertices of its own: a - x - y - b. Either x and y are matched, or a with
//! x and y with b, which makes the pair in its other colours.

use super::{CappedSolver, Ceiling, Multipliers, PairIndex, Partition, Problem, classes, counts, search};
use crate::model::{Cap, Formulation, Objective, Pair, PairModel, Tier, Unit, Value, Vertex};
use crate::solve::{
    Limits, Options, SolveError, Termination, by_pairs, check_request, check_size, nobody_to_pair, pairing,
    vertex_pairs,
};
use crate::tournament::{Pairing, RoundState};
use std::cmp::Reverse;

/// The most vertices of the second ways of pairs.
const MOST_BESIDE: usize = 4_000;

/// What a pairing is worth by: the greater, the better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrontCriterion {
    /// The value of a tier.
    Tier(Tier),
    /// Minus the number of boards that a cap counts; how many it allows does not matter.
    Boards(Cap),
}

impl FrontCriterion {
    /// What its values are counted in.
    fn unit(&self) -> Unit {
        match self {
            Self::Tier(tier) => tier.unit(),
            Self::Boards(_) => Unit::of_places(0),
        }
    }
}

/// The non-dominated pairings: for each there is none that is as good by both criteria and better by one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Front {
    /// [`Termination::Optimal`] if these are all.
    pub termination: Termination,
    /// One for each non-dominated value, the best by the first criterion first.
    pub points: Vec<FrontPoint>,
    /// If a limit came first: of the values of the first criterion between these two, not included, nothing is known. `None` for an
    /// end that is not known.
    pub unknown: Option<[Option<Value>; 2]>,
}

/// A non-dominated pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontPoint {
    /// Its value by each criterion: the first, then the parts of the second, then the tiers that are held.
    pub values: Vec<Value>,
    /// A pairing with these values: the canonical one, if that was asked for.
    pub pairing: Pairing,
}

/// The non-dominated pairings of `state` under the rules and the side constraints of `objective`, whose own tiers do not count. The tiers
/// `held` are as good as they can be, one after another, in all of them. The parts of the second criterion, `then`, count one after another. Each point has the canonical pairing, if `are_canonical`; otherwise it is any
/// one, which in a large field takes a fraction of the time.
///
/// # Errors
/// [`SolveError::Request`] if `objective` names players who are not in the round, or the program is too large;
/// [`SolveError::Internal`] if a check fails.
pub fn front(
    state: &RoundState,
    objective: &Objective,
    held: &[Tier],
    first: &FrontCriterion,
    then: &[FrontCriterion],
    are_canonical: bool,
    options: Options,
) -> Result<Front, SolveError> {
    let limits = options.start();
    let unfinished = || Front { termination: limits.termination(), points: Vec::new(), unknown: Some([None, None]) };
    if !check_request(state, objective, limits)? {
        return Ok(unfinished());
    }
    let tiers = |criteria: &mut dyn Iterator<Item = &FrontCriterion>| {
        let tiers = criteria.filter_map(|criterion| match criterion {
            FrontCriterion::Tier(tier) => Some(tier.clone()),
            FrontCriterion::Boards(_) => None,
        });
        let tiers = held.iter().cloned().chain(tiers).collect();
        Objective { formulation: Formulation::Pairs, tiers, ..objective.clone() }
    };
    // By each of them, a pair has the colours that are best by the tiers held, and then better by one of the criteria.
    let specs = [tiers(&mut then.iter().chain([first])), tiers(&mut [first].into_iter().chain(then))];
    // The criteria need not be tiers of the model, and their values have to be within range, too.
    if !check_request(state, &specs[0], limits)? {
        return Ok(unfinished());
    }
    let models = limits.try_for(|| specs.each_ref().map(|objective| PairModel::new(state, objective)));
    let Some(models) = models else { return Ok(unfinished()) };
    check_size(&models[0], Formulation::Pairs, limits)?;
    let free = match state.players().is_empty() {
        true => nobody_to_pair(&specs[0]),
        false => by_pairs(&models[0], limits)?,
    };
    let Some(best) = &free.incumbent else {
        let unknown = free.termination.limit().map(|_| [None, None]);
        return Ok(Front { termination: free.termination, points: Vec::new(), unknown });
    };
    let ways = limits.try_for(|| ProblemEdges::new(&models, held, first, then)).transpose()?;
    let Some(ways) = ways else { return Ok(unfinished()) };
    let solver = limits.try_for(|| ways.solver(&models[0], limits));
    let Some(solver) = solver else { return Ok(unfinished()) };
    let mut search =
        FrontSearch { models: &models, ways: &ways, alive: Vec::new(), solver, held: held.len(), are_canonical };
    let start = search.edges_of(&best.pairing, 0);
    let is_solved =
        matches!(first, FrontCriterion::Tier(_)) && then.iter().all(|part| matches!(part, FrontCriterion::Tier(_)));
    if !is_solved {
        return search.run(start, None);
    }
    // Both ends are the optima of two models.
    let other = by_pairs(&models[1], limits)?;
    let ends = match (&free.termination, &other.termination, &other.incumbent) {
        (Termination::Optimal, Termination::Optimal, Some(other)) => {
            Some([search.edges_of(&other.pairing, 1), start.clone()])
        }
        _ => None,
    };
    search.run(start, ends)
}

/// The edges of the problem: pairs in their better colours, and the second ways of some.
struct ProblemEdges {
    vertices: usize,
    edges: Vec<(Vertex, Vertex)>,
    /// The pair that an edge makes, and by which of the models it has its colours.
    made: Vec<Option<(Vertex, Vertex, usize)>>,
    /// The costs of all edges: by the tiers held, by the parts of the second criterion, then by the first.
    costs: Vec<Vec<i64>>,
    /// What each of them is counted in.
    units: Vec<Unit>,
}

impl ProblemEdges {
    fn new(
        models: &[PairModel<'_>; 2],
        held: &[Tier],
        first: &FrontCriterion,
        then: &[FrontCriterion],
    ) -> Result<Self, SolveError> {
        let (state, count) = (models[0].state(), held.len() + then.len() + 1);
        let mut ways = Self {
            vertices: models[0].vertices(),
            edges: Vec::new(),
            made: Vec::new(),
            costs: vec![Vec::new(); count],
            units: held.iter().map(Tier::unit).chain(then.iter().chain([first]).map(FrontCriterion::unit)).collect(),
        };
        let costs = |(u, v): (Vertex, Vertex), by: usize| -> Vec<i64> {
            let mut values = models[by].pair_values(u, v).into_iter();
            let mut costs: Vec<i64> = values.by_ref().take(held.len()).map(|value| -value.units()).collect();
            let mut cost = |criterion: &FrontCriterion| match criterion {
                FrontCriterion::Tier(_) => -values.next().unwrap_or_default().units(),
                FrontCriterion::Boards(cap) => {
                    let counted = i64::from(counts(cap, state, (u, v)));
                    Value::from_whole(counted).in_unit(criterion.unit())
                }
            };
            match by {
                0 => costs.extend(then.iter().chain([first]).map(&mut cost)),
                _ => costs.extend([first].into_iter().chain(then).map(&mut cost)),
            }
            costs[held.len()..].rotate_left(by);
            costs
        };
        for (u, v) in models[0].without_colours() {
            let [cost, other] = [0, 1].map(|by| costs((u, v), by));
            ways.add((u, v), Some((u, v, 0)), &cost);
            if cost != other {
                let (x, y) = (ways.vertices, ways.vertices + 1);
                ways.vertices += 2;
                ways.add((u, x), Some((u, v, 1)), &other);
                ways.add((v, y), None, &vec![0; count]);
                ways.add((x, y), None, &vec![0; count]);
            }
        }
        let beside = ways.vertices - models[0].vertices();
        if beside > MOST_BESIDE {
            return Err(SolveError::Request(format!(
                "in {} pairs the two criteria ask for different colours, and {} are as many as can be searched; let one of the \
                 criteria not depend on colours, such as score-difference",
                beside / 2,
                MOST_BESIDE / 2
            )));
        }
        Ok(ways)
    }

    fn add(&mut self, edge: (Vertex, Vertex), made: Option<(Vertex, Vertex, usize)>, costs: &[i64]) {
        self.edges.push(edge);
        self.made.push(made);
        self.costs.iter_mut().zip(costs).for_each(|(all, cost)| all.push(*cost));
    }

    /// A solver of these edges with the caps of the model.
    fn solver<'a>(&self, model: &'a PairModel<'a>, limits: Limits) -> CappedSolver<'a> {
        let (state, players) = (model.state(), model.state().players());
        let with_others = |mut class_of: Vec<usize>| {
            let next = class_of.iter().max().map_or(0, |last| last + 1);
            class_of.extend((next..).take(self.vertices - model.vertices()));
            class_of
        };
        let by_score = with_others(classes(model, |v| players.get(v).map(|player| Reverse(player.score))));
        let by_kind = with_others(classes(model, |v| model.kind(v)));
        let partitions = vec![
            Partition { class_of: by_score, is_ordered: true },
            Partition { class_of: by_kind, is_ordered: false },
        ];
        let mut problem = Problem::new(self.vertices, self.edges.clone());
        for (cap, _) in model.objective().caps_in(state) {
            let counts =
                |made: &Option<(Vertex, Vertex, usize)>| made.is_some_and(|(u, v, _)| counts(&cap, state, (u, v)));
            let numbers = self.made.iter().map(|made| i64::from(counts(made))).collect();
            problem.ceilings.push(Ceiling { numbers, most: cap.most().into(), step: 1, shift: vec![0; self.vertices] });
        }
        CappedSolver { model, limits, problem, partitions }
    }
}

struct FrontSearch<'a> {
    models: &'a [PairModel<'a>; 2],
    ways: &'a ProblemEdges,
    solver: CappedSolver<'a>,
    /// What the caps and the tiers held leave.
    alive: Vec<bool>,
    /// How many tiers are held.
    held: usize,
    are_canonical: bool,
}

impl FrontSearch<'_> {
    /// The edges of a pairing that has its colours by one of the models.
    fn edges_of(&self, pairing: &Pairing, by: usize) -> Vec<PairIndex> {
        let made = vertex_pairs(&self.models[by], pairing).map(|(u, v)| (u.min(v), u.max(v)));
        let problem = &self.solver.problem;
        let mut edges = Vec::new();
        let mut is_other = vec![false; problem.vertices];
        for (u, v) in made {
            // The way of the model, or the only one.
            let direct = problem.edge(u, v);
            let beside = direct.map(|edge| edge + 1).filter(|edge| self.ways.made.get(*edge) == Some(&Some((u, v, 1))));
            match beside.filter(|_| by == 1) {
                Some(beside) => {
                    let (x, y) = (problem.edges[beside].1, problem.edges[beside + 1].1);
                    (is_other[x], is_other[y]) = (true, true);
                    edges.extend([beside, beside + 1]);
                }
                None => edges.extend(direct),
            }
        }
        for x in (self.models[0].vertices()..problem.vertices).step_by(2).filter(|x| !is_other[*x]) {
            edges.extend(problem.edge(x, x + 1));
        }
        edges
    }

    /// `ends` are the best by the first criterion and by the second, if they are known.
    fn run(&mut self, mut start: Vec<PairIndex>, ends: Option<[Vec<PairIndex>; 2]>) -> Result<Front, SolveError> {
        let (costs, held) = (&self.ways.costs, self.held);
        let unfinished = |limits: Limits| Front {
            termination: limits.termination(),
            points: Vec::new(),
            unknown: Some([None, None]),
        };
        if self.solver.tiers(&costs[..held], &mut start)?.0.len() < held {
            return Ok(unfinished(self.solver.limits));
        }
        self.alive.clone_from(&self.solver.problem.alive);
        let ceilings = self.solver.problem.ceilings.len();
        let last = costs.len() - 1;
        let first = &costs[last];
        let by_first: Vec<usize> = [last].into_iter().chain(held..last).collect();
        let by_second: Vec<usize> = (held..=last).collect();
        let problem = &self.solver.problem;
        let (none, step) = (Multipliers::none(problem), problem.parity_step(first));
        let limits = self.solver.limits;
        let root = limits.try_for(|| problem.evaluate(first, &[], none)).transpose()?;
        let Some(root) = root.map(|root| root.leaf) else {
            return Ok(unfinished(limits));
        };
        let shift = search::shift(&root.dual.vertices, root.scale);
        let late = |search: &Self, found: Vec<Vec<PairIndex>>, ends: [Option<i64>; 2]| {
            let value = |sum: i64| search.ways.units[last].value(-sum);
            let points = found.iter().rev().map(|chosen| search.point(chosen)).collect();
            let unknown = Some(ends.map(|sum| sum.map(value)));
            Ok(Front { termination: search.solver.limits.termination(), points, unknown })
        };
        let [best, other] = match ends {
            Some(ends) => ends.map(Some),
            None => {
                let best = self.least(&by_first, start.clone())?;
                self.renew(ceilings);
                [best, self.least(&by_second, start)?]
            }
        };
        let Some(best) = best else { return late(self, Vec::new(), [None, None]) };
        let least = Problem::sum(first, &best);
        let Some(other) = other else { return late(self, vec![best], [Some(least), None]) };
        let mut found = vec![other];
        limits.begin_count("points", None);
        loop {
            limits.count();
            let sum = Problem::sum(first, &found[found.len() - 1]);
            if sum <= least {
                break;
            }
            self.renew(ceilings);
            if sum - step == least {
                found.push(best.clone());
                break;
            }
            let narrowed = limits.try_for(|| self.solver.problem.narrow(first, &root, sum - step));
            if narrowed.is_none() {
                found.push(best);
                return late(self, found, [Some(least), Some(sum)]);
            }
            let ceiling = Ceiling { numbers: first.clone(), most: sum - step, step, shift: shift.clone() };
            self.solver.problem.ceilings.push(ceiling);
            match self.least(&by_second, best.clone())? {
                Some(next) => found.push(next),
                None => {
                    found.push(best);
                    return late(self, found, [Some(least), Some(sum)]);
                }
            }
        }
        let points = found.iter().rev().map(|chosen| self.point(chosen)).collect();
        Ok(Front { termination: Termination::Optimal, points, unknown: None })
    }

    /// The optimum by these criteria, in this order; `None` at a limit. `chosen` keeps the ceilings.
    fn least(&mut self, order: &[usize], mut chosen: Vec<PairIndex>) -> Result<Option<Vec<PairIndex>>, SolveError> {
        let costs: Vec<Vec<i64>> = order.iter().map(|place| self.ways.costs[*place].clone()).collect();
        let (stages, _) = self.solver.tiers(&costs, &mut chosen)?;
        let is_found = stages.len() == costs.len()
            && (!self.are_canonical || self.solver.first_of_equals(&mut chosen, &costs, &stages)?);
        Ok(is_found.then_some(chosen))
    }

    /// From now on there are only the first ceilings, of the caps and the tiers held.
    fn renew(&mut self, ceilings: usize) {
        self.solver.problem.alive.clone_from(&self.alive);
        self.solver.problem.ceilings.truncate(ceilings);
    }

    fn point(&self, chosen: &[PairIndex]) -> FrontPoint {
        let made = chosen.iter().filter_map(|edge| self.ways.made[*edge]);
        let pairs: Vec<Pair> = made.filter_map(|(u, v, by)| self.models[by].pair(u, v)).collect();
        let sums = self.ways.costs.iter().map(|costs| -Problem::sum(costs, chosen));
        let mut values: Vec<Value> = self.ways.units.iter().zip(sums).map(|(unit, sum)| unit.value(sum)).collect();
        values.rotate_left(self.held);
        let criteria = values.len() - self.held;
        values[..criteria].rotate_right(1);
        FrontPoint { values, pairing: pairing(self.solver.model.state(), &pairs) }
    }
}
