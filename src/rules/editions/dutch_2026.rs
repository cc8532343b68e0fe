use super::{Candidates, Edition, SystemFamily};
use crate::rules::Rule;
use crate::tournament::Date;

const SOURCE: &str = "FIDE Handbook C.04.3, FIDE (Dutch) System, effective from 1 February 2026";

const fn rule(id: &'static str, title: &'static str, meaning: &'static str, reading: &'static str) -> Rule {
    Rule { id, title, source: SOURCE, meaning, reading }
}

/// FIDE's Dutch system, in force from 1 February 2026.
pub(super) const EDITION: Edition = Edition {
    id: "dutch-2026",
    title: "Dutch system of 2026",
    rules: RULES,
    readings: &[],
    family: SystemFamily::DutchSince2017(&Candidates {
        floats_by_points: true,
        byes_by_points: true,
        completes_all: true,
        prepared: "dutch-2026.3.3",
        transposition: "dutch-2026.4.2",
        exchange: "dutch-2026.4.3",
        set: "dutch-2026.4.4",
        downfloater: "dutch-2026.1.4",
        bye: "dutch-2026.C5",
        colours: ["dutch-2026.5.2.1", "dutch-2026.5.2.2", "dutch-2026.5.2.3", "dutch-2026.5.2.4", "dutch-2026.5.2.5"],
        outlook: "dutch-2026.1.9",
        downfloats: ["dutch-2026.C14", "dutch-2026.C16"],
    }),
    // "Applied from 1st February, 2026".
    in_force: [Date::new(2026, 2, 1), None],
    absolute: ["dutch-2026.C1", "dutch-2026.C2", "dutch-2026.C3"],
    colours: "dutch-2026.5.2",
};

