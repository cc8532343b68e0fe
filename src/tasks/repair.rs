use super::Solved;
use crate::model::{Model, Objective, Value};
use crate::rules::Hard;
use crate::solve::{self, NoPairing, Options, SolveError, Termination};
use crate::tournament::{Pairing, RoundState, Seat};
use crate::verify::{self, Violation};

/// A round that was solved, and repaired if it has no legal pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    /// The pairing by the model, or by `spec` if it was repaired.
    pub solved: Solved,
    /// The repair, if there is no legal pairing.
    pub repair: Option<Repair>,
}

/// How a round without a legal pairing was repaired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// Why there is no legal pairing.
    pub why: NoPairing,
    /// The rules that were given up, the most readily given up first.
    pub given_up: Vec<Hard>,
    /// The model with these rules' breaches counted in its first tiers ([`Objective::repaired`]).
    pub spec: Objective,
    /// The breaches of the pairing, in the order of the rules, then of the boards.
    pub breaches: Vec<Breach>,
    /// Whether a limit came before all prices were known.
    pub is_late: bool,
}

/// A breach of a rule that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The breach.
    pub violation: Violation,
    /// The two at the board, or the player and the bye.
    pub pair: [Seat; 2],
    /// What it costs in each tier of the repaired model not to pair these two: the value of the best repair without them, minus
    /// that of this one. `None` if no repair is without them, or it is not known.
    pub price: Option<Vec<Value>>,
}

/// Pair `state` optimally by `spec`. If there is no legal pairing, break the rules `given_up` as little as possible, and say
/// what each breach costs to avoid.
///
/// `given_up` has the most readily given up rule first ([`Objective::given_up`] has a default). The fewest breaches of the last
/// rule come first, then the fewest of the one before, and so on; then the tiers of the model. All other rules are kept. So
/// a repair is an optimum of another model of pairs, with the same proof.
///
/// # Errors
/// As [`solve::solve`].
///
/// ```
/// use swiss_ilp::{formats, model::Objective, rules::Hard, solve::Options, tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-infeasible.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let repaired = tasks::repair(&state, &Objective::load("pairs")?, &Hard::GIVEN_UP, Options::default())?;
/// assert!(repaired.solved.is_optimal());
/// let breaches = repaired.repair.expect("no legal pairing").breaches;
/// assert_eq!(breaches.len(), 1);
/// assert_eq!(breaches[0].violation.rule, "ilp.no-rematch");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn repair(
    state: &RoundState,
    spec: &Objective,
    given_up: &[Hard],
    options: Options,
) -> Result<Repaired, SolveError> {
    let options = options.started();
    let plain = super::solve(state, &Model::Objective(spec.clone()), options)?;
    let Termination::Infeasible(why) = &plain.solution.termination else {
        return Ok(Repaired { solved: plain, repair: None });
    };
    let repaired = spec.repaired(given_up);
    let solved = super::solve(state, &Model::Objective(repaired.clone()), options)?;
    let mut repair =
        Repair { why: why.clone(), given_up: given_up.to_vec(), spec: repaired, breaches: Vec::new(), is_late: false };
    let best = solved.solution.incumbent.as_ref().filter(|_| solved.is_optimal());
    if let Some(best) = best {
        repair.price(state, &best.pairing, &best.values, options)?;
    }
    Ok(Repaired { solved, repair: Some(repair) })
}

impl Repair {
    /// List the breaches of the best repair, each with its price.
    fn price(
        &mut self,
        state: &RoundState,
        pairing: &Pairing,
        values: &[Value],
        options: Options,
    ) -> Result<(), SolveError> {
        for violation in verify::breaches(state, &self.given_up, pairing) {
            let Some(one) = violation.players.first().map(|id| Seat::Player(*id)) else { continue };
            let Some(other) = pairing.partner(one) else { continue };
            let pair = [one, other];
            let is_it = |breach: &&Breach| breach.pair == pair || breach.pair == [other, one];
            let price = match self.breaches.iter().find(is_it) {
                Some(same) => same.price.clone(),
                None => {
                    let without = solve::solve(state, &self.spec.without_pair(one, other), options)?;
                    self.is_late |= without.termination.limit().is_some() && !without.is_proven();
                    let next = without.incumbent.as_ref().filter(|_| without.is_proven());
                    next.map(|next| next.values.iter().zip(values).map(|(next, best)| *next - *best).collect())
                }
            };
            self.breaches.push(Breach { violation, pair, price });
        }
        Ok(())
    }
}
