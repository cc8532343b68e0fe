//! What is proposed: dual values by kind of player, from the linear program over kinds.
//!
//! The columns are pairs of kinds, the rows say how many players a kind has. Odd sets, and who met whom, are left out. HiGHS solves it;
//! where it is not in the build, or fails, [`class_duals`] do, which take longer where there are very many kinds.
//! Its dual values, one for each kind, are feasible for every pair of players, since a pair costs what its kinds cost. They are
//! rounded, and lowered where rounding made a pair too cheap, so nothing rests on the solver: a bad proposal only leaves more
//! to the search.

use super::Limits;
use super::highs::{HighsFailure, NoOptimum, SimplexProgram};
use super::matching_lp::{cheapest_edges, worth_adding};
use super::pair_costs::PairCosts;
use crate::graph::{EdgeWeight, Lex, class_duals};
use crate::model::Kind;
use itertools::Itertools;

/// HiGHS works best with costs up to here.
const GREATEST: f64 = 1e3;
/// How many of the cheapest partners of each kind are columns from the start.
const START: usize = 10;
/// How many columns a kind gets each time they are priced.
const PRICED: usize = 4;
/// Pricing goes on so many times at most: what is left is for the search.
const TIMES: usize = 40;

/// A dual value in halves for each kind, feasible in the tiers in which pairs of two kinds do not differ.
pub(super) fn propose<const K: usize>(costs: &PairCosts<'_, K>, limits: Limits) -> Vec<Lex<K>> {
    let kinds = costs.model.kinds().len();
    let mut dual = vec![Lex::ZERO; kinds];
    for tier in 0..costs.plain_tiers() {
        let pairs = tight_pairs(costs, &dual, tier);
        let proposed = if limits.are_reached() {
            Vec::new()
        } else {
            solve(costs, &pairs, limits).ok().or_else(|| without_highs(costs, &pairs, limits)).unwrap_or_default()
        };
        for (kind, value) in proposed.iter().enumerate() {
            dual[kind].0[tier] = *value;
        }
        lower(&mut dual, tier, &pairs);
    }
    dual
}

/// The pairs of kinds that cost no more than the tiers before allow, with what they cost in this one.
fn tight_pairs<const K: usize>(costs: &PairCosts<'_, K>, dual: &[Lex<K>], tier: usize) -> Vec<(Kind, Kind, i64)> {
    let kinds = costs.model.kinds();
    let mut pairs = Vec::new();
    for one in 0..kinds.len() {
        for other in one..kinds.len() {
            if one == other && kinds[one].len() < 2 {
                continue;
            }
            let Some(cost) = costs.of_kinds(one, other) else { continue };
            let reduced = cost.twice() - dual[one] - dual[other];
            if reduced.0[..tier].iter().all(|number| *number == 0) {
                pairs.push((one, other, cost.0[tier]));
            }
        }
    }
    pairs
}

/// Make the dual values of a tier feasible, in halves.
fn lower<const K: usize>(dual: &mut [Lex<K>], tier: usize, pairs: &[(Kind, Kind, i64)]) {
    for (one, other, cost) in pairs {
        let excess = dual[*one].0[tier] + dual[*other].0[tier] - 2 * cost;
        if excess > 0 {
            let half = excess / 2;
            dual[*one].0[tier] -= excess - half;
            dual[*other].0[tier] -= if one == other { 0 } else { half };
        }
    }
}

/// The same dual values without HiGHS, in halves.
fn without_highs<const K: usize>(
    costs: &PairCosts<'_, K>,
    pairs: &[(Kind, Kind, i64)],
    limits: Limits,
) -> Option<Vec<i64>> {
    let sizes: Vec<usize> = costs.model.kinds().iter().map(Vec::len).collect();
    class_duals(&sizes, pairs, || limits.are_reached())
}

/// The dual values of the linear program over these pairs of kinds, rounded to halves.
fn solve<const K: usize>(
    costs: &PairCosts<'_, K>,
    pairs: &[(Kind, Kind, i64)],
    limits: Limits,
) -> Result<Vec<i64>, HighsFailure> {
    let kinds = costs.model.kinds();
    let greatest = pairs.iter().map(|(_, _, cost)| cost.unsigned_abs()).max().unwrap_or(0) as f64;
    let scale = if greatest > GREATEST { GREATEST / greatest } else { 1.0 };
    let rows = kinds.iter().map(|members| (members.len() as f64, members.len() as f64));
    // So that there always is a solution.
    let beyond = (0..kinds.len()).map(|row| (16.0 * GREATEST, vec![(row, 1.0)]));
    let mut program = SimplexProgram::new(rows, beyond, limits)?;
    let mut is_column = vec![false; pairs.len()];
    for index in cheapest_edges(kinds.len(), pairs.iter().copied(), START).sorted_unstable().dedup() {
        add(&mut program, pairs[index], scale, &mut is_column[index])?;
    }
    let mut dual = Vec::new();
    for _ in 0..TIMES {
        match program.solve(&|| limits.are_reached(), limits.ear()) {
            Ok(optimum) => dual = optimum.duals,
            Err(NoOptimum::Failed(fault)) => return Err(fault),
            Err(NoOptimum::Stopped | NoOptimum::Ended(_)) => break,
        }
        let missing = (0..pairs.len()).filter(|index| !is_column[*index]);
        let reduced = missing.map(|index| {
            let (one, other, cost) = pairs[index];
            (cost as f64 * scale - dual[one] - dual[other], index)
        });
        let added = worth_adding(kinds.len(), PRICED, reduced, |index| (pairs[index].0, pairs[index].1));
        if added.is_empty() {
            break;
        }
        for index in added {
            add(&mut program, pairs[index], scale, &mut is_column[index])?;
        }
    }
    Ok(dual.iter().map(|value| (2.0 * value / scale).round() as i64).collect())
}

fn add(
    program: &mut SimplexProgram,
    (one, other, cost): (Kind, Kind, i64),
    scale: f64,
    is_column: &mut bool,
) -> Result<(), HighsFailure> {
    let cells = if one == other { vec![(one, 2.0)] } else { vec![(one, 1.0), (other, 1.0)] };
    program.add_column(cost as f64 * scale, cells)?;
    *is_column = true;
    Ok(())
}
