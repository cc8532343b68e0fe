//! FIDE Dutch 2012, sections C and D.
//!
//! How the walk is cut (the result is the one of the full walk):
//! * C.3 to C.10 are nested loops, so the requirements met first are the least
//!   vector [scores of the floaters / B3-factor, B2, A7.d, X, Z, B5 down, B6 down,
//!   B5 up, B6 up]. A
//!   minimum-cost perfect matching finds it at once.
//! * With it fixed, the first candidate of the walk (D.3, D.1, D.2) is found
//!   position by position: "is there still a pairing as good if this place is
//!   fixed so" is again a matching.
//! * D.2: the least number of players exchanged, then the least difference are
//!   sums over the pairs, so matchings find them; then the first entry of the
//!   list of S1 exchanges, then of the list of S2 exchanges.

use super::state::{Float, State};
use crate::readings::matching::cheapest_perfect;
use itertools::Itertools;

/// The walk did not end: too many sets.
#[derive(Debug)]
pub struct Unknown(pub String);

type Res<T> = Result<T, Unknown>;

/// The most sets of D.3 that are tried.
pub struct Limits {
    pub max_sets: usize,
}

#[derive(Clone)]
struct Net {
    n: usize,
    c: Vec<Option<i128>>,
}

impl Net {
    fn new(n: usize) -> Net {
        Net { n, c: vec![None; n * n] }
    }
    fn get(&self, i: usize, j: usize) -> Option<i128> {
        self.c[i * self.n + j]
    }
    fn set(&mut self, i: usize, j: usize, v: Option<i128>) {
        self.c[i * self.n + j] = v;
        self.c[j * self.n + i] = v;
    }
    fn times(&self, k: i128) -> Net {
        Net { n: self.n, c: self.c.iter().map(|x| x.map(|y| y * k)).collect() }
    }
    /// only the edge i-j is left at i and at j
    fn fix(&mut self, i: usize, j: usize) {
        for x in 0..self.n {
            if x != j {
                self.set(i, x, None);
            }
            if x != i {
                self.set(j, x, None);
            }
        }
    }
    fn solve(&self) -> Option<(i128, Vec<usize>)> {
        cheapest_perfect(self.n, &self.c)
    }
}

/// Where the players go who are left over.
#[derive(Clone)]
enum Sink {
    /// anywhere: n - 2 P1 places, only for players with `true` (by place)
    Free(Option<Vec<bool>>),
    /// into the lowest bracket, which must then be completed (C.13)
    Lowest(Vec<usize>),
}

/// One bracket with its P1 and M1 (M1 = 0: managed as homogeneous).
#[derive(Clone, Debug)]
struct Pass {
    pl: Vec<usize>,
    md: Vec<bool>,
    p: usize,
    m: usize,
    lowest: bool,
}

struct Found {
    cost: i128,
    key: Vec<i64>,
    pairs: Vec<(usize, usize)>,
    floats: Vec<usize>,
}

/// D.3: all sets of m out of v, in order.
fn subsets(v: &[usize], m: usize, lim: usize) -> Res<Vec<Vec<usize>>> {
    let sets: Vec<Vec<usize>> = v.iter().copied().combinations(m).take(lim + 1).collect();
    if sets.len() > lim { Err(Unknown("sets".into())) } else { Ok(sets) }
}

impl Pass {
    fn new(s: &State, res: &[usize], md: &[usize], p: usize, m: usize, lowest: bool) -> Pass {
        let mut pl: Vec<usize> = res.iter().chain(md).copied().collect();
        s.order(&mut pl);
        let md = pl.iter().map(|i| md.contains(i)).collect();
        Pass { pl, md, p, m, lowest }
    }

    fn n(&self) -> usize {
        self.pl.len()
    }

    /// D.3
    fn s1_sets(&self, l: &Limits) -> Res<Vec<Vec<usize>>> {
        let v: Vec<usize> = (0..self.n()).filter(|&i| self.m > 0 && self.md[i]).collect();
        subsets(&v, self.m, l.max_sets)
    }

