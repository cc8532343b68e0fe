use super::edition;
use crate::rules::{Candidates, places_of_arrival};
use crate::systems::colours;
use crate::systems::field::{Card, Field};
use crate::tournament::{Colour, PlayerState, RoundState, Score, Strength};

/// The round as the criteria see it. A player is the rank, from 0.
pub(super) struct Facts<'s> {
    pub state: &'s RoundState,
    pub text: &'s Candidates,
    pub field: Field,
    /// The rounds in which each player did not play.
    pub unplayed: Vec<i64>,
    /// Each player's place among those who have arrived, from 1.
    pub places: Vec<usize>,
}

impl<'s> Facts<'s> {
    pub fn new(state: &'s RoundState, text: &'s Candidates) -> Self {
        let cards = state.players().iter().map(|player| edition::card(text, state, player)).collect();
        let unplayed = |player: &PlayerState| {
            player.history.iter().filter(|past| past.event.met().is_none()).count().try_into().unwrap_or(i64::MAX)
        };
        Self {
            state,
            text,
            field: Field::new(state, cards),
            unplayed: state.players().iter().map(unplayed).collect(),
            places: places_of_arrival(state),
        }
    }

    pub fn card(&self, player: usize) -> &Card {
        &self.field.cards[player]
    }

    pub fn score(&self, player: usize) -> Score {
        self.field.cards[player].score
    }

    /// The colour of the higher of two players, and the step that decides it: its number in 2026 5.2, and in 2017 E.
    pub fn colour_of_higher(&self, higher: usize, lower: usize) -> (Colour, usize) {
        let both = [higher, lower];
        let players = both.map(|player| &self.state.players()[player]);
        let widths = both.map(|player| {
            let is_absolute = self.card(player).wants(Strength::Absolute).is_some();
            if is_absolute { self.state.players()[player].colour_difference().abs() } else { 0 }
        });
        let preferences = both.map(|player| self.card(player).preference);
        colours::by_preferences(players, preferences, widths).unwrap_or_else(|| {
            let initial = self.state.initial_colour().unwrap_or(Colour::White);
            (if self.places[higher] % 2 == 1 { initial } else { initial.opposite() }, 5)
        })
    }

    /// How many of two opponents get a colour difference beyond 2, and how many a colour a third time in a row, if one of them
    /// is a topscorer.
    pub fn breaches(&self, one: usize, other: usize) -> [i64; 2] {
        if !self.card(one).may_ignore_b2 && !self.card(other).may_ignore_b2 {
            return [0, 0];
        }
        let (higher, lower) = (one.min(other), one.max(other));
        let (colour, _) = self.colour_of_higher(higher, lower);
        let given = [(higher, colour), (lower, colour.opposite())];
        let count = |breaks: &dyn Fn(&PlayerState, Colour) -> bool| {
            given.iter().map(|(player, colour)| i64::from(breaks(&self.state.players()[*player], *colour))).sum()
        };
        [
            count(&|player, colour| (player.colour_difference() + colour.sign()).abs() > 2),
            count(&|player, colour| player.repeated_colour() == Some(colour)),
        ]
    }
}
