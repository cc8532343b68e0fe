//! The walk over the candidates of a bracket in the articles' order: sets of moved-down players, transpositions and
//! exchanges. The numbers of articles are those of 2026; B.6, B.7 and D of 2017 say the same.

use super::Paired;
use super::matching::{cheapest, cheapest_free};

/// 4.3, D.2: the sorted list of exchanges of a homogeneous bracket of `size` players, the first `pairs` of whom are S1; each
/// as the places in the new S1.
pub fn exchanges(size: usize, pairs: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for set in (0_u32..1 << size).filter(|set| set.count_ones() as usize == pairs) {
        let is_in = |place: &usize| set >> place & 1 == 1;
        let leaving: Vec<usize> = (0..pairs).filter(|place| !is_in(place)).rev().collect();
        let coming: Vec<usize> = (pairs..size).filter(is_in).collect();
        // The number exchanged, the difference of the sums, the highest that leave S1, the lowest that come.
        let difference = coming.iter().sum::<usize>() - leaving.iter().sum::<usize>();
        let highest_leaving: Vec<usize> = leaving.iter().map(|place| pairs - place).collect();
        all.push(((leaving.len(), difference, highest_leaving, coming), (0..size).filter(is_in).collect()));
    }
    all.sort();
    all.into_iter().map(|(_, s1)| s1).collect()
}

/// What is decided of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Free,
    /// Is paired in the bracket.
    Inside,
    /// Is a downfloater.
    Outside,
    /// Is in the new S1, and so paired with one of S2.
    S1,
    /// Is in the new S2.
    S2,
    /// While an exchange is looked for: moves from the original S1 to S2.
    S1Moves,
    S1Stays,
    /// Moves from the original S2 to S1.
    S2Moves,
    S2Stays,
}

/// The state of a walk. The vertices of the matching are the members of the bracket in its order, then all others.
pub struct Walk {
    size: usize,
    members: usize,
    costs: Vec<Option<Vec<u32>>>,
    /// The cost of each vertex that stays unmatched; `None` if all must be matched.
    out: Option<Vec<Vec<u32>>>,
    /// The best value of the criteria.
    target: Option<Vec<u32>>,
    levels: usize,
    pub mode: Vec<Mode>,
    /// The opponent of each vertex whose pair is decided.
    fixed: Vec<Option<usize>>,
    /// A matching with the best value; `size` stands for none.
    mates: Vec<usize>,
    in_original_s1: Vec<bool>,
    in_original_s2: Vec<bool>,
}

impl Walk {
    /// A walk over the candidates of a bracket of so many members, with a matching of the best value.
    pub fn new(
        members: usize,
        costs: Vec<Option<Vec<u32>>>,
        out: Option<Vec<Vec<u32>>>,
        target: Vec<u32>,
        mates: Vec<usize>,
    ) -> Self {
        let size = mates.len();
        Self {
            size,
            members,
            costs,
            out,
            levels: target.len(),
            target: Some(target),
            mode: vec![Mode::Free; size],
            fixed: vec![None; size],
            mates,
            in_original_s1: vec![false; size + 1],
            in_original_s2: vec![false; size + 1],
        }
    }

    /// The first best candidate with these moved-down players in S1, of whom there are `moved_down` in the bracket, and
    /// with so many pairs of the remainder.
    pub fn pair(mut self, s1: &[usize], moved_down: usize, pairs: usize, vertices: &[usize]) -> Paired {
        // 3.7.2, D.1: the transpositions of S2 give the MDP-Pairing.
        let s2: Vec<usize> = (moved_down..self.members).collect();
        self.transpose(s1, &s2);
        // 3.3.3, 3.7.1, B.6: then the remainder; or the homogeneous bracket.
        let remainder: Vec<usize> = s2.into_iter().filter(|&one| self.fixed[one].is_none()).collect();
        self.pair_remainder(&remainder, pairs);
        let mut paired = Vec::new();
        let mut downfloaters = Vec::new();
        for one in 0..self.members {
            match self.fixed[one] {
                Some(other) if one < other => paired.push((vertices[one], vertices[other])),
                Some(_) => {}
                None => downfloaters.push(vertices[one]),
            }
        }
        downfloaters.sort_unstable();
        (paired, downfloaters)
    }

