use crate::files::duals::WrittenDuals;
use crate::model::{ExactValue, Formulation, Objective, fraction};
use crate::proof::{CombinedWeights, DualSums, LegalPair, OddSet, ProofRefusal, SeatDual, weights};
use crate::questions::AskError;
use crate::questions::report::ScaleRow;
use crate::questions::report::duals::{name, scale_rows};
use crate::questions::tasks::refused;
use crate::solve::{self, Options, SolveError};
use crate::tournament::{RoundState, Seat};
use itertools::Itertools;
use num_integer::Integer;
use num_rational::Ratio;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Dual values that somebody has written, checked. Numbers are exact, as text, in the unit of the tier; several tiers are one
/// number.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "DualCheckReport")]
pub struct CheckedDuals {
    /// The tournament's name.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// Whether no pair weighs more than it is given, so that no pairing exceeds the bound.
    pub feasible: bool,
    /// What the dual values come to; a bound only if `feasible`. Absent if they are refused.
    #[schemars(with = "Option<ExactValue>")]
    pub bound: Option<String>,
    /// What the best pairing weighs; absent if there is none, or if a limit came first.
    #[schemars(with = "Option<ExactValue>")]
    pub best: Option<String>,
    /// How far the bound is from the best pairing, if it is a bound.
    #[schemars(with = "Option<ExactValue>")]
    pub distance: Option<String>,
    /// How many pairs weigh more than they are given.
    pub violated: usize,
    /// The first of them.
    pub first: Vec<ViolatedPair>,
    /// Why the dual values are refused, with the id of the check, if they are.
    pub refused: Option<String>,
    /// What a unit of each tier weighs.
    pub tiers: Vec<ScaleRow>,
    #[serde(skip)]
    pub(super) rounds_planned: Option<u32>,
    /// Whether a limit came before the best pairing.
    #[serde(skip)]
    is_late: bool,
}

/// A pair that weighs more than it is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ViolatedRow")]
pub struct ViolatedPair {
    /// The two seats, the bye as 0.
    #[schemars(with = "[u32; 2]")]
    pub seats: [Seat; 2],
    /// Their names.
    pub names: [String; 2],
    /// What the pair weighs.
    #[schemars(with = "ExactValue")]
    pub weight: String,
    /// What its dual values give it.
    #[schemars(with = "ExactValue")]
    pub given: String,
    /// The sum of these, written out.
    pub sum: String,
}

/// How many violated pairs are written out.
const FIRST: usize = 10;
/// The common denominator of the dual values is no greater, so that sums stay exact.
const MOST_SCALE: i128 = 1_000_000;

impl CheckedDuals {
    /// Check the dual values `written` for the round of `state` and the objective of `spec`, and compare the bound with the
    /// optimum; `None` if a limit came before they were checked.
    ///
    /// # Errors
    /// [`SolveError::Request`] for a model with caps or with too many tiers for one number, if the dual values are not one for each
    /// seat of the round, or if their common denominator is too large; as [`solve::solve`].
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        written: &WrittenDuals,
        options: Options,
    ) -> Result<Option<Self>, SolveError> {
        let options = options.started();
        if spec.has_caps() {
            let what = format!("'{}' has caps, and its bounds need a tree of cases; leave out its caps", spec.name);
            return Err(SolveError::Request(what));
        }
        let scale = scale(written)?;
        let seats = seats_in_order(state, written, scale)?;
        let set = |(seats, dual): &(Vec<Seat>, _)| OddSet { seats: seats.clone(), dual: scaled(*dual, scale) };
        let odd_sets: Vec<OddSet> = written.odd_sets.iter().map(set).collect();
        // `slots` has the same optimum as `pairs`, which is solved faster.
        let spec = Objective { formulation: Formulation::Pairs, ..spec.clone() };
        // This goes over all pairs, and asks no limits.
        let (round, rules, lists) = (state.clone(), spec.clone(), (seats.clone(), odd_sets.clone()));
        let assessing = options.start().within(move || assess(&round, &rules, (&lists.0, &lists.1), scale));
        let assessed = match assessing {
            None => return Ok(None),
            Some(Err(refusal)) if refusal.check == "proof.scope" => return Err(refused(refusal)),
            Some(assessed) => assessed,
        };
        let solution = solve::solve(state, &spec, options)?;
        let best = solution.incumbent.as_ref().filter(|_| solution.is_proven());
        let is_limited = solution.termination.limit().is_some();
        let none = Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            model: spec.name.clone(),
            ..Self::default()
        };
        let Assessed { weights, bound, short } = match assessed {
            Ok(assessed) => assessed,
            Err(refusal) => return Ok(Some(Self { refused: Some(refusal.to_string()), ..none })),
        };
        let best = best.map(|best| Ratio::from_integer(weights.of(&best.values)));
        let bound = Ratio::new(bound, scale);
        let none = Self { best: best.map(fraction), tiers: scale_rows(&spec, &weights.scales), ..none };
        if let Some(claimed) = written.bound.filter(|claimed| *claimed != bound) {
            let what = format!("the dual values come to {bound}, not to {claimed}");
            let refusal = ProofRefusal { check: "proof.bound", what };
            return Ok(Some(Self { refused: Some(refusal.to_string()), ..none }));
        }
        let feasible = short.is_empty();
        if feasible && best.is_some_and(|best| bound < best) {
            return Err(SolveError::Internal(
                "a bound is below the best pairing, and no pair is short of its weight".into(),
            ));
        }
        let first = short.iter().take(FIRST).map(|pair| violated(state, &weights, *pair, (&seats, &odd_sets), scale));
        Ok(Some(Self {
            feasible,
            bound: Some(fraction(bound)),
            distance: best.filter(|_| feasible).map(|best| fraction(bound - best)),
            violated: short.len(),
            first: first.collect(),
            is_late: best.is_none() && is_limited,
            ..none
        }))
    }

    /// How the check ended.
    pub(super) fn ended(&self) -> Result<(), AskError> {
        if let Some(refused) = &self.refused {
            return Err(AskError::Discrepancy(format!("the dual values are refused: {refused}")));
        }
        if self.violated > 0 {
            let what = format!("pairs that weigh more than the dual values give them: {}", self.violated);
            return Err(AskError::Discrepancy(what));
        }
        if self.is_late {
            return Err(AskError::Limit(
                "a limit came before the best pairing, with which the bound is compared".to_owned(),
            ));
        }
        Ok(())
    }
}

