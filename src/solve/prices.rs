//! What pairs cost, and which of them cost less than dual values allow: pairs are priced, not stored.
//!
//! A pair costs what its two kinds cost, and in some tiers how far it is from the fold. So whole blocks of pairs, those of
//! two kinds, are passed over where the greatest dual values of both kinds do not reach what the kinds cost.

use super::Limits;
use crate::graph::{Lex, LexDual};
use crate::model::{Kind, PairModel, Vertex};
use crate::rules::Term;
use itertools::Itertools;
use std::cmp::Reverse;

/// The limits are asked once for so many players of a class.
const ASKED: usize = 64;

/// Of so many kinds the costs are kept in a table.
const MOST_IN_TABLE: usize = 2_000;

/// The costs of a model's pairs: minus their values, a number for each tier. Numbers beyond the tiers are 0.
pub(super) struct Costs<'a, const K: usize> {
    pub model: &'a PairModel<'a>,
    /// Row by row; empty if there are too many.
    table: Vec<Option<Lex<K>>>,
    /// The cost of a place from the fold.
    fold: Lex<K>,
    /// How many tiers come before the first in which pairs of two kinds differ.
    plain: usize,
}

impl<'a, const K: usize> Costs<'a, K> {
    pub(super) fn new(model: &'a PairModel<'a>) -> Self {
        let mut fold = Lex::ZERO;
        for tier in 0..model.tiers() {
            fold.0[tier] = -model.fold_weight(tier);
        }
        let plain = fold.0.iter().position(|weight| *weight != 0).unwrap_or(K);
        let mut costs = Self { model, table: Vec::new(), fold, plain };
        let kinds = model.kinds().len();
        if kinds <= MOST_IN_TABLE {
            costs.table = (0..kinds * kinds).map(|index| costs.computed(index / kinds, index % kinds)).collect();
        }
        costs
    }

    fn computed(&self, one: Kind, other: Kind) -> Option<Lex<K>> {
        let mut cost = Lex::ZERO;
        for (tier, value) in self.model.kind_values(one, other)?.iter().enumerate() {
            cost.0[tier] = -value.tenths();
        }
        Some(cost)
    }

    /// The cost of a pair of these kinds, the fold apart; `None` if they cannot be paired.
    pub(super) fn of_kinds(&self, one: Kind, other: Kind) -> Option<Lex<K>> {
        if self.table.is_empty() {
            return self.computed(one, other);
        }
        self.table[one * self.model.kinds().len() + other]
    }

    /// The cost of a pair; `None` if it cannot be made.
    pub(super) fn of_pair(&self, one: Vertex, other: Vertex) -> Option<Lex<K>> {
        let kinds = self.of_kinds(self.model.kind(one), self.model.kind(other))?;
        (!self.model.is_apart(one, other)).then(|| self.with_fold(kinds, one, other))
    }

    /// The cost of a pair whose kinds cost so much.
    pub(super) fn with_fold(&self, kinds: Lex<K>, one: Vertex, other: Vertex) -> Lex<K> {
        if self.plain == K {
            return kinds;
        }
        let distance = self.model.fold(one, other);
        let of_tier = |tier: usize| self.fold.0[tier].checked_mul(distance).expect("values are within 64 bits");
        kinds + Lex(std::array::from_fn(of_tier))
    }

    /// In each tier, no more than any pair costs whose kinds cost so much: nobody is further from the fold than there are
    /// players.
    pub(super) fn least(&self, kinds: Lex<K>) -> Lex<K> {
        let furthest = Term::UNIT.saturating_mul(self.model.vertices() as i64);
        kinds + Lex(self.fold.0.map(|weight| weight.saturating_mul(furthest).min(0)))
    }

    /// How many tiers come before the first in which pairs of two kinds differ; all, if there is none.
    pub(super) fn plain_tiers(&self) -> usize {
        self.plain.min(self.model.tiers())
    }

