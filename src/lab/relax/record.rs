use super::Relaxation;
use crate::model::{ExactValue, Objective, Pair, Value};
use crate::report::{RecordHead, Status, Written, write_csv, write_table};
use crate::tasks::Solved;
use crate::tournament::{Pairing, RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// The linear program of a round without odd sets, beside its optimum in integers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RelaxReport {
    /// The round, and how the search for the optimum ended.
    #[serde(flatten)]
    pub head: RecordHead,
    /// The value of each tier, of the relaxation and of the optimum.
    pub tiers: Vec<RelaxedTier>,
    /// The first tier in which the relaxation is worth more than the optimum; null if they are worth the same in all.
    pub gap: Option<GapReport>,
    /// The variables that are not 0 at the corner that is reported, each 1 or 1/2.
    pub point: Vec<VariableReport>,
    /// The players, and the bye as 0, who have a variable of 1/2.
    #[schemars(with = "Vec<u32>")]
    pub fractional: Vec<Seat>,
    /// The odd circles of these variables, each from its highest player on.
    #[schemars(with = "Vec<Vec<u32>>")]
    pub circles: Vec<Vec<Seat>>,
    /// The optimum.
    #[serde(flatten)]
    pub pairing: Pairing,
    #[serde(skip)]
    sides: Vec<Vec<String>>,
}

/// A tier of the relaxation, and of the optimum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RelaxedTier {
    /// The tier, from 1.
    pub tier: usize,
    /// Its name.
    pub name: String,
    /// The value of the relaxation, exact: a decimal number or a fraction. Absent if a limit came before it.
    pub relaxation: Option<ExactValue>,
    /// The value of the optimum; absent without one.
    pub optimum: Option<Value>,
}

/// How much more the relaxation is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GapReport {
    /// The tier, from 1.
    pub tier: usize,
    /// How much more.
    pub value: ExactValue,
}

/// A variable with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VariableReport {
    /// The name, as in the lesson: `x_3_7`, or `x_3_bye`.
    pub variable: String,
    /// The value, exact: a decimal number or a fraction.
    pub value: String,
}

/// The seat of a vertex.
pub(in crate::lab) fn seat(state: &RoundState, vertex: usize) -> Seat {
    state.players().get(vertex).map_or(Seat::Bye, |player| Seat::Player(player.id))
}

/// The name of the variable of two vertices, the higher player first.
pub(in crate::lab) fn variable(state: &RoundState, one: usize, other: usize) -> String {
    let name = |vertex: usize| short(seat(state, vertex));
    format!("x_{}_{}", name(one.min(other)), name(one.max(other)))
}

/// The seat in a list of players.
pub(in crate::lab) fn short(seat: Seat) -> String {
    match seat {
        Seat::Player(id) => id.to_string(),
        Seat::Bye => "bye".to_owned(),
    }
}

impl RelaxReport {
    /// The record of a round that was solved, and of its relaxation; without one if a limit came first.
    #[must_use]
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        solved: &Solved,
        relaxation: Option<&Relaxation>,
    ) -> Self {
        let solution = &solved.solution;
        let best = solution.incumbent.as_ref();
        let proven = best.filter(|_| solution.is_proven());
        let tier = |(index, tier): (usize, &crate::model::Tier)| RelaxedTier {
            tier: index + 1,
            name: tier.name.clone(),
            relaxation: relaxation.map(|relaxation| relaxation.values[index]),
            optimum: proven.map(|best| best.values[index]),
        };
        let tiers: Vec<RelaxedTier> = spec.tiers.iter().enumerate().map(tier).collect();
        let gap = tiers.iter().find_map(|tier| {
            let value = tier.relaxation?.above(tier.optimum?.into());
            (value != ExactValue::default()).then_some(GapReport { tier: tier.tier, value })
        });
        let circles = relaxation.map(|relaxation| relaxation.circles.as_slice()).unwrap_or_default();
        let side = |circle: &Vec<usize>| {
            let after = circle.iter().skip(1).chain(circle.first());
            circle.iter().zip(after).map(|(one, other)| variable(state, *one, *other)).collect()
        };
        let value = |is_whole: bool| if is_whole { "1" } else { "1/2" }.to_owned();
        let point = relaxation.iter().flat_map(|relaxation| &relaxation.point);
        let named = |(pair, is_whole): &(Pair, bool)| VariableReport {
            variable: variable(state, pair.high, pair.low),
            value: value(*is_whole),
        };
        let seats = |vertices: &[usize]| vertices.iter().map(|vertex| seat(state, *vertex)).collect::<Vec<_>>();
        Self {
            head: RecordHead::new(tournament, state, &spec.name, Status::new(solved), &solution.termination),
            tiers,
            gap,
            point: point.map(named).collect(),
            fractional: seats(&circles.iter().flatten().copied().sorted_unstable().collect::<Vec<_>>()),
            circles: circles.iter().map(|circle| seats(circle)).collect(),
            pairing: best.map(|best| best.pairing.clone()).unwrap_or_default(),
            sides: circles.iter().map(side).collect(),
        }
    }
}

impl Written for RelaxReport {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.head.write_heading(out)?;
        let text = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        let rows = self.tiers.iter().map(|tier| {
            let relaxation = tier.relaxation.map(|value| value.to_string());
            let gap = tier.relaxation.zip(tier.optimum).map(|(more, value)| more.above(value.into()).to_string());
            [tier.name.clone(), text(relaxation), text(tier.optimum.map(|value| value.to_string())), text(gap)]
        });
        write_table(&["Tier", ">Relaxation", ">Optimum", ">Gap"], rows, out)?;
        writeln!(out)?;
        if let Some(reason) = &self.head.reason {
            return writeln!(out, "No legal pairing: {reason}.");
        }
        if self.tiers.iter().any(|tier| tier.relaxation.is_none()) {
            return writeln!(out, "The relaxation was not solved: a limit came first.");
        }
        for (circle, sides) in self.circles.iter().zip(&self.sides) {
            let seats = circle.iter().chain(circle.first()).map(|seat| short(*seat)).join(" - ");
            writeln!(out, "Odd circle {seats}: {} = 1/2", sides.join(" = "))?;
        }
        let whole = self.point.iter().filter(|one| one.value == "1").map(|one| one.variable.as_str()).join(" = ");
        if !whole.is_empty() {
            writeln!(out, "Pairs: {whole} = 1")?;
        }
        writeln!(out, "All other variables are 0.\n")?;
        match self.fractional.len() {
            0 => writeln!(
                out,
                "The relaxation has a corner in whole numbers, which is the best pairing: no odd set is needed."
            )?,
            count => {
                let has_bye = self.fractional.contains(&Seat::Bye);
                let bye = if has_bye { " and the bye" } else { "" };
                writeln!(out, "Fractional: {} players{bye} are on odd circles.", count - usize::from(has_bye))?;
            }
        }
        if self.tiers.len() > 1 {
            writeln!(out, "A tier is maximised among the points that are optimal in the tiers before.")?;
        }
        writeln!(out, "Relaxation and optimum: proven by dual solutions, checked in integers.")
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let rows = self.point.iter().map(|one| [one.variable.as_str(), one.value.as_str()]);
        write_csv(["variable", "value"], rows, out)
    }
}
