//! The FIDE "Swiss System Based on Rating" (C.04.1, approved 1992, 1997 and 1998) word by word: slow and simple.
//!
//! Where the text leaves something open, this is how it is read:
//!
//! - **A.2, order**: by the score that pairing goes by ([`PlayerState::score`]), then by pairing number: b to d only
//!   make the pairing numbers, which is what files carry.
//! - **A.3, "at least half of the players"**: of those who are there after C.1.
//! - **A.4, floats**: they are "written down on the pairing card", so a pair of unequal scores has them whether or not
//!   it was played, and a forfeited game of equal scores gives none. Within a bracket that is treated as homogeneous
//!   pairs of unequal scores have them too.
//! - **A.5, "A bye is considered to be a downfloat"**: the bye of A.5 and one asked for that is worth the same full
//!   point. Other byes asked for and absences (F.5) are neither up nor down.
//! - **A.7.a, "the two latest rounds"**: the two latest games, as rounds without a game do not count (F.2). "<< 0" is
//!   "far below 0", the "less than -1" before it: somebody at -1 who had White twice must have Black. With a difference
//!   of 2 and the other colour twice, which these rules never lead to, the difference is followed.
//! - **A.7.c**: a player without games has no preference, in whatever round; any colour grants all of it.
//! - **A.8, x**: "number of pairings which can be made", so never below 0. Players without preference count in q only.
//!   x is that of the whole bracket: pairs of players moved down use it up (B.4: "x is deducted by one"), the remainder
//!   has what is left. If C.2 made it anew for the remainder, what C.11 added would be lost.
//! - **B.1.a**: met are those who played (F.2). What the organiser forbids is forbidden like a second meeting.
//! - **B.1.b**: "without playing" are the bye, a full-point bye asked for, and a win by forfeit.
//! - **B.2**: the colour that A.7.a obliges a player to have, so two obliged to have the same do not meet.
//! - **Note to B.6, "players with a score of over 50% in the last round"**: the points won (not accelerated ones) are
//!   more than half of a win in every game so far. The note frees these players themselves, so B.2 bars a pair that
//!   wants the same colour only if neither is one, and an opponent who is not one keeps the right to B.2, B.5 and B.6.
//!   A.7.a is "not in effect" for them: the preference is then strong or mild.
//! - **C.1, lowest bracket**: a player who may have the bye is not one "for whom no opponent can be found". Otherwise a
//!   player alone in the lowest bracket would never have the bye.
//! - **C.1 and C.12**: where C.12 does not help somebody moved down who is without opponent, the third case holds, and
//!   that player moves on. Else C.14 would have to move all the bracket down, against A.3 ("whenever possible").
//! - **C.6, "in compliance with B1 and B2"**: and with x, B.5 and B.6 as far as they are in force, or C.9 to C.11 would
//!   have nothing to drop.
//! - **B.5 and B.6 for downfloats**: of those paired with somebody of a lower score, and of those left over, who will
//!   be. A player moved down who is paired in S1 has one, whatever the opponent's score.
//! - **C.9 to C.11, what is restarted**: what C.9 drops, it drops for the group being paired, the players moved down or
//!   the remainder; each new remainder starts with all in force. C.9 stands before C.10, so B.6 and B.5 are dropped for
//!   a remainder before another opponent is tried. What C.10 drops is in force again when C.11 increases x, and x is
//!   the same after C.10: "they should be fulfilled as much as possible".
//! - **C.10, "try to find a different opponent for this player by restarting at C7"**: the transpositions of S2 go on
//!   in the order of D.1, so the lowest player moved down changes opponent first, then the others do. "No alternative
//!   pairing" also holds where the players moved down cannot be paired at all, or where there are none.
//! - **C.11, "As long as x is less than p"**: p of all pairs of the bracket.
//! - **C.12, "another player will be moved down"**: somebody else, not somebody more, so as many as before: the
//!   previous bracket makes as many pairs. It helps if this bracket then makes more pairs, or as many with more of the
//!   players moved down, and those that help most are taken. It is not asked for one pairing of its own previous
//!   bracket.
//! - **C.13, lowest bracket**: C.12 is asked before, for all players moved down in S1. "Another pairing in the
//!   penultimate score bracket" is the first one in the order of C.2 to C.11 and then C.14 after which all below can be
//!   paired under B.1 and B.2; p falls, and of the players moved down as many as could be paired stay in S1, p at most.
//! - **C.13, joined brackets**: as C.14 has it where p is zero, all of the penultimate bracket "is moved down", so its
//!   players are players moved down, and A.3 says whether the bracket is homogeneous. If that does not help, all of it
//!   is the lowest bracket, and those whom the next penultimate bracket leaves are moved down. In a lowest bracket the
//!   lowest of the players moved down leave S1 until it can be paired (C.14).
//! - **C.14, p**: that of the group being paired. While the players moved down cannot all be paired, it is theirs: the
//!   lowest of them leaves S1 for S2 (C.4). Once there was a remainder, it is the remainder's.
//! - **C.14, x**: restarts from the original value, less one for each pair less, and B.5 and B.6 restart in force.
//! - **D.1** with more players in S2 than in S1: the last ones of S2 have no opponent.
//! - **D.2** in general: one player, two, three, and so on; the difference is that of the sums of the numbers, which
//!   are the places in the group; of equal differences first the one of the lowest in S1 (4-3 before 4-2 before 3-2),
//!   then the one of the highest in S2. The exchanges that the matrices and the remark omit lead only to pairings that
//!   were tried before.
//! - **E.1**: also grants the preference of a player whose opponent has none.
//! - **E.5**: in the first round, by rank among those who are paired: odd ones have the colour declared for the first
//!   round or White, even ones the other; the higher ranked player's counts. Later, where neither has a preference, the
//!   higher ranked has White.

