//! Checks what the Dubov system of 1997 promises of a pairing. They use the round alone, and not the engine.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use swiss_ilp::graph::{Graph, Matching};
use swiss_ilp::tournament::{Board, ByeKind, Colour, Outcome, Pairing, PastEvent, PlayerState, RoundState, Score};

/// A common multiple of all possible numbers of opponents, so that averages in this unit are whole numbers.
const UNIT: u32 = 27_720;

/// How often each promise was checked and found kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub rounds: u32,
    /// Rounds that cannot be paired by 2.1 to 2.4.
    pub unpairable: u32,
    /// Rounds that can be paired by 2.1 to 2.4, but not by 2.5 as well.
    pub without_2_5: u32,
    pub boards: u32,
    pub byes: u32,
    /// Byes that did not go to the first player in the order of chapter 4.
    pub passed_over: u32,
    /// Score groups paired by the rows of 6.2, with at least two rows.
    pub by_6_2: u32,
    /// Score groups paired by the rows of 6.2 after 7.3 or 7.4, with at least two rows.
    pub by_7_3: u32,
    /// Of these, those in which 2.6 kept a player from changing columns.
    pub by_2_6: u32,
    /// Score groups not paired by legal rows since those below could not be paired then.
    pub broken_up: u32,
    /// Boards by the rule that decides on their colours: the limits, 3.1 to 3.5, and the reading for equal players.
    pub colours: [u32; 7],
}

/// A player with the facts that the rules use.
struct Card<'a> {
    state: &'a PlayerState,
    rating: u32,
    /// The ARO, in parts of which `UNIT` make a rating point; `None` without opponents.
    aro: Option<u32>,
    colours: Vec<Colour>,
    /// Whites less blacks.
    difference: i32,
    due: Option<Colour>,
}

impl<'a> Card<'a> {
    fn new(round: &RoundState, state: &'a PlayerState) -> Self {
        let mut colours = Vec::new();
        let mut ratings = Vec::new();
        for past in &state.history {
            if let PastEvent::Game { opponent, encounters, .. } = &past.event
                && let [(colour, Outcome::Win | Outcome::Draw | Outcome::Loss)] = encounters[..]
            {
                colours.push(colour);
                let everybody = round.players().iter().chain(round.absent());
                ratings.extend(everybody.filter(|other| other.id == *opponent).filter_map(|other| other.rating));
            }
        }
        let count = |colour| i32::try_from(colours.iter().filter(|had| **had == colour).count()).expect("few");
        let difference = count(Colour::White) - count(Colour::Black);
        let due = if difference < 0 || difference == 0 && colours.last() == Some(&Colour::Black) {
            Some(Colour::White)
        } else if difference > 0 || colours.last() == Some(&Colour::White) {
            Some(Colour::Black)
        } else {
            None
        };
        let opponents = u32::try_from(ratings.len()).expect("few");
        assert!(opponents == 0 || UNIT.is_multiple_of(opponents), "{opponents} opponents");
        let aro = (opponents > 0).then(|| ratings.iter().sum::<u32>() * (UNIT / opponents.max(1)));
        Self { state, rating: state.rating.unwrap_or(0), aro, colours, difference, due }
    }

    fn score(&self) -> Score {
        self.state.score
    }

    /// 2.3 and 2.4.
    fn may_have(&self, colour: Colour) -> bool {
        let after = self.difference + if colour == Colour::White { 1 } else { -1 };
        (-2..=2).contains(&after) && !self.colours.ends_with(&[colour, colour])
    }

    /// 2.2.
    fn may_have_bye(&self) -> bool {
        !self.state.history.iter().any(|past| match &past.event {
            PastEvent::Bye(kind) => [ByeKind::Pairing, ByeKind::Full].contains(kind),
            PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
            PastEvent::Absent => false,
        })
    }

    /// 2.5; without a number of rounds, there are as many as have begun, and none is the last.
    fn is_protected(&self, round: &RoundState) -> bool {
        let transfers: Vec<bool> = self
            .state
            .history
            .iter()
            .map(|past| match &past.event {
                PastEvent::Game { opponent_score, .. } => *opponent_score > past.score,
                PastEvent::Bye(_) | PastEvent::Absent => false,
            })
            .collect();
        let rounds = round.rounds_planned().unwrap_or(round.round());
        let most = if rounds < 10 { 3 } else { 4 };
        let all = transfers.iter().filter(|transferred| **transferred).count();
        round.rounds_planned() != Some(round.round()) && (transfers.last() == Some(&true) || all >= most)
    }

