use super::boards::name_or_none;
use super::table::write_table;
use super::{FaultLine, Format, Render, write_csv, write_json};
use crate::formats::Loaded;
use crate::tasks::Info;
use crate::tournament::{ForbiddenGroup, GamesPerPairing, Player, PlayerId, PlayerOrder, PointSystem};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// What a tournament file says, and what follows from it for the next round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InfoReport {
    /// The tournament's name.
    pub tournament: String,
    /// The format of the file: `trf` or `json`.
    pub format: &'static str,
    /// The number of players.
    pub players: usize,
    /// The number of players with a rating.
    pub rated: usize,
    /// The number of different federations.
    pub federations: usize,
    /// The number of different clubs.
    pub clubs: usize,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The number of rounds with games.
    pub rounds_played: u32,
    /// The next round; null after the last planned one.
    pub next_round: Option<u32>,
    /// The number of games in these rounds whose result is not known.
    pub results_missing: usize,
    /// 2 where each pairing is two games with colours reversed, 1 otherwise.
    pub games_per_pairing: u32,
    /// What orders players of one score: `numbers`, or `listed` for their places in the file.
    pub order: &'static str,
    /// The points for results and byes, by JaVaFo's codes.
    pub points: BTreeMap<&'static str, String>,
    /// The colour of the top player in round 1 by the file: `white`, `black` or null.
    pub initial_colour: Option<&'static str>,
    /// The players who are absent from the next round.
    pub absent: Vec<PlayerId>,
    /// The players who came after round 1.
    pub late: Vec<LateRow>,
    /// The players who came, and were away in the last rounds played.
    pub away: Vec<AwayRow>,
    /// The pairs and groups who may not meet.
    pub forbidden: Vec<ForbiddenRow>,
    /// The points added for pairing only.
    pub accelerated: Vec<AcceleratedRow>,
    /// The text of the report's records of tie-breaks (`202` and `212`).
    pub tie_breaks: Vec<String>,
    /// The codes of the report's records that are kept but not read.
    pub records_not_read: Vec<String>,
    /// The leniencies that were used to read the file.
    pub notes: Vec<FaultLine>,
}

/// A player who came after round 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LateRow {
    /// The player.
    pub player: PlayerId,
    /// The player's first round; null if the player has not come yet.
    pub first_round: Option<u32>,
}

/// A player who came and was then away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AwayRow {
    /// The player.
    pub player: PlayerId,
    /// The first of the rounds that the player missed.
    pub since: u32,
    /// Whether the player is paired in the next round, since the file does not have the player absent from it.
    pub is_to_be_paired: bool,
}

/// Players who may not meet each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ForbiddenRow {
    /// The players.
    pub players: Vec<PlayerId>,
    /// The first and the last round of the ban; null for all rounds.
    pub rounds: Option<(u32, u32)>,
}

/// A player with points added for pairing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AcceleratedRow {
    /// The player.
    pub player: PlayerId,
    /// The points by round.
    pub points: BTreeMap<u32, String>,
}

impl InfoReport {
    /// The record of `loaded`, which `info` sums up.
    #[must_use]
    pub fn new(loaded: &Loaded, info: Info) -> Self {
        let tournament = &loaded.tournament;
        let different = |what: fn(&Player) -> Option<&String>| {
            tournament.players.iter().filter_map(what).collect::<BTreeSet<_>>().len()
        };
        let late = |(player, first_round)| LateRow { player, first_round };
        let away =
            |(player, since)| AwayRow { player, since, is_to_be_paired: info.to_be_paired_again.contains(&player) };
        let forbidden = |group: &ForbiddenGroup| ForbiddenRow { players: group.players.clone(), rounds: group.rounds };
        let accelerated = tournament.accelerations.iter().map(|(player, rounds)| AcceleratedRow {
            player: *player,
            points: rounds.iter().map(|(round, points)| (*round, points.to_string())).collect(),
        });
        Self {
            tournament: tournament.name.clone(),
            format: if loaded.report.is_some() { "trf" } else { "json" },
            players: tournament.players.len(),
            rated: tournament.players.iter().filter(|player| player.rating.is_some()).count(),
            federations: different(|player| player.federation.as_ref()),
            clubs: different(|player| player.club.as_ref()),
            rounds_planned: tournament.rounds_planned,
            rounds_played: info.rounds_played,
            next_round: info.next_round,
            results_missing: info.results_missing,
            games_per_pairing: if tournament.games_per_pairing == GamesPerPairing::Two { 2 } else { 1 },
            order: match tournament.order {
                PlayerOrder::Numbers => "numbers",
                PlayerOrder::Listed => "listed",
            },
            points: tournament.points.codes().into_iter().map(|(code, points)| (code, points.to_string())).collect(),
            initial_colour: tournament.initial_colour.map(Into::into),
            absent: info.absent.into_iter().collect(),
            late: info.late.into_iter().map(late).collect(),
            away: info.away_since.into_iter().map(away).collect(),
            forbidden: tournament.forbidden.iter().map(forbidden).collect(),
            accelerated: accelerated.collect(),
            tie_breaks: info.tie_breaks,
            records_not_read: info.not_read,
            notes: loaded.notes.iter().map(FaultLine::of_note).collect(),
        }
    }

