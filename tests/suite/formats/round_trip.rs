//! The real tournaments are read, written and read again.

use crate::support::files::{files, reports, without_board_order};
use crate::support::prelude::*;
use swiss_ilp::files::trf::Document;
use swiss_ilp::files::{Loaded, json, pairs};

const TWO_ROWS: &str = "\
001    1      One                               2500                             1.0    1     2 w 1
001    2      Two                               2400                             0.0    2     1 b 0
";

/// Reads two players and `records`.
fn with_records(records: &str) -> Result<Loaded, Vec<Fault>> {
    files::read(format!("{TWO_ROWS}{records}").as_bytes())
}

#[test]
fn every_record_is_read() {
    let records = "\
142 9
XXR 9
152 B
XXC black1 rank
240 H 003    1
XXZ 2
XXA    1  1.0       0.5
250       0.5 002 003 0002 0002
XXP 1 2
260 001 002    1    2
082 0
### a comment
";
    let loaded = with_records(records).expect("sound");
    let tournament = loaded.tournament;
    assert_eq!(tournament.rounds_planned, Some(9));
    assert_eq!(tournament.initial_colour, Some(Colour::Black));
    let absence = |player, round, kind| Absence { player: PlayerId(player), round, kind };
    assert_eq!(tournament.absences, [absence(1, Some(3), ByeKind::Half), absence(2, None, ByeKind::Zero)]);
    let points: Vec<_> =
        tournament.accelerations.iter().flat_map(|(id, of)| of.iter().map(|p| (id.0, *p.0, p.1.tenths()))).collect();
    assert_eq!(points, [(1, 1, 10), (1, 3, 5), (2, 2, 5), (2, 3, 5)]);
    let group = |rounds| ForbiddenGroup { players: vec![PlayerId(1), PlayerId(2)], rounds };
    assert_eq!(tournament.forbidden, [group(None), group(Some((1, 2)))]);
    assert_eq!(loaded.notes, []);
}

/// A report of TRF16 does not name its type, and one of TRF-2026 may leave it out. The records of teams tell.
#[test]
fn a_team_tournament_is_told_by_its_records_unless_its_type_says_otherwise() {
    let of_teams = [
        "013 A team                             1    2",
        "300 001 001 002    1    2",
        "310   1 A team                                   2450    2.0    1.5   1     1    2",
        "320  1.0  1.0 001",
        "330 +- 001 001 002",
        "352 WB",
        "362 TW 3.0",
        "801   1 A team",
        "802   1 A         2.0    1.5",
    ];
    for record in of_teams {
        // Two players of one team, or of none, have played a game.
        assert!(with_records(&format!("{record}\n")).is_err(), "{record}");
        for says_single in ["192 FIDE_DUTCH_2026", "092 Individual: Swiss-System"] {
            let loaded = with_records(&format!("{record}\n{says_single}\n")).expect(says_single);
            assert_eq!((loaded.tournament.players.len(), loaded.notes), (2, Vec::new()));
        }
        assert!(with_records(&format!("{record}\n092 Team: Swiss-System\n")).is_err());
    }
    assert!(with_records("082 2\n").is_ok(), "a number of teams makes no team tournament");
}

/// 250 and XXA may say the same of a player. A bye that stands twice is one bye.
#[test]
fn what_two_records_say_alike_is_said_once() {
    let loaded = with_records(
        "XXR 9\nXXA    1  1.0\n250      1.0 001 001    1    2\n240 H 003 1\n240 H 003 1 2\nXXS W=1\nBBW 1.0\n",
    );
    let tournament = loaded.expect("sound").tournament;
    assert_eq!(tournament.accelerations.len(), 2);
    assert!(RoundState::new(&tournament, RoundRequest::default()).is_ok());
}

