use super::colours::ColoursOfPair;
use super::record::{Answer, FailingStep, MeetsInstead, WhyStatus};
use crate::model::Objective;
use crate::proof::by_rules::{ByRules, Dispute, unread};
use crate::questions::AskError;
use crate::questions::metrics::{Bar, bars, bye_of_even_field, of_rules};
use crate::questions::registry::System;
use crate::questions::report::boards::{pairs, short};
use crate::questions::rule_proof::{certified, made};
use crate::questions::tasks::{self, Rules, Unpaired, pair_within};
use crate::questions::wishes::{PairedByWishes, pair_by_wishes};
use crate::solve::{Options, SolveError, Termination, solve_near};
use crate::systems::{PairOrBye, SystemPairing, Unpairable};
use crate::tournament::{Pairing, PlayerId, RoundState, Seat};
use itertools::Itertools;
use swiss_rule_proof::wishes::Wishes;

impl Answer {
    /// The same by the rules of a system: the first step of its procedure at which the wish fails.
    ///
    /// For a system that is read a second time it is the first criterion in which the rules' pairing with the two is worse than their
    /// pairing of the round, for another one the first line of the trace that pairs one of the two otherwise.
    ///
    /// # Errors
    /// [`AskError::Internal`] if a check fails.
    pub fn by_system(
        tournament: &str,
        state: &RoundState,
        system: System,
        pair: [Seat; 2],
        options: Options,
    ) -> Result<Self, AskError> {
        let options = options.started();
        let limits = options.start();
        let answer = Self::new(tournament, state, &Rules::System(system), pair);
        let impossible = |answer: Self, status, why: Unpairable| {
            let barred = why.impossible.as_ref().map(|why| why.barred.clone()).unwrap_or_default();
            Ok(answer.impossible(status, why.to_string(), barred))
        };
        let paired = match pair_within(state, system, limits) {
            Ok(paired) => paired,
            Err(Unpaired::Unpairable(why)) => return impossible(answer, WhyStatus::Infeasible, why),
            Err(Unpaired::Stopped(limit)) => return Ok(answer.unknown(limit)),
        };
        if paired.pairing.partner(pair[0]) == Some(pair[1]) {
            return Ok(answer.meeting(state, &paired, paired.pairing.clone()));
        }
        let barred = bars_of_system(state, system, pair, &paired);
        if !barred.is_empty() {
            return Ok(answer.forbidden(barred));
        }
        // Whether the rest of the players can be paired by the system's rules.
        let players: Vec<PlayerId> =
            pair.iter().filter_map(|seat| if let Seat::Player(id) = seat { Some(*id) } else { None }).collect();
        match pair_within(&state.without(&players), system, limits) {
            Ok(_) => {}
            Err(Unpaired::Stopped(limit)) => return Ok(answer.unknown(limit)),
            Err(Unpaired::Unpairable(why)) => return impossible(answer, WhyStatus::NoRound, why),
        }
        let id = system.to_string();
        let step = if unread(&id, state).is_none() {
            match with_the_two(&ByRules { state, system: &id, wishes: &Wishes::default() }, pair, options) {
                Err(AskError::Limit(_)) => return Ok(answer.unknown(limits.reached())),
                found => match found? {
                    Some((_, step)) => Some(step),
                    None => return Ok(answer.no_round_by(system)),
                },
            }
        } else {
            FailingStep::of_trace(&paired, pair)
        };
        let instead = pair.iter().filter_map(|seat| {
            let partner = paired.pairing.partner(*seat)?;
            let rule = decision(*seat, partner).and_then(|who| paired.rules.get(&who));
            Some(MeetsInstead { player: *seat, opponent: partner, rule: rule.cloned().unwrap_or_default() })
        });
        let instead = instead.collect();
        let Some(nearest) = fewest_changes(state, system, pair, &paired, options)? else {
            return Ok(answer.unknown(limits.reached()));
        };
        Ok(Self { status: WhyStatus::Otherwise, instead, step, nearest, ..answer }.with_pairing(paired.pairing))
    }

