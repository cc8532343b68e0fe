//! Comparisons of pairings: their metrics and prices, on rounds small enough to check by hand and on random rounds.

use crate::support::prelude::*;
use swiss_ilp::proof::verify::TierVerdict;
use swiss_ilp::questions::AskError;
use swiss_ilp::questions::compare::Answer;
use swiss_ilp::questions::metrics::{
    ClaimedModel, Contradiction, CrossCheck, Discrepancy, Metric, Metrics, NamedPairing, SolverClaim, Totals,
    cross_check, totals,
};
use swiss_ilp::solve::{self, Termination};

/// Seven players after three rounds.
///
/// | | score | colours | preference | float before | two before | points without playing |
/// |---|---|---|---|---|---|---|
/// | 1 | 2.5 | WBW | Black, strong | | | |
/// | 2 | 2.5 | BWB | White, strong | | down | |
/// | 3 | 1.5 | WB- | White, mild | down (bye) | up | round 3 |
/// | 4 | 1.5 | BBB | White, absolute | up | up | |
/// | 5 | 1 | W-B | White, mild | | down (bye) | round 2 |
/// | 6 | 2 | BWW | Black, absolute | | down | |
/// | 7 | 1 | -WW | Black, absolute | down | | round 1 |
fn seven() -> Tournament {
    table(&["4w1 7b1 2w=", "5b1 3w1 1b=", "6w= 2b0 U", "1b0 6b= 7b1", "2w0 U 6b0", "3b= 4w= 5w1", "U 1w0 4w0"])
}

fn named(name: &str, pairing: Pairing) -> NamedPairing {
    NamedPairing { name: name.into(), pairing }
}

fn metrics_of(state: &RoundState, pairing: Pairing) -> Metrics {
    cross_check(state, &[named("it", pairing)], &[]).pairings[0].metrics
}

fn counts(metrics: &Metrics) -> Vec<(Metric, i64)> {
    Metric::ALL.iter().map(|metric| (*metric, metrics.get(*metric))).collect()
}

#[test]
fn every_metric_by_hand() {
    use Metric::*;
    let state = state(&seven());
    // 1 and 2 float down by half a point and by one, 4 by half a point; 5 has the bye a second time. Nobody but 6 and 3
    // gets the colour wanted.
    let upside_down = pairing(&[(1, 6), (3, 2), (7, 4)], Some(5));
    let expected = [
        (Pairs, 3),
        (ScoreDifference, 20),
        (ScoreDifferenceSquares, 150),
        (Downfloats, 4),
        (DownfloatsRoundBefore, 0),
        (DownfloatsTwoRoundsBefore, 2),
        (Upfloats, 3),
        (UpfloatsRoundBefore, 0),
        (UpfloatsTwoRoundsBefore, 1),
        (AbsoluteDenied, 2),
        (StrongDenied, 2),
        (MildDenied, 0),
        (ColourDifference, 12),
        (ColourDifferenceTwo, 4),
        (Byes, 1),
        (ByeScore, 0),
        (ByeWithPoints, 1),
    ];
    assert_eq!(counts(&metrics_of(&state, upside_down)), expected);

    // 1 meets 4, who had upfloats twice; 3 floats down as in the round before and is denied a mild preference; the bye
    // goes to 6, one point above the lowest.
    let gentle = pairing(&[(4, 1), (2, 7), (5, 3)], Some(6));
    let expected = [
        (Pairs, 3),
        (ScoreDifference, 30),
        (ScoreDifferenceSquares, 350),
        (Downfloats, 4),
        (DownfloatsRoundBefore, 1),
        (DownfloatsTwoRoundsBefore, 2),
        (Upfloats, 3),
        (UpfloatsRoundBefore, 1),
        (UpfloatsTwoRoundsBefore, 1),
        (AbsoluteDenied, 0),
        (StrongDenied, 0),
        (MildDenied, 1),
        (ColourDifference, 5),
        (ColourDifferenceTwo, 1),
        (Byes, 1),
        (ByeScore, 10),
        (ByeWithPoints, 0),
    ];
    assert_eq!(counts(&metrics_of(&state, gentle)), expected);
}

