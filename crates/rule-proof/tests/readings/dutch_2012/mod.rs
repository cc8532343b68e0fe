//! The FIDE Dutch system as agreed in Istanbul in 2012 (Handbook C.04.3.1), as somebody read it who had seen the text
//! alone, before any engine or tournament. The page of the system lists the readings, with their numbers.
//!
//! [`state`]: what the articles derive from the history (A, E). [`walk`]: the procedure (C, D).

mod state;
mod tests;
mod walk;

use state::State;
use swiss_trf::tournament::{Board, Pairing, RoundState};

/// Pairs the round, if there is a pairing under B.1 and B.2.
pub fn pair(round: &RoundState) -> Option<Pairing> {
    let limits = walk::Limits { max_sets: 200_000 };
    let state = State::new(round);
    let outcome = walk::pair(&state, &limits);
    let outcome = outcome.unwrap_or_else(|unknown| panic!("the walk does not end: {}", unknown.0))?;
    let mut ids: Vec<_> = round.players().iter().map(|player| (player.number, player.id)).collect();
    ids.sort_unstable();
    let id = |index: usize| ids[index].1;
    let board = |(white, black): (usize, usize)| Board { white: id(white), black: id(black) };
    let boards = outcome.pairs.iter().map(|(one, other)| board(state.colours(*one, *other))).collect();
    Some(Pairing { boards, bye: outcome.bye.map(id) }.in_board_order(round))
}

/// What the reading derives from the past of each player to be paired, by number: see [`State::seen`].
pub fn seen(round: &RoundState) -> Vec<String> {
    State::new(round).seen()
}
