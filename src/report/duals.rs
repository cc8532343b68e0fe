use super::boards::{name_or_none, write_heading};
use super::relax::short;
use super::table::write_table;
use super::{Format, Render, write_csv, write_json};
use crate::model::{Objective, Tier, Unit, Value, fraction};
use crate::tasks::{Checked, DualAudit, Duals, Violated};
use crate::tournament::{RoundState, Seat};
use itertools::Itertools;
use num_rational::Ratio;
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

fn name(state: &RoundState, seat: Seat) -> String {
    match seat {
        Seat::Player(id) => state.player(id).map_or_else(String::new, |player| player.name.clone()),
        Seat::Bye => "the bye".to_owned(),
    }
}

fn scale_rows(spec: &Objective, scales: &[i128]) -> Vec<ScaleRow> {
    let tiers = spec.tiers.iter().zip(scales);
    let unit = |tier: &Tier| Some(tier.unit()).filter(|unit| *unit != Unit::TENTH).map(|unit| unit.value(1));
    tiers
        .map(|(tier, scale)| ScaleRow { name: tier.name.clone(), weight: scale.to_string(), unit: unit(tier) })
        .collect()
}

/// What the numbers are.
fn write_units(tiers: &[ScaleRow], out: &mut dyn io::Write) -> io::Result<()> {
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

/// Dual values that somebody has written, checked. Numbers are exact, as text, in the unit of the tier; several tiers are one
/// number.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DualCheckReport {
    /// The tournament's name.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// Whether no pair weighs more than it is given, so that no pairing exceeds the bound.
    pub feasible: bool,
    /// What the dual values come to; a bound only if `feasible`. Absent if they are refused.
    pub bound: Option<String>,
    /// What the best pairing weighs; absent if there is none, or if a limit came first.
    pub best: Option<String>,
    /// How far the bound is from the best pairing, if it is a bound.
    pub distance: Option<String>,
    /// How many pairs weigh more than they are given.
    pub violated: usize,
    /// The first of them.
    pub first: Vec<ViolatedRow>,
    /// Why the dual values are refused, with the id of the check, if they are.
    pub refused: Option<String>,
    /// What a unit of each tier weighs.
    pub tiers: Vec<ScaleRow>,
    #[serde(skip)]
    rounds_planned: Option<u32>,
}

/// A pair that weighs more than it is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ViolatedRow {
    /// The two seats, the bye as 0.
    #[schemars(with = "[u32; 2]")]
    pub seats: [Seat; 2],
    /// Their names.
    pub names: [String; 2],
    /// What the pair weighs.
    pub weight: String,
    /// What its dual values give it.
    pub given: String,
    /// The sum of these, written out.
    pub sum: String,
}

impl DualCheckReport {
    /// The record of `audit`.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, spec: &Objective, audit: &DualAudit) -> Self {
        let checked = audit.checked.as_ref();
        let bound = checked.ok().map(|checked| checked.bound);
        let best = audit.best.map(Ratio::from_integer);
        let row = |pair: &Violated| {
            let own = pair.seats.iter().map(|(_, dual)| fraction(*dual));
            let sum = own.chain(pair.odd_sets.iter().map(|(_, dual)| fraction(*dual))).join(" + ").replace("+ -", "- ");
            ViolatedRow {
                seats: pair.seats.map(|(seat, _)| seat),
                names: pair.seats.map(|(seat, _)| name(state, seat)),
                weight: pair.weight.to_string(),
                given: fraction(pair.given),
                sum,
            }
        };
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: spec.name.clone(),
            feasible: audit.is_feasible(),
            bound: bound.map(fraction),
            best: best.map(fraction),
            distance: bound.zip(best).filter(|_| audit.is_feasible()).map(|(bound, best)| fraction(bound - best)),
            violated: checked.map_or(0, |checked: &Checked| checked.violated),
            first: checked.map(|checked| checked.first.iter().map(row).collect()).unwrap_or_default(),
            refused: checked.err().map(ToString::to_string),
            tiers: scale_rows(spec, &audit.scales),
        }
    }

    fn write_bound(&self, bound: &str, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "The dual values are feasible: no pairing weighs more than {bound}.")?;
        match (&self.best, self.distance.as_deref()) {
            (Some(best), Some("0")) => {
                writeln!(out, "The best pairing weighs {best}, so they prove that it is the best.")
            }
            (Some(best), Some(distance)) => {
                writeln!(out, "The best pairing weighs {best}: the bound is {distance} above it.")
            }
            _ => writeln!(out, "No best pairing is known to compare it with."),
        }
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        if let Some(refused) = &self.refused {
            return writeln!(out, "The dual values are refused: {refused}.");
        }
        if self.feasible {
            self.write_bound(self.bound.as_deref().unwrap_or_default(), out)?;
            return write_units(&self.tiers, out);
        }
        writeln!(out, "The dual values prove nothing: pairs that weigh more than they are given: {}.", self.violated)?;
        let person = |seat: Seat, name: &str| match seat {
            Seat::Player(id) => format!("{id} {}", name_or_blank(name)).trim_end().to_owned(),
            Seat::Bye => "the bye".to_owned(),
        };
        for row in &self.first {
            let [one, other] = [0, 1].map(|end| person(row.seats[end], &row.names[end]));
            writeln!(out, "  {one} and {other}: {} > {} = {}", row.weight, row.sum, row.given)?;
        }
        let more = self.violated - self.first.len();
        if more > 0 {
            writeln!(out, "  and {more} more")?;
        }
        write_units(&self.tiers, out)
    }
}

/// A name on one line.
fn name_or_blank(name: &str) -> String {
    if name.is_empty() { String::new() } else { name_or_none(name) }
}

impl Render for DualCheckReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Json => write_json(self, out),
            Format::Table | Format::Pairs | Format::Csv => self.write_table(out),
        }
    }
}
