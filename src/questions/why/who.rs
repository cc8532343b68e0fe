use crate::files::request_field::RequestField;
use crate::questions::Refusal;
use crate::tournament::{ByeKind, PlayerId, RoundRequest, RoundState, Seat, Tournament};

/// The pair of two who are to be paired in the round of `request`; the bye comes second.
pub(super) fn pair_of(
    tournament: &Tournament,
    request: &RoundRequest,
    state: &RoundState,
    [one, other]: [Seat; 2],
) -> Result<[Seat; 2], Refusal> {
    let refuse = |message: String| Err(Refusal::new(message, ""));
    if one == other {
        return refuse(match one {
            Seat::Player(id) => format!("player {id} does not meet himself; name two players"),
            Seat::Bye => "the bye is named twice; name the player who is to have it".to_owned(),
        });
    }
    for seat in [one, other] {
        if let Seat::Player(_) = seat {
            present(tournament, request, state, seat)?;
        }
    }
    Ok(if one == Seat::Bye { [other, one] } else { [one, other] })
}

/// Whether the player is to be paired in the round of `request`, or somebody is to have the bye.
pub(super) fn present(
    tournament: &Tournament,
    request: &RoundRequest,
    state: &RoundState,
    seat: Seat,
) -> Result<(), Refusal> {
    let what = match seat {
        Seat::Player(id) if state.rank(id).is_none() => {
            let (round, why) = (state.round(), why_absent(tournament, request, state.round(), id));
            format!("player {id} is not to be paired in round {round}: {why}")
        }
        Seat::Bye if state.players().len().is_multiple_of(2) => {
            format!("{} players can all be paired, so nobody has the bye; name a player", state.players().len())
        }
        _ => return Ok(()),
    };
    Err(Refusal::new(what, ""))
}

/// Why the player is not to be paired in the round, as a clause.
fn why_absent(tournament: &Tournament, request: &RoundRequest, round: u32, id: PlayerId) -> String {
    if request.absent.contains(&id) {
        return format!("absent by the request ({})", RequestField("absent"));
    }
    if request.bye == Some(id) {
        return format!("with the bye by the request ({})", RequestField("bye"));
    }
    let begun = tournament.round(round);
    if let Some(bye) = begun.and_then(|begun| begun.byes.iter().find(|bye| bye.player == id)) {
        return match bye.kind {
            ByeKind::Half => "a half-point bye was asked for",
            ByeKind::Full => "a full-point bye was asked for",
            ByeKind::Zero => "a zero-point bye or an absence is in the file",
            ByeKind::Pairing => "the file has the pairing-allocated bye for the player",
        }
        .to_owned();
    }
    let is_of_round = |absence: &&crate::tournament::Absence| {
        absence.player == id && absence.round.unwrap_or(tournament.next_round()) == round
    };
    let last = (1..round).rev().find(|past| plays(tournament, *past, id));
    let history = match last {
        Some(last) if last + 1 < round => format!(", and the last game was in round {last}"),
        Some(_) => String::new(),
        None if round > 1 => ", and has not played yet".to_owned(),
        None => String::new(),
    };
    match tournament.absences.iter().find(is_of_round) {
        Some(_) => format!("declared absent in the file{history}"),
        None => format!("the file pairs the round without the player{history}"),
    }
}

fn plays(tournament: &Tournament, round: u32, id: PlayerId) -> bool {
    tournament.round(round).is_some_and(|round| round.games.iter().any(|game| game.white == id || game.black == id))
}
