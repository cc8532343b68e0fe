use super::identity::{Identity, RoundIdentity};
use super::{
    Adjustment, Attributes, Baku, ByeKind, Code, Colour, Fault, ForbiddenGroup, GamesPerPairing, Outcome, PairWeights,
    Pairing, Player, PlayerId, PlayerOrder, PointSystem, Round, RoundRequest, Score, Seat, Tournament, Trust, checks,
};
use fixedbitset::FixedBitSet;
use itertools::Itertools;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The reason why there is no [`RoundState`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RoundError {
    /// The request does not fit this tournament.
    #[error("{0}")]
    Request(String),
    /// The tournament has these faults, in file order.
    #[error("{}", .0.iter().join("; "))]
    Faults(Vec<Fault>),
}

/// A float in a past round: a pairing with an opponent of another score, or a point without playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Float {
    /// Met a player of a lower score, or scored without playing (1998 A.4, A.5; 2012 B.1b).
    Down,
    /// Met a player of a higher score.
    Up,
}

/// The strength of a colour preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Strength {
    /// Colour difference 0: alternate (1998 A.7.c).
    Mild,
    /// Colour difference +1 or -1 (1998 A.7.b).
    Strong,
    /// Colour difference beyond 1, or the same colour in the two latest games (1998 A.7.a).
    Absolute,
}

/// The colour a player should get next, and how strongly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Preference {
    /// The colour.
    pub colour: Colour,
    /// The strength.
    pub strength: Strength,
}

/// A player's past round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastRound {
    /// The player's score for pairing purposes before the round.
    pub score: Score,
    /// The points of the round.
    pub points: Score,
    /// The points that the arbiter gave or took after it.
    pub adjustment: Score,
    /// A game, a bye or an absence.
    pub event: PastEvent,
}

/// A game, a bye or an absence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PastEvent {
    /// Paired with `opponent`, whether or not moves were made.
    Game {
        /// Whom.
        opponent: PlayerId,
        /// The opponent's score for pairing purposes before the round.
        opponent_score: Score,
        /// One encounter, or two in a double round: the player's colour and outcome.
        encounters: Vec<(Colour, Outcome)>,
    },
    /// Not paired, with a bye.
    Bye(ByeKind),
    /// Not in the round at all (withdrawn, or not yet entered).
    Absent,
}

impl PastEvent {
    /// The opponent, if the game was played over the board (a forfeited game was not, 1998 F.2).
    #[must_use]
    pub fn met(&self) -> Option<PlayerId> {
        match self {
            Self::Game { opponent, encounters, .. } => {
                encounters.iter().any(|(_, outcome)| outcome.was_played()).then_some(*opponent)
            }
            Self::Bye(_) | Self::Absent => None,
        }
    }
}

/// Everything about one player that a pairing may depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerState {
    /// The pairing number.
    pub id: PlayerId,
    /// What orders players of one score: the pairing number, or the place in the list, from 1 ([`PlayerOrder`]).
    pub number: u32,
    /// The name, possibly empty.
    pub name: String,
    /// The rating, if any.
    pub rating: Option<u32>,
    /// The title, as the file writes it.
    pub title: Option<String>,
    /// The code of the federation, as the file writes it.
    pub federation: Option<String>,
    /// The club, as the file writes it.
    pub club: Option<String>,
    /// The points won before the round.
    pub points: Score,
    /// The score that pairing goes by: points plus accelerated points, if any.
    pub score: Score,
    /// Every past round, first to last.
    pub history: Vec<PastRound>,
}

