//! The pairing of a bracket by walking over all its candidates in the articles' order. Nothing is cut but pairs that may not
//! meet. Each criterion is counted on the whole candidate.

use super::matching::cheapest;
use super::walk::exchanges;
use super::{Colour, Float, POINT, Paired, Round, Strength, descending, rules_2017, rules_2026};
use rules_2017::Route;
use std::collections::HashMap;

/// The criteria in order, each as a list that is compared from its beginning.
type Value = Vec<Vec<i32>>;

/// The value of a candidate with these pairs and downfloaters; `None` if it is not allowed.
type ValueOf<'a> = dyn FnMut(&[(usize, usize)], &[usize]) -> Option<Value> + 'a;

/// What is done with each candidate, by its pairs.
type Candidate<'a> = dyn FnMut(&[(usize, usize)]) + 'a;

/// All ordered choices of `size` out of `from`, in lexicographic order, whose player at each place is allowed there.
fn arrangements(
    from: &[usize],
    size: usize,
    begun: &mut Vec<usize>,
    may: &dyn Fn(usize, usize) -> bool,
    each: &mut dyn FnMut(&[usize]),
) {
    if begun.len() == size {
        each(begun);
        return;
    }
    for &player in from {
        if !begun.contains(&player) && may(begun.len(), player) {
            begun.push(player);
            arrangements(from, size, begun, may, each);
            begun.pop();
        }
    }
}

/// All sets of `size` out of `from`, by the smallest element that differs.
fn sets(from: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, &first) in from.iter().enumerate() {
        all.extend(sets(&from[place + 1..], size - 1).into_iter().map(|rest| [vec![first], rest].concat()));
    }
    all
}

/// A bracket whose candidates are gone through.
struct Plain<'a> {
    round: &'a Round<'a>,
    moved_down: &'a [usize],
    residents: &'a [usize],
}

impl Plain<'_> {
    /// The candidates with the most pairs (C6, C.5) that have a value, and of these the first with the least value.
    fn best(&self, s1_in_order: &dyn Fn(usize) -> Vec<Vec<usize>>, value: &mut ValueOf<'_>) -> Option<(Value, Paired)> {
        let size = self.moved_down.len() + self.residents.len();
        for pairs in (0..=size / 2).rev() {
            let mut best: Option<(Value, Paired)> = None;
            let mut candidate = |pairs: &[(usize, usize)]| {
                let downfloaters = self.unpaired(pairs);
                if let Some(value) = value(pairs, &downfloaters)
                    && best.as_ref().is_none_or(|(least, _)| value < *least)
                {
                    best = Some((value, (pairs.to_vec(), downfloaters)));
                }
            };
            for m1 in (0..=pairs.min(self.moved_down.len())).rev() {
                for s1 in s1_in_order(m1) {
                    let may = |place: usize, player: usize| self.round.may_meet(s1[place], player);
                    arrangements(self.residents, m1, &mut Vec::new(), &may, &mut |opponents| {
                        let mdp_pairing: Vec<(usize, usize)> =
                            s1.iter().copied().zip(opponents.iter().copied()).collect();
                        let is_left = |player: &usize| !opponents.contains(player);
                        let remainder: Vec<usize> = self.residents.iter().copied().filter(is_left).collect();
                        self.of_remainder(&remainder, pairs - m1, &mdp_pairing, &mut candidate);
                    });
                }
            }
            if best.is_some() {
                return best;
            }
        }
        None
    }

    fn of_remainder(
        &self,
        players: &[usize],
        pairs: usize,
        mdp_pairing: &[(usize, usize)],
        candidate: &mut Candidate<'_>,
    ) {
        if pairs > players.len() / 2 {
            return;
        }
        for in_s1 in exchanges(players.len(), pairs) {
            let s1: Vec<usize> = in_s1.iter().map(|&place| players[place]).collect();
            let s2: Vec<usize> = players.iter().copied().filter(|player| !s1.contains(player)).collect();
            let may = |place: usize, player: usize| self.round.may_meet(s1[place], player);
            arrangements(&s2, pairs, &mut Vec::new(), &may, &mut |opponents| {
                let remainder = s1.iter().copied().zip(opponents.iter().copied());
                candidate(&mdp_pairing.iter().copied().chain(remainder).collect::<Vec<_>>());
            });
        }
    }

    fn unpaired(&self, pairs: &[(usize, usize)]) -> Vec<usize> {
        let members = self.moved_down.iter().chain(self.residents).copied();
        let is_paired = |player: usize| pairs.iter().any(|&(one, other)| player == one || player == other);
        let mut unpaired: Vec<usize> = members.filter(|&player| !is_paired(player)).collect();
        unpaired.sort_unstable();
        unpaired
    }

    fn scores(&self, players: &[usize]) -> Vec<i32> {
        descending(players.iter().map(|&player| self.round.score(player)).collect())
    }

    /// C10 to C13; C.8 to C.11.
    fn colours(&self, pairs: &[(usize, usize)]) -> Value {
        let mut counts = [0; 4];
        for &(one, other) in pairs {
            let (high, low) = (one.min(other), one.max(other));
            let colour = self.round.colour_of_higher(high, low);
            let [high, low] = [high, low].map(|player| &self.round.players[player]);
            for (player, colour) in [(high, colour), (low, colour.opposite())] {
                let games = [&player.games[..], &[colour]].concat();
                let white = games.iter().filter(|&&colour| colour == Colour::White).count();
                if high.is_topscorer || low.is_topscorer {
                    counts[0] += i32::from(white.abs_diff(games.len() - white) > 2);
                    counts[1] += i32::from(games.ends_with(&[colour; 3]));
                }
                if player.strength != Strength::None && player.preferred != colour {
                    counts[2] += 1;
                    counts[3] += i32::from(player.strength == Strength::Strong);
                }
            }
        }
        counts.map(|count| vec![count]).to_vec()
    }

    fn had(&self, player: usize, ago: usize, float: Float) -> bool {
        self.round.players[player].floats[ago] == float
    }
}

