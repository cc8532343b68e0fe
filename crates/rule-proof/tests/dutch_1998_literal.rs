//! Small random tournaments: what the procedure pairs is what the steps of C come to when they are taken one after another. This knows
//! no graph and no cost: it counts x up and p down, drops criteria, and tries transpositions and exchanges as D lists them.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use swiss_rule_proof::certificate::Reader;
use swiss_rule_proof::evidence::Inquiry;
use swiss_rule_proof::{dutch_1998, make::Maker};
use swiss_trf::tournament::{
    Board, Bye, ByeKind, Colour, ForbiddenGroup, Game, GameResult, Outcome, Pairing, PastEvent, Player, PlayerId,
    PlayerState, Round, RoundRequest, RoundState, Score, Tournament,
};

type Pair = (usize, usize);

/// Pairs, and those who stay unpaired.
type Matching = (Vec<Pair>, Vec<usize>);

/// Whether a set of leavers does what is asked for below.
type Good<'a> = &'a dyn Fn(&[usize]) -> bool;

struct Who {
    score: i64,
    /// 1 for White and -1 for Black; 0 without a game.
    wish: i32,
    /// B.2: which of White and Black the player may have.
    may: [bool; 2],
    may_have_bye: bool,
    /// 1 for an upfloat and -1 for a downfloat, of the last round and of the one before.
    floats: [i32; 2],
    barred: BTreeSet<usize>,
}

struct Literal {
    who: Vec<Who>,
}

#[derive(Clone)]
struct Done {
    moved: Vec<usize>,
    own: Vec<usize>,
    forced: Vec<usize>,
    /// How many are in S1 of a heterogeneous bracket.
    first: usize,
    pairs: Vec<Pair>,
    out: Vec<usize>,
}

impl Done {
    fn leavers(&self) -> Vec<usize> {
        union(&self.out, &self.forced)
    }

    fn group(&self) -> Vec<usize> {
        without(&union(&self.moved, &self.own), &self.forced)
    }
}

fn colours(player: &PlayerState) -> Vec<i32> {
    player.colours().map(Colour::sign).collect()
}

/// A.7.
fn wish(player: &PlayerState, is_top: bool) -> i32 {
    let colours = colours(player);
    let difference: i32 = colours.iter().sum();
    match colours.as_slice() {
        [] => 0,
        [.., one, other] if one == other && difference.abs() < 2 && !is_top => -other,
        [.., last] => {
            if difference == 0 {
                -last
            } else {
                -difference.signum()
            }
        }
    }
}

/// B.2 for White and Black.
fn may(player: &PlayerState, is_top: bool) -> [bool; 2] {
    let colours = colours(player);
    [1, -1].map(|colour| {
        let difference = colours.iter().sum::<i32>() + colour;
        let is_third = colours.len() > 1 && colours[colours.len() - 2..] == [colour, colour];
        is_top || (-2..=2).contains(&difference) && !is_third
    })
}

impl Literal {
    fn new(state: &RoundState) -> Self {
        let index: BTreeMap<PlayerId, usize> = state.players().iter().enumerate().map(|(i, p)| (p.id, i)).collect();
        let who = state.players().iter().map(|player| {
            let is_gift = |event: &PastEvent| match event {
                PastEvent::Bye(kind) => matches!(kind, ByeKind::Pairing | ByeKind::Full),
                PastEvent::Game { encounters, .. } => encounters.iter().any(|e| e.1 == Outcome::ForfeitWin),
                PastEvent::Absent => false,
            };
            let is_top = state.is_topscorer(player);
            let float = |ago: usize| match player.history.iter().rev().nth(ago).map(|past| (past.score, &past.event)) {
                Some((score, PastEvent::Game { opponent_score, .. })) if !is_top => opponent_score.cmp(&score) as i32,
                Some((_, PastEvent::Bye(ByeKind::Pairing | ByeKind::Full))) if !is_top => -1,
                _ => 0,
            };
            let met = player.history.iter().filter_map(|past| past.event.met());
            let banned = state.forbidden().filter_map(|(a, b)| match (a == player.id, b == player.id) {
                (true, _) => Some(b),
                (_, true) => Some(a),
                _ => None,
            });
            Who {
                score: i64::from(player.score.tenths()),
                wish: wish(player, is_top),
                may: may(player, is_top),
                may_have_bye: !player.history.iter().any(|past| is_gift(&past.event)),
                floats: [float(0), float(1)],
                barred: met.chain(banned).filter_map(|id| index.get(&id).copied()).collect(),
            }
        });
        Self { who: who.collect() }
    }

