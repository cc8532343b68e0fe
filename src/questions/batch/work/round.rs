use super::{FileWorker, OpenedTournament, SystemHere, rules_of};
use crate::files::request_field::{as_option, in_words};
use crate::model::Model;
use crate::questions::batch::record::{
    Legality, PlayedByModel, PlayedBySystem, SystemPrice, SystemRecord, SystemRefused, Unlike, Worth,
};
use crate::questions::metrics::{ClaimedModel, PLAYED, SolverClaim, judge};
use crate::questions::registry::System;
use crate::questions::tasks::{self, Rules, Solved, Unpaired};
use crate::questions::{pair, remarks};
use crate::solve::Termination;
use crate::systems::Unpairable;
use crate::tournament::{Board, CheckedTournament, Pairing, RoundError, RoundRequest, RoundState};
use std::collections::BTreeSet;

/// A round with all that does not depend on a model.
pub(super) struct RoundWork {
    pub(super) number: u32,
    pub(super) state: Result<RoundState, String>,
    /// What may not have been meant.
    pub(super) remarks: Vec<String>,
    pub(super) played: Option<Pairing>,
    /// The boards of that pairing whose colours the file does not give.
    colourless: BTreeSet<Board>,
    pub(super) systems: Vec<(SystemHere, Result<Pairing, Unpaired>)>,
    /// The systems that are asked for and none of them.
    pub(super) without: Vec<SystemRefused>,
}

impl RoundWork {
    pub(super) fn new(
        work: &FileWorker,
        opened: &OpenedTournament,
        checked: &Result<CheckedTournament<'_>, RoundError>,
        number: u32,
    ) -> Self {
        let tournament = &opened.loaded.tournament;
        let request = RoundRequest { round: Some(number), ..work.asked.clone() };
        let state = match checked {
            Ok(checked) => checked.state(&request).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let systems = match &state {
            Err(_) => Vec::new(),
            Ok(state) => {
                let pair = |here: &SystemHere| {
                    let system = here.chosen.system;
                    let made = match Rules::System(system).refusal_of_bye(state, work.plan.trust) {
                        Some(refusal) => {
                            let why = in_words(&refusal, as_option);
                            Err(Unpairable { rules: Vec::new(), why, impossible: None }.into())
                        }
                        None => tasks::pair(state, system, work.plan.options()).map(|paired| paired.pairing),
                    };
                    (here.clone(), made)
                };
                opened.systems.iter().map(pair).collect()
            }
        };
        let played = tournament.pairing(number).and_then(Result::ok);
        let colourless = tournament.colourless_in(number);
        let remarks = state.as_ref().map_or_else(|_| Vec::new(), |state| remarks(tournament, state, &[]));
        Self { number, state, remarks, played, colourless, systems, without: opened.without.clone() }
    }
}

/// The pairings of a round beside a model's.
pub(super) struct Priced {
    pub(super) played: Option<PlayedByModel>,
    pub(super) prices: Vec<SystemPrice>,
    /// What is wrong with the model's answer, if one of them shows it.
    pub(super) contradictions: Vec<String>,
}

impl RoundWork {
    /// What the systems make of the round, with their boards if these are asked for.
    pub(super) fn beside(&self, boards: bool) -> Vec<SystemRecord> {
        let Ok(state) = &self.state else { return Vec::new() };
        let beside =
            |(SystemHere { chosen, no_edition }, made): &(SystemHere, Result<Pairing, Unpaired>)| SystemRecord {
                system: chosen.system.to_string(),
                edition_by: chosen.because.clone(),
                no_edition: *no_edition,
                status: made.as_ref().map_or_else(pair::PairStatus::from, |_| pair::PairStatus::Paired),
                reason: made.as_ref().err().map(ToString::to_string),
                rules: made.as_ref().err().into_iter().flat_map(Unpaired::rules).map(str::to_owned).collect(),
                played: self.played_by(state, &Rules::System(chosen.system)).map(|played| PlayedBySystem {
                    unlike: made.as_ref().ok().map(|made| Unlike::between(&self.like(&played, made), made)),
                    legality: Legality::of(&chosen.system.verify(state, &played)),
                }),
                pairing: made.as_ref().ok().filter(|_| boards).map(|made| state.whole(made.clone())),
            };
        self.systems.iter().map(beside).collect()
    }

    /// The pairing that was played, each board without colours in those that the rules like best.
    fn played_by(&self, state: &RoundState, rules: &Rules) -> Option<Pairing> {
        let played = state.without_preset(self.played.clone()?);
        Some(played.turned(&self.colourless, |turned| rules.cost(state, turned)))
    }

    /// The same in the colours of another pairing.
    fn like(&self, played: &Pairing, other: &Pairing) -> Pairing {
        let turned = self.colourless.iter().flat_map(|Board { white, black }| {
            [Board { white: *white, black: *black }, Board { white: *black, black: *white }]
        });
        played.clone().turned(&turned.collect(), |turned| turned.reversed_in(other))
    }

    /// What the pairing that was played and those of the systems are worth by the model that has solved the round.
    pub(super) fn priced(&self, state: &RoundState, model: &Model, solved: &Solved) -> Priced {
        let best = solved.solution.incumbent.as_ref();
        let own = rules_of(model).and_then(|rules| self.played_by(state, &rules));
        let unlike = |other: &Pairing| best.map(|best| Unlike::between(&best.pairing, other));
        let played = own.as_ref().map(|pairing| (PLAYED.to_owned(), pairing));
        let made =
            self.systems.iter().filter_map(|(here, made)| Some((here.chosen.system.to_string(), made.as_ref().ok()?)));
        let pairings: Vec<(String, &Pairing)> = played.into_iter().chain(made).collect();
        let (worths, contradictions): (Vec<Worth>, Vec<String>) = match model {
            Model::Objective(objective) => {
                let claim = match (&solved.solution.termination, best) {
                    (Termination::Infeasible(_), _) => SolverClaim::NoPairing,
                    (_, Some(best)) if solved.is_optimal() => {
                        SolverClaim::Optimum(best.pairing.clone(), best.values.clone())
                    }
                    _ => SolverClaim::Nothing,
                };
                let columns: Vec<(&String, &Pairing)> =
                    pairings.iter().map(|(name, pairing)| (name, *pairing)).collect();
                let (check, found) = judge(state, &ClaimedModel { objective: objective.clone(), claim }, &columns);
                (check.pairings.iter().map(Worth::of).collect(), found.into_iter().map(|found| found.what).collect())
            }
            Model::System(system) => {
                let by_rules = |(_, pairing): &(String, &Pairing)| Worth {
                    legality: Legality::of(&System::of(system.edition).verify(state, pairing)),
                    objective: Vec::new(),
                    price: None,
                };
                (pairings.iter().map(by_rules).collect(), Vec::new())
            }
            Model::AsWritten(_) => (Vec::new(), Vec::new()),
        };
        let mut priced = Priced { played: None, prices: Vec::new(), contradictions };
        for ((system, pairing), worth) in pairings.into_iter().zip(worths) {
            if system == PLAYED {
                let unlike = best.map(|best| Unlike::between(&best.pairing, &self.like(pairing, &best.pairing)));
                priced.played = Some(PlayedByModel { unlike, worth });
            } else {
                priced.prices.push(SystemPrice { system, worth, model: unlike(pairing) });
            }
        }
        priced
    }
}
