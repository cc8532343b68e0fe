use crate::tournament::RoundState;

/// The pairs that may not meet whatever their colours, by rank. The two players have played each other (forfeited games
/// do not count), or the organiser forbids the pair.
#[derive(Debug)]
pub(super) struct Apart {
    size: usize,
    /// The matrix, row by row.
    pairs: Vec<bool>,
}

impl Apart {
    pub fn of(state: &RoundState) -> Self {
        let size = state.players().len();
        let mut apart = Self { size, pairs: vec![false; size * size] };
        for (one, player) in state.players().iter().enumerate() {
            let met = player.history.iter().filter_map(|past| state.rank(past.event.met()?));
            met.for_each(|other| apart.keep(one, other));
        }
        for (one, other) in state.forbidden() {
            if let (Some(one), Some(other)) = (state.rank(one), state.rank(other)) {
                apart.keep(one, other);
            }
        }
        apart
    }

    fn keep(&mut self, one: usize, other: usize) {
        self.pairs[one * self.size + other] = true;
        self.pairs[other * self.size + one] = true;
    }

    pub fn are_kept(&self, one: usize, other: usize) -> bool {
        self.pairs[one * self.size + other]
    }
}
