//! From the parsed expression to code: names are looked up, and kinds of values are checked.

use super::datum::{Datum, Type};
use super::evaluate::{self, Evaluated, Scope, calculated, chosen, compared, compared_texts, number};
use super::number::{Exact, Operation};
use super::{Attribute, RoundAttribute, SpanFault, Subject};
use crate::files::nearest::did_you_mean;
use crate::files::request_field::RequestField;
use crate::tournament::Cell;
use cel::common::ast::{CallExpr, ComprehensionExpr, Expr, IdedExpr, LiteralValue, SourceInfo, operators};
use num_traits::Signed;
use std::cmp::Ordering;
use std::ops::Range;

/// An expression, ready to be evaluated. `at` is where a fault is marked.
#[derive(Debug, Clone)]
pub(super) enum CompiledExpression {
    Constant(Datum),
    /// The fact of the first or second player with this number in the list of what is used.
    Fact {
        who: usize,
        fact: usize,
    },
    Round {
        what: RoundAttribute,
        at: usize,
    },
    /// The colour received.
    Colour,
    Local(usize),
    List(Vec<CompiledExpression>),
    /// All of them (`true`), or one of them; the second only if the first leaves it open.
    Logic {
        all: bool,
        sides: Box<[CompiledExpression; 2]>,
        at: usize,
    },
    If(Box<[CompiledExpression; 3]>, usize),
    /// An operator or a function of the values of these.
    Call {
        function: Function,
        arguments: Vec<CompiledExpression>,
        at: usize,
    },
    /// For each element of `range` the value of `step`, which has the one before and the element as locals; then `result`.
    Fold(Box<Fold>),
}

/// A list macro.
#[derive(Debug, Clone)]
pub(super) struct Fold {
    pub range: CompiledExpression,
    pub start: CompiledExpression,
    pub goes_on: CompiledExpression,
    pub step: CompiledExpression,
    pub result: CompiledExpression,
    pub at: usize,
}

/// What an operator or a function makes of values; a fault is marked at the byte.
pub(super) type Function = fn(&Scope<'_>, &[Datum], usize) -> Evaluated;

/// The operators of two numbers, each with what it gives.
const OF_NUMBERS: [(&str, Function, Type); 9] = [
    (operators::ADD, |_, sides, at| calculated(Operation::Add, sides, at), Type::Number),
    (operators::SUBSTRACT, |_, sides, at| calculated(Operation::Subtract, sides, at), Type::Number),
    (operators::MULTIPLY, |_, sides, at| calculated(Operation::Multiply, sides, at), Type::Number),
    (operators::DIVIDE, |_, sides, at| calculated(Operation::Divide, sides, at), Type::Number),
    (operators::MODULO, |_, sides, at| calculated(Operation::Remainder, sides, at), Type::Number),
    (operators::LESS, |_, sides, at| compared(Ordering::is_lt, sides, at), Type::Bool),
    (operators::LESS_EQUALS, |_, sides, at| compared(Ordering::is_le, sides, at), Type::Bool),
    (operators::GREATER, |_, sides, at| compared(Ordering::is_gt, sides, at), Type::Bool),
    (operators::GREATER_EQUALS, |_, sides, at| compared(Ordering::is_ge, sides, at), Type::Bool),
];

/// A fact about a player: an attribute, or a column of the organiser's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fact {
    Attribute(Attribute),
    Column { name: String, at: usize, end: usize },
}

/// What is known of the columns of players.
#[derive(Debug, Clone, Copy)]
pub(super) enum PlayerColumns<'a> {
    /// Nothing, before there is a round.
    Unknown,
    /// Those of the organiser's table, whose cells may be of any kind.
    OfTable(&'a [String]),
    /// Those of a field and of what was played, each with its kind.
    OfField(&'a [(String, Type)]),
}

impl<'a> PlayerColumns<'a> {
    /// The kind of the column of this name, if there can be one.
    fn kind(self, name: &str) -> Option<Type> {
        match self {
            Self::Unknown => Some(Type::Any),
            Self::OfTable(_) => self.names().any(|column| column == name).then_some(Type::Any),
            Self::OfField(columns) => columns.iter().find(|(column, _)| column == name).map(|(_, kind)| kind.clone()),
        }
    }

    fn names(self) -> impl Iterator<Item = &'a str> {
        let (table, field) = match self {
            Self::Unknown => (&[][..], &[][..]),
            Self::OfTable(columns) => (columns, &[][..]),
            Self::OfField(columns) => (&[][..], columns),
        };
        table.iter().map(String::as_str).chain(field.iter().map(|(name, _)| name.as_str()))
    }
}

