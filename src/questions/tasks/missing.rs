use crate::files::printable::printable;
use crate::model::Objective;
use crate::questions::metrics::SolverClaim;
use crate::solve::{self, Limit, Options, SolveError, Termination};
use crate::tournament::{Pairing, RoundState};
use schemars::JsonSchema;
use serde::Serialize;

/// What a system or model lacks for a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Missing {
    /// The system, the model, or `played`.
    pub name: String,
    /// What it lacks.
    pub lacks: Lack,
    /// The reason.
    pub reason: String,
}

/// The kind of result that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lack {
    /// A pairing.
    Pairing,
    /// An optimum that was not computed.
    Optimum,
    /// A proof or a system's pairing, since a limit came first.
    Proof,
}

impl Missing {
    /// A record that `name` lacks a result, and why.
    pub(crate) fn new(name: impl ToString, lacks: Lack, reason: impl ToString) -> Self {
        Self { name: name.to_string(), lacks, reason: reason.to_string() }
    }

    /// The record that `name` has no proof, since this limit came first.
    pub(crate) fn late(name: impl ToString, limit: Limit) -> Self {
        Self::new(name, Lack::Proof, format!("{limit} came before a proof"))
    }

    /// A sentence, on one line. `place` names the round, or is empty.
    pub(crate) fn sentence(&self, place: &str) -> String {
        let Self { name, lacks, reason } = self;
        let what = match lacks {
            Lack::Pairing => "pairing",
            Lack::Optimum => "proven optimum",
            Lack::Proof => "proof",
        };
        printable(&format!("{name} has no {what}{place}: {reason}."))
    }
}

/// The solver's answer for a round.
pub(crate) struct Found {
    pub(crate) claim: SolverClaim,
    /// The incumbent, if a limit came before a proof.
    pub(crate) incumbent: Option<Pairing>,
    /// The reason if there is no optimum.
    pub(crate) missing: Option<Missing>,
}

impl Found {
    pub(crate) fn of(state: &RoundState, spec: &Objective, options: Options) -> Result<Self, SolveError> {
        let none = |claim, missing| Self { claim, incumbent: None, missing: Some(missing) };
        let limits = options.start();
        if limits.leave_nothing() {
            return Ok(none(SolverClaim::Nothing, Missing::late(&spec.name, limits.reached())));
        }
        let solution = match solve::solve(state, spec, options) {
            Ok(solution) => solution,
            Err(SolveError::Request(message)) => {
                return Ok(none(SolverClaim::Nothing, Missing::new(&spec.name, Lack::Pairing, message)));
            }
            Err(error @ SolveError::WithoutHighs(_)) => {
                return Ok(none(SolverClaim::Nothing, Missing::new(&spec.name, Lack::Pairing, error.to_string())));
            }
            Err(SolveError::Internal(what)) => return Err(SolveError::Internal(format!("{}: {what}", spec.name))),
        };
        Ok(match (solution.termination, solution.incumbent) {
            (Termination::Optimal, Some(best)) => {
                Self { claim: SolverClaim::Optimum(best.pairing, best.values), incumbent: None, missing: None }
            }
            (Termination::Infeasible(why), _) => {
                none(SolverClaim::NoPairing, Missing::new(&spec.name, Lack::Pairing, why))
            }
            (stopped, best) => {
                let limit = stopped.limit().unwrap_or(Limit::Time);
                let missing = Missing::late(&spec.name, limit);
                Self { incumbent: best.map(|best| best.pairing), ..none(SolverClaim::Nothing, missing) }
            }
        })
    }
}
