//! Small random tournaments: what the procedure pairs is what a literal search through all pairings finds. The search knows no graph
//! and no cost: it lists the pairings of a bracket, and takes the first one in the sequence of C.10, D.3, D.2 and D.1.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use swiss_rule_proof::certificate::Reader;
use swiss_rule_proof::evidence::Inquiry;
use swiss_rule_proof::{make::Maker, procedure};
use swiss_trf::tournament::{
    Bye, ByeKind, Colour, Float, ForbiddenGroup, Game, GameResult, Outcome, Pairing, PastEvent, Player, PlayerId,
    Round, RoundRequest, RoundState, Score, Tournament,
};

type Pair = (usize, usize);

/// Pairs, and those who stay unpaired.
type Matching = (Vec<Pair>, Vec<usize>);

struct Who {
    score: i64,
    /// The colour, and 1 to 3 for mild, strong and absolute.
    prefers: Option<(Colour, u8)>,
    is_topscorer: bool,
    may_have_bye: bool,
    floats: [Option<Float>; 2],
    barred: BTreeSet<usize>,
}

struct Literal {
    who: Vec<Who>,
    is_odd_round: bool,
}

#[derive(Clone, Default)]
struct Bracket {
    moved: Vec<usize>,
    own: Vec<usize>,
    is_joined: bool,
    is_lowest: bool,
}

struct Shape {
    is_heterogeneous: bool,
    forced: Vec<usize>,
    unpaired: usize,
    unmatched: usize,
}

struct Done {
    bracket: Bracket,
    shape: Shape,
    best: Best,
    leavers: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq)]
struct Best {
    key: Vec<i64>,
    pairs: Vec<Pair>,
    out: Vec<usize>,
}

impl Literal {
    fn new(state: &RoundState) -> Self {
        let index: BTreeMap<PlayerId, usize> = state.players().iter().enumerate().map(|(i, p)| (p.id, i)).collect();
        let who = state.players().iter().map(|player| {
            let colours: Vec<Colour> = player.colours().collect();
            let difference: i32 = colours.iter().map(|colour| colour.sign()).sum();
            let to = if difference > 0 { Colour::Black } else { Colour::White };
            let prefers = colours.last().map(|last| {
                let is_twice = colours.len() > 1 && colours[colours.len() - 2] == *last;
                match difference.abs() {
                    0 if is_twice => (last.opposite(), 3),
                    0 => (last.opposite(), 1),
                    1 if is_twice => (last.opposite(), 3),
                    1 => (to, 2),
                    _ => (to, 3),
                }
            });
            let is_gift = |event: &PastEvent| match event {
                PastEvent::Bye(kind) => *kind != ByeKind::Zero,
                PastEvent::Game { encounters, .. } => encounters.iter().any(|e| e.1 == Outcome::ForfeitWin),
                PastEvent::Absent => false,
            };
            let met = player.history.iter().filter_map(|past| past.event.met());
            let banned = state.forbidden().filter_map(|(a, b)| match (a == player.id, b == player.id) {
                (true, _) => Some(b),
                (_, true) => Some(a),
                _ => None,
            });
            Who {
                score: i64::from(player.score.tenths()),
                prefers,
                is_topscorer: state.is_topscorer(player),
                may_have_bye: !player.history.iter().any(|past| is_gift(&past.event)),
                floats: [player.float(1), player.float(2)],
                barred: met.chain(banned).filter_map(|id| index.get(&id).copied()).collect(),
            }
        });
        Self { who: who.collect(), is_odd_round: state.round() % 2 == 1 }
    }

    fn clash(&self, (a, b): Pair, least: u8) -> bool {
        let strong = |w: &Who| w.prefers.filter(|p| p.1 >= least).map(|p| p.0);
        strong(&self.who[a]).is_some() && strong(&self.who[a]) == strong(&self.who[b])
    }

