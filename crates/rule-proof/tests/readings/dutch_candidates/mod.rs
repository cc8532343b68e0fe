//! The FIDE (Dutch) System of 2026 (Handbook C.04.3 from 1 February 2026) and of 2017 (until then), article by article.
//!
//! **What is literal and what is quicker.** The order of the candidates is the articles': sets of moved-down players,
//! transpositions, exchanges. The articles walk over all candidates and keep the best. Here the best value of the criteria
//! is found first, as a cheapest matching whose costs are lists compared one by one ([`matching`]). The [`walk`] then goes
//! through the candidates in order, and leaves a branch as soon as a matching shows that none of it has this value.
//! The first candidate that has it is the one the articles take. The method [`Method::Plain`] walks over all candidates,
//! and counts each criterion on the whole of each ([`plain`]).
//!
//! Where the text leaves something open, this is how it is read. "Replayed" means that tournaments paired under these
//! rules, whose every round this file reproduces, come out wrong with the other reading.
//!
//! - **Scores** of floats and brackets are those that pairing goes by, with accelerated points.
//! - **Topscorers** (1.8, A.7) need over half of a win for each round before the final one, whatever a win is worth, in
//!   points won: accelerated points are no part of "the maximum possible score".
//! - **C3** (C.3): a topscorer may meet a player who is none, as C10 and C11 speak of "topscorers' opponents".
//! - **Forbidden pairs** are like pairs that have met.
//! - **C12** (C.10) counts everybody with a preference, C13 (C.11) strong ones and not absolute ones: the kinds of
//!   preference are steps of one ladder (5.2.2).
//! - **5.2.3** (E.3) compares the latest games played, then those before: unplayed rounds leave no gap. Replayed.
//! - **A player without preference**: the opponent's is granted (1.7.4, A.6.d).
//! - **5.2.5** (E.5): a player has no pairing number before arriving (General Handling Rules 2.4), so those yet to arrive do
//!   not count. Who only asked for byes has not arrived. Replayed.
//! - **The remainder** is numbered anew (4.1.1, D).
//!
//! Of 2026:
//!
//! - **1.4.3**: a forfeit win gives a downfloat (replayed), a forfeit loss and an absence nothing (replayed).
//! - **C2**: a pairing-allocated bye, a forfeit win (replayed) and a full-point bye exclude from the bye.
//! - **C4**: all players who are not paired yet can be paired under C1 to C3, one with the bye if they are odd.
//! - **C5** is fixed before the first bracket: the smallest score with which the round can be paired completely.
//! - **The bye** makes a downfloater of the last bracket, also for C7, C14 and C16. Replayed.
//! - **C8**: as much as possible (2.4): the fewest downfloaters of the next bracket, then their scores. Replayed.
//! - **C9**: rounds without a game, also byes, forfeits (replayed) and rounds before a late entry; if the bracket has one
//!   downfloater, who has the bye.
//! - **C18 and C20** count the moved-down players in the Limbo, too. Replayed.
//! - **C18 to C21** compare lists from the largest difference down; a missing entry is less than any.
//!
//! Of 2017:
//!
//! - **A.4.b**: everybody who does not play has a downfloat, also by a forfeit win or loss (replayed) or an absence.
//! - **C.2** names the pairing-allocated bye and the forfeit win, and no other bye.
//! - **A.9**: a bracket is paired without a look at the completion; then it is tested whether the others can be paired. If
//!   not, it is the PPB.
//! - **C.7 before the last bracket**: see [`rules_2017`].
//! - **A.8** in the last bracket: the player with the bye is a downfloater. In a collapsed bracket pairs of residents with
//!   different scores count. Replayed.
//! - **C.12 to C.15** count everybody who has the float: paired moved-down players, the Limbo, the bye. Replayed.

mod matching;
mod plain;
mod rules_2017;
mod rules_2026;
mod walk;

