//! The program, started as other programs start it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The path of the program, for scripts.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_swiss-ilp");

pub const TEACHING: &str = "instances/teaching-8.json";
pub const GROS: &str = "instances/gros-open-2010.trf";
pub const BRITISH: &str = "instances/british-championship-2026.trf";
/// Two players who have met. They may not meet again, so no pairing exists.
pub const MET: &str = r#"{"players":[{"id":1},{"id":2}],"rounds":[{"games":[{"white":1,"black":2,"result":"1-0"}]}]}"#;
pub const FRESH: &str = r#"{"players":[{"id":1},{"id":2},{"id":3},{"id":4}]}"#;

/// The program with these arguments, in the folder of the project.
pub fn program(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut program = Command::new(PROGRAM);
    program.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    program
}

/// What `sh` makes of `script`, in the folder of the project, where `swiss-ilp` is the program.
pub fn shell(script: &str) -> Command {
    let folder = Path::new(PROGRAM).parent().expect("a program is in a folder").display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("PATH", path).current_dir(env!("CARGO_MANIFEST_DIR"));
    shell
}

/// Runs `command` with this standard output, and gives it `input` to read.
pub fn run_to(standard_output: impl Into<Stdio>, mut command: Command, input: impl AsRef<[u8]>) -> Output {
    command.stdin(Stdio::piped()).stdout(standard_output).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that ends before it reads its input closes the pipe. That is no error.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    child.wait_with_output().expect("the program ends")
}

/// Runs the program. `-` among the arguments reads `input`.
pub fn run(arguments: &[&str], input: &str) -> Output {
    run_to(Stdio::piped(), program(arguments), input)
}

/// As [`run`], which ends with this exit code, and says this among other things on standard error.
pub fn ended(arguments: &[&str], input: &str, code: i32, said: &str) -> Output {
    let output = run(arguments, input);
    let words = stderr(&output);
    assert!(output.status.code() == Some(code) && words.contains(said), "{arguments:?}: {code}, {said:?}: {words}");
    output
}

pub fn code(arguments: &[&str], input: &str) -> i32 {
    run(arguments, input).status.code().expect("an exit code")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

pub fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The cells of a row by their headings.
pub type Cells = BTreeMap<String, String>;

/// The rows of a CSV.
pub fn rows_of(csv: &str) -> Vec<Cells> {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().map(|row| row.expect("a row")).collect()
}

/// The path of a folder or file of this name, which does not exist yet.
pub fn folder(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder.to_str().expect("a UTF-8 path").to_owned()
}

/// The path of an empty folder of this name.
pub fn empty(name: &str) -> String {
    let folder = folder(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The path of a file of this name and with this content.
pub fn written(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, content).expect("a file");
    path
}

/// Sends the signal of this name to the process.
pub fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args([format!("-{name}"), process.to_string()]).status().expect("kill");
    assert!(sent.success(), "{process} is no more");
}
