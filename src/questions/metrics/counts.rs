use crate::proof::verify::dutch;
use crate::proof::verify::{Field, PlayerRecord, Seating};
use crate::tournament::{Colour, Float, Pairing, RoundState, Score, Strength};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::{Number, json};
use std::borrow::Cow;
use std::ops::AddAssign;
use strum::{IntoStaticStr, VariantArray};

/// A metric: a number that any pairing has.
///
/// Scores are those that pairing goes by, so accelerated points count. Where a pairing is two games, both players get
/// both colours, and colours count nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Metric {
    /// Boards.
    Pairs,
    /// Points between the two players of each board, summed.
    ScoreDifference,
    /// The squares of these differences, summed, in points squared.
    ScoreDifferenceSquares,
    /// Players who meet a lower score or have the bye (1998 A.4, A.5; 2012 A.4, B.1.b).
    Downfloats,
    /// Of these, players whose float of the round before was down (B.5).
    DownfloatsRoundBefore,
    /// Of these, players whose float of two rounds before was down (B.6).
    DownfloatsTwoRoundsBefore,
    /// Players who meet a higher score (A.4).
    Upfloats,
    /// Of these, players whose float of the round before was up (B.5).
    UpfloatsRoundBefore,
    /// Of these, players whose float of two rounds before was up (B.6).
    UpfloatsTwoRoundsBefore,
    /// Players who get the other colour than their absolute preference asks for (A.7.a); topscorers are no exception.
    AbsoluteDenied,
    /// Players who get the other colour than their strong preference asks for (A.7.b).
    StrongDenied,
    /// Players who get the other colour than their mild preference asks for (A.7.c).
    MildDenied,
    /// Absolute colour differences after the round of the players at a board, summed.
    ColourDifference,
    /// Players at a board whose colour difference is +2 or -2 or beyond after the round.
    ColourDifferenceTwo,
    /// Byes.
    Byes,
    /// Points between the bye's receiver and the lowest score present.
    ByeScore,
    /// Byes given to a player who had a point or half point without playing (2012 B.1.b).
    ByeWithPoints,
}

impl Metric {
    /// Every metric.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The name in records.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The number of parts in one unit: scores have tenths, their squares hundredths.
    pub const fn parts(self) -> u32 {
        match self {
            Self::ScoreDifference | Self::ByeScore => 10,
            Self::ScoreDifferenceSquares => 100,
            _ => 1,
        }
    }

    /// The metric of a pairing, in parts.
    fn count(self, field: &Field<'_>, seating: &Seating<'_>) -> i64 {
        let differences = || seating.boards.iter().map(|(white, black)| apart(white.score, black.score));
        let floats = |float, rounds_ago: usize| {
            let counts = |record: &&PlayerRecord<'_>| rounds_ago == 0 || record.float(rounds_ago) == Some(float);
            number(floaters(seating, float).filter(counts).count())
        };
        match self {
            Self::Pairs => number(seating.boards.len()),
            Self::ScoreDifference => differences().sum(),
            Self::ScoreDifferenceSquares => {
                differences().map(|difference| difference.saturating_mul(difference)).fold(0, i64::saturating_add)
            }
            Self::Downfloats => floats(Float::Down, 0),
            Self::DownfloatsRoundBefore => floats(Float::Down, 1),
            Self::DownfloatsTwoRoundsBefore => floats(Float::Down, 2),
            Self::Upfloats => floats(Float::Up, 0),
            Self::UpfloatsRoundBefore => floats(Float::Up, 1),
            Self::UpfloatsTwoRoundsBefore => floats(Float::Up, 2),
            Self::AbsoluteDenied => denied(field, seating, Strength::Absolute),
            Self::StrongDenied => denied(field, seating, Strength::Strong),
            Self::MildDenied => denied(field, seating, Strength::Mild),
            Self::ColourDifference => differences_after(field, seating).sum(),
            Self::ColourDifferenceTwo => number(differences_after(field, seating).filter(|after| *after >= 2).count()),
            Self::Byes => number(seating.bye.into_iter().count()),
            Self::ByeScore => match (seating.bye, field.lowest_score()) {
                (Some(bye), Some(lowest)) => apart(bye.score, lowest),
                _ => 0,
            },
            Self::ByeWithPoints => number(seating.bye.and_then(points_without_playing).into_iter().count()),
        }
    }
}

