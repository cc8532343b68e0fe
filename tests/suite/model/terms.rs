//! Decimal weights against enumeration, the range of values, and what the terms of places make of score groups.
//!
//! `STRESS=20` tries twenty times as many.

use crate::support::prelude::*;
use swiss_ilp::model::{PairModel, Unit, values};
use swiss_ilp::proof;
use swiss_ilp::rules::{Hard, Term, lots};
use swiss_ilp::solve::{self, SolveError, certify};

/// Tiers of `(term, weight)`, without hard rules.
fn spec(tiers: &[&[(Term, String)]], formulation: &str) -> Objective {
    let mut text = format!("kind='objective'\nname='r'\nsummary='r'\nformulation='{formulation}'\nhard=[]\n");
    for (number, terms) in tiers.iter().enumerate() {
        let weighted = terms.iter().map(|(term, weight)| {
            format!("{{ term = {}, weight = {weight} }}", serde_json::to_string(term).expect("a name"))
        });
        let weighted = weighted.collect::<Vec<_>>().join(", ");
        text += &format!("[[tier]]\nname = 't{number}'\nterms = [{weighted}]\n");
    }
    Model::parse("random", &text).expect("a model").try_into().expect("an objective")
}

/// A small round, late or early, with what these terms look at.
fn round(rng: &mut ChaCha8Rng, players: std::ops::RangeInclusive<usize>) -> RoundState {
    let mut tournament = random_tournament(rng, &Options { players, rounds: 0..=5 });
    for player in &mut tournament.players {
        player.rating = rng.random_bool(0.9).then(|| rng.random_range(1_000..2_900));
        player.federation = [None, Some("AUT"), Some("HUN")].choose(rng).expect("not empty").map(str::to_owned);
    }
    state(&tournament)
}

// ---- optima ----

/// One to three tiers of any terms, with weights of up to three places.
fn random_spec(rng: &mut ChaCha8Rng, formulation: &str) -> Objective {
    let mut terms: Vec<Term> = Term::ALL.to_vec();
    terms.shuffle(rng);
    let mut tiers = Vec::new();
    for _ in 0..rng.random_range(1..=3) {
        let own = terms.split_off(terms.len() - rng.random_range(1..=3));
        let mut weight =
            || ["-1", "-0.5", "-0.25", "-1.125", "-0.001", "2", "0.1"].choose(rng).expect("not empty").to_string();
        tiers.push(own.into_iter().map(|term| (term, weight())).collect::<Vec<_>>());
    }
    spec(&tiers.iter().map(Vec::as_slice).collect::<Vec<_>>(), formulation)
}

#[test]
fn optima_with_decimal_weights_are_those_of_enumeration_and_certified() {
    let mut small = 0;
    for seed in seeds(250) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = round(&mut rng, 2..=8);
        if state.players().is_empty() {
            continue;
        }
        let spec = random_spec(&mut rng, "pairs");
        let best = brute_force(&state, &spec).expect("no rule forbids a pair");
        let solution = solve(&state, &spec, solve::Options::default()).expect("solved");
        let found = solution.incumbent.clone().expect("a pairing");
        assert_eq!(found.values, best.values, "{seed}");
        let units: Vec<Unit> = spec.tiers.iter().map(|tier| tier.unit()).collect();
        assert_eq!(found.values.iter().map(|value| value.unit()).collect::<Vec<_>>(), units, "{seed}");
        small += usize::from(units.iter().any(|unit| *unit > Unit::TENTH));
        let bounds: Vec<Value> = solution.bounds.iter().map(|bound| bound.value).collect();
        assert_eq!(bounds, best.values, "{seed}");
        let certificate = certify(&state, &spec, &solution).expect("certified");
        assert_eq!(proof::check(&state, &spec, Some(&found.pairing), &certificate), Ok(()), "{seed}");
    }
    assert!(small > 100, "{small}");
}

