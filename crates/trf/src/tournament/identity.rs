use std::sync::{Arc, Weak};

/// Which round it is among those alive: a clone is the same round. States of equal content are equal, whichever rounds they are.
#[derive(Debug, Clone, Default)]
pub(super) struct Identity(Arc<()>);

impl PartialEq for Identity {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Identity {}

/// Names the round of a [`RoundState`](super::RoundState) for somebody who keeps what was found out about it. It does not
/// keep the round alive.
///
/// ```
/// use swiss_trf::tournament::{RoundRequest, RoundState, Tournament};
/// let state = RoundState::new(&Tournament::default(), RoundRequest::default())?;
/// let round = state.remembered();
/// assert_eq!(round, state.clone().remembered());
/// drop(state);
/// assert!(!round.is_alive());
/// # Ok::<(), swiss_trf::tournament::RoundError>(())
/// ```
#[derive(Debug, Clone)]
pub struct RoundIdentity(Weak<()>);

impl Identity {
    pub fn remembered(&self) -> RoundIdentity {
        RoundIdentity(Arc::downgrade(&self.0))
    }
}

impl RoundIdentity {
    /// Whether there is still such a round.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        self.0.strong_count() > 0
    }
}

impl PartialEq for RoundIdentity {
    fn eq(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/tournament/identity.rs"]
mod tests;