    /// Requirements of a pair of places (C.3), most important first.
    fn pair_cost(&self, s: &State, a: usize, b: usize, upper: bool) -> [i64; 10] {
        let (i, j) = (self.pl[a], self.pl[b]);
        let mut v = [0; 10];
        let d = (s.score[i] - s.score[j]) as i64;
        if self.lowest {
            v[1] = d * d; // D.4, B.3
        }
        v[2] = s.b2(i, j) as i64;
        v[3] = s.a7d(i, j) as i64;
        v[4] = s.x(i, j) as i64;
        v[5] = s.z(i, j) as i64;
        if upper && d != 0 {
            let low = if d > 0 { j } else { i };
            v[8] = (s.float[low][0] == Float::Up) as i64;
            v[9] = (s.float[low][1] == Float::Up) as i64;
        }
        v
    }

    /// Requirements of a player left over (downfloater, or bye in the lowest bracket).
    fn float_cost(&self, s: &State, a: usize) -> Option<[i64; 10]> {
        let i = self.pl[a];
        if self.lowest && s.barred[i] {
            return None; // B.1.b
        }
        let mut v = [0; 10];
        v[0] = 1;
        v[1] = s.score[i] as i64; // reading 33
        if self.lowest {
            let low = self.pl.iter().map(|&x| s.score[x]).min().unwrap_or(0);
            let d = (s.score[i] - (low - s.point)) as i64;
            v[1] = d * d; // D.4
        }
        // reading 34: not for a player who was moved down already
        if !self.md[a] {
            v[6] = (s.float[i][0] == Float::Down) as i64;
            v[7] = (s.float[i][1] == Float::Down) as i64;
        }
        Some(v)
    }

    /// Weight of each part of the vector.
    fn weights(&self, s: &State) -> [i128; 10] {
        let n = self.n() as i128 + 1;
        let mut w = [0; 10];
        let mut k: i128 = 1;
        let hi = self.pl.iter().map(|&x| s.score[x]).max().unwrap_or(0);
        let lo = self.pl.iter().map(|&x| s.score[x]).min().unwrap_or(0);
        let d = (hi - lo + s.point) as i128;
        for q in (0..10).rev() {
            w[q] = k;
            k *= if q == 1 {
                (d * d + hi as i128 + 1) * n
            } else if q >= 8 && self.m == 0
                || q == 3 && !s.odd
                || q == 5 && s.odd
                || q == 2 && !s.top.iter().any(|&x| x)
            {
                1
            } else {
                n
            };
        }
        w
    }

    /// The graph of all candidates with this S1 (empty: homogeneous).
    fn net(&self, s: &State, s1: &[usize], sink: &Sink, plain: bool) -> Option<Net> {
        let n = self.n();
        let w = if plain { [0; 10] } else { self.weights(s) };
        let pack = |v: [i64; 10]| -> i128 { v.iter().zip(&w).map(|(&a, &b)| a as i128 * b).sum() };
        let k = match sink {
            Sink::Free(_) => n.checked_sub(2 * self.p)?,
            Sink::Lowest(l) => l.len() + (n + l.len()) % 2,
        };
        let mut net = Net::new(n + k);
        let is1: Vec<bool> = (0..n).map(|i| s1.contains(&i)).collect();
        for a in 0..n {
            for b in a + 1..n {
                if is1[a] && is1[b] || !s.ok(self.pl[a], self.pl[b]) {
                    continue;
                }
                net.set(a, b, Some(pack(self.pair_cost(s, a, b, is1[a] || is1[b]))));
            }
            if is1[a] {
                continue;
            }
            let Some(fc) = self.float_cost(s, a) else { continue };
            let fc = pack(fc);
            match sink {
                Sink::Free(mask) => {
                    if mask.as_ref().is_none_or(|m| m[a]) {
                        for x in n..n + k {
                            net.set(a, x, Some(fc));
                        }
                    }
                }
                Sink::Lowest(l) => {
                    for (x, &j) in l.iter().enumerate() {
                        if s.ok(self.pl[a], j) {
                            net.set(a, n + x, Some(fc));
                        }
                    }
                    if k > l.len() && !s.barred[self.pl[a]] {
                        net.set(a, n + l.len(), Some(fc));
                    }
                }
            }
        }
        if let Sink::Lowest(l) = sink {
            for (x, &i) in l.iter().enumerate() {
                for (y, &j) in l.iter().enumerate().skip(x + 1) {
                    if s.ok(i, j) {
                        net.set(n + x, n + y, Some(0));
                    }
                }
                if k > l.len() && !s.barred[i] {
                    net.set(n + x, n + l.len(), Some(0));
                }
            }
        }
        Some(net)
    }

