//! Simulated tournaments test what the Dubov system promises: its rules in every round, and opponents of equal
//! strength.
//!
//! `STRESS=20` tries twenty times as many tournaments.

use crate::support::dubov_referee::{Referee, Tally};
use crate::support::simulate::{Simulation, Strengths};
use crate::support::state;
use crate::support::system;
use std::collections::{BTreeMap, BTreeSet};
use swiss_ilp::questions::registry::System;
use swiss_ilp::systems::Fraction;
use swiss_ilp::systems::dubov_1997::aro_list;
use swiss_ilp::tournament::{
    Absence, Bye, ByeKind, Game, GameResult, Pairing, PastEvent, Player, PlayerId, Round, RoundState, Score, Tournament,
};

fn times() -> u64 {
    std::env::var("STRESS").map_or(1, |times| times.parse().expect("a number of times"))
}

fn pair(system: System, state: &RoundState) -> Option<Pairing> {
    system.pair(state).ok().map(|paired| paired.pairing)
}

/// Runs `check`, and names the tournament if it panics.
fn in_round<T>(seed: u64, state: &RoundState, check: impl FnOnce() -> T) -> T {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(check))
        .unwrap_or_else(|_| panic!("seed {seed}, round {}, {} players", state.round(), state.players().len()))
}

#[test]
fn a_thousand_tournaments_keep_the_rules_in_every_round() {
    let system = system("dubov-1997");
    let mut tally = Tally::default();
    let mut players = BTreeSet::new();
    let mut sizes: BTreeMap<usize, [u32; 2]> = BTreeMap::new();
    for seed in 0..1_000 * times() {
        let mut simulation = Simulation::eventful(seed);
        while let Some(round) = simulation.next_state() {
            players.insert(round.players().len());
            let paired = system.pair(&round);
            let again = system.pair(&state(&simulation.shuffled()));
            assert_eq!(paired, again, "seed {seed}, round {}: another order in the file", round.round());
            let pairing = paired.ok().map(|paired| paired.pairing);
            let before = tally.without_2_5;
            in_round(seed, &round, || Referee::new(&round).assert_promises(pairing.as_ref(), &mut tally));
            let rounds = sizes.entry(round.players().len().div_ceil(20) * 20).or_insert([0; 2]);
            rounds[0] += 1;
            rounds[1] += tally.without_2_5 - before;
            let Some(pairing) = pairing else { break };
            simulation.play(&pairing);
        }
    }
    println!("{tally:#?}");
    for (players, [rounds, without_2_5]) in sizes {
        println!("up to {players} players: {without_2_5} of {rounds} rounds cannot keep 2.5");
    }
    assert!(players.last() > Some(&190), "{players:?}");
    // Every check must have been made often enough.
    let Tally { rounds, unpairable, without_2_5, boards, byes, passed_over, by_6_2, by_7_3, by_2_6, .. } = tally;
    assert!(rounds > 6_000 && boards > 50_000 && unpairable > 20 && without_2_5 > 20, "{tally:?}");
    assert!(byes > 1_000 && passed_over > 100, "{tally:?}");
    assert!(by_6_2 > 500 && by_7_3 > 500 && by_2_6 > 20, "{tally:?}");
    assert!(tally.colours.iter().all(|count| *count > 20), "{tally:?}");
}

