//! Weighted matching in a general graph (textbook primal-dual with blossoms, O(n^3)).
//! Weights are vectors of integers compared lexicographically: an ordered group, so
//! the textbook argument holds word for word.

type W<const K: usize> = [i128; K];

fn add<const K: usize>(a: &W<K>, b: &W<K>) -> W<K> {
    let mut r = *a;
    for i in 0..K {
        r[i] += b[i];
    }
    r
}
fn sub<const K: usize>(a: &W<K>, b: &W<K>) -> W<K> {
    let mut r = *a;
    for i in 0..K {
        r[i] -= b[i];
    }
    r
}
fn twice<const K: usize>(a: &W<K>) -> W<K> {
    add(a, a)
}
fn halve<const K: usize>(a: &W<K>) -> W<K> {
    let mut r = *a;
    for x in r.iter_mut() {
        debug_assert!(*x % 2 == 0);
        *x /= 2;
    }
    r
}

/// The state of the search: vertices are numbered from 1, and blossoms after them. 0 is nobody.
struct Search<const K: usize> {
    n: usize,
    /// The last blossom.
    last: usize,
    size: usize,
    zero: W<K>,
    /// The ends of the edge between two vertices or blossoms.
    ends: Vec<(u16, u16)>,
    weight: Vec<W<K>>,
    has_edge: Vec<bool>,
    dual: Vec<W<K>>,
    mate: Vec<usize>,
    /// The vertex with the least slack to this one.
    slack: Vec<usize>,
    /// The outermost blossom.
    outer: Vec<usize>,
    parent: Vec<usize>,
    /// The child of a blossom in which a vertex is.
    from: Vec<u16>,
    /// 0 at even distance from the root of a tree, 1 at odd distance, -1 outside the trees.
    label: Vec<i8>,
    visited: Vec<usize>,
    /// The children of a blossom, around it.
    flower: Vec<Vec<usize>>,
    queue: std::collections::VecDeque<usize>,
    stamp: usize,
}