    /// P1 pairs with M1 moved-down players are possible at all (B1, B2).
    fn feasible(&self, s: &State, l: &Limits) -> Res<bool> {
        for s1 in self.s1_sets(l)? {
            if let Some(net) = self.net(s, &s1, &Sink::Free(None), true)
                && net.solve().is_some()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// C.3 to C.10: the first pairing of the walk; None: exhausted.
    fn best(&self, s: &State, sink: &Sink, l: &Limits) -> Res<Option<Found>> {
        type Best = (i128, usize, Net, Vec<usize>, Vec<usize>);
        let mut best: Option<Best> = None;
        for (k, s1) in self.s1_sets(l)?.into_iter().enumerate() {
            let Some(net) = self.net(s, &s1, sink, false) else { continue };
            if let Some((c, mate)) = net.solve()
                && best.as_ref().is_none_or(|b| c < b.0)
            {
                best = Some((c, k, net, s1, mate));
            }
        }
        let Some((cost, k, mut net, s1, mut mate)) = best else { return Ok(None) };
        let n = self.n();
        let mut key = vec![k as i64];
        // C.6, C.7, D.1.2: the moved-down part
        let s2: Vec<usize> = (0..n).filter(|x| !s1.contains(x)).collect();
        for &a in &s1 {
            self.place(&mut net, &mut mate, a, &s2, cost)?;
            key.push(mate[a] as i64);
        }
        // remainder (or the whole homogeneous bracket)
        let done: Vec<usize> = s1.iter().map(|&a| mate[a]).collect();
        let r: Vec<usize> = s2.iter().copied().filter(|x| !done.contains(x)).collect();
        let floats = r.iter().filter(|&&x| mate[x] >= n).count();
        let p = (r.len() - floats) / 2;
        let (g1, g2) = self.exchange(&mut net, &mut mate, &r, p, cost, &mut key)?;
        // C.6, C.7, D.1.1: transpositions of S2
        for &a in &g1 {
            self.place(&mut net, &mut mate, a, &g2, cost)?;
            key.push(mate[a] as i64);
        }
        let mut pairs = vec![];
        let mut fl = vec![];
        for (a, &b) in mate.iter().enumerate().take(n) {
            if b >= n {
                fl.push(self.pl[a]);
            } else if a < b {
                pairs.push((self.pl[a], self.pl[b]));
            }
        }
        Ok(Some(Found { cost, key, pairs, floats: fl }))
    }

    /// D.1: the first partner (in the order of `s2`) that `a` can have while the total stays `cost`.
    fn place(&self, net: &mut Net, mate: &mut Vec<usize>, a: usize, s2: &[usize], cost: i128) -> Res<()> {
        let first = s2.iter().position(|&b| net.get(a, b).is_some());
        if first != s2.iter().position(|&b| b == mate[a]) {
            let w = s2.len() as i128 + 1;
            let mut t = net.times(w);
            for (i, &b) in s2.iter().enumerate() {
                if let Some(c) = t.get(a, b) {
                    t.set(a, b, Some(c + i as i128));
                }
            }
            let (c, m) = t.solve().ok_or(Unknown("lost".into()))?;
            if c.div_euclid(w) != cost {
                return Err(Unknown("cost".into()));
            }
            *mate = m;
        }
        net.fix(a, mate[a]);
        Ok(())
    }

    /// D.2: the first exchange of the walk; S1 and S2 afterwards. `r`: the group in order.
    #[allow(clippy::too_many_arguments)]
    fn exchange(
        &self,
        net: &mut Net,
        mate: &mut Vec<usize>,
        r: &[usize],
        p: usize,
        cost: i128,
        key: &mut Vec<i64>,
    ) -> Res<(Vec<usize>, Vec<usize>)> {
        let n = self.n();
        let len = r.len();
        let mut no = vec![usize::MAX; net.n];
        for (i, &a) in r.iter().enumerate() {
            no[a] = i;
        }
        let is1 = |a: usize| no[a] < p;
        // number of exchanged S2 players, then the difference, as sums over the pairs
        let dr = 4 * (len as i128 + 2) * (len as i128 + 2);
        let q = dr * (len as i128 + 2) * 2;
        let mut t = net.times(q);
        let add = |a: usize, b: usize| -> i128 {
            if b >= n {
                if is1(a) { -(no[a] as i128 + 1) } else { 0 }
            } else {
                let (hi, lo) = (no[a].min(no[b]), no[a].max(no[b]));
                match (hi < p, lo < p) {
                    (true, true) => -(lo as i128 + 1),
                    (false, false) => dr + hi as i128 + 1,
                    _ => 0,
                }
            }
        };
        for (i, &a) in r.iter().enumerate() {
            for &b in &r[i + 1..] {
                if let Some(c) = t.get(a, b) {
                    t.set(a, b, Some(c + add(a, b)));
                }
            }
            for b in n..net.n {
                if let Some(c) = t.get(a, b) {
                    t.set(a, b, Some(c + add(a, b)));
                }
            }
        }
        let (total, m) = t.solve().ok_or(Unknown("lost".into()))?;
        let mut cur = m;
        // players exchanged in a solution
        let out1 = |m: &[usize]| -> Vec<usize> {
            r[..p].iter().copied().filter(|&a| m[a] >= n || (is1(m[a]) && m[a] < a)).collect()
        };
        let out2 = |m: &[usize]| -> Vec<usize> {
            r[p..].iter().copied().filter(|&a| m[a] < n && !is1(m[a]) && m[a] > a).collect()
        };
        let count = out2(&cur).len();
        let diff = out2(&cur).iter().map(|&a| no[a] as i64).sum::<i64>()
            - out1(&cur).iter().map(|&a| no[a] as i64).sum::<i64>();
        key.push(count as i64);
        key.push(diff);
        type Out<'a> = &'a dyn Fn(&[usize]) -> Vec<usize>;
        type Force<'a> = &'a dyn Fn(&Net, usize, bool) -> Net;
        // list of S1 exchanges: from the lowest player of S1 up
        let force1 = |t: &Net, a: usize, inside: bool| -> Net {
            let mut u = t.clone();
            if inside {
                for &b in r {
                    if b != a && (!is1(b) || b > a) {
                        u.set(a, b, None);
                    }
                }
            } else {
                for x in n..u.n {
                    u.set(a, x, None);
                }
                for &b in &r[..p] {
                    if b < a {
                        u.set(a, b, None);
                    }
                }
            }
            u
        };
        let force2 = |t: &Net, a: usize, inside: bool| -> Net {
            let mut u = t.clone();
            if inside {
                for x in n..u.n {
                    u.set(a, x, None);
                }
                for &b in r {
                    if b != a && (is1(b) || b < a) {
                        u.set(a, b, None);
                    }
                }
            } else {
                for &b in &r[p..] {
                    if b > a {
                        u.set(a, b, None);
                    }
                }
            }
            u
        };
        // The first in this order that can be exchanged are.
        let list = |t: &mut Net, cur: &mut Vec<usize>, order: &[usize], out: Out<'_>, force: Force<'_>| {
            let mut taken = vec![];
            for &a in order {
                if taken.len() == count {
                    break;
                }
                let u = force(t, a, true);
                if out(cur).contains(&a) {
                    *t = u;
                    taken.push(a);
                    continue;
                }
                match u.solve() {
                    Some((c, m)) if c == total => {
                        *t = u;
                        *cur = m;
                        taken.push(a);
                    }
                    _ => *t = force(t, a, false),
                }
            }
            taken
        };
        let upwards: Vec<usize> = r[..p].iter().rev().copied().collect();
        let x1 = list(&mut t, &mut cur, &upwards, &out1, &force1);
        for &a in &r[..p] {
            if !x1.contains(&a) {
                t = force1(&t, a, false);
            }
        }
        // list of S2 exchanges: from the highest player of S2 down
        let x2 = list(&mut t, &mut cur, &r[p..], &out2, &force2);
        if x1.len() != count || x2.len() != count {
            return Err(Unknown("exchange".into()));
        }
        key.extend(x1.iter().map(|&a| -(a as i64)));
        key.extend(x2.iter().map(|&a| a as i64));
        let g1: Vec<usize> =
            r.iter().copied().filter(|a| if is1(*a) { !x1.contains(a) } else { x2.contains(a) }).collect();
        let g2: Vec<usize> = r.iter().copied().filter(|a| !g1.contains(a)).collect();
        // only S1 x S2 from here, and only S2 players are left over
        for g in [&g1, &g2] {
            for &a in g {
                for &b in g {
                    net.set(a, b, None);
                }
            }
        }
        for &a in &g1 {
            for x in n..net.n {
                net.set(a, x, None);
            }
        }
        let (c, m) = net.solve().ok_or(Unknown("lost".into()))?;
        if c != cost {
            return Err(Unknown("cost".into()));
        }
        *mate = m;
        Ok((g1, g2))
    }

    /// The first pairing of the walk whose players left over satisfy `pred`.
    fn best_such(&self, s: &State, pred: &dyn Fn(&[usize]) -> Res<bool>, l: &Limits) -> Res<Option<Found>> {
        let n = self.n();
        let Some(k) = n.checked_sub(2 * self.p) else { return Ok(None) };
        if k == 0 {
            return if pred(&[])? { self.best(s, &Sink::Free(None), l) } else { Ok(None) };
        }
        if k == 1 {
            let mut mask = vec![false; n];
            for (a, m) in mask.iter_mut().enumerate() {
                *m = pred(&[self.pl[a]])?;
            }
            return self.best(s, &Sink::Free(Some(mask)), l);
        }
        // more than one: every set, the best vector first, then the first in the walk
        let all: Vec<usize> = (0..n).collect();
        let s1s = self.s1_sets(l)?;
        let mut good: Vec<(i128, Vec<bool>)> = vec![];
        for f in subsets(&all, k, l.max_sets)? {
            let ids: Vec<usize> = f.iter().map(|&a| self.pl[a]).collect();
            let mut mask = vec![false; n];
            for &a in &f {
                mask[a] = true;
            }
            let mut low: Option<i128> = None;
            for s1 in &s1s {
                if s1.iter().any(|&a| mask[a]) {
                    continue;
                }
                if let Some((c, _)) = self.net(s, s1, &Sink::Free(Some(mask.clone())), false).and_then(|x| x.solve())
                    && low.is_none_or(|b| c < b)
                {
                    low = Some(c);
                }
            }
            if let Some(c) = low
                && good.first().is_none_or(|g| c <= g.0)
                && pred(&ids)?
            {
                if good.first().is_some_and(|g| c < g.0) {
                    good.clear();
                }
                good.push((c, mask));
            }
        }
        let mut best: Option<Found> = None;
        for (_, mask) in good {
            if let Some(f) = self.best(s, &Sink::Free(Some(mask)), l)?
                && best.as_ref().is_none_or(|b| (f.cost, &f.key) < (b.cost, &b.key))
            {
                best = Some(f);
            }
        }
        Ok(best)
    }
}

/// A bracket already paired.
struct Done {
    res: Vec<usize>,
    incoming: Vec<usize>,
    pass: Pass,
    /// C.1: moved down as incompatible
    moved: Vec<usize>,
    pairs: Vec<(usize, usize)>,
    floats: Vec<usize>,
}

impl Done {
    fn out(&self) -> Vec<usize> {
        self.moved.iter().chain(&self.floats).copied().collect()
    }
    fn take(&mut self, f: Found) {
        self.pairs = f.pairs;
        self.floats = f.floats;
    }
}

fn scores(s: &State, v: &[usize]) -> Vec<i32> {
    let mut x: Vec<i32> = v.iter().map(|&i| s.score[i]).collect();
    x.sort();
    x
}

/// C.12: another set of the same size and scores out of the bracket above, so that
/// `good` holds here. True: the bracket above is paired anew.
fn c12(s: &State, prev: Option<&mut Done>, good: &dyn Fn(&[usize]) -> Res<bool>, l: &Limits) -> Res<bool> {
    let Some(prev) = prev else { return Ok(false) };
    if prev.floats.is_empty() || prev.pass.p == 0 {
        return Ok(false);
    }
    let now = {
        let mut v = prev.floats.clone();
        v.sort();
        v
    };
    let sc = scores(s, &now);
    let found = {
        let prev: &Done = prev;
        let pred = |f: &[usize]| -> Res<bool> {
            let mut v = f.to_vec();
            v.sort();
            if v == now || scores(s, &v) != sc {
                return Ok(false);
            }
            let all: Vec<usize> = prev.moved.iter().chain(f).copied().collect();
            good(&all)
        };
        prev.pass.best_such(s, &pred, l)?
    };
    match found {
        Some(f) => {
            prev.take(f);
            Ok(true)
        }
        None => Ok(false),
    }
}

/// A.3: heterogeneous, unless at least half came from above.
fn m_start(n: usize, m0: usize) -> usize {
    if 2 * m0 < n { m0 } else { 0 }
}

/// C for a bracket that is not the lowest one.
fn bracket(s: &State, res: &[usize], mut incoming: Vec<usize>, mut prev: Option<&mut Done>, l: &Limits) -> Res<Done> {
    // C.1
    let lonely = |inc: &[usize], v: &[usize]| -> Vec<usize> {
        v.iter().copied().filter(|&i| !res.iter().chain(inc).any(|&j| s.ok(i, j))).collect()
    };
    if !lonely(&incoming, &incoming).is_empty() {
        // C.12 at every stage of C.14 that the present set cannot meet
        let n = res.len() + incoming.len();
        let m0 = incoming.len();
        let (mut p, mut m) = (n / 2, m_start(n, m0));
        while p > 0 {
            let is_made = Pass::new(s, res, &incoming, p, m, false).feasible(s, l)?;
            if is_made {
                break;
            }
            let good = |f: &[usize]| Pass::new(s, res, f, p, m, false).feasible(s, l);
            if c12(s, prev.as_deref_mut(), &good, l)? {
                incoming = prev.as_deref().map(|p| p.out()).unwrap_or_default();
                break;
            }
            if m > 0 {
                if Pass::new(s, res, &incoming, m, m, false).feasible(s, l)? {
                    p -= 1;
                } else {
                    m -= 1;
                }
            } else {
                p -= 1;
            }
        }
    }
    let split = |inc: &[usize]| -> (Vec<usize>, Vec<usize>, Vec<usize>) {
        let mut moved = lonely(inc, inc);
        moved.extend(lonely(inc, res));
        let r = res.iter().copied().filter(|i| !moved.contains(i)).collect();
        let m = inc.iter().copied().filter(|i| !moved.contains(i)).collect();
        (r, m, moved)
    };
    let (mut r, mut md, mut moved) = split(&incoming);
    // C.2
    let first = |r: &[usize], md: &[usize]| ((r.len() + md.len()) / 2, m_start(r.len() + md.len(), md.len()));
    let (mut p, mut m) = first(&r, &md);
    loop {
        // reading 19
        m = m.min(p);
        let pass = Pass::new(s, &r, &md, p, m, false);
        if p == 0 {
            // C.14.a: everybody moves down
            let floats = pass.pl.clone();
            return Ok(Done { res: res.to_vec(), incoming, pass, moved, pairs: vec![], floats });
        }
        if let Some(f) = pass.best(s, &Sink::Free(None), l)? {
            return Ok(Done { res: res.to_vec(), incoming, pass, moved, pairs: f.pairs, floats: f.floats });
        }
        if !incoming.is_empty() {
            let good = |f: &[usize]| Pass::new(s, res, f, p, m, false).feasible(s, l);
            if c12(s, prev.as_deref_mut(), &good, l)? {
                // C.6: with them the bracket begins at C.1 again.
                incoming = prev.take().map(|p| p.out()).unwrap_or_default();
                (r, md, moved) = split(&incoming);
                (p, m) = first(&r, &md);
                continue;
            }
        }
        // C.14
        if m > 0 {
            // b.1: the remainder was reached when the M1 pairs alone can be made
            if Pass::new(s, &r, &md, m, m, false).feasible(s, l)? {
                p -= 1;
            } else if m > 1 {
                m -= 1;
            } else {
                m = 0;
                p = (r.len() + md.len()) / 2;
            }
        } else {
            p -= 1;
        }
    }
}

/// C.13: another pairing of the penultimate bracket that lets the lowest one be completed.
fn c13(s: &State, pen: &Done, lowest: &[usize], l: &Limits) -> Res<Option<(Pass, Found)>> {
    let mut base: Vec<usize> = lowest.to_vec();
    base.extend(&pen.moved);
    // no completion of both together: join
    let all: Vec<usize> = base.iter().chain(&pen.pass.pl).copied().collect();
    if !Pass::new(s, &all, &[], all.len() / 2, 0, true).feasible(s, l)? {
        return Ok(None);
    }
    // the present M1, then fewer (reading 19); M1 = 0 would be P = 0: join
    let stages: Vec<usize> = if pen.pass.m == 0 { vec![0] } else { (1..=pen.pass.m).rev().collect() };
    for m in stages {
        let mut pass = pen.pass.clone();
        pass.m = m;
        // with this M1 the largest P with a completion at once (see Sink::Lowest): at
        // that P no two players left over can be paired below, else P + 1 would do
        if let Some(f) = pass.best(s, &Sink::Lowest(base.clone()), l)?
            && !f.pairs.is_empty()
        {
            pass.p = f.pairs.len();
            return Ok(Some((pass, f)));
        }
    }
    Ok(None)
}

pub struct Outcome {
    pub pairs: Vec<(usize, usize)>,
    pub bye: Option<usize>,
}

/// C: the whole round. Ok(None): no pairing exists.
pub fn pair(s: &State, l: &Limits) -> Res<Option<Outcome>> {
    let mut all: Vec<usize> = (0..s.n).collect();
    s.order(&mut all);
    let mut groups: Vec<Vec<usize>> = vec![];
    for i in all {
        match groups.last_mut() {
            Some(g) if s.score[g[0]] == s.score[i] => g.push(i),
            _ => groups.push(vec![i]),
        }
    }
    let Some(mut base) = groups.pop() else {
        return Ok(Some(Outcome { pairs: vec![], bye: None }));
    };
    let mut stack: Vec<Done> = vec![];
    let mut incoming: Vec<usize> = vec![];
    for g in groups {
        let d = bracket(s, &g, incoming, stack.last_mut(), l)?;
        incoming = d.out();
        stack.push(d);
    }
    // the lowest bracket
    let mut latest: Vec<usize> = vec![];
    let mut backtracked = false;
    loop {
        let md: Vec<usize> = latest.iter().chain(&incoming).copied().collect();
        let n = base.len() + md.len();
        let mut m = m_start(n, md.len());
        let mut found;
        loop {
            let pass = Pass::new(s, &base, &md, n / 2, m, true);
            found = pass.best(s, &Sink::Free(None), l)?;
            if found.is_some() {
                break;
            }
            // C.12
            if !backtracked && !incoming.is_empty() {
                let good = |f: &[usize]| Pass::new(s, &base, f, n / 2, m, true).feasible(s, l);
                if c12(s, stack.last_mut(), &good, l)? {
                    let inc = stack.last().map(|p| p.out()).unwrap_or_default();
                    found = Pass::new(s, &base, &inc, n / 2, m, true).best(s, &Sink::Free(None), l)?;
                    break;
                }
            }
            // C.13, C.14.b.2
            if m == 0 {
                break;
            }
            m -= 1;
        }
        if let Some(f) = found {
            let mut pairs: Vec<(usize, usize)> = stack.iter().flat_map(|d| d.pairs.clone()).collect();
            pairs.extend(&f.pairs);
            return Ok(Some(Outcome { pairs, bye: f.floats.first().copied() }));
        }
        // C.13
        let Some(pen) = stack.last_mut() else { return Ok(None) };
        let below: Vec<usize> = base.iter().chain(&latest).copied().collect();
        match c13(s, pen, &below, l)? {
            Some((pass, f))
                if !backtracked || {
                    let mut v = f.floats.clone();
                    v.sort();
                    let mut w = pen.floats.clone();
                    w.sort();
                    v != w
                } =>
            {
                backtracked = true;
                pen.pass = pass;
                pen.take(f);
                incoming = pen.out();
                // reading 20: only the new floaters count as moved down
                base.append(&mut latest);
            }
            Some(_) => return Err(Unknown("c13".into())),
            None => {
                // join the two lowest brackets
                backtracked = true;
                if let Some(d) = stack.pop() {
                    base.append(&mut latest);
                    latest = d.res;
                    incoming = d.incoming;
                }
            }
        }
    }
}
