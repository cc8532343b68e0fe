use crate::files::organiser_tables;
use crate::files::printable::printable;
use crate::files::request_field::RequestField;
use crate::model::{Attribute, Definition, Objective};
use crate::questions::{AskError, Context, TextFault};
use crate::tournament::{Attributes, PairWeights, RoundRequest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the organiser says for a model: tables for its expressions, which the request names and whose contents are with the door, and
/// the seed of its lots.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(default, deny_unknown_fields)]
pub struct TablesAsked {
    /// A table of the players for the model's expressions, as CSV: pairing numbers in the first column, then attributes
    #[arg(long, value_name = "F.csv")]
    pub attributes: Option<String>,
    /// Numbers of pairs for the model's expressions, as CSV with the columns a, b and value
    #[arg(id = "pair_weights", long = "weights", value_name = "F.csv")]
    pub weights: Option<String>,
    /// A number by which the model's lots are drawn; another number, another draw [default: the lots follow from the round alone]
    #[arg(long, value_name = "SEED")]
    pub lots: Option<u64>,
}

/// A table as its file says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableText {
    /// The path that was given.
    pub path: String,
    /// The bytes of the file.
    pub bytes: Vec<u8>,
}

impl TablesAsked {
    /// Whether anything is said.
    pub(crate) const fn are_any(&self) -> bool {
        self.attributes.is_some() || self.weights.is_some() || self.lots.is_some()
    }

    /// The seed of the lots, which one of `models` draws.
    ///
    /// # Errors
    /// [`AskError::Refused`] if none does.
    pub fn seed_of_lots(&self, models: Option<&[&Objective]>) -> Result<Option<u64>, AskError> {
        if self.lots.is_some() && !models.is_none_or(|models| models.iter().any(|model| model.draws_lots())) {
            let what = format!("the model draws no lots, so {} would have no effect", RequestField("lots"));
            return Err(AskError::refused(what, "leave it out, or name a model that does, such as random"));
        }
        Ok(self.lots)
    }

    /// The request with the tables, of which one of `models` must use each; nobody has to if it is not known yet which model is asked for.
    ///
    /// # Errors
    /// [`AskError::BadText`] for a table with faults, [`AskError::Refused`] for one that nobody uses.
    pub fn read(
        &self,
        request: RoundRequest,
        models: Option<&[&Objective]>,
        context: &dyn Context,
    ) -> Result<RoundRequest, AskError> {
        let attributes = opened(self.attributes.as_ref(), models, read_attributes, context)?;
        let weights = opened(self.weights.as_ref(), models, read_weights, context)?;
        let (attributes, weights) =
            (attributes.map(|(_, read)| Arc::new(read)), weights.map(|(_, read)| Arc::new(read)));
        Ok(RoundRequest { attributes, weights, lots: self.seed_of_lots(models)?, ..request })
    }

    /// The files of the attributes and of the numbers of pairs, which are sound and used by one of `models`.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn texts(&self, models: &[&Objective], context: &dyn Context) -> Result<[Option<TableText>; 2], AskError> {
        let models = Some(models);
        let attributes = opened(self.attributes.as_ref(), models, read_attributes, context)?.map(|(text, _)| text);
        let weights = opened(self.weights.as_ref(), models, read_weights, context)?.map(|(text, _)| text);
        Ok([attributes, weights])
    }
}

/// The table of this name, if there is one, as text and as `read` reads it.
fn opened<T>(
    file: Option<&String>,
    models: Option<&[&Objective]>,
    read: impl FnOnce(&TableText, Option<&[&Objective]>) -> Result<T, AskError>,
    context: &dyn Context,
) -> Result<Option<(TableText, T)>, AskError> {
    let Some(path) = file else { return Ok(None) };
    let text = TableText { path: path.clone(), bytes: context.bytes(path)? };
    let table = read(&text, models)?;
    Ok(Some((text, table)))
}

/// Whether a definition of one of `models` is so, or it is not known which models there are.
fn is_any(models: Option<&[&Objective]>, is_so: impl Fn(&Definition) -> bool) -> bool {
    models.is_none_or(|models| models.iter().flat_map(|model| &model.define).any(is_so))
}

fn read_attributes(text: &TableText, models: Option<&[&Objective]>) -> Result<Attributes, AskError> {
    let file = &text.path;
    let read = organiser_tables::read_attributes(&text.bytes).map_err(|error| bad(file, &error))?;
    let is_column = |name: &str| read.columns.iter().any(|column| column == name);
    if !is_any(models, |definition| definition.columns().any(is_column)) {
        let columns = read.columns.join(", ");
        return Err(AskError::refused(
            format!("no expression of the model asks for a column of {file}, which has {columns}"),
            format!("leave out {}, or name a model that does", RequestField("attributes")),
        ));
    }
    if let Some(name) = read.columns.iter().find(|name| Attribute::is_taken(name)) {
        let what = format!("{file} has a column '{name}', which expressions know as something else");
        return Err(AskError::refused(what, "rename the column"));
    }
    Ok(read)
}

fn read_weights(text: &TableText, models: Option<&[&Objective]>) -> Result<PairWeights, AskError> {
    let file = &text.path;
    if !is_any(models, Definition::uses_weights) {
        return Err(AskError::refused(
            format!("no expression of the model has weight(a, b), so {file} would have no effect"),
            format!("leave out {}, or name a model that does", RequestField("weights")),
        ));
    }
    organiser_tables::read_weights(&text.bytes).map_err(|error| bad(file, &error))
}

fn bad(file: &str, error: &organiser_tables::TableError) -> AskError {
    let said = printable(&format!("{file}, {error}"));
    let (line, what) = (error.line, error.what.clone());
    TextFault { said, code: "table", line, column: None, what }.into()
}
