//! The first tier of a system's program at which a wish for a pair fails.
//!
//! The programs of a round are solved as always. In each of them the wish is kept if the optimum makes the pair, or leaves for
//! later those of the two who are in it. Otherwise the same program is solved once more with the wish, tier after tier,
//! until a tier is worse than it is without. That is the best that any point of this program with the wish has in that
//! tier, among those that are equal in all tiers before.

use super::{Inferiority, Round, StageKind, brackets::SolvedScoreBracket};
use crate::model::{Aim, Program, SystemProgram};
use crate::solve::{Decision, Face, Halt, Limit, Options, SolveError};
use crate::tournament::{PlayerId, RoundState, Seat};
use std::cmp::Reverse;

/// A program at which a wish fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setback {
    /// Which program, from 0 in the order of the round.
    pub stage: usize,
    /// Its kind.
    pub kind: StageKind,
    /// The players to be paired in it, in pairing order.
    pub players: Vec<PlayerId>,
    /// The tier: among the points of this program that are equal in all tiers before, none with the wish is better than
    /// this.
    pub behind: Inferiority,
    /// If the tier chooses one pair of several: the pair of the optimum, and the first one that is possible with the wish.
    pub choice: Option<[String; 2]>,
}

/// What becomes of a wish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WishResult {
    /// The optimum has the pair.
    Kept,
    /// It does not, and here is why.
    Fails(Setback),
    /// There is no pairing at all.
    Unpairable,
    /// A limit came first.
    Stopped(Limit),
}

/// A wish as a program sees it: the columns that are 1 together if it is kept here, or can still be kept later. Each list is one
/// way.
pub(super) type Ways = Vec<Vec<usize>>;

/// What becomes of the wish that these two be paired, or that one of them has the bye, by the program of a system. The bye
/// comes second.
///
/// # Errors
/// [`SolveError::Internal`] if a check of the solver fails.
///
/// ```
/// use swiss_ilp::{formats, model::SystemProgram, programs::{WishResult, wish}, solve::Options};
/// use swiss_ilp::tournament::{PlayerId, RoundRequest, RoundState, Seat};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let system = SystemProgram::of_system("dutch-2012")?.expect("a program");
/// let wished = wish(&state, &system, [1, 8].map(|id| Seat::Player(PlayerId(id))), Options::default())?;
/// assert!(matches!(wished, WishResult::Fails(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn wish(
    state: &RoundState,
    system: &SystemProgram,
    pair: [Seat; 2],
    options: Options,
) -> Result<WishResult, SolveError> {
    let limits = options.start();
    let ranks = pair.map(|seat| state.place(seat).unwrap_or(usize::MAX));
    let attempted = {
        let (state, system) = (state.clone(), system.clone());
        limits.attempt(move || {
            let mut round = Round::new(&state, &system, limits, None);
            round.wish = Some(ranks);
            (round.pair(), round.setback)
        })
    };
    match attempted {
        Some((Ok(Ok(_)), setback)) => Ok(setback.map_or(WishResult::Kept, WishResult::Fails)),
        Some((Ok(Err(_)), _)) => Ok(WishResult::Unpairable),
        Some((Err(Halt::Failed(error)), _)) => Err(error),
        Some((Err(Halt::Limit), _)) | None => Ok(WishResult::Stopped(limits.reached())),
    }
}

