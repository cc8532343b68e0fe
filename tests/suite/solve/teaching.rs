//! The teaching rounds: every optimum of `instances/INDEX.toml` by enumeration, and the point of each round by a small
//! computation of its own.

use crate::support::program::{run, stdout};
use crate::support::reference::{best_colours, every_legal};
use crate::support::{can_all_be_paired, lines, pairing, system};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use swiss_ilp::files;
use swiss_ilp::model::{Objective, Value};
use swiss_ilp::proof::verify::verify;
use swiss_ilp::solve::{self, Termination, solve};
use swiss_ilp::tournament::{
    ByeKind, Colour, Pairing, PlayerId, PlayerState, RoundRequest, RoundState, Score, Tournament,
};

#[derive(serde::Deserialize)]
struct Index {
    instance: Vec<Entry>,
}

#[derive(serde::Deserialize)]
struct Entry {
    file: String,
    #[serde(default)]
    optima: Vec<Optimum>,
    paired: Option<Paired>,
}

#[derive(serde::Deserialize)]
struct Optimum {
    /// The name of a built-in model, or the path of a model file.
    model: String,
    round: u32,
    #[serde(default)]
    forbid: Vec<Vec<u32>>,
    /// Tier by tier; empty if there is no legal pairing.
    values: Vec<f64>,
    /// White first: the canonical optimum.
    pairs: BTreeSet<[u32; 2]>,
    bye: Option<u32>,
    /// The number of optima; of those that differ in colours alone there is one.
    optima: usize,
    /// The number of optima, each colouring counted.
    colourings: usize,
    /// The number of legal pairings, whatever the colours.
    legal_pairings: usize,
}

#[derive(serde::Deserialize)]
struct Paired {
    system: String,
    round: u32,
    pairs: BTreeSet<[u32; 2]>,
}

fn index() -> Vec<Entry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/INDEX.toml");
    let index: Index = toml::from_str(&std::fs::read_to_string(path).expect("INDEX.toml")).expect("an index");
    index.instance.into_iter().filter(|entry| entry.file.starts_with("teaching-")).collect()
}

fn tournament(file: &str) -> Tournament {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances").join(file);
    files::read(&std::fs::read(path).expect(file)).unwrap_or_else(|faults| panic!("{file}: {faults:?}")).tournament
}

/// The round to pair of `instances/teaching-POINT.json`.
fn round(point: &str) -> RoundState {
    crate::support::state(&tournament(&format!("teaching-{point}.json")))
}

fn model(name: &str) -> Objective {
    Objective::load(name).unwrap_or_else(|error| panic!("{error}"))
}

/// A pairing without its colours; the bye is a pair with 0.
type Pairs = BTreeSet<[u32; 2]>;

fn pairs(pairing: &Pairing) -> Pairs {
    let boards = pairing.boards.iter().map(|board| [board.white.0, board.black.0]);
    boards.chain(pairing.bye.map(|id| [0, id.0])).map(|[one, other]| [one.min(other), one.max(other)]).collect()
}

/// The best values, and all optima with them, by enumeration.
fn best(legal: &[(Pairing, Vec<Value>)]) -> (Vec<Value>, Vec<&Pairing>) {
    let values = legal.iter().map(|(_, values)| values).max().cloned().unwrap_or_default();
    let optima = legal.iter().filter(|(_, own)| *own == values).map(|(pairing, _)| pairing).collect();
    (values, optima)
}

/// The only optimum, by enumeration.
fn only(state: &RoundState, spec: &Objective) -> (Pairs, Value) {
    let legal = every_legal(state, spec);
    let (values, optima) = best(&legal);
    let different: BTreeSet<Pairs> = optima.into_iter().map(pairs).collect();
    assert_eq!(different.len(), 1, "{}", spec.name);
    (different.into_iter().next().expect("one"), values[0])
}

/// What a board is worth in the better colours; `None` if neither is legal.
fn value(state: &RoundState, spec: &Objective, one: u32, other: u32) -> Option<Value> {
    let boards = [(one, other), (other, one)].map(|board| verify(state, spec, &pairing(&[board], None), None));
    // The other players are missing, which is no matter here.
    let legal = boards.iter().filter(|verdict| verdict.violations.iter().all(|it| it.rule.starts_with("pairing.")));
    legal.map(|verdict| verdict.values()[0]).max()
}

