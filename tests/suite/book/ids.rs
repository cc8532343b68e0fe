//! Every explained id can be printed, and every example has its fault. What the systems print is held in `systems::conformance`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use swiss_ilp::files::{self, pairs, trf};
use swiss_ilp::model::{Model, Objective, Side};
use swiss_ilp::proof::verify::verify;
use swiss_ilp::rules::{Diagnostic, EDITIONS, Entry, Hard, Rule, Term};
use swiss_ilp::tournament::{
    Absence, ByeKind, Code, Fault, Game, GameResult, Player, PlayerId, Round, RoundError, RoundRequest, RoundState,
    Tournament,
};

use crate::support::{pairing, program, spec_with, state};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn diagnostics() -> impl Iterator<Item = Diagnostic> {
    Entry::all().filter_map(|entry| match entry {
        Entry::Diagnostic(diagnostic) => Some(diagnostic),
        Entry::Rule(_) => None,
    })
}

#[test]
fn every_entry_is_whole_and_has_its_own_id() {
    let mut ids = BTreeMap::new();
    for entry in Entry::all() {
        assert_eq!(ids.insert(entry.id(), entry), None, "{} stands twice", entry.id());
        assert_eq!(Entry::find(entry.id()), Some(entry));
        assert!(!entry.title().is_empty() && !entry.title().ends_with('.'), "{}", entry.id());
    }
    for Diagnostic { id, meaning, example, help, .. } in diagnostics() {
        assert!(meaning.ends_with(['.', ')']) && help.ends_with('.') && !example.is_empty(), "{id}");
    }
    for Rule { id, source, meaning, .. } in Rule::all() {
        assert!(!source.is_empty() && meaning.ends_with(['.', ')']), "{id}");
    }
}

/// Everything that an edition cites is a rule of its own, and no rule is of two.
#[test]
fn an_edition_cites_its_own_rules() {
    for edition in EDITIONS.iter() {
        let own = |id: &str| edition.rules().iter().any(|rule| rule.id == id);
        let others = edition.absolute.iter().chain(edition.by_name.values());
        assert!(others.chain([&edition.colours]).all(|id| own(id)), "{}", edition.id);
        if let Some(text) = edition.candidates() {
            let cited =
                [text.prepared, text.transposition, text.exchange, text.set, text.downfloater, text.bye, text.outlook];
            assert!(cited.iter().chain(&text.colours).chain(&text.downfloats).all(|id| own(id)), "{}", edition.id);
        }
    }
}

/// The files of texts have the codes, hard rules and terms in the order of the program.
#[test]
fn every_code_rule_and_term_has_its_own_text() {
    assert!(Code::ALL.iter().all(|code| Diagnostic::from(*code).id == code.id()));
    let named = |id: &str, name: serde_json::Result<serde_json::Value>| {
        assert_eq!(id.strip_prefix("ilp."), name.expect("a name").as_str());
    };
    Hard::ALL.iter().for_each(|hard| named(hard.rule().id, serde_json::to_value(hard)));
    Term::ALL.iter().for_each(|term| named(term.rule().id, serde_json::to_value(term)));
    let of_models = Entry::all().filter(|entry| entry.id().starts_with("ilp.")).count();
    assert_eq!(of_models, Hard::ALL.len() + Term::ALL.len());
}

/// The codes of all faults and notes of `bytes`, read as a tournament or, for codes of pairings, as a pairing of round
/// 1.
fn said_of(bytes: &[u8], code: Code) -> BTreeSet<Code> {
    let codes = |faults: &[Fault]| faults.iter().map(|fault| fault.code).collect::<BTreeSet<Code>>();
    let of_pairing = [
        Code::EmptyFile,
        Code::BadPair,
        Code::BadCount,
        Code::FieldTwice,
        Code::SeveralPairings,
        Code::TwoByes,
        Code::RoundMissing,
    ];
    if of_pairing.contains(&code) {
        return pairs::read_round(bytes, 1).map_or_else(|faults| codes(&faults), |_| BTreeSet::new());
    }
    let loaded = match files::read(bytes) {
        Ok(loaded) => loaded,
        Err(faults) => return codes(&faults),
    };
    let mut said = codes(&loaded.notes);
    if let Err(faults) = trf::Document::from_tournament(&loaded.tournament) {
        said.extend(codes(&faults));
    }
    if let Err(RoundError::Faults(faults)) = RoundState::new(&loaded.tournament, RoundRequest::default()) {
        said.extend(codes(&faults));
    }
    said
}

