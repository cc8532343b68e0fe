//! The value of an expression for given facts.

use super::SpanFault;
use super::attribute::{colours_against, wide};
use super::compile::{CompiledExpression, Function};
use super::datum::Datum;
use super::number::{Exact, OUT_OF_RANGE, Operation};
use super::weighed;
use crate::files::field::RequestField;
use crate::tournament::{PlayerId, RoundState};
use num_traits::Signed;
use std::sync::Arc;

/// What an expression is evaluated in: the facts of its players, the colour received, and the round.
pub(super) struct Scope<'a> {
    pub facts: [&'a [Datum]; 2],
    pub colour: &'a str,
    pub state: &'a RoundState,
}

type Evaluated = Result<Datum, SpanFault>;

impl Scope<'_> {
    /// The value of `code`.
    pub fn value(&self, code: &CompiledExpression) -> Evaluated {
        self.evaluate(code, &mut Vec::new())
    }

    fn evaluate(&self, code: &CompiledExpression, locals: &mut Vec<Datum>) -> Evaluated {
        weighed(self.node(code, locals)?, Datum::parts).map_err(|what| SpanFault::at(0, what))
    }

    fn node(&self, code: &CompiledExpression, locals: &mut Vec<Datum>) -> Evaluated {
        Ok(match code {
            CompiledExpression::Constant(datum) => datum.clone(),
            CompiledExpression::Fact { who, fact } => self.facts[*who][*fact].clone(),
            CompiledExpression::Round { what, at } => what.of(self.state).ok_or_else(|| {
                let rounds = RequestField("rounds");
                let what = format!("the file does not say how many rounds are planned; give their number by {rounds}");
                SpanFault::at(*at, what)
            })?,
            CompiledExpression::Colour => Datum::text(self.colour),
            CompiledExpression::Local(local) => locals[*local].clone(),
            CompiledExpression::List(codes) => {
                Datum::List(codes.iter().map(|code| self.evaluate(code, locals)).collect::<Result<_, _>>()?)
            }
            CompiledExpression::Not(code, at) => Datum::Bool(!self.bool(code, locals, *at)?),
            CompiledExpression::Logic { all, sides, at } => {
                let one = self.bool(&sides[0], locals, *at)?;
                Datum::Bool(if one == *all { self.bool(&sides[1], locals, *at)? } else { one })
            }
            CompiledExpression::If(cases, at) => {
                let case = if self.bool(&cases[0], locals, *at)? { &cases[1] } else { &cases[2] };
                self.evaluate(case, locals)?
            }
            CompiledExpression::Calculate { operation, sides, at } => {
                let [one, other] = self.numbers(sides, locals, *at)?;
                calculated(*operation, one, other, *at)?
            }
            CompiledExpression::Concatenate(sides, at) => self.joined(sides, locals, *at)?,
            CompiledExpression::Equal { negated, sides } => {
                let same = self.evaluate(&sides[0], locals)? == self.evaluate(&sides[1], locals)?;
                Datum::Bool(same != *negated)
            }
            CompiledExpression::Compare { is, sides, at } => {
                let [one, other] = self.numbers(sides, locals, *at)?;
                Datum::Bool(is(one.cmp(&other)))
            }
            CompiledExpression::In(sides, at) => {
                let one = self.evaluate(&sides[0], locals)?;
                Datum::Bool(self.list(&sides[1], locals, *at)?.contains(&one))
            }
            CompiledExpression::Call { function, arguments, at } => {
                let arguments: Vec<Datum> =
                    arguments.iter().map(|code| self.evaluate(code, locals)).collect::<Result<_, _>>()?;
                called(*function, &arguments, *at)?
            }
            CompiledExpression::ColoursAgainst(sides, at) => {
                let [one, other] = self.ids(sides, locals, *at)?;
                Datum::text(self.state.player(one).map(|player| colours_against(player, other)).unwrap_or_default())
            }
            CompiledExpression::Weight(sides, at) => {
                let ids = self.ids(sides, locals, *at)?;
                match self.state.weights() {
                    Some(weights) => Datum::Number(wide(weights.of(ids[0], ids[1]))),
                    None => {
                        let what = format!("weight(…) needs a table of pairs; give it by {}", RequestField("weights"));
                        return Err(SpanFault::at(*at, what));
                    }
                }
            }
            CompiledExpression::Fold(fold) => {
                let depth = locals.len();
                let range = self.list(&fold.range, locals, fold.at)?;
                let start = self.evaluate(&fold.start, locals)?;
                locals.extend([Datum::Bool(false), start]);
                for element in range.iter() {
                    if !self.bool(&fold.goes_on, locals, fold.at)? {
                        break;
                    }
                    locals[depth] = element.clone();
                    locals[depth + 1] = self.evaluate(&fold.step, locals)?;
                }
                let result = self.evaluate(&fold.result, locals)?;
                locals.truncate(depth);
                result
            }
        })
    }

    /// The pairing numbers that two facts are.
    fn ids(
        &self,
        sides: &[CompiledExpression; 2],
        locals: &mut Vec<Datum>,
        at: usize,
    ) -> Result<[PlayerId; 2], SpanFault> {
        let numbers = self.numbers(sides, locals, at)?;
        Ok(numbers.map(|id| PlayerId(u32::try_from(id.to_integer()).unwrap_or(0))))
    }

    fn bool(&self, code: &CompiledExpression, locals: &mut Vec<Datum>, at: usize) -> Result<bool, SpanFault> {
        match self.evaluate(code, locals)? {
            Datum::Bool(is) => Ok(is),
            other => Err(unfit(&other, "true or false", at)),
        }
    }

    fn numbers(
        &self,
        sides: &[CompiledExpression; 2],
        locals: &mut Vec<Datum>,
        at: usize,
    ) -> Result<[Exact; 2], SpanFault> {
        let mut number = |code| number(&self.evaluate(code, locals)?, at);
        Ok([number(&sides[0])?, number(&sides[1])?])
    }

    fn list(&self, code: &CompiledExpression, locals: &mut Vec<Datum>, at: usize) -> Result<Arc<[Datum]>, SpanFault> {
        match self.evaluate(code, locals)? {
            Datum::List(list) => Ok(list),
            other => Err(unfit(&other, "a list", at)),
        }
    }

    fn joined(&self, sides: &[CompiledExpression; 2], locals: &mut Vec<Datum>, at: usize) -> Evaluated {
        match (self.evaluate(&sides[0], locals)?, self.evaluate(&sides[1], locals)?) {
            (Datum::Text(one), Datum::Text(other)) => Ok(Datum::text([&*one, &*other].concat())),
            (Datum::List(one), Datum::List(other)) => Ok(Datum::List([&*one, &*other].concat().into())),
            (Datum::Number(one), Datum::Number(other)) => calculated(Operation::Add, one, other, at),
            (one, other) => Err(SpanFault::at(at, format!("{one} and {other} cannot be added"))),
        }
    }
}

