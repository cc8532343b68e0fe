//! What bars a pair: all rules, by the verifier's reading.

use super::{Bar, bars};
use crate::model::{Objective, Side};
use crate::proof::verify::{Violation, verify};
use crate::tournament::{RoundState, Seat};

/// All rules of the model that bar the pair, by the verifier's reading.
pub(crate) fn bars_of_model(state: &RoundState, spec: &Objective, pair: [Seat; 2]) -> Vec<Bar> {
    if let Some(bar) = bye_of_even_field(state, pair) {
        return vec![bar];
    }
    let mut bare = spec.clone();
    bare.side = Side { forced: Vec::new(), ..bare.side };
    let mut found = bars(pair[0], pair[1], |part| of_rules(verify(state, &bare, part, None).violations));
    let numbers = pair.map(u32::from);
    for forced in &spec.side.forced {
        let is_it = forced.iter().all(|id| numbers.contains(id));
        if !is_it && let Some(id) = forced.iter().find(|id| numbers.contains(id)) {
            let partner = if forced[0] == *id { forced[1] } else { forced[0] };
            let what = format!("{id} must meet {partner} by the model's forced pairs");
            found.push(Bar { rule: "side.forced", white: None, what });
        }
    }
    found
}

pub(crate) fn bye_of_even_field(state: &RoundState, pair: [Seat; 2]) -> Option<Bar> {
    let players = state.players().len();
    let is_needless = pair[1] == Seat::Bye && players.is_multiple_of(2);
    let what = format!("{players} players can all be paired, so nobody has the bye");
    is_needless.then_some(Bar { rule: "pairing.bye-in-even-field", white: None, what })
}

/// Those that are not of the structure: a part of a pairing lacks the other players.
pub(crate) fn of_rules(violations: Vec<Violation>) -> Vec<Violation> {
    violations.into_iter().filter(|violation| !violation.rule.starts_with("pairing.")).collect()
}
