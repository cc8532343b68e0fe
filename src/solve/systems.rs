//! Rule systems as integer programs: tier after tier, on what the tiers before leave possible.
//!
//! Nothing is weighed against anything: a tier's optimum becomes a row or fixes columns, and the next tier is asked. What
//! the last tier leaves is one pairing.

use super::{Options, SolveError, mip};
use crate::model::Program;
use crate::model::system::{
    Aim, Beyond, Bracket, Colours, Count, Edition, Encounters, Field, Members, Procedure, SystemSpec,
};
use crate::tournament::{Board, Pairing, PlayerId, RoundState};

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
/// [`SolveError::Internal`] if HiGHS fails.
pub fn solve_system(
    state: &RoundState,
    spec: &SystemSpec,
    other: Option<&Pairing>,
    options: Options,
) -> Result<Option<SystemSolution>, SolveError> {
    let round = Round { state, spec, options, other };
    match spec.formulation {
        Procedure::Everybody => round.everybody(),
        Procedure::Brackets => round.brackets(),
    }
}

struct Round<'a> {
    state: &'a RoundState,
    spec: &'a SystemSpec,
    options: Options,
    other: Option<&'a Pairing>,
}

/// A bracket, solved.
struct Done<'f> {
    bracket: Bracket<'f>,
    columns: Vec<i64>,
    decided: Vec<Decision>,
    leavers: Vec<usize>,
}

/// What was decided of one aim.
#[derive(Debug, Clone)]
struct Decision {
    tier: usize,
    aim: Aim,
    value: i64,
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
    /// The TCEC Swiss: rounds before are gone through for what they made forget, then one program.
    fn everybody(&self) -> Result<Option<SystemSolution>, SolveError> {
        let mut forgotten = 0;
        for past in 1..self.state.round() {
            forgotten = self.forgotten_after(past, forgotten)?;
        }
        let mut encounters = Encounters::of_round_to_pair(self.state, forgotten);
        encounters.settle_bye();
        let Some(mut face) = Face::new(encounters.program.clone(), self.options)? else { return Ok(None) };
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
        let Some(mut face) = Face::new(encounters.program.clone(), self.options)? else {
            return Ok(forgotten.max(round - 1));
        };
        face.decide(0, encounters.aims(Count::ForgottenRounds))?;
        Ok(encounters.forgotten(&face.point))
    }

