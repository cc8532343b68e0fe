//! The matches and byes that the records of teams make of the players' rows.

use super::{BYES, ForfeitRecord, SaidCell, TeamRecord, TeamRecords, bye_of};
use crate::formats::trf::columns::number;
use crate::formats::trf::record::Records;
use crate::formats::{Loaded, TournamentDraft};
use crate::tournament::{
    Absence, Adjustment, Bye, ByeKind, Code, Colour, Fault, Game, GameResult, Outcome, Place, Player, PlayerId,
    PointSystem, Position, Round, Score, TeamScore, TeamType, Teams, Tournament, checks,
};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// A match while it is put together: its games by their places in the round of the players.
struct OpenMatch {
    teams: [u32; 2],
    games: Vec<usize>,
}

/// The tournament of players and what is known of their teams.
struct Assembly<'a> {
    records: &'a TeamRecords,
    /// The tournament of the players, and where its games stand.
    players: Loaded,
    team_of: BTreeMap<u32, u32>,
    /// The players of each team in the order of boards.
    rosters: BTreeMap<u32, Vec<u32>>,
    boards: usize,
}

/// Makes the tournament of teams of that of their players. `records` gives them, and `kind` is its type.
pub(in super::super) fn assemble(records: &Records, kind: TeamType, reading: &mut TournamentDraft) {
    let teams = &records.teams;
    let own = Tournament {
        rounds_planned: None,
        forbidden: Vec::new(),
        absences: Vec::new(),
        adjustments: Vec::new(),
        ..reading.loaded.tournament.clone()
    };
    let mut faults = checks::tournament_faults(&own);
    // The points of players pair nobody.
    faults.retain(|fault| fault.code != Code::PointsDoNotFollow);
    let players = Loaded { tournament: own, ..reading.loaded.clone() };
    reading.faults.extend(players.locate(faults));
    reading.loaded.sources.retain(|place, _| {
        !matches!(place, Place::Player(_) | Place::Points(_) | Place::Game { .. } | Place::Bye { .. })
    });
    let listed = if teams.teams.is_empty() { &teams.older } else { &teams.teams };
    if listed.is_empty() {
        let at = records.team_at.unwrap_or(Position { line: 1, column: 1 });
        let what = "the file has no team: neither 310 nor 013 lists one";
        return reading.fault(at, Code::NoPlayers, what, "add the records 310");
    }
    let mut assembly = Assembly {
        records: teams,
        team_of: BTreeMap::new(),
        rosters: BTreeMap::new(),
        boards: teams.colours.len(),
        players,
    };
    assembly.list(listed, kind, reading);
    assembly.compare_lists(reading);
    let rounds = assembly.matches(reading);
    if assembly.boards == 0 {
        assembly.boards = rounds.iter().flatten().map(|one| one.games.len()).max().unwrap_or(0);
    }
    let worths = assembly.players.tournament.points;
    let of_boards = |worth: Score| Score::from_tenths(worth.tenths() * assembly.boards as i32);
    let [win, draw, loss] = teams.worths;
    let [win, draw] = [win.unwrap_or(Score::from_tenths(20)), draw.unwrap_or(Score::from_tenths(10))];
    let [bye_match_points, bye_game_points] = teams.byes.as_ref().map_or([None; 2], |record| record.points);
    let half = of_boards(worths.draw[0]);
    let tournament = &mut reading.loaded.tournament;
    tournament.rounds = vec![Round::default(); rounds.len()];
    tournament.colourless = BTreeMap::new();
    tournament.points = PointSystem {
        win: [win; 2],
        draw: [draw; 2],
        loss: [loss.unwrap_or_default(); 2],
        forfeit_win: win,
        forfeit_loss: Score::ZERO,
        pairing_bye: bye_match_points.unwrap_or(draw),
        full_bye: win,
        half_bye: draw,
        zero_bye: Score::ZERO,
        ..PointSystem::default()
    };
    tournament.teams = Some(Teams {
        kind,
        bye_game_points: BTreeMap::from([
            (ByeKind::Pairing, bye_game_points.unwrap_or(half)),
            (ByeKind::Full, of_boards(worths.win[0])),
            (ByeKind::Half, half),
        ]),
        game_points: BTreeMap::new(),
    });
    for (index, matches) in rounds.iter().enumerate() {
        for one in matches {
            assembly.play(index, one, reading);
        }
    }
    assembly.forfeit(reading);
    assembly.give_byes(records, reading);
}

