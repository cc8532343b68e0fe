//! Show a model, or the program of a round.

mod errata;
mod latex;
pub(crate) mod programs;
mod request;
mod sizes;

pub use errata::{AnswerReport, ErrataReport, ErratumLine, ErratumPlayer, ErratumReport, instance_of};
pub use programs::{Choice, RoundProgram, linear, programs};
pub use request::Request;
pub use sizes::{ProgramReport, ProgramsReport};

use super::{Answered, Context, Ended};
use crate::field::RequestField;
use crate::model::export::FileFormat;
use crate::model::{Attribute, Model};
use crate::nearest::did_you_mean;
use crate::report::{Format, ModelReport};
use latex::latex;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), Ended> {
        if let Some(erratum) = self.errata {
            return errata::ask(self, erratum, context);
        }
        self.check()?;
        let model = context.model(&self.model)?;
        if self.latex && context.format() != Format::Table {
            let instead = format!("leave out {}", RequestField("format"));
            return Err(Ended::refused(format!("{} writes LaTeX", RequestField("latex")), instead));
        }
        if !self.at.is_absent() {
            return self.of_round(&model, context);
        }
        if self.write_model.is_some() || self.at.asks_for_something() || self.tables.are_any() || self.limits.are_any()
        {
            let (show, latex) = (RequestField("show"), RequestField("latex"));
            let what = "a program is one of a round: give a tournament after the model";
            return Err(Ended::wrong(format!("{what}, or only {show} or {latex}")));
        }
        for definition in model.objective().iter().flat_map(|objective| &objective.define) {
            for column in definition.own_columns() {
                let known = Attribute::ALL.iter().map(|attribute| attribute.name());
                context.remark(format!(
                    "'{}' asks for '{column}', which a player has only by a column of {} or of the tournament{}",
                    definition.name(),
                    RequestField("attributes"),
                    did_you_mean(column, known)
                ));
            }
        }
        if self.latex {
            return context.give(Answered::new(latex(&model, None)));
        }
        context.give(Answered::new(ModelReport::new(model, self.show)))
    }
}

/// What is written.
const PROGRAM: &str = "the program";

impl Request {
    /// The program of a round: shown, unless it is only to be written.
    fn of_round(&self, model: &Model, context: &dyn Context) -> Result<(), Ended> {
        let target = match &self.write_model {
            None => None,
            Some(file) => {
                let Some(format) = FileFormat::of(file.path()) else {
                    let path = file.path().display();
                    return Err(Ended::wrong(format!("{path} is no program: let its name end in .lp, .mps or .opb")));
                };
                file.check(self.force, context.inputs(), PROGRAM)?;
                Some((file, format))
            }
        };
        model.objective().map_or(Ok(()), |objective| self.at.decisions.check_model(objective))?;
        let options = context.start(&self.limits)?;
        let round = context.open(&self.at, &self.tables, model.objective().as_slice())?;
        let state = &round.state;
        let programs = programs(state, model, options)?;
        if self.latex {
            context.give(Answered::new(latex(model, Some(&programs))))?;
        } else if self.show || target.is_none() {
            context.give(Answered::new(ProgramsReport::new(state, model.name(), &programs)))?;
        }
        if let Some((file, format)) = target {
            let choice = Choice { stage: self.stage, tier: self.tier };
            let linear = linear(state, model, programs, choice, options)?;
            file.write(self.force, context.inputs(), PROGRAM, |out| linear.write(format, out))?;
            let what = linear.title.iter().skip(1).take(2).cloned().collect::<Vec<_>>().join(" ");
            context.remark(format!("the program is in {}. {what}", file.path().display()));
        }
        Ok(())
    }
}
