use super::{Edition, SystemFamily};
use crate::rules::Rule;

const SOURCE: &str = "FIDE Handbook, Dubov Swiss Pairing System, approved by the 1997 General Assembly";

const fn rule(id: &'static str, title: &'static str, meaning: &'static str, reading: &'static str) -> Rule {
    Rule { id, title, source: SOURCE, meaning, reading }
}

/// FIDE's Dubov system.
pub(super) const EDITION: Edition = Edition {
    id: "dubov-1997",
    title: "Dubov system of 1997",
    rules: RULES,
    readings: &["transfers-only", "exchange-rows", "floaters-by-rating"],
    family: SystemFamily::Dubov1997,
    in_force: [None; 2],
    absolute: ["dubov-1997.2.1", "dubov-1997.2.2", "dubov-1997.2.3"],
    colours: "dubov-1997.3",
};

/// The rules of the Dubov system of 1997, by chapter; an id that ends in a letter is a place where the text is silent, and
/// the reading that [`systems::dubov_1997`](crate::systems::dubov_1997) takes.
const RULES: &[Rule] = &[
    rule(
        "dubov-1997.1",
        "R, ARO, due colour",
        "R is a player's rating, ARO the average rating of the opponents. The due colour balances the games played, or else \
         alternates.",
        "See 1.a to 1.d.",
    ),
    rule(
        "dubov-1997.1.a",
        "Who has no rating",
        "The text takes ratings for granted.",
        "R is 0, so the player comes last where the highest R comes first. As an opponent the player is left out of averages: \
         a 0 would say that somebody far weaker was met. An arbiter who estimates a rating puts it into the file.",
    ),
    rule(
        "dubov-1997.1.b",
        "Who has no average",
        "The ARO of a player who met nobody with a rating.",
        "Below every average: the player met no strong opponent yet, which is what ARO is asked for.",
    ),
    rule(
        "dubov-1997.1.c",
        "Games not played",
        "Whether they count for ARO and for colours.",
        "They do not: without moves nobody was met and nobody had a colour. Where colours follow each other the games played \
         stand side by side without gaps.",
    ),
    rule(
        "dubov-1997.1.d",
        "Who is due no colour",
        "Before the first game neither of the two cases of the text applies.",
        "No colour is due. 3.b, 6.2.a, 7.2.a and 8.1.a say what becomes of it.",
    ),
    rule(
        "dubov-1997.2.1",
        "Nobody meets twice",
        "Two players who have played each other are not paired again.",
        "See 2.1.a.",
    ),
    rule(
        "dubov-1997.2.1.a",
        "What a meeting is",
        "Whether a game not played is one; what the organiser forbids.",
        "A game without moves is none, as nobody has \"played\". The organiser's bans are treated like meetings.",
    ),
    rule(
        "dubov-1997.2.2",
        "A point without playing bars the bye",
        "Whoever has received a point without playing shall not have the bye.",
        "See 2.2.a.",
    ),
    rule(
        "dubov-1997.2.2.a",
        "Which points",
        "Byes that were asked for, and forfeits.",
        "Pairing-allocated and full-point byes and wins by forfeit, whatever they are worth; half-point byes do not count, as \
         they bring no point.",
    ),
    rule(
        "dubov-1997.2.3",
        "Colours stay balanced",
        "The difference of black and white games shall not be greater than 2.",
        "See 2.3.a.",
    ),
    rule(
        "dubov-1997.2.3.a",
        "No exceptions",
        "The last round, top scorers, and differences that are too great already.",
        "2.3 and 2.4 hold for everybody in every round, as the text makes no exception. Where other rules have brought about a \
         greater difference, a colour that lessens it is not refused for it.",
    ),
    rule(
        "dubov-1997.2.4",
        "No third colour",
        "Nobody has the same colour three times in a row.",
        "In a row are the games played (1.c). In double rounds everybody has both colours, and 2.3 and 2.4 refuse nobody.",
    ),
    rule(
        "dubov-1997.2.5",
        "Transfers to a higher score group",
        "Apart from the last round nobody is transferred twice running, nor more than three times in a tournament of less than \
         ten rounds, or four times in one of more.",
        "See 2.5.a to 2.5.c.",
    ),
    rule(
        "dubov-1997.2.5.a",
        "What a transfer is",
        "A player of a higher score is met after a transfer (7.1, 7.2), and as a floater's opponent (8.2).",
        "Each pairing with a higher score is a transfer, played or not: which of the two it was is not kept anywhere, and the \
         lower player is treated the same by both. So a floater does not take a protected player either. With the reading \
         `transfers-only` floaters may: then 2.5 limits the transfers of chapter 7 and nothing else.",
    ),
    rule(
        "dubov-1997.2.5.b",
        "Running, and the number of rounds",
        "Absences between transfers; a tournament that does not say how many rounds it has.",
        "Twice running is in the round just past and in this one. A round is the last only if that is known; as long as the \
         number of rounds is not, three transfers are allowed up to round nine and four from round ten.",
    ),
    rule(
        "dubov-1997.2.5.c",
        "When not everybody can be protected",
        "Whether everybody is paired, or 2.5 is kept.",
        "Everybody is paired. If no pairing of the round within 2.1 to 2.4 keeps 2.5, chapter 7 keeps it all the same, and \
         floaters may meet anybody (as by `transfers-only`).",
    ),
    rule(
        "dubov-1997.2.6",
        "Transfers between colours",
        "Nobody is transferred to the other colour (7.3, 7.4) if 2.3 or 2.4 forbids that colour.",
        "Those who may be transferred are always enough if all can be paired: of a pair at most one has to have a colour.",
    ),
    rule(
        "dubov-1997.3",
        "Colour allocation",
        "Due colours, then balance, then alternation, then ARO, then R.",
        "See 3.1 to 3.5, and 3.a to 3.d.",
    ),
    rule("dubov-1997.3.1", "Due colours", "Both players have their due colour.", "See 3.a and 3.b."),
    rule(
        "dubov-1997.3.2",
        "Equalise",
        "The numbers of black and white games are equalised.",
        "The player with the greater difference has the due colour.",
    ),
    rule(
        "dubov-1997.3.3",
        "Alternate",
        "Colours alternate regarding the latest round in which they differed.",
        "See 3.c.",
    ),
    rule("dubov-1997.3.4", "Higher ARO", "White to the player with the higher ARO.", ""),
    rule("dubov-1997.3.5", "Lower R", "White to the player with the lower R.", "See 3.d."),
    rule(
        "dubov-1997.3.a",
        "The limits come first",
        "What 3 gives may be what 2.3 or 2.4 forbids.",
        "Only what they allow is considered: chapter 2 says \"shall not\", chapter 3 speaks of priorities.",
    ),
    rule("dubov-1997.3.b", "Only one has a due colour", "The opponent is due none.", "It is granted."),
    rule(
        "dubov-1997.3.c",
        "Histories with gaps",
        "Rounds in which one of them did not play.",
        "The latest games played are compared, then those before, whatever the rounds, until one history ends.",
    ),
    rule(
        "dubov-1997.3.d",
        "Nothing decides",
        "Everything is equal, ARO and R as well.",
        "The higher pairing number has White, being further down the list as a lower R would be.",
    ),
    rule(
        "dubov-1997.4",
        "The bye",
        "In an odd field the player of the lowest score group with the lowest R has the bye; then the dominating colour and the \
         higher ARO decide.",
        "See 4.a and 4.b.",
    ),
    rule(
        "dubov-1997.4.a",
        "Ties for the bye",
        "What dominates, and who of those equal in everything.",
        "The colour that more of the score group are due; if none, ARO decides at once. Then who comes later in the alphabet, \
         then the higher pairing number.",
    ),
    rule(
        "dubov-1997.4.b",
        "Who cannot have the bye",
        "The player is barred by 2.2, or without the player the others cannot be paired.",
        "The next in the order is asked, after the lowest score group the next higher one.",
    ),
    rule(
        "dubov-1997.5",
        "The first round",
        "The upper half of the list plays the lower half, colours in turn from a lot; the last has the bye.",
        "See 5.a.",
    ),
    rule(
        "dubov-1997.5.a",
        "List and lot",
        "Which list; bans and accelerated scores in the first round.",
        "The list is that of the pairing numbers, the lot the file's initial colour, or else White. Pairs that may not be are \
         avoided as by 6.3. With accelerated scores chapters 6 to 8 go through the score groups, whose columns are the \
         halves of their lists.",
    ),
    rule(
        "dubov-1997.6.1",
        "What the standard procedure needs",
        "An even number, as many due White as due Black, and an opponent for everybody.",
        "See 6.1.a and 6.1.b.",
    ),
    rule(
        "dubov-1997.6.1.a",
        "The order of the measures",
        "Chapters 6, 7 and 8 do not say which comes first.",
        "In each score group, from the highest: floaters (8, of which 8.1 says \"priority\"), 7.1, 7.2, 6.4 if not all can be \
         paired, 7.3 or 7.4, 6.2, 6.3. So floaters leave before the colours are made equal, which takes an even number.",
    ),
    rule(
        "dubov-1997.6.1.b",
        "Looking ahead",
        "A choice by the text may leave others who cannot be paired.",
        "Every choice is the first, in the order of the text, after which everybody else can still be paired within 2.1 to \
         2.5: \"wisely\" (9). So nothing is ever undone, and nobody stays unpaired who can be paired.",
    ),
    rule(
        "dubov-1997.6.2",
        "First attempt",
        "Those due White by increasing ARO against those due Black by decreasing R.",
        "See 6.2.a and 6.2.b.",
    ),
    rule(
        "dubov-1997.6.2.a",
        "The column of who is due no colour",
        "Such a player belongs to neither.",
        "The highest R first, each joins the shorter column, White if both are equal; that spares others a transfer.",
    ),
    rule(
        "dubov-1997.6.2.b",
        "Alphabetically",
        "Names may be missing or the same.",
        "By name as written, then by pairing number, here and wherever else the text ends with a tie.",
    ),
    rule(
        "dubov-1997.6.3",
        "Improvements",
        "Who may not meet the opponent of the row takes the first further down, then rows further up are changed, then an \
         opponent comes from the own column.",
        "See 6.3.a and 6.3.b.",
    ),
    rule(
        "dubov-1997.6.3.a",
        "Who takes whose place",
        "What becomes of the opponent that was passed over.",
        "The column closes up: the next row tries that opponent first. So the pairing is the first in the order of the \
         opponents of the first, of the second row, and so on, as with the transpositions of other systems. With the \
         reading `exchange-rows` the two opponents change places, and the rows between keep theirs.",
    ),
    rule(
        "dubov-1997.6.3.b",
        "Opponents from the own column",
        "How many, and who pairs whom when several need one.",
        "As few as can be, since that is tried when nothing else is left. The first in the order of 6.3.a, those below in the \
         own column coming after the other column. Those left in the black column pair in the same way. Behind a \
         pair of Whites the black column closes up, by either reading of 6.3.a.",
    ),
    rule(
        "dubov-1997.6.4",
        "Floaters",
        "Who cannot be paired in the score group is paired in the next lower one; those who can be paired there are \
         preferred, and those who have not floated yet.",
        "See 6.4.a and 6.4.b.",
    ),
    rule(
        "dubov-1997.6.4.a",
        "How many float",
        "The text has it come out of the attempts to pair.",
        "As few as can be. Floaters from above took their opponents before (6.1.a), or float on at once if nobody is left for \
         them, so the last two characteristics never have to decide.",
    ),
    rule(
        "dubov-1997.6.4.b",
        "Who floats",
        "The characteristics leave ties; several may have to float.",
        "After them the dominating due colour, the lowest R, the highest ARO, who comes later in the alphabet: 7.2 the other \
         way round, as both are about an odd number. One after another, each the first in this order who can be one of \
         the floaters. With the reading `floaters-by-rating` R comes before the colour, as with the bye (4).",
    ),
    rule(
        "dubov-1997.7.1",
        "Transfer for who has no opponent",
        "Who has played all of the score group gets an opponent from the next possible lower one: of opposite due colour, \
         the highest R, the lowest ARO.",
        "See 7.1.a to 7.1.c.",
    ),
    rule(
        "dubov-1997.7.1.a",
        "Whose transfer it is",
        "Who counts as the own score group, and who is first of several.",
        "Those of the same score not paired yet. \"Played\" is any of 2.1, 2.3 and 2.4 (6.1 says \"possible opponent\"). The \
         strongest first: the highest R, the lowest ARO.",
    ),
    rule(
        "dubov-1997.7.1.b",
        "Next possible",
        "When a transfer is possible.",
        "If 2.5 allows it and it lets one more of the score group be paired in it, everybody else being paired too. The next \
         score group with such a player is asked; the due colour decides within it, and who is due none is not of the \
         opposite one. If there is nobody, 6.4 makes a floater.",
    ),
    rule(
        "dubov-1997.7.1.c",
        "The transferred player joins the group",
        "Whether the two are a pair, or meet if the rows say so.",
        "They are kept for each other while others are looked for; then both are in the columns of 6.2 like everybody, \
         since chapter 7 brings about what chapter 6 needs.",
    ),
    rule(
        "dubov-1997.7.2",
        "Transfer for an even number",
        "An odd score group gets a player from the next possible lower one: of the due colour opposite to the dominating \
         one, the highest R, the lowest ARO.",
        "See 7.1.b and 7.2.a.",
    ),
    rule(
        "dubov-1997.7.2.a",
        "No dominating colour",
        "As many are due White as Black.",
        "R decides at once. Players transferred by 7.1 count, those due no colour do not.",
    ),
    rule(
        "dubov-1997.7.3",
        "Transfer to Black",
        "Of n pairs of Whites too many, n with the lowest ARO become Blacks; then the higher R, then the alphabet.",
        "As far as 2.6 allows.",
    ),
    rule(
        "dubov-1997.7.4",
        "Transfer to White",
        "Of n pairs of Blacks too many, n with the highest ARO become Whites; then the lower R, then the alphabet.",
        "As far as 2.6 allows.",
    ),
    rule(
        "dubov-1997.8.1",
        "Who of the floaters is first",
        "Whites and Blacks in the orders of 6.2, alternating from the first White.",
        "See 8.1.a.",
    ),
    rule(
        "dubov-1997.8.1.a",
        "Columns of unequal length",
        "Also floaters who are due no colour.",
        "When one column ends the other goes on. Who is due no colour comes after both, the strongest first.",
    ),
    rule(
        "dubov-1997.8.2",
        "Whom a floater meets",
        "The highest R, if possible of the opposite due colour; then the lowest ARO.",
        "See 8.2.a.",
    ),
    rule(
        "dubov-1997.8.2.a",
        "If possible",
        "What a possible opponent is.",
        "A player of the score group within 2.1 to 2.5, after whom everybody else can be paired (6.1.b). Who is due no colour is \
         not of the opposite one, and has no opposite. Floaters do not meet each other: could they, they would have.",
    ),
    rule(
        "dubov-1997.9",
        "Publication, and what the text leaves open",
        "The AROs are published after each round; the referee proceeds wisely where the text says nothing.",
        "`swiss-ilp standings --aro` prints the list. Every place where the text says nothing has a rule of its own here, \
         whose id ends in a letter.",
    ),
];
