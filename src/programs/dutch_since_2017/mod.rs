//! The Dutch systems of 2017 and 2026: one program a bracket, whose tiers are the criteria in their order, then the order of
//! the candidates.
//!
//! In 2026 every program has all players below as well, who must be paired (C4). So the score of the bye (C5) is a tier as any
//! other: the first program decides it, and no later one can have a lower one. In 2017 the next bracket alone is below (C.7).
//! Where the rest cannot be paired then, the bracket is the penultimate one (A.9).

mod aims;
mod bracket;
pub mod families;
mod sequence;

use super::{Field, Inferiority, PairsOrEvidence, Round, StageKind, opponents};
use crate::model::{Aim, Count};
use crate::rules::Candidates;
use crate::solve::{Decision, Evidence, Face, Halt, SolveError};
use bracket::{Bracket, DownfloaterDemand, Members};

/// A bracket, solved.
struct SolvedBracket<'f> {
    bracket: Bracket<'f>,
    columns: Vec<i64>,
    decided: Vec<Decision>,
    downfloaters: Vec<usize>,
}

impl Round<'_> {
    /// Solves the brackets one after another, from the highest score down.
    pub(super) fn candidate_brackets(&mut self, text: &'static Candidates) -> Result<PairsOrEvidence, Halt> {
        let field = Field::new(self.state, self.system.edition);
        let everybody: Vec<usize> = (0..field.len()).collect();
        if !field.can_all_be_paired(&everybody, 0, false) {
            return Ok(Err(Evidence::Obstruction));
        }
        let groups = field.score_groups();
        let mut pairs = Vec::new();
        let mut moved_down: Vec<usize> = Vec::new();
        for (index, residents) in groups.iter().enumerate() {
            let below = groups[index + 1..].concat();
            let members = Members { moved_down, residents: residents.clone() };
            let (kind, done) = match groups.get(index + 1) {
                None => (StageKind::Lowest, self.solved_bracket(text, &field, &members, DownfloaterDemand::Bye)?),
                Some(next) if !text.completes_all => self.bracket_of_2017(text, &field, &members, next, &below)?,
                Some(next) => {
                    let beyond = DownfloaterDemand::All { below: below.clone(), next: next.len() };
                    (StageKind::Bracket, self.solved_bracket(text, &field, &members, beyond)?)
                }
            };
            moved_down = self.keep_bracket(kind, done, &mut pairs)?;
            if kind == StageKind::Penultimate {
                let collapsed = Members { moved_down, residents: below };
                let done = self.solved_bracket(text, &field, &collapsed, DownfloaterDemand::Bye)?;
                moved_down = self.keep_bracket(StageKind::Collapsed, done, &mut pairs)?;
                break;
            }
        }
        Ok(Ok((pairs, moved_down.first().copied())))
    }

    /// 2017 A.9: the bracket with a look at the next one, or the penultimate bracket, if the rest cannot be paired then.
    fn bracket_of_2017<'f>(
        &self,
        text: &'static Candidates,
        field: &'f Field,
        members: &Members,
        next: &[usize],
        below: &[usize],
    ) -> Result<(StageKind, SolvedBracket<'f>), Halt>
    where
        Self: 'f,
    {
        let all = |next: usize| {
            self.solved_bracket(text, field, members, DownfloaterDemand::All { below: below.to_vec(), next })
        };
        let alone = self.solved_bracket(text, field, members, DownfloaterDemand::Next(next.to_vec()))?;
        let is_odd = field.len() % 2 == 1;
        let done = if is_odd && next.len() == below.len() {
            // The pairing of the last bracket includes the bye, so in C.7 it has to comply with C.2.
            let completed = all(next.len())?;
            let is_as_good = [Count::Downfloaters, Count::ScoreDifferences]
                .iter()
                .all(|count| self.values(&completed, *count) == self.values(&alone, *count));
            is_as_good.then_some(completed)
        } else {
            let left = [alone.downfloaters.as_slice(), below].concat();
            field.can_all_be_paired(&left, 0, false).then_some(alone)
        };
        Ok(match done {
            Some(done) => (StageKind::Bracket, done),
            None => (StageKind::Penultimate, all(0)?),
        })
    }

    /// The values of the aims of `count`.
    fn values(&self, done: &SolvedBracket<'_>, count: Count) -> Vec<i64> {
        let of = |decision: &&Decision| self.system.tiers[decision.tier].count == count;
        done.decided.iter().filter(of).map(|decision| decision.value).collect()
    }

    fn solved_bracket<'f>(
        &self,
        text: &'static Candidates,
        field: &'f Field,
        members: &Members,
        beyond: DownfloaterDemand,
    ) -> Result<SolvedBracket<'f>, Halt>
    where
        Self: 'f,
    {
        let bracket = Bracket::new(self.state, field, (self.system, text), members, beyond);
        let lost = || SolveError::Internal("a bracket has no pairing where there must be one".into());
        let mut face = Face::new(bracket.program.clone(), &[], self.limits)?.ok_or_else(lost)?;
        for tier in 0..self.system.tiers.len() {
            let aims = self.aims_of(&bracket, tier, &face.point);
            face.decide(tier, aims.unwrap_or_default())?;
        }
        let downfloaters = bracket.downfloaters(&face.point);
        Ok(SolvedBracket { bracket, columns: face.point, decided: face.decided, downfloaters })
    }

    /// The aims of a tier in a bracket; `None` after the last tier.
    fn aims_of(&self, bracket: &Bracket<'_>, tier: usize, now: &[i64]) -> Option<Vec<Aim>> {
        let tier = self.system.tiers.get(tier)?;
        Some(if tier.is_in(self.state.round()) { bracket.aims(tier.count, now) } else { Vec::new() })
    }

    /// Takes the pairs of a bracket, and returns its downfloaters.
    fn keep_bracket(
        &mut self,
        kind: StageKind,
        done: SolvedBracket<'_>,
        pairs: &mut Vec<(usize, usize)>,
    ) -> Result<Vec<usize>, Halt> {
        let lag = |ways: &Vec<Vec<usize>>| {
            let aims = |tier: usize, now: &[i64]| self.aims_of(&done.bracket, tier, now);
            self.behind_with((&done.bracket.program, &[]), &done.columns, &done.decided, ways, &aims)
        };
        let wish = self.wish.filter(|_| self.setback.is_none()).and_then(|pair| done.bracket.ways(pair));
        let wished = wish.as_ref().map(lag).transpose()?.flatten();
        let is_equal_so_far = self.stages.iter().all(|stage| stage.behind.is_none());
        let behind = match self.other.filter(|_| is_equal_so_far) {
            None => None,
            Some(other) => match done.bracket.way_of(&opponents(self.state, other)) {
                None => Some(Inferiority::NotAllowed),
                Some(way) => lag(&vec![way])?.map(|(behind, _)| behind),
            },
        };
        if wished.is_some() {
            self.set_back(kind, done.bracket.ranks.clone(), wished);
        }
        pairs.extend(done.bracket.made(&done.columns));
        let mut players = done.bracket.ranks.clone();
        players.sort_unstable();
        let stage = self.stage(kind, &players, &done.downfloaters, &done.decided, behind);
        self.push(stage, &done.bracket.program, &done.decided);
        Ok(done.downfloaters)
    }
}