/// Compiles one expression.
pub(super) struct Compiler<'a> {
    pub part: Subject,
    pub text: &'a str,
    pub source: &'a SourceInfo,
    /// A name that no attribute has is one of these.
    pub columns: PlayerColumns<'a>,
    pub facts: Vec<Fact>,
    pub uses_weights: bool,
    locals: Vec<(String, Type)>,
}

/// What to write in place of a power or a root.
fn no_root(name: &str, count: usize) -> Option<String> {
    match name {
        "pow" => Some(super::NO_POWER.to_owned()),
        "sqrt" | "log" | "ln" | "exp" => Some(format!(
            "there is no {name} with {count} arguments, since numbers are exact; compare without it, or give its values as a column \
             of {} or as {}",
            RequestField("attributes"),
            RequestField("weights")
        )),
        _ => None,
    }
}

type Compiled = Result<(CompiledExpression, Type), SpanFault>;

/// How many list macros may be inside one another.
const MOST_NESTED: usize = 2;

impl<'a> Compiler<'a> {
    pub fn new(part: Subject, text: &'a str, source: &'a SourceInfo, columns: PlayerColumns<'a>) -> Self {
        Self { part, text, source, columns, facts: Vec::new(), uses_weights: false, locals: Vec::new() }
    }

    /// The code of `expression` and its kind.
    pub fn compile(&mut self, expression: &IdedExpr) -> Compiled {
        match &expression.expr {
            Expr::Literal(literal) => self.literal(expression, literal),
            Expr::Ident(name) => self.name(expression, name),
            Expr::Select(select) if select.test => {
                self.refuse(expression, "there is no has(): every attribute is there")
            }
            Expr::Select(select) => {
                let at = self.at(expression) + 1;
                self.attribute(&select.operand, &select.field, at..at + select.field.len())
            }
            Expr::Call(call) => self.call(expression, call),
            Expr::List(list) => self.list(expression, &list.elements),
            Expr::Comprehension(fold) => self.fold(expression, fold),
            Expr::Map(_) | Expr::Struct(_) | Expr::Unspecified => {
                self.refuse(expression, "this is not a part of the language here; write numbers, texts and lists")
            }
        }
    }

    /// The byte at which `expression` is marked: that of its operator, if it has one.
    fn at(&self, expression: &IdedExpr) -> usize {
        self.source.offset_for(expression.id).map_or(0, |(start, _)| start as usize)
    }

    fn span(&self, expression: &IdedExpr) -> Range<usize> {
        self.source
            .offset_for(expression.id)
            .map_or(0..self.text.len(), |(start, stop)| start as usize..stop as usize + 1)
    }

    fn refuse<T>(&self, expression: &IdedExpr, what: impl Into<String>) -> Result<T, SpanFault> {
        Err(SpanFault::new(self.span(expression), what))
    }

