//! What a page with the drawing of a round has of it: the players on their cards, and the boards in lists.
//!
//! The drawing itself is that of the page for browsers, in `web/page/drawing.mjs`, and is drawn there.

mod players;

pub use players::{CardReport, WantedReport, cards};

use crate::printable::printable;
use itertools::Itertools;
use std::collections::BTreeMap;

/// A board of a round, or its bye, as it is listed.
pub struct DrawnBoard {
    /// `None` for the bye.
    pub number: Option<usize>,
    /// White and Black; who has the bye, and 0.
    pub seats: [u32; 2],
    /// Name and score; the bye has no score.
    pub sides: [(String, String); 2],
    pub is_float: bool,
    /// The strength of each player's preference that is not met.
    pub denied: [Option<&'static str>; 2],
}

impl DrawnBoard {
    /// The board of these seats, whose players have these cards.
    pub fn new(number: Option<usize>, seats: [u32; 2], cards: &BTreeMap<u32, &CardReport>) -> Self {
        let found = seats.map(|seat| cards.get(&seat).copied());
        let side = |card: Option<&CardReport>| match card {
            None => ("bye".to_owned(), String::new()),
            Some(card) => (printable(&card.name), card.score.clone()),
        };
        let denied = |side: usize| {
            let wants = found[side]?.wants.filter(|wants| number.is_some() && wants.colour != ["white", "black"][side]);
            wants.map(|wants| wants.strength)
        };
        let scores = found.map(|card| card.map(|card| &card.score));
        Self { number, seats, sides: found.map(side), is_float: scores[0] != scores[1], denied: [denied(0), denied(1)] }
    }

    pub fn label(&self) -> String {
        self.number.map_or_else(|| "bye".to_owned(), |number| number.to_string())
    }

    /// Black's number; the bye has none.
    pub fn black(&self) -> String {
        if self.seats[1] == 0 { String::new() } else { self.seats[1].to_string() }
    }

    pub fn denials(&self) -> String {
        let of_side = |side: usize, colour: &str| self.denied[side].map(|strength| format!("{colour} ({strength})"));
        // Who has White wanted Black.
        [of_side(0, "Black"), of_side(1, "White")].into_iter().flatten().join(", ")
    }
}

/// The cards of players by their numbers.
pub fn by_number(players: &[CardReport]) -> BTreeMap<u32, &CardReport> {
    players.iter().map(|card| (card.id, card)).collect()
}
