//! The brackets of 2017: A.9, sections B and C.
//!
//! **C.7 where the next bracket is the last**: its pairing must be one that is possible there, so it is complete, and the
//! player left over may have the bye by C.2 ("No pairing shall violate" C.1 to C.3, and "the assignment of the
//! pairing-allocated bye is part of the pairing of the last bracket"). If no best candidate by C.5 and C.6 leaves such a
//! pairing, the bracket is the PPB. Elsewhere C.7 looks "just in the following bracket" and not at the completion.

use super::matching::{cheapest, cheapest_free};
use super::walk::Walk;
use super::{BYE, Float, Method, POINT, Paired, Round, distinct, plain};
use swiss_trf::tournament::Pairing;

/// What else the pairing of a bracket has to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Route {
    /// Nothing but C.7.
    Normal,
    /// The next bracket is the last.
    BeforeLast,
    /// C.4. The others are the collapsed scoregroup.
    Penultimate,
    /// It is the last bracket, collapsed or not.
    Last,
}

/// A bracket with the others that it has to look at.
pub(super) struct Bracket<'a> {
    pub round: &'a Round<'a>,
    pub moved_down: Vec<usize>,
    pub residents: Vec<usize>,
    /// The next scoregroup, or the collapsed one, or nobody.
    pub others: Vec<usize>,
    pub route: Route,
    differences: Vec<i32>,
    differences_of_c7: Vec<i32>,
    scores_moved_down: Vec<i32>,
}

/// The places of the criteria in a list of costs.
struct Layout {
    c6: usize,
    m1: usize,
    c7: usize,
    c8: usize,
    c16: usize,
    d3: usize,
    len: usize,
}

/// A.9: the pairing of the round.
pub(super) fn pair(round: &Round) -> Option<Pairing> {
    let everybody = round.everybody();
    let completes = |players: &[usize]| round.completes(players, &|player| round.players[player].may_have_bye);
    if !completes(&everybody) {
        return None;
    }
    let scores = round.scores_of(&everybody);
    let mut moved_down: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for (place, &score) in scores.iter().enumerate() {
        let those = |is: &dyn Fn(i32) -> bool| -> Vec<usize> {
            everybody.iter().copied().filter(|&player| is(round.score(player))).collect()
        };
        let residents = those(&|other| other == score);
        let lower = those(&|other| other < score);
        let next = those(&|other| scores.get(place + 1) == Some(&other));
        let route = if lower.is_empty() {
            Route::Last
        } else if next == lower {
            Route::BeforeLast
        } else {
            Route::Normal
        };
        if let Some((paired, downfloaters)) = Bracket::new(round, &moved_down, &residents, &next, route).paired()
            && (route == Route::Last || completes(&[&downfloaters[..], &lower].concat()))
        {
            pairs.extend(paired);
            moved_down = downfloaters;
            continue;
        }
        // The PPB is paired again with C.4. Its downfloaters and all lower players are the CLB.
        let penultimate = Bracket::new(round, &moved_down, &residents, &lower, Route::Penultimate);
        let (paired, downfloaters) = penultimate.paired().expect("C.4 can be complied with");
        pairs.extend(paired);
        let last = Bracket::new(round, &downfloaters, &lower, &[], Route::Last);
        let (paired, downfloaters) = last.paired().expect("the rest can be paired");
        pairs.extend(paired);
        moved_down = downfloaters;
        break;
    }
    Some(round.pairing(&pairs, moved_down.first().copied()))
}

fn place_of(values: &[i32], value: i32) -> usize {
    values.iter().position(|&known| known == value).expect("a value of the bracket")
}

