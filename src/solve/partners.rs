//! What it costs if a player meets somebody else than in the optimum: the loss of the best legal pairing that has the other pair.
//!
//! Without caps one alternating tree gives the prices of all opponents of a player ([`PartnerPrices`]). With caps there is a solve
//! for each pair of the optimum, without that pair.

use super::equal_optima::{as_vectors, mates};
use super::infeasible::obstruction_of_rest;
use super::pair_costs::PairCosts;
use super::{Limits, Options, Solution, SolveError, Termination, check_request, seat_at, solve};
use crate::IN_BROWSER;
use crate::graph::{Lex, MatchingFailure, PartnerPrices};
use crate::model::{MOST_TIERS, Objective, PairModel, Value, Vertex};
use crate::rules::Impossibility;
use crate::tournament::{RoundState, Seat};

/// Which opponents of a player are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Those with the least loss.
    Next,
    /// All of them.
    All,
}

/// The opponents whom a player, or the bye, could have instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partners {
    /// The player, or the bye.
    pub seat: Seat,
    /// The others, in pairing order, the bye last. A pair that leaves no legal pairing is not among them.
    pub others: Vec<Partner>,
}

/// Another opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partner {
    /// Who it is.
    pub seat: Seat,
    /// The value of the best legal pairing with this pair minus the optimum, in each tier.
    pub price: Vec<Value>,
}

/// What is known of the others before a limit.
type KnownPartners = Vec<Option<Partners>>;

/// The opponents whom each of the `seats` could have instead of the one in `solution`, the optimum of `state` by `objective`; `None`
/// where a limit came first.
///
/// With caps only one next opponent is found for each of them: the one in the first optimum without the pair, in canonical
/// order.
///
/// # Errors
/// [`SolveError::Request`] if `solution` is no optimum; [`SolveError::Internal`] if it is not proven by its dual solution.
pub fn partners(
    state: &RoundState,
    objective: &Objective,
    solution: &Solution,
    seats: &[Seat],
    reach: Reach,
    options: Options,
) -> Result<KnownPartners, SolveError> {
    let limits = options.start();
    if !check_request(state, objective, limits)? {
        return Ok(vec![None; seats.len()]);
    }
    let (Termination::Optimal, Some(_)) = (&solution.termination, &solution.incumbent) else {
        return Err(SolveError::Request("there is no optimum that another pairing can be compared with".into()));
    };
    limits.begin_count("players", Some(seats.len() as u64));
    if objective.has_caps() {
        return by_solving(state, objective, solution, seats, options);
    }
    let model = PairModel::new(state, objective);
    match model.tiers() {
        0..=1 => by_trees::<1>(&model, solution, seats, reach, limits),
        2..=3 if !IN_BROWSER => by_trees::<3>(&model, solution, seats, reach, limits),
        2..=6 => by_trees::<6>(&model, solution, seats, reach, limits),
        _ => by_trees::<{ MOST_TIERS + 1 }>(&model, solution, seats, reach, limits),
    }
}

fn by_trees<const K: usize>(
    model: &PairModel<'_>,
    solution: &Solution,
    seats: &[Seat],
    reach: Reach,
    limits: Limits,
) -> Result<KnownPartners, SolveError> {
    let fault = || SolveError::Internal("the dual solution does not prove its optimum".into());
    let (Some(best), Some(dual)) = (&solution.incumbent, &solution.dual) else { return Ok(vec![None; seats.len()]) };
    let (costs, stop) = (PairCosts::<K>::new(model), || limits.are_reached());
    let mates = mates(model, &best.pairing);
    let mut prices = match PartnerPrices::new(&costs, &as_vectors(dual), stop) {
        Ok(prices) => prices,
        Err(MatchingFailure::Stopped(_)) => return Ok(vec![None; seats.len()]),
        Err(MatchingFailure::Impossible | MatchingFailure::TooCheap) => return Err(fault()),
    };
    let mut found = Vec::with_capacity(seats.len());
    for seat in seats {
        let vertex = model.vertex(*seat).ok_or_else(fault)?;
        match prices.of(vertex, mates[vertex], reach == Reach::Next, stop) {
            Ok(others) => found.push(Some(partners_of(model, *seat, others)?)),
            Err(MatchingFailure::Stopped(_)) => found.push(None),
            Err(MatchingFailure::Impossible | MatchingFailure::TooCheap) => return Err(fault()),
        }
        limits.count();
    }
    Ok(found)
}

fn partners_of<const K: usize>(
    model: &PairModel<'_>,
    seat: Seat,
    others: Vec<(Vertex, Lex<K>)>,
) -> Result<Partners, SolveError> {
    if others.iter().any(|(_, price)| *price < Lex([0; K])) {
        return Err(SolveError::Internal("another pairing is better than the optimum".into()));
    }
    let values = |price: Lex<K>| price.0.iter().zip(model.units()).map(|(number, unit)| unit.value(-number)).collect();
    let others = others
        .into_iter()
        .map(|(vertex, price)| Partner { seat: seat_at(model.state(), vertex), price: values(price) });
    Ok(Partners { seat, others: others.collect() })
}

/// One solve for each pair of the optimum, without the pair.
fn by_solving(
    state: &RoundState,
    objective: &Objective,
    solution: &Solution,
    seats: &[Seat],
    options: Options,
) -> Result<KnownPartners, SolveError> {
    let (options, limits) = (options.started(), options.started().start());
    let Some(best) = &solution.incumbent else { return Ok(vec![None; seats.len()]) };
    let mut found: KnownPartners = vec![None; seats.len()];
    for (place, seat) in seats.iter().enumerate() {
        if found[place].is_some() || limits.are_reached() {
            continue;
        }
        let Some(partner) = best.pairing.partner(*seat) else { continue };
        let without = solve(state, &objective.without_pair(*seat, partner), options)?;
        let others = match (&without.termination, &without.incumbent) {
            (Termination::Optimal, Some(other)) => {
                let price: Vec<Value> = other.values.iter().zip(&best.values).map(|(one, best)| *one - *best).collect();
                [*seat, partner].map(|seat| {
                    let next = other.pairing.partner(seat).map(|seat| Partner { seat, price: price.clone() });
                    Partners { seat, others: next.into_iter().collect() }
                })
            }
            (Termination::Infeasible(_), _) => [*seat, partner].map(|seat| Partners { seat, others: Vec::new() }),
            _ => continue,
        };
        for partners in others {
            let place = seats.iter().position(|seat| *seat == partners.seat);
            place.into_iter().for_each(|place| found[place] = Some(partners.clone()));
            limits.count();
        }
    }
    Ok(found)
}

/// Why the others cannot all be paired beside the pair of these two, who may be paired. `None` if they can.
pub fn impossible_beside(state: &RoundState, objective: &Objective, one: Seat, other: Seat) -> Option<Impossibility> {
    let model = PairModel::new(state, objective);
    obstruction_of_rest(&model, &[model.vertex(one)?, model.vertex(other)?])
}
