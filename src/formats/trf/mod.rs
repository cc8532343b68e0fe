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
//! | `192`, `299`, `XXC rank` | noticed, see below | the same |
//!
//! Every other record is kept and not read.
//!
//! # Readings
//! - `W D L` is a game that ended before both had made a move: it is not rated, but it was played, with its
//!   colours and opponent (so bbpPairings). Letters may be small (TRF-2026).
//! - Without an opponent (`0000` or blank): `U` or the old `+` is the pairing-allocated bye, `F`, `H` or the old `=`
//!   are requested byes, `Z`, the old `-` or a blank result is an absence. A cell that is blank throughout says
//!   nothing: whoever has nothing in a round with games was absent.
//! - An opponent with a colour and no result is a game whose result is not known.
//! - `162 W` and `BBW` give a win, a forfeit win, the full-point bye and, unless it is given, the
//!   pairing-allocated bye; `XXS W` does not touch the last (JaVaFo manual). Later codes override earlier ones.
//! - A bye that `240` gives in a round already played, to a player with a blank cell there, is that round's bye.
//! - The rating 0 means that there is none.
//! - Games are listed in the order of the rows: a report knows no boards.
//! - What a pairing depends on and a [`Tournament`](crate::tournament::Tournament) cannot say is a fault: `XXC rank`
//!   where the rows are not in the order of their numbers, and a Baku system in `192` without `250` or `XXA`.
//!
//! # Leniencies
//! Each one that was used is a note of [`Loaded`](crate::formats::Loaded).
//! - `shifted-row`: a row that cannot be read at the standard columns, but can in the whole when everything after
//!   the name moves by one and the same number of columns, 1 to 8, either way (names padded by bytes instead of
//!   characters), is read there. Numbers must end in their last column, and only one such number may do.
//! - `plus-for-win`: `+` against the opponent's `0` is a game played and won: one of the two says that moves were made.
//! - `colour-not-written`: a forfeited game in which neither player, or only one, has a colour; it counts for no
//!   one's colours. If neither has one, the first in the file is listed as White.
//! - `capital-colour`: `W` and `B` for `w` and `b`.
//! - `free-columns`: an `XXA` record that does not keep its columns, but can be read word by word.
//!
//! Without a note: numbers above 9999 and ratings above 9999 begin one column further left; columns missing at the
//! end of a row, or blanks beyond it; any of the three line ends, mixed too; a byte order mark; text that is not
//! UTF-8 is Latin-1; blank points are points not declared.
//!
//! Two records are only noted: `299` (`points-by-decision`: if it changes anybody's points, they will not follow from
//! the results) and an `XX…` or `BB…` record that nobody is known to write (`unknown-record`).
//!
//! # What is written
//! A report with one more round goes back to the program that manages the tournament. Neither TRF16 nor TRF-2026 says
//! how a round looks that is paired and not yet played. This is written:
//! - A game is the opponent, the colour and a blank result. (JaVaFo passes over blank results; bbpPairings
//!   refuses the file until the results are in.)
//! - The pairing-allocated bye is `0000 - U`. Whoever is not paired keeps the bye in the row, or gets the one that `240`
//!   gives, or `0000 - Z`. So everybody has a cell. If all byes of a report are in the letters used before TRF16, so are
//!   these: `+` for `U`, `=` for `H`, `-` for `Z`.
//! - The points, columns 81-84, hold the byes of the round, which are won without playing; JaVaFo and bbpPairings hold
//!   the points to that, as the reader does. Points that did not follow from the results differ from them by as much as
//!   before, and blank ones stay blank. Ranks stay: ranking needs results.
//! - `XXZ` is removed: it speaks of the first round without games, which is another one from now on.
//! - Rounds after this one that were played are removed with their games and byes, and the points are those before the
//!   round; byes of rounds still to be paired stay.
//! - All else stays byte for byte: other records, the order of lines, their three ends, the encoding, rows that stand
//!   out of their columns, blanks at the end of a row.
//!
//! A whole report, made of what was no report, has the number of rounds and the first colour in the records of TRF-2026
//! and of JaVaFo, as there are programs that read only one of the two; the worth of results in `XXS` and, where that can
//! say it, in `162`. What it cannot hold (double rounds) is a fault `not-in-trf`.

mod columns;
mod document;
mod games;
mod record;
mod round;
mod row;
mod write;

use super::MOST_ROUNDS;
pub use document::Document;
