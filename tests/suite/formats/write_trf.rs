//! Tournament reports to which a round is added. The round is read back, and the rest of the file stays byte for byte.

use crate::support::files::{reports, without_board_order};
use crate::support::prelude::*;
use std::ops::Range;
use swiss_ilp::files::trf::Document;

fn read(bytes: &[u8]) -> Loaded {
    files::read(bytes).unwrap_or_else(|faults| panic!("{faults:#?}\n{}", String::from_utf8_lossy(bytes)))
}

fn with_round(source: &[u8], round: u32, pairing: &Pairing) -> Vec<u8> {
    let written = read(source).with_round(round, pairing);
    written.unwrap_or_else(|error| panic!("{error:?}\n{}", String::from_utf8_lossy(source))).to_bytes()
}

fn before(tournament: &Tournament, round: u32) -> RoundState {
    let request = RoundRequest { round: Some(round), ..RoundRequest::default() };
    RoundState::new(tournament, request).unwrap_or_else(|error| panic!("{error:?}"))
}

fn dutch(state: &RoundState) -> Pairing {
    let dutch = system("dutch-2012");
    dutch.pair(state).unwrap_or_else(|why| panic!("{why}")).pairing
}

/// The pairing in the order of pairing numbers, since a report does not keep the order of boards.
fn in_order(mut pairing: Pairing) -> Pairing {
    pairing.boards.sort();
    pairing
}

/// Each line and what ends it.
fn lines(bytes: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut lines = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let length = rest.iter().position(|byte| b"\r\n".contains(byte)).unwrap_or(rest.len());
        let end = if rest[length..].starts_with(b"\r\n") { 2 } else { usize::from(length < rest.len()) };
        lines.push((&rest[..length], &rest[length..length + end]));
        rest = &rest[length + end..];
    }
    lines
}

/// The range of the columns of `round`, from 0, in a row that is shifted to the right by `shift`.
fn columns(round: u32, shift: isize) -> (usize, usize) {
    let start = (90 + 10 * (round as usize - 1)).checked_add_signed(shift).expect("not before the name");
    (start, start + 9)
}

/// The range of the columns of the points, from 0.
fn points_columns(shift: isize) -> Range<usize> {
    let [start, end] = [79, 84_usize].map(|column| column.checked_add_signed(shift).expect("not before the name"));
    start..end
}

/// By how many columns a row of an instance is shifted to the right. One row of Graz is.
fn shift_in_graz(path: &Path, row: &[u8]) -> isize {
    let is_graz = path.file_name().is_some_and(|name| name == "graz-open-2026-a.trf");
    isize::from(is_graz && row.starts_with(b"001   69"))
}

/// Asserts that `written` differs from `source` in two things only. The points and the cell of `round` are new, and the
/// later rounds that were played, up to `last`, are removed. Every character must be one byte.
fn only_the_round_differs(source: &[u8], written: &[u8], round: u32, last: u32, shift: impl Fn(&[u8]) -> isize) {
    let kept: Vec<_> = lines(source).into_iter().filter(|(text, _)| !text.starts_with(b"XXZ")).collect();
    let written = lines(written);
    assert_eq!(kept.len(), written.len());
    for ((before, end), (after, new_end)) in kept.into_iter().zip(written) {
        let context = format!("{}\n{}", String::from_utf8_lossy(before), String::from_utf8_lossy(after));
        assert_eq!(end, new_end, "{context}");
        if !before.starts_with(b"001") {
            assert_eq!(before, after, "{context}");
            continue;
        }
        let shift = shift(before);
        let (start, end) = columns(round, shift);
        let mut expected = before.to_vec();
        expected.resize(expected.len().max(start), b' ');
        let points = points_columns(shift);
        expected[points.clone()].copy_from_slice(&after[points]);
        assert_eq!(&expected[..start], &after[..start], "{context}");
        let tail = before.get(columns(round.max(last), shift).1..).unwrap_or_default();
        let gap = if tail.trim_ascii().is_empty() { 0 } else { 10 * last.saturating_sub(round) as usize };
        let expected = [vec![b' '; gap], tail.to_vec()].concat();
        assert_eq!(expected, after.get(end..).unwrap_or_default(), "{context}");
    }
}

