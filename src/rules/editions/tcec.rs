use super::{Edition, SystemFamily};
use crate::rules::Rule;

const SOURCE: &str = "TCEC Swiss Tournament System, TCEC wiki, revision of 24 January 2023";

/// The TCEC Swiss.
pub(super) const EDITION: Edition = Edition {
    id: "tcec",
    title: "TCEC",
    rules: RULES,
    readings: &[],
    family: SystemFamily::Tcec,
    in_force: [None; 2],
    absolute: ["tcec.history", "tcec.bye", "tcec.viability"],
    colours: "tcec.colours",
};

/// The rules of the TCEC Swiss, with the readings that [`systems::tcec`](crate::systems::tcec) takes.
const RULES: &[Rule] = &[
    Rule {
        id: "tcec.order",
        title: "Pairing order",
        source: SOURCE,
        meaning: "Players are ranked by score, highest first, then by seed, lowest first; in every round.",
        reading: "Seeds are the pairing numbers. Whoever is absent takes no part.",
    },
    Rule {
        id: "tcec.bye",
        title: "The bye goes to the worst of those who had the fewest",
        source: SOURCE,
        meaning: "In an odd field the bottom of the order by received byes (most first), then pairing order, has the \
                  bye; it is scored as a win, in double rounds as two.",
        reading: "Received byes are pairing-allocated ones; a requested bye or an absence is none.",
    },
    Rule {
        id: "tcec.history",
        title: "Two players do not meet twice in the encounter history",
        source: SOURCE,
        meaning: "Players who met in a round that is not forgotten are not paired.",
        reading: "A pair enters the history when it is paired, so a forfeited game counts as met.",
    },
    Rule {
        id: "tcec.removal",
        title: "The earliest rounds are forgotten",
        source: SOURCE,
        meaning: "While no viable pairing exists, the earliest round leaves the encounter history, for good.",
        reading: "A file does not say what was forgotten, so the rounds before are replayed, each with those \
                  who took part in it. A past round that no removal makes viable forgets all rounds before it.",
    },
    Rule {
        id: "tcec.viability",
        title: "Colours stay balanced and the rest can be paired",
        source: SOURCE,
        meaning: "Two players may be paired if |WGD1 + WGD2| <= 2 (white-game differences) and they have not met; a \
                  round is viable if all can be paired so.",
        reading: "The formula is followed also beyond differences of two, which only other systems' rounds make. A \
                  forfeited game has no colour. The text knows no forbidden pairs: an organiser's ban holds in the \
                  round to pair, and no forgotten round lifts it.",
    },
    Rule {
        id: "tcec.pairing",
        title: "The first unpaired player takes the highest opponent that leaves the rest viable",
        source: SOURCE,
        meaning: "In pairing order each unpaired player is first-of-pair and gets the highest-ranked unpaired player \
                  with whom the pair is allowed and the round stays viable. The worst pair plays first.",
        reading: "As written.",
    },
    Rule {
        id: "tcec.colours",
        title: "Colours by white-game difference, then score, then 2112",
        source: SOURCE,
        meaning: "The greater white-game difference gets Black, then the higher score; else the first-of-pair has \
                  White in rounds 2, 3, 6, 7, 10, 11, ... In double rounds the first-of-pair begins with Black.",
        reading: "Rounds are numbered as in the tournament, whoever took part in them.",
    },
];
