//! Simulated tournaments that a system pairs: players, absences, and results drawn from rating differences.

use super::state;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use swiss_ilp::tournament::{
    Board, Bye, ByeKind, Colour, Game, GameResult, Pairing, Player, PlayerId, Round, RoundState, Tournament,
};

/// The playing strength of players without a rating.
const UNRATED: u32 = 1400;

/// A tournament that is being simulated.
#[derive(Debug, Clone)]
pub struct Simulation {
    /// The rounds so far, and the absences from the round to pair.
    pub tournament: Tournament,
    /// The number of rounds, also if the tournament does not declare it.
    pub rounds: u32,
    seed: u64,
    rng: ChaCha8Rng,
    habits: Habits,
    withdrawn: BTreeSet<PlayerId>,
}

/// Probabilities, from 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
struct Habits {
    /// That a player has a half-point or a zero-point bye in a round.
    bye: f64,
    /// That a player withdraws before a round.
    withdrawal: f64,
    /// That a game is forfeited.
    forfeit: f64,
}

impl Simulation {
    /// Tournament number `seed`, with byes, withdrawals and forfeits: 2 to 200 players, mostly few, and 5 to 11 rounds.
    pub fn eventful(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let most = *[12, 24, 24, 40, 40, 80, 200].choose(&mut rng).expect("not empty");
        let count = rng.random_range(2.max(most / 4)..=most);
        let unrated = *[0.0, 0.0, 0.04, 0.2].choose(&mut rng).expect("not empty");
        let ratings = Strengths::ALL.choose(&mut rng).expect("not empty").ratings(&mut rng, count).into_iter();
        let mut ratings: Vec<_> = ratings.map(|rating| (!rng.random_bool(unrated)).then_some(rating)).collect();
        // The list is mostly in the order of ratings.
        if rng.random_bool(0.8) {
            ratings.sort_by_key(|rating| std::cmp::Reverse(*rating));
        }
        let rounds = rng.random_range(5..=11);
        let mut simulation = Self::new(seed, rng, ratings, rounds);
        let rng = &mut simulation.rng;
        simulation.habits = Habits {
            bye: *[0.0, 0.01, 0.05].choose(rng).expect("not empty"),
            withdrawal: *[0.0, 0.01, 0.03].choose(rng).expect("not empty"),
            forfeit: *[0.0, 0.01, 0.05].choose(rng).expect("not empty"),
        };
        simulation.tournament.rounds_planned = rng.random_bool(0.75).then_some(rounds);
        simulation.tournament.initial_colour =
            *[None, Some(Colour::White), Some(Colour::Black)].choose(rng).expect("not empty");
        if rng.random_bool(0.5) {
            for player in &mut simulation.tournament.players {
                player.name = ["Adams", "Short", "Speelman", "Miles", ""].choose(rng).expect("not empty").to_string();
            }
        }
        simulation
    }

