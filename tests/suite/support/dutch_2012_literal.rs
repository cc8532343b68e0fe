//! The FIDE Dutch system as agreed in Istanbul in 2012 (Handbook C.04.3.1), article by article.
//!
//! **What is literal and what is quicker.** The order of attempts is the article's: D.3, then the transpositions of the
//! moved-down part (D.1.2), then the exchanges (D.2), then the transpositions of the remainder (D.1.1). C.10 is not
//! walked step by step. Its nested loops, with "any criterion may be dropped only for the minimum number of pairs",
//! end at the least [`Broken`], compared from the criterion dropped last to the one dropped first, because X1 and Z1
//! are bounds from below that no pairing undercuts. So that least is found first, over sets of players that are
//! remembered, and then the attempts are gone through in order, skipping those whose beginning cannot end there.
//!
//! Where the text leaves something open, this is how it is read. "Replayed" means that tournaments paired under these
//! rules, whose every round this file reproduces, come out wrong with the other reading.
//!
//! - **Score**: the one that pairing goes by ([`PlayerState::score`]). **Topscorers** (A.10) need "over 50% of the
//!   maximum possible score", which no accelerated point is part of, so they go by the points won
//!   ([`RoundState::is_topscorer`]). Nobody is a topscorer while the number of rounds is unknown.
//! - **B.1.a** holds for pairs the organiser forbids, and not for forfeited games, which have no colour either.
//! - **B.1.b** "a point or half point without playing": a bye allocated or asked for, whole or half, or a win by
//!   forfeit. Not a zero-point bye.
//! - **A.7.a** with a colour difference beyond 1 and the last two games asking for different colours: the difference
//!   ([`PlayerState::preference`]). "The two latest rounds he played" skips unplayed rounds.
//! - **B.2 and topscorers**: a pair with one topscorer is enough, as the note on colours says. Also in C.1.
//! - **A.7.d** is a matter of pairs: both want the same colour, neither only mildly, in an odd round. So is Z in even
//!   rounds (A.8.b). Pairs of which both want the same colour, however mildly, count for X.
//! - **B.3 and the floaters**: A.11 puts "the closeness of the scores" above colours, A.7.d and the note on B.2 speak
//!   of "floaters with a higher score". So of two choices of floaters the one with the lower scores is taken, before
//!   anything of C.10 is looked at: from the highest score down, the fewest floaters with it. Replayed, also for
//!   brackets treated as homogeneous. (Lowest sum instead of highest first: not decided by the replay.)
//! - **B.5, B.6 for downfloaters**: one who was moved down into the bracket floats anyway, whether paired in it or not,
//!   and is not counted. Replayed. The bye makes a downfloater (B.1.b), also here.
//! - **B.5, B.6 for upfloaters**: opponents of the M1 moved-down players, if they have another score. Pairs of unequal
//!   scores in a homogeneous bracket or remainder do not count: C.3.g and C.3.h are about heterogeneous brackets.
//! - **A.3, "at least half"**: of the players in the bracket, after C.1 has moved residents down. Also decides D.4's
//!   "either is homogeneous".
//! - **C.1** moves an incompatible resident down before P0 is counted. One who was moved down already stays, if C.12
//!   does not help: no sentence takes him out, and C.14.b.2 is there for him.
//! - **C.12** is tried where C.1 says so, and whenever a bracket with moved-down players cannot make P1 pairings with
//!   M1 of them: it stands between C.10 and C.14. The previous bracket keeps its own P1 and M1. It is not tried for a
//!   bracket joined by C.13 (replayed), nor after C.13 has changed the floaters ("disallowed when already
//!   backtracking").
//! - **C.8.b, players not among the M1**: "all other players" are S2 (C.4), so they are in S2 and in the remainder.
//! - **C.13, penultimate bracket**: P1 goes down from P0 to 1, and M1 is as many as could be paired, P1 at most. M1 is
//!   not reduced for itself: C.14.b.1 comes first once the remainder was reached. Replayed.
//! - **C.13, joined brackets**: S1 is everybody of the joined bracket, with those moved down into it. When joining does
//!   not help, all of it is the lowest bracket, and only those whom the next penultimate bracket now floats are moved
//!   down. Replayed, both.
//! - **C.13, "allow a pairing in the lowest bracket"**: everybody there can be paired under B.1 and B.2, but one if
//!   they are odd, who may have the bye.
//! - **D.4** is the first criterion in the lowest bracket, joined or not: above C.10.g (a topscorer's B.2), and summed
//!   over all its pairs, those of moved-down players included. Replayed, both.
//! - **D.2** goes on to two players when all exchanges of one are exhausted, and so on.
//! - **E.3** compares the latest games played, then those before: unplayed rounds leave no gap. Replayed.
//! - **E.5** numbers the players of S1 by their place among all who are paired, not by pairing number. Replayed. Odd
//!   ones have the declared initial colour, White if there is none. In a later round, between two players without
//!   preference, the higher ranked has White: the text says nothing, and it fits the two such pairs replayed.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter::Sum;
use std::ops::Add;
use swiss_ilp::tournament::{
    Board, ByeKind, Colour, Float, Outcome, Pairing, PastEvent, PlayerId, PlayerState, Preference, RoundState, Strength,
};

/// Players as their places in the order of A.2, from 0, mostly in that order.
type Players = Vec<usize>;

/// Which sets of players may remain unpaired.
type Allows<'a> = &'a dyn Fn(&[usize]) -> bool;

/// The cases that occurred on the way to a pairing, by article. Tests check that all of them occur.
pub type Seen = BTreeSet<&'static str>;

/// How the attempts are searched. All methods find the same pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// One by one, with requirements lowered step by step; for very few players.
    Plain,
    /// Attempts that cannot succeed are skipped. To find them, all ways to pair a set of players are tried.
    Skipping,
    /// Attempts that cannot succeed are skipped. To find them, the best matching of a set of players is computed.
    Matching,
    /// `Skipping` for few players, `Matching` for many.
    Quick,
}

