use crate::lab::relax::{seat, short};
use crate::model::{ExactValue, Objective, Unit};
use crate::report::{RecordHead, Status, Written, write_csv, write_table};
use crate::solve::{CappedProof, CappedStage, Tree, TreeLeaf};
use crate::tasks::Solved;
use crate::tournament::{Pairing, RoundState, Score, Seat};
use itertools::Itertools;
use num_rational::Ratio;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io;

/// A round of a model with caps, with the cases by which its tiers were decided.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TreeReport {
    /// The round, and how the search for the optimum ended.
    #[serde(flatten)]
    pub head: RecordHead,
    /// The tiers, in order; if no pairing keeps the caps, the cap that none keeps with those before. Empty where the optimum without caps
    /// keeps them, or the model has none: then a dual solution proves it, and nothing branches.
    pub stages: Vec<TreeStageReport>,
    /// The optimum.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The score of each player, for the renderers.
    #[serde(skip)]
    scores: Vec<(Seat, Score)>,
}

/// How a tier was decided, or that a cap cannot be kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TreeStageReport {
    /// The tier, from 1; null for a cap.
    pub tier: Option<usize>,
    /// The name of the tier, or of the cap.
    pub name: String,
    /// What the tier is worth at most, and the optimum is worth; for a cap, how many boards it counts at least.
    pub optimum: ExactValue,
    /// What the next better pairing would be worth, because the values of all pairings lie on this grid.
    pub next: ExactValue,
    /// The cases: after each that branches come the cases within it.
    pub cases: Vec<CaseReport>,
}

/// A case, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CaseReport {
    /// Its number in the list, from 1.
    pub case: usize,
    /// The case that it is a part of; null for the first, which is all pairings.
    pub within: Option<usize>,
    /// What it demands beyond that; null for the first.
    pub branching: Option<Branching>,
    /// What no pairing of the case exceeds; for a cap, the fewest boards that it counts.
    pub bound: ExactValue,
    /// The multipliers that make the bound, but for those of 0.
    pub multipliers: Vec<MultiplierReport>,
    /// Why the case is closed; null if it branches.
    pub closed: Option<Closed>,
}

/// What a case demands: of the boards between two sets so many at most, or at least.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Branching {
    /// One set, the bye as 0.
    #[schemars(with = "Vec<u32>")]
    pub one: Vec<Seat>,
    /// The other, which may be the same.
    #[schemars(with = "Vec<u32>")]
    pub other: Vec<Seat>,
    /// So many at most.
    pub at_most: Option<i64>,
    /// So many at least.
    pub at_least: Option<i64>,
}

/// What one board more would be worth, where a row keeps it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MultiplierReport {
    /// The cap, or the tier before, by name; or the case whose demand it is, as `case 2`.
    pub row: String,
    /// The multiplier: for each board that the row counts, or for each unit of the tier.
    pub value: ExactValue,
}

/// Why a case is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Closed {
    /// The optimum is in it, and no pairing of the case is worth more.
    HasOptimum,
    /// No pairing of the case is better than the optimum.
    NoBetter,
}

/// What the numbers of a stage are.
struct Scale<'a> {
    state: &'a RoundState,
    /// The rows of the multipliers: caps, and tiers before, each with the places of its unit.
    rows: Vec<(String, u32)>,
    /// The unit of the stage; `None` for a cap, which counts boards.
    unit: Option<Unit>,
    pairing: Option<&'a Pairing>,
}

impl Scale<'_> {
    /// Sums of costs are minus values.
    fn value(&self, count: Ratio<i128>) -> ExactValue {
        self.unit.map_or(ExactValue::of(count), |unit| ExactValue::of_units(-count, unit))
    }

    /// For each unit of a row with so many places.
    fn price(&self, multiplier: Ratio<i128>, places: u32) -> ExactValue {
        let count = multiplier * 10_i128.pow(places);
        self.unit.map_or(ExactValue::of(count), |unit| ExactValue::of_units(count, unit))
    }

    fn case(&self, leaf: &TreeLeaf, within: &[CaseStep<'_>], cases: &[CaseReport]) -> CaseReport {
        let rows = self.rows.iter().zip(&leaf.ceilings).map(|((row, places), value)| (row.clone(), *places, value));
        let steps = within.iter().zip(&leaf.branches).map(|(step, value)| (format!("case {}", step.case), 0, value));
        let multipliers = rows.chain(steps).filter(|(.., value)| **value != 0);
        let multipliers = multipliers.map(|(row, places, value)| MultiplierReport {
            row,
            value: self.price(Ratio::new(*value, leaf.scale), places),
        });
        CaseReport {
            case: cases.len() + 1,
            within: within.last().map(|step| step.within),
            branching: within.last().map(|step| step.branching(self.state)),
            bound: self.value(Ratio::new(leaf.bound, leaf.scale)),
            multipliers: multipliers.collect(),
            closed: None,
        }
    }

    /// Add the cases of `tree`, to which these steps lead.
    fn add<'t>(&self, tree: &'t Tree, steps: &mut Vec<CaseStep<'t>>, cases: &mut Vec<CaseReport>) {
        match tree {
            Tree::Leaf(leaf) => {
                let is_there =
                    self.pairing.is_some_and(|pairing| steps.iter().all(|step| step.is_kept(self.state, pairing)));
                let closed = Some(if is_there { Closed::HasOptimum } else { Closed::NoBetter });
                cases.push(CaseReport { closed, ..self.case(leaf, steps, cases) });
            }
            Tree::Branch { one, other, at_most, before, fewer, more } => {
                cases.push(self.case(before, steps, cases));
                let within = cases.len();
                for (is_more, tree) in [(false, fewer), (true, more)] {
                    steps.push(CaseStep { one, other, at_most: *at_most, is_more, within, case: cases.len() + 1 });
                    self.add(tree, steps, cases);
                    steps.pop();
                }
            }
        }
    }
}

