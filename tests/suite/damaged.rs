//! Every file under `tests/damaged` has the one defect it is named after (`several-faults` has several); what is said
//! of it is kept, word for word, under `tests/suite/snapshots`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use swiss_ilp::formats;
use swiss_ilp::tournament::{Fault, Place, RoundError, RoundRequest, RoundState};

fn faults(bytes: &[u8]) -> Vec<Fault> {
    let loaded = match formats::read(bytes) {
        Ok(loaded) => loaded,
        Err(faults) => return faults,
    };
    match RoundState::new(&loaded.tournament, RoundRequest::default()) {
        Ok(_) => Vec::new(),
        Err(RoundError::Faults(faults)) => loaded.locate(faults),
        Err(RoundError::Request(request)) => panic!("{request}"),
    }
}

#[test]
fn every_damage_is_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/damaged");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for path in paths {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned();
        let faults = faults(&fs::read(&path).expect("readable"));
        assert!(!faults.is_empty(), "{name} reads without a fault");
        let mut told = String::new();
        for fault in faults {
            let Place::At(at) = fault.place else { panic!("{name}: {:?} has no line", fault.place) };
            writeln!(told, "{at} {} {}\n    {}", fault.code, fault.what, fault.mend).expect("a string");
        }
        settings.bind(|| insta::assert_snapshot!(name, told));
    }
}
