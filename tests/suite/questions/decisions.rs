//! What an arbiter decides for a round besides the file: absentees, late entries, and players who may not meet.

use crate::support::files::{load, reports};
use crate::support::prelude::*;

/// A request with random decisions.
fn random_request(rng: &mut impl Rng, tournament: &Tournament, round: u32) -> RoundRequest {
    let mut ids: Vec<PlayerId> = tournament.players.iter().map(|player| player.id).collect();
    let mut some = |most: usize| {
        ids.shuffle(rng);
        ids.iter().copied().take(rng.random_range(0..=most)).collect::<Vec<_>>()
    };
    let (absent, mut late, groups) = (some(3), some(4), [some(2), some(2), some(4)]);
    late.retain(|player| !absent.contains(player));
    let forbidden = groups.into_iter().filter(|group| group.len() > 1).collect();
    RoundRequest { absent, late, forbidden, trust: Trust::Results, ..RoundRequest::from(round) }
}

/// `tournament` with the decisions written into it, as an arbiter would have to edit its file before the next round.
fn edited(tournament: &Tournament, request: &RoundRequest) -> Tournament {
    let next = tournament.next_round();
    let mut edited = tournament.clone();
    let is_of_next = |absence: &Absence| absence.round.is_none_or(|round| round == next);
    edited.absences.retain(|absence| !(is_of_next(absence) && request.late.contains(&absence.player)));
    if let Some(begun) = edited.rounds.get_mut(next as usize - 1) {
        begun.byes.retain(|bye| !request.late.contains(&bye.player));
    }
    let is_away = |player: &PlayerId| {
        edited.absences.iter().any(|absence| is_of_next(absence) && absence.player == *player)
            || edited.round(next).is_some_and(|begun| begun.byes.iter().any(|bye| bye.player == *player))
    };
    let added: Vec<PlayerId> = request.absent.iter().copied().filter(|player| !is_away(player)).collect();
    let zero = |player| Absence { player, round: Some(next), kind: ByeKind::Zero };
    edited.absences.extend(added.into_iter().map(zero));
    let bans = request.forbidden.iter().cloned();
    edited.forbidden.extend(bans.map(|players| ForbiddenGroup { players, rounds: None }));
    edited
}

#[test]
fn a_decision_is_as_good_as_an_edited_file() {
    for seed in seeds(400) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let tournament = random_tournament(&mut rng, &Options { players: 4..=16, rounds: 0..=5 });
        let request = random_request(&mut rng, &tournament, tournament.next_round());
        let decided = RoundState::new(&tournament, request.clone()).expect("sound");
        let plain = RoundRequest { trust: Trust::Results, ..RoundRequest::default() };
        let expected = RoundState::new(&edited(&tournament, &request), plain).expect("sound");
        assert_eq!(decided.players(), expected.players(), "{seed}");
        assert_eq!(decided.absent(), expected.absent(), "{seed}");
        assert!(decided.forbidden().eq(expected.forbidden()), "{seed}");
    }
}

#[test]
fn the_report_carries_what_the_round_was_paired_with() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for path in reports() {
        let loaded = load(&path);
        for round in 1..=loaded.tournament.next_round() {
            let request = random_request(&mut rng, &loaded.tournament, round);
            let Ok(state) = RoundState::new(&loaded.tournament, request.clone()) else { continue };
            let Ok(paired) = system("dutch-2012").pair(&state) else { continue };
            let written = loaded.with_round(request, &paired.pairing).unwrap_or_else(|error| panic!("{error:?}"));
            let read = written.tournament().unwrap_or_else(|faults| panic!("{faults:#?}")).tournament;
            let again = RoundState::new(&read, round.into()).unwrap_or_else(|error| panic!("{error:?}"));
            let context = format!("{} round {round}", path.display());
            assert_eq!(again.players(), state.players(), "{context}");
            assert_eq!(again.absent(), state.absent(), "{context}");
            assert!(again.forbidden().eq(state.forbidden()), "{context}");
            let sorted = |mut pairing: Pairing| {
                pairing.boards.sort();
                pairing
            };
            let found = read.pairing(round).expect("paired").expect("one bye at most");
            assert_eq!(sorted(found), sorted(paired.pairing), "{context}");
        }
    }
}

