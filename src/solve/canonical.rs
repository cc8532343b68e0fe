//! The canonical optimum of a matching.

use super::Limits;
use super::matching::pairs_of;
use super::prices::Costs;
use crate::graph::{Completion, Lex, SparseMatching};
use crate::model::{Pair, Vertex};
use fixedbitset::FixedBitSet;

/// Among the cheapest perfect matchings, the one in which the lowest vertex has the lowest partner that any of them gives
/// it, then the next vertex, and so on; `None` if the limits are reached first.
///
/// `search` has a cheapest matching, and `tight` for each vertex its neighbours by pairs of reduced cost 0. No other pair is
/// in any cheapest matching, so from here on the costs of others do not matter. Who is fixed leaves the search.
pub(super) fn canonical<const K: usize>(
    costs: &Costs<'_, K>,
    search: &mut SparseMatching<K>,
    tight: Vec<FixedBitSet>,
    limits: Limits,
) -> Option<Vec<Pair>> {
    let size = tight.len();
    let mut open = FixedBitSet::with_capacity(size);
    open.insert_range(..);
    let mut choice = Choice { costs, tight, open };
    let mut mates = vec![None; size];
    for v in 0..size {
        if !choice.open.contains(v) {
            continue;
        }
        if limits.are_reached() {
            return None;
        }
        if search.is_in_odd_set(v) {
            choice.by_cost(search, v)?;
        } else {
            search.take_lowest_partner(v, &choice.tight, &choice.open);
        }
        let w = search.mate(v)?;
        mates[v] = Some(w);
        mates[w] = Some(v);
        choice.open.set(v, false);
        choice.open.set(w, false);
        if search.fix(v) {
            choice.refresh(search)?;
        }
    }
    pairs_of(costs.model, |v| mates[v])
}

struct Choice<'a, const K: usize> {
    costs: &'a Costs<'a, K>,
    tight: Vec<FixedBitSet>,
    open: FixedBitSet,
}

impl<const K: usize> Choice<'_, K> {
    /// Give `v`, who is in an odd set, the lowest partner possible: let each partner cost its place in the last number, after
    /// all tiers.
    fn by_cost(&mut self, search: &mut SparseMatching<K>, v: Vertex) -> Option<()> {
        let candidates: Vec<Vertex> = self.tight[v].intersection(&self.open).collect();
        if candidates.first().copied() == search.mate(v) {
            return Some(());
        }
        for (place, w) in (0..).zip(candidates) {
            let mut cost = self.costs.of_pair(v, w)?;
            cost.0[K - 1] = place;
            search.add_edge(v, w, cost);
        }
        self.refresh(search)
    }

    /// After dual values have changed: make the matching perfect and cheapest again, and keep the pairs that are still tight.
    fn refresh(&mut self, search: &mut SparseMatching<K>) -> Option<()> {
        loop {
            if search.complete(|| false) != Completion::Perfect {
                return None;
            }
            let mut cheap = Vec::new();
            for u in self.open.ones() {
                let row = self.tight[u].intersection(&self.open).filter(|v| *v > u && !search.has_edge(u, *v));
                for v in row {
                    let cost = self.costs.of_pair(u, v)?;
                    if search.reduced_cost(u, v, cost) < Lex::ZERO {
                        cheap.push((u, v, cost));
                    }
                }
            }
            if cheap.is_empty() {
                break;
            }
            for (u, v, cost) in cheap {
                search.add_edge(u, v, cost);
            }
        }
        for u in self.open.ones() {
            let row: Vec<Vertex> = self.tight[u].intersection(&self.open).filter(|v| *v > u).collect();
            for v in row {
                let given = search.reduced_cost_of_edge(u, v);
                let reduced = match given {
                    Some(reduced) => reduced,
                    None => search.reduced_cost(u, v, self.costs.of_pair(u, v)?),
                };
                if reduced != Lex::ZERO {
                    self.tight[u].set(v, false);
                    self.tight[v].set(u, false);
                }
            }
        }
        Some(())
    }
}
