//! How many optima there are, the first of them, and what proves that there is only one.
//!
//! By complementary slackness, the optima are the perfect matchings of the pairs that cost just what the dual solution allows, and
//! that fill its odd sets: [`Alternatives`] has them all.
//!
//! That there is only one is proven as an optimum is. One more tier, after all others, counts the pairs that the optimum does not make.
//! If no optimum has any, it is the only one, and the dual solution of all these tiers shows it.

use super::matching::{pairs_of, proves};
use super::pair_costs::PairCosts;
use super::{
    CappedStage, DualSolution, Incumbent, Limits, Options, Solution, SolveError, Termination, Ties, capped, check_size,
    incumbent, vertex_pairs,
};
use crate::IN_BROWSER;
use crate::graph::{Alternatives, CheapestMatching, Graph, Lex, MatchingCount, MatchingDual, MatchingFailure, Prices};
use crate::model::{Kind, MOST_TIERS, Objective, PairModel, Vertex};
use crate::tournament::{Pairing, RoundState};
use itertools::Itertools;

/// So many pairs of each vertex are edges from the start.
const PROMISING: usize = 12;

/// What is asked of the optima.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptimaRequest {
    /// Count them to the end, if no part of the field that affects no other has more than so many. With caps, all are one part.
    pub count: u64,
    /// List so many.
    pub list: usize,
}

/// The optima of a round. Two pairings that differ in colours alone are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Optima {
    /// How many there are.
    pub count: MatchingCount,
    /// The first of them in canonical order: the first player in pairing order with the highest opponent first, and so on.
    pub first: Vec<Incumbent>,
    /// What proves that there is only one.
    pub only: Option<UniquenessProof>,
    /// Whether a limit came first.
    pub is_late: bool,
}

/// What proves that an optimum is the only one, by one more tier, which counts the pairs that it does not make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UniquenessProof {
    /// A dual solution.
    Dual(DualSolution),
    /// The stages of a model with caps.
    Stages(Vec<CappedStage>),
}

impl Optima {
    /// Whether there is only one, if that is known. It is proven then.
    pub fn is_unique(&self) -> Option<bool> {
        match self.count {
            MatchingCount { least: 2.., .. } => Some(false),
            MatchingCount { least: 0, is_exact: true } => Some(false),
            _ => self.only.as_ref().map(|_| true),
        }
    }

    /// This one at least: a limit came first.
    pub(super) fn late(best: &Incumbent) -> Self {
        let count = MatchingCount { least: 1, is_exact: false };
        Self { count, first: vec![best.clone()], only: None, is_late: true }
    }

    /// This one, and no other.
    pub(super) fn only(best: &Incumbent, proof: UniquenessProof) -> Self {
        let count = MatchingCount { least: 1, is_exact: true };
        Self { count, first: vec![best.clone()], only: Some(proof), is_late: false }
    }
}

/// The optima of `solution`, which is that of `state` by `objective`.
///
/// # Errors
/// [`SolveError::Request`] if the program is too large; [`SolveError::Internal`] if two ways to the optimum disagree.
pub fn optima(
    state: &RoundState,
    objective: &Objective,
    solution: &Solution,
    wanted: OptimaRequest,
    options: Options,
) -> Result<Optima, SolveError> {
    let limits = options.start();
    let best = match (&solution.termination, &solution.incumbent) {
        (Termination::Infeasible(_), _) => {
            let count = MatchingCount { least: 0, is_exact: true };
            return Ok(Optima { count, first: Vec::new(), only: None, is_late: false });
        }
        (Termination::Optimal, Some(best)) => best,
        (_, Some(best)) if solution.is_proven() => return Ok(Optima::late(best)),
        _ => {
            let count = MatchingCount { least: 0, is_exact: false };
            return Ok(Optima { count, first: Vec::new(), only: None, is_late: true });
        }
    };
    let model = PairModel::new(state, objective);
    let mut optima = if objective.has_caps() {
        check_size(&model, objective.formulation, limits)?;
        capped::optima(&model, best, wanted, limits)?
    } else {
        // Vectors longer than the model has tiers.
        match model.tiers() {
            0..=2 if !IN_BROWSER => of_matching::<3>(&model, solution.dual.as_ref(), best, wanted, limits)?,
            0..=5 => of_matching::<6>(&model, solution.dual.as_ref(), best, wanted, limits)?,
            _ => of_matching::<{ MOST_TIERS + 1 }>(&model, solution.dual.as_ref(), best, wanted, limits)?,
        }
    };
    let lost = |first: &Incumbent| first.values != best.values;
    let is_listed = options.ties == Ties::Canonical && wanted.list > 0;
    let is_other = |first: &Incumbent| is_listed && first.pairing != best.pairing;
    if optima.first.iter().any(lost) || optima.first.first().is_some_and(is_other) {
        return Err(SolveError::Internal("the list of optima does not begin with them".into()));
    }
    optima.first.truncate(wanted.list);
    Ok(optima)
}

