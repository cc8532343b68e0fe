//! FIDE's Dubov system (C.04.4.1) of February 2026, word by word: slow and simple.
//!
//! Where the text leaves something open, this is how it is read:
//!
//! - **1.1, rating**: "each player must have" one. Who has none in the file has 0 in sums, and counts among the opponents.
//! - **1.2, TPN**: the place among those who have arrived (C.04.2, 2.4; so FIDE has ruled): who is to be paired now, or was paired or had a
//!   pairing-allocated bye before. The order is that of [`PlayerState::number`], so only the parity in 5.2.1 depends on it.
//! - **1.3.1, score, and "points" in 5.2.1**: that of [`PlayerState::score`], with the points of an acceleration.
//! - **1.6.1, two absolute preferences**: where the colour difference and the last two games ask for different colours, the difference is
//!   followed, which the article names first. No round that is paired by these rules leads there.
//! - **1.7.1, ARO**: an opponent who was met twice, against C1, is one opponent.
//! - **1.8.1, "upfloated"**: 1.3.2 calls those upfloaters who come from lower scoregroups into a bracket. As few come as can be, so none
//!   meets another one: each was paired with somebody of a higher score. No word says that their game had to be played.
//! - **1.8.2, Rnds**: if the number of rounds is not known, those up to this one. The text says nothing: it was one more, as no round is
//!   the last one then, until engine and second reading were seen to have this.
//! - **2.1.1, C1**: what the organiser forbids is forbidden like a second meeting. A forfeited game is no meeting (C.04.2, 3.5).
//! - **2.1.2 and 3.1.1**: both hold. By C2 as many points as for a win bar from the bye, however they were scored without playing, and by
//!   3.1.1 a win by forfeit does, whatever it is worth. Here 3.1.1 was first taken for short for C2, as the second reading does.
//! - **2.2.1, "all players not yet paired"**: those who are left by the bracket, as the bracket itself can be paired.
//! - **2.3.5, C9**: all upfloats, in the rounds before, of the maximum upfloaters in the set, added up.
//! - **3.2.2**: each criterion is minimised among the sets that are best by those before it.
//! - **3.2.3, "first half"**: the smaller TPNs.
//! - **3.2.4, "unavoidably"**: in every legal pairing of the bracket; "the number of such pairs" is the least that there can be.
//! - **3.2.4, "can yield a legal pairing"**: after both shifts, one in which nobody meets another of the own subgroup, as 3.2.6 has it.
//! - **4.3.1, the pool**: all of the bracket who seek that colour, so nobody who was just shifted. Where nobody of the bracket has played,
//!   all seek Black: there G1, as 3.2.3 composes it, stands for the White seekers, and G2 for the Black seekers.
//! - **4.4.1, "Article 2.2.4"**: there is none; 3.2.4.
//! - **5.1**: unknown lots gave White.

mod tests;

use itertools::Itertools;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use swiss_trf::tournament::{
    Board, ByeKind, Colour, Outcome, Pairing, PastEvent, PastRound, PlayerId, PlayerState, RoundState, Score, Strength,
};

/// Places of players in [`RoundState::players`], a bit each.
type Group = u64;

fn members(group: Group) -> Vec<usize> {
    (0..64).filter(|place| group >> place & 1 == 1).collect()
}

fn group(members: &[usize]) -> Group {
    members.iter().map(|place| 1_u64 << place).sum()
}

/// Two subgroups of a bracket: G1 and G2 (3.2.3).
type Subgroups = [Vec<usize>; 2];

/// 1.9.2: pairs the round. `None` if it cannot be completed (1.9.3).
pub fn pair(state: &RoundState) -> Option<Pairing> {
    assert!(state.players().len() < 64, "enumeration is for small fields");
    let round = Literal::new(state);
    let mut unpaired: Group = (1 << state.players().len()) - 1;
    let mut bye = None;
    if state.players().len() % 2 == 1 {
        let receiver = round.bye(unpaired)?;
        unpaired &= !(1 << receiver);
        bye = Some(state.players()[receiver].id);
    }
    round.fewest_missed(unpaired)?;
    let mut boards = Vec::new();
    while unpaired != 0 {
        let residents = group(&members(unpaired).into_iter().max_set_by_key(|place| round.score(*place)));
        let bracket = residents | round.upfloaters(residents, unpaired);
        let pairs = round.pair_bracket(bracket);
        boards.extend(pairs.into_iter().map(|pair| round.board(pair).map(|place| state.players()[place].id)));
        unpaired &= !bracket;
    }
    let boards = boards.into_iter().map(|[white, black]| Board { white, black });
    Some(Pairing { boards: boards.collect(), bye }.in_board_order(state))
}

