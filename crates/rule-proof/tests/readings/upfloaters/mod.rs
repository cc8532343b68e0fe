//! FIDE's Double-Swiss system (C.04.5) and its Swiss team system (C.04.6), both of February 2026, word by word: slow and simple.
//!
//! Both have one procedure, which fills each bracket with upfloaters; what differs is a [`Text`]. An article is named by its number in both
//! texts, or by those in C.04.5 / C.04.6. A "player" may be a team, and a match may have one game.
//!
//! Where the texts leave something open, this is how they are read:
//!
//! - **Preface of C.04.5, forfeits**: a match "ends by forfeit only if at least one player forfeits both games". If each forfeits one, it
//!   "is considered as regularly played": for C1, for floaters and in 3.4.3. Only colours go by games with moves (1.6), also in "have yet
//!   to play a match" (4.3.1) and "last played round" (4.3.4, 4.3.5 / 4.3.8, 4.3.9): else two without a colour would get none.
//! - **1.1, TPN**: the place among those who have arrived (C.04.2, 2.4; so FIDE has ruled): who is to be paired now, or was paired or had a
//!   pairing-allocated bye before. The order is that of [`PlayerState::number`], so only the parity in 4.3.1 depends on it.
//! - **1.2.1, score**: that of [`PlayerState::score`]. The secondary score "is used for colour allocation", so not for the order of boards.
//! - **1.5, "plays against an opponent"**: neither a bye nor a match that ended by forfeit makes a floater.
//! - **1.7.1, "the last two played matches"**: after one match there are none, so it gives no preference of type A.
//! - **1.7.2, colour difference 0 in the last round**: after the same colour twice, the first two points give a strong preference, and the
//!   last point says that there is none. The first of the points that applies holds: only so has a team with -1 after Black twice one preference.
//! - **2.1.1, C1**: what the organiser forbids is forbidden like a second meeting.
//! - **2.1.2, "won a match by forfeit"**: the match ended by forfeit, and the player won a game of it.
//! - **2.3, order**: each criterion is minimised among the sets (3.5) or pairings (3.6) that are best by those before it. For C4 and C5
//!   these are the sets after which C1 and C3 can hold.
//! - **2.3.2, C5**: both halves of the sentence say the same, as no two upfloaters meet: without these two the bracket would do.
//! - **2.3.3, "following scoregroup"**: the next lower score among all who are paired in the round, not among those still unpaired: only so
//!   can its players have *become* upfloaters, in earlier brackets. If it is empty, C6 asks nothing, and no lower scoregroup takes its
//!   place: "only the mentioned scoregroup is involved". Who has the bye is in no scoregroup.
//! - **2.3.3, "[C4] complied with"**: the bracket of that scoregroup needs as few upfloaters as after any of the sets. The least number
//!   after the given set would ask nothing.
//! - **2.3.4, "the last round"**: no round is, if the number of rounds is not known.
//! - **2.3.5 / 2.3.6, "fulfilled"**: by the colours that Article 4 gives.
//! - **4.1**: unknown lots gave White.

mod tests;

use itertools::Itertools;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use swiss_trf::tournament::{
    Board, ByeKind, Colour, Outcome, Pairing, PastEvent, PastRound, PlayerId, PlayerState, RoundState, Score,
    TeamPreferences,
};

/// What differs between the two texts.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// In so many last rounds floaters are not protected (C7, C8 / C10).
    unprotected: u32,
    /// 1.7.
    preferences: Preferences,
    /// Who has less of it gets White (4.3.2 / 4.3.5).
    balance: fn(&[Colour]) -> i32,
}

/// 1.7 of C.04.6: which colour preferences there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preferences {
    /// None, as always in C.04.5.
    Unused,
    /// 1.7.1.
    TypeA,
    /// 1.7.2.
    TypeB,
}

/// C.04.5.
pub const DOUBLE_SWISS: Text = Text { unprotected: 1, preferences: Preferences::Unused, balance: whites };

