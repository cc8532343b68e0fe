//! Random tournaments with byes, absences, forfeits, entered_after entries and withdrawals.

use crate::support::prelude::*;

/// How large the tournaments are.
#[derive(Debug, Clone)]
pub struct Options {
    /// How many players are entered.
    pub players: RangeInclusive<usize>,
    /// How many rounds have been played.
    pub rounds: RangeInclusive<usize>,
}

/// Rates and habits that are drawn once for each tournament.
struct Habits {
    /// How often a player asks for a bye or is absent.
    absence: f64,
    /// How often a game is forfeited.
    forfeit: f64,
    /// How often the colours of a game balance the players' earlier colours; otherwise they are drawn by lot.
    balance: f64,
    /// A player who always has White.
    white_lover: Option<PlayerId>,
}

/// A valid tournament drawn by `rng`: the same seed gives the same tournament.
pub fn random_tournament(rng: &mut impl Rng, options: &Options) -> Tournament {
    let ids = random_ids(rng, options.players.clone());
    let mut played = rng.random_range(options.rounds.clone());
    if rng.random_bool(0.8) {
        // More rounds than opponents seldom leave a legal pairing.
        played = played.min(ids.len().div_ceil(2)).max(*options.rounds.start());
    }
    if ids.len() < 2 {
        played = 0;
    }
    let habits = Habits {
        absence: *[0.0, 0.03, 0.1, 0.2].choose(rng).expect("not empty"),
        forfeit: *[0.0, 0.05, 0.15].choose(rng).expect("not empty"),
        balance: *[0.0, 0.5, 0.9, 0.9].choose(rng).expect("not empty"),
        white_lover: if rng.random_bool(0.25) { ids.choose(rng).copied() } else { None },
    };
    let mut tournament = Tournament {
        rounds_planned: rng.random_bool(0.6).then(|| number(played + rng.random_range(1..=3))),
        games_per_pairing: if rng.random_bool(0.1) { GamesPerPairing::Two } else { GamesPerPairing::One },
        points: random_points(rng),
        initial_colour: *[None, None, Some(Colour::White), Some(Colour::Black)].choose(rng).expect("not empty"),
        players: ids.iter().map(|id| random_player(rng, *id)).collect(),
        ..Tournament::default()
    };

    // Two always play, so that no round is without a game.
    let mut entered_after = vec![0; ids.len()];
    let mut withdrawn_after = vec![usize::MAX; ids.len()];
    for index in 2..ids.len() {
        if rng.random_bool(habits.absence / 2.0) {
            entered_after[index] = rng.random_range(0..=played);
        }
        if rng.random_bool(habits.absence / 2.0) {
            withdrawn_after[index] = rng.random_range(0..=played);
        }
    }
    for round in 0..played {
        let present = ids
            .iter()
            .zip(entered_after.iter().zip(&withdrawn_after))
            .filter(|(_, (entry, withdrawal))| (**entry..**withdrawal).contains(&round));
        let present: Vec<PlayerId> = present.map(|(id, _)| *id).collect();
        let round = random_round(rng, &tournament, present, &habits);
        tournament.rounds.push(round);
    }

    let next = number(played + 1);
    for (player, withdrawn_after) in ids.iter().zip(withdrawn_after) {
        if withdrawn_after <= played && rng.random_bool(0.8) || rng.random_bool(habits.absence / 4.0) {
            let round = *[None, Some(next), Some(next + 1)].choose(rng).expect("not empty");
            tournament.absences.push(Absence { player: *player, round, kind: ByeKind::Zero });
        }
    }
    if rng.random_bool(0.3) {
        let mut begun = Round::default();
        for player in &ids {
            if rng.random_bool(habits.absence) {
                begun.byes.push(random_bye(rng, *player));
            }
        }
        // An absence that names the round has the kind of the bye.
        for absence in tournament.absences.iter_mut().filter(|absence| absence.round == Some(next)) {
            let bye = begun.byes.iter().find(|bye| bye.player == absence.player);
            absence.kind = bye.map_or(absence.kind, |bye| bye.kind);
        }
        tournament.rounds.push(begun);
    }
    for _ in 0..*[0, 0, 0, 1, 2].choose(rng).expect("not empty") {
        let size = rng.random_range(2..=3);
        let from = rng.random_range(1..=next);
        let rounds = rng.random_bool(0.6).then(|| (from, rng.random_range(from..=next + 1)));
        let players: Vec<PlayerId> = ids.sample(rng, size).copied().collect();
        if players.len() > 1 {
            tournament.forbidden.push(ForbiddenGroup { players, rounds });
        }
    }
    if rng.random_bool(0.12) {
        for player in &ids {
            let rounds = (1..=next).filter(|_| rng.random_bool(0.5)).map(|round| (round, Score::from_tenths(10)));
            let rounds = rounds.collect();
            tournament.accelerations.insert(*player, rounds);
        }
    }
    if rng.random_bool(0.3) {
        tournament.players.shuffle(rng);
    }
    tournament
}

