//! Random tournaments are written and read again, a round is added to their reports, and reports are damaged.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use swiss_trf::formats::trf::Document;
use swiss_trf::formats::{self, json, pairs};
use swiss_trf::tournament::{
    Absence, Adjustment, Board, Bye, ByeKind, Code, Colour, ForbiddenGroup, Game, GameResult, Pairing, Place, Player,
    PlayerId, Round, RoundRequest, RoundState, Score, Tournament,
};

fn player(rng: &mut ChaCha8Rng, id: u32) -> Player {
    let name = ["Anna", "Müller, Jörg", "Ольга", "O'Neill, P.", "李"].choose(rng).expect("not empty");
    let federation = [None, Some("NED"), Some("FID")].choose(rng).expect("not empty");
    Player {
        name: format!("{name} {id}"),
        rating: rng.random_bool(0.8).then(|| rng.random_range(1..=3500)),
        title: rng.random_bool(0.3).then(|| "GM".to_owned()),
        federation: federation.map(str::to_owned),
        ..Player::new(PlayerId(id))
    }
}

/// A round in which everybody plays or has a bye, in the order of a report.
fn round(rng: &mut ChaCha8Rng, players: u32) -> Round {
    let mut ids: Vec<PlayerId> = (1..=players).map(PlayerId).collect();
    ids.shuffle(rng);
    let away = rng.random_range(0..=ids.len() / 3);
    let mut round = Round::default();
    let mut here = ids.split_off(away);
    if here.len() % 2 == 1 {
        round.byes.extend(here.pop().map(|player| Bye { player, kind: ByeKind::Pairing }));
    }
    round.byes.extend(ids.into_iter().map(|player| {
        let kind = *[ByeKind::Half, ByeKind::Full, ByeKind::Zero].choose(rng).expect("not empty");
        Bye { player, kind }
    }));
    for pair in here.chunks(2) {
        let (_, result) = *GameResult::NAMES.choose(rng).expect("not empty");
        round.games.push(Game { white: pair[0], black: pair[1], result: Some(result), rated: true });
    }
    round.games.sort_by_key(|game| game.white.min(game.black));
    round.byes.sort_by_key(|bye| bye.player);
    round
}

fn tournament(rng: &mut ChaCha8Rng) -> Tournament {
    let players = rng.random_range(2..=13);
    let rounds: Vec<Round> = (0..rng.random_range(0..=6)).map(|_| round(rng, players)).collect();
    // A round without games would be one still to be paired.
    let rounds: Vec<Round> = rounds.into_iter().filter(|round| !round.games.is_empty()).collect();
    let next = u32::try_from(rounds.len()).expect("few") + 1;
    let mut tournament = Tournament {
        name: "A tournament".to_owned(),
        rounds_planned: Some(next + rng.random_range(0..=2)),
        initial_colour: *[None, Some(Colour::White), Some(Colour::Black)].choose(rng).expect("not empty"),
        players: (1..=players).map(|id| player(rng, id)).collect(),
        rounds,
        ..Tournament::default()
    };
    if rng.random_bool(0.3) {
        let kind = *[ByeKind::Half, ByeKind::Zero].choose(rng).expect("not empty");
        tournament.absences.push(Absence { player: PlayerId(1), round: Some(next), kind });
    }
    if rng.random_bool(0.3) {
        let players = vec![PlayerId(1), PlayerId(2)];
        tournament.forbidden.push(ForbiddenGroup { players, rounds: None });
    }
    if rng.random_bool(0.2) {
        let of_player = tournament.accelerations.entry(PlayerId(2)).or_default();
        of_player.insert(next, Score::from_tenths(10));
    }
    if rng.random_bool(0.2) {
        tournament.points.win = [30, 30].map(Score::from_tenths);
        tournament.points.draw = [10, 10].map(Score::from_tenths);
    }
    if rng.random_bool(0.2) {
        tournament.points.adjourned = Some(Score::from_tenths(rng.random_range(0..=10)));
    }
    for round in 1..=next {
        if rng.random_bool(0.1) {
            let points = Score::from_tenths(rng.random_range(-20..=20));
            tournament.adjustments.push(Adjustment { player: PlayerId(2), round, points });
        }
    }
    tournament
}

