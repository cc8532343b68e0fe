use super::field::Card;
use super::sequence::{Halves, Moves};
use super::{Field, families};
use crate::model::{Aim, Count, Family, Program, Sum};
use crate::rules::SystemFamily;
use crate::tournament::{Float, RoundState, Strength};
use std::collections::BTreeMap;

/// The players of a bracket, by rank.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScoreBracketMembers {
    /// The moved-down players, from higher brackets.
    pub moved_down: Vec<usize>,
    /// The players of the bracket's own score; of several scores in a joined lowest bracket.
    pub residents: Vec<usize>,
    /// The players without opponents, whom C.1 moves on before anybody is counted.
    pub moved_on: Vec<usize>,
}

/// What the brackets below require of the downfloaters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LowerBrackets {
    /// Nothing is required.
    Anything,
    /// The bracket is the lowest: a player who is not paired has the bye.
    Bye,
    /// C.12: the next bracket must make more pairs with the downfloaters than with those of the bracket by itself.
    Next {
        /// The next bracket.
        residents: Vec<usize>,
        /// How many the bracket by itself has as downfloaters.
        downfloaters: usize,
        /// The number of its pairs with the downfloaters of the bracket by itself, and of the downfloaters in these
        /// pairs.
        reached: (usize, usize),
        /// The most pairs that this number of players can make, and the most downfloaters in them.
        possible: (usize, usize),
        /// Whether it has fewer downfloaters than players of its own.
        is_heterogeneous: bool,
    },
    /// C.13: the downfloaters and all players below must be paired, one of them with the bye in an odd field.
    All {
        /// All players below.
        below: Vec<usize>,
        /// Whether downfloaters should meet others rather than have the bye: the bracket below is heterogeneous.
        is_heterogeneous: bool,
        /// Whether the bracket pairs S1 only. The players of its remainder then meet below.
        only_s1: bool,
    },
}

/// The program of one bracket.
///
/// `x_i_j` pairs two members, `l_i` makes one a downfloater: the `x` and the `l` of a member sum to 1. Below the
/// bracket, `y_i_j` pairs two players there or a downfloater with one of them, `bye_i` gives the bye, and `idle_i` leaves a
/// player without opponent in the next bracket.
#[derive(Debug, Clone)]
pub struct ScoreBracket<'a> {
    field: &'a Field,
    members: ScoreBracketMembers,
    beyond: LowerBrackets,
    /// The moved-down players and the residents, by rank. A member is its index here.
    ranks: Vec<usize>,
    /// `x_i_j`, by members.
    pairs: BTreeMap<(usize, usize), usize>,
    /// `l_i`, where the member can be a downfloater.
    leave: Vec<Option<usize>>,
    /// `u_i` of 1998: the moved-down member is not in S1.
    outside: Vec<usize>,
    /// The gain by C.12: columns for the steps of P1 and of M1.
    steps: Option<[usize; 2]>,
    /// The columns `y` of the next bracket: all of them, and those of downfloaters.
    next: [Vec<usize>; 2],
    /// `bye_i` of members.
    byes: Vec<usize>,
    /// The columns that are set before players are paired: `u`, and the steps.
    pub switches: Vec<usize>,
    /// The program.
    pub program: Program,
}

impl<'a> ScoreBracket<'a> {
    /// The program of these members.
    #[must_use]
    pub fn new(state: &RoundState, field: &'a Field, members: ScoreBracketMembers, beyond: LowerBrackets) -> Self {
        let ranks = [members.moved_down.as_slice(), &members.residents].concat();
        let mut bracket = Self {
            field,
            members,
            beyond,
            leave: vec![None; ranks.len()],
            ranks,
            pairs: BTreeMap::new(),
            outside: Vec::new(),
            steps: None,
            next: [Vec::new(), Vec::new()],
            byes: Vec::new(),
            switches: Vec::new(),
            program: Program::default(),
        };
        let name = |rank: usize| state.players()[rank].id;
        bracket.add_members(&name);
        if field.edition.family == SystemFamily::Dutch1998 && bracket.is_heterogeneous() {
            bracket.add_highest_s1(&name);
        }
        bracket.add_beyond(&name);
        bracket
    }

