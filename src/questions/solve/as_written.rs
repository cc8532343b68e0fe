//! The student's text as a model: its best answer, which need not be a pairing.

use super::Request;
use crate::files::printable::printable;
use crate::files::request_field::RequestField;
use crate::model::{Readings, StudentText, TextPoint, TextSeat, TextSlot, Value};
use crate::questions::report::{Document, Format, Show, Status, Table, left};
use crate::questions::{Answered, AskError, Context, OpenedRound};
use crate::solve::{Limit, Options, TextSolution, solve_text};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// A round by the student's text: its best answer, by branch and bound.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "TextReport")]
pub struct TextAnswer {
    /// The name of the tournament.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// How many rounds are planned, if it is known.
    pub rounds_planned: Option<u32>,
    /// The model's name.
    pub model: String,
    /// The numbers of the errata that are repaired.
    pub repaired: Vec<usize>,
    /// The meanings taken where the text has two.
    pub readings: Readings,
    /// The status of the solve.
    pub status: Status,
    /// The value of each tier.
    pub values: Vec<Value>,
    /// The answer, if there is one.
    #[serde(flatten)]
    pub point: Option<TextPoint>,
    #[serde(skip)]
    limit: Option<Limit>,
}

/// Answer by the text.
pub(super) fn ask(request: &Request, text: &StudentText, context: &dyn Context) -> Result<(), AskError> {
    check(request, text, context)?;
    let options = Options { threads: request.threads, ..context.start(&request.limits)? };
    let round = context.open(&request.at, &request.tables, &[])?;
    let answer = TextAnswer::new(&round, text, solve_text(&round.state, text, options)?);
    let ended = answer.ended();
    context.give(Answered::new(answer))?;
    ended
}

/// Refuse what is not asked of the text.
fn check(request: &Request, text: &StudentText, context: &dyn Context) -> Result<(), AskError> {
    let name = printable(&text.name);
    let others = [
        (RequestField("keep_open"), request.keep_open.is_some()),
        (RequestField("ties"), !request.ties.is_canonical()),
        (RequestField("log"), request.log),
        (RequestField("out"), request.out.is_some()),
        (RequestField("show"), !request.show.is_empty()),
    ];
    if let Some((field, _)) = request.extras().iter().chain(&others).find(|(_, is_asked)| *is_asked) {
        let what =
            format!("{name} is the student's text, whose best answer need not be a pairing, so it has no {field}");
        return Err(AskError::refused(what, format!("leave out {field}, or take a model of pairs")));
    }
    if context.tournament_form().is_some() || context.format() == Format::Pairs {
        let what = format!(
            "{name} is the student's text, whose best answer need not be a pairing, so there are no boards to write"
        );
        return Err(AskError::refused(what, "take the format table, json or csv"));
    }
    Ok(())
}

impl TextAnswer {
    fn new(round: &OpenedRound, text: &StudentText, found: TextSolution) -> Self {
        let status = if found.point.is_some() { Status::Optimal } else { Status::Infeasible };
        Self {
            tournament: round.name().to_owned(),
            round: round.state.round(),
            rounds_planned: round.state.rounds_planned(),
            model: text.name.clone(),
            repaired: text.repaired.iter().map(|erratum| erratum.number()).collect(),
            readings: text.readings,
            status: found.limit.map_or(status, Status::from),
            values: found.values,
            point: found.point,
            limit: found.limit,
        }
    }

    fn ended(&self) -> Result<(), AskError> {
        match (self.limit, self.status) {
            (Some(limit), _) => Err(AskError::before(limit, "an answer")),
            (None, Status::Infeasible) => Err(AskError::NoPairing("the rows of the text leave no answer".to_owned())),
            (None, _) => Ok(()),
        }
    }
}

impl Show for TextAnswer {
    fn show(&self) -> Document {
        let mut document = Document::of_round(&self.tournament, self.round, self.rounds_planned).without_keys();
        let lines = self.point.as_ref().map(lines).unwrap_or_default();
        let columns = ["Round", "Model", "Status", "Values", "Answer"].map(left);
        let mut table = Table::new("answer", columns).for_programs();
        let (status, values) = (self.status.to_string(), self.values.iter().join(" "));
        table.row([self.round.into(), (&self.model).into(), status.into(), values.into(), lines.join("; ").into()]);
        document.table(table);
        if self.point.is_none() {
            let limit = self.limit.map_or_else(String::new, |limit| format!(" was found before {limit}"));
            document.say(format!("No answer{limit}."));
            return document;
        }
        lines.into_iter().for_each(|line| document.say(line));
        document.paragraph(format!("Value by {}: {}", self.model, self.values.iter().join(", then ")));
        document.say("Optimal: by branch and bound.");
        document
    }
}

/// The answer, line by line: the slots, then the bye, those without a slot, and those who are no players of the text.
fn lines(point: &TextPoint) -> Vec<String> {
    let seat = |seat: &TextSeat| {
        let colours = match &*seat.colours {
            "W" => "White",
            "B" => "Black",
            "WB" => "White and Black",
            _ => "no colour",
        };
        format!("{} {colours}", seat.player)
    };
    let slot = |slot: &TextSlot| format!("slot {}: {}", slot.slot, slot.players.iter().map(seat).join(" - "));
    let without = point.without.iter().filter(|seat| Some(seat.player) != point.bye).map(seat).join(", ");
    let mut lines: Vec<String> = point.slots.iter().map(slot).collect();
    lines.extend(point.bye.map(|id| format!("bye: {id}")));
    lines.extend((!without.is_empty()).then(|| format!("no slot: {without}")));
    lines.extend((!point.excluded.is_empty()).then(|| format!("no variables: {}", point.excluded.iter().join(", "))));
    lines
}
