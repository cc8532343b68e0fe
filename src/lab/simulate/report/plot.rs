//! The figure of an experiment: a panel for each metric that is shown, a line for each arm, with its mean and its 95% interval.

use super::axis::Axis;
use super::{EarlyEnds, MeasuredMetric, MetricReport, SimulateReport};
use crate::lab::simulate::statistics::quantile;
use crate::lab::wrapped;
use crate::report::figure::{fitting, width_of};
use crate::report::look;
use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::prelude::{Circle, Color, DrawingArea, IntoDrawingArea, PathElement, SVGBackend, Text};
use plotters::style::WHITE;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Panels side by side, at most.
const ACROSS: usize = 3;
/// The size of an arm's name; the pixels of the axis of a panel, of a character of a note, and of a line.
const ARM: u32 = 12;
const AXIS: i32 = 250;
const CHARACTER: f64 = 6.3;
const LINE: i32 = 20;
/// The pixels above and below the lines of a panel, and at its right.
const ABOVE: i32 = 40;
const BELOW: i32 = 56;
const RIGHT: i32 = 30;
/// The most characters of the name of an arm.
const NAME: usize = 30;
/// The pixels of a line below the panels.
const NOTE: i32 = 16;

/// What is wrong, if it cannot be drawn.
pub(super) type Drawn<B> = Result<(), plotters::drawing::DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

impl SimulateReport {
    /// The figure as SVG: for each metric that is shown the means of the arms with their 95% intervals. The grey line is the baseline's
    /// mean. An arm of which events ended early has a mark, and a sentence below.
    ///
    /// # Errors
    /// What the plotter says if it cannot draw.
    pub fn plot(&self) -> Result<String, String> {
        let panels: Vec<(usize, &MeasuredMetric)> = self.shown().collect();
        let across = panels.len().clamp(1, ACROSS);
        let down = panels.len().div_ceil(across);
        let lines = i32::try_from(self.arms.len()).unwrap_or(i32::MAX);
        let panel = [self.names_width() + AXIS + RIGHT, (ABOVE + BELOW).saturating_add(lines.saturating_mul(LINE))];
        let width = panel[0] * i32::try_from(across).unwrap_or(1);
        let mut notes = vec![
            "Dots are means, and bars 95% intervals by Student's t".to_owned()
                + &self
                    .baseline
                    .as_ref()
                    .map_or_else(|| ".".to_owned(), |base| format!("; the grey line is the mean of {base}.")),
        ];
        notes.extend(self.events_text());
        notes.extend(self.constants());
        let letters = (f64::from(width - 16) / CHARACTER) as usize;
        let notes: Vec<String> = notes.iter().flat_map(|note| wrapped(note, letters)).collect();
        let height = panel[1].saturating_mul(i32::try_from(down).unwrap_or(i32::MAX));
        let whole = height + NOTE * i32::try_from(notes.len()).unwrap_or(0) + 12;
        drawn([width, whole], |area| {
            for (place, (metric, described)) in panels.iter().enumerate() {
                let [left, top] = [place % across, place / across].map(|one| i32::try_from(one).unwrap_or(0));
                self.panel(area, [left * panel[0], top * panel[1]], *metric, described)?;
            }
            write_notes(area, height, &notes)
        })
    }

    /// The pixels of the longest name of an arm, with its mark.
    fn names_width(&self) -> i32 {
        self.arms.iter().map(|arm| width_of(&self.label(&arm.name), ARM)).max().unwrap_or(0) + 18
    }

    /// The name of an arm, with a mark if events of it ended early.
    pub(super) fn label(&self, name: &str) -> String {
        let is_early = self.arms.iter().any(|arm| arm.name == name && !arm.ended_early.is_empty());
        shortened(name) + if is_early { " †" } else { "" }
    }

    /// Sentences on the events, and on those that ended early.
    pub(super) fn events_text(&self) -> Vec<String> {
        let ends = self.arms.iter().filter_map(|arm| {
            let sentence = EarlyEnds::sentence(&arm.ended_early, self.events)?;
            Some(format!("† {}: {sentence}; they count in infeasible and rounds only.", arm.name))
        });
        std::iter::once(format!("{}: {} events of seed {}.", self.experiment, self.events, self.seed))
            .chain(ends)
            .collect()
    }

