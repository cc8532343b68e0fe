//! Certificates that a round of a Swiss tournament is paired by the rules, and their checker.
//!
//! Each system is one file, written from its text: a procedure that asks what can be paired and what the fewest breaches are
//! ([`evidence`]). The answers are integers that are checked by [`graph`]. So this crate is all that a reader has to trust, together
//! with the state of the round, which [`swiss_trf`] reads.

#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod certificate;
mod double_swiss_2026;
mod dubov_2026;
mod dutch_1998;
mod dutch_2012;
mod dutch_2017;
mod dutch_2026;
pub mod evidence;
pub mod graph;
#[cfg(feature = "make")]
pub mod make;
mod sequence;
mod tcec;
mod team_2026;
mod until_2016;
mod upfloaters;
pub mod wishes;

/// Whoever makes certificates holds the work to a budget; a checker alone has none.
#[cfg(not(feature = "make"))]
pub(crate) const fn spend(_: usize) {}
#[cfg(feature = "make")]
pub(crate) use make::spend;

use evidence::{Inquiry, Unproven};
use swiss_trf::tournament::{GamesPerPairing, Pairing, RoundState};

/// The README's example, compiled and run with the other documentation tests.
#[cfg(all(doctest, feature = "make"))]
#[doc = include_str!("../README.md")]
mod readme {}

/// The procedure of a system: the pairing of the round, or that there is none, as far as the evidence goes.
pub type Procedure = fn(&RoundState, &mut Inquiry<'_>) -> Result<Option<Pairing>, Unproven>;

/// The procedure of the system with this id.
pub fn procedure(id: &str) -> Option<Procedure> {
    match id {
        "double-swiss-2026" => Some(double_swiss_2026::pair),
        "dubov-2026" => Some(dubov_2026::pair),
        "dutch-1998" => Some(dutch_1998::pair),
        "dutch-2012" => Some(dutch_2012::pair),
        "dutch-2017" => Some(dutch_2017::pair),
        "dutch-2026" => Some(dutch_2026::pair),
        "tcec" => Some(tcec::pair),
        "team-2026" => Some(team_2026::pair),
        _ => None,
    }
}

/// Why a procedure does not read this round by the rules of the system with this id; `None` if it does.
pub fn unread(id: &str, state: &RoundState) -> Option<String> {
    let read = match id {
        _ if procedure(id).is_none() => return Some("there is no second reading of its rules".to_owned()),
        "double-swiss-2026" | "tcec" | "team-2026" => Ok(()),
        "dutch-2012" => dutch_2012::readable(state),
        _ => one_game_a_pairing(state),
    };
    read.err().map(|why| why.to_string())
}

/// With what a procedure of single games begins.
///
/// # Errors
/// [`Unproven::Procedure`].
pub(crate) fn one_game_a_pairing(state: &RoundState) -> Result<(), Unproven> {
    match state.games_per_pairing() {
        GamesPerPairing::One => Ok(()),
        GamesPerPairing::Two => Err(Unproven::Procedure("its second reading has one game a pairing".into())),
    }
}

/// The most players whom a graph of the procedure has, as long as it joins no brackets. Two editions look at a bracket and the next
/// one, if there are no wishes; all others look at the whole round.
pub fn most_in_graph(id: &str, state: &RoundState, wishes: &wishes::Wishes) -> usize {
    let players = state.players();
    if !matches!(id, "dutch-1998" | "dutch-2012") || !wishes.is_empty() {
        return players.len();
    }
    let brackets: Vec<usize> = players.chunk_by(|one, next| one.score == next.score).map(<[_]>::len).collect();
    brackets.windows(2).map(|two| two[0] + two[1]).max().unwrap_or(players.len())
}

/// The criteria without which the procedure still leaves one pairing, by their articles, as in [`evidence::Decided`]. To leave one out is
/// another set of rules, of which nobody has a proof.
pub fn optional_criteria(id: &str) -> &'static [&'static str] {
    match id {
        "double-swiss-2026" => &["C6", "C7", "C8"],
        "dubov-2026" => &["C7", "C8", "C9", "C10"],
        "team-2026" => &["C6", "C7", "C8", "C9", "C10"],
        "dutch-1998" => &["C.9", "C.10", "C.11", "C.12"],
        "dutch-2012" => &["C.10.a", "C.10.b", "C.10.c", "C.10.d", "C.10.e", "C.10.f", "C.10.g", "C.12", "D.4"],
        "dutch-2017" => &[
            "C.6", "C.7", "C.8", "C.9", "C.10", "C.11", "C.12", "C.13", "C.14", "C.15", "C.16", "C.17", "C.18", "C.19",
        ],
        "dutch-2026" => {
            &["C7", "C8", "C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21"]
        }
        _ => &[],
    }
}

/// The articles that say who may meet whom, and who may have the bye, whatever the pairing.
pub fn absolute_criteria(id: &str) -> Option<&'static str> {
    match id {
        "double-swiss-2026" | "team-2026" => Some("C1 and C2"),
        "dutch-1998" | "dutch-2012" => Some("B.1 and B.2"),
        "dutch-2017" => Some("C.1, C.2 and C.3"),
        "dubov-2026" | "dutch-2026" => Some("C1, C2 and C3"),
        "tcec" => Some("steps 2 and 3"),
        _ => None,
    }
}
