//! The student's text: what goes wrong as it is written, what mends it, and that the repaired text is the model `slots`.

use crate::support::long;
use crate::support::prelude::*;
use swiss_ilp::model::{
    Differences, Erratum, Link, Pairs, Readings, Rounding, Slots, StudentText, TextModel, TextPoint, TextSeat,
};
use swiss_ilp::solve::{self, MipAnswer, Options as SolveOptions, Termination};

fn text() -> StudentText {
    let Model::AsWritten(text) = Model::load("as-written").expect("a model") else { panic!("the text") };
    text
}

fn numbered(numbers: &[usize]) -> BTreeSet<Erratum> {
    numbers.iter().map(|number| Erratum::ALL[number - 1]).collect()
}

fn repaired(numbers: &[usize]) -> StudentText {
    StudentText { repaired: numbered(numbers), ..text() }
}

/// For each erratum its number, how the text is read in its instance, and in tenths the values of the tiers: as written, with 6 and 7
/// repaired if it shows only then, and repaired. By hand: 50 a board, 30 a player who had a bye, 21 a player for L and M, and 5 a point of H.
const ANSWERS: [(usize, &[&[i64]]); 15] = [
    // Three players, 21 each. A board of the leaders costs 5 * 2 * (12 + 12).
    (1, &[&[630], &[1130]]),
    // Four players, H = 3 each: 100 - 5 * 12 + 84; then H = 3 and 1 of two slots.
    (2, &[&[1240], &[1640]]),
    // 50 - 5 * 2 * 11 is less than 0; 42 for L and M.
    (3, &[&[420], &[500, -680]]),
    (4, &[&[0], &[920]]),
    (5, &[&[1520], &[1520]]),
    (6, &[&[1520], &[1520]]),
    (7, &[&[210], &[210]]),
    (8, &[&[1220], &[1220]]),
    // The board is lost if colours are tied, and costs 4, or 10, if they are a preference.
    (9, &[&[920], &[420], &[880]]),
    (10, &[&[920], &[420], &[820]]),
    // Each of 16 H is 0.3 or 0.2, and counts as 1: two boards are worth 20, as much as 50 - 5 * 8 - 4 and 14 more.
    (11, &[&[1040], &[840], &[900]]),
    (12, &[&[200], &[0]]),
    (13, &[&[210], &[0]]),
    // 50 - 5 * 2 * 2, or 50 - 5 * (2 * 1 + 2 * 3); 63 for L and M.
    (14, &[&[930], &[730]]),
    (15, &[&[1520], &[1520]]),
];

#[test]
fn every_instance_is_worth_what_was_found_by_hand() {
    for (number, expected) in ANSWERS {
        let name = Erratum::ALL[number - 1].name();
        let file = std::fs::read(format!(
            "instances/errata/{name:0>width$}.json",
            width = name.len() + usize::from(number < 10)
        ));
        let state = state(&swiss_ilp::files::read(&file.expect("an instance")).expect("a tournament").tournament);
        let mut text = text();
        match number {
            2 => text.readings.differences = Differences::OnePerPlayer,
            12 => text.readings.link = Link::TwoWay,
            _ => {}
        }
        let needed: &[usize] = if expected.len() > 2 { &[6, 7] } else { &[] };
        let mut sets = vec![numbered(&[]), numbered(needed), numbered(&[needed, &[number]].concat())];
        sets.dedup();
        let value = |repaired| {
            let text = StudentText { repaired, ..text.clone() };
            let found = solve::solve_text(&state, &text, SolveOptions::default()).expect("an answer");
            found.values.iter().map(|value| value.units()).collect::<Vec<_>>()
        };
        let found: Vec<_> = sets.into_iter().map(value).collect();
        assert_eq!(found, expected, "erratum {number}");
    }
}

/// The answer as a pairing, if it is one.
fn as_pairing(point: &TextPoint) -> Option<swiss_ilp::tournament::Pairing> {
    let mut boards = Vec::new();
    for slot in &point.slots {
        let [one, other] = &slot.players[..] else { return None };
        let id = |seat: &TextSeat| seat.player.0;
        match (&*one.colours, &*other.colours) {
            ("W", "B") => boards.push((id(one), id(other))),
            ("B", "W") => boards.push((id(other), id(one))),
            _ => return None,
        }
    }
    let is_over = point.without.iter().all(|seat| Some(seat.player) == point.bye && seat.colours.is_empty());
    is_over.then(|| pairing(&boards, point.bye.map(|id| id.0)))
}

