//! The look of plots: the colours of the pages (`src/questions/report/page/page.css`), which the colour-blind can tell apart (Okabe and Ito 2008).

use plotters::prelude::RGBColor;
use plotters::style::{IntoFont, TextStyle};

pub(crate) const INK: RGBColor = RGBColor(27, 31, 36);
/// Of what is less than the data: axes.
pub(crate) const QUIET: RGBColor = RGBColor(86, 93, 102);
pub(crate) const RULE: RGBColor = RGBColor(220, 216, 207);
pub(crate) const BLUE: RGBColor = RGBColor(0, 114, 178);

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
