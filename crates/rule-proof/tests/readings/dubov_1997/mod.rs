//! The FIDE Dubov Swiss system (approved 1997) word by word: slow and simple.
//!
//! It was written from the text alone. Where its readings first differed from the engine's, the two were made to agree.
//! So these places are not tested independently: unrated opponents in averages (1), 2.5 and floaters, the score group
//! whose colour dominates (4), accelerated first rounds (5), the order of several floaters (6.4), and when a transfer
//! is possible (7.1).
//!
//! The text has no measure for a dead end ("the referee should proceed wisely", chapter 9). The one measure here is to
//! look ahead. The choices are tried in the order of the text. The first one is taken after which everybody not yet
//! paired can still be paired by 2.1, 2.3 and 2.4 and, if possible, 2.5. So nothing has to be undone, and everybody is
//! paired if that is possible.
//!
//! Where the text leaves something open, this is how it is read:
//!
//! - **1, R**: a player without rating has 0; every other order needs a number.
//! - **1, ARO**: of the opponents met over the board who have a rating, an exact fraction; 0 without any, so below all
//!   others.
//! - **1, due colour**: from the games played; unplayed rounds leave no gap. A player without games has none.
//! - **2.1**: a forfeited game is no meeting. What the organiser forbids is forbidden like a second meeting.
//! - **2.2**: the bye, a full-point bye asked for, and a win by forfeit, whatever these are worth.
//! - **2.3**: where a past round broke it already, the colour that brings the difference nearer to 0 is allowed. 2.3
//!   and 2.4 can then bar both colours, and such a player can only have the bye. There are no exceptions for
//!   topscorers, and none in the last round, as the text has none: only [`PlayerState::score`] counts, and no points.
//! - **2.5, what a transfer is**: each pair with somebody of a higher score, played or not. Whether the one went up
//!   (7.1, 7.2) or the other came down (8) is not kept. So who may not go up does not meet a floater either; unless
//!   nobody else is left in the round, or by the reading `transfers_only`: then 2.5 limits going up alone.
//! - **2.5, "running"**: in the round just past. "Apart from the last round" goes with both limits; a round is not the
//!   last one if their number is not known, and then there are three transfers up to round 9 and four later.
//! - **3**: what breaks 2.3 or 2.4 is left out first. A due colour is also granted where the opponent has none.
//!   "Equalise": White to the smaller difference of Whites and Blacks. The histories of the games played are compared,
//!   the latest with the latest; the comparison ends where one history ends. Where all is equal (two without games,
//!   say), the lower pairing number has Black, as a better rating would.
//! - **4, "dominating colour"**: the due colour of more players of the score group asked. If there is none, ARO decides
//!   at once. Then who comes later in the alphabet. Who may not have the bye, or without whom the others cannot be
//!   paired, is passed over; after the lowest score group the next one is asked.
//! - **5**: in round 1, and there only, as later rounds have scores. The list is that of the pairing numbers; each
//!   score group of an accelerated round has its own, and is paired like the score groups of later rounds. Lots are the
//!   declared colour or White for the higher player of the first pair. Pairs that may not be are avoided as in 6.3, and
//!   the last in the list who can be spared has the bye.
//! - **6 to 8, order of the measures**: floaters (8), 7.1, 7.2, then 6.4 if not all can be paired, 7.3 or 7.4, 6.2,
//!   6.3. 6.4 comes before 7.3, as 7.3 wants an even number.
//! - **6.1, no due colour**: such players, highest R first, fill up the smaller column; if both are equal, White first.
//! - **6.2, alphabetically**: by name, then by pairing number, also wherever else the text ends with a tie.
//! - **6.3**: who has an opponent leaves the column, and the others close up: so the first pairing in the order of the
//!   opponents of "white" 1, of 2, and so on. By the reading `exchange_rows` the "black" passed over takes the row of
//!   the one who came. An opponent from the own column only where that cannot be avoided: there are as few such pairs
//!   as can be. Then "white" k takes the first one below; rows above are changed from k - 1 up. "Blacks" who are left
//!   pair among themselves in the same way. "Already played" is any breach of 2.1, 2.3 or 2.4.
//! - **6.4, which floaters**: as few as can be; floaters from above have been paired before (8), or go on at once if
//!   nobody can be found, so only the first two characteristics make a difference. "Can be paired": has a possible
//!   opponent of the next lower score. Then: due to the dominating colour, lowest R, highest ARO, as for the bye (4).
//!   Of several floaters the first in this order should be as early as can be, then the second. By the reading
//!   `floaters_by_rating` R comes before the colour. Who was transferred up is the last to float, and only returns to
//!   the own group.
//! - **7.1**: one after another, highest R first. The own score group are those of the same score not yet paired, so
//!   each such player brings up one, who can be paired with that player; the two are kept for each other when 7.1 goes
//!   on and when 7.2 looks for somebody, though 6.3 may part them. If there is none, the player will float.
//! - **7.1 and 7.2, "next possible lower score group"**: the next one with somebody who can be transferred so that
//!   fewer of the group have to float. The due colour decides only within it, and a player without due colour is not of
//!   the opposite one.
//! - **7.3, 7.4 and 2.6**: if fewer than n may be transferred, then those only; the columns stay unequal.
//! - **8.1**: floaters without due colour come after the others, highest R first. When one column ends, the other goes
//!   on.
//! - **8.2**: players of the group before other floaters, who are asked only if nobody else is left. "If possible" is
//!   within 2.1, 2.3 and 2.4 and so that the others can be paired; a floater without due colour has no opposite.
//! - **Dead ends**: 4 passes over to the next in its order; 8.2 to the next opponent, then the floater goes on to the
//!   next score group; 7.1 and 7.2 to the next candidate, then the next score group, then nobody is transferred and 6.4
//!   makes a floater; 6.3 to the next row below, then to the rows above, then to the own column, then 6.4 makes one or
//!   two floaters, then two more, and so on, until the whole group floats. In the lowest group everybody can be paired,
//!   by looking ahead.

