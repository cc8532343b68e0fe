use super::bracket::{BracketVertex, VertexRole};
use super::facts::Facts;
use super::tier::{BracketEdge, CriterionCount, Scores};
use crate::graph::{EdgeWeight, Lex, Prices};
use crate::systems::classes::Classes;
use crate::systems::halves::Halves;
use crate::tournament::{Float, Strength};

/// What edges cost: a number for each tier, the first that differs deciding.
pub(super) trait Tuple: EdgeWeight {
    /// The cost of these counts, given how much one of each weighs.
    fn of(counts: impl Iterator<Item = i64>, weights: &[i128]) -> Self;
}

/// Where the counts are small enough, one number is faster than many.
impl Tuple for i128 {
    fn of(counts: impl Iterator<Item = i64>, weights: &[i128]) -> Self {
        counts.zip(weights).map(|(count, weight)| Self::from(count) * weight).sum()
    }
}

impl<const K: usize> Tuple for Lex<K> {
    fn of(counts: impl Iterator<Item = i64>, _: &[i128]) -> Self {
        let mut all = [0; K];
        all.iter_mut().zip(counts).for_each(|(place, count)| *place = count);
        Self(all)
    }
}

/// The counts of the edges between some vertices.
#[derive(Clone, Copy)]
pub(super) struct EdgeCounts<'f> {
    pub facts: &'f Facts<'f>,
    pub vertices: &'f [BracketVertex],
    /// In order of priority.
    pub tiers: &'f [CriterionCount],
    pub scores: Scores,
    /// The first vertices, if they are a homogeneous bracket or remainder in two halves.
    pub halves: Option<Halves>,
}

impl EdgeCounts<'_> {
    /// How many numbers a cost has.
    pub fn len(&self) -> usize {
        self.tiers.len() + 2 * usize::from(self.halves.is_some())
    }

    /// How much one of each count weighs in a single number; `None` if that becomes too large.
    pub fn weights(&self) -> Option<Vec<i128>> {
        let of_halves = self.halves.map(Halves::most).into_iter().flatten();
        let most: Vec<i64> = self.tiers.iter().map(|tier| self.most(*tier)).chain(of_halves).collect();
        let mut weight = self.vertices.len() as i128 + 1;
        let mut weights = Vec::new();
        for most in most.into_iter().rev() {
            weights.push(weight);
            weight = weight.checked_mul(i128::from(most) + 1).filter(|weight| *weight < 1 << 118)?;
        }
        weights.reverse();
        Some(weights)
    }

    /// The most that a tier can count in a matching.
    fn most(&self, tier: CriterionCount) -> i64 {
        let card = |vertex: &BracketVertex| self.facts.card(vertex.player);
        let number = |is: &dyn Fn(&BracketVertex) -> bool| {
            self.vertices.iter().filter(|vertex| is(vertex)).count().cast_signed() as i64
        };
        let members = |is: &dyn Fn(&BracketVertex) -> bool| number(&|vertex| vertex.role.is_member() && is(vertex));
        let next = || number(&|vertex| vertex.role == VertexRole::Next);
        match tier {
            CriterionCount::UnplayedGames => self.facts.unplayed.iter().copied().max().unwrap_or_default(),
            CriterionCount::Preferences | CriterionCount::StrongPreferences => members(&|_| true) / 2,
            // A pair counts twice at most.
            CriterionCount::BeyondTwo | CriterionCount::ThirdInRow | CriterionCount::Distance(_) => members(&|_| true),
            CriterionCount::Downfloaters => members(&|_| true).min(number(&|vertex| !vertex.role.is_member())),
            CriterionCount::DownfloatersAt(score) => members(&|member| card(member).score == score),
            CriterionCount::Limbo => members(&|member| member.role != VertexRole::Resident),
            CriterionCount::NextDownfloaters | CriterionCount::NextDistance(_) => members(&|_| true) + next(),
            CriterionCount::NextDownfloatersAt(score) => members(&|member| card(member).score == score) + next(),
            CriterionCount::Downfloats(ago) | CriterionCount::DownfloatsAt(ago, _) => {
                members(&|member| card(member).floats[ago - 1] == Some(Float::Down))
            }
            CriterionCount::Upfloats(ago) | CriterionCount::UpfloatsAt(ago, _) => {
                members(&|member| card(member).floats[ago - 1] == Some(Float::Up))
            }
        }
    }

    /// Between what the vertices are joined; `None` if they cannot be.
    fn edge(&self, one: BracketVertex, other: BracketVertex) -> Option<BracketEdge> {
        let may_have_bye = |vertex: BracketVertex| self.facts.card(vertex.player).may_have_bye;
        match [one, other].map(|vertex| vertex.role) {
            [VertexRole::MovedDown, VertexRole::MovedDown] => None,
            [of, to] if of.is_member() && to.is_member() => {
                let is_in_limbo = of == VertexRole::Limbo || to == VertexRole::Limbo;
                let (higher, lower) = if one.player < other.player { (one, other) } else { (other, one) };
                (!is_in_limbo).then_some(BracketEdge::Pair(higher, lower))
            }
            [of, VertexRole::Bye] if of.is_player() && !may_have_bye(one) => None,
            [of, to] if of.is_member() => Some(BracketEdge::Leaves(one, to)),
            [_, to] if to.is_member() => self.edge(other, one),
            [VertexRole::Bye | VertexRole::Exit, to] if to.is_player() => self.edge(other, one),
            [VertexRole::Below, VertexRole::Next] => Some(BracketEdge::Below(VertexRole::Next, VertexRole::Below)),
            [VertexRole::Below, VertexRole::Exit] | [VertexRole::Bye, _] | [VertexRole::Exit, VertexRole::Bye] => None,
            [of, to] => Some(BracketEdge::Below(of, to)),
        }
    }

    fn cost<W: Tuple>(&self, weights: &[i128], one: BracketVertex, other: BracketVertex) -> Option<W> {
        let edge = self.edge(one, other)?;
        Some(W::of(self.tiers.iter().map(|tier| tier.count(self.facts, self.scores, edge)), weights))
    }

    fn classes(&self) -> Classes {
        let has = |tier: CriterionCount| self.tiers.contains(&tier);
        Classes::by(self.vertices.iter().enumerate().map(|(index, vertex)| {
            let card = self.facts.field.cards.get(vertex.player);
            let kind = card.map(|card| card.kind(vertex.role.is_member())).unwrap_or_default();
            let unplayed = card.map(|card| self.facts.unplayed[vertex.player] * i64::from(card.may_have_bye));
            // Only the colours of two with absolute preferences depend on more than their classes: others do not break C12 and
            // C13 of 2026, and an absolute preference is stronger than theirs.
            let is_absolute = card.is_some_and(|card| card.wants(Strength::Absolute).is_some());
            let alone = has(CriterionCount::BeyondTwo) && vertex.role.is_member() && is_absolute;
            (
                vertex.role,
                kind,
                unplayed.filter(|_| has(CriterionCount::UnplayedGames)),
                self.halves.map(|halves| halves.part(index)),
                alone.then_some(index),
            )
        }))
    }
}

