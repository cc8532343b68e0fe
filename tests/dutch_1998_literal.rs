//! The literal reading of the FIDE Swiss rules of 1998 against the text's own facts, and on random rounds.

mod support;

use support::dutch_1998_literal::{Field, float, preference};
use support::state;
use support::table::table;
use swiss_ilp::tournament::{Colour, Float, PlayerId, Preference, Strength};

#[test]
fn colour_preferences_are_absolute_strong_or_mild() {
    let of = |cells: &str, is_topscorer| {
        // Opponents in the same colours, reversed.
        let other = cells.replace('w', "x").replace('b', "w").replace('x', "b").replace('2', "1");
        let state = state(&table(&[cells, &other]));
        preference(state.player(PlayerId(1)).unwrap(), is_topscorer)
    };
    let wants = |colour, strength| Some(Preference { colour, strength });
    assert_eq!(of("", false), None);
    assert_eq!(of("2w=", false), wants(Colour::Black, Strength::Strong));
    assert_eq!(of("2w= 2b=", false), wants(Colour::White, Strength::Mild));
    assert_eq!(of("2w= 2w=", false), wants(Colour::Black, Strength::Absolute));
    assert_eq!(of("2w= 2b= 2b=", false), wants(Colour::White, Strength::Absolute));
    assert_eq!(of("2b= 2b= 2w= 2b=", false), wants(Colour::White, Strength::Absolute));
    // A.7.a is not in effect for topscorers.
    assert_eq!(of("2b= 2b= 2w= 2b=", true), wants(Colour::White, Strength::Strong));
    assert_eq!(of("2w= 2w= 2b= 2b=", true), wants(Colour::White, Strength::Mild));
}

#[test]
fn floats_come_from_the_pairing_and_from_the_bye() {
    let floats = |rows: &[&str]| {
        let state = state(&table(rows));
        let players = Field::new(&state).players.iter().map(|player| float(player, 1)).collect::<Vec<_>>();
        players
    };
    // 1 with a point met 4 with none; the order is then 1, 3, 2, 4.
    let floats_of = floats(&["2w1 4b1", "1b0 3w=", "4w1 2b=", "3b0 1w0"]);
    assert_eq!(floats_of, [Some(Float::Down), Some(Float::Down), Some(Float::Up), Some(Float::Up)]);
    assert_eq!(floats(&["2w+ 3w=", "1b- U", "U 1b="]), [None, None, Some(Float::Down)]);
}