    /// Whether moved-down players are paired first: they are fewer than half (A.3).
    #[must_use]
    pub fn is_heterogeneous(&self) -> bool {
        !self.members.moved_down.is_empty() && self.members.moved_down.len() < self.members.residents.len()
    }

    /// The pairs of these columns, by rank, the higher player first.
    #[must_use]
    pub fn pairs(&self, columns: &[i64]) -> Vec<(usize, usize)> {
        let made = self.pairs.iter().filter(|(_, column)| columns[**column] == 1);
        made.map(|((a, b), _)| (self.ranks[*a], self.ranks[*b])).collect()
    }

    /// The downfloaters by these columns, by rank, with the players whom C.1 moves on.
    #[must_use]
    pub fn downfloaters(&self, columns: &[i64]) -> Vec<usize> {
        let leaves = |member: &usize| self.leave[*member].is_some_and(|column| columns[column] == 1);
        let members = (0..self.ranks.len()).filter(leaves);
        let mut downfloaters: Vec<usize> = members.map(|member| self.ranks[member]).collect();
        downfloaters.extend(&self.members.moved_on);
        downfloaters.sort_unstable();
        downfloaters
    }

    /// The columns `x`, `l` and `u` of another pairing; `None` if it has a pair without a column.
    #[must_use]
    pub fn columns_of(&self, opponent: impl Fn(usize) -> Option<usize>) -> Option<Vec<i64>> {
        let mut columns = vec![0; self.program.columns.len()];
        for (member, rank) in self.ranks.iter().enumerate() {
            let other = opponent(*rank).and_then(|other| self.ranks.iter().position(|rank| *rank == other));
            match other {
                Some(other) => columns[*self.pairs.get(&(member.min(other), member.max(other)))?] = 1,
                None => columns[self.leave[member]?] = 1,
            }
        }
        let mut is_outside = false;
        for (member, outside) in self.outside.iter().enumerate() {
            let leaves = self.leave[member].is_some_and(|column| columns[column] == 1);
            let mut above = (0..member).filter_map(|other| self.pairs.get(&(other, member)));
            // S1 are the highest, so who is after one outside is outside, too.
            is_outside |= leaves || above.any(|column| columns[*column] == 1);
            columns[*outside] = i64::from(is_outside);
        }
        Some(columns)
    }

    /// The players to be paired in it, by rank.
    #[must_use]
    pub fn members(&self) -> Vec<usize> {
        self.ranks.clone()
    }

    /// The ways in which these two, by rank, are paired here or can still be paired below: the columns that are 1 together. `None`
    /// if neither of them is a member. A rank after the last is the bye.
    #[must_use]
    pub fn ways(&self, pair: [usize; 2]) -> Option<Vec<Vec<usize>>> {
        let place = |rank: usize| self.ranks.iter().position(|one| *one == rank);
        let leave =
            |members: &[usize]| members.iter().map(|member| self.leave[*member]).collect::<Option<Vec<usize>>>();
        Some(match pair.map(place) {
            [None, None] => return None,
            [Some(one), None] | [None, Some(one)] => leave(&[one]).into_iter().collect(),
            [Some(one), Some(other)] => {
                let here = self.pairs.get(&(one.min(other), one.max(other))).map(|column| vec![*column]);
                // Only one leaves the lowest bracket, and has the bye.
                let later = leave(&[one, other]).filter(|_| self.beyond != LowerBrackets::Bye);
                here.into_iter().chain(later).collect()
            }
        })
    }

    /// Whether the aims of `count` have columns of players outside the bracket.
    #[must_use]
    pub const fn is_of_beyond(count: Count) -> bool {
        matches!(count, Count::NextBracket | Count::NextBracketBySteps)
    }

    fn moved_down(&self) -> usize {
        self.members.moved_down.len()
    }

    fn card(&self, member: usize) -> &Card {
        &self.field.cards[self.ranks[member]]
    }

