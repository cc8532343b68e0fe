//! Random tournaments for the Dutch systems. Their past rounds are paired by the rules ([`ruled`]) or at random
//! ([`wild`]).

use super::state;
use crate::support::prelude::*;
use std::cmp::Reverse;
use swiss_ilp::rules::Edition;

/// 2 to 14 players, whose past rounds are paired by `pair`; see [`ruled_up_to`].
pub fn ruled(seed: u64, pair: impl Fn(&RoundState) -> Option<Pairing>) -> Tournament {
    ruled_up_to(14, seed, pair)
}

/// Tournament number `seed`: 2 to `most` players, whose past rounds are paired by `pair`. Some enter late, some
/// withdraw, some ask for a bye. If `pair` finds no pairing of a round, that round is the one to pair.
pub fn ruled_up_to(most: usize, seed: u64, pair: impl FnMut(&RoundState) -> Option<Pairing>) -> Tournament {
    ruled_with(most, seed, |_| (), pair)
}

/// As [`ruled_up_to`], for a tournament that `change` has changed before anything was played.
pub fn ruled_with(
    most: usize,
    seed: u64,
    change: impl FnOnce(&mut Tournament),
    pair: impl FnMut(&RoundState) -> Option<Pairing>,
) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rng = &mut rng;
    let count = random_count(most, rng);
    let ids: Vec<PlayerId> = (1..).map(PlayerId).take(count).collect();
    let rounds = match rng.random_range(0..4) {
        0 => rng.random_range(0..=3),
        1 => rng.random_range(0..=count / 2),
        _ => rng.random_range(count / 2..=count),
    };
    let habits = Habits::new(rng);
    let mut tournament = blank(rng, &ids, rounds);
    change(&mut tournament);
    let presences: Vec<(usize, usize)> = ids.iter().map(|_| presence(rng, rounds)).collect();
    play_all(rng, &mut tournament, &ids, &presences, rounds, &habits, pair);
    tournament
}

/// Play all rounds before the one to pair, which is the last, or the one that `pair` cannot pair. Each of `ids` is there from the
/// first round of `presences` to the last.
fn play_all(
    rng: &mut impl Rng,
    tournament: &mut Tournament,
    ids: &[PlayerId],
    presences: &[(usize, usize)],
    rounds: usize,
    habits: &Habits,
    mut pair: impl FnMut(&RoundState) -> Option<Pairing>,
) {
    for round in 0..=rounds {
        let here = ids.iter().zip(presences);
        let here = here.filter(|(_, (first, last))| (*first..=*last).contains(&round)).map(|(id, _)| *id);
        announce(rng, tournament, &here.collect::<Vec<_>>(), habits);
        if round == rounds {
            break;
        }
        let Some(pairing) = pair(&state(tournament)) else { break };
        play(rng, tournament, &pairing, habits);
    }
}

/// So many players, of whom some enter late, withdraw, ask for byes or forfeit. Some pairs are forbidden, some players have
/// accelerated points. The rounds before the one to pair, which are `rounds` or those that `pair` can pair, are paired by
/// `pair`. `change` changes the tournament before anything is played.
pub fn restless(
    rng: &mut impl Rng,
    count: usize,
    rounds: usize,
    customs: Customs,
    change: impl FnOnce(&mut Tournament),
    pair: impl FnMut(&RoundState) -> Option<Pairing>,
) -> Tournament {
    let ids: Vec<PlayerId> = (1..).map(PlayerId).take(count).collect();
    let habits = Habits { customs, ..Habits::new(rng) };
    let mut tournament = blank(rng, &ids, rounds);
    for _ in 0..rng.random_range(0..=count / 4) {
        let pair = ids.sample(rng, 2).copied().collect();
        tournament.forbidden.push(ForbiddenGroup { players: pair, rounds: None });
    }
    change(&mut tournament);
    let late = *[0.0, 0.1, 0.3].choose(rng).expect("three");
    let early = *[0.0, 0.1, 0.3].choose(rng).expect("three");
    let presences: Vec<(usize, usize)> = ids
        .iter()
        .map(|_| {
            let first = if rng.random_bool(late) { rng.random_range(0..=rounds) } else { 0 };
            (first, if rng.random_bool(early) { rng.random_range(first..=rounds) } else { usize::MAX })
        })
        .collect();
    play_all(rng, &mut tournament, &ids, &presences, rounds, &habits, pair);
    tournament
}