use std::cell::RefCell;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use swiss_ilp::systems::dubov_1997::DubovReadings;
use swiss_trf::tournament::{Board, Colour, Pairing, PastEvent, PlayerId, PlayerState, RoundState, Score};

/// Players by their place in [`RoundState::players`]: one bit each.
pub type Players = u128;

/// The search is too slow for more players.
pub const MOST_PLAYERS: usize = 128;

/// An average rating, exact: the sum and the number of the opponents.
#[derive(Debug, Clone, Copy)]
pub struct Aro {
    pub sum: u64,
    pub opponents: u64,
}

impl Ord for Aro {
    fn cmp(&self, other: &Self) -> Ordering {
        let cross = |one: Self, other: Self| u128::from(one.sum) * u128::from(other.opponents);
        cross(*self, *other).cmp(&cross(*other, *self))
    }
}

impl PartialOrd for Aro {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Aro {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Aro {}

/// The last of all ties: by name, then by pairing number.
type Alphabet<'a> = (&'a str, PlayerId);

/// Two columns, the top row first (6.2).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns {
    pub white: Vec<usize>,
    pub black: Vec<usize>,
}

/// The players to be paired and what chapters 1 and 2 say of each.
pub struct Field<'a> {
    state: &'a RoundState,
    readings: DubovReadings,
    pub players: &'a [PlayerState],
    pub aros: Vec<Aro>,
    may_meet: Vec<Vec<bool>>,
    known: RefCell<HashMap<Players, bool>>,
}

