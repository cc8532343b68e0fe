//! Rounds to keep open: the best pairing that leaves rounds pairable, against all pairings of small fields and all rounds that can
//! follow them. The enumeration here shares nothing with the search but the verifier's verdict on one pairing.

use crate::support::prelude::*;
use crate::support::{play, reference};
use swiss_ilp::model::Side;
use swiss_ilp::proof::verify;
use swiss_ilp::questions::solve::keep_open;
use swiss_ilp::rules::Hard;
use swiss_ilp::solve::{NoPairing, Options, Termination};

/// Two players, the lower number first; 0 is the bye.
type Pair = (u32, u32);

fn pair(one: u32, other: u32) -> Pair {
    (one.min(other), one.max(other))
}

fn pairs_of(pairing: &Pairing) -> Vec<Pair> {
    let boards = pairing.boards.iter().map(|board| pair(board.white.0, board.black.0));
    boards.chain(pairing.bye.map(|id| (0, id.0))).collect()
}

/// The rules on pairs of the rounds to come.
struct Rounds<'a> {
    tournament: &'a Tournament,
    spec: &'a Objective,
    seats: Vec<u32>,
    met: BTreeSet<Pair>,
}

impl<'a> Rounds<'a> {
    fn new(tournament: &'a Tournament, state: &RoundState, spec: &'a Objective) -> Self {
        let mut seats: Vec<u32> = state.players().iter().map(|player| player.id.0).collect();
        seats.extend((seats.len() % 2 == 1).then_some(0));
        let games =
            tournament.rounds.iter().flat_map(|round| &round.games).map(|game| pair(game.white.0, game.black.0));
        let byes = tournament.rounds.iter().flat_map(|round| &round.byes).map(|bye| (0, bye.player.0));
        Self { tournament, spec, seats, met: games.chain(byes).collect() }
    }

    fn is_once(&self, (one, _): Pair) -> bool {
        self.spec.hard.contains(&if one == 0 { Hard::NoSecondBye } else { Hard::NoRematch })
    }

    fn allows(&self, round: u32, made: Pair) -> bool {
        let bars = |group: &ForbiddenGroup| {
            let has = |id| group.players.contains(&PlayerId(id));
            group.holds_in(round) && has(made.0) && has(made.1)
        };
        let is_banned = self.spec.hard.contains(&Hard::NoForbiddenPair) && self.tournament.forbidden.iter().any(bars);
        let is_apart = self.spec.side.forbidden.iter().any(|[one, other]| pair(*one, *other) == made);
        !(is_banned || is_apart || self.is_once(made) && self.met.contains(&made))
    }

    /// Whether `count` rounds can follow, the first of which is `round`, after the pairs `used`.
    fn can_follow(&self, round: u32, count: usize, used: &mut BTreeSet<Pair>) -> bool {
        count == 0 || self.complete(round, count, &self.seats, used)
    }

    fn complete(&self, round: u32, count: usize, left: &[u32], used: &mut BTreeSet<Pair>) -> bool {
        let Some((first, others)) = left.split_first() else { return self.can_follow(round + 1, count - 1, used) };
        others.iter().any(|other| {
            let made = pair(*first, *other);
            if !self.allows(round, made) || self.is_once(made) && used.contains(&made) {
                return false;
            }
            let is_new = used.insert(made);
            let rest: Vec<u32> = others.iter().copied().filter(|seat| seat != other).collect();
            let is_found = self.complete(round, count, &rest, used);
            if is_new {
                used.remove(&made);
            }
            is_found
        })
    }
}

/// A field of `size` after `played` rounds by lot without rematches, or as many as there were.
fn played(rng: &mut ChaCha8Rng, size: u32, played: usize) -> Tournament {
    let players = (1..=size).map(|id| Player::new(PlayerId(id))).collect();
    let mut tournament = Tournament { players, ..Tournament::default() };
    if rng.random_bool(0.1) {
        tournament.games_per_pairing = GamesPerPairing::Two;
    }
    let rules = vec![Hard::NoRematch, Hard::NoSecondBye];
    let spec = Objective { hard: rules, ..Objective::load("pairs").expect("a model") };
    for _ in 0..played {
        let legal = reference::legal_pairings(&state(&tournament), &spec);
        let Some((_, pairing)) = legal.choose(rng) else { break };
        let turn = |board: &Board| match rng.random_bool(0.5) {
            true => Board { white: board.black, black: board.white },
            false => *board,
        };
        let pairing = Pairing { boards: pairing.boards.iter().map(turn).collect(), ..*pairing };
        let mut round = play(&pairing, rng);
        if tournament.games_per_pairing == GamesPerPairing::Two {
            let again = play(&pairing, rng).games.into_iter();
            round.games.extend(again.map(|game| Game { white: game.black, black: game.white, ..game }));
        }
        tournament.rounds.push(round);
    }
    tournament
}

