use super::round::{boards, tiers, write_heading};
use super::table::{table, write_table};
use super::{BoardReport, Format, Render, TierReport, ViolationReport, write_csv, write_json};
use crate::formats::pairs;
use crate::model::Value;
use crate::tournament::{Board, PlayerId, RoundState, Score};
use crate::verify::{
    Compared, CrossCheck, Discrepancy, InCommon, Judged, Metric, Metrics, ModelCheck, TierVerdict, Violation,
};
use comfy_table::Table;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;

/// The pairings of one round, side by side.
///
/// ```
/// use swiss_ilp::report::{CompareReport, Format, Render};
/// use swiss_ilp::systems::{System, dutch_2012::Dutch2012};
/// use swiss_ilp::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};
/// use swiss_ilp::verify::{Claim, Claimed, Named, cross_check};
/// use swiss_ilp::{model::Spec, solve};
///
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let state = RoundState::new(&Tournament { players, ..Tournament::default() }, RoundRequest::default())?;
/// let by_rules = Named { name: Dutch2012.id().into(), pairing: Dutch2012.pair(&state)?.pairing };
/// let spec = Spec::load("fair")?;
/// let best = solve::solve(&state, &spec, solve::Options::default())?.incumbent.expect("a pairing");
/// let claim = Claim::Optimum(best.pairing, best.values);
/// let report = CompareReport::new("", &state, cross_check(&state, &[by_rules], &[Claimed { spec, claim }]), vec![]);
/// assert!(report.discrepancies.is_empty());
/// let mut table = Vec::new();
/// report.render(Format::Table, &mut table)?;
/// assert!(String::from_utf8(table)?.contains("Pairs in common with fair"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompareReport {
    /// The tournament's name.
    pub tournament: String,
    /// The round that was paired.
    pub round: u32,
    /// How many rounds are planned, if known.
    pub rounds_planned: Option<u32>,
    /// Every pairing: those of the systems, `played` if the file has the round, those of the models.
    pub pairings: Vec<ComparedReport>,
    /// Every pairing under each model.
    pub models: Vec<ComparedModelReport>,
    /// The systems and models that have no pairing.
    pub missing: Vec<MissingReport>,
    /// Every proven optimum that is none; empty unless something is broken.
    pub discrepancies: Vec<Discrepancy>,
    #[serde(skip)]
    check: CrossCheck,
    /// Number and score of everybody to be paired, in pairing order, for the renderers.
    #[serde(skip)]
    players: Vec<(PlayerId, Score)>,
}

/// One of the pairings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedReport {
    /// The system, the model, or `played`.
    pub name: String,
    /// The boards, in the order of what made them.
    pub pairs: Vec<BoardReport>,
    /// Who has the bye, by pairing number.
    pub bye: Option<u32>,
    /// How and when the bye's receiver had points without playing, if so.
    pub bye_after: Option<String>,
    /// What is counted of it, by the metric's name.
    pub metrics: Metrics,
    /// What it shares with each of the others.
    pub in_common: Vec<InCommon>,
}

/// The pairings under one model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedModelReport {
    /// The model's name.
    pub model: String,
    /// What its optimum is worth, tier by tier; absent without one.
    pub optimum: Option<Vec<TierReport>>,
    /// Every pairing.
    pub pairings: Vec<JudgedReport>,
}

/// One pairing under a model.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedReport {
    /// The pairing's name.
    pub pairing: String,
    /// Whether it breaks none of the model's rules.
    pub legal: bool,
    /// Everything that it breaks.
    pub violations: Vec<ViolationReport>,
    /// What it is worth, tier by tier.
    pub objective: Vec<TierReport>,
    /// That less what the optimum is worth, number by number; absent without an optimum.
    pub price: Option<Vec<TierReport>>,
}

/// A system or model that has no pairing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingReport {
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: String,
}

