//! What the criteria of a bracket count.

use super::bracket::{Bracket, DownfloaterDemand, Of};
use crate::model::{Aim, Count, Sum};
use crate::programs::colours::of_higher;
use crate::tournament::{Colour, Float, PlayerState, Strength};
use std::collections::BTreeMap;

/// A downfloater counts like somebody who meets a player one point below the lowest (2017 A.8), in tenths.
const BELOW: i64 = 10;

impl Bracket<'_> {
    /// The aims of `count`. `now` is a point that keeps all earlier decisions.
    pub fn aims(&self, count: Count, now: &[i64]) -> Vec<Aim> {
        let is_last = self.beyond == DownfloaterDemand::Bye;
        // Without downfloaters there are none to choose.
        let has_next = || self.leavers(now) > 0;
        match count {
            Count::ByeScore if self.byes.is_empty() => Vec::new(),
            Count::ByeScore => least(self.byes.iter().map(|(rank, column)| (*column, self.score(*rank))).collect()),
            Count::Downfloaters | Count::DownfloatersByScore if is_last => Vec::new(),
            Count::Downfloaters => least(self.leave.iter().flatten().map(|column| (*column, 1)).collect()),
            Count::DownfloatersByScore => by_value(self.leaving(0..self.moved_down, |score| score)),
            Count::ScoreDifferences => {
                let pairs = self.unequal().map(|(_, _, difference, column)| (difference, column));
                let mut aims = by_value(pairs.chain(self.leaving_below()).collect());
                // B.1.c: S1 has as many as can be paired. Elsewhere the differences say so already.
                let limbo = self.leaving(0..self.moved_down, |_| 1).into_iter().map(|(one, column)| (column, one));
                let limbo: Sum = limbo.collect();
                if is_last && !limbo.is_empty() {
                    aims.push(Aim::Least(limbo));
                }
                aims
            }
            Count::NextDownfloaters | Count::NextDownfloatersByScore | Count::NextScoreDifferences if !has_next() => {
                Vec::new()
            }
            Count::NextDownfloaters => least(self.left_next.iter().map(|(_, column)| (*column, 1)).collect()),
            Count::NextDownfloatersByScore => by_value(self.scored(&self.left_next, 0)),
            Count::NextScoreDifferences => self.next_differences(),
            Count::UnplayedGamesOfBye if self.leavers(now) == 1 => least(self.unplayed()),
            Count::UnplayedGamesOfBye => Vec::new(),
            Count::BeyondTwo => self.breaches(|player, colour| (player.colour_difference() + colour.sign()).abs() > 2),
            Count::ThirdInRow => self.breaches(|player, colour| player.repeated_colour() == Some(colour)),
            Count::SamePreference => least(self.same(|one, other| one.min(other) >= Strength::Mild)),
            Count::StrongPreferenceDenied => least(self.same(|one, other| one.min(other) == Strength::Strong)),
            Count::DownfloatAsLastRound => least(self.residents_leaving(1)),
            Count::DownfloatAsTwoRoundsAgo => least(self.residents_leaving(2)),
            Count::UpfloatAsLastRound | Count::AnyUpfloatAsLastRound => least(ones(self.raised(1))),
            Count::UpfloatAsTwoRoundsAgo | Count::AnyUpfloatAsTwoRoundsAgo => least(ones(self.raised(2))),
            Count::AnyDownfloatAsLastRound => least(ones(self.lowered(1))),
            Count::AnyDownfloatAsTwoRoundsAgo => least(ones(self.lowered(2))),
            Count::DownfloatDifferencesLastRound => by_value(self.lowered(1)),
            Count::UpfloatDifferencesLastRound => by_value(self.raised(1)),
            Count::DownfloatDifferencesTwoRoundsAgo => by_value(self.lowered(2)),
            Count::UpfloatDifferencesTwoRoundsAgo => by_value(self.raised(2)),
            _ => self.of_sequence(count, now),
        }
    }

    /// How many downfloaters the point has.
    fn leavers(&self, now: &[i64]) -> usize {
        self.leave.iter().flatten().filter(|column| now[**column] == 1).count()
    }

    fn score(&self, rank: usize) -> i64 {
        self.field.cards[rank].score
    }

    /// The columns with the score of each player, less `from`.
    fn scored(&self, columns: &[Of], from: i64) -> Vec<(i64, usize)> {
        columns.iter().map(|(rank, column)| (self.score(*rank) - from, *column)).collect()
    }

    /// The columns `l` of some members, each with a value of the score.
    fn leaving(&self, members: std::ops::Range<usize>, value: impl Fn(i64) -> i64) -> Vec<(i64, usize)> {
        members.filter_map(|member| Some((value(self.card(member).score), self.leave[member]?))).collect()
    }

    /// The columns `l` with the score differences of the downfloaters (2017 A.8).
    fn leaving_below(&self) -> Vec<(i64, usize)> {
        let lowest = self.lowest();
        self.leaving(0..self.ranks.len(), |score| score - lowest + BELOW)
    }

    /// The score of the lowest player.
    fn lowest(&self) -> i64 {
        self.ranks.iter().map(|rank| self.score(*rank)).min().unwrap_or_default()
    }

    /// The pairs of unequal scores: the higher and the lower member, their score difference and the column.
    fn unequal(&self) -> impl Iterator<Item = (usize, usize, i64, usize)> {
        let pairs = self.pairs.iter().map(|((a, b), column)| {
            let difference = self.card(*a).score - self.card(*b).score;
            if difference < 0 { (*b, *a, -difference, *column) } else { (*a, *b, difference, *column) }
        });
        pairs.filter(|(_, _, difference, _)| *difference > 0)
    }

    /// 2017 C.7: the score differences of the next bracket.
    fn next_differences(&self) -> Vec<Aim> {
        let next = match &self.beyond {
            DownfloaterDemand::Bye => return Vec::new(),
            DownfloaterDemand::Next(next) => next.first(),
            DownfloaterDemand::All { below, next } => below[..*next].first(),
        };
        let Some(score) = next.map(|rank| self.score(*rank)) else { return Vec::new() };
        let left = self.scored(&self.left_next, score - BELOW);
        by_value([self.scored(&self.met_next, score), left].concat())
    }

    /// The unplayed games of the member who has the bye.
    fn unplayed(&self) -> Sum {
        let of_members = self.byes.iter().filter(|(rank, _)| self.ranks.contains(rank));
        of_members.map(|(rank, column)| (*column, self.field.cards[*rank].unplayed)).collect()
    }

    /// The players, topscorers or their opponents, of whom this is true with the colours that they get.
    fn breaches(&self, is_one: impl Fn(&PlayerState, Colour) -> bool) -> Vec<Aim> {
        let count = |a: usize, b: usize| -> i64 {
            if !self.card(a).ignores_b2 && !self.card(b).ignores_b2 {
                return 0;
            }
            let [high, low] = [a, b].map(|member| self.ranks[member]);
            let (high, low) = (high.min(low), high.max(low));
            let players = [high, low].map(|rank| &self.state.players()[rank]);
            let colour = of_higher(self.state, self.field, &self.system.colours, high, low);
            let given = colour.map(|colour| [colour, colour.opposite()]);
            given.map_or(0, |given| (0..2).filter(|one| is_one(players[*one], given[*one])).count() as i64)
        };
        let pairs = self.pairs.iter().map(|((a, b), column)| (*column, count(*a, *b)));
        let sum: Sum = pairs.filter(|(_, count)| *count > 0).collect();
        // Nobody is a topscorer before the last round.
        if self.state.players().iter().any(|player| self.state.is_topscorer(player)) { least(sum) } else { Vec::new() }
    }

    /// The pairs who prefer the same colour, as strongly as this says.
    fn same(&self, is_counted: impl Fn(Strength, Strength) -> bool) -> Sum {
        let is_same = |a: usize, b: usize| match [a, b].map(|member| self.card(member).preference) {
            [Some(one), Some(other)] => one.colour == other.colour && is_counted(one.strength, other.strength),
            _ => false,
        };
        self.pairs.iter().filter(|((a, b), _)| is_same(*a, *b)).map(|(_, column)| (*column, 1)).collect()
    }

    /// 2026 C14, C16: residents who leave, and had a downfloat `ago` rounds ago.
    fn residents_leaving(&self, ago: usize) -> Sum {
        let had = |member: &usize| self.card(*member).had(Float::Down, ago);
        let residents = (self.moved_down..self.ranks.len()).filter(had);
        residents.filter_map(|member| Some((self.leave[member]?, 1))).collect()
    }

    /// Score differences and columns of the players who get a downfloat and had one `ago` rounds ago. In 2026 they are those who
    /// were moved down (C18, C20), in 2017 all (C.12, C.14, C.16, C.18).
    fn lowered(&self, ago: usize) -> Vec<(i64, usize)> {
        let lowest = self.lowest();
        let is_counted = |member: usize| {
            let is_one = !self.text.parts_downfloats || member < self.moved_down;
            is_one && self.card(member).had(Float::Down, ago)
        };
        let pairs = self.unequal().filter(|(high, ..)| is_counted(*high));
        let pairs = pairs.map(|(_, _, difference, column)| (difference, column));
        let leaving = (0..self.ranks.len()).filter(|member| is_counted(*member));
        let leaving =
            leaving.filter_map(|member| Some((self.card(member).score - lowest + BELOW, self.leave[member]?)));
        pairs.chain(leaving).collect()
    }

    /// Score differences and columns of the players who get an upfloat and had one `ago` rounds ago.
    fn raised(&self, ago: usize) -> Vec<(i64, usize)> {
        let pairs = self.unequal().filter(|(_, low, ..)| self.card(*low).had(Float::Up, ago));
        pairs.map(|(_, _, difference, column)| (difference, column)).collect()
    }
}

fn least(sum: Sum) -> Vec<Aim> {
    vec![Aim::Least(sum)]
}

fn ones(columns: Vec<(i64, usize)>) -> Sum {
    columns.into_iter().map(|(_, column)| (column, 1)).collect()
}

/// A list of values that is compared from the highest down: of two lists with equally many entries, the lesser has fewer
/// of the first value in which they differ.
fn by_value(columns: Vec<(i64, usize)>) -> Vec<Aim> {
    let mut sums: BTreeMap<i64, Sum> = BTreeMap::new();
    for (value, column) in columns {
        sums.entry(value).or_default().push((column, 1));
    }
    sums.into_values().rev().map(Aim::Least).collect()
}
