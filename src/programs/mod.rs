//! Rule systems as integer programs: tier after tier, on what the tiers before leave possible.
//!
//! Nothing is weighed against anything: a tier's optimum becomes a row or fixes columns, and the next tier is asked. What
//! the last tier leaves is one pairing.

mod bracket;
mod brackets;
mod colours;
mod encounters;
mod field;

use crate::model::{Count, Procedure, SystemSpec};
use crate::solve::{Decision, Face, Limits, Options, SolveError};
use crate::tournament::{Board, Pairing, PlayerId, RoundState};
use bracket::{Beyond, Bracket, Members};
use colours::Colours;
use encounters::Encounters;
use field::Field;

/// A round as a system's program pairs it.
#[derive(Debug, Clone)]
pub struct SystemSolution {
    /// The pairing, in board order.
    pub pairing: Pairing,
    /// What was solved, in order.
    pub stages: Vec<Stage>,
}

/// One program, solved to the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// What it is.
    pub kind: StageKind,
    /// Who is to be paired in it, in pairing order.
    pub players: Vec<PlayerId>,
    /// Who leaves it unpaired.
    pub leavers: Vec<PlayerId>,
    /// The optimum of each tier, in order: one number an aim.
    pub tiers: Vec<TierOptimum>,
    /// Where the other pairing that was asked about first falls behind, if it does.
    pub behind: Option<Behind>,
}

/// Which program of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageKind {
    /// Everybody.
    Everybody,
    /// A bracket as it is best for itself.
    Alone,
    /// A bracket from which the next one has asked for others (C.12).
    Backtracked,
    /// A bracket from which all below can be paired (C.13).
    Penultimate,
    /// The lowest bracket.
    Lowest,
    /// The colours.
    Colours,
}

/// What a tier came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TierOptimum {
    /// What it counts, as the model file names it.
    pub count: String,
    /// The rule it is from.
    pub article: String,
    /// The least value of each of its sums, or the place of the column chosen.
    pub values: Vec<i64>,
}

/// Why another pairing is not the optimum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Behind {
    /// It makes a pair, or lets somebody leave, that is no column of the program.
    NotAllowed,
    /// It is worse in this tier, and equal before.
    Worse {
        /// What the tier counts.
        count: String,
        /// The rule of the tier.
        article: String,
        /// The optimum.
        best: i64,
        /// What the other pairing has.
        other: i64,
    },
    /// It is better in this tier: what lies below (C.12, C.13) does not allow it.
    NotBelow {
        /// What the tier counts.
        count: String,
        /// The rule of the tier.
        article: String,
    },
}

/// Pair `state` by the program of a system: `None` if it leaves no pairing. `other` is a pairing to be held against it.
///
/// # Errors
/// [`SolveError::TimeLimit`] if there is one and it comes before the last tier, without which there is no pairing;
/// [`SolveError::Internal`] if HiGHS fails.
pub fn solve(
    state: &RoundState,
    spec: &SystemSpec,
    other: Option<&Pairing>,
    options: Options,
) -> Result<Option<SystemSolution>, SolveError> {
    let round = Round { state, spec, limits: options.start(), other };
    match spec.formulation {
        Procedure::Everybody => round.everybody(),
        Procedure::Brackets => round.brackets(),
    }
}

struct Round<'a> {
    state: &'a RoundState,
    spec: &'a SystemSpec,
    limits: Limits,
    other: Option<&'a Pairing>,
}

