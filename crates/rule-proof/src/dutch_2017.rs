//! FIDE's Dutch system, C.04.3 as it was in force till 31 January 2026 (approved in Baku 2016).
//!
//! Bracket by bracket, from the top (A.9). A bracket is one graph: its members, and what lies beyond it as far as its articles look.
//! A member that is matched with something beyond is a downfloater. For an ordinary bracket the following bracket lies beyond (C.7);
//! for the penultimate pairing bracket everybody below (C.4); for the last bracket only the pairing-allocated bye (C.2).
//!
//! With wishes, what remains after a bracket must be completed with the fewest breaches that the round allows, less those made
//! before; otherwise it fails as if it could not be completed. The graph of a bracket with everybody below keeps to that number.
//!
//! The criteria C.5 to C.19 are tiers of that graph. What they leave is decided by the sequence of the candidates (section D): of all
//! ways in which exchanges and transpositions come to a pairing, the earliest counts.

use crate::evidence::{Inquiry, LeftMatchings, Unproven, Vertex};
use crate::graph::{opponent_of, pairs_of};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use swiss_trf::tournament::{
    ByeKind, Colour, Float, Outcome, Pairing, PastEvent, PlayerId, PlayerState, Preference, RoundState, Strength,
};

/// One point, in the tenths that scores are counted in (A.8).
const ONE_POINT: i64 = 10;

/// C.8: the greatest colour difference that needs no excuse.
const GREATEST_DIFFERENCE: i32 = 2;

/// The articles of section E, each with what is counted against it.
const COLOURS: [(&str, &str); 5] = [
    ("E.1", "boards whose preferences could both be granted"),
    ("E.2", "boards against the stronger preference"),
    ("E.3", "boards that do not alternate"),
    ("E.4", "boards against the preference of the higher ranked"),
    ("E.5", "boards against the initial-colour"),
];

/// So many places for unpaired players are in an ordinary bracket's graph beyond those that are needed: a pairing that is compared
/// and has more downfloaters falls behind in C.5 then. It must be even; places that nobody takes are left to each other.
const MORE_SPARES: usize = 2;

/// The pairing of the round; `None` if no pairing of the round is complete (A.9).
pub(crate) fn pair(state: &RoundState, evidence: &mut Inquiry<'_>) -> Result<Option<Pairing>, Unproven> {
    crate::one_game_a_pairing(state)?;
    let round = Round::new(state);
    let everybody: Vec<usize> = (0..round.cards.len()).collect();
    let Some(fewest) = round.completed("the round", &everybody, evidence)? else { return Ok(None) };
    let mut paired = Paired::default();
    let mut bracket = Bracket::of(&round, Vec::new(), 0);
    loop {
        let below = bracket.below();
        // "The assignment of the pairing-allocated bye is part of the pairing of the last bracket" (A.9).
        let beyond = if below.is_empty() { Beyond::Bye } else { Beyond::Following(bracket.following()) };
        let mut downfloaters = bracket.pair(beyond, evidence, &mut paired)?;
        if below.is_empty() {
            break;
        }
        // A.9: the downfloaters and all the remaining players have to allow the completion of the round-pairing.
        let remaining: Vec<usize> = downfloaters.iter().chain(&below).copied().collect();
        let name = format!("what remains after {}", bracket.name);
        let completed = round.completed(&name, &remaining, evidence)?;
        if completed != Some(evidence.left_of(&fewest, paired.pairs.iter().copied())) {
            // The bracket is the penultimate one, and is paired again (C.4); everybody below is the collapsed last bracket.
            bracket.undo(&mut paired);
            bracket.name = format!("{}, as the penultimate pairing bracket", bracket.name);
            downfloaters = bracket.pair(Beyond::Below(below), evidence, &mut paired)?;
            let last = Bracket::collapsed(&round, downfloaters, bracket.end);
            last.pair(Beyond::Bye, evidence, &mut paired)?;
            break;
        }
        bracket = Bracket::of(&round, downfloaters, bracket.end);
    }
    let ids = |(higher, lower): (usize, usize)| [higher, lower].map(|player| round.cards[player].id);
    let boards =
        evidence.boards(&COLOURS, &paired.pairs, |step, (higher, lower)| round.asked(step, higher, lower), ids);
    let bye = paired.bye.map(|player| round.cards[player].id);
    Ok(Some(Pairing { boards, bye }.in_board_order(state)))
}

