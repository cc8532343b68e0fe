//! The pages of a comparison.

use super::tables::label as metric_label;
use super::{AllRounds, Answer};
use crate::compare::{Compared, Judged, Metric, Metrics, ModelCheck, PLAYED, PairingTotals};
use crate::model::Value;
use crate::page::{Frame, rendered};
use crate::printable::printable;
use crate::report::{name_or_none, short_value};
use crate::tournament::{Pairing, PlayerId, Seat};
use crate::verify::TierVerdict;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Serialize)]
struct EmbeddedComparison<'a, Record> {
    page: &'static str,
    compare: &'a Record,
}

#[derive(askama::Template)]
#[template(path = "compare.html", config = "src/page/askama.toml")]
struct RoundPage<'a> {
    frame: Frame,
    report: &'a Answer,
    names: Vec<String>,
    metrics: Vec<MetricRow>,
    models: Vec<ModelView>,
    reference: String,
    boards: Vec<ComparisonRow>,
}

#[derive(askama::Template)]
#[template(path = "rounds.html", config = "src/page/askama.toml")]
struct AllRoundsPage<'a> {
    frame: Frame,
    report: &'a AllRounds,
    names: Vec<String>,
    metrics: Vec<MetricRow>,
    finding: String,
    matrices: Vec<Matrix>,
    /// What is the same in all pairings in every round.
    same: Vec<&'static str>,
}

/// The page of the pairings of one round, side by side.
pub(super) fn of_round(report: &Answer) -> String {
    let round = format!("Round {}", report.round);
    let title = name_or_none(&report.tournament);
    let frame =
        Frame::new(title, round, "Pairings side by side", &EmbeddedComparison { page: "compare", compare: report });
    let reference = report.models.iter().find_map(|model| report.pairings.iter().find(|one| one.name == model.model));
    let reference = reference.or_else(|| report.pairings.last());
    let columns: Vec<(&str, &Metrics)> = report.pairings.iter().map(|one| (one.name.as_str(), &one.metrics)).collect();
    rendered(&RoundPage {
        names: report.pairings.iter().map(|one| printable(&one.name)).collect(),
        metrics: metric_rows(&columns),
        models: report.models.iter().map(model_view).collect(),
        boards: reference.map(|reference| board_rows(report, reference)).unwrap_or_default(),
        reference: reference.map(|reference| printable(&reference.name)).unwrap_or_default(),
        report,
        frame,
    })
}

/// The page of the pairings of all rounds.
pub(super) fn of_rounds(report: &AllRounds) -> String {
    let title = name_or_none(&report.tournament);
    let frame = Frame::new(
        title,
        "All rounds".to_owned(),
        "Pairings side by side",
        &EmbeddedComparison { page: "compare-rounds", compare: report },
    );
    let of_totals = |one: &PairingTotals| printable(&one.name);
    let columns: Vec<(&str, &Metrics)> =
        report.totals.pairings.iter().map(|one| (one.name.as_str(), &one.metrics)).collect();
    let kinds = kinds(report);
    let matrices = SHOWN.iter().map(|metric| matrix(report, &kinds, *metric));
    let (matrices, same): (Vec<Matrix>, Vec<Matrix>) = matrices.partition(Matrix::differs);
    rendered(&AllRoundsPage {
        names: report.totals.pairings.iter().map(of_totals).collect(),
        metrics: metric_rows(&columns),
        finding: finding(report, &kinds),
        matrices,
        same: same.iter().map(|one| one.label).collect(),
        report,
        frame,
    })
}

/// A metric of every pairing; the least count is the best, but for boards.
struct MetricRow {
    label: &'static str,
    cells: Vec<(String, bool)>,
}

fn metric_rows(columns: &[(&str, &Metrics)]) -> Vec<MetricRow> {
    let row = |metric: &Metric| {
        let least = columns.iter().map(|(_, metrics)| metrics.get(*metric)).min();
        let differ = columns.iter().any(|(_, metrics)| Some(metrics.get(*metric)) != least);
        let is_cost = !matches!(metric, Metric::Pairs | Metric::Byes);
        let cell = |(_, metrics): &(&str, &Metrics)| {
            let is_best = is_cost && differ && Some(metrics.get(*metric)) == least;
            (metrics.decimal(*metric), is_best)
        };
        MetricRow { label: metric_label(*metric), cells: columns.iter().map(cell).collect() }
    };
    Metric::ALL.iter().map(row).collect()
}

