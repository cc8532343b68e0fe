//! The cases by which a model with caps is decided.

use super::{list, seats};
use crate::model::{ExactValue, Objective, Unit};
use crate::solve::{CappedProof, CappedStage, Solution, Tree};
use crate::tournament::RoundState;
use num_rational::Ratio;
use schemars::JsonSchema;
use serde::Serialize;

/// How a tier was decided, or that a cap cannot be kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StageShown {
    /// The name of the tier, or of the cap.
    pub name: String,
    /// What the tier is worth at most, and the optimum is worth; for a cap, how many boards it counts at least.
    pub optimum: ExactValue,
    /// What the next better pairing would be worth, because the values of all pairings lie on a grid.
    pub next: ExactValue,
    /// The cases: after each that branches come the cases within it.
    pub cases: Vec<CaseShown>,
}

/// A case, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CaseShown {
    /// How many cases it is within.
    pub depth: usize,
    /// What it demands beyond the case that it is within, in words.
    pub demand: String,
    /// What no pairing of the case exceeds, by a dual solution; for a cap, the fewest boards that it counts.
    pub bound: ExactValue,
    /// Whether it branches; else it is closed, since no pairing of it is better than the optimum.
    pub branches: bool,
}

/// How each tier was decided; nothing if nothing branches.
pub(super) fn shown(state: &RoundState, objective: &Objective, solution: &Solution) -> Vec<StageShown> {
    match &solution.capped {
        None => Vec::new(),
        Some(CappedProof::Infeasible(cap, proof)) => {
            let name = objective.caps_in(state).into_iter().nth(*cap).map_or_else(String::new, |(_, name)| name);
            Vec::from([stage(state, name, None, proof)])
        }
        Some(CappedProof::Optimal(stages)) => {
            let tiers = objective.tiers.iter().zip(stages);
            tiers.map(|(tier, proof)| stage(state, tier.name.clone(), Some(tier.unit()), proof)).collect()
        }
    }
}

/// A stage whose sums are costs in this unit, or boards that a cap counts.
fn stage(state: &RoundState, name: String, unit: Option<Unit>, proof: &CappedStage) -> StageShown {
    let value = |sum: Ratio<i128>| unit.map_or(ExactValue::of(sum), |unit| ExactValue::of_units(-sum, unit));
    let whole = |sum: i64| value(Ratio::from_integer(sum.into()));
    let mut cases = Vec::new();
    add(state, &proof.tree, (0, "all pairings".to_owned()), &value, &mut cases);
    StageShown { name, optimum: whole(proof.least), next: whole(proof.least - proof.step), cases }
}

fn add(
    state: &RoundState,
    tree: &Tree,
    (depth, demand): (usize, String),
    value: &dyn Fn(Ratio<i128>) -> ExactValue,
    cases: &mut Vec<CaseShown>,
) {
    let (leaf, branches) = match tree {
        Tree::Leaf(leaf) => (leaf, false),
        Tree::Branch { before, .. } => (&**before, true),
    };
    cases.push(CaseShown { depth, demand, bound: value(Ratio::new(leaf.bound, leaf.scale)), branches });
    if let Tree::Branch { one, other, at_most, fewer, more, .. } = tree {
        let [one, other] = [one, other].map(|set| list(&seats(state, set), ", "));
        let between = if one == other { format!("within {one}") } else { format!("of {one} with {other}") };
        add(state, fewer, (depth + 1, format!("at most {at_most} {between}")), value, cases);
        add(state, more, (depth + 1, format!("at least {} {between}", at_most + 1)), value, cases);
    }
}
