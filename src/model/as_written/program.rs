use super::families;
use super::{Differences, Erratum, Link, Pairs, Rounding, SamePlayer, Slots, StudentText};
use crate::model::families::slots;
use crate::model::{Family, LinearTier, Program, Size, Sum};
use crate::rules::{Hard, Term};
use crate::tournament::{Colour, PlayerId, PlayerState, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The student's text as a program for one round.
///
/// | column | meaning |
/// |---|---|
/// | `X_i_j` | player `i` is in slot `j` |
/// | `Y_j` | slot `j` is full |
/// | `C_i_W`, `C_i_B`, `C_i_N` | player `i` has White, Black, no colour |
/// | `Z_a_b_j` | switches the colour row of `a`, `b` and slot `j` |
/// | `H_…` | a score difference, in points if it is whole, and else in tenths of a point |
/// | `L_i`, `M_i` | the colour difference of `i` is +2, −2 |
/// | `BYE_i` | player `i` has the bye (erratum 14) |
///
/// Rows are added family by family; a repair changes the family that it is about.
#[derive(Debug, Clone)]
pub struct TextModel<'a> {
    /// The integer program. Its first tiers are those of the text.
    pub program: Program,
    pub(super) state: &'a RoundState,
    pub(super) text: &'a StudentText,
    /// The set I, in pairing order.
    pub(super) people: Vec<&'a PlayerState>,
    pub(super) slots: usize,
    /// `X_i_j` at `seat[i][j]`, where there is one.
    pub(super) seat: Vec<Vec<Option<usize>>>,
    /// `Y_j`.
    pub(super) full: Vec<usize>,
    /// `C_i_W`, `C_i_B`, `C_i_N`.
    pub(super) colour: Vec<[usize; 3]>,
    /// `L_i`, `M_i`.
    pub(super) twos: Vec<[usize; 2]>,
    /// `BYE_i`, by player; empty without byes.
    pub(super) bye: Vec<usize>,
    /// All `H`.
    differences: Vec<usize>,
}

impl<'a> TextModel<'a> {
    /// The program of the text for pairing `state`, as `text` reads and repairs it.
    pub fn new(state: &'a RoundState, text: &'a StudentText) -> Self {
        let (people, slots) = sets(state, text);
        let mut model = Self {
            program: Program::default(),
            state,
            text,
            people,
            slots,
            seat: Vec::new(),
            full: Vec::new(),
            colour: Vec::new(),
            twos: Vec::new(),
            bye: Vec::new(),
            differences: Vec::new(),
        };
        model.add_columns();
        model.add_slots();
        model.add_once();
        model.add_meets_once();
        model.add_differences();
        model.add_third_colour();
        model.add_colours_of_slots();
        model.add_colours_of_boards();
        model.add_balance();
        model.add_alternation();
        model.add_strong_preference();
        model.add_twos();
        model.add_byes();
        model.add_objective();
        model
    }

    pub(super) fn repairs(&self, erratum: Erratum) -> bool {
        self.text.repairs(erratum)
    }

    fn add_columns(&mut self) {
        let is_named = self.repairs(Erratum::Relabelling);
        for (i, player) in self.people.iter().enumerate() {
            let id = player.id;
            let mut seat = |j: usize| {
                (!is_named || j <= i).then(|| self.program.binary(&slots::SEAT, format_args!("{id}_{}", j + 1)))
            };
            self.seat.push((0..self.slots).map(&mut seat).collect());
            self.colour.push(["W", "B", "N"].map(|k| self.program.binary(&families::COLOUR, format_args!("{id}_{k}"))));
            let twos = [&families::PLUS_TWO, &families::MINUS_TWO];
            self.twos.push(twos.map(|kind| self.program.binary(kind, id)));
        }
        self.full = (1..=self.slots).map(|j| self.program.binary(&slots::FULL, j)).collect();
    }

    /// The sum of `X_i_j` over the slots.
    pub(super) fn seats(&self, i: usize, factor: i64) -> Sum {
        self.seat[i].iter().flatten().map(|x| (*x, factor)).collect()
    }