impl Assembly<'_> {
    /// Lists the teams with their players.
    fn list(&mut self, listed: &[TeamRecord], kind: TeamType, reading: &mut TournamentDraft) {
        let ids = self.players.tournament.ids();
        reading.loaded.tournament.players.clear();
        for (index, record) in listed.iter().enumerate() {
            let [match_points, game_points] = record.points;
            let [own, other] = match kind.primary {
                TeamScore::Match => [match_points, game_points],
                TeamScore::Game => [game_points, match_points],
            };
            let Loaded { tournament, sources, .. } = &mut reading.loaded;
            let team = Player { declared_points: own.0, declared_secondary: other.0, ..record.team.clone() };
            sources.insert(Place::Player(index), record.at);
            sources.insert(Place::Points(index), own.1);
            sources.insert(Place::Secondary(index), other.1);
            tournament.players.push(team);
            let id = record.team.id.0;
            for (player, at) in &record.players {
                if !ids.contains(&PlayerId(*player)) && !reading.numbers_missing {
                    let what = format!("team {id} has player {player}, who has no row");
                    reading.fault(*at, Code::UnknownPlayer, what, "correct the number or add the player's row");
                }
                let first = *self.team_of.entry(*player).or_insert(id);
                if first != id {
                    let what = format!("player {player} is in team {first} and in team {id}");
                    reading.fault(*at, Code::RecordTwice, what, "leave the player in one team");
                }
                self.rosters.entry(id).or_default().push(*player);
            }
        }
    }

    /// Compares `013` with `310`, if a file has both.
    fn compare_lists(&self, reading: &mut TournamentDraft) {
        let TeamRecords { teams, older, .. } = self.records;
        let players = |of: &TeamRecord| of.players.iter().map(|(player, _)| *player).collect::<Vec<_>>();
        for old in older.iter().filter(|_| !teams.is_empty()) {
            let is_same = |new: &&TeamRecord| new.team.name == old.team.name;
            if teams.iter().find(is_same).is_none_or(|new| players(new) != players(old)) {
                let what = format!("no record 310 has team {} with the players of this 013", old.team.name);
                reading.fault(old.at, Code::RecordTwice, what, "make 013 and 310 say the same");
            }
        }
    }

    /// The matches of each round by the games of its players.
    fn matches(&self, reading: &mut TournamentDraft) -> Vec<Vec<OpenMatch>> {
        let mut rounds = Vec::new();
        for (number, round) in (1..).zip(&self.players.tournament.rounds) {
            let mut found: Vec<OpenMatch> = Vec::new();
            let mut against: BTreeMap<u32, u32> = BTreeMap::new();
            for (index, game) in round.games.iter().enumerate() {
                let at = self.players.sources.get(&Place::Game { round: number, index }).copied();
                let at = at.unwrap_or(Position { line: 1, column: 1 });
                let ids = [game.white.0, game.black.0];
                let [Some(one), Some(other)] = ids.map(|id| self.team_of.get(&id).copied()) else {
                    let player = ids.into_iter().find(|id| !self.team_of.contains_key(id)).unwrap_or_default();
                    let what = format!("player {player} plays in round {number} and is in no team");
                    reading.fault(at, Code::TeamOpponents, what, "add the player to a record 310");
                    continue;
                };
                let expected = [(one, other), (other, one)].map(|(team, other)| *against.entry(team).or_insert(other));
                if expected != [other, one] || one == other {
                    let (team, first) = if expected[0] == other { (other, expected[1]) } else { (one, expected[0]) };
                    let second = if team == one { other } else { one };
                    let what =
                        format!("in round {number} players of team {team} meet those of teams {first} and {second}");
                    let mend = "correct an opponent, or the team of a player";
                    reading.fault(at, Code::TeamOpponents, what, mend);
                    continue;
                }
                let teams = [one.min(other), one.max(other)];
                match found.iter_mut().find(|one| one.teams == teams) {
                    Some(found) => found.games.push(index),
                    None => found.push(OpenMatch { teams, games: vec![index] }),
                }
            }
            rounds.push(found);
        }
        rounds
    }

    /// Adds a match that players have in their rows.
    fn play(&self, round: usize, one: &OpenMatch, reading: &mut TournamentDraft) {
        let number = round as u32 + 1;
        let of_players = &self.players.tournament.rounds[round];
        let place = |index: usize| self.players.sources.get(&Place::Game { round: number, index }).copied();
        let first_at = place(one.games[0]).unwrap_or(Position { line: 1, column: 1 });
        let Some(colour) = self.colour(round, one) else {
            let [a, b] = one.teams;
            let what = format!("the colours of the boards of {a} and {b} in round {number} do not go together");
            let mend = "correct a colour, the colours of the boards in 352, or the line-up in 300";
            return reading.fault(first_at, Code::TeamColours, what, mend);
        };
        let games = || one.games.iter().map(|index| &of_players.games[*index]);
        let results: Option<Vec<GameResult>> = games().map(|game| game.result).collect();
        let [own, other] = one.teams.map(|team| self.won(round, team));
        let result = results.map(|results| {
            let is_played = results.iter().any(|result| result.was_played());
            let is_adjourned = results.iter().any(|result| result.of(Colour::White) == Outcome::Adjourned);
            match (is_played, is_adjourned, own.cmp(&other)) {
                (_, true, _) => [Outcome::Adjourned; 2],
                (true, _, std::cmp::Ordering::Greater) => [Outcome::Win, Outcome::Loss],
                (true, _, std::cmp::Ordering::Less) => [Outcome::Loss, Outcome::Win],
                (true, _, std::cmp::Ordering::Equal) => [Outcome::Draw; 2],
                (false, _, std::cmp::Ordering::Greater) => [Outcome::ForfeitWin, Outcome::ForfeitLoss],
                (false, _, std::cmp::Ordering::Less) => [Outcome::ForfeitLoss, Outcome::ForfeitWin],
                (false, _, std::cmp::Ordering::Equal) => [Outcome::ForfeitLoss; 2],
            }
        });
        let mut sides = [(one.teams[0], own, 0), (one.teams[1], other, 1)];
        if colour == Colour::Black {
            sides.reverse();
        }
        let [(white, ..), (black, ..)] = sides;
        let of = |side: usize| result.map(|result| result[sides[side].2]);
        let game = Game {
            white: PlayerId(white),
            black: PlayerId(black),
            result: of(0).zip(of(1)).and_then(|(white, black)| GameResult::new(white, black)),
            rated: true,
        };
        add_match(game, number, first_at, reading);
        if result.is_some() {
            sides.into_iter().for_each(|(team, points, _)| game_points(team, number, points, reading));
        }
    }

    /// The colour of the first team of a match: that of its first board, or what it must have been. `None` if boards contradict each
    /// other.
    fn colour(&self, round: usize, one: &OpenMatch) -> Option<Colour> {
        let number = round as u32 + 1;
        let games = || one.games.iter().map(|index| &self.players.tournament.rounds[round].games[*index]);
        let colours: BTreeMap<u32, Colour> =
            games().flat_map(|game| [(game.white.0, Colour::White), (game.black.0, Colour::Black)]).collect();
        let [a, b] = one.teams;
        let line_ups = [(a, b, false), (b, a, true)].map(|(team, other, is_other)| {
            let said = self.records.line_ups.get(&(number, team, other));
            let line_up = said.map_or_else(|| self.usual_line_up(round, team), |(players, _)| players.clone());
            (said.is_none(), line_up.len() < self.boards, is_other, line_up)
        });
        // That of a record comes first, and then a whole one: of another one it is not known which board is empty.
        let (_, _, is_other, line_up) = line_ups.into_iter().min()?;
        let at_first = line_up.iter().enumerate().filter_map(|(board, player)| {
            let colour = *colours.get(player)?;
            let usual = self.records.colours.get(board).copied();
            let usual = usual.unwrap_or(if board % 2 == 0 { Colour::White } else { Colour::Black });
            Some(if usual == Colour::White { colour } else { colour.opposite() })
        });
        let colour = at_first.dedup().exactly_one().ok()?;
        Some(if is_other { colour.opposite() } else { colour })
    }

    /// The players of a team who were at boards in the round, in the order of boards.
    fn usual_line_up(&self, round: usize, team: u32) -> Vec<u32> {
        let of_players = &self.players.tournament.rounds[round];
        let games = of_players.games.iter().flat_map(|game| [game.white, game.black]);
        // Whose opponent did not come has a + without an opponent.
        let byes = of_players.byes.iter().filter(|bye| bye.kind == ByeKind::Pairing).map(|bye| bye.player);
        let there: BTreeSet<PlayerId> = games.chain(byes).collect();
        let roster = self.rosters.get(&team).into_iter().flatten().copied();
        roster.filter(|player| there.contains(&PlayerId(*player))).collect()
    }

    /// The game points of a team in a round by the rows of its players.
    fn won(&self, round: usize, team: u32) -> Score {
        let Tournament { rounds, points, .. } = &self.players.tournament;
        let is_own = |player: PlayerId| self.team_of.get(&player.0) == Some(&team);
        let games = rounds[round].games.iter().filter_map(|game| Some((game, game.result?)));
        let games = games.flat_map(|(game, result)| {
            [(game.white, Colour::White), (game.black, Colour::Black)]
                .map(|(player, colour)| (player, points.game(colour, result.of(colour))))
        });
        // Without an opponent, + is a win by forfeit.
        let byes = rounds[round].byes.iter().map(|bye| match bye.kind {
            ByeKind::Pairing => (bye.player, points.forfeit_win),
            ByeKind::Zero => (bye.player, Score::ZERO),
            kind => (bye.player, points.bye(kind)),
        });
        games.chain(byes).filter(|(player, _)| is_own(*player)).map(|(_, points)| points).sum()
    }

    /// Adds the matches of `330`.
    fn forfeit(&self, reading: &mut TournamentDraft) {
        let worths = self.players.tournament.points;
        for ForfeitRecord { result, round, teams: [white, black], at } in &self.records.forfeits {
            let index = *round as usize - 1;
            let tournament = &mut reading.loaded.tournament;
            if tournament.rounds.len() <= index {
                tournament.rounds.resize_with(index + 1, Round::default);
            }
            let ids = [PlayerId(*white), PlayerId(*black)];
            let same = |game: &&mut Game| [game.white, game.black] == ids || [game.black, game.white] == ids;
            let found = tournament.rounds[index].games.iter_mut().find(same);
            let game = Game { white: ids[0], black: ids[1], result: Some(*result), rated: true };
            match found {
                Some(found) if found.result.is_some_and(GameResult::was_played) => {
                    let what =
                        format!("330 says that {white}-{black} was not played in round {round}, but rows have games");
                    reading.fault(*at, Code::RecordTwice, what, "correct the record or the rows");
                }
                Some(found) => *found = game,
                None => add_match(game, *round, *at, reading),
            }
            for (team, colour) in [(*white, Colour::White), (*black, Colour::Black)] {
                let of_rows =
                    if index < self.players.tournament.rounds.len() { self.won(index, team) } else { Score::ZERO };
                let worth =
                    if result.of(colour) == Outcome::ForfeitWin { worths.forfeit_win } else { worths.forfeit_loss };
                let whole = Score::from_tenths(worth.tenths() * self.boards as i32);
                game_points(team, *round, if of_rows == Score::ZERO { whole } else { of_rows }, reading);
            }
        }
    }

    /// Adds the byes of `320`, and those that only the rows of a team's players show.
    fn give_byes(&self, records: &Records, reading: &mut TournamentDraft) {
        let said = self.records.byes.iter().flat_map(|record| &record.teams);
        for (round, team, at) in said {
            add_bye(*team, ByeKind::Pairing, *round, *at, reading);
        }
        for (round, of_players) in (1..).zip(&self.players.tournament.rounds) {
            let byes = of_players.byes.iter().filter(|bye| bye.kind != ByeKind::Zero);
            let teams = byes.filter_map(|bye| Some((*self.team_of.get(&bye.player.0)?, bye.kind)));
            for (team, kind) in teams.collect::<BTreeMap<_, _>>() {
                let id = PlayerId(team);
                let there = reading.loaded.tournament.round(round);
                let has_place = there.is_some_and(|there| {
                    let plays = there.games.iter().any(|game| game.white == id || game.black == id);
                    plays || there.byes.iter().any(|bye| bye.player == id)
                });
                let is_said = records.byes.iter().any(|(bye, _)| bye.player == id && bye.round == Some(round));
                if !has_place && !is_said {
                    let at = reading.loaded.sources.get(&Place::Player(self.index(team))).copied();
                    add_bye(team, kind, round, at.unwrap_or(Position { line: 1, column: 1 }), reading);
                }
            }
        }
    }

    /// Where the team stands in the list.
    fn index(&self, team: u32) -> usize {
        self.rosters.keys().position(|id| *id == team).unwrap_or_default()
    }
}

