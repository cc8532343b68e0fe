use super::{Candidates, Edition, SystemFamily};
use crate::rules::Rule;
use crate::tournament::Date;

const SOURCE: &str = "FIDE Handbook C.04.3, FIDE (Dutch) System, Baku 2016, effective until 31 January 2026";

const fn rule(id: &'static str, title: &'static str, meaning: &'static str, reading: &'static str) -> Rule {
    Rule { id, title, source: SOURCE, meaning, reading }
}

/// FIDE's Dutch system, in force until 31 January 2026.
pub(super) const EDITION: Edition = Edition {
    id: "dutch-2017",
    title: "Dutch system of 2017",
    rules: RULES,
    readings: &[],
    family: SystemFamily::DutchSince2017(&Candidates {
        floats_by_points: false,
        byes_by_points: false,
        completes_all: false,
        prepared: "dutch-2017.B3",
        transposition: "dutch-2017.D1",
        exchange: "dutch-2017.D2",
        set: "dutch-2017.D3",
        downfloater: "dutch-2017.A4",
        bye: "dutch-2017.A5",
        colours: ["dutch-2017.E1", "dutch-2017.E2", "dutch-2017.E3", "dutch-2017.E4", "dutch-2017.E5"],
        outlook: "dutch-2017.A9",
        downfloats: ["dutch-2017.C12", "dutch-2017.C14"],
    }),
    // "Effective till 31 January 2026"; approved in Baku 2016, completed in Goynuk 2017.
    in_force: [Date::new(2018, 1, 1), Date::new(2026, 1, 31)],
    absolute: ["dutch-2017.C1", "dutch-2017.C2", "dutch-2017.C3"],
    colours: "dutch-2017.E",
};