fn ids(state: &RoundState) -> Vec<u32> {
    state.players().iter().map(|player| player.id.0).collect()
}

fn player(state: &RoundState, id: u32) -> &PlayerState {
    state.player(PlayerId(id)).expect("present")
}

fn score_difference(state: &RoundState, pairs: &Pairs) -> Score {
    pairs.iter().map(|[one, other]| player(state, *one).score.abs_diff(player(state, *other).score)).sum()
}

#[test]
fn the_index_has_the_optima_of_enumeration_and_of_the_solver() {
    let mut count = 0;
    for entry in index() {
        for expected in &entry.optima {
            let what = format!("{}, {}", entry.file, expected.model);
            let forbidden = expected.forbid.iter().map(|pair| pair.iter().copied().map(PlayerId).collect()).collect();
            let request = RoundRequest { round: Some(expected.round), forbidden, ..RoundRequest::default() };
            let state = RoundState::new(&tournament(&entry.file), request).expect("a sound round");
            let spec = model(&expected.model);
            let legal = every_legal(&state, &spec);
            let (values, optima) = best(&legal);
            let different =
                |pairings: &mut dyn Iterator<Item = &Pairing>| pairings.map(pairs).collect::<BTreeSet<_>>().len();
            let counts = (
                different(&mut optima.iter().copied()),
                optima.len(),
                different(&mut legal.iter().map(|(one, _)| one)),
            );
            assert_eq!(counts, (expected.optima, expected.colourings, expected.legal_pairings), "{what}");
            let written: Vec<f64> = values.iter().map(|value| value.units() as f64 / 10.0).collect();
            approx::assert_relative_eq!(written[..], expected.values[..]);
            let solution = solve(&state, &spec, solve::Options::default()).expect("a solution");
            let Some(incumbent) = &solution.incumbent else {
                assert!(legal.is_empty() && matches!(solution.termination, Termination::Infeasible(_)), "{what}");
                continue;
            };
            assert!(solution.is_optimal(), "{what}");
            assert_eq!(incumbent.values, values, "{what}");
            let boards: Pairs = incumbent.pairing.boards.iter().map(|board| [board.white.0, board.black.0]).collect();
            assert_eq!(
                (boards, incumbent.pairing.bye.map(|id| id.0)),
                (expected.pairs.clone(), expected.bye),
                "{what}"
            );
            let canonical = best_colours(&state, &spec).expect("an optimum").pairing;
            assert_eq!(incumbent.pairing.clone().in_board_order(&state), canonical.in_board_order(&state), "{what}");
            count += 1;
        }
        if let Some(Paired { system: id, round, pairs }) = entry.paired {
            let state = RoundState::new(&tournament(&entry.file), RoundRequest::from(round)).expect("a sound round");
            let paired = system(&id).pair(&state).expect("a pairing").pairing;
            let boards: Pairs = paired.boards.iter().map(|board| [board.white.0, board.black.0]).collect();
            assert_eq!(boards, pairs, "{}, {id}", entry.file);
        }
    }
    assert!(count >= 20, "{count}");
}

/// So a round is one that could have come about.
#[test]
fn the_rounds_before_were_legal() {
    let spec = model("pairs");
    for Entry { file, .. } in index() {
        let tournament = tournament(&file);
        let mut checked = 0;
        for (number, played) in tournament.played_rounds().filter(|(_, round)| !round.games.is_empty()) {
            let state = RoundState::new(&tournament, RoundRequest::from(number)).expect("a sound round");
            let verdict = verify(&state, &spec, &played.pairing().expect("one bye at most"), None);
            assert!(verdict.is_legal(), "{file}, round {number}: {:?}", verdict.violations);
            checked += 1;
        }
        assert!(checked >= 2 && (4..=10).contains(&tournament.players.len()), "{file}");
    }
}

