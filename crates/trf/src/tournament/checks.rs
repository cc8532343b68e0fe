//! The checks of a tournament. Each kind of fault has its own code.

use super::totals::points_faults;
use super::{
    Bye, ByeKind, Code, Colour, Fault, Faults, Game, GamesPerPairing, Outcome, Place, PlayerId, PointSystem, Round,
    Score, Tournament,
};
use itertools::Itertools;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Every fault of `tournament`, whichever round is to be paired.
pub(crate) fn tournament_faults(tournament: &Tournament) -> Vec<Fault> {
    let mut faults = Faults::default();
    limit_faults(tournament, &mut faults);
    player_faults(tournament, &mut faults);
    let ids = tournament.ids();
    for (number, round) in (1..).zip(&tournament.rounds) {
        round_faults(number, round, &ids, tournament.games_per_pairing, &mut faults);
    }
    let written = u32::try_from(tournament.rounds.len()).unwrap_or(u32::MAX);
    if let Some(planned) = tournament.rounds_planned.filter(|planned| written > *planned) {
        let what = format!("{written} rounds are written, but the number planned is {planned}");
        let mend = "correct the number of rounds or remove the rounds after the last";
        faults.push(Fault::new(Code::RoundAfterLast, Place::RoundsPlanned, what, mend));
    }
    reference_faults(tournament, &ids, &mut faults);
    absence_faults(tournament, &mut faults);
    let mut faults = faults.into_vec();
    if faults.is_empty() {
        points_faults(tournament, &mut faults);
    }
    faults
}

/// The games before `round` whose result is not known, or that are not there, and what teams lack of theirs.
pub(super) fn missing_results(tournament: &Tournament, round: u32) -> Vec<Fault> {
    let mut faults = Faults::default();
    for (number, past) in (1..round).zip(&tournament.rounds) {
        faults.extend(missing_game_points(tournament, number, past));
        for (index, game) in past.games.iter().enumerate().filter(|(_, game)| game.result.is_none()) {
            let what = format!("the result of {}-{} in round {number} is not known", game.white, game.black);
            let mend =
                format!("enter it, write ? if the game is adjourned, or pair round {number} with --round {number}");
            faults.push(Fault::new(Code::ResultMissing, Place::Game { round: number, index }, what, mend));
        }
        if tournament.games_per_pairing == GamesPerPairing::Two {
            let reversed: BTreeSet<_> = past.games.iter().map(|game| (game.black, game.white)).collect();
            let lacks_other = |game: &Game| !reversed.contains(&(game.white, game.black));
            for (index, game) in past.games.iter().enumerate().filter(|(_, game)| lacks_other(game)) {
                let board = format!("{}-{}", game.white, game.black);
                let what = format!("round {number} has {board}, but not the game with colours reversed");
                let mend = "add the other encounter, or set games_per_pairing to 1";
                faults.push(Fault::new(Code::EncounterMissing, Place::Game { round: number, index }, what, mend));
            }
        }
    }
    faults.into_vec()
}

/// The matches and pairing-allocated byes of a round without game points, if these count.
fn missing_game_points(tournament: &Tournament, number: u32, round: &Round) -> Vec<Fault> {
    let Some(teams) = tournament.teams.as_ref().filter(|teams| teams.kind.counts_game_points()) else {
        return Vec::new();
    };
    let lacks = |team: &PlayerId| teams.game_points.get(team).is_none_or(|rounds| !rounds.contains_key(&number));
    let fault = |place, what: String, mend: &str| Fault::new(Code::ResultMissing, place, what, mend);
    let of_game = |(index, game): (usize, &Game)| {
        let team = [game.white, game.black].into_iter().find(lacks).filter(|_| game.result.is_some())?;
        let what = format!(
            "the match {}-{} of round {number} has a result, but team {team} no game points",
            game.white, game.black
        );
        let mend =
            "add them to game_points, or write a type that counts match points alone, such as FIDE_TEAM_TYPEA_MP";
        Some(fault(Place::Game { round: number, index }, what, mend))
    };
    let of_bye = |(index, bye): (usize, &Bye)| {
        let is_known = teams.bye_game_points.contains_key(&bye.kind) || !lacks(&bye.player);
        let what =
            format!("team {} has the pairing-allocated bye of round {number}, and no game points for it", bye.player);
        let mend = "add them to bye_game_points: half a point for each board, unless the regulations say otherwise";
        let place = Place::Bye { round: number, index };
        (bye.kind == ByeKind::Pairing && !is_known).then(|| fault(place, what, mend))
    };
    let of_games = round.games.iter().enumerate().filter_map(of_game);
    of_games.chain(round.byes.iter().enumerate().filter_map(of_bye)).collect()
}