/// Asserts that `after` is `before` with `round` paired as in `pairing`, without use of [`Tournament::with_round`].
fn only_the_round_is_new(before: &Tournament, after: &Tournament, round: u32, pairing: &Pairing) {
    let state = self::before(before, round);
    let past = round as usize - 1;
    assert_eq!(after.rounds[..past], before.rounds[..past]);
    assert_eq!(after.next_round(), round + 1);
    let found = after.pairing(round).expect("paired").expect("one bye at most");
    assert_eq!(in_order(found), in_order(pairing.clone()));
    let written = &after.rounds[past];
    assert!(written.games.iter().all(|game| game.result.is_none() && game.rated));
    let asked: BTreeMap<PlayerId, ByeKind> = before.rounds.get(past).map_or_else(BTreeMap::new, |round| {
        round.byes.iter().filter(|bye| bye.kind.is_absence()).map(|bye| (bye.player, bye.kind)).collect()
    });
    for player in state.absent() {
        let bye = written.byes.iter().find(|bye| bye.player == player.id).expect("a bye");
        assert_eq!(bye.kind, asked.get(&player.id).copied().unwrap_or(ByeKind::Zero), "{}", player.id);
    }
    let won = |id: PlayerId| {
        let player = state.players().iter().chain(state.absent()).find(|player| player.id == id).expect("a player");
        let bye = written.byes.iter().find(|bye| bye.player == id);
        player.points + bye.map_or(Score::ZERO, |bye| before.points.bye(bye.kind))
    };
    let mut expected = before.clone();
    for player in &mut expected.players {
        player.declared_points = player.declared_points.map(|_| won(player.id));
    }
    // Later rounds that were played are removed. The byes of rounds still to be paired stay.
    expected.rounds.resize_with(expected.rounds.len().max(past + 1), Round::default);
    expected.rounds[past].clone_from(written);
    expected.rounds[past + 1..]
        .iter_mut()
        .filter(|later| !later.games.is_empty())
        .for_each(|later| *later = Round::default());
    let last = expected.rounds.iter().rposition(|round| *round != Round::default()).expect("the round itself");
    expected.rounds.truncate(last + 1);
    assert_eq!(*after, expected);
    // The points follow from the results, and the next round can be paired when the results are known.
    match RoundState::new(after, RoundRequest::default()) {
        Err(RoundError::Faults(faults)) => assert!(faults.iter().all(|fault| fault.code == Code::ResultMissing)),
        Err(RoundError::Request(message)) => assert!(message.contains("after the last"), "{message}"),
        Ok(_) => panic!("no result is known"),
    }
}

#[test]
fn every_round_of_every_report_can_be_written() {
    let mut rounds = 0;
    for path in reports() {
        let source = fs::read(&path).expect("readable");
        let loaded = read(&source);
        let tournament = &loaded.tournament;
        let next = tournament.next_round();
        let is_over = tournament.rounds_planned.is_some_and(|planned| next > planned);
        for round in 1..=next - u32::from(is_over) {
            let played = tournament.pairing(round).and_then(Result::ok);
            // Every round is written as it was played, and some rounds also as the rules pair them.
            let other = (played.is_none() || round % 4 == 1).then(|| dutch(&before(tournament, round)));
            for pairing in played.into_iter().chain(other) {
                let written = with_round(&source, round, &pairing);
                let again = read(&written);
                only_the_round_is_new(tournament, &again.tournament, round, &pairing);
                only_the_round_differs(&source, &written, round, next - 1, |row| shift_in_graz(&path, row));
                let codes = |loaded: &Loaded| loaded.notes.iter().map(|note| note.code).collect::<Vec<_>>();
                let expected: Vec<_> = codes(&loaded).into_iter().filter(|code| *code == Code::ShiftedRow).collect();
                assert_eq!(codes(&again), expected, "{}", path.display());
                rounds += 1;
            }
        }
    }
    assert!(rounds > 400, "{rounds}");
}