    /// The sign of a reduced cost in the tiers before the first in which pairs of two kinds differ.
    pub(super) fn plain_sign(&self, reduced: Lex<K>) -> i64 {
        reduced.0[..self.plain].iter().copied().find(|number| *number != 0).unwrap_or(0).signum()
    }

    /// Visit every pair that can be made whose reduced cost, in halves, is at most `most`: the lower vertex, the higher one,
    /// and the reduced cost. `None` if the time limit comes before the end.
    pub(super) fn visit(
        &self,
        dual: &LexDual<K>,
        most: Lex<K>,
        limits: Limits,
        mut visit: impl FnMut(Vertex, Vertex, Lex<K>),
    ) -> Option<()> {
        let sets = NestedSets::new(dual);
        let dual = &dual.vertices;
        // Of two classes, all pairs have the same cost, but for the fold, and the same odd sets around them.
        let all = (0..dual.len()).map(|v| ((self.model.kind(v), sets.innermost[v]), v)).into_group_map();
        let mut classes = all.into_iter().sorted_unstable().collect::<Vec<_>>();
        for (_, members) in &mut classes {
            members.sort_by_key(|v| Reverse(dual[*v]));
        }
        for (index, ((one, left_set), left)) in classes.iter().enumerate() {
            if limits.are_nearly_reached() {
                return None;
            }
            for ((other, right_set), right) in &classes[index..] {
                let Some(cost) = self.of_kinds(*one, *other) else { continue };
                // An odd set adds to the reduced cost.
                let greatest = dual[left[0]] + dual[right[0]];
                if self.plain_sign(cost.twice() - greatest - most) > 0 {
                    continue;
                }
                let is_same = std::ptr::eq(left, right);
                let block = cost.twice() + sets.shared(*left_set, *right_set);
                for (place, u) in left.iter().copied().enumerate() {
                    if place % ASKED == ASKED - 1 && limits.are_nearly_reached() {
                        return None;
                    }
                    let rest = if is_same { &right[place + 1..] } else { right };
                    let left_over = block - dual[u] - most;
                    let within = rest.iter().copied().take_while(|v| self.plain_sign(left_over - dual[*v]) <= 0);
                    let mut is_any = false;
                    for v in within {
                        is_any = true;
                        let reduced = self.with_fold(cost, u, v).twice() + (block - cost.twice()) - dual[u] - dual[v];
                        if reduced <= most && !self.model.is_apart(u, v) {
                            visit(u.min(v), u.max(v), reduced);
                        }
                    }
                    if !is_any {
                        // Those that follow have smaller dual values.
                        break;
                    }
                }
            }
        }
        Some(())
    }
}

/// The odd sets of a dual solution, nested or disjoint.
struct NestedSets<const K: usize> {
    /// The smallest set that holds each vertex.
    innermost: Vec<Option<usize>>,
    /// Of each set: the next greater one, and the sum of its dual value and of those around it.
    parent: Vec<Option<usize>>,
    sums: Vec<Lex<K>>,
}

impl<const K: usize> NestedSets<K> {
    fn new(dual: &LexDual<K>) -> Self {
        let mut sets = Self { innermost: vec![None; dual.vertices.len()], parent: Vec::new(), sums: Vec::new() };
        for (members, value) in dual.odd_sets.iter().sorted_by_key(|(members, _)| Reverse(members.len())) {
            let parent = sets.innermost[members[0]];
            for v in members {
                sets.innermost[*v] = Some(sets.sums.len());
            }
            sets.sums.push(parent.map_or(Lex::ZERO, |set| sets.sums[set]) + *value);
            sets.parent.push(parent);
        }
        sets
    }

    /// What the odd sets that hold the vertices of both these sets add to a reduced cost.
    fn shared(&self, one: Option<usize>, other: Option<usize>) -> Lex<K> {
        let (mut one, mut other) = (one, other);
        // A set comes after those around it.
        while one != other {
            if one > other {
                one = one.and_then(|set| self.parent[set]);
            } else {
                other = other.and_then(|set| self.parent[set]);
            }
        }
        one.map_or(Lex::ZERO, |set| self.sums[set])
    }
}
