//! What the articles derive from the raw history (A.2, A.4, A.7, A.10, B.1, B.2).
use std::cmp::Ordering;
use swiss_trf::tournament::{ByeKind, Colour, Outcome, PastEvent, PastRound, PlayerState, RoundState};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Float {
    None,
    Down,
    Up,
}

pub struct State {
    pub n: usize,
    /// score before the round (with accelerated points)
    pub score: Vec<i32>,
    /// one point
    pub point: i32,
    /// A.7: colour preference
    pub pref: Vec<Option<Colour>>,
    /// A.7: 0 none, 1 mild, 2 strong, 3 absolute
    pub strength: Vec<u8>,
    /// A.4: float of the previous round, of the round before it
    pub float: Vec<[Float; 2]>,
    /// B.1.b
    pub barred: Vec<bool>,
    /// A.10
    pub top: Vec<bool>,
    pub met: Vec<bool>,
    /// the round to pair is odd-numbered
    pub odd: bool,
    /// colours of the games played
    pub games: Vec<Vec<Colour>>,
    pub initial: Colour,
    /// this is round 1
    pub first: bool,
    /// number for E.5
    pub place: Vec<usize>,
}

impl State {
    /// The players present, by number.
    pub fn new(round: &RoundState) -> Self {
        let mut players: Vec<&PlayerState> = round.players().iter().collect();
        players.sort_by_key(|player| player.number);
        let n = players.len();
        // Scores in the largest unit that all of them and one point are multiples of.
        let unit = players.iter().fold(10, |unit, player| gcd(unit, player.score.tenths().abs()));
        let mut met = vec![false; n * n];
        for (i, one) in players.iter().enumerate() {
            for (j, other) in players.iter().enumerate() {
                // B.1.a, reading 8: played games only
                met[i * n + j] = one.history.iter().any(|past| past.event.met() == Some(other.id))
                    || round.is_forbidden(one.id, other.id);
            }
        }
        let games: Vec<Vec<Colour>> = players.iter().map(|player| games(player)).collect();
        let first = round.round() == 1;
        let (pref, strength) = games.iter().map(|games| preference(games)).unzip();
        Self {
            n,
            score: players.iter().map(|player| player.score.tenths() / unit).collect(),
            point: 10 / unit,
            pref,
            strength,
            float: players.iter().map(|player| [1, 2].map(|ago| float_of(player, ago))).collect(),
            barred: players.iter().map(|player| player.history.iter().any(has_unplayed_points)).collect(),
            top: players.iter().map(|player| round.is_topscorer(player)).collect(),
            met,
            odd: round.round() % 2 == 1,
            games,
            initial: first_colour(round).or(round.initial_colour()).unwrap_or(Colour::White),
            first,
            place: (1..).zip(&players).map(|(k, player)| if first { k } else { player.number as usize }).collect(),
        }
    }

    /// All that is derived from the players' past, by number: the score, the colours of the games, whom they may not meet, the
    /// floats of the last two rounds, and whether they may have the bye. Preferences follow from the colours, and who is a
    /// topscorer from the score, without accelerated points, and from the round. The rest is of the round: its parity, and the
    /// colour of round 1, which is White here.
    pub fn seen(&self) -> Vec<String> {
        let Self {
            n,
            score,
            point,
            pref: _,
            strength: _,
            float,
            barred,
            top: _,
            met,
            odd: _,
            games,
            initial,
            first: _,
            place: _,
        } = self;
        assert_eq!(*initial, Colour::White);
        let text = |i: usize| {
            let colours: String = games[i].iter().map(|c| if *c == Colour::White { 'w' } else { 'b' }).collect();
            let met: Vec<String> = (0..*n).filter(|j| met[i * n + j]).map(|j| (j + 1).to_string()).collect();
            let float = float[i].map(|float| match float {
                Float::None => '.',
                Float::Down => 'd',
                Float::Up => 'u',
            });
            let [last, before] = float;
            let bye = if barred[i] { " no-bye" } else { "" };
            format!("{} {colours} {} {last}{before}{bye}", score[i] * 10 / point, met.join(","))
        };
        (0..*n).map(text).collect()
    }

    /// A.2
    pub fn order(&self, v: &mut [usize]) {
        v.sort_by_key(|&i| (-self.score[i], i));
    }

    /// B.2 broken: same absolute preference.
    pub fn b2(&self, i: usize, j: usize) -> bool {
        self.strength[i] == 3 && self.strength[j] == 3 && self.pref[i] == self.pref[j]
    }

    /// B.1, B.2 (B.2 free with a top scorer, counted elsewhere).
    pub fn ok(&self, i: usize, j: usize) -> bool {
        i != j && !self.met[i * self.n + j] && (!self.b2(i, j) || self.top[i] || self.top[j])
    }

    /// A.8: pair that does not fulfil all preferences.
    pub fn x(&self, i: usize, j: usize) -> bool {
        self.pref[i].is_some() && self.pref[i] == self.pref[j]
    }

