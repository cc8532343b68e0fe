//! Pair a round by a system's rules.

mod paired_round;
mod request;

pub use super::checklist::{ByeRow, Checklist, ChecklistRow};
pub use paired_round::{Answer, PairStatus};
pub use request::Request;

use super::asked::{NewTournament, PageAsked, TablesAsked};
use super::rule_proof::{check_folder, check_provable, prove};
use super::wishes::pair_by_wishes;
use super::{Answered, AskError, Context, OpenedRound, Refusal};
use crate::files::request_field::RequestField;
use crate::proof::by_rules::ByRules;
use crate::questions::registry::System;
use crate::questions::report::Format;
use crate::questions::report::boards::names;
use crate::questions::tasks::{self, Rules, Unpaired};
use crate::solve::check_rule_proof_size;
use crate::tournament::{Bye, ByeKind, Pairing, PlayerId};
use itertools::Itertools;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        self.check(context)?;
        let page = PageAsked { html: self.html.clone(), force: self.force && self.html.is_some() };
        page.check(context)?;
        if let Some(out) = &self.out {
            out.check(self.force, &self.at.file, context.inputs())?;
        }
        let options = context.start(&self.limits)?;
        let mut round = context.open(&self.at, &TablesAsked::default(), &[])?;
        let chosen = round.opened.system(self.system.system)?;
        let system = chosen.system;
        context.check_bye(&round.state, &Rules::System(system), round.opened.trust)?;
        if self.checklist {
            context.note_chosen(&chosen);
            return context.give(Answered::new(Checklist::new(round.name(), &round.state, system)));
        }
        self.wishes.check_system(system, &round.state)?;
        let wishes = self.wishes.of_round(&round.state)?;
        let by_rules = ByRules { state: &round.state, system: &system.to_string(), wishes: &wishes };
        if let Some(dir) = &self.proof {
            check_provable(system, &round.state)?;
            check_rule_proof_size(&round.state, by_rules.most_in_graph(), options)?;
            check_folder(dir, self.force, context)?;
        }
        let made = tasks::pair(&round.state, system, options);
        let by_wishes = match &made {
            Ok(own) if !wishes.is_empty() => Some(pair_by_wishes(&round.state, system, &wishes, own, options)?),
            _ => None,
        };
        let paired = by_wishes.as_ref().map_or(made.as_ref(), |by_wishes| Ok(&by_wishes.paired));
        let mut answer = Answer::new(round.name(), &round.state, system, paired, self.trace);
        answer.edition_by = chosen.because;
        answer.wishes = by_wishes.as_ref().map(|by_wishes| by_wishes.kept.clone());
        let pairing = paired.ok().map(|paired| &paired.pairing);
        round.request.wishes = self.wishes.texts(&round.state);
        if page.is_wanted() {
            answer.sheet = Some(pairing.map_or(Ok(String::new()), |pairing| not_paired(&round, pairing))?);
        }
        let answer = Answered::new(answer).of_round(&round, pairing);
        let written = NewTournament::write(self.out.as_ref(), self.force, &self.at.file, answer, context);
        let given = written.and_then(|answer| page.give(answer, context));
        let proven = match &self.proof {
            Some(dir) if !matches!(made, Err(Unpaired::Stopped(_))) => {
                prove(&by_rules, pairing, dir, self.force, options, context)
            }
            _ => Ok(()),
        };
        given?;
        proven?;
        if let Err(Unpaired::Unpairable(_)) = &made {
            let repair = RequestField("repair");
            context.remark(format!(
                "solve {repair} finds the pairing that breaks the hard rules of a model as little as possible"
            ));
        }
        made.map(drop).map_err(|why| why.ended(system))
    }
}

/// Who is not paired, and why, as a wall sheet has it.
fn not_paired(round: &OpenedRound, pairing: &Pairing) -> Result<String, AskError> {
    let number = round.state.round();
    let tournament = &round.opened.loaded.tournament;
    let after = tournament.with_round(round.request.clone(), pairing).map_err(|error| round.opened.refused(error))?;
    let names = names(&round.state);
    let is_gone = |player: PlayerId| {
        let mut later = number + 1..=after.rounds_planned.unwrap_or(number);
        !later.is_empty() && later.all(|round| after.absent_from(round).contains(&player))
    };
    let byes = after.round(number).into_iter().flat_map(|round| &round.byes);
    let byes = byes.filter(|bye| bye.kind != ByeKind::Pairing).sorted_by_key(|bye| bye.player);
    let said = |bye: &Bye| {
        let why = match bye.kind {
            ByeKind::Half => "half-point bye",
            ByeKind::Full => "full-point bye",
            _ if is_gone(bye.player) => "withdrawn",
            _ => "away",
        };
        format!("{} {} ({why})", bye.player, names.get(&bye.player).map_or("", String::as_str))
    };
    Ok(byes.map(said).join("; "))
}

impl Unpaired {
    /// How a question ended that `system` was to pair.
    pub fn ended(&self, system: System) -> AskError {
        match self {
            Self::Unpairable(why) => AskError::NoPairing(format!("{system} finds no pairing: {why}")),
            Self::Stopped(limit) => AskError::before(*limit, &format!("the pairing of {system}")),
        }
    }
}

impl Request {
    /// Refuse what does not go together, and formats that cannot show it.
    fn check(&self, context: &dyn Context) -> Result<(), AskError> {
        let has_files = self.proof.is_some() || self.html.is_some() || self.out.is_some();
        Refusal::unless(RequestField("force"), self.force, RequestField("proof"), has_files)?;
        let others = [
            (RequestField("trace"), self.trace),
            (RequestField("proof"), self.proof.is_some()),
            (RequestField("html"), self.html.is_some()),
            (RequestField("out"), self.out.is_some()),
            (RequestField("rather_not"), !self.wishes.rather_not.is_empty()),
            (RequestField("rather_not_same"), !self.wishes.rather_not_same.is_empty()),
        ];
        Refusal::beside(RequestField("checklist"), self.checklist, &others)?;
        let format = RequestField("format");
        if self.checklist && context.tournament_form().is_some() {
            let what = "a check-list is no tournament report";
            return Err(AskError::refused(what, format!("take {format} table, json or csv")));
        }
        let is_shown = context.tournament_form().is_none() && matches!(context.format(), Format::Table | Format::Json);
        if self.trace && !is_shown {
            let instead = format!("leave out {}, or take {format} table or json", RequestField("trace"));
            return Err(AskError::refused("a trace is shown in a table or in JSON", instead));
        }
        Ok(())
    }
}
