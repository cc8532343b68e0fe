//! The colours (E).

use super::Field;
use swiss_trf::tournament::{Board, Colour};

impl Field<'_> {
    /// The board of two players.
    pub(super) fn board(&self, a: usize, b: usize) -> Board {
        let (higher, lower) = (a.min(b), a.max(b));
        let [white, black] = match self.colour_of_higher(higher, lower) {
            Colour::White => [higher, lower],
            Colour::Black => [lower, higher],
        };
        let [white, black] = [white, black].map(|index| self.cards[index].player.id);
        Board { white, black }
    }

    fn colour_of_higher(&self, higher: usize, lower: usize) -> Colour {
        let [one, other] = [higher, lower].map(|index| &self.cards[index]);
        match (one.preference, other.preference) {
            // E.1: both preferences are granted; where one has none, that of the other.
            (Some(preference), None) => return preference.colour,
            (None, Some(preference)) => return preference.colour.opposite(),
            (Some(first), Some(second)) if first.colour != second.colour => return first.colour,
            // E.2: the stronger one is granted.
            (Some(first), Some(second)) if first.strength > second.strength => return first.colour,
            (Some(first), Some(second)) if first.strength < second.strength => {
                return first.colour.opposite();
            }
            _ => {}
        }
        // E.3: alternate to the most recent round in which they had different colours. F.3: games that were not played leave no gap.
        let mut latest = one.player.colours().rev().zip(other.player.colours().rev());
        if let Some((colour, _)) = latest.find(|(first, second)| first != second) {
            return colour.opposite();
        }
        // E.4: the preference of the higher ranked.
        if let Some(preference) = one.preference {
            return preference.colour;
        }
        // E.5: in the first round the lot gives a colour to those with odd numbers among those who have come, and the other one to those
        // with even numbers. For a later round it says nothing: then the higher ranked has White.
        let lot = self.state.initial_colour().unwrap_or(Colour::White);
        match self.state.round() {
            1 if higher.is_multiple_of(2) => lot,
            1 => lot.opposite(),
            _ => Colour::White,
        }
    }
}
