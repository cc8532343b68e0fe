//! The figure of an experiment: a panel for each metric that is shown, a line for each arm, with its mean and its 95% interval.

use super::{EarlyEnds, MeasuredMetric, MetricReport, SimulateReport};
use crate::files::new_file::Inputs;
use crate::questions::AskError;
use crate::questions::asked::NewFile;
use crate::questions::report::look;
use crate::questions::simulate::Better;
use crate::questions::simulate::statistics::quantile;
use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::prelude::{
    ChartBuilder, Circle, Color, DrawingArea, IntoDrawingArea, IntoSegmentedCoord, PathElement, SVGBackend,
    SegmentValue, Text,
};
use plotters::style::WHITE;
use std::path::Path;

/// Panels side by side, at most.
const ACROSS: usize = 3;
/// The pixels of a character of size 11, wide ones too; of the axis of a panel; of a line of it; and of what is around its lines.
const CHARACTER: f64 = 6.3;
const AXIS: u32 = 280;
const LINE: u32 = 20;
const AROUND: u32 = 96;
/// The most characters of the name of an arm.
const NAME: usize = 30;
/// The pixels of a line below the panels.
const NOTE: u32 = 16;

/// What is wrong, if it cannot be drawn.
type Drawn<B> = Result<(), plotters::drawing::DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

impl SimulateReport {
    /// The name of the file of the figure.
    pub(in super::super) const PLOT: &str = "plot.svg";

    /// Write the figure into `folder`, over one that is there, and return it.
    ///
    /// # Errors
    /// [`AskError::Internal`] if it cannot be drawn; [`AskError::Refused`] if it cannot be written.
    pub fn write_plot(&self, folder: &Path, inputs: &Inputs) -> Result<String, AskError> {
        let plot = self.plot().map_err(|error| AskError::Internal(format!("the plot: {error}")))?;
        let written = inputs.write(&folder.join(Self::PLOT), true, |out| out.write_all(plot.as_bytes()));
        written.map_err(|error| AskError::not_written(NewFile::FIGURE, &error))?;
        Ok(plot)
    }

    /// The figure as SVG: for each metric that is shown the means of the arms with their 95% intervals. The grey line is the baseline's
    /// mean. An arm of which events ended early has a mark, and a sentence below.
    ///
    /// # Errors
    /// What the plotter says if it cannot draw.
    pub fn plot(&self) -> Result<String, String> {
        let panels: Vec<(usize, &MeasuredMetric)> = self.shown().collect();
        let across = panels.len().clamp(1, ACROSS);
        let down = panels.len().div_ceil(across);
        let pixels = |count: usize, each: u32| u32::try_from(count).unwrap_or(u32::MAX).saturating_mul(each);
        let width = pixels(across, self.names_width() + AXIS);
        let height = pixels(down, pixels(self.arms.len(), LINE).saturating_add(AROUND));
        let baseline = self.baseline.as_ref().map(|base| format!("; the grey line is the mean of {base}"));
        let mut notes =
            vec![format!("Dots are means, and bars 95% intervals by Student's t{}.", baseline.unwrap_or_default())];
        notes.extend(self.events_text());
        notes.extend(self.constants());
        let letters = (f64::from(width - 16) / CHARACTER) as usize;
        let notes: Vec<String> = notes.iter().flat_map(|note| wrapped(note, letters)).collect();
        let mut svg = String::new();
        {
            let whole = height.saturating_add(pixels(notes.len(), NOTE) + 12);
            let area = SVGBackend::with_string(&mut svg, (width, whole)).into_drawing_area();
            let (above, below) = area.split_vertically(height);
            let mut drawn = area.fill(&WHITE);
            for (place, (metric, described)) in above.split_evenly((down, across)).iter().zip(&panels) {
                drawn = drawn.and_then(|()| self.panel(place, *metric, described));
            }
            drawn
                .and_then(|()| write_notes(&below, &notes))
                .and_then(|()| area.present())
                .map_err(|error| error.to_string())?;
        }
        Ok(svg)
    }

    /// The pixels of the longest name of an arm, with its mark.
    fn names_width(&self) -> u32 {
        let characters = self.arms.iter().map(|arm| self.label(&arm.name).chars().count()).max().unwrap_or(0);
        (characters as f64 * CHARACTER) as u32 + 24
    }

