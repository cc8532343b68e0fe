//! Rank the players.

mod ranked_players;
mod request;

pub use ranked_players::{Answer, AroList, AroRow, Ranked, RankedBy};
pub use request::{Request, TieBreaksAsked};

use super::{Answered, AskError, Context};
use crate::files::request_field::RequestField;
use crate::questions::registry::{System, UnknownSystem};
use crate::questions::tasks::{TaskError, tie_breaks_of};
use crate::tournament::RoundState;

/// The system whose ranking it is if none is asked for. No file says it: the types of tournaments that FIDE knows say how
/// rounds are paired, by rules that have no ranking here.
const DEFAULT: &str = "tcec";

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        self.check()?;
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let request = self.file.request(self.round);
        let failed = |error| opened.failed(error);
        let tournament = &opened.loaded.tournament;
        if self.aro {
            let state = RoundState::to_rank(tournament, request).map_err(|error| opened.refused(error))?;
            context.note_overruled(&opened, state.overruled().to_vec());
            return context.give(Answered::new(AroList::new(&state)));
        }
        let answer = match (&self.tie_breaks, self.system) {
            (Some(TieBreaksAsked::Named(tie_breaks)), _) => Answer::by_tie_breaks(tournament, tie_breaks, request),
            (Some(TieBreaksAsked::OfFile), _) => {
                let tie_breaks = tie_breaks_of(&opened.loaded).map_err(|error| match error {
                    TaskError::Request(what) => AskError::refused(
                        what,
                        format!("name them with {}, such as BH-C1,BH,SB", RequestField("tie_breaks")),
                    ),
                    error => failed(error),
                })?;
                Answer::by_tie_breaks(tournament, &tie_breaks, request)
            }
            (None, Some(asked)) => Answer::by_system(tournament, context.system(&opened, asked)?, request),
            (None, None) => {
                let system = DEFAULT.parse().map_err(|error: UnknownSystem| AskError::Internal(error.to_string()))?;
                Answer::by_system(tournament, system, request)
            }
        };
        let answer = answer.map_err(failed)?;
        context.note_overruled(&opened, answer.state.overruled().to_vec());
        if let (None, RankedBy::System(system)) = (self.system, &answer.by) {
            let all = System::ids_with_standings();
            let [system_field, tie_breaks] = [RequestField("system"), RequestField("tie_breaks")];
            context.remark(format!(
                "ranked by the rules of {system}; choose others with {system_field}, one of {all}, or FIDE's with {tie_breaks}"
            ));
        }
        context.give(Answered::new(answer))
    }
}

/// The help text of the system, with the ids of those that rank.
fn standings_help() -> String {
    format!("The system whose ranking it is: one of {} [default: {DEFAULT}]", System::ids_with_standings())
}
