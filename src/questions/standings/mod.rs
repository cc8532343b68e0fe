//! Rank the players.

mod ranked_players;
mod request;

pub use ranked_players::{Answer, Ranked, RankedBy};
pub use request::{Request, TieBreaksAsked};

use super::asked::{NewTournament, PageAsked};
use super::{Answered, AskError, Context, Refusal, TournamentForm};
use crate::files::request_field::RequestField;
use crate::files::trf::ReportStyle;
use crate::questions::ranking;
use crate::questions::registry::{System, UnknownSystem};
use crate::questions::tasks::{TaskError, tie_breaks_of};
use crate::tournament::{Date, PlayerId, StartDate};
use itertools::Itertools;

/// The system whose ranking it is if none is asked for. No file says it: the types of tournaments that FIDE knows say how
/// rounds are paired, by rules that have no ranking here.
const DEFAULT: &str = "tcec";

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        self.check()?;
        let page = PageAsked { html: self.html.clone(), force: self.force && self.html.is_some() };
        page.check(context)?;
        if let Some(out) = &self.out {
            out.check(self.force, &self.file, context.inputs())?;
        }
        let is_shown = context.tournament_form().is_none() || self.out.is_some() || page.is_wanted();
        if self.cross_table && !is_shown {
            let what = format!("{} has no effect in a tournament", RequestField("cross_table"));
            return Err(AskError::refused(what, format!("leave it out, or give {}", RequestField("html"))));
        }
        if !self.dates.is_empty() && context.tournament_form().is_none() {
            let what = format!("{} has no effect without a report", RequestField("dates"));
            return Err(AskError::refused(what, format!("take {} trf", RequestField("format"))));
        }
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        context.note_names(&opened);
        let request = self.file.request(self.round);
        let failed = |error| opened.failed(error);
        let tournament = &opened.loaded.tournament;
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
            // Before the first round there is nothing to rank by but the pairing numbers; teams have no ratings of their own.
            (None, None) if tournament.next_round() == 1 || self.round == Some(1) => {
                let starting = if tournament.teams.is_some() { "TPN" } else { "TPN,RTNG" };
                let starting = ranking::tie_breaks(starting).map_err(|error| AskError::Internal(error.to_string()))?;
                Answer::by_tie_breaks(tournament, &starting, request)
            }
            (None, None) => {
                let system = DEFAULT.parse().map_err(|error: UnknownSystem| AskError::Internal(error.to_string()))?;
                Answer::by_system(tournament, system, request)
            }
        };
        let mut answer = answer.map_err(failed)?;
        if self.cross_table {
            answer.cross();
        }
        if page.is_wanted() {
            answer.title.clone_from(&tournament.name);
        }
        context.note_overruled(&opened, answer.state.overruled().to_vec());
        if let (None, RankedBy::System(system)) = (self.system, &answer.by) {
            let all = System::ids_with_standings();
            let [system_field, tie_breaks] = [RequestField("system"), RequestField("tie_breaks")];
            context.remark(format!(
                "ranked by the rules of {system}; choose others with {system_field}, one of {all}, or FIDE's with {tie_breaks}"
            ));
        }
        let style = ReportStyle {
            tie_breaks: match (&self.tie_breaks, &answer.by) {
                (Some(TieBreaksAsked::Named(_)), RankedBy::TieBreaks(names)) => {
                    Some(format!("212 {}", names.iter().map(|name| name.replace('-', "/")).join(",")))
                }
                (Some(TieBreaksAsked::OfFile), _) | (None, _) | (_, RankedBy::System(_)) => None,
            },
            dates: self.days(answer.rounds)?,
            ranks: answer.standings.iter().map(|line| (PlayerId(line.id), line.rank)).collect(),
            ..ReportStyle::default()
        };
        let mut ranked = tournament.trusting(opened.trust).into_owned();
        ranked.declare_points();
        let written = |form| match form {
            TournamentForm::OfFile if opened.loaded.report.is_none() => {
                let instead = format!("take {} trf", RequestField("format"));
                Err(AskError::refused("the file is no report, and has no ranks", instead))
            }
            form => opened.written(&ranked, form, &style).map(Some),
        };
        let answer = Answered::new(answer).with_tournament(written);
        page.give(NewTournament::write(self.out.as_ref(), self.force, &self.file, answer, context)?, context)
    }
}

impl Request {
    /// The day of each of so many rounds; none if no day is given.
    fn days(&self, rounds: u32) -> Result<Vec<Date>, AskError> {
        let mut dates = self.dates.clone();
        let rounds = rounds as usize;
        if let [day] = &dates[..] {
            dates = vec![day.clone(); rounds];
        }
        let refused = |what: String, instead| AskError::from(Refusal::new(what, instead).of(RequestField("dates")));
        if !dates.is_empty() && dates.len() != rounds {
            let what = format!("{rounds} rounds are played, and {} days are given", dates.len());
            return Err(refused(what, "give one for each round, or one for all"));
        }
        let day = |text: &String| match text.parse().as_ref().map(StartDate::days) {
            Ok([day]) => Ok(*day),
            _ => Err(refused(format!("'{text}' is no day, or may be several"), "write it as 2026-11-27")),
        };
        dates.iter().map(day).collect()
    }
}

/// The help text of the system, with the ids of those that rank.
fn standings_help() -> String {
    format!("The system whose ranking it is: one of {} [default: {DEFAULT}]", System::ids_with_standings())
}