/// Pairs the round, if there is a pairing under B.1 and B.2.
pub fn pair(state: &RoundState) -> Option<Pairing> {
    pair_with_cases(state, Method::Quick).0
}

/// Pairs the round, and returns the cases that occurred on the way.
pub fn pair_with_cases(state: &RoundState, method: Method) -> (Option<Pairing>, Seen) {
    let round = Round::new(state, method);
    round.see("a topscorer", round.players.iter().any(|player| player.is_topscorer));
    let pairing = pair_brackets(&round).map(|brackets| {
        let boards = brackets.iter().flat_map(|bracket| bracket.pairs.iter());
        let boards = boards.map(|&(one, other)| allocate_colours(&round, one, other)).collect();
        let bye = brackets.last().and_then(|lowest| lowest.unpaired.first());
        Pairing { boards, bye: bye.map(|&player| round.players[player].state.id) }.in_board_order(state)
    });
    (pairing, round.seen.into_inner())
}

/// Pairs these players as the lowest bracket, all at once: who meets whom, who has the bye, and the B3-factor of D.4
/// in hundredths; for tests of D.4.
pub fn pair_as_lowest(
    state: &RoundState,
    moved_down: &[PlayerId],
    residents: &[PlayerId],
) -> Option<(Vec<[PlayerId; 2]>, Option<PlayerId>, u64)> {
    let round = Round::new(state, Method::Quick);
    let [moved_down, residents] =
        [moved_down, residents].map(|ids| ids.iter().filter_map(|&id| state.rank(id)).collect::<Players>());
    let paired = reduce_m1(&round, &mut Bracket { moved_down, residents, is_lowest: true }, None)?;
    let id = |player: usize| state.players()[player].id;
    let pairs = paired.pairs.iter().map(|&(one, other)| [id(one), id(other)]).collect();
    Some((pairs, paired.unpaired.first().map(|&player| id(player)), paired.broken.b3))
}

struct Player<'a> {
    state: &'a PlayerState,
    score: i64,
    preference: Option<Preference>,
    is_topscorer: bool,
    may_have_bye: bool,
}

struct Round<'a> {
    state: &'a RoundState,
    players: Vec<Player<'a>>,
    /// B.1.a, and B.2 for others than topscorers.
    may_meet: Vec<Vec<bool>>,
    method: Method,
    can_be_paired: RefCell<HashMap<Players, bool>>,
    seen: RefCell<Seen>,
}

impl<'a> Round<'a> {
    fn new(state: &'a RoundState, method: Method) -> Self {
        let player = |player: &'a PlayerState| Player {
            state: player,
            score: i64::from(player.score.tenths()),
            preference: player.preference(),
            is_topscorer: state.is_topscorer(player),
            may_have_bye: may_have_bye(player),
        };
        let players: Vec<Player> = state.players().iter().map(player).collect();
        let with_all = |one: &Player| players.iter().map(|other| may_meet(state, one, other)).collect();
        let may_meet = players.iter().map(with_all).collect();
        Self { state, players, may_meet, method, can_be_paired: RefCell::default(), seen: RefCell::default() }
    }

    fn is_to_match(&self, players: usize) -> bool {
        match self.method {
            Method::Plain | Method::Skipping => false,
            Method::Matching => true,
            Method::Quick => players > 14,
        }
    }

    fn see(&self, what: &'static str, is_so: bool) {
        if is_so {
            self.seen.borrow_mut().insert(what);
        }
    }

    fn is_odd(&self) -> bool {
        self.state.round() % 2 == 1
    }

    fn score(&self, player: usize) -> i64 {
        self.players[player].score
    }

    fn may_meet(&self, one: usize, other: usize) -> bool {
        self.may_meet[one][other]
    }

    /// Whether all can be paired, but one with the bye if they are odd.
    fn can_all_be_paired(&self, players: &[usize]) -> bool {
        let Some((&first, others)) = players.split_first() else { return true };
        if let Some(&known) = self.can_be_paired.borrow().get(players) {
            return known;
        }
        let byes = players.len() % 2;
        let can = if self.is_to_match(players.len()) {
            let pair = |one, other| self.may_meet(one, other).then(Broken::default);
            let bye = |player: usize| self.players[player].may_have_bye.then(Broken::default);
            best_matching(players, byes, &pair, &bye).is_some_and(|best| best.is_some())
        } else {
            byes == 1 && self.players[first].may_have_bye && self.can_all_be_paired(others)
                || others
                    .iter()
                    .any(|&other| self.may_meet(first, other) && self.can_all_be_paired(&without(others, &[other])))
        };
        self.can_be_paired.borrow_mut().insert(players.to_vec(), can);
        can
    }
}

fn may_meet(state: &RoundState, one: &Player, other: &Player) -> bool {
    let (a, b) = (one.state.id, other.state.id);
    let breaks_b2 = clash(one, other) == Some(Strength::Absolute);
    a != b
        && !one.state.has_met(b)
        && !state.is_forbidden(a, b)
        && (!breaks_b2 || one.is_topscorer || other.is_topscorer)
}

/// If both prefer the same colour, the milder of the two preferences.
fn clash(one: &Player, other: &Player) -> Option<Strength> {
    let (one, other) = (one.preference?, other.preference?);
    (one.colour == other.colour).then(|| one.strength.min(other.strength))
}

/// B.1.b.
fn may_have_bye(player: &PlayerState) -> bool {
    !player.history.iter().any(|past| match &past.event {
        PastEvent::Bye(kind) => *kind != ByeKind::Zero,
        PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
        PastEvent::Absent => false,
    })
}