fn add_match(game: Game, round: u32, at: Position, reading: &mut TournamentDraft) {
    let Loaded { tournament, sources, .. } = &mut reading.loaded;
    let games = &mut tournament.rounds[round as usize - 1].games;
    sources.insert(Place::Game { round, index: games.len() }, at);
    games.push(game);
}

fn add_bye(team: u32, kind: ByeKind, round: u32, at: Position, reading: &mut TournamentDraft) {
    let Loaded { tournament, sources, .. } = &mut reading.loaded;
    let index = round as usize - 1;
    if tournament.rounds.len() <= index {
        tournament.rounds.resize_with(index + 1, Round::default);
    }
    let byes = &mut tournament.rounds[index].byes;
    sources.insert(Place::Bye { round, index: byes.len() }, at);
    byes.push(Bye { player: PlayerId(team), kind });
}

fn game_points(team: u32, round: u32, points: Score, reading: &mut TournamentDraft) {
    if let Some(teams) = &mut reading.loaded.tournament.teams {
        teams.game_points.entry(PlayerId(team)).or_default().insert(round, points);
    }
}

impl TeamRecords {
    /// The kind of bye that `802` gives a team in a round.
    fn repeated_bye(&self, team: u32, round: u32) -> Option<ByeKind> {
        let is_there = |cell: &&SaidCell| cell.team == team && cell.round as u32 + 1 == round;
        self.cells.iter().find(is_there).and_then(|cell| bye_of(&cell.against))
    }

