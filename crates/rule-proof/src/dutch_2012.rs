//! FIDE's Dutch system as agreed in Istanbul in 2012 (Handbook C.04.3.1).
//!
//! Score brackets are paired from the top. A bracket is one graph: who is in it, and places (`Vertex::Spare`) for those who are
//! moved down. Three articles look further than a bracket, and so do their graphs: C.12 (another set is moved down, so that the next
//! bracket has more pairs), C.13 (another pairing of the penultimate bracket, so that the lowest one can be paired), and the joining
//! of the two lowest brackets.
//!
//! With wishes, the lowest bracket must be paired with the fewest breaches that the round allows, less those made before; otherwise
//! it fails as if it could not be paired.

mod bracket;
mod order;
mod requirements;

use crate::evidence::{Inquiry, Unproven};
use crate::until_2016::{Bracket, is_heterogeneous, lost, score_groups, with_colours};
use bracket::{Ahead, Outcome, Shape};
use swiss_trf::tournament::{
    ByeKind, Colour, Float, Outcome as GameOutcome, Pairing, PastEvent, PlayerState, Preference, RoundState, Score,
    Strength,
};

/// The greatest score, so that sums of squared differences (D.4) fit into 64 bits.
const MOST_SCORE: Score = Score::from_tenths(100_000);

/// A player as the articles see them.
struct Card<'a> {
    player: &'a PlayerState,
    preference: Option<Preference>,
    /// B.1.b: whether the player may have the bye.
    may_have_bye: bool,
    is_topscorer: bool,
    /// The floats of the last round and of the one before.
    floats: [Option<Float>; 2],
}

impl<'a> Card<'a> {
    fn new(state: &RoundState, player: &'a PlayerState) -> Self {
        let is_unearned = |event: &PastEvent| match event {
            PastEvent::Bye(kind) => *kind != ByeKind::Zero,
            PastEvent::Game { encounters, .. } => {
                encounters.iter().any(|(_, outcome)| *outcome == GameOutcome::ForfeitWin)
            }
            PastEvent::Absent => false,
        };
        Self {
            player,
            preference: player.preference(),
            may_have_bye: !player.history.iter().any(|past| is_unearned(&past.event)),
            is_topscorer: state.is_topscorer(player),
            floats: [player.float(1), player.float(2)],
        }
    }

    fn score(&self) -> i64 {
        i64::from(self.player.score.tenths())
    }

    /// The colour that the player prefers at least so strongly (A.7).
    fn prefers(&self, strength: Strength) -> Option<Colour> {
        self.preference.filter(|preference| preference.strength >= strength).map(|preference| preference.colour)
    }
}

/// Everybody who is to be paired, in the order of A.2.
struct Field<'a> {
    state: &'a RoundState,
    cards: Vec<Card<'a>>,
}

impl Field<'_> {
    /// Whether two prefer the same colour, both at least so strongly.
    fn both_prefer(&self, a: usize, b: usize, strength: Strength) -> bool {
        let [one, other] = [a, b].map(|index| self.cards[index].prefers(strength));
        one.is_some() && one == other
    }

    /// B.1.a, B.2: whether two may meet. B.2 may be ignored if one of the two is a topscorer.
    fn may_meet(&self, a: usize, b: usize) -> bool {
        let (one, other) = (&self.cards[a], &self.cards[b]);
        let is_of_topscorer = one.is_topscorer || other.is_topscorer;
        !one.player.has_met(other.player.id)
            && !self.state.is_forbidden(one.player.id, other.player.id)
            && (is_of_topscorer || !self.both_prefer(a, b, Strength::Absolute))
    }
}

/// The colour of those with odd numbers in round 1, as it was played.
fn lot_of_round_1(state: &RoundState) -> Option<Colour> {
    let everybody = state.players().iter().chain(state.absent());
    let mut there: Vec<_> = everybody.filter_map(|player| Some((player, &player.history.first()?.event))).collect();
    there.retain(|(_, event)| matches!(event, PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing)));
    there.sort_by_key(|(player, _)| player.number);
    there.iter().enumerate().find_map(|(place, (_, event))| {
        let PastEvent::Game { opponent, encounters, .. } = event else { return None };
        let is_higher = there[place..].iter().any(|(player, _)| player.id == *opponent);
        let (colour, _) = encounters.first().filter(|_| is_higher)?;
        Some(if place % 2 == 0 { *colour } else { colour.opposite() })
    })
}

/// Whether the round has one game a pairing, and no score beyond the greatest.
pub(crate) fn readable(state: &RoundState) -> Result<(), Unproven> {
    crate::one_game_a_pairing(state)?;
    if state.players().iter().any(|player| !player.score.is_within(MOST_SCORE)) {
        let what = format!("its second reading squares differences of scores, which are at most {MOST_SCORE} points");
        return Err(Unproven::Procedure(what));
    }
    Ok(())
}