    fn may_meet(&self, a: usize, b: usize) -> bool {
        a != b
            && !self.who[a].barred.contains(&b)
            && (self.who[a].is_topscorer || self.who[b].is_topscorer || !self.clash((a, b), 3))
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

    /// The sequence number of a pairing of the bracket, as a list of numbers; the least comes first.
    fn key(&self, bracket: &Bracket, is_heterogeneous: bool, (pairs, out): &Matching) -> Vec<i64> {
        let players = union(&bracket.moved, &bracket.own);
        let is_moved = |p: usize| is_heterogeneous && bracket.moved.contains(&p);
        let score = |p: usize| self.who[p].score;
        let mut first: Vec<Pair> = pairs.iter().copied().filter(|(a, _)| is_moved(*a)).collect();
        first.sort_unstable();
        let moved = players.iter().filter(|p| is_moved(**p)).count();
        let mut key = vec![(moved - first.len()) as i64, out.len() as i64];
        if bracket.is_joined && bracket.is_lowest {
            key.push(0);
            let lowest = players.iter().map(|p| score(*p)).min().unwrap_or_default();
            let of_pairs = pairs.iter().map(|(a, b)| (score(*a) - score(*b)).pow(2)).sum::<i64>();
            key.push(of_pairs + out.iter().map(|p| (score(*p) - lowest + 10).pow(2)).sum::<i64>());
        } else {
            key.push(out.iter().map(|p| score(*p)).sum());
            key.push(0);
        }
        let clashes = |least: u8| pairs.iter().filter(|pair| self.clash(**pair, least)).count() as i64;
        key.push(clashes(3));
        key.extend(if self.is_odd_round { [clashes(2), clashes(1)] } else { [clashes(1), clashes(2)] });
        for ago in 0..2 {
            let had = |p: &&usize| !bracket.moved.contains(p) && self.who[**p].floats[ago] == Some(Float::Down);
            key.push(out.iter().filter(had).count() as i64);
        }
        for ago in 0..2 {
            let had = |(_, b): &&Pair| !is_moved(*b) && self.who[*b].floats[ago] == Some(Float::Up);
            key.push(first.iter().filter(had).count() as i64);
        }
        // D.3, then D.1 for S1.
        for player in players.iter().filter(|p| is_moved(**p)) {
            key.push(i64::from(!first.iter().any(|(a, _)| a == player)));
        }
        key.extend(first.iter().map(|(_, b)| *b as i64));
        let is_first = |p: &usize| first.iter().any(|(a, b)| a == p || b == p);
        let group: Vec<usize> = players.iter().copied().filter(|p| !is_first(p)).collect();
        let rest: Vec<Pair> = pairs.iter().copied().filter(|pair| !first.contains(pair)).collect();
        key.extend(sequence(&group, &rest));
        key
    }

    /// The first pairing in the sequence among those that are good for what is below.
    fn best(
        &self,
        bracket: &Bracket,
        shape: &Shape,
        unpaired: Option<usize>,
        is_good: &dyn Fn(&Matching, &[i64]) -> Option<i64>,
    ) -> Option<Best> {
        let mut players = union(&bracket.moved, &bracket.own);
        players.retain(|p| !shape.forced.contains(p));
        let counts: Vec<usize> = unpaired.map_or_else(|| (0..=players.len()).collect(), |count| vec![count]);
        let all = counts.into_iter().flat_map(|count| self.matchings(&players, count));
        let moved_only = Bracket {
            moved: without(&bracket.moved, &shape.forced),
            own: without(&bracket.own, &shape.forced),
            ..bracket.clone()
        };
        let keyed = all.filter_map(|matching| {
            let key = self.key(&moved_only, shape.is_heterogeneous, &matching);
            is_good(&matching, &key).map(|good| (good, key, matching))
        });
        // What is below comes after the structure, before all else.
        let found = keyed.min_by_key(|(good, key, _)| (key[..3].to_vec(), *good, key[3..].to_vec()))?;
        let (_, key, (pairs, out)) = found;
        Some(Best { key, pairs, out })
    }

    fn shape(&self, bracket: &Bracket) -> Shape {
        let players = union(&bracket.moved, &bracket.own);
        let forced: Vec<usize> =
            players.iter().copied().filter(|p| !players.iter().any(|q| self.may_meet(*p, *q))).collect();
        let left = without(&players, &forced);
        let moved = without(&bracket.moved, &forced).len();
        let mut shape =
            Shape { is_heterogeneous: moved > 0 && 2 * moved < left.len(), forced, unpaired: 0, unmatched: 0 };
        if shape.is_heterogeneous {
            let all = (0..=left.len()).flat_map(|count| self.matchings(&left, count));
            let values = all.map(|(pairs, out)| {
                (moved - pairs.iter().filter(|(a, _)| bracket.moved.contains(a)).count(), out.len())
            });
            (shape.unmatched, shape.unpaired) = values.min().expect("nobody need be paired");
            shape.is_heterogeneous = shape.unmatched < moved;
        }
        if !shape.is_heterogeneous {
            shape.unmatched = 0;
            shape.unpaired = (0..=left.len())
                .find(|count| !self.matchings(&left, *count).is_empty())
                .expect("nobody need be paired");
        }
        shape
    }

    fn lowest_shape(bracket: &Bracket) -> Shape {
        let is_heterogeneous = !bracket.moved.is_empty() && bracket.moved.len() < bracket.own.len();
        Shape { is_heterogeneous, forced: Vec::new(), unpaired: 0, unmatched: 0 }
    }

    /// All complete pairings, with who has the bye.
    fn complete(&self, players: &[usize]) -> Vec<Matching> {
        let all = self.matchings(players, self.who.len() % 2);
        all.into_iter().filter(|(_, out)| out.iter().all(|p| self.who[*p].may_have_bye)).collect()
    }

    fn scores(&self, players: &[usize]) -> Vec<i64> {
        let mut scores: Vec<i64> = players.iter().map(|p| self.who[*p].score).collect();
        scores.sort_unstable();
        scores
    }

    fn done(bracket: Bracket, shape: Shape, best: Best) -> Done {
        let leavers = union(&best.out, &shape.forced);
        Done { bracket, shape, best, leavers }
    }

    fn is_as_before(&self, before: &Best, matching: &Matching, key: &[i64]) -> bool {
        key[..3] == before.key[..3] && self.scores(&matching.1) == self.scores(&before.out)
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
            let mut bracket = Bracket { moved: moved(&done), own, ..Bracket::default() };
            if let Some(found) = done.last().and_then(|before| self.other_set(before, &bracket)) {
                let before = done.pop().expect("there");
                done.push(Self::done(before.bracket, before.shape, found));
                bracket.moved = moved(&done);
            }
            let shape = self.shape(&bracket);
            let best = self.best(&bracket, &shape, Some(shape.unpaired), &|_, _| Some(0)).expect("it was there");
            done.push(Self::done(bracket, shape, best));
        }
        let (mut added, mut own, mut is_joined) = (Vec::new(), last, false);
        loop {
            if let Some(best) = self.pair_lowest(&mut done, &added, &own, is_joined) {
                let pairs = done.iter().flat_map(|done| done.best.pairs.clone()).chain(best.pairs).collect();
                return Some((pairs, best.out.first().copied()));
            }
            let popped = done.pop()?;
            (own, added, is_joined) = (union(&added, &own), popped.bracket.own, true);
        }
    }