    /// Whether what is decided of `one` allows the partner `other`; `size` stands for none.
    fn allows(&self, one: usize, other: usize) -> bool {
        let leaves = other >= self.members;
        let (with_s1, with_s2) = (self.in_original_s1[other], self.in_original_s2[other]);
        let has_mode = |mode| other < self.size && self.mode[other] == mode;
        match self.mode[one] {
            Mode::Free => true,
            Mode::Inside => !leaves,
            Mode::Outside => leaves,
            Mode::S1 => !leaves && has_mode(Mode::S2),
            Mode::S2 => leaves || has_mode(Mode::S1),
            Mode::S1Moves => leaves || (with_s1 && other < one),
            Mode::S1Stays => !leaves && (with_s2 || (with_s1 && other > one)),
            Mode::S2Moves => !leaves && with_s2 && other > one,
            Mode::S2Stays => leaves || with_s1 || (with_s2 && other < one),
        }
    }

    fn allows_edge(&self, one: usize, other: usize) -> bool {
        let is_fixed = |one: usize| if one < self.size { self.fixed[one] } else { None };
        match (is_fixed(one), is_fixed(other)) {
            (Some(mate), _) => mate == other,
            (None, Some(mate)) => mate == one,
            (None, None) => self.allows(one, other) && (other >= self.size || self.allows(other, one)),
        }
    }

    /// The best value under what is decided, with a matching.
    fn best(&self) -> Option<(Vec<u32>, Vec<usize>)> {
        let mut sum = vec![0; self.levels];
        let mut free = Vec::new();
        for one in 0..self.size {
            match self.fixed[one] {
                None => free.push(one),
                Some(other) if one < other => add(&mut sum, self.costs[one * self.size + other].as_ref()?),
                Some(_) => {}
            }
        }
        if self.target.as_ref().is_some_and(|target| sum > *target) {
            return None;
        }
        let cost = |one: usize, other: usize| {
            let (one, other) = (free[one], free[other]);
            if self.allows_edge(one, other) { self.costs[one * self.size + other].clone() } else { None }
        };
        let (rest, mates_of_free) = match &self.out {
            None => cheapest(free.len(), self.levels, &cost)?,
            Some(out) => cheapest_free(free.len(), self.levels, &cost, &|one| {
                self.allows(free[one], self.size).then(|| out[free[one]].clone())
            })?,
        };
        add(&mut sum, &rest);
        let mut mates: Vec<usize> = self.fixed.iter().map(|mate| mate.unwrap_or(self.size)).collect();
        for (one, &mate) in mates_of_free.iter().enumerate() {
            mates[free[one]] = free.get(mate).copied().unwrap_or(self.size);
        }
        Some((sum, mates))
    }

    /// Whether the best value can still be had. The matching is changed to one that has it.
    pub fn is_reachable(&mut self) -> bool {
        if (0..self.size).all(|one| self.allows_edge(one, self.mates[one])) {
            return true;
        }
        let Some((value, mates)) = self.best() else { return false };
        let reaches = self.target.as_ref() == Some(&value);
        if reaches {
            self.mates = mates;
        }
        reaches
    }

    /// The first `size` of so many moved-down players, by their order, whose set leaves the best value.
    pub fn first_set(&mut self, moved_down: usize, size: usize) -> Vec<usize> {
        let mut s1 = Vec::new();
        for member in 0..moved_down {
            self.mode[member] = Mode::Inside;
            if self.is_reachable() {
                s1.push(member);
            } else {
                self.mode[member] = Mode::Outside;
            }
        }
        assert_eq!(s1.len(), size);
        s1
    }

    fn set_sides(&mut self, players: &[usize], s1: &[usize]) {
        players.iter().for_each(|&player| self.mode[player] = Mode::S2);
        s1.iter().for_each(|&place| self.mode[players[place]] = Mode::S1);
    }

    /// 3.6, 4.3: the places of the new S1 after the first exchange that leaves a best candidate.
    fn exchange(&mut self, players: &[usize], pairs: usize) -> Vec<usize> {
        // 3.2.2: the original S1.
        let original: Vec<usize> = (0..pairs).collect();
        self.set_sides(players, &original);
        if self.is_reachable() {
            return original;
        }
        if players.len() > 10 {
            return self.exchange_of_many(players, pairs);
        }
        let reaches = |s1: &Vec<usize>| {
            self.set_sides(players, s1);
            self.is_reachable()
        };
        exchanges(players.len(), pairs).into_iter().find(reaches).expect("an exchange has the best value")
    }

