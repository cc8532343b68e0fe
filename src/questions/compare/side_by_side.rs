use crate::files::request_field::RequestField;
use crate::model::Objective;
use crate::questions::AskError;
use crate::questions::metrics::{
    ClaimedModel, Compared, CrossCheck, Discrepancy, ModelCheck, NamedPairing, PLAYED, Totals, cross_check, totals,
};
use crate::questions::registry::System;
use crate::questions::tasks::{Found, Lack, Missing, TaskError, Unpaired, pair_within};
use crate::solve::{Options, Ties};
use crate::tournament::{Pairing, RoundRequest, RoundState, Tournament};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::slice;

/// The pairings of one round, compared.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CompareReport")]
pub struct Answer {
    /// The tournament's name.
    pub tournament: String,
    /// The round that was paired.
    pub round: u32,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// Which of several equal optima the models report, if not the canonical one.
    #[serde(skip_serializing_if = "Ties::is_canonical")]
    pub ties: Ties,
    /// Every pairing: those of the systems, then `played` if the file has the round, then those of the models.
    pub pairings: Vec<Compared>,
    /// Every pairing under each model.
    pub models: Vec<ModelCheck>,
    /// The systems and models without a pairing or an optimum, and `played` if the played round is no pairing.
    pub missing: Vec<Missing>,
    /// Every false claim of an optimum. It is empty unless the program has an error.
    pub discrepancies: Vec<Discrepancy>,
    /// The state before the round.
    #[serde(skip)]
    pub state: RoundState,
}

/// The comparisons of every round of a tournament, and the sums over all rounds.
///
/// Prices are summed over the rounds in which a pairing is legal by the model.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CompareRoundsReport")]
pub struct AllRounds {
    /// The tournament's name.
    pub tournament: String,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The number of false claims of an optimum. It is 0 unless the program has an error.
    pub discrepancies_found: usize,
    /// The comparison of each round.
    pub rounds: Vec<Answer>,
    /// The rounds before which a limit came.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_reached: Vec<u32>,
    /// The sums over the rounds that were compared.
    pub totals: Totals,
}

impl Answer {
    /// Compare a round as `systems` and `models` pair it, and as it was played.
    ///
    /// # Errors
    /// [`TaskError::Request`] if two of them have the same name; [`TaskError::Solve`] if HiGHS fails.
    ///
    /// ```
    /// use swiss_ilp::questions::metrics::Metric;
    /// use swiss_ilp::{files, model::Objective, questions::compare::Answer, solve::Options};
    /// use swiss_ilp::tournament::{RoundRequest, RoundState};
    ///
    /// let file = std::fs::read("instances/teaching-8.json")?;
    /// let tournament = files::read(&file).expect("a sound file").tournament;
    /// let state = RoundState::new(&tournament, RoundRequest::default())?;
    /// let models = [Objective::load("fair")?];
    /// let answer = Answer::new(&tournament, state, &["dutch-2012".parse()?], &models, Options::default())?;
    /// assert!(answer.discrepancies.is_empty());
    /// let [dutch, fair] = &answer.pairings[..] else { panic!("two pairings") };
    /// assert_eq!(dutch.metrics.get(Metric::ScoreDifference), fair.metrics.get(Metric::ScoreDifference));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        tournament: &Tournament,
        state: RoundState,
        systems: &[System],
        models: &[Objective],
        options: Options,
    ) -> Result<Self, TaskError> {
        have_different_names(systems, models)?;
        let mut named = Vec::new();
        let mut claims = Vec::new();
        let mut missing = Vec::new();
        let options = options.started();
        let limits = options.start().for_work_before();
        for system in systems {
            match pair_within(&state, *system, limits) {
                Err(Unpaired::Stopped(limit)) => {
                    let why = format!("{limit} came before its pairing");
                    missing.push(Missing::new(system, Lack::Proof, why));
                }
                Err(Unpaired::Unpairable(why)) => missing.push(Missing::new(system, Lack::Pairing, why)),
                Ok(paired) => named.push(NamedPairing { name: system.to_string(), pairing: paired.pairing }),
            }
        }
        match tournament.pairing(state.round()) {
            Some(Ok(pairing)) => {
                let free = tournament.colourless_in(state.round());
                let unlike =
                    |turned: &Pairing| named.iter().map(|made| turned.reversed_in(&made.pairing)).sum::<usize>();
                let pairing = state.without_preset(pairing).turned(&free, unlike);
                named.push(NamedPairing { name: PLAYED.into(), pairing });
            }
            Some(Err(why)) => missing.push(Missing::new(PLAYED, Lack::Pairing, why)),
            None => {}
        }
        for spec in models {
            let found = Found::of(&state, spec, options)?;
            named.extend(found.incumbent.map(|pairing| NamedPairing { name: spec.name.clone(), pairing }));
            missing.extend(found.missing);
            claims.push(ClaimedModel { objective: spec.clone(), claim: found.claim });
        }
        let check = cross_check(&state, &named, &claims);
        Ok(Self { ties: options.ties, missing, ..Self::of(&tournament.name, state, check) })
    }

    /// The record of pairings that were compared.
    pub fn of(tournament: &str, state: RoundState, check: CrossCheck) -> Self {
        let CrossCheck { pairings, models, discrepancies } = check;
        Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rounds_planned: state.rounds_planned(),
            ties: Ties::default(),
            pairings,
            models,
            missing: Vec::new(),
            discrepancies,
            state,
        }
    }

    /// How it ended.
    ///
    /// # Errors
    /// A claim of an optimum that is false is the most serious, then a limit, then that nothing has a pairing.
    pub fn ended(&self) -> Result<(), AskError> {
        ended(slice::from_ref(self), &[])
    }
}

