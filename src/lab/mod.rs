//! The laboratory: what teaches and what experiments. The product is whole without it (the feature `lab`).
//!
//! - `solve --relax`, `--cuts`, `--trace-tiers`, `--duals` and `--tree` show how a round is solved (`views`): the linear program of its
//!   pairs without odd sets ([`relax()`]) and with them ([`cut`]), its tiers one after another ([`trace_tiers`]), the dual values of its
//!   proof, and with caps the cases ([`TreeReport`]);
//! - `model seed --errata` says what is wrong in the student's text ([`errata`]);
//! - `lesson symmetry` and `lesson weights` compare formulations, and tiers with large weights ([`symmetry`], [`weights`]);
//! - `simulate` and `generate` play experiments ([`simulate`]).
//!
//! It uses the product, and nothing of the product uses it, but for the two lists that name its questions and commands:
//! [`QUESTIONS`](crate::questions::QUESTIONS) and that of the command line.

mod cuts;
mod duals;
pub mod errata;
#[cfg(feature = "cli")]
pub(crate) mod lesson;
mod relax;
pub mod simulate;
pub mod symmetry;
mod tiers;
mod tree;
mod views;
pub mod weights;

pub use cuts::{Cut, CutReport, CutStep, CutStepReport, CutsReport, Cutting, Point, cut};
pub use relax::{GapReport, RelaxReport, Relaxation, Relaxed, RelaxedTier, VariableReport, relax};
pub use tiers::{PairsLeft, TierStep, TierTraceReport, Tiers, TracedTerm, TracedTier, trace_tiers};
pub use tree::{Branching, CaseReport, Closed, MultiplierReport, TreeReport, TreeStageReport};

use crate::model::{Model, Objective, WrongKind};
use crate::questions::{self, Arguments, Asked, Context, Ended, Heading, Question, Refusal, Request, understood};
use crate::report::{DualsReport, schema};
use crate::solve::{Solution, SolveError, Ties};
use crate::tasks::Solved;
use crate::tournament::RoundState;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::fmt;

/// `solve`, which shows how a round is solved, too.
pub(crate) const SOLVE: Question =
    both::<questions::solve::Request, views::Views>("solve", Heading::Round).that_pairs();
/// `model`, which says what is wrong in the student's text, too.
pub(crate) const MODEL: Question = both::<questions::model::Request, errata::ErrataAsked>("model", Heading::Behind);

/// What the laboratory asks besides a request `R` of the product.
trait Besides<R>: DeserializeOwned + JsonSchema + Arguments + 'static {
    /// Its fields in JSON.
    const FIELDS: &[&str];

    /// Answer what is asked besides the request, or the request if nothing is.
    fn ask_besides(&self, request: &R, context: &dyn Context) -> Result<(), Ended>;
}

/// A request of the product, and what the laboratory asks besides.
struct Both<R, B> {
    request: R,
    besides: B,
}

impl<R: Asked, B: Besides<R>> Request for Both<R, B> {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        self.besides.ask_besides(&self.request, context)
    }
}

/// The question of the product with this name and heading, with what `B` asks besides.
const fn both<R: Asked, B: Besides<R>>(name: &'static str, heading: Heading) -> Question {
    Question {
        read: read_both::<R, B>,
        schema: schema_of_both::<R, B>,
        #[cfg(feature = "cli")]
        augment: |command| {
            let command = R::augment_args(command);
            let about = command.get_about().cloned().unwrap_or_default();
            B::augment_args(command).about(about)
        },
        #[cfg(feature = "cli")]
        parse: |matches| {
            let both = Both { request: R::from_arg_matches(matches)?, besides: B::from_arg_matches(matches)? };
            Ok(Box::new(both))
        },
        ..Question::new::<R>(name, heading)
    }
}

/// The fields of a JSON object in their order, one that stands twice, too: who reads them refuses it.
struct ObjectFields(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for ObjectFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = ObjectFields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ObjectFields, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(ObjectFields(fields))
            }
        }
        deserializer.deserialize_map(All)
    }
}

impl ObjectFields {
    fn written(&self) -> String {
        let name = |name: &String| Value::from(name.as_str());
        format!("{{{}}}", self.0.iter().map(|(field, value)| format!("{}:{value}", name(field))).join(","))
    }
}

fn read_both<R: Asked, B: Besides<R>>(json: &str) -> Result<Box<dyn Request>, Refusal> {
    let ObjectFields(fields) = understood(json)?;
    let (besides, request): (Vec<_>, Vec<_>) =
        fields.into_iter().partition(|(name, _)| B::FIELDS.contains(&name.as_str()));
    let [request, besides] = [request, besides].map(|part| ObjectFields(part).written());
    Ok(Box::new(Both { request: understood::<R>(&request)?, besides: understood::<B>(&besides)? }))
}

/// The schema of the product, with the fields of the laboratory.
fn schema_of_both<R: Asked, B: Besides<R>>() -> String {
    let read = |text: String| serde_json::from_str::<Map<String, Value>>(&text).unwrap_or_default();
    let (mut whole, more) = (read(schema::<R>()), read(schema::<B>()));
    for part in ["properties", "$defs"] {
        if let (Some(Value::Object(whole)), Some(Value::Object(more))) = (whole.get_mut(part), more.get(part)) {
            whole.extend(more.clone());
        }
    }
    // A schema is plain JSON, which can always be written.
    serde_json::to_string_pretty(&whole).unwrap_or_default() + "\n"
}

/// The objective of a model, which a system has not.
fn objective<'a>(model: &'a Model, what: &str) -> Result<&'a Objective, SolveError> {
    match model {
        Model::Objective(spec) => Ok(spec),
        Model::System(spec) => {
            let name = &spec.name;
            Err(SolveError::Request(format!(
                "{what} is that of an objective, and {name} is a system; take a model such as 'pairs'"
            )))
        }
        Model::Seed(spec) => Err(SolveError::Request(WrongKind::Seed { name: spec.name.clone() }.to_string())),
    }
}

/// A round that was solved by an objective, with the verifier's verdict, which agrees.
fn verified(state: &RoundState, spec: &Objective, solution: Solution, ties: Ties) -> Result<Solved, SolveError> {
    let solved = Solved::verified(state, spec, solution, ties);
    if solved.solution.incumbent.is_some() && !solved.is_verified() {
        return Err(SolveError::Internal("the verifier does not agree with the solver; please report this".into()));
    }
    Ok(solved)
}

/// A sentence in lines of at most so many characters, but for a longer word, as drawings have it.
fn wrapped(sentence: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The JSON Schemas of the records of the laboratory, as [`questions::schemas`](crate::questions::schemas()) has those of the product.
#[must_use]
pub fn schemas() -> Vec<(&'static str, String)> {
    Vec::from([
        ("lesson-weights", schema::<weights::WeightsReport>()),
        ("errata", schema::<Vec<errata::ErratumLine>>()),
        ("erratum", schema::<errata::ErratumReport>()),
        ("solve-relax", schema::<RelaxReport>()),
        ("solve-cuts", schema::<CutsReport>()),
        ("solve-trace-tiers", schema::<TierTraceReport>()),
        ("solve-duals", schema::<DualsReport>()),
        ("solve-tree", schema::<TreeReport>()),
        ("lesson-symmetry", schema::<symmetry::SymmetryReport>()),
        ("simulate", schema::<simulate::SimulateReport>()),
    ])
}
