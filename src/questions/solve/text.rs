use super::answer::{Answer, CourseReport};
use crate::formats::pairs;
use crate::model::Value;
use crate::report::boards::{write_board_csv, write_boards, write_heading};
use crate::report::objective::{write_objective, write_uncounted};
use crate::report::steps::write_steps;
use crate::report::table::write_table;
use crate::report::{Status, Written};
use crate::solve::{Evidence, Ties};
use itertools::Itertools;
use std::io;

impl CourseReport {
    fn row(&self) -> [String; 6] {
        let text = |value: Option<Value>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        let seconds = format!("{:.3}", self.seconds);
        let numbers = [self.tier.to_string(), seconds, self.nodes.to_string()];
        let [tier, seconds, nodes] = numbers;
        [tier, seconds, nodes, text(self.bound), text(self.value), text(self.gap)]
    }
}

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

impl Written for Answer {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        match (&self.reason, &self.keep_open) {
            (Some(reason), Some(open)) if open.broken_at.is_some() => {
                writeln!(out, "Not open: {reason}.")?;
                return open.write(out);
            }
            (Some(reason), _) => return writeln!(out, "No legal pairing: {reason}."),
            (None, _) => {}
        }
        self.repair.as_ref().filter(|_| self.gap.is_some()).map_or(Ok(()), |repair| repair.write_head(out))?;
        if self.gap.is_none() {
            let limit = self.limit.map_or_else(String::new, |limit| format!(" before {limit}"));
            return writeln!(out, "No pairing was found{limit}.");
        }
        write_boards(&self.players, &self.pairing, out)?;
        writeln!(out)?;
        if self.steps.is_empty() {
            write_objective(&self.model, &self.objective, out)?;
            write_uncounted(&self.objective, out)?;
        } else {
            write_steps(&self.steps, out)?;
        }
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
            None => writeln!(out, "Optimal: proven {evidence}{}.", self.only())?,
            Some(limit) if self.optimal => {
                writeln!(out, "Optimal: proven {evidence}; {limit} came before the choice among equal optima.")?;
            }
            Some(limit) => {
                let bound = self.bound.last().map_or_else(|| "none".to_owned(), |bound| bound.value.to_string());
                let tier = self.bound.len();
                writeln!(out, "Not proven optimal: {limit} came first; tier {tier} is at most {bound}.")?;
            }
        }
        match (self.verified, self.steps.is_empty()) {
            (true, true) if self.repair.is_some() => {
                writeln!(out, "Verified: legal but for these breaches, and worth what is claimed.")?;
            }
            (true, true) => writeln!(out, "Verified: legal, and worth what is claimed.")?,
            (true, false) => writeln!(out, "Verified: legal.")?,
            (false, _) => writeln!(out, "NOT VERIFIED: {}", self.problems.join("; "))?,
        }
        self.repair.as_ref().filter(|_| self.optimal).map_or(Ok(()), |repair| repair.write_breaches(out))?;
        self.keep_open.as_ref().map_or(Ok(()), |open| open.write(out))?;
        if let Some(optima) = &self.optima {
            optima.write(&self.pairing, out)?;
        }
        let s = &self.seconds;
        let counting = s.optima.map_or_else(String::new, |seconds| format!(", count {seconds:.3}"));
        writeln!(
            out,
            "Time: {:.3} s (read {:.3}, build {:.3}, optimise {:.3}, canonical {:.3}, verify {:.3}{counting}).",
            s.total, s.read, s.build, s.optimise, s.canonical, s.verify
        )?;
        if self.course.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nThe course of branch and bound:\n")?;
        let headers = [">Tier", ">Seconds", ">Nodes", ">Bound", ">Incumbent", ">Gap"];
        write_table(&headers, self.course.iter().map(CourseReport::row), out)
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let keys = [
            ("tournament", self.tournament.clone()),
            ("round", self.round.to_string()),
            ("model", self.model.clone()),
            ("status", self.status.to_string()),
            ("value", self.value()),
        ];
        write_board_csv(keys, &self.players, self.gap.map(|_| &self.pairing), out)
    }

    fn pairs(&self, out: &mut dyn io::Write) -> io::Result<()> {
        // Without a pairing there is no board list.
        if self.gap.is_none() {
            return Ok(());
        }
        out.write_all(pairs::write(&self.pairing).as_bytes())
    }
}
