use crate::tournament::{Outcome, PastEvent, PlayerId, PlayerState, RoundState};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A final ranking: what decides it, and what each player has of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    /// What decides, first to last.
    pub criteria: &'static [Criterion],
    /// The players, first to last.
    pub players: Vec<Standing>,
}

/// A criterion of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Criterion {
    /// Its name in records, such as `sonneborn_berger`.
    pub name: &'static str,
    /// Its name at the head of a column, such as `SB`.
    pub heading: &'static str,
}

/// A line of a ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The rank, from 1; players equal in everything share it.
    pub rank: usize,
    /// Who.
    pub id: PlayerId,
    /// What the player has by each criterion; `None` where it does not apply.
    pub values: Vec<Option<Fraction>>,
}

/// An exact number: so many parts, of which so many make one.
#[derive(Debug, Clone, Copy)]
pub struct Fraction {
    parts: i64,
    whole: i64,
}

impl Fraction {
    /// `parts` parts, `whole` of which make one; `None` unless `whole` is positive.
    #[must_use]
    pub const fn new(parts: i64, whole: i64) -> Option<Self> {
        if whole > 0 { Some(Self { parts, whole }) } else { None }
    }

    /// How many parts.
    #[must_use]
    pub const fn parts(self) -> i64 {
        self.parts
    }

    /// How many parts make one.
    #[must_use]
    pub const fn whole(self) -> i64 {
        self.whole
    }
}

impl Fraction {
    /// The number rounded to a tenth, such as `2333.7`.
    #[must_use]
    pub fn to_tenths(self) -> String {
        let tenths = (i128::from(self.parts) * 20 + i128::from(self.whole)).div_euclid(2 * i128::from(self.whole));
        let sign = if tenths < 0 { "-" } else { "" };
        format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
    }
}

impl fmt::Display for Fraction {
    /// In lowest terms: `7001/3`, or `2310` if whole.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut common, mut rest) = (self.whole, self.parts.abs() % self.whole);
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        match (self.parts / common, self.whole / common) {
            (parts, 1) => write!(f, "{parts}"),
            (parts, whole) => write!(f, "{parts}/{whole}"),
        }
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |one: i64, other: i64| i128::from(one) * i128::from(other);
        product(self.parts, other.whole).cmp(&product(other.parts, self.whole))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fraction {}

impl Standings {
    /// The ranking by `key`, the least first; players with equal keys share a rank and stand in pairing-number order.
    pub(super) fn ranked<K: Ord>(
        criteria: &'static [Criterion],
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

/// The average rating of the opponents of everybody who met one with a rating over the board (1998 F.10.4, where Dubov 1
/// says ARO).
///
/// An opponent counts once, and one without a rating is left out.
#[must_use]
pub fn average_opponents(state: &RoundState) -> BTreeMap<PlayerId, Fraction> {
    let players = || state.players().iter().chain(state.absent());
    let ratings: BTreeMap<PlayerId, u32> = players().filter_map(|player| Some((player.id, player.rating?))).collect();
    let average = |player: &PlayerState| {
        let opponents: BTreeSet<PlayerId> = player.history.iter().filter_map(|past| met(&past.event)).collect();
        let ratings = opponents.iter().filter_map(|opponent| ratings.get(opponent));
        let (sum, count) = ratings.fold((0, 0), |(sum, count), rating| (sum + i64::from(*rating), count + 1));
        Fraction::new(sum, count)
    };
    players().filter_map(|player| Some((player.id, average(player)?))).collect()
}

/// The opponent met over the board.
pub(super) fn met(event: &PastEvent) -> Option<PlayerId> {
    match event {
        PastEvent::Game { opponent, encounters, .. } => {
            let played = encounters.iter().any(|(_, outcome): &(_, Outcome)| outcome.was_played());
            played.then_some(*opponent)
        }
        PastEvent::Bye(_) | PastEvent::Absent => None,
    }
}