impl<const K: usize> Search<K> {
    fn delta(&self, a: usize, b: usize) -> W<K> {
        let (u, v) = self.ends[a * self.size + b];
        let (u, v) = (u as usize, v as usize);
        sub(&add(&self.dual[u], &self.dual[v]), &twice(&self.weight[u * (self.n + 1) + v]))
    }
    fn update_slack(&mut self, u: usize, x: usize) {
        if self.slack[x] == 0 || self.delta(u, x) < self.delta(self.slack[x], x) {
            self.slack[x] = u;
        }
    }
    fn set_slack(&mut self, x: usize) {
        self.slack[x] = 0;
        for u in 1..=self.n {
            if self.has_edge[u * self.size + x] && self.outer[u] != x && self.label[self.outer[u]] == 0 {
                self.update_slack(u, x);
            }
        }
    }
    fn push(&mut self, x: usize) {
        if x <= self.n {
            self.queue.push_back(x);
        } else {
            for i in 0..self.flower[x].len() {
                self.push(self.flower[x][i]);
            }
        }
    }
    fn set_outer(&mut self, x: usize, b: usize) {
        self.outer[x] = b;
        if x > self.n {
            for i in 0..self.flower[x].len() {
                self.set_outer(self.flower[x][i], b);
            }
        }
    }
    fn position_on_even_side(&mut self, b: usize, xr: usize) -> usize {
        let pr = self.flower[b].iter().position(|&y| y == xr).unwrap();
        if pr % 2 == 1 {
            self.flower[b][1..].reverse();
            self.flower[b].len() - pr
        } else {
            pr
        }
    }
    fn set_mates(&mut self, u: usize, v: usize) {
        let e = self.ends[u * self.size + v];
        self.mate[u] = e.1 as usize;
        if u > self.n {
            let xr = self.from[u * (self.n + 1) + e.0 as usize] as usize;
            let pr = self.position_on_even_side(u, xr);
            for i in 0..pr {
                let (a, b) = (self.flower[u][i], self.flower[u][i ^ 1]);
                self.set_mates(a, b);
            }
            self.set_mates(xr, v);
            self.flower[u].rotate_left(pr);
        }
    }
    fn augment(&mut self, mut u: usize, mut v: usize) {
        loop {
            let xnv = self.outer[self.mate[u]];
            self.set_mates(u, v);
            if xnv == 0 {
                return;
            }
            let p = self.outer[self.parent[xnv]];
            self.set_mates(xnv, p);
            u = p;
            v = xnv;
        }
    }
    fn common_ancestor(&mut self, mut u: usize, mut v: usize) -> usize {
        self.stamp += 1;
        while u != 0 || v != 0 {
            if u != 0 {
                if self.visited[u] == self.stamp {
                    return u;
                }
                self.visited[u] = self.stamp;
                u = self.outer[self.mate[u]];
                if u != 0 {
                    u = self.outer[self.parent[u]];
                }
            }
            std::mem::swap(&mut u, &mut v);
        }
        0
    }
    fn add_blossom(&mut self, u: usize, common_ancestor: usize, v: usize) {
        let mut b = self.n + 1;
        while b <= self.last && self.outer[b] != 0 {
            b += 1;
        }
        if b > self.last {
            self.last += 1;
        }
        self.dual[b] = self.zero;
        self.label[b] = 0;
        self.mate[b] = self.mate[common_ancestor];
        let mut f = vec![common_ancestor];
        let mut x = u;
        while x != common_ancestor {
            f.push(x);
            let y = self.outer[self.mate[x]];
            f.push(y);
            self.push(y);
            x = self.outer[self.parent[y]];
        }
        f[1..].reverse();
        let mut x = v;
        while x != common_ancestor {
            f.push(x);
            let y = self.outer[self.mate[x]];
            f.push(y);
            self.push(y);
            x = self.outer[self.parent[y]];
        }
        self.flower[b] = f;
        self.set_outer(b, b);
        for x in 1..=self.last {
            self.has_edge[b * self.size + x] = false;
            self.has_edge[x * self.size + b] = false;
        }
        for x in 1..=self.n {
            self.from[b * (self.n + 1) + x] = 0;
        }
        for i in 0..self.flower[b].len() {
            let xs = self.flower[b][i];
            for x in 1..=self.last {
                if self.has_edge[xs * self.size + x]
                    && (!self.has_edge[b * self.size + x] || self.delta(xs, x) < self.delta(b, x))
                {
                    self.ends[b * self.size + x] = self.ends[xs * self.size + x];
                    self.ends[x * self.size + b] = self.ends[x * self.size + xs];
                    self.has_edge[b * self.size + x] = true;
                    self.has_edge[x * self.size + b] = true;
                }
            }
            for x in 1..=self.n {
                if self.from[xs * (self.n + 1) + x] != 0 {
                    self.from[b * (self.n + 1) + x] = xs as u16;
                }
            }
        }
        self.set_slack(b);
    }
    fn expand(&mut self, b: usize) {
        for i in 0..self.flower[b].len() {
            let x = self.flower[b][i];
            self.set_outer(x, x);
        }
        let xr = {
            let e = self.ends[b * self.size + self.parent[b]];
            self.from[b * (self.n + 1) + e.0 as usize] as usize
        };
        let pr = self.position_on_even_side(b, xr);
        let mut i = 0;
        while i < pr {
            let xs = self.flower[b][i];
            let xns = self.flower[b][i + 1];
            self.parent[xs] = self.ends[xns * self.size + xs].0 as usize;
            self.label[xs] = 1;
            self.label[xns] = 0;
            self.slack[xs] = 0;
            self.set_slack(xns);
            self.push(xns);
            i += 2;
        }
        self.label[xr] = 1;
        self.parent[xr] = self.parent[b];
        for i in pr + 1..self.flower[b].len() {
            let xs = self.flower[b][i];
            self.label[xs] = -1;
            self.set_slack(xs);
        }
        self.outer[b] = 0;
    }
    fn found(&mut self, a: usize, b: usize) -> bool {
        let e = self.ends[a * self.size + b];
        let u = self.outer[e.0 as usize];
        let v = self.outer[e.1 as usize];
        if self.label[v] == -1 {
            self.parent[v] = e.0 as usize;
            self.label[v] = 1;
            let nu = self.outer[self.mate[v]];
            self.slack[v] = 0;
            self.slack[nu] = 0;
            self.label[nu] = 0;
            self.push(nu);
        } else if self.label[v] == 0 {
            let l = self.common_ancestor(u, v);
            if l == 0 {
                self.augment(u, v);
                self.augment(v, u);
                return true;
            }
            self.add_blossom(u, l, v);
        }
        false
    }
    fn phase(&mut self) -> bool {
        for x in 0..=self.last {
            self.label[x] = -1;
            self.slack[x] = 0;
        }
        self.queue.clear();
        for x in 1..=self.last {
            if self.outer[x] == x && self.mate[x] == 0 {
                self.parent[x] = 0;
                self.label[x] = 0;
                self.push(x);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(u) = self.queue.pop_front() {
                if self.label[self.outer[u]] == 1 {
                    continue;
                }
                for v in 1..=self.n {
                    if self.has_edge[u * self.size + v] && self.outer[u] != self.outer[v] {
                        if self.delta(u, v) == self.zero {
                            if self.found(u, v) {
                                return true;
                            }
                        } else {
                            let x = self.outer[v];
                            self.update_slack(u, x);
                        }
                    }
                }
            }
            let mut d: Option<W<K>> = None;
            let take = |d: &mut Option<W<K>>, x: W<K>| {
                if d.is_none_or(|y| x < y) {
                    *d = Some(x);
                }
            };
            for b in self.n + 1..=self.last {
                if self.outer[b] == b && self.label[b] == 1 {
                    take(&mut d, halve(&self.dual[b]));
                }
            }
            for x in 1..=self.last {
                if self.outer[x] == x && self.slack[x] != 0 {
                    if self.label[x] == -1 {
                        take(&mut d, self.delta(self.slack[x], x));
                    } else if self.label[x] == 0 {
                        take(&mut d, halve(&self.delta(self.slack[x], x)));
                    }
                }
            }
            for u in 1..=self.n {
                if self.label[self.outer[u]] == 0 {
                    // No step left that gains: the matching is of greatest weight.
                    if d.is_none_or(|d| self.dual[u] <= d) {
                        return false;
                    }
                }
            }
            let Some(d) = d else { return false };
            for u in 1..=self.n {
                match self.label[self.outer[u]] {
                    0 => self.dual[u] = sub(&self.dual[u], &d),
                    1 => self.dual[u] = add(&self.dual[u], &d),
                    _ => {}
                }
            }
            for b in self.n + 1..=self.last {
                if self.outer[b] == b {
                    match self.label[b] {
                        0 => self.dual[b] = add(&self.dual[b], &twice(&d)),
                        1 => self.dual[b] = sub(&self.dual[b], &twice(&d)),
                        _ => {}
                    }
                }
            }
            self.queue.clear();
            for x in 1..=self.last {
                if self.outer[x] == x && self.slack[x] != 0 && self.outer[self.slack[x]] != x {
                    let sl = self.slack[x];
                    if self.delta(sl, x) == self.zero && self.found(sl, x) {
                        return true;
                    }
                }
            }
            for b in self.n + 1..=self.last {
                if self.outer[b] == b && self.label[b] == 1 && self.dual[b] == self.zero {
                    self.expand(b);
                }
            }
        }
    }
}

/// Matching of greatest weight among n vertices (0-based); `edge(u, v)` (u < v) is
/// None or a weight greater than zero. Returns the mate of each vertex.
pub fn heaviest<const K: usize>(n: usize, edge: &mut dyn FnMut(usize, usize) -> Option<W<K>>) -> Vec<Option<usize>> {
    let size = n + n / 2 + 2;
    let zero = [0i128; K];
    let mut m = Search::<K> {
        n,
        last: n,
        size,
        zero,
        ends: vec![(0, 0); size * size],
        weight: vec![zero; (n + 1) * (n + 1)],
        has_edge: vec![false; size * size],
        dual: vec![zero; size],
        mate: vec![0; size],
        slack: vec![0; size],
        outer: vec![0; size],
        parent: vec![0; size],
        from: vec![0; size * (n + 1)],
        label: vec![-1; size],
        visited: vec![0; size],
        flower: vec![vec![]; size],
        queue: Default::default(),
        stamp: 0,
    };
    let mut top = zero;
    for u in 1..=n {
        m.outer[u] = u;
        m.from[u * (n + 1) + u] = u as u16;
        for v in 1..=n {
            m.ends[u * size + v] = (u as u16, v as u16);
        }
        for v in u + 1..=n {
            if let Some(w) = edge(u - 1, v - 1) {
                debug_assert!(w > zero);
                m.has_edge[u * size + v] = true;
                m.has_edge[v * size + u] = true;
                m.weight[u * (n + 1) + v] = w;
                m.weight[v * (n + 1) + u] = w;
                if w > top {
                    top = w;
                }
            }
        }
    }
    for u in 1..=n {
        m.dual[u] = top;
    }
    while m.phase() {}
    (1..=n).map(|u| if m.mate[u] == 0 { None } else { Some(m.mate[u] - 1) }).collect()
}

/// Largest level value a limb holds, in bits; the rest is room for the duals.
const LIMB: u32 = 96;

/// A problem: minimise, over perfect matchings, the vector of level sums (lexicographic).
/// `cost(u, v)`: None (no edge) or the levels. Returns total and mates.
pub fn cheapest(
    n: usize,
    levels: usize,
    cost: &dyn Fn(usize, usize) -> Option<Vec<u32>>,
) -> Option<(Vec<u32>, Vec<usize>)> {
    if n % 2 == 1 {
        return None;
    }
    if n == 0 {
        return Some((vec![0; levels], vec![]));
    }
    let mut c: Vec<Option<Vec<u32>>> = vec![None; n * n];
    let mut max = vec![0u32; levels];
    for u in 0..n {
        for v in u + 1..n {
            let k = cost(u, v);
            if let Some(k) = &k {
                for (m, x) in max.iter_mut().zip(k) {
                    *m = (*m).max(*x);
                }
            }
            c[u * n + v] = k;
        }
    }
    // Layout: field 0 counts edges (so that the most edges win); then the levels that occur.
    let bits = |m: u32| 64 - (m as u64 * (n as u64 / 2) + 1).leading_zeros() + 1;
    let mut place = vec![];
    let mut limb = 0;
    let mut free = LIMB - bits(1);
    for (i, &m) in max.iter().enumerate() {
        if m == 0 {
            continue;
        }
        let b = bits(m);
        if b > free {
            limb += 1;
            free = LIMB;
        }
        free -= b;
        place.push((i, limb, free));
    }
    let mate = match limb + 1 {
        1 => run::<1>(n, &c, &place),
        2 => run::<2>(n, &c, &place),
        3 => run::<3>(n, &c, &place),
        4 => run::<4>(n, &c, &place),
        5 | 6 => run::<6>(n, &c, &place),
        7..=9 => run::<9>(n, &c, &place),
        10..=16 => run::<16>(n, &c, &place),
        _ => unreachable!("so many scores"),
    };
    let mut total = vec![0u32; levels];
    let mut out = vec![0; n];
    for u in 0..n {
        let v = mate[u]?;
        out[u] = v;
        if u < v {
            for (t, x) in total.iter_mut().zip(c[u * n + v].as_ref().unwrap()) {
                *t += x;
            }
        }
    }
    Some((total, out))
}

fn run<const K: usize>(n: usize, c: &[Option<Vec<u32>>], place: &[(usize, usize, u32)]) -> Vec<Option<usize>> {
    heaviest::<K>(n, &mut |u, v| {
        c[u * n + v].as_ref().map(|k| {
            let mut w = [0i128; K];
            w[0] = 1i128 << (LIMB - 2);
            for &(i, l, s) in place {
                w[l] -= (k[i] as i128) << s;
            }
            w
        })
    })
}

/// The same where a vertex may stay unmatched at the cost `out(u)` (None: it must not).
/// An unmatched vertex has mate n.
pub fn cheapest_free(
    n: usize,
    levels: usize,
    cost: &dyn Fn(usize, usize) -> Option<Vec<u32>>,
    out: &dyn Fn(usize) -> Option<Vec<u32>>,
) -> Option<(Vec<u32>, Vec<usize>)> {
    let mut max = vec![0u32; levels];
    let mut c: Vec<Option<Vec<u32>>> = vec![None; n * n];
    let o: Vec<Option<Vec<u32>>> = (0..n).map(out).collect();
    for u in 0..n {
        for v in u + 1..n {
            c[u * n + v] = cost(u, v);
        }
    }
    for k in c.iter().chain(&o).flatten() {
        for (m, x) in max.iter_mut().zip(k) {
            *m = (*m).max(*x);
        }
    }
    // Field 0: vertices that must be matched. Gain of an edge: both stay costs saved.
    let bits = |m: u32| 64 - (m as u64 * 2 * (n as u64) + 1).leading_zeros() + 2;
    let mut place = vec![];
    let mut limb = 0;
    let mut free = LIMB - bits(1);
    let first = free;
    for (i, &m) in max.iter().enumerate() {
        if m == 0 {
            continue;
        }
        let b = bits(m);
        if b > free {
            limb += 1;
            free = LIMB;
        }
        free -= b;
        place.push((i, limb, free));
    }
    let mate = match limb + 1 {
        1 => run_free::<1>(n, &c, &o, &place, first),
        2 => run_free::<2>(n, &c, &o, &place, first),
        3 => run_free::<3>(n, &c, &o, &place, first),
        4 => run_free::<4>(n, &c, &o, &place, first),
        5 | 6 => run_free::<6>(n, &c, &o, &place, first),
        7..=9 => run_free::<9>(n, &c, &o, &place, first),
        10..=16 => run_free::<16>(n, &c, &o, &place, first),
        _ => unreachable!("so many scores"),
    };
    let mut total = vec![0u32; levels];
    let mut mates = vec![n; n];
    for u in 0..n {
        let k = match mate[u] {
            None => o[u].as_ref()?,
            Some(v) => {
                mates[u] = v;
                if u > v {
                    continue;
                }
                c[u * n + v].as_ref().unwrap()
            }
        };
        for (t, x) in total.iter_mut().zip(k) {
            *t += x;
        }
    }
    Some((total, mates))
}

fn run_free<const K: usize>(
    n: usize,
    c: &[Option<Vec<u32>>],
    o: &[Option<Vec<u32>>],
    place: &[(usize, usize, u32)],
    first: u32,
) -> Vec<Option<usize>> {
    heaviest::<K>(n, &mut |u, v| {
        let k = c[u * n + v].as_ref()?;
        let mut w = [0i128; K];
        for &(i, l, s) in place {
            w[l] -= (k[i] as i128) << s;
        }
        for x in [u, v] {
            match &o[x] {
                None => w[0] += 1i128 << first,
                Some(k) => {
                    for &(i, l, s) in place {
                        w[l] += (k[i] as i128) << s;
                    }
                }
            }
        }
        // An edge without gain is never needed.
        (w > [0i128; K]).then_some(w)
    })
}
