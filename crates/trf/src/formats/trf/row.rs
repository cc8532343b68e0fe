//! One `001` row: a player; its [cells](super::cells) are the rounds.

use super::cells::{CellEntry, RoundCell};
use super::columns::{LineColumns, number};
use super::record::{OTHERS, READ};
use crate::formats::fault_at;
use crate::tournament::{Code, Fault, Position, Score};
use itertools::Itertools;

/// The greatest shift at which a row is still read, in columns, if the bytes of its name do not explain it.
const FARTHEST_SHIFT: isize = 8;

/// The last column before the rating.
const LAST_OF_NAME: usize = 47;

/// A player's row. Parts that cannot be read are `None`.
#[derive(Debug, Clone)]
pub(super) struct PlayerRow {
    pub line: usize,
    pub number: Option<u32>,
    pub name: String,
    pub title: String,
    pub federation: String,
    pub rating: Option<u32>,
    pub points: Option<Score>,
    pub points_at: Position,
    pub rank: Option<u32>,
    pub cells: Vec<RoundCell>,
    /// The row ends too early, so nothing is known of the rounds after its last cell.
    pub is_cut: bool,
    /// The number of columns by which the row is shifted to the right.
    pub shift: isize,
}

impl PlayerRow {
    /// Whether the line is a player's.
    pub fn is_one(line: &LineColumns) -> bool {
        line.field(1, 3) == "001"
    }

    /// Whether the line is a player's in everything but its name, which no record has.
    pub fn is_misnamed(line: &LineColumns) -> bool {
        let (row, faults) = RowReader { line, shift: 0 }.read();
        let is_row = row.number.is_some_and(|number| number > 0) && row.points.is_some() && faults.is_empty();
        is_row && !READ.iter().chain(&OTHERS).any(|code| *code == line.field(1, 3))
    }

    /// The column in this row for `column` of the standard, which comes after the name.
    pub fn column(&self, column: usize) -> usize {
        column.saturating_add_signed(self.shift)
    }

    /// The entry of the row for the round at index `round`.
    pub fn entry(&self, round: usize) -> CellEntry {
        let beyond = if self.is_cut { CellEntry::Broken } else { CellEntry::Blank };
        self.cells.get(round).map_or(beyond, |cell| cell.entry)
    }

    /// Reads a row at the standard columns or, if more of it keeps its columns there, at shifted ones.
    pub fn read(line: &LineColumns) -> (Self, Vec<Fault>) {
        let at_standard = RowReader { line, shift: 0 };
        let standard = at_standard.read();
        let is_in_place = standard.1.is_empty() && at_standard.keeps_columns();
        let least = if is_in_place { at_standard.marks() } else { 0 };
        let by_bytes = shift_by_bytes(line);
        let shifts = (1..=FARTHEST_SHIFT).flat_map(|distance| [distance, -distance]);
        let farther = Some(by_bytes).filter(|shift| *shift < -FARTHEST_SHIFT);
        let fitting = shifts
            .chain(farther)
            .map(|shift| RowReader { line, shift })
            .filter(|reader| reader.keeps_columns() && !reader.cuts_a_number() && reader.marks() > least)
            .map(|reader| (reader.marks(), reader.read()))
            .filter(|(_, (_, faults))| faults.is_empty());
        let best = fitting.max_set_by_key(|(marks, _)| *marks);
        let proven = best.iter().find(|(_, (row, _))| row.shift == by_bytes);
        match (proven, best.as_slice()) {
            (Some((_, row)), _) | (None, [(_, row)]) => row.clone(),
            _ => standard,
        }
    }
}

/// The shift of a row whose columns up to the rating were counted in bytes.
fn shift_by_bytes(line: &LineColumns) -> isize {
    let mut bytes = 0;
    let fits = |column: &usize| {
        bytes += line.at(*column).len_utf8();
        bytes <= LAST_OF_NAME
    };
    let columns = (1..=LAST_OF_NAME).take_while(fits).count();
    0_isize.saturating_sub_unsigned(LAST_OF_NAME - columns)
}

/// Reads one row with everything after the name shifted to the right by `shift` columns.
pub(super) struct RowReader<'a> {
    pub line: &'a LineColumns,
    shift: isize,
}

