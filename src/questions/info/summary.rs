use crate::files::Loaded;
use crate::questions::report::{Cell, Document, FaultLine, Show, Table, left, name_or_none};
use crate::tournament::{
    Adjustment, ByeKind, ForbiddenGroup, GamesPerPairing, Player, PlayerId, PlayerOrder, PointSystem, RoundError,
    Tournament, Trust,
};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a tournament file says, and what follows from it for the next round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "InfoReport")]
pub struct Answer {
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
    /// The number of games in these rounds that have no result.
    pub results_missing: usize,
    /// 2 where each pairing is two games with colours reversed, 1 otherwise.
    pub games_per_pairing: u32,
    /// What orders players of one score: `numbers`, or `listed` for their places in the file.
    pub order: &'static str,
    /// The points for results and byes, by JaVaFo's codes; by `X` those of an adjourned game, if it is not worth a draw.
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
    pub forbidden: Vec<ForbiddenGroup>,
    /// The points by the arbiter's decision.
    pub adjustments: Vec<AdjustmentRow>,
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

/// A player's points by the arbiter's decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AdjustmentRow {
    /// The player.
    pub player: PlayerId,
    /// The round after which they count.
    pub round: u32,
    /// The points; below zero for a penalty.
    pub points: String,
}

/// A player with points added for pairing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AcceleratedRow {
    /// The player.
    pub player: PlayerId,
    /// The points by round.
    pub points: BTreeMap<u32, String>,
}

impl Answer {
    /// Sum up a tournament file.
    pub(crate) fn new(loaded: &Loaded, trust: Trust) -> Result<Self, RoundError> {
        let tournament = &loaded.tournament;
        tournament.checked(trust)?;
        let next = tournament.next_round();
        let next_round = Some(next).filter(|next| tournament.rounds_planned.is_none_or(|planned| *next <= planned));
        let games = tournament.rounds.iter().flat_map(|round| &round.games);
        let absent = next_round.map(|next| tournament.absent_from(next)).unwrap_or_default();
        let here = here_before(tournament, next);
        let late = tournament.ids().into_iter().filter_map(|player| {
            let first = (1..).zip(&here).find(|(_, players)| players.contains(&player)).map(|(round, _)| round);
            let is_late = first != Some(1) && !here.is_empty();
            is_late.then_some(LateRow { player, first_round: first })
        });
        let is_to_be_paired = |player: &PlayerId| next_round.is_some() && !absent.contains(player);
        let away = away_before(tournament, next).into_iter();
        let away =
            away.map(|(player, since)| AwayRow { player, since, is_to_be_paired: is_to_be_paired(&player) }).collect();
        let different = |what: fn(&Player) -> Option<&String>| {
            tournament.players.iter().filter_map(what).collect::<BTreeSet<_>>().len()
        };
        let adjusted = |Adjustment { player, round, points }: &Adjustment| AdjustmentRow {
            player: *player,
            round: *round,
            points: points.to_string(),
        };
        let points = tournament.points.codes().into_iter().chain(tournament.points.adjourned.map(|worth| ("X", worth)));
        let accelerated = tournament.accelerations.iter().map(|(player, rounds)| AcceleratedRow {
            player: *player,
            points: rounds.iter().map(|(round, points)| (*round, points.to_string())).collect(),
        });
        let report = loaded.report.as_ref();
        Ok(Self {
            tournament: tournament.name.clone(),
            format: if report.is_some() { "trf" } else { "json" },
            players: tournament.players.len(),
            rated: tournament.players.iter().filter(|player| player.rating.is_some()).count(),
            federations: different(|player| player.federation.as_ref()),
            clubs: different(|player| player.club.as_ref()),
            rounds_planned: tournament.rounds_planned,
            rounds_played: next - 1,
            next_round,
            results_missing: games.filter(|game| game.result.is_none()).count(),
            games_per_pairing: if tournament.games_per_pairing == GamesPerPairing::Two { 2 } else { 1 },
            order: match tournament.order {
                PlayerOrder::Numbers => "numbers",
                PlayerOrder::Listed => "listed",
            },
            points: points.map(|(code, points)| (code, points.to_string())).collect(),
            initial_colour: tournament.initial_colour.map(Into::into),
            absent: absent.into_iter().collect(),
            late: late.collect(),
            away,
            forbidden: tournament.forbidden.clone(),
            adjustments: tournament.adjustments.iter().map(adjusted).collect(),
            accelerated: accelerated.collect(),
            tie_breaks: report.map(|report| report.records(&["202", "212"])).unwrap_or_default(),
            records_not_read: report.map(|report| report.codes_not_read()).unwrap_or_default(),
            notes: loaded.notes.iter().map(FaultLine::of_note).collect(),
        })
    }
}

/// The players who came, and were away in the last rounds before `round`, each with the first of these.
pub(crate) fn away_before(tournament: &Tournament, round: u32) -> Vec<(PlayerId, u32)> {
    let here = here_before(tournament, round);
    let last = |player: &PlayerId| here.iter().rposition(|players| players.contains(player));
    let away = tournament.ids().into_iter().filter_map(|player| Some((player, last(&player)?)));
    let away = away.filter(|(_, last)| last + 1 < here.len());
    away.filter_map(|(player, last)| Some((player, u32::try_from(last + 2).ok()?))).collect()
}

fn here_before(tournament: &Tournament, round: u32) -> Vec<BTreeSet<PlayerId>> {
    (1..round).map(|round| here_in(tournament, round)).collect()
}

/// The players with a game, or a bye that is worth something, in `round`.
fn here_in(tournament: &Tournament, round: u32) -> BTreeSet<PlayerId> {
    let round = tournament.round(round);
    let games = round.into_iter().flat_map(|round| &round.games).flat_map(|game| [game.white, game.black]);
    let byes = round.into_iter().flat_map(|round| &round.byes);
    games.chain(byes.filter(|bye| bye.kind != ByeKind::Zero).map(|bye| bye.player)).collect()
}

impl Answer {
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
        let adjusted =
            self.adjustments.iter().map(|row| format!("{} ({} after round {})", row.player, row.points, row.round));
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
            ("By decision", list(adjusted.collect())),
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

impl Show for Answer {
    fn show(&self) -> Document {
        let mut document = Document::of(name_or_none(&self.tournament), "");
        let rows = self.rows().into_iter().map(|row| row.map(Cell::Text));
        document.table(Table::new("info", [left("What"), left("Value")]).rows(rows));
        document
    }
}
