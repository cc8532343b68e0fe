//! Minimum-cost perfect matching in a general graph (primal-dual blossom
//! method, O(n^3)). A tool for the cuts; no article.

const INF: i128 = i128::MAX / 4;

#[derive(Clone, Copy, Default)]
struct Edge {
    u: u32,
    v: u32,
    w: i128,
}

struct Blossom {
    n: usize,
    nx: usize,
    cap: usize,
    g: Vec<Edge>,
    lab: Vec<i128>,
    mate: Vec<usize>,
    slack: Vec<usize>,
    st: Vec<usize>,
    pa: Vec<usize>,
    from: Vec<u32>,
    s: Vec<i8>,
    vis: Vec<u32>,
    flower: Vec<Vec<usize>>,
    q: std::collections::VecDeque<usize>,
    stamp: u32,
}

impl Blossom {
    fn g(&self, u: usize, v: usize) -> Edge {
        self.g[u * self.cap + v]
    }
    fn delta(&self, e: Edge) -> i128 {
        let (u, v) = (e.u as usize, e.v as usize);
        self.lab[u] + self.lab[v] - 2 * self.g[u * self.cap + v].w
    }
    fn update_slack(&mut self, u: usize, x: usize) {
        if self.slack[x] == 0 || self.delta(self.g(u, x)) < self.delta(self.g(self.slack[x], x)) {
            self.slack[x] = u;
        }
    }
    fn set_slack(&mut self, x: usize) {
        self.slack[x] = 0;
        for u in 1..=self.n {
            if self.g(u, x).w > 0 && self.st[u] != x && self.s[self.st[u]] == 0 {
                self.update_slack(u, x);
            }
        }
    }
    fn push(&mut self, x: usize) {
        if x <= self.n {
            self.q.push_back(x);
        } else {
            for i in 0..self.flower[x].len() {
                let y = self.flower[x][i];
                self.push(y);
            }
        }
    }
    fn set_st(&mut self, x: usize, b: usize) {
        self.st[x] = b;
        if x > self.n {
            for i in 0..self.flower[x].len() {
                let y = self.flower[x][i];
                self.set_st(y, b);
            }
        }
    }
    fn get_pr(&mut self, b: usize, xr: usize) -> usize {
        let pr = self.flower[b].iter().position(|&y| y == xr).unwrap_or(0);
        if pr % 2 == 1 {
            self.flower[b][1..].reverse();
            self.flower[b].len() - pr
        } else {
            pr
        }
    }
    fn set_match(&mut self, u: usize, v: usize) {
        let e = self.g(u, v);
        self.mate[u] = e.v as usize;
        if u > self.n {
            let xr = self.from[u * (self.n + 1) + e.u as usize] as usize;
            let pr = self.get_pr(u, xr);
            for i in 0..pr {
                let (a, b) = (self.flower[u][i], self.flower[u][i ^ 1]);
                self.set_match(a, b);
            }
            self.set_match(xr, v);
            self.flower[u].rotate_left(pr);
        }
    }
    fn augment(&mut self, mut u: usize, mut v: usize) {
        loop {
            let xnv = self.st[self.mate[u]];
            self.set_match(u, v);
            if xnv == 0 {
                return;
            }
            let up = self.st[self.pa[xnv]];
            self.set_match(xnv, up);
            u = up;
            v = xnv;
        }
    }
    fn lca(&mut self, mut u: usize, mut v: usize) -> usize {
        self.stamp += 1;
        while u != 0 || v != 0 {
            if u != 0 {
                if self.vis[u] == self.stamp {
                    return u;
                }
                self.vis[u] = self.stamp;
                u = self.st[self.mate[u]];
                if u != 0 {
                    u = self.st[self.pa[u]];
                }
            }
            std::mem::swap(&mut u, &mut v);
        }
        0
    }
    fn add_blossom(&mut self, u: usize, lca: usize, v: usize) {
        let mut b = self.n + 1;
        while b <= self.nx && self.st[b] != 0 {
            b += 1;
        }
        if b > self.nx {
            self.nx += 1;
        }
        self.lab[b] = 0;
        self.s[b] = 0;
        self.mate[b] = self.mate[lca];
        self.flower[b] = vec![lca];
        let mut x = u;
        while x != lca {
            self.flower[b].push(x);
            let y = self.st[self.mate[x]];
            self.flower[b].push(y);
            self.push(y);
            x = self.st[self.pa[y]];
        }
        self.flower[b][1..].reverse();
        x = v;
        while x != lca {
            self.flower[b].push(x);
            let y = self.st[self.mate[x]];
            self.flower[b].push(y);
            self.push(y);
            x = self.st[self.pa[y]];
        }
        self.set_st(b, b);
        for x in 1..=self.nx {
            self.g[b * self.cap + x].w = 0;
            self.g[x * self.cap + b].w = 0;
        }
        let n1 = self.n + 1;
        for x in 1..=self.n {
            self.from[b * n1 + x] = 0;
        }
        for i in 0..self.flower[b].len() {
            let xs = self.flower[b][i];
            for x in 1..=self.nx {
                if self.g(b, x).w == 0 || self.delta(self.g(xs, x)) < self.delta(self.g(b, x)) {
                    self.g[b * self.cap + x] = self.g(xs, x);
                    self.g[x * self.cap + b] = self.g(x, xs);
                }
            }
            for x in 1..=self.n {
                if self.from[xs * n1 + x] != 0 {
                    self.from[b * n1 + x] = xs as u32;
                }
            }
        }
        self.set_slack(b);
    }
    fn expand(&mut self, b: usize) {
        let fl = self.flower[b].clone();
        for &f in &fl {
            self.set_st(f, f);
        }
        let e = self.g(b, self.pa[b]);
        let xr = self.from[b * (self.n + 1) + e.u as usize] as usize;
        let pr = self.get_pr(b, xr);
        let fl = self.flower[b].clone();
        let mut i = 0;
        while i < pr {
            let (xs, xns) = (fl[i], fl[i + 1]);
            self.pa[xs] = self.g(xns, xs).u as usize;
            self.s[xs] = 1;
            self.s[xns] = 0;
            self.slack[xs] = 0;
            self.set_slack(xns);
            self.push(xns);
            i += 2;
        }
        self.s[xr] = 1;
        self.pa[xr] = self.pa[b];
        for &xs in &fl[pr + 1..] {
            self.s[xs] = -1;
            self.set_slack(xs);
        }
        self.st[b] = 0;
    }
    fn found(&mut self, e: Edge) -> bool {
        let (u, v) = (self.st[e.u as usize], self.st[e.v as usize]);
        if self.s[v] == -1 {
            self.pa[v] = e.u as usize;
            self.s[v] = 1;
            let nu = self.st[self.mate[v]];
            self.slack[v] = 0;
            self.slack[nu] = 0;
            self.s[nu] = 0;
            self.push(nu);
        } else if self.s[v] == 0 {
            let l = self.lca(u, v);
            if l == 0 {
                self.augment(u, v);
                self.augment(v, u);
                return true;
            }
            self.add_blossom(u, l, v);
        }
        false
    }
    fn stage(&mut self) -> bool {
        for x in 0..=self.nx {
            self.s[x] = -1;
            self.slack[x] = 0;
        }
        self.q.clear();
        for x in 1..=self.nx {
            if self.st[x] == x && self.mate[x] == 0 {
                self.pa[x] = 0;
                self.s[x] = 0;
                self.push(x);
            }
        }
        if self.q.is_empty() {
            return false;
        }
        loop {
            while let Some(u) = self.q.pop_front() {
                if self.s[self.st[u]] == 1 {
                    continue;
                }
                for v in 1..=self.n {
                    if self.g(u, v).w > 0 && self.st[u] != self.st[v] {
                        let e = self.g(u, v);
                        if self.delta(e) == 0 {
                            if self.found(e) {
                                return true;
                            }
                        } else {
                            let x = self.st[v];
                            self.update_slack(u, x);
                        }
                    }
                }
            }
            let mut d = INF;
            for b in self.n + 1..=self.nx {
                if self.st[b] == b && self.s[b] == 1 {
                    d = d.min(self.lab[b] / 2);
                }
            }
            for x in 1..=self.nx {
                if self.st[x] == x && self.slack[x] != 0 {
                    let e = self.delta(self.g(self.slack[x], x));
                    if self.s[x] == -1 {
                        d = d.min(e);
                    } else if self.s[x] == 0 {
                        d = d.min(e / 2);
                    }
                }
            }
            for u in 1..=self.n {
                match self.s[self.st[u]] {
                    0 => {
                        if self.lab[u] <= d {
                            return false;
                        }
                        self.lab[u] -= d;
                    }
                    1 => self.lab[u] += d,
                    _ => {}
                }
            }
            for b in self.n + 1..=self.nx {
                if self.st[b] == b {
                    match self.s[b] {
                        0 => self.lab[b] += 2 * d,
                        1 => self.lab[b] -= 2 * d,
                        _ => {}
                    }
                }
            }
            self.q.clear();
            for x in 1..=self.nx {
                if self.st[x] == x && self.slack[x] != 0 && self.st[self.slack[x]] != x {
                    let e = self.g(self.slack[x], x);
                    if self.delta(e) == 0 && self.found(e) {
                        return true;
                    }
                }
            }
            for b in self.n + 1..=self.nx {
                if self.st[b] == b && self.s[b] == 1 && self.lab[b] == 0 {
                    self.expand(b);
                }
            }
        }
    }
}

