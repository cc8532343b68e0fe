//! Check a pairing against rules, the optimum and other systems.

mod against;
mod duals;
mod proof;
mod request;
mod show;
mod verdict;

pub use against::AgainstSystem;
pub use duals::{CheckedDuals, ViolatedPair};
pub use proof::{CheckedProof, ProofOutcome};
pub use request::Request;
pub use verdict::{Answer, Distance, SecondReading};

use super::asked::NewFolder;
use super::rule_proof::{agree, certified, check_files, check_provable, read_proof, write_proof};
use super::{Answered, AskError, Context, OpenedRound, TextFault};
use crate::files::printable::printable;
use crate::files::request_field::RequestField;
use crate::model::Objective;
use crate::proof::by_rules::ByRules;
use crate::proof::veripb::{Folder, lists_pairs};
use crate::proof::{Certificate, Claim, Proof};
use crate::questions::registry::System;
use crate::questions::report::Format;
use crate::questions::tasks::Rules;
use crate::solve::{Options, check_proof_size, check_rule_proof_size};
use crate::tournament::Pairing;
use std::path::Path;
use swiss_rule_proof::wishes::Wishes;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        self.check()?;
        self.page().check(context)?;
        if let Some(file) = &self.duals {
            return self.check_duals(file, context);
        }
        let is_board_list = context.format() == Format::Pairs;
        self.pairing.check_source(&self.at.file)?;
        let options = context.start(&self.limits)?;
        let (round, rules) = context.open_by(&self.at, &self.tables, &self.rules, &self.repair)?;
        let state = &round.state;
        if let Rules::Model(spec) = &rules {
            spec.check_range(state).map_err(|beyond| AskError::wrong(beyond.to_string()))?;
        }
        let wishes = match &rules {
            Rules::System(system) => {
                self.wishes.check_system(*system, state)?;
                self.wishes.of_round(state)?
            }
            Rules::Model(_) => Wishes::default(),
        };
        if let (Some(dir), Rules::System(system)) = (&self.proof, &rules) {
            return self.ask_of_rules(dir, *system, &round, &wishes, options, context);
        }
        if let (Some(_), Rules::Model(spec)) = (&self.proof, &rules)
            && lists_pairs(state, spec)
        {
            check_proof_size(state, options)?;
        }
        let not_read = |error| AskError::BadFile(printable(&format!("cannot read the proof {error}")));
        let late = || AskError::before(options.start().reached(), "the proof was read");
        let read = options.in_time(|| self.proof.as_deref().map(Folder::read).transpose());
        let proof = read.ok_or_else(late)?.map_err(not_read)?;
        let is_of_no_pairing = |proof: &&Folder| proof.certificate.claim() == Claim::Infeasible;
        let alone = proof.as_ref().filter(|_| !self.pairing.is_given());
        let alone = alone.filter(|proof| self.pairing.none || is_of_no_pairing(proof));
        if let (Some(proof), Rules::Model(spec)) = (alone, &rules) {
            return check_alone(proof, &round, spec, self.rules.heading(), context);
        }
        let pairing = self.pairing.load(context, &round, &rules)?;
        // A list of boards does not show the optimum, so no optimum is computed; and wishes are proven with the rules.
        let finds_optimum = !is_board_list && wishes.is_empty();
        let mut answer = Answer::new(round.name(), state, &pairing, &rules, proof.as_ref(), options, finds_optimum);
        answer.by_wishes(&pairing, &rules, state, &wishes, options)?;
        let ended = answer.ended(&rules);
        // The verdict is given even if the solver failed.
        context.give(Answered::new(answer).headed(self.rules.heading()))?;
        ended
    }
}