impl Round<'_> {
    /// The TCEC Swiss: rounds before are gone through for what they made forget, then one program.
    fn everybody(&self) -> Result<Option<SystemSolution>, SolveError> {
        let mut forgotten = 0;
        for past in 1..self.state.round() {
            forgotten = self.forgotten_after(past, forgotten)?;
        }
        let mut encounters = Encounters::of_round_to_pair(self.state, forgotten);
        encounters.settle_bye();
        let Some(mut face) = Face::new(encounters.program.clone(), self.limits)? else { return Ok(None) };
        for tier in 0..self.spec.tiers.len() {
            face.decide(tier, encounters.aims(self.spec.tiers[tier].count))?;
        }
        let (pairs, bye) = encounters.pairs(&face.point);
        let players: Vec<usize> = (0..self.state.players().len()).collect();
        let columns = self.other.and_then(|other| {
            let opponents = opponents(self.state, other);
            encounters.columns_of(|rank| opponents[rank])
        });
        let behind = self.other.and_then(|_| behind(self.spec, &face.decided, columns.as_deref()));
        let stage = self.stage(StageKind::Everybody, &players, bye.as_slice(), &face.decided, behind);
        self.coloured(pairs, bye, vec![stage])
    }

    /// How many rounds are forgotten after a round that was played.
    fn forgotten_after(&self, round: u32, forgotten: u32) -> Result<u32, SolveError> {
        let encounters = Encounters::of_past_round(self.state, round, forgotten);
        // What was played proves that no more need be forgotten, if it remembers so much.
        if let Some(played) = encounters.as_played(self.state, round)
            && encounters.forgotten(&played) == forgotten
        {
            return Ok(forgotten);
        }
        let Some(mut face) = Face::new(encounters.program.clone(), self.limits)? else {
            return Ok(forgotten.max(round - 1));
        };
        face.decide(0, encounters.aims(Count::ForgottenRounds))?;
        Ok(encounters.forgotten(&face.point))
    }

    fn stage(
        &self,
        kind: StageKind,
        players: &[usize],
        leavers: &[usize],
        decided: &[Decision],
        behind: Option<Behind>,
    ) -> Stage {
        let ids = |ranks: &[usize]| ranks.iter().map(|rank| self.state.players()[*rank].id).collect();
        let tiers = decided.chunk_by(|a, b| a.tier == b.tier).map(|chunk| TierOptimum {
            count: self.spec.tiers[chunk[0].tier].count.name(),
            article: self.spec.tiers[chunk[0].tier].article.clone(),
            values: chunk.iter().map(|decision| decision.value).collect(),
        });
        Stage { kind, players: ids(players), leavers: ids(leavers), tiers: tiers.collect(), behind }
    }

    /// The pairs with their colours, by the second program.
    fn coloured(
        &self,
        pairs: Vec<(usize, usize)>,
        bye: Option<usize>,
        mut stages: Vec<Stage>,
    ) -> Result<Option<SystemSolution>, SolveError> {
        let colours = Colours::new(self.state, Field::new(self.state, self.spec.edition), pairs);
        let lost = || SolveError::Internal("the colours have no solution".into());
        let mut face = Face::new(colours.program.clone(), self.limits)?.ok_or_else(lost)?;
        for (index, tier) in self.spec.colours.iter().enumerate() {
            face.decide(index, vec![colours.aim(tier.count)])?;
        }
        let boards = colours.boards(&face.point);
        let other = self.other.and_then(|other| colours.columns_of(&other.boards));
        let article = |index: usize| self.spec.colours[index].article.clone();
        let behind = other.and_then(|columns| {
            let worse = |decision: &Decision| {
                let other = decision.aim.value(&columns);
                (other > decision.value).then(|| Behind::Worse {
                    count: self.spec.colours[decision.tier].count.name(),
                    article: article(decision.tier),
                    best: decision.value,
                    other,
                })
            };
            face.decided.iter().find_map(worse)
        });
        let tiers = face.decided.iter().map(|decision| TierOptimum {
            count: self.spec.colours[decision.tier].count.name(),
            article: article(decision.tier),
            values: vec![decision.value],
        });
        let tiers = tiers.collect();
        stages.push(Stage { kind: StageKind::Colours, players: Vec::new(), leavers: Vec::new(), tiers, behind });
        let bye = bye.map(|rank| self.state.players()[rank].id);
        Ok(Some(SystemSolution { pairing: Pairing { boards, bye }.in_board_order(self.state), stages }))
    }
}

/// The first tier in which other columns differ from what was decided.
fn behind(spec: &SystemSpec, decided: &[Decision], columns: Option<&[i64]>) -> Option<Behind> {
    let Some(columns) = columns else { return Some(Behind::NotAllowed) };
    decided.iter().find_map(|decision| {
        let other = decision.aim.value(columns);
        let (count, article) = (spec.tiers[decision.tier].count.name(), spec.tiers[decision.tier].article.clone());
        match other.cmp(&decision.value) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Behind::Worse { count, article, best: decision.value, other }),
            std::cmp::Ordering::Less => Some(Behind::NotBelow { count, article }),
        }
    })
}

/// Each player's opponent, by rank.
fn opponents(state: &RoundState, pairing: &Pairing) -> Vec<Option<usize>> {
    let mut opponents = vec![None; state.players().len()];
    for Board { white, black } in &pairing.boards {
        if let (Some(white), Some(black)) = (state.rank(*white), state.rank(*black)) {
            opponents[white] = Some(black);
            opponents[black] = Some(white);
        }
    }
    opponents
}
