//! What the Dubov system promises, on simulated tournaments: its rules in every round, and opponents of equal strength.
//!
//! `STRESS=20` tries twenty times as many tournaments.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use support::dubov_referee::{Referee, Tally};
use support::simulate::Simulation;
use support::state;
use swiss_ilp::systems::dubov_1997::{Dubov1997, Readings, aro_list};
use swiss_ilp::systems::dutch_1998::Dutch1998;
use swiss_ilp::systems::{Fraction, System};
use swiss_ilp::tournament::{
    Absence, Bye, ByeKind, Game, GameResult, Pairing, Player, PlayerId, Round, RoundState, Score, Tournament,
};

fn times() -> u64 {
    std::env::var("STRESS").map_or(1, |times| times.parse().expect("a number of times"))
}

fn pair(system: &dyn System, state: &RoundState) -> Option<Pairing> {
    system.pair(state).ok().map(|paired| paired.pairing)
}

/// `check` may fail by a panic; then say where.
fn in_round<T>(seed: u64, state: &RoundState, check: impl FnOnce() -> T) -> T {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(check))
        .unwrap_or_else(|_| panic!("seed {seed}, round {}, {} players", state.round(), state.players().len()))
}

#[test]
fn a_thousand_tournaments_are_paired_as_promised() {
    let system = Dubov1997::default();
    let mut tally = Tally::default();
    let mut players = BTreeSet::new();
    for seed in 0..1_000 * times() {
        let mut simulation = Simulation::eventful(seed);
        while let Some(round) = simulation.next_state() {
            players.insert(round.players().len());
            let paired = system.pair(&round);
            let again = system.pair(&state(&simulation.shuffled()));
            assert_eq!(paired, again, "seed {seed}, round {}: another order in the file", round.round());
            let pairing = paired.ok().map(|paired| paired.pairing);
            in_round(seed, &round, || Referee::new(&round).assert_promises(pairing.as_ref(), &mut tally));
            let Some(pairing) = pairing else { break };
            simulation.play(&pairing);
        }
    }
    println!("{tally:#?}, {:?} players", (players.first(), players.last()));
    assert_eq!(players.last(), Some(&200));
    // So that none of the checks is an empty one.
    let Tally { rounds, unpairable, without_2_5, boards, byes, passed_over, by_6_2, by_7_3, by_2_6, .. } = tally;
    assert!(rounds > 6_000 && boards > 50_000 && unpairable > 20 && without_2_5 > 20, "{tally:?}");
    assert!(byes > 1_000 && passed_over > 100, "{tally:?}");
    assert!(by_6_2 > 500 && by_7_3 > 500 && by_2_6 > 20, "{tally:?}");
    assert!(tally.colours.iter().all(|count| *count > 20), "{tally:?}");
}

#[test]
fn other_readings_pair_everybody_too() {
    let default = Readings::default();
    let readings = [
        ("transfers_only", Readings { transfers_only: true, ..default }),
        ("exchange_rows", Readings { exchange_rows: true, ..default }),
        ("floaters_by_rating", Readings { floaters_by_rating: true, ..default }),
    ];
    let mut rounds = 0;
    let mut changed = [0; 3];
    for seed in 10_000..10_000 + 150 * times() {
        let mut simulation = Simulation::eventful(seed);
        while let Some(round) = simulation.next_state() {
            let Some(pairing) = pair(&Dubov1997::default(), &round) else { break };
            rounds += 1;
            for (changed, (name, readings)) in changed.iter_mut().zip(readings) {
                let other = pair(&Dubov1997 { readings }, &round).unwrap_or_else(|| panic!("{name}, seed {seed}"));
                in_round(seed, &round, || Referee::new(&round).assert_limits(&other));
                *changed += u32::from(other != pairing);
            }
            simulation.play(&pairing);
        }
    }
    for ((name, _), changed) in readings.iter().zip(changed) {
        println!("{name} changes {changed} of {rounds} rounds");
    }
    assert!(changed.iter().all(|changed| (1..rounds / 2).contains(changed)), "{changed:?}");
}

/// The columns of 6.2, from the opponents' ratings that give these averages.
#[test]
fn the_example_of_the_article_is_paired_row_by_row() {
    let white: [(&str, &[u32]); 6] = [
        ("2310.0", &[2310, 2300, 2320, 2290, 2330]),
        ("2318.4", &[2318, 2318, 2318, 2319, 2319]),
        ("2322.3", &[2322, 2322, 2323]),
        ("2333.7", &[2333, 2334, 2334]),
        ("2340.5", &[2340, 2341]),
        ("2344.6", &[2344, 2344, 2345, 2345, 2345]),
    ];
    let black = [2380, 2365, 2300, 2280, 2260, 2250];
    // By pairing number: "white" 4, "black" 6, and so on; the others are the opponents so far.
    let whites = [4, 1, 11, 8, 6, 2];
    let blacks = [12, 3, 9, 5, 10, 7];
    let mut tournament = Tournament {
        players: (1..=12).map(|id| Player { rating: Some(2300), ..Player::new(PlayerId(id)) }).collect(),
        rounds: vec![Round::default(); 5],
        rounds_planned: Some(9),
        ..Tournament::default()
    };
    for (id, rating) in blacks.iter().zip(black) {
        tournament.players[id - 1].rating = Some(rating);
    }
    let mut has_met = |id: usize, opponents: &[u32], is_due_white: bool| {
        for (place, rating) in opponents.iter().enumerate() {
            let opponent = PlayerId(u32::try_from(tournament.players.len()).expect("few") + 1);
            tournament.players.push(Player { rating: Some(*rating), ..Player::new(opponent) });
            tournament.absences.push(Absence { player: opponent, round: None, kind: ByeKind::Zero });
            let player = tournament.players[id - 1].id;
            let has_white = is_due_white == (opponents.len() - place).is_multiple_of(2);
            let [white, black] = if has_white { [player, opponent] } else { [opponent, player] };
            let result = GameResult::from_name("1/2-1/2");
            tournament.rounds[place].games.push(Game { white, black, result, rated: true });
        }
        for round in &mut tournament.rounds[opponents.len()..] {
            round.byes.push(Bye { player: tournament.players[id - 1].id, kind: ByeKind::Half });
        }
    };
    for (id, (_, opponents)) in whites.iter().zip(white) {
        has_met(*id, opponents, true);
    }
    for id in blacks {
        has_met(id, &[2300; 5], false);
    }
    let state = state(&tournament);
    let aros: BTreeMap<PlayerId, Option<Fraction>> =
        aro_list(&state).into_iter().map(|line| (line.id, line.aro)).collect();
    let number = |id: usize| PlayerId(u32::try_from(id).expect("few"));
    for (id, (aro, _)) in whites.iter().zip(white) {
        assert_eq!(aros[&number(*id)].map(Fraction::to_tenths).as_deref(), Some(aro));
    }
    let paired = Dubov1997::default().pair(&state).expect("a pairing").pairing;
    let boards: BTreeSet<_> = paired.boards.iter().map(|board| (board.white, board.black)).collect();
    let rows = whites.iter().zip(blacks).map(|(white, black)| (number(*white), number(black)));
    assert_eq!(boards, rows.collect());
    let mut tally = Tally::default();
    Referee::new(&state).assert_promises(Some(&paired), &mut tally);
    assert_eq!((tally.by_6_2, tally.boards), (1, 6));
}
