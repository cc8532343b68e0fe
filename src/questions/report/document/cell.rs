use crate::model::Value;
use crate::questions::report::number::{short, signed, signed_whole};
use crate::tournament::{PlayerId, Score, Seat};
use itertools::Itertools;
use serde_json::Number;

/// A cell of a table: a value of some type, which each writer writes in its way.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// A text.
    Text(String),
    /// The program's own text, which may have line breaks.
    Own(&'static str),
    /// A whole number.
    Whole(i128),
    /// A number, of which persons see two decimals.
    Number(Number),
    /// Points.
    Score(Score),
    /// An exact value of a tier.
    Value(Value),
    /// The exact values of tiers: one number, or a list.
    Values(Vec<Value>),
    /// A difference of values, with its sign.
    Change(Value),
    /// The differences of tiers, with their signs.
    Changes(Vec<Value>),
    /// A difference of whole numbers, with its sign.
    Difference(i32),
    /// A player by the pairing number, or the bye, which is 0 for programs.
    Seat(Seat),
    /// In place of the name of a player: the bye.
    Bye,
    /// The same, which stands out.
    Strong(Box<Cell>),
}

impl Cell {
    /// The same, which stands out if `is_so`.
    pub fn strong_if(self, is_so: bool) -> Self {
        if is_so { Self::Strong(Box::new(self)) } else { self }
    }

    /// What a person reads.
    pub fn said(&self) -> String {
        match self {
            Self::Number(number) => short(number),
            Self::Change(value) => signed(*value),
            Self::Changes(values) => listed(values.iter().map(|value| signed(*value))),
            Self::Seat(Seat::Bye) => String::new(),
            Self::Bye => "bye".to_owned(),
            Self::Strong(cell) => cell.said(),
            same => same.data(),
        }
    }

    /// What a program reads.
    pub fn data(&self) -> String {
        match self {
            Self::Empty | Self::Bye => String::new(),
            Self::Text(text) => text.clone(),
            Self::Own(text) => (*text).to_owned(),
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Score(score) => score.to_string(),
            Self::Value(value) | Self::Change(value) => value.to_string(),
            Self::Values(values) | Self::Changes(values) => listed(values.iter().map(ToString::to_string)),
            Self::Difference(number) => signed_whole(*number),
            Self::Seat(seat) => u32::from(*seat).to_string(),
            Self::Strong(cell) => cell.data(),
        }
    }

    /// Whether it is a number by which rows can be sorted.
    pub(crate) const fn is_number(&self) -> bool {
        matches!(self, Self::Whole(_) | Self::Number(_) | Self::Score(_) | Self::Value(_) | Self::Seat(_))
    }
}

/// One number, or a list of numbers, one for each tier.
fn listed(numbers: impl Iterator<Item = String>) -> String {
    match &numbers.collect_vec()[..] {
        [number] => number.clone(),
        numbers => format!("[{}]", numbers.iter().join(", ")),
    }
}

/// A cell that is empty if there is nothing.
pub(crate) fn or_nothing(cell: Option<impl Into<Cell>>) -> Cell {
    cell.map_or(Cell::Empty, Into::into)
}

/// A cell is made of each of these types, in this way.
macro_rules! cells {
    ($($value:ident: $of:ty => $cell:expr;)+) => {
        $(impl From<$of> for Cell {
            fn from($value: $of) -> Self {
                $cell
            }
        })+
    };
}

cells! {
    text: String => Self::Text(text);
    text: &str => Self::Text(text.to_owned());
    text: &String => Self::Text(text.clone());
    number: usize => Self::Whole(number as i128);
    number: u64 => Self::Whole(number.into());
    number: u32 => Self::Whole(number.into());
    number: i64 => Self::Whole(number.into());
    score: Score => Self::Score(score);
    value: Value => Self::Value(value);
    id: PlayerId => Self::Seat(Seat::Player(id));
    seat: Seat => Self::Seat(seat);
}
