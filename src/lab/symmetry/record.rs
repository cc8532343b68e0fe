use super::Variables;
use crate::model::{Size, Value};
use crate::report::{Written, look, name_or_none, write_csv, write_table};
use plotters::coord::Shift;
use plotters::prelude::{
    ChartBuilder, Circle, Color, DrawingArea, IntoDrawingArea, IntoLogRange, LineSeries, PathElement, RGBColor,
    SVGBackend, SeriesLabelPosition,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::io;
use std::time::Duration;

/// The lesson on symmetry: each round by each set of variables.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SymmetryReport {
    /// Where the rounds are from.
    pub rounds: String,
    /// The cells, by players and then by variables.
    pub cells: Vec<SymmetryRow>,
}

/// A round by one set of variables.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SymmetryRow {
    /// How many players are to be paired.
    pub players: usize,
    /// The variables.
    pub variables: Variables,
    /// How the solve ended.
    pub status: CellStatus,
    /// The columns of the program; if it is too large, at most so many.
    pub columns: u64,
    /// Its rows, in the same way, with those of odd sets.
    pub rows: u64,
    /// Its coefficients, in the same way.
    pub nonzeros: u64,
    /// What the linear relaxation says that no pairing exceeds, rounded down to a unit of the tier.
    pub root: Option<Value>,
    /// The optimum.
    pub optimum: Option<Value>,
    /// The bound at the limit, if a limit came first.
    pub bound: Option<Value>,
    /// The nodes of branch and bound; null if a limit came first.
    pub nodes: Option<u64>,
    /// The time to solve the program; null if it was not begun.
    pub seconds: Option<f64>,
}

/// How the solve of a cell ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum CellStatus {
    /// With the optimum, which is that of the exact search.
    Optimal,
    /// At a limit.
    Limit,
    /// The program would take more memory than there may be.
    TooLarge,
    /// It was not begun: the variables were over the limit on a smaller round, or no time was left.
    NotTried,
}

impl SymmetryRow {
    /// A round that is not solved by a program of this size.
    pub(super) const fn not_begun(players: usize, variables: Variables, size: Size, status: CellStatus) -> Self {
        let Size { columns, rows, nonzeros } = size;
        let (root, optimum, bound, nodes, seconds) = (None, None, None, None, None);
        Self { players, variables, status, columns, rows, nonzeros, root, optimum, bound, nodes, seconds }
    }

    /// The same after so much time.
    pub(super) fn after(self, time: Duration) -> Self {
        Self { seconds: Some(time.as_secs_f64()), ..self }
    }

    /// The same, solved.
    pub(super) fn optimal(self, optimum: Value, nodes: u64) -> Self {
        Self { status: CellStatus::Optimal, optimum: Some(optimum), nodes: Some(nodes), ..self }
    }

    /// The same, stopped by a limit.
    pub(super) fn at_limit(self, bound: Option<Value>) -> Self {
        Self { status: CellStatus::Limit, bound, ..self }
    }

    /// The cells of a line. In a table, what is not known is a dash.
    fn line(&self, none: &str) -> [String; 11] {
        fn text<T: ToString>(value: Option<T>, none: &str) -> String {
            value.map_or_else(|| none.to_owned(), |value| value.to_string())
        }
        [
            self.players.to_string(),
            self.variables.to_string(),
            self.status.to_string(),
            self.columns.to_string(),
            self.rows.to_string(),
            self.nonzeros.to_string(),
            text(self.root, none),
            text(self.optimum, none),
            text(self.bound, none),
            text(self.nodes, none),
            text(self.seconds.map(|seconds| format!("{seconds:.3}")), none),
        ]
    }
}

/// The headings, in CSV; in a table, numbers are aligned right.
const COLUMNS: [&str; 11] =
    ["players", "variables", "status", "columns", "rows", "nonzeros", "root", "optimum", "bound", "nodes", "seconds"];

