mod one_number;

use one_number::OneNumber;

use super::cover;
use super::equal_optima::mates;
use super::{
    CappedProof, DualSolution, Incumbent, NoPairing, Options, Solution, SolveError, Termination, UniquenessProof,
    seat_at,
};
use crate::files::request_field::RequestField;
use crate::graph::MatchingDual;
use crate::model::{Formulation, Kind, Objective, PairModel, Value, Vertex};
use crate::proof::{
    Certificate, Dual, Leaf, Node, Obstruction, OddSet, Overrun, Proof, SeatDual, Stage, most_weight, seated,
};
use crate::solve;
use crate::tournament::{RoundState, Seat};
use std::borrow::Cow;

/// Dual values of several tiers are made one number up to this. So many of them as there are pairs come to an exact sum.
const MOST_DUAL: u128 = 1 << 94;

/// What a proof takes for each pair, with its program for `VeriPB`: seen at 2,000 players.
const BYTES_PER_PAIR: u64 = 250;

/// What a proof by rules takes for each pair of its largest graph: the search, and what its tiers cost. A test holds it.
const BYTES_PER_PAIR_BY_RULES: u64 = 400;

/// And besides: the certificate, and the program itself.
const BYTES_BY_RULES: u64 = 16 << 20;

/// Refuse a proof that lists every pair, if it would take more memory than there may be. It is as large to write as to check.
///
/// # Errors
/// [`SolveError::Request`] with the size.
pub fn check_proof_size(state: &RoundState, options: Options) -> Result<(), SolveError> {
    check_size(state, state.players().len(), [BYTES_PER_PAIR, 0], options)
}

/// The same for a proof by rules, which is written step by step: one graph at a time is held, of so many players at most.
///
/// # Errors
/// [`SolveError::Request`] with the size.
pub fn check_rule_proof_size(state: &RoundState, players: usize, options: Options) -> Result<(), SolveError> {
    check_size(state, players, [BYTES_PER_PAIR_BY_RULES, BYTES_BY_RULES], options)
}

fn check_size(
    state: &RoundState,
    players: usize,
    [per_pair, more]: [u64; 2],
    options: Options,
) -> Result<(), SolveError> {
    let players = players as u64;
    let pairs = players * players.saturating_sub(1) / 2;
    let what = format!("the proof of round {}, of up to {pairs} pairs,", state.round());
    let instead = format!("the same command without {}", RequestField("proof"));
    options.start().check_size(&what, pairs.saturating_mul(per_pair).saturating_add(more), &instead)
}

/// The certificate of `solution`, in integers that anyone can check ([`proof::check`](crate::proof::check)): its dual solution, or
/// the Tutte set whose odd components cannot be paired, or with caps the cases of each tier.
///
/// # Errors
/// [`SolveError::Request`] if nothing was proven within the limits, or if the model admits no such proof
/// (more tiers than exact weights can separate); [`SolveError::Internal`] if the two ways to the optimum disagree.
pub fn certify(state: &RoundState, objective: &Objective, solution: &Solution) -> Result<Certificate, SolveError> {
    let request = |message: &str| SolveError::Request(message.to_owned());
    let proof = match (&solution.termination, &solution.capped) {
        (
            Termination::TimeLimit
            | Termination::MemoryLimit
            | Termination::Interrupted
            | Termination::Infeasible(NoPairing::System { .. }),
            _,
        ) => {
            return Err(request("nothing was proven within the limits; give it more time or memory"));
        }
        (Termination::Optimal, Some(CappedProof::Optimal(stages))) => in_stages(state, stages),
        (Termination::Infeasible(NoPairing::Caps), Some(CappedProof::Infeasible(cap, stage))) => {
            let cap = objective.caps_in(state).into_iter().nth(*cap).map_or_else(String::new, |(_, name)| name);
            Proof::InfeasibleByCaps(Overrun { cap, stage: self::stage(state, stage) })
        }
        (Termination::Infeasible(NoPairing::Closed(_)), _) => {
            return Err(request("a search for rounds to come has no certificate; leave out the rounds to keep open"));
        }
        (Termination::Infeasible(NoPairing::Caps), _) => {
            return Err(SolveError::Internal("nothing proves that the caps leave no pairing".into()));
        }
        (Termination::Infeasible(why @ (NoPairing::Obstruction(_) | NoPairing::Forced { .. })), _) => {
            let why = why.obstruction().ok_or_else(|| {
                SolveError::Internal("nothing proves that there is no pairing with the forced pairs".into())
            })?;
            Proof::Infeasible(Obstruction {
                tutte_set: why.tutte_set.clone(),
                odd_components: why.odd_components.clone(),
            })
        }
        (Termination::Optimal, _) => {
            let weigher = Weigher::new(PairModel::new(state, objective), None)?;
            let values = solution.incumbent.as_ref().map(|best| best.values.as_slice()).unwrap_or_default();
            Proof::Optimal(by_dual(&weigher, solution.dual.as_ref(), values)?)
        }
    };
    Ok(certificate(state, objective, solution.incumbent.as_ref(), proof))
}

