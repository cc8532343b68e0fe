//! What the editions of 1998 and 2012 say in the same words: score brackets (A.3), and the colours (E.1 to E.4). The sequence of their
//! pairings is in [`sequence`](crate::sequence).

use crate::evidence::{Inquiry, Unproven, Vertex};
use crate::graph::pairs_of;
use swiss_trf::tournament::{Colour, Pairing, Preference, RoundState};

/// A score bracket, or several that were joined (C.13).
#[derive(Debug, Clone)]
pub(crate) struct Bracket {
    /// Those moved down.
    pub moved: Vec<usize>,
    /// The others.
    pub own: Vec<usize>,
    /// Whether C.13 joined brackets.
    pub is_joined: bool,
}

impl Bracket {
    /// All players of the bracket, in the order of A.2.
    pub fn players(&self) -> Vec<usize> {
        let mut players = [self.moved.as_slice(), &self.own].concat();
        players.sort_unstable();
        players
    }

    /// The bracket with more players who are moved down to it.
    pub fn with(&self, moved: Vec<usize>) -> Self {
        Self { moved: [moved.as_slice(), &self.moved].concat(), ..self.clone() }
    }

    /// C.1: who has no opponent in the bracket.
    pub fn without_opponent(&self, may_meet: impl Fn(usize, usize) -> bool) -> Vec<usize> {
        let players = self.players();
        let has_opponent = |index: usize| players.iter().any(|other| *other != index && may_meet(index, *other));
        players.iter().copied().filter(|index| !has_opponent(*index)).collect()
    }

    pub fn name(&self, state: &RoundState) -> String {
        let score = self.own.first().map(|index| state.players()[*index].score.to_string()).unwrap_or_default();
        let what = if self.is_joined { "the joined brackets from" } else { "the bracket of" };
        let moved = if self.moved.is_empty() { "" } else { " with those who moved down" };
        format!("{what} {score} points{moved}")
    }
}

/// The players of each score, from the top (A.3).
pub(crate) fn score_groups(state: &RoundState) -> Vec<Vec<usize>> {
    let indices: Vec<usize> = (0..state.players().len()).collect();
    let score = |index: &usize| state.players()[*index].score;
    indices.chunk_by(|a, b| score(a) == score(b)).map(<[usize]>::to_vec).collect()
}

/// A.3: a bracket "of which at least half of the players have come from a higher score bracket is also treated as though it was
/// homogeneous".
pub(crate) fn is_heterogeneous(moved: usize, players: usize) -> bool {
    moved > 0 && 2 * moved < players
}

/// The pairs that may meet, by their places in the list.
pub(crate) fn pairs_allowed(
    players: &[usize],
    may_meet: impl Fn(usize, usize) -> bool,
) -> impl Iterator<Item = (usize, usize)> {
    pairs_of(players.len()).filter(move |(a, b)| may_meet(players[*a], players[*b]))
}

/// A graph in which any pairing of some of the players is a perfect matching: each has an exit, and the exits of those who are paired are
/// paired as they are. `may_leave` says who may take theirs.
pub(crate) fn with_exits(
    players: &[usize],
    mut edges: Vec<(usize, usize)>,
    may_leave: impl Fn(usize) -> bool,
) -> (Vec<Vertex>, Vec<(usize, usize)>) {
    let count = players.len();
    let exits = players.iter().map(|index| Vertex::Exit(*index));
    let vertices = players.iter().map(|index| Vertex::Player(*index)).chain(exits).collect();
    let mirror: Vec<_> = edges.iter().map(|(a, b)| (a + count, b + count)).collect();
    edges.extend(mirror);
    edges.extend((0..count).filter(|a| may_leave(*a)).map(|a| (a, a + count)));
    (vertices, edges)
}

/// Whether all but so many of these players can be paired by these pairs.
pub(crate) fn can_leave(
    evidence: &mut Inquiry<'_>,
    bracket: &str,
    players: &[usize],
    pairs: impl Iterator<Item = (usize, usize)>,
    spares: usize,
) -> Result<bool, Unproven> {
    let count = players.len();
    if count <= spares {
        return Ok(true);
    }
    let vertices = players.iter().map(|index| Vertex::Player(*index)).chain((0..spares).map(|_| Vertex::Spare));
    let spared = (0..count).flat_map(|a| (count..count + spares).map(move |b| (a, b)));
    let name = format!("{bracket}: whether all but {spares} can be paired");
    evidence.is_possible(name, vertices.collect(), pairs.chain(spared))
}

/// A number of players from a sum of costs.
pub(crate) fn size(value: i64) -> usize {
    usize::try_from(value).unwrap_or_default()
}

pub(crate) fn lost() -> Unproven {
    Unproven::Procedure("a bracket lost the pairing that it had".into())
}

/// The articles of section E, each with what is counted against it.
const COLOURS: [(&str, &str); 5] = [
    ("E.1", "boards whose preferences could both be granted"),
    ("E.2", "boards against the stronger preference"),
    ("E.3", "boards that do not alternate"),
    ("E.4", "boards against the preference of the higher ranked"),
    ("E.5", "boards against the lot"),
];

/// The round of these pairs and this bye. What the lot gives to the higher ranked of a pair (E.5) is the edition's.
pub(crate) fn with_colours(
    state: &RoundState,
    evidence: &mut Inquiry<'_>,
    pairs: impl Iterator<Item = (usize, usize)>,
    bye: Option<usize>,
    preference: impl Fn(usize) -> Option<Preference>,
    lot: impl Fn(usize) -> Colour,
) -> Pairing {
    let pairs: Vec<(usize, usize)> = pairs.map(|(a, b)| (a.min(b), a.max(b))).collect();
    let players = state.players();
    // The colour that an article asks for the higher ranked of two, if it asks for any.
    let asked = |article: usize, (higher, lower): (usize, usize)| match (article, preference(higher), preference(lower))
    {
        // E.1: both preferences are granted; where one has none, that of the other.
        (0, Some(first), Some(second)) => (first.colour != second.colour).then_some(first.colour),
        (0, Some(preference), None) => Some(preference.colour),
        (0, None, Some(preference)) => Some(preference.colour.opposite()),
        // E.2: the stronger one is granted.
        (1, Some(first), Some(second)) if first.strength > second.strength => Some(first.colour),
        (1, Some(first), Some(second)) if first.strength < second.strength => Some(second.colour.opposite()),
        // E.3: alternate to the most recent round in which they had different colours. Games that were not played leave no gap.
        (2, Some(_), Some(_)) => {
            let mut latest = players[higher].colours().rev().zip(players[lower].colours().rev());
            latest.find(|(first, second)| first != second).map(|(colour, _)| colour.opposite())
        }
        // E.4: the preference of the higher ranked.
        (3, Some(preference), _) => Some(preference.colour),
        (4, None, None) => Some(lot(higher)),
        _ => None,
    };
    let boards = evidence.boards(&COLOURS, &pairs, asked, |(a, b)| [players[a].id, players[b].id]);
    Pairing { boards, bye: bye.map(|index| players[index].id) }.in_board_order(state)
}