#[test]
fn what_pairings_share() {
    let state = state(&seven());
    let first = pairing(&[(1, 6), (3, 2), (7, 4)], Some(5));
    let turned = pairing(&[(6, 1), (3, 2), (7, 4)], Some(5));
    let other = pairing(&[(4, 1), (2, 3), (5, 7)], Some(6));
    let names = [named("first", first), named("turned", turned), named("other", other)];
    let checked = cross_check(&state, &names, &[]);
    let shared = |index: usize| -> Vec<(String, usize, usize, usize)> {
        let others = checked.pairings[index].in_common.iter();
        others.map(|shared| (shared.with.clone(), shared.pairs, shared.boards, shared.byes)).collect()
    };
    assert_eq!(shared(0), [("turned".into(), 3, 2, 1), ("other".into(), 1, 0, 0)]);
    assert_eq!(shared(1), [("first".into(), 3, 2, 1), ("other".into(), 1, 0, 0)]);
    assert_eq!(shared(2), [("first".into(), 1, 0, 0), ("turned".into(), 1, 0, 0)]);
    assert_eq!(checked.pairings[0].bye_after.as_deref(), Some("had the bye in round 2"));
    assert_eq!(checked.pairings[2].bye_after, None);
    // Without a bye, the two pairings have no bye in common.
    let checked = claimed(optimum(best(), 145));
    let shared = &checked.pairings[0].in_common[1];
    assert_eq!((shared.with.as_str(), shared.pairs, shared.boards, shared.byes), ("pairs", 3, 3, 0));
}

#[test]
fn half_a_point_without_playing_counts_and_a_zero_bye_does_not() {
    let state = state(&table(&["H 2w1 .", "Z 1b0 U", "4w+ 5w1 4w=", "3b- U 3b=", "U 3b0 Z"]));
    let after = |bye| cross_check(&state, &[named("it", pairing(&[], Some(bye)))], &[]).pairings[0].bye_after.clone();
    assert_eq!(after(1).as_deref(), Some("had a half-point bye in round 1"));
    assert_eq!(after(2).as_deref(), Some("had the bye in round 3"));
    assert_eq!(after(3).as_deref(), Some("won by forfeit in round 1"));
    assert_eq!(after(4).as_deref(), Some("had the bye in round 2"));
}

// ---- claims ----

/// The round of `instances/teaching-6.json`, whose four legal pairings `docs/src/models/by-hand.md` lists with their
/// values.
const TEACHING_6: [&str; 6] = ["2b= 6w1", "1w= 5b1", "5w= 4b=", "6b= 3w=", "3b= 2w0", "4w= 1b0"];

/// The best of them, worth 145.
fn best() -> Pairing {
    pairing(&[(3, 1), (2, 4), (6, 5)], None)
}

/// The second, worth 137.
fn second() -> Pairing {
    pairing(&[(1, 4), (2, 3), (6, 5)], None)
}

/// The comparison of the best pairing with a pairing of one board, whose players have met, and a claim about `pairs`.
fn claimed(claim: SolverClaim) -> CrossCheck {
    let named = [named("best", best()), named("met", pairing(&[(2, 1)], None))];
    cross_check(
        &state(&table(&TEACHING_6)),
        &named,
        &[ClaimedModel { objective: Objective::load("pairs").expect("a model"), claim }],
    )
}

fn optimum(pairing: Pairing, value: i64) -> SolverClaim {
    SolverClaim::Optimum(pairing, vec![Value::from_tenths(10 * value)])
}

fn kinds(checked: &CrossCheck) -> Vec<(&str, Contradiction)> {
    checked.discrepancies.iter().map(|Discrepancy { pairing, kind, .. }| (pairing.as_str(), *kind)).collect()
}

#[test]
fn the_price_is_what_lacks_to_the_optimum() {
    let state = state(&table(&TEACHING_6));
    let claims = [ClaimedModel { objective: Objective::load("pairs").expect("a model"), claim: optimum(best(), 145) }];
    let checked = cross_check(&state, &[named("second", second()), named("met", pairing(&[(2, 1)], None))], &claims);
    assert_eq!(checked.discrepancies, []);
    let names: Vec<&str> = checked.pairings.iter().map(|pairing| pairing.name.as_str()).collect();
    assert_eq!(names, ["second", "met", "pairs"]);
    let price = |index: usize| {
        let judged = &checked.models[0].pairings[index];
        let [tier] = &judged.price.as_ref().expect("a price")[..] else { panic!("one tier") };
        let terms = tier.terms.iter().filter(|term| term.count != Value::ZERO);
        let terms: Vec<_> = terms.map(|term| (term.term.id(), term.count.units(), term.value.units())).collect();
        (tier.value.units(), terms)
    };
    assert_eq!(price(0), (-80, vec![("ilp.alternation-denied", 20, -80)]));
    // Two boards too few, and one point less between the players.
    let of_one_board = vec![("ilp.pairs-made", -20, -1000), ("ilp.score-difference", -10, 50)];
    assert_eq!(price(1), (-950, of_one_board));
    assert_eq!(price(2), (0, vec![]));
}

