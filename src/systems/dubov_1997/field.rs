use super::due::{due_colour, transfers};
use crate::graph::{Graph, Matching};
use crate::systems::apart::{apart, met};
use crate::systems::{Fraction, Unpairable, average_opponents};
use crate::tournament::{Colour, GamesPerPairing, PlayerId, PlayerState, RoundState, Score};
use std::cmp::Reverse;

/// The facts about a player that the rules use.
#[derive(Debug, Clone)]
pub(super) struct DubovCard {
    pub id: PlayerId,
    pub score: Score,
    /// The rating; 0 if the player has none.
    pub rating: u32,
    /// The ARO; `None` before the first opponent with a rating. `None` is below every average.
    pub aro: Option<Fraction>,
    pub due: Option<Colour>,
    /// Games with White minus games with Black.
    pub difference: i32,
    pub may_have_bye: bool,
    /// Whether 2.5 protects the player from a transfer.
    pub may_be_transferred: bool,
    /// Whether 2.3 and 2.4 allow White, and Black.
    may_have: [bool; 2],
    /// The place by name, then by pairing number. It decides the ties of every order.
    pub place: usize,
}

impl DubovCard {
    pub const fn may_have(&self, colour: Colour) -> bool {
        self.may_have[colour as usize]
    }

    /// Whether the player is due the colour opposite to `due`.
    pub fn is_due_opposite_to(&self, due: Option<Colour>) -> bool {
        due.is_some() && self.due == due.map(Colour::opposite)
    }

    /// The order of the white column (6.2): increasing ARO, then the lower R.
    pub const fn white_order(&self) -> (Option<Fraction>, u32, usize) {
        (self.aro, self.rating, self.place)
    }

    /// The order of the black column (6.2): decreasing R, then the higher ARO.
    pub const fn black_order(&self) -> (Reverse<u32>, Reverse<Option<Fraction>>, usize) {
        (Reverse(self.rating), Reverse(self.aro), self.place)
    }

    /// The order of candidates for a transfer or for a floater (7.1, 7.2, 8.2): the highest R, then the lowest ARO.
    pub const fn strongest_first(&self) -> (Reverse<u32>, Option<Fraction>, usize) {
        (Reverse(self.rating), self.aro, self.place)
    }
}

/// The players to be paired, by rank. A player is its index here.
#[derive(Debug)]
pub(super) struct DubovField {
    pub cards: Vec<DubovCard>,
    /// The pairs that may meet by 2.1, the organiser's bans, 2.3, 2.4 and, if it is kept, 2.5.
    pub meetings: Graph,
}

/// What 2.3 to 2.5 look at in a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ColourLimits {
    may_have: [bool; 2],
    score: Score,
    may_be_transferred: bool,
}

impl ColourLimits {
    /// Whether 2.3 and 2.4 allow colours for a game with `other`.
    const fn gets_colours_with(self, other: Self) -> bool {
        let [mine, theirs] = [self.may_have, other.may_have];
        mine[0] && theirs[1] || mine[1] && theirs[0]
    }

    /// Whether 2.5 protects one of the two from the other's higher score.
    fn is_protected_with(self, other: Self) -> bool {
        let lower = if self.score < other.score { self } else { other };
        self.score != other.score && !lower.may_be_transferred
    }
}

/// Whether the player scored no point without playing (2.2).
pub(super) fn may_have_bye(player: &PlayerState) -> bool {
    !player.has_scored_without_playing()
}

impl DubovField {
    /// The field of `state`. If `protects`, floaters do not meet players whom 2.5 protects, either.
    pub fn new(state: &RoundState, protects: bool) -> Self {
        let averages = average_opponents(state);
        let mut alphabet: Vec<usize> = (0..state.players().len()).collect();
        alphabet.sort_by_key(|rank| (&state.players()[*rank].name, state.players()[*rank].number));
        let mut places = vec![0; alphabet.len()];
        for (place, rank) in alphabet.into_iter().enumerate() {
            places[rank] = place;
        }
        let card = |(player, place): (&PlayerState, usize)| DubovCard {
            id: player.id,
            score: player.score,
            rating: player.rating.unwrap_or_default(),
            aro: averages.get(&player.id).copied(),
            due: due_colour(player),
            difference: player.colour_difference(),
            may_have_bye: may_have_bye(player),
            may_be_transferred: may_be_transferred(state, player),
            may_have: [Colour::White, Colour::Black].map(|colour| may_have(state, player, colour)),
            place,
        };
        let cards: Vec<DubovCard> = state.players().iter().zip(places).map(card).collect();
        let limits = |card: &DubovCard| {
            let DubovCard { may_have, score, may_be_transferred, .. } = *card;
            ColourLimits { may_have, score, may_be_transferred }
        };
        let classes: Vec<ColourLimits> = cards.iter().map(limits).collect();
        let meet =
            |one: ColourLimits, other| one.gets_colours_with(other) && !(protects && one.is_protected_with(other));
        let meetings = Graph::of_classes(&classes, meet, &apart(state));
        Self { cards, meetings }
    }

