//! Watching a round being solved: the relaxation by enumeration of half-integral points and by a bipartite matching of another
//! library, cutting planes, tiers, and dual values.

use crate::support::generate::Options as Random;
use crate::support::prelude::*;
use crate::support::program;
use crate::support::reference::{SeatValues, matching_oracle};
use crate::support::rounds::{capped_round, seats};
use swiss_ilp::model::{ExactValue, PairModel, Unit};
use swiss_ilp::proof::{Dual, OddSet, SeatDual};
use swiss_ilp::questions::report::{DualsReport, OddSetRow};
use swiss_ilp::questions::solve::{Shown, TiersShown, View};
use swiss_ilp::questions::verify::CheckedDuals;
use swiss_ilp::solve::Options;

fn spec(name: &str) -> Objective {
    Objective::load(name).expect("a model")
}

const VIEWS: [&str; 5] = ["relax", "cuts", "duals", "tiers", "tree"];

/// What is shown of a round; `None` if it has no pairing.
fn shown(state: &RoundState, spec: &Objective, views: &[View]) -> Option<Shown> {
    let solved = tasks::solve(state, &Model::Objective(spec.clone()), Options::default()).expect("an answer");
    solved.solution.incumbent.as_ref()?;
    let mut shown = Shown::new("", state, spec, &solved);
    assert_eq!(shown.add(views, state, spec, &solved, Options::default()), Ok(None));
    Some(shown)
}

fn in_halves(values: &[ExactValue]) -> Vec<i64> {
    values.iter().map(|value| i64::try_from((value.in_unit(Unit::TENTH) * 2).to_integer()).expect("small")).collect()
}

/// Twice the value of the relaxation: the greatest perfect matching of the bipartite double cover, by another library.
fn by_double_cover(model: &PairModel<'_>) -> Option<i64> {
    let size = model.vertices();
    let pairs: Vec<((usize, usize), i64)> =
        model.without_colours().map(|(one, other)| ((one, other), model.pair_values(one, other)[0].units())).collect();
    if size == 0 {
        return Some(0);
    }
    // One forbidden edge costs more than all that edges can differ by.
    let forbidden = 1 + 4 * pairs.iter().map(|(_, weight)| i128::from(weight.abs())).sum::<i128>();
    let mut costs = vec![forbidden; 4 * size * size];
    let mut set = |one: usize, other: usize, cost: i128| {
        costs[one * 2 * size + other] = cost;
        costs[other * 2 * size + one] = cost;
    };
    for ((one, other), weight) in &pairs {
        set(*one, size + other, -i128::from(*weight));
        set(*other, size + one, -i128::from(*weight));
    }
    let mates = integer_blossom::min_weight_perfect_matching(&costs, 2 * size);
    let of: BTreeMap<(usize, usize), i64> = pairs.into_iter().collect();
    (0..size)
        .map(|v| {
            let other = mates[v].checked_sub(size)?;
            of.get(&(v.min(other), v.max(other))).copied()
        })
        .sum()
}

