use super::{Format, Render};
use std::io;

/// A formulation as LaTeX, which is the same in every format of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LatexText(pub String);

impl Render for LatexText {
    fn render(&self, _: Format, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(self.0.as_bytes())
    }
}