struct Literal<'s> {
    state: &'s RoundState,
    facts: Vec<Facts>,
    /// For each two, C1 and C3.
    may_meet: Vec<Vec<bool>>,
    /// The best C7 of each group that was asked.
    known: RefCell<HashMap<Group, Option<usize>>>,
}

/// What Article 1 defines of a player.
struct Facts {
    /// 1.2.
    tpn: u32,
    /// The colours of the games played, first to last.
    colours: Vec<Colour>,
    /// 1.6.
    preference: (Colour, Strength),
    /// 1.7.
    aro: u64,
    /// 1.8.1: in how many rounds the player was upfloated.
    upfloats: usize,
    /// Whether in the previous round.
    upfloated_last: bool,
}

impl Facts {
    fn new(state: &RoundState, player: &PlayerState) -> Self {
        let upfloated = player.history.iter().map(was_upfloated).collect_vec();
        let colours = player.history.iter().flat_map(colours).collect_vec();
        Self {
            tpn: tpn(state, player),
            preference: preference(&colours),
            colours,
            aro: aro(state, player),
            upfloats: upfloated.iter().filter(|upfloated| **upfloated).count(),
            upfloated_last: upfloated.ends_with(&[true]),
        }
    }
}

impl<'s> Literal<'s> {
    fn new(state: &'s RoundState) -> Self {
        let players = state.players();
        let facts = players.iter().map(|player| Facts::new(state, player)).collect_vec();
        let may_meet = |one: usize, other: usize| {
            let [(colour, strength), opposing] = [one, other].map(|place| facts[place].preference);
            // 2.1.1, 2.1.3.
            let c1 = !opponents(&players[one]).contains(&players[other].id)
                && !state.is_forbidden(players[one].id, players[other].id);
            let c3 = strength != Strength::Absolute || opposing != (colour, Strength::Absolute);
            c1 && c3
        };
        let row = |one| (0..players.len()).map(|other| may_meet(one, other)).collect();
        let may_meet = (0..players.len()).map(row).collect();
        Self { state, facts, may_meet, known: RefCell::default() }
    }

    fn score(&self, place: usize) -> Score {
        self.state.players()[place].score
    }

    fn tpn(&self, place: usize) -> u32 {
        self.facts[place].tpn
    }

    fn has_played(&self, place: usize) -> bool {
        !self.facts[place].colours.is_empty()
    }

    /// The least sum of `cost` in a pairing of `group` that complies with C1 and C3; `None` if there is none.
    fn least(
        &self,
        group: Group,
        cost: &impl Fn([usize; 2]) -> usize,
        known: &mut HashMap<Group, Option<usize>>,
    ) -> Option<usize> {
        let players = members(group);
        let Some((&first, others)) = players.split_first() else { return Some(0) };
        if let Some(least) = known.get(&group) {
            return *least;
        }
        let with = |&other: &usize| {
            let rest = group & !(1 << first) & !(1 << other);
            Some(cost([first, other]) + self.least(rest, cost, known)?)
        };
        let least = others.iter().filter(|&&other| self.may_meet[first][other]).filter_map(with).min();
        known.insert(group, least);
        least
    }

    /// 2.3.3, C7, in the pairing of `group` in which it is best; `None` if C1 and C3 allow no pairing.
    fn fewest_missed(&self, group: Group) -> Option<usize> {
        self.least(group, &|pair| self.missed(pair), &mut self.known.borrow_mut())
    }

    fn can_be_paired(&self, group: Group) -> bool {
        self.fewest_missed(group).is_some()
    }

    /// How many of the two do not get their colour preference.
    fn missed(&self, pair: [usize; 2]) -> usize {
        let has = self.board(pair).into_iter().zip(Colour::BOTH);
        has.filter(|(place, colour)| self.facts[*place].preference.0 != *colour).count()
    }

