//! The rounds of the benchmark set, each from its seed. Integers only, so that they are the same on every machine.

use super::solve;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use swiss_ilp::registry::System;
use swiss_ilp::tournament::{
    Board, Bye, ByeKind, ForbiddenGroup, Game, GameResult, GamesPerPairing, Player, PlayerId, Round, RoundRequest,
    RoundState, Score, Tournament,
};

/// A round that is to be made.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    pub kind: &'static str,
    pub players: u32,
    /// The round to pair; those before it are played.
    pub round: u32,
    pub planned: u32,
    /// The seed of a round that was the hardest of many when it came into the set; `None` if it is the first of its kind. What a search
    /// finds hard depends on the search, so that it is not sought again.
    pub seed: Option<u64>,
}

const fn of(kind: &'static str, players: u32, round: u32, planned: u32) -> Recipe {
    Recipe { kind, players, round, planned, seed: None }
}

const fn hardest(kind: &'static str, players: u32, round: u32, planned: u32, seed: u64) -> Recipe {
    Recipe { kind, players, round, planned, seed: Some(seed) }
}

/// Every kind with what it is.
pub const KINDS: [(&str, &str); 17] = [
    ("first", "round 1: nobody has points or colours, so very many pairings are equally good"),
    ("middle", "a round in the middle of the tournament"),
    ("last", "the last round, with topscorers"),
    ("late", "a late round of a small field: most pairs have met"),
    ("odd", "an odd field: somebody has the bye"),
    ("absences", "late entries, half-point byes, withdrawals and forfeits"),
    ("accelerated", "a round with accelerated points (Baku)"),
    ("forbidden", "clubs of four whose players may not meet"),
    ("colours", "colours were drawn by lot, so many players must get one colour"),
    ("infeasible", "no legal pairing exists, which a Tutte set proves"),
    ("unique", "the optimum under pairs is the only one"),
    ("capped", "at most one board within a federation, by a cap that leaves matching behind"),
    ("double", "double rounds: two games with colours reversed"),
    ("odd-sets", "a late round of a long tournament, with the most odd sets among many seeds"),
    ("tree", "two caps against a single tier, which take a large branching tree"),
    ("near-infeasible", "the fewest pairs that are in any legal pairing, among many seeds"),
    ("large", "a field of thousands"),
];

pub const RECIPES: [Recipe; 60] = [
    of("first", 7, 1, 5),
    of("first", 32, 1, 7),
    of("first", 200, 1, 9),
    of("first", 2000, 1, 11),
    of("middle", 6, 3, 4),
    of("middle", 16, 4, 7),
    of("middle", 64, 5, 9),
    of("middle", 200, 5, 9),
    of("middle", 500, 5, 9),
    of("middle", 1000, 6, 11),
    of("middle", 2000, 6, 11),
    of("last", 20, 7, 7),
    of("last", 32, 7, 7),
    of("last", 128, 9, 9),
    of("last", 400, 11, 11),
    of("last", 1000, 11, 11),
    of("late", 8, 6, 7),
    of("late", 10, 8, 9),
    of("late", 12, 9, 10),
    of("late", 16, 12, 13),
    of("late", 24, 16, 17),
    of("odd", 7, 4, 5),
    of("odd", 31, 6, 7),
    of("odd", 101, 8, 9),
    of("odd", 501, 6, 9),
    of("absences", 40, 4, 7),
    of("absences", 150, 6, 9),
    of("absences", 600, 5, 9),
    of("accelerated", 60, 3, 9),
    of("accelerated", 180, 4, 9),
    of("accelerated", 800, 3, 11),
    of("forbidden", 24, 5, 7),
    of("forbidden", 120, 6, 9),
    of("forbidden", 480, 6, 9),
    of("colours", 12, 5, 7),
    of("colours", 60, 7, 9),
    of("colours", 240, 8, 9),
    of("infeasible", 6, 4, 5),
    of("infeasible", 10, 7, 9),
    of("infeasible", 12, 9, 11),
    of("infeasible", 9, 7, 9),
    of("infeasible", 20, 7, 9),
    of("unique", 10, 5, 7),
    of("unique", 12, 7, 8),
    of("capped", 16, 4, 7),
    of("capped", 40, 5, 7),
    of("double", 12, 4, 6),
    of("double", 44, 5, 5),
    of("double", 100, 5, 7),
    hardest("odd-sets", 60, 15, 19, 28),
    hardest("odd-sets", 300, 15, 19, 23),
    hardest("odd-sets", 1000, 13, 15, 0),
    hardest("tree", 40, 6, 9, 16),
    hardest("tree", 80, 5, 7, 3),
    of("tree", 100, 5, 9),
    hardest("near-infeasible", 16, 14, 15, 1),
    hardest("near-infeasible", 20, 17, 19, 14),
    hardest("near-infeasible", 120, 20, 23, 1),
    of("large", 5000, 6, 11),
    of("large", 9998, 5, 11),
];

