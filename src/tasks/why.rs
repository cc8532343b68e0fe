use super::TaskError;
use super::solve::solve;
use crate::compare::{Bar, Displaced, bars, board_values, displaced, loss};
use crate::model::{Formulation, Model, Objective, Side};
use crate::programs::Setback;
use crate::rules::Barred;
use crate::solve::{self, Evidence, Limit, NoPairing, OptimaRequest, Options, Solution, SolveError, Termination};
use crate::tournament::{Pairing, RoundState, Seat};
use crate::verify::{TierVerdict, Verdict, Violation, verify};

/// Why two players do not meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// These rules bar the pair. Each does so by itself, but for those on one order of colours: it takes one of each order.
    Forbidden(Vec<Bar>),
    /// They are paired.
    Paired {
        /// The pairing.
        pairing: Pairing,
        /// Its value by the model; empty under a system.
        objective: Vec<TierVerdict>,
        /// The optima, if they were asked for.
        optima: Option<SharedOptima>,
        /// What the board of the two counts, or the bye, by the model; empty under a system.
        board: Vec<TierVerdict>,
        /// The best round without the pair; `None` under a system.
        without: Option<Box<Without>>,
    },
    /// The best pairing with the pair is worse than the optimum, or as good.
    Priced(Box<Priced>),
    /// The pair is legal, but no legal pairing has it.
    NoRound {
        /// The reason, as a clause with the rules' ids in brackets.
        reason: String,
        /// The rules that bar the pairs which the reason depends on.
        barred: Vec<Barred>,
    },
    /// The round has no legal pairing at all.
    NoPairing {
        /// The reason, as a clause.
        reason: String,
        /// The rules that bar the pairs which the reason depends on.
        barred: Vec<Barred>,
    },
    /// The system pairs the two otherwise.
    Otherwise(Box<Otherwise>),
    /// A limit came before the answer.
    Unknown(Limit),
}

/// The best round in which two who meet do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Without {
    /// It is worse, or as good. The `pairing` and the `objective` are those without the pair.
    Priced(Priced),
    /// Every legal pairing has the pair, for this reason.
    None {
        /// A clause.
        reason: String,
    },
    /// A limit came before it was found.
    Unknown(Limit),
}

/// The price of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Priced {
    /// The optimum.
    pub best: Pairing,
    /// Its value.
    pub optimum: Vec<TierVerdict>,
    /// The best pairing with the pair, the first of several in canonical order. It is verified.
    pub pairing: Pairing,
    /// Its value.
    pub objective: Vec<TierVerdict>,
    /// Its value minus the optimum, term by term: 0, or negative in the first tier that is not 0.
    pub price: Vec<TierVerdict>,
    /// The players with another opponent than in the optimum.
    pub displaced: Vec<Displaced>,
    /// What proves that no pairing with the pair is better.
    pub evidence: Evidence,
    /// The optima, if they were asked for and the price is 0.
    pub optima: Option<SharedOptima>,
}

impl Priced {
    /// Whether the pair is in another optimum.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.price.iter().all(|tier| tier.value == crate::model::Value::ZERO)
    }
}

/// How many optima there are, and how many of them have the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedOptima {
    /// All.
    pub all: crate::graph::MatchingCount,
    /// Those with the pair.
    pub with_pair: crate::graph::MatchingCount,
}

/// How a system pairs two players who do not meet, and the step that decides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Otherwise {
    /// The pairing of the system.
    pub pairing: Pairing,
    /// Whom each of the two meets instead, and the rule by which.
    pub instead: Vec<(Seat, Seat, String)>,
    /// The first step at which the wish fails.
    pub step: Option<Step>,
}

/// A step of a system's procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A program of the system.
    Program(Setback),
    /// A line of the trace, which pairs one of the two with somebody else.
    Trace {
        /// The number of the line, from 1.
        number: usize,
        /// The line.
        line: String,
        /// The rule.
        rule: String,
    },
}

