use crate::tournament::{ByeKind, Colour, Outcome, PlayerId, PointSystem, Round, Score};
use std::collections::BTreeMap;

/// What a round has brought a player.
#[derive(Debug, Clone, Copy)]
pub(super) struct Brought {
    /// The board, from 1; none with a bye.
    pub board: Option<usize>,
    pub opponent: Option<PlayerId>,
    pub colour: Option<Colour>,
    /// In a word, as expressions and files have it.
    pub outcome: &'static str,
    pub points: Score,
}

/// What `round` has brought each player who was there or had a bye.
pub(super) fn brought(points: &PointSystem, round: &Round) -> BTreeMap<PlayerId, Brought> {
    let byes = round.byes.iter().map(|bye| {
        let outcome = match bye.kind {
            ByeKind::Pairing => "bye",
            ByeKind::Full => "full-bye",
            ByeKind::Half => "half-bye",
            ByeKind::Zero => "zero-bye",
        };
        (bye.player, Brought { board: None, opponent: None, colour: None, outcome, points: points.bye(bye.kind) })
    });
    let games = (1..).zip(&round.games).flat_map(|(board, game)| {
        let seats = [(game.white, Colour::White, game.black), (game.black, Colour::Black, game.white)];
        seats.into_iter().filter_map(move |(player, colour, opponent)| {
            let outcome = game.result?.of(colour);
            let word = match outcome {
                Outcome::Win => "win",
                Outcome::Draw => "draw",
                Outcome::Loss => "loss",
                Outcome::ForfeitWin => "forfeit-win",
                Outcome::ForfeitLoss => "forfeit-loss",
                Outcome::Adjourned => "adjourned",
            };
            let points = points.game(colour, outcome);
            let (board, opponent, colour) = (Some(board), Some(opponent), Some(colour));
            Some((player, Brought { board, opponent, colour, outcome: word, points }))
        })
    });
    byes.chain(games).collect()
}
