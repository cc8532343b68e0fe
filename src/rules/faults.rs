use super::Diagnostic;
use crate::tournament::Code;

/// The meaning of the code of a file's fault. The example is a file with the fault.
pub(super) fn explained(code: Code) -> Diagnostic {
    let (meaning, example, help) = match code {
        Code::PlayerZero => (
            "Pairing numbers begin with 1: in a tournament report 0000 stands for no opponent.",
            r#"{ "players": [ { "id": 0 }, { "id": 1 } ] }"#,
            "Number the players from 1.",
        ),
        Code::PlayerTwice => (
            "A pairing number stands for one player, and two entries have it.",
            r#"{ "players": [ { "id": 7, "name": "Anna" }, { "id": 7, "name": "Bela" } ] }"#,
            "Give each player a number of their own, or remove the copy.",
        ),
        Code::UnknownPlayer => (
            "A game, a bye, an absence, a forbidden pair, an acceleration or a decision on points names a pairing number that is not in \
             the list of players.",
            r#"{ "players": [ { "id": 1 }, { "id": 2 } ], "absences": [ { "player": 9 } ] }"#,
            "Correct the number, or add the player.",
        ),
        Code::PlaysHimself => (
            "White and Black of a game are the same player.",
            r#"{ "players": [ { "id": 1 }, { "id": 2 } ],
  "rounds": [ { "games": [ { "white": 1, "black": 1, "result": "1-0" } ] } ] }"#,
            "Correct the opponent's number.",
        ),
        Code::TwiceInARound => (
            "A player has one game or one bye a round. Where each pairing is two games, a player has two, against \
             one opponent and with both colours.",
            r#"{ "players": [ { "id": 1 }, { "id": 2 } ],
  "rounds": [ { "games": [ { "white": 1, "black": 2, "result": "1-0" } ],
                "byes": [ { "player": 1, "kind": "half" } ] } ] }"#,
            "Remove the game or bye that is wrong, or correct its number.",
        ),
        Code::ResultMissing => (
            "A round is paired by the scores before it, so the results of all rounds before it must be known.",
            r#"{ "players": [ { "id": 1 }, { "id": 2 } ],
  "rounds": [ { "games": [ { "white": 1, "black": 2, "result": null } ] } ] }"#,
            "Enter the result, write ? if the game is adjourned, or pair that round again with --round.",
        ),
        Code::EncounterMissing => (
            "With games_per_pairing 2 each pairing is two games with colours reversed, and a past round has only one \
             of them.",
            r#"{ "games_per_pairing": 2, "players": [ { "id": 1 }, { "id": 2 } ],
  "rounds": [ { "games": [ { "white": 1, "black": 2, "result": "1-0" } ] } ] }"#,
            "Add the other game, or set games_per_pairing to 1.",
        ),
        Code::RoundAfterLast => (
            "The file has more rounds than it says there will be.",
            r#"{ "rounds_planned": 1, "players": [ { "id": 1 }, { "id": 2 } ], "rounds": [ {}, {} ] }"#,
            "Correct the number of rounds, or remove the rounds after the last.",
        ),
        Code::PointsDoNotFollow => (
            "A player's points are compared with the sum over results, byes and decisions, by the point system of \
             the file. They may include byes already given in the next round, and may leave out adjourned games.",
            r#"{ "players": [ { "id": 1, "points": 1.5 }, { "id": 2 } ],
  "rounds": [ { "games": [ { "white": 1, "black": 2, "result": "1-0" } ] } ] }"#,
            "Correct the points, a result or the point system, or go on by the results with --trust results.",
        ),
        Code::ScoreBeyondLimit => (
            "A result is worth at most 9999.9 points, a player has at most 999999.9, and all players together have at most \
             199998000, accelerated points included and without signs. Within that range no value overflows.",
            r#"{ "players": [ { "id": 1 }, { "id": 2 } ], "points": { "win_white": 9999.9, "win_black": 9999.9 },
  "rounds": [ { "games": [ { "white": 1, "black": 2, "result": "1-0" } ] } × 101 ] }"#,
            "Write results worth less.",
        ),
        Code::AbsenceContradicted => (
            "A record or entry gives a player a bye in a round, and another one, his row or the round has another bye or a \
             game there.",
            "\
001    1      Anna                              2400                             1.0    1     2 w 1
001    2      Bela                              2300                             0.0    2     1 b 0
240 H 001    1",
            "Leave the one that is right.",
        ),
        Code::ForbiddenGroup => (
            "Those who may not meet each other are two different players or more.",
            r#"{ "players": [ { "id": 1 }, { "id": 2 } ], "forbidden": [ { "players": [ 1, 1 ] } ] }"#,
            "Write two different players or more.",
        ),
        Code::AccelerationTwice => (
            "Two records or entries give one player points for pairing in one round. Only 250 and XXA may both say the \
             same.",
            r#"{ "players": [ { "id": 1 } ], "accelerations": [ { "player": 1, "round": 1, "points": 1 },
                                                 { "player": 1, "round": 1, "points": 0.5 } ] }"#,
            "Leave one of the two.",
        ),
        Code::TooManyPlayers => (
            "A tournament has at most 100000 players, and a pairing at most 50000 boards.",
            r#"{ "players": [ { "id": 1 }, { "id": 2 }, … ] }"#,
            "Divide the tournament.",
        ),
        Code::FileTooLarge => (
            "A file has at most 64,000,000 bytes, a line of a tournament report at most 200,000 characters, and a \
             tournament 100,000 groups of players who may not meet. No tournament that can be paired needs more.",
            "# 64,000,001 bytes",
            "Look for what does not belong into the file, or write a long record as several.",
        ),
        Code::TooManyFaults => (
            "Of a file's faults the first 1,000 are listed, and of its notes, too.",
            r#"{ "players": [ { "id": 1 } ], "absences": [ { "player": 2 }, … ] }"#,
            "Correct these first.",
        ),
        Code::EmptyFile => (
            "A tournament has nothing but blanks, or a pairing has no board.",
            "# a pairing of nobody",
            "Give a tournament report, the project's JSON or a list of boards.",
        ),
        Code::TooManyRounds => (
            "A row of a tournament report, or the list of rounds in JSON, goes on after round 999.",
            r#"{ "players": [], "rounds": [ {}, {}, {}, … ] }"#,
            "Remove what does not belong there.",
        ),
        Code::NotTrf => (
            "No line begins with the number of a record, and no { opens the file. A report in UTF-16 is not read \
             either.",
            "\
Rank;Name;Points
1;Anna;1.5",
            "Export the tournament as TRF, in UTF-8 or Latin-1.",
        ),
        Code::NoPlayers => (
            "There are records, but no row begins with 001.",
            "\
012 Club championship
XXR 5",
            "Add the players' rows, or export the report again.",
        ),
        Code::RowIndented => (
            "Blanks stand before 001 or another record's number, so that no column is where it should be.",
            " 001    1      Anna                              2400                             1.0    1  0000 - U",
            "Remove what stands before the number.",
        ),
        Code::RowCut => (
            "The row ends before the points in columns 81-84, or within a round, after the opponent.",
            "001    1      Anna                              2400",
            "Write the row in full, or take an unfinished round off.",
        ),
        Code::OutOfColumns => (
            "A column stays blank before each round, and one before its colour and its result. What stands there has \
             slipped, so the rest of the row is not read.",
            "001    1      Anna                              2400                             1.0    1    2 w 1",
            "Write each round in its columns: in round 1 the opponent in 92-95, the colour in 97, the result in 99; \
             in each further round ten columns later.",
        ),
        Code::BadNumber => (
            "Columns 5-8 of a player's row are blank, or have something other than digits, or the number goes on in column 9.",
            "001   4a      Anna                              2400                             1.0    1  0000 - U",
            "Write the player's number, ending in column 8.",
        ),
        Code::BadRating => (
            "Columns 49-52 have something other than digits, or the number stands in other columns or goes on in them.",
            "001    1      Anna                              24o0                             1.0    1  0000 - U",
            "Write digits that end in column 52, or leave the columns blank.",
        ),
        Code::BadPoints => (
            "Columns 81-84 have no number with at most one decimal, or it stands in other columns.",
            "001    1      Anna                              2400                             1,0    1  0000 - U",
            "Write points such as 4.5, ending in column 84.",
        ),
        Code::BadRank => (
            "Columns 86-89 have something other than a whole number. Ranks are not used, but the rest of the row may \
             have slipped, too.",
            "001    1      Anna                              2400                             1.0  1st  0000 - U",
            "Write a whole number that ends in column 89, or leave the columns blank.",
        ),
        Code::BadOpponent => (
            "The opponent's columns of a round have something other than digits.",
            "001    1      Anna                              2400                             1.0    1    2o w 1",
            "Write the opponent's number, or 0000 for a bye.",
        ),
        Code::BadColour => (
            "The colour's column of a round has something other than w, b, - and a blank.",
            "001    1      Anna                              2400                             1.0    1     2 g 1",
            "Write w or b, or - for a bye.",
        ),
        Code::BadResult => (
            "The result's column of a round has a character that is none of those of TRF: 1 = 0 for games, W D L for \
             games not rated, + - for forfeits, U F H Z for byes.",
            "001    1      Anna                              2400                             1.0    1     2 w x",
            "Write one of these.",
        ),
        Code::ColourMissing => (
            "A round has an opponent, but no colour. Only a forfeited game may lack it.",
            "001    1      Anna                              2400                             1.0    1     2 - 1",
            "Write w or b two columns before the result.",
        ),
        Code::OpponentMissing => (
            "A round has a colour or the result of a game, but its opponent is 0000 or blank.",
            "001    1      Anna                              2400                             1.0    1  0000 w 1",
            "Write the opponent's number or, for a bye, - and one of U H F Z.",
        ),
        Code::ByeWithOpponent => (
            "A round has an opponent, and one of the letters U H F Z, which stand for byes.",
            "001    1      Anna                              2400                             1.0    1     2 w U",
            "Write 0000 and - before the letter, or the game's result.",
        ),
        Code::TwoWhites => (
            "A game stands in two rows, and both give their player White.",
            "\
001    1      Anna                              2400                             1.0    1     2 w 1
001    2      Bela                              2300                             0.0    2     1 w 0",
            "Correct one of the two colours.",
        ),
        Code::TwoBlacks => (
            "A game stands in two rows, and both give their player Black.",
            "\
001    1      Anna                              2400                             1.0    1     2 b 1
001    2      Bela                              2300                             0.0    2     1 b 0",
            "Correct one of the two colours.",
        ),
        Code::ResultsDisagree => (
            "A game stands in two rows. Here both have won, or only one has a result, or only one is rated.",
            "\
001    1      Anna                              2400                             1.0    1     2 w 1
001    2      Bela                              2300                             0.0    2     1 b 1",
            "Correct one of the two results.",
        ),
        Code::OpponentsDisagree => (
            "A game stands in two rows. Here the opponent's row has another opponent, a bye or nothing in that \
             round. Rows that contradict each other in a circle are one fault.",
            "\
001    1      Anna                              2400                             1.0    1     2 w 1
001    2      Bela                              2300                             1.0    2  0000 - U",
            "Correct the opponent in the row that is wrong.",
        ),
        Code::BadRecord => (
            "A record other than 001 has too few words, too many, or one that it does not know.",
            "XXC whit1",
            "Write the record as the message says.",
        ),
        Code::BadRound => (
            "The number of rounds in XXR or 142, or a round in another record, is not a whole number from 1 to 999.",
            "XXR nine",
            "Write a whole number from 1 to 999.",
        ),
        Code::UnknownRow => (
            "The line has all columns of a player's row, but not 001 before them, and no record has the number that it \
             has.",
            "\
001    1      Anna                              2400                             0.0    1
101    2      Bela                              2300                             0.0    2",
            "Write 001 in columns 1-3, or remove the line.",
        ),
        Code::RecordTwice => (
            "A record that stands once stands twice with different contents, or two give a result different points.",
            "\
001    1      Anna                              2400                             0.0    1
012 Club championship
012 Junior championship",
            "Leave the one that is right.",
        ),
        Code::RoundsDisagree => (
            "Both 142 and XXR may say how many rounds are planned, but they must agree.",
            "\
XXR 5
142 7",
            "Correct the number that is wrong.",
        ),
        Code::InitialColourDisagrees => (
            "Both 152 and XXC may say which colour the first player has in round 1, but they must agree.",
            "\
152 W
XXC black1",
            "Leave the one that is right.",
        ),
        Code::TeamTournament => (
            "Record 192 names a type of team tournaments, or there is a record that only they have, such as 310, and neither 192 nor \
             092 says that single players are paired. Their records count teams, who are not paired here.",
            "\
001    1      Anna                              2400                             0.0    1
192 FIDE_TEAM_TYPEA_MP_GP",
            "Give a tournament of single players. If this is one, write its type in record 192.",
        ),
        Code::AccelerationMissing => (
            "Record 192 names the Baku acceleration, no record gives its points, and they do not follow: the number of \
             rounds is missing, or a win is not worth two draws and a loss nothing.",
            "\
001    1      Anna                              2400                             0.0    1
192 FIDE_DUTCH_2026_BAKU",
            "Write the points in 250 or XXA records, or the number of rounds in 142, or give it with --rounds.",
        ),
        Code::NotInTrf => (
            "A tournament is to be written as a report, and the report has no columns for a part of it, such as \
             double rounds or a name of 40 letters.",
            r#"{ "games_per_pairing": 2, "players": [ { "id": 1 }, { "id": 2 } ] }"#,
            "Write JSON instead.",
        ),
        Code::NotUtf8 => (
            r"A byte of the file is no UTF-8. In the example \xFC is such a byte: ü in Latin-1.",
            r#"{ "name": "Z\xFCrich", "players": [] }"#,
            "Save the file as UTF-8. If it is a report, its encoding can be named with --encoding.",
        ),
        Code::JsonSyntax => (
            "The file begins with {, but then a comma, a quote or a bracket is wrong or missing, or the file is cut \
             short.",
            r#"{ "players": [ { "id": 1 } { "id": 2 } ] }"#,
            "Correct the place that is marked, or what stands before it.",
        ),
        Code::JsonValue => (
            "A field has a value of another kind, such as a text for a number, or one that is not among its choices; \
             or a field is missing, stands twice, or is not known: it may be a known one misspelt.",
            r#"{ "players": [ { "id": "1" } ] }"#,
            "Write what the message asks for; every field is in docs/schema/tournament.schema.json.",
        ),
        Code::FieldTwice => (
            "A table has two columns of one name, and it is not known which counts.",
            "\
white,black,white
1,2,3",
            "Leave the one that is right.",
        ),
        Code::BadPair => (
            "A line of a pairing has White's number and Black's, or a number and 0 for the bye. In JSON a pair has \
             the numbers white and black.",
            "\
2
1 2
3 x",
            "Write the two numbers.",
        ),
        Code::BadCount => (
            "A pairing may begin with the number of its lines, and others follow.",
            "\
3
1 2
3 4",
            "Correct the number, or look for a lost line.",
        ),
        Code::SeveralPairings => (
            "After as many lines as announced a number stands alone, which begins another pairing.",
            "\
1
1 2
1
2 1",
            "Leave one pairing in the file.",
        ),
        Code::TwoByes => (
            "A pairing, or the round of a tournament given as one, has the bye twice. Only one player of an odd \
             field has it.",
            "\
1 0
2 0",
            "Leave one of them.",
        ),
        Code::RoundMissing => (
            "A tournament was given as the pairing, and the round asked for is not paired in it: it has no games, nobody has the \
             pairing-allocated bye, and somebody is left.",
            r#"{ "players": [ { "id": 1 }, { "id": 2 } ] }"#,
            "Ask for a round that is paired, or give its pairing as a list of boards.",
        ),
        Code::ShiftedRow => (
            "Everything after the name stands 1 to 8 columns right or left of where it should, or as many to the left as the name \
             has more bytes than characters, as when it is padded by bytes. At this shift, and at no other one, the whole row can be \
             read, and its rating and points end where they should.",
            "001    1      Ænna                               2400                             1.0    1  0000 - U",
            "Pad names to 33 characters, whatever their bytes.",
        ),
        Code::PlusForWin => (
            "One row has a win by forfeit, the other a loss over the board. One of the two says that moves were \
             made, so they were.",
            "\
001    1      Anna                              2400                             1.0    1     2 w +
001    2      Bela                              2300                             0.0    2     1 b 0",
            "Write 1 for the winner, or - for the loser.",
        ),
        Code::ColourNotWritten => (
            "One row of a forfeited game has no colour, or neither has. It counts for nobody's colours; if neither \
             row has one, the first in the file is listed as White, and any colours agree with it.",
            "\
001    1      Anna                              2400                             1.0    1     2 - +
001    2      Bela                              2300                             0.0    2     1 - -",
            "Write w in one row and b in the other.",
        ),
        Code::BanOfOne => (
            "A list of players who may not meet has one player, as that of a club of which one member has entered. It forbids nothing.",
            "\
001    1      Anna                              2400                             0.0    1
XXP    1",
            "Write two players or more if they may not meet.",
        ),
        Code::CapitalColour => (
            "W and B are read as w and b.",
            "\
001    1      Anna                              2400                             1.0    1     2 W 1
001    2      Bela                              2300                             0.0    2     1 b 0",
            "Write w or b.",
        ),
        Code::FreeColumns => (
            "The record does not keep its columns. Its words are read as a player and the points added in rounds 1, \
             2, 3 and so on.",
            "\
001    1      Anna                              2400                             0.0    1
XXA 1 1.0 1.0",
            "Write the player in columns 5-8, and the points of round r from column 10+5(r-1) on.",
        ),
        Code::RankOrder => (
            "XXC rank asks for pairing by the order of the rows, which is not the order of the numbers. So the rows \
             decide among players of one score.",
            "\
001    2      Bela                              2300                             0.0    2
001    1      Anna                              2400                             0.0    1
XXC rank",
            "Remove the word rank if the numbers are right.",
        ),
        Code::AccelerationDerived => (
            "Record 192 names the Baku acceleration, and no record gives its points. They are those of FIDE C.04.7, \
             article 1: the first half of those who are to be paired in round 1, rounded up to an even number, have the \
             points of a win in the first half of the accelerated rounds and those of a draw in the second. These rounds \
             are the first half of all. Halves are rounded up. Who is away from round 1 and has a lower number than the \
             last of these has the points, too (1.3.2).",
            "\
001    1      Anna                              2400                             0.0    1
142 9
192 FIDE_DUTCH_2026_BAKU",
            "Write the points in 250 or XXA records if they were others.",
        ),
        Code::EncodingNotSure => (
            "The bytes of the file are no UTF-8, and the words that they make in Latin-1 are hardly names. It is read as the \
             message says. In the example \\x81 is such a byte: ü in code page 850, of DOS.",
            r"001    1      M\x81ller                            2400                             0.0    1",
            "Look at the names. If they are wrong, name the encoding with --encoding, or save the file as UTF-8.",
        ),
        Code::DateUnreadable => (
            "Record 042 says when the tournament began, and the text cannot be read as a day. So it does not say which \
             edition of the rules was in force.",
            "\
042 in spring
001    1      Anna                              2400                             0.0    1",
            "Write the day as in 2026/02/01, or name the edition, such as dutch-2026.",
        ),
        Code::PointsByDecision => (
            "A record 299 with a letter says what a result is worth for some players, or in some rounds, and it is not \
             counted. If it changes anybody's points, they do not follow from the results. One without a letter is a bonus \
             or a penalty, and is counted from the round after.",
            "\
001    1      Anna                              2400                             0.5    1  0000 - H
299 H         0.5  001    1",
            "Write the points that the players have more, or less, in a record 299 without a letter.",
        ),
        Code::LetterOfDrafts => (
            "Record 162 has the letter Z. In drafts of TRF-2026 it was what a zero-point bye and a forfeit loss are worth, \
             and some programs have written it. In TRF-2026 it is A, and Z is read so.",
            "\
162  W 3.0    D 1.0    Z 0.0
001    1      Anna                              2400                             3.0    1  0000 - U",
            "Write A.",
        ),
        Code::AdjournedGame => (
            "A game has the result ?, so it is adjourned or being played. For pairing it is drawn (FIDE C.04.2, 3.1): each \
             player has met the other, has had the colour, and has the points of a draw, or those that X of record 162 \
             gives. Standings count the same. The points of the file may leave them out.",
            r#"{ "players": [ { "id": 1 }, { "id": 2 } ],
  "rounds": [ { "games": [ { "white": 1, "black": 2, "result": "?" } ] } ] }"#,
            "Enter the result when the game is over. A pairing made before stays as it is.",
        ),
        Code::UnusualPoints => (
            "The point system favours what it should not: a worse result before a better one, two draws before a win and a \
             loss, the pairing-allocated bye before a win, or absence before a loss. Players are paired by these points \
             all the same.",
            r#"{ "points": { "pairing_bye": 2 }, "players": [ { "id": 1 } ] }"#,
            "Correct the points if they are not meant so.",
        ),
        Code::UnknownRecord => (
            "Its name begins with XX or BB, but no program is known to write it. It is not read.",
            "\
001    1      Anna                              2400                             1.0    1  0000 - U
XXQ 5",
            "Check its spelling if something should follow from it.",
        ),
    };
    Diagnostic { id: code.id(), title: code.title(), meaning, example, help }
}
