//! An answer to the student's text, line by line.

use crate::model::{TextPoint, TextSeat, TextSlot};
use itertools::Itertools;

/// The slots, then the bye, those without a slot, and those who are no players of the text.
pub(crate) fn lines(point: &TextPoint) -> Vec<String> {
    let seat = |seat: &TextSeat| format!("{} {}", seat.player, colours(&seat.colours));
    let slot = |slot: &TextSlot| format!("slot {}: {}", slot.slot, slot.players.iter().map(seat).join(" - "));
    let mut lines: Vec<String> = point.slots.iter().map(slot).collect();
    let without = point.without.iter().filter(|seat| Some(seat.player) != point.bye);
    lines.extend(point.bye.map(|id| format!("bye: {id}")));
    lines.extend(Some(without.map(seat).join(", ")).filter(|list| !list.is_empty()).map(|l| format!("no slot: {l}")));
    if !point.excluded.is_empty() {
        lines.push(format!("no variables: {}", point.excluded.iter().join(", ")));
    }
    lines
}

fn colours(letters: &str) -> &'static str {
    match letters {
        "W" => "White",
        "B" => "Black",
        "WB" => "White and Black",
        _ => "no colour",
    }
}
