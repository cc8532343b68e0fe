//! The conformance ledger: random tournaments, every round of which is paired by an engine, by the literal reading of
//! its articles, and by the second reading, if there is one.

mod tests;

use crate::support::dutch_random::{as_paired_by, ruled_with};
use crate::support::generate::three_for_a_win;
use crate::support::long;
use crate::support::{Literal, read_again, system};
use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::{AddAssign, Range};
use std::path::Path;
use std::time::{Duration, Instant};
use swiss_ilp::files::json;
use swiss_ilp::systems::{PairOrBye, SystemPairing};
use swiss_ilp::tournament::{
    Board, Bye, ByeKind, Pairing, PlayerId, PointSystem, RoundRequest, RoundState, Score, Tournament,
};

/// A pairing of a round with its rules; `None` if there is none.
type Engine = dyn Fn(&RoundState) -> Option<SystemPairing> + Sync;

/// What is compared: an engine with the literal reading of its articles.
pub struct Edition {
    /// The system's id.
    pub id: String,
    /// The engine's pairing, with its rules; `None` if it finds none.
    pub engine: Box<Engine>,
    pub literal: Literal,
    /// Whether there is a second reading.
    pub is_read_twice: bool,
    /// The most players of three of four tournaments, and of the fourth.
    pub most: [usize; 2],
}

impl Edition {
    /// The registered system `id` and its literal reading.
    pub fn new(id: &str, literal: Literal, most: [usize; 2]) -> Self {
        let system = system(id);
        let engine = move |state: &RoundState| system.pair(state).ok();
        Self {
            id: id.to_owned(),
            engine: Box::new(engine),
            literal,
            is_read_twice: swiss_rule_proof::procedure(id).is_some(),
            most,
        }
    }

    /// Plays tournament number `seed` by the literal reading, and compares every round. The tournaments before the first
    /// round with a difference go to `folder`.
    fn play(&self, seed: u64, folder: &Path) -> Tally {
        let mut tally = Tally { tournaments: 1, ..Tally::default() };
        let most = self.most[usize::from(seed % 4 == 3)];
        let mut kinds = BTreeSet::new();
        let mut compare = |state: &RoundState| {
            let engine = timed(&mut tally.engine_time, || (self.engine)(state)).map(|paired| paired.pairing);
            let pairing = timed(&mut tally.literal_time, || (self.literal)(state));
            tally.rounds += 1;
            tally.unpairable += u64::from(pairing.is_none() && engine.is_none());
            kinds.extend(difference(pairing.as_ref(), engine.as_ref()));
            if self.is_read_twice {
                let again = timed(&mut tally.second_time, || read_again(&self.id, state));
                let is_different = difference(pairing.as_ref(), again.as_ref()).is_some();
                kinds.extend(is_different.then_some(Kind::SecondReading));
            }
            pairing
        };
        let vary = |tournament: &mut Tournament| {
            vary(tournament, seed);
            as_paired_by(system(&self.id).edition(), tournament, seed);
        };
        let last = ruled_with(most, seed, vary, &mut compare);
        compare(&crate::support::state(&last));
        tally.differences = kinds.into_iter().map(|kind| self.first(seed, kind, &last, folder)).collect();
        tally
    }

    /// The first round of `tournament` with a difference of this kind, written to `folder`.
    fn first(&self, seed: u64, kind: Kind, tournament: &Tournament, folder: &Path) -> Difference {
        let rounds = (1..=tournament.next_round()).map(|round| before(tournament, round));
        let first = rounds.into_iter().find(|past| self.differs(past, kind)).unwrap_or_else(|| tournament.clone());
        let file = format!("{}-{seed}-{kind}.json", self.id);
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::write(folder.join(&file), json::write(&first)).expect("written");
        let article = self.article(&first).unwrap_or_else(|| "-".to_owned());
        Difference { seed, kind, article, file }
    }

    fn differs(&self, tournament: &Tournament, kind: Kind) -> bool {
        let Ok(state) = RoundState::new(tournament, RoundRequest::default()) else { return false };
        let pairing = (self.literal)(&state);
        let other = match kind {
            Kind::SecondReading => read_again(&self.id, &state),
            _ => (self.engine)(&state).map(|paired| paired.pairing),
        };
        let found = difference(pairing.as_ref(), other.as_ref());
        if kind == Kind::SecondReading { found.is_some() } else { found == Some(kind) }
    }

    /// The article by which the engine pairs the first who are paired otherwise.
    fn article(&self, tournament: &Tournament) -> Option<String> {
        let state = RoundState::new(tournament, RoundRequest::default()).ok()?;
        let (pairing, engine) = ((self.literal)(&state)?, (self.engine)(&state)?);
        let other = engine.pairing.boards.iter().find(|board| !pairing.boards.contains(board));
        let who = match other {
            Some(board) => PairOrBye::pair(board.white, board.black),
            None => PairOrBye::Bye(engine.pairing.bye?),
        };
        engine.rules.get(&who).cloned()
    }
}