mod tests;

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use swiss_trf::tournament::{
    Board, ByeKind, Colour, Float, Pairing, PastEvent, PlayerState, Preference, RoundState, Score, Strength,
};

/// Players by their place in the order of A.2, from 0: one bit each.
pub type Players = u128;

/// Which of B.5 and B.6 have been dropped, B.6 always first (C.9, C.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dropped {
    Nothing,
    B6,
    B6AndB5,
}

impl Dropped {
    pub const IN_ORDER: [Self; 3] = [Self::Nothing, Self::B6, Self::B6AndB5];
}

/// The players to be paired in the order of A.2, and what A and B say of each.
pub struct Field<'a> {
    state: &'a RoundState,
    pub players: Vec<&'a PlayerState>,
    preferences: Vec<Option<Preference>>,
    /// Players with a score of over 50% in the last round.
    topscorers: Vec<bool>,
    /// The floats of the round just past and of the round before.
    floats: Vec<[Option<Float>; 2]>,
    may_meet: Vec<Vec<bool>>,
    known_clashes: RefCell<HashMap<(Players, Dropped, Dropped), Option<usize>>>,
}

impl<'a> Field<'a> {
    pub fn new(state: &'a RoundState) -> Self {
        let mut players: Vec<&PlayerState> = state.players().iter().collect();
        players.sort_by_key(|player| (Reverse(player.score), player.id));
        assert!(players.len() <= 128, "more than 128 players are too many for so slow a search");
        let topscorers: Vec<bool> = players.iter().map(|player| state.is_topscorer(player)).collect();
        let preferences = players.iter().zip(&topscorers).map(|(player, top)| preference(player, *top)).collect();
        let floats = players.iter().map(|player| [float(player, 1), float(player, 2)]).collect();
        let mut field = Self {
            state,
            players,
            preferences,
            topscorers,
            floats,
            may_meet: Vec::new(),
            known_clashes: RefCell::default(),
        };
        let places = 0..field.players.len();
        field.may_meet = places.clone().map(|a| places.clone().map(|b| field.may_meet(a, b)).collect()).collect();
        field
    }

    /// B.1.a and B.2.
    fn may_meet(&self, one: usize, other: usize) -> bool {
        let [first, second] = [self.players[one], self.players[other]];
        let may_have = |place: usize, colour: Colour| self.topscorers[place] || may_have(self.players[place], colour);
        one != other
            && !first.has_met(second.id)
            && !self.state.is_forbidden(first.id, second.id)
            && Colour::BOTH.iter().any(|colour| may_have(one, *colour) && may_have(other, colour.opposite()))
    }

    /// Whether both cannot get the colour they prefer (A.8, B.4).
    pub fn want_the_same(&self, one: usize, other: usize) -> bool {
        match (self.preferences[one], self.preferences[other]) {
            (Some(one), Some(other)) => one.colour == other.colour,
            _ => false,
        }
    }

    /// B.5 and B.6, as far as they are in force.
    pub fn may_float(&self, place: usize, float: Float, dropped: Dropped) -> bool {
        let [last, before] = self.floats[place].map(|past| past == Some(float));
        self.topscorers[place]
            || match dropped {
                Dropped::Nothing => !last && !before,
                Dropped::B6 => !last,
                Dropped::B6AndB5 => true,
            }
    }

