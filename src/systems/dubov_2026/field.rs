use super::lost;
use crate::graph::{Graph, Matching, MatchingFailure};
use crate::rules::places_of_arrival;
use crate::systems::apart::apart;
use crate::systems::unpairable::Unpairable;
use crate::tournament::{
    ByeKind, Colour, Outcome, PastEvent, PastRound, PlayerId, PlayerState, Preference, RoundState, Score, Strength,
};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The facts about a player that the articles use.
pub(super) struct Card {
    pub id: PlayerId,
    /// The tournament pairing number.
    pub number: u32,
    /// The place among those who have arrived, from 1.
    pub place: usize,
    pub score: Score,
    pub preference: Preference,
    /// The average rating of the opponents; 0 before the first game.
    pub aro: i64,
    /// The number of games played.
    pub games: usize,
    pub upfloats: Upfloats,
    pub may_have_bye: bool,
}

/// The upfloats that C8 to C10 look at: none in the last round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Upfloats {
    /// How many a maximum upfloater had; 0 for anybody else.
    pub of_maximum: u32,
    /// Whether there was one in the round before.
    pub is_latest: bool,
}

/// The players to be paired, by rank: score, then number.
pub(super) struct Field<'s> {
    pub state: &'s RoundState,
    pub cards: Vec<Card>,
    /// Who may not meet, by C1, the organiser's bans, and C3.
    pub apart: Graph,
    met: Graph,
    meetings: Graph,
}

impl<'s> Field<'s> {
    pub fn new(state: &'s RoundState) -> Self {
        let everybody = state.players().iter().chain(state.absent());
        let ratings: BTreeMap<PlayerId, i64> =
            everybody.map(|player| (player.id, player.rating.unwrap_or_default().into())).collect();
        let card = |(player, place): (&PlayerState, usize)| {
            let opponents: Vec<i64> =
                player.history.iter().filter_map(|past| ratings.get(&past.event.met()?)).copied().collect();
            Card {
                id: player.id,
                number: player.number,
                place,
                score: player.score,
                preference: preference(player),
                aro: rounded_mean(&opponents),
                games: opponents.len(),
                upfloats: upfloats(state, player),
                may_have_bye: may_have_bye(state, player),
            }
        };
        let cards: Vec<Card> = state.players().iter().zip(places_of_arrival(state)).map(card).collect();
        let met = apart(state);
        let meetings = Graph::of_classes(&cards.iter().map(absolute).collect::<Vec<_>>(), may_meet, &met);
        let everybody = vec![(); cards.len()];
        Self { state, apart: Graph::of_classes(&everybody, |(), ()| true, &meetings), cards, met, meetings }
    }

    /// Who has the bye (3.1): `None` in an even field.
    ///
    /// # Errors
    /// [`Unpairable`] if the absolute criteria leave no pairing.
    pub fn bye(&self) -> Result<Option<usize>, Unpairable> {
        let everybody: Vec<usize> = (0..self.cards.len()).collect();
        if everybody.len().is_multiple_of(2) {
            return if self.can_all_be_paired(&everybody) { Ok(None) } else { Err(self.unpairable()) };
        }
        let mut candidates: Vec<usize> =
            everybody.iter().copied().filter(|player| self.cards[*player].may_have_bye).collect();
        candidates.sort_by_key(|player| {
            let card = &self.cards[*player];
            (card.score, Reverse(card.games), Reverse(card.number))
        });
        let leaves_a_pairing = |bye: &usize| {
            let others: Vec<usize> = everybody.iter().copied().filter(|player| player != bye).collect();
            self.can_all_be_paired(&others)
        };
        candidates.into_iter().find(leaves_a_pairing).map(Some).ok_or_else(|| self.unpairable())
    }

    /// Whether these can all be paired with each other.
    pub fn can_all_be_paired(&self, players: &[usize]) -> bool {
        2 * Matching::maximum_among(&self.meetings, players).pairs() == players.len()
    }

    fn unpairable(&self) -> Unpairable {
        let rules = ["dubov-2026.C1", "dubov-2026.C2", "dubov-2026.C3"];
        if self.cards.len() % 2 == 1 && !self.cards.iter().any(|card| card.may_have_bye) {
            return Unpairable::no_bye(rules[1]);
        }
        let ids: Vec<PlayerId> = self.cards.iter().map(|card| card.id).collect();
        let allows = |[c1, c2, c3]: [bool; 3], one: usize, other: usize| match self.cards.get(other) {
            None => !c2 || self.cards[one].may_have_bye,
            Some(card) => {
                !(c1 && self.met.has_edge(one, other) || c3 && !may_meet(absolute(&self.cards[one]), absolute(card)))
            }
        };
        Unpairable::by(&ids, rules, allows).unwrap_or_else(|| lost(MatchingFailure::Impossible))
    }
}

fn absolute(card: &Card) -> Option<Colour> {
    Some(card.preference).filter(|preference| preference.strength == Strength::Absolute).map(|wish| wish.colour)
}

/// C3.
fn may_meet(one: Option<Colour>, other: Option<Colour>) -> bool {
    one.is_none() || one != other
}

/// 1.6.
fn preference(player: &PlayerState) -> Preference {
    player.preference().unwrap_or(Preference { colour: Colour::Black, strength: Strength::Mild })
}

/// 1.7.
fn rounded_mean(ratings: &[i64]) -> i64 {
    let count = i64::try_from(ratings.len()).unwrap_or(i64::MAX);
    if count == 0 { 0 } else { (2 * ratings.iter().sum::<i64>() + count) / (2 * count) }
}

/// 1.8.
fn upfloats(state: &RoundState, player: &PlayerState) -> Upfloats {
    if state.is_last_round() == Some(true) {
        return Upfloats::default();
    }
    let is_upfloat = |past: &PastRound| match &past.event {
        PastEvent::Game { opponent_score, .. } => past.event.met().is_some() && *opponent_score > past.score,
        PastEvent::Bye(_) | PastEvent::Absent => false,
    };
    let most = 2 + state.rounds_planned().unwrap_or(state.round()) / 5;
    let count = player.history.iter().filter(|past| is_upfloat(past)).count().try_into().unwrap_or(u32::MAX);
    Upfloats {
        of_maximum: if count >= most { count } else { 0 },
        is_latest: player.history.last().is_some_and(is_upfloat),
    }
}

/// C2 and 3.1.1.
pub(super) fn may_have_bye(state: &RoundState, player: &PlayerState) -> bool {
    !state.scored_a_win_without_playing(player)
        && !player.history.iter().any(|past| match &past.event {
            PastEvent::Bye(kind) => *kind == ByeKind::Pairing,
            PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
            PastEvent::Absent => false,
        })
}
