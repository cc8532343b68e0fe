//! The student's text, by HiGHS.

use super::{Limit, Limits, MipAnswer, Options, SolveError, answer, check_largest};
use crate::model::{StudentText, TextModel, TextPoint, Value};
use crate::tournament::{GamesPerPairing, RoundState};

/// HiGHS was measured with so many players, and takes much longer for more.
const MOST_PLAYERS: usize = 9;

/// The best answer to the student's text, or that there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextSolution {
    /// The limit that came first, if one did. Then nothing else is known.
    pub limit: Option<Limit>,
    /// An answer that is best; `None` if the rows leave none.
    pub point: Option<TextPoint>,
    /// What it is worth in each tier.
    pub values: Vec<Value>,
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
/// If several answers are best, it is one that does not depend on the solver.
///
/// # Errors
/// [`SolveError::Request`] for a double round, for a round of more players than HiGHS was measured with, and for a weight by which it
/// has no optimum; [`SolveError::WithoutHighs`]; [`SolveError::Internal`] if HiGHS fails.
///
/// ```
/// use swiss_ilp::{model::Model, solve::{Options, solve_text}};
/// use swiss_ilp::tournament::{Player, PlayerId, RoundRequest, RoundState, Tournament};
/// let players = (1..=4).map(|id| Player::new(PlayerId(id))).collect();
/// let state = RoundState::new(&Tournament { players, ..Tournament::default() }, RoundRequest::default())?;
/// let Model::AsWritten(text) = Model::load("as-written")? else { panic!("the text") };
/// let solution = solve_text(&state, &text, Options::default())?;
/// // In round 1 nobody has points, so nobody is a player of the text (erratum 4).
/// assert_eq!(solution.point.map(|point| point.excluded.len()), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_text(state: &RoundState, text: &StudentText, options: Options) -> Result<TextSolution, SolveError> {
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
    let (round, spec) = (state.clone(), text.clone());
    // To build a program takes long, too.
    let solved = limits.attempt(move || branched(&round, &spec, limits));
    solved.unwrap_or_else(|| Ok(TextSolution { limit: Some(limits.reached()), ..TextSolution::default() }))
}

fn branched(state: &RoundState, text: &StudentText, limits: Limits) -> Result<TextSolution, SolveError> {
    let mut model = TextModel::new(state, text);
    let tiers = model.program.tiers.len();
    model.add_canonical_choice();
    Ok(match answer(model.program.clone(), limits)? {
        MipAnswer::Optimal { columns, mut values } => {
            values.truncate(tiers);
            TextSolution { point: Some(model.point(&columns)), values, limit: None }
        }
        MipAnswer::Infeasible => TextSolution::default(),
        MipAnswer::Stopped(limit) => TextSolution { limit: Some(limit), ..TextSolution::default() },
    })
}