#[test]
fn other_readings_pair_everybody_too() {
    let readings = ["transfers-only", "exchange-rows", "floaters-by-rating"];
    let mut rounds = 0;
    let mut changed = [0; 3];
    for seed in 10_000..10_000 + 150 * times() {
        let mut simulation = Simulation::eventful(seed);
        while let Some(round) = simulation.next_state() {
            let Some(pairing) = pair(system("dubov-1997"), &round) else { break };
            rounds += 1;
            for (changed, name) in changed.iter_mut().zip(readings) {
                let other = pair(system(&format!("dubov-1997+{name}")), &round)
                    .unwrap_or_else(|| panic!("{name}, seed {seed}"));
                in_round(seed, &round, || Referee::new(&round).assert_limits(&other));
                *changed += u32::from(other != pairing);
            }
            simulation.play(&pairing);
        }
    }
    for (name, changed) in readings.iter().zip(changed) {
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
        assert_eq!(
            aros[&number(*id)].map(|aro| format!("{:.1}", *aro.numer() as f64 / *aro.denom() as f64)).as_deref(),
            Some(aro)
        );
    }
    let paired = system("dubov-1997").pair(&state).expect("a pairing").pairing;
    let boards: BTreeSet<_> = paired.boards.iter().map(|board| (board.white, board.black)).collect();
    let rows = whites.iter().zip(blacks).map(|(white, black)| (number(*white), number(black)));
    assert_eq!(boards, rows.collect());
    let mut tally = Tally::default();
    Referee::new(&state).assert_promises(Some(&paired), &mut tally);
    assert_eq!((tally.by_6_2, tally.boards), (1, 6));
}

/// How much the average ratings of opponents differ within score groups, over many groups.
#[derive(Debug, Clone, Copy, Default)]
struct Spread {
    groups: f64,
    /// The sum of their standard deviations.
    deviation: f64,
    /// The sum of the differences between the highest and the lowest.
    range: f64,
}

/// Smaller groups are not counted.
const LEAST_GROUP: usize = 4;

impl Spread {
    /// The groups by the scores of `state`, their opponents those of `state` and of the round paired then, if any.
    fn of(state: &RoundState, pairing: Option<&Pairing>) -> Self {
        let mut opponents: BTreeMap<PlayerId, Vec<PlayerId>> = BTreeMap::new();
        for player in state.players() {
            let met = player.history.iter().filter_map(|past| match past.event {
                PastEvent::Game { opponent, .. } => Some(opponent),
                PastEvent::Bye(_) | PastEvent::Absent => None,
            });
            opponents.insert(player.id, met.collect());
        }
        for board in pairing.iter().flat_map(|pairing| &pairing.boards) {
            opponents.entry(board.white).or_default().push(board.black);
            opponents.entry(board.black).or_default().push(board.white);
        }
        let rating = |id: &PlayerId| f64::from(state.player(*id).and_then(|player| player.rating).expect("a rating"));
        let mut groups: BTreeMap<Score, Vec<f64>> = BTreeMap::new();
        for player in state.players() {
            groups.entry(player.score).or_default().push(mean(opponents[&player.id].iter().map(rating)));
        }
        let mut spread = Self::default();
        for averages in groups.into_values().filter(|averages| averages.len() >= LEAST_GROUP) {
            let centre = mean(averages.iter().copied());
            spread.groups += 1.0;
            spread.deviation += mean(averages.iter().map(|average| (average - centre).powi(2))).sqrt();
            spread.range += averages.iter().fold(f64::MIN, |most, average| most.max(*average))
                - averages.iter().fold(f64::MAX, |least, average| least.min(*average));
        }
        spread
    }

    fn add(&mut self, other: Self) {
        self.groups += other.groups;
        self.deviation += other.deviation;
        self.range += other.range;
    }

    /// The mean standard deviation and the mean range.
    fn means(self) -> [f64; 2] {
        [self.deviation, self.range].map(|sum| sum / self.groups)
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = numbers.fold((0.0, 0.0), |(count, sum), number| (count + 1.0, sum + number));
    sum / count
}

/// The results of `dutch-1998` and of `dubov-1997` for the same players, in this order.
#[derive(Debug, Clone, Copy, Default)]
struct Comparison {
    tournaments: u32,
    /// The next round of tournaments that `dutch-1998` has paired so far.
    after_dutch: [Spread; 2],
    /// The next round of tournaments that `dubov-1997` has paired so far.
    after_dubov: [Spread; 2],
    /// The end of tournaments that each has paired alone.
    at_the_end: [Spread; 2],
}

impl Comparison {
    /// `None` if one of the two finds no pairing in some round.
    fn of(simulation: &Simulation) -> Option<Self> {
        let dubov = system("dubov-1997");
        let systems: [System; 2] = [system("dutch-1998"), dubov];
        let mut comparison = Self { tournaments: 1, ..Self::default() };
        for own in 0..2 {
            let mut simulation = simulation.clone();
            while let Some(round) = simulation.next_state() {
                let pairings = [pair(systems[0], &round)?, pair(systems[1], &round)?];
                if round.round() >= 3 {
                    let after = if own == 0 { &mut comparison.after_dutch } else { &mut comparison.after_dubov };
                    for (spread, pairing) in after.iter_mut().zip(&pairings) {
                        spread.add(Spread::of(&round, Some(pairing)));
                    }
                }
                simulation.play(&pairings[own]);
            }
            let ended = Tournament { rounds_planned: None, ..simulation.tournament };
            comparison.at_the_end[own] = Spread::of(&state(&ended), None);
        }
        Some(comparison)
    }

