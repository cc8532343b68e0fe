use super::boards::short;
use super::document::{Cell, Document, Table, left, right};
use crate::files::request_field::RequestField;
use crate::model::{ExactValue, Objective, Tier, Unit, Value};
use crate::proof::{Dual, Listing, Proof, ProofRefusal, checked};
use crate::questions::tasks::{Solved, certify};
use crate::solve::{Options, SolveError};
use crate::tournament::{RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

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
    #[schemars(with = "ExactValue")]
    pub bound: String,
    /// The dual values of the players, in pairing order, and of the bye.
    pub seats: Vec<DualRow>,
    /// The odd sets.
    pub odd_sets: Vec<OddSetRow>,
    /// What a unit of each tier weighs.
    pub tiers: Vec<ScaleRow>,
    /// The number of planned rounds, if known, for the renderers.
    #[serde(skip)]
    pub rounds_planned: Option<u32>,
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
    #[schemars(with = "ExactValue")]
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
    #[schemars(with = "ExactValue")]
    pub dual: String,
}

/// What a unit of a tier weighs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScaleRow {
    /// The tier's name.
    pub name: String,
    /// The weight of a unit.
    #[schemars(with = "ExactValue")]
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
pub(crate) fn units(tiers: &[ScaleRow]) -> String {
    match tiers {
        [] => "All numbers are in tenths of a unit.".to_owned(),
        [tier] => format!("All numbers are in {} of a unit.", tier.counted_in().plural()),
        tiers if tiers.iter().any(|tier| tier.unit.is_some()) => {
            let mut weights =
                tiers.iter().map(|tier| format!("{} for a {} of {}", tier.weight, tier.counted_in(), tier.name));
            format!("The tiers are one number. It has {}.", weights.join(", "))
        }
        tiers => {
            let weights = tiers.iter().map(|tier| format!("{} in {}", tier.weight, tier.name)).join(", ");
            format!("The tiers are one number. A tenth weighs {weights}.")
        }
    }
}

impl DualsReport {
    /// The dual values of a solved round, from its certificate, which the checker has accepted; `None` if a limit came first.
    ///
    /// # Errors
    /// As [`certify`]; [`SolveError::Request`] if the proof is no dual solution: with caps it is a tree, and where there is no pairing
    /// it is a Tutte set.
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        solved: &Solved,
        options: Options,
    ) -> Result<Option<Self>, SolveError> {
        // To check a certificate of a large round takes longer than to solve it, and asks no limits.
        let (of_thread, thread_spec, solved) = (state.clone(), spec.clone(), solved.clone());
        let certified = options.start().within(move || certified(&of_thread, &thread_spec, &solved)).transpose()?;
        let Some((dual, scales)) = certified else { return Ok(None) };
        let seats = dual.seats.iter().map(|one| DualRow {
            seat: one.seat,
            name: name(state, one.seat),
            dual: one.dual.to_string(),
        });
        let odd_sets = dual.odd_sets.iter().map(|set| OddSetRow {
            seats: set.seats.clone(),
            room: (set.seats.len() - 1) / 2,
            dual: set.dual.to_string(),
        });
        Ok(Some(Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: spec.name.clone(),
            bound: dual.bound.to_string(),
            seats: seats.collect(),
            odd_sets: odd_sets.collect(),
            tiers: scale_rows(spec, &scales),
        }))
    }

    /// Show the dual values, the bound, and what the numbers are.
    pub(crate) fn add_to(&self, document: &mut Document) {
        let list = |seats: &[Seat], between: &str| seats.iter().map(|seat| short(*seat)).join(between);
        let seats = self.seats.iter().map(|row| (short(row.seat), &row.dual, row.name.as_str()));
        let sets = self.odd_sets.iter().map(|row| (list(&row.seats, " "), &row.dual, ""));
        let rows = seats.chain(sets).map(|(seats, dual, name)| [Cell::from(seats), dual.into(), name.into()]);
        document.table(Table::new("duals", ["seat", "dual", "name"].map(left)).for_programs().rows(rows));
        let row = |row: &DualRow| [Cell::Text(short(row.seat)), (&row.name).into(), (&row.dual).into()];
        let columns = [right("No."), left("Player"), right("Dual value")];
        document.table(Table::new("dual-values", columns).rows(self.seats.iter().map(row)));
        if !self.odd_sets.is_empty() {
            let row = |row: &OddSetRow| [list(&row.seats, ", ").into(), row.room.into(), (&row.dual).into()];
            let columns = [left("Odd set"), right("Room"), right("Dual value")];
            document.table(Table::new("odd-sets", columns).rows(self.odd_sets.iter().map(row)));
        }
        let sets = if self.odd_sets.is_empty() { "" } else { ", and each odd set's times its room" };
        document.say(format!("Bound: {}, the sum of the players' dual values{sets}.", self.bound));
        document.say("The best pairing weighs as much. No pair weighs more than its dual values give it.");
        document.say(units(&self.tiers));
    }
}

/// The dual solution of a certificate that the checker accepts, and what a unit of each tier weighs.
fn certified(state: &RoundState, spec: &Objective, solved: &Solved) -> Result<(Dual, Vec<i128>), SolveError> {
    let certificate = certify(state, spec, solved)?;
    let pairing = solved.solution.incumbent.as_ref().map(|best| &best.pairing);
    let refused =
        |refusal: ProofRefusal| SolveError::Internal(format!("the checker refuses the dual values: {refusal}"));
    let scales = checked(state, spec, pairing, &certificate, Listing::Deciding).map_err(refused)?.scales;
    match certificate.proof {
        Proof::Optimal(dual) => Ok((dual, scales)),
        Proof::Infeasible(_) | Proof::InfeasibleByCaps(_) => {
            Err(SolveError::Request("there is no pairing, and so there are no dual values".into()))
        }
        Proof::OptimalWithCaps(_) => Err(SolveError::Request(format!(
            "the proof of '{}', a model with caps, is a tree of cases with dual values for each; {} tree shows it, and {} writes it",
            spec.name,
            RequestField("show"),
            RequestField("proof")
        ))),
    }
}
