//! The TCEC Swiss rules ("TCEC Swiss Tournament System", TCEC wiki, 24 January 2023) word by word: slow and simple.
//!
//! Where the text leaves something open, this is how it is read:
//!
//! - **Pairing order**: "Score (DESC […])", then "Seed (ASC)". The score is the one that pairing goes by
//!   ([`PlayerState::score`]); the seed is the pairing number.
//! - **The round's players**: those present. The text knows no absences, so "an odd number of players" counts those to
//!   be paired now, and nobody else gets the bye.
//! - **"Number of received BYEs"**: pairing-allocated byes only, since "in case of an odd number of players, one player
//!   per round receives a BYE". Requested byes and absences do not count.
//! - **"The players have not yet met as per the encounter history"**: they were never paired. "Add pairs in the
//!   encounter history for this round" is a step of the pairing, before a move is made, so a forfeited game counts.
//! - **"Games played by player p with the white pieces"**: games with moves; a forfeited game was not played. Both
//!   games of a double round count, so WGD leaves 0 there only by a forfeit of one of the two, and then the colour
//!   condition, which the text does not limit to single rounds, applies.
//! - **Colour condition**: "edge p1-p2 exists iff […] |WGD(p1) + WGD(p2)| <= 2". The two sentences about +2 and -2 say
//!   the same up to a WGD of ±2, which these rules never exceed; only the formula speaks of more.
//! - **"The removals are permanent, i.e., they carry over to the following rounds"**: every past round is decided
//!   again, with the WGDs and the encounter history of its time, to learn what it removed. Its graph has the players
//!   who were paired in it: the file says who had the bye, was absent, or withdrew.
//! - **"Repeat this as necessary until a viable pairing exists"**: where an empty history does not help either, only
//!   the colour condition is left, and there is no pairing: an error. A past round like that was paired against the
//!   rules; it leaves the history empty, as the repetition does.
//! - **Forbidden pairs** are unknown to the text ("allowed to be paired if all of the below conditions are met"): an
//!   error.
//! - **"Second-of-pair receives the white pieces on rounds 1, 4, 5, …"**: the rounds of the tournament are meant, also
//!   those that were removed from the history.

mod tests;

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;
use swiss_trf::tournament::{
    Board, ByeKind, Colour, GamesPerPairing, Pairing, PastEvent, PlayerId, PlayerState, RoundState,
};

/// A round as the rules pair it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal {
    /// The boards in playing order, the worst pair first; in double rounds, the first encounters.
    pub pairing: Pairing,
    /// The first-of-pair of each board.
    pub first_of_pair: Vec<PlayerId>,
    /// How many of the earliest rounds the encounter history has lost by now.
    pub removed_rounds: u32,
}

/// Pairs the round.
///
/// # Errors
/// If no pairing is viable even with an empty encounter history, or the organiser forbids pairs.
pub fn pair(state: &RoundState) -> Result<Literal, String> {
    for one in state.players() {
        if let Some(other) = state.players().iter().find(|other| state.is_forbidden(one.id, other.id)) {
            return Err(format!("{} and {} are forbidden, which these rules do not know", one.id, other.id));
        }
    }

    // STEP 1: the pairing order.
    let mut order: Vec<&PlayerState> = state.players().iter().collect();
    order.sort_by_key(|player| (Reverse(player.score), player.id));

    // STEP 2: the bye.
    let mut bye = None;
    if order.len() % 2 == 1 {
        let mut by_byes = order.clone();
        // Stable, so players with equally many byes stay in pairing order.
        by_byes.sort_by_key(|player| Reverse(received_byes(player)));
        let bottom = by_byes.last().expect("an odd number is not 0").id;
        order.retain(|player| player.id != bottom);
        bye = Some(bottom);
    }

    // STEP 3: remove rounds until a viable pairing exists; first those that earlier rounds removed.
    let everybody: Vec<&PlayerState> = state.players().iter().chain(state.absent()).collect();
    let past_rounds = usize::try_from(state.round() - 1).expect("few");
    let mut removed = 0;
    for past in 0..past_rounds {
        let paired_then: Vec<&PlayerState> =
            everybody.iter().copied().filter(|player| opponent(player, past).is_some()).collect();
        while !has_viable_pairing(&paired_then, removed, past) && removed < past {
            removed += 1;
        }
    }
    while !has_viable_pairing(&order, removed, past_rounds) {
        if removed == past_rounds {
            return Err(format!(
                "round {} has no viable pairing even with an empty encounter history: the colour balancing conditions \
                 allow none",
                state.round()
            ));
        }
        removed += 1;
    }

    // STEP 4: pair one by one, keeping the rest viable.
    let allowed = allowed_pairs(&order, removed, past_rounds);
    let mut unpaired: Vec<usize> = (0..order.len()).collect();
    let mut pairs = Vec::new();
    while let Some((&first, others)) = unpaired.split_first() {
        let second = others
            .iter()
            .copied()
            .find(|&second| allowed[first][second] && is_viable(&without(others, second), &allowed))
            .expect("the round is viable, and stays so");
        pairs.push((order[first], order[second]));
        unpaired = without(others, second);
    }

    // Playing order: "ordered by the pairing order of the first-of-pair (DESC)".
    pairs.reverse();

    // STEP 5: the colours.
    let boards = pairs.iter().map(|(first, second)| {
        if first_has_white(state, first, second) {
            Board { white: first.id, black: second.id }
        } else {
            Board { white: second.id, black: first.id }
        }
    });
    Ok(Literal {
        pairing: Pairing { boards: boards.collect(), bye },
        first_of_pair: pairs.iter().map(|(first, _)| first.id).collect(),
        removed_rounds: u32::try_from(removed).expect("few"),
    })
}

