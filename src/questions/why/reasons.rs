use super::colours::ColoursOfPair;
use super::{Answer, Price, WhyStatus, Without};
use crate::files::printable::printable;
use crate::model::{Formulation, Objective, Value};
use crate::proof::verify::Verdict;
use crate::questions::AskError;
use crate::questions::metrics::{Bar, bars_of_model, board_values, displaced, loss};
use crate::questions::report::boards::players;
use crate::questions::tasks::{Rules, Solved, verified};
use crate::rules::Barred;
use crate::solve::{self, Limit, NoPairing, OptimaRequest, Options, Solution, SolveError, Termination, Ties};
use crate::tournament::{Board, Pairing, RoundState, Seat};

impl Answer {
    /// Why `one` and `other`, who are to be paired in the round, do not meet by the model `spec`; the bye may come second. `count` asks
    /// for the number of optima, as of [`OptimaRequest::count`].
    ///
    /// # Errors
    /// [`SolveError`] as of [`solve::solve()`], and if the verifier does not agree with the solver.
    ///
    /// ```
    /// use swiss_ilp::{files, model::Objective, questions::why::{Answer, WhyStatus}, solve::Options};
    /// use swiss_ilp::tournament::{PlayerId, RoundRequest, RoundState, Seat};
    ///
    /// let file = std::fs::read("instances/teaching-8.json")?;
    /// let tournament = files::read(&file).expect("a sound file").tournament;
    /// let state = RoundState::new(&tournament, RoundRequest::default())?;
    /// let pair = [1, 2].map(|id| Seat::Player(PlayerId(id)));
    /// let answer = Answer::by_model(&tournament.name, &state, &Objective::load("pairs")?, pair, None, Options::default())?;
    /// assert_eq!(answer.status, WhyStatus::Forbidden);
    /// assert_eq!((answer.rules[0].rule, answer.rules[0].what.as_str()), ("ilp.no-rematch", "1 and 2 met in round 2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_model(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        pair: [Seat; 2],
        count: Option<u64>,
        options: Options,
    ) -> Result<Self, SolveError> {
        let options = options.started();
        let [one, other] = pair;
        let spec = &Objective { formulation: Formulation::Pairs, ..spec.clone() };
        let answer = Self { ties: options.ties, ..Self::new(tournament, state, &Rules::Model(spec.clone()), pair) };
        let barred = bars_of_model(state, spec, pair);
        if !barred.is_empty() {
            return Ok(answer.forbidden(barred));
        }
        let best = match optimum(state, spec, None, options)? {
            Ok(best) => best,
            Err(Termination::Infeasible(why)) => {
                return Ok(answer.impossible(WhyStatus::Infeasible, why.to_string(), why.barred()));
            }
            Err(_) => return Ok(answer.unknown(options.start().reached())),
        };
        // Of equal answers the one that changes fewest boards.
        let with = spec.with_pair(one, other);
        let is_made = best.pairing().partner(one) == Some(other);
        if is_made && count.is_none() {
            return answer.paired(state, spec, pair, best, options);
        }
        let other_best = match optimum(state, &with, Some(best.pairing()), options)? {
            Ok(found) => found,
            Err(Termination::Infeasible(why)) => return Ok(answer.no_round(state, spec, pair, &why)),
            Err(_) => return Ok(answer.unknown(options.start().reached())),
        };
        let mut answer = answer;
        if let Some(count) = count.filter(|_| best.verdict.values() == other_best.verdict.values()) {
            let wanted = OptimaRequest { count, list: 0 };
            answer.optima = Some(solve::optima(state, spec, &best.solution, wanted, options)?.count.into());
            answer.optima_with_pair =
                Some(solve::optima(state, &with, &other_best.solution, wanted, options)?.count.into());
        }
        if is_made {
            return answer.paired(state, spec, pair, best, options);
        }
        let price = Price::new(state, &best, &other_best)?;
        if price.pairing.partner(one) != Some(other) {
            return Err(another_price());
        }
        answer.status = price.status();
        answer.optimum = best.verdict.objective;
        answer.price = price.price;
        answer.objective = price.objective;
        answer.displaced = price.displaced;
        answer.proof = price.proof;
        Ok(answer.with_pairing(price.pairing))
    }

    /// The answer before anything is known of it.
    pub(super) fn new(tournament: &str, state: &RoundState, rules: &Rules, pair: [Seat; 2]) -> Self {
        Self {
            round: state.round(),
            model: if let Rules::Model(spec) = rules { Some(spec.name.clone()) } else { None },
            system: if let Rules::System(system) = rules { Some(system.to_string()) } else { None },
            ties: Ties::default(),
            rules_of: printable(&rules.to_string()),
            status: WhyStatus::Paired,
            white: pair[0],
            black: pair[1],
            legal: true,
            rules: Vec::new(),
            price: Vec::new(),
            optimum: Vec::new(),
            objective: Vec::new(),
            pairing: Pairing::default(),
            displaced: Vec::new(),
            proof: None,
            optima: None,
            optima_with_pair: None,
            board: Vec::new(),
            without: None,
            colours: None,
            wishes: None,
            reason: None,
            barred: Vec::new(),
            instead: Vec::new(),
            step: None,
            nearest: Vec::new(),
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
            limit: None,
            players: players(state),
        }
    }

    /// These rules bar the pair. Each does so by itself, but for those on one order of colours: it takes one of each order.
    pub(super) fn forbidden(self, rules: Vec<Bar>) -> Self {
        Self { status: WhyStatus::Forbidden, legal: false, rules, ..self }
    }

    /// No legal pairing has the pair, or there is none at all.
    pub(super) fn impossible(self, status: WhyStatus, reason: String, barred: Vec<Barred>) -> Self {
        Self { status, reason: Some(reason), barred, ..self }
    }

    /// A limit came before the answer.
    pub(super) fn unknown(self, limit: Limit) -> Self {
        Self { status: WhyStatus::Limit, limit: Some(limit), ..self }
    }

    /// The same with this pairing, in whose order of colours the two are named.
    pub(super) fn with_pairing(self, pairing: Pairing) -> Self {
        let is_reversed = |board: &Board| [board.black, board.white].map(Seat::Player) == [self.white, self.black];
        let (white, black) =
            if pairing.boards.iter().any(is_reversed) { (self.black, self.white) } else { (self.white, self.black) };
        Self { white, black, pairing, ..self }
    }

    /// The answer of two who meet: what their board counts, and what the best round without it costs.
    fn paired(
        self,
        state: &RoundState,
        spec: &Objective,
        [one, other]: [Seat; 2],
        best: Optimum,
        options: Options,
    ) -> Result<Self, SolveError> {
        let pairing = best.pairing().clone();
        let is_of_both = |board: &&Board| {
            [board.white, board.black].map(Seat::Player).iter().all(|seat| [one, other].contains(seat))
        };
        let part = match other {
            Seat::Player(_) => {
                Pairing { boards: pairing.boards.iter().filter(is_of_both).copied().collect(), bye: None }
            }
            Seat::Bye => Pairing { boards: Vec::new(), bye: pairing.bye },
        };
        let board = board_values(state, spec, &part).into_iter().next().unwrap_or_default();
        let without = match optimum(state, &spec.without_pair(one, other), Some(best.pairing()), options)? {
            Ok(found) => {
                let price = Price::new(state, &best, &found)?;
                if price.pairing.partner(one) == Some(other) {
                    return Err(another_price());
                }
                let status = if price.status() == WhyStatus::AsGood { "as-good" } else { "worse" };
                Without { found: price, ..Without::new(status) }
            }
            Err(Termination::Infeasible(why)) => Without { reason: Some(why.to_string()), ..Without::new("none") },
            Err(_) => Without { limit: Some(options.start().reached()), ..Without::new("limit") },
        };
        let objective = best.verdict.objective;
        let price = loss(&objective, &objective);
        let colours = part.boards.first().map(|board| ColoursOfPair::by_model(state, spec, *board));
        let answer =
            Self { board, without: Some(without), colours, price, optimum: objective.clone(), objective, ..self };
        Ok(answer.with_pairing(pairing))
    }

    /// The answer if the pair is legal, and the rest leaves no pairing.
    fn no_round(self, state: &RoundState, spec: &Objective, pair: [Seat; 2], why: &NoPairing) -> Self {
        match solve::impossible_beside(state, spec, pair[0], pair[1]) {
            Some(rest) => self.impossible(WhyStatus::NoRound, rest.to_string(), rest.barred),
            None => self.impossible(WhyStatus::NoRound, why.to_string(), why.barred()),
        }
    }

    /// Whether there is no pairing to show: none has these two.
    pub(crate) fn has_no_pairing(&self) -> bool {
        self.pairing == Pairing::default()
    }

    /// How the question ended. A rule that bars the pair is an answer.
    pub(super) fn ended(&self) -> Result<(), AskError> {
        let late = |limit: Option<Limit>, what| limit.map_or(Ok(()), |limit| Err(AskError::before(limit, what)));
        let reason = self.reason.as_deref().unwrap_or_default();
        match self.status {
            WhyStatus::NoRound => Err(AskError::NoPairing(format!("no legal pairing has the pair: {reason}"))),
            WhyStatus::Infeasible => Err(AskError::NoPairing(format!("no legal pairing exists: {reason}"))),
            WhyStatus::Limit => late(self.limit, "the answer"),
            WhyStatus::Paired => {
                late(self.without.as_ref().and_then(|without| without.limit), "the best round without the pair")
            }
            WhyStatus::Forbidden | WhyStatus::Worse | WhyStatus::AsGood | WhyStatus::Otherwise => Ok(()),
        }
    }
}