    /// The same with the organiser's wishes, by which the pairing may be another one than the system's own.
    pub(crate) fn by_wishes(
        tournament: &str,
        state: &RoundState,
        system: System,
        wishes: &Wishes,
        pair: [Seat; 2],
        options: Options,
    ) -> Result<Self, AskError> {
        let answer = Self::by_system(tournament, state, system, pair, options)?;
        if wishes.is_empty() || !matches!(answer.status, WhyStatus::Paired | WhyStatus::Otherwise) {
            return Ok(answer);
        }
        let own = tasks::pair(state, system, options).map_err(|why| why.ended(system))?;
        let PairedByWishes { paired, kept } = pair_by_wishes(state, system, wishes, &own, options)?;
        let (is_own, fewest) = (kept.is_the_rules_own, kept.fewest.clone());
        let answer = Self { wishes: Some(kept), ..answer };
        if is_own {
            return Ok(answer);
        }
        let changed = Self { wishes: answer.wishes, ..Self::new(tournament, state, &Rules::System(system), pair) };
        let pairing = paired.pairing;
        if pairing.partner(pair[0]) == Some(pair[1]) {
            // The colours of two depend on nobody else.
            let only = tasks::pair(&with_pair(state, pair), system, options).unwrap_or(own);
            return Ok(changed.meeting(state, &only, pairing));
        }
        let round = ByRules { state, system: &system.to_string(), wishes };
        let Some((best, mut step)) = with_the_two(&round, pair, options)? else {
            return Ok(changed.no_round_by(system));
        };
        let breaches = wishes.breaches(state, &best);
        if breaches != fewest {
            let [with, without] = [breaches, fewest].map(|ranks| ranks.iter().join(", then "));
            let pair = named(pair);
            let what = format!(
                "A pairing with {pair} breaks wishes of weight {with} at least, and the round those of {without}"
            );
            step = FailingStep { what, ..FailingStep::default() };
        }
        let instead = pair.into_iter().filter_map(|player| {
            Some(MeetsInstead { player, opponent: pairing.partner(player)?, rule: String::new() })
        });
        let instead = instead.collect();
        Ok(Self { status: WhyStatus::Otherwise, instead, step: Some(step), ..changed }.with_pairing(pairing))
    }

    /// The answer that the rules leave no pairing with the two.
    fn no_round_by(self, system: System) -> Self {
        self.impossible(WhyStatus::NoRound, format!("the rules of {system} leave none"), Vec::new())
    }

    /// The answer that the two meet in this pairing; `paired` is the system's own.
    fn meeting(self, state: &RoundState, paired: &SystemPairing, pairing: Pairing) -> Self {
        let pair = [self.white, self.black];
        let board =
            pairing.boards.iter().find(|board| pair.contains(&Seat::Player(board.white)) && pair[1] != Seat::Bye);
        let colours = board.and_then(|board| ColoursOfPair::by_system(state, paired, *board));
        Self { colours, ..self }.with_pairing(pairing)
    }
}

/// The rules' pairing with the two, and why it is not that of the round; `None` if there is none.
fn with_the_two(
    round: &ByRules<'_>,
    pair: [Seat; 2],
    options: Options,
) -> Result<Option<(Pairing, FailingStep)>, AskError> {
    let with = ByRules { state: &with_pair(round.state, pair), ..*round };
    let Some(best) = made(options, "the answer", |stop| with.pair(&[], None, stop))?.pairing else { return Ok(None) };
    let dispute = certified(round, Some(&best), options)?.1.dispute;
    Ok(Some((best, FailingStep::of_dispute(dispute, pair))))
}

/// The state in which the two can only be paired so.
fn with_pair(state: &RoundState, pair: [Seat; 2]) -> RoundState {
    let mut only = state.clone();
    for seat in pair {
        let Seat::Player(one) = seat else { continue };
        let others = state.players().iter().map(|player| player.id).filter(|id| !pair.contains(&Seat::Player(*id)));
        only = others.fold(only, |state, other| state.forbidding(one, other));
    }
    only
}

