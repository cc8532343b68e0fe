use super::super::error::ModelFault;
use super::super::file::{Checked, Number, unsound};
use super::counts::{CountsCache, DefinitionCounts, Uncounted};
use super::datum::Type;
use super::number::Exact;
use super::placement::Placement;
use super::{Attribute, Datum, Expression, ExpressionFault, Formula, Subject};
use crate::rules::Term;
use crate::tournament::{Colour, PlayerState, RoundState};
use itertools::Itertools;
use num_traits::Signed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// The greatest count of a board, a player or a bye, without its sign: the square of any number of five digits, such as a difference
/// of ratings, is below it. Whether the counts of a whole round stay within the range of values depends on the round, on weights and on
/// places: [`Objective::check_range`](crate::model::Objective::check_range) looks at them.
pub const MOST_COUNT: i64 = 10_000_000_000;

/// A `[[define]]` of a model file: what it counts, what it forbids, and how often it may be.
#[derive(Debug, Clone)]
pub struct Definition(Arc<DefinitionContent>);

#[derive(Debug)]
struct DefinitionContent {
    name: String,
    id: String,
    pair: Option<PlacedExpression>,
    colour: Option<PlacedExpression>,
    bye: Option<PlacedExpression>,
    forbid: Option<PlacedExpression>,
    forbid_colour: Option<PlacedExpression>,
    forbid_bye: Option<PlacedExpression>,
    count_at_most: Option<u32>,
    /// The bytes of the name in the file.
    named_at: Range<usize>,
    path: String,
    file: Arc<str>,
    kept: CountsCache,
}

/// An expression, and where it is in the file.
#[derive(Debug)]
struct PlacedExpression {
    expression: Expression,
    placement: Placement,
}

/// The keys of a definition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in super::super) struct DefineFile {
    name: Spanned<String>,
    pair: Option<Spanned<String>>,
    colour: Option<Spanned<String>>,
    bye: Option<Spanned<String>>,
    forbid: Option<Spanned<String>>,
    forbid_colour: Option<Spanned<String>>,
    forbid_bye: Option<Spanned<String>>,
    count_at_most: Option<Spanned<Number>>,
}

/// Why a definition cannot be asked of a round.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DefinitionRefusal(String);

impl DefinitionRefusal {
    pub(in super::super) fn new(what: String) -> Self {
        Self(what)
    }
}

/// The definitions of a file of this path and text.
pub(in super::super) fn checked(path: &str, text: &str, files: Vec<Spanned<DefineFile>>) -> Checked<Vec<Definition>> {
    let file: Arc<str> = text.into();
    let mut definitions: Vec<Definition> = Vec::new();
    let mut bytes = 0;
    for define in files {
        let (span, define) = (define.span(), define.into_inner());
        bytes += define.bytes();
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
    /// How many bytes its expressions have.
    fn bytes(&self) -> usize {
        let all = [&self.pair, &self.colour, &self.bye, &self.forbid, &self.forbid_colour, &self.forbid_bye];
        all.into_iter().flatten().map(|text| text.get_ref().len()).sum()
    }

    fn checked(self, path: &str, file: &Arc<str>, span: Range<usize>) -> Checked<Definition> {
        let name = self.name.get_ref();
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_plain) || name.len() > 40 {
            let what = "a name has a small letter, then small letters, digits and hyphens, 40 characters at most";
            return unsound(self.name.span(), what);
        }
        let place = |part: Subject, text: Option<Spanned<String>>, is_condition: bool| match text {
            Some(text) => placed(file, part, &text, is_condition).map(Some),
            None => Ok(None),
        };
        let is_capped = self.count_at_most.is_some();
        if let (Some(most), None) = (&self.count_at_most, &self.pair) {
            return unsound(most.span(), "count-at-most is about the boards of which pair holds; add pair");
        }
        let content = DefinitionContent {
            name: name.clone(),
            id: format!("define.{name}"),
            pair: place(Subject::Pair, self.pair, is_capped)?,
            colour: place(Subject::Colour, self.colour, false)?,
            bye: place(Subject::Bye, self.bye, false)?,
            forbid: place(Subject::Pair, self.forbid, true)?,
            forbid_colour: place(Subject::Colour, self.forbid_colour, true)?,
            forbid_bye: place(Subject::Bye, self.forbid_bye, true)?,
            count_at_most: self.count_at_most.map(|most| most.into_inner().0),
            named_at: self.name.span(),
            path: path.to_owned(),
            file: file.clone(),
            kept: CountsCache::default(),
        };
        let definition = Definition(Arc::new(content));
        if definition.all().next().is_none() {
            return unsound(
                span,
                "the definition says nothing; add pair, colour, bye, forbid, forbid-colour or forbid-bye",
            );
        }
        Ok(definition)
    }
}

