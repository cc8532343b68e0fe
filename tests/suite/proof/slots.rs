//! The program of slots is solved by its pairs at any size, and proven in its own columns and rows.

use crate::support::generate::Options;
use crate::support::random_state;
use crate::support::reference::brute_force;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::time::{Duration, Instant};
use swiss_ilp::formats;
use swiss_ilp::model::{Family, Formulation, Index, Objective, SlotModel, Value};
use swiss_ilp::proof::{Certificate, check};
use swiss_ilp::solve::{self, Evidence, MatchingMethod, certify, solve};
use swiss_ilp::tournament::{Board, Pairing, PlayerId, RoundRequest, RoundState, Tournament};

const FORMULATIONS: [Formulation; 2] = [Formulation::Slots, Formulation::SlotsOrdered];

fn slots(formulation: Formulation) -> Objective {
    Objective { formulation, ..Objective::load("slots").expect("a model") }
}

/// The optimum, and its certificate, which the checker accepts; `None` if there is no pairing.
fn proven(state: &RoundState, spec: &Objective, what: &str) -> Option<(Pairing, Vec<Value>, Certificate)> {
    let solution = solve(state, spec, solve::Options::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
    let certificate = certify(state, spec, &solution).unwrap_or_else(|error| panic!("{what}: {error}"));
    let best = solution.incumbent.as_ref();
    check(state, spec, best.map(|best| &best.pairing), &certificate).unwrap_or_else(|why| panic!("{what}: {why}"));
    assert_ne!(solution.evidence(), Evidence::BranchAndBound, "{what}");
    let best = solution.incumbent?;
    Some((best.pairing, best.values, certificate))
}

/// The values of the tiers at the certificate's point, whose columns keep every bound and row of the whole program.
fn at_point(state: &RoundState, spec: &Objective, pairing: &Pairing, slots: &[[u32; 2]]) -> Option<Vec<Value>> {
    let model = SlotModel::new(state, spec);
    let boards: Vec<Board> =
        slots.iter().map(|slot| Board { white: PlayerId(slot[0]), black: PlayerId(slot[1]) }).collect();
    let columns = model.columns(state, &boards, pairing.bye)?;
    assert_eq!(model.pairing(state, &columns).map(|pairing| pairing.boards), Some(boards));
    let within = |value: i64, lower: Option<i64>, upper: Option<i64>| {
        lower.is_none_or(|lower| value >= lower) && upper.is_none_or(|upper| value <= upper)
    };
    let mut bounds = model.program.columns.iter().zip(&columns);
    let is_bounded = bounds.all(|(column, value)| within(*value, Some(column.lower), column.upper));
    let is_kept = model.program.rows.iter().all(|row| {
        let sum = row.coefficients.iter().map(|(column, factor)| factor * columns[*column]).sum();
        within(sum, row.lower, row.upper)
    });
    (is_bounded && is_kept).then(|| model.program.tiers.iter().map(|tier| tier.value(&columns)).collect())
}

#[test]
fn slots_have_the_optimum_of_enumeration_and_a_proof() {
    let (mut optimal, mut infeasible) = (0, 0);
    for seed in 0..2_000 {
        let state = random_state(seed, &Options { players: 0..=10, rounds: 0..=7 });
        for formulation in FORMULATIONS {
            let spec = slots(formulation);
            let what = format!("{formulation:?}, seed {seed}");
            let expected = brute_force(&state, &spec).map(|best| best.values);
            let Some((pairing, values, certificate)) = proven(&state, &spec, &what) else {
                assert_eq!(expected, None, "{what}");
                infeasible += 1;
                continue;
            };
            assert_eq!(Some(&values), expected.as_ref(), "{what}");
            let point = certificate.slots.expect("a point");
            assert_eq!(at_point(&state, &spec, &pairing, &point), Some(values), "{what}");
            optimal += 1;
        }
    }
    assert!(optimal > 3_000 && infeasible > 50, "{optimal} {infeasible}");
}

/// HiGHS takes long, so fewer rounds are tried; `AGREEMENT_ROUNDS` sets how many (`make agreement`).
#[test]
fn slots_have_the_optimum_of_highs_alone_and_guided() {
    let count = std::env::var("AGREEMENT_ROUNDS").map_or(60, |count| count.parse().expect("a number of rounds"));
    let mut infeasible = 0;
    for seed in 0..count {
        let state = random_state(seed, &Options { players: 0..=10, rounds: 0..=7 });
        let mut expected = None;
        for formulation in FORMULATIONS {
            let spec = slots(formulation);
            let expected = expected.get_or_insert_with(|| brute_force(&state, &spec).map(|best| best.values));
            let found = [MatchingMethod::Exact, MatchingMethod::Highs, MatchingMethod::Guided].map(|method| {
                let options = solve::Options { method, ..solve::Options::default() };
                let solution = solve(&state, &spec, options).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                solution.incumbent.map(|best| (best.pairing, best.values))
            });
            assert!(found.iter().all(|best| *best == found[0]), "{formulation:?}, seed {seed}: {found:?}");
            assert_eq!(found[0].as_ref().map(|(_, values)| values), expected.as_ref(), "{formulation:?}, seed {seed}");
        }
        infeasible += usize::from(expected.flatten().is_none());
    }
    println!(
        "{count} rounds in slots, in either way: exact, HiGHS alone, guided and enumeration agree; {infeasible} without a pairing"
    );
}

/// With caps, and forced and forbidden pairs, the slots are held to the cases of each tier, too.
#[test]
fn slots_with_side_constraints_have_the_optimum_of_enumeration_and_a_proof() {
    let mut found = [0; 2];
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = random_state(seed, &Options { players: 4..=8, rounds: 0..=6 });
        let mut spec =
            Objective { formulation: FORMULATIONS[seed as usize % 2], ..Objective::load("fair").expect("a model") };
        spec.side.max_downfloats = rng.random_bool(0.6).then(|| rng.random_range(0..3));
        spec.side.max_same_federation = rng.random_bool(0.6).then(|| rng.random_range(0..3));
        let players = state.players();
        if players.len() < 4 {
            continue;
        }
        if rng.random_bool(0.3) {
            spec.side.forced.push([players[0].id.0, players[3].id.0]);
        }
        if rng.random_bool(0.3) {
            spec.side.forbidden.push([players[1].id.0, players[2].id.0]);
        }
        let what = format!("seed {seed}");
        let expected = brute_force(&state, &spec).map(|best| best.values);
        let best = proven(&state, &spec, &what);
        found[usize::from(best.is_some())] += 1;
        if let Some((pairing, values, certificate)) = &best {
            let point = certificate.slots.as_ref().expect("a point");
            assert_eq!(at_point(&state, &spec, pairing, point).as_ref(), Some(values), "{what}");
        }
        assert_eq!(best.map(|best| best.1), expected, "{what}");
    }
    assert!(found.iter().all(|count| *count > 20), "{found:?}");
}

