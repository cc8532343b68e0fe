use crate::field::RequestField;
use crate::model::Model;
use crate::questions::Refusal;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Deserialize;

/// What is left out of a system.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct WithoutAsked {
    /// Leave out criteria of a system, such as C14, to see what they do; what is left is another set of rules
    #[cfg_attr(feature = "cli", arg(long, value_name = "ARTICLE,…", value_delimiter = ','))]
    pub without: Vec<String>,
}

impl WithoutAsked {
    /// The model without them.
    ///
    /// # Errors
    /// A refusal of a model that is no system, and of criteria that it does not have.
    pub fn of(&self, model: Model) -> Result<Model, Refusal> {
        let refuse = |what, instead| Err(Refusal::new(what, instead).of(RequestField("without")));
        match model {
            _ if self.without.is_empty() => Ok(model),
            Model::System(mut system) => {
                if let Some(article) = self.without.iter().find(|article| !system.leave_out(article)) {
                    let what = format!("{} has no criterion {article} that can be left out", system.edition.id);
                    let optional = system.optional().iter().join(", ");
                    let none = "leave out nothing: its steps need each other";
                    return refuse(
                        what,
                        if optional.is_empty() { none.into() } else { format!("take some of {optional}") },
                    );
                }
                Ok(Model::System(system))
            }
            _ => {
                let what = format!("{} is no system, and only of a system criteria can be left out", model.name());
                refuse(what, "name a system, such as the Dutch one of 2026".to_owned())
            }
        }
    }
}