/// The dual values of seats, and those of odd sets.
type Lists<'a> = (&'a [SeatDual], &'a [OddSet]);

/// Dual values, checked for every legal pair.
struct Assessed {
    weights: CombinedWeights,
    /// What no pairing exceeds, if no pair is short of its weight.
    bound: i128,
    /// The pairs that are short of their weight: by their place in the weights, with what they are given.
    short: Vec<(usize, i128)>,
}

/// Check dual values that are all `scale` times as large as those of a certificate, by the sums that its checker makes.
fn assess(
    state: &RoundState,
    spec: &Objective,
    (seats, odd_sets): Lists<'_>,
    scale: i128,
) -> Result<Assessed, ProofRefusal> {
    let weights = weights(state, spec, None)?;
    let mut given = DualSums::new(&weights, seats, odd_sets)?;
    let mut short = Vec::new();
    for (place, pair) in weights.pairs.iter().enumerate() {
        let of_pair = given.of([pair.high, pair.low]);
        if of_pair < scale.saturating_mul(weights.of_pair(pair)) {
            short.push((place, of_pair));
        }
    }
    Ok(Assessed { bound: given.bound, short, weights })
}

/// A pair, to which its dual values give less than it weighs.
fn violated(
    state: &RoundState,
    weights: &CombinedWeights,
    (place, given): (usize, i128),
    (seats, odd_sets): Lists<'_>,
    scale: i128,
) -> ViolatedPair {
    let pair: &LegalPair = &weights.pairs[place];
    let places = [pair.high, pair.low];
    let ends = places.map(|end| weights.seats[end]);
    let holds = |set: &&OddSet| ends.iter().all(|seat| set.seats.contains(seat));
    let around = odd_sets.iter().filter(holds).map(|set| set.dual);
    let duals = places.into_iter().map(|end| seats[end].dual).chain(around);
    ViolatedPair {
        seats: ends,
        names: ends.map(|seat| name(state, seat)),
        weight: weights.of_pair(pair).to_string(),
        given: fraction(Ratio::new(given, scale)),
        sum: duals.map(|dual| fraction(Ratio::new(dual, scale))).join(" + ").replace("+ -", "- "),
    }
}

fn scaled(dual: Ratio<i128>, scale: i128) -> i128 {
    // Larger ones are refused by the checker.
    dual.numer().saturating_mul(scale / dual.denom())
}

/// The common denominator.
fn scale(written: &WrittenDuals) -> Result<i128, SolveError> {
    let seats = written.seats.iter().map(|(_, dual)| dual);
    let mut denominators = seats.chain(written.odd_sets.iter().map(|(_, dual)| dual)).map(|dual| *dual.denom());
    let scale = denominators
        .try_fold(1_i128, |scale, denominator| Some(scale.lcm(&denominator)).filter(|one| *one <= MOST_SCALE));
    scale.ok_or_else(|| {
        SolveError::Request(format!(
            "the dual values have a common denominator beyond {MOST_SCALE}; write simpler fractions"
        ))
    })
}

/// The dual values of the round's seats, in pairing order.
fn seats_in_order(state: &RoundState, written: &WrittenDuals, scale: i128) -> Result<Vec<SeatDual>, SolveError> {
    let players = state.players().iter().map(|player| Seat::Player(player.id));
    let seats: Vec<Seat> = players.chain((state.players().len() % 2 == 1).then_some(Seat::Bye)).collect();
    let refuse = |what: String| Err(SolveError::Request(what));
    let mut of_seat: BTreeMap<Seat, Ratio<i128>> = BTreeMap::new();
    for (seat, dual) in &written.seats {
        if !seats.contains(seat) {
            return refuse(format!("{seat} has a dual value, and is not to be paired in round {}", state.round()));
        }
        if of_seat.insert(*seat, *dual).is_some() {
            return refuse(format!("{seat} has two dual values"));
        }
    }
    let missing = seats.iter().filter(|seat| !of_seat.contains_key(seat)).join(", ");
    if !missing.is_empty() {
        return refuse(format!(
            "no dual value is given for {missing}; give one for each player to be paired, and for the bye of an odd field"
        ));
    }
    Ok(seats.into_iter().map(|seat| SeatDual { seat, dual: scaled(of_seat[&seat], scale) }).collect())
}
