//! A bracket as a graph: what C.1, C.3, C.4 and C.14 make of it, who is in the graph, and who may meet whom.

use super::{Card, Field};
use crate::evidence::{Inquiry, LeftMatchings, Unproven, Vertex};
use crate::graph::pairs_of;
use crate::until_2016::{Bracket, can_leave, is_heterogeneous, lost, pairs_allowed, size, with_exits};

/// What C.1, C.3, C.4 and C.14 make of a bracket by itself.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    /// C.1: who has no opponent here, and is moved down at once.
    pub forced: Vec<usize>,
    /// C.4: how many are in the S1 of a heterogeneous bracket, the highest of those moved down; 0 if it is homogeneous, or treated so.
    pub first: usize,
    /// C.14: how many of the others cannot be paired, with the greatest p.
    unpaired: usize,
}

impl Shape {
    pub fn new(field: &Field<'_>, evidence: &mut Inquiry<'_>, bracket: &Bracket) -> Result<Self, Unproven> {
        let forced = bracket.without_opponent(|one, other| field.may_meet(one, other));
        let players = without(&bracket.players(), &forced);
        let moved = without(&bracket.moved, &forced).len();
        let mut first = if is_heterogeneous(moved, players.len()) { moved } else { 0 };
        while first > 0 {
            // C.14: "Decrease p by 1", first for the remainder.
            if let Some(unpaired) = fewest_unpaired(field, evidence, bracket, &players, first)? {
                return Ok(Self { forced, first, unpaired });
            }
            first -= 1;
        }
        // Mostly p is half of the players, which a smaller graph shows.
        let mut unpaired = players.len() % 2;
        let pairs = pairs_allowed(&players, |one, other| field.may_meet(one, other));
        if !can_leave(evidence, &bracket.name(field.state), &players, pairs, unpaired)? {
            unpaired = fewest_unpaired(field, evidence, bracket, &players, 0)?.ok_or_else(lost)?;
        }
        Ok(Self { forced, first, unpaired })
    }

    /// A homogeneous bracket in which everybody is to be paired.
    pub const fn homogeneous() -> Self {
        Self { forced: Vec::new(), first: 0, unpaired: 0 }
    }

    /// That of the lowest bracket, which nobody leaves: A.3, A.6.
    pub fn whole(bracket: &Bracket) -> Self {
        let moved = bracket.moved.len();
        let first = if is_heterogeneous(moved, moved + bracket.own.len()) { moved } else { 0 };
        Self { first, ..Self::homogeneous() }
    }
}

/// C.6, C.14: how few players stay unpaired if so many of the highest are S1 and all of them are paired with S2; `None` if they cannot
/// be. With none of them, it is a homogeneous bracket.
fn fewest_unpaired(
    field: &Field<'_>,
    evidence: &mut Inquiry<'_>,
    bracket: &Bracket,
    players: &[usize],
    first: usize,
) -> Result<Option<usize>, Unproven> {
    let count = players.len();
    let pairs = pairs_allowed(players, |one, other| field.may_meet(one, other));
    let edges = pairs.filter(|(_, b)| *b >= first).collect();
    let (vertices, edges) = with_exits(players, edges, |a| a >= first);
    let name = format!("{}: how many can be paired with {first} in S1", bracket.name(field.state));
    let Some(mut face) = evidence.open(name, vertices, edges)? else { return Ok(None) };
    let unpaired = face.least("C.14", "players who are not paired", |a, b| i64::from(b == a + count))?;
    face.close();
    Ok(Some(size(unpaired)))
}

/// Who of a bracket has no opponent: how many, and, if it is heterogeneous, how many of those were moved down to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Idle {
    all: i64,
    moved: i64,
}

impl Idle {
    /// The least of so many players.
    pub fn least(players: usize) -> Self {
        Self { all: i64::from(players % 2 == 1), moved: 0 }
    }