/// Of many rounds: the relaxation is no less than the optimum, and equal to it exactly where no odd set is needed; bounds do not rise; and
/// the last one is the optimum, of an independent library, too.
#[test]
fn odd_sets_end_with_the_optimum() {
    let (mut solved, mut with_sets, mut spare) = (0, 0, 0);
    for (name, count, players) in [("pairs", 150, 2..=24), ("pairs", 10, 30..=60), ("fair", 30, 2..=30)] {
        let spec = spec(name);
        for seed in seeds(count) {
            let state = random_state(seed, &Random { players: players.clone(), rounds: 0..=8 });
            let Some(shown) = shown(&state, &spec, &[View::Relax, View::Cuts, View::Duals]) else { continue };
            let optimum: Vec<ExactValue> = shown.values.iter().map(|value| (*value).into()).collect();
            assert_eq!(Some(shown.values.clone()), matching_oracle(&state, &spec), "{name}, seed {seed}");
            let (relax, cuts) = (shown.relax.expect("no limit"), shown.cuts.expect("no limit"));
            if name == "pairs" {
                let model = PairModel::new(&state, &spec);
                assert_eq!(Some(in_halves(&relax.values)[0]), by_double_cover(&model), "seed {seed}");
                // A proof has odd sets where the relaxation is too high, and seldom elsewhere.
                let has_sets = !shown.duals.expect("a proof").odd_sets.is_empty();
                assert!(has_sets || relax.values == optimum, "seed {seed}");
                spare += usize::from(has_sets && relax.values == optimum);
            }
            assert!(relax.values >= optimum);
            assert_eq!(relax.values == optimum, relax.circles.is_empty(), "{name}, seed {seed}");
            assert!(relax.circles.iter().all(|circle| circle.len() % 2 == 1 && circle.len() >= 3));
            // Whoever is on no circle has a whole pair.
            let seats: Vec<Seat> =
                relax.circles.iter().flatten().chain(relax.pairs.iter().flatten()).copied().collect();
            let all = if relax.circles.is_empty() { 0 } else { state.players().len().next_multiple_of(2) };
            let holds = seats.iter().sorted().dedup().count() == all && seats.len() == all;
            assert!(holds, "{name}, seed {seed}: {relax:?}");
            for (tier, value) in (1..).zip(&optimum) {
                let bounds: Vec<ExactValue> =
                    cuts.iter().filter(|step| step.tier == tier).map(|step| step.bound).collect();
                assert!(bounds.is_sorted_by(|one, next| one >= next), "{name}, seed {seed}: {bounds:?}");
                assert_eq!(bounds.last(), Some(value), "{name}, seed {seed}");
            }
            // The first point of the first tier is that of the relaxation.
            assert_eq!(cuts[0].bound, relax.values[0], "{name}, seed {seed}");
            for set in cuts.iter().flat_map(|step| &step.odd_sets) {
                assert!(set.len() % 2 == 1 && set.len() >= 3, "{set:?}");
            }
            solved += 1;
            with_sets += usize::from(cuts.iter().any(|step| !step.odd_sets.is_empty()));
        }
    }
    assert!(solved > 150 && with_sets > 10 && spare < 5, "{solved} {with_sets} {spare}");
}

/// The pairs that are possible after the tiers are those of all optima, which are enumerated; all of them are tight.
#[test]
fn tiers_leave_the_pairs_of_the_optima() {
    let spec = spec("fair");
    for seed in 0..60 {
        let state = random_state(seed, &Random { players: 2..=8, rounds: 0..=5 });
        let Some(shown) = shown(&state, &spec, &[View::Tiers]) else { continue };
        let TiersShown { legal_pairs, tiers } = shown.tiers.expect("no limit");
        let mut before = legal_pairs;
        for (count, step) in (1..).zip(&tiers) {
            let first = Objective { tiers: spec.tiers[..count].to_vec(), ..spec.clone() };
            let Some((values, optima)) = crate::support::reference::optima(&state, &first) else { continue };
            assert_eq!(values.last(), Some(&step.optimum), "seed {seed}");
            let mut pairs: Vec<[u32; 2]> = Vec::new();
            for optimum in optima {
                pairs.extend(optimum.boards.iter().map(|b| [b.white.0.min(b.black.0), b.white.0.max(b.black.0)]));
                pairs.extend(optimum.bye.map(|id| [0, id.0]));
            }
            pairs.sort_unstable();
            pairs.dedup();
            let (tight, possible) = (step.tight_pairs.expect("no caps"), step.possible_pairs.expect("no caps"));
            assert_eq!(possible, pairs.len(), "seed {seed}, tier {count}");
            assert!(possible <= tight && tight <= legal_pairs && possible <= before, "seed {seed}");
            before = possible;
        }
    }
}

/// With caps, each case that branches is bounded by the worse of its two, and a closed one has nothing better than the optimum.
#[test]
fn cases_are_bounded() {
    let (mut with_branches, mut by_caps) = (0, 0);
    for seed in seeds(200) {
        let (state, spec) = capped_round(&mut ChaCha8Rng::seed_from_u64(seed), 4..=24);
        let solved = tasks::solve(&state, &Model::Objective(spec.clone()), Options::default()).expect("an answer");
        let mut shown = Shown::new("", &state, &spec, &solved);
        shown.add(&[View::Tree], &state, &spec, &solved, Options::default()).expect("an answer");
        let stages = shown.tree.expect("it has no limit");
        let is_of_tiers = solved.solution.incumbent.is_some();
        for (stage, value) in stages.iter().zip(&shown.values) {
            assert_eq!(stage.optimum, (*value).into(), "seed {seed}");
        }
        for stage in &stages {
            assert_eq!(stage.cases[0].depth, 0);
            assert_eq!(stage.cases.iter().filter(|case| case.branches).count() * 2 + 1, stage.cases.len());
            for case in stage.cases.iter().filter(|case| !case.branches) {
                let is_enough = if is_of_tiers { case.bound < stage.next } else { case.bound > stage.next };
                assert!(is_enough, "seed {seed}: {stage:?}");
            }
            with_branches += usize::from(stage.cases.len() > 1);
        }
        by_caps += usize::from(!is_of_tiers && !stages.is_empty());
    }
    assert!(with_branches > 0 && by_caps > 3, "{with_branches} {by_caps}");
}

