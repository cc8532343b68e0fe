use super::exit::{Exit, Failure};
use super::input;
use crate::formats::beside;
use crate::model::{Attribute, Spec};
use crate::tournament::RoundRequest;
use clap::Args;
use std::sync::Arc;

/// The organiser's tables, for the expressions of a model.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A table of the players for the model's expressions, as CSV: pairing numbers in the first column, then attributes
    #[arg(long, value_name = "F.csv")]
    attributes: Option<String>,
    /// Numbers of pairs for the model's expressions, as CSV with the columns a, b and value
    #[arg(id = "pair_weights", long = "weights", value_name = "F.csv")]
    weights: Option<String>,
}

impl Arguments {
    /// Whether there is a table.
    pub fn are_any(&self) -> bool {
        self.attributes.is_some() || self.weights.is_some()
    }

    /// The request with the tables, of which one of `models` must use each.
    pub fn add_to(&self, request: RoundRequest, models: &[&Spec]) -> anyhow::Result<RoundRequest> {
        let refuse = |message: String| Err(Failure::error(Exit::WrongRequest, message));
        let mut definitions = models.iter().flat_map(|model| &model.define);
        let mut request = request;
        if let Some(file) = &self.attributes {
            let read = beside::read_attributes(&input::read(file)?).map_err(|error| bad(file, &error))?;
            let is_column = |name: &str| read.columns.iter().any(|column| column == name);
            if !definitions.clone().any(|definition| definition.columns().any(is_column)) {
                let columns = read.columns.join(", ");
                return refuse(format!(
                    "no expression of the model asks for a column of {file}, which has {columns}; leave out --attributes, or name a \
                     model that does"
                ));
            }
            if let Some(name) = read.columns.iter().find(|name| Attribute::is_taken(name)) {
                return refuse(format!(
                    "{file} has a column '{name}', which expressions know as something else; rename the column"
                ));
            }
            request.attributes = Some(Arc::new(read));
        }
        if let Some(file) = &self.weights {
            if !definitions.any(|definition| definition.uses_weights()) {
                return refuse(format!(
                    "no expression of the model has weight(a, b), so {file} would have no effect; leave out --weights, or name a model \
                     that does"
                ));
            }
            let read = beside::read_weights(&input::read(file)?).map_err(|error| bad(file, &error))?;
            request.weights = Some(Arc::new(read));
        }
        Ok(request)
    }
}

fn bad(file: &str, error: &beside::TableError) -> anyhow::Error {
    Failure::error(Exit::BadFile, format!("{file}, {error}"))
}
