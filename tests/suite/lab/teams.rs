//! Experiments of teams: their boards, their matches, and what events of teams do not have.

use crate::lab::experiments::experiment;
use crate::support::prelude::*;
use swiss_ilp::questions::simulate::{Entrants, Event, EventMetric, Experiment};
use swiss_ilp::solve::Options;

const TEAMS: &str = "
name = 'teams'
seed = 5
events = 4
players = 7
rounds = 4
[field]
rating = { uniform = { from = 1800, to = 2400 } }
strength = { error-sd = 30 }
[teams]
boards = 3
type = 'FIDE_TEAM_TYPEB_MP_GP'
board-sd = 120
[life]
half-point-bye = 0.05
forfeit = 0.05
[outcome]
model = 'elo'
draws = 0.4
[[arm]]
name = 'rules'
system = 'team-2026'
[[arm]]
name = 'fair'
model = 'fair'
";

fn boards(team: &Player) -> Vec<f64> {
    let rating = |cell: &Cell| cell.to_string().parse().expect("a number");
    (1..=3).map(|board| rating(&team.attributes[&format!("board{board}")])).collect()
}

/// The result of a match is that of its game points, points are match points, and both arms have the same luck.
#[test]
fn matches_are_played_at_boards() {
    let experiment = experiment(TEAMS);
    let half = |halves: i32| Score::from_tenths(5 * halves);
    let (mut forfeits, mut alike) = (0, 0);
    for number in 1..=4 {
        let entrants = Entrants::new(&experiment, number);
        for entrant in entrants.players() {
            let ratings = boards(&entrant.player);
            assert!(ratings.iter().rev().is_sorted(), "{ratings:?}");
            assert!(ratings.iter().zip(&entrant.boards).all(|(rating, strength)| (rating - strength).abs() < 150.0));
            let mean = entrant.boards.iter().sum::<f64>() / 3.0;
            assert!((entrant.strength - mean).abs() < 1e-9);
        }
        let events = [0, 1].map(|arm| {
            let arm = &experiment.arms[arm];
            Event::play(&experiment, &entrants, number, arm, Options::default()).expect("an event").tournament
        });
        for tournament in &events {
            let teams = tournament.teams.as_ref().expect("teams");
            assert_eq!(teams.kind.to_string(), "FIDE_TEAM_TYPEB_MP_GP");
            for (round, games) in (1..).zip(&tournament.rounds) {
                for game in &games.games {
                    let result = game.result.expect("a result");
                    let won = [game.white, game.black].map(|team| teams.game_points[&team][&round]);
                    let expected = match result.of(Colour::White) {
                        Outcome::Win => won[0] > won[1] && won[0] + won[1] == half(6),
                        Outcome::Draw => won == [half(3); 2],
                        Outcome::Loss => won[0] < won[1] && won[0] + won[1] == half(6),
                        Outcome::ForfeitWin => won == [half(6), half(0)],
                        _ => won[0] == half(0),
                    };
                    assert!(expected, "{result} {won:?}");
                    forfeits += usize::from(!result.was_played());
                }
            }
            tournament.checked(Trust::Nothing).expect("sound");
            let text = files::json::write(tournament);
            assert_eq!(&files::read(text.as_bytes()).expect("sound").tournament, tournament);
        }
        let games = |place: usize| events[place].rounds[0].games.iter().copied().collect_vec();
        for game in games(0) {
            let same = games(1).into_iter().find(|other| (other.white, other.black) == (game.white, game.black));
            alike += usize::from(same.is_some());
            assert!(same.is_none_or(|same| same.result == game.result));
        }
    }
    assert!(forfeits > 0 && alike > 0, "{forfeits} {alike}");
}