    fn may_meet(&self, a: usize, b: usize) -> bool {
        let (one, other) = (&self.who[a], &self.who[b]);
        let has_colours = one.may[0] && other.may[1] || one.may[1] && other.may[0];
        a != b && !one.barred.contains(&b) && has_colours
    }

    /// All ways to pair these, with exactly so many unpaired.
    fn matchings(&self, players: &[usize], unpaired: usize) -> Vec<Matching> {
        let Some((first, rest)) = players.split_first() else {
            return if unpaired == 0 { vec![Matching::default()] } else { Vec::new() };
        };
        let mut all = Vec::new();
        if unpaired > 0 {
            for (pairs, mut out) in self.matchings(rest, unpaired - 1) {
                out.insert(0, *first);
                all.push((pairs, out));
            }
        }
        for other in rest.iter().filter(|other| self.may_meet(*first, **other)) {
            let left: Vec<usize> = rest.iter().copied().filter(|player| player != other).collect();
            for (mut pairs, out) in self.matchings(&left, unpaired) {
                pairs.push((*first, *other));
                all.push((pairs, out));
            }
        }
        all
    }

    /// D.1: the ways in which all of S1 meet one of S2, in ascending order, by B.1 and B.2.
    fn transpositions(&self, first: &[usize], second: &[usize]) -> Vec<Vec<Pair>> {
        let Some((top, rest)) = first.split_first() else { return vec![Vec::new()] };
        let mut all = Vec::new();
        for other in second.iter().filter(|other| self.may_meet(*top, **other)) {
            let left: Vec<usize> = second.iter().copied().filter(|player| player != other).collect();
            for mut pairs in self.transpositions(rest, &left) {
                pairs.insert(0, (*top, *other));
                all.push(pairs);
            }
        }
        all
    }

    /// A.8.
    fn x(&self, players: &[usize]) -> usize {
        let count = |wish: i32| players.iter().filter(|p| self.who[**p].wish == wish).count();
        let (white, black, half) = (count(1), count(-1), players.len().div_ceil(2));
        if black > white { black.saturating_sub(half) } else { white.saturating_sub(half) }
    }

    fn denied(&self, pairs: &[Pair]) -> usize {
        let is_denied = |(a, b): &&Pair| self.who[*a].wish != 0 && self.who[*a].wish == self.who[*b].wish;
        pairs.iter().filter(is_denied).count()
    }

    /// Whether a float is kept apart from earlier ones. Nothing was dropped, or B.6, or B.6 and B.5.
    fn is_kept(&self, player: usize, float: i32, dropped: usize) -> bool {
        self.who[player].floats[..2 - dropped].iter().all(|before| *before != float)
    }

    /// C.2 to C.11 with p as it is: so many in S1 of the heterogeneous part, so many pairs in the remainder.
    fn first_pairing(&self, done: &Done, pairs: usize, good: Good<'_>) -> Option<Matching> {
        let group = done.group();
        let (first, second) = group.split_at(done.first);
        let missing = (group.len() / 2).saturating_sub(done.first + pairs);
        for x in self.x(&group).saturating_sub(missing)..=done.first + pairs {
            for up in 0..3 {
                for mut paired in self.transpositions(first, second) {
                    let is_up = |pair: &Pair| self.unequal(pair).is_none_or(|(_, lower)| self.is_kept(lower, 1, up));
                    let denied = self.denied(&paired);
                    if denied > x || !paired.iter().all(is_up) {
                        continue;
                    }
                    let rest: Vec<usize> =
                        group.iter().copied().filter(|p| !paired.iter().any(|(a, b)| a == p || b == p)).collect();
                    let found = (0..3).find_map(|down| {
                        self.remainder(&rest, pairs, x - denied, &|paired, out| {
                            let higher = paired.iter().filter_map(|pair| self.unequal(pair)).map(|(higher, _)| higher);
                            let mut down_floats = out.iter().copied().chain(higher);
                            down_floats.all(|p| self.is_kept(p, -1, down)) && paired.iter().all(is_up) && good(out)
                        })
                    });
                    if let Some((more, out)) = found {
                        paired.extend(more);
                        return Some((paired, out));
                    }
                }
            }
        }
        None
    }