fn written(duals: &DualsReport) -> Dual {
    let number = |dual: &str| dual.parse::<i128>().expect("a number");
    let odd_set = |set: &OddSetRow| OddSet { seats: set.seats.clone(), dual: number(&set.dual) };
    Dual {
        bound: number(&duals.bound),
        seats: duals.seats.iter().map(|one| SeatDual { seat: one.seat, dual: number(&one.dual) }).collect(),
        odd_sets: duals.odd_sets.iter().map(odd_set).collect(),
    }
}

/// The dual values of a proof are feasible, and their bound is the optimum. One that is lower at one seat fails at a pair of
/// that seat, and one that is higher proves a greater bound.
#[test]
fn dual_values_are_checked() {
    for name in ["pairs", "fair"] {
        let spec = spec(name);
        for seed in 0..100 {
            let state = random_state(seed, &Random { players: 2..=20, rounds: 0..=6 });
            let solved = tasks::solve(&state, &Model::Objective(spec.clone()), Options::default()).expect("an answer");
            if solved.solution.incumbent.is_none() {
                continue;
            }
            let duals = DualsReport::new("", &state, &spec, &solved, Options::default());
            let duals = duals.expect("a proof").expect("no limit");
            let check = |written: &Dual| {
                let checked = CheckedDuals::new("", &state, &spec, written, Options::default());
                checked.expect("an answer").expect("no limit")
            };
            let number = |text: &str| text.parse::<i128>().expect("a number");
            let bound = |checked: &CheckedDuals| checked.bound.as_deref().map(number).expect("sound");
            let mut own = written(&duals);
            let found = check(&own);
            assert!(found.feasible && found.best.as_ref() == Some(&duals.bound), "{name}, seed {seed}");
            assert_eq!(bound(&found), number(&duals.bound));
            let SeatDual { seat, dual } = own.seats[0];
            own.seats[0].dual = dual - 1;
            let low = check(&own);
            assert!(!low.feasible && low.bound.is_some() && low.first.iter().all(|pair| pair.seats.contains(&seat)));
            for pair in &low.first {
                let sum: i128 = pair.sum.replace("- ", "+ -").split(" + ").map(number).sum();
                assert!(sum == number(&pair.given) && number(&pair.given) < number(&pair.weight), "{}", pair.sum);
            }
            own.seats[0].dual = dual + 1;
            let high = check(&own);
            assert!(high.feasible);
            assert_eq!(bound(&high), number(&duals.bound) + 1);
        }
    }
}

/// Rules and counts of every part of a definition, in two tiers.
const OWN: &str = r#"
    kind = "objective"
    name = "own"
    summary = "All that a definition can say."
    formulation = "pairs"
    hard = ["no-rematch"]

    [[define]]
    name = "far"
    forbid = "a.score - b.score > 2"
    forbid-bye = "p.number % 7 == 0"

    [[define]]
    name = "unbalanced"
    forbid-colour = "abs(p.colour_difference + (colour == 'white' ? 1 : -1)) > 1"

    [[define]]
    name = "all"
    pair = "a.number % 2 == b.number % 2 ? 0.25 : 1"
    colour = "colour == 'white' ? p.number % 3 : 0.5"
    bye = "p.number"

    [[tier]]
    name = "first"
    terms = [{ term = "score-difference", weight = -0.5 }, { term = "third-colour", weight = -3 }]

    [[tier]]
    name = "second"
    terms = [{ term = "all", weight = 1 }, { term = "squared-score-difference", weight = -2 }]
"#;

