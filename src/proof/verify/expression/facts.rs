//! What expressions can ask of players and of the round, derived from the players' earlier games.

use super::super::record::{Field, PlayerRecord};
use super::{Computed, ExpressionValue, of_cell};
use crate::tournament::{ByeKind, Colour, Float, Outcome, PastEvent, PlayerId, PlayerState, Score};
use num_rational::Ratio;

/// The attribute `name` of a player.
pub(super) fn of(field: &Field<'_>, record: &PlayerRecord<'_>, name: &str) -> Computed<ExpressionValue> {
    let player = record.state();
    let column = field.state.attributes().and_then(|table| table.get(record.id, name));
    Ok(match name {
        "club" => column.map_or_else(|| word(player.club.as_deref()), of_cell),
        "number" => number(record.id.0 as usize),
        "rating" => number(player.rating.map_or(0, |rating| rating as usize)),
        "title" => word(player.title.as_deref()),
        "federation" => word(record.federation),
        "score" => points(record.score),
        "points" => points(player.points),
        "rank" => number(1 + field.place(record.id).unwrap_or_default()),
        "group_place" => number(record.above + 1),
        "group_size" => number(record.above + 1 + record.below),
        "lot_place" => number(1 + field.place_by_lot(record)[0]),
        "opposition_place" => number(1 + field.place_by_opposition(record)[0]),
        "colours" => ExpressionValue::text(record.games.iter().map(|(_, colour)| letter(*colour)).collect::<String>()),
        "last_colour" => word(record.games.last().map(|(_, colour)| long(*colour))),
        "colour_difference" => ExpressionValue::Number(Ratio::from_integer(record.difference().into())),
        "preference" => word(preference(record).map(|(colour, _)| long(colour))),
        "preference_strength" => word(preference(record).map(|(_, strength)| strength)),
        "games" => number(record.games.len()),
        "byes" => number(player.history.iter().filter(|past| matches!(past.event, PastEvent::Bye(_))).count()),
        "sat_out" => ExpressionValue::Truth(record.sat_out_last_round()),
        "free_point" => ExpressionValue::Truth(player.history.iter().any(|past| is_free_point(&past.event))),
        "float" => float(record.float(1)),
        "float_before" => float(record.float(2)),
        "downfloats" => number(floats(record, Float::Down)),
        "upfloats" => number(floats(record, Float::Up)),
        "opponents" => ExpressionValue::List(opponents(player).map(|id| number(id.0 as usize)).collect()),
        "opponent_points" => {
            let tenths =
                opponents(player).filter_map(|id| anybody(field, id)).map(|of| i128::from(of.points.tenths())).sum();
            ExpressionValue::Number(Ratio::new(tenths, 10))
        }
        "opponent_ratings" => {
            let ratings = opponents(player).filter_map(|id| anybody(field, id)?.rating);
            number(ratings.map(|rating| rating as usize).sum())
        }
        "rated_opponents" => number(opponents(player).filter(|id| is_rated(field, *id)).count()),
        "forbidden_opponents" => {
            let others =
                field.records.iter().map(PlayerRecord::state).chain(field.state.absent()).map(|other| other.id);
            let forbidden = others.filter(|other| field.state.is_forbidden(record.id, *other));
            let sorted: std::collections::BTreeSet<PlayerId> = forbidden.collect();
            ExpressionValue::List(sorted.into_iter().map(|id| number(id.0 as usize)).collect())
        }
        _ => of_cell(column.ok_or_else(|| format!("no player has the attribute '{name}'"))?),
    })
}

