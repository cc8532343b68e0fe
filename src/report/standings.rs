use super::number::{number, short};
use super::table::write_table;
use super::{Format, Render, write_csv, write_json};
use crate::ranking::{TieBreak, points_first};
use crate::registry::System;
use crate::systems::{Criterion, Standing, Standings};
use crate::tournament::RoundState;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Number;
use std::collections::BTreeMap;
use std::io;

/// A final ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StandingsReport {
    /// What ranks the players.
    #[serde(flatten)]
    pub by: RankedBy,
    /// The number of rounds played so far.
    pub rounds: u32,
    /// The ranking, first to last.
    pub standings: Vec<StandingReport>,
    #[serde(skip)]
    criteria: Vec<Criterion>,
}

/// What ranks the players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RankedBy {
    /// The rules of the system of this id.
    System(#[schemars(with = "String")] System),
    /// The points and the tie-breaks, by their names such as `BH-C1`, the first one first.
    TieBreaks(Vec<&'static str>),
}

/// One line of a ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StandingReport {
    /// The rank. Players equal in all criteria share it.
    pub rank: usize,
    /// The pairing number.
    pub id: u32,
    /// The name, possibly empty.
    pub name: String,
    /// The player's value by each criterion, under the criterion's name; `None` if the criterion does not apply.
    #[serde(flatten, serialize_with = "by_name")]
    #[schemars(with = "BTreeMap<String, Option<Number>>")]
    pub values: Vec<(&'static str, Option<Number>)>,
}

fn by_name<S: Serializer>(values: &[(&'static str, Option<Number>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, value)))
}

impl StandingsReport {
    /// The record of `standings` by the rules of `system` before the round of `state`.
    #[must_use]
    pub fn new(system: System, state: &RoundState, standings: &Standings) -> Self {
        Self::of(RankedBy::System(system), state, standings.criteria.to_vec(), &standings.players)
    }

    /// The record of a ranking by points and `tie_breaks` before the round of `state`.
    #[must_use]
    pub fn by_tie_breaks(tie_breaks: &[TieBreak], state: &RoundState, standings: &[Standing]) -> Self {
        let names: Vec<&str> = points_first(tie_breaks).map(TieBreak::name).collect();
        let criteria = names.iter().map(|name| Criterion { name, heading: name }).collect();
        Self::of(RankedBy::TieBreaks(names), state, criteria, standings)
    }

    fn of(by: RankedBy, state: &RoundState, criteria: Vec<Criterion>, standings: &[Standing]) -> Self {
        let players = state.players().iter().chain(state.absent());
        let names: BTreeMap<_, _> = players.map(|player| (player.id, &player.name)).collect();
        let report = |standing: &Standing| StandingReport {
            rank: standing.rank,
            id: standing.id.0,
            name: names.get(&standing.id).copied().cloned().unwrap_or_default(),
            values: criteria
                .iter()
                .zip(&standing.values)
                .map(|(criterion, value)| (criterion.name, value.map(number)))
                .collect(),
        };
        let lines = standings.iter().map(report).collect();
        Self { by, rounds: state.round() - 1, standings: lines, criteria }
    }
}

impl Render for StandingsReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |line: &StandingReport, said: fn(&Number) -> String| -> Vec<String> {
            let values = line.values.iter().map(|(_, value)| value.as_ref().map(said).unwrap_or_default());
            [line.rank.to_string(), line.id.to_string(), line.name.clone()].into_iter().chain(values).collect()
        };
        match format {
            Format::Json => write_json(self, out),
            Format::Csv => {
                let header = ["rank", "no", "name"].into_iter().chain(self.criteria.iter().map(|column| column.name));
                write_csv(header, self.standings.iter().map(|line| row(line, Number::to_string)), out)
            }
            Format::Table | Format::Pairs => {
                let mut headers = [">Rank", ">No.", "Player"].map(str::to_owned).to_vec();
                headers.extend(self.criteria.iter().map(|column| format!(">{}", column.heading)));
                write_table(&headers, self.standings.iter().map(|line| row(line, short)), out)
            }
        }
    }
}