    /// A.4: the higher and the lower of a pair of unequal scores.
    fn unequal(&self, (a, b): &Pair) -> Option<Pair> {
        (self.who[*a].score != self.who[*b].score).then_some((*a.min(b), *a.max(b)))
    }

    /// C.4 to C.8 in a homogeneous bracket or a remainder.
    fn remainder(
        &self,
        group: &[usize],
        pairs: usize,
        x: usize,
        good: &dyn Fn(&[Pair], &[usize]) -> bool,
    ) -> Option<Matching> {
        for (first, second) in exchanges(group, pairs) {
            for paired in self.transpositions(&first, &second) {
                let mut out = second.clone();
                out.retain(|p| !paired.iter().any(|(_, b)| b == p));
                if self.denied(&paired) <= x && good(&paired, &out) {
                    return Some((paired, out));
                }
            }
        }
        None
    }

    fn without_opponent(&self, players: &[usize]) -> Vec<usize> {
        players.iter().copied().filter(|p| !players.iter().any(|q| self.may_meet(*p, *q))).collect()
    }

    /// The lowest bracket: whether all can be paired, the highest of them with others, and one have the bye.
    fn can_finish(&self, players: &[usize], first: usize) -> bool {
        let (first, _) = players.split_at(first);
        let is_first = |p: &usize| first.contains(p);
        self.matchings(players, self.who.len() % 2).iter().any(|(pairs, out)| {
            out.iter().all(|p| self.who[*p].may_have_bye && !is_first(p))
                && !pairs.iter().any(|(a, b)| is_first(a) && is_first(b))
        })
    }

