//! Rule systems as integer programs. The tiers are solved one after another, each among the optima of those before it.
//!
//! No tier is weighed against another: the next tier is solved among the optima of those before it, and the last tier leaves
//! one pairing. Every program is a matching with exits, so every tier has a dual solution ([`Face`]).

mod bracket;
mod brackets;
mod colours;
pub mod dutch_since_2017;
mod encounters;
pub mod families;
mod field;
mod sequence;
mod wish;

use crate::model::{Aim, Count, Procedure, Program, SystemProgram, Value};
use crate::solve::Moment;
use crate::solve::{
    Bound, Decision, Evidence, Face, Halt, Incumbent, Limits, NoPairing, Options, Solution, SolveError, Termination,
    Timing,
};
use crate::tournament::{Board, Pairing, PlayerId, RoundState};
use bracket::{LowerBrackets, ScoreBracket, ScoreBracketMembers};
use colours::Colours;
use encounters::Encounters;
use field::Field;
use schemars::JsonSchema;
use serde::Serialize;
pub use wish::{Setback, WishResult, wish};

/// A round as a system's program pairs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramSolution {
    /// The result of the solver. Its values are those of all tiers of all programs, in order: a tier has one for each
    /// of its aims, and the least is the best.
    pub solution: Solution,
    /// The programs, in order; at a limit, those solved before it, if they are known.
    pub stages: Vec<ProgramStage>,
}

/// One program, solved to the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Stage")]
pub struct ProgramStage {
    /// Which program it is.
    #[serde(rename = "program")]
    pub kind: StageKind,
    /// The players to be paired in it, in pairing order.
    pub players: Vec<PlayerId>,
    /// The players whom it leaves unpaired: the downfloaters of a bracket, or in the last one the player with the bye.
    pub downfloaters: Vec<PlayerId>,
    /// The optimum of each tier, in order. Each aim has one number.
    pub tiers: Vec<TierOptimum>,
    /// The first tier in which the given other pairing is worse; `None` without such a tier.
    #[serde(skip)]
    pub behind: Option<Inferiority>,
}

/// One program of a round with everything that was decided in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageProgram {
    /// The stage.
    pub stage: ProgramStage,
    /// The program.
    pub program: Program,
    /// The aims, in order. Each was decided among the points that keep those before it.
    pub aims: Vec<DecidedAim>,
}

/// An aim with its optimum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedAim {
    /// The count of its tier, as the model file names it.
    pub count: String,
    /// The rule of the tier.
    pub article: String,
    /// The aim.
    pub aim: Aim,
    /// The least value.
    pub value: i64,
}

/// Which program of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum StageKind {
    /// The program of all players.
    Everybody,
    /// A bracket by itself.
    Alone,
    /// A bracket from which the next one asks for other downfloaters (C.12).
    Backtracked,
    /// A bracket from which all below can be paired (C.13).
    Penultimate,
    /// The lowest bracket.
    Lowest,
    /// A bracket of 2017 or 2026 with those below, as far as its downfloaters depend on them.
    Bracket,
    /// All players below the penultimate bracket of 2017.
    Collapsed,
    /// The colours.
    Colours,
}

/// The optimum of a tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TierOptimum {
    /// The count, as the model file names it.
    #[serde(rename = "tier")]
    pub count: String,
    /// The rule of the tier.
    pub article: String,
    /// The least value of each of its sums, or the index of the chosen column.
    #[serde(rename = "value")]
    pub values: Vec<i64>,
    /// The evidence for each value. A record has it with the bounds.
    #[serde(skip)]
    pub evidence: Vec<Evidence>,
}

/// The reason why another pairing is not the optimum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inferiority {
    /// It has a pair or a downfloater for which the program has no column.
    NotAllowed,
    /// It is worse in this tier, and equal in the tiers before.
    Worse {
        /// The count of the tier.
        count: String,
        /// The rule of the tier.
        article: String,
        /// The optimum.
        best: i64,
        /// The value of the other pairing.
        other: i64,
    },
    /// It is better in this tier, but the brackets below (C.12, C.13) require other downfloaters.
    NotBelow {
        /// The count of the tier.
        count: String,
        /// The rule of the tier.
        article: String,
    },
}

/// Pair `state` by the program of a system. `other` is a pairing to compare with it.
///
/// # Errors
/// [`SolveError::Internal`] if a check of the solver fails.
pub fn solve(
    state: &RoundState,
    system: &SystemProgram,
    other: Option<&Pairing>,
    options: Options,
) -> Result<ProgramSolution, SolveError> {
    run(state, system, other, options, false).map(|(solution, _)| solution)
}

/// The same, with the program of each stage.
///
/// # Errors
/// As [`solve`].
pub fn solve_with_programs(
    state: &RoundState,
    system: &SystemProgram,
    options: Options,
) -> Result<(ProgramSolution, Vec<StageProgram>), SolveError> {
    run(state, system, None, options, true)
}