impl PlayerState {
    /// The colours of the games played over the board, first to last. Unplayed rounds leave no gap: what
    /// counts as "in a row" are the games (1998 F.2, F.3; 2012 A.7.a "the two latest rounds he played").
    pub fn colours(&self) -> impl DoubleEndedIterator<Item = Colour> + '_ {
        self.colours_by_round().flatten()
    }

    /// The colour of each past encounter, `None` where no moves were made: `BWW-B` as 1998 F.3 writes it.
    pub fn colours_by_round(&self) -> impl DoubleEndedIterator<Item = Option<Colour>> + '_ {
        self.history.iter().flat_map(|past| {
            let (encounters, gap): (&[_], _) = match &past.event {
                PastEvent::Game { encounters, .. } => (encounters, None),
                PastEvent::Bye(_) | PastEvent::Absent => (&[], Some(None)),
            };
            encounters.iter().map(|(colour, outcome)| outcome.was_played().then_some(*colour)).chain(gap)
        })
    }

    /// Games played with White minus games played with Black (1998 A.7).
    #[must_use]
    pub fn colour_difference(&self) -> i32 {
        self.colours().map(Colour::sign).sum()
    }

    /// The colour of the latest game, if any.
    #[must_use]
    pub fn last_colour(&self) -> Option<Colour> {
        self.colours().next_back()
    }

    /// The colour of both the two latest games, if they had the same.
    #[must_use]
    pub fn repeated_colour(&self) -> Option<Colour> {
        let mut latest = self.colours().rev();
        let last = latest.next()?;
        (latest.next() == Some(last)).then_some(last)
    }

    /// The colour preference of 1998 A.7 (2012 A.7.a–c); `None` before the first game.
    ///
    /// Where a colour difference beyond 1 and the two latest games ask for different colours, the
    /// colour difference is followed.
    #[must_use]
    pub fn preference(&self) -> Option<Preference> {
        let last = self.last_colour()?;
        let difference = self.colour_difference();
        let balancing = if difference > 0 { Colour::Black } else { Colour::White };
        Some(match (difference.abs(), self.repeated_colour()) {
            (2.., _) => Preference { colour: balancing, strength: Strength::Absolute },
            (_, Some(repeated)) => Preference { colour: repeated.opposite(), strength: Strength::Absolute },
            (1, None) => Preference { colour: balancing, strength: Strength::Strong },
            (_, None) => Preference { colour: last.opposite(), strength: Strength::Mild },
        })
    }

    /// Whether the two met over the board.
    #[must_use]
    pub fn has_met(&self, other: PlayerId) -> bool {
        self.history.iter().any(|past| past.event.met() == Some(other))
    }

    /// Whether the player had no opponent in the round just past (`U_i` of the formulation): a bye of any
    /// kind or an absence. A forfeited game had an opponent. Before round 1 nobody was unpaired.
    #[must_use]
    pub fn was_unpaired_last_round(&self) -> bool {
        self.history.last().is_some_and(|past| !matches!(past.event, PastEvent::Game { .. }))
    }

    /// Whether the player ever scored a full win's point without playing: a pairing-allocated bye, a
    /// requested full-point bye, or a win by forfeit (1998 B.1.b). Half-point byes do not count.
    #[must_use]
    pub fn has_scored_without_playing(&self) -> bool {
        self.history.iter().any(|past| match &past.event {
            PastEvent::Bye(kind) => matches!(kind, ByeKind::Pairing | ByeKind::Full),
            PastEvent::Game { encounters, .. } => encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin),
            PastEvent::Absent => false,
        })
    }

    /// The float of `rounds_ago` rounds before this one (1 is the round just past).
    #[must_use]
    pub fn float(&self, rounds_ago: usize) -> Option<Float> {
        let past = &self.history[self.history.len().checked_sub(rounds_ago)?..].first()?;
        match &past.event {
            PastEvent::Game { opponent_score, encounters, .. } => {
                if encounters.iter().any(|(_, outcome)| outcome.was_played()) {
                    match past.score.cmp(opponent_score) {
                        std::cmp::Ordering::Greater => Some(Float::Down),
                        std::cmp::Ordering::Less => Some(Float::Up),
                        std::cmp::Ordering::Equal => None,
                    }
                } else {
                    let won = encounters.iter().any(|(_, outcome)| *outcome == Outcome::ForfeitWin);
                    won.then_some(Float::Down)
                }
            }
            PastEvent::Bye(kind) => (*kind != ByeKind::Zero).then_some(Float::Down),
            PastEvent::Absent => None,
        }
    }
}

/// Everything that the pairing of one round may depend on. It has no faults, since only [`RoundState::new`] makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundState {
    round: u32,
    rounds_planned: Option<u32>,
    games_per_pairing: GamesPerPairing,
    initial_colour: Option<Colour>,
    points_possible: Score,
    /// What results and byes are worth.
    pub(super) worth: PointSystem,
    mean_rating: i64,
    players: Vec<PlayerState>,
    absent: Vec<PlayerState>,
    preset_bye: Option<PlayerId>,
    ranks: BTreeMap<PlayerId, usize>,
    forbidden: BTreeSet<(PlayerId, PlayerId)>,
    overruled: Vec<Fault>,
    attributes: Option<Arc<Attributes>>,
    weights: Option<Arc<PairWeights>>,
    lots: Option<u64>,
    identity: Identity,
}

