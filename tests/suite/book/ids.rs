//! Every explained id can be printed, and every example has its fault. What the systems print is held in `systems::conformance`.

use crate::support::prelude::*;
use crate::support::program;
use swiss_ilp::files::{pairs, trf};
use swiss_ilp::rules::{Diagnostic, EDITIONS, Entry, Hard, Term};

fn diagnostics() -> impl Iterator<Item = Diagnostic> {
    Entry::all().filter_map(|entry| match entry {
        Entry::Diagnostic(diagnostic) => Some(diagnostic),
        Entry::Rule(_) => None,
    })
}

#[test]
fn every_entry_has_its_own_id() {
    let mut ids = BTreeSet::new();
    for entry in Entry::all() {
        assert!(ids.insert(entry.id()) && Entry::find(entry.id()) == Some(entry), "{}", entry.id());
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

/// Four players of one federation and one club after the boards 1-2 and 3-4.
fn four() -> Tournament {
    let player = |id| Player {
        federation: Some("NED".into()),
        club: Some("Reading".into()),
        rating: Some(2000),
        ..Player::new(PlayerId(id))
    };
    Tournament { players: (1..=4).map(player).collect(), ..table(&["2w1", "1b0", "4w1", "3b0"]) }
}

/// With those of faults, and those of proofs (`proof::tampering`, `proof::capped`), every explained id can be printed.
#[test]
fn every_example_of_a_pairing_a_side_constraint_and_a_definition_breaks_it() {
    let pairs = include_str!("../../../models/pairs.toml");
    let mut counts = BTreeMap::new();
    for Diagnostic { id, example, .. } in diagnostics() {
        let (kind, _) = id.split_once('.').unwrap_or((id, ""));
        let (tournament, more) = match kind {
            "pairing" => (players(example.lines().next().expect("a line")), ""),
            "side" => (four(), &example[example.find("[side]").expect("side constraints")..]),
            // A definition that is a term must be in a tier.
            "define" if id == "define.value" => {
                (four(), "[[tier]]\nname = 'own'\nterms = [{ term = 'ratio', weight = 1 }]")
            }
            "define" => (four(), ""),
            _ => continue,
        };
        let definition = if kind == "define" { example } else { "" };
        let model = Model::parse("example.toml", &format!("{pairs}\n{more}\n{definition}")).expect(id);
        let spec = Objective::try_from(model).expect("an objective");
        let made = match kind {
            "pairing" => pairs::read(example.as_bytes()).unwrap_or_else(|faults| panic!("{id}: {faults:?}")),
            _ if example.contains("the pairing is 1-4 2-3\n") => pairing(&[(1, 4), (2, 3)], None),
            _ => pairing(&[(1, 2), (3, 4)], None),
        };
        let broken: Vec<&str> =
            verify(&state(&tournament), &spec, &made, None).violations.iter().map(|broken| broken.rule).collect();
        assert!(broken.contains(&id) && (kind != "side" || broken == [id]), "{id}: {broken:?}");
        *counts.entry(kind).or_default() += 1;
    }
    assert_eq!(counts, BTreeMap::from([("pairing", 7), ("side", 4), ("define", 3)]));
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
