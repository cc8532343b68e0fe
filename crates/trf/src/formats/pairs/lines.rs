use super::{List, START, seat};
use crate::formats::fault_at;
use crate::tournament::{Code, Position};

/// Reads one line for each board. The number of lines may come before them.
pub(super) fn read(text: &str) -> List {
    let mut list = List::default();
    let says_nothing = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !says_nothing(line)).peekable();
    let Some(&(first, count)) = lines.peek() else { return list };
    let declared: Option<usize> = count.trim().parse().ok();
    if declared.is_some() {
        lines.next();
    }
    let mut read = 0;
    for (line, text) in lines {
        let at = Position { line, column: 1 + text.chars().take_while(|c| c.is_whitespace()).count() };
        if declared == Some(read) && text.trim().parse::<usize>().is_ok() {
            list.fault(at, Code::SeveralPairings, "another pairing begins here", "leave one pairing in the file");
            break;
        }
        read += 1;
        match board(text)[..] {
            [Some(white), Some(black)] if white > 0 => list.push(white, black, at),
            _ => {
                let mend = "write White's number and Black's, or a number and 0 for the bye";
                list.fault(at, Code::BadPair, format!("'{}' is not a pair", text.trim()), mend);
            }
        }
    }
    list.is_counted = declared == Some(read);
    if let Some(declared) = declared.filter(|declared| *declared != read) {
        let what = format!("{declared} lines are announced, but {read} follow");
        let at = Position { line: first, ..START };
        list.faults.push_first(fault_at(at, Code::BadCount, what, "correct the number, or look for a lost line"));
    }
    list
}

/// The numbers of a line, with any characters between them.
fn board(line: &str) -> Vec<Option<u32>> {
    let is_dash = |c| matches!(c, '-' | '\u{2013}' | ':');
    let words: Vec<&str> = line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.chars().all(is_dash)).collect();
    match words[..] {
        [word] => word.split(is_dash).map(seat).collect(),
        _ => words.into_iter().map(seat).collect(),
    }
}
