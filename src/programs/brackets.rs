//! The transitions from one bracket to the next: C.1, C.12, C.13.

use super::{Beyond, Bracket, Field, Members};
use super::{Pairs, Round, Stage, StageKind, opponents};
use crate::model::{Count, Edition, SystemSpec};
use crate::solve::{Decision, Evidence, Face, Halt, SolveError};

/// A bracket, solved.
pub(super) struct Done<'f> {
    pub bracket: Bracket<'f>,
    pub columns: Vec<i64>,
    pub decided: Vec<Decision>,
    downfloaters: Vec<usize>,
}

impl Done<'_> {
    /// The values of the aims of `count`.
    fn values(&self, spec: &SystemSpec, count: Count) -> Vec<i64> {
        let of = |decision: &&Decision| spec.tiers[decision.tier].count == count;
        self.decided.iter().filter(of).map(|decision| decision.value).collect()
    }

    fn makes_no_pairs(&self) -> bool {
        self.bracket.pairs(&self.columns).is_empty()
    }
}

impl Round<'_> {
    /// Solves the brackets one after another, from the highest score down.
    pub(super) fn brackets(&mut self) -> Result<Pairs, Halt> {
        let field = Field::new(self.state, self.spec.edition);
        let everybody: Vec<usize> = (0..field.len()).collect();
        if !field.can_all_be_paired(&everybody, 0, false) {
            return Ok(Err(Evidence::Obstruction));
        }
        let groups = field.score_groups();
        let mut pairs = Vec::new();
        let (mut moved_down, mut moved_on): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut bye = None;
        for (index, residents) in groups.iter().enumerate() {
            let below = groups[index + 1..].concat();
            let Some(next) = groups.get(index + 1) else {
                bye = self.lowest(&field, moved_down, residents.clone(), &mut pairs)?;
                break;
            };
            let members = self.members(&field, &moved_down, residents, &moved_on);
            let alone = self.must(&field, members.clone(), Beyond::Anything)?;
            let (other, moved_on_next) = if groups.len() == index + 2 {
                (self.backtracked_from_lowest(&field, &members, &alone, next)?, Vec::new())
            } else {
                self.backtracked(&field, &members, &alone, next)?
            };
            let kind = if other.is_some() { StageKind::Backtracked } else { StageKind::Alone };
            let done = other.unwrap_or(alone);
            if field.can_all_be_paired(&[done.downfloaters.as_slice(), &below].concat(), 0, false) {
                self.keep(kind, &done, &mut pairs)?;
                (moved_down, moved_on) = (done.downfloaters, moved_on_next);
                continue;
            }
            // C.13: this is the penultimate bracket, and all below it is one bracket.
            let penultimate = self.penultimate(&field, &members, &done, &below)?;
            let moved_down = match penultimate.filter(|done| !done.makes_no_pairs()) {
                Some(done) => {
                    self.keep(StageKind::Penultimate, &done, &mut pairs)?;
                    done.downfloaters
                }
                None => sorted([moved_down.as_slice(), residents].concat()),
            };
            bye = self.lowest(&field, moved_down, below, &mut pairs)?;
            break;
        }
        Ok(Ok((pairs, bye)))
    }

    fn keep(&mut self, kind: StageKind, done: &Done<'_>, pairs: &mut Vec<(usize, usize)>) -> Result<(), Halt> {
        self.heed_wish_in(kind, done)?;
        pairs.extend(done.bracket.pairs(&done.columns));
        let stage = self.bracket_stage(kind, done);
        self.push(stage, &done.bracket.program, &done.decided);
        Ok(())
    }

    /// C.1: players without opponents are moved on.
    fn members(&self, field: &Field, moved_down: &[usize], residents: &[usize], moved_on: &[usize]) -> Members {
        let here = || moved_down.iter().chain(residents).filter(|one| !moved_on.contains(one));
        let has_opponent = |one: &usize| !moved_on.contains(one) && here().any(|other| field.may_meet(*one, *other));
        let (residents, mut moved_on): (Vec<usize>, Vec<usize>) = residents.iter().partition(|one| has_opponent(one));
        let mut moved_down = moved_down.to_vec();
        if self.spec.edition == Edition::Dutch1998 {
            let (stay, go): (Vec<usize>, Vec<usize>) = moved_down.iter().partition(|one| has_opponent(one));
            moved_down = stay;
            moved_on.extend(go);
        }
        Members { moved_down, residents, moved_on }
    }

    /// C.12 for a next bracket that is not the lowest: the pairing with other downfloaters, and the players of the next
    /// bracket whom C.1 moves on before.
    fn backtracked<'f>(
        &self,
        field: &'f Field,
        members: &Members,
        alone: &Done<'f>,
        next: &[usize],
    ) -> Result<(Option<Done<'f>>, Vec<usize>), Halt> {
        let downfloaters = &alone.downfloaters;
        let suits = |downfloaters: &[usize], next: &[usize]| {
            let apart = if downfloaters.len() < next.len() { downfloaters.len() } else { 0 };
            field.can_all_be_paired(&[downfloaters, next].concat(), apart, true)
        };
        if alone.makes_no_pairs() || downfloaters.is_empty() || suits(downfloaters, next) {
            return Ok((None, Vec::new()));
        }
        let ask = |next: &[usize]| {
            let is_heterogeneous = downfloaters.len() < next.len();
            let from = if is_heterogeneous { downfloaters.len() } else { 0 };
            let players = [downfloaters.as_slice(), next].concat();
            let reached = field.most_pairs(&players, from);
            let beyond = Beyond::Next {
                residents: next.to_vec(),
                downfloaters: downfloaters.len(),
                reached,
                possible: (players.len() / 2, from),
                is_heterogeneous,
            };
            Ok::<_, Halt>((self.must(field, members.clone(), beyond)?, reached))
        };
        if self.spec.edition == Edition::Dutch1998 {
            let (other, (pairs, across)) = ask(next)?;
            let values = other.values(self.spec, Count::NextBracket);
            let is_better = values < vec![-(pairs as i64), -(across as i64)][..values.len()].to_vec();
            return Ok((is_better.then_some(other), Vec::new()));
        }
        let together = [downfloaters.as_slice(), next].concat();
        let has_opponent = |one: &usize| together.iter().any(|other| field.may_meet(*one, *other));
        if !downfloaters.iter().all(has_opponent) {
            // C.1 asks for C.12 before it moves on a player of the next bracket.
            let (other, _) = ask(next)?;
            if suits(&other.downfloaters, next) {
                return Ok((Some(other), Vec::new()));
            }
        }
        let (next, moved_on): (Vec<usize>, Vec<usize>) = next.iter().partition(|one| has_opponent(one));
        if suits(downfloaters, &next) {
            return Ok((None, moved_on));
        }
        let (other, _) = ask(&next)?;
        let has_gained = other.values(self.spec, Count::NextBracketBySteps).iter().any(|value| *value < 0);
        Ok((has_gained.then_some(other), moved_on))
    }

    /// C.12, asked by a lowest bracket that is not joined: all its players must be paired.
    fn backtracked_from_lowest<'f>(
        &self,
        field: &'f Field,
        members: &Members,
        alone: &Done<'f>,
        lowest: &[usize],
    ) -> Result<Option<Done<'f>>, Halt> {
        let is_heterogeneous = alone.downfloaters.len() < lowest.len();
        let suits = |downfloaters: &[usize]| {
            let apart = if is_heterogeneous { downfloaters.len() } else { 0 };
            field.can_all_be_paired(&[downfloaters, lowest].concat(), apart, false)
        };
        if alone.makes_no_pairs() || alone.downfloaters.is_empty() || suits(&alone.downfloaters) {
            return Ok(None);
        }
        let beyond = Beyond::All { below: lowest.to_vec(), is_heterogeneous, only_s1: false };
        let Some(other) = self.solved(field, members.clone(), beyond)? else { return Ok(None) };
        let is_equal = [Count::OutsideS1, Count::OutsideHighestS1, Count::Downfloaters, Count::DownfloatersByScore]
            .iter()
            .all(|count| other.values(self.spec, *count) == alone.values(self.spec, *count));
        let helps = self.spec.edition != Edition::Dutch1998 || suits(&other.downfloaters);
        Ok((is_equal && helps).then_some(other))
    }

    /// C.13: P1 falls until all below can be paired. M1 falls only as far as necessary.
    fn penultimate<'f>(
        &self,
        field: &'f Field,
        members: &Members,
        done: &Done<'f>,
        below: &[usize],
    ) -> Result<Option<Done<'f>>, Halt> {
        let solve = |only_s1| {
            let beyond = Beyond::All { below: below.to_vec(), is_heterogeneous: false, only_s1 };
            self.solved(field, members.clone(), beyond)
        };
        let outside = |done: &Done<'_>| {
            let counts = [Count::OutsideS1, Count::OutsideHighestS1];
            counts.map(|count| done.values(self.spec, count).into_iter().sum::<i64>())
        };
        let Some(other) = solve(false)? else { return Ok(None) };
        if outside(&other) > outside(done) { solve(true) } else { Ok(Some(other)) }
    }

    /// Solves the lowest bracket, and returns the player with the bye.
    fn lowest(
        &mut self,
        field: &Field,
        moved_down: Vec<usize>,
        residents: Vec<usize>,
        pairs: &mut Vec<(usize, usize)>,
    ) -> Result<Option<usize>, Halt> {
        let done = self.must(field, Members { moved_down, residents, moved_on: Vec::new() }, Beyond::Bye)?;
        self.keep(StageKind::Lowest, &done, pairs)?;
        Ok(done.downfloaters.first().copied())
    }

    fn must<'f>(&self, field: &'f Field, members: Members, beyond: Beyond) -> Result<Done<'f>, Halt> {
        let lost = || SolveError::Internal("a bracket has no pairing where there must be one".into());
        Ok(self.solved(field, members, beyond)?.ok_or_else(lost)?)
    }

    fn solved<'f>(&self, field: &'f Field, members: Members, beyond: Beyond) -> Result<Option<Done<'f>>, Halt> {
        let bracket = Bracket::new(self.state, field, self.spec.edition, members, beyond);
        let Some(mut face) = Face::new(bracket.program.clone(), &bracket.switches, self.limits)? else {
            return Ok(None);
        };
        for (index, tier) in self.spec.tiers.iter().enumerate() {
            if tier.is_in(self.state.round()) {
                let aims = bracket.aims(tier.count, &face.point);
                face.decide(index, aims)?;
            }
        }
        let downfloaters = bracket.downfloaters(&face.point);
        Ok(Some(Done { bracket, columns: face.point, decided: face.decided, downfloaters }))
    }

    fn bracket_stage(&self, kind: StageKind, done: &Done<'_>) -> Stage {
        let mut players: Vec<usize> = done.bracket.pairs(&done.columns).iter().flat_map(|(a, b)| [*a, *b]).collect();
        players.extend(&done.downfloaters);
        let behind = self.other.and_then(|other| {
            let opponents = opponents(self.state, other);
            let columns = done.bracket.columns_of(|rank| opponents[rank]);
            let pairs = columns.as_deref().map(|columns| done.bracket.pairs(columns));
            if pairs == Some(done.bracket.pairs(&done.columns)) {
                return None;
            }
            let is_of_bracket = |decision: &&Decision| !Bracket::is_of_beyond(self.spec.tiers[decision.tier].count);
            let decided: Vec<Decision> = done.decided.iter().filter(is_of_bracket).cloned().collect();
            self.behind(&decided, columns.as_deref())
        });
        self.stage(kind, &sorted(players), &done.downfloaters, &done.decided, behind)
    }
}

fn sorted(mut ranks: Vec<usize>) -> Vec<usize> {
    ranks.sort_unstable();
    ranks
}
