use super::Evidence;
use crate::graph::{Graph, Matching, irreducible_obstruction};
use crate::model::{Kind, PairModel};
use crate::rules::Impossible;
use crate::tournament::{RoundState, Seat};
use std::fmt;

/// Why there is no legal pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPairing {
    /// More odd components must each pair somebody outside than the Tutte set can take (Tutte 1947).
    Obstruction(Impossible),
    /// The caps of the model leave no pairing; without them there are some.
    Caps,
    /// The rules of a system leave no pairing, by this evidence.
    System(Evidence),
}

impl NoPairing {
    /// The evidence.
    #[must_use]
    pub const fn evidence(&self) -> Evidence {
        match self {
            Self::Obstruction(_) => Evidence::Obstruction,
            Self::System(evidence) => *evidence,
            Self::Caps => Evidence::IntegerTree,
        }
    }
}

impl fmt::Display for NoPairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Obstruction(why) => why.fmt(f),
            Self::Caps => f.write_str("no legal pairing keeps the caps of the model's [side] constraints"),
            Self::System(_) => f.write_str("the system's rules leave none"),
        }
    }
}

/// Why the pairs of `model` hold no perfect matching; `None` if they hold one.
pub(super) fn no_perfect_matching(state: &RoundState, model: &PairModel<'_>) -> Option<NoPairing> {
    let graph = graph(model);
    let why = irreducible_obstruction(&graph, &Matching::maximum(&graph))?;
    let players = state.players().iter().map(|player| Seat::Player(player.id));
    let seats: Vec<Seat> = players.chain(model.bye_vertex().map(|_| Seat::Bye)).collect();
    let why = Impossible::new(&seats, &why.tutte_set, &why.odd_components, &model.barring_rules(), model.bars());
    Some(NoPairing::Obstruction(why))
}

/// The pairs of `model` as a graph.
pub(super) fn graph(model: &PairModel<'_>) -> Graph {
    let kinds: Vec<Kind> = (0..model.vertices()).map(|vertex| model.kind(vertex)).collect();
    let apart = Graph::new(model.vertices(), model.apart());
    Graph::of_classes(&kinds, |one, other| model.kind_values(one, other).is_some(), &apart)
}
