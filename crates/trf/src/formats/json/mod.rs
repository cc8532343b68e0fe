//! JSON of a tournament: all that a [`Tournament`] can say.
//!
//! ```json
//! { "name": "…", "rounds_planned": 5, "games_per_pairing": 1,
//!   "players": [ { "id": 1, "name": "…", "rating": 2500, "title": "GM", "federation": "NED" } ],
//!   "rounds": [ { "games": [ { "white": 4, "black": 3, "result": "0-1" } ],
//!                 "byes":  [ { "player": 5, "kind": "pairing" } ] } ] }
//! ```
//! [`schema`] is generated from the types of this module. Unknown fields are faults.
//! An optional field that is `null` counts as omitted. Points are numbers with at most one decimal. They are read from their
//! digits, never through floating point. A byte order mark is skipped.
//!
//! JSON that cannot be parsed, or is of other types, has one fault, with its line and column. What the values say has all faults, each with its
//! path, such as `players[3].attributes`.

mod read;

pub(super) use read::parse;
pub use read::read;

use crate::tournament::{
    Absence, Adjustment, Bye, ByeKind, Cell, Colour, ForbiddenGroup, Game, GameResult, GamesPerPairing, Player,
    PlayerOrder, PointSystem, Round, Score, Tournament,
};
use itertools::Itertools;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;

/// The JSON Schema of a tournament, generated from the types that are written.
#[must_use]
pub fn schema() -> String {
    serde_json::to_string_pretty(&schemars::schema_for!(File)).unwrap_or_default() + "\n"
}

/// Writes `tournament` as JSON. [`read`] returns an equal tournament.
#[must_use]
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
    players: Vec<PlayerEntry>,
    /// The rounds in order. The last one may be incomplete.
    #[serde(default, deserialize_with = "or_default")]
    rounds: Vec<RoundEntry>,
    /// Players absent from a round not yet played.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    absences: Vec<AbsenceEntry>,
    /// Groups of players who may not meet each other.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    forbidden: Vec<ForbiddenEntry>,
    /// Points by the arbiter's decision, which count from the round after.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    adjustments: Vec<AdjustmentEntry>,
    /// Points added for pairing only.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    accelerations: Vec<AccelerationEntry>,
}

/// The points for each result and bye. Omitted ones have their usual points.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PointsEntry {
    /// A win with White.
    win_white: Option<DecimalScore>,
    /// A win with Black.
    win_black: Option<DecimalScore>,
    /// A draw with White.
    draw_white: Option<DecimalScore>,
    /// A draw with Black.
    draw_black: Option<DecimalScore>,
    /// A loss with White.
    loss_white: Option<DecimalScore>,
    /// A loss with Black.
    loss_black: Option<DecimalScore>,
    /// A win by forfeit.
    forfeit_win: Option<DecimalScore>,
    /// A loss by forfeit.
    forfeit_loss: Option<DecimalScore>,
    /// The pairing-allocated bye.
    pairing_bye: Option<DecimalScore>,
    /// A requested full-point bye.
    full_bye: Option<DecimalScore>,
    /// A requested half-point bye.
    half_bye: Option<DecimalScore>,
    /// A zero-point bye, or an absence.
    zero_bye: Option<DecimalScore>,
    /// An adjourned game; as much as a draw, if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    adjourned: Option<DecimalScore>,
}

/// A player.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Player")]
struct PlayerEntry {
    /// The pairing number (for TCEC, the seed number), from 1.
    #[schemars(range(min = 1))]
    id: u32,
    /// The name.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "String::is_empty")]
    name: String,
    /// The rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u32>,
    /// The title, such as GM.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// The code of the federation, such as NED.
    #[serde(skip_serializing_if = "Option::is_none")]
    federation: Option<String>,
    /// The club.
    #[serde(skip_serializing_if = "Option::is_none")]
    club: Option<String>,
    /// The points after the last round, which must follow from the results.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<DecimalScore>,
    /// The rank by strength before seeding.
    #[serde(skip_serializing_if = "Option::is_none")]
    strength_rank: Option<u32>,
    /// Texts and numbers of the organiser's own, by name, for the expressions of a model.
    #[serde(default, deserialize_with = "entries", skip_serializing_if = "BTreeMap::is_empty")]
    attributes: BTreeMap<String, AttributeEntry>,
}

/// A text, or a number.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Attribute")]
enum AttributeEntry {
    Number(Number),
    Text(String),
}