    /// Whether the two may be paired: B.1.a, B.2, and B.5 and B.6 as far as they are in force (A.4).
    pub fn may_be_paired(&self, one: usize, other: usize, down: Dropped, up: Dropped) -> bool {
        let (higher, lower) = (one.min(other), one.max(other));
        self.may_meet[higher][lower]
            && (self.players[higher].score == self.players[lower].score
                || self.may_float(higher, Float::Down, down) && self.may_float(lower, Float::Up, up))
    }

    /// B.1.b.
    pub fn may_have_bye(&self, place: usize) -> bool {
        !self.players[place].has_scored_without_playing()
    }
}

/// B.2: whether A.7.a does not oblige the player to have the other colour.
pub fn may_have(player: &PlayerState, colour: Colour) -> bool {
    let preference = player.preference();
    preference.is_none_or(|wanted| wanted.strength < Strength::Absolute || wanted.colour == colour)
}

/// A.7; a topscorer has no absolute preference.
pub fn preference(player: &PlayerState, is_topscorer: bool) -> Option<Preference> {
    if !is_topscorer {
        return player.preference();
    }
    let last = player.last_colour()?;
    let difference = player.colour_difference();
    Some(if difference == 0 {
        Preference { colour: last.opposite(), strength: Strength::Mild }
    } else {
        Preference { colour: if difference < 0 { Colour::White } else { Colour::Black }, strength: Strength::Strong }
    })
}

/// A.4 and A.5: the float of `rounds_ago` rounds before this one.
pub fn float(player: &PlayerState, rounds_ago: usize) -> Option<Float> {
    let past = player.history.iter().rev().nth(rounds_ago - 1)?;
    match &past.event {
        PastEvent::Game { opponent_score, .. } if past.score > *opponent_score => Some(Float::Down),
        PastEvent::Game { opponent_score, .. } if past.score < *opponent_score => Some(Float::Up),
        PastEvent::Bye(ByeKind::Pairing | ByeKind::Full) => Some(Float::Down),
        PastEvent::Game { .. } | PastEvent::Bye(_) | PastEvent::Absent => None,
    }
}

/// A score bracket: who came from a higher one, and who did not (A.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bracket {
    pub moved_down: Players,
    pub residents: Players,
}

impl Bracket {
    pub const fn everybody(self) -> Players {
        self.moved_down | self.residents
    }

    /// A.3: nobody came from a higher bracket, or at least half did.
    pub const fn is_homogeneous(self) -> bool {
        self.moved_down == 0 || self.moved_down.count_ones() * 2 >= self.everybody().count_ones()
    }
}

/// How many pairs a bracket makes: as many as possible, until C.14 asks for fewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// How many pairs in all.
    pub pairs: usize,
    /// In a heterogeneous bracket, how many of the players moved down are not in S1.
    pub not_in_s1: usize,
}

/// The pairing of a bracket. Players without opponents are moved down or, in the lowest bracket, have the bye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paired {
    pub pairs: Pairs,
    pub left: Players,
}

/// Whether these players may remain without opponent in a bracket.
type MayBeLeft<'a> = &'a dyn Fn(Players) -> bool;

