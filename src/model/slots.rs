use super::families::slots as families;
use super::{Formulation, LinearTier, Objective, Program, Size, Tier, Weight};
use crate::rules::Hard;
use crate::tournament::{Board, Colour, Pairing, RoundState};
use std::collections::BTreeMap;

/// The slot model: the formulation's variables with its errors repaired.
///
/// `X_i_j` seats player `i` in slot `j`, `Y_j` says that slot `j` is full, `C_i_W` and `C_i_B` give the colour,
/// `BYE_i` the bye (the text has none), and `D_t_j` is the loss of tier `t` by the pair in slot `j`. No rule is a bound:
/// where one forbids a colour or the bye, a row says so. It differs from the
/// formulation as written in four points. A slot has one score difference, bounded by the two players in it. Colours are
/// tied to slots and opposite within one. Colour preferences are weights; the text forbids or rewards them by accident. One
/// player of an odd field has the bye.
#[derive(Debug, Clone)]
pub struct SlotModel {
    /// The integer program.
    pub program: Program,
    players: usize,
    slots: usize,
    /// `X_i_j` at `seat[i][j]`.
    seat: Vec<Vec<usize>>,
    /// `C_i_W`, `C_i_B`.
    colour: Vec<[usize; 2]>,
    /// `BYE_i` in an odd field, by player.
    bye: BTreeMap<usize, usize>,
    /// `Y_j`.
    full: Vec<usize>,
}

impl SlotModel {
    /// The program for pairing `state` by `objective`; [`Formulation::SlotsOrdered`] adds the symmetry breaking.
    pub fn new(state: &RoundState, objective: &Objective) -> Self {
        let players = state.players().len();
        let mut model = Self {
            program: Program::default(),
            players,
            slots: players / 2,
            seat: Vec::new(),
            colour: Vec::new(),
            bye: BTreeMap::new(),
            full: Vec::new(),
        };
        model.add_columns(state);
        model.add_seating(state);
        model.add_hard_rules(state, objective);
        model.add_colours(state);
        model.add_side_constraints(state, objective);
        if objective.formulation == Formulation::SlotsOrdered {
            model.add_order(state);
        }
        model.add_objective(state, objective);
        model
    }

    /// How large [`SlotModel::program`] is at most, found without building it. The colour rows, two a pair and slot, and
    /// the differences, one a pair, slot and tier, are most of it.
    pub fn size(state: &RoundState, objective: &Objective) -> Size {
        let players = state.players().len() as u64;
        let slots = players / 2;
        let odd = players % 2;
        let pairs = players * players.saturating_sub(1) / 2;
        let of_pairs = |terms: u64| pairs.saturating_mul(slots).saturating_mul(terms);
        let is_of_pairs = |tier: &&Tier| tier.terms.iter().any(|weighted| weighted.weight != Weight::ZERO);
        let tiers = objective.tiers.iter().filter(is_of_pairs).count() as u64;
        let caps = objective.caps().count() as u64;
        let forced = objective.side.forced.len() as u64;
        let apart = objective.forbidden_by(state).map(|(_, pairs)| pairs.len() as u64).sum::<u64>();
        let barred = barred_seats(state, objective).len() as u64;
        let ordered = u64::from(objective.formulation == Formulation::SlotsOrdered);
        Size {
            columns: players * (slots + 2 + odd) + slots * (1 + caps + tiers),
            rows: of_pairs(2 + caps + tiers)
                .saturating_add(slots * (1 + apart + forced + ordered * players))
                .saturating_add(2 * players + odd + barred + forced + caps),
            nonzeros: of_pairs(8 + 3 * (caps + tiers))
                .saturating_add(slots * (1 + 3 * players + 2 * apart + 3 * forced + caps))
                .saturating_add(ordered * slots.saturating_mul(pairs + players))
                .saturating_add(2 * (1 + odd) * players + barred),
        }
    }

    fn add_columns(&mut self, state: &RoundState) {
        for player in state.players() {
            let id = player.id;
            self.seat.push(
                (1..=self.slots).map(|j| self.program.binary(&families::SEAT, format_args!("{id}_{j}"))).collect(),
            );
            self.colour.push(["W", "B"].map(|k| self.program.binary(&families::COLOUR, format_args!("{id}_{k}"))));
        }
        if self.players % 2 == 1 {
            for (i, player) in state.players().iter().enumerate() {
                self.bye.insert(i, self.program.binary(&families::BYE, player.id));
            }
        }
        let full = (1..=self.slots).map(|j| self.program.binary(&families::FULL, j));
        self.full = full.collect();
    }