#[test]
fn line_ends_and_encodings_stay() {
    let bytes = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/instances/gros-open-2010.trf")).expect("readable");
    let text = String::from_utf8(bytes).expect("UTF-8").replace("Player 1 ", "Müller  1");
    let tournament = read(text.as_bytes()).tournament;
    assert_eq!(tournament.players[0].name, "Müller  1");
    let pairing = dutch(&before(&tournament, 5));
    let expected = String::from_utf8(with_round(text.as_bytes(), 5, &pairing)).expect("UTF-8");
    let latin1 = |text: &str| text.chars().map(|c| u8::try_from(c).expect("Latin-1")).collect::<Vec<u8>>();
    let form = |name: &str, text: &str| match name {
        "line feeds" => text.as_bytes().to_vec(),
        "carriage returns" => text.replace('\n', "\r").into_bytes(),
        "both" => text.replace('\n', "\r\n").into_bytes(),
        "mixed" => {
            let lines = (0..).zip(text.lines()).map(|(n, line)| format!("{line}{}", ["\r", "\n", "\r\n"][n % 3]));
            lines.collect::<String>().into_bytes()
        }
        "none at the end" => text.trim_end_matches('\n').as_bytes().to_vec(),
        "byte order mark" => format!("\u{feff}{text}").into_bytes(),
        "Latin-1" => latin1(text),
        _ => latin1(&text.replace('\n', "\r")),
    };
    for name in [
        "line feeds",
        "carriage returns",
        "both",
        "mixed",
        "none at the end",
        "byte order mark",
        "Latin-1",
        "Latin-1 with carriage returns",
    ] {
        assert!(with_round(&form(name, &text), 5, &pairing) == form(name, &expected), "{name}");
        assert_eq!(read(&form(name, &text)).tournament, tournament, "{name}");
    }
    let padded = text.replace('\n', "      \n");
    let missing: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    for file in [padded, missing] {
        assert_eq!(read(file.as_bytes()).tournament, tournament);
        assert!(Document::parse(file.as_bytes()).to_bytes() == file.as_bytes());
    }
}

/// A report of four players. Each has its points and its cells from round 1 on.
fn report(rows: [(&str, &str); 4], records: &str) -> String {
    let row = |(number, (points, cells)): (u32, (&str, &str))| {
        format!("001 {number:>4}      {:<33} 2{number}00 {:27}{points:>4}    1  {cells}\n", format!("P{number}"), "")
    };
    format!("012 Four\n{records}{}### the end\n", (1..).zip(rows).map(row).collect::<String>())
}

const ONE_PLAYED: [(&str, &str); 4] =
    [(" 1.0", "   2 w 1"), (" 0.0", "   1 b 0"), (" 0.5", "   4 w ="), (" 0.5", "   3 b =")];

/// The points of each row of a report, and its cells.
fn rows(report: &[u8]) -> Vec<String> {
    let rows = lines(report).into_iter().filter(|(text, _)| text.starts_with(b"001"));
    rows.map(|(text, _)| format!("{}|{}", String::from_utf8_lossy(&text[80..84]), String::from_utf8_lossy(&text[91..])))
        .collect()
}

#[test]
fn absences_of_every_record_are_written_into_the_cells() {
    let three = [(" 1.0", "   2 w 1"), (" 0.0", "   1 b 0"), (" 0.5", "   4 w =  0000 - H"), (" 0.5", "   3 b =")];
    let pair = pairing(&[(1, 2)], None);
    for (rows_before, records, cells, points) in [
        (ONE_PLAYED, "XXZ 3\nXXZ 4\n", ["0000 - Z"; 2], [" 0.5"; 2]),
        (ONE_PLAYED, "240 H 002    3    4\n", ["0000 - H"; 2], [" 1.0"; 2]),
        (ONE_PLAYED, "240 F 002    3\nXXZ 3 4\n", ["0000 - F", "0000 - Z"], [" 1.5", " 0.5"]),
        // No absence is declared, but these players are not in the pairing.
        (ONE_PLAYED, "", ["0000 - Z"; 2], [" 0.5"; 2]),
        (three, "240 H 002    3\nXXZ 4\n", ["0000 - H", "0000 - Z"], [" 1.0", " 0.5"]),
        (ONE_PLAYED, "XXS ZPB=0.5\nXXZ 3 4\n", ["0000 - Z"; 2], [" 1.0"; 2]),
    ] {
        let source = report(rows_before, records);
        let written = with_round(source.as_bytes(), 2, &pair);
        only_the_round_differs(source.as_bytes(), &written, 2, 1, |_| 0);
        let expected = [
            " 1.0|   2 w 1     2 w  ".to_owned(),
            " 0.0|   1 b 0     1 b  ".to_owned(),
            format!("{}|   4 w =  {}", points[0], cells[0]),
            format!("{}|   3 b =  {}", points[1], cells[1]),
        ];
        assert_eq!(rows(&written), expected, "{records}");
        // None of the results is known yet.
        let again = read(&written).tournament;
        assert_eq!(again.absences, [], "{records}");
        assert_eq!(again.rounds[1].byes.len(), 2, "{records}");
    }
}

