//! FIDE's Dutch system as agreed in Istanbul in 2012, sections A to D, read literally by somebody who had seen the text alone. A bracket is
//! paired by going through the pairings in the order of C.4 to C.10 and D.1 to D.3, and taking the first that meets the requirements in
//! force. Colours (E) are not allocated.
//!
//! Players are indices in the order of A.2. "Reading" marks a place that can be read in another way. What is "taken" was written
//! otherwise first, where the text is silent or open, and is as the page of the second reading says.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The pairs, and who has the bye.
pub type Paired = (Vec<(usize, usize)>, Option<usize>);

/// S1 and S2, as positions in their group, in the sequence of D.2.
type Splits = std::rc::Rc<Vec<(Vec<usize>, Vec<usize>)>>;

pub struct Who {
    /// Tenths of a point.
    pub score: i64,
    /// (true = White, 1 mild / 2 strong / 3 absolute), A.7.
    pub prefers: Option<(bool, u8)>,
    /// A.10, only in the last round.
    pub is_topscorer: bool,
    /// B.1.b
    pub may_have_bye: bool,
    /// The last round, the one before: -1 down, +1 up, 0 none.
    pub floats: [i8; 2],
    /// B.1.a, or bans.
    pub barred: BTreeSet<usize>,
}

/// `is_odd_round`: whether the round that is paired has an odd number.
pub fn pair_round(who: &[Who], is_odd_round: bool) -> Option<Paired> {
    Round { who, odd: is_odd_round, splits: RefCell::new(BTreeMap::new()) }.run()
}

// What is required of a pairing (C.3), as the number of pairs (players) that may fail it. Reading: "Any criterion may be dropped only
// for the minimum number of pairs in the score bracket" (C.10, last line): hence "dropping" goes 1, 2, 3, .. pairs.

const B2: usize = 0; // top scorers only
const A7D: usize = 1; // odd rounds
const X: usize = 2;
const Z: usize = 3; // even rounds
const B5_DOWN: usize = 4;
const B6_DOWN: usize = 5;
const B5_UP: usize = 6;
const B6_UP: usize = 7;
const KINDS: usize = 8;
const NO_LIMIT: usize = usize::MAX;

type Counts = [usize; KINDS];

#[derive(Clone, Copy)]
struct Limits {
    c: Counts,
    /// B.3: the sum of the scores of those who leave, or by D.4 the factor of the bracket.
    b3: Option<i64>,
}

fn within(a: &Counts, lim: &Counts) -> bool {
    a.iter().zip(lim).all(|(x, l)| x <= l)
}

fn plus(a: &Counts, b: &Counts) -> Counts {
    let mut r = *a;
    for i in 0..KINDS {
        r[i] += b[i];
    }
    r
}

/// One score bracket with its moved-down players.
#[derive(Clone, Debug)]
struct Bracket {
    /// Moved down from the previous bracket.
    incoming: Vec<usize>,
    /// In a merged lowest bracket (C.13): the latest added score bracket's own players.
    added: Vec<usize>,
    own: Vec<usize>,
    lowest: bool,
    merged: bool,
}

impl Bracket {
    fn moved(&self) -> impl Iterator<Item = &usize> {
        self.incoming.iter().chain(&self.added)
    }
}

#[derive(Clone, Debug)]
struct Pairing {
    pairs: Vec<(usize, usize)>,
    /// Who leaves the bracket (in the lowest one: has the bye), in the order of A.2.
    down: Vec<usize>,
    m1: usize,
}

enum Outcome {
    Done(Pairing),
    /// C.14.a: "If P1 equals zero the entire score bracket is moved down".
    PZero,
    /// Only the lowest bracket: C.13 "Otherwise backtrack to the penultimate score bracket".
    BackToPenultimate,
    /// C.12: the previous bracket has been given another pairing.
    Backtracked(Pairing),
}

/// When C.12 is asked: P1 and M1.
#[derive(Clone, Copy)]
struct Stage {
    p1: usize,
    m1: usize,
}

struct Level {
    bracket: Bracket,
    pairing: Pairing,
}

type Accept<'a> = &'a mut dyn FnMut(&Pairing) -> bool;
/// What is done with a transposition: who of S2 has been used.
type Tried<'a> = &'a mut dyn FnMut(&[(usize, usize)], &[bool], &Counts) -> bool;
type Found<'a> = &'a mut dyn FnMut(&[(usize, usize)], &[usize], &Counts) -> bool;

