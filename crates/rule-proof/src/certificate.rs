//! The certificate of a round: for each question of the procedure, in order, the numbers that prove its answer.
//!
//! It says nothing of who plays in a graph, what an edge costs, or which tiers there are: the procedure says that. A vertex is
//! its place in the list that the procedure makes.

use crate::evidence::{Fault, Opening, Source};
use crate::graph::{Dual, Left, TutteSet};
use serde::{Deserialize, Serialize};

/// What proves the answer about one graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// It has no perfect matching.
    Impossible(TutteSet),
    /// It has one.
    Paired {
        /// The partner of each vertex.
        partners: Vec<usize>,
        /// The tiers of which some edge that is left has a cost, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tiers: Vec<Tier>,
    },
}

/// What proves the least value of a tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// The dual values.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub dual: Dual,
    /// The partners that have this value, if those of the step have not: the requirement was dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partners: Option<Vec<usize>>,
}

fn is_plain(dual: &Dual) -> bool {
    *dual == Dual::default()
}

/// A certificate that is read, question by question.
pub struct Reader<'a> {
    steps: std::slice::Iter<'a, Step>,
    partners: &'a [usize],
    tiers: std::slice::Iter<'a, Tier>,
}

impl<'a> Reader<'a> {
    /// Read these steps.
    #[must_use]
    pub fn new(steps: &'a [Step]) -> Self {
        Self { steps: steps.iter(), partners: &[], tiers: [].iter() }
    }

    /// See that nothing is left unread.
    ///
    /// # Errors
    /// [`Fault::Certificate`].
    pub fn end(&self) -> Result<(), Fault> {
        let is_read = self.steps.len() == 0 && self.tiers.len() == 0;
        is_read
            .then_some(())
            .ok_or_else(|| Fault::Certificate("goes on after the last question of the procedure".into()))
    }
}

impl Source for Reader<'_> {
    fn open(&mut self, _: &Left) -> Result<Opening, Fault> {
        if self.tiers.len() > 0 {
            return Err(Fault::Certificate("has more tiers in a step than the procedure asks for".into()));
        }
        match self.steps.next() {
            None => Err(Fault::Certificate("ends before the procedure does".into())),
            Some(Step::Impossible(set)) => Ok(Opening::Impossible(set.clone())),
            Some(Step::Paired { partners, tiers }) => {
                (self.partners, self.tiers) = (partners, tiers.iter());
                Ok(Opening::Matching(partners.clone()))
            }
        }
    }

    fn cheapest(&mut self, _: &Left, _: &[usize], _: &[i64]) -> Result<(Vec<usize>, Dual), Fault> {
        let tier = self.tiers.next().ok_or_else(|| Fault::Certificate("lacks a tier in a step".into()))?;
        Ok((tier.partners.clone().unwrap_or_else(|| self.partners.to_vec()), tier.dual.clone()))
    }

    fn set_apart(&mut self, _: &[usize]) {}

    fn close(&mut self, _: &[usize]) {}
}
