//! The field of a file: what of it an event has, what is left out, and what cannot be left out.
//!
//! | part of a tournament file | what becomes of it |
//! |---|---|
//! | name, rating, title, federation, club, attributes and rank by strength of the players | every event has them |
//! | who may not meet | every event has it |
//! | pairing numbers and order | replaced: players are numbered by rating |
//! | games, byes, points, absences, start date, edition, rounds, first colour, other records | left out, with a note |
//! | points for results, double rounds, accelerations | refused: they would change how an event is played |

use super::file::RATINGS;
use super::{FirstColour, ListedPlayer, Ratings};
use crate::files::organiser_tables::{TableError, TableRow, fault, table};
use crate::files::trf::Document;
use crate::files::{self, Loaded};
use crate::model::Attribute;
use crate::tournament::{
    Attributes, Colour, Fault, ForbiddenGroup, GamesPerPairing, Place, Player, PlayerId, PlayerOrder, PointSystem,
    RoundError, Tournament, Trust,
};
use itertools::Itertools;

/// What every event begins with.
pub(super) struct CheckedField {
    pub ratings: Ratings,
    pub forbidden: Vec<ForbiddenGroup>,
    /// The hash of the file that it is from, if any.
    pub sha256: String,
    /// What the reader accepted although the format says otherwise, and what no event uses.
    pub notes: Vec<String>,
}

impl From<Ratings> for CheckedField {
    fn from(ratings: Ratings) -> Self {
        Self { ratings, forbidden: Vec::new(), sha256: String::new(), notes: Vec::new() }
    }
}

/// The field of a tournament file called `file`, or of CSV with the column `rating`, for events of so many rounds.
pub(super) fn field(bytes: &[u8], file: &str, rounds: u32, first_colour: FirstColour) -> Result<CheckedField, String> {
    let body = files::without_bom(bytes);
    let header = body.split(|byte| *byte == b'\n').find(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
    // Some programs put all names of columns in quotation marks.
    let is_rating = |cell: &[u8]| [b"rating".as_slice(), b"\"rating\""].contains(&cell.trim_ascii());
    if header.split(|byte| b",;\t".contains(byte)).any(is_rating) {
        let players = csv_list(bytes).map_err(|error| error.to_string())?;
        return Ok(Ratings::List(players).into());
    }
    let loaded = files::read(bytes)
        .map_err(|faults| format!("it is no tournament file, and no CSV with a column rating: {}", all(&faults)))?;
    of_tournament(&loaded, file, rounds, first_colour)
}

/// The first of some faults, with its place, and how many there are.
fn all(faults: &[Fault]) -> String {
    let first = faults.first().map_or_else(String::new, placed);
    if faults.len() > 1 { format!("{} faults, the first: {first}", faults.len()) } else { first }
}

/// What a fault or note says, after its place.
fn placed(fault: &Fault) -> String {
    match fault.place {
        Place::At(at) => format!("line {}, column {}: {}", at.line, at.column, fault.what),
        _ => fault.path.iter().chain([&fault.what]).join(": "),
    }
}

fn of_tournament(loaded: &Loaded, file: &str, rounds: u32, first_colour: FirstColour) -> Result<CheckedField, String> {
    let tournament = &loaded.tournament;
    // Points are left out, so they need not follow from the results.
    match tournament.checked(Trust::Results) {
        Err(RoundError::Faults(faults)) => return Err(all(&loaded.locate(faults))),
        Err(RoundError::Request(what)) => return Err(what),
        Ok(_) => {}
    }
    if let Some(what) = changes_events(loaded) {
        return Err(what);
    }
    let listed = |player: &Player| {
        let rating = player.rating.ok_or_else(|| format!("player {} has no rating; give one", player.id))?;
        let mut player = Player { declared_points: None, ..player.clone() };
        // What `simulate --write` writes, and no model may ask for.
        let strength = match player.attributes.remove("strength") {
            None => None,
            Some(cell) => Some(
                strength(&cell.to_string())
                    .ok_or_else(|| format!("player {}: '{cell}' is no {STRENGTH}", player.id))?,
            ),
        };
        Ok(ListedPlayer { player, rating, strength })
    };
    let players = tournament.in_order().into_iter().map(listed).collect::<Result<Vec<ListedPlayer>, String>>()?;
    let mut left_out = left_out(tournament, rounds, first_colour);
    left_out.extend(loaded.report.iter().flat_map(Document::not_in_a_tournament).map(|sentence| {
        // The document says it as a sentence of its own.
        sentence.strip_prefix("left out: ").map_or_else(|| sentence.clone(), str::to_owned)
    }));
    let mut notes: Vec<String> = loaded.notes.iter().map(|note| format!("{file}, {}", placed(note))).collect();
    if !left_out.is_empty() {
        let left_out = left_out.join(", ");
        notes.push(format!("{file} is the field only, and no event has these: {left_out}"));
    }
    Ok(CheckedField { forbidden: tournament.forbidden.clone(), notes, ..Ratings::List(players).into() })
}

/// What would make an event another one, and that no experiment can ask for.
fn changes_events(loaded: &Loaded) -> Option<String> {
    let Tournament { games_per_pairing, points, accelerations, teams, .. } = &loaded.tournament;
    let accelerated = accelerations.keys().next().map(|player| {
        let at = loaded.sources.get(&Place::Acceleration(*player));
        let line = at.map_or_else(String::new, |at| format!("line {}: ", at.line));
        format!("{line}it accelerates player {player}, and events are not accelerated; take out the accelerations")
    });
    let is_other = [
        teams.as_ref().map(|_| {
            "its players are teams, and in events single players meet, who make no game points; give a list of players"
                .to_owned()
        }),
        (*games_per_pairing == GamesPerPairing::Two).then(|| {
            "its pairings are two games each, and those of an event are one; write one game a pairing".to_owned()
        }),
        (*points != PointSystem::default()).then(|| {
            "it gives other points than 1, 1/2 and 0, and an event gives these; take out the points for results"
                .to_owned()
        }),
        accelerated,
    ];
    is_other.into_iter().flatten().next()
}

/// A clause for everything that a tournament has and no event uses.
fn left_out(tournament: &Tournament, rounds: u32, first_colour: FirstColour) -> Vec<String> {
    let played = tournament.played_rounds().count();
    let has_byes = tournament.rounds.iter().any(|round| !round.byes.is_empty());
    let has_points =
        tournament.players.iter().any(|player| player.declared_points.is_some()) || !tournament.adjustments.is_empty();
    let colour = match first_colour {
        FirstColour::White => Some(Colour::White),
        FirstColour::Black => Some(Colour::Black),
        FirstColour::Lot => None,
    };
    let clauses = [
        (played > 0).then(|| format!("the games of {played} rounds")),
        has_byes.then(|| "byes".to_owned()),
        has_points.then(|| "points".to_owned()),
        (!tournament.absences.is_empty()).then(|| "absences".to_owned()),
        tournament.start.is_some().then(|| "the day on which it began".to_owned()),
        tournament.dutch_edition.is_some().then(|| "the edition of the Dutch system".to_owned()),
        tournament.kind.is_some().then(|| "its type".to_owned()),
        tournament
            .rounds_planned
            .filter(|planned| *planned != rounds)
            .map(|planned| format!("the number of rounds, {planned}")),
        tournament.initial_colour.filter(|declared| Some(*declared) != colour).map(|_| "the first colour".to_owned()),
        (tournament.order == PlayerOrder::Listed).then(|| "the order of the players".to_owned()),
    ];
    clauses.into_iter().flatten().collect()
}

const STRENGTH: &str = "strength from -4000 to 8000";

/// The strength that `text` says.
fn strength(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number| (-4000.0..=8000.0).contains(number))
}