struct Round<'a> {
    who: &'a [Who],
    odd: bool,
    /// D.2's sequence of (S1, S2), by (players, pairs): positions in the group.
    splits: RefCell<BTreeMap<(usize, usize), Splits>>,
}

impl<'a> Round<'a> {
    fn run(&self) -> Option<Paired> {
        if self.who.is_empty() {
            return Some((Vec::new(), None));
        }
        // A.3 "Players with equal scores constitute a homogeneous score bracket."
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for i in 0..self.who.len() {
            match groups.last_mut() {
                Some(g) if self.who[g[0]].score == self.who[i].score => g.push(i),
                _ => groups.push(vec![i]),
            }
        }
        let mut done: Vec<Level> = Vec::new();
        let mut cur = self.first_bracket(&groups, 0, Vec::new());
        let mut no_c12 = false;
        // C "Starting with the highest score bracket apply the following procedures to all score brackets until an acceptable pairing is
        // obtained."
        loop {
            let outcome = {
                let prev = done.last();
                let mut c12 = |s: Stage| -> Option<Pairing> {
                    if no_c12 {
                        return None;
                    }
                    prev.and_then(|p| self.backtrack_c12(p, &cur, s))
                };
                self.bracket(&cur, 0, None, &mut |_| true, &mut c12)
            };
            match outcome {
                Outcome::Done(p) => {
                    if cur.lowest {
                        let bye = p.down.first().copied();
                        let mut pairs: Vec<(usize, usize)> = Vec::new();
                        for l in &done {
                            pairs.extend(l.pairing.pairs.iter().copied());
                        }
                        pairs.extend(p.pairs.iter().copied());
                        return Some((pairs, bye));
                    }
                    let next = self.first_bracket(&groups, done.len() + 1, p.down.clone());
                    done.push(Level { bracket: cur, pairing: p });
                    cur = next;
                    no_c12 = false;
                }
                Outcome::PZero => {
                    // C.14.a "the entire score bracket is moved down to the next one."
                    let mut down = cur.incoming.clone();
                    down.extend(&cur.added);
                    down.extend(&cur.own);
                    down.sort_unstable();
                    let next = self.first_bracket(&groups, done.len() + 1, down.clone());
                    done.push(Level { bracket: cur, pairing: Pairing { pairs: Vec::new(), down, m1: 0 } });
                    cur = next;
                    no_c12 = false;
                }
                Outcome::Backtracked(p) => {
                    // C.6 "With this score bracket restart at C1."
                    cur.incoming = p.down.clone();
                    done.last_mut().expect("a previous bracket").pairing = p;
                }
                Outcome::BackToPenultimate => {
                    // C.13 "Otherwise backtrack to the penultimate score bracket."
                    let prev = done.pop()?;
                    let mut known: BTreeMap<Vec<usize>, bool> = BTreeMap::new();
                    let mut allows = |p: &Pairing| -> bool {
                        if let Some(&k) = known.get(&p.down) {
                            return k;
                        }
                        let own = [&cur.own[..], &cur.added].concat();
                        let b = Bracket { incoming: p.down.clone(), own, added: Vec::new(), ..cur.clone() };
                        // "which will allow a pairing in the lowest score bracket"; C.12 "Backtracking is disallowed when already
                        // backtracking from a lower score bracket".
                        let ok = matches!(self.bracket(&b, 0, None, &mut |_| true, &mut |_| None), Outcome::Done(_));
                        known.insert(p.down.clone(), ok);
                        ok
                    };
                    // Reading: the sequence of the penultimate bracket is gone through as C.4 to C.10 and C.14 have it, with no pairing
                    // refused but for the lowest.
                    let again = self.bracket(&prev.bracket, 1, Some(prev.pairing.m1), &mut allows, &mut |_| None);
                    match again {
                        Outcome::Done(p) => {
                            cur.incoming = p.down.clone();
                            // Taken: S1 are those whom the bracket that was undone moves down.
                            cur.own.append(&mut cur.added);
                            done.push(Level { bracket: prev.bracket, pairing: p });
                        }
                        _ => {
                            // C.13 "If in the penultimate score bracket P becomes zero .. then the two lowest score brackets are joined
                            // into a new lowest score bracket." "Such a merged score bracket shall be treated as a heterogeneous score
                            // bracket with the latest added score bracket as S1." Reading: the added bracket is its own players with
                            // those who had been moved down into it; what was added before is now among "own".
                            let mut own = cur.added.clone();
                            own.extend(&cur.own);
                            own.sort_unstable();
                            cur = Bracket {
                                incoming: prev.bracket.incoming.clone(),
                                added: prev.bracket.own.clone(),
                                own,
                                lowest: true,
                                merged: true,
                            };
                        }
                    }
                    // Taken: no C.12 once C.13 has begun.
                    no_c12 = true;
                }
            }
        }
    }

