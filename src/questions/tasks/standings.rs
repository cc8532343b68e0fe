use super::TaskError;
use crate::files::Loaded;
use crate::files::printable::printable;
use crate::questions::ranking::{self, TieBreak, points_first, ranking_of};
use crate::questions::report::boards::names;
use crate::systems::Standing;
use crate::tournament::{RoundRequest, RoundState, Trust};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// The ranks of a file, compared with those by its own list of tie-breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StandingsCheck {
    /// The points and the tie-breaks, by their names such as `BH-C1`, the first one first.
    pub tie_breaks: Vec<&'static str>,
    /// How many ranks are wrong.
    pub wrong: usize,
    /// The players, in the order of the ranking.
    pub ranks: Vec<RankCheck>,
}

/// A player's rank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RankCheck {
    /// The pairing number.
    pub id: u32,
    /// The name, possibly empty.
    pub name: String,
    /// The rank by points and tie-breaks. Players equal in everything share it.
    pub rank: usize,
    /// The last rank of those who share it, if they are ranked one after the other, as by lot.
    pub last: usize,
    /// The rank in the file; null if it has none.
    pub in_file: Option<u32>,
    /// Whether the rank in the file is one from `rank` to `last`.
    pub is_right: bool,
}

/// Compare the ranks of a report with those by its own list of tie-breaks. Players equal in everything may share a rank, or have the
/// ranks that they share in any order: FIDE has them drawn by lot (C.07, 4.2).
pub(crate) fn check_standings(loaded: &Loaded, trust: Trust) -> Result<StandingsCheck, TaskError> {
    let in_file = loaded.report.as_ref().map(|report| report.ranks()).unwrap_or_default();
    if in_file.is_empty() {
        let what = "the file has no ranks, which a report has in columns 86-89 of the players' rows";
        return Err(TaskError::Request(what.to_owned()));
    }
    let tie_breaks = tie_breaks_of(loaded)?;
    let tournament = &loaded.tournament;
    let state = RoundState::to_rank(tournament, RoundRequest { trust, ..RoundRequest::default() })?;
    let mut names = names(&state);
    let standings = ranking_of(&state, &tournament.points, &tie_breaks);
    let shared = standings.iter().map(|line| line.rank).counts();
    let check = |line: &Standing| {
        let last = line.rank + shared.get(&line.rank).map_or(0, |count| count - 1);
        let in_file = in_file.get(&line.id).copied();
        let is_right =
            in_file.and_then(|rank| usize::try_from(rank).ok()).is_some_and(|rank| (line.rank..=last).contains(&rank));
        let name = names.remove(&line.id).unwrap_or_default();
        RankCheck { id: line.id.0, name, rank: line.rank, last, in_file, is_right }
    };
    let ranks: Vec<RankCheck> = standings.iter().map(check).collect();
    Ok(StandingsCheck {
        tie_breaks: points_first(&tie_breaks).map(TieBreak::name).collect(),
        wrong: ranks.iter().filter(|rank| !rank.is_right).count(),
        ranks,
    })
}

/// The tie-breaks that a file names: a report in record 202, or in record 212 after PTS (TRF-2026).
///
/// # Errors
/// [`TaskError::Request`] if the file names none, names different ones, names one that is not offered, or does not rank by the points
/// first. What to do instead depends on the question.
pub fn tie_breaks_of(loaded: &Loaded) -> Result<Vec<TieBreak>, TaskError> {
    let records = |code| loaded.report.iter().flat_map(|report| report.records(&[code])).collect::<Vec<_>>();
    let [tie_breaks, standings] = ["202", "212"].map(records);
    if let Some(other) = standings.iter().find(|list| !list.to_uppercase().starts_with("PTS")) {
        let what =
            format!("record 212 ranks by '{}', and not by the points first, which is not done", printable(other));
        return Err(TaskError::Request(what));
    }
    let lists: Result<BTreeSet<Vec<TieBreak>>, _> =
        tie_breaks.iter().chain(&standings).map(|list| ranking::tie_breaks(list)).collect();
    let refuse = |message: &str| Err(TaskError::Request(message.to_owned()));
    match lists.map(|lists| lists.into_iter().collect::<Vec<_>>()) {
        Err(error) => Err(TaskError::Request(format!("records 202 and 212: {error}"))),
        Ok(lists) => match <[_; 1]>::try_from(lists) {
            Ok([named]) => Ok(named),
            Err(none) if none.is_empty() => refuse("the file names no tie-breaks (TRF-2026, records 202 and 212)"),
            Err(_) => refuse("the file names different tie-breaks in its records 202 and 212"),
        },
    }
}