    fn add_members(&mut self, name: &dyn Fn(usize) -> crate::tournament::PlayerId) {
        let size = self.ranks.len();
        let is_lowest = self.beyond == LowerBrackets::Bye;
        let only_s1 = matches!(self.beyond, LowerBrackets::All { only_s1: true, .. });
        let mut rows: Vec<Sum> = vec![Vec::new(); size];
        for a in 0..size {
            for b in a + 1..size {
                let is_remainder = a >= self.moved_down();
                let [one, other] = [a, b].map(|member| name(self.ranks[member]));
                let bar = self.field.bar(self.ranks[a], self.ranks[b]);
                let bar = bar.or((only_s1 && is_remainder).then(|| families::only_s1(self.field.edition.family)));
                if let Some(rule) = bar {
                    self.program.leave_out(rule, &families::PAIR, format_args!("{one}_{other}"));
                } else {
                    let column = self.program.binary(&families::PAIR, format_args!("{one}_{other}"));
                    self.pairs.insert((a, b), column);
                    rows[a].push((column, 1));
                    rows[b].push((column, 1));
                }
            }
            if !is_lowest || (size % 2 == 1 && self.card(a).may_have_bye) {
                let column = self.program.binary(&families::LEAVES, format_args!("{}", name(self.ranks[a])));
                self.leave[a] = Some(column);
                rows[a].push((column, 1));
            } else if size % 2 == 1 {
                let [_, rule, _] = self.field.edition.absolute;
                self.program.leave_out(rule, &families::LEAVES, format_args!("{}", name(self.ranks[a])));
            }
        }
        for (member, row) in rows.into_iter().enumerate() {
            self.program.equal(&families::ONCE, format_args!("{}", name(self.ranks[member])), row, 1);
        }
        if is_lowest {
            let byes = self.leave.iter().flatten().map(|column| (*column, 1)).collect();
            self.program.equal(&families::ONE_BYE, format_args!(""), byes, (size % 2) as i64);
        }
    }

    /// S1 consists of the highest moved-down players, those whose `u` is 0. They do not meet each other.
    fn add_highest_s1(&mut self, name: &dyn Fn(usize) -> crate::tournament::PlayerId) {
        for member in 0..self.moved_down() {
            let id = name(self.ranks[member]);
            let outside = self.program.binary(&families::OUTSIDE, format_args!("{id}"));
            if let Some(before) = self.outside.last() {
                let row = vec![(*before, 1), (outside, -1)];
                self.program.at_most(&families::HIGHEST, format_args!("{id}"), row, 0);
            }
            self.outside.push(outside);
            self.switches.push(outside);
            if matches!(self.beyond, LowerBrackets::All { only_s1: true, .. }) {
                for ((_, other), pair) in self.pairs.range((member, 0)..(member + 1, 0)) {
                    let (other, row) = (name(self.ranks[*other]), vec![(*pair, 1), (outside, 1)]);
                    self.program.at_most(&families::ONLY_S1, format_args!("{id}_{other}"), row, 1);
                }
            }
            if let Some(leave) = self.leave[member] {
                let row = vec![(leave, 1), (outside, -1)];
                self.program.at_most(&families::S1_STAYS, format_args!("{id}"), row, 0);
            }
            for other in 0..member {
                if let Some(pair) = self.pairs.get(&(other, member)) {
                    let (other, row) = (name(self.ranks[other]), vec![(*pair, 1), (outside, -1)]);
                    self.program.at_most(&families::S1_APART, format_args!("{other}_{id}"), row, 0);
                }
            }
        }
    }