impl<'a> Bracket<'a> {
    fn new(round: &'a Round<'a>, moved_down: &[usize], residents: &[usize], others: &[usize], route: Route) -> Self {
        let members = [moved_down, residents].concat();
        let score = |player: &usize| round.score(*player);
        let lowest = |players: &[usize]| players.iter().map(score).min().unwrap_or_default();
        let mut differences = Vec::new();
        for one in &members {
            differences.push(score(one) - lowest(residents) + POINT);
            differences.extend(members.iter().map(|other| (score(one) - score(other)).abs()));
        }
        differences.retain(|&difference| difference > 0);
        let mut differences_of_c7 = Vec::new();
        if matches!(route, Route::Normal | Route::BeforeLast) {
            let all = members.iter().chain(others).map(|player| score(player) - lowest(others));
            differences_of_c7 = all.flat_map(|difference| [difference, difference + POINT]).collect();
            differences_of_c7.retain(|&difference| difference > 0);
        }
        Self {
            round,
            moved_down: moved_down.to_vec(),
            residents: residents.to_vec(),
            others: others.to_vec(),
            route,
            differences: distinct(differences),
            differences_of_c7: distinct(differences_of_c7),
            scores_moved_down: round.scores_of(moved_down),
        }
    }

    pub fn members(&self) -> Vec<usize> {
        [&self.moved_down[..], &self.residents].concat()
    }

    /// A.8: the lowest score of the bracket.
    pub fn lowest(&self) -> i32 {
        self.residents.iter().map(|&player| self.round.score(player)).min().expect("residents")
    }

    /// The length of each criterion. `m1` is that of B.1.c, after C.6, and `d3` that of D.3.a, after all criteria.
    fn layout(&self) -> Layout {
        let differences = self.differences.len();
        let c6 = 1;
        let m1 = c6 + differences;
        let c7 = m1 + 1;
        let c8 = c7 + 1 + self.differences_of_c7.len();
        let c16 = c8 + 8;
        let d3 = c16 + 4 * differences;
        Layout { c6, m1, c7, c8, c16, d3, len: d3 + self.scores_moved_down.len() }
    }

    fn is_member(&self, player: usize) -> bool {
        self.moved_down.contains(&player) || self.residents.contains(&player)
    }

    /// C.12 to C.19 of a player who receives a float with a score difference.
    fn add_float(&self, costs: &mut [u32], player: usize, float: Float, difference: i32) {
        let layout = self.layout();
        let kind = if float == Float::Down { 0 } else { 1 };
        let place = place_of(&self.differences, difference);
        for ago in 0..2 {
            if self.round.players[player].floats[ago] == float {
                costs[layout.c8 + 4 + 2 * ago + kind] += 1;
                costs[layout.c16 + (2 * ago + kind) * self.differences.len() + place] += 1;
            }
        }
    }

    /// The criteria of a pair of the bracket, the higher player first; `None` if it cannot be formed.
    fn pair(&self, high: usize, low: usize) -> Option<Vec<u32>> {
        // B.3: moved-down players meet residents only.
        if self.moved_down.contains(&low) || !self.round.may_meet(high, low) {
            return None;
        }
        let layout = self.layout();
        let mut costs = vec![0; layout.len];
        costs[layout.c8..layout.c8 + 4].copy_from_slice(&self.round.colour_criteria(high, low));
        let difference = self.round.score(high) - self.round.score(low);
        if difference > 0 {
            costs[layout.c6 + place_of(&self.differences, difference)] = 1;
            self.add_float(&mut costs, high, Float::Down, difference);
            self.add_float(&mut costs, low, Float::Up, difference);
        }
        Some(costs)
    }

    /// The criteria of a downfloater (C.5, C.6, C.12 to C.19).
    fn downfloater(&self, player: usize) -> Vec<u32> {
        let layout = self.layout();
        let mut costs = vec![0; layout.len];
        let score = self.round.score(player);
        let difference = score - self.lowest() + POINT;
        costs[0] = 1;
        costs[layout.c6 + place_of(&self.differences, difference)] = 1;
        if self.moved_down.contains(&player) {
            costs[layout.m1] = 1;
            costs[layout.d3 + place_of(&self.scores_moved_down, score)] = 1;
        }
        self.add_float(&mut costs, player, Float::Down, difference);
        costs
    }

