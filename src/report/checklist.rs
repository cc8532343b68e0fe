use super::boards::write_heading;
use super::number::number;
use super::table::write_table;
use super::{Format, Render, write_csv, write_json};
use crate::registry::System;
use crate::systems::Fraction;
use crate::tasks::ChecklistLine;
use crate::tournament::{Colour, Float, PlayerId, Preference, RoundState};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;
use std::io;

/// The check-list of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChecklistReport {
    /// The round.
    pub round: u32,
    /// The system whose rules say who may have the bye.
    #[schemars(with = "String")]
    pub system: System,
    /// The players to be paired, in pairing order.
    pub players: Vec<ChecklistRow>,
    /// The players who are not paired in the round.
    pub absent: Vec<PlayerId>,
    /// The tournament's name.
    pub tournament: String,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
}

/// A player of the check-list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChecklistRow {
    /// The pairing number.
    pub id: PlayerId,
    /// The title.
    pub title: Option<String>,
    /// The name, possibly empty.
    pub name: String,
    /// The rating.
    pub rating: Option<u32>,
    /// The score that pairing goes by.
    pub score: Number,
    /// The colours so far: W, B, and a dash for a round without moves.
    pub colours: String,
    /// The due colour, `white` or `black`; null before the first game.
    pub due: Option<&'static str>,
    /// How strong the due colour is: `absolute`, `strong` or `mild`.
    pub strength: Option<&'static str>,
    /// Games with White minus games with Black.
    pub difference: i32,
    /// The float of the last round: `down`, `up` or null.
    pub last_float: Option<&'static str>,
    /// The float of the round before the last.
    pub float_before: Option<&'static str>,
    /// The opponents met over the board, first to last.
    pub opponents: Vec<PlayerId>,
    /// The byes so far.
    pub byes: Vec<ByeRow>,
    /// Whether the rules let the player have the bye.
    pub may_have_bye: bool,
    #[serde(skip)]
    score_text: String,
}

/// A bye.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ByeRow {
    /// The round.
    pub round: u32,
    /// The kind: `pairing`, `full`, `half` or `zero`.
    pub kind: &'static str,
}

impl ChecklistReport {
    /// The record of `lines`, the check-list of `state` by the rules of `system`.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, system: System, lines: Vec<ChecklistLine>) -> Self {
        Self {
            round: state.round(),
            system,
            players: lines.into_iter().map(ChecklistRow::from).collect(),
            absent: state.absent().iter().map(|player| player.id).collect(),
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
        }
    }
}

impl From<ChecklistLine> for ChecklistRow {
    fn from(line: ChecklistLine) -> Self {
        let colour = |colour: Option<Colour>| match colour {
            Some(Colour::White) => 'W',
            Some(Colour::Black) => 'B',
            None => '-',
        };
        let [last_float, float_before] = line.floats.map(|float: Option<Float>| float.map(Into::into));
        Self {
            id: line.id,
            title: line.title,
            name: line.name,
            rating: line.rating,
            score: number(Fraction::new(line.score.tenths().into(), 10)),
            colours: line.colours.into_iter().map(colour).collect(),
            due: line.due.map(|Preference { colour, .. }| colour.into()),
            strength: line.due.map(|Preference { strength, .. }| strength.into()),
            difference: line.difference,
            last_float,
            float_before,
            opponents: line.opponents,
            byes: line.byes.into_iter().map(|(round, kind)| ByeRow { round, kind: kind.into() }).collect(),
            may_have_bye: line.may_have_bye,
            score_text: line.score.to_string(),
        }
    }
}

impl ChecklistRow {
    fn cells(&self) -> [String; 13] {
        let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let byes = self.byes.iter().map(|bye| format!("{} {}", bye.round, bye.kind)).collect::<Vec<_>>();
        let opponents = self.opponents.iter().map(ToString::to_string).collect::<Vec<_>>();
        [
            self.id.to_string(),
            self.title.iter().chain([&self.name]).map(String::as_str).collect::<Vec<_>>().join(" "),
            self.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            self.score_text.clone(),
            self.colours.clone(),
            text(self.due),
            text(self.strength),
            if self.difference == 0 { "0".to_owned() } else { format!("{:+}", self.difference) },
            text(self.last_float),
            text(self.float_before),
            if self.may_have_bye { "yes" } else { "no" }.to_owned(),
            opponents.join(" "),
            byes.join(", "),
        ]
    }
}

impl Render for ChecklistReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let rows = self.players.iter().map(ChecklistRow::cells);
        match format {
            Format::Json => write_json(self, out),
            Format::Csv => {
                let header = [
                    "no",
                    "name",
                    "rating",
                    "score",
                    "colours",
                    "due",
                    "strength",
                    "difference",
                    "last_float",
                    "float_before",
                    "may_have_bye",
                    "opponents",
                    "byes",
                ];
                write_csv(header, rows, out)
            }
            Format::Table | Format::Pairs => {
                write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
                let headers = [
                    ">No.", "Player", ">Rating", ">Score", "Colours", "Due", "Strength", ">W-B", "-1R", "-2R", "Bye?",
                    "Met", "Byes",
                ];
                write_table(&headers, rows, out)?;
                let absent = self.absent.iter().map(ToString::to_string).collect::<Vec<_>>();
                if absent.is_empty() { Ok(()) } else { writeln!(out, "\nAbsent: {}.", absent.join(", ")) }
            }
        }
    }
}