/// The faults of a tournament beyond the limits, which no real tournament reaches. Within the limits, all sums of
/// points are exact.
fn limit_faults(tournament: &Tournament, faults: &mut Faults) {
    let (players, rounds) = (tournament.players.len(), tournament.rounds.len());
    let planned = tournament.rounds_planned.unwrap_or(0);
    let first_beyond = Place::Player(Tournament::MOST_PLAYERS);
    for (code, what, count, most, place) in [
        (Code::TooManyPlayers, "players", players, Tournament::MOST_PLAYERS, first_beyond),
        (Code::TooManyRounds, "rounds", rounds, Tournament::MOST_ROUNDS, Place::Tournament),
        (Code::TooManyRounds, "rounds planned", planned as usize, Tournament::MOST_ROUNDS, Place::RoundsPlanned),
    ] {
        if count > most {
            faults.push(Fault::new(code, place, format!("there are {count} {what}"), format!("leave at most {most}")));
        }
    }
    let teams = tournament.teams.iter();
    let game_points = teams.flat_map(|teams| {
        let of_matches = teams.game_points.values().flat_map(BTreeMap::values);
        teams.bye_game_points.values().chain(of_matches).copied()
    });
    let results = tournament.points.worths().chain(game_points).map(|points| (Place::Tournament, points));
    let accelerations = tournament.accelerations.iter();
    let accelerations =
        accelerations.flat_map(|(id, of)| of.values().map(|points| (Place::Acceleration(*id), *points)));
    for (place, points) in results.chain(accelerations).filter(|(_, points)| !points.is_within(Score::MOST)) {
        let mend = format!("write at most {0}, and at least -{0}", Score::MOST);
        faults.push(Fault::new(Code::ScoreBeyondLimit, place, format!("{points} points is too much"), mend));
    }
    let mut sum = 0;
    for (index, adjustment) in tournament.adjustments.iter().enumerate() {
        sum += u64::from(adjustment.points.tenths().unsigned_abs());
        if sum > u64::from(Score::MOST_TOTAL.tenths().unsigned_abs()) {
            let mend = format!("leave at most {} in all", Score::MOST_TOTAL);
            let what = "the points by decision of the arbiter are too much";
            faults.push(Fault::new(Code::ScoreBeyondLimit, Place::Adjustment(index), what, mend));
            break;
        }
    }
}

fn player_faults(tournament: &Tournament, faults: &mut Faults) {
    let mut first_with: BTreeMap<PlayerId, usize> = BTreeMap::new();
    for (index, player) in tournament.players.iter().enumerate() {
        let (id, place) = (player.id, Place::Player(index));
        if id == PlayerId(0) {
            let what = "a player has the pairing number 0";
            faults.push(Fault::new(Code::PlayerZero, place, what, "number the players from 1"));
        }
        let first = *first_with.entry(id).or_insert(index);
        if first != index {
            let what = format!("pairing number {id} stands for two players: entries {} and {}", first + 1, index + 1);
            let mend = "give each player a number of their own, or remove the copy";
            faults.push(Fault::new(Code::PlayerTwice, place, what, mend));
        }
    }
}

/// The opponent and the colour of a game, nothing for a bye.
type Encountered = Option<(PlayerId, Colour)>;

