//! The FIDE Dubov System in the edition of 1 February 2026 (C.04.4.1).
//!
//! One graph has everybody, and assigns the pairing-allocated bye (3.1). Then each scoregroup has two graphs. The first has everybody who
//! is not paired yet, by score and TPN, and chooses the upfloaters (3.2.1 and 3.2.2):
//!
//! ```text
//! residents | everybody below
//! 0 ..        residents ..
//! ```
//!
//! A resident who meets somebody below makes an upfloater. So each perfect matching is a bracket with its pairing, together with a way to
//! complete the round (C4). Two upfloaters never meet: without them the bracket would be paired by fewer (C5), and the two could meet
//! below it. So each upfloater meets a resident, and the score alone decides the difference (C6).
//!
//! The second graph has the bracket, by TPN, and chooses its pairing (3.2.3 to 3.2.6). Let the larger subgroup have `2 d` players more than
//! the smaller one. A pairing with `p` pairs within the smaller subgroup has `p + d` within the larger one, and each of these pairs denies a
//! preference (C7); so the fewest are the unavoidable ones. `p` players are shifted first, then `p + d` in the other direction, and after
//! that everybody meets the other subgroup. Between those who stay there are no other pairs; so each pair within a subgroup has just one
//! shifter, and the shifters of the first set are the players with the lower sequence numbers of their pairs.

use crate::dutch_2026::pairing_number;
use crate::evidence::{Inquiry, LeftMatchings, Unproven, Vertex};
use crate::graph::{opponent_of, pairs_of};
use std::collections::{BTreeMap, BTreeSet};
use swiss_trf::tournament::{
    Colour, Outcome, Pairing, PastEvent, PastRound, PlayerId, PlayerState, Preference, RoundState, Score, Strength,
};

/// The steps of article 5.2, each with what is counted against it.
const COLOURS: [(&str, &str); 5] = [
    ("5.2.1", "boards against the initial-colour"),
    ("5.2.2", "boards whose preferences could both be granted"),
    ("5.2.3", "boards against the stronger preference"),
    ("5.2.4", "boards that do not alternate"),
    ("5.2.5", "boards against the preference of the higher ranked"),
];

/// A player before the round.
struct Card<'a> {
    player: &'a PlayerState,
    /// The colours of the games played, the latest first (general handling rules, 3.4).
    colours: Vec<Colour>,
    /// Article 1.6.
    preference: Preference,
    /// Article 1.7.
    aro: u64,
    /// How often the player was upfloated.
    upfloats: i64,
    /// C10.
    upfloated_before: bool,
    /// C2 and article 3.1.1. The one goes by points, and the other names the forfeit win, whatever it is worth.
    may_have_bye: bool,
    /// Article 3.1.4: the rounds without a game over the board.
    unplayed: i64,
}

impl<'a> Card<'a> {
    fn new(state: &RoundState, player: &'a PlayerState, ratings: &BTreeMap<PlayerId, u64>) -> Self {
        let met: Vec<PlayerId> = player.history.iter().filter_map(|past| past.event.met()).collect();
        // Article 1.1.2: it is for the Chief Arbiter to give a rating to who has none. If nobody did, it is 0.
        let sum: u64 = met.iter().filter_map(|opponent| ratings.get(opponent)).sum();
        let games = met.len() as u64;
        let mild_for_black = Preference { colour: Colour::Black, strength: Strength::Mild };
        Self {
            player,
            colours: player.colours().rev().collect(),
            preference: player.preference().unwrap_or(mild_for_black),
            aro: (2 * sum + games).checked_div(2 * games).unwrap_or(0),
            upfloats: player.history.iter().filter(|past| is_upfloat(past)).count() as i64,
            upfloated_before: player.history.last().is_some_and(is_upfloat),
            may_have_bye: !state.scored_a_win_without_playing(player) && !player.history.iter().any(is_won_by_forfeit),
            unplayed: player.history.len() as i64 - met.len() as i64,
        }
    }
}

fn is_won_by_forfeit(past: &PastRound) -> bool {
    let is_won = |(_, outcome): &(Colour, Outcome)| *outcome == Outcome::ForfeitWin;
    matches!(&past.event, PastEvent::Game { encounters, .. } if encounters.iter().any(is_won))
}

