//! The pages of a comparison.

use super::tables::label as metric_label;
use super::{AllRounds, Answer};
use crate::compare::{Compared, Judged, Metric, Metrics, ModelCheck, PairingTotals};
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
    rounds: Vec<RoundView>,
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
    rendered(&AllRoundsPage {
        names: report.totals.pairings.iter().map(of_totals).collect(),
        metrics: metric_rows(&columns),
        rounds: round_views(report),
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

/// A round among small multiples.
struct RoundView {
    round: u32,
    height: usize,
    panels: Vec<Panel>,
}

/// A metric in a round, a bar for each pairing.
struct Panel {
    label: &'static str,
    y: usize,
    bars: Vec<SmallBar>,
}

struct SmallBar {
    name: String,
    /// As much of the name as is drawn.
    drawn: String,
    y: usize,
    width: i64,
    value: String,
    is_least: bool,
}

/// What small multiples show.
const SHOWN: [Metric; 3] = [Metric::ScoreDifference, Metric::Downfloats, Metric::StrongDenied];
/// The pixels of the longest small bar, and of a line.
const SMALL: i64 = 110;
const SMALL_LINE: usize = 15;

fn round_views(report: &AllRounds) -> Vec<RoundView> {
    let most = SHOWN.map(|metric| {
        let all = report.rounds.iter().flat_map(|round| &round.pairings);
        all.map(|one| one.metrics.get(metric)).max().unwrap_or(0).max(1)
    });
    let view = |round: &Answer| {
        let panels = SHOWN.iter().zip(most).enumerate().map(|(number, (metric, most))| {
            let top = number * ((round.pairings.len() + 1) * SMALL_LINE + 10);
            let least = round.pairings.iter().map(|one| one.metrics.get(*metric)).min();
            let bar = |(row, one): (usize, &Compared)| SmallBar {
                name: printable(&one.name),
                drawn: cut(&printable(&one.name), 13),
                y: top + (row + 1) * SMALL_LINE,
                width: i64::try_from(i128::from(one.metrics.get(*metric)) * i128::from(SMALL) / i128::from(most))
                    .unwrap_or(0),
                value: one.metrics.decimal(*metric),
                is_least: Some(one.metrics.get(*metric)) == least,
            };
            Panel { label: metric_label(*metric), y: top, bars: round.pairings.iter().enumerate().map(bar).collect() }
        });
        let height = SHOWN.len() * ((round.pairings.len() + 1) * SMALL_LINE + 10);
        RoundView { round: round.round, height, panels: panels.collect() }
    };
    report.rounds.iter().map(view).collect()
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
