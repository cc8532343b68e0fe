//! The FIDE Swiss Team Pairing System in the edition of 1 February 2026 (C.04.6).
//!
//! Who meets whom is in [`upfloaters`](crate::upfloaters), with the readings of articles 1 to 3, but for the criteria on colours. Here are
//! these, colour preferences (1.7) and colours (article 4). The tournament says which preferences there are, and whether the secondary
//! score is used.

use crate::dutch_2026::pairing_number;
use crate::evidence::{Inquiry, Unproven};
use crate::upfloaters::{Card, Field};
use std::cmp::Ordering;
use swiss_trf::tournament::{Colour, Pairing, RoundState, TeamPreferences};

/// The steps of article 4.3, each with what is counted against it.
const COLOURS: [(&str, &str); 9] = [
    ("4.3.1", "boards against the initial-colour"),
    ("4.3.2", "boards against the only preference"),
    ("4.3.3", "boards against two opposite preferences"),
    ("4.3.4", "boards against the only strong preference"),
    ("4.3.5", "boards where the team with the higher colour difference has White"),
    ("4.3.6", "boards that do not alternate"),
    ("4.3.7", "boards against the preference of the first-team"),
    ("4.3.8", "boards where the first-team does not alternate"),
    ("4.3.9", "boards where the other team does not alternate"),
];

/// A colour preference.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Wish {
    colour: Colour,
    /// Of type B.
    is_strong: bool,
}

/// The pairing of the round; `None` if it cannot be completed (3.3.3).
///
/// # Errors
/// The evidence has no answer, or a wrong one.
pub fn pair(state: &RoundState, evidence: &mut Inquiry<'_>) -> Result<Option<Pairing>, Unproven> {
    let kind = state.team_type().unwrap_or_default();
    // C7 and C10: "with the exception of the last two rounds".
    let field = Field::new(state, 2);
    let wishes: Vec<Option<Wish>> = field.cards.iter().map(|card| wish(state, kind.preferences, card)).collect();
    let paired = field.paired(evidence, |bracket, face| {
        let of = |place: usize| wishes[bracket.members[place]];
        // Article 4 fulfils one of two preferences for one colour, and the strong one of a strong and a mild one; and every other one.
        let is_unfulfilled = |a: usize, b: usize| of(a).zip(of(b)).is_some_and(|(one, two)| one.colour == two.colour);
        let is_strong = |place: usize| of(place).is_some_and(|wish| wish.is_strong);
        face.least("C8", "teams whose colour preference is not fulfilled", |a, b| i64::from(is_unfulfilled(a, b)))?;
        if kind.preferences == TeamPreferences::TypeB {
            face.least("C9", "teams whose strong colour preference is not fulfilled", |a, b| {
                i64::from(is_unfulfilled(a, b) && is_strong(a) && is_strong(b))
            })?;
        }
        bracket.protect_opponents(face, "C10")
    })?;
    let Some((pairs, bye)) = paired else { return Ok(None) };
    // Article 4.2. Accelerated points are part of the score; so of two with one score the secondary score decides.
    let first_of = |(one, other): (usize, usize)| {
        let [a, b] = [one, other].map(|index| field.cards[index].player);
        let by_secondary = if kind.uses_secondary { b.secondary.cmp(&a.secondary) } else { Ordering::Equal };
        let order = b.score.cmp(&a.score).then(by_secondary).then(a.number.cmp(&b.number));
        if order == Ordering::Greater { (other, one) } else { (one, other) }
    };
    let pairs: Vec<(usize, usize)> = pairs.into_iter().map(first_of).collect();
    let asked = |step: usize, (first, other): (usize, usize)| {
        asked(state, step, [first, other].map(|index| (&field.cards[index], wishes[index])))
    };
    let ids = |(first, other): (usize, usize)| [first, other].map(|index| field.cards[index].player.id);
    let boards = evidence.boards(&COLOURS, &pairs, asked, ids);
    let bye = bye.map(|index| field.cards[index].player.id);
    Ok(Some(Pairing { boards, bye }.in_board_order_by_points(state)))
}

/// Article 1.7. Of type A all preferences are simple.
///
/// The points of type B are read from the top, and the first that applies holds: with a difference of -1 after Black twice, both the first
/// and the third apply. So the last one, by which there is none with a difference of zero in the last round, leaves a strong preference.
fn wish(state: &RoundState, preferences: TeamPreferences, card: &Card<'_>) -> Option<Wish> {
    let difference: i32 = card.colours.iter().map(|colour| colour.sign()).sum();
    let last = card.colours.first().copied();
    let had_twice = last.filter(|last| card.colours.get(1) == Some(last));
    let simple = match (difference, had_twice) {
        (..-1, _) | (-1 | 0, Some(Colour::Black)) => Some(Colour::White),
        (2.., _) | (0 | 1, Some(Colour::White)) => Some(Colour::Black),
        _ => None,
    };
    let of = |colour: Option<Colour>, is_strong| colour.map(|colour| Wish { colour, is_strong });
    match preferences {
        TeamPreferences::Unused => None,
        TeamPreferences::TypeA => of(simple, false),
        TeamPreferences::TypeB => of(simple, true).or_else(|| match difference {
            -1 => of(Some(Colour::White), false),
            1 => of(Some(Colour::Black), false),
            _ if state.is_last_round() == Some(true) => None,
            _ => of(last.map(Colour::opposite), false),
        }),
    }
}

/// The colour that a step of article 4.3 asks for the first-team, if it asks for any. The first step that does decides.
///
/// Colours are those of article 1.6, and "yet to play a match" is yet to have a colour, as in the Double-Swiss System.
fn asked(state: &RoundState, step: usize, teams: [(&Card<'_>, Option<Wish>); 2]) -> Option<Colour> {
    let [(first, own), (other, theirs)] = teams;
    let difference = |card: &Card<'_>| card.colours.iter().map(|colour| colour.sign()).sum::<i32>();
    match step {
        0 if first.colours.is_empty() && other.colours.is_empty() => {
            // Article 4.1: if nobody said how the lots fell, White. The number is that among those who have arrived.
            let initial = state.initial_colour().unwrap_or(Colour::White);
            let is_odd = pairing_number(state, first.player) % 2 == 1;
            Some(if is_odd { initial } else { initial.opposite() })
        }
        1 => match (own, theirs) {
            (Some(own), None) => Some(own.colour),
            (None, Some(theirs)) => Some(theirs.colour.opposite()),
            _ => None,
        },
        2 => own.zip(theirs).filter(|(own, theirs)| own.colour != theirs.colour).map(|(own, _)| own.colour),
        3 => match (own?, theirs?) {
            (own, theirs) if own.is_strong == theirs.is_strong => None,
            (own, _) if own.is_strong => Some(own.colour),
            (_, theirs) => Some(theirs.colour.opposite()),
        },
        4 => match difference(first).cmp(&difference(other)) {
            Ordering::Less => Some(Colour::White),
            Ordering::Greater => Some(Colour::Black),
            Ordering::Equal => None,
        },
        // The latest matches of both stand beside each other, whatever their rounds (general handling rules, 3.4).
        5 => {
            let mut latest = first.colours.iter().zip(&other.colours);
            latest.find(|(own, theirs)| own != theirs).map(|(own, _)| own.opposite())
        }
        6 => own.map(|own| own.colour),
        7 => first.colours.first().map(|last| last.opposite()),
        8 => other.colours.first().copied(),
        _ => None,
    }
}
