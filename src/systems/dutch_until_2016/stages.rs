//! The transitions from one bracket to the next in 2012.

use super::bracket::{IdlePlayers, LowerBrackets, ScoreBracketPairing};
use super::round::{Round, ScoreBracketKind, ScoreBracketStep, merged, most_pairs_of, suits};
use crate::systems::Unpairable;
use crate::systems::field::Field;

/// What C.14 asks of a bracket at one stage: P1 pairs, M1 of them with moved-down players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BracketStage {
    pairs: usize,
    s1: usize,
}

/// Pairs the brackets one after another.
///
/// C.13 undoes brackets from below until the remaining players can be paired. Here every bracket is tested on the way
/// down, after C.12: can its downfloaters be paired with all players below? The first bracket that fails the test is the
/// penultimate bracket at which C.13 ends, and all brackets below it are joined. The result is the same.
pub(super) fn pair(round: Round<'_>) -> Result<Vec<ScoreBracketStep>, Unpairable> {
    let groups = round.groups();
    let mut steps: Vec<ScoreBracketStep> = Vec::new();
    for (index, residents) in groups.iter().enumerate() {
        let is_lowest = index + 1 == groups.len();
        let stage = match is_lowest {
            true => {
                ask_from_lowest(round, &mut steps, residents)?;
                None
            }
            false => Some(stage(round, &mut steps, residents)?),
        };
        let moved_down = downfloaters(&steps);
        let rest = groups[index..].concat();
        if let Some(penultimate) = steps.pop() {
            if !round.field.can_all_be_paired(&merged(&moved_down, &rest)) {
                steps.extend(joined(round, penultimate, &rest, index + 1 < groups.len())?);
                return Ok(steps);
            }
            steps.push(penultimate);
        }
        let step = match stage {
            None => round.lowest(moved_down, residents, false)?,
            Some(BracketStage { pairs, .. }) => {
                let leaving = moved_down.len() + residents.len() - 2 * pairs;
                let bracket = round.bracket(&moved_down, residents, LowerBrackets::Anybody { leaving });
                let paired = bracket.pair()?.ok_or_else(Unpairable::lost)?;
                let would_leave = paired.downfloaters.clone();
                ScoreBracketStep {
                    kind: ScoreBracketKind::Alone,
                    moved_down,
                    residents: residents.clone(),
                    paired,
                    would_leave,
                }
            }
        };
        steps.push(step);
    }
    Ok(steps)
}

fn downfloaters(steps: &[ScoreBracketStep]) -> Vec<usize> {
    steps.last().map(|step| step.paired.downfloaters.clone()).unwrap_or_default()
}

/// C.13: the penultimate bracket is paired so that all others can be, with M1 as high as possible, then P1. When M1
/// would become zero, or P1 without S1, all are one bracket.
fn joined(
    round: Round<'_>,
    penultimate: ScoreBracketStep,
    below: &[usize],
    is_joined: bool,
) -> Result<Vec<ScoreBracketStep>, Unpairable> {
    let ScoreBracketStep { moved_down, residents, paired: before, .. } = penultimate;
    let after = LowerBrackets::Completing { below, bye: round.bye, heterogeneous: false };
    let completing = round.bracket(&moved_down, &residents, after).pair()?;
    let has_s1 = !before.moved_down.is_empty();
    let goes_on = |paired: &ScoreBracketPairing| match has_s1 {
        true => !paired.moved_down.is_empty(),
        false => paired.pairs().next().is_some(),
    };
    let Some(paired) = completing.filter(goes_on) else {
        return Ok(vec![round.lowest(merged(&moved_down, &residents), below, true)?]);
    };
    let lowest = round.lowest(paired.downfloaters.clone(), below, is_joined)?;
    let would_leave = before.downfloaters;
    Ok(vec![
        ScoreBracketStep { kind: ScoreBracketKind::Penultimate, moved_down, residents, paired, would_leave },
        lowest,
    ])
}

/// The stage at which a bracket is paired, after C.1 and C.12 have asked the bracket above for other downfloaters.
fn stage(round: Round<'_>, steps: &mut [ScoreBracketStep], residents: &[usize]) -> Result<BracketStage, Unpairable> {
    let field = round.field;
    let moved_down = downfloaters(steps);
    let (with, _) = compatible(field, &moved_down, residents);
    if with.len() < moved_down.len() {
        // C.1 asks for C.12 before it moves anybody on.
        ask(round, steps, residents, [moved_down.len(), residents.len()])?;
    }
    let (with, own) = compatible(field, &downfloaters(steps), residents);
    ask(round, steps, residents, [with.len(), own.len()])?;
    // With other downfloaters the bracket begins at C.1 again (C.6).
    Ok(possible(field, &downfloaters(steps), residents))
}

/// C.1: the moved-down players and the residents who have an opponent.
fn compatible(field: &Field, moved_down: &[usize], residents: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let has_opponent = |one: &usize| moved_down.iter().chain(residents).any(|other| field.may_meet(*one, *other));
    let of = |players: &[usize]| players.iter().copied().filter(has_opponent).collect();
    (of(moved_down), of(residents))
}

