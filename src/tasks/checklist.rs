use crate::registry::System;
use crate::tournament::{ByeKind, Colour, Float, PastEvent, PlayerId, PlayerState, Preference, RoundState, Score};

/// What an arbiter needs to know of a player to check a pairing by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChecklistLine {
    /// The pairing number.
    pub id: PlayerId,
    /// The title, as the file writes it.
    pub title: Option<String>,
    /// The name, possibly empty.
    pub name: String,
    /// The rating, if any.
    pub rating: Option<u32>,
    /// The score that pairing goes by.
    pub score: Score,
    /// The colour of each past game, `None` where no moves were made ([`PlayerState::colours_by_round`]).
    pub colours: Vec<Option<Colour>>,
    /// The due colour and its strength; `None` before the first game.
    pub due: Option<Preference>,
    /// Games with White minus games with Black.
    pub difference: i32,
    /// The floats of the last round and of the one before.
    pub floats: [Option<Float>; 2],
    /// The opponents met over the board, first to last.
    pub opponents: Vec<PlayerId>,
    /// The rounds with a bye, and its kind.
    pub byes: Vec<(u32, ByeKind)>,
    /// Whether the system's rules let the player have the bye.
    pub may_have_bye: bool,
}

/// The check-list of a round: the players to be paired, in pairing order. Due colours are as FIDE's rules of 2012 define
/// them (A.7); floats, and who may have the bye, follow from the rules of `system`.
///
/// ```
/// use swiss_ilp::tournament::{Colour, RoundRequest, RoundState, Strength};
/// use swiss_ilp::{formats, tasks};
///
/// let file = std::fs::read("instances/teaching-8.json")?;
/// let tournament = formats::read(&file).expect("a sound file").tournament;
/// let state = RoundState::new(&tournament, RoundRequest::default())?;
/// let list = tasks::checklist(&state, "dutch-2012".parse()?);
/// let due = list[0].due.expect("a player with games");
/// assert_eq!((list[0].id.0, due.colour, due.strength), (1, Colour::Black, Strength::Strong));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn checklist(state: &RoundState, system: System) -> Vec<ChecklistLine> {
    state.players().iter().map(|player| line(state, player, system)).collect()
}

fn line(state: &RoundState, player: &PlayerState, system: System) -> ChecklistLine {
    let rounds = (1..).zip(&player.history);
    ChecklistLine {
        id: player.id,
        title: player.title.clone(),
        name: player.name.clone(),
        rating: player.rating,
        score: player.score,
        colours: player.colours_by_round().collect(),
        due: player.preference(),
        difference: player.colour_difference(),
        floats: system.floats(state, player),
        opponents: player.history.iter().filter_map(|past| past.event.met()).collect(),
        byes: rounds
            .filter_map(|(round, past)| match past.event {
                PastEvent::Bye(kind) => Some((round, kind)),
                PastEvent::Game { .. } | PastEvent::Absent => None,
            })
            .collect(),
        may_have_bye: system.may_have_bye(state, player),
    }
}