fn of_matching<const K: usize>(
    model: &PairModel<'_>,
    dual: Option<&DualSolution>,
    best: &Incumbent,
    wanted: OptimaRequest,
    limits: Limits,
) -> Result<Optima, SolveError> {
    let late = || Ok(Optima::late(best));
    let stop = || limits.are_reached();
    let costs = PairCosts::<K>::new(model);
    let mates = &mates(model, &best.pairing);
    // With nobody to pair there is none.
    let dual = dual.map_or(MatchingDual { vertices: Vec::new(), odd_sets: Vec::new() }, as_vectors);
    let found = match CheapestMatching::with_dual(&costs, mates.clone(), dual, stop) {
        Ok(found) => found,
        Err(MatchingFailure::Stopped(_)) => return late(),
        Err(MatchingFailure::Impossible | MatchingFailure::TooCheap) => {
            return Err(SolveError::Internal("the dual solution does not prove its optimum".into()));
        }
    };
    // One more tier counts the pairs that are not the optimum's, by minus one.
    let beyond = |u: Vertex, v: Vertex| i64::from(mates[u] == v) - 1;
    let against = ExtendedCosts { costs: &costs, beyond, least: -1 };
    let start = against.start(&found);
    let Some(alternatives) = Alternatives::new(found.among_equals(), stop) else { return late() };
    let count = alternatives.count(wanted.count.max(wanted.list as u64), stop);
    let listed = alternatives
        .first(wanted.list.max(1), stop)
        .into_iter()
        .map(|mates| pairs_of(model, |v| mates.get(v).copied()).map(|pairs| incumbent(model, &pairs)));
    let first = listed
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| SolveError::Internal("one of the optima is no pairing".into()))?;
    let are_listed = count.is_exact && count.least == first.len() as u64 || first.len() >= wanted.list;
    let is_late = limits.are_reached() && !(count.is_exact && are_listed);
    let mut optima = Optima { count, first, only: None, is_late };
    if count == (MatchingCount { least: 1, is_exact: true }) {
        match prove_only(&against, mates, start, limits)? {
            Some(dual) => optima.only = Some(UniquenessProof::Dual(dual)),
            None => return late(),
        }
    }
    Ok(optima)
}

/// The dual solution with one more tier by which no optimum has a pair that is not one of `mates`; `None` at a limit.
fn prove_only<const K: usize>(
    against: &ExtendedCosts<'_, K, impl Fn(Vertex, Vertex) -> i64>,
    mates: &[Vertex],
    (start, edges): (Vec<Lex<K>>, Vec<(Vertex, Vertex)>),
    limits: Limits,
) -> Result<Option<DualSolution>, SolveError> {
    let fault = |what: &str| SolveError::Internal(format!("one optimum was counted, but {what}"));
    let found = CheapestMatching::from_duals(against, start, &edges, || limits.are_reached());
    let found = match found {
        Ok(found) => found,
        Err(MatchingFailure::Stopped(_)) => return Ok(None),
        Err(MatchingFailure::Impossible) => return Err(fault("then there is none")),
        Err(MatchingFailure::TooCheap) => return Err(fault("its proof lacks a pair")),
    };
    if found.mates != mates {
        return Err(fault("there is another"));
    }
    let model = against.costs.model;
    let pairs = pairs_of(model, |v| found.mates.get(v).copied()).ok_or_else(|| fault("it is no pairing"))?;
    proves(&found.dual, &model.values(&pairs))?;
    Ok(Some(found.dual.map(|value| value.0[..=model.tiers()].to_vec())))
}

