//! The record of a round by a model or a system: its optimum with what proves it, and how hard it was.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::time::Instant;
use swiss_ilp::files::pairs;
use swiss_ilp::model::{Model, Objective, PairModel, Value};
use swiss_ilp::proof::{Certificate, Proof};
use swiss_ilp::questions::batch::sha256;
use swiss_ilp::questions::registry::System;
use swiss_ilp::questions::tasks::{self, Solved};
use swiss_ilp::solve::{OptimaRequest, Options, Reach, SolveError, partners};
use swiss_ilp::tournament::{RoundState, Seat};

/// The systems whose pairings are recorded.
pub const SYSTEMS: [&str; 4] = ["tcec", "dutch-2012", "dutch-1998", "dubov-1997"];

/// Optima are counted to the end if no part of the field has more.
const MOST_OPTIMA: u64 = 1_000;
/// Of rounds of more players the optima are not counted, and no certificate is made, which takes many minutes.
const MOST_CERTIFIED: usize = 2_000;
/// The optima by a model with caps are not counted in rounds of more players: each pair asks for a tree.
const MOST_CAPPED: usize = 64;

/// What is known of a round by a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Optimum {
    /// The model's name, or its path from the folder of the set.
    pub model: String,
    /// `optimal` or `infeasible`.
    pub status: String,
    /// The value of each tier.
    pub objective: Vec<serde_json::Number>,
    /// Whether the optimum is the only one.
    pub unique: Option<bool>,
    /// So many optima at least, and whether there are no more.
    pub optima: u64,
    pub optima_exact: bool,
    /// The canonical pairing in the arbiters' form, and its hash.
    pub pairing: Option<String>,
    pub pairing_sha256: Option<String>,
    /// The certificate: what it shows, its hash, and its file if it is kept.
    pub proof: String,
    pub certificate_sha256: Option<String>,
    pub certificate: Option<String>,
    /// How hard it is: the odd sets of the dual solution, or the odd components left by a Tutte set.
    pub odd_sets: usize,
    /// Nodes of the branching trees, for a model with caps.
    pub nodes: usize,
    /// The players of the Tutte set, where there is no legal pairing.
    pub tutte_set: usize,
}

/// The pairing of a round by a system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BySystem {
    pub system: String,
    /// The pairing in the arbiters' form, and its hash; without one the system has no pairing.
    pub pairing: Option<String>,
    pub pairing_sha256: Option<String>,
}

/// A record with the files that belong to it.
pub struct Made {
    pub optimum: Optimum,
    /// Seconds to the proven optimum; with the count of the optima and the certificate and its check.
    pub seconds: [f64; 2],
}

pub fn optimum(state: &RoundState, name: &str, path: &str) -> anyhow::Result<Made> {
    let spec = Objective::load(path).map_err(anyhow::Error::msg)?;
    let started = Instant::now();
    let mut solved = tasks::solve(state, &Model::Objective(spec.clone()), Options::default())?;
    let solving = started.elapsed().as_secs_f64();
    let best = solved.solution.incumbent.clone();
    anyhow::ensure!(best.is_none() || solved.is_optimal(), "{name}: not proven or not verified");
    anyhow::ensure!(solved.solution.termination.limit().is_none(), "{name}: a limit");
    let players = state.players().len();
    let is_counted = players <= if spec.has_caps() { MOST_CAPPED } else { MOST_CERTIFIED };
    let (mut unique, mut optima, mut optima_exact) = (None, u64::from(best.is_some()), best.is_none());
    if best.is_some() && is_counted {
        let wanted = OptimaRequest { count: MOST_OPTIMA, list: 0 };
        let counted = tasks::count_optima(state, &spec, &mut solved, wanted, Options::default())?;
        (unique, optima, optima_exact) = (counted.is_unique(), counted.count.least, counted.count.is_exact);
    }
    let certificate = if players <= MOST_CERTIFIED { certificate(state, &spec, &solved)? } else { None };
    let of_dual = || [solved.solution.dual.as_ref().map_or(0, |dual| dual.odd_sets.len()), 0, 0];
    let [odd_sets, nodes, tutte_set] = certificate.as_ref().map_or_else(of_dual, hardness);
    let claim = certificate.as_ref().map_or("solver", |certificate| certificate.claim().name()).to_owned();
    let value = |value: &Value| serde_json::from_str::<serde_json::Number>(&value.to_string());
    let pairing = best.as_ref().map(|best| pairs::write(&best.pairing));
    let certificate = certificate.map(|certificate| serde_json::to_string(&certificate)).transpose()?;
    let optimum = Optimum {
        model: name.to_owned(),
        status: if best.is_some() { "optimal" } else { "infeasible" }.to_owned(),
        objective: best.iter().flat_map(|best| &best.values).map(value).collect::<Result<_, _>>()?,
        unique,
        optima,
        optima_exact,
        pairing: None,
        pairing_sha256: pairing.as_deref().map(|text| sha256(text.as_bytes())),
        proof: claim,
        certificate_sha256: certificate.as_deref().map(|text| sha256(text.as_bytes())),
        certificate: None,
        odd_sets,
        nodes,
        tutte_set,
    };
    Ok(Made { optimum, seconds: [solving, started.elapsed().as_secs_f64()] })
}

