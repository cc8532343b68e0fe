//! Why two players do not meet: as enumeration of all legal pairings finds it, under models and under systems.

use crate::support::prelude::*;
use crate::support::reference::{legal_pairings, matchings};
use crate::support::rounds::{best_with, minus, random_round, seats, values};
use crate::support::{dutch_random, paired_by, tcec_random};
use swiss_ilp::proof::by_rules::{ByRules, Dispute};
use swiss_ilp::questions::why::{Answer, Opponents, Price, WhyStatus, Without};
use swiss_ilp::rules::Rule;
use swiss_ilp::solve::Options;
use swiss_ilp::systems::PairOrBye;
use swiss_rule_proof::wishes::Wishes;

fn asked(state: &RoundState, spec: &Objective, pair: [Seat; 2]) -> Answer {
    Answer::by_model("", state, spec, pair, None, Options::default()).expect("an answer")
}

/// All pairs of seats, the bye second.
fn pairs(state: &RoundState) -> Vec<[Seat; 2]> {
    let seats = seats(state);
    let pair = |(place, one): (usize, &Seat)| seats[place + 1..].iter().map(|other| [*one, *other]).collect::<Vec<_>>();
    seats.iter().enumerate().flat_map(pair).collect()
}

/// The boards of a pairing without colours.
fn partners(state: &RoundState, pairing: &Pairing) -> Vec<Option<Seat>> {
    seats(state).into_iter().map(|seat| pairing.partner(seat)).collect()
}

#[derive(Debug, Default)]
struct Seen {
    forbidden: usize,
    paired: usize,
    worse: usize,
    as_good: usize,
    no_round: usize,
    infeasible: usize,
}

#[test]
fn answers_are_those_of_enumeration() {
    let mut seen = Seen::default();
    for seed in seeds(500) {
        let (state, spec) = random_round(seed + 10_000);
        let legal = legal_pairings(&state, &spec);
        let model = PairModel::new(&state, &spec);
        let all = pairs(&state);
        // A few of them, others in other rounds.
        for pair in all.iter().skip(seed as usize % 3).step_by(3) {
            let context = format!("seed {}, {pair:?}", seed + 10_000);
            let answer = asked(&state, &spec, *pair);
            is_as_enumerated(&state, &spec, &legal, *pair, &answer, &context);
            let places = pair.map(|seat| state.place(seat).expect("present"));
            let is_pair = model.pair(places[0], places[1]).is_some();
            match answer.status {
                WhyStatus::Forbidden => {
                    let rules = &answer.rules;
                    seen.forbidden += 1;
                    // A rule on one order of colours bars the pair only with one on the other.
                    let orders: BTreeSet<PlayerId> = rules.iter().filter_map(|bar| bar.white).collect();
                    assert!([0, 2].contains(&orders.len()), "{context}: {rules:?}");
                    is_barred(&state, &spec, &model, *pair, rules.iter().map(|bar| bar.rule).collect(), &context);
                }
                _ => assert!(is_pair, "{context}: {answer:?}"),
            }
            match answer.status {
                WhyStatus::Paired => seen.paired += 1,
                WhyStatus::AsGood => seen.as_good += 1,
                WhyStatus::Worse => seen.worse += 1,
                WhyStatus::NoRound => seen.no_round += 1,
                WhyStatus::Infeasible => seen.infeasible += 1,
                _ => {}
            }
        }
    }
    println!("{seen:?}");
    let Seen { forbidden, paired, worse, as_good, no_round, infeasible } = seen;
    assert!([forbidden, paired, worse, as_good, no_round, infeasible].iter().all(|count| *count > 30), "{seen:?}");
}

