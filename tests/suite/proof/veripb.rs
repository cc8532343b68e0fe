//! The proofs are checked by another program, VeriPB; the variable `VERIPB` names it, and `make veripb` installs it and
//! runs these tests. The program in a proof is compared with the pair model.

use crate::support::generate::Options;
use crate::support::random_state;
use crate::support::rounds::capped_round;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use swiss_ilp::model::export::{FileFormat, Linear};
use swiss_ilp::model::{Formulation, Model, Objective, PairModel, SlotModel};
use swiss_ilp::proof::{Certificate, Claim, Proof};
use swiss_ilp::solve::{self, OptimaRequest, certify, certify_only, optima, solve};
use swiss_ilp::tournament::{Pairing, RoundState};
use swiss_ilp::veripb::Veripb;

/// How many rounds to try.
pub(super) fn rounds() -> u64 {
    std::env::var("VERIPB_ROUNDS").map_or(12, |rounds| rounds.parse().expect("a number of rounds"))
}

/// The conclusion that VeriPB has verified; `None` if it refuses the proof.
pub(super) fn verified(files: &Veripb, name: &str) -> Option<String> {
    let veripb = std::env::var_os("VERIPB").expect("VERIPB names the checker");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [opb, proof] = ["opb", "pbp"].map(|extension| folder.join(format!("{name}.{extension}")));
    std::fs::write(&opb, &files.opb).expect("a program");
    std::fs::write(&proof, &files.proof).expect("a proof");
    let output = Command::new(veripb).args([&opb, &proof]).output().expect("VeriPB starts");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    let verified = said.lines().find_map(|line| line.strip_prefix("s VERIFIED ")).map(str::to_owned);
    assert_eq!(verified.is_some(), output.status.success(), "{said}");
    verified
}

/// The proof of a round, and the conclusion that VeriPB should verify.
fn proof(seed: u64, model: &str, options: &Options) -> (Veripb, Certificate, String) {
    proof_of(&random_state(seed, options), &Objective::load(model).expect("a model"))
}

fn proof_of(state: &RoundState, spec: &Objective) -> (Veripb, Certificate, String) {
    let (files, _, certificate, claim) = proofs_of(state, spec);
    (files, certificate, claim)
}

/// The optimum of a round, if there is a pairing, and what proves it.
fn certified(state: &RoundState, spec: &Objective) -> (Option<Pairing>, Certificate) {
    let solution = solve(state, spec, solve::Options::default()).expect("a solution");
    let certificate = certify(state, spec, &solution).expect("a certificate");
    (solution.incumbent.map(|best| best.pairing), certificate)
}

/// The same with the program over kinds, if there is one.
fn proofs_of(state: &RoundState, spec: &Objective) -> (Veripb, Option<Veripb>, Certificate, String) {
    let (pairing, certificate) = certified(state, spec);
    let files = Veripb::new(state, spec, pairing.as_ref(), &certificate).expect("a proof");
    let kinds = Veripb::of_kinds(state, spec, pairing.as_ref(), &certificate, usize::MAX).expect("a proof").files;
    let claim = match &certificate.proof {
        Proof::Optimal(dual) => format!("BOUNDS {0} <= obj <= {0}", -dual.bound),
        // The objective of the program at the pairing, which the program has in its own words.
        Proof::OptimalWithCaps(_) => format!("BOUNDS {0} <= obj <= {0}", objective(&files)),
        Proof::Infeasible(_) | Proof::InfeasibleByCaps(_) => "UNSATISFIABLE".to_owned(),
    };
    (files, kinds, certificate, claim)
}

/// What the pairs of the solution in the proof cost by the program.
fn objective(files: &Veripb) -> i128 {
    let made = files.proof.lines().find_map(|line| line.strip_prefix("@better soli ")).expect("a solution");
    let made: BTreeSet<&str> = made.trim_end_matches(';').split(' ').collect();
    let costs = files.opb.lines().find_map(|line| line.strip_prefix("min: ")).expect("an objective");
    let words: Vec<&str> = costs.split(' ').collect();
    let of_pair = |two: &[&str]| two[0].parse::<i128>().expect("a cost");
    words.chunks_exact(2).filter(|two| made.contains(two[1])).map(of_pair).sum()
}

