//! One named, citable rule each: what it says, where it stands, and the predicate or count that it is. And one entry for
//! every other id that is printed: faults of a file, of a pairing and of a proof.
//!
//! An id is the same everywhere: in `models/*.toml` (without its `ilp.`), in a violation, in the brackets of a message,
//! in `swiss-ilp rule ID`. [`Hard`] rules forbid; [`Term`]s count what an objective weighs; a [`Diagnostic`] says what is
//! wrong and how to mend it.
//!
//! All counts are exact integers in tenths of a unit, the grain of a [`Score`](crate::tournament::Score).

use schemars::JsonSchema;
use serde::Serialize;

mod colour;
mod dubov_1997;
mod dutch_1998;
mod dutch_2012;
mod entry;
mod faults;
mod hard;
mod pairing;
mod proof;
mod side;
mod tcec;
mod term;

pub use colour::{default_colour, latest_difference};
pub use entry::{Diagnostic, Entry, Group, groups};
pub use hard::Hard;
pub use proof::CHECKS;
pub use term::{Places, Term, fold_distance};

/// A rule as a person looks it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rule {
    /// The id, such as `ilp.no-rematch`.
    pub id: &'static str,
    /// One line.
    pub title: &'static str,
    /// The edition and article it comes from.
    pub source: &'static str,
    /// What it says, in a sentence or two.
    pub meaning: &'static str,
    /// The reading taken where the source is silent or ambiguous.
    pub reading: &'static str,
}

/// The rules of each system, with the title they stand under.
const OF_SYSTEMS: [(&str, &[Rule]); 4] = [
    ("TCEC", &tcec::RULES),
    ("Dutch system of 2012", dutch_2012::RULES),
    ("Dutch system of 1998", dutch_1998::RULES),
    ("Dubov system of 1997", dubov_1997::RULES),
];

impl Rule {
    /// Every rule there is, in the order of `swiss-ilp rule`.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        groups().into_iter().flat_map(|group| group.entries).filter_map(Entry::rule)
    }

    /// The rule called `id`; the `ilp.` may be left out.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        Entry::find(id).and_then(Entry::rule)
    }
}