fn run(
    state: &RoundState,
    system: &SystemProgram,
    other: Option<&Pairing>,
    options: Options,
    keeps_programs: bool,
) -> Result<(ProgramSolution, Vec<StageProgram>), SolveError> {
    let started = Moment::now();
    let limits = options.start();
    let attempted = {
        let (state, system, other) = (state.clone(), system.clone(), other.cloned());
        limits.attempt(move || {
            let mut round = Round::new(&state, &system, limits, other.as_ref());
            round.programs = keeps_programs.then(Vec::new);
            (round.pair(), round.stages, round.programs.unwrap_or_default())
        })
    };
    let (paired, stages, programs) = attempted.unwrap_or((Err(Halt::Limit), Vec::new(), Vec::new()));
    let (termination, pairing) = match paired {
        Ok(Ok(pairing)) => (Termination::Optimal, Some(pairing)),
        Ok(Err(evidence)) => {
            let why = NoPairing::System { evidence, reason: None, impossible: None };
            (Termination::Infeasible(why), None)
        }
        Err(Halt::Limit) => (limits.termination(), None),
        Err(Halt::Failed(error)) => return Err(error),
    };
    let tiers = stages.iter().flat_map(|stage| &stage.tiers);
    let least = tiers.flat_map(|tier| tier.values.iter().zip(&tier.evidence));
    let bound = |(value, evidence): (&i64, &Evidence)| Bound { value: Value::from_whole(*value), evidence: *evidence };
    let bounds: Vec<Bound> = least.map(bound).collect();
    let values = bounds.iter().map(|bound| bound.value).collect();
    let solution = Solution {
        bounds,
        incumbent: pairing.map(|pairing| Incumbent { pairing, values }),
        timing: Timing { optimise: started.elapsed(), ..Timing::default() },
        ..Solution::new(termination)
    };
    Ok((ProgramSolution { solution, stages }, programs))
}

struct Round<'a> {
    state: &'a RoundState,
    system: &'a SystemProgram,
    limits: Limits,
    other: Option<&'a Pairing>,
    stages: Vec<ProgramStage>,
    /// The programs of the stages, if they are asked for.
    programs: Option<Vec<StageProgram>>,
    /// The ranks of two who should be paired; after the last one is the bye.
    wish: Option<[usize; 2]>,
    /// Where the wish fails.
    setback: Option<Setback>,
}

/// The pairs by rank, the higher player first, and the bye; or the evidence that no pairing exists.
type PairsOrEvidence = Result<(Vec<(usize, usize)>, Option<usize>), Evidence>;

impl<'a> Round<'a> {
    fn new(state: &'a RoundState, system: &'a SystemProgram, limits: Limits, other: Option<&'a Pairing>) -> Self {
        Self { state, system, limits, other, stages: Vec::new(), programs: None, wish: None, setback: None }
    }

    fn pair(&mut self) -> Result<Result<Pairing, Evidence>, Halt> {
        let pairs = match self.system.formulation {
            Procedure::Everybody => self.everybody()?,
            Procedure::Brackets => match self.system.edition.candidates() {
                Some(text) => self.candidate_brackets(text)?,
                None => self.brackets()?,
            },
        };
        Ok(match pairs {
            Ok((pairs, bye)) => Ok(self.coloured(pairs, bye)?),
            Err(evidence) => Err(evidence),
        })
    }

    /// The TCEC Swiss. The earlier rounds are solved to find how many rounds they forget. Then the round to pair is one
    /// program.
    fn everybody(&mut self) -> Result<PairsOrEvidence, Halt> {
        let mut forgotten = 0;
        for past in 1..self.state.round() {
            forgotten = self.forgotten_after(past, forgotten)?;
        }
        let mut encounters = Encounters::of_round_to_pair(self.state, forgotten);
        encounters.fix_bye();
        let Some(mut face) = Face::new(encounters.program.clone(), &encounters.switches(), self.limits)? else {
            return Ok(Err(Evidence::Obstruction));
        };
        for tier in 0..self.system.tiers.len() {
            face.decide(tier, encounters.aims(self.system.tiers[tier].count))?;
        }
        if let Some(pair) = self.wish {
            let ways = encounters.ways(pair);
            let aims = |tier: usize, _: &[i64]| self.system.tiers.get(tier).map(|tier| encounters.aims(tier.count));
            let program = (&encounters.program, encounters.switches());
            let behind = self.behind_with((program.0, &program.1), &face.point, &face.decided, &ways, &aims)?;
            self.set_back(StageKind::Everybody, (0..self.state.players().len()).collect(), behind);
        }
        let (pairs, bye) = encounters.pairs(&face.point);
        let players: Vec<usize> = (0..self.state.players().len()).collect();
        let columns = self.other.and_then(|other| {
            let opponents = opponents(self.state, other);
            encounters.columns_of(|rank| opponents[rank])
        });
        let behind = self.other.and_then(|_| self.behind(&face.decided, columns.as_deref()));
        let stage = self.stage(StageKind::Everybody, &players, bye.as_slice(), &face.decided, behind);
        self.push(stage, &encounters.program, &face.decided);
        Ok(Ok((pairs, bye)))
    }

