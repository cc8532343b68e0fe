//! What the pairs of a model cost: what their two kinds cost, and in some tiers how far they are from the fold.

use super::infeasible;
use crate::graph::{EdgeWeight, Graph, Lex, Prices};
use crate::model::{Kind, PairModel, Vertex};

/// The costs of kinds are kept in a table of up to so many bytes.
const LARGEST_TABLE: usize = 1 << 28;

/// The costs of a model's pairs: minus their values, a number for each tier. Numbers beyond the tiers are 0.
pub(crate) struct PairCosts<'a, const K: usize> {
    pub model: &'a PairModel<'a>,
    /// Row by row; empty if there are too many.
    table: Vec<Option<Lex<K>>>,
    /// The cost of a place from the fold.
    fold: Lex<K>,
    /// The least that the fold adds to a pair.
    least_fold: Lex<K>,
    /// How many tiers come before the first in which pairs of two kinds differ.
    plain: usize,
}

impl<'a, const K: usize> PairCosts<'a, K> {
    pub(crate) fn new(model: &'a PairModel<'a>) -> Self {
        let mut fold = Lex::ZERO;
        for tier in 0..model.tiers() {
            fold.0[tier] = -model.fold_weight(tier);
        }
        let plain = fold.0.iter().position(|weight| *weight != 0).unwrap_or(K);
        let mut costs = Self { model, table: Vec::new(), fold, least_fold: Lex::ZERO, plain };
        if fold < Lex::ZERO {
            costs.least_fold = costs.of_distance(model.farthest_fold());
        }
        let kinds = model.kinds().len();
        if kinds * kinds * size_of::<Option<Lex<K>>>() <= LARGEST_TABLE {
            costs.table = (0..kinds * kinds).map(|index| costs.computed(index / kinds, index % kinds)).collect();
        }
        costs
    }

    fn computed(&self, one: Kind, other: Kind) -> Option<Lex<K>> {
        let mut cost = Lex::ZERO;
        for (tier, value) in self.model.kind_values(one, other)?.iter().enumerate() {
            cost.0[tier] = -value.units();
        }
        Some(cost)
    }

    /// The cost of a pair of these kinds, the fold apart; `None` if they cannot be paired.
    #[inline]
    pub(super) fn of_kinds(&self, one: Kind, other: Kind) -> Option<Lex<K>> {
        if self.table.is_empty() {
            return self.computed(one, other);
        }
        self.table[one * self.model.kinds().len() + other]
    }

    /// The cost of a pair whose kinds cost so much.
    #[inline]
    pub(super) fn with_fold(&self, kinds: Lex<K>, one: Vertex, other: Vertex) -> Lex<K> {
        if self.plain == K {
            return kinds;
        }
        kinds + self.of_distance(self.model.fold(one, other))
    }

    /// What the fold adds to a pair at this distance from it.
    #[inline]
    fn of_distance(&self, distance: i64) -> Lex<K> {
        let mut cost = self.fold;
        for tier in 0..K {
            cost.0[tier] = cost.0[tier].checked_mul(distance).expect("values are within 64 bits");
        }
        cost
    }

    /// How many tiers come before the first in which pairs of two kinds differ; all, if there is none.
    pub(super) fn plain_tiers(&self) -> usize {
        self.plain.min(self.model.tiers())
    }

    /// The sign of a reduced cost in the tiers before the first in which pairs of two kinds differ.
    pub(super) fn plain_sign(&self, reduced: Lex<K>) -> i64 {
        reduced.0[..self.plain].iter().copied().find(|number| *number != 0).unwrap_or(0).signum()
    }
}

impl<const K: usize> Prices for PairCosts<'_, K> {
    type Cost = Lex<K>;

    fn classes(&self) -> &[Vec<Vertex>] {
        self.model.kinds()
    }

    fn class(&self, v: Vertex) -> Kind {
        self.model.kind(v)
    }

    #[inline]
    fn least(&self, one: Kind, other: Kind) -> Option<Lex<K>> {
        Some(self.of_kinds(one, other)? + self.least_fold)
    }

    #[inline]
    fn exact(&self, least: Lex<K>, u: Vertex, v: Vertex) -> Lex<K> {
        self.with_fold(least - self.least_fold, u, v)
    }

    fn is_uniform(&self, _: Kind, _: Kind) -> bool {
        self.plain == K
    }

    fn position(&self, v: Vertex) -> usize {
        self.model.position(v)
    }

    fn change(&self, v: Vertex, other: Vertex) -> Option<Lex<K>> {
        let change = self.of_distance(self.model.fold_change(v, other)?);
        Some(change.max(-change))
    }

    fn barred(&self) -> Option<Box<dyn Iterator<Item = (Vertex, Vertex)> + '_>> {
        Some(Box::new(self.model.apart()))
    }

    fn graph(&self) -> Graph {
        infeasible::graph(self.model)
    }

    #[inline]
    fn is_allowed(&self, u: Vertex, v: Vertex) -> bool {
        !self.model.is_apart(u, v)
    }
}