impl Field<'_> {
    /// C.1: those of `players` for whom no opponent can be found among them.
    pub fn incompatible(&self, players: Players) -> Players {
        let places = members(players);
        let has_opponent = |place: usize| places.iter().any(|other| self.may_meet[place][*other]);
        set(&places.iter().copied().filter(|place| !has_opponent(*place)).collect::<Vec<_>>())
    }

    /// A.8, never negative, as it counts pairs; one less for each pair less (C.14).
    pub fn first_x(&self, bracket: Bracket, size: Size) -> usize {
        let places = members(bracket.everybody());
        let wanting = |colour| {
            let wants = |place: &&usize| self.preferences[**place].is_some_and(|wanted| wanted.colour == colour);
            places.iter().filter(wants).count()
        };
        let q = places.len().div_ceil(2);
        let x = wanting(Colour::White).max(wanting(Colour::Black)).saturating_sub(q);
        x.saturating_sub((places.len() / 2).saturating_sub(size.pairs))
    }

    /// C.2 to C.11: the first pairing of the bracket in the order of the procedure whose `left` may be left.
    pub fn first_pairing(&self, bracket: Bracket, size: Size, may_be_left: MayBeLeft) -> Option<Paired> {
        if !self.can_be_paired(bracket, size, may_be_left) {
            return None;
        }
        let of_x = (self.first_x(bracket, size)..=size.pairs).map(|x| {
            // C.10 drops B.6 and B.5 for upfloats, C.11 puts them in force again and increases x.
            Dropped::IN_ORDER.into_iter().find_map(|up| self.pairing_with(bracket, size, x, up, may_be_left))
        });
        of_x.flatten().next()
    }

    /// Whether there is a pairing with everything dropped that can be.
    pub fn can_be_paired(&self, bracket: Bracket, size: Size, may_be_left: MayBeLeft) -> bool {
        self.pairing_with(bracket, size, size.pairs, Dropped::B6AndB5, may_be_left).is_some()
    }

    /// C.4 to C.9: the first pairing with at most `x` pairs that want the same colour and with B.5 and B.6 for
    /// upfloats as far as they are in force.
    fn pairing_with(&self, bracket: Bracket, size: Size, x: usize, up: Dropped, left: MayBeLeft) -> Option<Paired> {
        let everybody = members(bracket.everybody());
        if everybody.len() < 2 * size.pairs {
            return None;
        }
        let moved_down = members(if bracket.is_homogeneous() { 0 } else { bracket.moved_down });
        let (s1, _) = moved_down.split_at(moved_down.len().saturating_sub(size.not_in_s1));
        let p = size.pairs.checked_sub(s1.len())?;
        let remainder =
            |players, x| Dropped::IN_ORDER.into_iter().find_map(|down| self.homogeneous(players, p, x, down, up, left));
        if s1.is_empty() {
            return remainder(bracket.everybody(), x);
        }
        let s2: Vec<usize> = everybody.into_iter().filter(|place| !s1.contains(place)).collect();
        // C.9 for the players moved down, C.7 and C.10 among the transpositions, C.9 again for each remainder.
        Dropped::IN_ORDER.into_iter().find_map(|down| {
            let may_be_paired = |one: usize, other: usize| self.may_be_paired(one, other, down, up);
            let want_the_same = |one: usize, other: usize| self.want_the_same(one, other);
            let mut transpositions = Transpositions::new(s1, &s2, &may_be_paired, &want_the_same);
            let (mut pairs, rest) = transpositions.first(x, &mut |rest, x| remainder(rest, x))?;
            pairs.extend(rest.pairs);
            Some(Paired { pairs, left: rest.left })
        })
    }

    /// C.4 to C.8 in a homogeneous group: the first pairing by exchanges and transpositions.
    fn homogeneous(
        &self,
        group: Players,
        p: usize,
        x: usize,
        down: Dropped,
        up: Dropped,
        left: MayBeLeft,
    ) -> Option<Paired> {
        let places = members(group);
        let may_be_left = |players: Players| {
            members(players).into_iter().all(|place| self.may_float(place, Float::Down, down)) && left(players)
        };
        // This only skips a search that would end without a pairing.
        let choices_of_left = choices(&places, places.len().checked_sub(2 * p)?);
        let can_be_paired =
            |left: Players| self.fewest_clashes(group & !left, down, up).is_some_and(|least| least <= x);
        if !choices_of_left.iter().map(|places| set(places)).any(|left| may_be_left(left) && can_be_paired(left)) {
            return None;
        }
        let may_be_paired = |one: usize, other: usize| self.may_be_paired(one, other, down, up);
        let want_the_same = |one: usize, other: usize| self.want_the_same(one, other);
        let made = (0..=p).flat_map(|exchanged| exchanges(&places, p, exchanged)).find_map(|[s1, s2]| {
            Transpositions::new(&s1, &s2, &may_be_paired, &want_the_same)
                .first(x, &mut |rest, _| may_be_left(rest).then_some(rest))
        });
        made.map(|(pairs, left)| Paired { pairs, left })
    }

    /// The fewest pairs wanting the same colour with which all `players` can be paired among themselves, if they can.
    fn fewest_clashes(&self, players: Players, down: Dropped, up: Dropped) -> Option<usize> {
        let places = members(players);
        let Some((&first, others)) = places.split_first() else { return Some(0) };
        if let Some(known) = self.known_clashes.borrow().get(&(players, down, up)) {
            return *known;
        }
        let with = |other: usize| {
            let rest = self.fewest_clashes(without(without(players, first), other), down, up)?;
            Some(rest + usize::from(self.want_the_same(first, other)))
        };
        let possible = others.iter().copied().filter(|other| self.may_be_paired(first, *other, down, up));
        let fewest = possible.filter_map(with).min();
        self.known_clashes.borrow_mut().insert((players, down, up), fewest);
        fewest
    }
}

