use super::TraceLine;
use super::apart::apart;
use super::unpairable::Unpairable;
use crate::graph::{Graph, Matching};
use crate::tournament::{Colour, Float, PlayerId, PlayerState, Preference, RoundState, Score, Strength};
use itertools::Itertools;

/// The pairing card: the facts about a player that an edition's rules use.
#[derive(Debug, Clone)]
pub(super) struct Card {
    pub id: PlayerId,
    pub score: Score,
    /// The colour preference (A.7); `None` before the first game.
    pub preference: Option<Preference>,
    /// The floats of the round just past (B.5) and of the one before it (B.6).
    pub floats: [Option<Float>; 2],
    /// Whether B.1.b lets the player have the bye.
    pub may_have_bye: bool,
    /// Whether B.2 may be ignored in a pair with this player.
    pub may_ignore_b2: bool,
}

impl Card {
    /// The card by the player's history, without the exceptions of an edition.
    pub fn of(player: &PlayerState, may_have_bye: bool) -> Self {
        Self {
            id: player.id,
            score: player.score,
            preference: player.preference(),
            floats: [player.float(1), player.float(2)],
            may_have_bye,
            may_ignore_b2: false,
        }
    }

    /// What decides the costs of pairs with the player, but for the opponents met. Of players outside the bracket only the
    /// bye and absolute preferences count.
    pub fn kind(&self, is_member: bool) -> PlayerKind {
        if is_member {
            PlayerKind { score: self.score, preference: self.preference, floats: self.floats, ..self.kind(false) }
        } else {
            let preference = self.preference.filter(|preference| preference.strength == Strength::Absolute);
            let [may_have_bye, may_ignore_b2] = [self.may_have_bye, self.may_ignore_b2];
            PlayerKind { preference, may_have_bye, may_ignore_b2, ..PlayerKind::default() }
        }
    }

    /// The preferred colour, if the preference is at least of this `strength`.
    pub fn wants(&self, strength: Strength) -> Option<Colour> {
        self.preference.filter(|preference| preference.strength >= strength).map(|preference| preference.colour)
    }

    /// Whether both prefer the same colour, at least with this `strength`.
    pub fn wants_the_same(&self, other: &Self, strength: Strength) -> bool {
        let colour = self.wants(strength);
        colour.is_some() && colour == other.wants(strength)
    }
}

/// A kind of player: see [`Card::kind`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlayerKind {
    score: Score,
    preference: Option<Preference>,
    floats: [Option<Float>; 2],
    may_have_bye: bool,
    may_ignore_b2: bool,
}

/// The players to be paired, by rank (A.2). A player is its index here, so the lower index is the higher player.
#[derive(Debug)]
pub(super) struct Field {
    pub cards: Vec<Card>,
    apart: Graph,
    /// Whom B.1.a, the organiser's bans, and B.2 unless it may be ignored, allow to meet.
    pub meetings: Graph,
}

impl Field {
    pub fn new(state: &RoundState, cards: Vec<Card>) -> Self {
        let apart = apart(state);
        let class = |card: &Card| (card.wants(Strength::Absolute), card.may_ignore_b2);
        let classes: Vec<_> = cards.iter().map(class).collect();
        let meetings = Graph::of_classes(&classes, gets_colours, &apart);
        Self { cards, apart, meetings }
    }

    /// The pairing numbers of players, for a trace.
    pub fn ids(&self, players: &[usize]) -> String {
        players.iter().map(|player| self.cards[*player].id).join(", ")
    }

    /// The pairing numbers of pairs, for a trace.
    pub fn ids_of_pairs(&self, pairs: &[(usize, usize)]) -> String {
        pairs.iter().map(|(one, other)| format!("{}-{}", self.cards[*one].id, self.cards[*other].id)).join(", ")
    }

    /// The step that makes these pairs.
    pub fn making(&self, text: String, pairs: &[(usize, usize)]) -> TraceLine {
        TraceLine::of_pairs(text, pairs.iter().map(|(one, other)| (self.cards[*one].id, self.cards[*other].id)))
    }

    /// Whether the two may meet, by [`Field::meetings`].
    pub fn may_meet(&self, one: usize, other: usize) -> bool {
        self.meetings.has_edge(one, other)
    }

    /// Whether B.1.a or the organiser forbids the two to meet.
    pub fn are_apart(&self, one: usize, other: usize) -> bool {
        self.apart.has_edge(one, other)
    }