/// C.04.6 in a competition with these preferences.
pub const fn team(preferences: Preferences) -> Text {
    Text { unprotected: 2, preferences, balance: colour_difference }
}

/// Pairs a round of teams by C.04.6, with what the tournament says of preferences and of the secondary score.
pub fn pair_teams(state: &RoundState) -> Option<Pairing> {
    let kind = state.team_type().unwrap_or_default();
    let preferences = match kind.preferences {
        TeamPreferences::Unused => Preferences::Unused,
        TeamPreferences::TypeA => Preferences::TypeA,
        TeamPreferences::TypeB => Preferences::TypeB,
    };
    pair(state, team(preferences), |team| if kind.uses_secondary { team.secondary } else { Score::ZERO })
}

/// The places of players in [`RoundState::players`], a bit each.
type Group = u64;

fn members(group: Group) -> Vec<usize> {
    (0..64).filter(|place| group >> place & 1 == 1).collect()
}

fn group(members: &[usize]) -> Group {
    members.iter().map(|place| 1_u64 << place).sum()
}

/// 3.3: pairs the round. `secondary` is the score of 4.2.2, the same number for all where it is not used. `None` if the round cannot be
/// completed (3.3.3).
pub fn pair(state: &RoundState, text: Text, secondary: impl Fn(&PlayerState) -> Score) -> Option<Pairing> {
    let players = state.players();
    assert!(players.len() < 64, "enumeration is for small fields");
    let mut round = Literal::new(state, text, &secondary);
    let mut bye = None;
    if players.len() % 2 == 1 {
        let receiver = round.bye()?;
        round.paired &= !(1 << receiver);
        bye = Some(players[receiver].id);
    } else if !round.c3(round.paired) {
        return None;
    }
    let mut unpaired = round.paired;
    let mut boards = Vec::new();
    while unpaired != 0 {
        let top = round.top_scoregroup(unpaired);
        let upfloaters = round.upfloaters(top, unpaired);
        let pairs = round.pair_bracket(top | upfloaters, upfloaters);
        boards.extend(pairs.into_iter().map(|pair| round.board(pair)));
        unpaired &= !(top | upfloaters);
    }
    let boards = boards.into_iter().map(|[white, black]| Board { white: players[white].id, black: players[black].id });
    Some(Pairing { boards: boards.collect(), bye }.in_board_order(state))
}

struct Literal<'s> {
    state: &'s RoundState,
    text: Text,
    players: &'s [PlayerState],
    secondary: &'s dyn Fn(&PlayerState) -> Score,
    /// All but the receiver of the bye.
    paired: Group,
    tpn: Vec<u32>,
    /// C1, for each two.
    c1: Vec<Vec<bool>>,
    /// The colours that each had.
    colours: Vec<Vec<Colour>>,
    /// Whom C7 and C8 / C10 protect in this round: floaters of the previous one.
    is_protected: Vec<bool>,
    /// What C3 found for each group.
    complete: RefCell<HashMap<Group, bool>>,
}

impl<'s> Literal<'s> {
    fn new(state: &'s RoundState, text: Text, secondary: &'s dyn Fn(&PlayerState) -> Score) -> Self {
        let players = state.players();
        // "With the exception of the last round", or of the last two.
        let protects = state.rounds_planned().is_none_or(|planned| state.round() + text.unprotected <= planned);
        let c1 = |one: &PlayerState| players.iter().map(|other| may_meet(state, one, other)).collect();
        Self {
            state,
            text,
            players,
            secondary,
            paired: (1 << players.len()) - 1,
            tpn: players.iter().map(|player| tpn(state, player)).collect(),
            c1: players.iter().map(c1).collect(),
            colours: players.iter().map(colours).collect(),
            is_protected: players.iter().map(|player| protects && was_floater(state, player)).collect(),
            complete: RefCell::default(),
        }
    }