fn round_faults(
    number: u32,
    round: &Round,
    ids: &BTreeSet<PlayerId>,
    games_per_pairing: GamesPerPairing,
    faults: &mut Faults,
) {
    // The first place of each player, and all events so far.
    let mut seen: BTreeMap<PlayerId, (Place, Vec<Encountered>)> = BTreeMap::new();
    for (index, game) in round.games.iter().enumerate() {
        let place = Place::Game { round: number, index };
        if game.white == game.black {
            let what = format!("in round {number} player {} plays against himself", game.white);
            faults.push(Fault::new(Code::PlaysHimself, place, what, "correct the opponent's number"));
            continue;
        }
        for (player, opponent, colour) in
            [(game.white, game.black, Colour::White), (game.black, game.white, Colour::Black)]
        {
            unknown_player(player, place, &format!("round {number}"), ids, faults);
            let (first, before) = seen.entry(player).or_insert((place, Vec::new()));
            let second_encounter =
                games_per_pairing == GamesPerPairing::Two && *before == [Some((opponent, colour.opposite()))];
            if !before.is_empty() && !second_encounter {
                faults.push(twice(player, number, [place, *first], games_per_pairing));
            }
            before.push(Some((opponent, colour)));
        }
    }
    for (index, bye) in round.byes.iter().enumerate() {
        let place = Place::Bye { round: number, index };
        unknown_player(bye.player, place, &format!("round {number}"), ids, faults);
        let (first, before) = seen.entry(bye.player).or_insert((place, Vec::new()));
        if !before.is_empty() {
            faults.push(twice(bye.player, number, [place, *first], games_per_pairing));
        }
        before.push(None);
    }
}

fn twice(player: PlayerId, round: u32, [place, first]: [Place; 2], games_per_pairing: GamesPerPairing) -> Fault {
    let mend = match games_per_pairing {
        GamesPerPairing::One => "leave one game or one bye a round to each player",
        GamesPerPairing::Two => {
            "leave each player two games a round, against one opponent and with both colours, or one bye"
        }
    };
    Fault::new(Code::TwiceInARound, place, format!("player {player} appears twice in round {round}"), mend).and(first)
}

fn unknown_player(player: PlayerId, place: Place, whence: &str, ids: &BTreeSet<PlayerId>, faults: &mut Faults) {
    if !ids.contains(&player) {
        let what = format!("{whence} names player {player}, who is not in the list of players");
        faults.push(Fault::new(Code::UnknownPlayer, place, what, "correct the number or add the player"));
    }
}

fn reference_faults(tournament: &Tournament, ids: &BTreeSet<PlayerId>, faults: &mut Faults) {
    for (index, absence) in tournament.absences.iter().enumerate() {
        unknown_player(absence.player, Place::Absence(index), "an absence", ids, faults);
    }
    for (index, group) in tournament.forbidden.iter().enumerate() {
        let members = group.members();
        for player in &members {
            unknown_player(*player, Place::ForbiddenPlayer(*player), "a forbidden pair", ids, faults);
        }
        // One player alone forbids nothing, and is noted by who reads the file.
        if members.len() < group.players.len().max(1) {
            let what = match group.players.iter().duplicates().next() {
                Some(player) => format!("a forbidden pair names player {player} twice"),
                None => "nobody is named who may not meet".into(),
            };
            let mend = "write two different players or more";
            faults.push(Fault::new(Code::ForbiddenGroup, Place::Forbidden(index), what, mend));
        }
    }
    for (index, adjustment) in tournament.adjustments.iter().enumerate() {
        unknown_player(adjustment.player, Place::Adjustment(index), "a decision of the arbiter", ids, faults);
    }
    for player in tournament.accelerations.keys() {
        unknown_player(*player, Place::Acceleration(*player), "an acceleration", ids, faults);
    }
    for team in tournament.teams.iter().flat_map(|teams| teams.game_points.keys()) {
        unknown_player(*team, Place::Tournament, "an entry of game points", ids, faults);
    }
}