/// The rules of the FIDE (Dutch) System of 2026, with the readings taken.
const RULES: &[Rule] = &[
    rule(
        "dutch-2026.1.2",
        "Order",
        "Players are ranked by score, then by their tournament pairing number (TPN).",
        "The score is the one that pairing goes by, accelerated points included.",
    ),
    rule(
        "dutch-2026.1.3",
        "Brackets",
        "A bracket is a score group (its residents) with those who remained unpaired in the bracket before. A remainder is \
         what the moved-down players leave of its residents.",
        "",
    ),
    rule(
        "dutch-2026.1.4",
        "Floats",
        "When players with different scores have played, the higher ranked has a downfloat and the lower an upfloat. The \
         bye, and more points than for a loss without playing, are a downfloat. Nothing else is a float.",
        "The scores are those that the round was paired by. With the usual points, a forfeit win and a half-point or \
         full-point bye are downfloats; a forfeit loss, a zero-point bye and an absence are not. With others, the points \
         decide; where losses with White and Black differ, the greater one counts.",
    ),
    rule(
        "dutch-2026.1.5",
        "Pairing-allocated bye",
        "In an odd field one player has no opponent and no colour, and the points of a win unless the regulations say \
         otherwise.",
        "Only those present count. A bye that was asked for is an absence.",
    ),
    rule("dutch-2026.1.6", "Colour difference", "Games with White less games with Black.", "Played games alone count."),
    rule(
        "dutch-2026.1.7",
        "Colour preference",
        "Absolute: a difference beyond +1 or -1, or the same colour in the two latest games. Strong: +1 or -1. Mild: 0, to \
         alternate. Whoever has played no game has none.",
        "Rounds not played are skipped (General Handling Rules 3.4). Where the difference and the two latest games ask for \
         different colours, the difference is followed.",
    ),
    rule(
        "dutch-2026.1.8",
        "Topscorers",
        "In the last round, players with more than half of the maximum possible score.",
        "Points, without accelerated ones, against a win in every round before. Where the number of rounds is not known, \
         nobody is a topscorer (`--rounds` says it).",
    ),
    rule(
        "dutch-2026.1.9",
        "Round-pairing outlook",
        "From the top score group down, bracket by bracket, until all but one at most are paired and C1 to C3 are kept.",
        "If that is impossible the arbiter decides; the program names the players and rules that make it so.",
    ),
    rule(
        "dutch-2026.C1",
        "Nobody meets twice",
        "Two participants shall not play against each other more than once.",
        "A game that was not played is no meeting (General Handling Rules 3.5). The organiser's bans are treated the same.",
    ),
    rule(
        "dutch-2026.C2",
        "No second bye",
        "Whoever had a pairing-allocated bye, or in one round as many points without playing as a win gives, shall not have \
         the bye.",
        "What the file says that byes and forfeits are worth decides, and not their names. A pairing-allocated bye bars \
         whatever it is worth. Where wins with White and Black differ, the lesser one counts.",
    ),
    rule(
        "dutch-2026.C3",
        "No two with the same absolute preference",
        "Players with the same absolute preference do not meet, unless one of them is a topscorer.",
        "The text forbids it to non-topscorers; C10 and C11 speak of topscorers' opponents, so one topscorer is enough.",
    ),
    rule(
        "dutch-2026.C4",
        "Completion",
        "A pairing that keeps C1 to C3 must exist for all players not yet paired.",
        "Any pairs of them, whatever their brackets, and one bye in an odd field.",
    ),
    rule(
        "dutch-2026.C5",
        "The score of the bye",
        "Minimise the score of the assignee of the bye.",
        "It stands before the number of pairs. So the lowest score is found first that lets all be paired, and in every \
         bracket C4 asks for a bye of that score.",
    ),
    rule(
        "dutch-2026.C6",
        "Downfloaters",
        "Minimise the number of downfloaters.",
        "The bye's receiver is one of the last bracket.",
    ),
    rule(
        "dutch-2026.C7",
        "Scores of downfloaters",
        "Minimise the scores of the downfloaters, compared from the highest down.",
        "",
    ),
    rule(
        "dutch-2026.C8",
        "The following bracket",
        "Choose the downfloaters so that the following bracket complies with C1 to C7.",
        "As far as possible, in the order of C5, C6 and C7: the fewest downfloaters of the next score group with those moved \
         down, then the lowest scores of these, with a completion of all below.",
    ),
    rule(
        "dutch-2026.C9",
        "Unplayed games of the bye's receiver",
        "Minimise the unplayed games of the assignee of the bye, in a bracket that downfloats exactly one player, who ends up \
         with it.",
        "Rounds without a game over the board: byes of any kind, absences, also before a late entry, and forfeited games.",
    ),
    rule(
        "dutch-2026.C10",
        "Colour differences beyond two",
        "Minimise the topscorers and topscorers' opponents whose colour difference goes beyond +2 or -2.",
        "With the colours that 5.2 gives the two.",
    ),
    rule(
        "dutch-2026.C11",
        "The same colour three times",
        "Minimise the topscorers and topscorers' opponents who get the same colour three times in a row.",
        "With the colours that 5.2 gives the two; games not played are skipped.",
    ),
    rule("dutch-2026.C12", "Colour preferences", "Minimise the players who do not get their colour preference.", ""),
    rule(
        "dutch-2026.C13",
        "Strong preferences",
        "Minimise the players who do not get their strong colour preference.",
        "Absolute preferences are a kind of their own. Where one is denied, both players of the pair have one, and one is \
         a topscorer.",
    ),
    rule(
        "dutch-2026.C14",
        "Downfloat as in the round before",
        "Minimise the resident downfloaters who had a downfloat in the round before.",
        "",
    ),
    rule(
        "dutch-2026.C15",
        "Upfloat as in the round before",
        "Minimise the opponents of moved-down players who had an upfloat in the round before.",
        "",
    ),
    rule("dutch-2026.C16", "Downfloat as two rounds before", "As C14, of two rounds before.", ""),
    rule("dutch-2026.C17", "Upfloat as two rounds before", "As C15, of two rounds before.", ""),
    rule(
        "dutch-2026.C18",
        "Score differences, downfloat as in the round before",
        "Minimise the score differences, from the highest down, of moved-down players who had a downfloat in the round \
         before.",
        "Those in the limbo count, too, with the difference to one point less than the lowest player (as 2017 A.8 has it): else \
         it would be best to leave just these unpaired again.",
    ),
    rule(
        "dutch-2026.C19",
        "Score differences, upfloat as in the round before",
        "Minimise the score differences, from the highest down, of opponents of moved-down players who had an upfloat in the \
         round before.",
        "",
    ),
    rule(
        "dutch-2026.C20",
        "Score differences, downfloat as two rounds before",
        "As C18, of two rounds before.",
        "As C18.",
    ),
    rule("dutch-2026.C21", "Score differences, upfloat as two rounds before", "As C19, of two rounds before.", ""),
    rule(
        "dutch-2026.3.3",
        "Preparation of the candidate",
        "S1 and S2 are paired from the top. The pairs of moved-down players are followed by a candidate for the remainder.",
        "",
    ),
    rule(
        "dutch-2026.3.8",
        "The best candidate",
        "The best by C5 to C21, in this order; among equals the first in the sequence.",
        "",
    ),
    rule(
        "dutch-2026.4.2",
        "Transpositions",
        "The orders of S2, by the numbers of those who meet S1, in increasing order.",
        "",
    ),
    rule(
        "dutch-2026.4.3",
        "Exchanges",
        "Of as few players as possible; by the difference of the sums of their numbers, then the larger numbers that leave \
         S1, then the smaller ones that leave S2.",
        "",
    ),
    rule(
        "dutch-2026.4.4",
        "Sets of moved-down players",
        "Those that comply with C7, by their smallest differing number.",
        "",
    ),
    rule(
        "dutch-2026.5.2",
        "Colour allocation",
        "Who of two has White follows from 5.2.1 to 5.2.5, in descending priority.",
        "The verifier cites it, and says by which of them.",
    ),
    rule(
        "dutch-2026.5.2.1",
        "Both preferences",
        "Grant both colour preferences.",
        "A player without one takes what is left.",
    ),
    rule(
        "dutch-2026.5.2.2",
        "The stronger preference",
        "Grant the stronger preference; of two absolute ones the wider colour difference.",
        "",
    ),
    rule(
        "dutch-2026.5.2.3",
        "Alternate",
        "Alternate to the most recent time in which one had White and the other Black.",
        "Rounds not played are skipped: the latest games are compared, then those before, and so on.",
    ),
    rule("dutch-2026.5.2.4", "The higher ranked", "Grant the colour preference of the higher ranked player.", ""),
    rule(
        "dutch-2026.5.2.5",
        "The initial colour",
        "The higher ranked player has the initial colour if the pairing number is odd, else the opposite.",
        "The number is the place, by the numbers of the file, among those who have arrived: they are to be paired now, or have had \
         a game (played or not) or a pairing-allocated bye. Who is yet to arrive has no number (C.04.2, 2.4; FIDE's Systems of \
         Pairings and Programs Commission, August 2026). The initial colour is the one declared, or that of round 1 as played, \
         or White.",
    ),
];
