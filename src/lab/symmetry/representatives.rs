use crate::model::families::slots;
use crate::model::{LinearTier, Objective, Program, Size};
use crate::tournament::{Colour, RoundState};

/// The model of representatives: a slot is named by the higher of its two players (Campêlo, Corrêa and Frota 2004, for colouring).
///
/// `X_i_j`, for a player `i` and a player `j` who is not below `i`, seats `i` at the board of `j`; `X_j_j` opens the board. So no
/// two names of slots can be exchanged. Whoever sits at the board of `j` is known from the column, so what a pair is worth needs
/// no variable. Colours and byes are those of [`SlotModel`](crate::model::SlotModel): `C_i_W`, `C_i_B`, `BYE_i`.
#[derive(Debug, Clone)]
pub struct RepresentativeModel {
    /// The integer program.
    pub program: Program,
    /// `X_i_j` at `seat[i][j]`; `None` if `i` and `j` may not meet.
    seat: Vec<Vec<Option<usize>>>,
    colour: Vec<[usize; 2]>,
    bye: Vec<usize>,
}

impl RepresentativeModel {
    /// The program for pairing `state` by the hard rules and the objective of `objective`, without its side constraints.
    #[must_use]
    pub fn new(state: &RoundState, objective: &Objective) -> Self {
        let mut model = Self { program: Program::default(), seat: Vec::new(), colour: Vec::new(), bye: Vec::new() };
        model.add_columns(state, objective);
        model.add_seating(state);
        model.add_colours(state);
        model.add_objective(state, objective);
        model
    }

    /// How large [`RepresentativeModel::program`] is at most.
    #[must_use]
    pub fn size(state: &RoundState) -> Size {
        let players = state.players().len() as u64;
        let odd = players % 2;
        let pairs = players.saturating_mul(players.saturating_sub(1)) / 2;
        Size {
            columns: pairs + (3 + odd) * players,
            rows: 2 * pairs + 3 * players + odd,
            nonzeros: pairs.saturating_mul(2 + 1 + 6) + (2 + 3 + 2 * odd) * players,
        }
    }

    fn add_columns(&mut self, state: &RoundState, objective: &Objective) {
        let players = state.players();
        let apart = objective.forbidden_pairs(state);
        for (i, player) in players.iter().enumerate() {
            let mut seat = |j: usize| {
                let indices = format_args!("{}_{}", player.id, players[j].id);
                (!apart.contains(&(j, i))).then(|| self.program.binary(&families::SEAT, indices))
            };
            let seats = (0..=i).map(&mut seat);
            self.seat.push(seats.collect());
            let colours = [("W", Colour::White), ("B", Colour::Black)].map(|(letter, colour)| {
                let column = self.program.binary(&slots::COLOUR, format_args!("{}_{letter}", player.id));
                if objective.hard.iter().any(|rule| rule.forbids_colour(state, player, colour)) {
                    self.program.columns[column].upper = Some(0);
                }
                column
            });
            self.colour.push(colours);
        }
        for player in players.iter().filter(|_| players.len() % 2 == 1) {
            let column = self.program.binary(&slots::BYE, format_args!("{}", player.id));
            if objective.hard.iter().any(|rule| rule.forbids_bye(player)) {
                self.program.columns[column].upper = Some(0);
            }
            self.bye.push(column);
        }
    }

    /// Each player at one board or with the bye; at an open board one other player; one bye in an odd field.
    fn add_seating(&mut self, state: &RoundState) {
        for (i, player) in state.players().iter().enumerate() {
            let seats = self.seat[i].iter().flatten().chain(self.bye.get(i));
            let row = seats.map(|column| (*column, 1)).collect();
            self.program.equal(&families::ONCE, format_args!("{}", player.id), row, 1);
        }
        for (j, player) in state.players().iter().enumerate() {
            let guests = self.seat[j + 1..].iter().filter_map(|seats| seats[j]);
            let opens = self.seat[j][j].map(|column| (column, -1));
            let row = guests.map(|column| (column, 1)).chain(opens).collect();
            self.program.equal(&families::BOARD, format_args!("{}", player.id), row, 0);
        }
        if !self.bye.is_empty() {
            let row = self.bye.iter().map(|column| (*column, 1)).collect();
            self.program.equal(&slots::ONE_BYE, format_args!(""), row, 1);
        }
    }

