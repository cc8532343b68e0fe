use super::boards::write_heading;
use super::relax::short;
use super::table::write_table;
use super::{Format, Render, write_csv, write_json};
use crate::model::{Objective, Tier, Unit, Value};
use crate::tasks::Duals;
use crate::tournament::{RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// The dual values that prove the optimum of a round, in the unit of the tier; several tiers are one number.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DualsReport {
    /// The tournament's name.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// What no pairing exceeds, and the best pairing reaches. This and all other numbers are exact, as text.
    pub bound: String,
    /// The dual values of the players, in pairing order, and of the bye.
    pub seats: Vec<DualRow>,
    /// The odd sets.
    pub odd_sets: Vec<OddSetRow>,
    /// What a unit of each tier weighs.
    pub tiers: Vec<ScaleRow>,
    #[serde(skip)]
    rounds_planned: Option<u32>,
}

/// The dual value of a player or of the bye.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DualRow {
    /// The pairing number, or 0 for the bye.
    #[schemars(with = "u32")]
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// The dual value.
    pub dual: String,
}

/// The dual value of an odd set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OddSetRow {
    /// Its members, the bye as 0.
    #[schemars(with = "Vec<u32>")]
    pub seats: Vec<Seat>,
    /// How many pairs it has room for.
    pub room: usize,
    /// The dual value.
    pub dual: String,
}

/// What a unit of a tier weighs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScaleRow {
    /// The tier's name.
    pub name: String,
    /// The weight of a unit.
    pub weight: String,
    /// The unit, if it is not a tenth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<Value>,
}

impl ScaleRow {
    fn counted_in(&self) -> Unit {
        self.unit.map_or(Unit::TENTH, Value::unit)
    }
}

pub(crate) fn name(state: &RoundState, seat: Seat) -> String {
    match seat {
        Seat::Player(id) => state.player(id).map_or_else(String::new, |player| player.name.clone()),
        Seat::Bye => "the bye".to_owned(),
    }
}

pub(crate) fn scale_rows(spec: &Objective, scales: &[i128]) -> Vec<ScaleRow> {
    let tiers = spec.tiers.iter().zip(scales);
    let unit = |tier: &Tier| Some(tier.unit()).filter(|unit| *unit != Unit::TENTH).map(|unit| unit.value(1));
    tiers
        .map(|(tier, scale)| ScaleRow { name: tier.name.clone(), weight: scale.to_string(), unit: unit(tier) })
        .collect()
}

/// What the numbers are.
pub(crate) fn write_units(tiers: &[ScaleRow], out: &mut dyn io::Write) -> io::Result<()> {
    match tiers {
        [] => writeln!(out, "All numbers are in tenths of a unit."),
        [tier] => writeln!(out, "All numbers are in {} of a unit.", tier.counted_in().plural()),
        tiers if tiers.iter().any(|tier| tier.unit.is_some()) => {
            let mut weights =
                tiers.iter().map(|tier| format!("{} for a {} of {}", tier.weight, tier.counted_in(), tier.name));
            writeln!(out, "The tiers are one number. It has {}.", weights.join(", "))
        }
        tiers => {
            let weights = tiers.iter().map(|tier| format!("{} in {}", tier.weight, tier.name)).join(", ");
            writeln!(out, "The tiers are one number. A tenth weighs {weights}.")
        }
    }
}

impl DualsReport {
    /// The record of `duals`.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, spec: &Objective, duals: &Duals) -> Self {
        let seats = duals.seats.iter().map(|one| DualRow {
            seat: one.seat,
            name: name(state, one.seat),
            dual: one.dual.to_string(),
        });
        let odd_sets = duals.odd_sets.iter().map(|set| OddSetRow {
            seats: set.seats.clone(),
            room: (set.seats.len() - 1) / 2,
            dual: set.dual.to_string(),
        });
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: spec.name.clone(),
            bound: duals.bound.to_string(),
            seats: seats.collect(),
            odd_sets: odd_sets.collect(),
            tiers: scale_rows(spec, &duals.scales),
        }
    }

    /// What the numbers are counted in: the unit of the last tier, which is that of the values of a model with one tier.
    pub(crate) fn counted_in(&self) -> Unit {
        self.tiers.last().map_or(Unit::TENTH, ScaleRow::counted_in)
    }

    /// One of its numbers as a decimal, as values are.
    pub(crate) fn decimal(&self, number: &str) -> String {
        // What is no number of 128 bits, and so not one of a certificate, stays as it is.
        number.parse().map_or_else(|_| number.to_owned(), |count| self.counted_in().decimal(count))
    }

    /// What 1 in each tier counts in that decimal, with the tier's name.
    pub(crate) fn of_tiers(&self) -> Vec<(&str, String)> {
        let of_tier = |tier: &ScaleRow| {
            let units = 10_i128.checked_pow(tier.counted_in().places())?.checked_mul(tier.weight.parse().ok()?)?;
            Some(self.counted_in().decimal(units))
        };
        let or_weight = |tier: &ScaleRow| format!("{} for a {}", tier.weight, tier.counted_in());
        let tiers = self.tiers.iter();
        tiers.map(|tier| (tier.name.as_str(), of_tier(tier).unwrap_or_else(|| or_weight(tier)))).collect()
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        let rows = self.seats.iter().map(|row| [short(row.seat), row.name.clone(), row.dual.clone()]);
        write_table(&[">No.", "Player", ">Dual value"], rows, out)?;
        writeln!(out)?;
        if !self.odd_sets.is_empty() {
            let list = |seats: &[Seat]| seats.iter().map(|seat| short(*seat)).join(", ");
            let rows = self.odd_sets.iter().map(|row| [list(&row.seats), row.room.to_string(), row.dual.clone()]);
            write_table(&["Odd set", ">Room", ">Dual value"], rows, out)?;
            writeln!(out)?;
        }
        let sets = if self.odd_sets.is_empty() { "" } else { ", and each odd set's times its room" };
        writeln!(out, "Bound: {}, the sum of the players' dual values{sets}.", self.bound)?;
        writeln!(out, "The best pairing weighs as much. No pair weighs more than its dual values give it.")?;
        write_units(&self.tiers, out)
    }
}

impl Render for DualsReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Json => write_json(self, out),
            // What `verify --duals` reads.
            Format::Csv => {
                let seats = self.seats.iter().map(|row| [short(row.seat), row.dual.clone(), row.name.clone()]);
                let list = |seats: &[Seat]| seats.iter().map(|seat| short(*seat)).join(" ");
                let sets = self.odd_sets.iter().map(|row| [list(&row.seats), row.dual.clone(), String::new()]);
                write_csv(["seat", "dual", "name"], seats.chain(sets), out)
            }
            Format::Table | Format::Pairs => self.write_table(out),
        }
    }
}