/// The certificate that `best` is the only optimum.
///
/// # Errors
/// As [`certify`].
pub fn certify_only(
    state: &RoundState,
    objective: &Objective,
    best: &Incumbent,
    only: &UniquenessProof,
) -> Result<Certificate, SolveError> {
    let proof = match only {
        UniquenessProof::Stages(stages) => in_stages(state, stages),
        UniquenessProof::Dual(dual) => {
            let model = PairModel::new(state, objective);
            let against = Some(mates(&model, &best.pairing));
            Proof::Optimal(by_dual(&Weigher::new(model, against)?, Some(dual), &best.values)?)
        }
    };
    Ok(Certificate { unique: true, ..certificate(state, objective, Some(best), proof) })
}

fn certificate(state: &RoundState, objective: &Objective, best: Option<&Incumbent>, proof: Proof) -> Certificate {
    let is_of_slots = objective.formulation != Formulation::Pairs;
    let slots = best.filter(|_| is_of_slots).map(|best| seated(state, &best.pairing));
    Certificate { round: state.round(), model: objective.name.clone(), unique: false, slots, proof }
}

fn in_stages(state: &RoundState, stages: &[solve::CappedStage]) -> Proof {
    Proof::OptimalWithCaps(stages.iter().map(|one| stage(state, one)).collect())
}

/// The proof by a dual solution: that of the solve, or another.
fn by_dual(weigher: &Weigher<'_>, dual: Option<&DualSolution>, values: &[Value]) -> Result<Dual, SolveError> {
    let found = match dual.and_then(|dual| in_one_number(weigher, dual)) {
        Some(found) => found,
        None => OneNumber::new(weigher).ok_or_else(|| weigher.too_large())?.cheapest()?,
    };
    let plain = without_odd_sets(weigher, &found);
    let dual = plain.unwrap_or_else(|| MatchingDual::from_halves(found.vertices, found.odd_sets));
    let (bound, state) = (-dual.bound(), weigher.model.state());
    let units: Vec<i64> = values.iter().map(|value| value.units()).collect();
    if weigher.sum(&units) != bound {
        return Err(SolveError::Internal(format!(
            "the solve finds {values:?}, which is not the bound {bound} of the proof"
        )));
    }
    Ok(Dual { bound, seats: seat_duals(state, &dual), odd_sets: odd_sets(state, &dual) })
}

/// The values of kinds are kept in a table of up to so many numbers.
const LARGEST_TABLE: usize = 1 << 25;

/// What pairs weigh.
struct Weigher<'a> {
    model: PairModel<'a>,
    /// For the proof that an optimum is the only one, its partners: pairs that it does not make count in one more tier.
    against: Option<Vec<Vertex>>,
    /// What pairs of two kinds are worth in each tier, in its unit, row by row; empty if there are too many.
    kinds: Vec<i64>,
    /// What a pair is worth beyond its kinds in each tier, for each tenth of a place of the fold.
    fold: Vec<i64>,
    /// What a unit of each tier weighs.
    scales: Vec<i128>,
}

impl<'a> Weigher<'a> {
    fn new(model: PairModel<'a>, against: Option<Vec<Vertex>>) -> Result<Self, SolveError> {
        let (count, tiers) = (model.kinds().len(), model.tiers());
        let fold = (0..tiers).map(|tier| model.fold_weight(tier)).collect();
        let mut weigher = Self { model, against, kinds: Vec::new(), fold, scales: Vec::new() };
        if count.saturating_mul(count).saturating_mul(tiers) <= LARGEST_TABLE {
            let mut kinds = vec![0; count * count * tiers];
            for (one, other) in (0..count).flat_map(|one| (one..count).map(move |other| (one, other))) {
                // Of kinds that cannot be paired nobody asks.
                let values = weigher.computed(one, other);
                for cell in [one * count + other, other * count + one] {
                    kinds[cell * tiers..][..values.len()].copy_from_slice(&values);
                }
            }
            weigher.kinds = kinds;
        }
        weigher.scales = weigher.scales().ok_or_else(|| weigher.too_large())?;
        Ok(weigher)
    }

