//! Write a tournament in another format.

mod request;

pub use request::Request;

use super::{Answered, AskError, Context, cut_names};
use crate::files::printable::printable_json;
use crate::files::request_field::RequestField;
use crate::files::trf::{ByeLetters, Document, NAME_COLUMNS, ReportStyle};
use crate::files::{Loaded, json};
use crate::questions::report::Format;
use crate::questions::tasks::TaskError;
use crate::tournament::{Absence, ByeKind, Code, Fault, Place, Player, PlayerId, Round, Tournament, Trust};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeSet;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        if context.format() != Format::Table {
            let what = format!("convert writes the format that {} names", RequestField("to"));
            return Err(AskError::refused(what, format!("leave out {}", RequestField("format"))));
        }
        if self.to == Target::Json && self.byes == Byes::Old {
            let [byes, to] = [RequestField("byes"), RequestField("to")];
            return Err(AskError::refused("JSON says byes in words", format!("leave out {byes}, or take {to} trf")));
        }
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let converted = convert_in_style(&opened.loaded, self.to, opened.trust, &self.byes.into());
        let converted = converted.map_err(|error| opened.failed(error))?;
        context.note_overruled(&opened, opened.overruled());
        converted.left_out.iter().for_each(|what| context.remark(what));
        let is_json = self.to == Target::Json;
        context.give(Answered::new(if is_json { printable_json(&converted.text) } else { converted.text }))
    }
}

/// The format to convert to: a tournament report, or the project's JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "To", description = "The format that is written.")]
#[expect(missing_docs, reason = "the help would show it for each, and the type says it")]
pub enum Target {
    Trf,
    Json,
}

/// How a report says that somebody was not paired in a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Byes {
    /// By letters of their own: 0000 - U, F, H and Z
    #[default]
    New,
    /// By the letters of results, as before 2016: 0000 - +, = and -
    Old,
}

impl From<Byes> for ReportStyle {
    fn from(byes: Byes) -> Self {
        let byes = match byes {
            Byes::New => ByeLetters::OfTheirOwn,
            Byes::Old => ByeLetters::OfResults,
        };
        Self { byes, ..Self::default() }
    }
}

/// A tournament in another format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// The file.
    pub text: String,
    /// A sentence for everything that the format does not keep. None of it matters for pairing.
    pub left_out: Vec<String>,
}

/// Write a tournament in another format. Reading it gives the same tournament, except for what
/// [`Converted::left_out`] says.
///
/// # Errors
/// [`TaskError::Round`] if the tournament has faults; [`TaskError::Request`] with everything that the format cannot hold
/// and that matters for pairing.
///
/// ```
/// use swiss_ilp::questions::convert::{Target, convert};
/// use swiss_ilp::{files, tournament::Trust};
///
/// let loaded = files::read(br#"{ "players": [ { "id": 1 }, { "id": 2, "club": "Rooks" } ] }"#).expect("sound");
/// let converted = convert(&loaded, Target::Trf, Trust::Nothing)?;
/// assert!(converted.text.starts_with("001    1"));
/// assert_eq!(converted.left_out[0], "a report has no clubs");
/// # Ok::<(), swiss_ilp::questions::tasks::TaskError>(())
/// ```
pub fn convert(loaded: &Loaded, to: Target, trust: Trust) -> Result<Converted, TaskError> {
    convert_in_style(loaded, to, trust, &ReportStyle::default())
}

/// As [`convert`], with what a report has besides the tournament. JSON has nothing of it.
pub(crate) fn convert_in_style(
    loaded: &Loaded,
    to: Target,
    trust: Trust,
    style: &ReportStyle,
) -> Result<Converted, TaskError> {
    loaded.tournament.checked(trust)?;
    let tournament = &*loaded.tournament.trusting(trust);
    let mut left_out: Vec<String> = loaded.report.iter().flat_map(Document::not_in_a_tournament).collect();
    let text = match to {
        Target::Json => json::write(tournament),
        Target::Trf => {
            let report = Document::in_style(tournament, style).map_err(refused)?;
            let read = report.tournament().map_err(refused)?.tournament;
            let lost = lost(tournament, &read);
            if !lost.is_empty() {
                return Err(refused(lost));
            }
            left_out.extend(not_kept(tournament, &read));
            report.lines().flat_map(|line| [line, "\n"]).collect()
        }
    };
    Ok(Converted { text, left_out })
}

