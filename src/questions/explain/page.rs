//! The page of a round.

use super::{Answer, ExplainedBoard, PairStanding, Picture, SeenPair};
use crate::compare::Bar;
use crate::model::{Objective, Value};
use crate::page::{Frame, rendered};
use crate::printable::printable;
use crate::questions::drawing::{CardReport, DrawnBoard, by_number, cards};
use crate::report::objective::counted_terms;
use crate::report::{DualsReport, Status, name_or_none, short_price, short_value};
use crate::rules::Entry;
use crate::tournament::{RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is embedded in the page of a round.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ExplainPage {
    /// The kind of the page: `explain`.
    pub page: &'static str,
    /// The record of `explain --format json`.
    pub explain: Answer,
    /// The record of `solve --duals --format json`; null if there are no dual values.
    pub duals: Option<DualsReport>,
    /// The players to be paired, in pairing order.
    pub players: Vec<CardReport>,
    /// An answer for every pair; null in a large round.
    pub answers: Option<Answers>,
    /// The texts of all rules that the page names.
    pub rules: Vec<RuleText>,
}

/// Why any two players meet, or why they do not. Rows and columns are seats in pairing order, the bye of an odd field last; row
/// `i` begins with the column `i + 1`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Answers {
    /// The prices that occur, a number for each tier: the best pairing with a pair minus the optimum.
    pub prices: Vec<Vec<Value>>,
    /// The rules that bar pairs.
    pub reasons: Vec<Reason>,
    /// Sets of reasons, by their places in `reasons`.
    pub bars: Vec<Vec<usize>>,
    /// The answer of each pair: 0 if they meet; `k` for price `k - 1`; -1 if no legal pairing has the pair; -2 if the price is not
    /// known; `-3 - k` if the set `k` of `bars` bars it.
    pub asked: Vec<Vec<i64>>,
    /// The weights that occur, in the unit of the dual values, as text.
    pub weights: Vec<String>,
    /// The place of each pair's weight in `weights`; -1 if the pair is barred. Empty if there are no dual values, or where the page
    /// would be too large.
    pub weighed: Vec<Vec<i64>>,
}

/// A rule that bars a pair.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Reason {
    /// The rule's id.
    pub rule: &'static str,
    /// What breaks it, in one sentence without a full stop.
    pub what: String,
}

/// A rule in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleText {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
    /// Its meaning.
    pub meaning: String,
    /// Where it comes from; empty for a definition of the model's own.
    pub source: String,
}

/// Distinct values in the order in which they came, and the place of each.
struct DistinctValues<T> {
    values: Vec<T>,
    places: BTreeMap<T, usize>,
}

impl<T: Clone + Ord> DistinctValues<T> {
    const fn new() -> Self {
        Self { values: Vec::new(), places: BTreeMap::new() }
    }

    fn place(&mut self, value: T) -> usize {
        let next = self.values.len();
        *self.places.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        })
    }
}

fn number(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX)
}

impl Answers {
    fn new(seats: usize, pairs: &[SeenPair]) -> Self {
        let (mut prices, mut reasons) = (DistinctValues::<Vec<Value>>::new(), DistinctValues::<Reason>::new());
        let (mut bars, mut weights) = (DistinctValues::<Vec<usize>>::new(), DistinctValues::<i128>::new());
        let (mut asked, mut weighed) = (Vec::new(), Vec::new());
        let mut rest = pairs;
        for row in 0..seats.saturating_sub(1) {
            let (of_row, later) = rest.split_at((seats - 1 - row).min(rest.len()));
            rest = later;
            let answer = |pair: &SeenPair| match &pair.asked {
                PairStanding::Paired => 0,
                PairStanding::Price(price) => number(prices.place(price.clone())) + 1,
                PairStanding::NoRound => -1,
                PairStanding::Unknown => -2,
                PairStanding::Barred(found) => {
                    let reason = |bar: &Bar| reasons.place(Reason { rule: bar.rule, what: bar.what.clone() });
                    -3 - number(bars.place(found.iter().map(reason).collect()))
                }
            };
            asked.push(of_row.iter().map(answer).collect());
            let weight = |pair: &SeenPair| pair.weight.map_or(-1, |weight| number(weights.place(weight)));
            weighed.push(of_row.iter().map(weight).collect());
        }
        let weights = weights.values.iter().map(ToString::to_string).collect();
        Self { prices: prices.values, reasons: reasons.values, bars: bars.values, asked, weights, weighed }
    }
}

