//! Pairings of one round side by side: what each is like, what each is worth under every model, and whether any of
//! them is better than what was claimed to be best.

use super::dutch::{self, Edition};
use super::record::{Field, Record, Seating};
use super::{TermVerdict, TierVerdict, Verdict, verify};
use crate::model::{Spec, Value};
use crate::tournament::{Colour, Float, Pairing, PlayerId, RoundState, Score, Strength};
use serde::{Serialize, Serializer};
use serde_json::Number;
use std::collections::BTreeSet;
use std::ops::AddAssign;

/// Something to count of any pairing, whatever made it.
///
/// Scores are those that pairing goes by, so accelerated points count. Where a pairing is two games, both players get
/// both colours, and colours count nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
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
    /// Points between the bye's receiver and the lowest score present.
    ByeScore,
    /// Byes given to somebody who had a point or half point without playing (2012 B.1.b).
    ByeWithPoints,
}

impl Metric {
    /// Every metric.
    pub const ALL: [Self; 16] = [
        Self::Pairs,
        Self::ScoreDifference,
        Self::ScoreDifferenceSquares,
        Self::Downfloats,
        Self::DownfloatsRoundBefore,
        Self::DownfloatsTwoRoundsBefore,
        Self::Upfloats,
        Self::UpfloatsRoundBefore,
        Self::UpfloatsTwoRoundsBefore,
        Self::AbsoluteDenied,
        Self::StrongDenied,
        Self::MildDenied,
        Self::ColourDifference,
        Self::ColourDifferenceTwo,
        Self::ByeScore,
        Self::ByeWithPoints,
    ];

    /// How many parts of what is counted make one unit: scores have tenths, their squares hundredths.
    #[must_use]
    pub const fn parts(self) -> u32 {
        match self {
            Self::ScoreDifference | Self::ByeScore => 10,
            Self::ScoreDifferenceSquares => 100,
            _ => 1,
        }
    }

    /// How much there is, in parts.
    fn count(self, field: &Field<'_>, seating: &Seating<'_>) -> i64 {
        let differences = || seating.boards.iter().map(|(white, black)| apart(white.score, black.score));
        let floats = |float, rounds_ago: usize| {
            let counts = |record: &&Record<'_>| rounds_ago == 0 || record.float(rounds_ago) == Some(float);
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
            Self::ByeScore => match (seating.bye, field.lowest_score()) {
                (Some(bye), Some(lowest)) => apart(bye.score, lowest),
                _ => 0,
            },
            Self::ByeWithPoints => number(seating.bye.and_then(points_without_playing).into_iter().count()),
        }
    }
}

/// How much there is of every [`Metric`], exactly.
///
/// As JSON it is an object with a number for each metric, in units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Metrics([i64; Metric::ALL.len()]);

impl Metrics {
    fn new(field: &Field<'_>, seating: &Seating<'_>) -> Self {
        Self(Metric::ALL.map(|metric| metric.count(field, seating)))
    }

    /// How much there is of `metric`, in its [parts](Metric::parts).
    #[must_use]
    pub const fn get(&self, metric: Metric) -> i64 {
        self.0[metric as usize]
    }

    /// How much there is of `metric`, in units, as a decimal number: `12`, `12.5`, `9.25`.
    #[must_use]
    pub fn told(&self, metric: Metric) -> String {
        let (count, parts) = (self.get(metric).unsigned_abs(), u64::from(metric.parts()));
        let places = metric.parts().ilog10() as usize;
        let text = format!("{}.{:0places$}", count / parts, count % parts);
        // What is left of a whole number is its point.
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
        // A decimal of few places reads and prints as written.
        serializer.collect_map(Metric::ALL.map(|metric| (metric, self.told(metric).parse::<Number>().ok())))
    }
}

/// A pairing to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// What it is called: the system that made it, or `played`.
    pub name: String,
    /// The pairing.
    pub pairing: Pairing,
}

/// A model, and what is claimed of the round under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// The model.
    pub spec: Spec,
    /// The claim, which will be tested.
    pub claim: Claim,
}

/// What a solver says of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// This pairing is legal, worth so much tier by tier, and no legal pairing is worth more.
    Optimum(Pairing, Vec<Value>),
    /// There is no legal pairing.
    NoPairing,
    /// Nothing.
    Nothing,
}

/// The pairings of one round, side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossCheck {
    /// Every pairing: those handed over by name, then the optima of the models, in the order given.
    pub pairings: Vec<Compared>,
    /// Every pairing under each model.
    pub models: Vec<ModelCheck>,
    /// Every claim that turned out wrong; empty unless something is broken.
    pub discrepancies: Vec<Discrepancy>,
}

/// What one pairing is like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Its name; that of the model for an optimum.
    pub name: String,
    /// The pairing, as it was given.
    pub pairing: Pairing,
    /// What there is to count of it.
    pub metrics: Metrics,
    /// How the bye's receiver had points without playing, and in which round, if so.
    pub bye_after: Option<String>,
    /// What it shares with each of the other pairings, in their order.
    pub in_common: Vec<InCommon>,
}

