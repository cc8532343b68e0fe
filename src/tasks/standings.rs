use super::TaskError;
use crate::registry::System;
use crate::systems::Standings;
use crate::tournament::{RoundRequest, RoundState, Tournament};

/// The players ranked by the text of `system`, before the round asked or after all that was played, with the state that the
/// ranking is of.
///
/// # Errors
/// [`TaskError::Request`] if the system has no ranking; [`TaskError::Round`] if the tournament has no such round, or cannot
/// be.
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

/// The state before a round, or after the last one: there is a ranking then, too.
///
/// # Errors
/// [`TaskError::Round`] if the tournament has no such round, or cannot be.
pub fn state_to_rank(tournament: &Tournament, request: RoundRequest) -> Result<RoundState, TaskError> {
    Ok(RoundState::new(&Tournament { rounds_planned: None, ..tournament.clone() }, request)?)
}
