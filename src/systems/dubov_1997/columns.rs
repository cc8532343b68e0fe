//! The standard procedure for players who can all be paired: columns (6.2, 7.3, 7.4) and rows (6.3).

use super::field::DubovField;
use super::outlook::two_classes;
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

impl Columns {
    /// The players by due colour, sorted by 6.2, and those due none, the strongest first.
    pub fn by_due_colour(field: &DubovField, players: &[usize]) -> (Self, Vec<usize>) {
        let due = |colour| players.iter().copied().filter(|player| field.cards[*player].due == colour).collect();
        let [white, black, mut free]: [Vec<usize>; 3] = [Some(Colour::White), Some(Colour::Black), None].map(due);
        free.sort_by_key(|player| field.cards[*player].strongest_first());
        (Self { white, black, transferred: Vec::new() }.sorted(field), free)
    }

    /// The columns of 6.2 for an even number of players, levelled by 7.3 and 7.4 as far as 2.6 allows.
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
    ///
    /// If the white player of a row takes another opponent, the black column closes up: the black player of the row may meet the next
    /// white player. Or opponents are exchanged (`are_exchanged`): that black player takes the row of the opponent who was taken.
    pub fn rows(&self, field: &DubovField, are_exchanged: bool) -> Option<Vec<(usize, usize)>> {
        let players = [&self.white[..], &self.black].concat();
        let whites = self.white.len();
        let is_white = |vertex: usize| vertex < whites;
        // A pair within a column costs 1.
        let mut matching = two_classes(field, &players, whites, players.len(), [Some(1), Some(0), Some(1)])?;
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
            if are_exchanged && let Some(row) = order.iter().position(|other| *other == mate && across) {
                order.swap(0, row);
            }
            order.retain(|other| !paired.contains(other));
        }
        Some(rows)
    }
}