/// Absences that contradict each other, or what a round has of the player. One that names no round and no points only
/// says that the player is away.
pub(super) fn absence_faults(tournament: &Tournament, faults: &mut Faults) {
    let next = tournament.next_round();
    let mut said: BTreeMap<(PlayerId, u32), (Option<ByeKind>, Place)> = BTreeMap::new();
    for (number, round) in (1..).zip(&tournament.rounds) {
        for (index, bye) in round.byes.iter().enumerate() {
            said.entry((bye.player, number)).or_insert((Some(bye.kind), Place::Bye { round: number, index }));
        }
        for (index, game) in round.games.iter().enumerate() {
            for player in [game.white, game.black] {
                said.entry((player, number)).or_insert((None, Place::Game { round: number, index }));
            }
        }
    }
    // Those that name their round come first, since they set its points.
    let mut absences: Vec<_> = tournament.absences.iter().enumerate().collect();
    absences.sort_by_key(|(_, absence)| absence.round.is_none());
    for (index, absence) in absences {
        let (player, place) = (absence.player, Place::Absence(index));
        let round = absence.round.unwrap_or(next);
        let says_only_that_he_is_away = absence.round.is_none() && absence.kind == ByeKind::Zero;
        let contradicted = |by: &str, mend: &str| {
            let what = format!("player {player} has {} in round {round}, but {by}", of_kind(absence.kind));
            Fault::new(Code::AbsenceContradicted, place, what, mend)
        };
        match said.entry((player, round)) {
            Entry::Vacant(entry) => {
                if round < next && absence.kind != ByeKind::Zero {
                    faults.push(contradicted("the round was played without it", "write it as a bye of the round"));
                }
                entry.insert((Some(absence.kind), place));
            }
            Entry::Occupied(entry) => match *entry.get() {
                (None, other) => faults.push(contradicted("a game there", LEAVE).and(other)),
                (Some(kind), other) if kind != absence.kind && !says_only_that_he_is_away => {
                    faults.push(contradicted(&format!("also {}", of_kind(kind)), LEAVE).and(other));
                }
                (Some(_), _) => {}
            },
        }
    }
}

const LEAVE: &str = "leave the one that is right";

/// A bye in words.
const fn of_kind(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::Pairing => "the pairing-allocated bye",
        ByeKind::Full => "a full-point bye",
        ByeKind::Half => "a half-point bye",
        ByeKind::Zero => "a zero-point bye",
    }
}

/// What a person should look at although nothing is wrong: adjourned games, and points that favour what they should not.
pub(crate) fn notes(tournament: &Tournament) -> Vec<Fault> {
    let mut notes = Faults::default();
    let points = &tournament.points;
    for (number, round) in (1..).zip(&tournament.rounds) {
        for (index, game) in round.games.iter().enumerate() {
            if game.result.map(|result| result.of(Colour::White)) == Some(Outcome::Adjourned) {
                let [white, black] = Colour::BOTH.map(|colour| points.game(colour, Outcome::Adjourned));
                let each = if white == black { format!("{white} for each") } else { format!("{white} and {black}") };
                let Game { white, black, .. } = game;
                let what = format!(
                    "the game {white}-{black} of round {number} is adjourned or being played; until its result is known it counts \
                     as drawn, with {each}"
                );
                let mend = "enter the result when the game is over";
                notes.push(Fault::new(Code::AdjournedGame, Place::Game { round: number, index }, what, mend));
            }
        }
    }
    let unusual = unusual(points);
    if !unusual.is_empty() {
        let mend = "correct the points if they are not meant so";
        notes.push(Fault::new(Code::UnusualPoints, Place::Tournament, unusual.join(", and "), mend));
    }
    notes.into_vec()
}

/// What a point system favours that it should not.
fn unusual(points: &PointSystem) -> Vec<&'static str> {
    let any =
        |is_so: fn(&PointSystem, usize) -> bool| Colour::BOTH.iter().any(|colour| is_so(points, *colour as usize));
    [
        (any(|of, colour| of.draw[colour] > of.win[colour]), "a draw is worth more than a win"),
        (any(|of, colour| of.loss[colour] > of.draw[colour]), "a loss is worth more than a draw"),
        (
            any(|of, colour| of.draw[0] + of.draw[1] > of.win[colour] + of.loss[1 - colour]),
            "two draws are worth more than a win and a loss",
        ),
        (any(|of, colour| of.pairing_bye > of.win[colour]), "a pairing-allocated bye is worth more than a win"),
        (any(|of, colour| of.loss[colour] < Score::ZERO), "a loss takes points away"),
    ]
    .into_iter()
    .filter_map(|(is_so, what)| is_so.then_some(what))
    .collect()
}
