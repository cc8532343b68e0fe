//! FIDE's Swiss system based on rating, approved in 1992, 1997 and 1998 (Handbook C.04.1).
//!
//! Score brackets are paired from the top. A bracket is one graph: who is in it, and places ([`Vertex::Spare`]) for those who are
//! moved down. Three articles look further than a bracket, and so do their graphs: C.12 (another player is moved down, so that all
//! those moved down can be paired), C.13 (another pairing of the penultimate bracket, so that the lowest one can be paired), and the
//! joining of the two lowest brackets.
//!
//! With wishes, the lowest bracket must be paired with the fewest breaches that the round allows, less those made before; otherwise
//! it fails as if it could not be paired.
//!
//! [`Vertex::Spare`]: crate::evidence::Vertex::Spare

mod bracket;
mod requirements;

use crate::evidence::{Inquiry, Unproven};
use crate::until_2016::{Bracket, lost, score_groups, with_colours};
use bracket::{Ahead, Idle, Outcome, Shape};
use swiss_trf::tournament::{
    ByeKind, Colour, Float, Pairing, PastEvent, PlayerState, Preference, RoundState, Strength,
};

/// A player as the articles see them.
struct Card<'a> {
    player: &'a PlayerState,
    preference: Option<Preference>,
    /// B.1.b: whether the player may have the bye.
    may_have_bye: bool,
    /// The floats of the last round and of the one before, as far as B.5 and B.6 apply.
    floats: [Option<Float>; 2],
}

impl<'a> Card<'a> {
    fn new(state: &RoundState, player: &'a PlayerState) -> Self {
        // The note after B.6: "B2, B5 and B6 do not apply when pairing players with a score of over 50% in the last round".
        let is_topscorer = state.is_topscorer(player);
        Self {
            player,
            preference: if is_topscorer { relaxed_preference(player) } else { player.preference() },
            may_have_bye: !player.has_scored_without_playing(),
            floats: if is_topscorer { [None, None] } else { [float(player, 1), float(player, 2)] },
        }
    }

    /// The colour of which the player must not be denied (A.7.a: "obligatory").
    fn obligatory(&self) -> Option<Colour> {
        self.preference
            .filter(|preference| preference.strength == Strength::Absolute)
            .map(|preference| preference.colour)
    }

    fn wishes(&self) -> Option<Colour> {
        self.preference.map(|preference| preference.colour)
    }
}

/// A.7 without A.7.a, which "is not in effect when pairing players with a score of over 50% in the last round": a colour difference is
/// a strong preference (A.7.b), none is a mild one (A.7.c).
fn relaxed_preference(player: &PlayerState) -> Option<Preference> {
    let last = player.last_colour()?;
    Some(match player.colour_difference() {
        0 => Preference { colour: last.opposite(), strength: Strength::Mild },
        1.. => Preference { colour: Colour::Black, strength: Strength::Strong },
        _ => Preference { colour: Colour::White, strength: Strength::Strong },
    })
}

/// A.4, A.5: the float of so many rounds ago. It comes with the pairing, whether or not the game was played: F.2 excepts colours and
/// opponents alone. A bye of a full point is a downfloat, and who is away otherwise has none (F.5).
fn float(player: &PlayerState, rounds_ago: usize) -> Option<Float> {
    let past = player.history.get(player.history.len().checked_sub(rounds_ago)?)?;
    match &past.event {
        PastEvent::Game { opponent_score, .. } => match past.score.cmp(opponent_score) {
            std::cmp::Ordering::Greater => Some(Float::Down),
            std::cmp::Ordering::Less => Some(Float::Up),
            std::cmp::Ordering::Equal => None,
        },
        PastEvent::Bye(kind) => matches!(kind, ByeKind::Pairing | ByeKind::Full).then_some(Float::Down),
        PastEvent::Absent => None,
    }
}

/// Everybody who is to be paired, in the order of A.2.
struct Field<'a> {
    state: &'a RoundState,
    cards: Vec<Card<'a>>,
}

