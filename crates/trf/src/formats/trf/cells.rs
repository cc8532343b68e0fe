//! The cells of a `001` row: ten columns for each round.

use super::MOST_ROUNDS;
use super::columns::number;
use super::row::RowReader;
use crate::formats::fault_at;
use crate::tournament::{ByeKind, Code, Colour, Fault, Outcome, Position};
use itertools::Itertools;

/// The column where the cell of round 1 begins. The opponent has five columns, so that numbers above 9999 fit.
pub(super) const FIRST_CELL: usize = 91;

/// The number of columns of a round, including the blank one before the next round.
pub(super) const CELL: usize = 10;

/// One round of one player.
#[derive(Debug, Clone)]
pub(super) struct RoundCell {
    pub entry: CellEntry,
    /// The opponent's number.
    pub at: Position,
    /// The result.
    pub result_at: Position,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellEntry {
    /// Nothing is written.
    Blank,
    /// A cell that cannot be read.
    Broken,
    Bye(ByeKind),
    Game(GameSide),
}

/// A game as one player's row has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GameSide {
    pub opponent: u32,
    /// `None` only for forfeits.
    pub colour: Option<Colour>,
    pub colour_is_capital: bool,
    /// The result's letter, if there is one.
    pub letter: Option<char>,
}

/// The letter of each outcome, and whether the game is rated.
pub(super) const OUTCOMES: [(char, (Outcome, bool)); 9] = [
    ('1', (Outcome::Win, true)),
    ('=', (Outcome::Draw, true)),
    ('0', (Outcome::Loss, true)),
    ('W', (Outcome::Win, false)),
    ('D', (Outcome::Draw, false)),
    ('L', (Outcome::Loss, false)),
    ('+', (Outcome::ForfeitWin, true)),
    ('-', (Outcome::ForfeitLoss, true)),
    ('?', (Outcome::Adjourned, true)),
];

/// The letters of each bye: since TRF16, and before it, when a requested full-point bye had none.
pub(super) const BYES: [(ByeKind, [char; 2]); 4] = [
    (ByeKind::Pairing, ['U', '+']),
    (ByeKind::Full, ['F', 'F']),
    (ByeKind::Half, ['H', '=']),
    (ByeKind::Zero, ['Z', '-']),
];

impl GameSide {
    /// The meaning of the letter: the outcome, and whether the game is rated.
    pub fn outcome(self) -> Option<(Outcome, bool)> {
        OUTCOMES.iter().find(|(letter, _)| self.letter == Some(*letter)).map(|(_, outcome)| *outcome)
    }
}

impl RoundCell {
    /// The place of the colour.
    pub fn colour_at(&self) -> Position {
        Position { column: self.result_at.column.saturating_sub(2), ..self.result_at }
    }
}

