//! The teaching rounds: every optimum of `instances/INDEX.toml` by enumeration.

use crate::support::files::load;
use crate::support::prelude::*;
use crate::support::reference::{best_colours, every_legal};
use swiss_ilp::solve::{self, Termination};

#[derive(serde::Deserialize)]
struct Index {
    instance: Vec<Entry>,
}

#[derive(serde::Deserialize)]
struct Entry {
    file: String,
    #[serde(default)]
    optima: Vec<Optimum>,
    paired: Option<Paired>,
}

#[derive(serde::Deserialize)]
struct Optimum {
    /// The name of a built-in model, or the path of a model file.
    model: String,
    round: u32,
    #[serde(default)]
    forbid: Vec<Vec<u32>>,
    /// Tier by tier; empty if there is no legal pairing.
    values: Vec<f64>,
    /// White first: the canonical optimum.
    pairs: BTreeSet<[u32; 2]>,
    bye: Option<u32>,
    /// The number of optima; of those that differ in colours alone there is one.
    optima: usize,
    /// The number of optima, each colouring counted.
    colourings: usize,
    /// The number of legal pairings, whatever the colours.
    legal_pairings: usize,
}

#[derive(serde::Deserialize)]
struct Paired {
    system: String,
    round: u32,
    pairs: BTreeSet<[u32; 2]>,
}

fn index() -> Vec<Entry> {
    let index = std::fs::read_to_string("instances/INDEX.toml").expect("INDEX.toml");
    let index: Index = toml::from_str(&index).expect("an index");
    index.instance.into_iter().filter(|entry| entry.file.starts_with("teaching-")).collect()
}

fn tournament(file: &str) -> Tournament {
    load(format!("instances/{file}").as_ref()).tournament
}

fn model(name: &str) -> Objective {
    Objective::load(name).unwrap_or_else(|error| panic!("{error}"))
}

/// A pairing without its colours; the bye is a pair with 0.
type Pairs = BTreeSet<[u32; 2]>;

fn pairs(pairing: &Pairing) -> Pairs {
    let boards = pairing.boards.iter().map(|board| [board.white.0, board.black.0]);
    boards.chain(pairing.bye.map(|id| [0, id.0])).map(|[one, other]| [one.min(other), one.max(other)]).collect()
}

/// The best values, and all optima with them, by enumeration.
fn best(legal: &[(Pairing, Vec<Value>)]) -> (Vec<Value>, Vec<&Pairing>) {
    let values = legal.iter().map(|(_, values)| values).max().cloned().unwrap_or_default();
    let optima = legal.iter().filter(|(_, own)| *own == values).map(|(pairing, _)| pairing).collect();
    (values, optima)
}

#[test]
fn the_index_has_the_optima_of_enumeration_and_of_the_solver() {
    let mut count = 0;
    for entry in index() {
        for expected in &entry.optima {
            let what = format!("{}, {}", entry.file, expected.model);
            let forbidden = expected.forbid.iter().map(|pair| pair.iter().copied().map(PlayerId).collect()).collect();
            let request = RoundRequest { round: Some(expected.round), forbidden, ..RoundRequest::default() };
            let state = RoundState::new(&tournament(&entry.file), request).expect("a sound round");
            let spec = model(&expected.model);
            let legal = every_legal(&state, &spec);
            let (values, optima) = best(&legal);
            let different =
                |pairings: &mut dyn Iterator<Item = &Pairing>| pairings.map(pairs).collect::<BTreeSet<_>>().len();
            let counts = (
                different(&mut optima.iter().copied()),
                optima.len(),
                different(&mut legal.iter().map(|(one, _)| one)),
            );
            assert_eq!(counts, (expected.optima, expected.colourings, expected.legal_pairings), "{what}");
            let written: Vec<f64> = values.iter().map(|value| value.units() as f64 / 10.0).collect();
            approx::assert_relative_eq!(written[..], expected.values[..]);
            let solution = solve(&state, &spec, solve::Options::default()).expect("a solution");
            let Some(incumbent) = &solution.incumbent else {
                assert!(legal.is_empty() && matches!(solution.termination, Termination::Infeasible(_)), "{what}");
                continue;
            };
            assert!(solution.is_optimal(), "{what}");
            assert_eq!(incumbent.values, values, "{what}");
            let boards: Pairs = incumbent.pairing.boards.iter().map(|board| [board.white.0, board.black.0]).collect();
            let found = (boards, incumbent.pairing.bye.map(|id| id.0));
            assert_eq!(found, (expected.pairs.clone(), expected.bye), "{what}");
            let canonical = best_colours(&state, &spec).expect("an optimum").pairing;
            assert_eq!(incumbent.pairing.clone().in_board_order(&state), canonical.in_board_order(&state), "{what}");
            count += 1;
        }
        if let Some(Paired { system: id, round, pairs }) = entry.paired {
            let state = RoundState::new(&tournament(&entry.file), RoundRequest::from(round)).expect("a sound round");
            let paired = system(&id).pair(&state).expect("a pairing").pairing;
            let boards: Pairs = paired.boards.iter().map(|board| [board.white.0, board.black.0]).collect();
            assert_eq!(boards, pairs, "{}, {id}", entry.file);
        }
    }
    assert!(count >= 20, "{count}");
}
