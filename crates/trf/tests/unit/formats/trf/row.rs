use super::super::cells::GameSide;
use super::*;
use crate::tournament::{ByeKind, Colour};

const SOUND: &str =
    "001    1 m IM Zürich, Anna                      2500 SUI                         1.5    1     2 w 1  0000 - H";

fn read(text: &str) -> (PlayerRow, Vec<&'static str>) {
    let (row, faults) = PlayerRow::read(&LineColumns::new(1, text));
    (row, faults.into_iter().map(|fault| fault.code.id()).collect())
}

#[test]
fn a_row_is_read_by_its_columns() {
    let (row, faults) = read(SOUND);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!((row.number, row.name.as_str(), row.title.as_str()), (Some(1), "Zürich, Anna", "IM"));
    assert_eq!((row.rating, row.federation.as_str()), (Some(2500), "SUI"));
    assert_eq!(row.points, Some(Score::from_tenths(15)));
    assert_eq!(row.cells.len(), 2);
    assert!(matches!(row.cells[0].entry, CellEntry::Game(GameSide { opponent: 2, colour: Some(Colour::White), .. })));
    assert_eq!(row.cells[0].at, Position { line: 1, column: 95 });
    assert_eq!(row.cells[1].entry, CellEntry::Bye(ByeKind::Half));
}

#[test]
fn five_digits_begin_one_column_earlier() {
    let row =
        "00110001      Name                             12500                           100.0    1 10002 b 0 10003 w =";
    let (row, faults) = read(row);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!((row.number, row.rating, row.points), (Some(10_001), Some(12_500), Some(Score::from_tenths(1000))));
    assert!(matches!(row.cells[1].entry, CellEntry::Game(GameSide { opponent: 10_003, .. })));
}

#[test]
fn a_shifted_row_is_read_where_it_stands() {
    for shift in [-8, -3, -1, 1, 2, 8] {
        let (head, tail) = SOUND.split_at(SOUND.find("2500").unwrap_or_default());
        let head = match usize::try_from(shift) {
            Ok(right) => format!("{head}{}", " ".repeat(right)),
            Err(_) => head[..head.len().saturating_add_signed(shift)].to_owned(),
        };
        let (row, faults) = read(&format!("{head}{tail}"));
        assert!(faults.is_empty(), "{shift}: {faults:?}");
        assert_eq!((row.shift, row.rating, row.cells.len()), (shift, Some(2500), 2));
    }
}

#[test]
fn a_shifted_row_without_rounds_is_read_where_it_stands() {
    let row = |rating: &str, federation: &str, points: &str, rank: &str| {
        format!("{rating:>5} {federation:<3}{:23}{points:>5}{rank:>5}", "")
    };
    for (tail, rating) in [
        (row("1900", "SUI", "0.0", "20"), Some(1900)),
        (row("900", "SUI", "0.0", "20"), Some(900)),
        (row("", "SUI", "0.0", "20"), None),
        (row("", "SUI", "0.0", ""), None),
        (row("1900", "SUI", "", "20"), Some(1900)),
        (row("1900", "SUI", "", "") + "     ", Some(1900)),
        (row("", "SUI", "", "") + "     ", None),
    ] {
        for shift in [-3, -2, -1, 0, 1, 2, 3_isize] {
            let name = format!("{:<width$}", "Zürich, Anna", width = 33_usize.saturating_add_signed(shift));
            let (row, faults) = read(&format!("001   20 m IM {name}{tail}"));
            assert!(faults.is_empty(), "{shift} {tail:?}: {faults:?}");
            let found = (row.shift, row.rating, row.federation.as_str(), row.cells.len());
            assert_eq!(found, (shift, rating, "SUI", 0), "{tail:?}");
        }
    }
}

/// All that the row has besides a number and a name is its rank.
#[test]
fn a_rank_alone_is_not_taken_for_points() {
    for rank in ["7", "10", "110", "9999", "10000"] {
        let (row, faults) = read(&format!("001   10      {:33}{:>5}{:27}{:>5}{rank:>5}", "Anna", "", "", ""));
        assert!(faults.is_empty(), "{rank}: {faults:?}");
        assert_eq!((row.shift, row.points), (0, None), "{rank}");
    }
}

/// Numbers that begin in their first column are read, if no shift explains them.
#[test]
fn numbers_may_stand_at_the_left_of_their_columns() {
    let left = SOUND.replace("2500", "900 ").replace(" 1.5 ", "1.5  ");
    let (row, faults) = read(&left);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!((row.shift, row.rating, row.points), (0, Some(900), Some(Score::from_tenths(15))));
}

#[test]
fn a_rating_that_begins_too_early_is_a_fault() {
    let early = SOUND.replace("   2500 ", "  2500  ");
    assert_eq!(read(&early).1, ["bad-rating"]);
}

#[test]
fn a_row_shifted_in_the_middle_is_a_fault() {
    let (row, faults) = read(&SOUND.replace("  0000", " 0000"));
    assert_eq!(faults, ["out-of-columns"]);
    assert_eq!(row.cells[1].entry, CellEntry::Broken);
    assert_eq!(read(&SOUND.replace("   2 w 1", "  2 w 1")).1, ["out-of-columns"]);
}
