//! A `[[define]]` as a file has it, and what is wrong with it.

use super::super::error::{Checked, unsound};
use super::super::file::Number;
use super::datum::Type;
use super::definition::{DefinitionContent, Part, PlacedExpression};
use super::placement::Placement;
use super::{Counted, Definition, Expression};
use crate::rules::Term;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::ops::Range;
use std::sync::{Arc, Mutex};
use strum::VariantArray;
use toml::Spanned;

/// The keys of a definition: of a file, with their places, or for a record.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(!deny_unknown_fields, description = "The keys of the file, for a record.")]
pub(in super::super) struct DefineFile<Text = Spanned<String>, Most = Spanned<Number>> {
    /// The name, by which a tier counts it.
    name: Text,
    /// What a board counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<Text>,
    /// What a player with a colour counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<Text>,
    /// What the bye counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    bye: Option<Text>,
    /// Which boards are forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    forbid: Option<Text>,
    /// Which colours are forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    forbid_colour: Option<Text>,
    /// Which byes are forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    forbid_bye: Option<Text>,
    /// At how many boards `pair` may hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    count_at_most: Option<Most>,
    /// For each group, such as a club, the cap holds alone; this finds the groups of a board.
    #[serde(skip_serializing_if = "Option::is_none")]
    per: Option<Text>,
}

/// The definitions of a file of this path and text.
pub(in super::super) fn checked(path: &str, text: &str, files: Vec<Spanned<DefineFile>>) -> Checked<Vec<Definition>> {
    let file: Arc<str> = text.into();
    let mut definitions: Vec<Definition> = Vec::new();
    let mut bytes = 0;
    for define in files {
        let (span, define) = (define.span(), define.into_inner());
        let DefineFile { pair, colour, bye, forbid, forbid_colour, forbid_bye, per, .. } = &define;
        let texts = [pair, colour, bye, forbid, forbid_colour, forbid_bye, per].into_iter().flatten();
        bytes += texts.map(|text| text.get_ref().len()).sum::<usize>();
        if bytes > MOST_DEFINED {
            let what = format!(
                "the expressions of a file have at most {MOST_DEFINED} bytes together, and those up to this definition have {bytes}; \
                 make them shorter, or fewer"
            );
            return unsound(span, what);
        }
        if definitions.len() == MOST_DEFINITIONS {
            return unsound(span, format!("a file has at most {MOST_DEFINITIONS} definitions; leave out this one"));
        }
        let named = define.name.span();
        let definition = define.checked(path, &file, span)?;
        let is_known = |other: &Definition| other.name() == definition.name();
        if definitions.iter().any(is_known)
            || Term::ALL.iter().any(|term| Counted::Term(*term).name() == definition.name())
        {
            let what = format!("there is a term '{}' before; give each a name of its own", definition.name());
            return unsound(named, what);
        }
        definitions.push(definition);
    }
    Ok(definitions)
}

/// The greatest number of bytes of all expressions of a file, and of its definitions: each is evaluated for all pairs of a round.
pub const MOST_DEFINED: usize = 20_000;

const MOST_DEFINITIONS: usize = 200;

impl DefineFile {
    fn checked(self, path: &str, file: &Arc<str>, span: Range<usize>) -> Checked<Definition> {
        let Self { name, pair, colour, bye, forbid, forbid_colour, forbid_bye, count_at_most, per } = self;
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let (named_at, name) = (name.span(), name.into_inner());
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_plain) || name.len() > 40 {
            let what = "a name has a small letter, then small letters, digits and hyphens, 40 characters at most";
            return unsound(named_at, what);
        }
        if let (Some(most), None) = (&count_at_most, &pair) {
            return unsound(most.span(), "count-at-most is about the boards of which pair holds; add pair");
        }
        if let (Some(per), None) = (&per, &count_at_most) {
            return unsound(per.span(), "per says for which groups a cap holds alone; add count-at-most");
        }
        let mut parts = [const { None }; 7];
        let texts = [pair, colour, bye, forbid, forbid_colour, forbid_bye, per];
        for (part, text) in Part::VARIANTS.iter().zip(texts) {
            let is_condition = part.forbids() || *part == Part::Pair && count_at_most.is_some();
            let placed = text.map(|text| placed(file, *part, &text, is_condition));
            parts[*part as usize] = placed.transpose()?;
        }
        if parts.iter().all(Option::is_none) {
            return unsound(
                span,
                "the definition says nothing; add pair, colour, bye, forbid, forbid-colour or forbid-bye",
            );
        }
        Ok(Definition(Arc::new(DefinitionContent {
            id: format!("define.{name}"),
            name,
            parts,
            count_at_most: count_at_most.map(|most| most.into_inner().0),
            named_at,
            path: path.to_owned(),
            file: file.clone(),
            kept: Mutex::default(),
        })))
    }
}

fn placed(file: &str, part: Part, text: &Spanned<String>, is_condition: bool) -> Checked<PlacedExpression> {
    let placement = Placement::new(file, text);
    let expression = match Expression::new(part.subject(), text.get_ref()) {
        Ok(expression) => expression,
        Err(fault) => return unsound(placement.of(&fault.at), fault.what),
    };
    let span = text.span();
    match (&expression.kind, is_condition) {
        _ if part == Part::Per => {}
        (Type::Bool, _) | (Type::Number | Type::Any, false) => {}
        (kind, true) => {
            return unsound(span, format!("this is a {kind}; a rule and a cap need a condition, true or false"));
        }
        (kind, false) => {
            return unsound(span, format!("this is a {kind}; a term counts numbers, or conditions as 0 and 1"));
        }
    }
    Ok(PlacedExpression { expression, placement })
}

impl Serialize for Definition {
    /// The keys of the file.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texts = self.0.parts.each_ref().map(|placed| placed.as_ref().map(|placed| placed.expression.text()));
        let ([pair, colour, bye, forbid, forbid_colour, forbid_bye, per], count_at_most) = (texts, self.most_boards());
        DefineFile { name: self.name(), pair, colour, bye, forbid, forbid_colour, forbid_bye, count_at_most, per }
            .serialize(serializer)
    }
}

impl JsonSchema for Definition {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Definition".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        DefineFile::<&str, u32>::json_schema(generator)
    }
}