#[test]
fn wrong_claims_are_found() {
    use Contradiction::{BeatsOptimum, IsLegal, NotVerified};
    assert_eq!(kinds(&claimed(optimum(best(), 145))), []);
    assert_eq!(kinds(&claimed(SolverClaim::Nothing)), []);

    let nothing_legal = claimed(SolverClaim::NoPairing);
    assert_eq!(kinds(&nothing_legal), [("best", IsLegal)]);
    assert!(nothing_legal.models[0].pairings.iter().all(|judged| judged.price.is_none()));

    let second_best = claimed(optimum(second(), 137));
    assert_eq!(kinds(&second_best), [("best", BeatsOptimum)]);
    assert_eq!(second_best.discrepancies[0].what, "best is legal by pairs and worth 145, more than its optimum, 137");

    // The value is wrong, in one direction or the other.
    let too_low = [("pairs", NotVerified), ("best", BeatsOptimum), ("pairs", BeatsOptimum)];
    assert_eq!(kinds(&claimed(optimum(best(), 144))), too_low);
    assert_eq!(kinds(&claimed(optimum(best(), 146))), [("pairs", NotVerified)]);
    // The pairing is not legal: two boards are missing, and two players have met.
    let illegal = claimed(optimum(pairing(&[(2, 1)], None), 145));
    assert!(kinds(&illegal).len() > 1 && kinds(&illegal).iter().all(|found| *found == ("pairs", NotVerified)));
}

/// The solver makes no false claim, so the test makes one.
#[test]
fn a_false_optimum_ends_with_a_discrepancy() {
    let state = state(&table(&["", ""]));
    let named = named("tcec", pairing(&[(1, 2)], None));
    let conclusion = |claim| {
        let claims = [ClaimedModel { objective: Objective::load("pairs").expect("a model"), claim }];
        let check = cross_check(&state, std::slice::from_ref(&named), &claims);
        Answer::of("", state.clone(), check).ended()
    };
    assert!(conclusion(SolverClaim::Nothing).is_ok());
    let Err(AskError::Discrepancy(found)) = conclusion(SolverClaim::NoPairing) else { panic!("no discrepancy") };
    assert!(found.ends_with(": round 1: tcec is legal by pairs, which is said to have no legal pairing"), "{found}");
}

#[test]
fn tiers_are_compared_one_after_another() {
    let state = state(&table(&["2w1", "1b0", "4w1", "3b0"]));
    let spec = Objective::load("fair").expect("a model");
    let straight = pairing(&[(3, 1), (4, 2)], None);
    let values = |pairing: &Pairing| {
        let claims = [ClaimedModel { objective: spec.clone(), claim: SolverClaim::Nothing }];
        cross_check(&state, &[named("it", pairing.clone())], &claims).models[0].pairings[0].verdict.values()
    };
    let best = values(&straight);
    for (change, is_better) in [([-1, 0, 0], true), ([-1, 9, 9], true), ([0, -1, 9], true), ([1, -9, -9], false)] {
        let claimed: Vec<Value> =
            best.iter().zip(change).map(|(value, change)| *value + Value::from_tenths(change)).collect();
        let claims = [ClaimedModel { objective: spec.clone(), claim: SolverClaim::Optimum(straight.clone(), claimed) }];
        let checked = cross_check(&state, &[named("it", straight.clone())], &claims);
        assert_eq!(kinds(&checked).contains(&("it", Contradiction::BeatsOptimum)), is_better, "{change:?}");
    }
}

// ---- random rounds ----

fn random(seed: u64) -> (Tournament, ChaCha8Rng) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let tournament = random_tournament(&mut rng, &Options { players: 2..=16, rounds: 0..=7 });
    (tournament, rng)
}