/// What has been decided, by the places of the players in the order of A.2.
#[derive(Default)]
struct Paired {
    /// The higher ranked of each pair first.
    pairs: Vec<(usize, usize)>,
    bye: Option<usize>,
}

/// What the articles say of one player.
struct Card {
    id: PlayerId,
    /// In tenths of a point.
    score: i64,
    preference: Option<Preference>,
    colour_difference: i32,
    /// The colours of the games that were played, the latest first. C.04.2.D.5: only played games count.
    colours: Vec<Colour>,
    /// The float of the previous round, and of two rounds before.
    floats: [Option<Float>; 2],
    is_topscorer: bool,
    may_have_bye: bool,
    has_odd_number: bool,
}

impl Card {
    fn new(state: &RoundState, player: &PlayerState, has_odd_number: bool) -> Self {
        Self {
            id: player.id,
            score: i64::from(player.score.tenths()),
            preference: player.preference(),
            colour_difference: player.colour_difference(),
            colours: player.colours().rev().collect(),
            floats: [float(player, 1), float(player, 2)],
            is_topscorer: state.is_topscorer(player),
            may_have_bye: may_have_bye(player),
            has_odd_number,
        }
    }

    /// A.6.a: the colour of the absolute preference, if it is one.
    fn absolute(&self) -> Option<Colour> {
        self.preference
            .filter(|preference| preference.strength == Strength::Absolute)
            .map(|preference| preference.colour)
    }
}

/// A.4.b: who played somebody of another score has a float; who did not play, "for whatever reason", has a downfloat.
fn float(player: &PlayerState, rounds_ago: usize) -> Option<Float> {
    let past = player.history.get(player.history.len().checked_sub(rounds_ago)?)?;
    match &past.event {
        PastEvent::Game { opponent_score, .. } if past.event.met().is_some() => match past.score.cmp(opponent_score) {
            Ordering::Greater => Some(Float::Down),
            Ordering::Less => Some(Float::Up),
            Ordering::Equal => None,
        },
        PastEvent::Game { .. } | PastEvent::Bye(_) | PastEvent::Absent => Some(Float::Down),
    }
}

/// C.2: no bye for who had one, or won by forfeit.
fn may_have_bye(player: &PlayerState) -> bool {
    !player.history.iter().any(|past| match &past.event {
        PastEvent::Bye(kind) => *kind == ByeKind::Pairing,
        PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
        PastEvent::Absent => false,
    })
}

/// E.5: the players whose pairing number is odd. Who has yet to arrive has no number (rulings).
fn odd_numbers(state: &RoundState) -> BTreeSet<PlayerId> {
    let has_arrived = |player: &&PlayerState| {
        let takes_part = |event: &PastEvent| matches!(event, PastEvent::Game { .. } | PastEvent::Bye(ByeKind::Pairing));
        let is_there = state.rank(player.id).is_some() || state.preset_bye() == Some(player.id);
        is_there || player.history.iter().any(|past| takes_part(&past.event))
    };
    let mut arrived: Vec<&PlayerState> = state.players().iter().chain(state.absent()).filter(has_arrived).collect();
    arrived.sort_by_key(|player| player.number);
    arrived.iter().step_by(2).map(|player| player.id).collect()
}

/// The round, with the players in the order of A.2.
struct Round<'a> {
    state: &'a RoundState,
    cards: Vec<Card>,
    initial_colour: Colour,
}

impl<'a> Round<'a> {
    fn new(state: &'a RoundState) -> Self {
        let odd = odd_numbers(state);
        let cards = state.players().iter().map(|player| Card::new(state, player, odd.contains(&player.id))).collect();
        // Where nobody has drawn lots yet, White is as good as Black.
        let initial_colour = state.initial_colour().unwrap_or(Colour::White);
        Self { state, cards, initial_colour }
    }

