use super::byes_before;
use crate::tournament::{Colour, Outcome, PastEvent, PlayerId, PlayerState, RoundState, Score};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A line of the final ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The rank, from 1; players equal in everything share it.
    pub rank: usize,
    /// Who.
    pub id: PlayerId,
    /// Points.
    pub score: Score,
    /// Byes received; fewer are better.
    pub byes: usize,
    /// Games with Black; more are better.
    pub blacks: usize,
    /// Sonneborn-Berger in hundredths of a point: the final scores of those beaten, and half of those drawn with.
    pub sonneborn_berger: i64,
}

/// The ranking by score, fewer byes, more Blacks, then Sonneborn-Berger; those equal in all of it in seed order.
///
/// The text names these tie-breaks as examples; the r-mobility score is left out, since the text does not define it.
/// Sonneborn-Berger counts each game by the points it brought, games not played and byes not at all.
#[must_use]
pub fn standings(state: &RoundState) -> Vec<Standing> {
    let players: Vec<&PlayerState> = state.players().iter().chain(state.absent()).collect();
    let scores: BTreeMap<PlayerId, Score> = players.iter().map(|player| (player.id, player.points)).collect();
    let mut table: Vec<Standing> = players.iter().map(|player| line(player, &scores)).collect();
    let key = |s: &Standing| (Reverse(s.score), s.byes, Reverse(s.blacks), Reverse(s.sonneborn_berger));
    table.sort_by_key(|standing| (key(standing), standing.id));
    for index in 0..table.len() {
        let equal = index > 0 && key(&table[index - 1]) == key(&table[index]);
        table[index].rank = if equal { table[index - 1].rank } else { index + 1 };
    }
    table
}

fn line(player: &PlayerState, scores: &BTreeMap<PlayerId, Score>) -> Standing {
    let mut sonneborn_berger = 0;
    for past in &player.history {
        if let PastEvent::Game { opponent, encounters, .. } = &past.event {
            let theirs = i64::from(scores.get(opponent).copied().unwrap_or_default().tenths());
            // A win counts the opponent's score once, a draw half of it: in tenths, 10 and 5.
            sonneborn_berger += encounters.iter().map(|(_, outcome)| share(*outcome) * theirs).sum::<i64>();
        }
    }
    Standing {
        rank: 0,
        id: player.id,
        score: player.points,
        byes: byes_before(player),
        blacks: player.colours().filter(|colour| *colour == Colour::Black).count(),
        sonneborn_berger,
    }
}

fn share(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Win => 10,
        Outcome::Draw => 5,
        Outcome::Loss | Outcome::ForfeitWin | Outcome::ForfeitLoss => 0,
    }
}
