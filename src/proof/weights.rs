//! What every pair of the round is worth, by the verifier's own reading.

use crate::graph::budget::spend;
use crate::model::{Objective, Part, Side, Tier, TierInUnits, Value};
use crate::proof::verify::{Field, PlayerRecord, Seating, feasibility, objective};
use crate::tournament::{Colour, Pairing, PlayerId, RoundState, Seat};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// Weights times the square of the number of seats are no more. Then dual values that prove an optimum, which are within a few times the
/// number of seats as large, and their sum stay within what a certificate may have.
const LARGEST: i128 = 1 << 119;
/// In a small round, too, weights stay below this, so that dual values that somebody has written may be larger.
const MOST: i128 = 1 << 100;

/// The greatest weight of a pair of so many seats.
pub(crate) fn most_weight(seats: usize) -> i128 {
    let seats = (seats as i128).max(1);
    (LARGEST / (seats * seats)).min(MOST)
}

/// All legal pairs of a round with what each adds to the value of a pairing, the tiers made one.
pub(crate) struct CombinedWeights {
    /// The players in pairing order, and the bye of an odd field.
    pub(crate) seats: Vec<Seat>,
    pub(crate) pairs: Vec<LegalPair>,
    /// How much a unit of each tier weighs: more than anything that later tiers can add or take.
    pub(crate) scales: Vec<i128>,
    /// The caps of the model, by name, and how many boards each allows.
    pub(crate) caps: Vec<(String, u32)>,
    places: BTreeMap<Seat, usize>,
}

/// Two seats that may be paired.
pub(crate) struct LegalPair {
    /// The higher seat, by its place.
    pub(crate) high: usize,
    /// The lower seat, by its place.
    pub(crate) low: usize,
    /// The value in each tier, in its unit.
    pub(crate) values: Box<[i64]>,
    /// Whether each cap of the model counts the pair.
    pub(crate) is_counted: Box<[bool]>,
}

impl CombinedWeights {
    /// The seats of the round, without pairs.
    pub(super) fn of_seats(state: &RoundState) -> Self {
        let field = Field::new(state);
        let mut seats: Vec<Seat> = field.records.iter().map(|record| Seat::Player(record.id)).collect();
        if seats.len() % 2 == 1 {
            seats.push(Seat::Bye);
        }
        let places = seats.iter().enumerate().map(|(place, seat)| (*seat, place)).collect();
        Self { seats, pairs: Vec::new(), scales: Vec::new(), caps: Vec::new(), places }
    }

    /// The same with the legal pairs that `keep` leaves in the list of those so far; each comes once, the higher ones first. The tiers
    /// have one more for the pairs that are not `against`'s, if there is one to prove the only optimum. `None` if some weight
    /// of a pair that is kept cannot be told from another in exact numbers of reasonable size.
    pub(super) fn with_pairs(
        self,
        state: &RoundState,
        objective: &Objective,
        against: Option<&Pairing>,
        mut keep: impl FnMut(&mut Vec<LegalPair>, LegalPair),
    ) -> Option<Self> {
        let field = Field::new(state);
        let (caps, made) = (caps(&field, objective), against.map(made));
        let both = |pairs: &[[u32; 2]]| pairs.iter().flat_map(|[a, b]| [(*a, *b), (*b, *a)]).collect::<Vec<_>>();
        let forced: BTreeMap<u32, u32> = both(&objective.side.forced).into_iter().collect();
        let forbidden: BTreeSet<(u32, u32)> = both(&objective.side.forbidden).into_iter().collect();
        // Whether the side constraints leave room for this pair (0 is the bye).
        let is_left = |one: u32, other: u32| forced.get(&one).is_none_or(|only| *only == other);
        let may_meet = |a, b| is_left(a, b) && is_left(b, a) && !forbidden.contains(&(a, b));
        let Self { seats, mut pairs, places, .. } = self;
        // The least and the greatest value of each tier.
        let mut ranges = vec![None; objective.tiers.len() + usize::from(against.is_some())];
        let (parts, mut board) = (PartValues::new(&field, objective), Seating::nobody());
        for (high, one) in field.records.iter().enumerate() {
            for low in high + 1..seats.len() {
                let other = field.records.get(low);
                if !may_meet(one.id.0, other.map_or(0, |other| other.id.0)) {
                    continue;
                }
                if let Some(mut values) = parts.best(&mut board, high, low) {
                    let pair = (one.id, other.map(|other| other.id));
                    values.extend(made.as_ref().map(|made| i64::from(!made.contains(&pair))));
                    for (range, value) in ranges.iter_mut().zip(&values) {
                        let (least, most) = range.unwrap_or((*value, *value));
                        *range = Some((least.min(*value), most.max(*value)));
                    }
                    let is_counted =
                        caps.iter().map(|cap| other.is_some_and(|other| (cap.counts)(one, other))).collect();
                    keep(&mut pairs, LegalPair { high, low, values: values.into(), is_counted });
                }
            }
        }
        let most = most_weight(seats.len());
        let scales = scales(seats.len() / 2, &ranges, most)?;
        let is_exact = |pair: &LegalPair| {
            let mut tiers = scales.iter().zip(&pair.values);
            let sum =
                tiers.try_fold(0_i128, |sum, (scale, value)| sum.checked_add(scale.checked_mul(i128::from(*value))?));
            sum.is_some_and(|weight| weight.unsigned_abs() < most.unsigned_abs())
        };
        let is_exact = pairs.iter().all(is_exact);
        let caps = caps.into_iter().map(|cap| (cap.name, cap.most)).collect();
        is_exact.then_some(Self { seats, pairs, scales, caps, places })
    }

