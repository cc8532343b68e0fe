//! What the text itself works out.

use super::*;

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
