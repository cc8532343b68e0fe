//! Direct encounters (article 6): the games of those who are tied with each other.

use super::record::Crosstable;
use crate::tournament::Outcome;
use num_rational::BigRational;
use std::collections::BTreeMap;

/// What a player scored against the others of a group, with every game that is missing lost, and with every one won.
struct Range {
    player: usize,
    least: BigRational,
    most: BigRational,
    has_met_all: bool,
}

/// `group`, in groups by the games against each other, the best first. Those in one group stay tied.
pub(super) fn ranked(field: &Crosstable, group: &[usize]) -> Vec<Vec<usize>> {
    let mut ahead = Vec::new();
    let mut tied = group.to_vec();
    loop {
        let ranges = ranges(field, &tied);
        if ranges.iter().all(|range| range.has_met_all) {
            ahead.extend(by_score(field, ranges));
            return ahead;
        }
        // Whoever is first, whatever the missing games would have brought, is ranked first; then the others (6.3).
        let best = ranges.iter().max_by(|one, other| one.least.cmp(&other.least));
        let reach = |best: &Range| ranges.iter().filter(|range| range.most >= best.least).count();
        let Some(alone) = best.filter(|best| reach(best) == 1).map(|best| best.player) else {
            ahead.push(tied);
            return ahead;
        };
        ahead.push(vec![alone]);
        tied.retain(|player| *player != alone);
    }
}

/// The groups of equal scores of those who all met each other. A smaller group is ranked again by its own games (6.2).
fn by_score(field: &Crosstable, mut ranges: Vec<Range>) -> Vec<Vec<usize>> {
    // The sort is stable: those who stay tied keep their order.
    ranges.sort_by(|one, other| other.least.cmp(&one.least));
    let groups: Vec<Vec<usize>> = ranges
        .chunk_by(|one, other| one.least == other.least)
        .map(|equal| equal.iter().map(|range| range.player).collect())
        .collect();
    if groups.len() < 2 {
        return groups;
    }
    groups.iter().flat_map(|smaller| ranked(field, smaller)).collect()
}

/// What each of the group scored against the others. Games not played over the board do not count (6.1.1), and of several
/// games against one opponent the average does (6.1.2).
fn ranges(field: &Crosstable, group: &[usize]) -> Vec<Range> {
    let (loss, win) = field.range(Outcome::Loss, Outcome::Win);
    let is_in_group = {
        let mut is_in_group = vec![false; field.players.len()];
        group.iter().for_each(|player| is_in_group[*player] = true);
        is_in_group
    };
    let range = |player: &usize| {
        let mut against: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
        for entry in &field.players[*player].entries {
            if let Some(opponent) = entry.met().filter(|opponent| is_in_group[*opponent]) {
                let (points, games) = against.entry(opponent).or_default();
                (*points, *games) = (*points + entry.points, *games + 1);
            }
        }
        let missing = i64::try_from(group.len() - 1 - against.len()).unwrap_or(i64::MAX);
        let played = against
            .values()
            .fold(integer(0), |sum, (points, games)| sum + BigRational::new((*points).into(), (*games).into()));
        Range {
            player: *player,
            least: &played + integer(missing * loss),
            most: played + integer(missing * win),
            has_met_all: missing == 0,
        }
    };
    group.iter().map(range).collect()
}

fn integer(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}