impl CompareReport {
    /// The record of `check`, which is of the round of `state`; `missing` have no pairing.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, check: CrossCheck, missing: Vec<MissingReport>) -> Self {
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            pairings: check.pairings.iter().map(ComparedReport::new).collect(),
            models: check.models.iter().map(ComparedModelReport::new).collect(),
            missing,
            discrepancies: check.discrepancies.clone(),
            check,
            players: state.players().iter().map(|player| (player.id, player.score)).collect(),
        }
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        let byes = self.pairings.iter().map(|pairing| pairing.bye.map(|id| id.to_string()).unwrap_or_default());
        let columns: Vec<Column<'_>> = self.check.pairings.iter().map(Column::of).collect();
        write_metrics(("Bye", byes.collect()), &columns, out)?;
        self.check.models.iter().try_for_each(|model| write_prices(model, out))?;
        write_violations(&self.check.models, out)?;
        self.write_boards(out)?;
        let mut before = "\n";
        for MissingReport { name, reason } in &self.missing {
            writeln!(out, "{}{name} has no pairing: {reason}.", std::mem::take(&mut before))?;
        }
        write_discrepancies(&self.discrepancies, out)
    }

    /// Every board in the line of its higher player, so that what the pairings share stands side by side.
    fn write_boards(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let ranks: BTreeMap<PlayerId, usize> = (0..).zip(&self.players).map(|(rank, (id, _))| (*id, rank)).collect();
        let rank = |id| ranks.get(&id).copied().unwrap_or(usize::MAX);
        let by_higher = |pairing: &Compared| -> BTreeMap<usize, Board> {
            pairing.pairing.boards.iter().map(|board| (rank(board.white).min(rank(board.black)), *board)).collect()
        };
        let pairings: Vec<BTreeMap<usize, Board>> = self.check.pairings.iter().map(by_higher).collect();
        let names = self.pairings.iter().map(|pairing| pairing.name.as_str());
        let mut lines = wide_table(&right_aligned([">No.", ">Score"], names));
        for (rank, (id, score)) in self.players.iter().enumerate() {
            let boards = pairings.iter().map(|boards| boards.get(&rank));
            if boards.clone().any(|board| board.is_some()) {
                let told = |board: Option<&Board>| {
                    board.map(|Board { white, black }| format!("{white}-{black}")).unwrap_or_default()
                };
                lines.add_row([id.to_string(), score.to_string()].into_iter().chain(boards.map(told)));
            }
        }
        writeln!(out)?;
        write_table(&lines, out)
    }

    fn csv_rows(&self) -> impl Iterator<Item = [String; 7]> + '_ {
        let round = self.round.to_string();
        let row = move |pairing: &str, [model, tier, measure, value, price]: [String; 5]| {
            [round.clone(), pairing.to_owned(), model, tier, measure, value, price]
        };
        let of_pairings = self.check.pairings.iter().flat_map(|pairing| {
            let metric = |metric: Metric| (metric_name(metric), pairing.metrics.told(metric));
            let shared = |shared: &InCommon| (format!("in_common:{}", shared.with), shared.pairs.to_string());
            let counts = Metric::ALL.into_iter().map(metric).chain(pairing.in_common.iter().map(shared));
            counts.map(|(name, value)| (pairing.name.as_str(), of_no_model(name, value)))
        });
        let of_models = self.models.iter().flat_map(|model| {
            model.pairings.iter().flat_map(|judged| {
                let cells = judged_cells(&model.model, judged);
                cells.map(|cells| (judged.pairing.as_str(), cells))
            })
        });
        of_pairings.chain(of_models).map(move |(pairing, cells)| row(pairing, cells))
    }
}

const CSV_HEADER: [&str; 7] = ["round", "pairing", "model", "tier", "measure", "value", "price"];

