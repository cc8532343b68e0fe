//! Tournaments that lie in the project.

use crate::support::prelude::*;

pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} has no .{extension}", folder.display());
    files
}

pub fn reports() -> Vec<PathBuf> {
    [files("instances", "trf"), files("tests/data/oracle/dutch-2012", "trf")].concat()
}

pub fn load(path: &Path) -> Loaded {
    let bytes = fs::read(path).expect("readable");
    files::read(&bytes).unwrap_or_else(|faults| panic!("{}: {faults:#?}", path.display()))
}

/// The tournament with the games and byes of each round sorted, since a report does not keep the order of boards.
pub fn without_board_order(tournament: &Tournament) -> Tournament {
    let mut tournament = tournament.clone();
    for round in &mut tournament.rounds {
        round.games.sort_by_key(|game| (game.white, game.black));
        round.byes.sort_by_key(|bye| bye.player);
    }
    tournament
}

/// A report with these records, and players from number 1 on, of whom each has points and cells.
pub fn report(records: &str, rows: &[(&str, &str)]) -> String {
    let row = |(id, (points, cells)): (usize, &(&str, &str))| {
        let (name, rating) = (format!("Player {id}"), 2400 - 10 * id);
        format!("001{id:>5}      {name:33}{rating:>5}{:27}{points:>5}{:>5}{cells}\n", "", "")
    };
    records.to_owned() + &(1..).zip(rows).map(row).collect::<String>()
}