/// Why `one` and `other`, who are to be paired in the round, do not meet by the model `spec`; the bye may come second. `count` asks
/// for the number of optima, as of [`OptimaRequest::count`].
///
/// # Errors
/// [`TaskError::Solve`] as of [`solve`](super::solve()), and if the verifier does not agree with the solver.
///
/// ```
/// use swiss_ilp::{formats, model::Objective, solve::Options, tasks::{self, Answer}};
/// use swiss_ilp::tournament::{PlayerId, RoundRequest, RoundState, Seat};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let pair = [1, 2].map(|id| Seat::Player(PlayerId(id)));
/// let Answer::Forbidden(rules) = tasks::why(&state, &Objective::load("pairs")?, pair, None, Options::default())? else { panic!() };
/// assert_eq!((rules[0].rule, rules[0].what.as_str()), ("ilp.no-rematch", "1 and 2 met in round 2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn why(
    state: &RoundState,
    spec: &Objective,
    pair: [Seat; 2],
    count: Option<u64>,
    options: Options,
) -> Result<Answer, TaskError> {
    let options = options.started();
    let [one, other] = pair;
    let spec = &Objective { formulation: Formulation::Pairs, ..spec.clone() };
    let barred = bars_of_model(state, spec, pair);
    if !barred.is_empty() {
        return Ok(Answer::Forbidden(barred));
    }
    let wanted = count.map(|count| OptimaRequest { count, list: 0 });
    let best = solve(state, &Model::Objective(spec.clone()), options)?;
    let (solution, verdict) = match outcome(best.solution, best.verdict)? {
        Ok(found) => found,
        Err(Termination::Infeasible(why)) => {
            return Ok(Answer::NoPairing { reason: why.to_string(), barred: why.barred() });
        }
        Err(_) => return Ok(Answer::Unknown(options.start().reached())),
    };
    let with = spec.with_pair(one, other);
    let is_made = solution.incumbent.as_ref().is_some_and(|best| best.pairing.partner(one) == Some(other));
    if is_made && wanted.is_none() {
        return paired(state, spec, pair, (&solution, verdict), None, options);
    }
    let other_best = solve(state, &Model::Objective(with.clone()), options)?;
    let (found, found_verdict) = match outcome(other_best.solution, other_best.verdict)? {
        Ok(found) => found,
        Err(Termination::Infeasible(why)) => return Ok(no_round(state, spec, pair, &why)),
        Err(_) => return Ok(Answer::Unknown(options.start().reached())),
    };
    let is_free = verdict.values() == found_verdict.values();
    let optima = match wanted.filter(|_| is_free) {
        Some(wanted) => {
            let all = solve::optima(state, spec, &solution, wanted, options)?.count;
            let with_pair = solve::optima(state, &with, &found, wanted, options)?.count;
            Some(SharedOptima { all, with_pair })
        }
        None => None,
    };
    if is_made {
        return paired(state, spec, pair, (&solution, verdict), optima, options);
    }
    let priced = priced(state, (&solution, verdict), (&found, found_verdict), optima)?;
    let has_pair = priced.pairing.partner(one) == Some(other);
    if has_pair { Ok(Answer::Priced(Box::new(priced))) } else { Err(another_price().into()) }
}

fn another_price() -> SolveError {
    SolveError::Internal("the price of a pair is that of another one".to_owned())
}

/// The answer of two who meet: what their board counts, and what the best round without it costs.
fn paired(
    state: &RoundState,
    spec: &Objective,
    [one, other]: [Seat; 2],
    (solution, verdict): (&Solution, Verdict),
    optima: Option<SharedOptima>,
    options: Options,
) -> Result<Answer, TaskError> {
    let pairing = solution.incumbent.as_ref().map(|best| best.pairing.clone()).unwrap_or_default();
    let part = match (one, other) {
        (Seat::Player(one), Seat::Player(other)) => Pairing {
            boards: pairing
                .boards
                .iter()
                .filter(|board| [board.white, board.black].iter().all(|id| [one, other].contains(id)))
                .copied()
                .collect(),
            bye: None,
        },
        _ => Pairing { boards: Vec::new(), bye: pairing.bye },
    };
    let board = board_values(state, spec, &part).into_iter().next().unwrap_or_default();
    let objective = verdict.objective.clone();
    let apart = solve(state, &Model::Objective(spec.without_pair(one, other)), options)?;
    let without = match outcome(apart.solution, apart.verdict)? {
        Ok((found, found_verdict)) => {
            let priced = priced(state, (solution, verdict), (&found, found_verdict), None)?;
            if priced.pairing.partner(one) == Some(other) {
                return Err(another_price().into());
            }
            Without::Priced(priced)
        }
        Err(Termination::Infeasible(why)) => Without::None { reason: why.to_string() },
        Err(_) => Without::Unknown(options.start().reached()),
    };
    Ok(Answer::Paired { pairing, objective, optima, board, without: Some(Box::new(without)) })
}