impl<'de> Deserialize<'de> for AttributeEntry {
    /// What is in quotes is a text, whatever it looks like. A number is read from its digits.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        let number = || matches!(Cell::of(raw), Cell::Number(_)).then(|| raw.parse().ok()).flatten().map(Self::Number);
        let text = || serde_json::from_str(raw).ok().map(Self::Text);
        let needed = "this is neither a text in quotes nor a decimal of at most 15 digits";
        number().or_else(text).ok_or_else(|| D::Error::custom(needed))
    }
}

impl From<&Cell> for AttributeEntry {
    fn from(cell: &Cell) -> Self {
        let number =
            Some(cell).filter(|cell| matches!(cell, Cell::Number(_))).and_then(|cell| cell.to_string().parse().ok());
        number.map_or_else(|| Self::Text(cell.to_string()), Self::Number)
    }
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
    byes: Vec<ByeEntry>,
}

/// A game.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Game")]
struct GameEntry {
    /// The player with White.
    white: u32,
    /// The player with Black.
    black: u32,
    /// The result, White's part first; ? of a game that is adjourned or being played, null while it is not known.
    #[serde(default)]
    result: Option<ResultName>,
    /// False for a game that was played but is not rated.
    #[serde(default = "yes", deserialize_with = "or_yes", skip_serializing_if = "is_yes")]
    rated: bool,
    /// False for a forfeited game of which it is not known who had White.
    #[serde(default = "yes", deserialize_with = "or_yes", skip_serializing_if = "is_yes")]
    colours: bool,
}

/// A player who was not paired in a round.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Bye")]
struct ByeEntry {
    /// The player.
    player: u32,
    /// The kind of the bye.
    kind: ByeKind,
}

/// A player absent from a round not yet played.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Absence")]
struct AbsenceEntry {
    /// The player.
    player: u32,
    /// The round; if omitted, the first round without games.
    #[serde(default, deserialize_with = "from_one", skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    round: Option<u32>,
    /// The kind of the absence, which decides its points; zero points if omitted.
    #[serde(default = "zero", deserialize_with = "or_zero")]
    kind: ByeKind,
}

/// Players who may not meet each other.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Forbidden")]
struct ForbiddenEntry {
    /// The players.
    players: Vec<u32>,
    /// The first and the last round in which they may not meet; all rounds if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<[u32; 2]>,
}

/// Points that the arbiter gives a player, or takes.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Adjustment")]
struct AdjustmentEntry {
    /// The player.
    player: u32,
    /// The round after which they count.
    #[serde(deserialize_with = "round_number")]
    #[schemars(range(min = 1))]
    round: u32,
    /// The points; below zero for a penalty.
    points: DecimalScore,
}

/// Points added to a player's score for pairing in one round.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Acceleration")]
struct AccelerationEntry {
    /// The player.
    player: u32,
    /// The round.
    #[serde(deserialize_with = "round_number")]
    #[schemars(range(min = 1))]
    round: u32,
    /// The points.
    points: DecimalScore,
}

/// A score, a decimal number that is written and read without floating point.
#[derive(Clone, Copy)]
struct DecimalScore(Score);

impl<'de> Deserialize<'de> for DecimalScore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        raw.parse().map(Self).map_err(|_| D::Error::custom("this is no number of points such as 0.5"))
    }
}

impl Serialize for DecimalScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl JsonSchema for DecimalScore {
    fn schema_name() -> Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "description": "Points, with at most one decimal." })
    }
}

/// A result by its name in [`GameResult::NAMES`].
struct ResultName(GameResult);

impl<'de> Deserialize<'de> for ResultName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let names = || GameResult::NAMES.iter().map(|(name, _)| format!("\"{name}\"")).join(" ");
        GameResult::from_name(&name)
            .map(Self)
            .ok_or_else(|| D::Error::custom(format!("`{name}` is none of {}", names())))
    }
}

impl Serialize for ResultName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl JsonSchema for ResultName {
    fn schema_name() -> Cow<'static, str> {
        "Result".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = GameResult::NAMES.map(|(name, _)| name);
        json_schema!({ "type": "string", "enum": names })
    }
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
const fn zero() -> ByeKind {
    ByeKind::Zero
}

// What is null is as if it were left out.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(value: D) -> Result<T, D::Error> {
    Option::deserialize(value).map(Option::unwrap_or_default)
}
fn or_one<'de, D: Deserializer<'de>>(value: D) -> Result<u32, D::Error> {
    Option::deserialize(value).map(|number| number.unwrap_or(one()))
}
fn or_yes<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    Option::deserialize(value).map(|said| said.unwrap_or(yes()))
}
fn or_zero<'de, D: Deserializer<'de>>(value: D) -> Result<ByeKind, D::Error> {
    Option::deserialize(value).map(|kind| kind.unwrap_or(zero()))
}

