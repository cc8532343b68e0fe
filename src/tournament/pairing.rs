use super::{PlayerId, RoundState};
use std::cmp::Reverse;

/// Two players at a board; in a double round, the first of their two encounters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// Who has White.
    pub white: PlayerId,
    /// Who has Black.
    pub black: PlayerId,
}

/// A round's pairing: the boards and, in an odd field, the pairing-allocated bye.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pairing {
    /// The boards, top board first.
    pub boards: Vec<Board>,
    /// Who gets the bye.
    pub bye: Option<PlayerId>,
}

impl Pairing {
    /// The pairing with its boards in the order of 1998 F.1: the higher player's score, the sum of both
    /// scores, the higher player's rank. Boards with an unknown player go last.
    #[must_use]
    pub fn in_board_order(mut self, state: &RoundState) -> Self {
        self.boards.sort_by_key(|board| {
            let ranks = [board.white, board.black].map(|id| state.rank(id).unwrap_or(usize::MAX));
            let scores = ranks.map(|rank| state.players().get(rank).map(|p| p.score));
            let top = scores[0].max(scores[1]);
            let sum = scores[0].unwrap_or_default() + scores[1].unwrap_or_default();
            (Reverse(top), Reverse(sum), ranks[0].min(ranks[1]))
        });
        self
    }
}
