use super::exit::{Exit, Failure};
use super::input;
use crate::batch::TableText;
use crate::formats::organiser_tables;
use crate::model::{Attribute, Definition, Objective};
use crate::tournament::{Attributes, PairWeights, RoundRequest};
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
    pub fn add_to(&self, request: RoundRequest, models: &[&Objective]) -> anyhow::Result<RoundRequest> {
        let attributes = opened(self.attributes.as_ref(), models, read_attributes)?.map(|(_, read)| Arc::new(read));
        let weights = opened(self.weights.as_ref(), models, read_weights)?.map(|(_, read)| Arc::new(read));
        Ok(RoundRequest { attributes, weights, ..request })
    }

    /// The files of the attributes and of the numbers of pairs, which are sound and used by one of `models`.
    pub fn texts(&self, models: &[&Objective]) -> anyhow::Result<[Option<TableText>; 2]> {
        let attributes = opened(self.attributes.as_ref(), models, read_attributes)?.map(|(text, _)| text);
        let weights = opened(self.weights.as_ref(), models, read_weights)?.map(|(text, _)| text);
        Ok([attributes, weights])
    }
}

/// The table of this file, if one is named, as text and as `read` reads it.
fn opened<T>(
    file: Option<&String>,
    models: &[&Objective],
    read: impl FnOnce(&TableText, &[&Objective]) -> anyhow::Result<T>,
) -> anyhow::Result<Option<(TableText, T)>> {
    let Some(path) = file else { return Ok(None) };
    let text = TableText { path: path.clone(), bytes: input::read(path)? };
    let table = read(&text, models)?;
    Ok(Some((text, table)))
}

fn definitions<'m>(models: &[&'m Objective]) -> impl Iterator<Item = &'m Definition> {
    models.iter().flat_map(|model| &model.define)
}

fn refuse<T>(message: String) -> anyhow::Result<T> {
    Err(Failure::error(Exit::WrongRequest, message))
}

fn read_attributes(text: &TableText, models: &[&Objective]) -> anyhow::Result<Attributes> {
    let file = &text.path;
    let read = organiser_tables::read_attributes(&text.bytes).map_err(|error| bad(file, &error))?;
    let is_column = |name: &str| read.columns.iter().any(|column| column == name);
    if !definitions(models).any(|definition| definition.columns().any(is_column)) {
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
    Ok(read)
}

fn read_weights(text: &TableText, models: &[&Objective]) -> anyhow::Result<PairWeights> {
    let file = &text.path;
    if !definitions(models).any(Definition::uses_weights) {
        return refuse(format!(
            "no expression of the model has weight(a, b), so {file} would have no effect; leave out --weights, or name a model \
             that does"
        ));
    }
    organiser_tables::read_weights(&text.bytes).map_err(|error| bad(file, &error))
}

fn bad(file: &str, error: &organiser_tables::TableError) -> anyhow::Error {
    Failure::error(Exit::BadFile, format!("{file}, {error}"))
}
