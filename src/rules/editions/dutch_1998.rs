use super::{Edition, SystemFamily};
use crate::rules::Rule;
use crate::tournament::Date;

const SOURCE: &str = "FIDE Handbook C.04.1, Swiss System Based on Rating, approved 1992, 1997 and 1998";

const fn rule(id: &'static str, title: &'static str, meaning: &'static str, reading: &'static str) -> Rule {
    Rule { id, title, source: SOURCE, meaning, reading }
}

/// FIDE's Swiss system based on rating.
pub(super) const EDITION: Edition = Edition {
    id: "dutch-1998",
    title: "Dutch system of 1998",
    rules: RULES,
    readings: &[],
    family: SystemFamily::Dutch1998,
    // "Approved by the 1992, 1997 and 1998 General Assemblies".
    in_force: [Date::new(1999, 1, 1), Date::new(2011, 12, 31)],
    absolute: ["dutch-1998.B1a", "dutch-1998.B1b", "dutch-1998.B2"],
    colours: "dutch-1998.E",
};

/// The rules of the Swiss system based on rating of 1998, with the readings that
/// [`systems::dutch_1998`](crate::systems::dutch_1998) takes.
const RULES: &[Rule] = &[
    rule(
        "dutch-1998.A2",
        "Order",
        "Players are ranked by score, rating, title, and alphabetically; the order before round 1 gives the numbers.",
        "By score, then pairing number: the numbers are that order, and F.7 has corrected ratings affect what is still to \
         be paired only through numbers given anew.",
    ),
    rule(
        "dutch-1998.A3",
        "Score brackets",
        "As 2012 A.3: players moved down are paired first, the remainder is homogeneous, and so is a bracket of which at \
         least half were moved down.",
        "Half of those whom C.1 leaves. Treated as homogeneous, S1 is the higher half; pairs of unequal scores have floats all \
         the same.",
    ),
    rule(
        "dutch-1998.A4",
        "Floats",
        "When players of unequal scores are paired, the higher has a downfloat and the lower an upfloat.",
        "Written down when pairing, so a forfeited game has floats too (F.2 takes only its colours away).",
    ),
    rule(
        "dutch-1998.A5",
        "Byes",
        "In an odd field one player has the bye, worth one point; it is a downfloat.",
        "So is a full-point bye that was asked for; other requested byes are absences (F.5).",
    ),
    rule(
        "dutch-1998.A6",
        "Subgroups",
        "S1 is the moved-down players of a heterogeneous bracket, or the higher half of a homogeneous one; p is their \
         number.",
        "When p is decreased, the lowest of the moved-down players leave S1 for S2 (C.4).",
    ),
    rule(
        "dutch-1998.A7",
        "Colour preferences",
        "Absolute beyond +1 or -1 or after the same colour twice; strong if the difference is not 0; else mild.",
        "As 2012 A.7.a to c. In the last round a player with more than half the points has no absolute preference: it is \
         strong or mild. Without a game played there is no preference.",
    ),
    rule(
        "dutch-1998.A8",
        "x",
        "The number of pairs that cannot fulfil both preferences: the greater of those who want White and those who want \
         Black, less half the players, rounded up.",
        "Not below zero. It is that of the whole bracket, the remainder has what is left of it; C.11 raises it to what is \
         possible.",
    ),
    rule(
        "dutch-1998.B1a",
        "Nobody meets twice",
        "Two players shall not meet more than once.",
        "A game that was not played is no meeting (F.2). The organiser's bans are treated the same.",
    ),
    rule(
        "dutch-1998.B1b",
        "A point without playing",
        "Whoever had a point without playing shall not have the bye.",
        "Pairing-allocated and full-point byes and forfeit wins; half-point byes do not count.",
    ),
    rule(
        "dutch-1998.B2",
        "Colours stay balanced",
        "No colour difference beyond +2 or -2, and no colour three times in a row.",
        "Two players with the same absolute preference (A.7.a) do not meet. It does not apply to a player with more than \
         half the points in the last round; the opponent's absolute preference still holds.",
    ),
    rule(
        "dutch-1998.B3",
        "Equal scores meet",
        "The difference of the scores of two players paired should be as small as possible.",
        "That is what going from the highest bracket down does; nothing in C weighs score differences (2012 D.4 does).",
    ),
    rule("dutch-1998.B4", "Colour preferences", "As many players as possible receive their colour preference.", ""),
    rule(
        "dutch-1998.B5",
        "No float like that of the round before",
        "No identical float in two consecutive rounds.",
        "Of all pairs of unequal scores, and of all who leave the bracket or have the bye. It does not apply to a player with \
         more than half the points in the last round.",
    ),
    rule(
        "dutch-1998.B6",
        "No float like that of two rounds before",
        "No identical float as two rounds before.",
        "As B.5.",
    ),
    rule(
        "dutch-1998.C1",
        "Incompatible player",
        "A player without opponent in the bracket moves down, or has a higher bracket paired anew.",
        "If C.12 does not help, a moved-down player moves on like any other, before anybody is counted. C.14 would have \
         the whole bracket move down for him.",
    ),
    rule("dutch-1998.C6", "Pairing", "S1 and S2 are paired from the top. Whoever remains moves down.", ""),
    rule("dutch-1998.C7", "Transposition", "S2 is tried in every order, the first that will do is taken.", ""),
    rule("dutch-1998.C8", "Exchange", "In a homogeneous bracket players then change between S1 and S2.", ""),
    rule(
        "dutch-1998.C9",
        "Downfloats are dropped first",
        "B.6, then B.5, is dropped for downfloats.",
        "For the group at hand: each remainder starts with both. So before other opponents are tried for the moved-down \
         players.",
    ),
    rule(
        "dutch-1998.C10",
        "Then upfloats",
        "Other opponents are tried for the moved-down players; then B.6, and then B.5, is dropped for upfloats.",
        "For the whole bracket, with x as it was. Downfloats are required anew then. The other opponents are those of all \
         later transpositions.",
    ),
    rule(
        "dutch-1998.C11",
        "Then colours",
        "x is increased by one.",
        "Floats are required anew then (\"as much as possible\", B). So x is the least possible.",
    ),
    rule(
        "dutch-1998.C12",
        "Backtracking",
        "If another player moved down instead lets the bracket make p pairs, that player is.",
        "As many players as before. It helps if the bracket can then make more pairs, or, if it is heterogeneous, as many \
         with more of the moved-down players; those that help most are taken, and among them the bracket above is paired as it is best for \
         itself. A lowest bracket asks if it cannot be paired with all moved-down players in S1.",
    ),
    rule(
        "dutch-1998.C13",
        "Lowest bracket",
        "If the lowest bracket cannot be paired, the one above it is paired otherwise, or joined with it.",
        "As 2012 C.13; the joined bracket has no D.4.",
    ),
    rule(
        "dutch-1998.C14",
        "Fewer pairs",
        "When nothing will do, p is decreased by one.",
        "While S1 cannot be paired, it is p of the moved-down players; then that of the remainder.",
    ),
    rule("dutch-1998.D1", "Transpositions", "The orders of S2, in increasing order.", ""),
    rule(
        "dutch-1998.D2",
        "Exchanges",
        "One player, then two: the least difference of the numbers first, among equals the lowest player of S1.",
        "Then the highest of S2, as the matrices have it; three and more follow the same way (2012 D.2). Player 1 may be \
         exchanged too: the matrices leave that column out, and nothing in the text forbids it.",
    ),
    rule(
        "dutch-1998.E",
        "Colour allocation",
        "Who of two has White follows from E.1 to E.5, in descending priority.",
        "The verifier cites it, and says by which of them.",
    ),
    rule(
        "dutch-1998.E1",
        "Both preferences",
        "Grant both colour preferences.",
        "A player without one takes what is left.",
    ),
    rule(
        "dutch-1998.E2",
        "The stronger preference",
        "Grant the stronger colour preference.",
        "Absolute, strong, mild.",
    ),
    rule(
        "dutch-1998.E3",
        "Alternate",
        "Alternate to the most recent round in which the two had different colours.",
        "With the histories of F.3.",
    ),
    rule("dutch-1998.E4", "The higher ranked", "Grant the colour preference of the higher ranked player.", ""),
    rule(
        "dutch-1998.E5",
        "First round",
        "In the first round the players of S1 have colours in turn.",
        "As 2012 E.5. In a later round, where neither has played a game, the higher ranked has White: the text is silent.",
    ),
    rule(
        "dutch-1998.F1",
        "Board order",
        "Boards are sorted by the higher player's score, the sum of both scores, and the higher player's rank.",
        "",
    ),
    rule(
        "dutch-1998.F2",
        "Games not played",
        "Byes and games not played do not count for colours, and the two may meet again.",
        "",
    ),
    rule(
        "dutch-1998.F3",
        "Colour histories with gaps",
        "BWW-B is treated as -BWWB: games not played move to the front.",
        "",
    ),
    rule(
        "dutch-1998.F4",
        "First round",
        "All are one bracket: the highest of S1 meets the highest of S2, and the lowest player has the bye.",
        "The lowest who may have it.",
    ),
    rule(
        "dutch-1998.F5",
        "Absent players",
        "Whoever withdraws or is known not to play is not paired.",
        "A requested bye is such an absence; what it is worth is the tournament's business.",
    ),
    rule(
        "dutch-1998.F10",
        "Final standings",
        "Points; for the first place the best result against each other; the average rating of the opponents; lots.",
        "Only the games among those who share the first place count for the second. Opponents met over the board with a \
         rating make the average. Lots are the organiser's: players still equal share a rank.",
    ),
];