    /// 2.2.1, C3: whether all of `group` can be paired by C1.
    fn c3(&self, group: Group) -> bool {
        let players = members(group);
        let Some((&first, others)) = players.split_first() else { return true };
        if let Some(&known) = self.complete.borrow().get(&group) {
            return known;
        }
        let can_meet = |&&other: &&usize| self.c1[first][other];
        let found = others.iter().filter(can_meet).any(|other| self.c3(group & !(1 << first) & !(1 << other)));
        self.complete.borrow_mut().insert(group, found);
        found
    }

    /// 3.4: of those who may have the bye (C2) and leave a legal pairing: the lowest score, the most matches played, the largest TPN.
    fn bye(&self) -> Option<usize> {
        let may_have = |&place: &usize| c2(self.state, &self.players[place]) && self.c3(self.paired & !(1 << place));
        let candidates = members(self.paired).into_iter().filter(may_have);
        candidates.min_by_key(|&place| {
            let player = &self.players[place];
            let matches =
                (0..player.history.len()).filter(|&round| played(self.state, player, round).is_some()).count();
            (player.score, Reverse(matches), Reverse(self.tpn[place]))
        })
    }

    /// 3.2: the highest score among those yet to be paired.
    fn top_scoregroup(&self, unpaired: Group) -> Group {
        let score = |place: &usize| self.players[*place].score;
        group(&members(unpaired).into_iter().max_set_by_key(score))
    }

    /// 3.5.1, 2.3.1, C4: the smallest sets of lower players that make a bracket with `top`: it can be paired (C1), and the rest, too (C3).
    fn smallest_sets(&self, top: Group, unpaired: Group) -> Vec<Group> {
        let potential = members(unpaired & !top);
        let makes_a_bracket = |&set: &Group| self.c3(top | set) && self.c3(unpaired & !top & !set);
        let of_size = |size| potential.iter().copied().combinations(size).map(|set| group(&set));
        let mut by_size = (0..=potential.len()).map(|size| of_size(size).filter(makes_a_bracket).collect_vec());
        by_size.find(|sets| !sets.is_empty()).expect("the unpaired can be paired")
    }

    /// 2.3.2, C5: the scores of a set in ascending order, to be maximised from the lowest one on.
    fn c5(&self, set: Group) -> Vec<Score> {
        members(set).into_iter().map(|place| self.players[place].score).sorted().collect()
    }

    /// 2.3.3, C6: how many upfloaters the bracket of the following scoregroup needs after this set; 0 if that scoregroup is empty.
    fn c6(&self, top: Group, unpaired: Group, set: Group) -> u32 {
        let top_score = self.players[members(top)[0]].score;
        let lower = members(self.paired).into_iter().filter(|&place| self.players[place].score < top_score);
        let left = unpaired & !top & !set;
        match self.top_scoregroup(group(&lower.collect_vec())) & left {
            0 => 0,
            following => self.smallest_sets(following, left)[0].count_ones(),
        }
    }

    /// 2.3.4, C7: how many upfloaters were floaters in the previous round.
    fn c7(&self, set: Group) -> usize {
        members(set).into_iter().filter(|&place| self.is_protected[place]).count()
    }

    /// 3.5: the first set in the order of 3.5.4 among the best by C6 and C7 of those that comply with C4 and C5.
    fn upfloaters(&self, top: Group, unpaired: Group) -> Group {
        let sets = self.smallest_sets(top, unpaired).into_iter().max_set_by_key(|&set| self.c5(set));
        let member = |place: usize| (self.players[place].score, self.tpn[place]);
        let order = |set| order_of_set(members(set).into_iter().map(member).collect());
        let key = |&set: &Group| (self.c6(top, unpaired, set), self.c7(set), order(set));
        sets.into_iter().min_by_key(key).expect("a set")
    }

