use crate::rules::{Places, Term};
use crate::tournament::{PlayerId, PlayerState, RoundState};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// The players of a round, with what is found for all of them at once if an expression asks for it.
pub(super) struct EvaluatedField<'s> {
    pub state: &'s RoundState,
    by_lot: OnceCell<Vec<Places>>,
    by_opposition: OnceCell<Vec<Places>>,
    forbidden: OnceCell<BTreeMap<PlayerId, Vec<PlayerId>>>,
}

impl<'s> EvaluatedField<'s> {
    pub const fn new(state: &'s RoundState) -> Self {
        Self { state, by_lot: OnceCell::new(), by_opposition: OnceCell::new(), forbidden: OnceCell::new() }
    }

    /// The place in the score group by lot, from 1.
    pub fn place_by_lot(&self, player: &PlayerState) -> usize {
        self.place(&self.by_lot, Term::RandomDistance, player)
    }

    /// The place in the score group by the strength of the opposition, from 1.
    pub fn place_by_opposition(&self, player: &PlayerState) -> usize {
        self.place(&self.by_opposition, Term::BursteinDistance, player)
    }

    fn place(&self, places: &OnceCell<Vec<Places>>, term: Term, player: &PlayerState) -> usize {
        let places = places.get_or_init(|| Places::all(self.state, term));
        self.state.rank(player.id).and_then(|rank| places.get(rank)).map_or(0, |place| place.above() + 1)
    }

    /// Those whom the organiser forbids as opponents of `player`, the lowest number first.
    pub fn forbidden(&self, player: &PlayerState) -> &[PlayerId] {
        let all = self.forbidden.get_or_init(|| {
            let mut all: BTreeMap<PlayerId, Vec<PlayerId>> = BTreeMap::new();
            for (one, other) in self.state.forbidden() {
                all.entry(one).or_default().push(other);
                all.entry(other).or_default().push(one);
            }
            all.values_mut().for_each(|list| list.sort_unstable());
            all
        });
        all.get(&player.id).map(Vec::as_slice).unwrap_or_default()
    }
}
