//! The colours (E).

use super::Field;
use swiss_trf::tournament::{Board, ByeKind, Colour, PastEvent};

impl Field<'_> {
    /// The board of two players; the first is the higher ranked.
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
            // E.1: both preferences are granted. A.7.f: the preference of one is granted, if the other has none.
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
        // E.3: alternate to the most recent round in which they had different colours.
        let mut latest = one.player.colours().rev().zip(other.player.colours().rev());
        if let Some((colour, _)) = latest.find(|(first, second)| first != second) {
            return colour.opposite();
        }
        // E.4: the preference of the higher ranked.
        if let Some(preference) = one.preference {
            return preference.colour;
        }
        // E.5: in the first round the lot gives a colour to those with odd numbers among those who have come, and the other one to
        // those with even numbers. For a later round it says nothing: then it is the other way round.
        let is_first_round = self.state.round() == 1;
        let lot = if is_first_round { None } else { self.lot_of_round_1() };
        let lot = lot.or(self.state.initial_colour()).unwrap_or(Colour::White);
        let number = if is_first_round { higher } else { one.player.number as usize };
        if number % 2 == 0 { lot } else { lot.opposite() }
    }

    /// The colour of those with odd numbers in round 1, as it was played.
    fn lot_of_round_1(&self) -> Option<Colour> {
        let everybody = self.state.players().iter().chain(self.state.absent());
        let mut there: Vec<_> = everybody.filter_map(|player| Some((player, &player.history.first()?.event))).collect();
        there.retain(|(_, event)| matches!(event, PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing)));
        there.sort_by_key(|(player, _)| player.number);
        there.iter().enumerate().find_map(|(place, (_, event))| {
            let PastEvent::Game { opponent, encounters, .. } = event else { return None };
            let is_higher = there[place..].iter().any(|(player, _)| player.id == *opponent);
            let (colour, _) = encounters.first().filter(|_| is_higher)?;
            Some(if place % 2 == 0 { *colour } else { colour.opposite() })
        })
    }
}
