use super::costs::{CandidateCosts, EdgeCounts, Tuple};
use super::edition;
use super::facts::Facts;
use super::tier::{CriterionCount, Scores};
use crate::IN_BROWSER;
use crate::graph::{CheapestMatching, FilledMatching, Lex, MatchingFailure};
use crate::systems::Unpairable;
use crate::systems::classes::RoleVertex;
use crate::systems::halves::{Halves, Remainder};

/// A bracket to be paired.
#[derive(Clone, Copy)]
pub(super) struct Bracket<'f> {
    pub facts: &'f Facts<'f>,
    /// The moved-down players, by rank.
    pub moved_down: &'f [usize],
    /// The residents, by rank.
    pub residents: &'f [usize],
    pub after: DownfloaterDemand<'f>,
}

/// What is required of the downfloaters.
#[derive(Debug, Clone, Copy)]
pub(super) enum DownfloaterDemand<'f> {
    /// There is none, except in an odd field the player with the bye.
    Last { bye: bool },
    /// Anybody may be one: the players of the next bracket pair as well with any of them, and all below can be paired.
    Anyhow { next: &'f [usize] },
    /// Anybody may be one. The next bracket is to be paired as well as possible.
    Next { next: &'f [usize] },
    /// They and all players `below` can be paired, one of them with the bye in an odd field. The first of those below are the
    /// `next` bracket, which is to be paired as well as possible; there may be none.
    Completing { below: &'f [usize], next: usize, bye: bool },
}

/// Pairs of players.
type RankPairs = Vec<(usize, usize)>;

/// The pairing of a bracket.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct BracketPairing {
    /// The pairs of moved-down players, by rank, each with the resident.
    pub moved_down: RankPairs,
    /// The remainder, or the whole of a homogeneous bracket.
    pub remainder: Remainder,
    /// The downfloaters, by rank. In the last bracket this is the player with the bye.
    pub downfloaters: Vec<usize>,
}

/// A vertex of the matching: a player, an exit or the bye.
pub(super) type BracketVertex = RoleVertex<VertexRole>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum VertexRole {
    MovedDown,
    Resident,
    /// A moved-down player who is not paired in the bracket.
    Limbo,
    /// A player of the next bracket.
    Next,
    /// A player of another lower bracket.
    Below,
    /// Its partner is paired in the next bracket, whoever that is.
    PairedNext,
    /// Its partner is not paired, and nothing is asked of that.
    Exit,
    /// Its partner has the bye.
    Bye,
}

impl VertexRole {
    pub const fn is_member(self) -> bool {
        matches!(self, Self::MovedDown | Self::Resident | Self::Limbo)
    }

    pub const fn is_player(self) -> bool {
        !matches!(self, Self::PairedNext | Self::Exit | Self::Bye)
    }
}

impl BracketPairing {
    /// All pairs.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.moved_down.iter().chain(&self.remainder.pairs).copied()
    }
}

