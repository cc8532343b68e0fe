use crate::questions::report::number::number;
use crate::systems::Fraction;
use crate::systems::dubov_1997::{AroLine, aro_list};
use crate::tournament::RoundState;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;
use std::collections::BTreeMap;

/// The list of AROs that the Dubov system publishes after each round (chapter 9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AroReport")]
pub struct AroList {
    /// The number of rounds played so far.
    pub rounds: u32,
    /// The players in pairing order.
    pub players: Vec<AroRow>,
}

/// A player of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AroRow {
    /// The pairing number.
    pub id: u32,
    /// The name, possibly empty.
    pub name: String,
    /// The score that pairing goes by.
    pub score: Number,
    /// The rating (R in the rules).
    pub rating: Option<u32>,
    /// The average rating of the opponents.
    pub aro: Option<Number>,
    /// The same as a fraction in lowest terms, `7001/3`, or `2310` if whole.
    pub exact: Option<String>,
    /// The due colour: `white` or `black`.
    pub due: Option<&'static str>,
    /// Games with White minus games with Black.
    pub difference: i32,
    /// The rounds in which the player was paired with a higher score (2.5).
    pub transfers: Vec<u32>,
}

impl AroList {
    /// The list before the round of `state`.
    #[must_use]
    pub fn new(state: &RoundState) -> Self {
        let players = state.players().iter().chain(state.absent());
        let names: BTreeMap<_, _> = players.map(|player| (player.id, &player.name)).collect();
        let row = |line: AroLine| AroRow {
            id: line.id.0,
            name: names.get(&line.id).copied().cloned().unwrap_or_default(),
            score: number(Fraction::new(line.score.tenths().into(), 10)),
            rating: line.rating,
            aro: line.aro.map(number),
            exact: line.aro.map(|aro| aro.to_string()),
            due: line.due.map(Into::into),
            difference: line.difference,
            transfers: line.transfers,
        };
        Self { rounds: state.round() - 1, players: aro_list(state).into_iter().map(row).collect() }
    }
}
