//! Rounds without a game over the board, by the points that they brought (Dutch 2026, 1.4.3 and C2).

use super::{ByeKind, Float, PastEvent, PastRound, PlayerState, RoundState, Score};

impl RoundState {
    /// Whether the player had a pairing-allocated bye, or scored in one round as many points without playing as a win
    /// gives (Dutch 2026, C2). Where wins with White and Black differ, the lesser one counts.
    pub fn scored_a_win_without_playing(&self, player: &PlayerState) -> bool {
        let win = self.worth.win[0].min(self.worth.win[1]);
        let is_bye = |past: &PastRound| past.event == PastEvent::Bye(ByeKind::Pairing);
        player.history.iter().any(|past| is_bye(past) || self.worth_unplayed(past).is_some_and(|points| points >= win))
    }

    /// The float of `rounds_ago` rounds before this one (1 is the round just past), as [`PlayerState::float`], but for a
    /// round without a game: the pairing-allocated bye and more points than a loss gives are a downfloat (Dutch 2026,
    /// 1.4.3). Where losses with White and Black differ, the greater one counts.
    pub fn float_by_points(&self, player: &PlayerState, rounds_ago: usize) -> Option<Float> {
        let past = player.history[player.history.len().checked_sub(rounds_ago)?..].first()?;
        if past.event.met().is_some() {
            return player.float(rounds_ago);
        }
        let loss = self.worth.loss[0].max(self.worth.loss[1]);
        let is_bye = past.event == PastEvent::Bye(ByeKind::Pairing);
        (is_bye || self.worth_unplayed(past).is_some_and(|points| points > loss)).then_some(Float::Down)
    }

    /// The most points of the round that were scored without playing; `None` if every encounter was played.
    fn worth_unplayed(&self, past: &PastRound) -> Option<Score> {
        match &past.event {
            PastEvent::Game { encounters, .. } => {
                let unplayed = encounters.iter().filter(|(_, outcome)| !outcome.was_played());
                unplayed.map(|(colour, outcome)| self.worth.game(*colour, *outcome)).max()
            }
            PastEvent::Bye(kind) => Some(self.worth.bye(*kind)),
            PastEvent::Absent => Some(self.worth.zero_bye),
        }
    }
}
