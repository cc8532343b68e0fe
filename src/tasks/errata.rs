use super::TaskError;
use crate::formats;
use crate::model::{Erratum, SeedModel, SeedPoint, SeedText, Size, Value};
use crate::solve::{self, Answer, Limit, Options, SolveError};
use crate::tournament::{GamesPerPairing, RoundRequest, RoundState};
use std::collections::BTreeSet;

/// What the text answers for one round, before and after a repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Errata {
    /// The erratum that is repaired; `None` for all fifteen.
    pub erratum: Option<Erratum>,
    /// The answers: without the repair; without it, but with all others that it needs, if it needs any; with it.
    pub answers: Vec<SeedAnswer>,
}

/// What the text answers with some errata repaired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedAnswer {
    /// The errata that are repaired.
    pub repaired: BTreeSet<Erratum>,
    /// How large the program is.
    pub size: Size,
    /// The outcome of HiGHS.
    pub outcome: SeedOutcome,
}

/// The outcome of HiGHS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeedOutcome {
    /// An optimal answer.
    Optimal {
        /// The value of each tier.
        values: Vec<Value>,
        /// The answer itself.
        point: SeedPoint,
        /// How often it shows the erratum.
        faults: Option<i64>,
    },
    /// There is none.
    Infeasible,
    /// A limit came first.
    Stopped(Limit),
}

impl Errata {
    /// The limit that came before an answer, if one did.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.answers.iter().find_map(|answer| match answer.outcome {
            SeedOutcome::Stopped(limit) => Some(limit),
            SeedOutcome::Optimal { .. } | SeedOutcome::Infeasible => None,
        })
    }
}

/// The round in which `erratum` can be seen, which comes with the program.
///
/// # Errors
/// None, since a test reads all of them.
pub fn instance_of(erratum: Erratum) -> Result<RoundState, TaskError> {
    let (file, text) = erratum.instance();
    let loaded = formats::read(text.as_bytes()).map_err(|_| TaskError::Request(format!("{file} cannot be read")))?;
    Ok(RoundState::new(&loaded.tournament, RoundRequest::default())?)
}

/// Ask HiGHS for the text's answer to `state`, without and with the repair of `erratum`, or of all fifteen.
///
/// If several answers are best, the one with most of the fault is taken, or the one with least of it if the text is said to
/// force it ([`ErratumCount`](crate::model::ErratumCount)); of those, one that does not depend on the solver.
///
/// # Errors
/// [`SolveError::Request`] for a double round, of which the text knows nothing, and for a program that is too large;
/// [`SolveError::Internal`] if HiGHS fails.
///
/// ```
/// use swiss_ilp::model::{Erratum, Model, SeedText};
/// use swiss_ilp::solve::Options;
/// use swiss_ilp::tasks::{self, SeedOutcome};
///
/// let spec = SeedText::try_from(Model::load("seed")?)?;
/// let state = tasks::instance_of(Erratum::NoPoints)?;
/// let told = tasks::errata(&state, &spec, Some(Erratum::NoPoints), Options::default())?;
/// // In round 1 the text pairs nobody, since nobody has points.
/// let faults = told.answers.iter().map(|answer| match &answer.outcome {
///     SeedOutcome::Optimal { faults, .. } => *faults,
///     _ => None,
/// });
/// assert!(faults.eq([Some(1), Some(0)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn errata(
    state: &RoundState,
    spec: &SeedText,
    erratum: Option<Erratum>,
    options: Options,
) -> Result<Errata, SolveError> {
    let options = options.started();
    let mut sets = vec![spec.repaired.clone()];
    match erratum {
        None => sets.push(Erratum::ALL.iter().copied().collect()),
        Some(erratum) => {
            sets[0].remove(&erratum);
            let needed: BTreeSet<Erratum> = sets[0].iter().chain(erratum.needs()).copied().collect();
            let repaired = needed.iter().copied().chain([erratum]).collect();
            sets.extend([needed, repaired]);
        }
    }
    sets.dedup();
    for repaired in &sets {
        check(state, &spec.with(repaired.clone()), options)?;
    }
    let limits = options.start();
    let mut answers = Vec::new();
    for repaired in sets {
        // To build a large program takes long, too.
        let (round, text) = (state.clone(), spec.with(repaired.clone()));
        let asked = limits.attempt(move || ask(&round, &text, erratum, options));
        answers.push(asked.unwrap_or_else(|| {
            let size = SeedModel::size_of(state, &spec.with(repaired.clone()));
            Ok(SeedAnswer { repaired, size, outcome: SeedOutcome::Stopped(limits.reached()) })
        })?);
    }
    Ok(Errata { erratum, answers })
}

fn ask(
    state: &RoundState,
    spec: &SeedText,
    erratum: Option<Erratum>,
    options: Options,
) -> Result<SeedAnswer, SolveError> {
    let mut model = SeedModel::new(state, spec);
    let (size, tiers) = (model.program.size(), model.program.tiers.len());
    let fault = erratum.map(|erratum| model.add_fault(erratum));
    model.add_canonical_choice();
    let outcome = match solve::answer(model.program.clone(), options.start())? {
        Answer::Optimal { columns, mut values } => {
            values.truncate(tiers);
            let faults = fault.map(|fault| fault.count(&columns));
            SeedOutcome::Optimal { values, point: model.point(&columns), faults }
        }
        Answer::Infeasible => SeedOutcome::Infeasible,
        Answer::Stopped(limit) => SeedOutcome::Stopped(limit),
    };
    Ok(SeedAnswer { repaired: spec.repaired.clone(), size, outcome })
}

/// Refuse a round of which the text knows nothing, and a program that is too large for the memory or for floating point, before it
/// is built.
pub(super) fn check(state: &RoundState, spec: &SeedText, options: Options) -> Result<(), SolveError> {
    if state.games_per_pairing() == GamesPerPairing::Two {
        let what = "the text knows single games only, and this tournament has two a pairing; name another file";
        return Err(SolveError::Request(what.into()));
    }
    let size = SeedModel::size_of(state, spec);
    let what = format!("the program of the text for round {}, of up to {size},", state.round());
    options.start().check_size(&what, size.bytes(), "a file with fewer players")?;
    let weight = spec.weights.named().into_iter().map(|(_, weight)| i64::from(weight).abs()).max().unwrap_or(0);
    let score = state.players().iter().map(|player| i64::from(player.score.tenths()).abs()).max().unwrap_or(0);
    solve::check_largest(weight * score.max(10), "a difference")
}
