//! The systems: one entry each, with its engine, verifier, program and standings.
//!
//! Engines, verifiers, programs and standings do not know each other; this is the one place that names them together.

use crate::model::{ModelError, SystemProgram};
use crate::nearest::did_you_mean;
use crate::systems::dubov_1997::{self, Dubov1997};
use crate::systems::{
    Engine, Standings, SystemPairing, Unpairable, dutch_1998, dutch_2012, dutch_2017, dutch_2026, tcec,
};
use crate::tournament::{Float, Pairing, PlayerState, RoundState};
use crate::verify::dutch::{self, DutchEdition};
use crate::verify::{self, Field, Seating, Verdict, Violation};
use itertools::Itertools;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The parts of a system.
struct SystemParts {
    id: &'static str,
    /// Readings that can be chosen, each by its name in the system's id.
    readings: &'static [&'static str],
    engine: fn(ChosenReadings) -> Box<dyn Engine>,
    verifier: fn(&Field<'_>, &Seating<'_>, ChosenReadings) -> Vec<Violation>,
    /// The ranking of the system's own text, if it has one.
    standings: Option<fn(&RoundState) -> Standings>,
}

/// Every system, in the order of reports. Its rules begin with its id, and its program, if it has one, is the model of
/// this name.
static SYSTEMS: [SystemParts; 6] = [
    SystemParts {
        id: "tcec",
        readings: &[],
        engine: |_| Box::new(tcec::Tcec),
        verifier: |field, seating, _| verify::tcec::violations(field, seating),
        standings: Some(tcec::standings),
    },
    SystemParts {
        id: "dutch-2026",
        readings: &[],
        engine: |_| Box::new(dutch_2026::EDITION),
        verifier: |field, seating, _| dutch::violations(field, seating, DutchEdition::E2026),
        standings: None,
    },
    SystemParts {
        id: "dutch-2017",
        readings: &[],
        engine: |_| Box::new(dutch_2017::EDITION),
        verifier: |field, seating, _| dutch::violations(field, seating, DutchEdition::E2017),
        standings: None,
    },
    SystemParts {
        id: "dutch-2012",
        readings: &[],
        engine: |_| Box::new(dutch_2012::EDITION),
        verifier: |field, seating, _| dutch::violations(field, seating, DutchEdition::E2012),
        standings: None,
    },
    SystemParts {
        id: "dutch-1998",
        readings: &[],
        engine: |_| Box::new(dutch_1998::EDITION),
        verifier: |field, seating, _| dutch::violations(field, seating, DutchEdition::E1998),
        standings: Some(dutch_1998::standings),
    },
    SystemParts {
        id: "dubov-1997",
        readings: &["transfers-only", "exchange-rows", "floaters-by-rating"],
        engine: |chosen| {
            Box::new(Dubov1997 {
                readings: dubov_1997::DubovReadings {
                    transfers_only: chosen.has(0),
                    exchange_rows: chosen.has(1),
                    floaters_by_rating: chosen.has(2),
                },
            })
        },
        verifier: |field, seating, chosen| verify::dubov::violations(field, seating, chosen.has(0)),
        standings: None,
    },
];

/// Which of a system's readings are chosen, by their place in its list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct ChosenReadings(u8);

impl ChosenReadings {
    const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }
}

/// A pairing system by certain readings, known by its id: `tcec`, or `dubov-1997+exchange-rows`.
///
/// ```
/// use swiss_ilp::registry::System;
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
#[derive(Clone, Copy)]
pub struct System {
    entry: &'static SystemParts,
    readings: ChosenReadings,
}

/// There is no system of that id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no system '{id}'{}; name one of {}", System::meant_by(id), System::ids())]
pub struct UnknownSystem {
    /// The id that was asked for.
    pub id: String,
}