use matching::cheapest;
use swiss_trf::tournament::{
    Board, ByeKind, Colour, Outcome, Pairing, PastEvent, PastRound, PlayerId, PointSystem, RoundState,
};

/// How the candidates are searched. Both methods find the same pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// One by one; for brackets of few players.
    Plain,
    /// Branches without a best candidate are left.
    Quick,
}

/// Pairs the round by the rules of 2026, if there is a pairing under C1 to C3.
pub fn pair_2026(state: &RoundState) -> Option<Pairing> {
    rules_2026::pair(&Round::new(state, Edition::E2026, Method::Quick))
}

/// Pairs the round by the rules of 2017, if there is a pairing under C.1 to C.3.
pub fn pair_2017(state: &RoundState) -> Option<Pairing> {
    rules_2017::pair(&Round::new(state, Edition::E2017, Method::Quick))
}

/// As [`pair_2026`], walking over all candidates.
pub fn pair_2026_plainly(state: &RoundState) -> Option<Pairing> {
    rules_2026::pair(&Round::new(state, Edition::E2026, Method::Plain))
}

/// As [`pair_2026_plainly`], with the fewest breaches of wishes of all pairings under C1 to C3: in each bracket first those made in
/// it and the fewest with which all below can be paired. `wishes` has what a pair weighs, the lower number first.
pub fn pair_2026_by_wishes(state: &RoundState, wishes: &Wishes) -> Option<Pairing> {
    let round = Round { wishes: wishes.clone(), ..Round::new(state, Edition::E2026, Method::Plain) };
    rules_2026::pair(&round)
}

/// As [`pair_2017`], walking over all candidates.
pub fn pair_2017_plainly(state: &RoundState) -> Option<Pairing> {
    rules_2017::pair(&Round::new(state, Edition::E2017, Method::Plain))
}

/// What the reading of 2026 derives from the past of each player to be paired, by number: see [`Round::seen`].
pub fn seen_2026(state: &RoundState) -> Vec<String> {
    Round::new(state, Edition::E2026, Method::Plain).seen(true)
}

/// What the reading of 2017 derives from the past of each player to be paired, by number: see [`Round::seen`].
pub fn seen_2017(state: &RoundState) -> Vec<String> {
    Round::new(state, Edition::E2017, Method::Plain).seen(false)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edition {
    E2017,
    E2026,
}

/// 1.7, A.6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    None,
    Mild,
    Strong,
    Absolute,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Float {
    No,
    Down,
    Up,
}

/// A player, with all that the articles derive from the history. Scores are in tenths of a point.
#[derive(Debug, Clone)]
struct Player {
    id: PlayerId,
    number: u32,
    score: i32,
    /// The colours of the games played, the latest last.
    games: Vec<Colour>,
    met: Vec<PlayerId>,
    difference: i32,
    strength: Strength,
    /// The preferred colour; without meaning if there is no preference.
    preferred: Colour,
    /// The float of the round before, and of two rounds before.
    floats: [Float; 2],
    may_have_bye: bool,
    unplayed: u32,
    is_topscorer: bool,
}

/// One point.
const POINT: i32 = 10;

/// What pairs weigh that are rather not made, the lower number first.
pub type Wishes = std::collections::BTreeMap<(PlayerId, PlayerId), u32>;

/// The player with the bye is paired with nobody.
const BYE: usize = usize::MAX;

/// The round to pair. A player is a place in `players`, which are in the order of 1.2 (A.2).
struct Round<'a> {
    state: &'a RoundState,
    players: Vec<Player>,
    method: Method,
    wishes: Wishes,
}

/// Pairs of a bracket, and its downfloaters.
type Paired = (Vec<(usize, usize)>, Vec<usize>);

/// Whether the player was paired in the round, or left over.
const fn was_there(past: &PastRound) -> bool {
    !matches!(past.event, PastEvent::Absent | PastEvent::Bye(ByeKind::Full | ByeKind::Half | ByeKind::Zero))
}

