//! The absolute criteria and the colours of FIDE's systems for matches of 2026, derived a second time from the histories alone.

use super::record::{Field, PlayerRecord, Seating};
use super::{Violation, name};
use crate::rules::Edition;
use crate::tournament::{ByeKind, Colour, Outcome, PastEvent, PlayerId, PlayerState, Score, TeamPreferences};
use std::cmp::{Ordering, Reverse};

/// The violations of `edition`. Upfloaters and the order of pairings are not checked.
pub(crate) fn violations(field: &Field<'_>, seating: &Seating<'_>, edition: &Edition) -> Vec<Violation> {
    let [met, no_bye, _] = edition.absolute;
    let bye = seating.bye.and_then(|record| Some((record, without_playing(field, record.state())?)));
    let mut violations: Vec<Violation> =
        bye.into_iter().map(|(record, points)| Violation::no_bye(no_bye, record, points)).collect();
    for (white, black) in &seating.boards {
        if let Some(round) = last_match(field, white.state(), black.id) {
            let what = format!("{} and {} met in round {round}", white.id, black.id);
            violations.push(Violation::new(met, [white, black], what));
        }
        violations.extend(Violation::kept_apart(met, field, white, black));
        let (due, why) =
            if edition.pairs_teams { colour_of_team(field, white, black) } else { colour_of(field, white, black) };
        if due != Colour::White {
            let what = format!("{} has White against {}, and should have Black {why}", white.id, black.id);
            violations.push(Violation::new(edition.colours, [white, black], what));
        }
    }
    violations
}

/// Whether the player forfeited all games of the round with this index.
fn stayed_away(player: &PlayerState, round: usize) -> bool {
    match player.history.get(round).map(|past| &past.event) {
        Some(PastEvent::Game { encounters, .. }) => encounters.iter().all(|(_, own)| *own == Outcome::ForfeitLoss),
        _ => false,
    }
}

/// Whether the opponent `id` forfeited all games of the round with this index.
fn was_left_alone(field: &Field<'_>, id: PlayerId, round: usize) -> bool {
    let away = field.state.absent().iter().find(|player| player.id == id);
    field.record(id).map(PlayerRecord::state).or(away).is_some_and(|player| stayed_away(player, round))
}

/// The latest round in which the two had a match that did not end by forfeit (article 0).
fn last_match(field: &Field<'_>, player: &PlayerState, other: PlayerId) -> Option<usize> {
    let met = player.history.iter().enumerate().rev().find(|(round, past)| {
        let is_pair = matches!(past.event, PastEvent::Game { opponent, .. } if opponent == other);
        is_pair && !stayed_away(player, *round) && !was_left_alone(field, other, *round)
    });
    met.map(|(round, _)| round + 1)
}

/// C2: the first round that bars the player from the bye, and the reason.
fn without_playing(field: &Field<'_>, player: &PlayerState) -> Option<(usize, &'static str)> {
    player.history.iter().enumerate().find_map(|(round, past)| {
        let how = match &past.event {
            PastEvent::Bye(ByeKind::Pairing) => "had the bye",
            PastEvent::Bye(ByeKind::Full) => "had a full-point bye",
            PastEvent::Game { opponent, .. }
                if !stayed_away(player, round) && was_left_alone(field, *opponent, round) =>
            {
                "won by forfeit"
            }
            PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Half | ByeKind::Zero) | PastEvent::Absent => return None,
        };
        Some((round + 1, how))
    })
}

/// 1.6: the colours of the matches of which a game was played, the latest first.
fn colours(player: &PlayerState) -> Vec<Colour> {
    let mut colours = Vec::new();
    for past in player.history.iter().rev() {
        if let PastEvent::Game { encounters, .. } = &past.event
            && encounters.iter().any(|(_, own)| !matches!(own, Outcome::ForfeitWin | Outcome::ForfeitLoss))
        {
            colours.extend(encounters.first().map(|(colour, _)| *colour));
        }
    }
    colours
}

/// The colour of `one` in the first game against `other`, and why (4.3).
fn colour_of(field: &Field<'_>, one: &PlayerRecord<'_>, other: &PlayerRecord<'_>) -> (Colour, String) {
    let higher_is_one = field.place(one.id) < field.place(other.id);
    let (mine, theirs) = (colours(one.state()), colours(other.state()));
    if mine.is_empty() && theirs.is_empty() {
        let initial = field.state.initial_colour().unwrap_or(Colour::White);
        let higher = if higher_is_one { one } else { other };
        let is_odd = field.place_of_arrival(higher.state().number) % 2 == 1;
        let of_higher = if is_odd { initial } else { initial.opposite() };
        return (
            if higher_is_one { of_higher } else { of_higher.opposite() },
            "by the initial colour [4.3.1]".to_owned(),
        );
    }
    let whites = |had: &[Colour]| had.iter().filter(|colour| matches!(colour, Colour::White)).count();
    let (more, fewer) = (whites(&mine), whites(&theirs));
    if more != fewer {
        let colour = if more < fewer { Colour::White } else { Colour::Black };
        return (colour, format!("by the numbers of Whites, {more} and {fewer} [4.3.2]"));
    }
    for (own, their) in mine.iter().zip(&theirs) {
        if own != their {
            return (own.opposite(), format!("after {} in the latest match that differs [4.3.3]", name(*own)));
        }
    }
    let step_of = |is_higher: bool| if is_higher { 4 } else { 5 };
    let (due, had, step) = match (mine.first(), theirs.first()) {
        (Some(own), None) => (own.opposite(), *own, step_of(higher_is_one)),
        (None, Some(their)) => (*their, *their, step_of(!higher_is_one)),
        // The latest colour of both is the same, or the step before had decided.
        (had, _) => {
            let had = had.copied().unwrap_or(Colour::White);
            (if higher_is_one { had.opposite() } else { had }, had, 4)
        }
    };
    (due, format!("after {} in the latest match [4.3.{step}]", name(had)))
}