    /// 3.1.
    fn bye(&self, all: Group) -> Option<usize> {
        let is_possible = |&place: &usize| {
            // 3.1.1, 3.1.2.
            may_have_bye(self.state, &self.state.players()[place]) && self.can_be_paired(all & !(1 << place))
        };
        let candidates = members(all).into_iter().filter(is_possible);
        // 3.1.3, 3.1.4, 3.1.5.
        candidates.min_by_key(|&place| {
            (self.score(place), Reverse(self.facts[place].colours.len()), Reverse(self.tpn(place)))
        })
    }

    /// 3.2.1 and 3.2.2: the upfloaters of the bracket of `residents`.
    fn upfloaters(&self, residents: Group, unpaired: Group) -> Group {
        // 4.2.1, 4.2.2.
        let mut pool = members(unpaired & !residents);
        pool.sort_by_key(|&place| (Reverse(self.score(place)), self.tpn(place)));
        // The note of 3.2.1, with 2.2.1, C4.
        let is_legal = |set: &Vec<usize>| {
            self.can_be_paired(residents | group(set)) && self.can_be_paired(unpaired & !residents & !group(set))
        };
        // 4.1.3: `combinations` has this order. 2.3.1, C5.
        let sets = |size| pool.iter().copied().combinations(size).filter(is_legal).collect_vec();
        let smallest = (0..=pool.len()).map(sets).find(|sets| !sets.is_empty()).expect("all can be paired");
        let quality = |set: &Vec<usize>| {
            // 2.3.2, C6: the lowest score is to be as high as can be, then the next one.
            let scores =
                set.iter().map(|place| Reverse(self.score(*place))).sorted_by_key(|score| score.0).collect_vec();
            let c7 = self.fewest_missed(residents | group(set));
            (scores, c7, self.c8_to_c10(set))
        };
        // The first of the best.
        group(&smallest.into_iter().min_by_key(quality).expect("there is a set"))
    }

    /// 2.3.4, 2.3.5, 2.3.6.
    fn c8_to_c10(&self, set: &[usize]) -> [usize; 3] {
        if self.state.is_last_round() == Some(true) {
            return [0; 3];
        }
        let rounds = self.state.rounds_planned().unwrap_or(self.state.round());
        let facts = || set.iter().map(|place| &self.facts[*place]);
        let maximum = || facts().map(|player| player.upfloats).filter(|upfloats| *upfloats >= max_t(rounds));
        [maximum().count(), maximum().sum(), facts().filter(|player| player.upfloated_last).count()]
    }

    /// 3.2.3 to 3.2.6.
    fn pair_bracket(&self, bracket: Group) -> Vec<[usize; 2]> {
        let [mut g1, mut g2] = self.recomposed(bracket, &self.subgroups(bracket));
        // 3.2.5.
        g1.sort_by_key(|&place| (self.facts[place].aro, self.tpn(place)));
        // 4.4.2.
        g2.sort_by_key(|&place| self.tpn(place));
        self.transposition(&g1, &g2, &|_| true, &mut Vec::new()).expect("the shifts leave a pairing")
    }

    /// 3.2.3.
    fn subgroups(&self, bracket: Group) -> Subgroups {
        let mut players = members(bracket);
        if players.iter().any(|&place| self.has_played(place)) {
            let (white, black) =
                players.into_iter().partition(|&place| self.facts[place].preference.0 == Colour::White);
            return [white, black];
        }
        players.sort_by_key(|&place| self.tpn(place));
        let second_half = players.split_off(players.len() / 2);
        [players, second_half]
    }

