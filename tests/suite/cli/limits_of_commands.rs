//! Every command is held to its time limit: with a clock that the test moves, nothing goes on past the limit.
//!
//! The clock is looked at each few thousand units of work. It jumps far ahead after so many looks, and what looks at it after that is
//! counted. Nothing here depends on how fast the machine is. `make limits` measures the same commands at 2,000 and 5,000
//! players.

use crate::support::prelude::*;
use std::fmt::Write as _;
use swiss_ilp::doors::run_by;
use swiss_ilp::solve::{Clock, TestClock};

/// The commands, each with how often the clock is looked at, at least: so much work of each is counted. The file says what its lines are.
const COMMANDS: &str = include_str!("../../limits/commands.txt");

fn table() -> Vec<(u64, &'static str)> {
    let lines = COMMANDS.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &'static str| {
        let (least, rest) = line.trim_start().split_once(' ').expect("the least looks");
        let (how, command) = rest.trim_start().split_once(' ').expect("how it is timed");
        assert!(["-", "limit", "signal"].contains(&how), "{line}");
        (least.parse().expect("a number"), command.trim_start())
    };
    lines.map(row).collect()
}

/// What has no time limit: no tournament is read, or nothing is solved.
const WITHOUT_LIMIT: [&str; 5] = ["seed", "edit", "rule", "completions", "man"];

/// The looks that a command may take after the limit: a search asks once for each of its steps before it ends, and there are as many
/// as players, or a few times as many. A page asks for each of its pairs, too, and draws what is known.
const PLAYERS: usize = 120;
const MOST_AFTER: u64 = 3 * PLAYERS as u64;
const MOST_PAIRS: u64 = (PLAYERS * PLAYERS / 2) as u64;

/// More looks are not waited for.
const ENOUGH: u64 = 1_000;

/// A cap that binds, an expression that takes long, and one that takes the verifier long.
const CAPS: &str = include_str!("../../limits/caps.toml");
const EXPRESSION: &str = include_str!("../../limits/expression.toml");
const CONSTANT: &str = include_str!("../../limits/constant.toml");

/// A report of rounds by the fold, as an arbiter might write it. Who is higher in the list wins, but for some draws.
fn tournament() -> String {
    let rounds = 4;
    let (mut points, mut rows) = (vec![0_u32; PLAYERS], vec![String::new(); PLAYERS]);
    let mut met: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut whites = vec![0_i32; PLAYERS];
    for _ in 0..rounds {
        let mut left: Vec<usize> = (0..PLAYERS).collect();
        left.sort_by_key(|player| (u32::MAX - points[*player], *player));
        while !left.is_empty() {
            let one = left.remove(0);
            let far = left.iter().take_while(|other| points[**other] == points[one]).count() / 2;
            let order = (far..left.len()).chain(0..far);
            let at = order.into_iter().find(|at| !met.contains(&(one.min(left[*at]), one.max(left[*at]))));
            let other = left.remove(at.expect("an opponent who was not met"));
            met.insert((one.min(other), one.max(other)));
            let (white, black) = if whites[one] <= whites[other] { (one, other) } else { (other, one) };
            whites[white] += 1;
            whites[black] -= 1;
            let is_drawn = (one + other).is_multiple_of(5);
            for (player, opponent, colour) in [(white, black, 'w'), (black, white, 'b')] {
                let (sign, won) = match (is_drawn, player < opponent) {
                    (true, _) => ('=', 5),
                    (false, true) => ('1', 10),
                    (false, false) => ('0', 0),
                };
                points[player] += won;
                write!(rows[player], "  {:4} {colour} {sign}", opponent + 1).expect("text");
            }
        }
    }
    let mut report = format!("012 made\nXXR {}\nXXC white1\n", rounds + 5);
    for (player, row) in rows.iter().enumerate() {
        let (number, rating) = (player + 1, 2600 - 10 * player);
        let score = f64::from(points[player]) / 10.0;
        writeln!(
            report,
            "001 {number:4}      {:<33} {rating:4}{:28}{score:4.1} {number:4}{row}",
            format!("P{number}"),
            ""
        )
        .expect("text");
    }
    report
}

/// The command line with its files, in `folder`.
fn with_files(command: &str, folder: &Path) -> Vec<String> {
    let file = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    let word = |word: &str| match word {
        "T" => file("t.trf"),
        "C" => file("c.toml"),
        "E" => file("e.toml"),
        "N" => file("n.toml"),
        _ if word.starts_with('P') => file(word),
        _ => word.to_owned(),
    };
    command.split(' ').map(word).collect()
}