/// The columns of CSV that are no attributes.
const OWN: [&str; 6] = ["name", "rating", "strength", "title", "federation", "club"];

/// Refuse the heading of a column that gives nothing.
fn check_heading(heading: &str, line: u64) -> Result<(), TableError> {
    match Attributes::name(heading) {
        _ if OWN.contains(&heading) => Ok(()),
        None => {
            let what = "is no name; write letters from a to z, digits and _, beginning with a letter, 40 at most";
            fault(line, format!("the heading '{heading}' {what}"))
        }
        Some(name) if Attribute::is_taken(&name) => {
            let what = "which expressions know as something else; leave it out, or rename it";
            fault(line, format!("there is a column '{heading}', {what}"))
        }
        Some(_) => Ok(()),
    }
}

fn csv_list(bytes: &[u8]) -> Result<Vec<ListedPlayer>, TableError> {
    let [headings, rows @ ..] = &table(bytes)?[..] else { return Ok(Vec::new()) };
    if let Some(twice) = headings.cells.iter().duplicates().next() {
        return fault(headings.line, format!("the column '{twice}' is there twice; leave out one of them"));
    }
    headings.cells.iter().try_for_each(|heading| check_heading(heading, headings.line))?;
    (1..).zip(rows).map(|(number, row)| listed(PlayerId(number), headings, row)).collect()
}

/// The player of a row.
fn listed(id: PlayerId, headings: &TableRow, row: &TableRow) -> Result<ListedPlayer, TableError> {
    let (found, due) = (row.cells.len(), headings.cells.len());
    if found != due {
        let what = format!("the number of cells is {found}, and that of headings {due}; make them as many");
        return fault(row.line, what);
    }
    let wrong = |what: &str, text: &str| TableError { line: Some(row.line), what: format!("'{text}' is no {what}") };
    let mut listed = ListedPlayer { player: Player::new(id), rating: 0, strength: None };
    let player = &mut listed.player;
    for (heading, text) in headings.cells.iter().zip(&row.cells) {
        let some = || Some(text.to_owned()).filter(|text| !text.is_empty());
        match heading {
            "name" => text.clone_into(&mut player.name),
            "title" => player.title = some(),
            "federation" => player.federation = some(),
            "club" => player.club = some(),
            "rating" => {
                let number = text.parse::<u32>().ok().filter(|number| RATINGS.contains(&i64::from(*number)));
                listed.rating = number.ok_or_else(|| wrong("rating from 1 to 4000", text))?;
            }
            "strength" => listed.strength = Some(strength(text).ok_or_else(|| wrong(STRENGTH, text))?),
            other => {
                let cell = Attributes::name(other).map(|name| (name.clone(), Attributes::cell(&name, text)));
                player.attributes.extend(cell);
            }
        }
    }
    Ok(listed)
}
