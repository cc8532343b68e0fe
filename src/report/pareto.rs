use super::Status;
use super::boards::{players, write_boards};
#[cfg(feature = "cli")]
use super::look;
use super::table::write_table;
use super::{Format, PlayerReport, RecordHead, Render, write_csv, write_json};
use crate::formats::pairs;
use crate::model::Value;
use crate::tasks::Pareto;
use crate::tournament::{Pairing, RoundState};
use itertools::Itertools;
#[cfg(feature = "cli")]
use plotters::prelude::{ChartBuilder, Circle, Color, IntoDrawingArea, LineSeries, SVGBackend};
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// The pairings that no other one dominates, or a price list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ParetoReport {
    /// The round, and how the search for the optimum ended.
    #[serde(flatten)]
    pub head: RecordHead,
    /// What the values are of: the first criterion, and then the second, or its parts.
    pub criteria: Vec<CriterionReport>,
    /// The points, the best by the first criterion first; in a price list, the best by the tiers first.
    pub points: Vec<PointReport>,
    /// If a limit came first: between these two values of the first criterion nothing is known. A null is an end that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<[Option<Value>; 2]>,
    /// Whether it is a price list.
    #[serde(skip)]
    is_list: bool,
    /// The number of the point whose pairing is shown.
    #[serde(skip)]
    shown: Option<usize>,
    #[serde(skip)]
    players: Vec<PlayerReport>,
}

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CriterionReport {
    /// A tier of the model, a term, or the boards that a cap counts.
    pub name: String,
    /// Whether small numbers are better: it is a count, and not the value of a tier.
    pub is_count: bool,
}

/// A non-dominated pairing.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PointReport {
    /// The value of each criterion, or its count.
    pub values: Vec<Value>,
    /// In a price list, the difference of each to the point before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Vec<Value>>,
    /// The canonical pairing of those with these values, unless it was not asked for.
    #[serde(flatten)]
    pub pairing: Option<Pairing>,
}

impl ParetoReport {
    /// The record of the front between two criteria.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, model: &str, pareto: &Pareto) -> Self {
        let criteria = pareto.criteria.iter();
        let criteria = criteria.map(|named| CriterionReport { name: named.name.clone(), is_count: named.is_count });
        let criteria: Vec<CriterionReport> = criteria.collect();
        let shown = |(value, criterion): (Value, &CriterionReport)| {
            if criterion.is_count { Value::ZERO - value } else { value }
        };
        let front = &pareto.front;
        let points = front.points.iter().map(|point| PointReport {
            values: point.values.iter().copied().zip(&criteria).map(shown).collect(),
            change: None,
            pairing: pareto.are_canonical.then(|| point.pairing.clone()),
        });
        let unknown = front.unknown.map(|ends| ends.map(|end| Some(shown((end?, criteria.first()?)))));
        Self {
            head: RecordHead::new(tournament, state, model, Status::of(&front.termination), &front.termination),
            points: points.collect(),
            criteria,
            unknown,
            is_list: false,
            shown: None,
            players: players(state),
        }
    }

    /// The record of a price list.
    #[must_use]
    pub fn price_list(tournament: &str, state: &RoundState, model: &str, pareto: &Pareto) -> Self {
        let mut list = Self { is_list: true, ..Self::new(tournament, state, model, pareto) };
        list.points.reverse();
        list.name_each_once();
        let steps: Vec<Vec<Value>> = list
            .points
            .iter()
            .tuple_windows()
            .map(|(before, point)| point.values.iter().zip(&before.values).map(|(one, other)| *one - *other).collect())
            .collect();
        for (point, step) in list.points.iter_mut().skip(1).zip(steps) {
            point.change = Some(step);
        }
        list
    }

    /// Leave out what is listed twice: a tier whose own prices are asked for.
    fn name_each_once(&mut self) {
        let Some((first, others)) = self.criteria.split_first() else { return };
        let Some(place) = others.iter().position(|other| other == first) else { return };
        self.criteria.remove(1 + place);
        for point in &mut self.points {
            point.values.remove(1 + place);
        }
    }

    /// The same, with the pairing of the point of this number, from 1. `None` if there is none.
    #[must_use]
    pub fn showing(self, number: usize) -> Option<Self> {
        let shown = Some(number.checked_sub(1)?);
        (number <= self.points.len()).then_some(Self { shown, ..self })
    }

    fn shown_pairing(&self) -> Option<&Pairing> {
        self.points.get(self.shown?)?.pairing.as_ref()
    }

    fn heads(&self) -> Vec<String> {
        let mut heads = vec!["point".to_owned()];
        for criterion in &self.criteria {
            heads.push(criterion.name.clone());
            if self.is_list {
                heads.push(format!("{}_change", criterion.name));
            }
        }
        heads
    }

    fn row(&self, (number, point): (usize, &PointReport)) -> Vec<String> {
        let mut row = vec![number.to_string()];
        for (place, value) in point.values.iter().enumerate() {
            row.push(value.to_string());
            if self.is_list {
                row.push(point.change.as_ref().map_or_else(String::new, |change| signed(change[place])));
            }
        }
        row
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if !self.head.write(out)? {
            return Ok(());
        }
        let heads = self.heads().into_iter().map(|head| match head.strip_suffix("_change") {
            Some(_) => ">change".to_owned(),
            None => format!(">{head}"),
        });
        write_table(&heads.collect::<Vec<_>>(), (1..).zip(&self.points).map(|point| self.row(point)), out)?;
        writeln!(out)?;
        let is_count = self.criteria.first().is_some_and(|first| first.is_count);
        let all = match (self.points.len(), self.is_list) {
            (1, false) => "This is the only value that no pairing dominates",
            (_, false) => "These are all values that no pairing dominates",
            (1, true) if is_count => "No pairing has less of it",
            (_, true) if is_count => "No pairing has less of it than the last",
            (1, true) => "No pairing is better by it",
            (_, true) => "No pairing is better by it than the last",
        };
        match &self.unknown {
            None => writeln!(out, "{all}. All values are proven in integers, and verified.")?,
            Some(ends) => writeln!(out, "Not all were found: {}.", self.not_known(ends))?,
        }
        let Some(pairing) = self.shown_pairing() else { return Ok(()) };
        writeln!(out)?;
        write_boards(&self.players, pairing, out)
    }

    /// What is not known, as a clause.
    fn not_known(&self, ends: &[Option<Value>; 2]) -> String {
        let name = self.criteria.first().map_or("", |criterion| &criterion.name);
        match ends {
            [Some(one), Some(other)] => format!("nothing is known between {one} and {other} by {name}"),
            [Some(one), None] => format!("nothing is known but what is best by {name}, {one}"),
            [None, _] => "nothing is known".to_owned(),
        }
    }
}

