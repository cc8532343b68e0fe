//! The FIDE Dutch system as agreed in Istanbul 2012 (FIDE Handbook C.04.3.1).

use super::dutch::{Card, Edition, Requirement};
use super::{Paired, System, Unpairable};
use crate::tournament::{ByeKind, Outcome, PastEvent, PlayerState, RoundState};

/// The system `dutch-2012`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dutch2012;

const EDITION: Edition = Edition { id: "dutch-2012", card, requirements };

impl System for Dutch2012 {
    fn id(&self) -> &'static str {
        EDITION.id
    }

    fn source(&self) -> &'static str {
        "FIDE Handbook C.04.3.1, Dutch System, as agreed by the 83rd FIDE Congress, Istanbul 2012"
    }

    fn pair(&self, state: &RoundState) -> Result<Paired, Unpairable> {
        EDITION.pair(state)
    }
}

fn card(state: &RoundState, player: &PlayerState) -> Card {
    Card { may_ignore_b2: state.is_topscorer(player), ..Card::of(player, !has_scored_unplayed(player)) }
}

/// B.1.b: a point or half point without playing.
fn has_scored_unplayed(player: &PlayerState) -> bool {
    player.history.iter().any(|past| match &past.event {
        PastEvent::Bye(kind) => *kind != ByeKind::Zero,
        PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
        PastEvent::Absent => false,
    })
}

/// C.10 backwards: what is lowered last comes first.
fn requirements(state: &RoundState) -> Vec<Requirement> {
    use Requirement::{AbsolutePreferences, Downfloat, Preferences, StrongPreferences, Upfloat};
    let colours = if state.round().is_multiple_of(2) {
        [Preferences, StrongPreferences]
    } else {
        // A.7.d
        [StrongPreferences, Preferences]
    };
    [&[AbsolutePreferences], &colours[..], &[Downfloat(1), Downfloat(2), Upfloat(1), Upfloat(2)]].concat()
}
