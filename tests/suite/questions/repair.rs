//! Repairs of rounds without a legal pairing: the fewest breaches, and the best of these, by enumeration of all pairings in
//! all colours with the verifier; and the price of each breach in the same way.

use crate::support::prelude::*;
use crate::support::reference;
use crate::support::rounds::prices;
use swiss_ilp::model::{Side, Weighted};
use swiss_ilp::questions::solve::{BreachReport, repair};
use swiss_ilp::rules::{Hard, Term};
use swiss_ilp::solve::{Options as SolveOptions, Termination};

/// What a repair is worth: minus the breaches of each rule, the last rule first, then the value of each tier.
type Worth = Vec<Value>;

/// All pairings in all colours that break no rule but those given up, and what they are worth.
fn repairs(state: &RoundState, spec: &Objective, given_up: &[Hard]) -> Vec<(Worth, Pairing)> {
    let mut found = Vec::new();
    for matching in reference::matchings(state.players()) {
        for colours in 0..1_u32 << matching.boards.len() {
            let turned = |(index, board): (usize, &Board)| match colours >> index & 1 {
                1 => Board { white: board.black, black: board.white },
                _ => *board,
            };
            let boards = matching.boards.iter().enumerate().map(turned).collect();
            let pairing = Pairing { boards, bye: matching.bye };
            let verdict = verify(state, spec, &pairing, None);
            let count = |rule: &Hard| verdict.violations.iter().filter(|one| one.rule == rule.rule().id).count();
            let breaches: Vec<usize> = given_up.iter().rev().map(count).collect();
            if breaches.iter().sum::<usize>() == verdict.violations.len() {
                let breaches =
                    breaches.iter().map(|count| Value::from_tenths(-10 * i64::try_from(*count).expect("few")));
                found.push((breaches.chain(verdict.values()).collect(), pairing));
            }
        }
    }
    found
}

/// A late round of a small field, in which few may still meet.
fn late_round(rng: &mut ChaCha8Rng) -> RoundState {
    let most = if rng.random_bool(0.1) { 7 } else { 6 };
    let mut tournament = random_tournament(rng, &Options { players: 2..=most, rounds: 1..=6 });
    let ids: Vec<PlayerId> = tournament.players.iter().map(|player| player.id).collect();
    for _ in 0..rng.random_range(0..4) {
        let players: Vec<PlayerId> = ids.sample(rng, 2).copied().collect();
        if players.len() == 2 {
            tournament.forbidden.push(ForbiddenGroup { players, rounds: None });
        }
    }
    state(&tournament)
}

/// `pairs` or `fair` with some hard rules and side constraints, and the rules to give up.
fn model(rng: &mut ChaCha8Rng, state: &RoundState) -> (Objective, Vec<Hard>) {
    let spec = Objective::load(["pairs", "fair"].choose(rng).expect("two")).expect("a model");
    let mut hard = spec.hard.clone();
    hard.retain(|_| rng.random_bool(0.9));
    let mut given_up: Vec<Hard> = hard.iter().copied().filter(|_| rng.random_bool(0.7)).collect();
    given_up.shuffle(rng);
    let ids: Vec<u32> = state.players().iter().map(|player| player.id.0).collect();
    let mut side = Side::default();
    if ids.len() > 2 && rng.random_bool(0.15) {
        let pair: Vec<u32> = ids.sample(rng, 2).copied().collect();
        let list = if rng.random_bool(0.5) { &mut side.forced } else { &mut side.forbidden };
        list.push([pair[0], pair[1]]);
    }
    if rng.random_bool(0.05) {
        side.max_downfloats = Some(rng.random_range(0..2));
    }
    (Objective { hard, side, ..spec }, given_up)
}

fn has(pairing: &Pairing, [one, other]: [Seat; 2]) -> bool {
    pairing.partner(one) == Some(other)
}

