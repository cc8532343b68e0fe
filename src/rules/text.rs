//! The texts of ids, which are data: a file has a table for each of its ids, in the order of `swiss-ilp rule`.

use super::{Diagnostic, Rule};
use itertools::Itertools;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use toml::Spanned;

/// The hard rules of models, in the order of [`Hard`](super::Hard).
pub(super) static HARD: LazyLock<Vec<Rule>> = LazyLock::new(|| rules(read(include_str!("hard.toml"))));

/// The terms of objectives, in the order of [`Term`](super::Term).
pub(super) static TERMS: LazyLock<Vec<Rule>> = LazyLock::new(|| rules(read(include_str!("terms.toml"))));

/// The tie-breaks of [`ranking`](crate::questions::ranking), and what several of them share.
pub(super) static TIE_BREAKS: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let source = "FIDE Handbook C.07, Play-Off and Tie-Break Regulations, effective from 1 March 2026";
    let rules = rules(read(include_str!("tie_breaks.toml")));
    rules.into_iter().map(|rule| Rule { source, ..rule }).collect()
});

/// The faults of a file, and the notes on it, in the order of [`Code`](crate::tournament::Code), which has their titles. The example is
/// a file with the fault.
pub(super) static FAULTS: LazyLock<Vec<Diagnostic>> = LazyLock::new(|| diagnostics(read(include_str!("faults.toml"))));

/// What a file says of an id.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Text {
    title: String,
    source: String,
    meaning: String,
    reading: String,
    example: String,
    help: String,
}

/// The texts of a file by their ids, each with its place there.
pub(super) type Texts = BTreeMap<Spanned<String>, Text>;

/// What a file of the program says. Tests read all of them.
pub(super) fn read<T: Deserialize<'static>>(file: &'static str) -> T {
    toml::from_str(file).expect("a file of the program, which its tests have read")
}

fn in_order(texts: Texts) -> impl Iterator<Item = (&'static str, Text)> {
    let texts = texts.into_iter().sorted_by_key(|(id, _)| id.span().start);
    texts.map(|(id, text)| (&*id.into_inner().leak(), text))
}

/// The texts as rules. They stay until the program ends.
pub(super) fn rules(texts: Texts) -> Vec<Rule> {
    let rule = |(id, text): (_, Text)| Rule {
        id,
        title: text.title.leak(),
        source: text.source.leak(),
        meaning: text.meaning.leak(),
        reading: text.reading.leak(),
    };
    in_order(texts).map(rule).collect()
}

/// The texts as messages. They stay until the program ends.
pub(super) fn diagnostics(texts: Texts) -> Vec<Diagnostic> {
    let diagnostic = |(id, text): (_, Text)| Diagnostic {
        id,
        title: text.title.leak(),
        meaning: text.meaning.leak(),
        example: text.example.leak(),
        help: text.help.leak(),
    };
    in_order(texts).map(diagnostic).collect()
}