    /// Whether the two may be paired.
    pub fn may_meet(&self, one: usize, other: usize) -> bool {
        self.meetings.has_edge(one, other)
    }

    /// Whether the player may meet one of `others`.
    pub fn may_meet_any(&self, player: usize, others: &[usize]) -> bool {
        others.iter().any(|other| self.may_meet(player, *other))
    }

    /// The dominating colour: the one that more of `players` are due.
    pub fn dominating(&self, players: &[usize]) -> Option<Colour> {
        let due = |colour| players.iter().filter(|player| self.cards[**player].due == Some(colour)).count();
        match due(Colour::White).cmp(&due(Colour::Black)) {
            std::cmp::Ordering::Greater => Some(Colour::White),
            std::cmp::Ordering::Less => Some(Colour::Black),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether all of an even number of players can be paired.
    pub fn can_all_be_paired(&self, players: &[usize]) -> bool {
        // If everybody may meet half of the others, a pairing exists (Dirac 1952).
        self.meetings.is_joined(players, players, players.len() / 2)
            || 2 * Matching::maximum_among(&self.meetings, players).pairs() == players.len()
    }

    /// Whether all can be paired, one player of an odd number with the bye.
    pub fn is_pairable(&self) -> bool {
        let size = self.cards.len();
        if size.is_multiple_of(2) {
            return Matching::maximum(&self.meetings).is_perfect();
        }
        let byes = (0..size).filter(|player| self.cards[*player].may_have_bye);
        Matching::maximum(&self.meetings.clone().with_another(byes)).is_perfect()
    }

    /// The reason why 2.1 to 2.4 leave no pairing; `None` if one exists.
    pub fn unpairable(&self, state: &RoundState) -> Option<Unpairable> {
        let players = state.players();
        if players.len() % 2 == 1 && !self.cards.iter().any(|card| card.may_have_bye) {
            return Some(Unpairable::no_bye("dubov-1997.2.2"));
        }
        let limits = ["dubov-1997.2.1", "dubov-1997.2.1.a", "dubov-1997.2.2", "dubov-1997.2.3", "dubov-1997.2.4"];
        let ids: Vec<PlayerId> = players.iter().map(|player| player.id).collect();
        let allowed = |by: fn(&RoundState, &PlayerState, Colour) -> bool| -> Vec<[bool; 2]> {
            players.iter().map(|player| Colour::BOTH.map(|colour| by(state, player, colour))).collect()
        };
        let (balanced, no_third, met) = (allowed(stays_balanced), allowed(is_no_third), met(state));
        Unpairable::by(&ids, limits, |[meetings, bans, bye, balance, third], one, other| {
            let Some(opponent) = ids.get(other) else { return !bye || self.cards[one].may_have_bye };
            let may_have = |player: usize, colour: usize| {
                (!balance || balanced[player][colour]) && (!third || no_third[player][colour])
            };
            let get_colours = |colour: usize| may_have(one, colour) && may_have(other, 1 - colour);
            !(meetings && met.has_edge(one, other) || bans && state.is_forbidden(ids[one], *opponent))
                && (0..2).any(get_colours)
        })
    }
}

/// 2.3 and 2.4.
fn may_have(state: &RoundState, player: &PlayerState, colour: Colour) -> bool {
    stays_balanced(state, player, colour) && is_no_third(state, player, colour)
}

/// 2.3. If the difference is already beyond 2, by pairings under other rules, a colour that reduces it is allowed. Two
/// games give both colours.
fn stays_balanced(state: &RoundState, player: &PlayerState, colour: Colour) -> bool {
    let difference = player.colour_difference();
    let after = difference + colour.sign();
    state.games_per_pairing() == GamesPerPairing::Two || after.abs() <= 2 || after.abs() < difference.abs()
}

/// 2.4. Two games give both colours.
fn is_no_third(state: &RoundState, player: &PlayerState, colour: Colour) -> bool {
    state.games_per_pairing() == GamesPerPairing::Two || player.repeated_colour() != Some(colour)
}

/// 2.5: whether the player may be transferred.
fn may_be_transferred(state: &RoundState, player: &PlayerState) -> bool {
    if state.is_last_round() == Some(true) {
        return true;
    }
    let transferred = transfers(player);
    let most = if state.rounds_planned().unwrap_or(state.round()) < 10 { 3 } else { 4 };
    let last = transferred.last().is_some_and(|round| round + 1 == state.round());
    !last && transferred.len() < most
}
