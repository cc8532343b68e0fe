//! The kinds of columns and the families of rows of models with an objective.

use super::{Cap, Family, Formulation, Objective};
use itertools::Itertools;

/// One binary a pair.
pub mod pairs {
    use crate::model::Family;
    use crate::model::Index::{Cap, Player};

    /// Two players meet, or one has the bye.
    pub static PAIR: Family = Family {
        id: "x",
        indices: &[Player, Player],
        says: "1 if the two meet, the higher one first; x_17_bye is 1 if 17 has the bye.",
        rule: None,
        algebra: r"x_{ab} \in \{0, 1\} \quad \forall \{a, b\} \in E",
    };
    /// Each player is paired once.
    pub static ONCE: Family = Family {
        id: "once",
        indices: &[Player],
        says: "Each player has one opponent, or the bye.",
        rule: None,
        algebra: r"\sum_{b : \{a, b\} \in E} x_{ab} = 1 \quad \forall a \in P",
    };
    /// One bye.
    pub static ONE_BYE: Family = Family {
        id: "one_bye",
        indices: &[],
        says: "In an odd field one player has the bye.",
        rule: None,
        algebra: r"\sum_{a : \{a, 0\} \in E} x_{a0} = 1 \quad \text{if } |P| \text{ is odd}",
    };
    /// The cap on downfloats.
    pub static MAX_DOWNFLOATS: Family = Family {
        id: "max_downfloats",
        indices: &[],
        says: "At most so many boards have players of unequal scores.",
        rule: Some("side.max-downfloats"),
        algebra: r"\sum_{\{a, b\} \in E : s_a \neq s_b} x_{ab} \leq k_1",
    };
    /// The cap on boards within a federation.
    pub static MAX_SAME_FEDERATION: Family = Family {
        id: "max_same_federation",
        indices: &[],
        says: "At most so many boards have both players of one federation.",
        rule: Some("side.max-same-federation"),
        algebra: r"\sum_{\{a, b\} \in E : f_a = f_b} x_{ab} \leq k_2",
    };
    /// A cap of the file's own.
    pub static COUNT_AT_MOST: Family = Family {
        id: "count_at_most",
        indices: &[Cap],
        says: "The condition of a definition is true of at most so many boards; caps are numbered from 1.",
        rule: Some("define.count-at-most"),
        algebra: r"\sum_{\{a, b\} \in E : g_{ab}} x_{ab} \leq k_g",
    };
}

/// The graph of a step of a system's procedure.
pub mod steps {
    use crate::model::Family;
    use crate::model::Index::Player;

    /// Two are matched.
    pub static EDGE: Family = Family {
        id: "x",
        indices: &[Player, Player],
        says: "1 if the two meet, the higher one first; x_17_bye is 1 if 17 has the bye, and exits and spare places take who leaves.",
        rule: None,
        algebra: r"x_{ab} \in \{0, 1\}",
    };
    /// Each is matched once.
    pub static ONE_EDGE: Family = Family {
        id: "once",
        indices: &[Player],
        says: "Each player, bye, exit and spare place is matched once.",
        rule: None,
        algebra: r"\sum_b x_{ab} = 1",
    };
}

/// Players in slots.
pub mod slots {
    use crate::model::Index::{Colour, Player, Slot, Tier};
    use crate::model::{Cap, Family};
    use crate::rules::Hard;

