use super::Solved;
use super::solve::certify;
use crate::model::Objective;
use crate::proof::{OddSet, Proof, ProofRefusal, SeatDual, checked};
use crate::solve::{Options, SolveError};
use crate::tournament::RoundState;

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
    let refused =
        |refusal: ProofRefusal| SolveError::Internal(format!("the checker refuses the dual values: {refusal}"));
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
