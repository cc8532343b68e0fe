use super::costs::Costs;
use super::requirement::{Manner, Requirement};
use crate::graph::{CheapestMatching, FilledMatching, MatchingFailure};
use crate::systems::Unpairable;
use crate::systems::classes::RoleVertex;
use crate::systems::field::Field;
use crate::systems::halves::{Halves, Remainder};

/// A score bracket to be paired.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoreBracket<'f> {
    pub field: &'f Field,
    pub manner: Manner,
    /// The requirements, kept as far as possible, the most important first.
    pub requirements: &'f [Requirement],
    /// The moved-down players, by rank.
    pub moved_down: &'f [usize],
    /// The residents, by rank.
    pub residents: &'f [usize],
    pub after: LowerBrackets<'f>,
}

/// What the brackets below require of the downfloaters.
#[derive(Debug, Clone, Copy)]
pub(super) enum LowerBrackets<'f> {
    /// Any `leaving` players downfloat.
    Anybody { leaving: usize },
    /// `leaving` players downfloat. With them the next bracket makes as many pairs as with any `leaving` players
    /// (C.12). If it will be `heterogeneous`, as many downfloaters as possible are in these pairs.
    Best { leaving: usize, next: &'f [usize], heterogeneous: bool, idle: IdlePlayers },
    /// The downfloaters and all players below can be paired, one of them with the bye in an odd field. If the bracket
    /// below will be `heterogeneous`, a downfloater has the bye only if nobody else can.
    Completing { below: &'f [usize], bye: bool, heterogeneous: bool },
    /// As `Completing`, but no pair is made in a remainder.
    CompletingWithout { below: &'f [usize], bye: bool },
    /// The bracket is the lowest: all are paired, one of them with the bye in an odd field.
    Lowest { bye: bool },
}

/// Who stays without opponent in the next bracket (C.12).
#[derive(Debug, Clone, Copy)]
pub(super) struct IdlePlayers {
    /// The most downfloaters.
    pub downfloaters: usize,
    /// How many players can be without costing a pair that is asked for.
    pub free: usize,
    /// How many downfloaters can be without costing one whom S1 is asked to have.
    pub free_downfloaters: usize,
}

/// The pairing of a bracket.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ScoreBracketPairing {
    /// The players without opponents in the bracket (C.1). The bracket is paired without them.
    pub incompatible: Vec<usize>,
    /// Whether the bracket is treated as homogeneous: at least half of its players were moved down (A.3), or none.
    pub is_homogeneous: bool,
    /// The pairs of moved-down players in S1, by rank, each with the opponent from S2.
    pub moved_down: Vec<(usize, usize)>,
    /// The remainder, or the whole of a homogeneous bracket.
    pub remainder: Remainder,
    /// The downfloaters, by rank. In the lowest bracket this is the player with the bye.
    pub downfloaters: Vec<usize>,
}

impl ScoreBracketPairing {
    /// All pairs.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.moved_down.iter().chain(&self.remainder.pairs).copied()
    }
}

/// A vertex of the matching: a player, an exit or the bye.
pub(super) type ScoreBracketVertex = RoleVertex<Role>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// A moved-down player who may be in S1 of a heterogeneous bracket.
    MovedDown,
    /// A moved-down player in a homogeneous bracket or in a remainder.
    Among,
    Resident,
    /// A member without opponents here.
    Incompatible,
    /// A player of the next bracket.
    Next,
    /// A player of any lower bracket.
    Below,
    /// An exit: its partner is not paired in the bracket, or not in the next one.
    Exit(NextBracketExit),
    /// The bye: its partner is a player who may have it.
    Bye,
}

/// What an exit of the next bracket costs, and who can take it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NextBracketExit {
    /// Only for players of the next bracket, not for downfloaters.
    pub is_of_next: bool,
    /// Whether a pair is lost.
    pub loses_pair: bool,
    /// Whether a downfloater in it is lost for S1.
    pub loses_s1: bool,
}

impl Role {
    pub const fn is_member(self) -> bool {
        matches!(self, Self::MovedDown | Self::Among | Self::Resident | Self::Incompatible)
    }

    pub const fn is_player(self) -> bool {
        !matches!(self, Self::Exit(_) | Self::Bye)
    }
}

