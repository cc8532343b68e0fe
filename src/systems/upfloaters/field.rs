use crate::graph::{Graph, Matching};
use crate::rules::{UpfloaterText, places_of_arrival};
use crate::systems::unpairable::Unpairable;
use crate::tournament::{ByeKind, Colour, Outcome, PastEvent, PastRound, PlayerId, PlayerState, RoundState, Score};
use std::cmp::Reverse;

/// The facts about a player that the articles use.
pub(super) struct Card {
    pub id: PlayerId,
    /// The tournament pairing number.
    pub number: u32,
    /// The place among those who have arrived, from 1.
    pub place: usize,
    pub score: Score,
    /// The colours of the matches, first to last. Those in which no game was played have none (1.6).
    pub colours: Vec<Colour>,
    /// The number of matches played.
    pub matches: usize,
    /// Whether the round before was a float that the criteria protect from another one.
    pub is_protected: bool,
    pub may_have_bye: bool,
}

/// The players to be paired, by rank: score, then number (1.2).
pub(super) struct Field<'s> {
    pub state: &'s RoundState,
    pub cards: Vec<Card>,
    /// Who may not meet: those who have met, and those whom the organiser keeps apart.
    pub apart: Graph,
    /// Who may.
    pub meetings: Graph,
}

impl<'s> Field<'s> {
    pub fn new(state: &'s RoundState, text: &UpfloaterText) -> Self {
        let protects =
            state.rounds_planned().is_none_or(|planned| state.round() + text.rounds_without_protection <= planned);
        let card = |(player, place): (&PlayerState, usize)| Card {
            id: player.id,
            number: player.number,
            place,
            score: player.score,
            colours: player.history.iter().filter_map(colour).collect(),
            matches: played(state, player).count(),
            is_protected: protects && is_floater(state, player),
            may_have_bye: may_have_bye(state, player),
        };
        let cards = state.players().iter().zip(places_of_arrival(state)).map(card).collect();
        let apart = apart(state);
        let meetings = Graph::of_classes(&vec![(); state.players().len()], |(), ()| true, &apart);
        Self { state, cards, apart, meetings }
    }

    /// Who has the bye (3.4): `None` in an even field.
    ///
    /// # Errors
    /// [`Unpairable`] if the absolute criteria leave no pairing.
    pub fn bye(&self, [met, no_bye, _]: [&'static str; 3]) -> Result<Option<usize>, Unpairable> {
        let everybody: Vec<usize> = (0..self.cards.len()).collect();
        let can_be_paired = |players: &[usize]| self.can_all_be_paired(players);
        if everybody.len().is_multiple_of(2) {
            return if can_be_paired(&everybody) { Ok(None) } else { Err(self.unpairable([met, no_bye])) };
        }
        let mut candidates: Vec<usize> =
            everybody.iter().copied().filter(|player| self.cards[*player].may_have_bye).collect();
        candidates.sort_by_key(|player| {
            let card = &self.cards[*player];
            (card.score, Reverse(card.matches), Reverse(card.number))
        });
        let leaves_a_pairing = |bye: &usize| {
            let others: Vec<usize> = everybody.iter().copied().filter(|player| player != bye).collect();
            can_be_paired(&others)
        };
        candidates.into_iter().find(leaves_a_pairing).map(Some).ok_or_else(|| self.unpairable([met, no_bye]))
    }

    /// Whether these can all be paired with each other.
    pub fn can_all_be_paired(&self, players: &[usize]) -> bool {
        2 * Matching::maximum_among(&self.meetings, players).pairs() == players.len()
    }

    fn unpairable(&self, [met, no_bye]: [&'static str; 2]) -> Unpairable {
        let is_odd = self.cards.len() % 2 == 1;
        if is_odd && !self.cards.iter().any(|card| card.may_have_bye) {
            return Unpairable::no_bye(no_bye);
        }
        let ids: Vec<PlayerId> = self.cards.iter().map(|card| card.id).collect();
        let allows = |[met, no_bye]: [bool; 2], one: usize, other: usize| match self.cards.get(other) {
            None => !no_bye || self.cards[one].may_have_bye,
            Some(_) => !met || !self.apart.has_edge(one, other),
        };
        Unpairable::by(&ids, [met, no_bye], allows)
            .unwrap_or_else(|| super::lost(crate::graph::MatchingFailure::Impossible))
    }
}

/// Whether C2 lets the player have the bye.
pub(super) fn may_have_bye(state: &RoundState, player: &PlayerState) -> bool {
    !player.history.iter().enumerate().any(|(round, past)| match &past.event {
        PastEvent::Bye(kind) => matches!(kind, ByeKind::Pairing | ByeKind::Full),
        PastEvent::Game { opponent, .. } => forfeits(state, *opponent, round) && !forfeits_all(past),
        PastEvent::Absent => false,
    })
}

/// The opponents of the matches that did not end by forfeit.
fn played<'s>(state: &'s RoundState, player: &'s PlayerState) -> impl Iterator<Item = PlayerId> + 's {
    player.history.iter().enumerate().filter_map(|(round, past)| match &past.event {
        PastEvent::Game { opponent, .. } => {
            (!forfeits_all(past) && !forfeits(state, *opponent, round)).then_some(*opponent)
        }
        PastEvent::Bye(_) | PastEvent::Absent => None,
    })
}

/// Whether the player of this round forfeited each game of it.
fn forfeits_all(past: &PastRound) -> bool {
    matches!(&past.event, PastEvent::Game { encounters, .. }
        if encounters.iter().all(|(_, outcome)| *outcome == Outcome::ForfeitLoss))
}

/// Whether the opponent with this number forfeited each game of the round with this index. The opponent's own history says it, since a
/// game that both lose by forfeit looks like another one in the player's.
fn forfeits(state: &RoundState, id: PlayerId, round: usize) -> bool {
    let away = || state.absent().iter().find(|other| other.id == id);
    state.player(id).or_else(away).and_then(|other| other.history.get(round)).is_some_and(forfeits_all)
}

/// 1.5: whether the latest round was a float.
fn is_floater(state: &RoundState, player: &PlayerState) -> bool {
    let Some((round, past)) = player.history.iter().enumerate().next_back() else { return false };
    match &past.event {
        PastEvent::Game { opponent, opponent_score, .. } => {
            *opponent_score != past.score && !forfeits_all(past) && !forfeits(state, *opponent, round)
        }
        PastEvent::Bye(_) | PastEvent::Absent => false,
    }
}

/// 1.6.
fn colour(past: &PastRound) -> Option<Colour> {
    past.event.met()?;
    let PastEvent::Game { encounters, .. } = &past.event else { return None };
    encounters.first().map(|(colour, _)| *colour)
}

fn apart(state: &RoundState) -> Graph {
    let met = state.players().iter().enumerate().flat_map(|(one, player)| {
        let met = played(state, player).filter_map(|other| state.rank(other));
        met.map(move |other| (one, other))
    });
    let banned = state.forbidden().filter_map(|(one, other)| Some((state.rank(one)?, state.rank(other)?)));
    Graph::new(state.players().len(), met.chain(banned))
}
