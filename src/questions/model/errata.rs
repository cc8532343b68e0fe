//! What is wrong in the student's text, and what it makes of a round.

use super::Request;
use crate::files;
use crate::files::request_field::RequestField;
use crate::model::{Erratum, ErratumLine, Readings, StudentText, TextPoint, Value};
use crate::questions::asked::without;
use crate::questions::report::boards::colour_letters;
use crate::questions::report::{Cell, Document, Show, Table, as_written, left, name_or_none, or_nothing, right};
use crate::questions::{Answered, AskError, Context, Refusal};
use crate::solve::{Limit, Options, SolveError, TextSolution, solve_text};
use crate::tournament::{PlayerId, PlayerState, RoundRequest, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// The erratum of this number, as an argument.
pub(super) fn erratum(text: &str) -> Result<Erratum, String> {
    let found = text.parse().ok().and_then(Erratum::numbered);
    found.ok_or_else(|| format!("there is no erratum '{text}'; write a number from 1 to {}", Erratum::ALL.len()))
}

/// List the errata, or answer with one, or all.
pub(super) fn ask(request: &Request, erratum: Option<Erratum>, context: &dyn Context) -> Result<(), AskError> {
    Refusal::beside(RequestField("errata"), true, &request.ways())?;
    let mut spec = StudentText::try_from(without(context.model(&request.model)?, &request.without)?)?;
    let is_absent = request.at.is_absent();
    if is_absent && request.at.asks_for_something() {
        let what = "a round is one of a tournament: give a file after the model, or leave out what is asked of it";
        return Err(AskError::wrong(what));
    }
    let options = context.start(&request.limits)?;
    let (name, state) = match erratum {
        None if is_absent => return context.give(Answered::new(Erratum::lines())),
        Some(erratum) if is_absent => {
            spec.readings = erratum.readings(spec.readings);
            (erratum.instance().0.to_owned(), instance_of(erratum)?)
        }
        _ => {
            let round = context.open(&request.at, &request.tables, &[])?;
            (round.name().to_owned(), round.state)
        }
    };
    let answer = ErratumReport::new(&name, &state, &spec, erratum, options)?;
    let ended = answer.ended();
    context.give(Answered::new(answer))?;
    ended
}

/// A round as the text answers it, before and after a repair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErratumReport {
    /// The erratum; null for all fifteen.
    pub erratum: Option<&'static ErratumLine>,
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
    /// The answer; without slots and players if there is none.
    #[serde(flatten)]
    pub point: TextPoint,
    /// How often the answer shows the erratum.
    pub faults: Option<i64>,
    #[serde(skip)]
    limit: Option<Limit>,
}

impl ErratumReport {
    /// Ask HiGHS for the text's answer to `state`, a round of `tournament`: without the repair of `erratum`, or of all fifteen; without
    /// it, but with all others that it needs, if it needs any; with it.
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &StudentText,
        erratum: Option<Erratum>,
        options: Options,
    ) -> Result<Self, SolveError> {
        let player = |player: &PlayerState| ErratumPlayer {
            id: player.id,
            name: player.name.clone(),
            score: Value::from_tenths(player.score.tenths().into()),
            colours: colour_letters(player),
            met: state.players().iter().map(|other| other.id).filter(|other| player.has_met(*other)).collect(),
        };
        Ok(Self {
            erratum: erratum.map(Erratum::line),
            tournament: tournament.to_owned(),
            round: state.round(),
            readings: spec.readings,
            players: state.players().iter().map(player).collect(),
            counted: erratum.map(|erratum| erratum.line().counted.as_str()),
            answers: answers(state, spec, erratum, options)?,
        })
    }

    /// How the question ended.
    fn ended(&self) -> Result<(), AskError> {
        let limit = self.answers.iter().find_map(|answer| answer.limit);
        limit.map_or(Ok(()), |limit| Err(AskError::before(limit, "an answer")))
    }
}

impl From<TextSolution> for AnswerReport {
    fn from(found: TextSolution) -> Self {
        let TextSolution { repaired, size, limit, point, values, faults } = found;
        let status = match (limit, &point) {
            (Some(limit), _) => format!("stopped by {limit}"),
            (None, Some(_)) => "optimal".to_owned(),
            (None, None) => "infeasible".to_owned(),
        };
        Self {
            repaired: repaired.iter().map(|erratum| erratum.number()).collect(),
            columns: size.columns,
            rows: size.rows,
            status,
            values,
            point: point.unwrap_or_default(),
            faults,
            limit,
        }
    }
}

/// The round in which `erratum` can be seen, which comes with the program.
pub fn instance_of(erratum: Erratum) -> Result<RoundState, AskError> {
    let (file, text) = erratum.instance();
    let loaded = files::read(text.as_bytes()).map_err(|_| AskError::Internal(format!("{file} cannot be read")))?;
    RoundState::new(&loaded.tournament, RoundRequest::default()).map_err(|error| AskError::Internal(error.to_string()))
}

fn answers(
    state: &RoundState,
    spec: &StudentText,
    erratum: Option<Erratum>,
    options: Options,
) -> Result<Vec<AnswerReport>, SolveError> {
    let options = options.started();
    let mut sets = vec![spec.repaired.clone()];
    match erratum {
        None => sets.push(Erratum::ALL.iter().copied().collect()),
        Some(erratum) => {
            sets[0].remove(&erratum);
            let needed: BTreeSet<Erratum> = sets[0].iter().copied().chain(erratum.needs()).collect();
            let repaired = needed.iter().copied().chain([erratum]).collect();
            sets.extend([needed, repaired]);
        }
    }
    sets.dedup();
    let answer = |repaired| solve_text(state, &spec.with(repaired), erratum, options).map(AnswerReport::from);
    sets.into_iter().map(answer).collect()
}

fn show_line(line: &ErratumLine, document: &mut Document) {
    document.paragraph(&line.name);
    document.item(format!("Text:     {}", line.text));
    document.item(format!("Wrong:    {}", line.wrong));
    let needs = match line.needs[..] {
        [] => String::new(),
        _ => format!(" It shows with {} repaired, too.", line.needs.iter().join(" and ")),
    };
    document.item(format!("Repair:   {}{needs}", line.repair));
    document.item(format!("Instance: {}", line.instance));
}

impl Show for &'static [ErratumLine] {
    fn show(&self) -> Document {
        let mut document = Document::default();
        self.iter().for_each(|line| show_line(line, &mut document));
        let row = |line: &ErratumLine| {
            let needs = line.needs.iter().join(" ");
            let [name, text, wrong, repair] = [&line.name, &line.text, &line.wrong, &line.repair].map(Cell::from);
            [line.number.into(), name, text, wrong, repair, needs.into(), (&line.instance).into()]
        };
        let columns = ["number", "name", "text", "wrong", "repair", "needs", "instance"].map(left);
        document.table(Table::new("errata", columns).for_programs().rows(self.iter().map(row)));
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
        let number = self.erratum.map(|line| line.number);
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
        if let Some(line) = self.erratum {
            show_line(line, &mut document);
        }
        document.paragraph(format!("{}, round {}", name_or_none(&self.tournament), self.round));
        let readings = self.readings.named().into_iter().map(|(name, reading)| format!("{name} {reading}"));
        document.say(format!("Readings: {}", readings.format(", ")));
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
