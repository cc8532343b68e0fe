//! A round that is watched while it is solved.

use super::Solved;
use super::solve::{self as solving, timed};
use crate::model::{Model, Objective, WrongKind};
use crate::solve::{self, CutStep, Options, Relaxation, Relaxed, Solution, SolveError, Tiers, Ties};
use crate::tournament::RoundState;
use crate::verify;

/// A round that was solved and verified, with what was to be seen of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched<T> {
    /// The round, solved and verified.
    pub solved: Solved,
    /// What was seen.
    pub seen: T,
    /// Whether a limit came before all was seen.
    pub is_late: bool,
}

impl<T> Watched<T> {
    fn new(
        state: &RoundState,
        spec: &Objective,
        solution: Solution,
        (seen, is_late): (T, bool),
        ties: Ties,
    ) -> Result<Self, SolveError> {
        let (verdict, verifying) = timed(|| {
            let best = solution.incumbent.as_ref()?;
            Some(verify::verify(state, spec, &best.pairing, Some(&best.values)))
        });
        let solved = Solved::new(solution, verdict, verifying, ties);
        if solved.solution.incumbent.is_some() && !solved.is_verified() {
            return Err(SolveError::Internal("the verifier does not agree with the solver; please report this".into()));
        }
        Ok(Self { solved, seen, is_late })
    }
}

/// The objective of a model, which a system's program has not.
fn objective<'a>(model: &'a Model, what: &str) -> Result<&'a Objective, SolveError> {
    match model {
        Model::Objective(spec) => Ok(spec),
        Model::System(spec) => {
            let name = &spec.name;
            Err(SolveError::Request(format!(
                "{what} is that of an objective, and {name} is a system's program; take a model such as 'pairs'"
            )))
        }
        Model::Seed(spec) => Err(SolveError::Request(WrongKind::Seed { name: spec.name.clone() }.to_string())),
    }
}

/// Solve the round, and the linear program of its pairs without odd sets: see [`solve::relax`].
///
/// # Errors
/// As [`solve::relax`]; [`SolveError::Request`] for a system's program.
///
/// ```
/// use swiss_ilp::{formats, model::Model, solve::Options, tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("docs/src/models/triangles.json")?;
/// let state = RoundState::new(&formats::read(&file).expect("a sound file").tournament, RoundRequest::default())?;
/// let watched = tasks::relax(&state, &Model::load("pairs")?, Options::default())?;
/// let relaxation = watched.seen.expect("no limit");
/// assert_eq!(relaxation.values[0].to_string(), "150");
/// assert_eq!(relaxation.circles, [[0, 1, 2], [3, 4, 5]]);
/// assert_eq!(watched.solved.solution.incumbent.expect("a pairing").values[0].to_string(), "100");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn relax(state: &RoundState, model: &Model, options: Options) -> Result<Watched<Option<Relaxation>>, SolveError> {
    let spec = objective(model, "the linear program")?;
    let options = options.started();
    let Relaxed { solution, relaxation } = solve::relax(state, spec, options)?;
    let is_late = relaxation.is_none() && options.start().are_reached();
    Watched::new(state, spec, solution, (relaxation, is_late), options.ties)
}

/// Solve the round by the linear program of its pairs, odd set by odd set: see [`solve::cut`].
///
/// # Errors
/// As [`solve::cut`]; [`SolveError::Request`] for a system's program.
///
/// ```
/// use swiss_ilp::{formats, model::Model, solve::Options, tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("docs/src/models/triangles.json")?;
/// let state = RoundState::new(&formats::read(&file).expect("a sound file").tournament, RoundRequest::default())?;
/// let steps = tasks::cut(&state, &Model::load("pairs")?, Options::default())?.seen;
/// let bounds: Vec<String> = steps.iter().map(|step| step.values[0].to_string()).collect();
/// assert_eq!(bounds, ["150", "100"]);
/// assert_eq!(steps[0].cuts[0].members, [0, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cut(state: &RoundState, model: &Model, options: Options) -> Result<Watched<Vec<CutStep>>, SolveError> {
    let spec = objective(model, "the loop of odd sets")?;
    let cutting = solve::cut(state, spec, options)?;
    let is_late = cutting.solution.is_optimal() && !cutting.is_done();
    Watched::new(state, spec, cutting.solution, (cutting.steps, is_late), options.ties)
}

/// Solve the round tier after tier: see [`solve::trace_tiers`]. For a system's program, the tiers are those of
/// [`Solved::programs`], and nothing else is seen.
///
/// # Errors
/// As [`solve::trace_tiers`] and [`solve::solve`].
///
/// ```
/// use swiss_ilp::{formats, model::Model, solve::Options, tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let state = RoundState::new(&formats::read(&file).expect("a sound file").tournament, RoundRequest::default())?;
/// let traced = tasks::trace_tiers(&state, &Model::load("fair")?, Options::default())?;
/// let tiers = traced.seen.expect("an objective");
/// assert_eq!((tiers.legal, tiers.steps.len(), tiers.steps[0].value.to_string()), (Some(14), 3, "-2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trace_tiers(state: &RoundState, model: &Model, options: Options) -> Result<Watched<Option<Tiers>>, SolveError> {
    match model {
        Model::Objective(spec) => {
            let tiers = solve::trace_tiers(state, spec, options)?;
            let is_late = tiers.solution.is_optimal() && tiers.steps.len() < tiers.solution.bounds.len();
            Watched::new(state, spec, tiers.solution.clone(), (Some(tiers), is_late), options.ties)
        }
        Model::System(_) | Model::Seed(_) => {
            let solved = solving::solve(state, model, options)?;
            Ok(Watched { solved, seen: None, is_late: false })
        }
    }
}
