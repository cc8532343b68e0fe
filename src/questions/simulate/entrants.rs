use super::life::Fate;
use super::random::{Purpose, RandomSource, RandomStream};
use super::{Experiment, FirstColour, ListedPlayer, Ratings, TeamField};
use crate::tournament::{Bye, Colour, ForbiddenGroup, GameResult, Outcome, Player, PlayerId, PointSystem, Tournament};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The players of an event, with everything that is the same in all arms.
pub struct Entrants {
    source: RandomSource,
    players: Vec<(Entrant, Fate)>,
    first_colour: Colour,
    forbidden: Vec<ForbiddenGroup>,
    points: PointSystem,
    odd_results: f64,
    teams: Option<TeamField>,
}

/// A player.
#[derive(Debug, Clone, PartialEq)]
pub struct Entrant {
    /// The player before round 1. Players are numbered by rating, the highest first.
    pub player: Player,
    /// The rating.
    pub rating: u32,
    /// The true strength, on the scale of ratings, which decides the games.
    pub strength: f64,
    /// The true strengths of the players at the boards of a team, whose mean is that of the team.
    pub boards: Vec<f64>,
}

/// The ratings that are drawn: those of chess.
const RATINGS: (f64, f64) = (1.0, 4000.0);

impl Entrants {
    /// The players of event number `event`, from 1.
    pub fn new(experiment: &Experiment, event: u64) -> Self {
        let source = RandomSource { seed: experiment.seed, event };
        let mut drawn: Vec<Entrant> = (0..experiment.players).map(|place| draw(experiment, source, place)).collect();
        drawn.sort_by_key(|entrant| Reverse(entrant.rating));
        let forbidden = forbidden(experiment, &drawn);
        let players = (1..).map(PlayerId).zip(drawn).map(|(id, mut entrant)| {
            entrant.player.id = id;
            if entrant.player.name.is_empty() {
                entrant.player.name = format!("{} {id}", if experiment.teams.is_some() { "Team" } else { "Player" });
            }
            (entrant, experiment.life.fate(source, id, experiment.rounds))
        });
        let first_colour = match experiment.first_colour {
            FirstColour::White => Colour::White,
            FirstColour::Black => Colour::Black,
            FirstColour::Lot if source.stream(Purpose::Colour, [0; 3]).uniform() < 0.5 => Colour::White,
            FirstColour::Lot => Colour::Black,
        };
        let Experiment { points, odd_results, teams, .. } = *experiment;
        Self { source, players: players.collect(), first_colour, forbidden, points, odd_results, teams }
    }

    /// The players, by their pairing numbers.
    pub fn players(&self) -> impl ExactSizeIterator<Item = &Entrant> {
        self.players.iter().map(|(entrant, _)| entrant)
    }

    /// The byes of the round that nobody pairs: those asked for, absences, late entries and withdrawals.
    pub fn byes(&self, round: u32) -> Vec<Bye> {
        self.players.iter().filter_map(|(entrant, fate)| fate.bye(entrant.player.id, round)).collect()
    }

    /// Whether `id`, if paired, does not appear at the board.
    pub fn is_missing(&self, id: PlayerId, round: u32) -> bool {
        self.get(id).is_some_and(|(_, fate)| fate.is_missing(round))
    }

    /// The strength of `id`.
    pub fn strength(&self, id: PlayerId) -> f64 {
        self.get(id).map_or(0.0, |(entrant, _)| entrant.strength)
    }

    /// The strength at a board of the team `id`; the boards are counted from 0.
    pub(super) fn strength_at(&self, board: usize, id: PlayerId) -> f64 {
        self.get(id).and_then(|(entrant, _)| entrant.boards.get(board).copied()).unwrap_or_default()
    }

    /// The number from 0 to less than 1 that decides the game of these two in this round, whoever has White.
    pub fn lot(&self, round: u32, one: PlayerId, other: PlayerId) -> f64 {
        self.lots(round, one, other).uniform()
    }

