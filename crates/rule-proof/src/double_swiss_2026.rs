//! The FIDE Double-Swiss System in the edition of 1 February 2026 (C.04.5).
//!
//! Who meets whom is in [`upfloaters`](crate::upfloaters), with the readings of articles 1 to 3. Here are the colours (article 4).
//!
//! The articles are about matches. A match of two games is one past round with two encounters; a single game is read as a match of one.

use crate::dutch_2026::pairing_number;
use crate::evidence::{Inquiry, Unproven};
use crate::upfloaters::{Card, Field};
use std::cmp::Ordering;
use swiss_trf::tournament::{Colour, Pairing, RoundState};

/// The steps of article 4.3, each with what is counted against it.
const COLOURS: [(&str, &str); 5] = [
    ("4.3.1", "boards against the initial-colour"),
    ("4.3.2", "boards where the one with more Whites has White"),
    ("4.3.3", "boards that do not alternate"),
    ("4.3.4", "boards where the higher ranked does not alternate"),
    ("4.3.5", "boards where the opponent of the higher ranked does not alternate"),
];

/// The pairing of the round; `None` if it cannot be completed (3.3.3).
///
/// # Errors
/// The evidence has no answer, or a wrong one.
pub fn pair(state: &RoundState, evidence: &mut Inquiry<'_>) -> Result<Option<Pairing>, Unproven> {
    // C7 and C8: "with the exception of the last round".
    let field = Field::new(state, 1);
    let paired = field.paired(evidence, |bracket, face| bracket.protect_opponents(face, "C8"))?;
    let Some((pairs, bye)) = paired else { return Ok(None) };
    let asked = |step: usize, (higher, lower)| asked(state, step, &field.cards[higher], &field.cards[lower]);
    let ids = |(higher, lower): (usize, usize)| [higher, lower].map(|index| field.cards[index].player.id);
    // Who has not had a colour is asked for by 4.3.1 or by the other's colours; so some step decides.
    let boards = evidence.boards(&COLOURS, &pairs, asked, ids);
    let bye = bye.map(|index| field.cards[index].player.id);
    Ok(Some(Pairing { boards, bye }.in_board_order_by_points(state)))
}

/// The colour that a step of article 4.3 asks for the higher ranked of two, if it asks for any. The first step that does decides.
///
/// Colours are those of article 1.6. "Yet to play a match" is read as yet to have a colour: of a match in which each forfeited a game, as
/// of no match, there is nothing to alternate, and no later step would decide.
fn asked(state: &RoundState, step: usize, higher: &Card<'_>, lower: &Card<'_>) -> Option<Colour> {
    // Of the first games alone: in a match of two games, everybody has White once.
    let whites = |card: &Card<'_>| card.colours.iter().filter(|colour| **colour == Colour::White).count();
    match step {
        0 if higher.colours.is_empty() && lower.colours.is_empty() => {
            // Article 4.1: if nobody said how the lots fell, White. The number is that among those who have arrived.
            let initial = state.initial_colour().unwrap_or(Colour::White);
            let is_odd = pairing_number(state, higher.player) % 2 == 1;
            Some(if is_odd { initial } else { initial.opposite() })
        }
        1 => match whites(higher).cmp(&whites(lower)) {
            Ordering::Less => Some(Colour::White),
            Ordering::Greater => Some(Colour::Black),
            Ordering::Equal => None,
        },
        // The latest matches of both stand beside each other, whatever their rounds (general handling rules, 3.4).
        2 => {
            let mut latest = higher.colours.iter().zip(&lower.colours);
            latest.find(|(own, other)| own != other).map(|(own, _)| own.opposite())
        }
        3 => higher.colours.first().map(|own| own.opposite()),
        4 => lower.colours.first().copied(),
        _ => None,
    }
}
