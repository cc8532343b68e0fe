use crate::graph::{Graph, Matching};
use crate::rules::{Edition, SystemFamily, places_of_arrival};
use crate::tournament::{
    ByeKind, Colour, Float, Outcome, PastEvent, PastRound, PlayerState, Preference, RoundState, Strength,
};

/// The players to be paired, by rank, with the facts that an edition of the Dutch system uses.
#[derive(Debug, Clone)]
pub struct Field {
    pub(super) cards: Vec<Card>,
    /// Whose text is followed.
    pub(super) edition: &'static Edition,
    /// The places among those who have arrived, from 1.
    pub(super) places: Vec<usize>,
    /// The rule that bars the two at these ranks from meeting.
    bars: Vec<Vec<Option<&'static str>>>,
}

/// The facts about one player that the articles use.
#[derive(Debug, Clone)]
pub(super) struct Card {
    /// The score, in tenths of a point.
    pub score: i64,
    /// The colour preference (A.7).
    pub preference: Option<Preference>,
    /// The floats one and two rounds ago.
    pub floats: [Option<Float>; 2],
    /// Whether B.1.b allows the bye.
    pub may_have_bye: bool,
    /// Whether B.2 may be ignored for this player (2012, and C3 since).
    pub ignores_b2: bool,
    /// The rounds without a game over the board.
    pub unplayed: i64,
}

impl Field {
    /// The players of `state`, by the rules of `edition`.
    #[must_use]
    pub fn new(state: &RoundState, edition: &'static Edition) -> Self {
        let [apart, _, colours] = edition.absolute;
        let players = state.players();
        let cards: Vec<Card> = players.iter().map(|player| card(state, edition, player)).collect();
        let bar = |a: usize, b: usize| {
            let (one, other) = (&players[a], &players[b]);
            if one.has_met(other.id) || state.is_forbidden(one.id, other.id) {
                Some(apart)
            } else {
                let ignores_b2 = cards[a].ignores_b2 || cards[b].ignores_b2;
                (!ignores_b2 && cards[a].wants_the_same(&cards[b], Strength::Absolute)).then_some(colours)
            }
        };
        let bars = (0..cards.len()).map(|a| (0..cards.len()).map(|b| bar(a, b)).collect()).collect();
        Self { cards, edition, places: places_of_arrival(state), bars }
    }

    /// The number of players.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether the players at these ranks may meet.
    #[must_use]
    pub fn may_meet(&self, one: usize, other: usize) -> bool {
        one != other && self.bars[one][other].is_none()
    }

    /// The rule that bars the two players at these ranks from meeting, if one does.
    pub(super) fn bar(&self, one: usize, other: usize) -> Option<&'static str> {
        self.bars[one][other]
    }

    /// Whether the player at this rank may have the bye.
    #[must_use]
    pub fn may_have_bye(&self, player: usize) -> bool {
        self.cards[player].may_have_bye
    }

    /// The ranks of the players of each score, the highest score first.
    #[must_use]
    pub fn score_groups(&self) -> Vec<Vec<usize>> {
        let ranks: Vec<usize> = (0..self.len()).collect();
        ranks.chunk_by(|a, b| self.cards[*a].score == self.cards[*b].score).map(<[usize]>::to_vec).collect()
    }

    /// How many pairs `players` make at most among themselves, and how many of the first `from` of them can meet others
    /// than these at once.
    #[must_use]
    pub fn most_pairs(&self, players: &[usize], from: usize) -> (usize, usize) {
        let pairs = |apart: bool| {
            let met = (0..players.len()).flat_map(move |a| (a + 1..players.len()).map(move |b| (a, b)));
            let met = met.filter(|(a, b)| self.may_meet(players[*a], players[*b]));
            let met = met.filter(|(a, b)| !apart || (*a < from && *b >= from));
            let matching = Matching::maximum(&Graph::new(players.len(), met));
            (0..players.len()).filter(|a| matching.mate(*a).is_some()).count() / 2
        };
        (pairs(false), pairs(true))
    }

    /// Whether all these can be paired, the first `apart` of them not with each other. One of an odd number, who is not
    /// among the first `apart`, stays unpaired: any player, or one who may have the bye.
    #[must_use]
    pub fn can_all_be_paired(&self, players: &[usize], apart: usize, spares_anybody: bool) -> bool {
        let size = players.len();
        let met = (0..size).flat_map(|a| (apart.max(a + 1)..size).map(move |b| (a, b)));
        let met = met.filter(|(a, b)| self.may_meet(players[*a], players[*b]));
        let may_be_spared = |a: &usize| spares_anybody || self.may_have_bye(players[*a]);
        let spared = (apart..size).filter(|a| size % 2 == 1 && may_be_spared(a)).map(|a| (a, size));
        Matching::maximum(&Graph::new(size + size % 2, met.chain(spared))).is_perfect()
    }
}

