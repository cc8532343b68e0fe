use super::field::DubovField;
use crate::graph::{CheapestMatching, FilledMatching, Graph, Matching, Prices};

/// The least number of players who leave a group if everybody else is paired, and the sets of players who can be these.
pub(super) struct Outlook {
    members: usize,
    matching: FilledMatching,
}

/// The least number of `members` who leave their group, if the `floating` players and all players of lower groups are
/// paired, too. `None` if not all can be paired.
pub(super) fn least_leaving(
    field: &DubovField,
    members: &[usize],
    floating: &[usize],
    below: &[usize],
) -> Option<usize> {
    let left = left_alone(field, members);
    if field.can_all_be_paired(&[&left, floating, below].concat()) {
        return Some(left.len());
    }
    Outlook::new(field, members, floating, below).map(|outlook| outlook.leaving())
}

/// The `members` who stay unpaired if as many pairs as possible are made.
fn left_alone(field: &DubovField, members: &[usize]) -> Vec<usize> {
    let matching = Matching::maximum(&field.meetings.among(members));
    (0..members.len()).filter(|index| matching.mate(*index).is_none()).map(|index| members[index]).collect()
}

impl Outlook {
    /// The outlook of `members`; see [`least_leaving`].
    pub fn new(field: &DubovField, members: &[usize], floating: &[usize], below: &[usize]) -> Option<Self> {
        let leaving = left_alone(field, members).len();
        let count = members.len();
        let (others, outside) = if is_open(field, members, leaving, floating, below) {
            // There are enough opponents below, so only the group decides who leaves.
            (Vec::new(), leaving)
        } else {
            ([floating, below].concat(), 0)
        };
        let all = [members, &others].concat();
        let of_others = (!others.is_empty()).then_some(0);
        let matching = two_classes(field, &all, count, all.len() + outside, [Some(0), Some(1), of_others])?;
        Some(Self { members: count, matching })
    }

    /// The number of members who leave.
    pub fn leaving(&self) -> usize {
        let leaves = |member: &usize| self.matching.mate(*member) >= self.members;
        (0..self.members).filter(leaves).count()
    }

    /// Whether `member` can leave with those for whom this was true before. If so, it is one of them from now on.
    pub fn can_leave(&mut self, member: usize) -> bool {
        self.matching.narrow(member, |other| other >= self.members)
    }
}

/// The cheapest matchings of so many vertices, the `players` and then places that any of them can take, where pairs cost by classes: the
/// first ones, and the others. The costs are those within the first class, between the two, and within the second.
pub(super) fn two_classes(
    field: &DubovField,
    players: &[usize],
    first: usize,
    vertices: usize,
    costs: [Option<i128>; 3],
) -> Option<FilledMatching> {
    let classes = [0..first, first..vertices].map(Vec::from_iter);
    let meetings = field.meetings.among(players);
    CheapestMatching::by_classes(&TwoClassCosts { meetings, classes, costs }).ok().map(CheapestMatching::among_equals)
}

struct TwoClassCosts {
    /// Who of the players may meet.
    meetings: Graph,
    classes: [Vec<usize>; 2],
    costs: [Option<i128>; 3],
}

impl Prices for TwoClassCosts {
    type Cost = i128;

    fn classes(&self) -> &[Vec<usize>] {
        &self.classes
    }

    fn class(&self, v: usize) -> usize {
        usize::from(v >= self.classes[0].len())
    }

    fn least(&self, one: usize, other: usize) -> Option<i128> {
        self.costs[one + other]
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        u.max(v) >= self.meetings.len() || self.meetings.has_edge(u, v)
    }

    fn barred(&self) -> Option<Box<dyn Iterator<Item = (usize, usize)> + '_>> {
        Some(Box::new(self.meetings.missing()))
    }
}

/// Whether everybody else can be paired, whichever `leaving` members leave. Each of them can meet a player below whom
/// no other takes, and the remaining players then have opponents enough (Dirac 1952).
fn is_open(field: &DubovField, members: &[usize], leaving: usize, floating: &[usize], below: &[usize]) -> bool {
    let down = leaving + floating.len();
    field.meetings.is_joined(floating, below, down)
        && field.meetings.is_joined(members, below, down)
        && field.meetings.is_joined(below, below, (below.len() + down).div_ceil(2))
}
