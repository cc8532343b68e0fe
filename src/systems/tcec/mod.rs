//! The TCEC Swiss (TCEC wiki, revision of 24 January 2023).
//!
//! `swiss-ilp rule` explains its rules and their readings, whose ids begin with `tcec.`.

mod seeding;
mod standings;

pub use seeding::{Seeding, advice, advised_groups, seeded};
pub use standings::standings;

use super::unpairable::impossible;
use super::{Engine, PairOrBye, SystemPairing, TraceLine, Unpairable};
use crate::graph::{FilledMatching, Graph, Matching};
use crate::tournament::{
    Board, ByeKind, Colour, GamesPerPairing, Pairing, PastEvent, PlayerId, PlayerState, RoundState,
};
use itertools::Itertools;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The system `tcec`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tcec;

impl Engine for Tcec {
    fn pair(&self, state: &RoundState) -> Result<SystemPairing, Unpairable> {
        let mut trace = Vec::new();
        let mut field: Vec<&PlayerState> = state.players().iter().collect();
        let bye = (field.len() % 2 == 1).then(|| bye_receiver(&field)).flatten();
        if let Some(bye) = bye {
            field.retain(|player| player.id != bye.id);
            let text = format!("{} has the bye, with {} before [tcec.bye]", bye.id, byes_before(bye));
            trace.push(TraceLine::of_bye(text, bye.id));
        }
        let mut history = History::replayed(state);
        let (graph, matching) = history.viable(state, &field)?;
        if history.forgotten > 0 {
            trace.push(format!("rounds 1 to {} are forgotten [tcec.removal]", history.forgotten).into());
        }
        let mates = (0..field.len()).filter_map(|player| matching.mate(player)).collect();
        let (mates, _) = FilledMatching::new(graph, mates, &[]).first(|| false);
        let mut boards = Vec::new();
        let mut rules: BTreeMap<PairOrBye, String> =
            bye.map(|player| (PairOrBye::Bye(player.id), "tcec.bye".to_owned())).into_iter().collect();
        for first in 0..field.len() {
            let second = mates[first];
            if second < first {
                continue;
            }
            let (white, black) = colours(state, field[first], field[second]);
            let (one, other) = (field[first].id, field[second].id);
            let text = format!("{one} takes {other} [tcec.pairing], {white} has White [tcec.colours]");
            let board = Board { white, black };
            trace.push(TraceLine { colours: Some(board), ..TraceLine::of_pairs(text, [(one, other)]) });
            rules.insert(PairOrBye::pair(white, black), "tcec.pairing".to_owned());
            boards.push(board);
        }
        // The worst pair plays first.
        boards.reverse();
        Ok(SystemPairing { pairing: Pairing { boards, bye: bye.map(|player| player.id) }, rules, trace })
    }

    /// Nobody is barred: the bye goes to one of those who had the fewest.
    fn may_have_bye(&self, _: &RoundState, _: &PlayerState) -> bool {
        true
    }
}

/// The number of pairing-allocated byes that the player received.
pub fn byes_before(player: &PlayerState) -> usize {
    player.history.iter().filter(|past| past.event == PastEvent::Bye(ByeKind::Pairing)).count()
}

/// Games played with White minus games played with Black.
pub fn white_game_difference(player: &PlayerState) -> i32 {
    player.colour_difference()
}

/// The last of the players, ordered by received byes (descending), then pairing order.
fn bye_receiver<'a>(field: &[&'a PlayerState]) -> Option<&'a PlayerState> {
    let ranked = field.iter().enumerate();
    ranked.max_by_key(|(rank, player)| (Reverse(byes_before(player)), *rank)).map(|(_, player)| *player)
}

/// White and Black of the first encounter.
fn colours(state: &RoundState, first: &PlayerState, second: &PlayerState) -> (PlayerId, PlayerId) {
    let black_first = match state.games_per_pairing() {
        GamesPerPairing::Two => true,
        GamesPerPairing::One => {
            let difference = white_game_difference(first).cmp(&white_game_difference(second));
            match difference.then(first.score.cmp(&second.score)) {
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Less => false,
                // 2112: the first of the pair has White in rounds 2, 3, 6, 7, 10, 11, ...
                std::cmp::Ordering::Equal => !matches!(state.round() % 4, 2 | 3),
            }
        }
    };
    if black_first { (second.id, first.id) } else { (first.id, second.id) }
}

/// The encounter history, and the number of its rounds that are forgotten.
struct History {
    /// The last round in which the two were paired, the lower id first.
    latest: BTreeMap<(PlayerId, PlayerId), u32>,
    forgotten: u32,
}