    /// Leaves out the byes of `240` of teams that have the pairing-allocated bye of the round by `320` and `802`, and adds those that no
    /// record but `802` gives. Both are noted.
    pub(in super::super) fn settle(&mut self, byes: &mut Vec<(Absence, Position)>, reading: &mut TournamentDraft) {
        self.pair_by_summaries(reading);
        self.find_details();
        let mend = "correct the record that is wrong";
        byes.retain(|(absence, at)| {
            let Absence { player, round: Some(round), .. } = *absence else { return true };
            let there = reading.loaded.tournament.round(round).into_iter().flat_map(|there| &there.byes);
            let has_other = there.clone().any(|bye| bye.player == player && bye.kind == ByeKind::Pairing);
            let is_wrong = has_other && self.repeated_bye(player.0, round) == Some(ByeKind::Pairing);
            if is_wrong {
                let what = format!(
                    "240 gives team {player} a bye in round {round} in which it has the pairing-allocated bye by 320 and 802; these count"
                );
                reading.note(*at, Code::TeamBye, what, mend);
            }
            !is_wrong
        });
        for SaidCell { team, round, against, at, .. } in self.cells.iter().filter(|cell| cell.code == "802") {
            let (id, number) = (PlayerId(*team), *round as u32 + 1);
            let Some(kind) = bye_of(against).filter(|kind| *kind != ByeKind::Zero) else { continue };
            let is_free = reading.loaded.tournament.rounds.get(*round).is_some_and(|there| {
                let is_played = !there.games.is_empty();
                let plays = there.games.iter().any(|game| game.white == id || game.black == id);
                is_played && !plays && !there.byes.iter().any(|bye| bye.player == id)
            });
            if is_free && !byes.iter().any(|(bye, _)| bye.player == id && bye.round == Some(number)) {
                let what = format!("only 802 says that team {team} has a bye in round {number} ({against}); it counts");
                reading.note(*at, Code::TeamBye, what, mend);
                add_bye(*team, kind, number, *at, reading);
            }
        }
    }
}