/// What may happen in a tournament at all.
#[derive(Debug, Clone, Copy)]
pub struct Customs {
    /// The byes that players ask for; a kind may stand more than once.
    pub byes: &'static [ByeKind],
    /// The rate of results by which both lose or one has half a point, and of games that are not rated.
    pub unusual: f64,
}

impl Default for Customs {
    fn default() -> Self {
        Self { byes: &[ByeKind::Zero, ByeKind::Half, ByeKind::Half, ByeKind::Full], unusual: 0.0 }
    }
}

/// 2 to 14 players; see [`wild_up_to`].
pub fn wild(seed: u64) -> Tournament {
    wild_up_to(14, seed)
}

/// Tournament number `seed`: 2 to `most` players, whose past rounds were paired at random or by points alone.
pub fn wild_up_to(most: usize, seed: u64) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rng = &mut rng;
    let count = random_count(most, rng);
    let step = if rng.random_bool(0.2) { 3 } else { 1 };
    let mut ids: Vec<PlayerId> = Vec::new();
    for _ in 0..count {
        let last = ids.last().map_or(0, |id| id.0);
        ids.push(PlayerId(last + rng.random_range(1..=step)));
    }
    let rounds = match rng.random_range(0..4) {
        0 => rng.random_range(0..=3),
        1 => rng.random_range(0..=count),
        _ => rng.random_range(count / 4..=3 * count / 4),
    };
    let habits = Habits::new(rng);
    let by_points = *[0.0, 0.7, 1.0].choose(rng).expect("three");
    let balance = *[0.0, 0.6, 0.9, 1.0].choose(rng).expect("four");
    let mut tournament = blank(rng, &ids, rounds);
    for _ in 0..rounds {
        announce(rng, &mut tournament, &ids, &habits);
        let state = state(&tournament);
        let mut here: Vec<PlayerId> = state.players().iter().map(|player| player.id).collect();
        here.shuffle(rng);
        if rng.random_bool(by_points) {
            here.sort_by_key(|id| state.player(*id).map(|player| Reverse(player.score)));
        }
        let pairing = at_random(rng, &state, here, balance);
        play(rng, &mut tournament, &pairing, &habits);
    }
    announce(rng, &mut tournament, &ids, &habits);
    tournament.players.shuffle(rng);
    tournament
}

/// Tournament number `seed`: 8 to 19 players after at most two rounds, in few and large brackets. Some pairings are
/// drawn, at random or as the results of two exchanges with the same sum. Only pairs of these pairings may meet.
pub fn barred(seed: u64) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rng = &mut rng;
    let half = rng.random_range(4..=9);
    let is_odd = rng.random_bool(0.3);
    let ids: Vec<PlayerId> = (1..).map(PlayerId).take(2 * half + usize::from(is_odd)).collect();
    let rounds = rng.random_range(0..=2);
    let mut tournament = blank(rng, &ids, rounds);
    let habits = Habits { draws: *[0.1, 0.6].choose(rng).expect("two"), ..Habits::of_everybody_there(0.7) };
    for _ in 0..rounds {
        announce(rng, &mut tournament, &ids, &habits);
        let pairing = at_random(rng, &state(&tournament), ids.clone(), 0.5);
        play(rng, &mut tournament, &pairing, &habits);
    }
    let mut may_meet = BTreeSet::new();
    let is_random = rng.random_bool(0.5);
    for exchange in [[0, 3], [1, 2], [0, 3]].iter().take(rng.random_range(2..=3)) {
        let mut here = ids.clone();
        if is_odd {
            here.remove(rng.random_range(0..here.len()));
        }
        if is_random {
            here.shuffle(rng);
        } else {
            here.swap(half - 1, half + exchange[0]);
            here.swap(half - 2, half + exchange[1]);
            here[half..].shuffle(rng);
        }
        let (s1, s2) = here.split_at(half);
        may_meet.extend(s1.iter().zip(s2).map(|(one, other)| [*one.min(other), *one.max(other)]));
    }
    let pairs = ids.iter().flat_map(|one| ids.iter().map(move |other| [*one, *other])).filter(|[a, b]| a < b);
    let forbidden = pairs.filter(|pair| !may_meet.contains(pair));
    tournament.forbidden = forbidden.map(|pair| ForbiddenGroup { players: pair.into(), rounds: None }).collect();
    tournament
}

