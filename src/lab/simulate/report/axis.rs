//! The axes of figures: round numbers on them, and the better end where it is looked for.

use super::MeasuredMetric;
use crate::lab::simulate::Better;

/// A range of values over some pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    least: f64,
    most: f64,
    /// The pixel of the first end, and of the second.
    pixels: [i32; 2],
    /// The distance of the numbers on it.
    step: f64,
}

impl Axis {
    /// One on which all of `values` are, with some room on either side, over `pixels`: from the least value to the greatest, or from the
    /// greatest to the least if that is the worse one. About `ticks` numbers stand on it. `None` of no values.
    pub fn new(values: impl Iterator<Item = f64>, pixels: [i32; 2], ticks: usize, is_reversed: bool) -> Option<Self> {
        let (least, most) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)));
        if least > most {
            return None;
        }
        let margin = if most > least { (most - least) * 0.06 } else { most.abs().max(1.0) * 0.1 };
        let (least, most) = (least - margin, most + margin);
        let pixels = if is_reversed { [pixels[1], pixels[0]] } else { pixels };
        Some(Self { least, most, pixels, step: round_step((most - least) / ticks as f64) })
    }

    /// The pixel of a value.
    pub fn at(&self, value: f64) -> i32 {
        let [from, to] = self.pixels.map(f64::from);
        (from + (value - self.least) / (self.most - self.least) * (to - from)).round() as i32
    }

    /// The round numbers on it, each with its text.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        // So many decimals as the step has.
        let decimals = (-self.step.log10().floor()).max(0.0) as usize;
        let (first, last) = ((self.least / self.step).ceil() as i64, (self.most / self.step).floor() as i64);
        let tick = |number: i64| {
            let value = number as f64 * self.step;
            (value, format!("{:.decimals$}", value + 0.0))
        };
        (first..=last).map(tick).collect()
    }
}

/// Of 1, 2 and 5 times a power of ten, the nearest to `wanted`, by their ratio.
fn round_step(wanted: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(wanted)));
    let off = |step: f64| (step / wanted).max(wanted / step);
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    steps.into_iter().min_by(|one, other| off(*one).total_cmp(&off(*other))).unwrap_or(wanted)
}

impl MeasuredMetric {
    /// What stands at its axis: the unit, and which end is better.
    pub(super) fn axis_text(&self) -> String {
        let end = match self.better {
            Some(Better::High) => "more is better",
            Some(Better::Low) => "less is better",
            None => "",
        };
        let parts = [self.unit.as_str(), end];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, round_step};

    #[test]
    fn numbers_on_an_axis_are_round() {
        let steps = [0.03, 0.2, 1.0, 1.1, 3.7, 420.0, 760.0].map(round_step);
        for (found, expected) in steps.into_iter().zip([0.02, 0.2, 1.0, 1.0, 5.0, 500.0, 1000.0]) {
            assert!((found - expected).abs() < 1e-12 * expected, "{found} for {expected}");
        }
        let axis = Axis::new([0.48, 0.57].into_iter(), [0, 100], 4, false).expect("values");
        let texts: Vec<String> = axis.ticks().into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["0.48", "0.50", "0.52", "0.54", "0.56"]);
        assert!(axis.at(0.48) < axis.at(0.57));
        let reversed = Axis::new([1.0, 3.0].into_iter(), [0, 100], 4, true).expect("values");
        assert!(reversed.at(1.0) > reversed.at(3.0));
        assert!(Axis::new(std::iter::empty(), [0, 100], 4, false).is_none());
        let one = Axis::new([0.0].into_iter(), [0, 100], 4, false).expect("a value");
        assert_eq!(one.at(0.0), 50);
    }
}
