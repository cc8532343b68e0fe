use crate::systems::apart::Apart;
use crate::tournament::{Colour, Float, PlayerId, PlayerState, Preference, RoundState, Score, Strength};

/// The pairing card: the facts about a player that an edition's rules use.
#[derive(Debug, Clone)]
pub(in crate::systems) struct Card {
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

/// The players to be paired, by rank (A.2). A player is its index here, so the lower index is the higher player.
#[derive(Debug)]
pub(in crate::systems) struct Field {
    pub cards: Vec<Card>,
    apart: Apart,
}

impl Field {
    pub fn new(state: &RoundState, cards: Vec<Card>) -> Self {
        Self { cards, apart: Apart::of(state) }
    }

    /// Whether B.1.a, the organiser's bans, and B.2 unless it may be ignored, allow the two to meet.
    pub fn may_meet(&self, one: usize, other: usize) -> bool {
        !self.are_apart(one, other) && self.get_colours(one, other)
    }

    /// Whether B.1.a or the organiser forbids the two to meet.
    pub fn are_apart(&self, one: usize, other: usize) -> bool {
        self.apart.are_kept(one, other)
    }

    /// Whether B.2 allows colours for the two, or may be ignored.
    pub fn get_colours(&self, one: usize, other: usize) -> bool {
        let [a, b] = [&self.cards[one], &self.cards[other]];
        a.may_ignore_b2 || b.may_ignore_b2 || !a.wants_the_same(b, Strength::Absolute)
    }
}