    /// C.1 and C.3, and that the organiser does not forbid it.
    fn may_meet(&self, one: usize, other: usize) -> bool {
        let (a, b) = (&self.cards[one], &self.cards[other]);
        let is_same = a.absolute().is_some() && a.absolute() == b.absolute();
        let is_allowed_colour = !is_same || a.is_topscorer || b.is_topscorer;
        is_allowed_colour && !self.state.players()[one].has_met(b.id) && !self.state.is_forbidden(a.id, b.id)
    }

    /// The pairs that may meet, by their places in the list.
    fn pairs_of(&self, players: &[usize]) -> Vec<(usize, usize)> {
        pairs_of(players.len()).filter(|(a, b)| self.may_meet(players[*a], players[*b])).collect()
    }

    /// A.9: whether all these can be paired, with the bye for one if their number is odd, and with how few breaches of wishes.
    fn completed(
        &self,
        name: &str,
        players: &[usize],
        evidence: &mut Inquiry<'_>,
    ) -> Result<Option<Vec<i64>>, Unproven> {
        let mut vertices: Vec<Vertex> = players.iter().copied().map(Vertex::Player).collect();
        let mut edges = self.pairs_of(players);
        if players.len() % 2 == 1 {
            vertices.push(Vertex::Bye);
            let eligible = (0..players.len()).filter(|place| self.cards[players[*place]].may_have_bye);
            edges.extend(eligible.map(|place| (place, players.len())));
        }
        evidence.fewest_breaches(format!("{name}: whether it can be completed"), vertices, edges)
    }

    /// No more of so many players must stay unpaired than if each is paired with the first who is free.
    fn most_unpaired(count: usize, pairs: &[(usize, usize)]) -> usize {
        let mut is_free = vec![true; count];
        for (a, b) in pairs {
            if is_free[*a] && is_free[*b] {
                (is_free[*a], is_free[*b]) = (false, false);
            }
        }
        is_free.into_iter().filter(|is_free| *is_free).count()
    }

    /// Section E: whether the higher ranked of a pair has White.
    fn has_white(&self, higher: usize, lower: usize) -> bool {
        let asked = (0..COLOURS.len()).find_map(|step| self.asked(step, higher, lower));
        asked == Some(Colour::White)
    }

    /// The colour that an article of section E asks for the higher ranked of a pair, if it asks for any. The first that does decides.
    fn asked(&self, article: usize, higher: usize, lower: usize) -> Option<Colour> {
        let (high, low) = (&self.cards[higher], &self.cards[lower]);
        match (article, high.preference, low.preference) {
            // E.1; who has no preference grants the opponent's (A.6.d).
            (0, Some(of_high), Some(of_low)) => (of_high.colour != of_low.colour).then_some(of_high.colour),
            (0, Some(preference), None) => Some(preference.colour),
            (0, None, Some(preference)) => Some(preference.colour.opposite()),
            // E.2
            (1, Some(of_high), Some(of_low)) => match Self::stronger(high, of_high, low, of_low) {
                Ordering::Greater => Some(of_high.colour),
                Ordering::Less => Some(of_low.colour.opposite()),
                Ordering::Equal => None,
            },
            // E.3
            (2, Some(_), Some(_)) => {
                let mut times = high.colours.iter().zip(&low.colours);
                times.find(|(of_high, of_low)| of_high != of_low).map(|(of_high, _)| of_high.opposite())
            }
            // E.4
            (3, Some(preference), _) => Some(preference.colour),
            // E.5
            (4, None, None) if high.has_odd_number => Some(self.initial_colour),
            (4, None, None) => Some(self.initial_colour.opposite()),
            _ => None,
        }
    }