// Rounds are counted from 1.
fn from_one<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u32>, D::Error> {
    Ok(Option::<NonZeroU32>::deserialize(value)?.map(NonZeroU32::get))
}
fn round_number<'de, D: Deserializer<'de>>(value: D) -> Result<u32, D::Error> {
    NonZeroU32::deserialize(value).map(NonZeroU32::get)
}

/// Attributes by name. One that stands twice is refused.
fn entries<'de, D: Deserializer<'de>>(value: D) -> Result<BTreeMap<String, AttributeEntry>, D::Error> {
    struct Entries;
    impl<'de> Visitor<'de> for Entries {
        type Value = BTreeMap<String, AttributeEntry>;
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
        let player = |player: &Player| PlayerEntry {
            id: player.id.0,
            name: player.name.clone(),
            rating: player.rating,
            title: player.title.clone(),
            federation: player.federation.clone(),
            club: player.club.clone(),
            points: player.declared_points.map(DecimalScore),
            strength_rank: player.strength_rank,
            attributes: player
                .attributes
                .iter()
                .map(|(name, cell)| (name.clone(), AttributeEntry::from(cell)))
                .collect(),
        };
        let game = |number: u32, game: &Game| GameEntry {
            colours: !tournament.is_colourless(number, game),
            white: game.white.0,
            black: game.black.0,
            result: game.result.map(ResultName),
            rated: game.rated,
        };
        let bye = |bye: &Bye| ByeEntry { player: bye.player.0, kind: bye.kind };
        let round = |(number, round): (u32, &Round)| RoundEntry {
            games: round.games.iter().map(|one| game(number, one)).collect(),
            byes: round.byes.iter().map(bye).collect(),
        };
        let absence =
            |absence: &Absence| AbsenceEntry { player: absence.player.0, round: absence.round, kind: absence.kind };
        let forbidden = |group: &ForbiddenGroup| ForbiddenEntry {
            players: group.players.iter().map(|player| player.0).collect(),
            rounds: group.rounds.map(|(first, last)| [first, last]),
        };
        let adjustment = |adjustment: &Adjustment| AdjustmentEntry {
            player: adjustment.player.0,
            round: adjustment.round,
            points: DecimalScore(adjustment.points),
        };
        let accelerations = tournament.accelerations.iter().flat_map(|(player, rounds)| {
            let entry = |(round, points): (&u32, &Score)| AccelerationEntry {
                player: player.0,
                round: *round,
                points: DecimalScore(*points),
            };
            rounds.iter().map(entry).collect::<Vec<_>>()
        });
        Self {
            name: tournament.name.clone(),
            start_date: tournament.start.as_ref().map(|start| start.text().to_owned()),
            dutch_edition: tournament.dutch_edition,
            rounds_planned: tournament.rounds_planned,
            games_per_pairing: if tournament.games_per_pairing == GamesPerPairing::Two { 2 } else { 1 },
            initial_colour: tournament.initial_colour,
            points: Some(&tournament.points).filter(|points| **points != PointSystem::default()).map(PointsEntry::from),
            order: Some(tournament.order).filter(|order| *order != PlayerOrder::default()),
            players: tournament.players.iter().map(player).collect(),
            rounds: (1..).zip(&tournament.rounds).map(round).collect(),
            absences: tournament.absences.iter().map(absence).collect(),
            forbidden: tournament.forbidden.iter().map(forbidden).collect(),
            adjustments: tournament.adjustments.iter().map(adjustment).collect(),
            accelerations: accelerations.collect(),
        }
    }
}

impl From<&PointSystem> for PointsEntry {
    fn from(points: &PointSystem) -> Self {
        let some = |score| Some(DecimalScore(score));
        Self {
            win_white: some(points.win[0]),
            win_black: some(points.win[1]),
            draw_white: some(points.draw[0]),
            draw_black: some(points.draw[1]),
            loss_white: some(points.loss[0]),
            loss_black: some(points.loss[1]),
            forfeit_win: some(points.forfeit_win),
            forfeit_loss: some(points.forfeit_loss),
            pairing_bye: some(points.pairing_bye),
            full_bye: some(points.full_bye),
            half_bye: some(points.half_bye),
            zero_bye: some(points.zero_bye),
            adjourned: points.adjourned.map(DecimalScore),
        }
    }
}
