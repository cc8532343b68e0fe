use super::{AgainstSystem, CheckedProof, ProofOutcome};
use crate::model::{Formulation, Objective};
use crate::proof::by_rules::{ByRules, Dispute, NotMade};
use crate::proof::verify::{self, TierVerdict, Verdict, Violation, breaches};
use crate::proof::veripb::Folder;
use crate::questions::AskError;
use crate::questions::drawing::drawing;
use crate::questions::metrics::{ClaimedModel, Discrepancy, judge};
use crate::questions::registry::System;
use crate::questions::report::boards::players;
use crate::questions::report::{Drawing, PlayerReport};
use crate::questions::tasks::{self, Found, Lack, Missing, Rules};
use crate::questions::wishes::{PairedByWishes, WishesKept, pair_by_wishes};
use crate::solve::{Options, SolveError};
use crate::tournament::{Pairing, PlayerId, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use swiss_rule_proof::wishes::Wishes;

/// A pairing that was checked by the rules of a model or a system.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "VerifyReport")]
pub struct Answer {
    /// The tournament's name.
    pub tournament: String,
    /// The round.
    pub round: u32,
    /// The model or the system whose rules were checked.
    pub rules: String,
    /// Whether the pairing breaks no rule.
    pub legal: bool,
    /// Every violation of these rules.
    pub violations: Vec<Violation>,
    /// Every breach of a rule that the model counts and does not forbid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breaches: Vec<Violation>,
    /// The value of each tier.
    pub objective: Vec<TierVerdict>,
    /// The pairing, in board order.
    #[serde(flatten)]
    pub pairing: Pairing,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    /// The verdict on the proof, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<CheckedProof>,
    /// What the pairing should make of the organiser's wishes, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wishes: Option<WishesKept>,
    /// The distance from the model's optimum; absent if the rules are a system's, or for the reason in `missing`.
    pub distance: Option<Distance>,
    /// The differences from the pairing of the given system, or from those of all systems.
    pub systems: Vec<AgainstSystem>,
    /// The comparison with the pairing of the second reading of the system's rules; absent if the rules are a model's, or for the reason
    /// in `missing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_reading: Option<SecondReading>,
    /// The reason if there is no optimum to compare with.
    pub missing: Option<Missing>,
    #[serde(skip)]
    pub(super) players: Vec<PlayerReport>,
    /// The round for a page.
    #[serde(skip)]
    pub(super) drawing: Option<Drawing>,
    /// A legal pairing that is better than the claimed optimum, if there is one.
    #[serde(skip)]
    discrepancy: Option<Discrepancy>,
    /// The error of the solver, if it failed. The other fields are valid even then.
    #[serde(skip)]
    failure: Option<SolveError>,
}

/// A pairing beside that of the second reading of a system's rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SecondReading {
    /// The first thing in which it is another one; null if it is the same.
    pub dispute: Option<Dispute>,
}

/// How far a pairing is from the optimum of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Distance {
    /// The value of the optimum.
    pub optimum: Vec<TierVerdict>,
    /// The value of the pairing minus the optimum. For a legal pairing, the first tier that is not 0 is negative.
    pub price: Vec<TierVerdict>,
}

