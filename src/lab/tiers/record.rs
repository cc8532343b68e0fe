use super::{TierStep, Tiers};
use crate::model::{Counted, Model, Value, Weight};
use crate::proof::by_rules::RuleStep;
use crate::report::{RecordHead, Status, Written, write_table};
use crate::solve::Evidence;
use crate::tasks::Solved;
use crate::tournament::{Pairing, RoundState};
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;

/// A round whose tiers were decided one after another.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TierTraceReport {
    /// The round, and how the search for the optimum ended.
    #[serde(flatten)]
    pub head: RecordHead,
    /// How many pairs the rules allow, a bye as a pair; absent for a system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_pairs: Option<usize>,
    /// The tiers of an objective, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<TracedTier>,
    /// The steps of a system, in order, each with its tiers, which are minimised. A dual solution proves each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<RuleStep>,
    /// The optimum.
    #[serde(flatten)]
    pub pairing: Pairing,
}

/// A tier of an objective, which is maximised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TracedTier {
    /// The tier, from 1.
    pub tier: usize,
    /// Its name.
    pub name: String,
    /// What is maximised: the terms with their weights.
    pub maximise: Vec<TracedTerm>,
    /// Its optimum among the optima of the tiers before.
    pub optimum: Value,
    /// The evidence.
    pub proof: Evidence,
    /// The pairs of reduced cost 0 in this tier and those before; null with caps.
    pub tight_pairs: Option<usize>,
    /// The pairs that are in some optimum of this tier and those before; null with caps.
    pub possible_pairs: Option<usize>,
}

/// A term with its weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TracedTerm {
    /// The term.
    pub term: Counted,
    /// Its weight.
    #[schemars(with = "f64")]
    pub weight: Weight,
}

impl TierTraceReport {
    /// The record of a round that was solved, and of the tiers of its objective; a system's steps have tiers of their own.
    #[must_use]
    pub fn new(tournament: &str, state: &RoundState, model: &Model, solved: &Solved, tiers: Option<&Tiers>) -> Self {
        let solution = &solved.solution;
        let steps = tiers.iter().flat_map(|tiers| &tiers.steps);
        let of_model = match model {
            Model::Objective(spec) => spec.tiers.as_slice(),
            Model::System(_) | Model::Seed(_) => &[],
        };
        let tier = |((index, tier), step): ((usize, &crate::model::Tier), &TierStep)| TracedTier {
            tier: index + 1,
            name: tier.name.clone(),
            maximise: tier.terms.iter().map(|one| TracedTerm { term: one.term.clone(), weight: one.weight }).collect(),
            optimum: step.value,
            proof: step.evidence,
            tight_pairs: step.left.map(|left| left.tight),
            possible_pairs: step.left.map(|left| left.possible),
        };
        Self {
            head: RecordHead::new(tournament, state, model.name(), Status::new(solved), &solution.termination),
            legal_pairs: tiers.and_then(|tiers| tiers.legal),
            tiers: of_model.iter().enumerate().zip(steps).map(tier).collect(),
            steps: solved.steps.clone(),
            pairing: solution.incumbent.as_ref().map(|best| best.pairing.clone()).unwrap_or_default(),
        }
    }

    fn write_tiers(&self, legal: usize, out: &mut dyn io::Write) -> io::Result<()> {
        let shown = |term: &TracedTerm| format!("{:+} {}", term.weight, term.term.short());
        let text = |number: Option<usize>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let rows = self.tiers.iter().map(|tier| {
            let terms = tier.maximise.iter().map(shown).join(", ");
            [
                tier.tier.to_string(),
                tier.name.clone(),
                tier.optimum.to_string(),
                text(tier.tight_pairs),
                text(tier.possible_pairs),
                tier.proof.to_string(),
                terms,
            ]
        });
        let first = ["0", "rules alone", "", "", &legal.to_string(), "", ""].map(str::to_owned);
        let headers = [">Tier", "Name", ">Optimum", ">Tight", ">Possible", "Evidence", "Maximised"];
        write_table(&headers, std::iter::once(first).chain(rows), out)?;
        writeln!(out, "\nTight: pairs of reduced cost 0, after the tier. Possible: those of them that an optimum has.")
    }
}

impl Written for TierTraceReport {
    fn table(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if !self.head.write(out)? {
            return Ok(());
        }
        if let Some(legal) = self.legal_pairs {
            self.write_tiers(legal, out)?;
        }
        for (number, step) in (1..).zip(&self.steps) {
            writeln!(out, "Step {number}, {}", step.heading())?;
            let rows = (1..).zip(&step.tiers).map(|(number, tier): (usize, _)| {
                [number.to_string(), tier.count.clone(), tier.article.clone(), tier.values.iter().join(" ")]
            });
            write_table(&[">Tier", "Minimised", "Article", ">Least"], rows, out)?;
            writeln!(out)?;
        }
        match self.head.status {
            Status::Optimal => writeln!(out, "Each tier is decided among the optima of the tiers before."),
            status => writeln!(out, "Not all tiers were decided: {status}."),
        }
    }
}
