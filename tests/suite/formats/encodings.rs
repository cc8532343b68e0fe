//! Reports in other encodings than UTF-8: what is read, what is said, and what is written again.

use crate::support::prelude::*;
use swiss_ilp::files::Encoding;

const WESTERN: [&str; 4] = ["Müller, Jörg", "Nuñez, José", "Grün, Änne", "Ångström, Zoë"];
const CYRILLIC: [&str; 4] = ["Иванов, Пётр", "Смирнова, Анна", "Кузнецов, Олег", "Соколов, Иван"];

/// A report of these players.
fn report(names: &[&str]) -> String {
    let row = |(number, name): (usize, &&str)| format!("001 {number:>4}      {name:33}{:>37}\n", "0.0");
    (1..).zip(names).map(row).collect()
}

#[test]
fn names_are_read_in_the_encoding_that_they_show_and_it_is_said() {
    for (names, encoding, is_said) in [
        (WESTERN, Encoding::Utf8, false),
        (WESTERN, Encoding::Latin1, false),
        (WESTERN, Encoding::Cp850, true),
        (CYRILLIC, Encoding::Utf8, false),
        (CYRILLIC, Encoding::Windows1251, true),
        (CYRILLIC, Encoding::Cp866, true),
        (CYRILLIC, Encoding::Koi8U, true),
    ] {
        let bytes = encoding.encode(&report(&names));
        let loaded = files::read(&bytes).expect("a sound report");
        let read: Vec<&str> = loaded.tournament.players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(read, names, "{encoding}");
        let notes: Vec<&str> = loaded.notes.iter().map(|note| note.code.id()).collect();
        assert_eq!(notes, if is_said { &["encoding-not-sure"][..] } else { &[] }, "{encoding}");
        assert!(!is_said || loaded.notes[0].what.contains(&format!("read as {encoding}")), "{:?}", loaded.notes);
        // The bytes stay with a new round in them.
        let path = written("encoding.trf", &bytes);
        let paired = ended(&["solve", &path, "--format", "trf"], "", 0, "");
        assert_eq!(stderr(&paired).contains("encoding-not-sure"), is_said, "{encoding}: {}", stderr(&paired));
        let again = files::read(&paired.stdout).expect("our own report").tournament;
        assert_eq!(again.players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>(), names, "{encoding}");
    }
}

/// Every command that reads a report has the option, and it decides.
#[test]
fn the_encoding_that_is_named_decides_in_every_command() {
    let cp852 = Encoding::Cp852.encode(&report(&["Łukasz", "Žofie", "Řehoř", "Šárka"]));
    let path = written("named.trf", &cp852);
    let json = written("named.json", br#"{"players":[{"id":1},{"id":2}]}"#);
    for request in [
        &["solve", &path][..],
        &["pair", &path, "--system", "dutch-2026"],
        &["compare", &path, "--systems", "tcec"],
        &["check", &path, "--system", "dutch-2026"],
        &["seed", &path, "--by", "lots"],
        &["standings", &path],
        &["explain", &path],
        &["why", &path, "Žofie", "2"],
        &["pareto", &path, "--between", "scores,colours"],
        &["pareto", &path, "--of", "same-federation"],
        &["info", &path],
        &["convert", &path, "--to", "json"],
        &["model", "pairs", &path],
        &["--dutch=2026", &path, "-p"],
        &["batch", &path, "--rounds", "next"],
    ] {
        let named = run(&[request, &["--encoding", "cp852"]].concat(), "");
        let said = stderr(&named);
        assert!(!said.contains("unexpected argument") && !said.contains("encoding-not-sure"), "{request:?}: {said}");
        if request[0] == "convert" {
            assert!(stdout(&named).contains("Řehoř"), "{}", stdout(&named));
        }
        let wrong = run(&[request, &["--encoding", "utf-8"]].concat(), "");
        let is_refused = wrong.status.code() == Some(5) || request[0] == "batch" && wrong.status.code() == Some(6);
        assert!(is_refused, "{request:?}: {}", stderr(&wrong));
        ended(&[request, &["--encoding", "klingon"]].concat(), "", 3, "");
    }
    ended(&["solve", &json, "--encoding", "cp850"], "", 3, "");
}

/// Whoever gives a packed file is told to unpack it, and not to export it as something else.
#[test]
fn a_packed_file_is_said_to_be_packed() {
    let zip = b"PK\x03\x04\x14\x00\x00\x00\x08\x00\xff\xfe";
    for (bytes, what) in [(&b"\x1f\x8b\x08\x00\xff\x00\x02\x03\xed"[..], "packed by gzip"), (zip, "a zip archive")] {
        let faults = files::read(bytes).expect_err("no report");
        assert!(faults.len() == 1 && faults[0].what.contains(what), "{faults:?}");
    }
}
