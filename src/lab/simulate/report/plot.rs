//! The plot of an experiment: a panel for each metric, a line for each arm, with its mean and its 95% interval.

use super::{MetricReport, SimulateReport};
use crate::report::look;
use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::prelude::{Circle, Color, DrawingArea, IntoDrawingArea, PathElement, SVGBackend, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Panels side by side.
const ACROSS: usize = 3;
/// The pixels of a panel, of the names of arms in it, and of a line.
const WIDTH: u32 = 360;
const NAMES: i32 = 120;
const LINE: i32 = 18;
/// The pixels above and below the lines of a panel.
const ABOVE: i32 = 34;
const BELOW: i32 = 34;

/// What 95% of a normal distribution are within, in standard deviations. Intervals of means are drawn only.
const WITHIN: f64 = 1.96;

impl SimulateReport {
    /// The plot as SVG: for each metric the means of the arms with their 95% intervals. The grey line is the baseline's mean.
    ///
    /// # Errors
    /// What the plotter says if it cannot draw.
    pub fn plot(&self) -> Result<String, String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        let metrics: Vec<usize> = self.metrics().map(|(place, _)| place).collect();
        let lines = i32::try_from(self.arms.len()).unwrap_or(i32::MAX);
        let height = (ABOVE + BELOW).saturating_add(lines.saturating_mul(LINE)).cast_unsigned();
        let down = metrics.len().div_ceil(ACROSS).max(1);
        let size = (WIDTH * ACROSS as u32, height.saturating_mul(u32::try_from(down).unwrap_or(u32::MAX)));
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            area.fill(&look::PAPER).map_err(|error| said(&error))?;
            for (panel, place) in area.split_evenly((down, ACROSS)).iter().zip(metrics) {
                self.panel(panel, place).map_err(|error| said(&error))?;
            }
            area.present().map_err(|error| said(&error))?;
        }
        Ok(svg)
    }

    fn panel<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        place: usize,
    ) -> Result<(), plotters::drawing::DrawingAreaErrorKind<B::ErrorType>> {
        let of_arm: Vec<(&str, &MetricReport)> =
            self.arms.iter().map(|arm| (arm.name.as_str(), &arm.metrics[place])).collect();
        let centred = look::text(11).pos(Pos::new(HPos::Center, VPos::Top));
        let title = of_arm.first().map_or("", |(_, metric)| metric.metric);
        area.draw(&Text::new(title, (NAMES, 10), look::text(14)))?;
        let ends = of_arm.iter().filter_map(|(_, metric)| interval(metric));
        let (least, most) = ends
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), [low, _, high]| (least.min(low), most.max(high)));
        if least > most {
            return Ok(());
        }
        let margin = if most > least { (most - least) * 0.08 } else { 0.5 };
        let (least, most) = (least - margin, most + margin);
        let room = f64::from(WIDTH.cast_signed() - NAMES - 24);
        let across = |value: f64| NAMES + ((value - least) / (most - least) * room) as i32;
        let bottom = ABOVE + LINE * i32::try_from(of_arm.len()).unwrap_or(i32::MAX);
        if let Some([_, mean, _]) = of_arm.first().and_then(|(_, metric)| interval(metric)) {
            area.draw(&PathElement::new([(across(mean), ABOVE), (across(mean), bottom)], look::RULE))?;
        }
        for ((name, metric), top) in of_arm.iter().zip((ABOVE..).step_by(LINE as usize)) {
            let middle = top + LINE / 2;
            area.draw(&Text::new(shortened(name), (4, middle - 6), look::text(12)))?;
            let Some([low, mean, high]) = interval(metric) else { continue };
            area.draw(&PathElement::new([(across(low), middle), (across(high), middle)], look::INK.stroke_width(1)))?;
            area.draw(&Circle::new((across(mean), middle), 3, look::BLUE.filled()))?;
        }
        area.draw(&PathElement::new([(NAMES, bottom), (NAMES + room as i32, bottom)], look::INK))?;
        for value in [least + margin, most - margin] {
            area.draw(&PathElement::new([(across(value), bottom), (across(value), bottom + 4)], look::INK))?;
            area.draw(&Text::new(super::short(value), (across(value), bottom + 7), centred.clone()))?;
            if most - least <= 1.0 && margin >= 0.5 {
                break;
            }
        }
        Ok(())
    }
}

/// The ends of the interval and the mean between them.
fn interval(metric: &MetricReport) -> Option<[f64; 3]> {
    let mean = metric.mean?;
    let half = mean.se.unwrap_or_default() * WITHIN;
    Some([mean.mean - half, mean.mean, mean.mean + half])
}

/// The beginning of a name that is too long for its room.
fn shortened(name: &str) -> String {
    const MOST: usize = 18;
    if name.chars().count() <= MOST { name.to_owned() } else { name.chars().take(MOST - 1).chain(['…']).collect() }
}