fn metric_name(metric: Metric) -> String {
    serde_json::to_value(metric).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

fn of_no_model(measure: String, value: String) -> [String; 5] {
    [String::new(), String::new(), measure, value, String::new()]
}

/// Model, tier, measure, value and price of everything that a model says of a pairing.
fn judged_cells<'r>(model: &'r str, judged: &'r JudgedReport) -> impl Iterator<Item = [String; 5]> + 'r {
    let violations =
        [model.into(), String::new(), "violations".into(), judged.violations.len().to_string(), String::new()];
    let tiers = judged.objective.iter().enumerate().flat_map(move |(index, tier)| {
        let price = judged.price.as_ref().and_then(|price| price.get(index));
        let number = |number: Option<&serde_json::Number>| number.map(ToString::to_string).unwrap_or_default();
        let cells = move |measure: &str, value: String, price: String| {
            [model.to_owned(), tier.tier.to_string(), measure.to_owned(), value, price]
        };
        let whole = cells("value", tier.value.to_string(), number(price.map(|price| &price.value)));
        let terms = tier.terms.iter().enumerate().map(move |(index, term)| {
            let price = price.and_then(|price| price.terms.get(index));
            cells(term.term, term.value.to_string(), number(price.map(|price| &price.value)))
        });
        [whole].into_iter().chain(terms)
    });
    [violations].into_iter().chain(tiers)
}

impl Render for CompareReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => self.write_table(out),
            Format::Json => write_json(self, out),
            Format::Pairs => self
                .check
                .pairings
                .iter()
                .try_for_each(|pairing| write!(out, "# {}\n{}", pairing.name, pairs::write(&pairing.pairing))),
            Format::Csv => write_csv(CSV_HEADER, self.csv_rows(), out),
        }
    }
}

impl ComparedReport {
    fn new(compared: &Compared) -> Self {
        Self {
            name: compared.name.clone(),
            pairs: boards(&compared.pairing),
            bye: compared.pairing.bye.map(|id| id.0),
            bye_after: compared.bye_after.clone(),
            metrics: compared.metrics,
            in_common: compared.in_common.clone(),
        }
    }
}

impl ComparedModelReport {
    fn new(check: &ModelCheck) -> Self {
        let judged = |judged: &Judged| JudgedReport {
            pairing: judged.name.clone(),
            legal: judged.verdict.is_legal(),
            violations: judged.verdict.violations.iter().map(ViolationReport::new).collect(),
            objective: tiers(&judged.verdict.objective),
            price: judged.price.as_deref().map(tiers),
        };
        Self {
            model: check.model.clone(),
            optimum: check.optimum.as_ref().map(|optimum| tiers(&optimum.objective)),
            pairings: check.pairings.iter().map(judged).collect(),
        }
    }
}

/// One column of a table of metrics.
struct Column<'a> {
    name: &'a str,
    metrics: &'a Metrics,
    in_common: &'a [InCommon],
}

impl<'a> Column<'a> {
    fn of(compared: &'a Compared) -> Self {
        Self { name: &compared.name, metrics: &compared.metrics, in_common: &compared.in_common }
    }
}

/// These headers, and the names after them, all aligned right but the first.
fn right_aligned<'a, const N: usize>(first: [&str; N], names: impl Iterator<Item = &'a str>) -> Vec<String> {
    first.into_iter().map(str::to_owned).chain(names.map(|name| format!(">{name}"))).collect()
}

