//! Odd sets of vertices whose inequality a fractional matching violates.
//!
//! A perfect matching leaves every odd set at least once, `x(δ(S)) ≥ 1`; with the degree equations that is the
//! odd-set (blossom) inequality `x(E(S)) ≤ (|S| - 1) / 2` of Edmonds (1965). The separation is exact: Padberg and
//! Rao (1982) find a smallest odd cut among the cuts of a Gomory-Hu tree, here in Gusfield's (1990) form.

/// Below this much of a missing unit a cut counts as violated; HiGHS solves to 1e-7.
const VIOLATED: f64 = 1e-5;
/// Values below this count as zero.
const ZERO: f64 = 1e-9;

/// Every violated odd set found in the point `x` over the edges `(u, v, x)`, each the smaller side of its cut and
/// in increasing order; empty only if the point violates none.
pub(crate) fn violated(vertices: usize, support: &[(usize, usize, f64)]) -> Vec<Vec<usize>> {
    let mut sets = Vec::new();
    for component in components(vertices, support) {
        if component.len() % 2 == 1 {
            // An odd component has no edge leaving it at all.
            sets.push(component);
        } else if component.len() > 2 {
            odd_cuts(&component, support, &mut sets);
        }
    }
    for set in &mut sets {
        if set.len() * 2 > vertices {
            let inside = membership(vertices, set);
            *set = (0..vertices).filter(|v| !inside[*v]).collect();
        }
    }
    sets.sort();
    sets.dedup();
    sets
}

/// Whether the point leaves the odd `set` less than once.
pub(crate) fn is_violated(vertices: usize, set: &[usize], support: &[(usize, usize, f64)]) -> bool {
    let inside = membership(vertices, set);
    let leaving: f64 = support.iter().filter(|(u, v, _)| inside[*u] != inside[*v]).map(|(_, _, x)| x).sum();
    leaving < 1.0 - VIOLATED
}

fn membership(vertices: usize, set: &[usize]) -> Vec<bool> {
    let mut inside = vec![false; vertices];
    for v in set {
        inside[*v] = true;
    }
    inside
}

/// The connected components of the support.
fn components(vertices: usize, support: &[(usize, usize, f64)]) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); vertices];
    for (u, v, _) in support {
        neighbours[*u].push(*v);
        neighbours[*v].push(*u);
    }
    let mut seen = vec![false; vertices];
    let mut components = Vec::new();
    for start in 0..vertices {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut component = vec![start];
        let mut next = 0;
        while next < component.len() {
            for w in &neighbours[component[next]] {
                if !seen[*w] {
                    seen[*w] = true;
                    component.push(*w);
                }
            }
            next += 1;
        }
        component.sort_unstable();
        components.push(component);
    }
    components
}

/// The odd cuts below 1 of the component's Gomory-Hu tree.
fn odd_cuts(component: &[usize], support: &[(usize, usize, f64)], sets: &mut Vec<Vec<usize>>) {
    let local = |v: usize| component.binary_search(&v).ok();
    let mut network = Network::new(component.len());
    for (u, v, x) in support {
        if let (Some(u), Some(v)) = (local(*u), local(*v)) {
            network.add(u, v, *x);
        }
    }
    let tree = CutTree::new(&network);
    for vertex in (1..component.len()).filter(|vertex| tree.value[*vertex] < 1.0 - VIOLATED) {
        let below: Vec<usize> = (0..component.len()).filter(|other| tree.is_below(*other, vertex)).collect();
        if below.len() % 2 == 1 {
            sets.push(below.into_iter().map(|index| component[index]).collect());
        }
    }
}

/// A Gomory-Hu cut tree with the root 0, by Gusfield's method.
struct CutTree {
    parent: Vec<usize>,
    /// The value of the cut between what is below a vertex and the rest.
    value: Vec<f64>,
}

impl CutTree {
    fn new(network: &Network) -> Self {
        let vertices = network.leaving.len();
        let mut tree = Self { parent: vec![0; vertices], value: vec![f64::INFINITY; vertices] };
        for source in 1..vertices {
            let sink = tree.parent[source];
            let (value, side) = network.minimum_cut(source, sink);
            tree.value[source] = value;
            for other in (0..vertices).filter(|other| *other != source && side[*other]) {
                if tree.parent[other] == sink {
                    tree.parent[other] = source;
                }
            }
            if side[tree.parent[sink]] {
                tree.parent[source] = tree.parent[sink];
                tree.parent[sink] = source;
                tree.value[source] = tree.value[sink];
                tree.value[sink] = value;
            }
        }
        tree
    }

    /// Whether `vertex` is `top` or below it.
    fn is_below(&self, vertex: usize, top: usize) -> bool {
        let mut at = vertex;
        while at != top && at != 0 {
            at = self.parent[at];
        }
        at == top
    }
}

/// An undirected flow network, small and sparse.
struct Network {
    /// Arc ends; arc `a` and `a ^ 1` are each other's reverse.
    heads: Vec<usize>,
    capacity: Vec<f64>,
    leaving: Vec<Vec<usize>>,
}

impl Network {
    fn new(vertices: usize) -> Self {
        Self { heads: Vec::new(), capacity: Vec::new(), leaving: vec![Vec::new(); vertices] }
    }

    fn add(&mut self, u: usize, v: usize, capacity: f64) {
        for (from, to) in [(u, v), (v, u)] {
            self.leaving[from].push(self.heads.len());
            self.heads.push(to);
            self.capacity.push(capacity);
        }
    }

    /// A minimum cut between `source` and `sink`: its value and the source's side (Edmonds and Karp 1972).
    fn minimum_cut(&self, source: usize, sink: usize) -> (f64, Vec<bool>) {
        let mut residual = self.capacity.clone();
        let mut value = 0.0;
        loop {
            let mut reached_by: Vec<Option<usize>> = vec![None; self.leaving.len()];
            let mut seen = vec![false; self.leaving.len()];
            seen[source] = true;
            let mut queue = vec![source];
            let mut next = 0;
            while next < queue.len() && !seen[sink] {
                for arc in &self.leaving[queue[next]] {
                    let head = self.heads[*arc];
                    if residual[*arc] > ZERO && !seen[head] {
                        seen[head] = true;
                        reached_by[head] = Some(*arc);
                        queue.push(head);
                    }
                }
                next += 1;
            }
            if !seen[sink] {
                return (value, seen);
            }
            let mut arcs = Vec::new();
            let mut at = sink;
            while let Some(arc) = reached_by[at] {
                arcs.push(arc);
                at = self.heads[arc ^ 1];
            }
            let pushed = arcs.iter().map(|arc| residual[*arc]).fold(f64::INFINITY, f64::min);
            for arc in arcs {
                residual[arc] -= pushed;
                residual[arc ^ 1] += pushed;
            }
            value += pushed;
        }
    }
}
