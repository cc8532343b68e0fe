//! JSON of a tournament: all that a [`Tournament`] can say.
//!
//! ```json
//! { "name": "…", "rounds_planned": 5, "games_per_pairing": 1,
//!   "players": [ { "id": 1, "name": "…", "rating": 2500, "title": "GM", "federation": "NED" } ],
//!   "rounds": [ { "games": [ { "white": 4, "black": 3, "result": "0-1" } ],
//!                 "byes":  [ { "player": 5, "kind": "pairing" } ] } ] }
//! ```
//! [`schema`] is generated from the types that are written. Unknown fields are faults.
//! An optional field that is `null` counts as omitted. Points are numbers with at most one decimal. They are read from their
//! digits, never through floating point. A byte order mark is skipped.
//!
//! JSON that cannot be parsed, or is of other types, has one fault, with its line and column. What the values say has all faults, each with its
//! path, such as `players[3].attributes`.

mod read;
mod values;

pub(super) use read::parse;
pub use read::read;

use crate::tournament::{
    Absence, Adjustment, Bye, ByeKind, Cell, Colour, ForbiddenGroup, Game, GameResult, GamesPerPairing, Player,
    PlayerId, PlayerOrder, PointSystem, Round, Score, Teams, Tournament,
};
use schemars::JsonSchema;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;

/// The JSON Schema of a tournament.
pub fn schema() -> String {
    serde_json::to_string_pretty(&schemars::schema_for!(File)).unwrap_or_default() + "\n"
}

/// Writes `tournament` as JSON. [`read`] returns an equal tournament.
pub fn write(tournament: &Tournament) -> String {
    // Serialisation cannot fail: every name is text, and every number is an integer or a score.
    serde_json::to_string_pretty(&File::from(tournament)).unwrap_or_default() + "\n"
}

/// A Swiss tournament: its players and its rounds.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Tournament")]
struct File {
    /// The tournament's name.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "String::is_empty")]
    name: String,
    /// The day on which it began, such as 2026-02-01. It says which edition of FIDE's Dutch system was in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_date: Option<String>,
    /// The edition of FIDE's Dutch system by which it is paired, whatever the date: the year of its name, such as 2026.
    #[serde(skip_serializing_if = "Option::is_none")]
    dutch_edition: Option<u16>,
    /// The type as record 192 of TRF-2026 codes it, such as FIDE_DUBOV, where it is neither an edition of the Dutch system nor one of teams.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// The number of planned rounds.
    #[serde(default, deserialize_with = "from_one", skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    rounds_planned: Option<u32>,
    /// 2 where each pairing is two games with colours reversed, 1 otherwise.
    #[serde(default = "one", deserialize_with = "or_one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = 2))]
    games_per_pairing: u32,
    /// The colour of the top player in round 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    initial_colour: Option<Colour>,
    /// The points for results and byes, if they are not 1, 1/2 and 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<PointsEntry>,
    /// What orders players of one score: their numbers, or their places in the list of players.
    #[serde(skip_serializing_if = "Option::is_none")]
    order: Option<PlayerOrder>,
    /// The players.
    players: Vec<Player>,
    /// The rounds in order. The last one may be incomplete.
    #[serde(default, deserialize_with = "or_default")]
    rounds: Vec<RoundEntry>,
    /// Players absent from a round not yet played.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    absences: Vec<Absence>,
    /// Groups of players who may not meet each other.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<ForbiddenEntry>,
    /// Points by the arbiter's decision, which count from the round after.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    adjustments: Vec<Adjustment>,
    /// Points added for pairing only.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    accelerations: Vec<AccelerationEntry>,
    /// The wishes by which rounds were paired.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    wishes: Vec<WishesEntry>,
    /// What a tournament of teams has besides: its players are the teams, and a game is a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    teams: Option<TeamsEntry>,
}

/// What a tournament of teams has besides.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Teams")]
struct TeamsEntry {
    /// The code of FIDE's type: the colour preferences (A, B or none), the score (match or game points), and whether the other one
    /// counts for colours. FIDE_TEAM_TYPEA_MP_GP if it is left out.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// The game points of each kind of bye; none where a kind is left out.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "BTreeMap::is_empty")]
    bye_game_points: BTreeMap<ByeKind, Score>,
    /// The game points of a team in a round.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    game_points: Vec<AccelerationEntry>,
}

