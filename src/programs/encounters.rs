use super::families;
use crate::model::{Aim, Count, Program, Sum};
use crate::tournament::{ByeKind, PastEvent, PlayerId, PlayerState, RoundState};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The program of the TCEC Swiss, for the round to pair or for one that was played.
///
/// `x_i_j` pairs two players whom white-game differences allow to meet, `bye_i` gives the bye, and `F` is the number of
/// rounds forgotten: `F >= r x_i_j` if the two met last in round `r`.
#[derive(Debug, Clone)]
pub struct Encounters {
    /// The players to be paired, in pairing order.
    players: Vec<PlayerId>,
    pairs: BTreeMap<(usize, usize), usize>,
    byes: Sum,
    forgotten: usize,
    /// The program.
    pub program: Program,
}

impl Encounters {
    /// The program of the round to pair, after the earlier rounds forgot a number of rounds.
    #[must_use]
    pub fn of_round_to_pair(state: &RoundState, forgotten: u32) -> Self {
        let players: Vec<&PlayerState> = state.players().iter().collect();
        Self::new(state, &players, state.round(), forgotten)
    }

    /// The program of the players who met in an earlier round; only `F` counts in it.
    #[must_use]
    pub fn of_past_round(state: &RoundState, round: u32, forgotten: u32) -> Self {
        let everybody = state.players().iter().chain(state.absent());
        let players: Vec<&PlayerState> = everybody.filter(|player| opponent(player, round).is_some()).collect();
        Self::new(state, &players, round, forgotten)
    }

    fn new(state: &RoundState, players: &[&PlayerState], round: u32, forgotten: u32) -> Self {
        let mut program = Program::default();
        let least = program.nonnegative(&families::FORGOTTEN, format_args!(""));
        program.columns[least].lower = i64::from(forgotten);
        program.columns[least].upper = Some(i64::from(round.saturating_sub(1).max(forgotten)));
        program.columns[least].integer = true;
        let mut rows: Vec<Sum> = vec![Vec::new(); players.len()];
        let mut pairs = BTreeMap::new();
        let is_to_pair = round == state.round();
        for (a, one) in players.iter().enumerate() {
            for (b, other) in players.iter().enumerate().skip(a + 1) {
                let difference = difference_before(one, round) + difference_before(other, round);
                let (first, second) = (one.id, other.id);
                if difference.abs() > 2 || (is_to_pair && state.is_forbidden(first, second)) {
                    program.leave_out(families::VIABILITY, &families::PAIR_OF_ALL, format_args!("{first}_{second}"));
                    continue;
                }
                let column = program.binary(&families::PAIR_OF_ALL, format_args!("{first}_{second}"));
                pairs.insert((a, b), column);
                rows[a].push((column, 1));
                rows[b].push((column, 1));
                if let Some(met) = last_meeting(one, other, round) {
                    let row = vec![(least, 1), (column, -i64::from(met))];
                    program.at_least(&families::FORGETS, format_args!("{first}_{second}"), row, 0);
                }
            }
        }
        let mut byes = Sum::new();
        if is_to_pair && players.len() % 2 == 1 {
            // The last in the order of byes received (most first), then of rank, comes first here.
            let mut order: Vec<usize> = (0..players.len()).collect();
            order.sort_by_key(|index| (byes_before(players[*index]), Reverse(*index)));
            for (place, index) in (0..).zip(order) {
                let column = program.binary(&families::BYE_OF_ALL, format_args!("{}", players[index].id));
                rows[index].push((column, 1));
                byes.push((column, place));
            }
            let row = byes.iter().map(|(column, _)| (*column, 1)).collect();
            program.equal(&families::ONE_BYE_OF_ALL, format_args!(""), row, 1);
        }
        for (player, row) in players.iter().zip(rows) {
            program.equal(&families::ONCE_OF_ALL, format_args!("{}", player.id), row, 1);
        }
        Self { players: players.iter().map(|player| player.id).collect(), pairs, byes, forgotten: least, program }
    }

