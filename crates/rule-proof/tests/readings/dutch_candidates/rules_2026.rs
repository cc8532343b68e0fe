//! The brackets of 2026: articles 1.9, 2 and 3.

use super::matching::cheapest;
use super::walk::Walk;
use super::{BYE, Float, Method, POINT, Paired, Round, distinct, plain};
use swiss_trf::tournament::Pairing;

/// A bracket with what follows it.
pub(super) struct Bracket<'a> {
    pub round: &'a Round<'a>,
    pub moved_down: Vec<usize>,
    pub residents: Vec<usize>,
    /// The next scoregroup.
    pub next: Vec<usize>,
    /// All lower ones.
    pub rest: Vec<usize>,
    /// The score of the player with the bye (C5).
    pub bye_score: Option<i32>,
    scores: Vec<i32>,
    scores_of_c8: Vec<i32>,
    differences: Vec<i32>,
    /// Whether C9 applies.
    has_c9: bool,
}

/// The places of the criteria in a list of costs.
struct Layout {
    c7: usize,
    c8: usize,
    c9: usize,
    c10: usize,
    c18: usize,
    len: usize,
}

/// The parts of the round as a bracket sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Zone {
    MovedDown,
    Resident,
    Next,
    Rest,
    Bye,
}

/// 1.9: the pairing of the round.
pub(super) fn pair(round: &Round) -> Option<Pairing> {
    let everybody = round.everybody();
    let bye_score = smallest_bye_score(round, &everybody)?;
    let scores = round.scores_of(&everybody);
    let mut moved_down = Vec::new();
    let mut pairs = Vec::new();
    for (place, &score) in scores.iter().enumerate() {
        let group = |score: i32| -> Vec<usize> {
            everybody.iter().copied().filter(|&player| round.score(player) == score).collect()
        };
        let next = scores.get(place + 1);
        let is_rest = |player: &usize| next.is_some_and(|&next| round.score(*player) < next);
        let rest = everybody.iter().copied().filter(is_rest).collect();
        let next = next.map(|&score| group(score)).unwrap_or_default();
        let mut bracket = Bracket::new(round, &moved_down, group(score), next, rest, bye_score);
        let (paired, downfloaters) = match round.method {
            Method::Quick => pair_bracket(&mut bracket),
            Method::Plain => plain::pair_2026(&bracket),
        };
        pairs.extend(paired);
        moved_down = downfloaters;
    }
    Some(round.pairing(&pairs, moved_down.first().copied()))
}

/// C5 (2.3.1): the smallest score of the player with the bye that a complete round-pairing allows; `None` if there is no
/// complete round-pairing at all.
fn smallest_bye_score(round: &Round, everybody: &[usize]) -> Option<Option<i32>> {
    if everybody.len().is_multiple_of(2) {
        return round.completes(everybody, &|_| false).then_some(None);
    }
    let scores = round.scores_of(everybody);
    let fewest = |score: i32| round.fewest_breaches(everybody, &|player| may_have_bye(round, player, Some(score)));
    let all: Vec<(i32, u32)> = scores.into_iter().rev().filter_map(|score| Some((score, fewest(score)?))).collect();
    let least = all.iter().map(|(_, fewest)| *fewest).min()?;
    all.into_iter().find(|(_, fewest)| *fewest == least).map(|(score, _)| Some(score))
}

/// C2 and C5.
fn may_have_bye(round: &Round, player: usize, bye_score: Option<i32>) -> bool {
    round.players[player].may_have_bye && Some(round.score(player)) == bye_score
}

/// The place of a value that must be in the list.
fn place_of(values: &[i32], value: i32) -> usize {
    values.iter().position(|&known| known == value).expect("a value of the bracket")
}

impl<'a> Bracket<'a> {
    fn new(
        round: &'a Round<'a>,
        moved_down: &[usize],
        residents: Vec<usize>,
        next: Vec<usize>,
        rest: Vec<usize>,
        bye_score: Option<i32>,
    ) -> Self {
        let own = [moved_down, &residents].concat();
        let lowest = round.score(residents[0]);
        let differences = moved_down.iter().map(|&player| round.score(player) - lowest);
        Self {
            scores: round.scores_of(&own),
            scores_of_c8: round.scores_of(&[own, next.clone()].concat()),
            differences: distinct(differences.flat_map(|difference| [difference, difference + POINT]).collect()),
            round,
            moved_down: moved_down.to_vec(),
            residents,
            next,
            rest,
            bye_score,
            has_c9: false,
        }
    }

    pub fn members(&self) -> Vec<usize> {
        [&self.moved_down[..], &self.residents].concat()
    }

    pub fn may_have_bye(&self, player: usize) -> bool {
        may_have_bye(self.round, player, self.bye_score)
    }

    /// The length of each criterion: C6 has one number, C7 one for each score, and so on.
    fn layout(&self) -> Layout {
        let c7 = 1;
        let c8 = c7 + self.scores.len();
        let c9 = c8 + 1 + self.scores_of_c8.len();
        let c10 = c9 + 1;
        let c18 = c10 + 8;
        Layout { c7, c8, c9, c10, c18, len: c18 + 4 * self.differences.len() }
    }

    fn zone(&self, player: usize) -> Zone {
        if player == BYE {
            Zone::Bye
        } else if self.moved_down.contains(&player) {
            Zone::MovedDown
        } else if self.residents.contains(&player) {
            Zone::Resident
        } else if self.next.contains(&player) {
            Zone::Next
        } else {
            Zone::Rest
        }
    }