/// The first best candidate of a bracket of 2026.
pub(super) fn pair_2026(bracket: &rules_2026::Bracket) -> Paired {
    let round = bracket.round;
    let plain = Plain { round, moved_down: &bracket.moved_down, residents: &bracket.residents };
    let lowest = round.score(bracket.residents[0]);
    let mut completions: HashMap<Vec<usize>, Option<u32>> = HashMap::new();
    let mut next: HashMap<Vec<usize>, Value> = HashMap::new();
    let is_moved_down = |player: &usize| bracket.moved_down.contains(player);
    // What is left of the fewest breaches of the round.
    let everybody = [&bracket.members()[..], &bracket.next, &bracket.rest].concat();
    let fewest =
        round.fewest_breaches(&everybody, &|player| bracket.may_have_bye(player)).expect("C4 can be complied with");
    let mut value = |pairs: &[(usize, usize)], downfloaters: &[usize]| {
        // C4, C5
        let completes = completions.entry(downfloaters.to_vec()).or_insert_with(|| {
            let left = [downfloaters, &bracket.next, &bracket.rest].concat();
            round.fewest_breaches(&left, &|player| bracket.may_have_bye(player))
        });
        let made: u32 = pairs.iter().map(|&(one, other)| round.breaches(one, other)).sum();
        if made + (*completes)? > fewest {
            return None;
        }
        // C6, C7, C8
        let mut value = vec![vec![count(downfloaters.len())], plain.scores(downfloaters)];
        value.extend(next.entry(downfloaters.to_vec()).or_insert_with(|| next_of_2026(bracket, downfloaters)).clone());
        // C9
        value.push(vec![match downfloaters {
            &[one] if bracket.bye_score == Some(round.score(one)) => round.players[one].unplayed.cast_signed(),
            _ => 0,
        }]);
        value.extend(plain.colours(pairs));
        // C14 to C17
        let met: Vec<(usize, usize)> = pairs.iter().copied().filter(|(one, _)| is_moved_down(one)).collect();
        let difference = |(one, other): (usize, usize)| round.score(one) - round.score(other);
        for ago in 0..2 {
            let down = |player: &&usize| !is_moved_down(player) && plain.had(**player, ago, Float::Down);
            value.push(vec![count(downfloaters.iter().filter(down).count())]);
            value.push(vec![count(met.iter().filter(|(_, other)| plain.had(*other, ago, Float::Up)).count())]);
        }
        // C18 to C21
        for ago in 0..2 {
            let down = met.iter().filter(|(one, _)| plain.had(*one, ago, Float::Down)).map(|&pair| difference(pair));
            let limbo = downfloaters.iter().filter(|one| is_moved_down(one) && plain.had(**one, ago, Float::Down));
            let limbo = limbo.map(|&one| round.score(one) - lowest + POINT);
            value.push(descending(down.chain(limbo).collect()));
            let up = met.iter().filter(|(_, other)| plain.had(*other, ago, Float::Up)).map(|&pair| difference(pair));
            value.push(descending(up.collect()));
        }
        Some(value)
    };
    plain.best(&|m1| sets(&bracket.moved_down, m1), &mut value).expect("C4 can be complied with").1
}