fn was_played(past: &PastRound) -> bool {
    matches!(&past.event, PastEvent::Game { encounters, .. } if encounters.iter().all(|(_, outcome)| outcome.was_played()))
}

fn is_forfeit_win(past: &PastRound) -> bool {
    matches!(&past.event, PastEvent::Game { encounters, .. } if encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin))
}

/// 1.4.2 to 1.4.4; A.4.b.
fn float_of(past: &PastRound, edition: Edition, worth: &PointSystem) -> Float {
    match &past.event {
        PastEvent::Game { opponent_score, .. } if was_played(past) => match past.score.cmp(opponent_score) {
            std::cmp::Ordering::Greater => Float::Down,
            std::cmp::Ordering::Less => Float::Up,
            std::cmp::Ordering::Equal => Float::No,
        },
        PastEvent::Bye(ByeKind::Pairing) => Float::Down,
        _ if edition == Edition::E2017 || worth.loss.iter().all(|loss| past.points > *loss) => Float::Down,
        _ => Float::No,
    }
}

/// C2 (2.1.2); C.2.
fn excludes_from_bye(past: &PastRound, edition: Edition, worth: &PointSystem) -> bool {
    match (&past.event, edition) {
        (PastEvent::Bye(ByeKind::Pairing), _) => true,
        (_, Edition::E2017) => is_forfeit_win(past),
        (_, Edition::E2026) => !was_played(past) && worth.win.iter().any(|win| past.points >= *win),
    }
}

/// 1.7, A.6: the strength of a preference, and the preferred colour.
fn preference(games: &[Colour], difference: i32) -> (Strength, Colour) {
    match (difference, games) {
        (2.., _) => (Strength::Absolute, Colour::Black),
        (..=-2, _) => (Strength::Absolute, Colour::White),
        (_, [.., last_but_one, last]) if last_but_one == last => (Strength::Absolute, last.opposite()),
        (1, _) => (Strength::Strong, Colour::Black),
        (-1, _) => (Strength::Strong, Colour::White),
        (_, [.., last]) => (Strength::Mild, last.opposite()),
        _ => (Strength::None, Colour::White),
    }
}

fn player(state: &RoundState, player: &swiss_trf::tournament::PlayerState, edition: Edition) -> Player {
    let past = &player.history;
    let colour = |past: &PastRound| match &past.event {
        PastEvent::Game { opponent, encounters, .. } if was_played(past) => Some((*opponent, encounters[0].0)),
        _ => None,
    };
    let (met, games): (Vec<PlayerId>, Vec<Colour>) = past.iter().filter_map(colour).unzip();
    // 1.6, A.6
    let difference = games.iter().map(|colour| if *colour == Colour::White { 1 } else { -1 }).sum();
    let (strength, preferred) = preference(&games, difference);
    let float = |ago: usize| {
        past.len().checked_sub(ago).map_or(Float::No, |place| float_of(&past[place], edition, state.worth()))
    };
    // 1.8, A.7
    let is_topscorer = state.is_last_round() == Some(true) && player.points + player.points > state.points_possible();
    Player {
        id: player.id,
        number: player.number,
        score: player.score.tenths(),
        met,
        difference,
        strength,
        preferred,
        floats: [float(1), float(2)],
        may_have_bye: !past.iter().any(|past| excludes_from_bye(past, edition, state.worth())),
        // 2.4.4
        unplayed: u32::try_from(past.iter().filter(|past| !was_played(past)).count()).expect("few"),
        is_topscorer,
        games,
    }
}

impl<'a> Round<'a> {
    fn new(state: &'a RoundState, edition: Edition, method: Method) -> Self {
        let mut players: Vec<Player> = state.players().iter().map(|one| player(state, one, edition)).collect();
        // 1.2, A.2
        players.sort_by_key(|player| (-player.score, player.number));
        Self { state, players, method, wishes: Wishes::new() }
    }

