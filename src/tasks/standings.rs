use super::TaskError;
use crate::formats::Loaded;
use crate::printable::printable;
use crate::ranking::{self, TieBreak, ranking_of};
use crate::registry::System;
use crate::systems::{Standing, Standings};
use crate::tournament::{RoundRequest, RoundState, Tournament};
use std::collections::BTreeSet;

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

/// The ranking of the players by points and `tie_breaks`, with the state that was ranked, as [`standings`].
///
/// # Errors
/// [`TaskError::Round`] if the tournament has no such round or has faults.
///
/// ```
/// use swiss_ilp::{formats, ranking, tasks, tournament::RoundRequest};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let tie_breaks = ranking::tie_breaks("SB")?;
/// let (_, ranked) = tasks::standings_by_tie_breaks(&tournament, &tie_breaks, RoundRequest::default())?;
/// assert_eq!((ranked[0].rank, ranked[0].id.0), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn standings_by_tie_breaks(
    tournament: &Tournament,
    tie_breaks: &[TieBreak],
    request: RoundRequest,
) -> Result<(RoundState, Vec<Standing>), TaskError> {
    let state = state_to_rank(tournament, request)?;
    let ranked = ranking_of(&state, &tournament.points, tie_breaks);
    Ok((state, ranked))
}

/// The tie-breaks that a file names: a report in record 202, or in record 212 after PTS (TRF-2026).
///
/// # Errors
/// [`TaskError::Request`] if the file names none, names different ones, or names one that is not offered.
pub fn tie_breaks_of(loaded: &Loaded) -> Result<Vec<TieBreak>, TaskError> {
    let records = |code| loaded.report.iter().flat_map(|report| report.records(&[code])).collect::<Vec<_>>();
    let [tie_breaks, standings] = ["202", "212"].map(records);
    if let Some(other) = standings.iter().find(|list| !list.to_uppercase().starts_with("PTS")) {
        return Err(TaskError::Request(format!(
            "record 212 ranks by '{}' before the points; name the tie-breaks with --tie-breaks",
            printable(other)
        )));
    }
    let lists: Result<BTreeSet<Vec<TieBreak>>, _> =
        tie_breaks.iter().chain(&standings).map(|list| ranking::tie_breaks(list)).collect();
    let refuse = |message: &str| Err(TaskError::Request(message.to_owned()));
    match lists.map(|lists| lists.into_iter().collect::<Vec<_>>()) {
        Err(error) => Err(TaskError::Request(format!("records 202 and 212: {error}"))),
        Ok(lists) => match <[_; 1]>::try_from(lists) {
            Ok([named]) => Ok(named),
            Err(none) if none.is_empty() => {
                refuse("the file names no tie-breaks (TRF-2026, records 202 and 212); name them, such as BH-C1,BH,SB")
            }
            Err(_) => refuse("the file names different tie-breaks in its records 202 and 212; name those that count"),
        },
    }
}

/// The state before a round, or after the last one, when a ranking is also possible.
///
/// # Errors
/// [`TaskError::Round`] if the tournament has no such round or has faults.
pub fn state_to_rank(tournament: &Tournament, request: RoundRequest) -> Result<RoundState, TaskError> {
    Ok(RoundState::to_rank(tournament, request)?)
}
