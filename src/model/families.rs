//! The kinds of columns and the families of rows of models with an objective.

use super::{Cap, Family, Formulation, Objective};
use itertools::Itertools;

/// One binary a pair.
pub(super) mod pairs {
    use crate::model::Family;
    use crate::model::Index::{Cap, Player};

    pub(crate) static PAIR: Family = Family::new("x", &[Player, Player])
        .says("1 if the two meet, the higher one first; x_17_bye is 1 if 17 has the bye.")
        .algebra(r"x_{ab} \in \{0, 1\} \quad \forall \{a, b\} \in E");
    pub(crate) static ONCE: Family = Family::new("once", &[Player])
        .says("Each player has one opponent, or the bye.")
        .algebra(r"\sum_{b : \{a, b\} \in E} x_{ab} = 1 \quad \forall a \in P");
    pub(crate) static ONE_BYE: Family = Family::new("one_bye", &[])
        .says("In an odd field one player has the bye.")
        .algebra(r"\sum_{a : \{a, 0\} \in E} x_{a0} = 1 \quad \text{if } |P| \text{ is odd}");
    pub(crate) static MAX_DOWNFLOATS: Family = Family::new("max_downfloats", &[])
        .says("At most so many boards have players of unequal scores.")
        .of_rule("side.max-downfloats")
        .algebra(r"\sum_{\{a, b\} \in E : s_a \neq s_b} x_{ab} \leq k_1");
    pub(crate) static MAX_SAME_FEDERATION: Family = Family::new("max_same_federation", &[])
        .says("At most so many boards have both players of one federation.")
        .of_rule("side.max-same-federation")
        .algebra(r"\sum_{\{a, b\} \in E : f_a = f_b} x_{ab} \leq k_2");
    pub(crate) static COUNT_AT_MOST: Family = Family::new("count_at_most", &[Cap])
        .says("The condition of a definition is true of at most so many boards; caps are numbered from 1, and the group of one for each group follows.")
        .of_rule("define.count-at-most")
        .algebra(r"\sum_{\{a, b\} \in E : g_{ab}} x_{ab} \leq k_g");

    /// The row of a cap.
    pub(crate) const fn of_cap(cap: &super::Cap) -> &'static Family {
        match cap {
            super::Cap::Downfloats(_) => &MAX_DOWNFLOATS,
            super::Cap::SameFederation(_) => &MAX_SAME_FEDERATION,
            super::Cap::Defined(_) | super::Cap::OfGroup(..) => &COUNT_AT_MOST,
        }
    }
}

/// The graph of a step of a system's procedure.
pub(crate) mod steps {
    use crate::model::Family;
    use crate::model::Index::Player;

    pub(crate) static EDGE: Family = Family::new("x", &[Player, Player])
        .says("1 if the two meet, the higher one first; x_17_bye is 1 if 17 has the bye, and exits and spare places take who leaves.")
        .algebra(r"x_{ab} \in \{0, 1\}");
    pub(crate) static ONE_EDGE: Family = Family::new("once", &[Player])
        .says("Each player, bye, exit and spare place is matched once.")
        .algebra(r"\sum_b x_{ab} = 1");
}

/// Players in slots.
pub(super) mod slots {
    use crate::model::Index::{Colour, Player, Slot, Tier};
    use crate::model::{Cap, Family};
    use crate::rules::Hard;