fn count(number: usize) -> i32 {
    i32::try_from(number).expect("few")
}

/// C8: the fewest downfloaters of the next bracket, and their scores. All sets of them are tried.
fn next_of_2026(bracket: &rules_2026::Bracket, downfloaters: &[usize]) -> Value {
    let round = bracket.round;
    if bracket.next.is_empty() {
        return vec![Vec::new(), Vec::new()];
    }
    let members = [downfloaters, &bracket.next].concat();
    let all = [&members[..], &bracket.rest].concat();
    let fewest = round.fewest_breaches(&all, &|player| bracket.may_have_bye(player)).expect("C4 can be complied with");
    let is_possible = |leaving: &Vec<usize>| {
        let stay: Vec<usize> = members.iter().copied().filter(|player| !leaving.contains(player)).collect();
        let meets = |one: usize, other: usize| {
            let are_moved_down = downfloaters.contains(&stay[one]) && downfloaters.contains(&stay[other]);
            let may = !are_moved_down && round.may_meet(stay[one], stay[other]);
            may.then(|| vec![round.breaches(stay[one], stay[other])])
        };
        let left = [&leaving[..], &bracket.rest].concat();
        let made = cheapest(stay.len(), 1, &meets).map(|(least, _)| least[0]);
        let below = round.fewest_breaches(&left, &|player| bracket.may_have_bye(player));
        made.zip(below).is_some_and(|(made, below)| made + below == fewest)
    };
    let scores = |leaving: &Vec<usize>| descending(leaving.iter().map(|&player| round.score(player)).collect());
    for size in 0..=members.len() {
        let mut all = sets(&members, size);
        all.sort_by_key(scores);
        if let Some(leaving) = all.iter().find(|leaving| is_possible(leaving)) {
            return vec![vec![count(size)], scores(leaving)];
        }
    }
    unreachable!("C4 can be complied with");
}