/// What a pairing shares with another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InCommon {
    /// The other one.
    pub with: String,
    /// Pairs of players who meet in both.
    pub pairs: usize,
    /// Pairs of players who meet in both with the same colours.
    pub boards: usize,
    /// Byes for the same player: one or none in a round.
    pub byes: usize,
}

/// The pairings under one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelCheck {
    /// The model's name.
    pub model: String,
    /// What was found of the optimum, if one was claimed.
    pub optimum: Option<Verdict>,
    /// Every pairing, in the order of [`CrossCheck::pairings`].
    pub pairings: Vec<Judged>,
}

/// One pairing under a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The pairing's name.
    pub name: String,
    /// What it breaks and what it is worth.
    pub verdict: Verdict,
    /// What it is worth beyond the optimum, term by term; in the first tier that is not 0, a legal pairing is worth
    /// less. `None` if no optimum was claimed.
    pub price: Option<Vec<TierVerdict>>,
}

/// A claim that is wrong, and by what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Discrepancy {
    /// The model that the claim is about.
    pub model: String,
    /// The pairing that shows it.
    pub pairing: String,
    /// How.
    pub kind: Contradiction,
    /// How, in one sentence without a full stop.
    pub what: String,
}

/// How a claim can be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contradiction {
    /// A legal pairing is worth more than the optimum.
    BeatsOptimum,
    /// There is a legal pairing where none was said to exist.
    IsLegal,
    /// The optimum breaks a rule, or is not worth what was claimed.
    NotVerified,
}

/// Set pairings of one round, those in `named` and the optima in `claims`, side by side, and test every claim on all of
/// them.
///
/// Everything is derived anew from the players' histories, whatever made the pairings. Boards of players who are not to
/// be paired count nothing.
///
/// ```
/// use swiss_ilp::model::{Spec, Value};
/// use swiss_ilp::tournament::{Board, Pairing, Player, PlayerId, RoundRequest, RoundState, Tournament};
/// use swiss_ilp::verify::{Claim, Claimed, Contradiction, Metric, Named, cross_check};
///
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let state = RoundState::new(&Tournament { players, ..Tournament::default() }, RoundRequest::default()).unwrap();
/// let board = |white, black| Board { white: PlayerId(white), black: PlayerId(black) };
/// let by_hand = Pairing { boards: vec![board(1, 3), board(4, 2)], bye: None };
/// let one_board = Pairing { boards: vec![board(1, 3)], bye: None };
/// // Somebody claims that one board is the best there is.
/// let claim = Claim::Optimum(one_board, vec![Value::from_tenths(500)]);
/// let claims = [Claimed { spec: Spec::load("pairs").unwrap(), claim }];
/// let checked = cross_check(&state, &[Named { name: "by hand".into(), pairing: by_hand }], &claims);
/// assert_eq!(checked.pairings[0].metrics.get(Metric::Pairs), 2);
/// assert_eq!(checked.pairings[0].in_common[0].boards, 1);
/// assert_eq!(checked.discrepancies[0].kind, Contradiction::NotVerified);
/// assert_eq!(checked.discrepancies[1].kind, Contradiction::BeatsOptimum);
/// ```
#[must_use]
pub fn cross_check(state: &RoundState, named: &[Named], claims: &[Claimed]) -> CrossCheck {
    let field = Field::new(state);
    let optima = claims.iter().filter_map(|Claimed { spec, claim }| match claim {
        Claim::Optimum(pairing, _) => Some((&spec.name, pairing)),
        Claim::NoPairing | Claim::Nothing => None,
    });
    let columns: Vec<(&String, &Pairing)> =
        named.iter().map(|Named { name, pairing }| (name, pairing)).chain(optima).collect();
    let pairings = columns.iter().enumerate().map(|(index, (name, pairing))| {
        let seating = field.seat(pairing);
        let others = columns.iter().enumerate().filter(|(other, _)| *other != index);
        Compared {
            name: (*name).clone(),
            pairing: (*pairing).clone(),
            metrics: Metrics::new(&field, &seating),
            bye_after: seating.bye.and_then(points_without_playing),
            in_common: others.map(|(_, (with, other))| in_common(pairing, with, other)).collect(),
        }
    });
    let models: Vec<ModelCheck> = claims.iter().map(|claimed| judge(state, claimed, &columns)).collect();
    let discrepancies = claims.iter().zip(&models).flat_map(|(claimed, check)| discrepancies(claimed, check));
    CrossCheck { pairings: pairings.collect(), discrepancies: discrepancies.collect(), models }
}

fn judge(state: &RoundState, Claimed { spec, claim }: &Claimed, columns: &[(&String, &Pairing)]) -> ModelCheck {
    let optimum = match claim {
        Claim::Optimum(pairing, values) => Some(verify(state, spec, pairing, Some(values))),
        Claim::NoPairing | Claim::Nothing => None,
    };
    let pairings = columns.iter().map(|(name, pairing)| {
        let verdict = verify(state, spec, pairing, None);
        let price =
            optimum.as_ref().map(|optimum| combined(&verdict.objective, &optimum.objective, i64::saturating_sub));
        Judged { name: (*name).clone(), verdict, price }
    });
    ModelCheck { model: spec.name.clone(), pairings: pairings.collect(), optimum }
}

