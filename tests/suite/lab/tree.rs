//! The tree of cases of a model with caps, held to the enumeration of all pairings.

use crate::support::program;
use crate::support::reference::legal_pairings;
use crate::support::rounds::random_round;
use num_rational::Ratio;
use std::collections::BTreeSet;
use std::path::Path;
use swiss_ilp::formats;
use swiss_ilp::lab::{self, Branching, CaseReport, Closed, TreeReport, TreeStageReport};
use swiss_ilp::model::{Definition, ExactValue, Formulation, Model, Objective, Value};
use swiss_ilp::solve::{Options, solve};
use swiss_ilp::tasks::{self, Solved};
use swiss_ilp::tournament::{Pairing, PlayerState, RoundRequest, RoundState, Seat};

fn solved(state: &RoundState, spec: &Objective) -> (Solved, TreeReport) {
    let solved = tasks::solve(state, &Model::Objective(spec.clone()), Options::default()).expect("an answer");
    let report = TreeReport::new("", state, spec, &solved);
    (solved, report)
}

/// Small rounds, each with a model that has a cap on downfloats, and the same model without.
///
/// In half of them all score groups are even and one board between scores is allowed. There is an even number of them in any pairing, so that
/// a mean of pairings keeps the cap where none of these does: these rounds branch.
fn capped(count: u64) -> Vec<(u64, RoundState, Objective, Objective)> {
    let is_even = |state: &RoundState| {
        let groups = state.players().chunk_by(|one, other| one.score == other.score);
        state.players().len() > 4 && groups.map(<[_]>::len).all(|size| size % 2 == 0)
    };
    let with_cap = |most: u32, seed: u64, state: RoundState, mut free: Objective| {
        (free.side.max_downfloats, free.side.max_same_federation) = (None, None);
        let mut spec = free.clone();
        spec.side.max_downfloats = Some(most);
        (seed, state, spec, free)
    };
    let all = |seed| (seed, random_round(seed));
    let any = (0..count).map(all).map(|(seed, (state, free))| with_cap((seed % 3) as u32, seed, state, free));
    let even = (0..).map(all).filter(|(_, (state, _))| is_even(state)).take(count as usize);
    any.chain(even.map(|(seed, (state, free))| with_cap(1, seed, state, free))).collect()
}

fn run(arguments: &[&str]) -> (String, String, i32) {
    let output = program::run(arguments, "");
    (program::stdout(&output), program::stderr(&output), output.status.code().expect("a code"))
}

/// How many boards of a pairing, the bye as one, are between the two sets.
fn between(Branching { one, other, .. }: &Branching, pairing: &Pairing) -> i64 {
    let boards = pairing.boards.iter().map(|board| [Seat::Player(board.white), Seat::Player(board.black)]);
    let all = boards.chain(pairing.bye.map(|id| [Seat::Player(id), Seat::Bye]));
    let is_of_it = |[a, b]: &[Seat; 2]| [(a, b), (b, a)].iter().any(|(a, b)| one.contains(a) && other.contains(b));
    i64::try_from(all.filter(is_of_it).count()).expect("few")
}

/// Whether a pairing does what the case and those that it is within demand.
fn is_in(case: &CaseReport, cases: &[CaseReport], pairing: &Pairing) -> bool {
    let is_kept = case.branching.as_ref().is_none_or(|branching| {
        let count = between(branching, pairing);
        branching.at_most.is_none_or(|most| count <= most) && branching.at_least.is_none_or(|least| count >= least)
    });
    is_kept && case.within.is_none_or(|within| is_in(&cases[within - 1], cases, pairing))
}

