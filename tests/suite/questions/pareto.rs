//! Fronts and price lists against enumeration: all legal pairings in all colourings.

use crate::support::prelude::*;
use crate::support::reference::every_legal;
use std::sync::Arc;
use swiss_ilp::files::organiser_tables;
use swiss_ilp::model::{Cap, Counted, Tier, Weighted};
use swiss_ilp::questions::pareto::{Answer, Point};
use swiss_ilp::solve::{self, Termination};

const NAMES: [&str; 11] = [
    "scores",
    "colours",
    "fold",
    "score-difference",
    "colour-difference-two",
    "strong-denied",
    "alternation-denied",
    "colour-difference",
    "bye-score",
    "downfloats",
    "same-federation",
];

/// What a pairing is worth by each name, counted by the verifier.
fn worth(state: &RoundState, spec: &Objective, names: &[&str]) -> Vec<(Vec<Value>, Pairing)> {
    let tier = |name: &&str| {
        spec.tiers.iter().find(|tier| tier.name == **name).cloned().or_else(|| {
            let term = *Term::ALL.iter().find(|term| term.rule().id == format!("ilp.{name}"))?;
            Some(Tier { name: (*name).to_owned(), terms: vec![Weighted { term: term.into(), weight: (-1).into() }] })
        })
    };
    let tiers: Vec<Option<Tier>> = names.iter().map(tier).collect();
    let counted = Objective { tiers: tiers.iter().flatten().cloned().collect(), ..spec.clone() };
    let boards = |name: &str, pairing: &Pairing| {
        let cap = if name == "downfloats" { Cap::Downfloats(0) } else { Cap::SameFederation(0) };
        let boards = pairing.boards.iter();
        let player = |id| state.player(id).expect("present");
        boards.filter(|board| cap.counts(state, player(board.white), player(board.black))).count() as i64
    };
    let all = every_legal(state, &counted).into_iter().map(|(pairing, values)| {
        let mut values = values.into_iter();
        let value = |(tier, name): (&Option<Tier>, &&str)| match tier {
            Some(_) => values.next().expect("a value"),
            None => Value::from_whole(-boards(name, &pairing)),
        };
        (tiers.iter().zip(names).map(value).collect(), pairing)
    });
    all.collect()
}

/// The opponents of all players in pairing order.
fn opponents(state: &RoundState, pairing: &Pairing) -> Vec<usize> {
    let mut opponents = vec![state.players().len(); state.players().len()];
    for board in &pairing.boards {
        let [white, black] = [board.white, board.black].map(|id| state.rank(id).expect("present"));
        (opponents[white], opponents[black]) = (black, white);
    }
    opponents
}

/// What a point is worth: of a count, less is more.
fn worths(answer: &Answer, point: &Point) -> Vec<Value> {
    let worth = |(value, is_count): (&Value, bool)| if is_count { Value::ZERO - *value } else { *value };
    point.values.iter().zip(answer.criteria.iter().map(|criterion| criterion.is_count)).map(worth).collect()
}

/// The points are those of enumeration, the best by the first criterion first. How many there are.
fn compare(state: &RoundState, found: &Answer, all: &[(Vec<Value>, Pairing)], what: &str) -> usize {
    if all.is_empty() {
        assert!(matches!(found.termination, Termination::Infeasible(_)), "{what}");
        return 0;
    }
    // The best second part for each value of the first, and then those that are better than with a better first.
    let mut best: BTreeMap<Value, &[Value]> = BTreeMap::new();
    for (values, _) in all {
        let rest = best.entry(values[0]).or_insert(&values[1..]);
        *rest = (*rest).max(&values[1..]);
    }
    let mut expected: Vec<Vec<Value>> = Vec::new();
    for (first, rest) in best.into_iter().rev() {
        if expected.last().is_none_or(|last| rest > &last[1..]) {
            expected.push([&[first], rest].concat());
        }
    }
    let points: Vec<(Vec<Value>, &Pairing)> =
        found.points.iter().map(|point| (worths(found, point), point.pairing.as_ref().expect("a pairing"))).collect();
    assert_eq!(points.iter().map(|(values, _)| values.clone()).collect::<Vec<_>>(), expected, "{what}: {state:?}");
    assert_eq!((&found.termination, &found.unknown), (&Termination::Optimal, &None), "{what}");
    for (point, pairing) in points {
        let of = |pairing: &Pairing| opponents(state, pairing);
        let same = all.iter().filter(|(values, _)| *values == point);
        assert_eq!(same.map(|(_, pairing)| of(pairing)).min(), Some(of(pairing)), "{what}: the canonical one");
        let boards: BTreeSet<_> = pairing.boards.iter().map(|board| (board.white, board.black)).collect();
        let is_it = |(values, other): &&(Vec<Value>, Pairing)| {
            let same: BTreeSet<_> = other.boards.iter().map(|board| (board.white, board.black)).collect();
            *values == point && same == boards && other.bye == pairing.bye
        };
        assert!(all.iter().any(|one| is_it(&one)), "{what}: with its colours");
    }
    expected.len()
}

