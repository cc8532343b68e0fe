//! The library as a module of WebAssembly: the bytes of a tournament and a request in JSON go in, a record in JSON comes out.
//!
//! `ffi` has what a page calls. `web/swiss-ilp.mjs` calls it.

#![deny(unsafe_code)]

mod ffi;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::time::Duration;
use swiss_ilp::formats::{self, Loaded};
use swiss_ilp::in_force::{AskedSystem, Chosen};
use swiss_ilp::model::Model;
use swiss_ilp::proof::Claim;
use swiss_ilp::registry::UnknownSystem;
use swiss_ilp::report::{PairReport, SolveReport};
use swiss_ilp::solve::Options;
use swiss_ilp::tasks;
use swiss_ilp::tournament::{RoundRequest, RoundState};

/// What is asked of a tournament.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The round that is paired, from the rounds before it; by default the first one without games.
    round: Option<u32>,
    /// By what it is paired.
    by: By,
    /// Stop after so many seconds.
    seconds: Option<f64>,
}

/// By what a round is paired.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum By {
    /// A model with an objective, by its name.
    Model(String),
    /// A model, by the text of its file.
    Toml(String),
    /// A system, by its id.
    System(String),
}

/// What is answered.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Answer {
    /// A round by a model: the record that `solve --format json` writes, and what its certificate proves, if there is one.
    Solved { record: Box<RawValue>, proven: Option<Claim> },
    /// A round by a system: the record that `pair --format json` writes, and whether the verifier finds it the system's.
    Paired { record: Box<RawValue>, is_verified: bool },
    /// Why there is no answer.
    Refused(String),
}

/// The answer to `request` about the tournament in `file`, as JSON.
fn answer(file: &[u8], request: &[u8]) -> String {
    let answer = answered(file, request).unwrap_or_else(Answer::Refused);
    // A record is plain JSON, which can always be written.
    serde_json::to_string(&answer).unwrap_or_default()
}

fn answered(file: &[u8], request: &[u8]) -> Result<Answer, String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let Request { round, by, seconds } = serde_json::from_slice(request).map_err(|error| said(&error))?;
    let loaded = formats::read(file).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(|fault| said(&fault.what)).collect();
        faults.join("\n")
    })?;
    let limit = seconds.map(Duration::try_from_secs_f64).transpose().map_err(|error| said(&error))?;
    let options = Options { time_limit: limit, ..Options::default() };
    options.check().map_err(|error| said(&error))?;
    let request = RoundRequest { round, ..RoundRequest::default() };
    let state = RoundState::new(&loaded.tournament, request).map_err(|error| said(&error))?;
    let model = match by {
        By::Model(name) => Model::load(&name).map_err(|error| said(&error))?,
        By::Toml(text) => Model::parse("the model", &text).map_err(|error| said(&error))?,
        By::System(id) => return by_system(&loaded, &state, &id, options),
    };
    let solved = tasks::solve(&state, &model, options).map_err(|error| said(&error))?;
    let proven = match &model {
        Model::Objective(spec) if solved.is_provable() => {
            Some(tasks::certify(&state, spec, &solved).map_err(|error| said(&error))?.claim())
        }
        _ => None,
    };
    let record = SolveReport::new(&loaded.tournament.name, &state, &model, &solved, Duration::ZERO);
    Ok(Answer::Solved { record: to_raw_value(&record).map_err(|error| said(&error))?, proven })
}

fn by_system(loaded: &Loaded, state: &RoundState, id: &str, options: Options) -> Result<Answer, String> {
    let asked: AskedSystem = id.parse().map_err(|error: UnknownSystem| error.to_string())?;
    let Chosen { system, because } = asked.of(loaded).map_err(|error| error.to_string())?;
    let made = tasks::pair(state, system, options);
    let paired = made.as_ref().ok();
    let is_verified = paired.is_some_and(|paired| system.verify(state, &paired.pairing).is_verified());
    let name = &loaded.tournament.name;
    let mut record = PairReport::new(name, state, system, made.as_ref(), false);
    record.edition_by = because;
    Ok(Answer::Paired { record: to_raw_value(&record).map_err(|error| error.to_string())?, is_verified })
}
