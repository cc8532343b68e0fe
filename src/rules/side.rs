use super::Diagnostic;

/// The side constraints of a model. Each example is the constraint in a model file, with a pairing that breaks it.
pub(super) const CONSTRAINTS: [Diagnostic; 4] = [
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
];
