use crate::graph::Graph;
use crate::rules::places_of_arrival;
use crate::systems::apart::apart;
use crate::systems::top_group::Field;
use crate::tournament::{
    ByeKind, Colour, Outcome, PastEvent, PastRound, PlayerId, PlayerState, Preference, RoundState, Strength,
};
use std::collections::BTreeMap;

/// What the articles look at in a player, besides the score and the number.
pub(super) struct Card {
    /// The place among those who have arrived, from 1.
    pub place: usize,
    pub preference: Preference,
    /// The average rating of the opponents; 0 before the first game.
    pub aro: i64,
    pub upfloats: Upfloats,
}

/// The upfloats that C8 to C10 look at: none in the last round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Upfloats {
    /// How many a maximum upfloater had; 0 for anybody else.
    pub of_maximum: u32,
    /// Whether there was one in the round before.
    pub is_latest: bool,
}

/// The field with what its players' games say.
pub(super) struct Ratings<'s> {
    pub field: Field<'s>,
    pub cards: Vec<Card>,
    /// Who has met, and whom the organiser keeps apart (C1).
    apart: Graph,
}

impl<'s> Ratings<'s> {
    pub fn new(state: &'s RoundState) -> Self {
        let players = state.players();
        let everybody = players.iter().chain(state.absent());
        let ratings: BTreeMap<PlayerId, i64> =
            everybody.map(|player| (player.id, player.rating.unwrap_or_default().into())).collect();
        let opponents = |player: &PlayerState| -> Vec<i64> {
            player.history.iter().filter_map(|past| ratings.get(&past.event.met()?)).copied().collect()
        };
        let card = |(player, place): (&PlayerState, usize)| Card {
            place,
            preference: preference(player),
            aro: rounded_mean(&opponents(player)),
            upfloats: upfloats(state, player),
        };
        let apart = apart(state);
        let absolute: Vec<Option<Colour>> = players.iter().map(absolute).collect();
        let field = Field {
            state,
            meetings: Graph::of_classes(&absolute, may_meet, &apart),
            may_have_bye: players.iter().map(|player| may_have_bye(state, player)).collect(),
            played: players.iter().map(|player| opponents(player).len()).collect(),
        };
        Self { field, cards: players.iter().zip(places_of_arrival(state)).map(card).collect(), apart }
    }

    /// Whether the two may meet, by C1 and C3 or by one of them.
    pub fn may_meet(&self, [c1, c3]: [bool; 2], one: usize, other: usize) -> bool {
        let wishes = [one, other].map(|player| absolute(self.field.player(player)));
        !(c1 && self.apart.has_edge(one, other) || c3 && !may_meet(wishes[0], wishes[1]))
    }
}

fn absolute(player: &PlayerState) -> Option<Colour> {
    Some(preference(player)).filter(|wish| wish.strength == Strength::Absolute).map(|wish| wish.colour)
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

/// Whether the player was paired with a higher score, also if the game was forfeited.
pub(super) fn is_upfloat(past: &PastRound) -> bool {
    matches!(&past.event, PastEvent::Game { opponent_score, .. } if *opponent_score > past.score)
}

/// 1.8.
fn upfloats(state: &RoundState, player: &PlayerState) -> Upfloats {
    if state.is_last_round() == Some(true) {
        return Upfloats::default();
    }
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
