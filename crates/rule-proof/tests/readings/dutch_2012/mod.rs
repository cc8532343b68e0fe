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
    let paired = paired(round, &State::new(round), walk::Deviation::default());
    paired.unwrap_or_else(|unknown| panic!("the walk does not end: {}", unknown.0))
}

/// As [`pair`], but where nobody may have the bye, those may who have scored without playing in the fewest rounds, against B.1.b.
pub fn pair_with_a_bye_at_any_price(round: &RoundState) -> Option<Pairing> {
    paired(round, &eased(round), walk::Deviation::default()).ok().flatten()
}

/// As [`pair_with_a_bye_at_any_price`], but C.12 is asked for everybody who was moved down and has no opponent, as C.1 has it without
/// regard to the number of pairs.
pub fn pair_with_c1_to_the_letter(round: &RoundState) -> Option<Pairing> {
    let deviation = walk::Deviation { asks_for_everybody: true, ..walk::Deviation::default() };
    paired(round, &eased(round), deviation).ok().flatten()
}

/// As [`pair_with_a_bye_at_any_price`], but without topscorers, if the round can be paired so.
pub fn pair_without_topscorers(round: &RoundState) -> Option<Pairing> {
    let state = eased(round);
    let top = vec![false; state.n];
    paired(round, &State { top, ..state }, walk::Deviation::default()).ok().flatten()
}

/// As [`pair_with_a_bye_at_any_price`], but brackets are joined into the lowest one although another pairing of the penultimate can be
/// found, against C.13: what comes of it, for each time at which that can happen, and one bracket or several.
pub fn pairs_with_joins(round: &RoundState) -> impl Iterator<Item = Pairing> {
    let state = eased(round);
    let joins = (0..state.n).flat_map(|from| (1..=5).map(move |count| (from, count)));
    joins.filter_map(move |joins| {
        let deviation = walk::Deviation { joins, ..walk::Deviation::default() };
        paired(round, &state, deviation).ok().flatten()
    })
}

/// The state in which as few bars to the bye are lifted as are needed, those of the fewest rounds with points without playing first.
fn eased(round: &RoundState) -> State {
    let state = State::new(round);
    let most = state.unplayed_points.iter().max().copied().unwrap_or_default();
    let lifted = |allowed: usize| {
        let barred = state.unplayed_points.iter().map(|rounds| *rounds > allowed).collect();
        State { barred, ..state.clone() }
    };
    let can_be_paired = |state: &State| matches!(paired(round, state, walk::Deviation::default()), Ok(Some(_)));
    (0..=most).map(lifted).find(can_be_paired).unwrap_or(state)
}

fn paired(round: &RoundState, state: &State, deviation: walk::Deviation) -> Result<Option<Pairing>, walk::Unknown> {
    let limits = walk::Limits { max_sets: 200_000 };
    let Some(outcome) = walk::pair(state, &vec![true; state.n], &limits, deviation)? else { return Ok(None) };
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
