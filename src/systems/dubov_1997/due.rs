use crate::tournament::{Colour, PastEvent, PlayerState};

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
