//! The kinds of columns and the families of rows of the student's text. Those that `slots` has as well are there.

use super::{Differences, Erratum, Link, StudentText};
use crate::model::Family;
use crate::model::Index::{Colour, Player, Slot};
use crate::model::families::slots;

/// A player's colour, or none.
pub static COLOUR: Family = Family {
    id: "C",
    indices: &[Player, Colour],
    says: "1 if the player is given the colour; N is for none.",
    rule: None,
    algebra: r"C_{ik} \in \{0, 1\} \quad \forall i \in I, k \in \{W, B, N\}",
};
/// The switch of a colour row.
pub static SWITCH: Family = Family {
    id: "Z",
    indices: &[Player, Player, Slot],
    says: "1 if the two players in the slot are to be given colours.",
    rule: None,
    algebra: r"Z_{abj} \in \{0, 1\} \quad \forall a, b \in I, j \in J",
};
/// A score difference.
pub static DIFFERENCE: Family = Family {
    id: "H",
    indices: &[Player, Player, Slot],
    says: "A score difference; in a written program, in points if it is whole, and else in tenths.",
    rule: None,
    algebra: r"H_z \geq 0",
};
/// A score difference of a slot.
pub static DIFFERENCE_OF_SLOT: Family = Family {
    id: "H",
    indices: &[Slot],
    says: "The score difference of the two players in the slot; in a written program, in tenths of a point.",
    rule: None,
    algebra: r"H_j \geq 0 \quad \forall j \in J",
};
/// A score difference of a player.
pub static DIFFERENCE_OF_PLAYER: Family = Family {
    id: "H",
    indices: &[Player],
    says: "The greatest score difference of the player; in a written program, in points if it is whole, and else in tenths.",
    rule: None,
    algebra: r"H_i \geq 0 \quad \forall i \in I",
};
/// The colour difference becomes +2.
pub static PLUS_TWO: Family = Family {
    id: "L",
    indices: &[Player],
    says: "1 if the player's colour difference becomes +2.",
    rule: None,
    algebra: r"L_i \in \{0, 1\} \quad \forall i \in I",
};
/// The colour difference becomes −2.
pub static MINUS_TWO: Family = Family {
    id: "M",
    indices: &[Player],
    says: "1 if the player's colour difference becomes -2.",
    rule: None,
    algebra: r"M_i \in \{0, 1\} \quad \forall i \in I",
};
/// A slot with a name.
pub static NAMED: Family = Family {
    id: "named",
    indices: &[Player, Slot],
    says: "A player sits in the slot of a higher player only if that player sits there.",
    rule: None,
    algebra: r"X_{ij} \leq X_{jj} \quad \forall i > j",
};
/// Each player at most once.
pub static ONCE: Family = Family {
    id: "once",
    indices: &[Player],
    says: "A player sits in at most one slot.",
    rule: None,
    algebra: r"\sum_j X_{ij} \leq 1 \quad \forall i \in I",
};
/// A difference of the two players in a slot.
pub static DIFFERENCE_IF_BOTH: Family = Family {
    id: "difference",
    indices: &[Player, Player, Slot],
    says: "The difference is at least that of these two, if both sit in the slot.",
    rule: None,
    algebra: r"H_z \geq |S_a - S_b| \, (X_{aj} + X_{bj} - 1) \quad \forall a, b \in I, j \in J",
};
/// One side of a difference as written.
pub static DIFFERENCE_ABOVE: Family = Family {
    id: "difference_above",
    indices: &[Player, Player, Slot],
    says: "The difference is at least what the first player's score is above the second one's, with 0 for whoever sits elsewhere.",
    rule: None,
    algebra: r"H_z \geq S_a X_{aj} - S_b X_{bj} \quad \forall a, b \in I, j \in J",
};
/// The other side of a difference as written.
pub static DIFFERENCE_BELOW: Family = Family {
    id: "difference_below",
    indices: &[Player, Player, Slot],
    says: "The difference is at least what the first player's score is below the second one's, with 0 for whoever sits elsewhere.",
    rule: None,
    algebra: r"H_z \geq -(S_a X_{aj} - S_b X_{bj}) \quad \forall a, b \in I, j \in J",
};
/// No third colour, as written.
pub static THIRD_COLOUR: Family = Family {
    id: "third_colour",
    indices: &[Player],
    says: "Of the colours that are open to the player, with none among them, exactly one is given.",
    rule: None,
    algebra: r"R_{iW} C_{iW} + R_{iB} C_{iB} + C_{iN} = 1 \quad \forall i \in I",
};
/// Colours of two players in a slot, as written.
pub static COLOURS: Family = Family {
    id: "colours",
    indices: &[Player, Player, Slot],
    says: "The two are given two colours, if the switch is 1.",
    rule: None,
    algebra: r"\sum_k C_{ak} + \sum_k C_{bk} - 2 \geq -3 (1 - Z_{abj}) \quad \forall a, b \in I, j \in J",
};
/// The switch is on for two players in a slot.
pub static SWITCHED: Family = Family {
    id: "switch",
    indices: &[Player, Player, Slot],
    says: "The switch is 1 if both sit in the slot.",
    rule: None,
    algebra: r"Z_{abj} \geq X_{aj} + X_{bj} - 1 \quad \forall a, b \in I, j \in J",
};
/// A colour for whoever plays.
pub static HAS_COLOUR: Family = Family {
    id: "has_colour",
    indices: &[Player],
    says: "A player who sits in a slot has White or Black, and any other player neither.",
    rule: None,
    algebra: r"C_{iW} + C_{iB} = \sum_j X_{ij} \quad \forall i \in I",
};
/// One colour or none.
pub static ONE_COLOUR: Family = Family {
    id: "one_colour",
    indices: &[Player],
    says: "A player has White, Black or none.",
    rule: None,
    algebra: r"C_{iW} + C_{iB} + C_{iN} = 1 \quad \forall i \in I",
};
/// The colour difference is at most 2.
pub static BALANCE_ABOVE: Family = Family {
    id: "balance_above",
    indices: &[Player],
    says: "The colour difference is at most +2.",
    rule: None,
    algebra: r"W_i - B_i + C_{iW} - C_{iB} \leq 2 \quad \forall i \in I",
};
/// The colour difference is at least −2.
pub static BALANCE_BELOW: Family = Family {
    id: "balance_below",
    indices: &[Player],
    says: "The colour difference is at least -2.",
    rule: None,
    algebra: r"W_i - B_i + C_{iW} - C_{iB} \geq -2 \quad \forall i \in I",
};
/// A strong preference as written, one side.
pub static STRONG_ABOVE: Family = Family {
    id: "strong_above",
    indices: &[Player],
    says: "The colour difference is at most +2, with twice the colour that the player should not have.",
    rule: None,
    algebra: r"W_i - B_i + 2 C_{iW} - C_{iB} \leq 2 \quad \forall i : W_i - B_i = 1",
};
/// A strong preference as written, the other side.
pub static STRONG_BELOW: Family = Family {
    id: "strong_below",
    indices: &[Player],
    says: "The colour difference is at least -2, with twice the colour that the player should not have.",
    rule: None,
    algebra: r"W_i - B_i + C_{iW} - 2 C_{iB} \geq -2 \quad \forall i : W_i - B_i = -1",
};
/// Alternation as written.
pub static ALTERNATE: Family = Family {
    id: "alternate",
    indices: &[Player],
    says: "A player with equal colours gets a colour not had previously, or none.",
    rule: None,
    algebra: r"T_{iW} C_{iW} + T_{iB} C_{iB} + C_{iN} = 1 \quad \forall i : W_i = B_i",
};
/// L is 1 if the difference is +2.
pub static PLUS_TWO_IF: Family = Family {
    id: "plus_two_if",
    indices: &[Player],
    says: "L is 1 if the colour difference becomes +2.",
    rule: None,
    algebra: r"L_i \geq W_i - B_i + C_{iW} - C_{iB} - 1 \quad \forall i \in I",
};
/// L is 1 if a colour makes the difference +2.
pub static PLUS_TWO_MADE: Family = Family {
    id: "plus_two_made",
    indices: &[Player, Colour],
    says: "L is 1 if the player gets the colour that makes the colour difference +2.",
    rule: None,
    algebra: r"L_i \geq C_{ik} \quad \forall i, k \text{ with the difference } +2 \text{ after } k",
};
/// L is 1 only if the difference is +2.
pub static PLUS_TWO_ONLY_IF: Family = Family {
    id: "plus_two_only_if",
    indices: &[Player],
    says: "L is 0 if the colour difference does not become +2.",
    rule: None,
    algebra: r"4 L_i \leq W_i - B_i + C_{iW} - C_{iB} + 2 \quad \forall i \in I",
};
/// M is 1 if the difference is −2.
pub static MINUS_TWO_IF: Family = Family {
    id: "minus_two_if",
    indices: &[Player],
    says: "M is 1 if the colour difference becomes -2.",
    rule: None,
    algebra: r"M_i \geq -(W_i - B_i + C_{iW} - C_{iB}) - 1 \quad \forall i \in I",
};
/// M is 1 if a colour makes the difference −2.
pub static MINUS_TWO_MADE: Family = Family {
    id: "minus_two_made",
    indices: &[Player, Colour],
    says: "M is 1 if the player gets the colour that makes the colour difference -2.",
    rule: None,
    algebra: r"M_i \geq C_{ik} \quad \forall i, k \text{ with the difference } -2 \text{ after } k",
};
/// M is 1 only if the difference is −2.
pub static MINUS_TWO_ONLY_IF: Family = Family {
    id: "minus_two_only_if",
    indices: &[Player],
    says: "M is 0 if the colour difference does not become -2.",
    rule: None,
    algebra: r"4 M_i \leq -(W_i - B_i + C_{iW} - C_{iB}) + 2 \quad \forall i \in I",
};
/// A board or the bye.
pub static BOARD_OR_BYE: Family = Family {
    id: "board_or_bye",
    indices: &[Player],
    says: "Each player sits in one slot, or has the bye.",
    rule: None,
    algebra: r"\sum_j X_{ij} + \mathit{BYE}_i = 1 \quad \forall i \in I",
};
/// The kinds of columns and the families of rows of the text, as `text` reads and repairs it.
#[must_use]
pub fn of(text: &StudentText) -> [Vec<&'static Family>; 2] {
    let repairs = |erratum: Erratum| text.repairs(erratum);
    let difference = match (repairs(Erratum::SumOverPlayers), text.readings.differences) {
        (true, _) => &DIFFERENCE_OF_SLOT,
        (false, Differences::OnePerPlayer) => &DIFFERENCE_OF_PLAYER,
        (false, Differences::PerPairAndSlot) => &DIFFERENCE,
    };
    let either = |erratum: Erratum, repaired: &[&'static Family], written: &[&'static Family]| {
        if repairs(erratum) { repaired.to_vec() } else { written.to_vec() }
    };
    let columns = [
        vec![&slots::SEAT, &COLOUR, &PLUS_TWO, &MINUS_TWO, &slots::FULL, difference, &SWITCH],
        either(Erratum::Byes, &[&slots::BYE], &[]),
    ];
    let rows = [
        vec![&slots::TWO_OR_NONE],
        either(Erratum::Relabelling, &[&NAMED], &[]),
        vec![&ONCE, &slots::MEETS_ONCE],
        either(Erratum::Byes, &[&slots::KEPT_APART], &[]),
        either(Erratum::Outsiders, &[&DIFFERENCE_IF_BOTH], &[&DIFFERENCE_ABOVE, &DIFFERENCE_BELOW]),
        vec![&THIRD_COLOUR],
        either(Erratum::ZeroCoefficient, &[&slots::NO_THIRD_COLOUR], &[]),
        vec![&COLOURS],
        either(Erratum::FreeZ, &[&SWITCHED], &[]),
        either(Erratum::SameColour, &[&slots::OPPOSITE], &[]),
        either(Erratum::ColourWithoutBoard, &[&HAS_COLOUR, &ONE_COLOUR], &[]),
        either(Erratum::OldImbalance, &[&slots::COLOUR_BALANCE], &[&BALANCE_ABOVE, &BALANCE_BELOW]),
        either(Erratum::Alternation, &[], &[&ALTERNATE]),
        either(Erratum::StrongPreference, &[], &[&STRONG_ABOVE, &STRONG_BELOW]),
        either(Erratum::OldImbalance, &[&PLUS_TWO_MADE, &MINUS_TWO_MADE], &[&PLUS_TWO_IF, &MINUS_TWO_IF]),
        if text.readings.link == Link::TwoWay || repairs(Erratum::Reward) {
            vec![&PLUS_TWO_ONLY_IF, &MINUS_TWO_ONLY_IF]
        } else {
            Vec::new()
        },
        either(Erratum::Byes, &[&slots::ONE_BYE, &slots::NO_SECOND_BYE, &BOARD_OR_BYE], &[]),
    ];
    [columns.concat(), rows.concat()]
}
