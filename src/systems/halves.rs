//! The two halves of a homogeneous bracket, and the exchanges between them.

use super::TraceLine;
use super::field::Field;
use crate::graph::FilledMatching;

/// A homogeneous bracket or remainder: its members are the first vertices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Halves {
    /// The number of players in S1 before exchanges.
    pub s1: usize,
    /// The number of players in S1 and S2.
    pub members: usize,
}

/// Where a vertex is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum VertexHalf {
    S1,
    S2,
    Outside,
}

impl Halves {
    pub fn part(self, vertex: usize) -> VertexHalf {
        if vertex < self.s1 {
            VertexHalf::S1
        } else if vertex < self.members {
            VertexHalf::S2
        } else {
            VertexHalf::Outside
        }
    }

    /// The greatest number of exchanges, and the greatest difference.
    pub fn most(self) -> [i64; 2] {
        let [s1, members] = [self.s1, self.members].map(|number| number.cast_signed() as i64);
        [s1, 2 * members * s1.max(1)]
    }

    /// The least that exchanges cost for two classes: at the first of S2, and at the last of S1.
    pub fn least<W: Ord>(classes: &[Vec<usize>], one: usize, other: usize, exchanges: impl Fn(usize, usize) -> W) -> W {
        let [one, other] = [&classes[one], &classes[other]];
        let of = |end: fn(&[usize]) -> Option<&usize>| {
            let [one, other] = [one, other].map(|class| end(class).copied().unwrap_or_default());
            exchanges(one, other)
        };
        of(<[usize]>::first).min(of(<[usize]>::last))
    }

    /// Whether exchanges cost the same for all pairs of two classes, which are in these parts.
    pub fn are_uniform(one: Option<VertexHalf>, other: Option<VertexHalf>) -> bool {
        match (one, other) {
            (Some(VertexHalf::S1), other) | (other, Some(VertexHalf::S1)) => other == Some(VertexHalf::S2),
            (one, other) => one != other || one != Some(VertexHalf::S2),
        }
    }

    /// How much the difference of a pair can change, at most, if another vertex of the same part takes the place of one.
    pub fn change(vertex: usize, other: usize) -> i64 {
        vertex.abs_diff(other).cast_signed() as i64
    }

    /// The number of exchanges that the pair of vertices `high` < `low` needs, and what they add to the difference of
    /// D.2, up to a constant for each exchange. The difference is the sum of the numbers from S2 minus that from S1.
    pub fn exchanges(self, high: usize, low: usize) -> (i64, i64) {
        let of = |number: usize| number.cast_signed() as i64;
        match (self.part(high), self.part(low)) {
            // The lower of the two goes to S2 ...
            (VertexHalf::S1, VertexHalf::S1) => (1, of(self.members - low)),
            // ... as does a downfloater.
            (VertexHalf::S1, VertexHalf::Outside) => (1, of(self.members - high)),
            // The higher of the two comes from S2. S1 and S2 give the same number of players.
            (VertexHalf::S2, VertexHalf::S2) => (0, of(high)),
            _ => (0, 0),
        }
    }
}

/// The pairing of a homogeneous bracket or remainder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Remainder {
    /// Before exchanges.
    pub s1: Vec<usize>,
    pub s2: Vec<usize>,
    /// The exchanged players: from S1 to S2, and from S2 to S1.
    pub exchanged: [Vec<usize>; 2],
    /// The pairs, by the rank of the player in S1.
    pub pairs: Vec<(usize, usize)>,
    /// Who is not paired.
    pub unpaired: Vec<usize>,
}

impl Remainder {
    /// The first among matchings of which these players are the first vertices: by exchanges, then by transpositions.
    pub fn first(mut matching: FilledMatching, halves: Halves, players: &[usize]) -> Self {
        let in_s1 = exchange(&mut matching, halves);
        let mut taken = vec![false; players.len()];
        let mut pairs = Vec::new();
        for one in (0..players.len()).filter(|one| in_s1[*one]) {
            let other = matching.choose(one, |other| Some(other).filter(|other| in_s1.get(*other) == Some(&false)));
            pairs.push((players[one], players[other]));
            (taken[one], taken[other]) = (true, true);
        }
        let (s1, s2) = players.split_at(halves.s1);
        let those = |is: &dyn Fn(usize) -> bool| {
            players.iter().enumerate().filter(|(one, _)| is(*one)).map(|(_, player)| *player).collect()
        };
        let left = those(&|one| one < s1.len() && !in_s1[one]);
        let came = those(&|one| one >= s1.len() && in_s1[one]);
        let unpaired = those(&|one| !taken[one]);
        Self { s1: s1.to_vec(), s2: s2.to_vec(), exchanged: [left, came], pairs, unpaired }
    }

    /// Whether S1 and S2, after exchanges, meet in their order.
    pub fn is_natural(&self) -> bool {
        let Self { s2, exchanged: [left, came], pairs, .. } = self;
        let mut natural: Vec<usize> = s2.iter().filter(|player| !came.contains(player)).chain(left).copied().collect();
        natural.sort_unstable();
        pairs.iter().map(|(_, other)| other).eq(natural.iter().take(pairs.len()))
    }

    /// Its trace, with the rules of an exchange, and those by which the pairs meet.
    pub fn trace(&self, field: &Field, exchange: &str, how: &str) -> Vec<TraceLine> {
        let Self { s1, s2, exchanged: [left, came], pairs, .. } = self;
        if s1.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![format!("  S1 = {{{}}}, S2 = {{{}}}", field.ids(s1), field.ids(s2)).into()];
        if !left.is_empty() {
            lines.push(format!("  exchange of {} for {} {exchange}", field.ids(left), field.ids(came)).into());
        }
        lines.push(field.making(format!("  {} {how}", field.ids_of_pairs(pairs)), pairs));
        lines
    }
}

/// D.2: the first exchange among those of the fewest players and the least difference. Returns, for each member,
/// whether it is in S1 after the exchange.
fn exchange(matching: &mut FilledMatching, halves: Halves) -> Vec<bool> {
    let Halves { s1, members } = halves;
    let mut in_s1: Vec<bool> = (0..members).map(|vertex| vertex < s1).collect();
    // Of a pair within S1, the lower player goes to S2. So does a downfloater.
    let goes = |vertex: usize, other: usize| other < vertex || other >= members;
    let going = |vertex: &usize| goes(*vertex, matching.mate(*vertex));
    let mut exchanges = (0..s1).filter(going).count();
    let mut coming = exchanges;
    // The players who leave S1 are chosen from the lowest up ...
    for vertex in (0..s1).rev() {
        if exchanges == 0 {
            break;
        }
        let has_left = matching.narrow(vertex, |other| goes(vertex, other));
        in_s1[vertex] = !has_left;
        exchanges -= usize::from(has_left);
    }
    // ... and those who leave S2 from the highest down. Such a player is in a pair with a lower player of S2.
    for (vertex, comes) in in_s1.iter_mut().enumerate().skip(s1) {
        if coming == 0 {
            break;
        }
        *comes = matching.narrow(vertex, |other| other > vertex && other < members);
        coming -= usize::from(*comes);
    }
    in_s1
}