/// The comparison of the pairings of all systems, the played one, and the optima of all models.
fn everything(state: &RoundState, played: Option<Pairing>, models: &[Objective]) -> CrossCheck {
    let of_systems = System::all().filter_map(|system| Some((system.to_string(), system.pair(state).ok()?.pairing)));
    let of_all = of_systems.chain(played.map(|played| ("played".to_owned(), played)));
    let named: Vec<NamedPairing> = of_all.map(|(name, pairing)| named(&name, pairing)).collect();
    let claims: Vec<ClaimedModel> = models
        .iter()
        .map(|spec| {
            let solution = solve(state, spec, solve::Options::default()).expect("a solution");
            let claim = match (solution.termination, solution.incumbent) {
                (Termination::Optimal, Some(best)) => SolverClaim::Optimum(best.pairing, best.values),
                (Termination::Infeasible(_), _) => SolverClaim::NoPairing,
                (stop, _) => panic!("{stop:?}"),
            };
            ClaimedModel { objective: spec.clone(), claim }
        })
        .collect();
    cross_check(state, &named, &claims)
}

/// Whether a price is that of a pairing not better than the optimum.
fn is_no_gain(price: &[TierVerdict]) -> bool {
    let first = price.iter().map(|tier| tier.value).find(|value| *value != Value::ZERO);
    first.is_none_or(|first| first < Value::ZERO)
}

/// Random pairings of few players are often better than those of systems, but never better than the optimum.
#[test]
fn no_legal_pairing_of_any_system_beats_an_optimum() {
    let models = ["pairs", "fair"].map(|name| Objective::load(name).expect("a model"));
    let mut legal = 0;
    for seed in seeds(600) {
        let (tournament, _) = random(seed);
        let checked = everything(&state(&tournament), None, &models);
        assert_eq!(checked.discrepancies, [], "seed {seed}");
        for model in &checked.models {
            for judged in model.pairings.iter().filter(|judged| judged.verdict.is_legal()) {
                legal += usize::from(judged.name != model.model);
                let price = judged.price.as_ref().expect("a legal pairing means that there is an optimum");
                assert!(is_no_gain(price), "{}, seed {seed}", judged.name);
            }
        }
    }
    assert!(legal > 1_500, "only {legal} legal pairings were compared with an optimum");
}

// ---- rounds together ----

fn totals_of(checks: &[CrossCheck]) -> Totals {
    totals(checks.iter().map(|check| (&check.pairings[..], &check.models[..])))
}

#[test]
fn totals_are_sums_over_the_rounds_with_a_pairing() {
    let state = state(&table(&TEACHING_6));
    let claims = |claim| [ClaimedModel { objective: Objective::load("pairs").expect("a model"), claim }];
    let one = [named("a", second()), named("b", best())];
    // In the second round `a` breaks rules, and there is no `b`. The third round has no claim about the model.
    let other = [named("a", pairing(&[(2, 1)], None))];
    let rounds = [
        cross_check(&state, &one, &claims(optimum(best(), 145))),
        cross_check(&state, &other, &claims(optimum(best(), 145))),
        cross_check(&state, &one, &claims(SolverClaim::Nothing)),
    ];
    let sums = totals_of(&rounds);
    let of_pairings: Vec<_> = sums
        .pairings
        .iter()
        .map(|of| {
            (of.name.as_str(), of.rounds, of.metrics.decimal(Metric::Pairs), of.metrics.decimal(Metric::MildDenied))
        })
        .collect();
    let expected =
        [("a", 3, "7".into(), "4".into()), ("b", 2, "6".into(), "0".into()), ("pairs", 2, "6".into(), "0".into())];
    assert_eq!(of_pairings, expected);
    let shared = |index: usize| -> Vec<(&str, usize)> {
        sums.pairings[index].in_common.iter().map(|shared| (shared.with.as_str(), shared.pairs)).collect()
    };
    assert_eq!(shared(0), [("b", 2), ("pairs", 1)]);
    assert_eq!(shared(1), [("a", 2), ("pairs", 3)]);

    let [model] = &sums.models[..] else { panic!("one model") };
    assert_eq!((model.rounds, model.optimum[0].value.units()), (2, 2 * 1450));
    let prices: Vec<_> =
        model.pairings.iter().map(|of| (of.name.as_str(), of.legal, of.not_legal, of.price[0].value.units())).collect();
    assert_eq!(prices, [("a", 1, 1, -80), ("b", 1, 0, 0), ("pairs", 2, 0, 0)]);
    assert_eq!(totals([]), Totals::default());
}