    /// The same where the list of exchanges is too long, rule by rule (4.3.2). In a matching, each pair inside the original
    /// S2 moves its smaller number to S1, each pair inside the original S1 its larger one to S2, and each downfloater of
    /// the original S1 moves. This is the exchange with the smallest count and difference that makes the matching possible.
    fn exchange_of_many(&mut self, players: &[usize], pairs: usize) -> Vec<usize> {
        players.iter().for_each(|&player| self.mode[player] = Mode::Free);
        let before = (self.levels, self.costs.clone(), self.out.clone(), self.target.take());
        players[..pairs].iter().for_each(|&player| self.in_original_s1[player] = true);
        players[pairs..].iter().for_each(|&player| self.in_original_s2[player] = true);
        // Rules 1 and 2 are two more levels of the costs.
        self.add_levels_of_exchange(players);
        let (value, mates) = self.best().expect("a best candidate");
        (self.target, self.mates) = (Some(value), mates);
        // Rule 3: the highest different number that moves from S1.
        let mut s1 = Vec::new();
        for place in (0..pairs).rev() {
            self.mode[players[place]] = Mode::S1Moves;
            if !self.is_reachable() {
                self.mode[players[place]] = Mode::S1Stays;
                s1.push(place);
            }
        }
        // Rule 4: the lowest different number that moves from S2.
        for (place, &player) in players.iter().enumerate().skip(pairs) {
            self.mode[player] = Mode::S2Moves;
            if self.is_reachable() {
                s1.push(place);
            } else {
                self.mode[player] = Mode::S2Stays;
            }
        }
        s1.sort_unstable();
        (self.levels, self.costs, self.out, self.target) = before;
        self.set_sides(players, &s1);
        assert!(self.is_reachable() && s1.len() == pairs, "the exchange leaves a best candidate");
        s1
    }

    /// Adds how many numbers an edge moves from S2 to S1, and by how much this makes the difference of the sums larger, up to
    /// a constant.
    fn add_levels_of_exchange(&mut self, players: &[usize]) {
        let mut number = vec![0; self.size];
        (1..).zip(players).for_each(|(place, &player)| number[player] = place);
        let most = u32::try_from(self.size).expect("few");
        let (in_s1, in_s2) = (&self.in_original_s1, &self.in_original_s2);
        self.levels += 2;
        for (index, costs) in self.costs.iter_mut().enumerate() {
            let (one, other) = (index / self.size, index % self.size);
            let Some(costs) = costs else { continue };
            costs.extend(if other >= self.members {
                [0, if in_s1[one] { most - number[one] } else { 0 }]
            } else if in_s2[one] && in_s2[other] {
                [1, number[one]]
            } else if in_s1[one] && in_s1[other] {
                [0, most - number[other]]
            } else {
                [0, 0]
            });
        }
        for (one, costs) in self.out.iter_mut().flatten().enumerate() {
            costs.extend([0, if in_s1[one] { most - number[one] } else { 0 }]);
        }
    }

    /// 3.6: a homogeneous bracket or remainder, in the order of 1.2, with so many pairs.
    fn pair_remainder(&mut self, players: &[usize], pairs: usize) {
        let s1 = self.exchange(players, pairs);
        let (in_s1, in_s2): (Vec<usize>, Vec<usize>) = (0..players.len()).partition(|place| s1.contains(place));
        let those = |places: Vec<usize>| places.into_iter().map(|place| players[place]).collect::<Vec<_>>();
        self.transpose(&those(in_s1), &those(in_s2));
    }

    /// 3.3.1, 4.2: the transposition with the lowest numbers of S2, compared one by one, that leaves a best candidate.
    fn transpose(&mut self, s1: &[usize], s2: &[usize]) {
        for &one in s1 {
            let found = s2.iter().copied().find(|&other| {
                if self.fixed[other].is_some() || self.costs[one.min(other) * self.size + one.max(other)].is_none() {
                    return false;
                }
                (self.fixed[one], self.fixed[other]) = (Some(other), Some(one));
                let is_reachable = self.is_reachable();
                if !is_reachable {
                    (self.fixed[one], self.fixed[other]) = (None, None);
                }
                is_reachable
            });
            assert!(found.is_some(), "a transposition leaves a best candidate");
        }
    }
}

fn add(sum: &mut [u32], costs: &[u32]) {
    sum.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
}
