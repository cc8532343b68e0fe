//! A tournament with all its rounds ([`Tournament`]), and everything that a pairing may depend on ([`RoundState`]).
//!
//! A [`Tournament`] may contradict itself. Only [`RoundState::new`] checks it, and reports all its [`Fault`]s. Nothing
//! here depends on the rules of one pairing system.

mod baku;
pub(crate) mod checks;
mod code;
mod date;
mod fault;
mod identity;
mod initial_order;
mod of_round;
mod organiser_tables;
mod pairing;
mod player;
mod player_state;
mod points;
mod request;
mod result;
mod round_state;
mod score;
mod teams;
mod totals;
mod unplayed;
mod with_round;

pub use baku::Baku;
pub use code::Code;
pub use date::{Date, NoDate, StartDate};
pub(crate) use fault::Faults;
pub use fault::{Fault, Place, Position};
pub use identity::RoundIdentity;
pub use initial_order::{OrderKey, without_accents};
pub use organiser_tables::{Attributes, Cell, PairWeights};
pub use pairing::{Board, Pairing, RoundPairs, Seat};
pub use player::{Player, PlayerId};
pub use player_state::{Float, PastEvent, PastRound, PlayerState, Preference, Strength};
pub use points::PointSystem;
pub use request::{Affiliation, RoundRequest, Trust};
pub use result::{Bye, ByeKind, Colour, Game, GameResult, Outcome, Round, SeveralByes};
pub use round_state::{Bans, CheckedTournament, RoundError, RoundState};
pub use score::Score;
pub use teams::{TeamPreferences, TeamScore, TeamType, Teams};

use crate::formats::json::{from_one, or_default, round_number};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A tournament: its players, its rounds, and the organiser's declarations.
///
/// It is not checked. [`RoundState::new`] checks it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tournament {
    /// The tournament's name, empty if none was given.
    pub name: String,
    /// The day on which it began, if declared.
    pub start: Option<StartDate>,
    /// The edition of FIDE's Dutch system that the file names, one of [`Tournament::DUTCH_EDITIONS`].
    pub dutch_edition: Option<u16>,
    /// The type that record 192 of TRF-2026 gives it, such as `FIDE_DUBOV`, where it is neither that edition nor a type of teams.
    pub kind: Option<String>,
    /// The number of planned rounds, if declared.
    pub rounds_planned: Option<u32>,
    /// 1, or 2 where each pairing is two games with colours reversed (TCEC double rounds).
    pub games_per_pairing: GamesPerPairing,
    /// The points for each result and bye.
    pub points: PointSystem,
    /// The colour of the top player in round 1, where the file declares it.
    pub initial_colour: Option<Colour>,
    /// What orders players of one score.
    pub order: PlayerOrder,
    /// The players, in file order.
    pub players: Vec<Player>,
    /// The rounds in order. The last one may be incomplete.
    pub rounds: Vec<Round>,
    /// The forfeited games of each round of which it is not known who had White. The one who is listed with White need not have had it.
    pub colourless: BTreeMap<u32, BTreeSet<Board>>,
    /// Players absent from a round that the rounds above do not show: `(player, round)`.
    pub absences: Vec<Absence>,
    /// Groups of players who may not meet, with the rounds this holds for.
    pub forbidden: Vec<ForbiddenGroup>,
    /// Points by the arbiter's decision.
    pub adjustments: Vec<Adjustment>,
    /// Points added for pairing only (accelerated systems): player, then round, then points.
    pub accelerations: BTreeMap<PlayerId, BTreeMap<u32, Score>>,
    /// What the organiser wished of the pairing of a round that was paired so, by the number of the round: pairs or groups who rather do
    /// not meet, such as `3-7=2`.
    pub wishes: BTreeMap<u32, Vec<String>>,
    /// The acceleration that these points follow from, if the file names it alone.
    pub baku: Option<Baku>,
    /// What a tournament of teams has besides; `None` of single players.
    pub teams: Option<Teams>,
}

/// The number of games of one pairing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum GamesPerPairing {
    /// One game a pairing.
    #[default]
    One,
    /// Two games a pairing, the second with colours reversed.
    Two,
}

/// What orders players of one score for pairing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerOrder {
    /// Their pairing numbers.
    #[default]
    Numbers,
    /// Their places in [`Tournament::players`] (`XXC rank`).
    Listed,
}

/// A player absent from a round not yet played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "struct AbsenceEntry")]
pub struct Absence {
    /// The player.
    #[schemars(with = "u32")]
    pub player: PlayerId,
    /// The round; if omitted, the first round without games.
    #[serde(default, deserialize_with = "from_one", skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub round: Option<u32>,
    /// The kind of the absence, which decides its points; zero points if omitted.
    #[serde(default, deserialize_with = "or_default")]
    pub kind: ByeKind,
}