/// What is found for `ahead` rounds against what enumeration finds; how many rounds can follow at most, or more than asked.
fn assert_as_enumerated(tournament: &Tournament, spec: &Objective, ahead: u32, context: &str) -> Option<u32> {
    let state = state(tournament);
    let rounds = Rounds::new(tournament, &state, spec);
    let legal = reference::legal_pairings(&state, spec);
    let leaves = |pairing: &Pairing, count: u32| {
        let mut used = pairs_of(pairing).into_iter().collect();
        rounds.can_follow(state.round() + 1, count as usize, &mut used)
    };
    // Legal pairings come in canonical order, and the first of equals is kept.
    let best = |count: u32| {
        let open = legal.iter().filter(|(_, pairing)| leaves(pairing, count));
        open.fold(None, |best: Option<&(_, Pairing)>, one| Some(best.filter(|best| best.0 >= one.0).unwrap_or(one)))
    };
    let solved = keep_open(tournament, &state, spec, ahead, Options::default()).expect("it is solved");
    let found = solved.keep_open.as_ref().expect("kept open");
    if legal.is_empty() {
        assert!(matches!(solved.solution.termination, Termination::Infeasible(_)), "{context}");
        assert_eq!((found.kept, solved.solution.incumbent), (None, None), "{context}");
        return None;
    }
    if let Some((values, pairing)) = best(ahead) {
        let incumbent =
            solved.solution.incumbent.as_ref().unwrap_or_else(|| panic!("{context}: there is an open pairing"));
        assert!(solved.is_optimal(), "{context}");
        assert_eq!(&incumbent.values, values, "{context}");
        let sorted = |pairing: &Pairing| pairs_of(pairing).into_iter().collect::<BTreeSet<_>>();
        assert_eq!(sorted(&incumbent.pairing), sorted(pairing), "{context}");
        assert_eq!((found.kept, found.witness.len()), (Some(ahead), ahead as usize), "{context}");
        let counted = verify::keep_open(tournament, &state, spec, &incumbent.pairing, &found.witness);
        assert_eq!(counted, [""; 0], "{context}");
        return Some(ahead);
    }
    let most = (0..ahead).rev().find(|count| best(*count).is_some()).expect("no round follows any legal pairing");
    let Termination::Infeasible(NoPairing::Closed(closed)) = &solved.solution.termination else {
        panic!("{context}: {:?}", solved.solution.termination);
    };
    assert_eq!((found.kept, closed.most), (Some(most), most), "{context}");
    assert_eq!(closed.broken_at, state.round() + most + 1, "{context}");
    assert_eq!(found.witness.len(), most as usize, "{context}");
    Some(most)
}

fn model(rng: &mut ChaCha8Rng, size: u32) -> Objective {
    let spec = Objective::load(["pairs", "fair"].choose(rng).expect("two")).expect("a model");
    let mut hard = match rng.random_range(0..3) {
        0 => spec.hard.clone(),
        _ => vec![Hard::NoRematch, Hard::NoForbiddenPair, Hard::NoSecondBye],
    };
    hard.retain(|_| rng.random_bool(0.93));
    let mut side = Side::default();
    if size > 3 && rng.random_bool(0.1) {
        side.forbidden.push([rng.random_range(0..2), 3]);
        side.forbidden.retain(|pair| pair[0] != 0 || size % 2 == 1);
    }
    if size > 3 && rng.random_bool(0.1) {
        side.forced.push([1, 2]);
    }
    Objective { hard, side, ..spec }
}

#[test]
fn small_fields_are_kept_open_as_by_enumeration() {
    let [mut none, mut kept, mut broken, mut changed] = [0; 4];
    for seed in seeds(500) {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let size = *[2, 3, 4, 5, 6, 6, 7, 8, 8].choose(rng).expect("sizes");
        let rounds = rng.random_range(0..size as usize);
        let mut tournament = played(rng, size, rounds);
        let next = state(&tournament).round();
        for _ in 0..*[0, 0, 1, 2].choose(rng).expect("counts") {
            let players = (1..=size).map(PlayerId).collect::<Vec<_>>().sample(rng, 2).copied().collect();
            let first = rng.random_range(next..next + 3);
            let rounds = rng.random_bool(0.7).then_some((first, first + 1));
            tournament.forbidden.push(ForbiddenGroup { players, rounds });
        }
        let spec = model(rng, size);
        let ahead = rng.random_range(0..=5);
        let context = format!("seed {seed}, {size} players, round {next}, {ahead} ahead");
        match assert_as_enumerated(&tournament, &spec, ahead, &context) {
            None => none += 1,
            Some(most) if most < ahead => broken += 1,
            Some(_) => kept += 1,
        }
        let solved = keep_open(&tournament, &state(&tournament), &spec, ahead, Options::default());
        changed += usize::from(solved.expect("solved").keep_open.is_some_and(|ahead| ahead.tried > 1));
    }
    assert!(none > 6 && kept > 100 && broken > 65 && changed > 10, "{none} {kept} {broken} {changed}");
}

