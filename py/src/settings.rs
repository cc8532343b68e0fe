//! The options of a task, from a dictionary, and the names in them.

use crate::failure::{Failure, Outcome};
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use swiss_ilp::formats::{Encoding, Loaded};
use swiss_ilp::in_force::{AskedSystem, ChosenSystem};
use swiss_ilp::model::Objective;
use swiss_ilp::registry::{System, UnknownSystem};
use swiss_ilp::rules::{Hard, UnknownHard};
use swiss_ilp::solve::{MatchingMethod, Options, Ties};
use swiss_ilp::tasks::Rules;
use swiss_ilp::tournament::Trust;

/// The options of a task.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    threads: u32,
    method: String,
    ties: String,
    repair: Option<Vec<String>>,
}

impl Settings {
    /// The options, without a flag that interrupts.
    pub fn options(&self) -> Outcome<Options> {
        if !(1..=1024).contains(&self.threads) {
            return Err(Failure::Request(format!("threads is a number from 1 to 1024, not {}", self.threads)));
        }
        Ok(Options {
            time_limit: self.time_limit.map(seconds).transpose()?,
            memory_limit: self.memory_limit.map(mebibytes).transpose()?,
            threads: self.threads,
            method: method(&self.method)?,
            ties: ties(&self.ties)?,
            ..Options::default()
        })
    }

    /// Whether a repair is asked for.
    pub const fn is_repair(&self) -> bool {
        self.repair.is_some()
    }

    /// The rules to give up in `spec`, the most readily given up first, if a repair is asked for.
    pub fn given_up(&self, spec: &Objective) -> Outcome<Option<Vec<Hard>>> {
        let Some(asked) = hard_rules(self.repair.as_ref())? else { return Ok(None) };
        spec.given_up(&asked).map(Some).map_err(Failure::Request)
    }

    /// `spec`, in which the breaches are counted if a repair is asked for.
    pub fn repaired(&self, spec: Objective) -> Outcome<Objective> {
        Ok(self.given_up(&spec)?.map(|rules| spec.repaired(&rules)).unwrap_or(spec))
    }

    /// The same for rules that may be a system's, which gives up none.
    pub fn repaired_rules(&self, rules: Rules) -> Outcome<Rules> {
        match rules {
            Rules::Model(spec) => self.repaired(spec).map(Rules::Model),
            Rules::System(system) => self.check_unrepaired(&system).map(|()| Rules::System(system)),
        }
    }

    /// Refuse a repair by the rules of a system.
    pub fn check_unrepaired(&self, system: &dyn std::fmt::Display) -> Outcome<()> {
        if self.repair.is_none() {
            return Ok(());
        }
        Err(Failure::Request(format!(
            "the articles of {system} do not say what to do if no pairing is legal, so they have no repair; leave out repair, or take a \
             model such as 'pairs'"
        )))
    }
}

/// Hard rules by their names or ids.
pub fn hard_rules(names: Option<&Vec<String>>) -> Outcome<Option<Vec<Hard>>> {
    let rule = |name: &String| name.parse().map_err(|error: UnknownHard| Failure::Request(error.to_string()));
    names.map(|names| names.iter().map(rule).collect()).transpose()
}

/// `options` with the flag that interrupts. They end the work of [`interruptible`](crate::run::interruptible) wherever it is.
pub fn until(options: Options, flag: &'static AtomicBool) -> Options {
    Options { interrupt: Some(flag), ..options }.armed()
}

/// The options of work that has a time limit alone.
pub fn limited(time_limit: Option<f64>) -> Outcome<Options> {
    Ok(Options { time_limit: time_limit.map(seconds).transpose()?, ..Options::default() })
}

pub fn seconds(number: f64) -> Outcome<Duration> {
    let limit = Duration::try_from_secs_f64(number);
    limit.map_err(|error| Failure::Request(format!("time_limit is a number of seconds, not {number}: {error}")))
}

/// The bytes of a memory limit.
pub fn mebibytes(number: u64) -> Outcome<u64> {
    let is_limit = (1..=1 << 40).contains(&number);
    is_limit
        .then_some(number << 20)
        .ok_or_else(|| Failure::Request("memory_limit is a number of MiB from 1".to_owned()))
}

pub fn method(name: &str) -> Outcome<MatchingMethod> {
    name.parse().map_err(|_| Failure::Request(format!("there is no method '{name}'; write exact or highs")))
}

pub fn ties(name: &str) -> Outcome<Ties> {
    name.parse::<Ties>().map_err(|error| Failure::Request(format!("ties: {error}")))
}

pub fn trust(name: &str) -> Outcome<Trust> {
    match name {
        "nothing" => Ok(Trust::Nothing),
        "results" => Ok(Trust::Results),
        _ => Err(Failure::Request(format!("there is no trust '{name}'; write nothing or results"))),
    }
}

/// The encoding of reports, if one is named.
pub fn encoding(name: Option<&str>) -> Outcome<Option<Encoding>> {
    let named = |name: &str| {
        name.parse().map_err(|_| format!("there is no encoding '{name}'; write one of {}", Encoding::names()))
    };
    name.map(named).transpose().map_err(Failure::Request)
}

/// The system that is asked for, not yet for any tournament.
pub fn asked_system(id: &str) -> Outcome<AskedSystem> {
    id.parse().map_err(|error: UnknownSystem| Failure::Request(error.to_string()))
}

/// The system of this id for a tournament; `dutch` is the edition in force when it began.
pub fn system(id: &str, loaded: &Loaded) -> Outcome<ChosenSystem> {
    asked_system(id)?.of(loaded).map_err(|error| Failure::Request(error.to_string()))
}

/// Systems by their ids; all of them, if none is named.
pub fn systems(ids: &[String], loaded: &Loaded) -> Outcome<Vec<System>> {
    if ids.is_empty() {
        return Ok(System::all().collect());
    }
    ids.iter().map(|id| Ok(system(id, loaded)?.system)).collect()
}