#[test]
fn a_late_entry_loses_the_bye_and_its_points() {
    let row = |number, points, cells| format!("001{number:>5}{:72}{points:>4}{number:>5}{cells}\n", "");
    let rows = [row(1, "1.0", "     2 w 1"), row(2, "0.0", "     1 b 0"), row(3, "0.5", "  0000 - Z  0000 - H")];
    let rest = [row(4, "0.0", ""), "240 H 002    2    4\r".into(), "240 Z 002    3\r".into(), "XXZ 4".into()];
    let source = [&rows[..], &rest[..2], &rest[3..]].concat().concat();
    let loaded = files::read(source.as_bytes()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let late = RoundRequest { late: vec![PlayerId(3), PlayerId(4)], ..RoundRequest::default() };
    let written = loaded.with_round(late, &pairing(&[(1, 3)], Some(4))).expect("sound");
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(lines[2][80..], *" 0.0    3  0000 - Z     1 b  ");
    assert_eq!(lines[3][80..], *" 1.0    4            0000 - U");
    // The other player of the record keeps the bye.
    assert_eq!(lines[4..], ["240 H 002    2"]);
    assert!(lines[1].ends_with("0000 - H"), "{}", lines[1]);
}

#[test]
fn bans_are_written_at_the_end_in_the_line_ends_of_the_file() {
    for end in ["\n", "\r", "\r\n"] {
        for last in ["", end] {
            let rows: Vec<String> = (1..=4).map(|number| format!("001{number:>5}{:72} 0.0{number:>5}", "")).collect();
            let source = rows.join(end) + last;
            let loaded = files::read(source.as_bytes()).unwrap_or_else(|faults| panic!("{faults:#?}"));
            let forbidden = vec![vec![PlayerId(1), PlayerId(2)], vec![PlayerId(4), PlayerId(3)]];
            let request = RoundRequest { forbidden, ..RoundRequest::default() };
            let written = loaded.with_round(request, &pairing(&[(1, 3), (2, 4)], None)).expect("sound").to_bytes();
            let text = String::from_utf8(written).expect("UTF-8");
            assert!(text.ends_with(&format!("{end}260 001 001    1    2{end}260 001 001    4    3{end}")), "{text:?}");
        }
    }
}

#[test]
fn players_of_one_club_or_federation_do_not_meet() {
    // 1-3 and 2-4 would be the first round. Blank and empty ones are no federation.
    let players = r#"{"players":[{"id":1,"club":"A","federation":""},{"id":2,"club":"B","federation":"NED"},
        {"id":3,"club":"A","federation":""},{"id":4,"federation":"NED"}]}"#;
    for command in [&["pair", "-", "--system", "dutch-2012"][..], &["solve", "-"]] {
        for (apart, [one, other]) in [("club", ["1", "3"]), ("federation", ["2", "4"]), ("club,federation", ["1", "3"])]
        {
            let done = ended(&[command, &["--avoid-same", apart, "--format", "pairs"]].concat(), players, 0, "");
            let text = stdout(&done);
            assert!(!text.contains(&format!("{one} {other}")) && !text.contains(&format!("{other} {one}")), "{text}");
        }
    }
    let tournament = load(GROS.as_ref()).tournament;
    let request = RoundRequest { avoid_same: vec![Affiliation::Federation], ..RoundRequest::default() };
    let state = RoundState::new(&tournament, request).expect("sound");
    let federation = |id: PlayerId| tournament.players.iter().find(|player| player.id == id)?.federation.clone();
    let expected: BTreeSet<(PlayerId, PlayerId)> = tournament
        .ids()
        .into_iter()
        .flat_map(|one| tournament.ids().into_iter().map(move |other| (one, other)))
        .filter(|(one, other)| one < other && federation(*one).is_some() && federation(*one) == federation(*other))
        .collect();
    assert_eq!(state.forbidden().collect::<BTreeSet<_>>(), expected);
    assert!(expected.len() > 900);
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    for (arguments, said) in [
        (["--absent", "9"], "player 9 is to be absent, but is not in the tournament"),
        (["--absent", "0"], "player 0 is to be absent, but is not in the tournament"),
        (["--absent", "1,2,1"], "player 1 is to be absent, and is named there twice"),
        (["--late", "77"], "player 77 is to enter late, but is not in the tournament"),
        (["--late", "3,3"], "player 3 is to enter late, and is named there twice"),
        (["--forbid", "3-3"], "player 3 is in a forbidden pair, and is named there twice"),
        (["--forbid", "1-2,3-99"], "player 99 is in a forbidden pair, but is not in the tournament"),
        (["--forbid", "3"], "write the numbers of two players or more, such as 3-7"),
        (["--forbid", "3-"], "write the numbers of two players or more, such as 3-7"),
        (["--absent", "x"], "invalid value 'x'"),
        (["--avoid-same", "club"], "no player has a club"),
        (["--avoid-same", "federation"], "no player has a federation"),
        (["--avoid-same", "name"], "invalid value 'name'"),
    ] {
        for command in [&["solve"][..], &["pair", "--system", "tcec"], &["verify", "--round", "2"], &["compare"]] {
            ended(&[command, &[TEACHING], &arguments].concat(), "", 3, said);
        }
    }
    let both = run(&["solve", TEACHING, "--absent", "1,2", "--late", "2"], "");
    assert_eq!((both.status.code(), stdout(&both)), (Some(3), String::new()));
    assert!(stderr(&both).contains("player 2 is to be absent, and also to enter late"), "{}", stderr(&both));
    for arguments in [["--absent", "1"], ["--late", "1"], ["--forbid", "1-2"], ["--avoid-same", "federation"]] {
        assert_eq!(code(&[&["compare", TEACHING, "--all-rounds"][..], &arguments].concat(), ""), 3);
        assert_eq!(code(&[&["check", TEACHING, "--system", "tcec"][..], &arguments].concat(), ""), 3);
    }
    let one = RoundRequest { forbidden: vec![vec![PlayerId(1)]], ..RoundRequest::default() };
    let tournament = Tournament { players: vec![Player::new(PlayerId(1))], ..Tournament::default() };
    assert!(matches!(RoundState::new(&tournament, one), Err(RoundError::Request(_))));
}