    fn too_large(&self) -> SolveError {
        SolveError::Request(format!(
            "the model has too many tiers for a proof in exact numbers of one objective, or too wide ones: a pair may weigh {}, all \
             tiers as one number",
            self.most()
        ))
    }

    fn tiers(&self) -> usize {
        self.fold.len() + usize::from(self.against.is_some())
    }

    fn computed(&self, one: Kind, other: Kind) -> Vec<i64> {
        self.model.kind_values(one, other).unwrap_or_default().iter().map(|value| value.units()).collect()
    }

    /// What a pair of these kinds, which can be paired, is worth in each tier, the fold apart.
    fn of_kinds(&self, one: Kind, other: Kind) -> Cow<'_, [i64]> {
        let (count, tiers) = (self.model.kinds().len(), self.fold.len());
        match self.kinds.get((one * count + other) * tiers..) {
            Some(values) if !self.kinds.is_empty() => Cow::Borrowed(&values[..tiers]),
            _ => Cow::Owned(self.computed(one, other)),
        }
    }

    /// Visit what a pair is worth in each tier, in its unit.
    fn visit_values(&self, one: Vertex, other: Vertex, mut visit: impl FnMut(usize, i64)) {
        let distance = self.model.fold(one, other);
        let kinds = self.of_kinds(self.model.kind(one), self.model.kind(other));
        for (tier, (value, fold)) in kinds.iter().zip(&self.fold).enumerate() {
            visit(tier, value + fold * distance);
        }
        if let Some(beyond) = self.beyond(one, other) {
            visit(self.fold.len(), beyond);
        }
    }

    /// What a pair weighs, all tiers as one number.
    fn weight(&self, one: Vertex, other: Vertex) -> i128 {
        let mut weight = 0;
        self.visit_values(one, other, |tier, value| weight += self.scales[tier] * i128::from(value));
        weight
    }

    /// Values in each tier as one number.
    fn sum(&self, values: &[i64]) -> i128 {
        self.scales.iter().zip(values).map(|(scale, value)| scale * i128::from(*value)).sum()
    }

    /// What it counts in the one more tier.
    fn beyond(&self, one: Vertex, other: Vertex) -> Option<i64> {
        self.against.as_ref().map(|mates| i64::from(mates[one] != other))
    }

    /// What a pair weighs at most. The verifier refuses more, and up to this a cheapest matching is exact: its dual values are within a
    /// few times as many vertices.
    fn most(&self) -> i128 {
        most_weight(self.model.vertices()) / 2
    }

    /// The weight of a unit in each tier, which all later tiers together cannot outweigh; `None` beyond [`Self::most`].
    fn scales(&self) -> Option<Vec<i128>> {
        let boards = i128::try_from(self.model.vertices() / 2).ok()?;
        let mut ranges = vec![None; self.tiers()];
        for (high, low) in self.model.without_colours() {
            self.visit_values(high, low, |tier, value| {
                let (least, most) = ranges[tier].unwrap_or((value, value));
                ranges[tier] = Some((value.min(least), value.max(most)));
            });
        }
        let mut scales = vec![1_i128; self.tiers()];
        let mut all = 0_i128;
        for tier in (0..self.tiers()).rev() {
            let (least, most) = ranges[tier].unwrap_or_default();
            let [least, most] = [least, most].map(i128::from);
            all = all.checked_add(scales[tier].checked_mul(least.abs().max(most.abs()))?)?;
            if all > self.most() {
                return None;
            }
            if tier > 0 {
                let apart = boards.checked_mul(most - least)?.checked_add(1)?;
                scales[tier - 1] = apart.checked_mul(scales[tier]).filter(|scale| *scale <= self.most())?;
            }
        }
        Some(scales)
    }
}

