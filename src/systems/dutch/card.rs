use crate::tournament::{Colour, Float, PlayerId, Preference, RoundState, Score, Strength};

/// A player as the Dutch rules see one: the pairing card.
#[derive(Debug, Clone)]
pub struct Card {
    pub id: PlayerId,
    pub score: Score,
    /// A.7; `None` before the first game (2012 A.7.f).
    pub preference: Option<Preference>,
    /// The floats of the round just past (B.5) and of the one before (B.6).
    pub floats: [Option<Float>; 2],
    /// Whether B.1.b allows the bye.
    pub may_have_bye: bool,
    /// More than half of what could be won, before the last round (2012 A.10, 1998 note to B.6).
    pub is_topscorer: bool,
}

impl Card {
    /// Whether the preference is at least `strength`.
    fn prefers(&self, strength: Strength) -> Option<Colour> {
        self.preference.filter(|preference| preference.strength >= strength).map(|preference| preference.colour)
    }

    /// Whether both want the same colour at least as much as `strength` says.
    pub fn wants_the_same(&self, other: &Self, strength: Strength) -> bool {
        let colour = self.prefers(strength);
        colour.is_some() && colour == other.prefers(strength)
    }
}

/// The players to be paired, by rank (A.2): a player is its index here.
#[derive(Debug)]
pub struct Field<'a> {
    pub state: &'a RoundState,
    pub cards: Vec<Card>,
    /// Whether two have met or are forbidden to meet, row by row.
    barred: Vec<bool>,
}

impl<'a> Field<'a> {
    pub fn new(state: &'a RoundState, cards: Vec<Card>) -> Self {
        let size = cards.len();
        let mut barred = vec![false; size * size];
        for (index, player) in state.players().iter().enumerate() {
            for past in &player.history {
                if let crate::tournament::PastEvent::Game { opponent, encounters, .. } = &past.event
                    && encounters.iter().any(|(_, outcome)| outcome.was_played())
                    && let Some(other) = state.rank(*opponent)
                {
                    barred[index * size + other] = true;
                    barred[other * size + index] = true;
                }
            }
        }
        for one in 0..size {
            for other in one + 1..size {
                if state.is_forbidden(cards[one].id, cards[other].id) {
                    barred[one * size + other] = true;
                    barred[other * size + one] = true;
                }
            }
        }
        Self { state, cards, barred }
    }

    /// Whether B.1.a and the organiser let the two meet.
    pub fn may_meet(&self, one: usize, other: usize) -> bool {
        !self.barred[one * self.cards.len() + other]
    }

    /// B.2: both have the same absolute preference.
    pub fn clash(&self, one: usize, other: usize) -> bool {
        self.cards[one].wants_the_same(&self.cards[other], Strength::Absolute)
    }

    /// Whether one of them is a topscorer.
    pub fn tops(&self, one: usize, other: usize) -> bool {
        self.cards[one].is_topscorer || self.cards[other].is_topscorer
    }
}
