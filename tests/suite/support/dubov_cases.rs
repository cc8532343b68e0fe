//! Small rounds for the Dubov system, given by the facts that its rules use: colours, ratings, averages, scores.

use super::state;
use super::table::table;
use crate::support::prelude::*;

/// The tournament with these ratings. Only the first `present` players take part in the round to pair.
pub fn rated(rows: &[&str], ratings: &[u32], present: u32) -> Tournament {
    let mut tournament = table(rows);
    for (player, rating) in tournament.players.iter_mut().zip(ratings) {
        player.rating = (*rating > 0).then_some(*rating);
    }
    let absentees = tournament.players.iter().map(|player| player.id).filter(|id| id.0 > present);
    tournament.absences = absentees.map(|player| Absence { player, round: None, kind: ByeKind::Zero }).collect();
    tournament
}

/// A table of players with these colours and `ratings`, 0 for none. Each drew all games with an opponent of its own,
/// who is absent from the round to pair and has the rating in `opponents`. After their last colour they played no more.
pub fn after(colours: &[&str], ratings: &[u32], opponents: &[u32]) -> Tournament {
    let count = colours.len();
    let rounds = colours.iter().map(|of_player| of_player.len()).max().unwrap_or_default();
    let row = |index: usize, own: bool| {
        let opponent = if own { index + count + 1 } else { index + 1 };
        let cell = |colour: char| format!("{opponent}{}= ", if (colour == 'w') == own { 'w' } else { 'b' });
        format!("{:-<rounds$}", colours[index])
            .chars()
            .map(|colour| if colour == '-' { ". ".into() } else { cell(colour) })
            .collect::<String>()
    };
    let rows: Vec<String> =
        (0..count).map(|index| row(index, true)).chain((0..count).map(|index| row(index, false))).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    rated(&rows, &[ratings, opponents].concat(), u32::try_from(count).unwrap())
}

/// Forbids the two players to meet.
pub fn forbid(tournament: &mut Tournament, one: u32, other: u32) {
    tournament.forbidden.push(ForbiddenGroup { players: vec![PlayerId(one), PlayerId(other)], rounds: None });
}

/// Gives the players these scores, in tenths, in the round to pair.
pub fn score(tournament: &mut Tournament, scores: &[i32]) {
    let round = tournament.next_round();
    let state = state(tournament);
    for (id, score) in (1..).map(PlayerId).zip(scores) {
        let points = state.player(id).expect("a player").points;
        let more = Score::from_tenths(score - points.tenths());
        tournament.accelerations.entry(id).or_default().insert(round, more);
    }
}

/// Gives each of these players so many points more, in tenths, in a round.
pub fn accelerate(tournament: &mut Tournament, round: u32, points: &[(&[u32], i32)]) {
    for (player, tenths) in
        points.iter().flat_map(|(players, tenths)| players.iter().map(move |id| (PlayerId(*id), tenths)))
    {
        tournament.accelerations.entry(player).or_default().insert(round, Score::from_tenths(*tenths));
    }
}

/// Gives the opponent of `player` in each of these rounds the higher score; see [`after`].
pub fn transfer(tournament: &mut Tournament, player: u32, rounds: &[u32]) {
    let opponent = PlayerId(player + u32::try_from(tournament.players.len() / 2).expect("few"));
    for round in rounds {
        tournament.accelerations.entry(opponent).or_default().insert(*round, Score::from_tenths(500));
    }
}

/// Makes the game of `player` in the latest round a forfeit loss.
pub fn forfeit(tournament: &mut Tournament, player: u32) {
    for game in tournament.rounds.last_mut().into_iter().flat_map(|round| &mut round.games) {
        if game.white == PlayerId(player) {
            game.result = GameResult::new(Outcome::ForfeitLoss, Outcome::ForfeitWin);
        } else if game.black == PlayerId(player) {
            game.result = GameResult::new(Outcome::ForfeitWin, Outcome::ForfeitLoss);
        }
    }
}

/// The boards, White first and in numerical order, and the bye.
pub fn boards(pairing: &Pairing) -> (Vec<(u32, u32)>, Option<u32>) {
    let mut boards: Vec<(u32, u32)> = pairing.boards.iter().map(|board| (board.white.0, board.black.0)).collect();
    boards.sort_unstable();
    (boards, pairing.bye.map(|bye| bye.0))
}
