use super::families as of_dutch_since_2017;
use crate::model::{Program, Sum, SystemProgram};
use crate::programs::field::Card;
use crate::programs::{Field, families};
use crate::rules::Candidates;
use crate::tournament::{PlayerId, RoundState};
use std::collections::BTreeMap;

/// The players of a bracket, by rank.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Members {
    /// The moved-down players, from higher brackets. They do not meet each other.
    pub moved_down: Vec<usize>,
    /// The players of the bracket's own score; of several scores in a collapsed bracket.
    pub residents: Vec<usize>,
}

/// What is required of the downfloaters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DownfloaterDemand {
    /// The bracket is the last: in an odd field a player has the bye, and nobody else is a downfloater.
    Bye,
    /// Nothing; the next bracket has these players, and leaves some unpaired.
    Next(Vec<usize>),
    /// They and all players below are paired, one with the bye in an odd field.
    All {
        /// All players below.
        below: Vec<usize>,
        /// How many of the first of them are the next bracket; 0 if nothing is asked of its pairing.
        next: usize,
    },
}

/// A column of one player's: the rank and the column.
pub(super) type Of = (usize, usize);

/// The program of one bracket.
///
/// `x_i_j` pairs two members, `l_i` makes one a downfloater: the `x` and the `l` of a member sum to 1. Below the bracket,
/// `y_i_j` pairs two players there or a downfloater with one of them, `bye_i` gives the bye, and `idle_i` leaves a player
/// unpaired in the next bracket.
#[derive(Debug, Clone)]
pub(super) struct Bracket<'a> {
    pub state: &'a RoundState,
    pub field: &'a Field,
    pub system: &'a SystemProgram,
    /// What the edition's text says of candidates.
    pub text: &'static Candidates,
    pub beyond: DownfloaterDemand,
    /// The moved-down players, then the residents, by rank. A member is its index here.
    pub ranks: Vec<usize>,
    /// How many of them are moved down.
    pub moved_down: usize,
    /// `x_i_j`, by members.
    pub pairs: BTreeMap<(usize, usize), usize>,
    /// `l_i`, where the member can be a downfloater.
    pub leave: Vec<Option<usize>>,
    /// The columns by which a downfloater meets a player of the next bracket.
    pub met_next: Vec<Of>,
    /// The columns by which a player is a downfloater of the next bracket.
    pub left_next: Vec<Of>,
    /// The columns by which a player has the bye.
    pub byes: Vec<Of>,
    pub program: Program,
}

impl<'a> Bracket<'a> {
    /// The program of these members.
    pub fn new(
        state: &'a RoundState,
        field: &'a Field,
        (system, text): (&'a SystemProgram, &'static Candidates),
        members: &Members,
        beyond: DownfloaterDemand,
    ) -> Self {
        let ranks = [members.moved_down.as_slice(), &members.residents].concat();
        let mut bracket = Self {
            state,
            field,
            system,
            text,
            beyond,
            moved_down: members.moved_down.len(),
            pairs: BTreeMap::new(),
            leave: vec![None; ranks.len()],
            ranks,
            met_next: Vec::new(),
            left_next: Vec::new(),
            byes: Vec::new(),
            program: Program::default(),
        };
        bracket.add_members();
        match bracket.beyond.clone() {
            DownfloaterDemand::Bye => bracket.add_bye(),
            DownfloaterDemand::Next(next) => bracket.add_below(&next, next.len()),
            DownfloaterDemand::All { below, next } => bracket.add_below(&below, next),
        }
        bracket
    }

    /// The pairs of these columns, by rank, the higher player first.
    pub fn made(&self, columns: &[i64]) -> Vec<(usize, usize)> {
        let made = self.pairs.iter().filter(|(_, column)| columns[**column] == 1);
        made.map(|((a, b), _)| (self.ranks[*a], self.ranks[*b])).collect()
    }

    /// The downfloaters by these columns, by rank. In the last bracket this is the player with the bye.
    pub fn downfloaters(&self, columns: &[i64]) -> Vec<usize> {
        let leaves = |member: &usize| self.leave[*member].is_some_and(|column| columns[column] == 1);
        let mut ranks: Vec<usize> = (0..self.ranks.len()).filter(leaves).map(|member| self.ranks[member]).collect();
        ranks.sort_unstable();
        ranks
    }

    /// The columns `x` and `l` that are 1 in another pairing, of which this says the opponents; `None` if one is missing.
    pub fn way_of(&self, opponents: &[Option<usize>]) -> Option<Vec<usize>> {
        let column = |(member, rank): (usize, &usize)| {
            let other = opponents[*rank].and_then(|other| self.place(other));
            match other {
                Some(other) => self.pairs.get(&(member.min(other), member.max(other))).copied(),
                None => self.leave[member],
            }
        };
        self.ranks.iter().enumerate().map(column).collect()
    }

    /// The ways in which these two, by rank, are paired here or can still be paired below: the columns that are 1 together.
    /// `None` if neither of them is a member. A rank after the last is the bye. Two who leave a bracket never meet.
    pub fn ways(&self, pair: [usize; 2]) -> Option<Vec<Vec<usize>>> {
        let column = match pair.map(|rank| self.place(rank)) {
            [None, None] => return None,
            [Some(one), None] | [None, Some(one)] => self.leave[one],
            [Some(one), Some(other)] => self.pairs.get(&(one.min(other), one.max(other))).copied(),
        };
        Some(column.into_iter().map(|column| vec![column]).collect())
    }