    /// The least of those that are left.
    fn decide(
        face: &mut LeftMatchings<'_, '_>,
        is_heterogeneous: bool,
        is_idle: impl Fn(usize, usize) -> bool,
        is_moved: impl Fn(usize) -> bool,
    ) -> Result<Self, Unproven> {
        let all =
            face.least("C.12", "players of the next bracket without opponent", |a, b| i64::from(is_idle(a, b)))?;
        if !is_heterogeneous {
            return Ok(Self { all, moved: 0 });
        }
        let moved = face.least("C.12", "of these, those moved down", |a, b| i64::from(is_idle(a, b) && is_moved(a)))?;
        Ok(Self { all, moved })
    }
}

/// C.12: who must stay without an opponent in a bracket, with those who were moved down to it.
pub(super) fn fewest_idle(field: &Field<'_>, evidence: &mut Inquiry<'_>, bracket: &Bracket) -> Result<Idle, Unproven> {
    let players = bracket.players();
    let count = players.len();
    let pairs = pairs_allowed(&players, |one, other| field.may_meet(one, other));
    let (vertices, edges) = with_exits(&players, pairs.collect(), |_| true);
    let name = format!("{}: how many have an opponent", bracket.name(field.state));
    let mut face = evidence.open(name, vertices, edges)?.ok_or_else(lost)?;
    let is_heterogeneous = is_heterogeneous(bracket.moved.len(), count);
    let idle =
        Idle::decide(&mut face, is_heterogeneous, |a, b| b == a + count, |a| bracket.moved.contains(&players[a]))?;
    face.close();
    Ok(idle)
}

fn without(all: &[usize], gone: &[usize]) -> Vec<usize> {
    all.iter().copied().filter(|index| !gone.contains(index)).collect()
}

/// What a bracket came to.
#[derive(Debug, Clone, Default)]
pub(super) struct Outcome {
    pub pairs: Vec<(usize, usize)>,
    /// Who is moved down, in the order of A.2, without those whom C.1 moves; of the lowest bracket, who has the bye.
    pub leavers: Vec<usize>,
}

/// How far the graph of a bracket looks.
#[derive(Debug, Clone, Copy)]
pub(super) enum Ahead<'a> {
    /// At the bracket alone.
    Nothing,
    /// C.12: others are moved down, so that fewer of the next bracket are idle.
    Next { own: &'a [usize], idle: Idle },
    /// C.12, where who is moved down must not have the bye, or C.13, with so many breaches of wishes in both: the lowest bracket can be
    /// paired. If S1 is smaller than it was (`is_lowered`), its pairs alone are made.
    Lowest { below: &'a [usize], has_bye: bool, fewest: Option<&'a [i64]>, is_lowered: bool },
    /// It is the lowest bracket itself.
    Bye { has_bye: bool },
}

impl<'a> Ahead<'a> {
    fn name(&self) -> &'static str {
        match self {
            Self::Nothing | Self::Bye { .. } => "",
            Self::Next { .. } | Self::Lowest { fewest: None, .. } => ", by C.12",
            Self::Lowest { fewest: Some(_), .. } => ", by C.13",
        }
    }

    /// Whom the graph has of the brackets below.
    fn below(&self) -> &'a [usize] {
        match self {
            Self::Nothing | Self::Bye { .. } => &[],
            Self::Next { own: below, .. } | Self::Lowest { below, .. } => below,
        }
    }

    /// Whether those who leave the bracket are in the graph as leavers of another one, with those whom C.1 moves.
    const fn has_below(&self) -> bool {
        matches!(self, Self::Next { .. } | Self::Lowest { .. })
    }
}

/// What a place of the graph is to the bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// In the S1 of a heterogeneous bracket.
    First,
    /// In the bracket otherwise.
    Other,
    /// Moved on by C.1.
    Forced,
    /// In a bracket below.
    Below,
    /// The bye, or a place for who stays unpaired.
    Out,
}