impl RoundState {
    /// The state before the requested round of `tournament`, from the rounds before it.
    ///
    /// If the file has games in the round, the players to be paired are those of the games and of a pairing-allocated
    /// bye. If it has none yet, they are all players without a requested bye in the round. In both cases, players with
    /// declared absences ([`Tournament::absences`]) are not paired. The request goes before all of this.
    ///
    /// A pairing-allocated bye of a round without games was given before the round is paired: the others are paired, and their number
    /// is even.
    ///
    /// # Errors
    /// [`RoundError::Request`] if the round lies outside the tournament, or the request names a player who is not in it,
    /// contradicts itself, or keeps players apart by something that nobody has, or if there would be a second pairing-allocated bye;
    /// [`RoundError::Faults`] with every fault of the
    /// tournament, if it has any.
    pub fn new(tournament: &Tournament, request: RoundRequest) -> Result<Self, RoundError> {
        tournament.checked(request.trust)?.state(&request)
    }

    /// The state that a ranking is made of: as [`RoundState::new`], and also after the last planned round.
    ///
    /// # Errors
    /// As [`RoundState::new`].
    pub fn to_rank(tournament: &Tournament, request: RoundRequest) -> Result<Self, RoundError> {
        let CheckedTournament { overruled, .. } = tournament.checked(request.trust)?;
        let endless = Tournament { rounds_planned: None, ..tournament.clone() };
        Ok(Self { rounds_planned: tournament.rounds_planned, ..Self::before(&endless, &request, overruled)? })
    }

    /// The state before the requested round of `tournament`, which was checked.
    fn before(tournament: &Tournament, request: &RoundRequest, overruled: Vec<Fault>) -> Result<Self, RoundError> {
        let round = requested_round(tournament, request)?;
        request.check(tournament)?;
        let missing = checks::missing_results(tournament, round);
        if !missing.is_empty() {
            return Err(RoundError::Faults(missing));
        }

        let number = |player: &Player, place: u32| match tournament.order {
            PlayerOrder::Numbers => player.id.0,
            PlayerOrder::Listed => place,
        };
        let players = tournament.in_order().into_iter().zip(1..);
        let mut players: Vec<PlayerState> =
            players.map(|(player, place)| new_player(player, number(player, place))).collect();
        let away = absentees(tournament, round, request);
        let byes = preset_byes(tournament, round, request);
        // Whom the arbiter adds to round 1 or takes from it changes the groups of the Baku acceleration.
        let accelerations = match tournament.baku.filter(|_| round == 1 && away != Baku::away(tournament)) {
            Some(baku) => Cow::Owned(baku.accelerations(tournament, &away)),
            None => Cow::Borrowed(&tournament.accelerations),
        };
        let acceleration = |id: PlayerId, in_round: u32| {
            accelerations.get(&id).and_then(|rounds| rounds.get(&in_round)).copied().unwrap_or_default()
        };
        let adjustments = adjustments(tournament);
        for past in 1..round {
            let scores: BTreeMap<PlayerId, Score> =
                players.iter().map(|p| (p.id, p.points + acceleration(p.id, past))).collect();
            let mut events = events(tournament, past, &scores);
            for player in &mut players {
                let score = scores.get(&player.id).copied().unwrap_or_default();
                let Some((event, points)) = events.remove(&player.id) else { continue };
                let adjustment = adjustments.get(&(player.id, past)).copied().unwrap_or_default();
                player.points += points + adjustment;
                player.history.push(PastRound { score, points, adjustment, event });
            }
        }
        for player in &mut players {
            player.score = player.points + acceleration(player.id, round);
        }
        players.sort_by_key(|p| (Reverse(p.score), p.number));

        let is_out = |player: &PlayerState| away.contains(&player.id) || byes.contains(&player.id);
        let (absent, players): (Vec<_>, Vec<_>) = players.into_iter().partition(is_out);
        let ranks = players.iter().enumerate().map(|(rank, p)| (p.id, rank)).collect();
        Ok(Self {
            round,
            rounds_planned: tournament.rounds_planned,
            games_per_pairing: tournament.games_per_pairing,
            initial_colour: tournament.initial_colour.or_else(|| first_colour(tournament)),
            points_possible: points_possible(tournament, round),
            worth: tournament.points,
            mean_rating: mean_rating(&players),
            forbidden: forbidden_pairs(tournament, round, &request.bans(tournament, round)),
            players,
            absent,
            preset_bye: byes.first().copied(),
            ranks,
            overruled,
            attributes: Attributes::of(tournament, request.attributes.as_ref()),
            weights: request.weights.clone(),
            lots: request.lots,
            identity: Identity::default(),
        })
    }

