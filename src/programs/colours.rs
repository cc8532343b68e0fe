use super::{Field, families};
use crate::model::{Aim, ColourCount, ColourTier, Program, Sum};
use crate::rules::{Edition, SystemFamily, latest_difference, turn_after_round_1};
use crate::tournament::{Board, Colour, GamesPerPairing, PlayerState, Preference, RoundState, Strength};
use std::cmp::Ordering;

/// The program of the colours: `w_i_j` seats the higher player of a board with White, `b_i_j` with Black, and one of
/// them is 1.
#[derive(Debug, Clone)]
pub struct Colours<'a> {
    state: &'a RoundState,
    field: Field,
    /// By rank, the higher player first.
    pairs: Vec<(usize, usize)>,
    /// The program.
    pub program: Program,
}

impl<'a> Colours<'a> {
    /// The program of these pairs, by rank, the higher player first.
    #[must_use]
    pub fn new(state: &'a RoundState, edition: &'static Edition, pairs: Vec<(usize, usize)>) -> Self {
        let field = Field::new(state, edition);
        let mut program = Program::default();
        for (high, low) in &pairs {
            let [one, other] = [*high, *low].map(|rank| state.players()[rank].id);
            let columns = [&families::HAS_WHITE, &families::HAS_BLACK]
                .map(|colour| (program.binary(colour, format_args!("{one}_{other}")), 1));
            program.equal(&families::ONE_COLOUR, format_args!("{one}_{other}"), columns.to_vec(), 1);
        }
        Self { state, field, pairs, program }
    }

    /// The boards of these columns.
    #[must_use]
    pub fn boards(&self, columns: &[i64]) -> Vec<Board> {
        let board = |(index, (high, low)): (usize, &(usize, usize))| {
            let [high, low] = [*high, *low].map(|rank| self.state.players()[rank].id);
            match columns[2 * index] {
                1 => Board { white: high, black: low },
                _ => Board { white: low, black: high },
            }
        };
        self.pairs.iter().enumerate().map(board).collect()
    }

    /// The columns of these boards; `None` if the program has other pairs.
    #[must_use]
    pub fn columns_of(&self, boards: &[Board]) -> Option<Vec<i64>> {
        let mut columns = Vec::new();
        for (high, low) in &self.pairs {
            let [high, low] = [*high, *low].map(|rank| self.state.players()[rank].id);
            let is_white = boards.contains(&Board { white: high, black: low });
            (is_white || boards.contains(&Board { white: low, black: high })).then_some(())?;
            columns.extend([i64::from(is_white), i64::from(!is_white)]);
        }
        Some(columns)
    }

    /// The orientations that `count` counts.
    #[must_use]
    pub fn aim(&self, count: ColourCount) -> Aim {
        let wrong = |(index, (high, low)): (usize, &(usize, usize))| {
            let colour = due(self.state, &self.field, count, *high, *low)?;
            Some((2 * index + usize::from(colour == Colour::White), 1))
        };
        let sum: Sum = self.pairs.iter().enumerate().filter_map(wrong).collect();
        Aim::Least(sum)
    }
}

/// The colour of the higher of two players by these tiers, if one asks for any.
pub(super) fn of_higher(
    state: &RoundState,
    field: &Field,
    tiers: &[ColourTier],
    high: usize,
    low: usize,
) -> Option<Colour> {
    tiers.iter().find_map(|tier| due(state, field, tier.count, high, low))
}

/// The colour that `count` asks for the higher player; `None` if it asks for none.
fn due(state: &RoundState, field: &Field, count: ColourCount, high: usize, low: usize) -> Option<Colour> {
    let [one, other]: [&PlayerState; 2] = [&state.players()[high], &state.players()[low]];
    let of = |rank: usize| field.cards.get(rank).and_then(|card| card.preference);
    let greater_has_black = |order: Ordering| match order {
        Ordering::Greater => Some(Colour::Black),
        Ordering::Less => Some(Colour::White),
        Ordering::Equal => None,
    };
    let has_candidates = field.edition.candidates().is_some();
    // 2017 E.2, 2026 5.2.2: of two absolute preferences that of the wider colour difference.
    let stronger = |mine: Preference, theirs: Preference| {
        let wider = one.colour_difference().abs().cmp(&other.colour_difference().abs());
        let both = has_candidates && mine.strength.min(theirs.strength) == Strength::Absolute;
        mine.strength.cmp(&theirs.strength).then(if both { wider } else { Ordering::Equal })
    };
    match (count, of(high), of(low)) {
        (ColourCount::BothPreferences, Some(mine), Some(theirs)) => {
            (mine.colour != theirs.colour).then_some(mine.colour)
        }
        (ColourCount::BothPreferences, Some(mine), None) => Some(mine.colour),
        (ColourCount::BothPreferences, None, Some(theirs)) => Some(theirs.colour.opposite()),
        (ColourCount::StrongerPreference, Some(mine), Some(theirs)) => match stronger(mine, theirs) {
            Ordering::Greater => Some(mine.colour),
            Ordering::Less => Some(theirs.colour.opposite()),
            Ordering::Equal => None,
        },
        (ColourCount::Alternation, Some(_), Some(_)) => latest_difference(one, other).map(Colour::opposite),
        (ColourCount::HigherPreference, Some(mine), _) => Some(mine.colour),
        // 2017 E.5, 2026 5.2.5: by the place among those who have arrived, and in every round.
        (ColourCount::Turn, None, None) if has_candidates => {
            let initial = state.initial_colour().unwrap_or(Colour::White);
            Some(if field.places[high] % 2 == 1 { initial } else { initial.opposite() })
        }
        (ColourCount::Turn, None, None) if state.round() == 1 => {
            let initial = state.initial_colour().unwrap_or(Colour::White);
            Some(if high.is_multiple_of(2) { initial } else { initial.opposite() })
        }
        (ColourCount::Turn, None, None) if field.edition.family == SystemFamily::Dutch2012 => {
            Some(turn_after_round_1(state, one))
        }
        (ColourCount::Turn, None, None) => Some(Colour::White),
        (ColourCount::DoubleRound, ..) => (state.games_per_pairing() == GamesPerPairing::Two).then_some(Colour::Black),
        (ColourCount::WhiteGameDifference, ..) => {
            greater_has_black(one.colour_difference().cmp(&other.colour_difference()))
        }
        (ColourCount::HigherScore, ..) => greater_has_black(one.score.cmp(&other.score)),
        (ColourCount::Sequence2112, ..) => {
            Some(if matches!(state.round() % 4, 2 | 3) { Colour::White } else { Colour::Black })
        }
        _ => None,
    }
}
