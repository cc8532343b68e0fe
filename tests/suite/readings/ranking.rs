//! FIDE's tie-breaks a second time, article by article, from the rounds of a tournament. It shares no code with
//! `swiss_ilp::ranking` and takes no short cut: whether a player is first whatever missing games bring is tried out.

use std::collections::{BTreeMap, BTreeSet};
use swiss_ilp::tournament::{ByeKind, Colour, GamesPerPairing, Outcome, PlayerId, Tournament};

/// A multiple of every number to 15, so that averages of so many games are whole.
const SCALE: i64 = 360_360;

/// Numerator and denominator.
pub type Value = Option<(i64, i64)>;

#[derive(Clone, Copy, PartialEq)]
enum What {
    Played(PlayerId, Colour, Outcome),
    ForfeitWin(PlayerId, Colour),
    ForfeitLoss(PlayerId, Colour),
    /// The pairing-allocated bye, and the full-point bye.
    Given,
    Requested,
}

#[derive(Clone, Copy)]
struct Slot {
    round: usize,
    what: What,
    points: i64,
}

/// A tournament after all its rounds.
#[derive(Clone)]
pub struct Literal {
    slots: BTreeMap<PlayerId, Vec<Slot>>,
    ratings: BTreeMap<PlayerId, Option<u32>>,
    win: [i64; 2],
    draw: [i64; 2],
    loss: [i64; 2],
    rounds: usize,
    games: i64,
}

impl Literal {
    pub fn new(tournament: &Tournament) -> Self {
        let tenths = |scores: [swiss_ilp::tournament::Score; 2]| scores.map(|score| i64::from(score.tenths()));
        let points = &tournament.points;
        let last = tournament.rounds.iter().rposition(|round| !round.games.is_empty()).map_or(0, |last| last + 1);
        let games = if tournament.games_per_pairing == GamesPerPairing::Two { 2 } else { 1 };
        let mut slots: BTreeMap<PlayerId, Vec<Slot>> = tournament.players.iter().map(|p| (p.id, Vec::new())).collect();
        for (index, round) in tournament.rounds[..last].iter().enumerate() {
            for (id, slots) in &mut slots {
                let before = slots.len();
                for game in &round.games {
                    let (colour, opponent) = match *id {
                        id if id == game.white => (Colour::White, game.black),
                        id if id == game.black => (Colour::Black, game.white),
                        _ => continue,
                    };
                    let outcome = game.result.expect("a result").of(colour);
                    let what = match outcome {
                        Outcome::ForfeitWin => What::ForfeitWin(opponent, colour),
                        Outcome::ForfeitLoss => What::ForfeitLoss(opponent, colour),
                        _ => What::Played(opponent, colour, outcome),
                    };
                    slots.push(Slot { round: index, what, points: points.game(colour, outcome).tenths().into() });
                }
                let bye = round.byes.iter().find(|bye| bye.player == *id).map(|bye| bye.kind);
                if slots.len() == before {
                    let kind = bye.unwrap_or(ByeKind::Zero);
                    let what = match kind {
                        ByeKind::Pairing | ByeKind::Full => What::Given,
                        ByeKind::Half | ByeKind::Zero => What::Requested,
                    };
                    for _ in 0..games {
                        slots.push(Slot { round: index, what, points: points.bye(kind).tenths().into() });
                    }
                }
            }
        }
        Self {
            slots,
            ratings: tournament.players.iter().map(|player| (player.id, player.rating)).collect(),
            win: tenths(points.win),
            draw: tenths(points.draw),
            loss: tenths(points.loss),
            rounds: last,
            games,
        }
    }

    pub fn ids(&self) -> Vec<PlayerId> {
        self.slots.keys().copied().collect()
    }

    fn score(&self, id: PlayerId) -> i64 {
        self.slots[&id].iter().map(|slot| slot.points).sum()
    }

    /// 16.3, from the last round backwards.
    fn adjusted(&self, id: PlayerId) -> i64 {
        let mut sum = 0;
        let mut only_voluntary_so_far = true;
        for slot in self.slots[&id].iter().rev() {
            let late_request = only_voluntary_so_far && slot.what == What::Requested;
            sum += if late_request { self.draw[0] } else { slot.points };
            only_voluntary_so_far &= matches!(slot.what, What::Requested | What::ForfeitLoss(..));
        }
        sum
    }

    /// 16.4: the score of whom the round was played against, and whether it is a voluntary unplayed round.
    fn against(&self, id: PlayerId, slot: &Slot) -> (i64, bool) {
        let own = self.score(id);
        let half = self.draw[0] * self.rounds as i64 * self.games;
        match slot.what {
            What::Played(opponent, ..) => (self.adjusted(opponent), false),
            What::ForfeitWin(opponent, _) => (own.min(self.adjusted(opponent)), false),
            What::ForfeitLoss(opponent, _) => (own.min(self.adjusted(opponent)), true),
            What::Given => (own.min(half), false),
            What::Requested => (own.min(half), true),
        }
    }