/// The pairings under one model, with a chart for each tier.
struct ModelView {
    name: String,
    prices: Vec<PriceRow>,
    charts: Vec<Chart>,
}

struct PriceRow {
    name: String,
    broken: usize,
    value: String,
    price: String,
}

/// Stacked bars of one tier, a line for each pairing.
struct Chart {
    title: String,
    height: i64,
    zero: i64,
    /// The terms that differ, each with its colour.
    terms: Vec<(String, usize)>,
    /// The terms that are the same everywhere, with their value.
    same: Vec<String>,
    lines: Vec<BarLine>,
}

struct BarLine {
    name: String,
    /// As much of the name as is drawn.
    drawn: String,
    y: i64,
    text: i64,
    total: String,
    parts: Vec<BarSegment>,
}

struct BarSegment {
    x: i64,
    width: i64,
    colour: usize,
    label: String,
}

/// The pixels of a chart: of the names, of the bars, and of a line.
const NAMES: i64 = 130;
const BARS: i64 = 560;
const LINE: i64 = 30;
/// How many colours there are.
const COLOURS: usize = 8;

fn model_view(model: &ModelCheck) -> ModelView {
    let price = |judged: &Judged| PriceRow {
        name: printable(&judged.name),
        broken: judged.verdict.violations.len(),
        value: short_value(judged.verdict.objective.iter().map(|tier| tier.value)),
        price: judged.price.as_ref().map_or_else(String::new, |price| short_value(price.iter().map(|tier| tier.value))),
    };
    let tiers = model.pairings.iter().map(|judged| judged.verdict.objective.len()).min().unwrap_or(0);
    let charts = (0..tiers).map(|place| chart(model, place)).filter(|chart| !chart.terms.is_empty());
    ModelView {
        name: printable(&model.model),
        prices: model.pairings.iter().map(price).collect(),
        charts: charts.collect(),
    }
}

fn chart(model: &ModelCheck, place: usize) -> Chart {
    let tiers: Vec<(&str, &TierVerdict)> =
        model.pairings.iter().map(|judged| (judged.name.as_str(), &judged.verdict.objective[place])).collect();
    let terms = tiers.first().map_or(0, |(_, tier)| tier.terms.len());
    let is_same = |term: &usize| tiers.iter().all(|(_, tier)| tier.terms[*term].value == tiers[0].1.terms[*term].value);
    let (same, differ): (Vec<usize>, Vec<usize>) = (0..terms).partition(is_same);
    let units = |tier: &TierVerdict, term: usize| tier.terms[term].value.units();
    let sum = |tier: &TierVerdict, is: fn(i64) -> bool| -> i64 {
        differ.iter().map(|term| units(tier, *term)).filter(|value| is(*value)).fold(0, i64::saturating_add)
    };
    let least = tiers.iter().map(|(_, tier)| sum(tier, |value| value < 0)).min().unwrap_or(0);
    let most = tiers.iter().map(|(_, tier)| sum(tier, |value| value > 0)).max().unwrap_or(0);
    let span = i128::from(most) - i128::from(least);
    let pixels = |units: i64| i64::try_from(i128::from(units) * i128::from(BARS) / span.max(1)).unwrap_or(0);
    let zero = NAMES - pixels(least);
    let line = |(row, (name, tier)): (i64, &(&str, &TierVerdict))| {
        let (mut left, mut right) = (zero, zero);
        let part = |(colour, term): (usize, &usize)| {
            let (value, width) = (units(tier, *term), pixels(units(tier, *term)).abs());
            let verdict = &tier.terms[*term];
            let x = if value < 0 {
                left -= width;
                left
            } else {
                right += width;
                right - width
            };
            BarSegment {
                x,
                width,
                colour: colour % COLOURS,
                label: format!("{}: {}", verdict.term.title(), verdict.value),
            }
        };
        let parts: Vec<BarSegment> = differ.iter().enumerate().map(part).filter(|part| part.width > 0).collect();
        BarLine {
            name: printable(name),
            drawn: cut(&printable(name), 16),
            y: row * LINE + 4,
            text: row * LINE + 19,
            total: tier.value.to_string(),
            parts,
        }
    };
    let title = |term: &usize| tiers[0].1.terms[*term].term.title().to_owned();
    let constant = |term: &usize| format!("{} {}", title(term), tiers[0].1.terms[*term].value);
    Chart {
        title: tiers.first().map(|(_, tier)| tier.name.clone()).unwrap_or_default(),
        height: i64::try_from(tiers.len()).unwrap_or(0) * LINE + 4,
        zero,
        terms: differ.iter().enumerate().map(|(colour, term)| (title(term), colour % COLOURS)).collect(),
        same: same.iter().filter(|term| tiers[0].1.terms[**term].value != Value::ZERO).map(constant).collect(),
        lines: (0..).zip(&tiers).map(line).collect(),
    }
}

