use super::bracket::{After, Bracket, BracketPairing};
use super::costs::Dead;
use super::requirement::{Manner, Requirement};
use crate::graph::{Graph, Matching};
use crate::systems::field::Field;

/// A bracket of the round with its pairing.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub kind: Kind,
    /// The moved-down players, by rank.
    pub moved_down: Vec<usize>,
    pub residents: Vec<usize>,
    pub paired: BracketPairing,
    /// The downfloaters of the bracket by itself, before lower brackets ask for other downfloaters.
    pub would_leave: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The pairing of the bracket by itself.
    Alone,
    /// Chosen so that the next bracket can make more pairs (C.12).
    Backtracked,
    /// Chosen so that all below can be paired (C.13). All brackets below are joined to one lowest bracket.
    Penultimate,
    /// The lowest bracket.
    Lowest {
        /// Whether brackets were joined to make it.
        is_joined: bool,
    },
}

/// Pairs the brackets one after another, from the highest score down (C). A pairing of all players must exist.
///
/// C.13 undoes brackets from below until the remaining players can be paired. Here every bracket is tested on the way
/// down: can its downfloaters be paired with all players below? The first bracket that fails the test is the
/// penultimate bracket at which C.13 ends, and all brackets below it are joined. The result is the same.
pub(super) fn pair(field: &Field, manner: Manner, requirements: &[Requirement]) -> Result<Vec<Step>, Dead> {
    let size = field.cards.len();
    let bye = size % 2 == 1;
    let everybody: Vec<usize> = (0..size).collect();
    let lowest = |moved_down: Vec<usize>, residents: &[usize], is_joined| {
        let after = After::Lowest { bye };
        let bracket = Bracket { field, manner, requirements, moved_down: &moved_down, residents, moved_on: &[], after };
        let (kind, paired) = (Kind::Lowest { is_joined }, bracket.pair()?.ok_or(Dead::Lost)?);
        Ok(Step { kind, moved_down, residents: residents.to_vec(), paired, would_leave: Vec::new() })
    };
    let mut steps: Vec<Step> = Vec::new();
    let mut moved_down: Vec<usize> = Vec::new();
    let mut moved_on: Vec<usize> = Vec::new();
    let mut brackets = everybody.chunk_by(|a, b| field.cards[*a].score == field.cards[*b].score).peekable();
    while let Some(residents) = brackets.next() {
        let below = residents.last().map_or(&[][..], |last| &everybody[last + 1..]);
        let Some(next) = brackets.peek() else {
            steps.push(lowest(moved_down, residents, false)?);
            break;
        };
        let members = merged(&moved_down, residents);
        let staying: Vec<usize> = members.iter().copied().filter(|member| !moved_on.contains(member)).collect();
        let leaving = members.len() - 2 * field.most_pairs(&staying);
        let after = After::Anybody { leaving };
        let by_itself =
            Bracket { field, manner, requirements, moved_down: &moved_down, residents, moved_on: &moved_on, after };
        let bracket = |after| Bracket { after, ..by_itself }.pair();
        let alone = by_itself.pair()?.ok_or(Dead::Lost)?;
        let would_leave = alone.downfloaters.clone();
        let (paired, moved_on_next) = if next.len() == below.len() {
            (backtracked_from_lowest(by_itself, &alone, below, bye)?, Vec::new())
        } else {
            backtracked(by_itself, &alone, next)?
        };
        if field.can_all_be_paired(&merged(&paired.downfloaters, below)) {
            let downfloaters = paired.downfloaters.clone();
            let kind = if downfloaters == would_leave { Kind::Alone } else { Kind::Backtracked };
            steps.push(Step { kind, moved_down, residents: residents.to_vec(), paired, would_leave });
            moved_down = downfloaters;
            moved_on = moved_on_next;
            continue;
        }
        // C.14.b.1: the number of pairs falls. M1 falls only as far as necessary.
        let mut completing = bracket(After::Completing { below, bye, heterogeneous: false })?;
        if completing.as_ref().is_some_and(|completing| completing.moved_down.len() < paired.moved_down.len()) {
            completing = bracket(After::CompletingWithout { below, bye })?;
        }
        match completing.filter(|completing| completing.pairs().next().is_some()) {
            // P has become zero.
            None => steps.push(lowest(members, below, true)?),
            Some(paired) => {
                let downfloaters = paired.downfloaters.clone();
                let residents = residents.to_vec();
                steps.push(Step { kind: Kind::Penultimate, moved_down, residents, paired, would_leave });
                let is_joined = below.len() > next.len();
                steps.push(lowest(downfloaters, below, is_joined)?);
            }
        }
        break;
    }
    Ok(steps)
}

/// C.12: the pairing after which the next bracket makes the most pairs, with as many downfloaters as the bracket has by
/// itself. Also returns the players of the next bracket whom C.1 moves on before, since they have no opponents.
fn backtracked(
    bracket: Bracket<'_>,
    alone: &BracketPairing,
    next: &[usize],
) -> Result<(BracketPairing, Vec<usize>), Dead> {
    let (field, leaving) = (bracket.field, alone.downfloaters.len());
    if alone.pairs().next().is_none() || leaving == 0 || suits(field, &alone.downfloaters, next, 0) {
        return Ok((alone.clone(), Vec::new()));
    }
    let best = |next: &[usize], heterogeneous| {
        let after = After::Best { leaving, next, heterogeneous };
        Bracket { after, ..bracket }.pair()?.ok_or(Dead::Lost)
    };
    if bracket.manner.backtracks_by_steps {
        backtracked_by_steps(field, alone, next, best)
    } else {
        let paired = best(next, leaving < next.len())?;
        let is_better = value(field, &paired.downfloaters, next) > value(field, &alone.downfloaters, next);
        Ok((if is_better { paired } else { alone.clone() }, Vec::new()))
    }
}