/// Every slot has the rows of the program with one slot, and a row without a slot sums over all: what the checker relies on.
#[test]
fn the_program_of_one_slot_is_that_of_each() {
    for seed in 0..100 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = random_state(seed, &Options { players: 2..=9, rounds: 0..=6 });
        if state.players().len() < 2 {
            continue;
        }
        let mut spec = slots(Formulation::Slots);
        spec.side.max_downfloats = rng.random_bool(0.5).then_some(2);
        spec.side.max_same_federation = rng.random_bool(0.5).then_some(1);
        spec.side.forced.extend(rng.random_bool(0.5).then(|| [state.players()[0].id.0, state.players()[1].id.0]));
        let [whole, one] = [SlotModel::new(&state, &spec).program, SlotModel::of_one_slot(&state, &spec).program];
        let slots = state.players().len() / 2;
        // The names of the columns of slot 1, and of the others, with a star for the slot.
        let slot_of = |family: &Family, name: &str| {
            family.indices_in(name, Index::Slot).next().map(|slot| slot.parse::<usize>().expect("a slot"))
        };
        let starred = |family: &Family, name: &str| {
            let words = family.indices.iter().zip(name[family.id.len()..].split('_').skip(1));
            let words = words.map(|(index, word)| if *index == Index::Slot { "*" } else { word });
            format!("{}_{}", family.id, words.collect::<Vec<_>>().join("_"))
        };
        let mut rows_of_one: Vec<_> = one
            .rows
            .iter()
            .flat_map(|row| {
                let copies = if slot_of(row.family, &row.name).is_some() { slots } else { 1 };
                let terms = row.coefficients.iter().map(|(column, factor)| {
                    let column = &one.columns[*column];
                    (starred(column.kind, &column.name), *factor)
                });
                let mut terms: Vec<_> = terms.collect();
                terms.sort();
                std::iter::repeat_n((starred(row.family, &row.name), terms, row.lower, row.upper), copies)
            })
            .collect();
        let mut rows_of_all: Vec<_> = whole
            .rows
            .iter()
            .map(|row| {
                let own = slot_of(row.family, &row.name);
                let mut terms: Vec<(String, i64)> = Vec::new();
                let mut seen = Vec::new();
                for (column, factor) in &row.coefficients {
                    let column = &whole.columns[*column];
                    let slot = slot_of(column.kind, &column.name);
                    // A row of a slot has no column of another one.
                    assert!(own.is_none() || slot.is_none() || slot == own, "{}: {}", row.name, column.name);
                    let term = (starred(column.kind, &column.name), *factor);
                    seen.push((term.clone(), slot));
                    if !terms.contains(&term) {
                        terms.push(term);
                    }
                }
                // A row without a slot has the column of each slot.
                if own.is_none() {
                    for term in &terms {
                        let found: Vec<_> =
                            seen.iter().filter(|(other, _)| other == term).map(|(_, slot)| *slot).collect();
                        let all: Vec<_> = (1..=slots).map(Some).collect();
                        assert!(found == [None] || found == all, "{}: {term:?}", row.name);
                    }
                }
                terms.sort();
                (starred(row.family, &row.name), terms, row.lower, row.upper)
            })
            .collect();
        rows_of_one.sort();
        rows_of_all.sort();
        assert_eq!(rows_of_one, rows_of_all, "seed {seed}");
        for (tier, of_all) in one.tiers.iter().zip(&whole.tiers) {
            for (column, factor) in &of_all.coefficients {
                let column = &whole.columns[*column];
                let name = starred(column.kind, &column.name);
                let same = tier.coefficients.iter().find(|(column, _)| {
                    let column = &one.columns[*column];
                    starred(column.kind, &column.name) == name
                });
                assert_eq!(same.map(|(_, factor)| factor), Some(factor), "{name}");
            }
        }
    }
}

