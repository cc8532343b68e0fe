//! Small random tournaments: the procedure finds the pairing that a literal enumeration of the candidates finds, one after another in
//! the sequence of section D, with the first of the best kept (B.8). It is written from the text of C.04.3 (2017) alone.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use swiss_rule_proof::certificate::Reader;
use swiss_rule_proof::evidence::Inquiry;
use swiss_rule_proof::make::Maker;
use swiss_rule_proof::procedure;
use swiss_trf::tournament::{
    Absence, Bye, ByeKind, Colour, ForbiddenGroup, Game, GameResult, Outcome, Pairing, PastEvent, Player, PlayerId,
    PlayerState, Round, RoundRequest, RoundState, Score, Strength, Tournament,
};

type Pairs = Vec<(usize, usize)>;

/// White and Black of each board, and who has the bye.
type Found = (BTreeSet<(PlayerId, PlayerId)>, Option<PlayerId>);

/// The round, by places in the order of A.2.
struct Field<'a> {
    state: &'a RoundState,
    players: &'a [PlayerState],
}

/// Which of C.4 and C.7 holds for a bracket.
enum Kind<'b> {
    Ordinary(&'b [usize]),
    Penultimate(&'b [usize]),
    Last,
}

impl Field<'_> {
    fn score(&self, player: usize) -> i64 {
        i64::from(self.players[player].score.tenths())
    }

    fn absolute(&self, player: usize) -> Option<Colour> {
        self.players[player].preference().filter(|of| of.strength == Strength::Absolute).map(|of| of.colour)
    }

    fn may_meet(&self, one: usize, other: usize) -> bool {
        let (a, b) = (&self.players[one], &self.players[other]);
        let is_clash = matches!((self.absolute(one), self.absolute(other)), (Some(x), Some(y)) if x == y)
            && !self.state.is_topscorer(a)
            && !self.state.is_topscorer(b);
        !is_clash && !a.has_met(b.id) && !self.state.is_forbidden(a.id, b.id)
    }

    fn may_have_bye(&self, player: usize) -> bool {
        self.players[player].history.iter().all(|past| match &past.event {
            PastEvent::Bye(kind) => *kind != ByeKind::Pairing,
            PastEvent::Game { encounters, .. } => encounters.iter().all(|(_, of)| *of != Outcome::ForfeitWin),
            PastEvent::Absent => true,
        })
    }

    /// All matchings of these, with those left unpaired.
    fn matchings(&self, players: &[usize], visit: &mut dyn FnMut(&Pairs, &[usize])) {
        fn step(
            of: &Field<'_>,
            rest: &[usize],
            pairs: &mut Pairs,
            left: &mut Vec<usize>,
            visit: &mut dyn FnMut(&Pairs, &[usize]),
        ) {
            let Some((first, rest)) = rest.split_first() else { return visit(pairs, left) };
            for (at, other) in rest.iter().enumerate() {
                if of.may_meet(*first, *other) {
                    let mut fewer = rest.to_vec();
                    fewer.remove(at);
                    pairs.push((*first, *other));
                    step(of, &fewer, pairs, left, visit);
                    pairs.pop();
                }
            }
            left.push(*first);
            step(of, rest, pairs, left, visit);
            left.pop();
        }
        step(self, players, &mut Vec::new(), &mut Vec::new(), visit);
    }

    fn can_be_completed(&self, players: &[usize]) -> bool {
        fn step(of: &Field<'_>, rest: &[usize], has_bye: bool) -> bool {
            let Some((first, rest)) = rest.split_first() else { return true };
            let without = |at: usize| [&rest[..at], &rest[at + 1..]].concat();
            (!has_bye && of.may_have_bye(*first) && step(of, rest, true))
                || (0..rest.len()).any(|at| of.may_meet(*first, rest[at]) && step(of, &without(at), has_bye))
        }
        step(self, players, players.len().is_multiple_of(2))
    }

    /// A.8
    fn psd(&self, bracket: &[usize], pairs: &Pairs, downfloaters: &[usize]) -> Vec<i64> {
        let lowest = bracket.iter().map(|player| self.score(*player)).min().unwrap_or_default();
        let of_pairs = pairs.iter().map(|(a, b)| (self.score(*a) - self.score(*b)).abs());
        let mut list: Vec<i64> = of_pairs.chain(downfloaters.iter().map(|d| self.score(*d) - (lowest - 10))).collect();
        list.sort_by_key(|number| Reverse(*number));
        list
    }

    /// Section E: the colours of two players.
    fn colours(&self, one: usize, other: usize) -> [Colour; 2] {
        let (high, low) = (one.min(other), one.max(other));
        let [of_high, of_low] = [high, low].map(|player| self.players[player].preference());
        let wanted = of_high.map(|of| of.colour);
        let of_low_wanted = of_low.map(|of| of.colour.opposite());
        let difference = |player: usize| self.players[player].colour_difference().abs();
        let rank = |strength: Strength| match strength {
            Strength::Mild => 0,
            Strength::Strong => 1,
            Strength::Absolute => 2,
        };
        let colour = if wanted.is_none() || of_low_wanted.is_none() || wanted == of_low_wanted {
            wanted.or(of_low_wanted)
        } else {
            let (strong, weak) = (of_high.map_or(0, |of| rank(of.strength)), of_low.map_or(0, |of| rank(of.strength)));
            let both = strong == 2 && weak == 2 && difference(high) != difference(low);
            if strong > weak || (both && difference(high) > difference(low)) {
                wanted
            } else if strong < weak || both {
                of_low_wanted
            } else {
                let ours: Vec<Colour> = self.players[high].colours().rev().collect();
                let theirs: Vec<Colour> = self.players[low].colours().rev().collect();
                let time = (0..ours.len().min(theirs.len())).find(|time| ours[*time] != theirs[*time]);
                time.map(|time| ours[time].opposite()).or(wanted)
            }
        };
        let colour = colour.unwrap_or_else(|| {
            let id = self.players[high].id;
            let everybody = self.state.players().iter().chain(self.state.absent());
            let has_number = |player: &&PlayerState| {
                self.state.rank(player.id).is_some()
                    || player
                        .history
                        .iter()
                        .any(|past| matches!(past.event, PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing)))
            };
            let number = everybody.filter(has_number).filter(|player| player.id <= id).count();
            let initial = self.state.initial_colour().unwrap_or(Colour::White);
            if number % 2 == 1 { initial } else { initial.opposite() }
        });
        if one == high { [colour, colour.opposite()] } else { [colour.opposite(), colour] }
    }

    fn had(&self, player: usize, is_down: bool, ago: usize) -> bool {
        let history = &self.players[player].history;
        if history.len() < ago {
            return false;
        }
        let past = &history[history.len() - ago];
        match (&past.event, past.event.met()) {
            (PastEvent::Game { opponent_score, .. }, Some(_)) if is_down => past.score > *opponent_score,
            (PastEvent::Game { opponent_score, .. }, Some(_)) => past.score < *opponent_score,
            _ => is_down,
        }
    }

    /// C.5 to C.19, the less the better.
    fn quality(&self, bracket: &[usize], pairs: &Pairs, downfloaters: &[usize], of_c7: &[Vec<i64>]) -> Vec<Vec<i64>> {
        let mut all = vec![vec![downfloaters.len() as i64], self.psd(bracket, pairs, downfloaters)];
        all.extend(of_c7.iter().cloned());
        let (mut c8, mut c9, mut c10, mut c11) = (0, 0, 0, 0);
        for (a, b) in pairs {
            let is_top = [a, b].into_iter().any(|player| self.state.is_topscorer(&self.players[*player]));
            for (player, colour) in [*a, *b].into_iter().zip(self.colours(*a, *b)) {
                let of = &self.players[player];
                c8 += i64::from(is_top && (of.colour_difference() + colour.sign()).abs() > 2);
                c9 += i64::from(is_top && of.repeated_colour() == Some(colour));
                let denied = of.preference().filter(|preference| preference.colour != colour);
                c10 += i64::from(denied.is_some());
                c11 += i64::from(denied.is_some_and(|preference| preference.strength == Strength::Strong));
            }
        }
        all.extend([c8, c9, c10, c11].map(|count| vec![count]));
        let lowest = bracket.iter().map(|player| self.score(*player)).min().unwrap_or_default();
        let mut down: Vec<(usize, i64)> = downfloaters.iter().map(|d| (*d, self.score(*d) - lowest + 10)).collect();
        let mut up = Vec::new();
        for (a, b) in pairs {
            let difference = self.score(*a) - self.score(*b);
            let (high, low) = if difference > 0 { (*a, *b) } else { (*b, *a) };
            if difference != 0 {
                down.push((high, difference.abs()));
                up.push((low, difference.abs()));
            }
        }
        let mut lists = Vec::new();
        for (floaters, is_down, ago) in [(&down, true, 1), (&up, false, 1), (&down, true, 2), (&up, false, 2)] {
            let repeated = floaters.iter().filter(|(player, _)| self.had(*player, is_down, ago));
            let mut list: Vec<i64> = repeated.map(|(_, difference)| *difference).collect();
            list.sort_by_key(|number| Reverse(*number));
            all.push(vec![list.len() as i64]);
            lists.push(list);
        }
        all.extend(lists);
        all
    }

    /// C.7: the fewest unpaired, and the lowest list, of the following bracket with these downfloaters.
    fn following(&self, downfloaters: &[usize], following: &[usize]) -> [Vec<i64>; 2] {
        let bracket = [downfloaters, following].concat();
        let is_last = bracket.last() == Some(&(self.players.len() - 1));
        let mut best: Option<[Vec<i64>; 2]> = None;
        self.matchings(&bracket, &mut |pairs, left| {
            let is_legal = !is_last || left.len() <= 1 && left.iter().all(|player| self.may_have_bye(*player));
            let value = [vec![left.len() as i64], self.psd(&bracket, pairs, left)];
            if is_legal && best.as_ref().is_none_or(|best| value < *best) {
                best = Some(value);
            }
        });
        best.unwrap_or_else(|| [vec![i64::MAX], Vec::new()])
    }

    /// The best candidate that is generated first (B.8).
    fn bracket(&self, moved_down: &[usize], residents: &[usize], kind: &Kind<'_>) -> Option<(Pairs, Vec<usize>)> {
        let members = [moved_down, residents].concat();
        let is_legal = |left: &[usize]| match kind {
            Kind::Ordinary(_) => true,
            Kind::Penultimate(below) => self.can_be_completed(&[left, below].concat()),
            Kind::Last => left.len() <= 1 && left.iter().all(|player| self.may_have_bye(*player)),
        };
        // MaxPairs and M1 (B.1): from the best that C.5 and C.6 allow.
        let mut parameters: Option<((usize, Vec<i64>), usize, usize)> = None;
        self.matchings(&members, &mut |pairs, left| {
            let value = (left.len(), self.psd(&members, pairs, left));
            let is_better = parameters.as_ref().is_none_or(|(best, ..)| value < *best);
            if is_better && is_legal(left) && pairs.iter().all(|(_, low)| residents.contains(low)) {
                let movers = pairs.iter().filter(|(high, _)| moved_down.contains(high)).count();
                parameters = Some((value, pairs.len(), movers));
            }
        });
        let (_, most_pairs, most_movers) = parameters?;
        let mut c7: BTreeMap<Vec<usize>, Vec<Vec<i64>>> = BTreeMap::new();
        let mut best: Option<(Vec<Vec<i64>>, Pairs, Vec<usize>)> = None;
        let mut legal = BTreeMap::new();
        for first_group in subsets(moved_down, most_movers) {
            for opponents in arrangements(residents, most_movers) {
                let met: Pairs = first_group.iter().copied().zip(opponents.iter().copied()).collect();
                if met.iter().any(|(a, b)| !self.may_meet(*a, *b)) {
                    continue;
                }
                let remainder: Vec<usize> = residents.iter().copied().filter(|r| !opponents.contains(r)).collect();
                for (upper, lower) in exchanges(&remainder, most_pairs - most_movers) {
                    for order in arrangements(&lower, upper.len()) {
                        let pairs: Pairs = met.iter().copied().chain(upper.iter().copied().zip(order)).collect();
                        if pairs[met.len()..].iter().any(|(a, b)| !self.may_meet(*a, *b)) {
                            continue;
                        }
                        let is_paired = |m: &usize| pairs.iter().any(|(a, b)| a == m || b == m);
                        let left: Vec<usize> = members.iter().copied().filter(|member| !is_paired(member)).collect();
                        if !*legal.entry(left.clone()).or_insert_with(|| is_legal(&left)) {
                            continue;
                        }
                        let of_c7 = c7.entry(left.clone()).or_insert_with(|| match kind {
                            Kind::Ordinary(following) => self.following(&left, following).to_vec(),
                            _ => Vec::new(),
                        });
                        let value = self.quality(&members, &pairs, &left, of_c7);
                        if best.as_ref().is_none_or(|(best, ..)| value < *best) {
                            best = Some((value, pairs, left));
                        }
                    }
                }
            }
        }
        best.map(|(_, pairs, left)| (pairs, left))
    }

    /// A.9, and whether there was a collapse.
    fn pair(&self) -> (Option<Found>, bool) {
        let everybody: Vec<usize> = (0..self.players.len()).collect();
        if !self.can_be_completed(&everybody) {
            return (None, false);
        }
        let groups: Vec<&[usize]> = everybody.chunk_by(|a, b| self.score(*a) == self.score(*b)).collect();
        let (mut all, mut moved_down, mut has_collapsed) = (Vec::new(), Vec::new(), false);
        for (at, group) in groups.iter().enumerate() {
            let below = &everybody[group[group.len() - 1] + 1..];
            let Some(following) = groups.get(at + 1) else {
                let (pairs, left) = self.bracket(&moved_down, group, &Kind::Last).expect("it can be completed");
                all.extend(pairs);
                moved_down = left;
                break;
            };
            let (mut pairs, mut left) = self.bracket(&moved_down, group, &Kind::Ordinary(following)).expect("any");
            if self.can_be_completed(&[&left, below].concat()) {
                all.extend(pairs);
                moved_down = left;
                continue;
            }
            has_collapsed = true;
            (pairs, left) = self.bracket(&moved_down, group, &Kind::Penultimate(below)).expect("it can be completed");
            all.extend(pairs);
            (pairs, left) = self.bracket(&left, below, &Kind::Last).expect("it can be completed");
            all.extend(pairs);
            moved_down = left;
            break;
        }
        let id = |player: usize| self.players[player].id;
        let boards = all.into_iter().map(|(a, b)| match self.colours(a, b) {
            [Colour::White, _] => (id(a), id(b)),
            _ => (id(b), id(a)),
        });
        (Some((boards.collect(), moved_down.first().map(|player| id(*player)))), has_collapsed)
    }
}