    fn add_beyond(&mut self, name: &dyn Fn(usize) -> crate::tournament::PlayerId) {
        let (others, is_all, only_s1) = match &self.beyond {
            LowerBrackets::Anything | LowerBrackets::Bye => return,
            LowerBrackets::Next { residents, .. } => (residents.clone(), false, false),
            LowerBrackets::All { below, only_s1, .. } => (below.clone(), true, *only_s1),
        };
        // Members first, then the others. Two members can meet below if the bracket makes fewer pairs than it could.
        let size = self.ranks.len();
        let ranks = [self.ranks.as_slice(), &self.members.moved_on, &others].concat();
        let may_leave = size + self.members.moved_on.len();
        let mut rows: Vec<Sum> = vec![Vec::new(); ranks.len()];
        for a in 0..ranks.len() {
            for b in a + 1..ranks.len() {
                if (!only_s1 && b < size) || !self.field.may_meet(ranks[a], ranks[b]) {
                    continue;
                }
                let [one, other] = [a, b].map(|place| name(ranks[place]));
                let column = self.program.binary(&families::PAIR_BELOW, format_args!("{one}_{other}"));
                rows[a].push((column, 1));
                rows[b].push((column, 1));
                self.next[0].push(column);
                if a < may_leave && b >= may_leave {
                    self.next[1].push(column);
                }
            }
        }
        let is_odd = (may_leave + others.len()) % 2 == 1;
        let mut byes = Vec::new();
        for (place, rank) in ranks.iter().enumerate() {
            if is_all && is_odd && self.field.may_have_bye(*rank) {
                let column = self.program.binary(&families::BYE_BELOW, format_args!("{}", name(*rank)));
                rows[place].push((column, 1));
                byes.push((column, 1));
                if place < may_leave {
                    self.byes.push(column);
                }
            }
        }
        if is_all && is_odd {
            self.program.equal(&families::ONE_BYE_BELOW, format_args!(""), byes, 1);
        }
        let mut idle: [Sum; 2] = [Vec::new(), Vec::new()];
        for (place, mut row) in rows.into_iter().enumerate() {
            let leave = self.leave.get(place).copied().flatten();
            row.extend(leave.map(|column| (column, -1)));
            let here = i64::from(leave.is_none());
            let label = name(ranks[place]);
            if !is_all {
                let column = self.program.binary(&families::IDLE, format_args!("{label}"));
                row.push((column, 1));
                idle[usize::from(place >= may_leave)].push((column, 1));
            }
            self.program.equal(&families::ONCE_BELOW, format_args!("{label}"), row, here);
        }
        self.add_steps(idle);
    }