#[test]
fn the_record_of_absences_from_the_next_round_is_removed_and_all_others_stay() {
    let records = "XXR 5\nXXC white1 rank\nXXZ 3\n240 H 003    3\nXXP 1 4\nBBW  1.0\n162  W 1.0\n250       0.5 001 002 0001 0002\n\
        ###XXZ 4\nXXQ what\nXXZ 4\n";
    let source = report(ONE_PLAYED, records);
    let written = with_round(source.as_bytes(), 2, &pairing(&[(1, 2)], None));
    let expected: Vec<_> = records.lines().filter(|line| !line.starts_with("XXZ")).map(str::as_bytes).collect();
    let found: Vec<_> = lines(&written).into_iter().map(|(text, _)| text).skip(1).take(expected.len()).collect();
    assert_eq!(found, expected);
    let tournament = read(&written).tournament;
    let counted = tournament.absences.iter().map(|absence| (absence.player.0, absence.round)).collect::<Vec<_>>();
    assert_eq!(counted, [(3, Some(3))]);
}

#[test]
fn byes_are_written_in_the_letters_of_the_report() {
    let bye = pairing(&[(3, 1), (2, 4)], Some(5));
    let last = |cells: &str, records: &str| {
        let fifth = format!("001    5      {:<33} 1900 {:27} 0.0    5  {cells}\n", "P5", "");
        let source = format!("{}{fifth}", report(ONE_PLAYED, records));
        rows(&with_round(source.as_bytes(), 2, &bye)).pop().expect("five")
    };
    assert_eq!(last("", ""), " 1.0|          0000 - U");
    assert_eq!(last("0000 - Z", ""), " 1.0|0000 - Z  0000 - U");
    assert_eq!(last("0000 - -", ""), " 1.0|0000 - -  0000 - +");
    assert_eq!(last("0000 -  ", ""), " 1.0|0000 -    0000 - U");
    assert_eq!(last("", "XXS PAB=0.5\n"), " 0.5|          0000 - U");
    // A bye that the report already has stays as it is, whatever letter it is written with.
    assert_eq!(last("0000 - z       - u", ""), " 1.0|0000 - z       - u");
    let absent =
        format!("{}001    5      {:<33} 1900 {:27} 0.0    5            0000\n", report(ONE_PLAYED, ""), "P5", "");
    let written = with_round(absent.as_bytes(), 2, &pairing(&[(3, 1), (2, 4)], None));
    assert_eq!(rows(&written)[4], " 0.0|          0000");
    // Before TRF16 there was no letter for a requested full-point bye.
    let source = report([(" 0.0", ""), (" 0.0", ""), (" 0.5", "0000 - ="), (" 0.0", "0000 - -")], "240 F 002    3\n");
    let four = pairing(&[(1, 2)], Some(4));
    let played = source
        .replace(" 0.0    1  \n", " 0.0    1     2 w =\n")
        .replacen("2 w =", "2 w 1", 1)
        .replacen("2 w =", "1 b 0", 1);
    let played = played.replacen(" 0.0    1     2 w 1", " 1.0    1     2 w 1", 1);
    let written = rows(&with_round(played.as_bytes(), 2, &four));
    assert_eq!(written[2..], [" 1.5|0000 - =  0000 - F", " 1.0|0000 - -  0000 - +"]);
}