    /// The tournament number `seed` of `count` players with ratings who all play every round.
    pub fn quiet(seed: u64, field: Strengths, count: usize, rounds: u32) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut ratings = field.ratings(&mut rng, count);
        ratings.sort_unstable_by(|one, other| other.cmp(one));
        let mut simulation = Self::new(seed, rng, ratings.into_iter().map(Some).collect(), rounds);
        simulation.tournament.rounds_planned = Some(rounds);
        simulation
    }

    fn new(seed: u64, rng: ChaCha8Rng, ratings: Vec<Option<u32>>, rounds: u32) -> Self {
        let player = |(id, rating)| Player { rating, ..Player::new(PlayerId(id)) };
        let players = (1..).zip(ratings).map(player).collect();
        let tournament = Tournament { players, ..Tournament::default() };
        Self { tournament, rounds, seed, rng, habits: Habits::default(), withdrawn: BTreeSet::new() }
    }

    /// The state before the next round, for which the absences are drawn now. `None` after the last round, or if too
    /// few players are left.
    pub fn next_state(&mut self) -> Option<RoundState> {
        let number = self.tournament.rounds.len() + 1;
        let mut byes = Vec::new();
        for player in &self.tournament.players {
            if self.rng.random_bool(self.habits.withdrawal) {
                self.withdrawn.insert(player.id);
            }
            let is_away = self.rng.random_bool(self.habits.bye);
            let kind = if self.rng.random_bool(0.6) { ByeKind::Half } else { ByeKind::Zero };
            if self.withdrawn.contains(&player.id) {
                byes.push(Bye { player: player.id, kind: ByeKind::Zero });
            } else if is_away {
                byes.push(Bye { player: player.id, kind });
            }
        }
        if number > self.rounds as usize || byes.len() + 2 > self.tournament.players.len() {
            return None;
        }
        self.tournament.rounds.push(Round { byes, ..Round::default() });
        Some(state(&self.tournament))
    }

    /// The same tournament with the entries of its file in another order.
    pub fn shuffled(&self) -> Tournament {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed ^ self.tournament.rounds.len() as u64);
        let mut tournament = self.tournament.clone();
        tournament.players.shuffle(&mut rng);
        for round in &mut tournament.rounds {
            round.games.shuffle(&mut rng);
            round.byes.shuffle(&mut rng);
        }
        tournament
    }

    /// Play the round of [`Self::next_state`].
    pub fn play(&mut self, pairing: &Pairing) {
        let game = |board: &Board| Game {
            white: board.white,
            black: board.black,
            result: Some(self.result(board)),
            rated: true,
        };
        let games = pairing.boards.iter().map(game).collect();
        let round = self.tournament.rounds.last_mut().expect("a round to play");
        round.games = games;
        round.byes.extend(pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing }));
    }

    /// The result depends on the tournament, the round and the two players, and not on their colours.
    fn result(&self, board: &Board) -> GameResult {
        let [low, high] = [board.white.min(board.black), board.white.max(board.black)];
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        for (place, number) in (8..).step_by(4).zip([self.tournament.rounds.len() as u32, low.0, high.0]) {
            seed[place..place + 4].copy_from_slice(&number.to_le_bytes());
        }
        let mut rng = ChaCha8Rng::from_seed(seed);
        let rating = |id: PlayerId| f64::from(self.tournament.players[id.0 as usize - 1].rating.unwrap_or(UNRATED));
        let expected = 1.0 / (1.0 + 10_f64.powf((rating(high) - rating(low)) / 400.0));
        let draw = 0.7 * expected.min(1.0 - expected);
        let lot: f64 = rng.random();
        let name = if rng.random_bool(self.habits.forfeit) {
            *["+/-", "-/+", "-/-"].choose(&mut rng).expect("not empty")
        } else if lot < expected - draw / 2.0 {
            "1-0"
        } else if lot < expected + draw / 2.0 {
            "1/2-1/2"
        } else {
            "0-1"
        };
        let result = GameResult::from_name(name).expect("a result");
        let [of_low, of_high] = Colour::BOTH.map(|colour| result.of(colour));
        let [white, black] = if board.white == low { [of_low, of_high] } else { [of_high, of_low] };
        GameResult::new(white, black).expect("the result turned round")
    }
}

/// The distribution of the players' strengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strengths {
    /// All strengths equally often.
    Open,
    /// Most players of medium strength.
    Bell,
    /// Many of the same rating.
    Ties,
    /// All players of nearly the same strength.
    Class,
    /// A few masters and many beginners.
    Camps,
}

impl Strengths {
    pub const ALL: [Self; 5] = [Self::Open, Self::Bell, Self::Ties, Self::Class, Self::Camps];

    fn ratings(self, rng: &mut ChaCha8Rng, count: usize) -> Vec<u32> {
        let rating = |_| match self {
            Self::Open => rng.random_range(1000..=2500),
            Self::Bell => (0..4).map(|_| rng.random_range(1200..=2600)).sum::<u32>() / 4,
            Self::Ties => 50 * rng.random_range(34..=44),
            Self::Class => rng.random_range(2000..=2060),
            Self::Camps => rng.random_range(1300..=1500) + if rng.random_bool(0.4) { 900 } else { 0 },
        };
        (0..count).map(rating).collect()
    }
}
