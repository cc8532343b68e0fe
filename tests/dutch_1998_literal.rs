//! The literal reading of the FIDE Swiss rules of 1998 against the text's own facts, and on random rounds.

mod support;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use support::dutch_1998_literal::{
    Bracket, Dropped, Field, Paired, Players, Size, Transpositions, choices, exchanges, float, has, is_topscorer,
    may_have, members, pair, preference, set,
};
use support::generate::Options;
use support::table::table;
use support::{pairing, play, random_state, state};
use swiss_ilp::tournament::{Colour, Float, Pairing, PlayerId, Preference, RoundState, Strength};

#[test]
fn colour_preferences_are_absolute_strong_or_mild() {
    let of = |cells: &str, is_topscorer| {
        // Opponents in the same colours, reversed.
        let other = cells.replace('w', "x").replace('b', "w").replace('x', "b").replace('2', "1");
        let state = state(&table(&[cells, &other]));
        preference(state.player(PlayerId(1)).unwrap(), is_topscorer)
    };
    let wants = |colour, strength| Some(Preference { colour, strength });
    assert_eq!(of("", false), None);
    assert_eq!(of("2w=", false), wants(Colour::Black, Strength::Strong));
    assert_eq!(of("2w= 2b=", false), wants(Colour::White, Strength::Mild));
    assert_eq!(of("2w= 2w=", false), wants(Colour::Black, Strength::Absolute));
    assert_eq!(of("2w= 2b= 2b=", false), wants(Colour::White, Strength::Absolute));
    assert_eq!(of("2b= 2b= 2w= 2b=", false), wants(Colour::White, Strength::Absolute));
    // A.7.a is not in effect for topscorers.
    assert_eq!(of("2b= 2b= 2w= 2b=", true), wants(Colour::White, Strength::Strong));
    assert_eq!(of("2w= 2w= 2b= 2b=", true), wants(Colour::White, Strength::Mild));
}

#[test]
fn floats_come_from_the_pairing_and_from_the_bye() {
    let floats = |rows: &[&str]| {
        let state = state(&table(rows));
        let field = Field::new(&state);
        field.players.iter().map(|player| float(player, 1)).collect::<Vec<_>>()
    };
    // 1 with a point met 4 with none; the order is then 1, 3, 2, 4.
    let floats_of = floats(&["2w1 4b1", "1b0 3w=", "4w1 2b=", "3b0 1w0"]);
    assert_eq!(floats_of, [Some(Float::Down), Some(Float::Down), Some(Float::Up), Some(Float::Up)]);
    assert_eq!(floats(&["2w+ 3w=", "1b- U", "U 1b="]), [None, None, Some(Float::Down)]);
}

/// Every order of `items`, ascending as numbers (D.1).
fn orders(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in items {
        let rest: Vec<usize> = items.iter().copied().filter(|item| item != first).collect();
        all.extend(orders(&rest).into_iter().map(|order| [vec![*first], order].concat()));
    }
    all
}

#[test]
fn the_first_transposition_is_that_of_the_plain_walk() {
    let s2 = [5, 6, 7, 8];
    let listed = [[5, 6, 8, 7], [5, 7, 6, 8], [5, 7, 8, 6], [5, 8, 6, 7], [5, 8, 7, 6], [6, 5, 7, 8], [6, 5, 8, 7]];
    assert_eq!(orders(&s2)[1..8], listed.map(Vec::from));

    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut found = 0;
    for _ in 0..2000 {
        let s1: Vec<usize> = (1..=rng.random_range(1..=4)).collect();
        let pairs: Vec<bool> = (0..64).map(|_| rng.random_bool(0.5)).collect();
        let clashes: Vec<bool> = (0..64).map(|_| rng.random_bool(0.5)).collect();
        let [may_be_paired, want_the_same] =
            [&pairs, &clashes].map(|table| move |one: usize, other: usize| table[one * 8 + other - 8]);
        let x = rng.random_range(0..=2);
        // Somebody who must not be left over, if anybody is.
        let wanted = rng.random_range(5..=8);
        let finish = |rest, left_of_x| (!has(rest, wanted)).then_some((rest, left_of_x));
        let plain = orders(&s2).into_iter().find_map(|order| {
            let together: Vec<(usize, usize)> = s1.iter().copied().zip(order.iter().copied()).collect();
            let cost = together.iter().filter(|(one, other)| want_the_same(*one, *other)).count();
            let suits = cost <= x && together.iter().all(|(one, other)| may_be_paired(*one, *other));
            let finished = if suits { finish(set(&order[s1.len()..]), x - cost) } else { None };
            finished.map(|finished| (together, finished))
        });
        let first =
            Transpositions::new(&s1, &s2, &may_be_paired, &want_the_same).first(x, &mut |rest, x| finish(rest, x));
        assert_eq!(first, plain);
        found += usize::from(first.is_some());
    }
    assert!((200..1800).contains(&found), "{found}");
}

