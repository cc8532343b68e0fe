use super::TextModel;
use crate::model::LinearTier;
use crate::model::Sum;
use crate::tournament::PlayerId;
use schemars::JsonSchema;
use serde::Serialize;

/// An answer to the text's program, as it stands: it need not be a pairing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextPoint {
    /// The slots with players, in their order.
    pub slots: Vec<TextSlot>,
    /// The players without a slot.
    pub without: Vec<TextSeat>,
    /// The players who have no variables, since they have no points.
    pub excluded: Vec<PlayerId>,
    /// Who has the bye.
    pub bye: Option<PlayerId>,
}

/// A slot with the players in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextSlot {
    /// The number of the slot, from 1.
    pub slot: usize,
    /// The players, in pairing order.
    pub players: Vec<TextSeat>,
}

/// A player of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextSeat {
    /// The pairing number.
    pub player: PlayerId,
    /// The colours for which C is 1, without none: blank, `W`, `B` or `WB`.
    pub colours: String,
}

impl TextModel<'_> {
    /// The answer with these column values.
    #[must_use]
    pub fn point(&self, columns: &[i64]) -> TextPoint {
        let is_one = |column: &usize| columns[*column] == 1;
        let seat = |i: usize| TextSeat {
            player: self.people[i].id,
            colours: self.colour[i].iter().zip(["W", "B"]).filter(|(c, _)| is_one(c)).map(|(_, name)| name).collect(),
        };
        let in_slot = |i: &usize, j: usize| self.seat[*i][j].as_ref().is_some_and(is_one);
        let everybody = || 0..self.people.len();
        let slots = (0..self.slots)
            .map(|j| TextSlot { slot: j + 1, players: everybody().filter(|i| in_slot(i, j)).map(seat).collect() });
        let without = everybody().filter(|i| !(0..self.slots).any(|j| in_slot(i, j)));
        let is_excluded = |id: &PlayerId| !self.people.iter().any(|player| player.id == *id);
        TextPoint {
            slots: slots.filter(|slot| !slot.players.is_empty()).collect(),
            without: without.map(seat).collect(),
            excluded: self.state.players().iter().map(|player| player.id).filter(is_excluded).collect(),
            bye: self.bye.iter().position(is_one).map(|i| self.people[i].id),
        }
    }

    /// Among all answers that are equal so far, fix one, player by player: the earliest slot, then White before Black before
    /// no colour. So the answer does not depend on the solver.
    pub fn add_canonical_choice(&mut self) {
        for i in 0..self.people.len() {
            let mut coefficients: Sum =
                (0..self.slots).filter_map(|j| Some((self.seat[i][j]?, 8 * (self.slots - j) as i64))).collect();
            coefficients.extend(self.colour[i].into_iter().zip([4, 2, 1]));
            self.program.tiers.push(LinearTier {
                name: format!("canonical_{}", self.people[i].id),
                coefficients,
                ..LinearTier::default()
            });
        }
    }
}