    /// The same round without these players, who are absent from it.
    #[must_use]
    pub fn without(&self, ids: &[PlayerId]) -> Self {
        let mut state = Self { identity: Identity::default(), ..self.clone() };
        let leave: Vec<PlayerState> = state.players.extract_if(.., |player| ids.contains(&player.id)).collect();
        state.absent.extend(leave);
        state.absent.sort_by_key(|player| (Reverse(player.score), player.number));
        state.mean_rating = mean_rating(&state.players);
        state.ranks = state.players.iter().enumerate().map(|(rank, player)| (player.id, rank)).collect();
        state
    }

    /// Which round it is, for what is found out about it once. A clone is the same round, and no other state is.
    #[must_use]
    pub fn remembered(&self) -> RoundIdentity {
        self.identity.remembered()
    }

    /// The number of the round to pair, from 1.
    #[must_use]
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The number of planned rounds, if known.
    #[must_use]
    pub const fn rounds_planned(&self) -> Option<u32> {
        self.rounds_planned
    }

    /// Whether this is the last round; `None` if the number of rounds is not known.
    #[must_use]
    pub fn is_last_round(&self) -> Option<bool> {
        self.rounds_planned.map(|planned| self.round == planned)
    }

    /// One game a pairing, or two.
    #[must_use]
    pub const fn games_per_pairing(&self) -> GamesPerPairing {
        self.games_per_pairing
    }

    /// The colour of the top player in round 1, as the file declares it or as round 1 was played.
    #[must_use]
    pub const fn initial_colour(&self) -> Option<Colour> {
        self.initial_colour
    }

    /// The points of a player who won every game so far, always with the colour that brings more points.
    ///
    /// "Over 50%" before the last round is more than half of this (1998 A.7.a, 2012 A.10).
    #[must_use]
    pub const fn points_possible(&self) -> Score {
        self.points_possible
    }

    /// What results and byes are worth.
    #[must_use]
    pub const fn worth(&self) -> &PointSystem {
        &self.worth
    }

    /// The mean of the ratings of the players to be paired who have one, rounded to a whole number (a half up); 0 if nobody
    /// has one.
    #[must_use]
    pub const fn mean_rating(&self) -> i64 {
        self.mean_rating
    }

    /// The players to be paired, in pairing order: score (highest first), then [`PlayerState::number`].
    #[must_use]
    pub fn players(&self) -> &[PlayerState] {
        &self.players
    }

    /// The players not to be paired this round, in pairing order.
    #[must_use]
    pub fn absent(&self) -> &[PlayerState] {
        &self.absent
    }

    /// The player who has the pairing-allocated bye of the round before it is paired: the arbiter has given it. The player is not to be
    /// paired, and is among the [absent](RoundState::absent).
    #[must_use]
    pub const fn preset_bye(&self) -> Option<PlayerId> {
        self.preset_bye
    }

    /// `pairing` of the players to be paired with the [preset bye](RoundState::preset_bye): the whole round.
    #[must_use]
    pub fn whole(&self, pairing: Pairing) -> Pairing {
        Pairing { bye: pairing.bye.or(self.preset_bye), ..pairing }
    }

    /// `pairing` without the preset bye: that of the players to be paired.
    #[must_use]
    pub fn without_preset(&self, pairing: Pairing) -> Pairing {
        Pairing { bye: pairing.bye.filter(|bye| Some(*bye) != self.preset_bye), ..pairing }
    }

    /// The index of `id` in [`RoundState::players`], if that player is to be paired.
    #[must_use]
    pub fn rank(&self, id: PlayerId) -> Option<usize> {
        self.ranks.get(&id).copied()
    }