fn is_as_enumerated(
    state: &RoundState,
    spec: &Objective,
    legal: &[(Vec<Value>, Pairing)],
    [one, other]: [Seat; 2],
    answer: &Answer,
    context: &str,
) {
    let best = legal.iter().map(|(values, _)| values).max();
    let first = legal.iter().find(|(values, _)| Some(values) == best);
    let with = best_with(legal, one, other).map(|(values, _)| {
        // Of equal ones the first that shares most pairs with the optimum.
        let has_it = |(found, pairing): &&(Vec<Value>, Pairing)| found == values && pairing.partner(one) == Some(other);
        let before = first.map(|(_, pairing)| partners(state, pairing)).unwrap_or_default();
        let kept =
            |pairing: &Pairing| partners(state, pairing).iter().zip(&before).filter(|(now, was)| now == was).count();
        let nearest = legal.iter().filter(has_it).rev().max_by_key(|(_, pairing)| kept(pairing));
        nearest.expect("a pairing")
    });
    let Answer { pairing, objective, optimum, price, displaced, .. } = answer;
    match answer.status {
        WhyStatus::Forbidden => assert_eq!(with, None, "{context}"),
        WhyStatus::Infeasible => assert!(legal.is_empty(), "{context}"),
        WhyStatus::NoRound => assert!(!legal.is_empty() && with.is_none(), "{context}"),
        WhyStatus::Paired => {
            is_best_without(legal, [one, other], answer, context);
            let (values, expected) = first.expect("a pairing");
            assert_eq!(partners(state, pairing), partners(state, expected), "{context}");
            assert_eq!((pairing.partner(one), &self::values(objective)), (Some(other), values), "{context}");
        }
        WhyStatus::Worse | WhyStatus::AsGood => {
            let (best, (found, expected)) = (first.expect("a pairing"), with.expect("a pairing"));
            assert_eq!(partners(state, pairing), partners(state, expected), "{context}");
            assert_eq!([values(objective), values(optimum)], [found.clone(), best.0.clone()], "{context}");
            assert_eq!(values(price), minus(found, &best.0), "{context}");
            assert_eq!(answer.status == WhyStatus::AsGood, *found == best.0, "{context}");
            assert!(verify(state, spec, pairing, Some(found)).is_verified(), "{context}");
            for tier in price {
                assert_eq!(tier.terms.iter().map(|term| term.value).sum::<Value>(), tier.value, "{context}");
            }
            let moved = |player: &PlayerId| {
                let [before, after] = [&best.1, pairing].map(|pairing| pairing.partner(Seat::Player(*player)));
                (before != after).then_some((*player, before, after))
            };
            let expected: Vec<_> = state.players().iter().filter_map(|player| moved(&player.id)).collect();
            let found: Vec<_> = displaced.iter().map(|one| (one.player, Some(one.before), Some(one.after))).collect();
            assert_eq!(found, expected, "{context}");
        }
        WhyStatus::Otherwise | WhyStatus::Limit => panic!("{context}: {answer:?}"),
    }
}

/// The best round without the pair is the best of the legal ones that lack it.
fn is_best_without(legal: &[(Vec<Value>, Pairing)], [one, other]: [Seat; 2], answer: &Answer, context: &str) {
    let lacking = legal.iter().filter(|(_, pairing)| pairing.partner(one) != Some(other));
    let Some(Without { status, found: Price { price, objective, pairing, .. }, .. }) = &answer.without else {
        panic!("{context}")
    };
    match (*status, lacking.map(|(values, _)| values).max()) {
        ("worse" | "as-good", Some(best)) => {
            assert_eq!(&values(objective), best, "{context}");
            assert_eq!(values(price), minus(best, &values(&answer.optimum)), "{context}");
            assert_eq!(*status == "as-good", *best == values(&answer.optimum), "{context}");
            assert_ne!(pairing.partner(one), Some(other), "{context}");
        }
        ("none", None) => {}
        found => panic!("{context}: {found:?}"),
    }
}

