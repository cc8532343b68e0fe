use crate::systems::{Fraction, average_opponents};
use crate::tournament::{Colour, PastEvent, PlayerId, PlayerState, RoundState, Score};

/// A line of the published list (9).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AroLine {
    /// The player.
    pub id: PlayerId,
    /// The score that pairing goes by.
    pub score: Score,
    /// The rating; `None` if the player has none.
    pub rating: Option<u32>,
    /// The exact average rating of the opponents; `None` before the first opponent with a rating.
    pub aro: Option<Fraction>,
    /// The due colour; `None` before the first game.
    pub due: Option<Colour>,
    /// Games with White minus games with Black.
    pub difference: i32,
    /// The rounds in which the player was paired with a higher score (2.5).
    pub transfers: Vec<u32>,
}

/// The list of AROs (9) before the round of `state`, in pairing order; absent players come last.
///
/// ```
/// use swiss_ilp::systems::dubov_1997::aro_list;
/// use swiss_ilp::tournament::{Game, GameResult, Player, PlayerId, Round, RoundRequest, RoundState, Tournament};
///
/// let rated = |id, rating| Player { rating: Some(rating), ..Player::new(PlayerId(id)) };
/// let result = GameResult::from_name("1-0");
/// let game = Game { white: PlayerId(1), black: PlayerId(2), result, rated: true };
/// let rounds = vec![Round { games: vec![game], byes: Vec::new() }];
/// let tournament = Tournament { players: vec![rated(1, 2400), rated(2, 2351)], rounds, ..Tournament::default() };
/// let list = aro_list(&RoundState::new(&tournament, RoundRequest::default()).unwrap());
/// assert_eq!(list[0].aro.unwrap().to_string(), "2351");
/// ```
pub fn aro_list(state: &RoundState) -> Vec<AroLine> {
    let averages = average_opponents(state);
    let line = |player: &PlayerState| AroLine {
        id: player.id,
        score: player.score,
        rating: player.rating,
        aro: averages.get(&player.id).copied(),
        due: due_colour(player),
        difference: player.colour_difference(),
        transfers: transfers(player),
    };
    state.players().iter().chain(state.absent()).map(line).collect()
}

/// The due colour (1): the one that balances the games played. If they are balanced, the one that alternates.
pub fn due_colour(player: &PlayerState) -> Option<Colour> {
    match player.colour_difference() {
        0 => player.last_colour().map(Colour::opposite),
        1.. => Some(Colour::Black),
        _ => Some(Colour::White),
    }
}

/// The rounds in which the player was paired with a higher score, whether or not the game was played (2.5).
pub fn transfers(player: &PlayerState) -> Vec<u32> {
    let was_transferred = player.history.iter().map(|past| match &past.event {
        PastEvent::Game { opponent_score, .. } => *opponent_score > past.score,
        PastEvent::Bye(_) | PastEvent::Absent => false,
    });
    (1..).zip(was_transferred).filter(|(_, transferred)| *transferred).map(|(round, _)| round).collect()
}
