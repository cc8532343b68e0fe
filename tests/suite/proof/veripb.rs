//! The proofs are checked by another program, VeriPB; the variable `VERIPB` names it, and `make veripb` installs it and
//! runs these tests. The program in a proof is compared with the pair model.

use crate::support::prelude::*;
use std::process::Command;
use swiss_ilp::proof::veripb::{Folder, MOST_SEATS, Veripb};
use swiss_ilp::proof::{Certificate, Proof};
use swiss_ilp::solve::{self, OptimaRequest, certify, certify_only, optima};

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
    let (pairing, certificate) = certified(state, spec);
    let files = Veripb::new(state, spec, pairing.as_ref(), &certificate).expect("a proof").expect("no caps");
    let claim = match &certificate.proof {
        Proof::Optimal(dual) => format!("BOUNDS {0} <= obj <= {0}", -dual.bound),
        _ => "UNSATISFIABLE".to_owned(),
    };
    (files, certificate, claim)
}

/// The optimum of a round, if there is a pairing, and what proves it.
fn certified(state: &RoundState, spec: &Objective) -> (Option<Pairing>, Certificate) {
    let solution = solve(state, spec, solve::Options::default()).expect("a solution");
    let certificate = certify(state, spec, &solution).expect("a certificate");
    (solution.incumbent.map(|best| best.pairing), certificate)
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

/// An optimum that is the only one is proven so.
#[test]
#[ignore = "needs VeriPB: make veripb"]
fn proofs_of_only_optima_are_verified() {
    let (spec, mut count) = (Objective::load("fair").expect("a model"), 0);
    for seed in 0..8 * rounds() {
        let state = random_state(seed, &Options { players: 4..=30, rounds: 0..=9 });
        let solution = solve(&state, &spec, solve::Options::default()).expect("a solution");
        let wanted = OptimaRequest { count: 1, list: 0 };
        let found = optima(&state, &spec, &solution, wanted, solve::Options::default()).expect("optima");
        let Some((best, only)) = solution.incumbent.zip(found.only) else { continue };
        let certificate = certify_only(&state, &spec, &best, &only).expect("a certificate");
        let files = Veripb::new(&state, &spec, Some(&best.pairing), &certificate).expect("a proof").expect("no caps");
        let Proof::Optimal(dual) = &certificate.proof else { panic!("{certificate:?}") };
        let claim = format!("BOUNDS {0} <= obj <= {0}", -dual.bound);
        assert_eq!(verified(&files, "only"), Some(claim), "seed {seed}");
        count += 1;
    }
    assert!(count > 0);
}

/// A proof that goes by cases has no files for `VeriPB`, and neither has a round of more than so many seats; its folder says so.
#[test]
fn what_has_no_files_says_so() {
    let mut spec = Objective::load("fair").expect("a model");
    spec.side.max_downfloats = Some(0);
    let mut by_cases = 0;
    for seed in 0..40 {
        let state = random_state(seed, &Options { players: 6..=20, rounds: 2..=5 });
        let (pairing, certificate) = certified(&state, &spec);
        let is_by_cases = matches!(certificate.proof, Proof::OptimalWithCaps(_) | Proof::InfeasibleByCaps(_));
        let folder = Folder::new(&state, &spec, pairing.as_ref(), certificate).expect("a proof");
        assert_eq!((folder.veripb.is_none(), folder.left_out.is_some()), (is_by_cases, is_by_cases), "seed {seed}");
        assert!(folder.check(&state, &spec, pairing.as_ref()).is_ok(), "seed {seed}");
        by_cases += usize::from(is_by_cases);
    }
    assert!(by_cases > 3, "{by_cases}");
    let players = (1..=MOST_SEATS as u32 + 1).map(|id| Player::new(PlayerId(id))).collect();
    let state = crate::support::state(&Tournament { players, ..Tournament::default() });
    let spec = Objective::load("pairs").expect("a model");
    let (pairing, certificate) = certified(&state, &spec);
    let folder = Folder::new(&state, &spec, pairing.as_ref(), certificate).expect("a proof");
    assert!(folder.veripb.is_none() && folder.left_out.is_some_and(|what| what.contains("2000 seats")));
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