impl TeamRecords {
    /// Adds the matches of a round that is paired and not yet played: only `802` can have them, since nobody is at a board.
    fn pair_by_summaries(&self, reading: &mut TournamentDraft) {
        let played = reading.loaded.tournament.next_round() as usize - 1;
        for SaidCell { team, round, against, colour, game_points, at, .. } in &self.cells {
            let is_new = *round >= played && *colour == 'w' && game_points.as_deref() == Some("");
            let Some(other) = number(against).filter(|_| is_new) else { continue };
            let rounds = &mut reading.loaded.tournament.rounds;
            rounds.resize_with(rounds.len().max(round + 1), Round::default);
            let game = Game { white: PlayerId(*team), black: PlayerId(other), result: None, rated: true };
            add_match(game, *round as u32 + 1, *at, reading);
        }
    }
}

/// Compares what `801` and `802` repeat with the matches, when all byes are placed.
pub(in super::super) fn compare(records: &TeamRecords, reading: &mut TournamentDraft) {
    let tournament = &reading.loaded.tournament;
    let Some(teams) = &tournament.teams else { return };
    let mut faults: Vec<Fault> = Vec::new();
    let mut notes = Vec::new();
    for SaidCell { code, team, round, against, colour, game_points, at } in &records.cells {
        let (id, number) = (PlayerId(*team), *round as u32 + 1);
        let Some(there) = tournament.rounds.get(*round) else { continue };
        let plays = there.games.iter().find(|game| game.white == id || game.black == id);
        let bye = there.byes.iter().find(|bye| bye.player == id).map(|bye| bye.kind);
        let (other, own) = match (plays, bye) {
            (Some(game), _) if game.white == id => (game.black.to_string(), 'w'),
            (Some(game), _) => (game.white.to_string(), 'b'),
            (None, kind) => {
                let kind = kind.unwrap_or_default();
                (BYES.iter().find(|(_, known)| *known == kind).map_or("", |(name, _)| name).to_owned(), ' ')
            }
        };
        let of_match = teams.game_points.get(&id).and_then(|rounds| rounds.get(&number)).copied();
        let points = of_match.unwrap_or_else(|| teams.of_bye(bye.unwrap_or_default()));
        let is_known = plays.is_none_or(|game| game.result.is_some());
        let is_same = *against == other && colour.eq_ignore_ascii_case(&own);
        let said_points = game_points.as_deref().filter(|_| is_known);
        let has_other_points = match *code {
            "801" => said_points.and_then(|results| of_results(results, teams)).is_some_and(|said| said != points),
            _ => said_points.is_some_and(|said| said.parse() != Ok(points)),
        };
        if !is_same || has_other_points {
            let (said, points) = match game_points {
                Some(said) => (format!(" {said}"), format!(" {points}")),
                None => (String::new(), String::new()),
            };
            let said = format!("{code} says of team {team} in round {number} '{against} {colour}{said}'");
            let what = format!("{said}, but the other records give '{other} {own}{points}'");
            let mend = format!("correct what is wrong, or remove {code}");
            // FIDE's own sample has two such cells: what players have in their rows counts.
            if is_same && *code == "801" {
                notes.push((*at, format!("{what}, which count"), mend));
            } else {
                faults.push(crate::formats::fault_at(*at, Code::RecordTwice, what, mend));
            }
        }
    }
    reading.faults.extend(faults);
    notes.into_iter().for_each(|(at, what, mend)| reading.note(at, Code::TeamBoards, what, mend));
}

