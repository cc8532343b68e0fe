//! The systems: every edition with its engine, verifier and standings.
//!
//! Engines, verifiers and standings do not know each other; this is the one place that names them together, by the
//! family of an edition.

use super::in_force::DUTCH;
use crate::files::nearest::did_you_mean;
use crate::proof::verify::{self, Verdict};
use crate::rules::{EDITIONS, Edition, SystemFamily};
use crate::systems::dubov_1997::DubovReadings;
use crate::systems::dubov_2026::Dubov2026;
use crate::systems::upfloaters::Upfloaters;
use crate::systems::{Engine, Standings, SystemPairing, Unpairable, dutch_1998, dutch_2012, dutch_since_2017, tcec};
use crate::tournament::{Float, GamesPerPairing, Pairing, PlayerState, RoundState};
use itertools::Itertools;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A pairing system by certain readings, known by its id: `tcec`, or `dubov-1997+exchange-rows`.
///
/// ```
/// use swiss_ilp::questions::registry::System;
/// use swiss_ilp::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};
///
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let state = RoundState::new(&Tournament { players, ..Tournament::default() }, RoundRequest::default())?;
/// let system: System = "dutch-2012".parse()?;
/// let paired = system.pair(&state)?;
/// assert_eq!(paired.pairing.boards[0].to_string(), "1-3");
/// assert!(system.verify(&state, &paired.pairing).is_legal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct System {
    edition: &'static Edition,
    /// Which of its readings are chosen: a bit for each place in the list.
    readings: u8,
}

/// There is no system of that id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no system '{id}'{}; name one of {}{}", self.meant(), System::ids(), if *or_dutch { ", or dutch" } else { "" })]
pub struct UnknownSystem {
    /// The id that was asked for.
    pub id: String,
    /// Whether `dutch` could be asked for, too: the edition in force.
    pub or_dutch: bool,
}

impl UnknownSystem {
    /// A question for the system that may be meant.
    fn meant(&self) -> String {
        let ids = System::all().flat_map(System::by_readings).map(|system| system.to_string());
        did_you_mean(&self.id, self.or_dutch.then(|| DUTCH.to_owned()).into_iter().chain(ids))
    }
}