/// The error of a tournament that a report cannot hold.
fn refused(faults: Vec<Fault>) -> TaskError {
    let faults = faults.iter().map(|fault| format!("{} [{}]", fault.what, fault.code)).join("; ");
    TaskError::Request(format!("a report cannot hold this tournament; convert it to JSON: {faults}"))
}

/// A fault for every part of `tournament` that matters for pairing and is another one in `read`.
fn lost(tournament: &Tournament, read: &Tournament) -> Vec<Fault> {
    let essence = |player: &Player| (player.id, player.rating, player.declared_points);
    let players = |of: &Tournament| of.players.iter().map(essence).collect::<Vec<_>>();
    let settings = |of: &Tournament| (of.rounds_planned, of.initial_colour, of.points, of.order);
    let parts = [
        (players(tournament) == players(read), "the players' numbers, ratings or points"),
        (sorted(tournament) == sorted(read), "the games or byes of a round"),
        (absences(tournament) == absences(read), "an absence"),
        (tournament.forbidden == read.forbidden, "a forbidden pair"),
        (tournament.adjustments == read.adjustments, "the points by decision of the arbiter"),
        (tournament.accelerations == read.accelerations, "an acceleration"),
        (settings(tournament) == settings(read), "the number of rounds, the first colour, the points or the order"),
    ];
    let lost = parts.into_iter().filter(|(is_same, _)| !is_same);
    let fault = |(_, what)| {
        Fault::new(
            Code::NotInTrf,
            Place::Tournament,
            format!("a report would say something else of {what}"),
            "write JSON",
        )
    };
    lost.map(fault).collect()
}

/// A sentence for every part of `tournament` that `read` lacks, and that does not matter for pairing.
fn not_kept(tournament: &Tournament, read: &Tournament) -> Vec<String> {
    let has = |what: fn(&Player) -> bool| tournament.players.iter().any(what);
    let texts = |of: &Tournament| {
        let start = |player: &Player| player.name.chars().take(NAME_COLUMNS).collect::<String>();
        let text = |player: &Player| (start(player), player.title.clone(), player.federation.clone());
        (of.name.clone(), of.players.iter().map(text).collect::<Vec<_>>())
    };
    let rounds = tournament.rounds.iter().zip(&read.rounds);
    let sentences = [
        (has(|player| player.club.is_some()), "a report has no clubs"),
        (has(|player| player.strength_rank.is_some()), "a report has no ranks by strength"),
        (
            has(|player| player.attributes.keys().any(|name| !["fide_id", "birth", "sex"].contains(&name.as_str()))),
            "a report has no attributes of the organiser's own",
        ),
        (texts(tournament) != texts(read), "a report does not keep blanks around names"),
        (rounds.clone().any(|(one, other)| one != other), "a report does not keep the order of boards"),
        (tournament.rounds.len() != read.rounds.len(), "a report does not keep empty rounds at the end"),
        (
            has(|player| player.declared_points.is_none()),
            "the file gives no points, so the report has none; most programs need them",
        ),
    ];
    let so = sentences.into_iter().filter(|(is_so, _)| *is_so).map(|(_, sentence)| sentence.to_owned());
    so.chain(cut_names(&tournament.players)).collect()
}

/// The rounds without empty ones at the end, with games and byes in the order of the players.
fn sorted(tournament: &Tournament) -> Vec<Round> {
    let mut rounds = tournament.rounds.clone();
    let last = rounds.iter().rposition(|round| *round != Round::default());
    rounds.truncate(last.map_or(0, |last| last + 1));
    for round in &mut rounds {
        round.games.sort_by_key(|game| (game.white, game.black));
        round.byes.sort_by_key(|bye| bye.player);
    }
    rounds
}

/// The absences, each with its round.
fn absences(tournament: &Tournament) -> BTreeSet<(PlayerId, u32, ByeKind)> {
    let next = tournament.next_round();
    let absence = |absence: &Absence| (absence.player, absence.round.unwrap_or(next), absence.kind);
    tournament.absences.iter().map(absence).collect()
}