/// A new folder with the files.
fn folder_of(name: &str) -> PathBuf {
    let folder = PathBuf::from(empty(name));
    fs::write(folder.join("t.trf"), tournament()).expect("a file");
    fs::write(folder.join("c.toml"), CAPS).expect("a file");
    fs::write(folder.join("e.toml"), EXPRESSION).expect("a file");
    fs::write(folder.join("n.toml"), CONSTANT).expect("a file");
    folder
}

/// Whenever the limit comes, a proof is whole or not there, and only one that was written in time is no matter of a limit. With the
/// cap there is no pairing, which is proven, too.
#[test]
fn a_proof_is_whole_or_not_there() {
    let folder = folder_of("limits-of-proofs");
    let dir = folder.join("P");
    let names = |dir: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        entries.map(|name| name.into_string().expect("a name")).collect()
    };
    let files = names(&folder);
    let contents = || {
        let files = names(&dir).into_iter().map(|name| (fs::read(dir.join(&name)).expect("a file"), name));
        files.map(|(bytes, name)| (name, bytes)).collect::<BTreeMap<_, _>>()
    };
    for (command, is_empty, answer) in [
        ("solve T --proof P --time-limit 100", false, 0),
        ("solve T --model fair --proof P --time-limit 100", true, 0),
        ("solve T --model C --proof P --time-limit 100", false, 1),
        ("pair T --system tcec --proof P --time-limit 100", false, 0),
        ("pair T --system dutch-2012 --proof P --time-limit 100", true, 0),
    ] {
        let line = with_files(command, &folder);
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let run = |looks: u64| {
            let _ = fs::remove_dir_all(&dir);
            if is_empty {
                fs::create_dir(&dir).expect("a folder");
            }
            let clock = TestClock::jumping_after(looks);
            (run_by(Clock::Test(clock), &line), clock.looks())
        };
        let (exit, all) = run(u64::MAX);
        assert_eq!(exit, answer, "{command}");
        let whole = contents();
        let mut done = 0;
        // The proof takes the last looks; one by rules takes most of them.
        let last = if command.starts_with("pair") { 20 } else { 100 };
        for looks in (1..=all).filter(|looks| looks + last > all || looks % (all / 10).max(1) == 0) {
            let (exit, _) = run(looks);
            match exit {
                _ if exit == answer => {
                    done += 1;
                    assert!(contents() == whole, "{command}: the proof is another one, the limit after {looks} looks");
                }
                4 if is_empty => assert!(names(&dir).is_empty(), "{command}: a part of a proof, after {looks} looks"),
                4 => assert!(names(&folder) == files, "{command}: a part of a proof, after {looks} looks"),
                _ => panic!("{command}: exit code {exit}, the limit after {looks} looks"),
            }
        }
        println!("{command}: {all} looks");
        assert_eq!(done, 1, "{command}: the last look comes before the proof is there");
    }
}

#[test]
fn no_command_goes_on_past_its_limit() {
    let folder = folder_of("limits-of-commands");
    let mut wrong = String::new();
    for (least, command) in table() {
        let mut line = with_files(command, &folder);
        if !WITHOUT_LIMIT.iter().any(|name| command.starts_with(name)) {
            line.extend(["--time-limit", "100"].map(str::to_owned));
        }
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        // The first look says when the time begins.
        for jump in [1, 3, 10, 30, 100, ENOUGH] {
            let clock = TestClock::jumping_after(jump);
            let exit = run_by(Clock::Test(clock), &line);
            let looks = clock.looks();
            let after = looks.saturating_sub(jump);
            let most = if command.contains("--html") { MOST_AFTER + MOST_PAIRS } else { MOST_AFTER };
            if after > most {
                writeln!(wrong, "{command}: {after} looks after the limit, which came after {jump}").expect("text");
            }
            if ![0, 1, 3, 4, 6].contains(&exit) {
                writeln!(wrong, "{command}: exit code {exit}, the limit after {jump} looks").expect("text");
            }
            if jump == ENOUGH && looks < least {
                writeln!(wrong, "{command}: {looks} looks, and there must be {least}").expect("text");
            }
            println!("{command}: exit code {exit}, {looks} looks, the limit after {jump}");
            if looks <= jump {
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
