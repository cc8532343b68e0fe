//! Two metrics against each other: a point for each arm, and the front of the arms that no other one beats by both.

use super::axis::Axis;
use super::plot::{Drawn, drawn, interval, write_notes};
use super::{MeasuredMetric, SimulateReport};
use crate::lab::simulate::{Better, ExperimentMetric};
use crate::lab::wrapped;
use crate::report::figure::{fitting, width_of};
use crate::report::look;
use itertools::Itertools;
use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::prelude::{Circle, Color, DrawingArea, PathElement, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontTransform, WHITE};

/// The pixels of the drawing without its notes, and what is around its field: left, above, right, below.
const WIDTH: i32 = 640;
const HEIGHT: i32 = 480;
const AROUND: [i32; 4] = [84, 24, 24, 62];
/// The size of a label, and the pixels of a line of it.
const LABEL: u32 = 12;
const LINE: i32 = 14;
/// As far from its dot, in pixels, a label is beside it.
const NEAR: i32 = 12;

/// An arm in a scatter: the interval of either metric, with the mean between its ends.
struct Spot<'r> {
    name: &'r str,
    by: [[f64; 3]; 2],
}

/// The pixels of a rectangle: left, top, right, bottom.
type Area = [i32; 4];

impl SimulateReport {
    /// Two metrics against each other as SVG: the means of each arm with their 95% intervals. Better is right and up, so an axis may
    /// go down. A line joins the arms that no other one beats by both means.
    ///
    /// # Errors
    /// A sentence, if there is no metric of a name, or nothing says which end of it is better; what the plotter says if it cannot draw.
    pub fn scatter(&self, metrics: &[String; 2]) -> Result<String, String> {
        let places = [self.place(&metrics[0])?, self.place(&metrics[1])?];
        let described = places.map(|place| &self.metrics[place]);
        if let Some(metric) = described.iter().find(|metric| metric.better.is_none()) {
            return Err(ExperimentMetric::without_better_end(&metric.metric));
        }
        let spot = |arm: &'_ super::ArmReport| places.map(|place| interval(&arm.metrics[place]));
        let spots = self.arms.iter().filter_map(|arm| match spot(arm) {
            [Some(x), Some(y)] => Some(Spot { name: &arm.name, by: [x, y] }),
            _ => None,
        });
        let spots = spots.collect_vec();
        let front = front(&spots, described);
        let names = front.iter().map(|spot| spot.name).join(", ");
        let mut notes = vec![format!(
            "Dots are means, and bars 95% intervals by Student's t. Better is right and up. No arm beats these by both means: {names}."
        )];
        notes.extend(self.events_text());
        let notes: Vec<String> = notes.iter().flat_map(|note| wrapped(note, 100)).collect();
        let height = HEIGHT + 16 * i32::try_from(notes.len()).unwrap_or(0) + 12;
        drawn([WIDTH, height], |area| {
            self.draw_spots(area, described, &spots, &front)?;
            write_notes(area, HEIGHT, &notes)
        })
    }

