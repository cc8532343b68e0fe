//! A source of answers that solves, and so makes a certificate. Nothing of it is believed: [`LeftMatchings`](crate::evidence::LeftMatchings) checks
//! what it says as it checks a certificate.

use crate::certificate::{StepEvidence, TierEvidence};
use crate::evidence::{Opening, Unproven, Witness};
use crate::graph::{Left, StepDual, TutteSet, holders};
pub(crate) use swiss_matching::budget::spend;
use swiss_matching::{
    Completion, EdgeWeight, FilledMatching, Graph, Lex, Matching, MatchingDual, SparseMatching, irreducible_obstruction,
};

/// The partner of each vertex, and the dual solution.
type Solved<const K: usize> = (Vec<usize>, MatchingDual<Lex<K>>);

/// Solves, and remembers what it answered.
pub struct Maker<'a> {
    steps: Vec<StepEvidence>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Maker<'a> {
    /// Solve until `stop` says so.
    pub fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self { steps: Vec::new(), stop }
    }

    /// All answers so far, in order.
    pub fn into_steps(self) -> Vec<StepEvidence> {
        self.steps
    }

    fn solved<const K: usize>(
        &self,
        left: &Left,
        cost: impl Fn(usize, (usize, usize)) -> Lex<K>,
    ) -> Result<Option<Solved<K>>, Unproven> {
        spend(left.edges().len());
        let costs: Vec<Lex<K>> = left.edges().iter().enumerate().map(|(number, edge)| cost(number, *edge)).collect();
        // No edge costs less than the least of both its ends.
        let mut start: Vec<Option<Lex<K>>> = vec![None; left.vertices()];
        for ((a, b), cost) in left.edges().iter().zip(&costs) {
            for end in [*a, *b] {
                start[end] = Some(start[end].map_or(*cost, |least| least.min(*cost)));
            }
        }
        let start: Vec<Lex<K>> = start.into_iter().map(|least| least.unwrap_or(Lex::ZERO)).collect();
        let mut tight = Graph::new(left.vertices(), []);
        let mut search = SparseMatching::new(start.clone());
        for ((a, b), cost) in left.edges().iter().zip(&costs) {
            search.add_edge(*a, *b, *cost);
            if cost.twice() == start[*a] + start[*b] {
                tight.set_edge(*a, *b, true);
            }
        }
        search.begin_with(&Matching::maximum(&tight));
        match search.complete(self.stop) {
            Completion::Stopped => Err(Unproven::Limit),
            Completion::Impossible => Ok(None),
            Completion::Perfect => {
                let partners = (0..left.vertices()).map(|v| search.mate(v).unwrap_or(v)).collect();
                Ok(Some((partners, search.dual())))
            }
        }
    }

    /// The dual solution by one number each: the first of the two costs, of leaving filled sets, is given so much weight that it
    /// decides wherever it did.
    fn combined(left: &Left, costs: &[i64], dual: &MatchingDual<Lex<2>>) -> StepDual {
        let inside = holders(left.vertices(), dual.odd_sets.iter().map(|(set, _)| set));
        let filled = holders(left.vertices(), left.filled());
        let reduced = left.edges().iter().zip(costs).map(|((a, b), cost)| {
            spend(1 + inside[*a].len() + filled[*a].len());
            let leaving = filled[*a].iter().filter(|set| !filled[*b].contains(set)).count()
                + filled[*b].iter().filter(|set| !filled[*a].contains(set)).count();
            let both = inside[*a].iter().filter(|set| inside[*b].contains(set));
            let allowed = both.fold(dual.vertices[*a] + dual.vertices[*b], |sum, set| sum - dual.odd_sets[*set].1);
            Lex([leaving as i64, *cost]).twice() - allowed
        });
        let leads = |Lex([first, second]): Lex<2>| if first > 0 { (-second).div_euclid(first) + 1 } else { 0 };
        let least = if left.filled().is_empty() { 0 } else { 1 };
        let values = reduced.chain(dual.odd_sets.iter().map(|(_, value)| *value));
        let weight = values.map(leads).max().unwrap_or_default().max(least);
        let number = |Lex([first, second]): Lex<2>| weight * first + second;
        let u = dual.vertices.iter().enumerate().map(|(v, value)| (v, number(*value)));
        StepDual {
            u: u.filter(|(_, value)| *value != 0).collect(),
            z: dual.odd_sets.iter().map(|(set, value)| (set.clone(), number(*value))).collect(),
            f: 2 * weight,
        }
    }
}

