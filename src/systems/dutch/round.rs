use super::bracket::{After, Bracket, Paired};
use super::field::Field;
use super::requirement::Requirement;
use crate::graph::{Graph, Matching, obstruction};

/// A bracket's place in the round, and how it was paired.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub kind: Kind,
    /// From higher brackets, by rank.
    pub moved_down: Vec<usize>,
    pub residents: Vec<usize>,
    /// Whether it is treated as homogeneous (A.3).
    pub is_homogeneous: bool,
    pub paired: Paired,
    /// Who had been going to leave before lower brackets had their say.
    pub would_leave: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// As the bracket alone would have it.
    Alone,
    /// Chosen so that the next bracket can make more pairs (C.12).
    Backtracked,
    /// Chosen so that all below can be paired (C.13): what is below is one lowest bracket.
    Penultimate,
    /// The last one.
    Lowest {
        /// Whether brackets were joined to make it.
        is_joined: bool,
    },
}

/// Why a round cannot be paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Dead {
    /// Nobody may have the bye.
    NoBye,
    /// Without `hubs`, the others fall apart into groups that cannot be paired within, one `odd_parts` too many.
    Apart { hubs: Vec<usize>, odd_parts: Vec<Vec<usize>> },
    /// More players than costs can tell apart.
    TooLarge,
}

/// Pairs bracket after bracket, from the highest score down (C).
///
/// C.13 undoes brackets from below until what is left can be paired. It comes to the same to ask of every bracket on
/// the way down whether those who leave it can be paired with all below: the first of which that is not so is the
/// penultimate bracket at which C.13 ends, and everything below it has been joined by then.
pub(super) fn pair(field: &Field, requirements: &[Requirement]) -> Result<Vec<Step>, Dead> {
    let size = field.cards.len();
    let bye = size % 2 == 1;
    let everybody: Vec<usize> = (0..size).collect();
    if let Some(dead) = dead(field, &everybody) {
        return Err(dead);
    }
    let mut steps: Vec<Step> = Vec::new();
    let mut moved_down: Vec<usize> = Vec::new();
    let mut brackets = everybody.chunk_by(|a, b| field.cards[*a].score == field.cards[*b].score).peekable();
    while let Some(residents) = brackets.next() {
        let below = residents.last().map_or(&[][..], |last| &everybody[last + 1..]);
        let Some(next) = brackets.peek() else {
            steps.push(lowest(field, requirements, moved_down, residents.to_vec(), false, bye)?);
            break;
        };
        let members = merged(&moved_down, residents);
        let leaving = members.len() - 2 * most_pairs(field, &members);
        let of = |after| Bracket { field, requirements, moved_down: &moved_down, residents, after };
        let mut paired = of(After::Anybody { leaving }).pair().ok_or(Dead::TooLarge)?;
        let would_leave = paired.out.clone();
        let mut kind = Kind::Alone;
        if !all_pair_next(field, &paired.out, next) {
            paired = of(After::Best { leaving, next }).pair().ok_or(Dead::TooLarge)?;
            kind = if paired.out == would_leave { Kind::Alone } else { Kind::Backtracked };
        }
        let is_homogeneous = moved_down.is_empty();
        if dead(field, &merged(&paired.out, below)).is_none() {
            let out = paired.out.clone();
            let residents = residents.to_vec();
            steps.push(Step { kind, moved_down, residents, is_homogeneous, paired, would_leave });
            moved_down = out;
            continue;
        }
        let completing = of(After::Completing { below, bye }).pair().ok_or(Dead::TooLarge)?;
        // In a heterogeneous bracket P is M1: it becomes zero with the last moved-down player in S1.
        let is_joined =
            completing.pairs().next().is_none() || (!paired.moved_down.is_empty() && completing.moved_down.is_empty());
        if is_joined {
            steps.push(lowest(field, requirements, members, below.to_vec(), true, bye)?);
        } else {
            let out = completing.out.clone();
            let step = Step {
                kind: Kind::Penultimate,
                moved_down,
                residents: residents.to_vec(),
                is_homogeneous,
                paired: completing,
                would_leave,
            };
            steps.push(step);
            steps.push(lowest(field, requirements, out, below.to_vec(), below.len() > next.len(), bye)?);
        }
        break;
    }
    Ok(steps)
}