impl<'a> Field<'a> {
    /// If `protects`, players whom 2.5 protects from transfers meet nobody of a higher score.
    pub fn new(state: &'a RoundState, readings: DubovReadings, protects: bool) -> Self {
        let players = state.players();
        let everybody = players.iter().chain(state.absent());
        let ratings: BTreeMap<PlayerId, u32> = everybody.map(|player| (player.id, rating(player))).collect();
        let aros = players.iter().map(|player| aro(player, &ratings)).collect();
        let may_meet = |one: &PlayerState, other: &PlayerState| {
            let lower = if one.score < other.score { one } else { other };
            let is_protected = protects && one.score != other.score && !may_be_transferred(state, lower);
            one.id != other.id
                && !is_protected
                && !one.has_met(other.id)
                && !state.is_forbidden(one.id, other.id)
                && Colour::BOTH.iter().any(|colour| may_have(one, *colour) && may_have(other, colour.opposite()))
        };
        let row = |one| players.iter().map(|other| may_meet(one, other)).collect();
        Self { state, readings, players, aros, may_meet: players.iter().map(row).collect(), known: RefCell::default() }
    }

    /// 2.1, 2.3 and 2.4, and the organiser's own.
    pub fn may_meet(&self, one: usize, other: usize) -> bool {
        self.may_meet[one][other]
    }

    pub fn due(&self, place: usize) -> Option<Colour> {
        due_colour(&self.players[place])
    }

    fn rating(&self, place: usize) -> u32 {
        rating(&self.players[place])
    }

    fn score(&self, place: usize) -> Score {
        self.players[place].score
    }

    fn alphabet(&self, place: usize) -> Alphabet<'_> {
        (&self.players[place].name, self.players[place].id)
    }

    /// Highest R first, then lowest ARO (7.1, 7.2, 8.2).
    fn highest_rating(&self, place: usize) -> (Reverse<u32>, Aro, Alphabet<'_>) {
        (Reverse(self.rating(place)), self.aros[place], self.alphabet(place))
    }

    /// The column of "whites" in 6.2.
    fn order_of_white(&self, place: usize) -> (Aro, u32, Alphabet<'_>) {
        (self.aros[place], self.rating(place), self.alphabet(place))
    }

    /// The column of "blacks" in 6.2.
    fn order_of_black(&self, place: usize) -> (Reverse<u32>, Reverse<Aro>, Alphabet<'_>) {
        (Reverse(self.rating(place)), Reverse(self.aros[place]), self.alphabet(place))
    }

    /// Whether all `players` can be paired among themselves within 2.1, 2.3 and 2.4.
    pub fn can_be_paired(&self, players: Players) -> bool {
        if players == 0 {
            return true;
        }
        if let Some(known) = self.known.borrow().get(&players) {
            return *known;
        }
        let places = members(players);
        let first = places[0];
        let found = places
            .iter()
            .any(|other| self.may_meet(first, *other) && self.can_be_paired(without(players, &[first, *other])));
        self.known.borrow_mut().insert(players, found);
        found
    }

    /// The due colour of more of these players.
    pub fn dominating(&self, places: &[usize]) -> Option<Colour> {
        let count = |colour| places.iter().filter(|place| self.due(**place) == Some(colour)).count();
        match count(Colour::White).cmp(&count(Colour::Black)) {
            Ordering::Greater => Some(Colour::White),
            Ordering::Less => Some(Colour::Black),
            Ordering::Equal => None,
        }
    }
}

/// R.
fn rating(player: &PlayerState) -> u32 {
    player.rating.unwrap_or(0)
}

/// ARO, given everybody's R.
pub fn aro(player: &PlayerState, ratings: &BTreeMap<PlayerId, u32>) -> Aro {
    let played = player.history.iter().filter_map(|past| match &past.event {
        PastEvent::Game { opponent, encounters, .. } if encounters.iter().any(|(_, outcome)| outcome.was_played()) => {
            Some(*opponent)
        }
        PastEvent::Game { .. } | PastEvent::Bye(_) | PastEvent::Absent => None,
    });
    let played: BTreeSet<PlayerId> = played.collect();
    let of_opponents: Vec<u64> = played
        .iter()
        .filter_map(|opponent| ratings.get(opponent))
        .copied()
        .filter(|rating| *rating > 0)
        .map(u64::from)
        .collect();
    let opponents = u64::try_from(of_opponents.len()).unwrap_or(u64::MAX);
    Aro { sum: of_opponents.iter().sum(), opponents: opponents.max(1) }
}