/// All rules of the system that bar the pair, by the verifier's reading.
fn bars_of_system(state: &RoundState, system: System, pair: [Seat; 2], paired: &SystemPairing) -> Vec<Bar> {
    if let Some(bar) = bye_of_even_field(state, pair) {
        return vec![bar];
    }
    let is_player = |id: PlayerId| pair.contains(&Seat::Player(id));
    // By the TCEC's rules it is known first who has the bye, and how many rounds are forgotten depends on it.
    let is_known_first = |id: &PlayerId| paired.rules.get(&PairOrBye::Bye(*id)).is_some_and(|rule| rule == "tcec.bye");
    let due = paired.pairing.bye.filter(is_known_first);
    if let Some(due) = due.filter(|due| is_player(*due) && pair[1] != Seat::Bye) {
        return vec![Bar { rule: "tcec.bye", white: None, what: format!("the bye is due to {due}") }];
    }
    bars(pair[0], pair[1], |part| {
        let part = Pairing { bye: part.bye.or(due), ..part.clone() };
        of_rules(system.verify(state, &part).violations)
    })
}

/// The pairs of a legal pairing with `pair` that the system's pairing does not make, as few as there can be; `None` if a limit came first.
///
/// A matching that changes as little as possible has them, at first whatever the rules. Those of its pairs that the rules bar are left out of
/// the next one, until they bar none.
fn fewest_changes(
    state: &RoundState,
    system: System,
    pair: [Seat; 2],
    paired: &SystemPairing,
    options: Options,
) -> Result<Option<Vec<[Seat; 2]>>, SolveError> {
    let plain = Objective::load("pairs").map_err(|error| SolveError::Internal(error.to_string()))?;
    let mut any = Objective { hard: Vec::new(), tiers: Vec::new(), ..plain }.with_pair(pair[0], pair[1]);
    loop {
        let found = solve_near(state, &any, Some(&paired.pairing), options)?;
        let best = match (&found.termination, found.incumbent) {
            (Termination::Optimal, Some(best)) => best.pairing,
            // TCEC's rules may leave no other pairing than with the bye that is due.
            (Termination::Infeasible(_), _) => return Ok(Some(Vec::new())),
            _ => return Ok(None),
        };
        let new: Vec<[Seat; 2]> =
            pairs(&best).filter(|[one, other]| paired.pairing.partner(*one) != Some(*other)).collect();
        let barred = new.iter().filter(|new| !bars_of_system(state, system, **new, paired).is_empty());
        let barred: Vec<[Seat; 2]> = barred.copied().collect();
        if barred.is_empty() {
            return Ok(Some(new));
        }
        for [one, other] in barred {
            any = any.without_pair(one, other);
        }
    }
}

impl FailingStep {
    /// The first line of the trace that pairs one of the two, with the rule of the pair.
    fn of_trace(paired: &SystemPairing, pair: [Seat; 2]) -> Option<Self> {
        let made = pair.into_iter().filter_map(|seat| decision(seat, paired.pairing.partner(seat)?));
        let line = |made: PairOrBye| Some((paired.trace.iter().position(|line| line.makes.contains(&made))?, made));
        let (place, made) = made.filter_map(line).min()?;
        let what = paired.trace[place].text.trim().to_owned();
        Some(Self { number: Some(place + 1), what, rule: paired.rules.get(&made).cloned(), ..Self::default() })
    }

    /// The criterion in which the best pairing with the two is worse than that of the round.
    fn of_dispute(dispute: Option<Dispute>, pair: [Seat; 2]) -> Self {
        let pair = named(pair);
        let what = match &dispute {
            Some(Dispute::Worse { step, count, best, given, .. }) => format!(
                "In {step}, {count}: {given} with {pair}, and {best} in the system's pairing; both are equal in what comes before"
            ),
            Some(other) => format!("Of the best pairing with {pair}: {other}"),
            None => format!("No criterion says why {pair} is not paired"),
        };
        let Some(
            Dispute::Worse { step, article, count, best, given }
            | Dispute::Better { step, article, count, best, given },
        ) = dispute
        else {
            return Self { what, ..Self::default() };
        };
        let (best, with_pair) = (Some(best), Some(given));
        Self { step: Some(step), tier: Some(count), rule: Some(article), best, with_pair, what, number: None }
    }
}

fn named(pair: [Seat; 2]) -> String {
    pair.map(short).join("-")
}

fn decision(one: Seat, other: Seat) -> Option<PairOrBye> {
    match (one, other) {
        (Seat::Player(one), Seat::Player(other)) => Some(PairOrBye::pair(one, other)),
        (Seat::Player(id), Seat::Bye) | (Seat::Bye, Seat::Player(id)) => Some(PairOrBye::Bye(id)),
        (Seat::Bye, Seat::Bye) => None,
    }
}