fn unfit(found: &Datum, needed: &str, at: usize) -> SpanFault {
    SpanFault::at(at, format!("it finds {found}, {}, where {needed} belongs", found.kind()))
}

fn number(datum: &Datum, at: usize) -> Result<Exact, SpanFault> {
    match datum {
        Datum::Number(number) => Ok(*number),
        other => Err(unfit(other, "a number", at)),
    }
}

fn text(datum: &Datum, at: usize) -> Result<&str, SpanFault> {
    match datum {
        Datum::Text(text) => Ok(text),
        other => Err(unfit(other, "a text", at)),
    }
}

fn calculated(operation: Operation, one: Exact, other: Exact, at: usize) -> Evaluated {
    operation.of(one, other).map(Datum::Number).map_err(|what| SpanFault::at(at, what))
}

fn called(function: Function, arguments: &[Datum], at: usize) -> Evaluated {
    let first = &arguments[0];
    let numbers = || arguments.iter().map(|one| number(one, at)).collect::<Result<Vec<_>, _>>();
    let texts = || Ok::<_, SpanFault>((text(first, at)?, text(&arguments[1], at)?));
    let of = |found: Option<Exact>| found.map(Datum::Number).ok_or_else(|| SpanFault::at(at, OUT_OF_RANGE));
    match function {
        Function::Abs => of(Some(number(first, at)?.abs())),
        Function::Floor => of(Some(number(first, at)?.floor())),
        Function::Min => of(numbers()?.into_iter().min()),
        Function::Max => of(numbers()?.into_iter().max()),
        Function::Sum => match first {
            Datum::List(list) => list.iter().try_fold(Datum::Number(Exact::from_integer(0)), |sum, one| {
                calculated(Operation::Add, number(&sum, at)?, number(one, at)?, at)
            }),
            other => Err(unfit(other, "a list", at)),
        },
        Function::Size => match first {
            Datum::Text(text) => of(Some(Exact::from_integer(text.chars().count() as i128))),
            Datum::List(list) => of(Some(Exact::from_integer(list.len() as i128))),
            other => Err(unfit(other, "a text or a list", at)),
        },
        Function::StartsWith => texts().map(|(text, part)| Datum::Bool(text.starts_with(part))),
        Function::EndsWith => texts().map(|(text, part)| Datum::Bool(text.ends_with(part))),
        Function::Contains => texts().map(|(text, part)| Datum::Bool(text.contains(part))),
    }
}