/// Two denied alternations (2 · 4) outweigh the point (5) that one of them (4) does not outweigh.
#[test]
fn weights_small_wishes_outweigh_a_big_one() {
    let state = round("weights");
    let [one_sum, ranked] = ["pairs", "docs/src/course/ranked.toml"].map(|name| only(&state, &model(name)).0);
    // Of two players who want the same colour, one is denied it: here always by an alternation.
    let wants = |id: u32| player(&state, id).preference().expect("a preference").colour;
    let denied = |made: &Pairs| made.iter().filter(|[one, other]| wants(*one) == wants(*other)).count();
    let point = Score::from_tenths(10);
    assert_eq!((score_difference(&state, &one_sum), denied(&one_sum)), (point + point, 0));
    assert_eq!((score_difference(&state, &ranked), denied(&ranked)), (point, 2));
}

/// Twice the relaxation without odd sets is an assignment problem: everybody gets somebody. All assignments are tried.
#[test]
fn triangle_halves_are_worth_more_than_any_pairing() {
    let (state, spec) = (round("triangle"), model("pairs"));
    let ids = ids(&state);
    let weights: BTreeMap<[u32; 2], Value> = ids
        .iter()
        .flat_map(|one| ids.iter().map(move |other| [*one, *other]))
        .filter(|[one, other]| one != other)
        .filter_map(|[one, other]| Some(([one, other], value(&state, &spec, one, other)?)))
        .collect();
    let mut best = (i64::MIN, BTreeSet::new());
    for assigned in itertools::Itertools::permutations(ids.iter().copied(), ids.len()) {
        let pairs = ids.iter().zip(&assigned).map(|(one, other)| [*one, *other]);
        let Some(sum) = pairs.clone().map(|pair| Some(weights.get(&pair)?.units())).sum::<Option<i64>>() else {
            continue;
        };
        if sum > best.0 {
            best = (sum, BTreeSet::new());
        }
        if sum == best.0 {
            // Each pair of the relaxation has half of the times that it is assigned.
            let mut halves: Vec<[u32; 2]> = pairs.map(|[one, other]| [one.min(other), one.max(other)]).collect();
            halves.sort_unstable();
            best.1.insert(halves);
        }
    }
    let (_, optimum) = only(&state, &spec);
    assert_eq!((best.0, 2 * optimum.units()), (2 * 1460, 2 * 1450));
    let halves = [[1, 2], [1, 3], [2, 3], [4, 5], [4, 6], [5, 6]].to_vec();
    assert_eq!(best.1, BTreeSet::from([halves]), "the only best one is a half on each side of two triangles");
}

#[test]
fn camps_have_met_each_other_and_nobody_within() {
    let (state, spec) = (round("camps"), model("pairs"));
    for player in state.players() {
        let colours: Vec<Colour> = player.colours().collect();
        assert!(colours.len() == 4 && colours.windows(2).all(|two| two[0] != two[1]), "{}", player.id);
    }
    let first = |id: u32| player(&state, id).colours().next();
    let all = ids(&state);
    let met = |one: u32, other: u32| player(&state, one).has_met(PlayerId(other));
    for one in &all {
        assert!(all.iter().all(|other| one == other || met(*one, *other) == (first(*one) != first(*other))));
    }
    // Every board has two players who want the same colour, so one of them is denied it.
    let legal = every_legal(&state, &spec);
    assert!(!legal.is_empty() && legal.iter().all(|(one, _)| pairs(one).iter().all(|[a, b]| first(*a) == first(*b))));
    assert_eq!(only(&state, &model("docs/src/course/colours-first.toml")).1, Value::from_tenths(-40));
}

#[test]
fn bye_for_the_last_player_leaves_no_legal_round() {
    let (state, spec) = (round("bye"), model("pairs"));
    let may_have_bye = |player: &&PlayerState| !player.has_scored_without_playing();
    let last = state.players().iter().rfind(may_have_bye).expect("somebody");
    assert_eq!(Some(last.score), state.players().iter().map(|player| player.score).min());
    let others: Vec<u32> = ids(&state).into_iter().filter(|id| *id != last.id.0).collect();
    let may_meet = |one: usize, other: usize| value(&state, &spec, others[one], others[other]).is_some();
    assert!(!can_all_be_paired(others.len(), |_| false, &may_meet));
    let (optimum, _) = only(&state, &spec);
    assert!(optimum.contains(&[0, 4]) && last.id.0 == 6);
}

