//! What the long suites share: settings from the environment, threads, and a journal, so that a suite that was ended goes on.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::ops::{AddAssign, Range};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tournaments that are played and recorded at once.
const SLICE: u64 = 500;

/// The number that the environment has under this name.
pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}

/// How many random rounds to try: so many, or as many as `ROUNDS` says.
pub fn rounds(otherwise: u64) -> u64 {
    number("ROUNDS").unwrap_or(otherwise)
}

/// The number of threads that the environment has under this name, or that of the processors.
pub fn threads(name: &str) -> usize {
    number(name)
        .and_then(|threads| usize::try_from(threads).ok())
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

/// Whether `id` is in the list that the environment has under this name, or there is no list.
pub fn is_chosen(name: &str, id: &str) -> bool {
    let chosen = std::env::var(name).unwrap_or_default();
    chosen.is_empty() || chosen.split([',', ' ']).any(|one| one == id)
}

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sum of what `play` returns for these numbers, on so many threads.
pub fn in_threads<T: Default + AddAssign + Send>(
    seeds: Range<u64>,
    threads: usize,
    play: impl Fn(u64) -> T + Sync,
) -> T {
    let (next, total) = (AtomicU64::new(seeds.start), Mutex::new(T::default()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    let played = play(seed);
                    *total.lock().expect("no thread panics") += played;
                }
            });
        }
    });
    total.into_inner().expect("no thread panics")
}

/// The slices that this very program has played, one a line.
pub struct Journal {
    path: PathBuf,
}

/// What was played of the tournaments from `first` to before `end`.
#[derive(Serialize, Deserialize)]
struct Line<T> {
    first: u64,
    end: u64,
    played: T,
}

impl Journal {
    /// The journal of this name in `folder`. Another program has another one.
    pub fn new(folder: &Path, name: &str) -> Self {
        fs::create_dir_all(folder).expect("a folder");
        Self { path: folder.join(format!("{name}-{}.jsonl", fingerprint())) }
    }

    /// The sum of all slices of these tournaments. Those that are missing are played, and `tell` is called after each.
    pub fn fill<T: Default + AddAssign + Serialize + DeserializeOwned>(
        &self,
        tournaments: Range<u64>,
        play: impl Fn(Range<u64>) -> T,
        tell: impl Fn(&T),
    ) -> T {
        let done = fs::read_to_string(&self.path).unwrap_or_default();
        // A line that was cut off has no end.
        let mut text: String = done.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
        let mut total = T::default();
        for first in tournaments.clone().step_by(usize::try_from(SLICE).expect("small")) {
            let end = tournaments.end.min(first + SLICE);
            let lines = text.lines().filter_map(|line| serde_json::from_str::<Line<T>>(line).ok());
            if let Some(line) = lines.into_iter().find(|line| (line.first, line.end) == (first, end)) {
                total += line.played;
                continue;
            }
            let line = Line { first, end, played: play(first..end) };
            text.push_str(&serde_json::to_string(&line).expect("JSON"));
            text.push('\n');
            fs::write(&self.path, &text).expect("written");
            total += line.played;
            tell(&total);
        }
        total
    }
}

/// What stands for the program that plays.
fn fingerprint() -> String {
    let program = std::env::current_exe().and_then(fs::read).expect("this program");
    Sha256::digest(program).iter().take(6).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