/// 1.7: the colour that a team asks for, and whether strongly.
fn wish(field: &Field<'_>, team: &PlayerState) -> Option<(Colour, bool)> {
    let had = colours(team);
    let whites = had.iter().filter(|colour| matches!(colour, Colour::White)).count();
    let blacks = had.len() - whites;
    // The latest two, and what the difference leaves for the colour that they were not.
    let is_twice = |colour: Colour| had.len() >= 2 && had[0] == colour && had[1] == colour;
    let wants_white = whites + 1 < blacks || is_twice(Colour::Black) && (whites == blacks || whites + 1 == blacks);
    let wants_black = blacks + 1 < whites || is_twice(Colour::White) && (whites == blacks || blacks + 1 == whites);
    let firm = match (wants_white, wants_black) {
        (true, _) => Some(Colour::White),
        (_, true) => Some(Colour::Black),
        _ => None,
    };
    let is_at_the_end = field.state.rounds_planned() == Some(field.state.round());
    match field.state.team_type().unwrap_or_default().preferences {
        TeamPreferences::Unused => None,
        TeamPreferences::TypeA => Some((firm?, false)),
        TeamPreferences::TypeB => match (firm, whites.cmp(&blacks)) {
            (Some(colour), _) => Some((colour, true)),
            (None, Ordering::Less) => Some((Colour::White, false)),
            (None, Ordering::Greater) => Some((Colour::Black, false)),
            (None, Ordering::Equal) if is_at_the_end => None,
            (None, Ordering::Equal) => had.first().map(|last| (last.opposite(), false)),
        },
    }
}

/// The colour of the team `one` against `other`, and why (article 4).
fn colour_of_team(field: &Field<'_>, one: &PlayerRecord<'_>, other: &PlayerRecord<'_>) -> (Colour, String) {
    let secondary = |record: &PlayerRecord<'_>| {
        let is_used = field.state.team_type().unwrap_or_default().uses_secondary;
        if is_used { record.state().secondary } else { Score::ZERO }
    };
    let rank =
        |record: &PlayerRecord<'_>| (Reverse(record.state().score), Reverse(secondary(record)), record.state().number);
    if rank(other) < rank(one) {
        let (of_first, why) = colour_of_team(field, other, one);
        return (of_first.opposite(), why);
    }
    // From here on `one` is the first team.
    let (mine, theirs) = (colours(one.state()), colours(other.state()));
    if mine.is_empty() && theirs.is_empty() {
        let drawn = field.state.initial_colour().unwrap_or(Colour::White);
        let is_even = field.place_of_arrival(one.state().number).is_multiple_of(2);
        return (if is_even { drawn.opposite() } else { drawn }, "by the initial colour [4.3.1]".to_owned());
    }
    let (wish, their_wish) = (wish(field, one.state()), wish(field, other.state()));
    match (wish, their_wish) {
        (Some((colour, _)), None) => return (colour, "as the only one with a preference asks [4.3.2]".to_owned()),
        (None, Some((colour, _))) => {
            return (colour.opposite(), "as the only one with a preference asks [4.3.2]".to_owned());
        }
        (Some((colour, _)), Some((their, _))) if colour != their => {
            return (colour, "as both prefer [4.3.3]".to_owned());
        }
        (Some((colour, true)), Some((_, false))) => return (colour, "by the strong preference [4.3.4]".to_owned()),
        (Some((_, false)), Some((their, true))) => {
            return (their.opposite(), "by the strong preference [4.3.4]".to_owned());
        }
        _ => {}
    }
    let difference = |had: &[Colour]| had.iter().map(|colour| colour.sign()).sum::<i32>();
    let (lower, higher) = (difference(&mine), difference(&theirs));
    if lower != higher {
        let colour = if lower < higher { Colour::White } else { Colour::Black };
        return (colour, format!("by the colour differences, {lower} and {higher} [4.3.5]"));
    }
    for (own, their) in mine.iter().zip(&theirs) {
        if own != their {
            return (own.opposite(), format!("after {} in the latest match that differs [4.3.6]", name(*own)));
        }
    }
    if let Some((colour, _)) = wish {
        return (colour, "by the preference of the first team [4.3.7]".to_owned());
    }
    match (mine.first(), theirs.first()) {
        (Some(own), _) => (own.opposite(), format!("after {} in the latest match [4.3.8]", name(*own))),
        (None, their) => {
            let their = their.copied().unwrap_or(Colour::White);
            (their, format!("after {} in the other team's latest match [4.3.9]", name(their)))
        }
    }
}
