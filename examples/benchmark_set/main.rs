//! The benchmark set of `instances/benchmark-set`: makes it, and checks it.
//!
//! `cargo run --release --example benchmark_set -- make [ID…]` writes the rounds, the optima and the metadata, always the same bytes; or
//! some rounds, and leaves the others.
//! `... -- check [ID…]` solves all rounds again, or some of them, and compares: files with their hashes, optima, pairings and
//! certificates with the records. `... -- draw ID` writes a round to standard output, `... -- graph ID MODEL` its pairs with their costs, and
//! `... -- blossom ID MODEL` solves that by the crate `integer-blossom`. The first two print a line for each round and model: the seconds to the proven optimum, and with the
//! count of the optima and the certificate.
#![allow(clippy::disallowed_methods)]
#![recursion_limit = "256"]

mod croissant;
mod graph;
mod rounds;
mod solve;

use flate2::read::GzDecoder;
use flate2::{Compression, write::GzEncoder};
use rounds::{KINDS, RECIPES};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use solve::{BySystem, Optimum, SYSTEMS};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use swiss_ilp::formats::{self, json, trf};
use swiss_ilp::model::Objective;
use swiss_ilp::tournament::{GamesPerPairing, RoundRequest, RoundState, Tournament};

/// Rounds of more players are packed.
const MOST_PLAIN: usize = 300;
/// Certificates of rounds of more players are made again when they are needed.
const MOST_PROVEN: usize = 32;
/// Rounds of more players are not paired by the systems: some of them take many minutes.
const MOST_BY_SYSTEMS: usize = 2_000;
/// Rounds that stay as they were drawn, although the rounds before are paired otherwise since then: a reading of the rules has changed.
const DRAWN_BEFORE: [&str; 3] = ["late-24-16", "absences-150-6", "absences-600-5"];
/// The rounds of the real tournaments that are in the set.
const REAL: [(&str, u32); 6] = [
    ("british-championship-2026.trf", 8),
    ("arad-2026-a.trf", 8),
    ("aeroflot-open-2026.trf", 9),
    ("graz-open-2026-a.trf", 4),
    ("graz-open-2026-a.trf", 9),
    ("gros-open-2010.trf", 5),
];

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

pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
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
        ["make", ids @ ..] => make(ids),
        ["check", ids @ ..] => check(ids),
        ["draw", id] => draw(id),
        ["graph", id, model] => graph_of(id, model)?.write(std::io::stdout().lock()),
        ["blossom", id, model] => graph_of(id, model)?.by_integer_blossom(std::io::stdout().lock()),
        _ => {
            anyhow::bail!("usage: benchmark_set make [ID…] | check [ID…] | draw ID | graph ID MODEL | blossom ID MODEL")
        }
    }
}

/// Writes a round to standard output.
fn draw(id: &str) -> anyhow::Result<()> {
    let recipe = RECIPES.iter().find(|recipe| recipe.id() == id);
    let (_, tournament) = recipe.ok_or_else(|| anyhow::anyhow!("no such round"))?.make()?;
    std::io::stdout().write_all(&written(id, &tournament)?.1)?;
    Ok(())
}

/// Makes the set, or the rounds with these ids, and leaves the others.
fn make(ids: &[&str]) -> anyhow::Result<()> {
    let recorded = if ids.is_empty() { Vec::new() } else { recorded()?.instances };
    let kept = |id: &str| recorded.iter().find(|known| known.id == id && !ids.contains(&id)).cloned();
    for name in ["rounds", "pairings", "certificates"] {
        fs::create_dir_all(folder().join(name))?;
        for file in fs::read_dir(folder().join(name))?.filter(|_| ids.is_empty()) {
            let file = file?;
            let named = file.file_name().to_string_lossy().into_owned();
            let is_of = |id: &&str| named.strip_prefix(*id).is_some_and(|rest| rest.starts_with('.'));
            if name != "rounds" || !DRAWN_BEFORE.iter().any(is_of) {
                fs::remove_file(file.path())?;
            }
        }
    }
    println!("{HEADER}");
    let mut instances = Vec::new();
    for recipe in RECIPES {
        if let Some(instance) = kept(&recipe.id()) {
            instances.push(instance);
            continue;
        }
        let (seed, tournament) = recipe.make()?;
        let (name, bytes) = written(&recipe.id(), &tournament)?;
        if !DRAWN_BEFORE.contains(&recipe.id().as_str()) {
            fs::write(folder().join(&name), if name.ends_with(".gz") { packed(&bytes)? } else { bytes })?;
        }
        instances.push(made(recipe.id(), recipe.kind, name, recipe.round, Some(seed))?);
    }
    for (file, round) in REAL {
        let id = format!("{}-{round}", file.trim_end_matches(".trf"));
        instances.push(match kept(&id) {
            Some(instance) => instance,
            None => made(id, "real", format!("../{file}"), round, None)?,
        });
    }
    let text = serde_json::to_string_pretty(&Set { instances })? + "\n";
    fs::write(folder().join("optima.json"), text)?;
    fs::write(folder().join("croissant.json"), croissant::metadata(&folder())?)?;
    Ok(())
}