    /// The place of `seat` in [`RoundState::players`], if that player is to be paired; the bye of an odd field is after the last.
    #[must_use]
    pub fn place(&self, seat: Seat) -> Option<usize> {
        match seat {
            Seat::Player(id) => self.rank(id),
            Seat::Bye => Some(self.players.len()).filter(|players| players % 2 == 1),
        }
    }

    /// The player `id`, if that player is to be paired.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&PlayerState> {
        self.rank(id).map(|rank| &self.players[rank])
    }

    /// The pairs that the organiser forbids, the lower pairing number first.
    pub fn forbidden(&self) -> impl Iterator<Item = (PlayerId, PlayerId)> + '_ {
        self.forbidden.iter().copied()
    }

    /// Whether this is known to be the last round and the player has more than half of what was possible (2012 A.10;
    /// the note after 1998 B.6). Accelerated points are not counted.
    #[must_use]
    pub fn is_topscorer(&self, player: &PlayerState) -> bool {
        self.is_last_round() == Some(true) && player.points + player.points > self.points_possible
    }

    /// The state in which the organiser forbids this pair, too.
    #[must_use]
    pub fn forbidding(mut self, one: PlayerId, other: PlayerId) -> Self {
        self.forbidden.insert((one.min(other), one.max(other)));
        self
    }

    /// Whether the organiser forbids this pair.
    #[must_use]
    pub fn is_forbidden(&self, one: PlayerId, other: PlayerId) -> bool {
        self.forbidden.contains(&(one.min(other), one.max(other)))
    }

    /// What the organiser knows of the players besides the tournament.
    #[must_use]
    pub fn attributes(&self) -> Option<&Attributes> {
        self.attributes.as_deref()
    }

    /// The seed of the lots; `None` if they follow from the round alone.
    #[must_use]
    pub const fn lots(&self) -> Option<u64> {
        self.lots
    }

    /// The organiser's numbers for pairs.
    #[must_use]
    pub fn weights(&self) -> Option<&PairWeights> {
        self.weights.as_deref()
    }

    /// The faults that [`Trust::Results`] overruled. The caller should report them.
    #[must_use]
    pub fn overruled(&self) -> &[Fault] {
        &self.overruled
    }
}

fn mean_rating(players: &[PlayerState]) -> i64 {
    let ratings = || players.iter().filter_map(|player| player.rating).map(i64::from);
    let count = ratings().count() as i64;
    if count == 0 { 0 } else { (2 * ratings().sum::<i64>() + count) / (2 * count) }
}

/// The pairs that the organiser forbids in a round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bans(BTreeSet<(PlayerId, PlayerId)>);

impl Bans {
    /// Those of `round` in the tournament. What is asked for one round only is not among those of another.
    #[must_use]
    pub fn of(tournament: &Tournament, round: u32) -> Self {
        Self(forbidden_pairs(tournament, round, &[]))
    }

    /// Whether this pair is one of them.
    #[must_use]
    pub fn contains(&self, one: PlayerId, other: PlayerId) -> bool {
        self.0.contains(&(one.min(other), one.max(other)))
    }
}

/// The initial colour by the highest player at a board in round 1: that player's own, or the other one if a higher player has the
/// pairing-allocated bye and so the first place of round 1.
fn first_colour(tournament: &Tournament) -> Option<Colour> {
    let round = tournament.round(1)?;
    // Of two encounters the first one counts, which replaces the second.
    let sides = round.games.iter().rev().flat_map(|game| {
        let is_known = !tournament.is_colourless(1, game);
        [(game.white, is_known.then_some(Colour::White)), (game.black, is_known.then_some(Colour::Black))]
    });
    let colours: BTreeMap<PlayerId, Option<Colour>> = sides.collect();
    let bye = round.byes.iter().find(|bye| bye.kind == ByeKind::Pairing).map(|bye| bye.player);
    let there = |id: &PlayerId| Some(*id) == bye || colours.contains_key(id);
    let mut there = tournament.in_order().into_iter().map(|player| player.id).filter(there);
    let first = there.next()?;
    let colour = |id: PlayerId| colours.get(&id).copied();
    match colour(first) {
        Some(of_first) => of_first,
        None => there.next().and_then(colour).flatten().map(Colour::opposite),
    }
}

