use super::bracket::{LowerBrackets, NextBracketExit, Role, ScoreBracketVertex};
use super::requirement::{Manner, Requirement};
use crate::graph::Prices;
use crate::systems::Unpairable;
use crate::systems::classes::Classes;
use crate::systems::field::Field;
use crate::systems::halves::Halves;

/// What a pair costs. `None` if it cannot be made.
type Cost = Option<i128>;

/// The costs of pairs of vertices, made of counts. Each count weighs more than all those after it.
#[derive(Debug, Clone)]
pub(super) struct Costs<'f> {
    field: &'f Field,
    vertices: &'f [ScoreBracketVertex],
    halves: Option<Halves>,
    /// The vertices whose pairs cost the same, but for the difference of D.2, in increasing order.
    classes: Classes,
    manner: Manner,
    /// Moved-down players not in S1. They are as few as possible, since M1 is the most that can be paired.
    not_in_s1: i128,
    /// Members not paired. They are as few as possible, since P1 is the greatest number of pairs.
    unpaired: i128,
    /// A tenth of a point of a moved-down player not paired, above the least score: B.3.
    unpaired_score: i128,
    lowest: i128,
    /// The squares of score differences in a lowest bracket (2012 D.4), in hundredths of a point squared.
    distance: Option<SquaredDistance>,
    /// Players of the next bracket and downfloaters to it who are not paired there (C.12).
    next_unpaired: i128,
    /// Of these, the downfloaters.
    next_unpaired_leaving: i128,
    requirements: Vec<(Requirement, i128)>,
    exchange: i128,
    difference: i128,
    /// The cost, in addition to leaving, of two downfloaters who meet below, if there is anything below.
    meetings_below: Cost,
    /// Whether only pairs with moved-down players are made.
    only_with_moved_down: bool,
}

#[derive(Debug, Clone, Copy)]
struct SquaredDistance {
    weight: i128,
    /// The score of the bye: one point less than the lowest player's.
    bye: i128,
    /// The least square with the bye. Every pairing has it, so it is subtracted, which keeps dual values small.
    least_with_bye: i128,
}

/// The vertex of a member who downfloats.
const EXIT: ScoreBracketVertex = ScoreBracketVertex {
    role: Role::Exit(NextBracketExit { is_of_next: false, loses_pair: false, loses_s1: false }),
    player: usize::MAX,
};

impl<'f> Costs<'f> {
    /// The costs of pairs of these vertices.
    pub fn new(
        field: &'f Field,
        manner: Manner,
        requirements: &[Requirement],
        after: &LowerBrackets<'_>,
        vertices: &'f [ScoreBracketVertex],
        halves: Option<Halves>,
    ) -> Result<Self, Unpairable> {
        let members: Vec<usize> = vertices.iter().filter(|v| v.role.is_member()).map(|v| v.player).collect();
        let tenths = |member: &usize| i128::from(field.cards[*member].score.tenths());
        let lowest = members.iter().map(tenths).min().unwrap_or_default();
        let highest = members.iter().map(tenths).max().unwrap_or_default();
        let for_s1 = vertices.iter().filter(|vertex| vertex.role == Role::MovedDown).count();
        let is_lowest = matches!(after, LowerBrackets::Lowest { .. });
        let (leaving, next, next_leaving) = match after {
            LowerBrackets::Anybody { leaving } => (*leaving, 0, 0),
            LowerBrackets::Best { leaving, next, heterogeneous, .. } => {
                (*leaving, next.len() + leaving, if *heterogeneous { *leaving } else { 0 })
            }
            LowerBrackets::Completing { heterogeneous, .. } => (members.len(), 0, usize::from(*heterogeneous)),
            LowerBrackets::CompletingWithout { .. } => (members.len(), 0, 0),
            LowerBrackets::Lowest { bye } => (usize::from(*bye), 0, 0),
        };

        // From the last count to the first, each one weighs more than the greatest sum of all those after it.
        let mut weight: Option<i128> = Some(vertices.len() as i128 + 1);
        let mut above = |most: usize| {
            let this = if most == 0 { 0 } else { weight.unwrap_or_default() };
            weight = weight
                .and_then(|weight| weight.checked_mul(i128::try_from(most).ok()? + 1))
                .filter(|weight| *weight < 1 << 118);
            this
        };
        let (difference, exchange) =
            halves.map_or((0, 0), |halves| (above(2 * halves.members * halves.s1.max(1)), above(halves.s1)));
        let mut weighted: Vec<(Requirement, i128)> = Vec::new();
        for requirement in requirements.iter().rev() {
            let count = |is: &dyn Fn(usize) -> bool| members.iter().filter(|member| is(**member)).count();
            let most = match requirement {
                Requirement::AbsolutePreferences => {
                    count(&|member| field.cards[member].may_ignore_b2).min(members.len() / 2)
                }
                Requirement::StrongPreferences | Requirement::Preferences => members.len() / 2,
                Requirement::Downfloat(_) => {
                    let most = if manner.counts_all_floats { members.len() } else { leaving };
                    count(&|member| requirement.is_broken_by_downfloat(field, member)).min(most)
                }
                Requirement::Upfloat(_) => {
                    let most = if manner.counts_all_floats { members.len() } else { for_s1 };
                    count(&|member| requirement.is_broken_by_upfloat(field, member)).min(most)
                }
            };
            weighted.push((*requirement, above(most)));
        }
        weighted.reverse();
        let next_unpaired_leaving = above(next_leaving);
        let next_unpaired = above(next);
        let distance = (is_lowest && manner.has_closeness).then(|| {
            let farthest = usize::try_from((highest - lowest + 10).pow(2)).unwrap_or(usize::MAX);
            let bye = lowest - 10;
            let byes = members.iter().map(|member| &field.cards[*member]).filter(|card| card.may_have_bye);
            let least_with_bye =
                byes.map(|card| (i128::from(card.score.tenths()) - bye).pow(2)).min().unwrap_or_default();
            SquaredDistance { weight: above(farthest.saturating_mul(vertices.len())), bye, least_with_bye }
        });
        let counts_scores = manner.has_closeness && !is_lowest;
        let span = if counts_scores { usize::try_from(highest - lowest).unwrap_or(usize::MAX) } else { 0 };
        let unpaired_score = above(span.saturating_mul(leaving));
        // If the vertices fix how many players leave, this count is the same for all pairings.
        let has_choice = !matches!(after, LowerBrackets::Anybody { .. } | LowerBrackets::Lowest { .. });
        let unpaired = above(if has_choice { leaving } else { 0 });
        let not_in_s1 = above(for_s1);
        weight.ok_or_else(|| {
            Unpairable::fault(format!("{} players are more than can be weighed exactly", field.cards.len()))
        })?;
        let classes = Classes::by(vertices.iter().enumerate().map(|(index, vertex)| {
            let kind = field.cards.get(vertex.player).map(|card| card.kind(vertex.role.is_member()));
            (vertex.role, kind.unwrap_or_default(), halves.map(|halves| halves.part(index)))
        }));
        Ok(Self {
            field,
            vertices,
            halves,
            classes,
            manner,
            not_in_s1,
            unpaired,
            unpaired_score,
            lowest,
            distance,
            next_unpaired,
            next_unpaired_leaving,
            requirements: weighted,
            exchange,
            difference,
            meetings_below: match after {
                LowerBrackets::Anybody { .. } | LowerBrackets::Lowest { .. } => None,
                // Neither of them meets another player there.
                LowerBrackets::Best { .. } => Some(2 * next_unpaired_leaving),
                LowerBrackets::Completing { .. } | LowerBrackets::CompletingWithout { .. } => Some(0),
            },
            only_with_moved_down: matches!(after, LowerBrackets::CompletingWithout { .. }),
        })
    }

