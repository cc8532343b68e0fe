//! The tournaments that are played: what hides faults is varied.

use super::Maker;
use super::reports::Dialect;
use crate::support::dutch_random::{Customs, restless};
use crate::support::generate::three_for_a_win;
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use swiss_ilp::tournament::{
    ByeKind, Colour, ForbiddenGroup, Pairing, PlayerId, PointSystem, RoundState, Score, Tournament,
};

/// A kind of tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display, Serialize, Deserialize)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Field {
    /// 4 to 14 players, up to as many rounds.
    Small,
    /// 4 to 14 players, half as many rounds or more.
    Late,
    /// 6 to 14 players, many of whom may not meet.
    Bans,
    /// 4 to 14 players; other points for results and byes.
    Points,
    /// 4 to 24 players; the Baku acceleration.
    Baku,
    /// 4 to 14 players; games that both lose, or in which one has half a point, or that are not rated.
    Results,
    /// 15 to 40 players.
    Middle,
    /// 41 to 250 players.
    Large,
}

impl Field {
    /// The kind of tournament number `seed`.
    pub fn of(seed: u64, maker: Maker, dialect: Dialect) -> Self {
        let field = match (seed % 20, seed % 400) {
            (_, 399) => Self::Large,
            (10..=12, _) => Self::Late,
            (13, _) => Self::Bans,
            (14 | 15, _) => Self::Points,
            (16, _) => Self::Baku,
            (17, _) => Self::Results,
            (18, _) => Self::Middle,
            _ => Self::Small,
        };
        let is_known = match (field, maker) {
            (Self::Points, _) => dialect.has_points(),
            (Self::Results, Maker::Ours) => dialect.has_unrated_games(),
            (Self::Bans | Self::Baku | Self::Results, Maker::Theirs) => false,
            _ => true,
        };
        if is_known { field } else { Self::Small }
    }

    fn players(self, rng: &mut impl Rng) -> usize {
        match self {
            Self::Small | Self::Late | Self::Points | Self::Results => rng.random_range(4..=14),
            Self::Bans => rng.random_range(6..=14),
            Self::Baku => rng.random_range(4..=24),
            Self::Middle => rng.random_range(15..=40),
            Self::Large => rng.random_range(41..=250),
        }
    }

    fn rounds(self, players: usize, rng: &mut impl Rng) -> usize {
        match self {
            Self::Late => rng.random_range(players / 2..players),
            Self::Middle => rng.random_range(3..=11),
            Self::Large => rng.random_range(3..=8),
            _ => rng.random_range(1..players),
        }
    }
}

/// Tournament number `seed`, whose rounds are paired by `pair`. The round to pair is the last one, in which only who is absent
/// is known.
pub fn tournament(
    field: Field,
    seed: u64,
    dialect: Dialect,
    pair: impl FnMut(&RoundState) -> Option<Pairing>,
) -> Tournament {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let players = field.players(rng);
    let rounds = field.rounds(players, rng);
    let mut customs = Customs::default();
    if !dialect.has_full_byes() {
        customs.byes = &[ByeKind::Zero, ByeKind::Half, ByeKind::Half, ByeKind::Zero];
    }
    if field == Field::Results {
        customs.unusual = 0.3;
    }
    let change_rng = &mut ChaCha8Rng::seed_from_u64(seed);
    change_rng.set_stream(1);
    let change =
        |tournament: &mut Tournament| change(field, tournament, u32::try_from(rounds).expect("few"), change_rng);
    restless(rng, players, rounds, customs, change, pair)
}

fn change(field: Field, tournament: &mut Tournament, rounds: u32, rng: &mut impl Rng) {
    // Other programs want to know it.
    let planned = *tournament.rounds_planned.get_or_insert(rounds + 1);
    if rounds == 0 {
        tournament.initial_colour.get_or_insert(Colour::White);
    }
    // Shorter than the points that they add.
    tournament.accelerations.retain(|_, points| points.keys().all(|round| *round <= planned));
    match field {
        Field::Bans => {
            let share = *[0.1, 0.2, 0.4].choose(rng).expect("three");
            let ids: Vec<PlayerId> = tournament.players.iter().map(|player| player.id).collect();
            let pairs = ids.iter().flat_map(|one| ids.iter().map(move |other| [*one, *other])).filter(|[a, b]| a < b);
            let banned: Vec<[PlayerId; 2]> = pairs.filter(|_| rng.random_bool(share)).collect();
            let groups = banned.into_iter().map(|pair| ForbiddenGroup { players: pair.into(), rounds: None });
            tournament.forbidden.extend(groups);
        }
        Field::Points => tournament.points = points(rng),
        Field::Baku => {
            let upper = 2 * tournament.players.len().div_ceil(4);
            let added = baku_points(planned);
            let upper =
                tournament.players.iter().take(upper).map(|player| (player.id, added.iter().copied().collect()));
            tournament.accelerations = upper.collect();
        }
        _ => {}
    }
}

/// What the Baku acceleration of a tournament of so many rounds adds to a player of GA, round by round (C.04.7, 1.4).
pub fn baku_points(rounds: u32) -> Vec<(u32, Score)> {
    let accelerated = rounds.div_ceil(2);
    let points = |round| Score::from_tenths(if round <= accelerated.div_ceil(2) { 10 } else { 5 });
    (1..=accelerated).map(|round| (round, points(round))).collect()
}

/// Points that bbpPairings can be told: a forfeit win and a full-point bye are worth a win, a half-point bye a draw.
fn points(rng: &mut impl Rng) -> PointSystem {
    let [none, half, one, two, three] = [0, 5, 10, 20, 30].map(Score::from_tenths);
    let usual = PointSystem::default();
    let loss_counts = PointSystem {
        win: [three; 2],
        draw: [two; 2],
        loss: [one; 2],
        forfeit_win: three,
        full_bye: three,
        half_bye: two,
        pairing_bye: *[none, one, two, three].choose(rng).expect("four"),
        forfeit_loss: *[none, one].choose(rng).expect("two"),
        zero_bye: *[none, one].choose(rng).expect("two"),
        adjourned: None,
    };
    match rng.random_range(0..5) {
        0 | 1 => three_for_a_win(),
        2 => PointSystem { pairing_bye: *[none, half].choose(rng).expect("two"), ..usual },
        _ => loss_counts,
    }
}

/// The settings by which the other program's generator makes tournament number `seed`.
pub fn settings(field: Field, seed: u64, dialect: Dialect) -> String {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let players = field.players(rng);
    let rounds = field.rounds(players, rng);
    let draws = *[10, 30, 60].choose(rng).expect("three");
    let mut text = format!("PlayersNumber={players}\nRoundsNumber={rounds}\nDrawPercentage={draws}\n");
    let (names, rates) = dialect.generator_rates();
    for name in names {
        let rate = rates.choose(rng).expect("five");
        let _ = writeln!(text, "{name}={rate}");
    }
    if field == Field::Points {
        for (key, points) in dialect.generator_points(&points(rng)) {
            let _ = writeln!(text, "{key}={points}");
        }
    }
    text
}
