use super::{Erratum, TextModel};
use crate::model::{Family, LinearTier, Sum};
use crate::tournament::Colour;
use itertools::Itertools;

static FAULT: Family = Family::new("fault", &[]).says("1 if something is wrong in the answer.");

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
    pub fn count(&self, columns: &[i64]) -> i64 {
        self.constant + self.sum.iter().map(|(column, factor)| factor * columns[*column]).sum::<i64>()
    }
}

impl TextModel<'_> {
    /// Add what counts the fault of `erratum`, as columns, rows and a tier after those of the text.
    pub fn add_fault(&mut self, erratum: Erratum) -> ErratumCount {
        let boards = (self.state.players().len() / 2) as i64;
        let [white, black] = Colour::BOTH;
        let (is_forced, constant, sum) = match erratum {
            Erratum::Outsiders | Erratum::Weights | Erratum::NoPoints => {
                (true, boards, self.full.iter().map(|y| (*y, -1)).collect())
            }
            Erratum::SumOverPlayers => {
                let is_unequal = |model: &Self, a: usize, b: usize| model.people[a].score != model.people[b].score;
                (false, 0, self.boards(|model, a, b| is_unequal(model, a, b).then(Vec::new)))
            }
            Erratum::FreeZ => {
                let no_colour = |model: &Self, i: usize| {
                    let [white, black, _] = model.colour[i];
                    vec![(model.seats(i, 1), 0), (vec![(white, -1)], 1), (vec![(black, -1)], 1)]
                };
                (false, 0, self.players(no_colour))
            }
            Erratum::SameColour => {
                (false, 0, [self.boards_with(white, white), self.boards_with(black, black)].concat())
            }
            Erratum::ColourWithoutBoard => {
                let has_colour = |model: &Self, i: usize| {
                    let [white, black, _] = model.colour[i];
                    vec![(model.seats(i, -1), 1), (vec![(white, 1), (black, 1)], 0)]
                };
                (false, 0, self.players(has_colour))
            }
            Erratum::ZeroCoefficient => {
                let third = |model: &Self, i: usize| {
                    let reading = model.text.readings.twice_running;
                    let colours = Colour::BOTH.into_iter().zip(model.colour[i]);
                    let third = colours.filter(|(colour, _)| reading.had(model.people[i], *colour, 2));
                    vec![(model.seats(i, 1), 0), (third.map(|(_, column)| (column, 1)).collect(), 0)]
                };
                (false, 0, self.players(third))
            }
            Erratum::Alternation | Erratum::StrongPreference | Erratum::Camps => {
                let good = [self.boards_with(white, black), self.boards_with(black, white)].concat();
                (true, boards, good.into_iter().map(|(column, _)| (column, -1)).collect())
            }
            Erratum::OldImbalance => {
                let twos = |model: &Self, i: usize| model.twos[i].map(|two| (two, 1)).to_vec();
                (false, 0, self.players(|model, i| vec![(model.seats(i, -1), 1), (twos(model, i), 0)]))
            }
            Erratum::Reward => (false, 0, self.twos_for_nothing()),
            Erratum::Byes => {
                let mut sum: Sum = (0..self.people.len()).flat_map(|i| self.seats(i, -1)).collect();
                sum.extend(self.bye.iter().map(|bye| (*bye, -1)));
                (true, self.state.players().len() as i64, sum)
            }
            Erratum::Relabelling => (false, 0, self.strange_slots()),
        };
        // The tier that chooses among the best answers, to be maximised.
        let sign = if is_forced { -1 } else { 1 };
        let coefficients = sum.iter().map(|(column, factor)| (*column, sign * factor)).collect();
        self.program.tiers.push(LinearTier { name: "fault".into(), coefficients, ..LinearTier::default() });
        ErratumCount { is_forced, constant, sum }
    }

    /// A binary column that can be 1 only if each of these sums is at least 1.
    fn both(&mut self, name: &str, sums: &[(Sum, i64)]) -> (usize, i64) {
        let column = self.program.binary(&FAULT, name);
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

    /// Boards where these two have these colours, and no others.
    fn boards_with(&mut self, one: Colour, other: Colour) -> Sum {
        let has = |model: &Self, i: usize, colour: Colour| {
            let [white, black, _] = model.colour[i];
            let (right, wrong) = if colour == Colour::White { (white, black) } else { (black, white) };
            [(vec![(right, 1)], 0), (vec![(wrong, -1)], 1)]
        };
        self.boards(|model, a, b| Some([has(model, a, one), has(model, b, other)].concat()))
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
