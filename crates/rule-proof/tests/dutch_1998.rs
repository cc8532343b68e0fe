//! Rounds of the edition of 1998. No tournament is at hand whose pairings are known to be right by it; so these are rounds that the text
//! decides by itself, and the states of all other rounds in `tests/data/oracle`, whose certificates are read back.

#![expect(clippy::disallowed_methods, reason = "files of the project or of the system")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use swiss_rule_proof::certificate::Reader;
use swiss_rule_proof::evidence::{Inquiry, Unproven};
use swiss_rule_proof::{make::Maker, procedure};
use swiss_trf::formats;
use swiss_trf::tournament::{
    Board, Bye, ByeKind, Colour, ForbiddenGroup, Game, GameResult, GamesPerPairing, Pairing, Player, PlayerId, Round,
    RoundRequest, RoundState, Tournament,
};

/// Make the pairing, and read its certificate back.
fn made(state: &RoundState) -> Option<Pairing> {
    let pair = procedure("dutch-1998").expect("it has one");
    let mut maker = Maker::new(&|| false);
    let made = pair(state, &mut Inquiry::new(&mut maker)).expect("solved");
    let steps = maker.into_steps();
    let mut reader = Reader::new(&steps);
    let read = pair(state, &mut Inquiry::new(&mut reader)).expect("it holds");
    assert_eq!(read, made);
    assert_eq!(reader.end(), Ok(()));
    made
}

fn tournament(players: u32, planned: u32) -> Tournament {
    Tournament {
        players: (1..=players).map(|id| Player::new(PlayerId(id))).collect(),
        rounds_planned: Some(planned),
        initial_colour: Some(Colour::White),
        ..Tournament::default()
    }
}

/// A round of these boards, White first, each with its result, and who has the bye.
fn round(boards: &[(u32, u32, &str)], bye: Option<u32>) -> Round {
    let games = boards.iter().map(|(white, black, result)| {
        let [white, black] = [*white, *black].map(PlayerId);
        Game { white, black, result: GameResult::from_name(result), rated: true }
    });
    let byes = bye.map(|player| Bye { player: PlayerId(player), kind: ByeKind::Pairing });
    Round { games: games.collect(), byes: byes.into_iter().collect() }
}

/// The boards, White first, and the bye.
fn paired(tournament: &Tournament, round: u32) -> (Vec<(u32, u32)>, Option<u32>) {
    let state = RoundState::new(tournament, RoundRequest::from(round)).expect("sound");
    let pairing = made(&state).expect("there is one");
    let number = |board: &Board| (board.white.0, board.black.0);
    (pairing.boards.iter().map(number).collect(), pairing.bye.map(|bye| bye.0))
}

/// F.4: the highest of S1 meets the highest of S2, and the lowest has the bye. E.5: colours alternate.
#[test]
fn the_first_round() {
    assert_eq!(paired(&tournament(7, 5), 1), (vec![(1, 4), (5, 2), (3, 6)], Some(7)));
}

/// After 1-3, 4-2: the winners 1 (White) and 2 (Black) meet, and so do 3 and 4, each with the other colour.
#[test]
fn colours_are_granted() {
    let mut tournament = tournament(4, 3);
    tournament.rounds.push(round(&[(1, 3, "1-0"), (4, 2, "0-1")], None));
    assert_eq!(paired(&tournament, 2), (vec![(2, 1), (3, 4)], None));
}

/// A.8, B.4, D.1: 1 and 3 won with White, 2 and 4 with Black. x is zero; so 1-3 and 2-4 are transposed to 1-4 and 2-3.
#[test]
fn a_transposition_grants_the_colours() {
    let mut tournament = tournament(8, 5);
    tournament.rounds.push(round(&[(1, 5, "1-0"), (6, 2, "0-1"), (3, 7, "1-0"), (8, 4, "0-1")], None));
    assert_eq!(paired(&tournament, 2), (vec![(4, 1), (2, 3), (5, 8), (7, 6)], None));
}

/// B.5 for downfloats, a bye being one (A.5): in the second round of five players the bye does not go to 5, who had it (B.1.b).
#[test]
fn the_bye_goes_to_another() {
    let mut tournament = tournament(5, 3);
    tournament.rounds.push(round(&[(1, 3, "1-0"), (4, 2, "0-1")], Some(5)));
    let (boards, bye) = paired(&tournament, 2);
    assert_eq!((boards.len(), bye), (2, Some(4)));
}

/// Two games a pairing are unknown to the edition; nobody to pair is no fault.
#[test]
fn other_states() {
    let mut double = tournament(4, 3);
    double.games_per_pairing = GamesPerPairing::Two;
    let state = RoundState::new(&double, RoundRequest::from(1)).expect("sound");
    let mut maker = Maker::new(&|| false);
    let pair = procedure("dutch-1998").expect("it has one");
    let refused = pair(&state, &mut Inquiry::new(&mut maker));
    assert!(matches!(refused, Err(Unproven::Procedure(_))));
    let state = RoundState::new(&tournament(0, 3), RoundRequest::from(1));
    assert!(state.is_err() || made(&state.expect("sound")) == Some(Pairing::default()));
    assert_eq!(paired(&tournament(1, 3), 1), (Vec::new(), Some(1)));
}