    /// What a pair weighs, all tiers as one number.
    pub(crate) fn of_pair(&self, pair: &LegalPair) -> i128 {
        self.of_units(&pair.values)
    }

    /// These values in the units of the tiers as one number.
    pub(crate) fn of_units(&self, values: &[i64]) -> i128 {
        self.scales.iter().zip(values).map(|(scale, value)| scale * i128::from(*value)).sum()
    }

    /// The weight of a pairing that is worth `values`.
    pub(crate) fn of(&self, values: &[Value]) -> i128 {
        let tiers = self.scales.iter().zip(values).map(|(scale, value)| scale.saturating_mul(value.units().into()));
        tiers.fold(0, i128::saturating_add)
    }

    /// For each pair, 1 if one of its seats is in one list of places and the other in the other, else 0.
    pub(crate) fn between(&self, one: &[usize], other: &[usize]) -> Vec<i64> {
        let [one, other] = [one, other].map(|places| {
            let mut is_in = vec![false; self.seats.len()];
            places.iter().for_each(|place| is_in[*place] = true);
            is_in
        });
        let is_between = |LegalPair { high, low, .. }: &LegalPair| {
            spend(1);
            (one[*high] && other[*low]) || (one[*low] && other[*high])
        };
        self.pairs.iter().map(|pair| i64::from(is_between(pair))).collect()
    }

    /// The place of `seat`.
    pub(crate) fn place(&self, seat: Seat) -> Option<usize> {
        self.places.get(&seat).copied()
    }
}

/// The parts of a pairing that a model allows, and what they are worth.
struct PartValues<'a> {
    field: &'a Field<'a>,
    objective: &'a Objective,
    tiers: Vec<TierInUnits<'a>>,
    /// What each player's colours are worth, by place, in each tier: White, Black; `None` if a rule forbids it.
    colours: Vec<[Option<Vec<i64>>; 2]>,
}

impl<'a> PartValues<'a> {
    fn new(field: &'a Field<'a>, objective: &'a Objective) -> Self {
        let tiers = objective.tiers.iter().map(Tier::in_units).collect();
        let mut parts = Self { field, objective, tiers, colours: Vec::new() };
        let of_colour = |record: &'a PlayerRecord<'a>, colour| {
            let part = Seating::of_colour(record, colour);
            parts.is_allowed(&part).then(|| parts.values(&part).collect())
        };
        let of_player = |record| Colour::BOTH.map(|colour| of_colour(record, colour));
        parts.colours = field.records.iter().map(of_player).collect();
        parts
    }

    fn is_allowed(&self, part: &Seating<'_>) -> bool {
        let (field, Objective { hard, define, tiers, .. }) = (self.field, self.objective);
        feasibility::hard_rules(field, part, hard).is_empty()
            && feasibility::defined_rules(field, part, define).is_empty()
            && objective::without_value(field, part, tiers).is_empty()
    }

    fn values(&self, part: &Seating<'_>) -> impl Iterator<Item = i64> {
        let value = |tier| objective::value(self.field, part, &self.objective.hard, tier);
        self.tiers.iter().map(move |tier| value(tier).units())
    }

    /// What the players at these places are worth at a board, or the first with the bye, with the better of the colours that no
    /// rule forbids, earlier tiers first; `None` if they may not be paired. `board` is made theirs.
    fn best(&self, board: &mut Seating<'a>, high: usize, low: usize) -> Option<Vec<i64>> {
        spend(4);
        let one = &self.field.records[high];
        let Some(other) = self.field.records.get(low) else {
            let bye = Seating::of_bye(one);
            return self.is_allowed(&bye).then(|| self.values(&bye).collect());
        };
        let [[white, black], [other_white, other_black]] = [&self.colours[high], &self.colours[low]];
        let of_colours = match (sums(white, other_black), sums(black, other_white)) {
            (Some(one), Some(other)) if other.clone().gt(one.clone()) => other,
            (one, other) => one.or(other)?,
        };
        board.boards.clear();
        board.boards.push((one, other));
        self.is_allowed(board).then(|| of_colours.zip(self.values(board)).map(|(one, other)| one + other).collect())
    }
}

