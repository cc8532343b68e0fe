//! The kinds of columns and the families of rows of the student's text. Those that `slots` has as well are there.

use super::{Differences, Erratum, Link, StudentText};
use crate::model::Family;
use crate::model::Index::{Colour, Player, Slot};
use crate::model::families::slots;

pub(crate) static COLOUR: Family = Family::new("C", &[Player, Colour])
    .says("1 if the player is given the colour; N is for none.")
    .algebra(r"C_{ik} \in \{0, 1\} \quad \forall i \in I, k \in \{W, B, N\}");
pub(crate) static SWITCH: Family = Family::new("Z", &[Player, Player, Slot])
    .says("1 if the two players in the slot are to be given colours.")
    .algebra(r"Z_{abj} \in \{0, 1\} \quad \forall a, b \in I, j \in J");
pub(crate) static DIFFERENCE: Family = Family::new("H", &[Player, Player, Slot])
    .says("A score difference; in a written program, in points if it is whole, and else in tenths.")
    .algebra(r"H_z \geq 0");
pub(crate) static DIFFERENCE_OF_SLOT: Family = Family::new("H", &[Slot])
    .says("The score difference of the two players in the slot; in a written program, in tenths of a point.")
    .algebra(r"H_j \geq 0 \quad \forall j \in J");
pub(crate) static DIFFERENCE_OF_PLAYER: Family = Family::new("H", &[Player])
    .says("The greatest score difference of the player; in a written program, in points if it is whole, and else in tenths.")
    .algebra(r"H_i \geq 0 \quad \forall i \in I");
pub(crate) static PLUS_TWO: Family = Family::new("L", &[Player])
    .says("1 if the player's colour difference becomes +2.")
    .algebra(r"L_i \in \{0, 1\} \quad \forall i \in I");
pub(crate) static MINUS_TWO: Family = Family::new("M", &[Player])
    .says("1 if the player's colour difference becomes -2.")
    .algebra(r"M_i \in \{0, 1\} \quad \forall i \in I");
pub(crate) static NAMED: Family = Family::new("named", &[Player, Slot])
    .says("A player sits in the slot of a higher player only if that player sits there.")
    .algebra(r"X_{ij} \leq X_{jj} \quad \forall i > j");
pub(crate) static ONCE: Family = Family::new("once", &[Player])
    .says("A player sits in at most one slot.")
    .algebra(r"\sum_j X_{ij} \leq 1 \quad \forall i \in I");
pub(crate) static DIFFERENCE_IF_BOTH: Family = Family::new("difference", &[Player, Player, Slot])
    .says("The difference is at least that of these two, if both sit in the slot.")
    .algebra(r"H_z \geq |S_a - S_b| \, (X_{aj} + X_{bj} - 1) \quad \forall a, b \in I, j \in J");
pub(crate) static DIFFERENCE_ABOVE: Family = Family::new("difference_above", &[Player, Player, Slot])
    .says("The difference is at least what the first player's score is above the second one's, with 0 for whoever sits elsewhere.")
    .algebra(r"H_z \geq S_a X_{aj} - S_b X_{bj} \quad \forall a, b \in I, j \in J");
pub(crate) static DIFFERENCE_BELOW: Family = Family::new("difference_below", &[Player, Player, Slot])
    .says("The difference is at least what the first player's score is below the second one's, with 0 for whoever sits elsewhere.")
    .algebra(r"H_z \geq -(S_a X_{aj} - S_b X_{bj}) \quad \forall a, b \in I, j \in J");
pub(crate) static THIRD_COLOUR: Family = Family::new("third_colour", &[Player])
    .says("Of the colours that are open to the player, with none among them, exactly one is given.")
    .algebra(r"R_{iW} C_{iW} + R_{iB} C_{iB} + C_{iN} = 1 \quad \forall i \in I");
pub(crate) static COLOURS: Family = Family::new("colours", &[Player, Player, Slot])
    .says("The two are given two colours, if the switch is 1.")
    .algebra(r"\sum_k C_{ak} + \sum_k C_{bk} - 2 \geq -3 (1 - Z_{abj}) \quad \forall a, b \in I, j \in J");
pub(crate) static SWITCHED: Family = Family::new("switch", &[Player, Player, Slot])
    .says("The switch is 1 if both sit in the slot.")
    .algebra(r"Z_{abj} \geq X_{aj} + X_{bj} - 1 \quad \forall a, b \in I, j \in J");
