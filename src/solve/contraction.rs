//! A perfect matching that fills given odd sets: each is contracted to a vertex, matched, and opened again.
//!
//! A set is full exactly if one edge leaves it. Which of its vertices can be the one that is matched outside depends on
//! the set alone, so nested sets are worked through from the inside out, and opened from the outside in (Edmonds 1965).

use crate::graph::{Graph, Matching, obstruction};
use std::collections::BTreeMap;

/// A vertex (below the number of vertices) or a set (from there on, the smaller sets first).
type Node = usize;

/// The partners in a perfect matching of `graph` that fills all `sets`.
///
/// # Errors
/// If there is none, the odd components that show it; no components if two of the `sets` cross.
pub(crate) fn fill(graph: &Graph, sets: &[&[usize]]) -> Result<Vec<Option<usize>>, Vec<Vec<usize>>> {
    let mut family = LaminarFamily::new(graph, sets)?;
    let whole = ContractedGraph::new(graph, &family.outermost, &family.usable);
    let matching = Matching::maximum(&whole.graph);
    if let Some(why) = obstruction(&whole.graph, &matching) {
        return Err(whole.members_of(&why.odd_components));
    }
    family.open_pairs(&whole, &matching).ok_or_else(Vec::new)?;
    Ok(family.mates)
}

struct LaminarFamily<'a> {
    graph: &'a Graph,
    /// The node of each vertex at the level reached.
    outermost: Vec<Node>,
    /// Whether the vertex can be the one of its outermost set that is matched outside.
    usable: Vec<bool>,
    /// For each set, its insides and what could be matched from where.
    sets: Vec<ContractedGraph>,
    mates: Vec<Option<usize>>,
}

/// Nodes as the vertices of a graph, each edge with the edge of the graph that it stands for.
struct ContractedGraph {
    graph: Graph,
    nodes: Vec<Node>,
    /// The place in `nodes` of each vertex that belongs to one of them.
    place: BTreeMap<usize, usize>,
    edges: BTreeMap<(usize, usize), (usize, usize)>,
}

impl ContractedGraph {
    /// Contract the nodes named in `node_of`, which is [`OUTSIDE`] for vertices that are left out.
    fn new(graph: &Graph, node_of: &[Node], usable: &[bool]) -> Self {
        let mut nodes: Vec<Node> = node_of.iter().copied().filter(|node| *node != OUTSIDE).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let place: BTreeMap<usize, usize> =
            (0..graph.len()).filter_map(|v| nodes.binary_search(&node_of[v]).ok().map(|place| (v, place))).collect();
        let mut edges = BTreeMap::new();
        for (u, at) in place.iter().filter(|(u, _)| usable[**u]) {
            for v in graph.neighbours(*u).ones().filter(|v| v > u && usable[*v]) {
                if let Some(to) = place.get(&v).filter(|to| *to != at) {
                    let (ends, edge) = if at < to { ((*at, *to), (*u, v)) } else { ((*to, *at), (v, *u)) };
                    edges.entry(ends).or_insert(edge);
                }
            }
        }
        Self { graph: Graph::new(nodes.len(), edges.keys().copied()), nodes, place, edges }
    }

    /// The vertices of each of these sets of places.
    fn members_of(&self, parts: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let members =
            |part: &Vec<usize>| self.place.iter().filter(|(_, at)| part.contains(at)).map(|(v, _)| *v).collect();
        parts.iter().map(members).collect()
    }

    /// A matching of all places but `left_out`.
    fn all_but(&self, left_out: usize) -> Matching {
        let rest = self.edges.keys().copied().filter(|(a, b)| *a != left_out && *b != left_out);
        Matching::maximum(&Graph::new(self.nodes.len(), rest))
    }
}

/// The node of a vertex that is left out.
const OUTSIDE: Node = usize::MAX;

impl<'a> LaminarFamily<'a> {
    fn new(graph: &'a Graph, sets: &[&[usize]]) -> Result<Self, Vec<Vec<usize>>> {
        let vertices = graph.len();
        let mut family = Self {
            graph,
            outermost: (0..vertices).collect(),
            usable: vec![true; vertices],
            sets: Vec::new(),
            mates: vec![None; vertices],
        };
        let mut order: Vec<&[usize]> = sets.to_vec();
        order.sort_by_key(|set| set.len());
        order.dedup();
        for set in order {
            let mut inside = vec![OUTSIDE; vertices];
            set.iter().for_each(|v| inside[*v] = family.outermost[*v]);
            let crosses = |v: usize| inside[v] == OUTSIDE && set.iter().any(|w| inside[*w] == family.outermost[v]);
            if family.outermost.iter().any(|node| *node >= vertices) && (0..vertices).any(crosses) {
                return Err(Vec::new());
            }
            let contracted = ContractedGraph::new(graph, &inside, &family.usable);
            let matching = Matching::maximum(&contracted.graph);
            let unmatched = (0..contracted.nodes.len()).filter(|place| matching.mate(*place).is_none()).count();
            // Odd in number, so someone is left over.
            let odd_components =
                obstruction(&contracted.graph, &matching).map(|why| why.odd_components).unwrap_or_default();
            if unmatched != 1 {
                return Err(contracted.members_of(&odd_components));
            }
            // What some maximum matching leaves out can be matched outside.
            let free = odd_components.concat();
            let node = vertices + family.sets.len();
            for v in set {
                family.usable[*v] &= free.contains(&contracted.place[v]);
                family.outermost[*v] = node;
            }
            family.sets.push(contracted);
        }
        Ok(family)
    }

    /// Join what the matching joins, and open the nodes at both ends.
    fn open_pairs(&mut self, contracted: &ContractedGraph, matching: &Matching) -> Option<()> {
        for (ends, (u, v)) in &contracted.edges {
            if matching.mate(ends.0) == Some(ends.1) {
                self.mates[*u] = Some(*v);
                self.mates[*v] = Some(*u);
                self.open(contracted.nodes[ends.0], *u)?;
                self.open(contracted.nodes[ends.1], *v)?;
            }
        }
        Some(())
    }

    /// Match the insides of `node`, whose vertex `outside` is matched outside.
    fn open(&mut self, node: Node, outside: usize) -> Option<()> {
        let Some(index) = node.checked_sub(self.graph.len()) else { return Some(()) };
        let contracted = std::mem::replace(&mut self.sets[index], ContractedGraph::empty());
        let left_out = *contracted.place.get(&outside)?;
        let matching = contracted.all_but(left_out);
        if (0..contracted.nodes.len()).any(|place| place != left_out && matching.mate(place).is_none()) {
            return None;
        }
        self.open_pairs(&contracted, &matching)?;
        self.open(contracted.nodes[left_out], outside)
    }
}

impl ContractedGraph {
    fn empty() -> Self {
        Self { graph: Graph::default(), nodes: Vec::new(), place: BTreeMap::new(), edges: BTreeMap::new() }
    }
}
