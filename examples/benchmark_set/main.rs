//! The benchmark set of `instances/benchmark-set`, checked.
//!
//! `cargo run --release --example benchmark_set -- check [ID…]` solves all rounds again, or some of them, and compares: files with their hashes,
//! optima, pairings and certificates with the records. It prints a line for each round and model: the seconds to the proven optimum, and with
//! the count of the optima and the certificate. `... -- graph ID MODEL` writes the pairs of a round with their costs, and
//! `... -- blossom ID MODEL` solves that by the crate `integer-blossom`.
#![allow(clippy::disallowed_methods)]

mod graph;
mod solve;

use serde::{Deserialize, Serialize};
use solve::{BySystem, Optimum, SYSTEMS};
use std::fs;
use std::path::{Path, PathBuf};
use swiss_ilp::files;
use swiss_ilp::model::Objective;
use swiss_ilp::questions::batch::{ArchiveSource, SourceReader, sha256};
use swiss_ilp::tournament::{GamesPerPairing, RoundRequest, RoundState};

/// In rounds of more players, the pairs in any legal pairing are not counted.
const MOST_PLAIN: usize = 300;
/// Certificates of rounds of more players are made again when they are needed.
const MOST_PROVEN: usize = 32;
/// Rounds of more players are not paired by the systems: some of them take many minutes.
const MOST_BY_SYSTEMS: usize = 2_000;
/// The file `optima.json`.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Set {
    instances: Vec<Instance>,
}

/// A round of the set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Instance {
    id: String,
    kind: String,
    /// The file, from the folder of the set, and the hash of its content, unpacked.
    file: String,
    sha256: String,
    /// The round to pair, and how many players are to be paired.
    round: u32,
    players: usize,
    /// The pairs, with the bye, that no rule forbids; and those in any legal pairing, where the field is small.
    allowed_pairs: usize,
    possible_pairs: Option<usize>,
    /// The seed that made it; none for a real tournament.
    seed: Option<u64>,
    models: Vec<Optimum>,
    systems: Vec<BySystem>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/benchmark-set")
}

/// The path of a model of the set.
fn model_file(name: &str) -> String {
    folder().join(format!("models/{name}.toml")).display().to_string()
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["check", ids @ ..] => check(ids),
        ["graph", id, model] => graph_of(id, model)?.write(std::io::stdout().lock()),
        ["blossom", id, model] => graph_of(id, model)?.by_integer_blossom(std::io::stdout().lock()),
        _ => anyhow::bail!("usage: benchmark_set check [ID…] | graph ID MODEL | blossom ID MODEL"),
    }
}

fn recorded() -> anyhow::Result<Set> {
    Ok(serde_json::from_slice(&fs::read(folder().join("optima.json"))?)?)
}

const HEADER: &str = "instance,model,status,unique,optima,odd_sets,nodes,tutte_set,seconds,seconds_with_proof";

/// A round of the set as a graph, by a model that is solved on it.
fn graph_of(id: &str, model: &str) -> anyhow::Result<graph::PairGraph> {
    let set = recorded()?;
    let instance = set.instances.iter().find(|instance| instance.id == id);
    let instance = instance.ok_or_else(|| anyhow::anyhow!("no such round"))?;
    let optimum = instance.models.iter().find(|optimum| optimum.model == model);
    let optimum = optimum.ok_or_else(|| anyhow::anyhow!("the round is not solved by {model}"))?;
    let loaded = files::read(&content(&instance.file)?).map_err(|faults| anyhow::anyhow!("{faults:?}"))?;
    let state = RoundState::new(&loaded.tournament, RoundRequest::from(instance.round))?;
    let path = folder().join(model).display().to_string();
    let spec = Objective::load(if model.ends_with(".toml") { &path } else { model }).map_err(anyhow::Error::msg)?;
    let recorded = optimum.pairing.as_ref().map(|file| fs::read_to_string(folder().join(file))).transpose()?;
    graph::PairGraph::new(&state, &spec, recorded.as_deref())
}

/// Checks the rounds with these ids, or all.
fn check(ids: &[&str]) -> anyhow::Result<()> {
    let set = recorded()?;
    anyhow::ensure!(ids.iter().all(|id| set.instances.iter().any(|known| known.id == *id)), "no such round");
    println!("{HEADER}");
    let mut wrong = 0;
    for known in set.instances.iter().filter(|known| ids.is_empty() || ids.contains(&known.id.as_str())) {
        if let Err(error) = check_one(known) {
            wrong += 1;
            eprintln!("{}: {error}", known.id);
        }
    }
    anyhow::ensure!(wrong == 0, "{wrong} differences");
    Ok(())
}

