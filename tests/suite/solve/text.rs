//! The student's text where it is a matching: the exact search, HiGHS and enumeration agree, and no changed certificate proves anything.

use crate::support::generate::Options;
use crate::support::text::{all_boards, value_of_boards};
use crate::support::{program, random_state};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use swiss_ilp::model::{
    Differences, Erratum, Link, Model, Pairs, Previously, Readings, Rounding, SamePlayer, SeedModel, SeedPoint,
    SeedText, Slots, Value,
};
use swiss_ilp::proof::{Certificate, Claim, Obstruction, Proof, check_text};
use swiss_ilp::solve::{self, Evidence, MatchingMethod, MipAnswer, Options as SolveOptions, solve_text};
use swiss_ilp::tournament::{GamesPerPairing, RoundState, Seat};

fn text() -> SeedText {
    SeedText::try_from(Model::load("seed").expect("a model")).expect("the text")
}

const PREVIOUSLY: [Previously; 3] = [Previously::LastGame, Previously::LastRound, Previously::Ever];

/// The text with any readings, repairs and weights.
fn random_text(rng: &mut ChaCha8Rng) -> SeedText {
    let often = *[0.1, 0.4, 0.7, 0.95].choose(rng).expect("not empty");
    let mut text = text().with(Erratum::ALL.iter().copied().filter(|_| rng.random_bool(often)).collect());
    text.readings = Readings {
        differences: *[Differences::PerPairAndSlot, Differences::OnePerPlayer].choose(rng).expect("not empty"),
        pairs: *[Pairs::Ordered, Pairs::Unordered].choose(rng).expect("not empty"),
        same_player: *[SamePlayer::Included, SamePlayer::Excluded].choose(rng).expect("not empty"),
        slots: *[Slots::OneMore, Slots::Enough].choose(rng).expect("not empty"),
        h: *[Rounding::Whole, Rounding::Exact].choose(rng).expect("not empty"),
        previously: *PREVIOUSLY.choose(rng).expect("not empty"),
        twice_running: *PREVIOUSLY.choose(rng).expect("not empty"),
        link: *[Link::OneWay, Link::TwoWay].choose(rng).expect("not empty"),
    };
    if rng.random_bool(0.3) {
        let weights = &mut text.weights;
        for weight in [
            &mut weights.slot_full,
            &mut weights.unpaired_last_round,
            &mut weights.plus_two,
            &mut weights.minus_two,
            &mut weights.imbalance,
            &mut weights.strong_denied,
            &mut weights.alternation_denied,
            &mut weights.bye_score,
        ] {
            *weight = rng.random_range(-40..=60);
        }
        weights.difference = rng.random_range(-6..=0);
    }
    text
}

fn random_round(rng: &mut ChaCha8Rng, players: std::ops::RangeInclusive<usize>) -> RoundState {
    loop {
        let state = random_state(rng.random(), &Options { players: players.clone(), rounds: 0..=5 });
        if state.games_per_pairing() != GamesPerPairing::Two {
            return state;
        }
    }
}

/// What HiGHS finds, in each tier; `None` if there is no answer.
fn by_highs(model: SeedModel<'_>) -> Option<Vec<Value>> {
    match solve::answer(model.program, SolveOptions::default().start()).expect("an answer") {
        MipAnswer::Optimal { values, .. } => Some(values),
        MipAnswer::Infeasible => None,
        MipAnswer::Stopped(limit) => panic!("{limit}"),
    }
}

/// The text's program with the seats, colours and bye of `point` and no others.
fn held<'a>(state: &'a RoundState, text: &'a SeedText, point: &SeedPoint) -> SeedModel<'a> {
    let mut model = SeedModel::new(state, text);
    let mut ones = Vec::new();
    for slot in &point.slots {
        for seat in &slot.players {
            ones.push(format!("X_{}_{}", seat.player, slot.slot));
        }
    }
    for seat in point.slots.iter().flat_map(|slot| &slot.players).chain(&point.without) {
        ones.extend(seat.colours.chars().map(|colour| format!("C_{}_{colour}", seat.player)));
    }
    ones.extend(point.bye.map(|id| format!("BYE_{id}")));
    let is_given = |name: &str| {
        name.starts_with("X_") || name.starts_with("BYE_") || name.starts_with("C_") && !name.ends_with("_N")
    };
    assert!(ones.iter().all(|name| model.program.columns.iter().any(|column| column.name == *name)), "{ones:?}");
    for column in model.program.columns.iter_mut().filter(|column| is_given(&column.name)) {
        let value = i64::from(ones.contains(&column.name));
        (column.lower, column.upper) = (value, Some(value));
    }
    model
}

