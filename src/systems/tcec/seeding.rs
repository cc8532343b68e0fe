use crate::tournament::{Player, Tournament};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::cmp::Reverse;

/// The method of seeding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeding {
    /// From groups of similar strength in turn: each time the strongest player of the group who has no seed yet.
    Group {
        /// The number of groups. The text advises an even number.
        groups: usize,
    },
    /// By lot: `ChaCha8` from this seed, shuffling the players in order of strength.
    Random {
        /// The generator's seed.
        seed: u64,
    },
}

/// The number of groups the text advises: `round_to_even(players / 7)`, read as the nearest even number (the
/// greater of two equally near), but at least 2.
pub fn advised_groups(players: usize) -> usize {
    // The nearest even number to p/7 is twice the nearest whole number to p/14.
    (2 * ((players + 7) / 14)).max(2)
}

/// The tournament with its players in seed order and with seeds 1, 2, … as pairing numbers, also in absences, forbidden
/// pairs and accelerations. [`Player::strength_rank`] keeps the order by strength. The tournament has no faults, and no
/// rounds yet.
///
/// The order by strength is the `strength_rank` of the file if every player has one. Otherwise it is the order of
/// ratings, and for equal ratings the order in the file.
pub fn seeded(mut tournament: Tournament, seeding: Seeding) -> Tournament {
    let mut players = std::mem::take(&mut tournament.players);
    if players.iter().all(|player| player.strength_rank.is_some()) {
        players.sort_by_key(|player| player.strength_rank);
    } else {
        players.sort_by_key(|player| Reverse(player.rating));
    }
    for (player, rank) in players.iter_mut().zip(1..) {
        player.strength_rank = Some(rank);
    }
    match seeding {
        Seeding::Group { groups } => players = in_turn(players, groups),
        Seeding::Random { seed } => players.shuffle(&mut ChaCha8Rng::seed_from_u64(seed)),
    }
    tournament.renumbered(players)
}

/// Take from each of these groups in turn. If they are not equal, the stronger ones have one player more.
fn in_turn(players: Vec<Player>, groups: usize) -> Vec<Player> {
    let groups = groups.clamp(1, players.len().max(1));
    let (size, greater) = (players.len() / groups, players.len() % groups);
    let mut left = players.into_iter();
    let mut queues: Vec<_> = (0..groups)
        .map(|group| left.by_ref().take(size + usize::from(group < greater)).collect::<Vec<_>>().into_iter())
        .collect();
    (0..=size).flat_map(|_| queues.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>()).collect()
}

/// A sentence for each recommendation of the text that the tournament does not follow.
pub fn advice(tournament: &Tournament, seeding: Seeding) -> Vec<String> {
    let players = tournament.players.len();
    let single = tournament.games_per_pairing == crate::tournament::GamesPerPairing::One;
    let mut advice = Vec::new();
    if players % 2 == 1 {
        advice.push(format!("{players} players: an even number is recommended"));
    }
    if let Some(rounds) = tournament.rounds_planned {
        if single && rounds % 2 == 0 {
            advice.push(format!("{rounds} single rounds: an odd number is recommended, to balance colours"));
        }
        if usize::try_from(rounds).is_ok_and(|rounds| rounds > players / 2) {
            advice.push(format!(
                "{rounds} rounds for {players} players: at most half as many as players are recommended"
            ));
        }
    }
    if let Seeding::Group { groups } = seeding {
        if groups % 2 == 1 {
            advice.push(format!("{groups} groups: an even number is recommended"));
        }
        let size = players.div_ceil(groups.max(1));
        if !(6..=7).contains(&size) {
            advice.push(format!("groups of up to {size}: 6 or 7 players a group are recommended"));
        }
    }
    advice
}
