use super::{Erratum, TextModel};
use crate::model::{Family, LinearTier, Sum};
use crate::tournament::Colour;
use itertools::Itertools;

/// A count of what is wrong, for the answer that is told.
static FAULT: Family =
    Family { id: "fault", indices: &[], says: "1 if something is wrong in the answer.", rule: None, algebra: "" };

/// How often an answer shows an erratum: a linear function of the program's columns.
///
/// Many answers may be best. A fault that the text only allows is counted in the best answer that has most of it, and
/// a fault that the text forces in the one that has least of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErratumCount {
    /// Whether the text forces it.
    pub is_forced: bool,
    constant: i64,
    sum: Sum,
}

impl ErratumCount {
    /// How often it shows in the answer with these column values.
    #[must_use]
    pub fn count(&self, columns: &[i64]) -> i64 {
        self.constant + self.sum.iter().map(|(column, factor)| factor * columns[*column]).sum::<i64>()
    }

    /// The tier that chooses among the best answers, to be maximised.
    fn tier(&self) -> LinearTier {
        let sign = if self.is_forced { -1 } else { 1 };
        let coefficients = self.sum.iter().map(|(column, factor)| (*column, sign * factor)).collect();
        LinearTier { name: "fault".into(), coefficients, ..LinearTier::default() }
    }
}

impl Erratum {
    /// What its [`ErratumCount`] counts, in the plural.
    #[must_use]
    pub const fn counted(self) -> &'static str {
        match self {
            Self::Outsiders | Self::Weights | Self::NoPoints => "boards not made",
            Self::SumOverPlayers => "boards of players with unequal scores",
            Self::FreeZ => "players at a board without a colour",
            Self::SameColour => "boards with two Whites or two Blacks",
            Self::ColourWithoutBoard => "players with a colour and no board",
            Self::ZeroCoefficient => "players at a board with a colour for the third time",
            Self::Alternation | Self::StrongPreference | Self::Camps => "boards not made with a White and a Black",
            Self::OldImbalance => "players who count in L or M without a board",
            Self::Reward => "times that L or M is 1 for nothing",
            Self::Byes => "players with neither a board nor a bye",
            Self::Relabelling => "boards in a slot that is not their own",
        }
    }
}