    /// A player in a slot.
    pub static SEAT: Family = Family {
        id: "X",
        indices: &[Player, Slot],
        says: "1 if the player sits in the slot; a slot is a board.",
        rule: None,
        algebra: r"X_{ij} \in \{0, 1\} \quad \forall i \in P, j \in J",
    };
    /// A player's colour.
    pub static COLOUR: Family = Family {
        id: "C",
        indices: &[Player, Colour],
        says: "1 if the player gets the colour.",
        rule: None,
        algebra: r"C_{ik} \in \{0, 1\} \quad \forall i \in P, k \in \{W, B\}",
    };
    /// The bye.
    pub static BYE: Family = Family {
        id: "BYE",
        indices: &[Player],
        says: "1 if the player has the bye.",
        rule: None,
        algebra: r"\mathit{BYE}_i \in \{0, 1\} \quad \forall i \in P, \text{ if } |P| \text{ is odd}",
    };
    /// A full slot.
    pub static FULL: Family = Family {
        id: "Y",
        indices: &[Slot],
        says: "1 if the slot is full.",
        rule: None,
        algebra: r"Y_j \in \{0, 1\} \quad \forall j \in J",
    };
    /// What a slot loses.
    pub static LOSS: Family = Family {
        id: "D",
        indices: &[Tier, Slot],
        says: "What the pair in the slot counts less in the tier than the best pair would.",
        rule: None,
        algebra: r"D_{tj} \geq 0 \quad \forall t \in T, j \in J",
    };
    /// A slot that a cap counts.
    pub static DOWNFLOAT: Family = Family {
        id: "FLOAT",
        indices: &[Slot],
        says: "1 if the slot counts as a board of unequal scores.",
        rule: Some("side.max-downfloats"),
        algebra: r"\mathit{FLOAT}_j \in \{0, 1\} \quad \forall j \in J",
    };
    /// A slot that the other cap counts.
    pub static SAME_FEDERATION: Family = Family {
        id: "FED",
        indices: &[Slot],
        says: "1 if the slot counts as a board within one federation.",
        rule: Some("side.max-same-federation"),
        algebra: r"\mathit{FED}_j \in \{0, 1\} \quad \forall j \in J",
    };
    /// Two players or none.
    pub static TWO_OR_NONE: Family = Family {
        id: "two_or_none",
        indices: &[Slot],
        says: "A full slot has two players, and any other slot none.",
        rule: None,
        algebra: r"\sum_i X_{ij} = 2\, Y_j \quad \forall j \in J",
    };
    /// Each player once.
    pub static ONCE: Family = Family {
        id: "once",
        indices: &[Player],
        says: "Each player sits in one slot, or has the bye.",
        rule: None,
        algebra: r"\sum_j X_{ij} + \mathit{BYE}_i = 1 \quad \forall i \in P",
    };
    /// One bye.
    pub static ONE_BYE: Family = Family {
        id: "one_bye",
        indices: &[],
        says: "In an odd field one player has the bye.",
        rule: None,
        algebra: r"\sum_i \mathit{BYE}_i = 1 \quad \text{if } |P| \text{ is odd}",
    };
    /// No rematch.
    pub static MEETS_ONCE: Family = Family {
        id: "meets_once",
        indices: &[Player, Player, Slot],
        says: "Two players who have met do not share a slot.",
        rule: Some("ilp.no-rematch"),
        algebra: r"X_{aj} + X_{bj} \leq 1 \quad \forall a, b \text{ who have met}, j \in J",
    };
    /// The organiser's bans.
    pub static KEPT_APART: Family = Family {
        id: "kept_apart",
        indices: &[Player, Player, Slot],
        says: "Two players whom the organiser keeps apart do not share a slot.",
        rule: Some("ilp.no-forbidden-pair"),
        algebra: r"X_{aj} + X_{bj} \leq 1 \quad \forall a, b \text{ whom the organiser keeps apart}, j \in J",
    };
    /// The model's bans.
    pub static FORBIDDEN: Family = Family {
        id: "forbidden",
        indices: &[Player, Player, Slot],
        says: "Two players whom the model keeps apart do not share a slot.",
        rule: Some("side.forbidden"),
        algebra: r"X_{aj} + X_{bj} \leq 1 \quad \forall \{a, b\} \in \text{forbidden}, j \in J",
    };
    /// No colour three times running.
    pub static NO_THIRD_COLOUR: Family = Family {
        id: "no_third_colour",
        indices: &[Player, Colour],
        says: "A player with the same colour in the two latest games does not get it again.",
        rule: Some("ilp.no-third-colour"),
        algebra: r"C_{ik} \leq 0 \quad \forall i \text{ with colour } k \text{ in the two latest games}",
    };
    /// The colour difference.
    pub static COLOUR_BALANCE: Family = Family {
        id: "colour_balance",
        indices: &[Player, Colour],
        says: "A player does not get a colour that would bring the colour difference beyond two.",
        rule: Some("ilp.colour-balance"),
        algebra: r"C_{ik} \leq 0 \quad \forall i, k \text{ with a colour difference beyond 2 after } k",
    };
    /// No second bye.
    pub static NO_SECOND_BYE: Family = Family {
        id: "no_second_bye",
        indices: &[Player],
        says: "A player who has scored a point without playing does not get the bye.",
        rule: Some("ilp.no-second-bye"),
        algebra: r"\mathit{BYE}_i \leq 0 \quad \forall i \text{ with a point without playing}",
    };
    /// A colour for whoever plays.
    pub static ONE_COLOUR: Family = Family {
        id: "one_colour",
        indices: &[Player],
        says: "A player who sits in a slot has one colour, and any other player none.",
        rule: None,
        algebra: r"C_{iW} + C_{iB} = \sum_j X_{ij} \quad \forall i \in P",
    };
    /// Different colours in a slot.
    pub static OPPOSITE: Family = Family {
        id: "opposite",
        indices: &[Player, Player, Slot, Colour],
        says: "Two players of one slot do not have the same colour.",
        rule: None,
        algebra: r"C_{ak} + C_{bk} + X_{aj} + X_{bj} \leq 3 \quad \forall a < b, j \in J, k \in \{W, B\}",
    };
    /// A forced pair in one slot.
    pub static TOGETHER: Family = Family {
        id: "together",
        indices: &[Player, Player, Slot],
        says: "Two players who must meet sit in the same slot.",
        rule: Some("side.forced"),
        algebra: r"X_{aj} = X_{bj} \quad \forall \{a, b\} \in \text{forced}, j \in J",
    };
    /// A forced pair plays.
    pub static FORCED: Family = Family {
        id: "forced",
        indices: &[Player, Player],
        says: "Two players who must meet sit in a slot.",
        rule: Some("side.forced"),
        algebra: r"\sum_j X_{aj} = 1 \quad \forall \{a, b\} \in \text{forced}",
    };
    /// What the cap on downfloats counts.
    pub static IS_DOWNFLOAT: Family = Family {
        id: "is_downfloat",
        indices: &[Player, Player, Slot],
        says: "A slot with these two, whose scores are unequal, counts.",
        rule: Some("side.max-downfloats"),
        algebra: r"\mathit{FLOAT}_j \geq X_{aj} + X_{bj} - 1 \quad \forall a < b, s_a \neq s_b, j \in J",
    };
    /// What the other cap counts.
    pub static IS_SAME_FEDERATION: Family = Family {
        id: "is_same_federation",
        indices: &[Player, Player, Slot],
        says: "A slot with these two, who are of one federation, counts.",
        rule: Some("side.max-same-federation"),
        algebra: r"\mathit{FED}_j \geq X_{aj} + X_{bj} - 1 \quad \forall a < b, f_a = f_b, j \in J",
    };
    /// The cap on downfloats.
    pub static MAX_DOWNFLOATS: Family = Family {
        id: "max_downfloats",
        indices: &[],
        says: "At most so many slots have players of unequal scores.",
        rule: Some("side.max-downfloats"),
        algebra: r"\sum_j \mathit{FLOAT}_j \leq k_1",
    };
    /// The cap on boards within a federation.
    pub static MAX_SAME_FEDERATION: Family = Family {
        id: "max_same_federation",
        indices: &[],
        says: "At most so many slots have both players of one federation.",
        rule: Some("side.max-same-federation"),
        algebra: r"\sum_j \mathit{FED}_j \leq k_2",
    };
    /// The first player in the first slot, the second one in the first two, and so on.
    pub static FIRST_SLOTS: Family = Family {
        id: "first_slots",
        indices: &[Player, Slot],
        says: "The player at place i of the pairing order sits in one of the first i slots.",
        rule: None,
        algebra: r"X_{ij} \leq 0 \quad \forall i \in P, j > i",
    };
    /// The order of slots.
    pub static ORDER: Family = Family {
        id: "order",
        indices: &[Player, Slot],
        says: "A player sits in a slot only if a higher player sits in the slot before.",
        rule: None,
        algebra: r"X_{ij} \leq \sum_{h < i} X_{h, j-1} \quad \forall i \in P, 1 < j \leq i",
    };
    /// What a slot loses.
    pub static LOSES: Family = Family {
        id: "loses",
        indices: &[Tier, Player, Player, Slot],
        says: "A slot with these two loses what they count less in the tier than the best pair.",
        rule: None,
        algebra: r"D_{tj} \geq d^t_{ab}\, (X_{aj} + X_{bj} - 1) \quad \forall t \in T, a < b, j \in J",
    };