    /// Of some players, and of places that are none's, the places of any two whom B.1.a or the organiser forbids to meet.
    pub fn apart_among(&self, players: impl Iterator<Item = Option<usize>>) -> Vec<(usize, usize)> {
        let mut place_of = vec![None; self.cards.len()];
        let places: Vec<(usize, usize)> = players.enumerate().filter_map(|(at, player)| Some((at, player?))).collect();
        places.iter().for_each(|(place, player)| place_of[*player] = Some(*place));
        let apart = places.iter().flat_map(|(place, player)| {
            let others = self.apart.neighbours(*player).ones().filter_map(|other| place_of[other]);
            others.filter(move |other| other > place).map(move |other| (*place, other))
        });
        apart.collect()
    }

    /// Whether B.2 allows colours for the two, or may be ignored.
    pub fn get_colours(&self, one: usize, other: usize) -> bool {
        let [one, other] =
            [&self.cards[one], &self.cards[other]].map(|card| (card.wants(Strength::Absolute), card.may_ignore_b2));
        gets_colours(one, other)
    }

    /// The pairs of `players` that may meet, by their places. The first `apart` players do not meet each other.
    pub fn meetings_among(&self, players: &[usize], apart: usize) -> impl Iterator<Item = (usize, usize)> {
        let pairs = (0..players.len()).flat_map(move |a| (apart.max(a + 1)..players.len()).map(move |b| (a, b)));
        pairs.filter(|(a, b)| self.may_meet(players[*a], players[*b]))
    }

    /// The greatest number of pairs among these players, the first `apart` of whom do not meet each other.
    pub fn most_pairs_apart(&self, players: &[usize], apart: usize) -> usize {
        if apart == 0 {
            return self.most_pairs(players);
        }
        let others = &players[apart..];
        if self.meetings.is_joined(players, others, players.len().div_ceil(2)) {
            return players.len() / 2;
        }
        Matching::maximum(&Graph::new(players.len(), self.meetings_among(players, apart))).pairs()
    }

    /// The greatest number of pairs among these players.
    pub fn most_pairs(&self, players: &[usize]) -> usize {
        if self.has_many_opponents(players) {
            return players.len() / 2;
        }
        Matching::maximum_among(&self.meetings, players).pairs()
    }

    /// Whether these can all be paired, one of an odd number with the bye.
    pub fn can_all_be_paired(&self, players: &[usize]) -> bool {
        let size = players.len();
        let is_odd = size % 2 == 1;
        let byes: Vec<_> = (0..size).filter(|a| is_odd && self.cards[players[*a]].may_have_bye).collect();
        if is_odd && byes.is_empty() {
            return false;
        }
        if self.has_many_opponents(players) {
            return true;
        }
        if !is_odd {
            return 2 * Matching::maximum_among(&self.meetings, players).pairs() == size;
        }
        Matching::maximum(&self.meetings.among(players).with_another(byes)).is_perfect()
    }

    /// Whether everybody may meet at least half of the others, which is enough to pair them all (Dirac 1952), also after
    /// one of an odd number had the bye.
    fn has_many_opponents(&self, players: &[usize]) -> bool {
        self.meetings.is_joined(players, players, players.len().div_ceil(2))
    }

    /// The reason why the absolute criteria leave no pairing; `None` if one exists. They are that nobody meets twice, who may
    /// not have the bye, and absolute preferences.
    pub fn unpairable(&self, absolute: [&'static str; 3]) -> Option<Unpairable> {
        let cards = &self.cards;
        if self.can_all_be_paired(&(0..cards.len()).collect::<Vec<_>>()) {
            return None;
        }
        let [_, no_bye, _] = absolute;
        if cards.len() % 2 == 1 && !cards.iter().any(|card| card.may_have_bye) {
            return Some(Unpairable::no_bye(no_bye));
        }
        let ids: Vec<PlayerId> = cards.iter().map(|card| card.id).collect();
        Unpairable::by(&ids, absolute, |[b1a, b1b, b2], one, other| {
            if other == cards.len() {
                return !b1b || cards[one].may_have_bye;
            }
            !(b1a && self.are_apart(one, other) || b2 && !self.get_colours(one, other))
        })
    }
}

/// B.2, for the absolute preferences of two players, each with whether it may be ignored.
fn gets_colours((one, ignores): (Option<Colour>, bool), (other, also_ignores): (Option<Colour>, bool)) -> bool {
    ignores || also_ignores || one.is_none() || one != other
}