/// 6 to 24 players of clubs of several sizes, whose members never meet, in an event long for its field. Its past rounds are paired by
/// `pair`, as far as it can.
pub fn clubs(seed: u64, pair: impl FnMut(&RoundState) -> Option<Pairing>) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = rng.random_range(6..=24);
    let rounds = rng.random_range(count / 4..=count / 2);
    let ids: Vec<PlayerId> = (1..).map(PlayerId).take(count).collect();
    let mut club = |_| {
        let size = rng.random_range(2..=count / 2);
        ForbiddenGroup { players: ids.sample(&mut rng, size).copied().collect(), rounds: None }
    };
    let clubs: Vec<ForbiddenGroup> = (0..2 + seed % 5).map(&mut club).collect();
    let change = |tournament: &mut Tournament| {
        tournament.forbidden = clubs;
        rate(tournament, seed);
    };
    restless(&mut rng, count, rounds, Customs::default(), change, pair)
}

/// Gives the players ratings, of which many are equal, and few or many are missing.
pub fn rate(tournament: &mut Tournament, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(2);
    let many = *[1, 4, 40, 800].choose(&mut rng).expect("four");
    let missing = *[0.0, 0.1, 0.5].choose(&mut rng).expect("three");
    let count = tournament.players.len();
    let mut ratings: Vec<u32> = (0..count).map(|_| 1600 + rng.random_range(0..many)).collect();
    if rng.random_bool(0.7) {
        ratings.sort_unstable_by_key(|rating| Reverse(*rating));
    }
    let mut players: Vec<&mut Player> = tournament.players.iter_mut().collect();
    players.sort_by_key(|player| player.id);
    for (player, rating) in players.into_iter().zip(ratings) {
        player.rating = (!rng.random_bool(missing)).then_some(rating);
    }
}

/// Gives the tournament what the system of this edition pairs by: ratings, mostly second games of all pairings, a type of teams with game
/// points.
pub fn as_paired_by(edition: &Edition, tournament: &mut Tournament, seed: u64) {
    rate(tournament, seed);
    // One of four has single games.
    if edition.pairs_matches && !seed.is_multiple_of(4) {
        tournament.games_per_pairing = GamesPerPairing::Two;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(3);
        for round in &mut tournament.rounds {
            let second = |game: &Game| {
                let names = ["1-0", "1/2-1/2", "0-1", "1-0", "1/2-1/2", "0-1", "+/-", "-/+", "-/-", "0-0"];
                let result = names.choose(&mut rng).and_then(|name| GameResult::from_name(name));
                Game { white: game.black, black: game.white, result, ..*game }
            };
            let second: Vec<Game> = round.games.iter().map(second).collect();
            round.games.extend(second);
        }
    }
    if edition.pairs_teams {
        tournament.teams = Some(teams(tournament, seed));
    }
}

/// A type of teams, and random game points.
fn teams(tournament: &Tournament, seed: u64) -> Teams {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(2);
    let kinds = ["TYPEA_MP_GP", "TYPEB_MP_GP", "MP_GP", "TYPEB_MP", "TYPEA_GP_MP", "TYPEB_GP"];
    let kind = format!("FIDE_TEAM_{}", kinds.choose(rng).expect("not empty")).parse().expect("a type");
    let mut points = || (1..=30).map(|round| (round, Score::from_tenths(5 * rng.random_range(2..=6)))).collect();
    let game_points = tournament.players.iter().map(|team| (team.id, points())).collect();
    Teams { kind, game_points, ..Teams::default() }
}

