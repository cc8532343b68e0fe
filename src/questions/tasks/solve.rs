use super::Unpaired;
use super::pair::pair_within;
use crate::files::request_field::RequestField;
use crate::model::{Model, Objective, SystemModel, Value, WrongKind};
use crate::proof::by_rules::{ByRules, NotMade, RuleStep};
use crate::proof::verify::{self, Verdict};
use crate::proof::veripb::Folder;
use crate::proof::{self, Certificate, ProofRefusal};
use crate::questions::registry::System;
use crate::solve::Moment;
use crate::solve::{
    self, Bound, Evidence, Incumbent, KeptOpen, NoPairing, Optima, OptimaRequest, Options, Solution, SolveError,
    Termination, Ties, Timing,
};
use crate::tournament::RoundState;
use std::time::Duration;
use swiss_rule_proof::wishes::Wishes;

/// A round that was solved and verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// The result of the solver.
    pub solution: Solution,
    /// The steps of a system's procedure, in order; empty for a model with an objective.
    pub steps: Vec<RuleStep>,
    /// The verifier's verdict on the incumbent, if there is one.
    pub verdict: Option<Verdict>,
    /// The time that verifying took.
    pub verifying: Duration,
    /// The optima, if they were asked for ([`count_optima`]), and the time that counting took.
    pub optima: Option<(Optima, Duration)>,
    /// Which of several equal optima it is.
    pub ties: Ties,
    /// The rounds to come, if they were looked at ([`keep_open`](crate::questions::solve::keep_open)).
    pub keep_open: Option<KeptOpen>,
}

impl Solved {
    fn new(solution: Solution, verdict: Option<Verdict>, verifying: Duration, ties: Ties) -> Self {
        Self { solution, steps: Vec::new(), verdict, verifying, optima: None, ties, keep_open: None }
    }

    /// A round that was solved by an objective, which the verifier judges.
    pub(crate) fn verified(state: &RoundState, spec: &Objective, solution: Solution, ties: Ties) -> Self {
        let (verdict, verifying) = timed(|| {
            let best = solution.incumbent.as_ref()?;
            Some(verify::verify(state, spec, &best.pairing, Some(&best.values)))
        });
        Self::new(solution, verdict, verifying, ties)
    }

    /// Whether the solver proved the incumbent optimal and the verifier finds it legal and worth what is claimed. If a limit
    /// came before the choice among equal optima, it may not be the canonical optimum.
    pub fn is_optimal(&self) -> bool {
        self.solution.is_proven() && self.is_verified()
    }

    /// Whether the incumbent is the only optimum, if that is known: by the solve, or because the optima were counted.
    pub fn is_unique(&self) -> Option<bool> {
        self.solution.unique.or_else(|| self.optima.as_ref().and_then(|(optima, _)| optima.is_unique()))
    }

    /// Whether there is something to prove: a verified optimum, or that there is no pairing.
    pub(crate) fn is_provable(&self) -> bool {
        let is_disputed = self.solution.incumbent.is_some() && !self.is_verified();
        self.solution.termination.limit().is_none() && !is_disputed
    }

    /// Whether there is an incumbent, and the verifier finds it legal and worth what is claimed.
    pub fn is_verified(&self) -> bool {
        self.verdict.as_ref().is_some_and(Verdict::is_verified)
    }
}

/// Pair `state` optimally by `model`, an objective, or by the articles of a system, and verify the pairing.
///
/// # Errors
/// As [`solve::solve`], and [`SolveError::Request`] for the student's text, whose answer need not be a pairing.
///
/// ```
/// use swiss_ilp::model::Model;
/// use swiss_ilp::{files, solve::Options, questions::tasks};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-10.json")?;
/// let tournament = files::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let solved = tasks::solve(&state, &Model::load("pairs")?, Options::default())?;
/// assert!(solved.is_optimal());
/// assert_eq!(solved.solution.incumbent.expect("a pairing").values[0].to_string(), "252.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(state: &RoundState, model: &Model, options: Options) -> Result<Solved, SolveError> {
    let options = options.started();
    match model {
        Model::Objective(spec) => Ok(Solved::verified(state, spec, solve::solve(state, spec, options)?, options.ties)),
        Model::System(spec) if options.ties != Ties::Canonical => {
            let (name, ties) = (&spec.name, RequestField("ties"));
            Err(SolveError::Request(format!("{name} is a system, whose rules leave one pairing; leave out {ties}")))
        }
        Model::System(spec) => by_rules(state, spec, options),
        Model::AsWritten(spec) => {
            let kind = WrongKind::AsWritten { name: spec.name.clone() };
            Err(SolveError::Request(kind.to_string()))
        }
    }
}