/// The rules bar the pair together, by the model, or a cap of 0 does.
fn is_barred(
    state: &RoundState,
    spec: &Objective,
    model: &PairModel<'_>,
    pair: [Seat; 2],
    rules: BTreeSet<&'static str>,
    context: &str,
) {
    let places = pair.map(|seat| state.place(seat).expect("present"));
    let caps: BTreeSet<&str> = ["side.max-downfloats", "side.max-same-federation"].into();
    let named: Vec<&'static str> = rules.iter().copied().filter(|rule| !caps.contains(rule)).collect();
    if named.len() < rules.len() {
        assert!(spec.has_caps(), "{context}");
    } else {
        assert!(model.bars()(&named, places[0], places[1]), "{context}: {rules:?}");
    }
    // Whatever bars the pair by itself is named.
    for rule in model.barring_rules() {
        let bars = model.bars()(&[rule], places[0], places[1]);
        assert!(!bars || rules.contains(rule), "{context}: {rule} is not named in {rules:?}");
    }
}

/// If the price is 0, the optima with the pair are counted: as many as enumeration finds.
#[test]
fn optima_with_the_pair_are_counted() {
    let mut counted = 0;
    for seed in 0..300 {
        let (state, spec) = random_round(seed);
        let legal = legal_pairings(&state, &spec);
        let best = legal.iter().map(|(values, _)| values).max().cloned();
        let optima: Vec<&Pairing> =
            legal.iter().filter(|(values, _)| Some(values) == best.as_ref()).map(|(_, pairing)| pairing).collect();
        for pair in pairs(&state) {
            let answer = Answer::by_model("", &state, &spec, pair, Some(100_000), Options::default());
            let answer = answer.expect("an answer");
            let found = answer.optima.zip(answer.optima_with_pair);
            let with = optima.iter().filter(|pairing| pairing.partner(pair[0]) == Some(pair[1])).count();
            match found {
                None => assert_eq!(with, 0, "seed {seed} {pair:?}"),
                Some((all, with_pair)) => {
                    assert!(all.exact && with_pair.exact);
                    assert_eq!([all.count, with_pair.count], [optima.len() as u64, with as u64], "seed {seed}");
                    counted += 1;
                }
            }
        }
    }
    assert!(counted > 500, "{counted}");
}

fn bye_kept(state: &RoundState, pairing: &Pairing) -> Vec<[Seat; 2]> {
    pairs(state).into_iter().filter(|[one, other]| pairing.partner(*one) == Some(*other)).collect()
}

