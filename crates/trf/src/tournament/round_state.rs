use super::of_round::{
    Won, absentees, adjustments, events, forbidden_pairs, points_possible, preset_byes, requested_round,
};
use super::{
    Attributes, ByeKind, Code, Colour, Fault, GamesPerPairing, PairWeights, Pairing, PastRound, PlayerId, PlayerOrder,
    PlayerState, PointSystem, RoundIdentity, RoundRequest, Score, Seat, TeamType, Tournament, Trust, checks,
};
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
    team_type: Option<TeamType>,
    mean_rating: i64,
    players: Vec<PlayerState>,
    absent: Vec<PlayerState>,
    preset_bye: Option<PlayerId>,
    ranks: BTreeMap<PlayerId, usize>,
    forbidden: Bans,
    overruled: Vec<Fault>,
    attributes: Option<Arc<Attributes>>,
    weights: Option<Arc<PairWeights>>,
    lots: Option<u64>,
    /// Which round it is among those alive: a clone is the same. It makes no two states unequal.
    identity: Arc<()>,
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
    /// [`RoundError::Faults`] with every fault of the tournament, if it has any.
    pub fn new(tournament: &Tournament, request: RoundRequest) -> Result<Self, RoundError> {
        tournament.checked(request.trust)?.state(&request)
    }

    /// The state that a ranking is made of: as [`RoundState::new`], and also after the last planned round.
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

        let players = tournament.in_order().into_iter().zip(1..).map(|(player, place)| PlayerState {
            id: player.id,
            number: if tournament.order == PlayerOrder::Numbers { player.id.0 } else { place },
            name: player.name.clone(),
            rating: player.rating,
            title: player.title.clone(),
            federation: player.federation.clone(),
            club: player.club.clone(),
            points: Score::ZERO,
            score: Score::ZERO,
            secondary: Score::ZERO,
            history: Vec::new(),
        });
        let mut players: Vec<PlayerState> = players.collect();
        let away = absentees(tournament, round, request);
        let byes = preset_byes(tournament, round, request);
        // Whom the arbiter adds to round 1 or takes from it changes the groups of the Baku acceleration.
        let accelerations = match tournament.baku.filter(|_| round == 1 && away != tournament.absent_from(1)) {
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
                let Some(Won { event, points, secondary }) = events.remove(&player.id) else { continue };
                let adjustment = adjustments.get(&(player.id, past)).copied().unwrap_or_default();
                player.points += points + adjustment;
                player.secondary += secondary;
                player.history.push(PastRound { score, points, adjustment, event });
            }
        }
        for player in &mut players {
            player.score = player.points + acceleration(player.id, round);
        }
        players.sort_by_key(|p| (Reverse(p.score), p.number));

        let is_out = |player: &PlayerState| away.contains(&player.id) || byes.contains(&player.id);
        let (absent, players): (Vec<_>, Vec<_>) = players.into_iter().partition(is_out);
        Ok(Self {
            round,
            rounds_planned: tournament.rounds_planned,
            games_per_pairing: tournament.games_per_pairing,
            initial_colour: tournament.initial_colour.or_else(|| first_colour(tournament)),
            points_possible: points_possible(tournament, round),
            worth: tournament.points,
            team_type: tournament.teams.as_ref().map(|teams| teams.kind),
            mean_rating: mean_rating(&players),
            forbidden: Bans(forbidden_pairs(tournament, round, &request.bans(tournament, round))),
            ranks: ranks(&players),
            players,
            absent,
            preset_bye: byes.first().copied(),
            overruled,
            attributes: Attributes::of(tournament, request.attributes.as_ref()),
            weights: request.weights.clone(),
            lots: request.lots,
            identity: Arc::default(),
        })
    }

    /// The same round without these players, who are absent from it.
    pub fn without(&self, ids: &[PlayerId]) -> Self {
        let mut state = Self { identity: Arc::default(), ..self.clone() };
        let leave: Vec<PlayerState> = state.players.extract_if(.., |player| ids.contains(&player.id)).collect();
        state.absent.extend(leave);
        state.absent.sort_by_key(|player| (Reverse(player.score), player.number));
        state.mean_rating = mean_rating(&state.players);
        state.ranks = ranks(&state.players);
        state
    }

    /// Which round it is, for what is found out about it once. A clone is the same round, and no other state is.
    pub fn remembered(&self) -> RoundIdentity {
        RoundIdentity(Arc::downgrade(&self.identity))
    }

    /// The number of the round to pair, from 1.
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The number of planned rounds, if known.
    pub const fn rounds_planned(&self) -> Option<u32> {
        self.rounds_planned
    }

    /// Whether this is the last round; `None` if the number of rounds is not known.
    pub fn is_last_round(&self) -> Option<bool> {
        self.rounds_planned.map(|planned| self.round == planned)
    }

    /// One game a pairing, or two.
    pub const fn games_per_pairing(&self) -> GamesPerPairing {
        self.games_per_pairing
    }

    /// The colour of the top player in round 1, as the file declares it or as round 1 was played.
    pub const fn initial_colour(&self) -> Option<Colour> {
        self.initial_colour
    }

    /// The points of a player who won every game so far, always with the colour that brings more points.
    ///
    /// "Over 50%" before the last round is more than half of this (1998 A.7.a, 2012 A.10).
    pub const fn points_possible(&self) -> Score {
        self.points_possible
    }

    /// The type of a tournament of teams; `None` of single players.
    pub const fn team_type(&self) -> Option<TeamType> {
        self.team_type
    }

    /// What results and byes are worth.
    pub const fn worth(&self) -> &PointSystem {
        &self.worth
    }

    /// The mean of the ratings of the players to be paired who have one, rounded to a whole number (a half up); 0 if nobody
    /// has one.
    pub const fn mean_rating(&self) -> i64 {
        self.mean_rating
    }

    /// The players to be paired, in pairing order: score (highest first), then [`PlayerState::number`].
    pub fn players(&self) -> &[PlayerState] {
        &self.players
    }

    /// The players not to be paired this round, in pairing order.
    pub fn absent(&self) -> &[PlayerState] {
        &self.absent
    }

    /// The player who has the pairing-allocated bye of the round before it is paired: the arbiter has given it. The player is not to be
    /// paired, and is among the [absent](RoundState::absent).
    pub const fn preset_bye(&self) -> Option<PlayerId> {
        self.preset_bye
    }

    /// `pairing` of the players to be paired with the [preset bye](RoundState::preset_bye): the whole round.
    pub fn whole(&self, pairing: Pairing) -> Pairing {
        Pairing { bye: pairing.bye.or(self.preset_bye), ..pairing }
    }

    /// `pairing` without the preset bye: that of the players to be paired.
    pub fn without_preset(&self, pairing: Pairing) -> Pairing {
        Pairing { bye: pairing.bye.filter(|bye| Some(*bye) != self.preset_bye), ..pairing }
    }

    /// The index of `id` in [`RoundState::players`], if that player is to be paired.
    pub fn rank(&self, id: PlayerId) -> Option<usize> {
        self.ranks.get(&id).copied()
    }

    /// The place of `seat` in [`RoundState::players`], if that player is to be paired; the bye of an odd field is after the last.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        match seat {
            Seat::Player(id) => self.rank(id),
            Seat::Bye => Some(self.players.len()).filter(|players| players % 2 == 1),
        }
    }

    /// The player `id`, if that player is to be paired.
    pub fn player(&self, id: PlayerId) -> Option<&PlayerState> {
        self.rank(id).map(|rank| &self.players[rank])
    }

    /// The pairs that the organiser forbids, the lower pairing number first.
    pub fn forbidden(&self) -> impl Iterator<Item = (PlayerId, PlayerId)> + '_ {
        self.forbidden.0.iter().copied()
    }

    /// Whether this is known to be the last round and the player has more than half of what was possible (2012 A.10;
    /// the note after 1998 B.6). Accelerated points are not counted.
    pub fn is_topscorer(&self, player: &PlayerState) -> bool {
        self.is_last_round() == Some(true) && player.points + player.points > self.points_possible
    }

    /// The state in which the organiser forbids this pair, too.
    pub fn forbidding(mut self, one: PlayerId, other: PlayerId) -> Self {
        self.forbidden.0.insert((one.min(other), one.max(other)));
        self
    }

    /// Whether the organiser forbids this pair.
    pub fn is_forbidden(&self, one: PlayerId, other: PlayerId) -> bool {
        self.forbidden.contains(one, other)
    }

    /// What the organiser knows of the players besides the tournament.
    pub fn attributes(&self) -> Option<&Attributes> {
        self.attributes.as_deref()
    }

    /// The seed of the lots; `None` if they follow from the round alone.
    pub const fn lots(&self) -> Option<u64> {
        self.lots
    }

    /// The organiser's numbers for pairs.
    pub fn weights(&self) -> Option<&PairWeights> {
        self.weights.as_deref()
    }

    /// The faults that [`Trust::Results`] overruled. The caller should report them.
    pub fn overruled(&self) -> &[Fault] {
        &self.overruled
    }
}

