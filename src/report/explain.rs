use super::Status;
use super::boards::{players, write_heading};
use super::number::signed;
use super::objective::write_objective;
use super::table::write_table;
use super::{Format, PlayerReport, Render, write_csv, write_json};
use crate::model::Value;
use crate::printable::printable;
use crate::rules::Barred;
use crate::solve::Ties;
use crate::tasks::{BoardExplained, Explained, Explanation, Other, Others};
use crate::tournament::{PlayerId, RoundState, Seat};
use crate::verify::TierVerdict;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// Why a round is paired as it is by a model.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ExplainReport {
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
    players: Vec<PlayerReport>,
    #[serde(skip)]
    is_one_board: bool,
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

/// A price in one tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TierPrice {
    /// The tier, from 1.
    pub tier: usize,
    /// The difference in it.
    pub value: Value,
}

impl PricedOpponent {
    fn new(other: &Other) -> Self {
        let price = other.price.iter().map(|tier| TierPrice { tier: tier.tier, value: tier.value });
        Self { opponent: other.seat, price: price.collect() }
    }
}

impl ExplainReport {
    /// The record of `explained`; `is_one_board` if one board was asked for.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, model: &str, explained: &Explained, is_one_board: bool) -> Self {
        let mut report = Self {
            round: state.round(),
            model: model.to_owned(),
            ties: Ties::default(),
            status: explained.limit.map_or(Status::Optimal, Status::from),
            reason: None,
            barred: Vec::new(),
            objective: Vec::new(),
            boards: Vec::new(),
            tournament: tournament.to_owned(),
            rounds_planned: state.rounds_planned(),
            players: players(state),
            is_one_board,
        };
        match &explained.outcome {
            Explanation::Paired { objective, boards, .. } => {
                report.objective.clone_from(objective);
                report.boards = boards.iter().map(board).collect();
            }
            Explanation::NoPairing(why) => {
                report.status = Status::Infeasible;
                (report.reason, report.barred) = (Some(why.to_string()), why.barred());
            }
            Explanation::Nothing => {}
        }
        report
    }

    fn write_table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_heading(&self.tournament, self.round, self.rounds_planned, out)?;
        if let Some(reason) = &self.reason {
            return writeln!(out, "No legal pairing: {reason}.");
        }
        if self.boards.is_empty() && self.status != Status::Optimal {
            return writeln!(out, "No pairing was found before the limit.");
        }
        if self.is_one_board {
            return self.boards.iter().try_for_each(|board| self.write_board(board, out));
        }
        self.write_boards(out)?;
        writeln!(out)?;
        write_objective(&self.model, &self.objective, out)?;
        self.write_next(out)?;
        writeln!(out)?;
        if self.status != Status::Optimal {
            return writeln!(out, "A limit came before everything was known ({}).", self.status);
        }
        writeln!(out, "Optimal and verified. A price is what the whole round loses if the player meets somebody else.")
    }

    fn write_boards(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |board: &ExplainedBoard| {
            let [(white, white_name), (black, black_name)] = [board.white, board.black].map(|seat| self.named(seat));
            let number = board.board.map(|number| number.to_string()).unwrap_or_default();
            let terms = board.value.iter().flat_map(|tier| &tier.terms).filter(|term| term.count != Value::ZERO);
            let terms = terms.map(|term| format!("{} {}", term.value, term.term.short())).join(", ");
            [number, white, white_name, black, black_name, value(board.value.iter().map(|tier| tier.value)), terms]
        };
        write_table(&[">Board", ">No.", "White", ">No.", "Black", ">Value", "Terms"], self.boards.iter().map(row), out)
    }

    /// A row for each player: the next-best opponent and the price.
    fn write_next(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let of_board = |board: &ExplainedBoard| {
            let meets = [(board.white, board.black), (board.black, board.white)];
            let rows = meets.into_iter().map(|(seat, partner)| {
                let instead = board.instead.iter().find(|instead| instead.player == seat);
                let next = match instead.map(|instead| &instead.next) {
                    None => ["not known".to_owned(), String::new()],
                    Some(None) => ["nobody".to_owned(), String::new()],
                    Some(Some(next)) => [self.both(next.opponent), priced(next)],
                };
                let (id, name) = self.named(seat);
                let [next, price] = next;
                [id, name, self.both(partner), next, price]
            });
            rows.collect_vec()
        };
        let rows = self.boards.iter().flat_map(of_board);
        write_table(&[">No.", "Player", "Meets", "Next-best opponent", ">Price"], rows, out)
    }

    fn write_board(&self, board: &ExplainedBoard, out: &mut dyn io::Write) -> io::Result<()> {
        let [white, black] = [board.white, board.black].map(|seat| self.both(seat));
        match board.board {
            Some(number) => writeln!(out, "Board {number}: {white} with White against {black}\n")?,
            None => writeln!(out, "The bye: {white}\n")?,
        }
        write_objective(&self.model, &board.value, out)?;
        for seat in [board.white, board.black] {
            let Some(instead) = board.instead.iter().find(|instead| instead.player == seat) else {
                writeln!(out, "A limit came before the other opponents of {}.", self.both(seat))?;
                continue;
            };
            let opponents = instead.opponents();
            if opponents.is_empty() {
                writeln!(out, "Every legal pairing has this pair, so {} has no other opponent.", self.both(seat))?;
                continue;
            }
            let cheapest_first = opponents.iter().sorted_by(|one, other| values(other).cmp(values(one)));
            let rows = cheapest_first.map(|one| {
                let (id, name) = self.named(one.opponent);
                [id, name, priced(one)]
            });
            writeln!(out, "Instead, for {}:", self.both(seat))?;
            write_table(&[">No.", "Opponent", ">Price"], rows.collect_vec(), out)?;
            writeln!(out)?;
        }
        writeln!(out, "A price is what the whole round loses. Who is not listed is barred, or leaves no legal pairing.")
    }

    /// Number and name.
    fn named(&self, seat: Seat) -> (String, String) {
        match seat {
            Seat::Bye => (String::new(), "bye".to_owned()),
            Seat::Player(id) => (id.to_string(), self.name(id)),
        }
    }

    fn both(&self, seat: Seat) -> String {
        let (id, name) = self.named(seat);
        [id, name].into_iter().filter(|part| !part.is_empty()).join(" ")
    }

    fn name(&self, id: PlayerId) -> String {
        self.players.iter().find(|player| player.id == id).map_or_else(String::new, |player| printable(&player.name))
    }

    /// A row for each number: of the tiers and terms of each board, and of the price of each other opponent.
    fn rows(&self) -> Vec<Vec<String>> {
        let keys = [self.tournament.clone(), self.round.to_string(), self.model.clone(), self.status.to_string()];
        let mut rows = Vec::new();
        for board in &self.boards {
            let number = board.board.map(|number| number.to_string()).unwrap_or_default();
            let [white, black] = [board.white, board.black].map(|seat| u32::from(seat).to_string());
            let mut add = |kind: &str, cells: [String; 7]| {
                let of_board = [kind.to_owned(), number.clone(), white.clone(), black.clone()];
                rows.push([&keys[..], &of_board, &cells].concat());
            };
            let none = String::new;
            for tier in &board.value {
                let (number, value) = (tier.tier.to_string(), tier.value.to_string());
                add("tier", [none(), none(), number.clone(), tier.name.clone(), none(), none(), value]);
                for term in &tier.terms {
                    let [weight, count, value] =
                        [term.weight.to_string(), term.count.to_string(), term.value.to_string()];
                    let id = term.term.id().to_owned();
                    add("term", [none(), none(), number.clone(), id, weight, count, value]);
                }
            }
            for instead in &board.instead {
                for other in instead.opponents() {
                    let kind = if instead.next.as_ref() == Some(other) { "next" } else { "other" };
                    for tier in &other.price {
                        let [player, opponent] =
                            [instead.player, other.opponent].map(|seat| u32::from(seat).to_string());
                        let (number, value) = (tier.tier.to_string(), tier.value.to_string());
                        add(kind, [player, opponent, number, "price".to_owned(), none(), none(), value]);
                    }
                }
            }
        }
        rows
    }
}