impl Round<'_> {
    /// Look whether the wish fails in a bracket, which is solved.
    pub(super) fn heed_wish_in(&mut self, kind: StageKind, done: &SolvedScoreBracket<'_>) -> Result<(), Halt> {
        let Some(pair) = self.wish.filter(|_| self.setback.is_none()) else { return Ok(()) };
        let Some(ways) = done.bracket.ways(pair) else { return Ok(()) };
        let aims = |tier: usize, now: &[i64]| {
            let tier = self.system.tiers.get(tier)?;
            Some(if tier.is_in(self.state.round()) { done.bracket.aims(tier.count, now) } else { Vec::new() })
        };
        let program = (&done.bracket.program, done.bracket.switches.as_slice());
        let behind = self.behind_with(program, &done.columns, &done.decided, &ways, &aims)?;
        self.set_back(kind, done.bracket.members(), behind);
        Ok(())
    }

    /// Note that the wish fails in this program of these players, by rank.
    pub(super) fn set_back(&mut self, kind: StageKind, mut players: Vec<usize>, behind: Option<Lag>) {
        players.sort_unstable();
        let players = players.iter().map(|rank| self.state.players()[*rank].id).collect();
        let stage = self.stages.len();
        self.setback = behind.map(|(behind, choice)| Setback { stage, kind, players, behind, choice });
    }

    /// How a program with the wish falls behind the program without; `None` if its optimum, the point `now`, keeps the wish. `aims`
    /// has the aims of each tier at a point.
    pub(super) fn behind_with(
        &self,
        program: (&Program, &[usize]),
        now: &[i64],
        decided: &[Decision],
        ways: &Ways,
        aims: &Aims<'_>,
    ) -> Result<Option<Lag>, Halt> {
        if ways.iter().any(|way| way.iter().all(|column| now[*column] == 1)) {
            return Ok(None);
        }
        let mut best: Option<(usize, i64)> = None;
        for way in ways {
            let found = self.first_worse(program, decided, way, aims)?;
            best = best.into_iter().chain(found).max_by_key(|(place, value)| (*place, Reverse(*value)));
        }
        let Some((place, other)) = best else { return Ok(Some((Inferiority::NotAllowed, None))) };
        let Decision { tier, value: best, aim, .. } = &decided[place];
        let (count, article) = self.named(*tier);
        let choice = [*best, other].map(|value| choice(program.0, aim, value));
        let [Some(first), Some(second)] = choice else {
            return Ok(Some((Inferiority::Worse { count, article, best: *best, other }, None)));
        };
        Ok(Some((Inferiority::Worse { count, article, best: *best, other }, Some([first, second]))))
    }

    /// The first decision that is another if these columns are 1, by its place, and its value then; `None` if they cannot all be 1.
    fn first_worse(
        &self,
        (program, switches): (&Program, &[usize]),
        decided: &[Decision],
        way: &[usize],
        aims: &Aims<'_>,
    ) -> Result<Option<(usize, i64)>, Halt> {
        let lost = |what: &str| Halt::from(SolveError::Internal(format!("a wish for a pair ended with {what}")));
        let mut program = program.clone();
        way.iter().for_each(|column| program.columns[*column].lower = 1);
        let Some(mut face) = Face::new(program, switches, self.limits)? else { return Ok(None) };
        for tier in 0.. {
            let Some(aims) = aims(tier, &face.point) else { break };
            face.decide(tier, aims)?;
            for (place, (with, without)) in face.decided.iter().zip(decided).enumerate() {
                if with.tier != without.tier || with.value < without.value {
                    return Err(lost("a tier that is better than the optimum"));
                }
                if with.value > without.value {
                    return Ok(Some((place, with.value)));
                }
            }
        }
        Err(lost("a second optimum"))
    }
}

/// The aims of a tier at a point; `None` after the last tier.
type Aims<'a> = dyn Fn(usize, &[i64]) -> Option<Vec<Aim>> + 'a;

/// How a program falls behind, and between which pairs.
type Lag = (Inferiority, Option<[String; 2]>);

/// The pair that an aim chooses with this value: its column is `x_3_7`.
fn choice(program: &Program, aim: &Aim, value: i64) -> Option<String> {
    let Aim::First(list) = aim else { return None };
    let column = list.get(usize::try_from(value).ok()?).map(|column| program.columns[*column].name.as_str());
    Some(column.map_or_else(|| "none".to_owned(), |name| name.trim_start_matches("x_").replace('_', "-")))
}
