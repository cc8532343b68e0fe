//! Random tournaments: what is asked of one is in it, and it keeps the rules and its own list of tie-breaks.

use crate::support::prelude::*;
use swiss_ilp::questions::convert::{Byes, Target};
use swiss_ilp::questions::ranking::expected_score;
use swiss_ilp::questions::simulate::{Experiment, FileForm, Outcomes, RandomTournament, RunLimits, generate};

/// The tournament of these settings and this seed.
fn tournament(settings: &str, seed: u64) -> Loaded {
    let mut asked = RandomTournament::default();
    asked.read(settings).unwrap_or_else(|error| panic!("{settings}: {error}"));
    let experiment = asked.experiment(seed, "dutch-2026".parse().expect("a system"));
    play(&experiment.unwrap_or_else(|error| panic!("{settings}: {error}")), 1).remove(0)
}

/// The first `events` tournaments of the first arm.
fn play(experiment: &Experiment, events: u64) -> Vec<Loaded> {
    let form = FileForm { to: Target::Trf, byes: Byes::New };
    let mut played = Vec::new();
    let told = generate(experiment, &experiment.arms[0], events, 1, form, RunLimits::default(), |generated| {
        played.push(files::read(generated.text.as_bytes()).expect("a sound report"));
        Ok(())
    });
    assert_eq!(told.expect("played"), events);
    played
}

const SMALL: &str = "PlayersNumber=24\nRoundsNumber=5\nAcceleration=none\n";

/// How many byes of this kind a tournament has.
fn byes(loaded: &Loaded, kind: ByeKind) -> usize {
    loaded.tournament.rounds.iter().flat_map(|round| &round.byes).filter(|bye| bye.kind == kind).count()
}

#[test]
fn what_is_asked_for_is_in_the_tournament() {
    let none = "ForfeitRate=0\nRetiredRate=0\nHalfPointByeRate=0\nFullPointByeRate=0\nOddResultRate=0\n";
    let plain = tournament(&format!("{SMALL}{none}TieBreaks=none\nDrawPercentage=0\n"), 1);
    assert_eq!((plain.tournament.players.len(), plain.tournament.rounds.len()), (24, 5));
    let kinds = [ByeKind::Pairing, ByeKind::Full, ByeKind::Half, ByeKind::Zero];
    assert_eq!(kinds.map(|kind| byes(&plain, kind)), [0; 4]);
    let results = |loaded: &Loaded| -> BTreeSet<String> {
        let games = loaded.tournament.rounds.iter().flat_map(|round| &round.games);
        games.map(|game| game.result.expect("a result").to_string()).collect()
    };
    assert_eq!(results(&plain), ["0-1", "1-0"].map(str::to_owned).into());
    assert!(plain.tournament.accelerations.is_empty());
    // Everybody is away in some round; a rate of 1 is everybody.
    for (key, kind) in
        [("RetiredRate", ByeKind::Zero), ("HalfPointByeRate", ByeKind::Half), ("FullPointByeRate", ByeKind::Full)]
    {
        let settings = format!("{SMALL}{none}").replace(&format!("{key}=0"), &format!("{key}=2"));
        let found = tournament(&settings, 2);
        let counts = kinds.map(|kind| byes(&found, kind));
        let here = byes(&found, kind);
        assert!((5..=30).contains(&here), "{key}: {counts:?}");
        let others = kinds.iter().filter(|other| **other != kind && **other != ByeKind::Pairing);
        assert!(others.into_iter().all(|other| byes(&found, *other) == 0), "{key}: {counts:?}");
    }
    let forfeits = tournament(&format!("{SMALL}{none}").replace("ForfeitRate=0", "ForfeitRate=2"), 3);
    assert!(results(&forfeits).is_superset(&["+/-", "-/+", "-/-"].map(str::to_owned).into()));
    let odd = tournament(&format!("{SMALL}{none}").replace("OddResultRate=0", "OddResultRate=1"), 4);
    assert_eq!(results(&odd), ["0-0", "0-1/2", "1/2-0"].map(str::to_owned).into());
    let baku = tournament(&SMALL.replace("none", "Baku"), 5);
    assert_eq!(baku.tournament.accelerations.len(), 12);
    let ranked = tournament(&format!("{SMALL}TieBreaks=BH/C1,bh,SB\n"), 6);
    assert_eq!(ranked.report.expect("a report").records(&["202"]), ["BH/C1,BH,SB"]);
    let points =
        tournament(&format!("{SMALL}PointsForWin=3.0\nPointsForDraw=1\nPointsForPAB=1.5\nHalfPointByeRate=0\n"), 7);
    let [win, draw, bye] = [30, 10, 15].map(Score::from_tenths);
    let system = points.tournament.points;
    let found = (system.win, system.forfeit_win, system.draw, system.half_bye, system.pairing_bye);
    assert_eq!(found, ([win; 2], win, [draw; 2], draw, bye));
}

