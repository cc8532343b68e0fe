//! A second, independent program of the rules: it finds the violations of a pairing, and its value.
//!
//! Every rule and every count is derived from the players' histories, scores and numbers in [`RoundState`]. So an error
//! stays unnoticed only if it is made twice in the same way. One part is shared with the engines: where a system's rule
//! depends on whether everybody could be paired (the rounds that `tcec` forgets, and `dubov-1997.2.5`),
//! [`graph::Matching`](crate::graph::Matching) decides, which is tested against enumeration. Its graph is derived here.

pub(crate) mod dubov;
pub(crate) mod dubov_2026;
pub(crate) mod dutch;
mod expression;
pub(crate) mod feasibility;
mod keep_open;
pub(crate) mod objective;
mod record;
pub(crate) mod tcec;
pub(crate) mod upfloaters;

use crate::model::{Counted, Objective, Value, Weight};
use crate::rules::Hard;
use crate::tournament::{Board, Colour, Pairing, PlayerId, RoundState};
pub use keep_open::keep_open;
pub(crate) use record::{Field, PlayerRecord, Seating};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Number;
use std::fmt;

/// The result of the verification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verdict {
    /// Every violation: first those of the structure, then the hard rules in the order of
    /// [`Hard::ALL`](crate::rules::Hard::ALL), then the side constraints; within a rule in the order of the boards.
    pub violations: Vec<Violation>,
    /// The value of the pairing, tier by tier.
    pub objective: Vec<TierVerdict>,
    /// The tiers whose claimed value is wrong; empty if nothing was claimed.
    #[serde(skip)]
    pub disagreements: Vec<Disagreement>,
}

impl Verdict {
    /// Whether the pairing breaks no rule.
    pub const fn is_legal(&self) -> bool {
        self.violations.is_empty()
    }

    /// Whether the pairing breaks no rule and has the claimed values.
    pub const fn is_verified(&self) -> bool {
        self.is_legal() && self.disagreements.is_empty()
    }

    /// The value of each tier.
    pub fn values(&self) -> Vec<Value> {
        self.objective.iter().map(|tier| tier.value).collect()
    }
}

/// One violation of a rule by a pairing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Violation {
    /// The rule's id: a hard rule of the model (`ilp.no-rematch`), the structure of a pairing
    /// (`pairing.player-twice`) or a side constraint (`side.forced`).
    pub rule: &'static str,
    /// The players who break it, in the order of the sentence.
    pub players: Vec<PlayerId>,
    /// The violation in one sentence, without a full stop.
    pub what: String,
}

impl Violation {
    fn new<const N: usize>(rule: &'static str, records: [&PlayerRecord<'_>; N], what: String) -> Self {
        Self { rule, players: records.map(|record| record.id).to_vec(), what }
    }

    /// That the two have played each other, if so.
    fn met(rule: &'static str, one: &PlayerRecord<'_>, other: &PlayerRecord<'_>) -> Option<Self> {
        let round = one.met(other.id)?;
        Some(Self::new(rule, [one, other], format!("{} and {} met in round {round}", one.id, other.id)))
    }

    /// That the organiser keeps the two apart, if so.
    fn kept_apart(
        rule: &'static str,
        field: &Field<'_>,
        one: &PlayerRecord<'_>,
        other: &PlayerRecord<'_>,
    ) -> Option<Self> {
        let what = || format!("{} and {} are kept apart by the organiser", one.id, other.id);
        field.state.is_forbidden(one.id, other.id).then(|| Self::new(rule, [one, other], what()))
    }

    /// That the player gets the bye in spite of what happened in an earlier round.
    fn no_bye(rule: &'static str, record: &PlayerRecord<'_>, (round, how): (usize, &str)) -> Self {
        Self::new(rule, [record], format!("{} {how} in round {round} and gets the bye", record.id))
    }
}

/// The colour as the articles write it.
const fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.what, self.rule)
    }
}

/// The value of one tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TierVerdict {
    /// The tier, from 1.
    pub tier: usize,
    /// The tier's name.
    pub name: String,
    /// The sum of its terms.
    pub value: Value,
    /// Its terms, in the order of the model.
    pub terms: Vec<TermVerdict>,
}

/// The value of one term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TermVerdict {
    /// The term. In records it is the id of its rule.
    #[serde(serialize_with = "by_id")]
    #[schemars(with = "String")]
    pub term: Counted,
    /// The value of one unit.
    #[schemars(with = "Number")]
    pub weight: Weight,
    /// The count in units: a board counts 1, half a point 0.5.
    pub count: Value,
    /// The weight times the count.
    pub value: Value,
}