    /// Every row of the table: what, and its text.
    fn rows(&self) -> Vec<[String; 2]> {
        let count = |count: usize, none: &str| if count == 0 { none.to_owned() } else { count.to_string() };
        let optional = |text: Option<String>| text.unwrap_or_else(|| "not in the file".to_owned());
        let list = |items: Vec<String>| if items.is_empty() { "none".to_owned() } else { items.join(", ") };
        let numbers = |players: &[PlayerId]| players.iter().map(ToString::to_string).collect_vec();
        let late = self.late.iter().map(|late| match late.first_round {
            Some(round) => format!("{} (round {round})", late.player),
            None => format!("{} (not yet)", late.player),
        });
        let away = self.away.iter().map(|away| format!("{} (since round {})", away.player, away.since));
        let again = self.away.iter().filter(|away| away.is_to_be_paired).map(|away| away.player.to_string());
        let forbidden = self.forbidden.iter().map(|group| {
            let players = numbers(&group.players).join("-");
            match group.rounds {
                Some((first, last)) if first == last => format!("{players} (round {first})"),
                Some((first, last)) => format!("{players} (rounds {first} to {last})"),
                None => players,
            }
        });
        let is_usual = self.points == usual_points();
        let points = self.points.iter().map(|(code, points)| format!("{code} {points}")).join(", ");
        let next = match self.next_round {
            Some(round) => round.to_string(),
            None => "none: all rounds are played".to_owned(),
        };
        let rows = [
            ("Format", self.format.to_owned()),
            ("Players", self.players.to_string()),
            ("Rated players", count(self.rated, "none")),
            ("Federations", count(self.federations, "none")),
            ("Clubs", count(self.clubs, "none")),
            ("Rounds planned", optional(self.rounds_planned.map(|rounds| rounds.to_string()))),
            ("Rounds played", self.rounds_played.to_string()),
            ("Next round", next),
            ("Results missing", count(self.results_missing, "none")),
            ("Games per pairing", self.games_per_pairing.to_string()),
            ("Points", if is_usual { "1, 1/2, 0".to_owned() } else { points }),
            ("First colour", optional(self.initial_colour.map(str::to_owned))),
            ("Order in a score", self.order.to_owned()),
            ("Absent next round", list(numbers(&self.absent))),
            ("Late entries", list(late.collect())),
            ("Away at the end", list(away.collect())),
            ("Away, yet paired", list(again.collect())),
            ("May not meet", list(forbidden.collect())),
            ("Accelerated", list(self.accelerated.iter().map(|row| row.player.to_string()).collect())),
            ("Tie-breaks", if self.tie_breaks.is_empty() { optional(None) } else { self.tie_breaks.join("; ") }),
            ("Records not read", list(self.records_not_read.clone())),
            ("Notes", list(self.notes.iter().map(|note| note.code.to_owned()).unique().collect())),
        ];
        rows.map(|(what, text)| [what.to_owned(), text]).to_vec()
    }
}

fn usual_points() -> BTreeMap<&'static str, String> {
    PointSystem::default().codes().into_iter().map(|(code, points)| (code, points.to_string())).collect()
}

impl Render for InfoReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Json => write_json(self, out),
            Format::Csv => write_csv(["what", "value"], self.rows(), out),
            Format::Table | Format::Pairs => {
                writeln!(out, "{}\n", name_or_none(&self.tournament))?;
                write_table(&["What", "Value"], self.rows(), out)
            }
        }
    }
}