    /// E.2: of two absolute preferences that of the wider colour difference is stronger.
    fn stronger(high: &Card, of_high: Preference, low: &Card, of_low: Preference) -> Ordering {
        of_high.strength.cmp(&of_low.strength).then_with(|| match of_high.strength {
            Strength::Absolute => high.colour_difference.abs().cmp(&low.colour_difference.abs()),
            Strength::Mild | Strength::Strong => Ordering::Equal,
        })
    }

    /// How many of the two get a colour of which this is true.
    fn count_colours(&self, higher: usize, lower: usize, is_counted: impl Fn(&Card, Colour) -> bool) -> i64 {
        let has_white = self.has_white(higher, lower);
        let colours = if has_white { [Colour::White, Colour::Black] } else { [Colour::Black, Colour::White] };
        let players = [higher, lower].into_iter().zip(colours);
        players.map(|(player, colour)| i64::from(is_counted(&self.cards[player], colour))).sum()
    }

    /// The same, of topscorers and topscorers' opponents (C.8, C.9).
    fn count_topscorers(&self, higher: usize, lower: usize, is_counted: impl Fn(&Card, Colour) -> bool) -> i64 {
        let is_any_topscorer = self.cards[higher].is_topscorer || self.cards[lower].is_topscorer;
        if is_any_topscorer { self.count_colours(higher, lower, is_counted) } else { 0 }
    }
}

/// C.8
fn exceeds_difference(card: &Card, colour: Colour) -> bool {
    (card.colour_difference + colour.sign()).abs() > GREATEST_DIFFERENCE
}

/// C.9
fn is_third_in_a_row(card: &Card, colour: Colour) -> bool {
    card.colours.len() >= 2 && card.colours[..2] == [colour; 2]
}

/// C.10
fn is_denied(card: &Card, colour: Colour) -> bool {
    card.preference.is_some_and(|preference| preference.colour != colour)
}

/// C.11
fn is_denied_strong(card: &Card, colour: Colour) -> bool {
    card.preference.is_some_and(|preference| preference.strength == Strength::Strong && preference.colour != colour)
}

/// What lies beyond a bracket: whom its downfloaters go to, as far as its articles look.
enum Beyond {
    /// The residents of the following bracket, for C.7.
    Following(Vec<usize>),
    /// Everybody below the penultimate pairing bracket, for C.4.
    Below(Vec<usize>),
    /// The pairing-allocated bye, if the number of players is odd: for the last bracket.
    Bye,
}

impl Beyond {
    fn players(&self) -> &[usize] {
        match self {
            Self::Following(players) | Self::Below(players) => players,
            Self::Bye => &[],
        }
    }
}

/// A pairing bracket (A.3).
struct Bracket<'r, 'a> {
    round: &'r Round<'a>,
    name: String,
    /// In the order of A.2: first those who moved down, then the residents. A place in this list is a sequence-number (section D).
    members: Vec<usize>,
    /// How many moved down: M0 (B.1).
    moved_down: usize,
    /// The first player below.
    end: usize,
}

/// An edge of a bracket's graph.
#[derive(Clone, Copy)]
enum Edge {
    /// Two members are paired, the higher ranked first.
    Pair(usize, usize),
    /// A member leaves the bracket as a downfloater, or has the bye.
    Leaves(usize),
    /// Beyond the bracket.
    Beyond,
}

impl<'r, 'a> Bracket<'r, 'a> {
    /// Those who moved down, and the scoregroup that begins with this player.
    fn of(round: &'r Round<'a>, moved_down: Vec<usize>, start: usize) -> Self {
        let end = end_of_group(&round.cards, start);
        let score = round.state.players().get(start).map(|player| player.score).unwrap_or_default();
        let suffix = if moved_down.is_empty() { "" } else { " with those who moved down" };
        Self::new(round, format!("the bracket of {score} points{suffix}"), moved_down, start..end)
    }

    /// A.9: the downfloaters of the penultimate pairing bracket, and everybody below.
    fn collapsed(round: &'r Round<'a>, moved_down: Vec<usize>, start: usize) -> Self {
        Self::new(round, "the collapsed last bracket".into(), moved_down, start..round.cards.len())
    }