    /// What the exchanges cost that a pair of vertices needs.
    fn exchanges(&self, u: usize, v: usize) -> i128 {
        let (high, low) = (u.min(v), u.max(v));
        let (exchanges, difference) = self.halves.map_or((0, 0), |halves| halves.exchanges(high, low));
        i128::from(exchanges) * self.exchange + i128::from(difference) * self.difference
    }

    fn least_exchanges(&self, one: usize, other: usize) -> i128 {
        Halves::least(&self.classes.members, one, other, |u, v| self.exchanges(u, v))
    }

    /// The cost of a pair of members.
    fn pair(&self, one: ScoreBracketVertex, other: ScoreBracketVertex) -> Cost {
        let field = self.field;
        if self.meet_below(one, other) {
            let below = self.meetings_below?;
            return Some(self.leaving(one)? + self.leaving(other)? + below);
        }
        let mut cost = match (one.role, other.role) {
            (Role::MovedDown, Role::MovedDown) if !self.manner.has_sets => return None,
            (Role::MovedDown, Role::MovedDown) => self.not_in_s1,
            _ => 0,
        };
        for (requirement, weight) in &self.requirements {
            cost += self.breaches(*requirement, one, other) * weight;
        }
        if let Some(distance) = self.distance {
            let [one, other] = [one, other].map(|vertex| i128::from(field.cards[vertex.player].score.tenths()));
            cost += distance.weight * (one - other).pow(2);
        }
        Some(cost)
    }

    /// Whether two joined members leave the bracket and meet below. They do if no pairs are made here, or if C.1 moved
    /// one of them on before C.12 changed the moved-down players.
    fn meet_below(&self, one: ScoreBracketVertex, other: ScoreBracketVertex) -> bool {
        let roles = [one.role, other.role];
        roles.contains(&Role::Incompatible) || self.only_with_moved_down && !roles.contains(&Role::MovedDown)
    }