/// The pairing of the round; `None` if nobody can be paired as the absolute criteria demand.
pub(crate) fn pair(state: &RoundState, evidence: &mut Inquiry<'_>) -> Result<Option<Pairing>, Unproven> {
    readable(state)?;
    let cards = state.players().iter().map(|player| Card::new(state, player)).collect();
    let field = Field { state, cards };
    let mut round = Round { field: &field, evidence, paired: Vec::new(), fewest: Vec::new() };
    let Some(lowest) = round.run()? else { return Ok(None) };
    let Round { paired, evidence, .. } = round;
    let pairs = paired.iter().flat_map(|paired| &paired.outcome.pairs).chain(&lowest.pairs).copied();
    // E.5: in the first round the lot gives a colour to those with odd numbers among those who have come, and the other one to those
    // with even numbers. For a later round it says nothing: then it is the other way round.
    let is_first_round = state.round() == 1;
    let of_round_1 = if is_first_round { None } else { lot_of_round_1(state) };
    let initial = of_round_1.or(state.initial_colour()).unwrap_or(Colour::White);
    let lot = |higher: usize| {
        let number = if is_first_round { higher } else { state.players()[higher].number as usize };
        if number % 2 == 0 { initial } else { initial.opposite() }
    };
    let (bye, preference) = (lowest.leavers.first().copied(), |index: usize| field.cards[index].preference);
    Ok(Some(with_colours(state, evidence, pairs, bye, preference, lot)))
}

/// A bracket that was paired.
struct Paired {
    bracket: Bracket,
    shape: Shape,
    outcome: Outcome,
    /// Who is moved down.
    leavers: Vec<usize>,
}

struct Round<'f, 'e, 'a> {
    field: &'f Field<'f>,
    evidence: &'e mut Inquiry<'a>,
    /// The brackets so far, from the top.
    paired: Vec<Paired>,
    /// The fewest breaches of wishes in any pairing of the round, rank by rank.
    fewest: Vec<i64>,
}

