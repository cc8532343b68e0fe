use crate::questions::ranking::{TieBreak, points_first, ranking_of};
use crate::questions::registry::System;
use crate::questions::report::number::number;
use crate::questions::tasks::TaskError;
use crate::systems::{RankingCriterion, Standing};
use crate::tournament::{RoundRequest, RoundState, Tournament};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::Number;
use std::collections::BTreeMap;

/// A final ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StandingsReport")]
pub struct Answer {
    /// What ranks the players.
    #[serde(flatten)]
    pub by: RankedBy,
    /// The number of rounds played so far.
    pub rounds: u32,
    /// The ranking, first to last.
    pub standings: Vec<Ranked>,
    #[serde(skip)]
    pub(super) criteria: Vec<RankingCriterion>,
    /// The state that was ranked.
    #[serde(skip)]
    pub state: RoundState,
}

/// What ranks the players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RankedBy {
    /// The rules of the system of this id.
    System(#[schemars(with = "String")] System),
    /// The points and the tie-breaks, by their names such as `BH-C1`, the first one first.
    TieBreaks(Vec<&'static str>),
}

/// One line of a ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StandingReport")]
pub struct Ranked {
    /// The rank. Players equal in all criteria share it.
    pub rank: usize,
    /// The pairing number.
    pub id: u32,
    /// The name, possibly empty.
    pub name: String,
    /// The player's value by each criterion, under the criterion's name; `None` if the criterion does not apply.
    #[serde(flatten, serialize_with = "by_name")]
    #[schemars(with = "BTreeMap<String, Option<Number>>")]
    pub values: Vec<(&'static str, Option<Number>)>,
}

fn by_name<S: Serializer>(values: &[(&'static str, Option<Number>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, value)))
}

impl Answer {
    /// The ranking of the players by the rules of `system`. It is the ranking before the round asked for, or the one after all
    /// rounds played.
    ///
    /// # Errors
    /// [`TaskError::Request`] if the system has no ranking; [`TaskError::Round`] if the tournament has no such round or has
    /// faults.
    ///
    /// ```
    /// use swiss_ilp::{files, questions::standings::Answer, tournament::RoundRequest};
    ///
    /// let file = std::fs::read("instances/teaching-8.json")?;
    /// let tournament = files::read(&file).expect("a sound file").tournament;
    /// let answer = Answer::by_system(&tournament, "tcec".parse()?, RoundRequest::default())?;
    /// // Two players are equal in all criteria.
    /// assert_eq!(answer.standings[..2].iter().map(|line| (line.rank, line.id)).collect::<Vec<_>>(), [(1, 2), (1, 3)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_system(tournament: &Tournament, system: System, request: RoundRequest) -> Result<Self, TaskError> {
        let rank = system.standings().ok_or_else(|| {
            TaskError::Request(format!("'{system}' has no standings; name one of {}", System::ids_with_standings()))
        })?;
        let state = RoundState::to_rank(tournament, request)?;
        let standings = rank(&state);
        Ok(Self::new(RankedBy::System(system), state, standings.criteria.to_vec(), &standings.players))
    }

    /// The ranking of the players by points and `tie_breaks`, as [`by_system`](Self::by_system).
    ///
    /// # Errors
    /// [`TaskError::Round`] if the tournament has no such round or has faults.
    ///
    /// ```
    /// use swiss_ilp::{files, questions::standings::Answer, questions::ranking, tournament::RoundRequest};
    ///
    /// let file = std::fs::read("instances/teaching-8.json")?;
    /// let tournament = files::read(&file).expect("a sound file").tournament;
    /// let answer = Answer::by_tie_breaks(&tournament, &ranking::tie_breaks("SB")?, RoundRequest::default())?;
    /// assert_eq!((answer.standings[0].rank, answer.standings[0].id), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_tie_breaks(
        tournament: &Tournament,
        tie_breaks: &[TieBreak],
        request: RoundRequest,
    ) -> Result<Self, TaskError> {
        let state = RoundState::to_rank(tournament, request)?;
        let ranked = ranking_of(&state, &tournament.points, tie_breaks);
        let names: Vec<&str> = points_first(tie_breaks).map(TieBreak::name).collect();
        let criteria = names.iter().map(|name| RankingCriterion { name, heading: name }).collect();
        Ok(Self::new(RankedBy::TieBreaks(names), state, criteria, &ranked))
    }

    fn new(by: RankedBy, state: RoundState, criteria: Vec<RankingCriterion>, standings: &[Standing]) -> Self {
        let players = state.players().iter().chain(state.absent());
        let names: BTreeMap<_, _> = players.map(|player| (player.id, &player.name)).collect();
        let line = |standing: &Standing| Ranked {
            rank: standing.rank,
            id: standing.id.0,
            name: names.get(&standing.id).copied().cloned().unwrap_or_default(),
            values: criteria
                .iter()
                .zip(&standing.values)
                .map(|(criterion, value)| (criterion.name, value.map(number)))
                .collect(),
        };
        let lines = standings.iter().map(line).collect();
        Self { by, rounds: state.round() - 1, standings: lines, criteria, state }
    }
}