/// Pairs a lowest bracket, in which at least half moved down make it homogeneous (A.3).
fn lowest(
    field: &Field,
    requirements: &[Requirement],
    moved_down: Vec<usize>,
    residents: Vec<usize>,
    is_joined: bool,
    bye: bool,
) -> Result<Step, Dead> {
    let after = After::Lowest { bye };
    let is_homogeneous = moved_down.len() >= residents.len();
    let bracket = if is_homogeneous {
        let members = merged(&moved_down, &residents);
        Bracket { field, requirements, moved_down: &[], residents: &members, after }.pair()
    } else {
        Bracket { field, requirements, moved_down: &moved_down, residents: &residents, after }.pair()
    };
    let paired = bracket.ok_or(Dead::TooLarge)?;
    let kind = Kind::Lowest { is_joined };
    Ok(Step { kind, moved_down, residents, is_homogeneous, paired, would_leave: Vec::new() })
}

/// Both, by rank.
fn merged(one: &[usize], other: &[usize]) -> Vec<usize> {
    let mut both = [one, other].concat();
    both.sort_unstable();
    both
}

/// How many pairs can be made among these at most.
fn most_pairs(field: &Field, players: &[usize]) -> usize {
    let matching = Matching::maximum(&graph(field, players, 0, 0));
    (0..players.len()).filter(|player| matching.mate(*player).is_some()).count() / 2
}

/// Whether all who leave can be paired with players of the next bracket, and at most one player is left over.
fn all_pair_next(field: &Field, leaving: &[usize], next: &[usize]) -> bool {
    if leaving.is_empty() {
        return true;
    }
    let players = [leaving, next].concat();
    let odd = players.len() % 2;
    let graph = graph(field, &players, leaving.len(), odd);
    Matching::maximum(&graph).is_perfect()
}

/// Who of `players` may meet; the first `apart` not among themselves. `spare` vertices take any but these.
fn graph(field: &Field, players: &[usize], apart: usize, spare: usize) -> Graph {
    let size = players.len();
    let pairs = (0..size).flat_map(|a| (apart.max(a + 1)..size).map(move |b| (a, b)));
    let pairs = pairs.filter(|(a, b)| field.may_meet(players[*a], players[*b]));
    let spared = (0..spare).flat_map(|spare| (apart..size).map(move |a| (a, size + spare)));
    Graph::new(size + spare, pairs.chain(spared))
}

/// Why these cannot all be paired, one of them with the bye if they are odd; `None` if they can.
fn dead(field: &Field, players: &[usize]) -> Option<Dead> {
    let size = players.len();
    let bye = size % 2;
    if bye == 1 && !players.iter().any(|player| field.cards[*player].may_have_bye) {
        return Some(Dead::NoBye);
    }
    if has_many_opponents(field, players) {
        return None;
    }
    let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
    let pairs = pairs.filter(|(a, b)| field.may_meet(players[*a], players[*b]));
    let byes = (0..size).filter(|a| bye == 1 && field.cards[players[*a]].may_have_bye).map(|a| (a, size));
    let graph = Graph::new(size + bye, pairs.chain(byes));
    let why = obstruction(&graph, &Matching::maximum(&graph))?;
    let of = |vertices: &[usize]| vertices.iter().filter_map(|vertex| players.get(*vertex).copied()).collect();
    Some(Dead::Apart { hubs: of(&why.hubs), odd_parts: why.odd_parts.iter().map(|part| of(part)).collect() })
}

/// Whether everybody may meet at least half of the others, which is enough to pair them all (Dirac 1952), also after
/// one of an odd number had the bye.
fn has_many_opponents(field: &Field, players: &[usize]) -> bool {
    players.iter().all(|one| {
        let opponents = players.iter().filter(|other| *other != one && field.may_meet(*one, **other));
        opponents.take(players.len().div_ceil(2)).count() == players.len().div_ceil(2)
    })
}