impl Round<'_, '_, '_> {
    /// Pair all brackets; what the lowest comes to.
    fn run(&mut self) -> Result<Option<Outcome>, Unproven> {
        let mut groups = score_groups(self.field.state);
        if self.evidence.has_wishes() {
            let everybody = Bracket { moved: Vec::new(), own: groups.concat(), is_joined: false };
            let has_bye = self.field.cards.len() % 2 == 1;
            let fewest = bracket::completed(self.field, self.evidence, &everybody, has_bye)?;
            let Some(fewest) = fewest else { return Ok(None) };
            self.fewest = fewest;
        }
        let Some(own) = groups.pop() else { return Ok(Some(Outcome::default())) };
        for own in groups {
            let (bracket, shape) = self.backtrack(own)?;
            let outcome = bracket::pair(self.field, self.evidence, &bracket, &shape, Ahead::Nothing)?;
            self.push(bracket, shape, outcome.ok_or_else(lost)?);
        }
        let mut lowest = Bracket { moved: Vec::new(), own, is_joined: false };
        loop {
            if let Some(outcome) = self.pair_lowest(&lowest)? {
                return Ok(Some(outcome));
            }
            // C.13: the two lowest brackets are joined, "with the latest added score bracket as S1".
            let Some(Paired { bracket, .. }) = self.paired.pop() else { return Ok(None) };
            lowest = Bracket { moved: bracket.own, own: lowest.players(), is_joined: true };
        }
    }

    /// Put a bracket that was paired on the others. C.1 moves on who has no opponent in it.
    fn push(&mut self, bracket: Bracket, shape: Shape, outcome: Outcome) {
        let mut leavers = [outcome.leavers.as_slice(), &shape.forced].concat();
        leavers.sort_unstable();
        self.paired.push(Paired { bracket, shape, outcome, leavers });
    }

    /// What is left of the fewest breaches after those of these brackets.
    fn left_of_fewest(&self, paired: &[Paired]) -> Vec<i64> {
        self.evidence.left_of(&self.fewest, paired.iter().flat_map(|paired| paired.outcome.pairs.iter().copied()))
    }

    fn moved_down(&self) -> Vec<usize> {
        self.paired.last().map(|paired| paired.leavers.clone()).unwrap_or_default()
    }

    /// The next bracket, with those moved down. C.12: if they do not allow P1 pairs in it, another set of as many with the same scores
    /// is moved down that does, if there is one.
    fn backtrack(&mut self, own: Vec<usize>) -> Result<(Bracket, Shape), Unproven> {
        let mut bracket = Bracket { moved: self.moved_down(), own, is_joined: false };
        let mut shape = Shape::new(self.field, self.evidence, &bracket)?;
        if !self.evidence.leaves_out("C.12")
            && let Some(before) = self.paired.pop()
        {
            match self.other_set(&before, &bracket, &shape)? {
                None => self.paired.push(before),
                Some(outcome) => {
                    self.push(before.bracket, before.shape, outcome);
                    bracket.moved = self.moved_down();
                    shape = Shape::new(self.field, self.evidence, &bracket)?;
                }
            }
        }
        Ok((bracket, shape))
    }

    /// C.12: the pairing of the bracket before by which another set is moved down to this one.
    fn other_set(&mut self, before: &Paired, bracket: &Bracket, shape: &Shape) -> Result<Option<Outcome>, Unproven> {
        if bracket.moved.is_empty() || before.outcome.pairs.is_empty() {
            return Ok(None);
        }
        let (moved, players) = (bracket.moved.len(), bracket.moved.len() + bracket.own.len());
        let stuck = bracket.moved.iter().filter(|index| shape.forced.contains(index)).count();
        let unpaired = shape.forced.len() + shape.unpaired;
        let unmatched = stuck + shape.unmatched;
        // C.1 sends one moved down who has no opponent to C.12 first, when P0 and M0 still count everybody. If there is no other set, all
        // without opponents move on, and C.12 is asked again for the P0 and M0 of the others.
        let everybody = (0, 0, is_heterogeneous(moved, players));
        let others = (shape.forced.len(), stuck, shape.is_heterogeneous);
        for (gone, moved_on, is_heterogeneous) in [everybody, others].into_iter().skip(usize::from(stuck == 0)) {
            let fewest = gone + (players - gone) % 2;
            let most = if is_heterogeneous { unmatched } else { players };
            for spares in (fewest..=unpaired).step_by(2) {
                // C.14 lowers M1 as far as the present players need it, and then P1; each time C.12 comes before it.
                let first = if is_heterogeneous && spares == fewest { moved_on } else { most };
                for most_unmatched in first..most + usize::from(spares < unpaired) {
                    let ahead = Ahead::Next { own: &bracket.own, spares, as_before: &before.outcome, most_unmatched };
                    let found = bracket::pair(self.field, self.evidence, &before.bracket, &before.shape, ahead)?;
                    if found.is_some() {
                        return Ok(found);
                    }
                }
            }
        }
        Ok(None)
    }

    /// The lowest bracket, besides those who are moved down to it one by one: as it is, by C.12, or by C.13 with another pairing of the
    /// penultimate one; `None` if they must be joined.
    fn pair_lowest(&mut self, lowest: &Bracket) -> Result<Option<Outcome>, Unproven> {
        let has_bye = self.field.cards.len() % 2 == 1;
        let below = lowest.players();
        let mut bracket = lowest.with(self.moved_down());
        if !lowest.is_joined && !bracket.moved.is_empty() && !self.evidence.leaves_out("C.12") {
            let is_full = bracket::has_full_s1(self.field, self.evidence, &bracket, has_bye)?;
            if let Some(before) = self.paired.pop_if(|_| !is_full) {
                let is_strict = Shape::lowest(&bracket).is_heterogeneous;
                let ahead = Ahead::Lowest { below: &below, has_bye, as_before: &before.outcome, is_strict };
                match bracket::pair(self.field, self.evidence, &before.bracket, &before.shape, ahead)? {
                    None => self.paired.push(before),
                    Some(outcome) => self.push(before.bracket, before.shape, outcome),
                }
                bracket = lowest.with(self.moved_down());
            }
        }
        let left = self.left_of_fewest(&self.paired);
        if bracket::completed(self.field, self.evidence, &bracket, has_bye)? != Some(left) {
            let Some((before, above)) = self.paired.split_last() else { return Ok(None) };
            let left = self.left_of_fewest(above);
            let ahead = Ahead::Penultimate { below: &below, has_bye, fewest: &left };
            let found = bracket::pair(self.field, self.evidence, &before.bracket, &before.shape, ahead)?;
            // "If in the penultimate score bracket P becomes zero", they are joined.
            let Some(outcome) = found.filter(|outcome| !outcome.pairs.is_empty()) else { return Ok(None) };
            let Some(before) = self.paired.pop() else { return Ok(None) };
            self.push(before.bracket, before.shape, outcome);
            bracket = Bracket { moved: self.moved_down(), own: below, is_joined: lowest.is_joined };
        }
        let ahead = Ahead::Bye { has_bye };
        bracket::pair(self.field, self.evidence, &bracket, &Shape::lowest(&bracket), ahead)
    }
}
