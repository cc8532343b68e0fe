//! Write a tournament in another format.

mod answer;
mod request;

pub use answer::{Byes, Converted, Target, convert, convert_in_style};
pub use request::Request;

use super::{Answered, Context, Ended};
use crate::files::field::RequestField;
use crate::questions::report::Format;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        if context.format() != Format::Table {
            let what = format!("convert writes the format that {} names", RequestField("to"));
            return Err(Ended::refused(what, format!("leave out {}", RequestField("format"))));
        }
        if self.to == Target::Json && self.byes == Byes::Old {
            let [byes, to] = [RequestField("byes"), RequestField("to")];
            return Err(Ended::refused("JSON says byes in words", format!("leave out {byes}, or take {to} trf")));
        }
        context.start_time(&self.limits);
        let opened = context.tournament(&self.file)?;
        let converted = convert_in_style(&opened.loaded, self.to, opened.trust, &self.byes.into());
        let converted = converted.map_err(|error| opened.failed(error))?;
        context.note_overruled(&opened, opened.overruled());
        converted.left_out.iter().for_each(|what| context.remark(what));
        context.give(Answered::new(converted))
    }
}