#[test]
fn a_folder_of_teams_plays_again_and_is_checked() {
    let dir = folder("teams-experiment");
    fs::create_dir(&dir).expect("a new folder");
    let file = format!("{dir}/teams.toml");
    fs::write(&file, TEAMS).expect("written");
    let outs = ["one", "two"].map(|name| format!("{dir}/{name}"));
    for (out, jobs) in outs.iter().zip(["1", "2"]) {
        ended(&["simulate", &file, "--out", out, "--jobs", jobs, "--force"], "", 0, "");
    }
    for name in ["events.csv", "players.csv", "summary.csv", "manifest.json"] {
        let [one, two] = outs.each_ref().map(|out| fs::read_to_string(format!("{out}/{name}")).unwrap_or_default());
        assert_eq!(one, two, "{name}");
    }
    let players = fs::read_to_string(format!("{}/players.csv", outs[0])).expect("players");
    let holds = players.starts_with("event,number,name,rating,strength,title,federation,club,board1,board2,board3\n");
    assert!(holds, "{players}");
    assert!(players.contains(",Team 7,"), "{players}");
    let written = format!("{dir}/written");
    ended(&["simulate", &file, "--write", &written, "--to", "json", "--events", "1", "--force"], "", 0, "");
    let of_event = fs::read_dir(&written).expect("a folder").next().expect("a file").expect("a file").path();
    let of_event = of_event.to_str().expect("UTF-8");
    let checked = json(&ended(&["check", of_event, "--system", "auto", "--format", "json"], "", 0, ""));
    assert_eq!((&checked["system"], &checked["rounds_different"]), (&"team-2026".into(), &0.into()), "{checked}");
    ended(&["simulate", &file, "--write", &written, "--to", "trf", "--force"], "", 3, "players, not teams");
    let listed =
        "name,rating,board1,board2,board3\nA,2000,2100,2000,1900\nB,2000,2000,2000,2000\nC,1900,2500,1600,1600\n";
    fs::write(format!("{dir}/field.csv"), listed).expect("written");
    let of_list = TEAMS
        .replace("rating = { uniform = { from = 1800, to = 2400 } }", "rating = { file = 'field.csv' }")
        .replace("players = 7\n", "")
        .replace("rounds = 4", "rounds = 2")
        .replace("board-sd = 120\n", "")
        .replace("error-sd = 30", "error-sd = 0");
    fs::write(&file, of_list).expect("written");
    let of_list = Experiment::load(file.as_ref()).expect("sound");
    let entrants = Entrants::new(&of_list, 1);
    let strengths = entrants.players().map(|team| (team.strength, team.boards[0])).collect_vec();
    assert_eq!(strengths, [(2000.0, 2100.0), (2000.0, 2000.0), (1900.0, 2500.0)]);
    assert!(of_list.notes.is_empty(), "{:?}", of_list.notes);
}

#[test]
fn what_events_of_teams_do_not_have_is_refused_by_name() {
    let all = experiment(TEAMS);
    let left_out = [EventMetric::AbsoluteDenied, EventMetric::StrongDenied, EventMetric::RepeatedFloats];
    assert_eq!(all.metrics.len(), EventMetric::ALL.len() - left_out.len());
    assert!(all.metrics.iter().all(|metric| metric.built_in().is_none_or(EventMetric::is_of_teams)));
    for (from, to, word) in [
        ("rounds = 4", "rounds = 4\nmetrics = ['strong_denied']", "events of teams have no strong_denied"),
        ("rounds = 4", "rounds = 4\nacceleration = 'baku'", "have no acceleration"),
        ("draws = 0.4", "draws = 0.4\nodd-results = 0.1", "no odd-results"),
        ("boards = 3", "boards = 0", "boards: 0 is out of range"),
        ("boards = 3\n", "", "boards"),
        ("_TYPEB_MP_GP", "_TYPEC", "is not a type such as FIDE_TEAM_TYPEA_MP_GP"),
        ("board-sd = 120", "board-sd = -1", "board-sd: -1"),
    ] {
        let error = Experiment::parse("test.toml", &TEAMS.replace(from, to)).expect_err(to).to_string();
        assert!(error.contains(word), "{to}: {error}");
    }
}
