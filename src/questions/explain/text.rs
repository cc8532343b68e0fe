use super::answer::{Answer, ExplainedBoard, PricedOpponent};
use crate::model::Value;
use crate::report::boards::{number_and_name, write_heading};
use crate::report::objective::{counted_terms, write_objective};
use crate::report::{Status, Written, short_price as priced, short_value as value, write_csv, write_table};
use crate::tournament::Seat;
use itertools::Itertools;
use std::io;

impl Answer {
    fn write_boards(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let row = |board: &ExplainedBoard| {
            let [[white, white_name], [black, black_name]] =
                [board.white, board.black].map(|seat| number_and_name(&self.players, seat));
            let number = board.board.map(|number| number.to_string()).unwrap_or_default();
            let worth = value(board.value.iter().map(|tier| tier.value));
            [number, white, white_name, black, black_name, worth, counted_terms(&board.value)]
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
                    Some(Some(next)) => [self.both(next.opponent), priced(&next.price)],
                };
                let [id, name] = number_and_name(&self.players, seat);
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
                let [id, name] = number_and_name(&self.players, one.opponent);
                [id, name, priced(&one.price)]
            });
            writeln!(out, "Instead, for {}:", self.both(seat))?;
            write_table(&[">No.", "Opponent", ">Price"], rows.collect_vec(), out)?;
            writeln!(out)?;
        }
        writeln!(out, "A price is what the whole round loses. Who is not listed is barred, or leaves no legal pairing.")
    }

    fn both(&self, seat: Seat) -> String {
        number_and_name(&self.players, seat).into_iter().filter(|part| !part.is_empty()).join(" ")
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

fn values(one: &PricedOpponent) -> impl Iterator<Item = Value> + '_ {
    one.price.iter().map(|tier| tier.value)
}

impl Written for Answer {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        // There is no pairing to list.
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

    fn csv(&self, out: &mut dyn io::Write) -> io::Result<()> {
        write_csv(HEADER, self.rows(), out)
    }
}