    /// 3.6.1: every pairing of `bracket` that C1 allows.
    fn pairings(&self, bracket: Group) -> Vec<Vec<[usize; 2]>> {
        let players = members(bracket);
        let Some((&first, others)) = players.split_first() else { return vec![Vec::new()] };
        let mut found = Vec::new();
        for &other in others.iter().filter(|&&other| self.c1[first][other]) {
            for mut pairing in self.pairings(bracket & !(1 << first) & !(1 << other)) {
                pairing.push([first, other]);
                found.push(pairing);
            }
        }
        found
    }

    /// 3.6.4: the first pairing in the order of 3.6.3 among the best by C8 (C8, C9 and C10 of C.04.6).
    fn pair_bracket(&self, bracket: Group, upfloaters: Group) -> Vec<[usize; 2]> {
        let pairs = members(bracket).into_iter().array_combinations();
        let unfulfilled: HashMap<_, _> = pairs.map(|pair| (pair, self.unfulfilled(self.board(pair)))).collect();
        let key = |pairing: &Vec<[usize; 2]>| {
            let sum = |criterion: usize| pairing.iter().map(|pair| unfulfilled[pair][criterion]).sum::<usize>();
            let tpns = pairing.iter().map(|pair| pair.map(|place| self.tpn[place])).collect();
            (sum(0), sum(1), self.protected_opponents(pairing, upfloaters), identifier(tpns))
        };
        self.pairings(bracket).into_iter().min_by_key(key).expect("the set leaves the bracket a pairing")
    }

    /// 2.3.5 and 2.3.6 of C.04.6, C8 and C9: how many of a board have a preference that is not fulfilled, and how many a strong one.
    fn unfulfilled(&self, [white, black]: [usize; 2]) -> [usize; 2] {
        let is_missed = |(place, has)| self.preference(place).filter(|(colour, _)| *colour != has);
        let missed = [(white, Colour::White), (black, Colour::Black)].into_iter().filter_map(is_missed);
        missed.fold([0, 0], |[all, strong], (_, is_strong)| [all + 1, strong + usize::from(is_strong)])
    }

    /// 2.3.5 / 2.3.7, C8 / C10: how many opponents of upfloaters were floaters in the previous round.
    fn protected_opponents(&self, pairing: &[[usize; 2]], upfloaters: Group) -> usize {
        let sides = pairing.iter().flat_map(|&[one, other]| [(one, other), (other, one)]);
        sides.filter(|&(one, other)| upfloaters >> one & 1 == 1 && self.is_protected[other]).count()
    }

    fn preference(&self, place: usize) -> Option<(Colour, bool)> {
        preference(&self.colours[place], self.text.preferences, self.state.is_last_round() == Some(true))
    }

    /// 4.2: the key by which the higher-ranked player (the first-team) comes first.
    fn rank(&self, place: usize) -> impl Ord {
        let player = &self.players[place];
        (Reverse(player.score), Reverse((self.secondary)(player)), self.tpn[place])
    }

