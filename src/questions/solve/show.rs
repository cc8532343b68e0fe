use super::solved_round::{Answer, CourseReport};
use crate::model::Value;
use crate::proof::by_rules::{RuleStep, RuleTier};
use crate::proof::verify::TierVerdict;
use crate::questions::report::boards::boards_table;
use crate::questions::report::objective::{objective_table, uncounted};
use crate::questions::report::{Cell, Document, Show, Status, Table, left, right};
use crate::solve::{Evidence, Ties};
use crate::tournament::PlayerId;
use itertools::Itertools;

impl Answer {
    /// The value of the pairing by an objective: a number, or a list of numbers, one for each tier. Those of
    /// a system depend on the round, so they are no column.
    fn value(&self) -> String {
        match self.objective.as_slice() {
            _ if !self.steps.is_empty() || self.gap.is_none() => String::new(),
            [tier] => tier.value.to_string(),
            tiers => format!("[{}]", tiers.iter().map(|tier| tier.value).join(",")),
        }
    }

    /// Whether it is the only optimum, as the end of a sentence.
    fn only(&self) -> String {
        // Of the pairings that keep rounds open nobody knows how many are as good.
        if self.keep_open.is_some() {
            return String::new();
        }
        match (self.unique, self.ties) {
            (Some(true), _) => "; the only one".to_owned(),
            (Some(false), Ties::Canonical) => "; one of several, the canonical one".to_owned(),
            (Some(false), Ties::Fold) => "; one of several, the nearest to the fold".to_owned(),
            (Some(false), Ties::Random(seed)) => format!("; one of several, drawn by seed {seed}"),
            // The rules of a system leave one.
            (None, _) if !self.steps.is_empty() => String::new(),
            (None, _) => "; --count-optima says whether it is the only one".to_owned(),
        }
    }
}

impl Show for Answer {
    fn show(&self) -> Document {
        let document = Document::of_round(&self.tournament, self.round, self.rounds_planned);
        let document = document.keyed("model", &self.model).keyed("status", self.status.to_string());
        let mut document = document.keyed("value", self.value());
        let pairing = Some(&self.pairing).filter(|_| self.gap.is_some());
        document.list_boards(pairing);
        if pairing.is_none() {
            self.say_nothing_found(&mut document);
            document.table(boards_table(&self.players, None));
            return document;
        }
        if let Some(repair) = &self.repair {
            repair.add_head_to(&mut document);
        }
        document.table(boards_table(&self.players, pairing));
        if self.steps.is_empty() {
            document.table(objective_table(&self.model, &self.objective));
            if let Some(sentence) = uncounted(&self.objective) {
                document.say(sentence);
            }
            document.part();
        } else {
            show_steps(&self.steps, &mut document);
        }
        self.say_proof(&mut document);
        if let Some(repair) = self.repair.as_ref().filter(|_| self.optimal) {
            repair.add_breaches_to(&mut document);
        }
        if let Some(open) = &self.keep_open {
            open.add_to(&mut document);
        }
        if let Some(optima) = &self.optima {
            optima.add_to(&mut document, &self.pairing);
        }
        let s = &self.seconds;
        let counting = s.optima.map_or_else(String::new, |seconds| format!(", count {seconds:.3}"));
        document.say(format!(
            "Time: {:.3} s (read {:.3}, build {:.3}, optimise {:.3}, canonical {:.3}, verify {:.3}{counting}).",
            s.total, s.read, s.build, s.optimise, s.canonical, s.verify
        ));
        if !self.course.is_empty() {
            document.table(self.course());
        }
        document
    }
}

impl Answer {
    /// Why there is no pairing to show.
    fn say_nothing_found(&self, document: &mut Document) {
        match (&self.reason, &self.keep_open) {
            (Some(reason), Some(open)) if open.broken_at.is_some() => {
                document.say(format!("Not open: {reason}."));
                open.add_to(document);
            }
            (Some(reason), _) => document.say(format!("No legal pairing: {reason}.")),
            (None, _) => {
                let limit = self.limit.map_or_else(String::new, |limit| format!(" before {limit}"));
                document.say(format!("No pairing was found{limit}."));
            }
        }
    }