/// Most players may not meet each other in round 2: there is no pairing, and the brackets above the lowest are nearly empty of pairs.
#[test]
fn many_bans() {
    let mut tournament = tournament(120, 5);
    let boards: Vec<(u32, u32, &str)> =
        (1..=60).map(|id| (id, id + 60, ["1-0", "0-1", "1/2-1/2"][id as usize % 3])).collect();
    tournament.rounds.push(round(&boards, None));
    let players = (1..=100).map(PlayerId).collect();
    tournament.forbidden.push(ForbiddenGroup { players, rounds: Some((2, 2)) });
    let state = RoundState::new(&tournament, RoundRequest::from(2)).expect("sound");
    assert_eq!(made(&state), None);
    tournament.forbidden[0].players.truncate(60);
    let state = RoundState::new(&tournament, RoundRequest::from(2)).expect("sound");
    assert_eq!(made(&state).map(|pairing| pairing.boards.len()), Some(60));
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "trf") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The states of rounds that were paired by other editions: all are paired, and the certificates hold.
#[test]
fn rounds_of_other_editions_have_a_pairing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/oracle");
    let wanted = std::env::var("ROUNDS").unwrap_or_else(|_| "adjudicated".into());
    let (mut rounds, mut same) = (0, 0);
    for path in files(&root) {
        if !path.display().to_string().contains(&wanted) {
            continue;
        }
        let mut tournament = formats::read(&std::fs::read(&path).expect("there")).expect("sound").tournament;
        tournament.rounds_planned = tournament.rounds_planned.or(u32::try_from(tournament.rounds.len()).ok());
        for (round, played) in tournament.played_rounds() {
            let Ok(theirs) = played.pairing() else { continue };
            let mut cut = tournament.clone();
            cut.rounds.truncate(round as usize);
            cut.absences.clear();
            cut.players.iter_mut().for_each(|player| player.declared_points = None);
            let state = RoundState::new(&cut, RoundRequest::from(round)).expect("sound");
            let ours = made(&state).unwrap_or_else(|| panic!("{} round {round}", path.display()));
            let boards = |pairing: &Pairing| -> BTreeSet<(u32, u32)> {
                pairing.boards.iter().map(|board| (board.white.0, board.black.0)).collect()
            };
            rounds += 1;
            same += usize::from(boards(&ours) == boards(&theirs) && ours.bye == theirs.bye);
        }
    }
    println!("{rounds} rounds, {same} as by the other edition");
}

/// `PLAYERS=300`, `PLANNED=20`: seconds for each round of a random tournament, to make its certificate and to read it.
#[test]
#[ignore = "for looking at the time"]
fn time() {
    use rand::{RngExt, SeedableRng};
    let number = |name: &str, default: u32| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (count, planned) = (number("PLAYERS", 300), number("PLANNED", 20));
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(u64::from(number("SEED", 1)));
    let mut tournament = Tournament {
        players: (1..=count).map(|id| Player::new(PlayerId(id))).collect(),
        rounds_planned: Some(planned),
        ..Tournament::default()
    };
    let mut total = 0.0;
    for round in 1..=planned {
        let byes: Vec<Bye> = (1..=count)
            .filter(|_| random.random_bool(0.02))
            .map(|id| Bye { player: PlayerId(id), kind: ByeKind::Half })
            .collect();
        tournament.rounds.push(Round { games: Vec::new(), byes: byes.clone() });
        let state = RoundState::new(&tournament, RoundRequest::from(round)).expect("sound");
        let pair = procedure("dutch-1998").expect("it has one");
        let begun = std::time::Instant::now();
        let mut maker = Maker::new(&|| false);
        let mut evidence = Inquiry::new(&mut maker);
        let pairing = pair(&state, &mut evidence).expect("solved").expect("there is one");
        let asked: usize = evidence.taken.iter().map(|step| step.decided.as_ref().map_or(0, Vec::len)).sum();
        let (graphs, seconds) = (evidence.taken.len(), begun.elapsed().as_secs_f64());
        let steps = maker.into_steps();
        let begun = std::time::Instant::now();
        let mut reader = Reader::new(&steps);
        assert_eq!(pair(&state, &mut Inquiry::new(&mut reader)).expect("it holds"), Some(pairing.clone()));
        let read = begun.elapsed().as_secs_f64();
        println!("round {round}: {graphs} graphs, {asked} questions, {seconds:.2} s to make, {read:.2} s to read");
        total += seconds;
        let games = pairing.boards.iter().map(|board| {
            let edge = (i64::from(board.black.0) - i64::from(board.white.0)) as f64 / f64::from(count);
            let luck = random.random_range(0.0..1.0) + edge * 0.4;
            let name = if luck > 0.65 {
                "1-0"
            } else if luck > 0.35 {
                "1/2-1/2"
            } else {
                "0-1"
            };
            Game { white: board.white, black: board.black, result: GameResult::from_name(name), rated: true }
        });
        let games = games.collect();
        let byes = byes.into_iter().chain(pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing })).collect();
        if let Some(last) = tournament.rounds.last_mut() {
            *last = Round { games, byes };
        }
    }
    println!("{total:.2} s to make all");
}