    /// Articles 14 and 16.5 on rows of the opponent's score, the value, and whether the round was voluntarily unplayed.
    fn cut(mut rows: Vec<(i64, i64, bool)>, low: usize, high: usize) -> i64 {
        for _ in 0..low {
            rows.sort_by_key(|(score, value, _)| (*score, *value));
            let mut out = 0;
            let voluntary = rows.iter().enumerate().filter(|(_, row)| row.2).min_by_key(|(_, row)| (row.1, row.0));
            if let Some((place, row)) = voluntary
                && row.1 >= rows[0].1
            {
                out = place;
            }
            if !rows.is_empty() {
                rows.remove(out);
            }
        }
        rows.sort_by_key(|(_, value, _)| *value);
        rows.truncate(rows.len().saturating_sub(high));
        rows.iter().map(|(_, value, _)| value).sum()
    }

    fn buchholz(&self, id: PlayerId, low: usize, high: usize) -> i64 {
        let row = |slot: &Slot| {
            let (score, voluntary) = self.against(id, slot);
            (score, score, voluntary)
        };
        Self::cut(self.slots[&id].iter().map(row).collect(), low, high)
    }

    /// 8.3.
    fn fore(&self) -> Self {
        let mut fore = self.clone();
        for slot in fore.slots.values_mut().flatten().filter(|slot| slot.round + 1 == self.rounds) {
            if let What::Played(opponent, colour, _)
            | What::ForfeitWin(opponent, colour)
            | What::ForfeitLoss(opponent, colour) = slot.what
            {
                slot.what = What::Played(opponent, colour, Outcome::Draw);
                slot.points = self.draw[colour as usize];
            }
        }
        fore
    }

    fn met(&self, id: PlayerId) -> Vec<(PlayerId, i64)> {
        let met = |slot: &Slot| match slot.what {
            What::Played(opponent, ..) => Some((opponent, slot.points)),
            _ => None,
        };
        self.slots[&id].iter().filter_map(met).collect()
    }

    /// The value of a tie-break that needs no tied players.
    pub fn value(&self, name: &str, id: PlayerId) -> Value {
        let (measure, cut) = name.split_once('-').unwrap_or((name, ""));
        let (low, high) = match cut {
            "" => (0, 0),
            "C1" => (1, 0),
            "C2" => (2, 0),
            "M1" => (1, 1),
            "M2" => (2, 2),
            _ => panic!("{name}"),
        };
        let slots = &self.slots[&id];
        let count = |of: &dyn Fn(&Slot) -> bool| Some((slots.iter().filter(|slot| of(slot)).count() as i64, 1));
        match measure {
            "PTS" => Some((self.score(id), 10)),
            "WIN" => count(&|slot| match slot.what {
                What::Played(_, _, outcome) => outcome == Outcome::Win,
                _ => slot.points >= self.win[0].min(self.win[1]),
            }),
            "WON" => count(&|slot| matches!(slot.what, What::Played(_, _, Outcome::Win))),
            "BPG" => count(&|slot| matches!(slot.what, What::Played(_, Colour::Black, _))),
            "BWG" => count(&|slot| matches!(slot.what, What::Played(_, Colour::Black, Outcome::Win))),
            "REP" => count(&|slot| !matches!(slot.what, What::Requested | What::ForfeitLoss(..))),
            "PS" => {
                let upto =
                    |round: usize| slots.iter().filter(|slot| slot.round <= round).map(|slot| slot.points).sum::<i64>();
                Some(((low..self.rounds).map(upto).sum(), 10))
            }
            "STD" => {
                let mut halves = 0;
                for slot in slots {
                    let other = match slot.what {
                        What::Played(opponent, colour, _)
                        | What::ForfeitWin(opponent, colour)
                        | What::ForfeitLoss(opponent, colour) => {
                            let back = self.slots[&opponent].iter().find(|back| {
                                back.round == slot.round
                                    && matches!(back.what,
                                        What::Played(me, theirs, _) | What::ForfeitWin(me, theirs)
                                        | What::ForfeitLoss(me, theirs) if me == id && theirs != colour)
                            });
                            back.expect("the other side").points
                        }
                        _ => self.draw[0],
                    };
                    halves += if slot.points > other { 2 } else { i64::from(slot.points == other) };
                }
                Some((halves, 2))
            }
            "TPN" => Some((id.0.into(), 1)),
            "RTNG" => self.ratings[&id].map(|rating| (rating.into(), 1)),
            "BH" => Some((self.buchholz(id, low, high), 10)),
            "FB" => Some((self.fore().buchholz(id, low, high), 10)),
            "AOB" => {
                let met = self.met(id);
                let sum: i64 = met.iter().map(|(opponent, _)| self.buchholz(*opponent, 0, 0)).sum();
                (!met.is_empty()).then_some((sum, 10 * met.len() as i64))
            }
            "SB" => {
                let row = |slot: &Slot| {
                    let (score, voluntary) = self.against(id, slot);
                    (score, score * slot.points, voluntary)
                };
                Some((Self::cut(slots.iter().map(row).collect(), low, high), 100))
            }
            "KS" => {
                let possible = self.win[0].max(self.win[1]) * self.rounds as i64 * self.games;
                let strong = self.met(id).into_iter().filter(|(opponent, _)| 2 * self.score(*opponent) >= possible);
                Some((strong.map(|(_, points)| points).sum(), 10))
            }
            "ARO" => {
                let met = self.met(id);
                let mut ratings: Vec<i64> =
                    met.iter().filter_map(|(opponent, _)| self.ratings[opponent]).map(i64::from).collect();
                ratings.sort();
                ratings.drain(..low.min(ratings.len()));
                ratings.truncate(ratings.len().saturating_sub(high));
                let count = ratings.len() as i64;
                let sum: i64 = ratings.iter().sum();
                // The integer nearest to the average; the greater one of two.
                (count > 0)
                    .then(|| (sum / count..=sum / count + 1).min_by_key(|near| ((near * count - sum).abs(), -near)))?
                    .map(|near| (near, 1))
            }
            _ => panic!("{name}"),
        }
    }

