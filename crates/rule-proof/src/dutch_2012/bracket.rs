//! A bracket as a graph: what C.1, C.2 and C.14 make of it, who is in the graph, and who may meet whom.

use super::Field;
use crate::evidence::{Inquiry, LeftMatchings, Unproven, Vertex};
use crate::graph::pairs_of;
use crate::until_2016::{Bracket, can_leave, is_heterogeneous, lost, pairs_allowed, size, with_exits};

/// What C.1, C.2 and C.14 make of a bracket by itself.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    /// Whether those moved down are paired first (A.3).
    pub is_heterogeneous: bool,
    /// C.1: who has no opponent here, and is moved down at once.
    pub forced: Vec<usize>,
    /// C.14.a: how many of the others cannot be paired, with the greatest P1.
    pub unpaired: usize,
    /// C.14.b.2: how many of those moved down are not in S1, M0 - M1 with the greatest M1. C.1 is not counted.
    pub unmatched: usize,
}

impl Shape {
    /// A.3, A.6, C.1, C.2, C.14.
    pub fn new(field: &Field<'_>, evidence: &mut Inquiry<'_>, bracket: &Bracket) -> Result<Self, Unproven> {
        let may_meet = |one: usize, other: usize| field.may_meet(one, other);
        let forced = bracket.without_opponent(may_meet);
        let mut players = bracket.players();
        players.retain(|index| !forced.contains(index));
        let moved = bracket.moved.iter().filter(|index| !forced.contains(index)).count();
        let is_heterogeneous = is_heterogeneous(moved, players.len());
        let mut shape = Self { is_heterogeneous, forced, unpaired: 0, unmatched: 0 };
        if is_heterogeneous {
            (shape.unmatched, shape.unpaired) = most_of_moved(field, evidence, bracket, &players)?;
            // "If M1 is one, set M1 = 0, manage the bracket as homogeneous, set P1 = P0."
            shape.is_heterogeneous = shape.unmatched < moved;
        }
        if !shape.is_heterogeneous {
            // "As long as P1 is greater than zero, decrease P1 by 1."
            shape.unmatched = 0;
            shape.unpaired = players.len() % 2;
            let name = bracket.name(field.state);
            while !can_leave(evidence, &name, &players, pairs_allowed(&players, may_meet), shape.unpaired)? {
                shape.unpaired += 2;
            }
        }
        Ok(shape)
    }

    /// That of the lowest bracket: nobody leaves it.
    pub fn lowest(bracket: &Bracket) -> Self {
        let is_heterogeneous = is_heterogeneous(bracket.moved.len(), bracket.moved.len() + bracket.own.len());
        Self { is_heterogeneous, forced: Vec::new(), unpaired: 0, unmatched: 0 }
    }
}

/// C.14.b: how few of those moved down are not in S1, and how few players are not paired then.
fn most_of_moved(
    field: &Field<'_>,
    evidence: &mut Inquiry<'_>,
    bracket: &Bracket,
    players: &[usize],
) -> Result<(usize, usize), Unproven> {
    let count = players.len();
    let is_moved: Vec<bool> = players.iter().map(|index| bracket.moved.contains(index)).collect();
    let pairs = pairs_allowed(players, |one, other| field.may_meet(one, other));
    let (vertices, edges) = with_exits(players, pairs.collect(), |_| true);
    let name = format!("{}: how many can be paired", bracket.name(field.state));
    let mut face = evidence.open(name, vertices, edges)?.ok_or_else(lost)?;
    let unmatched = face.least("C.14.b.2", "players moved down who are not in S1", |a, b| {
        // Of two of them who meet, one is in S2.
        let is_out = b == a + count && is_moved[a];
        let is_met = b < count && is_moved[a] && is_moved[b];
        i64::from(is_out || is_met)
    })?;
    let unpaired = face.least("C.14.b.1", "players who are not paired", |a, b| i64::from(b == a + count))?;
    face.close();
    Ok((size(unmatched), size(unpaired)))
}

/// What a bracket came to.
#[derive(Debug, Clone, Default)]
pub(super) struct Outcome {
    pub pairs: Vec<(usize, usize)>,
    /// Who is moved down, in the order of A.2; of the lowest bracket, who has the bye.
    pub leavers: Vec<usize>,
    structure: Structure,
}

