//! Other programs, as they are called: a process for each file, or one for many.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tempfile::TempDir;

/// Boards, White first; who has the bye, with 0.
pub type Boards = BTreeSet<[u32; 2]>;

/// The boards of a round; `None` if it has no pairing.
pub type Answer = Option<Boards>;

/// A tournament that was paired again.
#[derive(Debug, PartialEq, Eq)]
pub struct Replay {
    /// The number of its rounds.
    pub rounds: u32,
    /// The rounds that the program pairs otherwise.
    pub different: Vec<u32>,
}

/// A tournament that a program has made.
#[derive(Debug)]
pub struct Generated {
    pub report: Vec<u8>,
    /// Whether the last round announced has no pairing.
    pub has_ended_early: bool,
}

/// A program. An error is a file that it does not take.
pub trait Program: Send {
    /// Pairs every round of the report again.
    fn check(&mut self, report: &str) -> Result<Replay, String>;

    /// Pairs the next round.
    fn pair(&mut self, report: &str) -> Result<Answer, String>;

    /// Makes a tournament.
    fn generate(&mut self, settings: &str, seed: u64) -> Result<Generated, String>;
}

/// What a run has written and how it ended.
struct Run {
    code: i32,
    text: String,
}

/// How a program is run with arguments in a folder.
trait Runner: Send {
    fn run(&mut self, folder: &Path, arguments: &[&str]) -> Run;
}

/// A process for each run.
struct Processes {
    program: PathBuf,
    /// What comes before all other arguments.
    first: &'static str,
}

impl Runner for Processes {
    fn run(&mut self, folder: &Path, arguments: &[&str]) -> Run {
        let mut command = Command::new(&self.program);
        let output = command.arg(self.first).args(arguments).current_dir(folder).stdin(Stdio::null()).output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", self.program.display()));
        let text = if output.status.success() || !output.stdout.is_empty() { &output.stdout } else { &output.stderr };
        Run { code: output.status.code().unwrap_or(-1), text: String::from_utf8_lossy(text).into_owned() }
    }
}

/// One Java machine for many runs.
struct Machine {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Machine {
    fn start(jar: &Path) -> Self {
        let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers/Driver.java");
        let mut command = Command::new("java");
        command
            .args(["-Djava.security.manager=allow", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"])
            .arg(jar)
            .arg(driver)
            .arg(jar);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("java, of a development kit");
        let (to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        Self { child, to, from: BufReader::new(from) }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Runner for Machine {
    fn run(&mut self, folder: &Path, arguments: &[&str]) -> Run {
        // The machine has one folder, so names are whole.
        let whole = |argument: &&str| {
            if argument.starts_with('-') || argument.chars().all(|letter| letter.is_ascii_digit()) {
                (*argument).to_owned()
            } else {
                folder.join(argument).display().to_string()
            }
        };
        let line = arguments.iter().map(whole).collect::<Vec<_>>().join("\t");
        writeln!(self.to, "{line}").and_then(|()| self.to.flush()).expect("the driver reads");
        let mut text = String::new();
        loop {
            let mut line = String::new();
            let read = self.from.read_line(&mut line).expect("the driver writes UTF-8");
            assert_ne!(read, 0, "the driver has ended at {arguments:?}");
            if let Some(code) = line.strip_prefix('=') {
                return Run { code: code.trim().parse().expect("an exit code"), text };
            }
            text.push_str(line.strip_prefix('>').expect("a line of the program"));
        }
    }
}

/// A program with the command line that JaVaFo has introduced.
pub struct CommandLine {
    folder: TempDir,
    runner: Box<dyn Runner>,
    takes_seed: bool,
    /// What comes after all other arguments.
    last: &'static [&'static str],
    /// Whether it may be asked for all rounds of a file at once.
    replays: bool,
}

impl CommandLine {
    /// The executable `program`, with `first` before all arguments.
    pub fn executable(program: PathBuf, first: &'static str) -> Self {
        Self::new(Box::new(Processes { program, first }), true, &[])
    }

    /// A Java archive of JaVaFo, with `last` after all arguments.
    pub fn archive(jar: &Path, last: &'static [&'static str]) -> Self {
        Self::new(Box::new(Machine::start(jar)), false, last)
    }

    fn new(runner: Box<dyn Runner>, takes_seed: bool, last: &'static [&'static str]) -> Self {
        Self { folder: tempfile::tempdir().expect("a folder"), runner, takes_seed, last, replays: true }
    }

    /// The same, only ever asked for one round.
    pub fn round_by_round(self) -> Self {
        Self { replays: false, ..self }
    }

    fn run(&mut self, arguments: &[&str]) -> Run {
        self.runner.run(self.folder.path(), &[arguments, self.last].concat())
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).expect("written");
    }

    fn take(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.folder.path().join(name);
        let bytes = fs::read(&path).ok()?;
        fs::remove_file(path).expect("removed");
        Some(bytes)
    }
}

impl Program for CommandLine {
    fn check(&mut self, report: &str) -> Result<Replay, String> {
        if !self.replays {
            return Err("is asked round by round".to_owned());
        }
        self.write("a.trf", report);
        let run = self.run(&["a.trf", "-c"]);
        let replay = replay(&run.text);
        if replay.rounds > 0 { Ok(replay) } else { Err(run.text) }
    }