/// A branch taken.
struct CaseStep<'a> {
    one: &'a [usize],
    other: &'a [usize],
    at_most: i64,
    is_more: bool,
    /// The case that branches, and the case that the step leads to.
    within: usize,
    case: usize,
}

impl CaseStep<'_> {
    fn branching(&self, state: &RoundState) -> Branching {
        let [one, other] = [self.one, self.other].map(|set| set.iter().map(|vertex| seat(state, *vertex)).collect());
        let (at_most, at_least) =
            if self.is_more { (None, Some(self.at_most + 1)) } else { (Some(self.at_most), None) };
        Branching { one, other, at_most, at_least }
    }

    fn is_kept(&self, state: &RoundState, pairing: &Pairing) -> bool {
        let Branching { one, other, at_most, at_least } = self.branching(state);
        let boards = pairing.boards.iter().map(|board| [board.white, board.black].map(Seat::Player));
        let seats = boards.chain(pairing.bye.map(|id| [Seat::Player(id), Seat::Bye]));
        let holds = |[a, b]: &[Seat; 2]| one.contains(a) && other.contains(b) || one.contains(b) && other.contains(a);
        let count = seats.filter(holds).count() as i64;
        at_most.is_none_or(|most| count <= most) && at_least.is_none_or(|least| count >= least)
    }
}