/// The due colour of chapter 1; unlike [`PlayerState::preference`], two equal colours in a row do not count.
pub fn due_colour(player: &PlayerState) -> Option<Colour> {
    let last = player.last_colour()?;
    Some(match player.colour_difference().cmp(&0) {
        Ordering::Less => Colour::White,
        Ordering::Greater => Colour::Black,
        Ordering::Equal => last.opposite(),
    })
}

/// 2.3 and 2.4.
pub fn may_have(player: &PlayerState, colour: Colour) -> bool {
    let difference = (player.colour_difference() + colour.sign()) * colour.sign();
    difference <= 2 && player.repeated_colour() != Some(colour)
}

/// 2.5: whether the player may be transferred to a higher score group in this round.
pub fn may_be_transferred(state: &RoundState, player: &PlayerState) -> bool {
    let transfers: Vec<bool> = player
        .history
        .iter()
        .map(|past| matches!(&past.event, PastEvent::Game { opponent_score, .. } if *opponent_score > past.score))
        .collect();
    let most = if state.rounds_planned().unwrap_or(state.round()) < 10 { 3 } else { 4 };
    let times = transfers.iter().filter(|transferred| **transferred).count();
    state.is_last_round() == Some(true) || transfers.last() != Some(&true) && times < most
}

/// The pairing of the round, or `None` if not everybody can be paired within 2.1 to 2.4.
pub fn pair(state: &RoundState) -> Option<Pairing> {
    pair_by(state, DubovReadings::default())
}

/// The same by other readings.
pub fn pair_by(state: &RoundState, readings: DubovReadings) -> Option<Pairing> {
    if state.players().len() > MOST_PLAYERS {
        return None;
    }
    let protected = || Field::new(state, readings, true).pair();
    let unprotected = || Field::new(state, readings, false).pair();
    if readings.transfers_only { unprotected() } else { protected().or_else(unprotected) }
}

