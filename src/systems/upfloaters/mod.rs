//! The procedure of FIDE's systems for matches of 2026: the top score group is paired with the fewest players who float up to it.
//!
//! Articles 3.5 and 3.6 order sets of upfloaters, and pairings of a bracket, and take the first of the best. Here the best are a
//! cheapest matching of all who are yet to be paired, which is narrowed choice by choice in the order of the articles.

mod bracket;
mod colours;
mod field;

use super::top_group::Articles;
use super::{Engine, SystemPairing, Unpairable};
use crate::rules::{Edition, UpfloaterText};
use crate::tournament::{Float, PlayerState, RoundState};
use field::Matches;

/// The engine of an edition.
pub struct Upfloaters {
    /// The edition.
    pub edition: &'static Edition,
    /// In what its text differs from others.
    pub text: &'static UpfloaterText,
}

impl Engine for Upfloaters {
    fn pair(&self, state: &RoundState) -> Result<SystemPairing, Unpairable> {
        let matches = Matches::new(state, self.text);
        let UpfloaterText { bye, upfloaters, pairing, ref colours, .. } = *self.text;
        let [met, no_bye, _] = self.edition.absolute;
        matches.field.pair(
            &Articles { bye, upfloaters, pairing, colours: self.edition.colours },
            |group| bracket::pair(&matches, group),
            |higher, lower| colours::of_higher(&matches, colours, higher, lower),
            [met, no_bye],
            |[met, _], one, other| !met || matches.field.meetings.has_edge(one, other),
        )
    }

    fn may_have_bye(&self, state: &RoundState, player: &PlayerState) -> bool {
        field::may_have_bye(state, player)
    }

    fn floats(&self, state: &RoundState, player: &PlayerState) -> [Option<Float>; 2] {
        [1, 2].map(|rounds_ago| field::float(state, player, rounds_ago))
    }
}
