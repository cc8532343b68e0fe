//! The student's text, by HiGHS.

use super::{Limit, Limits, MipAnswer, Options, SolveError, answer, check_largest};
use crate::model::{Erratum, Size, StudentText, TextModel, TextPoint, Value};
use crate::tournament::{GamesPerPairing, RoundState};
use std::collections::BTreeSet;

/// HiGHS was measured with so many players, and takes much longer for more.
const MOST_PLAYERS: usize = 9;

/// The best answer to the student's text, or that there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSolution {
    /// The errata that are repaired.
    pub repaired: BTreeSet<Erratum>,
    /// How large the program is; at most, if a limit came first.
    pub size: Size,
    /// The limit that came first, if one did. Then nothing else is known.
    pub limit: Option<Limit>,
    /// An answer that is best; `None` if the rows leave none.
    pub point: Option<TextPoint>,
    /// What it is worth in each tier.
    pub values: Vec<Value>,
    /// How often it shows the erratum that is asked for.
    pub faults: Option<i64>,
}

/// Refuse a round of which the text knows nothing, and a program that is too large for the memory, before it is built; and what is too
/// large for floating point.
pub(crate) fn check_program_of_text(state: &RoundState, text: &StudentText, limits: Limits) -> Result<(), SolveError> {
    if state.games_per_pairing() == GamesPerPairing::Two {
        let what = "the text knows single games only, and this tournament has two a pairing; name another file";
        return Err(SolveError::Request(what.into()));
    }
    let size = TextModel::size_of(state, text);
    let what = format!("the program of the text for round {}, of up to {size},", state.round());
    limits.check_size(&what, size.bytes(), "a file with fewer players")?;
    let weight = text.weights.named().map(|(_, weight)| i64::from(weight).abs()).max().unwrap_or(0);
    let score = state.players().iter().map(|player| i64::from(player.score.tenths()).abs()).max().unwrap_or(0);
    check_largest(weight * score.max(10), "a difference")
}

/// The best answer to `text` for pairing `state`. It need not be a pairing: whoever has no slot has nothing, unless erratum 14 is
/// repaired, and colours are what the rows leave.
///
/// If several answers are best, the one with most of the fault of `erratum` is taken, or the one with least of it if the text is said to
/// force it ([`ErratumCount`](crate::model::ErratumCount)); of those, one that does not depend on the solver.
///
/// # Errors
/// [`SolveError::Request`] for a double round, for a round of more players than HiGHS was measured with, and for a weight by which it
/// has no optimum; [`SolveError::WithoutHighs`]; [`SolveError::Internal`] if HiGHS fails.
///
/// ```
/// use swiss_ilp::{model::{Model, StudentText}, solve::{Options, solve_text}};
/// use swiss_ilp::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let state = RoundState::new(&Tournament { players, ..Tournament::default() }, RoundRequest::default())?;
/// let text = StudentText::try_from(Model::load("as-written")?)?;
/// let solution = solve_text(&state, &text, None, Options::default())?;
/// // In round 1 nobody has points, so nobody is a player of the text (erratum 4).
/// assert_eq!(solution.point.map(|point| point.excluded.len()), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_text(
    state: &RoundState,
    text: &StudentText,
    erratum: Option<Erratum>,
    options: Options,
) -> Result<TextSolution, SolveError> {
    let limits = options.start();
    let players = state.players().len();
    if players > MOST_PLAYERS {
        return Err(SolveError::Request(format!(
            "the text is solved for up to {MOST_PLAYERS} players, since HiGHS takes too long for more, and round {} has {players}; name \
             a file with fewer players",
            state.round()
        )));
    }
    if text.weights.difference > 0 {
        let what = "the weight 'difference' is above 0, and nothing keeps a difference small then, so there is no best answer; write 0 or less";
        return Err(SolveError::Request(what.into()));
    }
    check_program_of_text(state, text, limits)?;
    let found = TextSolution {
        repaired: text.repaired.clone(),
        size: TextModel::size_of(state, text),
        limit: None,
        point: None,
        values: Vec::new(),
        faults: None,
    };
    let (round, spec, empty) = (state.clone(), text.clone(), found.clone());
    // To build a program takes long, too.
    let solved = limits.attempt(move || branched(&round, &spec, erratum, limits, empty));
    solved.unwrap_or_else(|| Ok(TextSolution { limit: Some(limits.reached()), ..found }))
}

fn branched(
    state: &RoundState,
    text: &StudentText,
    erratum: Option<Erratum>,
    limits: Limits,
    found: TextSolution,
) -> Result<TextSolution, SolveError> {
    let mut model = TextModel::new(state, text);
    let found = TextSolution { size: model.program.size(), ..found };
    let tiers = model.program.tiers.len();
    let fault = erratum.map(|erratum| model.add_fault(erratum));
    model.add_canonical_choice();
    Ok(match answer(model.program.clone(), limits)? {
        MipAnswer::Optimal { columns, mut values } => {
            values.truncate(tiers);
            let faults = fault.map(|fault| fault.count(&columns));
            TextSolution { point: Some(model.point(&columns)), values, faults, ..found }
        }
        MipAnswer::Infeasible => found,
        MipAnswer::Stopped(limit) => TextSolution { limit: Some(limit), ..found },
    })
}
