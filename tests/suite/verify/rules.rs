//! Every rule and every count of the verifier, on rounds small enough to check by hand.

use crate::support::dubov_cases::after;
use crate::support::prelude::*;
use crate::support::reference::{best_colours, brute_force};
use swiss_ilp::model::{Formulation, Side, Tier, Weighted, values};
use swiss_ilp::proof::verify::{Disagreement, breaches};
use swiss_ilp::rules::{Hard, Term};

/// `count` players before round 1.
fn entered(count: u32) -> Tournament {
    Tournament { players: (1..=count).map(|id| Player::new(PlayerId(id))).collect(), ..Tournament::default() }
}

/// The violations that the verifier finds by the model `pairs` with the side constraints `side`.
fn violations(tournament: &Tournament, side: &str, boards: &[(u32, u32)], bye: Option<u32>) -> Vec<String> {
    let verdict = verify(&state(tournament), &spec_with("pairs", side), &pairing(boards, bye), None);
    assert_eq!(verdict.is_legal(), verdict.violations.is_empty());
    assert_eq!(verdict.is_verified(), verdict.is_legal(), "nothing was claimed");
    verdict.violations.iter().map(ToString::to_string).collect()
}

/// What the verifier counts for `term`, in tenths.
fn count(term: Term, tournament: &Tournament, boards: &[(u32, u32)], bye: Option<u32>) -> i64 {
    let spec = Objective {
        name: "one term".into(),
        summary: String::new(),
        formulation: Formulation::Pairs,
        may_break: Vec::new(),
        hard: Vec::new(),
        tiers: vec![Tier { name: "all".into(), terms: vec![Weighted { term: term.into(), weight: (-7).into() }] }],
        define: Vec::new(),
        side: Side::default(),
    };
    let verdict = verify(&state(tournament), &spec, &pairing(boards, bye), None);
    let [tier] = &verdict.objective[..] else { panic!("one tier") };
    let [found] = &tier.terms[..] else { panic!("one term") };
    assert_eq!((&found.term, found.weight), (&term.into(), (-7).into()));
    assert_eq!((found.value.units(), tier.value), (-7 * found.count.units(), found.value));
    found.count.units()
}

// ---- the structure of a pairing ----

const MISSING: &str = "4 is not in the pairing [pairing.player-missing]";
const EVEN: &str = "4 has the bye, but 4 players can all be paired [pairing.bye-in-even-field]";

#[test]
fn everybody_is_paired_once() {
    let four = entered(4);
    for (boards, bye, expected) in [
        (&[(1, 3), (4, 2)][..], None, &[][..]),
        (&[(1, 3)], None, &["2 is not in the pairing [pairing.player-missing]", MISSING]),
        (&[(1, 3), (3, 2)], None, &["3 has board 1 and board 2 [pairing.player-twice]", MISSING]),
        (&[(1, 3), (4, 2)], Some(4), &["4 has board 2 and the bye [pairing.player-twice]", EVEN]),
        (&[(1, 3), (2, 2)], None, &["2 plays himself at board 2 [pairing.plays-himself]", MISSING]),
        (
            &[(1, 3), (2, 9), (0, 4)],
            None,
            &["there is no player 0 [pairing.unknown-player]", "there is no player 9 [pairing.unknown-player]"],
        ),
    ] {
        assert_eq!(violations(&four, "", boards, bye), expected, "{boards:?}");
    }
}

#[test]
fn absent_players_are_not_paired() {
    let mut five = entered(5);
    five.absences = vec![Absence { player: PlayerId(3), round: Some(1), kind: ByeKind::Half }];
    assert_eq!(violations(&five, "", &[(1, 2), (4, 5)], None), [""; 0]);
    assert_eq!(
        violations(&five, "", &[(1, 2), (4, 3)], Some(5)),
        [
            "3 is not there in this round [pairing.absent-player]",
            "5 has the bye, but 4 players can all be paired [pairing.bye-in-even-field]"
        ]
    );
    five.absences[0].round = Some(2);
    assert_eq!(violations(&five, "", &[(1, 2), (4, 5)], Some(3)), [""; 0]);
}

#[test]
fn a_pairing_with_any_errors_can_be_verified() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut spec = spec_with("fair", "max-downfloats = 0\nmax-same-federation = 0\nforbidden = [[1, 2]]");
    // No model file can contain this.
    spec.side.forced = vec![[0, 0]];
    for _ in 0..300 {
        let state = state(&random_tournament(&mut rng, &Options { players: 2..=9, rounds: 0..=5 }));
        let mut id = || PlayerId(*[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, u32::MAX].choose(&mut rng).unwrap());
        let boards = (0..7).map(|_| Board { white: id(), black: id() }).collect();
        let broken = Pairing { boards, bye: Some(id()) };
        assert!(!verify(&state, &spec, &broken, Some(&[])).is_legal());
    }
    let crowd = state(&entered(20_000));
    let boards = (1..=10_000).map(|id| Board { white: PlayerId(id), black: PlayerId(id + 10_000) }).collect();
    assert!(verify(&crowd, &Objective::load("pairs").unwrap(), &Pairing { boards, bye: None }, None).is_legal());
}