/// Of bracket 1.5, 1 and 5 could both meet the moved-down player 3. Who stays moves down.
#[test]
fn c12_another_player_moves_down() {
    let (state, spec) = (round("c12"), model("pairs"));
    let group = |tenths: i32| {
        let here = state.players().iter().filter(move |player| player.score == Score::from_tenths(tenths));
        here.map(|player| player.id.0).collect::<Vec<_>>()
    };
    assert_eq!((group(20), group(15), group(5), group(0)), (vec![3], vec![1, 5], vec![2, 4], vec![6]));
    let may_meet = |one: u32, other: u32| value(&state, &spec, one, other).is_some();
    assert!(may_meet(3, 1) && may_meet(3, 5));
    assert!(!may_meet(5, 2) && !may_meet(5, 4), "5 would find nobody in the next bracket");
    assert!(may_meet(1, 2), "1 does");
    let paired = system("dutch-2012").pair(&state).expect("a pairing");
    let made = pairs(&paired.pairing);
    assert!(made.contains(&[3, 5]) && made.contains(&[1, 2]), "{made:?}");
    let trace = lines(&paired);
    let backtracked: Vec<&String> = trace.iter().filter(|step| step.contains("[dutch-2012.C12]")).collect();
    assert!(backtracked.len() == 1 && backtracked[0].contains("1 moves down, not 5"), "{:?}", paired.trace);
}

#[test]
fn infeasible_groups_of_three_have_met_all_others() {
    let (state, spec) = (round("infeasible"), model("pairs"));
    assert_eq!(state.is_last_round(), Some(true));
    let all = ids(&state);
    let group = |one: u32| -> BTreeSet<u32> {
        let others = all.iter().copied().filter(|other| value(&state, &spec, one, *other).is_some() && *other != one);
        others.chain([one]).collect()
    };
    let groups: BTreeSet<BTreeSet<u32>> = all.iter().map(|one| group(*one)).collect();
    assert_eq!(groups, BTreeSet::from([BTreeSet::from([1, 3, 5]), BTreeSet::from([2, 4, 6])]));
    assert!(every_legal(&state, &spec).is_empty());
    let output = run(&["solve", "instances/teaching-infeasible.json"], "");
    let said = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("players 1, 3, 5 can only be paired among themselves, and they are odd in number"), "{said}");
}

/// Each player from the top takes the board that is worth most. The boards, and the players who are left.
fn from_the_top(state: &RoundState, spec: &Objective) -> (Pairs, Vec<u32>) {
    let (mut left, mut made) = (ids(state), Pairs::new());
    while let Some(one) = left.first().copied() {
        let boards = left[1..].iter().rev().filter_map(|other| Some((value(state, spec, one, *other)?, *other)));
        let Some((_, other)) = boards.max_by_key(|(value, _)| *value) else { break };
        left.retain(|id| ![one, other].contains(id));
        made.insert([one.min(other), one.max(other)]);
    }
    (made, left)
}

#[test]
fn greedy_choices_leave_two_players_who_have_met() {
    let (state, spec) = (round("greedy"), model("pairs"));
    let (made, left) = from_the_top(&state, &spec);
    assert_eq!((made, &left[..]), (Pairs::from([[3, 4], [1, 2]]), &[5, 6][..]));
    assert!(player(&state, 5).has_met(PlayerId(6)));
    assert_eq!(only(&state, &spec).0, Pairs::from([[3, 5], [4, 6], [1, 2]]));
}

#[test]
fn ties_are_broken_from_the_top() {
    let state = round("ties");
    let legal = every_legal(&state, &model("pairs"));
    let optima: BTreeSet<Pairs> = best(&legal).1.into_iter().map(pairs).collect();
    let opponent = |made: &Pairs, id: u32| {
        made.iter().flatten().copied().find(|other| *other != id && made.contains(&[id.min(*other), id.max(*other)]))
    };
    let order = ids(&state);
    assert_eq!(&order[..2], [2, 4]);
    let rank = |id: Option<u32>| order.iter().position(|other| Some(*other) == id);
    let canonical =
        optima.iter().min_by_key(|made| order.iter().map(|id| rank(opponent(made, *id))).collect::<Vec<_>>());
    assert_eq!(canonical, Some(&Pairs::from([[2, 3], [1, 4], [6, 7], [5, 8]])));
    let leader: BTreeSet<_> = optima.iter().map(|made| opponent(made, 2)).collect();
    assert_eq!((optima.len(), leader), (3, BTreeSet::from([Some(3), Some(7)])));
}