    fn first_bracket(&self, groups: &[Vec<usize>], k: usize, incoming: Vec<usize>) -> Bracket {
        Bracket { incoming, added: Vec::new(), own: groups[k].clone(), lowest: k + 1 == groups.len(), merged: false }
    }

    /// C.12 "If there are moved down players: backtrack to the previous score bracket. If in this previous score bracket a pairing can be
    /// made whereby another set of players of the same size and with the same scores will be moved down to the current one, and this now
    /// allows P1 pairings to be made then this pairing in the previous score bracket will be accepted."
    fn backtrack_c12(&self, prev: &Level, cur: &Bracket, stage: Stage) -> Option<Pairing> {
        if cur.incoming.is_empty() {
            return None;
        }
        let scores = |v: &[usize]| -> Vec<i64> { v.iter().map(|&i| self.who[i].score).collect() };
        let wanted = scores(&cur.incoming);
        let mut accept = |p: &Pairing| -> bool {
            let b = Bracket { incoming: p.down.clone(), ..cur.clone() };
            p.down != cur.incoming && scores(&p.down) == wanted && self.makes(&b, stage)
        };
        // "another set of players of the same size": as many pairs as before in the previous one.
        match self.bracket(&prev.bracket, prev.pairing.pairs.len().max(1), None, &mut accept, &mut |_| None) {
            Outcome::Done(p) => Some(p),
            _ => None,
        }
    }

    /// C.1: whether an opponent "can be found within this score bracket without violating B1 (or B2, except when pairing top scorers)".
    fn has_opponent(&self, i: usize, all: &[usize]) -> bool {
        all.iter().any(|&j| j != i && self.may_meet(i, j))
    }

    /// Whether the bracket can make P1 pairs, M1 of them with players moved down, whatever the relative criteria say.
    fn makes(&self, b: &Bracket, stage: Stage) -> bool {
        let all: Vec<usize> = b.moved().chain(&b.own).copied().collect();
        self.can_make(b, &all, stage.p1, stage.m1)
    }

    fn can_make(&self, b: &Bracket, left: &[usize], p: usize, m: usize) -> bool {
        let Some((one, rest)) = left.split_first() else { return p == 0 && m == 0 };
        let mut others = (0..rest.len()).filter(|&k| p > 0 && self.may_meet(*one, rest[k]));
        others.any(|k| {
            let mut after = rest.to_vec();
            let other = after.remove(k);
            let is_first = b.moved().any(|i| i == one || *i == other);
            self.can_make(b, &after, p - 1, m.saturating_sub(usize::from(is_first)))
        }) || (2 * p < left.len() && (!b.lowest || self.who[*one].may_have_bye) && self.can_make(b, rest, p, m))
    }