    fn pair(&self) -> Option<(Vec<Pair>, Option<usize>)> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for player in 0..self.who.len() {
            match groups.last_mut() {
                Some(group) if self.who[group[0]].score == self.who[player].score => group.push(player),
                _ => groups.push(vec![player]),
            }
        }
        let Some(last) = groups.pop() else { return Some((Vec::new(), None)) };
        let mut done: Vec<Done> = Vec::new();
        for own in groups {
            let next = self.next(&mut done, own);
            done.push(next);
        }
        let (mut added, mut own, mut is_joined) = (Vec::new(), last, false);
        loop {
            if let Some((pairs, out)) = self.lowest(&mut done, &added, &own, is_joined) {
                let pairs = done.iter().flat_map(|done| done.pairs.clone()).chain(pairs).collect();
                return Some((pairs, out.first().copied()));
            }
            let popped = done.pop()?;
            (own, added, is_joined) = (union(&added, &own), popped.own, true);
        }
    }

    /// A bracket that is not the lowest one, from C.1 to C.14.
    fn next(&self, done: &mut [Done], own: Vec<usize>) -> Done {
        self.other_player(done, &own);
        let moved = moved(done);
        let all = union(&moved, &own);
        let forced = self.without_opponent(&all);
        let group = without(&all, &forced);
        let count = without(&moved, &forced).len();
        let most = if is_heterogeneous(count, group.len()) { count } else { 0 };
        let mut now = Done { moved, own, forced, first: most, pairs: Vec::new(), out: Vec::new() };
        loop {
            for pairs in (0..=(group.len() - 2 * now.first) / 2).rev() {
                if let Some((pairs, out)) = self.first_pairing(&now, pairs, &|_| true) {
                    return Done { pairs, out, ..now };
                }
            }
            // C.14.
            now.first -= 1;
        }
    }

    /// How many of a bracket have no opponent at least, and, if it is heterogeneous, how many of those moved down.
    fn idle(&self, moved: &[usize], own: &[usize]) -> (usize, usize) {
        let all = union(moved, own);
        let of = |unpaired: usize| {
            let outs = self.matchings(&all, unpaired).into_iter().map(|(_, out)| out);
            let fewest = outs.map(|out| out.iter().filter(|p| moved.contains(p)).count()).min()?;
            Some((unpaired, if is_heterogeneous(moved.len(), all.len()) { fewest } else { 0 }))
        };
        (0..=all.len()).find_map(of).expect("nobody needs to be paired")
    }

    /// C.12: another pairing of the previous bracket, by which the next has more pairs, or as many with more of those moved down to a heterogeneous one.
    fn other_player(&self, done: &mut [Done], own: &[usize]) {
        let moved = moved(done);
        let Some(before) = done.last_mut().filter(|_| !moved.is_empty()) else { return };
        let forced = before.forced.clone();
        let now = self.idle(&moved, own);
        let targets = (0..=now.0).flat_map(|idle| (0..=moved.len()).map(move |moved| (idle, moved)));
        for target in targets.filter(|target| *target < now) {
            let good = remembered(|out: &[usize]| self.idle(&union(out, &forced), own) == target);
            let found = self.first_pairing(before, before.pairs.len() - before.first, &good);
            if replace(before, found) {
                return;
            }
        }
    }

    fn lowest(&self, done: &mut [Done], added: &[usize], own: &[usize], is_joined: bool) -> Option<Matching> {
        let below = union(added, own);
        let lowest = |moved: Vec<usize>, own: &[usize]| {
            let whole =
                Done { moved, own: own.to_vec(), forced: Vec::new(), first: 0, pairs: Vec::new(), out: Vec::new() };
            let (moved, all) = (whole.moved.len(), whole.group().len());
            Done { first: if is_heterogeneous(moved, all) { moved } else { 0 }, ..whole }
        };
        let mut now = lowest(union(&moved(done), added), own);
        let is_strict = |now: &Done| self.can_finish(&now.group(), now.first);
        if !is_strict(&now) && !is_joined && now.first > 0 {
            let before = done.last_mut()?;
            let forced = before.forced.clone();
            let good = remembered(|out: &[usize]| {
                let leavers = union(out, &forced);
                self.can_finish(&union(&leavers, &below), leavers.len())
            });
            let found = self.first_pairing(before, before.pairs.len() - before.first, &good);
            if replace(before, found) {
                now = lowest(moved(done), own);
            }
        }
        if !is_strict(&now) && !self.can_finish(&now.group(), 0) {
            if !self.undo_penultimate(done.last_mut()?, &below) {
                return None;
            }
            now = lowest(moved(done), &below);
        }
        while !is_strict(&now) {
            now.first -= 1;
        }
        let good = |out: &[usize]| out.iter().all(|p| self.who[*p].may_have_bye);
        self.first_pairing(&now, (now.group().len() - 2 * now.first) / 2, &good)
    }

    /// C.13.
    fn undo_penultimate(&self, before: &mut Done, below: &[usize]) -> bool {
        let forced = before.forced.clone();
        let good = remembered(|out: &[usize]| self.can_finish(&union(&union(out, &forced), below), 0));
        let group = before.group();
        for first in (before.first.min(1)..=before.first).rev() {
            let fewest = usize::from(first == 0);
            let now = Done { first, ..before.clone() };
            // If S1 must be smaller, its pairs alone are made.
            let most = if first < before.first { 0 } else { (group.len() - 2 * first) / 2 };
            for pairs in (fewest..=most).rev() {
                let found = self.first_pairing(&now, pairs, &good);
                if found.is_some() {
                    return replace(before, found);
                }
            }
        }
        false
    }
}

/// A set is looked at once.
fn remembered(good: impl Fn(&[usize]) -> bool) -> impl Fn(&[usize]) -> bool {
    let known: RefCell<HashMap<Vec<usize>, bool>> = RefCell::default();
    move |out| *known.borrow_mut().entry(out.to_vec()).or_insert_with(|| good(out))
}

fn replace(before: &mut Done, found: Option<Matching>) -> bool {
    let Some((pairs, out)) = found else { return false };
    (before.pairs, before.out) = (pairs, out);
    true
}