    /// The last of all ties.
    fn alphabet(&self) -> (&str, u32) {
        (&self.state.name, self.state.id.0)
    }
}

/// A round, with the pairs that may meet. A player is a rank here.
pub struct Referee<'a> {
    round: &'a RoundState,
    cards: Vec<Card<'a>>,
    protected: Vec<bool>,
}

impl<'a> Referee<'a> {
    pub fn new(round: &'a RoundState) -> Self {
        let cards: Vec<Card> = round.players().iter().map(|player| Card::new(round, player)).collect();
        let protected = cards.iter().map(|card| card.is_protected(round)).collect();
        Self { round, cards, protected }
    }

    /// 2.1, 2.3 and 2.4.
    fn may_meet(&self, one: usize, other: usize) -> bool {
        let [a, b] = [&self.cards[one], &self.cards[other]];
        let have_met = a.state.history.iter().any(|past| match &past.event {
            PastEvent::Game { opponent, encounters, .. } => {
                *opponent == b.state.id && encounters.iter().any(|(_, outcome)| outcome.was_played())
            }
            PastEvent::Bye(_) | PastEvent::Absent => false,
        });
        !have_met && Colour::BOTH.iter().any(|colour| a.may_have(*colour) && b.may_have(colour.opposite()))
    }

    /// 2.5: whether one of the two may not be paired with the other's higher score.
    fn is_unfair(&self, one: usize, other: usize) -> bool {
        let [a, b] = [one, other].map(|player| self.cards[player].score());
        a < b && self.protected[one] || b < a && self.protected[other]
    }

    /// Whether all of an even number of players can be paired within 2.1, 2.3 and 2.4, and 2.5 if `keeps_2_5`.
    fn can_be_paired(&self, players: &[usize], keeps_2_5: bool) -> bool {
        let graph = Graph::new(players.len(), self.edges(players, keeps_2_5));
        Matching::maximum(&graph).is_perfect()
    }