// ---- hard rules ----

/// The sentence of each rule. What the rules count in any pairing is held by `model::expressions`.
#[test]
fn a_broken_rule_is_said_with_what_was_before() {
    // The other has had each colour in turn.
    let with_white = |colours: &str| violations(&after(&[colours, "wbwbwb"], &[0; 2], &[0; 2]), "", &[(1, 2)], None);
    let third = "1 had White in rounds 2 and 5 and gets it again [ilp.no-third-colour]";
    assert_eq!(with_white("bw--w-"), [third]);
    let unbalanced = "1 had White 4 and Black 2 times and gets White [ilp.colour-balance]";
    assert_eq!(with_white("wwwwbb"), [unbalanced]);
    let mut played = table(&["2w1 3w=", "1b0 4b=", "4w1 1b=", "3b0 2w="]);
    let met = ["3 and 1 met in round 2 [ilp.no-rematch]", "2 and 4 met in round 2 [ilp.no-rematch]"];
    assert_eq!(violations(&played, "", &[(3, 1), (2, 4)], None), met);
    played.forbidden = vec![ForbiddenGroup { players: [1, 2, 4].map(PlayerId).to_vec(), rounds: Some((3, 3)) }];
    let barred = ["4 and 1 may not meet in round 3 [ilp.no-forbidden-pair]"];
    assert_eq!(violations(&played, "", &[(4, 1), (2, 3)], None), barred);
    let byes = table(&["U", "F", "4w+", "3b-", "."]);
    for (bye, boards, how) in [
        (1, [(2, 3), (4, 5)], "had the bye"),
        (2, [(1, 3), (4, 5)], "had a full-point bye"),
        (3, [(1, 2), (4, 5)], "won by forfeit"),
    ] {
        let expected = format!("{bye} {how} in round 1 and gets the bye [ilp.no-second-bye]");
        assert_eq!(violations(&byes, "", &boards, Some(bye)), [expected]);
    }
}

// ---- side constraints ----

#[test]
fn broken_side_constraints_are_violations() {
    let mut played = table(&["2w1", "1b0", "4w=", "3b="]);
    let found = |played: &Tournament, side, boards: &[(u32, u32)]| violations(played, side, boards, None);
    let floats = [(3, 1), (2, 4)];
    let of_scores = "boards with players of unequal scores: 3-1, 2-4; there may be at most 1 [side.max-downfloats]";
    assert_eq!(found(&played, "max-downfloats = 2", &floats), [""; 0]);
    assert_eq!(found(&played, "max-downfloats = 1", &floats), [of_scores]);
    for (player, federation) in played.players.iter_mut().zip([Some("NED"), Some("GER"), Some("NED"), None]) {
        player.federation = federation.map(str::to_owned);
    }
    let of_one = "boards with players of one federation: 3-1; there may be at most 0 [side.max-same-federation]";
    for (side, expected) in [
        ("max-same-federation = 1", &[][..]),
        ("max-same-federation = 0", &[of_one]),
        ("forced = [[1, 3], [4, 2]]", &[]),
        ("forced = [[1, 4]]", &["1 and 4 must meet and do not [side.forced]"]),
        ("forbidden = [[1, 4]]", &[]),
        ("forbidden = [[4, 2]]", &["4 and 2 must not meet and do [side.forbidden]"]),
    ] {
        assert_eq!(found(&played, side, &floats), expected, "{side}");
    }
    played.players[1].federation = None;
    assert_eq!(found(&played, "max-same-federation = 1", &floats), [""; 0], "no federation is not one");
}

// ---- terms ----

#[test]
fn a_broken_pairing_has_the_value_of_its_valid_boards() {
    let four = entered(4);
    assert_eq!(count(Term::PairsMade, &four, &[(1, 2), (3, 3), (4, 9)], Some(7)), 10);
    assert_eq!(count(Term::PairsMade, &four, &[(1, 2), (2, 3)], None), 20);
}

// ---- claims ----

#[test]
fn wrong_claims_are_found() {
    let state = state(&table(&["2w1", "1b0", "4w=", "3b="]));
    let spec = Objective::load("fair").unwrap();
    let floats = pairing(&[(3, 1), (2, 4)], None);
    let tenths = |values: &[i64]| values.iter().map(|value| Value::from_tenths(*value)).collect::<Vec<_>>();
    // Two half points; 3 and 1 go to +2 and 0, 2 and 4 to 0 and -2; the lowest of 1 | 3, 4 | 2 meets the highest, but
    // not 3, nor 4.
    assert_eq!(verify(&state, &spec, &floats, None).values(), tenths(&[-10, -40, 0]));
    assert!(verify(&state, &spec, &floats, Some(&tenths(&[-10, -40, 0]))).is_verified());
    let disagreements = |claimed: &[i64]| {
        let verdict = verify(&state, &spec, &floats, Some(&tenths(claimed)));
        assert!(verdict.is_legal() && !verdict.is_verified());
        verdict.disagreements
    };
    let disagreement = |tier: &str, claimed: Option<i64>, found: Option<i64>| Disagreement {
        tier: tier.into(),
        claimed: claimed.map(Value::from_tenths),
        found: found.map(Value::from_tenths),
    };
    let counted = disagreements(&[-10, -30, -10]);
    assert_eq!(counted, [disagreement("colours", Some(-30), Some(-40)), disagreement("fold", Some(-10), Some(0))]);
    assert_eq!(disagreements(&[-10, -40]), [disagreement("fold", None, Some(0))]);
    assert_eq!(disagreements(&[-10, -40, 0, 0]), [disagreement("tier 4", Some(0), None)]);
}