#[test]
fn ratings_are_given_parametrised_or_drawn() {
    let ratings = |settings: &str| -> Vec<u32> {
        tournament(settings, 9).tournament.players.iter().map(|player| player.rating.expect("a rating")).collect()
    };
    assert_eq!(ratings("Ratings=2400, 1900,2100,2000\nRoundsNumber=2\n"), [2400, 2100, 2000, 1900]);
    let gap = ratings("PlayersNumber=6\nRoundsNumber=2\nHighestRating=2000\nLowestRating=1700\nRatingGap=100\n");
    assert_eq!(gap, [2000, 1900, 1800, 1700, 1700, 1700]);
    let drawn = ratings("PlayersNumber=40\nRoundsNumber=2\nHighestRating=1510\nLowestRating=1500\n");
    assert!(drawn.iter().all(|rating| (1500..=1510).contains(rating)) && drawn.is_sorted_by(|one, other| one >= other));
}

/// Without settings, too; and every call without a seed makes another one.
#[test]
fn a_tournament_keeps_the_rules_and_its_own_tie_breaks() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    let config = path("small.cfg");
    fs::write(
        &config,
        "# as bbpPairings reads it\r\nPlayersNumber=18\rRoundsNumber=5\nHalfPointByteRate=6\nRetiredRate=9\n",
    )
    .expect("written");
    for (place, year) in ["2026", "2017", "2012"].into_iter().enumerate() {
        let (dutch, seed, out) = (format!("--dutch={year}"), place.to_string(), path(&format!("{year}.trf")));
        let made = run(&[&dutch, "-g", &config, "-o", &out, "-s", &seed], "");
        assert_eq!((made.status.code(), stdout(&made)), (Some(0), String::new()), "{}", stderr(&made));
        assert!(stderr(&made).contains(&format!("seed {seed}, paired by dutch-{year}")));
        let report = fs::read_to_string(&out).expect("written");
        let holds = report.starts_with(&format!("012 Random tournament of seed {seed}")) && report.contains("\n202 ");
        assert!(holds, "{report}");
        // The file says by which edition it is paired.
        let checked = ended(&[&out, "-c"], "", 0, "");
        assert!(stdout(&checked).contains(": Standings by PTS,"));
        let again = path("again.trf");
        assert_eq!(code(&["-g", &config, &dutch, "-s", &seed, "-o", &again, "--quiet"], ""), 0);
        assert_eq!(fs::read_to_string(&again).expect("written"), report);
    }
    // Beside the configuration, with the check-lists of all rounds.
    let small = ["--set", "PlayersNumber=8", "--set", "RoundsNumber=3"];
    let _made =
        ended(&[&["--dutch=2026", "-g", &config, "-o", "beside.trf", "-l", "-s", "5"], &small[..]].concat(), "", 0, "");
    let list = fs::read_to_string(path("beside.list")).expect("written");
    assert_eq!(list.matches("Round #").count(), 3);
    let texts: BTreeSet<String> = (0..3)
        .map(|number| {
            let out = path(&format!("any{number}.trf"));
            ended(&[&["-g", "-o", &out], &small[..]].concat(), "", 0, "");
            fs::read_to_string(out).expect("written")
        })
        .collect();
    assert_eq!(texts.len(), 3);
}

/// As many rounds and players, the same ratings.
#[test]
fn a_tournament_is_like_another_one() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("like.trf").to_str().expect("UTF-8").to_owned();
    let model = "tests/data/oracle/dutch-2012/n9_r5_102.trf";
    ended(&["--dutch=2012", model, "-g", "-o", &out, "-s", "1"], "", 0, "");
    let read = |path: &str| files::read(&fs::read(Path::new(path)).expect("a file")).expect("sound").tournament;
    let (like, model) = (read(&out), read(model));
    let mut ratings = [&like, &model].map(|of| of.players.iter().map(|player| player.rating).collect::<Vec<_>>());
    ratings.iter_mut().for_each(|ratings| ratings.sort());
    assert_eq!((ratings[0].len(), &ratings[0]), (9, &ratings[1]));
    assert_eq!(like.rounds_planned, Some(5));
    assert_eq!(code(&["instances/gros-open-2010.trf", "-g", "-o", &out], ""), 3, "players without ratings");
}

