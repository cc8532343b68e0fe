//! Every term against a count of its own, over all pairings of small rounds; decimal weights against enumeration; and the range
//! of values.
//!
//! `STRESS=20` tries twenty times as many.

use crate::support::generate::{Options, random_tournament};
use crate::support::reference::{brute_force, every_legal};
use crate::support::{random_state, seeds, state};
use itertools::Itertools;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swiss_ilp::files;
use swiss_ilp::model::{Formulation, Model, Objective, PairModel, Unit, Value, values};
use swiss_ilp::proof;
use swiss_ilp::proof::verify::verify;
use swiss_ilp::rules::{Hard, Term, lots};
use swiss_ilp::solve::{self, MatchingMethod, SolveError, certify, solve};
use swiss_ilp::tournament::{
    Colour, GamesPerPairing, Pairing, PastEvent, Player, PlayerId, PlayerState, RoundRequest, RoundState, Score,
    Tournament,
};

/// The terms that are counted here.
const TERMS: [Term; 14] = [
    Term::SquaredScoreDifference,
    Term::SquaredColourDifference,
    Term::RatingDifference,
    Term::SquaredRatingDifference,
    Term::RepeatedDownfloat,
    Term::RepeatedUpfloat,
    Term::RepeatedDownfloatTwoBefore,
    Term::RepeatedUpfloatTwoBefore,
    Term::SameFederation,
    Term::OppositionSpread,
    Term::AdjacentDistance,
    Term::MirrorDistance,
    Term::RandomDistance,
    Term::BursteinDistance,
];

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

// ---- counts ----

fn played(player: &PlayerState) -> Vec<(PlayerId, i64)> {
    let games = player.history.iter().filter_map(|past| match &past.event {
        PastEvent::Game { opponent, encounters, .. } if encounters.iter().any(|(_, made)| made.was_played()) => {
            Some((*opponent, i64::from(past.points.tenths())))
        }
        _ => None,
    });
    games.collect()
}

fn anybody(state: &RoundState, id: PlayerId) -> &PlayerState {
    state.players().iter().chain(state.absent()).find(|player| player.id == id).expect("in the tournament")
}

/// Downfloat 1, upfloat -1, by the scores of the time; a point without a game is a downfloat.
fn floated(player: &PlayerState, rounds_ago: usize) -> i64 {
    let rounds = player.history.len();
    if rounds < rounds_ago {
        return 0;
    }
    let past = &player.history[rounds - rounds_ago];
    match &past.event {
        PastEvent::Game { opponent_score, encounters, .. } => {
            if encounters.iter().any(|(_, made)| made.was_played()) {
                i64::from((past.score.tenths() - opponent_score.tenths()).signum())
            } else {
                i64::from(encounters.iter().any(|(_, made)| format!("{made:?}") == "ForfeitWin"))
            }
        }
        PastEvent::Bye(kind) => i64::from(format!("{kind:?}") != "Zero"),
        PastEvent::Absent => 0,
    }
}

/// The score groups, the highest first, each in the order of the term.
fn groups(state: &RoundState, term: Term) -> Vec<Vec<PlayerId>> {
    let lots: Vec<u64> = lots(state);
    let mut groups: Vec<Vec<PlayerId>> = Vec::new();
    let mut scores: Vec<Score> = state.players().iter().map(|player| player.score).collect();
    scores.dedup();
    for score in scores {
        let mut group: Vec<&PlayerState> = state.players().iter().filter(|player| player.score == score).collect();
        group.sort_by_key(|player| {
            let points = |id| i64::from(anybody(state, id).points.tenths());
            let games = played(player);
            let sonneborn_berger: i64 = games.iter().map(|(id, made)| points(*id) * made).sum();
            let buchholz: i64 = games.iter().map(|(id, _)| points(*id)).sum();
            match term {
                Term::RandomDistance => (lots[state.rank(player.id).expect("present")], 0, 0, player.number),
                Term::BursteinDistance => (0, -sonneborn_berger, -buchholz, player.number),
                _ => (0, 0, 0, player.number),
            }
        });
        groups.push(group.iter().map(|player| player.id).collect());
    }
    groups
}

