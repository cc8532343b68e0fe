use crate::model::{Formulation, Model, Objective};
use crate::proof::verify::TierVerdict;
use crate::questions::AskError;
use crate::questions::drawing::drawing;
use crate::questions::metrics::board_values;
use crate::questions::report::boards::{in_words, pairs, players, seat_cells};
use crate::questions::report::objective::{counted_terms, objective_table, price_cell, values_cell};
use crate::questions::report::{
    Cell, Document, Drawing, PlayerReport, Show, Status, Table, TierPrice, left, or_nothing, reason, right,
};
use crate::questions::tasks::{solve, verified};
use crate::rules::Barred;
use crate::solve::{self, Options, Partner, Partners, Reach, Termination, Ties};
use crate::tournament::{Pairing, RoundState, Seat};
use itertools::Itertools;
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
    /// The boards in order, then the bye.
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
    /// For the drawing of a page, all other opponents in pairing order, if the model has no caps. A missing one is barred, or leaves no
    /// legal pairing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    all: Vec<PricedOpponent>,
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
    /// Explain the optimum of `state` by `spec`.
    ///
    /// # Errors
    /// As of [`solve()`]; [`AskError::Internal`] if the verifier does not agree with the solver.
    ///
    /// ```
    /// use swiss_ilp::{files, model::Objective, questions::explain::Answer, solve::Options};
    /// use swiss_ilp::tournament::{RoundRequest, RoundState};
    ///
    /// let file = std::fs::read("instances/teaching-6.json")?;
    /// let tournament = files::read(&file).expect("a sound file").tournament;
    /// let state = RoundState::new(&tournament, RoundRequest::default())?;
    /// let answer = Answer::new(&tournament.name, &state, &Objective::load("pairs")?, Options::default())?;
    /// let next = answer.boards[0].instead[0].next.as_ref().expect("another opponent");
    /// assert!(next.price[0].value <= Default::default());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(tournament: &str, state: &RoundState, spec: &Objective, options: Options) -> Result<Self, AskError> {
        Ok(Self::found(tournament, state, spec, Reach::Next, options)?.0)
    }

    /// Explain every board, with a drawing for a page. In a round of up to [`MOST_PRICED`] players it knows the prices of all pairs.
    pub(super) fn drawn(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        options: Options,
    ) -> Result<Self, AskError> {
        let reach = if state.players().len() <= MOST_PRICED { Reach::All } else { Reach::Next };
        let (mut answer, pairing) = Self::found(tournament, state, spec, reach, options)?;
        let floats = TERMS_FLOAT_BY.parse().map_err(|error| AskError::Internal(format!("{error}")))?;
        answer.drawing = Some(drawing(state, floats, &pairing, &[], Some(&answer)));
        answer.boards.iter_mut().flat_map(|board| &mut board.instead).for_each(|instead| instead.all.clear());
        Ok(answer)
    }

    /// The explanation, and the pairing that it is of.
    fn found(
        tournament: &str,
        state: &RoundState,
        spec: &Objective,
        reach: Reach,
        options: Options,
    ) -> Result<(Self, Pairing), AskError> {
        let options = options.started();
        let spec = &Objective { formulation: Formulation::Pairs, ..spec.clone() };
        let solved = solve(state, &Model::Objective(spec.clone()), options)?;
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
            termination,
        };
        let Some(best) = &solved.solution.incumbent else { return Ok((answer, Pairing::default())) };
        answer.objective = verified(solved.verdict.clone())?.objective;
        let values = board_values(state, spec, &best.pairing);
        let numbered = (1..).zip(pairs(&best.pairing)).zip(values);
        let explained = numbered.map(|((number, [white, black]), value)| ExplainedBoard {
            board: (black != Seat::Bye).then_some(number),
            white,
            black,
            value,
            instead: Vec::new(),
        });
        answer.boards = explained.collect();
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
        Ok((answer, best.pairing.clone()))
    }

    /// Take note that a limit came before everything was known.
    fn stop(&mut self, options: Options) {
        if self.termination == Termination::Optimal {
            self.termination = options.start().reached().into();
            self.status = Status::of(&self.termination);
        }
    }

    /// How the question ended. `has_reason` says that the answer has given the reason why there is no pairing.
    pub(super) fn ended(&self, has_reason: bool) -> Result<(), AskError> {
        AskError::of_search(&self.termination, has_reason, "everything was known")
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
}

impl Show for Answer {
    fn show(&self) -> Document {
        let document = Document::of_round(&self.tournament, self.round, self.rounds_planned);
        let mut document = document.keyed("model", &self.model).keyed("status", self.status.to_string());
        if let Some(reason) = &self.reason {
            document.say(format!("No legal pairing: {reason}."));
            document.draw(self.drawing.as_ref());
            return document;
        }
        if self.boards.is_empty() && self.status != Status::Optimal {
            document.say("No pairing was found before the limit.");
            return document;
        }
        document.draw(self.drawing.as_ref());
        document.table(self.board_table());
        document.table(objective_table(&self.model, &self.objective));
        document.table(self.next_opponents());
        document.say(match self.status {
            Status::Optimal => {
                "Optimal and verified. A price is what the whole round loses if the player meets somebody else."
                    .to_owned()
            }
            status => format!("A limit came before everything was known ({status})."),
        });
        document
    }
}

impl Answer {
    fn board_table(&self) -> Table {
        let columns = [
            right("Board"),
            right("No.").named("white"),
            left("White").named("white_name"),
            right("No.").named("black"),
            left("Black").named("black_name"),
            right("Value"),
            left("Terms"),
        ];
        let row = |board: &ExplainedBoard| {
            let seats = [board.white, board.black].into_iter().flat_map(|seat| seat_cells(&self.players, seat));
            let worth = [values_cell(&board.value), counted_terms(&board.value).into()];
            [or_nothing(board.board)].into_iter().chain(seats).chain(worth).collect_vec()
        };
        Table::new("boards", columns).rows(self.boards.iter().map(row))
    }

    /// A row for each player: the next-best opponent and the price.
    fn next_opponents(&self) -> Table {
        let columns = [
            right("No.").named("player"),
            left("Player").named("name"),
            left("Meets"),
            left("Opponent").for_programs(),
            left("Next-best opponent").named("opponent_name"),
            right("Price"),
        ];
        let mut table = Table::new("next-best", columns);
        for board in &self.boards {
            for (seat, partner) in [(board.white, board.black), (board.black, board.white)] {
                let instead = board.instead.iter().find(|instead| instead.player == seat);
                let next = match instead.map(|instead| &instead.next) {
                    None => [Cell::Empty, "not known".into(), Cell::Empty],
                    Some(None) => [Cell::Empty, "nobody".into(), Cell::Empty],
                    Some(Some(next)) => {
                        let name = in_words(&self.players, next.opponent);
                        [next.opponent.into(), name.into(), price_cell(&next.price)]
                    }
                };
                let [id, name] = seat_cells(&self.players, seat);
                table.row([id, name, in_words(&self.players, partner).into()].into_iter().chain(next));
            }
        }
        table
    }
}
