use super::bracket::{Bracket, BracketPairing, DownfloaterDemand};
use super::facts::Facts;
use super::tier::{distance, distance_of_downfloater};
use crate::systems::Unpairable;
use crate::tournament::Score;
use itertools::Itertools;

/// A bracket of the round with its pairing.
#[derive(Debug, Clone)]
pub(super) struct BracketStep {
    pub kind: BracketKind,
    /// The moved-down players, by rank.
    pub moved_down: Vec<usize>,
    pub residents: Vec<usize>,
    pub paired: BracketPairing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BracketKind {
    Normal,
    /// Paired again, so that all below can be paired (2017 A.9).
    Penultimate,
    /// The last bracket.
    Last {
        /// Whether all lower scores were collapsed to it (2017 A.9).
        is_collapsed: bool,
    },
}

/// Pairs the brackets one after another, from the highest score down. A pairing of all players must exist.
pub(super) fn pair(facts: &Facts<'_>) -> Result<Vec<BracketStep>, Unpairable> {
    let size = facts.field.cards.len();
    let bye = size % 2 == 1;
    let everybody: Vec<usize> = (0..size).collect();
    let mut steps: Vec<BracketStep> = Vec::new();
    let mut moved_down: Vec<usize> = Vec::new();
    let mut groups = everybody.chunk_by(|a, b| facts.score(*a) == facts.score(*b)).peekable();
    while let Some(residents) = groups.next() {
        let below = residents.last().map_or(&[][..], |last| &everybody[last + 1..]);
        let next = groups.peek().copied().unwrap_or_default();
        let paired = |after| Bracket { facts, moved_down: &moved_down, residents, after }.pair();
        let mut kind = if below.is_empty() { BracketKind::Last { is_collapsed: false } } else { BracketKind::Normal };
        let mut pairing = paired(if below.is_empty() {
            DownfloaterDemand::Last { bye }
        } else if facts.text.completes_all {
            DownfloaterDemand::Completing { below, next: next.len(), bye }
        } else {
            DownfloaterDemand::Next { next }
        })?;
        if !facts.text.completes_all && kind == BracketKind::Normal {
            let completing = |next| paired(DownfloaterDemand::Completing { below, next, bye });
            // The pairing of the last bracket includes the bye, so in C.7 it has to comply with C.2.
            let completed = if bye && next.len() == below.len() {
                let completed = completing(next.len())?;
                let is_as_good = psd(facts, residents, &completed) == psd(facts, residents, &pairing);
                is_as_good.then_some(completed)
            } else {
                let mut left = [&pairing.downfloaters, below].concat();
                left.sort_unstable();
                facts.field.can_all_be_paired(&left).then_some(pairing)
            };
            pairing = match completed {
                Some(completed) => completed,
                None => {
                    kind = BracketKind::Penultimate;
                    completing(0)?
                }
            };
        }
        let downfloaters = pairing.downfloaters.clone();
        steps.push(BracketStep { kind, moved_down, residents: residents.to_vec(), paired: pairing });
        moved_down = downfloaters;
        if kind == BracketKind::Penultimate {
            let after = DownfloaterDemand::Last { bye };
            let paired = Bracket { facts, moved_down: &moved_down, residents: below, after }.pair()?;
            steps.push(BracketStep {
                kind: BracketKind::Last { is_collapsed: true },
                moved_down,
                residents: below.to_vec(),
                paired,
            });
            break;
        }
    }
    Ok(steps)
}

/// The pairing score difference (2017 A.8) of a bracket with these residents. It has an entry for each pair and each
/// downfloater, so that one with more downfloaters is never equal.
fn psd(facts: &Facts<'_>, residents: &[usize], paired: &BracketPairing) -> Vec<i64> {
    let lowest = residents.last().map_or_else(Score::default, |last| facts.score(*last));
    let of_pairs = paired.pairs().map(|(one, other)| distance(facts.score(one), facts.score(other)));
    let below = paired.downfloaters.iter().map(|one| distance_of_downfloater(facts.score(*one), lowest));
    of_pairs.chain(below).sorted_unstable().rev().collect()
}
