//! Tournaments written as cross-tables.

use crate::support::prelude::*;

/// A tournament with one row a player, numbered from 1, and one cell a round.
///
/// A game is opponent, colour and outcome: `2w1`, `2b0`, `2w=`, and `2w+`, `2b-` for forfeits. A bye is `U`
/// (pairing-allocated), `F`, `H` or `Z`; an absence is a dot.
pub fn table(rows: &[&str]) -> Tournament {
    let cells: Vec<Vec<&str>> = rows.iter().map(|row| row.split_whitespace().collect()).collect();
    let rounds = cells.first().map_or(0, Vec::len);
    let round = |index: usize| {
        let mut round = Round::default();
        for (row, player) in cells.iter().zip((1..).map(PlayerId)) {
            let bye = |kind| Bye { player, kind };
            match row[index] {
                "." => {}
                "U" => round.byes.push(bye(ByeKind::Pairing)),
                "F" => round.byes.push(bye(ByeKind::Full)),
                "H" => round.byes.push(bye(ByeKind::Half)),
                "Z" => round.byes.push(bye(ByeKind::Zero)),
                cell => {
                    let (opponent, colour, white) = game(cell);
                    let (back, other, black) = game(cells[opponent as usize - 1][index]);
                    assert!(back == player.0 && colour != other, "{player} and {opponent} in round {}", index + 1);
                    if colour == Colour::White {
                        let result = Some(GameResult::new(white, black).expect("a result"));
                        round.games.push(Game { white: player, black: PlayerId(opponent), result, rated: true });
                    }
                }
            }
        }
        round
    };
    let players = (1..).take(rows.len()).map(|id| Player::new(PlayerId(id))).collect();
    Tournament { players, rounds: (0..rounds).map(round).collect(), ..Tournament::default() }
}

fn game(cell: &str) -> (u32, Colour, Outcome) {
    let (opponent, rest) = cell.split_at(cell.find(['w', 'b']).unwrap_or_else(|| panic!("the cell {cell}")));
    let (colour, outcome) = rest.split_at(1);
    let outcome = match outcome {
        "1" => Outcome::Win,
        "=" => Outcome::Draw,
        "0" => Outcome::Loss,
        "+" => Outcome::ForfeitWin,
        "-" => Outcome::ForfeitLoss,
        _ => panic!("the cell {cell}"),
    };
    (opponent.parse().expect(cell), if colour == "w" { Colour::White } else { Colour::Black }, outcome)
}

/// The same tournament in double rounds: each game is followed by one with colours reversed and the same result.
pub fn doubled(mut tournament: Tournament) -> Tournament {
    tournament.games_per_pairing = GamesPerPairing::Two;
    for round in &mut tournament.rounds {
        let second = |game: &Game| Game { white: game.black, black: game.white, ..*game };
        let second: Vec<Game> = round.games.iter().map(second).collect();
        round.games.extend(second);
    }
    tournament
}
