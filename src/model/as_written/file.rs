use super::{Erratum, Readings, StudentText, TextWeights};
use crate::model::file::{Checked, named, repeated, unsound};
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

/// The keys of a model file of `kind = "as-written"`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::model) struct StudentFile {
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    name: Spanned<String>,
    summary: Spanned<String>,
    repaired: Vec<Spanned<Erratum>>,
    readings: Readings,
    weights: TextWeights,
}

impl StudentFile {
    pub(in crate::model) fn checked(self) -> Checked<StudentText> {
        let (name, summary) = named(self.name, self.summary)?;
        if let Some(twice) = repeated(&self.repaired) {
            return unsound(twice.span(), "the erratum is there twice; leave out one of them");
        }
        let repaired = self.repaired.into_iter().map(Spanned::into_inner).collect();
        Ok(StudentText { name, summary, repaired, readings: self.readings, weights: self.weights })
    }
}