#[test]
fn points_include_the_byes_of_the_round_once() {
    let pair = pairing(&[(1, 2)], Some(4));
    let half = |points| [ONE_PLAYED[0], ONE_PLAYED[1], (points, "   4 w =  0000 - H"), ONE_PLAYED[3]];
    // Some programs add a bye of the next round to the points before the round, and others do not.
    for points in [" 0.5", " 1.0"] {
        let written = rows(&with_round(report(half(points), "").as_bytes(), 2, &pair));
        assert_eq!(written[2..], [" 1.0|   4 w =  0000 - H", " 1.5|   3 b =  0000 - U"], "{points}");
    }
    // A bye of a later round stays in the points if it was there, and out of them if it was not.
    for (points, expected) in [(" 0.5", " 1.5"), (" 1.0", " 2.0")] {
        let later = [ONE_PLAYED[0], ONE_PLAYED[1], ONE_PLAYED[2], (points, "   3 b =            0000 - H")];
        let source = report(later, "");
        let written = with_round(source.as_bytes(), 2, &pair);
        assert_eq!(rows(&written)[3], format!("{expected}|   3 b =  0000 - U  0000 - H"));
        only_the_round_differs(source.as_bytes(), &written, 2, 1, |_| 0);
        assert_eq!(read(&written).tournament.rounds[2].byes, [Bye { player: PlayerId(4), kind: ByeKind::Half }]);
    }
    // Blank points stay blank. Points that do not follow from the results differ from them by as much as before.
    let odd = [ONE_PLAYED[0], ("    ", "   1 b 0"), ONE_PLAYED[2], (" 7.0", "   3 b =")];
    let written = rows(&with_round(report(odd, "").as_bytes(), 2, &pair));
    assert_eq!(written[1], "    |   1 b 0     1 b  ");
    assert_eq!(written[3], " 8.0|   3 b =  0000 - U");
}

const THREE_PLAYED: [(&str, &str); 4] = [
    (" 2.0", "   2 w 1     3 b 1     4 w 0            0000 - F"),
    (" 0.5", "   1 b 0     4 w 0     3 b =          "),
    (" 1.0", "   4 w =     1 w 0     2 w =            0000 - H"),
    (" 2.5", "   3 b =     2 b 1     1 b 1"),
];

#[test]
fn writing_an_earlier_round_removes_the_later_ones() {
    let source = report(THREE_PLAYED, "XXZ 1\n");
    let written = with_round(source.as_bytes(), 2, &pairing(&[(4, 1), (2, 3)], None));
    only_the_round_differs(source.as_bytes(), &written, 2, 3, |_| 0);
    assert_eq!(
        rows(&written),
        [
            // The byes of round 5, which nobody has paired, stay.
            " 1.0|   2 w 1     4 b                        0000 - F",
            " 0.0|   1 b 0     3 w            ",
            " 0.5|   4 w =     2 b                        0000 - H",
            " 0.5|   3 b =     1 w  "
        ]
    );
    let tournament = read(&written).tournament;
    assert_eq!((tournament.next_round(), tournament.rounds.len(), tournament.absences.len()), (3, 5, 0));
    // Round 1 has no round before it.
    let written = with_round(source.as_bytes(), 1, &pairing(&[(4, 1), (2, 3)], None));
    assert_eq!(rows(&written)[1], " 0.0|   3 w            ");
    only_the_round_differs(source.as_bytes(), &written, 1, 3, |_| 0);
}

