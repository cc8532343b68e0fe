use super::metric::{Counts, MetricSource};
use super::random::{Purpose, RandomSource};
use super::{Arm, Entrants, EventRow, Experiment, GameToPlay, Pairer, SideToPlay, TeamField, TieChoice};
use crate::model::Model;
use crate::proof::verify::verify;
use crate::questions::{AskError, solve, tasks};
use crate::solve::{NoPairing, Options, SolveError, Termination, Ties};
use crate::tournament::{
    Board, Bye, ByeKind, Colour, Game, GameResult, Pairing, PlayerId, Round, RoundRequest, RoundState, Score,
    Tournament,
};
use itertools::Itertools;
use std::cmp::Ordering;
use std::fmt::Display;
use std::io;

/// An event as an arm pairs it, with all results.
#[derive(Debug, Clone)]
pub struct Event {
    /// The tournament, in which no points are declared.
    pub tournament: Tournament,
    /// The sum of the metrics of its pairings.
    pub counts: Counts,
    /// If not all rounds were played, how it ended.
    pub ended: Option<EventEnd>,
}

/// How an event ended before its last round.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventEnd {
    /// The first round that was not played.
    pub round: u32,
    /// The ids of the rules that left no pairing, with `+` between them; [`EventEnd::NO_RULE`], or [`EventEnd::TOO_FEW`].
    pub by: String,
}

impl EventEnd {
    /// There was no legal pairing, and no rule alone is why.
    pub const NO_RULE: &str = "no-pairing";
    /// Fewer than two players were there.
    pub const TOO_FEW: &str = "too-few-players";

    /// Whether a round had no legal pairing.
    pub fn is_infeasible(&self) -> bool {
        self.by != Self::TOO_FEW
    }

    /// By rules that leave no pairing.
    fn by_rules<'r>(round: u32, rules: impl IntoIterator<Item = &'r str>) -> Self {
        let rules = rules.into_iter().unique().join("+");
        Self { round, by: if rules.is_empty() { Self::NO_RULE.to_owned() } else { rules } }
    }
}

/// Why a round of an event was not paired.
#[derive(Debug, Clone, thiserror::Error)]
#[error("event {event}, arm '{arm}', round {round}: {what}")]
pub struct RoundFault {
    /// The event, from 1.
    pub event: u64,
    /// The name of the arm.
    pub arm: String,
    /// The round, from 1.
    pub round: u32,
    /// What is wrong.
    pub what: String,
    /// Whether the arm's model, a metric or a function cannot be asked of the round; otherwise the program has an error.
    pub is_refused: bool,
    /// The tournament before the round.
    pub tournament: Box<Tournament>,
}

/// Why events were not played to their end.
#[derive(Debug, thiserror::Error)]
pub enum EventHalt {
    /// A limit came first.
    #[error("a limit came first")]
    Limit,
    /// A round was not paired.
    #[error(transparent)]
    Fault(#[from] RoundFault),
    /// What was played could not be told.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<EventHalt> for AskError {
    fn from(halt: EventHalt) -> Self {
        match halt {
            EventHalt::Limit => Self::Limit(halt.to_string()),
            EventHalt::Fault(RoundFault { is_refused: false, .. }) => {
                Self::Internal(format!("{halt}; please report this"))
            }
            EventHalt::Fault(_) | EventHalt::Io(_) => Self::wrong(halt.to_string()),
        }
    }
}

/// A round with its verified pairing.
struct PairedRound {
    state: RoundState,
    pairing: Pairing,
}

/// Why a round is not paired.
enum UnpairedRound {
    /// Its rules leave no pairing: the ids of those that are known to.
    Infeasible(Vec<&'static str>),
    Limit,
    Fault {
        what: String,
        is_refused: bool,
    },
}

impl UnpairedRound {
    fn fault(what: impl ToString) -> Self {
        Self::Fault { what: what.to_string(), is_refused: false }
    }
}

impl From<SolveError> for UnpairedRound {
    fn from(error: SolveError) -> Self {
        let is_refused = !matches!(error, SolveError::Internal(_));
        let what = if let SolveError::Request(what) = error { what } else { error.to_string() };
        Self::Fault { what, is_refused }
    }
}

impl Event {
    /// Play event number `number`, from 1, of `experiment`, paired by `arm`. Its players are `entrants`.
    ///
    /// The event ends early if a round has no legal pairing, or fewer than two players are there to be paired.
    ///
    /// # Errors
    /// [`EventHalt`] if the limits of `options` come first, or a pairing is refused by the verifier.
    pub fn play(
        experiment: &Experiment,
        entrants: &Entrants,
        number: u64,
        arm: &Arm,
        options: Options,
    ) -> Result<Self, EventHalt> {
        let name = format!("{}, event {number}, {}", experiment.name, arm.name);
        let tournament = entrants.tournament(name, experiment.rounds);
        let mut event = Self { tournament, counts: Counts::default(), ended: None };
        let options = Options {
            ties: arm.pairer.ties(RandomSource { seed: experiment.seed, event: number }),
            ..options.started()
        };
        let limits = options.start();
        for round in 1..=experiment.rounds {
            let byes = entrants.byes(round);
            if byes.len() + 2 > entrants.players().len() {
                event.ended = Some(EventEnd { round, by: EventEnd::TOO_FEW.to_owned() });
                break;
            }
            // A system does not ask the limits, so they are asked between rounds.
            if limits.are_reached() {
                return Err(EventHalt::Limit);
            }
            event.tournament.rounds.push(Round { byes, games: Vec::new() });
            if experiment.is_accelerated {
                // Whoever is away from round 1 has no number yet, so this comes after its byes. Later rounds change nothing.
                let accelerated = event.tournament.accelerate_by_baku();
                accelerated.map_err(|why| event.fault(number, arm, round, why, true))?;
            }
            match event.pair(round, arm, experiment.prove, options) {
                Ok(paired) => event
                    .add(paired, entrants, experiment)
                    .map_err(|what| event.fault(number, arm, round, what, true))?,
                Err(unpaired) => {
                    event.tournament.rounds.pop();
                    match unpaired {
                        UnpairedRound::Limit => return Err(EventHalt::Limit),
                        UnpairedRound::Fault { what, is_refused } => {
                            return Err(event.fault(number, arm, round, what, is_refused).into());
                        }
                        UnpairedRound::Infeasible(rules) => event.ended = Some(EventEnd::by_rules(round, rules)),
                    }
                    break;
                }
            }
        }
        Ok(event)
    }

