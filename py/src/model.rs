//! A model.

use crate::failure::{Failure, Outcome};
use crate::record::Record;
use crate::tournament::RoundState;
use pyo3::prelude::*;
use std::slice::from_ref;
use swiss_ilp::batch::ModelText;
use swiss_ilp::model::{self, Attribute, Objective};
use swiss_ilp::report::{self, ModelReport};
use swiss_ilp::tournament::RoundRequest;

/// A model with the text of its file.
#[pyclass(frozen, module = "swiss_ilp._native")]
pub struct Model {
    pub model: model::Model,
    pub text: ModelText,
}

#[pymethods]
impl Model {
    /// The built-in model of this name, or the model in the file of this name.
    #[staticmethod]
    fn load(name_or_path: &str) -> PyResult<Self> {
        let (path, text) = model::Model::file(name_or_path).map_err(Failure::from)?;
        Self::read(name_or_path, path, text)
    }

    /// The model of a text in TOML.
    #[staticmethod]
    fn parse(path: &str, text: String) -> PyResult<Self> {
        Self::read(path, path.to_owned(), text)
    }

    /// The model that another process has sent: as what it was asked for, its file and the text of that.
    #[staticmethod]
    fn restore(asked: &str, path: String, text: String) -> PyResult<Self> {
        Self::read(asked, path, text)
    }

    /// What it was asked for as.
    #[getter]
    fn asked(&self) -> &str {
        &self.text.name
    }

    /// The name of its file.
    #[getter]
    fn path(&self) -> &str {
        &self.text.path
    }

    /// The name in reports.
    #[getter]
    fn name(&self) -> &str {
        self.model.name()
    }

    /// The file.
    #[getter]
    fn text(&self) -> &str {
        &self.text.text
    }

    /// As `swiss-ilp model NAME`, or with `--show`.
    fn show(&self, in_full: bool) -> Record {
        Record::new(ModelReport::new(self.model.clone(), in_full))
    }

    /// As `swiss-ilp model NAME --latex`.
    fn latex(&self) -> String {
        report::latex(&self.model, None)
    }

    /// The names of the models that come with the program.
    #[staticmethod]
    fn built_in() -> Vec<&'static str> {
        model::Model::built_in_names().collect()
    }
}

impl Model {
    fn read(name: &str, path: String, text: String) -> PyResult<Self> {
        let model = model::Model::parse(&path, &text).map_err(Failure::from)?;
        Ok(Self { model, text: ModelText { name: name.to_owned(), path, text } })
    }

    /// The model, if it pairs rounds, and nothing that was decided for the round would be without effect by it.
    pub fn that_pairs(&self, state: &RoundState) -> Outcome<model::Model> {
        let model = self.model.clone().that_pairs()?;
        self.check(state)?;
        Ok(model)
    }

    /// Refuse what would be without effect in the round by this model.
    pub fn check(&self, state: &RoundState) -> Outcome<()> {
        check(if let model::Model::Objective(spec) = &self.model { from_ref(spec) } else { &[] }, &state.request)
    }

    /// The same for a model with an objective.
    pub fn objective(&self, state: &RoundState) -> Outcome<Objective> {
        let spec = Objective::try_from(self.model.clone())?;
        self.check(state)?;
        Ok(spec)
    }
}

/// Refuse what would be without effect: bans by a model that lets players meet who are kept apart, and a table that no expression of
/// the models asks for.
pub fn check(models: &[Objective], request: &RoundRequest) -> Outcome<()> {
    let keeps_apart = !(request.forbidden.is_empty() && request.avoid_same.is_empty());
    if let Some(spec) = models.iter().find(|spec| keeps_apart && !spec.keeps_bans()) {
        return Err(Failure::Request(format!(
            "model '{}' has no rule no-forbidden-pair, so it cannot keep players apart; add the rule to its hard rules, or leave out \
             forbid and avoid_same",
            spec.name
        )));
    }
    let mut definitions = models.iter().flat_map(|spec| &spec.define);
    if let Some(table) = &request.attributes {
        let is_column = |name: &str| table.columns.iter().any(|column| column == name);
        if !definitions.clone().any(|definition| definition.columns().any(is_column)) {
            return Err(Failure::Request(format!(
                "no expression of the model asks for a column of attributes, which has {}; leave attributes out, or take a model that \
                 does",
                table.columns.join(", ")
            )));
        }
        if let Some(taken) = table.columns.iter().find(|name| Attribute::is_taken(name)) {
            return Err(Failure::Request(format!(
                "attributes has a column '{taken}', which expressions know as something else; rename the column"
            )));
        }
    }
    if request.weights.is_some() && !definitions.any(|definition| definition.uses_weights()) {
        let what = "no expression of the model has weight(a, b), so weights would have no effect; leave them out, or take a model that \
                    has it";
        return Err(Failure::Request(what.to_owned()));
    }
    Ok(())
}
