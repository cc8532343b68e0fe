use super::{Format, Render};
use crate::printable::printable_json;
use std::io;

/// A formulation as LaTeX, which is the same in every format of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LatexText(pub String);

impl Render for LatexText {
    fn render(&self, _: Format, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(self.0.as_bytes())
    }
}

/// A tournament as text, which is the same in every format of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConvertedText {
    /// The text.
    pub text: String,
    /// Whether it is JSON.
    pub is_json: bool,
}

impl Render for ConvertedText {
    fn render(&self, _: Format, out: &mut dyn io::Write) -> io::Result<()> {
        if self.is_json {
            out.write_all(printable_json(&self.text).as_bytes())
        } else {
            out.write_all(self.text.as_bytes())
        }
    }
}
