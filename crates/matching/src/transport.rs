//! Dual values of a matching problem over classes, from the linear program without odd sets: a head start for the exact search.
//!
//! Two copies of each class, one that sends its vertices and one that receives them, make it a transportation problem: a cheapest flow
//! is a cheapest half-integral matching of the vertices, each pair of which is sent both ways. It is solved by shortest paths that
//! are augmented (Jewell 1958; Edmonds and Karp 1972), in integers. The sum of both copies' dual values is feasible in halves.

use super::budget::spend;
use super::prices::few_at_each;
use super::{EdgeWeight, Lex};
use itertools::Itertools;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many of the cheapest pairs of each class are arcs from the start, and how many are added each time the others are priced.
const START: usize = 24;
const PRICED: usize = 8;
/// The others are priced so many times at most.
const TIMES: usize = 12;

/// Dual values in halves for classes of so many vertices, of which these pairs can be made, at these costs: feasible for every pair,
/// so that `dual[one] + dual[other] <= 2 * cost`, and greatest in sum or close to it. `None` if numbers may leave 64 bits.
///
/// Once it `is_late` they are only feasible.
///
/// ```
/// // Three vertices of one class can all be paired with each other, and each with the one of another.
/// let dual = swiss_matching::class_duals(&[3, 1], &[(0, 0, 5), (0, 1, 2)], || false);
/// // The bound is 5 + 2.
/// assert_eq!(dual.map(|dual| 3 * dual[0] + dual[1]), Some(14));
/// ```
pub fn class_duals(sizes: &[usize], pairs: &[(usize, usize, i64)], is_late: impl Fn() -> bool) -> Option<Vec<i64>> {
    let greatest = pairs.iter().map(|(.., cost)| cost.unsigned_abs()).max().unwrap_or(0);
    let most = greatest.checked_mul(8 * (sizes.len() as u64 + 1))?;
    if most > i64::MAX as u64 {
        return None;
    }
    let pairs: Vec<_> = pairs.iter().map(|(one, other, cost)| (*one, *other, Lex([*cost]))).collect();
    Some(greatest_duals(sizes, &pairs, is_late).into_iter().map(|Lex([value])| value).collect())
}

/// The same at costs of any kind, whose sums along a path must not be too large for it.
pub(super) fn greatest_duals<W: EdgeWeight>(
    sizes: &[usize],
    pairs: &[(usize, usize, W)],
    is_late: impl Fn() -> bool,
) -> Vec<W> {
    let mut cheapest: Vec<&(usize, usize, W)> = pairs.iter().collect();
    cheapest.sort_by_key(|(one, other, cost)| (*cost, one.abs_diff(*other)));
    let mut flow = Transport::new(sizes);
    for (one, other, cost) in few_at_each(sizes.len(), START, cheapest, |(one, other, _)| (*one, *other)) {
        flow.add(*one, *other, *cost);
    }
    for time in 0.. {
        flow.augment(&is_late);
        let missing = flow.missing(pairs);
        flow.lower(&missing);
        if missing.is_empty() || time == TIMES || is_late() {
            break;
        }
        let few = few_at_each(sizes.len(), PRICED, missing, |(_, one, other, _)| (*one, *other));
        let few = few.into_iter().map(|(_, one, other, cost)| (one.min(other), one.max(other), cost));
        few.sorted_unstable().dedup().for_each(|(one, other, cost)| flow.add(one, other, cost));
        flow.withdraw();
    }
    flow.from.iter().zip(&flow.to).map(|(from, to)| *from + *to).collect()
}

/// A transportation problem, with a flow that is as cheap as any of its amount.
struct Transport<W> {
    /// The arcs from each class: to which, and at which cost.
    arcs: Vec<Vec<(usize, W)>>,
    /// The dual values of the copies that send and of those that receive.
    from: Vec<W>,
    to: Vec<W>,
    /// What is still to be sent, and received.
    supply: Vec<usize>,
    room: Vec<usize>,
    /// What each class receives: from which, and how much. Only arcs of reduced cost 0 have a flow.
    received: Vec<Vec<(usize, usize)>>,
}

