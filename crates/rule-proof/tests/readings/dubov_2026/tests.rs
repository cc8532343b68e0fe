//! What the text works out itself, and single articles.

use super::*;
use swiss_trf::tournament::Outcome::ForfeitLoss;

/// The example of 4.3.3, where A is 1.
#[test]
fn sequence_numbers_from_the_middle() {
    assert_eq!(from_the_middle((1..=7).collect()), [4, 3, 5, 2, 6, 1, 7]);
}

/// 1.8.2.
#[test]
fn most_upfloats() {
    assert_eq!([4, 5, 9, 10].map(max_t), [2, 3, 3, 4]);
}

/// 1.6.
#[test]
fn colour_preferences() {
    use Colour::{Black, White};
    assert_eq!(preference(&[]), (Black, Strength::Mild));
    assert_eq!(preference(&[Black]), (White, Strength::Strong));
    assert_eq!(preference(&[White, Black]), (White, Strength::Mild));
    assert_eq!(preference(&[Black, White, White]), (Black, Strength::Absolute));
    assert_eq!(preference(&[Black, Black, White, White]), (Black, Strength::Absolute));
}

/// 1.8.1: a pairing with somebody of a higher score, whose game was forfeited.
#[test]
fn a_forfeited_game_is_an_upfloat() {
    let opponent_score = Score::from_tenths(10);
    let encounters = vec![(Colour::White, ForfeitLoss)];
    let event = PastEvent::Game { opponent: PlayerId(1), opponent_score, encounters };
    let past = PastRound { score: Score::ZERO, points: Score::ZERO, adjustment: Score::ZERO, event };
    assert!(was_upfloated(&past));
}