    /// The criteria of a pair of the bracket, the higher player first; `None` if it cannot be formed.
    fn pair(&self, high: usize, low: usize) -> Option<Vec<u32>> {
        let is_moved_down = self.zone(high) == Zone::MovedDown;
        // 3.3.3: moved-down players meet residents only.
        if (is_moved_down && self.zone(low) == Zone::MovedDown) || !self.round.may_meet(high, low) {
            return None;
        }
        let layout = self.layout();
        let mut costs = vec![0; layout.len];
        costs[layout.c10..layout.c10 + 4].copy_from_slice(&self.round.colour_criteria(high, low));
        if is_moved_down {
            let [down, up] = [high, low].map(|player| &self.round.players[player]);
            let differences = self.differences.len();
            let place = place_of(&self.differences, down.score - up.score);
            for ago in 0..2 {
                // 2.4.10 and 2.4.12 (C15, C17), 2.4.14 and 2.4.16 (C19, C21)
                let is_up = u32::from(up.floats[ago] == Float::Up);
                costs[layout.c10 + 5 + 2 * ago] = is_up;
                costs[layout.c18 + (2 * ago + 1) * differences + place] = is_up;
                // 2.4.13 and 2.4.15 (C18, C20)
                costs[layout.c18 + 2 * ago * differences + place] = u32::from(down.floats[ago] == Float::Down);
            }
        }
        Some(costs)
    }

    /// The criteria that a downfloater brings.
    fn downfloater(&self, player: usize) -> Vec<u32> {
        let layout = self.layout();
        let mut costs = vec![0; layout.len];
        let one = &self.round.players[player];
        // 2.4.1, 2.4.2 (C6, C7)
        costs[0] = 1;
        costs[layout.c7 + place_of(&self.scores, one.score)] = 1;
        for ago in 0..2 {
            let is_down = u32::from(one.floats[ago] == Float::Down);
            if self.zone(player) == Zone::Resident {
                // 2.4.9, 2.4.11 (C14, C16)
                costs[layout.c10 + 4 + 2 * ago] = is_down;
            } else {
                // 2.4.13, 2.4.15 (C18, C20): the score difference of 2017 A.8, to one point below the bracket
                let difference = one.score - self.round.score(self.residents[0]) + POINT;
                let place = place_of(&self.differences, difference);
                costs[layout.c18 + 2 * ago * self.differences.len() + place] = is_down;
            }
        }
        costs
    }

    /// The cost of an edge of the matching over all players who are not paired yet.
    fn edge(&self, one: usize, other: usize) -> Option<Vec<u32>> {
        let (high, low) = (one.min(other), one.max(other));
        let (zone, other_zone) = (self.zone(high), self.zone(low));
        if other_zone <= Zone::Resident {
            return self.pair(high, low);
        }
        let may = if low == BYE { self.may_have_bye(high) } else { self.round.may_meet(high, low) };
        if !may {
            return None;
        }
        let layout = self.layout();
        let leaves = zone <= Zone::Resident;
        let mut costs = if leaves { self.downfloater(high) } else { vec![0; layout.len] };
        // 2.4.3 (C8): one who has no opponent in the next bracket floats from it.
        if zone <= Zone::Next && other_zone >= Zone::Rest && !self.next.is_empty() {
            costs[layout.c8] += 1;
            costs[layout.c8 + 1 + place_of(&self.scores_of_c8, self.round.score(high))] += 1;
        }
        // 2.4.4 (C9)
        if leaves && low == BYE && self.has_c9 {
            costs[layout.c9] = self.round.players[high].unplayed;
        }
        Some(costs)
    }
}

/// Articles 3.1 to 3.8 for one bracket.
fn pair_bracket(bracket: &mut Bracket) -> Paired {
    let members = bracket.members();
    let mut vertices = [&members[..], &bracket.next, &bracket.rest].concat();
    if vertices.len() % 2 == 1 {
        vertices.push(BYE);
    }
    let size = vertices.len();
    let levels = bracket.layout().len;
    let table = |bracket: &Bracket| -> Vec<Option<Vec<u32>>> {
        let place = |index: usize| (index / size, index % size);
        let edge = |(one, other): (usize, usize)| {
            if one < other { bracket.edge(vertices[one], vertices[other]) } else { None }
        };
        (0..size * size).map(|index| edge(place(index))).collect()
    };
    let solve = |costs: &[Option<Vec<u32>>]| {
        cheapest(size, levels, &|one, other| costs[one * size + other].clone()).expect("C4 holds")
    };
    let mut costs = table(bracket);
    let (mut best, mut mates) = solve(&costs);
    // C9 holds for a bracket with exactly one downfloater.
    if best[0] == 1 && vertices.last() == Some(&BYE) {
        bracket.has_c9 = true;
        costs = table(bracket);
        (best, mates) = solve(&costs);
    }
    // 3.1.2, 3.1.3: MaxPairs and M1, fixed by C6 and C7.
    let moved_down = bracket.moved_down.len();
    let is_paired = |member: &usize| mates[*member] < members.len();
    let max_pairs = (0..members.len()).filter(is_paired).count() / 2;
    let m1 = (0..moved_down).filter(is_paired).count();
    let mut walk = Walk::new(members.len(), costs, None, best, mates);
    // 3.7.3, 4.4: the sets of moved-down players, by the lowest sequence number that differs.
    let s1 = walk.first_set(moved_down, m1);
    walk.pair(&s1, moved_down, max_pairs - m1, &vertices)
}
