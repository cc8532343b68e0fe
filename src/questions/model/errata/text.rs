use super::{AnswerReport, ErrataReport, ErratumLine, ErratumPlayer, ErratumReport};
use crate::model::Erratum;
use crate::printable::printable;
use crate::report::{Format, Render, Written, as_written, name_or_none, write_csv, write_json, write_table};
use itertools::Itertools;
use std::io;

impl ErratumLine {
    fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}", self.name)?;
        writeln!(out, "  Text:     {}", self.text)?;
        writeln!(out, "  Wrong:    {}", self.wrong)?;
        let needs = match self.needs[..] {
            [] => String::new(),
            _ => format!(" It shows with {} repaired, too.", self.needs.iter().join(" and ")),
        };
        writeln!(out, "  Repair:   {}{needs}", self.repair)?;
        writeln!(out, "  Instance: {}", self.instance)
    }

    fn cells(&self) -> [String; 7] {
        let texts = [self.name, self.text, self.wrong, self.repair].map(str::to_owned);
        let [name, text, wrong, repair] = texts;
        [self.number.to_string(), name, text, wrong, repair, self.needs.iter().join(" "), self.instance.to_owned()]
    }
}

impl Render for ErrataReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        let lines: Vec<ErratumLine> = Erratum::ALL.iter().copied().map(ErratumLine::from).collect();
        match format {
            Format::Table | Format::Pairs => lines.iter().try_for_each(|line| {
                if line.number > 1 {
                    writeln!(out)?;
                }
                line.write(out)
            }),
            Format::Json => write_json(&lines, out),
            Format::Csv => {
                let header = ["number", "name", "text", "wrong", "repair", "needs", "instance"];
                write_csv(header, lines.iter().map(ErratumLine::cells), out)
            }
        }
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
    fn write_players(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |player: &ErratumPlayer| {
            let met = player.met.iter().join(" ");
            [player.id.to_string(), player.name.clone(), player.score.to_string(), player.colours.clone(), met]
        };
        write_table(&[">No.", "Player", ">Score", "Colours", "Met"], self.players.iter().map(row), out)
    }

    fn write_answer(&self, answer: &AnswerReport, out: &mut dyn io::Write) -> io::Result<()> {
        let AnswerReport { columns, rows, .. } = answer;
        writeln!(out, "\n{}: {} (columns: {columns}, rows: {rows})", answer.heading(), answer.value())?;
        as_written::lines(&answer.point).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        match (self.counted, answer.faults) {
            (Some(what), Some(count)) => writeln!(out, "  {what}: {count}"),
            _ => Ok(()),
        }
    }
}

impl Written for ErratumReport {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if let Some(line) = &self.erratum {
            line.write(out)?;
            writeln!(out)?;
        }
        writeln!(out, "{}, round {}", name_or_none(&self.tournament), self.round)?;
        let readings = self.readings.named().map(|(name, reading)| format!("{name} {reading}"));
        writeln!(out, "Readings: {}\n", readings.join(", "))?;
        self.write_players(out)?;
        self.answers.iter().try_for_each(|answer| self.write_answer(answer, out))
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let number = self.erratum.as_ref().map_or_else(String::new, |line| line.number.to_string());
        let row = |answer: &AnswerReport| {
            let faults = answer.faults.map_or_else(String::new, |count| count.to_string());
            let text = |list: Vec<String>| printable(&list.join("; "));
            let sizes = [answer.columns.to_string(), answer.rows.to_string()];
            let repaired = answer.repaired.iter().join(" ");
            let [columns, rows] = sizes;
            let values = answer.values.iter().join(" ");
            [
                number.clone(),
                repaired,
                columns,
                rows,
                answer.status.clone(),
                values,
                faults,
                text(as_written::lines(&answer.point)),
            ]
        };
        let header = ["erratum", "repaired", "columns", "rows", "status", "values", "faults", "answer"];
        write_csv(header, self.answers.iter().map(row), out)
    }
}
