//! How a round is solved: its relaxation, odd sets, dual values, tiers, and cases.

mod relax;
mod tiers;
mod tree;

pub use relax::RelaxShown;
pub use tiers::{TierShown, TiersShown};
pub use tree::{CaseShown, StageShown};

use super::{Request, ended};
use crate::files::request_field::RequestField;
use crate::model::{ExactValue, Objective, PairModel};
use crate::questions::report::boards::short;
use crate::questions::report::{Cell, Document, DualsReport, Format, RecordHead, Show, Status, Table, left, right};
use crate::questions::tasks::{self, Solved};
use crate::questions::{Answered, AskError, Context};
use crate::solve::{LpStep, Options, SolveError, steps_of_cuts};
use crate::tournament::{Pairing, RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is to be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, strum::Display, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum View {
    /// The linear program of the pairs without odd sets
    Relax,
    /// Its bound by HiGHS, step by step, with the odd sets that are added
    Cuts,
    /// The dual values that prove the optimum
    Duals,
    /// Tier after tier: the optimum, and how many pairs are left
    Tiers,
    /// With caps, the cases by which the optimum is proven
    Tree,
}

/// A round that was solved, and what was asked to be shown of it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ShownReport")]
pub struct Shown {
    /// The round, and how the search for the optimum ended.
    #[serde(flatten)]
    pub head: RecordHead,
    /// The value of each tier.
    pub values: Vec<crate::model::Value>,
    /// The linear program without odd sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relax: Option<RelaxShown>,
    /// The steps of the linear program with odd sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cuts: Option<Vec<CutShown>>,
    /// The dual values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duals: Option<DualsReport>,
    /// The tiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiers: Option<TiersShown>,
    /// How each tier was decided by cases, or that a cap cannot be kept; empty if nothing branches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Vec<StageShown>>,
    /// The optimum.
    #[serde(flatten)]
    pub pairing: Pairing,
}

/// A solve of the linear program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CutShown {
    /// The tier, from 1.
    pub tier: usize,
    /// What no pairing exceeds in it, by HiGHS, rounded.
    pub bound: ExactValue,
    /// The odd sets that its point violates, which are added.
    #[schemars(with = "Vec<Vec<u32>>")]
    pub odd_sets: Vec<Vec<Seat>>,
}

/// Answer with what is to be shown.
pub(super) fn ask(request: &Request, context: &dyn Context) -> Result<(), AskError> {
    let show = RequestField("show");
    let (model, options) = request.begun(context)?;
    let Some(spec) = model.objective() else {
        let what = format!("{show} is of a model with an objective, and {} is a system's program", model.name());
        return Err(AskError::refused(what, "take a model such as 'pairs'"));
    };
    if context.tournament_form().is_some() || context.format() == Format::Pairs {
        return Err(AskError::refused(format!("{show} has no list of boards"), "take the format table, json or csv"));
    }
    if let Some(view) = request.show.iter().find(|view| spec.has_caps() && matches!(view, View::Relax | View::Cuts)) {
        let what = format!("{show} {view} is of a model without caps, and '{}' has some", spec.name);
        return Err(AskError::refused(what, format!("take {show} {}, which has its cases", View::Tree)));
    }
    let options = options.started();
    let round = context.open(&request.at, &request.tables, &[spec])?;
    let state = &round.state;
    let solved = tasks::solve(state, &model, options)?;
    if !solved.is_provable() || solved.solution.incumbent.is_none() && !request.show.contains(&View::Tree) {
        return ended(&solved, &[], false);
    }
    let mut shown = Shown::new(round.name(), state, spec, &solved);
    let late = shown.add(&request.show, state, spec, &solved, options)?;
    context.give(Answered::new(shown))?;
    ended(&solved, &[], false)?;
    late.map_or(Ok(()), |what| Err(AskError::before(options.start().reached(), what)))
}

impl Shown {
    /// The record of a solved round, of which nothing is shown yet.
    pub fn new(tournament: &str, state: &RoundState, spec: &Objective, solved: &Solved) -> Self {
        let best = solved.solution.incumbent.as_ref();
        Self {
            head: RecordHead::new(tournament, state, &spec.name, Status::new(solved), &solved.solution.termination),
            values: best.map(|best| best.values.clone()).unwrap_or_default(),
            relax: None,
            cuts: None,
            duals: None,
            tiers: None,
            tree: None,
            pairing: best.map(|best| best.pairing.clone()).unwrap_or_default(),
        }
    }

