//! Why two who meet have these colours.

use crate::model::{Objective, Value};
use crate::proof::verify::verify;
use crate::questions::metrics::{board_values, loss, of_rules};
use crate::questions::report::boards::colour_letters;
use crate::questions::report::objective::counted_terms;
use crate::systems::SystemPairing;
use crate::tournament::{Board, Pairing, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// What decides who of two has White.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ColoursReport")]
pub struct ColoursOfPair {
    /// What decides, without a full stop.
    pub what: String,
    /// The article of a system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The colours so far, round by round, of the player with White and of the other: W, B, or - for no game.
    pub so_far: [String; 2],
}

impl ColoursOfPair {
    fn new(state: &RoundState, board: Board, what: String, rule: Option<String>) -> Self {
        let letters = |id| state.rank(id).map(|rank| colour_letters(&state.players()[rank])).unwrap_or_default();
        Self { what, rule, so_far: [board.white, board.black].map(letters) }
    }

    /// The article by which the system decides, as its trace says; `None` if it says nothing of this board.
    pub(super) fn by_system(state: &RoundState, paired: &SystemPairing, board: Board) -> Option<Self> {
        let line = paired.trace.iter().find(|line| line.colours == Some(board))?;
        let (what, rule) = line.text.trim().strip_suffix(']')?.rsplit_once(" [")?;
        Some(Self::new(state, board, what.to_owned(), Some(rule.to_owned())))
    }

    /// What the model loses with the colours turned.
    pub(super) fn by_model(state: &RoundState, spec: &Objective, board: Board) -> Self {
        let parts = [Board { white: board.black, black: board.white }, board]
            .map(|board| Pairing { boards: vec![board], bye: None });
        let [mut broken, as_it_is] = parts.each_ref().map(|part| of_rules(verify(state, spec, part, None).violations));
        // What other players have to do is broken either way.
        broken.retain(|one| !as_it_is.contains(one));
        let [turned, now] =
            parts.each_ref().map(|part| board_values(state, spec, part).into_iter().next().unwrap_or_default());
        let lost = loss(&turned, &now);
        let what = if !broken.is_empty() {
            let rules = broken.iter().map(|broken| format!("{} [{}]", broken.what, broken.rule));
            format!("with the colours turned, {}", rules.format("; "))
        } else if lost.iter().any(|tier| tier.value != Value::ZERO) {
            format!("with the colours turned the board would count otherwise: {}", counted_terms(&lost))
        } else {
            "the board is worth as much with the colours turned, so the two alternate, or the higher player's preference or number \
             decides"
                .to_owned()
        };
        Self::new(state, board, what, None)
    }
}
