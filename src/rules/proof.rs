use super::Diagnostic;

/// The checks of a proof, in the order in which they are made. The title is the statement that is checked. Each example
/// is refused by the check.
///
/// [`proof::check`](crate::proof::check()) makes them.
pub const CHECKS: [Diagnostic; 16] = [
    Diagnostic {
        id: "proof.statement",
        title: "The proof is about this round and this model",
        meaning: "The certificate names a round and a model, and they must be those asked about.",
        example: "A certificate with \"round\":5 and \"model\":\"pairs\", for round 6 or for the model fair.",
        help: "Check it with the --round and --model that it was made for.",
    },
    Diagnostic {
        id: "proof.scope",
        title: "Exact weights can separate the tiers of the model",
        meaning: "A certificate makes all tiers one number, with every tier above the sum of those that follow. A pair may weigh \
                  2^100, and in a large round 2^119 divided by the square of the number of seats.",
        example: "A model of nine tiers with points in thousands.",
        help: "Weigh with fewer tiers; without --proof the optimum is still found.",
    },
    Diagnostic {
        id: "proof.pairing",
        title: "The pairing breaks no rule",
        meaning: "What is claimed to be optimal must be legal by the model; the verifier says which rule it breaks.",
        example: "A certificate of an optimum without a pairing, or with one in which two players meet again.",
        help: "Give the pairing that the proof was written for.",
    },
    Diagnostic {
        id: "proof.slots",
        title: "The certificate's slots are the boards of the pairing",
        meaning: "A filling of slots is a pairing, and worth what that is worth, so what is proven of pairs holds for slots. Who sits in \
                  which slot makes the pairing, White first; ordered slots come in the order of their highest players.",
        example: "\"slots\":[[1,2],[3,4]] for a pairing in which 1 meets 3.",
        help: "Give the pairing that the proof was written for; else make the proof again with solve --proof.",
    },
    Diagnostic {
        id: "proof.seats",
        title: "Every player present, and the bye of an odd field, has one dual value",
        meaning: "The list seats has each seat of the round once, in pairing order, the bye (0) last.",
        example: "\"seats\":[{\"seat\":1,\"dual\":20},{\"seat\":1,\"dual\":30}]",
        help: "Check that the players present are those the proof was made for; else make the proof again.",
    },
    Diagnostic {
        id: "proof.odd-sets",
        title: "Every odd set is a set of seats, odd in number, and at least three",
        meaning: "Only of an odd number of players is it true that one of them is paired outside the set.",
        example: "\"odd_sets\":[{\"seats\":[1,2,3,4],\"dual\":10}]",
        help: "Make the proof again with solve --proof.",
    },
    Diagnostic {
        id: "proof.signs",
        title: "No odd set and no multiplier is negative, and all numbers together are within 2^123",
        meaning: "A set has at most so many pairs, so its dual value can only raise the bound. The dual values of seats may \
                  have either sign. Beyond 2^123 sums would not stay exact.",
        example: "\"odd_sets\":[{\"seats\":[1,2,3],\"dual\":-10}]",
        help: "Make the proof again with solve --proof.",
    },
    Diagnostic {
        id: "proof.reduced-costs",
        title: "No pair weighs more than the dual values of its seats and of the odd sets around it",
        meaning: "Else the bound does not hold for a pairing with that pair. Every legal pair is looked at; by the student's \
                  text, every player who may be without a slot, too.",
        example: "1 and 2 weigh 50, and their dual values are 20 and 20.",
        help: "Check that round, results and model are those the proof was made for; else make the proof again.",
    },
    Diagnostic {
        id: "proof.bound",
        title: "The bound is the sum of the dual values, each odd set's times the pairs it has room for",
        meaning: "A set of 2k+1 seats has room for k pairs. The sum must be the certificate's bound, to the last digit.",
        example: "Dual values 20 and 30, no odd set, and \"bound\":60.",
        help: "Make the proof again with solve --proof.",
    },
    Diagnostic {
        id: "proof.equality",
        title: "The pairing weighs as much as the bound",
        meaning: "No pairing weighs more than the bound, so one that weighs as much is optimal. This one weighs less.",
        example: "A pairing that weighs 40, and \"bound\":50.",
        help: "Give the pairing that the proof was written for: this one is not shown to be optimal.",
    },
    Diagnostic {
        id: "proof.stages",
        title: "A model with caps has one stage for each tier, and a cap that cannot be kept is one of the model's",
        meaning: "With caps the tiers are proven one after another. Each stage has the optimum of its tier as its bound.",
        example: "\"optimal-with-caps\":[] for a model of three tiers.",
        help: "Check that the model is the one that the proof was made for; else make the proof again.",
    },
    Diagnostic {
        id: "proof.cases",
        title: "The cases of a stage are all cases there are, and each leaf has one multiplier for each ceiling and each case",
        meaning: "Certain pairs are made at most so many times, or more often: after the first case, with all cases within \
                  it, comes the second. Each case that is not divided again has a leaf.",
        example: "A tree that is one branch with one leaf.",
        help: "Make the proof again with solve --proof.",
    },
    Diagnostic {
        id: "proof.components",
        title: "The Tutte set and its odd components are disjoint sets of seats, each component odd in number, and more \
                components than seats in the Tutte set",
        meaning: "An odd component cannot be paired within itself, so somebody of each must meet somebody of the Tutte set. \
                  With more components than seats in the Tutte set not all can.",
        example: "\"tutte_set\":[1],\"odd_components\":[[2,3,4]]",
        help: "Make the proof again with solve --proof.",
    },
    Diagnostic {
        id: "proof.boundary",
        title: "Whoever is in an odd component may be paired with nobody but that component and the Tutte set",
        meaning: "Else somebody of the component has another way to be paired, and nothing is proven. Every legal pair is \
                  looked at. By the student's text, nobody of a component may be without a slot.",
        example: "\"tutte_set\":[],\"odd_components\":[[2],[3]] in a round in which 2 may meet 3.",
        help: "Check that round, results and model are those the proof was made for; else make the proof again.",
    },
    Diagnostic {
        id: "proof.files",
        title: "The program and the proof for VeriPB are those of the round, the pairing and the certificate",
        meaning: "Both files are written anew from round, model and certificate, and must be equal byte for byte. Else VeriPB \
                  would check something else.",
        example: "A weight changed in round.opb, or a line in round.pbp.",
        help: "Leave the three files in their folder as they were written, or make the proof again.",
    },
    Diagnostic {
        id: "proof.step",
        title: "The numbers of each step prove the answers to what the procedure of the system asks",
        meaning: "Partners must be a matching of the edges that are left, dual values must allow no edge more than it costs and come to \
                  what the matching costs, a Tutte set must leave more odd components than it has members, and there must be as many \
                  steps and tiers as the procedure asks for.",
        example: "A dual value that is one more, or a step that is left out.",
        help: "Check that the results are those the proof was made for; else make the proof again with pair --proof.",
    },
];
