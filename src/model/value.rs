use super::{MOST_WEIGHT, Spec};
use crate::rules::Term;
use crate::tournament::{Colour, Pairing, PlayerId, RoundState, Score, Tournament};
use schemars::JsonSchema;
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::Number;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// The value of a tier, exact, in tenths (a weight counts per unit, a score has tenths).
///
/// No sum of a model file and a round is beyond its range: a value is at most [`Value::MOST`], the difference of two
/// values is less than 2^53, so that it is exact as a JSON number, too, and the differences of all the rounds of a
/// tournament add up within 64 bits. Arithmetic beyond the range panics; it never gives a wrong value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
pub struct Value(#[schemars(with = "Number")] i64);

impl Value {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The greatest value of a tier, without its sign.
    ///
    /// Each [`Term`] is in a tier once, with a weight up to [`MOST_WEIGHT`]. There are at most
    /// [`Tournament::MOST_PLAYERS`] players, half as many boards; a bye counts less than a board. A board counts
    /// - 1 in `pairs-made`, and up to 2 players in each of `unpaired-last-round`, `colour-difference-two`,
    ///   `strong-denied` and `alternation-denied`;
    /// - in `score-difference` at most what its players have, together at most [`Tournament::MOST_POINTS`];
    /// - in `colour-difference` as much as two players can have had one colour, once in each of
    ///   [`Tournament::MOST_ROUNDS`] rounds and now (in double rounds nothing);
    /// - in `fold-distance` less than there are players.
    ///
    /// In `bye-score` the bye counts at most twice [`Score::MOST_TOTAL`].
    pub const MOST: Self = {
        let (players, rounds) = (Tournament::MOST_PLAYERS as i64, Tournament::MOST_ROUNDS as i64);
        let units = 1 + 4 * 2 + 2 * (rounds + 1) + players;
        let points = Tournament::MOST_POINTS as i64 + 2 * Score::MOST_TOTAL.tenths() as i64;
        let most = ((players + 1) / 2 * 10 * units + points) * MOST_WEIGHT as i64;
        assert!(2 * most < 1 << 53 && 2 * most <= i64::MAX / rounds);
        Self(most)
    };

    /// `tenths` tenths.
    #[must_use]
    pub const fn from_tenths(tenths: i64) -> Self {
        Self(tenths)
    }

    /// So many units.
    #[must_use]
    pub const fn from_whole(units: i64) -> Self {
        Self(10 * units)
    }

    /// The value in tenths.
    #[must_use]
    pub const fn tenths(self) -> i64 {
        self.0
    }

    /// The value of `count` tenths of a unit, each unit worth `weight`.
    ///
    /// # Panics
    /// Beyond the range.
    #[must_use]
    pub fn weighed(count: i64, weight: i64) -> Self {
        Self::within(count.checked_mul(weight))
    }

    fn within(exact: Option<i64>) -> Self {
        Self(exact.expect("a value within 64 bits, as all values of a file and a round are"))
    }
}

impl fmt::Display for Value {
    /// Prints `2700`, `2685.5`, `-0.3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        let text = if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") };
        f.pad(&text)
    }
}

impl Serialize for Value {
    /// As a JSON number: whole where it is whole, else with one decimal.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A decimal of few places is read as it is written.
        self.to_string().parse::<Number>().map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl Add for Value {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::within(self.0.checked_add(other.0))
    }
}

impl AddAssign for Value {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Value {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::within(self.0.checked_sub(other.0))
    }
}

impl Sum for Value {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

/// What `pairing` is worth in each tier of `spec`, with the colours it has. Players who are not present count nothing.
#[must_use]
pub fn values(state: &RoundState, spec: &Spec, pairing: &Pairing) -> Vec<Value> {
    let player = |id: PlayerId| state.player(id);
    let boards = || pairing.boards.iter().filter_map(|board| Some((player(board.white)?, player(board.black)?)));
    let count = |term: Term| -> i64 {
        let seated = boards().map(|(white, black)| {
            term.of_pair(state, white, black)
                + term.of_colour(state, white, Colour::White)
                + term.of_colour(state, black, Colour::Black)
        });
        let bye = pairing.bye.and_then(player).map_or(0, |player| term.of_bye(state, player));
        seated.sum::<i64>() + bye
    };
    spec.tiers.iter().map(|tier| tier.value(count)).collect()
}
