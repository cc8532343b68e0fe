//! What a player has for each round, and how article 16 counts the rounds that were not played.

use crate::tournament::{
    ByeKind, Colour, GamesPerPairing, Outcome, PastEvent, PastRound, PlayerId, PlayerState, PointSystem, RoundState,
    Score,
};
use std::collections::BTreeMap;

/// What a player has for a round: a game, or none. A double round is two of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct CrosstableEntry {
    /// The round.
    pub round: u32,
    /// The points, in tenths.
    pub points: i64,
    /// The points by the arbiter's decision after it, in tenths.
    pub adjustment: i64,
    pub event: CrosstableEvent,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum CrosstableEvent {
    /// A game with a scheduled opponent: the place of the opponent in the field, the player's colour, and the outcome.
    Game { opponent: usize, colour: Colour, outcome: Outcome },
    /// A bye; an absence is a zero-point bye.
    Bye(ByeKind),
}

impl CrosstableEntry {
    /// The opponent of a game played over the board.
    pub fn met(&self) -> Option<usize> {
        match self.event {
            CrosstableEvent::Game { opponent, outcome, .. } if outcome.was_played() => Some(opponent),
            CrosstableEvent::Game { .. } | CrosstableEvent::Bye(_) => None,
        }
    }

    /// The opponent that was scheduled, whether or not moves were made.
    pub(crate) fn scheduled(&self) -> Option<usize> {
        match self.event {
            CrosstableEvent::Game { opponent, .. } => Some(opponent),
            CrosstableEvent::Bye(_) => None,
        }
    }

    /// A half-point or zero-point bye, which also is an absence (16.1.1).
    pub(crate) const fn is_requested_bye(&self) -> bool {
        matches!(self.event, CrosstableEvent::Bye(ByeKind::Half | ByeKind::Zero))
    }

    /// A voluntary unplayed round: a requested bye or a forfeit loss (16.1.2).
    pub(crate) const fn is_voluntary(&self) -> bool {
        self.is_requested_bye() || matches!(self.event, CrosstableEvent::Game { outcome: Outcome::ForfeitLoss, .. })
    }
}

/// A player's rounds.
#[derive(Debug, Clone)]
pub(super) struct CrosstableRow {
    pub id: PlayerId,
    pub rating: Option<u32>,
    /// The secondary score of a team, in tenths.
    pub secondary: i64,
    pub entries: Vec<CrosstableEntry>,
}

impl CrosstableRow {
    /// The score, in tenths.
    pub fn points(&self) -> i64 {
        self.entries.iter().map(|entry| entry.points + entry.adjustment).sum()
    }

    /// The score as it counts for the tie-breaks of the opponents, in tenths: a requested bye that only voluntary unplayed
    /// rounds follow (16.2.5) counts as a draw (16.3.2), everything else as it was scored (16.3.1).
    pub fn adjusted(&self, draw: i64) -> i64 {
        let willing = self.entries.iter().rposition(|entry| !entry.is_voluntary()).map_or(0, |last| last + 1);
        let counted = |(place, entry): (usize, &CrosstableEntry)| {
            let points = if place >= willing && entry.is_requested_bye() { draw } else { entry.points };
            points + entry.adjustment
        };
        self.entries.iter().enumerate().map(counted).sum()
    }
}

/// All players with their rounds.
#[derive(Debug, Clone)]
pub(super) struct Crosstable {
    pub players: Vec<CrosstableRow>,
    points: PointSystem,
    /// The number of rounds; double rounds count twice.
    pub rounds: i64,
    /// The final round, if it is played; any may be it where their number is not known.
    final_round: Option<u32>,
}

impl Crosstable {
    /// The field of `state`, in the order of pairing numbers.
    pub fn new(state: &RoundState, points: &PointSystem) -> Self {
        let mut players: Vec<&PlayerState> = state.players().iter().chain(state.absent()).collect();
        players.sort_by_key(|player| player.id);
        let places: BTreeMap<PlayerId, usize> =
            players.iter().zip(0..).map(|(player, place)| (player.id, place)).collect();
        let games = match state.games_per_pairing() {
            GamesPerPairing::One => 1,
            GamesPerPairing::Two => 2,
        };
        let record = |player: &&PlayerState| CrosstableRow {
            id: player.id,
            rating: player.rating,
            secondary: player.secondary.tenths().into(),
            entries: (1..)
                .zip(&player.history)
                .flat_map(|(round, past)| entries(round, past, games, &places, points))
                .collect(),
        };
        let last_round = state.round() - 1;
        Self {
            players: players.iter().map(record).collect(),
            points: *points,
            rounds: i64::from(last_round) * i64::from(games),
            final_round: Some(last_round).filter(|last| state.rounds_planned().is_none_or(|planned| planned <= *last)),
        }
    }

    /// The points of a draw where nobody had a colour, in tenths. Where the colours differ, White's.
    pub fn draw(&self) -> i64 {
        self.points.game(Colour::White, Outcome::Draw).tenths().into()
    }

    /// The least and the greatest points of one game with these outcomes, in tenths.
    pub fn range(&self, least: Outcome, most: Outcome) -> (i64, i64) {
        let points = |outcome| Colour::BOTH.map(|colour| i64::from(self.points.game(colour, outcome).tenths()));
        let (least, most) = (points(least), points(most));
        (least[0].min(least[1]), most[0].max(most[1]))
    }

    /// The same field, if all paired games of the final round had been drawn (8.3).
    pub fn fore(&self) -> Self {
        let mut fore = self.clone();
        let last = |entry: &&mut CrosstableEntry| Some(entry.round) == self.final_round;
        for entry in fore.players.iter_mut().flat_map(|player| player.entries.iter_mut()).filter(last) {
            if let CrosstableEvent::Game { colour, outcome, .. } = &mut entry.event {
                *outcome = Outcome::Draw;
                entry.points = self.points.game(*colour, Outcome::Draw).tenths().into();
            }
        }
        fore
    }
}

/// The entries of a round. A bye in a double round is two.
fn entries(
    round: u32,
    past: &PastRound,
    games: i32,
    places: &BTreeMap<PlayerId, usize>,
    points: &PointSystem,
) -> Vec<CrosstableEntry> {
    let byes = |kind| (0..games).map(move |_| CrosstableEvent::Bye(kind)).collect();
    let events: Vec<CrosstableEvent> = match &past.event {
        PastEvent::Game { opponent, encounters, .. } => {
            let game = |(colour, outcome): &(Colour, Outcome)| {
                // Everybody who was met is in the field.
                Some(CrosstableEvent::Game { opponent: *places.get(opponent)?, colour: *colour, outcome: *outcome })
            };
            encounters.iter().filter_map(game).collect()
        }
        PastEvent::Bye(kind) => byes(*kind),
        PastEvent::Absent => byes(ByeKind::Zero),
    };
    let entry = |(index, (event, adjustment)): (usize, (CrosstableEvent, Score))| {
        let score = match event {
            // Of teams they may be game points, and the result alone does not say how many.
            _ if games == 1 => past.points,
            CrosstableEvent::Game { colour, outcome, .. } => points.game(colour, outcome),
            CrosstableEvent::Bye(kind) if index == 0 => points.bye(kind),
            CrosstableEvent::Bye(kind) => past.points - points.bye(kind),
        };
        CrosstableEntry { round, points: score.tenths().into(), adjustment: adjustment.tenths().into(), event }
    };
    let adjustments = [past.adjustment].into_iter().chain(std::iter::repeat(Score::ZERO));
    events.into_iter().zip(adjustments).enumerate().map(entry).collect()
}
