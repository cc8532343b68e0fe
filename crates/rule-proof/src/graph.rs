//! The arithmetic of a proof: perfect matchings, dual values and Tutte sets, in integers.
//!
//! Costs are minimised. Dual values are in halves. With a value `u_v` for each vertex, `z_S >= 0` for odd sets `S`, and one number
//! `f >= 0` for the sets that are filled already, each edge `a b` must obey
//!
//! ```text
//! 2 cost(ab) >= u_a + u_b - sum of z_S over the sets S that hold both - f for each filled set that holds one of the two
//! ```
//!
//! Then no perfect matching that leaves each filled set by exactly one edge costs less than half of
//! `sum u - sum z_S (|S| - 1) / 2 - f * (number of filled sets)`: sum the line over its edges. If a matching costs just that, every
//! other one that does uses edges alone for which the line is an equation, and fills the sets with `z_S > 0`.

use crate::spend;
use std::collections::BTreeSet;

/// The perfect matchings that are left: those of these edges which leave each of these sets by exactly one edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    vertices: usize,
    edges: Vec<(usize, usize)>,
    filled: Vec<BTreeSet<usize>>,
}

/// Dual values, in halves. Vertices that are not listed have zero.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepDual {
    /// Vertices, each with its value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub u: Vec<(usize, i64)>,
    /// Odd sets of vertices, each with its value, which is more than zero.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub z: Vec<(Vec<usize>, i64)>,
    /// The value of the filled sets, at least zero.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub f: i64,
}

fn is_zero(value: &i64) -> bool {
    *value == 0
}

/// A set of vertices without which the graph has more odd components than the set has members: each needs one of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct TutteSet(pub Vec<usize>);

/// What a number of a certificate is wrong about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A vertex that the graph does not have, or has twice where once is due.
    #[error("vertex {0} is not one of the graph, or stands twice")]
    Vertex(usize),
    /// The partners are no perfect matching of what is left.
    #[error("the partners are no perfect matching of the edges that are left, at vertex {0}")]
    Matching(usize),
    /// An odd set that is none, or whose value is not positive.
    #[error("odd set {0} is even, or its value is not positive")]
    OddSet(usize),
    /// The dual values allow less than an edge costs.
    #[error("the dual values at {0} and {1} exceed what the edge costs")]
    Edge(usize, usize),
    /// The matching costs more than the bound.
    #[error("the matching costs {cost} halves, and the dual values prove {bound}")]
    Bound {
        /// Twice the cost of the matching.
        cost: i128,
        /// What the dual values come to.
        bound: i128,
    },
    /// The Tutte set proves nothing.
    #[error("without the {members} members of the set there are {odd} odd components, which is not more")]
    Tutte {
        /// How many members.
        members: usize,
        /// How many odd components.
        odd: usize,
    },
    /// The number of the filled sets is negative.
    #[error("the value of the filled sets is negative")]
    Filled,
}

