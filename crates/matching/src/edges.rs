use super::{EdgeWeight, Prices};

/// Costs of listed pairs, where no classes are known: every vertex is a class of its own. There is a cell for each two vertices.
///
/// ```
/// use swiss_matching::{CheapestMatching, EdgeCosts, MatchingFailure};
/// let square = EdgeCosts::new(4, [(0, 1, 5), (1, 2, 3), (2, 3, 4), (3, 0, 7)]);
/// assert_eq!(CheapestMatching::of(&square)?.mates, [1, 0, 3, 2]);
/// let path = EdgeCosts::new(4, [(0, 1, 5), (1, 2, 3)]);
/// assert_eq!(CheapestMatching::of(&path).err(), Some(MatchingFailure::Impossible));
/// # Ok::<(), MatchingFailure>(())
/// ```
#[derive(Debug, Clone)]
pub struct EdgeCosts<W> {
    classes: Vec<Vec<usize>>,
    costs: Vec<Option<W>>,
}

impl<W: EdgeWeight> EdgeCosts<W> {
    /// The costs of these edges between the vertices `0..vertices`: the two ends in either order, and what the pair costs. If a
    /// pair is listed twice, the last cost counts. An edge from a vertex to itself is none.
    ///
    /// # Panics
    /// If an edge has an end that is no vertex.
    pub fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize, W)>) -> Self {
        let mut costs = vec![None; vertices * vertices];
        for (u, v, cost) in edges {
            assert!(u < vertices && v < vertices, "{u}-{v} is an edge, but the vertices are 0..{vertices}");
            if u != v {
                costs[u * vertices + v] = Some(cost);
                costs[v * vertices + u] = Some(cost);
            }
        }
        Self { classes: (0..vertices).map(|v| vec![v]).collect(), costs }
    }
}

impl<W: EdgeWeight> Prices for EdgeCosts<W> {
    type Cost = W;

    fn classes(&self) -> &[Vec<usize>] {
        &self.classes
    }

    fn class(&self, v: usize) -> usize {
        v
    }

    fn least(&self, one: usize, other: usize) -> Option<W> {
        self.costs[one * self.classes.len() + other]
    }

    fn is_allowed(&self, _: usize, _: usize) -> bool {
        true
    }
}