    /// The numbers that decide the games of these two in this round, one for each board of a team, whoever has White.
    pub(super) fn lots(&self, round: u32, one: PlayerId, other: PlayerId) -> RandomStream {
        self.source.stream(Purpose::Game, [round, one.min(other).0, one.max(other).0])
    }

    /// The odd result of the game of these two in this round, if it has one: as likely of either player as of both.
    pub fn odd_result(&self, round: u32, white: PlayerId, black: PlayerId) -> Option<GameResult> {
        if self.odd_results <= 0.0 {
            return None;
        }
        let address = [round, white.min(black).0, white.max(black).0];
        let mut stream = self.source.stream(Purpose::OddResult, address);
        let (is_odd, which) = (stream.uniform() < self.odd_results, 3.0 * stream.uniform());
        let draws = |first: bool| if first == (white < black) { Outcome::Draw } else { Outcome::Loss };
        let [one, other] = match which {
            first if first < 1.0 => [draws(true), draws(false)],
            second if second < 2.0 => [draws(false), draws(true)],
            _ => [Outcome::Loss; 2],
        };
        is_odd.then(|| GameResult::new(one, other)).flatten()
    }

    /// The tournament before its first round, of which nobody is absent yet.
    pub fn tournament(&self, name: String, rounds: u32) -> Tournament {
        Tournament {
            name,
            rounds_planned: Some(rounds),
            initial_colour: Some(self.first_colour),
            points: self.points,
            players: self.players().map(|entrant| entrant.player.clone()).collect(),
            forbidden: self.forbidden.clone(),
            teams: self.teams.as_ref().map(TeamField::teams),
            ..Tournament::default()
        }
    }

    fn get(&self, id: PlayerId) -> Option<&(Entrant, Fate)> {
        self.players.get((id.0 as usize).checked_sub(1)?)
    }
}

/// The bans of a list, by the pairing numbers that its players have as `drawn`.
fn forbidden(experiment: &Experiment, drawn: &[Entrant]) -> Vec<ForbiddenGroup> {
    let numbers: BTreeMap<PlayerId, PlayerId> =
        drawn.iter().map(|entrant| entrant.player.id).zip((1..).map(PlayerId)).collect();
    let renumbered = |group: &ForbiddenGroup| ForbiddenGroup {
        players: group.players.iter().filter_map(|id| numbers.get(id)).copied().collect(),
        rounds: group.rounds,
    };
    experiment.forbidden.iter().map(renumbered).collect()
}

/// The player drawn at this place, with the number of the list.
fn draw(experiment: &Experiment, source: RandomSource, place: usize) -> Entrant {
    let place_of_draw = u32::try_from(place).unwrap_or(u32::MAX);
    let address = [place_of_draw, 0, 0];
    let mut stream = source.stream(Purpose::Rating, address);
    let rounded = |rating: f64| (rating.clamp(RATINGS.0, RATINGS.1) + 0.5) as u32;
    let unnamed = || Player::new(PlayerId(0));
    let (player, rating, known) = match &experiment.ratings {
        Ratings::Uniform { from, to } => {
            (unnamed(), from + (stream.uniform() * f64::from(to.saturating_sub(*from) + 1)) as u32, None)
        }
        Ratings::Normal { mean, sd } => (unnamed(), rounded(mean + sd * stream.normal()), None),
        Ratings::List(players) => {
            let ListedPlayer { player, rating, strength } = &players[place % players.len()];
            (player.clone(), *rating, *strength)
        }
    };
    let strength = known.unwrap_or_else(|| {
        f64::from(rating) + experiment.error_sd * source.stream(Purpose::Strength, address).normal()
    });
    let player = Player { rating: Some(rating), ..player };
    let mut entrant = Entrant { player, rating, strength, boards: Vec::new() };
    if let Some(teams) = &experiment.teams {
        teams.line_up(&mut entrant, source, place_of_draw, experiment.error_sd);
    }
    entrant
}
