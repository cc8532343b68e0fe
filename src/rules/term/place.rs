//! How far a pairing is from an ideal one of each score group: several orders of the group, several ideals.

use super::Term;
use crate::rules::lots;
use crate::tournament::{PlayerId, PlayerState, RoundState, Score};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What orders the players of a score group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GroupOrder {
    /// The pairing order.
    Number,
    /// Lots ([`RoundState::lots`]), the lowest first.
    Lot,
    /// The strength of the opposition so far, the strongest first: Sonneborn-Berger, then Buchholz, then the pairing order.
    Opposition,
}

/// Who meets whom in a group of which all players can meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ideal {
    /// The upper half meets the lower half, first against first.
    Halves,
    /// First against second, third against fourth …
    Neighbours,
    /// First against last, second against the last but one …; of an odd group the last one is left over.
    Ends,
}

impl Ideal {
    /// What each place counts that a floater of a group of `size` is from the edge over which it leaves.
    ///
    /// A place more changes the least sum of squares within the group by less than twice its size, so who floats comes first.
    const fn of_floater(self, size: i64) -> i64 {
        match self {
            Self::Halves | Self::Neighbours => 1,
            Self::Ends => 2 * size,
        }
    }
}

impl Term {
    /// The order and the ideal of a term that counts places.
    #[inline]
    const fn placing(self) -> Option<(GroupOrder, Ideal)> {
        match self {
            Self::FoldDistance => Some((GroupOrder::Number, Ideal::Halves)),
            Self::AdjacentDistance => Some((GroupOrder::Number, Ideal::Neighbours)),
            Self::MirrorDistance => Some((GroupOrder::Number, Ideal::Ends)),
            Self::RandomDistance => Some((GroupOrder::Lot, Ideal::Neighbours)),
            Self::BursteinDistance => Some((GroupOrder::Opposition, Ideal::Ends)),
            _ => None,
        }
    }

    /// Whether the term counts places in score groups, and the place of each player matters.
    pub const fn counts_places(self) -> bool {
        self.placing().is_some()
    }
}

/// Where a player stands in the score group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places {
    /// The rank of the group's first player.
    group: usize,
    /// How many of the group stand above.
    above: i64,
    /// How many of the group stand below.
    below: i64,
}

impl Places {
    /// Those of all players, in pairing order, by the order of `term`; none if it does not count places.
    pub fn all(state: &RoundState, term: Term) -> Vec<Self> {
        let Some((order, _)) = term.placing() else { return Vec::new() };
        let players = state.players();
        let ranks = ranks(state, order);
        // Pairing order sorts by score, so the players of a score group are next to each other.
        let mut places = Vec::with_capacity(players.len());
        for group in players.chunk_by(|one, other| one.score == other.score) {
            let start = places.len();
            let mut sorted: Vec<usize> = (start..start + group.len()).collect();
            sorted.sort_by_key(|player| ranks[*player]);
            places.resize(start + group.len(), Self { group: start, above: 0, below: 0 });
            for (above, player) in sorted.into_iter().enumerate() {
                let below = group.len() - 1 - above;
                places[player] = Self { group: start, above: above as i64, below: below as i64 };
            }
        }
        places
    }

    /// How many of the group stand above.
    pub const fn above(&self) -> usize {
        self.above as usize
    }

    /// How many stand above in this group and those before it.
    pub const fn overall(&self) -> usize {
        self.group + self.above as usize
    }

    const fn size(&self) -> i64 {
        self.above + 1 + self.below
    }

    /// How much [`Places::distance`] from anybody changes at most, where one of two players of a score group takes the other's
    /// place; `None` if they are in two.
    pub fn change(term: Term, one: &Self, other: &Self) -> Option<i64> {
        let (_, ideal) = term.placing()?;
        let apart = (one.above - other.above).abs();
        (one.group == other.group).then(|| Term::UNIT * apart * ideal.of_floater(one.size()))
    }

    /// How many of the group stand between the player and its nearer end.
    pub fn from_end(&self) -> usize {
        self.above.min(self.below) as usize
    }

    /// What `term` counts, in tenths, for two players with these places of its order.
    #[inline]
    pub fn distance(term: Term, one: &Self, other: &Self) -> i64 {
        let Some((_, ideal)) = term.placing() else { return 0 };
        let places = if one.group == other.group {
            let (apart, half) = ((one.above - other.above).abs(), one.size() / 2);
            match ideal {
                Ideal::Halves => (apart - half).abs(),
                Ideal::Neighbours => apart - 1,
                Ideal::Ends => (one.above + other.above - (2 * half - 1)).pow(2),
            }
        } else {
            let (high, low) = if one.group < other.group { (one, other) } else { (other, one) };
            high.below * ideal.of_floater(high.size()) + low.above * ideal.of_floater(low.size())
        };
        Term::UNIT * places
    }

    /// What `term` counts, in tenths, for the two of these places of its order, in pairing order; the bye comes after all players.
    #[inline]
    pub fn between(term: Term, places: &[Self], one: usize, other: usize) -> i64 {
        let (high, low) = (one.min(other), one.max(other));
        match places.get(low) {
            Some(low) => Self::distance(term, &places[high], low),
            None => places[high].of_bye(term),
        }
    }

    /// What `term` counts, in tenths, for the bye given to a player with these places of its order.
    pub fn of_bye(&self, term: Term) -> i64 {
        term.placing().map_or(0, |(_, ideal)| Term::UNIT * self.below * ideal.of_floater(self.size()))
    }
}

/// What sorts the players, who are in pairing order, within their groups; all different.
fn ranks(state: &RoundState, order: GroupOrder) -> Vec<(Reverse<i64>, Reverse<i64>, u64, usize)> {
    let numbered = state.players().iter().enumerate();
    match order {
        GroupOrder::Number => numbered.map(|(place, _)| (Reverse(0), Reverse(0), 0, place)).collect(),
        GroupOrder::Lot => {
            lots(state).into_iter().enumerate().map(|(place, lot)| (Reverse(0), Reverse(0), lot, place)).collect()
        }
        GroupOrder::Opposition => {
            let everybody = state.players().iter().chain(state.absent());
            let points: BTreeMap<_, _> = everybody.map(|player| (player.id, player.points)).collect();
            let opposition =
                |player: &PlayerState| opposition(player, |id| points.get(&id).copied().unwrap_or_default());
            numbered
                .map(|(place, player)| {
                    let (sonneborn_berger, buchholz) = opposition(player);
                    (Reverse(sonneborn_berger), Reverse(buchholz), 0, place)
                })
                .collect()
        }
    }
}

/// The Sonneborn-Berger score in hundredths and the Buchholz score in tenths, over the games played: the points that the
/// opponents have now.
fn opposition(player: &PlayerState, points_of: impl Fn(PlayerId) -> Score) -> (i64, i64) {
    let tenths = |score: Score| i64::from(score.tenths());
    player.history.iter().fold((0, 0), |(sonneborn_berger, buchholz), past| match past.event.met() {
        Some(opponent) => {
            let points = tenths(points_of(opponent));
            // In a double round, what the player scored in both games.
            (sonneborn_berger + points * tenths(past.points), buchholz + points)
        }
        None => (sonneborn_berger, buchholz),
    })
}