/// The costs of pairs of vertices.
pub(super) struct CandidateCosts<'f, W> {
    counts: EdgeCounts<'f>,
    weights: &'f [i128],
    classes: Classes,
    /// For two classes, what their pairs cost without exchanges.
    costs: Vec<Vec<Option<W>>>,
}

impl<'f, W: Tuple> CandidateCosts<'f, W> {
    pub fn new(counts: EdgeCounts<'f>, weights: &'f [i128]) -> Self {
        let classes = counts.classes();
        let first = |class: &Vec<usize>| counts.vertices[class[0]];
        let gets_colours = |one: BracketVertex, other: BracketVertex| {
            !(one.role.is_player() && other.role.is_player())
                || counts.facts.field.get_colours(one.player, other.player)
        };
        let cost = |one: &Vec<usize>, other: &Vec<usize>| {
            let (one, other) = (first(one), first(other));
            gets_colours(one, other).then(|| counts.cost(weights, one, other)).flatten()
        };
        let row = |one| classes.members.iter().map(|other| cost(one, other)).collect();
        let costs = classes.members.iter().map(row).collect();
        Self { counts, weights, classes, costs }
    }

    /// What the exchanges cost that a pair of vertices needs.
    fn exchanges(&self, u: usize, v: usize) -> W {
        self.of_exchanges(self.counts.halves.map_or((0, 0), |halves| halves.exchanges(u.min(v), u.max(v))))
    }

    fn of_exchanges(&self, (exchanges, difference): (i64, i64)) -> W {
        let before = self.counts.tiers.len();
        W::of(std::iter::repeat_n(0, before).chain([exchanges, difference]), self.weights)
    }
}

impl<W: Tuple> Prices for CandidateCosts<'_, W> {
    type Cost = W;

    fn classes(&self) -> &[Vec<usize>] {
        &self.classes.members
    }

    fn class(&self, v: usize) -> usize {
        self.classes.of[v]
    }

    fn least(&self, one: usize, other: usize) -> Option<W> {
        let cost = self.costs[one][other]?;
        Some(if self.counts.halves.is_some() {
            cost + Halves::least(&self.classes.members, one, other, |u, v| self.exchanges(u, v))
        } else {
            cost
        })
    }

    fn exact(&self, least: W, u: usize, v: usize) -> W {
        let Some(cost) = self.costs[self.class(u)][self.class(v)] else { return least };
        if self.counts.halves.is_some() { cost + self.exchanges(u, v) } else { cost }
    }

    fn is_uniform(&self, one: usize, other: usize) -> bool {
        let part = |class: usize| self.counts.halves.map(|halves| halves.part(self.classes.members[class][0]));
        Halves::are_uniform(part(one), part(other))
    }

    fn change(&self, v: usize, other: usize) -> Option<W> {
        Some(self.of_exchanges((0, self.counts.halves.map_or(0, |_| Halves::change(v, other)))))
    }

    // The vertices of a class get the same colours.
    fn barred(&self) -> Option<Box<dyn Iterator<Item = (usize, usize)> + '_>> {
        let players = self.counts.vertices.iter().map(|vertex| vertex.role.is_player().then_some(vertex.player));
        Some(Box::new(self.counts.facts.field.apart_among(players).into_iter()))
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        let (one, other) = (&self.counts.vertices[u], &self.counts.vertices[v]);
        !(one.role.is_player() && other.role.is_player()) || self.counts.facts.field.may_meet(one.player, other.player)
    }
}