/// Fields of so many players come near to no legal pairing because they have met; larger ones by a club.
const MOST_OF_SMALL: u32 = 24;

/// So many seeds are tried for a round of its kind.
const MOST_SEEDS: u64 = 2_000;

impl Recipe {
    pub fn id(&self) -> String {
        format!("{}-{}-{}", self.kind, self.players, self.round)
    }

    /// The round of the seed, or the first of its kind; and its seed.
    pub fn make(&self) -> anyhow::Result<(u64, Tournament)> {
        let seeds = self.seed.map_or(0..MOST_SEEDS, |seed| seed..seed + 1);
        for seed in seeds {
            let Some(tournament) = self.drawn(seed) else { continue };
            let state = RoundState::new(&tournament, RoundRequest::default())?;
            if solve::is_of_kind(&state, self.kind)? {
                return Ok((seed, tournament));
            }
        }
        anyhow::bail!("{}: no such round among the seeds", self.id())
    }

    /// The tournament of this seed before the round; `None` if a round before it has no pairing.
    fn drawn(&self, seed: u64) -> Option<Tournament> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(u64::from(self.players) << 32 | u64::from(self.round));
        let mut tournament = self.entered(&mut rng);
        let system: System = if self.kind == "double" { "tcec" } else { "dutch-2012" }.parse().ok()?;
        let mut away = Away::new(self, &mut rng);
        for round in 1..=self.round {
            let byes = away.byes(round, &mut rng);
            tournament.rounds.push(Round { byes, ..Round::default() });
            if round == self.round {
                // A begun round without byes is no part of the file.
                if tournament.rounds.last().is_some_and(|round| round.byes.is_empty()) {
                    tournament.rounds.pop();
                }
                break;
            }
            let state = RoundState::new(&tournament, RoundRequest::default()).ok()?;
            let pairing = system.pair(&state).ok()?.pairing;
            let games = self.played(&tournament, &pairing.boards, &mut rng);
            let begun = tournament.rounds.last_mut()?;
            begun.games = games;
            begun.byes.extend(pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing }));
        }
        Some(tournament)
    }

    fn entered(&self, rng: &mut ChaCha8Rng) -> Tournament {
        let mut ratings: Vec<u32> =
            (0..self.players).map(|place| 2600 - 1200 * place / self.players + rng.random_range(0..=80)).collect();
        ratings.sort_unstable_by(|one, other| other.cmp(one));
        let federations = ["ARM", "CUB", "EGY", "FIJ", "GER", "IND", "NED", "PER"];
        let player = |(id, rating): (u32, u32)| Player {
            name: format!("Player {id}"),
            rating: Some(rating),
            federation: federations.choose(rng).map(|code| (*code).to_owned()),
            ..Player::new(PlayerId(id))
        };
        let mut tournament = Tournament {
            name: format!("Benchmark set: {}", self.id()),
            rounds_planned: Some(self.planned),
            players: (1..).zip(ratings).map(player).collect(),
            ..Tournament::default()
        };
        match self.kind {
            "double" => tournament.games_per_pairing = GamesPerPairing::Two,
            "accelerated" => tournament.accelerations = self.baku(),
            // Small fields run out of opponents; larger ones need bans.
            "infeasible" if self.players <= 12 => {}
            "near-infeasible" if self.players <= MOST_OF_SMALL => {}
            "forbidden" | "infeasible" | "near-infeasible" => {
                // A club of half of the field: all of it must meet all others.
                let size = match self.kind {
                    "forbidden" => 4,
                    "infeasible" => 10,
                    _ => self.players as usize / 2,
                };
                let mut ids: Vec<PlayerId> = (1..=self.players).map(PlayerId).collect();
                ids.shuffle(rng);
                let club = |players: &[PlayerId]| ForbiddenGroup { players: players.to_vec(), rounds: None };
                let clubs = if self.kind == "near-infeasible" { 1 } else { ids.len() };
                tournament.forbidden = ids.chunks(size).take(clubs).filter(|club| club.len() > 1).map(club).collect();
            }
            _ => {}
        }
        tournament
    }

    /// FIDE's Baku acceleration (C.04.7): the upper half, rounded up to an even number, has a point more in the first half of the
    /// accelerated rounds, and half a point in the rest.
    fn baku(&self) -> BTreeMap<PlayerId, BTreeMap<u32, Score>> {
        let group = 2 * self.players.div_ceil(4);
        let accelerated = self.planned.div_ceil(2);
        let whole = accelerated.div_ceil(2);
        let points = |round| Score::from_tenths(if round <= whole { 10 } else { 5 });
        (1..=group).map(|id| (PlayerId(id), (1..=accelerated).map(|round| (round, points(round))).collect())).collect()
    }

    fn played(&self, tournament: &Tournament, boards: &[Board], rng: &mut ChaCha8Rng) -> Vec<Game> {
        let rating = |id: PlayerId| tournament.players[id.0 as usize - 1].rating.map_or(0, i64::from);
        let mut games = Vec::new();
        for board in boards {
            let turned = self.kind == "colours" && rng.random_bool(0.5);
            let (white, black) = if turned { (board.black, board.white) } else { (board.white, board.black) };
            let mut game = |white, black| {
                let forfeited = self.kind == "absences" && rng.random_range(0..100) == 0;
                let name = if forfeited {
                    ["+/-", "-/+"][rng.random_range(0..2)]
                } else {
                    result(rating(white) - rating(black), rng)
                };
                games.push(Game { white, black, result: GameResult::from_name(name), rated: true });
            };
            game(white, black);
            if tournament.games_per_pairing == GamesPerPairing::Two {
                game(black, white);
            }
        }
        // The second encounters come after all first ones.
        if tournament.games_per_pairing == GamesPerPairing::Two {
            let (first, second): (Vec<_>, Vec<_>) = games.chunks(2).map(|two| (two[0], two[1])).unzip();
            games = [first, second].concat();
        }
        games
    }
}

