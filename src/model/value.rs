use super::{Counted, MOST_WEIGHT, Objective};
use crate::rules::{Places, Term};
use crate::tournament::{Colour, Pairing, PlayerId, RoundState, Score, Tournament};
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::ser::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;
use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// The value of a tier, an exact decimal: a whole number of the tier's [`Unit`].
///
/// No sum of a model file and a round is beyond its range: [`Objective::check_range`] refuses a round in which it could be. So a value
/// is at most [`Value::MOST`] of its units, the difference of two
/// values is less than 2^53, so that it is exact as a JSON number, too, and the differences of all the rounds of a
/// tournament add up within 64 bits. Arithmetic beyond the range panics; it never gives a wrong value.
#[derive(Debug, Clone, Copy, Default, JsonSchema)]
#[schemars(transparent)]
pub struct Value {
    #[schemars(with = "Number")]
    units: i64,
    /// A unit is 10^-places. Two values of different places may be the same number.
    #[schemars(skip)]
    places: u8,
}

/// So many players may be in a round for whatever whole weights.
pub(super) const OF_ANY_WEIGHTS: usize = 20_000;

impl Value {
    /// Nothing.
    pub const ZERO: Self = Self::of_places(0, 0);

    /// The greatest value of a tier, in its units and without its sign.
    ///
    /// It is far enough for all terms that count boards, players, points, games and places, with the greatest whole weights, in
    /// any tournament of up to 20,000 players. Each [`Term`](crate::rules::Term) is in a tier once, with a weight up to [`MOST_WEIGHT`].
    /// There are half as many boards as players; a bye counts less than a board. A board counts
    /// - 1 in `pairs-made`, and up to 2 players in each of `unpaired-last-round`, `colour-difference-two`,
    ///   `strong-denied` and `alternation-denied`;
    /// - in `score-difference` at most what its players have, each of them at most [`Score::MOST`];
    /// - in `colour-difference` as much as two players can have had one colour, once in each of
    ///   [`Tournament::MOST_ROUNDS`] rounds and now (in double rounds nothing);
    /// - in `fold-distance` less than there are players.
    ///
    /// In `bye-score` the bye counts at most twice [`Score::MOST_TOTAL`]. What more players, other terms and weights with places
    /// count is bounded for the round at hand.
    pub const MOST: i64 = {
        let (players, rounds) = (OF_ANY_WEIGHTS as i64, Tournament::MOST_ROUNDS as i64);
        let units = 1 + 4 * 2 + 2 * (rounds + 1) + players;
        let points = players * Score::MOST.tenths() as i64 + 2 * Score::MOST_TOTAL.tenths() as i64;
        let most = ((players + 1) / 2 * 10 * units + points) * MOST_WEIGHT as i64;
        assert!(2 * most < 1 << 53 && 2 * most <= i64::MAX / rounds);
        most
    };

    /// So many units of 10^-places.
    pub(super) const fn of_places(units: i64, places: u8) -> Self {
        Self { units, places }
    }

    /// `tenths` tenths.
    pub const fn from_tenths(tenths: i64) -> Self {
        Self::of_places(tenths, 1)
    }

    /// The value of a whole number.
    pub const fn from_whole(number: i64) -> Self {
        Self::from_tenths(10 * number)
    }

    /// How many of its units it is: of the tier's, if it is a value of a tier.
    pub const fn units(self) -> i64 {
        self.units
    }

    /// The unit that the value is a whole number of.
    pub fn unit(self) -> Unit {
        Unit::of_places(self.places.into())
    }

    /// How many of `unit` it is, which must not be greater than its own.
    pub fn in_unit(self, unit: Unit) -> i64 {
        within(self.scaled(unit.value(0).places))
    }

    /// The value multiplied by `factor`.
    pub fn times(self, factor: i64) -> Self {
        Self::of_places(within(self.units.checked_mul(factor)), self.places)
    }

    /// Both in the smaller of their units.
    fn combined(self, other: Self, by: fn(i64, i64) -> Option<i64>) -> Self {
        let places = self.places.max(other.places);
        let [one, other] = [self, other].map(|value| within(value.scaled(places)));
        Self::of_places(within(by(one, other)), places)
    }

    /// How many units of 10^-places it is, if it has no more places than that.
    fn scaled(self, places: u8) -> Option<i64> {
        if self.places == places {
            return Some(self.units);
        }
        self.units.checked_mul(10_i64.checked_pow(places.checked_sub(self.places)?.into())?)
    }
}

/// A number of units, or a panic beyond the range.
pub(super) fn within(exact: Option<i64>) -> i64 {
    exact.expect("a value within 64 bits, as all values of a file and a round are")
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.places == other.places {
            return self.units.cmp(&other.units);
        }
        let times = |value: &Self, places: u8| i128::from(value.units) * 10_i128.pow(places.into());
        times(self, other.places).cmp(&times(other, self.places))
    }
}

/// So many units of 10^-places as text, without zeros at the end.
pub(super) fn decimal(units: i128, places: u32) -> String {
    let sign = if units < 0 { "-" } else { "" };
    let (whole, after) = (units.unsigned_abs() / 10_u128.pow(places), units.unsigned_abs() % 10_u128.pow(places));
    if after == 0 {
        return format!("{sign}{whole}");
    }
    let after = format!("{after:0width$}", width = places as usize);
    format!("{sign}{whole}.{}", after.trim_end_matches('0'))
}