    fn draw_spots<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        metrics: [&MeasuredMetric; 2],
        spots: &[Spot<'_>],
        front: &[&Spot<'_>],
    ) -> Drawn<B> {
        let [left, above, right, below] = AROUND;
        let (right, bottom) = (WIDTH - right, HEIGHT - below);
        let values = |axis: usize| spots.iter().flat_map(move |spot| spot.by[axis]);
        let is_reversed = |axis: usize| metrics[axis].better == Some(Better::Low);
        let across = Axis::new(values(0), [left, right], 6, is_reversed(0));
        let up = Axis::new(values(1), [bottom, above], 6, is_reversed(1));
        let (Some(across), Some(up)) = (across, up) else { return Ok(()) };
        let style = |size, across, up| look::text(size).pos(Pos::new(across, up));
        for (value, text) in across.ticks() {
            let at = across.at(value);
            area.draw(&PathElement::new([(at, above), (at, bottom)], look::RULE))?;
            area.draw(&Text::new(text, (at, bottom + 7), style(11, HPos::Center, VPos::Top)))?;
        }
        for (value, text) in up.ticks() {
            let at = up.at(value);
            area.draw(&PathElement::new([(left, at), (right, at)], look::RULE))?;
            area.draw(&Text::new(text, (left - 7, at), style(11, HPos::Right, VPos::Center)))?;
        }
        area.draw(&PathElement::new([(left, above), (left, bottom), (right, bottom)], look::INK))?;
        let titles = metrics.map(|metric| {
            let about = metric.axis_text();
            if about.is_empty() { metric.words.clone() } else { format!("{} ({about})", metric.words) }
        });
        let [across_title, up_title] = titles;
        let centred = |title: &str, room| style(fitting(title, 13, room), HPos::Center, VPos::Center);
        let [across_style, up_style] = [centred(&across_title, WIDTH - left), centred(&up_title, HEIGHT)];
        area.draw(&Text::new(across_title, (i32::midpoint(left, right), HEIGHT - 22), across_style))?;
        let turned = up_style.transform(FontTransform::Rotate270);
        area.draw(&Text::new(up_title, (18, i32::midpoint(above, bottom)), turned))?;
        // What is better by one is worse by the other: along the front, a step from each to the next.
        let steps = front.iter().tuple_windows().flat_map(|(one, next)| {
            let corner = [one.by[0][1], next.by[1][1]];
            [[one.by[0][1], one.by[1][1]], corner, [next.by[0][1], next.by[1][1]]]
        });
        let steps = steps.map(|[x, y]| (across.at(x), up.at(y))).collect_vec();
        area.draw(&PathElement::new(steps, look::BLUE.mix(0.5).stroke_width(2)))?;
        let mut taken: Vec<Area> = Vec::new();
        for spot in spots {
            let [x, y] = [spot.by[0].map(|value| across.at(value)), spot.by[1].map(|value| up.at(value))];
            area.draw(&PathElement::new([(x[0], y[1]), (x[2], y[1])], look::INK))?;
            area.draw(&PathElement::new([(x[1], y[0]), (x[1], y[2])], look::INK))?;
            let bar = |[left, right]: [i32; 2], [top, bottom]: [i32; 2], wide: i32, high: i32| {
                [left.min(right) - wide, top.min(bottom) - high, left.max(right) + wide, top.max(bottom) + high]
            };
            taken.push(bar([x[0], x[2]], [y[1]; 2], 0, 1));
            taken.push(bar([x[1]; 2], [y[0], y[2]], 1, 0));
            taken.push(bar([x[1]; 2], [y[1]; 2], 6, 6));
        }
        for spot in spots {
            let (x, y) = (across.at(spot.by[0][1]), up.at(spot.by[1][1]));
            let label = self.label(spot.name);
            let place = label_place([x, y], &label, [left, above, right, bottom], &taken);
            taken.push(place);
            // A label that stands far away is tied to its dot.
            let near = (x.clamp(place[0], place[2]), y.clamp(place[1], place[3]));
            if (near.0 - x).abs().max((near.1 - y).abs()) > NEAR {
                area.draw(&PathElement::new([(x, y), near], look::QUIET))?;
            }
            let is_on_front = front.iter().any(|other| other.name == spot.name);
            let fill = if is_on_front { look::BLUE.filled() } else { WHITE.filled() };
            area.draw(&Circle::new((x, y), 5, fill))?;
            area.draw(&Circle::new((x, y), 5, look::BLUE.stroke_width(2)))?;
            area.draw(&Text::new(label, (place[0], place[1]), style(LABEL, HPos::Left, VPos::Top)))?;
        }
        Ok(())
    }
}

/// Those that no other one beats by both means, from the worst by the first metric to the best.
fn front<'s, 'r>(spots: &'s [Spot<'r>], metrics: [&MeasuredMetric; 2]) -> Vec<&'s Spot<'r>> {
    let worth = |spot: &Spot<'_>| {
        [0, 1].map(|axis| if metrics[axis].better == Some(Better::Low) { -spot.by[axis][1] } else { spot.by[axis][1] })
    };
    let beats = |one: [f64; 2], other: [f64; 2]| one != other && one[0] >= other[0] && one[1] >= other[1];
    let is_beaten = |spot: &&Spot<'_>| spots.iter().any(|other| beats(worth(other), worth(spot)));
    let best = spots.iter().filter(|spot| !is_beaten(spot));
    best.sorted_by(|one, other| worth(one)[0].total_cmp(&worth(other)[0])).collect()
}

/// Where a label stands beside its dot: the first place around it that is within the field and free, or else the first.
fn label_place([x, y]: [i32; 2], label: &str, field: Area, taken: &[Area]) -> Area {
    let width = width_of(label, LABEL);
    let at = |left: i32, top: i32| [left, top, left + width, top + LINE];
    let heights = [-18, 5, -32, 19, -46, 33, -60, 47];
    let around =
        heights.into_iter().flat_map(|up| [at(x + 6, y + up), at(x - 6 - width, y + up), at(x - width / 2, y + up)]);
    let overlaps =
        |one: &Area, other: &Area| one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
    let is_within = |one: &Area| one[0] >= field[0] && one[1] >= 0 && one[2] <= field[2] && one[3] <= field[3];
    let is_free = |one: &Area| is_within(one) && !taken.iter().any(|other| overlaps(one, other));
    let mut places = around.collect_vec().into_iter();
    let first = at(x + 6, y - 18);
    places.find(is_free).unwrap_or(first)
}