/// The dual solution of the solve in halves, its tiers made one number; `None` if a pair costs less than it allows
/// then, which can be where the dual values of a later tier are greater than any value of a pairing.
fn in_one_number(weigher: &Weigher<'_>, dual: &DualSolution) -> Option<MatchingDual<i128>> {
    let model = &weigher.model;
    let one_number = |tiers: &Vec<i64>| -> Option<i128> {
        let products = weigher.scales.iter().zip(tiers);
        let mut products = products.map(|(scale, value)| scale.checked_mul(i128::from(*value)));
        let sum = products.try_fold(0_i128, |sum, product| sum.checked_add(product?))?;
        Some(sum).filter(|sum| sum.unsigned_abs() < MOST_DUAL)
    };
    let halves = dual.vertices.iter().map(one_number).collect::<Option<Vec<_>>>()?;
    let sets = dual.odd_sets.iter().map(|(set, value)| Some((set.clone(), one_number(value)?)));
    let odd_sets = sets.collect::<Option<Vec<_>>>()?;
    let mut given: Vec<Vec<(usize, i128)>> = vec![Vec::new(); model.vertices()];
    for (number, (set, value)) in odd_sets.iter().enumerate() {
        set.iter().for_each(|v| given[*v].push((number, *value)));
    }
    // What the odd sets of a vertex give to its pairs. They come vertex by vertex.
    let mut row = (None, vec![0; model.vertices()]);
    let is_feasible = |(one, other): (Vertex, Vertex)| {
        if row.0 != Some(one) {
            row.0 = Some(one);
            row.1.fill(0);
            for (number, value) in &given[one] {
                odd_sets[*number].0.iter().for_each(|v| row.1[*v] += value);
            }
        }
        let allowed = halves[one] + halves[other] - row.1[other];
        -2 * weigher.weight(one, other) >= allowed
    };
    let is_signed = odd_sets.iter().all(|(_, value)| *value >= 0);
    let is_sound = is_signed && model.without_colours().all(is_feasible);
    is_sound.then_some(MatchingDual { vertices: halves, odd_sets })
}

/// Dual values without odd sets, if there are such integers: where the linear program without odd sets has no gap, no odd set has to
/// explain anything. `found` is in halves.
fn without_odd_sets(weigher: &Weigher<'_>, found: &MatchingDual<i128>) -> Option<MatchingDual<i128>> {
    let model = &weigher.model;
    let is_whole = |vertices: &[i128]| vertices.iter().all(|value| value % 2 == 0);
    if found.odd_sets.is_empty() && is_whole(&found.vertices) {
        return None;
    }
    let halves = match found.odd_sets.is_empty() {
        true => found.vertices.clone(),
        false => cover::without_odd_sets(OneNumber::new(weigher)?, found)?,
    };
    let slacks = model
        .without_colours()
        .map(|(one, other)| (one, other, -2 * weigher.weight(one, other) - halves[one] - halves[other]));
    let vertices = cover::evened(&halves, slacks)?;
    Some(MatchingDual::from_halves(vertices, Vec::new()))
}

fn seats(state: &RoundState, vertices: &[usize]) -> Vec<Seat> {
    vertices.iter().map(|vertex| seat_at(state, *vertex)).collect()
}

/// The values of a dual solution that minimises costs, as those of one that maximises weights.
fn seat_duals(state: &RoundState, dual: &MatchingDual<i128>) -> Vec<SeatDual> {
    (0..).zip(&dual.vertices).map(|(v, value)| SeatDual { seat: seat_at(state, v), dual: -value }).collect()
}

fn odd_sets(state: &RoundState, dual: &MatchingDual<i128>) -> Vec<OddSet> {
    dual.odd_sets.iter().map(|(set, value)| OddSet { seats: seats(state, set), dual: *value }).collect()
}

/// A stage with what is minimised, as one with what is maximised.
fn stage(state: &RoundState, stage: &solve::CappedStage) -> Stage {
    let mut tree = Vec::new();
    add_nodes(state, &stage.tree, &mut tree);
    let roots = stage.roots.iter().map(|root| leaf(state, root)).collect();
    Stage { bound: -i128::from(stage.least), roots, tree }
}

fn add_nodes(state: &RoundState, tree: &solve::Tree, nodes: &mut Vec<Node>) {
    match tree {
        solve::Tree::Leaf(one) => nodes.push(Node::Leaf(leaf(state, one))),
        solve::Tree::Branch { one, other, at_most, fewer, more, .. } => {
            let at_most = u32::try_from(*at_most).unwrap_or(0);
            nodes.push(Node::Branch { one: seats(state, one), other: seats(state, other), at_most });
            add_nodes(state, fewer, nodes);
            add_nodes(state, more, nodes);
        }
    }
}

fn leaf(state: &RoundState, leaf: &solve::TreeLeaf) -> Leaf {
    let solve::TreeLeaf { scale, ceilings, branches, dual, .. } = leaf;
    let (seats, odd_sets) = (seat_duals(state, dual), odd_sets(state, dual));
    Leaf { scale: *scale, ceilings: ceilings.clone(), branches: branches.clone(), seats, odd_sets }
}
