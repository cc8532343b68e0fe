use std::sync::Weak;

/// Names the round of a [`RoundState`](super::RoundState) for somebody who keeps what was found out about it. It does not
/// keep the round alive.
#[derive(Debug, Clone)]
pub struct RoundIdentity(pub(super) Weak<()>);

impl RoundIdentity {
    /// Whether there is still such a round.
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