/// `TEXT_ROUNDS` sets how many rounds are tried.
#[test]
fn the_search_agrees_with_highs_and_with_enumeration() {
    let count: u32 = std::env::var("TEXT_ROUNDS").map_or(150, |count| count.parse().expect("a number of rounds"));
    let mut rng = ChaCha8Rng::seed_from_u64(94);
    let (mut proven, mut without, mut whole_field, mut enumerated, mut left) = (0, 0, 0, 0, 0);
    for number in 0..count {
        let text = random_text(&mut rng);
        let state = random_round(&mut rng, if number % 5 == 0 { 0..=8 } else { 0..=6 });
        let found = solve_text(&state, &text, SolveOptions::default()).expect("an answer");
        if text.looks_at_the_whole_field().is_some() {
            assert_eq!((found.certificate, found.evidence), (None, Evidence::BranchAndBound), "{number}");
            whole_field += 1;
            continue;
        }
        let certificate = found.certificate.expect("a certificate");
        assert!(check_text(&state, &text, &certificate).is_ok(), "{number}");
        let highs = by_highs(SeedModel::new(&state, &text));
        assert_eq!(found.point.is_some().then(|| found.values.clone()), highs, "{number}: {text:?}");
        if state.players().len() <= 4 {
            let all = all_boards(state.players().len());
            let best = all.iter().filter_map(|boards| value_of_boards(&state, &text, boards)).max();
            let best = best.map(|values| values.into_iter().map(Value::from_tenths).collect());
            assert_eq!(highs, best, "{number}: {text:?}");
            enumerated += 1;
        }
        match &found.point {
            Some(point) => {
                assert_eq!(certificate.claim(), Claim::Optimal);
                // What is said of slots and colours is a point of the whole program, and worth as much.
                assert_eq!(by_highs(held(&state, &text, point)), Some(found.values), "{number}: {point:?} {text:?}");
                left += point.without.len();
                proven += 1;
            }
            None => {
                assert_eq!((certificate.claim(), found.evidence), (Claim::Infeasible, Evidence::Obstruction));
                without += 1;
            }
        }
    }
    println!(
        "{proven} rounds proven, {without} without an answer, {whole_field} that look at the whole field, {enumerated} enumerated"
    );
    assert!(proven > count / 2 && without > 0 && whole_field > 0 && enumerated > 20 && left > 20, "{without} {left}");
}

/// Something else that the certificate says, and that is false.
fn tampered(rng: &mut ChaCha8Rng, right: &Certificate) -> Option<Certificate> {
    let mut wrong = right.clone();
    let more = *[-1, 1, 10, -1000].choose(rng).expect("not empty");
    let way = rng.random_range(0..12);
    match (way, &mut wrong.proof) {
        (0, _) => wrong.round += 1,
        (1, _) => wrong.model.push('2'),
        (2, _) => wrong.unique = true,
        (3, _) => wrong.slots = if wrong.slots.is_some() { None } else { Some(Vec::new()) },
        (4, Proof::Optimal(dual)) => dual.bound += more,
        (5, Proof::Optimal(dual)) => dual.seats.choose_mut(rng)?.dual += more,
        (6, Proof::Optimal(dual)) => {
            // The sum is right, and some pair or single player has too little, or the slots too much.
            dual.seats.choose_mut(rng)?.dual += more;
            dual.bound += more;
        }
        (7, Proof::Optimal(dual)) => drop(dual.seats.pop()?),
        (8, Proof::Optimal(dual)) => dual.odd_sets.choose_mut(rng)?.dual *= -1,
        (9, Proof::Optimal(_)) => {
            let slots = wrong.slots.as_mut()?;
            let again = *slots.first()?;
            slots.push(again);
        }
        (10, Proof::Optimal(_)) => wrong.slots.as_mut()?.choose_mut(rng)?[0] = 9_999,
        (11, Proof::Optimal(dual)) => {
            let tutte_set = Vec::new();
            let odd_components = dual.seats.iter().map(|seat| vec![seat.seat]).collect::<Vec<_>>();
            if odd_components.is_empty() {
                return None;
            }
            wrong.slots = None;
            wrong.proof = Proof::Infeasible(Obstruction { tutte_set, odd_components });
        }
        (4..=6, Proof::Infeasible(why)) => why.odd_components.clear(),
        (7..=8, Proof::Infeasible(why)) => why.odd_components.first_mut()?.push(Seat::Bye),
        (9..=11, Proof::Infeasible(why)) => {
            let member = *why.odd_components.first()?.first()?;
            why.tutte_set.push(member);
        }
        _ => return None,
    }
    Some(wrong)
}

