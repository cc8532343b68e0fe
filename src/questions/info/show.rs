use super::Answer;
use crate::questions::report::{Cell, Document, Show, Table, left, name_or_none};
use crate::tournament::{PlayerId, PointSystem};
use itertools::Itertools;
use std::collections::BTreeMap;

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