/// The exact value of every [`Metric`].
///
/// As JSON it is an object with a number for each metric, in units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Metrics([i64; Metric::ALL.len()]);

impl Metrics {
    /// The metrics of `pairing`, as far as its players are to be paired in the round of `state`.
    pub fn of(state: &RoundState, pairing: &Pairing) -> Self {
        let field = Field::new(state);
        Self::new(&field, &field.seat(pairing))
    }

    pub(super) fn new(field: &Field<'_>, seating: &Seating<'_>) -> Self {
        let mut metrics = Self::default();
        metrics.0.iter_mut().zip(Metric::ALL).for_each(|(count, metric)| *count = metric.count(field, seating));
        metrics
    }

    /// The value of `metric`, in its [parts](Metric::parts).
    pub const fn get(&self, metric: Metric) -> i64 {
        self.0[metric as usize]
    }

    /// The value of `metric` in units, as a decimal number: `12`, `12.5`, `9.25`.
    pub fn decimal(&self, metric: Metric) -> String {
        let (count, parts) = (self.get(metric).unsigned_abs(), u64::from(metric.parts()));
        let places = metric.parts().ilog10() as usize;
        let text = format!("{}.{:0places$}", count / parts, count % parts);
        // A whole number would end with its decimal point.
        if places == 0 { count.to_string() } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
    }
}

impl AddAssign for Metrics {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum = sum.saturating_add(count));
    }
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A decimal with few places is printed as it was written.
        serializer
            .collect_map(Metric::ALL.iter().map(|metric| (metric.id(), self.decimal(*metric).parse::<Number>().ok())))
    }
}

impl JsonSchema for Metrics {
    fn schema_name() -> Cow<'static, str> {
        "Metrics".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ids: Vec<&str> = Metric::ALL.iter().map(|metric| metric.id()).collect();
        let numbers: serde_json::Map<_, _> =
            ids.iter().map(|id| ((*id).to_owned(), json!({ "type": "number" }))).collect();
        json_schema!({
            "description": "How much there is of every metric, in units.",
            "type": "object",
            "properties": numbers,
            "required": ids,
        })
    }
}

fn floaters<'f>(seating: &Seating<'f>, float: Float) -> impl Iterator<Item = &'f PlayerRecord<'f>> {
    let boards = seating.boards.iter().filter(|(white, black)| white.score != black.score);
    let players = boards.map(move |(white, black)| match (float, white.score > black.score) {
        (Float::Down, true) | (Float::Up, false) => *white,
        (Float::Down, false) | (Float::Up, true) => *black,
    });
    players.chain(seating.bye.filter(|_| float == Float::Down))
}

fn denied(field: &Field<'_>, seating: &Seating<'_>, strength: Strength) -> i64 {
    let denied = |(record, colour): &(&PlayerRecord<'_>, Colour)| {
        let wanted = dutch::preference(record);
        wanted.is_some_and(|wanted| wanted.strength == strength && wanted.colour != *colour)
    };
    number(coloured(field, seating).filter(denied).count())
}

fn differences_after(field: &Field<'_>, seating: &Seating<'_>) -> impl Iterator<Item = i64> {
    coloured(field, seating).map(|(record, colour)| record.difference_after(colour).abs())
}

/// Every player at a board, with the colour received. In double rounds there are none, since both colours are received.
fn coloured<'f>(field: &Field<'_>, seating: &Seating<'f>) -> impl Iterator<Item = (&'f PlayerRecord<'f>, Colour)> {
    let one = field.gives_one_colour();
    seating.seats().filter(move |_| one)
}

/// The round in which the player had points without playing, and how, in words.
pub(super) fn points_without_playing(record: &PlayerRecord<'_>) -> Option<String> {
    let (round, how) = dutch::points_without_playing(record)?;
    Some(format!("{how} in round {round}"))
}

fn apart(one: Score, other: Score) -> i64 {
    (i64::from(one.tenths()) - i64::from(other.tenths())).abs()
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
