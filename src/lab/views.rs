//! What shows how a round is solved: options of `solve`.

use super::{
    Besides, CutsReport, RelaxReport, TierTraceReport, TreeReport, cut, objective, relax, trace_tiers, tree, verified,
};
use crate::field::RequestField;
use crate::model::Model;
use crate::questions::asked::{NewFile, PageAsked};
use crate::questions::solve::{self, ended};
use crate::questions::{Answered, Context, Ended, Record, Refusal, Request};
use crate::report::{DualsReport, Format};
use crate::solve::{MatchingMethod, Options};
use crate::tasks::{self, Solved};
use schemars::JsonSchema;
use serde::Deserialize;

/// What is to be shown.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Views {
    /// Show the linear program of the pairs without odd sets: its value beside the optimum, and the odd circles of halves
    #[arg(long)]
    relax: bool,
    /// Show the linear program of the pairs step by step, with each odd set as it is added
    #[arg(long)]
    cuts: bool,
    /// Show tier after tier: what is decided, its evidence, and how many pairs are left
    #[arg(long)]
    trace_tiers: bool,
    /// Show the dual values that prove the optimum
    #[arg(long)]
    duals: bool,
    /// Show the cases by which a model with caps is decided: the bound and the multipliers of each, and why it was closed
    #[arg(long)]
    tree: bool,
    /// Draw the cases as a page in this file, too
    #[arg(long, value_name = "F.html")]
    html: Option<NewFile>,
}

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    Relaxation,
    Cuts,
    Tiers,
    Duals,
    Tree,
}

const VIEWS: [View; 5] = [View::Relaxation, View::Cuts, View::Tiers, View::Duals, View::Tree];

impl Views {
    /// Each, with whether it is asked for.
    fn all(&self) -> [(RequestField, bool); 5] {
        let are_asked = [self.relax, self.cuts, self.trace_tiers, self.duals, self.tree];
        std::array::from_fn(|place| (VIEWS[place].field(), are_asked[place]))
    }

    /// Refuse what does not go together.
    fn check(&self, request: &solve::Request) -> Result<(), Refusal> {
        let views = self.all();
        Refusal::unless(RequestField("html"), self.html.is_some(), RequestField("tree"), self.tree)?;
        Refusal::beside(RequestField("keep_open"), request.keep_open.is_some(), &views)?;
        for (place, (view, is_asked)) in views.into_iter().enumerate() {
            let others = [&request.extras()[..], &[(RequestField("log"), request.log)], &views[place + 1..]].concat();
            Refusal::beside(view, is_asked, &others)?;
        }
        Ok(())
    }
}

impl Besides<solve::Request> for Views {
    const FIELDS: &[&str] = &["relax", "cuts", "trace_tiers", "duals", "tree", "html"];

    fn ask_besides(&self, request: &solve::Request, context: &dyn Context) -> Result<(), Ended> {
        self.check(request)?;
        let asked = VIEWS.into_iter().zip(self.all()).find(|(_, (_, is_asked))| *is_asked);
        let Some((view, _)) = asked else { return request.ask(context) };
        // The page is the only file that is written here.
        let page = PageAsked { html: self.html.clone(), force: request.force && self.html.is_some() };
        let request = &solve::Request { force: request.force && !page.force, ..request.clone() };
        request.check()?;
        page.check(context)?;
        let (model, options) = request.begun(context)?;
        view.show(request, &page, &model, options, context)
    }
}

impl View {
    const fn field(self) -> RequestField {
        RequestField(Views::FIELDS[self as usize])
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
            return Err(Ended::refused(what, format!("leave out {}", RequestField("method"))));
        }
        match model {
            Model::System(spec) if matches!(self, Self::Duals | Self::Tree) => Err(Ended::refused(
                format!(
                    "{field} is of a model with an objective, and {} is a system's program, whose tiers have proofs of their own",
                    spec.name
                ),
                format!("{} names the evidence for each", RequestField("trace_tiers")),
            )),
            _ => Ok(()),
        }
    }

    fn show(
        self,
        request: &solve::Request,
        page: &PageAsked,
        model: &Model,
        options: Options,
        context: &dyn Context,
    ) -> Result<(), Ended> {
        self.check(model, options.method, context)?;
        let round = context.open(&request.at, &request.tables, model.objective().as_slice())?;
        let (name, state) = (round.name(), &round.state);
        match self {
            Self::Relaxation => {
                let spec = objective(model, "the linear program")?;
                let options = options.started();
                let relaxed = relax(state, spec, options)?;
                let is_late = relaxed.relaxation.is_none() && options.start().are_reached();
                let solved = verified(state, spec, relaxed.solution, options.ties)?;
                give(
                    RelaxReport::new(name, state, spec, &solved, relaxed.relaxation.as_ref()),
                    &solved,
                    is_late,
                    context,
                )
            }
            Self::Cuts => {
                let spec = objective(model, "the loop of odd sets")?;
                let cutting = cut(state, spec, options)?;
                let is_mixed = cutting.is_mixed();
                let is_late = cutting.solution.is_optimal() && !cutting.is_done() && !is_mixed;
                let solved = verified(state, spec, cutting.solution, options.ties)?;
                let record = CutsReport::new(name, state, spec, &solved, &cutting.steps, is_late, is_mixed);
                give(record, &solved, is_late, context)
            }
            Self::Tiers => {
                let Model::Objective(spec) = model else {
                    let solved = tasks::solve(state, model, options)?;
                    return give(TierTraceReport::new(name, state, model, &solved, None), &solved, false, context);
                };
                let tiers = trace_tiers(state, spec, options)?;
                let is_late = tiers.solution.is_optimal() && tiers.steps.len() < tiers.solution.bounds.len();
                let solved = verified(state, spec, tiers.solution.clone(), options.ties)?;
                give(TierTraceReport::new(name, state, model, &solved, Some(&tiers)), &solved, is_late, context)
            }
            Self::Duals => {
                let solved = tasks::solve(state, model, options)?;
                if !solved.is_optimal() {
                    return ended(&solved, &[], false);
                }
                let spec = objective(model, "a dual solution")?;
                let Some(duals) = DualsReport::new(name, state, spec, &solved, options)? else {
                    return Err(Ended::before(options.start().reached(), "the dual values were checked"));
                };
                give(duals, &solved, false, context)
            }
            Self::Tree => {
                let spec = objective(model, "a tree of cases")?;
                let solved = tasks::solve(state, model, options)?;
                if !solved.is_provable() {
                    return ended(&solved, &[], false);
                }
                let report = TreeReport::new(name, state, spec, &solved);
                context.give(Answered::new(report.clone()))?;
                page.write(context, || tree::page(&report))?;
                ended(&solved, &[], false)
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