fn placed(file: &str, part: Subject, text: &Spanned<String>, is_condition: bool) -> Checked<PlacedExpression> {
    let placement = Placement::new(file, text);
    let expression = match Expression::new(part, text.get_ref()) {
        Ok(expression) => expression,
        Err(fault) => return unsound(placement.of(&fault.at), fault.what),
    };
    let span = text.span();
    match (&expression.kind, is_condition) {
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

/// A count in thousandths.
pub(super) fn thousandths(datum: Datum) -> Result<i64, ExpressionFault> {
    let fault = |what: String| Err(ExpressionFault::at(0, what));
    let number = match datum {
        Datum::Bool(is) => Exact::from_integer(is.into()),
        Datum::Number(number) => number,
        other => return fault(format!("it finds {other}, {}, which is no count", other.kind())),
    };
    if number.abs() > Exact::from_integer(MOST_COUNT.into()) {
        return fault(format!("it counts {number}, and a count is at most {MOST_COUNT}; make it smaller"));
    }
    let thousandths = number * Exact::from_integer(1000);
    match i64::try_from(*thousandths.numer()) {
        Ok(count) if thousandths.is_integer() => Ok(count),
        _ => fault(format!(
            "it counts {number}, and a count is a decimal with at most 3 places; multiply it, or take floor(…) of it"
        )),
    }
}

impl Definition {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The bytes of the file with the name.
    pub(in super::super) fn named_at(&self) -> Range<usize> {
        self.0.named_at.clone()
    }

    /// The name in reports: `define.` and the name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// At how many boards the condition may hold, if there is a cap.
    #[must_use]
    pub fn most_boards(&self) -> Option<u32> {
        self.0.count_at_most
    }

    /// Whether it can be a term.
    #[must_use]
    pub fn is_term(&self) -> bool {
        self.0.pair.is_some() || self.0.colour.is_some() || self.0.bye.is_some()
    }

    /// Whether it forbids something.
    #[must_use]
    pub fn is_rule(&self) -> bool {
        self.0.forbid.is_some() || self.0.forbid_colour.is_some() || self.0.forbid_bye.is_some()
    }

    /// What a board counts.
    pub(crate) fn pair(&self) -> Option<&Expression> {
        self.0.pair.as_ref().map(|placed| &placed.expression)
    }

    /// What a player at a board counts.
    pub(crate) fn colour(&self) -> Option<&Expression> {
        self.0.colour.as_ref().map(|placed| &placed.expression)
    }

    /// What the bye counts.
    pub(crate) fn bye(&self) -> Option<&Expression> {
        self.0.bye.as_ref().map(|placed| &placed.expression)
    }

    /// Which boards are forbidden.
    pub(crate) fn forbidden_pair(&self) -> Option<&Expression> {
        self.0.forbid.as_ref().map(|placed| &placed.expression)
    }

    /// Which colours are forbidden.
    pub(crate) fn forbidden_colour(&self) -> Option<&Expression> {
        self.0.forbid_colour.as_ref().map(|placed| &placed.expression)
    }

    /// Which byes are forbidden.
    pub(crate) fn forbidden_bye(&self) -> Option<&Expression> {
        self.0.forbid_bye.as_ref().map(|placed| &placed.expression)
    }

    fn all(&self) -> impl Iterator<Item = (&'static str, &PlacedExpression)> {
        let DefinitionContent { pair, colour, bye, forbid, forbid_colour, forbid_bye, .. } = &*self.0;
        let keys = ["pair", "colour", "bye", "forbid", "forbid-colour", "forbid-bye"];
        let parts = [pair, colour, bye, forbid, forbid_colour, forbid_bye];
        keys.into_iter().zip(parts).filter_map(|(key, placed)| Some((key, placed.as_ref()?)))
    }

    /// Each expression by the key of the file.
    pub fn expressions(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.all().map(|(key, placed)| (key, placed.expression.text()))
    }

    /// The same as formulas.
    pub fn formulas(&self) -> impl Iterator<Item = (&'static str, Formula)> {
        self.all().map(|(key, placed)| (key, placed.expression.formula()))
    }

    /// The columns of the organiser's table that it asks for; `club` also if the file may have it.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.all().flat_map(|(_, placed)| placed.expression.columns())
    }

    /// The columns that it asks for and that no attribute is, so that a tournament or the organiser's table must have them.
    pub fn own_columns(&self) -> impl Iterator<Item = &str> {
        self.columns().filter(|name| Attribute::named(name).is_none()).unique()
    }

    /// What it asks of players and none of the round has, where a file may say it: a clause for each, such as `no player has a
    /// club, so a.club is ''`.
    pub fn says_nothing_of(&self, state: &RoundState) -> Vec<String> {
        let has_column =
            |name: &str| state.attributes().is_some_and(|table| table.columns.iter().any(|one| one == name));
        let players = state.players();
        let empty = |attribute: Attribute| {
            let (what, value, is_there): (_, _, fn(&PlayerState) -> bool) = match attribute {
                Attribute::Club if has_column("club") => return None,
                Attribute::Club => ("club", "''", |player| player.club.is_some()),
                Attribute::Federation => ("federation", "''", |player| player.federation.is_some()),
                Attribute::Title => ("title", "''", |player| player.title.is_some()),
                Attribute::Rating => ("rating", "0", |player| player.rating.is_some()),
                _ => return None,
            };
            let is_empty = !players.is_empty() && !players.iter().any(is_there);
            is_empty.then(|| format!("no player has a {what}, so '{}' finds {value} for everybody", self.name()))
        };
        self.all().flat_map(|(_, placed)| placed.expression.attributes()).unique().filter_map(empty).collect()
    }

    /// Whether it asks for the organiser's numbers of pairs.
    #[must_use]
    pub fn uses_weights(&self) -> bool {
        self.all().any(|(_, placed)| placed.expression.uses_weights)
    }

    /// Whether it asks for places by lot.
    #[must_use]
    pub fn uses_lots(&self) -> bool {
        self.all().any(|(_, placed)| placed.expression.attributes().any(|attribute| attribute == Attribute::LotPlace))
    }

    /// How many places its counts have: those of conditions are counted in tenths, as all terms are.
    #[must_use]
    pub fn places(&self) -> u32 {
        let DefinitionContent { pair, colour, bye, .. } = &*self.0;
        let is_condition = |placed: &PlacedExpression| placed.expression.kind == Type::Bool;
        if [pair, colour, bye].into_iter().flatten().all(is_condition) { 1 } else { 3 }
    }

    /// A count in thousandths, with [`Definition::places`].
    fn placed(&self, thousandths: i64) -> i64 {
        if self.places() == 1 { thousandths / 100 } else { thousandths }
    }

    /// That `expression` cannot be asked of the round.
    pub(super) fn refused(&self, expression: &Expression, fault: &ExpressionFault, of: &str) -> DefinitionRefusal {
        let placed =
            self.all().map(|(_, placed)| placed).find(|placed| std::ptr::eq(&raw const placed.expression, expression));
        let span = placed.map_or(0..0, |placed| placed.placement.of(&fault.at));
        let fault = ModelFault::new(&self.0.file, &span, fault.what.clone());
        let (line, column) = (fault.at.line, fault.at.column);
        DefinitionRefusal(format!("{}, line {line}, column {column}: {}{of}: {}", self.0.path, self.name(), fault.what))
    }

    /// Check that every name is known in the round of `state`.
    pub(super) fn check_names(&self, state: &RoundState) -> Result<(), DefinitionRefusal> {
        let columns = state.attributes().map(|table| table.columns.as_slice()).unwrap_or_default();
        self.all().try_for_each(|(_, PlacedExpression { expression, .. })| {
            expression.check(columns).map_err(|fault| self.refused(expression, &fault, ""))
        })
    }

    /// What it counts and forbids in the round of `state`. It is found once, for all who ask as long as the round is alive.
    pub(in super::super) fn counts(
        &self,
        state: &RoundState,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Arc<DefinitionCounts>, Uncounted> {
        if let Some(counts) = self.0.kept.of(state) {
            return Ok(counts);
        }
        let counts = Arc::new(DefinitionCounts::new(self, state, is_over)?);
        self.0.kept.keep(state, counts.clone());
        Ok(counts)
    }

    /// What `found` says of `player`, if the counts of the round were found.
    fn known<T>(
        &self,
        state: &RoundState,
        player: &PlayerState,
        found: impl FnOnce(&DefinitionCounts, usize) -> Option<T>,
    ) -> Option<T> {
        found(&*self.0.kept.of(state)?, state.rank(player.id)?)
    }

    /// A count of [`PairTable`] as a count of the term.
    pub(in super::super) fn of_table(&self, thousandths: i64) -> i64 {
        self.placed(thousandths)
    }

    /// What a board of these two counts, with [`Definition::places`]; 0 in a round that [`Objective::check_range`] refuses.
    ///
    /// [`Objective::check_range`]: crate::model::Objective::check_range
    #[must_use]
    pub fn of_pair(&self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> i64 {
        let count = |expression: &Expression| expression.of_pair(state, one, other).and_then(thousandths);
        self.placed(self.pair().map_or(Ok(0), count).unwrap_or_default())
    }

    /// What `player` with `colour` counts, in the same way.
    #[must_use]
    pub fn of_colour(&self, state: &RoundState, player: &PlayerState, colour: Colour) -> i64 {
        let known = self.known(state, player, |counts, rank| counts.colour(rank, colour));
        let count = || Some(self.colour()?.of_player(state, player, Some(colour)).and_then(thousandths).unwrap_or(0));
        self.placed(known.or_else(count).unwrap_or(0))
    }

    /// What the bye of `player` counts, in the same way.
    #[must_use]
    pub fn of_bye(&self, state: &RoundState, player: &PlayerState) -> i64 {
        let known = self.known(state, player, DefinitionCounts::bye);
        let count = || Some(self.bye()?.of_player(state, player, None).and_then(thousandths).unwrap_or(0));
        self.placed(known.or_else(count).unwrap_or(0))
    }

    /// Whether it forbids a board of these two, whatever the colours.
    #[must_use]
    pub fn forbids_pair(&self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> bool {
        let known = self
            .known(state, one, |counts, rank| Some(counts.forbid.as_ref()?.of_pair(rank, state.rank(other.id)?) != 0));
        let holds = || Some(self.forbidden_pair()?.of_pair(state, one, other) == Ok(Datum::Bool(true)));
        known.or_else(holds).unwrap_or(false)
    }

    /// Whether it forbids `player` this colour.
    #[must_use]
    pub fn forbids_colour(&self, state: &RoundState, player: &PlayerState, colour: Colour) -> bool {
        let known = self.known(state, player, |counts, rank| counts.forbids_colour(rank, colour));
        let holds = || Some(self.forbidden_colour()?.of_player(state, player, Some(colour)) == Ok(Datum::Bool(true)));
        known.or_else(holds).unwrap_or(false)
    }

    /// Whether it forbids `player` the bye.
    #[must_use]
    pub fn forbids_bye(&self, state: &RoundState, player: &PlayerState) -> bool {
        let known = self.known(state, player, DefinitionCounts::forbids_bye);
        let holds = || Some(self.forbidden_bye()?.of_player(state, player, None) == Ok(Datum::Bool(true)));
        known.or_else(holds).unwrap_or(false)
    }
}

impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
            && self.most_boards() == other.most_boards()
            && self.expressions().eq(other.expressions())
    }
}

impl Eq for Definition {}

/// The keys of the file, for a record.
#[derive(Serialize, JsonSchema)]
#[serde(rename = "Definition", rename_all = "kebab-case")]
struct DefinitionKeys<'a> {
    /// The name, by which a tier counts it.
    name: &'a str,
    /// What a board counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<&'a str>,
    /// What a player with a colour counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<&'a str>,
    /// What the bye counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    bye: Option<&'a str>,
    /// Which boards are forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    forbid: Option<&'a str>,
    /// Which colours are forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    forbid_colour: Option<&'a str>,
    /// Which byes are forbidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    forbid_bye: Option<&'a str>,
    /// At how many boards `pair` may hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    count_at_most: Option<u32>,
}

impl Serialize for Definition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [pair, colour, bye, forbid, forbid_colour, forbid_bye] = [
            self.pair(),
            self.colour(),
            self.bye(),
            self.forbidden_pair(),
            self.forbidden_colour(),
            self.forbidden_bye(),
        ]
        .map(|expression| expression.map(Expression::text));
        let count_at_most = self.most_boards();
        let name = self.name();
        DefinitionKeys { name, pair, colour, bye, forbid, forbid_colour, forbid_bye, count_at_most }
            .serialize(serializer)
    }
}

