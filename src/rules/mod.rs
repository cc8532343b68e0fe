//! The rules, each with an id, its text, its source, and the predicate or count that implements it. Every other id that
//! is printed has an entry, too: faults of a file, of a pairing and of a proof. The texts are data, in TOML.
//!
//! An id is the same everywhere: in `models/*.toml` (without `ilp.`), in a violation, in the brackets of a message, and
//! in `swiss-ilp rule ID`. [`Hard`] rules forbid pairings. [`Term`]s are counted in an objective. A [`Diagnostic`] says
//! what is wrong and how to mend it.
//!
//! All counts are exact integers: of tenths, like a [`Score`](crate::tournament::Score), or of as many places as a term
//! says.

use schemars::JsonSchema;
use serde::Serialize;

mod colour;
mod edition;
mod entry;
mod hard;
mod impossible;
mod lots;
mod term;
mod text;

pub use colour::{default_colour, latest_difference, places_of_arrival, turn_after_round_1};
pub use edition::{Candidates, ColourStep, EDITIONS, Edition, SystemFamily, UpfloaterText};
pub use entry::{Diagnostic, Entry, EntryGroup, groups};
pub use hard::Hard;
pub(crate) use impossible::fewest;
pub use impossible::{Barred, Impossibility};
pub use lots::lots;
pub use term::{GreatestCount, Places, Term};

/// The entry of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rule {
    /// The id, such as `ilp.no-rematch`.
    pub id: &'static str,
    /// The title, one line.
    pub title: &'static str,
    /// The edition and article it comes from.
    pub source: &'static str,
    /// Its meaning, in a sentence or two.
    pub meaning: &'static str,
    /// The reading taken where the source is silent or ambiguous.
    pub reading: &'static str,
}

impl Rule {
    /// All rules, in the order of `swiss-ilp rule`.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        Entry::all().filter_map(Entry::rule)
    }

    /// The rule with this `id`. The prefix `ilp.` may be omitted.
    pub fn find(id: &str) -> Option<&'static Self> {
        Entry::find(id).and_then(Entry::rule)
    }
}