/// The players to be paired, the first against the second and so on.
fn any_pairing(state: &RoundState) -> Pairing {
    let ids: Vec<PlayerId> = state.players().iter().map(|player| player.id).collect();
    let boards = ids.chunks_exact(2).map(|pair| Board { white: pair[0], black: pair[1] }).collect();
    Pairing { boards, bye: ids.chunks_exact(2).remainder().first().copied() }
}

#[test]
fn what_is_written_is_read_again() {
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    for _ in 0..2_000 {
        let tournament = tournament(&mut rng);
        let report = Document::from_tournament(&tournament).expect("a report can hold it").to_bytes();
        let loaded = formats::read(&report).unwrap_or_else(|faults| panic!("{faults:#?}"));
        assert_eq!(loaded.tournament, tournament);
        assert!(loaded.notes.iter().all(|note| note.code == Code::AdjournedGame), "{:#?}", loaded.notes);
        let loaded = formats::read(json::write(&tournament).as_bytes()).expect("our own JSON");
        assert_eq!(loaded.tournament, tournament);
    }
}

#[test]
fn an_added_round_changes_nothing_before_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(2006);
    for _ in 0..2_000 {
        let tournament = tournament(&mut rng);
        let report = Document::from_tournament(&tournament).expect("a report can hold it").to_bytes();
        let loaded = formats::read(&report).expect("our own report");
        let state = RoundState::new(&loaded.tournament, RoundRequest::default()).expect("sound");
        let pairing = any_pairing(&state);
        let next = state.round();
        let after = loaded.with_round(next, &pairing).expect("paired");
        let read = formats::read(&after.to_bytes()).unwrap_or_else(|faults| panic!("{faults:#?}")).tournament;
        let before = tournament.rounds.len();
        assert_eq!(read.rounds[..before], tournament.rounds[..]);
        let written = read.pairing(next).map(|pairing| pairing.expect("one bye at most"));
        // Without a board the round is still to be paired, and its byes are absences.
        assert_eq!(written.is_some(), !pairing.boards.is_empty());
        let in_order = |mut pairing: Pairing| {
            pairing.boards.sort_by_key(|board| board.white);
            pairing
        };
        if let Some(written) = written {
            assert_eq!(in_order(written), in_order(pairing.clone()));
        }
        let listed = pairs::read(pairs::write(&pairing).as_bytes()).expect("our own list");
        assert_eq!(listed, pairing);
    }
}

#[test]
fn a_damaged_report_is_read_or_has_faults_at_its_lines() {
    let mut rng = ChaCha8Rng::seed_from_u64(1997);
    let (mut sound, mut faulty) = (0, 0);
    for _ in 0..20_000 {
        let mut report = Document::from_tournament(&tournament(&mut rng)).expect("a report can hold it").to_bytes();
        for _ in 0..rng.random_range(1..=3) {
            let at = rng.random_range(0..report.len());
            match rng.random_range(0..4) {
                0 => report[at] = *b" 0129wb-+=UZX\n\r\xFF".choose(&mut rng).expect("not empty"),
                1 => report.truncate(at.max(1)),
                2 => report.insert(at, b' '),
                _ => drop(report.remove(at)),
            }
            report.push(b'\n');
        }
        match formats::read(&report) {
            Ok(_) => sound += 1,
            Err(faults) => {
                let lines = Document::parse(&report).lines().count();
                let is_in = |place: Place| matches!(place, Place::At(at) if (1..=lines.max(1)).contains(&at.line));
                assert!(!faults.is_empty());
                assert!(faults.iter().all(|fault| is_in(fault.place)), "{faults:#?}");
                faulty += 1;
            }
        }
    }
    assert!(sound > 1_000 && faulty > 5_000, "{sound} {faulty}");
}
