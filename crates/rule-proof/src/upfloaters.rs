//! Articles 3.2 to 3.6 of FIDE's Double-Swiss System (C.04.5, 1 February 2026): a scoregroup takes upfloaters from below. The Team
//! Pairing System (C.04.6) has them in the same words.
//!
//! One graph has everybody, and assigns the pairing-allocated bye. Then each top-scoregroup has two graphs. The first has everybody who
//! is not paired yet, in the order of article 1.2, and chooses the upfloaters:
//!
//! ```text
//! top-scoregroup | everybody below
//! 0 ..             residents ..
//! ```
//!
//! A resident who meets somebody below makes an upfloater. So each perfect matching is a set of upfloaters together with a way to
//! complete the round (C3). The second graph has the bracket, by TPN, and chooses its pairing.
//!
//! C5 speaks of "the pairs involving upfloaters". Two upfloaters never meet: without them the bracket would be paired by fewer, and the
//! two could meet below it, which C4 prefers. So each upfloater meets a resident, and the score alone decides the difference.

use crate::evidence::{Inquiry, LeftMatchings, Unproven, Vertex};
use crate::graph::{opponent_of, pairs_of};
use std::collections::{BTreeMap, BTreeSet};
use swiss_trf::tournament::{ByeKind, Colour, Outcome, PastEvent, PlayerId, PlayerState, RoundState, Score};

/// A player before the round.
pub(crate) struct Card<'a> {
    pub player: &'a PlayerState,
    /// Article 1.6: the colour in the first game of each match, the latest first. Matches without a game over the board leave no gap
    /// (general handling rules, 3.4).
    pub colours: Vec<Colour>,
    /// C1. Who did not play their match may be paired again (preface; general handling rules, 3.5).
    met: BTreeSet<PlayerId>,
    /// Article 1.5, of the previous round. A floater "plays against an opponent": a match that ended by forfeit makes none, nor does a
    /// bye of any kind or an absence.
    was_floater: bool,
    /// C2 names the pairing-allocated bye, a match won by forfeit, and the full-point bye. A game won by forfeit in a match that was
    /// played is none of them, nor is another bye, whatever it is worth.
    may_have_bye: bool,
    /// Article 3.4.3: the rounds without a match that was played.
    unplayed: i64,
}

impl<'a> Card<'a> {
    fn new(player: &'a PlayerState, everybody: &BTreeMap<PlayerId, &PlayerState>) -> Self {
        let (colours, met) = (Vec::new(), BTreeSet::new());
        let mut card = Self { player, colours, met, was_floater: false, may_have_bye: true, unplayed: 0 };
        for (round, past) in player.history.iter().enumerate() {
            card.was_floater = false;
            match &past.event {
                PastEvent::Game { opponent, opponent_score, encounters } => {
                    let other = everybody.get(opponent).and_then(|other| other.history.get(round));
                    let is_lost = forfeited(encounters);
                    if !is_lost && !other.is_some_and(|other| forfeited(games(&other.event))) {
                        card.met.insert(*opponent);
                        card.was_floater = past.score != *opponent_score;
                        // Two who forfeit a game each have played the match, and have had no colour in it.
                        let is_over_the_board = encounters.iter().any(|(_, outcome)| outcome.was_played());
                        card.colours
                            .extend(encounters.first().filter(|_| is_over_the_board).map(|(colour, _)| *colour));
                        continue;
                    }
                    card.may_have_bye &= is_lost;
                }
                PastEvent::Bye(kind) => card.may_have_bye &= !matches!(kind, ByeKind::Pairing | ByeKind::Full),
                PastEvent::Absent => {}
            }
            card.unplayed += 1;
        }
        card.colours.reverse();
        card
    }
}

fn games(event: &PastEvent) -> &[(Colour, Outcome)] {
    match event {
        PastEvent::Game { encounters, .. } => encounters,
        PastEvent::Bye(_) | PastEvent::Absent => &[],
    }
}

/// "A match ends by forfeit only if at least one player forfeits both games" (preface): whether this one did. A match of one game is
/// read in the same way.
fn forfeited(encounters: &[(Colour, Outcome)]) -> bool {
    encounters.iter().all(|(_, outcome)| *outcome == Outcome::ForfeitLoss)
}

/// Everybody who is to be paired, in the order of article 1.2.
pub(crate) struct Field<'a> {
    state: &'a RoundState,
    pub cards: Vec<Card<'a>>,
    /// Whether the criteria on floaters of the previous round hold.
    protects_floaters: bool,
}

/// Pairs, the higher ranked first, and who has the bye.
pub(crate) type Paired = (Vec<(usize, usize)>, Option<usize>);