#[test]
fn settings_that_cannot_be_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("out.trf").to_str().expect("UTF-8").to_owned();
    for (setting, why) in [
        ("PlayersNumber", "write KEY=VALUE"),
        ("PlayerNumber=3", "did you mean 'PlayersNumber'"),
        ("PlayersNumber=1", "write a whole number from 2 to 100000"),
        ("RoundsNumber=x", "write a whole number from 1 to 999"),
        ("DrawPercentage=101", "from 0 to 100"),
        ("ForfeitRate=0.5", "a number from 1 on, or 0 for none"),
        ("LowestRating=2900", "HighestRating"),
        ("Ratings=2000,x", "'x' is no rating"),
        ("Ratings=2000", "fewer than two ratings"),
        ("Acceleration=Burstein", "write Baku or none"),
        ("TieBreaks=BHX", "'BHX' is no tie-break"),
        ("PointsForWin=1.25", "is not a number of points"),
    ] {
        ended(&["-g", "-o", &out, "-s", "1", "--set", setting, "--set", "HighestRating=2500"], "", 3, why);
    }
    ended(&["-g", "-", "-o", &out], "# nothing\nRoundsNumber: 5\n", 5, "-, line 2: 'RoundsNumber: 5' is no setting");
    assert_eq!(code(&["-g", "-s", "1"], ""), 3, "no file is named");
    assert_eq!(code(&["-p", "-o", &out], ""), 3, "-o is of -g");
    assert!(!Path::new(&out).exists());
    // Three players have no fourth round: the file has the three that there are.
    let ended = ended(
        &["--dutch=2026", "-g", "-o", &out, "-s", "1", "--set", "Ratings=2000,1900", "--set", "RoundsNumber=2"],
        "",
        1,
        "",
    );
    let said = format!("Error generating {out}: No valid pairing exists for round ");
    assert!(stderr(&ended).contains(&said), "{}", stderr(&ended));
    assert!(fs::read_to_string(&out).expect("written").starts_with("012 "));
}

/// FIDE's table (Handbook B.02, 8.1.2), in which a difference of more than 400 points counts as 400.
#[test]
fn results_follow_the_table_of_expected_scores() {
    let fide = Outcomes::Fide { draws: 0.3 };
    for (white, black, expected) in [
        (2000.0, 2000.0, 0.5),
        (2004.0, 2000.0, 0.51),
        (2000.0, 2100.0, 0.36),
        (2400.0, 2000.0, 0.92),
        (2900.0, 2000.0, 0.92),
        (1000.0, 2000.0, 0.08),
    ] {
        let chances = fide.chances(white, black);
        assert!((chances.white + chances.draw / 2.0 - expected).abs() < 1e-12, "{white} {black}: {chances:?}");
        assert!((chances.white + chances.draw + chances.black - 1.0).abs() < 1e-12);
        assert!(chances.white >= 0.0 && chances.black >= 0.0 && chances.draw <= 0.3);
    }
    assert_eq!([-400, 91, 92, 1000].map(expected_score), [8, 62, 63, 100]);
}

/// Each key of an experiment changes it, or is refused.
#[test]
fn experiments_have_points_accelerations_and_odd_results() {
    let text = |more: &str, life: &str, outcome: &str| {
        format!(
            "name = 'more'\nseed = 1\nevents = 1\nplayers = 12\nrounds = 4\n{more}\n[field]\nrating = {{ uniform = {{ from = 1500, to = 1600 }} }}\n\
             [life]\n{life}\n[outcome]\nmodel = 'fide'\ndraws = 0.3\n{outcome}\n[[arm]]\nname = 'rules'\nsystem = 'dutch-2026'\n"
        )
    };
    let parse = |text: &str| Experiment::parse("e.toml", text);
    for (more, life, outcome, why) in [
        ("acceleration = 'burstein'", "", "", "write \"baku\" or \"none\""),
        ("acceleration = 'baku'\n[points]\nWW = 3", "", "", "a win is not worth two draws"),
        ("[points]\nW = 3", "", "", "there is no result or bye 'W'"),
        ("[points]\nWW = 0.25", "", "", "write points such as 0.5"),
        ("", "absence = 0.5\nfull-point-bye = 0.6", "", "are together more than 1"),
        ("", "", "odd-results = 2", "write a number from 0 to 1"),
        ("", "", "white-advantage = 20", "knows no advantage of White"),
    ] {
        let error = parse(&text(more, life, outcome)).expect_err(why).to_string();
        assert!(error.contains(why), "{more}{life}{outcome}: {error}");
    }
    let experiment =
        parse(&text("acceleration = 'baku'", "full-point-bye = 0.1", "odd-results = 0.5")).expect("an experiment");
    let found = play(&experiment, 1).remove(0);
    assert!(!found.tournament.accelerations.is_empty() && byes(&found, ByeKind::Full) > 0);
    assert_eq!(found.tournament.dutch_edition, Some(2026));
}
