use super::field::Field;
use crate::graph::{CheapestMatching, Graph, Matching};

/// The least number of players who leave a group if everybody else is paired, and the sets of players who can be these.
pub(super) struct Outlook {
    members: usize,
    matching: CheapestMatching,
}

/// The cost of a pair of a member with a player outside the group.
const LEAVING: i128 = 2;

/// The least number of `members` who leave their group, if the `floating` players and all players of lower groups are
/// paired, too. `None` if not all can be paired.
pub(super) fn least_leaving(field: &Field, members: &[usize], floating: &[usize], below: &[usize]) -> Option<usize> {
    let left = left_alone(field, members);
    if field.can_all_be_paired(&[&left, floating, below].concat()) {
        return Some(left.len());
    }
    Outlook::new(field, members, floating, below).map(|outlook| outlook.leaving())
}

/// The `members` who stay unpaired if as many pairs as possible are made.
fn left_alone(field: &Field, members: &[usize]) -> Vec<usize> {
    let matching = Matching::maximum(&Graph::new(members.len(), field.meetings(members)));
    (0..members.len()).filter(|index| matching.mate(*index).is_none()).map(|index| members[index]).collect()
}

impl Outlook {
    /// The outlook of `members`; see [`least_leaving`].
    pub fn new(field: &Field, members: &[usize], floating: &[usize], below: &[usize]) -> Option<Self> {
        let leaving = left_alone(field, members).len();
        let count = members.len();
        let matching = if is_open(field, members, leaving, floating, below) {
            // There are enough opponents below, so only the group decides who leaves.
            CheapestMatching::new(count + leaving, |a, b| match (a < count, b < count) {
                (true, true) => field.may_meet(members[a], members[b]).then_some(0),
                (true, false) => Some(LEAVING),
                _ => None,
            })
        } else {
            let everybody = [members, floating, below].concat();
            CheapestMatching::new(everybody.len(), |a, b| {
                let may_meet = field.may_meet(everybody[a], everybody[b]);
                may_meet.then_some(if (a < count) == (b < count) { 0 } else { LEAVING })
            })
        };
        Some(Self { members: count, matching: matching? })
    }

    /// The number of members who leave.
    pub fn leaving(&self) -> usize {
        let leaves = |member: &usize| self.matching.mate(*member) >= self.members;
        (0..self.members).filter(leaves).count()
    }

    /// Whether `member` can leave together with the members for whom this was true before. If so, `member` is one of
    /// them from now on.
    pub fn can_leave(&mut self, member: usize) -> bool {
        let Self { members, matching } = self;
        let least = matching.total();
        let mut make_staying_dearer = |by: i128| {
            matching.set_costs(member, |other, cost| cost.map(|cost| if other < *members { cost + by } else { cost }));
            matching.total()
        };
        // Staying costs slightly more, so a member who can leave or stay leaves.
        let can = make_staying_dearer(1) == least;
        if !can {
            make_staying_dearer(-1);
        }
        can
    }
}

/// Whether everybody else can be paired, whichever `leaving` members leave. Each of them can meet a player below whom
/// no other takes, and the remaining players then have opponents enough (Dirac 1952).
fn is_open(field: &Field, members: &[usize], leaving: usize, floating: &[usize], below: &[usize]) -> bool {
    let down = leaving + floating.len();
    field.have_opponents(floating, below, down)
        && field.have_opponents(members, below, down)
        && field.have_opponents(below, below, (below.len() + down).div_ceil(2))
}