/// How often each criterion is not fulfilled, from the one dropped last to the one dropped first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Broken {
    /// B.3 before the lowest bracket: how many float, a digit for each score, the highest in front.
    floaters: u128,
    /// B.3 in the lowest bracket: the B3-factor of D.4.
    b3: u64,
    /// C.10.g: pairs of topscorers against B.2.
    b2: u64,
    /// C.10.f: pairs against A.7.d.
    a7d: u64,
    /// C.10.e: pairs not fulfilling all colour preferences.
    x: u64,
    /// C.10.e: pairs not fulfilling all strong colour preferences.
    z: u64,
    /// C.10.d.
    b5_down: u64,
    /// C.10.c.
    b6_down: u64,
    /// C.10.b.
    b5_up: u64,
    /// C.10.a.
    b6_up: u64,
}

impl Broken {
    fn parts(self) -> [u128; 10] {
        let Self { floaters, b3, b2, a7d, x, z, b5_down, b6_down, b5_up, b6_up } = self;
        let [b3, b2, a7d, x, z] = [b3, b2, a7d, x, z].map(u128::from);
        let [b5_down, b6_down, b5_up, b6_up] = [b5_down, b6_down, b5_up, b6_up].map(u128::from);
        [floaters, b3, b2, a7d, x, z, b5_down, b6_down, b5_up, b6_up]
    }
}

impl Add for Broken {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            floaters: self.floaters + other.floaters,
            b3: self.b3 + other.b3,
            b2: self.b2 + other.b2,
            a7d: self.a7d + other.a7d,
            x: self.x + other.x,
            z: self.z + other.z,
            b5_down: self.b5_down + other.b5_down,
            b6_down: self.b6_down + other.b6_down,
            b5_up: self.b5_up + other.b5_up,
            b6_up: self.b6_up + other.b6_up,
        }
    }
}

impl Sum for Broken {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

/// A score bracket (A.3), without those whom C.1 has moved on.
#[derive(Debug, Clone)]
struct Bracket {
    moved_down: Players,
    residents: Players,
    is_lowest: bool,
}

impl Bracket {
    fn players(&self) -> Players {
        union(&self.moved_down, &self.residents)
    }

    /// A.6.b.
    fn p0(&self) -> usize {
        (self.moved_down.len() + self.residents.len()) / 2
    }

