use crate::systems::{PairOrBye, SystemPairing};
use crate::tournament::{Board, PlayerId};
use std::collections::BTreeMap;

/// The differences of a pairing from a system's pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingDifferences {
    /// The pairs that meet here and not by the system.
    pub only_here: Vec<Board>,
    /// The pairs that meet by the system only, each with its rule.
    pub only_by_system: Vec<(Board, String)>,
    /// The common pairs that have other colours by the system.
    pub reversed: Vec<Board>,
    /// Those of them whose colours go by the numbers of the file ([`by_file_numbers`](crate::proof::verify::by_file_numbers)).
    pub numbered: Vec<Board>,
    /// If the byes differ: the players with the bye here, the one by the system, and its rule.
    pub bye: Option<(Vec<PlayerId>, Option<PlayerId>, String)>,
}

impl PairingDifferences {
    /// The differences of a pairing with these boards and byes from the system's pairing.
    pub(crate) fn of(boards: &[Board], byes: &[PlayerId], paired: &SystemPairing) -> Self {
        let by_pair = |boards: &[Board]| -> BTreeMap<PairOrBye, Board> {
            boards.iter().map(|board| (PairOrBye::pair(board.white, board.black), *board)).collect()
        };
        let (here, by_system) = (by_pair(boards), by_pair(&paired.pairing.boards));
        let rule = |who: &PairOrBye| paired.rules.get(who).cloned().unwrap_or_default();
        let only_here = here.iter().filter(|(pair, _)| !by_system.contains_key(pair));
        let only_by_system = by_system.iter().filter(|(pair, _)| !here.contains_key(pair));
        let reversed =
            here.iter().filter(|(pair, board)| by_system.get(pair).is_some_and(|other| other.white != board.white));
        let bye = paired.pairing.bye;
        Self {
            only_here: only_here.map(|(_, board)| *board).collect(),
            only_by_system: only_by_system.map(|(pair, board)| (*board, rule(pair))).collect(),
            reversed: reversed.map(|(_, board)| *board).collect(),
            numbered: Vec::new(),
            bye: (byes != bye.as_slice())
                .then(|| (byes.to_vec(), bye, bye.map(|player| rule(&PairOrBye::Bye(player))).unwrap_or_default())),
        }
    }

    /// A sentence for each difference, with the rule behind the system's choice.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let rule_of = |rule: &str| if rule.is_empty() { String::new() } else { format!(" [{rule}]") };
        let only_here = self
            .only_here
            .iter()
            .map(|Board { white, black }| format!("{white} and {black} meet, and not by the system"));
        let only_by_system = self.only_by_system.iter().map(|(Board { white, black }, rule)| {
            format!("{white} and {black} meet by the system, and not here{}", rule_of(rule))
        });
        let reversed = self.reversed.iter().map(|board| {
            let Board { white, black } = board;
            let numbered = if self.numbered.contains(board) { " (by the numbers of the file as here)" } else { "" };
            format!("{white} has White against {black}, and Black by the system{numbered}")
        });
        let said = |ids: &[PlayerId]| match ids {
            [] => "nobody".to_owned(),
            ids => ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        let has = |ids: &[PlayerId]| if ids.len() > 1 { "have" } else { "has" };
        let bye = self.bye.iter().map(|(here, by_system, rule)| {
            let rule = rule_of(rule);
            format!("{} {} the bye, and {} by the system{rule}", said(here), has(here), said(by_system.as_slice()))
        });
        only_here.chain(only_by_system).chain(reversed).chain(bye).collect()
    }
}
