//! Which system a tournament is paired by: the one that its file names, and which edition of FIDE's Dutch system was in force when it began.
//!
//! The days are those that the texts of the editions give themselves, and no others ([`Edition::in_force`]).
//!
//! A text that names the year of its approval, and no day, counts from the next year on, and until the end of the year
//! before the next approval. In the years between, and before 1999, the texts do not say which edition was in force, so
//! none is chosen. Record `192` of TRF-2026 names the edition by which a tournament is paired, so it decides alone; the
//! date decides where it names none, as `FIDE_DUTCH` does (FIDE's table of types for TRF-2026).

use crate::files::Loaded;
use crate::questions::registry::{System, UnknownSystem};
use crate::rules::{EDITIONS, Edition};
use crate::tournament::{Code, Date, StartDate, TeamType, Tournament};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The name of FIDE's Dutch system without an edition.
pub(crate) const DUTCH: &str = "dutch";

/// The name of the system that the file names.
pub(crate) const AUTO: &str = "auto";

/// What `dutch` and `auto` mean, in the words of every help.
pub(crate) const DUTCH_AND_AUTO: &str =
    "dutch: FIDE's by the edition in force when the tournament began, or auto: the one that the file names";

/// A system that is asked for: one by its id, FIDE's Dutch system by the edition in force, or the one that the file names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub enum AskedSystem {
    /// This system.
    One(System),
    /// FIDE's Dutch system (`dutch`), by the edition that the tournament names, or that was in force when it began.
    Dutch,
    /// The system that the tournament names (`auto`): by record 192, or in JSON by `type`, `dutch_edition` or `teams`.
    Auto,
}

/// The system that was asked for, as it is for one tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenSystem {
    /// The system.
    pub system: System,
    /// For `dutch` and `auto`, why it is this one: `in force on 2024-03-01 (record 042)`.
    pub because: Option<String>,
}

/// No edition of FIDE's Dutch system, or no system at all, can be chosen for a tournament.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct NoEdition {
    /// What is missing or ambiguous.
    pub why: String,
    /// The same in a word.
    pub cause: NoEditionCause,
}

/// Why no edition can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoEditionCause {
    /// The file has neither a date nor an edition.
    NoDate,
    /// The file has no edition, and a date that cannot be read.
    DateUnreadable,
    /// The date may mean several days, and not one edition was in force on all of them.
    DateAmbiguous,
    /// The texts do not say which edition was in force on the day.
    BetweenEditions,
    /// The file names an edition that is not here.
    UnknownEdition,
    /// The file names no system.
    NoSystem,
    /// The file names a system that is not here.
    UnknownSystem,
}

impl NoEdition {
    fn sentence(&self) -> String {
        let Self { why, cause } = self;
        match cause {
            NoEditionCause::NoSystem | NoEditionCause::UnknownSystem => {
                format!("there is no system for '{AUTO}': {why}; name one of {}", System::ids())
            }
            _ => format!("which edition of '{DUTCH}' is meant is not known: {why}; name one of {}", editions()),
        }
    }
}

impl NoEditionCause {
    /// What the file has, in a clause.
    pub(crate) const fn clause(self) -> &'static str {
        match self {
            Self::NoDate => "neither a date nor an edition in the file",
            Self::DateUnreadable => "a date that cannot be read",
            Self::DateAmbiguous => "a date that may mean several days, of more than one edition",
            Self::BetweenEditions => "a date on which the texts do not say what was in force",
            Self::UnknownEdition => "an edition that is not here",
            Self::NoSystem => "no system in the file",
            Self::UnknownSystem => "a system that is not here",
        }
    }
}

/// What record 192 calls FIDE's Dutch system.
const CODE: &str = "FIDE_DUTCH";

/// What it calls the system for teams, with their scores and preferences behind it.
const TEAM_CODE: &str = "FIDE_TEAM";

/// The editions of FIDE's Dutch system, the newest first, each with its first day in force.
fn of_dutch() -> impl Iterator<Item = (&'static Edition, Date)> {
    let of_code = EDITIONS.iter().filter(|edition| edition.code == Some(CODE));
    of_code.filter_map(|edition| Some((edition, edition.in_force[0]?)))
}

/// Their ids, comma-separated.
fn editions() -> String {
    of_dutch().map(|(edition, _)| edition.id).join(", ")
}