/// Cost matrix (None = no edge) to a perfect matching of least total cost.
pub fn min_perfect(n: usize, cost: &[Option<i128>]) -> Option<(i128, Vec<usize>)> {
    if n == 0 {
        return Some((0, vec![]));
    }
    if n % 2 == 1 {
        return None;
    }
    let mut top: i128 = 0;
    let mut bot: i128 = 0;
    for c in cost.iter().flatten() {
        top = top.max(*c);
        bot = bot.min(*c);
    }
    // every edge weighs so much that more edges always beat fewer
    let big = (top - bot + 1) * (n as i128 / 2 + 2);
    let cap = n + n / 2 + 2;
    let mut b = Blossom {
        n,
        nx: n,
        cap,
        g: vec![Edge::default(); cap * cap],
        lab: vec![0; cap],
        mate: vec![0; cap],
        slack: vec![0; cap],
        st: vec![0; cap],
        pa: vec![0; cap],
        from: vec![0; cap * (n + 1)],
        s: vec![-1; cap],
        vis: vec![0; cap],
        flower: vec![vec![]; cap],
        q: std::collections::VecDeque::new(),
        stamp: 0,
    };
    let mut wmax = 0;
    for u in 1..=n {
        b.st[u] = u;
        b.from[u * (n + 1) + u] = u as u32;
        for v in 1..=n {
            let mut w = 0;
            if u != v
                && let Some(c) = cost[(u - 1) * n + v - 1]
            {
                w = big - (c - bot);
            }
            wmax = wmax.max(w);
            b.g[u * cap + v] = Edge { u: u as u32, v: v as u32, w };
        }
    }
    for u in n + 1..cap {
        for v in 0..cap {
            b.g[u * cap + v] = Edge { u: u as u32, v: v as u32, w: 0 };
            b.g[v * cap + u] = Edge { u: v as u32, v: u as u32, w: 0 };
        }
    }
    for u in 1..=n {
        b.lab[u] = wmax;
    }
    while b.stage() {}
    let mut total = 0;
    let mut mate = vec![0; n];
    for u in 1..=n {
        if b.mate[u] == 0 {
            return None;
        }
        mate[u - 1] = b.mate[u] - 1;
        if b.mate[u] > u {
            total += cost[(u - 1) * n + b.mate[u] - 1]?;
        }
    }
    Some((total, mate))
}

