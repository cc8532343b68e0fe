//! One named, citable rule each: what it says, where it stands, and the predicate or count that it is.
//!
//! A rule's id is the same everywhere: in `models/*.toml` (without its `ilp.`), in a violation, in
//! `swiss-ilp rule ID`. [`Hard`] rules forbid; [`Term`]s count what an objective weighs.
//!
//! All counts are exact integers in tenths of a unit, the grain of a [`Score`](crate::tournament::Score).

use serde::Serialize;

mod colour;
mod dubov_1997;
mod dutch_1998;
mod dutch_2012;
mod hard;
mod tcec;
mod term;

pub use colour::{latest_difference, settle_colour};
pub use hard::Hard;
pub use term::Term;

/// A rule as a person looks it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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

impl Rule {
    /// Every rule there is, in the order of `swiss-ilp rule`.
    pub fn all() -> impl Iterator<Item = &'static Rule> {
        let of_models = Hard::ALL.iter().map(|hard| hard.rule()).chain(Term::ALL.iter().map(|term| term.rule()));
        of_models.chain(&tcec::RULES).chain(dutch_2012::RULES).chain(dutch_1998::RULES).chain(dubov_1997::RULES)
    }

    /// The rule called `id`; the `ilp.` may be left out.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Rule> {
        Self::all().find(|rule| rule.id == id || rule.id.strip_prefix("ilp.") == Some(id))
    }
}
