use super::*;
use std::ffi::OsString;

/// An option whose value is a path writes, and has a type that says so, or is one of these, which read.
#[test]
fn a_path_is_of_a_file_to_be_written_or_to_be_read() {
    let is_path = |argument: &Arg| {
        let value = argument.get_value_parser().type_id();
        value == TypeId::of::<PathBuf>() || value == TypeId::of::<OsString>()
    };
    let found = options(&super::super::command(), &[], &is_path);
    let read = [["verify", "--proof"], ["simulate", "file"]];
    assert_eq!(found, read.map(|words| words.map(str::to_owned).to_vec()));
    assert!(options(&super::super::engine::command(), &[], &is_path).is_empty());
}