/// The round of this file, solved, with its solutions written.
fn made(id: String, kind: &str, file: String, round: u32, seed: Option<u64>) -> anyhow::Result<Instance> {
    let sha256 = sha256(&content(&file)?);
    let mut instance = Instance {
        id,
        kind: kind.to_owned(),
        file,
        sha256,
        round,
        players: 0,
        allowed_pairs: 0,
        possible_pairs: None,
        seed,
        models: Vec::new(),
        systems: Vec::new(),
    };
    solve_all(&mut instance, true)?;
    Ok(instance)
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
    let loaded = formats::read(&content(&instance.file)?).map_err(|faults| anyhow::anyhow!("{faults:?}"))?;
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
    if ids.is_empty() && fs::read_to_string(folder().join("croissant.json"))? != croissant::metadata(&folder())? {
        wrong += 1;
        eprintln!("croissant.json is not that of these files");
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
    let is_drawn = |id: &str| id == known.id && !DRAWN_BEFORE.contains(&id);
    if let Some(recipe) = RECIPES.iter().find(|recipe| is_drawn(&recipe.id())) {
        let (seed, tournament) = recipe.make()?;
        let (_, bytes) = written(&known.id, &tournament)?;
        anyhow::ensure!(Some(seed) == known.seed && sha256(&bytes) == known.sha256, "the seed makes another round");
    }
    let mut again = Instance {
        id: known.id.clone(),
        kind: known.kind.clone(),
        file: known.file.clone(),
        sha256: known.sha256.clone(),
        round: known.round,
        players: 0,
        allowed_pairs: 0,
        possible_pairs: None,
        seed: known.seed,
        models: Vec::new(),
        systems: Vec::new(),
    };
    solve_all(&mut again, false)?;
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

/// Solves the round by every model and system, and writes the solutions if asked to.
fn solve_all(instance: &mut Instance, writes: bool) -> anyhow::Result<()> {
    let loaded = formats::read(&content(&instance.file)?).map_err(|faults| anyhow::anyhow!("{faults:?}"))?;
    let state = RoundState::new(&loaded.tournament, RoundRequest::from(instance.round))?;
    instance.players = state.players().len();
    instance.allowed_pairs = solve::allowed_pairs(&state)?;
    instance.possible_pairs = if instance.players <= MOST_PLAIN { Some(solve::possible_pairs(&state)?) } else { None };
    let write = |file: &str, text: &str| if writes { fs::write(folder().join(file), text) } else { Ok(()) };
    let mut models = vec![("pairs", "pairs".to_owned()), ("fair", "fair".to_owned())];
    match instance.kind.as_str() {
        "capped" => models.push(("models/capped.toml", model_file("capped"))),
        "tree" => models.push(("models/two-caps.toml", model_file("two-caps"))),
        _ => {}
    }
    for (name, path) in models {
        let mut made = solve::optimum(&state, name, &path)?;
        let short = name.trim_start_matches("models/").trim_end_matches(".toml");
        if let Some(text) = &made.pairing {
            let file = format!("pairings/{}.{short}.pairs", instance.id);
            write(&file, text)?;
            made.optimum.pairing = Some(file);
        }
        if let Some(text) = made.certificate.as_ref().filter(|_| instance.players <= MOST_PROVEN) {
            let file = format!("certificates/{}.{short}.json", instance.id);
            write(&file, text)?;
            made.optimum.certificate = Some(file);
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
        let (mut record, pairing) = solve::by_system(&state, id)?;
        if let Some(text) = pairing {
            let file = format!("pairings/{}.{id}.pairs", instance.id);
            write(&file, &text)?;
            record.pairing = Some(file);
        }
        instance.systems.push(record);
    }
    Ok(())
}

/// The tournament as a report, or as JSON where a report cannot hold it; and its name.
fn written(id: &str, tournament: &Tournament) -> anyhow::Result<(String, Vec<u8>)> {
    let (ending, bytes) = if tournament.games_per_pairing == GamesPerPairing::Two {
        ("json", json::write(tournament).into_bytes())
    } else {
        let mut declared = tournament.clone();
        let state = RoundState::to_rank(tournament, RoundRequest::default())?;
        for player in &mut declared.players {
            let all = state.players().iter().chain(state.absent());
            player.declared_points = all.into_iter().find(|known| known.id == player.id).map(|known| known.points);
        }
        let report = trf::Document::from_tournament(&declared).map_err(|faults| anyhow::anyhow!("{id}: {faults:?}"))?;
        ("trf", report.to_bytes())
    };
    let packed = if tournament.players.len() > MOST_PLAIN { ".gz" } else { "" };
    Ok((format!("rounds/{id}.{ending}{packed}"), bytes))
}

fn packed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The content of a file of the set, unpacked.
fn content(file: &str) -> anyhow::Result<Vec<u8>> {
    let path = folder().join(file);
    let bytes = fs::read(&path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
    if !file.ends_with(".gz") {
        return Ok(bytes);
    }
    let mut content = Vec::new();
    GzDecoder::new(bytes.as_slice()).read_to_end(&mut content)?;
    Ok(content)
}

/// A kind and what it is, for the metadata.
pub fn kinds() -> String {
    let kinds: Vec<String> = KINDS.iter().map(|(kind, what)| format!("{kind}: {what}")).collect();
    kinds.join("; ")
}