impl Request {
    /// The verdict on a proof by the rules of a system, which is read or made.
    fn ask_of_rules(
        &self,
        dir: &Path,
        system: System,
        round: &OpenedRound,
        wishes: &Wishes,
        options: Options,
        context: &dyn Context,
    ) -> Result<(), AskError> {
        check_provable(system, &round.state)?;
        let page = self.page();
        let state = &round.state;
        let by_rules = ByRules { state, system: &system.to_string(), wishes };
        check_rule_proof_size(state, by_rules.most_in_graph(), options)?;
        let certificate = if self.make { certified(&by_rules, None, options)?.0 } else { read_proof(dir, options)? };
        let late = || AskError::before(options.start().reached(), "the proof was checked");
        let check = |pairing: Option<&Pairing>| {
            let check = || by_rules.check(&certificate, pairing);
            let mut proven = options.in_time(check).ok_or_else(late)?;
            if proven.is_ok() && !self.make {
                let other = options.in_time(|| check_files(dir, &certificate, &by_rules)).ok_or_else(late)??;
                proven = other.map_or(proven, Err);
            }
            Ok::<_, AskError>(CheckedProof::by_rules(round.name(), state, system, proven, pairing.is_some()))
        };
        let alone = check(None)?;
        if let (true, Some(proven)) = (wishes.is_empty(), alone.outcome.proven()) {
            agree(state, system, proven, options)?;
        }
        if self.make {
            let folder = NewFolder::from(dir.as_os_str().to_owned());
            write_proof(&by_rules, &certificate, &folder, self.force, options, context)?;
        }
        if self.pairing.none || (!self.pairing.is_given() && !alone.outcome.is_of_a_pairing()) {
            if page.is_wanted() {
                return Err(AskError::refused(
                    "a proof alone has no boards to draw",
                    format!("give {} too", RequestField("pairing")),
                ));
            }
            let ended = alone.ended();
            context.give(Answered::new(alone))?;
            return ended;
        }
        let rules = Rules::System(system);
        let pairing = self.pairing.load(context, round, &rules)?;
        let checked = check(Some(&pairing))?;
        // The proof is the second reading.
        let mut answer = Answer::new(round.name(), state, &pairing, &rules, None, options, false);
        answer.by_wishes(&pairing, &rules, state, wishes, options)?;
        answer.proof = Some(checked);
        let ended = answer.ended(&rules);
        if page.is_drawn() {
            answer.draw(state, system);
        }
        page.give(Answered::new(answer), context)?;
        ended
    }
}

/// Check a proof that there is no pairing.
fn check_alone(
    proof: &Folder,
    round: &OpenedRound,
    spec: &Objective,
    heading: Option<String>,
    context: &dyn Context,
) -> Result<(), AskError> {
    if context.format() == Format::Pairs {
        let pairing = RequestField("pairing");
        let instead = format!("give {pairing} too, or take another format");
        return Err(AskError::refused("a proof alone has no boards to list", instead));
    }
    let checked = CheckedProof::new(round.name(), &round.state, spec, proof, None);
    let ended = checked.ended();
    context.give(Answered::new(checked).headed(heading))?;
    ended
}

impl Request {
    /// Check dual values that somebody has written.
    fn check_duals(&self, file: &str, context: &dyn Context) -> Result<(), AskError> {
        if !matches!(context.format(), Format::Table | Format::Json) {
            return Err(AskError::refused("dual values are no list of boards", "take the format table or json"));
        }
        if file == "-" && self.at.file.is_standard_input() {
            let what = "tournament and dual values cannot both be standard input";
            return Err(AskError::refused(what, "give one of them as a file"));
        }
        let options = context.start(&self.limits)?;
        let (round, rules) = context.open_by(&self.at, &self.tables, &self.rules, &self.repair)?;
        let Rules::Model(spec) = &rules else { return Err(AskError::wrong("dual values are of a model")) };
        let no_duals = |what: String| {
            let said = printable(&format!("{file} has no dual values: {what}"));
            TextFault { said, code: "duals", line: None, column: None, what }
        };
        let read = serde_json::from_slice(&context.bytes(file)?).map_err(|error| no_duals(error.to_string()))?;
        let Certificate { proof: Proof::Optimal(dual), .. } = read else {
            return Err(no_duals("it is a certificate of another kind".to_owned()).into());
        };
        let Some(checked) = CheckedDuals::new(round.name(), &round.state, spec, &dual, options)? else {
            return Err(AskError::before(options.start().reached(), "the dual values were checked"));
        };
        let ended = checked.ended();
        context.give(Answered::new(checked).headed(self.rules.heading()))?;
        ended
    }
}
