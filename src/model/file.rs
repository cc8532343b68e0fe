//! The keys of a model file, each with its place in the file until everything is checked.
//!
//! A key either changes the model or is refused. Refused are unknown keys, repeated entries, and keys that others in the file
//! leave without effect.

use super::choice::find;
use super::error::{Checked, SpanFault, unsound};
use super::expression::{self, Counted, DefineFile, Definition, Part};
use super::{
    Formulation, MOST_TIERS, MOST_WEIGHT, Model, ModelError, ModelFault, Objective, Side, StudentFile, SystemModel,
    Tier, Weight, Weighted,
};
use crate::files::nearest::did_you_mean;
use crate::rules::{Hard, Term};
use itertools::Itertools;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error, IgnoredAny, Unexpected, Visitor};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use toml::Spanned;

/// A model file.
#[derive(Debug, Clone, Copy)]
pub(super) struct ModelFile<'a> {
    pub path: &'a str,
    pub text: &'a str,
}

/// The keys that say how a file is read.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct ModelFileHead {
    kind: Option<Spanned<String>>,
    pub objective_of: Option<Spanned<String>>,
}

const KINDS: &str = "write kind = \"objective\" for tiers of weighted terms, or kind = \"as-written\" for the student's text; a system has \
                     no file, and is named by its id";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ObjectiveFile {
    #[serde(rename = "kind")]
    _kind: IgnoredAny,
    name: Spanned<String>,
    summary: Spanned<String>,
    formulation: Formulation,
    objective_of: Option<Spanned<String>>,
    hard: Option<Spanned<Vec<Spanned<Hard>>>>,
    relax: Option<Spanned<Vec<Spanned<Hard>>>>,
    #[serde(default)]
    define: Vec<Spanned<DefineFile>>,
    #[serde(default)]
    tier: Vec<Spanned<TierFile>>,
    side: Option<Spanned<SideFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TierFile {
    name: Spanned<String>,
    terms: Spanned<Vec<Spanned<WeightedFile>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightedFile {
    term: Spanned<String>,
    weight: Weight,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SideFile {
    max_downfloats: Option<Number>,
    max_same_federation: Option<Number>,
    #[serde(default)]
    forced: Vec<Spanned<Vec<Number>>>,
    #[serde(default)]
    forbidden: Vec<Spanned<Vec<Number>>>,
}

/// A whole number within a range, with the advice for one beyond it.
struct WholeNumber {
    range: RangeInclusive<i64>,
    beyond: &'static str,
}

impl Visitor<'_> for WholeNumber {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}{}", self.range.start(), self.range.end(), self.beyond)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<i64, E> {
        let is_within = self.range.contains(&number);
        is_within.then_some(number).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }
}

/// The whole number of a weight in the student's text.
pub(super) fn weight<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let range = -i64::from(MOST_WEIGHT)..=i64::from(MOST_WEIGHT);
    let weight = deserializer
        .deserialize_i64(WholeNumber { range, beyond: "; what matters more goes into a tier of its own" })?;
    i32::try_from(weight).map_err(D::Error::custom)
}

/// A pairing number, or a number of boards.
pub(super) struct Number(pub u32);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = deserializer.deserialize_i64(WholeNumber { range: 0..=i64::from(u32::MAX), beyond: "" })?;
        u32::try_from(number).map(Self).map_err(D::Error::custom)
    }
}