/// A.3.
fn is_heterogeneous(moved: usize, all: usize) -> bool {
    moved > 0 && all - moved > moved
}

fn moved(done: &[Done]) -> Vec<usize> {
    done.last().map(Done::leavers).unwrap_or_default()
}

fn union(one: &[usize], other: &[usize]) -> Vec<usize> {
    one.iter().chain(other).copied().collect::<BTreeSet<_>>().into_iter().collect()
}

fn without(one: &[usize], other: &[usize]) -> Vec<usize> {
    one.iter().copied().filter(|p| !other.contains(p)).collect()
}

/// The subsets of so many of these numbers.
fn subsets(numbers: &[i64], size: usize) -> Vec<Vec<i64>> {
    (0..1_u32 << numbers.len())
        .filter(|mask| mask.count_ones() as usize == size)
        .map(|mask| (0..numbers.len()).filter(|at| mask >> at & 1 == 1).map(|at| numbers[at]).collect())
        .collect()
}

/// D.2: S1 and S2 as they are, then after each exchange.
fn exchanges(group: &[usize], pairs: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let (pairs, last) = (pairs as i64, group.len() as i64);
    let (first, second): (Vec<i64>, Vec<i64>) = ((1..=pairs).collect(), (pairs + 1..=last).collect());
    let mut found = Vec::new();
    for exchanged in 0..=first.len().min(second.len()) {
        let mut list = Vec::new();
        for mut out in subsets(&first, exchanged) {
            // "The one concerning the lowest player of S1" comes first, and then the highest of S2.
            out.reverse();
            for into in subsets(&second, exchanged) {
                let difference = into.iter().sum::<i64>() - out.iter().sum::<i64>();
                let order: Vec<i64> =
                    [difference].into_iter().chain(out.iter().map(|n| -n)).chain(into.clone()).collect();
                let players = |number: i64| group[number as usize - 1];
                let stays = |n: &&i64| !out.contains(n) && !into.contains(n);
                let s1: BTreeSet<usize> = first.iter().filter(stays).chain(&into).map(|n| players(*n)).collect();
                let s2: BTreeSet<usize> = second.iter().filter(stays).chain(&out).map(|n| players(*n)).collect();
                list.push((order, s1.into_iter().collect(), s2.into_iter().collect()));
            }
        }
        list.sort();
        found.extend(list.into_iter().map(|(_, s1, s2)| (s1, s2)));
    }
    found
}

/// The matrices of D.2, in the sequence of their letters.
#[test]
fn exchanges_have_the_order_of_the_matrices() {
    let one = [(4, 5), (4, 6), (3, 5), (4, 7), (3, 6), (2, 5), (3, 7), (2, 6), (2, 7)];
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
    let after = |out: &[usize], into: &[usize]| union(&without(&[1, 2, 3, 4], out), into);
    let mut expected: Vec<Vec<usize>> = one.iter().map(|(out, into)| after(&[*out], &[*into])).collect();
    expected.extend(two.iter().map(|(out, into)| after(out, into)));
    let found = exchanges(&[1, 2, 3, 4, 5, 6, 7, 8], 4).into_iter().map(|(s1, _)| s1);
    let found: Vec<Vec<usize>> = found.filter(|s1| expected.contains(s1)).collect();
    assert_eq!(found, expected);
}

fn play(random: &mut ChaCha8Rng, pairing: &Pairing) -> Round {
    let results = ["1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-"];
    let games = pairing.boards.iter().map(|board| {
        let result = GameResult::from_name(results[random.random_range(0..results.len())]);
        Game { white: board.white, black: board.black, result, rated: true }
    });
    let games = games.collect();
    Round { games, byes: pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing }).into_iter().collect() }
}

/// The pairs, the lower number first, and the bye.
type Pairs = (BTreeSet<(PlayerId, PlayerId)>, Option<PlayerId>);

fn pairs_of(pairing: &Pairing) -> Pairs {
    let sorted = |board: &Board| (board.white.min(board.black), board.white.max(board.black));
    (pairing.boards.iter().map(sorted).collect(), pairing.bye)
}