/// With all fifteen repaired, the text is the model `slots`: the same optimum, or none.
#[test]
fn the_repaired_text_has_the_optimum_of_slots() {
    let count = long::rounds(200);
    let spec = StudentText { repaired: Erratum::ALL.iter().copied().collect(), ..text() };
    let [pairs, slots] = ["pairs", "slots"].map(|name| Objective::load(name).expect("an objective"));
    let (mut paired, mut without, mut double) = (0, 0, 0);
    for seed in 0..count {
        let state = random_state(seed, &Options { players: 0..=8, rounds: 0..=6 });
        if state.games_per_pairing() == GamesPerPairing::Two {
            double += 1;
            continue;
        }
        let model = TextModel::new(&state, &spec);
        let tiers = model.program.tiers.len();
        let objective = if seed % 10 == 0 && state.players().len() <= 6 { &slots } else { &pairs };
        let optimum = solve::solve(&state, objective, SolveOptions::default()).expect("a solution");
        match solve::answer(model.program.clone(), SolveOptions::default().start()).expect("an answer") {
            MipAnswer::Optimal { columns, values } => {
                let made = as_pairing(&model.point(&columns)).unwrap_or_else(|| panic!("seed {seed}: no pairing"));
                let value = values[..tiers].iter().copied().sum::<Value>();
                let best = optimum.incumbent.unwrap_or_else(|| panic!("seed {seed}: {:?}", optimum.termination));
                assert_eq!(vec![value], best.values, "seed {seed}");
                let verdict = verify(&state, &pairs, &made, Some(&best.values));
                assert!(verdict.is_verified(), "seed {seed}: {verdict:?}");
                paired += 1;
            }
            MipAnswer::Infeasible => {
                assert!(matches!(optimum.termination, Termination::Infeasible(_)), "seed {seed}");
                without += 1;
            }
            MipAnswer::Stopped(limit) => panic!("{limit}"),
        }
    }
    println!("{paired} rounds paired, {without} without a pairing, {double} double rounds left out");
    assert!(paired > count / 2 && without > 0, "{paired}, {without}");
}

/// The optimum's value and its boards.
fn answered(state: &RoundState, spec: &StudentText) -> (Value, BTreeSet<[u32; 2]>) {
    let model = TextModel::new(state, spec);
    let answer = solve::answer(model.program.clone(), SolveOptions::default().start()).expect("an answer");
    let MipAnswer::Optimal { columns, values } = answer else { panic!("{answer:?}") };
    let boards = model.point(&columns).slots.into_iter().map(|slot| {
        let [one, other] = &slot.players[..] else { panic!("{slot:?}") };
        [one.player.0.min(other.player.0), one.player.0.max(other.player.0)]
    });
    (values.into_iter().sum(), boards.collect())
}

/// "All our variables are integer": every H is, until its values are declared (2), so that a half counts as one.
#[test]
fn a_half_counts_as_one() {
    let file = include_bytes!("../../../instances/teaching-6.json");
    let state = state(&swiss_ilp::files::read(file).expect("a tournament").tournament);
    let exact = StudentText { readings: Readings { h: Rounding::Exact, ..text().readings }, ..text() };
    for (text, is_whole, value) in [(&text(), true, 126), (&exact, false, 136)] {
        let model = TextModel::new(&state, text);
        let is_h = |name: &str| name.starts_with("H_");
        assert!(model.program.columns.iter().all(|column| !is_h(&column.name) || column.integer == is_whole));
        assert_eq!(answered(&state, text).0, Value::from_whole(value));
    }
    let declared = repaired(&[2]);
    assert!(
        TextModel::new(&state, &declared).program.columns.iter().all(|of| !of.name.starts_with("H_") || !of.integer)
    );
}

#[test]
fn no_program_is_larger_than_foretold() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for seed in 0..200 {
        let state = random_state(seed, &Options { players: 0..=9, rounds: 0..=5 });
        let mut spec = text();
        spec.repaired = Erratum::ALL.iter().copied().filter(|_| rng.random_bool(0.4)).collect();
        if rng.random_bool(0.5) {
            spec.readings.pairs = Pairs::Unordered;
            spec.readings.slots = Slots::Enough;
        }
        if rng.random_bool(0.5) {
            spec.readings.differences = Differences::OnePerPlayer;
        }
        let (size, most) = (TextModel::new(&state, &spec).program.size(), TextModel::size_of(&state, &spec));
        let is_within = size.columns <= most.columns && size.rows <= most.rows && size.nonzeros <= most.nonzeros;
        assert!(is_within, "seed {seed}: {size} against {most}, {:?}", spec.repaired);
    }
}

#[test]
fn what_is_not_asked_of_the_text_is_refused() {
    let double = written("errata-double.json", r#"{"games_per_pairing":2,"players":[{"id":1},{"id":2}]}"#);
    for (request, code, words) in [
        (&["instances/teaching-6.json", "--time-limit", "0"][..], 4, "the time limit"),
        (&["instances/graz-open-2026-a.trf"], 3, "for up to 9 players"),
        (&["instances/teaching-6.json", "--show", "duals"], 3, "has no --show"),
        (&[&double], 3, "single games only"),
    ] {
        ended(&[&["solve", "--model", "as-written"], request].concat(), "", code, words);
    }
}
