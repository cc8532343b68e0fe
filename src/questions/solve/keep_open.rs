//! The rounds that can follow a pairing.

use crate::solve::{ClosureEvidence, LookAhead, NoPairing, Termination};
use crate::tasks::Solved;
use crate::tournament::{RoundPairs, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

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
        let LookAhead { asked, kept, witness, tried } = solved.ahead.as_ref()?;
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

    /// The rounds that can follow.
    pub(super) fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let Some(kept) = self.kept_open else { return Ok(()) };
        let rounds = if kept == 1 { "1 more round".to_owned() } else { format!("{kept} more rounds") };
        match (kept, self.broken_at) {
            (0, _) => return Ok(()),
            (_, None) => writeln!(out, "Keeps {rounds} pairable; one way, without colours:")?,
            (_, Some(_)) => writeln!(out, "With another pairing, {rounds} can follow; one way, without colours:")?,
        }
        for round in &self.witness {
            let pairs = round.pairs.iter().map(|[one, other]| format!("{one}-{other}"));
            let bye = round.bye.map(|id| format!("{id}-bye"));
            writeln!(out, "  Round {}: {}", round.round, pairs.chain(bye).join(" "))?;
        }
        Ok(())
    }
}