/// Whether the player came up into the bracket of an opponent of a higher score (1.3.2). Such a player is an upfloater from then on, whatever
/// becomes of the game: where a game has to be played, the text says so (1.5, 1.6.1, 1.7.1, 3.1.4).
fn is_upfloat(past: &PastRound) -> bool {
    matches!(&past.event, PastEvent::Game { opponent_score, .. } if *opponent_score > past.score)
}

/// Everybody who is to be paired, by score and TPN.
struct Field<'a> {
    state: &'a RoundState,
    cards: Vec<Card<'a>>,
}

/// The pairing of the round; `None` if it cannot be completed (1.9.3).
pub(crate) fn pair(state: &RoundState, evidence: &mut Inquiry<'_>) -> Result<Option<Pairing>, Unproven> {
    crate::one_game_a_pairing(state)?;
    let everybody = state.players().iter().chain(state.absent());
    let ratings = everybody.map(|player| (player.id, u64::from(player.rating.unwrap_or(0)))).collect();
    let cards = state.players().iter().map(|player| Card::new(state, player, &ratings)).collect();
    let field = Field { state, cards };

    let mut unpaired: Vec<usize> = (0..field.cards.len()).collect();
    let mut bye = None;
    if unpaired.len() % 2 == 1 {
        bye = field.bye(evidence)?;
        let Some(bye) = bye else { return Ok(None) };
        unpaired.retain(|index| *index != bye);
    }
    let mut pairs = Vec::new();
    while let Some(first) = unpaired.first() {
        let score = field.score(*first);
        let Some(upfloaters) = field.upfloaters(evidence, &unpaired)? else { return Ok(None) };
        let residents = unpaired.iter().copied().filter(|index| field.score(*index) == score);
        let mut members: Vec<usize> = residents.chain(upfloaters).collect();
        members.sort_unstable_by_key(|index| field.cards[*index].player.number);
        let bracket = Bracket { field: &field, members, score };
        let Some(of_bracket) = bracket.paired(evidence)? else { return Ok(None) };
        pairs.extend(of_bracket);
        unpaired.retain(|index| !bracket.members.contains(index));
    }
    let asked = |step: usize, (higher, lower)| field.asked(step, &field.cards[higher], &field.cards[lower]);
    let id = |index: usize| field.cards[index].player.id;
    let boards = evidence.boards(&COLOURS, &pairs, asked, |(higher, lower)| [id(higher), id(lower)]);
    Ok(Some(Pairing { boards, bye: bye.map(id) }.in_board_order_by_points(state)))
}