/// B.2 of a board, and E.1.
fn has_good_colours(state: &RoundState, board: &Board) -> bool {
    let [white, black] = [board.white, board.black].map(|id| state.player(id).expect("paired"));
    let [of_white, of_black] = [white, black].map(|player| wish(player, state.is_topscorer(player)));
    may(white, state.is_topscorer(white))[0]
        && may(black, state.is_topscorer(black))[1]
        && (of_white == of_black || of_white >= 0 && of_black <= 0)
}

#[test]
fn small_tournaments_are_paired_as_a_literal_search_does() {
    let seeds: u64 = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(60);
    let start: u64 = std::env::var("FIRST").ok().and_then(|first| first.parse().ok()).unwrap_or(0);
    let pair = dutch_1998::pair;
    let (mut rounds, mut impossible) = (0, 0);
    let mut steps_of: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in start..start + seeds {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let count = random.random_range(4..=10_u32);
        let planned = random.random_range(2..count);
        let mut tournament = Tournament {
            players: (1..=count).map(|id| Player::new(PlayerId(id))).collect(),
            rounds_planned: Some(planned),
            initial_colour: Some(Colour::White),
            ..Tournament::default()
        };
        if random.random_bool(0.2) {
            let points =
                BTreeMap::from([(1, Score::from_tenths(10)), (2, Score::from_tenths(10)), (3, Score::from_tenths(5))]);
            tournament.accelerations.extend((1..=count / 2).map(|id| (PlayerId(id), points.clone())));
        }
        if random.random_bool(0.3) {
            let players = vec![
                PlayerId(random.random_range(1..=count / 2)),
                PlayerId(random.random_range(count / 2 + 1..=count)),
            ];
            tournament.forbidden.push(ForbiddenGroup { players, rounds: None });
        }
        for round in 1..=planned {
            let mut byes = Vec::new();
            for player in 1..=count {
                if random.random_bool(0.06) {
                    let kinds = [ByeKind::Half, ByeKind::Zero, ByeKind::Full];
                    byes.push(Bye { player: PlayerId(player), kind: kinds[random.random_range(0..3)] });
                }
            }
            tournament.rounds.push(Round { games: Vec::new(), byes: byes.clone() });
            let state = RoundState::new(&tournament, RoundRequest::from(round)).expect("sound");
            let mut maker = Maker::new(&|| false);
            let mut evidence = Inquiry::new(&mut maker);
            let made = pair(&state, &mut evidence).expect("solved");
            for article in ["by C.12", "by C.13", "joined"] {
                let is_of = evidence.taken.iter().any(|step| step.decided.is_some() && step.name.contains(article));
                *steps_of.entry(article).or_default() += usize::from(is_of);
            }
            let steps = maker.into_steps();
            let mut reader = Reader::new(&steps);
            let read = pair(&state, &mut Inquiry::new(&mut reader)).expect("it holds");
            assert_eq!((&read, reader.end()), (&made, Ok(())), "seed {seed} round {round}");
            let id = |player: usize| state.players()[player].id;
            let literal = Literal::new(&state).pair().map(|(pairs, bye)| {
                let sorted = |(a, b): &Pair| (id(*a).min(id(*b)), id(*a).max(id(*b)));
                (pairs.iter().map(sorted).collect::<BTreeSet<_>>(), bye.map(id))
            });
            assert_eq!(made.as_ref().map(pairs_of), literal, "seed {seed} round {round}");
            rounds += 1;
            let Some(pairing) = made else {
                // Nobody else can pair it either.
                let whole = Literal::new(&state);
                assert!(!whole.can_finish(&(0..whole.who.len()).collect::<Vec<_>>(), 0), "seed {seed} round {round}");
                impossible += 1;
                break;
            };
            assert!(pairing.boards.iter().all(|board| has_good_colours(&state, board)), "seed {seed} round {round}");
            let mut played = play(&mut random, &pairing);
            played.byes.extend(byes);
            if let Some(last) = tournament.rounds.last_mut() {
                *last = played;
            }
            if tournament.rounds.last().is_some_and(|round| round.games.is_empty()) {
                break;
            }
        }
    }
    println!("{rounds} rounds, {impossible} impossible; rounds with steps {steps_of:?}");
}