/// A pair that costs less than the dual values allow: by how much, the two classes in one direction or the other, and the cost.
type Shortfall<W> = (W, usize, usize, W);

impl<W: EdgeWeight> Transport<W> {
    fn new(sizes: &[usize]) -> Self {
        let classes = sizes.len();
        Self {
            arcs: vec![Vec::new(); classes],
            from: vec![W::ZERO; classes],
            to: vec![W::ZERO; classes],
            supply: sizes.to_vec(),
            room: sizes.to_vec(),
            received: vec![Vec::new(); classes],
        }
    }

    /// Add a pair: an arc in each direction.
    fn add(&mut self, one: usize, other: usize, cost: W) {
        self.arcs[one].push((other, cost));
        if one != other {
            self.arcs[other].push((one, cost));
        }
    }

    fn reduced(&self, one: usize, other: usize, cost: W) -> W {
        cost - self.from[one] - self.to[other]
    }

    /// The pairs that cost less than the dual values allow, the cheapest first.
    fn missing(&self, pairs: &[(usize, usize, W)]) -> Vec<Shortfall<W>> {
        spend(pairs.len());
        let both = pairs.iter().flat_map(|(one, other, cost)| [(*one, *other, *cost), (*other, *one, *cost)]);
        let reduced = both.map(|(one, other, cost)| (self.reduced(one, other, cost), one, other, cost));
        reduced.filter(|(reduced, ..)| *reduced < W::ZERO).sorted_unstable().collect()
    }

    /// Make the dual values feasible for these pairs.
    fn lower(&mut self, missing: &[Shortfall<W>]) {
        for (_, one, other, cost) in missing {
            self.from[*one] = self.from[*one].min(*cost - self.to[*other]);
        }
    }

    /// Take the flow from arcs whose reduced cost is no longer 0.
    fn withdraw(&mut self) {
        for (other, received) in self.received.iter_mut().enumerate() {
            received.retain(|(one, amount)| {
                let cost = self.arcs[*one].iter().find(|(to, _)| *to == other).map_or(W::ZERO, |(_, cost)| *cost);
                let is_tight = cost == self.from[*one] + self.to[other];
                if !is_tight {
                    self.supply[*one] += amount;
                    self.room[other] += amount;
                }
                is_tight
            });
        }
    }

    /// Send all that can be sent, each time by a shortest path.
    fn augment(&mut self, is_late: impl Fn() -> bool) {
        for (one, arcs) in self.arcs.iter().enumerate() {
            // As much as an arc allows; where there is a flow already, it is that.
            let least = arcs.iter().map(|(other, cost)| *cost - self.to[*other]).min();
            self.from[one] = least.unwrap_or(self.from[one]);
        }
        let mut search = Search::new(self.supply.len());
        for one in 0..self.supply.len() {
            while self.supply[one] > 0 {
                if is_late() {
                    return;
                }
                let Some(end) = search.run(self, one) else { break };
                search.update(self, end);
                self.send(one, end, &search);
            }
        }
    }

    /// Send what the path from `one` to `end` can take.
    fn send(&mut self, one: usize, end: usize, search: &Search<W>) {
        let path = search.path(one, end);
        let given_back = |(other, sender): &(usize, usize)| {
            let place = self.received[*other].iter().position(|(from, _)| from == sender);
            place.map_or(0, |place| self.received[*other][place].1)
        };
        // Each class on the way sends to one copy what it sent to another before.
        let back: Vec<(usize, usize)> = path.windows(2).map(|steps| (steps[1].0, steps[0].1)).collect();
        let amount = back.iter().map(given_back).chain([self.supply[one], self.room[end]]).min().unwrap_or(0);
        for (other, sender) in back {
            let received = &mut self.received[other];
            received.iter_mut().filter(|(from, _)| *from == sender).for_each(|(_, sent)| *sent -= amount);
            received.retain(|(_, sent)| *sent > 0);
        }
        for (other, sender) in path {
            match self.received[other].iter_mut().find(|(from, _)| *from == sender) {
                Some((_, sent)) => *sent += amount,
                None => self.received[other].push((sender, amount)),
            }
        }
        self.supply[one] -= amount;
        self.room[end] -= amount;
    }
}

