//! Rule systems as integer programs: tiers taken from the articles, whose one optimum is the system's pairing.
//!
//! [`SystemSpec`] is what a TOML file says; [`Bracket`], [`Encounters`] and [`Colours`] are the programs, with the
//! [`Aim`]s of each tier. Nothing here knows the engines: the facts are taken from the round anew.

mod bracket;
mod colours;
mod encounters;
mod field;
mod spec;

pub use bracket::{Beyond, Bracket, Members};
pub use colours::Colours;
pub use encounters::Encounters;
pub use field::Field;
pub use spec::{ColourCount, ColourTier, Count, Edition, Procedure, Rounds, SystemSpec, SystemTier};

/// A linear function of a program's columns.
pub type Sum = Vec<(usize, i64)>;

/// What is to be decided next, among all that is still possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aim {
    /// The sum is to be as small as can be.
    Least(Sum),
    /// The sum is to be zero; if it cannot be, it is given up, and so are the aims of the tier that follow.
    ZeroOrGivenUp(Sum),
    /// At most one of these columns is 1: it is to be the first that can be.
    First(Vec<usize>),
}
