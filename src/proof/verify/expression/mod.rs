//! The value of a model file's expressions, as the documentation says. It shares the parsed tree with the model, and nothing else.

mod facts;

use super::record::{Field, PlayerRecord};
use crate::model::{Expression, weighed};
use crate::tournament::{Cell, Colour};
use cel::common::ast::{CallExpr, ComprehensionExpr, Expr, IdedExpr, LiteralValue};
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Signed, Zero};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ExpressionValue {
    Truth(bool),
    Number(Ratio<i128>),
    Text(Rc<str>),
    List(Rc<[ExpressionValue]>),
}

impl ExpressionValue {
    fn text(text: impl AsRef<str>) -> Self {
        Self::Text(text.as_ref().into())
    }

    /// The bytes of a text, and the elements of a list.
    fn parts(&self) -> (usize, &[Self]) {
        match self {
            Self::Truth(_) | Self::Number(_) => (0, &[]),
            Self::Text(text) => (text.len(), &[]),
            Self::List(list) => (0, list),
        }
    }
}

/// What went wrong, in a clause.
type Computed<T> = Result<T, String>;

/// Those whom an expression is about.
#[derive(Clone, Copy)]
pub(super) enum SubjectPlayers<'r> {
    /// A board: the higher and the lower player.
    Board(&'r PlayerRecord<'r>, &'r PlayerRecord<'r>),
    /// A player, and the colour received.
    Seat(&'r PlayerRecord<'r>, Colour),
    /// The receiver of the bye.
    Bye(&'r PlayerRecord<'r>),
}

impl<'r> SubjectPlayers<'r> {
    /// The board of these two, of whom the higher has more points or the lower number.
    pub fn board(one: &'r PlayerRecord<'r>, other: &'r PlayerRecord<'r>) -> Self {
        let place = |record: &PlayerRecord<'_>| (std::cmp::Reverse(record.score), record.state().number);
        if place(one) <= place(other) { Self::Board(one, other) } else { Self::Board(other, one) }
    }

    fn player(self, name: &str) -> Option<&'r PlayerRecord<'r>> {
        match (self, name) {
            (Self::Board(high, _), "a") => Some(high),
            (Self::Board(_, low), "b") => Some(low),
            (Self::Seat(player, _) | Self::Bye(player), "p") => Some(player),
            _ => None,
        }
    }
}

/// What `expression` counts, in thousandths: a condition that is true counts 1.
pub(super) fn count(field: &Field<'_>, expression: &Expression, about: SubjectPlayers<'_>) -> Computed<i64> {
    let number = match (ExpressionWalk { field, expression, about, names: Vec::new() }).value(expression.parsed())? {
        ExpressionValue::Truth(holds) => Ratio::from_integer(i128::from(holds)),
        ExpressionValue::Number(number) => number,
        ExpressionValue::Text(_) | ExpressionValue::List(_) => return Err("a text or a list is no count".to_owned()),
    };
    let thousandths = number.checked_mul(&Ratio::from_integer(1000)).filter(Ratio::is_integer);
    let count = thousandths.and_then(|number| i64::try_from(number.to_integer()).ok());
    count.filter(|count| count.abs() <= 10_000_000_000_000).ok_or_else(|| format!("{number} is no count"))
}

/// Whether the condition `expression` is true.
pub(super) fn holds(field: &Field<'_>, expression: &Expression, about: SubjectPlayers<'_>) -> Computed<bool> {
    truth(ExpressionWalk { field, expression, about, names: Vec::new() }.value(expression.parsed())?)
}

/// The names of the groups that `expression` finds: one, or those of a list, in which a list is one group without an order. A group has no
/// empty name.
pub(super) fn groups(
    field: &Field<'_>,
    expression: &Expression,
    about: SubjectPlayers<'_>,
) -> Computed<BTreeSet<String>> {
    let name = |value: &ExpressionValue| match value {
        ExpressionValue::Truth(holds) => Ok(holds.to_string()),
        ExpressionValue::Number(number) => Ok(number.to_string()),
        ExpressionValue::Text(text) => Ok(text.to_string()),
        ExpressionValue::List(_) => Err("a group is a list of lists".to_owned()),
    };
    let group = |value: &ExpressionValue| -> Computed<Option<String>> {
        let mut names = match value {
            ExpressionValue::List(members) => members.iter().map(name).collect::<Computed<Vec<String>>>()?,
            single => vec![name(single)?],
        };
        names.sort();
        Ok((!names.is_empty() && !names.contains(&String::new())).then(|| names.join(" + ")))
    };
    let found = match (ExpressionWalk { field, expression, about, names: Vec::new() }).value(expression.parsed())? {
        ExpressionValue::List(members) => members.iter().map(group).collect::<Computed<Vec<_>>>()?,
        single => vec![group(&single)?],
    };
    Ok(found.into_iter().flatten().collect())
}

fn truth(value: ExpressionValue) -> Computed<bool> {
    if let ExpressionValue::Truth(holds) = value {
        Ok(holds)
    } else {
        Err("a condition is neither true nor false".to_owned())
    }
}