/// Each pairing is in one leaf: a case that is not closed has two parts, and what one forbids the other demands.
fn hold_cases(stage: &TreeStageReport) {
    for (place, case) in stage.cases.iter().enumerate() {
        assert_eq!((case.case, case.within.is_none()), (place + 1, place == 0));
        let parts: Vec<&CaseReport> = stage.cases.iter().filter(|part| part.within == Some(case.case)).collect();
        match (case.closed, &parts[..]) {
            (Some(_), []) => {}
            (None, [few, many]) => {
                let [few, many] = [few, many].map(|part| part.branching.as_ref().expect("a part demands something"));
                assert_eq!((&few.one, &few.other), (&many.one, &many.other));
                assert_eq!(few.at_most.map(|most| most + 1), many.at_least);
                assert!(few.at_least.is_none() && many.at_most.is_none() && few.at_most.is_some());
            }
            _ => panic!("case {} has {} parts", case.case, parts.len()),
        }
    }
}

/// How a round ended.
#[derive(Debug, PartialEq, Eq)]
enum Held {
    Closed,
    /// A tier took several cases.
    Branched,
    /// No pairing keeps the cap.
    Impossible,
}

/// Every bound holds for every pairing of its case that keeps the tiers before; the optimum is where it is said to be. `free` is the model
/// without its only cap.
fn hold(what: &str, state: &RoundState, spec: &Objective, free: &Objective) -> Held {
    let (solved, report) = solved(state, spec);
    report.stages.iter().for_each(hold_cases);
    let legal = legal_pairings(state, spec);
    let Some(best) = &solved.solution.incumbent else {
        assert!(legal.is_empty(), "{what}: there are pairings");
        let counts = legal_pairings(state, free).into_iter().map(|(_, pairing)| counted(state, spec, &pairing));
        let Some(fewest) = counts.min() else { return Held::Closed };
        let [stage] = &report.stages[..] else { panic!("{what}: one cap cannot be kept") };
        assert_eq!((stage.tier, stage.optimum.to_string()), (None, fewest.to_string()), "{what}");
        return Held::Impossible;
    };
    if !report.stages.is_empty() {
        assert_eq!(report.stages.len(), spec.tiers.len(), "{what}");
    }
    let mut held = Held::Closed;
    for (tier, stage) in report.stages.iter().enumerate() {
        let optimum = ExactValue::from(best.values[tier]);
        assert!(stage.optimum == optimum && stage.next > optimum, "{what}");
        let open: Vec<&(Vec<Value>, Pairing)> =
            legal.iter().filter(|(values, _)| values[..tier] == best.values[..tier]).collect();
        assert!(open.iter().all(|(values, _)| ExactValue::from(values[tier]) <= stage.optimum), "{what}");
        for case in &stage.cases {
            let here = open.iter().filter(|(_, pairing)| is_in(case, &stage.cases, pairing));
            let most = here.map(|(values, _)| ExactValue::from(values[tier])).max();
            // Pairs that are in no optimum are left out, so that a bound below the optimum says this and no more.
            assert!(most.is_none_or(|most| most <= case.bound.max(optimum)), "{what}, case {}", case.case);
            if let Some(closed) = case.closed {
                assert!(case.bound < stage.next, "{what}, case {}", case.case);
                let has = is_in(case, &stage.cases, &best.pairing);
                assert_eq!(closed, if has { Closed::HasOptimum } else { Closed::NoBetter }, "{what}");
                assert!(!has || case.bound >= optimum, "{what}: the bound holds for the optimum");
                assert!(!has || most == Some(optimum), "{what}: the optimum is the best of its case");
            }
        }
        let ends = stage.cases.iter().filter(|case| case.closed == Some(Closed::HasOptimum)).count();
        assert_eq!(ends, 1, "{what}");
        if stage.cases.len() > 1 {
            held = Held::Branched;
        }
    }
    held
}

/// How many boards the only cap of the model counts.
fn counted(state: &RoundState, spec: &Objective, pairing: &Pairing) -> usize {
    let player = |id| state.player(id).expect("present");
    let boards = pairing.boards.iter().map(|board| (player(board.white), player(board.black)));
    let is_of_federation = spec.side.max_same_federation.is_some();
    let is_counted = |(one, other): &(&PlayerState, &PlayerState)| {
        if is_of_federation {
            one.federation.is_some() && one.federation == other.federation
        } else {
            one.score != other.score
        }
    };
    boards.filter(is_counted).count()
}