/// The exchanges of `count` players as written in the text: from S1, from S2.
fn exchanged(players: usize, p: usize, count: usize) -> Vec<[Vec<usize>; 2]> {
    let group: Vec<usize> = (1..=players).collect();
    let (s1, s2) = group.split_at(p);
    let gone = |before: &[usize], after: &[usize]| -> Vec<usize> {
        before.iter().copied().filter(|player| !after.contains(player)).collect()
    };
    let made = exchanges(&group, p, count);
    made.iter().map(|[new_s1, new_s2]| [gone(s1, new_s1), gone(s2, new_s2)]).collect()
}

#[test]
fn exchanges_follow_the_matrices() {
    let one = [(4, 5), (4, 6), (3, 5), (4, 7), (3, 6), (2, 5), (3, 7), (2, 6), (2, 7)];
    assert_eq!(exchanged(8, 4, 1), one.map(|(from, to)| [vec![from], vec![to]]), "a to i");
    let two = [
        ([3, 4], [5, 6]),
        ([3, 4], [5, 7]),
        ([2, 4], [5, 6]),
        ([3, 4], [6, 7]),
        ([2, 4], [5, 7]),
        ([2, 3], [5, 6]),
        ([2, 4], [6, 7]),
        ([2, 3], [5, 7]),
        ([2, 3], [6, 7]),
    ];
    assert_eq!(exchanged(8, 4, 2), two.map(|(from, to)| [from.to_vec(), to.to_vec()]), "j to r");
    // The remark: all numbers one lower, and the last column obsolete.
    assert_eq!(exchanged(7, 3, 1), one.map(|(from, to)| [vec![from - 1], vec![to - 1]]));
    let without_last_column = two.into_iter().filter(|(from, _)| *from != [2, 3]);
    let lower: Vec<[Vec<usize>; 2]> =
        without_last_column.map(|(from, to)| [from, to].map(|pair| pair.iter().map(|n| n - 1).collect())).collect();
    assert_eq!(exchanged(7, 3, 2), lower);
    assert_eq!(exchanges(&[3, 5, 7, 9], 2, 1), [[vec![3, 7], vec![5, 9]]], "C.5 orders both again");
    assert_eq!(exchanges(&[3, 5, 7], 1, 0), [[vec![3], vec![5, 7]]]);
}

/// C.2 to C.11 without anything skipped, and with the exchanges that D.2 leaves out.
fn plain_walk(field: &Field, bracket: Bracket, size: Size, may_be_left: &dyn Fn(Players) -> bool) -> Option<Paired> {
    let moved_down = if bracket.is_homogeneous() { Vec::new() } else { members(bracket.moved_down) };
    let s1 = &moved_down[..moved_down.len() - size.not_in_s1.min(moved_down.len())];
    let s2: Vec<usize> = members(bracket.everybody()).into_iter().filter(|place| !s1.contains(place)).collect();
    let p = size.pairs - s1.len();
    for x in field.first_x(bracket, size)..=size.pairs {
        for up in Dropped::IN_ORDER {
            for down in Dropped::IN_ORDER {
                for order in orders(&s2) {
                    let pairs: Vec<(usize, usize)> = s1.iter().copied().zip(order).collect();
                    let Some(x) = spare(field, &pairs, x, down, up) else { continue };
                    let mut group = s2.clone();
                    group.retain(|place| pairs.iter().all(|(_, other)| other != place));
                    if let Some(paired) = plain_homogeneous(field, &group, p, x, up, may_be_left) {
                        return Some(Paired { pairs: [pairs, paired.pairs].concat(), ..paired });
                    }
                    if s1.is_empty() {
                        break;
                    }
                }
            }
        }
    }
    None
}