impl Answer {
    /// Judge `pairing` by `rules`, measure its distance from the optimum, and compare it with the given system, or with
    /// all. A `proof` is checked for the model, if `rules` are a model's. The optimum is computed only if it is asked for
    /// (`finds_optimum`).
    ///
    /// ```
    /// use swiss_ilp::{files, model::Objective, questions::verify::Answer, solve::Options, questions::tasks::Rules};
    /// use swiss_ilp::tournament::{Board, Pairing, PlayerId, RoundRequest, RoundState};
    ///
    /// let file = std::fs::read("instances/teaching-8.json")?;
    /// let tournament = files::read(&file).expect("a sound file").tournament;
    /// let state = RoundState::new(&tournament, RoundRequest::default())?;
    /// let board = |[white, black]: [u32; 2]| Board { white: PlayerId(white), black: PlayerId(black) };
    /// let pairing = Pairing { boards: [[1, 2], [3, 4], [5, 6], [7, 8]].map(board).to_vec(), bye: None };
    /// let rules = Rules::Model(Objective::load("pairs")?);
    /// let answer = Answer::new(&tournament.name, &state, &pairing, &rules, None, Options::default(), true);
    /// assert_eq!(answer.violations[0].to_string(), "1 and 2 met in round 2 [ilp.no-rematch]");
    /// assert_eq!(answer.distance.expect("an optimum").price[0].value.to_string(), "-170");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        tournament: &str,
        state: &RoundState,
        pairing: &Pairing,
        rules: &Rules,
        proof: Option<&Folder>,
        options: Options,
        finds_optimum: bool,
    ) -> Self {
        let ordered = pairing.clone().in_board_order(state);
        let (verdict, breaches, systems) = match rules {
            Rules::Model(spec) => (
                verify::verify(state, spec, pairing, None),
                breaches(state, &spec.counted_rules(), &ordered),
                System::usual(state.games_per_pairing(), state.team_type().is_some()).collect(),
            ),
            Rules::System(system) => (system.verify(state, pairing), Vec::new(), vec![*system]),
        };
        let options = options.started();
        let against = |system| AgainstSystem::new(state, system, pairing, options.start().for_work_before());
        let systems = systems.into_iter().map(against).collect();
        let proof = match (proof, rules) {
            (Some(folder), Rules::Model(spec)) => {
                Some(CheckedProof::new(tournament, state, spec, folder, Some(pairing)))
            }
            _ => None,
        };
        let Verdict { violations, objective, .. } = verdict;
        let mut answer = Self {
            tournament: tournament.to_owned(),
            round: state.round(),
            rules: rules.to_string(),
            legal: violations.is_empty(),
            violations,
            breaches,
            objective,
            pairing: ordered,
            rounds_planned: state.rounds_planned(),
            proof,
            wishes: None,
            distance: None,
            systems,
            second_reading: None,
            missing: None,
            players: players(state),
            drawing: None,
            discrepancy: None,
            failure: None,
        };
        let found = match rules {
            _ if !finds_optimum => Ok(()),
            Rules::Model(spec) => answer.find_optimum(state, spec, pairing, options),
            Rules::System(system) => answer.read_again(state, *system, pairing, options),
        };
        answer.failure = found.err();
        answer
    }

    /// Hold the pairing to that of the rules of a system with wishes, if there are any, instead of the rules alone.
    pub(super) fn by_wishes(
        &mut self,
        pairing: &Pairing,
        rules: &Rules,
        state: &RoundState,
        wishes: &Wishes,
        options: Options,
    ) -> Result<(), AskError> {
        let Rules::System(system) = *rules else { return Ok(()) };
        if wishes.is_empty() {
            return Ok(());
        }
        let own = tasks::pair(state, system, options).map_err(|why| why.ended(system))?;
        let PairedByWishes { paired, kept } = pair_by_wishes(state, system, wishes, &own, options)?;
        let systems = std::mem::take(&mut self.systems).into_iter();
        self.systems = systems.map(|against| against.beside(pairing, &paired)).collect();
        self.wishes = Some(kept);
        Ok(())
    }

    /// Draw the round, which the rules of `system` pair: what the proof speaks about stands out.
    pub(super) fn draw(&mut self, state: &RoundState, system: System) {
        let lit = match self.proof.as_ref().map(|proof| &proof.outcome) {
            Some(ProofOutcome::Disputed {
                dispute: Dispute::NotAllowed { pair, .. } | Dispute::Colours { board: pair },
                ..
            }) => pair.iter().filter(|seat| **seat > 0).map(|seat| PlayerId(*seat)).collect(),
            Some(ProofOutcome::Disputed { system, .. }) => {
                let other = self.pairing.boards.iter().filter(|board| !system.boards.contains(board));
                let bye = self.pairing.bye.filter(|_| self.pairing.bye != system.bye);
                other.flat_map(|board| [board.white, board.black]).chain(bye).collect()
            }
            _ => Vec::new(),
        };
        self.drawing = Some(drawing(state, system, &self.pairing, &lit, None::<&Self>));
    }

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
        let claimed = ClaimedModel { objective: spec, claim: found.claim };
        let (check, discrepancies) = judge(state, &claimed, &[(&"the pairing".to_owned(), pairing)]);
        self.discrepancy = discrepancies.into_iter().next();
        let price = check.pairings.into_iter().next().and_then(|judged| judged.price);
        self.distance = check.optimum.zip(price).map(|(optimum, price)| Distance { optimum, price });
        self.missing = found.missing;
        Ok(())
    }

    /// The pairing of the second reading.
    fn read_again(
        &mut self,
        state: &RoundState,
        system: System,
        pairing: &Pairing,
        options: Options,
    ) -> Result<(), SolveError> {
        let id = system.to_string();
        let (round, limits) = (ByRules { state, system: &id, wishes: &Wishes::default() }, options.start());
        match options.in_time(|| round.make(Some(pairing), &|| limits.are_reached())) {
            Some(Ok((_, proven))) => self.second_reading = Some(SecondReading { dispute: proven.dispute }),
            Some(Err(NotMade::Unread(lacks))) => self.missing = Some(Missing::new(system, Lack::Optimum, &lacks)),
            Some(Err(NotMade::Refused(refusal))) => return Err(SolveError::Internal(refusal.to_string())),
            None | Some(Err(NotMade::Limit)) => self.missing = Some(Missing::late(system, limits.reached())),
        }
        Ok(())
    }

    /// How it ended by these rules. An error of this program comes before an error of the pairing.
    pub(super) fn ended(&self, rules: &Rules) -> Result<(), AskError> {
        if let Some(error) = &self.failure {
            return Err(error.clone().into());
        }
        if let Some(found) = &self.discrepancy {
            return Err(AskError::Discrepancy(format!("please report this: {}", found.what)));
        }
        let refused = self.proof.as_ref().and_then(CheckedProof::objection);
        let broken = self.violations.iter().map(|violation| violation.rule).sorted().dedup().join(", ");
        let wrong = match rules {
            _ if !broken.is_empty() => Some(format!("the pairing breaks {broken}")),
            Rules::System(_) if !self.is_of_system() => {
                let with = self.wishes.as_ref().map_or("", |_| " with these wishes");
                Some(format!("the pairing is not the one of {rules}{with}"))
            }
            _ => None,
        };
        let objections = refused.into_iter().chain(wrong).join("; ");
        if !objections.is_empty() {
            return Err(AskError::Discrepancy(objections));
        }
        if self.is_without_proof() {
            return Err(AskError::Limit("a limit came before a proof".to_owned()));
        }
        Ok(())
    }

    /// Whether the pairing is that of the systems, and of the second reading, that it was compared with.
    fn is_of_system(&self) -> bool {
        self.systems.iter().all(|against| against.is_same() || against.is_unknown)
            && self.second_reading.as_ref().is_none_or(|reading| reading.dispute.is_none())
    }

    /// Whether a limit came before the optimum, or before the pairing of a system.
    fn is_without_proof(&self) -> bool {
        self.missing.as_ref().is_some_and(|missing| missing.lacks == Lack::Proof)
            || self.systems.iter().any(|against| against.is_unknown)
    }
}