/// Games played with White minus games played with Black, in the first `rounds` rounds.
pub fn white_game_difference(player: &PlayerState, rounds: usize) -> i32 {
    let mut difference = 0;
    for past in &player.history[..rounds] {
        if let PastEvent::Game { encounters, .. } = &past.event {
            for (colour, outcome) in encounters {
                if outcome.was_played() {
                    difference += if *colour == Colour::White { 1 } else { -1 };
                }
            }
        }
    }
    difference
}

/// The colour balancing conditions between two players with these white game differences.
pub const fn colours_allow(one: i32, other: i32) -> bool {
    (one + other).abs() <= 2
}

/// Whether the first-of-pair has White, in the first encounter of a double round.
fn first_has_white(state: &RoundState, first: &PlayerState, second: &PlayerState) -> bool {
    if state.games_per_pairing() == GamesPerPairing::Two {
        return false;
    }
    let difference = |player: &PlayerState| white_game_difference(player, player.history.len());
    match difference(first).cmp(&difference(second)).then(first.score.cmp(&second.score)) {
        Ordering::Greater => false,
        Ordering::Less => true,
        // 2112: who has White in rounds 1, 2, 3, 4, and so on.
        Ordering::Equal => matches!(state.round() % 4, 2 | 3),
    }
}

fn received_byes(player: &PlayerState) -> usize {
    player.history.iter().filter(|past| past.event == PastEvent::Bye(ByeKind::Pairing)).count()
}

/// With whom `player` was paired in the round with index `past`.
fn opponent(player: &PlayerState, past: usize) -> Option<PlayerId> {
    match &player.history[past].event {
        PastEvent::Game { opponent, .. } => Some(*opponent),
        PastEvent::Bye(_) | PastEvent::Absent => None,
    }
}

/// Whether `players` can all be paired after `rounds` rounds, the first `removed` of them forgotten.
fn has_viable_pairing(players: &[&PlayerState], removed: usize, rounds: usize) -> bool {
    let everybody: Vec<usize> = (0..players.len()).collect();
    is_viable(&everybody, &allowed_pairs(players, removed, rounds))
}

/// Which of `players`, by index, may be paired after `rounds` rounds, the first `removed` of them forgotten.
fn allowed_pairs(players: &[&PlayerState], removed: usize, rounds: usize) -> Vec<Vec<bool>> {
    let differences: Vec<i32> = players.iter().map(|player| white_game_difference(player, rounds)).collect();
    let is_allowed = |one: usize, other: usize| {
        one != other
            && (removed..rounds).all(|past| opponent(players[one], past) != Some(players[other].id))
            && colours_allow(differences[one], differences[other])
    };
    let all = 0..players.len();
    all.clone().map(|one| all.clone().map(|other| is_allowed(one, other)).collect()).collect()
}

/// Whether all `players` can be paired.
fn is_viable(players: &[usize], allowed: &[Vec<bool>]) -> bool {
    can_be_paired(players, allowed, &mut BTreeSet::new())
}

/// Tries every opponent of the player with the fewest opponents. Sets of `unpaired` that failed before are in `tried`.
fn can_be_paired(unpaired: &[usize], allowed: &[Vec<bool>], tried: &mut BTreeSet<Vec<usize>>) -> bool {
    let candidates = |one: usize| unpaired.iter().copied().filter(move |&other| allowed[one][other]);
    let Some(hardest) = unpaired.iter().copied().min_by_key(|&one| candidates(one).count()) else { return true };
    if !tried.insert(unpaired.to_vec()) {
        return false;
    }
    let others = without(unpaired, hardest);
    candidates(hardest).any(|opponent| can_be_paired(&without(&others, opponent), allowed, tried))
}

fn without(players: &[usize], left_out: usize) -> Vec<usize> {
    players.iter().copied().filter(|&player| player != left_out).collect()
}