#[cfg(not(feature = "cli"))]
impl ParetoReport {
    /// A plot is drawn by the program alone.
    ///
    /// # Errors
    /// Always.
    pub fn plot(&self) -> Result<String, String> {
        Err("the program draws it".to_owned())
    }
}

#[cfg(feature = "cli")]
impl ParetoReport {
    /// The plot of two criteria as SVG.
    ///
    /// # Errors
    /// What the plotter says if it cannot draw.
    pub fn plot(&self) -> Result<String, String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        let [across, up, ..] = &self.criteria[..] else { return Err("there are no two criteria".to_owned()) };
        let number = |value: Value| value.to_string().parse::<f64>().unwrap_or_default();
        let points: Vec<(f64, f64)> =
            self.points.iter().map(|point| (number(point.values[0]), number(point.values[1]))).collect();
        let range = |of: fn(&(f64, f64)) -> f64| {
            let least = points.iter().map(of).fold(f64::INFINITY, f64::min);
            let most = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            let margin = ((most - least) / 20.0).max(0.5);
            if points.is_empty() { 0.0..1.0 } else { least - margin..most + margin }
        };
        let are_whole = points.iter().all(|(one, other)| one.fract() == 0.0 && other.fract() == 0.0);
        let tick = |value: f64| if are_whole { look::whole_tick(value) } else { look::tick(value, 2) };
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, (640, 480)).into_drawing_area();
            area.fill(&look::PAPER).map_err(|error| said(&error))?;
            let mut chart = ChartBuilder::on(&area)
                .margin(15)
                .x_label_area_size(40)
                .y_label_area_size(60)
                .build_cartesian_2d(range(|point| point.0), range(|point| point.1))
                .map_err(|error| said(&error))?;
            chart
                .configure_mesh()
                .x_desc(across.name.as_str())
                .y_desc(up.name.as_str())
                .x_label_formatter(&|value| tick(*value))
                .y_label_formatter(&|value| tick(*value))
                .label_style(look::text(13))
                .axis_style(look::QUIET)
                .bold_line_style(look::RULE)
                .max_light_lines(0)
                .draw()
                .map_err(|error| said(&error))?;
            // What is between two points is as good as the worse of both.
            let steps = points.iter().tuple_windows().flat_map(|(one, other)| [*one, (other.0, one.1), *other]);
            chart.draw_series(LineSeries::new(steps, look::BLUE.stroke_width(2))).map_err(|error| said(&error))?;
            let marks = points.iter().map(|point| Circle::new(*point, 4, look::BLUE.filled()));
            chart.draw_series(marks).map_err(|error| said(&error))?;
            area.present().map_err(|error| said(&error))?;
        }
        Ok(svg)
    }
}

/// A difference with its sign.
fn signed(value: Value) -> String {
    if value > Value::ZERO { format!("+{value}") } else { value.to_string() }
}

/// The boards in one cell, White first, and the bye.
fn in_one_cell(pairing: Option<&Pairing>) -> String {
    let Some(pairing) = pairing else { return String::new() };
    let boards = pairing.boards.iter().map(|board| format!("{}-{}", board.white, board.black));
    boards.chain(pairing.bye.map(|id| format!("{id}-bye"))).join(" ")
}

impl Render for ParetoReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Table => self.write_table(out),
            Format::Json => write_json(self, out),
            Format::Csv => {
                let heads = self.heads().into_iter().chain(["pairs".to_owned()]);
                let cells = (1..).zip(&self.points).map(|(number, point)| {
                    self.row((number, point))
                        .into_iter()
                        .chain([in_one_cell(point.pairing.as_ref())])
                        .collect::<Vec<_>>()
                });
                write_csv(heads, cells, out)
            }
            Format::Pairs => match self.shown_pairing() {
                Some(pairing) => out.write_all(pairs::write(pairing).as_bytes()),
                None => Ok(()),
            },
        }
    }
}