/// The rules of the FIDE (Dutch) System of 2017, with the readings taken.
const RULES: &[Rule] = &[
    rule(
        "dutch-2017.A2",
        "Order",
        "Players are ranked by score, then by pairing number.",
        "The score is the one that pairing goes by, accelerated points included.",
    ),
    rule(
        "dutch-2017.A3",
        "Brackets",
        "A bracket is a score group (its residents) with those who remained unpaired in the bracket before. A remainder is \
         what the moved-down players leave of its residents.",
        "",
    ),
    rule(
        "dutch-2017.A4",
        "Floats",
        "When players with different scores have played, the higher ranked has a downfloat and the lower an upfloat. Whoever \
         does not play in a round, for whatever reason, has a downfloat.",
        "The scores are those that the round was paired by. Byes of any kind, absences, also before a late entry, and \
         forfeited games, won or lost, are downfloats.",
    ),
    rule(
        "dutch-2017.A5",
        "Byes",
        "In an odd field one player has no opponent and no colour, and the points of a win unless the regulations say \
         otherwise.",
        "Only those present count. A bye that was asked for is an absence.",
    ),
    rule(
        "dutch-2017.A6",
        "Colour difference and preference",
        "Absolute: a difference beyond +1 or -1, or the same colour in the two latest games. Strong: +1 or -1. Mild: 0, to \
         alternate. Whoever has played no game has none.",
        "Rounds not played are skipped. Where the difference and the two latest games ask for different colours, the \
         difference is followed.",
    ),
    rule(
        "dutch-2017.A7",
        "Topscorers",
        "In the last round, players with more than half of the maximum possible score.",
        "Points, without accelerated ones, against a win in every round before. Where the number of rounds is not known, \
         nobody is a topscorer (`--rounds` says it).",
    ),
    rule(
        "dutch-2017.A8",
        "Pairing score difference (PSD)",
        "The score differences of all pairs and downfloaters, from the highest down. A downfloater's is that to one point less \
         than the lowest player of the bracket.",
        "",
    ),
    rule(
        "dutch-2017.A9",
        "Round-pairing outlook",
        "From the top score group down, bracket by bracket. If the downfloaters and all below cannot be paired, the bracket \
         is the penultimate one (PPB) and is paired again; all lower scores are collapsed to one last bracket (CLB).",
        "If all together cannot be paired the arbiter decides; the program names the players and rules that make it so.",
    ),
    rule(
        "dutch-2017.B3",
        "Preparation of the candidate",
        "S1 and S2 are paired from the top. The pairs of moved-down players are followed by a candidate for the remainder.",
        "",
    ),
    rule(
        "dutch-2017.B8",
        "The best candidate",
        "The best by C.5 to C.19, in this order; among equals the first in the sequence.",
        "",
    ),
    rule(
        "dutch-2017.C1",
        "Nobody meets twice",
        "Two players shall not play against each other more than once.",
        "A game that was not played is no meeting. The organiser's bans are treated the same.",
    ),
    rule(
        "dutch-2017.C2",
        "No second bye",
        "Whoever had a pairing-allocated bye, or a win because an opponent did not appear, shall not have the bye.",
        "The text names these two. So a bye that was asked for does not count, of a full point or of half a point.",
    ),
    rule(
        "dutch-2017.C3",
        "No two with the same absolute preference",
        "Players with the same absolute preference do not meet, unless one of them is a topscorer.",
        "The text forbids it to non-topscorers; C.8 and C.9 speak of topscorers' opponents, so one topscorer is enough.",
    ),
    rule(
        "dutch-2017.C4",
        "Completion",
        "The penultimate bracket chooses its downfloaters so that the round-pairing is completed.",
        "Any pairs of them and of all below, and one bye in an odd field.",
    ),
    rule("dutch-2017.C5", "Pairs", "Maximise the number of pairs.", ""),
    rule(
        "dutch-2017.C6",
        "Score differences",
        "Minimise the PSD.",
        "In a last bracket the bye's receiver is a downfloater, so the bye goes as low as it can.",
    ),
    rule(
        "dutch-2017.C7",
        "The following bracket",
        "In a bracket that is neither penultimate nor collapsed: choose the downfloaters so that the following bracket makes \
         the most pairs, then the least PSD.",
        "What lies below the following bracket is not looked at. If it is the last one, its pairing includes the bye (A.9), \
         which no pairing may give against C.2. If this lets no best candidate by C.5 and C.6 be completed, the bracket is \
         the penultimate one.",
    ),
    rule(
        "dutch-2017.C8",
        "Colour differences beyond two",
        "Minimise the topscorers and topscorers' opponents whose colour difference goes beyond +2 or -2.",
        "With the colours that E gives the two.",
    ),
    rule(
        "dutch-2017.C9",
        "The same colour three times",
        "Minimise the topscorers and topscorers' opponents who get the same colour three times in a row.",
        "With the colours that E gives the two; games not played are skipped.",
    ),
    rule("dutch-2017.C10", "Colour preferences", "Minimise the players who do not get their colour preference.", ""),
    rule(
        "dutch-2017.C11",
        "Strong preferences",
        "Minimise the players who do not get their strong colour preference.",
        "Absolute preferences are a kind of their own. Where one is denied, both players of the pair have one, and one is \
         a topscorer.",
    ),
    rule(
        "dutch-2017.C12",
        "Downfloat as in the round before",
        "Minimise the players who have a downfloat as in the round before.",
        "Moved-down players have one however they are paired, so residents decide.",
    ),
    rule(
        "dutch-2017.C13",
        "Upfloat as in the round before",
        "Minimise the players who have an upfloat as in the round before.",
        "",
    ),
    rule("dutch-2017.C14", "Downfloat as two rounds before", "As C.12, of two rounds before.", ""),
    rule("dutch-2017.C15", "Upfloat as two rounds before", "As C.13, of two rounds before.", ""),
    rule(
        "dutch-2017.C16",
        "Score differences, downfloat as in the round before",
        "Minimise the score differences of players who have a downfloat as in the round before.",
        "Compared from the highest down; a downfloater's is that of A.8.",
    ),
    rule(
        "dutch-2017.C17",
        "Score differences, upfloat as in the round before",
        "Minimise the score differences of players who have an upfloat as in the round before.",
        "Compared from the highest down.",
    ),
    rule(
        "dutch-2017.C18",
        "Score differences, downfloat as two rounds before",
        "As C.16, of two rounds before.",
        "As C.16.",
    ),
    rule(
        "dutch-2017.C19",
        "Score differences, upfloat as two rounds before",
        "As C.17, of two rounds before.",
        "As C.17.",
    ),
    rule(
        "dutch-2017.D1",
        "Transpositions",
        "The orders of S2, by the numbers of those who meet S1, in increasing order.",
        "",
    ),
    rule(
        "dutch-2017.D2",
        "Exchanges of residents",
        "Of as few players as possible; by the difference of the sums of their numbers, then the larger numbers that leave \
         S1, then the smaller ones that leave S2.",
        "",
    ),
    rule("dutch-2017.D3", "Exchanges of moved-down players", "S1 has the higher scores, then the smaller numbers.", ""),
    rule(
        "dutch-2017.E",
        "Colour allocation",
        "Who of two has White follows from E.1 to E.5, in descending priority.",
        "The verifier cites it, and says by which of them.",
    ),
    rule(
        "dutch-2017.E1",
        "Both preferences",
        "Grant both colour preferences.",
        "A player without one takes what is left.",
    ),
    rule(
        "dutch-2017.E2",
        "The stronger preference",
        "Grant the stronger preference; of two absolute ones the wider colour difference.",
        "",
    ),
    rule(
        "dutch-2017.E3",
        "Alternate",
        "Alternate to the most recent time in which one had White and the other Black.",
        "Rounds not played are skipped: the latest games are compared, then those before, and so on.",
    ),
    rule("dutch-2017.E4", "The higher ranked", "Grant the colour preference of the higher ranked player.", ""),
    rule(
        "dutch-2017.E5",
        "The initial colour",
        "The higher ranked player has the initial colour if the pairing number is odd, else the opposite.",
        "The number is the place, by the numbers of the file, among those who have arrived: they are to be paired now, or have had \
         a game (played or not) or a pairing-allocated bye. Who is yet to arrive has no number (C.04.2, 2.4; FIDE's Systems of \
         Pairings and Programs Commission, August 2026). The initial colour is the one declared, or that of round 1 as played, \
         or White.",
    ),
];