    /// Two players or none in a slot. If slots have names, nobody is in one without its own player.
    fn add_slots(&mut self) {
        for j in 0..self.slots {
            let mut row: Sum = self.seat.iter().filter_map(|seats| Some((seats[j]?, 1))).collect();
            row.push((self.full[j], -2));
            self.program.equal(&slots::TWO_OR_NONE, j + 1, row, 0);
        }
        if self.repairs(Erratum::Relabelling) {
            for (i, j) in (0..self.people.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                if let (Some(x), Some(own)) = (self.seat[i][j], self.seat[j][j]) {
                    let id = self.people[i].id;
                    self.program.at_most(&families::NAMED, format_args!("{id}_{}", j + 1), vec![(x, 1), (own, -1)], 0);
                }
            }
        }
    }

    /// A player is in at most one slot.
    fn add_once(&mut self) {
        for (i, player) in self.people.iter().enumerate() {
            let row = self.seats(i, 1);
            self.program.at_most(&families::ONCE, player.id, row, 1);
        }
    }

    /// The slots in which two players can meet, `a` above `b`.
    pub(super) fn common_slots(&self, a: usize, b: usize) -> std::ops::Range<usize> {
        if self.repairs(Erratum::Relabelling) { a.min(b)..a.min(b) + 1 } else { 0..self.slots }
    }

    /// Players who have met share no slot.
    fn add_meets_once(&mut self) {
        let keeps_bans = self.repairs(Erratum::Byes);
        for [a, b] in (0..self.people.len()).array_combinations() {
            let (one, other) = (self.people[a], self.people[b]);
            let is_banned = keeps_bans && Hard::NoForbiddenPair.forbids_pair(self.state, one, other);
            if !is_banned && !one.has_met(other.id) {
                continue;
            }
            let family = if one.has_met(other.id) { &slots::MEETS_ONCE } else { &slots::KEPT_APART };
            for j in self.common_slots(a, b) {
                if let (Some(x), Some(y)) = (self.seat[a][j], self.seat[b][j]) {
                    let indices = format_args!("{}_{}_{}", one.id, other.id, j + 1);
                    self.program.at_most(family, indices, vec![(x, 1), (y, 1)], 1);
                }
            }
        }
    }