/// What contradicts the claim: the optimum itself, if it is not what it is said to be, then every legal pairing that
/// is better.
fn discrepancies(Claimed { spec, claim }: &Claimed, check: &ModelCheck) -> Vec<Discrepancy> {
    let discrepancy =
        |pairing: &str, kind, what| Discrepancy { model: spec.name.clone(), pairing: pairing.to_owned(), kind, what };
    let legal = check.pairings.iter().filter(|judged| judged.verdict.is_legal());
    match (claim, &check.optimum) {
        (Claim::Nothing, _) | (Claim::Optimum(..), None) => Vec::new(),
        (Claim::NoPairing, _) => legal
            .map(|Judged { name, .. }| {
                let what = format!("{name} is legal by {}, which is said to have no legal pairing", spec.name);
                discrepancy(name, Contradiction::IsLegal, what)
            })
            .collect(),
        (Claim::Optimum(_, values), Some(optimum)) => {
            let broken = optimum.violations.iter().map(ToString::to_string);
            let miscounted = optimum.disagreements.iter().map(|tier| format!("{} is worth something else", tier.tier));
            let not_verified = broken.chain(miscounted).map(|why| {
                let what = format!("what is said to be the optimum of {} is none: {why}", spec.name);
                discrepancy(&spec.name, Contradiction::NotVerified, what)
            });
            let better =
                legal.filter(|judged| judged.verdict.values() > *values).map(|Judged { name, verdict, .. }| {
                    let [found, said] = [&verdict.values(), values].map(|values| told(values));
                    let what =
                        format!("{name} is legal by {} and worth {found}, more than its optimum, {said}", spec.name);
                    discrepancy(name, Contradiction::BeatsOptimum, what)
                });
            not_verified.chain(better).collect()
        }
    }
}

fn told(values: &[Value]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Tiers of one shape, number by number.
fn combined(one: &[TierVerdict], other: &[TierVerdict], by: fn(i64, i64) -> i64) -> Vec<TierVerdict> {
    let value = |one: Value, other: Value| Value::from_tenths(by(one.tenths(), other.tenths()));
    let term = |(one, other): (&TermVerdict, &TermVerdict)| TermVerdict {
        count: by(one.count, other.count),
        value: value(one.value, other.value),
        ..*one
    };
    let tier = |(one, other): (&TierVerdict, &TierVerdict)| TierVerdict {
        name: one.name.clone(),
        value: value(one.value, other.value),
        terms: one.terms.iter().zip(&other.terms).map(term).collect(),
    };
    one.iter().zip(other).map(tier).collect()
}

fn in_common(one: &Pairing, with: &str, other: &Pairing) -> InCommon {
    let boards = |pairing: &Pairing| -> BTreeSet<[PlayerId; 2]> {
        pairing.boards.iter().map(|board| [board.white, board.black]).collect()
    };
    let pairs = |pairing: &Pairing| -> BTreeSet<[PlayerId; 2]> {
        boards(pairing).into_iter().map(|[one, other]| [one.min(other), one.max(other)]).collect()
    };
    InCommon {
        with: with.to_owned(),
        pairs: pairs(one).intersection(&pairs(other)).count(),
        boards: boards(one).intersection(&boards(other)).count(),
        byes: usize::from(one.bye.is_some() && one.bye == other.bye),
    }
}

fn floaters<'f>(seating: &Seating<'f>, float: Float) -> impl Iterator<Item = &'f Record<'f>> {
    let boards = seating.boards.iter().filter(|(white, black)| white.score != black.score);
    let players = boards.map(move |(white, black)| match (float, white.score > black.score) {
        (Float::Down, true) | (Float::Up, false) => *white,
        (Float::Down, false) | (Float::Up, true) => *black,
    });
    players.chain(seating.bye.filter(|_| float == Float::Down))
}

fn denied(field: &Field<'_>, seating: &Seating<'_>, strength: Strength) -> i64 {
    let denied = |(record, colour): &(&Record<'_>, Colour)| {
        let wanted = dutch::preference(field, record, Edition::E2012);
        wanted.is_some_and(|wanted| wanted.strength == strength && wanted.colour != *colour)
    };
    number(coloured(field, seating).filter(denied).count())
}

fn differences_after(field: &Field<'_>, seating: &Seating<'_>) -> impl Iterator<Item = i64> {
    coloured(field, seating).map(|(record, colour)| record.difference_after(colour).abs())
}

/// Everybody at a board, with the colour given, if it is one colour.
fn coloured<'f>(field: &Field<'_>, seating: &Seating<'f>) -> impl Iterator<Item = (&'f Record<'f>, Colour)> {
    let one = field.gives_one_colour();
    seating.seats().filter(move |_| one)
}

fn points_without_playing(record: &Record<'_>) -> Option<String> {
    let (round, how) = dutch::points_without_playing(record, Edition::E2012)?;
    Some(format!("{how} in round {round}"))
}

fn apart(one: Score, other: Score) -> i64 {
    (i64::from(one.tenths()) - i64::from(other.tenths())).abs()
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