    fn add(&mut self, other: &Self) {
        self.tournaments += other.tournaments;
        let all = |comparison: &Self| [comparison.after_dutch, comparison.after_dubov, comparison.at_the_end];
        let mut sums = all(self);
        for (sum, spread) in sums.iter_mut().flatten().zip(all(other).into_iter().flatten()) {
            sum.add(spread);
        }
        [self.after_dutch, self.after_dubov, self.at_the_end] = sums;
    }

    fn row(&self) -> String {
        let columns = [self.after_dutch, self.after_dubov, self.at_the_end].map(|[dutch, dubov]| {
            let [[deviation, range], [of_dubov, range_of_dubov]] = [dutch.means(), dubov.means()];
            format!("{deviation:6.1} {of_dubov:6.1} {range:7.1} {range_of_dubov:7.1}")
        });
        format!("{:5} | {}", self.tournaments, columns.join(" | "))
    }
}

/// The test prints the mean standard deviation and the mean range of `dutch-1998` and of `dubov-1997`.
#[test]
fn opponents_of_a_score_group_are_closer_together_than_by_the_dutch_system() {
    let mut all = Comparison::default();
    let mut by_size: BTreeMap<(usize, u32), Comparison> = BTreeMap::new();
    let mut by_strengths: BTreeMap<Strengths, Comparison> = BTreeMap::new();
    let mut unpairable = 0;
    for (players, rounds) in
        [20, 50, 100, 200].into_iter().flat_map(|players| [7, 9, 11].map(|rounds| (players, rounds)))
    {
        for (seed, strengths) in (0..2 * times()).flat_map(|seed| Strengths::ALL.map(|strengths| (seed, strengths))) {
            let simulation = Simulation::quiet(seed, strengths, players, rounds);
            let Some(comparison) = Comparison::of(&simulation) else {
                unpairable += 1;
                continue;
            };
            all.add(&comparison);
            by_size.entry((players, rounds)).or_default().add(&comparison);
            by_strengths.entry(strengths).or_default().add(&comparison);
        }
    }
    let heading = ["next round after dutch-1998", "next round after dubov-1997", "each its own, at the end"];
    println!("{:24} {}", "", heading.map(|text| format!("| {text:^29}")).join(" "));
    println!("{:24} {}", "", ["|   deviation        range     "; 3].join(" "));
    println!("{:24} {}", "", ["|  dutch  dubov   dutch   dubov"; 3].join(" "));
    for ((players, rounds), comparison) in &by_size {
        println!("{players:3} pl., {rounds:2} rounds {}", comparison.row());
    }
    for (strengths, comparison) in &by_strengths {
        println!("{:<18} {}", format!("{strengths:?}"), comparison.row());
    }
    println!("{:<18} {}", "all", all.row());
    println!("{unpairable} more tournaments had a round without a pairing");
    for [dutch, dubov] in [all.after_dutch, all.after_dubov, all.at_the_end] {
        let [dutch, dubov] = [dutch.means(), dubov.means()];
        assert!(dubov[0] < dutch[0] && dubov[1] < dutch[1], "{dubov:?} by dubov-1997, {dutch:?} by dutch-1998");
    }
    assert!(unpairable * 10 < all.tournaments, "{unpairable}");
}