impl fmt::Display for Value {
    /// Prints `2700`, `2685.5`, `-0.35`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&decimal(self.units.into(), self.places.into()))
    }
}

impl Serialize for Value {
    /// As a JSON number: whole where it is whole, else the decimal.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A decimal of few places is read as it is written.
        self.to_string().parse::<Number>().map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Value {
    /// The value of a JSON number that was written of one.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?;
        // A number with an exponent would be none of ours; the text of a floating-point number has none.
        let text = match number.as_f64() {
            Some(decimal) if number.is_f64() => decimal.to_string(),
            _ => number.to_string(),
        };
        let (whole, after) = text.split_once('.').unwrap_or((&text, ""));
        let places = u8::try_from(after.len()).map_err(D::Error::custom)?;
        let units = format!("{whole}{after}").parse().map_err(D::Error::custom)?;
        Ok(Self::of_places(units, places))
    }
}

/// The sum of the values of any number of rounds, exact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, JsonSchema)]
#[schemars(transparent)]
pub struct ValueSum {
    #[schemars(with = "Number")]
    units: i128,
    #[schemars(skip)]
    places: u8,
}

impl AddAssign<Value> for ValueSum {
    fn add_assign(&mut self, value: Value) {
        // A value has 63 bits, and its places are few: there is room for more values than anybody has.
        let places = self.places.max(value.places);
        let scaled = |units: i128, from: u8| units.saturating_mul(10_i128.pow((places - from).into()));
        let units = scaled(self.units, self.places).saturating_add(scaled(value.units.into(), value.places));
        *self = Self { units, places };
    }
}

impl fmt::Display for ValueSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&decimal(self.units, self.places.into()))
    }
}

impl Serialize for ValueSum {
    /// As a JSON number, as [`Value`] is.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_string().parse::<Number>().map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl Add for Value {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.combined(other, i64::checked_add)
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
        self.combined(other, i64::checked_sub)
    }
}

impl Sum for Value {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

/// What `pairing` is worth in each tier of `objective`, with the colours it has. Players who are not present count nothing, and nor do terms
/// whose rule the model has.
pub fn values(state: &RoundState, objective: &Objective, pairing: &Pairing) -> Vec<Value> {
    let player = |id: PlayerId| state.player(id);
    let boards = || pairing.boards.iter().filter_map(|board| Some((player(board.white)?, player(board.black)?)));
    // A term that counts places sorts everybody for each pair that it is asked about, so it is asked once.
    let placed = |term: Term| {
        let (places, rank) = (Places::all(state, term), |id| state.rank(id));
        let ranks = pairing.boards.iter().filter_map(|board| Some((rank(board.white)?, rank(board.black)?)));
        let bye = pairing.bye.and_then(rank).map_or(0, |player| places[player].of_bye(term));
        ranks.map(|(one, other)| Places::between(term, &places, one, other)).sum::<i64>() + bye
    };
    let count = |term: &Counted| -> i64 {
        if let Counted::Term(term) = term
            && term.counts_places()
        {
            return placed(*term);
        }
        let seated = boards().map(|(white, black)| {
            term.of_pair(state, white, black)
                + term.of_colour(state, white, Colour::White)
                + term.of_colour(state, black, Colour::Black)
        });
        let bye = pairing.bye.and_then(player).map_or(0, |player| term.of_bye(state, player));
        seated.sum::<i64>() + bye
    };
    objective
        .tiers
        .iter()
        .map(|tier| tier.value(|term| if objective.has_rule_of(term) { 0 } else { count(term) }))
        .collect()
}

/// What the integers of a tier count: a tenth, or a smaller power of ten where weights or terms have more places.
///
/// Solver, certificates and exported programs have whole numbers of it; people see decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unit(u8);

impl Default for Unit {
    fn default() -> Self {
        Self::TENTH
    }
}

impl Unit {
    /// A tenth: the unit of whole weights and scores.
    pub const TENTH: Self = Self(1);

    /// One in the last of so many places, at least a tenth.
    pub fn of_places(places: u32) -> Self {
        Self(u8::try_from(places.max(1)).unwrap_or(u8::MAX))
    }

    /// How many places a decimal has that is a whole number of it.
    pub const fn places(self) -> u32 {
        self.0 as u32
    }

    /// The value that is `count` of the unit.
    pub const fn value(self, count: i64) -> Value {
        Value::of_places(count, self.0)
    }

    /// `count` of the unit, as a decimal.
    pub fn decimal(self, count: i128) -> String {
        decimal(count, self.places())
    }

    /// Its name as an adjective of many: `tenths`.
    pub fn plural(self) -> String {
        format!("{self}s")
    }
}

impl fmt::Display for Unit {
    /// Prints `tenth`, `hundredth`, `thousandth` …
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "unit",
            1 => "tenth",
            2 => "hundredth",
            3 => "thousandth",
            4 => "ten-thousandth",
            5 => "hundred-thousandth",
            6 => "millionth",
            places => return write!(f, "unit of 10^-{places}"),
        })
    }
}
