//! How a round without a legal pairing is repaired.

use crate::model::{Model, Objective, Value};
use crate::proof::verify;
use crate::questions::report::boards::short;
use crate::questions::report::number::signed;
use crate::questions::report::{Document, TierPrice};
use crate::questions::tasks::{self, Solved};
use crate::rules::{Barred, Hard};
use crate::solve::{self, Options, SolveError, Termination};
use crate::tournament::{Pairing, PlayerId, RoundState, Seat};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// A round that was solved, and repaired if it has no legal pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    /// The pairing by the model, or by that of the repair.
    pub solved: Solved,
    /// The repair, if there is no legal pairing.
    pub repair: Option<RepairReport>,
}

/// A repair: the rules that were given up, and their breaches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RepairReport {
    /// Why there is no legal pairing.
    pub reason: String,
    /// The rules that bar the pairs of those whom the reason names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
    /// The ids of the rules that were given up, the most readily given up first.
    pub given_up: Vec<&'static str>,
    /// Every breach of them.
    pub breaches: Vec<BreachReport>,
    /// The model with these rules' breaches counted in its first tiers ([`Objective::repaired`]).
    #[serde(skip)]
    pub spec: Objective,
    /// Whether a limit came before all prices were known.
    #[serde(skip)]
    pub(super) is_late: bool,
}

/// A breach of a rule that was given up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BreachReport {
    /// The rule's id.
    pub rule: &'static str,
    /// The players who break it, in the order of the sentence.
    pub players: Vec<PlayerId>,
    /// The breach in one sentence, without a full stop.
    pub what: String,
    /// The two at the board; 0 is the bye.
    pub pair: [Seat; 2],
    /// The value of the best repair in which these two are not paired, minus that of this one, in each tier. Null if there is
    /// none, or if a limit came first.
    pub price: Option<Vec<TierPrice>>,
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
/// use swiss_ilp::{files, model::Objective, rules::Hard, questions::solve::repair, solve::Options};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-infeasible.json")?;
/// let tournament = files::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let repaired = repair(&state, &Objective::load("pairs")?, &Hard::GIVEN_UP, Options::default())?;
/// assert!(repaired.solved.is_optimal());
/// let breaches = repaired.repair.expect("no legal pairing").breaches;
/// assert_eq!(breaches.len(), 1);
/// assert_eq!(breaches[0].rule, "ilp.no-rematch");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn repair(
    state: &RoundState,
    spec: &Objective,
    given_up: &[Hard],
    options: Options,
) -> Result<Repaired, SolveError> {
    let options = options.started();
    let plain = tasks::solve(state, &Model::Objective(spec.clone()), options)?;
    let Termination::Infeasible(why) = &plain.solution.termination else {
        return Ok(Repaired { solved: plain, repair: None });
    };
    let repaired = spec.repaired(given_up);
    let solved = tasks::solve(state, &Model::Objective(repaired.clone()), options)?;
    let mut repair = RepairReport {
        reason: why.to_string(),
        barred: why.barred(),
        given_up: given_up.iter().map(|rule| rule.rule().id).collect(),
        breaches: Vec::new(),
        spec: repaired,
        is_late: false,
    };
    let best = solved.solution.incumbent.as_ref().filter(|_| solved.is_optimal());
    if let Some(best) = best {
        repair.price(state, given_up, &best.pairing, &best.values, options)?;
    }
    Ok(Repaired { solved, repair: Some(repair) })
}

impl RepairReport {
    /// List the breaches of the best repair, each with its price.
    fn price(
        &mut self,
        state: &RoundState,
        given_up: &[Hard],
        pairing: &Pairing,
        values: &[Value],
        options: Options,
    ) -> Result<(), SolveError> {
        for violation in verify::breaches(state, given_up, pairing) {
            let Some(one) = violation.players.first().map(|id| Seat::Player(*id)) else { continue };
            let Some(other) = pairing.partner(one) else { continue };
            let pair = [one, other];
            let is_it = |breach: &&BreachReport| breach.pair == pair || breach.pair == [other, one];
            let price = match self.breaches.iter().find(is_it) {
                Some(same) => same.price.clone(),
                None => {
                    let without = solve::solve(state, &self.spec.without_pair(one, other), options)?;
                    self.is_late |= without.termination.limit().is_some() && !without.is_proven();
                    let next = without.incumbent.as_ref().filter(|_| without.is_proven());
                    next.map(|next| {
                        TierPrice::of(&next.values.iter().zip(values).map(|(next, best)| *next - *best).collect_vec())
                    })
                }
            };
            let verify::Violation { rule, players, what, .. } = violation;
            self.breaches.push(BreachReport { rule, players, what, pair, price });
        }
        Ok(())
    }

    /// Say what comes before the boards.
    pub(super) fn add_head_to(&self, document: &mut Document) {
        document.say(format!("No legal pairing: {}.", self.reason));
        let rules = self.given_up.iter().map(|id| id.strip_prefix("ilp.").unwrap_or(id)).join(", ");
        document.say(format!("Repaired by the fewest breaches of {rules}; the last counts first."));
    }

    /// List the breaches with their prices.
    pub(super) fn add_breaches_to(&self, document: &mut Document) {
        document.say(format!("Breaches: {}.", self.breaches.len()));
        for BreachReport { rule, what, pair, price, .. } in &self.breaches {
            let pair = pair.map(short).join("-");
            let price = match price {
                Some(price) => format!("the best repair without {pair}: {}", self.shown(price)),
                None if self.is_late => format!("a limit came before the best repair without {pair}"),
                None => format!("no repair is without {pair}"),
            };
            document.item(format!("{what} [{rule}]; {price}"));
        }
    }

    /// A price, tier by tier.
    fn shown(&self, price: &[TierPrice]) -> String {
        let differs = |tier: &&TierPrice| tier.value != Value::ZERO;
        let mut shown = price.iter().filter(differs).map(|tier| {
            let name = self.spec.tiers.get(tier.tier - 1).map_or("", |tier| &tier.name);
            format!("{} {}", name, signed(tier.value))
        });
        let shown = shown.join(", ");
        if shown.is_empty() { "as good".to_owned() } else { shown }
    }
}
