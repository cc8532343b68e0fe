use super::Solved;
use super::solve::solve;
use crate::model::{Model, Objective, Value};
use crate::solve::{Incumbent, Options, SolveError, weighted_sum};
use crate::tournament::RoundState;

/// A round solved tier by tier, and as one sum in which each tier has a weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonOfWeights {
    /// The weight of each tier.
    pub weights: Vec<i64>,
    /// The round solved tier by tier.
    pub solved: Solved,
    /// The pairing that HiGHS calls optimal for the sum; `None` if a limit came first, or there is no pairing.
    pub by_sum: Option<Incumbent>,
}

impl LessonOfWeights {
    /// The sum of the tiers, each times its weight.
    #[must_use]
    pub fn sum(&self, pairing: &Incumbent) -> Value {
        let weighed = pairing.values.iter().zip(&self.weights);
        weighed.map(|(value, weight)| value.times(*weight)).sum()
    }
}

/// Solve a round by the tiers of `spec`, and beside that give HiGHS the sum of the tiers, with its settings as they come.
///
/// HiGHS stops when it is within 1/10,000 of its bound. In a sum with large weights, that is more than the last tiers
/// count together.
///
/// # Errors
/// As [`solve()`] and [`weighted_sum`]; [`SolveError::Request`] for a round of nobody; [`SolveError::Internal`] if HiGHS has a better pairing than the optimum.
///
/// ```
/// use swiss_ilp::model::Objective;
/// use swiss_ilp::{formats, solve::Options, tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let lesson = tasks::lesson_of_weights(&state, &Objective::load("fair")?, &[10_000, 100, 1], Options::default())?;
/// assert_eq!(lesson.by_sum.map(|best| best.values), lesson.solved.solution.incumbent.map(|best| best.values));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lesson_of_weights(
    state: &RoundState,
    spec: &Objective,
    weights: &[i64],
    options: Options,
) -> Result<LessonOfWeights, SolveError> {
    if state.players().is_empty() {
        return Err(SolveError::Request("nobody is to be paired in the round, so there is nothing to compare".into()));
    }
    let options = options.started();
    let solved = solve(state, &Model::Objective(spec.clone()), options)?;
    let mut lesson = LessonOfWeights { weights: weights.to_vec(), solved, by_sum: None };
    if !lesson.solved.is_optimal() {
        return Ok(lesson);
    }
    lesson.by_sum = weighted_sum(state, spec, weights, options)?;
    let (best, by_sum) = (lesson.solved.solution.incumbent.as_ref(), lesson.by_sum.as_ref());
    if best.zip(by_sum).is_some_and(|(best, by_sum)| by_sum.values > best.values) {
        return Err(SolveError::Internal("HiGHS has a pairing that is better than the optimum".into()));
    }
    Ok(lesson)
}