    fn literal(&self, expression: &IdedExpr, literal: &LiteralValue) -> Compiled {
        let number =
            |number: i128| (CompiledExpression::Constant(Datum::Number(Exact::from_integer(number))), Type::Number);
        match literal {
            LiteralValue::Boolean(is) => Ok((CompiledExpression::Constant(Datum::Bool(*is.inner())), Type::Bool)),
            LiteralValue::Int(whole) => Ok(number((*whole.inner()).into())),
            LiteralValue::String(text) => Ok((CompiledExpression::Constant(Datum::text(text.inner())), Type::Text)),
            // The text is read again: the parser's number is in floating point.
            LiteralValue::Double(parsed) => match Cell::of(self.decimal_at(expression, *parsed.inner() < 0.0).as_str())
            {
                Cell::Number(decimal) => {
                    Ok((CompiledExpression::Constant(Datum::Number(super::attribute::wide(decimal))), Type::Number))
                }
                Cell::Text(_) => self.refuse(expression, "write a decimal of at most 15 digits, such as 0.5"),
            },
            LiteralValue::UInt(_) | LiteralValue::Bytes(_) | LiteralValue::Null => {
                self.refuse(expression, "this is not a part of the language here; write a number or a text")
            }
        }
    }

    /// The digits of a literal, with its sign.
    fn decimal_at(&self, expression: &IdedExpr, is_negative: bool) -> String {
        let digits = self.text.get(self.span(expression)).unwrap_or_default().trim_start_matches('-');
        let nought = if digits.starts_with('.') { "0" } else { "" };
        format!("{}{nought}{digits}", if is_negative { "-" } else { "" })
    }

    fn name(&self, expression: &IdedExpr, name: &str) -> Compiled {
        if let Some(local) = self.locals.iter().rposition(|(known, _)| known == name) {
            return Ok((CompiledExpression::Local(local), self.locals[local].1.clone()));
        }
        if name == "colour" && self.part == Subject::Colour {
            return Ok((CompiledExpression::Colour, Type::Text));
        }
        if let Some(what) = self.part.of_round().find(|attribute| attribute.name() == name) {
            return Ok((CompiledExpression::Round { what, at: self.at(expression) }, Type::Number));
        }
        let players = self.part.players();
        if players.contains(&name) {
            return self.refuse(expression, format!("{name} is a player; ask for an attribute, such as {name}.score"));
        }
        let rounds = self.part.of_round().map(RoundAttribute::name);
        let names: Vec<&str> = players.iter().copied().chain(self.part.colour()).chain(rounds).collect();
        let (meant, list) = (did_you_mean(name, &names), names.join(", "));
        self.refuse(expression, format!("there is no '{name}' here{meant}; there are {list}"))
    }

    /// Which of the players `expression` is.
    fn player(&self, expression: &IdedExpr) -> Option<usize> {
        let Expr::Ident(name) = &expression.expr else { return None };
        let is_local = self.locals.iter().any(|(known, _)| known == name);
        self.part.players().iter().position(|known| !is_local && known == name)
    }

    fn attribute(&mut self, of: &IdedExpr, name: &str, span: Range<usize>) -> Compiled {
        let Some(who) = self.player(of) else {
            let players = self.part.players();
            let here = if players.is_empty() {
                "of whom there are none here".to_owned()
            } else {
                format!("which here are {}", players.join(", "))
            };
            return Err(SpanFault::new(span, format!("only players have attributes, {here}")));
        };
        let column = Fact::Column { name: name.to_owned(), at: span.start, end: span.end };
        let (fact, kind) = match (Attribute::named(name), self.columns.kind(name)) {
            // Many files have no clubs, so the organiser's table may.
            (Some(Attribute::Club), Some(_)) if !matches!(self.columns, PlayerColumns::Unknown) => (column, Type::Text),
            (Some(attribute), _) => (Fact::Attribute(attribute), attribute.kind().clone()),
            (None, Some(kind)) => (column, kind),
            (None, None) => return Err(SpanFault::new(span, self.no_attribute(name))),
        };
        Ok((self.fact(who, fact), kind))
    }

    fn no_attribute(&self, name: &str) -> String {
        let attributes = Attribute::ALL.iter().map(|attribute| attribute.name());
        let names: Vec<&str> = attributes.chain(self.columns.names()).collect();
        let (meant, list) = (did_you_mean(name, &names), names.join(", "));
        let others = match self.columns {
            PlayerColumns::OfField(_) => String::new(),
            PlayerColumns::Unknown | PlayerColumns::OfTable(_) => {
                format!(", and the columns of {}", RequestField("attributes"))
            }
        };
        format!("no player has the attribute '{name}'{meant}; there are {list}{others}")
    }

