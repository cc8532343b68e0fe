//! Proofs by rules: what is proven is what the engine pairs; what is changed is refused, or proves the same.

use super::veripb::{rounds as veripb_rounds, verified};
use crate::support::dutch_random::{self, Customs};
use crate::support::long::is_chosen;
use crate::support::prelude::*;
use crate::support::{files, long, paired_by, tcec_random};
use std::sync::LazyLock;
use swiss_ilp::proof::ProofRefusal;
use swiss_ilp::proof::by_rules::{ByRules, Dispute, RuleCertificate};
use swiss_ilp::proof::veripb::Veripb;
use swiss_ilp::proof::veripb::by_rules::each_program;
use swiss_ilp::questions::{AskError, rule_proof::agree};
use swiss_ilp::solve::Options;
use swiss_rule_proof::evidence::{StepProof, StepTaken};
use swiss_rule_proof::procedure;
use swiss_rule_proof::wishes::Wishes;

/// The systems that have proofs, with the folders of tournaments that are known to be right.
pub const PROVABLE: &[(&str, &[&str])] = &[
    ("tcec", &["tcec"]),
    ("dutch-2026", &["dutch-2026", "dutch-2026-absent", "dutch-2026-nopairing", "dutch-2026-odd"]),
    ("dutch-2017", &["dutch-2017", "dutch-2017-absent", "dutch-2017-nopairing", "dutch-2017-odd"]),
    ("dutch-2012", &["dutch-2012", "dutch-2012-late", "dutch-2012-more"]),
    // No rounds are known to be right by it: those of another edition are states like any other.
    ("dutch-1998", &["dutch-2012", "dutch-2012-late"]),
    ("dubov-2026", &["dutch-2026", "dutch-2026-absent", "dutch-2026-odd", "dutch-2026-nopairing"]),
    ("double-swiss-2026", &["dutch-2026-odd", "dutch-2026-nopairing"]),
    ("team-2026", &["dutch-2026-odd", "dutch-2026-nopairing"]),
];

/// The files of each step.
fn programs(round: &ByRules<'_>, certificate: &RuleCertificate) -> Result<Vec<Veripb>, ProofRefusal> {
    let mut programs = Vec::new();
    each_program(round, certificate, |program| {
        let (mut opb, mut proof) = (Vec::new(), Vec::new());
        program.write(&mut opb).and_then(|()| program.write_proof(&mut proof)).expect("texts in memory");
        let [opb, proof] = [opb, proof].map(|text| String::from_utf8(text).expect("UTF-8"));
        programs.push(Veripb { opb, proof });
        Ok::<_, ProofRefusal>(())
    })?;
    Ok(programs)
}

pub fn paired(system: System, state: &RoundState) -> Option<Pairing> {
    system.pair(state).ok().map(|paired| paired.pairing)
}

pub static NO_WISHES: LazyLock<Wishes> = LazyLock::new(Wishes::default);

pub fn by_rules<'a>(state: &'a RoundState, system: &'a str) -> ByRules<'a> {
    ByRules { state, system, wishes: &NO_WISHES }
}

/// The certificate of a round, which proves what the engine pairs.
pub fn certified(system: System, state: &RoundState, what: &str) -> RuleCertificate {
    let engine = paired(system, state);
    let id = system.to_string();
    let (certificate, proven) = by_rules(state, &id)
        .make(engine.as_ref(), &|| false)
        .unwrap_or_else(|refused| panic!("{system}, {what}: {refused}"));
    let is_same = proven.pairing.is_some() == engine.is_some() && proven.dispute.is_none();
    assert!(is_same, "{system}, {what}: {:?}\n{:?}\n{engine:?}", proven.dispute, proven.pairing);
    certificate
}

