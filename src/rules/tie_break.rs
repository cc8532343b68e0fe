use super::Rule;

const SOURCE: &str = "FIDE Handbook C.07, Play-Off and Tie-Break Regulations, effective from 1 March 2026";

const fn rule(id: &'static str, title: &'static str, meaning: &'static str, reading: &'static str) -> Rule {
    Rule { id, title, source: SOURCE, meaning, reading }
}

/// The tie-breaks of [`ranking`](crate::ranking), and what several of them share.
pub(super) const RULES: &[Rule] = &[
    rule(
        "tie-break.PTS",
        "Points (2, 4.2)",
        "The points come first. Each tie-break of the list then orders those whom everything before it left tied.",
        "Points added for pairing only (acceleration) do not count. Players equal in everything share a rank. A ranking after \
         round R is made as if the tournament had ended with round R.",
    ),
    rule(
        "tie-break.DE",
        "Direct encounter (6)",
        "The points from the games between the tied players. If all of them met, they are ranked by these points, and those who \
         are still tied are ranked again by the games between them (6.2). If not all met, a player who is alone at the top \
         whatever the missing games would have brought is ranked first, and then the same is done for the others (6.3).",
        "The value is the place among the tied, 1 the best. Games not played over the board do not count (6.1.1). Of several \
         games between two players the average counts (6.1.2). A missing game may bring anything from a loss to a win. After a \
         player was ranked first by 6.3, the games with this player no longer count, and if all others met, 6.2 ranks them.",
    ),
    rule(
        "tie-break.WIN",
        "Number of wins (7.1)",
        "The rounds in which a player got as many points as for a win, with or without playing.",
        "If a win has other points with White than with Black, a round without a game counts if it brought the lesser of the two.",
    ),
    rule("tie-break.WON", "Games won (7.2)", "The games won over the board.", "As written."),
    rule("tie-break.BPG", "Games with Black (7.3)", "The games played over the board with Black.", "As written."),
    rule("tie-break.BWG", "Games won with Black (7.4)", "The games won over the board with Black.", "As written."),
    rule(
        "tie-break.PS",
        "Progressive scores (7.5)",
        "The sum of the scores after each round.",
        "PS-C1 leaves out the score after round 1 (14.1). A double round is one round here.",
    ),
    rule(
        "tie-break.REP",
        "Rounds one elected to play (7.6)",
        "The number of rounds without half-point byes, zero-point byes and forfeit losses.",
        "An absence is a zero-point bye. A requested full-point bye is no such bye.",
    ),
    rule(
        "tie-break.STD",
        "Standard points (7.7)",
        "One for each round with more points than the scheduled opponent, or, without an opponent, with more points than for a \
         draw; one half for as many.",
        "As written: so a game that both lost by forfeit is one half for both.",
    ),
    rule(
        "tie-break.TPN",
        "Tournament pairing number (7.8)",
        "The pairing numbers in ascending order.",
        "The descending order, which the article allows, is not offered.",
    ),
    rule(
        "tie-break.BH",
        "Buchholz (8.1)",
        "The sum of the scores of the opponents.",
        "The scores count as tie-break.unplayed says; rounds not played count as tie-break.dummy says. An opponent met twice \
         counts twice (4.4).",
    ),
    rule(
        "tie-break.AOB",
        "Average of opponents' Buchholz (8.2)",
        "The average of the Buchholz scores of the opponents met over the board.",
        "It is not rounded. Whoever met nobody has no value and comes last.",
    ),
    rule(
        "tie-break.FB",
        "Fore Buchholz (8.3)",
        "The Buchholz score as if all paired games of the final round had been drawn.",
        "The final round is the last planned one: before its end the value is the Buchholz score. Where the number of rounds is not \
         known, it is the last round played. A game of the final round that was forfeited is paired, so it counts as played and \
         drawn. The player's own score, which a dummy has, counts this draw, too.",
    ),
    rule(
        "tie-break.SB",
        "Sonneborn-Berger (9.1)",
        "The sum over the rounds of the opponent's score times the points scored against this opponent.",
        "The scores count as tie-break.unplayed says; rounds not played count as tie-break.dummy says.",
    ),
    rule(
        "tie-break.KS",
        "Koya (9.2)",
        "The points against opponents who scored at least half of the possible points.",
        "FIDE made it for round robins. Here it counts games played over the board, and the opponents' points as they were \
         scored. Other limits than one half (14.5) are not offered.",
    ),
    rule(
        "tie-break.ARO",
        "Average rating of opponents (10.1)",
        "The average rating of the opponents met over the board, rounded to an integer, halves up.",
        "An opponent without a rating is left out. The article advises against ratings if somebody has none. Whoever met nobody \
         with a rating, or has no opponent left after a cut, has no value and comes last.",
    ),
    rule(
        "tie-break.TPR",
        "Tournament performance rating (10.2)",
        "The average rating of the opponents (ARO), and the difference that goes with the score over the board as a part of the \
         games, by table 8.1.1 of the FIDE Rating Regulations (B.02).",
        "The games are those against opponents with a rating. The score is rounded to hundredths, halves up. A win is one point, \
         and a draw half a point, whatever the tournament gives. Whoever met nobody with a rating has no value and comes last.",
    ),
    rule(
        "tie-break.PTP",
        "Perfect tournament performance (10.3)",
        "The lowest rating with which the expected score is the score or more, by table 8.1.2 of the FIDE Rating Regulations \
         (B.02) in full; with no points, the lowest rating of an opponent less 800.",
        "The score is that of the games over the board against opponents with a rating, and not the points of the tournament. A \
         win is one point, and a draw half a point. Whoever met nobody with a rating has no value and comes last.",
    ),
    rule(
        "tie-break.APRO",
        "Average performance rating of opponents (10.4)",
        "The average of the performance ratings (TPR) of the opponents met over the board, rounded to an integer, halves up.",
        "An opponent without a value is left out. An opponent met twice counts twice (4.4).",
    ),
    rule(
        "tie-break.APPO",
        "Average perfect performance of opponents (10.5)",
        "The average of the perfect performances (PTP) of the opponents met over the board, rounded to an integer, halves up.",
        "An opponent without a value is left out. An opponent met twice counts twice (4.4).",
    ),
    rule(
        "tie-break.RTNG",
        "Rating (10.6)",
        "The ratings in descending order.",
        "Whoever has no rating comes last. The ascending order, which the article allows, is not offered.",
    ),
    rule(
        "tie-break.cut",
        "Cuts and medians (14, 16.5)",
        "C1 and C2 leave out the one or two least significant values; M1 and M2 then leave out as many of the most significant \
         ones. A voluntary unplayed round is cut first: the lowest value of such a round, unless it is lower than the least \
         significant one.",
        "The least significant value of Sonneborn-Berger is that of the opponent with the lowest score, and the lowest one of \
         several such opponents. So it is among voluntary unplayed rounds of equal value. The exception of 16.5 holds again \
         for the second cut. Where there are no more values than are \
         cut, nothing is left, and the sum is 0.",
    ),
    rule(
        "tie-break.unplayed",
        "An opponent's unplayed rounds (16.1 to 16.3)",
        "A requested bye is a half-point or zero-point bye; with a forfeit loss it is a voluntary unplayed round. For the \
         tie-breaks of the opponents a player's rounds count as they were scored; but a requested bye that only voluntary \
         unplayed rounds follow, or nothing, counts as a draw.",
        "An absence without a bye is a zero-point bye: a player who withdrew is credited with draws, and one who came late is \
         not. A requested full-point bye counts like the pairing-allocated bye. Where draws have other points with White than \
         with Black, White's count.",
    ),
    rule(
        "tie-break.dummy",
        "A player's own unplayed rounds (16.4)",
        "For the player's own tie-breaks a round that was not played is a game against a dummy. The dummy has the player's own \
         score; after a forfeit at most the scheduled opponent's score as tie-break.unplayed counts it (16.4.1), and \
         otherwise at most the points of a draw in every round (16.4.2).",
        "For Sonneborn-Berger the dummy's score is multiplied by the points of the round. A double round is two rounds.",
    ),
];