    /// A.6.c, but 0 where at least half have come from a higher bracket: it is treated as homogeneous (A.3).
    fn m0(&self) -> usize {
        if self.moved_down.len() < self.residents.len() { self.moved_down.len() } else { 0 }
    }
}

/// The pairing of a bracket. In the lowest bracket the unpaired player has the bye.
#[derive(Debug, Clone, Default)]
struct Paired {
    p1: usize,
    m1: usize,
    /// The player of S1 first.
    pairs: Vec<(usize, usize)>,
    unpaired: Players,
    broken: Broken,
    /// How many players were exchanged (D.2).
    exchanged: usize,
}

/// A bracket above the lowest one, with its pairing.
struct Done {
    bracket: Bracket,
    /// Those whom C.1 has moved on.
    incompatible: Players,
    paired: Paired,
}

impl Done {
    fn floaters(&self) -> Players {
        union(&self.paired.unpaired, &self.incompatible)
    }
}

/// C: all brackets, from the highest to the lowest.
fn pair_brackets(round: &Round) -> Option<Vec<Paired>> {
    let mut by_score: BTreeMap<Reverse<i64>, Players> = BTreeMap::new();
    for player in 0..round.players.len() {
        by_score.entry(Reverse(round.score(player))).or_default().push(player);
    }
    let Some((_, lowest)) = by_score.pop_last() else { return Some(Vec::new()) };
    let mut done: Vec<Done> = Vec::new();
    for residents in by_score.into_values() {
        let moved_down = done.last().map(Done::floaters).unwrap_or_default();
        let bracket = Bracket { moved_down, residents, is_lowest: false };
        let next = pair_bracket(round, bracket, done.last_mut());
        done.push(next);
    }
    let moved_down = done.last().map(Done::floaters).unwrap_or_default();
    let (lowest, paired) = pair_lowest(round, Bracket { moved_down, residents: lowest, is_lowest: true }, &mut done)?;
    let mut brackets: Vec<(Bracket, Paired)> = done.into_iter().map(|done| (done.bracket, done.paired)).collect();
    brackets.push((lowest, paired));
    for (bracket, paired) in &brackets {
        note_cases(round, bracket, paired);
    }
    Some(brackets.into_iter().map(|(_, paired)| paired).collect())
}

/// C.1 to C.14 for any bracket but the lowest.
fn pair_bracket(round: &Round, mut bracket: Bracket, mut previous: Option<&mut Done>) -> Done {
    let has_opponent = |player: usize, among: &[usize]| among.iter().any(|&other| round.may_meet(player, other));

    // C.1
    let players = bracket.players();
    if bracket.moved_down.iter().any(|&player| !has_opponent(player, &players)) {
        round.see("C.1 for one who was moved down", true);
        if let Some(moved_down) = backtrack(round, &bracket, bracket.p0(), bracket.m0(), previous.as_deref_mut()) {
            bracket.moved_down = moved_down;
        }
    }
    let players = bracket.players();
    let (residents, incompatible) = bracket.residents.iter().partition(|&&player| has_opponent(player, &players));
    bracket.residents = residents;
    round.see("C.1 for a resident", !incompatible.is_empty());

    // C.2
    let p0 = bracket.p0();
    let (mut p1, mut m1) = (p0, bracket.m0());
    let is_heterogeneous = m1 > 0;
    round.see("a heterogeneous bracket", is_heterogeneous);
    round.see("treated as homogeneous", !is_heterogeneous && !bracket.moved_down.is_empty());
    while p1 > 0 {
        if let Some(paired) = find_pairing(round, &bracket, p1, m1, None) {
            return Done { bracket, incompatible, paired };
        }
        if let Some(moved_down) = backtrack(round, &bracket, p1, m1, previous.as_deref_mut()) {
            bracket.moved_down = moved_down;
            continue;
        }
        // C.14
        if m1 == 0 || reaches_remainder(round, &bracket, m1) {
            round.see("C.14.a", m1 == 0);
            round.see("C.14.b.1", m1 > 0);
            p1 -= 1;
        } else {
            round.see("C.14.b.2", true);
            m1 -= 1;
            round.see("C.14.b.2 down to M1 = 0", m1 == 0);
        }
    }
    // C.14.a: "the entire score bracket is moved down".
    round.see("a bracket moved down entirely", true);
    let paired = Paired { unpaired: bracket.players(), ..Paired::default() };
    Done { bracket, incompatible, paired }
}

/// C.14.b: whether M1 of the moved-down players can be paired, whatever becomes of the remainder.
fn reaches_remainder(round: &Round, bracket: &Bracket, m1: usize) -> bool {
    find_pairing(round, bracket, m1, m1, None).is_some()
}

/// C.12: another set of as many floaters with the same scores from the previous bracket, so that P1 pairings, M1 of
/// them with moved-down players, can be made in this one. Changes the previous bracket and returns who is moved down.
fn backtrack(round: &Round, bracket: &Bracket, p1: usize, m1: usize, previous: Option<&mut Done>) -> Option<Players> {
    let previous = previous.filter(|previous| previous.paired.p1 > 0)?;
    let scores = |players: &[usize]| players.iter().map(|&player| round.score(player)).collect::<Vec<_>>();
    let wanted = scores(&previous.paired.unpaired);
    let allows = |unpaired: &[usize]| {
        let moved_down = union(unpaired, &previous.incompatible);
        scores(unpaired) == wanted
            && find_pairing(round, &Bracket { moved_down, ..bracket.clone() }, p1, m1, None).is_some()
    };
    let Paired { p1, m1, .. } = previous.paired;
    let paired = find_pairing(round, &previous.bracket, p1, m1, Some(&allows))?;
    round.see("C.12", true);
    previous.paired = paired;
    Some(previous.floaters())
}

/// C.13.
fn pair_lowest(round: &Round, mut bracket: Bracket, done: &mut Vec<Done>) -> Option<(Bracket, Paired)> {
    if let Some(paired) = reduce_m1(round, &mut bracket, done.last_mut()) {
        return Some((bracket, paired));
    }
    loop {
        let penultimate = done.last_mut()?;
        // All of the lowest bracket but those whom the penultimate one floats now.
        let lowest = without(&bracket.players(), &penultimate.floaters());
        let again = another_pairing(round, penultimate, &|unpaired| {
            round.can_all_be_paired(&union(&union(unpaired, &penultimate.incompatible), &lowest))
        });
        if let Some(paired) = again {
            round.see("C.13, another pairing in the penultimate bracket", true);
            penultimate.paired = paired;
            bracket = Bracket { moved_down: penultimate.floaters(), residents: lowest, is_lowest: true };
        } else {
            // The two are joined: S1 is all of the penultimate bracket, with those moved down to it.
            round.see("C.13, joined", true);
            let joined = union(&penultimate.bracket.players(), &penultimate.incompatible);
            bracket = Bracket { moved_down: joined, residents: lowest, is_lowest: true };
            done.pop();
        }
        if let Some(paired) = reduce_m1(round, &mut bracket, None) {
            return Some((bracket, paired));
        }
    }
}

/// C.13: the lowest bracket with all M0 moved-down players paired, or as many as possible, C.14.b.2.
fn reduce_m1(round: &Round, bracket: &mut Bracket, mut previous: Option<&mut Done>) -> Option<Paired> {
    let m0 = bracket.m0();
    round.see("a heterogeneous lowest bracket", m0 > 0);
    for m1 in (0..=m0).rev() {
        if let Some(paired) = find_pairing(round, bracket, bracket.p0(), m1, None) {
            round.see("the lowest bracket with M1 reduced", m1 < m0);
            return Some(paired);
        }
        if let Some(moved_down) = backtrack(round, bracket, bracket.p0(), m1, previous.as_deref_mut()) {
            round.see("C.12 from the lowest bracket", true);
            bracket.moved_down = moved_down;
            return find_pairing(round, bracket, bracket.p0(), m1, None);
        }
    }
    None
}

/// C.13: another pairing in the penultimate bracket, with ever fewer pairs, until P is zero.
fn another_pairing(round: &Round, penultimate: &Done, allows: Allows) -> Option<Paired> {
    let bracket = &penultimate.bracket;
    let m1 = (1..=bracket.m0()).rev().find(|&m1| reaches_remainder(round, bracket, m1)).unwrap_or(0);
    (1..=bracket.p0()).rev().find_map(|p1| find_pairing(round, bracket, p1, m1.min(p1), Some(allows)))
}

/// C.3 to C.10: the first pairing with P1 pairs, M1 of them with moved-down players, that breaks least; with `allows`,
/// among those whose unpaired players it allows.
fn find_pairing(round: &Round, bracket: &Bracket, p1: usize, m1: usize, allows: Option<Allows>) -> Option<Paired> {
    let players = bracket.players();
    if p1 < m1 || p1 > bracket.p0() {
        return None;
    }
    let unpaired = players.len() - 2 * p1;
    if round.method == Method::Plain {
        return walk_plainly(round, bracket, p1, m1, allows);
    }
    let sets: Option<Vec<Players>> =
        allows.map(|allows| subsets(&players, unpaired).into_iter().filter(|set| allows(set)).collect());
    // D.3: S1 of the heterogeneous part, in descending priority.
    let attempts: Vec<Attempt> =
        subsets(&bracket.moved_down, m1).into_iter().map(|m1| Attempt::new(round, bracket, m1)).collect();
    let mut bests: Vec<(Broken, &Attempt, Unpaired)> = Vec::new();
    for attempt in &attempts {
        let choices = match &sets {
            None => vec![Unpaired::Any(unpaired)],
            Some(sets) => sets.iter().map(|set| Unpaired::Exactly(set)).collect(),
        };
        for choice in choices {
            bests.extend(attempt.least(&players, choice).map(|best| (best, attempt, choice)));
        }
    }
    let least = bests.iter().map(|(best, ..)| *best).min()?;
    // The first attempt of D.3 that comes to the least; among several allowed sets, the pairing that comes first.
    let (_, first, _) = bests.iter().find(|(best, ..)| *best == least)?;
    let walks = bests.iter().filter(|(best, attempt, _)| *best == least && std::ptr::eq(*attempt, *first));
    let found = walks
        .filter_map(|(_, attempt, choice)| attempt.walk(p1, *choice, least))
        .min_by_key(|walk| walk.place.clone())?;
    Some(found.paired)
}

/// Notes the cases that occurred in the pairing of a bracket, for tests.
fn note_cases(round: &Round, bracket: &Bracket, paired: &Paired) {
    let &Paired { p1, m1, broken: least, exchanged, .. } = paired;
    let (x1, z1) = x1_and_z1(round, bracket);
    let fewer = i64::try_from(bracket.p0() - p1).unwrap_or(i64::MAX);
    let [x1, z1] = [x1, z1].map(|least| u64::try_from(least - fewer).unwrap_or(0));
    round.see("fewer than X1", least.x < x1);
    round.see("C.10.e, X above X1", least.x > x1);
    if round.is_odd() {
        round.see("C.10.f", least.a7d > 0);
    } else {
        round.see("fewer than Z1", least.z < z1);
        round.see("C.10.e, Z above Z1", least.z > z1);
    }
    round.see("an exchange of one", exchanged == 1);
    round.see("an exchange of two", exchanged == 2);
    round.see("an exchange of three", exchanged == 3);
    round.see("C.10.a", least.b6_up > 0);
    round.see("C.10.b", least.b5_up > 0);
    round.see("C.10.c", least.b6_down > 0);
    round.see("C.10.d", least.b5_down > 0);
    round.see("C.10.g", least.b2 > 0);
    round.see("C.6 with a remainder", m1 > 0 && p1 > m1);
    round.see("D.4", least.b3 > 0);
}

/// A.8: the fewest pairs that cannot fulfil all colour preferences, and all strong ones, if P0 pairs are made.
fn x1_and_z1(round: &Round, bracket: &Bracket) -> (i64, i64) {
    let count = |colour: Option<Colour>, is_mild: bool| {
        let counts = |player: &&usize| {
            let preference = round.players[**player].preference;
            // Mild preferences are counted apart in even rounds only.
            let mild = !round.is_odd() && preference.is_some_and(|preference| preference.strength == Strength::Mild);
            preference.map(|preference| preference.colour) == colour && mild == is_mild
        };
        i64::try_from(bracket.players().iter().filter(counts).count()).unwrap_or(i64::MAX)
    };
    let [white, black] = [Colour::White, Colour::Black].map(|colour| count(Some(colour), false));
    let [mild_white, mild_black] = [Colour::White, Colour::Black].map(|colour| count(Some(colour), true));
    let a = count(None, false);
    let p0 = i64::try_from(bracket.p0()).unwrap_or(i64::MAX);
    let x1 = p0 - (white + mild_white).min(black + mild_black) - a;
    let z1 = p0 - white.min(black) - mild_white - mild_black - a;
    (x1.max(0), z1.max(0))
}

/// The players who remain unpaired: this number of any players, or exactly these players.
#[derive(Debug, Clone, Copy)]
enum Unpaired<'a> {
    Any(usize),
    Exactly(&'a [usize]),
}

/// A bracket with its S1 chosen.
struct Attempt<'a> {
    round: &'a Round<'a>,
    bracket: &'a Bracket,
    /// The M1 moved-down players who are S1 of the heterogeneous part; nobody if homogeneous.
    s1: Players,
    /// The scores in the bracket.
    scores: BTreeSet<i64>,
    /// Results for sets of players, of whom all but a number are to be paired.
    known: RefCell<HashMap<(Players, usize), Option<Broken>>>,
    /// Results for an S1 that is to be paired with an S2.
    known_across: RefCell<HashMap<(Players, Players), Option<Broken>>>,
}