impl System {
    /// Every system by its default readings, in the order of reports.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        EDITIONS.iter().map(Self::of)
    }

    /// Every system that somebody may mean in this tournament who names none.
    pub fn usual(games: GamesPerPairing, are_teams: bool) -> impl Iterator<Item = Self> + Clone {
        let is_usual = move |edition: &Edition| {
            (!edition.pairs_matches || games == GamesPerPairing::Two) && (!edition.pairs_teams || are_teams)
        };
        Self::all().filter(move |system| is_usual(system.edition))
    }

    /// The edition that it is.
    pub const fn edition(self) -> &'static Edition {
        self.edition
    }

    /// The edition as a system, by its default readings.
    pub(crate) const fn of(edition: &'static Edition) -> Self {
        Self { edition, readings: 0 }
    }

    /// The same system by every choice of its readings, the default first.
    pub fn by_readings(self) -> impl Iterator<Item = Self> {
        (0..1_u8 << self.edition.readings.len()).map(move |chosen| Self { readings: chosen, ..self })
    }

    /// The ids of all systems, comma-separated, with the readings that can be chosen.
    pub fn ids() -> String {
        let id = |edition: &Edition| {
            let readings = edition.readings.iter().map(|reading| format!("[+{reading}]"));
            [edition.id.to_owned()].into_iter().chain(readings).join("")
        };
        EDITIONS.iter().map(id).join(", ")
    }

    /// The ids of the systems whose text has a ranking, comma-separated.
    pub(crate) fn ids_with_standings() -> String {
        Self::all().filter(|system| system.standings().is_some()).join(", ")
    }

    /// Whether the reading at this place in the edition's list is chosen.
    const fn has(self, place: usize) -> bool {
        self.readings >> place & 1 == 1
    }

    fn engine(self) -> Box<dyn Engine> {
        let edition = self.edition;
        match &edition.family {
            SystemFamily::Tcec => Box::new(tcec::Tcec),
            SystemFamily::Dutch1998 => Box::new(dutch_1998::engine(edition)),
            SystemFamily::Dutch2012 => Box::new(dutch_2012::engine(edition)),
            SystemFamily::DutchSince2017(text) => Box::new(dutch_since_2017::DutchSince2017 { edition, text }),
            SystemFamily::Dubov1997 => Box::new(DubovReadings {
                transfers_only: self.has(0),
                exchange_rows: self.has(1),
                floaters_by_rating: self.has(2),
            }),
            SystemFamily::Dubov2026 => Box::new(Dubov2026),
            SystemFamily::Upfloaters(text) => Box::new(Upfloaters { edition, text }),
        }
    }

    /// The system's pairing of the round, with its own order of boards.
    ///
    /// # Errors
    /// [`Unpairable`] if its rules leave no pairing.
    pub fn pair(self, state: &RoundState) -> Result<SystemPairing, Unpairable> {
        self.engine().pair(state)
    }

    /// Whether the system's rules let `player` have the pairing-allocated bye.
    pub fn may_have_bye(self, state: &RoundState, player: &PlayerState) -> bool {
        self.engine().may_have_bye(state, player)
    }

    /// The floats of `player` in the round just past and in the one before it, as the system's rules give them.
    pub fn floats(self, state: &RoundState, player: &PlayerState) -> [Option<Float>; 2] {
        self.engine().floats(state, player)
    }

    /// The verdict on `pairing` by the system's rules. It does not ask whether the system itself would choose this pairing.
    pub fn verify(self, state: &RoundState, pairing: &Pairing) -> Verdict {
        verify::by_system(state, pairing, |field, seating| match &self.edition.family {
            SystemFamily::Tcec => verify::tcec::violations(field, seating),
            SystemFamily::Dubov1997 => verify::dubov::violations(field, seating, self.has(0)),
            SystemFamily::Dubov2026 => verify::dubov_2026::violations(field, seating),
            SystemFamily::Upfloaters(_) => verify::upfloaters::violations(field, seating, self.edition),
            SystemFamily::Dutch1998 | SystemFamily::Dutch2012 | SystemFamily::DutchSince2017(_) => {
                verify::dutch::violations(field, seating, self.edition)
            }
        })
    }

    /// The ranking by the system's text; `None` if it has none.
    pub fn standings(self) -> Option<fn(&RoundState) -> Standings> {
        match &self.edition.family {
            SystemFamily::Tcec => Some(tcec::standings),
            SystemFamily::Dutch1998 => Some(dutch_1998::standings),
            SystemFamily::Dutch2012
            | SystemFamily::DutchSince2017(_)
            | SystemFamily::Dubov1997
            | SystemFamily::Dubov2026
            | SystemFamily::Upfloaters(_) => None,
        }
    }
}

impl FromStr for System {
    type Err = UnknownSystem;

    /// The readings may stand in any order, each once.
    fn from_str(id: &str) -> Result<Self, UnknownSystem> {
        let mut parts = id.split('+');
        let name = parts.next();
        let chosen = |edition: &'static Edition| {
            let mut readings = 0;
            for part in parts {
                let place = edition.readings.iter().position(|reading| *reading == part)?;
                (readings >> place & 1 == 0).then(|| readings |= 1 << place)?;
            }
            Some(Self { edition, readings })
        };
        name.and_then(Edition::find)
            .and_then(chosen)
            .ok_or_else(|| UnknownSystem { id: id.to_owned(), or_dutch: false })
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.edition.id)?;
        let chosen = self.edition.readings.iter().enumerate().filter(|(place, _)| self.has(*place));
        chosen.map(|(_, reading)| reading).try_for_each(|reading| write!(f, "+{reading}"))
    }
}

impl fmt::Debug for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "System({self})")
    }
}

impl Serialize for System {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
