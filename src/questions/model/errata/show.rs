use super::{AnswerReport, ErrataReport, ErratumLine, ErratumPlayer, ErratumReport};
use crate::model::Erratum;
use crate::questions::report::{Cell, Document, Show, Table, as_written, left, name_or_none, or_nothing, right};
use itertools::Itertools;
use serde::{Serialize, Serializer};

impl ErratumLine {
    fn add_to(&self, document: &mut Document) {
        document.paragraph(self.name);
        document.item(format!("Text:     {}", self.text));
        document.item(format!("Wrong:    {}", self.wrong));
        let needs = match self.needs[..] {
            [] => String::new(),
            _ => format!(" It shows with {} repaired, too.", self.needs.iter().join(" and ")),
        };
        document.item(format!("Repair:   {}{needs}", self.repair));
        document.item(format!("Instance: {}", self.instance));
    }

    fn cells(&self) -> [Cell; 7] {
        let [name, text, wrong, repair] = [self.name, self.text, self.wrong, self.repair].map(Cell::from);
        [self.number.into(), name, text, wrong, repair, self.needs.iter().join(" ").into(), self.instance.into()]
    }
}

impl ErrataReport {
    fn lines() -> Vec<ErratumLine> {
        Erratum::ALL.iter().copied().map(ErratumLine::from).collect()
    }
}

impl Serialize for ErrataReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::lines().serialize(serializer)
    }
}

impl Show for ErrataReport {
    fn show(&self) -> Document {
        let mut document = Document::default();
        let lines = Self::lines();
        lines.iter().for_each(|line| line.add_to(&mut document));
        let columns = ["number", "name", "text", "wrong", "repair", "needs", "instance"].map(left);
        document.table(Table::new("errata", columns).for_programs().rows(lines.iter().map(ErratumLine::cells)));
        document
    }
}

impl AnswerReport {
    fn heading(&self) -> String {
        match &self.repaired[..] {
            [] => "As written".to_owned(),
            all if all.len() == Erratum::ALL.len() => "With all fifteen repaired".to_owned(),
            [one] => format!("With {one} repaired"),
            [some @ .., last] => format!("With {} and {last} repaired", some.iter().join(", ")),
        }
    }

    fn value(&self) -> String {
        if self.values.is_empty() { self.status.clone() } else { self.values.iter().join(", then ") }
    }
}

impl ErratumReport {
    fn players(&self) -> Table {
        let columns = [right("No."), left("Player"), right("Score"), left("Colours"), left("Met")];
        let row = |player: &ErratumPlayer| {
            let met = player.met.iter().join(" ");
            [player.id.into(), (&player.name).into(), player.score.into(), (&player.colours).into(), met.into()]
        };
        Table::new("players", columns).rows(self.players.iter().map(row))
    }

    fn answers(&self) -> Table {
        let number = self.erratum.as_ref().map(|line| line.number);
        let row = |answer: &AnswerReport| {
            [
                or_nothing(number),
                answer.repaired.iter().join(" ").into(),
                answer.columns.into(),
                answer.rows.into(),
                (&answer.status).into(),
                answer.values.iter().join(" ").into(),
                or_nothing(answer.faults),
                as_written::lines(&answer.point).join("; ").into(),
            ]
        };
        let columns = ["erratum", "repaired", "columns", "rows", "status", "values", "faults", "answer"].map(left);
        Table::new("answers", columns).for_programs().rows(self.answers.iter().map(row))
    }
}

impl Show for ErratumReport {
    fn show(&self) -> Document {
        let mut document = Document::default();
        document.table(self.answers());
        if let Some(line) = &self.erratum {
            line.add_to(&mut document);
        }
        document.paragraph(format!("{}, round {}", name_or_none(&self.tournament), self.round));
        let readings = self.readings.named().map(|(name, reading)| format!("{name} {reading}"));
        document.say(format!("Readings: {}", readings.join(", ")));
        document.table(self.players());
        for answer in &self.answers {
            let AnswerReport { columns, rows, .. } = answer;
            let (heading, value) = (answer.heading(), answer.value());
            document.paragraph(format!("{heading}: {value} (columns: {columns}, rows: {rows})"));
            as_written::lines(&answer.point).into_iter().for_each(|line| document.item(line));
            if let (Some(what), Some(count)) = (self.counted, answer.faults) {
                document.item(format!("{what}: {count}"));
            }
        }
        document
    }
}