/// A.11: what comes before the colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Structure {
    /// M0 - M1: how many of those moved down are not in S1.
    pub unmatched: usize,
    /// How many of the bracket are not paired in it, C.1 not counted.
    pub unpaired: usize,
    /// The sum of the scores of those.
    scores: i64,
}

/// How far the graph of a bracket looks.
#[derive(Debug, Clone, Copy)]
pub(super) enum Ahead<'a> {
    /// At the bracket alone.
    Nothing,
    /// C.12: another set like that of the outcome is moved down, so that the next bracket leaves so many unpaired, and at most so many of
    /// those moved down to it.
    Next { own: &'a [usize], spares: usize, as_before: &'a Outcome, most_unmatched: usize },
    /// C.12 for the lowest bracket: another set like that of the outcome; if `is_strict`, all of it is paired with others (M1 = M0).
    Lowest { below: &'a [usize], has_bye: bool, as_before: &'a Outcome, is_strict: bool },
    /// C.13: any set, so that the lowest bracket can be paired, and there are so many breaches of wishes in both.
    Penultimate { below: &'a [usize], has_bye: bool, fewest: &'a [i64] },
    /// It is the lowest bracket itself.
    Bye { has_bye: bool },
}

impl Ahead<'_> {
    fn article(&self) -> &'static str {
        match self {
            Self::Nothing | Self::Bye { .. } => "",
            Self::Next { .. } | Self::Lowest { .. } => ", by C.12",
            Self::Penultimate { .. } => ", by C.13",
        }
    }
}

/// What a place of the graph is to the bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// In the bracket, moved down, to be paired first.
    Moved,
    /// In the bracket otherwise.
    Own,
    /// Moved on by C.1.
    Forced,
    /// In a bracket below.
    Below,
    /// The bye, or a place for who stays unpaired.
    Out,
}

/// The graph of a bracket, by places.
pub(super) struct Table<'f> {
    pub field: &'f Field<'f>,
    vertices: Vec<Vertex>,
    /// The player at each place that has one. Those in the bracket come first, in the order of A.2.
    pub index: Vec<usize>,
    pub roles: Vec<Role>,
    /// How many places are in the bracket.
    pub inside: usize,
    /// Which of those were moved down, paired first or not.
    pub was_moved: Vec<bool>,
    pub is_heterogeneous: bool,
    /// Whether D.4 holds.
    pub is_joined_lowest: bool,
    /// How many of those moved down may stay unpaired in the next bracket.
    most_unmatched: usize,
}

/// C.12: whether the lowest bracket can be paired with all those moved down in S1 (M1 = M0).
pub(super) fn has_full_s1(
    field: &Field<'_>,
    evidence: &mut Inquiry<'_>,
    lowest: &Bracket,
    has_bye: bool,
) -> Result<bool, Unproven> {
    let table = Table::new(field, lowest, &Shape::lowest(lowest), Ahead::Bye { has_bye });
    let mut edges = table.edges();
    edges.retain(|(a, b)| table.is_first(*a, *b) || !table.has_moved(*a, *b));
    let name = format!("{}: whether all moved down can be in S1", lowest.name(field.state));
    evidence.is_possible(name, table.vertices, edges)
}

/// C.13: the fewest breaches of wishes with which the lowest bracket can be paired, if it can.
pub(super) fn completed(
    field: &Field<'_>,
    evidence: &mut Inquiry<'_>,
    lowest: &Bracket,
    has_bye: bool,
) -> Result<Option<Vec<i64>>, Unproven> {
    let table = Table::new(field, lowest, &Shape::lowest(lowest), Ahead::Bye { has_bye });
    let edges = table.edges();
    evidence.fewest_breaches(format!("{}: whether it can be paired", lowest.name(field.state)), table.vertices, edges)
}

