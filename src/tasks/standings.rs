use super::TaskError;
use crate::registry::System;
use crate::systems::Standings;
use crate::tournament::{RoundRequest, RoundState, Tournament};

/// The ranking of the players by the rules of `system`, with the state that was ranked. It is the ranking before the
/// round asked for, or the one after all rounds played.
///
/// # Errors
/// [`TaskError::Request`] if the system has no ranking; [`TaskError::Round`] if the tournament has no such round or has
/// faults.
///
/// ```
/// use swiss_ilp::{formats, tasks, tournament::RoundRequest};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let (_, standings) = tasks::standings(&tournament, "tcec".parse()?, RoundRequest::default())?;
/// // Two players are equal in all criteria.
/// assert_eq!(standings.players[..2].iter().map(|line| (line.rank, line.id.0)).collect::<Vec<_>>(), [(1, 2), (1, 3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn standings(
    tournament: &Tournament,
    system: System,
    request: RoundRequest,
) -> Result<(RoundState, Standings), TaskError> {
    let rank = system.standings().ok_or_else(|| {
        TaskError::Request(format!("'{system}' has no standings; name one of {}", System::ids_with_standings()))
    })?;
    let state = state_to_rank(tournament, request)?;
    let standings = rank(&state);
    Ok((state, standings))
}

/// The state before a round, or after the last one, when a ranking is also possible.
///
/// # Errors
/// [`TaskError::Round`] if the tournament has no such round or has faults.
pub fn state_to_rank(tournament: &Tournament, request: RoundRequest) -> Result<RoundState, TaskError> {
    Ok(RoundState::to_rank(tournament, request)?)
}