/// The ends of score groups are looked at alone. What is too little here would hide pairs from the search.
#[test]
fn the_farthest_from_the_fold_and_its_changes_are_those_of_all_pairs() {
    let terms: Vec<Term> = Term::ALL.iter().copied().filter(|term| term.counts_places()).collect();
    let (mut inner, mut changed) = (0, 0);
    for seed in seeds(100) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = round(&mut rng, 2..=30);
        for term in &terms {
            let spec = spec(&[&[(*term, "-1".into())]], "pairs");
            let model = PairModel::new(&state, &spec);
            let all = (0..model.vertices()).flat_map(|one| (one + 1..model.vertices()).map(move |other| (one, other)));
            let distances: Vec<i64> = all.map(|(one, other)| model.fold(one, other)).collect();
            let farthest = distances.iter().copied().max().unwrap_or(0);
            assert_eq!(model.farthest_fold(), farthest, "{seed} {term:?}");
            for [one, other] in (0..model.vertices()).array_combinations() {
                let Some(most) = model.fold_change(one, other) else { continue };
                let others = (0..model.vertices()).filter(|vertex| ![one, other].contains(vertex));
                let changes = others.map(|vertex| model.fold(one, vertex).abs_diff(model.fold(other, vertex)));
                let change = changes.max().unwrap_or(0).cast_signed();
                assert!(change <= most, "{seed} {term:?} {one} {other}: {change} {most}");
                changed += usize::from(change > 0);
            }
            inner += usize::from(distances.iter().any(|distance| *distance < farthest));
        }
    }
    assert!(inner > 100 && changed > 100, "{inner} {changed}");
}

// ---- range ----

/// The greatest round of points and ratings, before its second round.
fn widest(players: u32, rating: u32) -> RoundState {
    let mut tournament =
        Tournament { players: (1..=players).map(|id| Player::new(PlayerId(id))).collect(), ..Tournament::default() };
    for player in &mut tournament.players {
        player.rating = Some(if player.id.0 % 2 == 0 { rating } else { 0 });
    }
    let accelerated = tournament.players.iter().filter(|player| player.id.0 % 2 == 0).map(|player| player.id);
    let points = |id| (id, [(1, Score::MOST)].into_iter().collect());
    tournament.accelerations = accelerated.map(points).collect();
    RoundState::new(&tournament, RoundRequest::default()).expect("a sound tournament")
}

#[test]
fn rounds_beyond_the_range_are_refused_and_others_are_exact() {
    let large = widest(10_000, 3_000);
    for (term, weight, is_within) in [
        (Term::ScoreDifference, "1000000", true),
        (Term::ScoreDifference, "-999999.999", false),
        (Term::SquaredScoreDifference, "1", true),
        (Term::SquaredScoreDifference, "-1000", false),
        (Term::SquaredScoreDifference, "0", true),
        (Term::FoldDistance, "-1000000", true),
        (Term::FoldDistance, "-1000000.000", true),
        (Term::FoldDistance, "-0.001", true),
        (Term::RatingDifference, "-1000", true),
        (Term::SquaredRatingDifference, "-1", true),
        (Term::SquaredRatingDifference, "-1000000", false),
    ] {
        let spec = spec(&[&[(term, weight.into())]], "pairs");
        assert_eq!(spec.check_range(&large).is_ok(), is_within, "{term:?} {weight}");
        let pairing = Pairing {
            boards: (1..=5_000)
                .map(|id| swiss_ilp::tournament::Board { white: PlayerId(id), black: PlayerId(10_001 - id) })
                .collect(),
            bye: None,
        };
        let verdict = verify(&large, &spec, &pairing, None);
        assert_eq!(verdict.objective.len(), usize::from(is_within), "{term:?} {weight}");
        if is_within {
            assert_eq!(verdict.values(), values(&large, &spec, &pairing), "{term:?} {weight}");
            assert!(verdict.values()[0].units().abs() <= Value::MOST, "{term:?} {weight}");
        }
    }
    let spec = spec(&[&[(Term::SquaredScoreDifference, "-1000".into())]], "pairs");
    let Err(SolveError::Request(why)) = solve(&large, &spec, solve::Options::default()) else { panic!("refused") };
    assert!(why.contains("tier 't0' of model 'r' could be worth more in round 1 than exact numbers hold"), "{why}");
}

// ---- lots ----

