//! Random tournaments for the TCEC rules. Their past rounds are paired by the rules ([`ruled`]) or at random
//! ([`wild`]).

use super::state;
use crate::readings::tcec::pair;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use swiss_ilp::tournament::{
    Absence, Board, Bye, ByeKind, Game, GameResult, GamesPerPairing, Pairing, Player, PlayerId, Round, Tournament,
};

/// Tournament number `seed`: 2 to 14 players and up to twice as many rounds, all paired by the rules.
pub fn ruled(seed: u64) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let players = rng.random_range(2..=14);
    let rounds = rng.random_range(0..=2 * players);
    let games = if rng.random_bool(0.3) { GamesPerPairing::Two } else { GamesPerPairing::One };
    ruled_with(&mut rng, players, rounds, games)
}

/// Seeds 1 to `players`, who all play `rounds` rounds by the rules.
pub fn ruled_with(rng: &mut impl Rng, players: usize, rounds: usize, games: GamesPerPairing) -> Tournament {
    let results = Results { draws: *[0.1, 0.5, 0.8, 1.0].choose(rng).expect("not empty"), forfeits: 0.0 };
    let ids = (1..).map(PlayerId).take(players);
    let mut tournament =
        Tournament { games_per_pairing: games, players: ids.map(Player::new).collect(), ..Tournament::default() };
    if rng.random_bool(0.3) {
        // The order of the file is not the order of the seeds.
        tournament.players.shuffle(rng);
    }
    for _ in 0..rounds {
        let literal = pair(&state(&tournament)).unwrap_or_else(|error| panic!("{error} in {tournament:#?}"));
        let round = played(rng, &literal.pairing, games, &results);
        tournament.rounds.push(round);
    }
    tournament
}

/// Tournament number `seed`: 2 to 14 players, whose past rounds were paired at random, with absences and forfeits.
pub fn wild(seed: u64) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rng = &mut rng;
    let count = rng.random_range(2..=14);
    let step = if rng.random_bool(0.2) { 3 } else { 1 };
    let mut ids = Vec::new();
    for _ in 0..count {
        let last = ids.last().map_or(0, |id: &PlayerId| id.0);
        ids.push(PlayerId(last + rng.random_range(1..=step)));
    }
    let rounds = match rng.random_range(0..3) {
        0 => rng.random_range(0..=3),
        1 => rng.random_range(0..=count),
        _ => rng.random_range(0..=2 * count),
    };
    let games = if rng.random_bool(0.2) { GamesPerPairing::Two } else { GamesPerPairing::One };
    let results = Results {
        draws: *[0.1, 0.5, 0.8].choose(rng).expect("not empty"),
        forfeits: *[0.0, 0.05, 0.3].choose(rng).expect("not empty"),
    };
    let absence_rate = *[0.0, 0.0, 0.05, 0.2].choose(rng).expect("not empty");
    let balance = *[0.0, 0.6, 0.9, 1.0].choose(rng).expect("not empty");
    let mut tournament = Tournament {
        games_per_pairing: games,
        players: ids.iter().copied().map(Player::new).collect(),
        ..Tournament::default()
    };
    for _ in 0..rounds {
        let (mut here, byes) = present(rng, &ids, absence_rate);
        here.shuffle(rng);
        let (pairs, rest) = here.as_chunks::<2>();
        let boards = pairs.iter().map(|[one, other]| {
            let due = whites_less_blacks(&tournament, *one).cmp(&whites_less_blacks(&tournament, *other));
            let one_is_white = if due.is_ne() && rng.random_bool(balance) { due.is_lt() } else { rng.random() };
            if one_is_white { Board { white: *one, black: *other } } else { Board { white: *other, black: *one } }
        });
        let pairing = Pairing { boards: boards.collect(), bye: rest.first().copied() };
        let mut round = played(rng, &pairing, games, &results);
        round.byes.extend(byes);
        tournament.rounds.push(round);
    }
    let (_, byes) = present(rng, &ids, absence_rate);
    if rng.random() {
        tournament.rounds.push(Round { games: Vec::new(), byes });
    } else {
        let absence = |bye: Bye| Absence { player: bye.player, round: None, kind: bye.kind };
        tournament.absences.extend(byes.into_iter().map(absence));
    }
    tournament.players.shuffle(rng);
    tournament
}

/// The rates of draws and of forfeited games.
struct Results {
    draws: f64,
    forfeits: f64,
}

/// The players present, at least two, and the requested byes of the others.
fn present(rng: &mut impl Rng, ids: &[PlayerId], absence_rate: f64) -> (Vec<PlayerId>, Vec<Bye>) {
    let mut here = ids.to_vec();
    let mut byes = Vec::new();
    for player in ids {
        if here.len() > 2 && rng.random_bool(absence_rate) {
            here.retain(|other| other != player);
            // A player without a bye is absent.
            let kind =
                *[None, Some(ByeKind::Zero), Some(ByeKind::Half), Some(ByeKind::Full)].choose(rng).expect("four");
            byes.extend(kind.map(|kind| Bye { player: *player, kind }));
        }
    }
    (here, byes)
}

fn whites_less_blacks(tournament: &Tournament, player: PlayerId) -> i32 {
    let games = tournament.rounds.iter().flat_map(|round| &round.games);
    games.map(|game| i32::from(game.white == player) - i32::from(game.black == player)).sum()
}

fn played(rng: &mut impl Rng, pairing: &Pairing, games: GamesPerPairing, results: &Results) -> Round {
    let mut boards = pairing.boards.clone();
    if games == GamesPerPairing::Two {
        let reversed = |board: &Board| Board { white: board.black, black: board.white };
        boards.extend(pairing.boards.iter().map(reversed));
    }
    let game = |board: Board| {
        let names: &[&str] = if rng.random_bool(results.forfeits) {
            &["+/-", "-/+", "-/-"]
        } else if rng.random_bool(results.draws) {
            &["1/2-1/2"]
        } else {
            &["1-0", "0-1"]
        };
        let result = GameResult::from_name(names.choose(rng).expect("not empty"));
        Game { white: board.white, black: board.black, result, rated: true }
    };
    let byes = pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing });
    Round { games: boards.into_iter().map(game).collect(), byes: byes.into_iter().collect() }
}