/// What two colours are worth together, in each tier.
fn sums<'v>(
    one: &'v Option<Vec<i64>>,
    other: &'v Option<Vec<i64>>,
) -> Option<impl Iterator<Item = i64> + Clone + use<'v>> {
    Some(one.as_ref()?.iter().zip(other.as_ref()?).map(|(one, other)| one + other))
}

/// The pairs of a pairing, each from both sides; the bye is `None`.
fn made(pairing: &Pairing) -> BTreeSet<(PlayerId, Option<PlayerId>)> {
    let boards = pairing.boards.iter().map(|board| (board.white, board.black));
    boards
        .flat_map(|(one, other)| [(one, Some(other)), (other, Some(one))])
        .chain(pairing.bye.map(|id| (id, None)))
        .collect()
}

/// A cap of the model.
struct ReadCap<'o> {
    name: String,
    most: u32,
    /// Whether it counts the board of two players.
    counts: Counts<'o>,
}

type Counts<'o> = Box<dyn Fn(&PlayerRecord<'_>, &PlayerRecord<'_>) -> bool + 'o>;

/// The caps of the model one by one: those of groups in the order of their names, as far as there are boards enough to exceed one.
fn caps<'o>(field: &'o Field<'o>, objective: &'o Objective) -> Vec<ReadCap<'o>> {
    let Side { max_downfloats, max_same_federation, .. } = objective.side;
    // As side constraints that allow no pair that they count.
    let sides = [
        ("max_downfloats", max_downfloats, Side { max_downfloats: Some(0), ..Side::default() }),
        ("max_same_federation", max_same_federation, Side { max_same_federation: Some(0), ..Side::default() }),
    ];
    let of_side = |(name, most, side): (&str, Option<u32>, Side)| {
        let counts = move |one: &PlayerRecord<'_>, other: &PlayerRecord<'_>| {
            !feasibility::side_constraints(&Seating::of_board(one, other), &side).is_empty()
        };
        most.map(|most| ReadCap { name: name.to_owned(), most, counts: Box::new(counts) })
    };
    let mut caps: Vec<ReadCap<'o>> = sides.into_iter().filter_map(of_side).collect();
    for definition in &objective.define {
        let Some((most, condition)) = definition.most_boards().zip(definition.part(Part::Pair)) else { continue };
        let name = definition.name();
        if !definition.is_per_group() {
            let counts = move |one: &PlayerRecord<'_>, other: &PlayerRecord<'_>| {
                feasibility::is_true(field, condition, one, other)
            };
            caps.push(ReadCap { name: name.to_owned(), most, counts: Box::new(counts) });
            continue;
        }
        let mut of_group: BTreeMap<String, BTreeSet<[PlayerId; 2]>> = BTreeMap::new();
        for (place, one) in field.records.iter().enumerate() {
            let others = field.records[place + 1..].iter();
            for other in others.filter(|other| feasibility::is_true(field, condition, one, other)) {
                for group in feasibility::groups(field, definition, one, other).unwrap_or_default() {
                    of_group.entry(group).or_default().insert([one.id, other.id]);
                }
            }
        }
        for (group, boards) in of_group {
            let players = boards.iter().flatten().unique().count();
            if boards.len().min(players / 2) <= most as usize {
                continue;
            }
            let counts = move |one: &PlayerRecord<'_>, other: &PlayerRecord<'_>| {
                boards.contains(&[one.id, other.id]) || boards.contains(&[other.id, one.id])
            };
            caps.push(ReadCap { name: format!("{name} of {group}"), most, counts: Box::new(counts) });
        }
    }
    caps
}

/// Two pairings of so many boards differ in one tier by at most `boards` times the spread of its values, which are in these ranges. A
/// unit of the tier before weighs one more than all that, by the scale of this tier.
fn scales(boards: usize, ranges: &[Option<(i64, i64)>], most: i128) -> Option<Vec<i128>> {
    let mut scales = vec![1; ranges.len()];
    for tier in (1..ranges.len()).rev() {
        let spread = ranges[tier].map_or(0, |(least, most)| i128::from(most) - i128::from(least));
        let apart = i128::try_from(boards).ok()?.checked_mul(spread)?.checked_add(1)?;
        scales[tier - 1] = apart.checked_mul(scales[tier]).filter(|scale| *scale < most)?;
    }
    Some(scales)
}
