use super::article_of;
use crate::tournament::{Pairing, RoundState};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use swiss_rule_proof::evidence::{Behind, StepTaken, Vertex};

/// Why a pairing is not the system's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Dispute {
    /// The system has no pairing.
    NoPairing,
    /// The system has a pairing.
    Pairable,
    /// It does not pair everybody who is to be paired just once.
    Incomplete,
    /// It has a pair that the rules do not allow there, or a bye (0).
    NotAllowed {
        /// What the step is about.
        step: String,
        /// The two players, 0 for the bye.
        pair: [u32; 2],
    },
    /// It is as good in all criteria before, and worse in this one.
    Worse {
        /// What the step is about.
        step: String,
        /// The id of the article.
        article: String,
        /// What is counted.
        count: String,
        /// The least value, proven.
        best: i64,
        /// The pairing's value.
        given: i64,
    },
    /// It is better in this criterion, which what comes later does not allow.
    Better {
        /// What the step is about.
        step: String,
        /// The id of the article.
        article: String,
        /// What is counted.
        count: String,
        /// The least value with which the rest can be paired.
        best: i64,
        /// The pairing's value.
        given: i64,
    },
    /// Pairs and bye are the same, and two have the other colours.
    Colours {
        /// The board as the system has it, white first.
        board: [u32; 2],
    },
    /// It has other pairs, and no step says why: two pairings would be the system's.
    Unexplained,
}

impl fmt::Display for Dispute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pairable => f.write_str("the rules pair the round"),
            Self::NoPairing => f.write_str("the rules leave no pairing"),
            Self::Incomplete => f.write_str("it does not pair everybody who is to be paired just once"),
            Self::NotAllowed { step, pair: [one, 0] } => write!(f, "in {step} the rules do not allow the bye of {one}"),
            Self::NotAllowed { step, pair: [one, other] } => {
                write!(f, "in {step} the rules do not allow {one}-{other}")
            }
            Self::Worse { step, article, count, best, given } => {
                write!(f, "in {step} {article} ({count}) comes to {given}, and {best} is the least")
            }
            Self::Better { step, article, count, best, given } => write!(
                f,
                "in {step} {article} ({count}) comes to {given}, and with less than {best} the rest cannot be paired by the rules"
            ),
            Self::Colours { board: [white, black] } => {
                write!(f, "the pairs are the same, and {white} has white against {black}")
            }
            Self::Unexplained => f.write_str("no criterion says why"),
        }
    }
}

/// The first step in which the given pairing falls behind and the system's own does not, as in one that was tried and not kept.
pub(super) fn dispute(state: &RoundState, system: &str, steps: &[StepTaken]) -> Dispute {
    let id = |vertex: &Vertex| match vertex {
        Vertex::Player(index) | Vertex::Exit(index) => state.players().get(*index).map_or(0, |player| player.id.0),
        Vertex::Bye | Vertex::Spare => 0,
    };
    let first = steps.iter().find_map(|step| match step.behind.as_slice() {
        [None, Some(behind)] => Some((step.name.clone(), behind)),
        _ => None,
    });
    let Some((step, behind)) = first else { return Dispute::Unexplained };
    match behind {
        Behind::NotAllowed(one, other) => Dispute::NotAllowed { step, pair: [id(one), id(other)] },
        Behind::Worse { tier, given } => Dispute::Worse {
            step,
            article: article_of(system, tier.article),
            count: tier.count.to_owned(),
            best: tier.value,
            given: *given,
        },
        Behind::Better { tier, given } => Dispute::Better {
            step,
            article: article_of(system, tier.article),
            count: tier.count.to_owned(),
            best: tier.value,
            given: *given,
        },
    }
}

/// The first board with other colours.
pub(super) fn colours(own: &Pairing, given: &Pairing) -> Dispute {
    let other = own.boards.iter().find(|board| !given.boards.contains(board));
    other.map_or(Dispute::Unexplained, |board| Dispute::Colours { board: [board.white.0, board.black.0] })
}