/// The attribute `name` of the round.
pub(super) fn of_round(field: &Field<'_>, name: &str) -> Computed<ExpressionValue> {
    let planned = || field.state.rounds_planned().ok_or("the number of rounds is not known");
    let score = |record: Option<&PlayerRecord<'_>>| points(record.map_or(Score::ZERO, |record| record.score));
    Ok(match name {
        "round" => number(field.state.round() as usize),
        "rounds" => number(planned()? as usize),
        "rounds_to_come" => number(planned()?.saturating_sub(field.state.round()) as usize),
        "players" => number(field.records.len()),
        "lowest_score" => score(field.records.last()),
        "highest_score" => score(field.records.first()),
        "mean_rating" => ExpressionValue::Number(Ratio::from_integer(field.mean.into())),
        "games_per_pairing" => number(if field.gives_one_colour() { 1 } else { 2 }),
        _ => return Err(format!("there is no '{name}'")),
    })
}

pub(super) fn number(count: usize) -> ExpressionValue {
    ExpressionValue::Number(Ratio::from_integer(count as i128))
}

fn word(text: Option<&str>) -> ExpressionValue {
    ExpressionValue::text(text.unwrap_or(""))
}

fn points(score: Score) -> ExpressionValue {
    ExpressionValue::Number(Ratio::new(i128::from(score.tenths()), 10))
}

const fn long(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

/// The letters of the colours of `one` in the games with moves against `other`.
pub(super) fn colours_against(one: &PlayerRecord<'_>, other: PlayerId) -> ExpressionValue {
    let is_against = |round: usize| {
        let past = one.state().history.get(round - 1).map(|past| &past.event);
        matches!(past, Some(PastEvent::Game { opponent, .. }) if *opponent == other)
    };
    let games = one.games.iter().filter(|(round, _)| is_against(*round));
    ExpressionValue::text(games.map(|(_, colour)| letter(*colour)).collect::<String>())
}

const fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}

fn float(float: Option<Float>) -> ExpressionValue {
    word(float.map(|float| match float {
        Float::Down => "down",
        Float::Up => "up",
    }))
}

fn floats(record: &PlayerRecord<'_>, which: Float) -> usize {
    (1..=record.state().history.len()).filter(|ago| record.float(*ago) == Some(which)).count()
}

/// 1998 A.7: an absolute preference with a difference beyond 1, or after two games with one colour; a strong one with a difference of
/// 1; a mild one for the other colour than that of the latest game. Where the difference is beyond 1, it says which.
fn preference(record: &PlayerRecord<'_>) -> Option<(Colour, &'static str)> {
    let (_, latest) = *record.games.last()?;
    let less_had = if record.difference() > 0 { Colour::Black } else { Colour::White };
    let is_twice = matches!(record.games[..], [.., (_, one), (_, other)] if one == other);
    Some(match record.difference().abs() {
        2.. => (less_had, "absolute"),
        _ if is_twice => (latest.opposite(), "absolute"),
        1 => (less_had, "strong"),
        _ => (latest.opposite(), "mild"),
    })
}

/// 1998 B.1.b.
fn is_free_point(event: &PastEvent) -> bool {
    match event {
        PastEvent::Bye(kind) => matches!(kind, ByeKind::Pairing | ByeKind::Full),
        PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
        PastEvent::Absent => false,
    }
}

/// Those whom a player met over the board, first to last.
fn opponents(player: &PlayerState) -> impl Iterator<Item = PlayerId> + '_ {
    let has_moves = |outcome: Outcome| !matches!(outcome, Outcome::ForfeitWin | Outcome::ForfeitLoss);
    player.history.iter().filter_map(move |past| match &past.event {
        PastEvent::Game { opponent, encounters, .. } => {
            encounters.iter().any(|(_, outcome)| has_moves(*outcome)).then_some(*opponent)
        }
        PastEvent::Bye(_) | PastEvent::Absent => None,
    })
}

fn is_rated(field: &Field<'_>, id: PlayerId) -> bool {
    anybody(field, id).is_some_and(|player| player.rating.is_some())
}

/// A player of the tournament, whether or not to be paired.
fn anybody<'f>(field: &'f Field<'_>, id: PlayerId) -> Option<&'f PlayerState> {
    let present = field.record(id).map(PlayerRecord::state);
    present.or_else(|| field.state.absent().iter().find(|player| player.id == id))
}