    /// Add these views; what was not seen before a limit, if one came.
    ///
    /// # Errors
    /// [`SolveError`], if the model has no such view, or a check fails.
    pub fn add(
        &mut self,
        views: &[View],
        state: &RoundState,
        spec: &Objective,
        solved: &Solved,
        options: Options,
    ) -> Result<Option<&'static str>, SolveError> {
        let limits = options.start();
        let model = PairModel::new(state, spec);
        for view in views {
            let (is_seen, what) = match view {
                View::Relax => {
                    self.relax = relax::shown(state, &model, &self.values, limits)?;
                    (self.relax.is_some(), "the linear program was solved")
                }
                View::Cuts => {
                    let steps = steps_of_cuts(state, spec, limits)?;
                    self.cuts = steps.map(|steps| steps.into_iter().map(|step| cut(state, &model, step)).collect());
                    (self.cuts.is_some(), "the odd sets were found")
                }
                View::Duals => {
                    self.duals = DualsReport::new(&self.head.tournament, state, spec, solved, options)?;
                    (self.duals.is_some(), "the dual values were checked")
                }
                View::Tiers => {
                    self.tiers = tiers::shown(state, spec, &solved.solution, limits)?;
                    (self.tiers.is_some(), "the tiers were decided")
                }
                View::Tree => {
                    self.tree = Some(tree::shown(state, spec, &solved.solution));
                    (true, "the cases were listed")
                }
            };
            if !is_seen {
                return Ok(Some(what));
            }
        }
        Ok(None)
    }
}

fn cut(state: &RoundState, model: &PairModel<'_>, LpStep { tier, bound, odd_sets }: LpStep) -> CutShown {
    let bound = ExactValue::of_units(bound, model.units()[tier]);
    let odd_sets = odd_sets.iter().map(|set| seats(state, set)).collect();
    CutShown { tier: tier + 1, bound, odd_sets }
}

/// The seats of these vertices.
fn seats(state: &RoundState, vertices: &[usize]) -> Vec<Seat> {
    let seat = |v: &usize| state.players().get(*v).map_or(Seat::Bye, |player| Seat::Player(player.id));
    vertices.iter().map(seat).collect()
}

fn list(seats: &[Seat], between: &str) -> String {
    seats.iter().map(|seat| short(*seat)).join(between)
}

impl Show for Shown {
    fn show(&self) -> Document {
        let mut document = self.head.reasoned().without_keys();
        if let Some(relax) = &self.relax {
            document.heading("The linear program without odd sets");
            let rows = relax.values.iter().zip(&self.values).zip(1_usize..).map(|((relaxed, value), tier)| {
                let gap = relaxed.above((*value).into());
                [tier.into(), relaxed.to_string().into(), (*value).into(), gap.to_string().into()]
            });
            let columns = ["Tier", "Relaxation", "Optimum", "Gap"].map(right);
            document.table(Table::new("relax", columns).rows(rows));
            for circle in &relax.circles {
                document.say(format!("Odd circle of halves: {}", list(circle, " - ")));
            }
            if relax.circles.is_empty() {
                document.say("It has a point in whole numbers, which is the best pairing: no odd set is needed.");
            }
        }
        if let Some(cuts) = &self.cuts {
            document.heading("The linear program with odd sets, by HiGHS");
            let sets = |cut: &CutShown| cut.odd_sets.iter().map(|set| format!("{{{}}}", list(set, ", "))).join(" ");
            let rows = cuts
                .iter()
                .zip(1_usize..)
                .map(|(cut, step)| [step.into(), cut.tier.into(), cut.bound.to_string().into(), sets(cut).into()]);
            let columns =
                [right("Step"), right("Tier"), right("Bound"), left("Odd sets that are added").named("odd_sets")];
            document.table(Table::new("cuts", columns).rows(rows));
        }
        if let Some(duals) = &self.duals {
            document.heading("Dual values");
            duals.add_to(&mut document);
        }
        if let Some(tiers) = &self.tiers {
            document.heading("Tier after tier");
            document.table(tiers.table());
            document
                .say("Tight: pairs of reduced cost 0, after the tier. Possible: those of them that an optimum has.");
        }
        if let Some(tree) = &self.tree {
            document.heading("Cases");
            if tree.is_empty() {
                document.say("Nothing branches: a dual solution is the whole proof.");
            }
            tree.iter().for_each(|stage| document.table(stage.table()));
        }
        document
    }
}

impl TiersShown {
    fn table(&self) -> Table {
        let count = |count: Option<usize>| count.map_or_else(|| "-".into(), Cell::from);
        let columns =
            [right("Tier"), left("Name"), right("Optimum"), right("Tight"), right("Possible"), left("Evidence")];
        let mut table = Table::new("tiers", columns);
        let none = || Cell::Empty;
        table.row([0_usize.into(), "rules alone".into(), none(), none(), self.legal_pairs.into(), none()]);
        for (tier, number) in self.tiers.iter().zip(1_usize..) {
            let [tight, possible] = [tier.tight_pairs, tier.possible_pairs].map(count);
            let proof = tier.proof.to_string().into();
            table.row([number.into(), (&tier.name).into(), tier.optimum.into(), tight, possible, proof]);
        }
        table
    }
}

impl StageShown {
    fn table(&self) -> Table {
        let Self { name, optimum, next, cases } = self;
        let columns = [left("Stage").for_programs(), left("Case"), right("Bound"), left("End")];
        let rows = cases.iter().map(|case| {
            let demand = format!("{}{}", "  ".repeat(case.depth), case.demand);
            let end = if case.branches { "branches" } else { "closed" };
            [name.into(), demand.into(), case.bound.to_string().into(), end.into()]
        });
        Table::new("cases", columns).titled(format!("{name}: {optimum}; better would be {next}")).rows(rows)
    }
}
