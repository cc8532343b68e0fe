use crate::questions::registry::System;
use crate::questions::report::boards::colour_letters;
use crate::questions::report::number::number;
use crate::questions::report::{Cell, Document, Show, Table, left, or_nothing, right};
use crate::systems::Fraction;
use crate::tournament::{Float, PastEvent, PlayerId, PlayerState, Preference, RoundState, Score};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Number;

/// The check-list of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ChecklistReport")]
pub struct Checklist {
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
    points: Score,
}

/// A bye.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ByeRow {
    /// The round.
    pub round: u32,
    /// The kind: `pairing`, `full`, `half` or `zero`.
    pub kind: &'static str,
}

impl Checklist {
    /// The check-list of a round: the players to be paired, in pairing order. Due colours are as FIDE's rules of 2012 define
    /// them (A.7); floats, and who may have the bye, follow from the rules of `system`.
    pub(crate) fn new(tournament: &str, state: &RoundState, system: System) -> Self {
        Self {
            round: state.round(),
            system,
            players: state.players().iter().map(|player| ChecklistRow::new(state, player, system)).collect(),
            absent: state.absent().iter().map(|player| player.id).collect(),
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
        }
    }
}

impl ChecklistRow {
    fn new(state: &RoundState, player: &PlayerState, system: System) -> Self {
        let due = player.preference();
        let [last_float, float_before] = system.floats(state, player).map(|float: Option<Float>| float.map(Into::into));
        let byes = (1..).zip(&player.history).filter_map(|(round, past)| match past.event {
            PastEvent::Bye(kind) => Some(ByeRow { round, kind: kind.into() }),
            PastEvent::Game { .. } | PastEvent::Absent => None,
        });
        Self {
            id: player.id,
            title: player.title.clone(),
            name: player.name.clone(),
            rating: player.rating,
            score: number(Fraction::new(player.score.tenths().into(), 10)),
            colours: colour_letters(player),
            due: due.map(|Preference { colour, .. }| colour.into()),
            strength: due.map(|Preference { strength, .. }| strength.into()),
            difference: player.colour_difference(),
            last_float,
            float_before,
            opponents: player.history.iter().filter_map(|past| past.event.met()).collect(),
            byes: byes.collect(),
            may_have_bye: system.may_have_bye(state, player),
            points: player.score,
        }
    }
}

impl Show for Checklist {
    fn show(&self) -> Document {
        let columns = [
            right("No.").named("number"),
            left("Player").named("name"),
            right("Rating"),
            right("Score"),
            left("Colours"),
            left("Due"),
            left("Strength"),
            right("W-B").named("difference"),
            left("-1R").named("last_float"),
            left("-2R").named("float_before"),
            left("Bye?").named("may_have_bye"),
            left("Met").named("opponents"),
            left("Byes"),
        ];
        let mut document = Document::of_round(&self.tournament, self.round, self.rounds_planned).without_keys();
        document.table(Table::new("players", columns).rows(self.players.iter().map(ChecklistRow::cells)));
        if !self.absent.is_empty() {
            document.say(format!("Absent: {}.", self.absent.iter().join(", ")));
        }
        document
    }
}

impl ChecklistRow {
    fn cells(&self) -> [Cell; 13] {
        let byes = self.byes.iter().map(|bye| format!("{} {}", bye.round, bye.kind)).join(", ");
        [
            self.id.into(),
            self.title.iter().chain([&self.name]).join(" ").into(),
            or_nothing(self.rating),
            self.points.into(),
            (&self.colours).into(),
            or_nothing(self.due),
            or_nothing(self.strength),
            Cell::Difference(self.difference),
            or_nothing(self.last_float),
            or_nothing(self.float_before),
            if self.may_have_bye { "yes" } else { "no" }.into(),
            self.opponents.iter().join(" ").into(),
            byes.into(),
        ]
    }
}