    /// The cost of an edge of the matching over the bracket, the others and the bye.
    fn edge(&self, one: usize, other: usize) -> Option<Vec<u32>> {
        let (high, low) = (one.min(other), one.max(other));
        if low == BYE {
            return self.round.players[high].may_have_bye.then(|| self.stays_unpaired(high));
        }
        if self.is_member(low) {
            return self.pair(high, low);
        }
        if !self.round.may_meet(high, low) {
            return None;
        }
        let layout = self.layout();
        if !self.is_member(high) {
            return Some(vec![0; layout.len]);
        }
        let mut costs = self.downfloater(high);
        if self.route != Route::Penultimate {
            let difference = self.round.score(high) - self.round.score(low);
            costs[layout.c7 + 1 + place_of(&self.differences_of_c7, difference)] += 1;
        }
        Some(costs)
    }

    /// The cost of a player who is paired neither here nor among the others.
    fn stays_unpaired(&self, player: usize) -> Vec<u32> {
        let layout = self.layout();
        let mut costs = if self.is_member(player) { self.downfloater(player) } else { vec![0; layout.len] };
        // C.7: a downfloater of the next bracket
        if matches!(self.route, Route::Normal | Route::BeforeLast) {
            let difference = self.round.score(player) - self.round.score(self.others[0]) + POINT;
            costs[layout.c7] += 1;
            costs[layout.c7 + 1 + place_of(&self.differences_of_c7, difference)] += 1;
        }
        costs
    }

    fn paired(&self) -> Option<Paired> {
        match self.round.method {
            Method::Quick => pair_bracket(self),
            Method::Plain => plain::pair_2017(self),
        }
    }
}

/// Section B for one bracket; `None` if no best candidate by C.5 and C.6 leaves a pairing of the last bracket.
fn pair_bracket(bracket: &Bracket) -> Option<Paired> {
    let members = bracket.members();
    let mut vertices = [&members[..], &bracket.others].concat();
    let is_free = bracket.route == Route::Normal;
    if !is_free && vertices.len() % 2 == 1 {
        vertices.push(BYE);
    }
    let size = vertices.len();
    let layout = bracket.layout();
    let place = |index: usize| (index / size, index % size);
    let edge =
        |(one, other): (usize, usize)| if one < other { bracket.edge(vertices[one], vertices[other]) } else { None };
    let costs: Vec<Option<Vec<u32>>> = (0..size * size).map(|index| edge(place(index))).collect();
    let out: Option<Vec<Vec<u32>>> =
        is_free.then(|| vertices.iter().map(|&player| bracket.stays_unpaired(player)).collect());
    let cost = |one: usize, other: usize| costs[one * size + other].clone();
    let (best, mates) = match &out {
        None => cheapest(size, layout.len, &cost)?,
        Some(out) => cheapest_free(size, layout.len, &cost, &|one| Some(out[one].clone()))?,
    };
    if bracket.route == Route::BeforeLast {
        // The bracket alone has the first word on C.5 and C.6.
        let stays = |one: usize| Some(bracket.downfloater(members[one]));
        let (alone, _) = cheapest_free(members.len(), layout.len, &cost, &stays)?;
        if alone[..layout.m1] != best[..layout.m1] {
            return None;
        }
    }
    // B.1: MaxPairs (C.5) and M1 (C.6).
    let moved_down = bracket.moved_down.len();
    let is_paired = |member: &usize| mates[*member] < members.len();
    let max_pairs = (0..members.len()).filter(is_paired).count() / 2;
    let m1 = (0..moved_down).filter(is_paired).count();
    let mut walk = Walk::new(members.len(), costs, out, best, mates);
    // B.7, D.3: the moved-down players of S1, by their scores, which are in the costs, then by the lowest numbers.
    let s1 = walk.first_set(moved_down, m1);
    Some(walk.pair(&s1, moved_down, max_pairs - m1, &vertices))
}