    /// 4.3: who has White, and who Black. Each article gives the first of the two a colour or leaves it to the next article.
    fn board(&self, mut pair: [usize; 2]) -> [usize; 2] {
        pair.sort_by_key(|&place| self.rank(place));
        let [of_first, of_second] = pair.map(|place| &self.colours[place]);
        let wishes = pair.map(|place| self.preference(place));
        let colours = wishes.map(|wish| wish.map(|(colour, _)| colour));
        let strong = wishes.map(|wish| wish.filter(|(_, is_strong)| *is_strong).map(|(colour, _)| colour));
        let granted = |[own, other]: [Option<Colour>; 2]| own.or(other.map(Colour::opposite));
        let initial = self.state.initial_colour().unwrap_or(Colour::White);
        let by_initial = if self.tpn[pair[0]] % 2 == 1 { initial } else { initial.opposite() };
        let balance = [of_first, of_second].map(|colours| (self.text.balance)(colours));
        // The latest match is compared with the latest (C.04.2, 3.4).
        let mut together = of_first.iter().rev().zip(of_second.iter().rev());
        let steps = [
            // 4.3.1.
            (of_first.is_empty() && of_second.is_empty()).then_some(by_initial),
            // 4.3.2 and 4.3.3 of C.04.6: only one has a preference, or they have opposite ones.
            granted(colours).filter(|_| colours[0] != colours[1]),
            // 4.3.4 of C.04.6: both have the same one.
            granted(strong).filter(|_| strong[0].is_some() != strong[1].is_some()),
            // 4.3.2 / 4.3.5.
            (balance[0] != balance[1]).then_some(if balance[0] < balance[1] { Colour::White } else { Colour::Black }),
            // 4.3.3 / 4.3.6.
            together.find(|(own, other)| own != other).map(|(own, _)| own.opposite()),
            // 4.3.7 of C.04.6.
            colours[0],
            // 4.3.4 / 4.3.8.
            of_first.last().map(|last| last.opposite()),
            // 4.3.5 / 4.3.9: where the other alternates, this is what the other had.
            of_second.last().copied(),
        ];
        if steps.into_iter().flatten().next().expect("one of them had a colour, or 4.3.1 holds") == Colour::Black {
            pair.reverse();
        }
        pair
    }
}

/// 3.5.3 and 3.5.4: a set by descending score, then ascending TPN; the sets are compared by these TPNs.
fn order_of_set(mut set: Vec<(Score, u32)>) -> Vec<u32> {
    set.sort_by_key(|&(score, tpn)| (Reverse(score), tpn));
    set.into_iter().map(|(_, tpn)| tpn).collect()
}

/// 3.6.1 and 3.6.2: the top members in ascending order, then the bottom member of each.
fn identifier(pairs: Vec<[u32; 2]>) -> Vec<u32> {
    let pairs = pairs.into_iter().map(|[one, other]| (one.min(other), one.max(other))).sorted().collect_vec();
    let tops = pairs.iter().map(|(top, _)| *top);
    tops.chain(pairs.iter().map(|(_, bottom)| *bottom)).collect()
}

fn everybody(state: &RoundState) -> impl Iterator<Item = &PlayerState> {
    state.players().iter().chain(state.absent())
}

/// What both texts look at in each player, by number.
pub fn seen(state: &RoundState) -> Vec<String> {
    let text = |player: &PlayerState| {
        let colours = colours(player).into_iter().map(|colour| if colour == Colour::White { 'w' } else { 'b' });
        let met = (0..player.history.len()).filter_map(|round| played(state, player, round)).sorted().join(",");
        let [no_bye, floater, new] = [!c2(state, player), was_floater(state, player), !has_been_there(player)]
            .map(|holds| if holds { '+' } else { '.' });
        format!("{} {} {met} {no_bye}{floater}{new}", player.score.tenths(), colours.collect::<String>())
    };
    everybody(state).sorted_by_key(|player| player.number).map(text).collect()
}

fn has_been_there(player: &PlayerState) -> bool {
    let was_there = |past: &PastRound| matches!(past.event, PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing));
    player.history.iter().any(was_there)
}

/// 1.1: the place among those who have arrived.
fn tpn(state: &RoundState, player: &PlayerState) -> u32 {
    let is_there = |other: &PlayerState| state.rank(other.id).is_some() || state.preset_bye() == Some(other.id);
    let earlier = everybody(state).filter(|other| other.number < player.number);
    let earlier = earlier.filter(|other| is_there(other) || has_been_there(other)).count();
    1 + u32::try_from(earlier).expect("few")
}