/// The round by the articles of a system. What is proven of each is checked at once.
fn by_rules(state: &RoundState, spec: &SystemModel, options: Options) -> Result<Solved, SolveError> {
    let (system, limits, wishes) = (System::of(spec.edition), options.start(), Wishes::default());
    let round = ByRules { state, system: spec.edition.id, wishes: &wishes };
    let stop = || limits.are_reached();
    let (made, optimise) = timed(|| options.in_time(|| round.pair(&spec.without, None, &stop)));
    let (termination, pairing, steps) = match made {
        None | Some(Err(NotMade::Limit)) => (limits.reached().into(), None, Vec::new()),
        Some(Err(NotMade::Unread(lacks))) => {
            let (name, system) = (&spec.name, RequestField("system"));
            return Err(SolveError::Request(format!(
                "{name} cannot be solved: {lacks}; pair the round with pair {system} {name}"
            )));
        }
        Some(Err(NotMade::Refused(refusal))) => {
            return Err(SolveError::Internal(format!("{refusal}; please report this")));
        }
        Some(Ok(proven)) => {
            let steps = round.listed(&proven);
            let termination = if proven.pairing.is_some() {
                Termination::Optimal
            } else {
                let why = pair_within(state, system, options.start()).err();
                let why = why.and_then(|why| if let Unpaired::Unpairable(why) = why { Some(why) } else { None });
                let reason = why.as_ref().map(ToString::to_string);
                Termination::Infeasible(NoPairing::System { reason, impossible: why.and_then(|why| why.impossible) })
            };
            (termination, proven.pairing.map(|pairing| pairing.in_board_order(state)), steps)
        }
    };
    let values = steps.iter().flat_map(|step| &step.tiers).flat_map(|tier| &tier.values);
    let values: Vec<Value> = values.map(|value| Value::from_whole(*value)).collect();
    let bound = |value: &Value| Bound { value: *value, evidence: Evidence::IntegerDual };
    let solution = Solution {
        bounds: values.iter().map(bound).collect(),
        incumbent: pairing.map(|pairing| Incumbent { pairing, values }),
        timing: Timing { optimise, ..Timing::default() },
        ..Solution::new(termination)
    };
    let (verdict, verifying) = timed(|| Some(system.verify(state, &solution.incumbent.as_ref()?.pairing)));
    Ok(Solved { steps, ..Solved::new(solution, verdict, verifying, options.ties) })
}

/// The verdict, if the verifier agrees.
pub(crate) fn verified(verdict: Option<Verdict>) -> Result<Verdict, SolveError> {
    verdict.filter(Verdict::is_verified).ok_or_else(|| {
        SolveError::Internal("the verifier does not agree with the solver; please report this".to_owned())
    })
}

pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Moment::now();
    let done = work();
    (done, started.elapsed())
}

/// Count the optima of a round that was solved by `spec`, and list the first of them. The result is a part of `solved` from then on,
/// and if there is only one, [`prove`] proves this, too.
///
/// # Errors
/// As [`solve::optima`].
pub fn count_optima<'a>(
    state: &RoundState,
    spec: &Objective,
    solved: &'a mut Solved,
    wanted: OptimaRequest,
    options: Options,
) -> Result<&'a Optima, SolveError> {
    let started = Moment::now();
    let optima = solve::optima(state, spec, &solved.solution, wanted, options)?;
    let (optima, _) = solved.optima.insert((optima, started.elapsed()));
    Ok(optima)
}

/// The certificate of a solved round, which the checker has accepted.
///
/// # Errors
/// As [`prove`].
pub fn certify(state: &RoundState, spec: &Objective, solved: &Solved) -> Result<Certificate, SolveError> {
    let certificate = certificate(state, spec, solved)?;
    let best = solved.solution.incumbent.as_ref();
    let accepted = proof::check(state, spec, best.map(|best| &best.pairing), &certificate);
    accepted.map_err(refused).map(|()| certificate)
}

pub(crate) fn refused(refusal: ProofRefusal) -> SolveError {
    // Nothing is wrong with the proof. The checker makes all tiers one number, also where the solver needs none: with caps, and
    // where there is no pairing.
    if refusal.check == "proof.scope" {
        return SolveError::Request(format!("{}, so there is no proof for others to check", refusal.what));
    }
    SolveError::Internal(format!("the verifier refuses the solver's proof: {refusal}; please report this"))
}

fn certificate(state: &RoundState, spec: &Objective, solved: &Solved) -> Result<Certificate, SolveError> {
    let best = solved.solution.incumbent.as_ref();
    let only = solved.optima.as_ref().and_then(|(optima, _)| optima.only.as_ref());
    match best.zip(only) {
        Some((best, only)) => solve::certify_only(state, spec, best, only),
        None => solve::certify(state, spec, &solved.solution),
    }
}

/// The proof of a solved round: a certificate in integers, and the same proof for `VeriPB`. The verifier has accepted
/// it.
///
/// # Errors
/// As [`solve::certify`]; [`SolveError::Internal`] if the verifier refuses the proof.
///
/// ```
/// use swiss_ilp::model::{Model, Objective};
/// use swiss_ilp::{proof::Claim, solve::Options, questions::tasks};
/// use swiss_ilp::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};
///
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let state = RoundState::new(&Tournament { players, ..Tournament::default() }, RoundRequest::default())?;
/// let spec = Objective::load("pairs")?;
/// let solved = tasks::solve(&state, &Model::Objective(spec.clone()), Options::default())?;
/// let folder = tasks::prove(&state, &spec, &solved)?;
/// let pairing = solved.solution.incumbent.map(|best| best.pairing);
/// assert_eq!(folder.check(&state, &spec, pairing.as_ref()), Ok(Claim::Optimal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(state: &RoundState, spec: &Objective, solved: &Solved) -> Result<Folder, SolveError> {
    let pairing = solved.solution.incumbent.as_ref().map(|best| &best.pairing);
    Folder::new(state, spec, pairing, certificate(state, spec, solved)?).map_err(refused)
}
