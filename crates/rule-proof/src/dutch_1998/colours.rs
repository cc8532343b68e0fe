//! The colours (E).

use super::Field;
use swiss_trf::tournament::{Board, Colour};

/// The articles of section E, each with what is counted against it.
pub(super) const ARTICLES: [(&str, &str); 5] = [
    ("E.1", "boards whose preferences could both be granted"),
    ("E.2", "boards against the stronger preference"),
    ("E.3", "boards that do not alternate"),
    ("E.4", "boards against the preference of the higher ranked"),
    ("E.5", "boards against the lot"),
];

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
        let asked = (0..ARTICLES.len()).find_map(|article| self.asked(article, higher, lower));
        asked.unwrap_or(Colour::White)
    }

    /// The colour that an article asks for the higher ranked of two, if it asks for any. The first that does decides.
    pub(super) fn asked(&self, article: usize, higher: usize, lower: usize) -> Option<Colour> {
        let [one, other] = [higher, lower].map(|index| &self.cards[index]);
        match (article, one.preference, other.preference) {
            // E.1: both preferences are granted; where one has none, that of the other.
            (0, Some(first), Some(second)) => (first.colour != second.colour).then_some(first.colour),
            (0, Some(preference), None) => Some(preference.colour),
            (0, None, Some(preference)) => Some(preference.colour.opposite()),
            // E.2: the stronger one is granted.
            (1, Some(first), Some(second)) if first.strength > second.strength => Some(first.colour),
            (1, Some(first), Some(second)) if first.strength < second.strength => Some(second.colour.opposite()),
            // E.3: alternate to the most recent round in which they had different colours. F.3: games that were not played leave no gap.
            (2, Some(_), Some(_)) => {
                let mut latest = one.player.colours().rev().zip(other.player.colours().rev());
                latest.find(|(first, second)| first != second).map(|(colour, _)| colour.opposite())
            }
            // E.4: the preference of the higher ranked.
            (3, Some(preference), _) => Some(preference.colour),
            // E.5: in the first round the lot gives a colour to those with odd numbers among those who have come, and the other one to
            // those with even numbers. For a later round it says nothing: then the higher ranked has White.
            (4, None, None) => {
                let lot = self.state.initial_colour().unwrap_or(Colour::White);
                Some(match self.state.round() {
                    1 if higher.is_multiple_of(2) => lot,
                    1 => lot.opposite(),
                    _ => Colour::White,
                })
            }
            _ => None,
        }
    }
}
