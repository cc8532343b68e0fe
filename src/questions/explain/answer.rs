use crate::model::{Formulation, Model, Objective};
use crate::proof::verify::TierVerdict;
use crate::questions::drawing::drawing;
use crate::questions::metrics::board_values;
use crate::questions::report::boards::players;
use crate::questions::report::{Drawing, PlayerReport, Status, TierPrice, reason};
use crate::questions::tasks::{Solved, solve, verified};
use crate::questions::{Ended, Refusal};
use crate::rules::Barred;
use crate::solve::{self, Options, Partner, Partners, Reach, Termination, Ties};
use crate::tournament::{RoundState, Seat};
use schemars::JsonSchema;
use serde::Serialize;

/// A page has the prices of all pairs of so many players: some hundred thousand bytes.
const MOST_PRICED: usize = 100;
/// The system by whose rules the terms of models count floats.
const TERMS_FLOAT_BY: &str = "dutch-2012";

/// Why a round is paired as it is by a model.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ExplainReport")]
pub struct Answer {
    /// The round.
    pub round: u32,
    /// The model's name.
    pub model: String,
    /// Which of several equal optima it is, if not the canonical one.
    #[serde(skip_serializing_if = "Ties::is_canonical")]
    pub ties: Ties,
    /// The status of the solve; a limit may also have come before all prices were known.
    pub status: Status,
    /// Why there is no legal pairing, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The rules that bar the pairs of those whom the reason names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
    /// The value of the pairing, tier by tier and term by term.
    pub objective: Vec<TierVerdict>,
    /// The boards in order, then the bye; or the one that was asked for.
    pub boards: Vec<ExplainedBoard>,
    /// The tournament's name.
    pub tournament: String,
    /// The number of planned rounds, if known.
    pub rounds_planned: Option<u32>,
    #[serde(skip)]
    pub(super) players: Vec<PlayerReport>,
    /// The round for a page.
    #[serde(skip)]
    pub(super) drawing: Option<Drawing>,
    #[serde(skip)]
    pub(super) is_one_board: bool,
    /// How it came to its end: [`Answer::status`] follows from it.
    #[serde(skip)]
    pub termination: Termination,
}

/// One board, or the bye.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExplainedBoard {
    /// The number of the board; null is the bye.
    pub board: Option<usize>,
    /// The player with White, or with the bye.
    pub white: Seat,
    /// The player with Black; 0 is the bye.
    pub black: Seat,
    /// What the board adds to the value of the pairing, tier by tier and term by term.
    pub value: Vec<TierVerdict>,
    /// What other opponents cost each of the two. Who is missing here was not reached before a limit.
    pub instead: Vec<Instead>,
}

/// What it costs if a player has another opponent.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Instead {
    /// The player; 0 is the bye.
    pub player: Seat,
    /// The cheapest other opponent, the highest of several; null if every legal pairing has the pair.
    pub next: Option<PricedOpponent>,
    /// All other opponents in pairing order, if one board was asked for and the model has no caps. A missing one is barred, or leaves
    /// no legal pairing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<PricedOpponent>,
}

/// Another opponent.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PricedOpponent {
    /// The opponent; 0 is the bye.
    pub opponent: Seat,
    /// The value of the best legal pairing with the two minus the optimum. The first tier that is not 0 is negative.
    pub price: Vec<TierPrice>,
}

impl From<&Partner> for PricedOpponent {
    fn from(partner: &Partner) -> Self {
        Self { opponent: partner.seat, price: TierPrice::of(&partner.price) }
    }
}