    /// The aims of `count`.
    #[must_use]
    pub fn aims(&self, count: Count) -> Vec<Aim> {
        match count {
            Count::ByeOrder => vec![Aim::Least(self.byes.clone())],
            Count::ForgottenRounds => vec![Aim::Least(vec![(self.forgotten, 1)])],
            Count::Opponents => (0..self.players.len())
                .map(|first| Aim::First(self.pairs.range((first, 0)..(first + 1, 0)).map(|(_, x)| *x).collect()))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The columns that are set before players are paired: `F`.
    #[must_use]
    pub fn switches(&self) -> [usize; 1] {
        [self.forgotten]
    }

    /// The columns that are 1 if these two, by place, are paired; after the last place is the bye.
    #[must_use]
    pub fn ways(&self, [one, other]: [usize; 2]) -> Vec<Vec<usize>> {
        let bye = || {
            let name = format!("bye_{}", self.players.get(one)?);
            self.byes.iter().map(|(column, _)| *column).find(|column| self.program.columns[*column].name == name)
        };
        let column = if other == self.players.len() {
            bye()
        } else {
            self.pairs.get(&(one.min(other), one.max(other))).copied()
        };
        column.map(|column| vec![column]).into_iter().collect()
    }

    /// Fix the bye. It goes to the last player of its order, even if the others cannot be paired then.
    pub fn fix_bye(&mut self) {
        for (column, place) in &self.byes {
            let is_bottom = i64::from(*place == 0);
            self.program.columns[*column].lower = is_bottom;
            self.program.columns[*column].upper = Some(is_bottom);
        }
        let bottom: Sum = self.byes.iter().filter(|(_, place)| *place == 0).map(|(column, _)| (*column, 1)).collect();
        if !bottom.is_empty() {
            self.program.at_least(&families::BYE_TO_LAST, format_args!(""), bottom, 1);
        }
    }

    /// The pairs of these columns, by the players' places, and the player with the bye.
    #[must_use]
    pub fn pairs(&self, columns: &[i64]) -> (Vec<(usize, usize)>, Option<usize>) {
        let made = self.pairs.iter().filter(|(_, x)| columns[**x] == 1).map(|(pair, _)| *pair).collect::<Vec<_>>();
        let is_paired = |player: &usize| made.iter().any(|(a, b)| a == player || b == player);
        let bye = (0..self.players.len()).find(|player| !is_paired(player));
        (made, bye)
    }

    /// The number of rounds that these columns forget.
    #[must_use]
    pub fn forgotten(&self, columns: &[i64]) -> u32 {
        u32::try_from(columns[self.forgotten]).unwrap_or_default()
    }

    /// The columns of another pairing, with the least `F`; `None` if it has a pair without a column.
    #[must_use]
    pub fn columns_of(&self, opponent: impl Fn(usize) -> Option<usize>) -> Option<Vec<i64>> {
        let mut columns = vec![0; self.program.columns.len()];
        for place in 0..self.players.len() {
            match opponent(place) {
                Some(other) => columns[*self.pairs.get(&(place.min(other), place.max(other)))?] = 1,
                None => {
                    let name = format!("bye_{}", self.players[place]);
                    let column = self.byes.iter().find(|(column, _)| self.program.columns[*column].name == name)?;
                    columns[column.0] = 1;
                }
            }
        }
        let met = self.program.rows.iter().filter_map(|row| match row.coefficients[..] {
            [(f, 1), (x, weight)] if f == self.forgotten => Some(-weight * columns[x]),
            _ => None,
        });
        columns[self.forgotten] = met.max().unwrap_or_default().max(self.program.columns[self.forgotten].lower);
        Some(columns)
    }

    /// The pairing that was made in a past round, if it is one of the program.
    #[must_use]
    pub fn as_played(&self, state: &RoundState, round: u32) -> Option<Vec<i64>> {
        let place = |id: PlayerId| self.players.iter().position(|player| *player == id);
        let everybody: Vec<&PlayerState> = state.players().iter().chain(state.absent()).collect();
        self.columns_of(|index| {
            let player = everybody.iter().find(|player| player.id == self.players[index])?;
            opponent(player, round).and_then(place)
        })
    }
}

fn byes_before(player: &PlayerState) -> usize {
    player.history.iter().filter(|past| past.event == PastEvent::Bye(ByeKind::Pairing)).count()
}

/// With whom the player was paired in `round`, whether or not moves were made.
fn opponent(player: &PlayerState, round: u32) -> Option<PlayerId> {
    match &player.history.get(usize::try_from(round).ok()?.checked_sub(1)?)?.event {
        PastEvent::Game { opponent, .. } => Some(*opponent),
        PastEvent::Bye(_) | PastEvent::Absent => None,
    }
}

/// The last round before `round` in which the two were paired.
fn last_meeting(one: &PlayerState, other: &PlayerState, round: u32) -> Option<u32> {
    (1..round).rev().find(|past| opponent(one, *past) == Some(other.id))
}

/// Games played with White minus games played with Black, before `round`.
fn difference_before(player: &PlayerState, round: u32) -> i32 {
    let past = player.history.iter().zip(1..round).map(|(past, _)| &past.event);
    let games = past.flat_map(|event| match event {
        PastEvent::Game { encounters, .. } => encounters.as_slice(),
        PastEvent::Bye(_) | PastEvent::Absent => &[],
    });
    games.filter(|(_, outcome)| outcome.was_played()).map(|(colour, _)| colour.sign()).sum()
}