    fn new(round: &'r Round<'a>, name: String, moved_down: Vec<usize>, residents: std::ops::Range<usize>) -> Self {
        let (count, end) = (moved_down.len(), residents.end);
        Self { round, name, members: moved_down.into_iter().chain(residents).collect(), moved_down: count, end }
    }

    fn below(&self) -> Vec<usize> {
        (self.end..self.round.cards.len()).collect()
    }

    /// The residents of the following bracket.
    fn following(&self) -> Vec<usize> {
        (self.end..end_of_group(&self.round.cards, self.end)).collect()
    }

    fn undo(&self, paired: &mut Paired) {
        paired.pairs.retain(|(higher, _)| !self.members.contains(higher));
    }

    /// The pairs that the articles allow. Those who moved down are paired with residents (B.3).
    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs = self.round.pairs_of(&self.members);
        pairs.retain(|(_, lower)| *lower >= self.moved_down);
        pairs
    }

    fn edge(&self, a: usize, b: usize) -> Edge {
        match (self.members.get(a), self.members.get(b)) {
            (Some(higher), Some(lower)) => Edge::Pair(*higher, *lower),
            (Some(player), None) => Edge::Leaves(*player),
            _ => Edge::Beyond,
        }
    }

    fn score(&self, player: usize) -> i64 {
        self.round.cards[player].score
    }

    /// A.8: the artificial value of a bracket with these members.
    fn artificial(&self, members: &[usize]) -> i64 {
        members.last().map_or(0, |lowest| self.score(*lowest) - ONE_POINT)
    }

    /// A.8: the score-difference of a pair, and of a downfloater.
    fn difference(&self, a: usize, b: usize) -> Option<i64> {
        match self.edge(a, b) {
            Edge::Pair(higher, lower) => Some(self.score(higher) - self.score(lower)),
            Edge::Leaves(player) => Some(self.score(player) - self.artificial(&self.members)),
            Edge::Beyond => None,
        }
    }

    /// Pair the bracket. The downfloaters are returned.
    fn pair(&self, beyond: Beyond, evidence: &mut Inquiry<'_>, paired: &mut Paired) -> Result<Vec<usize>, Unproven> {
        let (beyond, spares) = match beyond {
            Beyond::Following(following) => self.as_far_as_needed(following, evidence)?,
            other => (other, 0),
        };
        let (vertices, edges) = self.graph(&beyond, spares);
        let opened = evidence.open(&self.name, vertices, edges.iter().copied())?;
        let mut face = opened
            .ok_or_else(|| Unproven::Procedure(format!("{} cannot be paired, although it could be", self.name)))?;
        face.pairs_first(self.members.len());
        if !matches!(beyond, Beyond::Following(_)) {
            face.keep_wishes()?;
        }
        let downfloaters = self.quality(&mut face, &edges, &beyond)?;
        self.sequence(&mut face, usize::try_from(downfloaters).unwrap_or_default())?;
        let partners = face.close();
        let mut downfloaters = Vec::new();
        for (place, partner) in partners.iter().enumerate().take(self.members.len()) {
            match self.edge(place, *partner) {
                Edge::Pair(higher, lower) if place < *partner => paired.pairs.push((higher, lower)),
                Edge::Leaves(player) if matches!(beyond, Beyond::Bye) => paired.bye = Some(player),
                Edge::Leaves(player) => downfloaters.push(player),
                Edge::Pair(..) | Edge::Beyond => {}
            }
        }
        Ok(downfloaters)
    }

    /// The following bracket, if there are downfloaters at all, and enough places for those who stay unpaired after it.
    fn as_far_as_needed(&self, following: Vec<usize>, evidence: &mut Inquiry<'_>) -> Result<(Beyond, usize), Unproven> {
        let pairs = self.pairs();
        let count = self.members.len();
        let vertices = self.members.iter().copied().map(Vertex::Player).collect();
        let name = format!("{}: whether all can be paired", self.name);
        if count.is_multiple_of(2) && evidence.is_possible(name, vertices, pairs.iter().copied())? {
            return Ok((Beyond::Following(Vec::new()), MORE_SPARES));
        }
        // However the downfloaters are chosen, they leave no more unpaired in the following bracket than themselves and those of its
        // residents who cannot be paired with each other.
        let pairs_of_following = self.round.pairs_of(&following);
        let of_following = Round::most_unpaired(following.len(), &pairs_of_following);
        let spares = Round::most_unpaired(count, &pairs) + of_following + MORE_SPARES;
        Ok((Beyond::Following(following), spares))
    }

    /// The members, whoever lies beyond, and then the bye or places for those who stay unpaired.
    fn graph(&self, beyond: &Beyond, spares: usize) -> (Vec<Vertex>, Vec<(usize, usize)>) {
        let count = self.members.len();
        let players: Vec<usize> = self.members.iter().chain(beyond.players()).copied().collect();
        let mut vertices: Vec<Vertex> = players.iter().copied().map(Vertex::Player).collect();
        let mut edges = self.pairs();
        edges.extend(self.round.pairs_of(&players).into_iter().filter(|(_, lower)| *lower >= count));
        let after = players.len();
        match beyond {
            Beyond::Following(_) => {
                vertices.resize(after + spares, Vertex::Spare);
                edges.extend((0..after + spares).flat_map(|a| (after.max(a + 1)..after + spares).map(move |b| (a, b))));
            }
            Beyond::Below(_) | Beyond::Bye if after % 2 == 1 => {
                vertices.push(Vertex::Bye);
                let eligible = (0..after).filter(|place| self.round.cards[players[*place]].may_have_bye);
                edges.extend(eligible.map(|place| (place, after)));
            }
            Beyond::Below(_) | Beyond::Bye => {}
        }
        (vertices, edges)
    }

    /// The quality criteria (C.5 to C.19): how many downfloaters there are.
    fn quality(
        &self,
        face: &mut LeftMatchings<'_, '_>,
        edges: &[(usize, usize)],
        beyond: &Beyond,
    ) -> Result<i64, Unproven> {
        let round = self.round;
        let downfloaters =
            face.least("C.5", "downfloaters", |a, b| i64::from(matches!(self.edge(a, b), Edge::Leaves(_))))?;
        lowest_list(face, edges, "C.6", "pairs and downfloaters of a score-difference", |a, b| self.difference(a, b))?;
        if let Beyond::Bye = beyond {
            // B.1.c: S1 has as many as can be paired. In other brackets the differences say so already.
            face.least("B.1.c", "moved-down players who are not paired", |a, b| {
                i64::from(a < self.moved_down && matches!(self.edge(a, b), Edge::Leaves(_)))
            })?;
        }
        if let Beyond::Following(following) = beyond {
            self.following_bracket(face, edges, following)?;
        }
        let of_pair = |a: usize, b: usize, count: &dyn Fn(usize, usize) -> i64| match self.edge(a, b) {
            Edge::Pair(higher, lower) => count(higher, lower),
            Edge::Leaves(_) | Edge::Beyond => 0,
        };
        face.least("C.8", "topscorers and their opponents with a colour difference beyond two", |a, b| {
            of_pair(a, b, &|higher, lower| round.count_topscorers(higher, lower, exceeds_difference))
        })?;
        face.least("C.9", "topscorers and their opponents with the same colour three times in a row", |a, b| {
            of_pair(a, b, &|higher, lower| round.count_topscorers(higher, lower, is_third_in_a_row))
        })?;
        face.least("C.10", "players whose colour preference is denied", |a, b| {
            of_pair(a, b, &|higher, lower| round.count_colours(higher, lower, is_denied))
        })?;
        face.least("C.11", "players whose strong colour preference is denied", |a, b| {
            of_pair(a, b, &|higher, lower| round.count_colours(higher, lower, is_denied_strong))
        })?;
        let floats = [
            ("C.12", "C.16", Float::Down, 1, "players who float down as in the previous round"),
            ("C.13", "C.17", Float::Up, 1, "players who float up as in the previous round"),
            ("C.14", "C.18", Float::Down, 2, "players who float down as two rounds before"),
            ("C.15", "C.19", Float::Up, 2, "players who float up as two rounds before"),
        ];
        for (article, _, float, rounds_ago, count) in floats {
            face.least(article, count, |a, b| i64::from(self.repeats(a, b, float, rounds_ago)))?;
        }
        for (_, article, float, rounds_ago, count) in floats {
            lowest_list(face, edges, article, count, |a, b| {
                self.difference(a, b).filter(|_| self.repeats(a, b, float, rounds_ago))
            })?;
        }
        Ok(downfloaters)
    }

    /// Whether somebody gets a float that they had so many rounds ago. A downfloater gets a downfloat, and so does the bye's receiver
    /// (A.4.b).
    fn repeats(&self, a: usize, b: usize, float: Float, rounds_ago: usize) -> bool {
        let player = match (self.edge(a, b), float) {
            (Edge::Pair(higher, lower), _) if self.score(higher) == self.score(lower) => None,
            (Edge::Pair(higher, _), Float::Down) => Some(higher),
            (Edge::Pair(_, lower), Float::Up) => Some(lower),
            (Edge::Leaves(player), Float::Down) => Some(player),
            (Edge::Leaves(_), Float::Up) | (Edge::Beyond, _) => None,
        };
        player.is_some_and(|player| self.round.cards[player].floats[rounds_ago - 1] == Some(float))
    }

    /// C.7: most pairs, then the lowest list of score-differences, in the following bracket.
    fn following_bracket(
        &self,
        face: &mut LeftMatchings<'_, '_>,
        edges: &[(usize, usize)],
        following: &[usize],
    ) -> Result<(), Unproven> {
        let count = self.members.len();
        let after = count + following.len();
        face.least("C.7", "players unpaired after the following bracket", |a, b| i64::from(a < after && b >= after))?;
        let player = |place: usize| self.members.get(place).or_else(|| following.get(place - count));
        // Whom the last bracket leaves unpaired has the bye (A.9), so C.2 holds for its pairing.
        if following.last().is_some_and(|last| last + 1 == self.round.cards.len()) {
            face.least("C.7", "players who would have the bye there against C.2", |a, b| {
                let unpaired = player(a).filter(|_| a < after && b >= after);
                i64::from(unpaired.is_some_and(|player| !self.round.cards[*player].may_have_bye))
            })?;
        }
        let artificial = self.artificial(following);
        lowest_list(face, edges, "C.7", "pairs and downfloaters of a score-difference there", |a, b| {
            let score = self.score(*player(a).filter(|_| b >= count)?);
            Some(score - player(b).map_or(artificial, |other| self.score(*other)))
        })
    }

    /// Section D: of the pairings left, the one that is generated first.
    fn sequence(&self, face: &mut LeftMatchings<'_, '_>, downfloaters: usize) -> Result<(), Unproven> {
        // D.3: those of the moved-down players who are paired, the lowest sequence-numbers first. C.6 has chosen their scores.
        let mut first_group = Vec::new();
        for mover in 0..self.moved_down {
            let pairs = face.least("D.3", "a moved-down player is paired (-1)", |a, b| {
                -i64::from(a == mover && b < self.members.len())
            })?;
            first_group.extend((pairs < 0).then_some(mover));
        }
        let in_limbo = self.moved_down - first_group.len();
        // D.1: transpositions of S2 in the heterogeneous bracket. The residents who are left are the remainder (B.3).
        let mut remainder: Vec<usize> = (self.moved_down..self.members.len()).collect();
        for mover in first_group {
            let opponent = self.first_opponent(face, "the resident whom a moved-down player meets", mover)?;
            remainder.retain(|resident| *resident != opponent);
        }
        let pairs = (remainder.len() + in_limbo).saturating_sub(downfloaters) / 2;
        self.remainder(face, &remainder, pairs)
    }

    /// D.1: the least sequence-number that the opponent can have. It is the place of the opponent.
    fn first_opponent(
        &self,
        face: &mut LeftMatchings<'_, '_>,
        count: &'static str,
        player: usize,
    ) -> Result<usize, Unproven> {
        let value = face.least("D.1", count, opponent_of(player))?;
        Ok(usize::try_from(value).unwrap_or(self.members.len()))
    }

    /// D.2 and D.1 for a homogeneous bracket or a remainder of which so many pairs are made.
    ///
    /// The earliest way to a pairing changes no more than it must. Of a pair within the original S1 the lower ranked moves to S2, and so
    /// does whoever of S1 stays unpaired; of a pair within the original S2 the higher ranked moves to S1.
    fn remainder(&self, face: &mut LeftMatchings<'_, '_>, members: &[usize], pairs: usize) -> Result<(), Unproven> {
        let (upper, lower) = members.split_at(pairs.min(members.len()));
        // The sequence-numbers of the remainder, which is a bracket of its own (A.3): 0 for everybody else.
        let mut number = vec![0_i64; self.members.len()];
        members.iter().zip(1..).for_each(|(member, of_member)| number[*member] = of_member);
        let number_of = |place: usize| number.get(place).copied().unwrap_or_default();
        let in_upper = |place: usize| (1..=upper.len() as i64).contains(&number_of(place));
        let in_lower = |place: usize| number_of(place) > upper.len() as i64;
        // Who moves from S1 to S2, and from S2 to S1, because of an edge.
        let moved_to_lower = |a: usize, b: usize| match (in_upper(a), b >= self.members.len()) {
            (true, true) => Some(a),
            (true, false) => Some(b).filter(|b| in_upper(*b)),
            (false, _) => None,
        };
        let moved_to_upper = |a: usize, b: usize| Some(a).filter(|a| in_lower(*a) && in_lower(b));
        let exchanged = face.least("D.2.a", "exchanged players", |a, b| i64::from(moved_to_lower(a, b).is_some()))?;
        let mut first_group = upper.to_vec();
        if exchanged > 0 {
            face.least("D.2.b", "difference between the sums of the exchanged numbers", |a, b| {
                moved_to_upper(a, b).map_or(0, number_of) - moved_to_lower(a, b).map_or(0, number_of)
            })?;
            for player in upper.iter().rev() {
                let moves = face.least("D.2.c", "a player moves from S1 to S2 (-1)", |a, b| {
                    -i64::from(moved_to_lower(a, b) == Some(*player))
                })?;
                first_group.retain(|other| moves == 0 || other != player);
            }
            for player in lower {
                let moves = face.least("D.2.d", "a player moves from S2 to S1 (-1)", |a, b| {
                    -i64::from(moved_to_upper(a, b) == Some(*player))
                })?;
                first_group.extend((moves < 0).then_some(*player));
            }
            first_group.sort_unstable();
        }
        for player in first_group {
            self.first_opponent(face, "the player of S2 whom a player of S1 meets", player)?;
        }
        Ok(())
    }
}

/// The end of the scoregroup that begins with this player.
fn end_of_group(cards: &[Card], start: usize) -> usize {
    let rest = cards.get(start..).unwrap_or_default();
    start + rest.iter().take_while(|card| card.score == rest[0].score).count()
}

/// Lists of numbers, sorted from the highest, are compared one by one, and the lowest is the best (A.8). The lists are equally long,
/// so it has the fewest of the highest number, then of the next.
fn lowest_list(
    face: &mut LeftMatchings<'_, '_>,
    edges: &[(usize, usize)],
    article: &'static str,
    count: &'static str,
    entry: impl Fn(usize, usize) -> Option<i64>,
) -> Result<(), Unproven> {
    let entries: BTreeSet<i64> = edges.iter().filter_map(|(a, b)| entry(*a, *b)).filter(|number| *number > 0).collect();
    for number in entries.into_iter().rev() {
        face.least(article, count, |a, b| i64::from(entry(a, b) == Some(number)))?;
    }
    Ok(())
}
