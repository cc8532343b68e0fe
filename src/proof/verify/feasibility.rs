//! The violations of a pairing: its structure, the hard rules and the side constraints.

use super::expression::{self, SubjectPlayers};
use super::record::{Field, PlayerRecord, Seating};
use super::{Violation, name};
use crate::model::{Definition, Expression, Part, Side};
use crate::rules::Hard;
use crate::tournament::{Colour, Pairing, PlayerId};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// In place of a player's number: the bye.
const NOBODY: PlayerId = PlayerId(0);

/// Every player present must be at one board or have the bye, and nobody else. There is one bye if their number is odd. A bye that was
/// given before is a fact of the round, and none of theirs.
pub(crate) fn structure(field: &Field<'_>, pairing: &Pairing) -> Vec<Violation> {
    let given = field.state.preset_bye().filter(|id| pairing.bye == Some(*id));
    let mut violations = Vec::new();
    let mut add = |rule, players, what| violations.push(Violation { rule, players, what });
    let mut seats: BTreeMap<PlayerId, Vec<Option<usize>>> = BTreeMap::new();
    for (number, board) in (1..).zip(&pairing.boards) {
        seats.entry(board.white).or_default().push(Some(number));
        if board.white == board.black {
            let what = format!("{} plays himself at board {number}", board.white);
            add("pairing.plays-himself", vec![board.white], what);
        } else {
            seats.entry(board.black).or_default().push(Some(number));
        }
    }
    if let Some(id) = pairing.bye {
        seats.entry(id).or_default().push(None);
    }

    let absent: BTreeSet<PlayerId> = field.state.absent().iter().map(|player| player.id).collect();
    for (id, seats) in &seats {
        if given == Some(*id) && seats.len() == 1 {
            continue;
        }
        if absent.contains(id) {
            add("pairing.absent-player", vec![*id], format!("{id} is not there in this round"));
        } else if field.record(*id).is_none() {
            add("pairing.unknown-player", vec![*id], format!("there is no player {id}"));
        }
        if seats.len() > 1 {
            let seat = |seat: &Option<usize>| seat.map_or("the bye".into(), |number| format!("board {number}"));
            add("pairing.player-twice", vec![*id], format!("{id} has {}", seats.iter().map(seat).join(" and ")));
        }
    }
    for id in field.records.iter().map(|record| record.id).filter(|id| !seats.contains_key(id)) {
        add("pairing.player-missing", vec![id], format!("{id} is not in the pairing"));
    }

    let present = field.records.len();
    match (present % 2, pairing.bye.filter(|_| given.is_none())) {
        (0, Some(id)) => {
            let what = format!("{id} has the bye, but {present} players can all be paired");
            add("pairing.bye-in-even-field", vec![id], what);
        }
        (1, None) => {
            let what = format!("nobody has the bye, but {present} players cannot all be paired");
            add("pairing.no-bye-in-odd-field", Vec::new(), what);
        }
        _ => {}
    }
    violations
}

