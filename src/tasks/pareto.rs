use super::TaskError;
use crate::model::{Cap, Counted, Objective, Tier, Value, Weight, Weighted};
use crate::nearest::did_you_mean;
use crate::rules::Term;
use crate::solve::{self, Front, FrontCriterion, FrontPoint, Options, SolveError};
use crate::tournament::{Pairing, RoundState};
use crate::verify::verify;
use itertools::Itertools;

/// The non-dominated pairings of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pareto {
    /// What the values of a point are of: the first criterion, then the parts of the second.
    pub criteria: Vec<NamedCriterion>,
    /// The points, each verified.
    pub front: Front,
    /// Whether the pairings are the canonical ones. Otherwise any others may be found another time.
    pub are_canonical: bool,
}

/// A criterion by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedCriterion {
    /// The name of a tier, of a term, or of the boards that a cap counts.
    pub name: String,
    /// What pairings are worth by it.
    pub criterion: FrontCriterion,
    /// Whether it is a count, which is to be small: minus its value.
    pub is_count: bool,
}

/// What caps count, by name.
const BOARDS: [(&str, Cap); 2] = [("downfloats", Cap::Downfloats(0)), ("same-federation", Cap::SameFederation(0))];

/// The pairings of `state` that no other one dominates between two criteria, under the rules and side constraints of `spec`. A name is that of
/// a tier of `spec`, of a term, or of what a cap counts: `downfloats` or `same-federation`. Terms and boards are to be few.
///
/// The pairing of each point is the canonical one of those with its values, if `are_canonical`. Otherwise it is any one, and in a large field
/// the values are found in a fraction of the time.
///
/// # Errors
/// [`TaskError::Request`] unless `between` has two names, which there are; [`TaskError::Solve`] as of [`solve::front`], and if the
/// verifier does not agree with a point.
///
/// ```
/// use swiss_ilp::{formats, model::Objective, solve::Options, tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let between = ["scores", "colours"].map(str::to_owned);
/// let pareto = tasks::pareto(&state, &Objective::load("fair")?, &between, true, Options::default())?;
/// let first = |values: &[swiss_ilp::model::Value]| values[0];
/// assert!(pareto.front.points.is_sorted_by(|one, other| first(&one.values) > first(&other.values)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pareto(
    state: &RoundState,
    spec: &Objective,
    between: &[String],
    are_canonical: bool,
    options: Options,
) -> Result<Pareto, TaskError> {
    let [one, other] = between else {
        let count = between.len();
        let what = format!("the criteria are two, not {count}; write two names, such as --between scores,colours");
        return Err(TaskError::Request(what));
    };
    if one == other {
        return Err(TaskError::Request(format!("'{one}' is named twice; name two criteria")));
    }
    found(state, spec, vec![named(spec, one)?, named(spec, other)?], are_canonical, options)
}

/// The price list of what is counted as `of`: for each count from that of the optimum down to the least, the best values of all tiers.
/// Only counts at which the values are better than with fewer are in it.
///
/// # Errors
/// As of [`pareto()`], for one name.
///
/// ```
/// use swiss_ilp::{formats, model::Objective, solve::Options, tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-cap.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let prices = tasks::prices(&state, &Objective::load("fair")?, "same-federation", true, Options::default())?;
/// assert_eq!(prices.criteria.len(), 1 + 3); // the count and three tiers
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prices(
    state: &RoundState,
    spec: &Objective,
    of: &str,
    are_canonical: bool,
    options: Options,
) -> Result<Pareto, TaskError> {
    let tiers = spec.tiers.iter().map(of_tier);
    found(state, spec, [named(spec, of)?].into_iter().chain(tiers).collect(), are_canonical, options)
}

fn of_tier(tier: &Tier) -> NamedCriterion {
    NamedCriterion { name: tier.name.clone(), criterion: FrontCriterion::Tier(tier.clone()), is_count: false }
}

/// The criterion of this name.
fn named(spec: &Objective, name: &str) -> Result<NamedCriterion, TaskError> {
    if let Some(tier) = spec.tiers.iter().find(|tier| tier.name == name) {
        return Ok(of_tier(tier));
    }
    let terms = Term::ALL.iter().map(|term| Counted::Term(*term));
    let defined = spec.define.iter().filter(|definition| definition.is_term()).cloned().map(Counted::Defined);
    let counted: Vec<Counted> = terms.chain(defined).collect();
    let term = counted.iter().find(|counted| counted.name() == name).map(|term| {
        let terms = vec![Weighted { term: term.clone(), weight: Weight::from(-1) }];
        FrontCriterion::Tier(Tier { name: name.to_owned(), terms })
    });
    let boards = || BOARDS.iter().find(|(known, _)| *known == name).map(|(_, cap)| FrontCriterion::Boards(cap.clone()));
    if let Some(criterion) = term.or_else(boards) {
        return Ok(NamedCriterion { name: name.to_owned(), criterion, is_count: true });
    }
    let tiers = spec.tiers.iter().map(|tier| tier.name.as_str());
    let counts = counted.iter().map(Counted::name).chain(BOARDS.map(|(name, _)| name)).unique();
    let meant = did_you_mean(name, tiers.clone().chain(counts.clone()));
    let (tiers, counts, model) = (tiers.format(", "), counts.format(", "), &spec.name);
    Err(TaskError::Request(format!(
        "'{name}' is no tier of {model} and no count{meant}; the tiers are {tiers}; the counts are {counts}"
    )))
}

fn found(
    state: &RoundState,
    spec: &Objective,
    criteria: Vec<NamedCriterion>,
    are_canonical: bool,
    options: Options,
) -> Result<Pareto, TaskError> {
    let all: Vec<FrontCriterion> = criteria.iter().map(|named| named.criterion.clone()).collect();
    let front = solve::front(state, spec, &all[0], &all[1..], are_canonical, options)?;
    for point in &front.points {
        check(state, spec, &all, point)?;
    }
    Ok(Pareto { criteria, front, are_canonical })
}

/// Refuse a point that the verifier does not agree with.
fn check(
    state: &RoundState,
    spec: &Objective,
    criteria: &[FrontCriterion],
    point: &FrontPoint,
) -> Result<(), SolveError> {
    let (mut tiers, mut claimed) = (Vec::new(), Vec::new());
    for (criterion, value) in criteria.iter().zip(&point.values) {
        match criterion {
            FrontCriterion::Tier(tier) => {
                tiers.push(tier.clone());
                claimed.push(*value);
            }
            FrontCriterion::Boards(cap) if *value == Value::from_whole(-boards(state, cap, &point.pairing)) => {}
            FrontCriterion::Boards(_) => {
                return Err(SolveError::Internal("a pairing of the front has another number of boards".into()));
            }
        }
    }
    let spec = Objective { tiers, ..spec.clone() };
    let verdict = verify(state, &spec, &point.pairing, Some(&claimed));
    if verdict.is_verified() {
        return Ok(());
    }
    Err(SolveError::Internal("the verifier does not agree with a pairing of the front; please report this".into()))
}

/// How many boards the cap counts.
fn boards(state: &RoundState, cap: &Cap, pairing: &Pairing) -> i64 {
    let players = |board: &&crate::tournament::Board| {
        state
            .player(board.white)
            .zip(state.player(board.black))
            .is_some_and(|(one, other)| cap.counts(state, one, other))
    };
    pairing.boards.iter().filter(players).count() as i64
}