impl Field<'_> {
    fn score(&self, index: usize) -> Score {
        self.cards[index].player.score
    }

    /// Whether two may meet: C1, C3, and the organiser's bans.
    fn may_meet(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.cards[one], &self.cards[other]);
        let want_the_same = one.preference.strength == Strength::Absolute && one.preference == other.preference;
        let is_banned = self.state.is_forbidden(one.player.id, other.player.id);
        !(one.player.has_met(other.player.id) || want_the_same || is_banned)
    }

    /// Who of these may meet whom.
    fn edges(&self, players: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        pairs_of(players.len()).filter(|(a, b)| self.may_meet(players[*a], players[*b]))
    }

    /// Article 3.1: who has the bye; `None` if nobody leaves a complete pairing.
    fn bye(&self, evidence: &mut Inquiry<'_>) -> Result<Option<usize>, Unproven> {
        let may_have_it: Vec<bool> = self.cards.iter().map(|card| card.may_have_bye).collect();
        let everybody: Vec<usize> = (0..self.cards.len()).collect();
        let number = |index: usize| self.cards[index].player.number;
        let score = |index: usize| i64::from(self.cards[index].player.score.tenths());
        let unplayed = |index: usize| self.cards[index].unplayed;
        let above = |index: usize| everybody.iter().filter(|other| number(**other) > number(index)).count() as i64;
        evidence.assignee_of_the_bye(
            &may_have_it,
            self.edges(&everybody),
            [
                ("3.1.3", "score of the assignee of the bye, in tenths", &score),
                ("3.1.4", "rounds without a game of the assignee of the bye", &unplayed),
                ("3.1.5", "players with a larger TPN than the assignee of the bye", &above),
            ],
        )
    }

    /// Articles 3.2.1 and 3.2.2: the first of the best sets of upfloaters; `None` if these cannot be paired.
    fn upfloaters(&self, evidence: &mut Inquiry<'_>, unpaired: &[usize]) -> Result<Option<Vec<usize>>, Unproven> {
        let score = |place: usize| self.score(unpaired[place]);
        let residents = (0..unpaired.len()).take_while(|place| score(*place) == score(0)).count();
        let name = format!("the upfloaters to {} points", score(0));
        let Some(mut face) = evidence.open(name, vertices(unpaired).collect(), self.edges(unpaired))? else {
            return Ok(None);
        };
        // In the bracket and below it, as few as what was decided before leaves of the fewest.
        face.keep_wishes()?;
        let floats = |a: usize, b: usize| a < residents && residents <= b;
        let mut left = face.least("C5", "upfloaters", |a, b| i64::from(floats(a, b)))?;
        if left > 0 {
            // The number is decided; so the fewest of each score from the lowest are the least differences in descending order.
            let lower: BTreeSet<Score> = (residents..unpaired.len()).map(score).collect();
            for lower in lower {
                face.least("C6", "upfloaters of the lowest scores, score by score", |a, b| {
                    i64::from(floats(a, b) && score(b) == lower)
                })?;
            }
            face.least("C7", "players who do not get their colour preference", |a, b| {
                let preferred = |place: usize| self.cards[unpaired[place]].preference.colour;
                i64::from(a < residents && preferred(a) == preferred(b))
            })?;
            let of_upfloater = |a: usize, b: usize, count: &dyn Fn(&Card<'_>) -> i64| {
                if floats(a, b) { count(&self.cards[unpaired[b]]) } else { 0 }
            };
            self.protect_upfloaters(&mut face, of_upfloater)?;
        }
        // Article 4.2: the first set has each player, from the top, whom it can.
        let mut chosen = Vec::new();
        for (place, player) in unpaired.iter().enumerate().skip(residents) {
            let is_chosen = |a: usize, b: usize| floats(a, b) && b == place;
            if left > 0 && face.least("3.2.2", "the first of the upfloaters", |a, b| -i64::from(is_chosen(a, b)))? < 0 {
                chosen.push(*player);
                left -= 1;
            }
        }
        face.close();
        Ok(Some(chosen))
    }

    /// C8 to C10. If the number of rounds is not known, no round is the last one; and as C8 and C9 are left out in the last round alone,
    /// the tournament has as many rounds as are certain: those before this one, and this one.
    fn protect_upfloaters(
        &self,
        face: &mut LeftMatchings<'_, '_>,
        of_upfloater: impl Fn(usize, usize, &dyn Fn(&Card<'_>) -> i64) -> i64,
    ) -> Result<(), Unproven> {
        if self.state.is_last_round() == Some(true) {
            return Ok(());
        }
        // Article 1.8.2.
        let rounds = self.state.rounds_planned().unwrap_or_else(|| self.state.round());
        let is_maximum = |card: &Card<'_>| card.upfloats >= 2 + i64::from(rounds / 5);
        let maximum = |card: &Card<'_>| i64::from(is_maximum(card));
        face.least("C8", "upfloaters who are maximum upfloaters", |a, b| of_upfloater(a, b, &maximum))?;
        // "The number of times" is one number: C6 says where numbers are compared one after another.
        let times = |card: &Card<'_>| if is_maximum(card) { card.upfloats } else { 0 };
        face.least("C9", "times that maximum upfloaters were upfloated", |a, b| of_upfloater(a, b, &times))?;
        let before = |card: &Card<'_>| i64::from(card.upfloated_before);
        face.least("C10", "upfloaters who upfloated in the previous round", |a, b| of_upfloater(a, b, &before))?;
        Ok(())
    }

    /// The colour that a step of article 5.2 asks for the higher ranked of two, if it asks for any. The first step that does decides.
    fn asked(&self, step: usize, higher: &Card<'_>, lower: &Card<'_>) -> Option<Colour> {
        let (own, other) = (higher.preference, lower.preference);
        match step {
            0 if higher.colours.is_empty() && lower.colours.is_empty() => {
                // Article 5.1: if nobody said how the lots fell, White. The number is that among those who have arrived.
                let initial = self.state.initial_colour().unwrap_or(Colour::White);
                let is_odd = pairing_number(self.state, higher.player) % 2 == 1;
                Some(if is_odd { initial } else { initial.opposite() })
            }
            1 => (own.colour != other.colour).then_some(own.colour),
            2 => match own.strength.cmp(&other.strength) {
                std::cmp::Ordering::Greater => Some(own.colour),
                std::cmp::Ordering::Less => Some(other.colour.opposite()),
                std::cmp::Ordering::Equal => None,
            },
            // The latest games of both stand beside each other, whatever their rounds (general handling rules, 3.4).
            3 => {
                let mut latest = higher.colours.iter().zip(&lower.colours);
                latest.find(|(own, other)| own != other).map(|(own, _)| own.opposite())
            }
            4 => Some(own.colour),
            _ => None,
        }
    }
}

fn vertices(players: &[usize]) -> impl Iterator<Item = Vertex> {
    players.iter().map(|index| Vertex::Player(*index))
}

/// A bracket (1.3.2), in which places count the members by TPN.
struct Bracket<'f, 'a> {
    field: &'f Field<'a>,
    members: Vec<usize>,
    /// That of the residents.
    score: Score,
}

impl<'a> Bracket<'_, 'a> {
    fn card(&self, place: usize) -> &Card<'a> {
        &self.field.cards[self.members[place]]
    }

    /// Article 3.2.3: whether each is in G1.
    fn in_first_subgroup(&self) -> Vec<bool> {
        let places = 0..self.members.len();
        if places.clone().all(|place| self.card(place).colours.is_empty()) {
            return places.map(|place| place < self.members.len() / 2).collect();
        }
        places.map(|place| self.card(place).preference.colour == Colour::White).collect()
    }

    /// Articles 3.2.4 to 3.2.6: the pairs, the higher ranked first.
    fn paired(&self, evidence: &mut Inquiry<'_>) -> Result<Option<Vec<(usize, usize)>>, Unproven> {
        let (name, edges) = (format!("the bracket of {} points", self.score), self.field.edges(&self.members));
        let Some(mut face) = evidence.open(name, vertices(&self.members).collect(), edges)? else { return Ok(None) };
        face.keep_wishes()?;
        let mut in_first = self.in_first_subgroup();
        let (first, second): (Vec<usize>, Vec<usize>) = (0..in_first.len()).partition(|place| in_first[*place]);
        let first = self.in_order_of_shifters(first, |card| card.aro);
        let second = self.in_order_of_shifters(second, |_| 0);
        let [smaller, larger] = if first.len() <= second.len() { [first, second] } else { [second, first] };

        let within = face.least("3.2.4", "pairs within a subgroup", |a, b| i64::from(in_first[a] == in_first[b]))?;
        let difference = (larger.len() - smaller.len()) as i64 / 2;
        let unavoidable = (within - difference) / 2;
        for (shifters, mut left) in [(smaller, unavoidable), (larger, unavoidable + difference)] {
            let mut sequence = vec![None; in_first.len()];
            shifters.iter().enumerate().for_each(|(number, place)| sequence[*place] = Some(number));
            let shifter =
                |a: usize, b: usize| sequence[a].zip(sequence[b]).map(|(one, other): (usize, usize)| one.min(other));
            for (number, place) in shifters.iter().enumerate() {
                let shifts = |a: usize, b: usize| shifter(a, b) == Some(number);
                if left > 0 && face.least("4.3", "the first of the shifters", |a, b| -i64::from(shifts(a, b)))? < 0 {
                    in_first[*place] = !in_first[*place];
                    left -= 1;
                }
            }
        }
        // Article 3.2.5, then 3.2.6: all pairs that are left are of a player in S1 and one in T2.
        let mut first: Vec<usize> = (0..in_first.len()).filter(|place| in_first[*place]).collect();
        first.sort_by_key(|place| self.card(*place).aro);
        for place in first {
            face.least("3.2.6", "the place of the opponent", opponent_of(place))?;
        }
        let partners = face.close();
        let pairs = partners.iter().enumerate().filter(|(a, b)| a < b);
        let pair = |(a, b): (usize, &usize)| (self.members[a], self.members[*b]);
        Ok(Some(pairs.map(pair).map(|(one, other)| (one.min(other), one.max(other))).collect()))
    }

    /// Article 4.3: the members of a subgroup by their sequence numbers, from the middle of the sorted list. A player who was shifted
    /// into a subgroup seeks the other colour, and is none of its shifters.
    fn in_order_of_shifters(&self, mut sorted: Vec<usize>, key: impl Fn(&Card<'a>) -> u64) -> Vec<usize> {
        sorted.sort_by_key(|place| key(self.card(*place)));
        // Of two in the middle the higher one.
        (0..sorted.len()).map(|_| sorted.remove((sorted.len() - 1) / 2)).collect()
    }
}
