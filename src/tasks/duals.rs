//! Dual values of a round: those of its proof, and those that somebody has written.

use super::Solved;
use super::solve::{certify, refused};
use crate::formats::duals::WrittenDuals;
use crate::model::{Formulation, Objective};
use crate::proof::{CombinedWeights, DualSums, LegalPair, OddSet, Proof, Refusal, SeatDual, checked, weights};
use crate::solve::{self, Options, Solution, SolveError};
use crate::tournament::{RoundState, Seat};
use itertools::Itertools;
use num_integer::Integer;
use num_rational::Ratio;
use std::collections::BTreeMap;

/// The dual values that prove an optimum, in the unit of the tier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duals {
    /// What no pairing exceeds, and the optimum reaches.
    pub bound: i128,
    /// The dual value of each seat, in pairing order, the bye last.
    pub seats: Vec<SeatDual>,
    /// The odd sets.
    pub odd_sets: Vec<OddSet>,
    /// What a unit of each tier weighs.
    pub scales: Vec<i128>,
}

/// The dual values of a solved round, from its certificate, which the checker has accepted; `None` if a limit came first.
///
/// # Errors
/// As [`certify`]; [`SolveError::Request`] if the proof is no dual solution: with caps it is a tree, and where there is no pairing
/// it is a Tutte set.
///
/// ```
/// use swiss_ilp::model::{Model, Objective};
/// use swiss_ilp::{formats, solve::Options, tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("docs/src/models/triangles.json")?;
/// let state = RoundState::new(&formats::read(&file).expect("a sound file").tournament, RoundRequest::default())?;
/// let spec = Objective::load("pairs")?;
/// let solved = tasks::solve(&state, &Model::Objective(spec.clone()), Options::default())?;
/// let duals = tasks::duals(&state, &spec, &solved, Options::default())?.expect("no limit");
/// assert_eq!((duals.bound, duals.seats[0].dual, duals.odd_sets[0].dual), (1000, -250, 1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn duals(
    state: &RoundState,
    spec: &Objective,
    solved: &Solved,
    options: Options,
) -> Result<Option<Duals>, SolveError> {
    // To check a certificate of a large round takes longer than to solve it, and asks no limits.
    let (state, spec, solved) = (state.clone(), spec.clone(), solved.clone());
    options.start().within(move || certified(&state, &spec, &solved)).transpose()
}

fn certified(state: &RoundState, spec: &Objective, solved: &Solved) -> Result<Duals, SolveError> {
    let certificate = certify(state, spec, solved)?;
    let pairing = solved.solution.incumbent.as_ref().map(|best| &best.pairing);
    let refused = |refusal: Refusal| SolveError::Internal(format!("the checker refuses the dual values: {refusal}"));
    let scales = checked(state, spec, pairing, &certificate).map_err(refused)?.scales;
    match certificate.proof {
        Proof::Optimal(dual) => Ok(Duals { bound: dual.bound, seats: dual.seats, odd_sets: dual.odd_sets, scales }),
        Proof::Infeasible(_) | Proof::InfeasibleByCaps(_) => {
            Err(SolveError::Request("there is no pairing, and so there are no dual values".into()))
        }
        Proof::OptimalWithCaps(_) => Err(SolveError::Request(format!(
            "the proof of '{}', a model with caps, is a tree of cases with dual values for each; --proof DIR writes it",
            spec.name
        ))),
    }
}

/// Dual values that somebody has written, checked; all numbers are in the unit of the tier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DualAudit {
    /// What the checker says of them.
    pub checked: Result<Checked, Refusal>,
    /// The exact solution, with which the bound is compared.
    pub solution: Solution,
    /// What the best pairing weighs, if one is proven to be the best.
    pub best: Option<i128>,
    /// What a unit of each tier weighs.
    pub scales: Vec<i128>,
}

/// Dual values that have the right form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The sum of the seats' dual values and of each odd set's times the pairs that it has room for.
    pub bound: Ratio<i128>,
    /// How many pairs weigh more than they are given.
    pub violated: usize,
    /// The first of them, in pairing order.
    pub first: Vec<Violated>,
}

/// A pair that weighs more than it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violated {
    /// The two seats, with their dual values.
    pub seats: [(Seat, Ratio<i128>); 2],
    /// The odd sets that hold both, with theirs.
    pub odd_sets: Vec<(Vec<Seat>, Ratio<i128>)>,
    /// What the pair weighs.
    pub weight: i128,
    /// What it is given.
    pub given: Ratio<i128>,
}