/// VeriPB does not know which program was to be solved. So this test compares the variables, costs and rows with those
/// of the pair model, which shares no code with the verifier that writes them.
#[test]
fn the_program_is_that_of_the_pair_model() {
    let spec = Objective::load("pairs").expect("a model");
    let (mut optimal, mut infeasible) = (0, 0);
    for seed in 0..300 {
        let options = Options { players: 1..=16, rounds: 0..=9 };
        let (files, certificate, _) = proof(seed, "pairs", &options);
        let state = random_state(seed, &options);
        let program = PairModel::new(&state, &spec).program();
        let name = |column: usize| program.columns[column].name.as_str();

        let rows = files.opb.lines().filter_map(|line| line.strip_suffix("= 1 ;"));
        let rows: Vec<Vec<&str>> =
            rows.map(|row| row.split(' ').filter(|word| word.starts_with('x')).collect()).collect();
        let of_model =
            program.rows.iter().map(|row| row.coefficients.iter().map(|(column, _)| name(*column)).collect());
        assert_eq!(rows, of_model.collect::<Vec<Vec<&str>>>(), "seed {seed}");

        let objective = files.opb.lines().find_map(|line| line.strip_prefix("min:")?.strip_suffix(" ;"));
        let words: Option<Vec<&str>> = objective.map(|objective| objective.split_whitespace().collect());
        let costs = words.map(|words| words.chunks(2).map(|two| (two[1].into(), two[0].parse().ok())).collect());
        let of_model =
            program.tiers[0].coefficients.iter().map(|(column, weight)| (name(*column).into(), Some(-weight)));
        let of_model: Vec<(String, Option<i64>)> = of_model.collect();
        let is_optimal = matches!(certificate.proof, Proof::Optimal(_));
        assert_eq!(costs, is_optimal.then_some(of_model), "seed {seed}");
        *if is_optimal { &mut optimal } else { &mut infeasible } += 1;
    }
    assert!(optimal > 100 && infeasible > 10, "{optimal} and {infeasible}");
}

#[test]
#[ignore = "needs VeriPB: make veripb"]
fn every_proof_is_verified() {
    for seed in 0..rounds() {
        for (model, players) in [("pairs", 1..=40), ("fair", 1..=40), ("pairs", 41..=200), ("burstein", 1..=40)] {
            let (files, _, claim) = proof(seed, model, &Options { players, rounds: 0..=9 });
            assert_eq!(verified(&files, "proof"), Some(claim), "{model}, seed {seed}");
        }
    }
}

/// Weights with places, and tiers of several units.
#[test]
#[ignore = "needs VeriPB: make veripb"]
fn proofs_by_decimal_weights_are_verified() {
    let terms = [
        "{ term = 'squared-score-difference', weight = -0.125 }",
        "{ term = 'colour-difference', weight = -1.5 }, { term = 'opposition-spread', weight = -0.001 }",
        "{ term = 'random-distance', weight = -1 }",
    ];
    let tiers = terms.map(|terms| format!("[[tier]]\nname = \"{}\"\nterms = [{terms}]\n", &terms[10..14])).concat();
    let text = format!("kind='objective'\nname='r'\nsummary='r'\nformulation='pairs'\nhard=['no-rematch']\n{tiers}");
    let spec: Objective = Model::parse("decimal", &text).expect("a model").try_into().expect("an objective");
    for seed in 0..rounds() {
        let (files, _, claim) = proof_of(&random_state(seed, &Options { players: 1..=40, rounds: 0..=9 }), &spec);
        assert_eq!(verified(&files, "decimal"), Some(claim), "seed {seed}");
    }
}

/// Models with caps have trees of cases, and some rounds have no pairing by the caps alone.
#[test]
#[ignore = "needs VeriPB: make veripb"]
fn proofs_with_caps_are_verified() {
    let mut counts = [0; 4];
    for seed in 0..4 * rounds() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (state, spec) = capped_round(&mut rng, if seed % 4 == 0 { 30..=80 } else { 4..=30 });
        let (files, certificate, claim) = proof_of(&state, &spec);
        assert_eq!(verified(&files, "capped"), Some(claim), "seed {seed}: {spec:?}");
        match certificate.proof {
            Proof::OptimalWithCaps(stages) => {
                counts[0] += 1;
                counts[1] += usize::from(stages.iter().any(|stage| stage.tree.len() > 1));
            }
            Proof::InfeasibleByCaps(_) => counts[2] += 1,
            _ => counts[3] += 1,
        }
    }
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

