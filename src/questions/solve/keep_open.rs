//! The rounds that can follow a pairing.

use crate::files::request_field::RequestField;
use crate::model::Objective;
use crate::proof::verify;
use crate::questions::report::Document;
use crate::questions::tasks::{Solved, timed};
use crate::solve::{self, ClosureEvidence, KeptOpen, NoPairing, Options, SolveError, Termination};
use crate::tournament::{Bans, RoundPairs, RoundState, Seat, Tournament};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// The most rounds that [`keep_open`] keeps open.
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
/// use swiss_ilp::{questions::solve::keep_open, solve::Options};
/// use swiss_ilp::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};
///
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let tournament = Tournament { players, ..Tournament::default() };
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let pairs = Objective::load("pairs")?;
/// let solved = keep_open(&tournament, &state, &pairs, 2, Options::default())?;
/// assert!(solved.is_optimal());
/// assert_eq!(solved.keep_open.expect("kept open").witness[1].round, 3);
/// // Each of four players has three opponents.
/// let solved = keep_open(&tournament, &state, &pairs, 3, Options::default())?;
/// assert_eq!(solved.keep_open.expect("kept open").kept, Some(2));
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
        return Err(SolveError::Request(format!("{what} {}", RequestField("ties"))));
    }
    let later: Vec<Bans> = (1..=rounds).map(|more| Bans::of(tournament, state.round().saturating_add(more))).collect();
    let (mut solution, kept): (_, KeptOpen) = solve::keep_open(state, spec, &later, options)?;
    // Others that are as good may have been ruled out, or not.
    solution.unique = None;
    let (faults, looking) = timed(|| {
        let best = solution.incumbent.as_ref()?;
        Some(verify::keep_open(tournament, state, spec, &best.pairing, &kept.witness))
    });
    if let Some(fault) = faults.iter().flatten().next() {
        return Err(SolveError::Internal(format!("the rounds to come are wrong: {fault}; please report this")));
    }
    let solved = Solved::verified(state, spec, solution, options.ties);
    Ok(Solved { keep_open: Some(kept), verifying: solved.verifying + looking, ..solved })
}

/// What is known of the rounds that can follow a pairing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KeepOpenReport {
    /// How many more rounds the pairing was to leave pairable.
    pub asked: u32,
    /// How many it leaves. If no pairing leaves as many as were asked for, how many can be left at most. Null if a limit came
    /// first, or if there is no legal pairing at all.
    pub kept_open: Option<u32>,
    /// The first round that no pairing leaves pairable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken_at: Option<u32>,
    /// Who has too few partners left for more rounds, 0 for the bye. Absent if a search shows that no more can follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_of_partners: Option<Seat>,
    /// One way to pair the rounds that can follow, without colours.
    pub witness: Vec<RoundPairs>,
    /// How many pairings were tried, the best first.
    pub tried: usize,
}

impl KeepOpenReport {
    /// The record, if the rounds to come were looked at.
    pub(super) fn of(solved: &Solved) -> Option<Self> {
        let KeptOpen { asked, kept, witness, tried } = solved.keep_open.as_ref()?;
        let closed = match &solved.solution.termination {
            Termination::Infeasible(NoPairing::Closed(closed)) => Some(closed),
            _ => None,
        };
        Some(Self {
            asked: *asked,
            kept_open: *kept,
            broken_at: closed.map(|closed| closed.broken_at),
            short_of_partners: closed.and_then(|closed| match closed.why {
                ClosureEvidence::Count { seat, .. } => Some(seat),
                ClosureEvidence::Search => None,
            }),
            witness: witness.clone(),
            tried: *tried,
        })
    }

    /// Show the rounds that can follow.
    pub(super) fn add_to(&self, document: &mut Document) {
        let Some(kept) = self.kept_open.filter(|kept| *kept > 0) else { return };
        let rounds = if kept == 1 { "1 more round".to_owned() } else { format!("{kept} more rounds") };
        document.say(match self.broken_at {
            None => format!("Keeps {rounds} pairable; one way, without colours:"),
            Some(_) => format!("With another pairing, {rounds} can follow; one way, without colours:"),
        });
        for round in &self.witness {
            let pairs = round.pairs.iter().map(|[one, other]| format!("{one}-{other}"));
            let pairs = pairs.chain(round.bye.map(|id| format!("{id}-bye"))).join(" ");
            document.item(format!("Round {}: {pairs}", round.round));
        }
    }
}
