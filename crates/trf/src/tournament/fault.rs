use super::{Code, PlayerId, Tournament};
use std::fmt;

/// The place of a fault in a tournament, for any file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A line and column that the reader found itself.
    At(Position),
    /// The tournament as a whole.
    Tournament,
    /// A player's entry, by its index in [`Tournament::players`](super::Tournament::players).
    Player(usize),
    /// The points declared for a player, by the same index.
    Points(usize),
    /// The points of the other kind declared for a team, by the same index.
    Secondary(usize),
    /// The `index`-th game of `round`.
    Game {
        /// The round's number, from 1.
        round: u32,
        /// Index into [`Round::games`](super::Round::games).
        index: usize,
    },
    /// The `index`-th bye of `round`.
    Bye {
        /// The round's number, from 1.
        round: u32,
        /// Index into [`Round::byes`](super::Round::byes).
        index: usize,
    },
    /// The `index`-th entry of [`Tournament::absences`](super::Tournament::absences).
    Absence(usize),
    /// The `index`-th entry of [`Tournament::forbidden`](super::Tournament::forbidden).
    Forbidden(usize),
    /// A player whom an entry of [`Tournament::forbidden`](super::Tournament::forbidden) names, in the first one that does.
    ForbiddenPlayer(PlayerId),
    /// The accelerated points of a player.
    Acceleration(PlayerId),
    /// The `index`-th entry of [`Tournament::adjustments`](super::Tournament::adjustments).
    Adjustment(usize),
    /// The declared number of rounds.
    RoundsPlanned,
}

/// A line and a column, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A fault: what is wrong, its place, and how to mend it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of the fault.
    pub code: Code,
    /// The place.
    pub place: Place,
    /// What is wrong, in one sentence without a full stop.
    pub what: String,
    /// What to do about it, in one sentence without a full stop. Where it names an option, the option is one of the
    /// program swiss-ilp: `--round` is [`RoundRequest::round`](super::RoundRequest::round), `--trust results` is
    /// [`Trust::Results`](super::Trust::Results), and `--rounds` the number that
    /// [`read_in`](crate::formats::read_in) takes.
    pub mend: String,
    /// A second place that contradicts the first. A reader adds its line to `what`.
    pub other: Option<Place>,
    /// The path of the value in JSON, such as `players[3].rating`, counted from 0; `None` in a report.
    pub path: Option<String>,
}

impl Fault {
    /// A fault of kind `code` at `place`. `what` says what is wrong, and `mend` what to do.
    pub fn new(code: Code, place: Place, what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { code, place, what: what.into(), mend: mend.into(), other: None, path: None }
    }

    /// The same fault with a second place, which contradicts the first.
    pub fn and(self, other: Place) -> Self {
        Self { other: Some(other), ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]; {}", self.what, self.code, self.mend)
    }
}

/// The faults found so far, of which the first [`Faults::MOST`] are kept. One more says that there are others.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    kept: Vec<Fault>,
    has_more: bool,
}

impl Faults {
    /// How many faults of a file are listed. Whoever has so many begins with these.
    pub const MOST: usize = 1000;

    pub fn push(&mut self, fault: Fault) {
        if self.kept.len() < Self::MOST && fault.code != Code::TooManyFaults {
            self.kept.push(fault);
        } else {
            self.has_more = true;
        }
    }

    /// Adds a fault of the file as a whole before the others.
    pub fn push_first(&mut self, fault: Fault) {
        self.kept.insert(0, fault);
        if self.kept.len() > Self::MOST {
            self.kept.truncate(Self::MOST);
            self.has_more = true;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub fn into_vec(self) -> Vec<Fault> {
        let mut faults = self.kept;
        if self.has_more {
            faults.push(Fault::new(
                Code::TooManyFaults,
                Place::Tournament,
                format!("there are more faults than the first {} that were found", Self::MOST),
                "correct these, and then look for others",
            ));
        }
        faults
    }
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        faults.into_iter().for_each(|fault| self.push(fault));
    }
}

impl Place {
    /// The path of the place in the JSON of `tournament`. An acceleration has that of the list.
    pub(crate) fn path(self, tournament: &Tournament) -> Option<String> {
        Some(match self {
            Self::At(_) | Self::Tournament => return None,
            Self::Player(index) => format!("players[{index}]"),
            Self::Points(index) => format!("players[{index}].points"),
            Self::Secondary(index) => format!("players[{index}].secondary_points"),
            Self::Game { round, index } => format!("rounds[{}].games[{index}]", round.saturating_sub(1)),
            Self::Bye { round, index } => format!("rounds[{}].byes[{index}]", round.saturating_sub(1)),
            Self::Absence(index) => format!("absences[{index}]"),
            Self::Forbidden(index) => format!("forbidden[{index}]"),
            Self::ForbiddenPlayer(player) => {
                let index = tournament.forbidden.iter().position(|group| group.players.contains(&player))?;
                format!("forbidden[{index}]")
            }
            Self::Acceleration(_) => "accelerations".to_owned(),
            Self::Adjustment(index) => format!("adjustments[{index}]"),
            Self::RoundsPlanned => "rounds_planned".to_owned(),
        })
    }
}