    /// `stop`: give up (as with P1 = 0) when P1 falls below it. `undone`: by C.13, with this M1 before. `accept`: a complete pairing that
    /// it refuses is passed over, and the procedure goes on (C.7 and so on).
    fn bracket(
        &self,
        b: &Bracket,
        stop: usize,
        undone: Option<usize>,
        accept: Accept,
        c12: &mut dyn FnMut(Stage) -> Option<Pairing>,
    ) -> Outcome {
        let mut moved: Vec<usize> = b.moved().copied().collect();
        moved.sort_unstable();
        let mut own = b.own.clone();
        let mut leaving: Vec<usize> = Vec::new();

        // C.1. Taken for the lowest bracket: only if it cannot be completed; so it comes with C.13.
        if !b.lowest {
            let all: Vec<usize> = moved.iter().chain(&own).copied().collect();
            if moved.iter().any(|&i| !self.has_opponent(i, &all)) {
                // "if this player was moved down from a higher score bracket apply C12." Taken: P1 and M1 are P0 and M0 with everybody
                // counted, and then as C.14 lowers them, until the present players make so many pairs.
                let n = all.len();
                let (mut p1, mut m1) = (n / 2, if 2 * moved.len() >= n { 0 } else { moved.len() });
                while p1 > 0 && !self.makes(b, Stage { p1, m1 }) {
                    if let Some(p) = c12(Stage { p1, m1 }) {
                        return Outcome::Backtracked(p);
                    }
                    if m1 > 0 && !self.makes(b, Stage { p1: m1, m1 }) {
                        m1 -= 1;
                    } else {
                        p1 -= 1;
                    }
                }
            }
            // "in all other cases: move this player down to the next score bracket". Taken: if C.12 has found nothing, those moved down
            // move on, too, before C.2, and are not counted.
            leaving.extend(all.iter().filter(|&&i| !self.has_opponent(i, &all)));
            moved.retain(|i| !leaving.contains(i));
            own.retain(|i| !leaving.contains(i));
        }

        let n = moved.len() + own.len();
        // C.2.a "Determine P0 according to A6.b. Set P1 = P0", "Set M1 = M0"
        let p0 = n / 2;
        let mut p1 = p0;
        let mut m1 = moved.len();
        // A.3 "A heterogeneous score bracket of which at least half of the players have come from a higher score bracket is also treated as
        // though it was homogeneous."
        let mut heterogeneous = m1 > 0 && !own.is_empty() && 2 * m1 < n;
        if let (true, Some(m)) = (heterogeneous, undone) {
            m1 = m;
            heterogeneous = m > 0;
        }
        // C.2.b
        let (mut x1, mut z1) = self.x1_z1(&moved, &own, p0);
        let mut reached_remainder = false;

        if p0 == 0 {
            // Nobody or one player left.
            if b.lowest {
                let ok = leaving.is_empty()
                    && (n == 0 || self.who[moved.iter().chain(&own).copied().next().unwrap()].may_have_bye);
                if ok {
                    let down: Vec<usize> = moved.iter().chain(&own).copied().collect();
                    return Outcome::Done(Pairing { pairs: Vec::new(), down, m1: 0 });
                }
                return Outcome::BackToPenultimate;
            }
            return Outcome::PZero;
        }

        loop {
            let job = Job {
                b,
                moved: &moved,
                own: &own,
                leaving: &leaving,
                heterogeneous,
                p1,
                m1: if heterogeneous { m1 } else { 0 },
                x1,
                z1,
            };
            // C.3 to C.10
            if let Some(p) = self.c3_to_c10(&job, accept, &mut reached_remainder) {
                return Outcome::Done(p);
            }
            // C.12
            if !b.incoming.is_empty()
                && let Some(p) = c12(Stage { p1, m1: job.m1 })
            {
                return Outcome::Backtracked(p);
            }
            if b.lowest {
                // C.13 "In case of the lowest score bracket: if it is heterogeneous, try to reduce the number of pairable moved-down
                // players (M1), as shown in C14.b2. Otherwise backtrack to the penultimate score bracket." Reading: whether the
                // remainder has been reached is not asked here.
                if !heterogeneous {
                    return Outcome::BackToPenultimate;
                }
            } else if !heterogeneous || reached_remainder {
                // C.14.a, and C.14.b1 "If the pairing procedure has got to the remainder at least once, reduce P1, X1 and, in even rounds,
                // Z1 as in the homogeneous score brackets and restart from C3.a" Reading: one pass. "As long as P1 is greater than
                // zero, decrease P1 by 1. If P1 equals zero the entire score bracket is moved down to the next one."
                p1 -= 1;
                if undone.is_some() && heterogeneous && p1 < m1 {
                    // Taken: C.13 lowers M1, too, down to 1.
                    m1 -= 1;
                    if m1 == 0 {
                        return Outcome::PZero;
                    }
                    p1 = p0;
                    (x1, z1) = self.x1_z1(&moved, &own, p0);
                    continue;
                }
                if p1 == 0 || p1 < stop {
                    return Outcome::PZero;
                }
                // "Otherwise, as long as X1 is greater than zero, decrease X1 by 1. In even rounds, as long as Z1 is greater than zero,
                // decrease Z1 by 1."
                x1 = x1.saturating_sub(1);
                z1 = z1.saturating_sub(1);
                // Reading: no more moved-down players are to be paired than there are pairs. (Happens only when C.13 has refused all
                // pairings with more.)
                m1 = m1.min(p1);
                continue;
            }
            // C.14.b2 "Otherwise, as long as M1 is greater than 1, reduce M1 by 1 and restart from C3.a"
            if m1 > 1 {
                m1 -= 1;
            } else if undone.is_some() {
                return Outcome::PZero;
            } else {
                // "If M1 is one, set M1=0, manage the bracket as homogeneous, set P1=P0 and restart from C2.b."
                m1 = 0;
                heterogeneous = false;
                p1 = p0;
                let xz = self.x1_z1(&moved, &own, p0);
                x1 = xz.0;
                z1 = xz.1;
            }
        }
    }