impl SymmetryReport {
    /// The plot as SVG: the nodes and the seconds of each set of variables against the players, all on logarithmic axes. A cell at
    /// the limit is a circle without a filling; there is no line to it.
    ///
    /// # Errors
    /// What the plotter says if it cannot draw.
    pub fn plot(&self) -> Result<String, String> {
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, (1000, 460)).into_drawing_area();
            area.fill(&look::PAPER).map_err(|error| error.to_string())?;
            let [left, right] = area.split_evenly((1, 2)).try_into().map_err(|_| "two halves")?;
            let nodes = |row: &SymmetryRow| row.nodes.map(|nodes| nodes.max(1) as f64);
            let seconds = |row: &SymmetryRow| row.seconds.map(|seconds| seconds.max(0.0001));
            self.chart(&left, "Nodes of branch and bound (at least 1)", nodes, true)?;
            self.chart(&right, "Seconds", seconds, false)?;
            area.present().map_err(|error| error.to_string())?;
        }
        Ok(svg)
    }

    fn chart(
        &self,
        area: &DrawingArea<SVGBackend<'_>, Shift>,
        title: &str,
        value: impl Fn(&SymmetryRow) -> Option<f64>,
        has_legend: bool,
    ) -> Result<(), String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        let points = |variables: Variables| {
            let rows = self.cells.iter().filter(move |row| row.variables == variables);
            rows.filter_map(|row| Some((row.players as f64, value(row)?, row.status == CellStatus::Optimal)))
                .collect::<Vec<_>>()
        };
        let all: Vec<(f64, f64, bool)> = Variables::ALL.iter().flat_map(|variables| points(*variables)).collect();
        let range = |of: fn(&(f64, f64, bool)) -> f64| {
            let least = all.iter().map(of).fold(f64::INFINITY, f64::min);
            let most = all.iter().map(of).fold(0.0, f64::max);
            if all.is_empty() { (1.0, 10.0) } else { (least / 1.3, most * 1.3) }
        };
        let ((left, right), (bottom, top)) = (range(|one| one.0), range(|one| one.1));
        let mut chart = ChartBuilder::on(area)
            .caption(title, look::text(16))
            .margin(10)
            .x_label_area_size(35)
            .y_label_area_size(60)
            .build_cartesian_2d((left..right).log_scale(), (bottom..top).log_scale())
            .map_err(|error| said(&error))?;
        chart
            .configure_mesh()
            .x_desc("players")
            .x_labels(12)
            .x_label_formatter(&|players| log_tick(*players))
            .y_label_formatter(&|value| look::tick(*value, 4))
            .label_style(look::text(12))
            .axis_style(look::QUIET)
            .bold_line_style(look::RULE)
            .max_light_lines(0)
            .draw()
            .map_err(|error| said(&error))?;
        for (variables, colour) in Variables::ALL.iter().zip(COLOURS) {
            let points = points(*variables);
            let optimal = points.iter().filter(|(.., is_optimal)| *is_optimal).map(|(x, y, _)| (*x, *y));
            chart
                .draw_series(LineSeries::new(optimal, colour.stroke_width(2)))
                .map_err(|error| said(&error))?
                .label(variables.to_string())
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
            let marks = points.iter().map(|(x, y, is_optimal)| {
                let style = if *is_optimal { colour.filled() } else { colour.stroke_width(1) };
                Circle::new((*x, *y), 4, style)
            });
            chart.draw_series(marks).map_err(|error| said(&error))?;
        }
        if !has_legend {
            return Ok(());
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::MiddleRight)
            .background_style(look::PAPER)
            .border_style(look::RULE)
            .label_font(look::text(12))
            .draw()
            .map_err(|error| said(&error))
    }
}

/// One for each set of variables: colours that the colour-blind can tell apart (Okabe and Ito 2008).
const COLOURS: [RGBColor; 6] = [
    RGBColor(213, 94, 0),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    look::BLUE,
    look::INK,
    RGBColor(204, 121, 167),
];

/// A number on a logarithmic axis: between 50 and 100, only 60 and 80, because the others would run into each other.
fn log_tick(number: f64) -> String {
    let leading = number / 10f64.powf(number.log10().floor());
    if [5.0, 7.0, 9.0].iter().any(|left_out| (leading - left_out).abs() < 1e-6) {
        String::new()
    } else {
        look::tick(number, 0)
    }
}

impl Written for SymmetryReport {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{}\n", name_or_none(&self.rounds))?;
        let headers = COLUMNS.map(|name| match name {
            "variables" | "status" => name.to_owned(),
            number => format!(">{number}"),
        });
        write_table(&headers, self.cells.iter().map(|row| row.line("-")), out)
    }

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_csv(COLUMNS, self.cells.iter().map(|row| row.line("")), out)
    }
}

#[cfg(test)]
mod tests {
    use super::log_tick;

    #[test]
    fn a_logarithmic_axis_has_room_for_its_numbers() {
        assert_eq!([8.0, 9.0, 10.0, 80.0, 90.0, 100.0].map(log_tick), ["8", "", "10", "80", "", "100"]);
    }
}