/// An optimum that is the only one is proven so, with caps and without.
#[test]
#[ignore = "needs VeriPB: make veripb"]
fn proofs_of_only_optima_are_verified() {
    let mut counts = [0; 2];
    for seed in 0..8 * rounds() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (state, spec) = capped_round(&mut rng, 4..=30);
        let solution = solve(&state, &spec, solve::Options::default()).expect("a solution");
        let wanted = OptimaRequest { count: 1, list: 0 };
        let found = optima(&state, &spec, &solution, wanted, solve::Options::default()).expect("optima");
        let Some((best, only)) = solution.incumbent.zip(found.only) else { continue };
        let certificate = certify_only(&state, &spec, &best, &only).expect("a certificate");
        let files = Veripb::new(&state, &spec, Some(&best.pairing), &certificate).expect("a proof");
        let value = match &certificate.proof {
            Proof::Optimal(dual) => -dual.bound,
            _ => objective(&files),
        };
        let claim = format!("BOUNDS {value} <= obj <= {value}");
        assert_eq!(verified(&files, "only"), Some(claim), "seed {seed}: {spec:?}");
        counts[usize::from(spec.has_caps())] += 1;
    }
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

#[test]
#[ignore = "needs VeriPB: make veripb"]
fn infeasible_rounds_are_verified() {
    let options = Options { players: 3..=12, rounds: 3..=9 };
    let proofs = (0..10_000).map(|seed| proof(seed, "pairs", &options));
    let infeasible = proofs.filter(|(_, certificate, _)| matches!(certificate.proof, Proof::Infeasible(_)));
    let mut with_tutte_set = 0;
    for (files, certificate, claim) in infeasible.take(usize::try_from(rounds()).expect("few")) {
        assert_eq!(verified(&files, "infeasible"), Some(claim), "{certificate:?}");
        with_tutte_set += usize::from(matches!(certificate.proof, Proof::Infeasible(why) if !why.tutte_set.is_empty()));
    }
    assert!(with_tutte_set > 0);
}

/// A random round by slots, ordered or not, with caps, and forced and forbidden pairs, in some.
fn in_slots(seed: u64) -> (RoundState, Objective) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rounds = if rng.random_bool(0.3) { 3..=9 } else { 0..=6 };
    let state = random_state(seed, &Options { players: 2..=10, rounds });
    let name = ["slots", "fair"].choose(&mut rng).expect("two");
    let formulation = *[Formulation::Slots, Formulation::SlotsOrdered].choose(&mut rng).expect("two");
    let mut spec = Objective { formulation, ..Objective::load(name).expect("a model") };
    let players = state.players();
    if rng.random_bool(0.5) && players.len() > 3 {
        spec.side.max_downfloats = rng.random_bool(0.6).then(|| rng.random_range(0..3));
        spec.side.max_same_federation = rng.random_bool(0.6).then(|| rng.random_range(0..3));
        spec.side.forced.extend(rng.random_bool(0.3).then(|| [players[0].id.0, players[3].id.0]));
        spec.side.forbidden.extend(rng.random_bool(0.3).then(|| [players[1].id.0, players[2].id.0]));
    }
    (state, spec)
}

/// The program of slots and its proof, the conclusion that VeriPB should verify, and the certificate; `None` if it is left out.
fn proof_in_slots(state: &RoundState, spec: &Objective) -> Option<(Veripb, Certificate, String)> {
    let (_, certificate, claim) = proof_of(state, spec);
    let solution = solve(state, spec, solve::Options::default()).expect("a solution");
    let pairing = solution.incumbent.map(|best| best.pairing);
    let files = Veripb::of_slots(state, spec, pairing.as_ref(), &certificate).expect("a proof")?;
    Some((files, certificate, claim))
}