/// The game points of the results at the boards, as `801` has them, if they are all of games.
fn of_results(results: &str, teams: &Teams) -> Option<Score> {
    let all = |kind| teams.of_bye(kind).tenths() / results.len() as i32;
    let [win, draw] = [ByeKind::Full, ByeKind::Half].map(all);
    let of_board = |result| match result {
        '1' | 'W' | '+' => Some(win),
        '=' | 'D' => Some(draw),
        '0' | 'L' | '-' => Some(0),
        _ => None,
    };
    results.chars().map(of_board).sum::<Option<i32>>().map(Score::from_tenths)
}

/// Adds the game points that the arbiter gave teams in rounds, or took.
pub(in super::super) fn adjust(decided: &[Adjustment], reading: &mut TournamentDraft) {
    let Tournament { rounds, teams: Some(teams), .. } = &mut reading.loaded.tournament else { return };
    for Adjustment { player, round, points } in decided {
        let there = rounds.get(*round as usize - 1).into_iter().flat_map(|there| &there.byes);
        let bye = there.filter(|bye| bye.player == *player).map(|bye| bye.kind).next().unwrap_or_default();
        let before = teams.of_bye(bye);
        *teams.game_points.entry(*player).or_default().entry(*round).or_insert(before) += *points;
    }
}