/// A tournament that was checked, to make the states of several rounds: it is not checked again for each of them.
#[derive(Debug, Clone)]
pub struct CheckedTournament<'t> {
    tournament: &'t Tournament,
    /// The faults that the [`Trust`] overruled. The caller should report them.
    pub overruled: Vec<Fault>,
}

impl CheckedTournament<'_> {
    /// The state before the requested round. Whom to trust has been decided: [`RoundRequest::trust`] is not looked at.
    ///
    /// # Errors
    /// As [`RoundState::new`].
    pub fn state(&self, request: &RoundRequest) -> Result<RoundState, RoundError> {
        let state = RoundState::before(self.tournament, request, self.overruled.clone())?;
        let byes = preset_byes(self.tournament, state.round, request);
        let (round, others) = (state.round, state.players.len());
        let has = format!("the pairing-allocated bye of round {round} is that of {}", byes.iter().join(" and "));
        if byes.len() > 1 {
            return Err(RoundError::Request(format!(
                "{has}, and a round has one at most; leave the one that is right"
            )));
        }
        if !byes.is_empty() && others % 2 == 1 {
            let what = format!("{has}, and of the {others} others one more would need it");
            let mend = "let the player be paired after all, as a late entry, or say who else is absent";
            return Err(RoundError::Request(format!("{what}; {mend}")));
        }
        Ok(state)
    }
}

impl Tournament {
    /// The one check of a tournament, whatever is done with it.
    ///
    /// # Errors
    /// [`RoundError::Faults`] with every fault that `trust` does not overrule.
    pub fn checked(&self, trust: Trust) -> Result<CheckedTournament<'_>, RoundError> {
        let (points_faults, mut faults) = checks::tournament_faults(self)
            .into_iter()
            .partition::<Vec<_>, _>(|fault| fault.code == Code::PointsDoNotFollow);
        let mut overruled = Vec::new();
        match trust {
            Trust::Nothing | Trust::Byes => faults.extend(points_faults),
            Trust::Results => overruled = points_faults,
        }
        if faults.is_empty() {
            Ok(CheckedTournament { tournament: self, overruled })
        } else {
            Err(RoundError::Faults(faults))
        }
    }
}

/// The round that is asked for, if it can be paired.
pub(super) fn requested_round(tournament: &Tournament, request: &RoundRequest) -> Result<u32, RoundError> {
    let next = tournament.next_round();
    let round = request.round.unwrap_or(next);
    if round == 0 {
        return Err(RoundError::Request("rounds are numbered from 1".into()));
    }
    if round > next {
        return Err(RoundError::Request(format!(
            "round {round} cannot be paired: the file ends before round {}; the first round without games is {next}",
            round - 1
        )));
    }
    if let Some(planned) = tournament.rounds_planned
        && round > planned
    {
        return Err(RoundError::Request(format!(
            "round {round} is after the last: {planned} rounds are planned, and there are games in round {}; \
             no round is left to pair, but one of them can be named and paired again",
            round - 1
        )));
    }
    Ok(round)
}

fn new_player(player: &Player, number: u32) -> PlayerState {
    PlayerState {
        id: player.id,
        number,
        name: player.name.clone(),
        rating: player.rating,
        title: player.title.clone(),
        federation: player.federation.clone(),
        club: player.club.clone(),
        points: Score::ZERO,
        score: Score::ZERO,
        history: Vec::new(),
    }
}

/// Each player's round with its points, given everybody's scores before it.
pub(super) fn events(
    tournament: &Tournament,
    round: u32,
    scores: &BTreeMap<PlayerId, Score>,
) -> BTreeMap<PlayerId, (PastEvent, Score)> {
    let absent = (PastEvent::Absent, bye_points(tournament, ByeKind::Zero));
    let mut events: BTreeMap<_, _> = tournament.players.iter().map(|player| (player.id, absent.clone())).collect();
    let Some(round) = tournament.round(round) else { return events };
    for game in &round.games {
        for (colour, player, opponent) in
            [(Colour::White, game.white, game.black), (Colour::Black, game.black, game.white)]
        {
            let Some((event, points)) = events.get_mut(&player) else { continue };
            if *event == PastEvent::Absent {
                let opponent_score = scores.get(&opponent).copied().unwrap_or_default();
                *event = PastEvent::Game { opponent, opponent_score, encounters: Vec::new() };
                *points = Score::ZERO;
            }
            if let (PastEvent::Game { encounters, .. }, Some(result)) = (event, game.result) {
                encounters.push((colour, result.of(colour)));
                *points += tournament.points.game(colour, result.of(colour));
            }
        }
    }
    for bye in &round.byes {
        events.insert(bye.player, (PastEvent::Bye(bye.kind), bye_points(tournament, bye.kind)));
    }
    events
}