    /// A.8.b, A.7.e: pair that does not fulfil all strong preferences (even rounds).
    pub fn z(&self, i: usize, j: usize) -> bool {
        !self.odd && self.x(i, j) && self.strength[i] >= 2 && self.strength[j] >= 2
    }

    /// A.7.d: strong preferences as absolute ones (odd rounds).
    pub fn a7d(&self, i: usize, j: usize) -> bool {
        self.odd && self.x(i, j) && self.strength[i] >= 2 && self.strength[j] >= 2 && !self.b2(i, j)
    }

    /// E: white first.
    pub fn colours(&self, a: usize, b: usize) -> (usize, usize) {
        let mut v = [a, b];
        self.order(&mut v);
        let (h, l) = (v[0], v[1]);
        let give = |c: Colour| if c == Colour::White { (h, l) } else { (l, h) };
        match (self.pref[h], self.pref[l]) {
            (None, None) => {
                // E.5: in round 1 the numbers are those of the players present (A.2)
                let odd = self.place[h] % 2 == 1;
                // later (no article; found by the oracle): the number given, colours the other way round
                let c = if odd == self.first { self.initial } else { self.initial.opposite() };
                return give(c);
            }
            // A.7.f, E.1
            (Some(c), None) => return give(c),
            (None, Some(c)) => return give(c.opposite()),
            (Some(c), Some(d)) if c != d => return give(c),
            _ => {}
        }
        let c = self.pref[h].unwrap_or(Colour::White);
        // E.2
        if self.strength[h] > self.strength[l] {
            return give(c);
        }
        if self.strength[h] < self.strength[l] {
            return give(c.opposite());
        }
        // E.3, reading 26 (b): last game against last game, and so on back
        for (gh, gl) in self.games[h].iter().rev().zip(self.games[l].iter().rev()) {
            if gh != gl {
                return give(gh.opposite());
            }
        }
        // E.4
        give(c)
    }
}

const fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The colours of the games played.
fn games(player: &PlayerState) -> Vec<Colour> {
    let colours = player.history.iter().map(|past| match &past.event {
        PastEvent::Game { encounters, .. } if past.event.met().is_some() => encounters.first().map(|game| game.0),
        _ => None,
    });
    colours.flatten().collect()
}

/// B.1.b
fn has_unplayed_points(past: &PastRound) -> bool {
    match &past.event {
        PastEvent::Game { encounters, .. } => encounters.iter().any(|game| game.1 == Outcome::ForfeitWin),
        PastEvent::Bye(kind) => *kind != ByeKind::Zero,
        PastEvent::Absent => false,
    }
}

/// The lot as drawn: the colours of round 1, numbers of the players present.
fn first_colour(round: &RoundState) -> Option<Colour> {
    let mut players: Vec<&PlayerState> = round.players().iter().chain(round.absent()).collect();
    players.sort_by_key(|player| player.number);
    let first = |player: &&&PlayerState| {
        player
            .history
            .first()
            .is_some_and(|past| matches!(past.event, PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing)))
    };
    let present: Vec<&PlayerState> = players.iter().filter(first).copied().collect();
    let higher = present.iter().enumerate().find_map(|(place, player)| match &player.history[0].event {
        PastEvent::Game { opponent, encounters, .. } => {
            let other = present.iter().position(|other| other.id == *opponent)?;
            (place < other).then_some((place, encounters.first()?.0))
        }
        _ => None,
    });
    higher.map(|(place, colour)| if place % 2 == 0 { colour } else { colour.opposite() })
}

/// A.4, B.1.b: the float of so many rounds ago.
fn float_of(player: &PlayerState, ago: usize) -> Float {
    let Some(past) = player.history.len().checked_sub(ago).map(|round| &player.history[round]) else {
        return Float::None;
    };
    match &past.event {
        _ if has_unplayed_points(past) => Float::Down,
        // reading 10 (b)
        PastEvent::Game { opponent_score, .. } if past.event.met().is_some() => match past.score.cmp(opponent_score) {
            Ordering::Greater => Float::Down,
            Ordering::Less => Float::Up,
            Ordering::Equal => Float::None,
        },
        _ => Float::None,
    }
}

/// A.7 a to c.
fn preference(g: &[Colour]) -> (Option<Colour>, u8) {
    let Some(&last) = g.last() else { return (None, 0) };
    let diff: i32 = g.iter().map(|x| if *x == Colour::White { 1 } else { -1 }).sum();
    if diff > 1 {
        return (Some(Colour::Black), 3);
    }
    if diff < -1 {
        return (Some(Colour::White), 3);
    }
    if g.len() >= 2 && g[g.len() - 2] == last {
        return (Some(last.opposite()), 3);
    }
    match diff {
        1 => (Some(Colour::Black), 2),
        -1 => (Some(Colour::White), 2),
        _ => (Some(last.opposite()), 1),
    }
}
