use crate::questions::registry::System;
use crate::solve::{Limit, Limits, Options};
use crate::systems::{SystemPairing, Unpairable};
use crate::tournament::RoundState;

/// Why a system has no pairing of a round.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unpaired {
    /// Its rules leave none.
    #[error("the system finds no pairing: {0}")]
    Unpairable(#[from] Unpairable),
    /// A limit came first.
    #[error("{0} came before the system's pairing")]
    Stopped(Limit),
}

impl Unpaired {
    /// The ids of the rules that leave none; empty if no rule alone does, or a limit came first.
    pub(crate) fn rules(&self) -> Vec<&'static str> {
        match self {
            Self::Unpairable(why) => why.rules.clone(),
            Self::Stopped(_) => Vec::new(),
        }
    }

    /// The reason, as a clause that names no system.
    pub(crate) fn reason(&self) -> String {
        match self {
            Self::Unpairable(why) => why.to_string(),
            Self::Stopped(limit) => format!("{limit} came first"),
        }
    }
}

/// Pair `state` by the rules of `system`, within the limits.
///
/// # Errors
/// [`Unpaired`] if the rules leave no pairing, or a limit came first.
///
/// ```
/// use swiss_ilp::{files, solve::Options, questions::tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = files::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let paired = tasks::pair(&state, "dutch-2012".parse()?, Options::default())?;
/// assert_eq!(paired.pairing.boards.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pair(state: &RoundState, system: System, options: Options) -> Result<SystemPairing, Unpaired> {
    pair_within(state, system, options.start())
}

/// The same within limits that run already.
pub(crate) fn pair_within(state: &RoundState, system: System, limits: Limits) -> Result<SystemPairing, Unpaired> {
    let state = state.clone();
    let made = limits.within(move || system.pair(&state)).ok_or_else(|| Unpaired::Stopped(limits.reached()))?;
    Ok(made?)
}