impl ScoreBracket<'_> {
    /// The first pairing of the procedure; `None` if there is none.
    ///
    /// The procedure tries requirements from the strictest to the weakest. For each, it tries sets of moved-down
    /// players (D.3), transpositions (D.1) and exchanges (D.2) in order. So its first pairing is the first in this
    /// order among the pairings that keep the most requirements. It is found as a cheapest matching, which is narrowed
    /// choice by choice.
    pub fn pair(&self) -> Result<Option<ScoreBracketPairing>, Unpairable> {
        let (residents, mut incompatible) = self.compatible(self.residents);
        let (moved_down, without_opponent) = self.compatible(self.moved_down);
        incompatible.extend(without_opponent);
        let is_homogeneous = moved_down.len() >= residents.len() || moved_down.is_empty();
        let paired = if is_homogeneous {
            self.homogeneous([moved_down, residents].concat(), &incompatible, self.requirements)?
        } else if self.manner.has_sets {
            self.heterogeneous(&moved_down, moved_down.len(), &residents, &incompatible)?
        } else {
            let highest = (0..=moved_down.len()).rev();
            let pairings = highest.map(|s1| self.heterogeneous(&moved_down, s1, &residents, &incompatible));
            pairings.filter_map(Result::transpose).next().transpose()?
        };
        Ok(paired.map(|paired| ScoreBracketPairing { is_homogeneous, incompatible, ..paired }))
    }

    /// C.1: players without opponents are moved on before players are counted, except in a lowest bracket.
    fn compatible(&self, players: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let members = self.moved_down.iter().chain(self.residents);
        let has_opponent = |one: &usize| members.clone().any(|other| self.field.may_meet(*one, *other));
        let is_lowest = matches!(self.after, LowerBrackets::Lowest { .. });
        players.iter().partition(|one| is_lowest || has_opponent(one))
    }

    /// Pairs the moved-down players, then the remainder. Only the first `candidates` moved-down players can be in S1.
    fn heterogeneous(
        &self,
        moved_down: &[usize],
        candidates: usize,
        residents: &[usize],
        incompatible: &[usize],
    ) -> Result<Option<ScoreBracketPairing>, Unpairable> {
        let (for_s1, others) = moved_down.split_at(candidates);
        let mut vertices = RoleVertex::players(Role::MovedDown, for_s1);
        vertices.extend(RoleVertex::players(Role::Among, others));
        vertices.extend(RoleVertex::players(Role::Resident, residents));
        let members = vertices.len();
        vertices.extend(RoleVertex::players(Role::Incompatible, incompatible));
        vertices.extend(self.vertices_after());
        // A requirement on downfloats that is dropped for a whole group is dropped for the remainder separately.
        let is_asked = |requirement: &&Requirement| {
            !(self.manner.drops_wholly && matches!(requirement, Requirement::Downfloat(_)))
        };
        let asked = self.requirements.iter().filter(is_asked).copied().collect();
        let Some((mut matching, kept)) = self.cheapest(&vertices, asked, None)? else { return Ok(None) };

        // D.3: the first set of moved-down players that can be S1. The others are in S2 (C.4).
        let mut in_s1 = vec![true; candidates];
        if self.manner.has_sets {
            for (one, is_in) in in_s1.iter_mut().enumerate() {
                let makes_s1 = |other: usize| if other < candidates { other > one } else { other < members };
                *is_in = matching.narrow(one, makes_s1);
            }
        }
        let mut moved_down = Vec::new();
        let mut taken = vec![false; members];
        for one in (0..candidates).filter(|one| in_s1[*one]) {
            let is_allowed = |other: &usize| *other >= candidates || !in_s1[*other];
            let other = matching.choose(one, |other| Some(other).filter(is_allowed));
            moved_down.push((vertices[one].player, vertices[other].player));
            taken[one] = true;
            taken[other] = true;
        }
        let remainder = (0..members).filter(|vertex| !taken[*vertex]).map(|vertex| vertices[vertex].player).collect();
        let is_left = |requirement: &&Requirement| kept.contains(requirement) || !is_asked(requirement);
        let left: Vec<Requirement> = self.requirements.iter().filter(is_left).copied().collect();
        let paired = self.homogeneous(remainder, incompatible, &left)?;
        Ok(paired.map(|remainder| ScoreBracketPairing { moved_down, ..remainder }))
    }

    /// A cheapest matching of the vertices, and the requirements that need not be dropped for the whole group.
    fn cheapest(
        &self,
        vertices: &[ScoreBracketVertex],
        mut requirements: Vec<Requirement>,
        halves: Option<Halves>,
    ) -> Result<Option<(FilledMatching, Vec<Requirement>)>, Unpairable> {
        use Requirement::{Downfloat, Upfloat};
        loop {
            let costs = Costs::new(self.field, self.manner, &requirements, &self.after, vertices, halves)?;
            let Some(matching) = cheapest(&costs)? else { return Ok(None) };
            let members = || (0..vertices.len()).filter(|vertex| vertices[*vertex].role.is_member());
            let is_broken = |requirement: &Requirement| {
                let pairs = members().map(|u| (u, matching.mates[u])).filter(|(u, v)| u < v);
                pairs.map(|(u, v)| costs.breaches(*requirement, vertices[u], vertices[v])).sum::<i128>() > 0
            };
            // B.6 is dropped before B.5, and downfloats before upfloats.
            let groups = [[Upfloat(1), Upfloat(2)], [Upfloat(2); 2], [Downfloat(1), Downfloat(2)], [Downfloat(2); 2]];
            let dropped = groups.into_iter().find(|group| requirements.contains(&group[0]) && is_broken(&group[0]));
            match dropped.filter(|_| self.manner.drops_wholly) {
                Some(dropped) => requirements.retain(|requirement| !dropped.contains(requirement)),
                None => return Ok(Some((matching.among_equals(), requirements))),
            }
        }
    }

    /// Pairs these members as a homogeneous bracket.
    fn homogeneous(
        &self,
        mut members: Vec<usize>,
        incompatible: &[usize],
        requirements: &[Requirement],
    ) -> Result<Option<ScoreBracketPairing>, Unpairable> {
        members.sort_unstable();
        let role = |player: &usize| if self.moved_down.contains(player) { Role::Among } else { Role::Resident };
        let vertex = |player: &usize| ScoreBracketVertex { role: role(player), player: *player };
        let mut vertices: Vec<ScoreBracketVertex> = members.iter().map(vertex).collect();
        vertices.extend(RoleVertex::players(Role::Incompatible, incompatible));
        vertices.extend(self.vertices_after());
        let Some(s1) = self.pairs_of(members.len(), incompatible.len(), &vertices)? else { return Ok(None) };
        let halves = Halves { s1, members: members.len() };
        let Some((matching, _)) = self.cheapest(&vertices, requirements.to_vec(), Some(halves))? else {
            return Ok(None);
        };
        let remainder = Remainder::first(matching, halves, &members);
        let mut downfloaters = [remainder.unpaired.as_slice(), incompatible].concat();
        downfloaters.sort_unstable();
        Ok(Some(ScoreBracketPairing { remainder, downfloaters, ..ScoreBracketPairing::default() }))
    }

    /// The number of pairs that the first `members` of these vertices make among themselves. S1 has as many players.
    fn pairs_of(
        &self,
        members: usize,
        incompatible: usize,
        vertices: &[ScoreBracketVertex],
    ) -> Result<Option<usize>, Unpairable> {
        let leaving = match self.after {
            LowerBrackets::Anybody { leaving } | LowerBrackets::Best { leaving, .. } => {
                leaving.checked_sub(incompatible)
            }
            LowerBrackets::Lowest { bye } => Some(usize::from(bye)),
            LowerBrackets::CompletingWithout { .. } => Some(members),
            LowerBrackets::Completing { .. } => {
                let costs = Costs::new(self.field, self.manner, &[], &self.after, vertices, None)?;
                let matching = cheapest(&costs)?;
                matching.map(|matching| matching.mates[..members].iter().filter(|mate| **mate >= members).count())
            }
        };
        Ok(leaving.and_then(|leaving| members.checked_sub(leaving)).map(|paired| paired / 2))
    }

    /// The vertices outside the bracket. Downfloaters can be joined to them, and they can be joined to each other.
    fn vertices_after(&self) -> Vec<ScoreBracketVertex> {
        match self.after {
            LowerBrackets::Anybody { leaving } => RoleVertex::places(Role::Exit(NextBracketExit::default()), leaving),
            // As many exits as players who could stay unpaired. Those that are not needed are joined to each other.
            LowerBrackets::Best { leaving, next, idle, .. } => {
                let exit = |index: usize| NextBracketExit {
                    is_of_next: index >= idle.downfloaters,
                    loses_pair: index >= idle.free,
                    loses_s1: index >= idle.free_downfloaters,
                };
                let mut vertices = RoleVertex::players(Role::Next, next);
                let exits = (0..next.len() + leaving).map(|index| Role::Exit(exit(index)));
                vertices.extend(exits.flat_map(|role| RoleVertex::places(role, 1)));
                vertices
            }
            LowerBrackets::Completing { below, bye, .. } | LowerBrackets::CompletingWithout { below, bye } => {
                [RoleVertex::players(Role::Below, below), RoleVertex::places(Role::Bye, usize::from(bye))].concat()
            }
            LowerBrackets::Lowest { bye } => RoleVertex::places(Role::Bye, usize::from(bye)),
        }
    }
}

/// The cheapest matching; `None` if the vertices cannot all be joined.
fn cheapest(costs: &Costs<'_>) -> Result<Option<CheapestMatching<i128>>, Unpairable> {
    match CheapestMatching::by_classes(costs) {
        Ok(matching) => Ok(Some(matching)),
        Err(MatchingFailure::Impossible) => Ok(None),
        Err(_) => Err(Unpairable::lost()),
    }
}