#[test]
fn float_one_of_three_meets_a_player_of_the_next_bracket() {
    let state = round("float");
    let made = pairs(&system("dutch-2012").pair(&state).expect("a pairing").pairing);
    let bracket: Vec<u32> = state.players()[..3].iter().map(|player| player.id.0).collect();
    let next: Vec<u32> = state.players()[3..6].iter().map(|player| player.id.0).collect();
    assert_eq!((&bracket[..], &next[..]), (&[1, 3, 6][..], &[2, 4, 8][..]));
    assert_eq!(made, Pairs::from([[1, 6], [3, 4], [2, 8], [5, 7]]));
    // 1-3 would come before 1-6 (C.6), but both want White; 1 and 6 want different colours.
    let wants = |id: u32| player(&state, id).preference().expect("a preference").colour;
    assert!(wants(1) == wants(3) && wants(1) != wants(6));
    assert!(wants(3) != wants(4) && wants(2) != wants(8), "and so do the other boards");
}

#[test]
fn forbidden_pair_at_the_bottom_changes_every_board() {
    let (tournament, spec) = (tournament("teaching-forbidden.json"), model("pairs"));
    let free = RoundState::new(&tournament, RoundRequest::default()).expect("sound");
    let forbidden = vec![vec![PlayerId(6), PlayerId(8)]];
    let kept_apart =
        RoundState::new(&tournament, RoundRequest { forbidden, ..RoundRequest::default() }).expect("sound");
    let [(before, _), (after, _)] = [&free, &kept_apart].map(|state| only(state, &spec));
    assert!(before.contains(&[6, 8]) && before.is_disjoint(&after), "{before:?} {after:?}");
    assert_eq!(ids(&free)[6..], [6, 8], "they are the last two");
}

#[test]
fn third_colour_keeps_the_leaders_apart() {
    let state = round("third-colour");
    let [rule, without] = ["pairs", "docs/src/course/third-colour.toml"].map(model);
    let leaders = [state.players()[0].id.0, state.players()[1].id.0];
    assert!(state.players()[..2].iter().all(|player| player.repeated_colour() == Some(Colour::White)));
    assert!(value(&state, &rule, leaders[0], leaders[1]).is_none());
    assert!(value(&state, &without, leaders[0], leaders[1]).is_some());
    let [(with_rule, less), (free, more)] = [&rule, &without].map(|spec| only(&state, spec));
    assert!(free.contains(&leaders) && !with_rule.contains(&leaders) && more > less);
}

#[test]
fn rules_and_two_objectives_make_three_pairings() {
    let state = round("rules");
    let specs = ["pairs", "fair"].map(model);
    let dutch = system("dutch-2012").pair(&state).expect("a pairing").pairing;
    let [by_pairs, by_fair] = [&specs[0], &specs[1]].map(|spec| only(&state, spec).0);
    assert_eq!(BTreeSet::from([pairs(&dutch), by_pairs, by_fair]).len(), 3);
    for spec in &specs {
        let verdict = verify(&state, spec, &dutch, None);
        let legal = every_legal(&state, spec);
        assert!(verdict.is_legal() && verdict.values() < best(&legal).0, "{}", spec.name);
    }
}