fn random_ids(rng: &mut impl Rng, players: RangeInclusive<usize>) -> Vec<PlayerId> {
    let count = rng.random_range(players);
    let step = if rng.random_bool(0.15) { 3 } else { 1 };
    let mut last = 0;
    let mut ids = Vec::new();
    for _ in 0..count {
        last += rng.random_range(1..=step);
        ids.push(PlayerId(last));
    }
    ids.shuffle(rng);
    ids
}

fn random_player(rng: &mut impl Rng, id: PlayerId) -> Player {
    let federation = ["NED", "GER", "NOR", ""].choose(rng).filter(|code| !code.is_empty());
    Player { federation: federation.map(|code| (*code).to_owned()), ..Player::new(id) }
}

/// Three points for a win and one for a draw.
pub fn three_for_a_win() -> PointSystem {
    let [none, one, three] = [0, 10, 30].map(Score::from_tenths);
    PointSystem {
        win: [three; 2],
        draw: [one; 2],
        loss: [none; 2],
        forfeit_win: three,
        forfeit_loss: none,
        pairing_bye: three,
        full_bye: three,
        half_bye: one,
        zero_bye: none,
        adjourned: None,
        pairing_bye_match: None,
    }
}

fn random_points(rng: &mut impl Rng) -> PointSystem {
    let [none, one, two, three] = [0, 10, 20, 30].map(Score::from_tenths);
    match rng.random_range(0..10) {
        0 => three_for_a_win(),
        1 => PointSystem { win: [two, three], draw: [one, two], loss: [none, one], ..PointSystem::default() },
        _ => PointSystem::default(),
    }
}

fn random_bye(rng: &mut impl Rng, player: PlayerId) -> Bye {
    let kind = *[ByeKind::Half, ByeKind::Half, ByeKind::Zero, ByeKind::Full].choose(rng).expect("not empty");
    Bye { player, kind }
}

/// A round of the players `here`: random pairs, preferably of players who have not met.
fn random_round(rng: &mut impl Rng, so_far: &Tournament, mut here: Vec<PlayerId>, habits: &Habits) -> Round {
    let mut round = Round::default();
    here.shuffle(rng);
    for index in (0..here.len()).rev() {
        if here.len() > 2 && rng.random_bool(habits.absence) {
            let player = here.remove(index);
            if rng.random_bool(0.8) {
                round.byes.push(random_bye(rng, player));
            }
        }
    }
    let games = || so_far.rounds.iter().flat_map(|round| &round.games);
    let met: BTreeSet<[PlayerId; 2]> = games().flat_map(|g| [[g.white, g.black], [g.black, g.white]]).collect();
    let shuffles: Vec<Vec<PlayerId>> = (0..8)
        .map(|_| {
            here.shuffle(rng);
            here.clone()
        })
        .collect();
    let rematches = |order: &&Vec<PlayerId>| order.as_chunks().0.iter().filter(|pair| met.contains(*pair)).count();
    let order = shuffles.iter().min_by_key(rematches).expect("eight");
    let (pairs, rest) = order.as_chunks::<2>();
    round.byes.extend(rest.iter().map(|player| Bye { player: *player, kind: ByeKind::Pairing }));

    let whites = |player| games().filter(|g| g.white == player).count();
    let blacks = |player| games().filter(|g| g.black == player).count();
    for [one, other] in pairs.iter().copied() {
        let due = (whites(one) + blacks(other)).cmp(&(whites(other) + blacks(one)));
        let one_is_white = if habits.white_lover == Some(one) || habits.white_lover == Some(other) {
            habits.white_lover == Some(one)
        } else if due.is_ne() && rng.random_bool(habits.balance) {
            due.is_lt()
        } else {
            rng.random()
        };
        let (white, black) = if one_is_white { (one, other) } else { (other, one) };
        round.games.push(Game { white, black, result: Some(random_result(rng, habits)), rated: true });
    }
    if so_far.games_per_pairing == GamesPerPairing::Two {
        for first in round.games.clone() {
            let result = Some(random_result(rng, habits));
            round.games.push(Game { white: first.black, black: first.white, result, rated: true });
        }
    }
    round
}

fn random_result(rng: &mut impl Rng, habits: &Habits) -> GameResult {
    let names: &[&str] = if rng.random_bool(habits.forfeit) {
        &["+/-", "-/+", "-/-"]
    } else {
        &["1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2"]
    };
    GameResult::from_name(names.choose(rng).expect("not empty")).expect("a result")
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("few")
}