#[test]
fn repairs_are_minimal_and_priced_as_by_enumeration() {
    let [mut legal, mut repaired, mut beyond, mut breaches, mut priced] = [0; 5];
    for seed in seeds(1_200) {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let state = late_round(rng);
        let (spec, given_up) = model(rng, &state);
        if given_up.is_empty() {
            continue;
        }
        let all = repairs(&state, &spec, &given_up);
        let done = repair(&state, &spec, &given_up, SolveOptions::default()).expect("it is solved");
        let is_legal =
            |(worth, _): &&(Worth, Pairing)| worth[..given_up.len()].iter().all(|count| *count == Value::ZERO);
        let best = all.iter().map(|(worth, _)| worth).max();
        let Some(repair) = done.repair else {
            let best = all.iter().filter(is_legal).map(|(worth, _)| &worth[given_up.len()..]).max().expect("legal");
            assert_eq!(done.solved.solution.incumbent.expect("a pairing").values, best, "{seed}");
            legal += 1;
            continue;
        };
        assert!(!all.iter().any(|one| is_legal(&one)), "{seed}: there is a legal pairing");
        let Some(best) = best else {
            assert!(matches!(done.solved.solution.termination, Termination::Infeasible(_)), "{seed}");
            beyond += 1;
            continue;
        };
        assert!(done.solved.is_optimal(), "{seed}");
        let incumbent = done.solved.solution.incumbent.as_ref().expect("a repair");
        assert_eq!(&incumbent.values, best, "{seed}");
        assert!(
            all.iter()
                .any(|(worth, pairing)| worth == best && pairing.clone().in_board_order(&state) == incumbent.pairing)
        );
        // What is broken is what the verifier finds by the model itself.
        let broken = verify(&state, &spec, &incumbent.pairing, None).violations;
        let mut listed: Vec<_> =
            repair.breaches.iter().map(|breach| (breach.rule, &breach.players, &breach.what)).collect();
        assert_eq!(listed.len(), broken.len(), "{seed}");
        listed.retain(|listed| !broken.iter().any(|broken| (broken.rule, &broken.players, &broken.what) == *listed));
        assert_eq!(listed, [], "{seed}");
        for BreachReport { pair, price, .. } in &repair.breaches {
            assert!(has(&incumbent.pairing, *pair), "{seed}");
            let without = all.iter().filter(|(_, pairing)| !has(pairing, *pair)).map(|(worth, _)| worth).max();
            let expected: Option<Vec<Value>> =
                without.map(|without| without.iter().zip(best).map(|(one, best)| *one - *best).collect());
            assert_eq!(price.as_deref().map(prices), expected, "{seed}");
            priced += usize::from(price.is_some());
        }
        breaches += repair.breaches.len();
        repaired += 1;
        if seed % 10 == 0 && spec.side.max_downfloats.is_none() {
            tasks::certify(&state, &repair.spec, &done.solved).expect("the proof of a repair is accepted");
        }
    }
    assert!(legal > 90 && repaired > 300 && beyond > 30, "{legal} {repaired} {beyond}");
    assert!(breaches > repaired && priced > 150, "{breaches} {priced}");
}

#[test]
fn no_rule_is_given_up_unasked() {
    assert_eq!(code(&["solve", "-"], MET), 1);
    let refused = run(&["solve", "-"], MET);
    assert!(stderr(&refused).contains("--repair"), "{}", stderr(&refused));
    assert_eq!(code(&["solve", "-", "--repair"], MET), 0);
    assert!(stdout(&run(&["solve", "-", "--repair"], MET)).contains("met in round 1 [ilp.no-rematch]"));
    assert_eq!(code(&["solve", "-", "--repair=no-third-colour"], MET), 1);
    assert!(!stderr(&run(&["solve", "-", "--repair=no-third-colour"], MET)).contains("--repair"));
    // The pairing is judged as it was asked: by the model, or knowing the repair.
    let verify = ["verify", "instances/teaching-infeasible.json", "--pairing", "-"];
    let pairing = "1 2\n3 4\n5 6\n";
    assert_eq!(code(&verify, pairing), 6);
    let known = ended(&[&verify[..], &["--repair"]].concat(), pairing, 0, "");
    assert!(stdout(&known).contains("5 and 6 met in round 3 [ilp.no-rematch]"));
    for command in [["explain", "-"], ["solve", "-"]] {
        assert_eq!(code(&command, MET), 1);
        assert_eq!(code(&[&command[..], &["--repair"]].concat(), MET), 0);
    }
    assert_eq!(code(&["why", "-", "1", "2"], MET), 0);
    assert!(stdout(&run(&["why", "-", "1", "2"], MET)).contains("ilp.no-rematch"));
    assert!(stdout(&run(&["why", "-", "1", "2", "--repair"], MET)).contains("2 meets 1 by model pairs, repaired"));
}