impl Instead {
    /// All other opponents that are known.
    fn opponents(&self) -> &[PricedOpponent] {
        if self.all.is_empty() { self.next.as_slice() } else { &self.all }
    }
}

const HEADER: [&str; 15] = [
    "tournament",
    "round",
    "model",
    "status",
    "kind",
    "board",
    "white",
    "black",
    "player",
    "opponent",
    "tier",
    "subject",
    "weight",
    "count",
    "value",
];

fn board(board: &BoardExplained) -> ExplainedBoard {
    let instead = |(seat, others): (Seat, &Option<Others>)| {
        let others = others.as_ref()?;
        let next = others.next.as_ref().map(PricedOpponent::new);
        Some(Instead { player: seat, next, all: others.all.iter().map(PricedOpponent::new).collect() })
    };
    ExplainedBoard {
        board: board.number,
        white: board.seats[0],
        black: board.seats[1],
        value: board.values.clone(),
        instead: board.seats.into_iter().zip(&board.others).filter_map(instead).collect(),
    }
}

/// One number, or a list of numbers, one for each tier.
pub(crate) fn value(tiers: impl Iterator<Item = Value>) -> String {
    match tiers.collect_vec()[..] {
        [value] => value.to_string(),
        ref values => format!("[{}]", values.iter().join(", ")),
    }
}

fn values(one: &PricedOpponent) -> impl Iterator<Item = Value> + '_ {
    one.price.iter().map(|tier| tier.value)
}

/// A price in short: one number, or a list.
pub(crate) fn priced(one: &PricedOpponent) -> String {
    match &one.price[..] {
        [tier] => signed(tier.value),
        tiers => format!("[{}]", tiers.iter().map(|tier| signed(tier.value)).join(", ")),
    }
}

impl Render for ExplainReport {
    fn render(&self, format: Format, out: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Json => write_json(self, out),
            Format::Csv => write_csv(HEADER, self.rows(), out),
            // There is no pairing to list.
            Format::Table | Format::Pairs => self.write_table(out),
        }
    }
}