    fn fact(&mut self, who: usize, fact: Fact) -> CompiledExpression {
        let known = self.facts.iter().position(|known| *known == fact);
        let fact = known.unwrap_or_else(|| {
            self.facts.push(fact);
            self.facts.len() - 1
        });
        CompiledExpression::Fact { who, fact }
    }

    fn list(&mut self, expression: &IdedExpr, elements: &[IdedExpr]) -> Compiled {
        let mut kind = Type::Any;
        let mut codes = Vec::new();
        for element in elements {
            let (code, of) = self.compile(element)?;
            let Some(both) = kind.with(&of) else {
                return self.refuse(expression, format!("a list has values of one kind, not a {kind} and a {of}"));
            };
            kind = both;
            codes.push(code);
        }
        Ok((CompiledExpression::List(codes), Type::List(Box::new(kind))))
    }

    fn call(&mut self, expression: &IdedExpr, call: &CallExpr) -> Compiled {
        let at = self.at(expression);
        if let Some(target) = &call.target {
            return self.method(expression, target, call);
        }
        match (call.func_name.as_str(), call.args.as_slice()) {
            (operators::CONDITIONAL, [condition, yes, no]) => {
                let condition = self.of_kind(condition, &Type::Bool, "before ?")?;
                let ((yes, one), (no, other)) = (self.compile(yes)?, self.compile(no)?);
                match one.with(&other) {
                    Some(kind) => Ok((CompiledExpression::If(Box::new([condition, yes, no]), at), kind)),
                    None => {
                        self.refuse(expression, format!("one case is a {one}, the other a {other}; make both alike"))
                    }
                }
            }
            (operators::LOGICAL_NOT, [one]) => {
                let arguments = vec![self.of_kind(one, &Type::Bool, "after !")?];
                Ok((CompiledExpression::Call { function: evaluate::negated, arguments, at }, Type::Bool))
            }
            (operators::NOT_STRICTLY_FALSE, [one]) => self.compile(one),
            (operators::NEGATE, [one]) => {
                let nought = CompiledExpression::Constant(Datum::Number(Exact::from_integer(0)));
                let arguments = vec![nought, self.of_kind(one, &Type::Number, "after -")?];
                let function = |_: &Scope<'_>, sides: &[Datum], at| calculated(Operation::Subtract, sides, at);
                Ok((CompiledExpression::Call { function, arguments, at }, Type::Number))
            }
            (name @ (operators::LOGICAL_AND | operators::LOGICAL_OR), [one, other]) => {
                let sides = [one, other].map(|side| self.of_kind(side, &Type::Bool, "beside && and ||"));
                let [one, other] = sides;
                let all = name == operators::LOGICAL_AND;
                Ok((CompiledExpression::Logic { all, sides: Box::new([one?, other?]), at }, Type::Bool))
            }
            (name, [one, other]) if is_operator(name) => self.operator(expression, name, one, other),
            (name, arguments) => self.function(expression, name, arguments),
        }
    }

    /// The code of `expression`, which must be of this kind.
    fn of_kind(&mut self, expression: &IdedExpr, needed: &Type, place: &str) -> Result<CompiledExpression, SpanFault> {
        let (code, kind) = self.compile(expression)?;
        let fits = kind == *needed || kind == Type::Any;
        if fits { Ok(code) } else { self.refuse(expression, format!("this is a {kind}; {place} belongs a {needed}")) }
    }

