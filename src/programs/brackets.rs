//! The transitions from one bracket to the next: C.1, C.12, C.13.

use super::{Field, LowerBrackets, ScoreBracket, ScoreBracketMembers};
use super::{PairsOrEvidence, ProgramStage, Round, StageKind, opponents};
use crate::model::{Count, SystemProgram};
use crate::rules::SystemFamily;
use crate::solve::{Decision, Evidence, Face, Halt, SolveError};

/// A bracket, solved.
pub(super) struct SolvedScoreBracket<'f> {
    pub bracket: ScoreBracket<'f>,
    pub columns: Vec<i64>,
    pub decided: Vec<Decision>,
    downfloaters: Vec<usize>,
}

/// A bracket whose downfloaters the next one may still change.
struct ProvisionalBracket<'f> {
    members: ScoreBracketMembers,
    done: SolvedScoreBracket<'f>,
    kind: StageKind,
}

impl ProvisionalBracket<'_> {
    fn makes_no_pairs(&self) -> bool {
        self.done.makes_no_pairs()
    }
}

impl SolvedScoreBracket<'_> {
    /// The values of the aims of `count`.
    fn values(&self, system: &SystemProgram, count: Count) -> Vec<i64> {
        let of = |decision: &&Decision| system.tiers[decision.tier].count == count;
        self.decided.iter().filter(of).map(|decision| decision.value).collect()
    }

    fn makes_no_pairs(&self) -> bool {
        self.bracket.pairs(&self.columns).is_empty()
    }
}

