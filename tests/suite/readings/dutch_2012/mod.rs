//! The FIDE Dutch system as agreed in Istanbul in 2012 (Handbook C.04.3.1), as somebody read it who had seen the text
//! alone, before any engine or tournament. The page of the system lists the readings, with their numbers.
//!
//! [`state`]: what the articles derive from the history (A, E). [`walk`]: the procedure (C, D).

mod state;
mod tests;
mod walk;

use state::State;
use swiss_ilp::tournament::{Board, Pairing, RoundState};

/// Pairs the round, if there is a pairing under B.1 and B.2.
pub fn pair(round: &RoundState) -> Option<Pairing> {
    let paired = paired(round, &State::new(round), walk::Joins::default());
    paired.unwrap_or_else(|unknown| panic!("the walk does not end: {}", unknown.0))
}

/// As [`pair`], but where nobody may have the bye, those may who have scored without playing in the fewest rounds, against B.1.b.
pub fn pair_with_a_bye_at_any_price(round: &RoundState) -> Option<Pairing> {
    let state = State::new(round);
    let most = state.unplayed_points.iter().max().copied().unwrap_or_default();
    (0..=most).find_map(|allowed| {
        let barred = state.unplayed_points.iter().map(|rounds| *rounds > allowed).collect();
        paired(round, &State { barred, ..state.clone() }, walk::Joins::default()).ok().flatten()
    })
}

/// As [`pair`], but brackets are joined into the lowest one although another pairing of the penultimate can be found, against C.13:
/// what comes of it, for each time at which that can happen, and one bracket or several.
pub fn pairs_with_joins(round: &RoundState) -> impl Iterator<Item = Pairing> {
    let state = State::new(round);
    let joins = (0..state.n).flat_map(|from| (1..=3).map(move |count| walk::Joins { from, count }));
    joins.filter_map(move |joins| paired(round, &state, joins).ok().flatten())
}

fn paired(round: &RoundState, state: &State, joins: walk::Joins) -> Result<Option<Pairing>, walk::Unknown> {
    let limits = walk::Limits { max_sets: 200_000 };
    let Some(outcome) = walk::pair(state, &vec![true; state.n], &limits, joins)? else { return Ok(None) };
    let mut ids: Vec<_> = round.players().iter().map(|player| (player.number, player.id)).collect();
    ids.sort_unstable();
    let id = |index: usize| ids[index].1;
    let board = |(white, black): (usize, usize)| Board { white: id(white), black: id(black) };
    let boards = outcome.pairs.iter().map(|(one, other)| board(state.colours(*one, *other))).collect();
    Ok(Some(Pairing { boards, bye: outcome.bye.map(id) }.in_board_order(round)))
}

/// What the reading derives from the past of each player to be paired, by number: see [`State::seen`].
pub fn seen(round: &RoundState) -> Vec<String> {
    State::new(round).seen()
}