impl Without {
    fn new(status: &'static str) -> Self {
        Self { status, found: Price::default(), reason: None, limit: None }
    }
}

/// An optimum that is proven and verified.
pub(super) struct Optimum {
    pub(super) solution: Solution,
    verdict: Verdict,
    pairing: Pairing,
}

impl Optimum {
    pub(super) const fn pairing(&self) -> &Pairing {
        &self.pairing
    }
}

/// The optimum, of equal ones that which changes fewest pairs of `near`, or how the solver ended without one.
pub(super) fn optimum(
    state: &RoundState,
    spec: &Objective,
    near: Option<&Pairing>,
    options: Options,
) -> Result<Result<Optimum, Termination>, SolveError> {
    let solution = solve::solve_near(state, spec, near, options)?;
    let Solved { solution, verdict, .. } = Solved::verified(state, spec, solution, options.ties);
    match &solution.incumbent {
        Some(best) if solution.is_optimal() => {
            let pairing = best.pairing.clone();
            Ok(Ok(Optimum { verdict: verified(verdict)?, solution, pairing }))
        }
        _ => Ok(Err(solution.termination)),
    }
}

impl Price {
    pub(super) fn new(state: &RoundState, best: &Optimum, found: &Optimum) -> Result<Self, SolveError> {
        if found.verdict.values() > best.verdict.values() {
            return Err(another_price());
        }
        Ok(Self {
            pairing: found.pairing.clone(),
            price: loss(&found.verdict.objective, &best.verdict.objective),
            displaced: displaced(state, &best.pairing, &found.pairing),
            objective: found.verdict.objective.clone(),
            proof: Some(found.solution.evidence()),
        })
    }

    /// Tier by tier.
    pub(super) fn values(&self) -> Vec<Value> {
        self.price.iter().map(|tier| tier.value).collect()
    }

    /// Worse than the optimum, or as good.
    fn status(&self) -> WhyStatus {
        if self.price.iter().all(|tier| tier.value == Value::ZERO) { WhyStatus::AsGood } else { WhyStatus::Worse }
    }
}

fn another_price() -> SolveError {
    SolveError::Internal("the price of a pair is that of another one".to_owned())
}
