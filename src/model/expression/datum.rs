use super::number::Exact;
use std::fmt;
use std::sync::Arc;

/// A value of an expression.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Datum {
    /// True or false.
    Bool(bool),
    /// A number.
    Number(Exact),
    /// A text.
    Text(Arc<str>),
    /// A list.
    List(Arc<[Datum]>),
}

impl Datum {
    pub(super) fn text(text: impl AsRef<str>) -> Self {
        Self::Text(text.as_ref().into())
    }

    /// The bytes of a text, and the elements of a list.
    pub(super) fn parts(&self) -> (usize, &[Self]) {
        match self {
            Self::Bool(_) | Self::Number(_) => (0, &[]),
            Self::Text(text) => (text.len(), &[]),
            Self::List(list) => (0, list),
        }
    }

    /// The elements of a list, or the value itself.
    pub(super) fn elements(&self) -> &[Self] {
        if let Self::List(list) = self { list } else { std::slice::from_ref(self) }
    }

    /// What kind of value it is, in words.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a condition",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
        }
    }
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(is) => is.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => write!(f, "'{text}'"),
            Self::List(list) => write!(f, "a list of {}", list.len()),
        }
    }
}

/// A kind of value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Type {
    Bool,
    Number,
    Text,
    /// A list of numbers, as attributes have.
    Numbers,
    List(Box<Type>),
    /// Known only when the round is: an entry of the organiser's table, or an element of an empty list.
    Any,
}

impl Type {
    /// The kind of the elements, of a list.
    pub fn element(&self) -> Option<Self> {
        match self {
            Self::Numbers => Some(Self::Number),
            Self::List(element) => Some((**element).clone()),
            Self::Any => Some(Self::Any),
            Self::Bool | Self::Number | Self::Text => None,
        }
    }

    /// What values of both kinds have in common; `None` if nothing.
    pub fn with(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (one, other) if one == other => Some(one.clone()),
            (Self::Any, other) | (other, Self::Any) => Some(other.clone()),
            (one @ (Self::Numbers | Self::List(_)), other @ (Self::Numbers | Self::List(_))) => {
                Some(Self::List(Box::new(one.element()?.with(&other.element()?)?)))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("condition"),
            Self::Number => f.write_str("number"),
            Self::Text => f.write_str("text"),
            Self::Numbers => f.write_str("list of numbers"),
            Self::List(element) if **element == Self::Any => f.write_str("list"),
            Self::List(element) => write!(f, "list of values of the kind {element}"),
            Self::Any => f.write_str("value of a table"),
        }
    }
}