    /// 2012 C.12 with C.14: first all P0 pairs, with as many of the moved-down players as possible; otherwise as many
    /// pairs as possible, with the same number of moved-down players. `idle` are the columns `idle` of the downfloaters and of
    /// the residents of the next bracket: as many downfloaters as there are make so many pairs if these many are idle.
    fn add_steps(&mut self, [downfloaters, residents]: [Sum; 2]) {
        let LowerBrackets::Next { reached, possible, downfloaters: leaving, residents: next, .. } = &self.beyond else {
            return;
        };
        if self.field.edition.family != SystemFamily::Dutch2012 {
            return;
        }
        let (reached, leaving, below) = (*reached, *leaving as i64, next.len() as i64);
        let (more_pairs, more_across) = ((possible.0 - reached.0) as i64, (possible.1 - reached.1) as i64);
        let program = &mut self.program;
        let step = |program: &mut Program, kind: &'static Family, most: i64| {
            let column = program.nonnegative(kind, format_args!(""));
            program.columns[column].upper = Some(most);
            program.columns[column].integer = true;
            column
        };
        let [q, a] = [(&families::MORE_PAIRS, more_pairs), (&families::MORE_MOVED_DOWN, more_across)]
            .map(|(kind, most)| step(program, kind, most));
        let all = program.binary(&families::ALL_PAIRS, format_args!(""));
        let everybody = [downfloaters.clone(), residents, vec![(q, 2)]].concat();
        let moved_down = [downfloaters, vec![(a, 1)]].concat();
        program.at_most(&families::LACKS_PAIRS, format_args!(""), everybody, leaving + below - 2 * reached.0 as i64);
        program.at_most(&families::LACKS_MOVED_DOWN, format_args!(""), moved_down, leaving - reached.1 as i64);
        program.at_least(&families::HAS_ALL_PAIRS, format_args!(""), vec![(q, 1), (all, -more_pairs)], 0);
        program.at_most(&families::PAIRS_FIRST, format_args!(""), vec![(a, 1), (all, -more_across)], 0);
        self.switches.extend([q, a, all]);
        self.steps = Some([q, a]);
    }

    /// The aims of `count` in this bracket. `now` is a feasible point that keeps all earlier decisions.
    #[must_use]
    pub fn aims(&self, count: Count, now: &[i64]) -> Vec<Aim> {
        let least = |sum: Sum| vec![Aim::Least(sum)];
        match count {
            Count::OutsideS1 if self.is_heterogeneous() => {
                let both = self.pairs.iter().filter(|((_, low), _)| *low < self.moved_down());
                let leave = self.leave[..self.moved_down()].iter().flatten();
                least(leave.chain(both.map(|(_, column)| column)).map(|column| (*column, 1)).collect())
            }
            Count::OutsideHighestS1 => least(self.outside.iter().map(|column| (*column, 1)).collect()),
            Count::OutsideS1 => Vec::new(),
            Count::Downfloaters if self.beyond == LowerBrackets::Bye => Vec::new(),
            Count::Downfloaters => least(self.leave.iter().flatten().map(|column| (*column, 1)).collect()),
            Count::DownfloatersByScore if self.beyond == LowerBrackets::Bye => Vec::new(),
            Count::DownfloatersByScore => {
                let score = |member: usize| self.card(member).score;
                let lowest = (0..self.ranks.len()).map(score).min().unwrap_or_default();
                let leave = |member: usize| self.leave[member].map(|column| (column, score(member) - lowest));
                least((0..self.ranks.len()).filter_map(leave).filter(|(_, weight)| *weight > 0).collect())
            }
            Count::SquaredDifferences if self.beyond == LowerBrackets::Bye => least(self.squared_differences()),
            Count::SquaredDifferences => Vec::new(),
            Count::NextBracketBySteps | Count::NextBracket => self.beyond_aims(),
            Count::SameAbsolutePreference => least(self.same(Strength::Absolute)),
            Count::SameStrongPreference => least(self.same(Strength::Strong)),
            Count::SamePreference => least(self.same(Strength::Mild)),
            Count::DownfloatAsLastRound => least(self.residents_leaving(1)),
            Count::DownfloatAsTwoRoundsAgo => least(self.residents_leaving(2)),
            Count::UpfloatAsLastRound => least(self.residents_raised(1)),
            Count::UpfloatAsTwoRoundsAgo => least(self.residents_raised(2)),
            Count::UpfloatsKept => [1, 2].map(|ago| Aim::ZeroOrGivenUp(self.upfloats(ago))).to_vec(),
            Count::DownfloatsKept => {
                let remainder = self.remainder(now);
                [1, 2].map(|ago| Aim::ZeroOrGivenUp(self.downfloats(ago, &remainder))).to_vec()
            }
            Count::S1Set if self.is_heterogeneous() => {
                (0..self.moved_down()).map(|member| Aim::Least(self.moves().not_higher(member))).collect()
            }
            Count::S1Set => Vec::new(),
            Count::S1Opponents => {
                self.s1(now).into_iter().map(|member| Aim::First(self.moves().lower_opponents(member))).collect()
            }
            // Those of other systems have no aims there.
            _ => self.halves(now).aims(count),
        }
    }

    const fn moves(&self) -> Moves<'_> {
        Moves { pairs: &self.pairs, leave: self.leave.as_slice() }
    }

    /// The moved-down members in S1 of a heterogeneous bracket.
    fn s1(&self, now: &[i64]) -> Vec<usize> {
        if !self.is_heterogeneous() {
            return Vec::new();
        }
        let is_in = |member: &usize| match self.outside.get(*member) {
            Some(column) => now[*column] == 0,
            None => self.moves().not_higher(*member).iter().all(|(column, _)| now[*column] == 0),
        };
        (0..self.moved_down()).filter(is_in).collect()
    }

    /// The members who are not in S1 of a heterogeneous bracket, nor their opponents.
    fn remainder(&self, now: &[i64]) -> Vec<usize> {
        let s1 = self.s1(now);
        let mut is_left = vec![true; self.ranks.len()];
        for ((a, b), _) in self.pairs.iter().filter(|(_, column)| now[**column] == 1) {
            if s1.contains(a) {
                is_left[*a] = false;
                is_left[*b] = false;
            }
        }
        (0..self.ranks.len()).filter(|member| is_left[*member]).collect()
    }

    /// The remainder, in halves.
    fn halves(&self, now: &[i64]) -> Halves<'_> {
        let members = self.remainder(now);
        let s1 = self.pairs.iter().filter(|((a, _), column)| now[**column] == 1 && members.contains(a)).count();
        Halves { moves: self.moves(), members, s1 }
    }

    fn squared_differences(&self) -> Sum {
        let score = |member: usize| self.card(member).score;
        let lowest = (0..self.ranks.len()).map(score).min().unwrap_or_default();
        let pairs = self.pairs.iter().map(|((a, b), column)| (*column, (score(*a) - score(*b)).pow(2)));
        let byes = (0..self.ranks.len())
            .filter_map(|member| Some((self.leave[member]?, (score(member) - (lowest - 10)).pow(2))));
        pairs.chain(byes).filter(|(_, weight)| *weight > 0).collect()
    }

    fn beyond_aims(&self) -> Vec<Aim> {
        let missing = |columns: &[usize]| Aim::Least(columns.iter().map(|column| (*column, -1)).collect());
        match (&self.beyond, &self.steps) {
            (LowerBrackets::Next { .. }, Some(steps)) => vec![missing(steps)],
            (LowerBrackets::Next { is_heterogeneous: false, .. }, None) => vec![missing(&self.next[0])],
            (LowerBrackets::Next { .. }, None) => self.next.iter().map(|columns| missing(columns)).collect(),
            (LowerBrackets::All { is_heterogeneous: true, .. }, _) => {
                vec![Aim::Least(self.byes.iter().map(|column| (*column, 1)).collect())]
            }
            (LowerBrackets::Anything | LowerBrackets::Bye | LowerBrackets::All { .. }, _) => Vec::new(),
        }
    }

    fn same(&self, strength: Strength) -> Sum {
        let is_same = |a: usize, b: usize| self.card(a).wants_the_same(self.card(b), strength);
        self.pairs.iter().filter(|((a, b), _)| is_same(*a, *b)).map(|(_, column)| (*column, 1)).collect()
    }

    /// 2012 B.5, B.6: residents who downfloat, and had a downfloat `ago` rounds ago.
    fn residents_leaving(&self, ago: usize) -> Sum {
        let had = |member: &usize| self.card(*member).had(Float::Down, ago);
        let residents = self.moved_down()..self.ranks.len();
        residents.filter(had).filter_map(|member| Some((self.leave[member]?, 1))).collect()
    }

    /// 2012 B.5, B.6: players of a heterogeneous bracket who meet a moved-down player of a higher score, and had an upfloat
    /// `ago` rounds ago.
    fn residents_raised(&self, ago: usize) -> Sum {
        if !self.is_heterogeneous() {
            return Sum::new();
        }
        let is_raised = |a: usize, b: usize| {
            a < self.moved_down() && self.card(a).score != self.card(b).score && self.card(b).had(Float::Up, ago)
        };
        self.pairs.iter().filter(|((a, b), _)| is_raised(*a, *b)).map(|(_, column)| (*column, 1)).collect()
    }

    /// 1998 B.5, B.6: pairs of unequal scores whose lower player had an upfloat `ago` rounds ago.
    fn upfloats(&self, ago: usize) -> Sum {
        let is_one = |a: usize, b: usize| self.card(a).score != self.card(b).score && self.card(b).had(Float::Up, ago);
        self.pairs.iter().filter(|((a, b), _)| is_one(*a, *b)).map(|(_, column)| (*column, 1)).collect()
    }

    /// 1998 B.5, B.6: pairs of unequal scores whose higher player had a downfloat `ago` rounds ago, and downfloaters
    /// who had one.
    fn downfloats(&self, ago: usize, members: &[usize]) -> Sum {
        let had = |member: usize| self.card(member).had(Float::Down, ago);
        let is_one = |a: usize, b: usize| self.card(a).score != self.card(b).score && had(a) && members.contains(&a);
        let pairs = self.pairs.iter().filter(|((a, b), _)| is_one(*a, *b)).map(|(_, column)| (*column, 1));
        let downfloaters = members.iter().filter(|member| had(**member));
        pairs.chain(downfloaters.filter_map(|member| Some((self.leave[*member]?, 1)))).collect()
    }
}