pub(crate) static HAS_COLOUR: Family = Family::new("has_colour", &[Player])
    .says("A player who sits in a slot has White or Black, and any other player neither.")
    .algebra(r"C_{iW} + C_{iB} = \sum_j X_{ij} \quad \forall i \in I");
pub(crate) static ONE_COLOUR: Family = Family::new("one_colour", &[Player])
    .says("A player has White, Black or none.")
    .algebra(r"C_{iW} + C_{iB} + C_{iN} = 1 \quad \forall i \in I");
pub(crate) static BALANCE_ABOVE: Family = Family::new("balance_above", &[Player])
    .says("The colour difference is at most +2.")
    .algebra(r"W_i - B_i + C_{iW} - C_{iB} \leq 2 \quad \forall i \in I");
pub(crate) static BALANCE_BELOW: Family = Family::new("balance_below", &[Player])
    .says("The colour difference is at least -2.")
    .algebra(r"W_i - B_i + C_{iW} - C_{iB} \geq -2 \quad \forall i \in I");
pub(crate) static STRONG_ABOVE: Family = Family::new("strong_above", &[Player])
    .says("The colour difference is at most +2, with twice the colour that the player should not have.")
    .algebra(r"W_i - B_i + 2 C_{iW} - C_{iB} \leq 2 \quad \forall i : W_i - B_i = 1");
pub(crate) static STRONG_BELOW: Family = Family::new("strong_below", &[Player])
    .says("The colour difference is at least -2, with twice the colour that the player should not have.")
    .algebra(r"W_i - B_i + C_{iW} - 2 C_{iB} \geq -2 \quad \forall i : W_i - B_i = -1");
pub(crate) static ALTERNATE: Family = Family::new("alternate", &[Player])
    .says("A player with equal colours gets a colour not had previously, or none.")
    .algebra(r"T_{iW} C_{iW} + T_{iB} C_{iB} + C_{iN} = 1 \quad \forall i : W_i = B_i");
pub(crate) static PLUS_TWO_IF: Family = Family::new("plus_two_if", &[Player])
    .says("L is 1 if the colour difference becomes +2.")
    .algebra(r"L_i \geq W_i - B_i + C_{iW} - C_{iB} - 1 \quad \forall i \in I");
pub(crate) static PLUS_TWO_MADE: Family = Family::new("plus_two_made", &[Player, Colour])
    .says("L is 1 if the player gets the colour that makes the colour difference +2.")
    .algebra(r"L_i \geq C_{ik} \quad \forall i, k \text{ with the difference } +2 \text{ after } k");
pub(crate) static PLUS_TWO_ONLY_IF: Family = Family::new("plus_two_only_if", &[Player])
    .says("L is 0 if the colour difference does not become +2.")
    .algebra(r"4 L_i \leq W_i - B_i + C_{iW} - C_{iB} + 2 \quad \forall i \in I");
pub(crate) static MINUS_TWO_IF: Family = Family::new("minus_two_if", &[Player])
    .says("M is 1 if the colour difference becomes -2.")
    .algebra(r"M_i \geq -(W_i - B_i + C_{iW} - C_{iB}) - 1 \quad \forall i \in I");
pub(crate) static MINUS_TWO_MADE: Family = Family::new("minus_two_made", &[Player, Colour])
    .says("M is 1 if the player gets the colour that makes the colour difference -2.")
    .algebra(r"M_i \geq C_{ik} \quad \forall i, k \text{ with the difference } -2 \text{ after } k");
pub(crate) static MINUS_TWO_ONLY_IF: Family = Family::new("minus_two_only_if", &[Player])
    .says("M is 0 if the colour difference does not become -2.")
    .algebra(r"4 M_i \leq -(W_i - B_i + C_{iW} - C_{iB}) + 2 \quad \forall i \in I");
pub(crate) static BOARD_OR_BYE: Family = Family::new("board_or_bye", &[Player])
    .says("Each player sits in one slot, or has the bye.")
    .algebra(r"\sum_j X_{ij} + \mathit{BYE}_i = 1 \quad \forall i \in I");

/// The kinds of columns and the families of rows of the text, as `text` reads and repairs it.
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