    /// 3.2.4.
    fn recomposed(&self, bracket: Group, initial: &Subgroups) -> Subgroups {
        let smaller = usize::from(initial[0].len() > initial[1].len());
        let larger = 1 - smaller;
        let is_within = |pair: [usize; 2]| usize::from(pair.iter().all(|place| initial[smaller].contains(place)));
        let within = self.least(bracket, &is_within, &mut HashMap::new()).expect("a legal pairing");
        let to_equalise = (initial[larger].len() + within - (initial[smaller].len() - within)) / 2;
        let numbered = self.numbered(initial);
        let best = self.fewest_missed(bracket).expect("a legal pairing");
        let first = numbered[smaller].iter().copied().combinations(within);
        let second = || numbered[larger].iter().copied().combinations(to_equalise);
        let shifts = first.flat_map(|first| second().map(move |second| (first.clone(), second)));
        let shifted = shifts.map(|(from_smaller, from_larger)| {
            let mut groups = initial.clone();
            groups[smaller].retain(|place| !from_smaller.contains(place));
            groups[larger].retain(|place| !from_larger.contains(place));
            groups[smaller].extend(from_larger);
            groups[larger].extend(from_smaller);
            groups
        });
        let c7 = |pairing: &[[usize; 2]]| pairing.iter().map(|pair| self.missed(*pair)).sum::<usize>();
        let is_best = |pairing: &[[usize; 2]]| c7(pairing) == best;
        let mut yielding = shifted.filter(|[g1, g2]| self.transposition(g1, g2, &is_best, &mut Vec::new()).is_some());
        yielding.next().expect("a pairing that complies at best with C7 is between two subgroups")
    }

    /// 4.3: the shifters of both subgroups, from #1 on.
    fn numbered(&self, [white, black]: &Subgroups) -> Subgroups {
        // 4.3.2.
        let white = white.iter().copied().sorted_by_key(|&place| (self.facts[place].aro, self.tpn(place)));
        let black = black.iter().copied().sorted_by_key(|&place| self.tpn(place));
        [from_the_middle(white.collect()), from_the_middle(black.collect())]
    }

    /// 3.2.6 and the note of 4.4.2: the pairing of `begun` and the first legal transposition of `g2` beside `s1` that is `accepted`.
    fn transposition(
        &self,
        s1: &[usize],
        g2: &[usize],
        accepted: &impl Fn(&[[usize; 2]]) -> bool,
        begun: &mut Vec<[usize; 2]>,
    ) -> Option<Vec<[usize; 2]>> {
        let Some((&first, rest)) = s1.split_first() else { return accepted(begun).then(|| begun.clone()) };
        g2.iter().filter(|&&other| self.may_meet[first][other]).find_map(|&other| {
            let others = g2.iter().copied().filter(|&place| place != other).collect_vec();
            begun.push([first, other]);
            let found = self.transposition(rest, &others, accepted, begun);
            begun.pop();
            found
        })
    }

    /// 5.2: who has White, and who Black. Each article gives the higher ranked of the two a colour or leaves it to the next one.
    fn board(&self, mut pair: [usize; 2]) -> [usize; 2] {
        pair.sort_by_key(|&place| (Reverse(self.score(place)), self.tpn(place)));
        let [higher, other] = pair.map(|place| &self.facts[place]);
        let [(colour, strength), (opposing, its_strength)] = [higher.preference, other.preference];
        let initial = self.state.initial_colour().unwrap_or(Colour::White);
        let by_tpn = if higher.tpn % 2 == 1 { initial } else { initial.opposite() };
        // The latest game is compared with the latest (C.04.2, 3.4).
        let mut together = higher.colours.iter().rev().zip(other.colours.iter().rev());
        let steps = [
            // 5.2.1.
            (higher.colours.is_empty() && other.colours.is_empty()).then_some(by_tpn),
            // 5.2.2.
            (colour != opposing).then_some(colour),
            // 5.2.3.
            (strength > its_strength).then_some(colour),
            (strength < its_strength).then_some(opposing.opposite()),
            // 5.2.4.
            together.find(|(own, its)| own != its).map(|(own, _)| own.opposite()),
        ];
        // 5.2.5.
        let has = steps.into_iter().flatten().next().unwrap_or(colour);
        if has == Colour::Black {
            pair.reverse();
        }
        pair
    }
}

fn everybody(state: &RoundState) -> impl Iterator<Item = &PlayerState> {
    state.players().iter().chain(state.absent())
}

/// What the text looks at in each player besides ratings, by number.
pub fn seen(state: &RoundState) -> Vec<String> {
    let text = |player: &PlayerState| {
        let facts = Facts::new(state, player);
        let colours = facts.colours.iter().map(|colour| if *colour == Colour::White { 'w' } else { 'b' });
        let upfloats = format!("{}{}", facts.upfloats, if facts.upfloated_last { "u" } else { "" });
        let [no_bye, new] = [!may_have_bye(state, player), !player.history.iter().any(was_there)]
            .map(|holds| if holds { '+' } else { '.' });
        let met = opponents(player).iter().join(",");
        format!("{} {} {met} {upfloats} {no_bye}{new}", player.score.tenths(), colours.collect::<String>())
    };
    everybody(state).sorted_by_key(|player| player.number).map(text).collect()
}