/// The relaxation with odd sets and the cap mixes pairings. Of two numbers of floaters around the cap, the best pairings
/// are mixed so that the cap is kept on average.
#[test]
fn cap_is_kept_by_a_mixture_that_is_worth_more() {
    let state = round("cap");
    let mut best_with: BTreeMap<i64, i64> = BTreeMap::new();
    for (pairing, values) in every_legal(&state, &model("pairs")) {
        let unequal = |[one, other]: &[u32; 2]| player(&state, *one).score != player(&state, *other).score;
        let floats = pairs(&pairing).iter().filter(|pair| unequal(pair)).count();
        let best = best_with.entry(i64::try_from(floats).expect("few")).or_insert(i64::MIN);
        *best = values[0].units().max(*best);
    }
    assert_eq!(best_with, BTreeMap::from([(0, 1400), (2, 1900), (4, 1200)]));
    let capped = model("docs/src/course/one-floater.toml");
    assert_eq!(capped.side.max_downfloats, Some(1));
    let mixtures = best_with.range(..1).flat_map(|low| best_with.range(2..).map(move |high| (low, high)));
    let bound = mixtures.map(|((few, low), (many, high))| (low * (many - 1) + high * (1 - few)) / (many - few)).max();
    assert_eq!((bound, only(&state, &capped).1), (Some(1650), Value::from_tenths(1400)));
}

#[test]
fn absences_decide_who_is_paired_and_with_what_score() {
    let mut tournament = tournament("teaching-absences.json");
    let (state, spec) = (round("absences"), model("pairs"));
    assert_eq!(state.absent().iter().map(|player| player.id.0).collect::<BTreeSet<_>>(), BTreeSet::from([1, 4]));
    let kinds =
        |round: usize| tournament.rounds[round].byes.iter().map(|bye| (bye.player.0, bye.kind)).collect::<Vec<_>>();
    assert!(kinds(0).contains(&(10, ByeKind::Zero)), "10 entered late");
    assert!(kinds(2).contains(&(8, ByeKind::Half)), "8 had a half-point bye");
    assert_eq!(kinds(3), [(1, ByeKind::Half), (4, ByeKind::Zero)], "1 has asked for a bye, 4 is absent");
    // Scores counted from the results.
    for player in state.players() {
        let games = tournament.rounds.iter().flat_map(|round| &round.games);
        let tenths = |game: &swiss_ilp::tournament::Game| match game.result.expect("a result").to_string().as_str() {
            "1-0" if game.white == player.id => 10,
            "0-1" if game.black == player.id => 10,
            "1/2-1/2" if [game.white, game.black].contains(&player.id) => 5,
            _ => 0,
        };
        let byes = tournament.rounds.iter().flat_map(|round| &round.byes).filter(|bye| bye.player == player.id);
        let of_byes: i32 = byes
            .map(|bye| BTreeMap::from([("Half", 5), ("Pairing", 10), ("Zero", 0)])[&*format!("{:?}", bye.kind)])
            .sum();
        assert_eq!(player.score.tenths(), games.map(tenths).sum::<i32>() + of_byes, "{}", player.id);
    }
    let (optimum, _) = only(&state, &spec);
    tournament.rounds[2].byes.iter_mut().filter(|bye| bye.player.0 == 8).for_each(|bye| bye.kind = ByeKind::Zero);
    let misread = every_legal(&crate::support::state(&tournament), &spec);
    assert!(best(&misread).1.into_iter().all(|other| pairs(other) != optimum));
}

/// What most people try first is legal, and worth less.
#[test]
fn game_choices_from_the_top_miss_the_optimum() {
    let (state, spec) = (round("game"), model("pairs"));
    let (optimum, best) = only(&state, &spec);
    let worth = |made: &Pairs| -> i64 {
        made.iter().map(|[one, other]| value(&state, &spec, *one, *other).expect("legal").units()).sum()
    };
    assert_eq!(worth(&optimum), best.units());
    let (greedy, left) = from_the_top(&state, &spec);
    assert!(left.is_empty() && worth(&greedy) < best.units());
    let wants = |id: u32| player(&state, id).preference().expect("a preference").colour;
    assert!(optimum.iter().all(|[one, other]| wants(*one) != wants(*other)), "everybody gets the wanted colour");
    assert!(optimum.contains(&[1, 2]) && score_difference(&state, &Pairs::from([[1, 2]])) == Score::from_tenths(15));
    // Whoever is denied a colour is not alone, which costs more than the optimum loses (the proof in words).
    let denies = |made: &Pairs| made.iter().any(|[one, other]| wants(*one) == wants(*other));
    let denying = every_legal(&state, &spec).into_iter().filter(|(made, _)| denies(&pairs(made)));
    let most = denying.map(|(_, values)| values[0].units()).max();
    assert!(most.is_some_and(|most| most <= 1900), "{most:?}");
}
