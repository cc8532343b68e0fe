use super::field::EvaluatedField;
use super::{Datum, Definition, Expression, SpanFault};
use crate::model::OutOfRange;
use std::collections::BTreeMap;

/// What an expression of pairs counts for every pair of a round, in thousandths.
///
/// Players of whom all facts that the expression uses are the same are one class, so that a large field costs little.
#[derive(Debug, Clone)]
pub(crate) struct PairTable {
    /// The class of each player, by rank.
    classes: Vec<usize>,
    /// For the classes of the higher and of the lower player, row by row.
    counts: Vec<i64>,
    size: usize,
}

/// A table has at most so many entries, which is one for each pair of some 11,000 players.
const MOST_ENTRIES: usize = 1 << 27;

impl PairTable {
    /// The counts of all pairs of `field`, which `of_value` makes of what the expression finds. `is_over` is asked for each class.
    pub(super) fn new(
        definition: &Definition,
        expression: &Expression,
        field: &EvaluatedField<'_>,
        is_over: &dyn Fn() -> bool,
        mut of_value: impl FnMut(Datum) -> Result<i64, SpanFault>,
    ) -> Result<Self, OutOfRange> {
        let state = field.state;
        let mut known: BTreeMap<Vec<Datum>, usize> = BTreeMap::new();
        let (mut classes, mut ends): (Vec<usize>, Vec<[usize; 2]>) = (Vec::new(), Vec::new());
        for (rank, player) in state.players().iter().enumerate() {
            let next = known.len();
            let class = *known.entry(expression.facts(field, player)).or_insert(next);
            if class == ends.len() {
                ends.push([rank, rank]);
            }
            ends[class][1] = rank;
            classes.push(class);
        }
        let mut facts: Vec<&[Datum]> = vec![&[]; known.len()];
        for (of, class) in &known {
            facts[*class] = of;
        }
        let size = facts.len();
        if size.saturating_mul(size) > MOST_ENTRIES {
            let what = format!("it tells {size} kinds of players apart, which are too many; ask for less that differs");
            return Err(definition.refused(expression, &SpanFault::new(0..expression.text.len(), what), ""));
        }
        let mut counts = vec![0; size * size];
        for high in 0..size {
            if is_over() {
                return Err(OutOfRange::Late);
            }
            for low in 0..size {
                // Only what can be: the first of one class is above the last of the other.
                let (first, last) = (ends[high][0], ends[low][1]);
                if first >= last {
                    continue;
                }
                let value = expression.value(state, [facts[high], facts[low]], None).and_then(&mut of_value);
                counts[high * size + low] = value.map_err(|fault| {
                    let [one, other] = [first, last].map(|rank| state.players()[rank].id);
                    definition.refused(expression, &fault, &format!(" of {one} and {other}"))
                })?;
            }
        }
        let table = Self { classes, counts, size };
        if table.is_symmetric(&ends) {
            return Ok(table);
        }
        if table.classes.len().saturating_mul(table.classes.len()) > MOST_ENTRIES {
            let what = "so many players can be counted only if it does not matter who of two is a, and who b";
            return Err(definition.refused(expression, &SpanFault::new(0..expression.text.len(), what), ""));
        }
        Ok(table.by_rank())
    }

    /// Whether it never matters who of two classes is the higher player.
    fn is_symmetric(&self, ends: &[[usize; 2]]) -> bool {
        let can_be = |high: usize, low: usize| ends[high][0] < ends[low][1];
        (0..self.size).all(|one| {
            (0..one).all(|other| {
                !(can_be(one, other) && can_be(other, one))
                    || self.counts[one * self.size + other] == self.counts[other * self.size + one]
            })
        })
    }

    /// The same with each player alone.
    fn by_rank(&self) -> Self {
        let size = self.classes.len();
        let counts = (0..size * size).map(|index| {
            let (one, other) = (index / size, index % size);
            self.of(one.min(other), one.max(other))
        });
        Self { counts: counts.collect(), classes: (0..size).collect(), size }
    }

    fn of(&self, high: usize, low: usize) -> i64 {
        self.counts[self.classes[high] * self.size + self.classes[low]]
    }

    /// The count of two players by rank, in either order.
    pub fn of_pair(&self, one: usize, other: usize) -> i64 {
        self.of(one.min(other), one.max(other))
    }

    /// The class of a player by rank: pairs of the same two classes count the same, whoever is the higher.
    pub fn class(&self, rank: usize) -> usize {
        self.classes[rank]
    }

    /// The pairs that count something, by rank.
    pub fn nonzero(&self) -> Vec<(usize, usize)> {
        if self.counts.iter().all(|count| *count == 0) {
            return Vec::new();
        }
        let players = self.classes.len();
        let pairs = (0..players).flat_map(|high| (high + 1..players).map(move |low| (high, low)));
        pairs.filter(|(high, low)| self.of(*high, *low) != 0).collect()
    }

    /// The greatest count, without its sign.
    pub fn most(&self) -> i64 {
        self.counts.iter().map(|count| count.abs()).max().unwrap_or(0)
    }
}