/// The hash by its definition (RFC 9923), with the vectors of its authors.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[test]
fn lots_are_drawn_as_it_is_written() {
    for (text, hash) in [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)] {
        assert_eq!(fnv_1a(text.as_bytes()), hash, "{text}");
    }
    for seed in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let tournament = random_tournament(&mut rng, &Options { players: 1..=12, rounds: 0..=4 });
        let organiser = (seed % 2 == 1).then_some(seed);
        let request = RoundRequest { lots: organiser, ..RoundRequest::default() };
        let state = RoundState::new(&tournament, request).expect("a state");
        let players = || state.players().iter().sorted_by_key(|player| player.id);
        let mut bytes = state.round().to_le_bytes().to_vec();
        for player in players() {
            bytes.extend(player.id.0.to_le_bytes());
            bytes.extend(player.rating.unwrap_or(0).to_le_bytes());
            bytes.extend(player.score.tenths().to_le_bytes());
        }
        bytes.extend(organiser.into_iter().flat_map(u64::to_le_bytes));
        let mut drawn = ChaCha8Rng::seed_from_u64(fnv_1a(&bytes));
        let drawn: BTreeMap<PlayerId, u64> = players().map(|player| (player.id, drawn.next_u64())).collect();
        let found: BTreeMap<PlayerId, u64> = state.players().iter().map(|player| player.id).zip(lots(&state)).collect();
        assert_eq!(found, drawn, "seed {seed}");
    }
}

// ---- the highest against the lowest ----

/// Round 1 of a group of `size`, with `above` players of a higher (accelerated) score and `below` of a lower one; those of neither group can meet others
/// than the group's.
fn between_groups([above, size, below]: [u32; 3]) -> RoundState {
    let (first, last) = (above + 1, above + size);
    let score = |id: u32| {
        let points = if id < first { "1" } else { "0.5" };
        (id <= last).then(|| format!(r#"{{"player":{id},"round":1,"points":{points}}}"#))
    };
    let others: Vec<u32> = (1..first).chain(last + 1..=last + below).collect();
    let all = 1..=last + below;
    let text = format!(
        r#"{{"players":[{}],"accelerations":[{}],"forbidden":[{{"players":{others:?}}}]}}"#,
        all.clone().map(|id| format!(r#"{{"id":{id}}}"#)).collect::<Vec<_>>().join(","),
        all.filter_map(score).collect::<Vec<_>>().join(",")
    );
    let mut tournament = files::read(text.as_bytes()).expect("sound").tournament;
    tournament.forbidden.retain(|group| group.players.len() > 1);
    state(&tournament)
}

/// For groups of all sizes, with floats in and out: the highest float up and the lowest down, the others meet the highest
/// against the lowest, and nothing else is as good.
#[test]
fn whoever_floats_the_others_meet_highest_against_lowest() {
    for term in [Term::MirrorDistance, Term::BursteinDistance] {
        let mut spec = spec(&[&[(Term::ScoreDifference, "-1".into())], &[(term, "-1".into())]], "pairs");
        spec.hard = [Hard::NoForbiddenPair].into();
        for (size, above, below) in itertools::iproduct!(3..=25, 0..=3, 0..=3) {
            // The bye goes to the last of the group, if there is one.
            if size < above + below || (above + below > 0 && (above + size + below) % 2 == 1) {
                continue;
            }
            let state = between_groups([above, size, below]);
            let solution = solve(&state, &spec, solve::Options::default()).expect("solved");
            let best = solution.incumbent.expect("a pairing").pairing;
            let inside = |id: PlayerId| (above + 1..=above + size).contains(&id.0);
            let (met, floats): (Vec<_>, Vec<_>) = best
                .boards
                .iter()
                .map(|board| [board.white.min(board.black).0, board.white.max(board.black).0])
                .partition(|pair| pair.iter().all(|id| inside(PlayerId(*id))));
            let stay: Vec<u32> = (2 * above + 1..=above + size - below - (size - above - below) % 2).collect();
            let mirror: Vec<_> = (0..stay.len() / 2).map(|place| [stay[place], stay[stay.len() - 1 - place]]).collect();
            let met: Vec<_> = met.into_iter().sorted().collect();
            assert_eq!(met, mirror, "{term:?} {above} {size} {below}: {floats:?}");
        }
    }
}