    pub(crate) static SEAT: Family = Family::new("X", &[Player, Slot])
        .says("1 if the player sits in the slot; a slot is a board.")
        .algebra(r"X_{ij} \in \{0, 1\} \quad \forall i \in P, j \in J");
    pub(crate) static COLOUR: Family = Family::new("C", &[Player, Colour])
        .says("1 if the player gets the colour.")
        .algebra(r"C_{ik} \in \{0, 1\} \quad \forall i \in P, k \in \{W, B\}");
    pub(crate) static BYE: Family = Family::new("BYE", &[Player])
        .says("1 if the player has the bye.")
        .algebra(r"\mathit{BYE}_i \in \{0, 1\} \quad \forall i \in P, \text{ if } |P| \text{ is odd}");
    pub(crate) static FULL: Family =
        Family::new("Y", &[Slot]).says("1 if the slot is full.").algebra(r"Y_j \in \{0, 1\} \quad \forall j \in J");
    pub(crate) static LOSS: Family = Family::new("D", &[Tier, Slot])
        .says("What the pair in the slot counts less in the tier than the best pair would.")
        .algebra(r"D_{tj} \geq 0 \quad \forall t \in T, j \in J");
    pub(crate) static DOWNFLOAT: Family = Family::new("FLOAT", &[Slot])
        .says("1 if the slot counts as a board of unequal scores.")
        .of_rule("side.max-downfloats")
        .algebra(r"\mathit{FLOAT}_j \in \{0, 1\} \quad \forall j \in J");
    pub(crate) static SAME_FEDERATION: Family = Family::new("FED", &[Slot])
        .says("1 if the slot counts as a board within one federation.")
        .of_rule("side.max-same-federation")
        .algebra(r"\mathit{FED}_j \in \{0, 1\} \quad \forall j \in J");
    pub(crate) static TWO_OR_NONE: Family = Family::new("two_or_none", &[Slot])
        .says("A full slot has two players, and any other slot none.")
        .algebra(r"\sum_i X_{ij} = 2\, Y_j \quad \forall j \in J");
    pub(crate) static ONCE: Family = Family::new("once", &[Player])
        .says("Each player sits in one slot, or has the bye.")
        .algebra(r"\sum_j X_{ij} + \mathit{BYE}_i = 1 \quad \forall i \in P");
    pub(crate) static ONE_BYE: Family = Family::new("one_bye", &[])
        .says("In an odd field one player has the bye.")
        .algebra(r"\sum_i \mathit{BYE}_i = 1 \quad \text{if } |P| \text{ is odd}");
    pub(crate) static MEETS_ONCE: Family = Family::new("meets_once", &[Player, Player, Slot])
        .says("Two players who have met do not share a slot.")
        .of_rule("ilp.no-rematch")
        .algebra(r"X_{aj} + X_{bj} \leq 1 \quad \forall a, b \text{ who have met}, j \in J");
    pub(crate) static KEPT_APART: Family = Family::new("kept_apart", &[Player, Player, Slot])
        .says("Two players whom the organiser keeps apart do not share a slot.")
        .of_rule("ilp.no-forbidden-pair")
        .algebra(r"X_{aj} + X_{bj} \leq 1 \quad \forall a, b \text{ whom the organiser keeps apart}, j \in J");
    pub(crate) static FORBIDDEN: Family = Family::new("forbidden", &[Player, Player, Slot])
        .says("Two players whom the model keeps apart do not share a slot.")
        .of_rule("side.forbidden")
        .algebra(r"X_{aj} + X_{bj} \leq 1 \quad \forall \{a, b\} \in \text{forbidden}, j \in J");
    pub(crate) static NO_THIRD_COLOUR: Family = Family::new("no_third_colour", &[Player, Colour])
        .says("A player with the same colour in the two latest games does not get it again.")
        .of_rule("ilp.no-third-colour")
        .algebra(r"C_{ik} \leq 0 \quad \forall i \text{ with colour } k \text{ in the two latest games}");
    pub(crate) static COLOUR_BALANCE: Family = Family::new("colour_balance", &[Player, Colour])
        .says("A player does not get a colour that would bring the colour difference beyond two.")
        .of_rule("ilp.colour-balance")
        .algebra(r"C_{ik} \leq 0 \quad \forall i, k \text{ with a colour difference beyond 2 after } k");
    pub(crate) static NO_SECOND_BYE: Family = Family::new("no_second_bye", &[Player])
        .says("A player who has scored a point without playing does not get the bye.")
        .of_rule("ilp.no-second-bye")
        .algebra(r"\mathit{BYE}_i \leq 0 \quad \forall i \text{ with a point without playing}");
    pub(crate) static ONE_COLOUR: Family = Family::new("one_colour", &[Player])
        .says("A player who sits in a slot has one colour, and any other player none.")
        .algebra(r"C_{iW} + C_{iB} = \sum_j X_{ij} \quad \forall i \in P");
    pub(crate) static OPPOSITE: Family = Family::new("opposite", &[Player, Player, Slot, Colour])
        .says("Two players of one slot do not have the same colour.")
        .algebra(r"C_{ak} + C_{bk} + X_{aj} + X_{bj} \leq 3 \quad \forall a < b, j \in J, k \in \{W, B\}");
    pub(crate) static TOGETHER: Family = Family::new("together", &[Player, Player, Slot])
        .says("Two players who must meet sit in the same slot.")
        .of_rule("side.forced")
        .algebra(r"X_{aj} = X_{bj} \quad \forall \{a, b\} \in \text{forced}, j \in J");
    pub(crate) static FORCED: Family = Family::new("forced", &[Player, Player])
        .says("Two players who must meet sit in a slot.")
        .of_rule("side.forced")
        .algebra(r"\sum_j X_{aj} = 1 \quad \forall \{a, b\} \in \text{forced}");
    pub(crate) static IS_DOWNFLOAT: Family = Family::new("is_downfloat", &[Player, Player, Slot])
        .says("A slot with these two, whose scores are unequal, counts.")
        .of_rule("side.max-downfloats")
        .algebra(r"\mathit{FLOAT}_j \geq X_{aj} + X_{bj} - 1 \quad \forall a < b, s_a \neq s_b, j \in J");
    pub(crate) static IS_SAME_FEDERATION: Family = Family::new("is_same_federation", &[Player, Player, Slot])
        .says("A slot with these two, who are of one federation, counts.")
        .of_rule("side.max-same-federation")
        .algebra(r"\mathit{FED}_j \geq X_{aj} + X_{bj} - 1 \quad \forall a < b, f_a = f_b, j \in J");
    pub(crate) static MAX_DOWNFLOATS: Family = Family::new("max_downfloats", &[])
        .says("At most so many slots have players of unequal scores.")
        .of_rule("side.max-downfloats")
        .algebra(r"\sum_j \mathit{FLOAT}_j \leq k_1");
    pub(crate) static MAX_SAME_FEDERATION: Family = Family::new("max_same_federation", &[])
        .says("At most so many slots have both players of one federation.")
        .of_rule("side.max-same-federation")
        .algebra(r"\sum_j \mathit{FED}_j \leq k_2");
    pub(crate) static FIRST_SLOTS: Family = Family::new("first_slots", &[Player, Slot])
        .says("The player at place i of the pairing order sits in one of the first i slots.")
        .algebra(r"X_{ij} \leq 0 \quad \forall i \in P, j > i");
    pub(crate) static ORDER: Family = Family::new("order", &[Player, Slot])
        .says("A player sits in a slot only if a higher player sits in the slot before.")
        .algebra(r"X_{ij} \leq \sum_{h < i} X_{h, j-1} \quad \forall i \in P, 1 < j \leq i");
    pub(crate) static LOSES: Family = Family::new("loses", &[Tier, Player, Player, Slot])
        .says("A slot with these two loses what they count less in the tier than the best pair.")
        .algebra(r"D_{tj} \geq d^t_{ab}\, (X_{aj} + X_{bj} - 1) \quad \forall t \in T, a < b, j \in J");