    /// The pairs (a, b) of I × I for which there is an H.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let has_same = self.text.readings.same_player == SamePlayer::Included && !self.repairs(Erratum::Relabelling);
        let is_ordered = self.text.readings.pairs == Pairs::Ordered && !self.repairs(Erratum::SumOverPlayers);
        let everybody = 0..self.people.len();
        let pairs = everybody.clone().cartesian_product(everybody);
        pairs.filter(|(a, b)| a < b || a == b && has_same || a > b && is_ordered).collect()
    }

    /// Each H is at least the difference between the scores of two players in a slot.
    fn add_differences(&mut self) {
        let is_of_slot = self.repairs(Erratum::SumOverPlayers);
        let is_of_player = self.text.readings.differences == Differences::OnePerPlayer;
        if is_of_slot {
            let kind = &families::DIFFERENCE_OF_SLOT;
            self.differences = (1..=self.slots).map(|j| self.difference(kind, j)).collect();
        } else if is_of_player {
            let kind = &families::DIFFERENCE_OF_PLAYER;
            let ids = (0..self.people.len()).map(|i| self.difference(kind, self.people[i].id));
            self.differences = ids.collect();
        }
        for (a, b) in self.pairs() {
            let of_two = format!("{}_{}", self.people[a].id, self.people[b].id);
            for j in 0..self.slots {
                let name = format!("{of_two}_{}", j + 1);
                let h = if is_of_slot {
                    self.differences[j]
                } else if is_of_player {
                    self.differences[a]
                } else {
                    let h = self.difference(&families::DIFFERENCE, &name);
                    self.differences.push(h);
                    h
                };
                self.add_difference(h, a, b, j, &name);
            }
        }
    }

    /// The tenths of a point that an H counts in.
    fn unit(&self) -> i64 {
        let is_whole = self.text.readings.h == Rounding::Whole && !self.repairs(Erratum::SumOverPlayers);
        if is_whole { Term::UNIT } else { 1 }
    }

    fn difference(&mut self, kind: &'static Family, indices: impl fmt::Display) -> usize {
        let column = self.program.nonnegative(kind, indices);
        self.program.columns[column].integer = self.unit() > 1;
        column
    }

    fn add_difference(&mut self, h: usize, a: usize, b: usize, j: usize, name: &str) {
        let [s, t] = [a, b].map(|i| i64::from(self.people[i].score.tenths()));
        let [x, y] = [a, b].map(|i| self.seat[i][j]);
        if self.repairs(Erratum::Outsiders) {
            if let (Some(x), Some(y), 1..) = (x, y, (s - t).abs())
                && self.common_slots(a, b).contains(&j)
            {
                let distance = (s - t).abs();
                let row = vec![(h, self.unit()), (x, -distance), (y, -distance)];
                self.program.at_least(&families::DIFFERENCE_IF_BOTH, name, row, -distance);
            }
            return;
        }
        for (sign, family) in [(1, &families::DIFFERENCE_ABOVE), (-1, &families::DIFFERENCE_BELOW)] {
            let mut row = vec![(h, self.unit())];
            if a != b {
                row.extend(x.map(|x| (x, -sign * s)));
                row.extend(y.map(|y| (y, sign * t)));
                row.retain(|(_, factor)| *factor != 0);
            }
            self.program.at_least(family, name, row, 0);
        }
    }

    /// R_iW C_iW + R_iB C_iB + C_iN = 1.
    fn add_third_colour(&mut self) {
        let reading = self.text.readings.twice_running;
        for (i, player) in self.people.iter().enumerate() {
            let free =
                Colour::BOTH.into_iter().zip(self.colour[i]).filter(|(colour, _)| !reading.had(player, *colour, 2));
            let mut row: Sum = free.map(|(_, column)| (column, 1)).collect();
            row.push((self.colour[i][2], 1));
            self.program.equal(&families::THIRD_COLOUR, player.id, row, 1);
        }
        if self.repairs(Erratum::ZeroCoefficient) {
            self.forbid_colours(&slots::NO_THIRD_COLOUR, |player, colour| reading.had(player, colour, 2));
        }
    }

    fn forbid_colours(&mut self, family: &'static Family, is_forbidden: impl Fn(&PlayerState, Colour) -> bool) {
        for (player, columns) in self.people.iter().zip(&self.colour) {
            for ((colour, letter), column) in Colour::BOTH.into_iter().zip(["W", "B"]).zip(columns) {
                if is_forbidden(player, colour) {
                    self.program.at_most(family, format_args!("{}_{letter}", player.id), vec![(*column, 1)], 0);
                }
            }
        }
    }

    /// C_aW + C_aB + C_bW + C_bB − 2 ≥ −3 (1 − Z), and Z ≥ X_aj + X_bj − 1 as a repair.
    fn add_colours_of_slots(&mut self) {
        for (a, b) in self.pairs() {
            for j in self.common_slots(a, b) {
                let name = format!("{}_{}_{}", self.people[a].id, self.people[b].id, j + 1);
                let z = self.program.binary(&families::SWITCH, &name);
                let factor = if a == b { 2 } else { 1 };
                let players = if a == b { vec![a] } else { vec![a, b] };
                let colours = players.iter().flat_map(|i| &self.colour[*i][..2]).map(|column| (*column, factor));
                let row = colours.chain([(z, -3)]).collect();
                self.program.at_least(&families::COLOURS, &name, row, -1);
                if self.repairs(Erratum::FreeZ) {
                    let seats = players.iter().filter_map(|i| Some((self.seat[*i][j]?, -factor)));
                    let row = seats.chain([(z, 1)]).collect();
                    self.program.at_least(&families::SWITCHED, &name, row, -1);
                }
            }
        }
    }

    /// The repairs 6 and 7: different colours in a slot, and a colour for exactly those who have a board.
    fn add_colours_of_boards(&mut self) {
        if self.repairs(Erratum::SameColour) {
            for [a, b] in (0..self.people.len()).array_combinations() {
                for j in self.common_slots(a, b) {
                    for (side, k) in ["W", "B"].into_iter().enumerate() {
                        let colours = [self.colour[a][side], self.colour[b][side]].map(|column| (column, 1));
                        let seats = [a, b].into_iter().filter_map(|i| Some((self.seat[i][j]?, 1)));
                        let row = colours.into_iter().chain(seats).collect();
                        let indices = format_args!("{}_{}_{}_{k}", self.people[a].id, self.people[b].id, j + 1);
                        self.program.at_most(&slots::OPPOSITE, indices, row, 3);
                    }
                }
            }
        }
        if self.repairs(Erratum::ColourWithoutBoard) {
            for (i, player) in self.people.iter().enumerate() {
                let [white, black, none] = self.colour[i];
                let mut row = vec![(white, 1), (black, 1)];
                row.extend(self.seats(i, -1));
                self.program.equal(&families::HAS_COLOUR, player.id, row, 0);
                let row = vec![(white, 1), (black, 1), (none, 1)];
                self.program.equal(&families::ONE_COLOUR, player.id, row, 1);
            }
        }
    }

    /// `factor_white C_iW + factor_black C_iB` within ±2 of 0, with W_i − B_i.
    fn add_within_two(&mut self, i: usize, [white, black]: [i64; 2], [above, below]: [&'static Family; 2]) {
        let before = i64::from(self.people[i].colour_difference());
        let row = vec![(self.colour[i][0], white), (self.colour[i][1], black)];
        let id = self.people[i].id;
        self.program.at_most(above, id, row.clone(), 2 - before);
        self.program.at_least(below, id, row, -2 - before);
    }

    /// −2 ≤ W_i − B_i + C_iW − C_iB ≤ 2.
    fn add_balance(&mut self) {
        if self.repairs(Erratum::OldImbalance) {
            let state = self.state;
            self.forbid_colours(&slots::COLOUR_BALANCE, |player, colour| {
                Hard::ColourBalance.forbids_colour(state, player, colour)
            });
        } else {
            let families = [&families::BALANCE_ABOVE, &families::BALANCE_BELOW];
            (0..self.people.len()).for_each(|i| self.add_within_two(i, [1, -1], families));
        }
    }

    /// T_iW C_iW + T_iB C_iB + C_iN = 1 if W_i = B_i.
    fn add_alternation(&mut self) {
        if self.repairs(Erratum::Alternation) {
            return;
        }
        for (i, player) in self.people.iter().enumerate().filter(|(_, player)| player.colour_difference() == 0) {
            let had = |colour: Colour| self.text.readings.previously.had(player, colour, 1);
            let due = Colour::BOTH.into_iter().zip(self.colour[i]).filter(|(colour, _)| !had(*colour));
            let mut row: Sum = due.map(|(_, column)| (column, 1)).collect();
            row.push((self.colour[i][2], 1));
            self.program.equal(&families::ALTERNATE, player.id, row, 1);
        }
    }

    /// W_i − B_i + 2 C_iW − C_iB within ±2 if W_i − B_i = 1, and with 2 C_iB if it is −1.
    fn add_strong_preference(&mut self) {
        if self.repairs(Erratum::StrongPreference) {
            return;
        }
        let families = [&families::STRONG_ABOVE, &families::STRONG_BELOW];
        for i in 0..self.people.len() {
            match self.people[i].colour_difference() {
                1 => self.add_within_two(i, [2, -1], families),
                -1 => self.add_within_two(i, [1, -2], families),
                _ => {}
            }
        }
    }

    /// What L_i and M_i follow from.
    fn add_twos(&mut self) {
        let is_two_way = self.text.readings.link == Link::TwoWay || self.repairs(Erratum::Reward);
        for (i, player) in self.people.iter().enumerate() {
            let before = i64::from(player.colour_difference());
            let plus = [&families::PLUS_TWO_IF, &families::PLUS_TWO_MADE, &families::PLUS_TWO_ONLY_IF];
            let minus = [&families::MINUS_TWO_IF, &families::MINUS_TWO_MADE, &families::MINUS_TWO_ONLY_IF];
            let id = player.id;
            for (sign, two, [is, made_by, only_if]) in [(1, self.twos[i][0], plus), (-1, self.twos[i][1], minus)] {
                if self.text.repairs(Erratum::OldImbalance) {
                    let makes = |colour: &Colour| sign * (before + i64::from(colour.sign())) >= 2;
                    let columns = ["W", "B"].into_iter().zip(self.colour[i]);
                    let made = Colour::BOTH.into_iter().zip(columns).filter(|(colour, _)| makes(colour));
                    let made: Vec<(&str, usize)> = made.map(|(_, column)| column).collect();
                    for (k, column) in &made {
                        self.program.at_least(made_by, format_args!("{id}_{k}"), vec![(two, 1), (*column, -1)], 0);
                    }
                    if is_two_way {
                        let row = made.iter().map(|(_, column)| (*column, -1)).chain([(two, 1)]).collect();
                        self.program.at_most(only_if, id, row, 0);
                    }
                    continue;
                }
                // The difference is between -2 and 2, by the rows of balance.
                let difference = [(self.colour[i][0], sign), (self.colour[i][1], -sign)];
                let row = difference.map(|(column, factor)| (column, -factor)).into_iter().chain([(two, 1)]).collect();
                self.program.at_least(is, id, row, sign * before - 1);
                if is_two_way {
                    let row = difference.into_iter().chain([(two, -4)]).collect();
                    self.program.at_least(only_if, id, row, -2 - sign * before);
                }
            }
        }
    }

    /// The repair 14: everybody has a board, or the one bye of an odd field.
    fn add_byes(&mut self) {
        if !self.repairs(Erratum::Byes) {
            return;
        }
        if self.people.len() % 2 == 1 {
            for player in &self.people {
                let bye = self.program.binary(&slots::BYE, player.id);
                if Hard::NoSecondBye.forbids_bye(player) {
                    self.program.at_most(&slots::NO_SECOND_BYE, player.id, vec![(bye, 1)], 0);
                }
                self.bye.push(bye);
            }
            let row = self.bye.iter().map(|bye| (*bye, 1)).collect();
            self.program.equal(&slots::ONE_BYE, "", row, 1);
        }
        for (i, player) in self.people.iter().enumerate() {
            let mut row = self.seats(i, 1);
            row.extend(self.bye.get(i).map(|bye| (*bye, 1)));
            self.program.equal(&families::BOARD_OR_BYE, player.id, row, 1);
        }
    }

    fn add_objective(&mut self) {
        let boards: Sum = self.full.iter().map(|y| (*y, in_tenths(self.text.weights.slot_full))).collect();
        let rest = self.rest_of_objective();
        let tiers = if self.repairs(Erratum::Weights) {
            vec![("boards", boards), ("rest", rest)]
        } else {
            vec![("text", boards.into_iter().chain(rest).collect())]
        };
        for (name, mut coefficients) in tiers {
            coefficients.retain(|(_, weight)| *weight != 0);
            self.program.tiers.push(LinearTier { name: name.to_owned(), coefficients, ..LinearTier::default() });
        }
    }

    fn rest_of_objective(&self) -> Sum {
        let weights = self.text.weights;
        let mut sum = Vec::new();
        for (i, player) in self.people.iter().enumerate() {
            if player.was_unpaired_last_round() {
                sum.extend(self.seats(i, in_tenths(weights.unpaired_last_round)));
            }
            let twos = if self.repairs(Erratum::Reward) {
                [weights.imbalance; 2]
            } else {
                [weights.plus_two, weights.minus_two]
            };
            sum.extend(self.twos[i].into_iter().zip(twos.map(in_tenths)));
            for (colour, column) in Colour::BOTH.into_iter().zip(self.colour[i]) {
                let denied = [
                    (Erratum::StrongPreference, Term::StrongDenied, weights.strong_denied),
                    (Erratum::Alternation, Term::AlternationDenied, weights.alternation_denied),
                ];
                for (_, term, weight) in denied.into_iter().filter(|(erratum, ..)| self.repairs(*erratum)) {
                    sum.push((column, term.of_colour(self.state, player, colour) * i64::from(weight)));
                }
            }
            if let Some(bye) = self.bye.get(i) {
                sum.push((*bye, Term::ByeScore.of_bye(self.state, player) * i64::from(weights.bye_score)));
            }
        }
        sum.extend(self.differences.iter().map(|h| (*h, self.unit() * i64::from(weights.difference))));
        sum
    }
}

