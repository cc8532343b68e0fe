//! What pairs cost, and which of them cost less than dual values allow: pairs are priced, not stored.
//!
//! A pair costs what its two kinds cost, and in some tiers how far it is from the fold. So whole blocks of pairs, those of
//! two kinds, are passed over where the greatest dual values of both kinds do not reach what the kinds cost.

use crate::graph::{Lex, LexDual};
use crate::model::{Kind, PairModel, Vertex};
use itertools::Itertools;
use std::cmp::Reverse;

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

    /// How many tiers come before the first in which pairs of two kinds differ; all, if there is none.
    pub(super) fn plain_tiers(&self) -> usize {
        self.plain.min(self.model.tiers())
    }

    /// The sign of a reduced cost in the tiers before the first in which pairs of two kinds differ.
    pub(super) fn plain_sign(&self, reduced: Lex<K>) -> i64 {
        reduced.0[..self.plain].iter().copied().find(|number| *number != 0).unwrap_or(0).signum()
    }

    /// Visit every pair that can be made and costs no more than these dual values allow: the lower vertex, the higher one, and
    /// the reduced cost in halves, which is 0 or negative.
    pub(super) fn visit(&self, prices: &Prices<K>, mut visit: impl FnMut(Vertex, Vertex, Lex<K>)) {
        let dual = &prices.vertices;
        let mut kinds: Vec<Vec<Vertex>> = self.model.kinds().to_vec();
        for members in &mut kinds {
            members.sort_by_key(|v| Reverse(dual[*v]));
        }
        for (one, left) in kinds.iter().enumerate() {
            for (other, right) in kinds.iter().enumerate().skip(one) {
                let Some(kinds_cost) = self.of_kinds(one, other) else { continue };
                for (place, u) in left.iter().copied().enumerate() {
                    let rest = if one == other { &right[place + 1..] } else { right };
                    let left_over = kinds_cost.twice() - dual[u];
                    // What an odd set adds is above 0, so that it need not be looked up where this is not negative already.
                    let within = rest.iter().copied().take_while(|v| self.plain_sign(left_over - dual[*v]) <= 0);
                    let mut is_any = false;
                    for v in within {
                        is_any = true;
                        let reduced = self.with_fold(kinds_cost, u, v).twice() - dual[u] - dual[v];
                        if reduced <= Lex::ZERO && !self.model.is_apart(u, v) {
                            let reduced = reduced + prices.shared(u, v);
                            if reduced <= Lex::ZERO {
                                visit(u.min(v), u.max(v), reduced);
                            }
                        }
                    }
                    if !is_any {
                        // Those that follow have smaller dual values.
                        break;
                    }
                }
            }
        }
    }
}

/// Dual values in halves, so that what the odd sets that hold a pair add up to is found at once.
pub(super) struct Prices<const K: usize> {
    vertices: Vec<Lex<K>>,
    /// The odd sets that hold each vertex, the greatest first.
    sets_of: Vec<Vec<usize>>,
    /// The dual value of each odd set and of those that hold it, together.
    sums: Vec<Lex<K>>,
}

impl<const K: usize> Prices<K> {
    /// The odd sets must be nested or disjoint.
    pub(super) fn new(dual: &LexDual<K>) -> Self {
        let mut prices =
            Self { vertices: dual.vertices.clone(), sets_of: vec![Vec::new(); dual.vertices.len()], sums: Vec::new() };
        for (members, value) in dual.odd_sets.iter().sorted_by_key(|(members, _)| Reverse(members.len())) {
            let around = prices.sets_of[members[0]].last().map_or(Lex::ZERO, |set| prices.sums[*set]);
            for v in members {
                prices.sets_of[*v].push(prices.sums.len());
            }
            prices.sums.push(around + *value);
        }
        prices
    }

    /// What the odd sets that hold both add to the reduced cost.
    fn shared(&self, u: Vertex, v: Vertex) -> Lex<K> {
        let sets = self.sets_of[u].iter().zip(&self.sets_of[v]);
        sets.take_while(|(one, other)| one == other).last().map_or(Lex::ZERO, |(set, _)| self.sums[*set])
    }
}