impl<'a> Field<'a> {
    /// So many of the last rounds protect no floaters. If the number of rounds is not known, the round is none of the last.
    pub fn new(state: &'a RoundState, last_rounds: u32) -> Self {
        let everybody = state.players().iter().chain(state.absent()).map(|player| (player.id, player)).collect();
        let cards = state.players().iter().map(|player| Card::new(player, &everybody)).collect();
        let is_last = |planned: u32| state.round().saturating_add(last_rounds) > planned;
        Self { state, cards, protects_floaters: !state.rounds_planned().is_some_and(is_last) }
    }

    fn score(&self, index: usize) -> Score {
        self.cards[index].player.score
    }

    /// C1, and the organiser's bans.
    fn may_meet(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.cards[one], self.cards[other].player.id);
        !one.met.contains(&other) && !self.state.is_forbidden(one.player.id, other)
    }

    /// Who of these may meet whom.
    fn edges(&self, players: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        pairs_of(players.len()).filter(|(a, b)| self.may_meet(players[*a], players[*b]))
    }

    /// Article 3.3.2; `None` if the round cannot be completed (3.3.3). `choose` decides by the criteria of 3.6.4.
    pub fn paired(
        &self,
        evidence: &mut Inquiry<'_>,
        choose: impl Fn(&Bracket<'_, '_>, &mut LeftMatchings<'_, '_>) -> Result<(), Unproven>,
    ) -> Result<Option<Paired>, Unproven> {
        let mut unpaired: Vec<usize> = (0..self.cards.len()).collect();
        let (mut pairs, mut bye) = (Vec::new(), None);
        if unpaired.len() % 2 == 1 {
            bye = self.bye(evidence)?;
            let Some(bye) = bye else { return Ok(None) };
            unpaired.retain(|index| *index != bye);
        }
        // Scoregroups are those of all whom the round pairs: one may have become empty by the upfloaters of brackets before (C6).
        let scores: BTreeSet<Score> = unpaired.iter().map(|index| self.score(*index)).collect();
        while let Some(first) = unpaired.first() {
            let top = self.score(*first);
            let following = scores.range(..top).next_back().copied();
            let Some(upfloaters) = self.upfloaters(evidence, &unpaired, following)? else { return Ok(None) };
            let residents = unpaired.iter().copied().filter(|index| self.score(*index) == top);
            let mut members: Vec<usize> = residents.chain(upfloaters).collect();
            members.sort_unstable_by_key(|index| self.cards[*index].player.number);
            let bracket = Bracket { field: self, members, score: top };
            let Some(of_bracket) = bracket.paired(evidence, &choose)? else { return Ok(None) };
            pairs.extend(of_bracket);
            unpaired.retain(|index| !bracket.members.contains(index));
        }
        Ok(Some((pairs, bye)))
    }

    /// Article 3.4: who has the bye; `None` if nobody leaves a legal pairing.
    fn bye(&self, evidence: &mut Inquiry<'_>) -> Result<Option<usize>, Unproven> {
        let may_have_it: Vec<bool> = self.cards.iter().map(|card| card.may_have_bye).collect();
        let everybody: Vec<usize> = (0..self.cards.len()).collect();
        let number = |index: usize| self.cards[index].player.number;
        let score = |index: usize| i64::from(self.cards[index].player.score.tenths());
        // Only a match that was played counts: one that ended by forfeit does not (preface).
        let unplayed = |index: usize| self.cards[index].unplayed;
        let above = |index: usize| everybody.iter().filter(|other| number(**other) > number(index)).count() as i64;
        evidence.assignee_of_the_bye(
            &may_have_it,
            self.edges(&everybody),
            [
                ("3.4.2", "score of the assignee of the bye, in tenths", &score),
                ("3.4.3", "rounds without a match of the assignee of the bye", &unplayed),
                ("3.4.4", "players with a larger TPN than the assignee of the bye", &above),
            ],
        )
    }

    /// Article 3.5: the first set of upfloaters; `None` if these cannot be paired.
    fn upfloaters(
        &self,
        evidence: &mut Inquiry<'_>,
        unpaired: &[usize],
        following: Option<Score>,
    ) -> Result<Option<Vec<usize>>, Unproven> {
        let score = |place: usize| self.score(unpaired[place]);
        let residents = (0..unpaired.len()).take_while(|place| score(*place) == score(0)).count();
        let name = format!("the upfloaters to {} points", score(0));
        let Some(mut face) = evidence.open(name, vertices(unpaired).collect(), self.edges(unpaired))? else {
            return Ok(None);
        };
        // In the bracket and below it, as few as what was decided before leaves of the fewest.
        face.keep_wishes()?;
        let floats = |a: usize, b: usize| a < residents && residents <= b;
        let mut chosen = Vec::new();
        let mut number = BTreeMap::new();
        if face.least("C4", "upfloaters", |a, b| i64::from(floats(a, b)))? > 0 {
            // The number is decided; so the fewest of each score from the lowest are the least differences in descending order.
            let lower: BTreeSet<Score> = (residents..unpaired.len()).map(score).collect();
            for lower in lower {
                let least = face.least("C5", "upfloaters of the lowest scores, score by score", |a, b| {
                    i64::from(floats(a, b) && score(b) == lower)
                })?;
                number.insert(lower, least);
            }
            // C6 asks for the fewest upfloaters (C4) of the bracket that has the rest of the following scoregroup as residents, in any
            // completion (C1, C3); neither their scores nor their floats. Who "became" an upfloater did so in a bracket before: if all of
            // them did, no scoregroup further down takes the place of the empty one.
            face.least("C6", "upfloaters to the following scoregroup", |a, b| {
                i64::from(Some(score(a)) == following && score(b) < score(a))
            })?;
            if self.protects_floaters {
                face.least("C7", "upfloaters who were floaters in the previous round", |a, b| {
                    i64::from(floats(a, b) && self.cards[unpaired[b]].was_floater)
                })?;
            }
        }
        // Articles 3.5.3 and 3.5.4: all sets left have as many of each score; so the first one has each player, from the top, whom it can.
        for (place, player) in unpaired.iter().enumerate().skip(residents) {
            let Some(left) = number.get_mut(&score(place)).filter(|left| **left > 0) else { continue };
            let is_chosen = |a: usize, b: usize| floats(a, b) && b == place;
            if face.least("3.5.5", "the first of the upfloaters", |a, b| -i64::from(is_chosen(a, b)))? < 0 {
                chosen.push(*player);
                *left -= 1;
            }
        }
        face.close();
        Ok(Some(chosen))
    }
}

