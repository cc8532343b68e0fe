//! Pairings in all their forms: nothing panics, what can be read survives being written, and faults can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use swiss_ilp::files::pairs;
use swiss_ilp::questions::report::FaultReport;

fuzz_target!(|bytes: &[u8]| {
    match pairs::read(bytes) {
        Ok(pairing) => assert_eq!(pairs::read(pairs::write(&pairing).as_bytes()), Ok(pairing)),
        Err(faults) => {
            assert!(!faults.is_empty());
            let _ = FaultReport::new("fuzz", bytes, &faults).to_string();
        }
    }
    let _ = pairs::read_round(bytes, 1);
});
