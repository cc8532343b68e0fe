//! Pair a round by a system's rules.

mod answer;
mod checklist;
mod request;
mod text;

pub use answer::{Answer, PairStatus};
pub use checklist::{ByeRow, Checklist, ChecklistRow};
pub use request::Request;

use super::asked::TablesAsked;
use super::{Answered, Context, Ended};
use crate::field::Field;
use crate::registry::System;
use crate::report::Format;
use crate::tasks::{self, Unpaired};

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        self.check(context)?;
        let options = context.start(&self.limits)?;
        let round = context.open(&self.at, &TablesAsked::default(), &[])?;
        let chosen = round.opened.system(self.system.system)?;
        let system = chosen.system;
        if self.checklist {
            context.note_chosen(&chosen);
            return context.give(Answered::new(Checklist::new(round.name(), &round.state, system)));
        }
        let made = tasks::pair(&round.state, system, options);
        let mut answer = Answer::new(round.name(), &round.state, system, made.as_ref(), self.trace);
        answer.edition_by = chosen.because;
        let pairing = made.as_ref().ok().map(|paired| &paired.pairing);
        context.give(Answered::new(answer).of_round(&round, pairing))?;
        if let Err(Unpaired::Unpairable(_)) = &made {
            let repair = Field("repair");
            context.remark(format!(
                "solve {repair} finds the pairing that breaks the hard rules of a model as little as possible"
            ));
        }
        made.map(drop).map_err(|why| why.ended(system))
    }
}

impl Unpaired {
    /// How a question ended that `system` was to pair.
    #[must_use]
    pub fn ended(&self, system: System) -> Ended {
        match self {
            Self::Unpairable(why) => Ended::NoPairing(format!("{system} finds no pairing: {why}")),
            Self::Stopped(limit) => Ended::before(*limit, &format!("the pairing of {system}")),
        }
    }
}

impl Request {
    /// Refuse what does not go together, and formats that cannot show it.
    fn check(&self, context: &dyn Context) -> Result<(), Ended> {
        super::Refusal::beside(Field("checklist"), self.checklist, &[(Field("trace"), self.trace)])?;
        let format = Field("format");
        if self.checklist && context.is_trf() {
            let what = "a check-list is no tournament report";
            return Err(Ended::refused(what, format!("take {format} table, json or csv")));
        }
        let is_shown = !context.is_trf() && matches!(context.format(), Format::Table | Format::Json);
        if self.trace && !is_shown {
            let instead = format!("leave out {}, or take {format} table or json", Field("trace"));
            return Err(Ended::refused("a trace is shown in a table or in JSON", instead));
        }
        Ok(())
    }
}