fn plain_homogeneous(
    field: &Field,
    group: &[usize],
    p: usize,
    x: usize,
    up: Dropped,
    may_be_left: &dyn Fn(Players) -> bool,
) -> Option<Paired> {
    let places: Vec<usize> = (0..group.len()).collect();
    let mut all_of_s1 = choices(&places, p);
    // Fewest players exchanged, smallest difference, the lowest players of S1 exchanged, the highest of S2.
    all_of_s1.sort_by_key(|s1| {
        let gone: Vec<usize> = (0..p).rev().filter(|place| !s1.contains(place)).collect();
        let come: Vec<usize> = s1.iter().copied().filter(|place| *place >= p).collect();
        (come.len(), s1.iter().sum::<usize>(), gone.into_iter().map(Reverse).collect::<Vec<_>>(), come)
    });
    for down in Dropped::IN_ORDER {
        for s1 in &all_of_s1 {
            let s2: Vec<usize> = places.iter().copied().filter(|place| !s1.contains(place)).collect();
            for order in orders(&s2) {
                let pairs: Vec<(usize, usize)> =
                    s1.iter().zip(&order).map(|(one, other)| (group[*one], group[*other])).collect();
                let left = order[p..].iter().map(|place| group[*place]).collect::<Vec<_>>();
                if spare(field, &pairs, x, down, up).is_some()
                    && left.iter().all(|place| field.may_float(*place, Float::Down, down))
                    && may_be_left(set(&left))
                {
                    return Some(Paired { pairs, left: set(&left) });
                }
            }
        }
    }
    None
}

/// What these pairs leave of x, if they are allowed.
fn spare(field: &Field, pairs: &[(usize, usize)], x: usize, down: Dropped, up: Dropped) -> Option<usize> {
    let cost = pairs.iter().filter(|(one, other)| field.want_the_same(*one, *other)).count();
    let allowed = pairs.iter().all(|(one, other)| field.may_be_paired(*one, *other, down, up));
    if allowed { x.checked_sub(cost) } else { None }
}

#[test]
fn the_pairing_of_a_bracket_is_that_of_the_plain_walk() {
    let options = Options { players: 6..=10, rounds: 2..=5 };
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..1500 {
        let state = random_state(seed, &options);
        let field = Field::new(&state);
        let count = field.players.len().min(rng.random_range(2..=7));
        let first = rng.random_range(0..=field.players.len() - count);
        let places: Vec<usize> = (first..first + count).collect();
        let (moved_down, residents) = places.split_at(rng.random_range(0..=count / 2));
        let bracket = Bracket { moved_down: set(moved_down), residents: set(residents) };
        let not_in_s1 = if bracket.is_homogeneous() { 0 } else { rng.random_range(0..=moved_down.len() / 2) };
        let pairs = (count / 2 - rng.random_range(0..=1)).max(moved_down.len() - not_in_s1).min(count / 2);
        let size = Size { pairs, not_in_s1 };
        // Somebody who must not be left, perhaps.
        let wanted = first + rng.random_range(0..2 * count);
        let may_be_left = |left| !has(left, wanted);
        let found = field.first_pairing(bracket, size, &may_be_left);
        assert_eq!(found, plain_walk(&field, bracket, size, &may_be_left), "seed {seed}: {bracket:?}, {size:?}");
        let mut see = |what, is_so: bool| *seen.entry(what).or_default() += u32::from(is_so);
        see("a homogeneous bracket", found.is_some() && bracket.is_homogeneous());
        see("a heterogeneous bracket", found.is_some() && !bracket.is_homogeneous());
        see("fewer pairs", found.is_some() && pairs < count / 2);
        see("fewer in S1", found.is_some() && not_in_s1 > 0);
        see("no pairing", found.is_none());
    }
    assert!(seen.values().all(|count| *count >= 50), "{seen:?}");
}

#[test]
fn the_first_round_is_the_upper_half_against_the_lower_half() {
    for (players, boards, bye) in [
        (0, vec![], None),
        (1, vec![], Some(1)),
        (2, vec![(1, 2)], None),
        (7, vec![(1, 4), (5, 2), (3, 6)], Some(7)),
        (8, vec![(1, 5), (6, 2), (3, 7), (8, 4)], None),
    ] {
        let mut tournament = table(&vec![""; players]);
        assert_eq!(pair(&state(&tournament)), Some(pairing(&boards, bye)));
        tournament.initial_colour = Some(Colour::Black);
        let reversed: Vec<(u32, u32)> = boards.into_iter().map(|(white, black)| (black, white)).collect();
        assert_eq!(pair(&state(&tournament)), Some(pairing(&reversed, bye)));
    }
}

/// Whether brute force pairs everybody but one, if their number is odd, within B.1 and B.2.
fn has_legal_pairing(field: &Field) -> bool {
    let everybody: Vec<usize> = (0..field.players.len()).collect();
    let can_pair = |players: &[usize]| pair_all(field, players, &mut BTreeSet::new());
    if everybody.len().is_multiple_of(2) {
        return can_pair(&everybody);
    }
    everybody.iter().any(|bye| {
        let others: Vec<usize> = everybody.iter().copied().filter(|player| player != bye).collect();
        field.may_have_bye(*bye) && can_pair(&others)
    })
}

