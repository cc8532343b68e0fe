use super::metric::{Counts, Measured};
use super::{Arm, Entrants, Experiment, Pairer, Row};
use crate::model::Model;
use crate::solve::{Options, Termination};
use crate::tasks;
use crate::tournament::{Board, Bye, ByeKind, Game, GameResult, Pairing, Round, RoundRequest, RoundState, Tournament};

/// An event as an arm pairs it, with all results.
#[derive(Debug, Clone)]
pub struct Event {
    /// The tournament, in which no points are declared.
    pub tournament: Tournament,
    /// The sum of the metrics of its pairings.
    pub counts: Counts,
    /// Whether a round had no legal pairing. The event ended with the round before.
    pub is_infeasible: bool,
}

/// What is wrong with a pairing, or why there is none. It is a fault of the program.
#[derive(Debug, Clone, thiserror::Error)]
#[error("event {event}, arm '{arm}', round {round}: {what}")]
pub struct Fault {
    /// The event, from 1.
    pub event: u64,
    /// The name of the arm.
    pub arm: String,
    /// The round, from 1.
    pub round: u32,
    /// What is wrong.
    pub what: String,
    /// The tournament before the round.
    pub tournament: Box<Tournament>,
}

/// Why an event was not played to its end.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Halt {
    /// A limit came first.
    #[error("a limit came first")]
    Limit,
    /// The program has failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Why a round is not paired.
enum Unpaired {
    Infeasible,
    Limit,
    Fault(String),
}

impl Event {
    /// Play event number `number`, from 1, of `experiment`, paired by `arm`. Its players are `entrants`.
    ///
    /// The event ends early if a round has no legal pairing, or fewer than two players are there to be paired.
    ///
    /// # Errors
    /// [`Halt`] if the limits of `options` come first, or a pairing is refused by the verifier.
    pub fn play(
        experiment: &Experiment,
        entrants: &Entrants,
        number: u64,
        arm: &Arm,
        options: Options,
    ) -> Result<Self, Halt> {
        let name = format!("{}, event {number}, {}", experiment.name, arm.name);
        let tournament = entrants.tournament(name, experiment.rounds);
        let mut event = Self { tournament, counts: Counts::default(), is_infeasible: false };
        for round in 1..=experiment.rounds {
            let byes = entrants.byes(round);
            if byes.len() + 2 > entrants.players().len() {
                break;
            }
            event.tournament.rounds.push(Round { byes, games: Vec::new() });
            match event.pair(round, arm, experiment.prove, options) {
                Ok(pairing) => event.add(round, &pairing, entrants, experiment),
                Err(unpaired) => {
                    event.tournament.rounds.pop();
                    match unpaired {
                        Unpaired::Limit => return Err(Halt::Limit),
                        Unpaired::Fault(what) => {
                            let (arm, tournament) = (arm.name.clone(), Box::new(event.tournament));
                            return Err(Fault { event: number, arm, round, what, tournament }.into());
                        }
                        Unpaired::Infeasible => event.is_infeasible = true,
                    }
                    break;
                }
            }
        }
        Ok(event)
    }

    /// The verified pairing of the round.
    fn pair(&mut self, round: u32, arm: &Arm, prove: bool, options: Options) -> Result<Pairing, Unpaired> {
        let state = RoundState::new(&self.tournament, RoundRequest::from(round));
        let state = state.map_err(|error| Unpaired::Fault(error.to_string()))?;
        let pairing = arm.pairer.pair(&state, prove, options)?;
        self.counts += Counts::of(&state, &pairing);
        Ok(pairing)
    }

    /// Play the round.
    fn add(&mut self, round: u32, pairing: &Pairing, entrants: &Entrants, experiment: &Experiment) {
        let game = |board: &Board| Game {
            white: board.white,
            black: board.black,
            result: result(round, *board, entrants, experiment),
            rated: true,
        };
        let games = pairing.boards.iter().map(game).collect();
        if let Some(current) = self.tournament.rounds.last_mut() {
            current.games = games;
            current.byes.extend(pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing }));
        }
    }

    /// The metrics that the experiment asks for.
    ///
    /// # Errors
    /// [`Fault`] if the tournament cannot be ranked.
    pub fn row(&self, experiment: &Experiment, entrants: &Entrants, number: u64, arm: &Arm) -> Result<Row, Fault> {
        let measured = Measured::new(self, entrants, &experiment.tie_breaks).map_err(|error| Fault {
            event: number,
            arm: arm.name.clone(),
            round: experiment.rounds,
            what: format!("the event cannot be ranked: {error}"),
            tournament: Box::new(self.tournament.clone()),
        })?;
        Ok(experiment.metrics.iter().map(|metric| measured.value(*metric)).collect())
    }
}

/// The result of a game.
fn result(round: u32, board: Board, entrants: &Entrants, experiment: &Experiment) -> Option<GameResult> {
    let Board { white, black } = board;
    match [white, black].map(|player| entrants.is_missing(player, round)) {
        [true, true] => return GameResult::from_name("-/-"),
        [true, false] => return GameResult::from_name("-/+"),
        [false, true] => return GameResult::from_name("+/-"),
        [false, false] => {}
    }
    let chances = experiment.outcomes.chances(entrants.strength(white), entrants.strength(black));
    let first = if white < black { crate::tournament::Colour::White } else { crate::tournament::Colour::Black };
    chances.result(first, entrants.lot(round, white, black))
}

impl Pairer {
    /// The pairing of the round, which the verifier has accepted.
    fn pair(&self, state: &RoundState, prove: bool, options: Options) -> Result<Pairing, Unpaired> {
        let refused = |violations: &dyn ToString| {
            Unpaired::Fault(format!("the verifier refuses the pairing: {}", violations.to_string()))
        };
        match self {
            Self::System(system) => {
                // A system needs milliseconds for a round, and has no limit to ask.
                let paired = system.pair(state).map_err(|_| Unpaired::Infeasible)?;
                match system.verify(state, &paired.pairing).violations.first() {
                    Some(violation) => Err(refused(violation)),
                    None => Ok(paired.pairing),
                }
            }
            Self::Model(model, method) => {
                let fault = |error: crate::solve::SolveError| Unpaired::Fault(error.to_string());
                let solved = tasks::solve(state, model, Options { method: *method, ..options }).map_err(fault)?;
                match solved.solution.termination {
                    Termination::Infeasible(_) => return Err(Unpaired::Infeasible),
                    Termination::Optimal if solved.is_verified() => {}
                    Termination::Optimal => {
                        let verdict = solved.verdict.as_ref();
                        let violation = verdict.and_then(|verdict| verdict.violations.first());
                        return Err(refused(
                            &violation.map_or_else(|| "its values are others".to_owned(), ToString::to_string),
                        ));
                    }
                    _ => return Err(Unpaired::Limit),
                }
                if let (true, Model::Objective(spec)) = (prove, model.as_ref()) {
                    tasks::certify(state, spec, &solved).map_err(fault)?;
                }
                let best = solved.solution.incumbent;
                best.map(|best| best.pairing).ok_or_else(|| Unpaired::Fault("an optimum has no pairing".to_owned()))
            }
        }
    }
}
