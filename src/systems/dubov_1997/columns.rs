//! The standard procedure for players who can all be paired: columns (6.2, 7.3, 7.4) and rows (6.3).

use super::field::DubovField;
use crate::graph::{CheapestMatching, Prices};
use crate::tournament::Colour;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The players who should play White and those who should play Black, from the top down.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Columns {
    pub white: Vec<usize>,
    pub black: Vec<usize>,
    /// The players in the column of the colour that they are not due (7.3, 7.4).
    pub transferred: Vec<usize>,
}

/// The new place of a black player, if the white player of the same row takes another opponent (6.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Displacement {
    /// The black column closes up: the player may meet the next white player.
    First,
    /// The player takes the row of the opponent who was taken: the two change places.
    Exchanged,
}

impl Columns {
    /// The players by due colour, sorted by 6.2, and those due none, the strongest first.
    pub fn by_due_colour(field: &DubovField, players: &[usize]) -> (Self, Vec<usize>) {
        let due = |colour| players.iter().copied().filter(|player| field.cards[*player].due == colour).collect();
        let [white, black, mut free]: [Vec<usize>; 3] = [Some(Colour::White), Some(Colour::Black), None].map(due);
        free.sort_by_key(|player| field.cards[*player].strongest_first());
        (Self { white, black, transferred: Vec::new() }.sorted(field), free)
    }

    /// The columns of 6.2 for an even number of players, made equally long by 7.3 and 7.4 as far as 2.6 lets players
    /// change colours.
    pub fn of(field: &DubovField, players: &[usize]) -> Self {
        let (mut columns, free) = Self::by_due_colour(field, players);
        for player in free {
            let [white, black] = [&mut columns.white, &mut columns.black];
            let shorter = if white.len() <= black.len() { white } else { black };
            shorter.push(player);
        }
        columns.levelled(field)
    }

    fn levelled(mut self, field: &DubovField) -> Self {
        let card = |player: &usize| &field.cards[*player];
        let excess = self.white.len().abs_diff(self.black.len()) / 2;
        let (longer, shorter) = if self.white.len() > self.black.len() {
            self.transferred =
                self.white.iter().copied().filter(|player| card(player).may_have(Colour::Black)).collect();
            self.transferred.sort_by_key(|player| (card(player).aro, Reverse(card(player).rating), card(player).place));
            (&mut self.white, &mut self.black)
        } else {
            self.transferred =
                self.black.iter().copied().filter(|player| card(player).may_have(Colour::White)).collect();
            self.transferred.sort_by_key(|player| (Reverse(card(player).aro), card(player).rating, card(player).place));
            (&mut self.black, &mut self.white)
        };
        self.transferred.truncate(excess);
        longer.retain(|player| !self.transferred.contains(player));
        shorter.extend(&self.transferred);
        self.sorted(field)
    }

    fn sorted(mut self, field: &DubovField) -> Self {
        self.white.sort_by_key(|player| field.cards[*player].white_order());
        self.black.sort_by_key(|player| field.cards[*player].black_order());
        self
    }

    /// The columns of the first round (5): the upper half and the lower half.
    pub fn of_first_round(players: &[usize]) -> Self {
        let mut list = players.to_vec();
        list.sort_unstable();
        let black = list.split_off(list.len() / 2);
        Self { white: list, black, transferred: Vec::new() }
    }

    /// The pairs, row by row: the first in the order of 6.3 among those with the fewest pairs within a column. `None`
    /// if the players cannot all be paired.
    pub fn rows(&self, field: &DubovField, displaced: Displacement) -> Option<Vec<(usize, usize)>> {
        let players = [&self.white[..], &self.black].concat();
        let whites = self.white.len();
        let is_white = |vertex: usize| vertex < whites;
        let classes = [0..whites, whites..players.len()].map(Vec::from_iter).to_vec();
        let mut matching =
            CheapestMatching::of(&ColumnCosts { field, players: &players, classes }).ok()?.among_equals();
        // The order of candidates: the black column from this row down, then the white one.
        let mut order: Vec<usize> = (whites..players.len()).chain(0..whites).collect();
        let mut rows = Vec::new();
        let mut paired = BTreeSet::new();
        for vertex in 0..players.len() {
            if paired.contains(&vertex) {
                continue;
            }
            let mut turn = vec![0; players.len()];
            for (index, other) in order.iter().enumerate() {
                turn[*other] = index;
            }
            let mate = matching.choose(vertex, |other| Some(turn[other]));
            paired.extend([vertex, mate]);
            rows.push((players[vertex], players[mate]));
            let across = is_white(vertex) && !is_white(mate);
            if displaced == Displacement::Exchanged
                && let Some(row) = order.iter().position(|other| *other == mate && across)
            {
                order.swap(0, row);
            }
            order.retain(|other| !paired.contains(other));
        }
        Some(rows)
    }
}

/// The costs of the pairs of two columns: 1 within a column.
struct ColumnCosts<'a> {
    field: &'a DubovField,
    players: &'a [usize],
    /// The white column, and the black.
    classes: Vec<Vec<usize>>,
}

impl Prices for ColumnCosts<'_> {
    type Cost = i128;

    fn classes(&self) -> &[Vec<usize>] {
        &self.classes
    }

    fn class(&self, v: usize) -> usize {
        usize::from(v >= self.classes[0].len())
    }

    fn least(&self, one: usize, other: usize) -> Option<i128> {
        Some(i128::from(one == other))
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        self.field.may_meet(self.players[u], self.players[v])
    }
}