impl Answer {
    /// Explain the optimum of `state` by `spec`: every board, or the board of this number alone, with all other opponents.
    ///
    /// The number of boards plus 1 is the bye of an odd field.
    ///
    /// # Errors
    /// [`Ended::Refused`] if there is no such board, and as of [`solve()`]; [`Ended::Internal`] if the verifier does not agree with
    /// the solver.
    ///
    /// ```
    /// use swiss_ilp::{files, model::Objective, questions::explain::Answer, solve::Options};
    /// use swiss_ilp::tournament::{RoundRequest, RoundState};
    ///
    /// let file = std::fs::read("instances/teaching-6.json")?;
    /// let tournament = files::read(&file).expect("a sound file").tournament;
    /// let state = RoundState::new(&tournament, RoundRequest::default())?;
    /// let answer = Answer::new(&tournament.name, &state, &Objective::load("pairs")?, None, Options::default())?;
    /// let next = answer.boards[0].instead[0].next.as_ref().expect("another opponent");
    /// assert!(next.price[0].value <= Default::default());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        board: Option<usize>,
        options: Options,
    ) -> Result<Self, Ended> {
        let options = options.started();
        let spec = &Objective { formulation: Formulation::Pairs, ..spec.clone() };
        let solved = solve(state, &Model::Objective(spec.clone()), options)?;
        let reach = if board.is_some() { Reach::All } else { Reach::Next };
        Self::of_solved(tournament, (state, spec), &solved, board, reach, options)
    }

    /// Explain every board, with a drawing for a page. In a round of up to [`MOST_PRICED`] players it knows the prices of all pairs.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn drawn(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        options: Options,
    ) -> Result<Self, Ended> {
        let options = options.started();
        let spec = &Objective { formulation: Formulation::Pairs, ..spec.clone() };
        let solved = solve(state, &Model::Objective(spec.clone()), options)?;
        let reach = if state.players().len() <= MOST_PRICED { Reach::All } else { Reach::Next };
        let mut answer = Self::of_solved(tournament, (state, spec), &solved, None, reach, options)?;
        let pairing = solved.solution.incumbent.map(|best| best.pairing).unwrap_or_default();
        let floats = TERMS_FLOAT_BY.parse().map_err(|error| Ended::Internal(format!("{error}")))?;
        answer.drawing = Some(drawing(state, floats, &pairing, &[], Some(&answer)));
        answer.boards.iter_mut().flat_map(|board| &mut board.instead).for_each(|instead| instead.all.clear());
        Ok(answer)
    }

    /// The same for a round that is `solved` by the formulation of pairs.
    fn of_solved(
        tournament: &str,
        (state, spec): (&RoundState, &Objective),
        solved: &Solved,
        board: Option<usize>,
        reach: Reach,
        options: Options,
    ) -> Result<Self, Ended> {
        let termination = solved.solution.termination.clone();
        let mut answer = Self {
            round: state.round(),
            model: spec.name.clone(),
            ties: options.ties,
            status: Status::of(&termination),
            reason: reason(&termination),
            barred: if let Termination::Infeasible(why) = &termination { why.barred() } else { Vec::new() },
            objective: Vec::new(),
            boards: Vec::new(),
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
            players: players(state),
            drawing: None,
            is_one_board: board.is_some(),
            termination,
        };
        let Some(best) = &solved.solution.incumbent else { return Ok(answer) };
        answer.objective = verified(solved.verdict.clone())?.objective;
        let boards = (1..).zip(&best.pairing.boards);
        let boards = boards.map(|(number, board)| (Some(number), [board.white, board.black].map(Seat::Player)));
        let bye = best.pairing.bye.map(|id| (None, [Seat::Player(id), Seat::Bye]));
        let values = board_values(state, spec, &best.pairing);
        let explained = boards.chain(bye).zip(values).map(|((board, [white, black]), value)| ExplainedBoard {
            board,
            white,
            black,
            value,
            instead: Vec::new(),
        });
        answer.boards = explained.collect();
        if let Some(board) = board {
            answer.boards = vec![answer.one_board(board, state)?];
        }
        if answer.termination == Termination::Optimal {
            let seats: Vec<Seat> = answer.boards.iter().flat_map(|board| [board.white, board.black]).collect();
            let found = solve::partners(state, spec, &solved.solution, &seats, reach, options)?;
            if found.iter().any(Option::is_none) {
                answer.stop(options);
            }
            let has_all = reach == Reach::All && !spec.has_caps();
            let mut found = found.iter().map(|partners| partners.as_ref().map(|found| Instead::new(found, has_all)));
            for board in &mut answer.boards {
                board.instead = found.by_ref().take(2).flatten().collect();
            }
        }
        Ok(answer)
    }

    fn one_board(&self, number: usize, state: &RoundState) -> Result<ExplainedBoard, Refusal> {
        let count = self.boards.len();
        number.checked_sub(1).and_then(|place| self.boards.get(place)).cloned().ok_or_else(|| {
            let which = match (count, state.players().len() % 2) {
                (0, _) => "there is none".to_owned(),
                (_, 0) => format!("there are boards 1 to {count}"),
                _ => format!("there are boards 1 to {}, and {count} is the bye", count - 1),
            };
            Refusal::new(format!("there is no board {number} in round {}", state.round()), which)
        })
    }

    /// Take note that a limit came before everything was known.
    fn stop(&mut self, options: Options) {
        if self.termination == Termination::Optimal {
            self.termination = options.start().reached().into();
            self.status = Status::of(&self.termination);
        }
    }

    /// How the question ended. `has_reason` says that the answer has given the reason why there is no pairing.
    pub(super) fn ended(&self, has_reason: bool) -> Result<(), Ended> {
        match (&self.termination, self.termination.limit()) {
            (Termination::Infeasible(why), _) => Err(Ended::of_no_pairing(why, has_reason)),
            (_, None) => Ok(()),
            (_, Some(limit)) => Err(Ended::before(limit, "everything was known")),
        }
    }
}

impl Instead {
    fn new(partners: &Partners, has_all: bool) -> Self {
        let Partners { seat, others } = partners;
        let best = others.iter().map(|partner| &partner.price).max();
        let next = others.iter().find(|partner| Some(&partner.price) == best).map(PricedOpponent::from);
        let all = if has_all { others.iter().map(PricedOpponent::from).collect() } else { Vec::new() };
        Self { player: *seat, next, all }
    }

    /// All other opponents that are known.
    pub(super) fn opponents(&self) -> &[PricedOpponent] {
        if self.all.is_empty() { self.next.as_slice() } else { &self.all }
    }
}
