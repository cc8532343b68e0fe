use crate::tournament::{ByeKind, Colour, Outcome, PlayerId, PointSystem, Round, Score};
use std::collections::BTreeMap;

/// What a round has brought a player.
#[derive(Debug, Clone, Copy)]
pub(super) struct Brought {
    pub colour: Option<Colour>,
    /// In a word, as expressions have it.
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
        (bye.player, Brought { colour: None, outcome, points: points.bye(bye.kind) })
    });
    let games = round.games.iter().flat_map(|game| {
        [(game.white, Colour::White), (game.black, Colour::Black)].into_iter().filter_map(move |(player, colour)| {
            let outcome = game.result?.of(colour);
            let word = match outcome {
                Outcome::Win => "win",
                Outcome::Draw => "draw",
                Outcome::Loss => "loss",
                Outcome::ForfeitWin => "forfeit-win",
                Outcome::ForfeitLoss => "forfeit-loss",
                Outcome::Adjourned => "adjourned",
            };
            Some((player, Brought { colour: Some(colour), outcome: word, points: points.game(colour, outcome) }))
        })
    });
    byes.chain(games).collect()
}
