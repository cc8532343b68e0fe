//! The questions: each is a folder with what is asked (`request`), the record of what is answered, and what is shown of it (`show`).
//!
//! A question is asked through a [`Context`], which has the files, the limits, and the places for notes and for the answer. The doors
//! (the command line, Python, the browser) know no question by name: they go through [`QUESTIONS`], each of which reads its request
//! from arguments or from JSON, and asks it ([`Request::ask`]).
//!
//! A question calls the rooms below; it calls no other question and no door.

mod ask_error;
pub mod asked;
#[cfg(not(target_arch = "wasm32"))]
pub mod batch;
pub mod check;
mod checklist;
pub mod compare;
mod context;
pub mod convert;
mod drawing;
pub mod edit;
pub mod explain;
pub mod in_force;
pub mod info;
pub mod metrics;
pub mod model;
mod opened;
pub mod pair;
pub mod pareto;
pub mod ranking;
pub mod registry;
pub mod report;
pub mod rule;
pub mod rule_proof;
#[cfg(not(target_arch = "wasm32"))]
mod schemas;
pub mod seed;
#[cfg(not(target_arch = "wasm32"))]
pub mod simulate;
pub mod solve;
pub mod standings;
pub mod tasks;
pub mod verify;
pub mod why;
pub mod wishes;

pub use ask_error::{AskError, Refusal, TextFault};
#[cfg(feature = "cli")]
pub(crate) use context::Headed;
pub use context::{Answered, Context, Note, TournamentForm};
pub use opened::{Opened, OpenedRound};
pub(crate) use opened::{cut_names, remarks};
#[cfg(not(target_arch = "wasm32"))]
pub use schemas::schemas;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;
use strum::{Display, VariantArray};

/// What is asked. The type is the arguments of its command, the JSON of a request, and its schema.
///
/// It is checked once, when it meets the file: what is wrong with it, and what does not go together, is a [`Refusal`] there.
pub trait Request {
    /// Answer it. The answer is given to the context; what is returned is whether it is all that was asked for.
    ///
    /// # Errors
    /// How the question ended otherwise. An answer may have been given before.
    fn ask(&self, context: &dyn Context) -> Result<(), AskError>;
}

/// What a question is about: the headings of the help, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Display, VariantArray)]
pub enum Heading {
    /// One round of one tournament.
    #[strum(to_string = "A round")]
    Round,
    /// One tournament.
    #[strum(to_string = "A tournament")]
    Tournament,
    /// Many tournaments.
    #[strum(to_string = "Many tournaments")]
    Many,
    /// What the program goes by, and the program itself.
    #[strum(to_string = "What stands behind")]
    Behind,
}

/// A question, for doors that know none by name.
pub struct Question {
    /// The name: that of the command, and of the function in Python.
    pub name: &'static str,
    /// What it is about.
    pub heading: Heading,
    /// Whether it makes a tournament, which can be written instead of the answer.
    pub makes_a_tournament: bool,
    /// Read a request from JSON.
    pub read: fn(&str) -> Result<Box<dyn Request>, Refusal>,
    /// The JSON Schema of a request. The module for browsers has none: the package beside it has types.
    #[cfg(not(target_arch = "wasm32"))]
    pub schema: fn() -> String,
    /// Add the arguments to a command.
    #[cfg(feature = "cli")]
    pub augment: fn(clap::Command) -> clap::Command,
    /// Read a request from arguments.
    #[cfg(feature = "cli")]
    pub parse: fn(&clap::ArgMatches) -> Result<Box<dyn Request>, clap::Error>,
}

impl Question {
    /// The question of this name and heading, whose request is `R`.
    const fn new<R>(name: &'static str, heading: Heading) -> Self
    where
        R: Request + DeserializeOwned + JsonSchema + clap::Args + 'static,
    {
        Self {
            name,
            heading,
            makes_a_tournament: false,
            read: |json| understood::<R>(json).map(|request| Box::new(request) as Box<dyn Request>),
            #[cfg(not(target_arch = "wasm32"))]
            schema: crate::questions::report::schema::<R>,
            #[cfg(feature = "cli")]
            augment: R::augment_args,
            #[cfg(feature = "cli")]
            parse: |matches| match R::from_arg_matches(matches) {
                Ok(request) => Ok(Box::new(request)),
                Err(error) => Err(error),
            },
        }
    }

    /// The same, which makes a tournament.
    const fn that_makes_a_tournament(self) -> Self {
        Self { makes_a_tournament: true, ..self }
    }

    /// The question of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        QUESTIONS.iter().find(|question| question.name == name)
    }
}

/// A request, or a part of one, from JSON.
///
/// # Errors
/// The refusal of what it is not, with the name of the field.
pub fn understood<R: DeserializeOwned>(json: &str) -> Result<R, Refusal> {
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(json)).map_err(|error| {
        let named = error.path().iter().filter_map(|segment| match segment {
            Segment::Map { key } => Some(key.as_str()),
            _ => None,
        });
        let field = named.fold("the request", |_, name| name);
        // Nobody has written the line.
        let place = format!(" at line {} column {}", error.inner().line(), error.inner().column());
        let what = error.inner().to_string();
        Refusal::new(format!("{field}: {}", what.strip_suffix(&place).unwrap_or(&what)), "")
    })
}

/// Every question, in the order of the help.
pub static QUESTIONS: &[Question] = &[
    Question::new::<solve::Request>("solve", Heading::Round).that_makes_a_tournament(),
    Question::new::<pair::Request>("pair", Heading::Round).that_makes_a_tournament(),
    Question::new::<verify::Request>("verify", Heading::Round),
    Question::new::<explain::Request>("explain", Heading::Round),
    Question::new::<why::Request>("why", Heading::Round),
    Question::new::<compare::Request>("compare", Heading::Round),
    Question::new::<pareto::Request>("pareto", Heading::Round),
    Question::new::<check::Request>("check", Heading::Tournament),
    Question::new::<info::Request>("info", Heading::Tournament),
    Question::new::<convert::Request>("convert", Heading::Tournament),
    Question::new::<seed::Request>("seed", Heading::Tournament),
    Question::new::<edit::Request>("edit", Heading::Tournament).that_makes_a_tournament(),
    Question::new::<standings::Request>("standings", Heading::Tournament).that_makes_a_tournament(),
    Question::new::<model::Request>("model", Heading::Behind),
    Question::new::<rule::Request>("rule", Heading::Behind),
];
