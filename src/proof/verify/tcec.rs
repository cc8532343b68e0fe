//! The rules of the TCEC Swiss, derived a second time from the histories alone.

use super::Violation;
use super::record::{Field, PlayerRecord, Seating};
use crate::graph::{Graph, Matching};
use crate::tournament::{ByeKind, Colour, GamesPerPairing, PastEvent, PlayerId, PlayerState};

/// The violations of the TCEC's rules. Which of the allowed pairs are made is not checked.
pub(crate) fn violations(field: &Field<'_>, seating: &Seating<'_>) -> Vec<Violation> {
    let mut violations = Vec::new();
    if let Some(bye) = seating.bye {
        // The last in the order of byes received (most first), then of pairing order.
        let fewest = field.records.iter().map(|record| byes(record.state())).min();
        let due = field.records.iter().rev().find(|record| Some(byes(record.state())) == fewest);
        if let Some(due) = due.filter(|due| due.id != bye.id) {
            let what = format!("{} has the bye, which is due to {}", bye.id, due.id);
            violations.push(Violation::new("tcec.bye", [bye, due], what));
        }
    }
    let forgotten = forgotten(field, seating.bye.map(|bye| bye.id));
    for (white, black) in &seating.boards {
        let mut add = |rule, what| violations.push(Violation { rule, players: vec![white.id, black.id], what });
        if let Some(round) = last_paired(white.state(), black.id).filter(|round| *round > forgotten) {
            add("tcec.history", format!("{} and {} were paired in round {round}", white.id, black.id));
        }
        let (one, other) = (white.difference(), black.difference());
        if (one + other).abs() > 2 {
            let what = format!("{} and {} have white-game differences of {one:+} and {other:+}", white.id, black.id);
            add("tcec.viability", what);
        }
        if field.state.is_forbidden(white.id, black.id) {
            add("tcec.viability", format!("{} and {} are kept apart by the organiser", white.id, black.id));
        }
        if !has_right_colours(field, white, black) {
            add("tcec.colours", format!("{} has White against {}, and should have Black", white.id, black.id));
        }
    }
    violations
}

fn byes(player: &PlayerState) -> usize {
    player.history.iter().filter(|past| matches!(past.event, PastEvent::Bye(ByeKind::Pairing))).count()
}

/// The last round in which the player was paired with `other`, whether or not they played.
fn last_paired(player: &PlayerState, other: PlayerId) -> Option<usize> {
    let paired = |event: &PastEvent| matches!(event, PastEvent::Game { opponent, .. } if *opponent == other);
    player.history.iter().rposition(|past| paired(&past.event)).map(|index| index + 1)
}

fn has_right_colours(field: &Field<'_>, white: &PlayerRecord<'_>, black: &PlayerRecord<'_>) -> bool {
    let white_is_first = field.state.rank(white.id) < field.state.rank(black.id);
    if field.state.games_per_pairing() == GamesPerPairing::Two {
        return !white_is_first;
    }
    if white.difference() != black.difference() {
        return white.difference() < black.difference();
    }
    if white.score != black.score {
        return white.score < black.score;
    }
    // The pattern 2112 is repeated from round 1 on.
    let first_has_white = [false, true, true, false][(field.state.round() as usize + 3) % 4];
    white_is_first == first_has_white
}

/// The number of earliest rounds that are forgotten. Every round up to this one forgot as many as its players needed
/// for a viable pairing.
fn forgotten(field: &Field<'_>, bye: Option<PlayerId>) -> usize {
    let state = field.state;
    let everybody: Vec<&PlayerState> = state.players().iter().chain(state.absent()).collect();
    let mut forgotten = 0;
    for round in 1..=state.round() as usize {
        let takes_part = |player: &&&PlayerState| match player.history.get(round - 1) {
            Some(past) => matches!(past.event, PastEvent::Game { .. }),
            None => state.rank(player.id).is_some() && bye != Some(player.id),
        };
        let there: Vec<&PlayerState> = everybody.iter().filter(takes_part).copied().collect();
        // The bans of earlier rounds are not known, so a ban counts in this round only.
        let banned = |one, other| round == state.round() as usize && state.is_forbidden(one, other);
        while forgotten + 1 < round && !is_viable(&there, round, forgotten, banned) {
            forgotten += 1;
        }
    }
    forgotten
}

fn is_viable(
    there: &[&PlayerState],
    round: usize,
    forgotten: usize,
    banned: impl Fn(PlayerId, PlayerId) -> bool,
) -> bool {
    let differences: Vec<i64> = there.iter().map(|player| difference_before(player, round)).collect();
    let pairs = (0..there.len()).flat_map(|a| (a + 1..there.len()).map(move |b| (a, b)));
    let allowed = pairs.filter(|(a, b)| {
        let met = there[*a].history[..round - 1]
            .iter()
            .skip(forgotten)
            .any(|past| matches!(past.event, PastEvent::Game { opponent, .. } if opponent == there[*b].id));
        !met && !banned(there[*a].id, there[*b].id) && (differences[*a] + differences[*b]).abs() <= 2
    });
    Matching::maximum(&Graph::new(there.len(), allowed)).is_perfect()
}

/// Games with White minus games with Black, of the games with moves before `round`.
fn difference_before(player: &PlayerState, round: usize) -> i64 {
    let encounters = player.history[..round - 1].iter().flat_map(|past| match &past.event {
        PastEvent::Game { encounters, .. } => encounters.as_slice(),
        PastEvent::Bye(_) | PastEvent::Absent => &[],
    });
    let played = encounters.filter(|(_, outcome)| outcome.was_played());
    played.map(|(colour, _)| if *colour == Colour::White { 1 } else { -1 }).sum()
}