/// As [`wild`], with so many forbidden pairs that the brackets have few pairings.
pub fn banned(seed: u64) -> Tournament {
    let mut tournament = wild(seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let share = *[0.2, 0.4, 0.6].choose(&mut rng).expect("three");
    let ids: Vec<PlayerId> = tournament.players.iter().map(|player| player.id).collect();
    let pairs = ids.iter().flat_map(|one| ids.iter().map(move |other| [*one, *other])).filter(|[a, b]| a < b);
    let forbidden: Vec<[PlayerId; 2]> = pairs.filter(|_| rng.random_bool(share)).collect();
    let groups = forbidden.into_iter().map(|pair| ForbiddenGroup { players: pair.into(), rounds: None });
    tournament.forbidden.extend(groups);
    tournament
}

/// As [`wild`], where byes and forfeits are worth anything from nothing to a win, and a loss is worth a point.
pub fn valued(seed: u64) -> Tournament {
    let mut tournament = wild(seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let [none, loss, draw, win] = [0, 10, 20, 30].map(Score::from_tenths);
    let mut any = || *[none, loss, draw, win].choose(&mut rng).expect("four");
    tournament.points = PointSystem {
        win: [win; 2],
        draw: [draw; 2],
        loss: [loss; 2],
        forfeit_win: any(),
        forfeit_loss: any(),
        pairing_bye: any(),
        full_bye: any(),
        half_bye: any(),
        zero_bye: any(),
        adjourned: None,
        pairing_bye_match: None,
    };
    tournament
}

/// Tournament number `seed`: the last round of 6 to 16 players, many of whom had one colour most of the time.
pub fn topscorers(seed: u64) -> Tournament {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rng = &mut rng;
    let ids: Vec<PlayerId> = (1..).map(PlayerId).take(rng.random_range(6..=16)).collect();
    let rounds = rng.random_range(2..=5);
    let mut tournament = blank(rng, &ids, rounds);
    tournament.rounds_planned = u32::try_from(rounds + 1).ok();
    let habits = Habits { draws: 0.1, ..Habits::of_everybody_there(0.5) };
    for _ in 0..rounds {
        announce(rng, &mut tournament, &ids, &habits);
        let mut here = ids.clone();
        here.shuffle(rng);
        let mut pairing = at_random(rng, &state(&tournament), here, 0.0);
        for board in &mut pairing.boards {
            let usual = [board.white, board.black].map(|id| id.0 % 3 == 0);
            if usual == [false, true] {
                *board = Board { white: board.black, black: board.white };
            }
        }
        play(rng, &mut tournament, &pairing, &habits);
    }
    tournament
}

/// A number of players, mostly enough for several brackets.
fn random_count(most: usize, rng: &mut impl Rng) -> usize {
    if rng.random_bool(0.2) { rng.random_range(2..=5) } else { rng.random_range(6..=most) }
}

/// The rates of events in a tournament.
struct Habits {
    draws: f64,
    forfeits: f64,
    absence: f64,
    /// How often the player with the smaller number wins, among games that are not drawn.
    order: f64,
    customs: Customs,
}

impl Habits {
    /// Nobody forfeits, nobody is absent.
    fn of_everybody_there(order: f64) -> Self {
        Self { draws: 0.0, forfeits: 0.0, absence: 0.0, order, customs: Customs::default() }
    }

    fn new(rng: &mut impl Rng) -> Self {
        Self {
            draws: *[0.1, 0.4, 0.8].choose(rng).expect("three"),
            forfeits: *[0.0, 0.05, 0.05, 0.3].choose(rng).expect("four"),
            absence: *[0.0, 0.03, 0.1, 0.2].choose(rng).expect("four"),
            order: *[0.5, 0.7, 0.9].choose(rng).expect("three"),
            customs: Customs::default(),
        }
    }
}

/// A tournament before anything was played, of which the round after `rounds` is to be paired.
fn blank(rng: &mut impl Rng, ids: &[PlayerId], rounds: usize) -> Tournament {
    let next = u32::try_from(rounds).expect("few") + 1;
    let rounds_planned = match rng.random_range(0..4) {
        0 => None,
        1 => Some(next + rng.random_range(1..=3)),
        _ => Some(next),
    };
    let mut tournament = Tournament {
        rounds_planned,
        initial_colour: *[None, Some(Colour::White), Some(Colour::Black)].choose(rng).expect("three"),
        players: ids.iter().copied().map(Player::new).collect(),
        ..Tournament::default()
    };
    if rng.random_bool(0.1) {
        let players = ids.sample(rng, 2 + ids.len() / 5).copied().collect();
        tournament.forbidden.push(ForbiddenGroup { players, rounds: None });
    }
    if rng.random_bool(0.05) {
        let rounds: BTreeMap<u32, Score> = [(1, Score::from_tenths(10)), (2, Score::from_tenths(5))].into();
        tournament.accelerations = ids[..ids.len() / 2].iter().map(|id| (*id, rounds.clone())).collect();
    }
    tournament
}

/// The first and the last round, from 0, of a player.
fn presence(rng: &mut impl Rng, rounds: usize) -> (usize, usize) {
    let first = if rng.random_bool(0.05) { rng.random_range(0..=rounds) } else { 0 };
    let last = if rng.random_bool(0.05) { rng.random_range(first..=rounds) } else { usize::MAX };
    (first, last)
}

/// Declares who does not play the next round: everybody but `here`, and some of `here`.
fn announce(rng: &mut impl Rng, tournament: &mut Tournament, here: &[PlayerId], habits: &Habits) {
    let number = u32::try_from(tournament.rounds.len()).expect("few") + 1;
    let mut round = Round::default();
    for player in tournament.players.iter().map(|player| player.id) {
        let asks = rng.random_bool(habits.absence);
        if here.contains(&player) && !asks {
            continue;
        }
        let kinds: &[_] = if asks { habits.customs.byes } else { &[ByeKind::Zero] };
        let kind = *kinds.choose(rng).expect("not empty");
        if kind == ByeKind::Zero && rng.random() {
            tournament.absences.push(Absence { player, round: Some(number), kind });
        } else {
            round.byes.push(Bye { player, kind });
        }
    }
    tournament.rounds.push(round);
}

/// Plays the announced round.
fn play(rng: &mut impl Rng, tournament: &mut Tournament, pairing: &Pairing, habits: &Habits) {
    let unusual = habits.customs.unusual;
    let mut game = |board: &Board| {
        let stronger_wins = rng.random_bool(habits.order);
        let name = if rng.random_bool(habits.forfeits) {
            *["+/-", "-/+", "-/-"].choose(rng).expect("three")
        } else if unusual > 0.0 && rng.random_bool(unusual) {
            *["0-0", "1/2-0", "0-1/2"].choose(rng).expect("three")
        } else if rng.random_bool(habits.draws) {
            "1/2-1/2"
        } else if stronger_wins == (board.white < board.black) {
            "1-0"
        } else {
            "0-1"
        };
        let result = GameResult::from_name(name);
        let rated = unusual == 0.0 || !result.is_some_and(GameResult::was_played) || rng.random_bool(1.0 - unusual);
        Game { white: board.white, black: board.black, result, rated }
    };
    let mut games: Vec<Game> = pairing.boards.iter().map(&mut game).collect();
    if tournament.games_per_pairing == GamesPerPairing::Two {
        let second = pairing.boards.iter().map(|board| Board { white: board.black, black: board.white });
        games.extend(second.map(|board| game(&board)));
    }
    let round = tournament.rounds.last_mut().expect("an announced round");
    round.games = games;
    round.byes.extend(pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing }));
    if round.games.is_empty() {
        // A round without a game is a round still to be paired, so somebody must have played.
        tournament.rounds.pop();
        let number = u32::try_from(tournament.rounds.len()).expect("few") + 1;
        tournament.absences.retain(|absence| absence.round != Some(number));
    }
}

