use super::card::{Card, Field};
use super::tiers::Tiers;
use crate::graph::CheapestMatching;
use crate::tournament::{Float, Strength};

/// A bracket as paired.
#[derive(Debug, Clone)]
pub struct Paired {
    pub pairs: Vec<(usize, usize)>,
    pub out: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Moved down, to be paired with residents.
    Mdp,
    Resident,
    /// Moved down and not paired here.
    Limbo,
    /// In the next bracket.
    Next,
    Below,
    /// Takes one player who is not paired here.
    Out,
    /// Takes the bye.
    Bye,
}

#[derive(Debug, Clone, Copy)]
struct Vertex {
    role: Role,
    card: usize,
}

/// Where players not paired in the bracket go.
pub enum Beyond<'a> {
    /// So many stay out, whoever they are.
    Nowhere(usize),
    /// Into these, and all of these must be paired: the next bracket, and what is below it.
    Into { next: &'a [usize], below: &'a [usize], bye: bool },
    /// Into these, as many as can be: the next bracket. So many stay out there at most.
    Next(&'a [usize], usize),
    /// Lowest bracket.
    Bye(bool),
}

pub struct Bracket<'f, 'a> {
    pub field: &'f Field<'a>,
    pub even_round: bool,
    pub beyond: Beyond<'f>,
}

const ORDER: usize = 15;

impl Bracket<'_, '_> {
    fn vertices(&self, members: &[(usize, Role)]) -> Vec<Vertex> {
        let mut vertices: Vec<Vertex> = members.iter().map(|(card, role)| Vertex { role: *role, card: *card }).collect();
        let end = |role| Vertex { role, card: usize::MAX };
        match &self.beyond {
            Beyond::Nowhere(count) => vertices.extend(vec![end(Role::Out); *count]),
            Beyond::Next(next, most) => {
                vertices.extend(next.iter().map(|card| Vertex { role: Role::Next, card: *card }));
                vertices.extend(vec![end(Role::Out); next.len() + most]);
            }
            Beyond::Into { next, below, bye } => {
                vertices.extend(next.iter().map(|card| Vertex { role: Role::Next, card: *card }));
                vertices.extend(below.iter().map(|card| Vertex { role: Role::Below, card: *card }));
                if *bye {
                    vertices.push(end(Role::Bye));
                }
            }
            Beyond::Bye(true) => vertices.push(end(Role::Bye)),
            Beyond::Bye(false) => {}
        }
        vertices
    }

    fn pair_counts(&self, one: usize, other: usize, counts: &mut [i128; 16]) -> bool {
        let field = self.field;
        if !field.may_meet(one, other) {
            return false;
        }
        let (a, b) = (&field.cards[one], &field.cards[other]);
        if field.clash(one, other) {
            if !field.tops(one, other) {
                return false;
            }
            counts[4] = 1;
        }
        if a.wants_the_same(b, Strength::Strong) {
            counts[if self.even_round { 7 } else { 5 }] = 1;
        }
        if a.wants_the_same(b, Strength::Mild) {
            counts[6] = 1;
        }
        true
    }

    fn out_counts(card: &Card, counts: &mut [i128; 16]) {
        counts[8] = i128::from(card.floats[0] == Some(Float::Down));
        counts[9] = i128::from(card.floats[1] == Some(Float::Down));
    }

    /// counts of joining two vertices; None if not allowed
    fn counts(&self, u: Vertex, v: Vertex, lowest: Option<i128>) -> Option<[i128; 16]> {
        use Role::{Below, Bye, Limbo, Mdp, Next, Out, Resident};
        let (u, v) = if (u.role as usize) <= (v.role as usize) { (u, v) } else { (v, u) };
        let mut counts = [0; 16];
        let field = self.field;
        match (u.role, v.role) {
            (Mdp | Resident, Mdp | Resident) => {
                if !self.pair_counts(u.card, v.card, &mut counts) {
                    return None;
                }
                let (high, low) = (u.card.min(v.card), u.card.max(v.card));
                let (a, b) = (&field.cards[high], &field.cards[low]);
                if u.role == Mdp && v.role == Mdp {
                    counts[0] = 10000;
                }
                if u.role != v.role && a.score > b.score {
                    counts[10] = i128::from(b.floats[0] == Some(Float::Up));
                    counts[11] = i128::from(b.floats[1] == Some(Float::Up));
                }
                if lowest.is_some() {
                    let difference = i128::from(a.score.abs_diff(b.score).tenths());
                    counts[12] = difference * difference;
                }
            }
            (Mdp | Resident | Limbo, Out | Next | Below | Bye) => {
                let card = &field.cards[u.card];
                match v.role {
                    Next | Below => {
                        let mut ignored = [0; 16];
                        if !self.pair_counts(u.card, v.card, &mut ignored) {
                            return None;
                        }
                    }
                    Out if matches!(self.beyond, Beyond::Next(..)) => {
                        counts[2] = 1;
                        counts[3] = 1;
                    }
                    Bye => {
                        if !card.may_have_bye {
                            return None;
                        }
                        if let Some(lowest) = lowest {
                            let difference = i128::from(card.score.tenths()) - lowest + 10;
                            counts[12] = difference * difference;
                        }
                    }
                    _ => {}
                }
                counts[0] = if u.role == Mdp { 10000 + i128::from(card.score.tenths()) } else { 0 };
                counts[1] = 1;
                if u.role == Resident {
                    Self::out_counts(card, &mut counts);
                }
            }
            (Next | Below, Next | Below) => {
                let mut ignored = [0; 16];
                if !self.pair_counts(u.card, v.card, &mut ignored) {
                    return None;
                }
            }
            (Next | Below, Bye) => {
                if !field.cards[u.card].may_have_bye {
                    return None;
                }
            }
            (Next, Out) => counts[2] = 1,
            (Out, Out) => {}
            _ => return None,
        }
        Some(counts)
    }

