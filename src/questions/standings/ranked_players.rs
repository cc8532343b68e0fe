use crate::questions::ranking::{self, TieBreak, points_first, ranking_of};
use crate::questions::registry::System;
use crate::questions::report::boards::names;
use crate::questions::report::number::number;
use crate::questions::report::{Cell, Document, Show, Table, left, right};
use crate::questions::tasks::TaskError;
use crate::systems::{RankingCriterion, Standing};
use crate::tournament::{Colour, Outcome, PastEvent, PastRound, RoundRequest, RoundState, Score, Tournament};
use itertools::Itertools;
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
    /// The tournament's name, for a page.
    #[serde(skip)]
    pub(super) title: String,
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
    /// In a cross table, what the player did in each round: the opponent's number, the colour and the result, such as `12w1`; `bye` and
    /// its points; `-` for an absence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
}

fn by_name<S: Serializer>(values: &[(&'static str, Option<Number>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, value)))
}

impl Answer {
    /// The ranking of the players by the rules of `system`. It is the ranking before the round asked for, or the one after all
    /// rounds played.
    ///
    /// # Errors
    /// [`TaskError::Request`] if the system has no ranking; as [`by_tie_breaks`](Self::by_tie_breaks).
    pub fn by_system(tournament: &Tournament, system: System, request: RoundRequest) -> Result<Self, TaskError> {
        let rank = system.standings().ok_or_else(|| {
            TaskError::Request(format!("'{system}' has no standings; name one of {}", System::ids_with_standings()))
        })?;
        let state = RoundState::to_rank(tournament, request)?;
        let standings = rank(&state);
        Ok(Self::new(RankedBy::System(system), state, standings.criteria.to_vec(), &standings.players))
    }

    /// The ranking of the players by points and `tie_breaks`. It is the ranking before the round asked for, or the one after all
    /// rounds played.
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
        if let Some(unfit) = ranking::unfit(tournament, tie_breaks) {
            return Err(TaskError::Request(unfit));
        }
        let state = RoundState::to_rank(tournament, request)?;
        let ranked = ranking_of(&state, &tournament.points, tie_breaks);
        let names: Vec<&str> = points_first(tie_breaks).map(TieBreak::name).collect();
        let criteria = names.iter().map(|name| RankingCriterion { name, heading: name }).collect();
        Ok(Self::new(RankedBy::TieBreaks(names), state, criteria, &ranked))
    }

    fn new(by: RankedBy, state: RoundState, criteria: Vec<RankingCriterion>, standings: &[Standing]) -> Self {
        let mut names = names(&state);
        let line = |standing: &Standing| Ranked {
            rank: standing.rank,
            id: standing.id.0,
            name: names.remove(&standing.id).unwrap_or_default(),
            values: criteria
                .iter()
                .zip(&standing.values)
                .map(|(criterion, value)| (criterion.name, value.map(number)))
                .collect(),
            games: Vec::new(),
        };
        let lines = standings.iter().map(line).collect();
        Self { by, rounds: state.round() - 1, standings: lines, criteria, title: String::new(), state }
    }
}

impl Answer {
    /// Make a cross table of it.
    pub(super) fn cross(&mut self) {
        for player in self.state.players().iter().chain(self.state.absent()) {
            let games = player.history.iter().map(in_a_cross_table).collect_vec();
            self.standings
                .iter_mut()
                .filter(|line| line.id == player.id.0)
                .for_each(|line| line.games.clone_from(&games));
        }
    }
}

/// What a player did in a round.
fn in_a_cross_table(past: &PastRound) -> String {
    let one = |(colour, outcome): &(Colour, Outcome)| {
        let colour = if *colour == Colour::White { 'w' } else { 'b' };
        let outcome = match outcome {
            Outcome::Win => "1",
            Outcome::Draw => "½",
            Outcome::Loss => "0",
            Outcome::ForfeitWin => "+",
            Outcome::ForfeitLoss => "-",
            Outcome::Adjourned => "?",
        };
        format!("{colour}{outcome}")
    };
    match &past.event {
        PastEvent::Game { opponent, encounters, .. } => format!("{opponent}{}", encounters.iter().map(one).join("")),
        PastEvent::Bye(_) if past.points != Score::ZERO => format!("bye {}", past.points),
        PastEvent::Bye(_) | PastEvent::Absent => "-".to_owned(),
    }
}

impl Show for Answer {
    fn show(&self) -> Document {
        let columns = [right("Rank"), right("No.").named("number"), left("Player").named("name")].into_iter();
        let rounds = self.standings.first().map_or(0, |line| line.games.len());
        let columns = columns.chain((1..=rounds).map(|round| left(round.to_string()).named(format!("round_{round}"))));
        let columns = columns.chain(self.criteria.iter().map(|column| right(column.heading).named(column.name)));
        let row = |line: &Ranked| {
            let values = line.values.iter().map(|(_, value)| value.clone().map_or(Cell::Empty, Cell::Number));
            let games = line.games.iter().map(Cell::from);
            [line.rank.into(), line.id.into(), (&line.name).into()].into_iter().chain(games).chain(values).collect_vec()
        };
        let mut document = match self.title.as_str() {
            "" => Document::default(),
            title if self.rounds == 0 => Document::of(title, "Starting list"),
            title => Document::of(title, format!("Standings after round {}", self.rounds)),
        };
        document.table(Table::new("standings", columns).rows(self.standings.iter().map(row)));
        document
    }
}
