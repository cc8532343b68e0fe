use super::{PlayerId, Tournament};
use num_rational::Ratio;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// An entry of a table that the organiser gives beside the tournament.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// A number, exact.
    Number(Ratio<i64>),
    /// Anything else, possibly empty.
    Text(String),
}

impl Cell {
    /// The greatest number of digits that make a number; more make a text.
    pub const MOST_DIGITS: usize = 15;

    /// What `text` says: a number if it is a decimal such as `12`, `-0.5` or `2.50`, else a text.
    ///
    /// ```
    /// use swiss_trf::tournament::Cell;
    /// assert_eq!(Cell::of("2.50"), Cell::of("2.5"));
    /// assert_eq!(Cell::of("2.5.1"), Cell::Text("2.5.1".to_owned()));
    /// ```
    pub fn of(text: &str) -> Self {
        Self::number(text).map_or_else(|| Self::Text(text.to_owned()), Self::Number)
    }

    fn number(text: &str) -> Option<Ratio<i64>> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
        let all: String = [whole, places].concat();
        let is_decimal = !whole.is_empty() && !digits.ends_with('.') && all.bytes().all(|byte| byte.is_ascii_digit());
        if !is_decimal || all.len() > Self::MOST_DIGITS {
            return None;
        }
        let scale = 10_i64.checked_pow(u32::try_from(places.len()).ok()?)?;
        Some(Ratio::new(sign * all.parse::<i64>().ok()?, scale))
    }
}

impl fmt::Display for Cell {
    /// As it is read: a number as a decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => {
                let mut digits = number.numer().unsigned_abs();
                let (mut places, mut left) = (0, *number.denom());
                while left != 1 {
                    // The denominator divides a power of ten.
                    (digits, places) = (digits * 10, places + 1);
                    let common = num_integer::gcd(left, 10);
                    (digits, left) = (digits / common.unsigned_abs(), left / common);
                }
                let sign = if *number.numer() < 0 { "-" } else { "" };
                let all = format!("{digits:0>width$}", width = places + 1);
                let (whole, after) = all.split_at(all.len() - places);
                if places == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{after}") }
            }
        }
    }
}

/// What the organiser knows of the players besides the tournament: a table with a row a player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attributes {
    /// The columns after that of the players' numbers.
    pub columns: Vec<String>,
    /// A cell for each column.
    pub rows: BTreeMap<PlayerId, Vec<Cell>>,
}

impl Attributes {
    /// The name, as a variable of an expression may have it, of a column with this heading, in which `-` and blanks become `_`; `None` if it is no name.
    pub fn name(heading: &str) -> Option<String> {
        let name = heading.replace(['-', ' '], "_");
        let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
        let is_name = name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit());
        (is_name && name.len() <= 40).then_some(name)
    }

    /// The entry of a column of this name that says `text`. A club is a text even if it looks like a number.
    pub fn cell(name: &str, text: &str) -> Cell {
        if name == "club" { Cell::Text(text.to_owned()) } else { Cell::of(text) }
    }

    /// The attributes that the players of `tournament` have, below those of `table`, which go before; `None` if there are none.
    pub(super) fn of(tournament: &Tournament, table: Option<&Arc<Self>>) -> Option<Arc<Self>> {
        let own: BTreeSet<&String> = tournament.players.iter().flat_map(|player| player.attributes.keys()).collect();
        if own.is_empty() {
            return table.cloned();
        }
        let mut all = table.map_or_else(Self::default, |table| (**table).clone());
        let blank = || Cell::Text(String::new());
        for row in all.rows.values_mut() {
            row.resize(all.columns.len(), blank());
        }
        for name in own.into_iter().filter(|name| !table.is_some_and(|table| table.columns.contains(name))) {
            all.columns.push(name.clone());
            for player in &tournament.players {
                let row = all.rows.entry(player.id).or_default();
                row.resize(all.columns.len() - 1, blank());
                row.push(player.attributes.get(name).cloned().unwrap_or_else(blank));
            }
        }
        Some(Arc::new(all))
    }

    /// The entry of `player` in this column; the empty text for a player without a row. `None` if there is no such column.
    pub fn get(&self, player: PlayerId, column: &str) -> Option<Cell> {
        let place = self.columns.iter().position(|name| name == column)?;
        let cell = self.rows.get(&player).and_then(|row| row.get(place));
        Some(cell.cloned().unwrap_or_else(|| Cell::Text(String::new())))
    }
}

/// A number for each of some pairs; for all others 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairWeights(BTreeMap<(PlayerId, PlayerId), Ratio<i64>>);

impl PairWeights {
    /// Give the two, in either order, this number. `false` if they have one already.
    pub fn insert(&mut self, one: PlayerId, other: PlayerId, number: Ratio<i64>) -> bool {
        self.0.insert((one.min(other), one.max(other)), number).is_none()
    }

    /// The number of the two, in either order.
    pub fn of(&self, one: PlayerId, other: PlayerId) -> Ratio<i64> {
        self.0.get(&(one.min(other), one.max(other))).copied().unwrap_or_default()
    }

    /// The pairs with a number, the lower pairing number first.
    pub fn pairs(&self) -> impl Iterator<Item = (PlayerId, PlayerId)> + '_ {
        self.0.keys().copied()
    }
}
