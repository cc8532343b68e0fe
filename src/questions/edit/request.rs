#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::files::request_field::RequestField;
use crate::questions::asked::{FileAsked, Group, NewTournament, SharedTrait};
use crate::questions::{AskError, Context, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;
use std::str::FromStr;

/// Change a tournament in its file: results, absences, late entries, corrections, who may not meet
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    #[command(flatten)]
    pub file: FileAsked,
    /// Whose results are entered [default: of the last round that is paired]
    #[arg(long, value_name = "R", value_parser = crate::questions::asked::from_one::<u32>)]
    pub round: Option<u32>,
    /// Results in the order of the boards, such as 1-0,½-½,+/-, or of some boards, such as 3=0-1, or 3=? for none after all; or a file
    /// of them, a line each or a table with the columns board and result; - is standard input
    #[arg(long, value_name = "RESULTS", allow_hyphen_values = true)]
    pub results: Option<String>,
    /// Players who are away, by number or name: 16 in the next round, 16@3 in round 3, 16@3-4 in these, 16@3- from round 3 on (a
    /// withdrawal)
    #[arg(long, value_name = "WHO[@ROUND],…", value_delimiter = ',')]
    pub absent: Vec<Away>,
    /// Players with a half-point bye, in the same words
    #[arg(long, value_name = "WHO[@ROUND],…", value_delimiter = ',')]
    pub half: Vec<Away>,
    /// Players who are there after all, in the same words
    #[arg(long, value_name = "WHO[@ROUND],…", value_delimiter = ',')]
    pub present: Vec<Away>,
    /// Players who may not meet from the next round on: pairs such as 3-7, or groups such as 4-9-12
    #[arg(long, value_name = "A-B,…", value_delimiter = ',')]
    pub forbid: Vec<Group>,
    /// Players of one federation or club may not meet from the next round on: a ban for each that has several, late entries among them
    #[arg(long, value_enum, value_name = "WHAT,…", value_delimiter = ',')]
    pub forbid_same: Vec<SharedTrait>,
    /// What is wrong of a player, by number or name, such as 16:rating=1985 or 16:name=Meier, Max, or has gone, 16:club=; the number
    /// stays (name, rating, title, federation, club, FIDE number, birth or sex)
    #[arg(long, value_name = "WHO:WHAT=TEXT")]
    pub correct: Vec<Correction>,
    /// Late entries: a list of players (CSV), who get the numbers of their strength
    #[arg(long, value_name = "F.csv")]
    pub late: Option<String>,
    /// Write the changed tournament to F, and leave the file as it is
    #[arg(long, value_name = "F")]
    pub out: Option<NewTournament>,
    /// Replace the file of --out, if it is there
    #[arg(long)]
    pub force: bool,
}

/// A player, by number or name, and rounds: `16`, `16@3`, `16@3-4` or `16@3-`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub struct Away {
    pub player: String,
    /// The first round; the next one if it is not said.
    pub first: Option<u32>,
    pub until: Until,
}

/// What a list of players would have of somebody: `16:rating=1985`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub struct Correction {
    pub player: String,
    /// The heading of the column.
    pub what: String,
    pub text: String,
}

impl FromStr for Correction {
    type Err = String;

    fn from_str(said: &str) -> Result<Self, String> {
        let parts = said.split_once('=').and_then(|(place, text)| Some((place.rsplit_once(':')?, text)));
        let ((player, what), text) = parts.ok_or("write a player, what is wrong, and what is right: 16:rating=1985")?;
        Ok(Self { player: player.to_owned(), what: what.to_owned(), text: text.trim().to_owned() })
    }
}

impl TryFrom<String> for Correction {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// The last round of an absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// It is the first one, too.
    First,
    Round(u32),
    /// That of the tournament.
    End,
}

impl FromStr for Away {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let round = |text: &str| text.parse().ok().filter(|round| *round > 0);
        let Some((player, rounds)) = text.rsplit_once('@') else {
            return Ok(Self { player: text.to_owned(), first: None, until: Until::First });
        };
        let rounds = match rounds.split_once('-') {
            None => round(rounds).map(|first| (first, Until::First)),
            Some((first, "")) => round(first).map(|first| (first, Until::End)),
            Some((first, last)) => round(first)
                .zip(round(last))
                .filter(|(first, last)| first <= last)
                .map(|(first, last)| (first, Until::Round(last))),
        };
        let (first, until) = rounds.ok_or("write a player, and rounds if need be: 16, 16@3, 16@3-4, or 16@3-")?;
        Ok(Self { player: player.to_owned(), first: Some(first), until })
    }
}

impl Away {
    /// The list with the names whole again that were split at their comma: in a name, a blank and a letter follow it.
    pub(super) fn whole(list: &[Self]) -> Vec<Self> {
        let mut whole: Vec<Self> = Vec::new();
        for away in list {
            let is_rest = away.player.starts_with(' ') && !away.player.contains(|c: char| c.is_ascii_digit());
            match whole.last_mut().filter(|before| is_rest && before.first.is_none()) {
                Some(before) => *before = Self { player: format!("{},{}", before.player, away.player), ..away.clone() },
                None => whole.push(away.clone()),
            }
        }
        whole
    }
}

impl TryFrom<String> for Away {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl Request {
    /// Refuse what does not go together, before the work.
    pub(super) fn check(&self, context: &dyn Context) -> Result<(), AskError> {
        let [out, results] = [RequestField("out"), RequestField("results")];
        Refusal::unless(RequestField("force"), self.force, out, self.out.is_some())?;
        Refusal::unless(RequestField("round"), self.round.is_some(), results, self.results.is_some())?;
        let lists = [&self.absent, &self.half, &self.present].iter().any(|list| !list.is_empty());
        let bans = !(self.forbid.is_empty() && self.forbid_same.is_empty());
        if !(lists || bans || self.results.is_some() || self.late.is_some() || !self.correct.is_empty()) {
            return Err(AskError::refused("nothing is to be changed", format!("give {results}, or another change")));
        }
        if let Some(out) = &self.out {
            out.check(self.force, &self.file, context.inputs())?;
        }
        let is_given_twice = self.file.is_standard_input() && self.results.as_deref() == Some("-");
        if is_given_twice {
            return Err(AskError::refused(
                "tournament and results cannot both be standard input",
                "give one as a file",
            ));
        }
        if self.file.is_standard_input() && self.out.is_none() && context.tournament_form().is_none() {
            let instead = format!("name a file with {out}, or take {} tournament", RequestField("format"));
            return Err(AskError::refused("standard input cannot be changed", instead));
        }
        Ok(())
    }
}
