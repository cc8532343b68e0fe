//! The page of a pairing that a proof by rules speaks about.

use super::answer::Answer;
use super::proof::ProofOutcome;
use crate::page::{Frame, rendered};
use crate::printable::printable;
use crate::proof::by_rules::Dispute;
use crate::questions::drawing::{CardReport, DrawnBoard, by_number, cards};
use crate::report::name_or_none;
use crate::tournament::{Board, Pairing, RoundState};
use itertools::{EitherOrBoth, Itertools};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is embedded in the page.
#[derive(Serialize)]
struct EmbeddedVerdict<'a> {
    page: &'static str,
    verify: &'a Answer,
    players: &'a [CardReport],
    /// The players whose boards stand out in the drawing.
    lit: Vec<u32>,
}

#[derive(askama::Template)]
#[template(path = "verify.html", config = "src/page/askama.toml")]
struct VerdictPage {
    frame: Frame,
    rules: String,
    /// What the proof says.
    verdict: String,
    /// What the rules say of the pairing itself, and of the organiser's wishes.
    sentences: Vec<String>,
    differs: Vec<[DifferingBoard; 2]>,
}

/// A board that one pairing has and the other has not; empty where it has fewer.
#[derive(Default)]
struct DifferingBoard {
    number: String,
    text: String,
}

/// The page of the verdict on a pairing of this round.
pub(super) fn of_verdict(answer: &Answer, state: &RoundState) -> String {
    let players = cards(state);
    let cards = by_number(&players);
    let own = boards(&answer.pairing, &cards);
    let proof = answer.proof.as_ref();
    let (system, dispute) = match proof.map(|proof| &proof.outcome) {
        Some(ProofOutcome::Disputed { dispute, system }) => {
            (boards(&system.clone().in_board_order(state), &cards), Some(dispute))
        }
        _ => (Vec::new(), None),
    };
    let differs = |board: &DrawnBoard, others: &[DrawnBoard]| others.iter().all(|other| other.seats != board.seats);
    let (ours, theirs): (Vec<_>, Vec<_>) = match dispute {
        None => (Vec::new(), Vec::new()),
        Some(_) => (
            own.iter().filter(|board| differs(board, &system)).map(differing).collect(),
            system.iter().filter(|board| differs(board, &own)).map(differing).collect(),
        ),
    };
    let stands_out = |board: &&DrawnBoard| match dispute {
        Some(Dispute::NotAllowed { pair, .. } | Dispute::Colours { board: pair }) => is_of(board, *pair),
        Some(_) => differs(board, &system),
        None => false,
    };
    let lit = own.iter().filter(stands_out).flat_map(|board| board.seats).filter(|seat| *seat != 0).collect();
    let round = answer.rounds_planned.map_or_else(String::new, |planned| format!(" of {planned}"));
    let embedded = EmbeddedVerdict { page: "verify", verify: answer, players: &players, lit };
    rendered(&VerdictPage {
        frame: Frame::new(
            name_or_none(&answer.tournament),
            format!("Round {}{round}", answer.round),
            "A pairing and a proof",
            &embedded,
        ),
        rules: printable(&answer.rules),
        verdict: proof.map(|proof| proof.sentence(&answer.violations)).unwrap_or_default(),
        sentences: answer.legality().chain(answer.of_wishes()).map(|line| line.trim().to_owned()).collect(),
        differs: ours
            .into_iter()
            .zip_longest(theirs)
            .map(|both| match both {
                EitherOrBoth::Both(one, other) => [one, other],
                EitherOrBoth::Left(one) => [one, DifferingBoard::default()],
                EitherOrBoth::Right(other) => [DifferingBoard::default(), other],
            })
            .collect(),
    })
}

fn boards(pairing: &Pairing, cards: &BTreeMap<u32, &CardReport>) -> Vec<DrawnBoard> {
    let numbered = (1..).zip(&pairing.boards);
    let boards = numbered.map(|(number, Board { white, black })| (Some(number), [white.0, black.0]));
    let bye = pairing.bye.map(|id| (None, [id.0, 0]));
    boards.chain(bye).map(|(number, seats)| DrawnBoard::new(number, seats, cards)).collect()
}

fn is_of(board: &DrawnBoard, pair: [u32; 2]) -> bool {
    pair.iter().all(|seat| board.seats.contains(seat))
}

fn differing(board: &DrawnBoard) -> DifferingBoard {
    let side = |place: usize| format!("{} {}", board.seats[place], board.sides[place].0).trim_end().to_owned();
    let text = match board.number {
        Some(_) => format!("{} – {}", side(0), side(1)),
        None => format!("{}: the bye", side(0)),
    };
    DifferingBoard { number: board.label(), text }
}