    pub fn card(&self, member: usize) -> &Card {
        &self.field.cards[self.ranks[member]]
    }

    fn place(&self, rank: usize) -> Option<usize> {
        self.ranks.iter().position(|one| *one == rank)
    }

    fn id(&self, rank: usize) -> PlayerId {
        self.state.players()[rank].id
    }

    /// Each member meets another one, or leaves.
    fn add_members(&mut self) {
        let size = self.ranks.len();
        let mut rows: Vec<Sum> = vec![Vec::new(); size];
        for a in 0..size {
            for b in a + 1..size {
                let [one, other] = [a, b].map(|member| self.id(self.ranks[member]));
                let bar = self.field.bar(self.ranks[a], self.ranks[b]);
                if let Some(rule) = bar.or((b < self.moved_down).then_some(self.text.prepared)) {
                    self.program.leave_out(rule, &families::PAIR, format_args!("{one}_{other}"));
                    continue;
                }
                let column = self.program.binary(&families::PAIR, format_args!("{one}_{other}"));
                self.pairs.insert((a, b), column);
                rows[a].push((column, 1));
                rows[b].push((column, 1));
            }
            let id = self.id(self.ranks[a]);
            let is_last = self.beyond == DownfloaterDemand::Bye;
            if !is_last || (size % 2 == 1 && self.card(a).may_have_bye) {
                let column = self.program.binary(&families::LEAVES, format_args!("{id}"));
                self.leave[a] = Some(column);
                rows[a].push((column, 1));
            } else if size % 2 == 1 {
                let [_, rule, _] = self.field.edition.absolute;
                self.program.leave_out(rule, &families::LEAVES, format_args!("{id}"));
            }
        }
        for (member, row) in rows.into_iter().enumerate() {
            let id = self.id(self.ranks[member]);
            self.program.equal(&families::ONCE, format_args!("{id}"), row, 1);
        }
    }

    /// Of an odd last bracket one player has the bye.
    fn add_bye(&mut self) {
        let leave = self.leave.iter().enumerate();
        self.byes = leave.filter_map(|(member, column)| Some((self.ranks[member], (*column)?))).collect();
        let byes = self.byes.iter().map(|(_, column)| (*column, 1)).collect();
        self.program.equal(&families::ONE_BYE, format_args!(""), byes, (self.ranks.len() % 2) as i64);
    }

    /// The players `others` below the bracket, the first `next` of whom are the next bracket.
    fn add_below(&mut self, others: &[usize], next: usize) {
        let size = self.ranks.len();
        let ranks = [self.ranks.as_slice(), others].concat();
        let end_of_next = size + next;
        let mut rows: Vec<Sum> = vec![Vec::new(); ranks.len()];
        for a in 0..ranks.len() {
            for b in size.max(a + 1)..ranks.len() {
                if !self.field.may_meet(ranks[a], ranks[b]) {
                    continue;
                }
                let [one, other] = [a, b].map(|place| self.id(ranks[place]));
                let column = self.program.binary(&of_dutch_since_2017::PAIR_BELOW, format_args!("{one}_{other}"));
                rows[a].push((column, 1));
                rows[b].push((column, 1));
                if a < size && b < end_of_next {
                    self.met_next.push((ranks[a], column));
                } else if next > 0 && a < end_of_next && b >= end_of_next {
                    self.left_next.push((ranks[a], column));
                }
            }
        }
        let unpaired = if matches!(self.beyond, DownfloaterDemand::Next(_)) {
            self.add_idle(&ranks)
        } else {
            self.add_bye_below(&ranks)
        };
        for (place, column) in unpaired {
            rows[place].push((column, 1));
            if next > 0 && place < end_of_next {
                self.left_next.push((ranks[place], column));
            }
        }
        for (place, mut row) in rows.into_iter().enumerate() {
            let leave = self.leave.get(place).copied().flatten();
            row.extend(leave.map(|column| (column, -1)));
            let here = i64::from(leave.is_none());
            self.program.equal(&of_dutch_since_2017::ONCE_BELOW, format_args!("{}", self.id(ranks[place])), row, here);
        }
    }

    /// Anybody may be unpaired in the next bracket. The columns, by places in `ranks`.
    fn add_idle(&mut self, ranks: &[usize]) -> Vec<(usize, usize)> {
        let idle = ranks.iter().enumerate().map(|(place, rank)| {
            let id = self.state.players()[*rank].id;
            (place, self.program.binary(&of_dutch_since_2017::IDLE, format_args!("{id}")))
        });
        idle.collect()
    }

    /// Of an odd number of players one has the bye. The columns, by places in `ranks`.
    fn add_bye_below(&mut self, ranks: &[usize]) -> Vec<(usize, usize)> {
        let mut byes = Vec::new();
        if ranks.len().is_multiple_of(2) {
            return byes;
        }
        for (place, rank) in ranks.iter().enumerate() {
            if self.field.may_have_bye(*rank) {
                let id = self.id(*rank);
                let column = self.program.binary(&families::BYE_BELOW, format_args!("{id}"));
                byes.push((place, column));
                self.byes.push((*rank, column));
            }
        }
        let row = byes.iter().map(|(_, column)| (*column, 1)).collect();
        self.program.equal(&families::ONE_BYE_BELOW, format_args!(""), row, 1);
        byes
    }
}