#[test]
fn impossible_rounds_are_refused() {
    let loaded = read(report(ONE_PLAYED, "240 H 002    3\nXXZ 4\n").as_bytes());
    let refused =
        |loaded: &Loaded, round, boards: &[(u32, u32)], bye| match loaded.with_round(round, &pairing(boards, bye)) {
            Ok(written) => panic!("{}", String::from_utf8_lossy(&written.to_bytes())),
            Err(RoundError::Request(_)) => vec!["request"],
            Err(RoundError::Faults(faults)) => faults.iter().map(|fault| fault.code.id()).collect(),
        };
    assert_eq!(refused(&loaded, 0, &[(1, 2)], None), ["request"]);
    assert_eq!(refused(&loaded, 3, &[(1, 2)], None), ["request"]);
    assert_eq!(refused(&loaded, 2, &[(1, 3)], Some(2)), ["twice-in-a-round"]);
    assert_eq!(refused(&loaded, 2, &[(1, 2)], Some(3)), ["twice-in-a-round"]);
    assert_eq!(refused(&loaded, 2, &[(1, 2), (2, 5)], None), ["twice-in-a-round", "unknown-player"]);
    assert_eq!(refused(&loaded, 2, &[(1, 1)], None), ["plays-himself"]);
    let contradicted = read(report(ONE_PLAYED, "240 H 002    3\n240 Z 002    3\n").as_bytes());
    assert_eq!(refused(&contradicted, 2, &[(1, 2)], None), ["absence-contradicted"]);
    let too_long = read(report([("9999", ""), ("0.0", ""), ("0.0", ""), ("0.0", "")], "XXS PAB=1.0\n").as_bytes());
    assert_eq!(refused(&too_long, 1, &[(2, 3)], Some(1)), ["not-in-trf"]);
    let planned = read(report(ONE_PLAYED, "XXR 1\n").as_bytes());
    assert_eq!(refused(&planned, 2, &[(1, 2)], None), ["request"]);
}

#[test]
fn a_row_that_only_later_rounds_show_to_be_shifted_is_refused() {
    // Everything after the name of player 3 is shifted by two columns to the right. Only the game of round 3 shows
    // that. Without it, the points could be read as a rank, and the '-' of the bye as its result.
    let row = |number: u32, points: &str, cells: &str| {
        let blank = if number == 3 { 37 } else { 33 };
        format!("001 {number:>4}      {:<33}{:blank$}{points}{cells}\n", format!("P{number}"), "")
    };
    let file = [
        row(1, "14.0", "    1            0000 - F     3 w 1"),
        row(2, "13.0", "    2            0000 - U"),
        row(3, "14", "                      -       1 b 0"),
    ];
    let file = file.concat();
    let loaded = read(file.as_bytes());
    assert_eq!(loaded.notes.iter().map(|note| note.code).collect::<Vec<_>>(), [Code::ShiftedRow]);
    let Err(RoundError::Faults(faults)) = loaded.with_round(2, &pairing(&[], Some(2))) else { panic!("{file}") };
    assert_eq!(faults.iter().map(|fault| fault.code).collect::<Vec<_>>(), [Code::NotInTrf]);
}

#[test]
fn a_new_report_has_the_records_of_both_kinds_of_programs() {
    let json = r#"{ "name": "All of it", "rounds_planned": 3, "initial_colour": "black",
        "points": { "win_white": 3, "win_black": 3, "draw_white": 1, "draw_black": 1, "forfeit_win": 3, "full_bye": 3, "half_bye": 1 },
        "players": [ { "id": 1, "name": "Ada", "rating": 2000 }, { "id": 2 }, { "id": 3 }, { "id": 4 }, { "id": 10001 } ],
        "rounds": [ { "games": [ { "white": 2, "black": 1, "result": "1-0" }, { "white": 3, "black": 4, "result": "1/2-1/2" } ] } ],
        "absences": [ { "player": 10001, "round": 1 }, { "player": 4 }, { "player": 3, "round": 3, "kind": "half" } ] }"#;
    let written = read(json.as_bytes()).with_round(2, &pairing(&[(1, 3), (10_001, 2)], None)).expect("sound");
    let text = String::from_utf8(written.to_bytes()).expect("UTF-8");
    let blank = " ".repeat(27);
    let expected = format!(
        "012 All of it\n142 3\nXXR 3\n152 B\nXXC black1\n162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.0\n\
        XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 ZPB=0.0 HPB=1.0 FPB=3.0 PAB=1.0 FW=3.0 FL=0.0\n\
        001    1      {:<33} 2000 {blank} 0.0    4     2 b 0     3 w  \n\
        001    2      {:<33}      {blank} 3.0    1     1 w 1 10001 b  \n\
        001    3      {:<33}      {blank} 1.0    2     4 w =     1 b  \n\
        001    4      {:<33}      {blank} 1.0    3     3 b =  0000 - Z\n\
        00110001      {:<33}      {blank} 0.0    5               2 w  \n\
        240 H 003    3\n",
        "Ada", "", "", "", ""
    );
    assert_eq!(text, expected);
    // Only the older record can give one result a different worth for each colour.
    let json = json.replace(r#""win_black": 3"#, r#""win_black": 2"#);
    let written = read(json.as_bytes()).with_round(2, &pairing(&[(1, 3), (10_001, 2)], None)).expect("sound");
    let codes: Vec<_> = written.lines().map(|line| &line[..3]).take(6).collect();
    assert_eq!(codes, ["012", "142", "XXR", "152", "XXC", "XXS"]);
}

