#![expect(missing_docs, reason = "a part of a request is described by its type, and the help shows no more")]

use crate::files::request_field::RequestField;
use crate::model::Model;
use crate::questions::Refusal;
use crate::questions::in_force::{AskedSystem, DUTCH_AND_AUTO};
use crate::questions::registry::System;
use schemars::JsonSchema;
use serde::Deserialize;

/// The rules that are asked for: those of a system, or otherwise of a model.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct RulesAsked {
    /// A model by name, or a model file [default: pairs]
    #[arg(long, value_name = "NAME|PATH")]
    pub model: Option<String>,
    #[arg(long, value_name = "ID", help = system_help() + "; its rules are asked instead of a model's")]
    pub system: Option<AskedSystem>,
}

/// The model of most questions, if none is named: the formulation as it was set.
pub const DEFAULT_MODEL: &str = "pairs";

/// The model that is asked for, which nobody has to name.
pub(crate) fn model_or_default(named: Option<&str>) -> &str {
    named.unwrap_or(DEFAULT_MODEL)
}

/// What a table says first if nobody named a model: which it is, and what to ask of a real event.
pub(crate) fn default_model() -> String {
    let (model, system) = (RequestField("model"), RequestField("system"));
    format!("Model {DEFAULT_MODEL} (the formulation; for a real event: {model} swiss, or pair with {system} dutch)")
}

/// The model without these criteria, which only a system has.
pub(crate) fn without(model: Model, articles: &[String]) -> Result<Model, Refusal> {
    let refuse = |what, instead| Err(Refusal::new(what, instead).of(RequestField("without")));
    match model {
        _ if articles.is_empty() => Ok(model),
        Model::System(mut system) => {
            let Some(article) = articles.iter().find(|article| !system.leave_out(article)) else {
                return Ok(Model::System(system));
            };
            let optional = system.optional().join(", ");
            let none = optional.is_empty().then(|| "leave out nothing: its steps need each other".to_owned());
            let what = format!("{} has no criterion {article} that can be left out", system.edition.id);
            refuse(what, none.unwrap_or_else(|| format!("take some of {optional}")))
        }
        _ => {
            let what = format!("{} is no system, and only of a system criteria can be left out", model.name());
            refuse(what, "name a system, such as the Dutch one of 2026".to_owned())
        }
    }
}

/// How many optima are counted, if no number is named.
pub const OPTIMA_COUNTED: &str = "100000";

impl RulesAsked {
    /// The model that is asked for; `None` if it is a system.
    pub(crate) fn model(&self) -> Result<Option<&str>, Refusal> {
        Refusal::beside(
            RequestField("model"),
            self.model.is_some(),
            &[(RequestField("system"), self.system.is_some())],
        )?;
        Ok(self.system.is_none().then(|| model_or_default(self.model.as_deref())))
    }

    /// Whether a model or a system is named.
    pub(crate) const fn is_named(&self) -> bool {
        self.model.is_some() || self.system.is_some()
    }

    /// What the table says first.
    pub(crate) fn heading(&self) -> Option<String> {
        (!self.is_named()).then(default_model)
    }
}

/// The system that is asked for, where there must be one.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema, clap::Args)]
#[serde(transparent)]
pub struct SystemAsked {
    #[arg(long, value_name = "ID", help = system_help())]
    pub system: AskedSystem,
}

/// The help text of a system that is asked for, with the ids of all systems.
fn system_help() -> String {
    format!("The system: one of {}, or {DUTCH_AND_AUTO}", System::ids())
}
