use super::answer::{Answer, FailingStep, MeetsInstead, WhyStatus};
use super::colours::ColoursOfPair;
use crate::compare::{Bar, bars, bye_of_even_field, of_rules};
use crate::model::Objective;
use crate::programs::{Inferiority, Setback, WishResult, wish};
use crate::proof::by_rules::{ByRules, Dispute};
use crate::questions::Ended;
use crate::questions::criterion::{counted, part};
use crate::questions::rule_proof::certified;
use crate::questions::wishes::{PairedByWishes, pair_by_wishes};
use crate::registry::System;
use crate::solve::{Options, SolveError, Termination, solve_near};
use crate::systems::{PairOrBye, SystemPairing, Unpairable};
use crate::tasks::{self, Rules, Unpaired, pair_within};
use crate::tournament::{Pairing, PlayerId, RoundState, Seat};
use itertools::Itertools;
use swiss_rule_proof::wishes::Wishes;

impl Answer {
    /// The same by the rules of a system: the first step of its procedure at which the wish fails.
    ///
    /// For a system with an integer program it is the first tier of the first program in which all points with the pair are worse, for
    /// another one the first line of the trace that pairs one of the two otherwise.
    ///
    /// # Errors
    /// [`SolveError`] if a check of the solver fails.
    ///
    /// ```
    /// use swiss_ilp::{formats, questions::why::{Answer, WhyStatus}, solve::Options};
    /// use swiss_ilp::tournament::{PlayerId, RoundRequest, RoundState, Seat};
    ///
    /// let file = std::fs::read("instances/teaching-8.json")?;
    /// let tournament = formats::read(&file).expect("a sound file").tournament;
    /// let state = RoundState::new(&tournament, RoundRequest::default())?;
    /// let pair = [1, 8].map(|id| Seat::Player(PlayerId(id)));
    /// let answer = Answer::by_system(&tournament.name, &state, "dutch-2012".parse()?, pair, Options::default())?;
    /// assert_eq!(answer.status, WhyStatus::Otherwise);
    /// assert!(answer.step.is_some_and(|step| step.program.is_some()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_system(
        tournament: &str,
        state: &RoundState,
        system: System,
        pair: [Seat; 2],
        options: Options,
    ) -> Result<Self, SolveError> {
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
        let step = match system.program().map_err(|error| SolveError::Internal(error.to_string()))? {
            None => FailingStep::of_trace(&paired, pair),
            Some(spec) => match wish(state, &spec, pair, options)? {
                WishResult::Fails(setback) => Some(FailingStep::of_program(state, setback, pair)),
                WishResult::Stopped(limit) => return Ok(answer.unknown(limit)),
                WishResult::Kept | WishResult::Unpairable => {
                    return Err(SolveError::Internal("the system and its program do not agree".to_owned()));
                }
            },
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
    ///
    /// # Errors
    /// As [`by_system`](Self::by_system), and [`Ended::Limit`] if a limit came before the fewest breaches were proven.
    pub fn by_wishes(
        tournament: &str,
        state: &RoundState,
        system: System,
        wishes: &Wishes,
        pair: [Seat; 2],
        options: Options,
    ) -> Result<Self, Ended> {
        let answer = Self::by_system(tournament, state, system, pair, options)?;
        if wishes.is_empty() || !matches!(answer.status, WhyStatus::Paired | WhyStatus::Otherwise) {
            return Ok(answer);
        }
        let own = tasks::pair(state, system, options).map_err(|why| why.ended(system))?;
        let PairedByWishes { paired, kept, proof: (certificate, _) } =
            pair_by_wishes(state, system, wishes, &own, options)?;
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
        let id = system.to_string();
        let round = ByRules { state, system: &id, wishes };
        let with = ByRules { state: &with_pair(state, pair), ..round };
        let Some(best) = certified(&with, None, options)?.1.pairing else {
            let reason = format!("the rules of {system} leave none");
            return Ok(changed.impossible(WhyStatus::NoRound, reason, Vec::new()));
        };
        let breaches = wishes.breaches(state, &best);
        let step = if breaches == fewest {
            let checked = round.check(&certificate, Some(&best));
            let proven = checked.map_err(|refusal| Ended::Internal(format!("{refusal}; please report this")))?;
            FailingStep::of_dispute(proven.dispute, system, pair)
        } else {
            let [with, without] = [breaches, fewest].map(|ranks| ranks.iter().join(", then "));
            let pair = named(pair);
            let what = format!(
                "A pairing with {pair} breaks wishes of weight {with} at least, and the round those of {without}"
            );
            FailingStep { what, ..FailingStep::default() }
        };
        let instead = pair.into_iter().filter_map(|player| {
            Some(MeetsInstead { player, opponent: pairing.partner(player)?, rule: String::new() })
        });
        let instead = instead.collect();
        Ok(Self { status: WhyStatus::Otherwise, instead, step: Some(step), ..changed }.with_pairing(pairing))
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
    let pairs = Objective::load("pairs").map_err(|error| SolveError::Internal(error.to_string()))?;
    let mut any = Objective { hard: Vec::new(), tiers: Vec::new(), ..pairs }.with_pair(pair[0], pair[1]);
    loop {
        let found = solve_near(state, &any, Some(&paired.pairing), options)?;
        let best = match (&found.termination, found.incumbent) {
            (Termination::Optimal, Some(best)) => best.pairing,
            // TCEC's rules may leave no other pairing than with the bye that is due.
            (Termination::Infeasible(_), _) => return Ok(Some(Vec::new())),
            _ => return Ok(None),
        };
        let boards = best.boards.iter().map(|board| [board.white, board.black].map(Seat::Player));
        let all = boards.chain(best.bye.map(|id| [Seat::Player(id), Seat::Bye]));
        let new: Vec<[Seat; 2]> = all.filter(|[one, other]| paired.pairing.partner(*one) != Some(*other)).collect();
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

    /// The program in which the wish fails.
    fn of_program(state: &RoundState, setback: Setback, pair: [Seat; 2]) -> Self {
        let Setback { stage, kind, players, behind, choice, .. } = setback;
        let part = part(state, kind, &players);
        let step = Self { program: Some(kind), number: Some(stage + 1), players, ..Self::default() };
        match behind {
            Inferiority::Worse { count, best, other, article } => Self {
                what: match (&choice, leaving(pair, &step.players).filter(|_| count == "downfloaters")) {
                    (Some([first, second]), _) => format!(
                        "In {part} the candidates with {first} come before those with {second}, the first that can have {}",
                        named(pair)
                    ),
                    (None, Some([high, low])) => floats(&part, [high, low], best, other),
                    (None, None) => match counted(&count, other, best) {
                        Some([other, best]) => worse(&part, pair, &other, &best),
                        None => format!(
                            "In {part} a pairing with {} is worse; both are equal in what comes before",
                            named(pair)
                        ),
                    },
                },
                tier: Some(count),
                rule: Some(article),
                best: Some(best),
                with_pair: Some(other),
                choice,
                ..step
            },
            Inferiority::NotBelow { article, .. } => Self {
                rule: Some(article),
                what: format!("What is decided before {part} leaves no pairing with {}", named(pair)),
                ..step
            },
            Inferiority::NotAllowed => {
                Self { what: format!("What is decided before {part} leaves no pairing with {}", named(pair)), ..step }
            }
        }
    }

    /// The criterion in which the best pairing with the two is worse than that of the round.
    fn of_dispute(dispute: Option<Dispute>, system: System, pair: [Seat; 2]) -> Self {
        let (what, rule) = match dispute {
            Some(Dispute::Worse { step, article, count, best, given }) => (
                worse(&step, pair, &format!("{given} {count}"), &best.to_string()),
                Some(format!("{system}.{article}")),
            ),
            Some(other) => (format!("Of the best pairing with {}: {other}", named(pair)), None),
            None => (format!("No criterion says why {} is not paired", named(pair)), None),
        };
        Self { what, rule, ..Self::default() }
    }
}

fn named(pair: [Seat; 2]) -> String {
    pair.map(|seat| if seat == Seat::Bye { "bye".to_owned() } else { seat.to_string() }).join("-")
}

/// The sentence on what counts in a pairing with the two, and in the system's.
fn worse(part: &str, pair: [Seat; 2], other: &str, best: &str) -> String {
    format!(
        "In {part} a pairing with {} counts {other}, the system's {best}; both are equal in what comes before",
        named(pair)
    )
}

/// The one of the two who is among these players, and the other one, who is not.
fn leaving(pair: [Seat; 2], players: &[PlayerId]) -> Option<[Seat; 2]> {
    let is_here = pair.map(|seat| players.iter().any(|id| Seat::Player(*id) == seat));
    match is_here {
        [true, false] => Some(pair),
        [false, true] => Some([pair[1], pair[0]]),
        _ => None,
    }
}

/// The sentence on a player who would have to leave a bracket for another one.
fn floats(part: &str, [high, low]: [Seat; 2], best: i64, other: i64) -> String {
    let low = if low == Seat::Bye { "the bye".to_owned() } else { low.to_string() };
    match best {
        0 => {
            format!("All in {part} can be paired there, so {high} may not float to {low}: at least {other} would float")
        }
        _ => format!(
            "In {part} the fewest downfloaters are {best}; if {high} floated to {low}, there would be at least {other}"
        ),
    }
}

fn decision(one: Seat, other: Seat) -> Option<PairOrBye> {
    match (one, other) {
        (Seat::Player(one), Seat::Player(other)) => Some(PairOrBye::pair(one, other)),
        (Seat::Player(id), Seat::Bye) | (Seat::Bye, Seat::Player(id)) => Some(PairOrBye::Bye(id)),
        (Seat::Bye, Seat::Bye) => None,
    }
}