/// The graph of a bracket, by places.
pub(super) struct Table<'f> {
    field: &'f Field<'f>,
    vertices: Vec<Vertex>,
    /// The player at each place that has one. Those in the bracket come first, in the order of A.2, and so S1 of a heterogeneous one.
    index: Vec<usize>,
    roles: Vec<Role>,
    /// How many places are in S1 of a heterogeneous bracket.
    pub first: usize,
    /// How many places are in the bracket.
    pub inside: usize,
    /// Whether the pairs of S1 alone are made in it: others who meet do so in the bracket below.
    is_lowered: bool,
}

/// C.13: the fewest breaches of wishes with which the lowest bracket can be paired, if it can.
pub(super) fn completed(
    field: &Field<'_>,
    evidence: &mut Inquiry<'_>,
    lowest: &Bracket,
    shape: &Shape,
    has_bye: bool,
) -> Result<Option<Vec<i64>>, Unproven> {
    let ahead = Ahead::Bye { has_bye };
    let table = Table::new(field, lowest, shape, ahead);
    let name = format!("{}: whether it can be paired with {} in S1", lowest.name(field.state), shape.first);
    let edges = table.edges(ahead);
    evidence.fewest_breaches(name, table.vertices, edges)
}

/// The best pairing of a bracket; `None` if there is none that does what is asked for below.
pub(super) fn pair(
    field: &Field<'_>,
    evidence: &mut Inquiry<'_>,
    bracket: &Bracket,
    shape: &Shape,
    ahead: Ahead<'_>,
) -> Result<Option<Outcome>, Unproven> {
    let table = Table::new(field, bracket, shape, ahead);
    let name = format!("{}{}", bracket.name(field.state), ahead.name());
    let edges = table.edges(ahead);
    let Some(mut face) = evidence.open(name, table.vertices.clone(), edges)? else { return Ok(None) };
    face.pairs_first(table.inside);
    if let Ahead::Bye { .. } | Ahead::Lowest { fewest: Some(_), .. } = ahead {
        let breaches = face.keep_wishes()?;
        if let Ahead::Lowest { fewest: Some(fewest), .. } = ahead
            && breaches != fewest
        {
            face.close();
            return Ok(None);
        }
    }
    let unpaired = match ahead {
        Ahead::Nothing => shape.unpaired,
        Ahead::Bye { has_bye } => usize::from(has_bye),
        Ahead::Next { .. } | Ahead::Lowest { .. } => {
            let unpaired =
                face.least("C.14", "players who are not paired", |a, b| table.leavers(a, b).count() as i64)?;
            size(unpaired)
        }
    };
    if let Ahead::Next { idle, .. } = ahead {
        let count = table.index.len();
        let is_idle = |a: usize, b: usize| b == a + count && table.roles[a] != Role::First;
        let below = table.roles.iter().filter(|role| **role == Role::Below).count();
        let moved = unpaired + shape.forced.len();
        let is_heterogeneous = is_heterogeneous(moved, moved + below);
        if Idle::decide(&mut face, is_heterogeneous, is_idle, |a| table.roles[a] != Role::Below)? >= idle {
            face.close();
            return Ok(None);
        }
    }
    table.decide(&mut face, unpaired)?;
    let partners = face.close();
    Ok(Some(table.outcome(&partners)))
}