impl Round<'_> {
    /// Solves the brackets one after another, from the highest score down.
    pub(super) fn brackets(&mut self) -> Result<PairsOrEvidence, Halt> {
        let field = Field::new(self.state, self.system.edition);
        let everybody: Vec<usize> = (0..field.len()).collect();
        if !field.can_all_be_paired(&everybody, 0, false) {
            return Ok(Err(Evidence::Obstruction));
        }
        let groups = field.score_groups();
        let mut pairs = Vec::new();
        let mut above: Option<ProvisionalBracket<'_>> = None;
        let mut bye = None;
        for (index, residents) in groups.iter().enumerate() {
            let below = groups[index..].concat();
            let is_lowest = index + 1 == groups.len();
            if let Some(above) = &mut above {
                if is_lowest {
                    self.ask_from_lowest(&field, above, residents)?;
                } else {
                    self.ask(&field, above, residents)?;
                }
            }
            let moved_down = above.as_ref().map(|above| above.done.downfloaters.clone()).unwrap_or_default();
            if let Some(above) = above.take() {
                if !field.can_all_be_paired(&[moved_down.as_slice(), &below].concat(), 0, false) {
                    bye = self.join(&field, above, below, &mut pairs)?;
                    break;
                }
                self.keep(above.kind, &above.done, &mut pairs)?;
            }
            if is_lowest {
                bye = self.lowest(&field, moved_down, residents.clone(), &mut pairs)?;
                break;
            }
            let members = members(&field, &moved_down, residents);
            let done = self.must(&field, members.clone(), LowerBrackets::Anything)?;
            above = Some(ProvisionalBracket { members, done, kind: StageKind::Alone });
        }
        Ok(Ok((pairs, bye)))
    }

    /// C.13: the bracket above all below it is the penultimate one, and all below it is one bracket.
    fn join(
        &mut self,
        field: &Field,
        above: ProvisionalBracket<'_>,
        below: Vec<usize>,
        pairs: &mut Vec<(usize, usize)>,
    ) -> Result<Option<usize>, Halt> {
        let ProvisionalBracket { members, done, .. } = above;
        let moved_down = match self.penultimate(field, &members, &done, &below)? {
            Some(done) => {
                self.keep(StageKind::Penultimate, &done, pairs)?;
                done.downfloaters
            }
            None => sorted([members.moved_down, members.residents, members.moved_on].concat()),
        };
        self.lowest(field, moved_down, below, pairs)
    }

    fn keep(
        &mut self,
        kind: StageKind,
        done: &SolvedScoreBracket<'_>,
        pairs: &mut Vec<(usize, usize)>,
    ) -> Result<(), Halt> {
        self.heed_wish_in(kind, done)?;
        pairs.extend(done.bracket.pairs(&done.columns));
        let stage = self.bracket_stage(kind, done);
        self.push(stage, &done.bracket.program, &done.decided);
        Ok(())
    }

    /// C.12 for a bracket `residents` that is not the lowest: the one above is paired with other downfloaters.
    fn ask<'f>(&self, field: &'f Field, above: &mut ProvisionalBracket<'f>, residents: &[usize]) -> Result<(), Halt> {
        let all = [above.done.downfloaters.len(), residents.len()];
        let here = members(field, &above.done.downfloaters, residents);
        if self.system.edition.family == SystemFamily::Dutch1998 || here.moved_down.len() < all[0] {
            // C.1 asks for C.12 before it moves anybody on.
            self.ask_for(field, above, residents, all)?;
        }
        if self.system.edition.family == SystemFamily::Dutch1998 {
            return Ok(());
        }
        let here = members(field, &above.done.downfloaters, residents);
        self.ask_for(field, above, residents, [here.moved_down.len(), here.residents.len()])
    }

    /// The bracket above is paired with other downfloaters, if they let this one make more pairs; `counted` are the
    /// moved-down players and the residents counted for P0 and M0.
    fn ask_for<'f>(
        &self,
        field: &'f Field,
        above: &mut ProvisionalBracket<'f>,
        residents: &[usize],
        counted: [usize; 2],
    ) -> Result<(), Halt> {
        let downfloaters = &above.done.downfloaters;
        let is_heterogeneous = counted[0] < counted[1];
        let apart = if is_heterogeneous { downfloaters.len() } else { 0 };
        let is_whole = counted == [downfloaters.len(), residents.len()];
        let together = [downfloaters, residents].concat();
        if above.makes_no_pairs()
            || downfloaters.len() == above.members.moved_on.len()
            || is_whole && field.can_all_be_paired(&together, apart, true)
        {
            return Ok(());
        }
        let m0 = if is_heterogeneous { counted[0] } else { 0 };
        let (pairs, across) = field.most_pairs(&together, downfloaters.len());
        let beyond = LowerBrackets::Next {
            residents: residents.to_vec(),
            downfloaters: downfloaters.len(),
            reached: (pairs, across.min(m0)),
            possible: ((counted[0] + counted[1]) / 2, m0),
            is_heterogeneous,
        };
        let other = self.must(field, above.members.clone(), beyond)?;
        let is_better = if self.system.edition.family == SystemFamily::Dutch1998 {
            let values = other.values(self.system, Count::NextBracket);
            let before = [-(pairs as i64), -(across as i64)];
            values[..] < before[..values.len()]
        } else {
            other.values(self.system, Count::NextBracketBySteps).iter().any(|value| *value < 0)
        };
        if is_better {
            (above.done, above.kind) = (other, StageKind::Backtracked);
        }
        Ok(())
    }

    /// C.12, asked by a lowest bracket that is not joined: all its players must be paired.
    fn ask_from_lowest<'f>(
        &self,
        field: &'f Field,
        above: &mut ProvisionalBracket<'f>,
        lowest: &[usize],
    ) -> Result<(), Halt> {
        let alone = &above.done;
        let is_heterogeneous = alone.downfloaters.len() < lowest.len();
        let stage = |downfloaters: &[usize]| {
            let apart = if is_heterogeneous { downfloaters.len() } else { 0 };
            let together = [downfloaters, lowest].concat();
            let can = |apart| field.can_all_be_paired(&together, apart, false);
            if can(apart) { 2 } else { u8::from(can(0)) }
        };
        let present = stage(&alone.downfloaters);
        if above.makes_no_pairs() || alone.downfloaters.len() == above.members.moved_on.len() || present == 2 {
            return Ok(());
        }
        let beyond = LowerBrackets::All { below: lowest.to_vec(), is_heterogeneous, only_s1: false };
        let Some(other) = self.solved(field, above.members.clone(), beyond)? else { return Ok(()) };
        let is_equal = [Count::OutsideS1, Count::OutsideHighestS1, Count::Downfloaters, Count::DownfloatersByScore]
            .iter()
            .all(|count| other.values(self.system, *count) == alone.values(self.system, *count));
        let reached = stage(&other.downfloaters);
        let helps =
            if self.system.edition.family == SystemFamily::Dutch1998 { reached == 2 } else { reached > present };
        if is_equal && helps {
            (above.done, above.kind) = (other, StageKind::Backtracked);
        }
        Ok(())
    }

    /// C.13: the bracket paired so that all below can be. M1 falls only as far as necessary, then P1 falls. `None` when P1
    /// would be zero; in 2012 also when S1 would be without players, in 1998 only S1 is then paired.
    fn penultimate<'f>(
        &self,
        field: &'f Field,
        members: &ScoreBracketMembers,
        done: &SolvedScoreBracket<'f>,
        below: &[usize],
    ) -> Result<Option<SolvedScoreBracket<'f>>, Halt> {
        let solve = |only_s1| {
            let beyond = LowerBrackets::All { below: below.to_vec(), is_heterogeneous: false, only_s1 };
            self.solved(field, members.clone(), beyond)
        };
        let outside = |done: &SolvedScoreBracket<'_>| {
            let counts = [Count::OutsideS1, Count::OutsideHighestS1];
            counts.map(|count| done.values(self.system, count).into_iter().sum::<i64>())
        };
        let Some(other) = solve(false)? else { return Ok(None) };
        let falls = outside(&other) > outside(done);
        let other = match self.system.edition.family {
            SystemFamily::Dutch1998 if falls => solve(true)?,
            SystemFamily::Dutch1998 => Some(other),
            // No moved-down player is left in S1.
            _ => Some(other).filter(|other| !falls || outside(other)[0] < members.moved_down.len() as i64),
        };
        Ok(other.filter(|done| !done.makes_no_pairs()))
    }

    /// Solves the lowest bracket, and returns the player with the bye.
    fn lowest(
        &mut self,
        field: &Field,
        moved_down: Vec<usize>,
        residents: Vec<usize>,
        pairs: &mut Vec<(usize, usize)>,
    ) -> Result<Option<usize>, Halt> {
        let done =
            self.must(field, ScoreBracketMembers { moved_down, residents, moved_on: Vec::new() }, LowerBrackets::Bye)?;
        self.keep(StageKind::Lowest, &done, pairs)?;
        Ok(done.downfloaters.first().copied())
    }

    fn must<'f>(
        &self,
        field: &'f Field,
        members: ScoreBracketMembers,
        beyond: LowerBrackets,
    ) -> Result<SolvedScoreBracket<'f>, Halt> {
        let lost = || SolveError::Internal("a bracket has no pairing where there must be one".into());
        Ok(self.solved(field, members, beyond)?.ok_or_else(lost)?)
    }

    fn solved<'f>(
        &self,
        field: &'f Field,
        members: ScoreBracketMembers,
        beyond: LowerBrackets,
    ) -> Result<Option<SolvedScoreBracket<'f>>, Halt> {
        let bracket = ScoreBracket::new(self.state, field, members, beyond);
        let Some(mut face) = Face::new(bracket.program.clone(), &bracket.switches, self.limits)? else {
            return Ok(None);
        };
        for (index, tier) in self.system.tiers.iter().enumerate() {
            if tier.is_in(self.state.round()) {
                let aims = bracket.aims(tier.count, &face.point);
                face.decide(index, aims)?;
            }
        }
        let downfloaters = bracket.downfloaters(&face.point);
        Ok(Some(SolvedScoreBracket { bracket, columns: face.point, decided: face.decided, downfloaters }))
    }

    fn bracket_stage(&self, kind: StageKind, done: &SolvedScoreBracket<'_>) -> ProgramStage {
        let mut players: Vec<usize> = done.bracket.pairs(&done.columns).iter().flat_map(|(a, b)| [*a, *b]).collect();
        players.extend(&done.downfloaters);
        let behind = self.other.and_then(|other| {
            let opponents = opponents(self.state, other);
            let columns = done.bracket.columns_of(|rank| opponents[rank]);
            let pairs = columns.as_deref().map(|columns| done.bracket.pairs(columns));
            if pairs == Some(done.bracket.pairs(&done.columns)) {
                return None;
            }
            let is_of_bracket =
                |decision: &&Decision| !ScoreBracket::is_of_beyond(self.system.tiers[decision.tier].count);
            let decided: Vec<Decision> = done.decided.iter().filter(is_of_bracket).cloned().collect();
            self.behind(&decided, columns.as_deref())
        });
        self.stage(kind, &sorted(players), &done.downfloaters, &done.decided, behind)
    }
}

/// C.1: players without opponents are moved on.
fn members(field: &Field, moved_down: &[usize], residents: &[usize]) -> ScoreBracketMembers {
    let here = || moved_down.iter().chain(residents);
    let has_opponent = |one: &usize| here().any(|other| field.may_meet(*one, *other));
    let of = |players: &[usize], is: bool| players.iter().copied().filter(|one| has_opponent(one) == is).collect();
    let mut moved_on: Vec<usize> = of(residents, false);
    moved_on.extend::<Vec<usize>>(of(moved_down, false));
    ScoreBracketMembers { moved_down: of(moved_down, true), residents: of(residents, true), moved_on }
}

fn sorted(mut ranks: Vec<usize>) -> Vec<usize> {
    ranks.sort_unstable();
    ranks
}