/// The opponent of a past round, if the match did not end by forfeit (preface of C.04.5): nobody forfeited all of its games.
fn played(state: &RoundState, player: &PlayerState, round: usize) -> Option<PlayerId> {
    let PastEvent::Game { opponent, .. } = player.history[round].event else { return None };
    let forfeits_all = |who: &PlayerState| match &who.history[round].event {
        PastEvent::Game { encounters, .. } => encounters.iter().all(|(_, outcome)| *outcome == Outcome::ForfeitLoss),
        PastEvent::Bye(_) | PastEvent::Absent => false,
    };
    let ended_by_forfeit = forfeits_all(player) || everybody(state).any(|who| who.id == opponent && forfeits_all(who));
    (!ended_by_forfeit).then_some(opponent)
}

/// 2.1.1, C1: they have not played against each other.
fn may_meet(state: &RoundState, one: &PlayerState, other: &PlayerState) -> bool {
    let have_met = (0..one.history.len()).any(|round| played(state, one, round) == Some(other.id));
    !have_met && !state.is_forbidden(one.id, other.id)
}

/// 2.1.2, C2: the player may have the bye: had none, no full-point bye, and won no match by forfeit.
fn c2(state: &RoundState, player: &PlayerState) -> bool {
    !player.history.iter().enumerate().any(|(round, past)| match &past.event {
        PastEvent::Bye(kind) => matches!(kind, ByeKind::Pairing | ByeKind::Full),
        PastEvent::Game { encounters, .. } => {
            let won_a_game = encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin);
            won_a_game && played(state, player, round).is_none()
        }
        PastEvent::Absent => false,
    })
}

/// 1.5: in the previous round the player played against an opponent with a different score.
fn was_floater(state: &RoundState, player: &PlayerState) -> bool {
    let Some(last) = player.history.len().checked_sub(1) else { return false };
    let PastRound { score, event, .. } = &player.history[last];
    let is_other = matches!(event, PastEvent::Game { opponent_score, .. } if opponent_score != score);
    is_other && played(state, player, last).is_some()
}

/// 1.6 / 1.6.1: the colours that the player had, first to last: those of the first games of matches with a game that was played.
fn colours(player: &PlayerState) -> Vec<Colour> {
    let of_match = |past: &PastRound| match &past.event {
        PastEvent::Game { encounters, .. } => {
            encounters.iter().any(|(_, outcome)| outcome.was_played()).then(|| encounters[0].0)
        }
        PastEvent::Bye(_) | PastEvent::Absent => None,
    };
    player.history.iter().filter_map(of_match).collect()
}

/// 4.3.2: matches with White.
fn whites(colours: &[Colour]) -> i32 {
    colours.iter().map(|colour| i32::from(*colour == Colour::White)).sum()
}

/// 1.6.2 of C.04.6: matches with White minus matches with Black.
fn colour_difference(colours: &[Colour]) -> i32 {
    colours.iter().map(|colour| colour.sign()).sum()
}

/// 1.7 of C.04.6: the preference of a team that had these colours, and whether it is strong. Those of type A are not.
fn preference(colours: &[Colour], preferences: Preferences, is_last_round: bool) -> Option<(Colour, bool)> {
    // The words for Black are those for White with the signs and the colours exchanged: `had` is Black where White is wanted.
    let as_for_white = |colour: Colour| (colour.opposite(), colour_difference(colours) * colour.sign());
    // 1.7.1, and the first two points of 1.7.2.
    let is_firm = |colour: &Colour| {
        let (had, difference) = as_for_white(*colour);
        difference < -1 || (matches!(difference, -1 | 0) && colours.ends_with(&[had, had]))
    };
    // The next two points of 1.7.2.
    let is_mild = |colour: &Colour| {
        let (had, difference) = as_for_white(*colour);
        difference == -1 || (difference == 0 && !is_last_round && colours.ends_with(&[had]))
    };
    let [firm, mild] = [Colour::BOTH.into_iter().find(is_firm), Colour::BOTH.into_iter().find(is_mild)];
    match preferences {
        Preferences::Unused => None,
        Preferences::TypeA => firm.map(|colour| (colour, false)),
        Preferences::TypeB => firm.map(|colour| (colour, true)).or(mild.map(|colour| (colour, false))),
    }
}
