use super::keep_open::KeepOpenReport;
use super::optima::OptimaReport;
use super::repair::{RepairReport, Repaired};
use super::show::objective;
use crate::model::{Formulation, Model, Value};
use crate::proof::by_rules::RuleStep;
use crate::proof::verify::{TierVerdict, Verdict};
use crate::questions::OpenedRound;
use crate::questions::report::boards::players;
use crate::questions::report::{BoundReport, PlayerReport, Status, reason};
use crate::questions::tasks::Solved;
use crate::rules::Barred;
use crate::solve::{Bound, CoursePoint, Evidence, Limit, Termination, Ties};
use crate::tournament::{Pairing, RoundState};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// A round that was solved by an objective or by the articles of a system: the pairing, its values and their proof.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "SolveReport")]
pub struct Answer {
    /// The round that was paired.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// The status of the solve.
    pub status: Status,
    /// Why there is no legal pairing, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The rules that bar the pairs of those whom the reason names, if it names any: all pairs that it depends on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
    /// The value of each tier. For an objective, the verifier counts it term by term. For a system, each value of
    /// each step is a tier, and the least is the best.
    pub objective: Vec<TierVerdict>,
    /// The proven bound of each tier, up to the first one not solved to the end.
    pub bound: Vec<BoundReport>,
    /// The gap in the last tier of `bound`; 0 if the pairing is optimal, absent without a pairing.
    pub gap: Option<Value>,
    /// Whether the pairing is a proven optimum, and verified. If `status` is a limit, it may not be the canonical optimum.
    pub optimal: bool,
    /// Whether the verifier found the pairing legal and worth what the solver claims.
    pub verified: bool,
    /// The pairing.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// Which of several equal optima is reported.
    pub ties: Ties,
    /// Whether the pairing is the only optimum, colours apart. Null if that is not known: of a system, with caps, and if a
    /// limit came first.
    pub unique: Option<bool>,
    /// How many optima there are, if that was asked for.
    #[serde(flatten)]
    pub optima: Option<OptimaReport>,
    /// The repair, if it was asked for and there is no legal pairing. Then model and values are those of the repaired model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<RepairReport>,
    /// What is known of the rounds that can follow, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_open: Option<KeepOpenReport>,
    /// Wall time of each step.
    pub seconds: Seconds,
    /// The tournament's name.
    pub tournament: String,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The weakest evidence of any tier's bound, or the evidence that there is no pairing.
    pub proof: Evidence,
    /// The errors that the verifier found. It is empty unless the program has an error.
    pub problems: Vec<String>,
    /// The pairing numbers of the players absent from this round.
    pub absent: Vec<u32>,
    /// The steps of a system's procedure, in order, each with the least values of its criteria.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<RuleStep>,
    /// The course of branch and bound, if the log of HiGHS was asked for and it branched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<CourseReport>,
    /// Whether the model is one of slots, for the renderers.
    #[serde(skip)]
    pub(super) is_of_slots: bool,
    /// The limit that ended the solve, for the renderers.
    #[serde(skip)]
    pub(super) limit: Option<Limit>,
    /// The players at the boards, for the renderers.
    #[serde(skip)]
    pub(super) players: Vec<PlayerReport>,
}

/// How far branch and bound had come.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CourseReport {
    /// The tier, from 1.
    pub tier: usize,
    /// The time since branch and bound began, in seconds.
    pub seconds: f64,
    /// The nodes so far.
    pub nodes: u64,
    /// The value of the tier at the best point so far, if there is one.
    pub value: Option<Value>,
    /// What no point exceeds, if it is known, rounded down to a unit of the tier.
    pub bound: Option<Value>,
    /// The difference.
    pub gap: Option<Value>,
}

impl CourseReport {
    fn new(point: &CoursePoint) -> Self {
        let CoursePoint { tier, time, nodes, value, bound } = *point;
        let gap = bound.zip(value).map(|(bound, value)| bound - value);
        Self { tier: tier + 1, seconds: time.as_secs_f64(), nodes, value, bound, gap }
    }
}

