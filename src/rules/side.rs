use super::Diagnostic;

/// The side constraints of a model. Each example is the constraint in a model file, with a pairing that breaks it.
pub(super) const CONSTRAINTS: [Diagnostic; 7] = [
    Diagnostic {
        id: "side.max-downfloats",
        title: "Too many boards with unequal scores",
        meaning: "The model caps the boards whose players have different scores; the bye is not counted.",
        example: "# 1 has beaten 2, and 3 has beaten 4; the pairing is 1-4 2-3\n[side]\nmax-downfloats = 1",
        help: "Pair more players with equal scores, or raise max-downfloats.",
    },
    Diagnostic {
        id: "side.max-same-federation",
        title: "Too many boards inside a federation",
        meaning: "The model caps the boards whose players have one federation; players without one do not count.",
        example: "# 1, 2, 3 and 4 are of one federation; the pairing is 1-4 2-3\n[side]\nmax-same-federation = 1",
        help: "Pair more players of different federations, or raise max-same-federation.",
    },
    Diagnostic {
        id: "side.forced",
        title: "A forced pair is not made",
        meaning: "The model has two players who must meet, and they are not at one board.",
        example: "# the pairing is 1-4 2-3\n[side]\nforced = [[1, 3]]",
        help: "Pair the two, or take them out of forced.",
    },
    Diagnostic {
        id: "side.forbidden",
        title: "A forbidden pair is made",
        meaning: "The model has two players who must not meet, and they are at one board. (Pairs that the tournament's file \
                  forbids are ilp.no-forbidden-pair.)",
        example: "# the pairing is 1-4 2-3\n[side]\nforbidden = [[1, 4]]",
        help: "Give the two other opponents, or take them out of forbidden.",
    },
    Diagnostic {
        id: "define.forbid",
        title: "A rule of the model's own is broken",
        meaning: "A definition of the model forbids a board, a colour or a bye, and the pairing has it. The sentence names \
                  the definition.",
        example: "# 1 and 4 are of one club; the pairing is 1-4 2-3\n[[define]]\nname = \"clubs\"\nforbid = \"a.club != '' && a.club == b.club\"",
        help: "Give the players other opponents, or change the definition.",
    },
    Diagnostic {
        id: "define.count-at-most",
        title: "A cap of the model's own is broken",
        meaning: "A definition of the model caps the boards of which a condition is true, and the pairing has more. The \
                  sentence names the definition.",
        example: "# 1 and 4 are of one club; the pairing is 1-4 2-3\n[[define]]\nname = \"clubs\"\npair = \"a.club == b.club\"\ncount-at-most = 0",
        help: "Pair others, or raise count-at-most.",
    },
    Diagnostic {
        id: "define.value",
        title: "An expression has no value",
        meaning: "An expression of the model cannot be evaluated for a board, a player or the bye of the pairing.",
        example: "# the pairing is 1-2\n[[define]]\nname = \"ratio\"\npair = \"a.rating / (a.number - 1)\"",
        help: "Correct the expression where the sentence says.",
    },
];