fn number(value: &ExpressionValue) -> Computed<Ratio<i128>> {
    if let ExpressionValue::Number(number) = value { Ok(*number) } else { Err("something is no number".to_owned()) }
}

struct ExpressionWalk<'w> {
    field: &'w Field<'w>,
    expression: &'w Expression,
    about: SubjectPlayers<'w>,
    names: Vec<(String, ExpressionValue)>,
}

impl ExpressionWalk<'_> {
    fn value(&mut self, tree: &IdedExpr) -> Computed<ExpressionValue> {
        weighed(self.node(tree)?, ExpressionValue::parts)
    }

    fn node(&mut self, tree: &IdedExpr) -> Computed<ExpressionValue> {
        match &tree.expr {
            Expr::Literal(literal) => self.literal(tree.id, literal),
            Expr::Ident(name) => self.named(name),
            Expr::Select(select) => match &select.operand.expr {
                Expr::Ident(player) => {
                    let record = self.about.player(player).ok_or("somebody unknown is asked for")?;
                    facts::of(self.field, record, &select.field)
                }
                _ => Err("only players have attributes".to_owned()),
            },
            Expr::Call(call) => self.call(call),
            Expr::List(list) => {
                list.elements.iter().map(|one| self.value(one)).collect::<Computed<_>>().map(ExpressionValue::List)
            }
            Expr::Comprehension(steps) => self.steps(steps),
            Expr::Map(_) | Expr::Struct(_) | Expr::Unspecified => Err("this is not a part of the language".to_owned()),
        }
    }

    fn literal(&self, node: u64, literal: &LiteralValue) -> Computed<ExpressionValue> {
        match literal {
            LiteralValue::Boolean(holds) => Ok(ExpressionValue::Truth(**holds)),
            LiteralValue::Int(whole) => Ok(ExpressionValue::Number(Ratio::from_integer(i128::from(**whole)))),
            LiteralValue::String(text) => Ok(ExpressionValue::text(&**text)),
            LiteralValue::Double(float) => {
                // The digits of the text; the sign is the parser's.
                let written = self.expression.literal(node).trim_start_matches('-');
                let (before, after) = written.split_once('.').unwrap_or((written, ""));
                let digits: i128 =
                    format!("{before}{after}").parse().map_err(|_| format!("{written} is no decimal"))?;
                let scale =
                    (0..after.len()).try_fold(1_i128, |scale, _| scale.checked_mul(10)).ok_or("too many digits")?;
                Ok(ExpressionValue::Number(Ratio::new(if float.is_sign_negative() { -digits } else { digits }, scale)))
            }
            LiteralValue::UInt(_) | LiteralValue::Bytes(_) | LiteralValue::Null => {
                Err("this is not a part of the language".to_owned())
            }
        }
    }

    fn named(&self, name: &str) -> Computed<ExpressionValue> {
        if let Some((_, value)) = self.names.iter().rev().find(|(known, _)| known == name) {
            return Ok(value.clone());
        }
        match (self.about, name) {
            (SubjectPlayers::Seat(_, Colour::White), "colour") => Ok(ExpressionValue::text("white")),
            (SubjectPlayers::Seat(_, Colour::Black), "colour") => Ok(ExpressionValue::text("black")),
            _ => facts::of_round(self.field, name),
        }
    }

    /// The player of this name.
    fn player(&self, tree: &IdedExpr) -> Computed<&PlayerRecord<'_>> {
        let Expr::Ident(name) = &tree.expr else { return Err("only a player is asked this".to_owned()) };
        self.about.player(name).ok_or_else(|| format!("{name} is no player"))
    }

    fn call(&mut self, call: &CallExpr) -> Computed<ExpressionValue> {
        let name = call.func_name.as_str();
        match (name, call.args.as_slice()) {
            ("met", [other]) => {
                let one = call.target.as_deref().ok_or("met is asked of a player")?;
                return Ok(ExpressionValue::Truth(self.player(one)?.met(self.player(other)?.id).is_some()));
            }
            ("colours_against", [other]) => {
                let one = call.target.as_deref().ok_or("colours_against is asked of a player")?;
                return Ok(facts::colours_against(self.player(one)?, self.player(other)?.id));
            }
            ("weight", [one, other]) => {
                let weights = self.field.state.weights().ok_or("there is no table of weights")?;
                let number = weights.of(self.player(one)?.id, self.player(other)?.id);
                return Ok(of_cell(Cell::Number(number)));
            }
            ("_&&_", [one, other]) => {
                return Ok(ExpressionValue::Truth(truth(self.value(one)?)? && truth(self.value(other)?)?));
            }
            ("_||_", [one, other]) => {
                return Ok(ExpressionValue::Truth(truth(self.value(one)?)? || truth(self.value(other)?)?));
            }
            ("_?_:_", [condition, yes, no]) => {
                return if truth(self.value(condition)?)? { self.value(yes) } else { self.value(no) };
            }
            _ => {}
        }
        let trees = call.target.as_deref().into_iter().chain(&call.args);
        let values = trees.map(|tree| self.value(tree)).collect::<Computed<Vec<_>>>()?;
        applied(name, &values)
    }

    /// A list macro, which the parser has written out: a start, and a step for each element while a condition holds.
    fn steps(&mut self, steps: &ComprehensionExpr) -> Computed<ExpressionValue> {
        let ExpressionValue::List(elements) = self.value(&steps.iter_range)? else {
            return Err("this is no list".to_owned());
        };
        let mut so_far = self.value(&steps.accu_init)?;
        let known = self.names.len();
        for element in elements.iter() {
            self.names.push((steps.iter_var.clone(), element.clone()));
            self.names.push((steps.accu_var.clone(), so_far.clone()));
            let goes_on = truth(self.value(&steps.loop_cond)?)?;
            if goes_on {
                so_far = self.value(&steps.loop_step)?;
            }
            self.names.truncate(known);
            if !goes_on {
                break;
            }
        }
        self.names.push((steps.accu_var.clone(), so_far));
        let result = self.value(&steps.result);
        self.names.truncate(known);
        result
    }
}