impl Bracket<'_> {
    /// The first candidate of the sequence among the best.
    ///
    /// The articles generate candidates in a sequence: for each set of moved-down players the transpositions of S2, and for
    /// each of these the exchanges and transpositions of the remainder. The best by the criteria is found as a cheapest
    /// matching, which is narrowed choice by choice in this order.
    pub fn pair(&self) -> Result<BracketPairing, Unpairable> {
        let members = RoleVertex::players(VertexRole::MovedDown, self.moved_down);
        let members = [members, RoleVertex::players(VertexRole::Resident, self.residents)].concat();
        let leaving = self.leaving(&members)?;
        let bracket = Self { after: self.asked_of(leaving), ..*self };
        let tiers = edition::tiers(&bracket, leaving);
        let (moved_down, limbo) = bracket.pair_moved_down(&members, leaving, &tiers)?;
        let is_left = |player: &usize| !moved_down.iter().any(|(_, other)| other == player);
        let residents: Vec<usize> = self.residents.iter().copied().filter(is_left).collect();
        let paired = bracket.pair_residents(&residents, &limbo, leaving, &tiers)?;
        Ok(BracketPairing { moved_down, ..paired })
    }

    /// How many downfloaters there are.
    fn leaving(&self, members: &[BracketVertex]) -> Result<usize, Unpairable> {
        if let DownfloaterDemand::Last { bye } = self.after {
            return Ok(usize::from(bye));
        }
        // So many leave if anybody may, and no fewer ever.
        let players = [self.moved_down, self.residents].concat();
        let leaving = players.len() - 2 * self.facts.field.most_pairs_apart(&players, self.moved_down.len());
        if self.completes_with(leaving) {
            return Ok(leaving);
        }
        let vertices = [members, &self.vertices_after(0)].concat();
        let matching = self.cheapest(&vertices, &[CriterionCount::Downfloaters], None)?;
        Ok((0..members.len()).filter(|member| matching.mate(*member) >= members.len()).count())
    }

    /// The moved-down players with their opponents, and those who are not paired.
    fn pair_moved_down(
        &self,
        members: &[BracketVertex],
        leaving: usize,
        tiers: &[CriterionCount],
    ) -> Result<(RankPairs, Vec<usize>), Unpairable> {
        let moved_down = self.moved_down.len();
        if moved_down == 0 {
            return Ok((Vec::new(), Vec::new()));
        }
        let vertices = [members, &self.vertices_after(leaving)].concat();
        let mut matching = self.cheapest(&vertices, tiers, None)?;
        let is_resident = |other: usize| (moved_down..members.len()).contains(&other);
        let (s1, limbo): (Vec<usize>, Vec<usize>) = (0..moved_down).partition(|one| matching.narrow(*one, is_resident));
        let pair = |one: usize| {
            let other = matching.choose(one, |other| Some(other).filter(|other| is_resident(*other)));
            (vertices[one].player, vertices[other].player)
        };
        Ok((s1.into_iter().map(pair).collect(), limbo.into_iter().map(|one| vertices[one].player).collect()))
    }

    /// Pairs these residents as a homogeneous bracket or remainder.
    fn pair_residents(
        &self,
        residents: &[usize],
        limbo: &[usize],
        leaving: usize,
        tiers: &[CriterionCount],
    ) -> Result<BracketPairing, Unpairable> {
        let members = residents.len();
        let mut all = RoleVertex::players(VertexRole::Resident, residents);
        all.extend(RoleVertex::players(VertexRole::Limbo, limbo));
        all.extend(self.vertices_after(leaving));
        let pairs = (members + limbo.len()).checked_sub(leaving).ok_or_else(Unpairable::lost)? / 2;
        let halves = Halves { s1: pairs, members };
        let remainder = Remainder::first(self.cheapest(&all, tiers, Some(halves))?, halves, residents);
        let downfloaters = [limbo, &remainder.unpaired].concat();
        Ok(BracketPairing { moved_down: Vec::new(), remainder, downfloaters })
    }

    /// The best matchings by these tiers.
    fn cheapest(
        &self,
        vertices: &[BracketVertex],
        tiers: &[CriterionCount],
        halves: Option<Halves>,
    ) -> Result<FilledMatching, Unpairable> {
        let counts = EdgeCounts { facts: self.facts, vertices, tiers, scores: self.scores(), halves };
        match (counts.weights(), counts.len()) {
            (Some(weights), _) => cheapest::<i128>(counts, &weights),
            (None, ..=16) if !IN_BROWSER => cheapest::<Lex<16>>(counts, &[]),
            (None, ..=32) => cheapest::<Lex<32>>(counts, &[]),
            (None, ..=64) if !IN_BROWSER => cheapest::<Lex<64>>(counts, &[]),
            (None, ..=128) => cheapest::<Lex<128>>(counts, &[]),
            (None, ..=512) => cheapest::<Lex<512>>(counts, &[]),
            _ => Err(Unpairable::too_many()),
        }
    }

    /// The scores that distances are measured by.
    pub fn scores(&self) -> Scores {
        let score = |player: &usize| self.facts.score(*player);
        let lowest = self.residents.iter().map(score).min().unwrap_or_default();
        Scores { lowest, next: self.next().first().map_or(lowest, score) }
    }

    /// The players of the next bracket, if its pairing matters.
    pub fn next(&self) -> &[usize] {
        match self.after {
            DownfloaterDemand::Last { .. } => &[],
            DownfloaterDemand::Anyhow { next } | DownfloaterDemand::Next { next } => next,
            DownfloaterDemand::Completing { below, next, .. } => &below[..next],
        }
    }

    /// The vertices outside the bracket.
    fn vertices_after(&self, leaving: usize) -> Vec<BracketVertex> {
        match self.after {
            DownfloaterDemand::Last { bye } => RoleVertex::places(VertexRole::Bye, usize::from(bye)),
            DownfloaterDemand::Anyhow { .. } => RoleVertex::places(VertexRole::PairedNext, leaving),
            // As many exits as players who could stay unpaired. Those that are not needed are joined to each other.
            DownfloaterDemand::Next { next } => [
                RoleVertex::players(VertexRole::Next, next),
                RoleVertex::places(VertexRole::Exit, next.len() + leaving),
            ]
            .concat(),
            DownfloaterDemand::Completing { below, next, bye } => {
                let (next, below) = below.split_at(next);
                [
                    RoleVertex::players(VertexRole::Next, next),
                    RoleVertex::players(VertexRole::Below, below),
                    RoleVertex::places(VertexRole::Bye, usize::from(bye)),
                ]
                .concat()
            }
        }
    }
}

fn cheapest<W: Tuple>(counts: EdgeCounts<'_>, weights: &[i128]) -> Result<FilledMatching, Unpairable> {
    let matching: Result<CheapestMatching<W>, MatchingFailure> =
        CheapestMatching::by_classes(&CandidateCosts::new(counts, weights));
    matching.map(CheapestMatching::among_equals).map_err(|_| Unpairable::lost())
}