#[cfg(test)]
mod tests {
    use super::*;
    fn brute(n: usize, c: &[Option<i128>], used: u32) -> Option<i128> {
        if used == (1 << n) - 1 {
            return Some(0);
        }
        let i = (0..n).find(|i| used >> i & 1 == 0)?;
        let mut best = None;
        for j in i + 1..n {
            if used >> j & 1 == 0
                && let Some(w) = c[i * n + j]
                && let Some(r) = brute(n, c, used | 1 << i | 1 << j)
            {
                let t = w + r;
                best = Some(best.map_or(t, |b: i128| b.min(t)));
            }
        }
        best
    }
    #[test]
    fn random() {
        let mut s: u64 = 88172645463325252;
        let mut rnd = || {
            s ^= s << 13;
            s ^= s >> 7;
            s ^= s << 17;
            s
        };
        for it in 0..6000 {
            let n = 2 + 2 * (rnd() % 5) as usize;
            let mut c = vec![None; n * n];
            let dens = 20 + rnd() % 80;
            let range = if it % 2 == 0 { 5 } else { 1000 };
            for i in 0..n {
                for j in i + 1..n {
                    if rnd() % 100 < dens {
                        let w = (rnd() % range) as i128 - 2;
                        c[i * n + j] = Some(w);
                        c[j * n + i] = Some(w);
                    }
                }
            }
            assert_eq!(min_perfect(n, &c).map(|x| x.0), brute(n, &c, 0));
        }
    }
}
