//! Show a model, or the program of a round.

mod latex;
pub(crate) mod programs;
mod request;
mod sizes;

pub use programs::{RoundProgram, linear, programs};
pub use request::Request;
pub use sizes::{ProgramReport, ProgramsReport};

use super::asked::without;
use super::{Answered, AskError, Context};
use crate::files::nearest::did_you_mean;
use crate::files::request_field::RequestField;
use crate::model::export::FileFormat;
use crate::model::{Attribute, Model};
use crate::questions::report::{Format, ModelReport};
use latex::latex;
use programs::each_program;

impl super::Request for Request {
    fn ask(&self, context: &dyn Context) -> Result<(), AskError> {
        self.check()?;
        let model = without(context.model(&self.model)?, &self.without)?;
        if self.latex && context.format() != Format::Table {
            let instead = format!("leave out {}", RequestField("format"));
            return Err(AskError::refused(format!("{} writes LaTeX", RequestField("latex")), instead));
        }
        let formulation = self.latex.then(|| latex(&model, None)).transpose()?;
        if !self.at.is_absent() {
            return self.of_round(&model, context);
        }
        let is_limited = self.limits.time_limit.is_some() || self.limits.memory_limit.is_some();
        if self.write_model.is_some() || self.at.asks_for_something() || self.tables.are_any() || is_limited {
            let (show, latex) = (RequestField("show"), RequestField("latex"));
            let what = "a program is one of a round: give a tournament after the model";
            return Err(AskError::wrong(format!("{what}, or only {show} or {latex}")));
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
        if let Some(formulation) = formulation {
            return context.give(Answered::new(formulation));
        }
        context.give(Answered::new(ModelReport::new(model, self.show)))
    }
}

/// What is written.
const PROGRAM: &str = "the program";

impl Request {
    /// The program of a round: shown, unless it is only to be written.
    fn of_round(&self, model: &Model, context: &dyn Context) -> Result<(), AskError> {
        let target = match &self.write_model {
            None => None,
            Some(file) => {
                let Some(format) = FileFormat::of(file.path()) else {
                    let path = file.path().display();
                    return Err(AskError::wrong(format!(
                        "{path} is no program: let its name end in .lp, .mps or .opb"
                    )));
                };
                file.check(self.force, context.inputs(), PROGRAM)?;
                Some((file, format))
            }
        };
        model.objective().map_or(Ok(()), |objective| self.at.decisions.check_model(objective))?;
        let options = context.start(&self.limits)?;
        let round = context.open(&self.at, &self.tables, model.objective().as_slice())?;
        let state = &round.state;
        let (mut first, mut reports, mut count) = (None, Vec::new(), 0);
        let wanted = self.step.unwrap_or(1);
        each_program(state, model, options, &mut |program| {
            count += 1;
            if self.show || target.is_none() {
                reports.push(ProgramReport::new(state, count, &program));
            }
            if count == wanted {
                first = Some(program);
            }
        })?;
        if target.is_some() && (count > 1 || self.step.is_some()) {
            self.check_step(model, count)?;
        }
        let none = || AskError::Internal("a round without a program".to_owned());
        let program = first.ok_or_else(none)?;
        if self.latex {
            context.give(Answered::new(latex(model, Some(&program.program))?))?;
        } else if self.show || target.is_none() {
            let report = ProgramsReport { round: state.round(), model: model.name().to_owned(), programs: reports };
            context.give(Answered::new(report))?;
        }
        if let Some((file, format)) = target {
            let linear = linear(state, model, program, self.tier, options)?;
            file.write(self.force, context.inputs(), PROGRAM, |out| linear.write(format, out))?;
            let what = linear.title.iter().skip(1).take(2).cloned().collect::<Vec<_>>().join(" ");
            context.remark(format!("the program is in {}. {what}", file.path().display()));
        }
        Ok(())
    }

    /// Refuse a step that the round does not have, or none where there are several.
    fn check_step(&self, model: &Model, count: usize) -> Result<(), AskError> {
        let (step, show) = (RequestField("step"), RequestField("show"));
        let name = model.name();
        match self.step {
            _ if !matches!(model, Model::System(_)) => {
                Err(AskError::refused(format!("{name} has one program a round"), format!("leave out {step}")))
            }
            Some(number) if (1..=count).contains(&number) => Ok(()),
            _ => {
                let what = format!("the round by {name} has {count} steps, and one is written");
                Err(AskError::refused(what, format!("choose it by {step} 1 to {count} ({show} lists them)")))
            }
        }
    }
}