/// A report with the irregular rows that programs write: shifted after the name, or with fewer or more blanks at the
/// end.
fn disarranged(report: &Document, seeds: &[u8]) -> Vec<u8> {
    let mut text = String::new();
    for (line, seed) in report.lines().zip(seeds.iter().cycle()) {
        let mut line = line.to_owned();
        if line.starts_with("001") {
            // The names are short, so blank columns follow them.
            match seed % 8 {
                1 => line.insert(40, ' '),
                2 => line.insert_str(40, "      "),
                3 => drop(line.drain(40..42)),
                _ => {}
            }
            match seed / 8 % 4 {
                1 if line.len() > 100 => line.truncate(line.trim_end().len()),
                2 => line.push_str(&" ".repeat(usize::from(seed / 32) + 1)),
                _ => {}
            }
        }
        text.push_str(&line);
        text.push_str(["\n", "\r", "\r\n"][usize::from(seed / 64) % 3]);
    }
    text.into_bytes()
}

#[test]
fn any_round_of_any_tournament_is_read_back() {
    let mut written = 0;
    for seed in seeds(256) {
        written += usize::from(is_read_back(seed));
    }
    assert!(written > 100, "{written}");
}

/// Writes a round of a random tournament, where it can be.
fn is_read_back(seed: u64) -> bool {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn = random_tournament(&mut rng, &Options { players: 2..=24, rounds: 0..=7 });
    drawn.games_per_pairing = GamesPerPairing::One;
    drawn.accelerations.retain(|_, rounds| !rounds.is_empty());
    for player in &mut drawn.players {
        player.rating = Some(1000 + player.id.0);
    }
    let rounds = drawn.next_round();
    let round = rng.random_range(1..=rounds);
    let points = drawn.points_won();
    for player in &mut drawn.players {
        player.declared_points = Some(points[&player.id]);
    }
    let Ok(state) = RoundState::new(&drawn, RoundRequest { round: Some(round), ..RoundRequest::default() }) else {
        return false;
    };
    let changes: Vec<u8> = (0..rng.random_range(1..30)).map(|_| rng.random()).collect();
    let source = disarranged(&Document::from_tournament(&drawn).expect("a report can hold it"), &changes);
    // Two records of a bye may contradict each other, and an empty row may fit at several shifts.
    let Ok(loaded) = files::read(&source) else { return false };
    if loaded.tournament.players != drawn.players
        || without_board_order(&loaded.tournament).rounds != without_board_order(&drawn).rounds
    {
        return false;
    }
    let mut players: Vec<PlayerId> = state.players().iter().map(|player| player.id).collect();
    players.shuffle(&mut rng);
    let (pairs, rest) = players.as_chunks();
    if pairs.is_empty() {
        return false;
    }
    let boards = pairs.iter().map(|[white, black]| Board { white: *white, black: *black }).collect();
    let pairing = Pairing { boards, bye: rest.first().copied() };

    let written = with_round(&source, round, &pairing);
    let again = read(&written);
    let expected = loaded.tournament.with_round(round, &pairing).expect("sound");
    assert_eq!(without_board_order(&again.tournament), without_board_order(&expected), "seed {seed}");
    let found = again.tournament.pairing(round).expect("paired").expect("one bye at most");
    assert_eq!(in_order(found), in_order(pairing), "seed {seed}");
    let shift = |row: &[u8]| {
        let id: u32 = String::from_utf8_lossy(&row[3..8]).trim().parse().expect("a number");
        let at = row.windows(4).position(|four| four == format!("{}", 1000 + id).as_bytes()).expect("a rating");
        at as isize - 48
    };
    only_the_round_differs(&source, &written, round, rounds - 1, shift);
    true
}
