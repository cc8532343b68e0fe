//! Events of teams: the players at their boards, and matches.

use super::own_metric::rounded;
use super::random::{Purpose, RandomSource};
use super::{Chances, Entrant, Entrants};
use crate::tournament::{Board, ByeKind, Cell, Colour, Outcome, Player, PointSystem, Score, TeamType, Teams};
use std::collections::BTreeMap;

/// What the teams of an experiment are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TeamField {
    /// The type, as record 192 of TRF-2026 codes it.
    pub kind: TeamType,
    /// The number of boards. The team with White has it at the first board, and at every other one.
    pub boards: u32,
    /// The standard deviation, in rating points, of a team's players from the rating of the team, where no list has them.
    pub spread: f64,
}

/// The chances of the game at a board, counted from 0, between the teams in the colours of that board.
pub(super) type GameAtBoard<'g> = dyn Fn(usize, Board) -> Result<Chances, String> + 'g;

impl TeamField {
    /// The most boards.
    pub const MOST_BOARDS: u32 = 50;

    /// Match points: 2, 1 and 0, and a draw for the bye (C.04.6, 1.4).
    pub(super) fn points() -> PointSystem {
        let [draw, win] = [10, 20].map(Score::from_tenths);
        PointSystem {
            win: [win; 2],
            draw: [draw; 2],
            forfeit_win: win,
            pairing_bye: draw,
            full_bye: win,
            half_bye: draw,
            ..PointSystem::default()
        }
    }

    /// The teams of a tournament that begins.
    pub(super) fn teams(&self) -> Teams {
        let half = Self::game_points(self.boards);
        let of_byes = [(ByeKind::Pairing, half), (ByeKind::Half, half), (ByeKind::Full, half + half)];
        Teams { kind: self.kind, bye_game_points: BTreeMap::from(of_byes), game_points: BTreeMap::new() }
    }

    /// The points of so many drawn games.
    fn game_points(draws: u32) -> Score {
        (0..draws).map(|_| Score::from_tenths(5)).sum()
    }

    /// The name of a board's column, from 1 on: the rating of the player there.
    fn column(place: u32) -> String {
        format!("board{}", place + 1)
    }

    /// Whether it is the name of such a column.
    pub(super) fn has_column(&self, name: &str) -> bool {
        (0..self.boards).any(|place| Self::column(place) == name)
    }

    /// The ratings at the boards that a list gives a team; `None` if it gives none, and a sentence if it gives others.
    pub(super) fn listed(&self, player: &Player) -> Result<Option<Vec<f64>>, String> {
        let cell = |place| player.attributes.get(&Self::column(place));
        if (0..self.boards).all(|place| cell(place).is_none()) {
            return Ok(None);
        }
        let rating = |place| {
            let rating = cell(place).and_then(|cell| cell.to_string().parse::<f64>().ok());
            rating.filter(|rating| (1.0..=4000.0).contains(rating)).ok_or_else(|| {
                format!("team {} has no rating from 1 to 4000 in the column {}", player.id, Self::column(place))
            })
        };
        (0..self.boards).map(rating).collect::<Result<_, _>>().map(Some)
    }

    /// Give the team drawn at `place` its players. Ratings that no list has are drawn, the highest first. The team is as strong as its
    /// players are in the mean.
    pub(super) fn line_up(&self, team: &mut Entrant, source: RandomSource, place: u32, error_sd: f64) {
        let address = |board: u32| [place, board + 1, 0];
        let ratings = self.listed(&team.player).ok().flatten().unwrap_or_else(|| {
            let draw = |board| {
                let normal = source.stream(Purpose::Rating, address(board)).normal();
                libm::round((f64::from(team.rating) + self.spread * normal).clamp(1.0, 4000.0))
            };
            let mut drawn: Vec<f64> = (0..self.boards).map(draw).collect();
            drawn.sort_by(|one, other| other.total_cmp(one));
            drawn
        });
        for (board, rating) in (0..).zip(&ratings) {
            team.player.attributes.insert(Self::column(board), Cell::Number(rounded(*rating)));
        }
        let strength =
            |(board, rating): (u32, f64)| rating + error_sd * source.stream(Purpose::Strength, address(board)).normal();
        team.boards = (0..).zip(ratings).map(strength).collect();
        team.strength = team.boards.iter().sum::<f64>() / f64::from(self.boards);
    }

    /// The game points of a match, White's first. `chances` are those of the game at a board, in the colours of that board.
    pub(super) fn play(
        &self,
        round: u32,
        pair: Board,
        entrants: &Entrants,
        chances: &GameAtBoard<'_>,
    ) -> Result<[Score; 2], String> {
        let mut lots = entrants.lots(round, pair.white, pair.black);
        let mut won = [Score::ZERO; 2];
        for place in 0..self.boards as usize {
            let turned = Board { white: pair.black, black: pair.white };
            let board = if place % 2 == 0 { pair } else { turned };
            let result = chances(place, board)?.result(board, lots.uniform());
            for (team, colour) in [place % 2, 1 - place % 2].into_iter().zip(Colour::BOTH) {
                won[team] += match result.map(|result| result.of(colour)) {
                    Some(Outcome::Win) => Self::game_points(2),
                    Some(Outcome::Draw) => Self::game_points(1),
                    _ => Score::ZERO,
                };
            }
        }
        Ok(won)
    }

    /// The game points of a team by its outcome of a match that was not played.
    pub(super) fn of_forfeit(&self, outcome: Outcome) -> Score {
        if outcome == Outcome::ForfeitWin { Self::game_points(2 * self.boards) } else { Score::ZERO }
    }
}