/// All subsets of this size, in lexicographic order.
fn subsets(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    match of.split_first() {
        _ if size == 0 => vec![Vec::new()],
        None => Vec::new(),
        Some((first, rest)) => {
            let with = subsets(rest, size - 1).into_iter().map(|set| [&[*first][..], &set].concat());
            with.chain(subsets(rest, size)).collect()
        }
    }
}

/// D.1: the first so many of each order of these, in lexicographic order.
fn arrangements(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let first = of.iter().enumerate();
    first
        .flat_map(|(at, first)| {
            let rest = [&of[..at], &of[at + 1..]].concat();
            arrangements(&rest, size - 1).into_iter().map(move |rest| [&[*first][..], &rest].concat())
        })
        .collect()
}

/// D.2: S1 and S2 after each exchange, in order.
fn exchanges(of: &[usize], size: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let number = |player: usize| of.iter().position(|other| *other == player).map_or(0, |at| at as i64 + 1);
    let (upper, lower) = of.split_at(size);
    let mut all = Vec::new();
    for count in 0..=upper.len().min(lower.len()) {
        for down in subsets(upper, count) {
            for up in subsets(lower, count) {
                let sum = |set: &[usize]| set.iter().map(|player| number(*player)).sum::<i64>();
                let falling: Vec<Reverse<i64>> = down.iter().rev().map(|player| Reverse(number(*player))).collect();
                let rising: Vec<i64> = up.iter().map(|player| number(*player)).collect();
                let group = |kept: &[usize], gone: &[usize], come: &[usize]| {
                    let mut group: Vec<usize> = kept.iter().copied().filter(|player| !gone.contains(player)).collect();
                    group.extend(come);
                    group.sort_unstable();
                    group
                };
                let groups = (group(upper, &down, &up), group(lower, &up, &down));
                all.push(((count, sum(&up) - sum(&down), falling, rising), groups));
            }
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all.into_iter().map(|(_, groups)| groups).collect()
}

fn proven(state: &RoundState) -> Option<Pairing> {
    let pair = procedure("dutch-2017").expect("it is registered");
    let mut maker = Maker::new(&|| false);
    let made = pair(state, &mut Inquiry::new(&mut maker)).expect("solved");
    let steps = maker.into_steps();
    let mut reader = Reader::new(&steps);
    assert_eq!(pair(state, &mut Inquiry::new(&mut reader)).expect("the certificate holds"), made);
    assert_eq!(reader.end(), Ok(()));
    made
}

/// A random complete pairing, whatever the scores.
fn any_pairing(random: &mut ChaCha8Rng, state: &RoundState) -> Option<Pairing> {
    let field = Field { state, players: state.players() };
    for _ in 0..30 {
        let mut order: Vec<usize> = (0..field.players.len()).collect();
        order.shuffle(random);
        let (pairs, rest) = order.as_chunks::<2>();
        if pairs.iter().all(|[a, b]| field.may_meet(*a, *b)) && rest.iter().all(|player| field.may_have_bye(*player)) {
            let id = |player: usize| field.players[player].id;
            let board = |[a, b]: &[usize; 2]| match field.colours(*a, *b) {
                [Colour::White, _] => swiss_trf::tournament::Board { white: id(*a), black: id(*b) },
                _ => swiss_trf::tournament::Board { white: id(*b), black: id(*a) },
            };
            return Some(Pairing { boards: pairs.iter().map(board).collect(), bye: rest.first().map(|p| id(*p)) });
        }
    }
    None
}

/// What the rounds of the random tournaments had.
#[derive(Default, Debug)]
struct Seen {
    rounds: usize,
    collapses: usize,
    impossible: usize,
}

fn play(random: &mut ChaCha8Rng, seen: &mut Seen, most_players: u32) {
    let players = random.random_range(4..=most_players);
    let rounds = random.random_range(2..=players);
    let (absence, forfeit, draw) =
        (random.random_range(0.0..0.25), random.random_range(0.0..0.15), random.random_range(0.0..0.6));
    let is_wild = random.random_bool(0.5);
    let mut tournament = Tournament {
        players: (1..=players).map(|id| Player::new(PlayerId(id))).collect(),
        rounds_planned: random.random_bool(0.8).then_some(rounds),
        initial_colour: Some(*Colour::BOTH.choose(random).expect("two")),
        ..Tournament::default()
    };
    if random.random_bool(0.3) {
        let group =
            |random: &mut ChaCha8Rng| vec![PlayerId(random.random_range(1..=2)), PlayerId(random.random_range(3..=4))];
        tournament.forbidden.push(ForbiddenGroup { players: group(random), rounds: None });
    }
    if random.random_bool(0.2) {
        for id in 1..=players / 2 {
            let points = (1..=rounds.div_ceil(2)).map(|round| (round, Score::from_tenths(10))).collect();
            tournament.accelerations.insert(PlayerId(id), points);
        }
    }
    for round in 1..=rounds {
        let is_away = |random: &mut ChaCha8Rng| random.random_bool(absence);
        let away: Vec<Bye> = (1..=players)
            .filter(|_| is_away(random))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|id| {
                let kind = *[ByeKind::Zero, ByeKind::Zero, ByeKind::Half, ByeKind::Full].choose(random).expect("four");
                Bye { player: PlayerId(id), kind }
            })
            .collect();
        let mut next = tournament.clone();
        next.absences =
            away.iter().map(|bye| Absence { player: bye.player, round: Some(round), kind: bye.kind }).collect();
        let request = RoundRequest::from(round);
        let state = RoundState::new(&next, request).expect("sound");
        let field = Field { state: &state, players: state.players() };
        let made = proven(&state);
        let found = made.as_ref().map(|made| {
            (made.boards.iter().map(|board| (board.white, board.black)).collect::<BTreeSet<_>>(), made.bye)
        });
        let (enumerated, has_collapsed) = field.pair();
        assert_eq!(found, enumerated, "round {round} of {next:#?}");
        seen.rounds += 1;
        seen.collapses += usize::from(has_collapsed);
        seen.impossible += usize::from(found.is_none());
        let other = if is_wild { any_pairing(random, &state) } else { None };
        let Some(pairing) = other.or(made) else { return };
        let mut played = Round { games: Vec::new(), byes: away };
        for board in &pairing.boards {
            let name = if random.random_bool(forfeit) {
                *["+/-", "-/+", "-/-"].choose(random).expect("three")
            } else if random.random_bool(draw) {
                "1/2-1/2"
            } else {
                *["1-0", "0-1"].choose(random).expect("two")
            };
            played.games.push(Game {
                white: board.white,
                black: board.black,
                result: GameResult::from_name(name),
                rated: true,
            });
        }
        if played.games.is_empty() {
            return;
        }
        played.byes.extend(pairing.bye.map(|player| Bye { player, kind: ByeKind::Pairing }));
        tournament.rounds.push(played);
    }
}

#[test]
fn the_procedure_is_the_enumeration() {
    let number =
        |name: &str, otherwise: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let mut random = ChaCha8Rng::seed_from_u64(number("SEED", 2017));
    let mut seen = Seen::default();
    for _ in 0..number("TOURNAMENTS", 60) {
        play(&mut random, &mut seen, number("PLAYERS", 9) as u32);
    }
    println!("{seen:?}");
}
