//! Expressions over what was played: the boards, the byes and the players of a round, and the players at the end.

use super::compile::PlayerColumns;
use super::datum::{Datum, Type};
use super::field::EvaluatedField;
use super::number::{Exact, Operation};
use super::{Expression, SpanFault, Subject};
use crate::tournament::{Board, Colour, PlayerId, PlayerState, RoundState};

/// An expression that is asked of a tournament that was played. Besides the attributes of models, players have the columns that it
/// was made with.
#[derive(Debug)]
pub(crate) struct PlayedExpression(Expression);

/// Of whom a value cannot be found, and why.
pub(crate) type Unmeasured = (String, SpanFault);

impl PlayedExpression {
    /// The number or condition of this text about `subject`. `columns` are all that players have besides the attributes of models.
    pub fn new(subject: Subject, text: &str, columns: &[(String, Type)]) -> Result<Self, SpanFault> {
        let expression = Expression::of_columns(subject, text, PlayerColumns::OfField(columns))?;
        let refused = |what: String| Err(SpanFault::new(0..text.len(), what));
        if expression.uses_weights {
            return refused("there is no table of pairs here, so weight(a, b) cannot be asked".to_owned());
        }
        match &expression.kind {
            Type::Bool | Type::Number | Type::Any => Ok(Self(expression)),
            other => refused(format!("this is a {other}; a metric is made of numbers, or of conditions as 0 and 1")),
        }
    }

    /// What the expression is about: boards, players, byes or rounds.
    pub const fn subject(&self) -> Subject {
        self.0.part
    }

    /// The columns that it asks for.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.0.columns()
    }

    /// Its values in the round of `state`, in which `boards` were paired and `bye` was not: one for each that it is about.
    pub fn values(
        &self,
        state: &RoundState,
        boards: &[Board],
        bye: Option<PlayerId>,
    ) -> Result<Vec<Exact>, Unmeasured> {
        let field = EvaluatedField::new(state);
        let facts = |player: &PlayerState| self.0.facts(&field, player);
        let find = |id: PlayerId| state.player(id);
        let one = |player: &PlayerState, colour: Option<Colour>| {
            let facts = facts(player);
            let value = self.0.value(state, [&facts, &facts], colour).and_then(number);
            value.map_err(|fault| (format!(" of {}", player.id), fault))
        };
        match self.subject() {
            Subject::Pair => {
                let players = boards.iter().filter_map(|board| Some([find(board.white)?, find(board.black)?]));
                let value = |[white, black]: [&PlayerState; 2]| {
                    let [high, low] =
                        if state.rank(white.id) <= state.rank(black.id) { [white, black] } else { [black, white] };
                    let value = self.0.value(state, [&facts(high), &facts(low)], None).and_then(number);
                    value.map_err(|fault| (format!(" of {} and {}", high.id, low.id), fault))
                };
                players.map(value).collect()
            }
            Subject::Colour => {
                let seats =
                    boards.iter().flat_map(|board| [(board.white, Colour::White), (board.black, Colour::Black)]);
                let seats = seats.filter_map(|(id, colour)| Some((find(id)?, colour)));
                seats.map(|(player, colour)| one(player, Some(colour))).collect()
            }
            Subject::Bye => bye.and_then(find).into_iter().map(|player| one(player, None)).collect(),
            Subject::Player | Subject::Standing => state.players().iter().map(|player| one(player, None)).collect(),
            Subject::Round => {
                let value = self.0.value(state, [&[], &[]], None).and_then(number);
                value.map(|value| vec![value]).map_err(|fault| (String::new(), fault))
            }
        }
    }
}

/// A number, or a condition as 0 and 1.
fn number(datum: Datum) -> Result<Exact, SpanFault> {
    match datum {
        Datum::Bool(is) => Ok(Exact::from_integer(is.into())),
        Datum::Number(number) => Ok(number),
        other => Err(SpanFault::at(0, format!("it finds {other}, {}, which is no number", other.kind()))),
    }
}

/// The sum of exact numbers, and that divided by their number; `None` of numbers that leave the range of exact arithmetic.
pub(crate) fn sum(numbers: &[Exact]) -> Option<Exact> {
    numbers.iter().try_fold(Exact::from_integer(0), |sum, number| Operation::Add.of(sum, *number).ok())
}