impl System {
    /// Every system by its default readings, in the order of reports.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        SYSTEMS.iter().map(|entry| Self { entry, readings: ChosenReadings::default() })
    }

    /// The same system by every choice of its readings, the default first.
    pub fn by_readings(self) -> impl Iterator<Item = Self> {
        (0..1_u8 << self.entry.readings.len()).map(move |chosen| Self { readings: ChosenReadings(chosen), ..self })
    }

    /// The ids of all systems, comma-separated, with the readings that can be chosen.
    #[must_use]
    pub fn ids() -> String {
        let id = |entry: &SystemParts| {
            let readings = entry.readings.iter().map(|reading| format!("[+{reading}]"));
            [entry.id.to_owned()].into_iter().chain(readings).join("")
        };
        SYSTEMS.iter().map(id).join(", ")
    }

    /// A question for the system that `id` may stand for.
    fn meant_by(id: &str) -> String {
        did_you_mean(id, Self::all().flat_map(Self::by_readings).map(|system| system.to_string()))
    }

    /// The ids of the systems whose text has a ranking, comma-separated.
    #[must_use]
    pub fn ids_with_standings() -> String {
        SYSTEMS.iter().filter(|entry| entry.standings.is_some()).map(|entry| entry.id).join(", ")
    }

    /// The system's pairing of the round, with its own order of boards.
    ///
    /// # Errors
    /// [`Unpairable`] if its rules leave no pairing.
    pub fn pair(self, state: &RoundState) -> Result<SystemPairing, Unpairable> {
        (self.entry.engine)(self.readings).pair(state)
    }

    /// Whether the system's rules let `player` have the pairing-allocated bye.
    #[must_use]
    pub fn may_have_bye(self, state: &RoundState, player: &PlayerState) -> bool {
        (self.entry.engine)(self.readings).may_have_bye(state, player)
    }

    /// The floats of `player` in the round just past and in the one before it, as the system's rules give them.
    #[must_use]
    pub fn floats(self, state: &RoundState, player: &PlayerState) -> [Option<Float>; 2] {
        (self.entry.engine)(self.readings).floats(state, player)
    }

    /// The verdict on `pairing` by the system's rules. It does not ask whether the system itself would choose this pairing.
    #[must_use]
    pub fn verify(self, state: &RoundState, pairing: &Pairing) -> Verdict {
        verify::by_system(state, pairing, |field, seating| (self.entry.verifier)(field, seating, self.readings))
    }

    /// The ranking by the system's text; `None` if it has none.
    #[must_use]
    pub fn standings(self) -> Option<fn(&RoundState) -> Standings> {
        self.entry.standings
    }

    /// The system as an integer program; `None` if there is none, as for other readings than the default ones.
    ///
    /// # Errors
    /// [`ModelError::Wrong`] if its file is not a program, which the tests rule out.
    pub fn program(self) -> Result<Option<SystemProgram>, ModelError> {
        if self.readings == ChosenReadings::default() { SystemProgram::of_system(self.entry.id) } else { Ok(None) }
    }
}

impl FromStr for System {
    type Err = UnknownSystem;

    /// The readings may stand in any order, each once.
    fn from_str(id: &str) -> Result<Self, UnknownSystem> {
        let mut parts = id.split('+');
        let name = parts.next();
        let chosen = |entry: &'static SystemParts| {
            let mut readings = ChosenReadings::default();
            for part in parts {
                let place = entry.readings.iter().position(|reading| *reading == part)?;
                (!readings.has(place)).then(|| readings.0 |= 1 << place)?;
            }
            Some(Self { entry, readings })
        };
        let entry = SYSTEMS.iter().find(|entry| Some(entry.id) == name);
        entry.and_then(chosen).ok_or_else(|| UnknownSystem { id: id.to_owned() })
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.id)?;
        let chosen = self.entry.readings.iter().enumerate().filter(|(place, _)| self.readings.has(*place));
        chosen.map(|(_, reading)| reading).try_for_each(|reading| write!(f, "+{reading}"))
    }
}

impl fmt::Debug for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "System({self})")
    }
}

impl PartialEq for System {
    fn eq(&self, other: &Self) -> bool {
        self.entry.id == other.entry.id && self.readings == other.readings
    }
}

impl Eq for System {}

impl Serialize for System {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