impl<'f> Table<'f> {
    fn new(field: &'f Field<'f>, bracket: &Bracket, shape: &Shape, ahead: Ahead<'_>) -> Self {
        let mut index = without(&bracket.players(), &shape.forced);
        let (inside, first) = (index.len(), shape.first);
        let mut roles: Vec<Role> =
            (0..inside).map(|place| if place < first { Role::First } else { Role::Other }).collect();
        let forced: &[usize] = if ahead.has_below() { &shape.forced } else { &[] };
        index.extend(forced.iter().chain(ahead.below()));
        roles.extend(forced.iter().map(|_| Role::Forced).chain(ahead.below().iter().map(|_| Role::Below)));
        let (spares, has_bye) = match ahead {
            Ahead::Nothing => (shape.unpaired, false),
            Ahead::Next { .. } => (0, false),
            Ahead::Lowest { has_bye, .. } | Ahead::Bye { has_bye } => (0, has_bye),
        };
        let mut vertices: Vec<Vertex> = index.iter().map(|player| Vertex::Player(*player)).collect();
        vertices.extend((0..spares).map(|_| Vertex::Spare).chain(has_bye.then_some(Vertex::Bye)));
        if let Ahead::Next { .. } = ahead {
            vertices.extend(index.iter().map(|player| Vertex::Exit(*player)));
        }
        roles.resize(vertices.len(), Role::Out);
        Self {
            field,
            vertices,
            index,
            roles,
            first,
            inside,
            is_lowered: matches!(ahead, Ahead::Lowest { is_lowered: true, .. }),
        }
    }

    /// Who may meet (B.1.a, B.2), have the bye (B.1.b) or stay unpaired. S1 of a heterogeneous bracket meets S2 (C.6).
    fn edges(&self, ahead: Ahead<'_>) -> Vec<(usize, usize)> {
        let is_first_below = matches!(ahead, Ahead::Lowest { fewest: None, .. });
        let is_for = |a: usize, b: usize| match (self.roles[a], self.roles[b]) {
            (Role::First, role) => role == Role::Other,
            // C.12: those moved down are all paired with the bracket's own.
            (Role::Other | Role::Forced, Role::Out) => !is_first_below,
            _ => true,
        };
        let is_allowed = |a: usize, b: usize| match (self.index.get(a), self.index.get(b)) {
            (Some(one), Some(other)) => self.field.may_meet(*one, *other),
            (Some(one), None) => self.vertices[b] == Vertex::Spare || self.field.cards[*one].may_have_bye,
            _ => false,
        };
        if let Ahead::Next { .. } = ahead {
            let pairs = pairs_of(self.index.len()).filter(|(a, b)| is_for(*a, *b) && is_allowed(*a, *b)).collect();
            return with_exits(&self.index, pairs, |a| self.roles[a] != Role::First).1;
        }
        pairs_of(self.roles.len()).filter(|(a, b)| is_for(*a, *b) && is_allowed(*a, *b)).collect()
    }

    pub fn places(&self) -> usize {
        self.roles.len()
    }

    pub fn card(&self, place: usize) -> &Card<'f> {
        &self.field.cards[self.index[place]]
    }

    /// Whether it is a pair of the bracket. The lesser place is first.
    pub fn is_pair(&self, a: usize, b: usize) -> bool {
        b < self.inside && (!self.is_lowered || self.roles[a] == Role::First)
    }

    pub fn is_denied(&self, a: usize, b: usize) -> bool {
        self.field.is_denied(self.index[a], self.index[b])
    }

    /// Who of the bracket leaves it by this edge.
    pub fn leavers(&self, a: usize, b: usize) -> impl Iterator<Item = usize> {
        [a, b].into_iter().filter(move |place| *place < self.inside && !self.is_pair(a, b))
    }

    /// Whether one of S1 of a heterogeneous bracket meets one of S2.
    pub fn is_first(&self, a: usize, b: usize) -> bool {
        self.is_pair(a, b) && self.roles[a] == Role::First
    }

    /// A.4: whether the two have floats if they are paired.
    pub fn has_higher_score(&self, a: usize, b: usize) -> bool {
        self.card(a).player.score > self.card(b).player.score
    }

    fn outcome(&self, partners: &[usize]) -> Outcome {
        let mut outcome = Outcome::default();
        for (a, b) in partners.iter().copied().enumerate().filter(|(a, b)| a < b) {
            if self.is_pair(a, b) {
                outcome.pairs.push((self.index[a], self.index[b]));
            }
            outcome.leavers.extend(self.leavers(a, b).map(|place| self.index[place]));
        }
        outcome
    }
}
