//! Why one player does not meet any of the others: the price of each, or what bars it.

use super::reasons::{Optimum, optimum};
use super::record::{Price, WhyStatus};
use crate::model::{Formulation, Objective, Value};
use crate::questions::AskError;
use crate::questions::metrics::{Bar, bars_of_model};
use crate::questions::report::boards::players;
use crate::questions::report::{PlayerReport, RecordHead, Status, TierPrice};
use crate::solve::{self, Options, Reach, SolveError, Termination, Ties};
use crate::tournament::{RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// A player, or the bye, with all others: what each of them would cost the round, or what bars the pair.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "WhyOpponentsReport")]
pub struct Opponents {
    /// The round; its status is of the solve, but for a limit that came before all prices were known.
    #[serde(flatten)]
    pub head: RecordHead,
    /// Which of several equal optima it is, if not the canonical one.
    #[serde(skip_serializing_if = "Ties::is_canonical")]
    pub ties: Ties,
    /// The player; 0 is the bye.
    pub player: Seat,
    /// All others in pairing order, the bye of an odd field last.
    pub opponents: Vec<PossibleOpponent>,
    #[serde(skip)]
    pub(super) players: Vec<PlayerReport>,
    #[serde(skip)]
    termination: Termination,
}

/// Another player, or the bye, as an opponent.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PossibleOpponent {
    /// Who it is; 0 is the bye.
    pub opponent: Seat,
    /// `paired`, `as-good`, `worse`, `forbidden`, `no-round`, or `limit` if a limit came before the price was known.
    pub status: WhyStatus,
    /// The value of the best legal pairing with the two minus the optimum; empty if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub price: Vec<TierPrice>,
    /// The rules that bar the pair.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Bar>,
}

impl Opponents {
    /// The others of `seat` in the optimum of `state` by `spec`. With caps there is a solve for each of them; without, one alternating tree
    /// prices all.
    ///
    /// # Errors
    /// As of [`solve::solve()`]; [`AskError::Internal`] if the verifier does not agree with the solver.
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        seat: Seat,
        options: Options,
    ) -> Result<Self, AskError> {
        let options = options.started();
        let spec = &Objective { formulation: Formulation::Pairs, ..spec.clone() };
        let solved = optimum(state, spec, None, options)?;
        let termination = solved.as_ref().err().cloned().unwrap_or(Termination::Optimal);
        let status = Status::of(&termination);
        let mut answer = Self {
            head: RecordHead::new(tournament, state, &spec.name, status, &termination),
            ties: options.ties,
            player: seat,
            opponents: Vec::new(),
            players: players(state),
            termination,
        };
        let Ok(best) = solved else { return Ok(answer) };
        let everybody = state.players().iter().map(|player| Seat::Player(player.id));
        let bye = (state.players().len() % 2 == 1).then_some(Seat::Bye);
        let others = everybody.chain(bye).filter(|other| *other != seat).collect_vec();
        let partner = best.pairing().partner(seat);
        let prices = match spec.has_caps() {
            true => None,
            false => solve::partners(state, spec, &best.solution, &[seat], Reach::All, options)?.into_iter().next(),
        };
        for other in others {
            // The bye comes second.
            let pair = if seat == Seat::Bye { [other, seat] } else { [seat, other] };
            let plain = |status| PossibleOpponent::new(other, status);
            let known = prices.as_ref().and_then(|known| known.as_ref()?.others.iter().find(|one| one.seat == other));
            answer.opponents.push(if partner == Some(other) {
                plain(WhyStatus::Paired)
            } else if let Some(one) = known {
                PossibleOpponent::priced(other, &one.price)
            } else {
                match (options.in_time(|| bars_of_model(state, spec, pair)), &prices) {
                    (None, _) => plain(WhyStatus::Limit),
                    (Some(rules), _) if !rules.is_empty() => PossibleOpponent { rules, ..plain(WhyStatus::Forbidden) },
                    (_, Some(None)) => plain(WhyStatus::Limit),
                    (_, Some(Some(_))) => plain(WhyStatus::NoRound),
                    (_, None) => {
                        PossibleOpponent::solved(other, state, &spec.with_pair(pair[0], pair[1]), &best, options)?
                    }
                }
            });
        }
        if answer.opponents.iter().any(|one| one.status == WhyStatus::Limit) {
            answer.termination = options.start().reached().into();
            answer.head.status = Status::of(&answer.termination);
        }
        Ok(answer)
    }

    /// How the question ended. `has_reason` says that the answer has given the reason why there is no pairing.
    pub(super) fn ended(&self, has_reason: bool) -> Result<(), AskError> {
        AskError::of_search(&self.termination, has_reason, "all prices were known")
    }
}

impl PossibleOpponent {
    const fn new(opponent: Seat, status: WhyStatus) -> Self {
        Self { opponent, status, price: Vec::new(), rules: Vec::new() }
    }

    fn priced(opponent: Seat, price: &[Value]) -> Self {
        let is_free = price.iter().all(|value| *value == Value::ZERO);
        let status = if is_free { WhyStatus::AsGood } else { WhyStatus::Worse };
        Self { price: TierPrice::of(price), ..Self::new(opponent, status) }
    }

    /// The price of `with`, which has one demand more than the model whose optimum is `best`.
    fn solved(
        opponent: Seat,
        state: &RoundState,
        with: &Objective,
        best: &Optimum,
        options: Options,
    ) -> Result<Self, SolveError> {
        Ok(match optimum(state, with, Some(best.pairing()), options)? {
            Ok(found) => Self::priced(opponent, &Price::new(state, best, &found)?.values()),
            Err(Termination::Infeasible(_)) => Self::new(opponent, WhyStatus::NoRound),
            Err(_) => Self::new(opponent, WhyStatus::Limit),
        })
    }
}