fn vertices(players: &[usize]) -> impl Iterator<Item = Vertex> {
    players.iter().map(|index| Vertex::Player(*index))
}

/// A bracket (1.3.2), in which places count the members by TPN.
pub(crate) struct Bracket<'f, 'a> {
    field: &'f Field<'a>,
    pub members: Vec<usize>,
    /// That of the residents.
    score: Score,
}

impl Bracket<'_, '_> {
    /// The criterion on the residents who meet upfloaters.
    pub fn protect_opponents(&self, face: &mut LeftMatchings<'_, '_>, article: &'static str) -> Result<(), Unproven> {
        let is_resident = |place: usize| self.field.score(self.members[place]) == self.score;
        let was_floater = |place: usize| self.field.cards[self.members[place]].was_floater;
        if self.field.protects_floaters {
            face.least(article, "upfloaters' opponents who were floaters in the previous round", |a, b| {
                let opponent = if is_resident(a) { a } else { b };
                i64::from(is_resident(a) != is_resident(b) && was_floater(opponent))
            })?;
        }
        Ok(())
    }

    /// Article 3.6: the pairs of the first pairing, the higher ranked first.
    fn paired(
        &self,
        evidence: &mut Inquiry<'_>,
        choose: impl Fn(&Self, &mut LeftMatchings<'_, '_>) -> Result<(), Unproven>,
    ) -> Result<Option<Vec<(usize, usize)>>, Unproven> {
        let (name, edges) = (format!("the bracket of {} points", self.score), self.field.edges(&self.members));
        let Some(mut face) = evidence.open(name, vertices(&self.members).collect(), edges)? else { return Ok(None) };
        face.keep_wishes()?;
        choose(self, &mut face)?;
        // Article 3.6.2: first the top members, as many as pairs, then the bottom member of each.
        let mut tops = Vec::new();
        for place in 0..self.members.len() {
            let is_open = tops.len() < self.members.len() / 2;
            if is_open && face.least("3.6.4", "the first of the top members", |a, _| -i64::from(a == place))? < 0 {
                tops.push(place);
            }
        }
        for place in tops {
            face.least("3.6.4", "the place of the bottom member", opponent_of(place))?;
        }
        let partners = face.close();
        let pairs = partners.iter().enumerate().filter(|(a, b)| a < b);
        let pair = |(a, b): (usize, &usize)| (self.members[a], self.members[*b]);
        Ok(Some(pairs.map(pair).map(|(one, other)| (one.min(other), one.max(other))).collect()))
    }
}