impl TextModel<'_> {
    /// Add what counts the fault of `erratum`, as columns, rows and a tier after those of the text.
    pub fn add_fault(&mut self, erratum: Erratum) -> ErratumCount {
        let boards = (self.state.players().len() / 2) as i64;
        let allowed = |sum| ErratumCount { is_forced: false, constant: 0, sum };
        let forced = |constant, sum| ErratumCount { is_forced: true, constant, sum };
        let fault = match erratum {
            Erratum::Outsiders | Erratum::Weights | Erratum::NoPoints => {
                forced(boards, self.full.iter().map(|y| (*y, -1)).collect())
            }
            Erratum::SumOverPlayers => allowed(self.unequal_boards()),
            Erratum::FreeZ => allowed(self.boards_without_colour()),
            Erratum::SameColour => allowed(self.boards_of_one_colour()),
            Erratum::ColourWithoutBoard => allowed(self.colours_without_board()),
            Erratum::ZeroCoefficient => allowed(self.third_colours()),
            Erratum::Alternation | Erratum::StrongPreference | Erratum::Camps => forced(boards, self.good_boards()),
            Erratum::OldImbalance => allowed(self.twos_without_board()),
            Erratum::Reward => allowed(self.twos_for_nothing()),
            Erratum::Byes => {
                let everybody = self.state.players().len() as i64;
                let mut sum: Sum = (0..self.people.len()).flat_map(|i| self.seats(i, -1)).collect();
                sum.extend(self.bye.iter().map(|bye| (*bye, -1)));
                forced(everybody, sum)
            }
            Erratum::Relabelling => allowed(self.strange_slots()),
        };
        self.program.tiers.push(fault.tier());
        fault
    }

    /// A binary column that can be 1 only if each of these sums is at least 1.
    fn both(&mut self, name: &str, sums: &[(Sum, i64)]) -> (usize, i64) {
        let column = self.program.binary(&FAULT, format_args!("{name}"));
        for (place, (sum, constant)) in (1..).zip(sums) {
            let row = sum.iter().copied().chain([(column, -1)]).collect();
            self.program.at_least(&FAULT, format_args!("{name}_{place}"), row, -constant);
        }
        (column, 1)
    }

    /// A column for each two players and slot, which can be 1 only if both are in the slot and keep these sums.
    fn boards(&mut self, sums: impl Fn(&Self, usize, usize) -> Option<Vec<(Sum, i64)>>) -> Sum {
        let mut found = Vec::new();
        for [a, b] in (0..self.people.len()).array_combinations() {
            let Some(more) = sums(self, a, b) else { continue };
            for j in self.common_slots(a, b) {
                if let (Some(x), Some(y)) = (self.seat[a][j], self.seat[b][j]) {
                    let name = format!("{}_{}_{}_{}", self.people[a].id, self.people[b].id, j + 1, found.len() + 1);
                    let seats = [(vec![(x, 1)], 0), (vec![(y, 1)], 0)];
                    let column = self.both(&name, &[&seats[..], &more].concat());
                    found.push(column);
                }
            }
        }
        found
    }

    fn players(&mut self, sums: impl Fn(&Self, usize) -> Vec<(Sum, i64)>) -> Sum {
        (0..self.people.len()).map(|i| self.both(&self.people[i].id.to_string(), &sums(self, i))).collect()
    }

    fn unequal_boards(&mut self) -> Sum {
        self.boards(|model, a, b| (model.people[a].score != model.people[b].score).then(Vec::new))
    }

    /// Boards where these two have these colours, and no others.
    fn boards_with(&mut self, one: Colour, other: Colour) -> Sum {
        let has = |model: &Self, i: usize, colour: Colour| {
            let [white, black, _] = model.colour[i];
            let (right, wrong) = if colour == Colour::White { (white, black) } else { (black, white) };
            [(vec![(right, 1)], 0), (vec![(wrong, -1)], 1)]
        };
        self.boards(|model, a, b| Some([has(model, a, one), has(model, b, other)].concat()))
    }

    fn boards_of_one_colour(&mut self) -> Sum {
        Colour::BOTH.into_iter().flat_map(|colour| self.boards_with(colour, colour)).collect()
    }

    /// Boards with one White and one Black, each counted −1.
    fn good_boards(&mut self) -> Sum {
        let [white, black] = Colour::BOTH;
        let good = [(white, black), (black, white)].map(|(one, other)| self.boards_with(one, other));
        good.concat().into_iter().map(|(column, _)| (column, -1)).collect()
    }

    fn boards_without_colour(&mut self) -> Sum {
        self.players(|model, i| {
            let [white, black, _] = model.colour[i];
            vec![(model.seats(i, 1), 0), (vec![(white, -1)], 1), (vec![(black, -1)], 1)]
        })
    }

    fn colours_without_board(&mut self) -> Sum {
        self.players(|model, i| {
            let [white, black, _] = model.colour[i];
            vec![(model.seats(i, -1), 1), (vec![(white, 1), (black, 1)], 0)]
        })
    }

    fn third_colours(&mut self) -> Sum {
        self.players(|model, i| {
            let colours = Colour::BOTH.into_iter().zip(model.colour[i]);
            let third = colours
                .filter(|(colour, _)| model.text.readings.twice_running.had(model.people[i], *colour, 2))
                .map(|(_, column)| (column, 1));
            vec![(model.seats(i, 1), 0), (third.collect(), 0)]
        })
    }

    fn twos_without_board(&mut self) -> Sum {
        self.players(|model, i| vec![(model.seats(i, -1), 1), (model.twos[i].map(|two| (two, 1)).to_vec(), 0)])
    }

    fn twos_for_nothing(&mut self) -> Sum {
        let mut found = Vec::new();
        for i in 0..self.people.len() {
            let before = i64::from(self.people[i].colour_difference());
            let [white, black, _] = self.colour[i];
            // The difference is less than 2 away from 0 on this side: a colour more or less changes it by one.
            let room = before.abs() + 3;
            for (sign, two) in [(1, self.twos[i][0]), (-1, self.twos[i][1])] {
                let name = format!("{}_{}", self.people[i].id, if sign == 1 { "L" } else { "M" });
                let column = self.both(&name, &[(vec![(two, 1)], 0)]);
                let row = vec![(white, sign), (black, -sign), (column.0, room)];
                self.program.at_most(&FAULT, format_args!("{name}_difference"), row, 1 - sign * before + room);
                found.push(column);
            }
        }
        found
    }

    /// Full slots whose own player, the one with the slot's place in pairing order, is not the higher of the two.
    fn strange_slots(&mut self) -> Sum {
        let mut found = Vec::new();
        for j in 0..self.slots {
            let mut strangers: Sum =
                (0..j.min(self.people.len())).filter_map(|i| Some((self.seat[i][j]?, 1))).collect();
            let own = self.seat.get(j).and_then(|seats| seats[j]);
            strangers.extend(own.map(|own| (own, -1)));
            let column = self.both(&format!("slot_{}", j + 1), &[(vec![(self.full[j], 1)], 0), (strangers, 1)]);
            found.push(column);
        }
        found
    }
}
