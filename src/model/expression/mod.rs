//! Expressions: terms, hard rules and caps that a model file writes itself, in CEL.
//!
//! The language is the [Common Expression Language](https://cel.dev), read by the crate `cel`. Names and kinds of values are checked
//! once, and values are found in exact fractions by our own evaluation: the crate's is in floating point, and knows no mixed
//! arithmetic. `docs/src/models/expressions.md` says what of CEL there is.

mod attribute;
mod compile;
mod counted;
mod counts;
mod datum;
mod define_file;
mod definition;
mod evaluate;
mod field;
mod formula;
mod number;
mod placement;
mod played;
mod table;

pub use attribute::{Attribute, RoundAttribute};
pub use counted::Counted;
pub(crate) use counts::DefinitionCounts;
pub use datum::Datum;
pub(crate) use datum::Type;
pub(super) use define_file::{DefineFile, checked};
pub use definition::Definition;
pub(super) use definition::GroupBoards;
pub(crate) use definition::Part;
pub use formula::Formula;
pub(crate) use formula::escaped;
pub(crate) use number::Exact;
pub(crate) use placement::Placement;
pub(crate) use played::{PlayedExpression, Unmeasured, sum};
pub(super) use table::PairTable;

use super::error::SpanFault;
use crate::graph::budget::spend;
use crate::tournament::{Colour, PlayerState, RoundState};
use cel::common::ast::{IdedExpr, SourceInfo};
use cel::parser::Parser;
use compile::{CompiledExpression, Compiler, Fact, PlayerColumns};
use evaluate::Scope;
use field::EvaluatedField;

/// How many bytes an expression has at most.
pub const MOST_EXPRESSION: usize = 2_000;

/// How deep its brackets may be. The parser is recursive.
const MOST_BRACKETS: usize = 32;

/// How many elements a value has at most, those of lists within it included, or 64 bytes of text in place of each: more than there may be
/// players.
const MOST_ELEMENTS: usize = 200_000;

/// The value of a node of an expression, whichever reading has found it: it spends the budget by its size, since what is made of a
/// value takes no longer. `of` says how many bytes of text a value is, and which elements it has. An error if they are too many.
pub(crate) fn weighed<V>(value: V, of: fn(&V) -> (usize, &[V])) -> Result<V, String> {
    fn left<V>(value: &V, of: fn(&V) -> (usize, &[V]), before: usize) -> Option<usize> {
        let (bytes, elements) = of(value);
        let size = bytes / 64 + elements.len();
        spend(size);
        elements.iter().try_fold(before.checked_sub(size)?, |before, one| left(one, of, before))
    }
    spend(1);
    let is_within = left(&value, of, MOST_ELEMENTS).is_some();
    is_within
        .then_some(value)
        .ok_or_else(|| format!("it makes a list or a text of more than {MOST_ELEMENTS} parts; make it shorter"))
}

/// What an expression is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A board: `a` is the higher player in pairing order, `b` the lower.
    Pair,
    /// A player `p` at a board, and the `colour` received.
    Colour,
    /// The receiver `p` of the bye.
    Bye,
    /// A player `p` to be paired.
    Player,
    /// A player `p` after the last round.
    Standing,
    /// The round alone.
    Round,
}

impl Subject {
    const fn players(self) -> &'static [&'static str] {
        match self {
            Self::Pair => &["a", "b"],
            Self::Colour | Self::Bye | Self::Player | Self::Standing => &["p"],
            Self::Round => &[],
        }
    }

    /// What of a round can be asked: after the last one, nothing of which it is.
    fn of_round(self) -> impl Iterator<Item = RoundAttribute> {
        let all = RoundAttribute::ALL.iter().copied();
        all.filter(move |attribute| self != Self::Standing || !attribute.says_which())
    }

    fn colour(self) -> Option<&'static str> {
        (self == Self::Colour).then_some("colour")
    }
}

/// An expression that was parsed and checked.
#[derive(Debug)]
pub struct Expression {
    text: String,
    part: Subject,
    parsed: IdedExpr,
    source: SourceInfo,
    code: CompiledExpression,
    kind: Type,
    facts: Vec<Fact>,
    uses_weights: bool,
}

impl Expression {
    /// The expression of this text.
    fn new(part: Subject, text: &str) -> Result<Self, SpanFault> {
        Self::of_columns(part, text, PlayerColumns::Unknown)
    }

    /// The same, if the columns of players are known already.
    fn of_columns(part: Subject, text: &str, columns: PlayerColumns<'_>) -> Result<Self, SpanFault> {
        if text.len() > MOST_EXPRESSION {
            return Err(SpanFault::new(
                0..text.len(),
                format!("an expression has at most {MOST_EXPRESSION} bytes; make it shorter"),
            ));
        }
        if let Some(at) = too_deep(text) {
            return Err(SpanFault::at(at, format!("brackets are at most {MOST_BRACKETS} deep; make it simpler")));
        }
        let (parsed, source) =
            Parser::new().parse_with_source_info(text).map_err(|errors| syntax(text, &errors.errors))?;
        let mut compiler = Compiler::new(part, text, &source, columns);
        let (code, kind) = compiler.compile(&parsed)?;
        let Compiler { facts, uses_weights, .. } = compiler;
        Ok(Self { text: text.to_owned(), part, parsed, source, code, kind, facts, uses_weights })
    }

