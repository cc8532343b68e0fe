use super::table::write_table;
use super::{Format, Render, write_csv, write_json};
use crate::model::{Erratum, Readings, SeedPoint, SeedSeat, SeedSlot, SeedText, Size, Value};
use crate::printable::printable;
use crate::tasks::{Errata, SeedAnswer, SeedOutcome};
use crate::tournament::{Colour, PlayerId, PlayerState, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// All errata of the student's text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ErrataReport;

/// What is said of one erratum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErratumLine {
    /// From 1 to 15.
    pub number: usize,
    /// As a model file names it.
    pub name: &'static str,
    /// The line of the text, in its symbols.
    pub text: &'static str,
    /// What goes wrong.
    pub wrong: &'static str,
    /// The repair.
    pub repair: &'static str,
    /// The numbers of the errata that must be repaired, too.
    pub needs: Vec<usize>,
    /// The file of a smallest round that shows it.
    pub instance: &'static str,
}

impl From<Erratum> for ErratumLine {
    fn from(erratum: Erratum) -> Self {
        Self {
            number: erratum.number(),
            name: erratum.name(),
            text: erratum.line(),
            wrong: erratum.wrong(),
            repair: erratum.repair(),
            needs: erratum.needs().iter().map(|needed| needed.number()).collect(),
            instance: erratum.instance().0,
        }
    }
}

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

/// A round as the text answers it, before and after a repair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErratumReport {
    /// The erratum; null for all fifteen.
    pub erratum: Option<ErratumLine>,
    /// The name of the tournament.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The meanings taken where the text has two.
    pub readings: Readings,
    /// Those to be paired, in pairing order.
    pub players: Vec<ErratumPlayer>,
    /// What is counted in each answer.
    pub counted: Option<&'static str>,
    /// The answers, the repaired one last.
    pub answers: Vec<AnswerReport>,
}

/// A player to be paired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErratumPlayer {
    /// The pairing number.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// The score.
    pub score: Value,
    /// The colours of the games so far, such as `BWW`; `-` for a round without one.
    pub colours: String,
    /// Whom he has met, of those to be paired.
    pub met: Vec<PlayerId>,
}

/// An answer of HiGHS.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AnswerReport {
    /// The numbers of the errata that are repaired.
    pub repaired: Vec<usize>,
    /// The columns of the program.
    pub columns: u64,
    /// Its rows.
    pub rows: u64,
    /// How it ended: `optimal`, `infeasible`, or the limit that came first.
    pub status: String,
    /// The value of each tier.
    pub values: Vec<Value>,
    /// The slots with players.
    pub slots: Vec<SeedSlot>,
    /// The players without a slot.
    pub without: Vec<SeedSeat>,
    /// The players who have no variables.
    pub excluded: Vec<PlayerId>,
    /// Who has the bye.
    pub bye: Option<PlayerId>,
    /// How often the answer shows the erratum.
    pub faults: Option<i64>,
}

impl AnswerReport {
    fn new(answer: SeedAnswer) -> Self {
        let SeedAnswer { repaired, size: Size { columns, rows, .. }, outcome } = answer;
        let repaired = repaired.into_iter().map(Erratum::number).collect();
        let blank = SeedPoint { slots: Vec::new(), without: Vec::new(), excluded: Vec::new(), bye: None };
        let (status, values, point, faults) = match outcome {
            SeedOutcome::Optimal { values, point, faults } => ("optimal".to_owned(), values, point, faults),
            SeedOutcome::Infeasible => ("infeasible".to_owned(), Vec::new(), blank, None),
            SeedOutcome::Stopped(limit) => (format!("stopped by {limit}"), Vec::new(), blank, None),
        };
        let SeedPoint { slots, without, excluded, bye } = point;
        Self { repaired, columns, rows, status, values, slots, without, excluded, bye, faults }
    }

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

    /// The slots, then those without one.
    fn lines(&self) -> Vec<String> {
        let seat = |seat: &SeedSeat| format!("{} {}", seat.player, colours(&seat.colours));
        let slot = |slot: &SeedSlot| format!("slot {}: {}", slot.slot, slot.players.iter().map(seat).join(" - "));
        let mut lines: Vec<String> = self.slots.iter().map(slot).collect();
        let without = self.without.iter().filter(|seat| Some(seat.player) != self.bye);
        lines.extend(self.bye.map(|id| format!("bye: {id}")));
        lines.extend(
            Some(without.map(seat).join(", ")).filter(|list| !list.is_empty()).map(|l| format!("no slot: {l}")),
        );
        if !self.excluded.is_empty() {
            lines.push(format!("no variables: {}", self.excluded.iter().join(", ")));
        }
        lines
    }
}

fn colours(letters: &str) -> &'static str {
    match letters {
        "W" => "White",
        "B" => "Black",
        "WB" => "White and Black",
        _ => "no colour",
    }
}

impl ErratumReport {
    /// The record of `told`, asked by `spec` of the round `state` of `tournament`.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, spec: &SeedText, told: Errata) -> Self {
        let player = |player: &PlayerState| ErratumPlayer {
            id: player.id,
            name: player.name.clone(),
            score: Value::from_tenths(player.score.tenths().into()),
            colours: player.colours_by_round().map(letter).collect(),
            met: state.players().iter().map(|other| other.id).filter(|other| player.has_met(*other)).collect(),
        };
        Self {
            erratum: told.erratum.map(ErratumLine::from),
            tournament: tournament.to_owned(),
            round: state.round(),
            readings: spec.readings,
            players: state.players().iter().map(player).collect(),
            counted: told.erratum.map(Erratum::counted),
            answers: told.answers.into_iter().map(AnswerReport::new).collect(),
        }
    }

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
        answer.lines().iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        match (self.counted, answer.faults) {
            (Some(what), Some(count)) => writeln!(out, "  {what}: {count}"),
            _ => Ok(()),
        }
    }

    fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if let Some(line) = &self.erratum {
            line.write(out)?;
            writeln!(out)?;
        }
        writeln!(out, "{}, round {}", super::boards::name_or_none(&self.tournament), self.round)?;
        let readings = self.readings.named().map(|(name, reading)| format!("{name} {reading}"));
        writeln!(out, "Readings: {}\n", readings.join(", "))?;
        self.write_players(out)?;
        self.answers.iter().try_for_each(|answer| self.write_answer(answer, out))
    }
}

fn letter(colour: Option<Colour>) -> char {
    match colour {
        Some(Colour::White) => 'W',
        Some(Colour::Black) => 'B',
        None => '-',
    }
}

impl Render for ErratumReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table | Format::Pairs => self.write(out),
            Format::Json => write_json(self, out),
            Format::Csv => {
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
                        text(answer.lines()),
                    ]
                };
                let header = ["erratum", "repaired", "columns", "rows", "status", "values", "faults", "answer"];
                write_csv(header, self.answers.iter().map(row), out)
            }
        }
    }
}
