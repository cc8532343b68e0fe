//! The results of `solve` that show how a round is solved.

use super::exit::{Exit, Failure};
use super::solve::specs;
use super::{beside, input, output};
use crate::model::{Model, Objective};
use crate::report::{CutsReport, DualsReport, Format, RelaxReport, Render, TierTraceReport};
use crate::solve::{MatchingMethod, Options};
use crate::tasks::{self, Solved};

/// What is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Relaxation,
    Cuts,
    Tiers,
    Duals,
}

impl What {
    const fn option(self) -> &'static str {
        match self {
            Self::Relaxation => "--relax",
            Self::Cuts => "--cuts",
            Self::Tiers => "--trace-tiers",
            Self::Duals => "--duals",
        }
    }

    /// Refuse a format that cannot show it, and a method that does not apply.
    fn check(self, model: &Model, method: MatchingMethod, output: &output::Arguments) -> anyhow::Result<()> {
        let option = self.option();
        let refuse = |what: String| Err(Failure::error(Exit::WrongRequest, what));
        let is_shown = match output.format() {
            _ if output.is_trf() => false,
            Format::Table | Format::Json => true,
            Format::Csv => self != Self::Tiers,
            Format::Pairs => false,
        };
        if !is_shown {
            let formats = if self == Self::Tiers { "table or json" } else { "table, json or csv" };
            return refuse(format!("{option} is no list of boards; take the format {formats}"));
        }
        if method != MatchingMethod::Exact {
            return refuse(format!("{option} is computed in exact numbers; leave out --method"));
        }
        match model {
            Model::System(spec) if self == Self::Duals => refuse(format!(
                "--duals is of a model with an objective, and {} is a system's program, whose tiers have dual values of their \
                 own; --trace-tiers names the evidence for each",
                spec.name
            )),
            _ => Ok(()),
        }
    }
}

pub(super) fn run(
    what: What,
    (input, tables): (&input::Arguments, &beside::Arguments),
    model: &Model,
    options: Options,
    output: &output::Arguments,
) -> anyhow::Result<Exit> {
    what.check(model, options.method, output)?;
    let (opened, state) = input.load_beside(tables, &specs(model), output)?;
    let name = &opened.loaded.tournament.name;
    let spec = Objective::try_from(model.clone());
    if let Ok(spec) = &spec {
        input::say_unheeded(spec, &state, output);
    }
    let spec = || spec.as_ref().map_err(|kind| Failure::error(Exit::WrongRequest, kind.to_string()));
    match what {
        What::Relaxation => {
            let watched = tasks::relax(&state, model, options).map_err(Failure::of_solver)?;
            show(&RelaxReport::new(name, &state, spec()?, &watched), &watched.solved, watched.is_late, output)
        }
        What::Cuts => {
            let watched = tasks::cut(&state, model, options).map_err(Failure::of_solver)?;
            show(&CutsReport::new(name, &state, spec()?, &watched), &watched.solved, watched.is_late, output)
        }
        What::Tiers => {
            let watched = tasks::trace_tiers(&state, model, options).map_err(Failure::of_solver)?;
            show(&TierTraceReport::new(name, &state, model, &watched), &watched.solved, watched.is_late, output)
        }
        What::Duals => {
            let solved = tasks::solve(&state, model, options).map_err(Failure::of_solver)?;
            if !solved.is_optimal() {
                return Failure::of_solved(&solved, &[], Format::Pairs);
            }
            let duals = tasks::duals(&state, spec()?, &solved, options).map_err(Failure::of_solver)?;
            let Some(duals) = duals else {
                return Err(Failure::of_limit(format!(
                    "{} came before the dual values were checked",
                    options.start().reached()
                )));
            };
            show(&DualsReport::new(name, &state, spec()?, &duals), &solved, false, output)
        }
    }
}

/// Write the record; the exit code.
fn show(record: &impl Render, solved: &Solved, is_late: bool, output: &output::Arguments) -> anyhow::Result<Exit> {
    output.write(record);
    let exit = Failure::of_solved(solved, &[], Format::Pairs)?;
    if is_late { Err(Failure::of_limit("a limit came before all was seen")) } else { Ok(exit) }
}