    /// How many rounds are forgotten after a round that was played.
    fn forgotten_after(&self, round: u32, forgotten: u32) -> Result<u32, Halt> {
        let encounters = Encounters::of_past_round(self.state, round, forgotten);
        // If the pairing that was played needs no more rounds forgotten, it proves that no more are forgotten.
        if let Some(played) = encounters.as_played(self.state, round)
            && encounters.forgotten(&played) == forgotten
        {
            return Ok(forgotten);
        }
        let Some(mut face) = Face::new(encounters.program.clone(), &encounters.switches(), self.limits)? else {
            return Ok(forgotten.max(round - 1));
        };
        face.decide(0, encounters.aims(Count::ForgottenRounds))?;
        Ok(encounters.forgotten(&face.point))
    }

    fn stage(
        &self,
        kind: StageKind,
        players: &[usize],
        downfloaters: &[usize],
        decided: &[Decision],
        behind: Option<Inferiority>,
    ) -> ProgramStage {
        let ids = |ranks: &[usize]| ranks.iter().map(|rank| self.state.players()[*rank].id).collect();
        let tiers = optima(decided, |tier| self.named(tier));
        ProgramStage { kind, players: ids(players), downfloaters: ids(downfloaters), tiers, behind }
    }

    /// The reason why the other pairing, which has these columns or none, is not the optimum.
    fn behind(&self, decided: &[Decision], columns: Option<&[i64]>) -> Option<Inferiority> {
        columns.map_or(Some(Inferiority::NotAllowed), |columns| behind(decided, columns, |tier| self.named(tier)))
    }

    fn push(&mut self, stage: ProgramStage, program: &Program, decided: &[Decision]) {
        if let Some(programs) = &mut self.programs {
            let named = |Decision { tier, aim, value, .. }: &Decision| {
                let (count, article) = match stage.kind {
                    StageKind::Colours => {
                        let tier = &self.system.colours[*tier];
                        (tier.count.to_string(), tier.article.clone())
                    }
                    _ => (self.system.tiers[*tier].count.name(), self.system.tiers[*tier].article.clone()),
                };
                DecidedAim { count, article, aim: aim.clone(), value: *value }
            };
            let aims = decided.iter().map(named).collect();
            programs.push(StageProgram { stage: stage.clone(), program: program.clone(), aims });
        }
        self.stages.push(stage);
    }

    /// The count of a tier, and its rule.
    fn named(&self, tier: usize) -> (String, String) {
        let tier = &self.system.tiers[tier];
        (tier.count.name(), tier.article.clone())
    }

    /// The pairs with their colours, by the second program.
    fn coloured(&mut self, pairs: Vec<(usize, usize)>, bye: Option<usize>) -> Result<Pairing, Halt> {
        let colours = Colours::new(self.state, self.system.edition, pairs);
        let lost = || SolveError::Internal("the colours have no solution".into());
        let mut face = Face::new(colours.program.clone(), &[], self.limits)?.ok_or_else(lost)?;
        for (index, tier) in self.system.colours.iter().enumerate() {
            face.decide(index, vec![colours.aim(tier.count)])?;
        }
        let boards = colours.boards(&face.point);
        let named =
            |tier: usize| (self.system.colours[tier].count.to_string(), self.system.colours[tier].article.clone());
        let other = self.other.and_then(|other| colours.columns_of(&other.boards));
        let behind = other.and_then(|columns| behind(&face.decided, &columns, named));
        let tiers = optima(&face.decided, named);
        let (players, downfloaters) = (Vec::new(), Vec::new());
        let stage = ProgramStage { kind: StageKind::Colours, players, downfloaters, tiers, behind };
        self.push(stage, &colours.program, &face.decided);
        let bye = bye.map(|rank| self.state.players()[rank].id);
        Ok(Pairing { boards, bye }.in_board_order(self.state))
    }
}

/// The optimum of each tier. `named` has the tiers' counts and rules.
fn optima(decided: &[Decision], named: impl Fn(usize) -> (String, String)) -> Vec<TierOptimum> {
    let optimum = |aims: &[Decision]| {
        let (count, article) = named(aims[0].tier);
        TierOptimum {
            count,
            article,
            values: aims.iter().map(|decision| decision.value).collect(),
            evidence: aims.iter().map(|decision| decision.evidence).collect(),
        }
    };
    decided.chunk_by(|a, b| a.tier == b.tier).map(optimum).collect()
}

/// The first tier in which other columns differ from the optimum.
fn behind(decided: &[Decision], columns: &[i64], named: impl Fn(usize) -> (String, String)) -> Option<Inferiority> {
    decided.iter().find_map(|decision| {
        let other = decision.aim.value(columns);
        let (count, article) = named(decision.tier);
        match other.cmp(&decision.value) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Inferiority::Worse { count, article, best: decision.value, other }),
            std::cmp::Ordering::Less => Some(Inferiority::NotBelow { count, article }),
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
