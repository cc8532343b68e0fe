//! What pairs cost where the tiers of a model are one number.

use super::Weigher;
use crate::graph::{CheapestMatching, MatchingDual, Prices};
use crate::model::{Kind, Vertex};
use crate::solve::SolveError;

/// The costs of a model's pairs, as one number.
pub(super) struct OneNumber<'a> {
    weigher: &'a Weigher<'a>,
    /// What a pair costs beyond its kinds for each tenth of a place of the fold.
    fold: i128,
    /// The least that the two vertices of a pair add to what their kinds cost.
    least_more: i128,
}

impl<'a> OneNumber<'a> {
    /// `None` if the costs of two kinds, whether or not two of them can be paired, are too large to be exact.
    pub(super) fn new(weigher: &'a Weigher<'a>) -> Option<Self> {
        let (model, most) = (&weigher.model, weigher.most());
        let is_within = |values: &[i64], times: i64| {
            let mut products =
                weigher.scales.iter().zip(values).map(|(scale, value)| scale.checked_mul((value * times).into()));
            let size = products.try_fold(0_i128, |sum, product| sum.checked_add(product?.checked_abs()?));
            size.is_some_and(|size| size <= most)
        };
        let farthest = model.farthest_fold();
        let kinds = model.kinds().len();
        let mut pairs = (0..kinds).flat_map(|one| (one..kinds).map(move |other| (one, other)));
        if !is_within(&weigher.fold, farthest)
            || !pairs.all(|(one, other)| !model.can_meet(one, other) || is_within(&weigher.of_kinds(one, other), 1))
        {
            return None;
        }
        // Where nobody is far from it, it costs nothing.
        let fold = if farthest == 0 { 0 } else { -weigher.sum(&weigher.fold) };
        // A pair that counts in the last tier costs 1 less.
        let least_more = (fold * i128::from(farthest)).min(0) - i128::from(weigher.against.is_some());
        Some(Self { weigher, fold, least_more })
    }

    /// The dual solution of a cheapest matching, in halves: a second one, of costs that are one number.
    pub(super) fn cheapest(&self) -> Result<MatchingDual<i128>, SolveError> {
        let found = CheapestMatching::of(self).map(|found| found.dual);
        found.map_err(|_| SolveError::Internal("the cheapest matching finds none where there is one".into()))
    }
}

impl Prices for OneNumber<'_> {
    type Cost = i128;

    fn classes(&self) -> &[Vec<Vertex>] {
        self.weigher.model.kinds()
    }

    fn class(&self, v: Vertex) -> Kind {
        self.weigher.model.kind(v)
    }

    fn least(&self, one: Kind, other: Kind) -> Option<i128> {
        let weigher = self.weigher;
        let can_meet = weigher.model.can_meet(one, other);
        can_meet.then(|| self.least_more - weigher.sum(&weigher.of_kinds(one, other)))
    }

    fn exact(&self, least: i128, u: Vertex, v: Vertex) -> i128 {
        let fold = self.fold * i128::from(self.weigher.model.fold(u, v));
        least - self.least_more + fold - self.weigher.beyond(u, v).map_or(0, i128::from)
    }

    fn is_uniform(&self, _: Kind, _: Kind) -> bool {
        self.weigher.against.is_none() && self.weigher.fold.iter().all(|weight| *weight == 0)
    }

    fn position(&self, v: Vertex) -> usize {
        self.weigher.model.position(v)
    }

    fn change(&self, v: Vertex, other: Vertex) -> Option<i128> {
        let change = self.weigher.model.fold_change(v, other).filter(|_| self.weigher.against.is_none());
        change.map(|change| (self.fold * i128::from(change)).abs())
    }

    fn barred(&self) -> Option<Box<dyn Iterator<Item = (Vertex, Vertex)> + '_>> {
        Some(Box::new(self.weigher.model.apart()))
    }

    fn is_allowed(&self, u: Vertex, v: Vertex) -> bool {
        !self.weigher.model.is_apart(u, v)
    }
}