    /// Who may meet, by their places in `players`.
    fn edges(&self, players: &[usize], keeps_2_5: bool) -> Vec<(usize, usize)> {
        let pairs = (0..players.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let may = |(a, b): &(usize, usize)| {
            let [one, other] = [players[*a], players[*b]];
            self.may_meet(one, other) && !(keeps_2_5 && self.is_unfair(one, other))
        };
        pairs.filter(may).collect()
    }

    /// Whether there is a pairing within 2.1 to 2.4, and 2.5 if `keeps_2_5`.
    pub fn has_pairing(&self, keeps_2_5: bool) -> bool {
        let everybody: Vec<usize> = (0..self.cards.len()).collect();
        let size = everybody.len();
        let mut edges = self.edges(&everybody, keeps_2_5);
        if size % 2 == 1 {
            edges.extend(everybody.iter().filter(|player| self.cards[**player].may_have_bye()).map(|one| (*one, size)));
        }
        Matching::maximum(&Graph::new(size + size % 2, edges)).is_perfect()
    }

    /// Checks that the pairing keeps 2.1 to 2.4 and has everybody once. Returns the boards by rank, White first, and
    /// the bye.
    ///
    /// So 2.6 is checked, too: it forbids a colour that breaks 2.3 or 2.4, and every colour is checked here. The rows
    /// also show who changes columns and who does not.
    pub fn assert_limits(&self, pairing: &Pairing) -> (Vec<[usize; 2]>, Option<usize>) {
        let rank = |id| self.round.rank(id).unwrap_or_else(|| panic!("{id} is not to be paired"));
        let boards: Vec<[usize; 2]> =
            pairing.boards.iter().map(|Board { white, black }| [rank(*white), rank(*black)]).collect();
        let bye = pairing.bye.map(rank);
        let mut paired: Vec<usize> = boards.iter().flatten().copied().chain(bye).collect();
        paired.sort_unstable();
        assert_eq!(paired, (0..self.cards.len()).collect::<Vec<_>>(), "everybody is paired once");
        assert_eq!(bye.is_some(), paired.len() % 2 == 1, "a bye only for an odd number");
        for [white, black] in &boards {
            let names = || format!("{}-{}", self.cards[*white].state.id, self.cards[*black].state.id);
            assert!(self.may_meet(*white, *black), "2.1: {}", names());
            assert!(self.cards[*white].may_have(Colour::White), "2.3, 2.4: {}", names());
            assert!(self.cards[*black].may_have(Colour::Black), "2.3, 2.4: {}", names());
        }
        assert!(bye.is_none_or(|player| self.cards[player].may_have_bye()), "2.2: {:?}", pairing.bye);
        (boards, bye)
    }

    /// Checks all promises for the engine's pairing of the round.
    pub fn assert_promises(&self, pairing: Option<&Pairing>, tally: &mut Tally) {
        tally.rounds += 1;
        let Some(pairing) = pairing else {
            assert!(!self.has_pairing(false), "there is a pairing within 2.1 to 2.4");
            tally.unpairable += 1;
            return;
        };
        let (boards, bye) = self.assert_limits(pairing);
        let keeps_2_5 = !boards.iter().any(|[white, black]| self.is_unfair(*white, *black));
        if !keeps_2_5 {
            assert!(!self.has_pairing(true), "there is a pairing within 2.5");
            tally.without_2_5 += 1;
        }
        if self.round.round() == 1 {
            self.assert_first_round(&boards, bye);
            return;
        }
        tally.boards += u32::try_from(boards.len()).expect("few");
        for [white, black] in &boards {
            let (expected, why) = self.white_of(*white, *black);
            assert_eq!(*white, expected, "3: {why}");
            tally.colours[why] += 1;
        }
        if let Some(bye) = bye {
            self.assert_bye(bye, keeps_2_5, tally);
        }
        self.assert_rows(&boards, bye, keeps_2_5, tally);
    }

    /// 5.
    fn assert_first_round(&self, boards: &[[usize; 2]], bye: Option<usize>) {
        let half = self.cards.len() / 2;
        let lot = self.round.initial_colour().unwrap_or(Colour::White);
        let board = |top: usize| {
            let has_white = (lot == Colour::White) == top.is_multiple_of(2);
            if has_white { [top, top + half] } else { [top + half, top] }
        };
        assert_eq!(boards, (0..half).map(board).collect::<Vec<_>>(), "5");
        assert_eq!(bye, (self.cards.len() % 2 == 1).then_some(2 * half), "5");
    }

    /// 3: which of the two has White, and the index of the reason in [`Tally::colours`].
    fn white_of(&self, one: usize, other: usize) -> (usize, usize) {
        let [a, b] = [&self.cards[one], &self.cards[other]];
        let can = |white: &Card, black: &Card| white.may_have(Colour::White) && black.may_have(Colour::Black);
        let white = |one_has_white: bool| if one_has_white { one } else { other };
        if can(a, b) != can(b, a) {
            return (white(can(a, b)), 0);
        }
        // As many players as possible get the colour due.
        let granted = |white: &Card, black: &Card| {
            u32::from(white.due == Some(Colour::White)) + u32::from(black.due == Some(Colour::Black))
        };
        if granted(a, b) != granted(b, a) {
            return (white(granted(a, b) > granted(b, a)), 1);
        }
        if a.difference != b.difference {
            return (white(a.difference < b.difference), 2);
        }
        let mut together = a.colours.iter().rev().zip(b.colours.iter().rev());
        if let Some((colour, _)) = together.find(|(colour, opposite)| colour != opposite) {
            return (white(*colour == Colour::Black), 3);
        }
        if a.aro != b.aro {
            return (white(a.aro > b.aro), 4);
        }
        if a.rating != b.rating {
            return (white(a.rating < b.rating), 5);
        }
        (white(a.state.id > b.state.id), 6)
    }

    /// 4: every player earlier in the order has scored without playing, or the others cannot be paired without that
    /// player.
    fn assert_bye(&self, bye: usize, keeps_2_5: bool, tally: &mut Tally) {
        let is_of_minority = |card: &Card| {
            let due = |colour| {
                self.cards.iter().filter(|other| other.score() == card.score() && other.due == Some(colour)).count()
            };
            let [white, black] = Colour::BOTH.map(due);
            match card.due {
                _ if white == black => false,
                Some(Colour::White) => white < black,
                Some(Colour::Black) => black < white,
                None => true,
            }
        };
        let turn = |player: usize| {
            let card = &self.cards[player];
            (card.score(), card.rating, is_of_minority(card), Reverse(card.aro), Reverse(card.alphabet()))
        };
        let last = turn(bye);
        tally.byes += 1;
        let before: Vec<usize> = (0..self.cards.len()).filter(|player| turn(*player) < last).collect();
        tally.passed_over += u32::from(!before.is_empty());
        for player in before.into_iter().filter(|player| self.cards[*player].may_have_bye()) {
            let others: Vec<usize> = (0..self.cards.len()).filter(|other| *other != player).collect();
            assert!(!self.can_be_paired(&others, keeps_2_5), "4: {} comes first", self.cards[player].state.id);
        }
    }

    /// 6.2, 7.3 and 7.4: if nobody enters a score group from above or leaves it upwards, and its rows are legal, it is
    /// paired by its rows, unless the players below could not be paired then.
    fn assert_rows(&self, boards: &[[usize; 2]], bye: Option<usize>, keeps_2_5: bool, tally: &mut Tally) {
        let scores: BTreeSet<Score> = self.cards.iter().map(Card::score).collect();
        for score in scores {
            let is_at_or_below = |player: &usize| self.cards[*player].score() <= score;
            let is_crossed = |board: &[usize; 2]| {
                let [a, b] = board.map(|player| self.cards[player].score());
                a.min(b) <= score && score < a.max(b)
            };
            if boards.iter().any(is_crossed) {
                continue;
            }
            let left: Vec<usize> = (0..self.cards.len()).filter(|player| Some(*player) != bye).collect();
            let (members, below): (Vec<usize>, Vec<usize>) =
                left.into_iter().filter(is_at_or_below).partition(|player| self.cards[*player].score() == score);
            let Some(rows) = self.legal_rows(&members) else { continue };
            let set = |pairs: &[[usize; 2]]| -> BTreeSet<[usize; 2]> {
                pairs.iter().map(|[one, other]| [*one.min(other), *one.max(other)]).collect()
            };
            let own: Vec<[usize; 2]> =
                boards.iter().copied().filter(|board| board.iter().any(|player| members.contains(player))).collect();
            if set(&own) != set(&rows.pairs) {
                let ids = |pairs: &[[usize; 2]]| -> Vec<[u32; 2]> {
                    pairs.iter().map(|pair| pair.map(|player| self.cards[player].state.id.0)).collect()
                };
                assert!(
                    !self.can_be_paired(&below, keeps_2_5),
                    "6.2: the rows of {score} are {:?}, the pairs {:?}",
                    ids(&rows.pairs),
                    ids(&own)
                );
                tally.broken_up += 1;
            } else if rows.pairs.len() > 1 {
                tally.by_6_2 += u32::from(rows.changed == 0);
                tally.by_7_3 += u32::from(rows.changed > 0);
                tally.by_2_6 += u32::from(rows.kept_back);
            }
        }
    }

    /// The rows of 6.2; `None` if the number is odd, if somebody is due no colour, if 2.6 leaves the columns unequal,
    /// or if a row is not legal.
    fn legal_rows(&self, members: &[usize]) -> Option<Rows> {
        let card = |player: &usize| &self.cards[*player];
        let due = |colour| -> Vec<usize> {
            members.iter().copied().filter(|player| card(player).due == Some(colour)).collect()
        };
        let [mut white, mut black] = Colour::BOTH.map(due);
        if white.len() + black.len() < members.len() || !members.len().is_multiple_of(2) {
            return None;
        }
        let excess = white.len().abs_diff(black.len()) / 2;
        let (longer, shorter, colour) = if white.len() > black.len() {
            white.sort_by_key(|player| (card(player).aro, Reverse(card(player).rating), card(player).alphabet()));
            (&mut white, &mut black, Colour::Black)
        } else {
            black.sort_by_key(|player| (Reverse(card(player).aro), card(player).rating, card(player).alphabet()));
            (&mut black, &mut white, Colour::White)
        };
        let may_change: Vec<usize> =
            longer.iter().copied().filter(|player| card(player).may_have(colour)).take(excess).collect();
        if may_change.len() < excess {
            return None;
        }
        let kept_back = may_change != longer[..excess];
        longer.retain(|player| !may_change.contains(player));
        shorter.extend(may_change);
        white.sort_by_key(|player| (card(player).aro, card(player).rating, card(player).alphabet()));
        black.sort_by_key(|player| (Reverse(card(player).rating), Reverse(card(player).aro), card(player).alphabet()));
        let pairs: Vec<[usize; 2]> = white.into_iter().zip(black).map(|(white, black)| [white, black]).collect();
        let are_legal = pairs.iter().all(|[white, black]| self.may_meet(*white, *black));
        are_legal.then_some(Rows { pairs, changed: excess, kept_back })
    }
}

/// The pairs of two columns.
struct Rows {
    /// White first.
    pairs: Vec<[usize; 2]>,
    /// How many players are in the column of the colour not due to them.
    changed: usize,
    /// Whether 2.6 kept a player back who comes before one of those.
    kept_back: bool,
}
