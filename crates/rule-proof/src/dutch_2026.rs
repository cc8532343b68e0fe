//! The FIDE (Dutch) System in the edition of 1 February 2026 (C.04.3).
//!
//! Each bracket is one graph, and has everybody who is not paired yet, in the order of article 1.2, then the pairing-allocated bye:
//!
//! ```text
//! moved-down players | residents | scoregroup of the following bracket | everybody below | bye
//! 0 ..                 moved ..    bracket ..                            following ..
//! ```
//!
//! A pair inside the bracket is a pair of the candidate. A player of the bracket who meets somebody below it, or the bye, downfloats.
//! So each perfect matching is a candidate together with a way to complete the round (C4), and all that a criterion counts is a sum
//! over edges.
//!
//! Two players of a bracket who both downfloat never need to meet below it: if they could, their pair would be one pair more in the
//! bracket, and C6 comes before all that follows. So an edge inside a bracket has one meaning only, and two moved-down players, who
//! are never paired with each other (3.3.3), have none.

use crate::evidence::{Inquiry, LeftMatchings, Unproven, Vertex};
use crate::graph::pairs_of;
use std::collections::BTreeSet;
use swiss_trf::tournament::{
    ByeKind, Colour, Float, Pairing, PastEvent, PlayerState, Preference, RoundState, Score, Strength,
};

/// The steps of article 5.2, each with what is counted against it.
const COLOURS: [(&str, &str); 5] = [
    ("5.2.1", "boards whose preferences could both be granted"),
    ("5.2.2", "boards against the stronger preference"),
    ("5.2.3", "boards that do not alternate"),
    ("5.2.4", "boards against the preference of the higher ranked"),
    ("5.2.5", "boards against the initial-colour"),
];

/// A player before the round.
struct Card<'a> {
    player: &'a PlayerState,
    /// The colours of the games played, the latest first (general handling rules, 3.4).
    colours: Vec<Colour>,
    /// Article 1.6.
    colour_difference: i32,
    /// Article 1.7; none without a game (1.7.4).
    preference: Option<Preference>,
    /// Article 1.8.
    is_topscorer: bool,
    /// Article 1.4: the floats of the previous round and of two rounds before.
    floats: [Option<Float>; 2],
    /// C2.
    may_have_bye: bool,
    /// The rounds in which the player had no game over the board.
    unplayed: i64,
    /// Article 1.1, among those who have a number ([`pairing_number`]).
    has_odd_number: bool,
}

impl<'a> Card<'a> {
    fn new(state: &RoundState, player: &'a PlayerState) -> Self {
        Self {
            player,
            colours: player.colours().rev().collect(),
            colour_difference: player.colour_difference(),
            preference: player.preference(),
            is_topscorer: state.is_topscorer(player),
            floats: [1, 2].map(|rounds_ago| state.float_by_points(player, rounds_ago)),
            may_have_bye: !state.scored_a_win_without_playing(player),
            unplayed: player.history.iter().filter(|past| past.event.met().is_none()).count() as i64,
            has_odd_number: pairing_number(state, player) % 2 == 1,
        }
    }

    fn score(&self) -> Score {
        self.player.score
    }

    fn prefers(&self, strength: Strength) -> bool {
        self.preference.is_some_and(|preference| preference.strength == strength)
    }

    /// Whether the same colour again is the third in a row.
    fn had_twice(&self, colour: Colour) -> bool {
        matches!(self.colours[..], [last, before, ..] if last == colour && before == colour)
    }
}

/// The tournament pairing number. Who has not arrived has none (general handling rules, 2.4): those count who are to be paired, or
/// had an opponent or a pairing-allocated bye before.
pub(crate) fn pairing_number(state: &RoundState, player: &PlayerState) -> usize {
    let is_part = |event: &PastEvent| matches!(event, PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing));
    let took_part = |player: &&PlayerState| {
        state.preset_bye() == Some(player.id) || player.history.iter().any(|past| is_part(&past.event))
    };
    let arrived = state.players().iter().chain(state.absent().iter().filter(took_part));
    arrived.filter(|other| other.number <= player.number).count()
}