/// The violations of the rules in `hard`.
pub(crate) fn hard_rules(field: &Field<'_>, seating: &Seating<'_>, hard: &[Hard]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for rule in Hard::ALL.iter().filter(|rule| hard.contains(rule)) {
        let id = rule.rule().id;
        let pairs = || seating.boards.iter().map(|(white, black)| (*white, *black));
        match rule {
            Hard::NoRematch => violations.extend(pairs().filter_map(|(one, other)| Violation::met(id, one, other))),
            Hard::NoForbiddenPair => {
                let kept_apart = pairs().filter(|(one, other)| field.state.is_forbidden(one.id, other.id));
                violations.extend(kept_apart.map(|(one, other)| {
                    let round = field.state.round();
                    let what = format!("{} and {} may not meet in round {round}", one.id, other.id);
                    Violation::new(id, [one, other], what)
                }));
            }
            Hard::NoThirdColour if field.gives_one_colour() => {
                violations.extend(seating.seats().filter_map(|(record, colour)| {
                    let [.., (earlier, first), (later, second)] = record.games[..] else { return None };
                    (first == colour && second == colour).then(|| {
                        let colour = name(colour);
                        let what =
                            format!("{} had {colour} in rounds {earlier} and {later} and gets it again", record.id);
                        Violation::new(id, [record], what)
                    })
                }));
            }
            Hard::ColourBalance if field.gives_one_colour() => {
                violations.extend(seating.seats().filter_map(|(record, colour)| {
                    let (before, after) = (record.difference().abs(), record.difference_after(colour).abs());
                    (after > 2 && after > before).then(|| {
                        let [whites, blacks] = Colour::BOTH.map(|colour| record.had(colour));
                        let colour = name(colour);
                        let what =
                            format!("{} had White {whites} and Black {blacks} times and gets {colour}", record.id);
                        Violation::new(id, [record], what)
                    })
                }));
            }
            // One pairing gives both colours, so it breaks no rule.
            Hard::NoThirdColour | Hard::ColourBalance => {}
            Hard::NoSecondBye => violations.extend(
                seating.bye.and_then(|record| Some(Violation::no_bye(id, record, record.point_without_playing()?))),
            ),
        }
    }
    violations
}

/// The violations of what definitions forbid. An expression without a value is one, too.
pub(crate) fn defined_rules(field: &Field<'_>, seating: &Seating<'_>, define: &[Definition]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for definition in define {
        let name = definition.name();
        let mut check = |rule: Option<&Expression>, about: SubjectPlayers<'_>, players: &[PlayerId], what: &str| {
            let Some(rule) = rule else { return };
            let violation = |rule, what| Violation { rule, players: players.to_vec(), what };
            match expression::holds(field, rule, about) {
                Ok(false) => {}
                Ok(true) => violations.push(violation("define.forbid", format!("{what}, which '{name}' forbids"))),
                Err(why) => violations.push(violation("define.value", format!("'{name}' has no value: {why}"))),
            }
        };
        for (one, other) in &seating.boards {
            let (players, what) = ([one.id, other.id], format!("{} and {} meet", one.id, other.id));
            check(definition.part(Part::Forbid), SubjectPlayers::board(one, other), &players, &what);
        }
        for (record, colour) in seating.seats() {
            let what = format!("{} gets {}", record.id, super::name(colour));
            check(definition.part(Part::ForbidColour), SubjectPlayers::Seat(record, colour), &[record.id], &what);
        }
        if let Some(record) = seating.bye {
            check(
                definition.part(Part::ForbidBye),
                SubjectPlayers::Bye(record),
                &[record.id],
                &format!("{} gets the bye", record.id),
            );
        }
    }
    violations
}

/// The violations of the caps of definitions, of each group alone. A board whose groups cannot be found is one, too.
pub(crate) fn defined_caps(field: &Field<'_>, seating: &Seating<'_>, define: &[Definition]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for definition in define {
        let (name, most) = (definition.name(), definition.most_boards());
        let Some(condition) = definition.part(Part::Pair).filter(|_| most.is_some()) else { continue };
        let mut of_group: BTreeMap<String, Seating<'_>> = BTreeMap::new();
        for (one, other) in seating.boards.iter().filter(|(one, other)| is_true(field, condition, one, other)) {
            match groups(field, definition, one, other) {
                Ok(groups) => groups.into_iter().for_each(|group| {
                    of_group.entry(group).or_insert_with(Seating::nobody).boards.push((*one, *other));
                }),
                Err(why) => {
                    let what = format!("'{name}' has no value: {why}");
                    violations.push(Violation::new("define.value", [*one, *other], what));
                }
            }
        }
        for (group, boards) in of_group {
            let of = if group.is_empty() { String::new() } else { format!(" for '{group}'") };
            violations.extend(cap(&boards, "define.count-at-most", most, &format!("of '{name}'{of}"), |_, _| true));
        }
    }
    violations
}

