use super::Diagnostic;

/// The structure that every pairing must have, under any rules. Each example is a pairing in the arbiters' form.
pub(super) const STRUCTURE: [Diagnostic; 7] = [
    Diagnostic {
        id: "pairing.plays-himself",
        title: "A player is his own opponent",
        meaning: "White and Black of a board are the same player.",
        example: "# players 1 to 4\n2\n1 2\n3 3",
        help: "Correct one of the two numbers.",
    },
    Diagnostic {
        id: "pairing.absent-player",
        title: "An absent player is paired",
        meaning: "A player has a board or the bye, but is not there in this round: the file has a requested bye or an absence.",
        example: "# players 1 to 5, 5 absent\n2\n1 2\n3 5",
        help: "Take the player out of the pairing, or the absence out of the file.",
    },
    Diagnostic {
        id: "pairing.unknown-player",
        title: "A number that no player has",
        meaning: "A board or the bye has a pairing number that is not in the tournament.",
        example: "# players 1 to 4\n2\n1 2\n3 9",
        help: "Correct the number; perhaps the pairing is of another tournament.",
    },
    Diagnostic {
        id: "pairing.player-twice",
        title: "A player appears twice",
        meaning: "A player has two boards, or a board and the bye.",
        example: "# players 1 to 4\n2\n1 2\n3 2",
        help: "Leave one of the two.",
    },
    Diagnostic {
        id: "pairing.player-missing",
        title: "A player is not paired",
        meaning: "A player who is there has neither a board nor the bye.",
        example: "# players 1 to 4\n1\n1 2",
        help: "Pair the player, or write the absence into the file.",
    },
    Diagnostic {
        id: "pairing.bye-in-even-field",
        title: "A bye that nobody needs",
        meaning: "An even number of players is there, so everybody can be paired, and somebody has the bye.",
        example: "# players 1 to 4\n2\n1 2\n3 0",
        help: "Pair those who are left; write a bye that was asked for into the file.",
    },
    Diagnostic {
        id: "pairing.no-bye-in-odd-field",
        title: "The bye is missing",
        meaning: "An odd number of players is there, so one must have the bye, and nobody has.",
        example: "# players 1 to 3\n1\n1 2",
        help: "Give the bye to one player, in a line such as 3 0.",
    },
];