impl Card {
    /// The preferred colour, if the preference is at least of this `strength`.
    pub fn wants(&self, strength: Strength) -> Option<Colour> {
        self.preference.filter(|preference| preference.strength >= strength).map(|preference| preference.colour)
    }

    /// Whether both prefer the same colour, at least with this `strength`.
    pub fn wants_the_same(&self, other: &Self, strength: Strength) -> bool {
        self.wants(strength).is_some() && self.wants(strength) == other.wants(strength)
    }

    /// Whether the player had this float `rounds_ago` rounds ago.
    pub fn had(&self, float: Float, rounds_ago: usize) -> bool {
        self.floats[rounds_ago - 1] == Some(float)
    }
}

fn card(state: &RoundState, edition: &Edition, player: &PlayerState) -> Card {
    let is_topscorer = state.is_topscorer(player);
    let is_1998 = edition.family == SystemFamily::Dutch1998;
    // 1998 B.2, B.5 and B.6 do not apply to a player with more than half the points in the last round.
    let is_free = is_1998 && is_topscorer;
    let had_half_point = player.history.iter().any(|past| past.event == PastEvent::Bye(ByeKind::Half));
    let float = |ago: usize| match edition.family {
        SystemFamily::Dutch1998 => float_when_paired(player, ago),
        SystemFamily::DutchSince2017(text) if text.floats_by_points => state.float_by_points(player, ago),
        SystemFamily::DutchSince2017(_) => float_of_2017(player, ago),
        _ => player.float(ago),
    };
    let may_have_bye = match edition.family {
        SystemFamily::Dutch1998 => !player.has_scored_without_playing(),
        SystemFamily::DutchSince2017(text) if text.byes_by_points => !state.scored_a_win_without_playing(player),
        SystemFamily::DutchSince2017(_) => !player.history.iter().any(had_bye_by_2017),
        _ => !player.has_scored_without_playing() && !had_half_point,
    };
    Card {
        score: i64::from(player.score.tenths()),
        preference: if is_free { not_absolute(player) } else { player.preference() },
        floats: if is_free { [None; 2] } else { [float(1), float(2)] },
        may_have_bye,
        ignores_b2: !is_1998 && is_topscorer,
        unplayed: player.history.iter().filter(|past| past.event.met().is_none()).count() as i64,
    }
}

/// 2017 A.4.b: whoever does not play, for whatever reason, has a downfloat.
fn float_of_2017(player: &PlayerState, rounds_ago: usize) -> Option<Float> {
    let past = &player.history[player.history.len().checked_sub(rounds_ago)?];
    if past.event.met().is_some() { player.float(rounds_ago) } else { Some(Float::Down) }
}

/// 2017 C.2: the bye, or a win because the opponent did not appear.
fn had_bye_by_2017(past: &PastRound) -> bool {
    match &past.event {
        PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
        PastEvent::Bye(kind) => *kind == ByeKind::Pairing,
        PastEvent::Absent => false,
    }
}

/// 1998 A.7.b or A.7.c, where A.7.a is not in effect.
fn not_absolute(player: &PlayerState) -> Option<Preference> {
    let last = player.last_colour()?;
    Some(match player.colour_difference().signum() {
        0 => Preference { colour: last.opposite(), strength: Strength::Mild },
        1 => Preference { colour: Colour::Black, strength: Strength::Strong },
        _ => Preference { colour: Colour::White, strength: Strength::Strong },
    })
}

/// 1998 A.4: written down when pairing, whether or not the game was played; a bye is a downfloat.
fn float_when_paired(player: &PlayerState, rounds_ago: usize) -> Option<Float> {
    let past = &player.history[player.history.len().checked_sub(rounds_ago)?];
    match &past.event {
        PastEvent::Game { opponent_score, .. } if past.score > *opponent_score => Some(Float::Down),
        PastEvent::Game { opponent_score, .. } if past.score < *opponent_score => Some(Float::Up),
        PastEvent::Bye(ByeKind::Pairing | ByeKind::Full) => Some(Float::Down),
        PastEvent::Game { .. } | PastEvent::Bye(_) | PastEvent::Absent => None,
    }
}
