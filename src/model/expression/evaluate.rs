//! The value of an expression for given facts.

use super::SpanFault;
use super::attribute::{colours_against, wide};
use super::compile::CompiledExpression;
use super::datum::Datum;
use super::number::{Exact, Operation};
use super::weighed;
use crate::files::request_field::RequestField;
use crate::tournament::{PlayerId, RoundState};
use std::cmp::Ordering;

/// What an expression is evaluated in: the facts of its players, the colour received, and the round.
pub(super) struct Scope<'a> {
    pub facts: [&'a [Datum]; 2],
    pub colour: &'a str,
    pub state: &'a RoundState,
}

pub(super) type Evaluated = Result<Datum, SpanFault>;

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
            CompiledExpression::Logic { all, sides, at } => {
                let one = self.bool(&sides[0], locals, *at)?;
                Datum::Bool(if one == *all { self.bool(&sides[1], locals, *at)? } else { one })
            }
            CompiledExpression::If(cases, at) => {
                let case = if self.bool(&cases[0], locals, *at)? { &cases[1] } else { &cases[2] };
                self.evaluate(case, locals)?
            }
            CompiledExpression::Call { function, arguments, at } => match arguments.as_slice() {
                // Most have two, for which there is no need of a list.
                [one, other] => {
                    let sides = [self.evaluate(one, locals)?, self.evaluate(other, locals)?];
                    function(self, &sides, *at)?
                }
                all => {
                    let all = all.iter().map(|code| self.evaluate(code, locals)).collect::<Result<Vec<_>, _>>()?;
                    function(self, &all, *at)?
                }
            },
            CompiledExpression::Fold(fold) => {
                let depth = locals.len();
                let range = self.evaluate(&fold.range, locals)?;
                let range = list(&range, fold.at)?;
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

    fn bool(&self, code: &CompiledExpression, locals: &mut Vec<Datum>, at: usize) -> Result<bool, SpanFault> {
        match self.evaluate(code, locals)? {
            Datum::Bool(is) => Ok(is),
            other => Err(unfit(&other, "true or false", at)),
        }
    }
}

fn unfit(found: &Datum, needed: &str, at: usize) -> SpanFault {
    SpanFault::at(at, format!("it finds {found}, {}, where {needed} belongs", found.kind()))
}

pub(super) fn number(datum: &Datum, at: usize) -> Result<Exact, SpanFault> {
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

fn list(datum: &Datum, at: usize) -> Result<&[Datum], SpanFault> {
    match datum {
        Datum::List(list) => Ok(list),
        other => Err(unfit(other, "a list", at)),
    }
}

pub(super) fn calculated(operation: Operation, sides: &[Datum], at: usize) -> Evaluated {
    let result = operation.of(number(&sides[0], at)?, number(&sides[1], at)?);
    result.map(Datum::Number).map_err(|what| SpanFault::at(at, what))
}

pub(super) fn compared(is: fn(Ordering) -> bool, sides: &[Datum], at: usize) -> Evaluated {
    Ok(Datum::Bool(is(number(&sides[0], at)?.cmp(&number(&sides[1], at)?))))
}

pub(super) fn compared_texts(is: fn(&str, &str) -> bool, sides: &[Datum], at: usize) -> Evaluated {
    Ok(Datum::Bool(is(text(&sides[0], at)?, text(&sides[1], at)?)))
}

pub(super) fn negated(_: &Scope<'_>, one: &[Datum], at: usize) -> Evaluated {
    match &one[0] {
        Datum::Bool(is) => Ok(Datum::Bool(!is)),
        other => Err(unfit(other, "true or false", at)),
    }
}

pub(super) fn is_in(_: &Scope<'_>, sides: &[Datum], at: usize) -> Evaluated {
    Ok(Datum::Bool(list(&sides[1], at)?.contains(&sides[0])))
}

pub(super) fn joined(_: &Scope<'_>, sides: &[Datum], at: usize) -> Evaluated {
    match sides {
        [Datum::Text(one), Datum::Text(other)] => Ok(Datum::text([&**one, &**other].concat())),
        [Datum::List(one), Datum::List(other)] => Ok(Datum::List([&**one, &**other].concat().into())),
        [Datum::Number(_), Datum::Number(_)] => calculated(Operation::Add, sides, at),
        _ => Err(SpanFault::at(at, format!("{} and {} cannot be added", sides[0], sides[1]))),
    }
}

/// The least or the greatest of some numbers.
pub(super) fn chosen(by: fn(Exact, Exact) -> Exact, all: &[Datum], at: usize) -> Evaluated {
    let first = number(&all[0], at)?;
    all.iter().try_fold(first, |best, one| Ok(by(best, number(one, at)?))).map(Datum::Number)
}

pub(super) fn sum_of_list(_: &Scope<'_>, one: &[Datum], at: usize) -> Evaluated {
    let nought = Datum::Number(Exact::from_integer(0));
    list(&one[0], at)?.iter().try_fold(nought, |sum, one| calculated(Operation::Add, &[sum, one.clone()], at))
}

pub(super) fn size(_: &Scope<'_>, one: &[Datum], at: usize) -> Evaluated {
    let size = match &one[0] {
        Datum::Text(text) => text.chars().count(),
        Datum::List(list) => list.len(),
        other => return Err(unfit(other, "a text or a list", at)),
    };
    Ok(Datum::Number(Exact::from_integer(size as i128)))
}

/// The organiser's number of the pair of these players.
pub(super) fn weight(scope: &Scope<'_>, ids: &[Datum], at: usize) -> Evaluated {
    let Some(weights) = scope.state.weights() else {
        let what = format!("weight(…) needs a table of pairs; give it by {}", RequestField("weights"));
        return Err(SpanFault::at(at, what));
    };
    Ok(Datum::Number(wide(weights.of(player(&ids[0], at)?, player(&ids[1], at)?))))
}

/// The colours of the second of two players in the games against the first.
pub(super) fn colours_of_two(scope: &Scope<'_>, ids: &[Datum], at: usize) -> Evaluated {
    let (other, one) = (player(&ids[0], at)?, player(&ids[1], at)?);
    Ok(Datum::text(scope.state.player(one).map(|player| colours_against(player, other)).unwrap_or_default()))
}

fn player(id: &Datum, at: usize) -> Result<PlayerId, SpanFault> {
    Ok(PlayerId(u32::try_from(number(id, at)?.to_integer()).unwrap_or(0)))
}