/// Where slots have no row for what forbids a pair, a proof of the pairs proves nothing of them.
#[test]
fn a_proof_of_pairs_is_refused_where_the_rows_of_slots_leave_more() {
    let mut refused = 0;
    for seed in 0..200 {
        let state = random_state(seed, &Options { players: 5..=9, rounds: 0..=3 });
        let Some(solved) =
            solve(&state, &slots(Formulation::Slots), solve::Options::default()).expect("solved").incumbent
        else {
            continue;
        };
        let Some(bye) = solved.pairing.bye else { continue };
        // Somebody else must have it now, and slots have no row that says so.
        let mut pairs = Objective { formulation: Formulation::Pairs, ..slots(Formulation::Slots) };
        pairs.side.forbidden.push([bye.0, 0]);
        let solution = solve(&state, &pairs, solve::Options::default()).expect("solved");
        let Some(best) = &solution.incumbent else { continue };
        let certificate = certify(&state, &pairs, &solution).expect("a certificate");
        assert_eq!(check(&state, &pairs, Some(&best.pairing), &certificate), Ok(()));
        for formulation in FORMULATIONS {
            let spec = Objective { formulation, ..pairs.clone() };
            let mut boards = best.pairing.boards.clone();
            boards.sort_by_key(|board| state.rank(board.white).min(state.rank(board.black)));
            let point = boards.iter().map(|board| [board.white.0, board.black.0]).collect();
            let certificate = Certificate { slots: Some(point), ..certificate.clone() };
            let why = check(&state, &spec, Some(&best.pairing), &certificate).expect_err("refused");
            assert_eq!(why.check, "proof.slots", "{why}");
            assert!(why.what.contains("share a slot"), "{why}");
            refused += 1;
        }
    }
    assert!(refused > 50, "{refused}");
}

/// The tournament of a real file.
fn real(file: &str) -> Tournament {
    let bytes = std::fs::read(format!("instances/{file}")).expect("a file");
    formats::read(&bytes).expect("a sound file").tournament
}

/// The round in both ways to have slots has the optimum of pairs, and a proof.
fn hold_real(tournament: &Tournament, round: u32, what: &str) -> usize {
    let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
    let state = RoundState::new(tournament, request).expect("a sound round");
    let pairs = solve(&state, &Objective::load("pairs").expect("a model"), solve::Options::default()).expect("solved");
    for formulation in FORMULATIONS {
        let (_, values, certificate) = proven(&state, &slots(formulation), what).expect("a pairing");
        assert_eq!(Some(values), pairs.incumbent.as_ref().map(|best| best.values.clone()), "{what}");
        assert_eq!(certificate.slots.map(|slots| slots.len()), Some(state.players().len() / 2), "{what}");
    }
    state.players().len()
}

#[test]
fn real_rounds_are_proven_in_slots() {
    for (file, round) in
        [("british-championship-2026.trf", 8), ("aeroflot-open-2026.trf", 5), ("gros-open-2010.trf", 5)]
    {
        hold_real(&real(file), round, file);
    }
}

#[test]
#[ignore = "every round of every real file: make agreement"]
fn every_real_round_is_proven_in_slots() {
    let entries = std::fs::read_dir("instances").expect("instances").map(|entry| entry.expect("an entry").file_name());
    let mut files: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    files.retain(|name| name.ends_with(".trf"));
    files.sort();
    assert_eq!(files.len(), 5, "{files:?}");
    for file in files {
        let (tournament, mut players) = (real(&file), 0);
        let (started, mut longest) = (Instant::now(), Duration::ZERO);
        for round in 1..=u32::try_from(tournament.rounds.len()).expect("few") {
            let of_round = Instant::now();
            players = players.max(hold_real(&tournament, round, &format!("{file}, round {round}")));
            longest = longest.max(of_round.elapsed());
        }
        let (all, longest) = (started.elapsed().as_secs_f64(), longest.as_secs_f64());
        let rounds = tournament.rounds.len();
        println!(
            "{file}: {rounds} rounds, up to {players} players, both models proven; {all:.1} s, at most {longest:.1} s a round"
        );
    }
}

#[test]
fn the_guided_method_is_for_slots() {
    let state = random_state(1, &Options { players: 6..=6, rounds: 1..=2 });
    let options = solve::Options { method: MatchingMethod::Guided, ..solve::Options::default() };
    let why = solve(&state, &Objective::load("pairs").expect("a model"), options).expect_err("refused");
    assert!(why.to_string().contains("for a model of slots"), "{why}");
}