    fn tiers(&self, vertices: &[Vertex], lowest: Option<i128>) -> Option<Tiers> {
        let size = vertices.len() as i128;
        let members = vertices.iter().filter(|v| matches!(v.role, Role::Mdp | Role::Resident | Role::Limbo)).count() as i128;
        let mdps = vertices.iter().filter(|v| matches!(v.role, Role::Mdp)).count() as i128;
        let out = match self.beyond {
            Beyond::Nowhere(count) | Beyond::Next(_, count) => count as i128,
            Beyond::Into { .. } => members,
            Beyond::Bye(_) => 1,
        };
        let next = match self.beyond {
            Beyond::Next(next, out) => next.len() as i128 + out as i128,
            _ => 0,
        };
        let tops = self.field.cards.iter().any(|card| card.is_topscorer);
        let b3 = if lowest.is_some() { 400 * 400 * 100 * size } else { 0 };
        let most = [
            mdps * 20000,
            out,
            next,
            members.min(next),
            if tops { members / 2 } else { 0 },
            if self.even_round { 0 } else { members / 2 },
            members / 2,
            if self.even_round { members / 2 } else { 0 },
            out,
            out,
            mdps,
            mdps,
            b3,
            members / 2,
            members * members,
            size,
        ];
        // B.3 stands before colours.
        let mut order: Vec<usize> = vec![0, 1, 12, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15];
        let bounds: Vec<i128> = order.iter().map(|tier| most[*tier]).collect();
        let packed = Tiers::new(&bounds)?;
        let mut weights = vec![0; 16];
        for (at, tier) in order.drain(..).enumerate() {
            weights[tier] = packed.weight(at);
        }
        Some(Tiers::from_weights(weights))
    }

    /// Pairs the bracket: `moved_down` with residents first, unless it is treated as homogeneous.
    pub fn pair(&self, moved_down: &[usize], residents: &[usize], homogeneous: bool, lowest: Option<i128>) -> Option<Paired> {
        if homogeneous || moved_down.is_empty() {
            let mut members: Vec<usize> = moved_down.iter().chain(residents).copied().collect();
            members.sort_unstable();
            return self.homogeneous(&members, &[], lowest);
        }
        let members: Vec<(usize, Role)> = moved_down
            .iter()
            .map(|card| (*card, Role::Mdp))
            .chain(residents.iter().map(|card| (*card, Role::Resident)))
            .collect();
        let vertices = self.vertices(&members);
        let tiers = self.tiers(&vertices, lowest)?;
        let cost = |u: usize, v: usize| {
            self.counts(vertices[u], vertices[v], lowest).map(|counts| tiers.cost(&counts))
        };
        let mut matching = CheapestMatching::new(vertices.len(), cost)?;
        let m0 = moved_down.len();
        let mut in_s1 = vec![false; m0];
        // D.3
        for v in 0..m0 {
            let is_s1 = |w: usize| if w < m0 { w > v } else { vertices[w].role == Role::Resident };
            if !is_s1(matching.mate(v)) {
                matching.set_costs(v, |w, cost| cost.map(|cost| cost + i128::from(!is_s1(w))));
            }
            in_s1[v] = is_s1(matching.mate(v));
            matching.set_costs(v, |w, cost| cost.filter(|_| is_s1(w) == in_s1[v]));
        }
        let mut pairs = Vec::new();
        let mut taken = vec![false; vertices.len()];
        for v in (0..m0).filter(|v| in_s1[*v]) {
            matching.set_costs(v, |w, cost| cost.filter(|_| w >= m0 || !in_s1[w]));
            first_choice(&mut matching, v, |w| w as i128);
            let w = matching.mate(v);
            taken[v] = true;
            taken[w] = true;
            pairs.push((vertices[v].card, vertices[w].card));
            matching.settle(v);
        }
        let limbo: Vec<usize> = (0..m0).filter(|v| !taken[*v]).map(|v| vertices[v].card).collect();
        let remainder: Vec<usize> = (m0..members.len()).filter(|v| !taken[*v]).map(|v| vertices[v].card).collect();
        let rest = self.homogeneous_after(&remainder, &limbo, lowest, pairs.len())?;
        pairs.extend(rest.pairs);
        Some(Paired { pairs, out: rest.out })
    }