fn ranks(players: &[PlayerState]) -> BTreeMap<PlayerId, usize> {
    players.iter().enumerate().map(|(rank, player)| (player.id, rank)).collect()
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
    pub fn of(tournament: &Tournament, round: u32) -> Self {
        Self(forbidden_pairs(tournament, round, &[]))
    }

    /// Whether this pair is one of them.
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
    /// [`RoundState::new`] without the check. Whom to trust has been decided: [`RoundRequest::trust`] is not looked at.
    pub fn state(&self, request: &RoundRequest) -> Result<RoundState, RoundError> {
        let state = RoundState::before(self.tournament, request, self.overruled.clone())?;
        let byes = preset_byes(self.tournament, state.round, request);
        let (round, others) = (state.round, state.players.len());
        let what = match byes.len() {
            1 if others % 2 == 1 => {
                let mend = "let the player be paired after all, as a late entry, or say who else is absent";
                format!("of the {others} others one more would need it; {mend}")
            }
            0 | 1 => return Ok(state),
            _ => "a round has one at most; leave the one that is right".to_owned(),
        };
        let has = format!("the pairing-allocated bye of round {round} is that of {}", byes.iter().join(" and "));
        Err(RoundError::Request(format!("{has}, and {what}")))
    }
}

impl Tournament {
    /// The one check of a tournament, whatever is done with it.
    ///
    /// # Errors
    /// [`RoundError::Faults`] with every fault that `trust` does not overrule.
    pub fn checked(&self, trust: Trust) -> Result<CheckedTournament<'_>, RoundError> {
        let is_overruled = |fault: &Fault| trust == Trust::Results && fault.code == Code::PointsDoNotFollow;
        let (overruled, faults): (Vec<_>, Vec<_>) = checks::tournament_faults(self).into_iter().partition(is_overruled);
        if faults.is_empty() {
            Ok(CheckedTournament { tournament: self, overruled })
        } else {
            Err(RoundError::Faults(faults))
        }
    }
}