    /// By what the optimum is proven, and whether it is verified.
    fn say_proof(&self, document: &mut Document) {
        let evidence = match self.proof {
            Evidence::IntegerDual if self.is_of_slots => {
                "by the dual solution of its pairs, which holds in the rows of slots, checked in integers"
            }
            Evidence::IntegerTree if self.is_of_slots => {
                "by a branching tree of dual solutions of its pairs, which hold in the rows of slots, checked in integers"
            }
            Evidence::IntegerDual if self.steps.is_empty() => "by its dual solution, checked in integers",
            Evidence::IntegerDual => "by a dual solution of each tier, checked in integers",
            Evidence::IntegerTree => "by a branching tree of dual solutions, checked in integers",
            Evidence::Obstruction => "by dual solutions and obstructions, checked in integers",
            Evidence::BranchAndBound => "by branch and bound",
            Evidence::Search => "by trying better pairings, and all rounds that can follow them",
            Evidence::Nothing => "by nothing",
        };
        match self.limit {
            _ if matches!(self.status, Status::NotVerified | Status::Infeasible) => {}
            None => document.say(format!("Optimal: proven {evidence}{}.", self.only())),
            Some(limit) if self.optimal => {
                document.say(format!("Optimal: proven {evidence}; {limit} came before the choice among equal optima."));
            }
            Some(limit) => {
                let bound = self.bound.last().map_or_else(|| "none".to_owned(), |bound| bound.value.to_string());
                let tier = self.bound.len();
                document.say(format!("Not proven optimal: {limit} came first; tier {tier} is at most {bound}."));
            }
        }
        document.say(match (self.verified, self.steps.is_empty()) {
            (true, true) if self.repair.is_some() => {
                "Verified: legal but for these breaches, and worth what is claimed.".to_owned()
            }
            (true, true) => "Verified: legal, and worth what is claimed.".to_owned(),
            (true, false) => "Verified: legal.".to_owned(),
            (false, _) => format!("NOT VERIFIED: {}", self.problems.join("; ")),
        });
    }

    fn course(&self) -> Table {
        let columns = ["Tier", "Seconds", "Nodes", "Bound", "Incumbent", "Gap"].map(right);
        let row = |point: &CourseReport| {
            let value = |value: Option<Value>| value.map_or_else(|| "-".into(), Cell::Value);
            let [bound, best, gap] = [point.bound, point.value, point.gap].map(value);
            [point.tier.into(), format!("{:.3}", point.seconds).into(), point.nodes.into(), bound, best, gap]
        };
        let table = Table::new("course", columns).titled("The course of branch and bound:");
        table.rows(self.course.iter().map(row))
    }
}

/// Every value of every step, as numbered tiers of one objective.
pub(super) fn objective(steps: &[RuleStep]) -> Vec<TierVerdict> {
    let tiers = steps.iter().flat_map(|step| &step.tiers);
    let values = tiers.flat_map(|tier| tier.values.iter().map(|value| (tier.count.clone(), Value::from_whole(*value))));
    values.zip(1..).map(|((name, value), tier)| TierVerdict { tier, name, value, terms: Vec::new() }).collect()
}

/// Show every step that decides something, with its tiers that are not 0.
fn show_steps(steps: &[RuleStep], document: &mut Document) {
    for (number, step) in (1_usize..).zip(steps).filter(|(_, step)| !step.tiers.is_empty()) {
        let title = format!("Step {number}, {}", step.heading());
        let tiers = step.tiers.iter().filter(|tier| tier.values.iter().any(|value| *value != 0));
        let row = |tier: &RuleTier| {
            let what = format!("{} [{}]", tier.count, tier.article);
            [number.into(), tier.values.iter().join(" ").into(), what.into()]
        };
        let columns = [right("Step").for_programs(), right("Least"), left("Tier")];
        let table = Table::new("steps", columns).rows(tiers.map(row));
        if table.rows.is_empty() { document.paragraph(title) } else { document.table(table.titled(title)) }
    }
    document.paragraph("Tiers that are 0 are not shown.");
}

impl RuleStep {
    /// What it is about, whom it pairs, and whom it leaves.
    fn heading(&self) -> String {
        let list = |before: &str, players: &[PlayerId]| match players {
            [] => String::new(),
            _ => format!("{before}{}", players.iter().join(", ")),
        };
        let Self { step, players, downfloaters, .. } = self;
        format!("{step}{}{}", list(": ", players), list("; downfloaters ", downfloaters))
    }
}
