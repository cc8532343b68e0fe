use super::program::sets;
use super::{Differences, Erratum, Pairs, SamePlayer, StudentText, TextModel};
use crate::model::Size;
use crate::tournament::RoundState;

impl TextModel<'_> {
    /// How large the program is at most, found without building it. H and Z, which are made for two players and a slot, are most of
    /// it.
    #[must_use]
    pub fn size_of(state: &RoundState, text: &StudentText) -> Size {
        let (people, slots) = sets(state, text);
        let (n, j) = (people.len() as u64, slots as u64);
        let is_named = text.repairs(Erratum::Relabelling);
        let unordered = n * n.saturating_sub(1) / 2;
        let same = if text.readings.same_player == SamePlayer::Included && !is_named { n } else { 0 };
        let is_ordered = text.readings.pairs == Pairs::Ordered && !text.repairs(Erratum::SumOverPlayers);
        let pairs = same + if is_ordered { 2 * unordered } else { unordered };
        let common = if is_named { 1 } else { j };
        let of_h = pairs.saturating_mul(j);
        let h = match (text.repairs(Erratum::SumOverPlayers), text.readings.differences) {
            (true, _) => j,
            (false, Differences::OnePerPlayer) => n,
            (false, Differences::PerPairAndSlot) => of_h,
        };
        let h_rows = if text.repairs(Erratum::Outsiders) { pairs.saturating_mul(common) } else { 2 * of_h };
        let z = pairs.saturating_mul(common);
        let z_rows = if text.repairs(Erratum::FreeZ) { 2 * z } else { z };
        let opposite = if text.repairs(Erratum::SameColour) { 2 * unordered.saturating_mul(common) } else { 0 };
        let met = unordered.saturating_mul(common);
        let named = if is_named { unordered } else { 0 };
        Size {
            columns: (n * j + j + 6 * n).saturating_add(h).saturating_add(z),
            rows: [j + 1 + 14 * n, named, met, h_rows, z_rows, opposite].into_iter().fold(0, u64::saturating_add),
            nonzeros: [3 * n * j + j + 30 * n, 2 * named, 2 * met, 3 * h_rows, 5 * z_rows, 4 * opposite]
                .into_iter()
                .fold(0, u64::saturating_add),
        }
    }
}