/// Rows of players with these numbers, and `records`.
fn with_numbers(numbers: &[u32], records: &str) -> Loaded {
    let row = |number: &u32| {
        format!("001{number:>5}      Player                            2400                             0.0    1\n")
    };
    let rows: String = numbers.iter().map(row).collect();
    files::read(format!("{rows}{records}").as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The worked examples of C.04.7. 1.2: of 161 players 82 are in GA. 1.4.4: nine rounds have three with a point and two with half
/// of it; eleven rounds with two points for a win have three with two and three with one.
#[test]
fn baku_points_follow_from_the_number_of_rounds() {
    let numbers: Vec<u32> = (1..=161).collect();
    let baku = |records: &str| {
        let loaded = with_numbers(&numbers, &format!("{records}\n192 FIDE_DUTCH_2026_BAKU\n"));
        let of = |player: u32| -> Vec<(u32, i32)> {
            let rounds = loaded.tournament.accelerations.get(&PlayerId(player));
            rounds.into_iter().flatten().map(|(round, points)| (*round, points.tenths())).collect()
        };
        let codes: Vec<_> = loaded.notes.iter().map(|note| note.code.id()).collect();
        (of(1), of(82) == of(1), of(83), codes)
    };
    let derived = vec!["acceleration-derived"];
    let nine = vec![(1, 10), (2, 10), (3, 10), (4, 5), (5, 5)];
    assert_eq!(baku("142 9"), (nine, true, vec![], derived.clone()));
    let eleven = vec![(1, 20), (2, 20), (3, 20), (4, 10), (5, 10), (6, 10)];
    assert_eq!(baku("XXR 11\n162 W 2.0 D 1.0"), (eleven, true, vec![], derived.clone()));
    assert_eq!(baku("142 1"), (vec![(1, 10)], true, vec![], derived));
    // Points that are written count alone.
    assert_eq!(baku("142 9\nXXA    1  0.5"), (vec![(1, 5)], false, vec![], vec![]));
    // Three players: two are in GA, the first two of the rows.
    let three = with_numbers(&[7, 2, 5], "142 4\nXXC rank\n192 FIDE_DUTCH_BAKU\n");
    assert_eq!(three.tournament.accelerations.into_keys().collect::<Vec<_>>(), [PlayerId(2), PlayerId(7)]);
}

/// `XXC rank`: the rows decide among players of one score, also about the colour of the first.
#[test]
fn the_order_of_the_rows_counts_where_the_file_asks_for_it() {
    let ranked = with_numbers(&[3, 1, 4, 2], "XXR 5\nXXC rank white1\n");
    assert_eq!(ranked.notes.iter().map(|note| note.code.id()).collect::<Vec<_>>(), ["rank-order"]);
    let state = RoundState::new(&ranked.tournament, RoundRequest::default()).expect("sound");
    assert_eq!(state.players().iter().map(|player| player.id.0).collect::<Vec<_>>(), [3, 1, 4, 2]);
    let paired = swiss_ilp::questions::registry::System::all()
        .find(|system| system.to_string() == "dutch-2012")
        .expect("a system");
    let boards = paired.pair(&state).expect("paired").pairing.boards;
    assert_eq!(boards.iter().map(ToString::to_string).collect::<Vec<_>>(), ["3-4", "2-1"]);
    // The report keeps the record, and with it the order.
    let pairing = Pairing { boards, bye: None };
    let report = ranked.with_round(1, &pairing).expect("written");
    assert!(report.lines().any(|line| line == "XXC rank white1"));
    let sorted = with_numbers(&[1, 2, 3], "XXC rank\n");
    assert_eq!(sorted.notes, []);
}

#[test]
fn point_systems_of_three_kinds() {
    let points = |records: &str| with_records(records).expect(records).tournament.points;
    let tenths = |records: &str| {
        let points = points(records);
        let [win, draw, loss] = [points.win, points.draw, points.loss].map(|both| both[0].tenths());
        let byes = [points.pairing_bye, points.full_bye, points.half_bye, points.zero_bye].map(Score::tenths);
        (win, draw, loss, points.forfeit_win.tenths(), points.forfeit_loss.tenths(), byes)
    };
    let usual = (10, 5, 0, 10, 0, [10, 10, 5, 0]);
    assert_eq!(tenths(""), usual);
    assert_eq!(tenths("XXS WW=1 WD=.5 WL=0 BW=1 BD=0.5 BL=0\nXXS FL=0 FW=1\nXXS PAB=1 FPB=1 HPB=.5 ZPB=0\n"), usual);
    // From JaVaFo's manual: 3-1-0 leaves the pairing-allocated bye at one point, and later codes override earlier ones.
    assert_eq!(tenths("XXS W=3\nXXS D=1\n"), (30, 10, 0, 30, 0, [10, 30, 10, 0]));
    assert_eq!(tenths("XXS PAB=3\nXXS FPB=0 HPB=0\nXXS W=3 D=2 WL=1 BL=1\n"), (30, 20, 10, 30, 0, [30, 30, 20, 0]));
    // In 162 and BBW the pairing-allocated bye is worth a win if the records do not give its worth.
    for records in ["162  W 3.0    D 1.0\n", "BBW  3.0\nBBD  1.0\n"] {
        assert_eq!(tenths(records), (30, 10, 0, 30, 0, [30, 30, 10, 0]), "{records}");
    }
    for records in ["162  P 1.5    W 3.0    A 0.5    L 0.0\n", "BBU  1.5\nBBW  3.0\nBBZ  0.5\nBBF 0.5\nBBL 0\n"] {
        assert_eq!(tenths(records), (30, 5, 0, 30, 5, [15, 30, 5, 5]), "{records}");
    }
}

/// Replaces the cells of the two rows. Returns the notes with their places, and the game or the byes of round 1.
fn with_cells(one: &str, two: &str) -> (Vec<String>, String) {
    let file = TWO_ROWS.replace("   2 w 1", one).replace("   1 b 0", two);
    let loaded = files::read(file.as_bytes()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let notes = loaded.notes.iter().map(|note| match note.place {
        Place::At(at) => format!("{at} {}", note.code),
        place => panic!("{place:?}"),
    });
    let round = &loaded.tournament.rounds[0];
    let games = round.games.iter().map(|game| {
        let result = game.result.map_or("?".into(), |result| result.to_string());
        format!("{}-{} {result}{}", game.white, game.black, if game.rated { "" } else { " unrated" })
    });
    let byes = round.byes.iter().map(|bye| format!("{} {:?}", bye.player, bye.kind));
    (notes.collect(), games.chain(byes).collect::<Vec<_>>().join(", "))
}

#[test]
fn every_result_and_bye_has_its_code() {
    for (one, two, read) in [
        ("   2 w 1", "   1 b 0", "1-2 1-0"),
        ("   2 b =", "   1 w =", "2-1 1/2-1/2"),
        ("   2 w 0", "   1 b 0", "1-2 0-0"),
        ("   2 w =", "   1 b 0", "1-2 1/2-0"),
        ("   2 w +", "   1 b -", "1-2 +/-"),
        ("   2 w -", "   1 b -", "1-2 -/-"),
        ("   2 w W", "   1 b L", "1-2 1-0 unrated"),
        ("   2 w d", "   1 b d", "1-2 1/2-1/2 unrated"),
        ("   2 w  ", "   1 b  ", "1-2 ?"),
        ("0000 - U", "0000 - H", "1 Pairing, 2 Half"),
        ("0000 - +", "0000 - =", "1 Pairing, 2 Half"),
        ("0000 - f", "0000 - z", "1 Full, 2 Zero"),
        ("0000 - -", "       h", "1 Zero, 2 Half"),
        ("0000    ", "     - U", "1 Zero, 2 Pairing"),
    ] {
        assert_eq!(with_cells(one, two), (Vec::new(), read.to_owned()), "{one} {two}");
    }
}

#[test]
fn every_leniency_has_a_note() {
    for (one, two, note, read) in [
        ("   2 w +", "   1 b 0", "1:99 plus-for-win", "1-2 1-0"),
        ("   2 w 0", "   1 b +", "2:99 plus-for-win", "1-2 0-1"),
        ("   2 - -", "   1 - +", "1:95 colour-not-written", "1-2 -/+"),
        ("   2   +", "   1 w -", "1:95 colour-not-written", "2-1 -/+"),
        ("   2 W 1", "   1 b 0", "1:97 capital-colour", "1-2 1-0"),
    ] {
        assert_eq!(with_cells(one, two), (vec![note.to_owned()], read.to_owned()), "{one} {two}");
    }
    let notes = |records: &str| {
        with_records(records).expect(records).notes.iter().map(|note| note.code.id()).collect::<Vec<_>>()
    };
    assert_eq!(notes("XXA 1 1.0 0.5\n"), ["free-columns"]);
    assert_eq!(notes("299 W      0.5  001    1\nXXQ 1\n"), ["points-by-decision", "unknown-record"]);
    assert_eq!(notes("162 W 3.0    D 1.0    Z 0.5\n"), ["letter-of-drafts"]);
    for record in ["162 D 0.8\n", "162 P 2.0\n", "162 L-1.0\n", "162 W 0.0\n"] {
        assert_eq!(notes(record), ["unusual-points"], "{record}");
    }
    assert_eq!(notes("162 W 3.0    D 1.0    P 1.0\n299          -1.0  001    1    2\n"), [""; 0]);
    assert_eq!(notes("xxr 5\nXxp 1 2\nbbw 3.0\n"), ["unknown-record"; 3]);
}

#[test]
fn a_record_gives_a_bye_where_the_row_is_blank() {
    let file = TWO_ROWS.to_owned()
        + "001    3      Three                             2300                             0.5    3\n";
    let byes = |records: &str| {
        let tournament = files::read(format!("{file}{records}").as_bytes()).expect(records).tournament;
        RoundState::new(&tournament, RoundRequest::default()).expect("points follow");
        (tournament.rounds[0].byes.len(), tournament.absences.len())
    };
    assert_eq!(byes("240 H 001    3\n"), (1, 0));
    assert_eq!(byes("240 H 001    3\n240 Z 002    3    1\n"), (1, 2));
}

/// Reads, writes and reads again: what can be read must come back unchanged, and nothing may panic.
fn exercise(bytes: &[u8]) {
    assert!(Document::parse(bytes).to_bytes() == bytes);
    let _ = pairs::read(bytes);
    let _ = pairs::read_round(bytes, 1);
    let Ok(loaded) = files::read(bytes) else { return };
    if let Ok(state) = RoundState::new(&loaded.tournament, RoundRequest::default()) {
        exercise_round(&loaded, &state);
    }
    let again = files::read(json::write(&loaded.tournament).as_bytes());
    assert_eq!(again.map(|again| again.tournament), Ok(loaded.tournament.clone()));
    if let Ok(document) = Document::from_tournament(&loaded.tournament) {
        let again = document.tournament().expect("our own report");
        assert_eq!(as_in_a_report(&again.tournament), as_in_a_report(&loaded.tournament));
    }
}

/// Pairs everybody two by two, writes the round and reads it.
fn exercise_round(loaded: &Loaded, state: &RoundState) {
    let (pairs, rest) = state.players().as_chunks();
    let boards = pairs.iter().map(|[white, black]| Board { white: white.id, black: black.id }).collect();
    let mut pairing = Pairing { boards, bye: rest.first().map(|player| player.id) };
    let Ok(report) = loaded.with_round(state.round(), &pairing) else { return };
    let again = files::read(&report.to_bytes()).expect("our own report").tournament;
    let mut found = again.round(state.round()).expect("written").boards();
    found.sort();
    pairing.boards.sort();
    assert_eq!(found, pairing.boards);
    assert_eq!(again.players.len(), loaded.tournament.players.len());
}

/// `tournament` without what a report cannot hold.
fn as_in_a_report(tournament: &Tournament) -> Tournament {
    let mut tournament = without_board_order(tournament);
    let last = tournament.rounds.iter().rposition(|round| !round.games.is_empty() || !round.byes.is_empty());
    tournament.rounds.truncate(last.map_or(0, |last| last + 1));
    tournament.name = tournament.name.trim().into();
    tournament.absences.clear();
    for player in &mut tournament.players {
        player.name = player.name.trim().into();
        player.rating = player.rating.filter(|rating| *rating > 0);
        player.strength_rank = None;
        for text in [&mut player.title, &mut player.federation] {
            *text = text.take().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        }
    }
    tournament
}

/// Any bytes, any text of reports, and real files with a few slips are read or refused, and what is read comes back.
#[test]
fn any_file_is_harmless() {
    const RECORDS: [&str; 16] = [
        "001", "XXR", "XXC", "XXS", "XXA", "XXP", "XXZ", "BBW", "BBD", "BBU", "142", "162", "240", "250", "260", "XXQ",
    ];
    let paths = [reports(), files("tests/data/oracle/tcec", "json")].concat();
    for seed in seeds(256) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let bytes: Vec<u8> = (0..rng.random_range(0..400)).map(|_| rng.random()).collect();
        exercise(&bytes);
        let mut text = RECORDS.choose(&mut rng).expect("a record").as_bytes().to_vec();
        text.extend(
            (0..rng.random_range(0..=120)).map(|_| b" 0123456789wb=+HUZ.\r\n-".choose(&mut rng).expect("a sign")),
        );
        exercise(&[TWO_ROWS.as_bytes(), &text].concat());
        exercise(&text);
        let mut bytes = fs::read(paths.choose(&mut rng).expect("a file")).expect("readable");
        for _ in 0..rng.random_range(1..6) {
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..4) {
                0 => bytes[at] = rng.random(),
                1 => bytes.insert(at, rng.random()),
                2 => bytes.truncate(at.max(1)),
                _ => drop(bytes.remove(at)),
            }
            if bytes.is_empty() {
                break;
            }
        }
        exercise(&bytes);
    }
}