impl Field<'_> {
    fn pair(&self) -> Option<Pairing> {
        let everybody = set(&(0..self.players.len()).collect::<Vec<_>>());
        let bye = if self.players.len().is_multiple_of(2) { None } else { Some(self.bye(everybody)?) };
        let paired = bye.map_or(everybody, |bye| without(everybody, &[bye]));
        if !self.can_be_paired(paired) {
            return None;
        }
        let mut pairs = self.score_groups(paired);
        pairs.sort_by_key(|(one, other)| *one.min(other));
        let boards = pairs.into_iter().enumerate().map(|(index, (one, other))| match self.state.round() {
            1 => self.by_lot(index, one, other),
            _ => self.with_colours(one, other),
        });
        let bye = bye.map(|place| self.players[place].id);
        Some(Pairing { boards: boards.collect(), bye }.in_board_order(self.state))
    }

    /// Chapter 4 (and 5): the first in the order of these chapters who may have the bye and can be spared.
    fn bye(&self, everybody: Players) -> Option<usize> {
        self.order_of_bye(everybody).into_iter().find(|place| {
            let may_have_bye = !self.players[*place].has_scored_without_playing();
            may_have_bye && self.can_be_paired(without(everybody, &[*place]))
        })
    }

    /// Who should have the bye, first the one who should most.
    pub fn order_of_bye(&self, everybody: Players) -> Vec<usize> {
        let mut places = members(everybody);
        if self.state.round() == 1 {
            places.sort_by_key(|place| Reverse(*place));
            return places;
        }
        let group = |score| members(everybody).into_iter().filter(move |place| self.score(*place) == score);
        places.sort_by_key(|place| {
            let dominating = self.dominating(&group(self.score(*place)).collect::<Vec<_>>());
            let is_of_minority = dominating.is_some() && self.due(*place) != dominating;
            let aro = Reverse(self.aros[*place]);
            (self.score(*place), self.rating(*place), is_of_minority, aro, Reverse(self.alphabet(*place)))
        });
        places
    }

    /// Chapter 5: the colours of a pair of the first round.
    fn by_lot(&self, index: usize, one: usize, other: usize) -> Board {
        let first = self.state.initial_colour().unwrap_or(Colour::White);
        let [upper, lower] = [one.min(other), one.max(other)];
        let upper_is_white = (first == Colour::White) == index.is_multiple_of(2);
        if upper_is_white { self.board(upper, lower) } else { self.board(lower, upper) }
    }

    /// Chapters 6 to 8 for each score group, from the highest down.
    fn score_groups(&self, players: Players) -> Vec<(usize, usize)> {
        let mut unpaired = players;
        let mut floaters: Vec<usize> = Vec::new();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut scores: Vec<Score> = members(players).into_iter().map(|place| self.score(place)).collect();
        scores.dedup();
        for score in scores {
            let of_score = |unpaired| {
                members(unpaired).into_iter().filter(|place| self.score(*place) == score).collect::<Vec<_>>()
            };
            let made = self.pair_floaters(unpaired, &floaters, &of_score(unpaired));
            leave(&mut unpaired, &made);
            floaters.retain(|floater| has(unpaired, *floater));
            pairs.extend(made);

            let own = of_score(unpaired);
            let group = self.with_transfers(unpaired, &own);
            let made = self.pair_group(unpaired, &group, &own);
            leave(&mut unpaired, &made);
            pairs.extend(made);
            // 6.4: the remaining unpaired players.
            floaters.extend(of_score(unpaired));
        }
        pairs
    }

    /// Whether the two may be paired so that all others can be.
    fn can_be_pair(&self, unpaired: Players, one: usize, other: usize) -> bool {
        self.may_meet(one, other) && self.can_be_paired(without(unpaired, &[one, other]))
    }

    /// Chapter 8: the pairs of the floaters for whom there is an opponent here.
    fn pair_floaters(&self, mut unpaired: Players, floaters: &[usize], own: &[usize]) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for floater in self.order_of_floaters(floaters) {
            if !has(unpaired, floater) {
                continue;
            }
            let opposite = self.due(floater).map(Colour::opposite);
            let mut others = [own, floaters].concat();
            others.retain(|other| *other != floater && has(unpaired, *other));
            // 8.2
            others.sort_by_key(|other| {
                let is_opposite = opposite.is_some() && self.due(*other) == opposite;
                (floaters.contains(other), !is_opposite, self.highest_rating(*other))
            });
            if let Some(other) = others.into_iter().find(|other| self.can_be_pair(unpaired, floater, *other)) {
                unpaired = without(unpaired, &[floater, other]);
                pairs.push((floater, other));
            }
        }
        pairs
    }

    /// 8.1
    pub fn order_of_floaters(&self, floaters: &[usize]) -> Vec<usize> {
        let of = |colour| floaters.iter().copied().filter(|place| self.due(*place) == colour).collect::<Vec<_>>();
        let columns = self.sorted(of(Some(Colour::White)), of(Some(Colour::Black)));
        let mut order = Vec::new();
        for row in 0..columns.white.len().max(columns.black.len()) {
            order.extend(columns.white.get(row));
            order.extend(columns.black.get(row));
        }
        let mut without_due_colour = of(None);
        without_due_colour.sort_by_key(|place| self.highest_rating(*place));
        order.extend(without_due_colour);
        order
    }

    /// 7.1 and 7.2: the players of the score group with those transferred to it.
    fn with_transfers(&self, unpaired: Players, own: &[usize]) -> Vec<usize> {
        let mut group = own.to_vec();
        let mut lonely = own.to_vec();
        lonely.retain(|place| !own.iter().any(|other| self.may_meet(*place, *other)));
        lonely.sort_by_key(|place| self.highest_rating(*place));
        // The two players of 7.1 are reserved for each other, so the next transfer does not take their opponents.
        let mut rest = unpaired;
        for player in lonely {
            let opposite = self.due(player).map(Colour::opposite);
            let apart: Vec<usize> = group.iter().copied().filter(|place| has(rest, *place)).collect();
            if let Some(other) = self.transferred(rest, &apart, own, opposite, &[player]) {
                rest = without(rest, &[player, other]);
                group.push(other);
            }
        }
        if !group.len().is_multiple_of(2) {
            let opposite = self.dominating(&group).map(Colour::opposite);
            let whom: Vec<usize> = group.iter().copied().filter(|place| has(rest, *place)).collect();
            group.extend(self.transferred(rest, &whom, own, opposite, &whom));
        }
        group
    }

    /// The player of the next possible lower score group who is transferred to `group` to be paired with one of `whom`.
    fn transferred(
        &self,
        unpaired: Players,
        group: &[usize],
        own: &[usize],
        opposite: Option<Colour>,
        whom: &[usize],
    ) -> Option<usize> {
        let score = self.score(*own.first()?);
        let fewest = self.fewest_floaters(unpaired, group)?;
        let mut lower = members(unpaired);
        lower.retain(|place| {
            self.score(*place) < score
                && !group.contains(place)
                && may_be_transferred(self.state, &self.players[*place])
                && whom.iter().any(|player| self.can_be_pair(unpaired, *player, *place))
                && match whom {
                    [player] => {
                        let others: Vec<usize> = group.iter().copied().filter(|other| other != player).collect();
                        self.fewest_floaters(without(unpaired, &[*player, *place]), &others)
                    }
                    _ => self.fewest_floaters(unpaired, &[group, &[*place]].concat()),
                }
                .is_some_and(|floaters| floaters < fewest)
        });
        lower.into_iter().min_by_key(|place| {
            let is_opposite = opposite.is_some() && self.due(*place) == opposite;
            (Reverse(self.score(*place)), !is_opposite, self.highest_rating(*place))
        })
    }

    /// How many of `group` have to float at least, if all others are to be paired too.
    fn fewest_floaters(&self, unpaired: Players, group: &[usize]) -> Option<usize> {
        let counts = (group.len() % 2..=group.len()).step_by(2);
        counts
            .filter(|count| {
                choices(group, *count).into_iter().any(|floaters| {
                    let stay = without(set(group), &floaters);
                    self.can_be_paired(stay) && self.can_be_paired(unpaired & !stay)
                })
            })
            .min()
    }

    /// Chapter 6 with 7.3 and 7.4: as many pairs as can be, without the floaters of 6.4.
    fn pair_group(&self, unpaired: Players, group: &[usize], own: &[usize]) -> Vec<(usize, usize)> {
        let candidates = self.order_of_floating(unpaired, group, own);
        let counts = (group.len() % 2..=group.len()).step_by(2);
        let stay = counts.flat_map(|count| choices(&candidates, count)).find_map(|floaters| {
            let stay = without(set(group), &floaters);
            (self.can_be_paired(stay) && self.can_be_paired(unpaired & !stay)).then(|| members(stay))
        });
        stay.map(|stay| self.rows(&self.columns(&stay))).unwrap_or_default()
    }

    /// 6.4: who should float, first the one who should most.
    pub fn order_of_floating(&self, unpaired: Players, group: &[usize], own: &[usize]) -> Vec<usize> {
        let score = own.first().map(|place| self.score(*place));
        let mut lower = without(unpaired, group);
        let next = members(lower).into_iter().map(|place| self.score(place)).filter(|lower| Some(*lower) < score).max();
        lower = set(&members(lower).into_iter().filter(|place| Some(self.score(*place)) == next).collect::<Vec<_>>());
        let dominating = self.dominating(group);
        let mut order = group.to_vec();
        order.sort_by_key(|place| {
            let can_be_paired = members(lower).into_iter().any(|other| self.may_meet(*place, other));
            let is_of_minority = dominating.is_some() && self.due(*place) != dominating;
            let last = (Reverse(self.aros[*place]), Reverse(self.alphabet(*place)));
            let rating = self.rating(*place);
            let by_colour =
                if self.readings.floaters_by_rating { (rating, is_of_minority) } else { (0, is_of_minority) };
            (!own.contains(place), !can_be_paired, by_colour, rating, last)
        });
        order
    }

    /// 6.2
    pub fn sorted(&self, mut white: Vec<usize>, mut black: Vec<usize>) -> Columns {
        white.sort_by_key(|place| self.order_of_white(*place));
        black.sort_by_key(|place| self.order_of_black(*place));
        Columns { white, black }
    }

    /// 6.2 after 7.3 or 7.4.
    pub fn columns(&self, group: &[usize]) -> Columns {
        if self.state.round() == 1 {
            // 5
            let mut list = group.to_vec();
            list.sort_unstable();
            let (upper, lower) = list.split_at(list.len() / 2);
            return Columns { white: upper.to_vec(), black: lower.to_vec() };
        }
        let of = |colour| group.iter().copied().filter(|place| self.due(*place) == colour).collect::<Vec<_>>();
        let [mut white, mut black] = Colour::BOTH.map(|colour| of(Some(colour)));
        let mut without_due_colour = of(None);
        without_due_colour.sort_by_key(|place| self.highest_rating(*place));
        for place in without_due_colour {
            if white.len() <= black.len() { &mut white } else { &mut black }.push(place);
        }
        if white.len() > black.len() {
            let n = (white.len() - black.len()) / 2;
            // 7.3
            white.sort_by_key(|place| (self.aros[*place], Reverse(self.rating(*place)), self.alphabet(*place)));
            self.transfer(n, Colour::Black, &mut white, &mut black);
        } else {
            let n = (black.len() - white.len()) / 2;
            // 7.4
            black.sort_by_key(|place| (Reverse(self.aros[*place]), self.rating(*place), self.alphabet(*place)));
            self.transfer(n, Colour::White, &mut black, &mut white);
        }
        self.sorted(white, black)
    }

    /// Transfers the first `n` whom 2.6 allows it to the column of `colour`.
    fn transfer(&self, n: usize, colour: Colour, from: &mut Vec<usize>, to: &mut Vec<usize>) {
        let allowed = from.iter().copied().filter(|place| may_have(&self.players[*place], colour));
        let transferred: Vec<usize> = allowed.take(n).collect();
        from.retain(|place| !transferred.contains(place));
        to.extend(transferred);
    }

    /// 6.3: the pairs of these columns row by row. All of them can be paired.
    pub fn rows(&self, columns: &Columns) -> Vec<(usize, usize)> {
        let white = set(&columns.white);
        let mut left = white | set(&columns.black);
        let mut known = HashMap::new();
        let mut pairs = Vec::new();
        let mut column = columns.black.clone();
        for (row, player) in [&columns.white[..], &columns.black].concat().into_iter().enumerate() {
            if !has(left, player) {
                continue;
            }
            let Some(fewest) = self.fewest_of_a_colour(left, white, &mut known) else { break };
            let others = if has(white, player) { column.clone() } else { Vec::new() };
            let below = if has(white, player) { &columns.white[row..] } else { &columns.black };
            let is_next = |other: &usize| {
                let rest = without(left, &[player, *other]);
                has(left, *other)
                    && self.may_meet(player, *other)
                    && self
                        .fewest_of_a_colour(rest, white, &mut known)
                        .is_some_and(|more| more + usize::from(has(white, player) == has(white, *other)) == fewest)
            };
            let Some(other) = others.iter().chain(below).copied().find(is_next) else { break };
            if self.readings.exchange_rows
                && let Some(place) = column.iter().position(|black| *black == other)
                && has(white, player)
            {
                column[place] = column[0];
                column.remove(0);
            }
            column.retain(|black| *black != other);
            left = without(left, &[player, other]);
            pairs.push((player, other));
        }
        pairs
    }

    /// The fewest pairs within a column with which all `players` can be paired, if they can.
    fn fewest_of_a_colour(
        &self,
        players: Players,
        white: Players,
        known: &mut HashMap<Players, Option<usize>>,
    ) -> Option<usize> {
        if players == 0 {
            return Some(0);
        }
        if let Some(known) = known.get(&players) {
            return *known;
        }
        let places = members(players);
        let first = places[0];
        let mut fewest: Option<usize> = None;
        for other in places.into_iter().filter(|other| self.may_meet(first, *other)) {
            let cost = usize::from(has(white, first) == has(white, other));
            let rest = self.fewest_of_a_colour(without(players, &[first, other]), white, known);
            fewest = rest.map(|rest| rest + cost).into_iter().chain(fewest).min();
        }
        known.insert(players, fewest);
        fewest
    }

    fn board(&self, white: usize, black: usize) -> Board {
        Board { white: self.players[white].id, black: self.players[black].id }
    }

    /// Chapter 3, within 2.3 and 2.4.
    pub fn with_colours(&self, one: usize, other: usize) -> Board {
        let may_be = |white: usize, black: usize| {
            may_have(&self.players[white], Colour::White) && may_have(&self.players[black], Colour::Black)
        };
        let one_is_white = match (may_be(one, other), may_be(other, one)) {
            (true, false) => true,
            (false, true) => false,
            _ => self.has_white(one, other),
        };
        if one_is_white { self.board(one, other) } else { self.board(other, one) }
    }

    /// Chapter 3: whether `one` has White.
    fn has_white(&self, one: usize, other: usize) -> bool {
        let [first, second] = [&self.players[one], &self.players[other]];
        match (self.due(one), self.due(other)) {
            (Some(due), opposing) if opposing != Some(due) => return due == Colour::White,
            (None, Some(due)) => return due == Colour::Black,
            _ => {}
        }
        let equalise = second.colour_difference().cmp(&first.colour_difference());
        let mut histories = first.colours().rev().zip(second.colours().rev());
        let alternate = histories.find(|(one, other)| one != other).map_or(Ordering::Equal, |(_, other)| {
            if other == Colour::White { Ordering::Greater } else { Ordering::Less }
        });
        let higher_aro = self.aros[one].cmp(&self.aros[other]);
        let lower_rating = self.rating(other).cmp(&self.rating(one));
        let by_number = first.id.cmp(&second.id);
        equalise.then(alternate).then(higher_aro).then(lower_rating).then(by_number).is_gt()
    }
}

/// All choices of `count` of `order`: the earlier the first one chosen, the sooner, then the second, and so on.
pub fn choices(order: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 0..(order.len() + 1).saturating_sub(count) {
        for chosen in choices(&order[first + 1..], count - 1) {
            all.push([&order[first..=first], &chosen].concat());
        }
    }
    all
}

pub fn set(places: &[usize]) -> Players {
    places.iter().fold(0, |players, place| players | 1 << place)
}

pub fn members(players: Players) -> Vec<usize> {
    let rest = std::iter::successors(Some(players), |rest| (*rest != 0).then(|| rest & (rest - 1)));
    rest.take_while(|rest| *rest != 0).map(|rest| rest.trailing_zeros() as usize).collect()
}

pub const fn has(players: Players, place: usize) -> bool {
    players >> place & 1 == 1
}

fn without(players: Players, places: &[usize]) -> Players {
    players & !set(places)
}

fn leave(unpaired: &mut Players, pairs: &[(usize, usize)]) {
    for (one, other) in pairs {
        *unpaired = without(*unpaired, &[*one, *other]);
    }
}