fn wide_table(headers: &[String]) -> Table {
    table(&headers.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Metrics down, pairings across; `extra` is a line of its own before the bye's metrics.
fn write_metrics(extra: (&str, Vec<String>), columns: &[Column<'_>], out: &mut dyn io::Write) -> io::Result<()> {
    let mut lines = wide_table(&right_aligned(["Pairing"], columns.iter().map(|column| column.name)));
    let mut extra = Some(extra);
    for metric in Metric::ALL {
        if metric == Metric::ByeScore
            && let Some((label, cells)) = extra.take()
        {
            lines.add_row([label.to_owned()].into_iter().chain(cells));
        }
        let cells = columns.iter().map(|column| column.metrics.told(metric));
        lines.add_row([label(metric).to_owned()].into_iter().chain(cells));
    }
    for Column { name, .. } in columns {
        let shared = |column: &Column<'_>| {
            let shared = column.in_common.iter().find(|shared| shared.with == *name);
            shared.map(|shared| shared.pairs.to_string()).unwrap_or_default()
        };
        lines.add_row([format!("Pairs in common with {name}")].into_iter().chain(columns.iter().map(shared)));
    }
    write_table(&lines, out)
}

const fn label(metric: Metric) -> &'static str {
    match metric {
        Metric::Pairs => "Pairs",
        Metric::ScoreDifference => "Score difference",
        Metric::ScoreDifferenceSquares => "  squared",
        Metric::Downfloats => "Downfloats",
        Metric::DownfloatsRoundBefore | Metric::UpfloatsRoundBefore => "  as the round before",
        Metric::DownfloatsTwoRoundsBefore | Metric::UpfloatsTwoRoundsBefore => "  as two rounds before",
        Metric::Upfloats => "Upfloats",
        Metric::AbsoluteDenied => "Absolute preferences denied",
        Metric::StrongDenied => "Strong preferences denied",
        Metric::MildDenied => "Mild preferences denied",
        Metric::ColourDifference => "Colour difference afterwards",
        Metric::ColourDifferenceTwo => "  players with two or more",
        Metric::ByeScore => "  points above the lowest",
        Metric::ByeWithPoints => "  had points without playing",
    }
}

/// What every pairing is worth beyond the model's optimum, and what it breaks.
fn write_prices(check: &ModelCheck, out: &mut dyn io::Write) -> io::Result<()> {
    // Without an optimum nothing has a price.
    let (model, Some(optimum)) = (&check.model, &check.optimum) else { return Ok(()) };
    let others: Vec<&Judged> = check.pairings.iter().filter(|judged| judged.name != *model).collect();
    let names = others.iter().map(|judged| judged.name.as_str());
    let mut lines = wide_table(&right_aligned([&format!("Price under {model}"), ">Optimum"], names));
    let broken = others.iter().map(|judged| match judged.verdict.violations.len() {
        0 => String::new(),
        broken => broken.to_string(),
    });
    if others.iter().any(|judged| !judged.verdict.is_legal()) {
        lines.add_row(["Rules broken".to_owned(), String::new()].into_iter().chain(broken));
    }
    let prices: Vec<&[TierVerdict]> = others.iter().filter_map(|judged| judged.price.as_deref()).collect();
    add_prices(&mut lines, &optimum.objective, &prices);
    writeln!(out)?;
    write_table(&lines, out)
}

/// A line for each tier, and one for each of its terms that makes a difference; `prices` are of the same shape.
fn add_prices(lines: &mut Table, optimum: &[TierVerdict], prices: &[&[TierVerdict]]) {
    for (index, tier) in optimum.iter().enumerate() {
        let of_tier = || prices.iter().filter_map(|price| price.get(index));
        let cells = of_tier().map(|price| signed(price.value));
        lines.add_row([tier.name.clone(), tier.value.to_string()].into_iter().chain(cells));
        for (index, term) in tier.terms.iter().enumerate() {
            let cells: Vec<Value> =
                of_tier().filter_map(|price| price.terms.get(index)).map(|term| term.value).collect();
            if cells.iter().any(|value| *value != Value::ZERO) {
                let id = term.term.rule().id;
                let label = format!("  {}", id.strip_prefix("ilp.").unwrap_or(id));
                lines.add_row([label, term.value.to_string()].into_iter().chain(cells.into_iter().map(signed)));
            }
        }
    }
}

fn signed(value: Value) -> String {
    if value > Value::ZERO { format!("+{value}") } else { value.to_string() }
}

/// What each pairing breaks, once for all the models by which it does; one example a rule.
fn write_violations(models: &[ModelCheck], out: &mut dyn io::Write) -> io::Result<()> {
    let mut broken: Vec<(&str, &[Violation], Vec<&str>)> = Vec::new();
    for (model, judged) in models.iter().flat_map(|model| model.pairings.iter().map(move |judged| (model, judged))) {
        let violations = judged.verdict.violations.as_slice();
        match broken.iter_mut().find(|(name, same, _)| *name == judged.name && *same == violations) {
            Some((_, _, models)) => models.push(&model.model),
            None if violations.is_empty() => {}
            None => broken.push((&judged.name, violations, vec![&model.model])),
        }
    }
    for (name, violations, models) in broken {
        writeln!(out, "\n{name} is not legal by {}:", models.join(", "))?;
        for same in violations.chunk_by(|one, other| one.rule == other.rule) {
            let more = if same.len() > 1 { format!(", and {} more", same.len() - 1) } else { String::new() };
            same.first().map_or(Ok(()), |first| writeln!(out, "  {first}{more}"))?;
        }
    }
    Ok(())
}

fn write_discrepancies(discrepancies: &[Discrepancy], out: &mut dyn io::Write) -> io::Result<()> {
    discrepancies.iter().try_for_each(|found| writeln!(out, "\nDISCREPANCY: {}.", found.what))
}
