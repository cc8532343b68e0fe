//! The TCEC Swiss Tournament System (TCEC wiki, 24 January 2023).
//!
//! One graph has everybody who is to be paired. How many rounds of the history are removed carries over from round to round, so every
//! earlier round is asked for, too: without the removed rounds it can be paired, and with the last of them it cannot.

use crate::evidence::{Decided, Inquiry, Unproven, Vertex};
use crate::graph::{opponent_of, pairs_of};
use std::cmp::Reverse;
use swiss_trf::tournament::{ByeKind, Colour, GamesPerPairing, Pairing, PastEvent, PlayerId, PlayerState, RoundState};

/// "White game difference of at most": |WGD(p1) + WGD(p2)| ≤ 2.
const MOST_WHITE_GAMES: i64 = 2;

/// A player as step 3 sees them before a round.
struct Card<'a> {
    /// Place among those in the round, then among those who are away from it.
    index: usize,
    player: &'a PlayerState,
    /// The games with White less those with Black. A game that was not played has no colour.
    white_game_difference: i64,
}

impl<'a> Card<'a> {
    fn before(index: usize, player: &'a PlayerState, round: usize) -> Self {
        let encounters = player.history.iter().take(round - 1).flat_map(|past| match &past.event {
            PastEvent::Game { encounters, .. } => encounters.as_slice(),
            PastEvent::Bye(_) | PastEvent::Absent => &[],
        });
        let played = encounters.filter(|(_, outcome)| outcome.was_played());
        let signs = played.map(|(colour, _)| if *colour == Colour::White { 1 } else { -1 });
        Self { index, player, white_game_difference: signs.sum() }
    }

    /// Whether two were paired, played or not, in a round after the removed ones and before this one.
    fn met(&self, other: &Self, removed: usize, round: usize) -> bool {
        self.player
            .history
            .iter()
            .take(round - 1)
            .skip(removed)
            .any(|past| opponent(&past.event) == Some(other.player.id))
    }
}

fn opponent(event: &PastEvent) -> Option<PlayerId> {
    match event {
        PastEvent::Game { opponent, .. } => Some(*opponent),
        PastEvent::Bye(_) | PastEvent::Absent => None,
    }
}

/// The pairing of the round; `None` if no viable pairing exists even without any history.
pub(crate) fn pair(state: &RoundState, evidence: &mut Inquiry<'_>) -> Result<Option<Pairing>, Unproven> {
    let round = state.round() as usize;
    let mut removed = 0;
    for past in 1..round {
        let everybody = state.players().iter().chain(state.absent()).enumerate();
        let took_part = everybody
            .filter(|(_, player)| player.history.get(past - 1).is_some_and(|past| opponent(&past.event).is_some()));
        let cards: Vec<Card<'_>> = took_part.map(|(index, player)| Card::before(index, player, past)).collect();
        // Bans are of the round to pair. If nothing helps, as where somebody has left since, all rounds before are removed.
        removed = removed_until_viable(&Meetings { cards: &cards, round: past, bans: None }, removed, evidence)?
            .unwrap_or(past - 1);
    }
    let bye = bye(state);
    let paired = state.players().iter().enumerate().filter(|(_, player)| Some(player.id) != bye);
    let cards: Vec<Card<'_>> = paired.map(|(index, player)| Card::before(index, player, round)).collect();
    let meetings = Meetings { cards: &cards, round, bans: Some(state) };
    let Some(removed) = removed_until_viable(&meetings, removed, evidence)? else { return Ok(None) };
    let place = Decided { article: "step 2", count: "places of the bye above the bottom", value: 0 };
    let history = Decided { article: "step 3", count: "rounds of the history removed", value: removed as i64 };
    evidence.note("the bye and the history", vec![place, history]);
    let name = format!("round {round} as it is paired");
    let Some(mut face) = evidence.open(name, meetings.vertices(), meetings.viable(removed))? else { return Ok(None) };
    face.keep_wishes()?;
    // Step 4: from the top, each takes the highest with whom the rest stays viable.
    for first in 0..cards.len() {
        face.least("step 4", "opponents", opponent_of(first))?;
    }
    let partners = face.close();
    let pairs = partners.iter().enumerate().filter(|(first, second)| first < second);
    // The games are played from the bottom.
    let pairs: Vec<_> = pairs.map(|(first, second)| [&cards[first], &cards[*second]]).rev().collect();
    let asked = |count: usize, [first, second]: [&Card<'_>; 2]| asked(state, count, first, second);
    let boards = evidence.boards(&COLOURS, &pairs, asked, |pair| pair.map(|card| card.player.id));
    Ok(Some(Pairing { boards, bye }))
}

/// Who may meet whom in a round.
struct Meetings<'a> {
    cards: &'a [Card<'a>],
    round: usize,
    /// The state that has the organiser's bans, if they hold.
    bans: Option<&'a RoundState>,
}