/// An operator or a function of these values.
fn applied(name: &str, values: &[ExpressionValue]) -> Computed<ExpressionValue> {
    let truths = |holds| Ok(ExpressionValue::Truth(holds));
    match (name, values) {
        ("!_", [one]) => truths(!truth(one.clone())?),
        ("@not_strictly_false", [one]) => Ok(one.clone()),
        ("_==_", [one, other]) => truths(one == other),
        ("_!=_", [one, other]) => truths(one != other),
        ("@in", [one, ExpressionValue::List(list)]) => truths(list.contains(one)),
        ("_<_", [one, other]) => truths(number(one)? < number(other)?),
        ("_<=_", [one, other]) => truths(number(one)? <= number(other)?),
        ("_>_", [one, other]) => truths(number(one)? > number(other)?),
        ("_>=_", [one, other]) => truths(number(one)? >= number(other)?),
        ("_+_", [ExpressionValue::Text(one), ExpressionValue::Text(other)]) => {
            Ok(ExpressionValue::text(format!("{one}{other}")))
        }
        ("_+_", [ExpressionValue::List(one), ExpressionValue::List(other)]) => {
            Ok(ExpressionValue::List([&**one, other].concat().into()))
        }
        ("startsWith", [ExpressionValue::Text(text), ExpressionValue::Text(part)]) => truths(text.starts_with(&**part)),
        ("endsWith", [ExpressionValue::Text(text), ExpressionValue::Text(part)]) => truths(text.ends_with(&**part)),
        ("contains", [ExpressionValue::Text(text), ExpressionValue::Text(part)]) => truths(text.contains(&**part)),
        ("size", [ExpressionValue::Text(text)]) => Ok(facts::number(text.chars().count())),
        ("size", [ExpressionValue::List(list)]) => Ok(facts::number(list.len())),
        ("sum", [ExpressionValue::List(list)]) => {
            list.iter().try_fold(facts::number(0), |sum, one| calculated("_+_", &sum, one))
        }
        ("abs", [one]) => Ok(ExpressionValue::Number(number(one)?.abs())),
        ("floor", [one]) => Ok(ExpressionValue::Number(number(one)?.floor())),
        ("min" | "max", [first, rest @ ..]) => {
            let is_better = |one: Ratio<i128>, best: Ratio<i128>| if name == "min" { one < best } else { one > best };
            let best = rest.iter().try_fold(number(first)?, |best, one| {
                number(one).map(|one| if is_better(one, best) { one } else { best })
            });
            best.map(ExpressionValue::Number)
        }
        ("-_", [one]) => calculated("_-_", &facts::number(0), one),
        (_, [one, other]) => calculated(name, one, other),
        _ => Err(format!("there is no {name} of {} values", values.len())),
    }
}

/// The numbers of expressions are within so many bits.
const MOST: i128 = 1 << 100;

fn calculated(name: &str, one: &ExpressionValue, other: &ExpressionValue) -> Computed<ExpressionValue> {
    let (one, other) = (number(one)?, number(other)?);
    let result = match name {
        "_+_" => one.checked_add(&other),
        "_-_" => one.checked_sub(&other),
        "_*_" => one.checked_mul(&other),
        "_/_" if !other.is_zero() => one.checked_div(&other),
        "_%_" if !other.is_zero() && one.is_integer() && other.is_integer() => {
            one.numer().checked_rem(*other.numer()).map(Ratio::from_integer)
        }
        _ => return Err(format!("there is no {name} of {one} and {other}")),
    };
    let is_within = |number: &Ratio<i128>| number.numer().abs() < MOST && *number.denom() < MOST;
    result.filter(is_within).map(ExpressionValue::Number).ok_or_else(|| "a number is too large".to_owned())
}

/// The value of a cell of the organiser's table.
fn of_cell(cell: Cell) -> ExpressionValue {
    match cell {
        Cell::Number(number) => ExpressionValue::Number(Ratio::new((*number.numer()).into(), (*number.denom()).into())),
        Cell::Text(text) => ExpressionValue::text(text),
    }
}
