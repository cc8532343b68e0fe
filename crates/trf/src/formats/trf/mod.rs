//! FIDE's Tournament Report File: TRF16, TRF-2026, and the records that JaVaFo (`XX…`) and bbpPairings (`BB…`) add.
//!
//! [`Document`] keeps a file byte for byte; [`Document::tournament`] reads it, [`Document::from_tournament`] writes a
//! canonical one, and [`Loaded::with_round`](super::Loaded::with_round) adds a round to either.
//!
//! # What is read
//! | record | what | source |
//! |---|---|---|
//! | `001` | a player: fixed columns, ten for each round | TRF16, TRF-2026 |
//! | `012` | the tournament's name | TRF16 |
//! | `142`, `XXR` | number of rounds; both may stand, if they agree | TRF-2026; JaVaFo manual |
//! | `152`, `XXC white1`/`black1` | colour of the first player in round 1 | the same |
//! | `162`, `XXS`, `BBW BBD BBL BBZ BBF BBU` | what results and byes are worth | TRF-2026; JaVaFo; bbpPairings |
//! | `240`, `XXZ` | players with a bye in a round, or absent from the next | TRF-2026; JaVaFo |
//! | `250`, `XXA` | points added for pairing only | the same |
//! | `260`, `XXP` | players who may not meet | the same |
//! | `192` | a Baku acceleration; a tournament of teams, with its scores and preferences | TRF-2026 |
//! | `013`, `300`, `310`, `320`, `330`, `352`, `362`, `801`, `802` | teams and their matches | TRF16, TRF-2026 |
//! | `092` | noticed: whether it says that single players are paired | TRF16 |
//! | `XXC rank` | the rows order players of one score ([`PlayerOrder`](crate::tournament::PlayerOrder)) | JaVaFo |
//! | `202`, `212` | the tie-breaks, which only a ranking asks for | TRF-2026 |
//! | `299` | points by the arbiter's decision, if no letter is in column 5 | TRF-2026 |
//!
//! Every other record is kept, but not read. A record that contradicts another one is a fault.
//!
//! # Readings
//! - `W D L` is a game that ended before both had made a move: it is not rated, but it was played, with its
//!   colours and opponent (so bbpPairings). Letters may be small (TRF-2026).
//! - Without an opponent (`0000` or blank): `U` or the old `+` is the pairing-allocated bye, `F`, `H` or the old `=`
//!   are requested byes, `Z`, the old `-` or a blank result is an absence. A player whose cell is blank throughout was
//!   absent, if the round has games and no record gives a bye.
//! - An opponent with a colour and no result is a game whose result is not known. `?` is a game that is adjourned or being
//!   played, as FIDE's commission recommends; it is worth what `162 X` says, and else a draw.
//! - `299` with a round and without a letter changes the points after that round (TRF-2026: "penalty/bonus").
//! - `162 W` and `BBW` set the points for a win, a forfeit win, the full-point bye and, unless another code sets it,
//!   the pairing-allocated bye. `XXS W` does not change the last (JaVaFo manual). Later codes override earlier ones, but a
//!   code has one value.
//! - A bye that `240` gives in a round already played, to a player with a blank cell there, is that round's bye.
//! - The rating 0 means that there is none.
//! - Games are listed in the order of the rows, since a report does not keep the order of boards.
//! - A Baku acceleration in `192` without `250` or `XXA` has the points of FIDE C.04.7, article 1. The group GA is made of
//!   those who are to be paired in round 1: who is away then has no pairing number yet (check-list of FIDE's Technical
//!   Commission for programs, question 111). (`250` overrides `192`, TRF-2026.) `XXC rank` is read as in bbpPairings.
//! - `250` and `XXA` may give a player the same points, since some programs read only one of the two.
//! - `802` alone may have the matches of a round of teams that is paired and not yet played, with blank game points.
//! - A record that only tournaments of teams have makes one, unless `192` names a type without teams or `092` says
//!   "Individual": a report of single players may have teams, too, for a ranking of teams.
//!
//! # Leniencies
//! Each one that was used is a note of [`Loaded`](crate::formats::Loaded).
//! - `shifted-row`: everything after the name is shifted by one number of columns, 1 to 8 to either side. (Some programs
//!   pad names by bytes instead of characters.) All of the row can be read at this shift, with a rating and points that
//!   end in their last column, blanks around the federation, and no number cut into points and rank. More of rating,
//!   federation, points and rank is found at this shift than at any other one. At the standard columns less is found,
//!   too, or the row fails these tests there.
//! - `plus-for-win`: `+` against the opponent's `0` is a game played and won, since the `0` says that moves were made.
//! - `colour-not-written`: a forfeited game in which neither player, or only one, has a colour. It does not count for
//!   colours. If neither has one, the first in the file is listed as White.
//! - `capital-colour`: `W` and `B` for `w` and `b`.
//! - `free-columns`: an `XXA` record that is not in its columns, but can be read word by word.
//! - `rank-order`: rows in another order than their numbers, with `XXC rank`.
//! - `acceleration-derived`: a Baku acceleration in `192` without its points.
//! - `letter-of-drafts`: `162 Z`, which is `A` since TRF-2026.
//! - `team-bye`: a bye of a team by two of `240`, `320` and `802` against the third, or by `802` alone.
//! - `team-boards`: results at the boards in `801` that make other game points than the rows of the players, which count.
//! - `encoding-not-sure`: text that is not UTF-8, whose words can hardly be Latin-1 ([`Encoding`](super::Encoding)).
//!
//! These have no note: numbers above 9999 and ratings above 9999, which begin one column further left; missing columns
//! or additional blanks at the end of a row; any of the three line ends, also mixed; a byte order mark; text that is
//! not UTF-8 and can be Latin-1; blank points, which are not declared.
//!
//! Two kinds of records have a note and are not read: `299` with a letter (`points-by-decision`: if it changes a player's
//! points, they will not follow from the results), and unknown `XX…` and `BB…` records (`unknown-record`).
//!
//! # What is written
//! A report with one more round is meant for the program that manages the tournament. Neither TRF16 nor TRF-2026
//! defines how a round is written that is paired and not yet played. This is written:
//! - A game is the opponent, the colour and a blank result. (JaVaFo skips blank results; bbpPairings refuses the file
//!   until it has the results.)
//! - The pairing-allocated bye is `0000 - U`. Another player who is not paired keeps the bye of the row, or gets the
//!   bye of `240`, or `0000 - Z`. So everybody has a cell. If a report has all its byes in the letters used before
//!   TRF16, these are used: `+` for `U`, `=` for `H`, `-` for `Z`.
//! - The points, columns 81-84, include the byes of the round, which are won without playing. JaVaFo, bbpPairings and
//!   the reader check that. Points that did not follow from the results differ from them by as much as before, or are made
//!   anew if the results are trusted. Blank
//!   points stay blank. Ranks stay, since a ranking needs results.
//! - `XXZ` is removed. It is about the first round without games, which is now another round.
//! - Later rounds that were played are removed with their games and byes, and the points become those before the round.
//!   The byes of rounds still to be paired stay.
//! - Of teams it is not known who plays at which board, so a match stands in `802`: opponent and colour without game points. The
//!   pairing-allocated bye is in `320`, and the points are those of `310`. Of rounds that were played the games are taken out of the
//!   players' rows, with their points, and `300`, `330` and `801` of them are left out.
//! - A late entry is a row of its own, with the FIDE number, the birth and the sex of a list. If the numbers of others change, they
//!   change in their rows and games, in `013`, `240`, `250`, `260`, `299`, `XXA`, `XXP` and `XXZ`. A record with a number that is not
//!   known is refused then. `062` and `072` count the new player if they counted the others.
//! - A correction of a player is in the columns that it concerns. If a ban is another one, all bans are written anew, at the end.
//! - The rest stays byte for byte: other records, the order of lines, line ends, the encoding, shifted rows, blanks at
//!   the end of a row.
//!
//! A new report, made from JSON, has the number of rounds and the first colour in the records of TRF-2026 and in those
//! of JaVaFo, since some programs read only one of the two. It has the points for results in `XXS` and, if `162` can
//! hold them, also in `162`. What a report cannot hold, such as double rounds, is a fault `not-in-trf`.

mod cells;
mod columns;
mod document;
mod entries;
mod games;
mod of_players;
mod record;
mod round;
mod row;
mod team_lines;
mod teams;
mod write;

use super::MOST_ROUNDS;
pub use document::Document;
pub(crate) use record::{dutch_edition, is_of_teams};
pub use write::{ByeLetters, NAME_COLUMNS, ReportStyle, row_name};
pub(super) use write::{birth, sex};