/// Pairs each player with the next one in the list not met before, if there is one; often with colours that balance.
fn at_random(rng: &mut impl Rng, state: &RoundState, mut here: Vec<PlayerId>, balance: f64) -> Pairing {
    let mut pairing = Pairing::default();
    let have_met = |one: PlayerId, other: PlayerId| state.player(one).is_some_and(|player| player.has_met(other));
    let due = |id: PlayerId| state.player(id).map_or(0, swiss_ilp::tournament::PlayerState::colour_difference);
    if here.len() % 2 == 1 {
        let had: BTreeSet<PlayerId> = state
            .players()
            .iter()
            .filter(|player| player.has_scored_without_playing())
            .map(|player| player.id)
            .collect();
        let last = here.iter().rposition(|id| !had.contains(id)).unwrap_or(0);
        pairing.bye = Some(here.remove(last));
    }
    while !here.is_empty() {
        let one = here.remove(0);
        let other = here.remove(here.iter().position(|&other| !have_met(one, other)).unwrap_or(0));
        let order = due(one).cmp(&due(other));
        let one_is_white = if order.is_ne() && rng.random_bool(balance) { order.is_lt() } else { rng.random() };
        let (white, black) = if one_is_white { (one, other) } else { (other, one) };
        pairing.boards.push(Board { white, black });
    }
    pairing
}
