use crate::graph::Graph;
use crate::systems::apart::apart;
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

    /// What decides the costs of pairs with the player, but for the opponents met. Of players outside the bracket only the
    /// bye and absolute preferences count.
    pub fn kind(&self, is_member: bool) -> Kind {
        if is_member {
            Kind { score: self.score, preference: self.preference, floats: self.floats, ..self.kind(false) }
        } else {
            let preference = self.preference.filter(|preference| preference.strength == Strength::Absolute);
            let [may_have_bye, may_ignore_b2] = [self.may_have_bye, self.may_ignore_b2];
            Kind { preference, may_have_bye, may_ignore_b2, ..Kind::default() }
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
pub(in crate::systems) struct Kind {
    score: Score,
    preference: Option<Preference>,
    floats: [Option<Float>; 2],
    may_have_bye: bool,
    may_ignore_b2: bool,
}

/// The players to be paired, by rank (A.2). A player is its index here, so the lower index is the higher player.
#[derive(Debug)]
pub(in crate::systems) struct Field {
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

    /// Whether the two may meet, by [`Field::meetings`].
    pub fn may_meet(&self, one: usize, other: usize) -> bool {
        self.meetings.has_edge(one, other)
    }

    /// Whether B.1.a or the organiser forbids the two to meet.
    pub fn are_apart(&self, one: usize, other: usize) -> bool {
        self.apart.has_edge(one, other)
    }

    /// Whether B.2 allows colours for the two, or may be ignored.
    pub fn get_colours(&self, one: usize, other: usize) -> bool {
        let [one, other] =
            [&self.cards[one], &self.cards[other]].map(|card| (card.wants(Strength::Absolute), card.may_ignore_b2));
        gets_colours(one, other)
    }
}

/// B.2, for the absolute preferences of two players, each with whether it may be ignored.
fn gets_colours((one, ignores): (Option<Colour>, bool), (other, also_ignores): (Option<Colour>, bool)) -> bool {
    ignores || also_ignores || one.is_none() || one != other
}