    /// The fault of a round, before which the tournament is this one.
    fn fault(&self, event: u64, arm: &Arm, round: u32, what: impl Into<String>, is_refused: bool) -> RoundFault {
        let (arm, what, tournament) = (arm.name.clone(), what.into(), Box::new(self.tournament.clone()));
        RoundFault { event, arm, round, what, is_refused, tournament }
    }

    /// Whether a round had no legal pairing. The event ended with the round before.
    pub fn is_infeasible(&self) -> bool {
        self.ended.as_ref().is_some_and(EventEnd::is_infeasible)
    }

    /// The verified pairing of the round.
    fn pair(&mut self, round: u32, arm: &Arm, prove: bool, options: Options) -> Result<PairedRound, UnpairedRound> {
        let state = RoundState::new(&self.tournament, RoundRequest::from(round));
        let state = state.map_err(UnpairedRound::fault)?;
        let pairing = arm.pairer.pair(&self.tournament, &state, prove, options)?;
        self.counts += Counts::of(&state, &pairing);
        Ok(PairedRound { state, pairing })
    }

    /// Play the round.
    fn add(
        &mut self,
        PairedRound { state, pairing }: PairedRound,
        entrants: &Entrants,
        experiment: &Experiment,
    ) -> Result<(), String> {
        let mut games = Vec::new();
        for board in &pairing.boards {
            let played = Played::of(&state, *board, entrants, experiment)?;
            games.push(Game { white: board.white, black: board.black, result: played.result, rated: true });
            let teams = self.tournament.teams.iter_mut();
            for (teams, game_points) in teams.zip(played.game_points) {
                for (team, points) in [board.white, board.black].into_iter().zip(game_points) {
                    teams.game_points.entry(team).or_default().insert(state.round(), points);
                }
            }
        }
        if let Some(current) = self.tournament.rounds.last_mut() {
            current.games = games;
            current.byes.extend(pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing }));
        }
        Ok(())
    }

    /// The metrics that the experiment asks for, and how the event ended.
    ///
    /// # Errors
    /// [`EventHalt`]: a value of an own metric cannot be found, or the tournament cannot be ranked.
    pub fn row(
        &self,
        experiment: &Experiment,
        entrants: &Entrants,
        number: u64,
        arm: &Arm,
    ) -> Result<EventRow, EventHalt> {
        let measured = MetricSource::new(self, entrants, (number, arm), &experiment.tie_breaks).map_err(|error| {
            self.fault(number, arm, experiment.rounds, format!("the event cannot be ranked: {error}"), false)
        })?;
        let value = |metric| {
            let value = measured.value(metric);
            value.map_err(|(round, what)| self.fault(number, arm, round, what, true))
        };
        let values = experiment.metrics.iter().map(value).collect::<Result<_, _>>()?;
        Ok(EventRow { ended: self.ended.clone(), values })
    }
}

/// What a board brought: a game, or a match of teams.
struct Played {
    result: Option<GameResult>,
    /// The game points of both teams, White's first.
    game_points: Option<[Score; 2]>,
}