/// The step is the one in which the rules' pairing with the two falls behind, and no legal pairing with them falls behind later in the
/// procedure, or less; and often one is as good. The editions of 1998 and 2012 go back to a bracket that is paired when a lower one
/// cannot be paired well enough, so that there another legal pairing may fall behind later.
fn assert_steps(id: &str, count: u64, rounds: &[&dyn Fn(u64) -> Tournament]) {
    let system = system(id);
    let (mut steps, mut attained, mut compared) = (0, 0, 0);
    for seed in seeds(count) {
        let state = state(&rounds[seed as usize % rounds.len()](seed));
        if !(2..=8).contains(&state.players().len()) {
            continue;
        }
        let Ok(paired) = system.pair(&state) else { continue };
        let round = ByRules { state: &state, system: id, wishes: &Wishes::default() };
        let (certificate, proven) = round.make(None, &|| false).expect("made");
        let listed = round.listed(&proven);
        // Where in the procedure a pairing falls behind: the step, and the criterion.
        let place = |step: &str, tier: Option<&String>, is_last: bool| {
            let step = listed.iter().position(|listed| listed.step == step).expect("a step");
            let mut places = (0..listed[step].tiers.len()).filter(|at| Some(&listed[step].tiers[*at].count) == tier);
            (step, if is_last { places.next_back() } else { places.next() })
        };
        let all = pairs(&state);
        let answers: Vec<Answer> = all
            .iter()
            .map(|pair| Answer::by_system("", &state, system, *pair, Options::default()).expect("an answer"))
            .collect();
        let barred: Vec<[Seat; 2]> = all
            .iter()
            .zip(&answers)
            .filter(|(_, answer)| answer.status == WhyStatus::Forbidden)
            .map(|(pair, _)| *pair)
            .collect();
        let legal: Vec<Pairing> = matchings(state.players())
            .into_iter()
            .filter(|pairing| !bye_kept(&state, pairing).iter().any(|pair| barred.contains(pair)))
            .collect();
        for (pair, answer) in all.iter().zip(&answers) {
            let context = format!("{id}, seed {seed}, {pair:?}");
            let with: Vec<&Pairing> = legal.iter().filter(|one| one.partner(pair[0]) == Some(pair[1])).collect();
            match answer.status {
                WhyStatus::Paired => {
                    assert_eq!(answer.pairing.partner(pair[0]), Some(pair[1]), "{context}");
                    assert_colours(&state, answer, &context);
                }
                WhyStatus::Forbidden => assert!(!answer.rules.is_empty() && with.is_empty(), "{context}"),
                WhyStatus::NoRound => assert!(with.is_empty(), "{context}"),
                WhyStatus::Otherwise => {
                    assert!(!with.is_empty() || id == "tcec", "{context}");
                    assert_eq!(answer.pairing, paired.pairing, "{context}");
                    let is_kept = |pair: &&[Seat; 2]| paired.pairing.partner(pair[0]) == Some(pair[1]);
                    let changes = |one: &&Pairing| {
                        let made = bye_kept(&state, one);
                        made.len() - made.iter().filter(is_kept).count()
                    };
                    let fewest = with.iter().map(changes).min();
                    assert_eq!(answer.nearest.len(), fewest.unwrap_or(0), "{context}: {:?}", answer.nearest);
                    assert!(answer.nearest.iter().all(|pair| !barred.contains(pair)), "{context}");
                    let Some(step) = &answer.step else { panic!("{context}") };
                    let words: Vec<&str> = step.what.split(|letter: char| !letter.is_alphanumeric()).collect();
                    let is_named = |seat: Seat| match seat {
                        Seat::Bye => words.contains(&"bye"),
                        Seat::Player(id) => words.contains(&id.to_string().as_str()),
                    };
                    assert!(pair.iter().all(|seat| is_named(*seat)), "{context}: {}", step.what);
                    assert!(step.what.starts_with(char::is_uppercase), "{}", step.what);
                    let Some(name) = &step.step else { continue };
                    assert!(step.rule.as_deref().and_then(Rule::find).is_some(), "{context}: {step:?}");
                    let told = place(name, step.tier.as_ref(), true);
                    let is_bound = !["dutch-1998", "dutch-2012"].contains(&id) && step.best < step.with_pair;
                    let mut is_attained = false;
                    for one in &with {
                        let proven = round.check(&certificate, Some(*one)).expect("checked");
                        let Some(Dispute::Worse { step: at, count, given, .. }) = proven.dispute else { continue };
                        let found = place(&at, Some(&count), false);
                        assert!(!is_bound || found <= told, "{context}: {one:?} at {at}, {count}, and not {step:?}");
                        is_attained |= Some(&count) == step.tier.as_ref() && Some(given) == step.with_pair;
                    }
                    steps += 1;
                    compared += with.len();
                    attained += usize::from(is_attained);
                }
                WhyStatus::Worse | WhyStatus::AsGood | WhyStatus::Infeasible | WhyStatus::Limit => {
                    panic!("{context}: {answer:?}")
                }
            }
        }
    }
    println!("{id}: {steps} steps, {compared} pairings with a wish, {attained} steps attained");
    assert!(steps > 200 && attained * 2 > steps, "{id}: {steps} {attained}");
}

/// Two who meet are told the article of their colours, which has an entry, and the colours so far.
fn assert_colours(state: &RoundState, answer: &Answer, context: &str) {
    let Some(colours) = &answer.colours else { return assert_eq!(answer.black, Seat::Bye, "{context}") };
    let (rule, what) = (colours.rule.as_deref().expect("an article"), &colours.what);
    let holds = Rule::find(rule).is_some() && what.contains(&format!("{} has White", answer.white));
    assert!(holds, "{context}: {colours:?}");
    let games = [answer.white, answer.black].map(|seat| {
        let player = state.players().iter().find(|player| Seat::Player(player.id) == seat).expect("a player");
        player.colours().count()
    });
    let letters =
        colours.so_far.each_ref().map(|letters| letters.chars().filter(|letter| "WB".contains(*letter)).count());
    assert_eq!(letters, games, "{context}");
}

