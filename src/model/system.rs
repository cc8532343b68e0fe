use crate::rules::{EDITIONS, Edition, Rule};
use schemars::JsonSchema;
use serde::Serialize;

/// A rule system that a round can be solved by: the articles of an edition, without those that are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SystemSpec")]
pub struct SystemModel {
    /// The name in reports.
    pub name: String,
    /// The edition.
    #[schemars(with = "String")]
    pub edition: &'static Edition,
    /// Its articles, each with its reading.
    pub rules: &'static [Rule],
    /// Criteria that are left out, by their articles as the procedure names them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
}

impl SystemModel {
    /// The systems that have a procedure of criteria. Rules that are a search have none.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let editions = EDITIONS.iter().filter(|edition| swiss_rule_proof::procedure(edition.id).is_some());
        editions.map(|edition| Self {
            name: edition.id.to_owned(),
            edition,
            rules: edition.rules(),
            without: Vec::new(),
        })
    }

    /// The criteria that can be left out, by their articles.
    pub fn optional(&self) -> &'static [&'static str] {
        swiss_rule_proof::optional_criteria(self.edition.id)
    }

    /// Leave out one of them, `C14` or `dutch-2026.C14`: whether it is one.
    pub fn leave_out(&mut self, article: &str) -> bool {
        let plain = |article: &str| article.replace('.', "").to_lowercase();
        let asked = article.strip_prefix(self.edition.id).unwrap_or(article);
        let Some(left_out) = self.optional().iter().find(|one| plain(one) == plain(asked)) else { return false };
        self.without.push((*left_out).to_owned());
        self.name = format!("{} without {}", self.edition.id, self.without.join(", "));
        true
    }

    /// That of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::all().find(|system| system.name == name)
    }
}