#[test]
fn each_case_is_what_enumeration_says() {
    let rounds = capped(200);
    let held = rounds.iter().map(|(seed, state, spec, free)| hold(&format!("seed {seed}"), state, spec, free));
    let held: Vec<Held> = held.collect();
    for how in [Held::Branched, Held::Impossible] {
        let count = held.iter().filter(|held| **held == how).count();
        assert!(count > 5, "{how:?}: {count}");
    }
}

/// All teaching rounds, by the model of the course with a cap, and by each model of pairs with caps of each kind.
#[test]
fn each_case_of_a_teaching_round_is_what_enumeration_says() {
    let course = std::fs::read_to_string("docs/src/course/one-floater.toml").expect("a model");
    let course: Objective = Model::parse("one-floater", &course).expect("a model").try_into().expect("an objective");
    let files = std::fs::read_dir("models").expect("models").map(|entry| entry.expect("a file").path());
    let names = files.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let mut names: Vec<String> = names.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    let models = names.iter().filter_map(|name| Objective::load(name).ok());
    // Some models ask for attributes that a table brings.
    let first = teaching("instances/teaching-6.json");
    let is_of_file = |model: &Objective| solve(&first, model, Options::default()).is_ok();
    let models =
        models.filter(|model| model.formulation == Formulation::Pairs && !model.has_caps() && is_of_file(model));
    let mut capped: Vec<(Objective, Objective)> = Vec::new();
    for free in models.chain([course]).map(|mut model| {
        (model.side.max_downfloats, model.side.max_same_federation) = (None, None);
        model
    }) {
        for most in 0..3 {
            let (mut floats, mut federation) = (free.clone(), free.clone());
            floats.side.max_downfloats = Some(most);
            federation.side.max_same_federation = Some(most);
            // The same cap as a definition.
            let mut defined = free.clone();
            let text = format!("name = 'uneven'\npair = 'a.score != b.score'\ncount-at-most = {most}");
            defined.define.push(definition(&text));
            capped.extend([floats, federation, defined].map(|spec| (spec, free.clone())));
        }
    }
    let mut rounds: Vec<_> =
        std::fs::read_dir("instances").expect("rounds").map(|entry| entry.expect("a file").path()).collect();
    rounds.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("teaching-")));
    rounds.sort();
    let mut held = [0; 3];
    for path in &rounds {
        let state = teaching(path);
        for (spec, free) in &capped {
            let what = format!("{}, {} with {:?}", path.display(), spec.name, spec.side);
            held[hold(&what, &state, spec, free) as usize] += 1;
        }
    }
    println!("{} teaching rounds, {} models with a cap: {held:?}", rounds.len(), capped.len());
    assert!(rounds.len() > 10 && capped.len() > 50 && held.iter().all(|count| *count > 0), "{held:?}");
}

fn teaching(path: impl AsRef<Path>) -> RoundState {
    let tournament = formats::read(&std::fs::read(path).expect("a file")).expect("a sound file").tournament;
    RoundState::new(&tournament, RoundRequest::default()).expect("a sound round")
}

/// A definition, as a model file has it.
fn definition(text: &str) -> Definition {
    let head = "kind='objective'\nname='d'\nsummary='d'\nformulation='pairs'\nhard=['no-rematch']\n";
    let tier = "[[tier]]\nname='t'\nterms=[{term='pairs-made',weight=1}]\n";
    let parsed = Model::parse("d", &format!("{head}{tier}[[define]]\n{text}\n")).expect("a model");
    Objective::try_from(parsed).expect("an objective").define.pop().expect("a definition")
}