impl ModelFile<'_> {
    /// The model of the file.
    pub fn model(self) -> Result<Model, ModelError> {
        if !self.is_as_written()? {
            return self.objective().map(Model::Objective);
        }
        let file: StudentFile = self.read()?;
        self.located(file.checked()).map(Model::AsWritten)
    }

    /// Whether it is of the student's text, and not of an objective.
    fn is_as_written(self) -> Result<bool, ModelError> {
        let head: ModelFileHead = self.read()?;
        let Some(kind) = head.kind else {
            return Err(self.wrong(&(0..0), format!("the file does not say what kind of model it is; {KINDS}")));
        };
        match kind.get_ref().as_str() {
            "objective" => Ok(false),
            "as-written" => Ok(true),
            other => Err(self.wrong(&kind.span(), format!("there is no kind '{other}'; {KINDS}"))),
        }
    }

    /// The objective of the file itself, or of the one that it names.
    fn objective(self) -> Result<Objective, ModelError> {
        let file: ObjectiveFile = self.read()?;
        let Some(of) = &file.objective_of else { return self.located(file.checked(self)) };
        let twice = "the file takes its objective from another, with hard rules, tiers and side constraints; leave this \
                     out, or leave out objective-of";
        let [hard, relax] = [&file.hard, &file.relax].map(|rules| rules.as_ref().map(Spanned::span));
        let define = file.define.first().map(Spanned::span);
        let own = [hard, relax, file.tier.first().map(Spanned::span), define];
        let side = file.side.as_ref().map(Spanned::span);
        if let Some(span) = own.into_iter().flatten().chain(side).min_by_key(|span| span.start) {
            return Err(self.wrong(&span, twice));
        }
        let wrong = |what: String| self.wrong(&of.span(), what);
        let folder = Path::new(self.path).parent().unwrap_or(Path::new(""));
        let (path, text) = find(of.get_ref(), folder).map_err(|error| wrong(error.to_string()))?;
        let other = ModelFile { path: &path, text: &text };
        let without = match SystemModel::named(&path) {
            Some(_) => Some("a system, which has no objective"),
            None => other.is_as_written()?.then_some("the student's text, whose objective does not pair"),
        };
        if let Some(what) = without {
            return Err(wrong(format!("{path} is {what}; name another model")));
        }
        let origin: ObjectiveFile = other.read()?;
        if let Some(next) = &origin.objective_of {
            return Err(wrong(format!("{path} takes its objective from '{}' itself; name that one", next.get_ref())));
        }
        let Objective { hard, may_break, tiers, define, side, .. } = other.located(origin.checked(other))?;
        let (name, summary) = self.located(named(file.name, file.summary))?;
        Ok(Objective { name, summary, formulation: file.formulation, hard, may_break, tiers, define, side })
    }

    fn read<T: DeserializeOwned>(self) -> Result<T, ModelError> {
        toml::from_str(self.text).map_err(|error: toml::de::Error| {
            let span = error.span().unwrap_or_default();
            self.wrong(&span, error.message().trim_end())
        })
    }

    fn located<T>(self, checked: Checked<T>) -> Result<T, ModelError> {
        checked.map_err(|SpanFault { at, what }| self.wrong(&at, what))
    }

    fn wrong(self, span: &Range<usize>, what: impl Into<String>) -> ModelError {
        ModelError::Wrong { path: self.path.to_owned(), fault: Box::new(ModelFault::new(self.text, span, what)) }
    }
}

impl ObjectiveFile {
    /// The objective that the file writes out itself.
    fn checked(self, file: ModelFile<'_>) -> Checked<Objective> {
        let (name, summary) = named(self.name, self.summary)?;
        let Some(hard) = self.hard else {
            return unsound(0..0, "the key hard is missing; list the hard rules, or name a model by objective-of");
        };
        let hard = hard.into_inner();
        if let Some(rule) = repeated(&hard) {
            return unsound(rule.span(), "the rule is there twice; leave out one of them");
        }
        let define = expression::checked(file.path, file.text, self.define)?;
        let mut tiers: Vec<Tier> = Vec::new();
        for tier in self.tier {
            let span = tier.get_ref().name.span();
            let tier = tier.into_inner().checked(&define)?;
            if tiers.iter().any(|before| before.name == tier.name) {
                return unsound(span, format!("there is a tier '{}' before; give each a name of its own", tier.name));
            }
            if tiers.len() == MOST_TIERS {
                return unsound(span, format!("a file has at most {MOST_TIERS} tiers; leave out this one"));
            }
            tiers.push(tier);
        }
        if tiers.is_empty() {
            return unsound(
                0..0,
                "the file has no [[tier]]; add one with its name and terms, or name a model by objective-of",
            );
        }
        all_are_used(&define, &tiers)?;
        let side = self.side.map(Spanned::into_inner).unwrap_or_default().checked()?;
        let hard: Vec<Hard> = hard.into_iter().map(Spanned::into_inner).collect();
        let may_break = self.relax.map_or(Ok(Vec::new()), |relax| given_up(relax, &hard))?;
        Ok(Objective { name, summary, formulation: self.formulation, hard, may_break, tiers, define, side })
    }
}