    fn everybody(&self) -> Vec<usize> {
        (0..self.players.len()).collect()
    }

    /// All that is derived from the players' past: the score, the colours of the games, whom they met, the floats of the last two
    /// rounds, whether they may have the bye, the rounds without a game, if they count (2.4.4), and whether they have arrived. The
    /// difference and the preference follow from the colours, and who is a topscorer from the score, without accelerated points,
    /// and from the round.
    fn seen(&self, counts_unplayed: bool) -> Vec<String> {
        let mut players: Vec<&Player> = self.players.iter().collect();
        players.sort_by_key(|player| player.number);
        let text = |player: &Player| {
            let Player {
                id: _,
                number: _,
                score,
                games,
                met,
                difference: _,
                strength: _,
                preferred: _,
                floats,
                may_have_bye,
                unplayed,
                is_topscorer: _,
            } = player;
            let colours: String = games.iter().map(|colour| if *colour == Colour::White { 'w' } else { 'b' }).collect();
            let mut met: Vec<u32> = met.iter().map(|id| id.0).collect();
            met.sort_unstable();
            let met: String = met.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            let floats: String = floats
                .iter()
                .map(|float| match float {
                    Float::No => '.',
                    Float::Down => 'd',
                    Float::Up => 'u',
                })
                .collect();
            let bye = if *may_have_bye { "" } else { " no-bye" };
            let arrived = if self.has_arrived(player) { "" } else { " new" };
            let unplayed = if counts_unplayed { format!(" {unplayed}") } else { String::new() };
            format!("{score} {colours} {met} {floats}{unplayed}{bye}{arrived}")
        };
        players.into_iter().map(text).collect()
    }

    /// Whether the player was there in a past round.
    fn has_arrived(&self, player: &Player) -> bool {
        self.state.player(player.id).is_some_and(|player| player.history.iter().any(was_there))
    }

    fn score(&self, player: usize) -> i32 {
        self.players[player].score
    }

    /// The scores of these players, each once, the highest first.
    fn scores_of(&self, players: &[usize]) -> Vec<i32> {
        distinct(players.iter().map(|&player| self.score(player)).collect())
    }

