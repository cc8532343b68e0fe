//! The check-list in the columns of bbpPairings, which programs that manage tournaments read by their places.

use crate::questions::pair::{Checklist, ChecklistRow};
use crate::questions::registry::System;
use crate::tournament::{Board, Pairing, PlayerId, PlayerState, RoundState};

/// The names of three columns: who may have the bye, the float of the last round, and the float of the round before. They are the
/// criteria of the edition, as its text numbers them.
fn criteria(system: System) -> [&'static str; 3] {
    let edition = system.edition();
    let [_, bye, _] = edition.absolute.map(|rule| edition.article(rule));
    let [last, before] =
        edition.candidates().map_or(["B5", "B6"], |text| text.downfloats.map(|rule| edition.article(rule)));
    [bye, last, before]
}

/// The check-list of the round, with its `pairing` if there is one.
///
/// Every cell is as wide as its column, aligned right, and ends with a tab. A blank line stands before each score group.
pub(super) fn checklist(state: &RoundState, system: System, pairing: Option<&Pairing>) -> String {
    let list = Checklist::new("", state, system);
    let rounds = usize::try_from(state.round()).unwrap_or(usize::MAX).saturating_sub(1);
    let [bye, last_float, float_before] = criteria(system);
    let colours = "-".repeat(rounds + 1);
    let columns = ["ID", "Pts", &colours, "Pref", bye, last_float, float_before, "Cur", ""].map(str::to_owned);
    let header: Vec<String> = columns.into_iter().chain((1..=rounds).map(|round| format!("R{round}"))).collect();
    let players = || state.players().iter();
    let rows: Vec<Vec<String>> =
        list.players.iter().zip(players()).map(|(row, player)| cells(row, player, pairing)).collect();
    let mut widths = vec![0; header.len()];
    for row in [&header].into_iter().chain(&rows) {
        widths.iter_mut().zip(row).for_each(|(width, cell)| *width = cell.len().max(*width));
    }
    let line = |row: &[String]| -> String {
        widths.iter().zip(row).map(|(width, cell)| format!("{cell:>width$}\t")).collect()
    };
    let mut text = format!("\n{}", line(&header));
    let mut score = None;
    for (player, cells) in players().zip(&rows) {
        let is_new = score.replace(player.score) != Some(player.score);
        text.push_str(if is_new { "\n\n" } else { "\n" });
        text.push_str(&line(cells));
    }
    text + "\n\n\n"
}

/// The cells of a player.
fn cells(row: &ChecklistRow, player: &PlayerState, pairing: Option<&Pairing>) -> Vec<String> {
    let colours: String = row.colours.chars().filter(|colour| *colour != '-').collect();
    let float = |float: Option<&str>| match float {
        Some("down") => "D",
        Some("up") => "U",
        _ => "",
    };
    let met = player.history.iter().map(|past| past.event.met());
    let fixed = [
        row.id.to_string(),
        player.score.to_string(),
        colours,
        preference(row).to_owned(),
        if row.may_have_bye { "Y" } else { "N" }.to_owned(),
        float(row.last_float).to_owned(),
        float(row.float_before).to_owned(),
        pairing.map(|pairing| current(row.id, pairing)).unwrap_or_default(),
        String::new(),
    ];
    let met = met.map(|opponent| opponent.map(|id| id.to_string()).unwrap_or_default());
    fixed.into_iter().chain(met).collect()
}

/// The due colour: a capital if it is absolute, in brackets if it is strong, small if it is mild; `A` if there is none. What is not in
/// brackets leaves the place of the second bracket blank.
fn preference(row: &ChecklistRow) -> &'static str {
    match (row.due, row.strength) {
        (Some("white"), Some("absolute")) => "W ",
        (Some("black"), Some("absolute")) => "B ",
        (Some("white"), Some("strong")) => "(W)",
        (Some("black"), Some("strong")) => "(B)",
        (Some("white"), _) => "w ",
        (Some("black"), _) => "b ",
        _ => "A ",
    }
}

/// Whom the player meets in the round, and the player's own colour: `(16W)`, or `(bye)`.
fn current(player: PlayerId, pairing: &Pairing) -> String {
    let of = |board: &Board| match player {
        white if white == board.white => Some(format!("({}W)", board.black)),
        black if black == board.black => Some(format!("({}B)", board.white)),
        _ => None,
    };
    let is_bye = pairing.bye == Some(player);
    pairing.boards.iter().find_map(of).unwrap_or_else(|| if is_bye { "(bye)".to_owned() } else { String::new() })
}