impl ExplainPage {
    /// The record of `picture`, which is that of the round of `state` by `objective`.
    #[must_use]
    pub fn new(state: &RoundState, objective: &Objective, picture: Picture) -> Self {
        let report = picture.answer;
        let seats = state.players().len() + state.players().len() % 2;
        let mut answers = picture.pairs.as_ref().map(|pairs| Answers::new(seats, pairs));
        if let (Some(answers), None) = (&mut answers, &picture.duals) {
            // Without dual values weights have no unit that the page could show.
            (answers.weights, answers.weighed) = (Vec::new(), Vec::new());
        }
        let rules = rules(objective, &report, answers.as_ref());
        Self { page: "explain", explain: report, duals: picture.duals, players: cards(state), answers, rules }
    }
}

/// The texts of the terms and of the rules that bar something.
fn rules(objective: &Objective, report: &Answer, answers: Option<&Answers>) -> Vec<RuleText> {
    let terms = objective.tiers.iter().flat_map(|tier| &tier.terms).map(|weighted| weighted.term.id().to_owned());
    let hard = objective.hard.iter().map(|hard| hard.rule().id.to_owned());
    let barred = report.barred.iter().flat_map(|barred| &barred.rules).map(|rule| (*rule).to_owned());
    let reasons = answers.into_iter().flat_map(|answers| &answers.reasons).map(|reason| reason.rule.to_owned());
    let ids = terms.chain(hard).chain(barred).chain(reasons).unique();
    ids.map(text_of).collect()
}

fn text_of(id: String) -> RuleText {
    match Entry::find(&id) {
        Some(Entry::Rule(rule)) => {
            RuleText { id, title: rule.title.into(), meaning: rule.meaning.into(), source: rule.source.into() }
        }
        Some(Entry::Diagnostic(entry)) => {
            RuleText { id, title: entry.title.into(), meaning: entry.meaning.into(), source: String::new() }
        }
        None => {
            let meaning = "A term or rule that the model file defines by an expression.".to_owned();
            RuleText { title: id.trim_start_matches("define.").to_owned(), meaning, source: String::new(), id }
        }
    }
}

#[derive(askama::Template)]
#[template(path = "explain.html", config = "src/page/askama.toml")]
struct ExplainTemplate<'a> {
    frame: Frame,
    page: &'a ExplainPage,
    facts: Vec<(&'static str, String)>,
    verdict: String,
    boards: Vec<BoardRow>,
    rounds: String,
    seats: Vec<SeatView>,
    /// What the page's numbers are, in a sentence or two.
    numbers: String,
    proof: Option<ProofView>,
}

/// The dual values as the page shows them: in the unit of its values.
struct ProofView {
    bound: String,
    /// The dual value of each seat.
    seats: Vec<String>,
    sets: Vec<SetView>,
}

/// An odd set in the list.
struct SetView {
    number: usize,
    /// Its members.
    seats: String,
    size: usize,
    room: usize,
    dual: String,
}

impl ProofView {
    fn new(duals: &DualsReport) -> Self {
        let seats = duals.seats.iter().map(|row| duals.decimal(&row.dual));
        let sets = duals.odd_sets.iter().zip(1..).map(|(set, number)| SetView {
            number,
            seats: set.seats.iter().join(", "),
            size: set.seats.len(),
            room: set.room,
            dual: duals.decimal(&set.dual),
        });
        Self { bound: duals.decimal(&duals.bound), seats: seats.collect(), sets: sets.collect() }
    }
}

/// A seat in lists.
struct SeatView {
    id: u32,
    name: String,
    label: String,
}

/// A page has fewer bytes than this.
const MOST_BYTES: usize = 1_000_000;

/// The page of a round: its drawing, why it is paired as it is, and its proof.
///
/// It stays below a megabyte. Where a large round would have more, the page leaves out what pairs weigh, and then the answers for all
/// pairs.
#[must_use]
pub fn page(page: &ExplainPage) -> String {
    let is_small = |text: &String| text.len() < MOST_BYTES;
    let whole = drawn(page);
    if is_small(&whole) {
        return whole;
    }
    let mut page = page.clone();
    if let Some(answers) = &mut page.answers {
        (answers.weights, answers.weighed) = (Vec::new(), Vec::new());
    }
    let without_weights = drawn(&page);
    if is_small(&without_weights) {
        return without_weights;
    }
    drawn(&ExplainPage { answers: None, ..page })
}