    fn other_set(&self, before: &Done, bracket: &Bracket) -> Option<Best> {
        if bracket.moved.is_empty() || before.best.pairs.is_empty() {
            return None;
        }
        let shape = self.shape(bracket);
        let players = bracket.moved.len() + bracket.own.len();
        let stuck = bracket.moved.iter().filter(|p| shape.forced.contains(p)).count();
        let gone = if stuck > 0 { 0 } else { shape.forced.len() };
        let fewest = gone + (players - gone) % 2;
        let (unpaired, unmatched) = (shape.forced.len() + shape.unpaired, stuck + shape.unmatched);
        (fewest..=unpaired).step_by(2).find_map(|spares| {
            let most = match spares < unpaired {
                true if shape.is_heterogeneous => Some(unmatched),
                true => None,
                false if spares == fewest && unmatched > 0 => Some(unmatched - 1),
                false => return None,
            };
            self.best(&before.bracket, &before.shape, None, &|matching, key| {
                if !self.is_as_before(&before.best, matching, key) {
                    return None;
                }
                let leavers = union(&matching.1, &before.shape.forced);
                let below = self.matchings(&union(&leavers, &bracket.own), spares);
                let out = below.iter().map(|(_, out)| out.iter().filter(|p| leavers.contains(p)).count()).min()?;
                match most {
                    None => Some(0),
                    Some(most) => (out <= most).then_some(out as i64),
                }
            })
        })
    }

