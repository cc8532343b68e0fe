use super::bracket::{BracketVertex, VertexRole};
use super::facts::Facts;
use crate::tournament::{Float, Score, Strength};

/// What a criterion counts, over the pairs and the downfloaters of a bracket. As little as possible is best.
///
/// Distances are in tenths of a point. A list of scores or distances that is compared from the highest down is one tier for
/// each value, the highest first: of two lists with equally many entries, the lesser has fewer of the first value in which
/// they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CriterionCount {
    /// Downfloaters (2026 C6).
    Downfloaters,
    /// Downfloaters of a score (2026 C7).
    DownfloatersAt(Score),
    /// Pairs and downfloaters of a distance (2017 A.8).
    Distance(i64),
    /// Moved-down players who are not paired (2017 B.1.c).
    Limbo,
    /// Downfloaters of the next bracket (2026 C8).
    NextDownfloaters,
    /// Downfloaters of a score in the next bracket (2026 C8).
    NextDownfloatersAt(Score),
    /// Pairs and downfloaters of a distance in the next bracket (2017 C.7).
    NextDistance(i64),
    /// Unplayed games of the player with the bye (2026 C9).
    UnplayedGames,
    /// Topscorers and their opponents whose colour difference goes beyond 2.
    BeyondTwo,
    /// Topscorers and their opponents who get a colour a third time in a row.
    ThirdInRow,
    /// Players who do not get their colour preference.
    Preferences,
    /// Players who do not get their strong colour preference. An absolute one is not strong.
    StrongPreferences,
    /// Residents with a downfloat as so many rounds ago. Players who were moved down have one however they are paired.
    Downfloats(usize),
    /// Players with an upfloat as so many rounds ago.
    Upfloats(usize),
    /// Players with a downfloat as so many rounds ago, at a distance.
    DownfloatsAt(usize, i64),
    /// Players with an upfloat as so many rounds ago, at a distance.
    UpfloatsAt(usize, i64),
}

/// An edge of the matching by which a bracket is paired.
#[derive(Debug, Clone, Copy)]
pub(super) enum BracketEdge {
    /// Two members, the higher one first.
    Pair(BracketVertex, BracketVertex),
    /// A member leaves the bracket, and is joined to this vertex.
    Leaves(BracketVertex, VertexRole),
    /// Two vertices below, the one of the next bracket first.
    Below(VertexRole, VertexRole),
}

/// The scores that distances are measured by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scores {
    /// The lowest of the bracket.
    pub lowest: Score,
    /// That of the next bracket; the lowest of the bracket if there is none.
    pub next: Score,
}

/// A downfloater counts like an opponent of somebody one point below the lowest player (2017 A.8).
const BELOW: i64 = 10;

/// The score difference of two players.
pub(super) fn distance(one: Score, other: Score) -> i64 {
    i64::from(one.tenths()).abs_diff(other.tenths().into()).cast_signed()
}

/// The score difference of a downfloater from a bracket with this lowest score.
pub(super) fn distance_of_downfloater(score: Score, lowest: Score) -> i64 {
    i64::from(score.tenths()) - i64::from(lowest.tenths()) + BELOW
}

impl CriterionCount {
    /// What it counts in an edge.
    pub fn count(self, facts: &Facts<'_>, scores: Scores, edge: BracketEdge) -> i64 {
        i64::from(match (self, edge) {
            (Self::BeyondTwo, BracketEdge::Pair(one, other)) => return facts.breaches(one.player, other.player)[0],
            (Self::ThirdInRow, BracketEdge::Pair(one, other)) => return facts.breaches(one.player, other.player)[1],
            (Self::UnplayedGames, BracketEdge::Leaves(one, VertexRole::Bye)) => return facts.unplayed[one.player],
            (_, BracketEdge::Pair(one, other)) => self.has_pair(facts, one, other),
            (_, BracketEdge::Leaves(one, to)) => self.has_downfloater(facts, scores, one, to),
            (_, BracketEdge::Below(VertexRole::Next, other)) if other != VertexRole::Next => match self {
                Self::NextDownfloaters => true,
                Self::NextDownfloatersAt(score) => score == scores.next,
                Self::NextDistance(far) => far == BELOW,
                _ => false,
            },
            _ => false,
        })
    }

    fn has_pair(self, facts: &Facts<'_>, one: BracketVertex, other: BracketVertex) -> bool {
        let [higher, lower] = [one, other].map(|vertex| &facts.field.cards[vertex.player]);
        let far = distance(higher.score, lower.score);
        let is_down = |ago: usize| far > 0 && higher.floats[ago - 1] == Some(Float::Down);
        let is_up = |ago: usize| far > 0 && lower.floats[ago - 1] == Some(Float::Up);
        match self {
            Self::Distance(at) => far == at,
            Self::Preferences => higher.wants_the_same(lower, Strength::Mild),
            // The weaker preference is denied, which is absolute only if both are.
            Self::StrongPreferences => {
                higher.wants_the_same(lower, Strength::Strong) && !higher.wants_the_same(lower, Strength::Absolute)
            }
            Self::Downfloats(ago) => one.role == VertexRole::Resident && is_down(ago),
            Self::Upfloats(ago) => is_up(ago),
            Self::DownfloatsAt(ago, at) => far == at && is_down(ago),
            Self::UpfloatsAt(ago, at) => far == at && is_up(ago),
            _ => false,
        }
    }

    fn has_downfloater(self, facts: &Facts<'_>, scores: Scores, one: BracketVertex, to: VertexRole) -> bool {
        let card = &facts.field.cards[one.player];
        let is_down = |ago: usize| card.floats[ago - 1] == Some(Float::Down);
        let is_paired_next = matches!(to, VertexRole::Next | VertexRole::PairedNext);
        match self {
            Self::Downfloaters => true,
            Self::DownfloatersAt(score) => card.score == score,
            Self::Limbo => one.role != VertexRole::Resident,
            Self::Distance(at) => distance_of_downfloater(card.score, scores.lowest) == at,
            Self::NextDownfloaters => !is_paired_next,
            Self::NextDownfloatersAt(score) => !is_paired_next && card.score == score,
            Self::NextDistance(at) if is_paired_next => distance(card.score, scores.next) == at,
            Self::NextDistance(at) => distance_of_downfloater(card.score, scores.next) == at,
            Self::Downfloats(ago) => one.role == VertexRole::Resident && is_down(ago),
            Self::DownfloatsAt(ago, at) => is_down(ago) && distance_of_downfloater(card.score, scores.lowest) == at,
            _ => false,
        }
    }
}