/// Hard rules that a repair may give up.
fn given_up(relax: Spanned<Vec<Spanned<Hard>>>, hard: &[Hard]) -> Checked<Vec<Hard>> {
    if relax.get_ref().is_empty() {
        return unsound(
            relax.span(),
            "the list is empty; name the rules that a repair may give up, or leave out relax",
        );
    }
    if let Some(rule) = repeated(relax.get_ref()) {
        return unsound(rule.span(), "the rule is there twice; leave out one of them");
    }
    if let Some(rule) = relax.get_ref().iter().find(|rule| !hard.contains(rule.get_ref())) {
        return unsound(rule.span(), "the rule is not among the hard rules, so no repair gives it up; leave it out");
    }
    Ok(relax.into_inner().into_iter().map(Spanned::into_inner).collect())
}

impl TierFile {
    fn checked(self, define: &[Definition]) -> Checked<Tier> {
        let name = said("tier's name", self.name)?;
        if self.terms.get_ref().is_empty() {
            return unsound(self.terms.span(), "the tier counts nothing; give it at least one term");
        }
        let mut terms: Vec<Weighted> = Vec::new();
        for weighted in self.terms.into_inner() {
            let (span, WeightedFile { term, weight }) = (weighted.span(), weighted.into_inner());
            let term = counted(&term, define)?;
            if terms.iter().any(|before| before.term == term) {
                return unsound(span, "the tier has the term already; give it one weight");
            }
            terms.push(Weighted { term, weight });
        }
        Ok(Tier { name, terms })
    }
}

/// The term of this name: one of the program, or a definition.
fn counted(name: &Spanned<String>, define: &[Definition]) -> Checked<Counted> {
    let wanted = name.get_ref();
    if let Some(term) = Term::ALL.iter().find(|term| Counted::Term(**term).name() == wanted) {
        return Ok(Counted::Term(*term));
    }
    match define.iter().find(|definition| definition.name() == wanted) {
        Some(definition) if definition.is_term() => Ok(Counted::Defined(definition.clone())),
        Some(_) => unsound(name.span(), format!("'{wanted}' forbids and counts nothing; give it pair, colour or bye")),
        None => {
            let terms = Term::ALL.iter().map(|term| Counted::Term(*term).name().to_owned());
            let names: Vec<String> =
                terms.chain(define.iter().map(|definition| definition.name().to_owned())).collect();
            let (meant, list) = (did_you_mean(wanted, &names), names.join(", "));
            unsound(name.span(), format!("there is no term '{wanted}'{meant}; name one of {list}, or [[define]] one"))
        }
    }
}

/// Refuse a definition that counts something in no tier, and neither forbids nor caps anything.
fn all_are_used(define: &[Definition], tiers: &[Tier]) -> Checked<()> {
    let in_tiers = |definition: &Definition| {
        let mut terms = tiers.iter().flat_map(|tier| &tier.terms);
        terms.any(|weighted| weighted.term.defined() == Some(definition))
    };
    for definition in define {
        let (is_counted, is_capped) = (in_tiers(definition), definition.most_boards().is_some());
        let is_idle = definition.is_term() && !is_counted && !is_capped;
        let needs_tier = [Part::Colour, Part::Bye].iter().any(|part| definition.part(*part).is_some());
        if is_idle || (needs_tier && !is_counted) {
            let what = "counts something, and no tier has it; put it into the terms of a tier, or leave it out";
            return unsound(definition.named_at(), format!("'{}' {what}", definition.name()));
        }
    }
    Ok(())
}