/// Points that the arbiter gives a player, or takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "struct AdjustmentEntry")]
pub struct Adjustment {
    /// The player.
    #[schemars(with = "u32")]
    pub player: PlayerId,
    /// The round after which they count.
    #[serde(deserialize_with = "round_number")]
    #[schemars(range(min = 1))]
    pub round: u32,
    /// The points; below zero for a penalty.
    pub points: Score,
}

/// Players who may not be paired with each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ForbiddenGroup {
    /// The players.
    pub players: Vec<PlayerId>,
    /// The first and the last round of the ban; null for every round.
    pub rounds: Option<(u32, u32)>,
}

impl ForbiddenGroup {
    /// The players, each once.
    pub(crate) fn members(&self) -> BTreeSet<PlayerId> {
        self.players.iter().copied().collect()
    }

    /// Whether the ban holds in `round`.
    pub fn holds_in(&self, round: u32) -> bool {
        self.rounds.is_none_or(|(first, last)| (first..=last).contains(&round))
    }
}

impl Tournament {
    /// The years that name the editions of FIDE's Dutch system.
    pub const DUTCH_EDITIONS: [u16; 4] = [1998, 2012, 2017, 2026];

    /// The greatest number of players.
    pub const MOST_PLAYERS: usize = 100_000;

    /// The greatest sum of all players' absolute scores, in tenths of a point.
    pub const MOST_POINTS: u64 = Self::MOST_PLAYERS as u64 * Score::MOST.tenths() as u64;

    /// The greatest number of rounds.
    pub const MOST_ROUNDS: usize = 999;

    /// The first round without games (1 before anything was played).
    ///
    /// A round that has only byes is still to be paired, unless everybody has one, and one of them is the pairing-allocated bye.
    pub fn next_round(&self) -> u32 {
        self.played_rounds().last().map_or(1, |(last, _)| last.saturating_add(1))
    }

    /// The rounds that are paired, each with its number.
    pub fn played_rounds(&self) -> impl Iterator<Item = (u32, &Round)> {
        (1..).zip(&self.rounds).filter(|(_, round)| self.is_paired(round))
    }

    /// Whether the round has games; or whoever was alone has the pairing-allocated bye, and everybody else was away.
    pub(crate) fn is_paired(&self, round: &Round) -> bool {
        let is_whole = || round.byes.len() == self.players.len() && !round.pairing_byes().is_empty();
        !round.games.is_empty() || is_whole()
    }

    /// Round `number` (1-based), if the file has it.
    pub fn round(&self, number: u32) -> Option<&Round> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        self.rounds.get(index)
    }

    /// How round `number` is paired; `None` if it is not.
    pub fn pairing(&self, number: u32) -> Option<Result<Pairing, SeveralByes>> {
        self.round(number).filter(|round| self.is_paired(round)).map(Round::pairing)
    }

    /// The boards of `round` whose colours are not known.
    pub fn colourless_in(&self, round: u32) -> BTreeSet<Board> {
        self.colourless.get(&round).cloned().unwrap_or_default()
    }

    /// Whether the colours of this game of `round` are not known.
    pub fn is_colourless(&self, round: u32, game: &Game) -> bool {
        let board = Board { white: game.white, black: game.black };
        self.colourless.get(&round).is_some_and(|boards| boards.contains(&board))
    }

    /// The teams, if match points are not what they are ranked and paired by.
    fn teams_by_game_points(&self) -> Option<&Teams> {
        self.teams.as_ref().filter(|teams| teams.kind.primary == TeamScore::Game)
    }

    /// The players who are not paired in `round`, as [`RoundState::new`] finds them.
    pub fn absent_from(&self, round: u32) -> BTreeSet<PlayerId> {
        of_round::absentees(self, round, &RoundRequest::default())
    }

    /// Sets the number of planned rounds, where the tournament does not declare it.
    ///
    /// # Errors
    /// [`RoundError::Request`] if the tournament declares another number, has more rounds, or cannot have so many.
    pub fn plan(&mut self, rounds: u32) -> Result<(), RoundError> {
        let written = u32::try_from(self.rounds.len()).unwrap_or(u32::MAX);
        Err(RoundError::Request(match self.rounds_planned {
            _ if !(1..=Self::MOST_ROUNDS).contains(&(rounds as usize)) => {
                format!("a tournament has 1 to {} rounds, not {rounds}", Self::MOST_ROUNDS)
            }
            Some(said) if said != rounds => format!("the file says that there are {said} rounds, not {rounds}"),
            None if written > rounds => {
                format!("the tournament cannot have {rounds} rounds: {written} are in the file")
            }
            _ => {
                self.rounds_planned = Some(rounds);
                return Ok(());
            }
        }))
    }

    /// The players in the order that decides among those of one score.
    pub fn in_order(&self) -> Vec<&Player> {
        let mut players: Vec<&Player> = self.players.iter().collect();
        if self.order == PlayerOrder::Numbers {
            players.sort_by_key(|player| player.id);
        }
        players
    }

    /// The pairing numbers in use.
    pub fn ids(&self) -> BTreeSet<PlayerId> {
        self.players.iter().map(|p| p.id).collect()
    }
}
