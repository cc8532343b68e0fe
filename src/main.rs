//! Parse, run, turn an error into an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    swiss_ilp::doors::main()
}
