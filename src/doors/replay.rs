//! A replayed tournament as other programs write it.

use crate::files::printable::printable;
use crate::questions::check::RoundCheck;
use crate::tournament::{Pairing, PlayerId, RoundRequest, RoundState, Tournament, Trust};

/// A replayed round as bbpPairings and JaVaFo write it: a line, and the boards that only the system or only the tournament has.
pub(super) fn written(name: &str, tournament: &Tournament, check: &RoundCheck, trust: Trust) -> String {
    let number = check.round;
    let mut text = format!("{}: Round #{number}\n", printable(name));
    let Some(paired) = &check.paired else {
        return text + &format!("No valid pairing exists for round {number}.\n\n");
    };
    if !check.is_different() {
        return text;
    }
    let state = RoundState::new(tournament, RoundRequest { trust, ..number.into() }).ok();
    let in_order = |pairing: Pairing| match &state {
        Some(state) => pairing.in_board_order_by_points(state),
        None => pairing,
    };
    let paired = in_order(paired.clone());
    let by_system = seats(&paired, paired.bye);
    let byes = tournament.round(number).map(|round| round.pairing_byes()).unwrap_or_default();
    let played = seats(&in_order(Pairing { boards: check.played.clone(), bye: None }), byes);
    let without = |these: &[[u32; 2]], those: &[[u32; 2]]| -> Vec<String> {
        let only = these.iter().filter(|seats| !those.contains(seats));
        only.map(|[white, black]| format!("{white:>3} - {black:>3}")).collect()
    };
    let both = [without(&by_system, &played), without(&played, &by_system)];
    text += "  Checker pairings        Tournament pairings \n";
    for index in 0..both[0].len().max(both[1].len()) {
        let [one, other] = both.each_ref().map(|boards| boards.get(index).map_or("", String::as_str));
        text += format!("    {one:9}{:16}{other}", "").trim_end();
        text.push('\n');
    }
    text + "\n"
}

/// The two numbers of each board, and of each bye.
fn seats(pairing: &Pairing, byes: impl IntoIterator<Item = PlayerId>) -> Vec<[u32; 2]> {
    let boards = pairing.boards.iter().map(|board| [board.white.0, board.black.0]);
    boards.chain(byes.into_iter().map(|player| [player.0, 0])).collect()
}