/// A result for White's advantage in rating. White expects one half, and 9 in 80 of every 100 points more, and 40 points for the
/// first move; of even players 3 in 10 draw, and fewer the more uneven they are. In thousandths.
fn result(advantage: i64, rng: &mut ChaCha8Rng) -> &'static str {
    let expected = 500 + (advantage + 40).clamp(-400, 400) * 9 / 8;
    let draws = 300 * (1000 - (2 * expected - 1000).abs()) / 1000;
    let lot = rng.random_range(0..1000);
    match lot {
        lot if lot < expected - draws / 2 => "1-0",
        lot if lot < expected + draws - draws / 2 => "1/2-1/2",
        _ => "0-1",
    }
}

/// Who is away when.
struct Away {
    players: u32,
    is_eventful: bool,
    entry: BTreeMap<u32, u32>,
    withdrawn: BTreeSet<u32>,
}

impl Away {
    fn new(recipe: &Recipe, rng: &mut ChaCha8Rng) -> Self {
        let is_eventful = recipe.kind == "absences";
        let late = |id: u32, rng: &mut ChaCha8Rng| {
            (rng.random_range(0..8) == 0).then(|| (id, rng.random_range(2..=recipe.round)))
        };
        let entry =
            if is_eventful { (1..=recipe.players).filter_map(|id| late(id, rng)).collect() } else { BTreeMap::new() };
        Self { players: recipe.players, is_eventful, entry, withdrawn: BTreeSet::new() }
    }

    fn byes(&mut self, round: u32, rng: &mut ChaCha8Rng) -> Vec<Bye> {
        if !self.is_eventful {
            return Vec::new();
        }
        let mut byes = Vec::new();
        for id in 1..=self.players {
            let lot = rng.random_range(0..100);
            if lot == 0 && round > 1 {
                self.withdrawn.insert(id);
            }
            let kind = if self.withdrawn.contains(&id) || self.entry.get(&id).is_some_and(|entry| round < *entry) {
                ByeKind::Zero
            } else if lot < 5 {
                ByeKind::Half
            } else {
                continue;
            };
            byes.push(Bye { player: PlayerId(id), kind });
        }
        byes
    }
}
