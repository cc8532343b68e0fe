use super::bracket::{LowerBrackets, ScoreBracket, ScoreBracketPairing};
use super::requirement::{Manner, Requirement};
use super::{course, stages};
use crate::graph::{Graph, Matching};
use crate::systems::Unpairable;
use crate::systems::field::Field;

/// A bracket of the round with its pairing.
#[derive(Debug, Clone)]
pub(super) struct ScoreBracketStep {
    pub kind: ScoreBracketKind,
    /// The moved-down players, by rank.
    pub moved_down: Vec<usize>,
    pub residents: Vec<usize>,
    pub paired: ScoreBracketPairing,
    /// The downfloaters of the bracket by itself, before lower brackets ask for other downfloaters.
    pub would_leave: Vec<usize>,
}

impl ScoreBracketStep {
    /// These players without those who have no opponent in the bracket, whom C.1 moves on.
    pub fn counted(&self, players: &[usize]) -> Vec<usize> {
        players.iter().copied().filter(|player| !self.paired.incompatible.contains(player)).collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScoreBracketKind {
    /// The pairing of the bracket by itself.
    Alone,
    /// Chosen so that the next bracket can make more pairs (C.12).
    Backtracked,
    /// Chosen so that all below can be paired (C.13). All brackets below are joined to one lowest bracket.
    Penultimate,
    /// The lowest bracket.
    Lowest {
        /// Whether brackets were joined to make it.
        is_joined: bool,
    },
}

/// What the brackets of a round have in common.
#[derive(Debug, Clone, Copy)]
pub(super) struct Round<'f> {
    pub field: &'f Field,
    pub manner: Manner,
    pub requirements: &'f [Requirement],
    /// Whether one player has the bye.
    pub bye: bool,
}

/// Pairs the brackets one after another, from the highest score down (C). A pairing of all players must exist.
pub(super) fn pair(
    field: &Field,
    manner: Manner,
    requirements: &[Requirement],
) -> Result<Vec<ScoreBracketStep>, Unpairable> {
    let round = Round { field, manner, requirements, bye: field.cards.len() % 2 == 1 };
    if manner.backtracks_by_steps { stages::pair(round) } else { course::pair(round) }
}

impl<'f> Round<'f> {
    /// A bracket of these players.
    pub const fn bracket(
        self,
        moved_down: &'f [usize],
        residents: &'f [usize],
        after: LowerBrackets<'f>,
    ) -> ScoreBracket<'f> {
        let Self { field, manner, requirements, .. } = self;
        ScoreBracket { field, manner, requirements, moved_down, residents, after }
    }

    /// The lowest bracket.
    pub fn lowest(
        self,
        moved_down: Vec<usize>,
        residents: &[usize],
        is_joined: bool,
    ) -> Result<ScoreBracketStep, Unpairable> {
        let bracket = self.bracket(&moved_down, residents, LowerBrackets::Lowest { bye: self.bye });
        let (kind, paired) = (ScoreBracketKind::Lowest { is_joined }, bracket.pair()?.ok_or_else(Unpairable::lost)?);
        Ok(ScoreBracketStep { kind, moved_down, residents: residents.to_vec(), paired, would_leave: Vec::new() })
    }

    /// The brackets: groups of players of one score, from the highest score down.
    pub fn groups(self) -> Vec<Vec<usize>> {
        let everybody: Vec<usize> = (0..self.field.cards.len()).collect();
        let cards = &self.field.cards;
        everybody.chunk_by(|a, b| cards[*a].score == cards[*b].score).map(<[usize]>::to_vec).collect()
    }
}

/// The players of both lists, by rank.
pub(super) fn merged(one: &[usize], other: &[usize]) -> Vec<usize> {
    let mut both = [one, other].concat();
    both.sort_unstable();
    both
}

/// The greatest number of pairs with one of `some`, who can meet each other and the `others`.
pub(super) fn most_pairs_of(field: &Field, some: &[usize], others: &[usize]) -> usize {
    let players = [some, others].concat();
    let pairs = (0..some.len()).flat_map(|a| (a + 1..players.len()).map(move |b| (a, b)));
    let pairs = pairs.filter(|(a, b)| field.may_meet(players[*a], players[*b]));
    Matching::maximum(&Graph::new(players.len(), pairs)).pairs()
}

/// Whether all can be paired in the bracket `next` with the downfloaters `leaving`, except one of an odd number. If it
/// is heterogeneous, all downfloaters must meet residents. With `byes`, the player left over must be one who may have
/// the bye.
pub(super) fn suits(field: &Field, leaving: &[usize], next: &[usize], byes: usize) -> bool {
    let players = [leaving, next].concat();
    let size = players.len();
    let apart = if leaving.len() < next.len() { leaving.len() } else { 0 };
    let is_over = |a: &usize| byes == 0 || field.cards[players[*a]].may_have_bye;
    let spared = (apart..size).filter(|a| size % 2 == 1 && is_over(a)).map(|a| (a, size));
    let meetings = field.meetings_among(&players, apart);
    Matching::maximum(&Graph::new(size + size % 2, meetings.chain(spared))).is_perfect()
}
