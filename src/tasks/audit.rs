use super::compare::Found;
use super::pair::pair_within;
use super::{Folder, Lack, Missing, Unpaired};
use crate::compare::{ClaimedModel, Discrepancy, NamedPairing, PairingDifferences, cross_check};
use crate::model::{Formulation, Objective};
use crate::programs::{self, ProgramSolution};
use crate::proof::{Claim, Refusal};
use crate::registry::System;
use crate::solve::{Limits, Options, SolveError};
use crate::systems::SystemPairing;
use crate::tournament::{Pairing, RoundState};
use crate::verify::{self, TierVerdict, Verdict};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The rules that a pairing is judged by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rules {
    /// The rules of a model.
    Model(Objective),
    /// The rules of a system.
    System(System),
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(spec) => write!(f, "model {}", spec.name),
            Self::System(system) => write!(f, "system {system}"),
        }
    }
}

/// A pairing that was checked by rules and compared with the optimum and the systems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audit {
    /// The pairing, in board order.
    pub pairing: Pairing,
    /// The rules by which it was checked.
    pub rules: Rules,
    /// The violations of these rules, and the value of the pairing.
    pub verdict: Verdict,
    /// The conclusion of its proof, or the reason why the proof is refused.
    pub proof: Option<Result<Claim, Refusal>>,
    /// Its distance from the model's optimum.
    pub distance: Option<Distance>,
    /// The solution of the system's program, compared with the pairing.
    pub program: Option<ProgramSolution>,
    /// The pairing compared with the given system, or with all.
    pub systems: Vec<AgainstSystem>,
    /// The reason if there is no optimum to compare with.
    pub missing: Option<Missing>,
    /// A legal pairing that is better than the claimed optimum, if there is one.
    pub discrepancy: Option<Discrepancy>,
    /// The error of the solver, if it failed. The other fields are valid even then.
    pub failure: Option<SolveError>,
}

impl Audit {
    /// A clause for each error of the pairing and of its proof.
    #[must_use]
    pub fn objections(&self) -> Vec<String> {
        let refused = match &self.proof {
            // The record says how.
            Some(Err(refusal)) => Some(format!("the proof is refused [{}]", refusal.check)),
            Some(Ok(_)) | None => None,
        };
        let broken = self.verdict.violations.iter().map(|violation| violation.rule).sorted().dedup().join(", ");
        let wrong = match &self.rules {
            _ if !broken.is_empty() => Some(format!("the pairing breaks {broken}")),
            Rules::System(_) if !self.is_of_system() => Some(format!("the pairing is not the one of {}", self.rules)),
            _ => None,
        };
        refused.into_iter().chain(wrong).collect()
    }

    /// Whether the pairing is that of the systems and the program that it was compared with.
    #[must_use]
    pub fn is_of_system(&self) -> bool {
        let is_best = |program: &ProgramSolution| {
            program.solution.incumbent.as_ref().is_some_and(|best| best.pairing == self.pairing)
        };
        self.systems.iter().all(|against| against.is_same() || against.is_unknown())
            && self.program.as_ref().is_none_or(is_best)
    }

    /// Whether a limit came before the optimum, or before the pairing of a system.
    #[must_use]
    pub fn is_without_proof(&self) -> bool {
        let is_late = |missing: &Missing| missing.lacks == Lack::Proof;
        self.missing.as_ref().is_some_and(is_late) || self.systems.iter().any(AgainstSystem::is_unknown)
    }
}

/// How far a pairing is from the optimum of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Distance {
    /// The value of the optimum.
    pub optimum: Vec<TierVerdict>,
    /// The value of the pairing minus the optimum. For a legal pairing, the first tier that is not 0 is negative.
    pub price: Vec<TierVerdict>,
}

/// A pairing compared with a system's pairing of the round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgainstSystem {
    /// The system.
    pub system: System,
    /// The violations of its rules by the pairing.
    pub verdict: Verdict,
    /// The system's pairing of the round, and the differences of the checked pairing from it.
    pub made: Result<(SystemPairing, PairingDifferences), Unpaired>,
}

impl AgainstSystem {
    fn new(state: &RoundState, system: System, pairing: &Pairing, limits: Limits) -> Self {
        let made = pair_within(state, system, limits).map(|paired| {
            let differences = PairingDifferences::of(&pairing.boards, pairing.bye.as_slice(), &paired);
            (paired, differences)
        });
        Self { system, verdict: system.verify(state, pairing), made }
    }

