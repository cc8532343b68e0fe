//! What each board of a pairing counts, what bars a pair, what a pairing loses to another, and whose opponents differ.

use super::cross_check::combined;
use crate::model::{Objective, Side};
use crate::proof::verify::{Field, TierVerdict, Violation, objective, verify};
use crate::tournament::{Board, Pairing, PlayerId, RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// The value of each board of `pairing`, and then of its bye, if it has one: tier by tier and term by term. Together they are
/// the value of the pairing.
pub(crate) fn board_values(state: &RoundState, objective: &Objective, pairing: &Pairing) -> Vec<Vec<TierVerdict>> {
    let field = Field::new(state);
    let values = |part: Pairing| {
        let seating = field.seat(&part);
        let tiers = (1..).zip(&objective.tiers);
        tiers.map(|(number, tier)| objective::tier_verdict(&field, &seating, &objective.hard, number, tier)).collect()
    };
    let boards = pairing.boards.iter().map(|board| Pairing { boards: vec![*board], bye: None });
    let bye = pairing.bye.map(|id| Pairing { boards: Vec::new(), bye: Some(id) });
    boards.chain(bye).map(values).collect()
}

/// What `one` is worth more than `other`, tier by tier and term by term. Both are values by the same model.
pub(crate) fn loss(one: &[TierVerdict], other: &[TierVerdict]) -> Vec<TierVerdict> {
    combined(one, other, |one, other| one - other)
}

/// A player with another opponent in one pairing than in another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Displaced {
    /// The player.
    pub player: PlayerId,
    /// The opponent before, by pairing number; the bye is 0.
    pub before: Seat,
    /// The opponent after, in the same way.
    pub after: Seat,
}

/// The players whose opponents in `after` are not those of `before`, in pairing order. Colours do not count.
pub(crate) fn displaced(state: &RoundState, before: &Pairing, after: &Pairing) -> Vec<Displaced> {
    let moved = state.players().iter().filter_map(|player| {
        let [before, after] = [before, after].map(|pairing| pairing.partner(Seat::Player(player.id)));
        (before != after).then_some(Displaced { player: player.id, before: before?, after: after? })
    });
    moved.collect()
}

/// A rule that bars a pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bar {
    /// The rule's id.
    pub rule: &'static str,
    /// Who would have White, if the rule bars these colours only; absent if it bars the pair with any colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerId>,
    /// What breaks the rule, in one sentence with the rounds, without a full stop.
    pub what: String,
}

/// All rules that bar the pair of these two, or the bye of one; empty if it is legal. `violations` says what breaks the rules in a
/// pairing that has this board, or this bye, and nothing else. The bye comes second.
///
/// A rule may bar one of the two orders of colours. Such rules bar the pair where no order is left, and then those of both orders
/// are named.
pub fn bars(one: Seat, other: Seat, violations: impl Fn(&Pairing) -> Vec<Violation>) -> Vec<Bar> {
    let (Seat::Player(first), Seat::Player(second)) = (one, other) else {
        let bye = if let Seat::Player(id) = one { Some(id) } else { None };
        let found = violations(&Pairing { boards: Vec::new(), bye });
        return found.into_iter().map(|found| Bar { rule: found.rule, white: None, what: found.what }).collect();
    };
    let orders = [[first, second], [second, first]];
    let found = orders.map(|[white, black]| violations(&Pairing { boards: vec![Board { white, black }], bye: None }));
    if found.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    // The same sentence but for the order of the two.
    let subject =
        |violation: &Violation| (violation.rule, violation.what.split(' ').map(str::to_owned).sorted().collect_vec());
    let [both, _] = [0, 1].map(|order| -> Vec<&Violation> {
        let others: Vec<_> = found[1 - order].iter().map(subject).collect();
        found[order].iter().filter(|violation| others.contains(&subject(violation))).collect()
    });
    let whole = both.iter().map(|found| Bar { rule: found.rule, white: None, what: found.what.clone() });
    let of_order = |order: usize| {
        let shared: Vec<_> = both.iter().map(|violation| subject(violation)).collect();
        let rest = found[order].iter().filter(move |violation| !shared.contains(&subject(violation)));
        let white = Some(orders[order][0]);
        rest.map(move |found| Bar { rule: found.rule, white, what: found.what.clone() }).collect_vec()
    };
    let by_colours = [of_order(0), of_order(1)];
    // Rules on one order of colours alone bar nothing.
    let are_both = by_colours.iter().all(|rules| !rules.is_empty());
    whole.chain(by_colours.into_iter().filter(|_| are_both).flatten()).collect()
}

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