    /// A.8
    fn x1_z1(&self, moved: &[usize], own: &[usize], p0: usize) -> (usize, usize) {
        let (mut w, mut b, mut ww, mut bb, mut a) = (0i64, 0i64, 0i64, 0i64, 0i64);
        for &i in moved.iter().chain(own) {
            match self.who[i].prefers {
                // "a: number of players who have not played a round yet" (A.7.f: no preference)
                None => a += 1,
                // "in odd rounds: 0; in even rounds: .. a mild colour preference for white"
                Some((true, 1)) if !self.odd => w += 1,
                Some((false, 1)) if !self.odd => b += 1,
                Some((true, _)) => ww += 1,
                Some((false, _)) => bb += 1,
            }
        }
        let p0 = p0 as i64;
        // "If B+b > W+w then X1 = P0 - W - w - a, else X1 = P0 - B - b - a. If X1 < 0 then X1 = 0"
        let x1 = if bb + b > ww + w { p0 - ww - w - a } else { p0 - bb - b - a };
        // "If B > W then Z1 = P0 - W - b - w - a else Z1 = P0 - B - b - w - a. If Z1 < 0 .. 0"
        let z1 = if bb > ww { p0 - ww - b - w - a } else { p0 - bb - b - w - a };
        (x1.max(0) as usize, if self.odd { 0 } else { z1.max(0) as usize })
    }

    /// C.3 sets the requirements at their strictest; C.10 lowers them: the last named (B6 for upfloaters) first, and whenever an earlier
    /// one is lowered all after it are strict again ("restart from C.3.h", "C.3.g", .. "C.3.c"). So the earliest requirement is lowered
    /// only if nothing is found with all the later ones dropped: this is looked at first, to be quick, and the later ones are then gone
    /// through in the same manner.
    fn c3_to_c10(&self, job: &Job, accept: Accept, reached: &mut bool) -> Option<Pairing> {
        let mut lim = Limits { c: [NO_LIMIT; KINDS], b3: None };
        let topscorers = job.all().any(|i| self.who[i].is_topscorer);
        let downs = job.all().count() + job.leaving.len();
        let mut best: Option<Pairing> = None;
        // Taken: B.3 (A.11, D.4) stands before all of them, for the bracket as a whole.
        let mut least: Option<i64> = None;
        self.c4_to_c9(
            job,
            &lim,
            &mut |p| {
                let f = self.b3_factor(job, &p.pairs, &p.down);
                if least.is_none_or(|l| f < l) && accept(p) {
                    least = Some(f);
                }
                false
            },
            reached,
        );
        lim.b3 = least;
        least?;
        for kind in 0..KINDS {
            let (from, to) = match kind {
                // C.3.b "(top scorers) reset B2"; C.10.g
                B2 => (0, if topscorers { job.p1 } else { 0 }),
                // C.3.c "(odd rounds) reset A7.d"; C.10.f
                A7D => (0, if self.odd { job.p1 } else { 0 }),
                // C.3.d "Set X = X1"; C.10.e "If X < P1, increase X by 1"
                X => (job.x1, job.x1.max(job.p1)),
                // "(even numbered rounds) Set Z = Z1"; "If Z < X, increase Z by 1 .. If Z = X and X < P1, increase X by 1, reset Z=Z1"
                Z => (job.z1, if self.odd { job.z1 } else { lim.c[X].max(job.z1) }),
                // C.3.e, C.3.f "(bracket produces downfloaters)"; C.10.d, C.10.c
                B5_DOWN | B6_DOWN => (0, downs),
                // C.3.g, C.3.h "(heterogeneous score brackets)"; C.10.b, C.10.a
                _ => (0, job.p1),
            };
            let mut found = None;
            for v in from..=to {
                lim.c[kind] = v;
                if let Some(p) = self.c4_to_c9(job, &lim, accept, reached) {
                    found = Some(p);
                    break;
                }
            }
            found.as_ref()?;
            best = found;
        }
        best
    }