/// Wall time of each step, in seconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema)]
pub struct Seconds {
    /// The time to read the file.
    pub read: f64,
    /// The time to build the model.
    pub build: f64,
    /// The time to prove the optimum.
    pub optimise: f64,
    /// The time to choose among equal optima.
    pub canonical: f64,
    /// The time to verify.
    pub verify: f64,
    /// The time to count the optima, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optima: Option<f64>,
    /// The sum of these.
    pub total: f64,
}

impl Answer {
    /// The record of `solved`. `read` is the time that reading the file took.
    pub fn new(tournament: &str, state: &RoundState, model: &Model, solved: &Solved, read: Duration) -> Self {
        let Solved { solution, verdict, .. } = solved;
        let pairing = solution.incumbent.as_ref().map(|best| state.whole(best.pairing.clone())).unwrap_or_default();
        let absent = state.absent().iter().filter(|player| Some(player.id) != state.preset_bye());
        let bound = |(index, bound): (usize, &Bound)| BoundReport {
            tier: index + 1,
            value: bound.value,
            proof: bound.evidence,
        };
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: model.name().to_owned(),
            status: Status::new(solved),
            reason: reason(&solution.termination),
            barred: match &solution.termination {
                Termination::Infeasible(why) => why.barred(),
                _ => Vec::new(),
            },
            objective: match verdict {
                Some(verdict) if solved.steps.is_empty() => verdict.objective.clone(),
                _ => objective(&solved.steps),
            },
            bound: solution.bounds.iter().enumerate().map(bound).collect(),
            gap: solution.gap(),
            optimal: solved.is_optimal(),
            verified: solved.is_verified(),
            pairing,
            ties: solved.ties,
            unique: solved.is_unique(),
            repair: None,
            keep_open: KeepOpenReport::of(solved),
            optima: solved.optima.as_ref().map(|(optima, _)| OptimaReport::new(state, optima)),
            seconds: Seconds::new(solved, read),
            proof: solution.evidence(),
            problems: verdict.as_ref().map(problems).unwrap_or_default(),
            absent: absent.map(|player| player.id.0).collect(),
            steps: solved.steps.clone(),
            course: solution.course.iter().map(CourseReport::new).collect(),
            is_of_slots: matches!(model, Model::Objective(spec) if spec.formulation != Formulation::Pairs),
            limit: solution.termination.limit(),
            players: players(state),
        }
    }

    /// The record of a round that was repaired, if it was. `model` is the one that was asked for.
    pub(crate) fn of_repaired(round: &OpenedRound, model: &Model, repaired: &Repaired) -> Self {
        let new = |model: &Model| Self::new(round.name(), &round.state, model, &repaired.solved, round.reading);
        let Some(repair) = &repaired.repair else { return new(model) };
        Self { repair: Some(repair.clone()), ..new(&Model::Objective(repair.spec.clone())) }
    }
}

impl Seconds {
    fn new(solved: &Solved, read: Duration) -> Self {
        let timing = solved.solution.timing;
        let counting = solved.optima.as_ref().map(|(_, counting)| *counting);
        let steps = [read, timing.build, timing.optimise, timing.canonical, solved.verifying];
        let total: Duration = steps.into_iter().chain(counting).sum();
        Self {
            read: read.as_secs_f64(),
            build: timing.build.as_secs_f64(),
            optimise: timing.optimise.as_secs_f64(),
            canonical: timing.canonical.as_secs_f64(),
            verify: solved.verifying.as_secs_f64(),
            optima: counting.map(|counting| counting.as_secs_f64()),
            total: total.as_secs_f64(),
        }
    }
}

fn problems(verdict: &Verdict) -> Vec<String> {
    let said = |value: Option<Value>| value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
    let disagreements = verdict.disagreements.iter().map(|tier| {
        format!("tier {} is worth {}, but {} was claimed", tier.tier, said(tier.found), said(tier.claimed))
    });
    verdict.violations.iter().map(ToString::to_string).chain(disagreements).collect()
}