/// A list of players is as many pairs as half its square.
const MOST_FORBIDDEN: usize = 500_000;

impl SideFile {
    fn checked(self) -> Checked<Side> {
        let unordered = |one: u32, other: u32| (one.min(other), one.max(other));
        let mut seen: BTreeMap<(u32, u32), &str> = BTreeMap::new();
        let (mut forced, mut forced_players) = (Vec::new(), BTreeSet::new());
        for pair in self.forced {
            let (span, [one, other]) = (pair.span(), two_players(pair)?);
            if seen.insert(unordered(one, other), "there twice").is_some() {
                return unsound(span, format!("the pair {one}-{other} is there twice; leave out one of them"));
            }
            if let Some(twice) = [one, other].into_iter().find(|id| !forced_players.insert(*id)) {
                return unsound(span, format!("player {twice} is forced to meet another, too; leave out one pair"));
            }
            forced.push([one, other]);
        }
        seen.values_mut().for_each(|why| *why = "forced, too");
        let mut forbidden: Vec<[u32; 2]> = Vec::new();
        for group in self.forbidden {
            let span = group.span();
            for [one, other] in players(group)?.into_iter().array_combinations() {
                if let Some(why) = seen.insert(unordered(one, other), "there twice") {
                    return unsound(span, format!("the pair {one}-{other} is {why}; leave out one of them"));
                }
                if forbidden.len() == MOST_FORBIDDEN {
                    return unsound(
                        span,
                        format!("more than {MOST_FORBIDDEN} pairs are forbidden; make the lists shorter"),
                    );
                }
                forbidden.push([one, other]);
            }
        }
        let [max_downfloats, max_same_federation] =
            [self.max_downfloats, self.max_same_federation].map(|most| most.map(|Number(most)| most));
        Ok(Side { max_downfloats, max_same_federation, forced, forbidden })
    }
}

/// The two of a forced pair.
fn two_players(pair: Spanned<Vec<Number>>) -> Checked<[u32; 2]> {
    let span = pair.span();
    match players(pair)?[..] {
        [one, other] => Ok([one, other]),
        ref others => unsound(
            span,
            format!("a forced pair is two players, not {}; write a pair of its own for each two", others.len()),
        ),
    }
}

/// Two players or more, none of them twice.
fn players(group: Spanned<Vec<Number>>) -> Checked<Vec<u32>> {
    let span = group.span();
    let ids: Vec<u32> = group.into_inner().into_iter().map(|Number(id)| id).collect();
    if ids.contains(&0) {
        return unsound(span, "there is no player 0; write pairing numbers");
    }
    if let Some(id) = ids.iter().duplicates().next() {
        return unsound(span, format!("player {id} does not meet himself; write different pairing numbers"));
    }
    match ids.len() {
        2.. => Ok(ids),
        few => unsound(span, format!("a pair is two players, not {few}; write two pairing numbers or more")),
    }
}

pub(super) fn named(name: Spanned<String>, summary: Spanned<String>) -> Checked<(String, String)> {
    Ok((said("name", name)?, said("summary", summary)?))
}

/// Words in one line.
fn said(what: &str, text: Spanned<String>) -> Checked<String> {
    if text.get_ref().trim().is_empty() {
        return unsound(text.span(), format!("the {what} is empty; reports show it, so say something"));
    }
    if text.get_ref().contains(char::is_control) {
        return unsound(
            text.span(),
            format!("the {what} has a line break or a tab; write it in one line, with blanks"),
        );
    }
    Ok(text.into_inner())
}

/// The first repeated entry.
pub(super) fn repeated<T: PartialEq>(list: &[Spanned<T>]) -> Option<&Spanned<T>> {
    let is_repeated = |index: &usize| list[..*index].iter().any(|before| before.get_ref() == list[*index].get_ref());
    (0..list.len()).find(is_repeated).map(|index| &list[index])
}