/// The boards of all pairings that have the same higher player.
struct ComparisonRow {
    id: u32,
    name: String,
    score: String,
    cells: Vec<BoardCell>,
}

/// A board of one pairing.
struct BoardCell {
    text: String,
    /// Whether the reference has no such board.
    differs: bool,
    /// What changes together with it: the column and a number; empty if it is the same.
    chain: String,
    chain_label: String,
}

fn seats(pairing: &Pairing) -> impl Iterator<Item = [Seat; 2]> + '_ {
    let boards = pairing.boards.iter().map(|board| [Seat::Player(board.white), Seat::Player(board.black)]);
    boards.chain(pairing.bye.map(|id| [Seat::Player(id), Seat::Bye]))
}

fn sorted([one, other]: [Seat; 2]) -> [Seat; 2] {
    [one.min(other), one.max(other)]
}

/// The chain of each seat: the pairs of only one of two pairings make alternating circles, which are numbered from 1.
fn chains(one: &Pairing, other: &Pairing) -> BTreeMap<Seat, usize> {
    let pairs = |pairing: &Pairing| seats(pairing).map(sorted).collect::<BTreeSet<_>>();
    let (of_one, of_other) = (pairs(one), pairs(other));
    let apart: Vec<[Seat; 2]> = of_one.symmetric_difference(&of_other).copied().collect();
    let mut partners: BTreeMap<Seat, Vec<Seat>> = BTreeMap::new();
    for [one, other] in &apart {
        partners.entry(*one).or_default().push(*other);
        partners.entry(*other).or_default().push(*one);
    }
    let mut chains = BTreeMap::new();
    let mut number = 0;
    for [first, _] in seats(one).map(sorted) {
        if chains.contains_key(&first) || !partners.contains_key(&first) {
            continue;
        }
        number += 1;
        let mut reached = vec![first];
        while let Some(seat) = reached.pop() {
            if chains.insert(seat, number).is_none() {
                reached.extend(partners.get(&seat).into_iter().flatten().filter(|next| !chains.contains_key(next)));
            }
        }
    }
    chains
}

fn board_rows(report: &Answer, reference: &Compared) -> Vec<ComparisonRow> {
    let state = &report.state;
    let place = |id: PlayerId| state.rank(id).unwrap_or(usize::MAX);
    let of_reference: BTreeSet<[Seat; 2]> = seats(&reference.pairing).map(sorted).collect();
    let columns = report.pairings.iter().enumerate().map(|(column, one)| {
        let chains = chains(&reference.pairing, &one.pairing);
        let cells = seats(&one.pairing).map(|pair| {
            let [Seat::Player(white), other] = pair else { return (usize::MAX, BoardCell::none()) };
            let (higher, text) = match other {
                Seat::Player(black) => (place(white).min(place(black)), format!("{white}–{black}")),
                Seat::Bye => (place(white), format!("{white} bye")),
            };
            let differs = !of_reference.contains(&sorted(pair));
            let number = chains.get(&pair[0]).copied().filter(|_| differs).unwrap_or(0);
            let (chain, chain_label) = match number {
                0 => (String::new(), String::new()),
                number => (format!("{column}-{number}"), letters(number)),
            };
            (higher, BoardCell { text, differs, chain, chain_label })
        });
        cells.collect::<BTreeMap<_, _>>()
    });
    let mut columns: Vec<BTreeMap<usize, BoardCell>> = columns.collect();
    let rows = state.players().iter().enumerate().filter_map(|(place, player)| {
        let cells: Vec<Option<BoardCell>> = columns.iter_mut().map(|column| column.remove(&place)).collect();
        let row = |cells: Vec<Option<BoardCell>>| ComparisonRow {
            id: player.id.0,
            name: printable(&player.name),
            score: player.score.to_string(),
            cells: cells.into_iter().map(|cell| cell.unwrap_or_else(BoardCell::none)).collect(),
        };
        cells.iter().any(Option::is_some).then(|| row(cells))
    });
    rows.collect()
}

impl BoardCell {
    const fn none() -> Self {
        Self { text: String::new(), differs: false, chain: String::new(), chain_label: String::new() }
    }
}

