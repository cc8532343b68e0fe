use super::{ByeKind, Colour, Outcome, PlayerId, Score};
use std::cmp::Ordering;

/// A float in a past round: a pairing with an opponent of another score, or a point without playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Float {
    /// Met a player of a lower score, or scored without playing (1998 A.4, A.5; 2012 B.1b).
    Down,
    /// Met a player of a higher score.
    Up,
}

/// The strength of a colour preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Strength {
    /// Colour difference 0: alternate (1998 A.7.c).
    Mild,
    /// Colour difference +1 or -1 (1998 A.7.b).
    Strong,
    /// Colour difference beyond 1, or the same colour in the two latest games (1998 A.7.a).
    Absolute,
}

/// The colour a player should get next, and how strongly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Preference {
    /// The colour.
    pub colour: Colour,
    /// The strength.
    pub strength: Strength,
}

/// A player's past round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastRound {
    /// The player's score for pairing purposes before the round.
    pub score: Score,
    /// The points of the round.
    pub points: Score,
    /// The points that the arbiter gave or took after it.
    pub adjustment: Score,
    /// A game, a bye or an absence.
    pub event: PastEvent,
}

/// A game, a bye or an absence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PastEvent {
    /// Paired with `opponent`, whether or not moves were made.
    Game {
        /// Whom.
        opponent: PlayerId,
        /// The opponent's score for pairing purposes before the round.
        opponent_score: Score,
        /// One encounter, or two in a double round: the player's colour and outcome.
        encounters: Vec<(Colour, Outcome)>,
    },
    /// Not paired, with a bye.
    Bye(ByeKind),
    /// Not in the round at all (withdrawn, or not yet entered).
    Absent,
}

impl PastEvent {
    /// The opponent, if the game was played over the board (a forfeited game was not, 1998 F.2).
    pub fn met(&self) -> Option<PlayerId> {
        match self {
            Self::Game { opponent, encounters, .. } => {
                encounters.iter().any(|(_, outcome)| outcome.was_played()).then_some(*opponent)
            }
            Self::Bye(_) | Self::Absent => None,
        }
    }
}

/// Everything about one player that a pairing may depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerState {
    /// The pairing number.
    pub id: PlayerId,
    /// What orders players of one score: the pairing number, or the place in the list, from 1 ([`PlayerOrder`](super::PlayerOrder)).
    pub number: u32,
    /// The name, possibly empty.
    pub name: String,
    /// The rating, if any.
    pub rating: Option<u32>,
    /// The title, as the file writes it.
    pub title: Option<String>,
    /// The code of the federation, as the file writes it.
    pub federation: Option<String>,
    /// The club, as the file writes it.
    pub club: Option<String>,
    /// The points won before the round.
    pub points: Score,
    /// The score that pairing goes by: points plus accelerated points, if any.
    pub score: Score,
    /// A team's points of the other kind before the round: game points, if the match points are the score. Zero for a player.
    pub secondary: Score,
    /// Every past round, first to last.
    pub history: Vec<PastRound>,
}

impl PlayerState {
    /// The colours of the games played over the board, first to last. Unplayed rounds leave no gap: what
    /// counts as "in a row" are the games (1998 F.2, F.3; 2012 A.7.a "the two latest rounds he played").
    pub fn colours(&self) -> impl DoubleEndedIterator<Item = Colour> + '_ {
        self.colours_by_round().flatten()
    }

    /// The colour of each past encounter, `None` where no moves were made: `BWW-B` as 1998 F.3 writes it.
    pub fn colours_by_round(&self) -> impl DoubleEndedIterator<Item = Option<Colour>> + '_ {
        self.history.iter().flat_map(|past| {
            let (encounters, gap): (&[_], _) = match &past.event {
                PastEvent::Game { encounters, .. } => (encounters, None),
                PastEvent::Bye(_) | PastEvent::Absent => (&[], Some(None)),
            };
            encounters.iter().map(|(colour, outcome)| outcome.was_played().then_some(*colour)).chain(gap)
        })
    }

    /// Games played with White minus games played with Black (1998 A.7).
    pub fn colour_difference(&self) -> i32 {
        self.colours().map(Colour::sign).sum()
    }

    /// The colour of the latest game, if any.
    pub fn last_colour(&self) -> Option<Colour> {
        self.colours().next_back()
    }

    /// The colour of both the two latest games, if they had the same.
    pub fn repeated_colour(&self) -> Option<Colour> {
        let mut latest = self.colours().rev();
        let last = latest.next()?;
        (latest.next() == Some(last)).then_some(last)
    }

    /// The colour preference of 1998 A.7 (2012 A.7.a–c); `None` before the first game.
    ///
    /// Where a colour difference beyond 1 and the two latest games ask for different colours, the
    /// colour difference is followed.
    pub fn preference(&self) -> Option<Preference> {
        let last = self.last_colour()?;
        let difference = self.colour_difference();
        let balancing = if difference > 0 { Colour::Black } else { Colour::White };
        Some(match (difference.abs(), self.repeated_colour()) {
            (2.., _) => Preference { colour: balancing, strength: Strength::Absolute },
            (_, Some(repeated)) => Preference { colour: repeated.opposite(), strength: Strength::Absolute },
            (1, None) => Preference { colour: balancing, strength: Strength::Strong },
            (_, None) => Preference { colour: last.opposite(), strength: Strength::Mild },
        })
    }

    /// Whether the two met over the board.
    pub fn has_met(&self, other: PlayerId) -> bool {
        self.history.iter().any(|past| past.event.met() == Some(other))
    }

    /// Whether the player had no opponent in the round just past (`U_i` of the formulation): a bye of any
    /// kind or an absence. A forfeited game had an opponent. Before round 1 nobody was unpaired.
    pub fn was_unpaired_last_round(&self) -> bool {
        self.history.last().is_some_and(|past| !matches!(past.event, PastEvent::Game { .. }))
    }

    /// Whether the player ever scored a full win's point without playing: a pairing-allocated bye, a
    /// requested full-point bye, or a win by forfeit (1998 B.1.b). Half-point byes do not count.
    pub fn has_scored_without_playing(&self) -> bool {
        self.history.iter().any(|past| match &past.event {
            PastEvent::Bye(kind) => matches!(kind, ByeKind::Pairing | ByeKind::Full),
            PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
            PastEvent::Absent => false,
        })
    }

    /// The float of `rounds_ago` rounds before this one (1 is the round just past).
    pub fn float(&self, rounds_ago: usize) -> Option<Float> {
        let past = self.history[self.history.len().checked_sub(rounds_ago)?..].first()?;
        match &past.event {
            PastEvent::Game { opponent_score, .. } if past.event.met().is_some() => {
                match past.score.cmp(opponent_score) {
                    Ordering::Greater => Some(Float::Down),
                    Ordering::Less => Some(Float::Up),
                    Ordering::Equal => None,
                }
            }
            PastEvent::Game { encounters, .. } => {
                encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin).then_some(Float::Down)
            }
            PastEvent::Bye(kind) => (*kind != ByeKind::Zero).then_some(Float::Down),
            PastEvent::Absent => None,
        }
    }
}