    fn pair_lowest(&self, done: &mut Vec<Done>, added: &[usize], own: &[usize], is_joined: bool) -> Option<Best> {
        let below = union(added, own);
        let lowest =
            |moved: Vec<usize>| Bracket { moved: union(&moved, added), own: own.to_vec(), is_joined, is_lowest: true };
        let mut bracket = lowest(moved(done));
        let is_full = |bracket: &Bracket, (pairs, out): &Matching| {
            let is_moved = |p: &usize| Self::lowest_shape(bracket).is_heterogeneous && bracket.moved.contains(p);
            !out.iter().any(is_moved) && !pairs.iter().any(|(a, b)| is_moved(a) && is_moved(b))
        };
        let all = union(&bracket.moved, &bracket.own);
        if !is_joined && !bracket.moved.is_empty() && !self.complete(&all).iter().any(|m| is_full(&bracket, m)) {
            let before = done.last().expect("somebody was moved down");
            let is_strict = Self::lowest_shape(&bracket).is_heterogeneous;
            let found = self.best(&before.bracket, &before.shape, None, &|matching, key| {
                let leavers = union(&matching.1, &before.shape.forced);
                let fits = |m: &Matching| {
                    let is_left = |p: &usize| leavers.contains(p);
                    !is_strict || !m.1.iter().any(is_left) && !m.0.iter().any(|(a, b)| is_left(a) && is_left(b))
                };
                let is_good = self.is_as_before(&before.best, matching, key)
                    && self.complete(&union(&leavers, &below)).iter().any(fits);
                is_good.then_some(0)
            });
            if let Some(found) = found {
                let before = done.pop().expect("there");
                done.push(Self::done(before.bracket, before.shape, found));
            }
            bracket = lowest(moved(done));
        }
        if self.complete(&union(&bracket.moved, &bracket.own)).is_empty() {
            let before = done.last()?;
            let inside = without(&before.bracket.moved, &before.shape.forced).len() as i64;
            let found = self.best(&before.bracket, &before.shape, None, &|matching, _| {
                let leavers = union(&matching.1, &before.shape.forced);
                (!self.complete(&union(&leavers, &below)).is_empty()).then_some(0)
            })?;
            if found.pairs.is_empty() || before.shape.is_heterogeneous && found.key[0] == inside {
                return None;
            }
            let before = done.pop().expect("there");
            done.push(Self::done(before.bracket, before.shape, found));
            bracket = Bracket { moved: moved(done), own: below, is_joined, is_lowest: true };
        }
        let mut shape = Self::lowest_shape(&bracket);
        let has_bye = |m: &Matching, _: &[i64]| m.1.iter().all(|p| self.who[*p].may_have_bye).then_some(0);
        let best = self.best(&bracket, &shape, Some(self.who.len() % 2), &has_bye)?;
        if shape.is_heterogeneous && best.key[0] == bracket.moved.len() as i64 {
            shape.is_heterogeneous = false;
            return self.best(&bracket, &shape, Some(self.who.len() % 2), &has_bye);
        }
        Some(best)
    }
}