fn pair_all(field: &Field, players: &[usize], failed: &mut BTreeSet<Vec<usize>>) -> bool {
    let Some((&first, others)) = players.split_first() else { return true };
    if failed.contains(players) {
        return false;
    }
    let found = others.iter().any(|&other| {
        let rest: Vec<usize> = others.iter().copied().filter(|player| *player != other).collect();
        is_legal(field, first, other) && pair_all(field, &rest, failed)
    });
    if !found {
        failed.insert(players.to_vec());
    }
    found
}

fn is_legal(field: &Field, one: usize, other: usize) -> bool {
    field.may_be_paired(one, other, Dropped::B6AndB5, Dropped::B6AndB5)
}

#[test]
fn everybody_is_paired_legally_wherever_that_is_possible() {
    let options = Options { players: 0..=12, rounds: 0..=8 };
    let mut slowest = Duration::ZERO;
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..2000 {
        let state = random_state(seed, &options);
        let start = Instant::now();
        let found = pair(&state);
        if start.elapsed() > slowest {
            slowest = start.elapsed();
            println!("seed {seed}, {} players: {slowest:?}", state.players().len());
        }
        let field = Field::new(&state);
        assert_eq!(found.is_some(), has_legal_pairing(&field), "seed {seed}");
        *seen.entry(if found.is_some() { "paired" } else { "not paired" }).or_default() += 1;
        let Some(found) = found else { continue };
        let mut paired: Vec<PlayerId> = found.boards.iter().flat_map(|board| [board.white, board.black]).collect();
        paired.extend(found.bye);
        paired.sort();
        let mut everybody: Vec<PlayerId> = state.players().iter().map(|player| player.id).collect();
        everybody.sort();
        assert_eq!(paired, everybody, "seed {seed}");
        for board in &found.boards {
            let [one, other] = [board.white, board.black].map(|id| state.rank(id).unwrap());
            assert!(is_legal(&field, one, other), "seed {seed}");
            for (place, colour) in [(one, Colour::White), (other, Colour::Black)] {
                let player = field.players[place];
                assert!(is_topscorer(&state, player) || may_have(player, colour), "seed {seed}");
            }
        }
        if let Some(bye) = found.bye {
            assert!(field.may_have_bye(state.rank(bye).unwrap()), "seed {seed}");
        }
        assert_eq!(found.clone().in_board_order(&state), found, "seed {seed}");
    }
    assert!(seen.len() == 2 && seen.values().all(|count| *count >= 100), "{seen:?}");
}

/// Up to 14 players, all rounds paired by the rules until no pairing is left.
fn ruled(seed: u64) -> impl Iterator<Item = (RoundState, Option<Pairing>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tournament = table(&vec![""; rng.random_range(2..=14)]);
    tournament.rounds_planned = rng.random_bool(0.5).then(|| rng.random_range(3..=7));
    let mut is_over = false;
    std::iter::from_fn(move || {
        let round = tournament.next_round();
        if is_over || tournament.rounds_planned.is_some_and(|planned| round > planned) {
            return None;
        }
        let state = state(&tournament);
        let found = pair(&state);
        is_over = found.is_none();
        if let Some(found) = &found {
            tournament.rounds.push(play(found, &mut rng));
        }
        Some((state, found))
    })
}

#[test]
fn rounds_paired_by_the_rules_stay_within_them() {
    let mut slowest = Duration::ZERO;
    let mut rounds = 0;
    let start = Instant::now();
    for seed in 0..400 {
        for (state, found) in ruled(seed) {
            let context = format!("seed {seed}, round {}", state.round());
            rounds += 1;
            assert_eq!(found.is_some(), has_legal_pairing(&Field::new(&state)), "{context}");
            for player in state.players() {
                assert!(player.colour_difference().abs() <= 2, "{context}");
                let colours: Vec<Colour> = player.colours().collect();
                assert!(colours.windows(3).all(|three| three[0] != three[1] || three[1] != three[2]), "{context}");
            }
            let again = Instant::now();
            assert_eq!(pair(&state), found);
            slowest = slowest.max(again.elapsed());
        }
    }
    println!("{rounds} rounds in {:?}, the slowest in {slowest:?}", start.elapsed());
    assert!(rounds > 2000, "{rounds}");
}
