use crate::questions::ranking::expected_score;
use crate::tournament::{Board, Colour, GameResult, Outcome};

/// How the result of a game is drawn, from the two players' true strengths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcomes {
    /// White's expected score is E = 1 / (1 + 10^((b − w − a) / 400)), with the strengths w and b and White's advantage a
    /// (Elo 1978). The draw has the probability d · 2 min(E, 1 − E): d between equal players, and less the further apart
    /// they are. White wins with E less half of it. No probability is negative, and the expected score is E whatever d is.
    Elo {
        /// d, from 0 to 1.
        draws: f64,
        /// a, in rating points.
        advantage: f64,
    },
    /// The expected score E is that of the table of FIDE's rating regulations (Handbook B.02, 8.1.2) for the difference of the
    /// strengths, which counts 400 points at most (8.3.1). The draw has the probability d, or 2 min(E, 1 − E) if that is less. White
    /// wins with E less half of it.
    Fide {
        /// d, from 0 to 1.
        draws: f64,
    },
    /// Milvang's formulas. With the mean m of the strengths w and b: White wins with 1 / (1 + 10^((b − w + 96 + 0.0986 (m −
    /// 2000)) / 370)), Black with 1 / (1 + 10^((w − b + 150 + 0.157 (m − 2000)) / 370)), and the rest are draws. Among weak
    /// players (m below about 1050) the two are more than 1: then each is divided by their sum, and there is no draw.
    Milvang,
}

/// The probabilities of the results of a game. They sum up to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chances {
    /// That White wins.
    pub white: f64,
    /// That the game is drawn.
    pub draw: f64,
    /// That Black wins.
    pub black: f64,
}

/// The greatest difference of ratings that counts (FIDE Handbook B.02, 8.3.1).
const FIDE_LIMIT: f64 = 400.0;

/// The logistic curve to the base 10, 0.5 at 0.
fn logistic(exponent: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, exponent))
}

impl Outcomes {
    /// The chances of players of these strengths.
    ///
    /// ```
    /// use swiss_ilp::questions::simulate::Outcomes;
    /// let equal = Outcomes::Elo { draws: 0.5, advantage: 0.0 }.chances(2000.0, 2000.0);
    /// assert_eq!([equal.white, equal.draw, equal.black], [0.25, 0.5, 0.25]);
    /// ```
    pub fn chances(self, white: f64, black: f64) -> Chances {
        match self {
            Self::Elo { draws, advantage } => {
                let expected = logistic((black - white - advantage) / 400.0);
                let less = if expected < 0.5 { expected } else { 1.0 - expected };
                Chances::around(expected, draws * 2.0 * less)
            }
            Self::Fide { draws } => {
                let difference = (white - black).clamp(-FIDE_LIMIT, FIDE_LIMIT);
                // Ratings are whole numbers; strengths need not be.
                let expected = f64::from(expected_score(libm::round(difference) as i64)) / 100.0;
                let less = if expected < 0.5 { expected } else { 1.0 - expected };
                Chances::around(expected, if draws < 2.0 * less { draws } else { 2.0 * less })
            }
            Self::Milvang => {
                let above = (white + black) / 2.0 - 2000.0;
                let wins = logistic((black - white + 96.0 + 0.0986 * above) / 370.0);
                let loses = logistic((white - black + 150.0 + 0.157 * above) / 370.0);
                let decided = wins + loses;
                if decided > 1.0 {
                    return Chances { white: wins / decided, draw: 0.0, black: loses / decided };
                }
                Chances { white: wins, draw: 1.0 - decided, black: loses }
            }
        }
    }
}

impl Chances {
    /// Those of White's expected score, and of a draw.
    fn around(expected: f64, draw: f64) -> Self {
        Self { white: expected - draw / 2.0, draw, black: 1.0 - expected - draw / 2.0 }
    }

    /// The result at a board for a number from 0 to 1 that is drawn for the two, whoever has White: the one with the lower pairing number
    /// wins with the lowest numbers, and loses with the highest.
    pub fn result(self, board: Board, lot: f64) -> Option<GameResult> {
        let colour = if board.white < board.black { Colour::White } else { Colour::Black };
        let wins = match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        };
        let (first, second) = if lot < wins {
            (Outcome::Win, Outcome::Loss)
        } else if lot < wins + self.draw {
            (Outcome::Draw, Outcome::Draw)
        } else {
            (Outcome::Loss, Outcome::Win)
        };
        match colour {
            Colour::White => GameResult::new(first, second),
            Colour::Black => GameResult::new(second, first),
        }
    }
}