fn was_there(past: &PastRound) -> bool {
    matches!(past.event, PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing))
}

/// 1.2.
fn tpn(state: &RoundState, player: &PlayerState) -> u32 {
    let is_there = |other: &PlayerState| state.rank(other.id).is_some() || state.preset_bye() == Some(other.id);
    let has_arrived = |other: &&PlayerState| is_there(other) || other.history.iter().any(was_there);
    let earlier = everybody(state).filter(has_arrived).filter(|other| other.number < player.number).count();
    1 + u32::try_from(earlier).expect("few")
}

/// The colour of a round, if its game was played.
fn colours(past: &PastRound) -> Vec<Colour> {
    let PastEvent::Game { encounters, .. } = &past.event else { return Vec::new() };
    encounters.iter().filter(|(_, outcome)| outcome.was_played()).map(|(colour, _)| *colour).collect()
}

/// 1.6, with 1.5.
fn preference(colours: &[Colour]) -> (Colour, Strength) {
    let difference: i32 = colours.iter().map(|colour| if *colour == Colour::White { 1 } else { -1 }).sum();
    match (difference, colours) {
        // 1.6.1.
        (..-1, _) => (Colour::White, Strength::Absolute),
        (2.., _) => (Colour::Black, Strength::Absolute),
        (_, [.., before, last]) if before == last => (last.opposite(), Strength::Absolute),
        // 1.6.2.
        (-1, _) => (Colour::White, Strength::Strong),
        (1, _) => (Colour::Black, Strength::Strong),
        // 1.6.3.
        (_, [.., last]) => (last.opposite(), Strength::Mild),
        // 1.6.4.
        (_, []) => (Colour::Black, Strength::Mild),
    }
}

/// Those whom the player met over the board.
fn opponents(player: &PlayerState) -> BTreeSet<PlayerId> {
    let met = player.history.iter().filter(|past| !colours(past).is_empty());
    let opponent = |past: &PastRound| match past.event {
        PastEvent::Game { opponent, .. } => Some(opponent),
        PastEvent::Bye(_) | PastEvent::Absent => None,
    };
    met.filter_map(opponent).collect()
}

/// 1.7.
fn aro(state: &RoundState, player: &PlayerState) -> u64 {
    let opponents = opponents(player);
    let met = everybody(state).filter(|other| opponents.contains(&other.id));
    let ratings = met.map(|other| u64::from(other.rating.unwrap_or(0))).collect_vec();
    let count = u64::try_from(ratings.len()).expect("few");
    // 1.7.3, 1.7.1: half a point more, rounded downwards.
    if count == 0 { 0 } else { (2 * ratings.iter().sum::<u64>() + count) / (2 * count) }
}

/// 1.8.1 with 1.3.2.
fn was_upfloated(past: &PastRound) -> bool {
    matches!(past.event, PastEvent::Game { opponent_score, .. } if opponent_score > past.score)
}

/// 1.8.2.
fn max_t(rounds: u32) -> usize {
    usize::try_from(2 + rounds / 5).expect("few")
}

/// 2.1.2, C2, and 3.1.1: the player may have the bye.
fn may_have_bye(state: &RoundState, player: &PlayerState) -> bool {
    let worth = state.worth();
    let is_scored = |past: &PastRound| {
        let by_forfeit = match &past.event {
            PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
            PastEvent::Bye(_) | PastEvent::Absent => false,
        };
        by_forfeit || (colours(past).is_empty() && worth.win.iter().any(|win| past.points >= *win))
    };
    let had = |past: &PastRound| past.event == PastEvent::Bye(ByeKind::Pairing);
    !player.history.iter().any(|past| had(past) || is_scored(past))
}

/// 4.3.3.
fn from_the_middle(mut list: Vec<usize>) -> Vec<usize> {
    let mut numbered = Vec::new();
    while !list.is_empty() {
        numbered.push(list.remove((list.len() - 1) / 2));
    }
    numbered
}