impl AskedSystem {
    /// The system for this tournament.
    ///
    /// # Errors
    /// [`NoEdition`] if `dutch` is asked for, and neither the edition named in the file nor its date decides; if `auto` is asked for, and
    /// the file names no system that is here.
    pub fn of(self, loaded: &Loaded) -> Result<ChosenSystem, NoEdition> {
        match self {
            Self::One(system) => return Ok(ChosenSystem { system, because: None }),
            Self::Auto => return named(loaded),
            Self::Dutch => {}
        }
        let none = |cause, why| Err(NoEdition { why, cause });
        let (date, edition) = match &loaded.report {
            Some(_) => ("record 042", "record 192"),
            None => ("start_date", "dutch_edition"),
        };
        if let Some(year) = loaded.tournament.dutch_edition {
            return match format!("{DUTCH}-{year}").parse() {
                Ok(system) => Ok(ChosenSystem { system, because: Some(format!("named in the file ({edition})")) }),
                Err(error) => none(NoEditionCause::UnknownEdition, UnknownSystem::to_string(&error)),
            };
        }
        if let Some(name) = other_edition(loaded) {
            let why = format!("{} names '{name}', and this edition is not here", place_of_type(loaded));
            return none(NoEditionCause::UnknownEdition, why);
        }
        let Some(start) = &loaded.tournament.start else {
            // What the reader has noted of a date that it could not read.
            return match loaded.notes.iter().find(|note| note.code == Code::DateUnreadable) {
                Some(note) => none(NoEditionCause::DateUnreadable, note.what.clone()),
                None => none(
                    NoEditionCause::NoDate,
                    format!("the file says neither when the tournament began ({date}) nor the edition ({edition})"),
                ),
            };
        };
        let days = start.days();
        let all = days.iter().join(" or ");
        match (days.iter().map(|day| in_force(*day)).all_equal_value(), days) {
            (Ok(Some(found)), [_]) => {
                Ok(ChosenSystem::new(found, format!("in force on {all} ({date}{})", but_named(loaded))))
            }
            (Ok(Some(found)), _) => {
                let named = format!("{date} '{}'{}", start.text(), but_named(loaded));
                Ok(ChosenSystem::new(found, format!("in force on {all} ({named})")))
            }
            (_, [day]) => none(
                NoEditionCause::BetweenEditions,
                format!("the texts of the editions do not say which was in force on {day} ({date})"),
            ),
            _ => none(
                NoEditionCause::DateAmbiguous,
                format!(
                    "{date} '{}'{} may mean {all}, and not one edition was in force then",
                    start.text(),
                    but_named(loaded)
                ),
            ),
        }
    }

    /// The system for this tournament, for a caller that cannot be asked: as [`of`](Self::of), and where neither an edition in the file
    /// nor its date decides, the nearest edition. Without a day it is the latest one. On a day between two editions it is the one
    /// before, and before all of them the first. If the date may mean several days, the latest of them counts.
    ///
    /// # Errors
    /// [`NoEdition`] if the file names an edition that is not here; if `auto` is asked for, and the file names no system that is here.
    pub fn or_nearest(self, loaded: &Loaded) -> Result<ChosenSystem, NoEdition> {
        use NoEditionCause::{NoSystem, UnknownEdition, UnknownSystem};
        let none = match self.of(loaded) {
            Err(none) if !matches!(none.cause, UnknownEdition | NoSystem | UnknownSystem) => none,
            decided => return decided,
        };
        let days = loaded.tournament.start.as_ref().map(StartDate::days).unwrap_or_default();
        let begun = |day: &Date| of_dutch().find(|(_, first)| first <= day);
        let (found, which) = match days.last().map(begun) {
            None => (of_dutch().next(), "the latest edition"),
            Some(None) => (of_dutch().last(), "the first edition"),
            Some(found) if days.len() > 1 => (found, "the edition of the latest of these days"),
            Some(found) => (found, "the edition before"),
        };
        let Some((edition, _)) = found else { return Err(none) };
        Ok(ChosenSystem::new(edition, format!("{which}: {}{}", none.why, but_named(loaded))))
    }
}

/// The types of the tournament that record `192` names, such as `FIDE_DUTCH_2026`, or `type` in JSON.
fn types(loaded: &Loaded) -> impl Iterator<Item = String> {
    let of_json = loaded.tournament.kind.iter().filter(|_| loaded.report.is_none()).cloned();
    let texts = loaded.report.iter().flat_map(|report| report.records(&["192"]));
    texts.flat_map(|text| text.split_whitespace().map(str::to_uppercase).collect::<Vec<_>>()).chain(of_json)
}