/// A complete attempt: where in the order of attempts it stands, and what it is.
struct Walk {
    place: Vec<usize>,
    paired: Paired,
}

impl<'a> Attempt<'a> {
    fn new(round: &'a Round<'a>, bracket: &'a Bracket, s1: Players) -> Self {
        let scores = bracket.players().into_iter().map(|player| round.score(player)).collect();
        Self { round, bracket, s1, scores, known: RefCell::default(), known_across: RefCell::default() }
    }

    /// What a pair breaks; `None` if it is forbidden.
    fn of_pair(&self, one: usize, other: usize) -> Option<Broken> {
        let round = self.round;
        let is_s1 = [one, other].map(|player| self.s1.contains(&player));
        if !round.may_meet(one, other) || is_s1 == [true, true] {
            return None;
        }
        let clash = clash(&round.players[one], &round.players[other]);
        let is_strong = u64::from(clash >= Some(Strength::Strong));
        let mut broken = Broken {
            b2: u64::from(clash == Some(Strength::Absolute)),
            a7d: if round.is_odd() { is_strong } else { 0 },
            x: u64::from(clash.is_some()),
            z: if round.is_odd() { 0 } else { is_strong },
            ..Broken::default()
        };
        if self.bracket.is_lowest {
            broken.b3 = square(round.score(one) - round.score(other));
        }
        if is_s1 != [false, false] && round.score(one) != round.score(other) {
            let upfloater = round.players[one.max(other)].state;
            broken.b5_up = u64::from(upfloater.float(1) == Some(Float::Up));
            broken.b6_up = u64::from(upfloater.float(2) == Some(Float::Up));
        }
        Some(broken)
    }