/// In a proof a pair weighs what the verifier says of its board with the better of the colours that no rule forbids, and whom a rule bars is
/// no pair. The dual values of all but one are so large that the pairs of that one are listed.
#[test]
fn a_pair_weighs_what_its_board_with_the_better_colours_is_worth() {
    let own = Objective::try_from(Model::parse("own.toml", OWN).expect("a sound model")).expect("an objective");
    let specs = ["pairs", "fair", "monrad", "burstein"].map(spec).into_iter().chain([own]).collect::<Vec<_>>();
    let (mut allowed, mut barred, mut turned) = (0, 0, 0);
    for (seed, spec) in seeds(20).flat_map(|seed| specs.iter().map(move |spec| (seed, spec))) {
        let state = random_state(seed, &Random { players: 3..=9, rounds: 0..=6 });
        let (values, seats) = (SeatValues::new(&state, spec), seats(&state));
        for one in &seats {
            let dual = |seat: &Seat| SeatDual { seat: *seat, dual: if seat == one { -(1 << 80) } else { 1 << 78 } };
            let written = Dual { bound: 0, seats: seats.iter().map(dual).collect(), odd_sets: Vec::new() };
            let found = CheckedDuals::new("", &state, spec, &written, Options::default());
            let found = found.expect("an answer").expect("no limit");
            let scales: Vec<i128> = found.tiers.iter().map(|tier| tier.weight.parse().expect("a number")).collect();
            let mut expected = BTreeMap::new();
            for other in seats.iter().filter(|other| *other != one) {
                let (high, low) = if seats.iter().find(|seat| [one, other].contains(seat)) == Some(one) {
                    (one, other)
                } else {
                    (other, one)
                };
                let worth = match (high, low) {
                    (Seat::Player(high), Seat::Player(low)) => values.pair(*high, *low).map(|(worth, board)| {
                        turned += usize::from(board.white != *high);
                        worth
                    }),
                    (Seat::Player(id), _) => values.bye(*id),
                    _ => panic!("the bye is the last seat"),
                };
                let weight = |worth: &Vec<Value>| -> i128 {
                    scales.iter().zip(worth).map(|(scale, value)| scale * i128::from(value.units())).sum()
                };
                allowed += usize::from(worth.is_some());
                barred += usize::from(worth.is_none());
                expected.extend(worth.map(|worth| ([*high, *low], weight(worth).to_string())));
            }
            let listed: BTreeMap<_, _> = found.first.into_iter().map(|pair| (pair.seats, pair.weight)).collect();
            assert_eq!(listed, expected, "{}, seed {seed}: {one}", spec.name);
        }
    }
    assert!(allowed > 1_500 && barred > 150 && turned > 150, "{allowed} {barred} {turned}");
}

fn run(arguments: &[&str]) -> (String, String, i32) {
    let output = program::run(arguments, "");
    (program::stdout(&output), program::stderr(&output), output.status.code().expect("a code"))
}

#[test]
fn what_makes_no_sense_is_refused() {
    let file = "instances/teaching-8.json";
    let text = include_str!("../../../models/pairs.toml").to_owned() + "\n[side]\nmax-downfloats = 1\n";
    let caps = program::written("watching-caps.toml", text);
    for (arguments, said) in [
        (&["--show", "relax", "--proof", "target/x"][..], "do not go together"),
        (&["--show", "duals", "--count-optima"], "do not go together"),
        (&["--show", "cuts", "--log"], "do not go together"),
        (&["--show", "cuts", "--keep-open", "1"], "do not go together"),
        (&["--show", "relax,nothing"], "invalid value 'nothing'"),
        (&["--show", "relax", "--format", "pairs"], "no list of boards"),
        (&["--show", "cuts", "--format", "trf"], "no list of boards"),
        (&["--show", "tiers", "--format", "csv", "--table", "duals"], "it has tiers"),
        (&["--show", "relax", "--model", caps.as_str()], "take --show tree"),
        (&["--show", "cuts", "--model", caps.as_str()], "take --show tree"),
        (&["--show", "duals", "--model", "dutch-2012"], "a system's program"),
        (&["--log", "--model", "dutch-2012"], "without HiGHS"),
        (&["--show", "duals", "--force"], "--force"),
    ] {
        ended(&[&["solve", file], arguments].concat(), "", 3, said);
    }
    for view in VIEWS {
        let arguments = ["solve", "instances/arad-2026-a.trf", "--round", "3", "--time-limit", "0", "--show", view];
        ended(&arguments, "", 4, "limit");
    }
}

#[test]
fn the_log_and_the_course_are_those_of_highs() {
    let (out, error, code) =
        run(&["solve", "instances/teaching-6.json", "--model", "slots", "--method", "highs", "--log"]);
    let holds = code == 0 && error.contains("Solving MIP model") && out.contains("The course of branch and bound");
    assert!(holds, "{out}");
    let last = out.lines().last().expect("a line").split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(last[3..], ["145", "145", "0"]);
    let (out, error, _) = run(&["solve", "instances/teaching-6.json", "--method", "highs", "--log"]);
    assert!(error.contains("Solving LP") && !out.contains("course"), "{error}");
    let (out, error, _) = run(&["solve", "instances/teaching-6.json", "--model", "slots"]);
    assert!(error.is_empty() && !out.contains("course"), "{error}");
    for (asked, option) in [(["--log"].as_slice(), "--log"), (&["--method", "highs"], "--method")] {
        let system = ["solve", "instances/teaching-6.json", "--model", "dutch-2012"];
        ended(&[&system, asked].concat(), "", 3, &format!("leave out {option}"));
    }
}