/// The verdict, if the verifier agrees.
pub(super) fn verified(verdict: Option<Verdict>) -> Result<Verdict, SolveError> {
    verdict.filter(Verdict::is_verified).ok_or_else(|| {
        SolveError::Internal("the verifier does not agree with the solver; please report this".to_owned())
    })
}

/// An optimum that is proven and verified, or how the solver ended without one.
fn outcome(
    solution: Solution,
    verdict: Option<Verdict>,
) -> Result<Result<(Solution, Verdict), Termination>, SolveError> {
    if solution.incumbent.is_none() || !solution.is_optimal() {
        return Ok(Err(solution.termination));
    }
    Ok(Ok((solution, verified(verdict)?)))
}

/// What the second pairing, which is best under one more demand, loses to the first one, the optimum.
fn priced(
    state: &RoundState,
    (solution, optimum): (&Solution, Verdict),
    (found, verdict): (&Solution, Verdict),
    optima: Option<SharedOptima>,
) -> Result<Priced, SolveError> {
    let (Some(best), Some(with)) = (&solution.incumbent, &found.incumbent) else { return Err(another_price()) };
    if with.values > best.values {
        return Err(another_price());
    }
    Ok(Priced {
        best: best.pairing.clone(),
        pairing: with.pairing.clone(),
        price: loss(&verdict.objective, &optimum.objective),
        displaced: displaced(state, &best.pairing, &with.pairing),
        optimum: optimum.objective,
        objective: verdict.objective,
        evidence: found.evidence(),
        optima,
    })
}

/// All rules of the model that bar the pair, by the verifier's reading.
pub(super) fn bars_of_model(state: &RoundState, spec: &Objective, pair: [Seat; 2]) -> Vec<Bar> {
    if let Some(bar) = bye_of_even_field(state, pair) {
        return vec![bar];
    }
    let mut bare = spec.clone();
    bare.side = Side { forced: Vec::new(), ..bare.side };
    let mut found = bars(pair[0], pair[1], |part| of_rules(verify(state, &bare, part, None).violations));
    let numbers = pair.map(u32::from);
    for forced in &spec.side.forced {
        let is_it = forced.iter().all(|id| numbers.contains(id));
        if !is_it && let Some(id) = forced.iter().find(|id| numbers.contains(id)) {
            let partner = if forced[0] == *id { forced[1] } else { forced[0] };
            let what = format!("{id} must meet {partner} by the model's forced pairs");
            found.push(Bar { rule: "side.forced", white: None, what });
        }
    }
    found
}

pub(super) fn bye_of_even_field(state: &RoundState, pair: [Seat; 2]) -> Option<Bar> {
    let players = state.players().len();
    let is_needless = pair[1] == Seat::Bye && players.is_multiple_of(2);
    let what = format!("{players} players can all be paired, so nobody has the bye");
    is_needless.then_some(Bar { rule: "pairing.bye-in-even-field", white: None, what })
}

/// Those that are not of the structure: a part of a pairing lacks the other players.
pub(super) fn of_rules(violations: Vec<Violation>) -> Vec<Violation> {
    violations.into_iter().filter(|violation| !violation.rule.starts_with("pairing.")).collect()
}

/// The answer if the pair is legal, and the rest leaves no pairing.
fn no_round(state: &RoundState, spec: &Objective, pair: [Seat; 2], why: &NoPairing) -> Answer {
    match solve::impossible_beside(state, spec, pair[0], pair[1]) {
        Some(rest) => Answer::NoRound { reason: rest.to_string(), barred: rest.barred },
        None => Answer::NoRound { reason: why.to_string(), barred: why.barred() },
    }
}