/// 1 is A, 26 is Z, 27 is AA.
fn letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        number -= 1;
        letters.push(char::from(b'A' + u8::try_from(number % 26).unwrap_or(0)));
        number /= 26;
    }
    letters.iter().rev().collect()
}

/// The beginning of a name that is too long to be drawn.
fn cut(name: &str, most: usize) -> String {
    if name.chars().count() <= most { name.to_owned() } else { name.chars().take(most - 1).chain(['…']).collect() }
}

/// Pairings that are the same in every round: the places of their totals.
type Kind = Vec<usize>;

/// The boards of a pairing in each round, with their colours; `None` where it paired nobody.
type Boards = Vec<Option<BTreeSet<[Seat; 2]>>>;

fn boards_of(report: &AllRounds, name: &str) -> Boards {
    let of_round = |round: &Answer| {
        let found = round.pairings.iter().find(|one| one.name == name);
        found.map(|one| seats(&one.pairing).collect())
    };
    report.rounds.iter().map(of_round).collect()
}

fn kinds(report: &AllRounds) -> Vec<Kind> {
    let mut kinds: Vec<(Boards, Kind)> = Vec::new();
    for (place, one) in report.totals.pairings.iter().enumerate() {
        let boards = boards_of(report, &one.name);
        match kinds.iter_mut().find(|(others, _)| *others == boards) {
            Some((_, kind)) => kind.push(place),
            None => kinds.push((boards, vec![place])),
        }
    }
    kinds.into_iter().map(|(_, kind)| kind).collect()
}

/// A list in a sentence: "a", "a and b", "a, b and c".
fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A metric in which pairings differ: a row for each kind of pairing, a column for each round.
struct Matrix {
    label: &'static str,
    rows: Vec<MatrixRow>,
}

struct MatrixRow {
    name: String,
    cells: Vec<MatrixCell>,
    total: String,
}

struct MatrixCell {
    value: String,
    /// The length of the bar in hundredths of the longest one; absent in a round in which no pairing differs.
    bar: Option<i64>,
    is_least: bool,
}

/// What is shown round by round.
const SHOWN: [Metric; 3] = [Metric::ScoreDifference, Metric::Downfloats, Metric::StrongDenied];

fn matrix(report: &AllRounds, kinds: &[Kind], metric: Metric) -> Matrix {
    let totals = &report.totals.pairings;
    let counts: Vec<Vec<Option<&Metrics>>> = report
        .rounds
        .iter()
        .map(|round| {
            let count = |kind: &Kind| {
                let name = &totals.get(*kind.first()?)?.name;
                round.pairings.iter().find(|one| one.name == *name).map(|one| &one.metrics)
            };
            kinds.iter().map(count).collect()
        })
        .collect();
    let most = counts.iter().flatten().flatten().map(|metrics| metrics.get(metric)).max().unwrap_or(0).max(1);
    let cell = |of_round: &Vec<Option<&Metrics>>, row: usize| {
        let all = || of_round.iter().flatten().map(|metrics| metrics.get(metric));
        let differ = all().min() != all().max();
        let value = of_round[row].map(|metrics| metrics.get(metric));
        let bar = |value: i64| i64::try_from(i128::from(value) * 100 / i128::from(most)).unwrap_or(0);
        MatrixCell {
            value: of_round[row].map(|metrics| metrics.decimal(metric)).unwrap_or_default(),
            bar: value.filter(|_| differ).map(bar),
            is_least: differ && value == all().min(),
        }
    };
    let row = |(row, kind): (usize, &Kind)| MatrixRow {
        name: joined(&kind.iter().map(|place| printable(&totals[*place].name)).collect::<Vec<_>>()),
        cells: counts.iter().map(|of_round| cell(of_round, row)).collect(),
        total: kind.first().map(|place| totals[*place].metrics.decimal(metric)).unwrap_or_default(),
    };
    Matrix { label: metric_label(metric), rows: kinds.iter().enumerate().map(row).collect() }
}

impl Matrix {
    /// Whether pairings differ in some round.
    fn differs(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.bar.is_some())
    }
}