/// The certificate, which the checker has accepted; `None` if there is none for others to check.
fn certificate(state: &RoundState, spec: &Objective, solved: &Solved) -> anyhow::Result<Option<Certificate>> {
    match tasks::certify(state, spec, solved) {
        Ok(certificate) => Ok(Some(certificate)),
        Err(SolveError::Request(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The odd sets with a dual value, or the odd components; the nodes of the branching trees; the players of the Tutte set.
fn hardness(certificate: &Certificate) -> [usize; 3] {
    match &certificate.proof {
        Proof::Optimal(dual) => [dual.odd_sets.len(), 0, 0],
        Proof::Infeasible(obstruction) => [obstruction.odd_components.len(), 0, obstruction.tutte_set.len()],
        Proof::OptimalWithCaps(stages) => {
            let roots = stages.iter().flat_map(|stage| &stage.roots);
            [roots.map(|leaf| leaf.odd_sets.len()).sum(), stages.iter().map(|stage| stage.tree.len()).sum(), 0]
        }
        Proof::InfeasibleByCaps(overrun) => [0, overrun.stage.tree.len(), 0],
    }
}

/// The pairs, with the bye, that no rule forbids.
pub fn allowed_pairs(state: &RoundState) -> anyhow::Result<usize> {
    let spec = Objective::load("pairs").map_err(anyhow::Error::msg)?;
    Ok(PairModel::new(state, &spec).without_colours().count())
}

/// The pairs, with the bye, that are in any legal pairing.
pub fn possible_pairs(state: &RoundState) -> anyhow::Result<usize> {
    let spec = Objective::load("pairs").map_err(anyhow::Error::msg)?;
    let solved = tasks::solve(state, &Model::Objective(spec.clone()), Options::default())?;
    let Some(best) = &solved.solution.incumbent else { return Ok(0) };
    let players = state.players().iter().map(|player| Seat::Player(player.id));
    let seats: Vec<Seat> = players.chain(best.pairing.bye.map(|_| Seat::Bye)).collect();
    let found = partners(state, &spec, &solved.solution, &seats, Reach::All, Options::default())?;
    // Each has the one of the optimum, too; and a pair is counted from both sides.
    Ok(found.iter().flatten().map(|partners| partners.others.len() + 1).sum::<usize>() / 2)
}

pub fn by_system(state: &RoundState, id: &str) -> anyhow::Result<BySystem> {
    let system: System = id.parse()?;
    let pairing = match system.pair(state) {
        Ok(paired) => {
            let verdict = system.verify(state, &paired.pairing);
            anyhow::ensure!(verdict.is_legal(), "{id}: {verdict:?}");
            Some(pairs::write(&paired.pairing))
        }
        Err(_) => None,
    };
    let pairing_sha256 = pairing.as_deref().map(|text| sha256(text.as_bytes()));
    Ok(BySystem { system: id.to_owned(), pairing: None, pairing_sha256 })
}

/// What is different in two records, by its place.
pub fn differences(at: &str, known: &Json, again: &Json, found: &mut Vec<String>) {
    let step = |key: &dyn std::fmt::Display| if at.is_empty() { key.to_string() } else { format!("{at}.{key}") };
    match (known, again) {
        (Json::Object(one), Json::Object(other)) if one.keys().eq(other.keys()) => {
            one.iter().for_each(|(key, value)| differences(&step(key), value, &other[key], found));
        }
        (Json::Array(one), Json::Array(other)) if one.len() == other.len() => {
            one.iter().zip(other).enumerate().for_each(|(key, (a, b))| differences(&step(&key), a, b, found));
        }
        _ if known == again => {}
        _ => found.push(format!("{at} is {again}, and {known} is recorded")),
    }
}