/// A bracket that is paired, unless a lower bracket undoes it.
struct Done {
    /// As C.1 left it.
    bracket: Bracket,
    moved_by_c1: Players,
    size: Size,
    paired: Paired,
}

/// Pairs the round; `None` if no pairing satisfies B.1 and B.2.
pub fn pair(state: &RoundState) -> Option<Pairing> {
    let field = Field::new(state);
    let paired = field.pair_brackets()?;
    // F.1
    let mut pairs: Vec<(usize, usize)> =
        paired.iter().flat_map(|paired| &paired.pairs).map(|(a, b)| (*a.min(b), *a.max(b))).collect();
    let score = |place: usize| field.players[place].score;
    pairs.sort_by_key(|&(higher, lower)| (Reverse(score(higher)), Reverse(score(higher) + score(lower)), higher));
    let bye = paired.last().and_then(|lowest| members(lowest.left).first().map(|place| field.players[*place].id));
    Some(Pairing { boards: pairs.into_iter().map(|(higher, lower)| field.board(higher, lower)).collect(), bye })
}

impl Field<'_> {
    /// C: every bracket from the highest to the lowest.
    fn pair_brackets(&self) -> Option<Vec<Paired>> {
        let mut scores: Vec<Score> = self.players.iter().map(|player| player.score).collect();
        scores.dedup();
        let of_score = |score: Score| {
            let places = (0..self.players.len()).filter(|place| self.players[*place].score == score);
            set(&places.collect::<Vec<_>>())
        };
        let Some(lowest) = scores.pop() else { return Some(Vec::new()) };
        let mut done: Vec<Done> = Vec::new();
        for score in scores {
            let next = self.pair_next(&mut done, of_score(score));
            done.push(next);
        }
        let lowest = self.pair_lowest(&mut done, of_score(lowest))?;
        Some(done.into_iter().map(|done| done.paired).chain([lowest]).collect())
    }

    /// C.1 to C.14 for a bracket that is not the lowest, below those `done`.
    fn pair_next(&self, done: &mut [Done], residents: Players) -> Done {
        self.apply_c12(done, residents);
        let moved_down = moved_down_from(done);
        let (here, moved_by_c1) = self.after_c1(Bracket { moved_down, residents });
        let mut size = full_size(here);
        while size.pairs > 0 {
            if let Some(Paired { pairs, left }) = self.first_pairing(here, size, &|_| true) {
                return Done { bracket: here, moved_by_c1, size, paired: Paired { pairs, left: left | moved_by_c1 } };
            }
            // C.14
            if in_s1(here, size) == 0 || self.can_reach_remainder(here, size) {
                size.pairs -= 1;
            } else {
                size.not_in_s1 += 1;
            }
        }
        // C.14: "the entire score bracket is moved down".
        let paired = Paired { pairs: Vec::new(), left: here.everybody() | moved_by_c1 };
        Done { bracket: here, moved_by_c1, size, paired }
    }

    /// C.1 in a bracket that is not the lowest: players without opponents are moved down.
    fn after_c1(&self, bracket: Bracket) -> (Bracket, Players) {
        let incompatible = self.incompatible(bracket.everybody());
        let Bracket { moved_down, residents } = bracket;
        (Bracket { moved_down: moved_down & !incompatible, residents: residents & !incompatible }, incompatible)
    }

    /// C.12: pairs the bracket above again if others, as many as before, let this bracket make more pairs, or as many
    /// with more of those moved down.
    fn apply_c12(&self, done: &mut [Done], residents: Players) {
        let Some(previous) = done.last_mut().filter(|previous| !previous.paired.pairs.is_empty()) else { return };
        let moved_by_c1 = previous.moved_by_c1;
        let before = previous.paired.left & !moved_by_c1;
        let value = |left: Players| {
            let bracket = Bracket { moved_down: left | moved_by_c1, residents };
            let of_moved_down = if bracket.is_homogeneous() { 0 } else { self.most_moved_down(bracket) };
            (self.most_pairs(bracket.everybody()), of_moved_down)
        };
        let known = RefCell::new(HashMap::new());
        let value = |left: Players| *known.borrow_mut().entry(left).or_insert_with(|| value(left));
        let places = members(previous.bracket.everybody());
        let mut others: Vec<Players> =
            choices(&places, before.count_ones() as usize).iter().map(|places| set(places)).collect();
        others.retain(|left| value(*left) > value(before));
        others.retain(|left| self.can_be_paired(previous.bracket, previous.size, &|others| others == *left));
        let Some(best) = others.iter().map(|left| value(*left)).max() else { return };
        let paired = self.first_pairing(previous.bracket, previous.size, &|left| value(left) == best);
        if let Some(Paired { pairs, left }) = paired {
            previous.paired = Paired { pairs, left: left | moved_by_c1 };
        }
    }

    /// How many pairs can be made among these.
    fn most_pairs(&self, players: Players) -> usize {
        let places = members(players);
        let can_be_left =
            |left: &Vec<usize>| self.fewest_clashes(players & !set(left), Dropped::B6AndB5, Dropped::B6AndB5).is_some();
        let numbers = (0..=places.len()).filter(|left| (places.len() - left).is_multiple_of(2));
        let fewest = numbers.into_iter().find(|left| choices(&places, *left).iter().any(can_be_left));
        fewest.map_or(0, |left| (places.len() - left) / 2)
    }

    /// How many of those moved down can meet residents at once.
    fn most_moved_down(&self, bracket: Bracket) -> usize {
        let Some(one) = members(bracket.moved_down).first().copied() else { return 0 };
        let others = Bracket { moved_down: without(bracket.moved_down, one), ..bracket };
        let opponents = members(bracket.residents).into_iter().filter(|other| self.may_meet[one][*other]);
        let with =
            |other: usize| 1 + self.most_moved_down(Bracket { residents: without(bracket.residents, other), ..others });
        opponents.map(with).max().unwrap_or(0).max(self.most_moved_down(others))
    }

    /// Whether all players of S1 in a heterogeneous bracket can be paired, whatever becomes of the remainder.
    fn can_reach_remainder(&self, here: Bracket, size: Size) -> bool {
        self.can_be_paired(here, Size { pairs: in_s1(here, size), ..size }, &|_| true)
    }
}

