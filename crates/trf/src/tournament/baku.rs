use super::{PlayerId, Score, Tournament};
use std::collections::{BTreeMap, BTreeSet};

/// The Baku acceleration (FIDE C.04.7, article 1) of a tournament that names it and does not give its points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Baku {
    /// The points of a win, added in the rounds up to this one: the first half of the accelerated rounds, rounded up (1.4.2).
    pub full: (Score, u32),
    /// The points of a draw, added in the rounds after these and up to this one: the first half of all rounds, rounded up (1.4.1,
    /// 1.4.3).
    pub half: (Score, u32),
}

impl Tournament {
    /// Accelerates the tournament by the Baku acceleration (FIDE C.04.7, article 1), if nothing accelerates it yet.
    ///
    /// # Errors
    /// Where article 1 has no such acceleration, the reason: a win has to be worth two draws, and a loss nothing (1.1), and the number
    /// of rounds must be known.
    pub fn accelerate_by_baku(&mut self) -> Result<(), &'static str> {
        if self.accelerations.is_empty() {
            let baku = Baku::new(self, self.rounds_planned)?;
            self.baku = Some(baku);
            self.accelerations = baku.accelerations(self, &self.absent_from(1));
        }
        Ok(())
    }
}

impl Baku {
    /// The acceleration of a tournament of so many rounds, or the reason why article 1 has none.
    pub(crate) fn new(tournament: &Tournament, rounds: Option<u32>) -> Result<Self, &'static str> {
        let points = tournament.points;
        let [win, draw, loss] = [points.win, points.draw, points.loss];
        let is_even = |[white, black]: [Score; 2]| white == black;
        let is_applicable =
            [win, draw, loss].into_iter().all(is_even) && win[0] == draw[0] + draw[0] && loss[0] == Score::ZERO;
        if !is_applicable {
            return Err("a win is not worth two draws and a loss nothing (C.04.7, 1.1)");
        }
        let accelerated = rounds.ok_or("the file does not say how many rounds there are")?.div_ceil(2);
        Ok(Self { full: (win[0], accelerated.div_ceil(2)), half: (draw[0], accelerated) })
    }

    /// The players of GA: the first half, rounded up to an even number, of those to be paired in round 1, and whoever comes
    /// later and has a lower number than the last of these (1.2, 1.3.2). Who is `away` in round 1 has no pairing number yet.
    pub(crate) fn group_a(tournament: &Tournament, away: &BTreeSet<PlayerId>) -> Vec<PlayerId> {
        let players: Vec<PlayerId> = tournament.in_order().iter().map(|player| player.id).collect();
        let there = || players.iter().enumerate().filter(|(_, id)| !away.contains(id)).map(|(place, _)| place);
        let count = there().count();
        let members = (2 * count.div_ceil(4)).min(count);
        let last = members.checked_sub(1).and_then(|last| there().nth(last));
        players[..last.map_or(0, |last| last + 1)].to_vec()
    }

    /// The points that a member of GA has in each accelerated round.
    pub(crate) fn points(self) -> impl Iterator<Item = (u32, Score)> {
        let ((full, last_full), (half, last)) = (self.full, self.half);
        (1..=last).map(move |round| (round, if round <= last_full { full } else { half }))
    }

    /// [`Tournament::accelerations`] if these are away from round 1.
    pub(crate) fn accelerations(
        self,
        tournament: &Tournament,
        away: &BTreeSet<PlayerId>,
    ) -> BTreeMap<PlayerId, BTreeMap<u32, Score>> {
        Self::group_a(tournament, away).into_iter().map(|player| (player, self.points().collect())).collect()
    }
}
