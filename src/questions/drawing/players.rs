use crate::printable::printable;
use crate::report::boards::colour_letters;
use crate::tournament::{Float, GamesPerPairing, PlayerState, RoundState};
use schemars::JsonSchema;
use serde::Serialize;

/// A player on a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CardReport {
    /// The pairing number.
    pub id: u32,
    /// Title and name.
    pub name: String,
    /// The rating, if any.
    pub rating: Option<u32>,
    /// The federation, if any.
    pub federation: Option<String>,
    /// The score that pairing goes by.
    pub score: String,
    /// The colours of the past encounters, such as `BWW-B`; `-` is no game.
    pub colours: String,
    /// The float of the round before and of the one before that: `down`, `up` or null.
    pub floats: [Option<&'static str>; 2],
    /// The colour that is due, if any.
    pub wants: Option<WantedReport>,
}

impl CardReport {
    pub(crate) fn printable_name(&self) -> String {
        printable(&self.name)
    }

    /// The floats in a list.
    pub(crate) fn floats(&self) -> String {
        let float = |(float, rounds): (Option<&str>, &str)| float.map(|float| format!("{float}{rounds}"));
        self.floats.into_iter().zip(["", "²"]).filter_map(float).collect::<Vec<_>>().join(", ")
    }

    /// The colour that is due, in a list.
    pub(crate) fn wish(&self) -> String {
        self.wants.map_or_else(String::new, |wants| format!("{} ({})", wants.colour, wants.strength))
    }
}

/// A colour preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WantedReport {
    /// `white` or `black`.
    pub colour: &'static str,
    /// `mild`, `strong` or `absolute`.
    pub strength: &'static str,
}

/// The players to be paired, in pairing order.
pub fn cards(state: &RoundState) -> Vec<CardReport> {
    let is_double = state.games_per_pairing() == GamesPerPairing::Two;
    state.players().iter().map(|player| card(player, is_double)).collect()
}

fn card(player: &PlayerState, is_double: bool) -> CardReport {
    let float = |rounds_ago| player.float(rounds_ago).map(|float: Float| <&'static str>::from(float));
    // Where a pairing is two games, everybody gets both colours.
    let preference = player.preference().filter(|_| !is_double);
    CardReport {
        id: player.id.0,
        name: player.title.iter().chain([&player.name]).map(String::as_str).collect::<Vec<_>>().join(" "),
        rating: player.rating,
        federation: player.federation.clone(),
        score: player.score.to_string(),
        colours: colour_letters(player),
        floats: [1, 2].map(float),
        wants: preference.map(|wanted| WantedReport { colour: wanted.colour.into(), strength: wanted.strength.into() }),
    }
}