impl Meetings<'_> {
    fn vertices(&self) -> Vec<Vertex> {
        self.cards.iter().map(|card| Vertex::Player(card.index)).collect()
    }

    /// The pairs that step 3 allows, and the organiser, without so many rounds of the history.
    fn viable(&self, removed: usize) -> Vec<(usize, usize)> {
        let is_viable = |(a, b): &(usize, usize)| {
            let (one, other) = (&self.cards[*a], &self.cards[*b]);
            let is_banned = self.bans.is_some_and(|state| state.is_forbidden(one.player.id, other.player.id));
            (one.white_game_difference + other.white_game_difference).abs() <= MOST_WHITE_GAMES
                && !one.met(other, removed, self.round)
                && !is_banned
        };
        pairs_of(self.cards.len()).filter(is_viable).collect()
    }
}

/// Step 3: how many of the earliest rounds are removed, at least so many as before; `None` if nothing helps.
fn removed_until_viable(
    meetings: &Meetings<'_>,
    before: usize,
    evidence: &mut Inquiry<'_>,
) -> Result<Option<usize>, Unproven> {
    for removed in before..meetings.round {
        let name = format!("round {} without {removed} rounds of the history", meetings.round);
        if evidence.is_possible(name, meetings.vertices(), meetings.viable(removed))? {
            return Ok(Some(removed));
        }
    }
    Ok(None)
}

/// Step 2: in an odd field the bottom player by received byes, most first, then pairing order.
fn bye(state: &RoundState) -> Option<PlayerId> {
    let byes = |player: &PlayerState| {
        let received = |event: &PastEvent| matches!(event, PastEvent::Bye(ByeKind::Pairing));
        player.history.iter().filter(|past| received(&past.event)).count()
    };
    let ordered = state.players().iter().enumerate();
    let bottom = ordered.min_by_key(|(place, player)| (byes(player), Reverse(*place)));
    bottom.filter(|_| state.players().len() % 2 == 1).map(|(_, player)| player.id)
}

/// What step 5 goes by, one after another, each with what is counted against it.
const COLOURS: [(&str, &str); 4] = [
    ("step 5", "first-of-pair that begin with White"),
    ("step 5", "boards where the greater white game difference has White"),
    ("step 5", "boards where the higher score has White"),
    ("step 5", "boards against 2112"),
];

/// The colour that this asks for the first of a pair, if it asks for any.
fn asked(state: &RoundState, count: usize, first: &Card<'_>, second: &Card<'_>) -> Option<Colour> {
    let of_lesser = |order: std::cmp::Ordering| match order {
        std::cmp::Ordering::Less => Some(Colour::White),
        std::cmp::Ordering::Greater => Some(Colour::Black),
        std::cmp::Ordering::Equal => None,
    };
    match count {
        0 => (state.games_per_pairing() == GamesPerPairing::Two).then_some(Colour::Black),
        1 => of_lesser(first.white_game_difference.cmp(&second.white_game_difference)),
        2 => of_lesser(first.player.score.cmp(&second.player.score)),
        _ => Some(if matches!(state.round() % 4, 2 | 3) { Colour::White } else { Colour::Black }),
    }
}