    /// What leaving a player unpaired breaks; `None` if it is forbidden.
    fn of_unpaired(&self, player: usize) -> Option<Broken> {
        let entrant = &self.round.players[player];
        let is_lowest = self.bracket.is_lowest;
        if self.s1.contains(&player) || is_lowest && !entrant.may_have_bye {
            return None;
        }
        let mut broken = Broken::default();
        if is_lowest {
            // D.4: "one point less than the lowest ranked player".
            broken.b3 = self.scores.first().map_or(0, |lowest| square(entrant.score - (lowest - 10)));
        } else {
            broken.floaters = self.digit(entrant.score);
        }
        if !self.bracket.moved_down.contains(&player) {
            broken.b5_down = u64::from(entrant.state.float(1) == Some(Float::Down));
            broken.b6_down = u64::from(entrant.state.float(2) == Some(Float::Down));
        }
        Some(broken)
    }

    /// The digit of this score in [`Broken::floaters`].
    fn digit(&self, score: i64) -> u128 {
        let lower = self.scores.iter().filter(|lower| **lower < score).count();
        let width = usize::BITS - self.bracket.players().len().leading_zeros();
        1 << (width * u32::try_from(lower).unwrap_or(u32::MAX)).min(120)
    }

    /// The least that is broken by pairing `rest`.
    fn least(&self, rest: &[usize], unpaired: Unpaired) -> Option<Broken> {
        match unpaired {
            Unpaired::Any(count) => self.least_but(rest, count),
            Unpaired::Exactly(set) => Some(self.of_set(set)? + self.least_but(&without(rest, set), 0)?),
        }
    }

    fn of_set(&self, unpaired: &[usize]) -> Option<Broken> {
        unpaired.iter().map(|&player| self.of_unpaired(player)).sum()
    }

    /// The least that is broken by pairing all but `unpaired` of `rest`.
    fn least_but(&self, rest: &[usize], unpaired: usize) -> Option<Broken> {
        let Some((&first, others)) = rest.split_first() else { return (unpaired == 0).then(Broken::default) };
        if unpaired > rest.len() || (rest.len() - unpaired) % 2 == 1 {
            return None;
        }
        let key = (rest.to_vec(), unpaired);
        if let Some(known) = self.known.borrow().get(&key) {
            return *known;
        }
        let matched = self.round.is_to_match(rest.len()).then(|| {
            let pair = |one, other| self.of_pair(one, other);
            best_matching(rest, unpaired, &pair, &|player| self.of_unpaired(player))
        });
        let least = matched.flatten().unwrap_or_else(|| {
            let alone = || Some(self.of_unpaired(first)? + self.least_but(others, unpaired.checked_sub(1)?)?);
            let with = |&other: &usize| {
                Some(self.of_pair(first, other)? + self.least_but(&without(others, &[other]), unpaired)?)
            };
            others.iter().filter_map(with).chain(alone()).min()
        });
        self.known.borrow_mut().insert(key, least);
        least
    }

    /// The least that is broken by pairing each of S1 with one of S2.
    fn least_across(&self, s1: &[usize], s2: &[usize], unpaired: Unpaired) -> Option<Broken> {
        match unpaired {
            Unpaired::Any(_) => self.least_across_but(s1, s2),
            Unpaired::Exactly(set) => {
                let s2 = without(s2, set);
                if s1.len() != s2.len() { None } else { Some(self.of_set(set)? + self.least_across_but(s1, &s2)?) }
            }
        }
    }

    fn least_across_but(&self, s1: &[usize], s2: &[usize]) -> Option<Broken> {
        let Some((&first, others)) = s1.split_first() else { return self.of_set(s2) };
        let key = (s1.to_vec(), s2.to_vec());
        if let Some(known) = self.known_across.borrow().get(&key) {
            return *known;
        }
        let matched = self.round.is_to_match(s1.len() + s2.len()).then(|| {
            let pair = |one, other| {
                let is_across = s1.contains(&one) != s1.contains(&other);
                self.of_pair(one, other).filter(|_| is_across)
            };
            let alone = |player| self.of_unpaired(player).filter(|_| s2.contains(&player));
            best_matching(&[s1, s2].concat(), s2.len() - s1.len(), &pair, &alone)
        });
        let least = matched.flatten().unwrap_or_else(|| {
            let with = |&other: &usize| {
                Some(self.of_pair(first, other)? + self.least_across_but(others, &without(s2, &[other]))?)
            };
            s2.iter().filter_map(with).min()
        });
        self.known_across.borrow_mut().insert(key, least);
        least
    }

    /// C.4 to C.9: the first attempt with P1 pairs that breaks no more than `least`.
    fn walk(&self, p1: usize, unpaired: Unpaired, least: Broken) -> Option<Walk> {
        let (mut pairs, mut place, mut broken) = (Vec::new(), Vec::new(), Broken::default());

        // S1 is M1, S2 all others: the first transposition (D.1.2) whose beginning can be completed.
        let mut s2 = without(&self.bracket.players(), &self.s1);
        for (index, &one) in self.s1.iter().enumerate() {
            let s1_rest = &self.s1[index + 1..];
            let completes = |other: usize| {
                let rest = self.least(&union(s1_rest, &without(&s2, &[other])), unpaired)?;
                let sum = broken + self.of_pair(one, other)?;
                (sum + rest == least).then_some((other, sum))
            };
            let (other, sum) = s2.iter().find_map(|&other| completes(other))?;
            broken = sum;
            pairs.push((one, other));
            place.push(other);
            s2 = without(&s2, &[other]);
        }

        // The remainder, or the homogeneous bracket: exchanges (D.2), and transpositions (D.1.1) for each.
        let (s1, s2) = s2.split_at(p1 - self.s1.len());
        let completes = |s1: &[usize], s2: &[usize], broken: Broken| {
            self.least_across(s1, s2, unpaired).is_some_and(|rest| broken + rest == least)
        };
        let ((number, exchanged), (s1, mut s2)) =
            all_exchanges(s1, s2).find(|(_, (s1, s2))| completes(s1, s2, broken))?;
        place.push(number);
        for (index, &one) in s1.iter().enumerate() {
            let s1_rest = &s1[index + 1..];
            let other = s2.iter().copied().find(|&other| {
                let pair = self.of_pair(one, other);
                pair.is_some_and(|pair| completes(s1_rest, &without(&s2, &[other]), broken + pair))
            })?;
            broken = broken + self.of_pair(one, other)?;
            pairs.push((one, other));
            place.push(other);
            s2 = without(&s2, &[other]);
        }
        Some(Walk { place, paired: Paired { p1, m1: self.s1.len(), pairs, unpaired: s2, broken: least, exchanged } })
    }
}