#[test]
fn a_changed_certificate_proves_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(1947);
    let (mut refused, mut infeasible) = (0, 0);
    while refused < 1_000 {
        let (text, state) = (random_text(&mut rng), random_round(&mut rng, 1..=8));
        if text.looks_at_the_whole_field().is_some() {
            continue;
        }
        let right =
            solve_text(&state, &text, SolveOptions::default()).expect("an answer").certificate.expect("a proof");
        for _ in 0..6 {
            let Some(wrong) = tampered(&mut rng, &right) else { continue };
            assert!(check_text(&state, &text, &wrong).is_err(), "{wrong:?} instead of {right:?}, {text:?}");
            refused += 1;
            infeasible += u32::from(right.claim() == Claim::Infeasible);
        }
        // By another text every board is worth more.
        if right.slots.as_ref().is_some_and(|slots| !slots.is_empty()) {
            let mut other = text.clone();
            other.weights.slot_full += 1;
            assert!(check_text(&state, &other, &right).is_err(), "{right:?}");
            refused += 1;
        }
    }
    assert!(infeasible > 20, "{infeasible}");
}

/// A player who may not stay without a board, and may meet nobody; and one who may.
#[test]
fn a_large_difference_leaves_no_answer() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let text = text();
    let found = (0..2_000).find_map(|_| {
        let state = random_round(&mut rng, 2..=6);
        let found = solve_text(&state, &text, SolveOptions::default()).expect("an answer");
        found.point.is_none().then_some((state, found.certificate))
    });
    let (state, certificate) = found.expect("a round without an answer");
    let difference = |id: Seat| {
        let is_it = |player: &&swiss_ilp::tournament::PlayerState| Seat::Player(player.id) == id;
        state.players().iter().find(is_it).map(|player| player.colour_difference())
    };
    let Some(Certificate { proof: Proof::Infeasible(why), .. }) = certificate else { panic!("{certificate:?}") };
    let named: Vec<i32> = why.odd_components.iter().flatten().filter_map(|seat| difference(*seat)).collect();
    // The text as it is written leaves a difference of four no colour.
    assert!(!named.is_empty() && named.iter().all(|difference| difference.abs() >= 4), "{named:?}");
}

#[test]
fn what_has_no_best_answer_is_refused() {
    let state = random_round(&mut ChaCha8Rng::seed_from_u64(1), 4..=4);
    let mut text = text();
    text.weights.difference = 1;
    let error = solve_text(&state, &text, SolveOptions::default()).expect_err("refused");
    assert!(error.to_string().contains("there is no best answer"), "{error}");
}

/// A certificate that proves nothing.
fn of_nothing(state: &RoundState, text: &SeedText) -> Certificate {
    let proof = Proof::Infeasible(Obstruction { tutte_set: Vec::new(), odd_components: Vec::new() });
    Certificate { round: state.round(), model: text.name.clone(), unique: false, slots: None, proof }
}

#[test]
fn a_text_that_looks_at_the_whole_field_is_not_proven() {
    let mut text = text();
    text.readings.differences = Differences::OnePerPlayer;
    let state = crate::support::random_state(7, &Options { players: 5..=5, rounds: 3..=3 });
    let refusal = check_text(&state, &text, &of_nothing(&state, &text)).expect_err("refused");
    assert!(refusal.what.contains("players at other boards"), "{refusal}");
    let highs = SolveOptions { method: MatchingMethod::Highs, ..SolveOptions::default() };
    text.readings.differences = Differences::PerPairAndSlot;
    let (exact, branched) = (solve_text(&state, &text, SolveOptions::default()), solve_text(&state, &text, highs));
    let (exact, branched) = (exact.expect("an answer"), branched.expect("an answer"));
    assert_eq!((exact.values, branched.evidence), (branched.values, Evidence::BranchAndBound));
}

/// Sets of repairs, in either reading of H: those that are a matching are proven, and of the others a row is named. `SEED_SUBSETS` sets
/// how many of the 32,768 sets are tried.
#[test]
fn every_set_of_repairs_is_read_as_it_is_said_to_be() {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let rounds: Vec<RoundState> = (0..200)
        .map(|_| random_round(&mut rng, 3..=6))
        .filter(|state| state.players().iter().filter(|player| player.score.tenths() > 0).count() > 1)
        .collect();
    assert!(rounds.len() > 20, "{}", rounds.len());
    let (mut proven, mut refused) = (0, 0);
    let count: u32 = std::env::var("SEED_SUBSETS").map_or(2_000, |count| count.parse().expect("a number of sets"));
    for number in 0..count {
        let set = if count >= 1 << 15 { number } else { number.wrapping_mul(0x9e37_79b1) >> 17 };
        let repaired = Erratum::ALL.iter().copied().filter(|erratum| set >> (erratum.number() - 1) & 1 == 1).collect();
        for differences in [Differences::PerPairAndSlot, Differences::OnePerPlayer] {
            let mut text = text().with(std::collections::BTreeSet::clone(&repaired));
            text.readings.differences = differences;
            let state = rounds.choose(&mut rng).expect("not empty");
            if text.looks_at_the_whole_field().is_none() {
                let found = solve_text(state, &text, SolveOptions::default()).expect("an answer");
                assert!(found.certificate.is_some(), "{repaired:?}");
                proven += 1;
            } else {
                let refusal = check_text(state, &text, &of_nothing(state, &text)).expect_err("refused");
                assert!(refusal.what.contains("players at other boards"), "{refusal}: {repaired:?}");
                refused += 1;
            }
        }
    }
    println!("{proven} sets of repairs and readings are proven, {refused} refused");
    // A quarter of the sets has neither 1 nor 2.
    assert!(proven + refused == 2 * count && refused > count / 5, "{proven} {refused}");
    assert!(count != 1 << 15 || refused == 1 << 13, "{refused}");
}