/// The points for each result and bye. Omitted ones have their usual points.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PointsEntry {
    /// A win with White.
    win_white: Option<Score>,
    /// A win with Black.
    win_black: Option<Score>,
    /// A draw with White.
    draw_white: Option<Score>,
    /// A draw with Black.
    draw_black: Option<Score>,
    /// A loss with White.
    loss_white: Option<Score>,
    /// A loss with Black.
    loss_black: Option<Score>,
    /// A win by forfeit.
    forfeit_win: Option<Score>,
    /// A loss by forfeit.
    forfeit_loss: Option<Score>,
    /// The pairing-allocated bye.
    pairing_bye: Option<Score>,
    /// A requested full-point bye.
    full_bye: Option<Score>,
    /// A requested half-point bye.
    half_bye: Option<Score>,
    /// A zero-point bye, or an absence.
    zero_bye: Option<Score>,
    /// An adjourned game; as much as a draw, if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    adjourned: Option<Score>,
    /// The pairing-allocated bye of a match of two games; twice pairing_bye, if omitted. FIDE's Double-Swiss gives 1.5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairing_bye_match: Option<Score>,
}

/// A round. Players without a game and without a bye were absent.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Round")]
struct RoundEntry {
    /// The games. In double rounds, first encounters come before second ones.
    #[serde(default, deserialize_with = "or_default")]
    games: Vec<GameEntry>,
    /// The byes.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    byes: Vec<Bye>,
}

/// A game.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Game")]
struct GameEntry {
    /// The player with White.
    #[schemars(with = "u32")]
    white: PlayerId,
    /// The player with Black.
    #[schemars(with = "u32")]
    black: PlayerId,
    /// The result, White's part first; ? of a game that is adjourned or being played, null while it is not known.
    #[serde(default)]
    result: Option<GameResult>,
    /// False for a game that was played but is not rated.
    #[serde(default = "yes", deserialize_with = "or_yes", skip_serializing_if = "is_yes")]
    rated: bool,
    /// False for a forfeited game of which it is not known who had White.
    #[serde(default = "yes", deserialize_with = "or_yes", skip_serializing_if = "is_yes")]
    colours: bool,
}

/// Players who may not meet each other.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Forbidden")]
struct ForbiddenEntry {
    /// The players.
    #[schemars(with = "Vec<u32>")]
    players: Vec<PlayerId>,
    /// The first and the last round in which they may not meet; all rounds if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<[u32; 2]>,
}

/// The points of a player in one round.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Acceleration")]
struct AccelerationEntry {
    /// The player.
    #[schemars(with = "u32")]
    player: PlayerId,
    /// The round.
    #[serde(deserialize_with = "round_number")]
    #[schemars(range(min = 1))]
    round: u32,
    /// The points.
    points: Score,
}

/// What the organiser wished of the pairing of a round.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Wishes")]
struct WishesEntry {
    /// The round.
    #[serde(deserialize_with = "round_number")]
    #[schemars(range(min = 1))]
    round: u32,
    /// Who rather does not meet: pairs or groups such as 3-7=2.
    rather_not: Vec<String>,
}

// Defaults that serde and the schema share.
const fn one() -> u32 {
    1
}
const fn is_one(games: &u32) -> bool {
    *games == 1
}
const fn yes() -> bool {
    true
}
const fn is_yes(rated: &bool) -> bool {
    *rated
}

// What is null is as if it were left out.
pub(crate) fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(value: D) -> Result<T, D::Error> {
    Option::deserialize(value).map(Option::unwrap_or_default)
}
fn or_one<'de, D: Deserializer<'de>>(value: D) -> Result<u32, D::Error> {
    Option::deserialize(value).map(|number| number.unwrap_or(one()))
}
fn or_yes<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    Option::deserialize(value).map(|said| said.unwrap_or(yes()))
}

// Rounds are counted from 1.
pub(crate) fn from_one<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u32>, D::Error> {
    Ok(Option::<NonZeroU32>::deserialize(value)?.map(NonZeroU32::get))
}
pub(crate) fn round_number<'de, D: Deserializer<'de>>(value: D) -> Result<u32, D::Error> {
    NonZeroU32::deserialize(value).map(NonZeroU32::get)
}

/// Attributes by name. One that stands twice is refused.
pub(crate) fn entries<'de, D: Deserializer<'de>>(value: D) -> Result<BTreeMap<String, Cell>, D::Error> {
    struct Entries;
    impl<'de> Visitor<'de> for Entries {
        type Value = BTreeMap<String, Cell>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of names and values")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries = BTreeMap::new();
            while let Some((name, entry)) = map.next_entry::<String, _>()? {
                if entries.insert(name.clone(), entry).is_some() {
                    return Err(A::Error::custom(format!("duplicate field `{name}`")));
                }
            }
            Ok(entries)
        }
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(BTreeMap::new())
        }
    }
    value.deserialize_any(Entries)
}