impl JsonSchema for Definition {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Definition".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        DefinitionKeys::json_schema(generator)
    }
}

/// What a tier counts: a term of the program, or one of the model file's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// A term of the program.
    Term(Term),
    /// A definition of the file.
    Defined(Definition),
}

impl Counted {
    /// The name in a model file.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Term(term) => term.rule().id.trim_start_matches("ilp."),
            Self::Defined(definition) => definition.name(),
        }
    }

    /// The id in reports.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Term(term) => term.rule().id,
            Self::Defined(definition) => definition.id(),
        }
    }

    /// The id without its first part, as tables have it.
    #[must_use]
    pub fn short(&self) -> &str {
        self.id().split_once('.').map_or(self.id(), |(_, name)| name)
    }

    /// The title, or the name of a definition.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::Term(term) => term.rule().title,
            Self::Defined(definition) => definition.name(),
        }
    }

    /// The term, if it is one of the program.
    #[must_use]
    pub const fn built_in(&self) -> Option<Term> {
        match self {
            Self::Term(term) => Some(*term),
            Self::Defined(_) => None,
        }
    }

    /// The definition, if it is one.
    #[must_use]
    pub const fn defined(&self) -> Option<&Definition> {
        match self {
            Self::Term(_) => None,
            Self::Defined(definition) => Some(definition),
        }
    }

    /// How many places its counts have.
    #[must_use]
    pub fn places(&self) -> u32 {
        match self {
            Self::Term(term) => term.places(),
            Self::Defined(definition) => definition.places(),
        }
    }

    /// What it counts for two players at a board, without their colours.
    #[must_use]
    pub fn of_pair(&self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> i64 {
        match self {
            Self::Term(term) => term.of_pair(state, one, other),
            Self::Defined(definition) => definition.of_pair(state, one, other),
        }
    }

    /// What it counts for `player` at a board with `colour`.
    #[must_use]
    pub fn of_colour(&self, state: &RoundState, player: &PlayerState, colour: Colour) -> i64 {
        match self {
            Self::Term(term) => term.of_colour(state, player, colour),
            Self::Defined(definition) => definition.of_colour(state, player, colour),
        }
    }

    /// What it counts for the bye of `player`.
    #[must_use]
    pub fn of_bye(&self, state: &RoundState, player: &PlayerState) -> i64 {
        match self {
            Self::Term(term) => term.of_bye(state, player),
            Self::Defined(definition) => definition.of_bye(state, player),
        }
    }
}

impl From<Term> for Counted {
    fn from(term: Term) -> Self {
        Self::Term(term)
    }
}

impl PartialEq<Term> for Counted {
    fn eq(&self, other: &Term) -> bool {
        matches!(self, Self::Term(term) if term == other)
    }
}

impl Serialize for Counted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl JsonSchema for Counted {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Counted".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}