fn places(state: &RoundState, term: Term, pairing: &Pairing) -> i64 {
    let groups = groups(state, term);
    let place = |id: PlayerId| -> (usize, i64, i64) {
        let group = groups.iter().position(|group| group.contains(&id)).expect("in a group");
        let place = groups[group].iter().position(|other| *other == id).expect("in it");
        (group, place as i64, groups[group].len() as i64)
    };
    let is_neighbours = matches!(term, Term::AdjacentDistance | Term::RandomDistance);
    let floater = |size: i64| if is_neighbours { 1 } else { 2 * size };
    let mut sum = 0;
    for board in &pairing.boards {
        let [(group, p, size), (other_group, q, other_size)] = [board.white, board.black].map(place);
        sum += if group == other_group && is_neighbours {
            (p.min(q) + 1..p.max(q)).count() as i64
        } else if group == other_group {
            let last = if size % 2 == 0 { size - 1 } else { size - 2 };
            let partner = last - p;
            (q - partner) * (q - partner)
        } else if group < other_group {
            (size - 1 - p) * floater(size) + q * floater(other_size)
        } else {
            (other_size - 1 - q) * floater(other_size) + p * floater(size)
        };
    }
    sum + pairing.bye.map_or(0, |id| {
        let (_, p, size) = place(id);
        (size - 1 - p) * floater(size)
    })
}