#[test]
fn verify_and_proofs_see_the_decisions() {
    let dir = tempfile::tempdir().expect("a folder");
    let folder = dir.path().join("proof");
    let folder = folder.to_str().expect("UTF-8");
    let decided = ["--round", "8", "--forbid", "3-4,1-2", "--absent", "5"];
    let solved =
        ended(&[&["solve", BRITISH, "--proof", folder, "--format", "pairs"][..], &decided].concat(), "", 0, "");
    let verify = ["verify", BRITISH, "--pairing", "-", "--proof", folder, "--format", "json"];
    let verified = ended(&[&verify[..], &decided].concat(), &stdout(&solved), 0, "");
    assert_eq!(json(&verified)["legal"], true);
    // The proof is of another round without them.
    assert_eq!(run(&[&verify[..], &["--round", "8"]].concat(), &stdout(&solved)).status.code(), Some(6));

    let free = run(&["solve", BRITISH, "--round", "8", "--format", "pairs"], "");
    assert!(stdout(&free).contains("\n4 3\n1 2\n"));
    for rules in [["--model", "pairs"], ["--system", "dutch-2012"], ["--system", "tcec"]] {
        let arguments =
            [&["verify", BRITISH, "--round", "8", "--pairing", "-", "--forbid", "3-4"][..], &rules].concat();
        let broken = ended(&arguments, &stdout(&free), 6, "");
        assert!(stdout(&broken).contains("3 and 4") || stdout(&broken).contains("4 and 3"), "{}", stdout(&broken));
    }
}

#[test]
fn a_model_that_does_not_heed_the_bans_says_so() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("free.toml");
    let pairs = include_str!("../../../models/pairs.toml");
    let free = pairs.replace("\"no-forbidden-pair\", ", "").replace("name = \"pairs\"", "name = \"free\"");
    assert_ne!(free, pairs);
    fs::write(&path, format!("{free}\n[side]\nmax-same-federation = 1\n")).expect("written");
    let model = path.to_str().expect("UTF-8");
    let banned = r#"{"players":[{"id":1},{"id":2},{"id":3},{"id":4}],"forbidden":[{"players":[1,2,3]},{"players":[4,3]}],
        "absences":[{"player":4}]}"#;
    for command in ["solve", "verify", "compare"] {
        let option = if command == "compare" { "--models" } else { "--model" };
        let pairing = dir.path().join("pairing");
        fs::write(&pairing, "1 2\n3 0\n").expect("written");
        let given = ["--pairing", pairing.to_str().expect("UTF-8")];
        let given = if command == "verify" { &given[..] } else { &[] };
        let said = stderr(&run(&[&[command, "-", option, model][..], given].concat(), banned));
        let holds = said.contains("the file forbids 3 pairs in round 1, but model 'free' has no rule");
        assert!(holds, "{command}: {said}");
        assert!(said.contains("no player has a federation, so max-same-federation of model 'free'"), "{said}");
        let quiet = run(&[&[command, "-", option, model, "--quiet"][..], given].concat(), banned);
        assert!(!stderr(&quiet).contains("note"), "{}", stderr(&quiet));
        let apart = [&[command, TEACHING, option, model, "--forbid", "1-2"][..], given].concat();
        ended(&apart, "", 3, "it cannot keep players apart");
    }
    let state = RoundState::new(&Tournament::default(), RoundRequest::default()).expect("sound");
    assert_eq!(Objective::load("pairs").expect("built in").unheeded(&state), [""; 0]);
}
