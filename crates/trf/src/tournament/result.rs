use super::{Board, Pairing, PlayerId};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use strum::{Display, IntoStaticStr};

/// The colour of the pieces.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, Serialize, Deserialize, JsonSchema,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The white pieces.
    White,
    /// The black pieces.
    Black,
}

impl Colour {
    /// Both colours, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The other colour.
    pub const fn opposite(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// What a game with this colour adds to the colour difference (Whites minus Blacks).
    pub const fn sign(self) -> i32 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }
}

/// One player's outcome of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// A win over the board.
    Win,
    /// A draw.
    Draw,
    /// A loss over the board.
    Loss,
    /// A win by forfeit: the opponent did not appear.
    ForfeitWin,
    /// A loss by forfeit: the player did not appear.
    ForfeitLoss,
    /// The game is adjourned, or still being played: a draw for pairing (FIDE C.04.2, 3.1).
    Adjourned,
}

impl Outcome {
    /// Whether there is a game over the board: forfeited games count neither as met nor for colours (1998 F.2).
    pub const fn was_played(self) -> bool {
        matches!(self, Self::Win | Self::Draw | Self::Loss | Self::Adjourned)
    }
}

/// The outcomes of a game for both players. They need not add up to one point, since an arbiter may decide 0-0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameResult {
    white: Outcome,
    black: Outcome,
}

impl GameResult {
    /// Every result with its name in JSON and in tables.
    pub const NAMES: [(&'static str, Self); 10] = {
        use Outcome::{Adjourned, Draw, ForfeitLoss, ForfeitWin, Loss, Win};
        const fn pair(white: Outcome, black: Outcome) -> GameResult {
            GameResult { white, black }
        }
        [
            ("1-0", pair(Win, Loss)),
            ("0-1", pair(Loss, Win)),
            ("1/2-1/2", pair(Draw, Draw)),
            ("0-0", pair(Loss, Loss)),
            ("1/2-0", pair(Draw, Loss)),
            ("0-1/2", pair(Loss, Draw)),
            ("+/-", pair(ForfeitWin, ForfeitLoss)),
            ("-/+", pair(ForfeitLoss, ForfeitWin)),
            ("-/-", pair(ForfeitLoss, ForfeitLoss)),
            ("?", pair(Adjourned, Adjourned)),
        ]
    };

    /// The result with these two outcomes; `None` if they contradict each other.
    pub fn new(white: Outcome, black: Outcome) -> Option<Self> {
        let result = Self { white, black };
        Self::NAMES.iter().any(|(_, known)| *known == result).then_some(result)
    }

    /// The result of this `name` in [`GameResult::NAMES`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, result)| *result)
    }

    /// The outcome of the player with `colour`.
    pub const fn of(self, colour: Colour) -> Outcome {
        match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    /// Whether moves were made.
    pub const fn was_played(self) -> bool {
        self.white.was_played()
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(_, known)| known == self).map_or("?", |(name, _)| name);
        f.pad(name)
    }
}

/// One game; in a double round, one of the two encounters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Game {
    /// The player with White.
    pub white: PlayerId,
    /// The player with Black.
    pub black: PlayerId,
    /// The result; `None` while it is not known.
    pub result: Option<GameResult>,
    /// Whether the game is rated; `false` for the TRF codes `W D L`, games that were played but are not rated.
    pub rated: bool,
}

/// The reason why a player was not paired in a round.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, Serialize, Deserialize, JsonSchema,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum ByeKind {
    /// The pairing-allocated bye of an odd field.
    Pairing,
    /// A requested bye worth a full point.
    Full,
    /// A requested bye worth half a point.
    Half,
    /// A zero-point bye or an absence.
    #[default]
    Zero,
}

impl ByeKind {
    /// Whether it is an absence: a requested bye, or a player who did not come.
    pub const fn is_absence(self) -> bool {
        !matches!(self, Self::Pairing)
    }
}

/// A player who was not paired in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "struct ByeEntry")]
pub struct Bye {
    /// The player.
    #[schemars(with = "u32")]
    pub player: PlayerId,
    /// The kind of the bye.
    pub kind: ByeKind,
}

/// A round: its games and byes. A player with neither was absent and got no points.
///
/// In double rounds the first encounters come before the second ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// The games.
    pub games: Vec<Game>,
    /// The byes.
    pub byes: Vec<Bye>,
}

impl Round {
    /// The pairing of the round.
    ///
    /// # Errors
    /// [`SeveralByes`] if it was played with more than one pairing-allocated bye.
    pub fn pairing(&self) -> Result<Pairing, SeveralByes> {
        match self.pairing_byes()[..] {
            [] => Ok(Pairing { boards: self.boards(), bye: None }),
            [bye] => Ok(Pairing { boards: self.boards(), bye: Some(bye) }),
            ref several => Err(SeveralByes(several.to_vec())),
        }
    }

    /// The first encounter of each pair, in file order.
    pub fn boards(&self) -> Vec<Board> {
        let mut seen = BTreeSet::new();
        let boards = self.games.iter().map(|game| Board { white: game.white, black: game.black });
        // In double rounds the first encounter is the first of the two listed.
        boards.filter(|Board { white, black }| seen.insert((*white.min(black), *white.max(black)))).collect()
    }

    /// The players with a pairing-allocated bye, in file order.
    pub fn pairing_byes(&self) -> Vec<PlayerId> {
        self.byes.iter().filter(|bye| bye.kind == ByeKind::Pairing).map(|bye| bye.player).collect()
    }
}

/// The error of a round with several pairing-allocated byes, those of these players. A pairing has one at most.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("pairing-allocated byes were given to {}, and a pairing has one at most", .0.iter().join(", "))]
pub struct SeveralByes(pub Vec<PlayerId>);