/// The best pairing of a bracket; `None` if there is none that does what is asked for below.
pub(super) fn pair(
    field: &Field<'_>,
    evidence: &mut Inquiry<'_>,
    bracket: &Bracket,
    shape: &Shape,
    ahead: Ahead<'_>,
) -> Result<Option<Outcome>, Unproven> {
    let mut table = Table::new(field, bracket, shape, ahead);
    let name = format!("{}{}", bracket.name(field.state), ahead.article());
    loop {
        let mut edges = table.edges();
        if let Ahead::Lowest { is_strict: true, .. } = ahead {
            edges.retain(|(a, b)| table.roles[*b] != Role::Out || table.roles[*a] == Role::Below);
        }
        let Some(mut face) = evidence.open(name.clone(), table.vertices.clone(), edges)? else { return Ok(None) };
        face.pairs_first(table.inside);
        if let Ahead::Penultimate { .. } | Ahead::Bye { .. } = ahead {
            let breaches = face.keep_wishes()?;
            if let Ahead::Penultimate { fewest, .. } = ahead
                && breaches != fewest
            {
                face.close();
                return Ok(None);
            }
        }
        let structure = table.structure(&mut face)?;
        let moved = table.places(Role::Moved).len();
        let is_unmatched = table.is_heterogeneous && structure.unmatched == moved;
        let is_kept = match ahead {
            // C.13: "if in the penultimate score bracket P becomes zero", and P is M1.
            Ahead::Penultimate { .. } => !is_unmatched,
            Ahead::Next { as_before, .. } | Ahead::Lowest { as_before, .. } => {
                as_before.structure == structure && table.has_scores(&mut face, &as_before.leavers)?
            }
            Ahead::Nothing | Ahead::Bye { .. } => true,
        };
        if !is_kept {
            face.close();
            return Ok(None);
        }
        if is_unmatched && matches!(ahead, Ahead::Bye { .. }) {
            // C.14.b.2: "set M1 = 0, manage the bracket as homogeneous".
            face.close();
            table.treat_as_homogeneous();
            continue;
        }
        table.requirements(&mut face)?;
        table.order(&mut face, structure)?;
        let partners = face.close();
        return Ok(Some(table.outcome(&partners, structure)));
    }
}

impl<'f> Table<'f> {
    fn new(field: &'f Field<'f>, bracket: &Bracket, shape: &Shape, ahead: Ahead<'_>) -> Self {
        let mut index = bracket.players();
        index.retain(|player| !shape.forced.contains(player));
        let inside = index.len();
        let was_moved: Vec<bool> = index.iter().map(|player| bracket.moved.contains(player)).collect();
        let first = |moved: &bool| {
            if *moved && shape.is_heterogeneous { Role::Moved } else { Role::Own }
        };
        let mut roles: Vec<Role> = was_moved.iter().map(first).collect();
        let (below, spares, has_bye): (&[usize], usize, bool) = match ahead {
            Ahead::Nothing => (&[], shape.unpaired, false),
            Ahead::Next { own, spares, .. } => (own, spares, false),
            Ahead::Lowest { below, has_bye, .. } | Ahead::Penultimate { below, has_bye, .. } => (below, 0, has_bye),
            Ahead::Bye { has_bye } => (&[], 0, has_bye),
        };
        let forced = if ahead.article().is_empty() { &[] } else { shape.forced.as_slice() };
        index.extend(forced.iter().chain(below));
        roles.extend(forced.iter().map(|_| Role::Forced).chain(below.iter().map(|_| Role::Below)));
        let mut vertices: Vec<Vertex> = index.iter().map(|player| Vertex::Player(*player)).collect();
        vertices.extend((0..spares).map(|_| Vertex::Spare).chain(has_bye.then_some(Vertex::Bye)));
        roles.resize(vertices.len(), Role::Out);
        Self {
            field,
            vertices,
            index,
            roles,
            inside,
            was_moved,
            is_heterogeneous: shape.is_heterogeneous,
            is_joined_lowest: bracket.is_joined && matches!(ahead, Ahead::Bye { .. }),
            most_unmatched: if let Ahead::Next { most_unmatched, .. } = ahead { most_unmatched } else { usize::MAX },
        }
    }

    fn treat_as_homogeneous(&mut self) {
        self.is_heterogeneous = false;
        self.roles[..self.inside].fill(Role::Own);
    }