/// The output, what standard error says, and the exit code.
fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = program::run(arguments, "");
    (program::stdout(&output), program::stderr(&output), output.status.code())
}

#[test]
fn the_program_writes_a_proof_and_checks_it() {
    let (file, dir) = ("instances/teaching-6.json", format!("{}/text-proof", env!("CARGO_TARGET_TMPDIR")));
    let (said, _, code) = run(&["solve", file, "--model", "seed", "--proof", &dir, "--force"]);
    assert!(code == Some(0) && said.contains("Optimal: proven by the dual solution of its boards"), "{said}");
    let verified = || run(&["verify", file, "--model", "seed", "--proof", &dir]);
    assert_eq!(verified().2, Some(0), "{:?}", verified());
    let certificate = format!("{dir}/certificate.json");
    let written = std::fs::read_to_string(&certificate).expect("a certificate");
    std::fs::write(&certificate, written.replace("\"bound\":", "\"bound\":1")).expect("written");
    let (said, _, code) = verified();
    assert!(code == Some(6) && said.contains("[proof.bound]"), "{said}");
    std::fs::write(&certificate, &written).expect("written");
    // By another text it proves nothing.
    let [other, whole] =
        [("more", "slot-full = 50", "slot-full = 151"), ("whole", "\"per-pair-and-slot\"", "\"one-per-player\"")].map(
            |(name, from, to)| {
                let path = format!("{}/text-{name}.toml", env!("CARGO_TARGET_TMPDIR"));
                let seed = include_str!("../../../models/seed.toml");
                std::fs::write(&path, seed.replacen(from, to, 1)).expect("written");
                path
            },
        );
    let (said, _, code) = run(&["verify", file, "--model", &other, "--proof", &dir]);
    assert!(code == Some(6) && said.contains("[proof.reduced-costs]"), "{said}");
    let (said, error, code) = run(&["solve", file, "--model", &whole, "--proof", &dir, "--force"]);
    assert!(code == Some(3) && error.contains("1-outsiders") && said.is_empty(), "{error}");
    let (said, _, code) = run(&["solve", "instances/errata/02-sum-over-players.json", "--model", &whole]);
    assert!(code == Some(0) && said.contains("by branch and bound, not proven in integers"), "{said}");
    for more in [
        &["--count-optima"][..],
        &["--all-optima", "2"],
        &["--repair"],
        &["--keep-open", "1"],
        &["--ties", "fold"],
        &["--log"],
        &["--method", "guided"],
        &["--format", "pairs"],
        &["--method", "highs", "--proof", &dir],
    ] {
        let (said, error, code) = run(&[&["solve", file, "--model", "seed"], more].concat());
        assert!(code == Some(3) && said.is_empty(), "{more:?}: {error}");
    }
    // Four players due Black, whom nobody may meet, and who must all have a board.
    let camps = format!("{}/text-camps.toml", env!("CARGO_TARGET_TMPDIR"));
    let repaired = "repaired = [\"6-same-colour\", \"7-colour-without-board\", \"14-byes\"]";
    let seed = include_str!("../../../models/seed.toml").replacen("repaired = []", repaired, 1);
    std::fs::write(&camps, seed).expect("written");
    let (camped, none) = ("instances/errata/11-camps.json", format!("{dir}-none"));
    let (said, _, code) = run(&["solve", camped, "--model", &camps, "--proof", &none, "--force"]);
    assert!(code == Some(1) && said.contains("No answer: 1 may neither sit with anybody nor be without"), "{said}");
    let (said, _, code) = run(&["verify", camped, "--model", &camps, "--proof", &none]);
    assert!(code == Some(0) && said.contains("the proof holds"), "{said}");
    for more in [&["--pairing", "-"][..], &["--format", "pairs"], &["--repair"]] {
        let arguments = [&["verify", file, "--model", "seed", "--proof", &dir], more].concat();
        assert_eq!(run(&arguments).2, Some(3), "{more:?}");
    }
}
