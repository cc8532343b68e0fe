use super::field::Field;
use crate::graph::{CheapestMatching, Graph, Matching};

/// How few of a group's players have to leave it if everybody else is to be paired as well, and who they can be.
pub(super) struct Outlook {
    members: usize,
    matching: CheapestMatching,
}

/// What a pair costs by which a member leaves the group.
const LEAVING: i128 = 2;

impl Outlook {
    /// The outlook of `members`, with those `floating` already and everybody in lower groups; `None` if not all can be
    /// paired.
    pub fn new(field: &Field, members: &[usize], floating: &[usize], below: &[usize]) -> Option<Self> {
        let alone = Matching::maximum(&Graph::new(members.len(), field.meetings(members)));
        let leaving = (0..members.len()).filter(|member| alone.mate(*member).is_none()).count();
        // If whoever leaves finds an opponent of his own below, and the others there have opponents enough (Dirac 1952),
        // the players below are no more than places to leave for.
        let down = leaving + floating.len();
        let is_open = field.have_opponents(floating, below, down)
            && field.have_opponents(members, below, down)
            && field.have_opponents(below, below, (below.len() + down).div_ceil(2));
        let others = [floating, below].concat();
        let size = members.len() + if is_open { leaving } else { others.len() };
        let player = |vertex: usize| members.get(vertex).or_else(|| others.get(vertex - members.len()));
        let cost = |a: usize, b: usize| {
            let inside = [a, b].map(|vertex| vertex < members.len());
            let may_meet = match [player(a), player(b)] {
                [Some(_), Some(_)] if is_open && inside == [true, false] => true,
                [Some(a), Some(b)] if !is_open || inside == [true, true] => field.may_meet(*a, *b),
                _ => false,
            };
            may_meet.then_some(if inside[0] == inside[1] { 0 } else { LEAVING })
        };
        Some(Self { members: members.len(), matching: CheapestMatching::new(size, cost)? })
    }

    /// How many members leave.
    pub fn leaving(&self) -> usize {
        let leaves = |member: &usize| self.matching.mate(*member) >= self.members;
        (0..self.members).filter(leaves).count()
    }

    /// Whether `member` can be one of those who leave, with those who were asked for and could; if so it will be.
    pub fn can_leave(&mut self, member: usize) -> bool {
        let Self { members, matching } = self;
        let least = matching.total();
        let mut stay = |extra: i128| {
            matching
                .set_costs(member, |other, cost| cost.map(|cost| if other < *members { cost + extra } else { cost }));
            matching.total() == least
        };
        // One who can leave as well as not will do so if staying costs but a little.
        let can = stay(1);
        if !can {
            stay(-1);
        }
        can
    }
}