    fn homogeneous(&self, members: &[usize], limbo: &[usize], lowest: Option<i128>) -> Option<Paired> {
        self.homogeneous_after(members, limbo, lowest, 0)
    }

    /// Pairs a homogeneous bracket or remainder.
    fn homogeneous_after(&self, members: &[usize], limbo: &[usize], lowest: Option<i128>, _done: usize) -> Option<Paired> {
        let roles: Vec<(usize, Role)> = members
            .iter()
            .map(|card| (*card, Role::Resident))
            .chain(limbo.iter().map(|card| (*card, if lowest.is_some() { Role::Resident } else { Role::Limbo })))
            .collect();
        let mut roles = roles;
        roles.sort_by_key(|(card, role)| (*role == Role::Limbo, *card));
        let m = roles.iter().filter(|(_, role)| *role == Role::Resident).count();
        let vertices = self.vertices(&roles);
        let tiers = self.tiers(&vertices, lowest)?;
        // How many pairs: without exchanges first.
        let base = |u: usize, v: usize| self.counts(vertices[u], vertices[v], lowest).map(|counts| tiers.cost(&counts));
        let first = CheapestMatching::new(vertices.len(), base)?;
        let pairs = (0..m).filter(|v| first.mate(*v) < m).count() / 2;
        let is_high = |w: usize| w < pairs;
        let cost = |u: usize, v: usize| {
            let mut counts = self.counts(vertices[u], vertices[v], lowest)?;
            if u < m {
                let exchanged_up = is_high(u) && (v >= m || is_high(v));
                if exchanged_up {
                    // The lower of the two goes to S2, or the one who stays out.
                    let gone = if v >= m { u } else { u.max(v) };
                    counts[13] = 1;
                    counts[14] += (m - gone) as i128;
                }
                if v < m && !is_high(u) && !is_high(v) {
                    counts[14] += u.min(v) as i128;
                }
            }
            Some(tiers.cost(&counts))
        };
        let mut matching = CheapestMatching::new(vertices.len(), cost)?;
        let mut in_s1: Vec<bool> = (0..m).map(is_high).collect();
        let exchanges = |matching: &CheapestMatching| {
            (0..pairs).filter(|v| {
                let w = matching.mate(*v);
                w >= m || (is_high(w) && w < *v)
            }).count()
        };
        let exchanged = exchanges(&matching);
        if exchanged > 0 {
            for v in (0..pairs).rev() {
                let goes = |w: usize| w >= m || w < v;
                if !goes(matching.mate(v)) {
                    matching.set_costs(v, |w, cost| cost.map(|cost| cost + i128::from(!goes(w))));
                }
                let gone = goes(matching.mate(v));
                in_s1[v] = !gone;
                matching.set_costs(v, |w, cost| cost.filter(|_| goes(w) == gone));
            }
            for v in pairs..m {
                let comes = |w: usize| w < m && w > v;
                if !comes(matching.mate(v)) {
                    matching.set_costs(v, |w, cost| cost.map(|cost| cost + i128::from(!comes(w))));
                }
                let come = comes(matching.mate(v));
                in_s1[v] = come;
                matching.set_costs(v, |w, cost| cost.filter(|_| comes(w) == come));
            }
        }
        let mut result = Paired { pairs: Vec::new(), out: limbo.to_vec() };
        if lowest.is_some() { result.out.clear(); }
        let mut paired = vec![false; m];
        for v in (0..m).filter(|v| in_s1[*v]) {
            matching.set_costs(v, |w, cost| cost.filter(|_| w < m && !in_s1[w]));
            first_choice(&mut matching, v, |w| w as i128);
            let w = matching.mate(v);
            paired[v] = true;
            paired[w] = true;
            result.pairs.push((vertices[v].card, vertices[w].card));
            matching.settle(v);
        }
        result.out.extend((0..m).filter(|v| !paired[*v]).map(|v| vertices[v].card));
        result.out.sort_unstable();
        Some(result)
    }
}

/// Makes the partner of `v` the least by `rank` that an optimal matching allows.
fn first_choice(matching: &mut CheapestMatching, v: usize, rank: impl Fn(usize) -> i128) {
    matching.set_costs(v, |w, cost| cost.map(|cost| cost + rank(w)));
}