fn moved(done: &[Done]) -> Vec<usize> {
    done.last().map(|done| done.leavers.clone()).unwrap_or_default()
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

/// The first place in the lists of D.2 and D.1 in which the group is paired like this.
fn sequence(group: &[usize], pairs: &[Pair]) -> Vec<i64> {
    let number = |p: usize| group.iter().position(|q| *q == p).expect("of the group") as i64 + 1;
    let pairs: Vec<(i64, i64)> = pairs.iter().map(|(a, b)| (number(*a), number(*b))).collect();
    let (count, last) = (pairs.len() as i64, group.len() as i64);
    let (first, second): (Vec<i64>, Vec<i64>) = ((1..=count).collect(), (count + 1..=last).collect());
    let mut found: Vec<Vec<i64>> = Vec::new();
    for exchanged in 0..=first.len().min(second.len()) {
        let mut list = Vec::new();
        for mut out in subsets(&first, exchanged) {
            out.reverse();
            for into in subsets(&second, exchanged) {
                let difference = into.iter().sum::<i64>() - out.iter().sum::<i64>();
                // S1's list is in decreasing, S2's in increasing lexicographic order.
                let order: Vec<i64> =
                    [difference].into_iter().chain(out.iter().map(|n| -n)).chain(into.clone()).collect();
                let mut s1: Vec<i64> = first.iter().copied().filter(|n| !out.contains(n)).chain(into.clone()).collect();
                s1.sort_unstable();
                list.push((order, s1));
            }
        }
        list.sort();
        for (order, s1) in list {
            let opponent =
                |n: i64| pairs.iter().find_map(|(a, b)| if *a == n { Some(*b) } else { (*b == n).then_some(*a) });
            let met: Option<Vec<i64>> = s1.iter().map(|n| opponent(*n).filter(|other| !s1.contains(other))).collect();
            if let Some(met) = met {
                found.push([vec![exchanged as i64], order, met].concat());
                break;
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found.pop().expect("some exchange leads to every pairing")
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

#[test]
fn small_tournaments_are_paired_as_a_literal_search_does() {
    let seeds: u64 = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(60);
    let start: u64 = std::env::var("FIRST").ok().and_then(|first| first.parse().ok()).unwrap_or(0);
    let pair = procedure("dutch-2012").expect("known");
    let (mut rounds, mut impossible) = (0, 0);
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
            let made = pair(&state, &mut Inquiry::new(&mut maker)).expect("solved");
            let steps = maker.into_steps();
            let mut reader = Reader::new(&steps);
            let read = pair(&state, &mut Inquiry::new(&mut reader)).expect("it holds");
            assert_eq!((&read, reader.end()), (&made, Ok(())), "seed {seed} round {round}");
            let id = |player: usize| state.players()[player].id;
            let sorted = |a: PlayerId, b: PlayerId| (a.min(b), a.max(b));
            let literal = Literal::new(&state).pair().map(|(pairs, bye)| {
                let pairs: BTreeSet<_> = pairs.iter().map(|(a, b)| sorted(id(*a), id(*b))).collect();
                (pairs, bye.map(id))
            });
            let ours = made.as_ref().map(|pairing| {
                let pairs: BTreeSet<_> = pairing.boards.iter().map(|b| sorted(b.white, b.black)).collect();
                (pairs, pairing.bye)
            });
            assert_eq!(ours, literal, "seed {seed} round {round}");
            rounds += 1;
            let Some(pairing) = made else {
                impossible += 1;
                break;
            };
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
    println!("{rounds} rounds, {impossible} impossible");
}