impl Left {
    /// All perfect matchings of a graph. Edges are taken once, in order of their ends.
    pub fn all(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let edges = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).filter(|(a, b)| a < b && *b < vertices);
        let mut edges: Vec<_> = edges.inspect(|_| spend(1)).collect();
        edges.sort_unstable();
        edges.dedup();
        Self { vertices, edges, filled: Vec::new() }
    }

    /// How many vertices.
    pub const fn vertices(&self) -> usize {
        self.vertices
    }

    /// The edges, the lesser end first, in order.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The sets that each matching leaves by exactly one edge.
    pub fn filled(&self) -> &[BTreeSet<usize>] {
        &self.filled
    }

    /// Whether the partners are a matching that is left.
    ///
    /// # Errors
    /// [`Wrong::Matching`].
    pub fn holds(&self, partners: &[usize]) -> Result<(), Wrong> {
        let partner = |v: usize| partners.get(v).copied().ok_or(Wrong::Matching(v));
        if partners.len() != self.vertices {
            return Err(Wrong::Matching(partners.len()));
        }
        for v in 0..self.vertices {
            let other = partner(v)?;
            let edge = (v.min(other), v.max(other));
            if other == v || partner(other)? != v || self.edges.binary_search(&edge).is_err() {
                return Err(Wrong::Matching(v));
            }
        }
        for set in &self.filled {
            let leaves = set.iter().filter(|v| !set.contains(&partners[**v])).count();
            if leaves != 1 {
                return Err(Wrong::Matching(set.first().copied().unwrap_or_default()));
            }
        }
        Ok(())
    }

    /// Check that no matching left costs less than this one, and leave those that cost as much: the cost. `costs` are those of
    /// [`Left::edges`].
    ///
    /// # Errors
    /// What is wrong with the numbers.
    pub fn keep_cheapest(&mut self, costs: &[i64], partners: &[usize], dual: &StepDual) -> Result<i64, Wrong> {
        self.holds(partners)?;
        let mut u = vec![0_i64; self.vertices];
        let mut is_named = vec![false; self.vertices];
        for (v, value) in &dual.u {
            let place = u.get_mut(*v).filter(|_| !std::mem::replace(&mut is_named[*v], true));
            *place.ok_or(Wrong::Vertex(*v))? = *value;
        }
        if dual.f < 0 {
            return Err(Wrong::Filled);
        }
        let mut sets = Vec::new();
        for (number, (members, value)) in dual.z.iter().enumerate() {
            let set: BTreeSet<usize> = members.iter().copied().collect();
            if let Some(v) = members.iter().find(|v| **v >= self.vertices) {
                return Err(Wrong::Vertex(*v));
            }
            if set.len() != members.len() || set.len().is_multiple_of(2) || *value <= 0 {
                return Err(Wrong::OddSet(number));
            }
            sets.push((set, *value));
        }
        let of_vertex = holders(self.vertices, sets.iter().map(|(set, _)| set));
        let filled_of_vertex = holders(self.vertices, self.filled.iter().filter(|_| dual.f > 0));
        let mut is_tight = Vec::with_capacity(self.edges.len());
        let mut cost = 0_i128;
        for ((a, b), of_edge) in self.edges.iter().zip(costs) {
            spend(1 + of_vertex[*a].len() + filled_of_vertex[*a].len());
            let both: i128 = of_vertex[*a]
                .iter()
                .filter(|set| of_vertex[*b].contains(set))
                .map(|set| i128::from(sets[*set].1))
                .sum();
            let one = |a: usize, b: usize| {
                filled_of_vertex[a].iter().filter(|set| !filled_of_vertex[b].contains(set)).count() as i128
            };
            let allowed =
                i128::from(u[*a]) + i128::from(u[*b]) - both - i128::from(dual.f) * (one(*a, *b) + one(*b, *a));
            let twice = 2 * i128::from(*of_edge);
            if twice < allowed {
                return Err(Wrong::Edge(*a, *b));
            }
            is_tight.push(twice == allowed);
            if partners[*a] == *b {
                cost += twice;
            }
        }
        let of_sets: i128 = sets.iter().map(|(set, value)| (set.len() as i128 / 2) * i128::from(*value)).sum();
        let of_filled = if dual.f == 0 { 0 } else { i128::from(dual.f) * self.filled.len() as i128 };
        let bound = u.iter().map(|value| i128::from(*value)).sum::<i128>() - of_sets - of_filled;
        if cost != bound {
            return Err(Wrong::Bound { cost, bound });
        }
        let mut is_tight = is_tight.into_iter();
        self.edges.retain(|_| is_tight.next().unwrap_or_default());
        // Where the filled sets were counted, the new ones stand for them: to forget a set leaves more matchings, not fewer.
        if dual.f > 0 {
            self.filled.clear();
        }
        self.filled.extend(sets.into_iter().map(|(set, _)| set));
        self.drop_beside_single();
        i64::try_from(cost / 2).map_err(|_| Wrong::Bound { cost, bound })
    }

    /// Where a vertex has one neighbour left, no matching has another edge of the neighbour.
    fn drop_beside_single(&mut self) {
        loop {
            let mut only = vec![None; self.vertices];
            let mut degree = vec![0_usize; self.vertices];
            spend(self.edges.len());
            for (a, b) in &self.edges {
                only[*a] = Some(*b);
                only[*b] = Some(*a);
                degree[*a] += 1;
                degree[*b] += 1;
            }
            let single = |v: usize| only[v].filter(|_| degree[v] == 1);
            let mut taken = vec![None; self.vertices];
            (0..self.vertices).for_each(|v| single(v).into_iter().for_each(|other| taken[other] = Some(v)));
            let before = self.edges.len();
            self.edges.retain(|(a, b)| taken[*a].is_none_or(|v| v == *b) && taken[*b].is_none_or(|v| v == *a));
            if self.edges.len() == before {
                return;
            }
        }
    }

    /// Check that no matching is left.
    ///
    /// # Errors
    /// [`Wrong::Vertex`], [`Wrong::Tutte`].
    pub fn is_impossible(&self, TutteSet(members): &TutteSet) -> Result<(), Wrong> {
        let mut is_member = vec![false; self.vertices];
        for v in members {
            let place = is_member.get_mut(*v).filter(|is_member| !**is_member);
            *place.ok_or(Wrong::Vertex(*v))? = true;
        }
        let odd = self.odd_components(members).len();
        if odd > members.len() { Ok(()) } else { Err(Wrong::Tutte { members: members.len(), odd }) }
    }

    /// The components that have an odd number of vertices, without these ones.
    pub fn odd_components(&self, without: &[usize]) -> Vec<BTreeSet<usize>> {
        spend(self.edges.len() + self.vertices * without.len());
        let mut is_seen: Vec<bool> = (0..self.vertices).map(|v| without.contains(&v)).collect();
        let mut neighbours = vec![Vec::new(); self.vertices];
        for (a, b) in self.edges.iter().filter(|(a, b)| !is_seen[*a] && !is_seen[*b]) {
            neighbours[*a].push(*b);
            neighbours[*b].push(*a);
        }
        let mut found = Vec::new();
        for start in 0..self.vertices {
            let (mut component, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(v) = open.pop() {
                if !std::mem::replace(&mut is_seen[v], true) {
                    component.insert(v);
                    open.extend(&neighbours[v]);
                }
            }
            if component.len() % 2 == 1 {
                found.push(component);
            }
        }
        found
    }
}

/// The pairs of so many places, the lesser place first, in order.
pub(crate) fn pairs_of(places: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..places).flat_map(move |a| (a + 1..places).map(move |b| (a, b))).inspect(|_| spend(1))
}

/// The place of the opponent of the player at a place, as a cost of an edge.
pub(crate) fn opponent_of(place: usize) -> impl Fn(usize, usize) -> i64 {
    move |a, b| match (a == place, b == place) {
        (true, _) => b as i64,
        (_, true) => a as i64,
        _ => 0,
    }
}

/// The numbers of the sets that hold each vertex.
pub(crate) fn holders<'s, S>(vertices: usize, sets: impl IntoIterator<Item = S>) -> Vec<Vec<usize>>
where
    S: IntoIterator<Item = &'s usize>,
{
    let mut of_vertex: Vec<Vec<usize>> = vec![Vec::new(); vertices];
    for (number, set) in sets.into_iter().enumerate() {
        set.into_iter().for_each(|v| of_vertex[*v].push(number));
    }
    of_vertex
}
