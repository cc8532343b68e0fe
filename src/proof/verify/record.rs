//! The facts about players that the rules use, derived from the histories.

use crate::graph::budget::spend;
use crate::rules::lots;
use crate::tournament::{
    Board, ByeKind, Colour, Float, GamesPerPairing, Outcome, Pairing, PastEvent, PlayerId, PlayerState, RoundState,
    Score,
};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A player with facts from the history.
pub(crate) struct PlayerRecord<'s> {
    pub(crate) id: PlayerId,
    pub(crate) score: Score,
    pub(crate) federation: Option<&'s str>,
    /// Round and colour of each game with moves, first to last (1998 F.2).
    pub(crate) games: Vec<(usize, Colour)>,
    /// Players of the same score before this one in pairing order.
    pub(crate) above: usize,
    /// Players of the same score after this one in pairing order.
    pub(crate) below: usize,
    player: &'s PlayerState,
}

impl<'s> PlayerRecord<'s> {
    fn new(player: &'s PlayerState) -> Self {
        spend(1 + player.history.len());
        let mut games = Vec::with_capacity(player.history.len());
        for (round, past) in (1..).zip(&player.history) {
            if let PastEvent::Game { encounters, .. } = &past.event {
                games.extend(encounters.iter().filter(|(_, outcome)| has_moves(*outcome)).map(|(c, _)| (round, *c)));
            }
        }
        Self {
            id: player.id,
            score: player.score,
            federation: player.federation.as_deref(),
            games,
            above: 0,
            below: 0,
            player,
        }
    }

    /// Everything that is known of the player.
    pub(crate) fn state(&self) -> &'s PlayerState {
        self.player
    }

    pub(crate) fn had(&self, colour: Colour) -> usize {
        self.games.iter().filter(|(_, had)| *had == colour).count()
    }

    /// Whites minus Blacks (1998 A.7).
    pub(crate) fn difference(&self) -> i64 {
        self.games.iter().map(|(_, colour)| step(*colour)).sum()
    }

    /// Whites minus Blacks, if the next game is one with `colour`.
    pub(crate) fn difference_after(&self, colour: Colour) -> i64 {
        self.difference() + step(colour)
    }

    /// The latest round in which the two played each other.
    pub(crate) fn met(&self, other: PlayerId) -> Option<usize> {
        spend(1);
        let met = self.player.history.iter().rposition(|past| match &past.event {
            PastEvent::Game { opponent, encounters, .. } => {
                *opponent == other && encounters.iter().any(|(_, outcome)| has_moves(*outcome))
            }
            PastEvent::Bye(_) | PastEvent::Absent => false,
        });
        met.map(|index| index + 1)
    }

    /// The first round that brought a full point without a game, and the reason (1998 B.1.b).
    pub(crate) fn point_without_playing(&self) -> Option<(usize, &'static str)> {
        (1..).zip(&self.player.history).find_map(|(round, past)| {
            let how = match &past.event {
                PastEvent::Bye(ByeKind::Pairing) => "had the bye",
                PastEvent::Bye(ByeKind::Full) => "had a full-point bye",
                PastEvent::Game { encounters, .. } if encounters.iter().any(|(_, o)| *o == Outcome::ForfeitWin) => {
                    "won by forfeit"
                }
                PastEvent::Bye(ByeKind::Half | ByeKind::Zero) | PastEvent::Absent | PastEvent::Game { .. } => {
                    return None;
                }
            };
            Some((round, how))
        })
    }

    /// The float of `rounds_ago` rounds before this one: 1 is the round just past (1998 A.4, A.5; 2012 A.4, B.1.b).
    pub(crate) fn float(&self, rounds_ago: usize) -> Option<Float> {
        let past = self.player.history.iter().nth_back(rounds_ago.checked_sub(1)?)?;
        let is_down = match &past.event {
            PastEvent::Game { opponent_score, encounters, .. } if encounters.iter().any(|(_, o)| has_moves(*o)) => {
                if past.score == *opponent_score {
                    return None;
                }
                past.score > *opponent_score
            }
            PastEvent::Game { encounters, .. } => {
                return encounters.iter().any(|(_, o)| *o == Outcome::ForfeitWin).then_some(Float::Down);
            }
            PastEvent::Bye(ByeKind::Pairing | ByeKind::Full | ByeKind::Half) => true,
            PastEvent::Bye(ByeKind::Zero) | PastEvent::Absent => return None,
        };
        Some(if is_down { Float::Down } else { Float::Up })
    }

    /// Whether the player had no opponent in the round just past (`U_i` of the formulation).
    pub(crate) fn sat_out_last_round(&self) -> bool {
        match self.player.history.last().map(|past| &past.event) {
            Some(PastEvent::Bye(_) | PastEvent::Absent) => true,
            Some(PastEvent::Game { .. }) | None => false,
        }
    }
}

/// A forfeited game has none (1998 F.2).
const fn has_moves(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win | Outcome::Draw | Outcome::Loss | Outcome::Adjourned => true,
        Outcome::ForfeitWin | Outcome::ForfeitLoss => false,
    }
}

const fn step(colour: Colour) -> i64 {
    match colour {
        Colour::White => 1,
        Colour::Black => -1,
    }
}

