use super::answer::{Answer, FailingStep, MeetsInstead, WhyStatus};
use crate::compare::{Bar, bars, bye_of_even_field, of_rules};
use crate::model::Objective;
use crate::programs::{Inferiority, Setback, WishResult, wish};
use crate::registry::System;
use crate::solve::{Options, SolveError, Termination, solve_near};
use crate::systems::{PairOrBye, SystemPairing, Unpairable};
use crate::tasks::{Rules, Unpaired, pair_within};
use crate::tournament::{Pairing, PlayerId, RoundState, Seat};

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
            return Ok(answer.with_pairing(paired.pairing));
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
                WishResult::Fails(setback) => Some(FailingStep::of_program(setback, pair)),
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
        Some(Self { number: place + 1, what, rule: paired.rules.get(&made).cloned(), ..Self::default() })
    }

    /// The program in which the wish fails.
    fn of_program(setback: Setback, pair: [Seat; 2]) -> Self {
        let [one, other] = pair.map(|seat| if seat == Seat::Bye { "bye".to_owned() } else { seat.to_string() });
        let pair = format!("{one}-{other}");
        let Setback { stage, kind, players, behind, choice, .. } = setback;
        let step = Self { program: Some(kind), number: stage + 1, players, ..Self::default() };
        match behind {
            Inferiority::Worse { count, best, other, article } => Self {
                what: worse(&pair, best, other, choice.as_ref()),
                tier: Some(count),
                rule: Some(article),
                best: Some(best),
                with_pair: Some(other),
                choice,
                ..step
            },
            Inferiority::NotBelow { article, .. } => Self {
                rule: Some(article),
                what: format!("what is decided before leaves no pairing with {pair}"),
                ..step
            },
            Inferiority::NotAllowed => {
                Self { what: format!("what is decided before leaves no pairing with {pair}"), ..step }
            }
        }
    }
}

/// The sentence on a tier that is worse with the pair.
fn worse(pair: &str, best: i64, other: i64, choice: Option<&[String; 2]>) -> String {
    match choice {
        Some([best, other]) => {
            format!(
                "equal in the tiers before, a pairing with {pair} has {other} there at best, and the system's has {best}"
            )
        }
        None => format!(
            "equal in the tiers before, a pairing with {pair} has at least {other} there, and the system's has {best}"
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
