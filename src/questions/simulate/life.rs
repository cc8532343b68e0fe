use super::random::{Purpose, RandomSource};
use crate::tournament::{Bye, ByeKind, PlayerId};

/// What may happen to a player whoever pairs: probabilities, from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Life {
    /// To be absent from a round, for no points.
    pub absence: f64,
    /// To ask for a half-point bye in a round.
    pub half_point_bye: f64,
    /// To ask for a full-point bye in a round. With `absence` and `half_point_bye` at most 1.
    pub full_point_bye: f64,
    /// To withdraw before a round after the first.
    pub withdrawal: f64,
    /// Not to appear at the board in a round. If one player does not, the game is forfeited; if both do not, both forfeit.
    pub forfeit: f64,
    /// To enter late.
    pub late_entry: f64,
    /// The latest round in which somebody enters. All rounds from the second to this one are equally likely.
    pub late_by: u32,
}

/// What happens to one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fate {
    /// The bye of each round in which the player is not to be paired.
    byes: Vec<Option<ByeKind>>,
    /// In each round, whether the player would not appear at the board.
    is_missing: Vec<bool>,
}

impl Life {
    /// The fate of player `id` in so many rounds.
    ///
    /// Of a round, three numbers are drawn: for the withdrawal, for the byes, and for the board.
    pub(super) fn fate(self, source: RandomSource, id: PlayerId, rounds: u32) -> Fate {
        let mut entry = source.stream(Purpose::Entry, [id.0, 0, 0]);
        let (lot, round) = (entry.uniform(), entry.uniform());
        let later = f64::from(self.late_by.min(rounds).saturating_sub(1));
        let is_late = lot < self.late_entry && later > 0.0;
        let enters = if is_late { 2 + (round * later) as u32 } else { 1 };
        let mut is_withdrawn = false;
        let mut fate = Fate { byes: Vec::new(), is_missing: Vec::new() };
        for round in 1..=rounds {
            let mut stream = source.stream(Purpose::Life, [id.0, round, 0]);
            let [withdrawal, bye, board] = [stream.uniform(), stream.uniform(), stream.uniform()];
            is_withdrawn |= round > enters && withdrawal < self.withdrawal;
            let (half, zero) = (self.half_point_bye, self.half_point_bye + self.absence);
            fate.byes.push(match bye {
                _ if round < enters || is_withdrawn => Some(ByeKind::Zero),
                half_point if half_point < half => Some(ByeKind::Half),
                zero_point if zero_point < zero => Some(ByeKind::Zero),
                full_point if full_point < zero + self.full_point_bye => Some(ByeKind::Full),
                _ => None,
            });
            fate.is_missing.push(board < self.forfeit);
        }
        fate
    }
}

impl Fate {
    /// The bye of a round in which the player is not to be paired.
    pub fn bye(&self, id: PlayerId, round: u32) -> Option<Bye> {
        let kind = self.byes.get(round as usize - 1).copied().flatten();
        kind.map(|kind| Bye { player: id, kind })
    }

    /// Whether the player does not appear at the board.
    pub fn is_missing(&self, round: u32) -> bool {
        self.is_missing.get(round as usize - 1).is_some_and(|missing| *missing)
    }
}