impl RowReader<'_> {
    /// The column in this row for `column` of the standard.
    pub fn column(&self, column: usize) -> usize {
        column.saturating_add_signed(self.shift)
    }

    pub fn field(&self, first: usize, last: usize) -> String {
        self.line.field(self.column(first), self.column(last))
    }

    pub fn char_at(&self, column: usize) -> char {
        self.line.at(self.column(column))
    }

    pub fn position(&self, column: usize) -> Position {
        self.line.position(self.column(column))
    }

    /// Whether rating and points end in the columns of the standard, if they are given, and the columns around the
    /// federation are blank. This distinguishes shifts.
    fn keeps_columns(&self) -> bool {
        let ends = |first, last| self.field(first, last).is_empty() || self.char_at(last).is_ascii_digit();
        let is_blank = |column| self.char_at(column) == ' ';
        ends(48, 52) && ends(80, 84) && is_blank(53) && is_blank(57)
    }

    /// Whether the first digits of a number would be the points, and its others the rank. Only a rank of five digits follows the
    /// points without a blank.
    fn cuts_a_number(&self) -> bool {
        let is_digit = |column| self.char_at(column).is_ascii_digit();
        is_digit(84) && is_digit(85) && !(85..=89).all(is_digit)
    }

    /// How many fields the row has by which a shift is known: the rating, a federation of three letters, the points and
    /// the rank. At a wrong shift, one of them may be taken for another one, but not all.
    fn marks(&self) -> usize {
        let is_given = |(first, last)| !self.field(first, last).is_empty();
        let has_federation = (54..=56).all(|column| self.char_at(column).is_alphabetic());
        [(48, 52), (80, 84), (85, 89)].into_iter().filter(|columns| is_given(*columns)).count()
            + usize::from(has_federation)
    }

    fn read(&self) -> (PlayerRow, Vec<Fault>) {
        let mut faults = Vec::new();
        let row = PlayerRow {
            line: self.line.line,
            number: self.number(&mut faults),
            name: self.name(),
            title: self.line.field(11, 13),
            federation: self.field(54, 56),
            rating: self.rating(&mut faults),
            points: self.points(&mut faults),
            points_at: self.first_of(80, 84),
            rank: self.rank(&mut faults),
            cells: self.cells(&mut faults),
            is_cut: false,
            shift: self.shift,
        };
        let cuts = |fault: &Fault| matches!(fault.code, Code::RowCut | Code::OutOfColumns | Code::TooManyRounds);
        (PlayerRow { is_cut: faults.iter().any(cuts), ..row }, faults)
    }

    /// The first column from `first` to `last` that is not blank; `last` if all are blank.
    pub fn first_of(&self, first: usize, last: usize) -> Position {
        let column = (first..=last).find(|column| self.char_at(*column) != ' ').unwrap_or(last);
        self.position(column)
    }

    fn number(&self, faults: &mut Vec<Fault>) -> Option<u32> {
        // The blank column after the number has a digit, so only a part of the number would be read.
        let cut = self.line.at(9).is_ascii_digit();
        let text = self.line.field(4, 8);
        let read = number(&text).filter(|_| !cut);
        if read.is_none() {
            let what = if cut {
                format!("the pairing number {text} goes on in column 9, where '{}' stands", self.line.at(9))
            } else if text.is_empty() {
                "columns 5-8 have no pairing number".into()
            } else {
                format!("'{text}' in columns 5-8 is not a pairing number")
            };
            let mend = "write the player's number, ending in column 8";
            faults.push(fault_at(self.line.position(5), Code::BadNumber, what, mend));
        }
        read
    }

    fn name(&self) -> String {
        self.line.field(15, self.column(if self.rating_has_five_digits() { 47 } else { 48 }))
    }

    fn rating_has_five_digits(&self) -> bool {
        (48..=52).all(|column| self.char_at(column).is_ascii_digit())
    }

    fn rating(&self, faults: &mut Vec<Fault>) -> Option<u32> {
        let text = self.field(if self.rating_has_five_digits() { 48 } else { 49 }, 52);
        if text.is_empty() {
            return None;
        }
        // The blank column before or after the number has a digit, so only a part of the number would be read.
        let begins_early = !self.rating_has_five_digits() && (48..=49).all(|at| self.char_at(at).is_ascii_digit());
        let cut = self.char_at(53).is_ascii_digit() || begins_early;
        let rating = number(&text).filter(|_| !cut);
        if rating.is_none() {
            let what =
                format!("'{}' in columns 49-52 is not a rating", self.field(if begins_early { 48 } else { 49 }, 53));
            let mend = "write digits, ending in column 52, or leave the columns blank";
            faults.push(fault_at(self.first_of(49, 52), Code::BadRating, what, mend));
        }
        rating.filter(|rating| *rating > 0)
    }

    fn points(&self, faults: &mut Vec<Fault>) -> Option<Score> {
        let length = self.line.len();
        if length < self.column(84) {
            let what = format!("the row ends at column {length}, before the points in columns 81-84");
            let mend = "write the row in full, at least to the points in column 84";
            faults.push(fault_at(self.line.position(length + 1), Code::RowCut, what, mend));
            return None;
        }
        let text = self.field(80, 84);
        // '4.' is a number whose last digit is in the next column.
        let points = text.parse().ok().filter(|_| !text.ends_with('.'));
        if points.is_none() && !text.is_empty() {
            let what = format!("'{text}' in columns 81-84 is not a number of points");
            let mend = "write points such as 4.5, ending in column 84";
            faults.push(fault_at(self.first_of(80, 84), Code::BadPoints, what, mend));
        }
        points
    }

    fn rank(&self, faults: &mut Vec<Fault>) -> Option<u32> {
        let text = self.field(85, 89);
        let rank = number(&text);
        if rank.is_none() && !text.is_empty() {
            let what = format!("'{text}' in columns 86-89 is not a rank");
            let mend = "write a whole number, ending in column 89, or leave the columns blank";
            faults.push(fault_at(self.first_of(85, 89), Code::BadRank, what, mend));
        }
        rank
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/formats/trf/row.rs"]
mod tests;
