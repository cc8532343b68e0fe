use super::FilledMatching;
use super::matching::components;
use fixedbitset::FixedBitSet;
use itertools::Itertools;
use std::collections::VecDeque;

/// The greatest number that every reader of JSON can tell from the next.
const MOST: u64 = 1 << 53;
/// So many states are kept to go back to. Others are made again from the choices that led to them.
const KEPT: usize = 16;

/// All matchings of a [`FilledMatching`].
///
/// Vertices that affect each other are a *part*: a pair that some matching has joins its ends. A choice of one matching for each part
/// is a matching, and there are no others. For two matchings differ in cycles, each within a part and each crossing a set an even
/// number of times; so if they leave a set by different pairs, both pairs are on one cycle.
#[derive(Debug)]
pub struct Alternatives {
    matching: FilledMatching,
    /// Of each vertex, those that some matching gives it.
    partners: Vec<FixedBitSet>,
    /// Those with more than one matching, their vertices in order.
    parts: Vec<Vec<usize>>,
}

/// How many there are, as far as they were counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchingCount {
    /// So many at least.
    pub least: u64,
    /// And no more.
    pub is_exact: bool,
}

impl Alternatives {
    /// Those of `matching`; `None` if `stop` says so before they are known.
    pub fn new(matching: FilledMatching, stop: impl Fn() -> bool) -> Option<Self> {
        let size = matching.size();
        let mut partners: Vec<FixedBitSet> = vec![FixedBitSet::with_capacity(size); size];
        (0..size).for_each(|v| partners[v].insert(matching.mate(v)));
        for (vertices, mut alone) in matching.components() {
            for (place, v) in vertices.iter().enumerate() {
                if stop() {
                    return None;
                }
                alone.partners(place).ones().for_each(|w| partners[*v].insert(vertices[w]));
            }
        }
        let mut all = FixedBitSet::with_capacity(size);
        all.insert_range(..);
        let mut parts = components(&partners, &all);
        parts.retain(|part| part.len() > 2);
        Some(Self { matching, partners, parts })
    }

    /// How many there are. The first part of which there are more than `most`, or where `stop` says so, is not counted to the end, nor
    /// are those after it: small parts come first.
    pub fn count(&self, most: u64, stop: impl Fn() -> bool + Copy) -> MatchingCount {
        let mut least = 1_u64;
        for part in self.parts.iter().sorted_by_key(|part| part.len()) {
            let mut matchings = Matchings::new(self.matching.among(part, &self.partners));
            let mut found = 0;
            while found <= most && matchings.next(stop).is_some() {
                found += 1;
            }
            least = least.saturating_mul(found.max(1));
            if found > most || least > MOST || stop() {
                return MatchingCount { least: least.min(MOST), is_exact: false };
            }
        }
        MatchingCount { least, is_exact: true }
    }

    /// The first `most` of them, in order: the lowest vertex with its lowest partner first. Each is a list of partners. Fewer if
    /// there are fewer, or `stop` says so.
    pub fn first(&self, most: usize, stop: impl Fn() -> bool + Copy) -> Vec<Vec<usize>> {
        let mut open = self.parts.concat();
        open.sort_unstable();
        let mut matchings = Matchings::new(self.matching.among(&open, &self.partners));
        let whole: Vec<usize> = (0..self.matching.size()).map(|v| self.matching.mate(v)).collect();
        let found = std::iter::from_fn(|| matchings.next(stop)).take(most);
        let found = found.map(|mates| {
            let mut whole = whole.clone();
            open.iter().zip(mates).for_each(|(v, mate)| whole[*v] = open[mate]);
            whole
        });
        found.collect()
    }
}

/// The matchings one after another: a search that goes as deep as it can, and then back to the last choice.
struct Matchings {
    start: FilledMatching,
    /// The choices that led to the last matching; `None` before the first.
    path: Option<Vec<PartnerChoice>>,
    /// States before a choice, with its place on the path.
    kept: VecDeque<(usize, FilledMatching)>,
}

/// A vertex with its partner.
struct PartnerChoice {
    vertex: usize,
    partner: usize,
    /// Whether it can have a higher one.
    has_more: bool,
}

impl Matchings {
    fn new(start: FilledMatching) -> Self {
        Self { start, path: None, kept: VecDeque::new() }
    }

    /// The next one, as a list of partners; `None` after the last, and if `stop` says so.
    fn next(&mut self, stop: impl Fn() -> bool) -> Option<Vec<usize>> {
        let (mut path, mut state) = match self.path.take() {
            None => (Vec::new(), self.start.clone()),
            Some(mut path) => {
                let last = path.iter().rposition(|choice: &PartnerChoice| choice.has_more)?;
                path.truncate(last + 1);
                let PartnerChoice { vertex, partner, .. } = path.pop()?;
                let state = self.state(&path);
                let state = self.choose(state, &mut path, vertex, Some(partner));
                (path, state)
            }
        };
        let from = path.last().map_or(0, |choice| choice.vertex + 1);
        for v in from..self.start.size() {
            if stop() {
                return None;
            }
            if state.is_open(v) {
                state = self.choose(state, &mut path, v, None);
            }
        }
        self.path = Some(path);
        Some((0..self.start.size()).map(|v| state.mate(v)).collect())
    }

    /// Give `v` its lowest partner, or its lowest beyond another one.
    fn choose(
        &mut self,
        mut state: FilledMatching,
        path: &mut Vec<PartnerChoice>,
        vertex: usize,
        beyond: Option<usize>,
    ) -> FilledMatching {
        let next = |state: &mut FilledMatching, beyond: Option<usize>| {
            state.rematch(vertex, |w| (Some(w) > beyond).then_some(w));
            Some(state.mate(vertex)).filter(|w| Some(*w) > beyond)
        };
        let partner = next(&mut state, beyond).unwrap_or_else(|| state.mate(vertex));
        let has_more = next(&mut state, Some(partner)).is_some();
        path.push(PartnerChoice { vertex, partner, has_more });
        if has_more {
            if self.kept.len() == KEPT {
                self.kept.pop_front();
            }
            self.kept.push_back((path.len() - 1, state.clone()));
        }
        state.choose(vertex, |w| (w == partner).then_some(w));
        state
    }

    /// The state after these choices.
    fn state(&mut self, path: &[PartnerChoice]) -> FilledMatching {
        while self.kept.back().is_some_and(|(place, _)| *place > path.len()) {
            self.kept.pop_back();
        }
        let (place, mut state) = match self.kept.pop_back() {
            Some((place, state)) if place == path.len() => return state,
            Some(kept) => {
                self.kept.push_back(kept.clone());
                kept
            }
            None => (0, self.start.clone()),
        };
        for choice in &path[place..] {
            state.choose(choice.vertex, |w| (w == choice.partner).then_some(w));
        }
        state
    }
}

#[cfg(test)]
#[path = "../tests/unit/alternatives.rs"]
mod tests;