fn check_one(known: &Instance) -> anyhow::Result<()> {
    anyhow::ensure!(sha256(&content(&known.file)?) == known.sha256, "{} is another file", known.file);
    for (file, hash) in known.files() {
        let (Some(file), Some(hash)) = (file, hash) else { continue };
        anyhow::ensure!(sha256(&content(file)?) == *hash, "{file} is another file");
    }
    let mut again = Instance { models: Vec::new(), systems: Vec::new(), ..known.clone() };
    solve_all(&mut again)?;
    let mut found = Vec::new();
    solve::differences("", &serde_json::to_value(known)?, &serde_json::to_value(&again)?, &mut found);
    anyhow::ensure!(found.is_empty(), "solved again, {}", found.join("; "));
    Ok(())
}

impl Instance {
    /// The files of the solutions, with their hashes.
    fn files(&self) -> impl Iterator<Item = (Option<&String>, Option<&String>)> {
        let models = self.models.iter().flat_map(|optimum| {
            [
                (optimum.pairing.as_ref(), optimum.pairing_sha256.as_ref()),
                (optimum.certificate.as_ref(), optimum.certificate_sha256.as_ref()),
            ]
        });
        models.chain(self.systems.iter().map(|system| (system.pairing.as_ref(), system.pairing_sha256.as_ref())))
    }
}

/// Solves the round by every model and system.
fn solve_all(instance: &mut Instance) -> anyhow::Result<()> {
    let loaded = files::read(&content(&instance.file)?).map_err(|faults| anyhow::anyhow!("{faults:?}"))?;
    let state = RoundState::new(&loaded.tournament, RoundRequest::from(instance.round))?;
    instance.players = state.players().len();
    instance.allowed_pairs = solve::allowed_pairs(&state)?;
    instance.possible_pairs = if instance.players <= MOST_PLAIN { Some(solve::possible_pairs(&state)?) } else { None };
    let mut models = vec![("pairs", "pairs".to_owned()), ("fair", "fair".to_owned())];
    match instance.kind.as_str() {
        "capped" => models.push(("models/capped.toml", model_file("capped"))),
        "tree" => models.push(("models/two-caps.toml", model_file("two-caps"))),
        _ => {}
    }
    for (name, path) in models {
        let mut made = solve::optimum(&state, name, &path)?;
        let short = name.trim_start_matches("models/").trim_end_matches(".toml");
        if made.optimum.pairing_sha256.is_some() {
            made.optimum.pairing = Some(format!("pairings/{}.{short}.pairs", instance.id));
        }
        if made.optimum.certificate_sha256.is_some() && instance.players <= MOST_PROVEN {
            made.optimum.certificate = Some(format!("certificates/{}.{short}.json", instance.id));
        }
        let Optimum { status, unique, optima, optima_exact, odd_sets, nodes, tutte_set, .. } = &made.optimum;
        let unique = unique.map_or("", |unique| if unique { "yes" } else { "no" });
        let more = if *optima_exact { "" } else { "+" };
        let [proven, all] = made.seconds;
        println!(
            "{},{short},{status},{unique},{optima}{more},{odd_sets},{nodes},{tutte_set},{proven:.4},{all:.4}",
            instance.id
        );
        instance.models.push(made.optimum);
    }
    let is_double = loaded.tournament.games_per_pairing == GamesPerPairing::Two;
    let is_asked = |id: &str| instance.players <= MOST_BY_SYSTEMS && (!is_double || id == "tcec");
    for id in SYSTEMS.into_iter().filter(|id| is_asked(id)) {
        let mut record = solve::by_system(&state, id)?;
        if record.pairing_sha256.is_some() {
            record.pairing = Some(format!("pairings/{}.{id}.pairs", instance.id));
        }
        instance.systems.push(record);
    }
    Ok(())
}

/// The content of a file of the set, unpacked.
fn content(file: &str) -> anyhow::Result<Vec<u8>> {
    let read = SourceReader::default().read(&ArchiveSource::file(&folder().join(file)));
    read.map_err(|error| anyhow::anyhow!("{file}: {error}"))
}