    fn operator(&mut self, expression: &IdedExpr, name: &str, one: &IdedExpr, other: &IdedExpr) -> Compiled {
        let at = self.at(expression);
        let ((one, left), (other, right)) = (self.compile(one)?, self.compile(other)?);
        let sign = name.trim_matches('_');
        let numbers = [&left, &right].into_iter().all(|kind| matches!(kind, Type::Number | Type::Any));
        let of_numbers = OF_NUMBERS.into_iter().find(|(operator, ..)| numbers && *operator == name);
        let both = left.with(&right);
        let (function, kind): (Function, Type) = match name {
            operators::EQUALS if both.is_some() => (|_, sides, _| Ok(Datum::Bool(sides[0] == sides[1])), Type::Bool),
            operators::NOT_EQUALS if both.is_some() => {
                (|_, sides, _| Ok(Datum::Bool(sides[0] != sides[1])), Type::Bool)
            }
            operators::IN if right.element().is_some_and(|kind| kind.with(&left).is_some()) => {
                (evaluate::is_in, Type::Bool)
            }
            operators::ADD if matches!(both, Some(Type::Text | Type::List(_) | Type::Numbers)) => {
                (evaluate::joined, both.unwrap_or(Type::Text))
            }
            _ => match of_numbers {
                Some((_, function, kind)) => (function, kind),
                None if matches!(name, operators::IN | "_in_") => {
                    return self.refuse(expression, format!("a {left} cannot be in a {right}"));
                }
                None => {
                    let is_of_condition = left == Type::Bool || right == Type::Bool;
                    let advice = if is_of_condition { "; (… ? 1 : 0) makes a number of a condition" } else { "" };
                    let what =
                        format!("{sign} stands between a {left} and a {right}, which do not go together{advice}");
                    return self.refuse(expression, what);
                }
            },
        };
        Ok((CompiledExpression::Call { function, arguments: vec![one, other], at }, kind))
    }

    fn method(&mut self, expression: &IdedExpr, target: &IdedExpr, call: &CallExpr) -> Compiled {
        let at = self.at(expression);
        match (call.func_name.as_str(), call.args.as_slice()) {
            (name @ ("met" | "colours_against"), [other]) => {
                let (Some(one), Some(other)) = (self.player(target), self.player(other)) else {
                    let what = format!("{name} is asked of a player about another, as in a.{name}(b)");
                    return self.refuse(expression, what);
                };
                let (function, of_one, kind): (Function, _, _) = match name {
                    "met" => (evaluate::is_in, Attribute::Opponents, Type::Bool),
                    _ => (evaluate::colours_of_two, Attribute::Number, Type::Text),
                };
                let number = self.fact(other, Fact::Attribute(Attribute::Number));
                let arguments = vec![number, self.fact(one, Fact::Attribute(of_one))];
                Ok((CompiledExpression::Call { function, arguments, at }, kind))
            }
            ("size", []) => self.function(expression, "size", std::slice::from_ref(target)),
            (name @ ("startsWith" | "endsWith" | "contains"), [part]) => {
                let [text, part] = [target, part].map(|text| self.of_kind(text, &Type::Text, "here"));
                let function: Function = match name {
                    "startsWith" => |_, sides, at| compared_texts(|text, part| text.starts_with(part), sides, at),
                    "endsWith" => |_, sides, at| compared_texts(|text, part| text.ends_with(part), sides, at),
                    _ => |_, sides, at| compared_texts(|text, part| text.contains(part), sides, at),
                };
                Ok((CompiledExpression::Call { function, arguments: vec![text?, part?], at }, Type::Bool))
            }
            (name, arguments) => {
                let macros = ["exists", "exists_one", "all", "filter", "map"];
                let methods = ["met", "colours_against", "size", "startsWith", "endsWith", "contains"];
                self.unknown(
                    expression,
                    &format!(".{name}()"),
                    name,
                    arguments.len(),
                    &[&methods[..], &macros[..]].concat(),
                )
            }
        }
    }

    /// Refuse a method or a function that there is not, called as `shown`.
    fn unknown(&self, expression: &IdedExpr, shown: &str, name: &str, count: usize, known: &[&str]) -> Compiled {
        let (meant, list) = (did_you_mean(name, known), known.join(", "));
        let what = || format!("there is no {shown} with {count} arguments{meant}; there are {list}");
        self.refuse(expression, no_root(name, count).unwrap_or_else(what))
    }

