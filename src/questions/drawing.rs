//! A round as the script of a page draws it, which is `web/page/written.mjs`.

use super::checklist::Checklist;
use crate::questions::registry::System;
use crate::questions::report::Drawing;
use crate::questions::report::boards::pairs;
use crate::tournament::{Pairing, PlayerId, RoundState, Seat};
use serde::Serialize;
use serde_json::{Value, json};

/// The round with this pairing, in which the boards of some players stand out; the cards have what counts by the rules of `system`. A record
/// of `explain` says why the boards are as they are.
pub(super) fn drawing(
    state: &RoundState,
    system: System,
    pairing: &Pairing,
    lit: &[PlayerId],
    explain: Option<&impl Serialize>,
) -> Drawing {
    let pairs: Vec<[Seat; 2]> = pairs(pairing).collect();
    Drawing(json!({
        "round": state.round(),
        "players": Checklist::new("", state, system).players,
        "pairs": pairs,
        "lit": lit,
        // A record is plain JSON, which can always be written.
        "explain": explain.and_then(|record| serde_json::to_value(record).ok()).unwrap_or(Value::Null),
    }))
}
