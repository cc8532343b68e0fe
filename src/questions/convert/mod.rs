//! Write a tournament in another format.

mod answer;
mod request;
mod text;

pub use answer::{Converted, Target, convert};
pub use request::Request;

use super::{Answered, Context, Ended};
use crate::field::Field;
use crate::report::Format;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        if context.format() != Format::Table {
            let what = format!("convert writes the format that {} names", Field("to"));
            return Err(Ended::refused(what, format!("leave out {}", Field("format"))));
        }
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let converted = convert(&opened.loaded, self.to, opened.trust);
        let converted = converted.map_err(|error| opened.failed(error))?;
        context.note_overruled(&opened, opened.overruled());
        converted.left_out.iter().for_each(|what| context.remark(what));
        context.give(Answered::new(converted))
    }
}