/// The round: its players in the order of article 1.2, and the scores that decide the bye.
struct Round<'a> {
    state: &'a RoundState,
    cards: Vec<Card<'a>>,
    initial_colour: Colour,
}

/// The pairing of the round; `None` if it cannot be completed (1.9.3).
pub(crate) fn pair(state: &RoundState, evidence: &mut Inquiry<'_>) -> Result<Option<Pairing>, Unproven> {
    crate::one_game_a_pairing(state)?;
    let cards: Vec<Card<'_>> = state.players().iter().map(|player| Card::new(state, player)).collect();
    // Article 5.1: if nobody said how the lots fell, White.
    let round = Round { state, cards, initial_colour: state.initial_colour().unwrap_or(Colour::White) };
    let Some(bye_score) = round.bye_score(evidence)? else { return Ok(None) };

    let mut unpaired: Vec<usize> = (0..round.cards.len()).collect();
    let mut moved = 0;
    let mut pairs = Vec::new();
    // Article 1.9.2: bracket by bracket, until all scoregroups have been used.
    while unpaired.len() > moved {
        let bracket = Bracket::new(&round, &unpaired, moved, bye_score);
        let Some(partners) = bracket.paired(evidence)? else { return Ok(None) };
        let mut left = Vec::new();
        for (place, partner) in partners.iter().enumerate().take(bracket.bracket) {
            if *partner >= bracket.bracket {
                left.push(unpaired[place]);
            } else if place < *partner {
                pairs.push((unpaired[place], unpaired[*partner]));
            }
        }
        moved = left.len();
        left.extend(&unpaired[bracket.bracket..]);
        unpaired = left;
    }
    let asked = |step: usize, (a, b): (usize, usize)| round.asked(step, &round.cards[a], &round.cards[b]);
    let ids = |(a, b): (usize, usize)| [a, b].map(|index| round.cards[index].player.id);
    let boards = evidence.boards(&COLOURS, &pairs, asked, ids);
    // Article 1.9.1: the one who downfloats from the last bracket.
    let bye = unpaired.first().map(|index| round.cards[*index].player.id);
    Ok(Some(Pairing { boards, bye }.in_board_order_by_points(state)))
}