    fn uses_b3(&self, job: &Job) -> bool {
        // Reading: "After repeated applications of rule C13" (B.3, D.4): when C.13 has joined brackets at least once.
        job.b.merged
    }

    /// D.4 "the sum of the squared differences between the scores of the two players in each pair", "Getting the bye is equivalent to face
    /// an opponent with one point less than the lowest ranked player (even if this is resulting in -1)."
    fn b3_factor(&self, job: &Job, pairs: &[(usize, usize)], bye: &[usize]) -> i64 {
        let s = |i: usize| self.who[i].score;
        if !self.uses_b3(job) {
            return bye.iter().map(|&i| s(i)).sum();
        }
        let lowest = job.all().max().map_or(0, s);
        pairs.iter().map(|&(a, b)| (s(a) - s(b)).pow(2)).sum::<i64>()
            + bye.iter().map(|&i| (s(i) - (lowest - 10)).pow(2)).sum::<i64>()
    }

    /// C.4 to C.9 with given requirements: the first pairing in the text's sequence that meets them.
    fn c4_to_c9(&self, job: &Job, lim: &Limits, accept: Accept, reached: &mut bool) -> Option<Pairing> {
        let mut result: Option<Pairing> = None;
        // C.6: complete.
        let mut finish = |pairs: &[(usize, usize)], rest: &[usize], counts: &Counts| -> bool {
            let mut down: Vec<usize> = rest.to_vec();
            if job.b.lowest {
                // Nobody can be moved down from the lowest bracket: A.5, one at most is left, and B.1.b.
                if down.len() > 1 || down.iter().any(|&i| !self.who[i].may_have_bye) {
                    return false;
                }
            }
            down.extend(job.leaving);
            down.sort_unstable();
            let mut c = *counts;
            for &i in &down {
                // Taken: those moved down have their float already. Reading: the bye is a downfloat (B.1.b).
                if job.moved.contains(&i) {
                    continue;
                }
                c[B5_DOWN] += (self.who[i].floats[0] == -1) as usize;
                c[B6_DOWN] += (self.who[i].floats[1] == -1) as usize;
            }
            if !within(&c, &lim.c) {
                return false;
            }
            if let Some(l) = lim.b3
                && self.b3_factor(job, pairs, &down) > l
            {
                return false;
            }
            let p = Pairing { pairs: pairs.to_vec(), down, m1: job.m1 };
            if accept(&p) {
                result = Some(p);
                return true;
            }
            false
        };
        let zero: Counts = [0; KINDS];
        if !job.heterogeneous {
            // C.3.a "In a homogeneous score bracket set P = P1"
            let mut group: Vec<usize> = job.all().collect();
            group.sort_unstable();
            self.sequence(&group, job.p1, &[], &zero, lim, &mut finish);
            return result;
        }
        // C.3.a "In a heterogeneous score bracket set P = M1". C.4 "Put the highest P players in S1"; C.8.b "if M1 is less than M0, choose
        // another set of M1 players to put in S1 according to D3 and restart at C5".
        for set in combinations(job.moved.len(), job.m1) {
            let s1: Vec<usize> = set.iter().map(|&k| job.moved[k]).collect();
            let aside = job.moved.iter().filter(|i| !s1.contains(i));
            // Reading: C.4 "all other players in S2": moved-down ones who are not in S1, too.
            let mut s2: Vec<usize> = job.own.iter().chain(aside).copied().collect();
            s2.sort_unstable(); // C.5, A.2
            let mut pairs = Vec::new();
            let mut used = vec![false; s2.len()];
            let stop =
                self.transpose(&s1, &s2, true, &mut used, &mut pairs, &zero, &lim.c, &mut |pairs, used, counts| {
                    *reached = true;
                    // C.6 "only M1 players moved down were paired so far. .. Redefine P = P1 - M1. Continue at C4 with the remainder
                    // group."
                    let mut rest: Vec<usize> = Vec::new();
                    for (k, &i) in s2.iter().enumerate() {
                        if !used[k] {
                            rest.push(i);
                        }
                    }
                    let p = job.p1 - job.m1;
                    if 2 * p > rest.len() {
                        return false;
                    }
                    // C.9 is the return from here.
                    self.sequence(&rest, p, pairs, counts, lim, &mut finish)
                });
            if stop {
                break;
            }
        }
        result
    }