/// The field that names the type of a tournament.
fn place_of_type(loaded: &Loaded) -> &'static str {
    if loaded.report.is_some() { "record 192" } else { "type" }
}

/// The system that the file names: by an edition, by being one of teams, or by a type. A type without an edition is decided by the date
/// where that can be done.
fn named(loaded: &Loaded) -> Result<ChosenSystem, NoEdition> {
    let none = |cause, why| Err(NoEdition { why, cause });
    let Tournament { dutch_edition, teams, start, .. } = &loaded.tournament;
    let (place, word) = (place_of_type(loaded), types(loaded).next());
    let code = word.as_deref().map(|word| word.strip_suffix("_BAKU").unwrap_or(word));
    let is_of_teams = code.map_or(teams.is_some(), |code| code.parse::<TeamType>().is_ok());
    if dutch_edition.is_some() || code.is_some_and(|code| code.starts_with(CODE)) {
        return AskedSystem::Dutch.of(loaded);
    }
    let code = if is_of_teams { Some(TEAM_CODE) } else { code };
    let Some(edition) = EDITIONS.iter().find(|edition| code.is_some() && edition.code == code) else {
        return match word {
            Some(word) => none(NoEditionCause::UnknownSystem, format!("{place} names {word}, which is not here")),
            None => none(NoEditionCause::NoSystem, format!("the file names no system ({place})")),
        };
    };
    if let (Some(first), Some(start)) = (edition.in_force[0], start)
        && start.days().iter().any(|day| *day < first)
    {
        let (text, id) = (start.text(), edition.id);
        let why =
            format!("{place} names {}, and {id} holds from {first} on, not on '{text}'", word.unwrap_or_default());
        return none(NoEditionCause::UnknownSystem, why);
    }
    let because = match word {
        Some(_) => format!("named in the file ({place})"),
        None => "since the file is one of teams".to_owned(),
    };
    Ok(ChosenSystem::new(edition, because))
}

/// What record `192` calls the edition of the Dutch system, if it names any, such as `FIDE_DUTCH_2031`.
fn other_edition(loaded: &Loaded) -> Option<String> {
    types(loaded).find(|word| word.strip_prefix("FIDE_DUTCH_").is_some_and(|edition| edition != "BAKU"))
}

/// The type that record `192` names if it is another system than the Dutch, such as `FIDE_DUBOV`.
pub(crate) fn other_system(loaded: &Loaded) -> Option<String> {
    types(loaded).find(|word| !word.starts_with(CODE))
}

/// A remark on it: `; record 192 names FIDE_DUBOV`.
fn but_named(loaded: &Loaded) -> String {
    other_system(loaded).map(|word| format!("; {} names {word}", place_of_type(loaded))).unwrap_or_default()
}

/// The edition in force on `day` by the texts.
fn in_force(day: Date) -> Option<&'static Edition> {
    let holds = |(edition, first): &(&Edition, Date)| {
        let [_, last] = edition.in_force;
        *first <= day && last.is_none_or(|last| day <= last)
    };
    of_dutch().find(holds).map(|(edition, _)| edition)
}

impl ChosenSystem {
    /// Whether it is an edition of FIDE's Dutch system.
    pub(crate) fn is_dutch(&self) -> bool {
        self.system.edition().code == Some(CODE)
    }

    fn new(edition: &'static Edition, because: String) -> Self {
        Self { system: System::of(edition), because: Some(because) }
    }
}

impl fmt::Display for ChosenSystem {
    /// `dutch-2017, in force on 2024-03-01 (record 042)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.system)?;
        self.because.iter().try_for_each(|because| write!(f, ", {because}"))
    }
}

impl TryFrom<String> for AskedSystem {
    type Error = UnknownSystem;

    fn try_from(id: String) -> Result<Self, UnknownSystem> {
        id.parse()
    }
}

impl FromStr for AskedSystem {
    type Err = UnknownSystem;

    fn from_str(id: &str) -> Result<Self, UnknownSystem> {
        match id {
            DUTCH => Ok(Self::Dutch),
            AUTO => Ok(Self::Auto),
            _ => id.parse().map(Self::One).map_err(|error: UnknownSystem| UnknownSystem { or_dutch: true, ..error }),
        }
    }
}

impl fmt::Display for AskedSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(system) => system.fmt(f),
            Self::Dutch => f.write_str(DUTCH),
            Self::Auto => f.write_str(AUTO),
        }
    }
}
