//! Small random tournaments with bans: what the procedure pairs is what a literal walk through the text finds, which knows no graph and
//! no cost.

mod dutch_2012_text;

use dutch_2012_text::{Who, pair_round};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use swiss_rule_proof::certificate::Reader;
use swiss_rule_proof::evidence::Inquiry;
use swiss_rule_proof::{make::Maker, procedure};
use swiss_trf::tournament::{
    Bye, ByeKind, Colour, Float, ForbiddenGroup, Game, GameResult, Outcome, Pairing, PastEvent, Player, PlayerId,
    Round, RoundRequest, RoundState, Score, Tournament,
};

/// The players as the text sees them: A.4, A.7, A.10, B.1.
fn who(state: &RoundState) -> Vec<Who> {
    let index: BTreeMap<PlayerId, usize> = state.players().iter().enumerate().map(|(i, p)| (p.id, i)).collect();
    let who = state.players().iter().map(|player| {
        let colours: Vec<Colour> = player.colours().collect();
        let difference: i32 = colours.iter().map(|colour| colour.sign()).sum();
        let to = if difference > 0 { Colour::Black } else { Colour::White };
        let prefers = colours.last().map(|last| {
            let is_twice = colours.len() > 1 && colours[colours.len() - 2] == *last;
            match difference.abs() {
                0 if is_twice => (last.opposite(), 3),
                0 => (last.opposite(), 1),
                1 if is_twice => (last.opposite(), 3),
                1 => (to, 2),
                _ => (to, 3),
            }
        });
        let is_gift = |event: &PastEvent| match event {
            PastEvent::Bye(kind) => *kind != ByeKind::Zero,
            PastEvent::Game { encounters, .. } => encounters.iter().any(|e| e.1 == Outcome::ForfeitWin),
            PastEvent::Absent => false,
        };
        let met = player.history.iter().filter_map(|past| past.event.met());
        let banned = state.forbidden().filter_map(|(a, b)| match (a == player.id, b == player.id) {
            (true, _) => Some(b),
            (_, true) => Some(a),
            _ => None,
        });
        let float = |ago| player.float(ago).map_or(0, |float| if float == Float::Down { -1 } else { 1 });
        Who {
            score: i64::from(player.score.tenths()),
            prefers: prefers.map(|(colour, strength)| (colour == Colour::White, strength)),
            is_topscorer: state.is_topscorer(player),
            may_have_bye: !player.history.iter().any(|past| is_gift(&past.event)),
            floats: [float(1), float(2)],
            barred: met.chain(banned).filter_map(|id| index.get(&id).copied()).collect(),
        }
    });
    who.collect()
}

fn play(random: &mut ChaCha8Rng, pairing: &Pairing) -> Round {
    let results = ["1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-"];
    let games = pairing.boards.iter().map(|board| {
        let result = GameResult::from_name(results[random.random_range(0..results.len())]);
        Game { white: board.white, black: board.black, result, rated: true }
    });
    let games = games.collect();
    Round { games, byes: pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing }).into_iter().collect() }
}

#[test]
fn small_tournaments_are_paired_as_a_literal_walk_does() {
    let seeds: u64 = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(60);
    let start: u64 = std::env::var("FIRST").ok().and_then(|first| first.parse().ok()).unwrap_or(0);
    let pair = procedure("dutch-2012").expect("known");
    let (mut rounds, mut impossible) = (0, 0);
    for seed in start..start + seeds {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let count = random.random_range(4..=12_u32);
        let planned = random.random_range(2..count);
        let ids: Vec<PlayerId> = (1..=count).map(PlayerId).collect();
        let mut tournament = Tournament {
            players: ids.iter().copied().map(Player::new).collect(),
            rounds_planned: Some(planned),
            initial_colour: Some(Colour::White),
            ..Tournament::default()
        };
        if random.random_bool(0.2) {
            let points =
                BTreeMap::from([(1, Score::from_tenths(10)), (2, Score::from_tenths(10)), (3, Score::from_tenths(5))]);
            tournament.accelerations.extend((1..=count / 2).map(|id| (PlayerId(id), points.clone())));
        }
        for _ in 0..random.random_range(0..5) {
            let size = random.random_range(2..=count as usize / 2);
            let players = ids.sample(&mut random, size).copied().collect();
            tournament.forbidden.push(ForbiddenGroup { players, rounds: None });
        }
        for round in 1..=planned {
            let mut byes = Vec::new();
            for player in 1..=count {
                if random.random_bool(0.06) {
                    let kinds = [ByeKind::Half, ByeKind::Zero, ByeKind::Full];
                    byes.push(Bye { player: PlayerId(player), kind: kinds[random.random_range(0..3)] });
                }
            }
            tournament.rounds.push(Round { games: Vec::new(), byes: byes.clone() });
            let state = RoundState::new(&tournament, RoundRequest::from(round)).expect("sound");
            let mut maker = Maker::new(&|| false);
            let made = pair(&state, &mut Inquiry::new(&mut maker)).expect("solved");
            let steps = maker.into_steps();
            let mut reader = Reader::new(&steps);
            let read = pair(&state, &mut Inquiry::new(&mut reader)).expect("it holds");
            assert_eq!((&read, reader.end()), (&made, Ok(())), "seed {seed} round {round}");
            let id = |player: usize| state.players()[player].id;
            let sorted = |a: PlayerId, b: PlayerId| (a.min(b), a.max(b));
            let literal = pair_round(&who(&state), round % 2 == 1).map(|(pairs, bye)| {
                let pairs: BTreeSet<_> = pairs.iter().map(|(a, b)| sorted(id(*a), id(*b))).collect();
                (pairs, bye.map(id))
            });
            let ours = made.as_ref().map(|pairing| {
                let pairs: BTreeSet<_> = pairing.boards.iter().map(|b| sorted(b.white, b.black)).collect();
                (pairs, pairing.bye)
            });
            assert_eq!(ours, literal, "seed {seed} round {round}");
            rounds += 1;
            let Some(pairing) = made else {
                impossible += 1;
                break;
            };
            let mut played = play(&mut random, &pairing);
            played.byes.extend(byes);
            if let Some(last) = tournament.rounds.last_mut() {
                *last = played;
            }
            if tournament.rounds.last().is_some_and(|round| round.games.is_empty()) {
                break;
            }
        }
    }
    println!("{rounds} rounds, {impossible} impossible");
}
