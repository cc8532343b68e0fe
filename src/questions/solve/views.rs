//! The answers of `solve` that show how a round is solved.

use super::{Request, ended};
use crate::field::Field;
use crate::model::{Model, Objective};
use crate::questions::{Answered, Context, Ended, Record};
use crate::report::{CutsReport, DualsReport, Format, RelaxReport, TierTraceReport};
use crate::solve::{MatchingMethod, Options};
use crate::tasks::{self, Solved};

/// What is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    Relaxation,
    Cuts,
    Tiers,
    Duals,
}

impl Request {
    /// What is to be shown, if anything is.
    pub(super) fn view(&self) -> Option<View> {
        let all = [View::Relaxation, View::Cuts, View::Tiers, View::Duals];
        self.views().into_iter().zip(all).find(|((_, is_asked), _)| *is_asked).map(|(_, view)| view)
    }
}

impl View {
    const fn field(self) -> Field {
        match self {
            Self::Relaxation => Field("relax"),
            Self::Cuts => Field("cuts"),
            Self::Tiers => Field("trace_tiers"),
            Self::Duals => Field("duals"),
        }
    }

    /// Refuse a format that cannot show it, and a method that does not apply.
    fn check(self, model: &Model, method: MatchingMethod, context: &dyn Context) -> Result<(), Ended> {
        let field = self.field();
        let is_shown = match context.format() {
            _ if context.is_trf() => false,
            Format::Table | Format::Json => true,
            Format::Csv => self != Self::Tiers,
            Format::Pairs => false,
        };
        if !is_shown {
            let formats = if self == Self::Tiers { "table or json" } else { "table, json or csv" };
            return Err(Ended::refused(format!("{field} is no list of boards"), format!("take the format {formats}")));
        }
        if method != MatchingMethod::Exact {
            let what = format!("{field} is computed in exact numbers");
            return Err(Ended::refused(what, format!("leave out {}", Field("method"))));
        }
        match model {
            Model::System(spec) if self == Self::Duals => Err(Ended::refused(
                format!(
                    "{field} is of a model with an objective, and {} is a system's program, whose tiers have dual values of their own",
                    spec.name
                ),
                format!("{} names the evidence for each", Field("trace_tiers")),
            )),
            _ => Ok(()),
        }
    }

    /// Show it.
    pub(super) fn ask(
        self,
        request: &Request,
        model: &Model,
        options: Options,
        context: &dyn Context,
    ) -> Result<(), Ended> {
        self.check(model, options.method, context)?;
        let round = context.open(&request.at, &request.tables, model.objective().as_slice())?;
        let (name, state) = (round.name(), &round.state);
        let spec = Objective::try_from(model.clone());
        let spec = || spec.as_ref().map_err(|kind| Ended::wrong(kind.to_string()));
        match self {
            Self::Relaxation => {
                let shown = tasks::relax(state, model, options)?;
                give(RelaxReport::new(name, state, spec()?, &shown), &shown.solved, shown.is_late, context)
            }
            Self::Cuts => {
                let shown = tasks::cut(state, model, options)?;
                give(CutsReport::new(name, state, spec()?, &shown), &shown.solved, shown.is_late, context)
            }
            Self::Tiers => {
                let shown = tasks::trace_tiers(state, model, options)?;
                give(TierTraceReport::new(name, state, model, &shown), &shown.solved, shown.is_late, context)
            }
            Self::Duals => {
                let solved = tasks::solve(state, model, options)?;
                if !solved.is_optimal() {
                    return ended(&solved, &[], false);
                }
                let duals = tasks::duals(state, spec()?, &solved, options)?;
                let Some(duals) = duals else {
                    return Err(Ended::before(options.start().reached(), "the dual values were checked"));
                };
                give(DualsReport::new(name, state, spec()?, &duals), &solved, false, context)
            }
        }
    }
}

/// Give the record, and say how it ended.
fn give(record: impl Record, solved: &Solved, is_late: bool, context: &dyn Context) -> Result<(), Ended> {
    context.give(Answered::new(record))?;
    ended(solved, &[], false)?;
    if is_late { Err(Ended::Limit("a limit came before all was seen".to_owned())) } else { Ok(()) }
}