impl TreeReport {
    /// The record of a round that was solved.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, spec: &Objective, solved: &Solved) -> Self {
        let solution = &solved.solution;
        let pairing = solution.incumbent.as_ref().map(|best| &best.pairing);
        let caps: Vec<(String, u32)> = spec.caps().map(|(_, name)| (name.to_owned(), 0)).collect();
        let stage = |tier: Option<usize>, name: &str, scale: Scale<'_>, stage: &CappedStage| {
            let mut cases = Vec::new();
            scale.add(&stage.tree, &mut Vec::new(), &mut cases);
            let least = i128::from(stage.least);
            let value = |count: i128| scale.value(Ratio::from_integer(count));
            let (optimum, next) = (value(least), value(least - i128::from(stage.step)));
            TreeStageReport { tier, name: name.to_owned(), optimum, next, cases }
        };
        let stages = match &solution.capped {
            None => Vec::new(),
            Some(CappedProof::Infeasible(cap, tree)) => {
                let rows = caps[..*cap].to_vec();
                Vec::from([stage(None, &caps[*cap].0, Scale { state, rows, unit: None, pairing: None }, tree)])
            }
            Some(CappedProof::Optimal(trees)) => {
                let places = |tier: &crate::model::Tier| (tier.name.clone(), tier.unit().places());
                let tiers = spec.tiers.iter().enumerate().zip(trees).map(|((index, tier), tree)| {
                    let rows = caps.iter().cloned().chain(spec.tiers[..index].iter().map(places)).collect();
                    let scale = Scale { state, rows, unit: Some(tier.unit()), pairing };
                    stage(Some(index + 1), &tier.name, scale, tree)
                });
                tiers.collect()
            }
        };
        Self {
            head: RecordHead::new(tournament, state, &spec.name, Status::new(solved), &solution.termination),
            stages,
            pairing: pairing.cloned().unwrap_or_default(),
            scores: state.players().iter().map(|player| (Seat::Player(player.id), player.score)).collect(),
        }
    }

    /// A set of seats in words: by the scores that it has all players of, or by numbers.
    fn set(&self, set: &[Seat]) -> String {
        let members: BTreeSet<Seat> = set.iter().copied().collect();
        let scores: BTreeSet<Score> =
            self.scores.iter().filter(|(seat, _)| members.contains(seat)).map(|(_, score)| *score).collect();
        let all: BTreeSet<Seat> =
            self.scores.iter().filter(|(_, score)| scores.contains(score)).map(|(seat, _)| *seat).collect();
        match (scores.first(), scores.last()) {
            (Some(least), Some(most)) if all == members => {
                let is_between = |score: &&Score| (least..=most).contains(score);
                let between = self.scores.iter().map(|(_, score)| score).filter(is_between).collect::<BTreeSet<_>>();
                match scores.len() {
                    1 => format!("score {least}"),
                    count if count == between.len() => format!("scores {least} to {most}"),
                    _ => format!("scores {}", scores.iter().rev().join(", ")),
                }
            }
            _ => set.iter().map(|seat| short(*seat)).join(", "),
        }
    }

    /// What a case demands, in words.
    pub(super) fn demand(&self, branching: Option<&Branching>) -> String {
        let Some(Branching { one, other, at_most, at_least }) = branching else { return "all pairings".to_owned() };
        let count = match (at_most, at_least) {
            (Some(0), _) => "no board".to_owned(),
            (Some(most), _) => format!("at most {most} board{}", if *most == 1 { "" } else { "s" }),
            (_, Some(least)) => format!("at least {least} board{}", if *least == 1 { "" } else { "s" }),
            (None, None) => "any boards".to_owned(),
        };
        if one == other {
            return format!("{count} within {}", self.set(one));
        }
        format!("{count} of {} with {}", self.set(one), self.set(other))
    }

    /// What became of a case, in words.
    pub(super) fn end(stage: &TreeStageReport, closed: Option<Closed>) -> String {
        match closed {
            None => "branches".to_owned(),
            Some(Closed::HasOptimum) => format!("has the optimum, {}", stage.optimum),
            Some(Closed::NoBetter) if stage.tier.is_none() => format!("at least {}", stage.optimum),
            Some(Closed::NoBetter) => format!("nothing better than {}", stage.optimum),
        }
    }

    /// What a stage comes to, in a sentence.
    pub(super) fn title(stage: &TreeStageReport) -> String {
        let cases = match stage.cases.len() {
            1 => "one case".to_owned(),
            count => format!("{count} cases"),
        };
        match stage.tier {
            Some(tier) => {
                format!(
                    "Tier {tier}, {}: {} is the most, in {cases}; more would be {}.",
                    stage.name, stage.optimum, stage.next
                )
            }
            None => format!("The cap {}: it counts {} at least, in {cases}.", stage.name, stage.optimum),
        }
    }

    /// Why there is no tree, if there is none.
    pub(super) fn without(&self) -> Option<&'static str> {
        self.stages.is_empty().then_some(
            "Nothing branches: the optimum without caps keeps them all, or there are none. Its dual solution is the whole proof.",
        )
    }
}

impl CaseReport {
    /// The multipliers in words.
    pub(super) fn prices(&self) -> String {
        self.multipliers.iter().map(|one| format!("{} {}", one.row, one.value)).join(", ")
    }

    /// How many cases it is within.
    pub(super) fn depth(&self, cases: &[Self]) -> usize {
        std::iter::successors(self.within, |case| cases[*case - 1].within).count()
    }
}

impl Written for TreeReport {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let has_pairing = self.head.write(out)?;
        for (place, stage) in self.stages.iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{}\n", Self::title(stage))?;
            let rows = stage.cases.iter().map(|case| {
                let demand = self.demand(case.branching.as_ref());
                let indented = format!("{}{demand}", "  ".repeat(case.depth(&stage.cases)));
                [case.case.to_string(), indented, case.bound.to_string(), case.prices(), Self::end(stage, case.closed)]
            });
            write_table(&[">Case", "Demand", ">Bound", "Multipliers", "End"], rows, out)?;
        }
        match self.without() {
            Some(why) if has_pairing => writeln!(out, "{why}"),
            _ => writeln!(out, "\nEach bound is that of a dual solution, checked in integers."),
        }
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let header = ["tier", "name", "case", "within", "demand", "bound", "multipliers", "end"];
        let rows = self.stages.iter().flat_map(|stage| {
            stage.cases.iter().map(move |case| {
                let text = |number: Option<usize>| number.map_or_else(String::new, |number| number.to_string());
                let demand = self.demand(case.branching.as_ref());
                let ends = [case.bound.to_string(), case.prices(), Self::end(stage, case.closed)];
                let keys = [text(stage.tier), stage.name.clone(), case.case.to_string(), text(case.within), demand];
                keys.into_iter().chain(ends).collect::<Vec<_>>()
            })
        });
        write_csv(header, rows, out)
    }
}