    /// Two players or none a slot; each player in one slot or with the bye; one bye in an odd field.
    fn add_seating(&mut self, state: &RoundState) {
        for (j, y) in self.full.iter().enumerate() {
            let mut row: Vec<_> = self.seat.iter().map(|seats| (seats[j], 1)).collect();
            row.push((*y, -2));
            self.program.equal(&families::TWO_OR_NONE, j + 1, row, 0);
        }
        for (i, player) in state.players().iter().enumerate() {
            let mut row: Vec<_> = self.seat[i].iter().map(|x| (*x, 1)).collect();
            row.extend(self.bye.get(&i).map(|bye| (*bye, 1)));
            self.program.equal(&families::ONCE, player.id, row, 1);
        }
        if !self.bye.is_empty() {
            let row = self.bye.values().map(|bye| (*bye, 1)).collect();
            self.program.equal(&families::ONE_BYE, "", row, 1);
        }
    }

    fn add_hard_rules(&mut self, state: &RoundState, objective: &Objective) {
        let players = state.players();
        for (rule, pairs) in objective.forbidden_by(state) {
            let family = rule.map_or(&families::FORBIDDEN, families::of_rule);
            // Slots have no row for a pair with the bye.
            for (a, b) in pairs.into_iter().filter(|(a, b)| *a.max(b) < self.players) {
                for j in 0..self.slots {
                    let row = vec![(self.seat[a][j], 1), (self.seat[b][j], 1)];
                    let [one, other] = [a, b].map(|player| players[player].id);
                    self.program.at_most(family, format_args!("{one}_{other}_{}", j + 1), row, 1);
                }
            }
        }
        for (rule, seat, player) in barred_seats(state, objective) {
            let id = players[player].id;
            match seat {
                Some(colour) => {
                    let (side, letter) = if colour == Colour::White { (0, 'W') } else { (1, 'B') };
                    let row = vec![(self.colour[player][side], 1)];
                    self.program.at_most(families::of_rule(rule), format_args!("{id}_{letter}"), row, 0);
                }
                None => self.program.at_most(families::of_rule(rule), id, vec![(self.bye[&player], 1)], 0),
            }
        }
    }

    /// A seated player has one colour, and two players of a slot have different ones.
    fn add_colours(&mut self, state: &RoundState) {
        for (i, player) in state.players().iter().enumerate() {
            let mut row = vec![(self.colour[i][0], 1), (self.colour[i][1], 1)];
            row.extend(self.seat[i].iter().map(|x| (*x, -1)));
            self.program.equal(&families::ONE_COLOUR, player.id, row, 0);
        }
        let ids = || state.players().iter().map(|player| player.id).enumerate();
        for (a, one) in ids() {
            for (b, other) in ids().skip(a + 1) {
                for j in 0..self.slots {
                    for (side, k) in ["W", "B"].into_iter().enumerate() {
                        let row = [self.colour[a][side], self.colour[b][side], self.seat[a][j], self.seat[b][j]];
                        let row = row.map(|column| (column, 1)).to_vec();
                        self.program.at_most(&families::OPPOSITE, format_args!("{one}_{other}_{}_{k}", j + 1), row, 3);
                    }
                }
            }
        }
    }

    fn add_side_constraints(&mut self, state: &RoundState, objective: &Objective) {
        for [one, other] in &objective.side.forced {
            let seats = [*one, *other].map(|id| state.rank(crate::tournament::PlayerId(id)));
            if let [Some(a), Some(b)] = seats {
                for j in 0..self.slots {
                    let row = vec![(self.seat[a][j], 1), (self.seat[b][j], -1)];
                    self.program.equal(&families::TOGETHER, format_args!("{one}_{other}_{}", j + 1), row, 0);
                }
                let row = self.seat[a].iter().map(|x| (*x, 1)).collect();
                self.program.equal(&families::FORCED, format_args!("{one}_{other}"), row, 1);
            }
        }
        for (cap, _) in objective.caps() {
            let Some([kind, counts, most]) = families::of_cap(&cap) else { continue };
            let counted: Vec<_> = (1..=self.slots).map(|j| self.program.binary(kind, j)).collect();
            for (a, one) in state.players().iter().enumerate() {
                for (b, other) in state.players().iter().enumerate().skip(a + 1) {
                    if cap.counts(state, one, other) {
                        for (j, count) in counted.iter().enumerate() {
                            let row = vec![(*count, 1), (self.seat[a][j], -1), (self.seat[b][j], -1)];
                            let (one, other) = (one.id, other.id);
                            self.program.at_least(counts, format_args!("{one}_{other}_{}", j + 1), row, -1);
                        }
                    }
                }
            }
            let row = counted.into_iter().map(|column| (column, 1)).collect();
            self.program.at_most(most, "", row, i64::from(cap.most()));
        }
    }