    /// The rows of a hard rule.
    pub(crate) const fn of_rule(rule: Hard) -> &'static Family {
        match rule {
            Hard::NoRematch => &MEETS_ONCE,
            Hard::NoForbiddenPair => &KEPT_APART,
            Hard::NoThirdColour => &NO_THIRD_COLOUR,
            Hard::ColourBalance => &COLOUR_BALANCE,
            Hard::NoSecondBye => &NO_SECOND_BYE,
        }
    }

    /// The columns of a cap, the rows that count for it, and its own row; `None` for one of a definition, for which slots have none.
    pub(crate) const fn of_cap(cap: &Cap) -> Option<[&'static Family; 3]> {
        Some(match cap {
            Cap::Downfloats(_) => [&DOWNFLOAT, &IS_DOWNFLOAT, &MAX_DOWNFLOATS],
            Cap::SameFederation(_) => [&SAME_FEDERATION, &IS_SAME_FEDERATION, &MAX_SAME_FEDERATION],
            Cap::Defined(_) | Cap::OfGroup(..) => return None,
        })
    }
}

/// The kinds of columns and the families of rows that programs of `objective` may have.
pub fn of(objective: &Objective) -> [Vec<&'static Family>; 2] {
    match objective.formulation {
        Formulation::Pairs => {
            let caps = objective.caps().map(|(cap, _)| pairs::of_cap(&cap));
            [vec![&pairs::PAIR], [&pairs::ONCE, &pairs::ONE_BYE].into_iter().chain(caps).dedup().collect()]
        }
        Formulation::Slots | Formulation::SlotsOrdered => of_slots(objective),
    }
}

fn of_slots(objective: &Objective) -> [Vec<&'static Family>; 2] {
    let mut kinds = vec![&slots::SEAT, &slots::COLOUR, &slots::BYE, &slots::FULL];
    let mut rows = vec![&slots::TWO_OR_NONE, &slots::ONCE, &slots::ONE_BYE];
    rows.extend(objective.hard.iter().map(|rule| slots::of_rule(*rule)));
    rows.extend([&slots::ONE_COLOUR, &slots::OPPOSITE]);
    if !objective.side.forbidden.is_empty() {
        rows.push(&slots::FORBIDDEN);
    }
    if !objective.side.forced.is_empty() {
        rows.extend([&slots::TOGETHER, &slots::FORCED]);
    }
    for [kind, counts, most] in objective.caps().filter_map(|(cap, _)| slots::of_cap(&cap)) {
        kinds.push(kind);
        rows.extend([counts, most]);
    }
    if objective.formulation == Formulation::SlotsOrdered {
        rows.extend([&slots::FIRST_SLOTS, &slots::ORDER]);
    }
    kinds.push(&slots::LOSS);
    rows.push(&slots::LOSES);
    [kinds, rows]
}