/// The matching in which the one vertex that costs anything costs least, with its dual solution, or the matching as it is, if it
/// costs nothing and none costs less than nothing; `None` where it is not so plain.
fn plain(left: &Left, partners: &[usize], costs: &[i64]) -> Option<(Vec<usize>, StepDual)> {
    let weighted = || left.edges().iter().zip(costs).filter(|(_, cost)| **cost != 0);
    let ((first, second), _) = weighted().next()?;
    let common = [*first, *second].into_iter().find(|v| weighted().all(|((a, b), _)| a == v || b == v));
    let Some(vertex) = common else {
        let is_free = weighted().all(|((a, b), cost)| *cost > 0 && partners[*a] != *b);
        return is_free.then(|| (partners.to_vec(), StepDual::default()));
    };
    let mut cost_of = vec![None; left.vertices()];
    for ((a, b), cost) in left.edges().iter().zip(costs).filter(|((a, b), _)| *a == vertex || *b == vertex) {
        cost_of[a + b - vertex] = Some(*cost);
    }
    let least = cost_of.iter().flatten().min()?;
    let found = if cost_of[partners[vertex]] == Some(*least) {
        partners.to_vec()
    } else {
        rematched(left, partners, vertex, &cost_of)
    };
    let is_least = cost_of[found[vertex]] == Some(*least) && left.holds(&found).is_ok();
    is_least.then(|| (found, StepDual { u: vec![(vertex, 2 * least)], ..StepDual::default() }))
}

/// A matching in which the vertex has the partner that costs least of those it can have.
fn rematched(left: &Left, partners: &[usize], vertex: usize, cost_of: &[Option<i64>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..left.vertices()).collect();
    order.sort_by_key(|v| cost_of[*v].unwrap_or(i64::MAX));
    let mut place = vec![0; left.vertices()];
    order.iter().enumerate().for_each(|(at, v)| place[*v] = at);
    let tight = Graph::new(left.vertices(), left.edges().iter().map(|(a, b)| (place[*a], place[*b])));
    let mates = order.iter().map(|v| place[partners[*v]]).collect();
    let sets: Vec<Vec<usize>> = left.filled().iter().map(|set| set.iter().map(|v| place[*v]).collect()).collect();
    let sets: Vec<&[usize]> = sets.iter().map(Vec::as_slice).collect();
    let mut filled = FilledMatching::new(tight, mates, &sets);
    filled.rematch(place[vertex], Some);
    (0..left.vertices()).map(|v| order[filled.mate(place[v])]).collect()
}

impl Witness for Maker<'_> {
    fn open(&mut self, graph: &Left) -> Result<Opening, Unproven> {
        if let Some((partners, _)) = self.solved(graph, |_, _| Lex([0]))? {
            self.steps.push(StepEvidence::Paired { partners: partners.clone(), tiers: Vec::new() });
            return Ok(Opening::Matching(partners));
        }
        let all = Graph::new(graph.vertices(), graph.edges().iter().copied());
        let why = irreducible_obstruction(&all, &Matching::maximum(&all));
        let set = TutteSet(why.map(|why| why.tutte_set).unwrap_or_default());
        self.steps.push(StepEvidence::Impossible(set.clone()));
        Ok(Opening::Impossible(set))
    }

    fn cheapest(&mut self, left: &Left, partners: &[usize], costs: &[i64]) -> Result<(Vec<usize>, StepDual), Unproven> {
        spend(left.edges().len());
        let answer = match plain(left, partners, costs) {
            Some(answer) => answer,
            None => {
                let filled = holders(left.vertices(), left.filled());
                let leaving =
                    |a: usize, b: usize| filled[a].iter().filter(|set| !filled[b].contains(set)).count() as i64;
                let cost = |number: usize, (a, b): (usize, usize)| Lex([leaving(a, b) + leaving(b, a), costs[number]]);
                let lost = || Unproven::Certificate("lost a matching that was there".into());
                let (partners, dual) = self.solved(left, cost)?.ok_or_else(lost)?;
                let dual = Self::combined(left, costs, &dual);
                (partners, dual)
            }
        };
        if let Some(StepEvidence::Paired { tiers, .. }) = self.steps.last_mut() {
            tiers.push(TierEvidence { dual: answer.1.clone(), partners: None });
        }
        Ok(answer)
    }

    fn set_apart(&mut self, partners: &[usize]) {
        if let Some(StepEvidence::Paired { tiers, .. }) = self.steps.last_mut()
            && let Some(tier) = tiers.last_mut()
        {
            tier.partners = Some(partners.to_vec());
        }
    }

    fn close(&mut self, last: &[usize]) {
        if let Some(StepEvidence::Paired { partners, .. }) = self.steps.last_mut() {
            *partners = last.to_vec();
        }
    }
}