impl From<&Tournament> for File {
    fn from(tournament: &Tournament) -> Self {
        let game = |number: u32, game: &Game| GameEntry {
            colours: !tournament.is_colourless(number, game),
            white: game.white,
            black: game.black,
            result: game.result,
            rated: game.rated,
        };
        let round = |(number, round): (u32, &Round)| RoundEntry {
            games: round.games.iter().map(|one| game(number, one)).collect(),
            byes: round.byes.clone(),
        };
        let forbidden = |group: &ForbiddenGroup| ForbiddenEntry {
            players: group.players.clone(),
            rounds: group.rounds.map(<[u32; 2]>::from),
        };
        Self {
            name: tournament.name.clone(),
            start_date: tournament.start.as_ref().map(|start| start.text().to_owned()),
            dutch_edition: tournament.dutch_edition,
            kind: tournament.kind.clone(),
            rounds_planned: tournament.rounds_planned,
            games_per_pairing: if tournament.games_per_pairing == GamesPerPairing::Two { 2 } else { 1 },
            initial_colour: tournament.initial_colour,
            points: Some(&tournament.points).filter(|points| **points != PointSystem::default()).map(PointsEntry::from),
            order: Some(tournament.order).filter(|order| *order != PlayerOrder::default()),
            players: tournament.players.clone(),
            rounds: (1..).zip(&tournament.rounds).map(round).collect(),
            absences: tournament.absences.clone(),
            forbidden: tournament.forbidden.iter().map(forbidden).collect(),
            adjustments: tournament.adjustments.clone(),
            wishes: tournament
                .wishes
                .iter()
                .map(|(round, wishes)| WishesEntry { round: *round, rather_not: wishes.clone() })
                .collect(),
            accelerations: of_rounds(&tournament.accelerations),
            teams: tournament.teams.as_ref().map(TeamsEntry::from),
        }
    }
}

impl From<&Teams> for TeamsEntry {
    fn from(teams: &Teams) -> Self {
        let Teams { kind, bye_game_points, game_points } = teams;
        Self {
            kind: Some(kind.to_string()),
            bye_game_points: bye_game_points.clone(),
            game_points: of_rounds(game_points),
        }
    }
}

/// Points of players in rounds, as they are written.
fn of_rounds(points: &BTreeMap<PlayerId, BTreeMap<u32, Score>>) -> Vec<AccelerationEntry> {
    let of_player = |(player, rounds): (&PlayerId, &BTreeMap<u32, Score>)| {
        let player = *player;
        let entry = move |(round, points): (&u32, &Score)| AccelerationEntry { player, round: *round, points: *points };
        rounds.iter().map(entry).collect::<Vec<_>>()
    };
    points.iter().flat_map(of_player).collect()
}

impl PointsEntry {
    /// The points of each result and bye, in the order of [`PointSystem::by_code`].
    fn by_code(&mut self) -> [&mut Option<Score>; 12] {
        [
            &mut self.win_white,
            &mut self.win_black,
            &mut self.draw_white,
            &mut self.draw_black,
            &mut self.loss_white,
            &mut self.loss_black,
            &mut self.zero_bye,
            &mut self.half_bye,
            &mut self.full_bye,
            &mut self.pairing_bye,
            &mut self.forfeit_win,
            &mut self.forfeit_loss,
        ]
    }
}

impl From<&PointSystem> for PointsEntry {
    fn from(points: &PointSystem) -> Self {
        let PointSystem { adjourned, pairing_bye_match, .. } = *points;
        let mut entry = Self { adjourned, pairing_bye_match, ..Self::default() };
        entry.by_code().into_iter().zip(points.codes()).for_each(|(said, (_, worth))| *said = Some(worth));
        entry
    }
}

impl From<PointsEntry> for PointSystem {
    fn from(mut entry: PointsEntry) -> Self {
        let PointsEntry { adjourned, pairing_bye_match, .. } = entry;
        let mut points = Self { adjourned, pairing_bye_match, ..Self::default() };
        let said = entry.by_code().into_iter().zip(points.by_code());
        said.for_each(|(said, (_, worth))| *worth = said.unwrap_or(*worth));
        points
    }
}
