//! A replayed tournament as other programs write it.

use crate::files::printable::printable;
use crate::questions::check::RoundCheck;
use crate::tournament::{Pairing, PlayerId, RoundRequest, RoundState, Tournament, Trust};
use std::fmt;

/// A replayed tournament as bbpPairings and JaVaFo write it: a line for each round, and the boards that are different.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReplayReport {
    name: String,
    rounds: Vec<ReplayedRound>,
}

/// A round, with the boards on which only the system or only the tournament has these players.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ReplayedRound {
    number: u32,
    is_different: bool,
    /// Whether the system has a pairing.
    is_paired: bool,
    by_system: Vec<[u32; 2]>,
    played: Vec<[u32; 2]>,
}

impl ReplayReport {
    /// The record of all rounds that were checked, or of round `only`.
    pub fn new(name: &str, tournament: &Tournament, checks: Vec<RoundCheck>, only: Option<u32>, trust: Trust) -> Self {
        let is_asked_for = |check: &RoundCheck| only.is_none_or(|only| only == check.round);
        let checks = checks.into_iter().filter(is_asked_for);
        Self {
            name: name.to_owned(),
            rounds: checks.map(|check| ReplayedRound::new(tournament, check, trust)).collect(),
        }
    }

    /// How many rounds are different.
    pub fn different(&self) -> usize {
        self.rounds.iter().filter(|round| round.is_different).count()
    }
}

impl ReplayedRound {
    fn new(tournament: &Tournament, check: RoundCheck, trust: Trust) -> Self {
        let is_different = check.is_different();
        let round = tournament.round(check.round);
        let byes = round.map(|round| round.pairing_byes()).unwrap_or_default();
        let played = Pairing { boards: check.played, bye: None };
        let state = RoundState::new(tournament, RoundRequest { trust, ..check.round.into() }).ok();
        let in_order = |pairing: Pairing| match &state {
            Some(state) => pairing.in_board_order_by_points(state),
            None => pairing,
        };
        let is_paired = check.paired.is_some();
        let paired = in_order(check.paired.unwrap_or_default());
        let by_system = seats(&paired, paired.bye);
        let played = seats(&in_order(played), byes);
        let without = |these: &[[u32; 2]], those: &[[u32; 2]]| {
            these.iter().filter(|seats| !those.contains(seats)).copied().collect()
        };
        Self {
            number: check.round,
            is_different,
            is_paired,
            by_system: without(&by_system, &played),
            played: without(&played, &by_system),
        }
    }
}

/// The two numbers of each board, and of each bye.
fn seats(pairing: &Pairing, byes: impl IntoIterator<Item = PlayerId>) -> Vec<[u32; 2]> {
    let boards = pairing.boards.iter().map(|board| [board.white.0, board.black.0]);
    boards.chain(byes.into_iter().map(|player| [player.0, 0])).collect()
}

impl fmt::Display for ReplayReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for round in &self.rounds {
            writeln!(f, "{}: Round #{}", printable(&self.name), round.number)?;
            if !round.is_paired {
                writeln!(f, "No valid pairing exists for round {}.\n", round.number)?;
            } else if round.is_different {
                writeln!(f, "  Checker pairings        Tournament pairings ")?;
                let cell = |[white, black]: &[u32; 2]| format!("{white:>3} - {black:>3}");
                for index in 0..round.by_system.len().max(round.played.len()) {
                    let [one, other] =
                        [&round.by_system, &round.played].map(|boards| boards.get(index).map(cell).unwrap_or_default());
                    writeln!(f, "{}", format!("    {one:9}{:16}{other}", "").trim_end())?;
                }
                writeln!(f)?;
            }
        }
        writeln!(f)
    }
}
