use super::{NoPairing, Solution, SolveError, Termination};
use crate::graph::CheapestMatching;
use crate::model::{PairModel, Spec, Value};
use crate::proof::{Certificate, Dual, Obstruction, OddSet, Proof, SeatDual};
use crate::tournament::{RoundState, Seat};

/// The verifier refuses greater weights; the cheapest matching would take more.
const MOST: i128 = 1 << 80;

/// Whether [`certify`] can prove an optimum by `spec`: it can if there are no caps.
///
/// # Errors
/// [`SolveError::Request`] if there are.
pub fn check_certifiable(spec: &Spec) -> Result<(), SolveError> {
    if spec.side.caps().next().is_none() {
        return Ok(());
    }
    let message = "a proof for anyone to check is made for models without caps only; take them out of [side]";
    Err(SolveError::Request(message.to_owned()))
}

/// The certificate of `solution`, in integers that anyone can check ([`proof::check`](crate::proof::check)): the dual solution of
/// the cheapest matching, which confirms the optimum of the linear program independently, or the Tutte set whose odd
/// components cannot be paired.
///
/// # Errors
/// [`SolveError::Request`] if nothing was proven before the time limit, or if the model admits no such proof
/// (caps, or more tiers than exact weights can separate); [`SolveError::Internal`] if the two ways to the optimum disagree.
pub fn certify(state: &RoundState, spec: &Spec, solution: &Solution) -> Result<Certificate, SolveError> {
    check_certifiable(spec)?;
    let request = |message: &str| SolveError::Request(message.to_owned());
    let proof = match &solution.termination {
        Termination::TimeLimit | Termination::Infeasible(NoPairing::Caps | NoPairing::System(_)) => {
            return Err(request("the time limit came before a proof; give it more time"));
        }
        Termination::Infeasible(NoPairing::Obstruction { tutte_set, odd_components }) => {
            Proof::Infeasible(Obstruction { tutte_set: tutte_set.clone(), odd_components: odd_components.clone() })
        }
        Termination::Optimal => {
            let model = PairModel::new(state, spec);
            let scales = scales(&model)
                .ok_or_else(|| request("the model has too many tiers for a proof in exact numbers of one objective"))?;
            let dual = dual(state, &model, &scales)
                .ok_or_else(|| SolveError::Internal("the cheapest matching finds none where there is one".into()))?;
            let values = solution.incumbent.as_ref().map(|best| best.values.as_slice()).unwrap_or_default();
            if weight(&scales, values.iter().copied()) != dual.bound {
                return Err(SolveError::Internal(format!(
                    "the linear program finds {values:?}, which is not the cheapest matching's {}",
                    dual.bound
                )));
            }
            Proof::Optimal(dual)
        }
    };
    Ok(Certificate { round: state.round(), model: spec.name.clone(), proof })
}

/// The weight of a tenth in each tier, which all later tiers together cannot outweigh; `None` beyond
/// [`MOST`].
fn scales(model: &PairModel<'_>) -> Option<Vec<i128>> {
    let boards = i128::try_from(model.vertices() / 2).ok()?;
    let mut scales = vec![1_i128; model.tiers()];
    for tier in (0..model.tiers()).rev() {
        let weights = || model.pairs().map(|pair| i128::from(model.pair_values(pair.high, pair.low)[tier].tenths()));
        let (least, most) = (weights().min().unwrap_or(0), weights().max().unwrap_or(0));
        scales[tier].checked_mul(least.abs().max(most.abs())).filter(|weight| *weight < MOST)?;
        if tier > 0 {
            let apart = boards.checked_mul(most - least)?.checked_add(1)?;
            scales[tier - 1] = apart.checked_mul(scales[tier]).filter(|scale| *scale < MOST)?;
        }
    }
    Some(scales)
}

fn weight(scales: &[i128], values: impl Iterator<Item = Value>) -> i128 {
    scales.iter().zip(values).map(|(scale, value)| scale * i128::from(value.tenths())).sum()
}

/// The dual solution of the heaviest pairing, which is the cheapest matching at minus the weights.
fn dual(state: &RoundState, model: &PairModel<'_>, scales: &[i128]) -> Option<Dual> {
    let vertices = model.vertices();
    let mut costs = vec![None; vertices * vertices];
    for pair in model.pairs() {
        let values = model.pair_values(pair.high, pair.low).into_iter();
        costs[pair.high * vertices + pair.low] = Some(-weight(scales, values));
    }
    let matching = CheapestMatching::new(vertices, |high, low| costs[high * vertices + low])?;
    let dual = matching.dual();
    let seat = |vertex: usize| state.players().get(vertex).map_or(Seat::Bye, |player| Seat::Player(player.id));
    let odd_set = |(set, value): &(Vec<usize>, i128)| OddSet {
        seats: set.iter().map(|vertex| seat(*vertex)).collect(),
        dual: *value,
    };
    Some(Dual {
        bound: -matching.total(),
        seats: (0..vertices).map(|v| SeatDual { seat: seat(v), dual: -dual.vertices[v] }).collect(),
        odd_sets: dual.odd_sets.iter().map(odd_set).collect(),
    })
}
