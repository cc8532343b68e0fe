//! The points as SVG.

use super::front::Answer;
use crate::model::Value;
use crate::questions::report::look;
use itertools::Itertools;
use plotters::prelude::{ChartBuilder, Circle, Color, EmptyElement, IntoDrawingArea, LineSeries, SVGBackend, Text};
use plotters::style::WHITE;
use std::error::Error;

impl Answer {
    /// The plot of two criteria as SVG: better is right and up. A point has its number in the table.
    ///
    /// # Errors
    /// What the plotter says if it cannot draw.
    pub(super) fn plot(&self) -> Result<String, String> {
        self.drawn().map_err(|error| error.to_string())
    }

    fn drawn(&self) -> Result<String, Box<dyn Error>> {
        let [across, up, ..] = &self.criteria[..] else { return Err("there are no two criteria".into()) };
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
        let better = |one: &super::front::Criterion| {
            format!("{} ({} is better)", one.name, if one.is_count { "less" } else { "more" })
        };
        let gap = self.unknown.map(|ends| ends.map(|end| end.map(number)));
        let is_gap =
            |one: f64, other: f64| gap == Some([Some(one), Some(other)]) || gap == Some([Some(other), Some(one)]);
        let incomplete = if gap.is_some() { ": not all points were found" } else { "" };
        let title = format!("{}, round {}{incomplete}", self.head.tournament, self.head.round);
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, (640, 480)).into_drawing_area();
            area.fill(&WHITE)?;
            let mut chart = ChartBuilder::on(&area)
                .margin(15)
                .caption(title.trim_start_matches(", "), look::text(14))
                .x_label_area_size(40)
                .y_label_area_size(60)
                .build_cartesian_2d(range(|point| point.0), range(|point| point.1))?;
            chart
                .configure_mesh()
                .x_desc(better(across))
                .y_desc(better(up))
                .x_label_formatter(&|value| tick(*value))
                .y_label_formatter(&|value| tick(*value))
                .label_style(look::text(13))
                .axis_style(look::QUIET)
                .bold_line_style(look::RULE)
                .max_light_lines(0)
                .draw()?;
            // What is between two points is as good as the worse of both, unless nothing is known there.
            for known in points.chunk_by(|one, other| !is_gap(one.0, other.0)) {
                let steps = known.iter().tuple_windows().flat_map(|(one, other)| [*one, (other.0, one.1), *other]);
                chart.draw_series(LineSeries::new(steps, look::BLUE.stroke_width(2)))?;
            }
            let marks = points.iter().map(|point| Circle::new(*point, 4, look::BLUE.filled()));
            chart.draw_series(marks)?;
            let numbers = points.iter().zip(1..).map(|(point, number): (_, usize)| {
                EmptyElement::at(*point) + Text::new(number.to_string(), (7, -14), look::text(11))
            });
            chart.draw_series(numbers)?;
            area.present()?;
        }
        Ok(svg)
    }
}
