use crate::programs::{Inferiority, ProgramSolution, ProgramStage, StageKind};
use crate::tournament::{Board, Pairing, PlayerId, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// A pairing compared with the optimum of its system's program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OptimumVerdict {
    /// Whether it is the optimum: the same boards with the same colours, and the same bye.
    pub optimal: bool,
    /// A sentence for each difference, without a full stop.
    pub differences: Vec<String>,
    /// The first tier in which it is worse, and why; absent if it is the optimum.
    pub behind: Option<FallsBehind>,
}

/// The first tier in which a pairing is worse than the optimum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "BehindReport")]
pub struct FallsBehind {
    /// The program, as in [`ProgramStage::kind`].
    pub program: StageKind,
    /// The pairing numbers of the program's players.
    pub players: Vec<PlayerId>,
    /// The tier, as the model file names it; `None` if the program does not allow the pairing.
    pub tier: Option<String>,
    /// The rule of the tier.
    pub rule: Option<String>,
    /// One sentence on the difference, without a full stop.
    pub what: String,
}

impl OptimumVerdict {
    /// Compare `pairing`, with which the program was solved, with the optimum.
    #[must_use]
    pub fn new(state: &RoundState, paired: &ProgramSolution, pairing: &Pairing) -> Self {
        let Some(best) = paired.solution.incumbent.as_ref().map(|best| &best.pairing) else {
            let differences = vec!["the program has no pairing at all".to_owned()];
            return Self { optimal: false, differences, behind: None };
        };
        let reversed = |board: &Board| Board { white: board.black, black: board.white };
        let mut differences = Vec::new();
        for board in &pairing.clone().in_board_order(state).boards {
            let Board { white, black } = board;
            if best.boards.contains(&reversed(board)) {
                differences.push(format!("{white} has White against {black}, and should have Black"));
            } else if !best.boards.contains(board) {
                differences.push(format!("{board} should not meet"));
            }
        }
        let is_made = |board: &Board| pairing.boards.contains(board) || pairing.boards.contains(&reversed(board));
        let missing = best.boards.iter().filter(|board| !is_made(board));
        differences.extend(missing.map(|board| format!("{board} should meet")));
        if best.bye != pairing.bye {
            let said = |bye: Option<PlayerId>| bye.map_or_else(|| "nobody".to_owned(), |id| id.to_string());
            differences.push(format!("{} has the bye, and {} should", said(pairing.bye), said(best.bye)));
        }
        let first = paired.stages.iter().find_map(|stage| Some((stage, stage.behind.as_ref()?)));
        let behind = first.filter(|_| !differences.is_empty()).map(|(stage, behind)| FallsBehind::new(stage, behind));
        Self { optimal: differences.is_empty(), differences, behind }
    }
}

impl FallsBehind {
    fn new(stage: &ProgramStage, behind: &Inferiority) -> Self {
        let (tier, what) = match behind {
            Inferiority::NotAllowed => {
                (None, "it makes a pair, or leaves somebody over, as the program does not allow".into())
            }
            Inferiority::Worse { count, article, best, other } => {
                (Some((count, article)), format!("equal in the tiers before, it has {other} and not {best}"))
            }
            Inferiority::NotBelow { count, article } => {
                let what = match stage.kind {
                    StageKind::Backtracked => {
                        "it is better by itself, but with its downfloaters the next bracket makes fewer pairs, or has \
                         fewer moved-down players in S1 (C.12)"
                    }
                    StageKind::Penultimate => {
                        "it is better by itself, but with its downfloaters not all below can be paired (C.13)"
                    }
                    _ => "it is better by itself, but makes other than the P1 pairs for which C.12 asked",
                };
                (Some((count, article)), what.into())
            }
        };
        let (tier, rule) = tier.map(|(tier, rule)| (tier.clone(), rule.clone())).unzip();
        Self { program: stage.kind, players: stage.players.clone(), tier, rule, what }
    }

    /// For a person.
    pub(super) fn sentence(&self) -> String {
        let of =
            if self.players.is_empty() { String::new() } else { format!(" of {}", self.players.iter().join(", ")) };
        let tier = match (&self.tier, &self.rule) {
            (Some(tier), Some(rule)) => format!(" in the tier {tier} [{rule}]"),
            _ => String::new(),
        };
        format!("it falls behind in the program {}{of}{tier}: {}", self.program, self.what)
    }
}
