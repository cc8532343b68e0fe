use super::Evidence;
use crate::graph::{Graph, Matching, irreducible_obstruction};
use crate::model::{Kind, PairModel, Side, Spec};
use crate::rules::Impossible;
use crate::tournament::{PlayerId, RoundState, Seat};
use std::fmt;

/// Why there is no legal pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPairing {
    /// More odd components must each pair somebody outside than the Tutte set can take (Tutte 1947).
    Obstruction(Impossible),
    /// The pairs that the model forces leave no pairing; without them there are some.
    Forced {
        /// Those that no rule lets meet; if there are none, all of them.
        pairs: Vec<[u32; 2]>,
        /// Why they leave none.
        why: Box<Self>,
    },
    /// The caps of the model leave no pairing; without them there are some.
    Caps,
    /// The rules of a system leave no pairing.
    System {
        /// The evidence of its program.
        evidence: Evidence,
        /// The reason that the system gives, in one sentence with the rules' ids in brackets, if it was asked.
        reason: Option<String>,
        /// Who cannot be paired, if it is the rules on pairs that leave no pairing.
        impossible: Option<Impossible>,
    },
}

impl NoPairing {
    /// The evidence.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        match self {
            Self::Obstruction(_) => Evidence::Obstruction,
            Self::Forced { why, .. } => why.evidence(),
            Self::System { evidence, .. } => *evidence,
            Self::Caps => Evidence::IntegerTree,
        }
    }

    /// The Tutte set and the odd components, if they are what leaves no pairing.
    #[must_use]
    pub fn obstruction(&self) -> Option<&Impossible> {
        match self {
            Self::Obstruction(why) => Some(why),
            Self::Forced { why, .. } => why.obstruction(),
            Self::System { impossible, .. } => impossible.as_ref(),
            Self::Caps => None,
        }
    }
}

impl fmt::Display for NoPairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Obstruction(why) => why.fmt(f),
            Self::Forced { pairs, why } => {
                let pairs: Vec<String> = pairs.iter().map(|[one, other]| format!("{one}-{other}")).collect();
                write!(f, "the model's [side] constraints force {}, and so {why}", pairs.join(", "))
            }
            Self::Caps => f.write_str("no legal pairing keeps the caps of the model's [side] constraints"),
            Self::System { reason, .. } => f.write_str(reason.as_deref().unwrap_or("the system's rules leave none")),
        }
    }
}

/// Why the pairs of `model` hold no perfect matching; `None` if they hold one.
pub(super) fn no_perfect_matching(state: &RoundState, model: &PairModel<'_>) -> Option<NoPairing> {
    let why = obstructed(state, model)?;
    let spec = model.spec();
    if spec.side.forced.is_empty() {
        return Some(why);
    }
    let free = Spec { side: Side { forced: Vec::new(), ..spec.side.clone() }, ..spec.clone() };
    let free = PairModel::new(state, &free);
    // What leaves no pairing without the forced pairs leaves none with them.
    if let Some(why) = obstructed(state, &free) {
        return Some(why);
    }
    let may_meet = |pair: &[u32; 2]| match pair.map(|id| state.rank(PlayerId(id))) {
        [Some(one), Some(other)] => free.pair(one, other).is_some(),
        _ => false,
    };
    let mut pairs: Vec<[u32; 2]> = spec.side.forced.iter().copied().filter(|pair| !may_meet(pair)).collect();
    if pairs.is_empty() {
        pairs.clone_from(&spec.side.forced);
    }
    Some(NoPairing::Forced { pairs, why: Box::new(why) })
}

/// What keeps the pairs of `model` from a perfect matching.
fn obstructed(state: &RoundState, model: &PairModel<'_>) -> Option<NoPairing> {
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