/// How many violated pairs are written out.
const FIRST: usize = 10;
/// The common denominator of the dual values is no greater, so that sums stay exact.
const MOST_SCALE: i128 = 1_000_000;

impl DualAudit {
    /// Whether the dual values prove their bound.
    #[must_use]
    pub fn is_feasible(&self) -> bool {
        self.checked.as_ref().is_ok_and(|checked| checked.violated == 0)
    }
}

/// Check the dual values `written` for the round of `state` and the objective of `spec`, and compare the bound with the optimum;
/// `None` if a limit came before they were checked.
///
/// # Errors
/// [`SolveError::Request`] for a model with caps or with too many tiers for one number, if the dual values are not one for each
/// seat of the round, or if their common denominator is too large; as [`solve::solve`].
///
/// ```
/// use swiss_ilp::model::Objective;
/// use swiss_ilp::{formats, solve::Options, tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("docs/src/models/triangles.json")?;
/// let state = RoundState::new(&formats::read(&file).expect("a sound file").tournament, RoundRequest::default())?;
/// let written = formats::duals::read(b"1,250\n2,250\n3,250\n4,250\n5,250\n6,250\n")?;
/// let audit = tasks::check_duals(&state, &Objective::load("pairs")?, &written, Options::default())?.expect("no limit");
/// assert!(audit.is_feasible());
/// assert_eq!((audit.checked.expect("sound").bound.to_integer(), audit.best), (1500, Some(1000)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_duals(
    state: &RoundState,
    spec: &Objective,
    written: &WrittenDuals,
    options: Options,
) -> Result<Option<DualAudit>, SolveError> {
    let options = options.started();
    if spec.has_caps() {
        let what = format!("'{}' has caps, and its bounds need a tree of cases; leave out its caps", spec.name);
        return Err(SolveError::Request(what));
    }
    let scale = scale(written)?;
    let seats = seats_in_order(state, written, scale)?;
    let odd_sets: Vec<OddSet> = written
        .odd_sets
        .iter()
        .map(|(seats, dual)| OddSet { seats: seats.clone(), dual: scaled(*dual, scale) })
        .collect();
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
    let audit = |checked, best, scales| DualAudit { checked, solution: solution.clone(), best, scales };
    let Assessed { weights, bound, short } = match assessed {
        Ok(assessed) => assessed,
        Err(refusal) => return Ok(Some(audit(Err(refusal), None, Vec::new()))),
    };
    let best = best.map(|best| weights.of(&best.values));
    let bound = Ratio::new(bound, scale);
    let lies = written.bound.filter(|claimed| *claimed != bound);
    let checked = match lies {
        Some(claimed) => {
            let what = format!("the dual values come to {bound}, not to {claimed}");
            Err(Refusal { check: "proof.bound", what })
        }
        None => {
            let violated =
                |(place, given): &(usize, i128)| violated(&weights, *place, *given, (&seats, &odd_sets), scale);
            Ok(Checked { bound, violated: short.len(), first: short.iter().take(FIRST).map(violated).collect() })
        }
    };
    if let (Ok(checked), Some(best)) = (&checked, best)
        && checked.violated == 0
        && checked.bound < Ratio::from_integer(best)
    {
        return Err(SolveError::Internal(
            "a bound is below the best pairing, and no pair is short of its weight".into(),
        ));
    }
    Ok(Some(audit(checked, best, weights.scales)))
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
) -> Result<Assessed, Refusal> {
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

fn violated(
    weights: &CombinedWeights,
    place: usize,
    given: i128,
    (seats, odd_sets): Lists<'_>,
    scale: i128,
) -> Violated {
    let pair: &LegalPair = &weights.pairs[place];
    let ends = [pair.high, pair.low].map(|end| weights.seats[end]);
    let holds = |set: &&OddSet| ends.iter().all(|seat| set.seats.contains(seat));
    let around = odd_sets.iter().filter(holds).map(|set| (set.seats.clone(), Ratio::new(set.dual, scale)));
    Violated {
        seats: [pair.high, pair.low].map(|end| (weights.seats[end], Ratio::new(seats[end].dual, scale))),
        odd_sets: around.collect(),
        weight: weights.of_pair(pair),
        given: Ratio::new(given, scale),
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
