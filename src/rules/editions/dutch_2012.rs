use super::{Edition, SystemFamily};
use crate::rules::Rule;
use crate::tournament::Date;

const SOURCE: &str = "FIDE Handbook C.04.3.1, Dutch System, as agreed by the 83rd FIDE Congress, Istanbul 2012";

const fn rule(id: &'static str, title: &'static str, meaning: &'static str, reading: &'static str) -> Rule {
    Rule { id, title, source: SOURCE, meaning, reading }
}

/// FIDE's Dutch system as agreed in Istanbul.
pub(super) const EDITION: Edition = Edition {
    id: "dutch-2012",
    title: "Dutch system of 2012",
    rules: RULES,
    readings: &[],
    family: SystemFamily::Dutch2012,
    // "As agreed by the 83rd FIDE Congress in Istanbul 2012".
    in_force: [Date::new(2013, 1, 1), Date::new(2015, 12, 31)],
    absolute: ["dutch-2012.B1a", "dutch-2012.B1b", "dutch-2012.B2"],
    colours: "dutch-2012.E",
};

/// The rules of the Dutch system of 2012, with the readings that [`systems::dutch_2012`](crate::systems::dutch_2012)
/// takes.
const RULES: &[Rule] = &[
    rule(
        "dutch-2012.A2",
        "Order",
        "Players are ranked by score, then by pairing number.",
        "The score is the one that pairing goes by, accelerated points included.",
    ),
    rule(
        "dutch-2012.A3",
        "Score brackets",
        "Equal scores are a homogeneous bracket; with players moved down it is heterogeneous, and they are paired first. \
         A heterogeneous bracket of which at least half were moved down is treated as homogeneous.",
        "Half of those whom C.1 leaves. Treated as homogeneous, S1 is the higher half and there are no upfloats to avoid, \
         but B.3 still has the higher scores paired first.",
    ),
    rule(
        "dutch-2012.A4",
        "Floats",
        "When players of unequal scores meet, the higher ranked has a downfloat and the lower an upfloat.",
        "The scores are those that the round was paired by. A game nobody played gives no float but that of B.1.b.",
    ),
    rule(
        "dutch-2012.A5",
        "Byes",
        "In an odd field one player has the bye: no opponent, no colour, and points as the regulations say.",
        "Only those present count. A bye that was asked for is an absence.",
    ),
    rule(
        "dutch-2012.A6",
        "P0 and M0",
        "P0 is half the number of players in the bracket, rounded down; M0 is how many were moved down.",
        "",
    ),
    rule(
        "dutch-2012.A7a",
        "Absolute colour preference",
        "Colour difference beyond +1 or -1, or the same colour in the two latest games.",
        "Rounds not played are skipped. Where the difference and the two latest games ask for different colours, the \
         difference is followed.",
    ),
    rule("dutch-2012.A7b", "Strong colour preference", "Colour difference +1 or -1, and not absolute.", ""),
    rule("dutch-2012.A7c", "Mild colour preference", "Colour difference 0: alternate, if not absolute.", ""),
    rule(
        "dutch-2012.A7d",
        "Strong preferences in odd rounds",
        "In an odd round strong preferences are treated like absolute ones, as long as that makes no more floaters, no \
         floaters with higher scores and no greater score differences.",
        "So they come before x and floats, and after the number of pairs, the scores of those paired and C.12. For who \
         gets a colour (E.2) they stay strong.",
    ),
    rule(
        "dutch-2012.A7e",
        "Mild preferences in even rounds",
        "In an even round mild preferences count for the colour that leaves the fewest pairs with equal strong \
         preferences.",
        "So they count for x as they are, and not at all for z.",
    ),
    rule(
        "dutch-2012.A7f",
        "No preference",
        "Whoever has not played has no preference; the opponent's is granted.",
        "Where neither has played a game, see E.5.",
    ),
    rule(
        "dutch-2012.A8",
        "X1 and Z1",
        "X1 is the least number of pairs that cannot fulfil both preferences; in even rounds Z1 is the same for strong \
         preferences.",
        "The formulas are lower bounds, from which x and z are raised to what is possible; the trace shows both. With P1 \
         below P0 both fall with it (C.14).",
    ),
    rule(
        "dutch-2012.A10",
        "Topscorers",
        "In the last round, players with more than half of the maximum possible score.",
        "Points, without accelerated ones, against a win in every round before. Where the number of rounds is not known, \
         nobody is a topscorer (`--rounds` says it); a replay lets the last round of such a file be right by either.",
    ),
    rule(
        "dutch-2012.A11",
        "Quality of pairings",
        "In this order: the number of pairs, the closeness of scores, colour preferences, downfloaters, upfloaters.",
        "Closeness of scores stands before colours: of the moved-down players those with higher scores are paired first.",
    ),
    rule(
        "dutch-2012.B1a",
        "Nobody meets twice",
        "Two players shall not meet more than once.",
        "A game that was not played is no meeting. The organiser's bans are treated the same.",
    ),
    rule(
        "dutch-2012.B1b",
        "Points without playing",
        "Whoever had a point or half point without playing is a downfloater, and shall not have the bye.",
        "Pairing-allocated, full-point and half-point byes and forfeit wins, whatever they were worth; the downfloat is \
         that of the round it happened in.",
    ),
    rule(
        "dutch-2012.B2",
        "No two with the same absolute preference",
        "Players with the same absolute preference do not meet. That may be ignored for topscorers, if it helps to reduce \
         floaters or their scores.",
        "One topscorer in the pair is enough. It is ignored in as few pairs as can be, which comes after the number of \
         pairs and before A.7.d and x.",
    ),
    rule(
        "dutch-2012.B3",
        "Equal scores meet",
        "The difference of the scores of two players paired should be as small as possible.",
        "The players who leave the bracket have the least sum of scores.",
    ),
    rule("dutch-2012.B4", "Colour preferences", "As many players as possible receive their colour preference.", ""),
    rule(
        "dutch-2012.B5",
        "No float like that of the round before",
        "No identical float in two consecutive rounds.",
        "Downfloaters are those who leave the bracket, or have the bye, and were not moved down already; upfloaters \
         are those of a heterogeneous bracket who meet a moved-down player of S1 with a higher score.",
    ),
    rule(
        "dutch-2012.B6",
        "No float like that of two rounds before",
        "No identical float as two rounds before.",
        "As B.5.",
    ),
    rule(
        "dutch-2012.C1",
        "Incompatible player",
        "A player without opponent in the bracket moves down, or has a higher bracket paired anew.",
        "For a moved-down player C.12 is asked first: for P0 and M0, then as C.14 lowers them, until those moved \
         down make the stage. Then all without an opponent move on, before P0 is counted. In a lowest bracket nobody \
         does.",
    ),
    rule(
        "dutch-2012.C3",
        "Requirements",
        "P pairs, X, Z, and B.5 and B.6 for downfloaters and upfloaters.",
        "Every requirement is kept in as many pairs as can be.",
    ),
    rule(
        "dutch-2012.C4",
        "Subgroups",
        "The highest P players are S1, all others S2.",
        "Moved-down players who are not in S1 are in S2, and in the remainder.",
    ),
    rule("dutch-2012.C6", "Pairing", "S1 and S2 are paired from the top. Whoever remains moves down.", ""),
    rule("dutch-2012.C7", "Transposition", "S2 is tried in every order, the first that will do is taken.", "See D.1."),
    rule("dutch-2012.C8", "Exchange", "Then players change between S1 and S2, or others of the moved-down are S1.", ""),
    rule(
        "dutch-2012.C10",
        "Lowering requirements",
        "In this order: B.6 and B.5 for upfloaters, B.6 and B.5 for downfloaters, z, x, A.7.d, B.2 for topscorers. Any \
         is dropped for the least number of pairs only.",
        "Lowered requirements start anew with every step of a later one, so the best pairing has the least of the last, \
         then the least of the one before it, and so on. In even rounds x is lowered before z is held to it.",
    ),
    rule(
        "dutch-2012.C12",
        "Backtracking",
        "If as many other players with the same scores, moved down instead, let the bracket make P1 pairs, they are.",
        "Tried whenever P1 pairs, M1 of them with moved-down players, cannot be made: all P0 and M0 first, then as C.14 \
         lowers them for those moved down at first. What lies below is not looked at. Among several such sets the bracket \
         above is paired as it is best for itself. A lowest bracket that is not joined asks too, for each M1.",
    ),
    rule(
        "dutch-2012.C13",
        "Lowest bracket",
        "If the lowest bracket cannot be paired, the one above it is paired otherwise, or joined with it.",
        "So the first bracket on the way down whose downfloaters cannot be paired with all below is the penultimate \
         one, and all below it are one lowest bracket. It keeps M1, or lowers it to M1 - 1 and so on to 1, each with \
         the most P1, until they can. When S1, or in a homogeneous bracket P1, becomes zero, it is joined too, and \
         all of it is moved down; otherwise those who leave it are. The lowest bracket pairs as many moved-down \
         players with S2 as it can.",
    ),
    rule(
        "dutch-2012.C14",
        "Fewer pairs",
        "When nothing will do, P1 (or M1) is decreased by one.",
        "So a bracket makes as many pairs as it can, with as many moved-down players in S1 as it can.",
    ),
    rule(
        "dutch-2012.D1",
        "Transpositions",
        "The orders of S2, in increasing order. Where S1 is smaller, the first of each are paired.",
        "",
    ),
    rule(
        "dutch-2012.D2",
        "Exchanges",
        "Of one player, then two, and so on; by the difference of the sums of their numbers, then the higher list of S1, \
         then the lower list of S2.",
        "The numbers are the ranks within the bracket or remainder.",
    ),
    rule(
        "dutch-2012.D3",
        "Sets of moved-down players",
        "With M1 below M0, S1 is the first set that will do, the highest players first.",
        "After B.3: sets with higher scores stand before colours, the order within equal scores comes after them.",
    ),
    rule(
        "dutch-2012.D4",
        "B.3 in a lowest bracket",
        "In a joined lowest bracket the sum of squared score differences is least; the bye counts as an opponent with one \
         point less than the lowest player.",
        "Over all its pairs, those of moved-down players included, after M1 and before B.2 and colours. Where no brackets \
         were joined it changes nothing.",
    ),
    rule(
        "dutch-2012.E",
        "Colour allocation",
        "Who of two has White follows from E.1 to E.5, in descending priority.",
        "The verifier cites it, and says by which of them.",
    ),
    rule(
        "dutch-2012.E1",
        "Both preferences",
        "Grant both colour preferences.",
        "A player without one takes what is left.",
    ),
    rule(
        "dutch-2012.E2",
        "The stronger preference",
        "Grant the stronger colour preference.",
        "Absolute, strong, mild: two absolute ones (topscorers) are equal.",
    ),
    rule(
        "dutch-2012.E3",
        "Alternate",
        "Alternate to the most recent round in which the two had different colours.",
        "Rounds not played are skipped: the latest games are compared, then those before, and so on.",
    ),
    rule("dutch-2012.E4", "The higher ranked", "Grant the colour preference of the higher ranked player.", ""),
    rule(
        "dutch-2012.E5",
        "First round",
        "In the first round the players of S1 have colours in turn.",
        "The first, third, ... of S1 have the initial colour: the one declared, or that of the top board of round 1, \
         or White. By rank among those present. In a later round, where neither has played a game, an odd number of \
         the higher ranked has the colour that the odd ones of round 1 did not have, an even number that one; the \
         lot is read from round 1, if it shows it.",
    ),
];