    /// Bracket after bracket, from the highest score on.
    fn brackets(&self) -> Result<Option<SystemSolution>, SolveError> {
        let field = Field::new(self.state, self.spec.edition);
        let everybody: Vec<usize> = (0..field.len()).collect();
        if !field.can_all_be_paired(&everybody, 0, false) {
            return Ok(None);
        }
        let groups = field.score_groups();
        let (mut pairs, mut stages) = (Vec::new(), Vec::new());
        let mut keep = |kind: StageKind, done: &Done<'_>| {
            pairs.extend(done.bracket.pairs(&done.columns));
            stages.push(self.bracket_stage(kind, done));
        };
        let (mut moved_down, mut gone): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut bye = None;
        for (index, residents) in groups.iter().enumerate() {
            let below = groups[index + 1..].concat();
            let Some(next) = groups.get(index + 1) else {
                let done = self.lowest(&field, moved_down, residents.clone())?;
                bye = done.leavers.first().copied();
                keep(StageKind::Lowest, &done);
                break;
            };
            let members = self.members(&field, &moved_down, residents, &gone);
            let alone = self.must(&field, members.clone(), Beyond::Anything)?;
            let (other, gone_next) = if groups.len() == index + 2 {
                (self.backtracked_from_lowest(&field, &members, &alone, next)?, Vec::new())
            } else {
                self.backtracked(&field, &members, &alone, next)?
            };
            let kind = if other.is_some() { StageKind::Backtracked } else { StageKind::Alone };
            let done = other.unwrap_or(alone);
            if field.can_all_be_paired(&[done.leavers.as_slice(), &below].concat(), 0, false) {
                keep(kind, &done);
                (moved_down, gone) = (done.leavers, gone_next);
                continue;
            }
            // C.13: so this is the penultimate bracket, and all below it is one.
            let penultimate = self.penultimate(&field, &members, &done, &below)?;
            let moved_down = match penultimate.filter(|done| !done.makes_no_pairs()) {
                Some(done) => {
                    keep(StageKind::Penultimate, &done);
                    done.leavers
                }
                None => sorted([moved_down.as_slice(), residents].concat()),
            };
            let done = self.lowest(&field, moved_down, below)?;
            bye = done.leavers.first().copied();
            keep(StageKind::Lowest, &done);
            break;
        }
        self.coloured(pairs, bye, stages)
    }

    /// C.1: those without opponents are put aside.
    fn members(&self, field: &Field, moved_down: &[usize], residents: &[usize], gone: &[usize]) -> Members {
        let here: Vec<usize> = moved_down.iter().chain(residents).copied().filter(|one| !gone.contains(one)).collect();
        let has_opponent = |one: &usize| here.contains(one) && here.iter().any(|other| field.may_meet(*one, *other));
        let (residents, mut aside): (Vec<usize>, Vec<usize>) = residents.iter().partition(|one| has_opponent(one));
        let mut moved_down = moved_down.to_vec();
        if self.spec.edition == Edition::Dutch1998 {
            let (stay, go): (Vec<usize>, Vec<usize>) = moved_down.iter().partition(|one| has_opponent(one));
            moved_down = stay;
            aside.extend(go);
        }
        Members { moved_down, residents, aside }
    }

    /// C.12 for a bracket that is not the lowest: the pairing that it asks for, and whom C.1 has moved on from it by then.
    fn backtracked<'f>(
        &self,
        field: &'f Field,
        members: &Members,
        alone: &Done<'f>,
        next: &[usize],
    ) -> Result<(Option<Done<'f>>, Vec<usize>), SolveError> {
        let leavers = &alone.leavers;
        let suits = |leavers: &[usize], next: &[usize]| {
            let apart = if leavers.len() < next.len() { leavers.len() } else { 0 };
            field.can_all_be_paired(&[leavers, next].concat(), apart, true)
        };
        if alone.makes_no_pairs() || leavers.is_empty() || suits(leavers, next) {
            return Ok((None, Vec::new()));
        }
        let ask = |next: &[usize]| {
            let is_heterogeneous = leavers.len() < next.len();
            let from = if is_heterogeneous { leavers.len() } else { 0 };
            let players = [leavers.as_slice(), next].concat();
            let reached = field.most_pairs(&players, from);
            let beyond = Beyond::Next {
                residents: next.to_vec(),
                reached,
                possible: (players.len() / 2, from),
                is_heterogeneous,
            };
            Ok::<_, SolveError>((self.must(field, members.clone(), beyond)?, reached))
        };
        if self.spec.edition == Edition::Dutch1998 {
            let (other, (pairs, across)) = ask(next)?;
            let values = other.values(self.spec, Count::NextBracket);
            let is_better = values < vec![-(pairs as i64), -(across as i64)][..values.len()].to_vec();
            return Ok((is_better.then_some(other), Vec::new()));
        }
        let together = [leavers.as_slice(), next].concat();
        let has_opponent = |one: &usize| together.iter().any(|other| field.may_meet(*one, *other));
        if !leavers.iter().all(has_opponent) {
            // C.1 asks before it moves anybody of the next bracket on.
            let (other, _) = ask(next)?;
            if suits(&other.leavers, next) {
                return Ok((Some(other), Vec::new()));
            }
        }
        let (next, gone): (Vec<usize>, Vec<usize>) = next.iter().partition(|one| has_opponent(one));
        if suits(leavers, &next) {
            return Ok((None, gone));
        }
        let (other, _) = ask(&next)?;
        let has_gained = other.values(self.spec, Count::NextBracketBySteps).iter().any(|value| *value < 0);
        Ok((has_gained.then_some(other), gone))
    }

    /// C.12 for a lowest bracket that is not joined, in which all are to be paired.
    fn backtracked_from_lowest<'f>(
        &self,
        field: &'f Field,
        members: &Members,
        alone: &Done<'f>,
        lowest: &[usize],
    ) -> Result<Option<Done<'f>>, SolveError> {
        let is_heterogeneous = alone.leavers.len() < lowest.len();
        let suits = |leavers: &[usize]| {
            let apart = if is_heterogeneous { leavers.len() } else { 0 };
            field.can_all_be_paired(&[leavers, lowest].concat(), apart, false)
        };
        if alone.makes_no_pairs() || alone.leavers.is_empty() || suits(&alone.leavers) {
            return Ok(None);
        }
        let beyond = Beyond::All { below: lowest.to_vec(), is_heterogeneous, only_s1: false };
        let Some(other) = self.solved(field, members.clone(), beyond)? else { return Ok(None) };
        let is_alike = [Count::OutsideS1, Count::OutsideHighestS1, Count::Leavers, Count::LeaversByScore]
            .iter()
            .all(|count| other.values(self.spec, *count) == alone.values(self.spec, *count));
        let helps = self.spec.edition != Edition::Dutch1998 || suits(&other.leavers);
        Ok((is_alike && helps).then_some(other))
    }

    /// C.13: P1 falls until all below can be paired; M1 no sooner than it must.
    fn penultimate<'f>(
        &self,
        field: &'f Field,
        members: &Members,
        done: &Done<'f>,
        below: &[usize],
    ) -> Result<Option<Done<'f>>, SolveError> {
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

    fn lowest<'f>(
        &self,
        field: &'f Field,
        moved_down: Vec<usize>,
        residents: Vec<usize>,
    ) -> Result<Done<'f>, SolveError> {
        self.must(field, Members { moved_down, residents, aside: Vec::new() }, Beyond::Bye)
    }

    fn must<'f>(&self, field: &'f Field, members: Members, beyond: Beyond) -> Result<Done<'f>, SolveError> {
        let lost = || SolveError::Internal("a bracket has no pairing where there must be one".into());
        self.solved(field, members, beyond)?.ok_or_else(lost)
    }

    fn solved<'f>(&self, field: &'f Field, members: Members, beyond: Beyond) -> Result<Option<Done<'f>>, SolveError> {
        let bracket = Bracket::new(self.state, field, self.spec.edition, members, beyond);
        let Some(mut face) = Face::new(bracket.program.clone(), self.options)? else { return Ok(None) };
        for (index, tier) in self.spec.tiers.iter().enumerate() {
            if tier.is_in(self.state.round()) {
                let aims = bracket.aims(tier.count, &face.point);
                face.decide(index, aims)?;
            }
        }
        let leavers = bracket.leavers(&face.point);
        Ok(Some(Done { bracket, columns: face.point, decided: face.decided, leavers }))
    }

    fn bracket_stage(&self, kind: StageKind, done: &Done<'_>) -> Stage {
        let mut players: Vec<usize> = done.bracket.pairs(&done.columns).iter().flat_map(|(a, b)| [*a, *b]).collect();
        players.extend(&done.leavers);
        let behind = self.other.and_then(|other| {
            let opponents = opponents(self.state, other);
            let columns = done.bracket.columns_of(|rank| opponents[rank]);
            let is_same = columns
                .as_deref()
                .is_some_and(|columns| done.bracket.pairs(columns) == done.bracket.pairs(&done.columns));
            let of_bracket: Vec<Decision> = done
                .decided
                .iter()
                .filter(|decision| {
                    let count = self.spec.tiers[decision.tier].count;
                    !Bracket::is_of_beyond(count)
                })
                .cloned()
                .collect();
            if is_same { None } else { behind(self.spec, &of_bracket, columns.as_deref()) }
        });
        self.stage(kind, &sorted(players), &done.leavers, &done.decided, behind)
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
        let mut face = Face::new(colours.program.clone(), self.options)?.ok_or_else(lost)?;
        for (index, tier) in self.spec.colours.iter().enumerate() {
            face.decide(index, vec![colours.aim(tier.count)])?;
        }
        let boards = colours.boards(&face.point);
        let other = self.other.and_then(|other| colours.columns_of(&other.boards));
        let article = |index: usize| self.spec.colours[index].article.clone();
        let behind = other.and_then(|columns| {
            let worse = |decision: &Decision| {
                let other = value(&decision.aim, &columns);
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
        let other = value(&decision.aim, columns);
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

fn sorted(mut ranks: Vec<usize>) -> Vec<usize> {
    ranks.sort_unstable();
    ranks
}

/// What an aim comes to at these columns: its sum, or the place of the first column that is 1.
fn value(aim: &Aim, columns: &[i64]) -> i64 {
    let total = |sum: &[(usize, i64)]| sum.iter().map(|(column, weight)| weight * columns[*column]).sum::<i64>();
    match aim {
        Aim::Least(sum) => total(sum),
        Aim::ZeroOrGivenUp(sum) => total(sum).min(1),
        Aim::First(list) => {
            let place = list.iter().position(|column| columns[*column] == 1);
            place.unwrap_or(list.len()) as i64
        }
    }
}

/// A program, narrowed to what all decisions so far leave possible, and one point of it.
struct Face {
    program: Program,
    point: Vec<i64>,
    decided: Vec<Decision>,
    options: Options,
}

impl Face {
    fn new(program: Program, options: Options) -> Result<Option<Self>, SolveError> {
        let point = if program.columns.is_empty() {
            Some(Vec::new()).filter(|_| program.rows.iter().all(|row| row.lower.is_none_or(|lower| lower <= 0)))
        } else {
            mip::least(&program, &[], None, options)?
        };
        Ok(point.map(|point| Self { program, point, decided: Vec::new(), options }))
    }

    /// Decide the aims of `tier`, in order.
    fn decide(&mut self, tier: usize, aims: Vec<Aim>) -> Result<(), SolveError> {
        self.start_near_first(&aims)?;
        let mut is_given_up = false;
        for aim in aims {
            match &aim {
                Aim::Least(sum) => self.keep_least(sum)?,
                Aim::ZeroOrGivenUp(_) if is_given_up => continue,
                Aim::ZeroOrGivenUp(sum) => {
                    let least = self.least(sum)?;
                    is_given_up = value(&aim, &least) > 0;
                    if !is_given_up {
                        self.point = least;
                        self.fix(sum, 0);
                    }
                }
                Aim::First(list) => self.keep_first(list)?,
            }
            let value = if is_given_up { 1 } else { value(&aim, &self.point) };
            self.decided.push(Decision { tier, aim, value });
        }
        Ok(())
    }

    /// Where players choose one after another, start from a point at which most of them have early choices, so that few
    /// have to be asked. It decides nothing.
    fn start_near_first(&mut self, aims: &[Aim]) -> Result<(), SolveError> {
        let mut sum = Vec::new();
        for aim in aims {
            let Aim::First(list) = aim else { continue };
            sum.extend((0..).zip(list).map(|(place, column)| (*column, i64::pow(place, 2))));
        }
        sum.retain(|(column, _)| self.program.columns[*column].upper != Some(0));
        if !sum.is_empty() {
            self.point = self.least(&sum)?;
        }
        Ok(())
    }

    fn least(&self, sum: &[(usize, i64)]) -> Result<Vec<i64>, SolveError> {
        let least_there_can_be: i64 = sum
            .iter()
            .map(|(column, weight)| {
                let column = &self.program.columns[*column];
                let bound = if *weight < 0 { column.upper.unwrap_or(i64::MAX / 1_000_000) } else { column.lower };
                weight * bound
            })
            .sum();
        if sum.iter().map(|(column, weight)| weight * self.point[*column]).sum::<i64>() == least_there_can_be {
            return Ok(self.point.clone());
        }
        let lost = || SolveError::Internal("a point that was there was not found again".into());
        mip::least(&self.program, sum, Some(&self.point), self.options)?.ok_or_else(lost)
    }

    fn keep_least(&mut self, sum: &[(usize, i64)]) -> Result<(), SolveError> {
        self.point = self.least(sum)?;
        let value = value(&Aim::Least(sum.to_vec()), &self.point);
        self.fix(sum, value);
        Ok(())
    }

    /// Allow only points with this sum, which is the least there is.
    fn fix(&mut self, sum: &[(usize, i64)], value: i64) {
        if value == 0 && sum.iter().all(|(column, weight)| *weight > 0 && self.program.columns[*column].lower == 0) {
            sum.iter().for_each(|(column, _)| self.program.columns[*column].upper = Some(0));
        } else if !sum.is_empty() {
            self.program.equal(format!("tier_{}", self.program.rows.len()), sum.to_vec(), value);
        }
    }

    fn keep_first(&mut self, list: &[usize]) -> Result<(), SolveError> {
        let open: Vec<usize> =
            list.iter().copied().filter(|column| self.program.columns[*column].upper != Some(0)).collect();
        if open.is_empty() {
            return Ok(());
        }
        if self.point[open[0]] != 1 {
            // Later columns are worth less, and none the least.
            let worth = (1..=open.len() as i64).rev().map(|worth| -worth);
            let sum: Vec<(usize, i64)> = open.iter().copied().zip(worth).collect();
            self.point = self.least(&sum)?;
        }
        for column in open {
            let value = self.point[column];
            self.program.columns[column].lower = value;
            self.program.columns[column].upper = Some(value);
            if value == 1 {
                self.close_beside(column);
            }
        }
        Ok(())
    }

    /// In a row where just one column is 1, and it is this one, the others are 0.
    fn close_beside(&mut self, chosen: usize) {
        for row in &self.program.rows {
            let is_choice = row.lower == Some(1) && row.upper == Some(1);
            if is_choice
                && row.coefficients.iter().all(|(_, weight)| *weight == 1)
                && row.coefficients.iter().any(|(column, _)| *column == chosen)
            {
                for (column, _) in row.coefficients.iter().filter(|(column, _)| *column != chosen) {
                    self.program.columns[*column].upper = Some(0);
                }
            }
        }
    }
}