/// The first best candidate of a bracket of 2017; `None` if it is the last but one, and no best candidate by C.5 and C.6
/// leaves a pairing of the last.
pub(super) fn pair_2017(bracket: &rules_2017::Bracket) -> Option<Paired> {
    let round = bracket.round;
    let plain = Plain { round, moved_down: &bracket.moved_down, residents: &bracket.residents };
    let may_have_bye = |player: usize| round.players[player].may_have_bye;
    let mut completions: HashMap<Vec<usize>, bool> = HashMap::new();
    let mut next: HashMap<Vec<usize>, Value> = HashMap::new();
    let of_downfloater = |player: usize| round.score(player) - bracket.lowest() + POINT;
    let mut value = |pairs: &[(usize, usize)], downfloaters: &[usize]| {
        // C.2, C.4
        let is_possible = match bracket.route {
            Route::Last => downfloaters.len() <= 1 && downfloaters.iter().all(|&player| may_have_bye(player)),
            Route::Penultimate => *completions
                .entry(downfloaters.to_vec())
                .or_insert_with(|| round.completes(&[downfloaters, &bracket.others].concat(), &may_have_bye)),
            Route::Normal | Route::BeforeLast => true,
        };
        if !is_possible {
            return None;
        }
        // C.5, C.6; B.1.c
        let differences = pairs.iter().map(|&(one, other)| (round.score(one) - round.score(other)).abs());
        let differences = differences.chain(downfloaters.iter().map(|&player| of_downfloater(player)));
        let limbo = downfloaters.iter().filter(|player| bracket.moved_down.contains(player)).count();
        let mut value = vec![vec![count(downfloaters.len())], descending(differences.collect()), vec![count(limbo)]];
        // C.7
        if matches!(bracket.route, Route::Normal | Route::BeforeLast) {
            let value_of_next = || next_of_2017(bracket, downfloaters);
            value.extend(next.entry(downfloaters.to_vec()).or_insert_with(value_of_next).clone());
        }
        value.extend(plain.colours(pairs));
        // C.12 to C.19
        let mut floats: Vec<(usize, Float, i32)> =
            downfloaters.iter().map(|&player| (player, Float::Down, of_downfloater(player))).collect();
        for &(one, other) in pairs {
            let (high, low) = (one.min(other), one.max(other));
            let difference = round.score(high) - round.score(low);
            if difference > 0 {
                floats.extend([(high, Float::Down, difference), (low, Float::Up, difference)]);
            }
        }
        let of = |(ago, float): (usize, Float)| {
            let same = floats.iter().filter(|(player, now, _)| *now == float && plain.had(*player, ago, float));
            descending(same.map(|(_, _, difference)| *difference).collect())
        };
        let lists = [(0, Float::Down), (0, Float::Up), (1, Float::Down), (1, Float::Up)].map(of);
        value.extend(lists.iter().map(|list| vec![count(list.len())]));
        value.extend(lists);
        Some(value)
    };
    // D.3: by the scores, then by the numbers.
    let s1_in_order = |m1: usize| {
        let mut all = sets(&bracket.moved_down, m1);
        all.sort_by_key(|s1| (s1.iter().map(|&player| -round.score(player)).collect::<Vec<_>>(), s1.clone()));
        all
    };
    let (value, paired) = plain.best(&s1_in_order, &mut value)?;
    (bracket.route != Route::BeforeLast || value[3] != vec![i32::MAX]).then_some(paired)
}

/// C.7: the fewest downfloaters of the next bracket, and its PSD. All pairings of it are tried.
fn next_of_2017(bracket: &rules_2017::Bracket, downfloaters: &[usize]) -> Value {
    let members = [downfloaters, &bracket.others].concat();
    let mut best = vec![vec![i32::MAX], Vec::new()];
    all_pairings_of_next(bracket, downfloaters.len(), &members, (&mut Vec::new(), &mut Vec::new()), &mut best);
    best
}

/// Pairs the first of `left` in all ways, then the others. The first `moved_down` of all may not meet each other.
fn all_pairings_of_next(
    bracket: &rules_2017::Bracket,
    moved_down: usize,
    left: &[usize],
    (differences, unpaired): (&mut Vec<i32>, &mut Vec<usize>),
    best: &mut Value,
) {
    let round = bracket.round;
    let Some((&one, others)) = left.split_first() else {
        let is_last = bracket.route == Route::BeforeLast;
        let may = unpaired.len() <= 1 && unpaired.iter().all(|&player| round.players[player].may_have_bye);
        let value = vec![vec![count(unpaired.len())], descending(differences.clone())];
        if (may || !is_last) && value < *best {
            *best = value;
        }
        return;
    };
    let still_moved_down = moved_down.saturating_sub(1);
    for (place, &other) in others.iter().enumerate() {
        if place >= still_moved_down && round.may_meet(one, other) {
            let rest = [&others[..place], &others[place + 1..]].concat();
            differences.push((round.score(one) - round.score(other)).abs());
            all_pairings_of_next(bracket, still_moved_down, &rest, (&mut *differences, &mut *unpaired), best);
            differences.pop();
        }
    }
    differences.push(round.score(one) - round.score(bracket.others[0]) + POINT);
    unpaired.push(one);
    all_pairings_of_next(bracket, still_moved_down, others, (&mut *differences, &mut *unpaired), best);
    unpaired.pop();
    differences.pop();
}
