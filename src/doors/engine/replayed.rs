//! What `-c` writes: the rounds that are paired again, and the ranks that are wrong.

use super::super::exit::{Exit, Failure};
use super::super::replay;
use super::checklist::checklist;
use super::{EngineArguments, RELEASE, refuse};
use crate::files::printable::printable;
use crate::files::trf::Document;
use crate::questions::Opened;
use crate::questions::check::{check, differences};
use crate::questions::registry::System;
use crate::questions::tasks::{self, RankCheck};

impl EngineArguments {
    /// Replay all rounds, or one.
    pub(super) fn replay(&self, opened: &Opened, system: System, only: Option<u32>) -> anyhow::Result<Exit> {
        let tournament = &opened.loaded.tournament;
        let mut rounds = check(tournament, system, opened.trust).map_err(|error| opened.refused(error))?;
        rounds.retain(|round| only.is_none_or(|only| only == round.round));
        if let Some(only) = only.filter(|_| rounds.is_empty()) {
            return refuse(format!("round {only} was not played"));
        }
        if self.list.is_some() {
            let mut text = String::new();
            for round in &rounds {
                let state = self.state(opened, Some(round.round))?;
                text += &format!("Round #{}\n", round.round);
                text += &checklist(&state, system, round.paired.as_ref());
            }
            self.write_list(&(text + RELEASE))?;
        }
        let (name, trust) = (self.stem(), opened.trust);
        let text: String = rounds.iter().map(|round| replay::written(&name, tournament, round, trust)).collect();
        self.output.print((text + "\n").as_bytes());
        let different = rounds.iter().filter(|round| round.is_different()).count();
        let wrong = if only.is_none() { self.check_standings(opened) } else { 0 };
        match differences(different, wrong) {
            None => Ok(Exit::Done),
            Some(what) => Err(Failure::error(Exit::Discrepancy, what)),
        }
    }

    /// If the file names tie-breaks, write the ranks that are wrong by them. Returns how many.
    fn check_standings(&self, opened: &Opened) -> usize {
        let has_both = |report: &Document| !report.records(&["202", "212"]).is_empty() && !report.ranks().is_empty();
        if !opened.loaded.report.as_ref().is_some_and(has_both) {
            return 0;
        }
        let standings = match tasks::check_standings(&opened.loaded, opened.trust) {
            Ok(standings) => standings,
            Err(why) => {
                self.output.say(format!("the ranks are not checked: {why}"));
                return 0;
            }
        };
        let mut text = format!("{}: Standings by {}\n", printable(&self.stem()), standings.tie_breaks.join(","));
        let wrong: Vec<&RankCheck> = standings.ranks.iter().filter(|rank| !rank.is_right).collect();
        if !wrong.is_empty() {
            text += "  Checker ranks           Tournament ranks\n";
        }
        for rank in wrong {
            let in_file = rank.in_file.map(|rank| rank.to_string()).unwrap_or_default();
            let line = format!("    {:>3}: {:>3}{:17}{:>3}: {in_file:>3}", rank.id, rank.rank, "", rank.id);
            text += line.trim_end();
            text.push('\n');
        }
        text.push('\n');
        self.output.print(text.as_bytes());
        standings.wrong
    }
}