/// Random tournaments by their numbers, and what they are called.
type Kind = (&'static str, Box<dyn Fn(u64) -> Tournament>);

/// Random tournaments before a round, with what they are called.
pub fn random_tournaments(system: System, count: usize) -> impl Iterator<Item = (String, Tournament)> {
    let ruled = move |seed| dutch_random::ruled(seed, paired_by(system));
    let clubs = move |seed| dutch_random::clubs(seed, paired_by(system));
    let kinds: [Kind; 6] = match system.to_string().as_str() {
        "tcec" => [
            ("ruled", Box::new(tcec_random::ruled)),
            ("wild", Box::new(tcec_random::wild)),
            ("ruled", Box::new(tcec_random::ruled)),
            ("wild", Box::new(tcec_random::wild)),
            ("wild", Box::new(tcec_random::wild)),
            ("wild", Box::new(tcec_random::wild)),
        ],
        _ => [
            ("ruled", Box::new(ruled)),
            ("wild", Box::new(dutch_random::wild)),
            ("barred", Box::new(dutch_random::barred)),
            ("topscorers", Box::new(dutch_random::topscorers)),
            ("banned", Box::new(dutch_random::banned)),
            ("clubs", Box::new(clubs)),
        ],
    };
    (0..count).map(move |number| {
        let ((kind, of), seed) = (&kinds[number % kinds.len()], (number / kinds.len()) as u64);
        let mut tournament = of(seed);
        dutch_random::as_paired_by(system.edition(), &mut tournament, seed);
        (format!("{kind} {seed}"), tournament)
    })
}

pub fn random_rounds(system: System, count: usize) -> Vec<(String, RoundState)> {
    random_tournaments(system, count).map(|(what, tournament)| (what, state(&tournament))).collect()
}

/// The rounds of a folder of tournaments that have at most so many players.
pub fn known_rounds(folder: &str, most: usize) -> Vec<(String, RoundState)> {
    let (mut rounds, folder) = (Vec::new(), format!("tests/data/oracle/{folder}"));
    for path in files::files(&folder, if folder.ends_with("tcec") { "json" } else { "trf" }) {
        let mut tournament = files::load(&path).tournament;
        // The last round of a file counts as the last of the tournament.
        tournament.rounds_planned.get_or_insert(tournament.rounds.len() as u32);
        for round in 1..=tournament.rounds.len() as u32 {
            let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
            let Ok(state) = RoundState::new(&tournament, request) else { continue };
            if state.players().len() <= most {
                rounds.push((format!("{} {round}", path.display()), state));
            }
        }
    }
    rounds
}

pub fn rounds() -> usize {
    usize::try_from(long::rounds(100)).expect("few")
}

#[test]
fn every_system_but_one_has_proofs() {
    let provable: Vec<String> =
        System::all().map(|system| system.to_string()).filter(|id| procedure(id).is_some()).collect();
    let tested: Vec<&str> = PROVABLE.iter().map(|(id, _)| *id).collect();
    assert_eq!(provable, tested);
}

#[test]
pub fn random_rounds_are_proven_to_be_the_engines() {
    for (id, _) in PROVABLE.iter().filter(|(id, _)| is_chosen("PROOF_SYSTEMS", id)) {
        for (what, state) in random_rounds(system(id), rounds()) {
            certified(system(id), &state, &what);
        }
    }
}

/// A proof of another pairing than the system's is an internal fault at every door.
#[test]
fn nothing_is_claimed_where_proof_and_system_differ() {
    let state = state(&files::load("instances/teaching-8.json".as_ref()).tournament);
    for (id, _) in PROVABLE {
        let agree = |proven: Option<&Pairing>| agree(&state, system(id), proven, Options::default());
        let own = paired(system(id), &state).expect("a pairing");
        assert!(agree(Some(&own)).is_ok(), "{id}");
        let mut other = own.clone();
        (other.boards[0].black, other.boards[1].black) = (own.boards[1].black, own.boards[0].black);
        for proven in [Some(&other), None] {
            assert!(matches!(agree(proven), Err(AskError::Internal(_))), "{id}: {proven:?}");
        }
    }
}

/// C.1, C.12 of 2012. In the first two, 2 was moved down and has no opponent. Once it has moved on, C.12 asks for P0 and M0 of the others
/// before C.14 lowers M1: with 20 in the place of 14 both of those moved down are paired. JaVaFo 1.4 does not ask. In the third, C.12 asks
/// for two pairs and sends 24 instead of 6, who has no opponent; the bracket begins again with it, and makes three. In the fourth, 5 and 15, and also 3 and 5, allow the P1 and M1 that C.12 asks for.
#[test]
fn c12_is_asked_again_when_c1_has_moved_somebody_on() {
    for (name, round, pair) in [
        ("clubs-n20-r5.trf", 5, [14, 15]),
        ("clubs-n11-r5.json", 5, [14, 15]),
        ("clubs-n24-r5.json", 5, [15, 17]),
        ("clubs-n15-r3.json", 3, [3, 11]),
    ] {
        let tournament = files::load(format!("tests/data/oracle/adjudicated/{name}").as_ref()).tournament;
        let state = RoundState::new(&tournament, RoundRequest::from(round)).expect("sound");
        certified(system("dutch-2012"), &state, name);
        let own = paired(system("dutch-2012"), &state).expect("a pairing");
        let [one, other] = pair.map(|id| Seat::Player(PlayerId(id)));
        assert_eq!(own.partner(one), Some(other), "{name}: {own:?}");
    }
}

#[test]
fn known_rounds_are_proven_to_be_the_engines() {
    for (id, folders) in PROVABLE {
        for (what, state) in folders.iter().flat_map(|folder| known_rounds(folder, 30)) {
            certified(system(id), &state, &what);
        }
    }
}

#[test]
#[ignore = "long: make suite NAME=proofs"]
fn every_known_round_is_proven() {
    for (id, folders) in PROVABLE {
        let (mut bytes, mut seconds) = (Vec::new(), Vec::new());
        for (what, state) in folders.iter().flat_map(|folder| known_rounds(folder, usize::MAX)) {
            let started = std::time::Instant::now();
            let certificate = certified(system(id), &state, &what);
            seconds.push(started.elapsed().as_secs_f64());
            bytes.push(serde_json::to_string(&certificate).expect("it can be written").len());
        }
        println!("{id}: {}", spread(bytes, seconds));
    }
}

/// Another pairing is said to be another one, with the reason.
#[test]
fn another_pairing_is_disputed() {
    for (id, _) in PROVABLE {
        let (mut worse, mut barred, mut colours) = (0, 0, 0);
        for (what, state) in random_rounds(system(id), rounds()) {
            let Some(own) = paired(system(id), &state) else { continue };
            let dispute = |other: &Pairing| {
                let (_, proven) = by_rules(&state, id).make(Some(other), &|| false).expect("made");
                proven.dispute.unwrap_or_else(|| panic!("{id}, {what}: {other:?} is not the system's"))
            };
            if let Some(board) = own.boards.first() {
                let mut turned = own.clone();
                turned.boards[0] = Board { white: board.black, black: board.white };
                assert!(matches!(dispute(&turned), Dispute::Colours { .. }), "{id}, {what}");
                colours += 1;
            }
            if own.boards.len() > 1 {
                let mut crossed = own.clone();
                (crossed.boards[0].black, crossed.boards[1].black) = (own.boards[1].black, own.boards[0].black);
                match dispute(&crossed) {
                    Dispute::Worse { .. } => worse += 1,
                    Dispute::NotAllowed { .. } => barred += 1,
                    other => panic!("{id}, {what}: {other:?}"),
                }
                let mut fewer = own.clone();
                fewer.boards.pop();
                assert_eq!(dispute(&fewer), Dispute::Incomplete, "{id}, {what}");
            }
        }
        assert!(worse > 10 && barred > 10 && colours > 10, "{id}: {worse} {barred} {colours}");
    }
}

/// No step is without a program, nor a tier that was dropped. Long sequences have programs of their own.
#[test]
fn every_step_has_a_program() {
    for (id, _) in PROVABLE {
        let mut sequences = 0;
        for (what, state) in random_rounds(system(id), rounds()).into_iter().chain([large_round(id, 101)]) {
            let certificate = certified(system(id), &state, &what);
            let round = by_rules(&state, id);
            let programs = programs(&round, &certificate).unwrap_or_else(|why| panic!("{id}, {what}: {why}"));
            let mut due = 0;
            let record = |_: &StepTaken, proof: StepProof| {
                due += 1 + proof.tiers.iter().filter(|tier| tier.dropped.is_some()).count();
            };
            round.record(&certificate, record).expect("it holds");
            let is_of_sequence = |program: &&Veripb| program.opb.contains("by the choice K");
            let further = programs.iter().filter(is_of_sequence).count();
            assert!((due..=due + further).contains(&programs.len()), "{id}, {what}: {} of {due}", programs.len());
            sequences += further;
        }
        assert!(sequences > 0, "{id}");
    }
}

/// The second round of so many players, in which brackets are large.
fn large_round(id: &str, players: usize) -> (String, RoundState) {
    let mut rng = ChaCha8Rng::seed_from_u64(players as u64);
    let pair = paired_by(system(id));
    let change =
        |tournament: &mut Tournament| dutch_random::as_paired_by(system(id).edition(), tournament, players as u64);
    let tournament = dutch_random::restless(&mut rng, players, 1, Customs::default(), change, pair);
    (format!("{players} players"), state(&tournament))
}

/// Every step of these rounds is verified by a checker that knows no chess.
fn verify_steps(id: &str, kind: &str, rounds: impl Iterator<Item = (String, RoundState)>) {
    let (mut steps, mut bytes, mut seconds) = (0, Vec::new(), Vec::new());
    for (what, state) in rounds {
        let certificate = certified(system(id), &state, &what);
        let files = programs(&by_rules(&state, id), &certificate).expect("it holds");
        bytes.push(files.iter().map(|files| files.opb.len() + files.proof.len()).sum::<usize>());
        let started = std::time::Instant::now();
        for (number, files) in files.iter().enumerate() {
            let conclusion = files.proof.lines().rev().find_map(|line| line.strip_prefix("conclusion "));
            let conclusion = conclusion.expect("a conclusion").split(' ').collect::<Vec<_>>();
            let expected = match conclusion.as_slice() {
                ["BOUNDS", value, ..] => format!("BOUNDS {value} <= obj <= {value}"),
                _ => "UNSATISFIABLE".to_owned(),
            };
            assert_eq!(verified(files, &format!("{kind}-rules")), Some(expected), "{id}, {what}, step {number}");
            steps += 1;
        }
        seconds.push(started.elapsed().as_secs_f64());
    }
    println!("{id}, {kind}: VeriPB verifies {steps} steps of {}", spread(bytes, seconds));
}

/// How large and how slow rounds are.
fn spread(mut bytes: Vec<usize>, mut seconds: Vec<f64>) -> String {
    bytes.sort_unstable();
    seconds.sort_by(f64::total_cmp);
    let count = bytes.len();
    format!(
        "{count} rounds; bytes at the median {}, at most {}; seconds {:.3} and {:.3}",
        bytes[count / 2],
        bytes[count - 1],
        seconds[count / 2],
        seconds[count - 1]
    )
}

#[test]
#[ignore = "needs VeriPB: make suite NAME=proofs"]
fn every_step_is_verified() {
    for (id, _) in PROVABLE {
        let large = [61, 101].map(|players| large_round(id, players));
        verify_steps(id, "random", random_rounds(system(id), veripb_rounds() as usize).into_iter().chain(large));
    }
}

#[test]
#[ignore = "needs VeriPB, and is long: make suite NAME=proofs"]
fn every_step_of_known_rounds_is_verified() {
    for (id, folders) in PROVABLE {
        verify_steps(id, "known", folders.iter().flat_map(|folder| known_rounds(folder, 64)));
    }
}