#[test]
fn every_example_of_a_fault_has_it() {
    for code in Code::ALL {
        let example = Diagnostic::from(*code).example;
        // These faults need files that no example can show: invalid UTF-8, a thousand rounds, too many players or bytes.
        let players: String = (2..=Tournament::MOST_PLAYERS + 1).map(|id| format!(r#", {{ "id": {id} }}"#)).collect();
        let example_of_many = example.replace(r#", { "id": 2 }, …"#, &players);
        let example_of_many = match example_of_many.split_once(" × 101") {
            Some((head, tail)) => {
                let (head, round) = head.split_at(head.rfind(r#"{ "games""#).expect("a round"));
                format!("{head}{}{tail}", vec![round; 101].join(", "))
            }
            None => example_of_many,
        };
        let entry = if *code == Code::TooManyFaults { r#", { "player": 2 }"# } else { ", {}" };
        let mut bytes = example_of_many.replace(", …", &entry.repeat(1000)).into_bytes();
        if *code == Code::FileTooLarge {
            bytes.resize(files::MOST_BYTES + 1, b'\n');
        }
        for (mark, byte) in [("\\xFC", 0xFC), ("\\x81", 0x81)] {
            if let Some(at) = example.find(mark) {
                bytes.splice(at..at + 4, [byte]);
            }
        }
        let said = said_of(&bytes, *code);
        // Some examples also cannot be written as a report. That is no fault of the example.
        let others = said.iter().filter(|other| ![*code, Code::NotInTrf].contains(other));
        // There are many of another fault, too.
        let others = others.filter(|other| (*code, **other) != (Code::TooManyFaults, Code::UnknownPlayer));
        assert!(said.contains(code), "{code} is not said of its example, but {said:?}");
        assert_eq!(others.collect::<Vec<_>>(), Vec::<&Code>::new(), "{code}");
        let is_read = files::read(&bytes).is_ok_and(|loaded| loaded.notes.iter().any(|note| note.code == *code));
        assert_eq!(is_read, code.is_note(), "{code}");
    }
}

/// The players of `# players 1 to 5, 5 absent`.
fn players(head: &str) -> Tournament {
    let numbers: Vec<u32> = head.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
    let absence = |player: &u32| Absence { player: PlayerId(*player), round: None, kind: ByeKind::Zero };
    Tournament {
        players: (1..=numbers[1]).map(|id| Player::new(PlayerId(id))).collect(),
        absences: numbers[2..].iter().map(absence).collect(),
        ..Tournament::default()
    }
}

#[test]
fn every_example_of_a_pairing_breaks_its_rule() {
    let spec = spec_with("pairs", "");
    let mut count = 0;
    for Diagnostic { id, example, .. } in diagnostics().filter(|diagnostic| diagnostic.id.starts_with("pairing.")) {
        let state = state(&players(example.lines().next().expect("a line")));
        let pairing = pairs::read(example.as_bytes()).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
        let verdict = verify(&state, &spec, &pairing, None);
        assert!(verdict.violations.iter().any(|violation| violation.rule == id), "{id}: {:?}", verdict.violations);
        count += 1;
    }
    assert_eq!(count, 7);
}

#[test]
fn every_example_of_a_side_constraint_breaks_it() {
    let player = |id| Player { federation: Some("NED".into()), ..Player::new(PlayerId(id)) };
    let game = |(white, black)| {
        let result = GameResult::from_name("1-0");
        Game { white: PlayerId(white), black: PlayerId(black), result, rated: true }
    };
    let tournament = Tournament {
        players: (1..=4).map(player).collect(),
        rounds: vec![Round { games: [(1, 2), (3, 4)].map(game).to_vec(), byes: Vec::new() }],
        ..Tournament::default()
    };
    let (state, made) = (state(&tournament), pairing(&[(1, 4), (2, 3)], None));
    let mut count = 0;
    for Diagnostic { id, example, .. } in diagnostics().filter(|diagnostic| diagnostic.id.starts_with("side.")) {
        assert!(example.contains("the pairing is 1-4 2-3\n"), "{id}");
        let (_, side) = example.split_once("[side]\n").expect("side constraints");
        let spec = spec_with("pairs", side);
        assert_ne!(spec.side, Side::default(), "{id}");
        let broken: Vec<&str> =
            verify(&state, &spec, &made, None).violations.iter().map(|broken| broken.rule).collect();
        assert_eq!(broken, [id]);
        count += 1;
    }
    assert_eq!(count, 4);
}

/// With those of pairings, of side constraints and of faults, and those of proofs (`proof::tampering`, `proof::capped`), every
/// explained id can be printed.
#[test]
fn every_example_of_a_definition_breaks_it() {
    let player = |id| Player { club: Some("Reading".into()), rating: Some(2000), ..Player::new(PlayerId(id)) };
    let tournament = Tournament { players: (1..=4).map(player).collect(), ..Tournament::default() };
    let state = state(&tournament);
    let pairs = fs::read_to_string(root().join("models/pairs.toml")).expect("a model");
    let mut count = 0;
    for Diagnostic { id, example, .. } in diagnostics().filter(|diagnostic| diagnostic.id.starts_with("define.")) {
        let made = if example.contains("the pairing is 1-4 2-3\n") { [(1, 4), (2, 3)] } else { [(1, 2), (3, 4)] };
        // A definition that is a term must be in a tier.
        let tier =
            if id == "define.value" { "[[tier]]\nname = 'own'\nterms = [{ term = 'ratio', weight = 1 }]" } else { "" };
        let model = Model::parse("example.toml", &format!("{pairs}\n{tier}\n{example}")).expect(id);
        let spec = Objective::try_from(model).expect("an objective");
        let verdict = verify(&state, &spec, &pairing(&made, None), None);
        assert!(verdict.violations.iter().any(|broken| broken.rule == id), "{id}: {:?}", verdict.violations);
        count += 1;
    }
    assert_eq!(count, 3);
}

#[test]
fn ids_are_shown_at_the_command_line() {
    let run = |arguments: &[&str]| {
        let output = program::run(arguments, "");
        (output.status.code(), program::stdout(&output))
    };
    let (_, list) = run(&["rule"]);
    for entry in Entry::all() {
        assert!(list.lines().any(|line| line.split_whitespace().next() == Some(entry.id())), "{}", entry.id());
    }
    let (code, shown) = run(&["rule", "two-whites"]);
    assert_eq!(code, Some(0));
    assert!(["Meaning:", "Example:", "Help:", "\n    001    1"].iter().all(|part| shown.contains(part)), "{shown}");
    let json = |id| serde_json::from_str::<serde_json::Value>(&run(&["rule", id, "--format", "json"]).1).expect("JSON");
    let bound = diagnostics().find(|check| check.id == "proof.bound").expect("a check");
    assert_eq!(json("proof.bound")["help"], bound.help);
    assert_eq!(json("no-rematch")["id"], "ilp.no-rematch");
    assert_eq!(run(&["rule", "no-such-id"]).0, Some(3));
}
