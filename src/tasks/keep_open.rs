use super::Solved;
use super::solve::timed;
use crate::field::Field;
use crate::model::Objective;
use crate::solve::{self, LookAhead, Options, SolveError};
use crate::tournament::{Bans, RoundState, Tournament};
use crate::verify;

/// The most rounds that [`keep_open`] looks ahead.
pub const MOST_ROUNDS_AHEAD: u32 = 99;

/// Pair `state` by the best pairing of `spec` that leaves `rounds` more rounds pairable, and verify the pairing and the rounds
/// that can follow.
///
/// A round can follow if the players of this one can be paired by the rules of `spec` on pairs: no rematch, no
/// forbidden pair, no second bye, as far as it has them. The organiser's bans are those that the tournament has for that round.
/// Colours are not promised: they depend on colours still to be given.
///
/// # Errors
/// As [`solve::solve`], and [`SolveError::Request`] for more than [`MOST_ROUNDS_AHEAD`] rounds.
///
/// ```
/// use swiss_ilp::model::Objective;
/// use swiss_ilp::{solve::Options, tasks};
/// use swiss_ilp::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};
///
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let tournament = Tournament { players, ..Tournament::default() };
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let pairs = Objective::load("pairs")?;
/// let solved = tasks::keep_open(&tournament, &state, &pairs, 2, Options::default())?;
/// assert!(solved.is_optimal());
/// assert_eq!(solved.ahead.expect("a look ahead").witness[1].round, 3);
/// // Each of four players has three opponents.
/// let solved = tasks::keep_open(&tournament, &state, &pairs, 3, Options::default())?;
/// assert_eq!(solved.ahead.expect("a look ahead").kept, Some(2));
/// assert!(solved.solution.incumbent.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn keep_open(
    tournament: &Tournament,
    state: &RoundState,
    spec: &Objective,
    rounds: u32,
    options: Options,
) -> Result<Solved, SolveError> {
    if rounds > MOST_ROUNDS_AHEAD {
        let what = format!("at most {MOST_ROUNDS_AHEAD} more rounds are looked at; ask for fewer than {rounds}");
        return Err(SolveError::Request(what));
    }
    if !options.ties.is_canonical() {
        let what = "of several equal pairings that keep rounds open, the canonical one is found; leave out";
        return Err(SolveError::Request(format!("{what} {}", Field("ties"))));
    }
    let later: Vec<Bans> =
        (1..=rounds).map(|ahead| Bans::of(tournament, state.round().saturating_add(ahead))).collect();
    let (mut solution, ahead): (_, LookAhead) = solve::keep_open(state, spec, &later, options)?;
    // Others that are as good may have been ruled out, or not.
    solution.unique = None;
    let (verdict, verifying) = timed(|| {
        let best = solution.incumbent.as_ref()?;
        let faults = verify::look_ahead(tournament, state, spec, &best.pairing, &ahead.witness);
        Some((verify::verify(state, spec, &best.pairing, Some(&best.values)), faults))
    });
    let (verdict, faults) = verdict.unzip();
    if let Some(fault) = faults.iter().flatten().next() {
        return Err(SolveError::Internal(format!("the rounds to come are wrong: {fault}; please report this")));
    }
    Ok(Solved { ahead: Some(ahead), ..Solved::new(solution, verdict, verifying, options.ties) })
}