    /// The rows of a hard rule.
    #[must_use]
    pub const fn of_rule(rule: Hard) -> &'static Family {
        match rule {
            Hard::NoRematch => &MEETS_ONCE,
            Hard::NoForbiddenPair => &KEPT_APART,
            Hard::NoThirdColour => &NO_THIRD_COLOUR,
            Hard::ColourBalance => &COLOUR_BALANCE,
            Hard::NoSecondBye => &NO_SECOND_BYE,
        }
    }

    /// The columns of a cap, the rows that count for it, and its own row; `None` for one of a definition, for which slots have none.
    #[must_use]
    pub const fn of_cap(cap: &Cap) -> Option<[&'static Family; 3]> {
        Some(match cap {
            Cap::Downfloats(_) => [&DOWNFLOAT, &IS_DOWNFLOAT, &MAX_DOWNFLOATS],
            Cap::SameFederation(_) => [&SAME_FEDERATION, &IS_SAME_FEDERATION, &MAX_SAME_FEDERATION],
            Cap::Defined(_) => return None,
        })
    }
}

/// The kinds of columns and the families of rows that programs of `objective` may have.
#[must_use]
pub fn of(objective: &Objective) -> [Vec<&'static Family>; 2] {
    match objective.formulation {
        Formulation::Pairs => {
            let caps = objective.caps().map(|(cap, _)| match cap {
                Cap::Downfloats(_) => &pairs::MAX_DOWNFLOATS,
                Cap::SameFederation(_) => &pairs::MAX_SAME_FEDERATION,
                Cap::Defined(_) => &pairs::COUNT_AT_MOST,
            });
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