    /// The average points of `id` against `other`, in tenths times [`SCALE`]; `None` if they did not meet.
    fn encounter(&self, id: PlayerId, other: PlayerId) -> Option<i64> {
        let games: Vec<i64> =
            self.met(id).into_iter().filter(|(met, _)| *met == other).map(|(_, points)| points).collect();
        assert!(SCALE % games.len().max(1) as i64 == 0, "a whole average");
        (!games.is_empty()).then(|| SCALE * games.iter().sum::<i64>() / games.len() as i64)
    }

    /// Article 6; `None` if there are too many missing games to try all their results.
    pub fn direct_encounters(&self, tied: &[PlayerId]) -> Option<Vec<Vec<PlayerId>>> {
        if tied.len() < 2 {
            return Some(vec![tied.to_vec()]);
        }
        let pairs: Vec<(PlayerId, PlayerId)> = tied
            .iter()
            .enumerate()
            .flat_map(|(at, one)| tied[at + 1..].iter().map(move |other| (*one, *other)))
            .collect();
        let missing: Vec<_> = pairs.iter().filter(|(one, other)| self.encounter(*one, *other).is_none()).collect();
        let mut scores: BTreeMap<PlayerId, i64> = tied.iter().map(|id| (*id, 0)).collect();
        for (one, other) in &pairs {
            for (id, against) in [(one, other), (other, one)] {
                *scores.get_mut(id).expect("tied") += self.encounter(*id, *against).unwrap_or(0);
            }
        }
        if missing.is_empty() {
            let levels: BTreeSet<i64> = scores.values().copied().collect();
            let groups =
                levels.iter().rev().map(|level| tied.iter().copied().filter(|id| scores[id] == *level).collect());
            let groups: Vec<Vec<PlayerId>> = groups.collect();
            if groups.len() == 1 {
                return Some(groups);
            }
            let again: Option<Vec<_>> = groups.iter().map(|group| self.direct_encounters(group)).collect();
            return Some(again?.into_iter().flatten().collect());
        }
        // Where the points depend on colours, more results are possible than are tried here.
        if missing.len() > 8 || self.win[0] != self.win[1] {
            return None;
        }
        // Every player who is alone at the top in all 3^m ways to end the missing games.
        let results = [(self.win[0], self.loss[1]), (self.draw[0], self.draw[1]), (self.loss[0], self.win[1])];
        let mut always: Option<PlayerId> = None;
        for number in 0..3_usize.pow(missing.len() as u32) {
            let mut ended = scores.clone();
            let mut rest = number;
            for (one, other) in &missing {
                let (of_one, of_other) = results[rest % 3];
                rest /= 3;
                *ended.get_mut(one).expect("tied") += SCALE * of_one;
                *ended.get_mut(other).expect("tied") += SCALE * of_other;
            }
            let most = ended.values().copied().max().expect("some");
            let tops: Vec<PlayerId> = tied.iter().copied().filter(|id| ended[id] == most).collect();
            if tops.len() != 1 || always.is_some_and(|first| first != tops[0]) {
                return Some(vec![tied.to_vec()]);
            }
            always = Some(tops[0]);
        }
        let first = always.expect("at least one way");
        let rest: Vec<PlayerId> = tied.iter().copied().filter(|id| *id != first).collect();
        let mut groups = vec![vec![first]];
        groups.extend(self.direct_encounters(&rest)?);
        Some(groups)
    }
}
