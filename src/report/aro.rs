use super::number::{number, short};
use super::table::write_table;
use super::{Format, Render, write_csv, write_json};
use crate::systems::Fraction;
use crate::systems::dubov_1997::{AroLine, aro_list};
use crate::tournament::RoundState;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;
use std::collections::BTreeMap;
use std::io;

/// The list of AROs that the Dubov system publishes after each round (chapter 9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AroReport {
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

impl AroReport {
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

impl Render for AroReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let cells = |row: &AroRow| {
            let transfers: Vec<String> = row.transfers.iter().map(ToString::to_string).collect();
            [
                row.id.to_string(),
                row.name.clone(),
                row.score.to_string(),
                row.rating.map(|rating| rating.to_string()).unwrap_or_default(),
                row.aro.as_ref().map(short).unwrap_or_default(),
                row.exact.clone().unwrap_or_default(),
                row.due.unwrap_or_default().to_owned(),
                if row.difference == 0 { "0".to_owned() } else { format!("{:+}", row.difference) },
                transfers.join(" "),
            ]
        };
        match format {
            Format::Json => write_json(self, out),
            Format::Csv => {
                let header = ["no", "name", "score", "rating", "aro", "exact", "due", "difference", "transfers"];
                write_csv(header, self.players.iter().map(cells), out)
            }
            Format::Table | Format::Pairs => {
                let headers =
                    [">No.", "Player", ">Score", ">R", ">ARO", ">Exact", "Due", ">Difference", "Transfers in"];
                write_table(&headers, self.players.iter().map(cells), out)
            }
        }
    }
}