impl RowReader<'_> {
    /// The cells of all rounds.
    pub fn cells(&self, faults: &mut Vec<Fault>) -> Vec<RoundCell> {
        let last = self.line.last();
        let mut cells = Vec::new();
        let mut start = FIRST_CELL;
        while self.column(start - 1) <= last {
            if cells.len() >= MOST_ROUNDS {
                let mend = format!("leave at most {MOST_ROUNDS} rounds");
                faults.push(fault_at(self.position(start), Code::TooManyRounds, "the row goes on and on", mend));
                break;
            }
            // The blank columns around the cell: before it, and between opponent, colour and result.
            let out = [start - 1, start + 5, start + 7].into_iter().find(|column| self.char_at(*column) != ' ');
            if let Some(column) = out {
                let (round, found) = (cells.len() + 1, self.char_at(column));
                let what = format!("'{found}' in column {column}, which stays blank in round {round}");
                let [first, last, colour, result] = [1, 4, 6, 8].map(|place| start + place);
                let opponent = format!("write round {round} with the opponent in columns {first}-{last}");
                let mend = format!("{opponent}, the colour in {colour} and the result in {result}");
                faults.push(fault_at(self.position(column), Code::OutOfColumns, what, mend));
                // Everything that follows is in the wrong columns, too.
                while self.column(start) <= last && cells.len() < MOST_ROUNDS {
                    cells.push(self.cell(start, CellEntry::Broken));
                    start += CELL;
                }
                break;
            }
            let entry = self.entry(start, cells.len() + 1, faults);
            cells.push(self.cell(start, entry));
            start += CELL;
        }
        cells
    }

    fn cell(&self, start: usize, entry: CellEntry) -> RoundCell {
        RoundCell { entry, at: self.first_of(start, start + 4), result_at: self.position(start + 8) }
    }

    /// The entry whose opponent begins at the standard's column `start`.
    fn entry(&self, start: usize, round: usize, faults: &mut Vec<Fault>) -> CellEntry {
        let (colour_at, result_at) = (start + 6, start + 8);
        let opponent = self.field(start, start + 4);
        let (colour, letter) = (self.char_at(colour_at), self.char_at(result_at).to_ascii_uppercase());
        if opponent.is_empty() && colour == ' ' && letter == ' ' {
            return CellEntry::Blank;
        }
        let before = faults.len();
        let number = if opponent.is_empty() { Some(0) } else { number(&opponent) };
        if number.is_none() {
            let columns = format!("columns {}-{}", start + 1, start + 4);
            let what = format!("'{opponent}' in {columns}, the opponent in round {round}, is not a pairing number");
            let mend = "write the opponent's number, or 0000 for a bye";
            faults.push(fault_at(self.first_of(start, start + 4), Code::BadOpponent, what, mend));
        }
        if !matches!(colour.to_ascii_lowercase(), 'w' | 'b' | '-' | ' ') {
            let what = format!("'{colour}' in column {colour_at} is not a colour of round {round}");
            faults.push(fault_at(self.position(colour_at), Code::BadColour, what, "write w, b, or - for a bye"));
        }
        if !"10=WDL+-?HFUZ ".contains(letter) {
            let found = self.char_at(result_at);
            let what = format!("'{found}' in column {result_at} is not a result of round {round}");
            let mend = "write one of 1 0 = + - ? W D L, or for a bye one of H F U Z";
            faults.push(fault_at(self.position(result_at), Code::BadResult, what, mend));
        }
        let entry = number.filter(|_| faults.len() == before).map(|number| match number {
            0 => self.bye(start, round),
            opponent => self.game(start, round, opponent),
        });
        match entry {
            None => CellEntry::Broken,
            Some(Ok(entry)) => entry,
            Some(Err(fault)) => {
                faults.push(*fault);
                CellEntry::Broken
            }
        }
    }

    fn bye(&self, start: usize, round: usize) -> Result<CellEntry, Box<Fault>> {
        let (colour, letter) = (self.char_at(start + 6), self.char_at(start + 8).to_ascii_uppercase());
        let is_of_bye = matches!(colour, '-' | ' ');
        let kind = match letter {
            ' ' => Some(ByeKind::Zero),
            _ => BYES.iter().find(|(_, letters)| letters.contains(&letter)).map(|(kind, _)| *kind),
        };
        kind.filter(|_| is_of_bye).map(CellEntry::Bye).ok_or_else(|| {
            let said = [colour, letter].iter().filter(|c| **c != ' ').map(|c| format!("'{c}'")).join(" ");
            let what = format!("round {round} has {said} but no opponent");
            let mend = "write the opponent's number or, for a bye, - and one of U H F Z";
            fault_at(self.position(start + if is_of_bye { 8 } else { 6 }), Code::OpponentMissing, what, mend).into()
        })
    }

    fn game(&self, start: usize, round: usize, opponent: u32) -> Result<CellEntry, Box<Fault>> {
        let (colour, letter) = (self.char_at(start + 6), self.char_at(start + 8).to_ascii_uppercase());
        let last = self.line.last();
        if colour == ' ' && letter == ' ' && last < self.column(start + 6) {
            let what = format!("the row ends within round {round}: opponent {opponent}, but no colour and no result");
            let mend = "write the row in full, or take the unfinished round off";
            return Err(fault_at(self.line.position(last + 1), Code::RowCut, what, mend).into());
        }
        if matches!(letter, 'H' | 'F' | 'U' | 'Z') {
            let what = format!("round {round} has the bye '{letter}' and opponent {opponent}");
            let mend = "write 0000 - for a bye, or the game's result";
            return Err(fault_at(self.position(start + 8), Code::ByeWithOpponent, what, mend).into());
        }
        let side = GameSide {
            opponent,
            colour: match colour {
                'w' | 'W' => Some(Colour::White),
                'b' | 'B' => Some(Colour::Black),
                _ => None,
            },
            colour_is_capital: matches!(colour, 'W' | 'B'),
            letter: Some(letter).filter(|letter| *letter != ' '),
        };
        if side.colour.is_none() && !matches!(letter, '+' | '-') {
            let what = format!("round {round} against {opponent} has no colour");
            let mend = format!("write w or b in column {}", start + 6);
            return Err(fault_at(self.position(start + 6), Code::ColourMissing, what, mend).into());
        }
        Ok(CellEntry::Game(side))
    }
}