/// The groups of the board of these two, each once: the one without a name, if the cap is on all boards together.
pub(crate) fn groups(
    field: &Field<'_>,
    definition: &Definition,
    one: &PlayerRecord<'_>,
    other: &PlayerRecord<'_>,
) -> Result<BTreeSet<String>, String> {
    let Some(per) = definition.part(Part::Per) else { return Ok(BTreeSet::from([String::new()])) };
    expression::groups(field, per, SubjectPlayers::board(one, other))
}

/// Whether the cap of a definition counts the board of these two.
pub(crate) fn is_true(
    field: &Field<'_>,
    condition: &Expression,
    one: &PlayerRecord<'_>,
    other: &PlayerRecord<'_>,
) -> bool {
    expression::holds(field, condition, SubjectPlayers::board(one, other)).unwrap_or(true)
}

/// The violations of the constraints in `side`.
pub(crate) fn side_constraints(seating: &Seating<'_>, side: &Side) -> Vec<Violation> {
    let mut violations = Vec::new();
    let is_float = |one: &PlayerRecord<'_>, other: &PlayerRecord<'_>| one.score != other.score;
    let is_same = |one: &PlayerRecord<'_>, other: &PlayerRecord<'_>| {
        one.federation.is_some() && one.federation == other.federation
    };
    let (floats, same) = ("with players of unequal scores", "with players of one federation");
    violations.extend(cap(seating, "side.max-downfloats", side.max_downfloats, floats, is_float));
    violations.extend(cap(seating, "side.max-same-federation", side.max_same_federation, same, is_same));
    let boards = seating.boards.iter().map(|(one, other)| unordered(one.id, other.id));
    // Nobody's number stands for the bye.
    let byes = seating.bye.iter().map(|record| unordered(NOBODY, record.id));
    let made: BTreeSet<[PlayerId; 2]> = boards.chain(byes).collect();
    let mut add = |rule, pair: [PlayerId; 2], of_pair: &str, of_bye: &str| {
        let [one, other] = unordered(pair[0], pair[1]);
        let what =
            if one == NOBODY { format!("{other} {of_bye}") } else { format!("{} and {} {of_pair}", pair[0], pair[1]) };
        let players = pair.into_iter().filter(|player| *player != NOBODY).collect();
        violations.push(Violation { rule, players, what });
    };
    for pair in side.forced.iter().map(|pair| pair.map(PlayerId)) {
        if !made.contains(&unordered(pair[0], pair[1])) {
            add("side.forced", pair, "must meet and do not", "must have the bye and does not");
        }
    }
    for pair in side.forbidden.iter().map(|pair| pair.map(PlayerId)) {
        if made.contains(&unordered(pair[0], pair[1])) {
            add("side.forbidden", pair, "must not meet and do", "must not have the bye and does");
        }
    }
    violations
}

/// There must be at most `most` boards for which `counts` holds.
fn cap(
    seating: &Seating<'_>,
    rule: &'static str,
    most: Option<u32>,
    kind: &str,
    counts: impl Fn(&PlayerRecord<'_>, &PlayerRecord<'_>) -> bool,
) -> Option<Violation> {
    let most = most?;
    let boards: Vec<_> = seating.boards.iter().filter(|(one, other)| counts(one, other)).collect();
    (u32::try_from(boards.len()).unwrap_or(u32::MAX) > most).then(|| {
        let pairs = boards.iter().map(|(one, other)| format!("{}-{}", one.id, other.id)).join(", ");
        Violation {
            rule,
            players: boards.iter().flat_map(|(one, other)| [one.id, other.id]).collect(),
            what: format!("boards {kind}: {pairs}; there may be at most {most}"),
        }
    })
}

fn unordered(one: PlayerId, other: PlayerId) -> [PlayerId; 2] {
    [one.min(other), one.max(other)]
}
