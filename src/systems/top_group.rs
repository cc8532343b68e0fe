//! The road of FIDE's texts of 2026 on which players float up: the bye, and then the top score group of those who are left, with the
//! fewest who float up to it, until all are paired.

use super::classes::Classes;
use super::colours::board;
use super::{PairOrBye, SystemPairing, TraceLine, Unpairable};
use crate::graph::{CheapestMatching, FilledMatching, Graph, Matching, Prices};
use crate::tournament::{Colour, Pairing, PlayerId, PlayerState, RoundState, Score};
use itertools::Itertools;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The articles that a pairing cites.
pub(super) struct Articles {
    pub bye: &'static str,
    pub upfloaters: &'static str,
    pub pairing: &'static str,
    /// The article on colours, of which each step is one more.
    pub colours: &'static str,
}

/// A bracket with its pairs, by rank.
pub(super) struct Bracket {
    /// In the order of ranks.
    pub upfloaters: Vec<usize>,
    /// What else the trace says of it.
    pub notes: Vec<String>,
    pub pairs: Vec<(usize, usize)>,
}

/// Those to be paired, by rank.
pub(super) struct Field<'s> {
    pub state: &'s RoundState,
    /// Who may meet.
    pub meetings: Graph,
    pub may_have_bye: Vec<bool>,
    /// How many games or matches each has played.
    pub played: Vec<usize>,
}