/// The tournament before `round` was paired. What is announced of that round stays, and who did not play it, if it was played, is
/// away from it: a report may leave their cells blank.
fn before(tournament: &Tournament, round: u32) -> Tournament {
    let mut past = tournament.clone();
    past.rounds.truncate(round as usize);
    if let Some(last) = past.rounds.get_mut(round as usize - 1) {
        if !last.games.is_empty() {
            let byes = last.byes.iter().map(|bye| bye.player);
            let absences = tournament.absences.iter().filter(|absence| absence.round.is_none_or(|of| of == round));
            let known: BTreeSet<PlayerId> = byes.chain(absences.map(|absence| absence.player)).collect();
            let away = tournament.absent_from(round).into_iter().filter(|player| !known.contains(player));
            let away: Vec<Bye> = away.map(|player| Bye { player, kind: ByeKind::Zero }).collect();
            last.byes.extend(away);
        }
        last.games.clear();
        last.byes.retain(|bye| bye.kind != ByeKind::Pairing);
    }
    past
}

/// The unordered pairs and the bye.
pub fn pairs(pairing: &Pairing) -> (BTreeSet<[PlayerId; 2]>, Option<PlayerId>) {
    let pair = |board: &Board| [board.white.min(board.black), board.white.max(board.black)];
    (pairing.boards.iter().map(pair).collect(), pairing.bye)
}

/// In what two pairings of a round differ; `None` if in nothing that counts. The order of boards does not count.
pub fn difference(one: Option<&Pairing>, other: Option<&Pairing>) -> Option<Kind> {
    let boards = |pairing: &Pairing| pairing.boards.iter().copied().collect::<BTreeSet<_>>();
    if one.map(pairs) != other.map(pairs) {
        Some(Kind::Pairs)
    } else if one.map(boards) != other.map(boards) {
        Some(Kind::Colours)
    } else {
        None
    }
}

fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    *total += started.elapsed();
    result
}

/// Gives some tournaments other points for results and byes, or the points of the Baku acceleration.
fn vary(tournament: &mut Tournament, seed: u64) {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(1);
    let half = Score::from_tenths(5);
    let usual = PointSystem::default();
    tournament.points = match rng.random_range(0..20) {
        0..3 => three_for_a_win(),
        3..5 => PointSystem { pairing_bye: half, ..usual },
        _ => usual,
    };
    if rng.random_bool(0.1) {
        let rounds = tournament.rounds_planned.unwrap_or(5).div_ceil(2);
        let [win, draw] = [tournament.points.win[0], tournament.points.draw[0]];
        let points = |round| if round <= rounds.div_ceil(2) { win } else { draw };
        let upper = 2 * tournament.players.len().div_ceil(4);
        let upper = tournament.players.iter().take(upper).map(|player| player.id);
        tournament.accelerations =
            upper.map(|id| (id, (1..=rounds).map(|round| (round, points(round))).collect())).collect();
    }
}

/// In what two pairings of a round differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display, Serialize, Deserialize)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Engine and literal reading have other pairs or another bye, or only one has a pairing.
    Pairs,
    /// They have the same pairs with other colours.
    Colours,
    /// The second reading has another pairing.
    SecondReading,
}

/// A tournament in which something differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The number of the tournament.
    pub seed: u64,
    pub kind: Kind,
    /// The article by which the engine pairs the first who are paired otherwise.
    pub article: String,
    /// The file of the tournament before the first round with this difference.
    pub file: String,
}

/// What was compared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub tournaments: u64,
    pub rounds: u64,
    /// Rounds of which engine and literal reading say that there is no pairing.
    pub unpairable: u64,
    pub engine_time: Duration,
    pub literal_time: Duration,
    pub second_time: Duration,
    /// By number of the tournament, at most one of a kind in each.
    pub differences: Vec<Difference>,
}

impl Tally {
    /// The number of tournaments with a difference of this kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.differences.iter().filter(|difference| difference.kind == kind).count()
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.tournaments += other.tournaments;
        self.rounds += other.rounds;
        self.unpairable += other.unpairable;
        self.engine_time += other.engine_time;
        self.literal_time += other.literal_time;
        self.second_time += other.second_time;
        self.differences.extend(other.differences);
        self.differences.sort_by_key(|difference| (difference.seed, difference.kind));
    }
}

/// Plays the tournaments of these numbers on so many threads. The counts do not depend on the threads.
pub fn play(edition: &Edition, seeds: Range<u64>, threads: usize, folder: &Path) -> Tally {
    long::in_threads(seeds, threads, || (), |(), seed| edition.play(seed, folder))
}
