//! Every file under `tests/damaged` has the one defect that it is named after; `several-faults` has several. The folder
//! `tests/suite/formats/snapshots` has the message for each.

use crate::support::prelude::*;
use std::fmt::Write as _;
use swiss_ilp::files::{Loaded, trf};
use swiss_ilp::questions::check::check;
use swiss_ilp::questions::compare::AllRounds;
use swiss_ilp::questions::report::{FaultReport, Severity};
use swiss_ilp::questions::tasks::TaskError;
use swiss_ilp::questions::{seed, standings};
use swiss_ilp::solve::Options;
use swiss_ilp::systems::tcec::Seeding;

fn faults(bytes: &[u8]) -> Vec<Fault> {
    let loaded = match files::read(bytes) {
        Ok(loaded) => loaded,
        Err(faults) => return faults,
    };
    match RoundState::new(&loaded.tournament, RoundRequest::default()) {
        Ok(_) => Vec::new(),
        Err(RoundError::Faults(faults)) => loaded.locate(faults),
        Err(RoundError::Request(request)) => panic!("{request}"),
    }
}

/// Every task finds the faults that a pairing finds, also if there is no round yet.
#[test]
fn every_task_finds_the_same_faults() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/damaged");
    let mut counts = [0; 2];
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        let Ok(Loaded { tournament, .. }) = files::read(&fs::read(&path).expect("readable")) else { continue };
        let request = RoundRequest::default();
        let Err(RoundError::Faults(expected)) = RoundState::new(&tournament, request.clone()) else {
            panic!("{path:?} is sound")
        };
        let ranked = standings::Answer::by_system(&tournament, "tcec".parse().expect("a system"), request.clone());
        let Err(TaskError::Round(RoundError::Faults(found))) = ranked else { panic!("{path:?} is ranked") };
        assert_eq!(found, expected, "{path:?}");
        let checked = check(&tournament, "tcec".parse().expect("a system"), request.trust);
        assert_eq!(checked, Err(RoundError::Faults(expected.clone())), "{path:?}");
        let compared = AllRounds::new(&tournament, &request, &[], &[], Options::default());
        let Err(TaskError::Round(RoundError::Faults(found))) = compared else { panic!("{path:?} is compared") };
        assert_eq!(found, expected, "{path:?}");
        counts[0] += 1;
        if tournament.rounds.is_empty() {
            let seeded = seed::Answer::new(&tournament, Seeding::Group { groups: 2 });
            let Err(TaskError::Round(RoundError::Faults(found))) = seeded else { panic!("{path:?} is seeded") };
            assert_eq!(found, expected, "{path:?}");
            counts[1] += 1;
        }
    }
    assert!(counts[0] > 15 && counts[1] > 0, "{counts:?}");
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

#[test]
fn every_damage_is_reported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/damaged");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let settings = settings();
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned();
        let faults = faults(&fs::read(&path).expect("readable"));
        assert!(!faults.is_empty(), "{name} reads without a fault");
        let mut shown = String::new();
        for fault in faults {
            let at = match (fault.place, fault.path) {
                (Place::At(at), _) => at.to_string(),
                (_, Some(path)) => path,
                _ => panic!("{name}: {:?} has no place", fault.place),
            };
            writeln!(shown, "{at} {} {}\n    {}", fault.code, fault.what, fault.mend).expect("a string");
        }
        settings.bind(|| insta::assert_snapshot!(name, shown));
    }
}

/// The report of a file's faults for a terminal of `width` columns, without colours.
fn shown(file: &str, bytes: &[u8], faults: &[Fault], severity: Severity, width: Option<usize>) -> String {
    anstream::adapter::strip_str(&FaultReport::new(file, bytes, faults).coloured(severity, width)).to_string()
}

#[test]
fn damage_is_shown_with_the_line_it_is_in() {
    for name in [
        "two-whites.trf",
        "several-faults.trf",
        "row-cut-before-points.trf",
        "player-number-blank.trf",
        "utf-16.trf",
        "several-faults.json",
        "not-utf-8.json",
        "cut-short.json",
    ] {
        let file = format!("tests/damaged/{name}");
        let bytes = fs::read(&file).expect("readable");
        let faults = faults(&bytes);
        let report = FaultReport::new(&file, &bytes, &faults);
        assert_eq!(shown(&file, &bytes, &faults, Severity::Error, None), report.to_string());
        settings().bind(|| insta::assert_snapshot!(format!("shown-{name}"), report));
    }
    // Rows of 200 columns on a terminal of 80. Of several notes with one code only the first shows its line.
    let file = "instances/graz-open-2026-a.trf";
    let mut bytes = fs::read(file).expect("readable");
    let row = bytes.windows(9).position(|bytes| bytes == b"\n001   70").expect("a row") + 1;
    bytes.splice(row + 40..row + 40, *b"  ");
    let notes = files::read(&bytes).expect("sound").notes;
    assert!(notes.len() > 1);
    let text = shown(file, &bytes, &notes, Severity::Note, Some(80));
    settings().bind(|| insta::assert_snapshot!("shown-notes", text));
}

#[test]
fn a_fault_without_a_line_is_shown_without_one() {
    let double = Tournament { games_per_pairing: GamesPerPairing::Two, ..Tournament::default() };
    let faults = trf::Document::from_tournament(&double).expect_err("a report has no double rounds");
    settings().bind(|| insta::assert_snapshot!("shown-without-line", FaultReport::new("out.trf", b"", &faults)));
}

/// No control character of a file or of its name reaches the terminal.
#[test]
fn no_control_character_is_shown() {
    const HEADS: [&str; 5] = ["", "{ \"", "001    1 ", "001    1      A                                 ", "XXR "];
    for seed in seeds(256) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut bytes = HEADS.choose(&mut rng).expect("five").as_bytes().to_vec();
        bytes.extend((0..rng.random_range(0..200)).map(|_| rng.random::<u8>()));
        let width = rng.random_range(40..300);
        let notes = |bytes| files::read(bytes).map(|loaded| loaded.notes).unwrap_or_default();
        for (faults, severity) in [(faults_of(&bytes), Severity::Error), (notes(&bytes), Severity::Note)] {
            let report = FaultReport::new("\u{1b}[31m\u{9b}.trf", &bytes, &faults);
            let coloured = report.coloured(severity, Some(width));
            let plain = anstream::adapter::strip_str(&coloured).to_string();
            assert!(!plain.contains(|c: char| c.is_control() && c != '\n'), "seed {seed}: {plain:?}");
            assert_eq!(coloured.matches('\u{1b}').count(), coloured.matches("\u{1b}[").count(), "seed {seed}");
            assert!(!coloured.contains('\u{9b}'), "seed {seed}: a sequence of one character");
        }
    }
}

/// The faults that the reader reports, without those of the round to pair.
fn faults_of(bytes: &[u8]) -> Vec<Fault> {
    files::read(bytes).map_or_else(|faults| faults, |_| Vec::new())
}