/// What the term counts, in units of its last place.
fn count(state: &RoundState, term: Term, pairing: &Pairing) -> i64 {
    let player = |id| state.player(id).expect("present");
    let boards: Vec<[&PlayerState; 2]> =
        pairing.boards.iter().map(|board| [board.white, board.black].map(player)).collect();
    let points = |player: &PlayerState| i64::from(player.score.tenths());
    let ratings: Vec<i64> = state.players().iter().filter_map(|player| player.rating).map(i64::from).collect();
    let apart = |[one, other]: &[&PlayerState; 2]| match (one.rating, other.rating) {
        (Some(one), Some(other)) => i64::from(one.abs_diff(other)),
        _ => 0,
    };
    let floats_again = |float: i64, rounds_ago: usize| {
        let again = |one: &PlayerState, other: &PlayerState| {
            i64::from((points(one) - points(other)).signum() == float && floated(one, rounds_ago) == float)
        };
        let bye = pairing.bye.map_or(0, |id| i64::from(float == 1 && floated(player(id), rounds_ago) == 1));
        boards.iter().map(|[one, other]| again(one, other) + again(other, one)).sum::<i64>() + bye
    };
    let whole: i64 = match term {
        Term::SquaredScoreDifference => {
            return boards.iter().map(|[one, other]| (points(one) - points(other)).pow(2)).sum();
        }
        Term::SquaredColourDifference if state.games_per_pairing() == GamesPerPairing::Two => 0,
        Term::SquaredColourDifference => {
            let after = |player: &PlayerState, sign: i64| {
                let white = player.colours().filter(|colour| *colour == Colour::White).count() as i64;
                let black = player.colours().filter(|colour| *colour == Colour::Black).count() as i64;
                (white - black + sign) * (white - black + sign)
            };
            boards.iter().map(|[white, black]| after(white, 1) + after(black, -1)).sum()
        }
        Term::RatingDifference => boards.iter().map(apart).sum(),
        Term::SquaredRatingDifference => boards.iter().map(|board| apart(board) * apart(board)).sum(),
        Term::RepeatedDownfloat => floats_again(1, 1),
        Term::RepeatedUpfloat => floats_again(-1, 1),
        Term::RepeatedDownfloatTwoBefore => floats_again(1, 2),
        Term::RepeatedUpfloatTwoBefore => floats_again(-1, 2),
        Term::SameFederation => {
            let codes = boards.iter().map(|board| board.map(|player| player.federation.clone().unwrap_or_default()));
            codes.filter(|[one, other]| one == other && !one.is_empty()).count() as i64
        }
        Term::OppositionSpread => {
            let mean = if ratings.is_empty() {
                0
            } else {
                (ratings.iter().sum::<i64>() as f64 / ratings.len() as f64 + 0.5).floor() as i64
            };
            let of = |one: &PlayerState, other: &PlayerState| {
                let met = played(one).into_iter().map(|(id, _)| anybody(state, id).rating);
                let all = met.chain([other.rating]).flatten();
                all.map(|rating| i64::from(rating) - mean).sum::<i64>().abs()
            };
            boards.iter().map(|[one, other]| of(one, other) + of(other, one)).sum()
        }
        _ => places(state, term, pairing),
    };
    10 * whole
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

#[test]
fn both_programs_count_as_the_definitions_say() {
    let mut counted = [0; TERMS.len()];
    for seed in seeds(150) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = round(&mut rng, 2..=7);
        let mut legal = every_legal(&state, &spec(&[&[(Term::PairsMade, "1".into())]], "pairs"));
        legal.shuffle(&mut rng);
        for (place, term) in TERMS.into_iter().enumerate() {
            let spec = spec(&[&[(term, "-0.25".into())]], "pairs");
            for (pairing, _) in legal.iter().take(12) {
                let expected = count(&state, term, pairing);
                counted[place] += usize::from(expected != 0);
                let verdict = verify(&state, &spec, pairing, None);
                let places = term.places();
                assert_eq!(
                    verdict.objective[0].terms[0].count,
                    Unit::of_places(places).value(expected),
                    "{term:?} {seed}"
                );
                let value = Unit::of_places(places + 2).value(-25 * expected);
                assert_eq!(
                    (verdict.values(), values(&state, &spec, pairing)),
                    (vec![value], vec![value]),
                    "{term:?} {seed}"
                );
            }
        }
    }
    assert!(counted.iter().all(|pairings| *pairings > 20), "{counted:?}");
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

#[test]
fn slots_have_the_optima_of_pairs() {
    let mut compared = 0;
    for seed in seeds(25) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = round(&mut rng, 2..=6);
        let pairs = random_spec(&mut rng, "pairs");
        for formulation in [Formulation::Slots, Formulation::SlotsOrdered] {
            let spec = Objective { formulation, ..pairs.clone() };
            let method = *[MatchingMethod::Exact, MatchingMethod::Highs].choose(&mut rng).expect("one");
            let solution = match solve(&state, &spec, solve::Options { method, ..solve::Options::default() }) {
                // Squared ratings can be too large for floating point.
                Err(SolveError::Request(why)) if why.contains("branch and bound is exact up to") => continue,
                solution => solution.expect("solved"),
            };
            let best = brute_force(&state, &pairs).map(|best| best.values);
            assert_eq!(solution.incumbent.map(|best| best.values), best, "{seed} {formulation:?}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// What pairs are worth by kinds, and beyond them, is what the pairing of the pair alone is worth.
#[test]
fn pairs_are_worth_what_their_boards_count() {
    for seed in seeds(60) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = round(&mut rng, 3..=9);
        let spec = random_spec(&mut rng, "pairs");
        let model = PairModel::new(&state, &spec);
        for pair in model.pairs() {
            let board = pair.board(&state);
            let bye = board.is_none().then(|| state.players()[pair.high].id);
            let alone = Pairing { boards: board.into_iter().collect(), bye };
            assert_eq!(model.pair_values(pair.high, pair.low), values(&state, &spec, &alone), "{seed}");
        }
    }
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

/// Optima at the greatest counts that are allowed.
#[test]
fn optima_near_the_ends_of_the_range_are_exact() {
    for seed in seeds(20) {
        let small = widest(u32::try_from(2 + seed % 6).expect("small"), 3_000);
        for (term, weight) in [
            (Term::SquaredScoreDifference, "-1000"),
            (Term::SquaredScoreDifference, "1000"),
            (Term::ScoreDifference, "-999999.999"),
            (Term::SquaredRatingDifference, "-1000000"),
            (Term::OppositionSpread, "999999.999"),
        ] {
            let spec = spec(&[&[(term, weight.into())]], "pairs");
            assert!(spec.check_range(&small).is_ok(), "{term:?} {weight}");
            let solution = solve(&small, &spec, solve::Options::default()).expect("solved");
            let best = brute_force(&small, &spec).map(|best| best.values);
            assert_eq!(solution.incumbent.map(|best| best.values), best, "{term:?} {weight}");
        }
    }
}

// ---- lots ----

#[test]
fn lots_depend_on_the_round_and_on_nothing_else() {
    let state = random_state(3, &Options { players: 8..=8, rounds: 2..=2 });
    assert_eq!(lots(&state), lots(&state.clone()));
    let sum = |lots: Vec<u64>| lots.iter().fold(0_u64, |sum, lot| sum ^ lot);
    let other = random_state(4, &Options { players: 8..=8, rounds: 2..=2 });
    assert_ne!(sum(lots(&state)), sum(lots(&other)));
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