#[test]
fn the_whole_round_robin_can_be_kept_open() {
    for size in [2, 3, 6, 7, 10, 13, 14] {
        let tournament = played(&mut ChaCha8Rng::seed_from_u64(1), size, 0);
        let state = state(&tournament);
        let rules = vec![Hard::NoRematch, Hard::NoSecondBye];
        let spec = Objective { hard: rules, ..Objective::load("pairs").expect("a model") };
        let rounds = size + size % 2 - 1;
        let at_most = |ahead| {
            let solved = keep_open(&tournament, &state, &spec, ahead, Options::default()).expect("solved");
            (solved.solution.incumbent.is_some(), solved.keep_open.and_then(|ahead| ahead.kept))
        };
        assert_eq!(at_most(rounds - 1), (true, Some(rounds - 1)), "{size}");
        assert_eq!(at_most(rounds), (false, Some(rounds - 1)), "{size}");
        assert_eq!(at_most(99), (false, Some(rounds - 1)), "{size}");
    }
}

#[test]
fn a_wrong_witness_is_found_out() {
    let tournament = played(&mut ChaCha8Rng::seed_from_u64(3), 7, 2);
    let state = state(&tournament);
    let spec =
        Objective { hard: vec![Hard::NoRematch, Hard::NoSecondBye], ..Objective::load("pairs").expect("a model") };
    let solved = keep_open(&tournament, &state, &spec, 3, Options::default()).expect("solved");
    let pairing = solved.solution.incumbent.expect("a pairing").pairing;
    let witness = solved.keep_open.expect("kept open").witness;
    let check = |later: &[RoundPairs]| verify::keep_open(&tournament, &state, &spec, &pairing, later);
    assert_eq!(check(&witness), [""; 0]);
    let with = |change: &dyn Fn(&mut Vec<RoundPairs>)| {
        let mut later = witness.clone();
        change(&mut later);
        check(&later)
    };
    let board = pairing.boards[0];
    let game = tournament.rounds[0].games[0];
    let said = |faults: Vec<String>, what: &str| assert!(faults.iter().any(|fault| fault.contains(what)), "{faults:?}");
    said(with(&|later| later[1].pairs[0] = [board.white, board.black]), "meet again");
    said(with(&|later| later[2].pairs[0] = [game.black, game.white]), "meet again");
    said(with(&|later| later[1].pairs.truncate(2)), "is not in the pairing");
    said(with(&|later| later[1].bye = later[0].bye), "may not have the bye");
    said(with(&|later| later[1].bye = pairing.bye), "may not have the bye");
    said(with(&|later| later[1].bye = Some(tournament.rounds[0].byes[0].player)), "may not have the bye");
    said(with(&|later| later[1].round = 9), "stands in the place");
    said(with(&|later| later[0] = RoundPairs { round: later[0].round, ..later[1].clone() }), "meet again");
}

#[test]
fn the_command_line_keeps_rounds_open() {
    let ahead = |count: &str| {
        let output = run(&["solve", "-", "--keep-open", count, "--format", "json"], FRESH);
        (output.status.code(), json(&output)["keep_open"].clone())
    };
    let (code_of_2, record) = ahead("2");
    assert_eq!((code_of_2, record["kept_open"].as_u64()), (Some(0), Some(2)));
    assert_eq!(record["witness"].as_array().map(Vec::len), Some(2));
    let (code_of_3, record) = ahead("3");
    assert_eq!((code_of_3, record["kept_open"].as_u64(), record["broken_at"].as_u64()), (Some(1), Some(2), Some(4)));
    assert_eq!(record["short_of_partners"].as_u64(), Some(1));
    assert_eq!(ahead("0").1["kept_open"].as_u64(), Some(0));
    assert_eq!(code(&["solve", "-", "--keep-open", "100"], FRESH), 3);
    for arguments in [["--model", "dutch-2012"], ["--all-optima", "2"], ["--proof", "target/none"]] {
        assert_eq!(code(&[&["solve", "-", "--keep-open", "1"][..], &arguments].concat(), FRESH), 3, "{arguments:?}");
    }
    let nobody = r#"{"players":[{"id":1}]}"#;
    assert_eq!(code(&["solve", "-", "--keep-open", "1"], nobody), 1);
    assert_eq!(code(&["solve", "-", "--keep-open", "0"], nobody), 0);
    // No limit of no time at all ends in a proof, and the code says so.
    ended(&["solve", "instances/graz-open-2026-a.trf", "--keep-open", "9", "--time-limit", "0"], "", 4, "");
}