#[test]
fn steps_of_tcec_are_bounds() {
    assert_steps("tcec", 300, &[&tcec_random::ruled, &tcec_random::wild]);
}

#[test]
fn steps_of_the_dutch_editions_are_bounds_or_attained() {
    for (id, count) in [("dutch-2012", 160), ("dutch-1998", 120), ("dutch-2017", 120), ("dutch-2026", 120)] {
        let ruled = |seed| dutch_random::ruled(seed, paired_by(system(id)));
        assert_steps(id, count, &[&ruled, &dutch_random::wild, &dutch_random::barred, &dutch_random::topscorers]);
    }
}

/// The step of the Dubov system is a line of its trace, with the rule by which one of the two is paired, and no line before it pairs
/// one of them.
#[test]
fn the_step_of_dubov_is_the_first_line_that_pairs_one_of_them() {
    let system: System = system("dubov-1997");
    let mut steps = 0;
    for seed in 0..150 {
        let state = state(&dutch_random::wild(seed));
        let Ok(paired) = system.pair(&state) else { continue };
        for pair in pairs(&state) {
            let answer = Answer::by_system("", &state, system, pair, Options::default()).expect("an answer");
            if answer.status != WhyStatus::Otherwise {
                continue;
            }
            let Some((step, rule)) = answer.step.as_ref().and_then(|step| Some((step, step.rule.as_ref()?))) else {
                panic!("seed {seed} {pair:?}")
            };
            let number = step.number.expect("a line");
            assert_eq!((paired.trace[number - 1].text.trim(), &step.step), (step.what.as_str(), &None));
            let is_by_rule = |seat: &Seat| match (*seat, paired.pairing.partner(*seat)) {
                (Seat::Player(one), Some(Seat::Player(other))) => {
                    paired.rules.get(&PairOrBye::pair(one, other)) == Some(rule)
                }
                (Seat::Player(id), _) | (Seat::Bye, Some(Seat::Player(id))) => {
                    paired.rules.get(&PairOrBye::Bye(id)) == Some(rule)
                }
                (Seat::Bye, _) => false,
            };
            assert!(pair.iter().any(is_by_rule), "seed {seed} {pair:?}");
            let ids: Vec<String> = pair.iter().filter(|seat| **seat != Seat::Bye).map(ToString::to_string).collect();
            for before in &paired.trace[..number - 1] {
                let words: Vec<&str> = before.text.split([' ', ',']).collect();
                let is_row = |word: &&str| {
                    word.split_once('-').is_some_and(|(a, b)| [a, b].iter().any(|id| ids.contains(&(*id).to_owned())))
                };
                let is_taken = words.windows(2).any(|two| two[0] == "takes" && ids.contains(&two[1].to_owned()));
                assert!(!words.iter().any(is_row) && !is_taken, "seed {seed} {pair:?}: {before}");
            }
            steps += 1;
        }
    }
    assert!(steps > 300, "{steps}");
}