/// The stage that these reach: most M1, then most P1.
fn possible(field: &Field, moved_down: &[usize], residents: &[usize]) -> BracketStage {
    let is_heterogeneous = !moved_down.is_empty() && moved_down.len() < residents.len();
    let s1 = if is_heterogeneous { most_pairs_of(field, moved_down, residents) } else { 0 };
    BracketStage { pairs: field.most_pairs(&[moved_down, residents].concat()), s1 }
}

/// C.12: the bracket above is asked for other downfloaters of the same scores, from the first stage, of P0 and M0, to the
/// one that the present downfloaters reach. `counted` are the moved-down players and the residents counted for P0 and M0.
fn ask(
    round: Round<'_>,
    steps: &mut [ScoreBracketStep],
    residents: &[usize],
    counted: [usize; 2],
) -> Result<(), Unpairable> {
    let field = round.field;
    let Some(above) = steps.last_mut() else { return Ok(()) };
    let present = above.paired.downfloaters.clone();
    let [with, own] = counted;
    let m0 = if with < own { with } else { 0 };
    let first = BracketStage { pairs: (with + own) / 2, s1: m0 };
    let reached = match m0 {
        0 => BracketStage { pairs: field.most_pairs(&[&present[..], residents].concat()), s1: 0 },
        _ if with == present.len() && suits(field, &present, residents, 0) => first,
        _ => BracketStage {
            pairs: field.most_pairs(&[&present[..], residents].concat()),
            s1: most_pairs_of(field, &present, residents).min(m0),
        },
    };
    if reached == first || !has_choice(&above.paired) {
        return Ok(());
    }
    let idle = IdlePlayers {
        downfloaters: if m0 > 0 { present.len() - reached.s1 } else { present.len() },
        free: present.len() + residents.len() - 2 * first.pairs,
        free_downfloaters: present.len() - m0,
    };
    let other = |heterogeneous| {
        let after = LowerBrackets::Best { leaving: present.len(), next: residents, heterogeneous, idle };
        let other = round.bracket(&above.moved_down, &above.residents, after).pair()?;
        Ok(other.filter(|other| is_like(field, other, &above.paired)).map(|other| {
            let pairs = field.most_pairs(&[&other.downfloaters[..], residents].concat()).min(first.pairs);
            let s1 = if m0 > 0 { most_pairs_of(field, &other.downfloaters, residents).min(m0) } else { 0 };
            (other, BracketStage { pairs, s1 })
        }))
    };
    let Some((mut paired, stage)) = other(m0 > 0)? else { return Ok(()) };
    if m0 > 0 && stage.pairs < first.pairs && stage.pairs > reached.pairs {
        // M1 was lowered before P1, to what the present downfloaters allow.
        (paired, _) = other(false)?.ok_or_else(Unpairable::lost)?;
    }
    let is_better = stage.pairs > reached.pairs || (stage.pairs == first.pairs && stage.s1 > reached.s1);
    if is_better {
        above.kind = ScoreBracketKind::Backtracked;
        above.paired = paired;
    }
    Ok(())
}

/// Whether the bracket can have other downfloaters at all.
fn has_choice(above: &ScoreBracketPairing) -> bool {
    above.pairs().next().is_some() && above.downfloaters.len() > above.incompatible.len()
}

/// Whether the other pairing has as many moved-down players in S1 and as many downfloaters, with the same scores.
fn is_like(field: &Field, other: &ScoreBracketPairing, present: &ScoreBracketPairing) -> bool {
    let scores = |players: &[usize]| players.iter().map(|player| field.cards[*player].score).collect::<Vec<_>>();
    other.moved_down.len() == present.moved_down.len() && scores(&other.downfloaters) == scores(&present.downfloaters)
}

/// C.12, asked for by the lowest bracket, in which all must be paired.
fn ask_from_lowest(round: Round<'_>, steps: &mut [ScoreBracketStep], lowest: &[usize]) -> Result<(), Unpairable> {
    let Some(above) = steps.last_mut() else { return Ok(()) };
    let (field, bye) = (round.field, round.bye);
    // As many moved-down players as possible in S1; the bye leaves one of them out.
    let stage = |downfloaters: &[usize]| {
        let is_first = suits(field, downfloaters, lowest, usize::from(bye));
        if is_first { 2 } else { u8::from(field.can_all_be_paired(&merged(downfloaters, lowest))) }
    };
    let leaving = above.paired.downfloaters.len();
    let present = stage(&above.paired.downfloaters);
    if present == 2 || !has_choice(&above.paired) {
        return Ok(());
    }
    let after = LowerBrackets::Completing { below: lowest, bye, heterogeneous: leaving < lowest.len() };
    let other = round.bracket(&above.moved_down, &above.residents, after).pair()?;
    let is_better =
        |other: &ScoreBracketPairing| is_like(field, other, &above.paired) && stage(&other.downfloaters) > present;
    if let Some(paired) = other.filter(is_better) {
        above.kind = ScoreBracketKind::Backtracked;
        above.paired = paired;
    }
    Ok(())
}