/// The number of pairs of the bracket `next` with the downfloaters `leaving`, and of those with a downfloater.
fn value(field: &Field, leaving: &[usize], next: &[usize]) -> (usize, usize) {
    let across = if leaving.len() < next.len() { most_pairs_across(field, leaving, next) } else { 0 };
    (field.most_pairs(&[leaving, next].concat()), across)
}

/// The next bracket lowers P1 and M1 by C.14 for the downfloaters of the bracket paired `alone`. As soon as other
/// downfloaters allow a step that these do not allow, it takes the others.
fn backtracked_by_steps(
    field: &Field,
    alone: &BracketPairing,
    next: &[usize],
    best: impl Fn(&[usize], bool) -> Result<BracketPairing, Dead>,
) -> Result<(BracketPairing, Vec<usize>), Dead> {
    let leaving = alone.downfloaters.len();
    let has_opponent =
        |one: &usize| alone.downfloaters.iter().chain(next).any(|other| other != one && field.may_meet(*one, *other));
    if !alone.downfloaters.iter().all(has_opponent) {
        // C.1 asks for C.12 before it moves on a player of the next bracket.
        let paired = best(next, leaving < next.len())?;
        if suits(field, &paired.downfloaters, next, 0) {
            return Ok((paired, Vec::new()));
        }
    }
    let (next, moved_on): (Vec<usize>, Vec<usize>) = next.iter().partition(|resident| has_opponent(resident));
    if suits(field, &alone.downfloaters, &next, 0) {
        return Ok((alone.clone(), moved_on));
    }
    let p0 = (leaving + next.len()) / 2;
    let mut paired = best(&next, leaving < next.len())?;
    let (before, m1) = value(field, &alone.downfloaters, &next);
    let (most, _) = value(field, &paired.downfloaters, &next);
    if before < most && most < p0 {
        // P1 is less than P0, so M1 was lowered first.
        paired = best(&next, false)?;
    }
    let is_better = (before < most || before == p0) && value(field, &paired.downfloaters, &next).1 >= m1;
    Ok((if is_better { paired } else { alone.clone() }, moved_on))
}

/// C.12, asked for by the lowest bracket, in which all must be paired.
fn backtracked_from_lowest(
    bracket: Bracket<'_>,
    alone: &BracketPairing,
    lowest: &[usize],
    bye: bool,
) -> Result<BracketPairing, Dead> {
    let (field, leaving) = (bracket.field, &alone.downfloaters);
    if alone.pairs().next().is_none() || leaving.is_empty() || suits(field, leaving, lowest, usize::from(bye)) {
        return Ok(alone.clone());
    }
    let heterogeneous = leaving.len() < lowest.len();
    // There is none if C.1 moved on a player who can be paired only here.
    let after = After::Completing { below: lowest, bye, heterogeneous };
    let Some(other) = Bracket { after, ..bracket }.pair()? else {
        return Ok(alone.clone());
    };
    let scores = |players: &[usize]| players.iter().map(|player| field.cards[*player].score).collect::<Vec<_>>();
    let is_equal = other.moved_down.len() == alone.moved_down.len()
        && other.downfloaters.len() == leaving.len()
        && if bracket.manner.backtracks_by_steps {
            scores(&other.downfloaters) == scores(leaving)
        } else {
            suits(field, &other.downfloaters, lowest, usize::from(bye))
        };
    Ok(if is_equal { other } else { alone.clone() })
}

/// The players of both lists, by rank.
fn merged(one: &[usize], other: &[usize]) -> Vec<usize> {
    let mut both = [one, other].concat();
    both.sort_unstable();
    both
}

/// The greatest number of players of `some` who can be paired with `others` at the same time.
fn most_pairs_across(field: &Field, some: &[usize], others: &[usize]) -> usize {
    let pairs = (0..some.len()).flat_map(|a| (0..others.len()).map(move |b| (a, b)));
    let pairs = pairs.filter(|(a, b)| field.may_meet(some[*a], others[*b])).map(|(a, b)| (a, some.len() + b));
    Matching::maximum(&Graph::new(some.len() + others.len(), pairs)).pairs()
}

/// Whether all can be paired in the bracket `next` with the downfloaters `leaving`, except one of an odd number. If it
/// is heterogeneous, all downfloaters must meet residents. With `byes`, the player left over must be one who may have
/// the bye.
fn suits(field: &Field, leaving: &[usize], next: &[usize], byes: usize) -> bool {
    let players = [leaving, next].concat();
    let size = players.len();
    let apart = if leaving.len() < next.len() { leaving.len() } else { 0 };
    let is_over = |a: &usize| byes == 0 || field.cards[players[*a]].may_have_bye;
    let spared = (apart..size).filter(|a| size % 2 == 1 && is_over(a)).map(|a| (a, size));
    let meetings = field.meetings_among(&players, apart);
    Matching::maximum(&Graph::new(size + size % 2, meetings.chain(spared))).is_perfect()
}