fn drawn(page: &ExplainPage) -> String {
    let report = &page.explain;
    let rounds = report.rounds_planned.map_or_else(String::new, |planned| format!(" of {planned}"));
    let round = format!("Round {}{rounds}", report.round);
    let frame = Frame::new(name_or_none(&report.tournament), round, "A round and its proof", page);
    let boards = board_rows(page);
    let seats = page.players.iter().map(|card| {
        let name = printable(&card.name);
        SeatView { id: card.id, label: format!("{} {name}", card.id), name }
    });
    let nobody = || SeatView { id: 0, label: "the bye".to_owned(), name: "the bye".to_owned() };
    let bye = (page.players.len() % 2 == 1).then(nobody);
    rendered(&ExplainTemplate {
        facts: facts(page, &boards),
        verdict: verdict(page),
        numbers: numbers(page),
        proof: page.duals.as_ref().map(ProofView::new),
        rounds,
        seats: seats.chain(bye).collect(),
        boards,
        page,
        frame,
    })
}

/// What became of the round, in one sentence.
fn verdict(page: &ExplainPage) -> String {
    let report = &page.explain;
    match (report.status, &report.reason) {
        (_, Some(reason)) => format!("No legal pairing exists: {}.", printable(reason)),
        (_, None) if report.boards.is_empty() && report.status != Status::Optimal => {
            "A limit came before any pairing was found.".to_owned()
        }
        (status, None) if status == Status::Optimal || page.duals.is_some() => {
            let proof = if page.duals.is_some() { " The proof is below." } else { "" };
            let limit = if status == Status::Optimal { "" } else { " A limit came before all prices were known." };
            format!("No legal pairing is better under the model {}.{proof}{limit}", isolated(&report.model))
        }
        (status, None) => format!("A limit came before everything was known ({status})."),
    }
}

/// What the numbers of the page are.
fn numbers(page: &ExplainPage) -> String {
    let tiers = &page.explain.objective;
    if tiers.len() < 2 {
        return "Values, prices, weights and dual values are in one unit, that of the model’s weights.".to_owned();
    }
    let names = tiers.iter().map(|tier| isolated(&tier.name)).join(", ");
    let lists = format!("A value has a number for each tier, and the first that differs decides: [{names}].");
    let Some(duals) = &page.duals else { return lists };
    let mut counts = duals.of_tiers().into_iter().map(|(name, count)| format!("1 in {} is {count}", isolated(name)));
    format!("{lists} Weights and dual values need one number for all: {}.", counts.join(", "))
}

fn facts(page: &ExplainPage, boards: &[BoardRow]) -> Vec<(&'static str, String)> {
    let count = |is: fn(&DrawnBoard) -> bool| boards.iter().filter(|board| is(&board.drawn)).count().to_string();
    let mut facts = vec![
        ("Players", page.players.len().to_string()),
        ("Boards", count(|board| board.number.is_some())),
        ("Floats", count(|board| board.is_float && board.number.is_some())),
        ("Colours denied", boards.iter().flat_map(|board| board.drawn.denied).flatten().count().to_string()),
    ];
    if let [_, ..] = &page.explain.objective[..] {
        facts.push(("Value", short_value(page.explain.objective.iter().map(|tier| tier.value))));
    }
    facts
}

/// A board in the list, with its bye as a board without a number.
struct BoardRow {
    drawn: DrawnBoard,
    value: String,
    terms: String,
    /// The next-best opponent of each, and the price.
    next: [String; 2],
}

fn board_rows(page: &ExplainPage) -> Vec<BoardRow> {
    let cards = by_number(&page.players);
    let row = |board: &ExplainedBoard| BoardRow {
        drawn: DrawnBoard::new(board.board, [board.white, board.black].map(u32::from), &cards),
        value: short_value(board.value.iter().map(|tier| tier.value)),
        terms: counted_terms(&board.value),
        next: [board.white, board.black].map(|seat| next(board, seat, &cards)),
    };
    page.explain.boards.iter().map(row).collect()
}

fn next(board: &ExplainedBoard, seat: Seat, cards: &BTreeMap<u32, &CardReport>) -> String {
    match board.instead.iter().find(|instead| instead.player == seat).map(|instead| &instead.next) {
        None => "not known".to_owned(),
        Some(None) => "nobody".to_owned(),
        Some(Some(next)) => {
            let opponent = u32::from(next.opponent);
            let name = cards.get(&opponent).map(|card| format!("{opponent} {}", isolated(&card.name)));
            format!("{} ({})", name.unwrap_or_else(|| "bye".to_owned()), short_price(&next.price))
        }
    }
}

/// A name within a line, whose other parts keep their order if it is written from right to left (Unicode's isolates).
fn isolated(name: &str) -> String {
    format!("\u{2068}{}\u{2069}", printable(name))
}