    /// How often a requirement is broken if `one`, a member, is joined to `other`.
    pub fn breaches(&self, requirement: Requirement, one: ScoreBracketVertex, other: ScoreBracketVertex) -> i128 {
        let field = self.field;
        let all = self.manner.counts_all_floats;
        if !other.role.is_member() {
            let counts = if all { one.role != Role::Incompatible } else { one.role == Role::Resident };
            return i128::from(counts && requirement.is_broken_by_downfloat(field, one.player));
        }
        if self.meet_below(one, other) {
            return self.breaches(requirement, one, EXIT) + self.breaches(requirement, other, EXIT);
        }
        let (high, low) = if one.player < other.player { (one, other) } else { (other, one) };
        let mut breaches = i128::from(requirement.is_broken_by_colours(field, one.player, other.player));
        let is_of_s1 = high.role == Role::MovedDown;
        if field.cards[high.player].score != field.cards[low.player].score && (all || is_of_s1) {
            breaches += i128::from(requirement.is_broken_by_upfloat(field, low.player));
            breaches += i128::from(all && requirement.is_broken_by_downfloat(field, high.player));
        }
        breaches
    }

    /// The cost of a member who is joined to a vertex outside the bracket.
    fn leave(&self, member: ScoreBracketVertex, vertex: ScoreBracketVertex) -> Cost {
        let field = self.field;
        let card = &field.cards[member.player];
        let there = match vertex.role {
            Role::Bye if !card.may_have_bye => return None,
            Role::Exit(exit) if exit.is_of_next => return None,
            Role::Exit(exit) => self.idle(exit) + i128::from(exit.loses_s1) * self.next_unpaired_leaving,
            Role::Bye => {
                let square = |distance: SquaredDistance| {
                    let square = (i128::from(card.score.tenths()) - distance.bye).pow(2);
                    distance.weight * (square - distance.least_with_bye)
                };
                self.next_unpaired_leaving + self.distance.map_or(0, square)
            }
            _ => 0,
        };
        Some(self.leaving(member)? + there)
    }

    /// The cost of a member who leaves, the same for all vertices outside.
    fn leaving(&self, member: ScoreBracketVertex) -> Cost {
        let mut cost = self.unpaired;
        if member.role == Role::MovedDown {
            if !self.manner.has_sets {
                return None;
            }
            cost += self.not_in_s1;
        }
        if member.role != Role::Incompatible {
            let score = i128::from(self.field.cards[member.player].score.tenths());
            cost += self.unpaired_score * (score - self.lowest);
        }
        for (requirement, weight) in &self.requirements {
            cost += self.breaches(*requirement, member, EXIT) * weight;
        }
        Some(cost)
    }

    /// The cost of an exit of the next bracket.
    fn idle(&self, exit: NextBracketExit) -> i128 {
        i128::from(exit.loses_pair) * self.next_unpaired
    }

    /// The cost of joining two vertices outside the bracket.
    fn elsewhere(&self, one: ScoreBracketVertex, other: ScoreBracketVertex) -> Cost {
        let is_player = |vertex: ScoreBracketVertex| vertex.role.is_player();
        let allowed = match (is_player(one), is_player(other)) {
            (true, true) => true,
            (true, false) => other.role != Role::Bye || self.field.cards[one.player].may_have_bye,
            (false, true) => return self.elsewhere(other, one),
            (false, false) => matches!((one.role, other.role), (Role::Exit(_), Role::Exit(_))),
        };
        let left = match other.role {
            Role::Exit(exit) if is_player(one) => self.idle(exit),
            _ => 0,
        };
        allowed.then_some(left)
    }
}

impl Prices for Costs<'_> {
    type Cost = i128;

    fn classes(&self) -> &[Vec<usize>] {
        &self.classes.members
    }

    fn class(&self, v: usize) -> usize {
        self.classes.of[v]
    }

    fn least(&self, one: usize, other: usize) -> Option<i128> {
        let ends = [one, other].map(|class| self.vertices[self.classes.members[class][0]]);
        let [high, low] = if ends[0].role.is_member() { ends } else { [ends[1], ends[0]] };
        if high.role.is_player() && low.role.is_player() && !self.field.get_colours(high.player, low.player) {
            return None;
        }
        let cost = match (high.role.is_member(), low.role.is_member()) {
            (true, true) => self.pair(high, low)?,
            (true, false) => self.leave(high, low)?,
            (false, _) => self.elsewhere(high, low)?,
        };
        Some(cost + self.least_exchanges(one, other))
    }

    fn exact(&self, least: i128, u: usize, v: usize) -> i128 {
        least + self.exchanges(u, v) - self.least_exchanges(self.classes.of[u], self.classes.of[v])
    }

    fn is_uniform(&self, one: usize, other: usize) -> bool {
        let part = |class: usize| self.halves.map(|halves| halves.part(self.classes.members[class][0]));
        Halves::are_uniform(part(one), part(other))
    }

    fn change(&self, v: usize, other: usize) -> Option<i128> {
        Some(i128::from(Halves::change(v, other)) * self.difference)
    }

    // The vertices of a class get the same colours.
    fn barred(&self) -> Option<Box<dyn Iterator<Item = (usize, usize)> + '_>> {
        let players = self.vertices.iter().map(|vertex| vertex.role.is_player().then_some(vertex.player));
        Some(Box::new(self.field.apart_among(players).into_iter()))
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        let (one, other) = (&self.vertices[u], &self.vertices[v]);
        !(one.role.is_player() && other.role.is_player()) || self.field.may_meet(one.player, other.player)
    }
}
