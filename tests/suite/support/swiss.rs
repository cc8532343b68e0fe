//! Simulated Swiss tournaments: players of equal scores have met, and colours are nearly balanced.

use rand::prelude::*;
use std::collections::BTreeSet;
use swiss_ilp::tournament::{Bye, ByeKind, Game, GameResult, Player, PlayerId, Round, Tournament};

struct Entrant {
    id: PlayerId,
    half_points: u32,
    /// Games with White minus games with Black.
    balance: i32,
    had_bye: bool,
    met: BTreeSet<PlayerId>,
}

/// A tournament of `players` after `rounds` rounds, drawn by `rng`: the same seed gives the same tournament.
///
/// Each round goes down the scores, ties by lot, and gives everyone the next player not met whose colours suit; the
/// lowest player without a bye gets the bye of an odd round. It is fast and not careful: late rounds may have
/// rematches.
pub fn swiss_tournament(rng: &mut impl Rng, players: u32, rounds: usize) -> Tournament {
    let mut field: Vec<Entrant> = (1..=players)
        .map(|id| Entrant { id: PlayerId(id), half_points: 0, balance: 0, had_bye: false, met: BTreeSet::new() })
        .collect();
    let players = field.iter().map(|entrant| Player::new(entrant.id)).collect();
    let rounds = (0..rounds).map(|_| swiss_round(rng, &mut field)).collect();
    Tournament { players, rounds, ..Tournament::default() }
}

fn swiss_round(rng: &mut impl Rng, field: &mut [Entrant]) -> Round {
    field.shuffle(rng);
    field.sort_by_key(|entrant| std::cmp::Reverse(entrant.half_points));
    let mut round = Round::default();
    let mut unpaired: Vec<usize> = (0..field.len()).collect();
    if unpaired.len() % 2 == 1 {
        let last = unpaired.iter().rposition(|index| !field[*index].had_bye).unwrap_or(0);
        let entrant = &mut field[unpaired.remove(last)];
        entrant.had_bye = true;
        entrant.half_points += 2;
        round.byes.push(Bye { player: entrant.id, kind: ByeKind::Pairing });
    }
    while !unpaired.is_empty() {
        let one = unpaired.remove(0);
        let is_new = |other: &usize| !field[one].met.contains(&field[*other].id);
        let suits = |other: &usize| is_new(other) && (field[one].balance + field[*other].balance).abs() <= 2;
        let next = unpaired.iter().position(suits).or_else(|| unpaired.iter().position(is_new)).unwrap_or(0);
        let other = unpaired.remove(next);
        let one_is_white = match field[one].balance.cmp(&field[other].balance) {
            std::cmp::Ordering::Equal => rng.random(),
            order => order.is_lt(),
        };
        let (white, black) = if one_is_white { (one, other) } else { (other, one) };
        let (name, points) = *[("1-0", [2, 0]), ("1/2-1/2", [1, 1]), ("0-1", [0, 2])].choose(rng).expect("three");
        for (index, opponent, sign, points) in [(white, black, 1, points[0]), (black, white, -1, points[1])] {
            let opponent = field[opponent].id;
            field[index].met.insert(opponent);
            field[index].balance += sign;
            field[index].half_points += points;
        }
        let (white, black) = (field[white].id, field[black].id);
        round.games.push(Game { white, black, result: GameResult::from_name(name), rated: true });
    }
    round
}