/// A search for a shortest path, by reduced costs (Dijkstra).
struct Search<W> {
    /// The distance of each copy that receives, if it is reached, and the class that it is reached from.
    distance: Vec<Option<W>>,
    by: Vec<usize>,
    /// The copies that were reached, in the order in which they were first reached.
    reached: Vec<usize>,
    /// The classes whose arcs were looked at: at which distance, and from which copy that they send to.
    scanned: Vec<(usize, W)>,
    is_scanned: Vec<bool>,
    back: Vec<usize>,
    heap: BinaryHeap<Reverse<(W, usize)>>,
}

impl<W: EdgeWeight> Search<W> {
    fn new(classes: usize) -> Self {
        Self {
            distance: vec![None; classes],
            by: vec![0; classes],
            reached: Vec::new(),
            scanned: Vec::new(),
            is_scanned: vec![false; classes],
            back: vec![0; classes],
            heap: BinaryHeap::new(),
        }
    }

    /// The nearest copy that has room, from the class `one`.
    fn run(&mut self, flow: &Transport<W>, one: usize) -> Option<usize> {
        self.reached.drain(..).for_each(|other| self.distance[other] = None);
        self.scanned.drain(..).for_each(|(sender, _)| self.is_scanned[sender] = false);
        self.heap.clear();
        self.scan(flow, one, W::ZERO);
        while let Some(Reverse((distance, other))) = self.heap.pop() {
            if Some(distance) > self.distance[other] {
                continue;
            }
            if flow.room[other] > 0 {
                return Some(other);
            }
            for (sender, _) in &flow.received[other] {
                if !self.is_scanned[*sender] {
                    self.back[*sender] = other;
                    self.scan(flow, *sender, distance);
                }
            }
        }
        None
    }

    fn scan(&mut self, flow: &Transport<W>, sender: usize, at: W) {
        self.is_scanned[sender] = true;
        self.scanned.push((sender, at));
        spend(1 + flow.arcs[sender].len());
        for (other, cost) in &flow.arcs[sender] {
            let distance = at + flow.reduced(sender, *other, *cost);
            let known = &mut self.distance[*other];
            if known.is_none_or(|known| distance < known) {
                if known.is_none() {
                    self.reached.push(*other);
                }
                *known = Some(distance);
                self.by[*other] = sender;
                self.heap.push(Reverse((distance, *other)));
            }
        }
    }

    /// Change the dual values so that the path to `end` has reduced costs of 0.
    fn update(&self, flow: &mut Transport<W>, end: usize) {
        let Some(most) = self.distance[end] else { return };
        for (sender, at) in &self.scanned {
            flow.from[*sender] += most - *at;
        }
        for other in &self.reached {
            flow.to[*other] -= self.distance[*other].map_or(W::ZERO, |at| (most - at).max(W::ZERO));
        }
    }

    /// The steps of the path, from its end on: each copy with the class that sends to it.
    fn path(&self, one: usize, end: usize) -> Vec<(usize, usize)> {
        let mut path = vec![(end, self.by[end])];
        while let Some((_, sender)) = path.last().copied().filter(|(_, sender)| *sender != one) {
            let other = self.back[sender];
            path.push((other, self.by[other]));
        }
        path
    }
}

#[cfg(test)]
#[path = "../tests/unit/transport.rs"]
mod tests;