    /// Who may meet (B.1.a, B.2), have the bye (B.1.b) or stay unpaired.
    fn edges(&self) -> Vec<(usize, usize)> {
        let is_edge = |(a, b): &(usize, usize)| match (self.index.get(*a), self.index.get(*b)) {
            (Some(one), Some(other)) => self.field.may_meet(*one, *other),
            // The first places are for anybody, the others for who is not moved down (C.12).
            (Some(_), None) if self.vertices[*b] == Vertex::Spare => {
                b - self.index.len() < self.most_unmatched || self.roles[*a] == Role::Below
            }
            (Some(one), None) => self.field.cards[*one].may_have_bye,
            _ => false,
        };
        pairs_of(self.roles.len()).filter(is_edge).collect()
    }

    pub fn places(&self, role: Role) -> Vec<usize> {
        (0..self.inside).filter(|place| self.roles[*place] == role).collect()
    }

    pub fn card(&self, place: usize) -> &super::Card<'f> {
        &self.field.cards[self.index[place]]
    }

    /// Whether it is a pair of the bracket. The lesser place is first.
    pub fn is_pair(&self, a: usize, b: usize) -> bool {
        a < self.inside && b < self.inside
    }

    /// Those of the bracket who leave it by this edge.
    pub fn leaver(&self, a: usize, b: usize) -> Option<usize> {
        (a < self.inside && b >= self.inside).then_some(a)
    }

    /// Whether one of the two was moved down, and is to be paired first.
    pub fn has_moved(&self, a: usize, b: usize) -> bool {
        self.roles[a] == Role::Moved || self.roles[b] == Role::Moved
    }

    /// Whether somebody moved down, in S1, meets one of the bracket's own.
    pub fn is_first(&self, a: usize, b: usize) -> bool {
        matches!((self.roles[a], self.roles[b]), (Role::Moved, Role::Own) | (Role::Own, Role::Moved))
    }

    /// A.11: "the number of pairs", of those moved down first, and "the closeness of the scores".
    fn structure(&self, face: &mut LeftMatchings<'_, '_>) -> Result<Structure, Unproven> {
        let unmatched = face.least("C.14.b.2", "players moved down who are not in S1", |a, b| {
            i64::from(self.has_moved(a, b) && !self.is_first(a, b))
        })?;
        let unpaired =
            face.least("C.14", "players who are not paired", |a, b| i64::from(self.leaver(a, b).is_some()))?;
        let scores = face.least("B.3", "scores of those who are not paired", |a, b| {
            // D.4 has a measure of its own.
            self.leaver(a, b).filter(|_| !self.is_joined_lowest).map_or(0, |place| self.card(place).score())
        })?;
        Ok(Structure { unmatched: size(unmatched), unpaired: size(unpaired), scores })
    }

    /// C.12: whether those who leave have the same scores as these. Their number and the sum of their scores are the same already.
    fn has_scores(&self, face: &mut LeftMatchings<'_, '_>, leavers: &[usize]) -> Result<bool, Unproven> {
        let mut scores: Vec<i64> = (0..self.inside).map(|place| self.card(place).score()).collect();
        scores.dedup();
        for score in scores {
            let is_of_it = |place: usize| self.card(place).score() == score;
            let inside =
                leavers.iter().filter_map(|player| self.index[..self.inside].iter().position(|at| at == player));
            let due = inside.filter(|place| is_of_it(*place)).count();
            let counted = |a: usize, b: usize| i64::from(self.leaver(a, b).is_some_and(is_of_it));
            let fewest = face.least("C.12", "players of a score who leave", counted)?;
            if size(fewest) < due {
                let most =
                    face.least("C.12", "players of a score who leave, as many as possible", |a, b| -counted(a, b))?;
                if size(-most) != due {
                    return Ok(false);
                }
            } else if size(fewest) > due {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn outcome(&self, partners: &[usize], structure: Structure) -> Outcome {
        let mut outcome = Outcome { structure, ..Outcome::default() };
        for (a, b) in partners.iter().copied().enumerate().filter(|(a, b)| a < b) {
            if self.is_pair(a, b) {
                outcome.pairs.push((self.index[a], self.index[b]));
            }
            outcome.leavers.extend(self.leaver(a, b).map(|place| self.index[place]));
        }
        outcome
    }
}