    fn function(&mut self, expression: &IdedExpr, name: &str, arguments: &[IdedExpr]) -> Compiled {
        let at = self.at(expression);
        let call = |function: Function, arguments| (CompiledExpression::Call { function, arguments, at }, Type::Number);
        match (name, arguments) {
            ("weight", [one, other]) => match (self.player(one), self.player(other)) {
                (Some(one), Some(other)) => {
                    self.uses_weights = true;
                    let sides = [one, other].map(|who| self.fact(who, Fact::Attribute(Attribute::Number)));
                    Ok(call(evaluate::weight, sides.to_vec()))
                }
                _ => self.refuse(expression, "weight is asked of two players, as in weight(a, b)"),
            },
            ("abs", [one]) => Ok(call(
                |_, one, at| Ok(Datum::Number(number(&one[0], at)?.abs())),
                vec![self.of_kind(one, &Type::Number, "in abs")?],
            )),
            ("floor", [one]) => Ok(call(
                |_, one, at| Ok(Datum::Number(number(&one[0], at)?.floor())),
                vec![self.of_kind(one, &Type::Number, "in floor")?],
            )),
            ("min" | "max", [_, _, ..]) => {
                let numbers = arguments.iter().map(|one| self.of_kind(one, &Type::Number, "in min and max"));
                let numbers = numbers.collect::<Result<_, _>>()?;
                let function: Function = match name {
                    "min" => |_, all, at| chosen(Exact::min, all, at),
                    _ => |_, all, at| chosen(Exact::max, all, at),
                };
                Ok(call(function, numbers))
            }
            ("sum", [list]) => {
                let (code, kind) = self.compile(list)?;
                match kind.element() {
                    Some(Type::Number | Type::Any) => Ok(call(evaluate::sum_of_list, vec![code])),
                    _ => self.refuse(expression, format!("sum adds up a list of numbers, not a {kind}")),
                }
            }
            ("size", [one]) => {
                let (code, kind) = self.compile(one)?;
                if kind != Type::Text && kind.element().is_none() {
                    return self.refuse(expression, format!("a {kind} has no size; a text and a list have"));
                }
                Ok(call(evaluate::size, vec![code]))
            }
            _ => {
                let known = ["abs", "floor", "min", "max", "sum", "size", "weight"];
                let name = name.trim_matches(|c| matches!(c, '_' | '@'));
                self.unknown(expression, name, name, arguments.len(), &known)
            }
        }
    }

    /// A list macro, as the parser writes it out: a start, and a step for each element.
    fn fold(&mut self, expression: &IdedExpr, fold: &ComprehensionExpr) -> Compiled {
        if self.locals.len() >= 2 * MOST_NESTED {
            return self.refuse(expression, format!("at most {MOST_NESTED} list macros go into one another"));
        }
        let (range, kind) = self.compile(&fold.iter_range)?;
        let Some(element) = kind.element() else {
            return self.refuse(expression, format!("this is asked of a list, not of a {kind}"));
        };
        if self.part.players().contains(&fold.iter_var.as_str()) || fold.iter_var2.is_some() {
            return self.refuse(expression, "give the element a name that no player has");
        }
        let (start, mut kind) = self.compile(&fold.accu_init)?;
        let depth = self.locals.len();
        self.locals.push((fold.iter_var.clone(), element));
        self.locals.push((fold.accu_var.clone(), kind.clone()));
        let (goes_on, _) = self.compile(&fold.loop_cond)?;
        let (step, after) = self.compile(&fold.loop_step)?;
        if let Some(both) = kind.with(&after) {
            kind = both;
        } else {
            return self.refuse(expression, format!("the list macro makes a {after} of a {kind}"));
        }
        self.locals[depth + 1].1 = kind;
        let (result, kind) = self.compile(&fold.result)?;
        self.locals.truncate(depth);
        let at = self.at(expression);
        Ok((CompiledExpression::Fold(Box::new(Fold { range, start, goes_on, step, result, at })), kind))
    }
}

fn is_operator(name: &str) -> bool {
    matches!(name, operators::EQUALS | operators::NOT_EQUALS | operators::IN)
        || OF_NUMBERS.iter().any(|(operator, ..)| *operator == name)
}