/// C.3 to C.10 by trying all attempts in their order, for each set of requirements in its order.
fn walk_plainly(round: &Round, bracket: &Bracket, p1: usize, m1: usize, allows: Option<Allows>) -> Option<Paired> {
    let mut attempts = all_attempts(round, bracket, p1, m1);
    attempts.retain(|paired| allows.is_none_or(|allows| allows(&paired.unpaired)));

    // B.3 comes before all that C.10 lowers.
    let b3 = |paired: &Paired| (paired.broken.floaters, paired.broken.b3);
    let closest = attempts.iter().map(b3).min()?;
    attempts.retain(|paired| b3(paired) == closest);

    // C.10: "for the minimum number of pairs", so each criterion is dropped for one pair more at a time.
    let (x1, z1) = x1_and_z1(round, bracket);
    let fewer = i64::try_from(bracket.p0() - p1).unwrap_or(i64::MAX);
    let [x1, z1] = [x1, z1].map(|least| u64::try_from(least - fewer).unwrap_or(0));
    let most = |of: fn(&Broken) -> u64| attempts.iter().map(|paired| of(&paired.broken)).max().unwrap_or(0);
    for b2 in 0..=most(|broken| broken.b2) {
        for a7d in 0..=most(|broken| broken.a7d) {
            for x in x1..=most(|broken| broken.x).max(x1) {
                let zs = if round.is_odd() { 0..=0 } else { z1..=x.max(z1) };
                for z in zs {
                    for b5_down in 0..=most(|broken| broken.b5_down) {
                        for b6_down in 0..=most(|broken| broken.b6_down) {
                            for b5_up in 0..=most(|broken| broken.b5_up) {
                                for b6_up in 0..=most(|broken| broken.b6_up) {
                                    let complies = |Paired { broken, .. }: &&Paired| {
                                        broken.b2 <= b2
                                            && broken.a7d <= a7d
                                            && broken.x <= x
                                            && broken.z <= z
                                            && broken.b5_down <= b5_down
                                            && broken.b6_down <= b6_down
                                            && broken.b5_up <= b5_up
                                            && broken.b6_up <= b6_up
                                    };
                                    if let Some(first) = attempts.iter().find(complies) {
                                        return Some(first.clone());
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    None
}

/// C.4 to C.9: all attempts with P1 pairs, M1 of them with moved-down players, in their order.
fn all_attempts(round: &Round, bracket: &Bracket, p1: usize, m1: usize) -> Vec<Paired> {
    let mut attempts = Vec::new();
    for set in subsets(&bracket.moved_down, m1) {
        let attempt = Attempt::new(round, bracket, set);
        let others = without(&bracket.players(), &attempt.s1);
        let mut last = None;
        for transposition in transpositions(&others) {
            // D.1.2: only the first listed may be paired with S1.
            let moved_down: Vec<(usize, usize)> = attempt.s1.iter().copied().zip(transposition).collect();
            if last.replace(moved_down.clone()) == Some(moved_down.clone()) {
                continue;
            }
            let remainder = moved_down.iter().fold(others.clone(), |rest, (_, other)| without(&rest, &[*other]));
            let (s1, s2) = remainder.split_at(p1 - m1);
            for ((_, exchanged), (s1, s2)) in all_exchanges(s1, s2) {
                for s2 in transpositions(&s2) {
                    let (opponents, unpaired) = s2.split_at(s1.len());
                    let pairs = s1.iter().copied().zip(opponents.iter().copied());
                    let pairs: Vec<(usize, usize)> = moved_down.iter().copied().chain(pairs).collect();
                    let of_pairs: Option<Broken> = pairs.iter().map(|(one, other)| attempt.of_pair(*one, *other)).sum();
                    let unpaired = union(unpaired, &[]);
                    if let (Some(of_pairs), Some(of_unpaired)) = (of_pairs, attempt.of_set(&unpaired)) {
                        let broken = of_pairs + of_unpaired;
                        attempts.push(Paired { p1, m1, pairs, unpaired, broken, exchanged });
                    }
                }
            }
        }
    }
    attempts
}

/// D.1: the transpositions of S2, in their order.
pub fn transpositions(s2: &[usize]) -> Box<dyn Iterator<Item = Players> + '_> {
    if s2.is_empty() {
        return Box::new(std::iter::once(Players::new()));
    }
    Box::new(s2.iter().flat_map(|&first| {
        let rest = without(s2, &[first]);
        let rest: Vec<Players> = transpositions(&rest).collect();
        rest.into_iter().map(move |rest| [vec![first], rest].concat())
    }))
}

/// No exchange, then all of one player, of two, and so on: number and players exchanged, then S1 and S2.
fn all_exchanges(s1: &[usize], s2: &[usize]) -> impl Iterator<Item = ((usize, usize), (Players, Players))> {
    let none = (0, (s1.to_vec(), s2.to_vec()));
    let some = (1..=s1.len()).flat_map(move |n| {
        exchanges(s1, s2, n).map(move |(from_s1, from_s2)| {
            (n, (union(&without(s1, &from_s1), &from_s2), union(&without(s2, &from_s2), &from_s1)))
        })
    });
    std::iter::once(none).chain(some).enumerate().map(|(number, (n, groups))| ((number, n), groups))
}

/// D.2: the exchanges of `n` players, in their order: who leaves S1, and who leaves S2.
pub fn exchanges(s1: &[usize], s2: &[usize], n: usize) -> impl Iterator<Item = (Players, Players)> {
    // "Numbers of players" are their places in the bracket.
    let [mut s1_list, s2_list] = [(1, s1), (1 + s1.len(), s2)].map(|(first, group)| {
        let places: Players = (first..).take(group.len()).collect();
        subsets(&places, n)
    });
    // "Decreasing lexicographic order", each written from the lowest player up: 5,4 before 5,3.
    s1_list.sort_by_key(|set| Reverse(set.iter().rev().copied().collect::<Players>()));
    let sum = |set: &Players| set.iter().sum::<usize>();
    let difference = move |i: &Players, j: &Players| sum(j) - sum(i);
    let minimum = s1_list.first().zip(s2_list.first()).map_or(0, |(i, j)| difference(i, j));
    let maximum = s1_list.last().zip(s2_list.last()).map_or(0, |(i, j)| difference(i, j));
    let players = [s1, s2].concat();
    let named = move |set: &Players| set.iter().map(|place| players[place - 1]).collect::<Players>();
    (minimum..=maximum).flat_map(move |delta| {
        let mut found = Vec::new();
        for i in &s1_list {
            for j in s2_list.iter().filter(|j| difference(i, j) == delta) {
                found.push((named(i), named(j)));
            }
        }
        found
    })
}

/// All sets of `size` of the players, in the order of D.3: 1-2, 1-3, 1-4, 2-3.
pub fn subsets(players: &[usize], size: usize) -> Vec<Players> {
    if size == 0 {
        return vec![Players::new()];
    }
    let mut sets = Vec::new();
    for (index, &first) in players.iter().enumerate() {
        let rest = subsets(&players[index + 1..], size - 1);
        sets.extend(rest.into_iter().map(|rest| [vec![first], rest].concat()));
    }
    sets
}

fn union(one: &[usize], other: &[usize]) -> Players {
    let mut players = [one, other].concat();
    players.sort_unstable();
    players
}

fn without(players: &[usize], left_out: &[usize]) -> Players {
    players.iter().copied().filter(|player| !left_out.contains(player)).collect()
}

const fn square(difference: i64) -> u64 {
    difference.unsigned_abs() * difference.unsigned_abs()
}

/// The least broken by a matching of `players` that leaves out `unpaired` of them, `Some(None)` if there is none;
/// `None` if the weights are too large for it.
fn best_matching(
    players: &[usize],
    unpaired: usize,
    pair: &dyn Fn(usize, usize) -> Option<Broken>,
    alone: &dyn Fn(usize) -> Option<Broken>,
) -> Option<Option<Broken>> {
    // Each unpaired player is matched with a dummy. There are as many dummies, and they come after the players.
    let size = players.len() + unpaired;
    let edge = |one: usize, other: usize| match (players.get(one.min(other)), players.get(one.max(other))) {
        (Some(&one), Some(&other)) if one != other => pair(one, other),
        (Some(&player), None) => alone(player),
        _ => None,
    };
    let edges: Vec<Option<Broken>> = (0..size * size).map(|index| edge(index / size, index % size)).collect();

    // One number for each pair. Each part of it has room for the sum over all pairs.
    let mut widths = [0; 10];
    for broken in edges.iter().flatten() {
        for (width, part) in widths.iter_mut().zip(broken.parts()) {
            *width = u128::BITS.min(*width).max(u128::BITS - part.checked_mul(size as u128)?.leading_zeros());
        }
    }
    let bits: u32 = widths.iter().sum();
    if bits > 105 {
        return None;
    }
    let impossible = 1_i128 << (bits + 1);
    let weight = |broken: Broken| {
        let parts = broken.parts().into_iter().zip(widths);
        parts.fold(0_i128, |sum, (part, width)| (sum << width) + i128::try_from(part).unwrap_or(i128::MAX))
    };
    let weights: Vec<i128> = edges.iter().map(|broken| broken.map_or(impossible, weight)).collect();
    let mate = integer_blossom::min_weight_perfect_matching(&weights, size);
    let matched = mate.iter().enumerate().filter(|(one, other)| one < *other);
    Some(matched.map(|(one, &other)| edge(one, other)).sum())
}

/// E: the colours of a pair of S1 and S2.
fn allocate_colours(round: &Round, s1: usize, s2: usize) -> Board {
    let [one, other] = [s1.min(s2), s1.max(s2)].map(|player| &round.players[player]);
    let colour = match (one.preference, other.preference) {
        // E.5
        (None, None) if round.state.round() == 1 => {
            let initial = round.state.initial_colour().unwrap_or(Colour::White);
            if s1.min(s2).is_multiple_of(2) { initial } else { initial.opposite() }
        }
        (None, None) => Colour::White,
        // A.7.f
        (Some(preference), None) => preference.colour,
        (None, Some(preference)) => preference.colour.opposite(),
        // E.1
        (Some(one), Some(other)) if one.colour != other.colour => one.colour,
        // E.2
        (Some(one), Some(other)) if one.strength > other.strength => one.colour,
        (Some(one), Some(other)) if one.strength < other.strength => other.colour.opposite(),
        // E.3, else E.4
        (Some(preference), Some(_)) => {
            let latest = one.state.colours().rev().zip(other.state.colours().rev());
            let different = latest.into_iter().find(|(one, other)| one != other);
            different.map_or(preference.colour, |(one, _)| one.opposite())
        }
    };
    match colour {
        Colour::White => Board { white: one.state.id, black: other.state.id },
        Colour::Black => Board { white: other.state.id, black: one.state.id },
    }
}