/// A random round with federations, and a model that may have caps and other rules.
fn random_round(seed: u64) -> (RoundState, Objective, ChaCha8Rng) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tournament = random_tournament(
        &mut rng,
        &Options { players: if seed.is_multiple_of(5) { 0..=8 } else { 7..=8 }, rounds: 1..=3 },
    );
    for player in &mut tournament.players {
        player.federation = rng.random_bool(0.9).then(|| format!("F{}", rng.random_range(0..3)));
    }
    let state = state(&tournament);
    let mut spec = Objective::load("fair").expect("a model");
    if rng.random_bool(0.3) {
        spec.hard.retain(|_| rng.random_bool(0.5));
    }
    if rng.random_bool(0.2) {
        spec.side.max_downfloats = Some(rng.random_range(0..3));
    }
    (state, spec, rng)
}

#[test]
fn fronts_are_those_of_enumeration() {
    let mut counts = [0; 4];
    for seed in seeds(200) {
        let (state, spec, mut rng) = random_round(seed);
        let names: Vec<&str> = NAMES.sample(&mut rng, 2).copied().collect();
        let between: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let found = Answer::front("", &state, &spec, &between, &[], true, solve::Options::default()).expect("a front");
        let all = worth(&state, &spec, &names);
        let values =
            Answer::front("", &state, &spec, &between, &[], false, solve::Options::default()).expect("a front");
        let of = |found: &Answer| found.points.iter().map(|point| point.values.clone()).collect::<Vec<_>>();
        assert_eq!(of(&values), of(&found), "seed {seed}");
        counts[compare(&state, &found, &all, &format!("seed {seed}, {names:?}")).min(3)] += 1;
    }
    assert!(counts[0] >= 1 && counts[1] >= 20 && counts[2] + counts[3] >= 10, "{counts:?}");
}

/// Of the pairings and what they are worth, those that are best by the last values, which are left out.
fn best_by_last(all: Vec<(Vec<Value>, Pairing)>, held: usize) -> Vec<(Vec<Value>, Pairing)> {
    let split = all.into_iter().map(|(mut values, pairing)| (values.split_off(values.len() - held), values, pairing));
    let split: Vec<_> = split.collect();
    let best = split.iter().map(|(held, ..)| held.clone()).max();
    split
        .into_iter()
        .filter(|(held, ..)| Some(held) == best.as_ref())
        .map(|(_, values, pairing)| (values, pairing))
        .collect()
}

#[test]
fn tiers_are_held_at_their_optimum() {
    let mut counts = [0; 3];
    for seed in seeds(300) {
        let (state, spec, mut rng) = random_round(seed);
        let count = rng.random_range(1..=2);
        let mut held: Vec<&str> = ["scores", "colours", "fold"].sample(&mut rng, count).copied().collect();
        let names: Vec<&str> = NAMES.iter().filter(|name| !held.contains(*name)).copied().collect();
        let names: Vec<&str> = names.sample(&mut rng, 2).copied().collect();
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let options = solve::Options::default();
        let found = Answer::front("", &state, &spec, &owned(&names), &owned(&held), true, options).expect("a front");
        held.sort_by_key(|name| spec.tiers.iter().position(|tier| tier.name == **name));
        let all = best_by_last(worth(&state, &spec, &[&names[..], &held[..]].concat()), held.len());
        counts[compare(&state, &found, &all, &format!("seed {seed}, {names:?} with {held:?}")).min(2)] += 1;
        let values = found.held.iter().map(|tier| (tier.name.as_str(), tier.value));
        let verdicts = found.points.iter().filter_map(|point| point.pairing.as_ref());
        for pairing in verdicts {
            let counted = verify(&state, &spec, pairing, None).values();
            let is_held = |(name, value): (&str, Value)| {
                spec.tiers.iter().zip(&counted).any(|(tier, counted)| tier.name == name && *counted == value)
            };
            assert!(values.clone().all(is_held) && values.len() == held.len(), "seed {seed}");
        }
    }
    assert!(counts[0] >= 3 && counts[1] >= 30 && counts[2] >= 8, "{counts:?}");
}