    /// C.4 to C.8.a for a homogeneous (remainder) group: P pairs out of it. Taken: floats are counted for the opponents of S1 alone.
    fn sequence(
        &self,
        group: &[usize],
        p: usize,
        before: &[(usize, usize)],
        counts: &Counts,
        lim: &Limits,
        found: Found,
    ) -> bool {
        if !within(counts, &lim.c) {
            return false;
        }
        // C.4, C.5, and C.8.a with D.2: the original S1 and S2, then the exchanges
        for (a, b) in self.splits_of(group.len(), p).iter() {
            let s1: Vec<usize> = a.iter().map(|&k| group[k]).collect();
            let s2: Vec<usize> = b.iter().map(|&k| group[k]).collect();
            let mut pairs = before.to_vec();
            let mut used = vec![false; s2.len()];
            // C.6, C.7
            let stop = self.transpose(&s1, &s2, false, &mut used, &mut pairs, counts, &lim.c, &mut |pairs, used, c| {
                let rest: Vec<usize> = s2.iter().enumerate().filter(|(k, _)| !used[*k]).map(|(_, &i)| i).collect();
                found(pairs, &rest, c)
            });
            if stop {
                return true;
            }
        }
        false
    }

    /// D.1: S2 in increasing order of its sequences; of each only the first S1 players are paired (D1.2), so that sequences which differ
    /// only behind them are gone through once.
    #[allow(clippy::too_many_arguments)]
    fn transpose(
        &self,
        s1: &[usize],
        s2: &[usize],
        floats_up: bool,
        used: &mut Vec<bool>,
        pairs: &mut Vec<(usize, usize)>,
        counts: &Counts,
        lim: &Counts,
        found: Tried,
    ) -> bool {
        let Some((&a, later)) = s1.split_first() else {
            return found(pairs, used, counts);
        };
        for k in 0..s2.len() {
            if used[k] {
                continue;
            }
            let Some(c) = self.pair_counts(a, s2[k], floats_up) else { continue };
            let sum = plus(counts, &c);
            if !within(&sum, lim) {
                continue;
            }
            used[k] = true;
            pairs.push((a, s2[k]));
            let stop = self.transpose(later, s2, floats_up, used, pairs, &sum, lim, found);
            pairs.pop();
            used[k] = false;
            if stop {
                return true;
            }
        }
        false
    }

    /// B.1, and B.2 as far as it cannot be dropped.
    fn may_meet(&self, a: usize, b: usize) -> bool {
        let (p, q) = (&self.who[a], &self.who[b]);
        if p.barred.contains(&b) || q.barred.contains(&a) {
            return false; // B.1.a
        }
        // Reading: B.2; Note: "when pairing top scorers B2 may be ignored. If a top scorer is paired against a non-top scorer, .." so
        // one top scorer in the pair will do.
        !self.same_absolute(a, b) || p.is_topscorer || q.is_topscorer
    }

    fn same_absolute(&self, a: usize, b: usize) -> bool {
        matches!((self.who[a].prefers, self.who[b].prefers),
            (Some((c, 3)), Some((d, 3))) if c == d)
    }

