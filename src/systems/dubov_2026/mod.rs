//! The FIDE Dubov system of 2026: the bye, and then score group by score group with those who float up to it.

mod bracket;
mod colours;
mod field;

use super::top_group::Articles;
use super::{Engine, SystemPairing, Unpairable};
use crate::tournament::{Float, PlayerState, RoundState};
use field::Ratings;

const ARTICLES: Articles = Articles {
    bye: "dubov-2026.3.1",
    upfloaters: "dubov-2026.3.2.2",
    pairing: "dubov-2026.3.2.6",
    colours: "dubov-2026.5.2",
};

/// The system `dubov-2026`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dubov2026;

impl Engine for Dubov2026 {
    fn pair(&self, state: &RoundState) -> Result<SystemPairing, Unpairable> {
        let ratings = Ratings::new(state);
        ratings.field.pair(
            &ARTICLES,
            |group| bracket::pair(&ratings, group),
            |higher, lower| colours::of_higher(&ratings, higher, lower),
            ["dubov-2026.C1", "dubov-2026.C2", "dubov-2026.C3"],
            |[c1, _, c3], one, other| ratings.may_meet([c1, c3], one, other),
        )
    }

    fn may_have_bye(&self, state: &RoundState, player: &PlayerState) -> bool {
        field::may_have_bye(state, player)
    }

    /// The text knows upfloats alone.
    fn floats(&self, _: &RoundState, player: &PlayerState) -> [Option<Float>; 2] {
        let upfloat = |rounds_ago| {
            let round = player.history.len().checked_sub(rounds_ago)?;
            player.history.get(round).filter(|past| field::is_upfloat(past)).map(|_| Float::Up)
        };
        [1, 2].map(upfloat)
    }
}