impl Field<'_> {
    /// The lowest bracket, below those `done`: C.13.
    fn pair_lowest(&self, done: &mut Vec<Done>, residents: Players) -> Option<Paired> {
        let mut bracket = Bracket { moved_down: moved_down_from(done), residents };
        if let Some(paired) = self.pair_with_most_of_s1(done, &mut bracket) {
            return Some(paired);
        }
        loop {
            let penultimate = done.last_mut()?;
            let lowest = bracket.everybody() & !penultimate.paired.left;
            let moved_by_c1 = penultimate.moved_by_c1;
            let allows = |left: Players| self.can_all_be_paired(left | moved_by_c1 | lowest);
            if let Some(Paired { pairs, left }) = self.another_pairing(penultimate, &allows) {
                penultimate.paired = Paired { pairs, left: left | moved_by_c1 };
                bracket = Bracket { moved_down: penultimate.paired.left, residents: lowest };
            } else {
                // Its p became zero: all its players are moved down into the lowest bracket.
                let joined = penultimate.bracket.everybody() | moved_by_c1;
                bracket = Bracket { moved_down: joined, residents: lowest };
                done.pop();
            }
            if let Some(paired) = self.pair_with_most_of_s1(&mut [], &mut bracket) {
                return Some(paired);
            }
        }
    }

    /// The lowest bracket with all players moved down in S1, or with as many as can be.
    fn pair_with_most_of_s1(&self, done: &mut [Done], bracket: &mut Bracket) -> Option<Paired> {
        let at_last = |left: Players| self.may_be_left_at_last(left);
        let size = full_size(*bracket);
        if let Some(paired) = self.first_pairing(*bracket, size, &at_last) {
            return Some(paired);
        }
        // C.12
        if let Some(previous) = done.last_mut().filter(|previous| !previous.paired.pairs.is_empty()) {
            let moved_by_c1 = previous.moved_by_c1;
            let below = |left: Players| Bracket { moved_down: left | moved_by_c1, ..*bracket };
            let allows = |left: Players| self.can_be_paired(below(left), size, &at_last);
            if let Some(Paired { pairs, left }) = self.first_pairing(previous.bracket, previous.size, &allows) {
                previous.paired = Paired { pairs, left: left | moved_by_c1 };
                *bracket = below(left);
                return self.first_pairing(*bracket, size, &at_last);
            }
        }
        // C.14
        let sizes = (1..=in_s1(*bracket, size)).map(|not_in_s1| Size { not_in_s1, ..size });
        sizes.filter_map(|size| self.first_pairing(*bracket, size, &at_last)).next()
    }

    /// C.13: another pairing in the penultimate bracket, with ever fewer pairs, until p is zero.
    fn another_pairing(&self, penultimate: &Done, allows: MayBeLeft) -> Option<Paired> {
        let here = penultimate.bracket;
        let full = full_size(here);
        let all = in_s1(here, full);
        let most =
            (0..all).map(|not_in_s1| Size { not_in_s1, ..full }).find(|size| self.can_reach_remainder(here, *size));
        let most = most.map_or(0, |size| in_s1(here, size));
        let sizes = (1..=full.pairs).rev().map(|pairs| Size { pairs, not_in_s1: all - most.min(pairs) });
        sizes.filter_map(|size| self.first_pairing(here, size, allows)).next()
    }

    /// Whether these can be paired, all but one who may have the bye if they are odd.
    fn can_all_be_paired(&self, players: Players) -> bool {
        let all = |players| self.fewest_clashes(players, Dropped::B6AndB5, Dropped::B6AndB5).is_some();
        if players.count_ones().is_multiple_of(2) {
            return all(players);
        }
        members(players).into_iter().any(|place| self.may_have_bye(place) && all(without(players, place)))
    }

    /// A.5, B.1.b: in the lowest bracket one player may remain without opponent, who has the bye.
    fn may_be_left_at_last(&self, left: Players) -> bool {
        left.count_ones() <= 1 && members(left).into_iter().all(|place| self.may_have_bye(place))
    }

    /// E.
    fn board(&self, higher: usize, lower: usize) -> Board {
        let [one, other] = [self.players[higher], self.players[lower]];
        let colour = match (self.preferences[higher], self.preferences[lower]) {
            // E.1, also where only one has a preference.
            (Some(one), Some(other)) if one.colour != other.colour => one.colour,
            (Some(one), None) => one.colour,
            (None, Some(other)) => other.colour.opposite(),
            // E.2
            (Some(one), Some(other)) if one.strength > other.strength => one.colour,
            (Some(one), Some(other)) if one.strength < other.strength => other.colour.opposite(),
            // E.3, E.4
            (Some(preference), Some(_)) => {
                last_different_colour(one, other).map_or(preference.colour, Colour::opposite)
            }
            // E.5
            (None, None) if self.state.round() == 1 => {
                let initial = self.state.initial_colour().unwrap_or(Colour::White);
                if higher.is_multiple_of(2) { initial } else { initial.opposite() }
            }
            (None, None) => Colour::White,
        };
        match colour {
            Colour::White => Board { white: one.id, black: other.id },
            Colour::Black => Board { white: other.id, black: one.id },
        }
    }
}

