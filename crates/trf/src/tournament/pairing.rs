use super::{PlayerId, PlayerState, RoundState, Score};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

/// A player or the bye, a vertex of the matching. As a number, the bye is 0, as in the arbiters' form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, strum::Display)]
#[serde(from = "u32", into = "u32")]
pub enum Seat {
    /// A player to be paired.
    #[strum(to_string = "{0}")]
    Player(PlayerId),
    /// The bye of an odd field.
    #[strum(to_string = "the bye")]
    Bye,
}

impl From<u32> for Seat {
    fn from(number: u32) -> Self {
        if number == 0 { Self::Bye } else { Self::Player(PlayerId(number)) }
    }
}

impl From<Seat> for u32 {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::Player(id) => id.0,
            Seat::Bye => 0,
        }
    }
}

/// Two players at a board; in a double round, the first of their two encounters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct Board {
    /// The player with White.
    pub white: PlayerId,
    /// The player with Black.
    pub black: PlayerId,
}

impl fmt::Display for Board {
    /// Prints `3-7`, White first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.white, self.black)
    }
}

/// A round's pairing: the boards and, in an odd field, the pairing-allocated bye.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Pairing {
    /// The boards, top board first.
    #[serde(rename = "pairs")]
    pub boards: Vec<Board>,
    /// The player with the bye.
    pub bye: Option<PlayerId>,
}

impl Pairing {
    /// How many of its boards `other` has with the colours reversed.
    pub fn reversed_in(&self, other: &Self) -> usize {
        let there: BTreeSet<[PlayerId; 2]> = other.boards.iter().map(|board| [board.white, board.black]).collect();
        self.boards.iter().filter(|board| there.contains(&[board.black, board.white])).count()
    }

    /// The same with each board of `free` in the colours in which `cost` is least, as listed if both cost the same: a board whose colours
    /// are not known ([`Tournament::colourless`](super::Tournament::colourless)).
    pub fn turned<K: Ord>(mut self, free: &BTreeSet<Board>, cost: impl Fn(&Self) -> K) -> Self {
        for index in 0..self.boards.len() {
            let board @ Board { white, black } = self.boards[index];
            if free.contains(&board) {
                let listed = cost(&self);
                self.boards[index] = Board { white: black, black: white };
                if cost(&self) >= listed {
                    self.boards[index] = board;
                }
            }
        }
        self
    }

    /// Who meets `seat`: the opponent or the bye, and for the bye its receiver; `None` if nobody does.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        let Seat::Player(id) = seat else { return self.bye.map(Seat::Player) };
        let opponent = self.boards.iter().find_map(|board| match (board.white == id, board.black == id) {
            (true, _) => Some(board.black),
            (_, true) => Some(board.white),
            _ => None,
        });
        opponent.map(Seat::Player).or_else(|| (self.bye == Some(id)).then_some(Seat::Bye))
    }

    /// The pairing with its boards in the order of 1998 F.1: the higher player's score, the sum of both
    /// scores, the higher player's number. The scores are those that pairing goes by: accelerated points count
    /// (C.04.7, 1.5). Boards with an unknown player go last.
    pub fn in_board_order(self, state: &RoundState) -> Self {
        self.ordered_by(state, |player| player.score)
    }

    /// As [`Pairing::in_board_order`], by points alone: bbpPairings leaves accelerated points out, as C.04.2, 3.6 may be
    /// read.
    pub fn in_board_order_by_points(self, state: &RoundState) -> Self {
        self.ordered_by(state, |player| player.points)
    }

    fn ordered_by(mut self, state: &RoundState, score: impl Fn(&PlayerState) -> Score) -> Self {
        self.boards.sort_by_cached_key(|board| {
            let seats = [board.white, board.black].map(|id| state.player(id));
            let higher = seats.into_iter().flatten().map(|player| (Reverse(score(player)), player.number)).min();
            let sum: Score = seats.into_iter().flatten().map(&score).sum();
            let is_unknown = seats.iter().all(Option::is_none);
            (is_unknown, higher.map(|(top, _)| top), Reverse(sum), higher.map(|(_, number)| number))
        });
        self
    }
}

/// Who meets whom in a round, without colours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RoundPairs {
    /// The round.
    pub round: u32,
    /// The pairs, the higher player in pairing order first.
    pub pairs: Vec<[PlayerId; 2]>,
    /// The player with the bye.
    pub bye: Option<PlayerId>,
}