impl History {
    /// The history before the round to pair. As many rounds are forgotten as the past rounds needed.
    fn replayed(state: &RoundState) -> Self {
        let everybody: Vec<&PlayerState> = state.players().iter().chain(state.absent()).collect();
        let mut history = Self { latest: BTreeMap::new(), forgotten: 0 };
        for round in 1..state.round() {
            let took_part: Vec<ViabilityVertex> = everybody
                .iter()
                .filter(|player| opponent(player, round).is_some())
                .map(|p| ViabilityVertex::before(p, round))
                .collect();
            while !Matching::maximum(&history.graph(&took_part, std::iter::empty())).is_perfect()
                && history.forgotten < round - 1
            {
                history.forgotten += 1;
            }
            for player in &everybody {
                if let Some(other) = opponent(player, round).filter(|other| player.id < *other) {
                    history.latest.insert((player.id, other), round);
                }
            }
        }
        history
    }

    /// The pairs allowed in `round`, with a perfect matching. Forgets as many rounds as a perfect matching needs.
    fn viable(&mut self, state: &RoundState, field: &[&PlayerState]) -> Result<(Graph, Matching), Unpairable> {
        let vertices: Vec<ViabilityVertex> =
            field.iter().map(|player| ViabilityVertex::before(player, state.round())).collect();
        loop {
            let graph = self.graph(&vertices, state.forbidden());
            let matching = Matching::maximum(&graph);
            if matching.is_perfect() {
                return Ok((graph, matching));
            }
            if self.forgotten + 1 >= state.round()
                && let Some(why) = unpairable(state, &vertices)
            {
                return Err(why);
            }
            self.forgotten += 1;
        }
    }

    /// The pairs allowed among the players of `field`, but for those of `forbidden`.
    fn graph(&self, field: &[ViabilityVertex], forbidden: impl Iterator<Item = (PlayerId, PlayerId)>) -> Graph {
        let places: BTreeMap<PlayerId, usize> = field.iter().map(|vertex| vertex.id).zip(0..).collect();
        let met = self.latest.iter().filter(|(_, round)| **round > self.forgotten).map(|(pair, _)| *pair);
        let apart = met.chain(forbidden).filter_map(|(one, other)| Some((*places.get(&one)?, *places.get(&other)?)));
        let differences: Vec<i32> = field.iter().map(|vertex| vertex.difference).collect();
        Graph::of_classes(&differences, are_near, &Graph::new(field.len(), apart))
    }
}

/// Whether two players with these white-game differences may meet.
const fn are_near(one: i32, other: i32) -> bool {
    (one + other).abs() <= 2
}

/// The reason why not all can be paired even if every round is forgotten; `None` if they can.
fn unpairable(state: &RoundState, field: &[ViabilityVertex]) -> Option<Unpairable> {
    let ids: Vec<PlayerId> = field.iter().map(|vertex| vertex.id).collect();
    let allows = |[differences, bans]: [bool; 2], one: usize, other: usize| {
        let [one, other] = [field[one], field[other]];
        !(differences && !are_near(one.difference, other.difference) || bans && state.is_forbidden(one.id, other.id))
    };
    let limits = ["white-game differences", "the organiser's bans"];
    let of_pairs = impossible(&ids, limits, allows)?.rules();
    let limits = limits.iter().filter(|limit| of_pairs.contains(limit)).join(" and ");
    let why = impossible(&ids, ["tcec.viability"], |[both], one, other| allows([both; 2], one, other))?;
    let sentence = format!("even with no round remembered, by {limits} {why}");
    Some(Unpairable { rules: vec!["tcec.viability"], why: sentence, impossible: Some(why) })
}

/// A player's data for viability.
#[derive(Debug, Clone, Copy)]
struct ViabilityVertex {
    id: PlayerId,
    /// The white-game difference.
    difference: i32,
}

impl ViabilityVertex {
    fn before(player: &PlayerState, round: u32) -> Self {
        let past = player.history.iter().zip(1..round);
        let difference = past.flat_map(|(past, _)| match &past.event {
            PastEvent::Game { encounters, .. } => encounters.as_slice(),
            PastEvent::Bye(_) | PastEvent::Absent => &[],
        });
        let played = difference.filter(|(_, outcome)| outcome.was_played());
        Self { id: player.id, difference: played.map(|(colour, _)| Colour::sign(*colour)).sum() }
    }
}

/// The opponent with whom the player was paired in `round`.
fn opponent(player: &PlayerState, round: u32) -> Option<PlayerId> {
    let index = usize::try_from(round).ok()?.checked_sub(1)?;
    match &player.history.get(index)?.event {
        PastEvent::Game { opponent, .. } => Some(*opponent),
        PastEvent::Bye(_) | PastEvent::Absent => None,
    }
}