/// Its numbers as vectors that are long enough.
pub(super) fn as_vectors<const K: usize>(dual: &DualSolution) -> MatchingDual<Lex<K>> {
    dual.map(|value| Lex(std::array::from_fn(|tier| value.get(tier).copied().unwrap_or(0))))
}

/// The partner of each vertex.
pub(super) fn mates(model: &PairModel<'_>, pairing: &Pairing) -> Vec<Vertex> {
    let mut mates: Vec<Vertex> = (0..model.vertices()).collect();
    for (one, other) in vertex_pairs(model, pairing) {
        (mates[one], mates[other]) = (other, one);
    }
    mates
}

/// The costs of a model with one more tier after its own.
pub(super) struct ExtendedCosts<'a, const K: usize, F> {
    pub costs: &'a PairCosts<'a, K>,
    /// What a pair of two vertices costs in the tier,
    pub beyond: F,
    /// and the least of that.
    pub least: i64,
}

impl<const K: usize, F: Fn(Vertex, Vertex) -> i64> ExtendedCosts<'_, K, F> {
    /// Dual values that are feasible with the tier, and edges to begin with: those of the matching, and some that cost just what its
    /// dual solution allows.
    ///
    /// The value of an odd set, taken half and half from two vertices in it, leaves their pair's reduced cost as it is, and raises
    /// those of others. The tier matters only where a pair cost just as much, so the least of these is feasible for each vertex.
    pub fn start(&self, found: &CheapestMatching<Lex<K>>) -> (Vec<Lex<K>>, Vec<(Vertex, Vertex)>) {
        let mut start = found.dual.vertices.clone();
        for (set, value) in &found.dual.odd_sets {
            let half = Lex(value.0.map(|number| number.div_euclid(2) + number.rem_euclid(2)));
            set.iter().for_each(|v| start[*v] -= half);
        }
        let tier = self.costs.model.tiers();
        let mut edges = Vec::new();
        for (u, mate) in found.mates.iter().enumerate() {
            let costs = found.tight.neighbours(u).ones().map(|v| ((self.beyond)(u, v), v));
            let cheapest: Vec<(i64, Vertex)> = costs.k_smallest(PROMISING).collect();
            start[u].0[tier] += cheapest.first().map_or(self.least, |(cost, _)| *cost);
            edges.extend(cheapest.into_iter().map(|(_, v)| v).chain([*mate]).map(|v| (u.min(v), u.max(v))));
        }
        edges.sort_unstable();
        edges.dedup();
        (start, edges)
    }
}

impl<const K: usize, F: Fn(Vertex, Vertex) -> i64> Prices for ExtendedCosts<'_, K, F> {
    type Cost = Lex<K>;

    fn classes(&self) -> &[Vec<Vertex>] {
        self.costs.classes()
    }

    fn class(&self, v: Vertex) -> Kind {
        self.costs.class(v)
    }

    fn least(&self, one: Kind, other: Kind) -> Option<Lex<K>> {
        let mut least = self.costs.least(one, other)?;
        least.0[self.costs.model.tiers()] += self.least;
        Some(least)
    }

    fn exact(&self, least: Lex<K>, u: Vertex, v: Vertex) -> Lex<K> {
        let mut cost = self.costs.exact(least, u, v);
        cost.0[self.costs.model.tiers()] += (self.beyond)(u, v) - self.least;
        cost
    }

    fn is_uniform(&self, _: Kind, _: Kind) -> bool {
        false
    }

    fn is_allowed(&self, u: Vertex, v: Vertex) -> bool {
        self.costs.is_allowed(u, v)
    }

    fn graph(&self) -> Graph {
        self.costs.graph()
    }
}