    /// C1 and C3 (2.1.1, 2.1.3); C.1 and C.3.
    fn may_meet(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.players[one], &self.players[other]);
        let same_absolute = one.strength == Strength::Absolute
            && other.strength == Strength::Absolute
            && one.preferred == other.preferred;
        !one.met.contains(&other.id)
            && !self.state.is_forbidden(one.id, other.id)
            && (one.is_topscorer || other.is_topscorer || !same_absolute)
    }

    /// Article 5, section E: the colour of the higher ranked of the two.
    fn colour_of_higher(&self, one: usize, other: usize) -> Colour {
        let (high, low) = (&self.players[one.min(other)], &self.players[one.max(other)]);
        let grant_high = high.preferred;
        let grant_low = low.preferred.opposite();
        // 5.2.1, E.1
        match (high.strength, low.strength) {
            // 5.2.5, E.5
            (Strength::None, Strength::None) => {
                let initial = self.state.initial_colour().unwrap_or(Colour::White);
                return if self.pairing_number(high) % 2 == 1 { initial } else { initial.opposite() };
            }
            (Strength::None, _) => return grant_low,
            (_, Strength::None) => return grant_high,
            _ if high.preferred != low.preferred => return grant_high,
            _ => {}
        }
        // 5.2.2, E.2
        if high.strength != low.strength {
            return if high.strength > low.strength { grant_high } else { grant_low };
        }
        let [wide_high, wide_low] = [high, low].map(|player| player.difference.abs());
        if high.strength == Strength::Absolute && wide_high != wide_low {
            return if wide_high > wide_low { grant_high } else { grant_low };
        }
        // 5.2.3, E.3
        let mut latest = high.games.iter().rev().zip(low.games.iter().rev());
        if let Some((colour, _)) = latest.find(|(one, other)| one != other) {
            return colour.opposite();
        }
        // 5.2.4, E.4
        grant_high
    }

    /// The number that the player has since they arrived. "Players who have yet to arrive don't have a TPN" (General Handling
    /// Rules 2.4): each of those with a lower number in the file counts if they are to be paired, or were paired before or
    /// left over.
    fn pairing_number(&self, player: &Player) -> usize {
        let before = |other: &&swiss_trf::tournament::PlayerState| other.number < player.number;
        let absent = self.state.absent().iter().filter(before).filter(|other| other.history.iter().any(was_there));
        1 + self.state.players().iter().filter(before).count() + absent.count()
    }

    fn board(&self, (one, other): (usize, usize)) -> Board {
        let [high, low] = [one.min(other), one.max(other)].map(|player| self.players[player].id);
        match self.colour_of_higher(one, other) {
            Colour::White => Board { white: high, black: low },
            Colour::Black => Board { white: low, black: high },
        }
    }

    fn pairing(&self, pairs: &[(usize, usize)], bye: Option<usize>) -> Pairing {
        let boards = pairs.iter().map(|&pair| self.board(pair)).collect();
        Pairing { boards, bye: bye.map(|player| self.players[player].id) }.in_board_order(self.state)
    }

    /// C10 to C13 of a pair (2.4.5 to 2.4.8); C.8 to C.11.
    fn colour_criteria(&self, one: usize, other: usize) -> [u32; 4] {
        let (high, low) = (one.min(other), one.max(other));
        let colour = self.colour_of_higher(high, low);
        let has_topscorer = self.players[high].is_topscorer || self.players[low].is_topscorer;
        let mut counts = [0; 4];
        for (player, colour) in [(&self.players[high], colour), (&self.players[low], colour.opposite())] {
            let difference = player.difference + if colour == Colour::White { 1 } else { -1 };
            counts[0] += u32::from(has_topscorer && difference.abs() > 2);
            counts[1] += u32::from(has_topscorer && player.games.ends_with(&[colour, colour]));
            let is_refused = player.strength != Strength::None && player.preferred != colour;
            counts[2] += u32::from(is_refused);
            counts[3] += u32::from(is_refused && player.strength == Strength::Strong);
        }
        counts
    }

    /// Whether these players can all be paired, one of them with the bye if they are odd (C4, A.9).
    fn completes(&self, players: &[usize], may_have_bye: &dyn Fn(usize) -> bool) -> bool {
        self.fewest_breaches(players, may_have_bye).is_some()
    }

    /// What it breaks to make a pair.
    fn breaches(&self, one: usize, other: usize) -> u32 {
        let [one, other] = [one, other].map(|player| self.players[player].id);
        self.wishes.get(&(one.min(other), one.max(other))).copied().unwrap_or_default()
    }

    /// The fewest breaches of wishes with which these players can all be paired, one of them with the bye if they are odd.
    fn fewest_breaches(&self, players: &[usize], may_have_bye: &dyn Fn(usize) -> bool) -> Option<u32> {
        let mut all = players.to_vec();
        if all.len() % 2 == 1 {
            all.push(BYE);
        }
        let edge = |one: usize, other: usize| {
            let (one, other) = (all[one].min(all[other]), all[one].max(all[other]));
            let may = if other == BYE { may_have_bye(one) } else { self.may_meet(one, other) };
            may.then(|| vec![if other == BYE { 0 } else { self.breaches(one, other) }])
        };
        cheapest(all.len(), 1, &edge).map(|(least, _)| least[0])
    }
}

/// The values, each once, the largest first.
fn distinct(mut values: Vec<i32>) -> Vec<i32> {
    values.sort_by(|one, other| other.cmp(one));
    values.dedup();
    values
}

/// The values, the largest first.
fn descending(mut values: Vec<i32>) -> Vec<i32> {
    values.sort_by(|one, other| other.cmp(one));
    values
}
