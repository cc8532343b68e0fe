//! Every command is held to its time limit: with a clock that the test moves, nothing goes on past the limit.
//!
//! The clock is looked at each few thousand units of work. It jumps far ahead after so many looks, and what looks at it after that is
//! counted. Nothing here depends on how fast the machine is. `make limits` measures the same commands at 2,000 and 5,000
//! players.

use crate::support::program::folder;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use swiss_ilp::cli::{commands, run_by};
use swiss_ilp::solve::{Clock, TestClock};

/// A command with the tournament `T`, and how often the clock is looked at, at least, before the command ends or the looks are many.
/// So much work of each command is counted.
const COMMANDS: [(&str, u64); 46] = [
    ("solve T --model fair", 20),
    ("solve T --model C", 100),
    ("solve T --model E", 100),
    ("solve T --model dutch-2026", 20),
    ("solve T --model slots", 0),
    ("solve T --method highs", 20),
    ("solve T --proof P --force", 20),
    ("solve T --count-optima --model fair", 20),
    ("solve T --relax", 20),
    ("solve T --cuts", 20),
    ("solve T --duals --model fair", 20),
    ("solve T --trace-tiers --model fair", 20),
    ("solve T --keep-open 3", 20),
    ("solve T --repair --model fair", 20),
    ("pair T --system dutch-2026", 5),
    ("pair T --system dutch-2017", 5),
    ("pair T --system dutch-2012", 5),
    ("pair T --system dutch-1998", 5),
    ("pair T --system dubov-1997", 5),
    ("pair T --system tcec", 1),
    ("why T 1 2 --model fair", 1),
    ("why T 1 9 --model C", 1),
    ("why T 1 9 --system dutch-2026", 5),
    ("explain T --model fair", 20),
    ("explain T --html P.html --force", 20),
    ("compare T", 20),
    ("compare T --all-rounds", 20),
    ("pareto T --between scores,colours", 100),
    ("prices T --of downfloats", 100),
    ("model fair T --write-model P.lp --force", 20),
    ("model dutch-2026 T --write-model P.opb --force", 20),
    ("lesson weights T", 20),
    ("lesson symmetry T", 20),
    ("verify T --round 3", 20),
    ("verify T --round 3 --system dutch-2026", 5),
    ("verify T --round 3 --proof P", 1),
    ("check T --system dutch-2026", 5),
    ("standings T", 0),
    ("standings T --tie-breaks BH-C1,BH,SB,DE", 0),
    ("convert T --to json", 0),
    ("info T", 0),
    ("--dutch=2026 T -p P.pairs", 5),
    ("--dutch=2026 T -c", 5),
    ("--dutch=2026 T -l P.list", 0),
    ("seed T", 0),
    ("rule", 0),
];

/// What has no time limit: no tournament is read, or nothing is solved.
const WITHOUT_LIMIT: [&str; 2] = ["seed", "rule"];

/// What is held elsewhere: each round of `batch` in a process of its own, and each event of `simulate` and `generate` on a thread of its
/// own, all by the same budget.
const ELSEWHERE: [&str; 3] = ["batch", "simulate", "generate"];

/// The looks that a command may take after the limit: a search asks once for each of its steps before it ends, and there are as many
/// as players, or a few times as many. A page asks for each of its pairs, too, and draws what is known.
const PLAYERS: usize = 120;
const MOST_AFTER: u64 = 3 * PLAYERS as u64;
const MOST_PAIRS: u64 = (PLAYERS * PLAYERS / 2) as u64;

/// More looks are not waited for.
const ENOUGH: u64 = 1_000;

const CAPS: &str = r#"
kind = "objective"
name = "caps"
summary = "a cap that binds"
formulation = "pairs"
hard = ["no-rematch", "no-forbidden-pair", "no-third-colour", "colour-balance", "no-second-bye"]
[[tier]]
name = "scores"
terms = [{ term = "score-difference", weight = -1 }, { term = "bye-score", weight = -1 }]
[[tier]]
name = "colours"
terms = [{ term = "colour-difference", weight = -1 }]
[side]
max-downfloats = 1
"#;

const EXPRESSION: &str = r#"
kind = "objective"
name = "expression"
summary = "an expression that takes long"
formulation = "pairs"
hard = []
[[define]]
name = "d0"
pair = 'sum([1,2,3,4,5,6,7,8,9].map(x, sum([1,2,3,4,5,6,7,8,9].map(y, x * y + a.rank - b.rank))))'
[[tier]]
name = "one"
terms = [{ term = "d0", weight = 1 }]
"#;

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
        _ if word.starts_with('P') => file(word),
        _ => word.to_owned(),
    };
    command.split(' ').map(word).collect()
}

#[test]
fn no_command_goes_on_past_its_limit() {
    let folder = PathBuf::from(folder("limits-of-commands"));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("t.trf"), tournament()).expect("a file");
    fs::write(folder.join("c.toml"), CAPS).expect("a file");
    fs::write(folder.join("e.toml"), EXPRESSION).expect("a file");
    let mut wrong = String::new();
    for (command, least) in COMMANDS {
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

#[test]
fn every_command_is_in_the_table() {
    for name in commands() {
        let is_first = |(command, _): &(&str, u64)| command.split(' ').next() == Some(name.as_str());
        let is_known = ELSEWHERE.contains(&name.as_str()) || COMMANDS.iter().any(is_first);
        assert!(is_known, "add {name} to COMMANDS, with a line for each way that takes long, and to tests/limits.sh");
    }
}