    fn pair(&mut self, report: &str) -> Result<Answer, String> {
        self.write("a.trf", report);
        let run = self.run(&["a.trf", "-p", "a.pairs"]);
        let pairs = self.take("a.pairs").map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        // JaVaFo 2 ends well and writes no boards where there is no pairing; JaVaFo 1 ends in the same way as for a file that is wrong.
        let is_impossible = run.text.to_lowercase().contains("pairing impossible")
            || run.text.contains("PAIRING IS IMPOSSIBLE")
            || run.code == 1 && !run.text.contains("Error in processing");
        match (run.code, pairs) {
            _ if is_impossible => Ok(None),
            (0, Some(pairs)) => boards(&pairs).ok_or(pairs).map(Some),
            _ => Err(run.text),
        }
    }

    fn generate(&mut self, settings: &str, seed: u64) -> Result<Generated, String> {
        self.write("a.settings", settings);
        let seed = seed.to_string();
        let mut arguments = vec!["-g", "a.settings", "-o", "a.made"];
        // JaVaFo takes no seed here, so what it makes is another tournament each time.
        if self.takes_seed {
            arguments.extend(["-s", &seed]);
        }
        let run = self.run(&arguments);
        match (run.code, self.take("a.made")) {
            (code @ (0 | 1), Some(report)) => Ok(Generated { report, has_ended_early: code == 1 }),
            _ => Err(run.text),
        }
    }
}

/// What a replay says: a line for each round, and others for one that is different.
pub fn replay(text: &str) -> Replay {
    let mut replay = Replay { rounds: 0, different: Vec::new() };
    for line in text.lines() {
        if let Some((_, number)) = line.split_once("Round #") {
            replay.rounds += 1;
            assert_eq!(number.trim().parse(), Ok(replay.rounds), "{text}");
        } else if replay.rounds > 0 && !line.trim().is_empty() && replay.different.last() != Some(&replay.rounds) {
            replay.different.push(replay.rounds);
        }
    }
    replay
}

/// A list of boards: their number, and then White and Black of each.
fn boards(text: &str) -> Option<Boards> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let count: usize = lines.next()?.parse().ok()?;
    let board = |line: &str| {
        let (white, black) = line.split_once(char::is_whitespace)?;
        Some([white.parse().ok()?, black.trim().parse().ok()?])
    };
    let boards = lines.map(board).collect::<Option<Vec<_>>>()?;
    (boards.len() == count).then(|| boards.into_iter().collect())
}
