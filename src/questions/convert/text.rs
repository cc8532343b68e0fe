use super::{Converted, Target};
use crate::printable::printable_json;
use crate::report::{Format, Render};
use std::io;

/// The same in every format of the output.
impl Render for Converted {
    fn render(&self, _: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match self.target {
            Target::Json => out.write_all(printable_json(&self.text).as_bytes()),
            Target::Trf => out.write_all(self.text.as_bytes()),
        }
    }
}
