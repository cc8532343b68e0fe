use crate::model::Spec;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

/// The live part of a page, as the text of a script module that exports `mount(element, data)`; `None` if this build has none.
pub const LIVE: Option<&str> = None;

/// What the live part solves: the tournament and the model.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LivePage {
    /// The tournament in the project's JSON.
    #[schemars(with = "serde_json::Value")]
    pub tournament: Box<RawValue>,
    /// The model.
    pub model: Spec,
}