fn by_id<S: Serializer>(term: &Counted, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(term.id())
}

/// A tier whose claimed value is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The tier's name.
    pub tier: String,
    /// The claimed value; `None` if nothing was claimed of this tier.
    pub claimed: Option<Value>,
    /// The value found; `None` if the model has no such tier.
    pub found: Option<Value>,
}

/// Check `pairing` for the structure of a round, the hard rules and side constraints of `objective`, and the values
/// `claimed` for its tiers.
///
/// Any pairing can be checked, even one with errors. Boards with an unknown or absent player, or with one player on
/// both sides, are violations of the structure only. The rules, the side constraints and the objective ignore these
/// boards. In a round in which values could leave their range ([`Objective::check_range`]) there are none.
///
/// ```
/// use swiss_ilp::model::Objective;
/// use swiss_ilp::tournament::{Board, Pairing, Player, PlayerId, RoundRequest, RoundState, Tournament};
/// use swiss_ilp::proof::verify::verify;
///
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let state = RoundState::new(&Tournament { players, ..Tournament::default() }, RoundRequest::default()).unwrap();
/// let board = |white, black| Board { white: PlayerId(white), black: PlayerId(black) };
/// let verdict = verify(&state, &Objective::load("pairs").unwrap(), &Pairing { boards: vec![board(1, 3)], bye: None }, None);
/// assert_eq!(verdict.violations[0].to_string(), "2 is not in the pairing [pairing.player-missing]");
/// assert_eq!(verdict.values()[0].to_string(), "50");
/// ```
pub fn verify(state: &RoundState, objective: &Objective, pairing: &Pairing, claimed: Option<&[Value]>) -> Verdict {
    let field = Field::new(state);
    let seating = field.seat(pairing);
    let violations = [
        feasibility::structure(&field, pairing),
        feasibility::hard_rules(&field, &seating, &objective.hard),
        feasibility::defined_rules(&field, &seating, &objective.define),
        objective::without_value(&field, &seating, &objective.tiers),
        feasibility::side_constraints(&seating, &objective.side),
        feasibility::defined_caps(&field, &seating, &objective.define),
    ]
    .concat();
    let tiers = if objective.check_range(state).is_ok() { objective.tiers.as_slice() } else { &[] };
    let objective: Vec<TierVerdict> = (1..)
        .zip(tiers)
        .map(|(number, tier)| objective::tier_verdict(&field, &seating, &objective.hard, number, tier))
        .collect();
    let disagreements = claimed.map_or_else(Vec::new, |claimed| disagreements(&objective, claimed));
    Verdict { violations, objective, disagreements }
}

/// The violations of these hard rules: of those that a model does not forbid, but counts ([`Objective::counted_rules`]), or that a repair gives
/// up.
pub fn breaches(state: &RoundState, rules: &[Hard], pairing: &Pairing) -> Vec<Violation> {
    let field = Field::new(state);
    feasibility::hard_rules(&field, &field.seat(pairing), rules)
}

/// The boards of two who have not played whose colours go by the numbers of the file and not by those of FIDE, which count only
/// who has arrived (2017 E.5, 2026 5.2.5).
pub fn by_file_numbers(state: &RoundState, pairing: &Pairing) -> Vec<Board> {
    let field = Field::new(state);
    dutch::by_file_numbers(&field, &field.seat(pairing))
}

/// Check `pairing` for the structure of a round and a system's `rules`, without values. Which of the allowed pairings the
/// system chooses is not checked.
pub(crate) fn by_system(
    state: &RoundState,
    pairing: &Pairing,
    rules: impl Fn(&Field<'_>, &Seating<'_>) -> Vec<Violation>,
) -> Verdict {
    let field = Field::new(state);
    let seating = field.seat(pairing);
    let violations = [feasibility::structure(&field, pairing), rules(&field, &seating)].concat();
    Verdict { violations, objective: Vec::new(), disagreements: Vec::new() }
}

fn disagreements(objective: &[TierVerdict], claimed: &[Value]) -> Vec<Disagreement> {
    (0..objective.len().max(claimed.len()))
        .map(|index| Disagreement {
            tier: objective.get(index).map_or_else(|| format!("tier {}", index + 1), |tier| tier.name.clone()),
            claimed: claimed.get(index).copied(),
            found: objective.get(index).map(|tier| tier.value),
        })
        .filter(|tier| tier.claimed != tier.found)
        .collect()
}