    /// Whether the pairing is the system's.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.made.as_ref().is_ok_and(|(_, differences)| differences.are_none())
    }

    /// Whether a limit came before the system's pairing.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.made, Err(Unpaired::Stopped(_)))
    }
}

/// Judge `pairing` by `rules`, measure its distance from the optimum, and compare it with the given system, or with
/// all. A `proof` is checked for the model, if `rules` are a model's. The optimum is computed only if it is asked for
/// (`finds_optimum`).
///
/// ```
/// use swiss_ilp::{formats, model::Objective, solve::Options, tasks::{self, Rules}};
/// use swiss_ilp::tournament::{Board, Pairing, PlayerId, RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let board = |[white, black]: [u32; 2]| Board { white: PlayerId(white), black: PlayerId(black) };
/// let boards = [[1, 2], [3, 4], [5, 6], [7, 8]].map(board).to_vec();
/// let rules = Rules::Model(Objective::load("pairs")?);
/// let audit = tasks::audit(&state, &Pairing { boards, bye: None }, &rules, None, Options::default(), true);
/// assert_eq!(audit.verdict.violations[0].to_string(), "1 and 2 met in round 2 [ilp.no-rematch]");
/// assert_eq!(audit.distance.expect("an optimum").price[0].value.to_string(), "-170");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn audit(
    state: &RoundState,
    pairing: &Pairing,
    rules: &Rules,
    proof: Option<&Folder>,
    options: Options,
    finds_optimum: bool,
) -> Audit {
    let (verdict, systems) = match rules {
        Rules::Model(spec) => (verify::verify(state, spec, pairing, None), System::all().collect()),
        Rules::System(system) => (system.verify(state, pairing), vec![*system]),
    };
    let options = options.started();
    let against = |system| AgainstSystem::new(state, system, pairing, options.start().for_work_before());
    let systems = systems.into_iter().map(against).collect();
    let proof = match (proof, rules) {
        (Some(folder), Rules::Model(spec)) => Some(folder.check(state, spec, Some(pairing))),
        _ => None,
    };
    let mut audit = Audit {
        pairing: pairing.clone().in_board_order(state),
        rules: rules.clone(),
        verdict,
        proof,
        distance: None,
        program: None,
        systems,
        missing: None,
        discrepancy: None,
        failure: None,
    };
    let found = match rules {
        _ if !finds_optimum => Ok(()),
        Rules::Model(spec) => audit.find_optimum(state, spec, pairing, options),
        Rules::System(system) => audit.solve_program(state, *system, pairing, options),
    };
    audit.failure = found.err();
    audit
}

impl Audit {
    /// The optimum of the model.
    fn find_optimum(
        &mut self,
        state: &RoundState,
        spec: &Objective,
        pairing: &Pairing,
        options: Options,
    ) -> Result<(), SolveError> {
        // `slots` has the same optimum as `pairs`, which is solved faster.
        let spec = Objective { formulation: Formulation::Pairs, ..spec.clone() };
        let found = Found::of(state, &spec, options)?;
        let given = NamedPairing { name: "the pairing".to_owned(), pairing: pairing.clone() };
        let mut check = cross_check(state, &[given], &[ClaimedModel { objective: spec.clone(), claim: found.claim }]);
        self.discrepancy = check.discrepancies.drain(..).next();
        self.distance = check.models.pop().and_then(|model| {
            let price = model.pairings.into_iter().next()?.price?;
            Some(Distance { optimum: model.optimum?, price })
        });
        self.missing = found.missing;
        Ok(())
    }

    /// The optimum of the system's program.
    fn solve_program(
        &mut self,
        state: &RoundState,
        system: System,
        pairing: &Pairing,
        options: Options,
    ) -> Result<(), SolveError> {
        let none = |reason: &str| Some(Missing::new(system, Lack::Optimum, reason));
        let Some(spec) = system.program().map_err(|error| SolveError::Internal(error.to_string()))? else {
            self.missing = none("there is no program of its rules");
            return Ok(());
        };
        if !self.verdict.has_sound_structure() {
            self.missing = none("it is not looked for, as this is no pairing of those to be paired");
            return Ok(());
        }
        let paired = programs::solve(state, &spec, Some(pairing), options)?;
        match paired.solution.termination.limit() {
            Some(limit) => self.missing = Some(Missing::late(system, limit)),
            None => self.program = Some(paired),
        }
        Ok(())
    }
}