impl Round<'_> {
    /// Whether two may meet: C1, C3, and the organiser's bans.
    fn may_meet(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.cards[one], &self.cards[other]);
        let have_met = one.player.has_met(other.player.id);
        let want_the_same = one.prefers(Strength::Absolute) && one.preference == other.preference;
        let are_kept_apart = want_the_same && !one.is_topscorer && !other.is_topscorer;
        !(have_met || are_kept_apart || self.state.is_forbidden(one.player.id, other.player.id))
    }

    /// C5: the least score that the assignee of the bye can have, if there is a bye; no answer if the round cannot be completed.
    ///
    /// C5 comes before all criteria of all brackets, and C4 before it; so it is decided once, and each bracket keeps it.
    fn bye_score(&self, evidence: &mut Inquiry<'_>) -> Result<Option<Option<Score>>, Unproven> {
        let players = self.cards.len();
        let everybody: Vec<usize> = (0..players).collect();
        let is_odd = players % 2 == 1;
        let pairs = pairs_of(players).filter(|(a, b)| self.may_meet(*a, *b));
        let byes = everybody.iter().filter(|a| is_odd && self.cards[**a].may_have_bye).map(|a| (*a, players));
        let Some(mut face) = evidence.open("the round", vertices(&everybody), pairs.chain(byes))? else {
            return Ok(None);
        };
        face.keep_wishes()?;
        if !is_odd {
            face.close();
            return Ok(Some(None));
        }
        let score = |a: usize| self.cards[a].score().tenths();
        let least = face.least("C5", "score of the assignee of the bye, in tenths", |a, b| {
            if b == players { i64::from(score(a)) } else { 0 }
        })?;
        face.close();
        let score = self.cards.iter().map(Card::score).find(|score| i64::from(score.tenths()) == least);
        Ok(Some(score))
    }

    fn colour_of_higher(&self, higher: &Card<'_>, lower: &Card<'_>) -> Colour {
        let asked = (0..COLOURS.len()).find_map(|step| self.asked(step, higher, lower));
        asked.unwrap_or(self.initial_colour)
    }

    /// The colour that a step of article 5.2 asks for the higher ranked of two, if it asks for any. The first step that does decides.
    fn asked(&self, step: usize, higher: &Card<'_>, lower: &Card<'_>) -> Option<Colour> {
        match (step, higher.preference, lower.preference) {
            // 5.2.1, with 1.7.4
            (0, Some(own), Some(other)) => (own.colour != other.colour).then_some(own.colour),
            (0, Some(own), None) => Some(own.colour),
            (0, None, Some(other)) => Some(other.colour.opposite()),
            // 5.2.2
            (1, Some(own), Some(other)) => {
                let both_absolute = own.strength == Strength::Absolute && other.strength == Strength::Absolute;
                let width = |card: &Card<'_>| if both_absolute { card.colour_difference.abs() } else { 0 };
                match own.strength.cmp(&other.strength).then(width(higher).cmp(&width(lower))) {
                    std::cmp::Ordering::Greater => Some(own.colour),
                    std::cmp::Ordering::Less => Some(other.colour.opposite()),
                    std::cmp::Ordering::Equal => None,
                }
            }
            // 5.2.3
            (2, Some(_), Some(_)) => {
                let mut latest = higher.colours.iter().zip(&lower.colours);
                latest.find(|(one, other)| one != other).map(|(colour, _)| colour.opposite())
            }
            // 5.2.4
            (3, Some(own), _) => Some(own.colour),
            // 5.2.5
            (4, None, None) if higher.has_odd_number => Some(self.initial_colour),
            (4, None, None) => Some(self.initial_colour.opposite()),
            _ => None,
        }
    }

    /// The players of a pair, each with the colour that article 5 gives.
    fn with_colours(&self, higher: usize, lower: usize) -> [(&Card<'_>, Colour); 2] {
        let (higher, lower) = (&self.cards[higher], &self.cards[lower]);
        let colour = self.colour_of_higher(higher, lower);
        [(higher, colour), (lower, colour.opposite())]
    }
}

/// These players, and the bye if their number is odd.
fn vertices(players: &[usize]) -> Vec<Vertex> {
    let bye = (players.len() % 2 == 1).then_some(Vertex::Bye);
    players.iter().map(|index| Vertex::Player(*index)).chain(bye).collect()
}

/// A bracket (1.3.2). Places count those who are not paired yet, in the order of article 1.2; so the place of a player of the
/// bracket is the BSN less one (4.1.1). A remainder has numbers of its own.
struct Bracket<'a> {
    round: &'a Round<'a>,
    unpaired: &'a [usize],
    /// M0 (3.1.1): where the residents begin.
    moved: usize,
    /// Where the bracket ends, and the scoregroup of the following bracket begins.
    bracket: usize,
    /// Where that scoregroup ends.
    following: usize,
    /// C5.
    bye_score: Option<Score>,
}

impl<'a> Bracket<'a> {
    fn new(round: &'a Round<'a>, unpaired: &'a [usize], moved: usize, bye_score: Option<Score>) -> Self {
        let score = |place: usize| round.cards[unpaired[place]].score();
        let end =
            |from: usize| (from..unpaired.len()).find(|place| score(*place) != score(from)).unwrap_or(unpaired.len());
        let bracket = end(moved);
        let following = if bracket < unpaired.len() { end(bracket) } else { bracket };
        Self { round, unpaired, moved, bracket, following, bye_score }
    }

