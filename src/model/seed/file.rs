use super::{Erratum, Readings, SeedText, SeedWeights};
use crate::model::file::{Checked, named, repeated, unsound};
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

/// The keys of a model file of `kind = "seed"`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::model) struct SeedFile {
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    name: Spanned<String>,
    summary: Spanned<String>,
    repaired: Vec<Spanned<Erratum>>,
    readings: Readings,
    weights: SeedWeights,
}

impl SeedFile {
    pub(in crate::model) fn checked(self) -> Checked<SeedText> {
        let (name, summary) = named(self.name, self.summary)?;
        if let Some(twice) = repeated(&self.repaired) {
            return unsound(twice.span(), "the erratum is there twice; leave out one of them");
        }
        let repaired = self.repaired.into_iter().map(Spanned::into_inner).collect();
        Ok(SeedText { name, summary, repaired, readings: self.readings, weights: self.weights })
    }
}
