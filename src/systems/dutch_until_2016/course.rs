//! The transitions from one bracket to the next in 1998.

use super::bracket::{IdlePlayers, LowerBrackets, ScoreBracket, ScoreBracketPairing};
use super::round::{Round, ScoreBracketKind, ScoreBracketStep, merged, most_pairs_of, suits};
use crate::systems::Unpairable;
use crate::systems::field::Field;

/// Pairs the brackets one after another.
///
/// C.13 undoes brackets from below until the remaining players can be paired. Here every bracket is tested on the way
/// down: can its downfloaters be paired with all players below? The first bracket that fails the test is the
/// penultimate bracket at which C.13 ends, and all brackets below it are joined. The result is the same.
pub(super) fn pair(round: Round<'_>) -> Result<Vec<ScoreBracketStep>, Unpairable> {
    let (field, bye) = (round.field, round.bye);
    let groups = round.groups();
    let mut steps: Vec<ScoreBracketStep> = Vec::new();
    let mut moved_down: Vec<usize> = Vec::new();
    for (index, residents) in groups.iter().enumerate() {
        let below = groups[index + 1..].concat();
        let Some(next) = groups.get(index + 1) else {
            steps.push(round.lowest(moved_down, residents, false)?);
            break;
        };
        let members = merged(&moved_down, residents);
        let leaving = members.len() - 2 * field.most_pairs(&members);
        let by_itself = round.bracket(&moved_down, residents, LowerBrackets::Anybody { leaving });
        let bracket = |after| ScoreBracket { after, ..by_itself }.pair();
        let alone = by_itself.pair()?.ok_or_else(Unpairable::lost)?;
        let would_leave = alone.downfloaters.clone();
        let paired = match next.len() == below.len() {
            true => backtracked_from_lowest(by_itself, &alone, &below, bye)?,
            false => backtracked(by_itself, &alone, next)?,
        };
        if field.can_all_be_paired(&merged(&paired.downfloaters, &below)) {
            let downfloaters = paired.downfloaters.clone();
            let kind =
                if downfloaters == would_leave { ScoreBracketKind::Alone } else { ScoreBracketKind::Backtracked };
            steps.push(ScoreBracketStep { kind, moved_down, residents: residents.clone(), paired, would_leave });
            moved_down = downfloaters;
            continue;
        }
        // C.14.b.1: the number of pairs falls. M1 falls only as far as necessary.
        let mut completing = bracket(LowerBrackets::Completing { below: &below, bye, heterogeneous: false })?;
        if completing.as_ref().is_some_and(|completing| completing.moved_down.len() < paired.moved_down.len()) {
            completing = bracket(LowerBrackets::CompletingWithout { below: &below, bye })?;
        }
        match completing.filter(|completing| completing.pairs().next().is_some()) {
            // P has become zero.
            None => steps.push(round.lowest(members, &below, true)?),
            Some(paired) => {
                let downfloaters = paired.downfloaters.clone();
                let residents = residents.clone();
                steps.push(ScoreBracketStep {
                    kind: ScoreBracketKind::Penultimate,
                    moved_down,
                    residents,
                    paired,
                    would_leave,
                });
                let is_joined = below.len() > next.len();
                steps.push(round.lowest(downfloaters, &below, is_joined)?);
            }
        }
        break;
    }
    Ok(steps)
}

/// C.12: the pairing after which the next bracket makes the most pairs, with as many downfloaters as by itself.
fn backtracked(
    bracket: ScoreBracket<'_>,
    alone: &ScoreBracketPairing,
    next: &[usize],
) -> Result<ScoreBracketPairing, Unpairable> {
    let (field, leaving) = (bracket.field, alone.downfloaters.len());
    if alone.pairs().next().is_none() || leaving == 0 || suits(field, &alone.downfloaters, next, 0) {
        return Ok(alone.clone());
    }
    let idle = IdlePlayers { downfloaters: leaving, free: 0, free_downfloaters: 0 };
    let after = LowerBrackets::Best { leaving, next, heterogeneous: leaving < next.len(), idle };
    let paired = ScoreBracket { after, ..bracket }.pair()?.ok_or_else(Unpairable::lost)?;
    let is_better = value(field, &paired.downfloaters, next) > value(field, &alone.downfloaters, next);
    Ok(if is_better { paired } else { alone.clone() })
}

/// The number of pairs of the bracket `next` with the downfloaters `leaving`, and of those with a downfloater.
fn value(field: &Field, leaving: &[usize], next: &[usize]) -> (usize, usize) {
    let across = if leaving.len() < next.len() { most_pairs_of(field, leaving, next) } else { 0 };
    (field.most_pairs(&[leaving, next].concat()), across)
}

/// C.12, asked for by the lowest bracket, in which all must be paired.
fn backtracked_from_lowest(
    bracket: ScoreBracket<'_>,
    alone: &ScoreBracketPairing,
    lowest: &[usize],
    bye: bool,
) -> Result<ScoreBracketPairing, Unpairable> {
    let (field, leaving) = (bracket.field, &alone.downfloaters);
    if alone.pairs().next().is_none() || leaving.is_empty() || suits(field, leaving, lowest, usize::from(bye)) {
        return Ok(alone.clone());
    }
    let heterogeneous = leaving.len() < lowest.len();
    // There is none if C.1 moved on a player who can be paired only here.
    let after = LowerBrackets::Completing { below: lowest, bye, heterogeneous };
    let Some(other) = ScoreBracket { after, ..bracket }.pair()? else {
        return Ok(alone.clone());
    };
    let is_equal = other.moved_down.len() == alone.moved_down.len()
        && other.downfloaters.len() == leaving.len()
        && suits(field, &other.downfloaters, lowest, usize::from(bye));
    Ok(if is_equal { other } else { alone.clone() })
}