/// `verify --duals` reads the dual values of a certificate. `solve --show duals` shows the same.
#[test]
fn duals_are_read_as_they_are_written() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    for (file, bound) in [
        ("instances/teaching-8.json", "1850"),
        ("instances/teaching-10.json", "2525"),
        ("docs/src/models/triangles.json", "1000"),
    ] {
        let (csv, _, code) = run(&["solve", file, "--show", "duals", "--format", "csv"]);
        assert_eq!(code, 0);
        let proof = format!("{folder}/watching-proof");
        run(&["solve", file, "--proof", &proof, "--quiet"]);
        let (out, _, code) = run(&["verify", file, "--duals", &format!("{proof}/certificate.json")]);
        assert!(code == 0 && out.contains(&format!("The best pairing weighs {bound}, so they prove")), "{out}");
        // The same numbers as in the proof for VeriPB.
        let lines = std::fs::read_to_string(format!("{proof}/round.pbp")).expect("a proof");
        let line = lines.lines().find(|line| line.starts_with("@bound")).expect("a bound");
        for row in csv.lines().skip(1) {
            let dual = row.split(',').nth(1).expect("a number").trim_start_matches('-');
            assert!(dual == "0" || line.contains(&format!(" {dual} *")), "{row}: {line}");
        }
        for no_duals in ["Cargo.toml", "/dev/null"] {
            ended(&["verify", file, "--duals", no_duals], "", 5, "");
        }
    }
    let path = format!("{folder}/watching-low.json");
    std::fs::write(&path, with_duals(&[0, 350, 350, 375, 75, 125, 50, 375], r#"{"seats":[1,3,4,5,7],"dual":50}"#))
        .expect("written");
    let (out, _, code) = run(&["verify", "instances/teaching-8.json", "--duals", &path]);
    assert!(code == 6 && out.contains("  1 Ada and 4 Dan: 475 > 0 + 375 + 50 = 425"), "{out}");
    std::fs::write(&path, with_duals(&[0, 350], "")).expect("written");
    ended(&["verify", "instances/teaching-8.json", "--duals", &path], "", 6, "not one for each seat");
}

/// A certificate with these dual values of players, and with these odd sets.
fn with_duals(values: &[i32], odd_sets: &str) -> String {
    let seat = |(place, dual)| format!(r#"{{"seat":{},"dual":{dual}}}"#, place + 1);
    let seats: Vec<String> = values.iter().enumerate().map(seat).collect();
    let seats = seats.join(",");
    format!(
        r#"{{"round":4,"model":"pairs","proof":{{"optimal":{{"bound":0,"seats":[{seats}],"odd_sets":[{odd_sets}]}}}}}}"#
    )
}

/// The dual values of six tiers with the greatest weights are no one number: with caps the proof of the optimum needs none, and
/// the certificate cannot be checked.
#[test]
fn too_many_tiers_are_a_wrong_request() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let tier = "[[tier]]\nname = \"t\"\nterms = [{ term = \"fold-distance\", weight = -1000000 }, \
                { term = \"score-difference\", weight = 999999 }]\n";
    let tiers: String = (0..6).map(|number| tier.replace("\"t\"", &format!("\"t{number}\""))).collect();
    let file = "instances/teaching-8.json";
    for (name, side) in [("plain", ""), ("capped", "[side]\nmax-downfloats = 2\n")] {
        let head = "kind = \"objective\"\nname = \"many\"\nsummary = \"x\"\nformulation = \"pairs\"\n\
                    hard = [\"no-rematch\"]\n";
        let model = program::written(&format!("watching-{name}.toml"), format!("{head}{tiers}{side}"));
        assert_eq!(run(&["solve", file, "--model", &model]).2, 0, "{name}");
        let proof = format!("{folder}/watching-many");
        for watch in [&["--show", "duals"][..], &["--proof", &proof, "--force"]] {
            ended(&[&["solve", file, "--model", &model], watch].concat(), "", 3, "too many tiers");
        }
        let duals = program::written("watching-many.json", with_duals(&[0; 8], ""));
        ended(&["verify", file, "--model", &model, "--duals", &duals], "", 3, "");
    }
}