/// E.3: the colour of `one` in the most recent round in which the two had different colours. Rounds without a game
/// come first (F.3), so the latest games are compared, then those before.
pub fn last_different_colour(one: &PlayerState, other: &PlayerState) -> Option<Colour> {
    one.colours().rev().zip(other.colours().rev()).find(|(one, other)| one != other).map(|(one, _)| one)
}

/// How many of the players moved down are in S1.
fn in_s1(bracket: Bracket, size: Size) -> usize {
    let moved_down = if bracket.is_homogeneous() { 0 } else { bracket.moved_down.count_ones() as usize };
    moved_down.saturating_sub(size.not_in_s1)
}

fn full_size(bracket: Bracket) -> Size {
    Size { pairs: bracket.everybody().count_ones() as usize / 2, not_in_s1: 0 }
}

fn moved_down_from(done: &[Done]) -> Players {
    done.last().map_or(0, |above| above.paired.left)
}

/// D.1: pairs S1 with the transpositions of S2 in ascending order of their numbers. Returns the first pairs that are
/// allowed and after which `finish` can pair the remaining players.
///
/// Whole prefixes are skipped: where the same players of S1 have been paired with the same players of S2, with as many
/// colour preferences to spare, and the rest failed, it would fail again.
pub struct Transpositions<'a> {
    pub s1: &'a [usize],
    pub s2: &'a [usize],
    pub may_be_paired: &'a dyn Fn(usize, usize) -> bool,
    pub want_the_same: &'a dyn Fn(usize, usize) -> bool,
    failed: HashSet<(usize, Players, usize)>,
}

impl<'a> Transpositions<'a> {
    pub fn new(
        s1: &'a [usize],
        s2: &'a [usize],
        may_be_paired: &'a dyn Fn(usize, usize) -> bool,
        want_the_same: &'a dyn Fn(usize, usize) -> bool,
    ) -> Self {
        Self { s1, s2, may_be_paired, want_the_same, failed: HashSet::new() }
    }