    /// The text, as the file has it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The tree that the parser of the crate made.
    pub(crate) const fn parsed(&self) -> &IdedExpr {
        &self.parsed
    }

    /// The text of a literal, by the number of its node.
    pub(crate) fn literal(&self, node: u64) -> &str {
        let span = self.source.offset_for(node).map(|(start, stop)| start as usize..stop as usize + 1);
        span.and_then(|span| self.text.get(span)).unwrap_or_default()
    }

    /// Check the names and the kinds once more, when the columns of the organiser's table are known.
    fn check(&self, columns: &[String]) -> Result<(), SpanFault> {
        if let Some(column) = columns.iter().find(|name| Attribute::is_taken(name)) {
            let what = format!(
                "the attributes have a column '{column}', which is the name of something else in expressions; rename the column"
            );
            return Err(SpanFault::new(0..self.text.len(), what));
        }
        let columns = PlayerColumns::OfTable(columns);
        Compiler::new(self.part, &self.text, &self.source, columns).compile(&self.parsed).map(|_| ())
    }

    /// The columns that it asks for, if no attribute has the name.
    fn columns(&self) -> impl Iterator<Item = &str> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::Attribute(Attribute::Club) => Some("club"),
            Fact::Column { name, .. } => Some(name.as_str()),
            Fact::Attribute(_) => None,
        })
    }

    /// The attributes that it asks for.
    fn attributes(&self) -> impl Iterator<Item = Attribute> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::Attribute(attribute) => Some(*attribute),
            Fact::Column { .. } => None,
        })
    }

    /// The facts about `player` that it uses.
    fn facts(&self, field: &EvaluatedField<'_>, player: &PlayerState) -> Vec<Datum> {
        let column = |name: &str| attribute::of_column(field.state, player.id, name);
        let fact = |fact: &Fact| match fact {
            Fact::Attribute(Attribute::Club) => column("club").unwrap_or_else(|| Attribute::Club.of(field, player)),
            Fact::Attribute(attribute) => attribute.of(field, player),
            Fact::Column { name, .. } => column(name).unwrap_or_else(|| Datum::text("")),
        };
        self.facts.iter().map(fact).collect()
    }

    /// Its value for these facts: of two players, or of one, with the colour received.
    fn value(&self, state: &RoundState, facts: [&[Datum]; 2], colour: Option<Colour>) -> Result<Datum, SpanFault> {
        let colour = colour.map_or("", attribute::colour);
        Scope { facts, colour, state }.value(&self.code)
    }

    /// Its value for one player.
    fn of_player(&self, state: &RoundState, player: &PlayerState, colour: Option<Colour>) -> Result<Datum, SpanFault> {
        let facts = self.facts(&EvaluatedField::new(state), player);
        self.value(state, [&facts, &facts], colour)
    }

    /// Its value for two players, in either order.
    fn of_pair(&self, state: &RoundState, one: &PlayerState, other: &PlayerState) -> Result<Datum, SpanFault> {
        let (high, low) = if state.rank(one.id) <= state.rank(other.id) { (one, other) } else { (other, one) };
        let field = EvaluatedField::new(state);
        let [high, low] = [high, low].map(|player| self.facts(&field, player));
        self.value(state, [&high, &low], None)
    }
}

/// The byte of the first bracket that is too deep.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.bytes().position(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MOST_BRACKETS
    })
}

/// What to write in place of a power.
const NO_POWER: &str =
    "there is no sign for powers; write the product, such as (a.score - b.score) * (a.score - b.score)";

/// The first of the parser's errors.
fn syntax(text: &str, errors: &[cel::ParseError]) -> SpanFault {
    let Some(error) = errors.first() else { return SpanFault::new(0..text.len(), "this is no expression") };
    let (line, column) = error.pos;
    let before = text.split_inclusive('\n').take(usize::try_from(line - 1).unwrap_or(0)).map(str::len).sum::<usize>();
    let at = (before + usize::try_from(column - 1).unwrap_or(0)).min(text.len());
    let is_power = text[at.min(text.len())..].starts_with('^')
        || text.get(at.saturating_sub(1)..).is_some_and(|rest| rest.starts_with("**"));
    if is_power {
        return SpanFault::at(at, NO_POWER);
    }
    // The parser lists all that could stand there.
    let what = error.msg.split(" expecting ").next().unwrap_or_default();
    let what = what.strip_prefix("Syntax error: ").unwrap_or(what).replace("<EOF>", "the end");
    let what = if what.contains("OtherError") { "it is too deep".to_owned() } else { what };
    SpanFault::at(at, format!("this is no expression: {what}"))
}