    /// The panel of a metric, with its upper left corner there.
    fn panel<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        [left, top]: [i32; 2],
        place: usize,
        metric: &MeasuredMetric,
    ) -> Drawn<B> {
        let of_arm: Vec<(&str, &MetricReport)> =
            self.arms.iter().map(|arm| (arm.name.as_str(), &arm.metrics[place])).collect();
        let begin = left + self.names_width();
        let centred = look::text(11).pos(Pos::new(HPos::Center, VPos::Top));
        let size = fitting(&metric.words, 14, AXIS + RIGHT - 6);
        area.draw(&Text::new(metric.words.clone(), (begin, top + 12), look::text(size)))?;
        let ends = of_arm.iter().filter_map(|(_, metric)| interval(metric)).flatten();
        // Better is at the right of a scatter only: a reader of panels expects numbers that grow.
        let Some(axis) = Axis::new(ends, [begin, begin + AXIS], 5, false) else { return Ok(()) };
        let [upper, lower] = [top + ABOVE, top + ABOVE + LINE * i32::try_from(of_arm.len()).unwrap_or(i32::MAX)];
        for (value, text) in axis.ticks() {
            let at = axis.at(value);
            area.draw(&PathElement::new([(at, lower), (at, lower + 4)], look::INK))?;
            area.draw(&Text::new(text, (at, lower + 7), centred.clone()))?;
        }
        area.draw(&PathElement::new([(begin, lower), (begin + AXIS, lower)], look::INK))?;
        area.draw(&Text::new(metric.axis_text(), (begin + AXIS / 2, lower + 24), centred))?;
        let base = of_arm.iter().find(|(name, _)| self.baseline.as_deref() == Some(name));
        if let Some([_, mean, _]) = base.and_then(|(_, metric)| interval(metric)) {
            area.draw(&PathElement::new([(axis.at(mean), upper), (axis.at(mean), lower)], look::RULE.stroke_width(2)))?;
        }
        for ((name, metric), top) in of_arm.iter().zip((upper..).step_by(LINE as usize)) {
            let middle = top + LINE / 2;
            let right = look::text(ARM).pos(Pos::new(HPos::Right, VPos::Center));
            area.draw(&Text::new(self.label(name), (begin - 10, middle), right))?;
            let Some([low, mean, high]) = interval(metric) else { continue };
            area.draw(&PathElement::new([(axis.at(low), middle), (axis.at(high), middle)], look::INK.stroke_width(2)))?;
            area.draw(&Circle::new((axis.at(mean), middle), 4, look::BLUE.filled()))?;
        }
        Ok(())
    }
}

/// A drawing of this size on white ground.
pub(super) fn drawn(
    size: [i32; 2],
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Drawn<SVGBackend<'static>>,
) -> Result<String, String> {
    let mut svg = String::new();
    {
        let area =
            SVGBackend::with_string(&mut svg, (size[0].unsigned_abs(), size[1].unsigned_abs())).into_drawing_area();
        let filled = area.fill(&WHITE).and_then(|()| draw(&area)).and_then(|()| area.present());
        filled.map_err(|error| error.to_string())?;
    }
    Ok(svg)
}

/// Lines of text from `top` on.
pub(super) fn write_notes<B: DrawingBackend>(area: &DrawingArea<B, Shift>, top: i32, notes: &[String]) -> Drawn<B> {
    let style = look::text(11).color(&look::QUIET);
    notes
        .iter()
        .zip((top + 2..).step_by(NOTE as usize))
        .try_for_each(|(note, at)| area.draw(&Text::new(note.clone(), (8, at), style.clone())))
}

/// The ends of the 95% interval, by Student's t, and the mean between them.
pub(super) fn interval(metric: &MetricReport) -> Option<[f64; 3]> {
    let mean = metric.mean?;
    let half = mean.se.map_or(0.0, |se| se * quantile(mean.n));
    Some([mean.mean - half, mean.mean, mean.mean + half])
}

/// The beginning of a name that is too long for its room.
fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME { name.to_owned() } else { name.chars().take(NAME - 1).chain(['…']).collect() }
}