    /// The highest player of a slot comes before the highest player of the next one (orbitope inequalities):
    /// of all relabellings of a pairing, one is left.
    fn add_order(&mut self, state: &RoundState) {
        for i in 0..self.players {
            for j in 0..self.slots {
                let id = state.players()[i].id;
                if j > i {
                    let row = vec![(self.seat[i][j], 1)];
                    self.program.at_most(&families::FIRST_SLOTS, format_args!("{id}_{}", j + 1), row, 0);
                } else if j > 0 {
                    let mut row = vec![(self.seat[i][j], 1)];
                    row.extend((0..i).map(|earlier| (self.seat[earlier][j - 1], -1)));
                    self.program.at_most(&families::ORDER, format_args!("{id}_{}", j + 1), row, 0);
                }
            }
        }
    }

    fn add_objective(&mut self, state: &RoundState, objective: &Objective) {
        let players = state.players();
        for (t, tier) in objective.tiers.iter().enumerate() {
            let mut coefficients = Vec::new();
            for (i, player) in players.iter().enumerate() {
                for (colour, column) in Colour::BOTH.into_iter().zip(self.colour[i]) {
                    let weight = tier.value(|term| term.of_colour(state, player, colour));
                    coefficients.push((column, weight.units()));
                }
                if let Some(bye) = self.bye.get(&i) {
                    let weight = tier.value(|term| term.of_bye(state, player));
                    coefficients.push((*bye, weight.units()));
                }
            }
            // A full slot has the value of the best pair, less D, the loss of its own pair compared with that.
            let mut together = Vec::new();
            for (a, one) in players.iter().enumerate() {
                for (b, other) in players.iter().enumerate().skip(a + 1) {
                    together.push((a, b, tier.value(|term| term.of_pair(state, one, other))));
                }
            }
            let most = together.iter().map(|(_, _, weight)| *weight).max().unwrap_or_default();
            coefficients.extend(self.full.iter().map(|y| (*y, most.units())));
            if together.iter().any(|(_, _, weight)| *weight < most) {
                for j in 0..self.slots {
                    let lost = self.program.nonnegative(&families::LOSS, format_args!("{}_{}", t + 1, j + 1));
                    coefficients.push((lost, -1));
                    for (a, b, weight) in together.iter().filter(|(_, _, weight)| *weight < most) {
                        let loss = (most - *weight).units();
                        let row = vec![(lost, 1), (self.seat[*a][j], -loss), (self.seat[*b][j], -loss)];
                        let (one, other) = (players[*a].id, players[*b].id);
                        let (tier, slot) = (t + 1, j + 1);
                        let program = &mut self.program;
                        program.at_least(&families::LOSES, format_args!("{tier}_{one}_{other}_{slot}"), row, -loss);
                    }
                }
            }
            coefficients.retain(|(_, weight)| *weight != 0);
            self.program.tiers.push(LinearTier { name: tier.name.clone(), unit: tier.unit(), coefficients });
        }
    }

    /// The pairing of these column values; `None` if they are no pairing.
    pub fn pairing(&self, state: &RoundState, columns: &[i64]) -> Option<Pairing> {
        let players = state.players();
        let mut boards = Vec::new();
        for j in 0..self.slots {
            let seated: Vec<usize> = (0..self.players).filter(|i| columns[self.seat[*i][j]] == 1).collect();
            match seated[..] {
                [] => {}
                [high, low] => {
                    let white = |i: usize| columns[self.colour[i][0]] == 1;
                    let (one, other) = (&players[high], &players[low]);
                    boards.push(match (white(high), white(low)) {
                        (true, false) => Board { white: one.id, black: other.id },
                        (false, true) => Board { white: other.id, black: one.id },
                        _ => return None,
                    });
                }
                _ => return None,
            }
        }
        let bye = self.bye.iter().find(|(_, bye)| columns[**bye] == 1).map(|(i, _)| players[*i].id);
        Some(Pairing { boards, bye })
    }
}

/// What the rules bar: a colour, or the bye for `None`, for a player by rank.
fn barred_seats(state: &RoundState, objective: &Objective) -> Vec<(Hard, Option<Colour>, usize)> {
    let is_odd = state.players().len() % 2 == 1;
    let of_player = |(rank, player)| {
        objective.hard.iter().flat_map(move |rule| {
            let colours = Colour::BOTH.into_iter().filter(move |colour| rule.forbids_colour(state, player, *colour));
            let bye = (is_odd && rule.forbids_bye(player)).then_some(None);
            colours.map(Some).chain(bye).map(move |seat| (*rule, seat, rank))
        })
    };
    state.players().iter().enumerate().flat_map(of_player).collect()
}