/// An answer to the text's program, as it stands: it need not be a pairing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextPoint {
    /// The slots with players, in their order.
    pub slots: Vec<TextSlot>,
    /// The players without a slot.
    pub without: Vec<TextSeat>,
    /// The players who have no variables, since they have no points.
    pub excluded: Vec<PlayerId>,
    /// Who has the bye.
    pub bye: Option<PlayerId>,
}

/// A slot with the players in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextSlot {
    /// The number of the slot, from 1.
    pub slot: usize,
    /// The players, in pairing order.
    pub players: Vec<TextSeat>,
}

/// A player of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TextSeat {
    /// The pairing number.
    pub player: PlayerId,
    /// The colours for which C is 1, without none: blank, `W`, `B` or `WB`.
    pub colours: String,
}

impl TextModel<'_> {
    /// The answer with these column values.
    pub fn point(&self, columns: &[i64]) -> TextPoint {
        let is_one = |column: &usize| columns[*column] == 1;
        let seat = |i: usize| TextSeat {
            player: self.people[i].id,
            colours: self.colour[i].iter().zip(["W", "B"]).filter(|(c, _)| is_one(c)).map(|(_, name)| name).collect(),
        };
        let in_slot = |i: &usize, j: usize| self.seat[*i][j].as_ref().is_some_and(is_one);
        let everybody = || 0..self.people.len();
        let slots = (0..self.slots)
            .map(|j| TextSlot { slot: j + 1, players: everybody().filter(|i| in_slot(i, j)).map(seat).collect() });
        let without = everybody().filter(|i| !(0..self.slots).any(|j| in_slot(i, j)));
        let is_excluded = |id: &PlayerId| !self.people.iter().any(|player| player.id == *id);
        TextPoint {
            slots: slots.filter(|slot| !slot.players.is_empty()).collect(),
            without: without.map(seat).collect(),
            excluded: self.state.players().iter().map(|player| player.id).filter(is_excluded).collect(),
            bye: self.bye.iter().position(is_one).map(|i| self.people[i].id),
        }
    }

    /// Among all answers that are equal so far, fix one, player by player: the earliest slot, then White before Black before
    /// no colour. So the answer does not depend on the solver.
    pub fn add_canonical_choice(&mut self) {
        for i in 0..self.people.len() {
            let mut coefficients: Sum =
                (0..self.slots).filter_map(|j| Some((self.seat[i][j]?, 8 * (self.slots - j) as i64))).collect();
            coefficients.extend(self.colour[i].into_iter().zip([4, 2, 1]));
            self.program.tiers.push(LinearTier {
                name: format!("canonical_{}", self.people[i].id),
                coefficients,
                ..LinearTier::default()
            });
        }
    }

    /// How large the program is at most, found without building it. H and Z, which are made for two players and a slot, are most of
    /// it.
    pub fn size_of(state: &RoundState, text: &StudentText) -> Size {
        let (people, slots) = sets(state, text);
        let (n, j) = (people.len() as u64, slots as u64);
        let is_named = text.repairs(Erratum::Relabelling);
        let unordered = n * n.saturating_sub(1) / 2;
        let same = if text.readings.same_player == SamePlayer::Included && !is_named { n } else { 0 };
        let is_ordered = text.readings.pairs == Pairs::Ordered && !text.repairs(Erratum::SumOverPlayers);
        let pairs = same + if is_ordered { 2 * unordered } else { unordered };
        let common = if is_named { 1 } else { j };
        let of_h = pairs.saturating_mul(j);
        let h = match (text.repairs(Erratum::SumOverPlayers), text.readings.differences) {
            (true, _) => j,
            (false, Differences::OnePerPlayer) => n,
            (false, Differences::PerPairAndSlot) => of_h,
        };
        let h_rows = if text.repairs(Erratum::Outsiders) { pairs.saturating_mul(common) } else { 2 * of_h };
        let z = pairs.saturating_mul(common);
        let z_rows = if text.repairs(Erratum::FreeZ) { 2 * z } else { z };
        let opposite = if text.repairs(Erratum::SameColour) { 2 * unordered.saturating_mul(common) } else { 0 };
        let met = unordered.saturating_mul(common);
        let named = if is_named { unordered } else { 0 };
        Size {
            columns: (n * j + j + 6 * n).saturating_add(h).saturating_add(z),
            rows: [j + 1 + 14 * n, named, met, h_rows, z_rows, opposite].into_iter().fold(0, u64::saturating_add),
            nonzeros: [3 * n * j + j + 30 * n, 2 * named, 2 * met, 3 * h_rows, 5 * z_rows, 4 * opposite]
                .into_iter()
                .fold(0, u64::saturating_add),
        }
    }
}

/// A weight for a whole unit, in tenths.
fn in_tenths(weight: i32) -> i64 {
    Term::UNIT * i64::from(weight)
}

/// The set I, in pairing order, and the number of slots.
fn sets<'a>(state: &'a RoundState, text: &StudentText) -> (Vec<&'a PlayerState>, usize) {
    let has_place = |player: &&PlayerState| text.repairs(Erratum::NoPoints) || player.score.tenths() > 0;
    let people: Vec<_> = state.players().iter().filter(has_place).collect();
    let slots = match (text.repairs(Erratum::Relabelling), text.readings.slots) {
        (true, _) => people.len(),
        (false, Slots::OneMore) => people.len() / 2 + 1,
        (false, Slots::Enough) => people.len() / 2,
    };
    (people, slots)
}