    fn card(&self, place: usize) -> &Card<'a> {
        &self.round.cards[self.unpaired[place]]
    }

    fn score(&self, place: usize) -> Score {
        self.card(place).score()
    }

    fn name(&self) -> String {
        let moved = if self.moved == 0 { "" } else { ", with those who moved down" };
        format!("the bracket of {} points{moved}", self.score(self.moved))
    }

    /// Who may meet whom, and who may have the bye.
    fn edges(&self) -> Vec<(usize, usize)> {
        let players = self.unpaired.len();
        let is_pair =
            |(a, b): &(usize, usize)| *b >= self.moved && self.round.may_meet(self.unpaired[*a], self.unpaired[*b]);
        let may_have_bye = |a: &usize| self.card(*a).may_have_bye && Some(self.score(*a)) == self.bye_score;
        let byes = (0..players).filter(|a| players % 2 == 1 && may_have_bye(a)).map(|a| (a, players));
        pairs_of(players).filter(is_pair).chain(byes).collect()
    }

    /// The different scores of these places, highest first.
    fn scores(&self, places: std::ops::Range<usize>) -> Vec<Score> {
        let scores: BTreeSet<Score> = places.map(|place| self.score(place)).collect();
        scores.into_iter().rev().collect()
    }

    /// Whether an edge takes its first end out of the bracket.
    fn downfloats(&self, a: usize, b: usize) -> bool {
        a < self.bracket && self.bracket <= b
    }

    /// Whether both ends are of the bracket.
    fn is_inside(&self, b: usize) -> bool {
        b < self.bracket
    }

    /// Whether an edge pairs a moved-down player in the bracket: the second end is the opponent, a resident.
    fn pairs_moved(&self, a: usize, b: usize) -> bool {
        a < self.moved && self.is_inside(b)
    }

    /// The best candidate: the partner of each place. Of those beyond the bracket it is arbitrary.
    fn paired(&self, evidence: &mut Inquiry<'_>) -> Result<Option<Vec<usize>>, Unproven> {
        let Some(mut face) = evidence.open(self.name(), vertices(self.unpaired), self.edges())? else {
            return Ok(None);
        };
        face.pairs_first(self.bracket);
        // In the bracket and below it, as few as what was decided before leaves of the fewest.
        face.keep_wishes()?;
        let downfloaters = self.choose_downfloaters(&mut face)?;
        self.choose_bye(&mut face, downfloaters)?;
        self.choose_colours(&mut face)?;
        self.choose_floats(&mut face)?;
        let (in_limbo, remainder) = self.pair_moved(&mut face)?;
        let pairs = (remainder.len() - (downfloaters - in_limbo)) / 2;
        self.pair_remainder(&mut face, &remainder, pairs)?;
        Ok(Some(face.close()))
    }

    /// C6 to C8: how many downfloat.
    fn choose_downfloaters(&self, face: &mut LeftMatchings<'_, '_>) -> Result<usize, Unproven> {
        let downfloaters = face.least("C6", "downfloaters", |a, b| i64::from(self.downfloats(a, b)))?;
        // The number is decided; so the fewest of each score from the top are the least scores in descending order. How many
        // residents there are follows.
        for score in self.scores(0..self.moved) {
            face.least("C7", "downfloaters of the highest scores, score by score", |a, b| {
                i64::from(self.downfloats(a, b) && self.score(a) == score)
            })?;
        }
        // C8: the same for the following bracket, which has the downfloaters and the next scoregroup.
        if self.following > self.bracket {
            let floats_again = |a: usize, b: usize| a < self.following && self.following <= b;
            face.least("C8", "downfloaters of the following bracket", |a, b| i64::from(floats_again(a, b)))?;
            for score in self.scores(0..self.bracket) {
                face.least("C8", "downfloaters of the following bracket, score by score", |a, b| {
                    i64::from(floats_again(a, b) && self.score(a) == score)
                })?;
            }
        }
        count(downfloaters)
    }

    /// C9, for a bracket with one downfloater, who will have the bye: nobody below has the score that C5 demands.
    fn choose_bye(&self, face: &mut LeftMatchings<'_, '_>, downfloaters: usize) -> Result<(), Unproven> {
        let is_of_bracket = self.bye_score.is_some_and(|score| score >= self.score(self.moved));
        if downfloaters == 1 && is_of_bracket {
            face.least("C9", "unplayed games of the assignee of the bye", |a, b| {
                if self.downfloats(a, b) { self.card(a).unplayed } else { 0 }
            })?;
        }
        Ok(())
    }

    /// C10 to C13.
    fn choose_colours(&self, face: &mut LeftMatchings<'_, '_>) -> Result<(), Unproven> {
        let counted = |a: usize, b: usize, is_counted: &dyn Fn(&Card<'_>, Colour) -> bool| {
            let pair = self.round.with_colours(self.unpaired[a], self.unpaired[b]);
            pair.iter().filter(|(card, colour)| is_counted(card, *colour)).count() as i64
        };
        if (0..self.bracket).any(|place| self.card(place).is_topscorer) {
            let has_topscorer =
                |a: usize, b: usize| self.is_inside(b) && (self.card(a).is_topscorer || self.card(b).is_topscorer);
            face.least("C10", "topscorers and their opponents with a colour difference beyond 2", |a, b| {
                let beyond = |card: &Card<'_>, colour: Colour| (card.colour_difference + colour.sign()).abs() > 2;
                if has_topscorer(a, b) { counted(a, b, &beyond) } else { 0 }
            })?;
            face.least("C11", "topscorers and their opponents with a colour three times in a row", |a, b| {
                let third = |card: &Card<'_>, colour: Colour| card.had_twice(colour);
                if has_topscorer(a, b) { counted(a, b, &third) } else { 0 }
            })?;
        }
        let is_denied = |card: &Card<'_>, colour: Colour| card.preference.is_some_and(|own| own.colour != colour);
        face.least("C12", "players who do not get their colour preference", |a, b| {
            if self.is_inside(b) { counted(a, b, &is_denied) } else { 0 }
        })?;
        face.least("C13", "players who do not get their strong colour preference", |a, b| {
            let strong = |card: &Card<'_>, colour: Colour| card.prefers(Strength::Strong) && is_denied(card, colour);
            if self.is_inside(b) { counted(a, b, &strong) } else { 0 }
        })?;
        Ok(())
    }

    /// C14 to C21.
    fn choose_floats(&self, face: &mut LeftMatchings<'_, '_>) -> Result<(), Unproven> {
        let had =
            |place: usize, rounds_ago: usize, float: Float| self.card(place).floats[rounds_ago - 1] == Some(float);
        for (rounds_ago, of_downfloaters, of_opponents) in [(1, "C14", "C15"), (2, "C16", "C17")] {
            face.least(of_downfloaters, "resident downfloaters who had a downfloat then", |a, b| {
                i64::from(self.downfloats(a, b) && a >= self.moved && had(a, rounds_ago, Float::Down))
            })?;
            face.least(of_opponents, "opponents of moved-down players who had an upfloat then", |a, b| {
                i64::from(self.pairs_moved(a, b) && had(b, rounds_ago, Float::Up))
            })?;
        }
        for (rounds_ago, of_moved, of_opponents) in [(1, "C18", "C19"), (2, "C20", "C21")] {
            // All who are paired meet residents. So a moved-down player has the difference that the own score makes, or, in the
            // limbo, a greater one; and how many of a score are there is given.
            for score in self.scores(0..self.moved) {
                face.least(
                    of_moved,
                    "moved-down players who had a downfloat then and float on, score by score",
                    |a, b| {
                        let floats_on = self.downfloats(a, b) && a < self.moved && self.score(a) == score;
                        i64::from(floats_on && had(a, rounds_ago, Float::Down))
                    },
                )?;
            }
            for score in self.scores(0..self.moved) {
                face.least(
                    of_opponents,
                    "opponents who had an upfloat then, by scores of those moved down",
                    |a, b| {
                        let is_opponent = self.pairs_moved(a, b) && self.score(a) == score;
                        i64::from(is_opponent && had(b, rounds_ago, Float::Up))
                    },
                )?;
            }
        }
        Ok(())
    }

    /// The MDP-pairing: how many are in the limbo, and the remainder.
    fn pair_moved(&self, face: &mut LeftMatchings<'_, '_>) -> Result<(usize, Vec<usize>), Unproven> {
        let mut pairable = Vec::new();
        for place in 0..self.moved {
            let in_limbo = face.least("4.4.2", "players in the limbo, from the top", |a, b| {
                i64::from(a == place && self.downfloats(a, b))
            })?;
            if in_limbo == 0 {
                pairable.push(place);
            }
        }
        let mut is_left: Vec<bool> = vec![true; self.bracket];
        for place in &pairable {
            let opponent = self.opponent(face, *place)?;
            if let Some(is_left) = is_left.get_mut(opponent) {
                *is_left = false;
            }
        }
        let remainder = (self.moved..self.bracket).filter(|place| is_left[*place]).collect();
        Ok((self.moved - pairable.len(), remainder))
    }

    /// Article 4.2.2: the lowest sequence number that a player of S1 can have opposite.
    fn opponent(&self, face: &mut LeftMatchings<'_, '_>, place: usize) -> Result<usize, Unproven> {
        // A player of S1 is the higher ranked one of the pair; other edges of the player are in no matching that is left.
        let beyond = self.unpaired.len() as i64 + 1;
        let opponent = face.least("4.2.2", "sequence number opposite the next of S1", |a, b| {
            if a == place {
                b as i64 + 1
            } else if b == place {
                beyond
            } else {
                0
            }
        })?;
        Ok(count(opponent)?.saturating_sub(1))
    }

    /// The homogeneous bracket, or the remainder, by articles 3.6 and 4.3, then 4.2.
    ///
    /// The first way to reach a pairing moves least: of a pair with both from one original subgroup, the higher ranked is in S1 then
    /// and the lower ranked in S2, and a downfloater is in S2. All others stay where they were.
    fn pair_remainder(
        &self,
        face: &mut LeftMatchings<'_, '_>,
        remainder: &[usize],
        pairs: usize,
    ) -> Result<(), Unproven> {
        let (first, second) = remainder.split_at(pairs.min(remainder.len()));
        // Article 4.1.1: a remainder has consecutive numbers of its own. All others have 0.
        let mut numbers = vec![0_i64; self.bracket];
        remainder.iter().zip(1..).for_each(|(place, number)| numbers[*place] = number);
        let number = |place: usize| numbers.get(place).copied().unwrap_or_default();
        let is_first = |place: usize| (1..=first.len() as i64).contains(&number(place));
        let is_second = |place: usize| number(place) > first.len() as i64;
        // Who moves from S1 to S2 if these meet; the same from S2 to S1.
        let moves_down = |a: usize, b: usize| match (is_first(a), is_first(b)) {
            (true, true) => Some(b),
            (true, false) => Some(a).filter(|_| self.downfloats(a, b)),
            (false, _) => None,
        };
        let moves_up = |a: usize, b: usize| Some(a).filter(|_| is_second(a) && is_second(b));
        let mut in_first: BTreeSet<usize> = first.iter().copied().collect();
        let exchanged = face.least("4.3.2", "1: players exchanged between S1 and S2, both ways", |a, b| {
            i64::from(moves_down(a, b).is_some()) + i64::from(moves_up(a, b).is_some())
        })?;
        if exchanged > 0 {
            face.least("4.3.2", "2: sum of the numbers moved to S1 less that of those moved to S2", |a, b| {
                moves_up(a, b).map_or(0, number) - moves_down(a, b).map_or(0, number)
            })?;
            for place in first.iter().rev() {
                let moves = face.least("4.3.2", "3: the largest number moved to S2", |a, b| {
                    -i64::from(moves_down(a, b) == Some(*place))
                })?;
                if moves != 0 {
                    in_first.remove(place);
                }
            }
            for place in second {
                let moves = face.least("4.3.2", "4: the smallest number moved to S1", |a, b| {
                    -i64::from(moves_up(a, b) == Some(*place))
                })?;
                if moves != 0 {
                    in_first.insert(*place);
                }
            }
        }
        for place in in_first {
            self.opponent(face, place)?;
        }
        Ok(())
    }
}

fn count(value: i64) -> Result<usize, Unproven> {
    usize::try_from(value).map_err(|_| Unproven::Procedure(format!("{value} is no number of players")))
}