#[test]
fn what_cannot_be_repaired_is_refused() {
    for (arguments, what) in [
        (&["--repair=no-such-rule"][..], "no hard rule is called 'no-such-rule'"),
        (&["--repair=no-rematch,no-rematch"], "twice"),
        (&["--repair", "--model", "dutch-2012"], "do not say what to do"),
        (&["--repair", "--keep-open", "1"], "do not go together"),
        (&["--repair", "--show", "relax"], "do not go together"),
    ] {
        ended(&[&["solve", "-"], arguments].concat(), MET, 3, what);
    }
}

#[test]
fn a_model_file_says_what_it_gives_up() {
    let file = |relax: &str| {
        format!(
            "kind = \"objective\"\nname = \"mine\"\nsummary = \"Mine.\"\nformulation = \"pairs\"\n\
             hard = [\"no-rematch\", \"no-second-bye\"]\nrelax = {relax}\n[[tier]]\nname = \"all\"\n\
             terms = [{{ term = \"score-difference\", weight = -1 }}]\n"
        )
    };
    let spec =
        |relax: &str| Model::parse("mine.toml", &file(relax)).map(|model| Objective::try_from(model).expect("one"));
    let mine = spec(r#"["no-rematch", "no-second-bye"]"#).expect("a model");
    assert_eq!(mine.given_up(&[]), Ok(vec![Hard::NoRematch, Hard::NoSecondBye]));
    assert_eq!(mine.given_up(&[Hard::NoSecondBye]), Ok(vec![Hard::NoSecondBye]));
    assert!(mine.given_up(&[Hard::NoThirdColour]).is_err());
    let names: Vec<String> = mine.repaired(&mine.may_break).tiers.into_iter().map(|tier| tier.name).collect();
    assert_eq!(names, ["no-second-bye", "no-rematch", "all"]);
    for wrong in [r#"["no-third-colour"]"#, r#"["no-rematch", "no-rematch"]"#, "[]", r#"["rematch"]"#] {
        let error = spec(wrong).expect_err("a fault").to_string();
        assert!(error.contains("line 6"), "{error}");
    }
}

/// The breaches of a repair are of the rules that it gave up. A rule that the model does not have, and whose breaches a term of its own
/// counts, has none.
#[test]
fn only_breaches_of_rules_given_up_are_listed() {
    let mut counted = 0;
    for seed in seeds(200) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = late_round(&mut rng);
        let mut spec = Objective::load("fair").expect("a model");
        let other = *Hard::ALL.choose(&mut rng).expect("a rule");
        spec.hard.retain(|rule| *rule != other);
        spec.tiers[1].terms.push(Weighted { term: Term::of_breaches(other).into(), weight: (-1).into() });
        let Ok(given_up) = spec.given_up(&[]) else { continue };
        let repaired = repair(&state, &spec, &given_up, SolveOptions::default()).expect("no fault");
        let Some(repair) = repaired.repair else { continue };
        assert!(!given_up.contains(&other));
        let is_given_up = |breach: &BreachReport| given_up.iter().any(|rule| rule.rule().id == breach.rule);
        assert!(repair.breaches.iter().all(is_given_up), "seed {seed}: {other:?}, {:?}", repair.breaches);
        let best = repaired.solved.solution.incumbent;
        counted += usize::from(best.is_some_and(|best| {
            !verify(&state, &Objective { hard: vec![other], ..spec.clone() }, &best.pairing, None).is_legal()
        }));
    }
    assert!(counted > 10, "{counted} repairs break a rule that the model does not have");
}