impl AllRounds {
    /// The same for every round that was played, each paired from the rounds before it. `request` holds for all of them; its round
    /// does not matter. The first round is compared whatever the limits.
    ///
    /// # Errors
    /// As [`Answer::new`]; [`TaskError::Request`] if no round was played; [`TaskError::Round`] if the tournament has faults.
    pub fn new(
        tournament: &Tournament,
        request: &RoundRequest,
        systems: &[System],
        models: &[Objective],
        options: Options,
    ) -> Result<Self, TaskError> {
        tournament.checked(request.trust)?;
        let options = options.started();
        let limits = options.start().for_work_before();
        let (mut rounds, mut not_reached) = (Vec::new(), Vec::new());
        for (round, _) in tournament.played_rounds() {
            if !rounds.is_empty() && limits.leave_nothing() {
                not_reached.push(round);
                continue;
            }
            let state = RoundState::new(tournament, RoundRequest { round: Some(round), ..request.clone() })?;
            rounds.push(Answer::new(tournament, state, systems, models, options)?);
        }
        if rounds.is_empty() {
            let all_rounds = RequestField("all_rounds");
            let message = format!("no round was played; leave out {all_rounds} to pair the first one");
            return Err(TaskError::Request(message));
        }
        Ok(Self { not_reached, ..Self::of(tournament, rounds) })
    }

    /// The record of these rounds.
    pub fn of(tournament: &Tournament, rounds: Vec<Answer>) -> Self {
        Self {
            tournament: tournament.name.clone(),
            rounds_planned: tournament.rounds_planned,
            discrepancies_found: rounds.iter().map(|round| round.discrepancies.len()).sum(),
            not_reached: Vec::new(),
            totals: totals(rounds.iter().map(|round| (&round.pairings[..], &round.models[..]))),
            rounds,
        }
    }

    /// How it ended. A round that was not reached has no proof.
    ///
    /// # Errors
    /// As [`Answer::ended`].
    pub fn ended(&self) -> Result<(), AskError> {
        ended(&self.rounds, &self.not_reached)
    }
}

fn ended(rounds: &[Answer], not_reached: &[u32]) -> Result<(), AskError> {
    let sentences = |round: &Answer| {
        let sentence = |found: &Discrepancy| format!("round {}: {}", round.round, found.what);
        round.discrepancies.iter().map(sentence).collect_vec()
    };
    let found = rounds.iter().flat_map(sentences).join("; ");
    let is_late = |missing: &Missing| missing.lacks == Lack::Proof;
    if !found.is_empty() {
        Err(AskError::Discrepancy(format!("a proven optimum is none; please report this: {found}")))
    } else if !not_reached.is_empty() || rounds.iter().any(|round| round.missing.iter().any(is_late)) {
        Err(AskError::Limit("a limit came before everything was paired and proven".to_owned()))
    } else if rounds.iter().all(|round| round.pairings.iter().all(|pairing| pairing.name == PLAYED)) {
        Err(AskError::NoPairing("no system and no model has a pairing".to_owned()))
    } else {
        Ok(())
    }
}

fn have_different_names(systems: &[System], models: &[Objective]) -> Result<(), TaskError> {
    let named = systems.iter().map(ToString::to_string).chain(models.iter().map(|spec| spec.name.clone()));
    match std::iter::once(PLAYED.to_owned()).chain(named).duplicates().next() {
        None => Ok(()),
        Some(name) => Err(TaskError::Request(format!(
            "two columns would be called '{name}'; name each system and model once, or rename the model"
        ))),
    }
}
