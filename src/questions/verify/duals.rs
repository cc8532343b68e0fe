use crate::model::{ExactValue, Formulation, Objective};
use crate::proof::{CombinedWeights, Dual, DualSums, LegalPair, ProofRefusal, weights};
use crate::questions::AskError;
use crate::questions::report::ScaleRow;
use crate::questions::report::duals::{name, scale_rows};
use crate::questions::tasks::refused;
use crate::solve::{self, Options, SolveError};
use crate::tournament::{RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

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

impl CheckedDuals {
    /// Check the dual values of `dual` for the round of `state` and the objective of `spec`, whatever it says of their sum, and compare
    /// the bound with the optimum; `None` if a limit came before they were checked.
    ///
    /// # Errors
    /// [`SolveError::Request`] for a model with caps or with too many tiers for one number; as [`solve::solve`].
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        dual: &Dual,
        options: Options,
    ) -> Result<Option<Self>, SolveError> {
        let options = options.started();
        if spec.has_caps() {
            let what = format!("'{}' has caps, and its bounds need a tree of cases; leave out its caps", spec.name);
            return Err(SolveError::Request(what));
        }
        // `slots` has the same optimum as `pairs`, which is solved faster.
        let spec = Objective { formulation: Formulation::Pairs, ..spec.clone() };
        // This goes over all pairs, and asks no limits.
        let (round, rules, checked) = (state.clone(), spec.clone(), dual.clone());
        let assessing = options.start().within(move || assess(&round, &rules, &checked));
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
        let best = best.map(|best| weights.of(&best.values));
        let feasible = short.is_empty();
        if feasible && best.is_some_and(|best| bound < best) {
            return Err(SolveError::Internal(
                "a bound is below the best pairing, and no pair is short of its weight".into(),
            ));
        }
        let first = short.iter().take(FIRST).map(|(place, given)| violated(state, &weights, *place, *given, dual));
        Ok(Some(Self {
            feasible,
            bound: Some(bound.to_string()),
            best: best.map(|best| best.to_string()),
            tiers: scale_rows(&spec, &weights.scales),
            distance: best.filter(|_| feasible).map(|best| (bound - best).to_string()),
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

/// Dual values, checked for every legal pair.
struct Assessed {
    weights: CombinedWeights,
    /// What no pairing exceeds, if no pair is short of its weight.
    bound: i128,
    /// The pairs that are short of their weight: by their place in the weights, with what they are given.
    short: Vec<(usize, i128)>,
}

/// Check dual values by the sums that the checker of certificates makes.
fn assess(state: &RoundState, spec: &Objective, dual: &Dual) -> Result<Assessed, ProofRefusal> {
    let weights = weights(state, spec, None)?;
    let mut given = DualSums::new(&weights, &dual.seats, &dual.odd_sets)?;
    let mut short = Vec::new();
    for (place, pair) in weights.pairs.iter().enumerate() {
        let of_pair = given.of([pair.high, pair.low]);
        if of_pair < weights.of_pair(pair) {
            short.push((place, of_pair));
        }
    }
    Ok(Assessed { bound: given.bound, short, weights })
}

/// A pair, to which its dual values give less than it weighs.
fn violated(state: &RoundState, weights: &CombinedWeights, place: usize, given: i128, dual: &Dual) -> ViolatedPair {
    let pair: &LegalPair = &weights.pairs[place];
    let places = [pair.high, pair.low];
    let ends = places.map(|end| weights.seats[end]);
    let around = dual.odd_sets.iter().filter(|set| ends.iter().all(|seat| set.seats.contains(seat)));
    let mut duals = places.into_iter().map(|end| dual.seats[end].dual).chain(around.map(|set| set.dual));
    ViolatedPair {
        seats: ends,
        names: ends.map(|seat| name(state, seat)),
        weight: weights.of_pair(pair).to_string(),
        given: given.to_string(),
        sum: duals.join(" + ").replace("+ -", "- "),
    }
}