    /// What a pair costs of the requirements; None: it is not allowed at all.
    fn pair_counts(&self, a: usize, b: usize, floats_up: bool) -> Option<Counts> {
        if !self.may_meet(a, b) {
            return None;
        }
        let mut c = [0; KINDS];
        let (p, q) = (&self.who[a], &self.who[b]);
        c[B2] = self.same_absolute(a, b) as usize;
        if let (Some((cp, sp)), Some((cq, sq))) = (p.prefers, q.prefers)
            && cp == cq
        {
            c[X] = 1; // A.11: "pairings not fulfilling all colour preferences"
            if sp >= 2 && sq >= 2 {
                if self.odd {
                    // Reading: (strong against absolute). A.7.d "players having a strong colour preference .. shall be treated like
                    // players having an absolute colour preference". Two absolute ones are B.2's.
                    c[A7D] = !(sp == 3 && sq == 3) as usize;
                } else {
                    // Reading: A.8.b "not fulfilling all strong colour preferences"; A.7.e
                    c[Z] = 1;
                }
            }
        }
        if floats_up && p.score != q.score {
            // A.4 "the lower one (upfloater) an upfloat"; B.5, B.6
            let low = if p.score < q.score { p } else { q };
            c[B5_UP] = (low.floats[0] == 1) as usize;
            c[B6_UP] = (low.floats[1] == 1) as usize;
        }
        Some(c)
    }

    /// D.2, "Exact procedure": first no exchange, then of one player, of two, and so on (a reading), as positions in the group (another: "numbers
    /// of players" are 1, 2, 3, .. in the group, as in the examples: only so is "DIFFMIN = DIFFERENZ (1,1)").
    fn splits_of(&self, n: usize, p: usize) -> Splits {
        if let Some(s) = self.splits.borrow().get(&(n, p)) {
            return s.clone();
        }
        let mut list: Vec<(Vec<usize>, Vec<usize>)> = vec![((0..p).collect(), (p..n).collect())];
        for size in 1..=p.min(n - p) {
            // "Sort all possible subsets of N players of S1 in decreasing lexicographic order": 5,4,3  5,4,2  5,4,1  5,3,2 ..
            let mut s1_list: Vec<Vec<usize>> = combinations(p, size)
                .into_iter()
                .map(|mut c| {
                    c.reverse();
                    c
                })
                .collect();
            s1_list.sort_by(|a, b| b.cmp(a));
            // "of S2 in increasing lexicographic order": 6,7,8  6,7,9 ..
            let s2_list: Vec<Vec<usize>> =
                combinations(n - p, size).into_iter().map(|c| c.into_iter().map(|k| k + p).collect()).collect();
            // Steps 1 to 9: DELTA rising, for each DELTA I from 1, for each I J from 1.
            let mut all: Vec<(usize, usize, usize)> = Vec::new();
            for (i, a) in s1_list.iter().enumerate() {
                for (j, b) in s2_list.iter().enumerate() {
                    all.push((b.iter().sum::<usize>() - a.iter().sum::<usize>(), i, j));
                }
            }
            all.sort_unstable();
            for (_, i, j) in all {
                let (out, inn) = (&s1_list[i], &s2_list[j]);
                let mut s1: Vec<usize> = (0..p).filter(|k| !out.contains(k)).collect();
                s1.extend(inn);
                let mut s2: Vec<usize> = (p..n).filter(|k| !inn.contains(k)).collect();
                s2.extend(out);
                // "After each exchange both S1 and S2 should be ordered according to A2"
                s1.sort_unstable();
                s2.sort_unstable();
                list.push((s1, s2));
            }
        }
        let list = std::rc::Rc::new(list);
        self.splits.borrow_mut().insert((n, p), list.clone());
        list
    }
}

/// One run of C.3 to C.10.
struct Job<'b> {
    b: &'b Bracket,
    moved: &'b [usize],
    own: &'b [usize],
    /// Who has left the bracket at C.1.
    leaving: &'b [usize],
    heterogeneous: bool,
    p1: usize,
    m1: usize,
    x1: usize,
    z1: usize,
}

impl<'b> Job<'b> {
    fn all(&self) -> impl Iterator<Item = usize> + '_ {
        self.moved.iter().chain(self.own).copied()
    }
}

/// All k-subsets of 0..n in lexicographic order (D.3: 1-2-3, 1-2-4, 1-2-5, 1-3-4 ..).
fn combinations(n: usize, k: usize) -> Vec<Vec<usize>> {
    fn go(from: usize, n: usize, k: usize, cur: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
        if k == 0 {
            out.push(cur.clone());
            return;
        }
        for i in from..n {
            if n - i < k {
                break;
            }
            cur.push(i);
            go(i + 1, n, k - 1, cur, out);
            cur.pop();
        }
    }
    let mut out = Vec::new();
    go(0, n, k, &mut Vec::new(), &mut out);
    out
}
