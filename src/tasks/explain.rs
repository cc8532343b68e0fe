use super::solve::solve;
use super::{Solved, TaskError};
use crate::compare::{board_values, tiers};
use crate::model::{Formulation, Model, Objective};
use crate::solve::{self, Limit, NoPairing, Options, Partners, Reach, Termination};
use crate::tournament::{Pairing, RoundState, Seat};
use crate::verify::TierVerdict;

/// Why a round is paired as it is: what each board counts, and what other opponents cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// The outcome.
    pub outcome: Explanation,
    /// The limit that came before everything was known, if one did.
    pub limit: Option<Limit>,
}

/// What an explanation comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Explanation {
    /// The round is paired like this.
    Paired {
        /// The optimum, verified; if a limit came first, the best pairing found.
        pairing: Pairing,
        /// Its value.
        objective: Vec<TierVerdict>,
        /// The boards in order, then the bye; or the one that was asked for.
        boards: Vec<BoardExplained>,
    },
    /// There is no legal pairing.
    NoPairing(NoPairing),
    /// A limit came before any pairing.
    Nothing,
}

/// One board, or the bye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardExplained {
    /// The number of the board, from 1; `None` is the bye.
    pub number: Option<usize>,
    /// White and Black, or the receiver of the bye and the bye.
    pub seats: [Seat; 2],
    /// What the board adds to the value.
    pub values: Vec<TierVerdict>,
    /// What other opponents cost each of the two; `None` if a limit came first.
    pub others: [Option<Others>; 2],
}

/// What it costs if a player has another opponent, the bye included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Others {
    /// The cheapest other opponent, the highest of several; `None` if every legal pairing has the pair.
    pub next: Option<Other>,
    /// All other opponents in pairing order, if they were asked for and there are no caps.
    pub all: Vec<Other>,
}

/// Another opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    /// The opponent, or the bye.
    pub seat: Seat,
    /// The best pairing with the two minus the optimum, tier by tier.
    pub price: Vec<TierVerdict>,
}

/// Explain the optimum of `state` by `spec`: every board, or the board of this number alone, with all other opponents.
///
/// The number of boards plus 1 is the bye of an odd field.
///
/// # Errors
/// [`TaskError::Request`] if there is no such board; [`TaskError::Solve`] as of [`solve`](super::solve()), and if the verifier
/// does not agree with the solver.
///
/// ```
/// use swiss_ilp::{formats, model::Objective, solve::Options, tasks::{self, Explanation}};
/// use swiss_ilp::tournament::{RoundRequest, RoundState};
///
/// let file = std::fs::read("instances/teaching-6.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let explained = tasks::explain(&state, &Objective::load("pairs")?, None, Options::default())?;
/// let Explanation::Paired { boards, .. } = explained.outcome else { panic!("a pairing") };
/// let [first, ..] = &boards[..] else { panic!("a board") };
/// let next = first.others[0].as_ref().and_then(|others| others.next.as_ref()).expect("another opponent");
/// assert!(next.price[0].value <= Default::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(
    state: &RoundState,
    spec: &Objective,
    board: Option<usize>,
    options: Options,
) -> Result<Explained, TaskError> {
    let options = options.started();
    let spec = &Objective { formulation: Formulation::Pairs, ..spec.clone() };
    let solved = solve(state, &Model::Objective(spec.clone()), options)?;
    let reach = if board.is_some() { Reach::All } else { Reach::Next };
    explain_solved((state, spec), &solved, board, reach, options)
}

/// The same for a round that is `solved` by the formulation of pairs.
pub(super) fn explain_solved(
    (state, spec): (&RoundState, &Objective),
    solved: &Solved,
    board: Option<usize>,
    reach: Reach,
    options: Options,
) -> Result<Explained, TaskError> {
    let limit = solved.solution.termination.limit();
    let Some(best) = &solved.solution.incumbent else {
        let outcome = match &solved.solution.termination {
            Termination::Infeasible(why) => Explanation::NoPairing(why.clone()),
            _ => Explanation::Nothing,
        };
        return Ok(Explained { outcome, limit });
    };
    let verdict = super::solve::verified(solved.verdict.clone())?;
    let boards = (1..).zip(&best.pairing.boards);
    let boards = boards.map(|(number, board)| (Some(number), [board.white, board.black].map(Seat::Player)));
    let bye = best.pairing.bye.map(|id| (None, [Seat::Player(id), Seat::Bye]));
    let values = board_values(state, spec, &best.pairing);
    let mut explained: Vec<BoardExplained> = boards
        .chain(bye)
        .zip(values)
        .map(|((number, seats), values)| BoardExplained { number, seats, values, others: [None, None] })
        .collect();
    if let Some(board) = board {
        explained = vec![one_board(explained, board, state)?];
    }
    let mut late = limit;
    if limit.is_none() {
        let seats: Vec<Seat> = explained.iter().flat_map(|board| board.seats).collect();
        let found = solve::partners(state, spec, &solved.solution, &seats, reach, options)?;
        if found.iter().any(Option::is_none) {
            late = Some(options.start().reached());
        }
        let mut found = found.into_iter().map(|partners| partners.map(|partners| others(spec, &partners, reach)));
        for board in &mut explained {
            board.others = [found.next().flatten(), found.next().flatten()];
        }
    }
    let (pairing, objective) = (best.pairing.clone(), verdict.objective);
    Ok(Explained { outcome: Explanation::Paired { pairing, objective, boards: explained }, limit: late })
}

fn one_board(boards: Vec<BoardExplained>, number: usize, state: &RoundState) -> Result<BoardExplained, TaskError> {
    let count = boards.len();
    number.checked_sub(1).and_then(|place| boards.into_iter().nth(place)).ok_or_else(|| {
        let which = match (count, state.players().len() % 2) {
            (0, _) => "there is none".to_owned(),
            (_, 0) => format!("there are boards 1 to {count}"),
            _ => format!("there are boards 1 to {}, and {count} is the bye", count - 1),
        };
        TaskError::Request(format!("there is no board {number} in round {}; {which}", state.round()))
    })
}

fn others(spec: &Objective, partners: &Partners, reach: Reach) -> Others {
    let other = |partner: &solve::Partner| Other { seat: partner.seat, price: tiers(spec, &partner.price) };
    let best = partners.others.iter().map(|partner| &partner.price).max();
    let next = partners.others.iter().find(|partner| Some(&partner.price) == best).map(other);
    let all =
        if reach == Reach::All && !spec.has_caps() { partners.others.iter().map(other).collect() } else { Vec::new() };
    Others { next, all }
}