#[test]
fn what_a_held_tier_leaves_is_priced() {
    let (mut several, hold) = (0, ["scores".to_owned()]);
    for seed in seeds(100) {
        let (state, spec, _) = random_round(seed);
        let found = Answer::price_list("", &state, &spec, "same-federation", &hold, true, solve::Options::default());
        let mut found = found.expect("a price list");
        found.points.reverse();
        let all = best_by_last(worth(&state, &spec, &["same-federation", "colours", "fold", "scores"]), 1);
        several += usize::from(compare(&state, &found, &all, &format!("seed {seed}")) > 1);
    }
    assert!(several >= 5, "{several}");
}

#[test]
fn price_lists_are_those_of_enumeration() {
    let mut counts = [0; 4];
    for seed in seeds(200) {
        let (state, spec, mut rng) = random_round(seed);
        let of = *["same-federation", "downfloats", "colour-difference-two", "score-difference"]
            .choose(&mut rng)
            .expect("one");
        let found = Answer::price_list("", &state, &spec, of, &[], true, solve::Options::default());
        let mut found = found.expect("a price list");
        found.points.reverse();
        let all = worth(&state, &spec, &[of, "scores", "colours", "fold"]);
        counts[compare(&state, &found, &all, &format!("seed {seed}, {of}")).min(3)] += 1;
    }
    assert!(counts[0] >= 1 && counts[1] >= 20 && counts[2] + counts[3] >= 10, "{counts:?}");
}

#[test]
fn a_definition_is_a_criterion_and_tables_go_beside_the_file() {
    let _output = ended(
        &[
            "pareto",
            "instances/clubs.json",
            "--model",
            "soft-bans",
            "--attributes",
            "instances/clubs.csv",
            "--between",
            "rating-difference,same-family",
            "--format",
            "json",
        ],
        "",
        0,
        "",
    );
    // The front of enumeration, with the definition as the only term of a tier.
    let tournament = files::read(&std::fs::read("instances/clubs.json").expect("readable")).expect("sound").tournament;
    let table =
        organiser_tables::read_attributes(&std::fs::read("instances/clubs.csv").expect("readable")).expect("a table");
    let request = RoundRequest { attributes: Some(Arc::new(table)), ..RoundRequest::default() };
    let state = RoundState::new(&tournament, request).expect("a round");
    let spec = Objective::load("soft-bans").expect("a model");
    let tier = |term| Tier { name: "t".to_owned(), terms: vec![Weighted { term, weight: (-1).into() }] };
    let same_family = spec.define.iter().find(|definition| definition.name() == "same-family").expect("there");
    let tiers = vec![tier(Term::RatingDifference.into()), tier(Counted::Defined(same_family.clone()))];
    let counted = Objective { tiers, ..spec.clone() };
    let all: Vec<_> = every_legal(&state, &counted).into_iter().map(|(pairing, values)| (values, pairing)).collect();
    let between = ["rating-difference", "same-family"].map(str::to_owned);
    let found = Answer::front("", &state, &spec, &between, &[], true, solve::Options::default()).expect("a front");
    assert!(compare(&state, &found, &all, "soft-bans") > 1);
    for (wrong, why) in [
        (&["pareto", "instances/teaching-8.json", "--between", "scores,colours"][..], "no expression of the model"),
        (&["pareto", "instances/teaching-8.json", "--of", "downfloats"], "no expression of the model"),
    ] {
        ended(&[wrong, &["--attributes", "instances/clubs.csv"]].concat(), "", 3, why);
    }
}

