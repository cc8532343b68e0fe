use crate::tournament::Position;
use std::fmt;

/// The characters of one line, by column from 1. Columns beyond its end count as blanks.
#[derive(Debug, Clone)]
pub(super) struct LineColumns {
    /// Line number, from 1.
    pub line: usize,
    chars: Vec<char>,
}

/// Characters without blanks between them, and the column where they begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub text: String,
    pub at: Position,
}

impl LineColumns {
    pub fn new(line: usize, text: &str) -> Self {
        Self { line, chars: text.chars().collect() }
    }

    /// The number of columns of the line, including blanks at its end.
    pub fn len(&self) -> usize {
        self.chars.len()
    }

    /// The last column that is not blank, 0 if there is none.
    pub fn last(&self) -> usize {
        self.chars.iter().rposition(|c| !c.is_whitespace()).map_or(0, |index| index + 1)
    }

    /// The character at `column`.
    pub fn at(&self, column: usize) -> char {
        match column.checked_sub(1).and_then(|index| self.chars.get(index)) {
            Some(c) if !c.is_whitespace() => *c,
            _ => ' ',
        }
    }

    /// The text of columns `first` to `last`, without blanks at either end.
    pub fn field(&self, first: usize, last: usize) -> String {
        let end = last.min(self.chars.len());
        let start = first.saturating_sub(1).min(end);
        self.chars[start..end].iter().collect::<String>().trim().to_owned()
    }

    /// The place of `column` in the file.
    pub fn position(&self, column: usize) -> Position {
        Position { line: self.line, column }
    }

    /// The words from `column` on.
    pub fn words(&self, column: usize) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        let mut inside = false;
        for (index, c) in self.chars.iter().enumerate().skip(column.saturating_sub(1)) {
            if c.is_whitespace() {
                inside = false;
            } else if let (true, Some(word)) = (inside, words.last_mut()) {
                word.text.push(*c);
            } else {
                words.push(Word { text: c.to_string(), at: self.position(index + 1) });
                inside = true;
            }
        }
        words
    }
}

impl fmt::Display for LineColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars.iter().try_for_each(|c| write!(f, "{c}"))
    }
}

/// A number of at most nine digits and nothing else.
pub(super) fn number(text: &str) -> Option<u32> {
    let digits = (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
#[path = "../../../tests/unit/formats/trf/columns.rs"]
mod tests;
