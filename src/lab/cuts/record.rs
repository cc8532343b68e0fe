use super::{Cut, CutStep};
use crate::lab::relax::{VariableReport, seat, short, variable};
use crate::model::{ExactValue, Objective, Value};
use crate::report::{RecordHead, Status, Written, write_csv};
use crate::tasks::Solved;
use crate::tournament::{Pairing, RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// A round solved by cutting planes, step by step.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CutsReport {
    /// The round, and how the search for the optimum ended.
    #[serde(flatten)]
    pub head: RecordHead,
    /// Whether the last bound is the value of the optimum; if not, a limit came first, or it is `mixed`.
    pub done: bool,
    /// Whether the caps leave a mean of pairings that is worth more than any pairing, so that no odd set is left to add.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mixed: bool,
    /// The steps, in order.
    pub steps: Vec<CutStepReport>,
    /// The value of each tier at the optimum.
    pub optimum: Vec<Value>,
    /// The optimum.
    #[serde(flatten)]
    pub pairing: Pairing,
    #[serde(skip)]
    made: Vec<String>,
}

/// A solve of the linear program, and the odd sets that are added then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CutStepReport {
    /// The step, from 1.
    pub step: usize,
    /// The bound of each tier, exact.
    pub bound: Vec<ExactValue>,
    /// The variables that are neither 0 nor 1.
    pub fractional: Vec<VariableReport>,
    /// The odd sets whose inequality the point violates, which are added.
    pub odd_sets: Vec<CutReport>,
}

/// An odd set whose inequality is violated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CutReport {
    /// Its members, the bye as 0.
    #[schemars(with = "Vec<u32>")]
    pub seats: Vec<Seat>,
    /// The sum of the variables within, exact.
    pub inside: String,
    /// How many pairs there is room for.
    pub room: usize,
    /// By how much the sum exceeds that, exact.
    pub violation: String,
}

impl CutsReport {
    /// The record of a round that was solved, and of the steps to its optimum; `is_late` if a limit came before the last.
    #[must_use]
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        solved: &Solved,
        steps: &[CutStep],
        is_late: bool,
        mixed: bool,
    ) -> Self {
        let solution = &solved.solution;
        let best = solution.incumbent.as_ref();
        let cut = |cut: &Cut| CutReport {
            seats: cut.members.iter().map(|vertex| seat(state, *vertex)).collect(),
            inside: cut.inside.to_string(),
            room: cut.room,
            violation: cut.violation().to_string(),
        };
        let step = |(index, step): (usize, &CutStep)| {
            let fractional = step.point.iter().filter(|(_, x)| !x.is_integer());
            let named = fractional.map(|(pair, x)| VariableReport {
                variable: variable(state, pair.high, pair.low),
                value: x.to_string(),
            });
            let odd_sets = step.cuts.iter().map(cut).collect();
            CutStepReport { step: index + 1, bound: step.values.clone(), fractional: named.collect(), odd_sets }
        };
        let pairing = best.map(|best| best.pairing.clone()).unwrap_or_default();
        let rank = |id| state.rank(id).unwrap_or_default();
        let boards = pairing.boards.iter().map(|board| (rank(board.white), rank(board.black)));
        let bye = pairing.bye.map(|id| (rank(id), state.players().len()));
        let made = boards.chain(bye).map(|(one, other)| (one.min(other), one.max(other))).sorted_unstable();
        Self {
            head: RecordHead::new(tournament, state, &spec.name, Status::new(solved), &solution.termination),
            done: !is_late && !mixed && solution.is_optimal(),
            mixed,
            steps: steps.iter().enumerate().map(step).collect(),
            optimum: best.map(|best| best.values.clone()).unwrap_or_default(),
            made: made.map(|(one, other)| variable(state, one, other)).collect(),
            pairing,
        }
    }

    fn write_step(step: &CutStepReport, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "Step {}: at most {}", step.step, step.bound.iter().join(", "))?;
        let values = step.fractional.iter().map(|one| one.value.as_str()).sorted_unstable().dedup();
        for value in values {
            let of_value = step.fractional.iter().filter(|one| one.value == value);
            writeln!(out, "  {} = {value}", of_value.map(|one| one.variable.as_str()).join(" = "))?;
        }
        for cut in &step.odd_sets {
            let seats = cut.seats.iter().map(|seat| short(*seat)).join(", ");
            writeln!(
                out,
                "  odd set {{{seats}}}: {} inside, room for {}, violated by {}",
                cut.inside, cut.room, cut.violation
            )?;
        }
        Ok(())
    }
}

impl Written for CutsReport {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if !self.head.write(out)? {
            return Ok(());
        }
        self.steps.iter().try_for_each(|step| Self::write_step(step, out))?;
        let added: usize = self.steps.iter().map(|step| step.odd_sets.len()).sum();
        if self.mixed {
            let optimum = self.optimum.iter().join(", ");
            writeln!(
                out,
                "\nNo odd set is violated, and the bound is above the optimum, {optimum}. A mean of pairings keeps the caps, and is"
            )?;
            return writeln!(
                out,
                "worth more than any pairing that does. Only cases go on: --tree shows them. Odd sets added: {added}."
            );
        }
        if !self.done {
            return writeln!(out, "\nA limit came after {} steps and {added} odd sets.", self.steps.len());
        }
        writeln!(out, "  {} = 1", self.made.join(" = "))?;
        writeln!(out, "\nThe bound is the value of this pairing, so none is better. Odd sets added: {added}.")?;
        writeln!(out, "The optimum is that of the exact search, proven by its dual solution, checked in integers.")
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let header = ["step", "bound", "odd_set", "inside", "room", "violation"];
        let rows = self.steps.iter().flat_map(|step| {
            let key = [step.step.to_string(), step.bound.iter().join(" ")];
            let cut = |cut: &CutReport| {
                let seats = cut.seats.iter().map(|seat| short(*seat)).join(" ");
                [seats, cut.inside.clone(), cut.room.to_string(), cut.violation.clone()]
            };
            let cuts: Vec<[String; 4]> = step.odd_sets.iter().map(cut).collect();
            let cuts = if cuts.is_empty() { vec![[const { String::new() }; 4]] } else { cuts };
            cuts.into_iter().map(move |cut| key.iter().cloned().chain(cut).collect::<Vec<_>>())
        });
        write_csv(header, rows, out)
    }
}