impl<'s> Field<'s> {
    pub fn player(&self, rank: usize) -> &'s PlayerState {
        &self.state.players()[rank]
    }

    /// Numbers of players, in a list.
    pub fn ids(&self, ranks: &[usize]) -> String {
        ranks.iter().map(|rank| self.player(*rank).id).join(", ")
    }

    /// The pairing of the round. `bracket` pairs a top score group, when the bye is given, and `colour` is that of the higher of two
    /// players, with the step that decides it. `rules` are those that bar pairs, of which the second bars from the bye, and `allows` asks
    /// of two players whether some of them let the two meet.
    pub fn pair<const N: usize>(
        &self,
        articles: &Articles,
        bracket: impl Fn(&TopGroup<'_>) -> Result<Bracket, Unpairable>,
        colour: impl Fn(usize, usize) -> (Colour, usize),
        rules: [&'static str; N],
        allows: impl Fn([bool; N], usize, usize) -> bool,
    ) -> Result<SystemPairing, Unpairable> {
        let bye = self.bye().ok_or_else(|| self.unpairable(rules, allows))?;
        let mut round = SystemPairing { pairing: Pairing::default(), rules: BTreeMap::new(), trace: Vec::new() };
        if let Some(bye) = bye.map(|bye| self.player(bye).id) {
            round.pairing.bye = Some(bye);
            round.rules.insert(PairOrBye::Bye(bye), articles.bye.to_owned());
            round.trace.push(TraceLine::of_bye(format!("{bye} has the bye [{}]", articles.bye), bye));
        }
        let paired: Vec<usize> = (0..self.played.len()).filter(|player| Some(*player) != bye).collect();
        let mut left = paired.clone();
        while let Some(first) = left.first() {
            let score = self.player(*first).score;
            let residents = left.iter().take_while(|player| self.player(**player).score == score).count();
            let Bracket { upfloaters, notes, pairs } =
                bracket(&TopGroup { field: self, paired: &paired, left: &left, residents })?;
            if !upfloaters.is_empty() {
                let who = self.ids(&upfloaters);
                let text = format!("to the players with {score} float up {who} [{}]", articles.upfloaters);
                round.trace.push(text.into());
            }
            round.trace.extend(notes.into_iter().map(TraceLine::from));
            let ids = pairs.iter().map(|(one, other)| (self.player(*one).id, self.player(*other).id));
            let text = ids.clone().map(|(one, other)| format!("{one}-{other}")).join(", ");
            let text = format!("the bracket of {score}: {text} [{}]", articles.pairing);
            round.trace.push(TraceLine::of_pairs(text, ids));
            for (one, other) in &pairs {
                let (higher, lower) = (*one.min(other), *one.max(other));
                let (colour, step) = colour(higher, lower);
                let board = board(self.player(higher).id, self.player(lower).id, colour);
                round.rules.insert(PairOrBye::pair(board.white, board.black), articles.pairing.to_owned());
                let text = format!("  {} has White against {} [{}.{step}]", board.white, board.black, articles.colours);
                round.trace.push(TraceLine::of_colours(text, board));
                round.pairing.boards.push(board);
            }
            let gone: BTreeSet<usize> = pairs.iter().flat_map(|(one, other)| [*one, *other]).collect();
            left.retain(|player| !gone.contains(player));
        }
        round.pairing = round.pairing.in_board_order(self.state);
        Ok(round)
    }

    /// Who has the bye: of those with whom all others can be paired the lowest score, then who has played most, then the largest
    /// number. `Some(None)` in an even field, and `None` if not all can be paired.
    fn bye(&self) -> Option<Option<usize>> {
        let everybody: Vec<usize> = (0..self.played.len()).collect();
        if everybody.len().is_multiple_of(2) {
            return self.can_all_be_paired(&everybody).then_some(None);
        }
        let candidates = everybody.iter().copied().filter(|player| self.may_have_bye[*player]);
        let mut candidates = candidates.sorted_by_key(|player| {
            let state = self.player(*player);
            (state.score, Reverse(self.played[*player]), Reverse(state.number))
        });
        let leaves_a_pairing = |bye: &usize| {
            let others: Vec<usize> = everybody.iter().copied().filter(|player| player != bye).collect();
            self.can_all_be_paired(&others)
        };
        candidates.find(leaves_a_pairing).map(Some)
    }

    /// Whether these can all be paired with each other.
    fn can_all_be_paired(&self, players: &[usize]) -> bool {
        2 * Matching::maximum_among(&self.meetings, players).pairs() == players.len()
    }

    fn unpairable<const N: usize>(
        &self,
        rules: [&'static str; N],
        allows: impl Fn([bool; N], usize, usize) -> bool,
    ) -> Unpairable {
        let size = self.played.len();
        if size % 2 == 1 && !self.may_have_bye.contains(&true) {
            return Unpairable::no_bye(rules[1]);
        }
        let ids: Vec<PlayerId> = self.state.players().iter().map(|player| player.id).collect();
        let allows = |asked: [bool; N], one: usize, other: usize| {
            if other == size { !asked[1] || self.may_have_bye[one] } else { allows(asked, one, other) }
        };
        Unpairable::by(&ids, rules, allows).unwrap_or_else(Unpairable::lost)
    }

    /// The cheapest matchings of these players; a vertex is a place in the list. `cost` is that of a pair of two kinds, whichever of
    /// them comes first.
    pub fn cheapest<K: Ord + Copy>(
        &self,
        players: &[usize],
        kind: impl Fn(usize) -> K,
        cost: impl Fn(K, K) -> Option<i128>,
    ) -> Result<FilledMatching, Unpairable> {
        self.search(players, kind, cost).map(CheapestMatching::among_equals)
    }

    fn search<K: Ord + Copy>(
        &self,
        players: &[usize],
        kind: impl Fn(usize) -> K,
        cost: impl Fn(K, K) -> Option<i128>,
    ) -> Result<CheapestMatching<i128>, Unpairable> {
        let classes = Classes::by((0..players.len()).map(&kind));
        let kinds: Vec<K> = classes.members.iter().map(|class| kind(class[0])).collect();
        let costs = kinds.iter().map(|one| kinds.iter().map(|other| cost(*one, *other)).collect()).collect();
        let costs = KindCosts { meetings: self.meetings.among(players), classes, costs };
        CheapestMatching::by_classes(&costs).map_err(|_| Unpairable::lost())
    }
}

/// What pairs of some players cost. Players of one kind cost the same, but for whom they may not meet.
struct KindCosts {
    /// Who of them may meet.
    meetings: Graph,
    classes: Classes,
    /// For two classes; `None` if no two of them may be paired.
    costs: Vec<Vec<Option<i128>>>,
}

impl Prices for KindCosts {
    type Cost = i128;

    fn classes(&self) -> &[Vec<usize>] {
        &self.classes.members
    }

    fn class(&self, v: usize) -> usize {
        self.classes.of[v]
    }

    fn least(&self, one: usize, other: usize) -> Option<i128> {
        self.costs[one][other]
    }

    fn is_allowed(&self, u: usize, v: usize) -> bool {
        self.meetings.has_edge(u, v)
    }

    fn barred(&self) -> Option<Box<dyn Iterator<Item = (usize, usize)> + '_>> {
        Some(Box::new(self.meetings.missing()))
    }
}

/// Where a player stands when upfloaters are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// In the top score group.
    Resident,
    /// In a lower one: 0 follows the top score group.
    Lower(usize),
}

impl Place {
    /// Whether the second of two players floats up to the first.
    pub fn floats(self, other: Self) -> bool {
        self == Self::Resident && other != Self::Resident
    }
}

/// A criterion of upfloaters after the number and the scores of them.
pub(super) struct UpfloatTier<K> {
    /// The most that it counts in all pairs together.
    pub most: i128,
    /// What it counts for a pair. A resident comes first, and of two lower players the higher one.
    pub count: fn((Place, K), (Place, K)) -> i128,
}

/// The players with the highest score among those who are yet to be paired, who can all be.
pub(super) struct TopGroup<'f> {
    field: &'f Field<'f>,
    /// Who is paired in the round, by rank: everybody without the bye.
    paired: &'f [usize],
    /// Who is yet to be paired.
    left: &'f [usize],
    /// How many of them, from the first on, are the top score group.
    residents: usize,
}

