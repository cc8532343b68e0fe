//! FIDE's tie-breaks a second time, article by article, from the rounds of a tournament. It shares no code with
//! `swiss_ilp::questions::ranking` and takes no short cut: whether a player is first whatever missing games bring is tried out.

use crate::support::prelude::*;

/// A multiple of every number to 15, so that averages of so many games are whole.
const SCALE: i64 = 360_360;

/// Table 8.1.1 of the FIDE Rating Regulations: dp for p of .50, .51 and so on to 1.0.
const DP: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
];

/// Table 8.1.2: where the ranges of the difference D begin for which PD of the higher rated player is .51, .52 and so on to 1.00.
const PD: [i64; 50] = [
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189, 198,
    207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620,
    736,
];

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
    planned: Option<usize>,
    games: i64,
    /// The perfect tournament performances, which take long.
    perfect: BTreeMap<PlayerId, Option<i64>>,
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
        let mut literal = Self {
            slots,
            ratings: tournament.players.iter().map(|player| (player.id, player.rating)).collect(),
            win: tenths(points.win),
            draw: tenths(points.draw),
            loss: tenths(points.loss),
            rounds: last,
            planned: tournament.rounds_planned.and_then(|rounds| usize::try_from(rounds).ok()),
            games,
            perfect: BTreeMap::new(),
        };
        literal.perfect = literal.ids().into_iter().map(|id| (id, literal.perfect_performance(id))).collect();
        literal
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
        if self.planned.is_some_and(|planned| planned > self.rounds) {
            return fore;
        }
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
            "TPR" => self.performance(id).map(|rating| (rating, 1)),
            "PTP" => self.perfect[&id].map(|rating| (rating, 1)),
            "APRO" => self.mean_of_met(id, |other| self.performance(other)),
            "APPO" => self.mean_of_met(id, |other| self.perfect[&other]),
            _ => panic!("{name}"),
        }
    }

    /// The ratings of those met over the board, each with the score of the game in halves.
    fn games_for_rating(&self, id: PlayerId) -> Vec<(i64, i64)> {
        let halves = |outcome| match outcome {
            Outcome::Win => 2,
            Outcome::Draw => 1,
            _ => 0,
        };
        let game = |slot: &Slot| match slot.what {
            What::Played(opponent, _, outcome) => Some((self.ratings[&opponent]?.into(), halves(outcome))),
            _ => None,
        };
        self.slots[&id].iter().filter_map(game).collect()
    }

    /// 10.2.
    fn performance(&self, id: PlayerId) -> Option<i64> {
        let games = self.games_for_rating(id);
        let count = games.len() as i64;
        let (average, _) = self.value("ARO", id)?;
        // The nearest hundredth of the fractional score, the greater one of two.
        let twice: i64 = games.iter().map(|(_, halves)| 100 * halves).sum();
        let p = (0..=100).min_by_key(|p| ((2 * p * count - twice).abs(), -p)).expect("a hundredth");
        Some(average + (p - 50).signum() * DP[(p - 50).unsigned_abs() as usize])
    }

    /// 10.3: every rating is tried at which one of the scoring probabilities changes.
    fn perfect_performance(&self, id: PlayerId) -> Option<i64> {
        let games = self.games_for_rating(id);
        let score: i64 = games.iter().map(|(_, halves)| 50 * halves).sum();
        let lowest = games.iter().map(|(rating, _)| *rating).min()?;
        if score == 0 {
            return Some(lowest - 800);
        }
        let probability = |difference: i64| {
            let steps = PD.iter().take_while(|first| **first <= difference.abs()).count() as i64;
            50 + difference.signum() * steps
        };
        let expected = |own: i64| games.iter().map(|(rating, _)| probability(own - rating)).sum::<i64>();
        let changes =
            |(rating, _): &(i64, i64)| PD.map(|first| [rating + first, rating - first + 1]).into_iter().flatten();
        let tried: BTreeSet<i64> = games.iter().flat_map(changes).collect();
        tried.into_iter().find(|own| expected(*own) >= score)
    }

    /// The mean over the games over the board, rounded, halves up.
    fn mean_of_met(&self, id: PlayerId, of: impl Fn(PlayerId) -> Option<i64>) -> Value {
        let values: Vec<i64> = self.met(id).into_iter().filter_map(|(other, _)| of(other)).collect();
        let (sum, count) = (values.iter().sum::<i64>(), values.len() as i64);
        (count > 0).then(|| ((2 * sum + count).div_euclid(2 * count), 1))
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