/// How many rounds the pairings pair as they were played, and in what one differs most from that; empty if nothing was played.
fn finding(report: &AllRounds, kinds: &[Kind]) -> String {
    let totals = &report.totals.pairings;
    let Some(played) = totals.iter().find(|one| one.name == PLAYED) else { return String::new() };
    let names = |kind: &Kind| {
        let others = kind.iter().map(|place| printable(&totals[*place].name)).filter(|name| name != PLAYED);
        others.collect::<Vec<_>>()
    };
    let boards = boards_of(report, PLAYED);
    let same = |kind: &Kind| {
        let of_kind = kind.first().map(|place| boards_of(report, &totals[*place].name)).unwrap_or_default();
        of_kind.iter().zip(&boards).filter(|(one, other)| one.is_some() && one == other).count()
    };
    let others = || kinds.iter().filter(|kind| !names(kind).is_empty());
    let most = others().map(same).max().unwrap_or(0);
    let nearest: Vec<String> = others().filter(|kind| same(kind) == most).flat_map(names).collect();
    let (pair, verb) = (joined(&nearest), if nearest.len() == 1 { "pairs" } else { "pair" });
    let found = match (most, played.rounds) {
        (0, _) => "No round is paired as it was played".to_owned(),
        (1, 1) => format!("{pair} {verb} the round as it was played"),
        (most, all) if most == all => format!("{pair} {verb} all {all} rounds as they were played"),
        (most, all) => format!("{pair} {verb} {most} of {all} rounds as they were played"),
    };
    // Of those that have paired the same rounds, the one whose counts are farthest from what was played.
    let apart = |metrics: &Metrics| -> u64 {
        let share = |metric: &Metric| {
            let (one, other) = (metrics.get(*metric), played.metrics.get(*metric));
            one.abs_diff(other).saturating_mul(1000) / one.max(other).max(1).unsigned_abs()
        };
        SHOWN.iter().map(share).sum()
    };
    let whole = others().filter_map(|kind| kind.first().map(|place| (kind, &totals[*place])));
    let whole = whole.filter(|(_, one)| one.rounds == played.rounds);
    let farthest = whole.max_by_key(|(_, one)| apart(&one.metrics));
    let differences = |metrics: &Metrics| -> Vec<String> {
        let differs = |metric: &&Metric| metrics.get(**metric) != played.metrics.get(**metric);
        let said = |metric: &Metric| {
            let none = |metrics: &Metrics| match metrics.get(*metric) {
                0 => "no".to_owned(),
                _ => metrics.decimal(*metric),
            };
            let was = if played.metrics.get(*metric) == 0 { "none".to_owned() } else { none(&played.metrics) };
            match metric {
                Metric::ScoreDifference => {
                    format!(
                        "a score difference of {} instead of {}",
                        metrics.decimal(*metric),
                        played.metrics.decimal(*metric)
                    )
                }
                _ => format!("{} {} instead of {was}", none(metrics), metric_label(*metric).to_lowercase()),
            }
        };
        SHOWN.iter().filter(differs).map(said).collect()
    };
    let contrast = farthest.map(|(kind, one)| (names(kind), differences(&one.metrics)));
    match contrast {
        Some((names, differences)) if !differences.is_empty() => {
            let verb = if names.len() == 1 { "has" } else { "have" };
            format!("{found}; {} {verb} {}.", joined(&names), joined(&differences))
        }
        _ => format!("{found}."),
    }
}

#[cfg(test)]
mod tests {
    use super::{chains, cut, letters};
    use crate::tournament::{Board, Pairing, PlayerId, Seat};

    #[test]
    fn a_name_that_is_too_long_is_cut() {
        assert_eq!(
            ["dutch-2026", "slots-ordered", "slots-ordered2"].map(|name| cut(name, 13)),
            ["dutch-2026", "slots-ordered", "slots-ordere…"]
        );
    }

    #[test]
    fn boards_that_change_together_are_one_chain() {
        let pairing = |boards: &[[u32; 2]]| {
            let board = |[white, black]: &[u32; 2]| Board { white: PlayerId(*white), black: PlayerId(*black) };
            Pairing { boards: boards.iter().map(board).collect(), bye: None }
        };
        let one = pairing(&[[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]);
        let other = pairing(&[[1, 4], [3, 2], [6, 5], [7, 10], [9, 8]]);
        let found = chains(&one, &other);
        let of = |id: u32| found.get(&Seat::Player(PlayerId(id))).copied();
        assert_eq!([1, 2, 3, 4].map(of), [Some(1); 4]);
        // The same pair with colours reversed is no change of opponents.
        assert_eq!([5, 6].map(of), [None; 2]);
        assert_eq!([7, 8, 9, 10].map(of), [Some(2); 4]);
        assert_eq!([1, 26, 27, 52, 53].map(letters), ["A", "Z", "AA", "AZ", "BA"]);
    }
}