/// The players to be paired.
pub(crate) struct Field<'s> {
    pub(crate) state: &'s RoundState,
    /// In pairing order: score, then the order of the tournament.
    pub(crate) records: Vec<PlayerRecord<'s>>,
    index: BTreeMap<PlayerId, usize>,
    /// The numbers of those who play now or have taken part before, ascending.
    arrived: OnceLock<Vec<u32>>,
    by_lot: OnceLock<BTreeMap<PlayerId, [usize; 2]>>,
    by_opposition: OnceLock<BTreeMap<PlayerId, [usize; 2]>>,
    pub(super) mean: i64,
}

impl<'s> Field<'s> {
    pub(crate) fn new(state: &'s RoundState) -> Self {
        let mut records: Vec<PlayerRecord<'_>> = state.players().iter().map(PlayerRecord::new).collect();
        records.sort_by_key(|record| (Reverse(record.score), record.state().number));
        for group in records.chunk_by_mut(|one, other| one.score == other.score) {
            let size = group.len();
            for (above, record) in group.iter_mut().enumerate() {
                record.above = above;
                record.below = size - 1 - above;
            }
        }
        let index = records.iter().enumerate().map(|(index, record)| (record.id, index)).collect();
        let ratings: Vec<i64> = records.iter().filter_map(|record| record.player.rating).map(i64::from).collect();
        // The mean of the field, rounded, a half up.
        let mean = match ratings.len() as i64 {
            0 => 0,
            count => (ratings.iter().sum::<i64>() + count / 2) / count,
        };
        let (by_lot, by_opposition) = (OnceLock::new(), OnceLock::new());
        Self { state, records, index, arrived: OnceLock::new(), by_lot, by_opposition, mean }
    }

    pub(crate) fn record(&self, id: PlayerId) -> Option<&PlayerRecord<'s>> {
        self.index.get(&id).map(|index| &self.records[*index])
    }

    /// The place of a player in pairing order, from 0.
    pub(crate) fn place(&self, id: PlayerId) -> Option<usize> {
        self.index.get(&id).copied()
    }

    /// The place of the player with this number among those who have arrived, from 1: they play now, had an opponent before, or
    /// had the bye because there was none (C.04.2, 2.4). Who only asked for byes has not arrived.
    pub(crate) fn place_of_arrival(&self, number: u32) -> usize {
        let arrived = self.arrived.get_or_init(|| {
            let took_part = |player: &PlayerState| {
                let has_bye_now = self.state.preset_bye() == Some(player.id);
                has_bye_now
                    || player.history.iter().any(|past| match past.event {
                        PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing) => true,
                        PastEvent::Bye(ByeKind::Full | ByeKind::Half | ByeKind::Zero) | PastEvent::Absent => false,
                    })
            };
            let mut numbers: Vec<u32> = self.records.iter().map(|record| record.player.number).collect();
            numbers.extend(self.state.absent().iter().filter(|player| took_part(player)).map(|player| player.number));
            numbers.sort_unstable();
            numbers
        });
        1 + arrived.partition_point(|other| *other < number)
    }

    /// Whether a pairing gives one colour; in double rounds it gives both and nobody's balance changes.
    pub(crate) fn gives_one_colour(&self) -> bool {
        self.state.games_per_pairing() == GamesPerPairing::One
    }

    pub(crate) fn lowest_score(&self) -> Option<Score> {
        self.records.last().map(|record| record.score)
    }

    /// The boards of `pairing` with two different players who are to be paired, and the bye of a player who is.
    pub(crate) fn seat(&self, pairing: &Pairing) -> Seating<'_> {
        let boards = pairing.boards.iter().filter(|Board { white, black }| white != black);
        let boards: Vec<_> =
            boards.filter_map(|board| Some((self.record(board.white)?, self.record(board.black)?))).collect();
        let seats =
            boards.iter().flat_map(|(white, black)| [(*white, Colour::White), (*black, Colour::Black)]).collect();
        Seating { boards, seats, bye: pairing.bye.and_then(|id| self.record(id)) }
    }
}

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

/// The boards and the bye, or a part of them.
///
/// What a model forbids or counts is of one part: of a board without its colours, of the colour of a player at a board, or of the bye.
/// So a pairing breaks and counts what its parts do, together.
pub(crate) struct Seating<'f> {
    /// White and Black of each board.
    pub(crate) boards: Vec<(&'f PlayerRecord<'f>, &'f PlayerRecord<'f>)>,
    seats: Vec<(&'f PlayerRecord<'f>, Colour)>,
    /// The player with the bye.
    pub(crate) bye: Option<&'f PlayerRecord<'f>>,
}

impl<'f> Seating<'f> {
    /// No part.
    pub(crate) const fn nobody() -> Self {
        Self { boards: Vec::new(), seats: Vec::new(), bye: None }
    }

    /// A board of these two, whoever has White.
    pub(crate) fn of_board(one: &'f PlayerRecord<'f>, other: &'f PlayerRecord<'f>) -> Self {
        Self { boards: vec![(one, other)], ..Self::nobody() }
    }

    /// The colour of a player, whoever the opponent is.
    pub(crate) fn of_colour(record: &'f PlayerRecord<'f>, colour: Colour) -> Self {
        Self { seats: vec![(record, colour)], ..Self::nobody() }
    }

    /// The bye, whatever the boards are.
    pub(crate) fn of_bye(record: &'f PlayerRecord<'f>) -> Self {
        Self { bye: Some(record), ..Self::nobody() }
    }

    /// Every player at a board, with the colour received.
    pub(crate) fn seats(&self) -> impl Iterator<Item = (&'f PlayerRecord<'f>, Colour)> + '_ {
        self.seats.iter().copied()
    }
}
