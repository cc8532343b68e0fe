use crate::graph::Graph;
use crate::rules::{UpfloaterText, places_of_arrival};
use crate::systems::apart::with_bans;
use crate::systems::top_group::Field;
use crate::tournament::{
    ByeKind, Colour, Float, Outcome, PastEvent, PastRound, PlayerId, PlayerState, Preference, RoundState, Score,
    Strength, TeamPreferences,
};
use std::cmp::Ordering;

/// What the articles look at in a player, besides the score and the number.
pub(super) struct Card {
    /// The place among those who have arrived, from 1.
    pub place: usize,
    /// The colours of the matches, first to last. Those in which no game was played have none (1.6).
    pub colours: Vec<Colour>,
    /// The colour preference (team 1.7); a simple one is mild.
    pub preference: Option<Preference>,
    /// The score and the secondary score, which rank the two of a pair.
    pub scores: [Score; 2],
    /// Whether the round before was a float that the criteria protect from another one.
    pub is_protected: bool,
}

/// The field with the matches that its players had.
pub(super) struct Matches<'s> {
    pub field: Field<'s>,
    pub cards: Vec<Card>,
}

impl<'s> Matches<'s> {
    pub fn new(state: &'s RoundState, text: &UpfloaterText) -> Self {
        let protects =
            state.rounds_planned().is_none_or(|planned| state.round() + text.rounds_without_protection <= planned);
        let kind = state.team_type().unwrap_or_default();
        let preferences = if text.has_preferences { kind.preferences } else { TeamPreferences::Unused };
        let ranks_by_secondary = text.has_preferences && kind.uses_secondary;
        let card = |(player, place): (&PlayerState, usize)| {
            let colours: Vec<Colour> = player.history.iter().filter_map(colour).collect();
            Card {
                place,
                preference: preference(&colours, preferences, state.is_last_round() == Some(true)),
                colours,
                scores: [player.score, if ranks_by_secondary { player.secondary } else { Score::ZERO }],
                is_protected: protects && float(state, player, 1).is_some(),
            }
        };
        let players = state.players();
        let met = players.iter().enumerate().flat_map(|(one, player)| {
            let met = played(state, player).filter_map(|other| state.rank(other));
            met.map(move |other| (one, other))
        });
        let apart = with_bans(state, Graph::new(players.len(), met));
        let field = Field {
            state,
            meetings: Graph::of_classes(&vec![(); players.len()], |(), ()| true, &apart),
            may_have_bye: players.iter().map(|player| may_have_bye(state, player)).collect(),
            played: players.iter().map(|player| played(state, player).count()).collect(),
        };
        Self { field, cards: players.iter().zip(places_of_arrival(state)).map(card).collect() }
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

/// 1.5: the float of so many rounds ago.
pub(super) fn float(state: &RoundState, player: &PlayerState, rounds_ago: usize) -> Option<Float> {
    let round = player.history.len().checked_sub(rounds_ago)?;
    let past = player.history.get(round)?;
    match &past.event {
        PastEvent::Game { opponent, opponent_score, .. }
            if !forfeits_all(past) && !forfeits(state, *opponent, round) =>
        {
            match opponent_score.cmp(&past.score) {
                Ordering::Greater => Some(Float::Up),
                Ordering::Less => Some(Float::Down),
                Ordering::Equal => None,
            }
        }
        _ => None,
    }
}

/// 1.6.
fn colour(past: &PastRound) -> Option<Colour> {
    past.event.met()?;
    let PastEvent::Game { encounters, .. } = &past.event else { return None };
    encounters.first().map(|(colour, _)| *colour)
}

/// Team 1.7: the preference of a team with these colours.
fn preference(colours: &[Colour], preferences: TeamPreferences, is_last_round: bool) -> Option<Preference> {
    let difference: i32 = colours.iter().map(|colour| colour.sign()).sum();
    let balancing = if difference > 0 { Colour::Black } else { Colour::White };
    let twice = match colours {
        [.., before, last] if before == last && last.sign() * difference >= 0 => Some(last.opposite()),
        _ => None,
    };
    let firm = if difference.abs() > 1 { Some(balancing) } else { twice };
    let of = |strength| move |colour| Preference { colour, strength };
    match preferences {
        TeamPreferences::Unused => None,
        TeamPreferences::TypeA => firm.map(of(Strength::Mild)),
        TeamPreferences::TypeB => {
            let mild = match difference {
                0 if is_last_round => None,
                0 => colours.last().map(|last| last.opposite()),
                _ => Some(balancing),
            };
            firm.map(of(Strength::Strong)).or(mild.map(of(Strength::Mild)))
        }
    }
}
