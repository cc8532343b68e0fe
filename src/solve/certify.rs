use super::prices::Costs;
use super::{DualSolution, NoPairing, Solution, SolveError, Termination};
use crate::graph::{CheapestMatching, Lex, MatchingDual, Prices};
use crate::model::{Kind, MOST_TIERS, Pair, PairModel, Spec, Value, Vertex};
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

/// The certificate of `solution`, in integers that anyone can check ([`proof::check`](crate::proof::check)): its dual solution, or
/// the Tutte set whose odd components cannot be paired.
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
            let found = solution.dual.as_ref().and_then(|dual| in_one_number(&model, &scales, dual));
            let dual = found
                .or_else(|| by_one_number(&model, &scales))
                .map(|dual| published(state, dual))
                .ok_or_else(|| SolveError::Internal("the cheapest matching finds none where there is one".into()))?;
            let values = solution.incumbent.as_ref().map(|best| best.values.as_slice()).unwrap_or_default();
            if weight(&scales, values.iter().copied()) != dual.bound {
                return Err(SolveError::Internal(format!(
                    "the solve finds {values:?}, which is not the bound {} of the proof",
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
    let mut ranges = vec![None; model.tiers()];
    for pair in model.pairs() {
        for (range, value) in ranges.iter_mut().zip(model.pair_values(pair.high, pair.low)) {
            let (least, most) = range.unwrap_or((value, value));
            *range = Some((value.min(least), value.max(most)));
        }
    }
    let mut scales = vec![1_i128; model.tiers()];
    for tier in (0..model.tiers()).rev() {
        let (least, most) = ranges[tier].unwrap_or_default();
        let [least, most] = [least, most].map(|value: Value| i128::from(value.tenths()));
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

/// The dual solution of the solve, its tiers made one number by these scales; `None` if a pair costs less than it allows
/// then, which can be where the dual values of a later tier are greater than any value of a pairing.
fn in_one_number(model: &PairModel<'_>, scales: &[i128], dual: &DualSolution) -> Option<MatchingDual<i128>> {
    let one_number = |tiers: &Vec<i64>| -> Option<i128> {
        let mut products = scales.iter().zip(tiers).map(|(scale, value)| scale.checked_mul(i128::from(*value)));
        products.try_fold(0_i128, |sum, product| sum.checked_add(product?)).filter(|sum| sum.abs() < MOST)
    };
    let halves = dual.vertices.iter().map(one_number).collect::<Option<Vec<_>>>()?;
    let sets = dual.odd_sets.iter().map(|(set, value)| Some((set.clone(), one_number(value)?)));
    let integers = MatchingDual::from_halves(halves, sets.collect::<Option<Vec<_>>>()?);
    let mut given: Vec<Vec<(usize, i128)>> = vec![Vec::new(); model.vertices()];
    for (number, (set, value)) in integers.odd_sets.iter().enumerate() {
        set.iter().for_each(|v| given[*v].push((number, *value)));
    }
    let is_feasible = |pair: Pair| {
        let (one, other) = (pair.high, pair.low);
        let both = given[one].iter().filter(|set| given[other].contains(set));
        let allowed = integers.vertices[one] + integers.vertices[other] - both.map(|(_, value)| value).sum::<i128>();
        -weight(scales, model.pair_values(one, other).into_iter()) >= allowed
    };
    let is_signed = integers.odd_sets.iter().all(|(_, value)| *value >= 0);
    (is_signed && model.pairs().all(is_feasible)).then_some(integers)
}

/// The same by a second matching, of costs that are one number.
fn by_one_number(model: &PairModel<'_>, scales: &[i128]) -> Option<MatchingDual<i128>> {
    let mut costs = OneNumber { costs: Costs::new(model), scales, least_fold: 0 };
    costs.least_fold = costs.weigh(costs.costs.of_distance(costs.costs.farthest())).min(0);
    let dual = CheapestMatching::of(&costs).ok()?.dual;
    Some(MatchingDual::from_halves(dual.vertices, dual.odd_sets))
}

/// The costs of a model's pairs, as one number.
struct OneNumber<'a> {
    costs: Costs<'a, MOST_TIERS>,
    scales: &'a [i128],
    /// The least that the fold adds to a pair.
    least_fold: i128,
}

impl OneNumber<'_> {
    fn weigh(&self, cost: Lex<MOST_TIERS>) -> i128 {
        self.scales.iter().zip(cost.0).map(|(scale, number)| scale * i128::from(number)).sum()
    }
}

impl Prices for OneNumber<'_> {
    type Cost = i128;

    fn classes(&self) -> &[Vec<Vertex>] {
        self.costs.classes()
    }

    fn class(&self, v: Vertex) -> Kind {
        self.costs.class(v)
    }

    fn least(&self, one: Kind, other: Kind) -> Option<i128> {
        Some(self.weigh(self.costs.of_kinds(one, other)?) + self.least_fold)
    }

    fn exact(&self, least: i128, u: Vertex, v: Vertex) -> i128 {
        least - self.least_fold + self.weigh(self.costs.of_distance(self.costs.model.fold(u, v)))
    }

    fn is_uniform(&self, one: Kind, other: Kind) -> bool {
        self.costs.is_uniform(one, other)
    }

    fn is_allowed(&self, u: Vertex, v: Vertex) -> bool {
        self.costs.is_allowed(u, v)
    }
}

/// A dual solution that minimises costs, as one that maximises weights.
fn published(state: &RoundState, dual: MatchingDual<i128>) -> Dual {
    let seat = |vertex: usize| state.players().get(vertex).map_or(Seat::Bye, |player| Seat::Player(player.id));
    let inside: i128 = dual.odd_sets.iter().map(|(set, value)| (set.len() as i128 - 1) / 2 * value).sum();
    let odd_set = |(set, value): &(Vec<usize>, i128)| OddSet {
        seats: set.iter().map(|vertex| seat(*vertex)).collect(),
        dual: *value,
    };
    Dual {
        bound: inside - dual.vertices.iter().sum::<i128>(),
        seats: dual.vertices.iter().enumerate().map(|(v, value)| SeatDual { seat: seat(v), dual: -value }).collect(),
        odd_sets: dual.odd_sets.iter().map(odd_set).collect(),
    }
}