    /// The name of an arm, with a mark if events of it ended early.
    fn label(&self, name: &str) -> String {
        let is_early = self.arms.iter().any(|arm| arm.name == name && !arm.ended_early.is_empty());
        shortened(name) + if is_early { " †" } else { "" }
    }

    /// Sentences on the events, and on those that ended early.
    fn events_text(&self) -> Vec<String> {
        let ends = self.arms.iter().filter_map(|arm| {
            let sentence = EarlyEnds::sentence(&arm.ended_early, self.events)?;
            Some(format!("† {}: {sentence}; they count in infeasible and rounds only.", arm.name))
        });
        std::iter::once(format!("{}: {} events of seed {}.", self.experiment, self.events, self.seed))
            .chain(ends)
            .collect()
    }

    /// The panel of a metric.
    fn panel<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        place: usize,
        metric: &MeasuredMetric,
    ) -> Drawn<B> {
        let intervals: Vec<_> = self.arms.iter().map(|arm| interval(&arm.metrics[place])).collect();
        let ends = intervals.iter().flatten().flatten();
        let (least, most) =
            ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), end| (least.min(*end), most.max(*end)));
        if least > most {
            return Ok(());
        }
        let margin = if most > least { (most - least) * 0.06 } else { most.abs().max(1.0) * 0.1 };
        let decimals = (2.0 - libm::log10(2.0 * margin + most - least)).max(0.0) as i32;
        let arms = self.arms.len();
        // The first arm is at the top.
        let line = |arm: usize| SegmentValue::CenterOf(arms - 1 - arm);
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .caption(&metric.words, look::text(13))
            .x_label_area_size(40)
            .y_label_area_size(self.names_width())
            .build_cartesian_2d(least - margin..most + margin, (0..arms - 1).into_segmented())?;
        let name = |at: &SegmentValue<usize>| match at {
            SegmentValue::CenterOf(at) => self.label(&self.arms[arms - 1 - at.min(&(arms - 1))].name),
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc(metric.axis_text())
            .x_labels(6)
            .x_label_formatter(&|value| look::tick(*value, decimals))
            .y_labels(arms)
            .y_label_formatter(&name)
            .label_style(look::text(11))
            .axis_style(look::INK)
            .draw()?;
        let base = self.arms.iter().position(|arm| self.baseline.as_deref() == Some(&arm.name));
        if let Some([_, mean, _]) = base.and_then(|base| intervals[base]) {
            let ends = [(mean, SegmentValue::Exact(0)), (mean, SegmentValue::Last)];
            chart.draw_series([PathElement::new(ends, look::RULE.stroke_width(2))])?;
        }
        let shown = || intervals.iter().enumerate().filter_map(|(arm, ends)| Some((line(arm), (*ends)?)));
        chart.draw_series(shown().map(|(line, [low, _, high])| {
            PathElement::new([(low, line.clone()), (high, line)], look::INK.stroke_width(2))
        }))?;
        chart.draw_series(shown().map(|(line, [_, mean, _])| Circle::new((mean, line), 4, look::BLUE.filled())))?;
        Ok(())
    }
}

impl MeasuredMetric {
    /// What stands at its axis: the unit, and which end is better.
    fn axis_text(&self) -> String {
        let end = match self.better {
            Some(Better::High) => "more is better",
            Some(Better::Low) => "less is better",
            None => "",
        };
        let parts = [self.unit.as_str(), end];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// Lines of text.
fn write_notes<B: DrawingBackend>(area: &DrawingArea<B, Shift>, notes: &[String]) -> Drawn<B> {
    let style = look::text(11).color(&look::QUIET);
    notes
        .iter()
        .zip((2..).step_by(NOTE as usize))
        .try_for_each(|(note, at)| area.draw(&Text::new(note.clone(), (8, at), style.clone())))
}

/// The ends of the 95% interval, by Student's t, and the mean between them.
fn interval(metric: &MetricReport) -> Option<[f64; 3]> {
    let mean = metric.mean?;
    let half = mean.se.map_or(0.0, |se| se * quantile(mean.n));
    Some([mean.mean - half, mean.mean, mean.mean + half])
}

/// The beginning of a name that is too long for its room.
fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME { name.to_owned() } else { name.chars().take(NAME - 1).chain(['…']).collect() }
}

/// A sentence in lines of at most so many characters, but for a longer word, as drawings have it.
fn wrapped(sentence: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
