use crate::tournament::{PlayerId, PlayerState, RoundState};
use num_rational::Ratio;
use std::collections::{BTreeMap, BTreeSet};

/// A final ranking: its criteria, and each player's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    /// The criteria, first to last.
    pub criteria: &'static [RankingCriterion],
    /// The players, first to last.
    pub players: Vec<Standing>,
}

/// A criterion of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankingCriterion {
    /// Its name in records, such as `sonneborn_berger`.
    pub name: &'static str,
    /// Its name at the head of a column, such as `SB`.
    pub heading: &'static str,
}

/// A line of a ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The rank, from 1. Players equal in all criteria share it.
    pub rank: usize,
    /// The player.
    pub id: PlayerId,
    /// The player's value by each criterion; `None` where it does not apply.
    pub values: Vec<Option<Fraction>>,
}

/// An exact number.
pub type Fraction = Ratio<i64>;

/// The number rounded to a tenth, such as `2333.7`.
pub(super) fn rounded(number: Fraction) -> String {
    let tenths = Ratio::new(i128::from(*number.numer()) * 10, i128::from(*number.denom())).round().to_integer();
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

impl Standings {
    /// The ranking by `key`, the least first. Players with equal keys share a rank, in the order of pairing numbers.
    pub(super) fn ranked<K: Ord>(
        criteria: &'static [RankingCriterion],
        mut lines: Vec<(K, PlayerId, Vec<Option<Fraction>>)>,
    ) -> Self {
        lines.sort_by(|(key, id, _), (other_key, other, _)| key.cmp(other_key).then(id.cmp(other)));
        let mut players: Vec<Standing> = Vec::with_capacity(lines.len());
        for group in lines.chunk_by(|(one, ..), (other, ..)| one == other) {
            let rank = players.len() + 1;
            players.extend(group.iter().map(|(_, id, values)| Standing { rank, id: *id, values: values.clone() }));
        }
        Self { criteria, players }
    }
}

/// The average rating of each player's opponents, for players who met one with a rating over the board (1998 F.10.4;
/// ARO in Dubov 1).
///
/// An opponent counts once, and one without a rating does not count.
pub fn average_opponents(state: &RoundState) -> BTreeMap<PlayerId, Fraction> {
    let players = || state.players().iter().chain(state.absent());
    let ratings: BTreeMap<PlayerId, u32> = players().filter_map(|player| Some((player.id, player.rating?))).collect();
    let average = |player: &PlayerState| {
        let opponents: BTreeSet<PlayerId> = player.history.iter().filter_map(|past| past.event.met()).collect();
        let ratings = opponents.iter().filter_map(|opponent| ratings.get(opponent));
        let (sum, count) = ratings.fold((0, 0), |(sum, count), rating| (sum + i64::from(*rating), count + 1));
        (count > 0).then(|| Fraction::new(sum, count))
    };
    players().filter_map(|player| Some((player.id, average(player)?))).collect()
}
