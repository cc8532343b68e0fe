//! The certificate of a round: for each question of the procedure, in order, the numbers that prove its answer.
//!
//! It says nothing of who plays in a graph, what an edge costs, or which tiers there are: the procedure says that. A vertex is
//! its place in the list that the procedure makes.

use crate::evidence::{Opening, Unproven, Witness};
use crate::graph::{Left, StepDual, TutteSet};
use serde::{Deserialize, Serialize};

/// What proves the answer about one graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum StepEvidence {
    /// It has no perfect matching.
    Impossible(TutteSet),
    /// It has one.
    Paired {
        /// The partner of each vertex.
        partners: Vec<usize>,
        /// The tiers of which some edge that is left has a cost, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tiers: Vec<TierEvidence>,
    },
}

/// What proves the least value of a tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TierEvidence {
    /// The dual values.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub dual: StepDual,
    /// The partners that have this value, if those of the step have not: the requirement was dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partners: Option<Vec<usize>>,
}

fn is_plain(dual: &StepDual) -> bool {
    *dual == StepDual::default()
}

/// A certificate that is read, question by question.
pub struct Reader<'a> {
    steps: std::slice::Iter<'a, StepEvidence>,
    partners: &'a [usize],
    tiers: std::slice::Iter<'a, TierEvidence>,
}

impl<'a> Reader<'a> {
    /// Read these steps.
    pub fn new(steps: &'a [StepEvidence]) -> Self {
        Self { steps: steps.iter(), partners: &[], tiers: [].iter() }
    }

    /// See that nothing is left unread.
    ///
    /// # Errors
    /// [`Unproven::Certificate`].
    pub fn end(&self) -> Result<(), Unproven> {
        let is_read = self.steps.len() == 0 && self.tiers.len() == 0;
        is_read
            .then_some(())
            .ok_or_else(|| Unproven::Certificate("goes on after the last question of the procedure".into()))
    }
}

impl Witness for Reader<'_> {
    fn open(&mut self, _: &Left) -> Result<Opening, Unproven> {
        if self.tiers.len() > 0 {
            return Err(Unproven::Certificate("has more tiers in a step than the procedure asks for".into()));
        }
        match self.steps.next() {
            None => Err(Unproven::Certificate("ends before the procedure does".into())),
            Some(StepEvidence::Impossible(set)) => Ok(Opening::Impossible(set.clone())),
            Some(StepEvidence::Paired { partners, tiers }) => {
                (self.partners, self.tiers) = (partners, tiers.iter());
                Ok(Opening::Matching(partners.clone()))
            }
        }
    }

    fn cheapest(&mut self, _: &Left, _: &[usize], _: &[i64]) -> Result<(Vec<usize>, StepDual), Unproven> {
        let tier = self.tiers.next().ok_or_else(|| Unproven::Certificate("lacks a tier in a step".into()))?;
        Ok((tier.partners.clone().unwrap_or_else(|| self.partners.to_vec()), tier.dual.clone()))
    }

    fn set_apart(&mut self, _: &[usize]) {}

    fn close(&mut self, _: &[usize]) {}
}