impl Field<'_> {
    /// B.1.a, B.2: whether two may meet. Two whose obligatory colour is the same cannot both have it.
    fn may_meet(&self, a: usize, b: usize) -> bool {
        let (one, other) = (&self.cards[a], &self.cards[b]);
        let is_same_colour = one.obligatory().is_some() && one.obligatory() == other.obligatory();
        !is_same_colour
            && !one.player.has_met(other.player.id)
            && !self.state.is_forbidden(one.player.id, other.player.id)
    }

    /// A.8: whether a pair cannot fulfil both colour preferences.
    fn is_denied(&self, a: usize, b: usize) -> bool {
        let [one, other] = [a, b].map(|index| self.cards[index].wishes());
        one.is_some() && one == other
    }
}

/// The pairing of the round; `None` if nobody can be paired as the absolute criteria demand.
pub(crate) fn pair(state: &RoundState, evidence: &mut Inquiry<'_>) -> Result<Option<Pairing>, Unproven> {
    crate::one_game_a_pairing(state)?;
    let cards = state.players().iter().map(|player| Card::new(state, player)).collect();
    let field = Field { state, cards };
    let has_bye = field.cards.len() % 2 == 1;
    let mut round = Round { field: &field, evidence, has_bye, paired: Vec::new(), fewest: Vec::new() };
    let Some(lowest) = round.run()? else { return Ok(None) };
    let Round { paired, evidence, .. } = round;
    let pairs = paired.iter().flat_map(|paired| &paired.outcome.pairs).chain(&lowest.pairs).copied();
    // E.5: in the first round the lot gives a colour to those with odd numbers among those who have come, and the other one to those
    // with even numbers. For a later round it says nothing: then the higher ranked has White.
    let initial = state.initial_colour().unwrap_or(Colour::White);
    let lot = |higher: usize| match state.round() {
        1 if higher.is_multiple_of(2) => initial,
        1 => initial.opposite(),
        _ => Colour::White,
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

impl Paired {
    /// C.1 moves on who has no opponent in the bracket; C.6 those who remain.
    fn new(bracket: Bracket, shape: Shape, outcome: Outcome) -> Self {
        let mut leavers = [outcome.leavers.as_slice(), &shape.forced].concat();
        leavers.sort_unstable();
        Self { bracket, shape, outcome, leavers }
    }
}

struct Round<'f, 'e, 'a> {
    field: &'f Field<'f>,
    evidence: &'e mut Inquiry<'a>,
    /// A.5: whether the number of players is odd.
    has_bye: bool,
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
            let shape = Shape::homogeneous();
            let fewest = bracket::completed(self.field, self.evidence, &everybody, &shape, self.has_bye)?;
            let Some(fewest) = fewest else { return Ok(None) };
            self.fewest = fewest;
        }
        let Some(own) = groups.pop() else { return Ok(Some(Outcome::default())) };
        for own in groups {
            self.pair_next(own)?;
        }
        let mut lowest = Bracket { moved: Vec::new(), own, is_joined: false };
        loop {
            if let Some(outcome) = self.pair_lowest(&lowest)? {
                return Ok(Some(outcome));
            }
            // C.13: "the two lowest score brackets are joined into a new lowest score bracket".
            let Some(Paired { bracket, .. }) = self.paired.pop() else { return Ok(None) };
            lowest = Bracket { moved: bracket.own, own: lowest.players(), is_joined: true };
        }
    }

    fn moved_down(&self) -> Vec<usize> {
        self.paired.last().map(|paired| paired.leavers.clone()).unwrap_or_default()
    }

    /// A bracket that is not the lowest.
    fn pair_next(&mut self, own: Vec<usize>) -> Result<(), Unproven> {
        let mut bracket = Bracket { moved: self.moved_down(), own, is_joined: false };
        if !bracket.moved.is_empty() && !self.evidence.leaves_out("C.12") {
            let idle = bracket::fewest_idle(self.field, self.evidence, &bracket)?;
            if idle != Idle::least(bracket.moved.len() + bracket.own.len())
                && self.repair_above(Ahead::Next { own: &bracket.own, idle })?
            {
                bracket.moved = self.moved_down();
            }
        }
        let shape = Shape::new(self.field, self.evidence, &bracket)?;
        let outcome = bracket::pair(self.field, self.evidence, &bracket, &shape, Ahead::Nothing)?;
        self.paired.push(Paired::new(bracket, shape, outcome.ok_or_else(lost)?));
        Ok(())
    }

    /// C.12: "undo the pairing of the previous score bracket", if another one moves down as many, and does what is asked for below.
    fn repair_above(&mut self, ahead: Ahead<'_>) -> Result<bool, Unproven> {
        let Some(before) = self.paired.last() else { return Ok(false) };
        let found = bracket::pair(self.field, self.evidence, &before.bracket, &before.shape, ahead)?;
        // "Another player": as many as before are moved down.
        let found = found.filter(|outcome| outcome.leavers.len() == before.outcome.leavers.len());
        Ok(self.replace_last(found))
    }

    /// Another pairing of the last bracket, if there is one.
    fn replace_last(&mut self, found: Option<Outcome>) -> bool {
        let Some(outcome) = found else { return false };
        if let Some(before) = self.paired.pop() {
            self.paired.push(Paired::new(before.bracket, before.shape, outcome));
        }
        true
    }

    /// The lowest bracket, besides those who are moved down to it one by one: as it is, by C.12, or by C.13 with another pairing of the
    /// penultimate one; `None` if they must be joined.
    fn pair_lowest(&mut self, lowest: &Bracket) -> Result<Option<Outcome>, Unproven> {
        let below = lowest.players();
        let mut bracket = lowest.with(self.moved_down());
        let mut shape = Shape::whole(&bracket);
        let mut is_complete = self.can_complete(&bracket, &shape)?;
        if !is_complete && !lowest.is_joined && shape.first > 0 && !self.evidence.leaves_out("C.12") {
            let ahead = Ahead::Lowest { below: &below, has_bye: self.has_bye, fewest: None, is_lowered: false };
            if self.repair_above(ahead)? {
                bracket = lowest.with(self.moved_down());
                is_complete = self.can_complete(&bracket, &shape)?;
            }
        }
        if !is_complete {
            let is_any = self.can_complete(&bracket, &Shape::homogeneous())?;
            if !is_any {
                if !self.undo_penultimate(&below)? {
                    return Ok(None);
                }
                bracket = Bracket { moved: self.moved_down(), own: below, is_joined: lowest.is_joined };
            }
            shape = self.lowered(&bracket)?;
        }
        let ahead = Ahead::Bye { has_bye: self.has_bye };
        bracket::pair(self.field, self.evidence, &bracket, &shape, ahead)
    }

    /// Whether the lowest bracket can be paired, with as few breaches of wishes as are left.
    fn can_complete(&mut self, bracket: &Bracket, shape: &Shape) -> Result<bool, Unproven> {
        let left = self.left_of_fewest(&self.paired);
        Ok(bracket::completed(self.field, self.evidence, bracket, shape, self.has_bye)? == Some(left))
    }

    /// What is left of the fewest breaches after those of these brackets.
    fn left_of_fewest(&self, paired: &[Paired]) -> Vec<i64> {
        self.evidence.left_of(&self.fewest, paired.iter().flat_map(|paired| paired.outcome.pairs.iter().copied()))
    }

    /// C.14 for the lowest bracket, which can be paired somehow: p is decreased until it can be paired with the p highest in S1.
    fn lowered(&mut self, bracket: &Bracket) -> Result<Shape, Unproven> {
        let mut shape = Shape::whole(bracket);
        while shape.first > 0 && !self.can_complete(bracket, &shape)? {
            shape.first -= 1;
        }
        Ok(shape)
    }

    /// C.13: "the pairing of the penultimate score bracket is undone", if another one allows a pairing of the lowest. With the p that it
    /// had there are as many pairs as can be; if S1 must be smaller, its pairs alone are made; if p would become zero, there is none.
    fn undo_penultimate(&mut self, below: &[usize]) -> Result<bool, Unproven> {
        let Some((before, above)) = self.paired.split_last() else { return Ok(false) };
        let left = self.left_of_fewest(above);
        let mut shape = before.shape.clone();
        let is_heterogeneous = shape.first > 0;
        loop {
            let is_lowered = shape.first < before.shape.first;
            let ahead = Ahead::Lowest { below, has_bye: self.has_bye, fewest: Some(&left), is_lowered };
            let found = bracket::pair(self.field, self.evidence, &before.bracket, &shape, ahead)?;
            let found = found.filter(|outcome| !outcome.pairs.is_empty());
            if found.is_some() || shape.first <= 1 || !is_heterogeneous {
                return Ok(self.replace_last(found));
            }
            shape.first -= 1;
        }
    }
}
