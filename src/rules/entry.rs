use super::text::{self, FAULTS, HARD, TERMS, TIE_BREAKS, read};
use super::{EDITIONS, Rule};
use crate::files::nearest::did_you_mean;
use crate::tournament::Code;
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::LazyLock;

/// The entry of a message on a file, a pairing or a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Diagnostic {
    /// The id, such as `two-whites`.
    pub id: &'static str,
    /// The title, one line.
    pub title: &'static str,
    /// Its meaning, in a sentence or two.
    pub meaning: &'static str,
    /// Its cause.
    pub example: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

impl From<Code> for Diagnostic {
    fn from(code: Code) -> Self {
        Self { title: code.title(), ..FAULTS[code as usize] }
    }
}

/// The entry of an id. Every id that is printed has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Entry {
    /// A rule of a model or a system.
    Rule(&'static Rule),
    /// A fault, a note or a refusal.
    Diagnostic(Diagnostic),
}

impl Entry {
    /// Every entry, in the order of `swiss-ilp rule`.
    pub fn all() -> impl Iterator<Item = Self> {
        groups().iter().flat_map(|group| &group.entries).copied()
    }

    /// The entry with this `id`. The prefix `ilp.` may be omitted.
    pub fn find(id: &str) -> Option<Self> {
        let is_called = |entry: &Self| entry.id() == id || entry.id().strip_prefix("ilp.") == Some(id);
        Self::all().find(is_called)
    }

    /// The same, or a clause with the id that is most like it.
    pub(crate) fn named(id: &str) -> Result<Self, String> {
        let meant = || did_you_mean(id, Self::all().map(|entry| entry.id()));
        Self::find(id).ok_or_else(|| format!("there is no id '{id}'{}", meant()))
    }

    /// The rule, if the entry is a rule's.
    pub const fn rule(self) -> Option<&'static Rule> {
        match self {
            Self::Rule(rule) => Some(rule),
            Self::Diagnostic(_) => None,
        }
    }

    /// The id, such as `ilp.no-rematch` or `two-whites`.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Rule(rule) => rule.id,
            Self::Diagnostic(diagnostic) => diagnostic.id,
        }
    }

    /// The title, one line.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Rule(rule) => rule.title,
            Self::Diagnostic(diagnostic) => diagnostic.title,
        }
    }
}

/// A group of entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryGroup {
    /// The title, which says where these ids are printed.
    pub title: &'static str,
    /// The entries.
    pub entries: Vec<Entry>,
}

/// Every entry, in the order of `swiss-ilp rule`.
pub fn groups() -> &'static [EntryGroup] {
    &GROUPS
}

static GROUPS: LazyLock<Vec<EntryGroup>> = LazyLock::new(|| {
    fn rules(title: &'static str, rules: &'static [Rule]) -> EntryGroup {
        EntryGroup { title, entries: rules.iter().map(Entry::Rule).collect() }
    }
    fn diagnostics(title: &'static str, diagnostics: impl IntoIterator<Item = Diagnostic>) -> EntryGroup {
        EntryGroup { title, entries: diagnostics.into_iter().map(Entry::Diagnostic).collect() }
    }
    let of_file = |file| text::diagnostics(read(file));
    let codes = |are_notes| Code::ALL.iter().filter(move |code| code.is_note() == are_notes).map(|code| (*code).into());
    let mut groups = vec![
        rules("What no pairing of a model may break", &HARD),
        rules("What the objective of a model counts", &TERMS),
    ];
    groups.extend(EDITIONS.iter().map(|edition| rules(edition.title, edition.rules())));
    groups.extend([
        rules("What ranks the players", &TIE_BREAKS),
        diagnostics("Structure of a pairing", of_file(include_str!("pairing.toml"))),
        diagnostics("Side constraints of a model", of_file(include_str!("side.toml"))),
        diagnostics("Checks of a proof", of_file(include_str!("proof.toml"))),
        diagnostics("Faults of a file", codes(false)),
        diagnostics("Notes on a file", codes(true)),
    ]);
    groups
});
