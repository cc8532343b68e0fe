use super::Rule;
use super::text::HARD;
use crate::graph::budget::spend;
use crate::tournament::{Colour, GamesPerPairing, PlayerId, PlayerState, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use strum::VariantArray;

/// A hard rule, which no legal pairing breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, VariantArray)]
#[serde(rename_all = "kebab-case")]
pub enum Hard {
    /// Two players meet once.
    NoRematch,
    /// The organiser's bans hold.
    NoForbiddenPair,
    /// No colour three times running.
    NoThirdColour,
    /// Whites and Blacks never differ by more than two.
    ColourBalance,
    /// No second point without playing.
    NoSecondBye,
}

impl FromStr for Hard {
    type Err = String;

    /// The rule of this name or id.
    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|rule| rule.name() == text || rule.rule().id == text);
        let all = || Self::ALL.iter().map(|rule| rule.name()).join(", ");
        found.copied().ok_or_else(|| format!("no hard rule is called '{text}'; there are {}", all()))
    }
}

impl Hard {
    /// Every hard rule.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The rules that a repair gives up if nobody says which, the most readily given up first. The organiser's bans are not
    /// among them: whoever has made them can take them back.
    pub const GIVEN_UP: [Self; 4] = [Self::NoThirdColour, Self::ColourBalance, Self::NoSecondBye, Self::NoRematch];

    /// The name in a model file, such as `no-rematch`.
    pub fn name(self) -> &'static str {
        let id = self.rule().id;
        id.strip_prefix("ilp.").unwrap_or(id)
    }

    /// The rule's text.
    pub fn rule(self) -> &'static Rule {
        &HARD[self as usize]
    }

    /// The pairs that the rule forbids, whatever the colours.
    pub fn forbidden_pairs(self, state: &RoundState) -> Vec<(PlayerId, PlayerId)> {
        match self {
            Self::NoRematch => {
                let players = state.players().iter();
                let games =
                    players.flat_map(|player| player.history.iter().map(move |past| (player.id, past.event.met())));
                games.filter_map(|(id, other)| Some((id, other?))).collect()
            }
            Self::NoForbiddenPair => state.forbidden().collect(),
            Self::NoThirdColour | Self::ColourBalance | Self::NoSecondBye => Vec::new(),
        }
    }

    /// Whether the rule forbids the pair, whatever the colours.
    pub fn forbids_pair(self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> bool {
        spend(1);
        match self {
            Self::NoRematch => one.history.iter().any(|past| past.event.met() == Some(other.id)),
            Self::NoForbiddenPair => state.is_forbidden(one.id, other.id),
            Self::NoThirdColour | Self::ColourBalance | Self::NoSecondBye => false,
        }
    }

    /// Whether the rule forbids `player` the colour `colour`.
    pub fn forbids_colour(self, state: &RoundState, player: &PlayerState, colour: Colour) -> bool {
        if state.games_per_pairing() == GamesPerPairing::Two {
            return false;
        }
        match self {
            Self::NoThirdColour => player.repeated_colour() == Some(colour),
            Self::ColourBalance => {
                let before = player.colour_difference();
                let after = before + colour.sign();
                after.abs() > 2 && after.abs() > before.abs()
            }
            Self::NoRematch | Self::NoForbiddenPair | Self::NoSecondBye => false,
        }
    }

    /// Whether the rule forbids `player` the bye.
    pub fn forbids_bye(self, player: &PlayerState) -> bool {
        self == Self::NoSecondBye && player.has_scored_without_playing()
    }
}
