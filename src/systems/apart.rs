use crate::graph::Graph;
use crate::tournament::RoundState;

/// The pairs that may not meet whatever their colours, by rank: who [`met`], and whom the organiser keeps apart.
pub(super) fn apart(state: &RoundState) -> Graph {
    with_bans(state, met(state))
}

/// These pairs, and those whom the organiser keeps apart.
pub(super) fn with_bans(state: &RoundState, mut apart: Graph) -> Graph {
    for (one, other) in state.forbidden() {
        if let (Some(one), Some(other)) = (state.rank(one), state.rank(other)) {
            apart.set_edge(one, other, true);
        }
    }
    apart
}

/// The pairs who have played each other, by rank. Forfeited games do not count.
pub(super) fn met(state: &RoundState) -> Graph {
    let players = state.players().iter().enumerate();
    let met = players.flat_map(|(one, player)| {
        let met = player.history.iter().filter_map(|past| state.rank(past.event.met()?));
        met.map(move |other| (one, other))
    });
    Graph::new(state.players().len(), met)
}