    /// The first transposition with at most `x` pairs whose players want the same colour. `finish` gets the players of
    /// S2 without an opponent and what is left of x, and must go by these alone.
    pub fn first<T>(&mut self, x: usize, finish: &mut dyn FnMut(Players, usize) -> Option<T>) -> Option<(Pairs, T)> {
        let mut pairs = Vec::new();
        let finished = self.from(&mut pairs, set(self.s2), x, finish)?;
        Some((pairs, finished))
    }

    fn from<T>(
        &mut self,
        pairs: &mut Pairs,
        unpaired: Players,
        x: usize,
        finish: &mut dyn FnMut(Players, usize) -> Option<T>,
    ) -> Option<T> {
        let Some(&one) = self.s1.get(pairs.len()) else { return finish(unpaired, x) };
        if self.failed.contains(&(pairs.len(), unpaired, x)) {
            return None;
        }
        for &other in self.s2.iter().filter(|other| has(unpaired, **other)) {
            let cost = usize::from((self.want_the_same)(one, other));
            if cost <= x && (self.may_be_paired)(one, other) {
                pairs.push((one, other));
                let finished = self.from(pairs, without(unpaired, other), x - cost, finish);
                if finished.is_some() {
                    return finished;
                }
                pairs.pop();
            }
        }
        self.failed.insert((pairs.len(), unpaired, x));
        None
    }
}

/// D.2: every S1 and S2 that exchanges of `exchanged` players make of `group` with `p` players in S1, in order.
///
/// The difference between the numbers exchanged comes first, then the lowest players of S1, then the highest of S2.
/// The lowest player of S2 stays, and the highest ones of S1 do not all go, if more than can remain without opponent:
/// the matrices and the remark on 7 players. Nothing is lost, since of two players paired one is the higher, and the
/// same pair with the higher one in S1 comes earlier.
pub fn exchanges(group: &[usize], p: usize, exchanged: usize) -> Vec<[Vec<usize>; 2]> {
    let unpaired = group.len() - 2 * p;
    let numbers_of_s1: Vec<usize> = (0..p).rev().collect();
    let numbers_of_s2: Vec<usize> = (p..group.len().saturating_sub(1)).collect();
    let mut options = Vec::new();
    // The lowest players of S1 first: 4-3, 4-2, 4-1, 3-2, ...
    for from_s1 in choices(&numbers_of_s1, exchanged) {
        let all_highest_go = (0..=unpaired).all(|number| from_s1.contains(&number));
        // The highest players of S2 first: 5-6, 5-7, 6-7, ...
        for from_s2 in choices(&numbers_of_s2, exchanged) {
            if exchanged == 0 || !all_highest_go {
                let difference = from_s2.iter().sum::<usize>() - from_s1.iter().sum::<usize>();
                options.push((difference, from_s1.clone(), from_s2));
            }
        }
    }
    // Stable, so that equal differences stay as they are.
    options.sort_by_key(|(difference, ..)| *difference);
    let exchange = |(_, from_s1, from_s2): (usize, Vec<usize>, Vec<usize>)| {
        let is_in_s1 = |number: &usize| (*number < p && !from_s1.contains(number)) || from_s2.contains(number);
        let (s1, s2): (Vec<usize>, Vec<usize>) = (0..group.len()).partition(is_in_s1);
        // C.5: both are in the order of A.2 again.
        [s1, s2].map(|numbers| numbers.into_iter().map(|number| group[number]).collect())
    };
    options.into_iter().map(exchange).collect()
}

/// Every way to choose `count` of `items`, in the order of the items.
pub fn choices(items: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, item) in items.iter().enumerate() {
        for mut rest in choices(&items[index + 1..], count - 1) {
            rest.insert(0, *item);
            all.push(rest);
        }
    }
    all
}

pub type Pairs = Vec<(usize, usize)>;

pub fn set(places: &[usize]) -> Players {
    places.iter().fold(0, |set, place| set | 1 << place)
}

/// The places in `set` in the order of A.2.
pub fn members(set: Players) -> Vec<usize> {
    let rest = std::iter::successors(Some(set), |rest| (*rest != 0).then(|| rest & (rest - 1)));
    rest.take_while(|rest| *rest != 0).map(|rest| rest.trailing_zeros() as usize).collect()
}

pub const fn has(set: Players, place: usize) -> bool {
    set >> place & 1 == 1
}

pub const fn without(set: Players, place: usize) -> Players {
    set & !(1 << place)
}
