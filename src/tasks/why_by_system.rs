use super::pair::pair_within;
use super::why::{Answer, Otherwise, Step, bye_of_even_field, of_rules};
use super::{TaskError, Unpaired};
use crate::compare::{Bar, bars};
use crate::programs::{Inferiority, StageKind, WishResult, wish};
use crate::registry::System;
use crate::solve::{Limits, Options, SolveError};
use crate::systems::{PairOrBye, SystemPairing};
use crate::tournament::{Pairing, PlayerId, RoundState, Seat};

/// The same by the rules of a system: the first step of its procedure at which the wish fails.
///
/// For a system with an integer program it is the first tier of the first program in which all points with the pair are worse, for
/// another one the first line of the trace that pairs one of the two otherwise.
///
/// # Errors
/// [`TaskError::Solve`] if a check of the solver fails.
///
/// ```
/// use swiss_ilp::{formats, solve::Options, tasks::{self, Answer, Step}};
/// use swiss_ilp::tournament::{PlayerId, RoundRequest, RoundState, Seat};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let pair = [1, 8].map(|id| Seat::Player(PlayerId(id)));
/// let answer = tasks::why_by_system(&state, "dutch-2012".parse()?, pair, Options::default())?;
/// let Answer::Otherwise(decided) = answer else { panic!() };
/// assert!(matches!(decided.step, Some(Step::Program(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn why_by_system(
    state: &RoundState,
    system: System,
    pair: [Seat; 2],
    options: Options,
) -> Result<Answer, TaskError> {
    let options = options.started();
    let limits = options.start();
    let unpairable = |why: crate::systems::Unpairable| Answer::NoPairing {
        reason: why.to_string(),
        barred: why.impossible.map(|why| why.barred).unwrap_or_default(),
    };
    let paired = match pair_within(state, system, limits) {
        Ok(paired) => paired,
        Err(Unpaired::Unpairable(why)) => return Ok(unpairable(why)),
        Err(Unpaired::Stopped(limit)) => return Ok(Answer::Unknown(limit)),
    };
    if paired.pairing.partner(pair[0]) == Some(pair[1]) {
        let (objective, board) = (Vec::new(), Vec::new());
        return Ok(Answer::Paired { pairing: paired.pairing, objective, optima: None, board, without: None });
    }
    let barred = bars_of_system(state, system, pair, &paired);
    if !barred.is_empty() {
        return Ok(Answer::Forbidden(barred));
    }
    if let Some(answer) = no_rest(state, system, pair, limits) {
        return Ok(answer);
    }
    let step = match system.program().map_err(|error| SolveError::Internal(error.to_string()))? {
        None => of_trace(&paired, pair),
        Some(spec) => match wish(state, &spec, pair, options)? {
            WishResult::Fails(setback) => Some(Step::Program(setback)),
            WishResult::Stopped(limit) => return Ok(Answer::Unknown(limit)),
            WishResult::Kept | WishResult::Unpairable => {
                return Err(SolveError::Internal("the system and its program do not agree".to_owned()).into());
            }
        },
    };
    let instead = pair.iter().filter_map(|seat| {
        let partner = paired.pairing.partner(*seat)?;
        let rule = decision(*seat, partner).and_then(|who| paired.rules.get(&who));
        Some((*seat, partner, rule.cloned().unwrap_or_default()))
    });
    let instead = instead.collect();
    Ok(Answer::Otherwise(Box::new(Otherwise { pairing: paired.pairing, instead, step })))
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

/// The answer if the rest of the players cannot be paired by the system's rules.
fn no_rest(state: &RoundState, system: System, pair: [Seat; 2], limits: Limits) -> Option<Answer> {
    let players: Vec<PlayerId> =
        pair.iter().filter_map(|seat| if let Seat::Player(id) = seat { Some(*id) } else { None }).collect();
    match pair_within(&state.without(&players), system, limits) {
        Ok(_) => None,
        Err(Unpaired::Stopped(limit)) => Some(Answer::Unknown(limit)),
        Err(Unpaired::Unpairable(why)) => {
            let barred = why.impossible.as_ref().map(|why| why.barred.clone()).unwrap_or_default();
            Some(Answer::NoRound { reason: why.to_string(), barred })
        }
    }
}

/// The first line of the trace that pairs one of the two, with the rule of the pair.
fn of_trace(paired: &SystemPairing, pair: [Seat; 2]) -> Option<Step> {
    let lines = |seat: Seat| {
        let partner = paired.pairing.partner(seat)?;
        let rule = paired.rules.get(&decision(seat, partner)?)?.clone();
        let is_it = |line: &&String| line.ends_with(&format!("[{rule}]")) && pairs_in(line, seat, partner);
        let (place, line) = paired.trace.iter().enumerate().find(|(_, line)| is_it(line))?;
        Some((place + 1, line.trim().to_owned(), rule))
    };
    let first = pair.into_iter().filter_map(lines).min()?;
    Some(Step::Trace { number: first.0, line: first.1, rule: first.2 })
}

/// Whether the line of a trace says that these two are paired: `4-7`, `4 takes 7` or `4 has the bye`.
fn pairs_in(line: &str, seat: Seat, partner: Seat) -> bool {
    let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let [one, other] = [seat, partner].map(|seat| seat.to_string());
    let has = |wanted: &[&str]| words.windows(wanted.len()).any(|words| words == wanted);
    match (seat, partner) {
        (Seat::Bye, _) => has(&[&other, "has", "the", "bye"]),
        (_, Seat::Bye) => has(&[&one, "has", "the", "bye"]),
        _ => {
            let boards = [format!("{one}-{other}"), format!("{other}-{one}")];
            boards.iter().any(|board| has(&[board])) || has(&[&one, "takes", &other]) || has(&[&other, "takes", &one])
        }
    }
}

fn decision(one: Seat, other: Seat) -> Option<PairOrBye> {
    match (one, other) {
        (Seat::Player(one), Seat::Player(other)) => Some(PairOrBye::pair(one, other)),
        (Seat::Player(id), Seat::Bye) | (Seat::Bye, Seat::Player(id)) => Some(PairOrBye::Bye(id)),
        (Seat::Bye, Seat::Bye) => None,
    }
}

impl Step {
    /// The rule that decides, if it is known.
    #[must_use]
    pub fn rule(&self) -> Option<&str> {
        match self {
            Self::Trace { rule, .. } => Some(rule),
            Self::Program(setback) => match &setback.behind {
                Inferiority::Worse { article, .. } | Inferiority::NotBelow { article, .. } => Some(article),
                Inferiority::NotAllowed => None,
            },
        }
    }

    /// The program, if it is one.
    #[must_use]
    pub fn program(&self) -> Option<StageKind> {
        match self {
            Self::Program(setback) => Some(setback.kind),
            Self::Trace { .. } => None,
        }
    }
}
