//! The look of plots: the colours of the pages (`src/page/page.css`), which the colour-blind can tell apart (Okabe and Ito 2008).

use plotters::prelude::RGBColor;
use plotters::style::{IntoFont, TextStyle};

pub(crate) const PAPER: RGBColor = RGBColor(251, 250, 247);
pub(crate) const INK: RGBColor = RGBColor(27, 31, 36);
/// Of what is less than the data: axes.
pub(crate) const QUIET: RGBColor = RGBColor(86, 93, 102);
pub(crate) const RULE: RGBColor = RGBColor(220, 216, 207);
pub(crate) const BLUE: RGBColor = RGBColor(0, 114, 178);
pub(crate) const ORANGE: RGBColor = RGBColor(230, 159, 0);
pub(crate) const GREEN: RGBColor = RGBColor(0, 158, 115);
pub(crate) const VERMILION: RGBColor = RGBColor(213, 94, 0);

/// Text of `size` pixels.
pub(crate) fn text(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// A number on an axis, to `decimals` places, without zeros at its end.
pub(crate) fn tick(number: f64, decimals: i32) -> String {
    let unit = 10f64.powi(decimals);
    // Adding zero makes minus zero plus zero.
    ((number * unit).round() / unit + 0.0).to_string()
}

/// A number on an axis of whole numbers: nothing between them.
pub(crate) fn whole_tick(number: f64) -> String {
    if (number - number.round()).abs() < 1e-6 { tick(number, 0) } else { String::new() }
}

/// A number on a logarithmic axis: between 50 and 100, only 60 and 80, because the others would run into each other.
pub(crate) fn log_tick(number: f64) -> String {
    let leading = number / 10f64.powf(number.log10().floor());
    if [5.0, 7.0, 9.0].iter().any(|left_out| (leading - left_out).abs() < 1e-6) {
        String::new()
    } else {
        tick(number, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{log_tick, tick, whole_tick};

    #[test]
    fn whole_numbers_are_whole_and_zero_has_no_sign() {
        assert_eq!([-16.0, -0.0, 0.5, 0.3 - 0.1].map(|number| tick(number, 2)), ["-16", "0", "0.5", "0.2"]);
        assert_eq!([-2.8, -3.0].map(whole_tick), ["", "-3"]);
    }

    #[test]
    fn a_logarithmic_axis_has_room_for_its_numbers() {
        assert_eq!([8.0, 9.0, 10.0, 80.0, 90.0, 100.0].map(log_tick), ["8", "", "10", "80", "", "100"]);
    }
}