/// The points that the arbiter gave each player after each round, or took.
pub(super) fn adjustments(tournament: &Tournament) -> BTreeMap<(PlayerId, u32), Score> {
    let mut sums = BTreeMap::new();
    for Adjustment { player, round, points } in &tournament.adjustments {
        *sums.entry((*player, *round)).or_insert(Score::ZERO) += *points;
    }
    sums
}

/// The points of a bye: as many as of the games of one pairing.
pub(super) fn bye_points(tournament: &Tournament, kind: ByeKind) -> Score {
    let games = match tournament.games_per_pairing {
        GamesPerPairing::One => 1,
        GamesPerPairing::Two => 2,
    };
    (0..games).map(|_| tournament.points.bye(kind)).sum()
}

/// The points for a win in every game before `round`.
fn points_possible(tournament: &Tournament, round: u32) -> Score {
    let [white, black] = tournament.points.win;
    let a_round = match tournament.games_per_pairing {
        GamesPerPairing::One => white.max(black),
        GamesPerPairing::Two => white + black,
    };
    (1..round).map(|_| a_round).sum()
}

/// The players who are not paired in `round`.
pub(super) fn absentees(tournament: &Tournament, round: u32, request: &RoundRequest) -> BTreeSet<PlayerId> {
    let mut away: BTreeSet<PlayerId> = tournament
        .absences
        .iter()
        .filter(|absence| absence.round.unwrap_or(tournament.next_round()) == round)
        .map(|absence| absence.player)
        .collect();
    if let Some(begun) = tournament.round(round) {
        away.extend(begun.byes.iter().filter(|bye| bye.kind.is_absence()).map(|bye| bye.player));
        if !begun.games.is_empty() {
            let mut here: BTreeSet<PlayerId> = begun.games.iter().flat_map(|g| [g.white, g.black]).collect();
            here.extend(begun.byes.iter().map(|bye| bye.player));
            away.extend(tournament.ids().difference(&here));
        }
    }
    request.late.iter().for_each(|player| {
        away.remove(player);
    });
    away.extend(&request.absent);
    away
}

/// The players who have the pairing-allocated bye of `round` before it is paired: by the request, or by a file in which the round has no
/// games yet. More than one is an error of whoever gave it.
pub(super) fn preset_byes(tournament: &Tournament, round: u32, request: &RoundRequest) -> BTreeSet<PlayerId> {
    let begun = tournament.round(round).filter(|begun| begun.games.is_empty());
    let declared = tournament.absences.iter().filter(|absence| {
        absence.kind == ByeKind::Pairing && absence.round.unwrap_or(tournament.next_round()) == round
    });
    let written = begun.map(Round::pairing_byes).unwrap_or_default().into_iter();
    let in_file = written.chain(declared.map(|absence| absence.player));
    let is_kept = |id: &PlayerId| !request.late.contains(id) && !request.absent.contains(id);
    in_file.filter(is_kept).chain(request.bye).collect()
}

/// The pairs of players who may not meet in `round` by the tournament and by `bans`, the lower number first. A row of bits
/// for each player, so that many large groups cost little.
fn forbidden_pairs(tournament: &Tournament, round: u32, bans: &[ForbiddenGroup]) -> BTreeSet<(PlayerId, PlayerId)> {
    let ids: Vec<PlayerId> = tournament.ids().into_iter().collect();
    let mut rows = vec![FixedBitSet::new(); ids.len()];
    for group in tournament.forbidden.iter().chain(bans).filter(|group| group.holds_in(round)) {
        let places = group.members().into_iter().filter_map(|id| ids.binary_search(&id).ok());
        let mut members = FixedBitSet::with_capacity(ids.len());
        members.extend(places);
        for place in members.ones() {
            rows[place].union_with(&members);
        }
    }
    let others = |place: usize| rows[place].ones().filter(move |other| *other > place);
    (0..ids.len())
        .flat_map(|place| others(place).map(move |other| (place, other)))
        .map(|(a, b)| (ids[a], ids[b]))
        .collect()
}
