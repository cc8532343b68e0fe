//! The rounds of the lesson, one set of variables after another.

use super::{CellStatus, SymmetryRow, Variables, measure};
use crate::model::Objective;
use crate::solve::{self, Options, SolveError};
use crate::tasks::TaskError;
use crate::tournament::{
    Bye, ByeKind, Game, GameResult, Player, PlayerId, Round, RoundRequest, RoundState, Tournament,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// How many rounds of a generated tournament have been played, if it is not too small.
const PLAYED: usize = 3;

/// A tournament of so many players with three rounds played, the same for the same seed: each round is paired by the model `pairs`,
/// and the results are drawn by the generator ChaCha8. Of fewer than eight players, only as many rounds are played as leave
/// another one.
///
/// # Errors
/// [`TaskError`] if the model cannot pair a round.
///
/// ```
/// let tournament = swiss_ilp::lab::symmetry::generate(8, 1)?;
/// assert_eq!((tournament.players.len(), tournament.rounds.len()), (8, 3));
/// assert_eq!(tournament, swiss_ilp::lab::symmetry::generate(8, 1)?);
/// # Ok::<(), swiss_ilp::tasks::TaskError>(())
/// ```
pub fn generate(players: u32, seed: u64) -> Result<Tournament, TaskError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ (u64::from(players) << 32));
    let spec = spec()?;
    let player = |id| Player { name: format!("Player {id}"), ..Player::new(PlayerId(id)) };
    let name = format!("Generated round of {players} players, seed {seed}");
    let mut tournament = Tournament { name, players: (1..=players).map(player).collect(), ..Tournament::default() };
    loop {
        let state = RoundState::new(&tournament, RoundRequest::default())?;
        let Some(best) = solve::solve(&state, &spec, Options::default())?.incumbent else {
            // The round before leaves no other one.
            tournament.rounds.pop();
            return Ok(tournament);
        };
        if tournament.rounds.len() == PLAYED {
            return Ok(tournament);
        }
        let results = ["1-0", "1/2-1/2", "0-1"].map(GameResult::from_name);
        let mut round = Round::default();
        for board in &best.pairing.boards {
            let result = results[rng.random_range(0..results.len())];
            round.games.push(Game { white: board.white, black: board.black, result, rated: true });
        }
        round.byes.extend(best.pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing }));
        tournament.rounds.push(round);
    }
}

fn spec() -> Result<Objective, TaskError> {
    Objective::load("pairs").map_err(|error| TaskError::Solve(SolveError::Internal(error.to_string())))
}

/// Solve each of the `states` by each set of variables under the model `pairs`; `told` hears of each cell.
///
/// A time limit is one for all cells: each may take an equal part of what is left, so that what one leaves is for the others. Where a
/// set of variables was over its part, it is not tried on larger rounds.
///
/// # Errors
/// As [`measure`].
///
/// ```
/// use swiss_ilp::lab::symmetry::{generate, symmetry};
/// use swiss_ilp::{solve::Options, tournament::{RoundRequest, RoundState}};
/// let state = RoundState::new(&generate(6, 1)?, RoundRequest::default())?;
/// let cells = symmetry(&[state], Options::default(), |_| ())?;
/// let optima: Vec<_> = cells.iter().map(|cell| cell.optimum).collect();
/// assert!(optima.len() == 6 && optima[0].is_some() && optima.iter().all(|optimum| *optimum == optima[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn symmetry(
    states: &[RoundState],
    options: Options,
    mut told: impl FnMut(&SymmetryRow),
) -> Result<Vec<SymmetryRow>, SolveError> {
    let spec = spec().map_err(|error| SolveError::Internal(error.to_string()))?;
    let options = options.started();
    let ends = options.time_limit.zip(options.since).and_then(|(limit, since)| since.after(limit));
    let mut cells = Vec::new();
    let mut over: BTreeSet<Variables> = BTreeSet::new();
    let mut left = states.len() * Variables::ALL.len();
    let mut states: Vec<&RoundState> = states.iter().collect();
    states.sort_by_key(|state| state.players().len());
    for state in states {
        for variables in Variables::ALL.iter().copied() {
            // Those that are not tried take no time.
            let to_try = u32::try_from(left).unwrap_or(u32::MAX).max(1);
            let part = ends.map(|ends| ends.since(options.clock.now()) / to_try);
            let of_cell = Options { time_limit: part, since: None, ..options };
            let is_over = part.is_some_and(|part| part.is_zero()) || options.start().are_reached();
            let cell = measure(state, &spec, variables, !over.contains(&variables) && !is_over, of_cell)?;
            if cell.status == CellStatus::Limit {
                over.insert(variables);
            }
            left -= 1;
            told(&cell);
            cells.push(cell);
        }
    }
    Ok(cells)
}
