use super::answer::{Answer, ExplainedBoard, PricedOpponent};
use crate::questions::report::boards::{in_words, seat_cells};
use crate::questions::report::objective::{counted_terms, objective_table, price_cell, values_cell};
use crate::questions::report::{Cell, Document, Show, Status, Table, left, or_nothing, right};
use crate::tournament::Seat;
use itertools::Itertools;

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
        if self.is_one_board {
            self.boards.iter().for_each(|board| self.show_board(board, &mut document));
            return document.mainly("opponents");
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

    /// One board, and what all other opponents of its players cost.
    fn show_board(&self, board: &ExplainedBoard, document: &mut Document) {
        let [white, black] = [board.white, board.black].map(|seat| in_words(&self.players, seat));
        document.say(match board.board {
            Some(number) => format!("Board {number}: {white} with White against {black}"),
            None => format!("The bye: {white}"),
        });
        document.table(objective_table(&self.model, &board.value));
        for seat in [board.white, board.black] {
            let name = in_words(&self.players, seat);
            let Some(instead) = board.instead.iter().find(|instead| instead.player == seat) else {
                document.say(format!("A limit came before the other opponents of {name}."));
                continue;
            };
            let opponents = instead.opponents();
            if opponents.is_empty() {
                document.say(format!("Every legal pairing has this pair, so {name} has no other opponent."));
                continue;
            }
            document.table(self.prices(seat, opponents));
        }
        document.say("A price is what the whole round loses. Who is not listed is barred, or leaves no legal pairing.");
    }

    /// Other opponents of a player, the cheapest first.
    fn prices(&self, seat: Seat, opponents: &[PricedOpponent]) -> Table {
        let values = |one: &PricedOpponent| one.price.iter().map(|tier| tier.value).collect_vec();
        let cheapest_first = opponents.iter().sorted_by(|one, other| values(other).cmp(&values(one)));
        let rows = cheapest_first.map(|one| {
            let [id, name] = seat_cells(&self.players, one.opponent);
            [seat.into(), id, name, price_cell(&one.price)]
        });
        let columns = [
            right("Player").for_programs(),
            right("No.").named("opponent"),
            left("Opponent").named("name"),
            right("Price"),
        ];
        Table::new("opponents", columns).titled(format!("Instead, for {}:", in_words(&self.players, seat))).rows(rows)
    }
}
