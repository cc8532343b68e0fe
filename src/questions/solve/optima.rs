use crate::questions::report::Document;
use crate::questions::report::boards::{pairs, short};
use crate::solve::{Evidence, Optima, UniquenessProof};
use crate::tournament::{Pairing, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

/// How many optima there are, and the first of them. Two pairings that differ in colours alone are one optimum.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OptimaReport {
    /// How many there are; so many at least, if `optima_exact` is false.
    pub optima: u64,
    /// Whether they were counted to the end.
    pub optima_exact: bool,
    /// The evidence that there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique_proof: Option<Evidence>,
    /// The first of them in canonical order, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub all_optima: Vec<Pairing>,
}

impl OptimaReport {
    pub(super) fn new(state: &RoundState, optima: &Optima) -> Self {
        Self {
            optima: optima.count.least,
            optima_exact: optima.count.is_exact,
            unique_proof: optima.only.as_ref().map(|only| match only {
                UniquenessProof::Dual(_) => Evidence::IntegerDual,
                UniquenessProof::Stages(_) => Evidence::IntegerTree,
            }),
            all_optima: optima.first.iter().map(|one| state.whole(one.pairing.clone())).collect(),
        }
    }

    /// Say their number, and each but `reported` by the pairs that this one does not make.
    pub(super) fn add_to(&self, document: &mut Document, reported: &Pairing) {
        document.say(match (self.unique_proof, self.optima_exact) {
            (Some(Evidence::IntegerTree), _) => {
                "Optima: this is the only one, proven by one more tier of the branching tree.".to_owned()
            }
            (Some(_), _) => "Optima: this is the only one, proven by one more tier of the dual solution.".to_owned(),
            (None, true) => format!("Optima: {}.", self.optima),
            (None, false) => format!("Optima: {} or more.", self.optima),
        });
        for (number, other) in (1..).zip(&self.all_optima) {
            let [with, without] = [(other, reported), (reported, other)].map(|(one, other)| pairs_beyond(one, other));
            if !with.is_empty() {
                document.item(format!("{number}. {with} in place of {without}"));
            }
        }
    }
}

/// The pairs of one pairing that another does not make, by pairing numbers, White first.
fn pairs_beyond(one: &Pairing, other: &Pairing) -> String {
    let only = pairs(one).filter(|[one, partner]| other.partner(*one) != Some(*partner));
    only.map(|pair| pair.map(short).join("-")).join(", ")
}