/// The program is that of other solvers, where a tier is all of it: as many binaries, and the same rows.
#[test]
fn the_program_of_slots_is_that_which_is_exported() {
    let spec = Objective::load("slots").expect("a model");
    let mut compared = 0;
    for seed in 0..40 {
        let state = random_state(seed, &Options { players: 2..=10, rounds: 0..=5 });
        let Some((files, certificate, _)) = proof_in_slots(&state, &spec) else { continue };
        if certificate.claim() == Claim::Infeasible {
            continue;
        }
        let mut text = Vec::new();
        let exported = Linear::of_tier(SlotModel::new(&state, &spec).program, 0, &[]);
        exported.write(FileFormat::Opb, &mut text).expect("written");
        let text = String::from_utf8(text).expect("UTF-8");
        assert_eq!(text.lines().next(), files.opb.lines().next(), "seed {seed}");
        // The same numbers in the same order, whatever the columns are called.
        let numbers = |text: &str| -> Vec<Vec<String>> {
            let rows = text.lines().filter(|line| !line.starts_with('*') && !line.starts_with("min"));
            let is_number = |word: &&str| word.parse::<i64>().is_ok() || [">=", "="].contains(word);
            let words = |row: &str| {
                row.split(' ').filter(is_number).map(|word| word.trim_start_matches('+').to_owned()).collect()
            };
            rows.map(words).collect()
        };
        assert_eq!(numbers(&text), numbers(&files.opb), "seed {seed}");
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn the_program_of_slots_is_left_out_where_it_is_said_to_be() {
    let options = |players: usize| Options { players: players..=players, rounds: 0..=2 };
    let [pairs, slots] = ["pairs", "slots"].map(|name| Objective::load(name).expect("a model"));
    for (players, spec, why) in
        [(8, &pairs, Some("pairs")), (0, &slots, Some("no slot")), (60, &slots, Some("up to")), (10, &slots, None)]
    {
        let state = random_state(players as u64, &options(players));
        let (_, certificate, _) = proof_of(&state, spec);
        let left_out = Veripb::slots_left_out(&state, spec, &certificate);
        assert_eq!(left_out.is_some(), why.is_some(), "{players}: {left_out:?}");
        assert!(left_out.is_none_or(|left_out| left_out.contains(why.unwrap_or_default())), "{players}");
        assert_eq!(proof_in_slots(&state, spec).is_none(), why.is_some(), "{players}");
    }
}

/// The slots' own program and rows, with every kind of certificate.
#[test]
#[ignore = "needs VeriPB: make veripb"]
fn proofs_of_slots_are_verified() {
    let mut counts = [0; 4];
    for seed in 0..8 * rounds() {
        let (state, spec) = in_slots(seed);
        let Some((files, certificate, claim)) = proof_in_slots(&state, &spec) else { continue };
        assert_eq!(verified(&files, "slots"), Some(claim), "seed {seed}: {spec:?}");
        let kind = match certificate.proof {
            Proof::Optimal(_) => 0,
            Proof::Infeasible(_) => 1,
            Proof::OptimalWithCaps(_) => 2,
            Proof::InfeasibleByCaps(_) => 3,
        };
        counts[kind] += 1;
    }
    println!("proofs of slots: optimal, infeasible, optimal with caps, infeasible by caps: {counts:?}");
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

/// As large as it is written.
#[test]
#[ignore = "needs VeriPB: make veripb"]
fn a_large_proof_of_slots_is_verified() {
    let spec = Objective::load("slots").expect("a model");
    let state = (0..).map(|seed| random_state(seed, &Options { players: 24..=30, rounds: 2..=4 }));
    let state = state.into_iter().find(|state| state.players().len() == 24).expect("a round");
    let (files, _, claim) = proof_in_slots(&state, &spec).expect("not left out");
    assert_eq!(verified(&files, "slots-24"), Some(claim));
}

#[test]
#[ignore = "needs VeriPB: make veripb"]
fn no_tampered_proof_of_slots_is_verified() {
    let mut rng = ChaCha8Rng::seed_from_u64(2015);
    let mut refused = 0;
    for seed in 0..4 * rounds() {
        let (state, spec) = in_slots(seed);
        let Some((files, certificate, _)) = proof_in_slots(&state, &spec) else { continue };
        if certificate.claim() == Claim::Infeasible {
            continue;
        }
        for sign in [1, -1] {
            let mut tampered = files.clone();
            conclude(&mut tampered, sign * rng.random_range(1..100)).expect("a conclusion");
            assert_eq!(verified(&tampered, "slots-tampered"), None, "seed {seed}");
            refused += 1;
        }
        // A full slot that is worth a unit more makes the optimum worth more than its bound.
        let mut tampered = files.clone();
        let words = tampered.opb.lines().find(|line| line.starts_with("min: ")).expect("an objective").to_owned();
        let full = words.split(' ').collect::<Vec<_>>();
        let place = full.iter().position(|word| *word == "Y_1");
        if let Some((factor, name)) = place.map(|place| (full[place - 1], full[place])) {
            let more = factor.parse::<i128>().expect("a number") - 1;
            let line = words.replace(&format!("{factor} {name} "), &format!("{more} {name} "));
            tampered.opb = tampered.opb.replace(&words, &line);
            assert_eq!(verified(&tampered, "slots-tampered"), None, "seed {seed}");
            refused += 1;
        }
    }
    assert!(refused > 20, "{refused}");
}

/// The program over kinds as it is read from its text.
struct KindProgram<'a> {
    /// The players of each kind; 0 is the bye.
    members: Vec<BTreeSet<u32>>,
    /// The binaries of the row of each kind with their coefficients, and its right side.
    rows: Vec<(BTreeMap<&'a str, i128>, usize)>,
    costs: BTreeMap<&'a str, i128>,
}

impl<'a> KindProgram<'a> {
    fn read(files: &'a Veripb) -> Self {
        let sum = |text: &'a str| -> BTreeMap<&'a str, i128> {
            let words: Vec<&str> = text.split_whitespace().collect();
            words.chunks_exact(2).map(|two| (two[1], two[0].parse().expect("a number"))).collect()
        };
        let costs = files.opb.lines().find_map(|line| line.strip_prefix("min:")?.strip_suffix(" ;")).map(sum);
        let mut program = Self { members: Vec::new(), rows: Vec::new(), costs: costs.unwrap_or_default() };
        for line in files.opb.lines() {
            if let Some((_, list)) = line.strip_prefix("* kind ").and_then(|rest| rest.split_once(": ")) {
                let runs = list.replace("the bye", "0");
                let run = |run: &str| {
                    let (first, last) = run.split_once('-').unwrap_or((run, run));
                    first.parse::<u32>().expect("a player")..=last.parse().expect("a player")
                };
                program.members.push(runs.split(' ').flat_map(run).collect());
            } else if let Some((row, count)) = line.strip_suffix(" ;").and_then(|row| row.split_once("= ")) {
                program.rows.push((sum(row), count.parse().expect("a number")));
            }
        }
        program
    }

    fn kind(&self, player: u32) -> usize {
        self.members.iter().position(|members| members.contains(&player)).expect("a kind")
    }

    /// The first binary of two kinds, which counts one board.
    fn first(&self, one: u32, other: u32) -> String {
        let kinds = [one, other].map(|player| self.kind(player) + 1);
        format!("y_{}_{}_1", kinds[0].min(kinds[1]), kinds[0].max(kinds[1]))
    }
}

/// VeriPB does not see whether the program over kinds has room for all pairings. By the pair model, which shares no code with the verifier
/// that writes it: each pair has a variable that weighs as much or more, each variable has such a pair, and the point of the
/// proof is the optimum.
#[test]
fn the_program_over_kinds_has_room_for_every_pair() {
    let (mut kinds, mut seats, mut optimal) = (0, 0, 0);
    for (seed, name) in (0..300).flat_map(|seed| ["pairs", "fair"].map(|name| (seed, name))) {
        let spec = Objective::load(name).expect("a model");
        let state = random_state(seed, &Options { players: 1..=24, rounds: 0..=9 });
        let (_, files, certificate, _) = proofs_of(&state, &spec);
        let files = files.expect("a program over kinds");
        let program = KindProgram::read(&files);
        let model = PairModel::new(&state, &spec);
        let id = |vertex: usize| state.players().get(vertex).map_or(0, |player| player.id.0);

        let mut everybody: Vec<u32> = program.members.iter().flatten().copied().collect();
        everybody.sort_unstable();
        let mut all: Vec<u32> = (0..model.vertices()).map(id).collect();
        all.sort_unstable();
        assert_eq!(everybody, all, "{name}, seed {seed}");
        (kinds, seats) = (kinds + program.members.len(), seats + all.len());
        assert!(program.rows.iter().zip(&program.members).all(|((_, count), members)| *count == members.len()));

        let is_optimal = matches!(certificate.proof, Proof::Optimal(_));
        let scales: Vec<i128> = files.opb.lines().filter_map(|line| line.strip_prefix("*   ")).map(scale).collect();
        let mut heaviest: BTreeMap<String, i128> = BTreeMap::new();
        for pair in model.pairs() {
            let values = model.pair_values(pair.high, pair.low);
            let weight = scales.iter().zip(values).map(|(scale, value)| scale * i128::from(value.units())).sum();
            let most = heaviest.entry(program.first(id(pair.high), id(pair.low))).or_insert(weight);
            *most = weight.max(*most);
        }
        for (row, kind) in program.rows.iter().zip(1..) {
            let firsts: BTreeMap<&str, i128> =
                row.0.iter().filter(|(name, _)| name.ends_with("_1")).map(|(name, factor)| (*name, *factor)).collect();
            let of_model: BTreeMap<&str, i128> = heaviest
                .keys()
                .map(|name| {
                    (name.as_str(), name.split('_').skip(1).take(2).filter(|own| **own == kind.to_string()).count())
                })
                .filter(|(_, factor)| *factor > 0)
                .map(|(name, factor)| (name, i128::try_from(factor).expect("1 or 2")))
                .collect();
            assert_eq!(firsts, of_model, "{name}, seed {seed}, kind {kind}");
        }
        if is_optimal {
            for (first, weight) in &heaviest {
                assert_eq!(
                    program.costs.get(first.as_str()).copied().unwrap_or(0),
                    -weight,
                    "{name}, seed {seed}: {first}"
                );
            }
            let made = files.proof.lines().find_map(|line| line.strip_prefix("sol ")).expect("a solution");
            let made: BTreeSet<&str> = made.trim_end_matches(';').split(' ').collect();
            let at_point = |sum: &BTreeMap<&str, i128>| -> i128 {
                sum.iter().filter(|(name, _)| made.contains(*name)).map(|(_, factor)| factor).sum()
            };
            let Proof::Optimal(dual) = &certificate.proof else { unreachable!() };
            assert_eq!(at_point(&program.costs), -dual.bound, "{name}, seed {seed}");
            for (row, count) in &program.rows {
                assert_eq!(at_point(row), i128::try_from(*count).expect("few"), "{name}, seed {seed}");
            }
            optimal += 1;
        }
    }
    assert!(optimal > 300 && kinds < seats * 4 / 5, "{optimal} optima, {kinds} kinds of {seats} seats");
}

/// Whatever the claim and however many kinds there may be, there is a program or a reason why not.
#[test]
fn fewer_kinds_than_there_are_have_a_reason() {
    let mut counts = [0; 3];
    for (seed, name) in (0..200).flat_map(|seed| ["pairs", "fair"].map(|name| (seed, name))) {
        let spec = Objective::load(name).expect("a model");
        let state = random_state(seed, &Options { players: 1..=24, rounds: 0..=9 });
        let (pairing, certificate) = certified(&state, &spec);
        let of_kinds = |most| Veripb::of_kinds(&state, &spec, pairing.as_ref(), &certificate, most).expect("a proof");
        let all = of_kinds(usize::MAX);
        assert_eq!(all.left_out, None, "{name}, seed {seed}");
        let count = KindProgram::read(&all.files.expect("a program over kinds")).members.len();
        for most in 0..count {
            let found = of_kinds(most);
            assert!(found.left_out.is_some(), "{name}, seed {seed}, at most {most} kinds");
            let Some(files) = found.files else { continue };
            assert!(KindProgram::read(&files).members.len() <= most, "{name}, seed {seed}, at most {most} kinds");
            assert_eq!(certificate.claim(), Claim::Optimal, "{name}, seed {seed}");
            counts[2] += 1;
        }
        counts[usize::from(certificate.claim() == Claim::Infeasible)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}

/// The weight of a tier in the head of a program.
fn scale(line: &str) -> i128 {
    line.split(' ').next().and_then(|word| word.parse().ok()).expect("a weight")
}

/// The program over kinds has the optimum of the pairs.
#[test]
#[ignore = "needs VeriPB: make veripb"]
fn proofs_over_kinds_are_verified() {
    let (mut optimal, mut infeasible, mut odd_sets) = (0, 0, 0);
    for seed in 0..rounds() {
        for (model, players) in
            [("pairs", 1..=40), ("fair", 1..=40), ("pairs", 41..=200), ("swiss", 1..=40), ("pairs", 3..=12)]
        {
            let spec = Objective::load(model).expect("a model");
            let state = random_state(seed, &Options { players, rounds: 0..=9 });
            let (files, kinds, certificate, claim) = proofs_of(&state, &spec);
            let kinds = kinds.expect("a program over kinds");
            assert_eq!(verified(&kinds, "kinds"), Some(claim.clone()), "{model}, seed {seed}");
            assert_eq!(verified(&files, "kinds-pairs"), Some(claim), "{model}, seed {seed}");
            match certificate.proof {
                Proof::Optimal(dual) => {
                    (optimal, odd_sets) = (optimal + 1, odd_sets + usize::from(!dual.odd_sets.is_empty()))
                }
                _ => infeasible += 1,
            }
        }
    }
    assert!(optimal > 0 && infeasible > 0 && odd_sets > 0, "{optimal}, {infeasible} and {odd_sets}");
}

/// Where places make too many kinds, the program is about the first tiers, and says so. The certificate proves all.
#[test]
#[ignore = "needs VeriPB: make veripb"]
fn first_tiers_over_kinds_are_verified() {
    let spec = Objective::load("fair").expect("a model");
    let mut of_first = 0;
    for seed in 0..4 * rounds() {
        let state = random_state(seed, &Options { players: 30..=80, rounds: 2..=7 });
        let (pairing, certificate) = certified(&state, &spec);
        let of_kinds = |most| Veripb::of_kinds(&state, &spec, pairing.as_ref(), &certificate, most).expect("a proof");
        let most = KindProgram::read(&of_kinds(usize::MAX).files.expect("a program")).members.len() - 1;
        let found = of_kinds(most);
        let left_out = found.left_out.expect("a reason");
        let Some(files) = found.files else { continue };
        assert!(
            left_out.contains("leaves out") && files.opb.contains("* It leaves out the tiers after them: "),
            "{left_out}"
        );
        assert!(KindProgram::read(&files).members.len() <= most, "seed {seed}");
        assert!(verified(&files, "kinds-first").is_some_and(|claim| claim.starts_with("BOUNDS")), "seed {seed}");
        of_first += 1;
    }
    assert!(of_first > 0);
}

#[test]
#[ignore = "needs VeriPB: make veripb"]
fn no_tampered_proof_over_kinds_is_verified() {
    let mut rng = ChaCha8Rng::seed_from_u64(2024);
    let mut refused = [0; 4];
    for seed in 0..rounds() {
        let state = random_state(seed, &Options { players: 6..=60, rounds: 0..=9 });
        let (_, files, certificate, _) = proofs_of(&state, &Objective::load("pairs").expect("a model"));
        let Proof::Optimal(_) = certificate.proof else { continue };
        let files = files.expect("a program over kinds");
        let tamperings: [Tamper; 4] = [
            |files, rng| conclude(files, -rng.random_range(1..100)),
            |files, rng| conclude(files, rng.random_range(1..100)),
            // A binary that the proof sets costs less.
            |files, rng| {
                let made = files.proof.lines().find_map(|line| line.strip_prefix("sol "))?.trim_end_matches(';');
                let name = *made.split(' ').collect::<Vec<_>>().choose(rng)?;
                let line = files.opb.lines().find(|line| line.starts_with("min: "))?.to_owned();
                let words: Vec<&str> = line.split(' ').collect();
                let at = words.iter().position(|word| *word == name)?;
                let cost = words[at - 1].parse::<i128>().ok()? - rng.random_range(1..100);
                let cheaper = line.replace(&format!(" {} {name} ", words[at - 1]), &format!(" {cost} {name} "));
                files.opb = files.opb.replace(&line, &cheaper);
                Some(())
            },
            // A kind has one player more.
            |files, rng| {
                let rows: Vec<String> = files
                    .opb
                    .lines()
                    .filter(|line| line.ends_with(" ;") && line.contains("= "))
                    .map(str::to_owned)
                    .collect();
                let row = rows.choose(rng)?;
                let (sum, count) = row.strip_suffix(" ;")?.rsplit_once(' ')?;
                let more = count.parse::<usize>().ok()? + 1;
                files.opb = files.opb.replace(row.as_str(), &format!("{sum} {more} ;"));
                Some(())
            },
        ];
        for (tamper, refused) in tamperings.iter().zip(&mut refused) {
            let mut tampered = files.clone();
            if tamper(&mut tampered, &mut rng).is_some() {
                assert_eq!(verified(&tampered, "kinds-tampered"), None, "seed {seed}");
                *refused += 1;
            }
        }
    }
    assert!(refused.iter().all(|count| *count > 0), "{refused:?}");
}

type Tamper = fn(&mut Veripb, &mut ChaCha8Rng) -> Option<()>;

/// Changes that make the proof false in every round; `None` where a change would not.
const TAMPERINGS: [(&str, Tamper); 5] = [
    ("the bound is better than the optimum", |files, rng| conclude(files, -rng.random_range(1..100))),
    ("the bound is worse than the optimum", |files, rng| conclude(files, rng.random_range(1..100))),
    ("a pair that is made costs less", |files, rng| {
        let made = files.proof.lines().find_map(|line| line.strip_prefix("sol "))?.trim_end_matches(';');
        let name = (*made.split(' ').collect::<Vec<_>>().choose(rng)?).to_owned();
        change_costs(files, |other| other == name, -rng.random_range(1..100))
    }),
    ("every pair costs more", |files, _| change_costs(files, |_| true, 1)),
    ("said to be infeasible", |files, _| {
        let line = files.proof.lines().find(|line| line.starts_with("conclusion BOUNDS"))?.to_owned();
        files.proof = files.proof.replace(&line, "conclusion BOUNDS INF : @bound INF;");
        Some(())
    }),
];

/// Adds `more` to the bounds that are concluded.
fn conclude(files: &mut Veripb, more: i128) -> Option<()> {
    let line = files.proof.lines().find(|line| line.starts_with("conclusion BOUNDS"))?.to_owned();
    let bound: i128 = line.split(' ').nth(2)?.parse().ok()?;
    files.proof = files.proof.replace(&line, &line.replace(&bound.to_string(), &(bound + more).to_string()));
    Some(())
}

/// Adds `more` to the costs of these pairs; `None` if they are not all in the objective, or none is.
fn change_costs(files: &mut Veripb, pairs: impl Fn(&str) -> bool, more: i128) -> Option<()> {
    let line = files.opb.lines().find(|line| line.starts_with("min: "))?.to_owned();
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let rows = files.opb.lines().filter(|line| line.ends_with("= 1 ;"));
    let variables: BTreeSet<&str> =
        rows.flat_map(|row| row.split(' ')).filter(|word| word.starts_with('x') && pairs(word)).collect();
    let places: Vec<usize> = (0..words.len()).filter(|at| variables.contains(words[*at].as_str())).collect();
    if places.is_empty() || places.len() < variables.len() {
        return None;
    }
    for at in places {
        words[at - 1] = (words[at - 1].parse::<i128>().ok()? + more).to_string();
    }
    files.opb = files.opb.replace(&line, &words.join(" "));
    Some(())
}

#[test]
#[ignore = "needs VeriPB: make veripb"]
fn no_tampered_proof_is_verified() {
    let mut rng = ChaCha8Rng::seed_from_u64(2014);
    let mut refused = [0; TAMPERINGS.len()];
    for seed in 0..rounds() {
        let (files, certificate, _) = proof(seed, "pairs", &Options { players: 6..=40, rounds: 0..=9 });
        if matches!(certificate.proof, Proof::Infeasible(_)) {
            continue;
        }
        for (index, (what, tamper)) in TAMPERINGS.iter().enumerate() {
            let mut tampered = files.clone();
            if tamper(&mut tampered, &mut rng).is_some() {
                assert_eq!(verified(&tampered, "tampered"), None, "seed {seed}: {what}");
                refused[index] += 1;
            }
        }
    }
    assert!(refused.iter().all(|count| *count > 0), "{refused:?}");
}