#[test]
fn changed_pairings_are_not_verified() {
    // Players 1 and 3 had White, 2 and 4 Black. So exchanging the colours of a board changes the tier "colours".
    let state = state(&table(&["2w1", "1b0", "4w=", "3b="]));
    let spec = Objective::load("fair").unwrap();
    let best = brute_force(&state, &spec).unwrap();
    assert!(verify(&state, &spec, &best.pairing, Some(&best.values)).is_verified());
    for index in 0..2 {
        let mut turned = best.pairing.clone();
        let board = &mut turned.boards[index];
        *board = Board { white: board.black, black: board.white };
        let found = verify(&state, &spec, &turned, Some(&best.values));
        assert!(found.is_legal() && !found.is_verified(), "{turned:?}");
    }

    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut changed = 0;
    for _ in 0..400 {
        let tournament = random_tournament(&mut rng, &Options { players: 4..=9, rounds: 0..=4 });
        let state = RoundState::new(&tournament, RoundRequest::default()).unwrap();
        let Some(best) = best_colours(&state, &spec).filter(|best| !best.pairing.boards.is_empty()) else { continue };
        assert!(verify(&state, &spec, &best.pairing, Some(&best.values)).is_verified());
        let somebody = state.players().choose(&mut rng).unwrap().id;
        let mut wrong = vec![best.pairing.clone(); 5];
        wrong[0].boards.pop();
        wrong[1].boards.extend(best.pairing.boards.first());
        wrong[2].boards[0].black = best.pairing.boards.last().unwrap().white;
        wrong[3].bye = if best.pairing.bye.is_some() { None } else { Some(somebody) };
        wrong[4].boards[0].white = PlayerId(1000);
        for pairing in wrong {
            changed += 1;
            assert!(!verify(&state, &spec, &pairing, None).is_legal(), "{pairing:?}");
        }
    }
    assert!(changed > 1000, "{changed}");
}

/// A term that counts what a hard rule forbids counts nothing where the model has the rule, also of a pairing that breaks it. Without the
/// rule it counts the breach.
#[test]
fn breaches_of_rules_that_the_model_has_are_not_counted() {
    let mut terms = 0;
    for term in Term::ALL.iter().copied() {
        let Some(rule) = term.breached() else { continue };
        terms += 1;
        let mut tournament = entered(5);
        let id = PlayerId;
        tournament.forbidden.push(ForbiddenGroup { players: vec![id(1), id(2)], rounds: None });
        let game = |white: u32, black: u32| {
            let result = GameResult::new(Outcome::Win, Outcome::Loss).expect("a result");
            Game { white: id(white), black: id(black), result: Some(result), rated: true }
        };
        for round in 0..3 {
            let other = [[3, 4], [4, 5], [3, 5]][round];
            let games = vec![game(1, 2), game(other[0], other[1])];
            let out = [5, 3, 4][round];
            tournament.rounds.push(Round { games, byes: vec![Bye { player: id(out), kind: ByeKind::Pairing }] });
        }
        let state = state(&tournament);
        // 1 and 2 have met, are kept apart, and get White and Black for the fourth time; 3 has the bye again.
        let pairing = pairing(&[(1, 2), (4, 5)], Some(3));
        let mut spec = Objective::load("pairs").expect("a model");
        spec.tiers =
            vec![Tier { name: "all".into(), terms: vec![Weighted { term: term.into(), weight: (-1).into() }] }];
        for has_rule in [false, true] {
            spec.hard = Hard::ALL.iter().copied().filter(|one| *one != rule || has_rule).collect();
            let verdict = verify(&state, &spec, &pairing, None);
            let is_broken = verdict.violations.iter().any(|violation| violation.rule == rule.rule().id);
            let found = verdict.objective[0].terms[0].count;
            assert_eq!((is_broken, found > Value::ZERO), (has_rule, !has_rule), "{term:?}");
            assert_eq!(values(&state, &spec, &pairing), verdict.values(), "{term:?}");
            assert_eq!(breaches(&state, &spec.counted_rules(), &pairing).is_empty(), has_rule, "{term:?}");
        }
    }
    assert_eq!(terms, Hard::ALL.len());
}