#[test]
fn ratings_against_colours_are_whole_where_score_groups_leave_parities() {
    // Boards of equal colours come two at a time, which no bound of the linear program knows: without it this takes minutes.
    let file = std::fs::read("instances/british-championship-2026.trf").expect("readable");
    let tournament = files::read(&file).expect("sound").tournament;
    let request = RoundRequest { round: Some(4), ..RoundRequest::default() };
    let state = RoundState::new(&tournament, request).expect("a round");
    let spec = Objective::load("fair").expect("a model");
    let between = ["colours", "rating-difference"].map(str::to_owned);
    let hold = ["scores".to_owned()];
    let found = Answer::front("", &state, &spec, &between, &hold, false, solve::Options::default()).expect("a front");
    assert_eq!((&found.termination, found.unknown), (&Termination::Optimal, None));
    let all = [(-16, 2160), (-20, 1638), (-24, 1514), (-28, 1402), (-32, 1364), (-36, 1316), (-40, 1308), (-44, 1300)];
    let all = all.map(|(colours, ratings)| vec![Value::from_whole(colours), Value::from_whole(ratings)]);
    assert_eq!(found.points.iter().map(|point| point.values.clone()).collect::<Vec<_>>(), all);
}

#[test]
fn a_limit_leaves_what_was_found_and_wrong_requests_are_refused() {
    let file = "instances/british-championship-2026.trf";
    let output = run(
        &["pareto", file, "--round", "8", "--between", "scores,colours", "--time-limit", "0.5", "--format", "json"],
        "",
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains(r#""status":"time-limit""#) && text.contains(r#""unknown":["#), "{text}");
    let small = "instances/teaching-8.json";
    for (wrong, why) in [
        (&["pareto", small][..], "nothing says what is to be compared"),
        (&["pareto", small, "--of", "fold", "--between", "scores,colours"], "--between"),
        (&["pareto", small, "--of", "fold", "--plot", "p.svg"], "--plot"),
        (&["pareto", small, "--between", "scores"], "the criteria are two, not 1"),
        (&["pareto", small, "--between", "scores,colours,fold"], "the criteria are two, not 3"),
        (&["pareto", small, "--between", "scores,scores"], "named twice"),
        (&["pareto", small, "--between", "scores,colour"], "(did you mean 'colours'?)"),
        (
            &["pareto", small, "--between", "scores,colours", "--hold", "colours"],
            "'colours' is to be held, and to be compared",
        ),
        (&["pareto", small, "--between", "scores,colours", "--hold", "folds"], "(did you mean 'fold'?)"),
        (&["pareto", small, "--between", "scores,colours", "--model", "tcec"], "system"),
        (&["pareto", small, "--between", "scores,colours", "--format", "pairs"], "--point"),
        (&["pareto", small, "--of", "clubs"], "is no tier of fair and no count"),
        (&["pareto", small, "--between", "scores,colours", "--point", "9"], "there is no point 9"),
    ] {
        ended(wrong, "", 3, why);
    }
}

#[test]
fn a_tier_whose_prices_are_asked_for_is_listed_once() {
    let list = |format: &str| {
        let output = ended(&["pareto", "instances/teaching-8.json", "--of", "colours", "--format", format], "", 0, "");
        stdout(&output)
    };
    let csv = list("csv");
    let heads = csv.lines().next().expect("headings");
    assert_eq!(heads, "point,colours,colours_change,scores,scores_change,fold,fold_change,pairs");
    assert!(csv.lines().all(|line| line.split(',').count() == 8), "{csv}");
    assert_eq!(list("table").matches("colours").count(), 1);
    let json: serde_json::Value = serde_json::from_str(&list("json")).expect("a record");
    let sizes = json["points"].as_array().expect("points").iter().map(|point| {
        (point["values"].as_array().expect("values").len(), point["change"].as_array().map_or(3, Vec::len))
    });
    assert!(json["criteria"].as_array().expect("criteria").len() == 3 && sizes.clone().count() > 0);
    assert!(sizes.into_iter().all(|size| size == (3, 3)), "{json}");
}