impl TopGroup<'_> {
    /// How many are yet to be paired, in pairs.
    pub fn pairs_left(&self) -> i128 {
        self.left.len() as i128 / 2
    }

    /// The next lower score of the round, whether or not anybody of that score is left.
    pub fn following_score(&self) -> Option<Score> {
        let score = |player: &usize| self.field.player(*player).score;
        let top = score(&self.left[0]);
        self.paired.iter().map(score).find(|score| *score < top)
    }

    /// The bracket with these upfloaters, by number.
    pub fn members(&self, upfloaters: &[usize]) -> Vec<usize> {
        let mut members = [&self.left[..self.residents], upfloaters].concat();
        members.sort_by_key(|player| self.field.player(*player).number);
        members
    }

    /// The first of the best sets of upfloaters, in the order of ranks.
    ///
    /// There are as few as possible. No two of them meet, since without the two there would be fewer. Their scores are as high as
    /// possible, the lowest first. Then the tiers decide, in which pairs of one kind count alike.
    pub fn upfloaters<K: Ord + Copy>(
        &self,
        kind: impl Fn(usize) -> K,
        tiers: &[UpfloatTier<K>],
    ) -> Result<Vec<usize>, Unpairable> {
        let (top, others) = self.left.split_at(self.residents);
        if self.field.can_all_be_paired(top) && self.field.can_all_be_paired(others) {
            return Ok(Vec::new());
        }
        let places = self.places();
        let fewest = self.fewest(&places, usize::MAX)?;
        let reaches = |lowest: &usize| self.fewest(&places, *lowest).is_ok_and(|count| count == fewest);
        let lowest = (0..).find(reaches).unwrap_or_default();
        let weights = Weights::new(fewest, lowest, tiers.iter().map(|tier| tier.most))?;
        let key = |place: usize| (places[place], kind(self.left[place]));
        let mut best = self.field.cheapest(self.left, key, |one, other| {
            let (one, other) = (one.min(other), one.max(other));
            let upfloat = match (one.0, other.0) {
                (Place::Resident, Place::Lower(group)) if group > lowest => return None,
                (Place::Resident, Place::Lower(group)) => weights.upfloater + weights.groups[group],
                _ => 0,
            };
            let counts = tiers.iter().zip(&weights.tiers).map(|(tier, weight)| (tier.count)(one, other) * weight);
            Some(upfloat + counts.sum::<i128>())
        })?;
        let floats = |place: &usize| best.narrow(*place, |other| other < self.residents);
        let all = (self.residents..self.left.len()).filter(floats).take(usize::try_from(fewest).unwrap_or(usize::MAX));
        Ok(all.map(|place| self.left[place]).collect())
    }

    fn places(&self) -> Vec<Place> {
        let score = |place: usize| self.field.player(self.left[place]).score;
        let mut group = 0;
        let place = |place: usize| {
            if place < self.residents {
                return Place::Resident;
            }
            group += usize::from(place > self.residents && score(place) != score(place - 1));
            Place::Lower(group)
        };
        (0..self.left.len()).map(place).collect()
    }

    /// The fewest upfloaters from score groups down to the lowest of which there may be one.
    fn fewest(&self, places: &[Place], lowest: usize) -> Result<i128, Unpairable> {
        let cost = |one: Place, other: Place| match (one.min(other), one.max(other)) {
            (Place::Resident, Place::Lower(group)) => (group <= lowest).then_some(1),
            _ => Some(0),
        };
        let cheapest = self.field.search(self.left, |place| places[place], cost)?;
        Ok(cheapest.dual.bound() / 2)
    }
}

/// What one of each counts, so that any of the first outweighs all of those after it.
struct Weights {
    upfloater: i128,
    /// An upfloater of each score group more: the lowest weighs most, and the highest nothing, for their number is known.
    groups: Vec<i128>,
    tiers: Vec<i128>,
}

impl Weights {
    /// For the fewest upfloaters, the lowest score group that they come from, and the most that each tier counts.
    fn new(fewest: i128, lowest: usize, most: impl DoubleEndedIterator<Item = i128>) -> Result<Self, Unpairable> {
        let mut weight: i128 = 1;
        let mut next = |most: i128| {
            let this = weight;
            weight = this.checked_mul(most + 1).filter(|weight| *weight < 1 << 100).ok_or_else(Unpairable::too_many)?;
            Ok(this)
        };
        let mut tiers = most.rev().map(&mut next).collect::<Result<Vec<_>, _>>()?;
        tiers.reverse();
        let groups = (0..lowest).map(|_| next(fewest));
        let groups = std::iter::once(Ok(0)).chain(groups).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { upfloater: weight, groups, tiers })
    }
}