    /// A player at a board has one colour, and the two players of a board have different ones.
    fn add_colours(&mut self, state: &RoundState) {
        let players = state.players();
        for (i, player) in players.iter().enumerate() {
            let mut row = self.colour[i].map(|column| (column, 1)).to_vec();
            row.extend(self.seat[i].iter().flatten().map(|column| (*column, -1)));
            self.program.equal(&slots::ONE_COLOUR, format_args!("{}", player.id), row, 0);
        }
        for i in 0..players.len() {
            for j in 0..i {
                let Some(seat) = self.seat[i][j] else { continue };
                for (side, letter) in ["W", "B"].into_iter().enumerate() {
                    let row = [seat, self.colour[i][side], self.colour[j][side]].map(|column| (column, 1));
                    let indices = format_args!("{}_{}_{letter}", players[j].id, players[i].id);
                    self.program.at_most(&families::OPPOSITE, indices, row.to_vec(), 2);
                }
            }
        }
    }

    fn add_objective(&mut self, state: &RoundState, objective: &Objective) {
        let players = state.players();
        for tier in &objective.tiers {
            let mut coefficients = Vec::new();
            for (i, player) in players.iter().enumerate() {
                let guests = (0..i).filter_map(|j| Some((self.seat[i][j]?, j)));
                coefficients.extend(
                    guests.map(|(column, j)| (column, tier.value(|term| term.of_pair(state, &players[j], player)))),
                );
                for (colour, column) in Colour::BOTH.into_iter().zip(self.colour[i]) {
                    coefficients.push((column, tier.value(|term| term.of_colour(state, player, colour))));
                }
                coefficients.extend(self.bye.get(i).map(|bye| (*bye, tier.value(|term| term.of_bye(state, player)))));
            }
            let coefficients = coefficients.into_iter().map(|(column, value)| (column, value.units()));
            let coefficients = coefficients.filter(|(_, units)| *units != 0).collect();
            self.program.tiers.push(LinearTier { name: tier.name.clone(), unit: tier.unit(), coefficients });
        }
    }
}

/// The kinds of columns and families of rows.
mod families {
    use crate::model::Family;
    use crate::model::Index::{Colour, Player};

    /// A player at the board of another.
    pub static SEAT: Family = Family {
        id: "X",
        indices: &[Player, Player],
        says: "1 if the first player sits at the board of the second, who is not below; X_7_7 opens the board of 7.",
        rule: None,
        algebra: r"X_{ij} \in \{0, 1\} \quad \forall i \in P, j \leq i",
    };
    /// Each player once.
    pub static ONCE: Family = Family {
        id: "once",
        indices: &[Player],
        says: "Each player sits at one board, or has the bye.",
        rule: None,
        algebra: r"\sum_{j \leq i} X_{ij} + \mathit{BYE}_i = 1 \quad \forall i \in P",
    };
    /// A guest at each open board.
    pub static BOARD: Family = Family {
        id: "board",
        indices: &[Player],
        says: "At an open board there is one other player, and at any other board none.",
        rule: None,
        algebra: r"\sum_{i > j} X_{ij} = X_{jj} \quad \forall j \in P",
    };
    /// Different colours at a board.
    pub static OPPOSITE: Family = Family {
        id: "opposite",
        indices: &[Player, Player, Colour],
        says: "Two players of one board do not have the same colour.",
        rule: None,
        algebra: r"X_{ij} + C_{ik} + C_{jk} \leq 2 \quad \forall j < i, k \in \{W, B\}",
    };
}
