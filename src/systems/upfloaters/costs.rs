use crate::graph::{CheapestMatching, FilledMatching, Graph, MatchingFailure, Prices};
use crate::systems::classes::Classes;

/// What pairs of some players cost. Players of one kind cost the same, but for whom they may not meet.
pub(super) struct KindCosts<'f> {
    /// The players, by rank; a vertex is a place in this list.
    players: &'f [usize],
    apart: &'f Graph,
    classes: Classes,
    /// For two classes; `None` if no two of them may be paired.
    costs: Vec<Vec<Option<i128>>>,
}

impl<'f> KindCosts<'f> {
    /// The costs by the kinds of two players, the first of whom has the lower place.
    pub fn new<K: Ord + Copy>(
        players: &'f [usize],
        apart: &'f Graph,
        kind: impl Fn(usize) -> K,
        cost: impl Fn(K, K) -> Option<i128>,
    ) -> Self {
        let classes = Classes::by((0..players.len()).map(&kind));
        let kinds: Vec<K> = classes.members.iter().map(|class| kind(class[0])).collect();
        let costs = kinds.iter().map(|one| kinds.iter().map(|other| cost(*one, *other)).collect()).collect();
        Self { players, apart, classes, costs }
    }

    /// The least that all pairs cost together.
    pub fn least_sum(&self) -> Result<i128, MatchingFailure> {
        CheapestMatching::of(self).map(|cheapest| cheapest.dual.bound() / 2)
    }

    /// All cheapest matchings.
    pub fn cheapest(&self) -> Result<FilledMatching, MatchingFailure> {
        CheapestMatching::of(self).map(CheapestMatching::among_equals)
    }
}

impl Prices for KindCosts<'_> {
    type Cost = i128;

    fn classes(&self) -> &[Vec<usize>] {
        &self.classes.members
    }

    fn class(&self, v: usize) -> usize {
        self.classes.of[v]
    }

    fn least(&self, one: usize, other: usize) -> Option<i128> {
        self.costs[one][other]
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        !self.apart.has_edge(self.players[u], self.players[v])
    }
}