/// The list of one player says of each other what the question about the two says: without caps, where one tree prices all, and with.
#[test]
fn the_list_of_a_player_is_what_the_pairs_say() {
    let mut seen = BTreeSet::new();
    for seed in seeds(40) {
        let (state, spec) = random_round(seed);
        let everybody = state.players().iter().map(|player| Seat::Player(player.id));
        let all: Vec<Seat> = everybody.chain((state.players().len() % 2 == 1).then_some(Seat::Bye)).collect();
        for seat in &all {
            let list = Opponents::new("", &state, &spec, *seat, Options::default()).expect("an answer");
            if list.head.reason.is_some() {
                assert!(list.opponents.is_empty());
                continue;
            }
            let others: Vec<Seat> = all.iter().copied().filter(|other| other != seat).collect();
            assert_eq!(list.opponents.iter().map(|one| one.opponent).collect::<Vec<_>>(), others, "seed {seed}");
            for one in &list.opponents {
                let pair = if *seat == Seat::Bye { [one.opponent, *seat] } else { [*seat, one.opponent] };
                let answer = asked(&state, &spec, pair);
                let price: Vec<Value> = one.price.iter().map(|tier| tier.value).collect();
                let expected = match one.status {
                    WhyStatus::Worse | WhyStatus::AsGood => answer.price.iter().map(|tier| tier.value).collect(),
                    _ => Vec::new(),
                };
                assert_eq!((one.status, price), (answer.status, expected), "seed {seed}: {pair:?}");
                assert_eq!(one.rules, answer.rules, "seed {seed}: {pair:?}");
                seen.insert(one.status.to_string());
            }
        }
    }
    assert!(["paired", "worse", "as-good", "forbidden"].into_iter().all(|status| seen.contains(status)), "{seen:?}");
}

/// Without rules, a round that a system has paired is explained by it, in both formats. A round that none has paired so, and a question
/// that only a model answers, are of the model.
#[test]
fn why_follows_the_file() {
    let report = "tests/data/oracle/dutch-2026/n10_r7_103.trf";
    let json_file = written("why-follows.json", run(&["convert", report, "--to", "json"], "").stdout);
    for file in [report, &json_file] {
        let asked = |more: &[&str]| run(&[&["why", file, "1", "2", "--round", "5"], more].concat(), "");
        let (record, table) = (json(&asked(&["--format", "json"])), stdout(&asked(&[])));
        assert_eq!((&record["system"], &record["model"]), (&"dutch-2026".into(), &serde_json::Value::Null), "{file}");
        assert!(table.starts_with("System dutch-2026 (it pairs the round as the file has it; "), "{table}");
        for of_model in [&["--model", "pairs"][..], &["--ties", "fold"], &["--absent", "1,2"]] {
            let of_model = asked(&[of_model, &["--format", "json"]].concat());
            // Who is absent is not asked of anybody.
            assert!(of_model.status.code() == Some(3) || json(&of_model)["model"] == "pairs", "{file}");
        }
        let next = json(&run(&["why", file, "1", "2", "--format", "json", "--round", "7", "--forbid", "1-2"], ""));
        assert!(next["model"] == "pairs" || next["system"] == "dutch-2026", "{next}");
    }
}

/// With wishes, the round is that of `pair`, whoever is asked of; a pair that it lacks has a reason.
#[test]
fn why_heeds_wishes_as_pair_does() {
    let of = |question: &[&str]| {
        let wishes = ["--system", "dutch-2026", "--rather-not-same", "club", "--format", "json"];
        json(&run(&[question, &wishes].concat(), ""))
    };
    let file = "instances/clubs.json";
    let paired = of(&["pair", file]);
    let mut reasons = BTreeSet::new();
    for one in 1..=8 {
        for other in one + 1..=8 {
            let answer = of(&["why", file, &one.to_string(), &other.to_string()]);
            if answer["status"] == "forbidden" {
                continue;
            }
            let pair = BTreeSet::from([one, other]);
            let boards = paired["pairs"].as_array().expect("boards");
            let is_made = boards.iter().any(|board| {
                ["white", "black"]
                    .map(|side| board[side].as_u64().expect("a number"))
                    .into_iter()
                    .collect::<BTreeSet<_>>()
                    == pair
            });
            assert_eq!(answer["status"] == "paired", is_made, "{answer}");
            assert_eq!(answer["pairs"], paired["pairs"], "{answer}");
            assert_eq!(answer["wishes"], paired["wishes"], "{answer}");
            let what = answer["step"]["what"].as_str().unwrap_or("none").to_owned();
            reasons.insert(what.split(' ').take(2).collect::<Vec<_>>().join(" "));
        }
    }
    assert!(reasons.contains("A pairing") && reasons.contains("In the"), "{reasons:?}");
    ended(&["why", file, "1", "2", "--rather-not", "1-2"], "", 3, "");
}
