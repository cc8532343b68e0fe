use super::{Evidence, NoOpenPairing, seat_at};
use crate::graph::{Graph, Matching, irreducible_obstruction};
use crate::model::{Kind, Objective, PairModel, Side, Vertex};
use crate::rules::{Barred, Impossibility, fewest};
use crate::tournament::Seat;
use itertools::Itertools;
use std::fmt;

/// Why there is no legal pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPairing {
    /// More odd components must each pair somebody outside than the Tutte set can take (Tutte 1947).
    Obstruction(Impossibility),
    /// The pairs that the model forces leave no pairing; without them there are some.
    Forced {
        /// Those that are not legal; if there are none, all of them.
        pairs: Vec<ForcedPair>,
        /// Why they leave none.
        why: Box<Self>,
    },
    /// The caps of the model leave no pairing; without them there are some.
    Caps,
    /// There are legal pairings, but none after which as many rounds can follow as were asked for.
    Closed(NoOpenPairing),
    /// The rules of a system leave no pairing.
    System {
        /// The reason that the system gives, in one sentence with the rules' ids in brackets, if it was asked.
        reason: Option<String>,
        /// Who cannot be paired, if it is the rules on pairs that leave no pairing.
        impossible: Option<Impossibility>,
    },
}

/// A pair that the model forces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForcedPair {
    /// The two, by pairing number.
    pub pair: [u32; 2],
    /// The rules that bar it: one that does so by itself, or more, all of which it takes; empty if it is legal.
    pub rules: Vec<&'static str>,
}

impl fmt::Display for ForcedPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.pair.map(Seat::from);
        write!(f, "{one}-{other}")?;
        if !self.rules.is_empty() {
            f.write_str(", which is not legal")?;
        }
        self.rules.iter().try_for_each(|rule| write!(f, " [{rule}]"))
    }
}

impl NoPairing {
    /// The evidence.
    pub fn evidence(&self) -> Evidence {
        match self {
            Self::Obstruction(_) | Self::System { .. } => Evidence::Obstruction,
            Self::Forced { why, .. } => why.evidence(),
            Self::Caps => Evidence::IntegerTree,
            Self::Closed(_) => Evidence::Search,
        }
    }

    /// What does not exist.
    pub const fn what(&self) -> &'static str {
        match self {
            Self::Closed(_) => "no legal pairing leaves so many rounds pairable",
            _ => "no legal pairing exists",
        }
    }

    /// The Tutte set and the odd components, if they are what leaves no pairing.
    pub fn obstruction(&self) -> Option<&Impossibility> {
        match self {
            Self::Obstruction(why) => Some(why),
            Self::Forced { why, .. } => why.obstruction(),
            Self::System { impossible, .. } => impossible.as_ref(),
            Self::Caps | Self::Closed(_) => None,
        }
    }

    /// The rules that bar the pairs of the reason: illegal forced ones, or of the [obstruction](Self::obstruction).
    pub fn barred(&self) -> Vec<Barred> {
        if let Self::Forced { pairs, .. } = self
            && pairs.iter().any(|forced| !forced.rules.is_empty())
        {
            let barred = |ForcedPair { pair: [one, other], rules }: &ForcedPair| Barred {
                rules: rules.clone(),
                seat: Seat::from(*one),
                from: vec![Seat::from(*other)],
            };
            return pairs.iter().map(barred).collect();
        }
        self.obstruction().map_or_else(Vec::new, |why| why.barred.clone())
    }
}

impl fmt::Display for NoPairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Obstruction(why) => why.fmt(f),
            Self::Forced { pairs, why } => {
                let is_barred = pairs.iter().any(|forced| !forced.rules.is_empty());
                let between = if is_barred { ", and " } else { ", " };
                write!(f, "the model's [side] constraints force {}", pairs.iter().format(between))?;
                if is_barred { Ok(()) } else { write!(f, ", and so {why}") }
            }
            Self::Caps => f.write_str("no legal pairing keeps the model's caps"),
            Self::Closed(why) => why.fmt(f),
            Self::System { reason, .. } => f.write_str(reason.as_deref().unwrap_or("the system's rules leave none")),
        }
    }
}

/// Why the pairs of `model` hold no perfect matching; `None` if they hold one.
pub(super) fn no_perfect_matching(model: &PairModel<'_>) -> Option<NoPairing> {
    let why = obstructed(model)?;
    let objective = model.objective();
    if objective.side.forced.is_empty() {
        return Some(why);
    }
    let free = Objective { side: Side { forced: Vec::new(), ..objective.side.clone() }, ..objective.clone() };
    let free = PairModel::new(model.state(), &free);
    // What leaves no pairing without the forced pairs leaves none with them.
    if let Some(why) = obstructed(&free) {
        return Some(why);
    }
    let (barring, bars) = (free.barring_rules(), free.bars());
    let forced = |pair: &[u32; 2]| {
        let rules = match pair.map(|id| free.vertex(Seat::from(id))) {
            [Some(one), Some(other)] if free.pair(one, other).is_none() => {
                fewest(&barring, |kept| bars(kept, one, other))
            }
            _ => Vec::new(),
        };
        ForcedPair { pair: *pair, rules }
    };
    let mut pairs: Vec<ForcedPair> = objective.side.forced.iter().map(forced).collect();
    if pairs.iter().any(|forced| !forced.rules.is_empty()) {
        pairs.retain(|forced| !forced.rules.is_empty());
    }
    Some(NoPairing::Forced { pairs, why: Box::new(why) })
}

/// What keeps the pairs of `model` from a perfect matching.
fn obstructed(model: &PairModel<'_>) -> Option<NoPairing> {
    obstruction_of_rest(model, &[]).map(NoPairing::Obstruction)
}

/// What keeps the pairs of all but some vertices from a perfect matching of these.
pub(super) fn obstruction_of_rest(model: &PairModel<'_>, but: &[Vertex]) -> Option<Impossibility> {
    let rest: Vec<Vertex> = (0..model.vertices()).filter(|vertex| !but.contains(vertex)).collect();
    let mut graph = graph(model);
    if !but.is_empty() {
        let whole = graph;
        let edges = rest.iter().enumerate().flat_map(|(place, vertex)| {
            let later = rest[place + 1..].iter().zip(place + 1..);
            let (whole, vertex) = (&whole, *vertex);
            later.filter(move |(other, _)| whole.has_edge(vertex, **other)).map(move |(_, other)| (place, other))
        });
        graph = Graph::new(rest.len(), edges);
    }
    let why = irreducible_obstruction(&graph, &Matching::maximum(&graph))?;
    let seats: Vec<Seat> = rest.iter().map(|vertex| seat_at(model.state(), *vertex)).collect();
    let bars = model.bars();
    let bars = |kept: &[&'static str], one: usize, other: usize| bars(kept, rest[one], rest[other]);
    Some(Impossibility::new(&seats, &why.tutte_set, &why.odd_components, &model.barring_rules(), bars))
}

/// The pairs of `model` as a graph.
pub(super) fn graph(model: &PairModel<'_>) -> Graph {
    let kinds: Vec<Kind> = (0..model.vertices()).map(|vertex| model.kind(vertex)).collect();
    let apart = Graph::new(model.vertices(), model.apart());
    Graph::of_classes(&kinds, |one, other| model.can_meet(one, other), &apart)
}