/// The round of the course: by the number of boards within the upper score group, two or more of which leave no board for the mixture.
#[test]
fn the_cap_of_the_course_is_decided_in_three_cases() {
    let model = "docs/src/course/one-floater.toml";
    let page = format!("{}/tree.html", env!("CARGO_TARGET_TMPDIR"));
    let asked = ["solve", "instances/teaching-cap.json", "--model", model, "--tree", "--html", &page, "--force"];
    let (said, error, code) = run(&asked);
    assert_eq!(code, 0, "{error}");
    assert!(said.contains("140 is the most, in 3 cases"), "{said}");
    let page = std::fs::read_to_string(&page).expect("a page");
    let boxes = page.matches("<rect x=").count();
    let lines = page.matches("<path d=\"M").count();
    assert_eq!((boxes, lines), (3, 2), "three cases, two of them parts of the first");
    let numbers: BTreeSet<&str> = ["165", "140"].into_iter().filter(|bound| said.contains(bound)).collect();
    assert_eq!(numbers.len(), 2, "the mixture's bound, and the optimum's: {said}");
}

/// With caps, the program with odd sets ends at the optimum, or above it at a point that is a mean of pairings: the greatest that any
/// mean of pairings is worth that keeps the cap.
#[test]
fn odd_sets_and_a_cap_end_at_the_best_mixture() {
    let mut mixed = 0;
    for (seed, state, mut spec, mut free) in capped(200) {
        spec.tiers.truncate(1);
        free.tiers.truncate(1);
        let cutting = lab::cut(&state, &spec, Options::default()).expect("an answer");
        let Some(best) = &cutting.solution.incumbent else { continue };
        let unit = spec.tiers[0].unit();
        let units = |value: Value| i128::from(value.in_unit(unit));
        let score = |id| state.player(id).expect("present").score;
        let corners: Vec<(i128, i128)> = legal_pairings(&state, &free)
            .iter()
            .map(|(values, pairing)| {
                let floats = pairing.boards.iter().filter(|board| score(board.white) != score(board.black)).count();
                (floats as i128, units(values[0]))
            })
            .collect();
        let most = i128::from(spec.side.max_downfloats.expect("a cap"));
        // A mean of two of them, with the cap exactly, or one alone.
        let alone = corners.iter().filter(|(floats, _)| *floats <= most).map(|(_, value)| Ratio::from(*value));
        let few = corners.iter().filter(|(floats, _)| *floats <= most);
        let means =
            few.flat_map(|low| corners.iter().filter(|(floats, _)| *floats > most).map(move |high| (low, high)));
        let means = means.map(|((f, low), (g, high))| Ratio::new(low * (g - most) + high * (most - f), g - f));
        let expected = alone.chain(means).max().expect("the optimum");
        let last = cutting.steps.last().expect("a step");
        assert_eq!(last.values[0].in_unit(unit), expected, "seed {seed}");
        assert_eq!(cutting.is_mixed(), expected != Ratio::from(units(best.values[0])), "seed {seed}");
        assert_ne!(cutting.is_mixed(), cutting.is_done(), "seed {seed}");
        mixed += usize::from(cutting.is_mixed());
    }
    assert!(mixed > 3, "{mixed}");
}

#[test]
fn without_caps_nothing_branches() {
    let (said, error, code) = run(&["solve", "instances/teaching-8.json", "--tree"]);
    assert!(code == 0 && said.contains("Nothing branches"), "{said}{error}");
    for (arguments, reason) in [
        (&["--html", "target/none.html"][..], "tree"),
        (&["--tree", "--model", "dutch-2026"], "a system's program"),
        (&["--tree", "--method", "highs"], "exact numbers"),
        (&["--tree", "--format", "pairs"], "no list of boards"),
        (&["--tree", "--duals"], "do not go together"),
    ] {
        let (_, error, code) = run(&[&["solve", "instances/teaching-8.json"], arguments].concat());
        assert!(code == 3 && error.contains(reason), "{arguments:?}: {error}");
    }
}
