//! The canonical optimum of a matching.

use super::SolveError;
use super::matching_lp::{Edge, MatchingLp, Outcome};
use crate::graph::{Graph, Matching};
use std::collections::BTreeMap;

/// Among the perfect matchings of the face of `lp`, the one in which the lowest vertex has the lowest partner that
/// any of them gives it, then the next vertex, and so on. `optimal` is any one of them.
///
/// Whether two vertices can be paired is answered by repairing the matching at hand. If the repaired matching leaves an
/// odd set of the face unfilled, the linear program decides.
pub(super) fn canonical(
    lp: &mut MatchingLp<'_>,
    vertices: usize,
    edges: &[(usize, usize)],
    optimal: &[Edge],
) -> Result<Vec<Edge>, SolveError> {
    let index: BTreeMap<(usize, usize), Edge> =
        edges.iter().enumerate().filter(|(edge, _)| lp.is_alive(*edge)).map(|(edge, ends)| (*ends, edge)).collect();
    // Keys come in order, so neighbours are listed in increasing order.
    let graph = Graph::new(vertices, index.keys().copied());
    let matching = matching_of(vertices, edges, optimal).first_in_order(&graph, |matching, vertex, partner| {
        let Some(repaired) = matching.with_pair(&graph, vertex, partner) else { return Ok(None) };
        if lp.fills_tight_sets(|v| repaired.mate(v)) {
            return Ok(Some(repaired));
        }
        with_best_partner(lp, edges, &graph, matching, vertex).map(Some)
    })?;
    let pairs = (0..vertices).filter_map(|v| Some((v, matching.mate(v)?))).filter(|(v, w)| v < w);
    Ok(pairs.filter_map(|pair| index.get(&pair).copied()).collect())
}

/// Ask the linear program for a matching of the face that keeps the fixed pairs and gives `vertex` the lowest partner
/// above it.
fn with_best_partner(
    lp: &mut MatchingLp<'_>,
    edges: &[(usize, usize)],
    graph: &Graph,
    matching: &Matching,
    vertex: usize,
) -> Result<Matching, SolveError> {
    for (edge, (u, v)) in edges.iter().enumerate() {
        let fixed = matching.is_fixed(*u) || matching.is_fixed(*v);
        if lp.is_alive(edge) && fixed && matching.mate(*u) != Some(*v) {
            lp.remove(edge);
        }
    }
    // What is below the vertex is fixed, so its edges go up, and a partner costs its own number.
    let costs: Vec<i64> = edges.iter().map(|(u, v)| if *u == vertex { *v as i64 } else { 0 }).collect();
    let known: Vec<Edge> =
        (0..edges.len()).filter(|edge| matching.mate(edges[*edge].0) == Some(edges[*edge].1)).collect();
    let Outcome::Optimal(best) = lp.minimise(&costs, &known)? else {
        return Err(SolveError::Internal("the time limit stopped the choice among equal optima".into()));
    };
    let mut with_partner = matching_of(graph.len(), edges, &best.chosen);
    for vertex in (0..graph.len()).filter(|vertex| matching.is_fixed(*vertex)) {
        with_partner.fix(vertex);
    }
    Ok(with_partner)
}

fn matching_of(vertices: usize, edges: &[(usize, usize)], chosen: &[Edge]) -> Matching {
    let mut mates = vec![None; vertices];
    for (u, v) in chosen.iter().map(|edge| edges[*edge]) {
        mates[u] = Some(v);
        mates[v] = Some(u);
    }
    Matching::from_mates(mates)
}
