//! The literal readings of the FIDE Dutch rules of 2026 and 2017, checked on tournaments known to be right and by walking
//! over all candidates.

use crate::readings::dutch_candidates::matching::{cheapest, cheapest_free};
use crate::readings::dutch_candidates::{pair_2017, pair_2017_plainly, pair_2026, pair_2026_plainly};
use crate::support::dutch_random::{ruled_up_to, wild_up_to};
use crate::support::{seeds, state};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::Path;
use swiss_ilp::tournament::{Board, ByeKind, Pairing, RoundRequest, RoundState};

type Literal = fn(&RoundState) -> Option<Pairing>;

fn sorted(mut boards: Vec<Board>) -> Vec<Board> {
    boards.sort();
    boards
}

#[test]
fn every_round_known_to_be_right_is_reproduced() {
    for (edition, pair, expected) in [
        ("dutch-2026", pair_2026 as Literal, 338),
        ("dutch-2026-odd", pair_2026, 309),
        ("dutch-2026-absent", pair_2026, 194),
        ("dutch-2017", pair_2017, 339),
        ("dutch-2017-odd", pair_2017, 301),
        ("dutch-2017-absent", pair_2017, 160),
    ] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/oracle").join(edition);
        let mut rounds = 0;
        for entry in fs::read_dir(folder).expect("the tournaments") {
            let path = entry.expect("an entry").path();
            let bytes = fs::read(&path).expect("readable");
            // Where a file does not declare the number of rounds, those in the file are all.
            let mut tournament = swiss_ilp::files::read(&bytes).expect("sound").tournament;
            tournament.rounds_planned.get_or_insert(u32::try_from(tournament.rounds.len()).expect("few"));
            for (number, round) in (1..).zip(&tournament.rounds) {
                let context = format!("{}, round {number}", path.display());
                let request = RoundRequest { round: Some(number), ..RoundRequest::default() };
                let Pairing { boards, bye } =
                    pair(&RoundState::new(&tournament, request).expect("sound")).expect(&context);
                let games = round.games.iter().map(|game| Board { white: game.white, black: game.black });
                assert_eq!(sorted(boards), sorted(games.collect()), "{context}");
                let byes = round.byes.iter().find(|bye| bye.kind == ByeKind::Pairing);
                assert_eq!(bye, byes.map(|bye| bye.player), "{context}");
                rounds += 1;
            }
        }
        assert_eq!(rounds, expected, "{edition}");
    }
}

#[test]
fn the_methods_agree() {
    for (quick, plain) in [(pair_2026 as Literal, pair_2026_plainly as Literal), (pair_2017, pair_2017_plainly)] {
        for seed in seeds(250) {
            for tournament in [ruled_up_to(9, seed, quick), wild_up_to(9, seed)] {
                let state = state(&tournament);
                assert_eq!(plain(&state), quick(&state), "seed {seed}: {tournament:#?}");
            }
        }
    }
}

/// A random graph: the cost of each edge that there is, and of each vertex that may stay unmatched.
struct Graph {
    size: usize,
    costs: Vec<Option<Vec<u32>>>,
    out: Vec<Option<Vec<u32>>>,
}

const LEVELS: usize = 4;

impl Graph {
    fn new(rng: &mut impl Rng, size: usize, may_stay: f64) -> Self {
        let density = rng.random_range(0.2..=1.0);
        let unit = if rng.random_bool(0.3) { 1 << 25 } else { 1 };
        let most = rng.random_range(1..=4);
        let mut some = |share: f64| -> Option<Vec<u32>> {
            rng.random_bool(share).then(|| (0..LEVELS).map(|_| unit * rng.random_range(0..most)).collect())
        };
        Self {
            size,
            costs: (0..size * size).map(|_| some(density)).collect(),
            out: (0..size).map(|_| some(may_stay)).collect(),
        }
    }

    /// The least cost, by trying all matchings of these vertices.
    fn least(&self, vertices: &[usize]) -> Option<Vec<u32>> {
        let Some((&first, others)) = vertices.split_first() else { return Some(vec![0; LEVELS]) };
        let sum = |one: &Vec<u32>, other: Vec<u32>| one.iter().zip(other).map(|(one, other)| one + other).collect();
        let stays = self.out[first].as_ref().and_then(|cost| Some(sum(cost, self.least(others)?)));
        let paired = others.iter().filter_map(|&other| {
            let rest: Vec<usize> = others.iter().copied().filter(|&vertex| vertex != other).collect();
            let cost = self.costs[first * self.size + other].as_ref()?;
            Some(sum(cost, self.least(&rest)?))
        });
        stays.into_iter().chain(paired).min()
    }
}

#[test]
fn cheapest_matchings_are_those_of_enumeration() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..2_000 {
        let size = 2 * rng.random_range(1..=5);
        let graph = Graph::new(&mut rng, size, 0.0);
        let all: Vec<usize> = (0..size).collect();
        let cost = |one: usize, other: usize| graph.costs[one * size + other].clone();
        assert_eq!(cheapest(size, LEVELS, &cost).map(|(cost, _)| cost), graph.least(&all));
        let size = rng.random_range(1..=9);
        let graph = Graph::new(&mut rng, size, 0.9);
        let all: Vec<usize> = (0..size).collect();
        let cost = |one: usize, other: usize| graph.costs[one * size + other].clone();
        let out = |one: usize| graph.out[one].clone();
        assert_eq!(cheapest_free(size, LEVELS, &cost, &out).map(|(cost, _)| cost), graph.least(&all));
    }
}