impl Played {
    fn of(state: &RoundState, board: Board, entrants: &Entrants, experiment: &Experiment) -> Result<Self, String> {
        let (Board { white, black }, round) = (board, state.round());
        let unplayed = match [white, black].map(|player| entrants.is_missing(player, round)) {
            [true, true] => GameResult::from_name("-/-"),
            [true, false] => GameResult::from_name("-/+"),
            [false, true] => GameResult::from_name("+/-"),
            [false, false] => None,
        };
        if let Some(result) = unplayed {
            let of = |teams: TeamField| Colour::BOTH.map(|colour| teams.of_forfeit(result.of(colour)));
            return Ok(Self { result: unplayed, game_points: experiment.teams.map(of) });
        }
        let chances = |board: Board, strength: &dyn Fn(PlayerId) -> f64| {
            let side = |player| SideToPlay {
                player,
                strength: strength(player),
                points: state.player(player).map(|state| state.points).unwrap_or_default(),
            };
            experiment.chances(&GameToPlay { round, white: side(board.white), black: side(board.black) })
        };
        if let Some(teams) = experiment.teams {
            let at_board = |place, board| chances(board, &|team| entrants.strength_at(place, team));
            let [of_white, of_black] = teams.play(round, board, entrants, &at_board)?;
            let name = match of_white.cmp(&of_black) {
                Ordering::Greater => "1-0",
                Ordering::Equal => "1/2-1/2",
                Ordering::Less => "0-1",
            };
            return Ok(Self { result: GameResult::from_name(name), game_points: Some([of_white, of_black]) });
        }
        let result = match entrants.odd_result(round, white, black) {
            Some(odd) => Some(odd),
            None => {
                chances(board, &|player| entrants.strength(player))?.result(board, entrants.lot(round, white, black))
            }
        };
        Ok(Self { result, game_points: None })
    }
}

impl Pairer {
    /// Which of several equal optima it plays in an event.
    fn ties(&self, event: RandomSource) -> Ties {
        match self {
            Self::Model { ties: TieChoice::Fold, .. } => Ties::Fold,
            Self::Model { ties: TieChoice::Random, .. } => Ties::Random(event.stream(Purpose::Ties, [0; 3]).whole()),
            Self::Model { ties: TieChoice::Canonical, .. } | Self::System(_) | Self::Function(..) => Ties::Canonical,
        }
    }

    /// The pairing of the round, which the verifier has accepted.
    fn pair(
        &self,
        tournament: &Tournament,
        state: &RoundState,
        prove: bool,
        options: Options,
    ) -> Result<Pairing, UnpairedRound> {
        let refused =
            |violations: &dyn Display| UnpairedRound::fault(format!("the verifier refuses the pairing: {violations}"));
        match self {
            Self::System(system) => {
                // A system needs less than a second for a round, and has no limit to ask.
                let paired = system.pair(state).map_err(|why| UnpairedRound::Infeasible(why.rules))?;
                match system.verify(state, &paired.pairing).violations.first() {
                    Some(violation) => Err(refused(violation)),
                    None => Ok(paired.pairing),
                }
            }
            Self::Function(function, rules) => {
                let refuse = |what| UnpairedRound::Fault { what, is_refused: true };
                let pairing = function(tournament, state.round()).map_err(refuse)?;
                let pairing = pairing.ok_or(UnpairedRound::Infeasible(Vec::new()))?;
                match verify(state, rules, &pairing, None).violations.first() {
                    Some(violation) => Err(refuse(format!("the verifier refuses the pairing: {violation}"))),
                    None => Ok(pairing),
                }
            }
            Self::Model { model, method, keep_open, .. } => {
                let options = Options { method: *method, ..options };
                let planned = tournament.rounds_planned.unwrap_or_else(|| state.round());
                let to_come = planned.saturating_sub(state.round()).min(*keep_open);
                let solved = match model.as_ref() {
                    Model::Objective(objective) if to_come > 0 => {
                        solve::keep_open(tournament, state, objective, to_come, options)?
                    }
                    _ => tasks::solve(state, model, options)?,
                };
                match &solved.solution.termination {
                    Termination::Infeasible(why) => return Err(UnpairedRound::Infeasible(rules(why, model))),
                    Termination::Optimal if solved.is_verified() => {}
                    Termination::Optimal => {
                        let verdict = solved.verdict.as_ref();
                        let violation = verdict.and_then(|verdict| verdict.violations.first());
                        return Err(refused(
                            &violation.map_or_else(|| "its values are others".to_owned(), ToString::to_string),
                        ));
                    }
                    _ => return Err(UnpairedRound::Limit),
                }
                if let (true, Model::Objective(objective)) = (prove, model.as_ref()) {
                    tasks::certify(state, objective, &solved)?;
                }
                let best = solved.solution.incumbent;
                best.map(|best| best.pairing).ok_or_else(|| UnpairedRound::fault("an optimum has no pairing"))
            }
        }
    }
}

/// The ids of the rules because of which `model` has no pairing.
fn rules(why: &NoPairing, model: &Model) -> Vec<&'static str> {
    match (why, model) {
        (NoPairing::Caps, Model::Objective(objective)) => objective.caps().map(|(cap, _)| cap.rule()).collect(),
        _ => why.barred().iter().flat_map(|barred| &barred.rules).copied().collect(),
    }
}
