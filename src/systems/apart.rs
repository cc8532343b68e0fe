use crate::graph::Graph;
use crate::tournament::RoundState;

/// The pairs that may not meet whatever their colours, by rank. The two players have played each other (forfeited games
/// do not count), or the organiser forbids the pair.
pub(super) fn apart(state: &RoundState) -> Graph {
    let players = state.players().iter().enumerate();
    let met = players.flat_map(|(one, player)| {
        let met = player.history.iter().filter_map(|past| state.rank(past.event.met()?));
        met.map(move |other| (one, other))
    });
    let forbidden = state.forbidden().filter_map(|(one, other)| Some((state.rank(one)?, state.rank(other)?)));
    Graph::new(state.players().len(), met.chain(forbidden))
}
