//! What depends on more than one player: places by other orders than the pairing order, and the strength of the opposition.

use super::record::{Field, PlayerRecord};
use crate::rules::lots;
use crate::tournament::{PlayerId, PlayerState, RoundState};
use std::cmp::Reverse;
use std::collections::BTreeMap;

impl Field<'_> {
    /// How many of the player's score group stand above and below, by lot.
    pub(crate) fn place_by_lot(&self, record: &PlayerRecord<'_>) -> [usize; 2] {
        let places = self.by_lot.get_or_init(|| {
            let lots: BTreeMap<PlayerId, u64> =
                self.state.players().iter().map(|player| player.id).zip(lots(self.state)).collect();
            self.places(|record| lots.get(&record.id).copied())
        });
        places.get(&record.id).copied().unwrap_or_default()
    }

    /// The same by the strength of the opposition: Sonneborn-Berger, then Buchholz, the strongest first.
    pub(crate) fn place_by_opposition(&self, record: &PlayerRecord<'_>) -> [usize; 2] {
        let places = self.by_opposition.get_or_init(|| {
            let players = everybody(self.state);
            self.places(|record| {
                let rounds = record.state().history.iter().filter_map(|past| Some((past.event.met()?, past.points)));
                let games: Vec<[i64; 2]> = rounds
                    .filter_map(|(id, made)| Some([players.get(&id)?.points.tenths(), made.tenths()].map(i64::from)))
                    .collect();
                let sonneborn_berger: i64 = games.iter().map(|[points, made]| points * made).sum();
                let buchholz: i64 = games.iter().map(|[points, _]| points).sum();
                Reverse((sonneborn_berger, buchholz))
            })
        });
        places.get(&record.id).copied().unwrap_or_default()
    }

    /// Above and below in the score group, where `key` sorts it and the pairing order decides between equals.
    fn places<K: Ord>(&self, key: impl Fn(&PlayerRecord<'_>) -> K) -> BTreeMap<PlayerId, [usize; 2]> {
        let groups = self.records.chunk_by(|one, other| one.score == other.score);
        let of_group = |group: &[PlayerRecord<'_>]| {
            let mut sorted: Vec<(K, usize, PlayerId)> =
                group.iter().enumerate().map(|(index, record)| (key(record), index, record.id)).collect();
            sorted.sort();
            let last = sorted.len() - 1;
            let places = sorted.into_iter().enumerate();
            places.map(move |(above, (_, _, id))| (id, [above, last - above])).collect::<Vec<_>>()
        };
        groups.flat_map(of_group).collect()
    }

    /// How far the opponents met so far are from the mean rating of the field, summed.
    pub(crate) fn opposition_so_far(&self, record: &PlayerRecord<'_>) -> i64 {
        let met = record.state().history.iter().filter_map(|past| past.event.met());
        let rating = |id: PlayerId| {
            let absent = || self.state.absent().iter().find(|player| player.id == id);
            self.record(id).map(PlayerRecord::state).or_else(absent)?.rating
        };
        met.map(|id| self.beyond_mean(rating(id))).sum()
    }

    /// How far a rating is from the mean rating of the field; 0 without a rating.
    pub(crate) fn beyond_mean(&self, rating: Option<u32>) -> i64 {
        rating.map_or(0, |rating| i64::from(rating) - self.mean)
    }
}

fn everybody(state: &RoundState) -> BTreeMap<PlayerId, &PlayerState> {
    state.players().iter().chain(state.absent()).map(|player| (player.id, player)).collect()
}
