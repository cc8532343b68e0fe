use super::{Code, PlayerId, Tournament};
use std::collections::BTreeMap;
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
    /// The entry of `player` in `round`.
    Cell {
        /// The player.
        player: PlayerId,
        /// The round's number, from 1.
        round: u32,
    },
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
    /// [`read_planned`](crate::formats::read_planned) takes.
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
    #[must_use]
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

/// The place of each part of a tournament in its file: the line and column in a report, the path in JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceMap {
    positions: BTreeMap<Place, Position>,
    is_json: bool,
}

impl SourceMap {
    /// Of JSON, in which a place is a path.
    #[must_use]
    pub fn of_json() -> Self {
        Self { is_json: true, ..Self::default() }
    }

    /// Note that `place` is at `position`. The first position of a place is kept.
    pub fn insert(&mut self, place: Place, position: Position) {
        self.positions.entry(place).or_insert(position);
    }

    /// The line and column of `place`, if the reader noted them.
    #[must_use]
    pub fn position(&self, place: Place) -> Option<Position> {
        match place {
            Place::At(position) => Some(position),
            other => self.positions.get(&other).copied(),
        }
    }

    /// The path of `place` in the JSON of `tournament`, if it was read from JSON. An acceleration has that of the list.
    #[must_use]
    pub fn path(&self, place: Place, tournament: &Tournament) -> Option<String> {
        let path = match place {
            Place::At(_) | Place::Tournament => return None,
            Place::Player(index) => format!("players[{index}]"),
            Place::Points(index) => format!("players[{index}].points"),
            Place::Cell { player, round } => cell(player, round, tournament)?,
            Place::Game { round, index } => format!("rounds[{}].games[{index}]", round.saturating_sub(1)),
            Place::Bye { round, index } => format!("rounds[{}].byes[{index}]", round.saturating_sub(1)),
            Place::Absence(index) => format!("absences[{index}]"),
            Place::Forbidden(index) => format!("forbidden[{index}]"),
            Place::ForbiddenPlayer(player) => {
                let index = tournament.forbidden.iter().position(|group| group.players.contains(&player))?;
                format!("forbidden[{index}]")
            }
            Place::Acceleration(_) => "accelerations".to_owned(),
            Place::Adjustment(index) => format!("adjustments[{index}]"),
            Place::RoundsPlanned => "rounds_planned".to_owned(),
        };
        self.is_json.then_some(path)
    }
}

/// The path of the first game or bye of `player` in `round`; of the round, if there is none.
fn cell(player: PlayerId, round: u32, tournament: &Tournament) -> Option<String> {
    let index = usize::try_from(round).ok()?.checked_sub(1)?;
    let entry = tournament.rounds.get(index)?;
    let game = entry.games.iter().position(|game| [game.white, game.black].contains(&player));
    let bye = || entry.byes.iter().position(|bye| bye.player == player);
    let game = game.map(|game| format!(".games[{game}]"));
    let part = game.or_else(|| bye().map(|bye| format!(".byes[{bye}]"))).unwrap_or_default();
    Some(format!("rounds[{index}]{part}"))
}
